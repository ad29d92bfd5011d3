//! The report of a comparison as Markdown: to paste into a rules document or an issue.

use std::fmt::Write as _;

use crate::analysis::compare::Word;
use crate::report::compare::ComparisonReport;
use crate::report::compare::tables::{Listing, changes, examples, findings, flows, scenarios};
use crate::report::compare::words::{advice, meaning, source, summary, warnings};
use crate::report::markdown::safe;

/// The whole report.
#[must_use]
pub fn markdown(report: &ComparisonReport) -> String {
    let found = report.found();
    let title = match &report.entries[..] {
        [entry] => entry.before.title.clone(),
        entries => format!("{} scenarios", entries.len()),
    };
    let mut text = format!("# {}: {}\n\n**{}**\n\n", safe(&title), safe(&report.change), safe(&summary(report)));
    let _ = writeln!(text, "{}. {}\n\n```\n{}\n```", safe(&source(report)), safe(&meaning(report)), report.command);
    for warning in warnings(report) {
        let _ = writeln!(text, "\n> **Warning:** {}", safe(&warning));
    }
    table(&mut text, "What is changed", &changes(report));
    if report.several() {
        table(&mut text, "Scenarios", &scenarios(report));
    }
    let titles = ["Changed, the largest effect first", "Undecided", "Unchanged within the margin", "Identical in every fight"];
    for (word, title) in Word::ALL.into_iter().zip(titles) {
        table(&mut text, title, &findings(report, &found, word));
        if let (Word::Undecided, Some(advice)) = (word, advice(&found)) {
            let _ = writeln!(text, "\n{}.", safe(&advice));
        }
    }
    for (title, columns, rows) in flows(report) {
        let heads: Vec<String> = columns.iter().map(|column| safe(column)).collect();
        let _ = writeln!(text, "\n## {}: before and after\n\n| before | {} |", safe(&title), heads.join(" | "));
        let _ = writeln!(text, "| --- |{}", " ---: |".repeat(columns.len()));
        lines(&mut text, &rows);
    }
    table(&mut text, "Fights that came out otherwise", &examples(&found));
    for entry in &report.entries {
        if entry.compared.findings.iter().any(|finding| finding.word == Word::Changed) {
            let (before, after) = (entry.before.replay(), entry.after.replay());
            let _ = writeln!(text, "\n```\n{before} NUMBER\n{after} NUMBER\n```");
        }
    }
    text
}

fn table(text: &mut String, title: &str, listing: &Listing) {
    if listing.rows.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n## {title}\n\n| {} |", listing.columns.join(" | "));
    let _ = writeln!(text, "| --- |{}", " ---: |".repeat(listing.columns.len() - 1));
    lines(text, &listing.rows);
}

fn lines(text: &mut String, rows: &[Vec<String>]) {
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| safe(cell)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
}
