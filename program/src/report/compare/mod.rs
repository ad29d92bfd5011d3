//! The report of a comparison: what a change did.
//!
//! Owns what a reader sees of a comparison. Computes no verdict: words and counts come from [`analysis`](frame::analysis), and
//! every number is shown with its interval.
//!
//! | question | file |
//! | --- | --- |
//! | what is said to players | [`answer`] |
//! | what becomes of contracts | [`contracts`] |
//! | which findings tell the same | [`events`] |
//! | scenarios in rows, wins and rounds and deaths in columns | [`matrix`] |
//! | how a difference is written, and what is said in sentences | [`words`] |
//! | which tables there are | [`tables`] |
//! | how differences are drawn | [`forest`] |
//! | what is said, part by part | [`document`] |
//! | the other formats | [`json`], [`html`] |
//!
//! Start at [`ComparisonReport`].

pub mod answer;
pub mod contracts;
pub mod document;
pub mod events;
pub mod forest;
pub mod html;
pub mod json;
pub mod matrix;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod words;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::report::document::{Document, Readable, Tabular, json_text};
use crate::report::kept::{INTERRUPTED, Kept};
use crate::report::{chart, naming, write};
use frame::analysis::compare::{Compared, ComparisonRule, OutcomeFinding};
use frame::analysis::outcome::Outcomes;
use frame::error::Failure;

/// One side of a comparison, as the report names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arm {
    /// Title of the scenario.
    pub title: String,
    /// The scenario with what is changed in it and the seed, as they are typed.
    pub typed: String,
    /// Digest of the scenario.
    pub digest: String,
}

impl Arm {
    /// The command that replays one of its fights; the number of the fight is to be added.
    #[must_use]
    pub fn replay(&self) -> String {
        format!("sparring replay {} --fight", self.typed)
    }
}

/// A number or switch of the rules that differs between the two sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The path: `book.defend.ar_bonus`.
    pub path: String,
    /// The value before.
    pub before: String,
    /// The value after.
    pub after: String,
}

/// Changes that a title names at the most.
const CHANGES_NAMED: usize = 2;

/// A scenario that was compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The name among the others.
    pub name: String,
    /// The rule system.
    pub system: String,
    /// Without the change.
    pub before: Arm,
    /// With it.
    pub after: Arm,
    /// The differences in the rules.
    pub changes: Vec<Change>,
    /// The outcomes that were compared.
    pub outcomes: Outcomes,
    /// Keys of those that somebody asked for, which stand first.
    pub asked: Vec<String>,
    /// The result.
    pub compared: Compared,
    /// What changed at the table.
    pub table: Vec<OutcomeFinding>,
}

/// The report of a comparison.
pub struct ComparisonReport {
    /// The command that makes this result again.
    pub command: String,
    /// The change, as it was typed.
    pub change: String,
    /// The seed.
    pub seed: u64,
    /// Name of the scheme of random streams.
    pub scheme: String,
    /// Version of the program.
    pub tool: String,
    /// The files that the scenarios were read from, each with its name and its text.
    pub files: Vec<(String, String)>,
    /// The rule by which words were found.
    pub rule: ComparisonRule,
    /// The scenarios, in their order.
    pub entries: Vec<Entry>,
    /// Scenarios that could not be compared.
    pub failed: Vec<String>,
}

/// A finding with the scenario it belongs to.
#[derive(Clone, Copy)]
pub struct Found<'a> {
    /// The scenario.
    pub entry: &'a Entry,
    /// The finding.
    pub finding: &'a OutcomeFinding,
    /// True if there are several scenarios, whose name then stands before the outcome.
    several: bool,
}

impl Found<'_> {
    /// Its place in the catalogue of its scenario.
    fn place(&self) -> Option<usize> {
        self.entry.compared.findings.iter().position(|finding| std::ptr::eq(finding, self.finding))
    }

    /// True if somebody asked for it.
    fn asked(&self) -> bool {
        self.entry.asked.contains(&self.finding.outcome.key)
    }

    /// The name: the outcome, after the scenario where there are several.
    #[must_use]
    pub fn name(&self) -> String {
        let key = &self.finding.outcome.key;
        if self.several { format!("{}: {key}", self.entry.name) } else { key.clone() }
    }
}

impl ComparisonReport {
    /// All findings of all scenarios: those that were asked for, then the others; each by word, then the largest effect first.
    #[must_use]
    pub fn found(&self) -> Vec<Found<'_>> {
        let several = self.several();
        let of = |entry| move |finding| Found { entry, finding, several };
        let mut found: Vec<Found<'_>> =
            self.entries.iter().flat_map(|entry| entry.compared.findings.iter().map(of(entry))).collect();
        found.sort_by(|one, other| one.asked().cmp(&other.asked()).reverse().then(one.finding.rank(other.finding)));
        // What is asked for and is among the measures anyway is counted twice, and told once.
        let twice = |one: &Found<'_>, other: &Found<'_>| {
            one.asked() && std::ptr::eq(one.entry, other.entry) && one.finding.outcome.key == other.finding.outcome.key
        };
        found.dedup_by(|one, other| twice(one, other));
        found
    }

    /// The findings that stand apart from all others: what changed at the table.
    #[must_use]
    pub fn aside(&self) -> Vec<Found<'_>> {
        let several = self.several();
        let of = |entry| move |finding| Found { entry, finding, several };
        self.entries.iter().flat_map(|entry| entry.table.iter().map(of(entry))).collect()
    }

    /// The change in words, with the value before it where that is the same in all scenarios: `degree step 4 instead of 5`.
    #[must_use]
    pub fn changed(&self) -> String {
        let mut changes = self.entries.iter().map(|entry| &entry.changes).filter(|changes| !changes.is_empty());
        let first = changes.next().filter(|first| first.len() <= CHANGES_NAMED && changes.all(|other| other == *first));
        match first {
            Some(changes) => {
                let named = |change: &Change| naming::instead(&change.path, &change.after, &change.before);
                changes.iter().map(named).collect::<Vec<_>>().join(", ")
            }
            None => self.said(),
        }
    }

    /// The change as it was typed, with numbers and rulings in words and files by their names.
    #[must_use]
    pub fn said(&self) -> String {
        self.change.split(", ").map(naming::set).collect::<Vec<_>>().join(", ")
    }

    /// True if there are several scenarios.
    #[must_use]
    pub fn several(&self) -> bool {
        self.entries.len() > 1
    }

    /// An end that is no success where the change breaks a contract, or makes one undecided.
    ///
    /// # Errors
    /// Such a contract.
    pub fn strict(&self) -> Result<(), Failure> {
        contracts::strict(self)
    }

    /// Writes the page, the forest plots, and all findings as CSV, JSON and Markdown into `directory`.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, Failure> {
        let mut files = vec![
            ("report.html".to_owned(), self.html()?),
            ("outcomes.csv".to_owned(), self.csv()),
            ("outcomes.json".to_owned(), json_text(&self.json())),
            ("report.md".to_owned(), self.markdown()?),
        ];
        for forest in forest::forests(self) {
            files.push((format!("charts/{}.svg", forest.slug), chart::standalone(&forest.draw()?)));
        }
        let kept = Kept {
            tool: self.tool.clone(),
            scheme: self.scheme.clone(),
            command: self.command.clone(),
            result: if self.entries.iter().any(|entry| entry.compared.interrupted) { INTERRUPTED } else { "" }.to_owned(),
            files: self.files.clone(),
        };
        kept.keep(&mut files);
        write::write_report(directory, files)
    }
}

impl Readable for ComparisonReport {
    fn document(&self, all: bool) -> Result<Document, Failure> {
        Ok(document::document(self, all))
    }

    fn json(&self) -> Value {
        json::json(self)
    }

    fn html(&self) -> Result<String, Failure> {
        html::html(self)
    }
}

impl Tabular for ComparisonReport {
    /// All findings, one per row.
    fn csv(&self) -> String {
        tables::csv(self)
    }
}
