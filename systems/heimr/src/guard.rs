//! Guards of `heimr`: who stands in the way of an attack or of a border, and getting past them.
//!
//! Owns section 4.11 of the specification. Shots that a guard intercepts are in [`shoot`](super::shoot). Start at
//! [`Play::past_guards`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::attack::{Attack, AttackOutcome, Why};
use super::book::tables::Sound;
use super::choose::Ask;
use super::ground::{Direction, Location};
use super::metrics as count;
use super::policy::{Do, GuardAnswer};
use super::rulings::{BorderGuardEnds, OutmanoeuvreEndsGuard};
use super::state::{Body, Fight, Guarding};
use super::{Core, Play};

/// The way past the guards of a border or a thing.
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
    /// True if it can guard.
    pub(super) fn can_guard(&self, body: &Body) -> bool {
        self.can_act(body) && body.holding.is_none()
    }

    /// The guard that answers an attack on a target: the first of its guards in the order of turns, counted from the attacker
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
                    && self.lineup.friendly(guard, target)
                    && self.can_answer(fight, guard, attacker, ward.at)
            })
            .collect();
        self.next_in_order(fight, attacker, guards)
    }

    /// The attack of a guard on a combatant that gets past it, which has to be dodged (HEI-240).
    pub(super) fn blow_of_guard(&self, guard: Slot, weapon: Option<u8>) -> Attack {
        let dodge_penalty = i32::from(self.book.guard.outmanoeuvre_penalty);
        Attack { dodge_only: true, dodge_penalty, ..Attack::new(guard, weapon, Why::Guard) }
    }

    /// The enemies in a combatant's square that guard a ward of it, see who comes, and are able to.
    fn guards_here(&self, fight: &Fight, who: Slot, ward: impl Fn(Guarding) -> bool) -> Slots {
        let at = fight.body(who).at;
        self.foes(fight, who)
            .those(|guard| fight.body(guard).guarding.is_some_and(&ward) && self.can_answer(fight, guard, who, at))
    }

    /// True if a guard stands there, is able to answer a combatant, and sees it (HEI-239, R-41).
    fn can_answer(&self, fight: &Fight, guard: Slot, intruder: Slot, at: Location) -> bool {
        let body = fight.body(guard);
        body.at == at && self.can_guard(body) && !fight.is_hidden(intruder, guard)
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// The target of a melee attack once guards have answered; none when it comes to nothing (HEI-233, HEI-235, HEI-240).
    pub(super) fn past_guards(&mut self, who: Slot, target: Slot) -> Option<Slot> {
        let rules = self.rules;
        let Some(guard) = rules.guard_against(self.fight, who, target) else { return Some(target) };
        match self.answers_guard(Ask::about(who, guard)) {
            GuardAnswer::Accept => {
                self.has_intercepted(guard);
                self.table.tell("HEI-233", || format!("{} takes the attack on {}", rules.name(guard), rules.name(target)));
                Some(guard)
            }
            GuardAnswer::Outmanoeuvre => self.outmanoeuvres(who, guard).then_some(target),
        }
    }

    /// A guard has intercepted an enemy or a shot: its guard ends (HEI-235).
    pub(super) fn has_intercepted(&mut self, guard: Slot) {
        self.fight.body_mut(guard).guarding = None;
        self.table.watch.count(guard, count::INTERCEPTIONS, 1);
    }

    /// Gets past a guard, whose attack has to be dodged (HEI-240, R-44).
    fn outmanoeuvres(&mut self, who: Slot, guard: Slot) -> bool {
        let rules = self.rules;
        self.table.tell("HEI-240", || format!("{} tries to get past {}", rules.name(who), rules.name(guard)));
        let weapons = rules.melee_weapons(rules.fighter(guard), self.fight.body(guard));
        let weapon = rules.best_weapon(self.fight, guard, weapons);
        let mut attack = rules.blow_of_guard(guard, weapon);
        let sound = rules.weapon_of(&attack).map_or(Sound::Loud, |weapon| weapon.sound);
        self.make_noise(guard, sound);
        attack.penalty = self.close_in(guard, who);
        let requirement = self.declares(&mut attack, who);
        let outcome = self.strike_at(&attack, who, requirement);
        self.has_moved(guard, if weapon.is_some() { Do::Attack } else { Do::Brawl });
        let past = outcome != AttackOutcome::Hit;
        if !past {
            self.has_intercepted(guard);
        } else if rules.rulings.outmanoeuvre_ends_guard == OutmanoeuvreEndsGuard::Always {
            self.fight.body_mut(guard).guarding = None;
        }
        past && self.fight.ending.is_none() && rules.can_act(self.fight.body(who))
    }

    /// Leads a combatant past the enemies in its square that guard a border (HEI-237).
    pub(super) fn past_border_guards(&mut self, who: Slot, direction: Direction) -> Passage {
        if !self.rules.guards_exist {
            return Passage::Free;
        }
        let guards = self.rules.guards_here(self.fight, who, |ward| ward.holds_border(direction));
        self.past_stoppers(who, guards)
    }

    /// True if a combatant gets at what lies in its square, past enemies there that guard it (HEI-231).
    pub(super) fn past_object_guards(&mut self, who: Slot) -> bool {
        if !self.rules.guards_exist {
            return true;
        }
        let guards = self.rules.guards_here(self.fight, who, |ward| ward == Guarding::Objects);
        self.past_stoppers(who, guards) != Passage::Stopped
    }

    /// Leads a combatant past the first of these guards (HEI-231, HEI-232, HEI-235, HEI-240).
    fn past_stoppers(&mut self, who: Slot, guards: Slots) -> Passage {
        let rules = self.rules;
        let Some(guard) = rules.next_in_order(self.fight, who, guards) else { return Passage::Free };
        if self.answers_guard(Ask::about(who, guard)) == GuardAnswer::Outmanoeuvre {
            return if self.outmanoeuvres(who, guard) { Passage::Past(guard) } else { Passage::Stopped };
        }
        self.has_intercepted(guard);
        self.table.tell("HEI-231, HEI-237", || format!("{} stops {}", rules.name(guard), rules.name(who)));
        Passage::Stopped
    }

    /// A combatant has crossed a border that this guard holds (HEI-238, R-42).
    pub(super) fn is_passed(&mut self, guard: Slot) {
        if self.rules.rulings.border_guard_ends == BorderGuardEnds::AnyCrossing {
            self.fight.body_mut(guard).guarding = None;
        }
    }

    /// The guard on the far side of a border that a combatant has crossed; its guard ends (HEI-237, HEI-238, R-42).
    pub(super) fn guard_beyond(&mut self, who: Slot, direction: Direction) -> Option<Slot> {
        let rules = self.rules;
        if !rules.guards_exist {
            return None;
        }
        let back = Direction::ALL[(direction as usize + 2) % Direction::ALL.len()];
        let guards = rules.guards_here(self.fight, who, |ward| ward.holds_border(back));
        let guard = rules.next_in_order(self.fight, who, guards)?;
        self.is_passed(guard);
        Some(guard)
    }
}
