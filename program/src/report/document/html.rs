//! The page of a study: one self-contained file without scripts, clocks or anything from the network.
//!
//! Owns what stands on the page; how it looks is in `templates/sheet.html`. Start at [`html`].

use askama::Template;

use crate::report::document::{KEY, Section, Sheet};
use frame::error::Failure;

/// Rows of a table that a page shows at the most: nobody reads more, and a browser has to lay all of them out.
const ROWS_MOST: usize = 200;

/// Rows of all tables together that stand open; the tables beyond them are folded.
const ROWS_OPEN: usize = 60;

/// Pictures that stand open; the others are folded, each under its title.
const PICTURES_OPEN: usize = 2;

#[derive(Template)]
#[template(path = "sheet.html")]
struct Page<'a> {
    sheet: &'a Sheet,
}

impl Page<'_> {
    /// The rows of a section that the page shows.
    fn rows<'s>(&self, section: &'s Section) -> &'s [Vec<String>] {
        let rows = &section.listing.rows;
        &rows[..rows.len().min(ROWS_MOST)]
    }

    /// The heading of a column, which stands in each of its cells on a phone.
    fn heading<'s>(&self, section: &'s Section, column: &usize) -> &'s str {
        section.listing.columns.get(*column).map_or("", String::as_str)
    }

    /// True if a table is part of the answer and there is room for it beside those before it.
    fn stands_open(&self, section: &Section) -> bool {
        let headlines = self.sheet.sections.iter().filter(|one| one.headline);
        let before: usize = headlines.take_while(|one| one.title != section.title).map(|one| one.listing.rows.len()).sum();
        section.headline && before + section.listing.rows.len() <= ROWS_OPEN
    }

    /// The number of tables that are folded, since they are no part of the answer, or too long.
    fn folded(&self) -> usize {
        self.sheet.sections.iter().filter(|section| !self.stands_open(section) && !section.listing.rows.is_empty()).count()
    }

    /// The number of rows of a table that the page leaves out.
    fn more(&self, section: &Section) -> usize {
        section.listing.rows.len().saturating_sub(ROWS_MOST)
    }
}

/// The whole page.
///
/// # Errors
/// A bug in the program.
pub fn html(sheet: &Sheet) -> Result<String, Failure> {
    rendered(&Page { sheet })
}

/// A page as text.
///
/// # Errors
/// A bug in the program.
pub(in crate::report) fn rendered(page: &impl Template) -> Result<String, Failure> {
    page.render().map_err(|error| Failure::Bug(format!("the page could not be made: {error}")))
}
