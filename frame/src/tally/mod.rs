//! Tallies: the result of a run as exact integer counts.
//!
//! Owns [`Histogram`], [`Tally`], its counterpart for two variants of the same fights, [`PairedTally`], the tally file and the
//! [`Baseline`] file, the files of [parts](TallyPart) of a run, and what has to be the same for counts to be added ([`results()`]). Addition is associative and commutative, so any number of threads,
//! batches and shards gives the same bytes. No float lives here: rates and means are read off by [`stats`](crate::stats).
//! [`Ranges`] say what values can be. Start at [`Tally`].

mod baseline;
mod file;
mod histogram;
mod paired;
mod part;
mod quotients;
mod ranges;
mod results;

pub use baseline::{BASELINE_VERSION, Baseline, RECORDS_MOST, STRETCH, order, stretches};
pub use file::{Header, ReadError, Recorded, RecordedMetric, TALLY_VERSION, kind, write};
pub use histogram::Histogram;
pub use paired::{Controls, Joint, Labels, MatchedMetric, MatchedRatio, Matching, PairedTally, Shifts};
pub use part::{PART_VERSION, PartCounts, PartHeader, Parts, Piece, Shard, TallyPart};
pub use quotients::Quotients;
pub use ranges::Ranges;
pub use results::results;

use serde::{Deserialize, Serialize};

use crate::fight::{ABSENT, Catalogue};

/// Values that are counted without looking whether there are more.
const CHUNK: usize = 8;

/// The number of fights by the value of each metric.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tally {
    fights: u64,
    metrics: Vec<Histogram>,
    /// For ratios of totals.
    products: Vec<Product>,
    /// The number of decisions by each line of a policy.
    pub lines: Vec<u64>,
}

/// The sum over all fights of the product of two metrics.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Product {
    over: usize,
    under: usize,
    sum: i128,
}

impl Tally {
    /// Nothing counted yet, for the metrics of this catalogue and so many policy lines.
    #[must_use]
    pub fn new(catalogue: &Catalogue, lines: usize) -> Self {
        let pairs = catalogue.ratios.iter().flat_map(|ratio| catalogue.ratio_pairs(ratio));
        Tally {
            fights: 0,
            metrics: vec![Histogram::default(); catalogue.metrics.len()],
            products: pairs.map(|(_, over, under)| Product { over, under, sum: 0 }).collect(),
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
        for product in &mut self.products {
            let (over, under) = (values[product.over], values[product.under]);
            if over != ABSENT && under != ABSENT {
                product.sum += i128::from(over) * i128::from(under);
            }
        }
    }

    /// Adds the counts of another part of the same run.
    pub fn merge(&mut self, other: &Tally) {
        self.fights += other.fights;
        for (mine, theirs) in self.metrics.iter_mut().zip(&other.metrics) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.products.iter_mut().zip(&other.products) {
            mine.sum += theirs.sum;
        }
        for (mine, theirs) in self.lines.iter_mut().zip(&other.lines) {
            *mine += theirs;
        }
    }

    /// True if both count the same things, so that they can be added.
    #[must_use]
    pub fn is_like(&self, other: &Tally) -> bool {
        let shape = |tally: &Tally| (tally.metrics.len(), tally.lines.len());
        let pairs = |tally: &Tally| tally.products.iter().map(|one| (one.over, one.under)).collect::<Vec<_>>();
        shape(self) == shape(other) && pairs(self) == pairs(other)
    }

    /// The number of fights that have been counted.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.fights
    }

    /// The number of them that have a value of this metric.
    #[must_use]
    pub fn n(&self, metric: usize) -> u64 {
        self.fights - self.metrics[metric].absent()
    }

    /// The values of a metric in ascending order, each with the number of fights that ended with it.
    #[must_use]
    pub fn counts(&self, metric: usize) -> Vec<(i64, u64)> {
        self.metrics[metric].counts(self.fights)
    }

    /// The least and the most that a metric has been; nothing where no fight had it.
    #[must_use]
    pub fn extremes(&self, metric: usize) -> Option<[i64; 2]> {
        let counts = self.counts(metric);
        Some([counts.first()?.0, counts.last()?.0])
    }

    /// All sums of products: numerator, denominator, sum.
    pub fn products(&self) -> impl Iterator<Item = (usize, usize, i128)> + '_ {
        self.products.iter().map(|product| (product.over, product.under, product.sum))
    }

    /// The sum over all fights of the product of two metrics that a ratio of the catalogue pairs.
    #[must_use]
    pub fn product(&self, over: usize, under: usize) -> Option<i128> {
        let product = self.products.iter().find(|product| (product.over, product.under) == (over, under))?;
        Some(product.sum)
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
