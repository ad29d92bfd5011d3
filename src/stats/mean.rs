//! Means and ratios of totals, from exact integer sums.
//!
//! Owns [`Moments`] (count, sum and sum of squares of a histogram), the normal interval of a mean, and the interval of a
//! ratio of two totals such as damage per round. Sums are integers and so independent of any order; the first floating
//! point number appears after everything that could cancel has been subtracted. Start at [`Moments::of`].

use super::proportion::proportion;
use super::{Interval, Level};

/// Count, sum and sum of squares of a metric's values. Exact while values stay within `±2^31` and there are fewer than
/// `2^60` of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

    /// How many values there are.
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

    /// The mean with its normal interval; none for fewer than two values.
    ///
    /// When all values are equal the interval has no width, which says nothing of the values that did not come up: print
    /// "always 5 in n fights".
    #[must_use]
    pub fn mean(&self, level: Level) -> Option<Interval> {
        let deviation = self.deviation()?;
        Some(Interval::around(self.average(), level.z() * deviation / (self.n as f64).sqrt()))
    }

    fn squared_deviations(&self) -> f64 {
        deviation_products(self.n, self.sum, self.sum, self.squares)
    }
}

/// The total of one metric divided by the total of another, such as damage per round, with its normal interval by the
/// delta method (Cochran 1977, section 2.11): the variance of the mean of `x - R y` over the squared mean of `y`.
/// `products` is the sum over all fights of both values multiplied. None for fewer than two fights, or when the total of
/// `denominator` is not positive.
///
/// The mean of each fight's own ratio is something else, and not wanted: it gives short fights too much weight.
///
/// # Panics
/// When the metrics are not from the same number of fights.
#[must_use]
pub fn ratio(numerator: &Moments, denominator: &Moments, products: i128, level: Level) -> Option<Interval> {
    assert_eq!(numerator.n, denominator.n, "a ratio needs both metrics of every fight");
    let n = numerator.n;
    if n < 2 || denominator.sum <= 0 {
        return None;
    }
    let ratio = numerator.sum as f64 / denominator.sum as f64;
    let shared = deviation_products(n, numerator.sum, denominator.sum, products);
    let squared = numerator.squared_deviations() - 2.0 * ratio * shared + ratio * ratio * denominator.squared_deviations();
    // Zero when the metrics are proportional, and then rounding may fall below it.
    let deviation = (squared.max(0.0) / (n - 1) as f64).sqrt();
    let mean_of_denominator = denominator.sum as f64 / n as f64;
    if deviation > 0.0 {
        return Some(Interval::around(ratio, level.z() * deviation / ((n as f64).sqrt() * mean_of_denominator)));
    }
    // What was the same in every fight need not stay so: a fight in which it differs by one may be as frequent as n fights
    // without one allow. Nothing is less than none or more than all.
    let unseen = proportion(0, n, level)?.high / mean_of_denominator;
    let low = if numerator.sum == 0 { ratio } else { ratio - unseen };
    let high = if numerator.sum == denominator.sum { ratio } else { ratio + unseen };
    Some(Interval { estimate: ratio, low, high })
}

/// The sum of `(a - mean of a) (b - mean of b)` over `n` fights, from the sums of `a`, of `b` and of `ab`.
///
/// Deviations are first taken from the nearest integers to the means, exactly. What is left to subtract in floating point
/// is, for `a = b`, at most half of that, because a squared integer is never below its size: one bit is lost, not sixteen.
fn deviation_products(n: u64, a: i128, b: i128, ab: i128) -> f64 {
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
        let mean = moments.mean(Level::default()).expect("eight values");
        assert_eq!(mean.estimate, 5.0);
        assert!((mean.half_width() - 1.959_963_984_540 * deviation / 8f64.sqrt()).abs() < 1e-10, "{mean:?}");
    }

    #[test]
    fn the_order_and_the_division_of_a_histogram_do_not_matter() {
        let moments = Moments::of([(-3, 5), (0, 7), (12, 1)]);
        assert_eq!(moments, Moments::of([(12, 1), (0, 3), (-3, 4), (0, 4), (-3, 1)]));
    }

    #[test]
    fn no_value_and_one_value_have_no_interval() {
        for histogram in [vec![], vec![(5, 1)], vec![(5, 0)]] {
            let moments = Moments::of(histogram);
            assert_eq!((moments.deviation(), moments.mean(Level::default())), (None, None));
        }
        let constant = Moments::of([(5, 4096)]);
        assert_eq!(constant.mean(Level::default()), Some(Interval { estimate: 5.0, low: 5.0, high: 5.0 }));
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
            let mean = Moments::of(values.into_iter().zip(counts)).mean(Level::default()).expect("fights");
            covered += if holds(mean, truth) { probability } else { 0.0 };
        });
        assert!((0.942..0.955).contains(&covered), "{covered}");
    }

    /// Moments and products of fights that each dealt so much damage in so many rounds.
    fn of_fights(fights: &[(i64, i64, u64)]) -> (Moments, Moments, i128) {
        let damage = Moments::of(fights.iter().map(|(damage, _, count)| (*damage, *count)));
        let rounds = Moments::of(fights.iter().map(|(_, rounds, count)| (*rounds, *count)));
        let products = fights.iter().map(|(damage, rounds, count)| i128::from(damage * rounds) * i128::from(*count)).sum();
        (damage, rounds, products)
    }

    #[test]
    fn ratios_follow_the_formula_for_residuals() {
        // Damage 4, 10, 7 in 1, 2, 3 rounds: ratio 3.5, residuals 0.5, 3, -3.5, whose squares sum to 21.5.
        let (damage, rounds, products) = of_fights(&[(4, 1, 1), (10, 2, 1), (7, 3, 1)]);
        let level = Level::default();
        let per_round = ratio(&damage, &rounds, products, level).expect("three fights");
        let standard_error = (21.5_f64 / 2.0 / 3.0).sqrt() / 2.0;
        assert_eq!(per_round.estimate, 3.5);
        assert!((per_round.half_width() - level.z() * standard_error).abs() < 1e-12, "{per_round:?}");
    }

    #[test]
    fn ratios_that_were_the_same_in_every_fight_need_not_stay_so_and_empty_totals_have_none() {
        let level = Level::default();
        let (damage, rounds, products) = of_fights(&[(7, 1, 3), (14, 2, 5), (21, 3, 1)]);
        let per_round = ratio(&damage, &rounds, products, level).expect("nine fights");
        // A fight may differ by one in as many fights as nine without any allow.
        let unseen = proportion(0, 9, level).expect("nine fights").high / (16.0 / 9.0);
        assert_eq!((per_round.estimate, per_round.high), (7.0, 7.0 + unseen), "{per_round:?}");
        let (none, attacks, products) = of_fights(&[(0, 4, 500), (0, 2, 500)]);
        let stopped = ratio(&none, &attacks, products, level).expect("a thousand fights");
        assert!(stopped.low == 0.0 && stopped.high > 0.0 && stopped.high < 0.002, "{stopped:?}");
        let (all, attacks, products) = of_fights(&[(4, 4, 500), (2, 2, 500)]);
        let stopped = ratio(&all, &attacks, products, level).expect("a thousand fights");
        assert!(stopped.high == 1.0 && stopped.low < 1.0 && stopped.low > 0.998, "{stopped:?}");
        let (damage, nothing, products) = of_fights(&[(7, 0, 3)]);
        assert_eq!(ratio(&damage, &nothing, products, level), None);
        let (damage, rounds, products) = of_fights(&[(7, 2, 1)]);
        assert_eq!(ratio(&damage, &rounds, products, level), None);
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
            let (damage, rounds, products) = of_fights(&counted);
            let per_round = ratio(&damage, &rounds, products, Level::default()).expect("fights");
            covered += if holds(per_round, truth) { probability } else { 0.0 };
            // Without the covariance the interval is far too wide, and the check sees it.
            let careless = ratio(&damage, &rounds, damage.sum * rounds.sum / 1000, Level::default()).expect("fights");
            without_covariance += if holds(careless, truth) { probability } else { 0.0 };
        });
        assert!((0.945..0.955).contains(&covered), "{covered}");
        assert!(without_covariance > 0.99, "{without_covariance}");
    }
}
