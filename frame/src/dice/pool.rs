//! Pools of dice that explode: a die that shows its highest face is followed by another one.
//!
//! Owns [`Pool`] with its exact [distribution](Pool::distribution) up to any cap and, for chains without an end, exact means
//! in closed form: an [`Average`]. Must not know what a roll is for. Start at [`Pool`].

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{Die, Distribution};

/// The consequence of a die that shows its highest face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Explosion {
    /// Nothing.
    Never,
    /// One more die, which cannot explode.
    Once,
    /// One more die, which can explode like the first.
    Endless,
}

/// The roll of a pool that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// It is rolled once.
    Only,
    /// It is rolled twice, and the higher total counts.
    Higher,
    /// It is rolled twice, and the lower total counts.
    Lower,
}

impl Keep {
    /// Returns the outcome that counts of two independent ones of this kind, or of one.
    #[must_use]
    pub fn of(self, once: &Distribution) -> Distribution {
        match self {
            Keep::Only => once.clone(),
            Keep::Higher => once.higher_of(once),
            Keep::Lower => once.lower_of(once),
        }
    }
}

/// Dice rolled together, each of which may explode for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pool {
    die: Die,
    explosion: Explosion,
    keep: Keep,
}

impl Pool {
    /// A pool.
    ///
    /// # Errors
    /// A pool that would explode for ever: dice of one face without an end.
    pub fn new(die: Die, explosion: Explosion, keep: Keep) -> Result<Self, String> {
        if die.sides == 1 && explosion == Explosion::Endless {
            return Err(format!("{die} would explode for ever: dice that explode need at least 2 faces"));
        }
        Ok(Pool { die, explosion, keep })
    }

    /// Returns this pool, rolled as often and kept as said.
    #[must_use]
    pub fn keeping(self, keep: Keep) -> Self {
        Pool { keep, ..self }
    }

    /// True if its total has no upper end.
    #[must_use]
    pub fn is_endless(self) -> bool {
        self.explosion == Explosion::Endless && self.die.count > 0
    }

    /// One die, up to `most` at least where it has no end.
    fn one(self, most: i64) -> Distribution {
        let sides = i64::from(self.die.sides);
        match self.explosion {
            Explosion::Never => Distribution::die(self.die.sides),
            Explosion::Once => {
                let face = |value: i64| BigUint::from(if value < sides { self.die.sides } else { u8::from(value > sides) });
                Distribution::from_weights(1, (1..=2 * sides).map(face).collect(), BigUint::zero())
            }
            Explosion::Endless => {
                // Total v comes from v / sides highest faces and one other; a multiple of the faces never comes.
                let dice = (most.max(1) + sides - 1) / sides;
                let power = |dice: i64| BigUint::from(self.die.sides).pow(dice as u32);
                let weight = |value: i64| if value % sides == 0 { BigUint::zero() } else { power(dice - value / sides - 1) };
                Distribution::from_weights(1, (1..=dice * sides).map(weight).collect(), BigUint::one())
            }
        }
    }

    /// Its total: all of it, or where it has no upper end, every value up to `most` at least.
    #[must_use]
    pub fn distribution(self, most: i64) -> Distribution {
        let sum = if self.die.count == 0 { Distribution::constant(0) } else { self.one(most).times(u32::from(self.die.count)) };
        let kept = self.keep.of(&sum);
        if self.is_endless() { kept.cut(most.max(0)) } else { kept }
    }

    /// Mean.
    #[must_use]
    pub fn mean(self) -> BigRational {
        self.average(0, 1, 1).of(BigInt::from)
    }

    /// Variance.
    #[must_use]
    pub fn variance(self) -> BigRational {
        let mean = self.mean();
        self.average(0, 1, 2).of(|value| BigInt::from(value).pow(2)) - &mean * &mean
    }

    /// Exact means of functions that from the value `from` on are, on every class of values modulo `period`, polynomials of
    /// at most this `degree`: a rounded half, for example, has a period of 2 and a degree of 1.
    ///
    /// For chains without an end this rests on their shape: the probability that n dice of s faces total v is, on every class
    /// of v modulo s, a polynomial of degree n - 1 times s^(-v/s), and the probability of at least v as well. A function as
    /// above, summed over blocks of whole periods, is therefore a sequence of polynomials times powers of
    /// r = s^(-length/s), and of r² where the higher or lower of two rolls counts. Its generating function is rational with
    /// known poles, so its first terms give the sum of all.
    #[must_use]
    pub fn average(self, from: i64, period: i64, degree: u32) -> Average {
        if !self.is_endless() {
            let whole = self.distribution(0);
            let weights = whole.weights().map(|(_, weight)| BigInt::from(weight.clone())).collect();
            return Average { low: whole.low(), weights, total: BigInt::from(whole.total().clone()).into() };
        }
        let (sides, count) = (i64::from(self.die.sides), u32::from(self.die.count));
        let (from, length) = (from.max(0), least_common_multiple(sides, period.max(1)));
        let ratio = BigInt::from(sides).pow((length / sides) as u32);
        let (single, double) = match self.keep {
            Keep::Only => (count + degree, 0),
            Keep::Higher => (count + degree, 2 * count - 1 + degree),
            Keep::Lower => (0, 2 * count - 1 + degree),
        };
        let mut poles = vec![BigRational::new(1.into(), ratio.clone()); single as usize];
        poles.resize((single + double) as usize, BigRational::new(1.into(), &ratio * &ratio));
        let factors = block_factors(&poles);
        let head = self.distribution(from + length * factors.len() as i64 - 1);
        // All factors over one denominator, so that means are sums of whole numbers.
        let under = factors.iter().fold(BigInt::one(), |under, factor| {
            if (&under % factor.denom()).is_zero() { under } else { under * factor.denom() }
        });
        let factors: Vec<BigInt> = factors.iter().map(|factor| (factor * &under).to_integer()).collect();
        let factor = |value: i64| if value < from { &under } else { &factors[((value - from) / length) as usize] };
        let weights = head.weights().map(|(value, weight)| factor(value) * BigInt::from(weight.clone())).collect();
        Average { low: head.low(), weights, total: BigRational::from(BigInt::from(head.total().clone()) * &under) }
    }
}

/// For a sequence whose generating function is P(z) / Π(1 - pole·z) with P of a lower degree than the product, the factors of
/// its first terms that give the sum of all of its terms.
fn block_factors(poles: &[BigRational]) -> Vec<BigRational> {
    let mut product = vec![BigRational::one()];
    for pole in poles {
        product.push(BigRational::zero());
        for power in (1..product.len()).rev() {
            let shifted = &product[power - 1] * pole;
            product[power] -= shifted;
        }
    }
    let at_one: BigRational = product.iter().sum();
    let mut factors: Vec<BigRational> = Vec::with_capacity(poles.len());
    let mut sum = BigRational::zero();
    for coefficient in &product[..poles.len()] {
        sum += coefficient;
        factors.push(&sum / &at_one);
    }
    factors.reverse();
    factors
}

/// Returns the least number that both divide.
fn least_common_multiple(a: i64, b: i64) -> i64 {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}

/// Exact means of functions of a roll, as finite sums; made by [`Pool::average`].
#[derive(Clone, Debug)]
pub struct Average {
    low: i64,
    weights: Vec<BigInt>,
    total: BigRational,
}

impl Average {
    /// The values of the roll at which functions are asked, both ends included.
    #[must_use]
    pub fn range(&self) -> (i64, i64) {
        (self.low, self.low + self.weights.len() as i64 - 1)
    }

    /// The mean of `function` of the roll, which has to be of the shape that the average was made for.
    #[must_use]
    pub fn of(&self, function: impl Fn(i64) -> BigInt) -> BigRational {
        let terms = (self.low..).zip(&self.weights).filter(|(_, weight)| !weight.is_zero());
        let sum: BigInt = terms.map(|(value, weight)| function(value) * weight).sum();
        BigRational::from(sum) / &self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::ToPrimitive;

    fn ratio(over: i64, under: i64) -> BigRational {
        BigRational::new(over.into(), under.into())
    }

    fn pool(count: u8, sides: u8, explosion: Explosion) -> Pool {
        Pool::new(Die::new(count, sides), explosion, Keep::Only).unwrap()
    }

    /// Probabilities of all totals up to `most` by rolling die after die, chains followed as far as they matter.
    fn brute(
        dice: u8,
        fresh: bool,
        sides: u8,
        explosion: Explosion,
        sum: usize,
        chance: &BigRational,
        found: &mut [BigRational],
    ) {
        if sum >= found.len() {
            return;
        }
        if dice == 0 {
            found[sum] += chance;
            return;
        }
        let each = chance / BigRational::from(BigInt::from(sides));
        for face in 1..=sides {
            let again = face == sides && (explosion == Explosion::Endless || explosion == Explosion::Once && fresh);
            brute(dice - u8::from(!again), !again, sides, explosion, sum + usize::from(face), &each, found);
        }
    }

    #[test]
    fn distributions_are_what_rolling_die_after_die_gives() {
        for explosion in [Explosion::Never, Explosion::Once, Explosion::Endless] {
            for (count, sides) in [(0, 6), (1, 2), (1, 4), (2, 4), (3, 3), (2, 6)] {
                let mut found = vec![BigRational::zero(); 20];
                brute(count, true, sides, explosion, 0, &BigRational::one(), &mut found);
                let distribution = pool(count, sides, explosion).distribution(19);
                let mut left = BigRational::one();
                for (value, chance) in found.iter().enumerate() {
                    assert_eq!(distribution.at_least(value as i64).as_ref(), Some(&left), "{count}d{sides} at least {value}");
                    assert_eq!(distribution.chance(value as i64).as_ref(), Some(chance), "{count}d{sides} of {value}");
                    left -= chance;
                }
            }
        }
    }

    #[test]
    fn the_mean_of_a_chain_is_that_of_its_dice_times_s_over_s_minus_1() {
        for (count, sides) in [(1, 2), (1, 4), (1, 12), (2, 8), (5, 12), (9, 3)] {
            let die = Die::new(count, sides);
            let expected = ratio(die.mean_doubled().into(), 2) * ratio(sides.into(), i64::from(sides) - 1);
            assert_eq!(pool(count, sides, Explosion::Endless).mean(), expected, "{die}");
        }
        assert_eq!(pool(1, 6, Explosion::Once).mean(), ratio(49, 12));
    }

    #[test]
    fn the_variance_of_a_chain_follows_from_the_chain_beginning_anew() {
        // X² = U² + 2sX' + X'² where the die shows s; so m2 (1 - 1/s) = E U² + 2m.
        for sides in [2_i64, 4, 6, 12] {
            let chain = pool(1, sides as u8, Explosion::Endless);
            let mean = chain.mean();
            let square = ratio((1..=sides).map(|face| face * face).sum(), sides) + &mean * ratio(2, 1);
            let second = square * ratio(sides, sides - 1);
            assert_eq!(chain.variance(), second - &mean * &mean);
            assert_eq!(pool(3, sides as u8, Explosion::Endless).variance(), chain.variance() * ratio(3, 1));
        }
    }

    #[test]
    fn means_of_rounded_and_kept_chains_agree_with_long_sums() {
        type Function = fn(i64) -> i64;
        let functions: [(Function, i64, i64); 3] =
            [(|x| x, 0, 1), (|x| ((x - 5) / 2).max(0), 20, 2), (|x| ((x - 5).max(0) * 2) / 3, 6, 3)];
        for keep in [Keep::Only, Keep::Higher, Keep::Lower] {
            for (count, sides) in [(1, 4), (2, 4), (3, 6), (2, 12)] {
                let pool = pool(count, sides, Explosion::Endless).keeping(keep);
                let long = pool.distribution(400);
                for (function, from, period) in functions {
                    let exact = pool.average(from, period, 1).of(|x| BigInt::from(function(x)));
                    let sum: BigInt = long.weights().map(|(x, w)| BigInt::from(function(x)) * BigInt::from(w.clone())).sum();
                    let sum = BigRational::new(sum, BigInt::from(long.total().clone()));
                    let gap = (&exact - sum).to_f64().unwrap();
                    assert!((0.0..1e-9).contains(&gap), "{count}d{sides} {keep:?}: {exact} is off by {gap}");
                }
            }
        }
    }

    #[test]
    fn dice_of_one_face_cannot_explode_for_ever() {
        assert!(Pool::new(Die::new(1, 1), Explosion::Endless, Keep::Only).is_err());
        assert_eq!(pool(2, 1, Explosion::Once).mean(), ratio(4, 1));
    }
}
