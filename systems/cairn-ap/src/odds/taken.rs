//! Questions of `cairn-ap` about combatants: which parameter is which number of a sheet.
//!
//! Owns no rule: the numbers are those that fights begin with. Start at [`Core::taken`].

use frame::dice::{Die, Slot};
use frame::rules::about::{About, One, Parameters, choose, of};

use super::super::Core;
use super::super::book::Attribute;
use super::super::check::Object;
use super::super::fighter::{Origin, Weapon};
use super::super::profile::ATTRIBUTES;
use super::super::sheet::Kind;

impl Core {
    /// The parameters of a question that sheets answer.
    ///
    /// # Errors
    /// A weapon, save or attribute that does not exist, or one that is not named while none is the usual one.
    pub(in super::super) fn taken(&self, question: &str, &About { by, at }: &About) -> Result<Parameters, String> {
        let mut taken = Parameters::default();
        let from = |what: &str, one: One| of(what, self.name(one.who));
        match question {
            "attack" | "blast" | "scars" => {
                let weapon = self.weapon_asked(by)?;
                self.take_score("score", by, weapon.attribute, &mut taken);
                taken.take("die", dice(weapon.object.die), from(&weapon.name, by));
                if question != "blast" {
                    taken.take("second", dice(weapon.object.second), from(&weapon.name, by));
                    taken.take("die_adv", weapon.object.advantages, from(&weapon.name, by));
                }
                if let Some(at) = at {
                    self.saves(at, weapon, &mut taken)?;
                    if question != "blast" {
                        taken.take("armor", self.armor(&self.morning, at.who), from("Armor", at));
                    }
                    if question == "scars" {
                        taken.take("hp", self.morning.body(at.who).hp.max(1), from("hit points", at));
                        for (name, (attribute, _)) in ["str", "dex", "wil"].into_iter().zip(ATTRIBUTES) {
                            self.take_score(name, at, attribute, &mut taken);
                        }
                    }
                }
            }
            "contest" | "save" => {
                let attribute = attribute_named(by)?;
                self.take_score("score", by, attribute, &mut taken);
                if let Some(at) = at.filter(|_| question == "contest") {
                    let theirs = at.with.map_or(Ok(attribute), |_| attribute_named(at))?;
                    self.take_score("against", at, theirs, &mut taken);
                }
            }
            "magic" => {
                let body = self.morning.body(by.who);
                taken.take("free_slots", self.free_slots(by.who, body).clamp(0, 20), from("slots", by));
                taken.take("weary", body.weary_until > self.morning.seconds, from("mishaps", by));
            }
            "initiative" => {
                self.take_score("wil", by, self.book.initiative.attribute, &mut taken);
                if let Some(at) = at {
                    let characters = match [by, at].map(|one| self.fighter(one.who).kind == Kind::Pc) {
                        [true, false] => "own",
                        [false, true] => "against",
                        _ => "none",
                    };
                    self.take_score("against", at, self.book.initiative.attribute, &mut taken);
                    taken.take("characters", characters, format!("{} and {}", from("kinds", by), self.name(at.who)));
                }
            }
            _ => {}
        }
        Ok(taken)
    }

    /// The weapon of that name, or the first one that can be used. A combatant that holds something else would take the first
    /// weapon of the list into its hands.
    fn weapon_asked(&self, one: One) -> Result<&Weapon, String> {
        let weapons = &self.fighter(one.who).weapons;
        let own = || weapons.iter().position(|weapon| matches!(weapon.origin, Origin::Own | Origin::Unarmed));
        let usual = self.first_weapon(&self.morning, one.who).or_else(own).map(|weapon| &weapons[weapon]);
        choose(one, weapons.iter().map(|weapon| (weapon.name.as_str(), weapon)), usual)
    }

    /// The save against an attack with a weapon: the one that is named, or the best. Of equals the first one counts, as in a
    /// fight.
    fn saves(&self, one: One, weapon: &Weapon, taken: &mut Parameters) -> Result<(), String> {
        let (fight, attribute) = (&self.morning, &self.book.attribute);
        let melee = if weapon.ranged { None } else { self.parrying(fight, one.who) };
        let shield = self.shield_object(fight, one.who);
        let ways = [
            shield.map(|shield| ("block", (attribute.block, shield.object, shield.mean))),
            melee.map(|arm| ("parry", (attribute.parry, arm.object, arm.mean))),
            Some(("dodge", (attribute.dodge, Object::NONE, 0))),
            Some(("brace", (attribute.brace, Object::NONE, 0))),
        ];
        let ways = || ways.iter().flatten().map(|&(name, way)| (name, (name, way)));
        let worth = |way: &(Attribute, Object, i32)| 1000 * self.modifier(fight.body(one.who), way.0) + way.2;
        let best = ways().rev().map(|(_, way)| way).max_by_key(|(_, way)| worth(way));
        let (name, (with, object, _)) = choose(one, ways(), best)?;
        taken.take("against", self.score(one.who, with), format!("{}, to {name}", self.whose(one.who, with)));
        taken.take("object", dice(object.die), format!("the {name} of {}", self.name(one.who)));
        Ok(())
    }

    /// Takes an attribute as it is in the morning.
    fn take_score(&self, parameter: &'static str, one: One, attribute: Attribute, taken: &mut Parameters) {
        taken.take(parameter, self.score(one.who, attribute), self.whose(one.who, attribute));
    }

    /// Returns an attribute as it is in the morning.
    fn score(&self, who: Slot, attribute: Attribute) -> i16 {
        self.morning.body(who).attributes[attribute.index()]
    }

    /// Says where an attribute is from: its name and whose it is.
    fn whose(&self, who: Slot, attribute: Attribute) -> String {
        of(ATTRIBUTES.iter().find(|(known, _)| *known == attribute).map_or("", |(_, name)| *name), self.name(who))
    }
}

/// A die with so many faces, none where there are 0.
fn dice(faces: u8) -> Die {
    Die::new(u8::from(faces > 0), faces)
}

/// Reads which attribute is asked about; there is none by default.
fn attribute_named(one: One) -> Result<Attribute, String> {
    choose(one, ATTRIBUTES.map(|(attribute, name)| (name, attribute)), None)
}
