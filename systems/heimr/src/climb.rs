//! Heights in `heimr`: climbing and jumping down.
//!
//! Owns section 4.14 of the specification but for falls, which are [`harm`](super::harm). Start at [`Play::climb`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::book::surroundings::Heights;
use super::decide::Intent;
use super::exertion::Challenge;
use super::fighter::Fighter;
use super::ground::Direction;
use super::metrics as count;
use super::rolls;
use super::state::{Body, Climb, Fight};
use super::{Core, Play};

/// A climb that is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Challenge requirement, 0 for none.
    cr: i32,
    /// Heights up; down when negative.
    step: i32,
    /// The border along which it leads.
    along: Option<Direction>,
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Climbs one step (section 4.14 of the specification; HEI-167, HEI-261).
    pub(super) fn climb(&mut self, who: Slot, plan: Plan) {
        let rules = self.rules;
        let ability = rules.abilities.roles.climb;
        let score = rules.fighter(who).score(self.fight.body(who), ability);
        let aimed = i32::from(self.fight.body(who).elevation) + plan.step;
        let passed = plan.cr == 0 || self.passes(who, Challenge { ability, score, cr: plan.cr }, &rolls::CLIMB, true);
        self.table.watch.count(who, count::CLIMBS, 1);
        self.table.watch.count(who, count::CLIMBS_PASSED, i32::from(passed));
        self.fight.body_mut(who).climbing = Some(Climb { cr: plan.cr as i16, along: plan.along });
        if !passed {
            self.fall(who, aimed, "HEI-261");
            return;
        }
        self.fight.body_mut(who).elevation = aimed as i16;
        self.uncover();
        let body = self.fight.body(who);
        let level = plan.along.and_then(|direction| rules.ground.neighbour(body.at, direction));
        let level = level.map(|next| rules.ground.square(next).height);
        let arrived = match plan.along {
            None => aimed >= rules.ground.square(body.at).top,
            Some(_) => level == Some(rules.height(body)),
        };
        if aimed == 0 || arrived {
            self.fight.body_mut(who).climbing = None;
        }
        self.table.tell("HEI-167", || {
            let way = if plan.step > 0 { "up" } else { "down" };
            format!("{} climbs {way}, to a height of {}", rules.name(who), rules.height(self.fight.body(who)))
        });
    }

    /// Jumps down to the ground of the square (HEI-168, HEI-264, HEI-265).
    pub(super) fn jump_down(&mut self, who: Slot) {
        let height = i32::from(self.fight.body(who).elevation).max(0);
        self.table.tell("HEI-168", || format!("{} jumps down {height}", self.rules.name(who)));
        let body = self.fight.body_mut(who);
        (body.elevation, body.climbing) = (0, None);
        self.uncover();
        self.come_down(who, height, self.rules.book.fall.jump_cr(height), &rolls::JUMP);
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The climb that is intended, if there is a way and a hand is free (HEI-167, HEI-260, HEI-262, HEI-270, R-81).
    pub(super) fn climb_plan(&self, fight: &Fight, who: Slot, intent: Intent) -> Option<Plan> {
        let body = fight.body(who);
        if !self.can_shift(body) {
            return None;
        }
        let square = self.ground.square(body.at);
        let most = i32::from(self.book.climb.step);
        let inside = intent.square == Some(body.at) || intent.square.is_none() && intent.direction.is_none();
        match if inside { intent.direction } else { self.bearing(fight, who, intent) } {
            Some(direction) if !inside => {
                let next = self.ground.passage(body.at, direction, fight.broken)?;
                let gap = self.ground.square(next).height - self.height(body);
                let cr = self.climb_along(body.at, direction)?;
                (!self.book.height.walks(gap) || body.climbing.is_some() && gap != 0).then(|| Plan {
                    cr,
                    step: gap.clamp(-most, most),
                    along: Some(direction),
                })
            }
            None if !inside => None,
            direction => {
                let cr = square.climb_cr?;
                let now = i32::from(body.elevation);
                let left = if direction == Some(Direction::Down) { now } else { square.top - now };
                let step = most.min(left);
                (step > 0).then(|| Plan {
                    cr,
                    step: if direction == Some(Direction::Down) { -step } else { step },
                    along: None,
                })
            }
        }
    }

    /// True if enough hands are free to hold on (HEI-167, HEI-228, HEI-230).
    pub(super) fn has_hand_to_climb(&self, fighter: &Fighter, body: &Body) -> bool {
        self.free_hands(fighter, body) >= usize::from(self.book.climb.hands)
    }
}

impl Heights {
    /// True if this difference is walked, up or down (HEI-256, HEI-260).
    #[inline]
    #[must_use]
    pub fn walks(&self, difference: i32) -> bool {
        difference.abs() <= i32::from(self.free_step)
    }
}
