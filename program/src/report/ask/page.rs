//! The page of an own question: one self-contained file with its numbers as rows of marks, or as a shaded table of two things.
//!
//! Owns which numbers share an axis; how the page looks is in `templates/ask.html`. Start at [`html`].

use askama::Template;

use crate::report::ask::Asked;
use crate::report::document::html::rendered;
use crate::report::figure::{Figure, Kind, Words};
use crate::report::table::{Row, Table};
use crate::report::tracks::{Band, Mark, Track, Tracks};
use frame::error::Failure;

/// Rows of a drawing at the most: of more, only the table is shown.
const ROWS_MOST: usize = 60;
/// The strongest shade of a number, in per cent: letters must be read on it.
const SHADE_MOST: f64 = 60.0;

#[derive(Template)]
#[template(path = "ask.html")]
struct Page<'a> {
    asked: &'a Asked,
    head: String,
    note: String,
    tables: Vec<Shown<'a>>,
}

/// A table with its drawings.
struct Shown<'a> {
    title: &'a str,
    columns: &'a [String],
    /// The name of each row, and its cells with how strong their shade is, in per cent; none where shades say nothing.
    rows: Vec<(&'a str, Vec<(f64, Words)>)>,
    shaded: bool,
    /// The drawings with their headings.
    drawn: Vec<(&'a str, String)>,
}

/// The answer as one page that needs nothing else.
///
/// # Errors
/// A bug in the program.
pub fn html(asked: &Asked) -> Result<String, Failure> {
    let tables = asked.tables();
    let crossed = asked.by.len() == 2;
    let shown = tables.iter().filter(|table| !table.rows.is_empty()).map(|table| shown(table, crossed));
    rendered(&Page { asked, head: asked.head(), note: asked.note(), tables: shown.collect::<Result<_, _>>()? })
}

/// Makes a table ready for the page: shaded where two things cross, else with drawings of its columns.
fn shown(table: &Table, crossed: bool) -> Result<Shown<'_>, Failure> {
    let cells = || table.rows.iter().flat_map(|row| &row.cells).flatten();
    let most = cells().map(|figure| figure.value.abs()).fold(0.0, f64::max);
    let cell = |figure: &Option<Figure>| match figure {
        Some(figure) => (figure.value.abs() / most.max(f64::MIN_POSITIVE) * SHADE_MOST, figure.words()),
        None => (0.0, Words { number: "\u{2013}".into(), error: String::new() }),
    };
    let rows = table.rows.iter().map(|row| (row.name.as_str(), row.cells.iter().map(cell).collect())).collect();
    let mut drawn = Vec::new();
    if !crossed && (2..=ROWS_MOST).contains(&table.rows.len()) {
        for (column, heading) in table.columns.iter().enumerate() {
            if let Some(tracks) = tracks(&table.rows, column, heading) {
                drawn.push((heading.as_str(), tracks.html()?));
            }
        }
    }
    Ok(Shown { title: &table.title, columns: &table.columns, rows, shaded: crossed, drawn })
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
