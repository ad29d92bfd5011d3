//! What an exact answer is: the distributions of everything that can be read off the ends of fights.

use std::collections::BTreeMap;

use crate::fight::ABSENT;
use crate::sim::Layout;

use super::Size;

/// Exact distributions of everything that can be read off the state in which fights and days end.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Probability of each value, per metric of the layout and in its order; nothing for those that have to be counted while
    /// a fight goes on.
    pub metrics: Vec<BTreeMap<i64, f64>>,
    /// Probability of all that was not followed to its end; every other number is short by at most this.
    pub unresolved: f64,
    /// What was explored.
    pub size: Size,
}

impl Solved {
    /// Nothing solved yet, of so many metrics.
    #[must_use]
    pub fn new(metrics: usize) -> Self {
        Solved { metrics: vec![BTreeMap::new(); metrics], unresolved: 0.0, size: Size::default() }
    }

    fn add(&mut self, metric: usize, value: i64, mass: f64) {
        if value != ABSENT {
            *self.metrics[metric].entry(value).or_default() += mass;
        }
    }

    /// Adds the end of the fight of this number, from 0. The first `of_state` of its values can be known.
    pub(super) fn end_of_fight(&mut self, (layout, of_state): (&Layout, usize), fight: usize, values: &[i64], mass: f64) {
        for (metric, &value) in values[..of_state].iter().enumerate() {
            self.add(fight * layout.block + metric, value, mass);
        }
    }

    /// Adds the end of a day: the values of its last state, and what is said of it as a whole.
    pub(super) fn end_of_day(&mut self, layout: &Layout, values: &[i64], past: &[i64], mass: f64) {
        let last = layout.end.iter().map(|&metric| values[metric]);
        for (metric, value) in (layout.fights * layout.block..).zip(last.chain(past.iter().copied())) {
            self.add(metric, value, mass);
        }
    }

    /// Probability that a metric has a value (`share` of all fights, not only of those that have one).
    #[must_use]
    pub fn chance(&self, metric: usize, value: i64) -> f64 {
        self.metrics[metric].get(&value).copied().unwrap_or(0.0)
    }

    /// Mean and standard deviation of a metric over the fights that have a value.
    #[must_use]
    pub fn moments(&self, metric: usize) -> Option<(f64, f64)> {
        let distribution = &self.metrics[metric];
        let mass: f64 = distribution.values().sum();
        if mass <= 0.0 {
            return None;
        }
        let mean = distribution.iter().map(|(&value, mass)| value as f64 * mass).sum::<f64>() / mass;
        let variance = distribution.iter().map(|(&value, mass)| (value as f64 - mean).powi(2) * mass).sum::<f64>() / mass;
        Some((mean, variance.max(0.0).sqrt()))
    }
}
