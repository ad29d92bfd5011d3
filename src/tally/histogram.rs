//! A histogram of integers: dense where most values fall, sparse beyond.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::fight::ABSENT;

/// Smallest value that is counted densely.
const DENSE_FROM: i64 = -128;
/// How many values are counted densely at the most.
const DENSE: usize = 1024;

/// How often each value other than 0 has been seen; zeros are what is left, whether they are counted along or not.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Values", into = "Values")]
pub struct Histogram {
    dense: Vec<u64>,
    sparse: BTreeMap<i64, u64>,
    absent: u64,
}

/// A histogram as a file has it.
#[derive(Serialize, Deserialize)]
struct Values {
    /// Values other than 0 in ascending order, each with its count.
    values: Vec<(i64, u64)>,
    absent: u64,
}

impl From<Histogram> for Values {
    fn from(histogram: Histogram) -> Self {
        Values { values: histogram.nonzero(), absent: histogram.absent }
    }
}

impl From<Values> for Histogram {
    fn from(Values { values, absent }: Values) -> Self {
        let mut histogram = Histogram { absent, ..Histogram::default() };
        for (value, count) in values {
            histogram.add(value);
            let index = value.wrapping_sub(DENSE_FROM) as usize;
            match histogram.dense.get_mut(index) {
                Some(dense) => *dense = count,
                None => *histogram.sparse.entry(value).or_default() = count,
            }
        }
        histogram
    }
}

impl Histogram {
    /// Counts a value; [`ABSENT`] is counted apart.
    #[inline]
    pub fn add(&mut self, value: i64) {
        let index = value.wrapping_sub(DENSE_FROM) as usize;
        if let Some(count) = self.dense.get_mut(index) {
            *count += 1;
        } else {
            self.add_elsewhere(value, index);
        }
    }

    #[cold]
    fn add_elsewhere(&mut self, value: i64, index: usize) {
        if value == ABSENT {
            self.absent += 1;
        } else if index < DENSE {
            // Growing in steps keeps equal counts equal whatever order they came in.
            self.dense.resize((index + 1).next_multiple_of(DENSE / 4), 0);
            self.dense[index] += 1;
        } else {
            *self.sparse.entry(value).or_default() += 1;
        }
    }

    /// Adds another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        if other.dense.len() > self.dense.len() {
            self.dense.resize(other.dense.len(), 0);
        }
        for (mine, theirs) in self.dense.iter_mut().zip(&other.dense) {
            *mine += theirs;
        }
        for (&value, count) in &other.sparse {
            *self.sparse.entry(value).or_default() += count;
        }
        self.absent += other.absent;
    }

    /// How many fights had no value.
    #[must_use]
    pub fn absent(&self) -> u64 {
        self.absent
    }

    /// All values in ascending order with their counts, of so many fights in all.
    #[must_use]
    pub fn counts(&self, fights: u64) -> Vec<(i64, u64)> {
        let mut counts = self.nonzero();
        let zeros = fights - self.absent - counts.iter().map(|(_, count)| count).sum::<u64>();
        if zeros > 0 {
            counts.push((0, zeros));
        }
        counts.sort_unstable();
        counts
    }

    /// Values other than 0 in ascending order with their counts.
    fn nonzero(&self) -> Vec<(i64, u64)> {
        let dense = self.dense.iter().enumerate().map(|(index, &count)| (index as i64 + DENSE_FROM, count));
        let mut counts: Vec<(i64, u64)> = dense.filter(|&(value, count)| value != 0 && count > 0).collect();
        counts.extend(self.sparse.iter().map(|(&value, &count)| (value, count)));
        counts.sort_unstable();
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_far_away_are_counted_as_exactly_as_near_ones() {
        let mut histogram = Histogram::default();
        for value in [1, 0, 1, -128, -129, 895, 896, 1_000_000, i64::MAX, ABSENT] {
            histogram.add(value);
        }
        let expected = [(-129, 1), (-128, 1), (0, 3), (1, 2), (895, 1), (896, 1), (1_000_000, 1), (i64::MAX, 1)];
        assert_eq!(histogram.counts(12), expected);
        assert_eq!(histogram.absent(), 1);
        let text = serde_json::to_string(&histogram).expect("it can be written");
        let read: Histogram = serde_json::from_str(&text).expect("it can be read");
        assert_eq!((read.counts(12), read.absent()), (histogram.counts(12), 1));
    }
}
