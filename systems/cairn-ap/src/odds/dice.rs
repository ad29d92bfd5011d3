//! Dice of `cairn-ap` as ways to every value: kept base dice, objects.
//!
//! Start at [`kept`].

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;

use frame::dice::{Die, Distribution};

use super::super::Words;
use super::super::book::Book;
use super::super::check::{Object, Steps};

/// Values, each with the number of ways to it.
pub type Ways = Vec<(i32, u128)>;

/// All ways together.
pub fn all(ways: &Ways) -> u128 {
    ways.iter().map(|(_, ways)| ways).sum()
}

/// So many ways of all.
pub fn fraction(ways: u128, of: u128) -> BigRational {
    BigRational::new(BigInt::from(ways), BigInt::from(of))
}

/// The highest of so many dice; of a negative number, the lowest. (step P2)
pub fn kept(sides: u8, dice: i32) -> Ways {
    let (sides, count) = (u128::from(sides), dice.unsigned_abs());
    let at_most = |face: u128| face.pow(count);
    let ways = |face: u128| {
        if dice > 0 { at_most(face) - at_most(face - 1) } else { at_most(sides - face + 1) - at_most(sides - face) }
    };
    (1..=sides).map(|face| (face as i32, ways(face))).collect()
}

/// The base die with these steps, advantages if positive.
pub fn base(steps: i64, Words { book, rulings }: Words) -> Ways {
    let steps = Steps { up: steps.max(0) as i32, down: (-steps).max(0) as i32 };
    kept(book.check.base_die, steps.dice(book, rulings))
}

/// The value of an object; 0 without one. (step P3)
pub fn value(object: Object, book: &Book) -> Ways {
    let dice = object.dice_of_each(book);
    let mut values: BTreeMap<i32, u128> = BTreeMap::from([(0, 1)]);
    for die in [object.die, object.second].into_iter().filter(|&die| die > 0) {
        let mut highest = BTreeMap::new();
        for (&before, ways) in &values {
            for (face, others) in kept(die, dice) {
                *highest.entry(before.max(face)).or_insert(0) += ways * others;
            }
        }
        values = highest;
    }
    values.into_iter().collect()
}

/// The sum of dice with its chances.
pub fn sum(die: Die) -> Vec<(i64, BigRational)> {
    let distribution = Distribution::dice(die);
    let total = BigInt::from(distribution.total().clone());
    let chance =
        |(value, weight): (i64, &num_bigint::BigUint)| (value, BigRational::new(BigInt::from(weight.clone()), total.clone()));
    distribution.weights().map(chance).collect()
}
