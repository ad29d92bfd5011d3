//! Saves against numbers, and contested checks without objects.
//!
//! Start at [`save`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::One;

use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::book::Book;
use super::super::check::{self, Result as Rolled};
use super::super::derived::modifier_by;
use super::super::rulings::Rulings;
use super::dice;

/// Probability that a save with this modifier and this base die succeeds.
fn chance(modifier: i32, base: &Spread<i32>, dc: i32, Words { book, rulings }: Words) -> BigRational {
    base.chance(|&natural| check::saved(Rolled { total: natural + modifier, natural }, dc, book, rulings))
}

/// Saves against a number. [CAP-062]
pub fn save(arguments: &Arguments, Words { book, rulings }: Words) -> Answer {
    let dc = arguments.integer_if_said("dc").map_or(book.check.dc, |dc| dc as i32);
    let rolled = arguments.dice("rolled");
    let scores = if rolled.count > 0 { dice::sum(rolled) } else { certain(arguments.integer("score")) };
    let bases: BTreeMap<i64, Spread<i32>> = (-4..=4).map(|steps| (steps, dice::base(steps, Words { book, rulings }))).collect();
    let of_score = |score: i64, steps: i64| {
        chance(modifier_by(rulings.modifier, score as i32), &bases[&steps], dc, Words { book, rulings })
    };
    let by = |steps: i64| -> BigRational { scores.iter().map(|(score, part)| part * of_score(*score, steps)).sum() };
    let mut steps = AnswerTable::new("The save, by its steps of advantage", &["steps", "succeeds"]);
    for step in -4..=4 {
        steps.row([Cell::Integer(step), Cell::Exact(by(step))]);
    }
    let mut tries = AnswerTable::new("By the last of so many tries", &["tries", "has succeeded"]);
    for count in 1..=arguments.integer("tries") {
        let fails = |score: i64| (0..count).fold(BigRational::one(), |all, _| all * (BigRational::one() - of_score(score, 0)));
        let none: BigRational = scores.iter().map(|(score, part)| part * fails(*score)).sum();
        tries.row([Cell::Integer(count), Cell::Exact(BigRational::one() - none)]);
    }
    let mut table = AnswerTable::new("Other attributes", &["attribute"]);
    table.columns.extend((-1..=2).map(|steps| format!("{steps:+} steps")));
    for score in 1..=18 {
        let chances = (-1..=2).map(|steps| Cell::Exact(of_score(score, steps)));
        table.row(std::iter::once(Cell::Integer(score)).chain(chances));
    }
    let whose = if rolled.count > 0 { format!("{rolled}") } else { arguments.integer("score").to_string() };
    let numbers = format!(
        "critical damage asks for {}, morale {}, retreat {}, the WIL saves of scars {}",
        book.crit.dc, book.morale.dc, book.retreat.dc, book.scars.wil_save_dc
    );
    Answer {
        title: format!("A save with {whose} against {dc}"),
        notes: vec![numbers],
        tables: vec![steps, tries, table],
        curves: Vec::new(),
    }
}

/// The results of a check with one of these modifiers and this base die, as [numbers](Rolled::to_number).
fn results(modifiers: &Spread<i32>, base: &Spread<i32>, book: &Book) -> Spread<i64> {
    modifiers.then(|&added| base.by(|&natural| Rolled { total: natural + added, natural }.to_number(book)))
}

/// Probability that one of these results of the Initiator beats one of those of the Target. [CAP-060]
fn beats(own: &Spread<i64>, theirs: &Spread<i64>, Words { book, rulings }: Words) -> BigRational {
    let beaten = own.then(|&own| {
        let own = Rolled::of_number(own);
        theirs.by(|&save| check::contested(own, Some(Rolled::of_number(save)), book.check.dc, book, rulings))
    });
    beaten.chance(|&beaten| beaten)
}

/// Points that an attribute adds that is rolled by these dice; without dice, this one. [RU-01]
fn modifiers(arguments: &Arguments, name: &str, given: i32, rulings: &Rulings) -> Spread<i32> {
    let rolled = arguments.dice(name);
    if rolled.count == 0 { certain(given) } else { dice::sum(rolled).by(|&score| modifier_by(rulings.modifier, score as i32)) }
}

/// Contested checks without objects. [CAP-018, CAP-056, CAP-060]
pub fn contest(arguments: &Arguments, words: Words) -> Answer {
    let rulings = words.rulings;
    let (own, theirs) = (super::modifier(arguments, "score", rulings), super::modifier(arguments, "against", rulings));
    let (owns, others) =
        (modifiers(arguments, "rolled", own, rulings), modifiers(arguments, "rolled_against", theirs, rulings));
    let against = arguments.integer("steps");
    let book = words.book;
    let target = dice::base(against, words);
    let saves = results(&others, &target, book);
    let bases: BTreeMap<i64, Spread<i32>> = (-4..=4).map(|steps| (steps, dice::base(steps, words))).collect();
    let mut steps = AnswerTable::new("The check, by its own steps of advantage", &["steps", "succeeds"]);
    for (step, base) in &bases {
        steps.row([Cell::Integer(*step), Cell::Exact(beats(&results(&owns, base, book), &saves, words))]);
    }
    let mut table = AnswerTable::new("By what the Initiator adds above the Target", &["difference"]);
    table.columns.extend((-2..=2).map(|steps| format!("{steps:+} steps")));
    let saves = results(&certain(theirs), &target, book);
    for difference in -10..=10 {
        let own = |step| results(&certain(theirs + difference), &bases[&step], book);
        let chances = (-2..=2).map(|step| Cell::Exact(beats(&own(step), &saves, words)));
        table.row(std::iter::once(Cell::Integer(i64::from(difference))).chain(chances));
    }
    Answer {
        title: "A contested check".to_owned(),
        notes: vec!["equal results are the Initiator's, unless the rulings say otherwise".to_owned()],
        tables: vec![steps, table],
        curves: Vec::new(),
    }
}
