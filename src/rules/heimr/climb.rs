//! Heights in `heimr`: climbing, holding on, jumping down, falling; and challenge requirements in general.
//!
//! Owns sections 4.3 and 4.14 of the specification. Start at [`Play::climb`]; [`Play::passes`] is the challenge requirement.

use crate::dice::{Dice, Roll, Slot};
use crate::fight::Watch;

use super::abilities::{AbilityId, Score};
use super::book::tables::BodyPart;
use super::challenge::{Attempt, Cast, Means};
use super::decide::Intent;
use super::fighter::{Duration, Fighter};
use super::ground::{Direction, Location};
use super::metrics as count;
use super::rolls;
use super::rulings::{FallHp, HoldConsistency, RerollScope};
use super::state::{Body, Climb, Fight, Hand};
use super::{Core, Play};

/// A challenge requirement, and what somebody meets it with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// The ability that is asked for.
    pub ability: AbilityId,
    /// Consistency and potential, before weariness.
    pub score: Score,
    /// The requirement.
    pub cr: i32,
}

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
    /// True if somebody meets a challenge requirement, after as many re-rolls as its policy pays for (section 4.3 of the
    /// specification; R-07). Failing it may have a `consequence`.
    pub(super) fn passes(&mut self, who: Slot, challenge: Challenge, roll: &'static Roll, consequence: bool) -> bool {
        let (rules, Challenge { ability, score, cr }) = (self.rules, challenge);
        let score = Score { c: score.c - rules.weariness(self.fight, who, ability), ..score };
        let attempt = Attempt { score, physical: rules.abilities.is_physical(ability), cr };
        let may = rules.rulings().reroll_scope == RerollScope::All || !consequence;
        let Body { effort, willpower, .. } = *self.fight.body(who);
        let mut means = Means { effort, willpower };
        let (fatigue, before) = (effort.fatigue, willpower);
        let passed = rules.check.check(attempt, &mut means, Cast { who, roll }, self.table, |rerolls, left, table| {
            let body = self.fight.body_mut(who);
            (body.effort, body.willpower) = (left.effort, left.willpower);
            may && Play { rules, fight: &mut *self.fight, table }.pays_again(who, rerolls)
        });
        let Means { effort, willpower } = means;
        let body = self.fight.body_mut(who);
        (body.effort, body.willpower) = (effort, willpower);
        self.table.watch.count(who, count::WILLPOWER_SPENT, i32::from(before - willpower));
        if effort.fatigue != fatigue {
            self.table.watch.most(who, count::FATIGUE_PEAK, i32::from(effort.fatigue));
            self.table.tell("HEI-136", || format!("{} tires: fatigue {}", rules.name(who), effort.fatigue));
        }
        self.table.tell("HEI-044, HEI-047", || {
            let word = if passed { "meets" } else { "does not meet" };
            let paid = match before - willpower {
                0 => String::new(),
                paid => format!(", for {paid} WP"),
            };
            format!("{} {word} the requirement of {cr}{paid}", rules.name(who))
        });
        passed
    }

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
            self.fall(who, aimed);
            return;
        }
        self.fight.body_mut(who).elevation = aimed as i16;
        self.uncover();
        let body = self.fight.body(who);
        let level = plan.along.and_then(|direction| rules.ground.neighbour(body.at, direction));
        let level = level.map(|next| rules.ground.square(next).height);
        if aimed == 0 || level == Some(rules.height(self.fight.body(who))) {
            self.fight.body_mut(who).climbing = None;
        }
        self.table.tell("HEI-167", || {
            let way = if plan.step > 0 { "up" } else { "down" };
            format!("{} climbs {way}, to a height of {}", rules.name(who), rules.height(self.fight.body(who)))
        });
    }

    /// Holds on after a hit or an effect, or falls (HEI-227, HEI-263, R-66).
    pub(super) fn hold_on(&mut self, who: Slot) {
        let rules = self.rules;
        let Some(climb) = self.fight.body(who).climbing.filter(|climb| climb.cr > 0) else { return };
        let ability = rules.abilities.roles.climb;
        let own = rules.fighter(who).score(self.fight.body(who), ability);
        let hold = i32::from(rules.book.climb.hold_c);
        let c = match rules.rulings().hold_c {
            HoldConsistency::Fixed => hold,
            HoldConsistency::Lowered => own.c - hold,
        };
        let challenge = Challenge { ability, score: Score { c, p: own.p }, cr: i32::from(climb.cr) };
        if !self.passes(who, challenge, &rolls::HOLD_ON, true) {
            let elevation = i32::from(self.fight.body(who).elevation);
            self.fall(who, elevation);
        }
    }

    /// Falls from an elevation (HEI-261, HEI-264, HEI-266, HEI-268).
    pub(super) fn fall(&mut self, who: Slot, elevation: i32) {
        let rules = self.rules;
        let (at, height) = rules.landing(self.fight.body(who), elevation);
        self.table.tell("HEI-261", || format!("{} falls from a height of {height}", rules.name(who)));
        self.leave_cluster(who);
        self.end_grab(who);
        let body = self.fight.body_mut(who);
        (body.at, body.elevation, body.climbing, body.prone) = (at, 0, None, true);
        self.uncover();
        self.table.watch.count(who, count::FALLS, 1);
        let duration = Duration::of_seconds(rules.book.effects.seconds, &rules.book);
        let fresh = self.fight.current() == Some(who);
        rules.run_timer(&mut self.fight.body_mut(who).fall, duration, fresh);
        self.receives_effect(who);
        self.falls_down(who, height);
    }

    /// Comes down from a fall of this height (HEI-264, HEI-266).
    pub(super) fn falls_down(&mut self, who: Slot, height: i32) {
        let numbers = &self.rules.book.fall;
        let cr = i32::from(numbers.fall_extra) + i32::from(numbers.jump_mult) * height;
        self.come_down(who, height, cr, &rolls::FALL);
    }

    /// Jumps down to the ground of the square (HEI-168, HEI-264, HEI-265).
    pub(super) fn jump_down(&mut self, who: Slot) {
        let height = i32::from(self.fight.body(who).elevation).max(0);
        self.table.tell("HEI-168", || format!("{} jumps down {height}", self.rules.name(who)));
        let body = self.fight.body_mut(who);
        (body.elevation, body.climbing) = (0, None);
        self.uncover();
        let cr = i32::from(self.rules.book.fall.jump_mult) * height;
        self.come_down(who, height, cr, &rolls::JUMP);
    }

    /// Coming down from a dangerous height (HEI-264, HEI-267, HEI-269, R-53).
    fn come_down(&mut self, who: Slot, height: i32, cr: i32, roll: &'static Roll) {
        let rules = self.rules;
        if height < i32::from(rules.book.fall.min_height) {
            return;
        }
        let ability = rules.abilities.roles.fall;
        let score = rules.fighter(who).score(self.fight.body(who), ability);
        if self.passes(who, Challenge { ability, score, cr }, roll, true) {
            return;
        }
        let before = self.fight.body(who).hp;
        let hp = match rules.rulings().fall_hp {
            FallHp::Min => before.min(i32::from(rules.book.fall.hp_from) - height),
            FallHp::Subtract => before - height,
        };
        self.fight.body_mut(who).hp = hp;
        self.table.watch.count(who, count::DAMAGE_TAKEN, before - hp);
        self.table.watch.count(who, count::TAKEN_FROM_FALLS, before - hp);
        self.table.tell("HEI-267", || format!("{} has {hp} HP left", rules.name(who)));
        if hp <= i32::from(rules.book.injury.threshold) {
            let mut parts = BodyPart::RightLeg.bit() | BodyPart::LeftLeg.bit();
            if hp <= i32::from(rules.book.injury.mutilated) {
                parts |= BodyPart::Torso.bit();
            }
            self.injure(who, parts);
        }
        self.after_harm(who);
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The climb that is intended, if there is a way and a hand is free (HEI-167, HEI-260, HEI-262, HEI-270).
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
                let too_steep = gap.abs() > i32::from(self.book.height.free_step);
                (too_steep || body.climbing.is_some() && gap != 0).then(|| Plan {
                    cr,
                    step: gap.clamp(-most, most),
                    along: Some(direction),
                })
            }
            None if !inside => None,
            direction => {
                let down = direction == Some(Direction::Down);
                if down && body.elevation <= 0 {
                    return None;
                }
                let cr = square.climb_cr?;
                let step = if down { -most.min(i32::from(body.elevation)) } else { most };
                Some(Plan { cr, step, along: None })
            }
        }
    }

    /// True if enough hands are free to hold on (HEI-167, HEI-228, HEI-230).
    pub(super) fn has_hand_to_climb(&self, fighter: &Fighter, body: &Body) -> bool {
        let free = Hand::ALL.into_iter().filter(|&hand| body.places.in_hand(hand).is_none() && self.hand_works(body, hand));
        let spare = usize::from(self.free_hand(fighter, body).is_some());
        free.count().max(spare) >= usize::from(self.book.climb.hands)
    }

    /// The place where somebody lands who comes down from this elevation, and the depth of the fall.
    fn landing(&self, body: &Body, elevation: i32) -> (Location, i32) {
        let below = body.climbing.and_then(|climb| climb.along).and_then(|along| self.ground.neighbour(body.at, along));
        match below {
            Some(below) if elevation < 0 => {
                (below, self.ground.square(body.at).height + elevation - self.ground.square(below).height)
            }
            _ => (body.at, elevation.max(0)),
        }
    }
}
