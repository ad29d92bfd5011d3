//! Questions of `heimr` about combatants: which parameter is which number of a sheet.
//!
//! Owns no rule: the numbers are those that fights begin with. Start at [`Core::taken`].

use frame::dice::Slot;
use frame::rules::about::{About, One, Parameters, choose, of};

use super::super::Core;
use super::super::abilities::{AbilityId, Score};
use super::super::mastery::Mastery;
use super::super::sheet::DefenceKind;

/// Something that is rolled.
#[derive(Clone, Copy)]
struct Rolled<'a> {
    /// Its name.
    what: &'a str,
    /// The mastery of it.
    mastery: Mastery,
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The parameters of a question that sheets answer.
    ///
    /// # Errors
    /// A weapon or ability that does not exist, one that is not named while none is the usual one, or nobody to be hurt.
    pub(in super::super) fn taken(&self, question: &str, about: &About) -> Result<Parameters, String> {
        let mut taken = Parameters::default();
        let &About { by, at } = about;
        match question {
            "challenge" | "fatigue" | "check" | "obstacles" | "opposed" | "spend" | "chase" => {
                self.of_checks(question, about, &mut taken)?;
            }
            "attack" | "attacks" | "hits" | "cluster" => self.of_attacks(question, about, &mut taken)?,
            "brawl" => {
                self.pair("brawl", by.who, self.brawl(by.who), &mut taken);
                self.defends("dodge", by.who, DefenceKind::Dodge, &mut taken);
                self.tired("fatigue", by.who, &mut taken);
                if let Some(at) = at {
                    match self.weapon_in_hand(at.who) {
                        Some(weapon) => self.pair("provoked", at.who, weapon, &mut taken),
                        None => drop(taken.take("provoked", "none", format!("{} has no weapon in hand", self.name(at.who)))),
                    }
                    let parry = self.defence(at.who, DefenceKind::Parry);
                    let kind = if parry.is_some() { DefenceKind::Parry } else { DefenceKind::Dodge };
                    self.defends("defence", at.who, kind, &mut taken);
                    self.tired("fatigue_against", at.who, &mut taken);
                }
            }
            "hold" => {
                self.pair("holder", by.who, self.brawl(by.who), &mut taken);
                self.tired("fatigue", by.who, &mut taken);
                if let Some(at) = at {
                    self.pair("held", at.who, self.attack_named(at)?, &mut taken);
                    self.tired("fatigue_against", at.who, &mut taken);
                }
            }
            "duel" => {
                self.pair("attack", by.who, self.attack_named(by)?, &mut taken);
                self.usually_defends("defence", by.who, &mut taken);
                if let Some(at) = at {
                    self.pair("attack_against", at.who, self.attack_named(at)?, &mut taken);
                    self.usually_defends("defence_against", at.who, &mut taken);
                    self.needs("hits", by, at.who, &mut taken)?;
                    self.needs("hits_against", at, by.who, &mut taken)?;
                }
            }
            "initiative" => {
                let start = |who: Slot| {
                    let (values, body) = (self.fighter(who).now(self.morning.body(who)), self.morning.body(who));
                    pair_of(Score { c: values.initiative_c, p: values.initiative_p.unwrap_or(body.willpower.into()) })
                };
                if let Some(at) = at {
                    let who = format!("{},{}", start(by.who), start(at.who));
                    let names = format!("initiative of {} and {}", self.name(by.who), self.name(at.who));
                    taken.take("who", who, names);
                }
                self.tired("fatigue", by.who, &mut taken);
            }
            _ => {}
        }
        Ok(taken)
    }

    /// Questions about what is rolled outside attacks.
    fn of_checks(&self, question: &str, about: &About, taken: &mut Parameters) -> Result<(), String> {
        let &About { by, at } = about;
        let (body, roles) = (self.morning.body(by.who), &self.abilities.roles);
        let usual = match question {
            "obstacles" => Some(roles.climb),
            "chase" => Some(roles.chase),
            _ => None,
        };
        let Rolled { what, mastery } = self.roll_named(by, usual)?;
        let (score, from) = (mastery.score, of(what, self.name(by.who)));
        let single = |number: i32| format!("{number}..{number}");
        let rerolls = |taken: &mut Parameters| {
            taken.take("rerolls", body.willpower.min(12), of("willpower", self.name(by.who)));
        };
        match question {
            "challenge" => {
                taken.take("consistency", single(score.c), &from).take("potential", score.p, from);
                self.tired_if("fatigue", by.who, mastery.physical, taken);
            }
            "fatigue" => {
                let fatigue = body.effort.fatigue.max(1).into();
                taken.take("consistency", single(score.c), from);
                taken.take("fatigue", single(fatigue), of("fatigue", self.name(by.who)));
            }
            "check" => {
                taken.take("ability", pair_of(score), from);
                self.tired_if("fatigue", by.who, mastery.physical, taken);
                rerolls(taken);
            }
            "obstacles" => {
                taken.take("ability", pair_of(score), from);
                self.tired("fatigue", by.who, taken);
                rerolls(taken);
            }
            "opposed" => {
                taken.take("initiator", pair_of(score), from);
                self.tired_if("fatigue", by.who, mastery.physical, taken);
                if let Some(at) = at {
                    let Rolled { what, mastery: theirs } = self.roll_named(at, None)?;
                    self.pair("responder", at.who, Rolled { what, mastery: theirs }, taken);
                    self.tired_if("fatigue_against", at.who, theirs.physical, taken);
                }
            }
            "chase" => {
                taken.take("quarry", pair_of(score), from);
                self.staying_power("stamina", by.who, taken);
                if let Some(at) = at {
                    self.pair("pursuer", at.who, self.roll_named(at, Some(roles.chase))?, taken);
                    self.staying_power("stamina_against", at.who, taken);
                }
            }
            _ => {
                let ability = self.ability_of(by)?;
                let (row, values) = (&self.abilities.rows[ability.index()], self.fighter(by.who).now(body));
                let (own, attribute) = (values.score(ability), self.abilities.base_potential(ability, &values.attributes));
                let from = of(&row.name, self.name(by.who));
                taken.take("base", row.base_c, "the book").take("attribute", attribute, of("attributes", self.name(by.who)));
                taken.take("trained", pair_of(Score { c: own.c - row.base_c, p: own.p - attribute }), &from);
                taken.take("bonus", score.p - own.p, from);
                self.tired("fatigue", by.who, taken);
                if let Some(at) = at {
                    self.usually_defends("against", at.who, taken);
                }
            }
        }
        Ok(())
    }

    /// Questions about attacks with weapons.
    fn of_attacks(&self, question: &str, about: &About, taken: &mut Parameters) -> Result<(), String> {
        let &About { by, at } = about;
        let attack = self.attack_named(by)?;
        let kinds = [DefenceKind::Parry, DefenceKind::Block, DefenceKind::Dodge];
        match question {
            "attack" => {
                let weapons = &self.fighter(by.who).gear.weapons;
                let shot = weapons.iter().any(|weapon| weapon.name == attack.what && !weapon.is_melee());
                self.pair("attack", by.who, attack, taken);
                taken.take("ranged", shot, of(attack.what, self.name(by.who)));
                if let Some(at) = at {
                    for (parameter, kind) in ["parry", "block", "dodge"].into_iter().zip(kinds) {
                        self.defends(parameter, at.who, kind, taken);
                    }
                }
            }
            "attacks" => {
                let (fighter, body) = (self.fighter(by.who), self.morning.body(by.who));
                let held = self.melee_weapons(fighter, body).into_iter().flatten();
                let all: Vec<Rolled> = match by.with {
                    Some(_) => vec![attack],
                    None => held.map(|weapon| self.with_weapon(by.who, weapon)).collect(),
                };
                let all = if all.is_empty() { vec![attack] } else { all };
                let names: Vec<&str> = all.iter().map(|rolled| rolled.what).collect();
                let scores: Vec<String> = all.iter().map(|rolled| pair_of(rolled.mastery.score)).collect();
                taken.take("attacks", scores.join(","), of(&names.join(" and "), self.name(by.who)));
                if let Some(at) = at {
                    let all: Vec<Rolled> = kinds.into_iter().filter_map(|kind| self.defence(at.who, kind)).collect();
                    let names: Vec<&str> = all.iter().map(|rolled| rolled.what).collect();
                    let scores: Vec<String> = all.iter().map(|rolled| pair_of(rolled.mastery.score)).collect();
                    taken.take("defences", scores.join(","), of(&names.join(", "), self.name(at.who)));
                }
            }
            "hits" => {
                taken.take("consistency", attack.mastery.score.c, of(attack.what, self.name(by.who)));
                if let Some(Rolled { what, mastery: theirs }) = at.and_then(|at| self.usual_defence(at.who)) {
                    let name = at.map_or("", |at| self.name(at.who));
                    let (single, difference) = (theirs.score.c, attack.mastery.score.p - theirs.score.p);
                    taken.take("against", format!("{single}..{single}"), of(what, name));
                    let both = format!("{} of {} and {what} of {name}", attack.what, self.name(by.who));
                    taken.take("difference", format!("{difference}..{difference}"), both);
                }
            }
            _ => {
                let shots = self.ready_shots(self.fighter(by.who), self.morning.body(by.who)).into_iter().flatten().next();
                let shot = shots.filter(|_| by.with.is_none()).map(|weapon| self.with_weapon(by.who, weapon));
                self.pair("shot", by.who, shot.unwrap_or(attack), taken);
                if let Some(at) = at {
                    let members = self.morning.members(self.morning.body(at.who).cluster).without(at.who);
                    let among = std::iter::once(at.who).chain(members.into_iter().filter(|&who| who != by.who));
                    let among: Vec<Slot> = among.take(12).collect();
                    let dodge = |who: &Slot| self.defence(*who, DefenceKind::Dodge).map(|rolled| pair_of(rolled.mastery.score));
                    let dodges: Vec<String> = among.iter().filter_map(dodge).collect();
                    let names: Vec<&str> = among.iter().map(|&who| self.name(who)).collect();
                    taken.take("dodgers", dodges.join(","), of("dodge", &names.join(", ")));
                    let inside = self.morning.clustered(by.who, at.who);
                    taken.take("inside", inside, of("cluster", self.name(by.who)));
                }
            }
        }
        self.tired("fatigue", by.who, taken);
        if let Some(at) = at {
            self.tired("fatigue_against", at.who, taken);
        }
        Ok(())
    }

    /// Takes the consistency and potential of a roll.
    fn pair(&self, parameter: &'static str, who: Slot, rolled: Rolled, taken: &mut Parameters) {
        taken.take(parameter, pair_of(rolled.mastery.score), of(rolled.what, self.name(who)));
    }

    /// Takes the fatigue of somebody for a roll with the body.
    fn tired(&self, parameter: &'static str, who: Slot, taken: &mut Parameters) {
        self.tired_if(parameter, who, true, taken);
    }

    /// Fatigue, 0 for what is not rolled with the body.
    fn tired_if(&self, parameter: &'static str, who: Slot, physical: bool, taken: &mut Parameters) {
        let fatigue = if physical { self.morning.body(who).effort.fatigue.max(1) } else { 0 };
        taken.take(parameter, fatigue, of("fatigue", self.name(who)));
    }

    /// Takes the attribute that holds fatigue off, as it is in the morning.
    fn staying_power(&self, parameter: &'static str, who: Slot, taken: &mut Parameters) {
        let values = self.fighter(who).now(self.morning.body(who));
        let number = self.abilities.stamina;
        taken.take(parameter, values.attributes[number], of(&self.abilities.attributes[number].0, self.name(who)));
    }

    /// Returns the attack without a weapon.
    fn brawl(&self, who: Slot) -> Rolled<'static> {
        Rolled { what: "brawl", mastery: *self.fighter(who).mastery(self.morning.body(who)).attack(None) }
    }

    /// Returns the attack with a weapon.
    fn with_weapon(&self, who: Slot, weapon: u8) -> Rolled<'_> {
        let fighter = self.fighter(who);
        let mastery = fighter.mastery(self.morning.body(who)).attack(Some(weapon));
        Rolled { what: fighter.gear.weapons[usize::from(weapon)].name.as_str(), mastery: *mastery }
    }

    /// The weapon that it attacks with, none where it has none in hand.
    fn weapon_in_hand(&self, who: Slot) -> Option<Rolled<'_>> {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let ready = self.melee_weapons(fighter, body).into_iter().chain(self.ready_shots(fighter, body)).flatten().next();
        ready.map(|weapon| self.with_weapon(who, weapon))
    }

    /// The attack of that name, or that with the weapon in hand, or a brawl.
    fn attack_named(&self, one: One) -> Result<Rolled<'_>, String> {
        let weapons = 0..self.fighter(one.who).gear.weapons.len();
        let brawl = self.brawl(one.who);
        let all = weapons.map(|weapon| self.with_weapon(one.who, weapon as u8)).chain([brawl]);
        let usual = self.weapon_in_hand(one.who).unwrap_or(brawl);
        choose(one, all.map(|attack| (attack.what, attack)), Some(usual))
    }

    /// Anything of that name that is rolled: an attack with a weapon, an ability.
    fn roll_named(&self, one: One, usual: Option<AbilityId>) -> Result<Rolled<'_>, String> {
        let values = self.fighter(one.who).now(self.morning.body(one.who));
        let of_ability = |index: usize| {
            let ability = AbilityId(index as u8);
            let physical = self.abilities.is_physical(ability);
            let mastery = Mastery { score: values.score(ability), physical };
            Rolled { what: self.abilities.rows[index].name.as_str(), mastery }
        };
        let weapons = (0..self.fighter(one.who).gear.weapons.len()).map(|weapon| self.with_weapon(one.who, weapon as u8));
        let all = weapons.chain((0..self.abilities.rows.len()).map(of_ability));
        choose(one, all.map(|rolled| (rolled.what, rolled)), usual.map(|ability| of_ability(ability.index())))
    }

    /// The ability of that name, or that of the weapon of that name.
    fn ability_of(&self, one: One) -> Result<AbilityId, String> {
        let weapons = self.fighter(one.who).gear.weapons.iter().map(|weapon| (weapon.name.as_str(), weapon.ability));
        let rows = self.abilities.rows.iter().enumerate();
        choose(one, weapons.chain(rows.map(|(index, row)| (row.name.as_str(), AbilityId(index as u8)))), None)
    }

    /// A defence with what is in hand, none where nothing is.
    fn defence(&self, who: Slot, kind: DefenceKind) -> Option<Rolled<'static>> {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let (what, item) = match kind {
            DefenceKind::Dodge => ("dodge", Some(0)),
            DefenceKind::Block => ("block", self.usable_shield(fighter, body)),
            DefenceKind::Parry => ("parry", self.melee_weapons(fighter, body).into_iter().flatten().next()),
        };
        item.map(|item| Rolled { what, mastery: *fighter.mastery(body).defence(kind, item) })
    }

    /// A block is not for ever, so that a parry goes before it.
    fn usual_defence(&self, who: Slot) -> Option<Rolled<'static>> {
        [DefenceKind::Parry, DefenceKind::Block, DefenceKind::Dodge].into_iter().find_map(|kind| self.defence(who, kind))
    }

    /// Takes a defence of this kind, or that there is none.
    fn defends(&self, parameter: &'static str, who: Slot, kind: DefenceKind, taken: &mut Parameters) {
        self.defends_by(parameter, who, self.defence(who, kind), taken);
    }

    /// Takes the usual defence of somebody.
    fn usually_defends(&self, parameter: &'static str, who: Slot, taken: &mut Parameters) {
        self.defends_by(parameter, who, self.usual_defence(who), taken);
    }

    /// Takes a defence, or `none` where nothing is in hand for it.
    fn defends_by(&self, parameter: &'static str, who: Slot, defence: Option<Rolled>, taken: &mut Parameters) {
        match defence {
            Some(defence) => self.pair(parameter, who, defence, taken),
            None => drop(taken.take(parameter, "none", format!("{} has none in hand", self.name(who)))),
        }
    }

    /// Blows that it takes to bring the other down; bare hands do not.
    fn needs(&self, parameter: &'static str, one: One, other: Slot, taken: &mut Parameters) -> Result<(), String> {
        let name = self.attack_named(one)?.what;
        let weapon = self.fighter(one.who).gear.weapons.iter().find(|weapon| weapon.name == name);
        let blow = weapon.map_or(0, |weapon| weapon.damage - self.fighter(other).armour);
        if blow <= 0 {
            return Err(format!("a {name} of {} does no damage to {}", self.name(one.who), self.name(other)));
        }
        let hp = self.morning.body(other).hp.max(1);
        let from = format!("hit points of {} by damage {blow} of the {name}", self.name(other));
        taken.take(parameter, (hp + blow - 1) / blow, from);
        Ok(())
    }
}

/// Consistency and potential, as they are typed.
fn pair_of(score: Score) -> String {
    format!("{}:{}", score.c, score.p)
}
