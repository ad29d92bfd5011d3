//! Scars: which entry the attacks of an enemy come to, and what each entry does.
//!
//! Start at [`scars`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::{AnyDice, Distribution, Slot};
use frame::fight::AnyWatch;
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

use super::super::book::Attribute;
use super::super::state::{Body, flag};
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

/// Hit points that a blow leaves, and true if it fells; each with its probability.
type After = BTreeMap<(i64, bool), BigRational>;

/// The blows of an attack at somebody with these attributes.
struct Blows {
    attack: Attack,
    steps: i64,
    attributes: [i64; 3],
    /// By hit points before it and damage.
    known: BTreeMap<(i64, i64), After>,
}

impl Blows {
    /// The scars by entries of the table of somebody with so many hit points, with the blows that bring them; `None` where no
    /// blow does any harm. [CAP-137, CAP-138, CAP-139, CAP-140, RU-16]
    fn by_entry(&mut self, hp: i64, words: Words) -> Option<BTreeMap<i32, Last>> {
        let hits = self.attack.hits(self.steps, words);
        let mut harm = self.attack.damage(&hits);
        harm.remove(&0);
        let all: BigRational = harm.values().sum();
        harm.values_mut().for_each(|chance| *chance /= &all);
        let Blows { attack: Attack { trial, .. }, attributes, known, .. } = self;
        let entry = |before: i64| trial.core.scar_entry(before as i32);
        let mut entries: BTreeMap<i32, Last> = (1..=hp).filter_map(|before| Some((entry(before)?, Last::default()))).collect();
        let mut left = BTreeMap::from([(hp, BigRational::one())]);
        while let Some((before, visited)) = left.pop_last().filter(|_| !harm.is_empty()) {
            for (&damage, chance) in &harm {
                let hurt = || trial.hurt(&trial.body(before, *attributes), damage);
                for (&(after, fells), part) in known.entry((before, damage)).or_insert_with(hurt).iter() {
                    let part = &visited * chance * part;
                    if after > 0 {
                        *left.entry(after).or_default() += part;
                    } else if let Some(last) = entry(before).and_then(|entry| entries.get_mut(&entry)) {
                        last.fallen += if fells { part.clone() } else { BigRational::zero() };
                        last.chance += part;
                    }
                }
            }
        }
        (!harm.is_empty()).then_some(entries)
    }

    /// The scars by dice of the weapon and Armor, each with the name of its column.
    fn by(&mut self, title: &str, hp: i64, words: Words, kinds: impl IntoIterator<Item = (String, u8, i32)>) -> AnswerTable {
        let mut table = AnswerTable::new(title, &["entry"]);
        let mut rows: BTreeMap<i32, Vec<Cell>> = BTreeMap::new();
        for (name, die, armor) in kinds {
            (self.attack.weapon.die, self.attack.armor) = (die, armor);
            let Some(entries) = self.by_entry(hp, words) else { continue };
            table.columns.push(name);
            entries.into_iter().for_each(|(entry, end)| rows.entry(entry).or_default().push(Cell::Exact(end.chance)));
        }
        rows.into_iter().for_each(|(entry, cells)| table.row(std::iter::once(Cell::Integer(entry.into())).chain(cells)));
        table
    }
}

/// The scars that attacks leave.
///
/// # Errors
/// An object of several dice, an attack of which no blow does any harm, or a book that cannot be played by.
pub fn scars(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (hp, attributes) = (arguments.integer("hp"), ["str", "dex", "wil"].map(|name| arguments.integer(name)));
    let (attack, steps) = (Attack::read(arguments, words)?, arguments.integer("own_steps"));
    let mut blows = Blows { attack, steps, attributes, known: BTreeMap::new() };
    let own = blows.by_entry(hp, words).ok_or("no blow of this attack does any harm")?;
    let mut table =
        AnswerTable::new("Which scar", &["entry", "probability", "of it the blow also fells", "felled, given this entry"]);
    for (entry, end) in &own {
        let share = (!end.chance.is_zero()).then(|| &end.fallen / &end.chance);
        table.row([
            Cell::Integer((*entry).into()),
            Cell::Exact(end.chance.clone()),
            Cell::Exact(end.fallen.clone()),
            Cell::exact_or(share, "never"),
        ]);
    }
    let (die, armor) = (blows.attack.weapon.die, blows.attack.armor);
    let dice = [4, 6, 8, 10, 12].map(|die| (format!("d{die}"), die, armor));
    let by_weapon = blows.by("Which scar, by the die of the weapon", hp, words, dice);
    let armors = (0..=words.book.damage.armor_cap.min(6)).map(|armor| (format!("Armor {armor}"), die, armor));
    let by_armor = blows.by("Which scar, by Armor", hp, words, armors);
    let chances: Vec<(i64, BigRational)> = own.into_iter().map(|(entry, end)| (entry.into(), end.chance)).collect();
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
        tables: vec![table, by_weapon, by_armor, effects(hp, attributes, &blows.attack.trial)],
        curves,
    })
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
        let (rises, falls) = (changes.chance(|&change| change > 0), changes.chance(|&change| change < 0));
        let mean = changes.mean(|&change| change);
        table.row([Cell::text(name), Cell::Exact(rises), Cell::Exact(mean), Cell::Exact(falls)]);
    }
    table
}

impl Play<'_, AnyDice, AnyWatch> {
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
