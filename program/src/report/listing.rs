//! Listings: tables of words, for reports whose cells are more than figures.
//!
//! Owns how such a table is written for a terminal and in Markdown. Start at [`Listing`].

use crate::report::markdown::{Align, safe, table};
use crate::report::terminal::grid;

/// A table of words: headings, and rows of as many cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    /// Headings.
    pub columns: Vec<String>,
    /// Cells.
    pub rows: Vec<Vec<String>>,
    /// Which columns begin at their left edge on a terminal; the first one, where nothing is said.
    pub left: Vec<bool>,
}

impl Listing {
    /// A table.
    #[must_use]
    pub fn new<C: Into<String>>(columns: impl IntoIterator<Item = C>, rows: impl IntoIterator<Item = Vec<String>>) -> Self {
        Listing { columns: columns.into_iter().map(Into::into).collect(), rows: rows.into_iter().collect(), left: vec![true] }
    }

    /// The same with these columns at their left edge.
    #[must_use]
    pub fn left(self, left: &[bool]) -> Self {
        Listing { left: left.to_vec(), ..self }
    }

    /// The same with its first rows alone.
    #[must_use]
    pub fn first(&self, most: usize) -> Self {
        Listing {
            rows: self.rows[..self.rows.len().min(most)].to_vec(),
            columns: self.columns.clone(),
            left: self.left.clone(),
        }
    }

    /// The headings, and the first rows behind them.
    #[must_use]
    pub fn lines(&self, most: usize) -> Vec<Vec<String>> {
        std::iter::once(&self.columns).chain(self.rows.iter().take(most)).cloned().collect()
    }

    /// For a terminal: its first rows, and how many there are beyond them, with words for how to see them.
    #[must_use]
    pub fn text(&self, most: usize, how: &str) -> String {
        let more = self.rows.len().saturating_sub(most);
        let note = if more > 0 { format!("\n  and {more} more{how}") } else { String::new() };
        format!("{}{note}", grid(&self.lines(most), &self.left))
    }

    /// In Markdown.
    pub(super) fn markdown(&self) -> String {
        let safe = |line: &Vec<String>| line.iter().map(|cell| safe(cell)).collect::<Vec<String>>();
        table(&safe(&self.columns), Align::Right, self.rows.iter().map(safe))
    }
}
