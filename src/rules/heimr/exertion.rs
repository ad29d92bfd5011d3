//! The toll of rolls on those who make them: fatigue, which physical rolls meet, raise and suffer from, and willpower, which
//! pays for rolling again.
//!
//! Owns what a fight counts and tells of it; the rule itself is in [`challenge`](super::challenge). Start at
//! [`Play::exerts`].

use crate::dice::{Dice, Roll, Slot};
use crate::fight::sum::Sum;
use crate::fight::{Adds, Sentence, Watch};

use super::abilities::{AbilityId, Score};
use super::challenge::{Rolled, taken};
use super::metrics as count;
use super::state::{Body, Fight};
use super::{Core, Play};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// True if a physical roll meets fatigue, which may grow by it (HEI-133, HEI-136).
    #[inline]
    pub(super) fn exerts(&mut self, who: Slot, rolled: Rolled) -> bool {
        let rules = self.rules;
        let effort = &mut self.fight.body_mut(who).effort;
        let before = effort.fatigue;
        let meets = rules.check.fatigue.judge_in(rules.rulings().fatigue_order, rolled, effort);
        let after = effort.fatigue;
        if after != before {
            self.table.watch.most(who, count::FATIGUE_PEAK, i32::from(after));
            self.table.tell("HEI-136", || format!("{} tires: fatigue {after}", rules.name(who)));
        }
        meets
    }

    /// Tells a roll: what it is for, at which consistency, with which potential and what else is added.
    pub(super) fn tells_roll(&mut self, who: Slot, roll: &'static Roll, score: Score, rolled: Rolled, bonus: i32) {
        let rules = self.rules;
        self.table.tell("HEI-028", || {
            let sum = Sum::of_dice(who, roll, taken(score.c), i32::from(rolled.pre)).plus("potential", score.p);
            let sentence = Sentence::new(format!("{}: {} ", rules.name(who), roll.what)).sum(sum.plus("bonus", bonus));
            sentence.and(format!(" at C {}", score.c))
        });
    }

    /// Pays willpower for another roll, when there is enough and the policy wishes (HEI-047).
    pub(super) fn pays(&mut self, who: Slot, rerolls: u8) -> bool {
        let cost = self.rules.check.reroll_cost;
        if self.fight.body(who).willpower < cost || rerolls == u8::MAX || !self.pays_again(who, rerolls) {
            return false;
        }
        self.fight.body_mut(who).willpower -= cost;
        self.table.watch.count(who, count::WILLPOWER_SPENT, i32::from(cost));
        self.table.tell("HEI-047", || format!("{} pays {cost} WP to roll again", self.rules.name(who)));
        true
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Points that fatigue above its base takes off the consistency of a physical roll.
    #[inline]
    pub(super) fn weariness(&self, fight: &Fight, who: Slot, ability: AbilityId) -> i32 {
        self.strain(who, fight.body(who), self.abilities.is_physical(ability))
    }

    /// Points that fatigue takes off a roll of which it is known whether it is physical.
    #[inline]
    pub(super) fn strain(&self, who: Slot, body: &Body, physical: bool) -> i32 {
        if self.book.fatigue.penalty == 0 || !physical {
            return 0;
        }
        self.check.fatigue.penalty(body.effort.fatigue, self.base_fatigue(who, body))
    }
}
