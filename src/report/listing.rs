//! Listings: tables of words, for reports whose cells are more than figures.
//!
//! Owns how such a table is written for a terminal and in Markdown. Start at [`Listing`].

use std::fmt::Write as _;

use crate::report::markdown::safe;
use crate::report::terminal::grid;

/// A table of words: headings, and rows of as many cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    /// Headings.
    pub columns: Vec<String>,
    /// Cells.
    pub rows: Vec<Vec<String>>,
}

impl Listing {
    /// A table.
    #[must_use]
    pub fn new<C: Into<String>>(columns: impl IntoIterator<Item = C>, rows: impl IntoIterator<Item = Vec<String>>) -> Self {
        Listing { columns: columns.into_iter().map(Into::into).collect(), rows: rows.into_iter().collect() }
    }

    /// For a terminal: its first rows, and how many there are beyond them.
    #[must_use]
    pub fn text(&self, most: usize) -> String {
        let lines: Vec<Vec<String>> =
            std::iter::once(self.columns.clone()).chain(self.rows.iter().take(most).cloned()).collect();
        let more = self.rows.len().saturating_sub(most);
        let note = if more > 0 { format!("\n  and {more} more: --all, or the files of the report") } else { String::new() };
        format!("{}{note}", grid(&lines, &[true]))
    }

    /// In Markdown, under its title; nothing where it has no rows.
    #[must_use]
    pub fn markdown(&self, title: &str) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let heads: Vec<String> = self.columns.iter().map(|column| safe(column)).collect();
        let mut text = format!("\n## {}\n\n| {} |\n", safe(title), heads.join(" | "));
        let _ = writeln!(text, "| --- |{}", " ---: |".repeat(self.columns.len().saturating_sub(1)));
        text + &lines(&self.rows)
    }
}

/// Rows of a table in Markdown.
#[must_use]
pub fn lines(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| safe(cell)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}
