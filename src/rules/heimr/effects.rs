//! Effects of `heimr`: what is called by skills, weapons and falls, and how long it lasts.
//!
//! Owns section 4.17 of the specification and the effects of section 4.23. Start at [`Core::afflict`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::attack::Attack;
use super::book::tables::BodyPart;
use super::fighter::{Duration, Effect};
use super::ground::Direction;
use super::metrics as count;
use super::policy::StumbleDirection;
use super::rolls;
use super::rulings::{DazeOdd, EffectOverlap};
use super::sheet::{BindPart, EffectKind};
use super::state::{Body, Fight, Hand, Timer};

impl<const PLAIN: bool> Core<PLAIN> {
    /// Somebody has received an effect: what it was about to do is interrupted, and it lets go of whom it holds (HEI-157,
    /// HEI-198). Whoever lets go rolls its next defence at once, and so this comes after everything the effect does.
    pub(super) fn receives_effect<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        fight.body_mut(who).upcoming = None;
        self.let_go(fight, who, table);
    }

    /// Lets a timer run for longer, by the rulings.
    pub(super) fn run_timer(&self, timer: &mut Timer, duration: Duration, fresh: bool) {
        match self.rulings().effect_overlap {
            EffectOverlap::Add => {
                timer.fresh = if timer.turns == 0 { fresh } else { timer.fresh };
                timer.turns = timer.turns.saturating_add(duration.turns);
            }
            EffectOverlap::Max if duration.turns > timer.turns => *timer = Timer { turns: duration.turns, fresh },
            EffectOverlap::Max if duration.turns == timer.turns && timer.turns > 0 => timer.fresh |= fresh,
            EffectOverlap::Max => {}
        }
    }

    /// Dazes somebody (HEI-056, HEI-130, HEI-131, R-19).
    pub(super) fn daze(&self, body: &mut Body, duration: Duration, fresh: bool) {
        let odd = duration.odd && self.rulings().daze_odd == DazeOdd::Yes;
        match self.rulings().effect_overlap {
            EffectOverlap::Add => body.daze_odd |= odd,
            EffectOverlap::Max if duration.turns > body.daze.turns => body.daze_odd = odd,
            EffectOverlap::Max if duration.turns == body.daze.turns => body.daze_odd |= odd,
            EffectOverlap::Max => {}
        }
        self.run_timer(&mut body.daze, duration, fresh);
        body.stance = None;
    }

    /// What an effect does to somebody (HEI-049 to HEI-063); the one who calls it and the body part that was hit.
    pub(super) fn afflict<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        effect: &Effect,
        (by, part): (Slot, BodyPart),
        table: &mut Table<D, W>,
    ) {
        let duration = Duration::of_seconds(effect.number, &self.book);
        let fresh = fight.current() == Some(target);
        table.tell("HEI-049, HEI-050", || format!("{}: {} {}", self.name(target), effect.kind.name(), effect.number));
        match effect.kind {
            EffectKind::Hit => {
                table.watch.count(by, count::DAMAGE_DEALT, i32::from(effect.number));
                self.wound(fight, target, i32::from(effect.number), part, table);
            }
            EffectKind::Drain => {
                let willpower = &mut fight.body_mut(target).willpower;
                *willpower = (u16::from(*willpower)).saturating_sub(effect.number) as u8;
            }
            EffectKind::Fall => {
                let body = fight.body_mut(target);
                body.prone = true;
                self.run_timer(&mut body.fall, duration, fresh);
                if let Some(elevation) = body.climbing.map(|_| i32::from(body.elevation)) {
                    self.fall(fight, target, elevation, table);
                }
            }
            EffectKind::Drop => {
                let sword = fight.body(target).places.in_hand(Hand::Sword).is_some();
                let hand = if part == BodyPart::OffArm || !sword { Hand::Off } else { Hand::Sword };
                self.drop_from(fight, target, hand, table);
                self.run_timer(&mut fight.body_mut(target).drop, duration, fresh);
            }
            EffectKind::Stumble => self.stumble(fight, target, by, (duration, fresh), table),
            EffectKind::Daze => self.daze(fight.body_mut(target), duration, fresh),
            EffectKind::Break => self.break_held(fight, target, effect.number, table),
            EffectKind::Bind => {
                let bound = effect.part.unwrap_or(BindPart::of(part));
                let body = fight.body_mut(target);
                let timer = &mut body.bind[bound as usize];
                self.run_timer(timer, duration, fresh);
                if timer.runs() {
                    body.bound |= bound.bit();
                }
            }
            EffectKind::Weaken => self.run_timer(&mut fight.body_mut(target).weaken, duration, fresh),
            EffectKind::Stabilise => self.stabilise(fight, target, table),
        }
        self.receives_effect(fight, target, table);
    }

    /// Stumbles away from whoever caused it (HEI-055, HEI-127, HEI-129, R-20).
    fn stumble<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        by: Slot,
        (duration, fresh): (Duration, bool),
        table: &mut Table<D, W>,
    ) {
        self.leave_cluster(fight, target);
        self.end_grab(fight, target, table);
        let (here, there) = (self.ground.place(fight.body(target).at), self.ground.place(fight.body(by).at));
        let (right, up) = (there.0 - here.0, there.1 - here.1);
        let same = (right, up) == (0, 0);
        let towards = |direction: Direction| match direction {
            Direction::Up => up > 0,
            Direction::Right => right > 0,
            Direction::Down => up < 0,
            Direction::Left => right < 0,
        };
        let fits = |direction: &Direction| same || towards(*direction);
        let count = Direction::ALL.iter().filter(|direction| fits(direction)).count();
        let wanted = match self.policy(by).stumble_direction {
            StumbleDirection::Random => None,
            StumbleDirection::Up => Some(Direction::Up),
            StumbleDirection::Right => Some(Direction::Right),
            StumbleDirection::Down => Some(Direction::Down),
            StumbleDirection::Left => Some(Direction::Left),
        };
        let direction = match wanted.filter(fits) {
            Some(direction) => Some(direction),
            None => {
                let picked = table.pick(by, &rolls::STUMBLE_DIRECTION, count);
                Direction::ALL.into_iter().filter(fits).nth(picked)
            }
        };
        let body = fight.body_mut(target);
        // A shorter one changes nothing of the one that runs.
        let holds = self.rulings().effect_overlap == EffectOverlap::Add || duration.turns >= body.stumble.turns;
        self.run_timer(&mut body.stumble, duration, fresh);
        if body.stumble.runs() && holds {
            body.stumble_direction = direction;
        }
        table.tell("HEI-127, HEI-129", || {
            let barred = direction.map_or("nowhere", Direction::name);
            format!("{} stumbles out of the melee and cannot go {barred}", self.name(target))
        });
    }

    /// No longer dies, and is conscious again (HEI-078).
    fn stabilise<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, table: &mut Table<D, W>) {
        let body = fight.body_mut(target);
        if body.dead {
            return;
        }
        (body.unconscious_round, body.death_round) = (0, 0);
        (body.stabilised, body.unconscious) = (true, false);
        body.gone = self.is_out(body);
        table.tell("HEI-078", || format!("{} is stabilised", self.name(target)));
    }

    /// The effects of the skill that went with an attack, apart from a called Hit.
    pub(super) fn apply_skill_effects<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        (target, part): (Slot, BodyPart),
        table: &mut Table<D, W>,
    ) {
        let Some(skill) = attack.skill else { return };
        for effect in &self.fighter(attack.by).skills[usize::from(skill)].effects {
            if effect.kind != EffectKind::Hit && !self.is_out(fight.body(target)) {
                self.afflict(fight, target, effect, (attack.by, part), table);
            }
        }
    }
}

impl EffectKind {
    /// Its name in a story.
    fn name(self) -> &'static str {
        match self {
            EffectKind::Hit => "hit",
            EffectKind::Drain => "drain",
            EffectKind::Fall => "fall",
            EffectKind::Drop => "drop",
            EffectKind::Stumble => "stumble",
            EffectKind::Daze => "daze",
            EffectKind::Break => "break",
            EffectKind::Bind => "bind",
            EffectKind::Weaken => "weaken",
            EffectKind::Stabilise => "stabilise",
        }
    }
}
