//! Questions of `injury-d20` about combatants: which parameter is which number of a sheet.
//!
//! Owns no rule: the numbers are those that fights begin with, when nobody is off-guard. Start at [`Core::taken`].

use serde::Serialize;

use frame::rules::about::{About, One, Parameters, choose, of};
use frame::rules::profile::word;

use super::super::Core;
use super::super::fighter::{Fighter, Weapon};
use super::super::maneuver::MANEUVERS;
use super::super::plan::kind_rules;
use super::super::sheet::{Attribute, PartKind, Skill};
use super::super::state::cause;
use super::QUESTIONS;

impl Core {
    /// The parameters of a question that sheets answer.
    ///
    /// # Errors
    /// A weapon, skill or maneuver that does not exist, or one that is not named while none is the usual one.
    pub(in super::super) fn taken(&self, question: &str, about: &About) -> Result<Parameters, String> {
        let mut taken = Parameters::default();
        for parameter in QUESTIONS.iter().filter(|known| known.name == question).flat_map(|known| known.parameters) {
            if let Some((value, from)) = self.number(question, parameter.name, about)? {
                taken.take(parameter.name, value, from);
            }
        }
        Ok(taken)
    }

    /// The number of a parameter and its origin, where a sheet says it.
    fn number(&self, question: &str, parameter: &str, about: &About) -> Result<Option<(i32, String)>, String> {
        let one = about.by;
        let (by, body) = (self.fighter(one.who), self.morning.body(one.who));
        let at = about.at.map(|at| (at, self.fighter(at.who), self.morning.body(at.who)));
        let hits = |by: &Fighter, with: &Weapon| (with.to_hit[with.used as usize], of(&with.name, &by.name));
        let critical = |with: &Weapon| (with.critical_from, of(&with.name, &by.name));
        let con = |by: &Fighter, bonus| (by.attribute(Attribute::Con) + bonus, of("Constitution", &by.name));
        let dex = |by: &Fighter| (by.attribute(Attribute::Dex), of("Dexterity", &by.name));
        let skilled = |by: &Fighter, skill| (by.skills[skill as usize], of(&word(&skill), &by.name));
        let net = |net: i32| (net.clamp(-10, 10), of("injuries", &by.name));
        let dv = |at: &Fighter, touch: bool| {
            if touch {
                (at.dv, of("defence value by touch", &at.name))
            } else {
                (at.dv + at.armor, of("defence value", &at.name))
            }
        };
        let weapons = || if question == "weapons" { self.two_weapons(one) } else { self.weapon(one).map(|weapon| [weapon; 2]) };
        Ok(Some(match (parameter, question, at) {
            ("bonus" | "net", "maneuver", _) => {
                let kind = chosen(one, MANEUVERS, None)?;
                let (skill, other) = (self.maneuver_skill(kind), about.at.unwrap_or(one).who);
                let (_, bonus, _) = self.maneuver_terms(&self.morning, one.who, other, skill);
                match parameter {
                    "bonus" => (bonus, format!("{} of {}, to {}", word(&skill), by.name, word(&kind))),
                    _ => net(self.attack_net(one.who, body) - self.skill_disadvantages(one.who, body, skill, &[])),
                }
            }
            ("bonus" | "net", "check" | "heal", _) => {
                let skill = chosen(one, Skill::ALL, (question == "heal").then_some(Skill::Heal))?;
                if parameter == "bonus" { skilled(by, skill) } else { net(self.skill_net(one.who, body, skill, &[])) }
            }
            ("net", "save" | "worsening", _) => net(self.base_net(one.who, body)),
            ("net", ..) => net(self.attack_net(one.who, body)),
            ("bonus", ..) => hits(by, weapons()?[0]),
            ("off", ..) => hits(by, weapons()?[1]),
            ("critical_from", ..) => critical(weapons()?[0]),
            ("off_critical_from", ..) => critical(weapons()?[1]),
            ("con", "finishing", at) => return Ok(at.map(|(_, at, _)| con(at, at.save_bonus))),
            ("con", ..) if !by.has_con => return Err(format!("{} has no Constitution: it makes no such roll", by.name)),
            ("con", ..) => con(by, if question == "save" { by.save_bonus } else { by.check_bonus }),
            ("dc", "save", _) if body.harm.hurt() != 0 => (self.injury_value(one.who, body), of("injuries", &by.name)),
            ("max", ..) if one.with.is_some() => {
                let kind = chosen(one, PartKind::ALL.into_iter().filter(|&kind| by.plan.count(kind) > 0), None)?;
                (kind_rules(&self.book)[kind as usize].max.into(), format!("what a {} of {} holds", word(&kind), by.name))
            }
            ("dex", ..) => dex(by),
            ("stealth", ..) => skilled(by, Skill::Stealth),
            ("against", _, Some((_, at, _))) => dex(at),
            ("perception", _, Some((_, at, _))) => skilled(at, Skill::Perception),
            ("attack", _, Some((other, at, _))) => hits(at, self.weapon(other)?),
            ("dv", "parry", _) => dv(by, about.at.map(|at| self.weapon(at)).transpose()?.is_some_and(|weapon| weapon.touch)),
            ("dv", "finishing", Some((other, at, body))) => {
                let mut lies = *body;
                (lies.causes, lies.had_turn) = (cause::EXHAUSTION, true);
                let off_guard = self.off_guard(other.who, &lies);
                let (guarded, what) =
                    if off_guard { (at.dv_off_guard, "defence value without guard") } else { (at.dv, "defence value") };
                (guarded + at.armor, of(what, &at.name))
            }
            ("dv", "maneuver", Some((_, at, _))) => dv(at, false),
            ("dv", _, Some((_, at, _))) => dv(at, weapons()?.iter().all(|weapon| weapon.touch)),
            ("larger", _, Some((_, at, _))) => (at.size - by.size, format!("sizes of {} and {}", at.name, by.name)),
            ("parry" | "stamina" | "exhaustion", _, Some((_, at, _))) if !at.has_con => {
                return Err(format!("{} has no stamina: it does not tire", at.name));
            }
            ("stamina", _, Some((_, at, body))) => (body.stamina.max(1), of("stamina", &at.name)),
            ("exhaustion", _, Some((_, at, body))) => (body.exhaustion.max(0), of("exhaustion", &at.name)),
            ("parry", _, Some((other, at, _))) => return Ok(self.weapon_if_any(other)?.map(|weapon| hits(at, weapon))),
            _ => return Ok(None),
        }))
    }

    /// The weapon that is named, or the first one that can be used; none where the combatant has none.
    fn weapon_if_any(&self, one: One) -> Result<Option<&Weapon>, String> {
        let (weapons, body) = (&self.fighter(one.who).weapons, self.morning.body(one.who));
        let usual = (0..).zip(weapons).find(|(index, weapon)| self.is_usable(one.who, body, *index, weapon));
        choose(one, weapons.iter().map(|weapon| (weapon.name.as_str(), Some(weapon))), Some(usual.map(|(_, weapon)| weapon)))
    }

    /// The same, where there has to be one.
    fn weapon(&self, one: One) -> Result<&Weapon, String> {
        self.weapon_if_any(one)?.ok_or_else(|| format!("{} has no weapon that it could use", self.name(one.who)))
    }

    /// The first two weapons that strike together in one action (INJ-204).
    fn two_weapons(&self, one: One) -> Result<[&Weapon; 2], String> {
        let (weapons, body) = ((0..).zip(&self.fighter(one.who).weapons), self.morning.body(one.who));
        let mut both = weapons.filter(|(index, _)| self.joins_in(one.who, body, *index)).map(|(_, weapon)| weapon);
        let never = "has no two weapons with which it strikes at once: it needs two for melee";
        both.next().zip(both.next()).map(Into::into).ok_or_else(|| format!("{} {never}", self.name(one.who)))
    }
}

/// Chooses one of these by the word for it.
fn chosen<T: Copy + Serialize>(one: One, all: impl IntoIterator<Item = T>, usual: Option<T>) -> Result<T, String> {
    let all: Vec<(String, T)> = all.into_iter().map(|one| (word(&one), one)).collect();
    choose(one, all.iter().map(|(name, one)| (name.as_str(), *one)), usual)
}
