//! Tallies: the result of a run as exact integer counts.
//!
//! Owns [`Histogram`], [`Tally`], its counterpart for two variants of the same fights, [`PairedTally`], the tally file and the
//! [`Baseline`] file and the files of [parts](Part) of a run. Addition is associative and commutative, so any number of threads,
//! batches and shards gives the same bytes. No float lives here: rates and means are read off by [`stats`](crate::stats).
//! Start at [`Tally`].

mod baseline;
mod file;
mod histogram;
mod paired;
mod part;
mod quotients;

pub use baseline::{BASELINE_VERSION, Baseline, RECORDS_MOST, STRETCH, stretches};
pub use file::{Header, ReadError, Recorded, RecordedMetric, TALLY_VERSION, kind, write};
pub use histogram::Histogram;
pub use paired::{Joint, Labels, Matched, MatchedRatio, Matching, PairedTally, Shifts};
pub use part::{Counts, PART_VERSION, Part, PartHeader, Parts, Piece, Shard};
pub use quotients::Quotients;

use serde::{Deserialize, Serialize};

use crate::fight::{ABSENT, Catalogue};

/// Values that are counted without looking whether there are more.
const CHUNK: usize = 8;

/// How many fights ended with which value of which metric.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tally {
    fights: u64,
    metrics: Vec<Histogram>,
    /// For ratios of totals.
    products: Vec<Products>,
    /// How often each line of a policy decided.
    pub lines: Vec<u64>,
}

/// The sums over all fights of the products of some metrics with one other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Products {
    under: usize,
    /// Whether that one has ever been anything but 0. Until then there is nothing to multiply, which a processor foresees.
    seen: bool,
    /// Each of the others with the sum of its products.
    sums: Vec<(usize, i128)>,
}

impl Products {
    /// Those of the pairs of a catalogue, in the order of who first comes up below.
    fn of(catalogue: &Catalogue) -> Vec<Products> {
        let mut all: Vec<Products> = Vec::new();
        for (_, over, under) in catalogue.ratios.iter().flat_map(|ratio| catalogue.ratio_pairs(ratio)) {
            match all.iter_mut().find(|products| products.under == under) {
                Some(products) => products.sums.push((over, 0)),
                None => all.push(Products { under, seen: false, sums: vec![(over, 0)] }),
            }
        }
        all
    }

    #[inline]
    fn add(&mut self, values: &[i64]) {
        let under = values[self.under];
        if !self.seen {
            if under == 0 {
                return;
            }
            self.seen = true;
        }
        if under == ABSENT {
            return;
        }
        for (over, sum) in &mut self.sums {
            let over = values[*over];
            if over != ABSENT {
                *sum += i128::from(over) * i128::from(under);
            }
        }
    }

    fn merge(&mut self, other: &Products) {
        self.seen |= other.seen;
        for ((_, mine), (_, theirs)) in self.sums.iter_mut().zip(&other.sums) {
            *mine += theirs;
        }
    }
}

impl Tally {
    /// Nothing counted yet, for the metrics of this catalogue and so many policy lines.
    #[must_use]
    pub fn new(catalogue: &Catalogue, lines: usize) -> Self {
        Tally {
            fights: 0,
            metrics: vec![Histogram::default(); catalogue.metrics.len()],
            products: Products::of(catalogue),
            lines: vec![0; lines],
        }
    }

    /// Counts one fight by its values, one per metric.
    #[inline]
    pub fn record(&mut self, values: &[i64]) {
        self.fights += 1;
        // Zeros are counted along, though most values of most fights are 0: no processor foresees which ones.
        let (chunks, rest) = values.as_chunks::<CHUNK>();
        let (histograms, last) = self.metrics.as_chunks_mut::<CHUNK>();
        for (histograms, values) in histograms.iter_mut().zip(chunks) {
            histograms.iter_mut().zip(values).for_each(|(histogram, &value)| histogram.add(value));
        }
        last.iter_mut().zip(rest).for_each(|(histogram, &value)| histogram.add(value));
        self.products.iter_mut().for_each(|products| products.add(values));
    }

    /// Adds the counts of another part of the same run.
    pub fn merge(&mut self, other: &Tally) {
        self.fights += other.fights;
        for (mine, theirs) in self.metrics.iter_mut().zip(&other.metrics) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.products.iter_mut().zip(&other.products) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.lines.iter_mut().zip(&other.lines) {
            *mine += theirs;
        }
    }

    /// Whether both count the same things, so that they can be added.
    #[must_use]
    pub fn is_like(&self, other: &Tally) -> bool {
        let shape = |tally: &Tally| (tally.metrics.len(), tally.lines.len());
        let pairs = |tally: &Tally| tally.products().map(|(over, under, _)| (over, under)).collect::<Vec<_>>();
        shape(self) == shape(other) && pairs(self) == pairs(other)
    }

    /// How many fights have been counted.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.fights
    }

    /// How many of them have a value of this metric.
    #[must_use]
    pub fn n(&self, metric: usize) -> u64 {
        self.fights - self.metrics[metric].absent()
    }

    /// The values of a metric in ascending order, each with the number of fights that ended with it.
    #[must_use]
    pub fn counts(&self, metric: usize) -> Vec<(i64, u64)> {
        self.metrics[metric].counts(self.fights)
    }

    /// All sums of products: numerator, denominator, sum; those of one denominator stand together.
    pub fn products(&self) -> impl Iterator<Item = (usize, usize, i128)> + '_ {
        self.products.iter().flat_map(|products| products.sums.iter().map(|&(over, sum)| (over, products.under, sum)))
    }

    /// The sum over all fights of the product of two metrics that a ratio of the catalogue pairs.
    #[must_use]
    pub fn product(&self, over: usize, under: usize) -> Option<i128> {
        let (.., sum) = self.products().find(|&(one, other, _)| (one, other) == (over, under))?;
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::{Metric, RatioOfTotals, Scale, Subject};

    fn catalogue() -> Catalogue {
        let metric = |key: &str| Metric {
            key: key.into(),
            family: key.into(),
            label: key.into(),
            subject: Subject::Fight,
            scale: Scale::Amount("points"),
        };
        let ratio = RatioOfTotals { family: "r".into(), label: "r".into(), over: "a".into(), under: "b".into() };
        Catalogue { metrics: vec![metric("a"), metric("b")], ratios: vec![ratio], ..Catalogue::default() }
    }

    #[test]
    fn parts_add_up_to_the_whole_in_any_order() {
        let catalogue = catalogue();
        let fights = [[3, 2], [0, 0], [-4, 5000], [ABSENT, 1], [3, 9]];
        let of = |fights: &[[i64; 2]]| {
            let mut tally = Tally::new(&catalogue, 0);
            fights.iter().for_each(|values| tally.record(values));
            tally
        };
        let whole = of(&fights);
        for split in 0..=fights.len() {
            let (mut first, second) = (of(&fights[split..]), of(&fights[..split]));
            first.merge(&second);
            assert_eq!((0..2).map(|metric| first.counts(metric)).collect::<Vec<_>>(), [whole.counts(0), whole.counts(1)]);
            assert_eq!(first.product(0, 1), whole.product(0, 1));
        }
        assert_eq!(whole.counts(0), [(-4, 1), (0, 1), (3, 2)]);
        assert_eq!((whole.n(0), whole.n(1)), (4, 5));
        assert_eq!(whole.product(0, 1), Some(6 - 20_000 + 27));
    }
}
