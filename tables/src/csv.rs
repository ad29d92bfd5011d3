//! Columns as CSV: a heading, a line for each row, cells without a value left empty.
//!
//! Numbers are written so that they are read back as the same number; texts in quotes only where they need them. No text is taken for a
//! formula by a spreadsheet: one that begins like a formula gets a `'` before it.

use std::borrow::Cow;
use std::io::Write as _;

use super::{Cells, Column};

/// Columns as CSV with a heading.
pub fn csv(columns: &[Column<'_>]) -> String {
    let mut bytes = Vec::new();
    heading(columns, &mut bytes);
    rows(columns, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Writes the names of columns.
pub(super) fn heading(columns: &[Column<'_>], bytes: &mut Vec<u8>) {
    line(columns.iter(), bytes, |column, bytes| text(&column.name, bytes));
}

/// Writes every row of columns, which are of one length.
pub(super) fn rows(columns: &[Column<'_>], bytes: &mut Vec<u8>) {
    let count = columns.first().map_or(0, |column| column.cells.len());
    for row in 0..count {
        line(columns.iter(), bytes, |column, bytes| cell(&column.cells, row, bytes));
    }
}

/// Writes a line of what `write` makes of each column.
fn line<'a, 'b: 'a>(
    columns: impl Iterator<Item = &'a Column<'b>>,
    bytes: &mut Vec<u8>,
    write: impl Fn(&Column<'b>, &mut Vec<u8>),
) {
    for (place, column) in columns.enumerate() {
        if place > 0 {
            bytes.push(b',');
        }
        write(column, bytes);
    }
    bytes.push(b'\n');
}

/// Writes the cell of a row; nothing where it has no value.
fn cell(cells: &Cells<'_>, row: usize, bytes: &mut Vec<u8>) {
    // Nothing can go wrong while bytes are written to memory.
    match cells {
        Cells::Texts(cells) => cells[row].iter().for_each(|value| text(value, bytes)),
        Cells::Wholes(cells) => cells[row].iter().for_each(|value| drop(write!(bytes, "{value}"))),
        Cells::Counts(cells) => cells[row].iter().for_each(|value| drop(write!(bytes, "{value}"))),
        Cells::Numbers(cells) => {
            cells[row].iter().for_each(|&value| bytes.extend(zmij::Buffer::new().format(value).as_bytes()));
        }
        Cells::Flags(cells) => cells[row].iter().for_each(|value| drop(write!(bytes, "{value}"))),
    }
}

/// Writes a text, in quotes where it would be read as something else.
fn text(given: &str, bytes: &mut Vec<u8>) {
    let plain = plain(given);
    // Nothing in quotes is an empty text; nothing at all is a cell without a value.
    if !plain.is_empty() && !plain.contains(['"', ',', '\n', '\r']) {
        bytes.extend(plain.as_bytes());
        return;
    }
    bytes.push(b'"');
    bytes.extend(plain.replace('"', "\"\"").as_bytes());
    bytes.push(b'"');
}

/// A text that is no formula.
fn plain(text: &str) -> Cow<'_, str> {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
    if formula { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}
