//! Standard output: clean for pipes, and a closed pipe is no failure.

use std::io::{ErrorKind, Write as _};
use std::path::Path;

use crate::error::{Failure, Problem};
use crate::policy::Defect;

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

/// What is wrong with an expression that was typed behind `flag`, each defect with its place in the text.
pub fn marked(flag: &str, text: &str, defects: &[Defect]) -> Failure {
    let lines = defects.iter().map(|defect| {
        let before = text.get(..defect.span.start.min(text.len())).map_or(0, |before| before.chars().count());
        let marks = format!("{}{}", " ".repeat(before), "^".repeat(defect.span.len().max(1)));
        let help: String = defect.help.iter().map(|help| format!("\n  help: {help}")).collect();
        format!("{}\n  {text}\n  {marks}{help}", defect.message)
    });
    Failure::Usage(format!("{flag}: {}", lines.collect::<Vec<_>>().join("\n")))
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
