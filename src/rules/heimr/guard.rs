//! Guards of `heimr`: who stands in the way of an attack or of a border, and getting past them.
//!
//! Owns section 4.11 of the specification. Shots that a guard intercepts are in [`shoot`](super::shoot). Start at
//! [`Core::past_guards`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::attack::{Attack, Outcome, Why};
use super::book::tables::Sound;
use super::choose::Ask;
use super::ground::Direction;
use super::metrics as count;
use super::policy::{Do, GuardAnswer};
use super::rulings::{BorderGuardEnds, OutmanoeuvreEndsGuard};
use super::state::{Body, Fight, Guarding};

/// How somebody comes past those who guard a border or a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// It does not.
    Stopped,
    /// Nobody is in the way.
    Free,
    /// It has outmanoeuvred this guard.
    Past(Slot),
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Whether it can guard.
    pub(super) fn can_guard(&self, body: &Body) -> bool {
        self.can_act(body) && body.holding.is_none()
    }

    /// The guard that answers an attack on somebody: the first of its guards in the order of turns, counted from the attacker
    /// (HEI-231, HEI-236, HEI-239).
    pub(super) fn guard_against(&self, fight: &Fight, attacker: Slot, target: Slot) -> Option<Slot> {
        if PLAIN || !self.guards_exist {
            return None;
        }
        let ward = fight.body(target);
        let guards: Slots = fight
            .slots()
            .filter(|&guard| {
                let body = fight.body(guard);
                body.guarding == Some(Guarding::Ally(target))
                    && guard != target
                    && !self.hostile(guard, target)
                    && body.at == ward.at
                    && self.can_guard(body)
                    && !fight.is_hidden(attacker, guard)
            })
            .collect();
        self.next_in_order(fight, attacker, guards)
    }

    /// Whom a melee attack is directed at once guards have answered; none when it comes to nothing (HEI-233, HEI-235, HEI-240,
    ///
    pub(super) fn past_guards<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        let Some(guard) = self.guard_against(fight, who, target) else { return Some(target) };
        match self.answers_guard(fight, Ask::about(who, guard), table) {
            GuardAnswer::Accept => {
                fight.body_mut(guard).guarding = None;
                table.watch.count(guard, count::INTERCEPTIONS, 1);
                table.tell("HEI-233", || format!("{} takes the attack on {}", self.name(guard), self.name(target)));
                Some(guard)
            }
            GuardAnswer::Outmanoeuvre => self.outmanoeuvres(fight, who, guard, table).then_some(target),
        }
    }

    /// Gets past a guard, whose attack has to be dodged (HEI-240, R-44).
    fn outmanoeuvres<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, guard: Slot, table: &mut Table<D, W>) -> bool {
        table.tell("HEI-240", || format!("{} tries to get past {}", self.name(who), self.name(guard)));
        let weapons = self.melee_weapons(self.fighter(guard), fight.body(guard));
        let weapon = self.best_weapon(fight, guard, weapons);
        let mut attack = Attack {
            dodge_only: true,
            dodge_penalty: i32::from(self.book.guard.outmanoeuvre_penalty),
            ..Attack::new(guard, weapon, Why::Guard)
        };
        let sound = self.weapon_of(&attack).map_or(Sound::Loud, |weapon| weapon.sound);
        self.make_noise(fight, guard, sound, table);
        attack.penalty = self.close_in(fight, guard, who, table);
        attack.part = self.aims(fight, Ask::about(guard, who), table);
        attack.skill = self.declare_skill(fight, guard, who, table);
        let requirement = self.opposition(fight, guard, table);
        let outcome = self.strike_at(fight, &attack, who, requirement, table);
        self.has_moved(fight, guard, if weapon.is_some() { Do::Attack } else { Do::Brawl }, table);
        let past = outcome != Outcome::Hit;
        if !past || self.rulings().outmanoeuvre_ends_guard == OutmanoeuvreEndsGuard::Always {
            fight.body_mut(guard).guarding = None;
        }
        if !past {
            table.watch.count(guard, count::INTERCEPTIONS, 1);
        }
        past && fight.ending.is_none() && self.can_act(fight.body(who))
    }

    /// How somebody gets past the enemies in its square who guard a border (HEI-237).
    pub(super) fn past_border_guards<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        direction: Direction,
        table: &mut Table<D, W>,
    ) -> Passage {
        if !self.guards_exist {
            return Passage::Free;
        }
        let at = fight.body(who).at;
        let guards = self.border_guards(fight, who, |body| body.at == at && body.guarding == Some(Guarding::Border(direction)));
        self.past_stoppers(fight, who, guards, table)
    }

    /// Whether somebody gets at what lies in its square, past enemies there that guard it (HEI-231).
    pub(super) fn past_object_guards<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        if !self.guards_exist {
            return true;
        }
        let at = fight.body(who).at;
        let guards = self.border_guards(fight, who, |body| body.at == at && body.guarding == Some(Guarding::Objects));
        self.past_stoppers(fight, who, guards, table) != Passage::Stopped
    }

    /// How somebody gets past the first of these guards (HEI-232, HEI-235, HEI-240).
    fn past_stoppers<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        guards: Slots,
        table: &mut Table<D, W>,
    ) -> Passage {
        let Some(guard) = self.next_in_order(fight, who, guards) else { return Passage::Free };
        if self.answers_guard(fight, Ask::about(who, guard), table) == GuardAnswer::Outmanoeuvre {
            return if self.outmanoeuvres(fight, who, guard, table) { Passage::Past(guard) } else { Passage::Stopped };
        }
        fight.body_mut(guard).guarding = None;
        table.watch.count(guard, count::INTERCEPTIONS, 1);
        table.tell("HEI-231, HEI-237", || format!("{} stops {}", self.name(guard), self.name(who)));
        Passage::Stopped
    }

    /// Somebody has crossed a border that this one guards (HEI-238, R-42).
    pub(super) fn is_passed(&self, fight: &mut Fight, guard: Slot) {
        if self.rulings().border_guard_ends == BorderGuardEnds::AnyCrossing {
            fight.body_mut(guard).guarding = None;
        }
    }

    /// The guard on the far side of a border that somebody has crossed; its guard ends (HEI-237, HEI-238, R-42).
    pub(super) fn guard_beyond(&self, fight: &mut Fight, who: Slot, direction: Direction) -> Option<Slot> {
        if !self.guards_exist {
            return None;
        }
        let at = fight.body(who).at;
        let back = Direction::ALL[(direction as usize + 2) % Direction::ALL.len()];
        let guards = self.border_guards(fight, who, |body| body.at == at && body.guarding == Some(Guarding::Border(back)));
        let guard = self.next_in_order(fight, who, guards)?;
        self.is_passed(fight, guard);
        Some(guard)
    }

    fn border_guards(&self, fight: &Fight, who: Slot, at_border: impl Fn(&Body) -> bool) -> Slots {
        self.foes(fight, who).those(|guard| {
            let body = fight.body(guard);
            at_border(body) && self.can_guard(body) && !fight.is_hidden(who, guard)
        })
    }
}
