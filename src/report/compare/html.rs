//! The page of a comparison: one self-contained file without scripts, clocks or anything from the network.
//!
//! Owns what stands on the page; how it looks is in `templates/compare.html`. Start at [`html`].

use askama::Template;

use crate::analysis::compare::Word;
use crate::error::Failure;
use crate::report::chart;
use crate::report::compare::ComparisonReport;
use crate::report::compare::forest::{Forest, forests};
use crate::report::compare::tables::{changes, examples, findings, flows, scenarios};
use crate::report::compare::words::{advice, meaning, source, summary, warnings};
use crate::report::listing::Listing;

#[derive(Template)]
#[template(path = "compare.html")]
struct Page<'a> {
    report: &'a ComparisonReport,
    title: String,
    systems: Vec<&'a str>,
    source: String,
    summary: String,
    meaning: String,
    advice: Option<String>,
    warnings: Vec<String>,
    changes: Listing,
    scenarios: Listing,
    changed: Listing,
    moved: Listing,
    undecided: Listing,
    unchanged: Listing,
    identical: Listing,
    forests: Vec<(Forest, String)>,
    flows: Vec<(String, Vec<String>, Vec<Vec<String>>)>,
    examples: Listing,
    replays: Vec<(&'a str, String, String)>,
}

/// The whole page.
///
/// # Errors
/// A bug in the program.
pub fn html(report: &ComparisonReport) -> Result<String, Failure> {
    let found = report.found();
    let mut systems: Vec<&str> = report.entries.iter().map(|entry| entry.system.as_str()).collect();
    systems.dedup();
    let of = |word| findings(report, &found, word);
    let drawn = |forest: Forest| {
        let svg = chart::inline(&forest.draw()?);
        Ok((forest, svg))
    };
    let changed_in = |entry: &&super::Entry| entry.compared.findings.iter().any(|finding| finding.word.is_seen_to_move());
    let page = Page {
        report,
        title: match &report.entries[..] {
            [entry] => entry.before.title.clone(),
            entries => format!("{} scenarios", entries.len()),
        },
        systems,
        source: source(report),
        summary: summary(report),
        meaning: meaning(report),
        advice: advice(&found),
        warnings: warnings(report),
        changes: changes(report),
        scenarios: scenarios(report),
        changed: of(Word::Changed),
        moved: of(Word::Moved),
        undecided: of(Word::Undecided),
        unchanged: of(Word::Unchanged),
        identical: of(Word::Identical),
        forests: forests(report).into_iter().map(drawn).collect::<Result<_, Failure>>()?,
        flows: flows(report),
        examples: examples(&found),
        replays: (report.entries.iter().filter(changed_in))
            .map(|entry| (entry.name.as_str(), entry.before.replay(), entry.after.replay()))
            .collect(),
    };
    page.render().map_err(|error| Failure::Bug(format!("the page could not be made: {error}")))
}
