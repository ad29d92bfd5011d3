//! Ratios of totals before and after a change: the difference, its variance from pairs, and how far one pair can move it.
//!
//! Owns the linear part of a difference of two ratios. Which tests are made of it is for [`Evidence`](super::Evidence). Start
//! at [`Ratios`].

use super::super::mean::{MetricTotals, Moments, deviation_products, settled, unseen};
use super::super::{Interval, Level};

/// Places of the products of two of the four values of a pair.
const PLACES: [[usize; 4]; 4] = [[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]];

/// Numerator and denominator of every pair before a change, and by how much each is more after it, as exact sums.
///
/// With totals `A` and `B` before, `A'` and `B'` after, the difference is `A'/B' - A/B`. A pair adds to it, to first order (as
/// in Cochran 1977, section 2.11, on both sides at once), `(a' - A'/B' b') / mean(b') - (a - A/B b) / mean(b)`; the variance of
/// these over their number is that of the difference. Exact while values stay within `±2^31` and there are fewer than `2^60`
/// pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratios {
    /// Pairs that have all four values.
    pub n: u64,
    /// Sums of the four values.
    pub sums: [i128; 4],
    /// Sums of their products: of each with itself and with those behind it.
    pub products: [i128; 10],
    /// Pairs whose own ratio is larger after.
    pub up: u64,
    /// Pairs whose own ratio is smaller after.
    pub down: u64,
    /// Pairs that differ without that.
    pub level: u64,
    /// From the smallest to the largest numerator of either side, then denominator, 0 among them.
    pub spans: [u64; 2],
}

impl Ratios {
    /// One side: all values before.
    pub(super) fn before(&self) -> MetricTotals {
        MetricTotals {
            numerator: Moments::from_sums(self.n, self.sums[0], self.products[0]),
            denominator: Moments::from_sums(self.n, self.sums[1], self.products[4]),
            products: self.products[1],
        }
    }

    /// The other side.
    pub(super) fn after(&self) -> MetricTotals {
        let product = |one: usize, other: usize| self.products[PLACES[one][other]];
        // Of sums: (a + more)(b + more) in its four parts.
        let after = |one: usize, other: usize| {
            product(one, other) + product(one, other + 2) + product(one + 2, other) + product(one + 2, other + 2)
        };
        MetricTotals {
            numerator: Moments::from_sums(self.n, self.sums[0] + self.sums[2], after(0, 0)),
            denominator: Moments::from_sums(self.n, self.sums[1] + self.sums[3], after(1, 1)),
            products: after(0, 1),
        }
    }

    /// True if both sides have a ratio, and pairs enough for its error.
    pub(super) fn known(&self) -> bool {
        self.n > 1 && self.sums[1] > 0 && self.sums[1] + self.sums[3] > 0
    }

    /// Totals: of the numerator and the denominator before, of what each is more after, and of the denominator after.
    fn totals(&self) -> [f64; 5] {
        let [over, under, more_over, more_under] = self.sums;
        [over, under, more_over, more_under, under + more_under].map(|sum| sum as f64)
    }

    /// After minus before; 0 where a side has no ratio. Equal ratios have a difference of exactly 0 while totals stay below
    /// `2^53`, because each product is the nearest number to the same one.
    pub(super) fn estimate(&self) -> f64 {
        let [over, under, more_over, more_under, under_after] = self.totals();
        if self.known() { (more_over * under - over * more_under) / (under * under_after) } else { 0.0 }
    }

    /// Variance of what one pair adds to the difference; 0 where a side has no ratio.
    ///
    /// The contribution of a pair is linear in its four values. The weights of those before are as small as the change of the
    /// totals, so that nothing large is ever subtracted from something as large.
    pub(super) fn variance(&self) -> f64 {
        if !self.known() {
            return 0.0;
        }
        let [over, under, more_over, more_under, under_after] = self.totals();
        let n = self.n as f64;
        let weights = [
            -n * more_under / (under * under_after),
            n / (under_after * under_after) * (over / under * more_under * ((under + under_after) / under) - more_over),
            n / under_after,
            -n * (over + more_over) / (under_after * under_after),
        ];
        let term = |one: usize, other: usize| {
            let products = self.products[PLACES[one][other]];
            weights[one] * weights[other] * deviation_products(self.n, self.sums[one], self.sums[other], products)
        };
        let terms = (0..4).flat_map(|one| (0..4).map(move |other| (one, other)));
        settled(terms.map(|(one, other)| term(one, other))) / (n - 1.0)
    }

    /// The difference with its normal interval. It is never narrower than what is left when no pair differs: a pair in which
    /// one side has one more may be as frequent as `n` pairs without one allow.
    pub(super) fn difference(&self, level: Level) -> Option<Interval> {
        if !self.known() {
            return None;
        }
        let normal = level.z() * (self.variance() / self.n as f64).sqrt();
        Some(Interval::around(self.estimate(), normal.max(unseen(self.n, level)? / self.least_mean())))
    }

    /// The most by which a single pair can move the difference, times the number of pairs.
    ///
    /// The difference is the mean of `(a' - R b') - (a - R b)`, with the ratio of one side, over the mean denominator of the
    /// other.
    pub(super) fn span(&self) -> f64 {
        if !self.known() {
            return 0.0;
        }
        let largest = [self.before(), self.after()].map(|side| (side.numerator.average() / side.denominator.average()).abs());
        let [over, under] = self.spans.map(|span| span as f64);
        (over + largest[0].max(largest[1]) * under) / self.least_mean()
    }

    /// The mean denominator of the side where it is smaller.
    fn least_mean(&self) -> f64 {
        self.before().denominator.average().min(self.after().denominator.average())
    }
}

#[cfg(test)]
mod tests;
