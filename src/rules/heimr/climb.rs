//! Heights in `heimr`: climbing, holding on, jumping down, falling; and challenge requirements in general.
//!
//! Owns sections 4.3 and 4.14 of the specification. Start at [`Core::climb`]; [`Core::passes`] is the challenge requirement.

use crate::dice::{Dice, Roll, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::abilities::{AbilityId, Score};
use super::book::tables::BodyPart;
use super::challenge::Attempt;
use super::decide::Intent;
use super::fighter::{Duration, Fighter};
use super::ground::{Direction, Location};
use super::metrics as count;
use super::rolls;
use super::rulings::{FallHp, HoldConsistency, RerollScope};
use super::state::{Body, Climb, Fight, Hand};

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

impl<const PLAIN: bool> Core<PLAIN> {
    /// Whether somebody meets a challenge requirement, after as many re-rolls as its policy pays for (section 4.3 of the
    /// specification; R-07). The roll's second part says whether failing it has a consequence.
    pub(super) fn passes<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (ability, score, cr): (AbilityId, Score, i32),
        (roll, consequence): (&'static Roll, bool),
        table: &mut Table<D, W>,
    ) -> bool {
        let score = Score { c: score.c - self.weariness(fight, who, ability), ..score };
        let attempt = Attempt { score, physical: self.abilities.is_physical(ability), cr };
        let may = self.rulings().reroll_scope == RerollScope::All || !consequence;
        let Body { mut effort, mut willpower, .. } = *fight.body(who);
        let (fatigue, before) = (effort.fatigue, willpower);
        let passed =
            self.check.check(attempt, (&mut effort, &mut willpower), (who, roll), table, |rerolls, effort, left, table| {
                let body = fight.body_mut(who);
                (body.effort, body.willpower) = (effort, left);
                may && self.pays_again(fight, (who, rerolls), table)
            });
        let body = fight.body_mut(who);
        (body.effort, body.willpower) = (effort, willpower);
        table.watch.count(who, count::WILLPOWER_SPENT, i32::from(before - willpower));
        if effort.fatigue != fatigue {
            table.watch.most(who, count::FATIGUE_PEAK, i32::from(effort.fatigue));
            table.tell("HEI-136", || format!("{} tires: fatigue {}", self.name(who), effort.fatigue));
        }
        table.tell("HEI-044, HEI-047", || {
            let word = if passed { "meets" } else { "does not meet" };
            let paid = match before - willpower {
                0 => String::new(),
                paid => format!(", for {paid} WP"),
            };
            format!("{} {word} the requirement of {cr}{paid}", self.name(who))
        });
        passed
    }

    /// What climbing as intended comes to, if there is a way and a hand is free (HEI-167, HEI-260, HEI-262, HEI-270).
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

    /// Whether enough hands are free to hold on (HEI-167, HEI-228, HEI-230).
    pub(super) fn has_hand_to_climb(&self, fighter: &Fighter, body: &Body) -> bool {
        let free = Hand::ALL.into_iter().filter(|&hand| body.places.in_hand(hand).is_none() && self.hand_works(body, hand));
        let spare = usize::from(self.free_hand(fighter, body).is_some());
        free.count().max(spare) >= usize::from(self.book.climb.hands)
    }

    /// Climbs one step (section 4.14 of the specification; HEI-167, HEI-261).
    pub(super) fn climb<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, plan: Plan, table: &mut Table<D, W>) {
        let ability = self.abilities.roles.climb;
        let score = self.fighter(who).score(fight.body(who), ability);
        let aimed = i32::from(fight.body(who).elevation) + plan.step;
        let passed = plan.cr == 0 || self.passes(fight, who, (ability, score, plan.cr), (&rolls::CLIMB, true), table);
        table.watch.count(who, count::CLIMBS, 1);
        table.watch.count(who, count::CLIMBS_PASSED, i32::from(passed));
        fight.body_mut(who).climbing = Some(Climb { cr: plan.cr as i16, along: plan.along });
        if !passed {
            self.fall(fight, who, aimed, table);
            return;
        }
        fight.body_mut(who).elevation = aimed as i16;
        self.uncover(fight, table);
        let body = fight.body(who);
        let level = plan.along.and_then(|direction| self.ground.neighbour(body.at, direction));
        let level = level.map(|next| self.ground.square(next).height);
        if aimed == 0 || level == Some(self.height(fight.body(who))) {
            fight.body_mut(who).climbing = None;
        }
        table.tell("HEI-167", || {
            let way = if plan.step > 0 { "up" } else { "down" };
            format!("{} climbs {way}, to a height of {}", self.name(who), self.height(fight.body(who)))
        });
    }

    /// Holds on after a hit or an effect, or falls (HEI-227, HEI-263, R-66).
    pub(super) fn hold_on<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let Some(climb) = fight.body(who).climbing.filter(|climb| climb.cr > 0) else { return };
        let ability = self.abilities.roles.climb;
        let own = self.fighter(who).score(fight.body(who), ability);
        let hold = i32::from(self.book.climb.hold_c);
        let c = match self.rulings().hold_c {
            HoldConsistency::Fixed => hold,
            HoldConsistency::Lowered => own.c - hold,
        };
        let attempt = (ability, Score { c, p: own.p }, i32::from(climb.cr));
        if !self.passes(fight, who, attempt, (&rolls::HOLD_ON, true), table) {
            let elevation = i32::from(fight.body(who).elevation);
            self.fall(fight, who, elevation, table);
        }
    }

    /// Where somebody lands who comes down from this elevation, and how deep it falls.
    fn landing(&self, body: &Body, elevation: i32) -> (Location, i32) {
        let below = body.climbing.and_then(|climb| climb.along).and_then(|along| self.ground.neighbour(body.at, along));
        match below {
            Some(below) if elevation < 0 => {
                (below, self.ground.square(body.at).height + elevation - self.ground.square(below).height)
            }
            _ => (body.at, elevation.max(0)),
        }
    }

    /// Falls from an elevation (HEI-261, HEI-264, HEI-266).
    pub(super) fn fall<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, elevation: i32, table: &mut Table<D, W>) {
        let (at, height) = self.landing(fight.body(who), elevation);
        table.tell("HEI-261", || format!("{} falls from a height of {height}", self.name(who)));
        self.leave_cluster(fight, who);
        self.end_grab(fight, who, table);
        let body = fight.body_mut(who);
        (body.at, body.elevation, body.climbing, body.prone) = (at, 0, None, true);
        self.uncover(fight, table);
        table.watch.count(who, count::FALLS, 1);
        let duration = Duration::of_seconds(self.book.effects.seconds, &self.book);
        let fresh = fight.current() == Some(who);
        self.run_timer(&mut fight.body_mut(who).fall, duration, fresh);
        self.receives_effect(fight, who, table);
        let numbers = &self.book.fall;
        let cr = i32::from(numbers.fall_extra) + i32::from(numbers.jump_mult) * height;
        self.come_down(fight, who, (height, cr), &rolls::FALL, table);
    }

    /// Jumps down to the ground of the square (HEI-168, HEI-264, HEI-265).
    pub(super) fn jump_down<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let height = i32::from(fight.body(who).elevation).max(0);
        table.tell("HEI-168", || format!("{} jumps down {height}", self.name(who)));
        let body = fight.body_mut(who);
        (body.elevation, body.climbing) = (0, None);
        self.uncover(fight, table);
        let cr = i32::from(self.book.fall.jump_mult) * height;
        self.come_down(fight, who, (height, cr), &rolls::JUMP, table);
    }

    /// Coming down from a dangerous height (HEI-264, HEI-267, HEI-269, R-53).
    fn come_down<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (height, cr): (i32, i32),
        roll: &'static Roll,
        table: &mut Table<D, W>,
    ) {
        if height < i32::from(self.book.fall.min_height) {
            return;
        }
        let ability = self.abilities.roles.fall;
        let score = self.fighter(who).score(fight.body(who), ability);
        if self.passes(fight, who, (ability, score, cr), (roll, true), table) {
            return;
        }
        let before = fight.body(who).hp;
        let hp = match self.rulings().fall_hp {
            FallHp::Min => before.min(i32::from(self.book.fall.hp_from) - height),
            FallHp::Subtract => before - height,
        };
        fight.body_mut(who).hp = hp;
        table.watch.count(who, count::DAMAGE_TAKEN, before - hp);
        table.tell("HEI-267", || format!("{} has {hp} HP left", self.name(who)));
        if hp <= i32::from(self.book.injury.threshold) {
            let mut parts = BodyPart::RightLeg.bit() | BodyPart::LeftLeg.bit();
            if hp <= i32::from(self.book.injury.mutilated) {
                parts |= BodyPart::Torso.bit();
            }
            self.injure(fight, who, parts, table);
        }
        self.after_harm(fight, who, table);
    }
}
