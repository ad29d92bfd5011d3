//! A blow or shot of `injury-d20` within an attack action: what it costs, what is put into it, and then the roll.
//!
//! Owns the price of attack actions and the options of a blow (4.5 of the specification). Which attack it belongs to is decided
//! in [`attack`](super::attack), what the roll leads to in [`strike`](super::strike). Start at [`Play::attack_at`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::book::combat::Trigger;
use super::metrics as count;
use super::ready::Worked;
use super::state::{Body, free};
use super::strike::{Blow, Use, Wield};
use super::{Core, Play};

impl Core {
    /// True if an attack action can be paid in this turn (INJ-184, INJ-226).
    #[inline]
    pub(super) fn may_attack(&self, body: &Body) -> bool {
        !body.no_attack && body.ap >= self.book.ap.attack
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// An attack at this target with a weapon that is ready.
    #[inline(always)]
    pub(super) fn attack_at(&mut self, who: Slot, target: Slot, wield: Wield) -> Worked {
        let rules = self.rules;
        let Wield { weapon, used } = wield;
        let handicap = rules.handicap(self.fight.body(who));
        self.lend().spend(who, rules.book.ap.attack, count::AP_ATTACK);
        // A fighter that is struck while it aims may have lost what it shoots with.
        if !self.exposes(who, used) || used != Use::Melee && !rules.attacks_with(who, self.fight.body(who), weapon) {
            return Worked::Done;
        }
        self.lend().blow(who, target, Wield { weapon, used }, handicap);
        self.fight.body_mut(who).attacked(1);
        Worked::Done
    }

    /// A shot provokes enemies that threaten the shooter; false when it is stopped.
    #[inline]
    pub(super) fn exposes(&mut self, who: Slot, used: Use) -> bool {
        used == Use::Melee || self.provoke(who, Trigger::RangedInMelee, None, &mut Slots::default())
    }

    /// One blow or shot with the options that are wanted (INJ-206, INJ-208).
    #[inline(never)]
    pub(super) fn blow(&mut self, who: Slot, target: Slot, wield: Wield, handicap: i32) -> bool {
        let Wield { weapon, used } = wield;
        let mut blow = Blow { handicap, ..Blow::plain(weapon, used) };
        if self.rules.ever_exerts(who) {
            blow = self.options(who, target, blow);
        }
        if used == Use::Shot {
            self.shoot_off(who, weapon);
        }
        self.strike(who, target, blow)
    }

    /// Takes from a weapon what a shot costs: ammunition, and being loaded.
    fn shoot_off(&mut self, who: Slot, weapon: u8) {
        let text = &self.rules.fighter(who).weapons[usize::from(weapon)];
        let body = self.fight.body_mut(who);
        if text.counted {
            body.ammo[usize::from(weapon)] = body.ammo[usize::from(weapon)].saturating_sub(1);
        }
        if text.reload_ap > 0 {
            body.unloaded |= 1 << weapon;
        }
    }

    /// Pays in stamina for the options of a blow that are wanted; returns the blow with them (INJ-205, INJ-207, INJ-215).
    pub(super) fn options(&mut self, who: Slot, target: Slot, mut blow: Blow) -> Blow {
        let rules = self.rules;
        let melee = blow.used == Use::Melee;
        let kind = if melee { free::POWER } else { free::DEADLY_AIM };
        let most = if melee { rules.book.power.max } else { rules.book.deadly_aim.max };
        let most = most.unwrap_or(rules.fighter(who).mb);
        if rules.free_left(self.fight.body(who), kind)
            && let Some((points, reserve)) = self.answer(&rules.policies.lists.power, who, Some(target))
        {
            let points = points.min(most);
            let price = rules.price(self.fight.body(who), points);
            if points > 0 && rules.can_pay(who, self.fight.body(who), price, reserve) {
                self.pay(who, price);
                self.fight.body_mut(who).free_used |= kind;
                blow.power = points;
                self.table.watch.count(who, count::POWER, points);
                self.table.tell("INJ-205, INJ-215", || format!("{} puts {points} stamina into it", rules.name(who)));
            }
        }
        if melee
            && rules.free_left(self.fight.body(who), free::RECKLESS)
            && let Some((degrees, reserve)) = self.answer(&rules.policies.lists.reckless, who, Some(target))
        {
            let degrees = rules.book.reckless.max.map_or(degrees, |most| degrees.min(most));
            let price = rules.price(self.fight.body(who), degrees * rules.book.reckless.cost);
            if degrees > 0 && rules.can_pay(who, self.fight.body(who), price, reserve) {
                self.pay(who, price);
                self.fight.body_mut(who).free_used |= free::RECKLESS;
                blow.reckless = degrees;
                self.table.watch.count(who, count::RECKLESS, degrees);
                self.table.tell("INJ-207", || format!("{} attacks recklessly", rules.name(who)));
            }
        }
        blow
    }
}
