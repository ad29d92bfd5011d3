//! Skills of `heimr`: when they can be used, what they cost, and using them in a turn, with an attack, or in answer to one.
//!
//! Owns the skill part of section 4.23 of the specification. Start at [`Play::use_skill`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};
use frame::policy::Lists;

use super::book::tables::BodyPart;
use super::decide::Intent;
use super::fighter::Skill;
use super::ground::Direction;
use super::metrics as count;
use super::policy::Do;
use super::quantities::View;
use super::rulings::NeutralSkill;
use super::sheet::{EffectKind, Reaction, SkillAction, SkillTarget};
use super::state::{Fight, Mark, Upcoming};
use super::turn::Turn;
use super::{Core, Play};

impl<const PLAIN: bool> Core<PLAIN> {
    /// Returns a skill of a combatant by its number.
    fn skill(&self, who: Slot, skill: u8) -> &Skill {
        &self.fighter(who).skills[usize::from(skill)]
    }

    /// Willpower that a skill costs now (HEI-063).
    fn skill_cost(&self, fight: &Fight, who: Slot, skill: u8) -> u8 {
        let more = if fight.body(who).weaken.runs() { self.book.effects.weaken_cost } else { 0 };
        self.skill(who, skill).willpower.saturating_add(more)
    }

    /// True if a skill can be paid for and its prerequisite holds (HEI-161).
    fn skill_is_ready(&self, fight: &Fight, who: Slot, skill: u8, about: Option<Slot>) -> bool {
        let body = fight.body(who);
        let spent = self.skill(who, skill).rested && body.skills_used >> skill & 1 == 1;
        let view = View { core: self, fight, about, rerolls: 0 };
        let prerequisite = self.policies.prerequisites[who.index()][usize::from(skill)].as_ref();
        !spent
            && body.willpower >= self.skill_cost(fight, who, skill)
            && prerequisite.is_none_or(|condition| condition.holds(&view, who))
    }

    /// Those whom a skill could be used on (HEI-117).
    fn skill_targets(&self, fight: &Fight, who: Slot, skill: u8) -> Slots {
        let skill = self.skill(who, skill);
        let body = fight.body(who);
        let in_range = |other: Slot| match skill.range {
            None => fight.body(other).at == body.at,
            Some(range) => self.shot_distance(fight, body, fight.body(other)).is_some_and(|distance| distance <= range),
        };
        match skill.target {
            SkillTarget::Own => Slots::only(who),
            SkillTarget::Enemy => self.visible_foes(fight, who).those(in_range),
            SkillTarget::Ally => self.comrades(fight, who).those(in_range),
            SkillTarget::Structure => Slots::NONE,
        }
    }

    /// True if what a skill was prepared for is still there.
    pub(super) fn still_reaches(&self, fight: &Fight, who: Slot, skill: u8, mark: Mark) -> bool {
        match mark {
            Mark::Combatant(target) => self.skill_targets(fight, who, skill).has(target),
            Mark::Structure(direction) => self.structure(fight, who, direction).is_some(),
        }
    }

    /// True if there is anything that a skill could be used on.
    fn skill_has_mark(&self, fight: &Fight, who: Slot, skill: u8, direction: Option<Direction>) -> bool {
        match self.skill(who, skill).target {
            SkillTarget::Structure => direction.is_some_and(|direction| self.structure(fight, who, direction).is_some()),
            SkillTarget::Enemy | SkillTarget::Ally | SkillTarget::Own => !self.skill_targets(fight, who, skill).is_empty(),
        }
    }

    /// True if a skill can be used in one's turn.
    pub(super) fn skill_is_possible(&self, fight: &Fight, who: Slot, intent: Intent, turn: &Turn) -> bool {
        let Some(skill) = intent.skill else { return false };
        let timely = match self.skill(who, skill).action {
            SkillAction::Standard | SkillAction::Ongoing => turn.standard > 0,
            SkillAction::Free => !turn.has_done(Do::Skill),
            SkillAction::Upcoming => fight.body(who).upcoming.is_none(),
            SkillAction::OnHit | SkillAction::Reaction => false,
        };
        timely && self.skill_is_ready(fight, who, skill, None) && self.skill_has_mark(fight, who, skill, intent.direction)
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Pays for a skill and notes its use (HEI-068, HEI-157, HEI-161).
    fn pay_skill(&mut self, who: Slot, skill: u8) {
        let rules = self.rules;
        let cost = rules.skill_cost(self.fight, who, skill);
        let body = self.fight.body_mut(who);
        body.willpower = body.willpower.saturating_sub(cost);
        body.skills_used |= 1 << skill;
        body.upcoming = None;
        self.table.watch.count(who, count::WILLPOWER_SPENT, i32::from(cost));
        self.table.watch.count(who, count::SKILLS_USED, 1);
        self.table.tell("HEI-161", || format!("{} uses {}", rules.name(who), rules.skill(who, skill).name));
    }

    /// Uses a skill in one's turn, or prepares it (HEI-156, HEI-161).
    pub(super) fn use_skill(&mut self, who: Slot, intent: Intent, turn: &mut Turn) {
        let Some(skill) = intent.skill else { return };
        let Some(mark) = self.skill_mark(who, skill, intent.direction) else { return };
        self.pay_skill(who, skill);
        match self.rules.skill(who, skill).action {
            SkillAction::Upcoming => {
                self.begins_upcoming(who, Upcoming::Skill(skill, mark), turn);
                return;
            }
            SkillAction::Ongoing => {
                turn.standard = turn.standard.saturating_sub(1);
                self.begins_ongoing(who, turn);
            }
            SkillAction::Standard => turn.standard = turn.standard.saturating_sub(1),
            SkillAction::Free | SkillAction::OnHit | SkillAction::Reaction => {}
        }
        self.work_skill(who, skill, mark);
    }

    /// Returns whom or what a skill is used on, none where nothing fits.
    fn skill_mark(&mut self, who: Slot, skill: u8, direction: Option<Direction>) -> Option<Mark> {
        let targets = self.rules.skill_targets(self.fight, who, skill);
        match self.rules.skill(who, skill).target {
            SkillTarget::Enemy => self.choose_target(who, targets).map(Mark::Combatant),
            SkillTarget::Ally => self.choose_ally(who, targets).map(Mark::Combatant),
            SkillTarget::Own => Some(Mark::Combatant(who)),
            SkillTarget::Structure => direction.map(Mark::Structure),
        }
    }

    /// Applies a skill. The target of an effect that an enemy calls can answer it, and its side turns on that enemy (HEI-064,
    /// HEI-065, R-84).
    pub(super) fn work_skill(&mut self, who: Slot, skill: u8, mark: Mark) {
        let skill = self.rules.skill(who, skill);
        let target = match mark {
            Mark::Combatant(target) => target,
            Mark::Structure(direction) => {
                for effect in skill.effects.iter().filter(|effect| effect.kind == EffectKind::Break) {
                    self.break_structure(who, direction, effect.number);
                }
                return;
            }
        };
        if self.rules.lineup.hostile(who, target) {
            if self.rules.rulings.neutral_skill == NeutralSkill::Turns {
                self.anger(target, who, "R-84");
            }
            if self.reacts(target, who).is_some() {
                return;
            }
        }
        self.table.blame(who, || &skill.name);
        for effect in &skill.effects {
            if self.fight.ending.is_none() {
                self.afflict(target, effect, who, BodyPart::Torso);
            }
        }
        self.after_landing(target);
        self.table.blame_nobody();
    }

    /// The skill that is declared with an attack, paid for at once.
    #[inline]
    pub(super) fn declare_skill(&mut self, who: Slot, target: Slot) -> Option<u8> {
        self.passive_skill(&self.rules.policies.lists.on_hit, who, target)
    }

    /// Answers an attack that hits with a skill (HEI-064, HEI-065).
    #[inline]
    pub(super) fn reacts(&mut self, who: Slot, by: Slot) -> Option<Reaction> {
        if !self.rules.can_act(self.fight.body(who)) {
            return None;
        }
        let skill = self.passive_skill(&self.rules.policies.lists.reaction, who, by)?;
        self.rules.skill(who, skill).reaction
    }

    /// Chooses a skill by the lines for hits or for reactions, and pays for it; none where no line gives one.
    fn passive_skill(&mut self, lists: &Lists<Option<u8>>, who: Slot, about: Slot) -> Option<u8> {
        let rules = self.rules;
        if PLAIN {
            return None;
        }
        let lines = lists.of(who)?;
        let view = View { core: rules, fight: self.fight, about: Some(about), rerolls: 0 };
        let ready = |skill: &Option<u8>| skill.is_none_or(|skill| rules.skill_is_ready(self.fight, who, skill, Some(about)));
        let skill = (*lines.decided(&view, who, self.table, ready)?)?;
        self.pay_skill(who, skill);
        Some(skill)
    }
}
