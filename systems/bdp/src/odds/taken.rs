//! Questions of `bdp` about combatants: which parameter is which number of a sheet.
//!
//! Owns no rule: the numbers are those that fights begin with. Start at [`Core::taken`].

use frame::rules::about::{About, AnsweredParameter, One, Parameters, choose, of};

use super::super::Core;
use super::super::outfit::Weapon;
use super::super::policy::GambitKind;
use super::super::profile::ABILITIES;
use super::super::sheet::{Ability, DamageType, Rolled};

/// The parameters of a question that the sheet of the one who does it answers, and those that the sheet of the other does, in the order in
/// which they are told.
fn answered(question: &str) -> [&'static [&'static str]; 2] {
    match question {
        "save" => [&["ability"], &[]],
        "contest" => [&["ability"], &["against"]],
        "action" | "peril" => [&["str", "dex", "wil"], &[]],
        "gambit" => [&["die", "off"], &["ability", "own", "back", "back_off"]],
        "morale" => [&["members", "wil", "dex"], &[]],
        "damage" => [&["die", "type", "heavy", "magic", "off", "off_type", "off_heavy", "off_magic"], &["armor"]],
        "die" => [&["die", "off"], &[]],
        "parry" => [&["die", "counter", "heavy", "armor"], &["against", "heavy_against", "armor_against"]],
        "properties" => [&["die", "heavy", "magic", "sweep", "push", "brutal", "shock", "bleed"], &["armor"]],
        "faith" => [&["wil", "free"], &[]],
        "critical" => [&["die", "off"], &["armor", "hp", "str", "dex", "pc"]],
        "counterspell" => [&["dice"], &["against"]],
        "prayer" => [&["lost", "bonus"], &[]],
        "disease" => [&["str", "ability"], &[]],
        "duel" => [&["str", "dex", "wil", "die"], &["str_against", "dex_against", "wil_against", "armor"]],
        _ => [&[], &[]],
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The parameters of a question that sheets answer.
    ///
    /// # Errors
    /// A weapon or ability that does not exist, or one that is not named while none is the usual one.
    pub(in super::super) fn taken(&self, question: &str, about: &About) -> Result<Parameters, String> {
        let [mine, theirs] = answered(question);
        let theirs = about.at.into_iter().flat_map(|at| theirs.iter().map(move |parameter| (parameter, at)));
        let all = mine.iter().map(|parameter| (parameter, about.by)).chain(theirs);
        let answers = all.filter_map(|(parameter, one)| self.answered(question, parameter, one, about).transpose());
        answers.collect::<Result<_, _>>().map(Parameters)
    }

    /// A parameter of a question by the sheet of one of the two, where that says something.
    fn answered(
        &self,
        question: &str,
        parameter: &'static str,
        one: One,
        about: &About,
    ) -> Result<Option<AnsweredParameter>, String> {
        let one = match parameter {
            "own" => about.by,
            "back" | "back_off" => One { with: None, ..one },
            _ => one,
        };
        let (name, fighter, body) = (self.name(one.who), self.fighter(one.who), self.morning.body(one.who));
        let ability = match (question, parameter) {
            ("disease", "ability") if one.with.is_none() => return Ok(None),
            ("gambit", "ability" | "own") => Some(self.gambit_asked(about)?),
            // The other saves with the same ability, where nothing else is said.
            (_, "ability") | ("contest", "against") => Some(ability_named(if one.with.is_some() { one } else { about.by })?),
            _ => parameter.trim_end_matches("_against").parse().ok(),
        };
        if let Some(ability) = ability {
            // What nothing but dice make is rolled in a contest (BDP-427, BDP-590).
            let rolls = matches!(fighter.rolled, Some(Rolled::Character | Rolled::Rival)) && fighter.age[ability.index()] == 0;
            let (parameter, value) = match (question, parameter) {
                ("contest", "ability") if rolls => ("rolled", self.book.creation.ability.to_string()),
                ("contest", _) if rolls => ("rolled_against", self.book.creation.ability.to_string()),
                _ => (parameter, self.ability(body, ability).to_string()),
            };
            return Ok(Some(AnsweredParameter { parameter, value, from: of(ability.name(), name) }));
        }
        let (value, what) = match parameter.trim_end_matches("_against") {
            "armor" => (self.armor(one.who, body).to_string(), "Armor"),
            "hp" => (self.guard(one.who, body).max(0).to_string(), "HP"),
            "free" => (body.free_faith.min(4).to_string(), "Faith Dice"),
            "lost" => (body.missing(Ability::Wil).max(0).to_string(), "WIL"),
            "bonus" => (fighter.prayer.to_string(), "prayer"),
            "pc" => {
                let (value, from) = (fighter.pc.to_string(), format!("what {name} is"));
                return Ok(Some(AnsweredParameter { parameter, value, from }));
            }
            "members" => match self.fighters.iter().filter(|other| other.side == fighter.side).count() {
                1 => return Ok(None),
                members => (members.to_string(), "the side"),
            },
            _ if question == "counterspell" => match fighter.md_max {
                0 => return Err(format!("{name} has no Magic Dice")),
                dice => (dice.min(4).to_string(), "Magic Dice"),
            },
            of_weapon => {
                let weapon = if of_weapon.contains("off") { self.second_asked(one) } else { Some(self.weapon_asked(one)?) };
                let Some(weapon) = weapon else { return Ok(None) };
                let edge = weapon.first_edge();
                let value = match of_weapon.trim_start_matches("off_") {
                    "type" => edge.damage.map_or("none", DamageType::word).to_owned(),
                    "heavy" => edge.heavy.to_string(),
                    "magic" => edge.magic.to_string(),
                    "counter" => edge.counter.to_string(),
                    "sweep" => edge.sweep.to_string(),
                    "push" => edge.push.to_string(),
                    "brutal" => edge.brutal.to_string(),
                    "shock" => edge.shock.to_string(),
                    "bleed" => edge.bleed.to_string(),
                    _ => weapon.die.to_string(),
                };
                (value, weapon.name.as_str())
            }
        };
        Ok(Some(AnsweredParameter { parameter, value, from: of(what, name) }))
    }

    /// The ability with which the other saves against the gambit that is named.
    fn gambit_asked(&self, about: &About) -> Result<Ability, String> {
        let kinds = [GambitKind::Shove, GambitKind::Disarm, GambitKind::Trip, GambitKind::Stun];
        let kinds = kinds.map(|kind| (kind.word(), self.gambit_ability(kind)));
        choose(about.at.unwrap_or(about.by), kinds, None)
    }

    /// The weapon of that name, or the one that is wielded in the morning.
    fn weapon_asked(&self, one: One) -> Result<&Weapon, String> {
        let weapons = self.fighter(one.who).weapons.iter().map(|weapon| (weapon.name.as_str(), weapon));
        choose(one, weapons, Some(self.weapon(one.who, self.wielded(one.who, self.morning.body(one.who)))))
    }

    /// The second weapon in hand, where the usual attack is with two (BDP-255).
    fn second_asked(&self, one: One) -> Option<&Weapon> {
        let second = self.swing(&self.morning, one.who, None).off.filter(|_| one.with.is_none());
        second.map(|second| self.weapon(one.who, second))
    }
}

/// Reads which ability is asked about; there is none by default.
fn ability_named(one: One) -> Result<Ability, String> {
    choose(one, ABILITIES.map(|(ability, name)| (name, ability)), None)
}
