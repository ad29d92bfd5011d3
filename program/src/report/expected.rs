//! Expectations of a scenario as a report of its run tells them.
//!
//! Owns the words of a verdict; the verdict itself is for [`contract`]. Start at [`judged`].

use frame::analysis::contract::{self, ContractStanding};
use frame::analysis::expect::{Expected as Expectation, ExpectedNumber};
use frame::analysis::statistic::Statistic;
use frame::stats::{Interval, Level};

use super::check::words::{exact_figures, in_figures};
use super::input::{Band, Expected};

/// The origin of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// From fights that were played.
    Counted,
    /// From every outcome of every die.
    Exact,
    /// From as many outcomes as were followed.
    Bounds,
    /// From those, and from fights that were played on from there.
    PlayedOn,
}

/// The standing of an expectation, clause by clause: it holds or is broken when whole intervals say so.
#[must_use]
pub fn judged(
    expected: &Expectation,
    of: &dyn Fn(Statistic, Level) -> Option<Interval>,
    level: Level,
    source: Source,
) -> Expected {
    let nothing = match source {
        Source::Counted => "too few of these fights have it",
        Source::Exact => "it is not known exactly, ask without --exact",
        Source::Bounds | Source::PlayedOn => "it has no bounds, ask without --exact",
    };
    let text = &expected.text;
    let Some(contract) = expected.own() else {
        let verdict = format!("expected {}: needs other fights than these, ask `sparring check`", expected.demand);
        let (that, because) = (text.that.clone(), text.because.clone());
        return Expected { that, verdict, because, standing: None, band: None };
    };
    let judged = contract.judge_by(&|term, level| of(term.statistic, level), level);
    let standing = contract::standing(&judged);
    let word = standing.text();
    let figures = |(clause, judged): (&contract::Clause, &contract::Judged)| {
        let sampled = matches!(source, Source::Counted | Source::PlayedOn);
        let figures = if sampled { in_figures } else { exact_figures };
        let number = figures(judged.interval?, clause.unit());
        // A number says what it is of, unless that is just what the designer wrote.
        Some(if clause.what == text.that.trim() { number } else { format!("{} is {number}", clause.what) })
    };
    let numbers: Vec<String> = contract.clauses.iter().zip(&judged).filter_map(figures).collect();
    let verdict = match numbers.len() {
        0 => format!("{word}: {nothing}"),
        _ => format!("{word}: {}, expected {}", numbers.join(", "), expected.demand),
    };
    // What is 0 whatever happens keeps every upper limit; the metric is perhaps another one than is meant.
    let idle = |(clause, judged): (&contract::Clause, &contract::Judged)| {
        let mean = matches!(&clause.number, contract::ClauseNumber::One(term) if matches!(term.statistic, Statistic::Mean(_)));
        mean && judged.interval.is_some_and(|interval| interval.estimate == 0.0 && interval.low == 0.0)
    };
    let idle = standing == ContractStanding::Holds && contract.clauses.iter().zip(&judged).any(idle);
    let verdict = if idle { format!("{verdict}; it is 0 in every fight: is another metric meant?") } else { verdict };
    let broken = standing == ContractStanding::Broken && !text.if_violated.is_empty();
    let because = if broken { &text.if_violated } else { &text.because };
    let band = band(expected);
    Expected { that: text.that.clone(), verdict, because: because.clone(), standing: Some(standing), band }
}

/// The limits of a share of victories, where that is all that is expected.
fn band(expected: &Expectation) -> Option<Band> {
    match expected.clauses.as_slice() {
        [ExpectedNumber { first, second: None, low, high, .. }] if first.file.is_none() => {
            let side = first.call.strip_prefix("win(")?.strip_suffix(')')?.trim().trim_matches('"');
            Some(Band { side: side.to_owned(), low: low.max(0.0), high: high.min(1.0) })
        }
        _ => None,
    }
}
