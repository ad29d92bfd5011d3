//! Dice of `cairn-ap` by chance: kept base dice, objects, sums, results of rolls; what a fight rolls, over all faces.
//!
//! Start at [`rolled`].

use std::collections::BTreeMap;

use num_rational::BigRational;

use frame::dice::{Die, Distribution};
use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::chances::{Chances, Spread};
use frame::rules::questions::Arguments;
use frame::rules::trial::{ONE, outcomes};

use super::super::Words;
use super::super::check::{Object, Result as Rolled, Steps, bonus_damage, contested, kept};
use super::super::rolls;

/// The base die with these steps, advantages if positive. (step P2)
pub fn base(steps: i32, Words { book, rulings }: Words) -> Spread<i32> {
    let dice = Steps { up: steps.max(0), down: (-steps).max(0) }.dice(book, rulings);
    outcomes(|table| kept(table, ONE, &rolls::ATTACK, book.check.base_die, dice))
}

/// The base dice with all steps that are asked about, by those.
pub fn bases(words: Words) -> BTreeMap<i32, Spread<i32>> {
    (-4..=4).map(|steps| (steps, base(steps, words))).collect()
}

/// Columns of a table by steps of advantage.
pub fn by_steps(steps: impl Iterator<Item = i32>) -> impl Iterator<Item = (String, i32)> {
    steps.map(|steps| (format!("{steps:+} steps"), steps))
}

/// A roll with an object: the object's value, and the result as a [number](Rolled::to_number). (step P3)
pub fn rolled(object: Object, added: i32, steps: i32, words: Words) -> Spread<(i32, i64)> {
    let values = outcomes(|table| object.roll(table, ONE, &rolls::ATTACK, words.book));
    base(steps, words)
        .then(|&natural| values.by(|&value| (value, Rolled { total: natural + added + value, natural }.to_number(words.book))))
}

/// Results of saves, as numbers. Each result of a roll is held against them once, however often it is asked about.
pub struct Saves<'a> {
    words: Words<'a>,
    all: Spread<i64>,
    /// By results of the roll.
    known: BTreeMap<i64, Spread<i32>>,
}

impl<'a> Saves<'a> {
    /// These saves.
    pub fn new(all: Spread<i64>, words: Words<'a>) -> Self {
        Saves { words, all, known: BTreeMap::new() }
    }

    /// The saves that a result beats, by the damage that naturals add then. [CAP-060, CAP-063]
    pub fn beaten_by(&mut self, mine: i64) -> &Spread<i32> {
        let (Words { book, rulings }, Saves { all, known, .. }) = (self.words, self);
        known.entry(mine).or_insert_with(|| {
            let own = Rolled::of_number(mine);
            let bonus = all.by(|&save| {
                let save = Rolled::of_number(save);
                let beaten = contested(own, Some(save), book.check.dc, book, rulings);
                beaten.then(|| bonus_damage(own.natural, Some(save.natural), book, rulings))
            });
            bonus.into_iter().filter_map(|(bonus, chance)| Some((bonus?, chance))).collect()
        })
    }

    /// How likely a result beats them.
    pub fn beaten(&mut self, mine: i64) -> BigRational {
        self.beaten_by(mine).values().sum()
    }
}

/// The sum of dice.
pub fn sum(die: Die) -> Spread<i64> {
    let sums = Distribution::dice(die);
    (sums.low()..=sums.high()).filter_map(|sum| Some((sum, sums.chance(sum)?))).collect()
}

/// The base die that is kept. [CAP-016, CAP-017, RU-03]
pub fn die(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (sides, face) = (i32::from(words.book.check.base_die), arguments.number("face"));
    if face > sides {
        return Err(format!("`face` is {face}, but the base die is a d{sides}"));
    }
    let mut table = AnswerTable::new("The kept die, by its steps of advantage", &["steps", "mean", "shows 1"]);
    table.columns.extend([format!("shows {sides}"), format!("at least {face}")]);
    let mut answer = Answer::new(format!("The d{sides} of a check"));
    for (steps, kept) in bases(words) {
        let shows = [1..=1, sides..=sides, face..=sides].map(|faces| kept.chance(|shown| faces.contains(shown)));
        let mean = kept.mean(|&shown| shown.into());
        table.row([steps.into(), mean.into()].into_iter().chain(shows.map(Cell::Exact)));
        if (-2..=2).contains(&steps) {
            answer = answer.curve(format!("{steps:+} steps"), kept.distribution(|&shown| shown.into()));
        }
    }
    Ok(answer.table(table))
}
