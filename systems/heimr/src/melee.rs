//! Attacks in melee of `heimr`: from the declaration to the blow with each weapon.
//!
//! Owns the first steps of section 4.6 of the specification; the blow itself is in [`attack`](super::attack), shots are in
//! [`shoot`](super::shoot), brawl attacks in [`brawl`](super::brawl). Start at [`Play::melee`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::Play;
use super::attack::{Attack, Why};
use super::derived::Wielded;
use super::policy::Trigger;

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// A melee attack with each of these weapons; a charge can add surprise (section 4.6 of the specification; HEI-160).
    #[inline]
    pub(super) fn melee(&mut self, who: Slot, target: Slot, weapons: Wielded, why: Why, surprise: i32) {
        self.apart(|play| play.strike_in_turn(who, target, weapons, why, surprise));
    }

    /// Strikes with one weapon after the other, as long as nothing stops that (HEI-185, R-28).
    #[inline(always)]
    fn strike_in_turn(&mut self, who: Slot, target: Slot, weapons: Wielded, why: Why, surprise: i32) {
        let rules = self.rules;
        let Some((target, penalty)) = self.declare(who, target, why, false) else { return };
        let mut attack = Attack { surprise, penalty, ..Attack::new(who, None, why) };
        let requirement = self.declares(&mut attack, target);
        let (first, second) = match weapons {
            [Some(sword), off] => (sword, off),
            [None, Some(off)] => (off, None),
            [None, None] => return self.after_attack(who, target, false),
        };
        // Nothing has come to pass since the first weapon was found to reach its target, where nobody can intervene.
        debug_assert!(!PLAIN || rules.goes_on(self.fight, who, target, first));
        let strikes = PLAIN || rules.goes_on(self.fight, who, target, first);
        let mut stopped = false;
        if strikes {
            let attack = Attack { weapon: Some(first), ..attack };
            self.is_heard_striking(who, first);
            stopped = self.carry_out(&attack, target, requirement).is_stopped(requirement);
        }
        if let Some(second) = second
            && !stopped
            && rules.goes_on(self.fight, who, target, second)
        {
            self.strike_with(&attack, second, strikes, target, requirement);
        }
        self.after_attack(who, target, false);
    }

    /// Steps 1 to 5 of an attack in melee: luck, intentions seen through, guards, the cluster. Whom it is directed at in the
    /// end, and what it loses where that one could not be seen; none when nothing comes of it.
    #[inline]
    pub(super) fn declare(&mut self, who: Slot, target: Slot, why: Why, brawl: bool) -> Option<(Slot, i32)> {
        let rules = self.rules;
        let own_action = matches!(why, Why::Action | Why::Charge | Why::Readied);
        let mut target = target;
        self.table.tell("HEI-160", || {
            let what = if brawl { "brawls with" } else { "attacks" };
            format!("{} {what} {}", rules.name(who), rules.name(target))
        });
        if own_action && !PLAIN {
            if brawl && !self.intends(Trigger::EnemyBrawls, who, |_, _| true) || !self.begins(who, target, false) {
                return None;
            }
            target = self.past_guards(who, target)?;
            self.ask_holders(None, Some(target));
        }
        Some((target, self.close_in(who, target)))
    }
}
