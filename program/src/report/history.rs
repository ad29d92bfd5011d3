//! Histories: how what contracts are about fared, baseline by baseline.
//!
//! Owns the sentences and the page. Trends come from baselines as they were committed, and are drawn as on the page of a check. Start at
//! [`HistoryReport`].

use serde_json::{Value, json};

use crate::report::check::page::{TrendShown as _, by_scenario, drawn};
use crate::report::document::{Block, Document, Frame, Part, Readable};
use crate::report::figure::thousands;
use frame::analysis::trend::{Trend, TrendPoint};
use frame::error::Failure;

/// Trends that are told by name at the most.
const NAMED_MOST: usize = 3;

/// The history of the contracts of some scenarios.
pub struct HistoryReport {
    /// The command that tells it again.
    pub command: String,
    /// The number of contracts.
    pub contracts: usize,
    /// Those that baselines know of.
    pub trends: Vec<Trend>,
    /// What is known of the baselines, as a sentence.
    pub note: String,
}

/// So many contracts, in words.
fn contracts(count: usize) -> String {
    if count == 1 { "1 contract".to_owned() } else { format!("{} contracts", thousands(count as u64)) }
}

impl HistoryReport {
    /// The answer: what moved since its first baseline, for certain.
    #[must_use]
    pub fn answer(&self) -> String {
        let known = self.trends.len();
        if known == 0 {
            return format!("Of {} no baseline in git tells anything.", contracts(self.contracts));
        }
        let mut moved: Vec<&Trend> = self.trends.iter().filter(|trend| trend.moved()).collect();
        moved.sort_by(|one, other| other.size().total_cmp(&one.size()));
        let of = format!("{} that baselines tell of", contracts(known));
        if moved.is_empty() {
            return format!("Of {of}, none is shown to have moved since its first baseline.");
        }
        let named =
            moved.iter().take(NAMED_MOST).map(|trend| format!("{} of {} ({})", trend.that, trend.scenario, trend.words()));
        let more = moved.len().saturating_sub(NAMED_MOST);
        let more = if more == 0 { String::new() } else { format!("; and {more} more") };
        format!("Of {of}, {} moved since the first baseline: {}{more}.", moved.len(), named.collect::<Vec<_>>().join("; "))
    }
}

impl Readable for HistoryReport {
    fn document(&self, _: bool) -> Result<Document, Failure> {
        let mut document = Document::new("How the contracts fared");
        let (kicker, window) = (vec!["history".to_owned()], "History of contracts".to_owned());
        document.frame = Frame { kicker, window, ..document.frame };
        document.add([Part::Answers(vec![self.answer()])]);
        let below = "Each point is a baseline with its interval, dashed lines are what is wanted.";
        document.page([Block::note(format!("{} {below}", self.note))]);
        for (scenario, trends) in by_scenario(&self.trends) {
            document.line(format!("\n{scenario}"));
            for trend in &trends {
                let baselines = trend.points.len();
                let count = if baselines == 1 { "1 baseline".to_owned() } else { format!("{baselines} baselines") };
                document.line(format!("  {}: {} ({count})", trend.that, trend.words()));
            }
            document.page([Block::card(scenario, vec![drawn(&trends)])]);
        }
        document.line(format!("\n{}", self.note));
        document.add([Part::Command(self.command.clone())]);
        Ok(document)
    }

    /// Nothing of it has a colour.
    fn terminal(&self, _: bool, all: bool) -> Result<String, Failure> {
        Ok(self.document(all)?.terminal(false, all))
    }

    fn json(&self) -> Value {
        let limit = |limit: f64| limit.is_finite().then_some(limit);
        let trend = |trend: &Trend| {
            let point = |point: &TrendPoint| {
                let interval = point.interval;
                json!({ "day": point.day, "because": point.because, "value": interval.estimate, "low": interval.low, "high": interval.high })
            };
            json!({
                "scenario": trend.scenario, "that": trend.that, "at_least": limit(trend.low), "at_most": limit(trend.high),
                "moved": trend.moved(), "baselines": trend.points.iter().map(point).collect::<Vec<_>>(),
            })
        };
        json!({
            "schema": 1, "command": self.command, "answer": self.answer(), "contracts": self.contracts,
            "trends": self.trends.iter().map(trend).collect::<Vec<_>>(), "note": self.note,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frame::analysis::contract::ClauseUnit;
    use frame::stats::Interval;

    fn trend(that: &str, last: f64) -> Trend {
        let point = |day: &str, estimate: f64| TrendPoint {
            day: day.into(),
            because: "a reason".into(),
            interval: Interval::around(estimate, 0.01),
        };
        let points = vec![point("2026-01-02", 0.30), point("2026-03-04", last)];
        Trend {
            scenario: "vogt/duel".into(),
            that: that.into(),
            low: f64::NEG_INFINITY,
            high: 0.5,
            unit: ClauseUnit::Share,
            points,
        }
    }

    #[test]
    fn only_what_is_told_apart_has_moved() {
        let report = |last: f64| HistoryReport {
            command: "sparring history".into(),
            contracts: 4,
            trends: vec![trend("win(left)", last), trend("win(right)", 0.30)],
            note: "The last ones.".into(),
        };
        let still = report(0.31);
        assert_eq!(
            still.answer(),
            "Of 2 contracts that baselines tell of, none is shown to have moved since its first baseline."
        );
        let moved = report(0.34);
        assert!(
            moved.answer().starts_with("Of 2 contracts that baselines tell of, 1 moved since the first baseline: win(left)")
        );
        let (page, text) = (moved.html().expect("a page"), moved.terminal(true, true).expect("text"));
        assert_eq!(page.matches("<polyline").count(), 2, "{page}");
        assert!(
            text.contains("  win(right): 30.0 % (29.0 to 31.0) on 2026-01-02, ") && text.contains("(2 baselines)"),
            "{text}"
        );
        assert_eq!(moved.json()["trends"][0]["moved"], true);
        let none = HistoryReport { trends: Vec::new(), ..report(0.3) };
        assert!(none.answer().starts_with("Of 4 contracts no baseline"));
    }
}
