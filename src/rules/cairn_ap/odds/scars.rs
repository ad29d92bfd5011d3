//! Scars: which entry the attacks of an enemy come to, and what each entry does.
//!
//! Start at [`scars`].

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::dice::{Distribution, Slot, Walker};
use crate::fight::Silent;
use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

use super::super::book::Attribute;
use super::super::harm::Source;
use super::super::state::{Body, Status, flag};
use super::super::{Play, Words};
use super::attack::Attack;
use super::trial::{ONE, Trial};

/// The blow after which no hit points are left.
#[derive(Default)]
struct Last {
    /// Probability.
    chance: BigRational,
    /// And that the save against critical damage is failed by it, or STR is gone.
    fallen: BigRational,
}

/// Damage of a blow that does any, with its chances.
fn blows(attack: &Attack, steps: i64, words: Words) -> Option<BTreeMap<i64, BigRational>> {
    let outcome = attack.outcome(steps, words);
    let hurting = outcome.damage.iter().filter_map(|(damage, chance)| Some(((*damage).filter(|&damage| damage > 0)?, chance)));
    let hurting: Vec<(i64, &BigRational)> = hurting.map(|(damage, chance)| (i64::from(damage), chance)).collect();
    let all: BigRational = hurting.iter().map(|(_, chance)| *chance).sum();
    (!all.is_zero()).then(|| hurting.into_iter().map(|(damage, chance)| (damage, chance / &all)).collect())
}

/// Blows at somebody with these attributes.
struct Blows {
    trial: Trial,
    attributes: [i64; 3],
    /// By hit points before it and damage: the probability that a blow fells.
    known: BTreeMap<(i64, i64), BigRational>,
}

impl Blows {
    /// The probability that a blow after which no hit points are left fells somebody who had so many before it.
    fn fells(&mut self, before: i64, damage: i64) -> &BigRational {
        let Blows { trial, attributes, known } = self;
        known.entry((before, damage)).or_insert_with(|| {
            let body = trial.body(before, *attributes);
            let mut felled = trial.scene(&body, |play| {
                play.hurt(ONE, damage as i32, Source::Hazard);
                matches!(play.fight.body(ONE).status, Status::Down | Status::Dead)
            });
            felled.remove(&true).unwrap_or_default()
        })
    }

    /// By hit points before it: the last blow of somebody with so many of them. [CAP-137, CAP-138, CAP-139, CAP-140]
    fn last(&mut self, hp: i64, blows: &BTreeMap<i64, BigRational>) -> Vec<Last> {
        let mut visits = vec![BigRational::zero(); hp as usize + 1];
        visits[hp as usize] = BigRational::one();
        let mut last: Vec<Last> = (0..=hp).map(|_| Last::default()).collect();
        for before in (1..=hp).rev() {
            let visited = visits[before as usize].clone();
            for (&damage, chance) in blows {
                let part = &visited * chance;
                if damage < before {
                    visits[(before - damage) as usize] += part;
                    continue;
                }
                let end = &mut last[before as usize];
                end.fallen += &part * self.fells(before, damage);
                end.chance += part;
            }
        }
        last
    }

    /// The scars by entries of the table. [RU-16]
    fn by_entry(&mut self, hp: i64, blows: &BTreeMap<i64, BigRational>) -> BTreeMap<i64, Last> {
        let mut entries: BTreeMap<i64, Last> = BTreeMap::new();
        for (before, end) in (0..).zip(self.last(hp, blows)).skip(1) {
            let Some(entry) = self.trial.core.scar_entry(before) else { continue };
            let sum = entries.entry(entry.into()).or_default();
            sum.chance += end.chance;
            sum.fallen += end.fallen;
        }
        entries
    }
}

/// The scars that attacks leave.
///
/// # Errors
/// An object of several dice, an attack of which no blow does any harm, or a book that cannot be played by.
pub fn scars(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (hp, attributes) = (arguments.integer("hp"), ["str", "dex", "wil"].map(|name| arguments.integer(name)));
    let mut last_blows = Blows { trial: Trial::new(words)?, attributes, known: BTreeMap::new() };
    let mut attack = Attack::read(arguments, words)?;
    let steps = arguments.integer("own_steps");
    let none = || "no blow of this attack does any harm".to_owned();
    let harm = blows(&attack, steps, words).ok_or_else(none)?;
    let own = last_blows.by_entry(hp, &harm);
    let mut table =
        AnswerTable::new("Which scar", &["entry", "probability", "of it the blow also fells", "felled, given this entry"]);
    for (entry, end) in &own {
        let share = (!end.chance.is_zero()).then(|| &end.fallen / &end.chance);
        table.row([
            Cell::Integer(*entry),
            Cell::Exact(end.chance.clone()),
            Cell::Exact(end.fallen.clone()),
            Cell::exact_or(share, "never"),
        ]);
    }
    let mut by_weapon = AnswerTable::new("Which scar, by the die of the weapon", &["entry"]);
    let given = attack.weapon;
    let mut columns = Vec::new();
    for die in [4, 6, 8, 10, 12] {
        attack.weapon.die = die;
        if let Some(harm) = blows(&attack, steps, words) {
            by_weapon.columns.push(format!("d{die}"));
            columns.push(last_blows.by_entry(hp, &harm));
        }
    }
    fill(&mut by_weapon, &columns);
    attack.weapon = given;
    let mut by_armor = AnswerTable::new("Which scar, by Armor", &["entry"]);
    let mut columns = Vec::new();
    for armor in 0..=words.book.damage.armor_cap.min(6) {
        attack.armor = armor;
        if let Some(harm) = blows(&attack, steps, words) {
            by_armor.columns.push(format!("Armor {armor}"));
            columns.push(last_blows.by_entry(hp, &harm));
        }
    }
    fill(&mut by_armor, &columns);
    let chances: Vec<(i64, BigRational)> = own.into_iter().map(|(entry, end)| (entry, end.chance)).collect();
    let whole: BigRational = chances.iter().map(|(_, chance)| chance).sum();
    let curves = if whole.is_one() {
        vec![Curve { label: format!("entry, from {hp} hit points"), distribution: Distribution::from_chances(&chances) }]
    } else {
        Vec::new()
    };
    Ok(Answer {
        title: format!("Scars of somebody with {hp} hit points"),
        notes: vec![
            "blows that do no damage are left out: they only take time".to_owned(),
            "felled: the save against critical damage is failed by the same blow, or no STR is left".to_owned(),
        ],
        tables: vec![table, by_weapon, by_armor, effects(hp, attributes, &last_blows.trial)],
        curves,
    })
}

/// Adds a row for each entry that any column has; a column without it shows 0.
fn fill(table: &mut AnswerTable, columns: &[BTreeMap<i64, Last>]) {
    let entries: std::collections::BTreeSet<i64> = columns.iter().flat_map(BTreeMap::keys).copied().collect();
    for entry in entries {
        let cells = columns
            .iter()
            .map(|column| Cell::Exact(column.get(&entry).map_or_else(BigRational::zero, |end| end.chance.clone())));
        table.row(std::iter::once(Cell::Integer(entry)).chain(cells));
    }
}

/// The number that an entry of the table changes.
#[derive(Clone, Copy)]
enum Number {
    HpMax,
    Attributes,
    Maximum(Attribute),
}

impl Number {
    /// Returns the number as it is in a body; of all attributes, their sum.
    fn of(self, body: &Body) -> i64 {
        match self {
            Number::HpMax => body.hp_max.into(),
            Number::Attributes => body.attributes.iter().copied().map(i64::from).sum(),
            Number::Maximum(attribute) => body.maxima[attribute.index()].into(),
        }
    }
}

/// Entries of the table, and the number that each of them changes.
const ENTRIES: [(&str, Number); 12] = [
    ("1: maximum of hit points", Number::HpMax),
    ("2: maximum of hit points", Number::HpMax),
    ("3: maximum of hit points", Number::HpMax),
    ("4: maximum of hit points", Number::HpMax),
    ("5: maximum of hit points", Number::HpMax),
    ("6: one of the attributes", Number::Attributes),
    ("7: maximum of DEX", Number::Maximum(Attribute::Dex)),
    ("8: maximum of WIL", Number::Maximum(Attribute::Wil)),
    ("9: maximum of WIL", Number::Maximum(Attribute::Wil)),
    ("10: maximum of WIL", Number::Maximum(Attribute::Wil)),
    ("11: maximum of hit points", Number::HpMax),
    ("12: maximum of hit points, doom averted", Number::HpMax),
];

/// The effect of each entry on somebody with these numbers, with what recovery brings. [CAP-141 to CAP-152]
fn effects(hp: i64, attributes: [i64; 3], trial: &Trial) -> AnswerTable {
    let body = trial.body(hp, attributes);
    let mut table = AnswerTable::new("What a scar does", &["scar", "rises", "mean change", "falls"]);
    for (entry, (name, number)) in (1..).zip(ENTRIES) {
        let changes = trial.scene(&body, |play| {
            play.mark(ONE, entry);
            play.recovers_wholly(ONE);
            number.of(play.fight.body(ONE)) - number.of(&body)
        });
        let share = |holds: fn(i64) -> bool| {
            Cell::Exact(changes.iter().filter(|(change, _)| holds(**change)).map(|(_, chance)| chance).sum())
        };
        let mean = changes.iter().map(|(change, chance)| chance * BigInt::from(*change)).sum();
        table.row([Cell::text(name), share(|change| change > 0), Cell::Exact(mean), share(|change| change < 0)]);
    }
    table
}

impl Play<'_, Walker, Silent> {
    /// Recovers from whatever waits for it.
    fn recovers_wholly(&mut self, who: Slot) {
        let body = *self.fight.body(who);
        if body.wallops > 0 {
            self.end_walloped(who);
        }
        if body.has(flag::DOOMED) {
            self.averts_doom(who);
        }
        for wound in body.recovery.waiting() {
            self.mend(who, wound.wound);
        }
    }
}
