//! What makes exact answers possible: what no later step reads is forgotten, so that states that go on alike are one, and of
//! each roll only what is asked of it counts.
//!
//! Owns no rule. Start at [`Core::forget`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Watch};

use super::attack::{Against, Attack};
use super::book::tables::BodyPart;
use super::challenge::Sort;
use super::defend::Fixed;
use super::mastery::Mastery;
use super::rolls;
use super::rulings::{DefenceFatigue, RerollFatigue};
use super::state::{Body, Exit, Fight};
use super::{Core, Play};

/// Bits of a slot in a settled order.
const ORDER_BITS: u32 = 6;
/// The most combatants whose order is settled.
pub const ORDER_MOST: usize = 10;

impl<const PLAIN: bool> Core<PLAIN> {
    /// Brings a state into the one form of all that go on like it.
    pub(super) fn forget(&self, fight: &mut Fight) {
        let keeps_fatigue = self.rulings().defence_fatigue == DefenceFatigue::AtRoll;
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
            let steady = self.is_steady(body);
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
        self.forget_what_begins_anew(fight);
        self.renumber_clusters(fight);
    }

    /// Whoever acts next begins its turn anew, and rolls a new defence at its end (section 4.5 of the specification, steps 3
    /// and 11).
    fn forget_what_begins_anew(&self, fight: &mut Fight) {
        if !self.alone_in_turn {
            return;
        }
        let waiting = &fight.order[usize::from(fight.cursor).min(fight.order.len())..];
        let Some(next) = waiting.iter().copied().find(|&who| !self.is_out(fight.body(who))) else { return };
        let body = fight.body_mut(next);
        (body.dodges, body.blocks, body.ongoing, body.effort.grown) = (0, 0, false, 0);
        body.parries.fill(0);
        if !self.defences_matter {
            body.stance = None;
        }
    }

    /// What is asked of an attack roll that is held against these (see [`Sort`]).
    pub(super) fn sort_attack(
        &self,
        fight: &Fight,
        attack: &Attack,
        target: Slot,
        Against { fixed, requirement }: Against,
        mastery: &Mastery,
    ) -> Sort {
        let potential = mastery.score.p + attack.surprise;
        let effort = mastery.physical.then_some(fight.body(attack.by).effort);
        let again = self.rulings().reroll_fatigue == RerollFatigue::AttackAndDefence;
        let mut marks: Vec<i32> = requirement.into_iter().collect();
        if let Some(Fixed { stance, .. }) = fixed {
            let value = stance.pre + self.defence_potential(target, fight.body(target), &stance);
            let band = i32::from(self.book.brawl.touch_band);
            for value in [value, value + i32::from(self.book.dodge.ready_bonus)] {
                marks.extend([value + 1, value, value - band]);
            }
        }
        let marks = marks.into_iter().map(|mark| mark - potential).collect();
        let part = |face: u8| {
            let hit = attack.part.or_else(|| self.book.body_part.get(usize::from(face) - 1).copied());
            hit.unwrap_or(BodyPart::Torso)
        };
        let growing = effort.filter(|_| attack.grows);
        let mut sort = self.check.fatigue.sort(
            marks,
            effort,
            (self.check.pool.small, |face| (part(face), growing.is_some_and(|effort| self.check.fatigue.tires(face, effort)))),
        );
        if again && fixed.is_some() {
            // What the defence will be is not known before its own re-rolls.
            sort = sort.exactly();
        }
        sort
    }

    /// What is asked of a defence: its small die only tells whether fatigue grows (see [`Sort`]).
    pub(super) fn sort_defence(&self, body: &Body) -> Sort {
        let faces = self.check.pool.small;
        if self.is_steady(body) {
            return Sort::default().small(faces, |_| ());
        }
        if self.alone_in_turn {
            return Sort::default().small(faces, |face| self.check.fatigue.tires(face, body.effort));
        }
        Sort::default()
    }

    /// True if fatigue cannot grow, whatever a small die shows.
    fn is_steady(&self, body: &Body) -> bool {
        !self.book.fatigue.enabled || body.effort.fatigue <= 1
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

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Initiative of everybody who is present, asked only for the order that follows from it.
    pub(super) fn settled_order(&mut self) {
        let present: Vec<Slot> = self.fight.slots().filter(|&who| self.fight.body(who).exit == Exit::Here).collect();
        let mut key = Vec::new();
        for &who in &present {
            let (fighter, body) = (self.rules.fighter(who), self.fight.body(who));
            let values = fighter.now(body);
            let given = fighter.start.initiative.map_or(i64::MIN, i64::from);
            let potential = values.initiative_p.map_or(i64::MIN, i64::from);
            key.extend([i64::from(who.0), i64::from(body.willpower), given, i64::from(values.initiative_c), potential]);
        }
        let order = self.settle(
            &rolls::INITIATIVE,
            |_| key,
            |play| {
                play.roll_order();
                play.fight.order.iter().rev().fold(0, |packed, who| packed << ORDER_BITS | i64::from(who.0))
            },
        );
        self.fight.order.clear();
        let place = |place: usize| Slot((order >> (place as u32 * ORDER_BITS) & ((1 << ORDER_BITS) - 1)) as u8);
        self.fight.order.extend((0..present.len()).map(place));
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
