//! Defences of `heimr`: which kinds are to be had, rolling them ahead, and meeting an attack with them.
//!
//! Owns section 4.8 of the specification. Start at [`Core::roll_ahead`] and [`Core::fix_defence`].

use crate::dice::{Dice, Roll, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::attack::Attack;
use super::challenge::exact::Worth;
use super::challenge::{Effort, Rolled};
use super::choose::Ask;
use super::decide::Defending;
use super::mastery::Mastery;
use super::metrics as count;
use super::observe::View;
use super::rolls;
use super::rulings::{BoundLegDodge, DefenceFatigue, GrabStopScope, RerollFatigue, StaleDefence};
use super::sheet::{BindPart, DefenceKind};
use super::state::{Body, Fight, Stance};

/// The attack that a defence is for.
#[derive(Clone, Copy, Debug)]
struct Incoming {
    by: Slot,
    ranged: bool,
    dodge_only: bool,
    dodge_penalty: i32,
}

impl Incoming {
    fn of(attack: &Attack) -> Self {
        Incoming { by: attack.by, ranged: attack.ranged, dodge_only: attack.dodge_only, dodge_penalty: attack.dodge_penalty }
    }

    /// Whether a kind can meet it (HEI-204, HEI-205, HEI-206, HEI-240).
    fn allows(&self, kind: DefenceKind) -> bool {
        match kind {
            DefenceKind::Dodge => true,
            DefenceKind::Block => !self.dodge_only,
            DefenceKind::Parry => !self.dodge_only && !self.ranged,
        }
    }
}

/// The defence that will meet an attack.
#[derive(Clone, Copy, Debug)]
pub struct Fixed {
    /// The defence.
    pub stance: Stance,
    /// Whether it is the stored one.
    pub stored: bool,
}

/// A way to defend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    kind: DefenceKind,
    item: u8,
}

impl Way {
    /// Whether it is what a policy wants.
    fn fits(self, wanted: Defending) -> bool {
        wanted.kind.is_none_or(|kind| kind == self.kind) && wanted.weapon.is_none_or(|weapon| weapon == self.item)
    }
}

/// The ways to defend that somebody has, in the order in which equal ones are taken: block, parry, dodge.
#[derive(Clone, Copy, Debug)]
struct Ways {
    ways: [Way; Ways::MOST],
    count: usize,
}

impl Ways {
    /// A block, a parry with each hand, a dodge.
    const MOST: usize = 4;

    #[inline(always)]
    fn push(&mut self, kind: DefenceKind, item: u8) {
        self.ways[self.count % Ways::MOST] = Way { kind, item };
        self.count += 1;
    }

    #[inline(always)]
    fn list(&self) -> &[Way] {
        &self.ways[..self.count.min(Ways::MOST)]
    }
}

impl Default for Ways {
    #[inline(always)]
    fn default() -> Self {
        Ways { ways: [Way { kind: DefenceKind::Dodge, item: 0 }; Ways::MOST], count: 0 }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// How well somebody does a defence.
    #[inline]
    fn defence_mastery(&self, who: Slot, body: &Body, kind: DefenceKind, item: u8) -> &Mastery {
        self.fighter(who).mastery(body).defence(kind, item)
    }

    /// The potential of a defence, bonus of its item included.
    #[inline]
    pub(super) fn defence_potential(&self, who: Slot, body: &Body, stance: &Stance) -> i32 {
        self.defence_mastery(who, body, stance.kind, stance.item).score.p
    }

    /// The consistency of a defence now, against an attack or ahead of any (section 4.8 of the specification).
    #[inline(always)]
    fn defence_consistency(
        &self,
        fight: &Fight,
        (who, body): (Slot, &Body),
        (kind, mastery): (DefenceKind, &Mastery),
        incoming: Option<&Incoming>,
    ) -> i32 {
        let book = &self.book;
        let mut c = mastery.score.c - self.strain(who, body, mastery.physical);
        let uses = match kind {
            DefenceKind::Dodge => body.dodges,
            DefenceKind::Block => body.blocks,
            DefenceKind::Parry => 0,
        };
        c -= i32::from(book.defence.repeat_penalty) * i32::from(uses);
        if body.ongoing {
            c -= i32::from(book.actions.ongoing_defence_penalty);
        }
        if body.prone {
            c -= i32::from(book.prone.self_penalty);
        }
        if let Some(incoming) = incoming
            && kind == DefenceKind::Dodge
        {
            c -= incoming.dodge_penalty;
        }
        if PLAIN { c } else { c - self.defence_hindrance(fight, body, kind, incoming) }
    }

    /// What a climb, the ground and a blind spot take off the consistency of a defence (HEI-229, HEI-246, HEI-281).
    fn defence_hindrance(&self, fight: &Fight, body: &Body, kind: DefenceKind, incoming: Option<&Incoming>) -> i32 {
        let mut sum = 0;
        if body.climbing.is_some() {
            sum += i32::from(self.book.climb.penalty);
        }
        if kind != DefenceKind::Block && self.ground.square(body.at).difficult {
            sum += i32::from(self.book.terrain.difficult_penalty);
        }
        if body.blind != 0 && incoming.is_some_and(|incoming| self.comes_from_behind(fight, body, incoming)) {
            sum += i32::from(self.book.blind.penalty);
        }
        sum
    }

    /// Whether an attack comes out of the blind spot (HEI-281).
    fn comes_from_behind(&self, fight: &Fight, body: &Body, incoming: &Incoming) -> bool {
        let attacker = fight.body(incoming.by);
        let from = if incoming.ranged { Some(attacker.at) } else { attacker.entered_from };
        from.is_some_and(|from| body.blind & from.bit() != 0)
    }

    /// Whether a kind of defence is to be had (HEI-205, HEI-206, HEI-208, R-37).
    #[inline(always)]
    fn has(&self, who: Slot, body: &Body, option: Way) -> bool {
        let fighter = self.fighter(who);
        match option.kind {
            DefenceKind::Dodge => self.can_dodge(body),
            DefenceKind::Block => self.usable_shield(fighter, body) == Some(option.item),
            DefenceKind::Parry => {
                let item = usize::from(option.item);
                self.can_parry_again(body, option.item)
                    && (PLAIN || fighter.gear.weapons[item].is_melee())
                    && self.usable(fighter, body, item)
            }
        }
    }

    /// Whether nothing keeps it from dodging.
    #[inline]
    fn can_dodge(&self, body: &Body) -> bool {
        let legs = BindPart::RightLeg.bit() | BindPart::LeftLeg.bit() | BindPart::Body.bit();
        self.rulings().bound_leg_dodge == BoundLegDodge::Yes || body.bound_parts() & legs == 0
    }

    /// Whether a weapon has a parry left in this window (HEI-208).
    #[inline]
    fn can_parry_again(&self, body: &Body, weapon: u8) -> bool {
        body.parries[usize::from(weapon)] < self.book.defence.parries_per_weapon
    }

    /// The ways to defend that are to be had.
    #[inline(always)]
    fn ways(&self, who: Slot, body: &Body, incoming: Option<&Incoming>) -> Ways {
        let fighter = self.fighter(who);
        let meets = |kind: DefenceKind| incoming.is_none_or(|incoming| incoming.allows(kind));
        let mut ways = Ways::default();
        if meets(DefenceKind::Block)
            && let Some(item) = self.usable_shield(fighter, body)
        {
            ways.push(DefenceKind::Block, item);
        }
        if meets(DefenceKind::Parry) {
            let [sword, off] = self.melee_weapons(fighter, body);
            if let Some(item) = sword
                && self.can_parry_again(body, item)
            {
                ways.push(DefenceKind::Parry, item);
            }
            if let Some(item) = off
                && self.can_parry_again(body, item)
            {
                ways.push(DefenceKind::Parry, item);
            }
        }
        if meets(DefenceKind::Dodge) && self.can_dodge(body) {
            ways.push(DefenceKind::Dodge, 0);
        }
        ways
    }

    /// How to defend, and with which consistency; by default as is worth most (section 6.2 of the specification).
    #[inline(always)]
    fn choose_defence<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        incoming: Option<&Incoming>,
        table: &mut Table<D, W>,
    ) -> Option<(Way, i32)> {
        let body = fight.body(who);
        let mut ways = self.ways(who, body, incoming);
        if !PLAIN && !self.policy(who).defend.is_empty() {
            ways = self.wanted_ways(ways, fight, who, incoming, table);
        }
        let fatigue = body.effort.fatigue;
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        let ways = ways.list();
        for &way in ways {
            let mastery = self.defence_mastery(who, body, way.kind, way.item);
            let c = self.defence_consistency(fight, (who, body), (way.kind, mastery), incoming);
            let worth = if ways.len() == 1 { 0.0 } else { self.worth.physical(c, mastery.score.p, fatigue) };
            if worth > most + Worth::TIE {
                (most, best) = (worth, Some((way, c)));
            }
        }
        best
    }

    /// Those of the ways to defend that a policy wants; all of them where it wants none of them.
    #[inline(never)]
    fn wanted_ways<D: Dice, W: Watch>(
        &self,
        ways: Ways,
        fight: &Fight,
        who: Slot,
        incoming: Option<&Incoming>,
        table: &mut Table<D, W>,
    ) -> Ways {
        let view = View { core: self, fight, about: incoming.map(|incoming| incoming.by), rerolls: 0 };
        let lines = &self.policy(who).defend;
        let line = lines.first(&view, who, |&wanted| ways.list().iter().any(|way| way.fits(wanted)));
        let Some(line) = line else { return ways };
        table.watch.line(line.number);
        let mut left = Ways::default();
        let fitting = ways.list().iter().filter(|way| way.fits(line.action));
        fitting.for_each(|way| left.push(way.kind, way.item));
        left
    }

    #[inline(always)]
    fn roll_defence<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        (option, c): (Way, i32),
        table: &mut Table<D, W>,
    ) -> Stance {
        let roll: &'static Roll = match option.kind {
            DefenceKind::Dodge => &rolls::DODGE,
            DefenceKind::Block => &rolls::BLOCK,
            DefenceKind::Parry => &rolls::PARRY,
        };
        let rolled = if D::SETTLES {
            self.check.pool.settled(c, (who, roll), &self.sort_defence(fight.body(who)), table)
        } else {
            self.check.pool.roll(c, who, roll, table)
        };
        let stance = Stance {
            kind: option.kind,
            item: option.item,
            c: c as i16,
            pre: rolled.pre,
            small: rolled.small,
            fatigue: fight.body(who).effort.fatigue,
        };
        table.tell("HEI-211", || {
            let value = i32::from(rolled.pre) + self.defence_mastery(who, fight.body(who), option.kind, option.item).score.p;
            format!("{} has a {} of {value}", self.name(who), option.kind.name())
        });
        stance
    }

    /// A defence chosen and rolled now.
    #[inline(always)]
    fn new_stance<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        incoming: Option<&Incoming>,
        table: &mut Table<D, W>,
    ) -> Option<Stance> {
        let chosen = self.choose_defence(fight, who, incoming, table)?;
        Some(self.roll_defence(fight, who, chosen, table))
    }

    /// Chooses and rolls the next defence, if one can be made (HEI-186, HEI-211, HEI-212).
    #[inline(never)]
    pub(super) fn roll_ahead<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let stance = if self.can_defend(fight.body(who)) { self.new_stance(fight, who, None, table) } else { None };
        fight.body_mut(who).stance = stance;
    }

    /// The defence that will meet an attack, rolled anew where that is needed (section 4.8 of the specification; HEI-213,
    /// HEI-284, R-13).
    #[inline(always)]
    pub(super) fn fix_defence<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        target: Slot,
        table: &mut Table<D, W>,
    ) -> Option<Fixed> {
        if !self.can_defend(fight.body(target)) || self.declines(fight, Ask::about(target, attack.by), table) {
            return None;
        }
        let incoming = Incoming::of(attack);
        let body = fight.body(target);
        if let Some(stance) = body.stance
            && (PLAIN || incoming.allows(stance.kind))
        {
            let option = Way { kind: stance.kind, item: stance.item };
            let mastery = self.defence_mastery(target, body, stance.kind, stance.item);
            let c = self.defence_consistency(fight, (target, body), (stance.kind, mastery), Some(&incoming));
            let fresh = c == i32::from(stance.c) || self.rulings().stale_defence == StaleDefence::Keep;
            if fresh && self.has(target, body, option) {
                return Some(Fixed { stance, stored: true });
            }
        }
        self.renew_defence(fight, &incoming, target, table)
    }

    /// The defence that will meet an attack where the stored one cannot, or not as it is.
    #[inline(never)]
    fn renew_defence<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        incoming: &Incoming,
        target: Slot,
        table: &mut Table<D, W>,
    ) -> Option<Fixed> {
        let body = fight.body(target);
        let Some(stance) = body.stance else {
            let stance = self.new_stance(fight, target, Some(incoming), table)?;
            fight.body_mut(target).stance = Some(stance);
            return Some(Fixed { stance, stored: true });
        };
        if !incoming.allows(stance.kind) {
            let stance = self.new_stance(fight, target, Some(incoming), table)?;
            return Some(Fixed { stance, stored: false });
        }
        let option = Way { kind: stance.kind, item: stance.item };
        let renewed = if self.has(target, body, option) {
            let mastery = self.defence_mastery(target, body, stance.kind, stance.item);
            let c = self.defence_consistency(fight, (target, body), (stance.kind, mastery), Some(incoming));
            Some(self.roll_defence(fight, target, (option, c), table))
        } else {
            self.new_stance(fight, target, Some(incoming), table)
        };
        fight.body_mut(target).stance = renewed;
        renewed.map(|stance| Fixed { stance, stored: true })
    }

    /// Whether a physical defence meets fatigue, which may grow by it (HEI-133, R-14).
    #[inline]
    fn defence_meets<D: Dice, W: Watch>(
        &self,
        who: Slot,
        effort: &mut Effort,
        stance: &Stance,
        table: &mut Table<D, W>,
    ) -> bool {
        let rolled = Rolled { small: stance.small, pre: stance.pre };
        let meets = self.exertion(who, effort, rolled, table);
        match self.rulings().defence_fatigue {
            DefenceFatigue::AtUse => meets,
            DefenceFatigue::AtRoll => self.check.fatigue.meets(rolled, stance.fatigue),
        }
    }

    /// A defence that fatigue has failed is rolled again as long as it is paid for; the last one, and whether it meets fatigue
    ///
    #[inline(never)]
    fn defend_again<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        failed: Stance,
        table: &mut Table<D, W>,
    ) -> (Stance, bool) {
        let option = Way { kind: failed.kind, item: failed.item };
        let (mut stance, mut rerolls) = (failed, 0);
        while self.pays(fight, who, rerolls, table) {
            rerolls += 1;
            stance = self.roll_defence(fight, who, (option, i32::from(stance.c)), table);
            if self.defence_meets(who, &mut fight.body_mut(who).effort, &stance, table) {
                return (stance, true);
            }
        }
        (stance, false)
    }

    /// Uses a defence: its value, none where it fails, and how often that kind had been used before (HEI-133, HEI-172, HEI-207, HEI-208, HEI-214, R-14).
    #[inline(always)]
    pub(super) fn use_defence<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        target: Slot,
        fixed: &Fixed,
        table: &mut Table<D, W>,
    ) -> (Option<i32>, u8) {
        let mut stance = fixed.stance;
        let body = fight.body_mut(target);
        let &Mastery { physical, score } = self.fighter(target).mastery(body).defence(stance.kind, stance.item);
        let mut meets = !physical || self.defence_meets(target, &mut body.effort, &stance, table);
        if !meets && self.rulings().reroll_fatigue == RerollFatigue::AttackAndDefence {
            (stance, meets) = self.defend_again(fight, target, stance, table);
        }
        let mut value = i32::from(stance.pre) + score.p;
        let body = fight.body_mut(target);
        if fixed.stored {
            body.stance = None;
        }
        let uses = match stance.kind {
            DefenceKind::Dodge => &mut body.dodges,
            DefenceKind::Block => &mut body.blocks,
            DefenceKind::Parry => &mut body.parries[usize::from(stance.item)],
        };
        let earlier = *uses;
        *uses = earlier.saturating_add(1);
        if !PLAIN && attack.ranged && stance.kind == DefenceKind::Dodge && body.dodge_ready > 0 {
            body.dodge_ready -= 1;
            value += i32::from(self.book.dodge.ready_bonus);
        }
        table.watch.count(target, count::tried(stance.kind, earlier), 1);
        if !meets {
            table.watch.count(target, count::DEFENCES_FATIGUED, 1);
            table.tell("HEI-133", || format!("{} is too tired: the {} fails", self.name(target), stance.kind.name()));
            return (None, earlier);
        }
        if self.rulings().grab_stop_scope == GrabStopScope::AllRolls && physical {
            let requirement = self.opposition(fight, target, table);
            if let Some(requirement) = requirement {
                if value < requirement {
                    return (None, earlier);
                }
                self.end_grab(fight, target, table);
            }
        }
        (Some(value), earlier)
    }
}
