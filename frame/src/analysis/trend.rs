//! Trends: what baselines of earlier days say of a statistic.
//!
//! Owns the reading of a call, such as `win(party)` or `quantile(rounds, 95)`, off recorded counts. What is asked of conditions over
//! several metrics is in no baseline and has no trend. Start at [`read`].

use crate::fight::typed;
use crate::stats::proportion::proportion;
use crate::stats::quantile::quantile;
use crate::stats::sample::Sample;
use crate::stats::{Interval, Level};
use crate::tally::{Recorded, RecordedMetric};

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
