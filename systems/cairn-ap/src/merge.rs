//! Forgets of a `cairn-ap` fight what nothing asks for later on, so that the exact solver can put together what will go on
//! alike.
//!
//! Owns what is forgotten between two steps. Rolls of which only the outcome counts are settled where they are made. Must change
//! no chance of anything that is measured. Start at [`Core::forget`].

use frame::dice::Slot;
use frame::fight::{Marked as _, Slots};
use frame::policy::Use;

use super::Core;
use super::fighter::Fighter;
use super::quantities;
use super::rulings::{InjuryEffects, Stabilised};
use super::state::{Body, Fields, Fight, Held, Phase, Status, flag};

/// The facts that the policies of a scenario ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// The attackers of a combatant.
    attackers: bool,
    /// The last save of a combatant.
    last_save: bool,
    /// The number of the round.
    pub(super) rounds: bool,
    /// The facts that only rests ask for, because there is one.
    rests: bool,
    /// The passing of time, and the attributes to come back to: where there are spells and other things.
    things: bool,
}

impl Asked {
    /// Reads it off what is used of the vocabulary, off the legs of the day and off what everybody has.
    pub fn new(uses: &[Use], legs: usize, fighters: &[Fighter]) -> Self {
        let asks = |of: fn(&Use) -> bool| uses.iter().any(of);
        let equipped = |fighter: &Fighter| {
            let magic = !fighter.spells.is_empty() || !fighter.scrolls.is_empty() || fighter.reserve.is_some();
            magic || !fighter.things.is_empty() || fighter.start.enchanted()
        };
        Asked {
            attackers: asks(quantities::asks_attackers),
            last_save: asks(quantities::asks_last_save),
            rounds: asks(quantities::asks_round),
            rests: legs > 1,
            things: fighters.iter().any(equipped),
        }
    }
}

impl Core {
    /// Forgets what no later step reads.
    pub(super) fn forget(&self, fight: &mut Fight) {
        fight.struck = Slots::NONE;
        fight.grabs = fight.bodies.iter().any(|body| matches!(body.held, Held::By(_)));
        if fight.phase == Phase::Open {
            (fight.place, fight.turns) = (0, 0);
            fight.to_act = Slots::NONE;
        }
        self.forget_for_good(fight);
        for who in fight.slots() {
            // Those who may still attack it: with one, it only matters whether another one has.
            let strikers = self.lineup.strikers(who).those(|other| self.may_act_again(fight.body(other)));
            let alone = strikers.len() <= 1 && !self.reserves && { fight.body(who).attackers }.all(|other| strikers.has(other));
            let body = fight.body_mut(who);
            if !self.asked.last_save {
                body.last_save = 0;
            }
            if !self.asked.attackers && (alone || self.book.step.occupied == 0) {
                body.attackers = Slots::NONE;
            }
            if body.has_left() {
                fight.change(who, |body| body.clear(Fields::Gone));
                fight.to_act = fight.to_act.without(who);
            }
        }
    }
}

impl Core {
    /// True if a combatant may take a turn in this fight, now or later.
    fn may_act_again(&self, body: &Body) -> bool {
        let rises = self.rulings.stabilised == Stabilised::ActiveAt0hp;
        (body.in_field || !self.lineup.arrivals.late().is_empty())
            && match body.status {
                Status::Active | Status::Asleep | Status::Pacified | Status::Unconscious => true,
                Status::Paralysed | Status::Delirious => true,
                Status::Down => rises,
                Status::OutOfAction | Status::Dead | Status::Fled | Status::Routed | Status::Captured | Status::Absent => false,
            }
    }
}

impl Core {
    /// Forgets what is [told early](super::metrics::TOLD_EARLY) of a combatant; once its fight is over, everything but its fate.
    pub(super) fn forget_buried(&self, who: Slot, over: bool, fight: &mut Fight) {
        fight.change(who, |body| {
            if over {
                *body = Body::default().with(Fields::Fate, body);
            } else {
                body.clear(Fields::Told);
                body.set(flag::DOOMED | flag::DEPRIVED, false);
            }
        });
    }
}

impl Core {
    /// Forgets what nobody reads any more, at any time of a fight behind which there is no rest.
    pub(super) fn forget_for_good(&self, fight: &mut Fight) {
        if self.asked.rests {
            return;
        }
        let unhurried = !self.asked.things && self.nobody_bleeds_to_death(fight);
        if unhurried {
            fight.seconds = 0;
        }
        for body in &mut fight.bodies {
            forget_what_heals(body);
            if self.rulings.injury_effects != InjuryEffects::Harsh {
                body.set(flag::LEG | flag::ARM | flag::RIB | flag::SKULL | flag::SUNDERED, false);
            }
            if !self.asked.things {
                // Nothing gives DEX and WIL back, so that nobody asks how much of them there can be.
                (body.maxima[1], body.maxima[2]) = (0, 0);
            }
            if unhurried && body.dies_at > 0 {
                body.dies_at = u32::MAX;
            }
        }
    }

    /// True if the most rounds are over before anybody dies of wounds that are not looked after.
    fn nobody_bleeds_to_death(&self, fight: &Fight) -> bool {
        let minutes = self.book.crit.untreated_minutes.min(self.book.scars.mortal_minutes);
        let longest = self.round_seconds(fight.bodies.len() as u8).saturating_mul(self.book.round.rounds_max.into());
        longest < minutes.saturating_mul(60)
    }
}

/// Forgets what only recovery asks for.
fn forget_what_heals(body: &mut Body) {
    body.clear(Fields::Healing);
    body.set(flag::DEAF, false);
}
