//! Spread: the standard deviation of a metric with an interval that allows for its tails.
//!
//! The interval is that of Bonett 2006 (Computational Statistics & Data Analysis 50, 775 to 782) about the mean: that of the logarithm of
//! the variance, as wide as the kurtosis of the values says. Start at [`spread`].

use super::mean::Moments;
use super::sample::{Sample, ValueBounds};
use super::{Interval, Level};

/// The standard deviation of a histogram in ascending order; none where nearly all fights have one value, since its kurtosis is then that of
/// a few fights.
#[must_use]
pub fn spread(histogram: &[(i64, u64)], level: Level) -> Option<Interval> {
    let moments = Moments::of(histogram.iter().copied());
    let deviation = moments.deviation()?;
    if Sample::of(histogram, ValueBounds::of(histogram)).hardly_varies() {
        return None;
    }
    let (n, average, z) = (moments.n() as f64, moments.average(), level.z());
    let (mut squares, mut fourths) = (0.0, 0.0);
    for &(value, count) in histogram {
        let square = (value as f64 - average).powi(2);
        squares += count as f64 * square;
        fourths += count as f64 * square * square;
    }
    let kurtosis = n * fourths / (squares * squares);
    let factor = n / (n - z);
    let error = factor * ((kurtosis - (n - 3.0) / n).max(0.0) / (n - 1.0)).sqrt();
    let limit = |sign: f64| (0.5 * ((factor * deviation * deviation).ln() + sign * z * error)).exp();
    Some(Interval { estimate: deviation, low: limit(-1.0).min(deviation), high: limit(1.0).max(deviation) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws by a linear congruence: sums of so many dice of six.
    fn sums(seed: u64, n: u64, dice: u32) -> Vec<(i64, u64)> {
        let (mut state, mut counts) = (seed, std::collections::BTreeMap::new());
        let mut roll = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % 6 + 1) as i64
        };
        for _ in 0..n {
            *counts.entry((0..dice).map(|_| roll()).sum()).or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }

    #[test]
    fn intervals_cover_what_they_promise() {
        for dice in [1, 3] {
            let truth = (f64::from(dice) * 35.0 / 12.0).sqrt();
            let covers = |seed: u64| {
                let found = spread(&sums(seed * 7919 + 1, 400, dice), Level::default()).expect("values vary");
                found.low <= truth && truth <= found.high
            };
            let covered = (0..1000).filter(|&seed| covers(seed)).count();
            // 95 % within four standard errors.
            assert!((922..=978).contains(&covered), "{dice}: {covered}");
        }
    }

    #[test]
    fn what_hardly_varies_has_no_spread_to_be_told() {
        assert_eq!(spread(&[(3, 1000)], Level::default()), None);
        assert_eq!(spread(&[(3, 999), (9, 1)], Level::default()), None);
        assert_eq!(spread(&[], Level::default()), None);
    }
}
