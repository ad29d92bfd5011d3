//! Effects of `heimr`: what is called by skills, weapons and falls.
//!
//! Owns section 4.17 of the specification and the effects of section 4.23; how long each runs is in [`harm`](super::harm).
//! Start at [`Play::afflict`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::Play;
use super::attack::Attack;
use super::book::tables::BodyPart;
use super::fighter::{Duration, Effect};
use super::ground::Direction;
use super::metrics as count;
use super::rolls;
use super::rulings::EffectOverlap;
use super::sheet::{BindPart, EffectKind};
use super::state::Hand;

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Applies an effect to a target (HEI-049 to HEI-063); its caller and the body part that was hit.
    pub(super) fn afflict(&mut self, target: Slot, effect: &Effect, by: Slot, part: BodyPart) {
        let rules = self.rules;
        let duration = Duration::of_seconds(effect.number, &rules.book);
        let fresh = self.fight.current() == Some(target);
        self.table.tell("HEI-049, HEI-050", || format!("{}: {} {}", rules.name(target), effect.kind.word(), effect.number));
        match effect.kind {
            EffectKind::Hit => {
                self.table.watch.count(by, count::DAMAGE_DEALT, i32::from(effect.number));
                self.wound(target, i32::from(effect.number), part, count::TAKEN_FROM_EFFECTS);
            }
            EffectKind::Drain => {
                let willpower = &mut self.fight.body_mut(target).willpower;
                *willpower = (u16::from(*willpower)).saturating_sub(effect.number) as u8;
            }
            EffectKind::Fall => {
                self.goes_down(target, Some(duration));
                let body = self.fight.body(target);
                if let Some(elevation) = body.climbing.map(|_| i32::from(body.elevation)) {
                    self.fall(target, elevation, "HEI-053");
                }
            }
            EffectKind::Drop => {
                let sword = self.fight.body(target).places.in_hand(Hand::Sword).is_some();
                let hand = if part == BodyPart::OffArm || !sword { Hand::Off } else { Hand::Sword };
                self.drop_from(target, hand);
                rules.run_timer(&mut self.fight.body_mut(target).drop, duration, fresh);
            }
            EffectKind::Stumble => self.stumble(target, by, duration, fresh),
            EffectKind::Daze => rules.daze(self.fight.body_mut(target), duration, fresh),
            EffectKind::Break => self.break_held(target, effect.number),
            EffectKind::Bind => {
                let bound = effect.part.unwrap_or(BindPart::of(part));
                let body = self.fight.body_mut(target);
                let timer = &mut body.bind[bound as usize];
                rules.run_timer(timer, duration, fresh);
                if timer.runs() {
                    body.bound |= bound.bit();
                }
            }
            EffectKind::Weaken => rules.run_timer(&mut self.fight.body_mut(target).weaken, duration, fresh),
            EffectKind::Stabilise => self.stabilise(target),
        }
        self.receives_effect(target);
    }

    /// Stumbles away from the combatant that caused it (HEI-055, HEI-127, HEI-129, R-20).
    fn stumble(&mut self, target: Slot, by: Slot, duration: Duration, fresh: bool) {
        let rules = self.rules;
        self.leave_cluster(target);
        self.end_grab(target);
        let (here, there) = (rules.ground.place(self.fight.body(target).at), rules.ground.place(self.fight.body(by).at));
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
        // The directions follow a random one in their order.
        let barred = rules.policies.stumble_directions[by.index()];
        let wanted = (barred as usize).checked_sub(1).map(|direction| Direction::ALL[direction]);
        let direction = match wanted.filter(fits) {
            Some(direction) => Some(direction),
            None => {
                let picked = self.table.pick(by, &rolls::STUMBLE_DIRECTION, count);
                Direction::ALL.into_iter().filter(fits).nth(picked)
            }
        };
        let body = self.fight.body_mut(target);
        // A shorter one changes nothing of the one that runs.
        let holds = rules.rulings().effect_overlap == EffectOverlap::Add || duration.turns >= body.stumble.turns;
        rules.run_timer(&mut body.stumble, duration, fresh);
        if body.stumble.runs() && holds {
            body.stumble_direction = direction;
        }
        self.table.tell("HEI-127, HEI-129", || {
            let barred = direction.map_or("nowhere", Direction::word);
            format!("{} stumbles out of the melee and cannot go {barred}", rules.name(target))
        });
    }

    /// Is stabilised, unless it is dead, and in the fight again where nothing else keeps it out (HEI-078).
    fn stabilise(&mut self, target: Slot) {
        if !self.fight.body(target).dead {
            self.is_stabilised(target);
            self.fight.body_mut(target).gone = self.rules.is_out(self.fight.body(target));
        }
    }

    /// The effects of the skill that went with an attack, apart from a called Hit.
    pub(super) fn apply_skill_effects(&mut self, attack: &Attack, target: Slot, part: BodyPart) {
        let Some(skill) = attack.skill else { return };
        for effect in &self.rules.fighter(attack.by).skills[usize::from(skill)].effects {
            if effect.kind != EffectKind::Hit && !self.rules.is_out(self.fight.body(target)) {
                self.afflict(target, effect, attack.by, part);
            }
        }
    }
}
