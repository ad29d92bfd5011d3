//! Attack actions of `injury-d20`: one blow, several weapons, several shots, throws, charges, maneuvers.
//!
//! Owns what each of them needs and what is paid for it before a die is rolled (4.4 and 4.5 of the specification). What a roll
//! leads to is in [`strike`](super::strike). Start at [`Play::attack_entry`].

use crate::dice::{Dice, Slot};
use crate::fight::{Ending, Slots, Watch};

use super::act::Worked;
use super::book::combat::Trigger;
use super::held::Sort;
use super::metrics as count;
use super::plain;
use super::policies::Intent;
use super::rulings::MultiweaponNatural;
use super::state::{Body, Fight, free};
use super::strike::{Blow, Use, Wield};
use super::{Core, Play};

impl Core {
    /// True if an attack action can be paid in this turn (INJ-184, INJ-226).
    #[inline]
    pub(super) fn may_attack(&self, body: &Body) -> bool {
        !body.no_attack && body.ap >= self.book.ap.attack
    }

    /// Disadvantages by attack actions of the same turn.
    #[inline]
    pub(super) fn handicap(&self, body: &Body) -> i32 {
        i32::from(body.attack_actions) * self.book.iterative.disadvantage
    }

    /// True if a combatant could charge (INJ-230, R-37).
    pub(super) fn may_charge(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        let payable = self.cost_of(fight, who, self.book.action.charge).is_some();
        self.grid.is_some() && !body.no_attack && !body.prone && !self.exhausted(who, body) && payable
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// An attack with one weapon (INJ-184, INJ-185); `poised` is true if it can be [plain](Core::poised).
    #[inline(always)]
    pub(super) fn attack_entry(&mut self, who: Slot, intent: &Intent, poised: bool) -> Worked {
        let body = self.fight.body(who);
        if !self.rules.may_attack(body) {
            return Worked::Impossible;
        }
        match self.rules.fighter(who).plain {
            Some(plain) if poised && intent.weapon.is_none() => {
                if body.holds(plain::WEAPON) {
                    self.attacks_plainly(who, plain, intent)
                } else if self.grasps_plainly(who, plain) {
                    Worked::Plain
                } else {
                    self.lend().attack_with_any(who, intent)
                }
            }
            _ => self.lend().attack_with_any(who, intent),
        }
    }

    /// An attack with one weapon of whoever is not poised: gets the weapon ready first.
    #[inline(never)]
    fn attack_with_any(&mut self, who: Slot, intent: &Intent) -> Worked {
        let rules = self.rules;
        let first = rules.first_weapon(who, self.fight.body(who), intent.weapon);
        let armed = first.is_some_and(|weapon| !rules.fighter(who).weapons[usize::from(weapon)].unarmed);
        debug_assert_eq!(armed, rules.armed(who, self.fight.body(who), intent.weapon, Sort::Any));
        if !armed && self.take_arms(who, intent.weapon, Sort::Any) {
            return Worked::Prepared;
        }
        let Some(weapon) = first else { return Worked::Impossible };
        let used = rules.natural_use(who, weapon);
        if used != Use::Melee && self.steps_back(who, Wield { weapon, used }) {
            return Worked::Prepared;
        }
        let Some(target) = self.target_in_reach(who, Wield { weapon, used }) else {
            return self.come_nearer(who, Wield { weapon, used });
        };
        self.attack_at(who, target, Wield { weapon, used })
    }

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

    /// An attack where another line of the plan would do nothing.
    #[inline(never)]
    pub(super) fn attack_instead(&mut self, who: Slot, intent: &Intent) -> Worked {
        self.attack_entry(who, intent, self.rules.poised(self.fight, who))
    }

    /// A shot provokes those who threaten; false when it is stopped.
    #[inline]
    fn exposes(&mut self, who: Slot, used: Use) -> bool {
        used == Use::Melee || self.provoke(who, Trigger::RangedInMelee, None, &mut Slots::default())
    }

    /// One blow or shot with the options that are wanted (INJ-205, INJ-206, INJ-207, INJ-208, INJ-215).
    #[inline(never)]
    fn blow(&mut self, who: Slot, target: Slot, wield: Wield, handicap: i32) -> bool {
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

    /// Pays in stamina for the options of a blow that are wanted; returns the blow with them.
    fn options(&mut self, who: Slot, target: Slot, mut blow: Blow) -> Blow {
        let rules = self.rules;
        let melee = blow.used == Use::Melee;
        let kind = if melee { free::POWER } else { free::DEADLY_AIM };
        let most = if melee { rules.book.power.max } else { rules.book.deadly_aim.max };
        let most = most.unwrap_or(rules.fighter(who).mb);
        if rules.free_left(self.fight.body(who), kind)
            && let Some((points, reserve)) = self.chooses_power(who, target)
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
            && let Some((degrees, reserve)) = self.chooses_reckless(who, target)
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

    /// One blow with each weapon (INJ-204, R-38).
    #[inline(never)]
    pub(super) fn multi_entry(&mut self, who: Slot, _intent: &Intent) -> Worked {
        let rules = self.rules;
        if !rules.may_attack(self.fight.body(who)) {
            return Worked::Impossible;
        }
        if self.prepare_arms(who, None, Sort::Melee) {
            return Worked::Prepared;
        }
        let weapons = &rules.fighter(who).weapons;
        let counts = |now: &Fight, index: u8| {
            let weapon = &weapons[usize::from(index)];
            let natural = !weapon.natural || rules.rulings.multiweapon_natural == MultiweaponNatural::Yes;
            weapon.melee() && !weapon.unarmed && natural && rules.usable(who, now.body(who), index)
        };
        let all = 0..weapons.len() as u8;
        let Some(first) = all.clone().find(|&index| counts(self.fight, index)) else { return Worked::Impossible };
        let several = all.clone().filter(|&index| counts(self.fight, index)).count() > 1;
        let reach =
            |now: &Fight, index: u8, foe: Slot| rules.reaches(now, who, foe, Wield { weapon: index, used: Use::Melee }, 0);
        let candidates = rules.candidates(self.fight, who);
        let mut lunge = None;
        if !candidates.clone().any(|foe| all.clone().any(|index| counts(self.fight, index) && reach(self.fight, index, foe))) {
            // A lunge lengthens one blow: that with the first weapon which it brings within reach.
            for index in all.clone() {
                if lunge.is_none() && counts(self.fight, index) {
                    let target = self.lunge(who, candidates, Wield { weapon: index, used: Use::Melee });
                    lunge = target.map(|target| (index, target));
                }
            }
            if lunge.is_none() {
                return self.come_nearer(who, Wield { weapon: first, used: Use::Melee });
            }
        }
        let more = if several { rules.book.multiweapon.disadvantage } else { 0 };
        let handicap = rules.handicap(self.fight.body(who)) + more;
        self.spend(who, rules.book.ap.attack, count::AP_ATTACK);
        for index in all {
            if self.fight.over() || rules.stopped(self.fight, who) {
                break;
            }
            if !counts(self.fight, index) {
                continue;
            }
            let within = rules.candidates(self.fight, who).those(|foe| reach(self.fight, index, foe));
            let target = match lunge {
                Some((lunging, target)) if lunging == index => Some(target),
                _ if within.is_empty() => None,
                _ => self.choose_target(who, within),
            };
            if let Some(target) = target {
                self.blow(who, target, Wield { weapon: index, used: Use::Melee }, handicap);
                if self.merge_point("injury-d20: behind one of several blows", (who, index, handicap, lunge)) {
                    self.fight.ending = Some(Ending::Draw);
                }
            }
        }
        self.fight.body_mut(who).attacked(rules.book.multiweapon.counts_as);
        Worked::Done
    }

    /// Several shots in one action (INJ-216, INJ-217, R-38).
    #[inline(never)]
    pub(super) fn rapid_entry(&mut self, who: Slot, intent: &Intent) -> Worked {
        let rules = self.rules;
        if !rules.may_attack(self.fight.body(who)) {
            return Worked::Impossible;
        }
        if self.prepare_arms(who, intent.weapon, Sort::Ranged) {
            return Worked::Prepared;
        }
        let first = match intent.weapon {
            Some(_) => rules.first_weapon(who, self.fight.body(who), intent.weapon),
            None => rules.first_of(who, self.fight.body(who), Sort::Ranged),
        };
        let Some(mut weapon) = first else { return Worked::Impossible };
        let used = rules.natural_use(who, weapon);
        if used == Use::Melee || rules.fighter(who).weapons[usize::from(weapon)].reload_ap > 0 {
            return Worked::Impossible;
        }
        if self.steps_back(who, Wield { weapon, used }) {
            return Worked::Prepared;
        }
        let mut candidates = rules.candidates(self.fight, who);
        if !candidates.any(|foe| rules.reaches(self.fight, who, foe, Wield { weapon, used }, 0)) {
            return self.come_nearer(who, Wield { weapon, used });
        }
        let shots = rules.book.rapid_shot.max.map_or(intent.shots, |most| intent.shots.min(most));
        let handicap = rules.handicap(self.fight.body(who)) + (i32::from(shots) - 1) * rules.book.rapid_shot.disadvantage;
        self.spend(who, rules.book.ap.attack, count::AP_ATTACK);
        if !self.exposes(who, used) {
            return Worked::Done;
        }
        for shot in 0..shots {
            if self.fight.over() || rules.stopped(self.fight, who) {
                break;
            }
            let next = rules.like(who, weapon).find(|&like| rules.attacks_with(who, self.fight.body(who), like));
            let Some(next) = next else { break };
            weapon = next;
            let within =
                rules.candidates(self.fight, who).those(|foe| rules.reaches(self.fight, who, foe, Wield { weapon, used }, 0));
            let Some(target) = self.choose_target(who, within) else { break };
            self.blow(who, target, Wield { weapon, used }, handicap);
            if self.merge_point("injury-d20: behind one of several shots", (who, shot, weapon, used as u8, handicap)) {
                self.fight.ending = Some(Ending::Draw);
            }
        }
        self.fight.body_mut(who).attacked(1);
        Worked::Done
    }

    /// A throw (INJ-218).
    #[inline(never)]
    pub(super) fn throw_entry(&mut self, who: Slot, intent: &Intent) -> Worked {
        let rules = self.rules;
        if !rules.may_attack(self.fight.body(who)) {
            return Worked::Impossible;
        }
        let weapons = 0..rules.fighter(who).weapons.len() as u8;
        let mut wanted = weapons.filter(|&weapon| {
            rules.wanted(who, weapon, intent.weapon, Sort::Any) && rules.throwable(who, self.fight.body(who), weapon)
        });
        let Some(weapon) = wanted.next() else { return Worked::Impossible };
        let Some(target) = self.target_in_reach(who, Wield { weapon, used: Use::Throw }) else {
            return self.come_nearer(who, Wield { weapon, used: Use::Throw });
        };
        let handicap = rules.handicap(self.fight.body(who));
        self.spend(who, rules.book.ap.attack, count::AP_ATTACK);
        if self.exposes(who, Use::Throw) && rules.throwable(who, self.fight.body(who), weapon) {
            self.blow(who, target, Wield { weapon, used: Use::Throw }, handicap);
            self.fight.body_mut(who).attacked(1);
        }
        Worked::Done
    }

    #[inline(never)]
    pub(super) fn charge_entry(&mut self, who: Slot, intent: &Intent) -> Worked {
        let rules = self.rules;
        if !rules.may_charge(self.fight, who) {
            return Worked::Impossible;
        }
        let body = self.fight.body(who);
        let weapon = match intent.weapon {
            Some(_) => rules.first_weapon(who, body, intent.weapon),
            None => rules.first_of(who, body, Sort::Melee),
        };
        let candidates = rules.candidates(self.fight, who);
        let Some(weapon) = weapon.filter(|_| !candidates.is_empty()) else { return Worked::Impossible };
        let Some(target) = self.choose_target(who, candidates) else { return Worked::Impossible };
        let reach = rules.fighter(who).weapons[usize::from(weapon)].reach_ft;
        if !self.charge_lane(who, target, reach) {
            return Worked::Impossible;
        }
        self.charge(who, target, weapon);
        Worked::Done
    }

    /// A charge along the lane that was found (INJ-230, R-37).
    pub(super) fn charge(&mut self, who: Slot, target: Slot, weapon: u8) {
        let rules = self.rules;
        let handicap = rules.handicap(self.fight.body(who));
        self.begin_action(who, rules.book.action.charge, count::AP_CHARGE);
        self.fight.body_mut(who).charging = true;
        self.table.watch.count(who, count::CHARGES, 1);
        self.table.tell("INJ-230", || format!("{} charges at {}", rules.name(who), rules.name(target)));
        if !self.walk(who, true) || !rules.usable(who, self.fight.body(who), weapon) {
            return;
        }
        self.level_out(who, target);
        let blow = Blow { handicap, charge: true, ..Blow::plain(weapon, Use::Melee) };
        let blow = self.options(who, target, blow);
        self.strike(who, target, blow);
        self.fight.body_mut(who).attacked(1);
    }

    /// A maneuver; one that would do nothing becomes an attack (INJ-153, INJ-186).
    #[inline(never)]
    pub(super) fn maneuver_entry(&mut self, who: Slot, intent: &Intent) -> Worked {
        let rules = self.rules;
        if !rules.may_attack(self.fight.body(who)) {
            return Worked::Impossible;
        }
        let body = self.fight.body(who);
        let weapon = rules.melee_weapon(who, body).or_else(|| rules.first_of(who, body, Sort::Melee));
        let Some(weapon) = weapon else { return Worked::Impossible };
        let reach = rules.melee_reach_ft(self.fight, who);
        let within = rules.candidates(self.fight, who).those(|foe| rules.distance_ft(self.fight, who, foe) <= reach);
        if within.is_empty() {
            return self.come_nearer(who, Wield { weapon, used: Use::Melee });
        }
        let Some(target) = self.choose_target(who, within) else { return Worked::Impossible };
        let maneuver = intent.maneuver;
        if !rules.does_something(self.fight, who, target, maneuver) {
            return self.attack_instead(who, &Intent { weapon: None, ..*intent });
        }
        self.spend(who, rules.book.ap.attack, count::AP_MANEUVER);
        self.maneuver(who, target, maneuver);
        self.fight.body_mut(who).attacked(1);
        Worked::Done
    }
}
