//! The signs of Markdown: tables, code, and text that means nothing but itself.
//!
//! Which parts a report has, and their order, belongs to [`document`](super::document). Start at [`safe`].

use std::fmt::Write as _;

use crate::report::table::{Row, Table};

/// At which edge the columns of a table begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Align {
    /// All at the left one: they are words.
    Left,
    /// The first at the left one, the others at the right one: they are numbers.
    Right,
}

/// A table whose headings and cells are Markdown already; cells that a row lacks at its end are empty.
pub(super) fn table(heads: &[String], align: Align, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let (nothing, others) = if align == Align::Left { ("| ", " --- |") } else { ("|  ", " ---: |") };
    let mut text: String =
        heads.iter().map(|head| if head.is_empty() { nothing.to_owned() } else { format!("| {head} ") }).collect();
    let _ = writeln!(text, "|\n| --- |{}", others.repeat(heads.len().saturating_sub(1)));
    for cells in rows {
        let _ = writeln!(text, "| {} |{}", cells.join(" | "), " |".repeat(heads.len().saturating_sub(cells.len())));
    }
    text
}

/// A table of figures.
pub(super) fn of_table(figures: &Table) -> String {
    let heads: Vec<String> =
        std::iter::once(figures.rows_are.to_owned()).chain(figures.columns.iter().map(|column| safe(column))).collect();
    let row = |row: &Row| {
        let cells = row.cells.iter().map(|cell| cell.map_or_else(|| "-".to_owned(), |figure| figure.short()));
        std::iter::once(safe(&row.name)).chain(cells).collect()
    };
    table(&heads, Align::Right, figures.rows.iter().map(row))
}

/// Text that cannot break out of its line or its cell, and means nothing but itself.
pub(super) fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        match letter {
            '\n' | '\r' => safe.push(' '),
            '<' => safe.push_str("&lt;"),
            '&' if next == '#' || next.is_ascii_alphabetic() => safe.push_str("&amp;"),
            // Inside of a word it is a letter like others.
            '_' if before.is_alphanumeric() && next.is_alphanumeric() => safe.push('_'),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' => safe.extend(['\\', letter]),
            _ => safe.push(letter),
        }
        before = letter;
    }
    safe
}

/// Lines that are lines of a text and nothing else: no heading, no list, no quotation.
pub(super) fn paragraphs(text: &str) -> String {
    let line = |line: &str| {
        let safe = safe(line.trim());
        let digits = safe.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if safe.starts_with(['#', '-', '+', '>', '=', ':']) {
            return format!("\\{safe}");
        }
        match safe.len() - digits.len() {
            1.. if digits.starts_with(['.', ')']) => format!("{}\\{digits}", &safe[..safe.len() - digits.len()]),
            _ => safe,
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Text as code inside of a line or a cell.
pub(super) fn code(text: &str) -> String {
    format!("`{}`", text.replace(['\n', '\r'], " ").replace('`', "'").replace('|', "\\|"))
}

/// Text as code on lines of its own, which it cannot end itself.
pub(super) fn fenced(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(3.max(longest + 1));
    format!("{fence}\n{text}\n{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_its_headings_its_edges_and_a_cell_for_each_of_them() {
        let heads = ["what", "", "n"].map(str::to_owned);
        let rows = [vec!["a".to_owned(), String::new(), "1".to_owned()], vec!["and 3 more".to_owned()]];
        let lines = ["| what | | n |", "| --- | --- | --- |", "| a |  | 1 |", "| and 3 more | | |", ""];
        assert_eq!(table(&heads, Align::Left, rows.clone()), lines.join("\n"));
        assert!(table(&heads, Align::Right, rows).contains("| --- | ---: | ---: |"));
    }

    #[test]
    fn what_comes_from_scenarios_means_nothing_but_itself() {
        assert_eq!(safe("**A** [b](c) | `d` <e> &lt;"), r"\*\*A\*\* \[b\](c) \| \`d\` &lt;e> &amp;lt;");
        assert_eq!(safe("damage_dealt, mean of _x_\n# y"), r"damage_dealt, mean of \_x\_ # y");
        assert_eq!(paragraphs("# one\n1. two\nthree"), "\\# one\n1\\. two\nthree");
        assert_eq!(code("a`b|c"), r"`a'b\|c`");
        assert_eq!(fenced("a\n```\nb"), "````\na\n```\nb\n````");
    }
}
