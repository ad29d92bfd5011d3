//! Pairs: the same fights played twice, before and after a change, and what the change did to an event, an amount or a ratio of
//! totals.
//!
//! Owns the paired difference with its interval, the three tests that a verdict needs (did it move at all; by a margin or more;
//! by less than that), how many pairs would decide, and how much variance pairing saved. Input are joint counts: of an event
//! how many pairs gained or lost it, of an amount the histograms of both sides and of the difference, of a ratio exact sums
//! (the formulas are in [`ratios`]). What several tests on one page do to each other is for [`verdict`](super::verdict). Start
//! at [`Evidence`].

mod ratios;

pub use ratios::Ratios;

use statrs::distribution::{ContinuousCDF, Normal};

use super::gamma::binomial_tails;
use super::looks::FIGHTS_MOST;
use super::mean::{MetricTotals, Moments};
use super::notice::{self, Varying};
use super::proportion::{poisson_limits, proportion};
use super::sample::{Sample, ValueBounds};
use super::{Interval, Level};

/// Below so many pairs that differ, normal approximations give way to exact ones.
const FEW: u64 = 30;

/// Probability with which the planned number of pairs decides, if the truth is what the pairs so far say.
const POWER: f64 = 0.8;

/// Pairs by whether an event happened before and after.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    /// On neither side.
    pub neither: u64,
    /// Only after.
    pub gained: u64,
    /// Only before.
    pub lost: u64,
    /// On both sides.
    pub both: u64,
}

/// An amount before and after, and its difference (after minus before) pair by pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairedAmounts {
    before: Sample,
    after: Sample,
    difference: Sample,
    /// Pairs in which it is larger after.
    up: u64,
    /// Pairs in which it is smaller after.
    down: u64,
    /// From the smallest to the largest value of either side: no difference can be larger.
    span: u64,
}

impl PairedAmounts {
    /// Reads the histograms of both sides and of their difference, all in ascending order and over the same pairs. `range` is asked
    /// for the range of the values where one of them hardly varies; without it, it is that of the values that came up.
    ///
    /// # Panics
    /// Histograms that are not over the same number of pairs.
    #[must_use]
    pub fn of(
        before: &[(i64, u64)],
        after: &[(i64, u64)],
        difference: &[(i64, u64)],
        range: impl FnOnce() -> Option<[i64; 2]>,
    ) -> Self {
        let seen = ValueBounds::of(before).with(after);
        let few = [before, after, difference].into_iter().any(|counts| Sample::of(counts, seen).hardly_varies());
        let known = if few { range() } else { None };
        let ends = known.map_or(seen, |[least, most]| ValueBounds::new(least, most).with(before).with(after));
        let farthest = (ends.most - ends.least).max(1);
        let amounts = PairedAmounts {
            before: Sample::of(before, ends),
            after: Sample::of(after, ends),
            difference: Sample::of(difference, ValueBounds::new(-farthest, farthest)),
            up: difference.iter().filter(|(value, _)| *value > 0).map(|(_, count)| count).sum(),
            down: difference.iter().filter(|(value, _)| *value < 0).map(|(_, count)| count).sum(),
            span: span(before, after),
        };
        let n = amounts.difference.moments().n();
        assert!(amounts.before.moments().n() == n && amounts.after.moments().n() == n, "three histograms of the same pairs");
        amounts
    }
}

/// From the smallest to the largest value of two histograms.
fn span(before: &[(i64, u64)], after: &[(i64, u64)]) -> u64 {
    let values = || before.iter().chain(after).map(|(value, _)| *value);
    values().max().zip(values().min()).map_or(0, |(most, least)| most.abs_diff(least))
}

/// The evidence of pairs about one outcome.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Evidence {
    /// An event: its probability is compared.
    Event(Pairs),
    /// An amount: its mean is compared.
    Amount(PairedAmounts),
    /// A ratio of totals.
    Ratio(Ratios),
}

impl Evidence {
    /// Returns the number of pairs.
    #[must_use]
    pub fn n(&self) -> u64 {
        match self {
            Evidence::Event(pairs) => pairs.neither + pairs.gained + pairs.lost + pairs.both,
            Evidence::Amount(amounts) => amounts.difference.moments().n(),
            Evidence::Ratio(ratios) => ratios.n,
        }
    }

    /// In how many pairs the two sides differ.
    #[must_use]
    pub fn differ(&self) -> u64 {
        let (up, down) = self.moved();
        match self {
            Evidence::Ratio(ratios) => up + down + ratios.level,
            _ => up + down,
        }
    }

    /// In how many pairs the two sides differ upwards (the event gained, the amount larger after, the fight's own ratio larger
    /// after) and downwards.
    #[must_use]
    pub fn moved(&self) -> (u64, u64) {
        match self {
            Evidence::Event(pairs) => (pairs.gained, pairs.lost),
            Evidence::Amount(amounts) => (amounts.up, amounts.down),
            Evidence::Ratio(ratios) => (ratios.up, ratios.down),
        }
    }

    /// The probability, mean or ratio before the change, with its interval by itself; none without pairs, or where nothing can
    /// be divided by.
    #[must_use]
    pub fn before(&self, level: Level) -> Option<Interval> {
        match self {
            Evidence::Event(pairs) => proportion(pairs.lost + pairs.both, self.n(), level),
            Evidence::Amount(amounts) => amounts.before.mean(level),
            Evidence::Ratio(ratios) => ratios.before().ratio(level),
        }
    }

    /// Returns the statistic after the change.
    #[must_use]
    pub fn after(&self, level: Level) -> Option<Interval> {
        match self {
            Evidence::Event(pairs) => proportion(pairs.gained + pairs.both, self.n(), level),
            Evidence::Amount(amounts) => amounts.after.mean(level),
            Evidence::Ratio(ratios) => ratios.after().ratio(level),
        }
    }

    /// True if it is an amount that was the same in all fights: before, and after.
    #[must_use]
    pub fn constant(&self) -> [bool; 2] {
        match self {
            Evidence::Amount(amounts) => [&amounts.before, &amounts.after].map(|sample| sample.unusual() == 0),
            Evidence::Event(_) | Evidence::Ratio(_) => [false, false],
        }
    }

    /// True if it is an amount that differs by the same in all pairs.
    #[must_use]
    pub fn differs_evenly(&self) -> bool {
        matches!(self, Evidence::Amount(amounts) if amounts.difference.unusual() == 0) && self.n() > 0
    }

    /// After minus before, with the interval that pairing gives; none for fewer than two pairs, or where a side has no ratio.
    ///
    /// Normal, except for an event that moved in fewer than 30 pairs: there Garwood's limits of the gains and of the losses
    /// are combined by adding their squared arms (Zou and Donner 2008), so that no movement at all leaves `± 3.69/n`. Of an
    /// amount that of a [`Sample`] of differences, which does the same, times what the largest difference can be.
    #[must_use]
    pub fn difference(&self, level: Level) -> Option<Interval> {
        match self {
            Evidence::Event(Pairs { gained, lost, .. }) if self.n() > 1 && gained + lost < FEW => {
                Some(few_moved(*gained, *lost, self.n(), level))
            }
            Evidence::Event(_) if self.n() < 2 => None,
            Evidence::Event(_) => Some(Interval::around(self.estimate(), level.z() * self.standard_error())),
            Evidence::Amount(_) if self.n() < 2 => None,
            Evidence::Amount(amounts) => amounts.difference.mean(level),
            Evidence::Ratio(ratios) => ratios.difference(level),
        }
    }

    /// After minus before; 0 without pairs, or where a side has no ratio.
    #[must_use]
    pub fn estimate(&self) -> f64 {
        match self {
            Evidence::Event(_) if self.n() == 0 => 0.0,
            Evidence::Event(pairs) => (pairs.gained as f64 - pairs.lost as f64) / self.n() as f64,
            Evidence::Amount(amounts) => amounts.difference.moments().average(),
            Evidence::Ratio(ratios) => ratios.estimate(),
        }
    }

    /// The standard error of the estimate.
    fn standard_error(&self) -> f64 {
        (self.variance() / self.n() as f64).sqrt()
    }

    /// Variance of the difference in one pair.
    fn variance(&self) -> f64 {
        match self {
            Evidence::Event(pairs) => {
                let moved = (pairs.gained + pairs.lost) as f64 / self.n() as f64;
                moved - self.estimate().powi(2)
            }
            Evidence::Amount(amounts) => amounts.difference.moments().deviation().unwrap_or(0.0).powi(2),
            Evidence::Ratio(ratios) => ratios.variance(),
        }
    }

    /// Variances of one fight before and after.
    fn variances_apart(&self) -> (f64, f64) {
        let of_event = |count: u64| {
            let share = count as f64 / self.n() as f64;
            share * (1.0 - share)
        };
        let of_amount = |moments: &Moments| moments.deviation().unwrap_or(0.0).powi(2);
        match self {
            Evidence::Event(pairs) => (of_event(pairs.lost + pairs.both), of_event(pairs.gained + pairs.both)),
            Evidence::Amount(amounts) => (of_amount(amounts.before.moments()), of_amount(amounts.after.moments())),
            Evidence::Ratio(ratios) => {
                let of_ratio = |totals: MetricTotals| totals.deviation().unwrap_or(0.0).powi(2);
                (of_ratio(ratios.before()), of_ratio(ratios.after()))
            }
        }
    }

    /// By how much the outcome varies from fight to fight: the standard deviation of both sides together, of a ratio that of
    /// what each fight adds to it; 0 when it is always the same.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let (before, after) = self.variances_apart();
        if self.n() == 0 { 0.0 } else { f64::midpoint(before, after).sqrt() }
    }

    /// Returns the gain by pairing: so many times as many fights with luck of their own would be needed to know the difference
    /// as well. Above 1 where pairing helped. None when no pair differs, for then nothing is left to be known.
    #[must_use]
    pub fn variance_saved(&self) -> Option<f64> {
        let (before, after) = self.variances_apart();
        let paired = self.variance();
        (self.n() > 0 && paired > 0.0).then(|| (before + after) / paired)
    }

    /// The fights, half of them before the change and half after it, until somebody who plays at a table [notices](notice) the difference:
    /// for the difference as it is estimated, and for the two ends of its interval, infinitely many where that holds none. None
    /// where there is no difference.
    #[must_use]
    pub fn noticed(&self, level: Level) -> Option<Interval> {
        let (before, after) = self.variances_apart();
        let rate = self.before(level)?.estimate;
        let needed = |difference: f64| {
            let varying = match self {
                Evidence::Event(_) => Varying::Rates([rate, (rate + difference).clamp(0.0, 1.0)]),
                Evidence::Amount(_) | Evidence::Ratio(_) => Varying::Amounts([before, after]),
            };
            notice::fights(difference, varying).map(|fights| fights as f64)
        };
        let Interval { estimate, low, high } = self.difference(level)?;
        let (near, far) = if estimate < 0.0 { (high, low) } else { (low, high) };
        let sure = near * estimate > 0.0;
        Some(Interval {
            estimate: needed(estimate)?,
            low: needed(far)?,
            high: if sure { needed(near)? } else { f64::INFINITY },
        })
    }

    /// The probability of at least such a difference if the change did nothing to this outcome (two-sided).
    ///
    /// For an event McNemar's score test, exact where fewer than 30 pairs moved (sign test). For an amount the normal test of
    /// the mean, for a ratio that of its linear part; where fewer than 30 pairs differ, nothing less likely than the sign test
    /// says.
    #[must_use]
    pub fn chance_if_unchanged(&self) -> f64 {
        let (up, down) = self.moved();
        match self {
            _ if self.differ() == 0 => 1.0,
            Evidence::Event(_) if up + down < FEW => sign_test(up, down),
            Evidence::Event(_) => two_sided(up.abs_diff(down) as f64 / ((up + down) as f64).sqrt()),
            Evidence::Amount(_) | Evidence::Ratio(_) => {
                let normal = two_sided(quotient(self.estimate().abs(), self.standard_error()));
                if self.differ() < FEW { normal.max(sign_test(up, down)) } else { normal }
            }
        }
    }

    /// The probability of such a small difference if the true one were `margin` or more, either way: the larger of two
    /// one-sided tests (Schuirmann 1987).
    ///
    /// For an event each is the score test of Tango 1998, whose variance follows from the margin and not from how few pairs
    /// moved. For an amount or a ratio the normal test, whose variance is at least what the margin implies; so luck cannot
    /// prove that something rare never happens.
    #[must_use]
    pub fn chance_if_beyond(&self, margin: f64) -> f64 {
        if !self.known() || margin <= 0.0 {
            return 1.0;
        }
        let z = match self {
            Evidence::Event(_) if margin >= 1.0 => f64::INFINITY,
            Evidence::Event(Pairs { gained, lost, .. }) => {
                tango(*gained, *lost, self.n(), margin).min(tango(*lost, *gained, self.n(), margin))
            }
            Evidence::Amount(_) | Evidence::Ratio(_) => {
                let error = (self.variance_at(margin) / self.n() as f64).sqrt();
                quotient(margin - self.estimate().abs(), error)
            }
        };
        Normal::standard().sf(z)
    }

    /// The probability of at least such a difference if the true one were smaller than `margin`, either way: what shows that an
    /// outcome moved by its margin or more.
    ///
    /// The tests are those of [`chance_if_beyond`](Self::chance_if_beyond), read the other way round. Where fewer than 30 pairs
    /// differ, that of an event is exact for the most likely share of losses; an amount or a ratio has the larger variance
    /// there, since a sample of rare differences tells little of how large they are.
    #[must_use]
    pub fn chance_if_within(&self, margin: f64) -> f64 {
        if !self.known() || self.differ() == 0 {
            return 1.0;
        }
        if margin <= 0.0 {
            return self.chance_if_unchanged();
        }
        let normal = |z: f64| Normal::standard().sf(z);
        match self {
            Evidence::Event(_) if margin >= 1.0 => 1.0,
            Evidence::Event(Pairs { gained, lost, .. }) => {
                let one_way = |up: u64, down: u64| {
                    let score = normal(-tango(up, down, self.n(), margin));
                    if up + down >= FEW {
                        return score;
                    }
                    score.max(few_beyond(up, down, self.n(), margin))
                };
                one_way(*gained, *lost).min(one_way(*lost, *gained))
            }
            Evidence::Amount(_) | Evidence::Ratio(_) => {
                let variance = if self.differ() < FEW { self.variance_at(margin) } else { self.variance() };
                normal(quotient(self.estimate().abs() - margin, (variance / self.n() as f64).sqrt()))
            }
        }
    }

    /// Variance of one pair's difference, but no less than if it were either 0 or as large as can be, with a mean of `margin`.
    fn variance_at(&self, margin: f64) -> f64 {
        let span = match self {
            Evidence::Event(_) => 1.0,
            Evidence::Amount(amounts) => amounts.span as f64,
            Evidence::Ratio(ratios) => ratios.span(),
        };
        self.variance().max(margin * (span - margin))
    }

    /// True if there is a difference with an error: two pairs, and of a ratio something to divide by on both sides.
    fn known(&self) -> bool {
        match self {
            Evidence::Ratio(ratios) => ratios.known(),
            _ => self.n() > 1,
        }
    }

    /// About how many pairs decide, in four runs of five, whether the outcome moved by `margin` or more (when it seems to have)
    /// or stays within it, if each test may fail with probability `alpha`. None when that cannot be foreseen, or is beyond
    /// [`FIGHTS_MOST`].
    #[must_use]
    pub fn pairs_needed(&self, margin: f64, alpha: f64) -> Option<u64> {
        if !self.known() {
            return None;
        }
        let quantile = |tail: f64| -Normal::standard().inverse_cdf(tail);
        let size = self.estimate().abs();
        let (distance, variance) =
            if size >= margin { (size - margin, self.variance()) } else { (margin - size, self.variance_at(margin)) };
        let z = quantile(alpha) + quantile(1.0 - POWER);
        let pairs = (z * z * variance / (distance * distance)).ceil();
        (distance > 0.0 && pairs <= FIGHTS_MOST as f64).then_some(pairs as u64)
    }
}

/// A distance in standard errors; infinite (or minus infinite, or nothing) when there is no error.
fn quotient(distance: f64, error: f64) -> f64 {
    if error > 0.0 {
        distance / error
    } else if distance == 0.0 {
        0.0
    } else {
        distance.signum() * f64::INFINITY
    }
}

/// The probability of a normal value as far from 0 as this, on either side; `z` is not negative.
fn two_sided(z: f64) -> f64 {
    (2.0 * Normal::standard().sf(z)).min(1.0)
}

/// By how many standard errors `gained - lost` falls short of `margin` times `n`: the score statistic of Tango 1998, with the
/// most likely share of losses where the margin is the truth.
fn tango(gained: u64, lost: u64, n: u64, margin: f64) -> f64 {
    let losses = losses_at(gained, lost, n, margin);
    let (up, down, n) = (gained as f64, lost as f64, n as f64);
    (n * margin - up + down) / (n * (2.0 * losses + margin * (1.0 - margin))).sqrt()
}

/// The most likely share of losses where the margin is the truth.
fn losses_at(gained: u64, lost: u64, n: u64, margin: f64) -> f64 {
    let (up, down, n) = (gained as f64, lost as f64, n as f64);
    let square = 2.0 * n;
    let linear = (2.0 * n - up + down) * margin - up - down;
    let constant = -down * margin * (1.0 - margin);
    ((linear * linear - 4.0 * square * constant).sqrt() - linear) / (2.0 * square)
}

/// The probability of gains that exceed losses at least so far, where the margin is the truth and losses are as frequent as is
/// most likely then. For few of both.
fn few_beyond(gained: u64, lost: u64, n: u64, margin: f64) -> f64 {
    let Some(excess) = gained.checked_sub(lost).filter(|excess| *excess > 0) else { return 1.0 };
    let losses = losses_at(gained, lost, n, margin);
    let gains = (margin + losses).min(1.0 - f64::EPSILON);
    let (mean, mut sum) = (losses * n as f64, 0.0);
    let mut weight = (-mean).exp();
    for lost in 0..(2 * FEW).min(n.saturating_sub(excess) + 1) {
        sum += weight * binomial_tails(excess + lost, n, gains).1;
        weight *= mean / (lost + 1) as f64;
    }
    sum.min(1.0)
}

/// The probability that a fair coin divides `up + down` throws at least as unevenly. For fewer than 30 throws, whose
/// binomials are exact in floating point.
fn sign_test(up: u64, down: u64) -> f64 {
    let throws = up + down;
    let (mut ways, mut sum) = (1.0, 0.0);
    for heads in 0..=up.min(down) {
        sum += ways;
        ways = ways * (throws - heads) as f64 / (heads + 1) as f64;
    }
    (2.0 * sum / 2f64.powi(throws as i32)).min(1.0)
}

/// The interval of a difference of which only few pairs tell.
fn few_moved(gained: u64, lost: u64, n: u64, level: Level) -> Interval {
    let ((gained_low, gained_high), (lost_low, lost_high)) = (poisson_limits(gained, level), poisson_limits(lost, level));
    let (up, down) = (gained as f64, lost as f64);
    let below = ((up - gained_low).powi(2) + (lost_high - down).powi(2)).sqrt();
    let above = ((gained_high - up).powi(2) + (down - lost_low).powi(2)).sqrt();
    let fights = n as f64;
    let estimate = (up - down) / fights;
    Interval { estimate, low: (estimate - below / fights).max(-1.0), high: (estimate + above / fights).min(1.0) }
}

#[cfg(test)]
mod tests;
