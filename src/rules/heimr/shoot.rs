//! Shots of `heimr`: range, clusters, guards in the line of fire, ammunition, and the blind spot that a defence leaves.
//!
//! Owns section 4.9 of the specification and the ranged part of 4.6, 4.11 and 4.16. Start at [`Core::shoot`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::attack::{Attack, Outcome, Why};
use super::book::tables::Sound;
use super::choose::Ask;
use super::derived::Wielded;
use super::ground::Location;
use super::metrics as count;
use super::policy::BlindTie;
use super::rulings::{GuardMovesOn, RetargetFatigueFail, ShooterCounts};
use super::sheet::DefenceKind;
use super::state::{Body, Fight, Place};

impl<const PLAIN: bool> Core<PLAIN> {
    /// A shot with each of these weapons (HEI-116, HEI-117, HEI-160).
    pub(super) fn shoot<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        weapons: Wielded,
        why: Why,
        table: &mut Table<D, W>,
    ) {
        table.tell("HEI-160", || format!("{} shoots at {}", self.name(who), self.name(target)));
        self.triggers_before(fight, (who, target), true, table);
        if fight.ending.is_some() || !self.can_act(fight.body(who)) || self.is_out(fight.body(target)) {
            return;
        }
        if !self.finds(fight, who, target, table) {
            return;
        }
        let guard =
            self.guard_against(fight, who, target).filter(|&guard| self.intercepts(fight, Ask::about(guard, who), table));
        let mut attack = Attack { ranged: true, ..Attack::new(who, None, why) };
        attack.part = self.aims(fight, Ask::about(who, target), table);
        attack.skill = self.declare_skill(fight, who, target, table);
        let mut requirement = self.opposition(fight, who, table);
        let was_hidden = fight.body(who).hides();
        let (mut guard, mut first, mut sound) = (guard, true, None);
        for weapon in weapons.into_iter().flatten() {
            let index = usize::from(weapon);
            let arm = &self.fighter(who).gear.weapons[index];
            let distance = self.shot_distance(fight, fight.body(who), fight.body(target));
            let Some(distance) = distance.filter(|&distance| distance <= arm.range.unwrap_or(0)) else { continue };
            let able = self.can_act(fight.body(who)) && self.can_shoot(arm, fight.body(who), index);
            if !able || self.is_out(fight.body(target)) || fight.ending.is_some() {
                break;
            }
            attack.weapon = Some(weapon);
            attack.penalty = self.distance_penalty(fight, who, target, distance);
            if !first {
                attack.penalty += i32::from(self.book.attack.offhand_penalty);
                attack.skill = self.declare_skill(fight, who, target, table);
            }
            self.spend_shot(fight, who, index, fight.body(target).at);
            let required = requirement.take();
            let outcome = self.let_fly(fight, attack, (target, guard.take()), required, table);
            sound = if arm.sound == Sound::Loud { Some(Sound::Loud) } else { sound.or(Some(Sound::Soft)) };
            first = false;
            if outcome.is_stopped(required) {
                break;
            }
        }
        if let Some(sound) = sound {
            self.shot_is_heard(fight, (who, target), was_hidden, sound, table);
        }
        self.after_attack(fight, (who, target), true, table);
    }

    /// What distance takes off the consistency (HEI-118).
    fn distance_penalty(&self, fight: &Fight, who: Slot, target: Slot, distance: i32) -> i32 {
        if fight.body(who).at == fight.body(target).at { 0 } else { distance / i32::from(self.book.ranged.distance_divisor) }
    }

    /// Ammunition leaves the weapon, or the weapon the hand.
    fn spend_shot(&self, fight: &mut Fight, who: Slot, index: usize, target: Location) {
        let arm = &self.fighter(who).gear.weapons[index];
        let body = fight.body_mut(who);
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
    /// roll.
    fn let_fly<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        mut attack: Attack,
        (target, guard): (Slot, Option<Slot>),
        requirement: Option<i32>,
        table: &mut Table<D, W>,
    ) -> Outcome {
        let by = attack.by;
        let steady = attack.penalty;
        let members = fight.members(fight.body(target).cluster).without(by);
        let crowd = members.len() as i32
            + i32::from(self.rulings().shooter_counts == ShooterCounts::Yes && fight.clustered(by, target));
        let each = i32::from(self.book.ranged.cluster_penalty);
        attack.penalty = steady + crowd * each;
        attack.surprise = self.surprise(fight, by, target);
        let first = match guard {
            Some(guard) => self.shoot_past(fight, &attack, (guard, target), requirement, table),
            None => self.shoot_at(fight, &attack, target, requirement, table),
        };
        attack.grows = false;
        let mut outcome = first;
        let mut current = target;
        let mut left = members.without(target);
        if let Some(guard) = guard {
            left = left.without(guard);
        }
        for again in 1.. {
            let goes_on = match outcome {
                Outcome::Missed(DefenceKind::Dodge) => true,
                Outcome::Failed => again > 1 && self.rulings().retarget_fatigue_fail == RetargetFatigueFail::Next,
                _ => false,
            };
            left = left.those(|member| !self.is_out(fight.body(member)));
            let next = self.next_in_order(fight, current, left);
            let Some(next) = next.filter(|_| goes_on && fight.ending.is_none()) else { break };
            table.tell("HEI-123, HEI-125", || format!("the shot goes on at {}", self.name(next)));
            attack.penalty = steady + (crowd - again).max(0) * each;
            attack.surprise = self.surprise(fight, by, next);
            outcome = self.shoot_at(fight, &attack, next, None, table);
            left = left.without(next);
            current = next;
        }
        first
    }

    /// The next of these in the order of turns, after somebody and round again (HEI-125).
    pub(super) fn next_in_order(&self, fight: &Fight, after: Slot, among: Slots) -> Option<Slot> {
        let start = fight.place(after) + 1;
        let count = fight.order.len();
        (0..count).map(|step| fight.order[(start + step) % count]).find(|&who| among.has(who))
    }

    fn shoot_at<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        target: Slot,
        requirement: Option<i32>,
        table: &mut Table<D, W>,
    ) -> Outcome {
        self.note_shot(fight, attack.by, target);
        self.strike_at(fight, attack, target, requirement, table)
    }

    fn note_shot(&self, fight: &mut Fight, by: Slot, target: Slot) {
        let body = fight.body_mut(target);
        body.shot_at_by = body.shot_at_by.with(by);
    }

    /// A shot that a guard intercepts: when the guard dodges, it goes on (HEI-232, HEI-234, R-43).
    fn shoot_past<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        (guard, target): (Slot, Slot),
        requirement: Option<i32>,
        table: &mut Table<D, W>,
    ) -> Outcome {
        table.watch.count(guard, count::INTERCEPTIONS, 1);
        table.tell("HEI-232", || format!("{} steps into the way of the shot", self.name(guard)));
        self.note_shot(fight, attack.by, guard);
        let fixed = self.fix_defence(fight, attack, guard, table);
        let thrown = self.attack_roll(fight, attack, target, None, table);
        fight.body_mut(guard).guarding = None;
        if let Some(outcome) = self.undone(fight, attack.by, &thrown, requirement, table) {
            return outcome;
        }
        let outcome = self.resolve(fight, attack, &thrown, (guard, fixed), table);
        if outcome != Outcome::Missed(DefenceKind::Dodge) || fight.ending.is_some() {
            return outcome;
        }
        table.tell("HEI-234", || format!("the shot goes on to {}", self.name(target)));
        if self.rulings().guard_moves_on == GuardMovesOn::Reroll {
            let again = Attack { grows: false, ..*attack };
            return self.shoot_at(fight, &again, target, None, table);
        }
        // What the guard has dodged has not been stopped.
        table.watch.count(attack.by, count::DODGED, -1);
        self.note_shot(fight, attack.by, target);
        let fixed = self.fix_defence(fight, attack, target, table);
        self.resolve(fight, attack, &thrown, (target, fixed), table)
    }

    /// A shot by somebody hidden is heard, and its target knows that somebody hides there (HEI-222, HEI-224, HEI-225).
    fn shot_is_heard<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        was_hidden: bool,
        sound: Sound,
        table: &mut Table<D, W>,
    ) {
        self.make_noise(fight, who, sound, table);
        if !was_hidden {
            return;
        }
        let body = fight.body_mut(who);
        if sound == Sound::Loud {
            body.reveal();
            table.tell("HEI-225", || format!("{} is no longer hidden", self.name(who)));
            return;
        }
        body.hide_value -= i16::from(self.book.hidden.soft_sound);
        if body.hidden_from.has(target) {
            body.known_by = body.known_by.with(target);
        }
        table.tell("HEI-224", || format!("{} hides at {} now", self.name(who), fight.body(who).hide_value));
    }

    /// The blind spot that a defence against a shot leaves (HEI-279, HEI-280, HEI-283; section 4.16 of the specification).
    pub(super) fn turn_blind<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, by: Slot, table: &mut Table<D, W>) {
        let (from, to) = (fight.body(by).at, fight.body(target).at);
        if !self.book.modules.blind_spots || from == to || fight.body(target).blind & from.bit() != 0 {
            return;
        }
        let (there, here) = (self.ground.place(from), self.ground.place(to));
        let (dx, dy) = (i32::from(there.0 - here.0), i32::from(there.1 - here.1));
        let axis = axis(dx, dy, self.policy(by).blind_tie);
        let mut blind = 0;
        for index in 0..self.ground.squares.len() {
            let at = Location(index as u8);
            let place = self.ground.place(at);
            let seen = (i32::from(place.0 - here.0), i32::from(place.1 - here.1));
            if in_cone((-axis.0, -axis.1), seen) {
                blind |= at.bit();
            }
        }
        fight.body_mut(target).blind |= blind;
        table.tell("HEI-279", || format!("{} turns its back to the other side", self.name(target)));
    }
}

/// The axis nearest to a direction: straight or diagonal.
fn axis(dx: i32, dy: i32, tie: BlindTie) -> (i32, i32) {
    let (longer, shorter) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
    let straight = if dx.abs() >= dy.abs() { (dx.signum(), 0) } else { (0, dy.signum()) };
    let diagonal = (dx.signum(), dy.signum());
    match shorter.cmp(&(longer - shorter)) {
        std::cmp::Ordering::Less => straight,
        std::cmp::Ordering::Greater => diagonal,
        std::cmp::Ordering::Equal if tie == BlindTie::Straight => straight,
        std::cmp::Ordering::Equal => diagonal,
    }
}

/// Whether a square lies in the quarter around an axis, edges included.
fn in_cone(axis: (i32, i32), (x, y): (i32, i32)) -> bool {
    let (along_x, along_y) = (x * axis.0, y * axis.1);
    match axis {
        (0, _) => along_y > 0 && x.abs() <= along_y,
        (_, 0) => along_x > 0 && y.abs() <= along_x,
        _ => along_x >= 0 && along_y >= 0 && (x, y) != (0, 0),
    }
}
