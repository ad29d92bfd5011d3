//! What no later step reads is forgotten, so that the exact solver can merge states that go on alike.
//!
//! Owns no rule. Start at [`Core::forget`].

use crate::fight::Slots;

use super::Core;
use super::rulings::DefenceFatigue;
use super::state::{Body, Fight};

impl Core {
    /// Brings a state into the one form of all that go on like it.
    pub(super) fn forget(&self, fight: &mut Fight) {
        let keeps_fatigue = self.rulings.defence_fatigue == DefenceFatigue::AtRoll;
        let small = self.book.dice.small;
        for body in &mut fight.bodies {
            if !self.attackers_matter {
                (body.attackers, body.attackers_before) = (Slots::NONE, Slots::NONE);
            }
            if !self.brawls {
                body.dodged_from = Slots::NONE;
            }
            if !self.somebody_hides {
                (body.shot_at_by, body.cluster_at_start) = (Slots::NONE, Slots::NONE);
            }
            // Fatigue of 1 and less cannot grow, whatever the small die of a defence shows.
            let steady = !self.book.fatigue.enabled || body.effort.fatigue <= 1;
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
            if body.gone {
                still(body);
            }
        }
        self.renumber_clusters(fight);
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

/// Of somebody who is out only what it is matters, not what it was doing.
fn still(body: &mut Body) {
    (body.dodges, body.blocks, body.dodge_ready, body.blind) = (0, 0, 0, 0);
    body.parries.fill(0);
    (body.ongoing, body.ran_from, body.entered_from) = (false, None, None);
    (body.attackers, body.attackers_before) = (Slots::NONE, Slots::NONE);
    (body.dodged_from, body.shot_at_by, body.cluster_at_start) = (Slots::NONE, Slots::NONE, Slots::NONE);
    (body.effort.grown, body.heard, body.delayed) = (0, 0, false);
}
