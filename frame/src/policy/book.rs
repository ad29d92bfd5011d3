//! The line book: all lines of all policies of a scenario, so that a run can tell how often each decided.

use crate::fight::Slots;
use crate::fight::watch::LineNumber;

/// A line of a policy, as the designer wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookLine {
    /// The policy whose list it is in.
    pub policy: String,
    /// The decision that the list is for.
    pub decision: &'static str,
    /// Its place in that list with all inclusions carried out, from 0.
    pub index: usize,
    /// The policy that it was included from, when it is not the same.
    pub included_from: Option<String>,
    /// Its condition as written, after those of the inclusions that it came by; empty when it always applies.
    pub when: String,
    /// Its action, in a few words.
    pub what: String,
    /// Its place in the document: `policy.brave.action[2]`.
    pub path: String,
    /// The combatant whose list it is in.
    pub who: Slots,
}

/// Decisions that are read off a fight again and again, so that it is not counted how often.
const UNCOUNTED: [&str; 4] = ["fallen", "finish", "hands", "opponent"];

impl BookLine {
    /// True if it is counted how often the line decides.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        !UNCOUNTED.contains(&self.decision)
    }
}

/// All lines of a scenario; a line's place is its [`LineNumber`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LineBook {
    lines: Vec<BookLine>,
}

impl LineBook {
    /// Adds a line; `None` when there are as many as can be numbered.
    pub(super) fn add(&mut self, line: BookLine) -> Option<LineNumber> {
        let number = u16::try_from(self.lines.len()).ok()?;
        self.lines.push(line);
        Some(LineNumber(number))
    }

    /// The lines in the order of their numbers.
    #[must_use]
    pub fn lines(&self) -> &[BookLine] {
        &self.lines
    }
}
