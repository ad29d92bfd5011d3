//! The band around a whole distribution.
//!
//! Owns the band of Dvoretzky, Kiefer and Wolfowitz 1956 with the constant of Massart 1990: at its level it holds the true
//! cumulative distribution at every value at once, for any distribution, conservatively for integers.

use super::Level;

/// Returns the distance by which the true cumulative distribution may lie above or below the observed one anywhere, as a share
/// of fights (at most 1). Without fights there is no band.
#[must_use]
pub fn half_width(n: u64, level: Level) -> Option<f64> {
    (n > 0).then(|| ((2.0 / level.alpha()).ln() / (2.0 * n as f64)).sqrt().min(1.0))
}

#[cfg(test)]
mod tests {
    use super::super::enumeration::binomial;
    use super::*;

    /// The probability that the observed cumulative distribution of `n` fights stays within `half_width` of the true one
    /// when `values` outcomes are equally likely: the count up to each value is a Markov chain.
    fn simultaneous_coverage(n: u64, values: u64, half_width: f64) -> f64 {
        let mut within = vec![0.0; n as usize + 1];
        within[0] = 1.0;
        for value in 1..=values {
            let share = 1.0 / (values - value + 1) as f64;
            let truth = value as f64 / values as f64;
            let mut next = vec![0.0; n as usize + 1];
            for (passed, before) in (0..=n).zip(&within).filter(|(_, before)| **before > 0.0) {
                let (first, probabilities) = binomial(n - passed, share);
                for (more, probability) in (first..).zip(probabilities) {
                    let observed = (passed + more) as f64 / n as f64;
                    // The margin is for rounding alone: an observed value on the edge is inside.
                    if (observed - truth).abs() <= half_width + 1e-12 {
                        next[(passed + more) as usize] += before * probability;
                    }
                }
            }
            within = next;
        }
        within.iter().sum()
    }

    #[test]
    fn the_band_has_the_width_of_the_table_of_kolmogorov() {
        // The asymptotic critical values of the Kolmogorov statistic, 1.358 and 1.628 over the root of n.
        for (confidence, critical) in [(0.95, 1.358), (0.99, 1.628)] {
            let ours = half_width(10_000, Level::new(confidence).expect("allowed")).expect("fights");
            assert!((ours * 100.0 - critical).abs() < 6e-4, "{confidence}: {ours}");
        }
    }

    #[test]
    fn the_band_holds_the_whole_distribution_at_once() {
        // Conservative for few values, nearly exact for many; a fifth narrower would not do.
        let ours = half_width(100, Level::default()).expect("fights");
        for (values, most) in [(6, 0.99), (20, 0.98), (100, 0.967)] {
            let covered = simultaneous_coverage(100, values, ours);
            assert!((0.95..most).contains(&covered), "{values}: {covered}");
            assert!(simultaneous_coverage(100, values, 0.8 * ours) < 0.94, "{values}");
        }
    }

    #[test]
    fn few_fights_leave_everything_possible_and_none_have_no_band() {
        assert_eq!((half_width(1, Level::default()), half_width(0, Level::default())), (Some(1.0), None));
    }
}
