//! Reports: the outcome of a run as text, files, tables, charts and one page.
//!
//! Owns everything that a reader sees, and knows no game: tables and pictures follow the catalogue of the scenario. The only
//! user of plotters. Must not simulate, and computes no statistic itself.
//!
//! | question | file |
//! | --- | --- |
//! | what is handed in | [`input`] |
//! | how a number is written with its interval | [`figure`] |
//! | how figures are read off counts | [`reading`] |
//! | how equals are shown as one | [`pool`] |
//! | what is said in words | [`answer`] |
//! | which tables there are | [`table`] |
//! | which pictures there are, and what they show | [`plot`] |
//! | what is seen along a day | [`along`] |
//! | how pictures are drawn | [`chart`] |
//! | the answer as a picture to show around | [`card`](mod@card) |
//! | the tables as columns | [`columns`] |
//! | exact dice questions | [`odds`] |
//! | what a change did | [`compare`] |
//! | numbers and outcomes as players name them | [`naming`] |
//! | tables of words | [`listing`] |
//! | a designer's own questions | [`ask`] |
//! | one fight in two versions | [`beside`] |
//! | how many days come how far | [`stairs`] |
//! | how everybody stands round by round | [`stands`] |
//! | rows of marks on one axis, for pages | [`tracks`] |
//! | what every report is made of, and how it is written for a terminal, in Markdown and as a page | [`document`] |
//! | one or two numbers varied | [`sweep`] |
//! | what one more of each number does | [`sensitivity`] |
//! | how chances stand round by round | [`chances`] |
//! | what each rule, ruling, trait and policy line is there for | [`knockout`] |
//! | which value brings an outcome to its target | [`tune`] |
//! | who beats whom, everything against everything | [`matchup`] |
//! | which dice decide it | [`why`] |
//! | which rules came up | [`coverage`] |
//! | is there a better way to play | [`improve`] |
//! | what moved, and what is not as it should be | [`check`] |
//! | how contracts fared in earlier baselines | [`history`] |
//! | the signs and widths of a format | [`terminal`], [`markdown`] |
//! | the page and JSON of a run | [`html`], [`json`] |
//! | the files | [`write`](mod@write) |
//!
//! A new verb is a [`Readable`], which hands over a [`Document`], or a [`document::Study`] where it plays variants of a scenario, and writes no
//! layout of its own.
//! Start at [`Report`].

pub mod along;
pub mod answer;
pub mod ask;
pub mod beside;
pub mod card;
pub mod chances;
pub mod chart;
pub mod check;
pub mod columns;
pub mod compare;
pub mod coverage;
pub mod difference;
pub mod document;
#[cfg(test)]
mod drawings;
pub mod edits;
pub mod expected;
pub mod figure;
pub mod happening;
pub mod heat;
pub mod history;
pub mod html;
pub mod improve;
pub mod input;
pub mod json;
pub mod kept;
pub mod knockout;
pub mod lines;
pub mod listing;
pub mod many;
pub mod markdown;
pub mod matchup;
pub mod meaning;
pub mod naming;
pub mod odds;
pub mod paint;
pub mod plot;
pub mod pool;
pub mod profiles;
pub mod reading;
pub mod reference;
pub mod replay;
pub mod room;
pub mod scenario;
pub mod sensitivity;
pub mod split;
pub mod stairs;
pub mod stands;
pub mod sweep;
pub mod table;
pub mod terminal;
#[cfg(test)]
mod tests;
pub mod told;
pub mod tracks;
pub mod tune;
pub mod why;
pub mod write;

use std::path::{Path, PathBuf};

pub use compare::ComparisonReport;
pub use input::{Band, Block, Expected, Facts, Fighter, Notable, Outcome, Patch, Precision};
pub use write::prepare;

use serde_json::Value;

use document::{Document, Frame, Medium, Part, Readable, Section, Tabular};
use frame::error::Failure;
use frame::fight::Catalogue;
use frame::tally;
use pool::Pools;
use reading::Reading;
use tables::csv;

/// A report of one scenario.
pub struct Report {
    /// The run, apart from its outcome.
    pub facts: Facts,
    /// The measures, tables and pictures.
    pub catalogue: Catalogue,
    /// The catalogue with what is followed along a day behind it, which only pictures show; nothing of a single fight.
    pub along: Option<Catalogue>,
    /// The outcome.
    pub outcome: Outcome,
}

impl Report {
    /// The outcome, ready to be read by name.
    fn reading(&self) -> Reading<'_> {
        Reading::new(&self.facts, &self.catalogue, &self.outcome)
    }

    /// The catalogue with equals pooled, for readers; programs get every combatant by itself.
    fn pools(&self) -> Pools {
        Pools::new(&self.catalogue, &self.facts.combatants)
    }

    /// What it says, part by part, without what only its page has.
    fn said(&self, reading: &Reading) -> Document {
        let (facts, source) = (&self.facts, terminal::source(reading));
        let mut document = Document::new(facts.title.clone());
        document.rows_most = usize::MAX;
        document.frame = Frame {
            kicker: vec![facts.system.clone(), source.clone()],
            facts: html::origin(reading),
            made: html::made(facts),
            tool: Some(facts.tool.clone()),
            ..document.frame
        };
        document.add([Part::Answers(vec![answer::verdict(reading)])]);
        if !facts.about.is_empty() {
            document.only(Medium::Markdown, Part::Text(markdown::paragraphs(facts.about.trim())));
        }
        document.line(format!("{} | {} | {source}", facts.title, facts.system));
        let origin = format!("System {}, {source}, scenario {}.", facts.system, markdown::code(&facts.scenario));
        document.only(Medium::Markdown, Part::Text(origin));
        document.add([Part::Command(facts.command.clone())]);
        document.add(answer::warnings(reading).iter().map(|warning| Part::Warning(warning.text())));
        let expected = |one: &Expected| Part::Expected { that: one.that.clone(), verdict: one.verdict.clone() };
        document.write(facts.expectations.iter().map(expected));
        if !facts.patches.is_empty() {
            document
                .marked([document::Block::Heading("Rules that differ".into()), document::Block::Grid(html::patches(facts))]);
        }
        document.write(table::tables(reading).into_iter().map(Part::Figures));
        document.only(Medium::Terminal, Part::Section(Section::new(lines::title(reading), lines::table(reading))));
        document.add([Part::Note(answer::method_note(reading))]);
        document
    }

    /// The catalogue with what is followed along a day.
    fn followed(&self) -> &Catalogue {
        self.along.as_ref().unwrap_or(&self.catalogue)
    }

    /// All pictures.
    fn plots(&self) -> Vec<plot::Plot> {
        let catalogue = self.followed();
        let pools = Pools::new(catalogue, &self.facts.combatants);
        let reading = Reading::pooled(&self.facts, catalogue, &pools, &self.outcome);
        let parts = html::parts_of_day(&self.catalogue);
        let mut plots = stands::plots(&reading, &pools, &parts);
        plots.extend(plot::plots(&reading));
        plots
    }

    /// The answer as a picture for a forum or a chat, as SVG.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn card(&self) -> Result<String, Failure> {
        let pools = self.pools();
        card::card(&Reading::pooled(&self.facts, &self.catalogue, &pools, &self.outcome))
    }

    /// Writes the page, the card, every chart with its numbers, the tables, all distributions and the tally into `directory`.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, Failure> {
        let distributions = csv(&columns::distributions(&self.catalogue, &self.outcome));
        let mut files = vec![
            ("report.html".to_owned(), self.html()?),
            ("card.svg".to_owned(), self.card()?),
            ("tables.csv".to_owned(), self.csv()),
            ("distributions.csv".to_owned(), distributions),
        ];
        if let Outcome::Counted(counts) = &self.outcome {
            files.push(("tally".to_owned(), tally::write(&self.facts.header(), &self.catalogue, counts)));
        }
        for plot in self.plots() {
            let alone = plot.panels.len() == 1;
            for (index, panel) in plot.panels.iter().enumerate() {
                let number = if alone { String::new() } else { format!("-{}", index + 1) };
                let svg = chart::standalone(&chart::draw(panel, chart::WIDTHS[usize::from(!alone)])?);
                files.push((format!("charts/{}{number}.svg", plot.slug), svg));
            }
            let numbers = csv(&columns::figures(plot.panels.iter().map(|panel| &panel.table)));
            files.push((format!("charts/{}.csv", plot.slug), numbers));
        }
        self.kept().keep(&mut files);
        write::write_report(directory, files)
    }

    /// The parts that its page keeps to be played again.
    fn kept(&self) -> kept::Kept {
        let facts = &self.facts;
        kept::Kept {
            tool: facts.tool.clone(),
            scheme: facts.scheme.clone(),
            command: facts.command.clone(),
            result: String::new(),
            files: facts.files.clone(),
        }
    }
}

impl Readable for Report {
    fn document(&self, _: bool) -> Result<Document, Failure> {
        let pools = self.pools();
        Ok(self.said(&Reading::pooled(&self.facts, &self.catalogue, &pools, &self.outcome)))
    }

    fn json(&self) -> Value {
        let reading = self.reading();
        json::json(&reading, &self.outcome, &table::tables(&reading))
    }

    fn html(&self) -> Result<String, Failure> {
        let pools = self.pools();
        let reading = Reading::pooled(&self.facts, &self.catalogue, &pools, &self.outcome);
        let single = if pools.any() { table::tables(&self.reading()) } else { Vec::new() };
        let followed = Pools::new(self.followed(), &self.facts.combatants);
        let along = Reading::pooled(&self.facts, self.followed(), &followed, &self.outcome);
        let stairs = stairs::stairs(&along, &html::parts_of_day(&self.catalogue));
        let mut document = self.said(&reading);
        document.page(html::blocks(&reading, &table::tables(&reading), &single, &self.plots(), &stairs)?);
        document.html()
    }
}

impl Tabular for Report {
    /// All figures of all tables, one per row.
    fn csv(&self) -> String {
        let reading = self.reading();
        csv(&columns::figures_and_lines(&table::tables(&reading), &lines::csv(&reading)))
    }
}

/// A word of a command as a shell takes it.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-/=+:,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
