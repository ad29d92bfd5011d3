//! Magic Dice: matches, Fatigue, the entries of the mishaps table, copying.
//!
//! Start at [`magic`].

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::dice::Distribution;
use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

use super::super::Words;
use super::super::book::Book;
use super::super::magic::Magic;
use super::super::rulings::{FullInventory, TwoPairs};
use super::dice;

/// Magic Dice of each kind.
#[derive(Clone, Copy)]
pub struct Dice {
    /// Dice of slots.
    pub slot: usize,
    /// Dice of dust.
    pub dust: usize,
    /// Free dice.
    pub free: usize,
    /// The face from which on a die of a slot gives Fatigue.
    pub tires_from: i32,
}

/// Every roll of the dice.
pub fn rolls(dice: Dice, book: &Book) -> Vec<Magic> {
    let die = i32::from(book.magic.die);
    let mut rolls = vec![Magic::default()];
    for place in 0..dice.slot + dice.dust + dice.free {
        let next = |magic: &Magic| {
            let magic = *magic;
            (1..=die).map(move |face| {
                let mut after = magic;
                after.show(face);
                after.fatigue += i32::from(place < dice.slot && face >= dice.tires_from);
                let free = place >= dice.slot + dice.dust;
                after.burnt += i32::from(free && face >= i32::from(book.magic.fatigue_from));
                after
            })
        };
        rolls = rolls.iter().flat_map(next).collect();
    }
    rolls
}

fn fails(magic: &Magic, Words { book, rulings }: Words) -> bool {
    magic.fails(book, rulings)
}

fn mishap(magic: &Magic, book: &Book) -> bool {
    magic.entry(book).is_some()
}

/// Share of the rolls.
fn share(rolls: &[Magic], holds: impl Fn(&Magic) -> bool) -> BigRational {
    dice::fraction(rolls.iter().filter(|magic| holds(magic)).count() as u128, rolls.len() as u128)
}

/// Mean over the rolls.
fn mean(rolls: &[Magic], value: impl Fn(&Magic) -> i32) -> BigRational {
    let sum: i64 = rolls.iter().map(|magic| i64::from(value(magic))).sum();
    BigRational::new(BigInt::from(sum), BigInt::from(rolls.len()))
}

/// The effect of Magic Dice. [CAP-158 to CAP-190]
///
/// # Errors
/// No invested die, or more than can be counted.
pub fn magic(arguments: &Arguments, Words { book, rulings }: Words) -> Result<Answer, String> {
    let count = |name: &str| arguments.integer(name) as usize;
    let tires_from = i32::from(if arguments.flag("weary") { book.mishap.weary_from } else { book.magic.fatigue_from });
    let given = Dice { slot: count("slot_dice"), dust: count("dust_dice"), free: count("free_dice"), tires_from };
    let invested = given.slot + given.dust + given.free;
    if !(1..=4).contains(&invested) {
        return Err(format!("{invested} Magic Dice, but it has to be 1 to 4 in all"));
    }
    let given_rolls = rolls(given, book);
    let mut table = AnswerTable::new("Magic Dice of slots, by their number", &COLUMNS);
    for slot in 1..=4 {
        let dice = Dice { slot, dust: 0, free: 0, tires_from };
        table.row(std::iter::once(Cell::Integer(slot as i64)).chain(summary(&rolls(dice, book), Words { book, rulings })));
    }
    let mut asked = AnswerTable::new("These dice", &COLUMNS);
    asked.row(std::iter::once(Cell::Integer(invested as i64)).chain(summary(&given_rolls, Words { book, rulings })));
    let fatigue = |magic: &Magic| i64::from(magic.fatigue);
    let label = format!("Fatigue of {} slot, {} dust, {} free", given.slot, given.dust, given.free);
    let vessels: Vec<Vec<(i64, BigRational)>> = (1..=4).map(|dice| drained(dice, book)).collect();
    let lost_label = format!("STR that {invested} dice cost a vessel");
    let lost = Distribution::from_chances(&vessels[invested - 1]);
    let mut tables = vec![
        asked,
        table,
        of_vessels(&vessels),
        entries(&given_rolls, Words { book, rulings }),
        consequences(&given_rolls, count("free_slots") as i32, Words { book, rulings }),
    ];
    if let Some(tiring) = arguments.integer_unless_book("tiring") {
        tables.push(known(given, tiring as usize)?);
    }
    Ok(Answer {
        title: format!("{invested} Magic Dice"),
        notes: vec![
            format!("{} equal dice are a mishap, with {} the spell fails", book.magic.mishap_matches, book.magic.fail_matches),
            "dust spares Fatigue, not mishaps".to_owned(),
            format!("the bag has {} slots, and whatever is dropped fills one of them", book.inventory.slots),
        ],
        tables,
        curves: vec![
            Curve { label, distribution: distribution(&given_rolls, fatigue) },
            Curve { label: lost_label, distribution: lost },
        ],
    })
}

/// STR that so many Magic Dice of any kind cost a vessel, with its chances. [CAP-184]
fn drained(count: usize, book: &Book) -> Vec<(i64, BigRational)> {
    let (faces, from) = (i64::from(book.magic.die), i64::from(book.mishap.vessel_from));
    let costs = BigRational::new(BigInt::from((faces - from + 1).clamp(0, faces)), BigInt::from(faces));
    let mut all = BTreeMap::from([(0_i64, BigRational::one())]);
    for _ in 0..count {
        let mut next: BTreeMap<i64, BigRational> = BTreeMap::new();
        for (before, share) in &all {
            *next.entry(*before).or_default() += share * (BigRational::one() - &costs);
            for (lost, part) in dice::sum(book.mishap.vessel) {
                *next.entry(before + lost).or_default() += share * &costs * part;
            }
        }
        all = next;
    }
    all.into_iter().collect()
}

/// The price of Magic Dice for a vessel, which neither tires nor suffers mishaps. [CAP-184]
fn of_vessels(vessels: &[Vec<(i64, BigRational)>]) -> AnswerTable {
    let mut table = AnswerTable::new("Dice of a vessel, by their number", &["dice", "no STR lost", "mean STR lost", "most"]);
    for (dice, lost) in (1..).zip(vessels) {
        let none: BigRational = lost.iter().filter(|(lost, _)| *lost == 0).map(|(_, part)| part.clone()).sum();
        let mean: BigRational = lost.iter().map(|(lost, part)| BigRational::from(BigInt::from(*lost)) * part).sum();
        let most = lost.iter().filter(|(_, part)| !part.is_zero()).map(|(lost, _)| *lost).max().unwrap_or(0);
        table.row([Cell::Integer(dice), Cell::Exact(none), Cell::Exact(mean), Cell::Integer(most)]);
    }
    table
}

/// Fatigue where it is known how many dice show a face that tires, but not which of them: each place is as likely. [CAP-155]
fn known(given: Dice, tiring: usize) -> Result<AnswerTable, String> {
    let all = given.slot + given.dust + given.free;
    if tiring > all {
        return Err(format!("`tiring` is {tiring}, but there are {all} dice"));
    }
    let choose = |of: usize, some: usize| (0..some).fold(1_u128, |ways, one| ways * (of - one) as u128 / (one as u128 + 1));
    let mut table =
        AnswerTable::new(format!("Fatigue, where {tiring} of the dice show a face that tires"), &["Fatigue", "probability"]);
    for fatigue in tiring.saturating_sub(all - given.slot)..=tiring.min(given.slot) {
        let ways = choose(given.slot, fatigue) * choose(all - given.slot, tiring - fatigue);
        table.row([Cell::Integer(fatigue as i64), Cell::Exact(dice::fraction(ways, choose(all, tiring)))]);
    }
    Ok(table)
}

const COLUMNS: [&str; 7] =
    ["dice", "no mishap", "mishap, spell works", "spell fails", "mean Fatigue", "neither Fatigue nor mishap", "mean [sum]"];

fn summary(rolls: &[Magic], Words { book, rulings }: Words) -> [Cell; 6] {
    let works = |magic: &Magic| mishap(magic, book) && !fails(magic, Words { book, rulings });
    [
        Cell::Exact(share(rolls, |magic| !mishap(magic, book))),
        Cell::Exact(share(rolls, works)),
        Cell::Exact(share(rolls, |magic| fails(magic, Words { book, rulings }))),
        Cell::Exact(mean(rolls, |magic| magic.fatigue)),
        Cell::Exact(share(rolls, |magic| magic.fatigue == 0 && !mishap(magic, book))),
        Cell::Exact(mean(rolls, |magic| magic.sum)),
    ]
}

/// Entries of the mishaps table that these rolls come to.
fn entries(rolls: &[Magic], Words { book, rulings }: Words) -> AnswerTable {
    let mut ways: BTreeMap<i32, (u128, u128)> = BTreeMap::new();
    for magic in rolls.iter().filter(|magic| mishap(magic, book)) {
        let (all, works) = ways.entry(magic.sum).or_default();
        *all += 1;
        *works += u128::from(!fails(magic, Words { book, rulings }));
    }
    let mut table = AnswerTable::new("Entries of the mishaps table", &["entry", "probability", "of it the spell works"]);
    let of = rolls.len() as u128;
    for (entry, (all, works)) in ways {
        let cells = [Cell::Exact(dice::fraction(all, of)), Cell::Exact(dice::fraction(works, of))];
        table.row(std::iter::once(Cell::Integer(entry.into())).chain(cells));
    }
    table
}

/// The effect of a casting on a bag. A thing that has to be dropped is taken to fill one slot.
#[derive(Clone, Copy)]
struct Bag {
    /// Slots that the dice fill, by Fatigue or tumors. [CAP-161, CAP-176]
    dice: i32,
    /// Of them those that something is dropped for.
    makes_room: bool,
    /// Slots that the mishap fills or takes away. [CAP-166, CAP-167, CAP-174, CAP-181]
    mishap: i32,
}

impl Bag {
    fn of(magic: &Magic, Words { book, rulings }: Words) -> Self {
        let numbers = &book.mishap;
        let (entry, fatigue) = (magic.entry(book), i32::from(book.inventory.fatigue));
        let twice = magic.pairs(book) >= 2 && rulings.two_pairs == TwoPairs::Two;
        let times = if twice { 2 } else { 1 };
        let tumors = entry == Some(14);
        let dice = magic.fatigue * if tumors { 1 } else { fatigue };
        let mishap = match entry {
            Some(4) => times * i32::from(numbers.chain_fatigue) * fatigue,
            Some(5) => times * i32::from(numbers.reversed_fatigue) * fatigue,
            Some(12) => times * i32::from(numbers.backfire_slots),
            Some(19) => (i32::from(book.inventory.slots) - i32::from(numbers.wings_slots)).max(0),
            _ => 0,
        };
        Bag { dice, makes_room: !tumors, mishap }
    }

    /// Something has to be dropped.
    fn overflows(self, free: i32) -> bool {
        let dice = if self.makes_room { self.dice } else { self.dice.min(free) };
        dice + self.mishap > free
    }
}

/// The effect of Fatigue and mishaps on a bag with so many free slots, and the time that copying takes.
fn consequences(rolls: &[Magic], free_slots: i32, Words { book, rulings }: Words) -> AnswerTable {
    let full = rulings.full_inventory == FullInventory::HpZero;
    let fills = |slots: i32| full && slots > 0 && slots >= free_slots;
    let bag = |magic: &Magic| Bag::of(magic, Words { book, rulings });
    let after_all = |magic: &Magic| fills(bag(magic).dice) || fills(bag(magic).dice + bag(magic).mishap);
    let hours = |magic: &Magic| (book.copy.hours - magic.sum).max(book.copy.hours_min);
    let mut table = AnswerTable::new("What comes of them", &["what", "value"]);
    let mut row = |what: &str, value| table.row([Cell::text(what), Cell::Exact(value)]);
    row("the inventory is full after the dice: no hit points", share(rolls, |magic| fills(bag(magic).dice)));
    row("the inventory is full after the dice and the mishap: no hit points", share(rolls, after_all));
    row("something has to be dropped", share(rolls, |magic| bag(magic).overflows(free_slots)));
    row("mean hours of copying a spell", mean(rolls, hours));
    row("mean WIL that free dice cost", mean(rolls, |magic| magic.burnt));
    table
}

fn distribution(rolls: &[Magic], value: impl Fn(&Magic) -> i64) -> Distribution {
    let mut ways: BTreeMap<i64, u128> = BTreeMap::new();
    rolls.iter().for_each(|magic| *ways.entry(value(magic)).or_default() += 1);
    let of = rolls.len() as u128;
    let chances: Vec<_> = ways.into_iter().map(|(value, ways)| (value, dice::fraction(ways, of))).collect();
    Distribution::from_chances(&chances)
}
