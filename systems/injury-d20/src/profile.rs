//! The profile of a combatant of `injury-d20`, read off its fighter and the state in which a day begins.
//!
//! Owns the words of a profile, and no rule: the numbers are those of [`derived`](super::derived) and of the fighter. Start at
//! [`Core::profile`].

use frame::dice::Slot;
use frame::rules::profile::{Profile, ProfileLine, Topic, many, plus, word};

use super::Core;
use super::fighter::{Fighter, Weapon};
use super::plan::kind_rules;
use super::quantities::{ALL, Code, QUANTITIES};
use super::rulings::DefaultTarget;
use super::sheet::{Attribute, CriticalEffect, PartKind, Skill};
use super::state::Place;
use super::strike::Use;

const D20: &str = "1d20";

impl Core {
    /// Returns the profile of a combatant.
    pub(super) fn profile(&self, who: Slot) -> Profile {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let mut profile = Profile::default();
        let of = |now: i32, most: i32| if now == most { now.to_string() } else { format!("{now} of {most}") };
        if fighter.has_con {
            profile.line(Topic::Pool, "stamina", of(body.stamina, fighter.stamina_max));
            profile.line(Topic::Pool, "exhaustion", of(body.exhaustion, fighter.exhaustion_max));
        } else {
            profile.line(Topic::Pool, "destroyed at", many(fighter.destroyed_at, "injury").replace("injurys", "injuries"));
        }
        self.line(who, Code::TurnAp, &mut profile).also(many(fighter.reactions, "reaction"));
        let dex = fighter.attribute(Attribute::Dex);
        let initiative = format!("1d{}", self.book.initiative.die);
        profile.line(Topic::Initiative, "initiative", initiative).also(format!("{dex:+} by DEX when ready"));
        for (index, weapon) in fighter.weapons.iter().enumerate() {
            self.weapon_of(who, index, weapon, &mut profile);
        }
        if self.lineup.foes(who).len() > 1 && self.policies.lists.target.of(who).is_none() {
            let target = match self.rulings.default_target {
                DefaultTarget::Random | DefaultTarget::Everywhere => "the nearest, of several one at random",
                DefaultTarget::Listed => "the first in the order of the file",
            };
            profile.line(Topic::Attack, "target", target).also("no policy says whom (R-54)");
        }
        self.defences(who, &mut profile);
        for skill in Skill::ALL {
            let (bonus, trained) = (fighter.skills[skill as usize], fighter.trained(skill));
            let in_fights = matches!(skill, Skill::Acrobatics | Skill::Athletics | Skill::Stealth | Skill::Perception);
            let is_attribute = matches!(skill, Skill::Str | Skill::Dex);
            if in_fights || trained && !is_attribute {
                profile.line(Topic::Check, word(&skill), plus(D20, bonus)).also_if(trained, "trained");
            }
        }
        if fighter.has_con {
            let con = fighter.attribute(Attribute::Con);
            let line = profile.line(Topic::Check, "Constitution save", plus(D20, con + fighter.save_bonus));
            line.part("CON", con).part("bonus", fighter.save_bonus);
            let line = profile.line(Topic::Check, "Constitution check", plus(D20, con + fighter.check_bonus));
            line.part("CON", con).part("bonus", fighter.check_bonus);
        }
        let ways = ["on the ground", "flying", "burrowing", "climbing"];
        let speeds = ways.iter().enumerate().filter(|(way, _)| fighter.speeds_ft[*way] > 0);
        let speeds: Vec<String> = speeds.map(|(way, name)| format!("{} ft {name}", self.speed_ft(who, body, way))).collect();
        profile.line(Topic::Load, "speed", if speeds.is_empty() { "none".to_owned() } else { speeds.join(", ") });
        let seen = self.seen(&self.morning, who);
        profile.others(QUANTITIES, |row| seen.value(ALL[row]));
        self.notes(fighter, who, &mut profile);
        profile
    }

    /// Adds the line of a quantity.
    fn line<'a>(&self, who: Slot, code: Code, profile: &'a mut Profile) -> &'a mut ProfileLine {
        profile.quantity(&QUANTITIES[code as usize], self.seen(&self.morning, who).value(code))
    }

    /// Describes the attack with one weapon.
    fn weapon_of(&self, who: Slot, index: usize, weapon: &Weapon, profile: &mut Profile) {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let to_hit = weapon.to_hit[weapon.used as usize];
        let line = profile.line(Topic::Attack, &weapon.name, plus(D20, to_hit));
        let attribute = fighter.attack_attribute(weapon.attribute, weapon.used);
        line.part("martial bonus", fighter.mb).part("attribute", attribute).part("bonus", weapon.bonus);
        if weapon.melee() {
            line.also(format!("reach {} ft", weapon.reach_ft));
        } else {
            line.also(format!("increment {} ft", weapon.increment_ft));
        }
        let thrown = weapon.to_hit[Use::Throw as usize];
        line.also_if(weapon.melee() && !weapon.natural && thrown != to_hit, &format!("thrown {thrown:+}"));
        line.also_if(weapon.hands == 2, "two hands").also_if(weapon.touch, "touch");
        line.also_if(weapon.critical_from < self.book.crit.natural, &format!("critical from {}", weapon.critical_from));
        let (effect, amount) = weapon.effect;
        if effect != CriticalEffect::None {
            line.also(format!("critical: {} {amount}", word(&effect)));
        }
        line.also_if(weapon.reload_ap > 0, &format!("{} AP to reload", weapon.reload_ap));
        line.also_if(weapon.counted, &many(body.ammo[index], "shot"));
        line.also_if(body.places[index] == Place::Stowed, "stowed");
    }

    /// Describes the defence value, and what it comes from.
    fn defences(&self, who: Slot, profile: &mut Profile) {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let attribute = fighter.attribute(fighter.defence);
        let line = self.line(who, Code::WholeDv, profile);
        line.part("base", self.book.dv.base).part("martial bonus", if self.book.dv.adds_mb { fighter.mb } else { 0 });
        line.part(&word(&fighter.defence).to_uppercase(), attribute).part("armor", fighter.armor);
        line.also(format!("{} off-guard", fighter.dv_off_guard + fighter.armor)).also(format!("{} by touch", fighter.dv));
        line.also_if(fighter.shield != 0, &format!("{:+} with the shield ready", fighter.shield));
        let rules = kind_rules(&self.book);
        let parts = PartKind::ALL.into_iter().filter(|&kind| fighter.plan.count(kind) > 0);
        let parts: Vec<String> = parts
            .map(|kind| {
                let rule = rules[kind as usize];
                format!("{} {} (tier {}, holds {})", fighter.plan.count(kind), word(&kind), rule.tier, rule.max)
            })
            .collect();
        let hurt = body.harm.hurt().count_ones();
        let line = profile.line(Topic::Defence, "body", parts.join(", "));
        line.also_if(hurt > 0, &format!("{hurt} hurt already"));
    }

    /// Remarks on what a designer may have overlooked.
    fn notes(&self, fighter: &Fighter, who: Slot, profile: &mut Profile) {
        let body = self.morning.body(who);
        let own = fighter.weapons.iter().filter(|weapon| !weapon.unarmed);
        let mut armed = false;
        for weapon in own {
            armed = true;
            if !weapon.natural && weapon.hands > fighter.plan.count(PartKind::Hand) {
                profile.note("weapons", format!("{} has no hands for the {}", fighter.name, weapon.name));
            }
        }
        if !armed {
            let with = if fighter.weapons.is_empty() { "cannot attack" } else { "fights with bare hands" };
            profile
                .remark("", format!("{} has no weapon: it {with}", fighter.name))
                .help("`weapons = [{ name = \"sword\" }]` gives it one");
        } else if fighter
            .weapons
            .iter()
            .enumerate()
            .all(|(index, weapon)| weapon.unarmed || body.places[index] == Place::Stowed && weapon.hands > 0)
            && fighter.plan.count(PartKind::Hand) > 0
        {
            profile.note("weapons", format!("{} has no weapon in hand: all are stowed", fighter.name));
        }
    }
}
