//! Time, Gear, Skill, and the die of fate: what happens when nobody fights.
//!
//! Owns the count of what speaks for an action and the d6 that it may come to, rolled through a table, or over all its faces.
//! Start at [`ActionRule`].

use num_rational::BigRational;

use frame::dice::{Dice, Roll, Slot};
use frame::fight::{Table, Watch};
use frame::rules::chances::Chances;
use frame::rules::trial::outcomes;

use super::book::Book;
use super::rolls;
use super::rulings::{Rulings, TgsAbility};
use super::scene::AttemptText;
use super::sheet::Ability;

/// The outcome of an action. [BDP-020]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// It fails.
    Failure,
    /// It succeeds at a cost.
    Cost,
    /// It succeeds.
    Success,
}

/// An action before it is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt<'a> {
    /// Its circumstances.
    pub text: AttemptText,
    /// STR, DEX and WIL of the combatant that tries.
    pub abilities: [i32; 3],
    /// The abilities that the action lists.
    pub listed: &'a [Ability],
}

/// The rule by which actions are decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionRule {
    low: i32,
    high: i32,
    auto: u8,
    fail_below: u8,
    /// Faces of the die.
    pub die: u8,
    success: i32,
    cost: i32,
    ability: TgsAbility,
}

impl ActionRule {
    /// Actions by a book (BDP-023 to BDP-028).
    #[must_use]
    pub fn new(book: &Book, rulings: &Rulings) -> Self {
        let tgs = &book.tgs;
        ActionRule {
            low: tgs.low.into(),
            high: tgs.high.into(),
            auto: tgs.auto,
            fail_below: tgs.fail_below,
            die: tgs.die,
            success: tgs.success.into(),
            cost: tgs.cost.into(),
            ability: rulings.tgs_ability,
        }
    }

    /// Returns how many of the three there are; the abilities that the action lists count as the ruling says (BDP-013 to
    /// BDP-017, R-04).
    #[must_use]
    pub fn factors(&self, attempt: &Attempt) -> u8 {
        let &Attempt { text, abilities, listed } = attempt;
        let counts = |ability: &&Ability| match self.ability {
            TgsAbility::Listed => listed.contains(ability),
            TgsAbility::Always => true,
            TgsAbility::Never => false,
        };
        let value = |ability: &Ability| abilities[ability.index()];
        let counting = || Ability::ALL.iter().filter(counts);
        let skill = text.skill || counting().any(|ability| value(ability) >= self.high);
        let clumsy = counting().filter(|ability| value(ability) <= self.low).count();
        let gear = usize::from(text.benefits).saturating_sub(clumsy) > usize::from(text.hindrances);
        u8::from(text.time) + u8::from(gear) + u8::from(skill)
    }

    /// Returns the outcome without a roll, if there is one (BDP-011, BDP-012, BDP-018, BDP-019, BDP-022).
    #[must_use]
    pub fn settled(&self, attempt: &Attempt, factors: u8) -> Option<Outcome> {
        match () {
            () if attempt.text.impossible => Some(Outcome::Failure),
            () if attempt.text.certain => Some(Outcome::Success),
            () if factors >= self.auto => Some(Outcome::Success),
            () if factors < self.fail_below => Some(Outcome::Failure),
            () => None,
        }
    }

    /// Returns the meaning of a face (BDP-020).
    #[must_use]
    pub fn read(&self, face: i32) -> Outcome {
        match face {
            face if face >= self.success => Outcome::Success,
            face if face >= self.cost => Outcome::Cost,
            _ => Outcome::Failure,
        }
    }

    /// Tries it (BDP-020).
    pub fn roll<D: Dice, W: Watch>(
        &self,
        attempt: &Attempt,
        who: Slot,
        roll: &'static Roll,
        table: &mut Table<D, W>,
    ) -> Outcome {
        let settled = self.settled(attempt, self.factors(attempt));
        settled.unwrap_or_else(|| self.read(table.roll(who, roll, self.die.into())))
    }

    /// The probabilities of failure, of success at a cost and of success.
    #[must_use]
    pub fn chances(&self, attempt: &Attempt) -> [BigRational; 3] {
        let outcomes = outcomes(|table| self.roll(attempt, Slot(0), &rolls::TIME_GEAR_SKILL, table));
        [Outcome::Failure, Outcome::Cost, Outcome::Success].map(|outcome| outcomes.chance(|found| *found == outcome))
    }
}

/// The probability that the die of fate says yes (BDP-029).
#[must_use]
pub fn fate(book: &Book) -> BigRational {
    let yes = book.fate.iter().filter(|answer| answer.is_yes()).count();
    BigRational::new((yes as i64).into(), (book.fate.len().max(1) as i64).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use frame::dice::Scripted;
    use frame::fight::Silent;

    fn ratio(over: i64, under: i64) -> BigRational {
        BigRational::new(over.into(), under.into())
    }

    fn rule(ability: TgsAbility) -> ActionRule {
        ActionRule::new(&Book::default(), &Rulings { tgs_ability: ability, ..Rulings::default() })
    }

    fn tried(text: AttemptText) -> Attempt<'static> {
        Attempt { text, abilities: [10, 10, 10], listed: &[] }
    }

    // BDP-013, BDP-018, BDP-019, BDP-020
    #[test]
    fn two_of_three_are_a_roll_and_anything_else_is_none() {
        let rule = rule(TgsAbility::Listed);
        let (plain, chances) = (AttemptText::default(), |text: AttemptText| rule.chances(&tried(text)));
        assert_eq!(chances(plain), [ratio(1, 6), ratio(1, 3), ratio(1, 2)]);
        assert_eq!(chances(AttemptText { skill: true, ..plain })[2], ratio(1, 1));
        assert_eq!(chances(AttemptText { time: false, ..plain })[0], ratio(1, 1));
        assert_eq!(chances(AttemptText { impossible: true, certain: true, ..plain })[0], ratio(1, 1));
        assert_eq!(chances(AttemptText { certain: true, time: false, ..plain })[2], ratio(1, 1));
    }

    // BDP-022, BDP-023
    #[test]
    fn a_lock_never_yields_to_one_of_the_three() {
        let (book, rule) = (Book::default(), rule(TgsAbility::Listed));
        let nothing = AttemptText { time: false, benefits: 0, ..AttemptText::default() };
        let lock = |text: AttemptText| Attempt { listed: &book.tgs.action["lockpicking"].abilities, ..tried(text) };
        for one in [
            lock(AttemptText { time: true, ..nothing }),
            lock(AttemptText { benefits: 2, ..nothing }),
            lock(AttemptText { skill: true, ..nothing }),
            Attempt { abilities: [10, 15, 10], ..lock(nothing) },
        ] {
            assert_eq!((rule.factors(&one), rule.chances(&one)[0].clone()), (1, ratio(1, 1)));
        }
    }

    // BDP-015, BDP-017, R-04
    #[test]
    fn abilities_count_where_the_ruling_says() {
        let book = Book::default();
        let climb = Attempt { listed: &book.tgs.action["climbing"].abilities, ..tried(AttemptText::default()) };
        let strong = Attempt { abilities: [15, 10, 10], ..climb };
        let stubborn = Attempt { abilities: [10, 10, 15], ..climb };
        let weak = Attempt { abilities: [6, 10, 10], ..climb };
        let factors = |ruling, attempt: &Attempt| rule(ruling).factors(attempt);
        assert_eq!([strong, stubborn, weak].map(|attempt| factors(TgsAbility::Listed, &attempt)), [3, 2, 1]);
        assert_eq!([strong, stubborn, weak].map(|attempt| factors(TgsAbility::Always, &attempt)), [3, 3, 1]);
        assert_eq!([strong, stubborn, weak].map(|attempt| factors(TgsAbility::Never, &attempt)), [2, 2, 2]);
        let even = Attempt { text: AttemptText { hindrances: 1, ..climb.text }, ..climb };
        assert_eq!(factors(TgsAbility::Never, &even), 1, "as many hindrances as benefits are no Gear");
    }

    // BDP-020, BDP-029
    #[test]
    fn faces_are_read_as_published() {
        let rule = rule(TgsAbility::Listed);
        let mut table = Table { dice: Scripted::new("d6=1 d6=2 d6=3 d6=4"), watch: Silent };
        let mut tried = || rule.roll(&tried(AttemptText::default()), Slot(0), &rolls::TIME_GEAR_SKILL, &mut table);
        let outcomes = [tried(), tried(), tried(), tried()];
        assert_eq!(outcomes, [Outcome::Failure, Outcome::Cost, Outcome::Cost, Outcome::Success]);
        assert_eq!(fate(&Book::default()), ratio(1, 2));
    }
}
