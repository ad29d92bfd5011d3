//! Saves and contested saves: which faces pass, rolled through a table, or over all its dice.
//!
//! Owns the rule of a save and of a contest, once; whatever rolls one comes here, and so does whatever asks for its odds.
//! Must not know the combatants that save, nor their reasons. Start at [`SaveRule`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::{Dice, Purpose, Roll, Slot};
use frame::fight::sum::Sum;
use frame::fight::{DiceTaken, Sentence, Table, Watch};
use frame::rules::chances::{Chances, Spread};
use frame::rules::trial::outcomes;

use super::book::Book;
use super::rulings::{ContestBothFail, ContestTie, NaturalOne, Rulings};
use super::sheet::Ability;

/// A save of nobody, whose odds are asked for.
static SAVE: Roll = Roll { purpose: Purpose::Check, what: "save", rule: "BDP-006", looks_up: false };

/// The advantage of a save: the number of rolls, and the one that counts. [BDP-084]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Advantage {
    /// Once.
    #[default]
    Neither,
    /// Twice, the better outcome: of two passed ones the higher, of two failed ones the lower.
    Better,
    /// Twice, the worse outcome: of two passed ones the lower, of two failed ones the higher.
    Worse,
}

impl Advantage {
    /// Both at once cancel.
    #[must_use]
    pub fn of(advantage: bool, disadvantage: bool) -> Self {
        match (advantage, disadvantage) {
            (true, false) => Advantage::Better,
            (false, true) => Advantage::Worse,
            _ => Advantage::Neither,
        }
    }
}

/// The test that a save is made against. [BDP-006, BDP-270]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Test {
    /// The ability as it is now, whatever changes it for this save included.
    pub ability: i32,
    /// The face that has to be beaten as well; 0 for none.
    pub difficulty: i32,
    /// Its advantage or disadvantage.
    pub advantage: Advantage,
    /// The ability by its name, where the save is one of a combatant with abilities.
    pub named: Option<Ability>,
}

impl Test {
    /// A plain save.
    #[must_use]
    pub fn plain(ability: i32) -> Self {
        Test { ability, ..Test::default() }
    }
}

/// A save that was made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Saved {
    /// The face that counts.
    pub face: i32,
    /// True if it passed.
    pub passed: bool,
}

/// The rule by which faces pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SaveRule {
    /// Faces of the die.
    pub die: u8,
    always_pass: i32,
    always_fail: i32,
    one_beats_difficulty: bool,
}

impl SaveRule {
    /// Saves by a book (BDP-006, BDP-007, BDP-601, R-03).
    #[must_use]
    pub fn new(book: &Book, rulings: &Rulings) -> Self {
        let auto = rulings.save_auto();
        SaveRule {
            die: book.save.die,
            always_pass: if auto { book.save.always_pass.into() } else { 0 },
            always_fail: if auto && book.save.always_fail > 0 { book.save.always_fail.into() } else { i32::MAX },
            one_beats_difficulty: rulings.gambit_nat1 == NaturalOne::Pass,
        }
    }

    /// True if a face passes (BDP-006, BDP-007, BDP-270, R-03).
    #[inline]
    #[must_use]
    pub fn passes(&self, face: i32, test: Test) -> bool {
        if face >= self.always_fail {
            return false;
        }
        let always = face <= self.always_pass && (test.difficulty == 0 || self.one_beats_difficulty);
        always || face <= test.ability && face > test.difficulty
    }

    /// Returns the roll that counts of two.
    fn kept(&self, first: i32, second: i32, test: Test) -> Saved {
        let (one, other) = (self.passes(first, test), self.passes(second, test));
        let (higher, lower) = (first.max(second), first.min(second));
        match (test.advantage, one, other) {
            (Advantage::Neither, passed, _) => Saved { face: first, passed },
            (Advantage::Better, true, true) => Saved { face: higher, passed: true },
            (Advantage::Better, false, false) => Saved { face: lower, passed: false },
            (Advantage::Worse, true, true) => Saved { face: lower, passed: true },
            (Advantage::Worse, false, false) => Saved { face: higher, passed: false },
            (advantage, passed, _) => {
                let passes = advantage == Advantage::Better;
                Saved { face: if passed == passes { first } else { second }, passed: passes }
            }
        }
    }

    /// Rolls a save of which the face counts too.
    #[inline]
    pub fn face<D: Dice, W: Watch>(&self, test: Test, who: Slot, roll: &'static Roll, table: &mut Table<D, W>) -> Saved {
        let first = table.roll(who, roll, self.die.into());
        let saved = if test.advantage == Advantage::Neither {
            Saved { face: first, passed: self.passes(first, test) }
        } else {
            let second = table.roll(who, roll, self.die.into());
            self.kept(first, second, test)
        };
        table.tell(roll.rule, || {
            let taken = match test.advantage {
                Advantage::Neither => DiceTaken::All,
                Advantage::Better => DiceTaken::As("with advantage the better of"),
                Advantage::Worse => DiceTaken::As("with disadvantage the worse of"),
            };
            let sum = Sum::of_dice(who, roll, taken, saved.face);
            let named = test.named.map_or_else(String::new, |ability| format!("{} ", ability.name()));
            let sentence = Sentence::about(who)
                .and(format!(": {}: ", roll.what))
                .sum(sum)
                .and(format!(" against {named}{}", test.ability));
            let difficulty =
                if test.difficulty == 0 { String::new() } else { format!(" and above the Difficulty of {}", test.difficulty) };
            sentence.and(format!("{difficulty}: {}", if saved.passed { "passed" } else { "failed" }))
        });
        saved
    }

    /// Rolls a save: whether it passes.
    #[inline]
    pub fn roll<D: Dice, W: Watch>(&self, test: Test, who: Slot, roll: &'static Roll, table: &mut Table<D, W>) -> bool {
        if !table.settles() {
            return self.face(test, who, roll, table).passed;
        }
        let key = || [i64::from(test.ability), i64::from(test.difficulty), test.advantage as i64];
        table.settle(roll, key, |table| i64::from(self.face(test, who, roll, table).passed)) == 1
    }

    /// Every save that this may come to, each with its probability.
    #[must_use]
    pub fn outcomes(&self, test: Test) -> Spread<Saved> {
        outcomes(|table| self.face(test, Slot(0), &SAVE, table))
    }

    /// The probability that a save passes.
    #[must_use]
    pub fn chance(&self, test: Test) -> BigRational {
        self.outcomes(test).chance(|saved| saved.passed)
    }
}

/// The winner of a contest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// The challenger.
    First,
    /// The challenged.
    Second,
    /// Nobody.
    Draw,
}

/// The rule by which contested saves are decided. [BDP-009, BDP-010]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContestRule {
    /// The saves.
    pub save: SaveRule,
    tie: ContestTie,
    both_fail: ContestBothFail,
}

impl ContestRule {
    /// Contests by a book (BDP-010, R-01, R-02).
    #[must_use]
    pub fn new(book: &Book, rulings: &Rulings) -> Self {
        ContestRule { save: SaveRule::new(book, rulings), tie: rulings.contest_tie, both_fail: rulings.contest_both_fail }
    }

    /// Returns the winner by these rolls; `None` when both roll again (BDP-010, R-01, R-02).
    fn verdict(&self, tests: [Test; 2], saved: [Saved; 2]) -> Option<Verdict> {
        let higher = |one: i32, other: i32| match one.cmp(&other) {
            std::cmp::Ordering::Greater => Verdict::First,
            std::cmp::Ordering::Less => Verdict::Second,
            std::cmp::Ordering::Equal => Verdict::Draw,
        };
        let [one, other] = saved;
        match (one.passed, other.passed) {
            (true, false) => Some(Verdict::First),
            (false, true) => Some(Verdict::Second),
            (true, true) => match higher(one.face, other.face) {
                Verdict::Draw => match self.tie {
                    ContestTie::Draw => Some(Verdict::Draw),
                    ContestTie::Reroll => None,
                    ContestTie::HigherAbility => Some(higher(tests[0].ability, tests[1].ability)),
                    ContestTie::Defender => Some(Verdict::Second),
                },
                winner => Some(winner),
            },
            (false, false) => match self.both_fail {
                ContestBothFail::Draw => Some(Verdict::Draw),
                ContestBothFail::Reroll => None,
                ContestBothFail::LowerMargin => Some(higher(tests[0].ability - one.face, tests[1].ability - other.face)),
            },
        }
    }

    /// The probabilities of a contest: that the challenger wins, that the challenged combatant does, and that nobody does. One
    /// that would be rolled again for ever is a draw.
    #[must_use]
    pub fn chances(&self, tests: [Test; 2]) -> [BigRational; 3] {
        let [one, other] = tests.map(|test| self.save.outcomes(test));
        let verdicts = one.then(|&one| other.by(|&other| self.verdict(tests, [one, other])));
        let decided = verdicts.chance(Option::is_some);
        if decided.is_zero() {
            return [BigRational::zero(), BigRational::zero(), BigRational::one()];
        }
        [Verdict::First, Verdict::Second, Verdict::Draw]
            .map(|verdict| verdicts.chance(|found| *found == Some(verdict)) / &decided)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rolls;
    use frame::dice::Scripted;
    use frame::fight::Silent;

    fn ratio(over: i64, under: i64) -> BigRational {
        BigRational::new(over.into(), under.into())
    }

    fn rule(change: impl FnOnce(&mut Rulings)) -> SaveRule {
        let mut rulings = Rulings::default();
        change(&mut rulings);
        SaveRule::new(&Book::default(), &rulings)
    }

    fn contest(change: impl FnOnce(&mut Rulings)) -> ContestRule {
        let mut rulings = Rulings::default();
        change(&mut rulings);
        ContestRule::new(&Book::default(), &rulings)
    }

    // BDP-006, BDP-007
    #[test]
    fn a_save_passes_at_the_ability_or_below_and_1_and_20_are_sure() {
        let rule = rule(|_| {});
        for (ability, over) in [(12, 12), (0, 1), (1, 1), (19, 19), (20, 19), (30, 19)] {
            assert_eq!(rule.chance(Test::plain(ability)), ratio(over, 20), "{ability}");
        }
    }

    // BDP-601
    #[test]
    fn version_1_32_has_no_sure_faces() {
        use crate::rulings::Version;
        let older = rule(|rulings| rulings.version = Version::Older);
        assert_eq!((older.chance(Test::plain(0)), older.chance(Test::plain(20))), (ratio(0, 1), ratio(1, 1)));
        let kept = rule(|rulings| (rulings.version, rulings.save_auto) = (Version::Older, Some(true)));
        assert_eq!(kept.chance(Test::plain(20)), ratio(19, 20));
    }

    // BDP-084
    #[test]
    fn advantage_is_the_better_of_two_and_disadvantage_the_worse() {
        let rule = rule(|_| {});
        let with = |advantage| rule.chance(Test { advantage, ..Test::plain(8) });
        assert_eq!((with(Advantage::Better), with(Advantage::Worse)), (ratio(16, 25), ratio(4, 25)));
        assert_eq!((Advantage::of(true, true), Advantage::of(true, false)), (Advantage::Neither, Advantage::Better));
    }

    // BDP-270, R-03
    #[test]
    fn a_difficulty_has_to_be_beaten_even_by_a_1() {
        let test = Test { difficulty: 2, ..Test::plain(8) };
        assert_eq!(rule(|_| {}).chance(test), ratio(6, 20));
        assert_eq!(rule(|rulings| rulings.gambit_nat1 = NaturalOne::Pass).chance(test), ratio(7, 20));
        assert_eq!(rule(|_| {}).chance(Test { difficulty: 3, ..Test::plain(30) }), ratio(16, 20), "a 20 always fails");
    }

    // BDP-010, R-01, R-02
    #[test]
    fn the_highest_successful_roll_wins_a_contest() {
        let tests = [Test::plain(16), Test::plain(16)];
        assert_eq!(contest(|_| {}).chances(tests), [ratio(23, 50), ratio(23, 50), ratio(2, 25)]);
        let again = contest(|rulings| {
            (rulings.contest_tie, rulings.contest_both_fail) = (ContestTie::Reroll, ContestBothFail::Reroll);
        });
        assert_eq!(again.chances(tests)[0], ratio(1, 2));
        let [_, second, draw] = contest(|rulings| rulings.contest_tie = ContestTie::Defender).chances(tests);
        assert_eq!((second, draw), (ratio(23, 50) + ratio(16, 400), ratio(16, 400)));
        let uneven = [Test::plain(16), Test::plain(10)];
        let margin = contest(|rulings| rulings.contest_both_fail = ContestBothFail::LowerMargin).chances(uneven);
        let plain = contest(|_| {}).chances(uneven);
        assert!(margin[2] < plain[2] && margin[0] > plain[0]);
        let higher = contest(|rulings| rulings.contest_tie = ContestTie::HigherAbility).chances(uneven);
        assert_eq!(higher[0], &plain[0] + ratio(10, 400));
    }

    #[test]
    fn what_is_rolled_is_what_is_counted() {
        let (rule, test) = (rule(|_| {}), Test { advantage: Advantage::Better, ..Test::plain(10) });
        let mut table = Table { dice: Scripted::new("retreat d20=15 d20=4 d20=9 d20=7 d20=12 d20=18"), watch: Silent };
        let mut rolled = || rule.face(test, Slot(0), &rolls::RETREAT, &mut table);
        assert_eq!(rolled(), Saved { face: 4, passed: true });
        assert_eq!(rolled(), Saved { face: 9, passed: true });
        assert_eq!(rolled(), Saved { face: 12, passed: false });
    }
}
