//! Standard output: clean for pipes, and a closed pipe is no failure.

use std::io::{ErrorKind, Write as _};
use std::path::Path;

use crate::error::{Failure, Problem};

/// Prints a text as it is.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::file(Path::new("standard output"), "write", error)),
        _ => Ok(()),
    }
}

/// Prints on standard error what is worth knowing.
pub fn remark(text: &str) {
    let _ = writeln!(anstream::stderr(), "sparring: {text}");
}

/// Prints warnings on standard error.
pub fn warn(warnings: &[Problem]) {
    use std::io::IsTerminal as _;
    let colour = std::io::stderr().is_terminal();
    for warning in warnings {
        let _ = writeln!(anstream::stderr(), "{}\n", warning.render(colour));
    }
}

/// Lines with their columns aligned; the last column is not padded.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            if column + 1 == row.len() {
                text.push_str(cell);
            } else {
                text.push_str(&format!("{cell:<width$}  ", width = widths[column]));
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}
