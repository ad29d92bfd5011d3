//! The report of a comparison as Markdown: to paste into a rules document or an issue.

use std::fmt::Write as _;

use crate::report::compare::ComparisonReport;
use crate::report::compare::answer::answer;
use crate::report::compare::contracts;
use crate::report::compare::matrix;
use crate::report::compare::tables::{
    AT_THE_TABLE, SHARPENED, changed, changes, examples, findings, flows, scenarios, sharpened,
};
use crate::report::compare::words::{advice, meaning, source, summary, warnings};
use crate::report::listing::lines;
use crate::report::markdown::{fenced, safe};
use frame::analysis::compare::OutcomeVerdict;

/// The whole report.
#[must_use]
pub fn markdown(report: &ComparisonReport) -> String {
    let found = report.found();
    let title = match &report.entries[..] {
        [entry] => entry.before.title.clone(),
        entries => format!("{} scenarios", entries.len()),
    };
    let mut text = format!("# {}: {}\n\n", safe(&title), safe(&report.said()));
    let _ = writeln!(text, "**{}**\n\n{}\n", safe(&answer(report)), safe(&summary(report)));
    let _ = writeln!(text, "{}. {}\n\n{}", safe(&source(report)), safe(&meaning(report)), fenced(&report.command));
    for warning in warnings(report) {
        let _ = writeln!(text, "\n> **Warning:** {}", safe(&warning));
    }
    text.push_str(&changes(report).markdown("What is changed"));
    text.push_str(&contracts::listing(report, true).markdown("Contracts"));
    if report.several() {
        text.push_str(&matrix::listing(report, true).markdown("Who wins"));
        text.push_str(&scenarios(report).markdown("Scenarios"));
    }
    let titles = [
        changed(report),
        "Moved, whether by the margin is open",
        "Undecided",
        "Unchanged within the margin",
        "Identical in every fight",
    ];
    for (word, title) in OutcomeVerdict::ALL.into_iter().zip(titles) {
        text.push_str(&findings(report, &found, word).markdown(title));
        if word == OutcomeVerdict::Changed {
            text.push_str(&findings(report, &report.aside(), word).markdown(AT_THE_TABLE));
        }
        if let (OutcomeVerdict::Undecided, Some(advice)) = (word, advice(&found)) {
            let _ = writeln!(text, "\n{}.", safe(&advice));
        }
    }
    text.push_str(&sharpened(report, &found).markdown(SHARPENED));
    for (title, columns, rows) in report.entries.iter().flat_map(|entry| flows(report, entry)) {
        let heads: Vec<String> = columns.iter().map(|column| safe(column)).collect();
        let _ = writeln!(text, "\n## {}: before and after\n\n| before | {} |", safe(&title), heads.join(" | "));
        let _ = writeln!(text, "| --- |{}", " ---: |".repeat(columns.len()));
        text.push_str(&lines(&rows));
    }
    text.push_str(&examples(&found).markdown("Fights that came out otherwise"));
    for entry in &report.entries {
        if entry.compared.findings.iter().any(|finding| finding.word.is_seen_to_move()) {
            let (before, after) = (entry.before.replay(), entry.after.replay());
            let _ = writeln!(text, "\n{}", fenced(&format!("{before} NUMBER\n{after} NUMBER")));
        }
    }
    text
}
