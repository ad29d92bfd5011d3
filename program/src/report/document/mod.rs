//! Documents: what a report says, part by part, and how that is written for a terminal, in Markdown and as a page.
//!
//! Owns layout: gaps, headings, colours, escaping, how many rows of a table a terminal shows. A report says *what*: it puts
//! [`Part`]s one behind the other, and each renderer knows how to write each of them. What belongs to one medium alone is added
//! with [`Document::only`]. Pages are in [`html`], and what only pages have in [`block`]. Start at [`Document`]; a verb that plays
//! variants of a scenario is a [`Study`].

mod block;
mod html;
mod phrase;
mod readable;
mod study;

use std::fmt::Write as _;

pub use block::{Block, Cell, Grid, headed};
pub use html::Frame;
pub use phrase::{Phrase, escaped};
pub use readable::{Readable, Tabular, json_text};
pub use study::{KEY, Origin, Picture, Sheet, Study, write};
pub(super) use study::{exactness, interval_json, percent};

use crate::report::listing::Listing;
use crate::report::markdown::{code, fenced, of_table, safe};
use crate::report::paint::Paint;
use crate::report::table::Table;
use crate::report::terminal::{aligned, wrapped};

/// Rows of a table of words that a terminal shows at the most, unless all are asked for.
const ROWS_MOST: usize = 40;

/// A table of words with its title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Heading.
    pub title: String,
    /// The note for readers; may be empty.
    pub note: String,
    /// The table.
    pub listing: Listing,
    /// True if a terminal shows it without being asked.
    pub headline: bool,
    /// True if a terminal shows all of its rows without being asked.
    pub whole: bool,
}

impl Section {
    /// A table that a terminal shows without being asked.
    #[must_use]
    pub fn new(title: impl Into<String>, listing: Listing) -> Self {
        Section::of(title, "", listing, true)
    }

    /// A table with a note, which a terminal shows without being asked only where `headline` is true.
    #[must_use]
    pub fn of(title: impl Into<String>, note: impl Into<String>, listing: Listing, headline: bool) -> Self {
        Section { title: title.into(), note: note.into(), listing, headline, whole: false }
    }

    /// The same, of which a terminal shows all rows.
    #[must_use]
    pub fn whole(self) -> Self {
        Section { whole: true, ..self }
    }
}

/// Where a document is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Medium {
    /// A terminal.
    Terminal,
    /// Markdown.
    Markdown,
    /// A terminal and Markdown, but no page.
    Written,
    /// A page.
    Page,
}

/// Something that a report says.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// The answer, a sentence each; the first one is strong on a terminal.
    Answers(Vec<String>),
    /// A sentence of verdicts and counts, each verdict in its colour.
    Verdicts(String),
    /// Something to know before the answer is used.
    Warning(String),
    /// What was expected, and what became of it.
    Expected {
        /// The expectation, as typed.
        that: String,
        /// The verdict.
        verdict: String,
    },
    /// The command that says it all again, which whoever sees a terminal has just typed.
    Command(String),
    /// A table of words; without rows it is not there.
    Section(Section),
    /// A table of figures; without rows a terminal does not show it.
    Figures(Table),
    /// The meaning of the numbers, and where they come from; on a terminal the end, where the source stands above already.
    Method {
        /// Where they come from.
        source: String,
        /// The meaning.
        meaning: String,
    },
    /// A long note on the numbers; on a terminal the end, continued below itself.
    Note(String),
    /// A text as it stands in its medium.
    Text(String),
    /// Drawings, with what is said below each of them.
    Pictures {
        /// The drawings.
        pictures: Vec<Picture>,
        /// What is said before the note of each.
        said: String,
    },
    /// What a terminal has not; most of it only a page has.
    Block(Block),
}

/// What a report says, part by part, in the order of Markdown.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// The heading of the whole in Markdown.
    pub title: String,
    /// The level of that heading.
    pub level: usize,
    /// The parts, each with the only medium that shows it, if there is one.
    pub parts: Vec<(Option<Medium>, Part)>,
    /// Rows of a table of words that a terminal shows at the most, unless all are asked for.
    pub rows_most: usize,
    /// How a reader gets to see the rows beyond them.
    pub more: &'static str,
    /// True if headings of tables open with verdicts, which have their colours.
    pub verdicts: bool,
    /// What stands around the parts of its page.
    pub frame: Frame,
}

impl Document {
    /// A document without a part.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        let title = title.into();
        Document {
            frame: Frame { heading: title.clone(), ..Frame::default() },
            title,
            level: 1,
            parts: Vec::new(),
            rows_most: ROWS_MOST,
            more: ": --all, or the files of the report",
            verdicts: false,
        }
    }

    /// Adds parts that every medium shows.
    pub fn add(&mut self, parts: impl IntoIterator<Item = Part>) {
        self.parts.extend(parts.into_iter().map(|part| (None, part)));
    }

    /// Adds a part that only one medium shows.
    pub fn only(&mut self, medium: Medium, part: Part) {
        self.parts.push((Some(medium), part));
    }

    /// Adds parts that a terminal and Markdown show.
    pub fn write(&mut self, parts: impl IntoIterator<Item = Part>) {
        self.parts.extend(parts.into_iter().map(|part| (Some(Medium::Written), part)));
    }

    /// Adds blocks of its page.
    pub fn page(&mut self, blocks: impl IntoIterator<Item = Block>) {
        self.parts.extend(blocks.into_iter().map(|block| (Some(Medium::Page), Part::Block(block))));
    }

    /// Adds blocks that Markdown alone shows.
    pub fn marked(&mut self, blocks: impl IntoIterator<Item = Block>) {
        self.parts.extend(blocks.into_iter().map(|block| (Some(Medium::Markdown), Part::Block(block))));
    }

    /// Adds a text for a terminal alone.
    pub fn line(&mut self, text: impl Into<String>) {
        self.only(Medium::Terminal, Part::Text(text.into()));
    }

    /// The parts that a medium shows.
    fn shown(&self, medium: Medium) -> impl Iterator<Item = &Part> {
        let shows = move |only| only == medium || only == Medium::Written && medium != Medium::Page;
        self.parts.iter().filter(move |(only, _)| only.is_none_or(shows)).map(|(_, part)| part)
    }

    /// For a terminal; `all` shows every table and row.
    #[must_use]
    pub fn terminal(&self, colour: bool, all: bool) -> String {
        let paint = Paint(colour);
        let most = if all { usize::MAX } else { self.rows_most };
        let (mut text, mut end, mut hidden) = (String::new(), String::new(), 0);
        let heading = |title: &str| match paint.opening(title) {
            opening if self.verdicts && opening != title => opening,
            _ => paint.strong(title),
        };
        for part in self.shown(Medium::Terminal) {
            let _ = match part {
                Part::Answers(answers) => answers.iter().enumerate().try_for_each(|(place, answer)| {
                    let strong = place == 0;
                    if strong { writeln!(text, "{}", paint.strong(answer)) } else { writeln!(text, "{answer}") }
                }),
                Part::Verdicts(said) => writeln!(text, "{}", paint.verdicts(said)),
                Part::Warning(said) => writeln!(text, "{} {said}", paint.warning()),
                Part::Expected { that, verdict } => writeln!(text, "expected {that}: {}", paint.opening(verdict)),
                Part::Section(Section { listing, .. }) if listing.rows.is_empty() => Ok(()),
                Part::Figures(Table { rows, .. }) if rows.is_empty() => Ok(()),
                Part::Section(Section { headline: false, .. }) | Part::Figures(Table { headline: false, .. }) if !all => {
                    hidden += 1;
                    Ok(())
                }
                Part::Section(Section { title, note, listing, whole, .. }) => {
                    let most = if *whole { usize::MAX } else { most };
                    let note = if note.is_empty() { String::new() } else { wrapped(&format!("  {note}")) + "\n" };
                    writeln!(text, "\n{}\n{}", heading(title), listing.text(most, self.more))
                        .and_then(|()| text.write_str(&note))
                }
                Part::Figures(table) => write!(text, "\n{}\n{}", paint.strong(&table.title), aligned(table)),
                Part::Method { meaning, .. } => writeln!(end, "\n{meaning}"),
                Part::Note(note) => writeln!(end, "\n{}", wrapped(note)),
                Part::Text(said) => writeln!(text, "{said}"),
                Part::Command(_) | Part::Pictures { .. } | Part::Block(_) => Ok(()),
            };
        }
        if hidden > 0 {
            let _ = writeln!(text, "\n{hidden} more {} with --all", if hidden == 1 { "table" } else { "tables" });
        }
        text + &end
    }

    /// In Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let heading = |level: usize, title: &str| format!("{} {}\n", "#".repeat(level), safe(title));
        let mut text = heading(self.level, &self.title);
        for part in self.shown(Medium::Markdown) {
            let _ = match part {
                Part::Answers(answers) => answers.iter().try_for_each(|answer| writeln!(text, "\n**{}**", safe(answer))),
                Part::Verdicts(said) | Part::Note(said) => writeln!(text, "\n{}", safe(said)),
                Part::Warning(said) => writeln!(text, "\n> **Warning:** {}", safe(said)),
                Part::Expected { that, verdict } => writeln!(text, "\n- expected {}: {}", code(that), safe(verdict)),
                Part::Command(command) => writeln!(text, "\n{}", fenced(command)),
                Part::Section(Section { listing, .. }) if listing.rows.is_empty() => Ok(()),
                Part::Section(Section { title, note, listing, .. }) => {
                    let note = if note.is_empty() { String::new() } else { format!("\n{}\n", safe(note)) };
                    write!(text, "\n{}\n{}{note}", heading(self.level + 1, title), listing.markdown())
                }
                Part::Figures(table) => write!(text, "\n{}\n{}", heading(self.level + 1, &table.title), of_table(table)),
                Part::Method { source, meaning } => writeln!(text, "\n{}. {}", safe(source), safe(meaning)),
                Part::Text(said) => writeln!(text, "\n{said}"),
                Part::Block(block) => text.write_str(&block.markdown(self.level)),
                Part::Pictures { .. } => Ok(()),
            };
        }
        text
    }
}
