//! Statistics: what a designer can expect something of, read off a tally with its interval.
//!
//! Owns which formula belongs to which statistic. How a designer writes them is for [`expect`](super::expect). Start at
//! [`Statistic`].

use crate::exact::Solved;
use crate::fight::span::Range;
use crate::stats::proportion::proportion;
use crate::stats::quantile::quantile;
use crate::stats::sample::Sample;
use crate::stats::{Interval, Level};
use crate::tally::Tally;

use super::matchup::{KnownPairing, PairingEnds};

/// A number that belongs to the fights of one scenario. Metrics are given by their index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statistic {
    /// Share of fights in which this metric has this value.
    Share(usize, i64),
    /// Mean of this metric.
    Mean(usize),
    /// Share of victories of one side over another, draws as half.
    Score(PairingEnds),
    /// The value of this metric that so many per cent of fights do not exceed, 1 to 99.
    Quantile(usize, u8),
}

impl Statistic {
    /// Its estimate and interval by a tally; none where too few fights have it, or nobody knows how large a value can be that hardly
    /// ever came up. `range` is asked for the range of a metric, where it is needed.
    #[must_use]
    pub fn interval(self, tally: &Tally, range: impl FnOnce(usize) -> Option<Range>, level: Level) -> Option<Interval> {
        match self {
            Statistic::Share(metric, value) => {
                let counts = tally.counts(metric);
                let count = counts.iter().find(|(counted, _)| *counted == value).map_or(0, |(_, count)| *count);
                proportion(count, tally.n(metric), level)
            }
            Statistic::Score(ends) => ends.score(tally).interval(level),
            Statistic::Mean(metric) => Sample::within(&tally.counts(metric), range(metric))?.mean(level),
            Statistic::Quantile(metric, percent) => {
                let found = quantile(tally.counts(metric), percent, level)?;
                let [estimate, low, high] = [found.estimate, found.low, found.high].map(|value| value as f64);
                Some(Interval { estimate, low, high })
            }
        }
    }

    /// The exact answer about it; its limits are bounds that hold for certain. Nothing of what has to be counted or has no
    /// bounds.
    #[must_use]
    pub fn solved(self, solved: &Solved) -> Option<Interval> {
        match self {
            Statistic::Share(metric, value) => solved.share(metric, |given| given == value),
            Statistic::Score(ends) => {
                ends.solved(solved).as_ref().and_then(|known: &KnownPairing| known.share(Level::default()))
            }
            Statistic::Mean(metric) => solved.mean(metric),
            Statistic::Quantile(metric, percent) => solved.quantile(metric, percent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::contract::{Clause, ClauseNumber, Contract, ContractStanding, StatisticTerm};
    use crate::analysis::testing::catalogue;
    use crate::fight::span::Span;
    use crate::fight::{Catalogue, Metric, Scale};
    use crate::stats::testing::UniformNumbers;
    use crate::tally::Ranges;

    /// By the ranges that the fights of a tally tell.
    fn told(statistic: Statistic, tally: &Tally) -> Option<Interval> {
        let catalogue = catalogue();
        let ranges = Ranges::of(&catalogue, tally);
        statistic.interval(tally, |metric| ranges.get(metric), Level::default())
    }

    #[test]
    fn each_statistic_is_read_off_its_metric() {
        let mut tally = Tally::new(&catalogue(), 0);
        (0..1000).for_each(|number| tally.record(&[i64::from(number % 4 == 0), number % 10, 0, 7]));
        let of = |statistic: Statistic| told(statistic, &tally).expect("there are fights");
        assert_eq!(of(Statistic::Share(0, 1)).estimate, 0.25);
        assert_eq!(of(Statistic::Share(0, 5)).estimate, 0.0);
        assert_eq!(of(Statistic::Mean(1)).estimate, 4.5);
        assert_eq!(of(Statistic::Quantile(1, 90)).estimate, 8.0);
        assert_eq!(told(Statistic::Mean(1), &Tally::new(&catalogue(), 0)), None);
    }

    #[test]
    fn what_was_always_the_same_need_not_stay_so() {
        // Ada always keeps 7 hit points, but one of a hundred rounds lasts 30: the unit of rounds is another one.
        let mean = |hp: &dyn Fn(u64) -> i64| {
            let mut tally = Tally::new(&catalogue(), 0);
            (0..10_000).for_each(|number| tally.record(&[0, 3, 0, hp(number)]));
            told(Statistic::Mean(3), &tally).expect("there are fights")
        };
        let constant = mean(&|_| 7);
        assert!(constant.low < 7.0 - 0.000_36 && constant.high > 7.0 + 0.000_36, "{constant:?}");
        let hardly_ever = mean(&|number| if number < 10 { 100 } else { 0 });
        assert!(hardly_ever.high > 0.18 && (0.0..0.06).contains(&hardly_ever.low), "{hardly_ever:?}");
    }

    /// Fights of a metric that is made of others and of one in a unit of its own kin: 100 for a death that comes once in 500 fights, and
    /// the hit points that are lost by it.
    fn of_rare_deaths(seed: u64, fights: u64) -> (Catalogue, Tally) {
        let mut catalogue = catalogue();
        let own = |key: &str, scale| Metric::of_fight(key, key, scale);
        catalogue.metrics.extend([own("hundred", Scale::Amount("points")), own("lost", Scale::Amount("HP"))]);
        let hundred = Span::Product(Box::new(Span::Between(100, 100)), Box::new(Span::Metric(2)));
        catalogue.made.push((4, hundred));
        let (mut tally, mut luck) = (Tally::new(&catalogue, 0), UniformNumbers::new(seed));
        for _ in 0..fights {
            let dead = i64::from(luck.uniform() < 0.002);
            let hp = if dead == 1 { 0 } else { 10 + luck.choose(&[0.5, 0.3, 0.2]) as i64 };
            tally.record(&[0, 3, dead, hp, 100 * dead, 12 * dead]);
        }
        (catalogue, tally)
    }

    #[test]
    fn means_near_never_hold_the_truth_as_often_as_they_say() {
        let (runs, mut held) = (400, [0; 2]);
        for seed in 0..runs {
            let (catalogue, tally) = of_rare_deaths(seed, 400);
            let ranges = Ranges::of(&catalogue, &tally);
            for (held, (metric, truth)) in held.iter_mut().zip([(4, 0.2), (5, 0.024)]) {
                let mean = Statistic::Mean(metric).interval(&tally, |metric| ranges.get(metric), Level::default());
                *held += u64::from(mean.is_some_and(|mean| mean.low <= truth && truth <= mean.high));
            }
        }
        // The values that came up alone would hold it in fewer than 60 of 100 runs: in so many somebody dies.
        assert!(held.iter().all(|held| 100 * held >= 95 * runs), "{held:?} of {runs}");
    }

    #[test]
    fn a_contract_that_luck_hides_does_not_pass() {
        let clause = |metric| {
            let first = StatisticTerm { source: 0, statistic: Statistic::Mean(metric) };
            Clause { what: String::new(), number: ClauseNumber::One(first), low: f64::NEG_INFINITY, high: 0.01 }
        };
        let (that, because, if_violated) = (String::new(), String::new(), String::new());
        let contract = Contract { that, because, if_violated, line: 0, clauses: vec![clause(4), clause(5)] };
        for seed in 0..200 {
            let (catalogue, tally) = of_rare_deaths(seed, 400);
            let judged = contract.judge(&[Some((&tally, &catalogue))], Level::missing(1e-3));
            assert!(judged.iter().all(|judged| judged.standing != ContractStanding::Holds), "{judged:?}");
        }
    }
}
