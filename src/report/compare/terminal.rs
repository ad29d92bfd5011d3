//! The report of a comparison for the terminal: the answer first, then what moved, then how to watch it move.

use std::fmt::Write as _;

use crate::report::compare::answer::answer;
use crate::report::compare::contracts;
use crate::report::compare::matrix;
use crate::report::compare::tables::{
    AT_THE_TABLE, SHARPENED, changed, changes, examples, findings, flows, scenarios, sharpened,
};
use crate::report::compare::words::{advice, meaning, source, summary, warnings};
use crate::report::compare::{ComparisonReport, Found};
use crate::report::listing::Listing;
use crate::report::paint::Paint;
use crate::report::terminal::{grid, wrapped};
use frame::analysis::compare::OutcomeVerdict;

/// Rows of a table at the most, unless all are asked for.
const ROWS_MOST: usize = 24;

/// The whole report; `all` shows every row.
#[must_use]
pub fn terminal(report: &ComparisonReport, colour: bool, all: bool) -> String {
    let paint = Paint(colour);
    let found = report.found();
    let most = if all { usize::MAX } else { ROWS_MOST };
    let mut text = format!("{}\n{}\n", paint.strong(&answer(report)), paint.verdicts(&summary(report)));
    let titles = match &report.entries[..] {
        [entry] => format!("{} | {}", entry.before.title, entry.system),
        entries => format!("{} scenarios", entries.len()),
    };
    let _ = writeln!(text, "{titles} | {} | {}", report.said(), source(report));
    for warning in warnings(report) {
        let _ = writeln!(text, "{} {warning}", paint.warning());
    }
    let mut section = |title: &str, listing: &Listing, most: usize| {
        if !listing.rows.is_empty() {
            let title = if paint.opening(title) == title { paint.strong(title) } else { paint.opening(title) };
            let _ = writeln!(text, "\n{title}\n{}", listing.text(most));
        }
    };
    section("What is changed", &changes(report), most);
    section("Contracts", &contracts::listing(report, all), most);
    if report.several() {
        section("Who wins, and what becomes of contracts", &matrix::listing(report, all), usize::MAX);
        if all {
            section("Scenarios", &scenarios(report), usize::MAX);
        }
    }
    section(changed(report), &findings(report, &found, OutcomeVerdict::Changed), most);
    section(AT_THE_TABLE, &findings(report, &report.aside(), OutcomeVerdict::Changed), most);
    section("Moved, whether by the margin is open", &findings(report, &found, OutcomeVerdict::Moved), most);
    section("Undecided", &findings(report, &found, OutcomeVerdict::Undecided), most);
    section("Unchanged within the margin", &findings(report, &found, OutcomeVerdict::Unchanged), most);
    if all {
        section("Identical in every fight", &findings(report, &found, OutcomeVerdict::Identical), most);
    }
    section(SHARPENED, &sharpened(report, &found), most);
    section("Fights that came out otherwise", &examples(&found), most);
    rest(report, &found, all, &mut text);
    text
}

/// The rest below the tables.
fn rest(report: &ComparisonReport, found: &[Found<'_>], all: bool, text: &mut String) {
    if let [entry] = &report.entries[..] {
        let (before, after) = (entry.before.replay(), entry.after.replay());
        if found.iter().any(|found| found.finding.word.is_seen_to_move()) {
            let _ = writeln!(text, "  before: {before} NUMBER\n  after:  {after} NUMBER");
        }
        for (title, columns, rows) in flows(report, entry) {
            let head = std::iter::once(format!("{title} before, and after:")).chain(columns).collect();
            let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
            let _ = writeln!(text, "\n{}", grid(&lines, &[true]));
        }
        for (names, side) in [(&entry.outcomes.only_before, "before"), (&entry.outcomes.only_after, "after")] {
            if !names.is_empty() {
                let _ = writeln!(text, "\n{}", wrapped(&format!("  only {side}: {}", names.join(", "))));
            }
        }
    }
    let identical: Vec<String> =
        found.iter().filter(|found| found.finding.word == OutcomeVerdict::Identical).map(Found::name).collect();
    if !all && !identical.is_empty() {
        let names = if report.several() { format!("{} outcomes", identical.len()) } else { identical.join(", ") };
        let _ = writeln!(text, "\n{}", wrapped(&format!("  identical: {names}")));
    }
    let _ = writeln!(text, "\n{}", meaning(report));
    if let Some(advice) = advice(found) {
        let _ = writeln!(text, "{advice}");
    }
}
