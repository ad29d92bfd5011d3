//! Standard output: clean for pipes, and a closed pipe is no failure.

use std::io::{ErrorKind, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::Value;

use crate::report::document::{Readable, Tabular, json_text};
use crate::report::room;
use crate::report::write::write_report;
use frame::error::{Failure, Problem};
use frame::policy::Defect;

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OutputFormat {
    /// Tables for reading.
    Text,
    /// Everything, for programs.
    Json,
    /// The figures of all tables.
    Csv,
    /// Tables to paste into a document.
    Md,
}

/// The format of a story in the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum StoryFormat {
    Text,
    Html,
    Json,
}

impl StoryFormat {
    /// Prints a story, and writes its page and everything for programs, in a file of this name, into a folder where one is wanted.
    pub(super) fn hand_out(self, story: &dyn Readable, directory: Option<&Path>, file: &str) -> Result<(), Failure> {
        if let Some(directory) = directory {
            let files = vec![("report.html".to_owned(), story.html()?), (file.to_owned(), json_text(&story.json()))];
            write_report(directory, files)?;
        }
        print(&match self {
            StoryFormat::Text => folded(&story.terminal(std::io::stdout().is_terminal(), true)?),
            StoryFormat::Html => story.html()?,
            StoryFormat::Json => json_text(&story.json()),
        })?;
        let told = directory.filter(|_| self == StoryFormat::Text);
        told.map_or(Ok(()), |directory| OutputFormat::Text.point_to(directory))
    }
}

/// The format of a list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum ListFormat {
    /// Lines for reading.
    #[default]
    Text,
    /// Everything, for programs and editors.
    Json,
}

/// Prints a document for programs.
pub fn document(document: &Value) -> Result<(), Failure> {
    print(&json_text(document))
}

impl OutputFormat {
    /// Prints what was found in this format: for people in lines that fit into the terminal, with `all` every table and row.
    pub fn publish(self, found: &dyn Tabular, all: bool) -> Result<(), Failure> {
        print(&self.text(found, std::io::stdout().is_terminal(), all)?)
    }

    /// What was found as [`publish`](Self::publish) prints it, whole and without colours.
    pub fn plain(self, found: &dyn Tabular) -> Result<String, Failure> {
        self.text(found, false, true)
    }

    /// What was found in this format.
    fn text(self, found: &dyn Tabular, colour: bool, all: bool) -> Result<String, Failure> {
        Ok(match self {
            OutputFormat::Text => folded(&found.terminal(colour, all)?),
            OutputFormat::Json => json_text(&found.json()),
            OutputFormat::Csv => found.csv(),
            OutputFormat::Md => found.markdown()?,
        })
    }

    /// Says where the report is; for people alone.
    pub fn point_to(self, directory: &Path) -> Result<(), Failure> {
        let place = format!("\nReport: {}\n", directory.join("report.html").display());
        if self == OutputFormat::Text { print(&place) } else { Ok(()) }
    }
}

/// Prints a text as it is.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::file(Path::new("standard output"), "write", error)),
        _ => Ok(()),
    }
}

/// Prints a text for people: in lines that fit into the terminal, where there is one.
pub fn show(text: &str) -> Result<(), Failure> {
    print(&folded(text))
}

/// A text for people in lines that fit into the terminal, where there is one.
pub fn folded(text: &str) -> String {
    room::columns().map_or_else(|| text.to_owned(), |most| room::fold(text, most))
}

/// The number of letters of a line of standard output: what `COLUMNS` says, or the terminal; nothing where lines stay whole.
pub fn columns() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|said| said.trim().parse().ok()).filter(|columns| *columns > 0);
    said.or_else(|| terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0)))
}

/// True if standard output and standard error go to the same terminal, pipe or file.
#[cfg(unix)]
pub fn in_one_place() -> bool {
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt as _;
    let place = |end: BorrowedFd| {
        let file = std::fs::File::from(end.try_clone_to_owned().ok()?).metadata().ok()?;
        Some((file.dev(), file.ino()))
    };
    let out = place(std::io::stdout().as_fd());
    out.is_some() && out == place(std::io::stderr().as_fd())
}

/// True if standard output and standard error both go to a terminal.
#[cfg(not(unix))]
pub fn in_one_place() -> bool {
    std::io::stdout().is_terminal() && std::io::stderr().is_terminal()
}

/// Prints on standard error what is worth knowing.
pub fn remark(text: &str) {
    let _ = writeln!(anstream::stderr(), "sparring: {text}");
}

/// Prints warnings on standard error.
pub fn warn(warnings: &[Problem]) {
    let colour = std::io::stderr().is_terminal();
    for warning in warnings {
        let _ = writeln!(anstream::stderr(), "{}\n", warning.render(colour));
    }
}

/// Prints on standard error which files failed, and why.
pub fn failed(failures: &[(PathBuf, Failure)]) {
    let colour = std::io::stderr().is_terminal();
    for (file, failure) in failures {
        let _ = writeln!(anstream::stderr(), "{}:\n{}\n", file.display(), failure.render(colour));
    }
}

/// The fault of an expression that was typed behind `flag`, each defect with its place in the text.
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
