//! What an exact answer is: the distributions of everything that can be read off the ends of fights.

use std::collections::{BTreeMap, BTreeSet};

use crate::fight::ABSENT;
use crate::sim::{Known, Layout};
use crate::sim::layout::{Day, Part};
use crate::stats::Interval;

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

    /// Adds the end of a scenario's only fight, of whose values these are known.
    pub(super) fn end_of_only_fight(&mut self, values: &[i64], mass: f64) {
        for (metric, &value) in values.iter().enumerate() {
            self.add(metric, value, mass);
        }
    }

    /// Adds a part of a day, of which the first values of the core's catalogue are known.
    pub(super) fn part_of_day(&mut self, part: &Part, known: &[i64], mass: f64) {
        for (metric, value) in part.known(known) {
            self.add(metric, value, mass);
        }
    }

    /// Adds what a fight with these values answers to the conditions that are asked of it. What one fight cannot answer is
    /// `unanswered` of all.
    pub(super) fn answers(&mut self, layout: &Layout, known: &[i64], mass: f64, unanswered: &mut BTreeSet<usize>) {
        let first = layout.catalogue.metrics.len() - layout.questions.len();
        let mut answers = Vec::with_capacity(layout.questions.len());
        for (metric, question) in (first..).zip(&layout.questions) {
            let answer = question.value_by(Known { first: known, made: first, answers: &answers });
            match answer {
                Some(value) => self.add(metric, value.unwrap_or(ABSENT), mass),
                None => {
                    unanswered.insert(metric);
                }
            }
            answers.push(answer);
        }
        unanswered.iter().for_each(|&metric| self.metrics[metric].clear());
    }

    /// Adds the end of a day: what is known of its last state, and what is said of it as a whole.
    pub(super) fn end_of_day(&mut self, day: &Day, known: &[i64], past: &[i64], mass: f64) {
        self.part_of_day(&day.end, known, mass);
        for (metric, &value) in day.whole().zip(past) {
            self.add(metric, value, mass);
        }
    }

    /// Probability that a metric has a value (`share` of all fights, not only of those that have one).
    #[must_use]
    pub fn chance(&self, metric: usize, value: i64) -> f64 {
        self.metrics[metric].get(&value).copied().unwrap_or(0.0)
    }

    /// The probability that a metric has a value, among the fights that have one at all: between what was followed to its end
    /// and what else there may be.
    #[must_use]
    pub fn share(&self, metric: usize, value: i64) -> Option<Interval> {
        let mass: f64 = self.metrics[metric].values().sum();
        let (chance, all) = (self.chance(metric, value), mass + self.unresolved);
        let ends = |low: f64, high: f64| Interval { estimate: chance / mass, low: low.max(0.0), high: high.min(1.0) };
        (mass > 0.0).then(|| ends(chance / all, (chance + self.unresolved) / all))
    }

    /// The mean of a metric over the fights that have a value, with no more doubt than what was not followed leaves: it is
    /// taken to be like the largest of the values.
    #[must_use]
    pub fn mean(&self, metric: usize) -> Option<Interval> {
        let (mean, _) = self.moments(metric)?;
        let largest = self.metrics[metric].keys().map(|value| value.unsigned_abs()).max().unwrap_or(0).max(1);
        Some(Interval::around(mean, self.unresolved * largest as f64))
    }

    /// The smallest value that so many per cent of the fights with a value do not exceed.
    #[must_use]
    pub fn quantile(&self, metric: usize, percent: u8) -> Option<Interval> {
        let distribution = &self.metrics[metric];
        let at = |wanted: f64| {
            let mut sum = 0.0;
            let found = distribution.iter().find(|(_, mass)| {
                sum += *mass;
                sum >= wanted
            });
            found.or_else(|| distribution.last_key_value()).map(|(&value, _)| value as f64)
        };
        let mass: f64 = distribution.values().sum();
        let wanted = mass * f64::from(percent) / 100.0;
        // Sums of many small numbers are a little less than what they stand for.
        let doubt = self.unresolved + 1e-12;
        Some(Interval { estimate: at(wanted - 1e-12)?, low: at(wanted - doubt)?, high: at(wanted + doubt)? })
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
