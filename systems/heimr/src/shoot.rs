//! Shots of `heimr`: range, clusters, guards in the line of fire, and ammunition.
//!
//! Owns section 4.9 of the specification and the ranged part of 4.6 and 4.11. Start at [`Play::shoot`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::attack::{Attack, AttackOutcome, Why};
use super::book::tables::Sound;
use super::choose::Ask;
use super::derived::Wielded;
use super::ground::Location;
use super::metrics as count;
use super::rulings::{GuardMovesOn, RetargetFatigueFail, ShooterCounts};
use super::sheet::DefenceKind;
use super::state::{Body, Fight, Place};
use super::{Core, Play};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// A shot with each of these weapons (HEI-116, HEI-117, HEI-160, HEI-185); a holder that is shot at may let go (HEI-195).
    pub(super) fn shoot(&mut self, who: Slot, target: Slot, weapons: Wielded, why: Why) {
        let rules = self.rules;
        self.table.tell("HEI-160", || format!("{} shoots at {}", rules.name(who), rules.name(target)));
        if !self.begins(who, target, true) {
            return;
        }
        let guard = rules.guard_against(self.fight, who, target).filter(|&guard| self.intercepts(Ask::about(guard, who)));
        self.ask_holders(None, Some(target));
        let mut attack = Attack { ranged: true, ..Attack::new(who, None, why) };
        let mut requirement = self.declares(&mut attack, target);
        let was_hidden = self.fight.body(who).hides();
        let (mut guard, mut first, mut sound, mut stopped) = (guard, true, None, false);
        for weapon in weapons.into_iter().flatten() {
            let index = usize::from(weapon);
            let arm = &rules.fighter(who).gear.weapons[index];
            let distance = rules.shot_distance(self.fight, self.fight.body(who), self.fight.body(target));
            let Some(distance) = distance.filter(|&distance| distance <= arm.range.unwrap_or(0)) else { continue };
            let able = rules.can_act(self.fight.body(who)) && rules.can_shoot(arm, self.fight.body(who), index);
            if !able || rules.is_out(self.fight.body(target)) || self.fight.ending.is_some() {
                break;
            }
            attack.weapon = Some(weapon);
            attack.penalty = rules.distance_penalty(self.fight, who, target, distance);
            if !first {
                self.comes_second(&mut attack, target);
            }
            self.spend_shot(who, index, self.fight.body(target).at);
            let required = requirement.take();
            let outcome = self.let_fly(attack, target, guard.take(), required);
            sound = if arm.sound == Sound::Loud { Some(Sound::Loud) } else { sound.or(Some(Sound::Soft)) };
            first = false;
            stopped = outcome.is_stopped(required);
            if stopped {
                break;
            }
        }
        if let Some(sound) = sound {
            self.shot_is_heard(who, target, was_hidden, sound);
        }
        if !stopped {
            self.strike_beside(attack, target, !first, requirement);
        }
        self.after_attack(who, target, true);
    }

    /// The blow of a melee weapon in the other hand at a target of a shot that it reaches, as one attack with it (HEI-160,
    /// HEI-185, R-28).
    fn strike_beside(&mut self, shot: Attack, target: Slot, comes_after: bool, requirement: Option<i32>) {
        let (rules, who) = (self.rules, shot.by);
        let blade = rules.melee_weapons(rules.fighter(who), self.fight.body(who)).into_iter().flatten().next();
        let reaches = |blade: &u8| rules.goes_on(self.fight, who, target, *blade) && rules.reaches(self.fight, who, target);
        if let Some(blade) = blade.filter(reaches) {
            let penalty = self.close_in(who, target);
            let blow = Attack { ranged: false, surprise: 0, penalty, grows: true, ..shot };
            self.strike_with(&blow, blade, comes_after, target, requirement);
        }
    }

    /// Ammunition leaves the weapon, or the weapon the hand.
    fn spend_shot(&mut self, who: Slot, index: usize, target: Location) {
        let arm = &self.rules.fighter(who).gear.weapons[index];
        let body = self.fight.body_mut(who);
        if !arm.ammo && !arm.thrown {
            return;
        }
        let unlimited = body.ammunition[index] == Body::UNLIMITED;
        if !unlimited {
            body.ammunition[index] = body.ammunition[index].saturating_sub(1);
        }
        if arm.ammo {
            body.loaded &= !(1 << index);
        } else {
            body.places.put(index, if body.ammunition[index] > 0 { Place::Worn } else { Place::Ground(target) });
        }
    }

    /// One shot: at the guard where one steps into its way, at the target, and on through its cluster; what became of its first
    /// roll (HEI-123, HEI-124, HEI-125, HEI-152, R-25).
    fn let_fly(&mut self, mut attack: Attack, target: Slot, guard: Option<Slot>, requirement: Option<i32>) -> AttackOutcome {
        let rules = self.rules;
        let by = attack.by;
        let steady = attack.penalty;
        let members = self.fight.members(self.fight.body(target).cluster).without(by);
        let crowd = rules.crowd(members.len(), self.fight.clustered(by, target));
        attack.penalty = steady + rules.crowd_penalty(crowd, 0);
        attack.surprise = rules.surprise(self.fight, by, target);
        let first = match guard {
            Some(guard) => self.shoot_past(&attack, guard, target, requirement),
            None => self.shoot_at(&attack, target, requirement),
        };
        attack.grows = false;
        let mut outcome = first;
        let mut current = target;
        let mut left = members.without(target);
        if let Some(guard) = guard {
            left = left.without(guard);
        }
        for again in 1.. {
            let goes_on = rules.flies_on(outcome, again - 1);
            left = left.those(|member| !rules.is_out(self.fight.body(member)));
            let next = rules.next_in_order(self.fight, current, left);
            let Some(next) = next.filter(|_| goes_on && self.fight.ending.is_none()) else { break };
            self.table.tell("HEI-123, HEI-125", || format!("the shot goes on at {}", rules.name(next)));
            attack.penalty = steady + rules.crowd_penalty(crowd, again);
            attack.surprise = rules.surprise(self.fight, by, next);
            outcome = self.shoot_at(&attack, next, None);
            left = left.without(next);
            current = next;
        }
        first
    }

    /// Shoots at a target, which knows of it afterwards.
    fn shoot_at(&mut self, attack: &Attack, target: Slot, requirement: Option<i32>) -> AttackOutcome {
        self.note_shot(attack.by, target);
        self.strike_at(attack, target, requirement)
    }

    /// Notes that the target has been shot at by this combatant.
    fn note_shot(&mut self, by: Slot, target: Slot) {
        let body = self.fight.body_mut(target);
        body.shot_at_by = body.shot_at_by.with(by);
    }

    /// A shot that a guard intercepts: when the guard dodges, it goes on (HEI-232, HEI-234, R-43).
    fn shoot_past(&mut self, attack: &Attack, guard: Slot, target: Slot, requirement: Option<i32>) -> AttackOutcome {
        let rules = self.rules;
        self.table.tell("HEI-232", || format!("{} steps into the way of the shot", rules.name(guard)));
        self.note_shot(attack.by, guard);
        let fixed = self.fix_defence(attack, guard).map(|fixed| self.roll_put_off(guard, fixed));
        let thrown = self.attack_roll(attack, target, None);
        self.has_intercepted(guard);
        if let Some(outcome) = self.undone(attack.by, &thrown, requirement) {
            return outcome;
        }
        let outcome = self.resolve(attack, &thrown, guard, fixed);
        if outcome != AttackOutcome::Missed(DefenceKind::Dodge) || self.fight.ending.is_some() {
            return outcome;
        }
        self.table.tell("HEI-234", || format!("the shot goes on to {}", rules.name(target)));
        if rules.rulings.guard_moves_on == GuardMovesOn::Reroll {
            let again = Attack { grows: false, ..*attack };
            return self.shoot_at(&again, target, None);
        }
        // A shot that the guard has dodged has not been stopped.
        self.table.watch.count(attack.by, count::DODGED, -1);
        self.note_shot(attack.by, target);
        let fixed = self.fix_defence(attack, target).map(|fixed| self.roll_put_off(target, fixed));
        self.resolve(attack, &thrown, target, fixed)
    }

    /// A shot by a hidden combatant is heard, and its target knows that the shooter hides there (HEI-222, HEI-224, HEI-225).
    fn shot_is_heard(&mut self, who: Slot, target: Slot, was_hidden: bool, sound: Sound) {
        let rules = self.rules;
        if !was_hidden {
            return self.make_noise(who, sound);
        }
        if sound == Sound::Loud {
            self.make_noise(who, sound);
            self.fight.body_mut(who).reveal();
            return self.table.tell("HEI-225", || format!("{} is no longer hidden", rules.name(who)));
        }
        let body = self.fight.body_mut(who);
        if body.hidden_from.has(target) {
            body.known_by = body.known_by.with(target);
        }
        self.is_soft(who, "HEI-224");
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Those in a cluster who are in the way of a shot at one of its members, the target included; the shooter may stand inside
    /// (HEI-122, R-24).
    pub(super) fn crowd(&self, members: usize, inside: bool) -> i32 {
        members as i32 + i32::from(inside && self.rulings.shooter_counts == ShooterCounts::Yes)
    }

    /// Points that such a crowd takes off the consistency of a shot that has passed so many of them (HEI-122, HEI-123).
    pub(super) fn crowd_penalty(&self, crowd: i32, passed: i32) -> i32 {
        (crowd - passed).max(0) * i32::from(self.book.ranged.cluster_penalty)
    }

    /// True if a shot goes on to the next in a cluster after this outcome, of a roll before which so many were passed (HEI-123,
    /// HEI-124, R-25).
    pub(super) fn flies_on(&self, outcome: AttackOutcome, passed: i32) -> bool {
        match outcome {
            AttackOutcome::Missed(DefenceKind::Dodge) => true,
            AttackOutcome::Failed => passed > 0 && self.rulings.retarget_fatigue_fail == RetargetFatigueFail::Next,
            _ => false,
        }
    }

    /// Points that distance takes off the consistency (HEI-118).
    pub(super) fn distance_penalty(&self, fight: &Fight, who: Slot, target: Slot, distance: i32) -> i32 {
        if fight.body(who).at == fight.body(target).at { 0 } else { distance / i32::from(self.book.ranged.distance_divisor) }
    }
}
