//! Trends: what baselines of earlier days say of a statistic.
//!
//! Owns the reading of a call, such as `win(party)` or `quantile(rounds, 95)`, off recorded counts, and whether it moved from baseline to
//! baseline. What is asked of conditions over several metrics is in no baseline and has no trend. Start at [`Trend::of`].

use crate::fight::typed;
use crate::stats::proportion::proportion;
use crate::stats::quantile::quantile;
use crate::stats::sample::Sample;
use crate::stats::{Interval, Level};
use crate::tally::{Baseline, Recorded, RecordedMetric};

use super::contract::{ClauseNumber, ClauseUnit, Contract};

/// What a contract is about, baseline by baseline.
#[derive(Clone, PartialEq, Debug)]
pub struct Trend {
    /// The scenario.
    pub scenario: String,
    /// The expectation.
    pub that: String,
    /// The least that is allowed; minus infinity for no limit.
    pub low: f64,
    /// The most that is allowed; infinity for no limit.
    pub high: f64,
    /// The unit of its numbers.
    pub unit: ClauseUnit,
    /// The baselines, the earliest first.
    pub points: Vec<TrendPoint>,
}

/// A baseline of an earlier day.
#[derive(Clone, PartialEq, Debug)]
pub struct TrendPoint {
    /// The day on which it was committed.
    pub day: String,
    /// The reason for it.
    pub because: String,
    /// The number, with its interval.
    pub interval: Interval,
}

impl Trend {
    /// How what a contract is about fared in these baselines, each with its day, the earliest first. None of a contract about several
    /// numbers, or of what no baseline knows.
    #[must_use]
    pub fn of(scenario: &str, contract: &Contract, versions: &[(String, Baseline)]) -> Option<Self> {
        let [clause] = &contract.clauses[..] else { return None };
        let call = call(&contract.that).filter(|_| matches!(clause.number, ClauseNumber::One(_)))?;
        let point = |(day, baseline): &(String, Baseline)| {
            let interval = read(&baseline.recorded, call, Level::default())?;
            Some(TrendPoint { day: day.clone(), because: baseline.because.clone(), interval })
        };
        let points: Vec<TrendPoint> = versions.iter().filter_map(point).collect();
        let (scenario, that) = (scenario.to_owned(), contract.that.clone());
        (!points.is_empty()).then(|| Trend { scenario, that, low: clause.low, high: clause.high, unit: clause.unit(), points })
    }

    /// Its first and its last number.
    fn ends(&self) -> Option<[Interval; 2]> {
        Some([self.points.first()?.interval, self.points.last()?.interval])
    }

    /// By how much it moved between its first and its last baseline, as a share of the larger.
    #[must_use]
    pub fn size(&self) -> f64 {
        let Some([first, last]) = self.ends().map(|ends| ends.map(|end| end.estimate)) else { return 0.0 };
        (last - first).abs() / first.abs().max(last.abs()).max(f64::MIN_POSITIVE)
    }

    /// True if its first and its last baseline are told apart: their intervals have nothing in common.
    #[must_use]
    pub fn moved(&self) -> bool {
        self.ends().is_some_and(|[first, last]| first.high < last.low || last.high < first.low)
    }
}

/// The call with which an expectation begins: `win(party)` of `win(party) between 0.5 and 0.7`; nothing where it goes on with another
/// number.
#[must_use]
pub fn call(expected: &str) -> Option<&str> {
    let open = expected.find('(')?;
    let mut depth = 0;
    let end = expected[open..].find(|letter| {
        depth += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    let (call, rest) = expected.split_at(open + end + 1);
    (!rest.trim_start().starts_with(['-', '/', '+', '*'])).then_some(call)
}

/// The value of a call by recorded counts, with its interval; nothing where they do not know.
#[must_use]
pub fn read(recorded: &Recorded, call: &str, level: Level) -> Option<Interval> {
    let inside = |function: &str| Some(call.strip_prefix(function)?.strip_prefix('(')?.strip_suffix(')')?.replace('"', ""));
    let share = |metric: &RecordedMetric, value: i64| {
        let count = metric.counts.iter().find(|(counted, _)| *counted == value).map_or(0, |(_, count)| *count);
        proportion(count, metric.counts.iter().map(|(_, count)| count).sum(), level)
    };
    if let Some((key, label)) = typed::share_of(call) {
        let metric = recorded.metric(&key)?;
        let labels = metric.kind.strip_prefix("category(")?.strip_suffix(')')?;
        let value = labels.split('|').position(|known| known == label)?;
        return share(metric, value as i64);
    }
    if let Some(key) = inside("chance").or_else(|| inside("death").map(|name| format!("{}.dead", name.trim()))) {
        let metric = recorded.metric(key.trim()).or_else(|| recorded.metric(&format!("end.{}", key.trim())))?;
        return if metric.kind == "flag" { share(metric, 1) } else { None };
    }
    if let Some(key) = inside("mean") {
        let metric = recorded.metric(key.trim())?;
        return Sample::within(&metric.counts, range(recorded, metric))?.mean(level);
    }
    let asked = inside("quantile")?;
    let (key, percent) = asked.split_once(',')?;
    let counts = recorded.metric(key.trim())?.counts.clone();
    let found = quantile(counts, percent.trim().parse().ok()?, level)?;
    let [estimate, low, high] = [found.estimate, found.low, found.high].map(|value| value as f64);
    Some(Interval { estimate, low, high })
}

/// The range of a recorded metric: of others of its kind, where any of them has been as large. Nothing where none was.
fn range(recorded: &Recorded, metric: &RecordedMetric) -> Option<[i64; 2]> {
    let ends = |metric: &RecordedMetric| Some([metric.counts.first()?.0, metric.counts.last()?.0]);
    let [least, most] = ends(metric)?;
    let others = recorded.metrics.iter().filter(|other| other.kind == metric.kind && other.key != metric.key).filter_map(ends);
    let largest = others.clone().map(|[_, most]| most).max().filter(|largest| *largest >= most.max(1))?;
    let smallest = others.map(|[least, _]| least).min().unwrap_or(0);
    Some([if least < 0 { smallest.min(least) } else { 0 }, largest])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Header;

    #[test]
    fn a_call_is_what_an_expectation_begins_with() {
        assert_eq!(call("win(party) between 0.5 and 0.7"), Some("win(party)"));
        assert_eq!(call("chance((a or b) and c) at most 0.1"), Some("chance((a or b) and c)"));
        assert_eq!([call("win(a) - win(b) at least 0"), call("no call")], [None, None]);
    }

    #[test]
    fn a_trend_has_moved_where_its_ends_are_told_apart() {
        let trend = |values: &[f64]| {
            let point = |&value: &f64| TrendPoint {
                day: String::new(),
                because: String::new(),
                interval: Interval::around(value, 0.01),
            };
            let (scenario, that, unit) = (String::new(), String::new(), ClauseUnit::Share);
            Trend { scenario, that, low: 0.0, high: 1.0, unit, points: values.iter().map(point).collect() }
        };
        assert!(trend(&[0.4, 0.9, 0.5]).moved() && !trend(&[0.4, 0.9, 0.41]).moved());
        assert!((trend(&[0.4, 0.9, 0.5]).size() - 0.2).abs() < 1e-12);
        assert_eq!([trend(&[0.4]), trend(&[])].map(|trend| (trend.size(), trend.moved())), [(0.0, false); 2]);
    }

    #[test]
    fn each_call_is_read_off_its_counts() {
        let metric = |key: &str, kind: &str, counts: &[(i64, u64)]| RecordedMetric {
            key: key.into(),
            kind: kind.into(),
            counts: counts.to_vec(),
        };
        let header = Header {
            tool: String::new(),
            system: String::new(),
            scheme: String::new(),
            seed: 1,
            from: 0,
            digest: String::new(),
            title: String::new(),
        };
        let metrics = vec![
            metric("winner", "category(the left|right|draw)", &[(0, 30), (1, 60), (2, 10)]),
            metric("Sir Col.dead", "flag", &[(0, 75), (1, 25)]),
            metric("rounds", "amount(rounds)", &[(3, 50), (5, 50)]),
        ];
        let recorded = Recorded { header, fights: 0..100, metrics, products: vec![] };
        let of = |call: &str| read(&recorded, call, Level::default()).map(|interval| interval.estimate);
        assert_eq!(of("win(right)"), Some(0.6));
        assert_eq!(of("win(\"the left\")"), Some(0.3));
        assert_eq!(of("chance(winner == draw)"), Some(0.1));
        assert_eq!([of("death(Sir Col)"), of("chance(\"Sir Col\".dead)")], [Some(0.25); 2]);
        assert_eq!([of("mean(rounds)"), of("quantile(rounds, 90)")], [Some(4.0), Some(5.0)]);
        assert_eq!([of("win(nobody)"), of("chance(a or b)"), of("mean(x)"), of("chance(rounds)")], [None; 4]);
    }
}
