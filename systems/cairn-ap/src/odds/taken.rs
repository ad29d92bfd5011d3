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
    pub(in super::super) fn taken(&self, question: &str, about: &About) -> Result<Parameters, String> {
        let mut taken = Parameters::default();
        let &About { by, at } = about;
        match question {
            "attack" | "blast" | "scars" => {
                let weapon = self.weapon_asked(by)?;
                let from = of(&weapon.name, self.name(by.who));
                taken.take("score", self.score(by.who, weapon.attribute), self.whose(by.who, weapon.attribute));
                taken.take("die", dice(weapon.object.die), &from);
                if question != "blast" {
                    taken.take("second", dice(weapon.object.second), &from);
                    taken.take("die_adv", weapon.object.advantages, &from);
                }
                if let Some(at) = at {
                    self.saves(at, weapon, &mut taken)?;
                    if question != "blast" {
                        taken.take("armor", self.armor(&self.morning, at.who), of("Armor", self.name(at.who)));
                    }
                    if question == "scars" {
                        let hp = self.morning.body(at.who).hp.max(1);
                        taken.take("hp", hp, of("hit points", self.name(at.who)));
                        self.scores(at.who, ["str", "dex", "wil"], &mut taken);
                    }
                }
            }
            "contest" => {
                let attribute = attribute_named(by)?;
                taken.take("score", self.score(by.who, attribute), self.whose(by.who, attribute));
                if let Some(at) = at {
                    let theirs = at.with.map_or(Ok(attribute), |_| attribute_named(at))?;
                    taken.take("against", self.score(at.who, theirs), self.whose(at.who, theirs));
                }
            }
            "save" => {
                let attribute = attribute_named(by)?;
                taken.take("score", self.score(by.who, attribute), self.whose(by.who, attribute));
            }
            "magic" => {
                let body = self.morning.body(by.who);
                let free = self.free_slots(by.who, body).clamp(0, 20);
                let weary = body.weary_until > self.morning.seconds;
                taken.take("free_slots", free, of("slots", self.name(by.who)));
                taken.take("weary", weary, of("mishaps", self.name(by.who)));
            }
            "initiative" => {
                let attribute = self.book.initiative.attribute;
                taken.take("wil", self.score(by.who, attribute), self.whose(by.who, attribute));
                if let Some(at) = at {
                    let pc = |who: Slot| self.fighter(who).kind == Kind::Pc;
                    let characters = match (pc(by.who), pc(at.who)) {
                        (true, false) => "own",
                        (false, true) => "against",
                        _ => "none",
                    };
                    taken.take("against", self.score(at.who, attribute), self.whose(at.who, attribute));
                    let kinds = format!("kinds of {} and {}", self.name(by.who), self.name(at.who));
                    taken.take("characters", characters, kinds);
                }
            }
            _ => {}
        }
        Ok(taken)
    }

    /// The weapon of that name, or the first one that can be used. Whoever holds something else would take the first weapon of
    /// the list into its hands.
    fn weapon_asked(&self, one: One) -> Result<&Weapon, String> {
        let weapons = &self.fighter(one.who).weapons;
        let own = || weapons.iter().position(|weapon| matches!(weapon.origin, Origin::Own | Origin::Unarmed));
        let usual = self.first_weapon(&self.morning, one.who).or_else(own).map(|weapon| &weapons[weapon]);
        choose(one, weapons.iter().map(|weapon| (weapon.name.as_str(), weapon)), usual)
    }

    /// The save against an attack with a weapon: the one that is named, or the best. Of equals the first one counts, as in a fight.
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

    /// Takes all three attributes, in their order.
    fn scores(&self, who: Slot, names: [&'static str; 3], taken: &mut Parameters) {
        for (name, (attribute, _)) in names.into_iter().zip(ATTRIBUTES) {
            taken.take(name, self.score(who, attribute), self.whose(who, attribute));
        }
    }

    /// Returns an attribute as it is in the morning.
    fn score(&self, who: Slot, attribute: Attribute) -> i32 {
        self.morning.body(who).attributes[attribute.index()].into()
    }

    /// Says where an attribute is from: its name and whose it is.
    fn whose(&self, who: Slot, attribute: Attribute) -> String {
        let name = ATTRIBUTES.iter().find(|(known, _)| *known == attribute).map_or("", |(_, name)| *name);
        of(name, self.name(who))
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
