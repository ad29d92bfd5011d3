//! Intervals and the confidence they are made at.
//!
//! Owns [`Interval`], [`Level`] and the normal quantile. Must not know what was estimated, nor how it is printed.

use std::fmt;

use statrs::distribution::{ContinuousCDF, Normal};

/// An estimate with the values that the counts do not rule out. `low <= estimate <= high`, in the unit of the estimate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The best single value.
    pub estimate: f64,
    /// Lower limit.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
}

impl Interval {
    /// The interval that reaches `half_width` to both sides of `estimate`.
    #[must_use]
    pub fn around(estimate: f64, half_width: f64) -> Self {
        Interval { estimate, low: estimate - half_width, high: estimate + half_width }
    }

    /// What is left of it without another one, however the two depend on each other.
    #[must_use]
    pub fn minus(self, other: Interval) -> Self {
        let (estimate, low, high) = (self.estimate - other.estimate, self.low - other.high, self.high - other.low);
        Interval { estimate, low, high }
    }

    /// The average of several, however they depend on each other; none of none.
    #[must_use]
    pub fn average(all: &[Interval]) -> Option<Self> {
        let mean = |of: fn(&Interval) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
        let [estimate, low, high] = [mean(|one| one.estimate), mean(|one| one.low), mean(|one| one.high)];
        (!all.is_empty()).then_some(Interval { estimate, low, high })
    }

    /// The interval whose limits lie so many times as far from the estimate.
    #[must_use]
    pub fn wider(self, times: f64) -> Self {
        let Interval { estimate, low, high } = self;
        Interval { estimate, low: estimate - (estimate - low) * times, high: estimate + (high - estimate) * times }
    }

    /// The interval of a number so many times as large; the factor is not negative.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Interval { estimate: self.estimate * factor, low: self.low * factor, high: self.high * factor }
    }

    /// Half the distance between the limits: what is printed after `±`.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The longer of the two arms: how far the truth may lie from the estimate. Exceeds [`half_width`](Self::half_width)
    /// when the interval is lopsided, as it is near 0 and 1.
    #[must_use]
    pub fn reach(self) -> f64 {
        (self.high - self.estimate).max(self.estimate - self.low)
    }
}

/// A confidence level: in how many of all runs an interval made this way holds the truth. 95 % unless told otherwise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level(f64);

impl Level {
    /// The lowest level that is accepted.
    pub const LOWEST: f64 = 0.5;
    /// The highest level that is accepted.
    pub const HIGHEST: f64 = 0.999_999;

    /// The level with this confidence, [`LOWEST`](Self::LOWEST) to [`HIGHEST`](Self::HIGHEST).
    ///
    /// # Errors
    /// A confidence outside of these limits, with what is allowed.
    pub fn new(confidence: f64) -> Result<Self, String> {
        if (Self::LOWEST..=Self::HIGHEST).contains(&confidence) {
            Ok(Level(confidence))
        } else {
            Err(format!("confidence {confidence} is out of range: {} to {}, usually 0.95", Self::LOWEST, Self::HIGHEST))
        }
    }

    /// The level that misses with this probability, above 0 and at most 1: for tests that are one of many.
    ///
    /// # Panics
    /// Any other probability.
    #[must_use]
    pub fn missing(alpha: f64) -> Self {
        assert!(0.0 < alpha && alpha <= 1.0, "a level cannot miss with probability {alpha}");
        Level(1.0 - alpha)
    }

    /// The share of runs whose interval holds the truth.
    #[must_use]
    pub fn confidence(self) -> f64 {
        self.0
    }

    /// The share of runs whose interval misses the truth, both sides together.
    #[must_use]
    pub fn alpha(self) -> f64 {
        1.0 - self.0
    }

    /// The level of each of so many intervals or tests that together miss no more often than this one (Bonferroni).
    ///
    /// # Panics
    /// An `among` of 0.
    #[must_use]
    pub fn shared(self, among: usize) -> Self {
        assert!(among > 0, "a level is shared among at least one");
        Level(1.0 - self.alpha() / among as f64)
    }

    /// Returns the number of standard errors that a two-sided normal interval reaches to each side: 1.96 at 95 %.
    #[must_use]
    pub fn z(self) -> f64 {
        -Normal::standard().inverse_cdf(self.alpha() / 2.0)
    }
}

impl Default for Level {
    fn default() -> Self {
        Level(0.95)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Six decimals hold every digit of a level and none of the noise of the multiplication.
        write!(out, "{} %", (self.0 * 1e8).round() / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lopsided_interval_reaches_further_than_its_half_width() {
        let interval = Interval { estimate: 0.0, low: 0.0, high: 0.003 };
        assert_eq!((interval.half_width(), interval.reach()), (0.0015, 0.003));
        let mirrored = Interval { estimate: 1.0, low: 0.75, high: 1.0 };
        assert_eq!((mirrored.half_width(), mirrored.reach()), (0.125, 0.25));
        let even = Interval::around(5.0, 0.5);
        assert_eq!((even.low, even.high, even.half_width(), even.reach()), (4.5, 5.5, 0.5, 0.5));
    }

    #[test]
    fn intervals_are_subtracted_averaged_and_widened_limit_by_limit() {
        let (one, other) = (Interval { estimate: 5.0, low: 4.0, high: 7.0 }, Interval { estimate: 1.0, low: 0.0, high: 2.0 });
        assert_eq!(one.minus(other), Interval { estimate: 4.0, low: 2.0, high: 7.0 });
        assert_eq!(Interval::average(&[one, other]), Some(Interval { estimate: 3.0, low: 2.0, high: 4.5 }));
        assert_eq!((Interval::average(&[one]), Interval::average(&[])), (Some(one), None));
        assert_eq!((one.wider(2.0), one.wider(1.0)), (Interval { estimate: 5.0, low: 3.0, high: 9.0 }, one));
    }

    #[test]
    fn levels_outside_their_range_are_refused_with_advice() {
        for confidence in [f64::NAN, -1.0, 0.0, 0.05, 0.499, 1.0, 95.0, f64::INFINITY] {
            let refusal = Level::new(confidence).expect_err("out of range");
            assert!(refusal.contains("0.5 to 0.999999"), "{refusal}");
        }
        for confidence in [0.5, 0.8, 0.95, 0.999_999] {
            assert_eq!(Level::new(confidence).map(Level::confidence), Ok(confidence));
        }
        assert_eq!(Level::default().confidence(), 0.95);
    }

    #[test]
    fn levels_are_written_without_noise() {
        for (confidence, text) in
            [(0.95, "95 %"), (0.99, "99 %"), (0.999, "99.9 %"), (0.683, "68.3 %"), (0.999_999, "99.9999 %")]
        {
            assert_eq!(Level::new(confidence).map(|level| level.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_shared_level_leaves_each_its_part_of_the_error() {
        // Ten looks at 95 %: 99.5 %, 2.807 standard errors.
        let each = Level::default().shared(10);
        assert!((each.z() - 2.807_033_768).abs() < 1e-8 && each.to_string() == "99.5 %");
        assert_eq!(Level::default().shared(1).to_string(), "95 %");
    }

    #[test]
    fn half_of_a_normal_lies_within_the_probable_error() {
        // 0.6745 standard deviations: the "probable error" of the older literature.
        let z = Level::new(0.5).expect("allowed").z();
        assert!((z - 0.674_489_750_196).abs() < 1e-11, "{z}");
    }
}
