//! Own questions: what a designer asked.
//!
//! Owns which tables an answer has: one row per group; with two things that tell groups apart, one table per number, the first
//! down and the second across. Start at [`Asked`].

use serde_json::{Value, json};

use crate::report::document::{Block, Document, Frame, Grid, Part, Readable, Tabular};
use crate::report::figure::{Figure, Kind, thousands};
use crate::report::reading::is_clock;
use crate::report::table::{Row, Table};
use crate::report::tracks::{Band, Mark, Track, Tracks};
use crate::report::{columns, json};
use frame::analysis::ask::{AskedValue, Count, Inquiry, WantedNumber};
use frame::error::Failure;
use frame::fight::Catalogue;
use frame::sim::Quantity;
use frame::stats::Level;
use frame::tally::{Ranges, Tally};
use tables::csv;

/// Rows of a drawing at the most: of more, only the table is shown.
const ROWS_MOST: usize = 60;
/// The strongest shade of a number, in per cent: letters must be read on it.
const SHADE_MOST: f64 = 60.0;

/// A question with its answer.
pub struct Asked {
    /// Title of the scenario.
    pub title: String,
    /// The command that asks it again.
    pub command: String,
    /// The condition of the fights that count, as typed.
    pub condition: Option<String>,
    /// The keys that tell groups apart, each as typed and with the words of its values.
    pub by: Vec<Labels>,
    /// The numbers as typed.
    pub columns: Vec<String>,
    /// The inquiry.
    pub inquiry: Inquiry,
    /// The counts.
    pub count: Count,
    /// The measures of the fights, and all of them counted: what values can be.
    pub catalogue: Catalogue,
    /// All fights that were played.
    pub tally: Tally,
    /// Confidence level of intervals.
    pub level: Level,
    /// The seed.
    pub seed: u64,
    /// True if fewer fights were played than asked for.
    pub interrupted: bool,
}

/// The labels of groups.
pub struct Labels {
    /// As typed.
    pub name: String,
    /// The words of its values from 0 on; empty for numbers.
    pub words: Vec<String>,
    /// The word where a fight has no value.
    pub absent: &'static str,
}

impl Labels {
    /// A value in words, or as a number where there is no word for it.
    fn of(&self, value: Option<i64>) -> String {
        match value {
            None => self.absent.to_owned(),
            Some(value) => {
                let word = usize::try_from(value).ok().and_then(|value| self.words.get(value));
                word.cloned().unwrap_or_else(|| value.to_string())
            }
        }
    }
}

/// A figure of an answer; none where too few fights have it.
fn figure(wanted: &WantedNumber, answer: AskedValue) -> Option<Figure> {
    let interval = answer.interval?;
    let kind = match wanted {
        WantedNumber::Chance(_) => Kind::Share(answer.count),
        WantedNumber::Quantile(..) | WantedNumber::Least(_) | WantedNumber::Most(_) => Kind::Whole,
        WantedNumber::Mean(_) if answer.constant => Kind::Constant,
        WantedNumber::Mean(_) | WantedNumber::Spread(_) | WantedNumber::Ratio(..) => Kind::Mean,
    };
    Some(Figure::of(interval, answer.n, kind))
}

impl Asked {
    /// The share of some fights among others.
    fn share(&self, count: u64, n: u64) -> Option<Figure> {
        Figure::share(count, n, self.level)
    }

    /// The figures of a group: its share, where there are groups, then the numbers.
    fn cells(&self, key: &[Option<i64>], ranges: &Ranges<'_>) -> Vec<Option<Figure>> {
        let group = self.count.groups.get(key);
        let share = (!self.by.is_empty()).then(|| self.share(group.map_or(0, |group| group.fights), self.count.picked));
        let numbers = self.inquiry.wanted.iter().enumerate();
        let clock = |wanted: &WantedNumber| match wanted {
            WantedNumber::Mean(Quantity::Metric(metric)) => is_clock(&self.catalogue.metrics[*metric].family),
            _ => false,
        };
        let numbers = numbers.map(|(index, wanted)| {
            let figure = figure(wanted, group?.answer(wanted, index, ranges, self.level))?;
            Some(if clock(wanted) { Figure { kind: Kind::Clock, ..figure } } else { figure })
        });
        share.into_iter().chain(numbers).collect()
    }

    /// Headings of these figures.
    fn headings(&self) -> Vec<String> {
        let share = (!self.by.is_empty()).then(|| "share of the fights".to_owned());
        share.into_iter().chain(self.columns.iter().cloned()).collect()
    }

    /// The tables of the answer: one with a row per group, or one for each number where two things tell groups apart.
    fn tables(&self) -> Vec<Table> {
        let ranges = Ranges::of(&self.catalogue, &self.tally);
        let table = |title: String, columns, rows| Table { title, rows_are: "fights", columns, rows, headline: true };
        let row = |name: String, cells| Row { name, side: None, cells };
        match self.by.as_slice() {
            [down, across] => {
                let values = |place: usize| {
                    let mut values: Vec<Option<i64>> = self.count.groups.keys().map(|key| key[place]).collect();
                    values.sort_unstable();
                    values.dedup();
                    values
                };
                let (downs, acrosses) = (values(0), values(1));
                let of_number = |(number, heading): (usize, String)| {
                    let columns = acrosses.iter().map(|&value| format!("{} = {}", across.name, across.of(value))).collect();
                    let cells = |first| acrosses.iter().map(|&second| self.cells(&[first, second], &ranges)[number]).collect();
                    let rows = downs.iter().map(|&first| row(format!("{} = {}", down.name, down.of(first)), cells(first)));
                    table(heading, columns, rows.collect())
                };
                self.headings().into_iter().enumerate().map(of_number).collect()
            }
            by => {
                let name = |key: &[Option<i64>]| match by.first() {
                    Some(by) => format!("{} = {}", by.name, by.of(key[0])),
                    None => self.condition.clone().unwrap_or_else(|| "all".to_owned()),
                };
                let rows = self.count.groups.keys().map(|key| row(name(key), self.cells(key, &ranges))).collect();
                let title = by.first().map_or_else(|| "The numbers".to_owned(), |by| format!("By {}", by.name));
                vec![table(title, self.headings(), rows)]
            }
        }
    }

    /// Of how many fights it speaks.
    fn head(&self) -> String {
        let (picked, all) = (thousands(self.count.picked), thousands(self.count.fights));
        let of = match (&self.condition, self.share(self.count.picked, self.count.fights)) {
            (Some(condition), Some(share)) => format!("{condition}: {picked} of {all} fights, {}.", share.text()),
            _ => format!("{all} fights."),
        };
        let broken = if self.interrupted { " Interrupted: fewer than asked for." } else { "" };
        format!("{of}{broken}")
    }

    /// The certainty of the numbers.
    fn note(&self) -> String {
        format!(
            "After \u{b1} and in brackets: the {} interval of each number by itself. Shares: Wilson, Garwood where few; quantiles: \
             order statistics; - where too few fights have the number, or where it is not known how large it can be.",
            self.level
        )
    }

    /// What it says, part by part, without the tables of its page.
    fn said(&self) -> Document {
        let mut document = Document::new(self.title.clone());
        document.frame = Frame {
            kicker: vec!["asked".to_owned(), format!("seed {}", self.seed)],
            window: format!("{}: asked", self.title),
            again: "Ask it again",
            ..document.frame
        };
        document.add([Part::Answers(vec![self.head()]), Part::Command(self.command.clone())]);
        document.line(format!("{} | seed {}", self.title, self.seed));
        document.write(self.tables().into_iter().map(Part::Figures));
        document.add([Part::Note(self.note())]);
        document
    }
}

impl Readable for Asked {
    /// On a page its numbers are rows of marks, or a shaded table of two things.
    fn document(&self, _: bool) -> Result<Document, Failure> {
        let mut document = self.said();
        let crossed = self.by.len() == 2;
        for table in self.tables().iter().filter(|table| !table.rows.is_empty()) {
            document.page([Block::Heading((&table.title).into())]);
            if !crossed && (2..=ROWS_MOST).contains(&table.rows.len()) {
                for (column, heading) in table.columns.iter().enumerate() {
                    let title = if table.columns.len() > 1 { heading } else { "" };
                    let drawn = tracks(&table.rows, column, heading).map(|tracks| tracks.html()).transpose()?;
                    document.page(drawn.map(|drawn| Block::figure(title, vec![Block::Markup(drawn)])));
                }
            }
            let grid = if crossed { shaded(table) } else { table.into() };
            document.page([Block::card("", vec![Block::Grid(grid)])]);
        }
        Ok(document)
    }

    fn json(&self) -> Value {
        let tables: Vec<Value> = self.tables().iter().map(json::of_table).collect();
        json!({
            "schema": 1, "title": self.title, "command": self.command, "seed": self.seed, "level": self.level.confidence(),
            "condition": self.condition, "fights": self.count.fights, "picked": self.count.picked,
            "interrupted": self.interrupted, "tables": tables,
        })
    }
}

impl Tabular for Asked {
    fn csv(&self) -> String {
        csv(&columns::figures(&self.tables()))
    }
}

/// A table in which two things cross: the larger a number, the stronger its shade.
fn shaded(table: &Table) -> Grid {
    let mut grid = Grid { class: "heat", ..Grid::from(table) };
    let most = table.rows.iter().flat_map(|row| &row.cells).flatten().map(|figure| figure.value.abs()).fold(0.0, f64::max);
    for (cells, row) in grid.rows.iter_mut().zip(&table.rows) {
        for (cell, figure) in cells.iter_mut().skip(1).zip(&row.cells) {
            let value = figure.map_or(0.0, |figure| figure.value.abs());
            *cell = std::mem::take(cell).shaded(value / most.max(f64::MIN_POSITIVE) * SHADE_MOST);
        }
    }
    grid
}

/// The numbers of a column on one axis, which begins at nothing; none where no row has any.
fn tracks(rows: &[Row], column: usize, heading: &str) -> Option<Tracks> {
    let known: Vec<(&str, Figure)> =
        rows.iter().filter_map(|row| Some((row.name.as_str(), (*row.cells.get(column)?)?))).collect();
    let share = known.iter().any(|(_, figure)| matches!(figure.kind, Kind::Share(_)));
    let scale = if share { 100.0 } else { 1.0 };
    let low = known.iter().map(|(_, figure)| figure.low * scale).fold(0.0, f64::min);
    let high = known.iter().map(|(_, figure)| figure.high * scale).fold(0.0, f64::max);
    let row = |&(name, figure): &(&str, Figure)| {
        let words = figure.words();
        Track {
            name: name.to_owned(),
            note: String::new(),
            bands: vec![
                Band { low: (figure.value * scale).min(0.0), high: (figure.value * scale).max(0.0), class: "bar" },
                Band { low: figure.low * scale, high: figure.high * scale, class: "after" },
            ],
            marks: vec![Mark { at: figure.value * scale, class: "after" }],
            number: words.number,
            error: words.error,
        }
    };
    let axis = if share { format!("per cent: {heading}") } else { heading.to_owned() };
    (!known.is_empty()).then(|| Tracks::new(axis, low, high, known.iter().map(row)))
}
