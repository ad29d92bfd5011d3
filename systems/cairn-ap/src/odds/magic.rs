//! Magic Dice: matches, Fatigue, the entries of the mishaps table, copying.
//!
//! Start at [`magic`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::{Chances, Spread};
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::magic::Magic;
use super::super::state::Split;
use super::trial::Trial;

/// The results of Magic Dice, each with its probability.
type Rolls = Spread<Magic>;

/// The effect of Magic Dice. [CAP-158 to CAP-190]
///
/// # Errors
/// No invested die, more than can be counted, or a book that cannot be played by.
pub fn magic(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (book, mut trial) = (words.book, Trial::new(words)?);
    let count = |name: &str| arguments.integer(name) as u8;
    let weary = arguments.flag("weary");
    let given = Split { slot: count("slot_dice"), dust: count("dust_dice"), free: count("free_dice") };
    let invested = usize::from(given.dice());
    if !(1..=4).contains(&invested) {
        return Err(format!("{invested} Magic Dice, but it has to be 1 to 4 in all"));
    }
    let of_slots: Vec<Rolls> = (1..=4).map(|slot| trial.rolls(Split { slot, ..Split::default() }, weary)).collect();
    let given_rolls = trial.rolls(given, weary);
    let mut table = AnswerTable::new("Magic Dice of slots, by their number", &COLUMNS);
    for (slot, rolls) in (1..).zip(&of_slots) {
        table.row(std::iter::once(Cell::Integer(slot)).chain(summary(rolls, words)));
    }
    let mut asked = AnswerTable::new("These dice", &COLUMNS);
    asked.row(std::iter::once(Cell::Integer(invested as i64)).chain(summary(&given_rolls, words)));
    let label = format!("Fatigue of {} slot, {} dust, {} free", given.slot, given.dust, given.free);
    let vessels: Vec<Spread<i64>> = of_slots.iter().map(|rolls| drained(rolls, &trial)).collect();
    let lost_label = format!("STR that {invested} dice cost a vessel");
    let lost = vessels[invested - 1].distribution(|&lost| lost);
    let mut tables = vec![
        asked,
        table,
        of_vessels(&vessels),
        entries(&given_rolls, words),
        consequences(&given_rolls, count("free_slots"), &mut trial),
    ];
    if let Some(tiring) = arguments.integer_if_said("tiring") {
        tables.push(known(&given_rolls, &of_slots[0], tiring as u8)?);
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
            Curve { label, distribution: given_rolls.distribution(|magic| magic.fatigue.into()) },
            Curve { label: lost_label, distribution: lost },
        ],
    })
}

/// STR that these dice cost a vessel, with its chances. [CAP-184]
fn drained(rolls: &Rolls, trial: &Trial) -> Spread<i64> {
    let lost = |&vessel: &i32| trial.drains(Magic { vessel, ..Magic::default() });
    rolls.by(|magic| magic.vessel).then(lost)
}

/// The price of Magic Dice for a vessel, which neither tires nor suffers mishaps. [CAP-184]
fn of_vessels(vessels: &[Spread<i64>]) -> AnswerTable {
    let mut table = AnswerTable::new("Dice of a vessel, by their number", &["dice", "no STR lost", "mean STR lost", "most"]);
    for (dice, lost) in (1..).zip(vessels) {
        let (none, mean) = (lost.chance(|&lost| lost == 0), lost.mean(|&lost| lost));
        let most = lost.iter().filter(|(_, part)| !part.is_zero()).map(|(lost, _)| *lost).max().unwrap_or(0);
        table.row([Cell::Integer(dice), Cell::Exact(none), Cell::Exact(mean), Cell::Integer(most)]);
    }
    table
}

/// Fatigue where it is known how many dice show a face that tires a slot, but not which of them. [CAP-155]
fn known(rolls: &Rolls, of_one: &Rolls, tiring: u8) -> Result<AnswerTable, String> {
    let faces = || of_one.keys().filter(|one| one.fatigue > 0).map(|one| one.sum as usize - 1);
    let showing = |magic: &Magic| faces().map(|face| magic.faces[face]).sum::<u8>() == tiring;
    let all = rolls.chance(showing);
    if all.is_zero() {
        return Err(format!("`tiring` is {tiring}, but that many of these dice never show a face that tires"));
    }
    let mut table =
        AnswerTable::new(format!("Fatigue, where {tiring} of the dice show a face that tires"), &["Fatigue", "probability"]);
    for (fatigue, chance) in rolls.by(|magic| showing(magic).then_some(magic.fatigue)) {
        fatigue.into_iter().for_each(|fatigue| table.row([Cell::Integer(fatigue.into()), Cell::Exact(&chance / &all)]));
    }
    Ok(table)
}

const COLUMNS: [&str; 7] =
    ["dice", "no mishap", "mishap, spell works", "spell fails", "mean Fatigue", "neither Fatigue nor mishap", "mean [sum]"];

/// The cells of one number of dice, below all `COLUMNS` but the first.
fn summary(rolls: &Rolls, Words { book, rulings }: Words) -> [Cell; 6] {
    let mishap = |magic: &Magic| magic.entry(book).is_some();
    let works = |magic: &Magic| mishap(magic) && !magic.fails(book, rulings);
    [
        Cell::Exact(rolls.chance(|magic| !mishap(magic))),
        Cell::Exact(rolls.chance(works)),
        Cell::Exact(rolls.chance(|magic| magic.fails(book, rulings))),
        Cell::Exact(rolls.mean(|magic| i64::from(magic.fatigue))),
        Cell::Exact(rolls.chance(|magic| magic.fatigue == 0 && !mishap(magic))),
        Cell::Exact(rolls.mean(|magic| i64::from(magic.sum))),
    ]
}

/// Entries of the mishaps table that these rolls come to.
fn entries(rolls: &Rolls, Words { book, rulings }: Words) -> AnswerTable {
    let mut entries: BTreeMap<i32, [BigRational; 2]> = BTreeMap::new();
    for (magic, chance) in rolls {
        let Some(entry) = magic.entry(book) else { continue };
        let [all, works] = entries.entry(entry).or_default();
        *all += chance;
        if !magic.fails(book, rulings) {
            *works += chance;
        }
    }
    let mut table = AnswerTable::new("Entries of the mishaps table", &["entry", "probability", "of it the spell works"]);
    for (entry, chances) in entries {
        table.row(std::iter::once(Cell::Integer(entry.into())).chain(chances.map(Cell::Exact)));
    }
    table
}

/// The effect of Fatigue and mishaps on a bag with so many free slots, and the time that copying takes.
fn consequences(rolls: &Rolls, free_slots: u8, trial: &mut Trial) -> AnswerTable {
    let casts = rolls.then(|&magic| trial.casts(magic, free_slots));
    let mut table = AnswerTable::new("What comes of them", &["what", "value"]);
    let mut row = |what: &str, value| table.row([Cell::text(what), Cell::Exact(value)]);
    row("the inventory is full after the dice: no hit points", casts.chance(|cast| cast.full));
    row("the inventory is full after the dice and the mishap: no hit points", casts.chance(|cast| cast.full_at_last));
    row("something has to be dropped", casts.chance(|cast| cast.dropped));
    row("mean hours of copying a spell", rolls.mean(|magic| i64::from(trial.core.copying_hours(magic))));
    row("mean WIL that free dice cost", rolls.mean(|magic| i64::from(magic.burnt)));
    table
}
