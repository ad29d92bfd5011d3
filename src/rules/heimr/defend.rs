//! Defences of `heimr`: which kinds are to be had, rolling them ahead, and meeting an attack with them.
//!
//! Owns section 4.8 of the specification. Start at [`Core::roll_ahead`] and [`Core::fix_defence`].

use crate::dice::{Dice, Roll, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::abilities::AbilityId;
use super::attack::Attack;
use super::challenge::Rolled;
use super::challenge::exact::Worth;
use super::choose::Ask;
use super::metrics as count;
use super::observe::View;
use super::rolls;
use super::rulings::{BoundLegDodge, DefenceFatigue, GrabStopScope, RerollFatigue, StaleDefence, WeaponBonus};
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

impl Core {
    /// The ability of a defence (HEI-204, HEI-205, HEI-206).
    #[inline]
    pub(super) fn defence_ability(&self, who: Slot, kind: DefenceKind, item: u8) -> AbilityId {
        let gear = &self.fighter(who).gear;
        match kind {
            DefenceKind::Dodge => self.abilities.roles.dodge,
            DefenceKind::Block => gear.shields[usize::from(item)].ability,
            DefenceKind::Parry => gear.weapons[usize::from(item)].ability,
        }
    }

    /// The potential of a defence, bonus of its item included.
    #[inline]
    pub(super) fn defence_potential(&self, who: Slot, body: &Body, kind: DefenceKind, item: u8) -> i32 {
        let fighter = self.fighter(who);
        let ability = self.defence_ability(who, kind, item);
        let bonus = match kind {
            DefenceKind::Dodge => 0,
            DefenceKind::Block => fighter.gear.shields[usize::from(item)].bonus,
            DefenceKind::Parry => match self.rulings.weapon_bonus {
                WeaponBonus::AttackAndParry => fighter.gear.weapons[usize::from(item)].bonus,
                WeaponBonus::Attack => 0,
            },
        };
        fighter.score(body, ability).p + bonus
    }

    /// The consistency of a defence now, against an attack or ahead of any (section 4.8 of the specification).
    fn defence_consistency(&self, fight: &Fight, who: Slot, option: Way, incoming: Option<&Incoming>) -> i32 {
        let (book, body) = (&self.book, fight.body(who));
        let ability = self.defence_ability(who, option.kind, option.item);
        let mut c = self.fighter(who).score(body, ability).c - self.weariness(fight, who, ability);
        let uses = match option.kind {
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
        if body.climbing.is_some() {
            c -= i32::from(book.climb.penalty);
        }
        if option.kind != DefenceKind::Block && self.ground.square(body.at).difficult {
            c -= i32::from(book.terrain.difficult_penalty);
        }
        if let Some(incoming) = incoming {
            if option.kind == DefenceKind::Dodge {
                c -= incoming.dodge_penalty;
            }
            if body.blind != 0 && self.comes_from_behind(fight, body, incoming) {
                c -= i32::from(book.blind.penalty);
            }
        }
        c
    }

    /// Whether an attack comes out of the blind spot (HEI-281).
    fn comes_from_behind(&self, fight: &Fight, body: &Body, incoming: &Incoming) -> bool {
        let attacker = fight.body(incoming.by);
        let from = if incoming.ranged { Some(attacker.at) } else { attacker.entered_from };
        from.is_some_and(|from| body.blind & from.bit() != 0)
    }

    /// Whether a kind of defence is to be had (HEI-205, HEI-206, HEI-208, R-37).
    fn has(&self, who: Slot, body: &Body, option: Way) -> bool {
        let fighter = self.fighter(who);
        match option.kind {
            DefenceKind::Dodge => {
                let legs = BindPart::RightLeg.bit() | BindPart::LeftLeg.bit() | BindPart::Body.bit();
                self.rulings.bound_leg_dodge == BoundLegDodge::Yes || body.bound_parts() & legs == 0
            }
            DefenceKind::Block => self.usable_shield(fighter, body) == Some(option.item),
            DefenceKind::Parry => {
                let item = usize::from(option.item);
                body.parries[item] < self.book.defence.parries_per_weapon
                    && fighter.gear.weapons[item].is_melee()
                    && self.usable(fighter, body, item)
            }
        }
    }

    /// The kinds of defence that are to be had, in the order in which equal ones are taken: block, parry, dodge.
    fn options(&self, who: Slot, body: &Body, incoming: Option<&Incoming>) -> [Option<Way>; 4] {
        let fighter = self.fighter(who);
        let allowed =
            |option: &Way| incoming.is_none_or(|incoming| incoming.allows(option.kind)) && self.has(who, body, *option);
        let block = self.usable_shield(fighter, body).map(|item| Way { kind: DefenceKind::Block, item });
        let [sword, off] = self.melee_weapons(fighter, body);
        let parry = |weapon: Option<u8>| weapon.map(|item| Way { kind: DefenceKind::Parry, item }).filter(allowed);
        let dodge = Some(Way { kind: DefenceKind::Dodge, item: 0 });
        [block.filter(allowed), parry(sword), parry(off), dodge.filter(allowed)]
    }

    /// How to defend; by default as is worth most (section 6.2 of the specification).
    fn choose_defence<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        incoming: Option<&Incoming>,
        table: &mut Table<D, W>,
    ) -> Option<Way> {
        let options = self.options(who, fight.body(who), incoming);
        let lines = &self.policy(who).defend;
        let mut left = options;
        if !lines.is_empty() {
            let fits = |option: &Way, kind: Option<DefenceKind>, weapon: Option<u8>| {
                kind.is_none_or(|kind| kind == option.kind) && weapon.is_none_or(|weapon| weapon == option.item)
            };
            let view = View { core: self, fight, about: incoming.map(|incoming| incoming.by), rerolls: 0 };
            let line = lines.first(&view, who, |defending| {
                options.iter().flatten().any(|option| fits(option, defending.kind, defending.weapon))
            });
            if let Some(line) = line {
                table.watch.line(line.number);
                let wanted = line.action;
                left = options.map(|option| option.filter(|option| fits(option, wanted.kind, wanted.weapon)));
            }
        }
        let mut best: Option<(f64, Way)> = None;
        let only = left.iter().flatten().count() == 1;
        for option in left.into_iter().flatten() {
            let worth = if only { 0.0 } else { self.worth_of(fight, who, option, incoming) };
            if best.is_none_or(|(most, _)| worth > most + Worth::TIE) {
                best = Some((worth, option));
            }
        }
        best.map(|(_, option)| option)
    }

    /// What a defence is worth: its mean, where rolls that fail count as 0.
    fn worth_of(&self, fight: &Fight, who: Slot, option: Way, incoming: Option<&Incoming>) -> f64 {
        let body = fight.body(who);
        let c = self.defence_consistency(fight, who, option, incoming);
        let p = self.defence_potential(who, body, option.kind, option.item);
        self.worth.physical(c, p, body.effort.fatigue)
    }

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
            let value = i32::from(rolled.pre) + self.defence_potential(who, fight.body(who), option.kind, option.item);
            format!("{} has a {} of {value}", self.name(who), option.kind.name())
        });
        stance
    }

    /// A defence chosen and rolled now.
    fn new_stance<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        incoming: Option<&Incoming>,
        table: &mut Table<D, W>,
    ) -> Option<Stance> {
        let option = self.choose_defence(fight, who, incoming, table)?;
        let c = self.defence_consistency(fight, who, option, incoming);
        Some(self.roll_defence(fight, who, (option, c), table))
    }

    /// Chooses and rolls the next defence, if one can be made (HEI-186, HEI-211, HEI-212).
    #[inline]
    pub(super) fn roll_ahead<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let stance = if self.can_defend(fight.body(who)) { self.new_stance(fight, who, None, table) } else { None };
        fight.body_mut(who).stance = stance;
    }

    /// The defence that will meet an attack, rolled anew where that is needed (section 4.8 of the specification; HEI-213,
    /// HEI-284, R-13).
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
        let Some(stance) = body.stance else {
            let stance = self.new_stance(fight, target, Some(&incoming), table)?;
            fight.body_mut(target).stance = Some(stance);
            return Some(Fixed { stance, stored: true });
        };
        if !incoming.allows(stance.kind) {
            let stance = self.new_stance(fight, target, Some(&incoming), table)?;
            return Some(Fixed { stance, stored: false });
        }
        let option = Way { kind: stance.kind, item: stance.item };
        let renewed = if self.has(target, body, option) {
            let c = self.defence_consistency(fight, target, option, Some(&incoming));
            let stale = c != i32::from(stance.c) && self.rulings.stale_defence == StaleDefence::Reroll;
            stale.then(|| self.roll_defence(fight, target, (option, c), table))
        } else {
            let renewed = self.new_stance(fight, target, Some(&incoming), table);
            if renewed.is_none() {
                fight.body_mut(target).stance = None;
                return None;
            }
            renewed
        };
        let stance = renewed.unwrap_or(stance);
        fight.body_mut(target).stance = Some(stance);
        Some(Fixed { stance, stored: true })
    }

    /// Uses a defence: its value, none where it fails, and how often that kind had been used before (HEI-133, HEI-172, HEI-207, HEI-208, HEI-214, R-14).
    pub(super) fn use_defence<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        target: Slot,
        fixed: &Fixed,
        table: &mut Table<D, W>,
    ) -> (Option<i32>, u8) {
        let mut stance = fixed.stance;
        let option = Way { kind: stance.kind, item: stance.item };
        let ability = self.defence_ability(target, stance.kind, stance.item);
        let physical = self.abilities.is_physical(ability);
        let mut rerolls = 0;
        let meets = loop {
            let rolled = Rolled { small: stance.small, pre: stance.pre };
            let meets = match self.rulings.defence_fatigue {
                _ if !physical => true,
                DefenceFatigue::AtUse => self.exerts(fight, target, rolled, table),
                DefenceFatigue::AtRoll => {
                    self.exerts(fight, target, rolled, table);
                    self.check.fatigue.meets(rolled, stance.fatigue)
                }
            };
            let may = self.rulings.reroll_fatigue == RerollFatigue::AttackAndDefence;
            if meets || !may || !self.pays(fight, target, rerolls, table) {
                break meets;
            }
            rerolls += 1;
            stance = self.roll_defence(fight, target, (option, i32::from(stance.c)), table);
        };
        let mut value = i32::from(stance.pre) + self.defence_potential(target, fight.body(target), stance.kind, stance.item);
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
        if attack.ranged && stance.kind == DefenceKind::Dodge && body.dodge_ready > 0 {
            body.dodge_ready -= 1;
            value += i32::from(self.book.dodge.ready_bonus);
        }
        table.watch.count(target, count::tried(stance.kind, earlier), 1);
        if !meets {
            table.watch.count(target, count::DEFENCES_FATIGUED, 1);
            table.tell("HEI-133", || format!("{} is too tired: the {} fails", self.name(target), stance.kind.name()));
            return (None, earlier);
        }
        if self.rulings.grab_stop_scope == GrabStopScope::AllRolls && physical {
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
