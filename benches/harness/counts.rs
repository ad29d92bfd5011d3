//! The counts of a loop by hand, if it counts: how many fights ended with which value of which metric.

use frame::fight::Catalogue;
use frame::tally::Tally;

/// Values from this one on have a place.
const FROM: i32 = -128;
/// The number of them.
const VALUES: usize = 2048;

/// Counts of some metrics, each at its place.
pub struct Counts {
    keys: Vec<String>,
    of: Vec<Vec<u64>>,
}

impl Counts {
    /// Nothing counted yet of the metrics of these keys.
    pub fn new(keys: Vec<String>) -> Self {
        let of = vec![vec![0; VALUES]; keys.len()];
        Counts { keys, of }
    }

    /// Counts a value of the metric at this place.
    #[inline]
    pub fn add(&mut self, place: usize, value: i32) {
        self.of[place][(value - FROM) as usize] += 1;
    }

    /// Counts values of the metrics from this place on; the number of those that have been.
    #[inline]
    pub fn add_all<'a>(&mut self, place: usize, values: impl IntoIterator<Item = &'a i32>) {
        for (counts, &value) in self.of[place..].iter_mut().zip(values) {
            counts[(value - FROM) as usize] += 1;
        }
    }

    /// Asserts that the engine counts the same.
    pub fn assert_same(&self, catalogue: &Catalogue, tally: &Tally) {
        for (key, counts) in self.keys.iter().zip(&self.of) {
            let counts = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            let counts: Vec<(i64, u64)> = counts.map(|(place, &count)| (place as i64 + i64::from(FROM), count)).collect();
            let metric = catalogue.index(key).unwrap_or_else(|| panic!("there is no metric {key}"));
            assert_eq!(tally.counts(metric), counts, "{key}");
        }
    }
}
