//! Exact distributions of integer outcomes of dice.
//!
//! Owns [`Distribution`]: probabilities as whole-number weights over one common total, so that sums, choices and comparisons
//! are integer arithmetic and a fraction is only made where one is read. Outcomes without an upper end (dice that explode)
//! are kept up to a cap, with the exact probability of everything above it. Must not know what a roll is for. Start at
//! [`Distribution::dice`]; dice that explode are in [`pool`](super::pool).

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::Die;

/// Exact probabilities of integer outcomes: each up to [`high`](Distribution::high), and of all higher ones together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution {
    /// The value of the first weight.
    low: i64,
    /// Weights of `low`, `low + 1` and so on; never empty.
    weights: Vec<BigUint>,
    /// Weight of everything above the last of them.
    beyond: BigUint,
    /// Sum of all weights; never 0.
    total: BigUint,
}

/// The comparison of two independent outcomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Probability that the first is smaller.
    pub less: BigRational,
    /// Probability that both are equal.
    pub equal: BigRational,
    /// Probability that the first is larger.
    pub greater: BigRational,
    /// Probability that both lie above the caps of their distributions; 0 when either of them has an upper end.
    pub undecided: BigRational,
}

/// A fraction of two weights.
fn fraction(over: BigUint, under: &BigUint) -> BigRational {
    BigRational::new(BigInt::from(over), BigInt::from(under.clone()))
}

impl Distribution {
    /// Outcomes `low`, `low + 1` and so on by their weights, and the weight of everything above them.
    ///
    /// # Panics
    /// Weights that are all 0.
    #[must_use]
    pub fn from_weights(low: i64, mut weights: Vec<BigUint>, beyond: BigUint) -> Self {
        if beyond.is_zero() {
            let kept = weights.iter().rposition(|weight| !weight.is_zero()).map_or(0, |last| last + 1);
            weights.truncate(kept);
        }
        let total = weights.iter().sum::<BigUint>() + &beyond;
        assert!(!total.is_zero(), "a distribution needs an outcome");
        if weights.is_empty() {
            weights.push(BigUint::zero());
        }
        Distribution { low, weights, beyond, total }
    }

    /// Outcomes by their probabilities.
    ///
    /// # Panics
    /// No outcomes, a negative probability, or probabilities that do not add up to 1.
    #[must_use]
    pub fn from_chances(chances: &[(i64, BigRational)]) -> Self {
        let sum: BigRational = chances.iter().map(|(_, chance)| chance).sum();
        assert!(sum.is_one(), "probabilities add up to {sum} instead of 1");
        let total: BigInt = chances.iter().map(|(_, chance)| chance.denom()).product();
        let low = chances.iter().map(|(value, _)| *value).min().unwrap_or(0);
        let high = chances.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let mut weights = vec![BigUint::zero(); (high - low + 1) as usize];
        for (value, chance) in chances {
            let weight = (chance * &total).to_integer().to_biguint();
            weights[(value - low) as usize] += weight.expect("probabilities are not negative");
        }
        Distribution::from_weights(low, weights, BigUint::zero())
    }

    /// Always this value.
    #[must_use]
    pub fn constant(value: i64) -> Self {
        Distribution::from_weights(value, vec![BigUint::one()], BigUint::zero())
    }

    /// The face of one die of `sides` faces, at least 1.
    #[must_use]
    pub fn die(sides: u8) -> Self {
        Distribution::from_weights(1, vec![BigUint::one(); usize::from(sides)], BigUint::zero())
    }

    /// The sum of dice; 0 for none.
    #[must_use]
    pub fn dice(die: Die) -> Self {
        match die.count {
            0 => Distribution::constant(0),
            count => Distribution::die(die.sides).times(u32::from(count)),
        }
    }

    /// The smallest value that is kept.
    #[must_use]
    pub fn low(&self) -> i64 {
        self.low
    }

    /// The largest value whose probability is known by itself: the largest possible one unless there is mass
    /// [`beyond`](Distribution::beyond).
    #[must_use]
    pub fn high(&self) -> i64 {
        self.low + self.weights.len() as i64 - 1
    }

    /// Probability of everything above [`high`](Distribution::high).
    #[must_use]
    pub fn beyond(&self) -> BigRational {
        fraction(self.beyond.clone(), &self.total)
    }

    /// True if all values are known.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.beyond.is_zero()
    }

    /// The values with their weights, whose sum with that of the mass beyond is [`total`](Distribution::total).
    pub fn weights(&self) -> impl Iterator<Item = (i64, &BigUint)> {
        (self.low..).zip(&self.weights)
    }

    /// Returns the sum of all weights.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// The weight of what is above all values.
    #[must_use]
    pub fn weight_beyond(&self) -> &BigUint {
        &self.beyond
    }

    /// Probability of a value; `None` for one above [`high`](Distribution::high) where mass lies beyond it.
    #[must_use]
    pub fn chance(&self, value: i64) -> Option<BigRational> {
        if value > self.high() && !self.is_whole() {
            return None;
        }
        let weight = usize::try_from(value - self.low).ok().and_then(|index| self.weights.get(index));
        Some(fraction(weight.cloned().unwrap_or_default(), &self.total))
    }

    /// Probability of `value` or more; `None` for one above [`high`](Distribution::high)` + 1` where mass lies beyond it.
    #[must_use]
    pub fn at_least(&self, value: i64) -> Option<BigRational> {
        if value > self.high() + 1 && !self.is_whole() {
            return None;
        }
        let from = (value - self.low).clamp(0, self.weights.len() as i64) as usize;
        Some(fraction(self.weights[from..].iter().sum::<BigUint>() + &self.beyond, &self.total))
    }

    /// Mean; `None` where mass lies beyond the cap.
    #[must_use]
    pub fn mean(&self) -> Option<BigRational> {
        self.moment(1)
    }

    /// Variance; `None` where mass lies beyond the cap.
    #[must_use]
    pub fn variance(&self) -> Option<BigRational> {
        let mean = self.moment(1)?;
        Some(self.moment(2)? - &mean * &mean)
    }

    /// Returns the mean of a power of the value; none where something is missing from the whole.
    fn moment(&self, power: u32) -> Option<BigRational> {
        let sum: BigInt =
            self.weights().map(|(value, weight)| BigInt::from(value).pow(power) * BigInt::from(weight.clone())).sum();
        self.is_whole().then(|| BigRational::new(sum, BigInt::from(self.total.clone())))
    }

    /// Every value moved by `by`.
    #[must_use]
    pub fn shift(&self, by: i64) -> Self {
        Distribution { low: self.low + by, ..self.clone() }
    }

    /// Everything above `most` is only known together; nothing changes where that is less than what is kept.
    #[must_use]
    pub fn cut(&self, most: i64) -> Self {
        if most >= self.high() {
            return self.clone();
        }
        let kept = (most - self.low + 1).max(0) as usize;
        let beyond = self.weights[kept..].iter().sum::<BigUint>() + &self.beyond;
        if kept == 0 {
            return Distribution::from_weights(most, vec![BigUint::zero()], beyond);
        }
        Distribution::from_weights(self.low, self.weights[..kept].to_vec(), beyond)
    }

    /// Returns the distribution given that the value lies between these ends, both included, and how likely that is; `None` where
    /// it never does. An end that is not given is none. What lies beyond the cap counts where the upper end is none.
    #[must_use]
    pub fn between(&self, low: Option<i64>, high: Option<i64>) -> Option<(Self, BigRational)> {
        let low = low.map_or(self.low, |low| low.max(self.low));
        let beyond = if high.is_none() { self.beyond.clone() } else { BigUint::zero() };
        let within = |&(value, _): &(i64, &BigUint)| low <= value && high.is_none_or(|high| value <= high);
        let weights: Vec<BigUint> = self.weights().filter(within).map(|(_, weight)| weight.clone()).collect();
        let sum = weights.iter().sum::<BigUint>() + &beyond;
        if sum.is_zero() {
            return None;
        }
        let chance = fraction(sum, &self.total);
        Some((Distribution::from_weights(low, weights, beyond), chance))
    }

    /// Returns the distribution of the values under `change`. Where mass lies beyond the cap, `change` must not fall with
    /// growing values.
    #[must_use]
    pub fn map(&self, change: impl Fn(i64) -> i64) -> Self {
        // Whatever lies beyond becomes at least this much, and nothing from there on is known by itself.
        let open = (!self.is_whole()).then(|| change(self.high() + 1));
        let low = self.weights().map(|(value, _)| change(value)).chain(open).min().unwrap_or(0);
        let high = self.weights().map(|(value, _)| change(value)).chain(open).max().unwrap_or(0);
        let (low, high) = open.map_or((low, high), |open| (low.min(open - 1), open - 1));
        let (mut weights, mut beyond) = (vec![BigUint::zero(); (high - low + 1) as usize], self.beyond.clone());
        for (value, weight) in self.weights() {
            let value = change(value);
            let known = open.is_none_or(|open| value < open);
            *(if known { &mut weights[(value - low) as usize] } else { &mut beyond }) += weight;
        }
        Distribution::from_weights(low, weights, beyond)
    }

    /// The sum with an independent outcome.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let low = self.low + other.low;
        let first = if self.is_whole() { i64::MAX } else { self.high() + other.low };
        let second = if other.is_whole() { i64::MAX } else { other.high() + self.low };
        let high = (self.high() + other.high()).min(first).min(second);
        let mut weights = vec![BigUint::zero(); (high - low + 1) as usize];
        for (mine, weight) in self.weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
            for (sum, other) in weights.iter_mut().skip(mine).zip(&other.weights) {
                *sum += weight * other;
            }
        }
        let beyond = &self.total * &other.total - weights.iter().sum::<BigUint>();
        Distribution::from_weights(low, weights, beyond)
    }

    /// The sum of so many independent outcomes of this kind; 0 for none.
    #[must_use]
    pub fn times(&self, count: u32) -> Self {
        (0..count).fold(Distribution::constant(0), |sum, _| sum.plus(self))
    }

    /// The value up to which something made of both is known, when one of them has mass beyond its cap.
    fn cap(&self, other: &Self) -> Option<i64> {
        [self, other].iter().filter(|one| !one.is_whole()).map(|one| one.high()).min()
    }

    /// Weight of the values up to `value`, which must not be above a cap.
    fn weight_up_to(&self, value: i64) -> BigUint {
        let count = (value - self.low + 1).clamp(0, self.weights.len() as i64) as usize;
        self.weights[..count].iter().sum()
    }

    /// The higher of two independent outcomes.
    #[must_use]
    pub fn higher_of(&self, other: &Self) -> Self {
        let high = self.cap(other).unwrap_or(self.high().max(other.high()));
        let low = self.low.max(other.low).min(high);
        let up_to = |value| self.weight_up_to(value) * other.weight_up_to(value);
        let weights: Vec<BigUint> = (low..=high).map(|value| up_to(value) - up_to(value - 1)).collect();
        let beyond = &self.total * &other.total - weights.iter().sum::<BigUint>();
        Distribution::from_weights(low, weights, beyond)
    }

    /// The lower of two independent outcomes.
    #[must_use]
    pub fn lower_of(&self, other: &Self) -> Self {
        let low = self.low.min(other.low);
        let high = self.cap(other).unwrap_or(self.high().min(other.high()));
        let above = |value| (&self.total - self.weight_up_to(value)) * (&other.total - other.weight_up_to(value));
        let weights = (low..=high).map(|value| above(value - 1) - above(value)).collect();
        Distribution::from_weights(low, weights, above(high))
    }

    /// Compares it with an independent outcome.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Comparison {
        let cap = self.cap(other).unwrap_or(i64::MAX);
        let (mine, theirs) = (self.cut(cap), other.cut(cap));
        let total = &mine.total * &theirs.total;
        let weight = |of: &Self, value: i64| {
            let index = usize::try_from(value - of.low).ok();
            index.and_then(|index| of.weights.get(index)).cloned().unwrap_or_default()
        };
        let below = |one: &Self, two: &Self| -> BigUint {
            one.weights().map(|(value, weight)| weight * (&two.total - two.weight_up_to(value))).sum()
        };
        let equal: BigUint = mine.weights().map(|(value, mine)| mine * weight(&theirs, value)).sum();
        Comparison {
            less: fraction(below(&mine, &theirs), &total),
            equal: fraction(equal, &total),
            greater: fraction(below(&theirs, &mine), &total),
            undecided: fraction(&mine.beyond * &theirs.beyond, &total),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn ratio(over: i64, under: i64) -> BigRational {
        BigRational::new(over.into(), under.into())
    }

    #[test]
    fn what_is_given_leaves_the_rest_in_proportion() {
        let two = Distribution::dice(Die::new(2, 6));
        let (high, chance) = two.between(Some(10), None).unwrap();
        assert_eq!((chance, high.mean()), (ratio(1, 6), Some(ratio(64, 6))));
        let (middle, chance) = two.between(Some(3), Some(4)).unwrap();
        assert_eq!((chance, middle.chance(4), middle.high()), (ratio(5, 36), Some(ratio(3, 5)), 4));
        assert_eq!(two.between(Some(13), None), None);
        assert_eq!(two.between(None, None), Some((two.clone(), ratio(1, 1))));
        // Of what lies beyond a cap nothing is known but how much it is.
        let open = Distribution::die(6).cut(4);
        let (open, chance) = open.between(Some(4), None).unwrap();
        assert_eq!((chance, open.beyond(), open.mean()), (ratio(1, 2), ratio(2, 3), None));
    }

    /// Every outcome of `dice`, face by face, and how often `make` gives each value.
    fn brute(dice: &[u8], make: impl Fn(&[i64]) -> i64) -> BTreeMap<i64, i64> {
        let mut counts = BTreeMap::new();
        let mut faces = vec![1; dice.len()];
        loop {
            *counts.entry(make(&faces)).or_default() += 1;
            let Some(die) = (0..dice.len()).find(|&die| faces[die] < i64::from(dice[die])) else { return counts };
            faces[..die].fill(1);
            faces[die] += 1;
        }
    }

    fn assert_same(distribution: &Distribution, counts: &BTreeMap<i64, i64>) {
        let total: i64 = counts.values().sum();
        assert!(distribution.is_whole());
        for value in distribution.low() - 3..=distribution.high() + 3 {
            let count = counts.get(&value).copied().unwrap_or(0);
            assert_eq!(distribution.chance(value), Some(ratio(count, total)), "of {value}");
            let above: i64 = counts.range(value..).map(|(_, count)| count).sum();
            assert_eq!(distribution.at_least(value), Some(ratio(above, total)), "of at least {value}");
        }
        let mean = ratio(counts.iter().map(|(value, count)| value * count).sum(), total);
        let square = ratio(counts.iter().map(|(value, count)| value * value * count).sum(), total);
        assert_eq!(distribution.variance(), Some(square - &mean * &mean));
        assert_eq!(distribution.mean(), Some(mean));
    }

    #[test]
    fn sums_choices_and_changes_are_what_counting_all_faces_gives() {
        let (two_d6, d8) = (Distribution::dice(Die::new(2, 6)), Distribution::die(8));
        assert_same(&two_d6, &brute(&[6, 6], |faces| faces[0] + faces[1]));
        assert_same(&two_d6.plus(&d8).shift(-2), &brute(&[6, 6, 8], |faces| faces.iter().sum::<i64>() - 2));
        assert_same(&two_d6.higher_of(&d8), &brute(&[6, 6, 8], |faces| (faces[0] + faces[1]).max(faces[2])));
        assert_same(&two_d6.lower_of(&d8), &brute(&[6, 6, 8], |faces| (faces[0] + faces[1]).min(faces[2])));
        assert_same(&two_d6.map(|sum| (sum - 7).abs()), &brute(&[6, 6], |faces| (faces[0] + faces[1] - 7).abs()));
        assert_same(&Distribution::dice(Die::NONE), &brute(&[], |_| 0));
    }

    #[test]
    fn comparisons_are_what_counting_all_faces_gives() {
        let comparison = Distribution::dice(Die::new(2, 4)).compare(&Distribution::die(10));
        let counts = brute(&[4, 4, 10], |faces| (faces[0] + faces[1] - faces[2]).signum());
        let total = 160;
        assert_eq!(comparison.less, ratio(counts[&-1], total));
        assert_eq!(comparison.equal, ratio(counts[&0], total));
        assert_eq!(comparison.greater, ratio(counts[&1], total));
        assert!(comparison.undecided.is_zero());
    }

    #[test]
    fn everything_made_of_a_cut_distribution_keeps_its_exact_part() {
        let (whole, other) = (Distribution::dice(Die::new(2, 6)), Distribution::die(10));
        for cap in -1..=12 {
            let cut = whole.cut(cap);
            let pairs = [
                (cut.plus(&other), whole.plus(&other)),
                (cut.higher_of(&other), whole.higher_of(&other)),
                (cut.lower_of(&other), whole.lower_of(&other)),
                (cut.map(|value| (value - 5).max(0) / 2), whole.map(|value| (value - 5).max(0) / 2)),
                (cut.plus(&cut), whole.plus(&whole)),
            ];
            for (cut, whole) in pairs {
                for value in cut.low() - 1..=cut.high() {
                    assert_eq!(cut.chance(value), whole.chance(value), "{value} with a cap at {cap}");
                }
                assert_eq!(Some(cut.beyond()), whole.at_least(cut.high() + 1), "beyond with a cap at {cap}");
                assert_eq!(cut.is_whole().then(|| whole.mean()).flatten(), cut.mean());
            }
            let (part, all) = (cut.compare(&other), whole.compare(&other));
            assert!(part.less <= all.less && part.equal <= all.equal && part.greater <= all.greater);
            assert!((part.less + part.equal + part.greater + part.undecided).is_one());
        }
    }

    #[test]
    fn probabilities_of_different_denominators_come_back_as_they_were() {
        let distribution = Distribution::from_chances(&[(4, ratio(1, 2)), (12, ratio(1, 3)), (6, ratio(1, 6))]);
        assert_eq!(distribution.chance(6), Some(ratio(1, 6)));
        assert_eq!(distribution.at_least(6), Some(ratio(1, 2)));
        assert_eq!(distribution.chance(5), Some(ratio(0, 1)));
    }
}
