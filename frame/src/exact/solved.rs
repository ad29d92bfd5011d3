//! The exact answer: the distributions of everything that can be read off the ends of fights.

use std::collections::{BTreeMap, BTreeSet};

use crate::fight::ABSENT;
use crate::sim::layout::{Day, DayMoment, LayoutPart};
use crate::sim::{KnownValues, Layout};
use crate::stats::mixed::Mixture;
use crate::stats::sample::ValueBounds;
use crate::stats::{Interval, Level};
use crate::tally::Tally;

use super::Size;
use super::budget::SolverStop;

/// The share that is as good as followed to its end when no more was left: chains of dice have no end.
pub const NEGLIGIBLE: f64 = 1e-9;

/// Fights that were played on from where the solver stopped.
#[derive(Clone, Debug)]
pub struct PlayedOn {
    /// The probability of all that they stand for.
    pub mass: f64,
    /// The ends they have come to.
    pub tally: Tally,
    /// The confidence of every interval that follows from them.
    pub level: Level,
    /// By metric: those of which it can have a value.
    pub samples: Vec<Drawn>,
    /// By metric: the range of its values, as far as its unit tells; where it tells nothing, what came up is all that is known.
    pub ends: Vec<Option<[i64; 2]>>,
}

/// The part of what was played on from which a metric of a day can still get its value: what stood at a later point of the day has it
/// behind itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drawn {
    /// The probability that it stands for.
    pub mass: f64,
    /// The number of days that were played on.
    pub fights: u64,
}

impl PlayedOn {
    /// Fights that were played on, each of which can have a value of every metric.
    #[must_use]
    pub fn whole(mass: f64, tally: Tally, level: Level, metrics: usize) -> Self {
        let all = Drawn { mass, fights: tally.fights() };
        PlayedOn { mass, tally, level, samples: vec![all; metrics], ends: vec![None; metrics] }
    }

    /// The part from which a metric was sampled; none where nothing was.
    #[must_use]
    pub fn sample(&self, metric: usize) -> Option<Drawn> {
        self.samples.get(metric).copied().filter(|drawn| drawn.fights > 0)
    }
}

/// Exact distributions of everything that can be read off the state in which fights and days end, as far as they were followed.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Probability of each value, per metric of the layout and in its order; nothing for those that have to be counted while
    /// a fight goes on, of which at most the [mean](Self::mean) is known.
    pub metrics: Vec<BTreeMap<i64, f64>>,
    /// Probability of all that was not followed to its end; every other number is short by at most this.
    pub unresolved: f64,
    /// The reason why something was not followed to its end; nothing when all was.
    pub stopped: Option<SolverStop>,
    /// The size of what was explored.
    pub size: Size,
    /// Fights that were played on from where the solver stopped. Shares, means and quantiles then have intervals of their confidence
    /// in place of bounds.
    pub played: Option<PlayedOn>,
    /// The share of each metric that was not followed, as `unresolved`: less of what belongs to an early fight of a day.
    unfollowed: Vec<f64>,
    /// The bounds of the values of each metric, where they are known.
    ranges: Vec<Option<[i64; 2]>>,
    /// Means of those that have to be counted while a fight goes on, where they are known.
    means: Vec<Option<f64>>,
}

impl Solved {
    /// Nothing solved yet, of metrics whose values lie in these ranges, where they are known.
    #[must_use]
    pub fn new(ranges: Vec<Option<[i64; 2]>>) -> Self {
        Solved {
            metrics: vec![BTreeMap::new(); ranges.len()],
            unresolved: 0.0,
            stopped: None,
            size: Size::default(),
            played: None,
            unfollowed: vec![0.0; ranges.len()],
            means: vec![None; ranges.len()],
            ranges,
        }
    }

    /// Itself, when everything was followed to its end.
    ///
    /// # Errors
    /// The reason why it was not, and the part that was explored.
    pub fn whole(self) -> Result<Self, (SolverStop, Size)> {
        match self.stopped {
            None => Ok(self),
            Some(stop) => Err((stop, self.size)),
        }
    }

    /// The probability of fights that may have any value of this metric, or none, because they were not followed.
    #[must_use]
    pub fn unfollowed(&self, metric: usize) -> f64 {
        self.unfollowed[metric]
    }

    /// True if what was not followed is negligible for this metric.
    #[must_use]
    pub fn settled(&self, metric: usize) -> bool {
        let mass: f64 = self.metrics[metric].values().sum();
        self.stopped.is_none() && self.unfollowed[metric] <= NEGLIGIBLE || self.unfollowed[metric] <= NEGLIGIBLE * mass
    }

    /// Notes that so much of the probability was not followed any more, whatever it is about, and why.
    pub fn lose(&mut self, mass: f64, stop: SolverStop) {
        self.unresolved += mass;
        self.stopped = Some(stop);
        self.unfollowed.fill(self.unresolved);
    }

    /// Notes that whatever was lost by now may have any value of these metrics.
    pub(super) fn decided(&mut self, metrics: impl Iterator<Item = usize>) {
        metrics.for_each(|metric| self.unfollowed[metric] = self.unresolved);
    }

    /// Adds probability to a value of a metric, unless the fight has none.
    pub(super) fn add(&mut self, metric: usize, value: i64, mass: f64) {
        if value != ABSENT {
            *self.metrics[metric].entry(value).or_default() += mass;
        }
    }

    /// Notes the means of what has been counted.
    pub(super) fn counted(&mut self, means: Vec<Option<f64>>) {
        self.means = means;
    }

    /// True if something is known of a metric.
    #[must_use]
    pub fn knows(&self, metric: usize) -> bool {
        let played = self.played.as_ref().is_some_and(|played| played.tally.n(metric) > 0);
        played
            || self.metrics.get(metric).is_some_and(|distribution| !distribution.is_empty())
            || self.mean_of_counted(metric).is_some()
    }

    /// Adds the end of a scenario's only fight, of whose values these are known.
    pub(super) fn end_of_only_fight(&mut self, values: &[i64], mass: f64) {
        for (metric, &value) in values.iter().enumerate() {
            self.add(metric, value, mass);
        }
    }

    /// Adds a part of a day, of which the first values of the core's catalogue are known.
    pub(super) fn part_of_day(&mut self, part: &LayoutPart, known: &[i64], mass: f64) {
        for (metric, value) in part.known(known) {
            self.add(metric, value, mass);
        }
    }

    /// Adds what somebody asked for of a moment of a day.
    pub(super) fn kept(&mut self, day: &Day, moment: DayMoment, known: &[i64], mass: f64) {
        for (metric, sum) in day.kept(moment, known) {
            self.add(metric, sum, mass);
        }
    }

    /// Adds what a fight with these values answers to the conditions that are asked of it. What one fight cannot answer is
    /// `unanswered` of all.
    pub(super) fn answers(&mut self, layout: &Layout, known: &[i64], mass: f64, unanswered: &mut BTreeSet<usize>) {
        let first = layout.catalogue.metrics.len() - layout.questions.len();
        let mut answers = Vec::with_capacity(layout.questions.len());
        for (metric, question) in (first..).zip(&layout.questions) {
            let answer = question.value_by(KnownValues { first: known, made: first, answers: &answers });
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
        self.kept(day, DayMoment::End, known, mass);
        for (metric, &value) in day.whole().zip(past) {
            self.add(metric, value, mass);
        }
    }

    /// Reads a metric of which one part is known and another sampled, with the confidence; nothing where nothing of it was played on.
    #[must_use]
    pub fn mixed<T>(&self, metric: usize, read: impl FnOnce(&Mixture<'_>, Level) -> T) -> Option<T> {
        let played = self.played.as_ref()?;
        let drawn = played.sample(metric)?;
        let sample = played.tally.counts(metric);
        let known: Vec<(i64, f64)> = self.metrics[metric].iter().map(|(&value, &mass)| (value, mass)).collect();
        let mass: f64 = known.iter().map(|(_, mass)| mass).sum();
        if known.is_empty() && sample.is_empty() {
            return None;
        }
        let mixture = Mixture {
            known,
            sample: &sample,
            fights: drawn.fights,
            sampled: drawn.mass,
            open: (self.unfollowed[metric] - drawn.mass).max(0.0),
            // Metrics that are told early are known of fights too that were not followed to their end.
            always: (mass + self.unfollowed[metric] - 1.0).abs() <= NEGLIGIBLE,
            ends: match played.ends.get(metric).copied().flatten() {
                Some([least, most]) => ValueBounds::new(least, most).around(&sample),
                None => ValueBounds::of(&sample),
            },
        };
        Some(read(&mixture, played.level))
    }

    /// The probability of every value of a metric: estimated in part, where fights were played on.
    #[must_use]
    pub fn distribution(&self, metric: usize) -> BTreeMap<i64, f64> {
        let mut whole = self.metrics.get(metric).cloned().unwrap_or_default();
        if let Some((played, drawn)) = self.played.as_ref().and_then(|played| Some((played, played.sample(metric)?))) {
            for (value, count) in played.tally.counts(metric) {
                *whole.entry(value).or_default() += drawn.mass * count as f64 / drawn.fights as f64;
            }
        }
        whole
    }

    /// The number of fights from their beginning that would know a share as well; nothing where nothing was played on, or the
    /// share is 0 or 1.
    #[must_use]
    pub fn worth(&self, metric: usize, value: i64) -> Option<f64> {
        let share = self.mixed(metric, |mixture, level| mixture.share(|given| given == value, level))??;
        let z = self.played.as_ref()?.level.z();
        let (estimate, half) = (share.estimate, share.half_width());
        (estimate > 0.0 && estimate < 1.0 && half > 0.0).then(|| estimate * (1.0 - estimate) * (z / half).powi(2))
    }

    /// Probability that a metric has a value (`share` of all fights, not only of those that have one).
    #[must_use]
    pub fn chance(&self, metric: usize, value: i64) -> f64 {
        self.metrics[metric].get(&value).copied().unwrap_or(0.0)
    }

    /// The probability that a metric has a value that passes a test, among the fights that have one at all: for certain within
    /// the limits, whatever the fights are like that were not followed. Nothing when no fight is known that has one.
    #[must_use]
    pub fn share(&self, metric: usize, test: impl Fn(i64) -> bool) -> Option<Interval> {
        if let Some(mixed) = self.mixed(metric, |mixture, level| mixture.share(&test, level)) {
            return mixed;
        }
        let mass: f64 = self.metrics[metric].values().sum();
        let passed: f64 = self.metrics[metric].iter().filter(|(value, _)| test(**value)).map(|(_, mass)| mass).sum();
        let (open, all) = (self.unfollowed[metric], mass + self.unfollowed[metric]);
        // The sum of nothing is -0.
        let within = |share: f64| share.clamp(0.0, 1.0) + 0.0;
        let [estimate, low, high] = [passed / mass, passed / all, (passed + open) / all].map(within);
        (mass > 0.0).then_some(Interval { estimate, low, high })
    }

    /// The mean of a metric over the fights that have a value. Nothing where fights were not followed whose values nobody can
    /// bound; what is negligible is taken to be like the largest of the values.
    #[must_use]
    pub fn mean(&self, metric: usize) -> Option<Interval> {
        if let Some(mixed) = self.mixed(metric, |mixture, level| mixture.mean(level)) {
            return mixed;
        }
        let Some((mean, _)) = self.moments(metric) else { return self.mean_of_counted(metric) };
        let (mass, open): (f64, f64) = (self.metrics[metric].values().sum(), self.unfollowed[metric]);
        if self.settled(metric) {
            let largest = self.metrics[metric].keys().map(|value| value.unsigned_abs()).max().unwrap_or(0).max(1);
            return Some(Interval::around(mean, open * largest as f64 / mass));
        }
        let [low, high] = self.ranges[metric]?.map(|end| (mean * mass + end as f64 * open) / (mass + open));
        Some(Interval { estimate: mean, low, high })
    }

    /// The mean of a metric of which nothing else is known. What is negligible is taken to be no more than a thousand times it.
    fn mean_of_counted(&self, metric: usize) -> Option<Interval> {
        const LARGEST: f64 = 1e3;
        let mean = (*self.means.get(metric)?)?;
        self.settled(metric).then(|| Interval::around(mean, self.unfollowed[metric] * LARGEST * mean.abs().max(1.0)))
    }

    /// The smallest value that so many per cent of the fights with a value do not exceed. Nothing where too many were not
    /// followed for one of its limits to be known.
    #[must_use]
    pub fn quantile(&self, metric: usize, percent: u8) -> Option<Interval> {
        if let Some(mixed) = self.mixed(metric, |mixture, level| mixture.quantile(percent, level)) {
            return mixed;
        }
        let distribution = &self.metrics[metric];
        let (mass, open): (f64, f64) = (distribution.values().sum(), self.unfollowed[metric]);
        let share = f64::from(percent) / 100.0;
        // Sums of many small numbers are a little less than what they stand for.
        let settled = self.settled(metric);
        let slack = if settled { open + 1e-12 } else { 1e-12 };
        let at = |wanted: f64| {
            let mut sum = 0.0;
            let found = distribution.iter().find(|(_, mass)| {
                sum += *mass;
                sum >= wanted
            });
            let found = found.or_else(|| distribution.last_key_value().filter(|_| wanted <= mass + slack));
            found.map(|(&value, _)| value as f64)
        };
        let (low, high) = (share * mass - (1.0 - share) * open, share * (mass + open));
        let low = (low > 0.0 || settled).then_some(low)?;
        Some(Interval { estimate: at(share * mass - 1e-12)?, low: at(low - 1e-12)?, high: at(high + 1e-12)? })
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
