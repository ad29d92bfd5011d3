//! What rolls take out of those who make them: fatigue, which physical rolls meet, raise and suffer from, and willpower, which
//! pays for rolling again.
//!
//! Owns what a fight counts and tells of it; the rule itself is in [`challenge`](super::challenge). Start at
//! [`Core::exertion`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::abilities::AbilityId;
use super::challenge::{Effort, Rolled};
use super::metrics as count;
use super::state::{Body, Fight};

impl<const PLAIN: bool> Core<PLAIN> {
    /// Whether a physical roll meets fatigue, which may grow by it (HEI-133, HEI-136).
    #[inline]
    pub(super) fn exerts<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        rolled: Rolled,
        table: &mut Table<D, W>,
    ) -> bool {
        self.exertion(who, &mut fight.body_mut(who).effort, rolled, table)
    }

    /// The same of somebody's effort.
    #[inline]
    pub(super) fn exertion<D: Dice, W: Watch>(
        &self,
        who: Slot,
        effort: &mut Effort,
        rolled: Rolled,
        table: &mut Table<D, W>,
    ) -> bool {
        let before = effort.fatigue;
        let meets = self.check.fatigue.judge_in(self.rulings().fatigue_order, rolled, effort);
        let after = effort.fatigue;
        if after != before {
            table.watch.most(who, count::FATIGUE_PEAK, i32::from(after));
            table.tell("HEI-136", || format!("{} tires: fatigue {after}", self.name(who)));
        }
        meets
    }

    /// Pays willpower for another roll, when there is enough and the policy wishes (HEI-047).
    pub(super) fn pays<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, rerolls: u8, table: &mut Table<D, W>) -> bool {
        let cost = self.check.reroll_cost;
        if fight.body(who).willpower < cost || rerolls == u8::MAX || !self.pays_again(fight, (who, rerolls), table) {
            return false;
        }
        fight.body_mut(who).willpower -= cost;
        table.watch.count(who, count::WILLPOWER_SPENT, i32::from(cost));
        table.tell("HEI-047", || format!("{} pays {cost} WP to roll again", self.name(who)));
        true
    }

    /// What fatigue above its base takes off the consistency of a physical roll.
    #[inline]
    pub(super) fn weariness(&self, fight: &Fight, who: Slot, ability: AbilityId) -> i32 {
        self.strain(who, fight.body(who), self.abilities.is_physical(ability))
    }

    /// The same where it is known whether the roll is physical.
    #[inline]
    pub(super) fn strain(&self, who: Slot, body: &Body, physical: bool) -> i32 {
        if self.book.fatigue.penalty == 0 || !physical {
            return 0;
        }
        self.check.fatigue.penalty(body.effort.fatigue, self.base_fatigue(who, body))
    }
}
