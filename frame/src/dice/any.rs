//! Any dice: streams, turned ones, a script, the enumerator, the walker or guided ones, chosen at run time.
//!
//! Exact answers, questions about dice, stories and scripted tests play with [`AnyDice`], so that the rules are compiled once for all of
//! them and once more for the streams of real runs. Must not add any chance of its own.

use super::guided::Guided;
use super::{Dice, Enumerator, Merge, MergeKey, Roll, Scripted, Slot, Streams, TurnedStreams, Walker};

/// Dice of any kind.
pub enum AnyDice {
    /// The dice of real runs.
    Streams(Streams),
    /// The dice of real runs, some of which show another face.
    Turned(TurnedStreams),
    /// The faces of a script.
    Scripted(Scripted),
    /// Every outcome in turn, each with its probability.
    Enumerator(Box<Enumerator>),
    /// Every outcome in turn, each with its probability as a fraction.
    Walker(Box<Walker>),
    /// Every outcome in turn, those of choices apart from those of chance.
    Guided(Guided),
}

impl AnyDice {
    /// Dice that walk through all outcomes.
    #[must_use]
    pub fn enumerating() -> Self {
        AnyDice::Enumerator(Box::default())
    }

    /// The enumerator.
    ///
    /// # Panics
    /// Dice of another kind.
    pub fn enumerator(&mut self) -> &mut Enumerator {
        let AnyDice::Enumerator(dice) = self else { panic!("these dice do not walk through all outcomes") };
        dice
    }

    /// The walker.
    ///
    /// # Panics
    /// Dice of another kind.
    pub fn walker(&mut self) -> &mut Walker {
        let AnyDice::Walker(dice) = self else { panic!("these dice know no fractions") };
        dice
    }

    /// The guided dice.
    ///
    /// # Panics
    /// Dice of another kind.
    pub fn guided(&mut self) -> &mut Guided {
        let AnyDice::Guided(dice) = self else { panic!("nobody guides these dice") };
        dice
    }

    /// The script.
    ///
    /// # Panics
    /// Dice of another kind.
    #[must_use]
    pub fn scripted(&self) -> &Scripted {
        let AnyDice::Scripted(dice) = self else { panic!("these dice have no script") };
        dice
    }
}

impl Dice for AnyDice {
    fn settles(&self) -> bool {
        matches!(self, AnyDice::Enumerator(_) | AnyDice::Walker(_))
    }

    fn roll(&mut self, who: Slot, roll: &'static Roll, sides: u32) -> u32 {
        match self {
            AnyDice::Streams(dice) => dice.roll(who, roll, sides),
            AnyDice::Turned(dice) => dice.roll(who, roll, sides),
            AnyDice::Scripted(dice) => dice.roll(who, roll, sides),
            AnyDice::Enumerator(dice) => dice.roll(who, roll, sides),
            AnyDice::Walker(dice) => dice.roll(who, roll, sides),
            AnyDice::Guided(dice) => dice.roll(who, roll, sides),
        }
    }

    fn settle<P, K: AsRef<[i64]>>(
        place: &mut P,
        dice: impl Fn(&mut P) -> &mut Self,
        roll: &'static Roll,
        key: impl FnOnce(&P) -> K,
        mut play: impl FnMut(&mut P) -> i64,
    ) -> i64 {
        match dice(place) {
            AnyDice::Enumerator(_) => Enumerator::settle(place, |place| dice(place).enumerator(), roll, key, play),
            AnyDice::Walker(_) => Walker::settle(place, |place| dice(place).walker(), roll, key, play),
            _ => play(place),
        }
    }

    fn merges(&self) -> bool {
        if let AnyDice::Enumerator(dice) = self { dice.merges() } else { false }
    }

    fn merge(&mut self, key: impl FnOnce() -> MergeKey) -> Merge {
        if let AnyDice::Enumerator(dice) = self { dice.merge(key) } else { Merge::Passed }
    }
}
