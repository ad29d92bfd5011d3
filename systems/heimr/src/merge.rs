//! Makes exact answers possible: what no later step reads is forgotten, so that states that go on alike are one, and of a
//! defence only what is asked of it counts.
//!
//! Owns no rule; attack and defence as they meet are in [`exchange`](super::exchange). Start at [`Core::forget`].

use frame::dice::Slot;
use frame::fight::{Marked as _, Slots};

use super::Core;
use super::book::tables::BodyPart;
use super::challenge::Sort;
use super::rulings::{DefenceFatigue, LowFatigue};
use super::state::{Body, Fields, Fight};

/// Both legs, as a set.
const LEGS: u8 = BodyPart::RightLeg.bit() | BodyPart::LeftLeg.bit();

impl<const PLAIN: bool> Core<PLAIN> {
    /// Brings a state into the one form of all that go on like it.
    pub(super) fn forget(&self, fight: &mut Fight) {
        let keeps_fatigue = self.rulings().defence_fatigue == DefenceFatigue::AtRoll;
        let small = self.book.dice.small;
        for index in 0..fight.bodies.len() {
            let steady = self.is_steady(Slot(index as u8), &fight.bodies[index]);
            let body = &mut fight.bodies[index];
            if !self.attackers_matter {
                (body.attackers, body.attackers_before) = (Slots::NONE, Slots::NONE);
            }
            if !self.brawls {
                body.dodged_from = Slots::NONE;
            }
            if !self.somebody_hides {
                (body.shot_at_by, body.cluster_at_start) = (Slots::NONE, Slots::NONE);
            }
            if let Some(stance) = &mut body.stance {
                if steady {
                    stance.small = small;
                }
                if !keeps_fatigue {
                    stance.fatigue = 0;
                }
            }
            if steady {
                body.effort.grown = 0;
            }
            if body.gone && !self.fallen_matter {
                still(body);
            }
            if body.unconscious {
                body.unconscious_round = 0;
            }
            // One injured leg keeps down as well as the other, and as both.
            if !self.injuries_matter && body.injuries & LEGS != 0 {
                body.injuries = body.injuries & !LEGS | BodyPart::RightLeg.bit();
            }
        }
        self.forget_what_begins_anew(fight);
        self.renumber_clusters(fight);
    }

    /// Forgets what is [told early](super::quantities::TOLD_EARLY) of a combatant; once its fight is over, everything but its
    /// fate. The clocks of injuries go on.
    pub(super) fn forget_buried(&self, who: Slot, over: bool, fight: &mut Fight) {
        let body = fight.body_mut(who);
        // An injury that lasts tells that a combatant is out.
        let injuries = if self.dazed_for_good(body) { body.injuries & self.injured.daze } else { 0 };
        if over {
            *body = self.morning.bodies[who.index()].with(Fields::Fate, body);
        } else {
            (body.effort.fatigue, body.willpower) = (0, 0);
        }
        body.injuries = injuries;
    }

    /// Forgets what the next to act begins anew: its turn, and a new defence at its end (section 4.5 of the specification,
    /// steps 3 and 11).
    fn forget_what_begins_anew(&self, fight: &mut Fight) {
        if !self.alone_in_turn {
            return;
        }
        let waiting = &fight.order[usize::from(fight.cursor).min(fight.order.len())..];
        let Some(next) = waiting.iter().copied().find(|&who| !self.is_out(fight.body(who))) else { return };
        let body = fight.body_mut(next);
        body.clear(Fields::Window);
        body.effort.grown = 0;
        if !self.defences_matter {
            body.stance = None;
        }
    }

    /// True if nobody asks for a defence before it meets an attack, so that it can be rolled then.
    #[inline]
    pub(super) fn puts_off_defences(&self) -> bool {
        !self.defences_matter
    }

    /// The question to a defence: its small die only tells whether fatigue grows (see [`Sort`]).
    pub(super) fn sort_defence(&self, who: Slot, body: &Body) -> Sort {
        let faces = self.check.pool.small;
        if self.is_steady(who, body) {
            return Sort::default().small(faces, |_| ());
        }
        if self.alone_in_turn || self.puts_off_defences() {
            return Sort::default().small(faces, |face| self.check.fatigue.tires(face, body.effort));
        }
        Sort::default()
    }

    /// True if fatigue cannot grow, whatever a small die shows.
    fn is_steady(&self, who: Slot, body: &Body) -> bool {
        let rises = self.rulings().low_fatigue == LowFatigue::Rises && body.effort.fatigue < self.base_fatigue(who, body);
        !self.book.fatigue.enabled || body.effort.fatigue <= 1 && !rises
    }

    /// Clusters are numbered in the order of their first members.
    fn renumber_clusters(&self, fight: &mut Fight) {
        let mut seen = 0_u8;
        for index in 0..fight.bodies.len() {
            let cluster = fight.bodies[index].cluster;
            if cluster <= seen {
                continue;
            }
            seen += 1;
            if cluster != seen {
                for body in &mut fight.bodies {
                    body.cluster = match body.cluster {
                        number if number == cluster => seen,
                        number if number == seen => cluster,
                        number => number,
                    };
                }
            }
        }
    }
}

/// Of a combatant that is out only what it is matters, not what it was doing.
fn still(body: &mut Body) {
    body.clear(Fields::Still);
    body.effort.grown = 0;
}
