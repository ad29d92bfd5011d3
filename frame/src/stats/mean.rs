//! Means and ratios of totals, from exact integer sums.
//!
//! Owns [`Moments`] (count, sum and sum of squares of a histogram) and [`MetricTotals`] with the interval of a ratio of two of them,
//! such as damage per round; the interval of a mean is that of a [`Sample`](super::sample::Sample). Sums are integers and so
//! independent of any order; the first floating point number appears after everything that could cancel has been subtracted.
//! Start at [`Moments::of`].

use serde::{Deserialize, Serialize};

use super::proportion::proportion;
use super::{Interval, Level};

/// Count, sum and sum of squares of a metric's values. Exact while values stay within `±2^31` and there are fewer than
/// `2^60` of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moments {
    n: u64,
    sum: i128,
    squares: i128,
}

impl Moments {
    /// The moments of a histogram: values, each with how often it came up, in any order.
    #[must_use]
    pub fn of(histogram: impl IntoIterator<Item = (i64, u64)>) -> Self {
        let mut moments = Moments { n: 0, sum: 0, squares: 0 };
        for (value, count) in histogram {
            let (value, times) = (i128::from(value), i128::from(count));
            moments.n += count;
            moments.sum += value * times;
            moments.squares += value * value * times;
        }
        moments
    }

    /// The moments of `n` values with this sum and this sum of squares.
    #[must_use]
    pub fn from_sums(n: u64, sum: i128, squares: i128) -> Self {
        Moments { n, sum, squares }
    }

    /// Returns the number of values.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The mean; 0 without values.
    #[must_use]
    pub fn average(&self) -> f64 {
        if self.n == 0 { 0.0 } else { self.sum as f64 / self.n as f64 }
    }

    /// Standard deviation of the values, with `n - 1` in the denominator; none for fewer than two values.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        (self.n > 1).then(|| (self.squared_deviations() / (self.n - 1) as f64).sqrt())
    }

    /// The sum of squares.
    pub(super) fn squares(&self) -> i128 {
        self.squares
    }

    /// The sum of squared distances from the mean.
    fn squared_deviations(&self) -> f64 {
        deviation_products(self.n, self.sum, self.sum, self.squares)
    }
}

/// Two metrics of the same fights, of which the total of one is divided by that of the other: damage per round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MetricTotals {
    /// The dividend.
    pub numerator: Moments,
    /// By what. Of the same fights.
    pub denominator: Moments,
    /// The sum over all fights of both values multiplied.
    pub products: i128,
}

impl MetricTotals {
    /// The ratio of the totals with its normal interval by the delta method (Cochran 1977, section 2.11): the variance of the
    /// mean of `x - R y` over the squared mean of `y`. None for fewer than two fights, or when the total of the denominator is
    /// not positive.
    ///
    /// The mean of each fight's own ratio is something else, and not wanted: it gives short fights too much weight.
    ///
    /// # Panics
    /// Metrics that are not from the same number of fights.
    #[must_use]
    pub fn ratio(&self, level: Level) -> Option<Interval> {
        let n = self.numerator.n;
        let deviation = self.residual()?;
        let (over, under) = (self.numerator.sum, self.denominator.sum);
        let ratio = over as f64 / under as f64;
        if deviation > 0.0 {
            return Some(Interval::around(ratio, level.z() * deviation / ((n as f64).sqrt() * self.denominator.average())));
        }
        // A ratio that was equal in every fight need not stay so. Nothing is less than none or more than all.
        let unseen = unseen(n, level)? / self.denominator.average();
        let low = if over == 0 { ratio } else { ratio - unseen };
        let high = if over == under { ratio } else { ratio + unseen };
        Some(Interval { estimate: ratio, low, high })
    }

    /// By how much a single fight pulls at the ratio: the standard deviation of `x - R y` over the mean of `y`. 0 where the
    /// metrics are proportional; none where there is no ratio.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        Some(self.residual()? / self.denominator.average())
    }

    /// Standard deviation of `x - R y`.
    fn residual(&self) -> Option<f64> {
        let n = self.numerator.n;
        assert_eq!(n, self.denominator.n, "a ratio needs both metrics of every fight");
        if n < 2 || self.denominator.sum <= 0 {
            return None;
        }
        let ratio = self.numerator.sum as f64 / self.denominator.sum as f64;
        let shared = deviation_products(n, self.numerator.sum, self.denominator.sum, self.products);
        let terms =
            [self.numerator.squared_deviations(), -2.0 * ratio * shared, ratio * ratio * self.denominator.squared_deviations()];
        Some((settled(terms) / (n - 1) as f64).sqrt())
    }
}

/// A sum of squares from terms that may cancel: 0 where nothing but their rounding is left.
pub(super) fn settled(terms: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, size) = terms.into_iter().fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()));
    if sum > ROUNDING * size { sum } else { 0.0 }
}

/// The part of their size that may be left of terms that cancel.
const ROUNDING: f64 = 1e-14;

/// By how much the mean may be off where `n` fights without one allow that a fight differs by one.
pub(super) fn unseen(n: u64, level: Level) -> Option<f64> {
    Some(proportion(0, n, level)?.high)
}

/// The sum of `(a - mean of a) (b - mean of b)` over `n` fights, from the sums of `a`, of `b` and of `ab`.
///
/// Deviations are first taken from the nearest integers to the means, exactly. What is left to subtract in floating point
/// is, for `a = b`, at most half of that, because a squared integer is never below its size: one bit is lost, not sixteen.
pub(super) fn deviation_products(n: u64, a: i128, b: i128, ab: i128) -> f64 {
    let count = i128::from(n);
    let nearest = |sum: i128| (2 * sum + count).div_euclid(2 * count);
    let (near_a, near_b) = (nearest(a), nearest(b));
    let from_nearest = ab - near_a * b - near_b * a + count * near_a * near_b;
    let (rest_a, rest_b) = ((a - count * near_a) as f64, (b - count * near_b) as f64);
    from_nearest as f64 - rest_a * rest_b / n as f64
}

#[cfg(test)]
mod tests {
    use super::super::enumeration::{binomial, holds};
    use super::super::sample::{Sample, ValueBounds};
    use super::*;

    /// Calls `visit` with every likely way in which `n` fights divide over three outcomes, and its probability.
    fn over_three_outcomes(n: u64, first: f64, second: f64, mut visit: impl FnMut([u64; 3], f64)) {
        let (lowest, outer) = binomial(n, first);
        for (a, likely) in (lowest..).zip(outer) {
            let (lowest, inner) = binomial(n - a, second / (1.0 - first));
            for (b, given) in (lowest..).zip(inner) {
                visit([a, b, n - a - b], likely * given);
            }
        }
    }

    #[test]
    fn moments_are_those_of_the_textbook() {
        // 2 4 4 4 5 5 7 9: mean 5, squared deviations 32.
        let moments = Moments::of([(2, 1), (4, 3), (5, 2), (7, 1), (9, 1)]);
        let deviation = (32.0_f64 / 7.0).sqrt();
        assert_eq!((moments.n(), moments.deviation()), (8, Some(deviation)));
        assert_eq!(moments.average(), 5.0);
    }

    #[test]
    fn the_order_and_the_division_of_a_histogram_do_not_matter() {
        let moments = Moments::of([(-3, 5), (0, 7), (12, 1)]);
        assert_eq!(moments, Moments::of([(12, 1), (0, 3), (-3, 4), (0, 4), (-3, 1)]));
    }

    #[test]
    fn no_value_and_one_value_have_no_deviation() {
        for histogram in [vec![], vec![(5, 1)], vec![(5, 0)]] {
            assert_eq!(Moments::of(histogram).deviation(), None);
        }
        assert_eq!(Moments::of([(5, 4096)]).deviation(), Some(0.0));
    }

    #[test]
    fn large_values_and_large_counts_lose_no_digits() {
        // Two neighbours equally often deviate by one half, wherever they lie; sums of squares alone have 130 bits here.
        let half = 1 << 58;
        for value in [0, 1 << 20, (1 << 31) - 1, -(1 << 31)] {
            let deviation = Moments::of([(value, half), (value - 1, half)]).deviation().expect("values");
            assert!((deviation - 0.5).abs() < 1e-15, "{value}: {deviation}");
        }
    }

    #[test]
    fn intervals_of_skewed_means_hold_the_truth_as_often_as_they_say() {
        // Nothing, a scratch, or a rare disaster.
        let (values, chances) = ([0, 3, 40], [0.69, 0.30, 0.01]);
        let truth: f64 = values.iter().zip(chances).map(|(value, chance)| *value as f64 * chance).sum();
        let mut covered = 0.0;
        over_three_outcomes(4096, chances[0], chances[1], |counts, probability| {
            let histogram: Vec<(i64, u64)> = values.into_iter().zip(counts).collect();
            let mean = Sample::of(&histogram, ValueBounds::of(&histogram)).mean(Level::default()).expect("fights");
            covered += if holds(mean, truth) { probability } else { 0.0 };
        });
        // The normal interval alone is at 94.6 %; the longer arm of a skewed mean errs on the other side.
        assert!((0.95..0.98).contains(&covered), "{covered}");
    }

    /// Moments and products of fights that each dealt so much damage in so many rounds.
    fn of_fights(fights: &[(i64, i64, u64)]) -> MetricTotals {
        let numerator = Moments::of(fights.iter().map(|(damage, _, count)| (*damage, *count)));
        let denominator = Moments::of(fights.iter().map(|(_, rounds, count)| (*rounds, *count)));
        let products = fights.iter().map(|(damage, rounds, count)| i128::from(damage * rounds) * i128::from(*count)).sum();
        MetricTotals { numerator, denominator, products }
    }

    #[test]
    fn ratios_follow_the_formula_for_residuals() {
        // Damage 4, 10, 7 in 1, 2, 3 rounds: ratio 3.5, residuals 0.5, 3, -3.5, whose squares sum to 21.5.
        let totals = of_fights(&[(4, 1, 1), (10, 2, 1), (7, 3, 1)]);
        let level = Level::default();
        let per_round = totals.ratio(level).expect("three fights");
        let standard_error = (21.5_f64 / 2.0 / 3.0).sqrt() / 2.0;
        assert_eq!(per_round.estimate, 3.5);
        assert!((per_round.half_width() - level.z() * standard_error).abs() < 1e-12, "{per_round:?}");
    }

    #[test]
    fn ratios_that_were_the_same_in_every_fight_need_not_stay_so_and_empty_totals_have_none() {
        let level = Level::default();
        let totals = of_fights(&[(7, 1, 3), (14, 2, 5), (21, 3, 1)]);
        let per_round = totals.ratio(level).expect("nine fights");
        // A fight may differ by one in as many fights as nine without any allow.
        let unseen = proportion(0, 9, level).expect("nine fights").high / (16.0 / 9.0);
        assert_eq!((per_round.estimate, per_round.high), (7.0, 7.0 + unseen), "{per_round:?}");
        let totals = of_fights(&[(0, 4, 500), (0, 2, 500)]);
        let stopped = totals.ratio(level).expect("a thousand fights");
        assert!(stopped.low == 0.0 && stopped.high > 0.0 && stopped.high < 0.002, "{stopped:?}");
        let totals = of_fights(&[(4, 4, 500), (2, 2, 500)]);
        let stopped = totals.ratio(level).expect("a thousand fights");
        assert!(stopped.high == 1.0 && stopped.low < 1.0 && stopped.low > 0.998, "{stopped:?}");
        let totals = of_fights(&[(7, 0, 3)]);
        assert_eq!(totals.ratio(level), None);
        let totals = of_fights(&[(7, 2, 1)]);
        assert_eq!(totals.ratio(level), None);
        // One third has no end in binary digits, and rounding is no variation.
        assert_eq!(of_fights(&[(1, 3, 70), (7, 21, 51), (5, 15, 3)]).deviation(), Some(0.0));
    }

    #[test]
    fn intervals_of_ratios_hold_the_truth_as_often_as_they_say() {
        let (fights, chances) = ([(0, 1), (5, 2), (30, 4)], [0.5, 0.4, 0.1]);
        let total = |part: fn(&(i64, i64)) -> i64| -> f64 {
            fights.iter().zip(chances).map(|(fight, chance)| part(fight) as f64 * chance).sum()
        };
        let truth = total(|fight| fight.0) / total(|fight| fight.1);
        let (mut covered, mut without_covariance) = (0.0, 0.0);
        over_three_outcomes(1000, chances[0], chances[1], |counts, probability| {
            let counted: Vec<_> = fights.iter().zip(counts).map(|(fight, count)| (fight.0, fight.1, count)).collect();
            let totals = of_fights(&counted);
            let per_round = totals.ratio(Level::default()).expect("fights");
            covered += if holds(per_round, truth) { probability } else { 0.0 };
            // Without the covariance the interval is far too wide, and the check sees it.
            let products = totals.numerator.sum * totals.denominator.sum / 1000;
            let careless = MetricTotals { products, ..totals }.ratio(Level::default()).expect("fights");
            without_covariance += if holds(careless, truth) { probability } else { 0.0 };
        });
        assert!((0.945..0.955).contains(&covered), "{covered}");
        assert!(without_covariance > 0.99, "{without_covariance}");
    }
}
