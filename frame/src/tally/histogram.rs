//! A histogram of integers: at hand where most values fall, dense around them, sparse beyond.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::fight::ABSENT;

/// The number of values from 0 on that are counted in the histogram itself: most values of most metrics are among them.
const NEAR: usize = 64;
/// Smallest value that is counted densely.
const DENSE_FROM: i64 = -128;
/// The number of values that are counted densely at the most.
const DENSE: usize = 1024;

/// The number of times that each value other than 0 has been seen; zeros are what is left, whether they are counted along or
/// not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Values", into = "Values")]
pub struct Histogram {
    near: [u64; NEAR],
    dense: Vec<u64>,
    sparse: BTreeMap<i64, u64>,
    absent: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Histogram { near: [0; NEAR], dense: Vec::new(), sparse: BTreeMap::new(), absent: 0 }
    }
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
            *histogram.count_of(value) = count;
        }
        histogram
    }
}

impl Histogram {
    /// Counts a value; [`ABSENT`] is counted apart.
    #[inline]
    pub fn add(&mut self, value: i64) {
        match self.near.get_mut(value as usize) {
            Some(count) => *count += 1,
            None => self.add_farther(value),
        }
    }

    /// Counts a value outside the dense range, or an absent one.
    #[inline(never)]
    fn add_farther(&mut self, value: i64) {
        if value == ABSENT {
            self.absent += 1;
        } else {
            *self.count_of(value) += 1;
        }
    }

    /// The count of a value.
    fn count_of(&mut self, value: i64) -> &mut u64 {
        if (0..NEAR as i64).contains(&value) {
            return &mut self.near[value as usize];
        }
        let index = value.wrapping_sub(DENSE_FROM) as usize;
        if index >= DENSE {
            return self.sparse.entry(value).or_default();
        }
        if index >= self.dense.len() {
            // Growing in steps keeps equal counts equal whatever order they came in.
            self.dense.resize((index + 1).next_multiple_of(DENSE / 4), 0);
        }
        &mut self.dense[index]
    }

    /// Adds another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        for (mine, theirs) in self.near.iter_mut().zip(other.near) {
            *mine += theirs;
        }
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

    /// The number of fights that had no value.
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
        let near = (0..).zip(self.near);
        let dense = (DENSE_FROM..).zip(self.dense.iter().copied());
        let mut counts: Vec<(i64, u64)> = near.chain(dense).filter(|&(value, count)| value != 0 && count > 0).collect();
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
        for value in [1, 0, 1, -128, -129, 63, 64, 895, 896, 1_000_000, i64::MAX, ABSENT] {
            histogram.add(value);
        }
        let expected =
            [(-129, 1), (-128, 1), (0, 3), (1, 2), (63, 1), (64, 1), (895, 1), (896, 1), (1_000_000, 1), (i64::MAX, 1)];
        assert_eq!(histogram.counts(14), expected);
        assert_eq!(histogram.absent(), 1);
        let text = serde_json::to_string(&histogram).expect("it can be written");
        let read: Histogram = serde_json::from_str(&text).expect("it can be read");
        assert_eq!((read.counts(14), read.absent()), (histogram.counts(14), 1));
    }
}
