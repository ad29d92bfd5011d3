//! The dice of magic: Magic Dice with the dice they bring, what they cost, and what is left for the spell.
//!
//! Owns one casting, drawn through a table, or over all its dice. Must not know caster and spell. Start at [`CastRule::roll`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::{Table, Watch};
use frame::rules::chances::Spread;
use frame::rules::trial::outcomes;

use super::book::Book;
use super::rolls;
use super::rulings::Rulings;

/// Most dice that can lie on the table.
const DICE_MAX: usize = 20;

/// Dice that lie on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cast {
    faces: [u8; DICE_MAX],
    count: u8,
}

impl Cast {
    /// Adds a die with this face.
    fn add(&mut self, face: i32) {
        self.faces[usize::from(self.count)] = face as u8;
        self.count += 1;
    }

    /// The faces, in the order in which they were rolled.
    #[must_use]
    pub fn faces(&self) -> &[u8] {
        &self.faces[..usize::from(self.count)]
    }

    /// Their sum.
    #[must_use]
    pub fn sum(&self) -> i32 {
        self.faces().iter().map(|&face| i32::from(face)).sum()
    }

    /// The sum of the best so many (BDP-457).
    #[must_use]
    pub fn best(&self, dice: usize) -> i32 {
        let mut faces = self.faces;
        let faces = &mut faces[..usize::from(self.count)];
        faces.sort_unstable_by(|one, other| other.cmp(one));
        faces.iter().take(dice).map(|&face| i32::from(face)).sum()
    }

    /// The highest face (BDP-262).
    #[must_use]
    pub fn highest(&self) -> i32 {
        self.faces().iter().copied().max().map_or(0, i32::from)
    }

    /// Returns this casting without the dice that were rolled last, so many of them (BDP-472).
    #[must_use]
    pub fn without(&self, dice: u8) -> Self {
        Cast { count: self.count.saturating_sub(dice), ..*self }
    }

    /// Returns the number of dice that show this face or more.
    #[must_use]
    pub fn at_least(&self, face: u8) -> i32 {
        self.faces().iter().filter(|&&shown| shown >= face).count() as i32
    }
}

/// The rule by which magic is rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastRule {
    die: u8,
    total_max: u8,
    fatigue_on: u8,
    /// The lowest face that brings another die, where any does.
    explode: Option<u8>,
    alike: u8,
}

impl CastRule {
    /// Magic by a book (BDP-451, BDP-452, BDP-453, BDP-622).
    #[must_use]
    pub fn new(book: &Book, rulings: &Rulings) -> Self {
        CastRule {
            die: book.md.die,
            total_max: book.md.total_max.min(DICE_MAX as u8),
            fatigue_on: book.md.fatigue_on,
            explode: rulings.md_explode().then_some(book.md.explode),
            alike: book.feedback.alike,
        }
    }

    /// Returns the number of dice that are rolled when so many are invested.
    fn invested(&self, dice: u8) -> u8 {
        dice.min(self.total_max)
    }

    /// True if a face brings another die (BDP-453).
    fn brings(&self, face: i32) -> bool {
        self.explode.is_some_and(|from| face >= i32::from(from))
    }

    /// Rolls the invested dice and, where `more` wants them, those that high faces bring (BDP-452, BDP-453).
    pub fn roll<D: Dice, W: Watch>(
        &self,
        dice: u8,
        who: Slot,
        roll: &'static Roll,
        table: &mut Table<D, W>,
        mut more: impl FnMut(&mut Table<D, W>) -> bool,
    ) -> Cast {
        let mut cast = Cast::default();
        let mut brought = 0;
        for _ in 0..self.invested(dice) {
            let face = table.roll(who, roll, self.die.into());
            brought += u8::from(self.brings(face));
            cast.add(face);
        }
        while brought > 0 && cast.count < self.total_max && more(table) {
            let face = table.roll(who, roll, self.die.into());
            brought = brought - 1 + u8::from(self.brings(face));
            cast.add(face);
        }
        cast
    }

    /// Fatigue of a casting (BDP-452).
    #[must_use]
    pub fn fatigue(&self, cast: &Cast) -> i32 {
        cast.at_least(self.fatigue_on)
    }

    /// Returns the number of dice of a casting that are feedback (BDP-454).
    #[must_use]
    pub fn alike(&self, cast: &Cast) -> u8 {
        let shown = |face: u8| cast.faces().iter().filter(|&&shown| shown == face).count();
        let faces = (1..=self.die).map(shown).filter(|&count| count >= usize::from(self.alike));
        faces.sum::<usize>() as u8
    }

    /// Feedback of a casting: the sum of all dice whose face lies there more than once; `spared` of them, the highest first,
    /// are cancelled by Power (BDP-454, BDP-472).
    #[must_use]
    pub fn feedback(&self, cast: &Cast, spared: u8) -> i32 {
        let alike = |face: u8| cast.faces().iter().filter(|&&shown| shown == face).count() >= usize::from(self.alike);
        let mut spared = spared;
        let mut sum = 0;
        for face in (1..=self.die).rev().filter(|&face| alike(face)) {
            for _ in cast.faces().iter().filter(|&&shown| shown == face) {
                if spared > 0 {
                    spared -= 1;
                } else {
                    sum += i32::from(face);
                }
            }
        }
        sum
    }

    /// Every casting of so many dice in which each die that others bring is taken, or none, with its probability.
    #[must_use]
    pub fn outcomes(&self, dice: u8, takes: bool) -> Spread<Cast> {
        outcomes(|table| self.roll(dice, Slot(0), &rolls::MAGIC_DICE, table, |_| takes))
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

    use super::*;
    use crate::rulings::Version;
    use frame::dice::Scripted;
    use frame::fight::Silent;
    use frame::rules::chances::Chances;

    fn ratio(over: i64, under: i64) -> BigRational {
        BigRational::new(over.into(), under.into())
    }

    fn rule() -> CastRule {
        CastRule::new(&Book::default(), &Rulings::default())
    }

    fn older() -> CastRule {
        CastRule::new(&Book::default(), &Rulings { version: Version::Older, ..Rulings::default() })
    }

    // BDP-454, BDP-466, BDP-622
    #[test]
    fn feedback_without_extra_dice_is_as_likely_as_specified() {
        for (dice, chance) in [(1, ratio(0, 1)), (2, ratio(1, 6)), (3, ratio(4, 9)), (4, ratio(13, 18))] {
            assert_eq!(older().outcomes(dice, true).chance(|cast| older().feedback(cast, 0) > 0), chance, "{dice} dice");
            assert_eq!(
                rule().outcomes(dice, false).chance(|cast| rule().feedback(cast, 0) > 0),
                chance,
                "{dice} dice, none taken"
            );
        }
    }

    // BDP-453, BDP-454
    #[test]
    fn feedback_with_every_extra_die_is_as_likely_as_specified() {
        for (dice, chance) in [(1, ratio(1, 36)), (2, ratio(7, 27)), (3, ratio(7, 12)), (4, ratio(13, 18))] {
            assert_eq!(rule().outcomes(dice, true).chance(|cast| rule().feedback(cast, 0) > 0), chance, "{dice} dice");
        }
    }

    // BDP-452, BDP-467
    #[test]
    fn four_dice_are_as_tiring_as_specified() {
        let chance = |fatigue| rule().outcomes(4, true).chance(|cast| rule().fatigue(cast) >= fatigue);
        assert_eq!([1, 2, 3, 4].map(chance), [ratio(15, 16), ratio(11, 16), ratio(5, 16), ratio(1, 16)]);
    }

    // BDP-458
    #[test]
    fn the_published_example_has_its_numbers() {
        let mut table = Table { dice: Scripted::new("Magic Dice d6=3 d6=4 d6=6 d6=4"), watch: Silent };
        let cast = rule().roll(3, Slot(0), &rolls::MAGIC_DICE, &mut table, |_| true);
        assert_eq!(cast.faces(), [3, 4, 6, 4]);
        assert_eq!((cast.best(2), rule().fatigue(&cast), rule().feedback(&cast, 0)), (10, 3, 8));
        assert_eq!((rule().feedback(&cast, 1), rule().feedback(&cast, 3)), (4, 0), "Power spares dice");
        assert_eq!((cast.sum(), cast.highest()), (17, 6));
    }

    #[test]
    fn dice_that_are_not_wanted_are_not_rolled_and_never_more_than_the_most() {
        let script = |script, more: bool| {
            let mut table = Table { dice: Scripted::new(script), watch: Silent };
            let cast = rule().roll(2, Slot(0), &rolls::MAGIC_DICE, &mut table, |_| more);
            cast.faces().len()
        };
        assert_eq!(script("Magic Dice d6=6 d6=6", false), 2);
        assert_eq!(script("Magic Dice d6=6 d6=6 d6=6 d6=6", true), 4);
        assert_eq!(older().roll(9, Slot(0), &rolls::MAGIC_DICE, &mut table_of_sixes(), |_| true).faces().len(), 4);
    }

    fn table_of_sixes() -> Table<Scripted, Silent> {
        Table { dice: Scripted::new("d6=6 d6=6 d6=6 d6=6"), watch: Silent }
    }
}
