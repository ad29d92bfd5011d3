//! Chances: results with their probabilities, what they come to, what follows from them, and lists in which equal ones stand once.
//!
//! Owns the sums and no rule. Start at [`Chances`].

use std::collections::BTreeMap;
use std::ops::AddAssign;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::answers::integer;
use crate::dice::Distribution;

/// Results, each once, with their probabilities.
pub type Spread<T> = BTreeMap<T, BigRational>;

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

    /// The mean of a number that each result has, of those alone of which something holds; `None` where it never does.
    fn mean_given(&self, holds: impl Fn(&Self::Result) -> bool, number: impl Fn(&Self::Result) -> i64) -> Option<BigRational> {
        let all = self.chance(&holds);
        (!all.is_zero()).then(|| self.mean(|result| if holds(result) { number(result) } else { 0 }) / all)
    }

    /// The probability of a result.
    fn share(&self, result: &Self::Result) -> BigRational
    where
        Self::Result: PartialEq,
    {
        self.chance(|each| each == result)
    }

    /// The results of which something holds, given that it does; none where it never does.
    fn given(&self, holds: impl Fn(&Self::Result) -> bool) -> Spread<Self::Result>
    where
        Self::Result: Ord + Clone,
    {
        let all = self.chance(&holds);
        let those = self.each().filter(|(result, _)| !all.is_zero() && holds(result));
        those.map(|(result, chance)| (result.clone(), chance / &all)).collect()
    }

    /// The results by what is asked of them.
    fn by<T: Ord>(&self, of: impl Fn(&Self::Result) -> T) -> Spread<T> {
        let mut sums = Spread::new();
        self.each().for_each(|(result, chance)| *sums.entry(of(result)).or_insert_with(BigRational::zero) += chance);
        sums
    }

    /// The results of what follows from each of these.
    fn then<T: Ord + Clone, C: Chances<Result = T>>(&self, mut next: impl FnMut(&Self::Result) -> C) -> Spread<T> {
        let mut sums = Spread::new();
        for (result, chance) in self.each() {
            for (after, part) in next(result).each() {
                match sums.get_mut(after) {
                    Some(sum) => *sum += chance * part,
                    None => drop(sums.insert(after.clone(), chance * part)),
                }
            }
        }
        sums
    }

    /// The distribution of a number that each result has. The results have to be everything.
    fn distribution(&self, number: impl Fn(&Self::Result) -> i64) -> Distribution {
        Distribution::from_chances(&self.by(number).into_iter().collect::<Vec<_>>())
    }
}

impl<C: Chances + ?Sized> Chances for &C {
    type Result = C::Result;

    fn each(&self) -> impl Iterator<Item = (&Self::Result, &BigRational)> {
        (**self).each()
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

impl<T> Chances for Vec<(T, BigRational)> {
    type Result = T;

    fn each(&self) -> impl Iterator<Item = (&T, &BigRational)> {
        self.iter().map(|(result, chance)| (result, chance))
    }
}

/// The values of a distribution, each with its probability.
#[must_use]
pub fn spread(distribution: &Distribution) -> Spread<i64> {
    distribution.weights().filter_map(|(value, _)| Some((value, distribution.chance(value)?))).collect()
}

/// One result that is certain.
#[must_use]
pub fn certain<T: Ord>(result: T) -> Spread<T> {
    Spread::from([(result, BigRational::one())])
}

/// Adds to the chance of a result in a list, in which each stands once, in the order in which they came.
pub fn add<T: PartialEq, N: AddAssign>(list: &mut Vec<(T, N)>, result: T, chance: N) {
    match list.iter_mut().find(|(known, _)| *known == result) {
        Some((_, sum)) => *sum += chance,
        None => list.push((result, chance)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(over: i64, under: i64) -> BigRational {
        BigRational::new(over.into(), under.into())
    }

    fn die(sides: i64) -> Spread<i64> {
        (1..=sides).map(|face| (face, part(1, sides))).collect()
    }

    #[test]
    fn what_follows_is_as_likely_as_both_together() {
        let sum = die(6).then(|first| die(6).by(|second| first + second));
        assert_eq!((sum.len(), sum[&7].clone(), sum[&12].clone()), (11, part(1, 6), part(1, 36)));
        let (counted, dice) = (sum.distribution(|&sum| sum), Distribution::dice("2d6".parse().unwrap()));
        assert!((1..=13).all(|value| counted.chance(value) == dice.chance(value)));
        assert_eq!(certain(3).then(|_| die(2)), die(2));
    }

    #[test]
    fn a_mean_may_be_of_some_of_them_and_of_none_there_is_none() {
        let d6 = die(6);
        assert_eq!(d6.mean_given(|&face| face > 4, |&face| face), Some(part(11, 2)));
        assert_eq!(d6.mean_given(|&face| face > 6, |&face| face), None);
        assert_eq!(d6.mean_given(|_| true, |&face| face), Some(d6.mean(|&face| face)));
    }

    #[test]
    fn some_of_them_are_all_where_they_are_given() {
        let d6 = spread(&Distribution::die(6));
        assert_eq!(d6, die(6));
        assert_eq!(d6.given(|&face| face > 4), Spread::from([(5, part(1, 2)), (6, part(1, 2))]));
        assert_eq!(d6.given(|&face| face > 6), Spread::new());
        assert_eq!([d6.share(&6), d6.share(&7)], [part(1, 6), part(0, 1)]);
    }
}
