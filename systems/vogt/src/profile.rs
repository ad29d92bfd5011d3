//! The profile of a combatant of `vogt`, read off its fighter and the state in which a day begins.
//!
//! Owns the words of a profile, and no rule: the numbers are those of [`derived`](super::derived) and of the fighter. Start at
//! [`Core::profile`].

use frame::dice::{Die, Slot};
use frame::rules::profile::{Profile, ProfileLine, Topic, plus};

use super::Core;
use super::fighter::{DamageTypes, Fighter, TECHNIQUE_SIZES, Weapon};
use super::inventory;
use super::quantities::{ALL, Code, QUANTITIES};
use super::rulings::{ArMode, DefaultTarget, StrengthModifier};
use super::sheet::{Ability, TechniqueKind};
use super::state::Body;

/// Damage types of the published rules: a weapon can have one of them without anybody resisting it.
pub const USUAL_TYPES: [&str; 5] = ["blunt", "slash", "stab", "fire", "lightning"];

impl Core {
    /// Returns the profile of a combatant.
    pub(super) fn profile(&self, who: Slot) -> Profile {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let mut profile = Profile::default();
        self.pools(who, &mut profile);
        for (index, weapon) in fighter.weapons.iter().enumerate() {
            self.weapon(who, index, weapon, &mut profile);
        }
        self.techniques(who, &mut profile);
        self.defences(who, &mut profile);
        for ability in Ability::ALL {
            let name = ability.short();
            let (die, penalty) = self.ability(who, body, ability);
            let bonus = fighter.bonus[ability.index()];
            let line = profile.line(Topic::Check, name, plus(die, bonus + penalty));
            line.part("skill", bonus)
                .part("penalties", penalty)
                .also(format!("modifier {}", self.modifier(who, body, ability)));
        }
        let slots = inventory::slots_of(&body.abilities, body.hands, &self.book);
        profile.line(Topic::Load, "slots", format!("{} of {slots}", fighter.slots));
        let moves = self.line(who, Code::Steps, &mut profile);
        moves.also_if(fighter.fly, "flies").also_if(body.prone, "prone");
        if fighter.rolled.is_some() {
            let abilities = profile.line(Topic::Check, "abilities", "rolled anew each day");
            abilities.also("what is said here of them is what the file says");
        }
        let seen = self.seen(&self.morning, who);
        profile.others(QUANTITIES, |row| seen.value(ALL[row]));
        self.defaults(who, &mut profile);
        self.notes(fighter, body, &mut profile);
        profile
    }

    /// Adds the line of a quantity.
    fn line<'a>(&self, who: Slot, code: Code, profile: &'a mut Profile) -> &'a mut ProfileLine {
        profile.quantity(&QUANTITIES[code as usize], self.seen(&self.morning, who).value(code))
    }

    /// Describes hit points, exhaustion and technique dice.
    fn pools(&self, who: Slot, profile: &mut Profile) {
        let body = self.morning.body(who);
        let hp_max = self.hp_max(who, body);
        let of = if body.hp == hp_max { String::new() } else { format!(" of {hp_max}") };
        profile.line(Topic::Pool, "hit points", format!("{}{of}", body.hp));
        if body.exhaustion > 0 {
            self.line(who, Code::Exhaustion, profile);
        }
        let dice = body.technique_dice.iter().zip(TECHNIQUE_SIZES).filter(|(count, _)| **count > 0);
        let dice: Vec<String> = dice.map(|(&count, sides)| Die::new(count, sides).to_string()).collect();
        if !dice.is_empty() {
            profile.line(Topic::Pool, "technique dice", dice.join(", "));
        }
    }

    /// Describes the attack with one weapon.
    fn weapon(&self, who: Slot, index: usize, weapon: &Weapon, profile: &mut Profile) {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let strength = match self.rulings.strength_modifier {
            StrengthModifier::Median if weapon.add_str => self.modifier(who, body, Ability::Str),
            _ => 0,
        };
        let line = profile.line(Topic::Attack, &weapon.name, plus(weapon.die, strength + weapon.bonus));
        line.part("STR", strength).part("bonus", weapon.bonus);
        if weapon.add_str && self.rulings.strength_modifier == StrengthModifier::Roll {
            line.from("and a STR check");
        }
        line.also(self.type_names[usize::from(weapon.damage_type)].clone());
        line.also(format!("range {}", weapon.range)).also(format!("initiative {}", weapon.initiative));
        line.also_if(weapon.hands == 2, "two hands");
        for rider in &weapon.riders {
            line.also(format!("brings {}", rider.status.word()));
        }
        let why = match () {
            () if body.broken >> index & 1 == 1 => Some("broken"),
            () if body.stowed >> index & 1 == 1 => Some("in the bag"),
            () if !fighter.usable(body, index) => Some("needs more hands than it has"),
            () => None,
        };
        if let Some(why) = why {
            line.also(why);
        }
    }

    /// Describes the techniques with their dice.
    fn techniques(&self, who: Slot, profile: &mut Profile) {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        for technique in &fighter.techniques {
            let modifier = technique.ability.map_or(0, |ability| self.modifier(who, body, ability));
            let (least, most) = technique.dice;
            let sides = TECHNIQUE_SIZES[technique.size];
            let dice = if least == most { format!("{least}d{sides}") } else { format!("{least} to {most}d{sides}") };
            let line = profile.line(Topic::Attack, &technique.name, plus(dice, modifier + technique.bonus));
            if let Some(ability) = technique.ability {
                line.part(ability.short(), modifier);
            }
            line.part("bonus", technique.bonus);
            match technique.kind {
                TechniqueKind::Heal => line.also("heals"),
                TechniqueKind::Damage => line.also(self.type_names[usize::from(technique.damage_type)].clone()),
            };
            line.also(format!("range {}", technique.range));
            line.also(technique.initiative.map_or("initiative of its dice".to_owned(), |die| format!("initiative {die}")));
        }
    }

    /// Describes AR, and what it comes from.
    fn defences(&self, who: Slot, profile: &mut Profile) {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let line = self.line(who, Code::Ar, profile);
        match fighter.ar_base {
            Some(base) => line.part("base", base),
            None => line.part("DEX", self.modifier(who, body, Ability::Dex)),
        };
        line.part("armor", if body.armor_broken { 0 } else { fighter.armor });
        let defend = self.book.defend.ar_bonus;
        line.also_if(self.book.actions.defend && defend != 0, &format!("{defend:+} while defending"));
        line.also(match self.rulings.ar_mode {
            ArMode::PoolPerRound => "for the blows of a round together",
            ArMode::PerHit => "against each blow",
            ArMode::Off => "which counts for nothing by the rulings",
        });
        for (name, types) in [("resists", self.resists(who, body)), ("is vulnerable to", self.vulnerable(who, body))] {
            if types != 0 {
                profile.line(Topic::Defence, name, self.names_of(types).join(", "));
            }
        }
    }

    /// Says by what the rules choose where its policy leaves that to them.
    fn defaults(&self, who: Slot, profile: &mut Profile) {
        let equals = match self.rulings.default_target {
            DefaultTarget::Random | DefaultTarget::Everywhere => "of equals one is drawn",
            DefaultTarget::Listed => "of equals the first listed",
        };
        let heals = self.fighter(who).techniques.iter().any(|technique| technique.kind == TechniqueKind::Heal);
        let chosen = [
            ("target", true, self.policies.lists.target.of(who).is_some(), "nearest, then lowest HP"),
            ("ally", heals, self.policies.lists.ally.of(who).is_some(), "lowest HP"),
        ];
        for (what, asked, said, by) in chosen {
            if asked && !said {
                profile.line(Topic::Default, what, by).also(equals);
            }
        }
    }

    /// Returns the names of a set of damage types.
    fn names_of(&self, types: DamageTypes) -> Vec<&str> {
        let names = self.type_names.iter().enumerate().filter(|(number, _)| types >> number & 1 == 1);
        names.map(|(_, name)| name.as_str()).collect()
    }

    /// Remarks on what a designer may have overlooked.
    fn notes(&self, fighter: &Fighter, body: &Body, profile: &mut Profile) {
        let own = &fighter.weapons[..fighter.weapons.len() - 1];
        if own.is_empty() && fighter.techniques.is_empty() {
            profile
                .remark("", format!("{} has no weapon: it strikes with its fists", fighter.name))
                .help("`weapons = [{ name = \"club\", die = \"1d6\", type = \"blunt\" }]` gives it one");
        }
        let all = self.fighters.iter().fold(0, |all, one| all | one.resist | one.vulnerable);
        for (index, weapon) in own.iter().enumerate() {
            profile.note_dice(format!("weapons[{index}].die"), weapon.die);
            if body.broken >> index & 1 == 0 && usize::from(weapon.hands) > usize::from(body.hands) {
                profile.note(format!("weapons[{index}].hands"), format!("the {} needs more hands than there are", weapon.name));
            }
            let name = &self.type_names[usize::from(weapon.damage_type)];
            let statuses = self.types.drenched_resist | self.types.drenched_vulnerable | self.types.nauseated_vulnerable;
            let known = (all | statuses) >> weapon.damage_type & 1 == 1 || USUAL_TYPES.contains(&name.as_str());
            if all != 0 && !known {
                let known = self.names_of(all).join(", ");
                profile
                    .note(format!("weapons[{index}].type"), format!("nobody resists `{name}` or is vulnerable to it"))
                    .help(format!("what a combatant here resists or is vulnerable to: {known}"));
            }
        }
        for ability in Ability::ALL {
            let name = ability.short();
            profile.note_dice(name.to_lowercase(), body.abilities[ability.index()]);
        }
    }
}
