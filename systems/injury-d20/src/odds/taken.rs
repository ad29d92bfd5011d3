//! Questions of `injury-d20` about combatants: which parameter is which number of a sheet.
//!
//! Owns no rule: the numbers are those that fights begin with, when nobody is off-guard. Start at [`Core::taken`].

use frame::dice::Slot;
use frame::rules::about::{About, One, Parameters, choose, of};
use frame::rules::profile::word;

use super::super::Core;
use super::super::fighter::Weapon;
use super::super::maneuver::MANEUVERS;
use super::super::plan::kind_rules;
use super::super::sheet::{Attribute, PartKind, Skill};

impl Core {
    /// The parameters of a question that sheets answer.
    ///
    /// # Errors
    /// A weapon, skill or maneuver that does not exist, or one that is not named while none is the usual one.
    pub(in super::super) fn taken(&self, question: &str, about: &About) -> Result<Parameters, String> {
        let mut taken = Parameters::default();
        let &About { by, at } = about;
        let (fighter, body, name) = (self.fighter(by.who), self.morning.body(by.who), self.name(by.who));
        match question {
            "finishing" => {
                self.to_hit("bonus", by.who, self.weapon_asked(by)?, &mut taken);
                if let Some(at) = at {
                    let (fallen, name) = (self.fighter(at.who), self.name(at.who));
                    taken.take("dv", fallen.dv_off_guard + fallen.armor, of("defence value without guard", name));
                    taken.take("con", fallen.attribute(Attribute::Con) + fallen.save_bonus, of("Constitution", name));
                }
            }
            "attack" | "turn" | "shots" | "breath" => {
                let weapon = self.weapon_asked(by)?;
                self.to_hit("bonus", by.who, weapon, &mut taken);
                taken.take("net", self.attack_net(by.who, body).clamp(-10, 10), of("injuries", name));
                if question == "attack" {
                    taken.take("critical_from", weapon.critical_from, of(&weapon.name, name));
                }
                let Some(at) = at else { return Ok(taken) };
                self.defended("dv", at.who, weapon.touch, &mut taken);
                if question == "attack" {
                    let sizes = format!("sizes of {} and {name}", self.name(at.who));
                    taken.take("larger", self.fighter(at.who).size - fighter.size, sizes);
                }
                if question == "breath" {
                    self.breathes(at, &mut taken)?;
                }
            }
            "weapons" => self.weapons_taken(about, &mut taken)?,
            "parry" => {
                self.to_hit("bonus", by.who, self.weapon_asked(by)?, &mut taken);
                taken.take("net", self.attack_net(by.who, body).clamp(-10, 10), of("injuries", name));
                let touched = match at {
                    Some(at) => {
                        let theirs = self.weapon_asked(at)?;
                        self.to_hit("attack", at.who, theirs, &mut taken);
                        theirs.touch
                    }
                    None => false,
                };
                self.defended("dv", by.who, touched, &mut taken);
            }
            "maneuver" => {
                let kinds = MANEUVERS.map(|kind| (word(&kind), self.maneuver_skill(kind)));
                let (kind, skill) = choose(by, kinds.iter().map(|(kind, skill)| (kind.as_str(), (kind, *skill))), None)?;
                let other = at.map_or(by.who, |at| at.who);
                let (_, bonus, _) = self.maneuver_terms(&self.morning, by.who, other, skill);
                let net = self.attack_net(by.who, body) - self.skill_disadvantages(by.who, body, skill, &[]);
                taken.take("bonus", bonus, format!("{} of {name}, to {kind}", word(&skill)));
                taken.take("net", net.clamp(-10, 10), of("injuries", name));
                if let Some(at) = at {
                    self.defended("dv", at.who, false, &mut taken);
                }
            }
            "check" | "heal" => {
                let skills = Skill::ALL.map(|skill| (word(&skill), skill));
                let all = skills.iter().map(|(name, skill)| (name.as_str(), *skill));
                let skill = choose(by, all, (question == "heal").then_some(Skill::Heal))?;
                taken.take("bonus", fighter.skills[skill as usize], of(&word(&skill), name));
                let net = self.skill_net(by.who, body, skill, &[]);
                taken.take("net", net.clamp(-10, 10), of("injuries", name));
            }
            "save" | "worsening" => {
                if !fighter.has_con {
                    return Err(format!("{name} has no Constitution: it makes no such roll"));
                }
                let bonus = if question == "save" { fighter.save_bonus } else { fighter.check_bonus };
                taken.take("con", fighter.attribute(Attribute::Con) + bonus, of("Constitution", name));
                taken.take("net", self.base_net(by.who, body).clamp(-10, 10), of("injuries", name));
                if question == "save" && body.harm.hurt() != 0 {
                    taken.take("dc", self.injury_value(by.who, body), of("injuries", name));
                }
                if question == "worsening" && by.with.is_some() {
                    let kinds = PartKind::ALL.into_iter().filter(|&kind| fighter.plan.count(kind) > 0);
                    let kinds: Vec<(String, PartKind)> = kinds.map(|kind| (word(&kind), kind)).collect();
                    let kind = choose(by, kinds.iter().map(|(name, kind)| (name.as_str(), *kind)), None)?;
                    let holds = kind_rules(&self.book)[kind as usize].max;
                    taken.take("max", holds, format!("what a {} of {name} holds", word(&kind)));
                }
            }
            "concussion" => {
                if !fighter.has_con {
                    return Err(format!("{name} has no Constitution: it makes no such roll"));
                }
                taken.take("con", fighter.attribute(Attribute::Con) + fighter.check_bonus, of("Constitution", name));
            }
            "initiative" => {
                taken.take("dex", fighter.attribute(Attribute::Dex), of("Dexterity", name));
                taken.take("stealth", fighter.skills[Skill::Stealth as usize], of("stealth", name));
                if let Some(at) = at {
                    let (their, name) = (self.fighter(at.who), self.name(at.who));
                    taken.take("against", their.attribute(Attribute::Dex), of("Dexterity", name));
                    taken.take("perception", their.skills[Skill::Perception as usize], of("perception", name));
                }
            }
            _ => {}
        }
        Ok(taken)
    }

    /// Takes the numbers of the first two weapons that strike together in one action (INJ-204).
    fn weapons_taken(&self, about: &About, taken: &mut Parameters) -> Result<(), String> {
        let &About { by, at } = about;
        let (fighter, body, name) = (self.fighter(by.who), self.morning.body(by.who), self.name(by.who));
        let joins = (0..fighter.weapons.len() as u8).filter(|&weapon| self.joins_in(by.who, body, weapon));
        let both: Vec<&Weapon> = joins.map(|weapon| &fighter.weapons[usize::from(weapon)]).collect();
        let &[main, off, ..] = both.as_slice() else {
            return Err(format!("{name} has no two weapons with which it strikes at once: it needs two for melee"));
        };
        for (bonus, critical, weapon) in [("bonus", "critical_from", main), ("off", "off_critical_from", off)] {
            self.to_hit(bonus, by.who, weapon, taken);
            taken.take(critical, weapon.critical_from, of(&weapon.name, name));
        }
        taken.take("net", self.attack_net(by.who, body).clamp(-10, 10), of("injuries", name));
        if let Some(at) = at {
            self.defended("dv", at.who, main.touch && off.touch, taken);
        }
        Ok(())
    }

    /// The weapon of that name, or the first one that can be used.
    fn weapon_asked(&self, one: One) -> Result<&Weapon, String> {
        self.weapon_if_any(one)?.ok_or_else(|| format!("{} has no weapon that it could use", self.name(one.who)))
    }

    /// Returns the weapon that is asked for, none where the combatant has none.
    fn weapon_if_any(&self, one: One) -> Result<Option<&Weapon>, String> {
        let (weapons, body) = (&self.fighter(one.who).weapons, self.morning.body(one.who));
        let ready = |index: &usize| self.is_usable(one.who, body, *index as u8, &weapons[*index]);
        let usual = (0..weapons.len()).find(ready).map(|index| &weapons[index]);
        choose(one, weapons.iter().map(|weapon| (weapon.name.as_str(), Some(weapon))), Some(usual))
    }

    /// Takes what is added to an attack with a weapon, in its usual use.
    fn to_hit(&self, parameter: &'static str, who: Slot, weapon: &Weapon, taken: &mut Parameters) {
        taken.take(parameter, weapon.to_hit[weapon.used as usize], of(&weapon.name, self.name(who)));
    }

    /// The defence value of somebody who is not off-guard.
    fn defended(&self, parameter: &'static str, who: Slot, touched: bool, taken: &mut Parameters) {
        let fighter = self.fighter(who);
        let (dv, what) =
            if touched { (fighter.dv, "defence value by touch") } else { (fighter.dv + fighter.armor, "defence value") };
        taken.take(parameter, dv, of(what, self.name(who)));
    }

    /// Takes the numbers that somebody who is attacked has to lose, and parries with.
    fn breathes(&self, one: One, taken: &mut Parameters) -> Result<(), String> {
        let (body, name) = (self.morning.body(one.who), self.name(one.who));
        if !self.fighter(one.who).has_con {
            return Err(format!("{name} has no stamina: it does not tire"));
        }
        taken.take("stamina", body.stamina.max(1), of("stamina", name));
        taken.take("exhaustion", body.exhaustion.max(0), of("exhaustion", name));
        if let Some(weapon) = self.weapon_if_any(one)? {
            self.to_hit("parry", one.who, weapon, taken);
        }
        Ok(())
    }
}
