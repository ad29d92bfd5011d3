//! Skills that are a matter of will: commands, rousing words, provocation, protection, rage, the chase, smoke.
//!
//! Owns what a skill does when it is used; those that only change dice stand in [`swing`](super::swing). Start at
//! [`Core::uses_talent`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::book::gear::ItemUse;
use super::decide::Wants;
use super::policy::Do;
use super::rolls;
use super::rulings::SkillTable;
use super::save::Luck;
use super::sheet::{Ability, Skill};
use super::state::{Act, Fight, until};

impl<const PLAIN: bool> Core<PLAIN> {
    /// Whether somebody could use a skill of this kind now (BDP-366, BDP-502, BDP-505, BDP-506, BDP-520).
    pub(super) fn has_talent(&self, fight: &Fight, who: Slot, wish: Do) -> bool {
        let (fighter, body, skills) = (self.fighter(who), fight.body(who), &self.book.skill);
        let allies = || !self.allies(fight, who).is_empty();
        match wish {
            Do::Command | Do::Encourage => {
                fighter.has(Skill::Commander) && body.plight.commands < skills.commander_uses && allies()
            }
            Do::Rouse => fighter.has(Skill::RousingWords) && body.daily.rousings < skills.rousing_uses && allies(),
            Do::Provoke => fighter.has(Skill::Provocateur),
            Do::Protect => fighter.has(Skill::Protect) && allies() && !body.engaged.is_empty(),
            Do::Smoke => self.item(fight, who, ItemUse::SmokeBomb).is_some(),
            _ => false,
        }
    }

    /// Everybody else of a side who is on its feet.
    pub(super) fn allies(&self, fight: &Fight, who: Slot) -> Slots {
        let foes = self.foes(who).with(who);
        fight.active().those(|one| !foes.has(one))
    }

    /// A skill, or a smoke bomb, is used.
    pub(super) fn uses_talent<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (act, target): (Act, Option<Slot>),
        table: &mut Table<D, W>,
    ) {
        match act {
            Act::Command | Act::Encourage => self.commands(fight, who, act == Act::Command, table),
            Act::Rouse => self.rouses(fight, who, table),
            Act::Provoke => self.provokes(fight, who, target, table),
            Act::Smoke => self.smokes(fight, who, table),
            _ => {}
        }
    }

    /// An ally strikes harder, or takes heart (BDP-502, BDP-631).
    fn commands<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, strikes: bool, table: &mut Table<D, W>) {
        let Some(ally) = self.choose_ally(fight, who, self.allies(fight, who), table) else { return };
        fight.body_mut(who).plight.commands += 1;
        table.tell("BDP-502", || format!("{} commands {}", self.name(who), self.name(ally)));
        if strikes && self.rulings().skills() == SkillTable::Two {
            fight.body_mut(ally).next_enhanced = true;
        } else {
            let gained = table.sum(who, &rolls::COMMAND, self.book.skill.commander_hp);
            self.gains_hp(fight, ally, gained, "BDP-502", table);
        }
    }

    /// Allies roll double dice for a turn; one of them in version 1.32 (BDP-506, BDP-631).
    fn rouses<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        fight.body_mut(who).daily.rousings += 1;
        let allies = self.allies(fight, who);
        let roused = match self.rulings().skills() {
            SkillTable::Two => allies,
            SkillTable::Older => self.choose_ally(fight, who, allies, table).map_or(Slots::NONE, Slots::only),
        };
        for one in roused {
            fight.body_mut(one).plight.roused = true;
            table.tell("BDP-506", || format!("{} is roused", self.name(one)));
        }
    }

    /// An enemy has to fight whoever provokes it (BDP-505).
    fn provokes<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Option<Slot>, table: &mut Table<D, W>) {
        let Some(target) = target.filter(|&target| fight.is_active(target)) else { return };
        if !self.ability_save(fight, target, (self.book.save.mind, 0, Luck::Even), &rolls::PROVOKED, table) {
            fight.body_mut(target).plight.provoked_by = Some(who);
            table.tell("BDP-505", || format!("{} is provoked", self.name(target)));
        }
    }

    /// Smoke around everybody near (BDP-366).
    fn smokes<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let Some(bomb) = self.item(fight, who, ItemUse::SmokeBomb) else { return };
        self.uses_item(fight, who, bomb);
        let rounds = table.sum(who, &rolls::SMOKE, self.book.foe.smoke);
        let (zone, until) = (fight.body(who).zone, until(fight.round, rounds.max(1) as u16 - 1));
        table.tell("BDP-366", || format!("{} throws smoke for {rounds} rounds", self.name(who)));
        for body in &mut fight.bodies {
            if body.zone == zone {
                body.plight.smoked_until = body.plight.smoked_until.max(until);
            }
        }
    }

    /// Who takes an attack on somebody upon itself: an ally in the same melee who protects (BDP-520).
    pub(super) fn protector(&self, fight: &Fight, attacker: Slot, target: Slot) -> Option<Slot> {
        let protects = |one: Slot| {
            let body = fight.body(one);
            body.plight.protecting && body.active() && body.engaged.has(attacker)
        };
        let close = fight.body(target).engaged.has(attacker);
        self.allies(fight, target).into_iter().find(|&one| close && protects(one))
    }

    /// Rage begins, or is overcome, at the beginning of a round (BDP-522).
    pub(super) fn rages<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if !self.fighter(who).has(Skill::Fury) {
            return;
        }
        let idle = self.engaged_foes(fight, who).is_empty();
        if !fight.body(who).plight.raging {
            let begins = self.wants(Wants::Fury, false, fight, who, table);
            fight.body_mut(who).plight.raging = begins;
            if begins {
                table.tell("BDP-522", || format!("{} rages", self.name(who)));
            }
        } else if self.wants(Wants::Calm, idle, fight, who, table)
            && self.ability_save(fight, who, (Ability::Wil, 0, Luck::Even), &rolls::CALM, table)
        {
            fight.body_mut(who).plight.raging = false;
            table.tell("BDP-522", || format!("{} is calm again", self.name(who)));
        }
    }

    /// Somebody chases its target alone (BDP-529).
    pub(super) fn chases<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Slot, table: &mut Table<D, W>) {
        let unused = fight.body(who).daily.chases < self.book.skill.tunnel_uses && fight.body(who).plight.prey.is_none();
        if self.fighter(who).has(Skill::TunnelVision) && unused && self.wants(Wants::Tunnel, false, fight, who, table) {
            let body = fight.body_mut(who);
            (body.plight.prey, body.daily.chases) = (Some(target), body.daily.chases + 1);
            table.tell("BDP-529", || format!("{} sees nobody but {}", self.name(who), self.name(target)));
        }
    }
}
