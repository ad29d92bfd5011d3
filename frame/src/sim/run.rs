//! A run: batch after batch of fights, until there are enough of them.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Failure;
use crate::fight::{Scale, typed};
use crate::stats::Level;
use crate::stats::looks::{self, PrecisionDemand, StatisticEvidence};
use crate::tally::Tally;

use super::engine::Engine;
use super::layout::Layout;
use super::own::sized;
use super::threads::{self, ThreadPool};
use super::worker::BegunFights;

/// The point at which a run has enough fights.
#[derive(Clone, PartialEq, Debug)]
pub enum RunStop {
    /// After so many.
    Fights(u64),
    /// At the first look at which every demanded statistic is as precise as asked, or after `fights_max`.
    Precision {
        /// Longest reach of an interval that is good enough: a share for rates, in units of the metric for means.
        precision: f64,
        /// Confidence level of the intervals.
        level: Level,
        /// The most fights.
        fights_max: u64,
    },
}

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct RunProgress {
    /// Fights played.
    pub fights: u64,
    /// Fights that will be needed, as far as can be told.
    pub needed: u64,
    /// The widest reach among the demanded statistics, with the name of its metric.
    pub widest: Option<(String, f64)>,
}

/// The receiver of rows: one call per batch, in the order of the fights, with the number of the batch's first fight and the
/// values of all its fights one after the other.
pub type Rows<'a> = &'a mut (dyn FnMut(u64, &[i64]) -> Result<(), Failure> + Send);

/// A run to be made.
pub struct Run<'a> {
    /// The scenario.
    pub loaded: &'a dyn Engine,
    /// Its layout.
    pub layout: &'a Layout,
    /// The seed.
    pub seed: u64,
    /// The point at which it has enough.
    pub stop: RunStop,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
    /// Fights in a batch; without it, as many as take a fraction of a second.
    pub batch: Option<u64>,
}

/// The precision of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct ReachedPrecision {
    /// The statistic that needs the most fights: a metric's key, and of a category the label.
    pub limiting: String,
    /// Reach of its interval.
    pub reach: f64,
    /// Fights that all demands need, as far as can be told.
    pub fights_needed: Option<u64>,
    /// True if all demands are met.
    pub met: bool,
}

/// The result of a run.
#[derive(Debug)]
pub struct Done {
    /// The counts.
    pub tally: Tally,
    /// The precision, when it was asked for.
    pub reached: Option<ReachedPrecision>,
    /// True if it was broken off before it had enough.
    pub interrupted: bool,
}

/// Fights of the first batch; later ones grow with what has been played.
const BATCH_FIRST: u64 = 4096;
/// Fights of a batch at the most.
pub(super) const BATCH_MOST: u64 = 1 << 18;
/// Fights of a batch at the most when rows are written, so that memory stays small.
const BATCH_ROWS: u64 = 1 << 13;
/// Parts into which a batch is divided among threads.
const PARTS: u64 = 64;
/// Fights of a part at the least: what a part costs by itself must not show.
const PART_LEAST: u64 = 256;

impl Run<'_> {
    /// Plays until there are enough fights, or until `interrupted` becomes true. `progress` is called after every batch.
    ///
    /// # Errors
    /// More threads than can be started; an own metric that is too large; any failure of `rows`.
    pub fn go(
        &self,
        interrupted: &AtomicBool,
        mut progress: impl FnMut(&RunProgress) + Send,
        rows: Option<Rows<'_>>,
    ) -> Result<Done, Failure> {
        ThreadPool::new(self.threads)?.install(|| self.batches(interrupted, &mut progress, rows))
    }

    /// Plays fights from one look to the next, until the stop is reached or somebody interrupts.
    fn batches(
        &self,
        interrupted: &AtomicBool,
        progress: &mut dyn FnMut(&RunProgress),
        mut rows: Option<Rows<'_>>,
    ) -> Result<Done, Failure> {
        let mut tally = Tally::new(&self.layout.catalogue, self.loaded.lines().lines().len());
        let mut reached = None;
        for look in self.looks() {
            while tally.fights() < look {
                if interrupted.load(Ordering::Relaxed) {
                    return Ok(Done { tally, reached, interrupted: true });
                }
                let from = tally.fights();
                let batch = self.batch.unwrap_or_else(|| from.clamp(BATCH_FIRST, BATCH_MOST)).max(1);
                let to = look.min(from + if rows.is_some() { batch.min(BATCH_ROWS) } else { batch });
                let whole = match &mut rows {
                    None => {
                        let counted = self.counts(from..to, interrupted);
                        tally.merge(&counted.tally);
                        counted.whole
                    }
                    Some(rows) => self.rows(from..to, &mut tally, *rows, interrupted)?,
                };
                if !whole {
                    return Ok(Done { tally, reached, interrupted: true });
                }
                progress(&self.progress(&tally));
            }
            reached = self.reached(&tally);
            if reached.as_ref().is_some_and(|reached| reached.met) {
                break;
            }
        }
        sized(&self.layout.catalogue, |metric| tally.extremes(metric))?;
        Ok(Done { tally, reached, interrupted: false })
    }

    /// Numbers of fights at which the run may end.
    fn looks(&self) -> Vec<u64> {
        match self.stop {
            RunStop::Fights(fights) => vec![fights],
            RunStop::Precision { fights_max, .. } => looks::looks(fights_max).collect(),
        }
    }

    /// Counts a batch in parallel; when interrupted, the fights of its beginning that were over by then.
    fn counts(&self, fights: Range<u64>, interrupted: &AtomicBool) -> BegunFights {
        let empty = || Tally::new(&self.layout.catalogue, self.loaded.lines().lines().len());
        let parts: Vec<Range<u64>> = parts(fights).collect();
        // A thread adds to one tally: those of a large day take megabytes.
        let play = |begun: BegunFights, part| begun.played(&mut *self.loaded.player(self.layout, self.seed), part, interrupted);
        threads::sum(parts, || BegunFights::nothing(empty()), play, |sum, part| sum.and(&part))
    }

    /// Counts a batch and hands on the values of its fights in order; when interrupted, of those of its beginning that were over
    /// by then. Returns whether they are all.
    fn rows(&self, fights: Range<u64>, tally: &mut Tally, rows: Rows<'_>, interrupted: &AtomicBool) -> Result<bool, Failure> {
        let metrics = self.layout.catalogue.metrics.len();
        let from = fights.start;
        let parts: Vec<Range<u64>> = parts(fights).collect();
        let played = threads::map(parts, |part| {
            let mut player = self.loaded.player(self.layout, self.seed);
            let mut values = Vec::with_capacity(metrics * (part.end - part.start) as usize);
            let whole = part.into_iter().all(|number| {
                let goes_on = !interrupted.load(Ordering::Relaxed);
                if goes_on {
                    values.extend_from_slice(player.play(number));
                }
                goes_on
            });
            (values, player.take_lines(), whole)
        });
        let mut all = Vec::with_capacity(played.iter().map(|(values, ..)| values.len()).sum());
        let mut all_whole = true;
        for (values, lines, whole) in played {
            values.chunks_exact(metrics).for_each(|fight| tally.record(fight));
            tally.lines.iter_mut().zip(lines).for_each(|(sum, line)| *sum += line);
            all.extend(values);
            all_whole = whole;
            if !whole {
                break;
            }
        }
        rows(from, &all)?;
        Ok(all_whole)
    }

    /// The outcomes of which precision is demanded: the labels of categories, and the flags that headline tables show.
    fn demanded(&self, tally: &Tally) -> Vec<(String, StatisticEvidence)> {
        let catalogue = &self.layout.catalogue;
        let headlined =
            |family: &String| catalogue.overviews.iter().any(|table| table.headline && table.families.contains(family));
        let mut demanded = Vec::new();
        for (index, metric) in catalogue.metrics.iter().enumerate() {
            let (n, counts) = (tally.n(index), tally.counts(index));
            match &metric.scale {
                Scale::Category(_) => {
                    for (value, label) in metric.scale.outcomes() {
                        let count = counts.iter().find(|(counted, _)| *counted == value).map_or(0, |(_, count)| *count);
                        demanded.push((typed::share(&metric.key, label), StatisticEvidence::proportion(count, n)));
                    }
                }
                Scale::Flag if headlined(&metric.family) => {
                    let count = counts.iter().filter(|(value, _)| *value != 0).map(|(_, count)| count).sum();
                    demanded.push((metric.key.clone(), StatisticEvidence::proportion(count, n)));
                }
                _ => {}
            }
        }
        demanded
    }

    /// Returns how far what is demanded has come to a precision; none where nothing is demanded.
    fn standing(&self, tally: &Tally, precision: f64, level: Level) -> Option<ReachedPrecision> {
        let demanded = self.demanded(tally);
        let demands: Vec<PrecisionDemand> =
            demanded.iter().map(|(label, evidence)| PrecisionDemand { label, precision, evidence: *evidence }).collect();
        let standing = looks::standing(&demands, tally.fights(), level)?;
        Some(ReachedPrecision {
            limiting: standing.limiting.label.to_owned(),
            reach: standing.reach,
            fights_needed: standing.fights_needed,
            met: standing.met,
        })
    }

    /// Returns how far a run has come to the precision that it stops at; none where it stops after a number of fights.
    fn reached(&self, tally: &Tally) -> Option<ReachedPrecision> {
        match self.stop {
            RunStop::Precision { precision, level, .. } => self.standing(tally, precision, level),
            RunStop::Fights(_) => None,
        }
    }

    /// Returns how far a run has come, with an estimate of the fights that are still needed.
    fn progress(&self, tally: &Tally) -> RunProgress {
        let (needed, widest) = match self.stop {
            RunStop::Fights(fights) => {
                let reaches =
                    self.demanded(tally).into_iter().map(|(label, evidence)| (label, evidence.reach(Level::default())));
                (fights, reaches.max_by(|(_, one), (_, other)| one.total_cmp(other)))
            }
            RunStop::Precision { precision, level, fights_max } => {
                let reached = self.standing(tally, precision, level);
                let needed = reached.as_ref().and_then(|reached| reached.fights_needed).unwrap_or(fights_max);
                (needed.min(fights_max), reached.map(|reached| (reached.limiting, reached.reach)))
            }
        };
        RunProgress { fights: tally.fights(), needed: needed.max(tally.fights()), widest }
    }
}

/// Divides a range of fights into parts of nearly equal length.
pub(super) fn parts(fights: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let length = (fights.end - fights.start).div_ceil(PARTS).max(PART_LEAST);
    let starts = fights.clone().step_by(usize::try_from(length).unwrap_or(usize::MAX));
    starts.map(move |from| from..(from + length).min(fights.end))
}
