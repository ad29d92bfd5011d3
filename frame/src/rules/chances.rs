//! Chances: results with their probabilities, what they come to, and lists in which equal ones stand once.
//!
//! Owns the sums and no rule. Start at [`Chances`].

use std::collections::BTreeMap;
use std::ops::AddAssign;

use num_rational::BigRational;

use super::questions::integer;

/// Results, each with its probability.
pub trait Chances {
    /// A result.
    type Result;

    /// The results with their probabilities.
    fn each(&self) -> impl Iterator<Item = (&Self::Result, &BigRational)>;

    /// Probability of the results of which something holds.
    fn chance(&self, holds: impl Fn(&Self::Result) -> bool) -> BigRational {
        self.each().filter(|(result, _)| holds(result)).map(|(_, chance)| chance).sum()
    }

    /// The mean of a number that each result has.
    fn mean(&self, number: impl Fn(&Self::Result) -> i64) -> BigRational {
        self.each().map(|(result, chance)| integer(number(result)) * chance).sum()
    }
}

impl<T> Chances for BTreeMap<T, BigRational> {
    type Result = T;

    fn each(&self) -> impl Iterator<Item = (&T, &BigRational)> {
        self.iter()
    }
}

impl<T> Chances for [(T, BigRational)] {
    type Result = T;

    fn each(&self) -> impl Iterator<Item = (&T, &BigRational)> {
        self.iter().map(|(result, chance)| (result, chance))
    }
}

/// Adds to the chance of a result in a list, in which each stands once, in the order in which they came.
pub fn add<T: PartialEq, N: AddAssign>(list: &mut Vec<(T, N)>, result: T, chance: N) {
    match list.iter_mut().find(|(known, _)| *known == result) {
        Some((_, sum)) => *sum += chance,
        None => list.push((result, chance)),
    }
}
