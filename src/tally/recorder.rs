//! Counting fights one after the other, where a processor finds the counts fastest.
//!
//! Owns [`Recorder`], by which a [`Tally`] comes into being. Most values of most metrics are small, and most are 0: counts of
//! small values of a few metrics stand side by side, so that a fight touches few lines of memory. Nothing is decided here;
//! what has been counted is carried over into the tally before the small counts could overflow. Start at
//! [`Recorder::record`].

use crate::fight::{ABSENT, Catalogue};

use super::Tally;
use super::histogram::Histogram;

/// Metrics whose counts stand side by side: as many as make a row of eight bytes, which a processor finds by its number at once.
const CHUNK: usize = 4;
/// Values from 0 on that have a place here. With it a block is an odd number of lines of 64 bytes long: blocks that begin an even
/// number of lines apart would be driven out of a processor's memory by each other.
const NEAR: usize = 120;

/// Counts of the values of some metrics: by value, then by metric.
type Block = [[u16; CHUNK]; NEAR];

/// Counts fights into a tally.
#[derive(Clone, Debug)]
pub struct Recorder {
    tally: Tally,
    blocks: Vec<Block>,
    /// Fights that are counted here and not yet in the tally.
    pending: u16,
    products: Products,
}

/// Sums of products: those whose denominators have come up, and those that nothing can be added to so far, which are not even
/// looked at.
#[derive(Clone, Debug)]
struct Products {
    awake: Vec<Awake>,
    asleep: Vec<Asleep>,
}

/// A product that is added up.
#[derive(Clone, Debug)]
struct Awake {
    sum: i128,
    over: u32,
    under: u32,
    /// Its place among the products of the tally.
    place: u32,
}

/// Products of one denominator, as long as that has been nothing but 0.
#[derive(Clone, Debug)]
struct Asleep {
    under: u32,
    products: Vec<Awake>,
}

impl Recorder {
    /// Nothing counted yet, for the metrics of this catalogue and so many policy lines.
    #[must_use]
    pub fn new(catalogue: &Catalogue, lines: usize) -> Self {
        let tally = Tally::new(catalogue, lines);
        let blocks = vec![[[0; CHUNK]; NEAR]; catalogue.metrics.len().div_ceil(CHUNK)];
        Recorder { products: Products::of(&tally), blocks, pending: 0, tally }
    }

    /// Counts one fight by its values, one per metric.
    #[inline]
    pub fn record(&mut self, values: &[i64]) {
        let (chunks, rest) = values.as_chunks::<CHUNK>();
        let (blocks, last) = self.blocks.split_at_mut(chunks.len());
        let mut first = 0;
        for (block, chunk) in blocks.iter_mut().zip(chunks) {
            count(block, chunk, &mut self.tally.metrics, first);
            first += CHUNK;
        }
        if let [block] = last {
            count(block, rest, &mut self.tally.metrics, first);
        }
        self.products.add(values);
        self.pending += 1;
        if self.pending == u16::MAX {
            self.settle();
        }
    }

    /// What has been counted.
    #[must_use]
    pub fn into_tally(mut self) -> Tally {
        self.settle();
        self.tally
    }

    /// Carries the counts over into the tally.
    fn settle(&mut self) {
        self.tally.fights += u64::from(std::mem::take(&mut self.pending));
        for (block, histograms) in self.blocks.iter_mut().zip(self.tally.metrics.chunks_mut(CHUNK)) {
            for (value, counts) in (0..).zip(block).filter(|(_, counts)| **counts != [0; CHUNK]) {
                for (histogram, count) in histograms.iter_mut().zip(std::mem::take(counts)) {
                    histogram.add_many(value, count.into());
                }
            }
        }
        for product in &mut self.products.awake {
            self.tally.products[product.place as usize].sum += std::mem::take(&mut product.sum);
        }
    }
}

/// Counts values of the metrics of a block, the first of which has this number. Zeros are counted along: no processor foresees
/// which of the many they are.
#[inline(always)]
fn count(block: &mut Block, values: &[i64], histograms: &mut [Histogram], first: usize) {
    for (place, &value) in values.iter().enumerate().take(CHUNK) {
        match block.get_mut(value as usize) {
            Some(counts) => counts[place] += 1,
            None => count_farther(histograms, first + place, value),
        }
    }
}

#[inline(never)]
fn count_farther(histograms: &mut [Histogram], metric: usize, value: i64) {
    histograms[metric].add(value);
}

impl Products {
    fn of(tally: &Tally) -> Self {
        let mut asleep: Vec<Asleep> = Vec::new();
        for (place, product) in (0..).zip(&tally.products) {
            let (over, under) = (product.over as u32, product.under as u32);
            let product = Awake { sum: 0, over, under, place };
            match asleep.iter_mut().find(|one| one.under == under) {
                Some(one) => one.products.push(product),
                None => asleep.push(Asleep { under, products: vec![product] }),
            }
        }
        Products { awake: Vec::with_capacity(tally.products.len()), asleep }
    }

    #[inline]
    fn add(&mut self, values: &[i64]) {
        if self.asleep.iter().any(|one| values[one.under as usize] != 0) {
            self.wake(values);
        }
        for product in &mut self.awake {
            let (over, under) = (values[product.over as usize], values[product.under as usize]);
            if over != ABSENT && under != ABSENT {
                product.sum += i128::from(over) * i128::from(under);
            }
        }
    }

    #[inline(never)]
    fn wake(&mut self, values: &[i64]) {
        let woken = self.asleep.extract_if(.., |one| values[one.under as usize] != 0);
        self.awake.extend(woken.flat_map(|one| one.products));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::{Metric, RatioOfTotals, Scale, Subject};

    fn catalogue(metrics: usize) -> Catalogue {
        let metric = |index: usize| Metric {
            key: format!("m{index}"),
            family: format!("m{index}"),
            label: "m".into(),
            subject: Subject::Fight,
            scale: Scale::Amount("points"),
        };
        let ratio = |over: &str, under: &str| RatioOfTotals {
            family: "r".into(),
            label: "r".into(),
            over: over.into(),
            under: under.into(),
        };
        // The same pair twice, as two ratios may have it.
        let ratios = vec![ratio("m0", "m1"), ratio("m2", "m1"), ratio("m0", "m1"), ratio("m1", "m3")];
        Catalogue { metrics: (0..metrics).map(metric).collect(), ratios, ..Catalogue::default() }
    }

    /// Values of every kind: small, large, negative, absent; those of `m3` are 0 at first.
    fn value(fight: i64, metric: i64) -> i64 {
        match (fight * 7 + metric * 13) % 11 {
            _ if metric == 3 && fight < 70_000 => 0,
            0 => ABSENT,
            1 => -(fight % 5),
            2 => 100 + fight % 60,
            3 => 5_000 + fight % 3,
            small => small + fight % 9,
        }
    }

    #[test]
    fn every_value_is_counted_however_many_fights_there_are() {
        for metrics in [4, 8, 13] {
            let catalogue = catalogue(metrics);
            // More fights than a small count can hold.
            let fights: Vec<Vec<i64>> =
                (0..70_005).map(|fight| (0..metrics as i64).map(|metric| value(fight, metric)).collect()).collect();
            let mut recorder = Recorder::new(&catalogue, 0);
            fights.iter().for_each(|values| recorder.record(values));
            let tally = recorder.into_tally();
            assert_eq!(tally.fights(), 70_005);
            for metric in 0..metrics {
                let mut histogram = Histogram::default();
                fights.iter().for_each(|values| histogram.add(values[metric]));
                assert_eq!(tally.counts(metric), histogram.counts(70_005), "metric {metric} of {metrics}");
                assert_eq!(tally.n(metric), 70_005 - histogram.absent());
            }
            for (over, under, sum) in tally.products() {
                let there = fights.iter().map(|values| (values[over], values[under]));
                let there = there.filter(|&(over, under)| over != ABSENT && under != ABSENT);
                assert_eq!(sum, there.map(|(over, under)| i128::from(over) * i128::from(under)).sum::<i128>());
            }
            assert_eq!(tally.products().count(), 4);
        }
    }
}
