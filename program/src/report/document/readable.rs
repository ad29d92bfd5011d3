//! Readables: what every verb hands out, whatever it found and in whatever format it is wanted.
//!
//! Owns which formats follow from what: a document for people, one value for programs, rows for tables. Start at [`Readable`].

use serde_json::Value;

use crate::report::document::Document;
use frame::error::Failure;

/// Something that was found, for whoever reads it.
pub trait Readable {
    /// What it says, part by part; `all` asks for what matters least as well.
    ///
    /// # Errors
    /// A bug in the program.
    fn document(&self, all: bool) -> Result<Document, Failure>;

    /// Everything, for programs.
    fn json(&self) -> Value;

    /// For a terminal; `all` shows every table and row.
    ///
    /// # Errors
    /// A bug in the program.
    fn terminal(&self, colour: bool, all: bool) -> Result<String, Failure> {
        Ok(self.document(all)?.terminal(colour, all))
    }

    /// In Markdown.
    ///
    /// # Errors
    /// A bug in the program.
    fn markdown(&self) -> Result<String, Failure> {
        Ok(self.document(true)?.markdown())
    }

    /// As one page that needs nothing else.
    ///
    /// # Errors
    /// A bug in the program.
    fn html(&self) -> Result<String, Failure> {
        self.document(true)?.html()
    }
}

/// Something with figures that stand in rows.
pub trait Tabular: Readable {
    /// Its figures as CSV, one per row.
    fn csv(&self) -> String;
}

/// A document for programs, as text.
#[must_use]
pub fn json_text(document: &Value) -> String {
    format!("{document:#}\n")
}
