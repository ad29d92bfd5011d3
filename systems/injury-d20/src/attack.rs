//! Attack actions of `injury-d20`: one blow, several weapons, several shots, throws, charges, maneuvers.
//!
//! Owns what each of them needs, and the way that leads to it (4.4 and 4.5 of the specification). What is paid for a blow is in
//! [`blow`](super::blow), what a roll leads to in [`strike`](super::strike). Start at [`Play::attack_entry`].

use frame::dice::{Dice, Slot};
use frame::fight::{Ending, Watch};

use super::held::Sort;
use super::metrics as count;
use super::plain;
use super::policies::Intent;
use super::policy::Movement;
use super::ready::Worked;
use super::rulings::MultiweaponNatural;
use super::state::{Body, Fight};
use super::strike::{Blow, Use, Wield};
use super::{Core, Play};

impl Core {
    /// True if a weapon strikes together with others in one action (INJ-204, R-38).
    pub(super) fn joins_in(&self, who: Slot, body: &Body, index: u8) -> bool {
        let weapon = &self.fighter(who).weapons[usize::from(index)];
        let natural = !weapon.natural || self.rulings.multiweapon_natural == MultiweaponNatural::Yes;
        weapon.melee() && !weapon.unarmed && natural && self.usable(who, body, index)
    }

    /// Disadvantages of each attack of an action with several weapons, or with the only one there is (INJ-204, R-38).
    pub(super) fn handicap_of_weapons(&self, body: &Body, several: bool) -> i32 {
        self.handicap(body) + if several { self.book.multiweapon.disadvantage } else { 0 }
    }

    /// Returns the shots of one action of which so many are wanted (INJ-217, R-38).
    pub(super) fn rapid_shots(&self, wanted: u8) -> u8 {
        self.book.rapid_shot.max.map_or(wanted, |most| wanted.min(most))
    }

    /// Disadvantages of each of so many shots of one action (INJ-217).
    pub(super) fn handicap_of_shots(&self, body: &Body, shots: u8) -> i32 {
        self.handicap(body) + (i32::from(shots) - 1) * self.book.rapid_shot.disadvantage
    }

    /// True if a combatant could charge (INJ-230, R-37).
    pub(super) fn may_charge(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        let payable = self.cost_of(fight, who, self.book.action.charge).is_some();
        self.grid.is_some() && !body.no_attack && !body.prone && !self.exhausted(who, body) && payable
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// An attack with one weapon; `poised` is true if it can be [plain](Core::poised).
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

    /// An attack with one weapon of an attacker that is not poised: gets the weapon ready first.
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

    /// An attack where another line of the plan would do nothing.
    #[inline(never)]
    pub(super) fn attack_instead(&mut self, who: Slot, intent: &Intent) -> Worked {
        self.attack_entry(who, intent, self.rules.poised(self.fight, who))
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
        let counts = |now: &Fight, index: u8| rules.joins_in(who, now.body(who), index);
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
        let handicap = rules.handicap_of_weapons(self.fight.body(who), several);
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
        let shots = rules.rapid_shots(intent.shots);
        let handicap = rules.handicap_of_shots(self.fight.body(who), shots);
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

    /// A throw of what is in hand or quickly drawn; else one takes it in hand first (INJ-218, R-22).
    #[inline(never)]
    pub(super) fn throw_entry(&mut self, who: Slot, intent: &Intent) -> Worked {
        let rules = self.rules;
        if !rules.may_attack(self.fight.body(who)) || !rules.of_sort(who, intent.weapon, Sort::Thrown) {
            return Worked::Impossible;
        }
        let weapons = 0..rules.fighter(who).weapons.len() as u8;
        let mut wanted = weapons.filter(|&weapon| {
            rules.wanted(who, weapon, intent.weapon, Sort::Thrown) && rules.throwable(who, self.fight.body(who), weapon)
        });
        let Some(weapon) = wanted.next() else {
            let taken = self.take_arms(who, intent.weapon, Sort::Thrown);
            return if taken { Worked::Prepared } else { Worked::Impossible };
        };
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

    /// Charges as a plan says, with a weapon for melee, which one takes in hand first (INJ-198, INJ-230, R-22, R-37).
    #[inline(never)]
    pub(super) fn charge_entry(&mut self, who: Slot, intent: &Intent) -> Worked {
        let rules = self.rules;
        if !rules.may_charge(self.fight, who) || !rules.of_sort(who, intent.weapon, Sort::Melee) {
            return Worked::Impossible;
        }
        if self.prepare_arms(who, intent.weapon, Sort::Melee) {
            return Worked::Prepared;
        }
        let body = self.fight.body(who);
        let weapon = match intent.weapon {
            Some(_) => rules.first_weapon(who, body, intent.weapon),
            None => rules.first_of(who, body, Sort::Melee),
        };
        let Some(weapon) = weapon else { return Worked::Impossible };
        let reach = rules.fighter(who).weapons[usize::from(weapon)].reach_ft;
        let within = rules.candidates(self.fight, who).filter(|&foe| self.charge_lane(who, foe, reach)).collect();
        let Some(target) = self.choose_target(who, within) else { return Worked::Impossible };
        self.charge_lane(who, target, reach);
        self.charge(who, target, weapon);
        Worked::Done
    }

    /// A charge along the lane that was found (INJ-230, R-37).
    fn charge(&mut self, who: Slot, target: Slot, weapon: u8) {
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

    /// Comes nearer, by a charge where that is wanted and possible.
    #[inline(never)]
    fn come_nearer(&mut self, who: Slot, wield: Wield) -> Worked {
        let rules = self.rules;
        let candidates = rules.candidates(self.fight, who);
        let flies = self.fight.body(who).flying;
        if rules.grid.is_none() && !flies || candidates.is_empty() || self.movement(who) == Movement::Hold {
            return Worked::Impossible;
        }
        let Some(target) = self.choose_target(who, candidates) else { return Worked::Impossible };
        if wield.used == Use::Melee
            && rules.may_charge(self.fight, who)
            && self.wants(&rules.policies.lists.charge, who, Some(target))
        {
            let reach = rules.fighter(who).weapons[usize::from(wield.weapon)].reach_ft;
            if self.charge_lane(who, target, reach) {
                self.charge(who, target, wield.weapon);
                return Worked::Prepared;
            }
        }
        let range = rules.range_ft(who, wield);
        let squares = rules.move_squares(self.fight, who);
        if self.fight.body(who).ap < rules.book.r#move.ap {
            return Worked::Impossible;
        }
        if self.approach(who, target, range, squares).is_some() {
            self.spend(who, rules.book.r#move.ap, count::AP_MOVE);
            self.walk(who, true);
        } else if flies && squares > 0 && rules.only_apart_by_height(self.fight, who, target, range) {
            self.spend(who, rules.book.r#move.ap, count::AP_MOVE);
        } else {
            return Worked::Impossible;
        }
        self.level_out(who, target);
        Worked::Prepared
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
