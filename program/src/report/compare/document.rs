//! The report of a comparison, part by part: the answer first, then what moved, then how to watch it move.
//!
//! Owns which tables stand in it, and in which order. Start at [`document`].

use crate::report::compare::answer::answer;
use crate::report::compare::contracts;
use crate::report::compare::matrix;
use crate::report::compare::tables::{
    AT_THE_TABLE, SHARPENED, changed, changes, examples, findings, flows, scenarios, sharpened, titled,
};
use crate::report::compare::words::{advice, meaning, source, summary, warnings};
use crate::report::compare::{ComparisonReport, Found};
use crate::report::document::{Block, Document, Medium, Part, Section};
use crate::report::listing::Listing;
use crate::report::terminal::{grid, wrapped};
use frame::analysis::compare::OutcomeVerdict;

/// Rows of a table that a terminal shows at the most, unless all are asked for.
const ROWS_MOST: usize = 24;

/// The title of the scenario, or how many there are.
#[must_use]
pub fn title(report: &ComparisonReport) -> String {
    match &report.entries[..] {
        [entry] => entry.before.title.clone(),
        entries => format!("{} scenarios", entries.len()),
    }
}

/// The whole report; without `all` only what matters most.
#[must_use]
pub fn document(report: &ComparisonReport, all: bool) -> Document {
    let (found, several) = (report.found(), report.several());
    let titles = match &report.entries[..] {
        [entry] => format!("{} | {}", title(report), entry.system),
        _ => title(report),
    };
    let mut document = Document::new(format!("{}: {}", title(report), report.said()));
    (document.rows_most, document.verdicts) = (if all { usize::MAX } else { ROWS_MOST }, true);
    document.add([Part::Answers(vec![answer(report)]), Part::Verdicts(summary(report))]);
    document.line(format!("{titles} | {} | {}", report.said(), source(report)));
    document.only(Medium::Markdown, Part::Method { source: source(report), meaning: meaning(report) });
    document.only(Medium::Page, Part::Note(meaning(report)));
    document.add([Part::Command(report.command.clone())]);
    document.add(warnings(report).into_iter().map(Part::Warning));
    let section = |title: &str, listing: Listing| Part::Section(Section::new(title, listing));
    document.write([section("What is changed", changes(report)), section("Contracts", contracts::listing(report, all))]);
    if several {
        let whole = matrix::listing(report, all);
        document.only(Medium::Markdown, section("Who wins", whole.clone()));
        document.only(Medium::Terminal, Part::Section(Section::new("Who wins, and what becomes of contracts", whole).whole()));
        if all {
            document.write([section("Scenarios", scenarios(report))]);
        }
    }
    let of = |word| section(titled(word), findings(report, &found, word));
    document.write([
        section(changed(report), findings(report, &found, OutcomeVerdict::Changed)),
        section(AT_THE_TABLE, findings(report, &report.aside(), OutcomeVerdict::Changed)),
        of(OutcomeVerdict::Moved),
        of(OutcomeVerdict::Undecided),
    ]);
    if let Some(advice) = advice(&found) {
        document.only(Medium::Markdown, Part::Note(format!("{advice}.")));
    }
    document.write([of(OutcomeVerdict::Unchanged)]);
    if all {
        document.write([of(OutcomeVerdict::Identical)]);
    }
    document.write([section(SHARPENED, sharpened(report, &found))]);
    for (title, columns, rows) in report.entries.iter().flat_map(|entry| flows(report, entry)) {
        let listing = Listing::new(std::iter::once("before".to_owned()).chain(columns), rows);
        document.only(Medium::Markdown, section(&format!("{title}: before and after"), listing));
    }
    document.write([section("Fights that came out otherwise", examples(&found))]);
    for entry in &report.entries {
        if entry.compared.findings.iter().any(|finding| finding.word.is_seen_to_move()) {
            let (before, after) = (entry.before.replay(), entry.after.replay());
            document.marked([Block::Code(format!("{before} NUMBER\n{after} NUMBER"))]);
        }
    }
    end(report, &found, all, &mut document);
    document
}

/// The end on a terminal, below the tables.
fn end(report: &ComparisonReport, found: &[Found<'_>], all: bool, document: &mut Document) {
    if let [entry] = &report.entries[..] {
        let (before, after) = (entry.before.replay(), entry.after.replay());
        if found.iter().any(|found| found.finding.word.is_seen_to_move()) {
            document.line(format!("  before: {before} NUMBER\n  after:  {after} NUMBER"));
        }
        for (title, columns, rows) in flows(report, entry) {
            let head = std::iter::once(format!("{title} before, and after:")).chain(columns);
            document.line(format!("\n{}", grid(&Listing::new(head, rows).lines(usize::MAX), &[true])));
        }
        for (names, side) in [(&entry.outcomes.only_before, "before"), (&entry.outcomes.only_after, "after")] {
            if !names.is_empty() {
                document.line(format!("\n{}", wrapped(&format!("  only {side}: {}", names.join(", ")))));
            }
        }
    }
    let identical: Vec<String> =
        found.iter().filter(|found| found.finding.word == OutcomeVerdict::Identical).map(Found::name).collect();
    if !all && !identical.is_empty() {
        let names = if report.several() { format!("{} outcomes", identical.len()) } else { identical.join(", ") };
        document.line(format!("\n{}", wrapped(&format!("  identical: {names}"))));
    }
    document.line(format!("\n{}", meaning(report)));
    advice(found).into_iter().for_each(|advice| document.line(advice));
}
