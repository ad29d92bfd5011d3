//! Quantiles of integer outcomes: the median, the 90th percentile, with limits that are outcomes themselves.
//!
//! Owns intervals by order statistics: the limits are the values at two ranks around the quantile's own, found in the
//! cumulative histogram (Conover 1999, section 3.2). Nothing is interpolated. Ties only widen what the interval covers, so
//! for integers it is conservative, and often a single value. Start at [`quantile`].

use super::Level;

/// A quantile with its limits, `low <= estimate <= high`, all of them values that came up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quantile {
    /// The smallest value that at least the asked share of fights does not exceed.
    pub estimate: i64,
    /// Lower limit.
    pub low: i64,
    /// Upper limit.
    pub high: i64,
}

/// The value that `percent` of 100 fights do not exceed, from a histogram in ascending order of values. None when there
/// are too few fights for a limit on both sides: below 8 for a median at 95 %, more towards the tails.
///
/// # Panics
/// A `percent` that is not within `1..=99`.
#[must_use]
pub fn quantile(histogram: impl IntoIterator<Item = (i64, u64)> + Clone, percent: u8, level: Level) -> Option<Quantile> {
    assert!((1..=99).contains(&percent), "there is no quantile at {percent} %");
    let n: u64 = histogram.clone().into_iter().map(|(_, count)| count).sum();
    let (low, high) = ranks(n, percent, level)?;
    let own = (u128::from(n) * u128::from(percent)).div_ceil(100) as u64;
    let value = |rank: u64| value_at(histogram.clone(), rank);
    Some(Quantile { estimate: value(own)?, low: value(low)?, high: value(high)? })
}

/// Ranks, from 1, of the values that bound a quantile, if `n` values have them.
fn ranks(n: u64, percent: u8, level: Level) -> Option<(u64, u64)> {
    let (count, share) = (n as f64, f64::from(percent) / 100.0);
    let (centre, reach) = (count * share, level.z() * (count * share * (1.0 - share)).sqrt());
    let (low, high) = ((centre - reach).floor(), (centre + reach).ceil() + 1.0);
    (low >= 1.0 && high <= count).then_some((low as u64, high as u64))
}

/// The value at a rank, from 1, of all values in ascending order.
fn value_at(histogram: impl IntoIterator<Item = (i64, u64)>, rank: u64) -> Option<i64> {
    let mut passed = 0;
    histogram.into_iter().find_map(|(value, count)| {
        passed += count;
        (passed >= rank).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::super::enumeration::binomial;
    use super::*;

    #[test]
    fn the_median_of_a_hundred_lies_between_the_40th_and_the_61st() {
        // Gardner and Altman 1989, "Statistics with Confidence", chapter 8.
        let values = (1..=100).map(|value| (value, 1));
        let median = quantile(values, 50, Level::default());
        assert_eq!(median, Some(Quantile { estimate: 50, low: 40, high: 61 }));
    }

    #[test]
    fn the_estimate_is_the_smallest_value_that_enough_fights_do_not_exceed() {
        // Seven percent of 100 is rank 7, though 0.07 times 100 is a little more in floating point.
        let values = (1..=100).map(|value| (value, 1));
        assert_eq!(quantile(values, 7, Level::new(0.5).expect("allowed")).map(|quantile| quantile.estimate), Some(7));
        let tied = [(1, 50), (2, 0), (3, 51)];
        assert_eq!(quantile(tied, 50, Level::default()).map(|quantile| quantile.estimate), Some(3));
    }

    #[test]
    fn integer_outcomes_often_leave_one_value() {
        let rounds = [(-1, 30), (4, 1000), (5, 3000), (6, 66)];
        assert_eq!(quantile(rounds, 50, Level::default()), Some(Quantile { estimate: 5, low: 5, high: 5 }));
    }

    #[test]
    fn too_few_fights_have_no_interval() {
        let even = |n: u64| (0..n as i64).map(|value| (value, 1));
        for n in 0..8 {
            assert_eq!(quantile(even(n), 50, Level::default()), None, "{n}");
        }
        assert_eq!(quantile(even(8), 50, Level::default()), Some(Quantile { estimate: 3, low: 0, high: 7 }));
        assert_eq!([1, 99].map(|percent| quantile(even(100), percent, Level::default())), [None, None]);
        assert_eq!(quantile([], 50, Level::default()), None);
    }

    #[test]
    fn ranks_hold_the_quantile_at_least_as_often_as_they_say() {
        // With a continuous outcome the number of fights below the true quantile is binomial, and the limits hold it when
        // that number is at least the lower rank and below the upper one. Two ranks less on both sides are not enough.
        for n in [8, 20, 100, 999, 4096] {
            for percent in [1, 5, 10, 25, 50, 75, 90, 95, 99] {
                let Some((low, high)) = ranks(n, percent, Level::default()) else { continue };
                let (first, probabilities) = binomial(n, f64::from(percent) / 100.0);
                let outcomes: Vec<(u64, f64)> = (first..).zip(probabilities).collect();
                let between = |low: u64, high: u64| -> f64 {
                    outcomes.iter().filter(|(k, _)| (low..high).contains(k)).map(|(_, probability)| probability).sum()
                };
                let (ours, narrower) = (between(low, high), between(low + 2, high - 2));
                assert!(ours >= 0.95 && narrower < 0.95, "{n} {percent}: {ours} {narrower}");
            }
        }
    }
}
