//! The challenge as an exact distribution, and the worth of a defence to the defender that chooses it.
//!
//! Owns no rule of its own: it counts the outcomes of [`PoolRule::roll`](super::PoolRule::roll) with whole numbers. Start at
//! [`ExactPool`]; [`Worth`] is the table made of it that a fight looks up.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use frame::dice::Distribution;

use super::{FatigueRule, PoolRule};

/// Every outcome of a challenge of one consistency.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactPool {
    /// By the face of the small die, from 1 on: the pre that comes with it.
    by_small: Vec<Distribution>,
    /// The pre, whatever the small die shows.
    pre: Distribution,
}

/// `choose` of `count` things.
fn binomial(count: u32, choose: u32) -> BigUint {
    (0..choose).fold(BigUint::from(1_u8), |ways, taken| ways * (count - taken) / (taken + 1))
}

impl ExactPool {
    /// The outcomes of a consistency.
    #[must_use]
    pub fn new(rule: PoolRule, consistency: i32) -> Self {
        let by_small: Vec<Distribution> =
            (1..=i64::from(rule.small)).map(|small| given_small(rule, consistency, small)).collect();
        let low = by_small.iter().map(Distribution::low).min().unwrap_or(0);
        let high = by_small.iter().map(Distribution::high).max().unwrap_or(0);
        let mut weights = vec![BigUint::zero(); (high - low + 1) as usize];
        // Every face of the small die leaves as many outcomes of the big ones, so their weights are over the same total.
        for (value, weight) in by_small.iter().flat_map(Distribution::weights) {
            weights[(value - low) as usize] += weight;
        }
        ExactPool { pre: Distribution::from_weights(low, weights, BigUint::zero()), by_small }
    }

    /// The pre: the kept die with bonus or penalty, before potential.
    #[must_use]
    pub fn pre(&self) -> &Distribution {
        &self.pre
    }

    /// The pre where the small die shows this face, from 1 on.
    ///
    /// # Panics
    /// A face that the small die does not have.
    #[must_use]
    pub fn pre_given_small(&self, face: u8) -> &Distribution {
        &self.by_small[usize::from(face) - 1]
    }

    /// Probability that a roll of this potential meets fatigue, where that matters, and a requirement.
    #[must_use]
    pub fn passes(&self, potential: i32, cr: i32, fatigue: Option<i32>) -> BigRational {
        let least = i64::from(cr - potential).max(fatigue.map_or(i64::MIN, i64::from));
        self.pre.at_least(least).expect("the outcomes of a pool are all known")
    }
}

/// Outcomes of the big dice where the small die shows `small`, by their number of ways.
fn given_small(rule: PoolRule, consistency: i32, small: i64) -> Distribution {
    let (count, big) = (consistency.unsigned_abs(), i64::from(rule.big));
    if count == 0 {
        return Distribution::constant(small);
    }
    let power = |base: i64, dice: u32| BigUint::from(base as u64).pow(dice);
    let mut outcomes: Vec<(i64, BigUint)> = Vec::new();
    if consistency > 0 {
        for highest in 1..big {
            outcomes.push((small.max(highest), power(highest, count) - power(highest - 1, count)));
        }
        for tops in 1..=count {
            let ways = binomial(count, tops) * power(big - 1, count - tops);
            outcomes.push((small.max(big) + i64::from(rule.extra_bonus) * i64::from(tops - 1), ways));
        }
    } else {
        let own = i64::from(small == 1 && rule.small_counts);
        for lowest in 2..=big {
            let ways = power(big - lowest + 1, count) - power(big - lowest, count);
            outcomes.push((small.min(lowest), ways));
        }
        for ones in 1..=count {
            let ways = binomial(count, ones) * power(big - 1, count - ones);
            let more = (i64::from(ones) + own - 1).max(0);
            outcomes.push((1 - i64::from(rule.extra_penalty) * more, ways));
        }
    }
    let low = outcomes.iter().map(|(value, _)| *value).min().unwrap_or(0);
    let high = outcomes.iter().map(|(value, _)| *value).max().unwrap_or(0);
    let mut weights = vec![BigUint::zero(); (high - low + 1) as usize];
    for (value, ways) in outcomes {
        weights[(value - low) as usize] += ways;
    }
    Distribution::from_weights(low, weights, BigUint::zero())
}

/// The worth of rolls to the combatant that chooses between them: the mean of the result where a roll that does not meet
/// fatigue counts as 0. A table, so that a fight only looks up.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// By consistency from the lowest on, then by fatigue from 0 on: the probability of meeting it, and the part of the mean
    /// of pre that comes from rolls which do.
    rows: Vec<(f64, f64)>,
    fatigue_most: usize,
}

impl Worth {
    /// Consistencies beyond this, either way, count as this: nothing changes there that a choice could hang on.
    pub const CONSISTENCY_MOST: i32 = 40;
    /// Worths that differ by less are equal.
    pub const TIE: f64 = 1e-9;

    /// The table of a pool for fatigue up to `fatigue_most`.
    #[must_use]
    pub fn new(pool: PoolRule, rule: FatigueRule, fatigue_most: u8) -> Self {
        let fatigue_most = usize::from(fatigue_most);
        let mut rows = Vec::with_capacity((2 * Self::CONSISTENCY_MOST + 1) as usize * (fatigue_most + 1));
        for consistency in -Self::CONSISTENCY_MOST..=Self::CONSISTENCY_MOST {
            let exact = ExactPool::new(pool, consistency);
            let outcomes: Vec<(i64, f64)> = exact
                .pre()
                .weights()
                .map(|(value, weight)| {
                    let chance = BigRational::new(weight.clone().into(), exact.pre().total().clone().into());
                    (value, chance.to_f64().unwrap_or(0.0))
                })
                .collect();
            for fatigue in 0..=fatigue_most {
                let least = rule.requirement(fatigue as u8).map_or(i64::MIN, i64::from);
                let meeting = outcomes.iter().filter(|(value, _)| *value >= least);
                rows.push(
                    meeting.fold((0.0, 0.0), |(sum, mean), &(value, chance)| (sum + chance, mean + value as f64 * chance)),
                );
            }
        }
        Worth { rows, fatigue_most }
    }

    /// The worth of a physical roll of this consistency and potential at this much fatigue.
    #[inline]
    #[must_use]
    pub fn physical(&self, consistency: i32, potential: i32, fatigue: u8) -> f64 {
        let row = (consistency.clamp(-Self::CONSISTENCY_MOST, Self::CONSISTENCY_MOST) + Self::CONSISTENCY_MOST) as usize;
        let (chance, mean) = self.rows[row * (self.fatigue_most + 1) + usize::from(fatigue).min(self.fatigue_most)];
        mean + chance * f64::from(potential)
    }
}
