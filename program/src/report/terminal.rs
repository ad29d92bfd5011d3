//! Tables and long lines on a terminal, which fit into its width.
//!
//! Owns alignment; prints nothing itself. Which parts a report has, and their order, belongs to [`document`](super::document). Start at
//! [`grid`].

use std::fmt::Write as _;

use crate::report::figure::{Kind, thousands};
use crate::report::reading::Reading;
use crate::report::room;
use crate::report::table::{Row, Table};

/// Rows of one side at the most.
const ROWS_MOST: usize = 16;
/// Rows of a table with a row for each fight at the most.
const FIGHTS_MOST: usize = 40;

/// The origin of the numbers, in a few words.
#[must_use]
pub fn source(reading: &Reading) -> String {
    if reading.stopped().is_some() {
        "exact bounds".to_owned()
    } else if let Some((_, played)) = reading.played_on() {
        format!("exact, then n = {}, seed {}", thousands(played.tally.fights()), reading.facts.seed)
    } else if reading.exact() {
        "exact".to_owned()
    } else {
        format!("n = {}, seed {}", thousands(reading.fights()), reading.facts.seed)
    }
}

/// A table as text; what is too wide is continued below.
pub(super) fn aligned(table: &Table) -> String {
    let (rows, omitted) = shown(table);
    let counted = table.columns.len() == 1
        && rows.iter().all(|row| matches!(row.cells[0], Some(figure) if matches!(figure.kind, Kind::Share(Some(_)))));
    let mut columns: Vec<Vec<String>> = Vec::new();
    if counted {
        let count = |row: &&Row| match row.cells[0].map(|figure| figure.kind) {
            Some(Kind::Share(Some(count))) => thousands(count),
            _ => String::new(),
        };
        columns.push(std::iter::once("fights".to_owned()).chain(rows.iter().map(count)).collect());
    }
    let (idle, busy): (Vec<usize>, Vec<usize>) =
        (0..table.columns.len()).partition(|&column| !counted && table.rows.iter().all(|row| nothing(row, column)));
    for index in busy {
        let heading = &table.columns[index];
        let cells = rows.iter().map(|row| row.cells[index].map_or_else(|| "-".to_owned(), |figure| figure.short()));
        columns.push(std::iter::once(heading.clone()).chain(cells).collect());
    }
    let names: Vec<String> =
        std::iter::once(table.rows_are.to_owned()).chain(rows.iter().map(|row| row.name.clone())).collect();
    let mut text = String::new();
    let mut left = columns.as_slice();
    // Where nothing ever happened names alone would say nothing.
    if let Some(most) = room::columns().filter(|_| !left.is_empty()) {
        let line = |row: usize| std::iter::once(&names).chain(left).map(|column| column[row].clone()).collect();
        let lines: Vec<Vec<String>> = (0..names.len()).map(line).collect();
        let _ = writeln!(text, "{}", room::fitted(&lines, &[true], most));
        left = &[];
    }
    while !left.is_empty() {
        let mut used = width(&names);
        let fitting = left.iter().take_while(|column| {
            used += 2 + width(column);
            used <= room::width()
        });
        let (here, rest) = left.split_at(fitting.count().max(1));
        let line = |row: usize| std::iter::once(&names).chain(here).map(|column| column[row].clone()).collect();
        let lines: Vec<Vec<String>> = (0..names.len()).map(line).collect();
        let _ = writeln!(text, "{}", grid(&lines, &[true]));
        left = rest;
    }
    if !idle.is_empty() {
        let _ = writeln!(text, "{}", never(table, &idle));
    }
    if omitted > 0 {
        let _ = writeln!(text, "  and {omitted} more rows: see the files of the report, or --format csv");
    }
    text
}

/// True if a cell says that something never happened.
fn nothing(row: &Row, column: usize) -> bool {
    row.cells[column].is_some_and(|figure| figure.nothing())
}

/// One line for all columns in which nothing ever happens to anybody.
fn never(table: &Table, columns: &[usize]) -> String {
    let figures = || columns.iter().flat_map(|&column| table.rows.iter().filter_map(move |row| row.cells[column]));
    // The least certain of them speaks for all.
    let widest = figures().reduce(|one, other| if other.high > one.high { other } else { one });
    let known = match widest {
        Some(figure) if figure.exact => "exact".to_owned(),
        Some(figure) if matches!(figure.kind, Kind::Share(_)) => {
            format!("each {}", figure.text().replace(" (", ", ").replace(')', ""))
        }
        Some(figure) => format!("in {} fights", thousands(figure.n)),
        None => String::new(),
    };
    let names: Vec<&str> = columns.iter().map(|&column| table.columns[column].trim_end_matches(", mean")).collect();
    wrapped(&format!("  never: {} ({known})", names.join(", ")))
}

/// A long line, continued below itself.
pub(super) fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a first line");
        if line.chars().count() + 1 + word.chars().count() > room::width() {
            lines.push(format!("        {word}"));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    // Before the first word stands no space of its own.
    lines.join("\n").split_off(1)
}

/// The first rows of every side, and how many are left out.
fn shown(table: &Table) -> (Vec<&Row>, usize) {
    let most = if table.rows_are == "fight" { FIGHTS_MOST } else { ROWS_MOST };
    let mut seen: Vec<(Option<usize>, usize)> = Vec::new();
    let mut rows = Vec::new();
    for row in &table.rows {
        let entry = match seen.iter_mut().find(|(side, _)| *side == row.side) {
            Some(entry) => entry,
            None => {
                seen.push((row.side, 0));
                seen.last_mut().expect("just pushed")
            }
        };
        entry.1 += 1;
        if entry.1 <= most {
            rows.push(row);
        }
    }
    let omitted = table.rows.len() - rows.len();
    (rows, omitted)
}

/// The width of a column, in letters.
fn width(column: &[String]) -> usize {
    column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0)
}

/// Lines of cells under each other; `left` says which columns begin at their left edge, the others end at their right one.
pub(super) fn grid(lines: &[Vec<String>], left: &[bool]) -> String {
    if let Some(most) = room::columns() {
        return room::fitted(lines, left, most);
    }
    let columns = lines.first().map_or(0, Vec::len);
    let widths: Vec<usize> =
        (0..columns).map(|column| lines.iter().map(|line| room::letters(&line[column])).max().unwrap_or(0)).collect();
    let mut text: Vec<String> = Vec::new();
    for line in lines {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if left.get(column) == Some(&true) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text.push(format!("  {}", cells.collect::<Vec<_>>().join("  ").trim_end()));
    }
    text.join("\n")
}
