//! Scars: which entry the attacks of an enemy come to, and what each entry does.
//!
//! Start at [`scars`].

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::dice::{Die, Distribution};
use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

use super::super::Words;
use super::super::book::Book;
use super::super::derived::modifier_by;
use super::super::rulings::{CritAtZero, ScarOverTable, ScarTotal};
use super::attack::Attack;
use super::{dice, save};

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

/// By hit points before it: the last blow of somebody with so many of them. [CAP-137, CAP-138, CAP-139, CAP-140]
fn last_blows(hp: i64, strength: i64, blows: &BTreeMap<i64, BigRational>, Words { book, rulings }: Words) -> Vec<Last> {
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
            let over = damage - before;
            let critical = over > 0 || rulings.crit_at_zero == CritAtZero::AtOrBelow;
            let left = (strength - over).max(0);
            let stands = match left {
                0 if strength > 0 => BigRational::zero(),
                _ if !critical => BigRational::one(),
                _ => save::chance(modifier_by(rulings.modifier, left as i32), book.crit.dc, 0, Words { book, rulings }),
            };
            let end = &mut last[before as usize];
            end.fallen += &part * (BigRational::one() - stands);
            end.chance += part;
        }
    }
    last
}

/// The scars by entries of the table: those beyond it count as its last, or as none. [RU-16]
fn by_entry(last: Vec<Last>, Words { book, rulings }: Words) -> BTreeMap<i64, Last> {
    let most = i64::from(book.scars.max_entry);
    let mut entries: BTreeMap<i64, Last> = BTreeMap::new();
    for (before, end) in (0..).zip(last).skip(1) {
        if before > most && rulings.scar_over_table == ScarOverTable::None {
            continue;
        }
        let sum = entries.entry(before.min(most)).or_default();
        sum.chance += end.chance;
        sum.fallen += end.fallen;
    }
    entries
}

/// The scars that attacks leave.
///
/// # Errors
/// An object of several dice, or an attack of which no blow does any harm.
pub fn scars(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (hp, strength) = (arguments.integer("hp"), arguments.integer("str"));
    let mut attack = Attack::read(arguments, words)?;
    let steps = arguments.integer("own_steps");
    let none = || "no blow of this attack does any harm".to_owned();
    let harm = blows(&attack, steps, words).ok_or_else(none)?;
    let own = by_entry(last_blows(hp, strength, &harm, words), words);
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
            columns.push(by_entry(last_blows(hp, strength, &harm, words), words));
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
            columns.push(by_entry(last_blows(hp, strength, &harm, words), words));
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
        tables: vec![table, by_weapon, by_armor, effects(arguments, words)],
        curves,
    })
}

fn fill(table: &mut AnswerTable, columns: &[BTreeMap<i64, Last>]) {
    let entries: std::collections::BTreeSet<i64> = columns.iter().flat_map(BTreeMap::keys).copied().collect();
    for entry in entries {
        let cells = columns
            .iter()
            .map(|column| Cell::Exact(column.get(&entry).map_or_else(BigRational::zero, |end| end.chance.clone())));
        table.row(std::iter::once(Cell::Integer(entry)).chain(cells));
    }
}

/// The effect of a roll that replaces a number when it is higher: the chance of a rise, and its mean.
fn raised(rolled: &[(i64, BigRational)], value: i64) -> (BigRational, BigRational) {
    let higher = || rolled.iter().filter(move |(total, _)| *total > value);
    let gained = higher().map(|(total, chance)| chance * BigInt::from(total - value)).sum();
    (higher().map(|(_, chance)| chance).sum(), gained)
}

/// The effect of each entry on somebody with these numbers. [CAP-141 to CAP-152]
fn effects(arguments: &Arguments, Words { book, rulings }: Words) -> AnswerTable {
    let numbers = &book.scars;
    let (hp, wil) = (arguments.integer("hp"), arguments.integer("wil"));
    let mut table = AnswerTable::new("What a scar does", &["scar", "rises", "mean change", "falls"]);
    let mut row = |name: &str, (rises, change): (BigRational, BigRational), falls: BigRational| {
        table.row([Cell::text(name), Cell::Exact(rises), Cell::Exact(change), Cell::Exact(falls)]);
    };
    let none = BigRational::zero;
    let sum = |die: Die| dice::sum(die);
    let first = match rulings.scar_1_total {
        ScarTotal::Second => sum(numbers.lasting),
        ScarTotal::Sum => both(&sum(numbers.place), &sum(numbers.lasting)),
    };
    row("1: maximum of hit points", raised(&first, hp), none());
    row("2: maximum of hit points", raised(&sum(numbers.rattling), hp), none());
    row("3: maximum of hit points", raised(&sum(numbers.walloped), 0), none());
    row("4: maximum of hit points", raised(&sum(numbers.broken_limb), hp), none());
    row("5: maximum of hit points", raised(&sum(numbers.diseased), hp), none());
    row("6: one of the attributes", head_wound(arguments, book), none());
    row("7: maximum of DEX", raised(&sum(numbers.hamstrung), arguments.integer("dex")), none());
    let saved = save::chance(modifier_by(rulings.modifier, wil as i32), numbers.wil_save_dc, 0, Words { book, rulings });
    let gained = |die: Die| (saved.clone(), &saved * mean(&sum(die)));
    row("8: maximum of WIL", gained(numbers.deafened), none());
    row("9: maximum of WIL", raised(&sum(numbers.rebrained), wil), none());
    row("10: maximum of WIL", gained(numbers.sundered), none());
    let mortal = sum(numbers.mortal);
    let falls = mortal.iter().filter(|(total, _)| *total < hp).map(|(_, chance)| chance).sum();
    let change = mean(&mortal) - BigRational::from(BigInt::from(hp));
    row("11: maximum of hit points", (raised(&mortal, hp).0, change), falls);
    row("12: maximum of hit points, doom averted", raised(&sum(numbers.doomed), hp), none());
    table
}

/// Entry 6: one of three attributes, each as likely. [CAP-146]
fn head_wound(arguments: &Arguments, book: &Book) -> (BigRational, BigRational) {
    let rolled = dice::sum(book.scars.head_wound);
    let which = dice::sum(book.scars.head_attribute);
    let (mut rises, mut change) = (BigRational::zero(), BigRational::zero());
    for (face, chance) in &which {
        let name = ["str", "dex", "wil"][book.scars.head(*face as i32).index()];
        let (up, by) = raised(&rolled, arguments.integer(name));
        rises += chance * up;
        change += chance * by;
    }
    (rises, change)
}

fn both(one: &[(i64, BigRational)], other: &[(i64, BigRational)]) -> Vec<(i64, BigRational)> {
    let mut sums: BTreeMap<i64, BigRational> = BTreeMap::new();
    for (a, p) in one {
        for (b, q) in other {
            *sums.entry(a + b).or_default() += p * q;
        }
    }
    sums.into_iter().collect()
}

fn mean(rolled: &[(i64, BigRational)]) -> BigRational {
    rolled.iter().map(|(total, chance)| chance * BigInt::from(*total)).sum()
}
