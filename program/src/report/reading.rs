//! Readings: figures read off counts or off an exact solution, by the same names.
//!
//! Owns the passage from integers to floating point: nothing before it knows a float, and nothing after it computes one.
//! Intervals come from [`stats`](frame::stats). A metric that the exact solver cannot know has no figures. Start at
//! [`Reading`].

use crate::report::figure::{Figure, Kind};
use crate::report::input::{Facts, Outcome};
use crate::report::pool::{Pools, average};
use frame::analysis::outcome::own;
use frame::exact::{PlayedOn, Size, Solved, SolverStop};
use frame::fight::{Catalogue, Scale, Subject};
use frame::sim::layout::SECONDS;
use frame::stats::proportion::proportion;
use frame::stats::quantile::quantile;
use frame::stats::sample::{Sample, TOO_FEW, ValueBounds, ratio};
use frame::stats::{Interval, Level, band};
use frame::tally::{Ranges, Tally};

/// A reader of an outcome.
#[derive(Clone)]
pub struct Reading<'a> {
    /// The measures.
    pub catalogue: &'a Catalogue,
    /// The facts of those who fought.
    pub facts: &'a Facts,
    outcome: &'a Outcome,
    /// The metrics behind each one, where equals are pooled.
    pools: Option<&'a Pools>,
    /// The range of each metric that was counted; nothing when exact.
    ends: Vec<ValueBounds>,
}

impl<'a> Reading<'a> {
    /// Reads this outcome.
    #[must_use]
    pub fn new(facts: &'a Facts, catalogue: &'a Catalogue, outcome: &'a Outcome) -> Self {
        let ends = match outcome {
            Outcome::Counted(tally) => ends(catalogue, tally),
            Outcome::Exact(_) => Vec::new(),
        };
        Reading { catalogue, facts, outcome, pools: None, ends }
    }

    /// Reads this outcome with equals pooled; `catalogue` is the whole one, by which it was counted.
    #[must_use]
    pub fn pooled(facts: &'a Facts, catalogue: &'a Catalogue, pools: &'a Pools, outcome: &'a Outcome) -> Self {
        Reading { catalogue: &pools.catalogue, pools: Some(pools), ..Reading::new(facts, catalogue, outcome) }
    }

    /// The metrics that were counted behind a metric of the catalogue.
    pub(super) fn behind(&self, metric: usize) -> Vec<usize> {
        self.pools.map_or_else(|| vec![metric], |pools| pools.members[metric].clone())
    }

    /// The figure of a metric: the average over those behind it.
    fn averaged(&self, metric: usize, figure: impl Fn(usize) -> Option<Figure>) -> Option<Figure> {
        match self.pools {
            None => figure(metric),
            Some(pools) => average(&pools.members[metric].iter().filter_map(|&one| figure(one)).collect::<Vec<_>>()),
        }
    }

    /// Confidence level of all intervals.
    #[must_use]
    pub fn level(&self) -> Level {
        self.facts.level
    }

    /// True if the figures are exact, or bounds that hold for certain.
    #[must_use]
    pub fn exact(&self) -> bool {
        matches!(self.outcome, Outcome::Exact(_)) && self.played_on().is_none()
    }

    /// An exact answer that was played on from where the solver stopped.
    #[must_use]
    pub fn played_on(&self) -> Option<(&'a Solved, &'a PlayedOn)> {
        match self.outcome {
            Outcome::Counted(_) => None,
            Outcome::Exact(solved) => solved.played.as_ref().map(|played| (&**solved, played)),
        }
    }

    /// The reason why an exact answer was not followed to its end; nothing when it was, is none, or was played on.
    #[must_use]
    pub fn stopped(&self) -> Option<(SolverStop, Size)> {
        match self.outcome {
            Outcome::Exact(solved) if solved.played.is_none() => solved.stopped.map(|stop| (stop, solved.size)),
            _ => None,
        }
    }

    /// Fights that were counted; 0 when exact.
    #[must_use]
    pub fn fights(&self) -> u64 {
        match self.outcome {
            Outcome::Counted(tally) => tally.fights(),
            Outcome::Exact(solved) => solved.played.as_ref().map_or(0, |played| played.tally.fights()),
        }
    }

    /// Probability of what an exact answer left open.
    #[must_use]
    pub fn unresolved(&self) -> f64 {
        match self.outcome {
            Outcome::Counted(_) => 0.0,
            Outcome::Exact(solved) => solved.unresolved,
        }
    }

    /// The open share of one metric, or of the least certain of those behind it.
    #[must_use]
    pub fn open(&self, metric: usize) -> f64 {
        match self.outcome {
            Outcome::Counted(_) => 0.0,
            Outcome::Exact(solved) => {
                self.behind(metric).into_iter().map(|metric| solved.unfollowed(metric)).fold(0.0, f64::max)
            }
        }
    }

    /// True if anything is known of a metric.
    #[must_use]
    pub fn knows(&self, metric: usize) -> bool {
        self.behind(metric).into_iter().any(|metric| match self.outcome {
            Outcome::Counted(tally) => tally.n(metric) > 0,
            Outcome::Exact(solved) => solved.knows(metric),
        })
    }

    /// Fights that have a value of this metric, of the first where equals are pooled; 0 when exact.
    #[must_use]
    pub fn n(&self, metric: usize) -> u64 {
        match self.outcome {
            Outcome::Counted(tally) => tally.n(self.behind(metric)[0]),
            Outcome::Exact(solved) => solved.played.as_ref().map_or(0, |played| played.tally.n(self.behind(metric)[0])),
        }
    }

    /// The values that came up, in ascending order.
    #[must_use]
    pub fn values(&self, metric: usize) -> Vec<i64> {
        let of = |metric: usize| -> Vec<i64> {
            match self.outcome {
                Outcome::Counted(tally) => tally.counts(metric).into_iter().map(|(value, _)| value).collect(),
                Outcome::Exact(solved) => {
                    let played = solved.played.iter().flat_map(|played| played.tally.counts(metric));
                    let known = solved.metrics.get(metric).into_iter().flat_map(|known| known.keys().copied());
                    known.chain(played.map(|(value, _)| value)).collect()
                }
            }
        };
        let mut values: Vec<i64> = self.behind(metric).into_iter().flat_map(of).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The share of a metric's values that pass a test, among the fights that have one.
    #[must_use]
    pub fn share(&self, metric: usize, test: impl Fn(i64) -> bool) -> Option<Figure> {
        self.averaged(metric, |metric| self.share_of_one(metric, &test))
    }

    /// The share of a metric's fights whose value passes the test; none if it is not known.
    fn share_of_one(&self, metric: usize, test: &dyn Fn(i64) -> bool) -> Option<Figure> {
        match self.outcome {
            Outcome::Counted(tally) => {
                let n = tally.n(metric);
                let count = tally.counts(metric).into_iter().filter(|(value, _)| test(*value)).map(|(_, count)| count).sum();
                Some(Figure::counted(proportion(count, n, self.level())?, count, n))
            }
            Outcome::Exact(solved) => {
                solved.metrics.get(metric)?;
                Some(solved_of(solved, metric, settled(solved, metric, solved.share(metric, test)?), Kind::Share(None)))
            }
        }
    }

    /// The mean of a metric over the fights that have it.
    #[must_use]
    pub fn mean(&self, metric: usize) -> Option<Figure> {
        let clock = is_clock(&self.catalogue.metrics[metric].family);
        self.averaged(metric, |metric| self.mean_of_one(metric, clock))
    }

    /// The mean of a metric that was counted; none if it is not known.
    fn mean_of_one(&self, metric: usize, clock: bool) -> Option<Figure> {
        match self.outcome {
            Outcome::Counted(tally) => {
                let sample = Sample::of(&tally.counts(metric), self.ends[metric]);
                let kind = match sample.unusual() {
                    _ if clock => Kind::Clock,
                    0 => Kind::Constant,
                    _ => Kind::Mean,
                };
                Some(Figure::of(sample.mean(self.level())?, tally.n(metric), kind))
            }
            Outcome::Exact(solved) => {
                solved.metrics.get(metric)?;
                Some(solved_of(solved, metric, settled(solved, metric, solved.mean(metric)?), Kind::Mean))
            }
        }
    }

    /// The total of one metric divided by that of another. Where equals are pooled, the ratio of each has the weight of its
    /// own denominator.
    #[must_use]
    pub fn ratio(&self, over: usize, under: usize) -> Option<Figure> {
        let (overs, unders) = (self.behind(over), self.behind(under));
        if overs.len() == 1 {
            return self.ratio_of_one(overs[0], unders[0]);
        }
        let mut ratios = Vec::new();
        for (index, &over) in overs.iter().enumerate() {
            let under = unders[index.min(unders.len() - 1)];
            let weight = self.mean_of_one(under, false).map_or(0.0, |mean| mean.value);
            ratios.extend(self.ratio_of_one(over, under).map(|ratio| (weight, ratio)));
        }
        let whole: f64 = ratios.iter().map(|(weight, _)| weight).sum();
        let (_, first) = *ratios.first()?;
        let of = |limit: fn(&Figure) -> f64| ratios.iter().map(|(weight, ratio)| weight * limit(ratio)).sum::<f64>() / whole;
        (whole > 0.0).then(|| Figure { value: of(|one| one.value), low: of(|one| one.low), high: of(|one| one.high), ..first })
    }

    /// The ratio of the totals of two metrics; none where not every fight has both, or if it is not known exactly.
    fn ratio_of_one(&self, over: usize, under: usize) -> Option<Figure> {
        match self.outcome {
            Outcome::Counted(tally) if tally.n(over) == tally.n(under) => {
                let counts = tally.counts(under);
                let nothing: u64 = counts.iter().filter(|(value, _)| *value == 0).map(|(_, count)| count).sum();
                let numerator = Sample::of(&tally.counts(over), self.ends[over]);
                let denominator = Sample::of(&counts, self.ends[under]);
                let interval = ratio(&numerator, &denominator, tally.product(over, under)?, self.level())?;
                // Fights in which there was nothing to divide by say nothing of it.
                let told = tally.n(under) - nothing;
                let kind = if told < TOO_FEW { Kind::TooFew(told) } else { Kind::Mean };
                Some(Figure::of(interval, tally.n(under), kind))
            }
            Outcome::Counted(_) => None,
            Outcome::Exact(solved) => {
                solved.metrics.get(over.max(under))?;
                let [above, below] = [solved.mean(over)?.estimate, solved.mean(under)?.estimate];
                let known = [over, under].iter().all(|metric| solved.settled(*metric));
                let ratio = above / below;
                (known && below > 0.0).then(|| Figure::exact(Interval::around(ratio, 0.0), Kind::Mean))
            }
        }
    }

    /// The value that this many per cent of fights do not exceed; where equals are pooled, that of the middle one of them
    /// with limits that hold all of theirs.
    #[must_use]
    pub fn quantile(&self, metric: usize, percent: u8) -> Option<Figure> {
        let all: Vec<Figure> =
            self.behind(metric).into_iter().filter_map(|metric| self.quantile_of_one(metric, percent)).collect();
        let mut values: Vec<f64> = all.iter().map(|figure| figure.value).collect();
        values.sort_by(f64::total_cmp);
        let limit = |of: fn(&Figure) -> f64, pick: fn(f64, f64) -> f64| all.iter().map(of).reduce(pick);
        Some(Figure {
            value: values.get(values.len() / 2).copied()?,
            low: limit(|figure| figure.low, f64::min)?,
            high: limit(|figure| figure.high, f64::max)?,
            ..*all.first()?
        })
    }

    /// A quantile of a metric; none if it is not known.
    fn quantile_of_one(&self, metric: usize, percent: u8) -> Option<Figure> {
        match self.outcome {
            Outcome::Counted(tally) => {
                let found = quantile(tally.counts(metric), percent, self.level())?;
                let found = Interval { estimate: found.estimate as f64, low: found.low as f64, high: found.high as f64 };
                Some(Figure::of(found, tally.n(metric), Kind::Whole))
            }
            Outcome::Exact(solved) => {
                solved.metrics.get(metric)?;
                let found = settled(solved, metric, solved.quantile(metric, percent)?);
                Some(solved_of(solved, metric, found, Kind::Whole))
            }
        }
    }

    /// The error of the whole cumulative distribution of a metric at any value, at most.
    #[must_use]
    pub fn band(&self, metric: usize) -> Option<f64> {
        let sampled = self.played_on().map_or(1.0, |(_, played)| played.mass);
        if self.exact() { None } else { Some(sampled * band::half_width(self.n(metric), self.level())?) }
    }

    /// The figure that a table shows of a metric: of a flag how often it is set, of a moment how often it comes, else the mean.
    #[must_use]
    pub fn cell(&self, metric: usize) -> Option<Figure> {
        match self.catalogue.metrics[metric].scale {
            Scale::Flag | Scale::Moment => self.share(metric, |value| value != 0),
            Scale::Amount(_) => self.mean(metric),
            Scale::Category(_) => None,
        }
    }

    /// The subject of a metric, and its side.
    #[must_use]
    pub fn who(&self, subject: Subject) -> (String, Option<usize>) {
        match subject {
            Subject::Fight => ("the fight".to_owned(), None),
            Subject::Side(side) => (self.facts.sides[side.index()].clone(), Some(side.index())),
            Subject::Combatant(slot) => {
                let fighter = &self.facts.combatants[slot.index()];
                let pool = self.pools.and_then(|pools| pools.name(slot));
                (pool.unwrap_or(&fighter.name).to_owned(), Some(fighter.side.index()))
            }
        }
    }

    /// The number of a person among all who are not alone on their side; pooled equals are one person.
    #[must_use]
    pub fn person(&self, subject: Subject) -> Option<usize> {
        let Subject::Combatant(slot) = subject else { return None };
        let mut persons: Vec<usize> = Vec::new();
        for metric in &self.catalogue.metrics {
            match metric.subject {
                Subject::Combatant(slot) if !persons.contains(&slot.index()) => persons.push(slot.index()),
                _ => {}
            }
        }
        persons.sort_unstable();
        let side = |slot: usize| self.facts.combatants[slot].side;
        let alone = |slot: usize| persons.iter().filter(|other| side(**other) == side(slot)).count() < 2;
        persons.iter().filter(|other| !alone(**other)).position(|other| *other == slot.index())
    }

    /// The categories that fights end in: index and scale of each such metric that is known.
    pub fn categories(&self) -> impl Iterator<Item = (usize, &'a Scale)> + '_ {
        self.catalogue.metrics.iter().enumerate().filter_map(|(index, metric)| match &metric.scale {
            scale @ Scale::Category(_) if self.knows(index) => Some((index, scale)),
            _ => None,
        })
    }
}

/// True if a family is seconds at the table, which are told as minutes.
#[must_use]
pub fn is_clock(family: &str) -> bool {
    own(family) == SECONDS
}

/// The range of each metric of a catalogue.
fn ends(catalogue: &Catalogue, tally: &Tally) -> Vec<ValueBounds> {
    let ranges = Ranges::of(catalogue, tally);
    let of = |metric| ranges.get(metric).map_or(ValueBounds::new(0, 1), |[least, most]| ValueBounds::new(least, most));
    (0..catalogue.metrics.len()).map(of).collect()
}

/// A number of something solved, without bounds where what was not followed is negligible.
fn settled(solved: &Solved, metric: usize, interval: Interval) -> Interval {
    let sampled = solved.played.as_ref().is_some_and(|played| played.sample(metric).is_some());
    if solved.settled(metric) && !sampled { Interval::around(interval.estimate, 0.0) } else { interval }
}

/// A number of something solved: with its bounds, or with its interval where it was played on from where the solver stopped.
fn solved_of(solved: &Solved, metric: usize, interval: Interval, kind: Kind) -> Figure {
    match solved.played.as_ref().filter(|played| played.sample(metric).is_some()) {
        Some(played) => Figure::of(interval, played.tally.n(metric), kind),
        None => Figure::exact(interval, kind),
    }
}
