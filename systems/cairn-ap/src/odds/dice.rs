//! Dice of `cairn-ap` by chance: kept base dice, objects, sums; what a fight rolls, over all faces.
//!
//! Start at [`base`].

use num_rational::BigRational;

use frame::dice::{Die, Distribution};
use frame::rules::answers::integer;
use frame::rules::chances::Spread;
use frame::rules::trial::{ONE, outcomes};

use super::super::Words;
use super::super::book::Book;
use super::super::check::{Object, Steps, kept};
use super::super::rolls;

/// One number by another one.
pub fn fraction(over: i64, under: i64) -> BigRational {
    integer(over) / integer(under)
}

/// The base die with these steps, advantages if positive. (step P2)
pub fn base(steps: i64, Words { book, rulings }: Words) -> Spread<i32> {
    let steps = Steps { up: steps.max(0) as i32, down: (-steps).max(0) as i32 };
    let dice = steps.dice(book, rulings);
    outcomes(|table| kept(table, ONE, &rolls::ATTACK, book.check.base_die, dice))
}

/// The value of an object; 0 without one. (step P3)
pub fn value(object: Object, book: &Book) -> Spread<i32> {
    outcomes(|table| object.roll(table, ONE, &rolls::ATTACK, book))
}

/// The sum of dice.
pub fn sum(die: Die) -> Spread<i64> {
    let sums = Distribution::dice(die);
    (sums.low()..=sums.high()).filter_map(|sum| Some((sum, sums.chance(sum)?))).collect()
}
