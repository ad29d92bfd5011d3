//! What of a `cairn-ap` fight is asked for later on, so that the exact solver can put together what will go on alike.
//!
//! Owns what is forgotten between two steps. Rolls of which only the outcome counts are settled where they are made. Must change
//! no chance of anything that is measured. Start at [`Core::forget`].

use crate::fight::Slots;
use crate::policy::Use;

use super::Core;
use super::observe;
use super::state::{Body, Fight, Held, Phase, Status, WAITING_MOST};

/// What the policies of a scenario ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// Who has attacked somebody.
    attackers: bool,
    /// How somebody saved last.
    last_save: bool,
    /// Whether somebody can be called into the fight.
    reserves: bool,
}

impl Asked {
    /// Reads it off what is used of the vocabulary.
    pub fn new(uses: &[Use], reserves: bool) -> Self {
        let any = |names: &[&str]| uses.iter().any(|used| names.contains(&observe::name(used)));
        Asked { attackers: any(&["attackers", "occupied"]), last_save: any(&["last_save_mode"]), reserves }
    }
}

impl Core {
    /// Forgets what no later step reads.
    pub(super) fn forget(&self, fight: &mut Fight) {
        fight.struck = Slots::NONE;
        fight.grabs = fight.bodies.iter().any(|body| matches!(body.held, Held::By(_)));
        if fight.phase == Phase::Open {
            (fight.place, fight.turns) = (0, 0);
            for body in &mut fight.bodies {
                body.acted = false;
            }
        }
        for who in fight.slots() {
            let alone = self.active_foes(fight, who).len() <= 1 && !self.asked.reserves;
            let body = fight.body_mut(who);
            if !self.asked.last_save {
                body.last_save = 0;
            }
            if !self.asked.attackers && (alone || self.book.step.occupied == 0) {
                body.attackers = Slots::NONE;
            }
            if matches!(body.status, Status::Dead | Status::Fled | Status::Routed | Status::Captured) {
                forget_the_gone(body);
            }
        }
    }
}

/// Whatever nobody asks those who are not on the field any more.
fn forget_the_gone(body: &mut Body) {
    (body.prone, body.blind, body.held, body.covered) = (false, false, Held::Free, false);
    (body.pending, body.defences, body.waiting) = (0, 0, [None; WAITING_MOST]);
    (body.attackers, body.last_save, body.wielded, body.ap) = (Slots::NONE, 0, 0, 0);
    (body.initiative, body.acted, body.retreats, body.allowance) = (0, false, 0, 0);
}
