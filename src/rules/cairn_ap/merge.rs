//! What of a `cairn-ap` fight is asked for later on, so that the exact solver can put together what will go on alike.
//!
//! Owns what is forgotten between two steps. Rolls of which only the outcome counts are settled where they are made. Must change
//! no chance of anything that is measured. Start at [`Core::forget`].

use crate::fight::Slots;
use crate::policy::Use;

use super::Core;
use super::observe;
use super::rulings::Stabilised;
use super::state::{Body, Fight, Held, Phase, Status, WAITING_MOST};

/// What the policies of a scenario ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// Who has attacked somebody.
    attackers: bool,
    /// How somebody saved last.
    last_save: bool,
}

impl Asked {
    /// Reads it off what is used of the vocabulary.
    pub fn new(uses: &[Use]) -> Self {
        let any = |names: &[&str]| uses.iter().any(|used| names.contains(&observe::name(used)));
        Asked { attackers: any(&["attackers", "own_attackers", "occupied"]), last_save: any(&["last_save_mode"]) }
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
        for who in fight.slots() {
            // Those who may still attack it: with one, it only matters whether somebody else has.
            let foes = self.foes(who).those(|foe| self.may_act_again(fight.body(foe)));
            let alone = foes.len() <= 1 && !self.reserves && { fight.body(who).attackers }.all(|other| foes.has(other));
            let body = fight.body_mut(who);
            if !self.asked.last_save {
                body.last_save = 0;
            }
            if !self.asked.attackers && (alone || self.book.step.occupied == 0) {
                body.attackers = Slots::NONE;
            }
            if matches!(body.status, Status::Dead | Status::Fled | Status::Routed | Status::Captured) {
                fight.change(who, forget_the_gone);
                fight.to_act = fight.to_act.without(who);
            }
        }
    }
}

impl Core {
    /// True if somebody may take a turn in this fight, now or later.
    fn may_act_again(&self, body: &Body) -> bool {
        let rises = self.rulings.stabilised == Stabilised::ActiveAt0hp;
        (body.in_field || !self.arrivals.late().is_empty())
            && match body.status {
                Status::Active | Status::Asleep | Status::Pacified | Status::Unconscious => true,
                Status::Paralysed | Status::Delirious => true,
                Status::Down => rises,
                Status::OutOfAction | Status::Dead | Status::Fled | Status::Routed | Status::Captured | Status::Absent => false,
            }
    }
}

/// Whatever nobody asks those who are not on the field any more.
fn forget_the_gone(body: &mut Body) {
    (body.prone, body.blind, body.held, body.covered) = (false, 0, Held::Free, false);
    (body.pending, body.defences, body.waiting) = (0, 0, [None; WAITING_MOST]);
    (body.attackers, body.last_save, body.wielded, body.ap) = (Slots::NONE, 0, 0, 0);
    (body.initiative, body.retreats, body.allowance) = (0, 0, 0);
}
