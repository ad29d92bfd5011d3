//! Contrasts: the same statistic in two samples of fights that share no luck, before and after.
//!
//! Owns the difference of two shares or means with its interval, the test whether anything moved at all, and the tests whether
//! it moved by a margin or more and whether it stays within one. Samples that share their luck are for
//! [`paired`](super::paired); what many tests on one page do to each other is for [`verdict`](super::verdict). Start at
//! [`Contrast`].

use statrs::distribution::{ContinuousCDF, Normal};

use super::gamma::binomial_tails;
use super::homogeneity;
use super::mean::Moments;
use super::proportion::proportion;
use super::{Interval, Level};

/// Below so many events, or non-events, in both samples together the exact test takes over. The normal approximation is good
/// much earlier where a test stands alone; but tests that are one of thousands look at tails in which a skewed binomial of a
/// hundred events is several times as likely as the normal curve says.
const FEW: u64 = 1000;

/// Below so many fights outside the most frequent value, on either side, a mean is not taken to be normal.
const UNUSUAL_FEW: u64 = 100;

/// One statistic in two samples.
#[derive(Clone, PartialEq, Debug)]
pub enum Contrast {
    /// The share of fights in which something happens.
    Shares {
        /// Before.
        before: Share,
        /// After.
        after: Share,
    },
    /// An amount of something.
    Amounts(AmountContrast),
}

/// Fights in which something happened, among all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Fights in which it did.
    pub events: u64,
    /// All fights.
    pub fights: u64,
}

impl Share {
    /// Fights in which it did not happen, among all.
    #[must_use]
    pub fn of_the_others(self) -> Share {
        Share { events: self.fights - self.events.min(self.fights), ..self }
    }

    /// The share; 0 without a fight.
    #[must_use]
    pub fn value(self) -> f64 {
        if self.fights == 0 { 0.0 } else { self.events as f64 / self.fights as f64 }
    }
}

/// An amount in two samples.
#[derive(Clone, PartialEq, Debug)]
pub struct AmountContrast {
    before: Moments,
    after: Moments,
    /// Fights outside the value that is most frequent before.
    unusual: (u64, u64),
    /// From the smallest to the largest value of both.
    span: u64,
    /// Probability of histograms at least as different.
    chance_of_shapes: f64,
    /// The distance of the histograms.
    distance: f64,
    /// By how much that is more than luck alone makes it, and the standard error of it.
    apart: (f64, f64),
}

impl Contrast {
    /// Reads the histograms of an amount, in ascending order.
    #[must_use]
    pub fn of_amounts(before: &[(i64, u64)], after: &[(i64, u64)]) -> Self {
        let moments = |histogram: &[(i64, u64)]| Moments::of(histogram.iter().copied());
        let most_frequent = before.iter().max_by_key(|(_, count)| *count).map(|(value, _)| *value);
        let unusual = |histogram: &[(i64, u64)]| {
            histogram.iter().filter(|(value, _)| Some(*value) != most_frequent).map(|(_, count)| count).sum()
        };
        let values = || before.iter().chain(after).map(|(value, _)| *value);
        let aligned = homogeneity::aligned(before, after);
        Contrast::Amounts(AmountContrast {
            before: moments(before),
            after: moments(after),
            unusual: (unusual(before), unusual(after)),
            span: values().max().zip(values().min()).map_or(0, |(most, least)| most.abs_diff(least)),
            chance_of_shapes: homogeneity::chance_if_same(aligned.into_iter().map(|(_, one, other)| (one, other))),
            distance: homogeneity::distance(before, after),
            apart: homogeneity::apart(before, after),
        })
    }

    /// Fights that have the statistic, before and after.
    #[must_use]
    pub fn n(&self) -> (u64, u64) {
        match self {
            Contrast::Shares { before, after } => (before.fights, after.fights),
            Contrast::Amounts(amounts) => (amounts.before.n(), amounts.after.n()),
        }
    }

    /// The statistic before and after; 0 where no fight has it.
    #[must_use]
    pub fn values(&self) -> (f64, f64) {
        match self {
            Contrast::Shares { before, after } => (before.value(), after.value()),
            Contrast::Amounts(amounts) => (amounts.before.average(), amounts.after.average()),
        }
    }

    /// Standard deviation from fight to fight, both samples together; 0 where it is always the same.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let (before, after) = self.variances();
        f64::midpoint(before, after).sqrt()
    }

    /// Returns the movement of the whole distribution: of shares the difference, of amounts the
    /// [distance](homogeneity::distance) of the histograms.
    #[must_use]
    pub fn shift(&self) -> f64 {
        let (before, after) = self.values();
        match self {
            Contrast::Shares { .. } => (after - before).abs(),
            Contrast::Amounts(amounts) => amounts.distance,
        }
    }

    /// After minus before with its interval: of shares Newcombe's (1998, method 10, from the intervals of both), of means
    /// Welch's with the normal quantile. None when either side has too few fights for an interval.
    #[must_use]
    pub fn difference(&self, level: Level) -> Option<Interval> {
        match self {
            Contrast::Shares { before, after } => {
                let (before, after) =
                    (proportion(before.events, before.fights, level)?, proportion(after.events, after.fights, level)?);
                Some(difference(before, after))
            }
            Contrast::Amounts(amounts) => {
                amounts.before.deviation().and(amounts.after.deviation())?;
                let (before, after) = self.values();
                Some(Interval::around(after - before, level.z() * self.standard_error(0.0)))
            }
        }
    }

    /// The probability of samples at least as different if nothing moved (two-sided).
    ///
    /// Of shares the score test; with few events or non-events the exact test that takes the events of both samples together as
    /// thrown into one of them by their sizes (Przyborowski and Wilenski 1940), which errs on the side of no alarm. Of amounts
    /// twice the smaller of Welch's test of the means and the chi-square test of the histograms; where nearly all fights have
    /// one value, that of shares on all others takes the place of Welch's.
    #[must_use]
    pub fn chance_if_same(&self) -> f64 {
        match self {
            Contrast::Shares { before, after } => chance_of_shares(*before, *after),
            Contrast::Amounts(amounts) => {
                let (before, after) = (amounts.before.n(), amounts.after.n());
                let (one, other) = amounts.unusual;
                let of_mean = if one.min(other) < UNUSUAL_FEW {
                    chance_of_shares(Share { events: one, fights: before }, Share { events: other, fights: after })
                } else {
                    let (before, after) = self.values();
                    two_sided((after - before) / self.standard_error(0.0))
                };
                (2.0 * of_mean.min(amounts.chance_of_shapes)).min(1.0)
            }
        }
    }

    /// True if two one-sided tests, each of level `alpha`, show that the difference is smaller than `margin` (Schuirmann 1987):
    /// the interval that misses with `2 alpha` lies within it. The variance of an amount is taken to be at least what a
    /// difference as large as the margin implies, so that luck cannot show that something rare never happens.
    #[must_use]
    pub fn within(&self, margin: f64, alpha: f64) -> bool {
        if margin <= 0.0 {
            return false;
        }
        let level = Level::missing(2.0 * alpha);
        match self {
            Contrast::Shares { .. } => {
                self.difference(level).is_some_and(|interval| -margin < interval.low && interval.high < margin)
            }
            Contrast::Amounts(amounts) => {
                if amounts.before.deviation().and(amounts.after.deviation()).is_none() {
                    return false;
                }
                let (before, after) = self.values();
                let least = (margin * (amounts.span as f64 - margin)).max(0.0);
                (after - before).abs() + level.z() * self.standard_error(least) < margin
            }
        }
    }

    /// The probability of samples at least as far apart if the true difference were smaller than `margin`: of shares, and of
    /// amounts of the mean or of the whole distribution (twice the smaller probability).
    ///
    /// Of shares the score test with the variances of both samples, and with few events or non-events the exact one at the
    /// margin; of amounts the normal tests of the mean and of the [distance](homogeneity::apart) of the histograms, with at
    /// least the variance that the margin implies where nearly all fights have one value.
    #[must_use]
    pub fn chance_if_within(&self, margin: f64) -> f64 {
        let (n_before, n_after) = self.n();
        if n_before == 0 || n_after == 0 {
            return 1.0;
        }
        if margin <= 0.0 {
            return self.chance_if_same();
        }
        let (one, other) = self.values();
        let one_sided = |excess: f64, error: f64| match excess {
            excess if excess <= 0.0 => 1.0,
            _ if error <= 0.0 => 0.0,
            excess => Normal::standard().sf(excess / error),
        };
        match self {
            Contrast::Shares { before, after } => {
                // At the margin: both shares moved towards each other until they are no further apart.
                let size = n_before as f64 / (n_before + n_after) as f64;
                let sum = size * one + (1.0 - size) * other;
                let away = margin * (other - one).signum();
                let at_before = (sum - away * (1.0 - size)).clamp(0.0, 1.0);
                let at_after = (at_before + away).clamp(0.0, 1.0);
                let variance = |share: f64| share * (1.0 - share);
                let least = variance(margin.min(0.5)) / 2.0;
                let error = (variance(at_before).max(variance(one)) / n_before as f64
                    + variance(at_after).max(variance(other)).max(least) / n_after as f64)
                    .sqrt();
                let score = one_sided((other - one).abs() - margin, error);
                let events = before.events + after.events;
                if events.min(n_before + n_after - events) < FEW {
                    score.max(few_beyond(*before, *after, margin))
                } else {
                    score
                }
            }
            Contrast::Amounts(amounts) => {
                if amounts.before.deviation().and(amounts.after.deviation()).is_none() {
                    return 1.0;
                }
                let rare = amounts.unusual.0.min(amounts.unusual.1) < UNUSUAL_FEW;
                let least = if rare { (margin * (amounts.span as f64 - margin)).max(0.0) } else { 0.0 };
                let error = self.standard_error(least);
                let of_mean = one_sided((other - one).abs() - margin, error);
                let (apart, error_apart) = amounts.apart;
                let of_shape = one_sided(apart - margin, error_apart.max(if rare { error } else { 0.0 }));
                (2.0 * of_mean.min(of_shape)).min(1.0)
            }
        }
    }

    /// Variances of one fight before and after.
    fn variances(&self) -> (f64, f64) {
        let of_share = |share: f64| share * (1.0 - share);
        let of_amount = |moments: &Moments| moments.deviation().unwrap_or(0.0).powi(2);
        match self {
            Contrast::Shares { .. } => (of_share(self.values().0), of_share(self.values().1)),
            Contrast::Amounts(amounts) => (of_amount(&amounts.before), of_amount(&amounts.after)),
        }
    }

    /// Of the difference, with variances of at least `least`.
    fn standard_error(&self, least: f64) -> f64 {
        let ((before, after), (n_before, n_after)) = (self.variances(), self.n());
        (before.max(least) / n_before as f64 + after.max(least) / n_after as f64).sqrt()
    }
}

/// The difference of two independent estimates, from the arms of their intervals (Newcombe 1998; Zou and Donner 2008).
fn difference(before: Interval, after: Interval) -> Interval {
    let estimate = after.estimate - before.estimate;
    let below = (after.estimate - after.low).hypot(before.high - before.estimate);
    let above = (after.high - after.estimate).hypot(before.estimate - before.low);
    Interval { estimate, low: estimate - below, high: estimate + above }
}

/// Probability of two shares at least so far apart if both samples come from one probability.
fn chance_of_shares(before: Share, after: Share) -> f64 {
    let (n_before, n_after) = (before.fights, after.fights);
    if n_before == 0 || n_after == 0 {
        return 1.0;
    }
    let (events, fights) = (before.events + after.events, n_before + n_after);
    let others = fights - events;
    let size = n_before as f64 / fights as f64;
    if events.min(others) < FEW {
        let rarer = if events <= others { before.events } else { n_before - before.events };
        let (below, above) = binomial_tails(rarer, events.min(others), size);
        return (2.0 * below.min(above)).min(1.0);
    }
    let share = events as f64 / fights as f64;
    let (one, other) = (before.value(), after.value());
    let error = (share * (1.0 - share) * (1.0 / n_before as f64 + 1.0 / n_after as f64)).sqrt();
    two_sided((other - one) / error)
}

/// Returns the probability of so many events on the side that has more of them, if its share were that of the other side and
/// the margin: each side by its own exact limit (Berger and Boos 1994, with a tenth of the smallest share of the error given to
/// the other side).
fn few_beyond(before: Share, after: Share, margin: f64) -> f64 {
    /// The probability that is given away for a wrong limit of the other side.
    const GIVEN_AWAY: f64 = 1e-7;
    let (fewer, more) = if before.value() <= after.value() { (before, after) } else { (after, before) };
    // Of what nearly always happens the failures are rare, and those are fewer where it happens more often.
    let events = fewer.events + more.events;
    let rare = events <= u64::midpoint(fewer.fights, more.fights);
    let (fewer, more) = if rare { (fewer, more) } else { (more.of_the_others(), fewer.of_the_others()) };
    let Some(least) = proportion(fewer.events, fewer.fights, Level::missing(2.0 * GIVEN_AWAY)) else { return 1.0 };
    let at = (least.low + margin).clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON);
    (binomial_tails(more.events, more.fights, at).1 + GIVEN_AWAY).min(1.0)
}

/// Probability of a standard normal number at least so far from 0.
fn two_sided(z: f64) -> f64 {
    (2.0 * Normal::standard().sf(z.abs())).min(1.0)
}

/// The difference between two even rates that two samples of these sizes find with this probability, at a two-sided test of
/// level `alpha`, as a share.
#[must_use]
pub fn detectable(before: u64, after: u64, alpha: f64, power: f64) -> f64 {
    let quantile = |tail: f64| -Normal::standard().inverse_cdf(tail);
    let error = (0.25 * (1.0 / before as f64 + 1.0 / after as f64)).sqrt();
    ((quantile(alpha / 2.0) + quantile(1.0 - power)) * error).min(1.0)
}

#[cfg(test)]
mod tests;
