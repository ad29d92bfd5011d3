//! Questions of `heimr` about combatants: which parameter is which number of a sheet.
//!
//! Owns no rule: the numbers are those that fights begin with. Start at [`Core::taken`].

use frame::dice::Slot;
use frame::rules::about::{About, One, Parameters, choose, of};

use super::super::Core;
use super::super::abilities::AbilityId;
use super::super::gear::Weapon;
use super::super::mastery::Mastery;
use super::{DefenceKind, Score};

/// Something that is rolled, by its name.
#[derive(Clone, Copy)]
struct Rolled<'a> {
    what: &'a str,
    mastery: Mastery,
}

/// The kinds of defence, the usual one first: a block is not for ever, so that a parry goes before it.
const DEFENCES: [DefenceKind; 3] = [DefenceKind::Parry, DefenceKind::Block, DefenceKind::Dodge];

/// The parameters of a question that sheets answer, in the order in which they are told; those behind an `@` are of the target.
fn of_sheets(question: &str) -> &'static str {
    match question {
        "challenge" => "consistency potential fatigue",
        "fatigue" => "consistency fatigue",
        "check" | "obstacles" => "ability fatigue rerolls",
        "opposed" => "initiator fatigue @responder @fatigue_against",
        "attack" => "attack ranged @parry @block @dodge fatigue @fatigue_against",
        "hits" => "consistency @against @difference fatigue @fatigue_against",
        "attacks" => "attacks @defences fatigue @fatigue_against",
        "brawl" => "brawl dodge fatigue @provoked @defence @fatigue_against",
        "hold" => "holder fatigue @held @fatigue_against",
        "cluster" => "shot @dodgers @inside fatigue @fatigue_against",
        "initiative" => "@who fatigue",
        "duel" => "attack defence @attack_against @defence_against @hits @hits_against",
        "chase" => "quarry stamina @pursuer @stamina_against",
        "spend" => "base attribute trained bonus fatigue @against",
        _ => "",
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The parameters of a question that sheets answer.
    ///
    /// # Errors
    /// A weapon or ability that does not exist, one that is not named while none is the usual one, or nobody to be hurt.
    pub(in super::super) fn taken(&self, question: &str, about: &About) -> Result<Parameters, String> {
        let mut taken = Parameters::default();
        for parameter in of_sheets(question).split_whitespace() {
            let of_target = parameter.strip_prefix('@');
            let (parameter, one) = of_target.map_or((parameter, Some(about.by)), |parameter| (parameter, about.at));
            if let Some(one) = one {
                let (value, from) = self.number([question, parameter], one, about.by)?;
                taken.take(parameter, value, from);
            }
        }
        Ok(taken)
    }

    /// Returns what the sheet of `one` says of a parameter of a question about `by`, and what that is.
    fn number(&self, [question, parameter]: [&str; 2], one: One, by: One) -> Result<(String, String), String> {
        let (who, name) = (one.who, self.name(one.who));
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let (values, rolled) = (fighter.now(body), || self.rolled(question, one));
        let single = |number: i32| format!("{number}..{number}");
        let plain = |number: i32, what: &str| (number.to_string(), of(what, name));
        let none = |what: &str| ("none".to_owned(), format!("{name} has {what} in hand"));
        let told = |rolled: Rolled| (pair_of(rolled.mastery.score), of(rolled.what, name));
        let all_told = |all: Vec<Rolled>, between: &str| {
            let names: Vec<&str> = all.iter().map(|rolled| rolled.what).collect();
            let scores: Vec<String> = all.iter().map(|rolled| pair_of(rolled.mastery.score)).collect();
            (scores.join(","), of(&names.join(between), name))
        };
        let mut defences = DEFENCES.into_iter().filter_map(|kind| self.defence(who, kind)).filter(|defence| match parameter {
            "parry" | "block" | "dodge" => defence.what == parameter,
            _ => question != "brawl" || defence.what != "block",
        });
        Ok(match parameter {
            "fatigue" | "fatigue_against" => {
                let physical = !matches!(question, "challenge" | "check" | "opposed") || rolled()?.mastery.physical;
                let fatigue = if physical { body.effort.fatigue.max(1) } else { 0 };
                let value = if question == "fatigue" { single(fatigue.into()) } else { fatigue.to_string() };
                (value, of("fatigue", name))
            }
            "brawl" | "holder" => told(self.attack_with(who, None)),
            "provoked" => {
                self.in_hand(who).map_or_else(|| none("no weapon"), |weapon| told(self.attack_with(who, Some(weapon))))
            }
            "defences" => all_told(defences.collect(), ", "),
            "against" | "difference" if question == "hits" => {
                let (ours, Some(theirs)) = (self.rolled(question, by)?, defences.next()) else { return Ok(none("none")) };
                let difference = ours.mastery.score.p - theirs.mastery.score.p;
                let both = || format!("{} of {} and {} of {name}", ours.what, self.name(by.who), theirs.what);
                let against = || (single(theirs.mastery.score.c), of(theirs.what, name));
                if parameter == "against" { against() } else { (single(difference), both()) }
            }
            "parry" | "block" | "dodge" | "defence" | "defence_against" | "against" => {
                defences.next().map_or_else(|| none("none"), told)
            }
            "consistency" if question == "hits" => rolled().map(|rolled| plain(rolled.mastery.score.c, rolled.what))?,
            "consistency" => rolled().map(|rolled| (single(rolled.mastery.score.c), of(rolled.what, name)))?,
            "potential" => rolled().map(|rolled| plain(rolled.mastery.score.p, rolled.what))?,
            "rerolls" => plain(body.willpower.min(12).into(), "willpower"),
            "stamina" | "stamina_against" => {
                let number = self.abilities.stamina;
                plain(values.attributes[number], &self.abilities.attributes[number].0)
            }
            "base" | "attribute" | "trained" | "bonus" => {
                let (rolled, rows) = (rolled()?, &self.abilities.rows);
                let named = || AbilityId(rows.iter().position(|row| row.name == rolled.what).unwrap_or_default() as u8);
                let ability = self.weapon(who, rolled.what).map_or_else(named, |weapon| weapon.ability);
                let (row, own) = (&rows[ability.index()], values.score(ability));
                let untrained = self.abilities.untrained(ability, &values.attributes);
                match parameter {
                    "base" => (untrained.c.to_string(), "the book".to_owned()),
                    "attribute" => plain(untrained.p, "attributes"),
                    "trained" => (pair_of(own - untrained), of(&row.name, name)),
                    _ => plain(rolled.mastery.score.p - own.p, &row.name),
                }
            }
            "ranged" => {
                let what = rolled()?.what;
                let shot = fighter.gear.weapons.iter().any(|weapon| weapon.item.name == what && !weapon.is_melee());
                (shot.to_string(), of(what, name))
            }
            "attacks" => {
                let held = self.melee_weapons(fighter, body).into_iter().flatten().filter(|_| one.with.is_none());
                let held: Vec<Rolled> = held.map(|weapon| self.attack_with(who, Some(weapon))).collect();
                all_told(if held.is_empty() { vec![rolled()?] } else { held }, " and ")
            }
            "dodgers" => {
                let others = self.morning.members(body.cluster).without(who).without(by.who);
                let among: Vec<Slot> = std::iter::once(who).chain(others).take(12).collect();
                let dodges = among.iter().filter_map(|&who| self.defence(who, DefenceKind::Dodge));
                let dodges: Vec<String> = dodges.map(|dodge| pair_of(dodge.mastery.score)).collect();
                let names: Vec<&str> = among.iter().map(|&who| self.name(who)).collect();
                (dodges.join(","), of("dodge", &names.join(", ")))
            }
            "inside" => (self.morning.clustered(by.who, who).to_string(), of("cluster", self.name(by.who))),
            "hits" => self.needs(by, who)?,
            "hits_against" => self.needs(one, by.who)?,
            "who" => {
                let [ours, theirs] = [by.who, who].map(|who| {
                    let body = self.morning.body(who);
                    pair_of(self.fighter(who).now(body).initiative(body.willpower))
                });
                (format!("{ours},{theirs}"), format!("initiative of {} and {name}", self.name(by.who)))
            }
            _ => told(rolled()?),
        })
    }

    /// What is rolled for a question, an attack or else anything with a weapon or an ability: what is named, or the usual.
    fn rolled(&self, question: &str, one: One) -> Result<Rolled<'_>, String> {
        let (fighter, body) = (self.fighter(one.who), self.morning.body(one.who));
        let weapons = (0..fighter.gear.weapons.len() as u8).map(|weapon| self.attack_with(one.who, Some(weapon)));
        if matches!(question, "attack" | "attacks" | "hits" | "hold" | "duel" | "cluster") {
            let shot = self.ready_shots(fighter, body).into_iter().flatten().next().filter(|_| question == "cluster");
            let usual = self.attack_with(one.who, shot.or_else(|| self.in_hand(one.who)));
            let all = weapons.chain([self.attack_with(one.who, None)]);
            return choose(one, all.map(|rolled| (rolled.what, rolled)), Some(usual));
        }
        let of_ability = |ability: AbilityId| {
            let mastery = Mastery { score: fighter.score(body, ability), physical: self.abilities.is_physical(ability) };
            Rolled { what: self.abilities.rows[ability.index()].name.as_str(), mastery }
        };
        let usual = match question {
            "obstacles" => Some(self.abilities.roles.climb),
            "chase" => Some(self.abilities.roles.chase),
            _ => None,
        };
        let all = weapons.chain((0..self.abilities.rows.len()).map(|index| of_ability(AbilityId(index as u8))));
        choose(one, all.map(|rolled| (rolled.what, rolled)), usual.map(of_ability))
    }

    /// The attack with a weapon, or without any.
    fn attack_with(&self, who: Slot, weapon: Option<u8>) -> Rolled<'_> {
        let fighter = self.fighter(who);
        let what = weapon.map_or("brawl", |weapon| fighter.gear.weapons[usize::from(weapon)].item.name.as_str());
        Rolled { what, mastery: *fighter.mastery(self.morning.body(who)).attack(weapon) }
    }

    /// The weapon of that name, if it is one.
    fn weapon(&self, who: Slot, name: &str) -> Option<&Weapon> {
        self.fighter(who).gear.weapons.iter().find(|weapon| weapon.item.name == name)
    }

    /// The weapon that it attacks with, none where it has none in hand.
    fn in_hand(&self, who: Slot) -> Option<u8> {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        self.melee_weapons(fighter, body).into_iter().chain(self.ready_shots(fighter, body)).flatten().next()
    }

    /// A defence with what is in hand, none where nothing is.
    fn defence(&self, who: Slot, kind: DefenceKind) -> Option<Rolled<'static>> {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let item = match kind {
            DefenceKind::Dodge => Some(0),
            DefenceKind::Block => self.usable_shield(fighter, body),
            DefenceKind::Parry => self.melee_weapons(fighter, body).into_iter().flatten().next(),
        };
        item.map(|item| Rolled { what: kind.word(), mastery: *fighter.mastery(body).defence(kind, item) })
    }

    /// Blows that it takes to bring the other down; bare hands do not.
    fn needs(&self, one: One, other: Slot) -> Result<(String, String), String> {
        let what = self.rolled("duel", one)?.what;
        let blow = self.weapon(one.who, what).map_or(0, |weapon| weapon.damage - self.fighter(other).armour);
        if blow <= 0 {
            return Err(format!("a {what} of {} does no damage to {}", self.name(one.who), self.name(other)));
        }
        let hp = self.morning.body(other).hp.max(1);
        let from = format!("hit points of {} by damage {blow} of the {what}", self.name(other));
        Ok((((hp + blow - 1) / blow).to_string(), from))
    }
}

/// Consistency and potential, as they are typed.
fn pair_of(score: Score) -> String {
    format!("{}:{}", score.c, score.p)
}
