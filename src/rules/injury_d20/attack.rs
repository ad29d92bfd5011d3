//! Attack actions of `injury-d20`: one blow, several weapons, several shots, throws, charges, maneuvers.
//!
//! Owns what each of them needs and what is paid for it before a die is rolled (4.4 and 4.5 of the specification). What a roll
//! leads to is in [`strike`](super::strike). Start at [`Core::attack_entry`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::act::Worked;
use super::book::combat::Trigger;
use super::held::Sort;
use super::metrics as count;
use super::plain;
use super::policies::Intent;
use super::rulings::MultiweaponNatural;
use super::state::{Body, Fight, free};
use super::strike::{Blow, Use};

impl Core {
    /// Whether an attack action can be paid in this turn (INJ-184, INJ-226).
    #[inline]
    pub(super) fn may_attack(&self, body: &Body) -> bool {
        !body.no_attack && body.ap >= self.book.ap.attack
    }

    /// Disadvantages by attack actions of the same turn.
    #[inline]
    pub(super) fn handicap(&self, body: &Body) -> i32 {
        i32::from(body.attack_actions) * self.book.iterative.disadvantage
    }

    /// An attack with one weapon (INJ-184, INJ-185); `poised` is whether it can be [plain](Core::poised).
    #[inline(always)]
    pub(super) fn attack_entry<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (intent, poised): (&Intent, bool),
        table: &mut Table<D, W>,
    ) -> Worked {
        let body = fight.body(who);
        if !self.may_attack(body) {
            return Worked::Impossible;
        }
        match self.fighter(who).plain {
            Some(plain) if poised && intent.weapon.is_none() => {
                if body.holds(plain::WEAPON) {
                    self.attacks_plainly(fight, who, (plain, intent), table)
                } else if self.grasps_plainly(fight, who, plain, table) {
                    Worked::Plain
                } else {
                    self.attack_with_any(fight, who, intent, table)
                }
            }
            _ => self.attack_with_any(fight, who, intent, table),
        }
    }

    /// The same with whatever weapon it has, once that is ready.
    #[inline(never)]
    fn attack_with_any<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        intent: &Intent,
        table: &mut Table<D, W>,
    ) -> Worked {
        let first = self.first_weapon(who, fight.body(who), intent.weapon);
        let armed = first.is_some_and(|weapon| !self.fighter(who).weapons[usize::from(weapon)].unarmed);
        debug_assert_eq!(armed, self.armed(who, fight.body(who), intent.weapon, Sort::Any));
        if !armed && self.take_arms(fight, who, (intent.weapon, Sort::Any), table) {
            return Worked::Prepared;
        }
        let Some(weapon) = first else { return Worked::Impossible };
        let used = self.natural_use(who, weapon);
        if used != Use::Melee && self.steps_back(fight, who, (weapon, used), table) {
            return Worked::Prepared;
        }
        let Some(target) = self.target_in_reach(fight, who, (weapon, used), table) else {
            return self.come_nearer(fight, who, (weapon, used), table);
        };
        self.attack_at(fight, (who, target), (weapon, used), table)
    }

    /// An attack at this target with a weapon that is ready.
    #[inline(always)]
    pub(super) fn attack_at<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        (weapon, used): (u8, Use),
        table: &mut Table<D, W>,
    ) -> Worked {
        let handicap = self.handicap(fight.body(who));
        self.spend(fight, who, self.book.ap.attack, count::AP_ATTACK, table);
        // Whoever is struck while it aims may have lost what it shoots with.
        if !self.exposes(fight, who, used, table) || used != Use::Melee && !self.attacks_with(who, fight.body(who), weapon) {
            return Worked::Done;
        }
        self.blow(fight, (who, target), (weapon, used, handicap), table);
        fight.body_mut(who).attacked(1);
        Worked::Done
    }

    /// An attack where another line of the plan would do nothing.
    #[inline(never)]
    pub(super) fn attack_instead<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        intent: &Intent,
        table: &mut Table<D, W>,
    ) -> Worked {
        self.attack_entry(fight, who, (intent, self.poised(fight, who)), table)
    }

    /// A shot provokes those who threaten; false when it is stopped.
    #[inline]
    fn exposes<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, used: Use, table: &mut Table<D, W>) -> bool {
        used == Use::Melee || self.provoke(fight, who, (Trigger::RangedInMelee, None), &mut Slots::default(), table)
    }

    /// One blow or shot with the options that are wanted (INJ-205 to INJ-208, INJ-215).
    #[inline(never)]
    fn blow<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        (weapon, used, handicap): (u8, Use, i32),
        table: &mut Table<D, W>,
    ) -> bool {
        let mut blow = Blow { handicap, ..Blow::plain(weapon, used) };
        if self.ever_exerts(who) {
            blow = self.options(fight, (who, target), blow, table);
        }
        if used == Use::Shot {
            self.shoot_off(fight, who, weapon);
        }
        self.strike(fight, (who, target), blow, table)
    }

    /// What a shot takes from a weapon.
    fn shoot_off(&self, fight: &mut Fight, who: Slot, weapon: u8) {
        let text = &self.fighter(who).weapons[usize::from(weapon)];
        let body = fight.body_mut(who);
        if text.counted {
            body.ammo[usize::from(weapon)] = body.ammo[usize::from(weapon)].saturating_sub(1);
        }
        if text.reload_ap > 0 {
            body.unloaded |= 1 << weapon;
        }
    }

    /// What is paid for in stamina before the roll.
    fn options<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        mut blow: Blow,
        table: &mut Table<D, W>,
    ) -> Blow {
        let melee = blow.used == Use::Melee;
        let kind = if melee { free::POWER } else { free::DEADLY_AIM };
        let most = if melee { self.book.power.max } else { self.book.deadly_aim.max };
        let most = most.unwrap_or(self.fighter(who).mb);
        if self.free_left(fight.body(who), kind)
            && let Some((points, reserve)) = self.chooses_power(fight, (who, target), table)
        {
            let points = points.min(most);
            let price = self.price(fight.body(who), points);
            if points > 0 && self.can_pay(who, fight.body(who), price, reserve) {
                self.pay(fight, who, price, table);
                fight.body_mut(who).free_used |= kind;
                blow.power = points;
                table.watch.count(who, count::POWER, points);
                table.tell("INJ-205, INJ-215", || format!("{} puts {points} stamina into it", self.name(who)));
            }
        }
        if melee
            && self.free_left(fight.body(who), free::RECKLESS)
            && let Some((degrees, reserve)) = self.chooses_reckless(fight, (who, target), table)
        {
            let degrees = self.book.reckless.max.map_or(degrees, |most| degrees.min(most));
            let price = self.price(fight.body(who), degrees * self.book.reckless.cost);
            if degrees > 0 && self.can_pay(who, fight.body(who), price, reserve) {
                self.pay(fight, who, price, table);
                fight.body_mut(who).free_used |= free::RECKLESS;
                blow.reckless = degrees;
                table.watch.count(who, count::RECKLESS, degrees);
                table.tell("INJ-207", || format!("{} attacks recklessly", self.name(who)));
            }
        }
        blow
    }

    /// One blow with each weapon (INJ-204, R-38).
    #[inline(never)]
    pub(super) fn multi_entry<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        _intent: &Intent,
        table: &mut Table<D, W>,
    ) -> Worked {
        if !self.may_attack(fight.body(who)) {
            return Worked::Impossible;
        }
        if self.prepare_arms(fight, who, (None, Sort::Melee), table) {
            return Worked::Prepared;
        }
        let weapons = &self.fighter(who).weapons;
        let counts = |fight: &Fight, index: u8| {
            let weapon = &weapons[usize::from(index)];
            let natural = !weapon.natural || self.rulings.multiweapon_natural == MultiweaponNatural::Yes;
            weapon.melee() && !weapon.unarmed && natural && self.usable(who, fight.body(who), index)
        };
        let all = 0..weapons.len() as u8;
        let Some(first) = all.clone().find(|&index| counts(fight, index)) else { return Worked::Impossible };
        let several = all.clone().filter(|&index| counts(fight, index)).count() > 1;
        let reach = |fight: &Fight, index: u8, foe: Slot| self.reaches(fight, (who, foe), (index, Use::Melee), 0);
        let candidates = self.candidates(fight, who);
        let mut lunge = None;
        if !candidates.clone().any(|foe| all.clone().any(|index| counts(fight, index) && reach(fight, index, foe))) {
            // A lunge lengthens one blow: that with the first weapon which it brings within reach.
            for index in all.clone() {
                if lunge.is_none() && counts(fight, index) {
                    let target = self.lunge(fight, (who, candidates), (index, Use::Melee), table);
                    lunge = target.map(|target| (index, target));
                }
            }
            if lunge.is_none() {
                return self.come_nearer(fight, who, (first, Use::Melee), table);
            }
        }
        let more = if several { self.book.multiweapon.disadvantage } else { 0 };
        let handicap = self.handicap(fight.body(who)) + more;
        self.spend(fight, who, self.book.ap.attack, count::AP_ATTACK, table);
        for index in all {
            if fight.over() || self.stopped(fight, who) {
                break;
            }
            if !counts(fight, index) {
                continue;
            }
            let within = self.candidates(fight, who).those(|foe| reach(fight, index, foe));
            let target = match lunge {
                Some((lunging, target)) if lunging == index => Some(target),
                _ if within.is_empty() => None,
                _ => self.choose_target(fight, who, within, table),
            };
            if let Some(target) = target {
                self.blow(fight, (who, target), (index, Use::Melee, handicap), table);
            }
        }
        fight.body_mut(who).attacked(self.book.multiweapon.counts_as);
        Worked::Done
    }

    /// Several shots in one action (INJ-216, INJ-217, R-38).
    #[inline(never)]
    pub(super) fn rapid_entry<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        intent: &Intent,
        table: &mut Table<D, W>,
    ) -> Worked {
        if !self.may_attack(fight.body(who)) {
            return Worked::Impossible;
        }
        if self.prepare_arms(fight, who, (intent.weapon, Sort::Ranged), table) {
            return Worked::Prepared;
        }
        let first = match intent.weapon {
            Some(_) => self.first_weapon(who, fight.body(who), intent.weapon),
            None => self.first_of(who, fight.body(who), Sort::Ranged),
        };
        let Some(mut weapon) = first else { return Worked::Impossible };
        let used = self.natural_use(who, weapon);
        if used == Use::Melee || self.fighter(who).weapons[usize::from(weapon)].reload_ap > 0 {
            return Worked::Impossible;
        }
        if self.steps_back(fight, who, (weapon, used), table) {
            return Worked::Prepared;
        }
        let mut candidates = self.candidates(fight, who);
        if !candidates.any(|foe| self.reaches(fight, (who, foe), (weapon, used), 0)) {
            return self.come_nearer(fight, who, (weapon, used), table);
        }
        let shots = self.book.rapid_shot.max.map_or(intent.shots, |most| intent.shots.min(most));
        let handicap = self.handicap(fight.body(who)) + (i32::from(shots) - 1) * self.book.rapid_shot.disadvantage;
        self.spend(fight, who, self.book.ap.attack, count::AP_ATTACK, table);
        if !self.exposes(fight, who, used, table) {
            return Worked::Done;
        }
        for _ in 0..shots {
            if fight.over() || self.stopped(fight, who) {
                break;
            }
            let next = self.like(who, weapon).find(|&like| self.attacks_with(who, fight.body(who), like));
            let Some(next) = next else { break };
            weapon = next;
            let within = self.candidates(fight, who).those(|foe| self.reaches(fight, (who, foe), (weapon, used), 0));
            let Some(target) = self.choose_target(fight, who, within, table) else { break };
            self.blow(fight, (who, target), (weapon, used, handicap), table);
        }
        fight.body_mut(who).attacked(1);
        Worked::Done
    }

    /// A throw (INJ-218).
    #[inline(never)]
    pub(super) fn throw_entry<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        intent: &Intent,
        table: &mut Table<D, W>,
    ) -> Worked {
        if !self.may_attack(fight.body(who)) {
            return Worked::Impossible;
        }
        let weapons = 0..self.fighter(who).weapons.len() as u8;
        let mut wanted = weapons.filter(|&weapon| {
            self.wanted(who, weapon, intent.weapon, Sort::Any) && self.throwable(who, fight.body(who), weapon)
        });
        let Some(weapon) = wanted.next() else { return Worked::Impossible };
        let Some(target) = self.target_in_reach(fight, who, (weapon, Use::Throw), table) else {
            return self.come_nearer(fight, who, (weapon, Use::Throw), table);
        };
        let handicap = self.handicap(fight.body(who));
        self.spend(fight, who, self.book.ap.attack, count::AP_ATTACK, table);
        if self.exposes(fight, who, Use::Throw, table) && self.throwable(who, fight.body(who), weapon) {
            self.blow(fight, (who, target), (weapon, Use::Throw, handicap), table);
            fight.body_mut(who).attacked(1);
        }
        Worked::Done
    }

    /// Whether it could charge (INJ-230, R-37).
    pub(super) fn may_charge(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        let payable = self.cost_of(fight, who, self.book.action.charge).is_some();
        self.grid.is_some() && !body.no_attack && !body.prone && !self.exhausted(who, body) && payable
    }

    #[inline(never)]
    pub(super) fn charge_entry<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        intent: &Intent,
        table: &mut Table<D, W>,
    ) -> Worked {
        if !self.may_charge(fight, who) {
            return Worked::Impossible;
        }
        let body = fight.body(who);
        let weapon = match intent.weapon {
            Some(_) => self.first_weapon(who, body, intent.weapon),
            None => self.first_of(who, body, Sort::Melee),
        };
        let candidates = self.candidates(fight, who);
        let Some(weapon) = weapon.filter(|_| !candidates.is_empty()) else { return Worked::Impossible };
        let Some(target) = self.choose_target(fight, who, candidates, table) else { return Worked::Impossible };
        let reach = self.fighter(who).weapons[usize::from(weapon)].reach_ft;
        if !self.charge_lane(fight, (who, target), reach) {
            return Worked::Impossible;
        }
        self.charge(fight, (who, target), weapon, table);
        Worked::Done
    }

    /// A charge along the lane that was found (INJ-230, R-37).
    pub(super) fn charge<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        weapon: u8,
        table: &mut Table<D, W>,
    ) {
        let handicap = self.handicap(fight.body(who));
        self.begin_action(fight, who, (self.book.action.charge, count::AP_CHARGE), table);
        fight.body_mut(who).charging = true;
        table.watch.count(who, count::CHARGES, 1);
        table.tell("INJ-230", || format!("{} charges at {}", self.name(who), self.name(target)));
        if !self.walk(fight, who, true, table) || !self.usable(who, fight.body(who), weapon) {
            return;
        }
        self.level_out(fight, (who, target));
        let blow = Blow { handicap, charge: true, ..Blow::plain(weapon, Use::Melee) };
        let blow = self.options(fight, (who, target), blow, table);
        self.strike(fight, (who, target), blow, table);
        fight.body_mut(who).attacked(1);
    }

    /// A maneuver; one that would do nothing becomes an attack (INJ-153, INJ-186).
    #[inline(never)]
    pub(super) fn maneuver_entry<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        intent: &Intent,
        table: &mut Table<D, W>,
    ) -> Worked {
        if !self.may_attack(fight.body(who)) {
            return Worked::Impossible;
        }
        let body = fight.body(who);
        let weapon = self.melee_weapon(who, body).or_else(|| self.first_of(who, body, Sort::Melee));
        let Some(weapon) = weapon else { return Worked::Impossible };
        let reach = self.melee_reach_ft(fight, who);
        let within = self.candidates(fight, who).those(|foe| self.distance_ft(fight, who, foe) <= reach);
        if within.is_empty() {
            return self.come_nearer(fight, who, (weapon, Use::Melee), table);
        }
        let Some(target) = self.choose_target(fight, who, within, table) else { return Worked::Impossible };
        let maneuver = intent.maneuver;
        if !self.does_something(fight, (who, target), maneuver) {
            return self.attack_instead(fight, who, &Intent { weapon: None, ..*intent }, table);
        }
        self.spend(fight, who, self.book.ap.attack, count::AP_MANEUVER, table);
        self.maneuver(fight, (who, target), maneuver, table);
        fight.body_mut(who).attacked(1);
        Worked::Done
    }
}
