//! Looks: when a run that was asked for a precision may stop, and how many fights it will take.
//!
//! Owns the fixed sequence of looks, the rule that is applied at each of them, and the forecast. Must not fight, nor draw a
//! progress bar. Start at [`standing`].
//!
//! A run looks at its counts after 4096 fights and after each doubling, and stops at the first look at which every demanded
//! statistic is precise enough:
//!
//! 1. its interval reaches no further from the estimate than the demanded precision ε, and
//! 2. at least 100 fights were *unusual*, that is outside the statistic's most frequent outcome, so that their number is
//!    known to about 10 % (one standard error); or there were 100 · span / ε fights. The span is the distance between the
//!    largest and the smallest value, and 1 for an event: what is unusual in fewer than 100 of that many fights moves the
//!    estimate by less than ε.
//!
//! Looks are fixed counts of fights, so a run stops at the same fight on every machine. Intervals keep nearly their nominal
//! level, because the rule looks at widths and not at what is inside them (Chow and Robbins 1965). By exact enumeration over
//! probabilities of an event they miss in 5 % of runs or less on average, where 5 % is nominal, and in 7.2 % at worst found:
//! where one tail of the counts just meets the rule a look before the rest.
//!
//! The second condition is for outcomes near 0 and 1. A width that is estimated from few events is small when by luck too
//! few came up, and zero when none did. The event that never happens ends its run at 100 / ε fights with the upper limit
//! 3.69/n, neither at once nor never. It would be cheaper to stop as soon as an upper limit falls below ε, but that asks at
//! every look whether the event is rarer than ε and believes the first yes: the intervals of events about as frequent as ε
//! would miss in up to 10.7 % of runs. For a mean nothing can be known of values that never came up; a metric that was
//! the same in all of 100 / ε fights is taken to be so. A statistic that no fight has is never precise enough: the caller's
//! maximum of fights ends the run.

use super::mean::Moments;
use super::proportion::proportion;
use super::{Interval, Level};

/// Fights before the first look.
pub const FIRST: u64 = 4096;

/// The most fights that a run can hold.
pub const FIGHTS_MOST: u64 = 1 << 40;

/// Unusual fights from which on an interval is trusted to know its own width.
const ENOUGH: u64 = 100;

/// The numbers of fights after which a run of at most `fights_max` looks at its counts: doublings, then the maximum itself.
pub fn looks(fights_max: u64) -> impl Iterator<Item = u64> {
    let next = move |fights: &u64| (*fights < fights_max).then(|| fights.saturating_mul(2).min(fights_max));
    std::iter::successors(Some(FIRST.min(fights_max)), next)
}

/// The evidence of the fights so far about one statistic.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StatisticEvidence {
    /// Fights that have the statistic.
    n: u64,
    /// Fights among them that are outside the most frequent outcome.
    unusual: u64,
    spread: Spread,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Spread {
    /// That of an event.
    Event,
    /// That of a metric: standard deviation, if there are two values, and distance of the extremes, at least 1.
    Amount { deviation: Option<f64>, span: f64 },
}

impl StatisticEvidence {
    /// Evidence on a proportion: `k` events in `n` fights.
    ///
    /// # Panics
    /// More events than fights.
    #[must_use]
    pub fn proportion(k: u64, n: u64) -> Self {
        assert!(k <= n, "{k} events in only {n} fights");
        StatisticEvidence { n, unusual: k.min(n - k), spread: Spread::Event }
    }

    /// Evidence on a mean, from the histogram of its metric, in any order.
    #[must_use]
    pub fn mean(histogram: impl IntoIterator<Item = (i64, u64)> + Clone) -> Self {
        let moments = Moments::of(histogram.clone());
        let seen = || histogram.clone().into_iter().filter(|(_, count)| *count > 0);
        let most_frequent = seen().map(|(_, count)| count).max().unwrap_or(0);
        let least = seen().map(|(value, _)| value).min().unwrap_or(0);
        let most = seen().map(|(value, _)| value).max().unwrap_or(0);
        let span = (most.abs_diff(least) as f64).max(1.0);
        let spread = Spread::Amount { deviation: moments.deviation(), span };
        StatisticEvidence { n: moments.n(), unusual: moments.n() - most_frequent, spread }
    }

    /// Returns the reach of the interval from the estimate, in the unit of the statistic; infinite when there is no interval.
    #[must_use]
    pub fn reach(&self, level: Level) -> f64 {
        match self.spread {
            Spread::Event => proportion(self.unusual, self.n, level).map_or(f64::INFINITY, Interval::reach),
            Spread::Amount { deviation: None, .. } => f64::INFINITY,
            Spread::Amount { deviation: Some(deviation), .. } => level.z() * deviation / (self.n as f64).sqrt(),
        }
    }

    /// True if both conditions of the [rule](self) hold.
    fn suffices(&self, precision: f64, level: Level) -> bool {
        let span = match self.spread {
            Spread::Event => 1.0,
            Spread::Amount { span, .. } => span,
        };
        let unusual_is_known = self.unusual >= ENOUGH || self.n as f64 * precision >= ENOUGH as f64 * span;
        unusual_is_known && self.reach(level) <= precision
    }

    /// The evidence to expect after `times` as many fights.
    fn grown(self, times: u64) -> Self {
        StatisticEvidence { n: self.n.saturating_mul(times), unusual: self.unusual.saturating_mul(times), ..self }
    }
}

/// A statistic that was asked for with a precision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PrecisionDemand<'a> {
    /// Its name: "win rate of the sellswords".
    pub label: &'a str,
    /// The largest reach that is good enough, above 0, in the unit of the statistic: for a proportion 0.005 is half a point.
    pub precision: f64,
    /// The evidence so far.
    pub evidence: StatisticEvidence,
}

/// The standing of a run at a look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunStanding<'a> {
    /// The demand that will be met last.
    pub limiting: &'a PrecisionDemand<'a>,
    /// The reach of the interval of the limiting statistic now.
    pub reach: f64,
    /// After how many fights, at a look, all demands should be met if the fights go on as they did. It is the present
    /// number when they are met now, and none when that cannot be foreseen or would be beyond [`FIGHTS_MOST`].
    pub fights_needed: Option<u64>,
    /// True if all demands are met now.
    pub met: bool,
}

/// Returns the standing of a run that has fought `fights` fights; none when nothing is demanded. Of demands that are equally
/// far from being met, the first is named.
#[must_use]
pub fn standing<'a>(demands: &'a [PrecisionDemand<'a>], fights: u64, level: Level) -> Option<RunStanding<'a>> {
    let assess = |limiting: &'a PrecisionDemand<'a>| {
        let growth = growth_needed(limiting, fights, level);
        let fights_needed = growth.map(|times| fights * times);
        RunStanding { limiting, reach: limiting.evidence.reach(level), fights_needed, met: growth == Some(1) }
    };
    let distance =
        |standing: &RunStanding| (standing.fights_needed.unwrap_or(u64::MAX), standing.reach / standing.limiting.precision);
    demands.iter().map(assess).reduce(|first, other| if distance(&other) > distance(&first) { other } else { first })
}

/// By which power of two the fights must be multiplied until a demand is met.
fn growth_needed(demand: &PrecisionDemand, fights: u64, level: Level) -> Option<u64> {
    let powers = (0..=FIGHTS_MOST.ilog2()).map(|power| 1_u64 << power);
    let mut possible = powers.take_while(|times| fights.saturating_mul(*times) <= FIGHTS_MOST);
    possible.find(|times| demand.evidence.grown(*times).suffices(demand.precision, level))
}

#[cfg(test)]
mod tests {
    use super::super::enumeration::{Stopped, stopping};
    use super::*;

    /// Plays a run that is asked for the probability of an event to its end.
    fn our_rule(p: f64, precision: f64) -> Stopped {
        let level = Level::default();
        stopping(p, looks(1 << 24), |k, n| {
            StatisticEvidence::proportion(k, n).suffices(precision, level).then(|| proportion(k, n, level).expect("fights"))
        })
    }

    /// The miss rate of the rule stays below this at 95 %: that of a fixed number of fights, and half as much again when one
    /// of the two missing tails stops a look early and the rest has another chance to miss.
    const WORST: f64 = 0.075;

    /// Probabilities from 0.5 down to 0.0001, evenly in the logarithm.
    fn probabilities() -> impl Iterator<Item = f64> {
        (0..150).map(|step| 0.5 * 5000_f64.powf(-f64::from(step) / 150.0))
    }

    #[test]
    fn looks_double_up_to_the_maximum() {
        assert_eq!(looks(20_000).collect::<Vec<_>>(), [4096, 8192, 16384, 20_000]);
        assert_eq!(looks(8192).collect::<Vec<_>>(), [4096, 8192]);
        assert_eq!(looks(1000).collect::<Vec<_>>(), [1000]);
        assert_eq!(looks(u64::MAX).last(), Some(u64::MAX));
    }

    #[test]
    fn intervals_of_stopped_runs_miss_hardly_more_often_than_they_say() {
        for precision in [0.02, 0.01, 0.005, 0.002, 0.001] {
            // The last four are the least lucky ones that a search of 3000 probabilities found.
            let unlucky = [0.020_101_354_5, 0.010_140_858_72, 0.005_072_536_398, 0.002_537_322_155];
            let runs: Vec<Stopped> = probabilities().chain(unlucky).map(|p| our_rule(p, precision)).collect();
            let worst = runs.iter().map(|run| run.missed).fold(0.0, f64::max);
            let average = runs.iter().map(|run| run.missed).sum::<f64>() / runs.len() as f64;
            assert!(worst < WORST && average < 0.0505, "{precision}: {worst} {average}");
            assert!(runs.iter().all(|run| run.unfinished < 1e-9), "{precision}");
        }
    }

    #[test]
    fn a_wald_width_would_stop_on_luck_and_we_do_not() {
        // The event is as rare as one in a hundred; by luck none or few come up, and the width looks small.
        let z = Level::default().z();
        let wald = stopping(0.01, 100..20_000, |k, n| {
            let estimate = k as f64 / n as f64;
            let interval = Interval::around(estimate, z * (estimate * (1.0 - estimate) / n as f64).sqrt());
            (interval.half_width() <= 0.005).then_some(interval)
        });
        let ours = our_rule(0.01, 0.005);
        assert!(wald.missed > 0.4 && wald.unfinished < 1e-9, "{wald:?}");
        assert!(ours.missed < WORST, "{ours:?}");
    }

    #[test]
    fn believing_the_first_upper_limit_below_the_precision_would_miss_more_often() {
        let (p, precision, level) = (0.005, 0.005, Level::default());
        let eager = stopping(p, looks(1 << 24), |k, n| {
            let interval = proportion(k, n, level).expect("fights");
            let stops = interval.high <= precision || k >= ENOUGH && interval.reach() <= precision;
            stops.then_some(interval)
        });
        let ours = our_rule(p, precision);
        assert!(eager.missed > 0.1 && ours.missed < WORST, "{eager:?} {ours:?}");
    }

    #[test]
    fn an_event_that_never_happens_ends_the_run_neither_at_once_nor_never() {
        for (precision, last) in [(0.05, 4096), (0.005, 32_768), (0.0001, 1 << 20)] {
            for happens in [0.0, 1.0] {
                let run = our_rule(happens, precision);
                assert_eq!((run.fights, run.missed, run.unfinished), (f64::from(last), 0.0, 0.0), "{precision}");
            }
        }
    }

    #[test]
    fn rare_events_are_counted_until_a_hundred_came_up() {
        let (level, precision) = (Level::default(), 0.005);
        // 41 of 4096 reach 0.0036, which is precise enough, but they are too few to be sure of that.
        let few = StatisticEvidence::proportion(41, 4096);
        assert!(few.reach(level) < precision && !few.suffices(precision, level));
        assert!(StatisticEvidence::proportion(100, 8192).suffices(precision, level));
        assert!(StatisticEvidence::proportion(8092, 8192).suffices(precision, level), "and so is what almost always happens");
        assert!(StatisticEvidence::proportion(41, 32_768).suffices(precision, level), "but not for ever");
        assert!(
            !StatisticEvidence::proportion(2048, 4096).suffices(precision, level),
            "and many events are not all that counts"
        );
    }

    #[test]
    fn estimates_of_means_are_as_near_as_was_asked() {
        // Three hit points of damage or none. The estimate may be further off than the precision in one run of twenty.
        let level = Level::default();
        for precision in [0.1, 0.02, 0.005] {
            for p in probabilities().step_by(5) {
                let run = stopping(p, looks(1 << 24), |k, n| {
                    let asked = Interval::around(k as f64 / n as f64, precision / 3.0);
                    StatisticEvidence::mean([(0, n - k), (3, k)]).suffices(precision, level).then_some(asked)
                });
                assert!(run.missed < 0.055 && run.unfinished < 1e-9, "{p} {precision}: {run:?}");
            }
        }
    }

    #[test]
    fn means_of_metrics_that_hardly_vary_are_not_believed_at_once() {
        let level = Level::default();
        let constant = |n| StatisticEvidence::mean([(5, n)]);
        assert_eq!(constant(4096).reach(level), 0.0);
        assert!(!constant(4096).suffices(0.01, level) && constant(16_384).suffices(0.01, level));
        // Two disasters of 40 points each: the normal interval reaches 0.027, but nobody can trust it.
        let disasters = |n: u64| StatisticEvidence::mean([(0, n - n / 2048), (40, n / 2048)]);
        assert!(disasters(4096).reach(level) < 0.05 && !disasters(4096).suffices(0.05, level));
        assert!(disasters(81_920).suffices(0.05, level), "40 disasters, each of 40 points, in 100 * 40 / 0.05 fights");
        let never_so_far = StatisticEvidence::mean([(0, 4090), (1, 6), (900, 0)]);
        assert_eq!(never_so_far, StatisticEvidence::mean([(0, 4090), (1, 6)]), "a value that did not come up spans nothing");
        // Varied outcomes need no more than their interval.
        let varied = StatisticEvidence::mean((1..=8).map(|rounds| (rounds, 512)));
        assert!((varied.reach(level) - 1.96 * 5.25_f64.sqrt() / 64.0).abs() < 1e-4 && varied.suffices(0.08, level));
    }

    #[test]
    fn the_slowest_demand_is_named_with_its_forecast() {
        let level = Level::default();
        let demand = |label, precision, evidence| PrecisionDemand { label, precision, evidence };
        let demands = [
            demand("rounds", 0.1, StatisticEvidence::mean((1..=8).map(|rounds| (rounds, 512)))),
            demand("wins", 0.005, StatisticEvidence::proportion(2048, 4096)),
            demand("losses", 0.005, StatisticEvidence::proportion(2048, 4096)),
            demand("deaths", 0.005, StatisticEvidence::proportion(0, 4096)),
        ];
        let now = standing(&demands, 4096, level).expect("four demands");
        // 1.96^2 / 4 / 0.005^2 = 38 416 fights, so the look at 65 536.
        assert_eq!((now.limiting.label, now.fights_needed, now.met), ("wins", Some(65_536), false));
        assert!((now.reach - 0.0153).abs() < 1e-4, "{now:?}");
        let first = standing(&demands[..1], 4096, level).expect("one demand");
        assert_eq!((first.limiting.label, first.fights_needed, first.met), ("rounds", Some(4096), true));
        assert_eq!(standing(&[], 4096, level), None);
    }

    #[test]
    fn a_forecast_comes_true_when_the_fights_go_on_as_they_did() {
        let level = Level::default();
        for (k, precision) in [(2000, 0.005), (37, 0.001), (0, 0.0005), (4096, 0.002)] {
            let at = |times: u64| {
                let demands = [PrecisionDemand {
                    label: "",
                    precision,
                    evidence: StatisticEvidence::proportion(k * times, 4096 * times),
                }];
                standing(&demands, 4096 * times, level).map(|standing| (standing.fights_needed, standing.met))
            };
            let (forecast, _) = at(1).expect("a demand");
            let times = forecast.expect("foreseeable") / 4096;
            assert_eq!(at(times), Some((forecast, true)), "{k}");
            assert_eq!(at(times / 2), Some((forecast, false)), "{k}");
        }
    }

    #[test]
    fn what_no_fight_has_is_never_met_and_limits_everything_else() {
        let level = Level::default();
        for nothing in [StatisticEvidence::proportion(0, 0), StatisticEvidence::mean([]), StatisticEvidence::mean([(5, 1)])] {
            let demands = [
                PrecisionDemand { label: "wins", precision: 0.001, evidence: StatisticEvidence::proportion(2048, 4096) },
                PrecisionDemand { label: "rounds of a victory", precision: 100.0, evidence: nothing },
            ];
            let now = standing(&demands, 4096, level).expect("two demands");
            assert_eq!(
                (now.limiting.label, now.reach, now.fights_needed, now.met),
                ("rounds of a victory", f64::INFINITY, None, false)
            );
            assert_eq!(standing(&demands, 0, level).map(|start| start.met), Some(false), "nor before the first fight");
        }
        let vain = [PrecisionDemand { label: "wins", precision: 1e-7, evidence: StatisticEvidence::proportion(2048, 4096) }];
        assert_eq!(standing(&vain, 4096, level).map(|now| now.fights_needed), Some(None), "beyond what a run can hold");
    }
}
