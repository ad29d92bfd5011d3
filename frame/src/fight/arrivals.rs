//! Reinforcements: who joins a fight only in one of its later rounds.
//!
//! Owns when they come and whether the others wait for them. Where they stand when they come is for the rules. Start at
//! [`Arrivals`].

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dice::Slot;
use crate::fight::Slots;

/// The fate of reinforcements when a fight could be over before they are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum Reinforcements {
    /// It is over, and they never come.
    #[default]
    #[serde(rename = "may come too late")]
    MayComeTooLate,
    /// It goes on until they have come.
    #[serde(rename = "are awaited")]
    AreAwaited,
}

/// The combatants that join fights in later rounds than the first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrivals {
    /// The round in which each combatant arrives, by slot; 1 for those who are there from the beginning.
    rounds: Vec<u16>,
    /// Those who are not there from the beginning.
    late: Slots,
    /// True if fights go on until they have come.
    awaited: bool,
}

impl Arrivals {
    /// Arrivals in these rounds, by slot.
    #[must_use]
    pub fn new(rounds: Vec<u16>, reinforcements: Reinforcements) -> Self {
        let late = (0..).map(Slot).zip(&rounds).filter(|(_, round)| **round > 1).map(|(who, _)| who).collect();
        Arrivals { rounds, late, awaited: reinforcements == Reinforcements::AreAwaited }
    }

    /// Those who are not there from the beginning.
    #[inline]
    #[must_use]
    pub fn late(&self) -> Slots {
        self.late
    }

    /// The round in which somebody arrives.
    #[must_use]
    pub fn round_of(&self, who: Slot) -> u16 {
        self.rounds.get(who.index()).copied().unwrap_or(1)
    }

    /// Those who arrive when this round begins.
    #[inline]
    #[must_use]
    pub fn in_round(&self, round: u16) -> Slots {
        if self.late.is_empty() { Slots::NONE } else { self.late.those(|who| self.rounds[who.index()] == round) }
    }

    /// Those who are still to come in this round, of a fight that has not begun in round 0.
    #[inline]
    #[must_use]
    pub fn after_round(&self, round: u16) -> Slots {
        if self.late.is_empty() { Slots::NONE } else { self.late.those(|who| self.rounds[who.index()] > round.max(1)) }
    }

    /// Those for whom a fight in this round goes on.
    #[inline]
    #[must_use]
    pub fn awaited_in(&self, round: u16) -> Slots {
        if self.awaited { self.after_round(round) } else { Slots::NONE }
    }

    /// Rounds of which so many may be played that differ in nothing but their numbers: after the first, when everybody has come, and before
    /// the last is near.
    #[must_use]
    pub fn rounds_alike(&self, most: u16) -> Range<u32> {
        const FIRST: u16 = 2;
        let first = self.rounds.iter().copied().fold(FIRST, u16::max);
        first.into()..u32::from(most).saturating_sub(1)
    }

    /// True if fights go on until everybody has come.
    #[must_use]
    pub fn are_awaited(&self) -> bool {
        self.awaited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_comes_in_its_round_and_is_awaited_only_where_that_is_said() {
        let slots = |of: &[u8]| of.iter().map(|&slot| Slot(slot)).collect::<Slots>();
        let arrivals = Arrivals::new(vec![1, 3, 3, 5], Reinforcements::MayComeTooLate);
        assert_eq!(arrivals.late(), slots(&[1, 2, 3]));
        assert_eq!([1, 2, 3, 5].map(|round| arrivals.in_round(round)), [slots(&[]), slots(&[]), slots(&[1, 2]), slots(&[3])]);
        assert_eq!(
            [0, 2, 3, 5].map(|round| arrivals.after_round(round)),
            [slots(&[1, 2, 3]), slots(&[1, 2, 3]), slots(&[3]), slots(&[])]
        );
        assert_eq!(arrivals.awaited_in(2), Slots::NONE);
        assert_eq!(Arrivals::new(vec![1, 3], Reinforcements::AreAwaited).awaited_in(2), slots(&[1]));
    }
}
