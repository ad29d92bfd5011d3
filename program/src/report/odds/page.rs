//! The page of a dice question: one self-contained file with its curves and tables.
//!
//! Owns what stands on the page; how it looks is in `templates/odds.html`. Start at [`html`].

use askama::Template;

use crate::report::chart;
use crate::report::document::html::rendered;
use crate::report::odds::{CURVES_MOST, cells, drawn, sentence};
use crate::report::table::capitalised;
use frame::error::Failure;
use frame::rules::questions::Answer;

/// Width of a drawing for phones and for wide screens.
const WIDTHS: [u32; 2] = [360, 900];

/// A table: title, columns, rows.
type TableOf<'a> = (&'a str, &'a [String], Vec<Vec<String>>);

#[derive(Template)]
#[template(path = "odds.html")]
struct Page<'a> {
    answer: &'a Answer,
    title: String,
    sentence: Option<String>,
    system: &'a str,
    command: &'a str,
    tool: &'a str,
    /// The curves, once for phones and once for wide screens.
    pictures: Vec<[String; 2]>,
    tables: Vec<TableOf<'a>>,
}

/// The answer of a system as one page that needs nothing else; `command` asks the same again.
///
/// # Errors
/// A bug in the program.
pub fn html(answer: &Answer, system: &str, command: &str) -> Result<String, Failure> {
    let mut pictures = Vec::new();
    for curves in answer.curves.chunks(CURVES_MOST) {
        let [narrow, wide] = WIDTHS.map(|width| drawn("", curves, width));
        pictures.push([chart::inline(&narrow?), chart::inline(&wide?)]);
    }
    let tables = answer.tables.iter().map(|table| (table.title.as_str(), table.columns.as_slice(), cells(table)));
    let tool = env!("CARGO_PKG_VERSION");
    let (title, sentence) = (capitalised(&answer.title), sentence(answer));
    rendered(&Page { answer, title, sentence, system, command, tool, pictures, tables: tables.collect() })
}
