//! Skills that are a matter of will: commands, rousing words, provocation, protection, rage, the chase, smoke.
//!
//! Owns what a skill does when it is used; those that only change dice stand in [`swing`](super::swing). Start at
//! [`Play::uses_talent`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::book::gear::ItemUse;
use super::policy::Do;
use super::rolls;
use super::rulings::SkillTable;
use super::save::Advantage;
use super::sheet::{Ability, Skill};
use super::state::{Act, Fight, until};
use super::{Core, Play};

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if the combatant could use a skill of this kind now (BDP-366, BDP-502, BDP-505, BDP-506, BDP-520).
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

    /// The allies of a combatant that are on their feet.
    pub(super) fn allies(&self, fight: &Fight, who: Slot) -> Slots {
        let foes = self.lineup.foes(who).with(who);
        fight.active().those(|one| !foes.has(one))
    }

    /// Returns the allies that would take an attack on the target upon themselves: those in the same melee that protect
    /// (BDP-520).
    pub(super) fn protectors(&self, fight: &Fight, attacker: Slot, target: Slot) -> Slots {
        let protects = |one: Slot| {
            let body = fight.body(one);
            body.plight.protecting && body.active() && body.engaged.has(attacker)
        };
        let close = fight.body(target).engaged.has(attacker);
        self.allies(fight, target).those(|one| close && protects(one))
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// A skill, or a smoke bomb, is used.
    pub(super) fn uses_talent(&mut self, who: Slot, act: Act, target: Option<Slot>) {
        match act {
            Act::Command | Act::Encourage => self.commands(who, act == Act::Command),
            Act::Rouse => self.rouses(who),
            Act::Provoke => self.provokes(who, target),
            Act::Smoke => self.smokes(who),
            _ => {}
        }
    }

    /// An ally strikes harder, or takes heart (BDP-502, BDP-631).
    fn commands(&mut self, who: Slot, strikes: bool) {
        let rules = self.rules;
        let Some(ally) = self.choose_ally(who, rules.allies(self.fight, who)) else { return };
        self.fight.body_mut(who).plight.commands += 1;
        self.table.tell("BDP-502", || format!("{} commands {}", rules.name(who), rules.name(ally)));
        if strikes && rules.rulings().skills() == SkillTable::Two {
            self.fight.body_mut(ally).next_enhanced = true;
        } else {
            let gained = self.table.sum(who, &rolls::COMMAND, rules.book.skill.commander_hp);
            self.gains_hp(ally, gained, "BDP-502");
        }
    }

    /// Allies roll double dice for a turn; one of them in version 1.32 (BDP-506, BDP-631).
    fn rouses(&mut self, who: Slot) {
        let rules = self.rules;
        self.fight.body_mut(who).daily.rousings += 1;
        let allies = rules.allies(self.fight, who);
        let roused = match rules.rulings().skills() {
            SkillTable::Two => allies,
            SkillTable::Older => self.choose_ally(who, allies).map_or(Slots::NONE, Slots::only),
        };
        for one in roused {
            self.fight.body_mut(one).plight.roused = true;
            self.table.tell("BDP-506", || format!("{} is roused", rules.name(one)));
        }
    }

    /// Makes an enemy fight the combatant that provokes it, unless a save keeps it from that (BDP-505).
    fn provokes(&mut self, who: Slot, target: Option<Slot>) {
        let Some(target) = target.filter(|&target| self.fight.is_active(target)) else { return };
        if !self.ability_save(target, self.rules.book.save.mind, 0, Advantage::Neither, &rolls::PROVOKED) {
            self.fight.body_mut(target).plight.provoked_by = Some(who);
            self.table.tell("BDP-505", || format!("{} is provoked", self.rules.name(target)));
        }
    }

    /// Smoke around everybody near (BDP-366).
    fn smokes(&mut self, who: Slot) {
        let rules = self.rules;
        let Some(bomb) = rules.item(self.fight, who, ItemUse::SmokeBomb) else { return };
        self.uses_item(who, bomb);
        let rounds = self.table.sum(who, &rolls::SMOKE, rules.book.foe.smoke);
        let (zone, until) = (self.fight.body(who).zone, until(self.fight.round, rounds.max(1) as u16 - 1));
        self.table.tell("BDP-366", || format!("{} throws smoke for {rounds} rounds", rules.name(who)));
        for body in &mut self.fight.bodies {
            if body.zone == zone {
                body.plight.smoked_until = body.plight.smoked_until.max(until);
            }
        }
    }

    /// Rage begins, or is overcome, at the beginning of a round (BDP-522).
    pub(super) fn rages(&mut self, who: Slot) {
        let rules = self.rules;
        if !rules.fighter(who).has(Skill::Fury) {
            return;
        }
        let idle = rules.engaged_foes(self.fight, who).is_empty();
        if !self.fight.body(who).plight.raging {
            let begins = self.wants(&self.rules.policies.lists.fury, false, who);
            self.fight.body_mut(who).plight.raging = begins;
            if begins {
                self.table.tell("BDP-522", || format!("{} rages", rules.name(who)));
            }
        } else if self.wants(&self.rules.policies.lists.calm, idle, who)
            && self.ability_save(who, Ability::Wil, 0, Advantage::Neither, &rolls::CALM)
        {
            self.fight.body_mut(who).plight.raging = false;
            self.table.tell("BDP-522", || format!("{} is calm again", rules.name(who)));
        }
    }

    /// The combatant chases its target alone (BDP-529).
    #[inline]
    pub(super) fn chases(&mut self, who: Slot, target: Slot) {
        let rules = self.rules;
        let unused =
            self.fight.body(who).daily.chases < rules.book.skill.tunnel_uses && self.fight.body(who).plight.prey.is_none();
        if rules.has(who, Skill::TunnelVision) && unused && self.wants(&self.rules.policies.lists.tunnel, false, who) {
            let body = self.fight.body_mut(who);
            (body.plight.prey, body.daily.chases) = (Some(target), body.daily.chases + 1);
            self.table.tell("BDP-529", || format!("{} sees nobody but {}", rules.name(who), rules.name(target)));
        }
    }
}
