//! Defects of a condition: what is wrong in which bytes of its text, and what would be right.
//!
//! Owns [`Defect`]. Knows the text only; the path of the text in a document is added when a defect becomes a complaint.

use std::ops::Range;

use crate::error::nearest;
use crate::scenario::Complaints;

/// The most names that a list of what is allowed spells out.
const NAMES_LISTED_MAX: usize = 16;

/// One thing wrong with the text of a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    /// Bytes of the text; empty at its end when something is missing there.
    pub span: Range<usize>,
    /// The defect and what was found: a sentence without a full stop.
    pub message: String,
    /// Advice: what is allowed, the nearest valid name, what to do.
    pub help: Vec<String>,
}

impl Defect {
    /// A defect without advice.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Defect { span, message: message.into(), help: Vec::new() }
    }

    /// Adds a line of advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Advises the one of `known` that is most like `word`, or tells them all when none is near.
    #[must_use]
    pub fn advise<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        self.help(advice(word, &known))
    }

    /// Reports the defect about the text at `path` of a document.
    pub fn complain(self, path: &str, complaints: &mut Complaints) {
        let complaint = complaints.error(path, self.message);
        complaint.within(self.span);
        complaint.help = self.help;
    }
}

/// Returns advice for an unknown `word`: the nearest of `known`, or all there is.
pub(super) fn advice(word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => listed(known),
    }
}

/// A sentence with the names that are allowed.
pub(super) fn listed(known: &[&str]) -> String {
    let names: Vec<String> = known.iter().take(NAMES_LISTED_MAX).map(|name| format!("`{name}`")).collect();
    match known.len().saturating_sub(NAMES_LISTED_MAX) {
        0 if names.is_empty() => "there is none in this scenario".to_owned(),
        0 => format!("allowed: {}", names.join(", ")),
        more => format!("allowed: {} and {more} more", names.join(", ")),
    }
}
