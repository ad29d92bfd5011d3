//! Scopes: what the names of a condition stand for. The language itself knows no names.
//!
//! Owns [`Scope`], the question that every user of the language answers: a rules core with its
//! [`Vocabulary`](super::Vocabulary), whoever asks about outcomes with the metrics of a run. Start at [`Scope::resolve`].

use std::ops::Range;

use super::defect::Defect;
use super::observer::Members;
use crate::dice::Slot;

/// The kind of value that a name has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number.
    Integer,
    /// Yes or no: its value is 1 or 0.
    Boolean,
    /// One of the words of the list with this index: its value is the word's index in that list.
    Word(usize),
}

/// A list of words: what a word-valued name can be compared with, or what a name's argument can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordList {
    /// The name of each of them, in the singular: `status`, `weapon`.
    pub name: &'static str,
    /// The words; a word's index is its value.
    pub words: Vec<String>,
}

impl WordList {
    /// A list of this name.
    pub fn new(name: &'static str, words: impl IntoIterator<Item: Into<String>>) -> Self {
        WordList { name, words: words.into_iter().map(Into::into).collect() }
    }

    /// The value of a word.
    #[must_use]
    pub fn index(&self, word: &str) -> Option<usize> {
        self.words.iter().position(|known| known == word)
    }
}

/// A piece of a name: what stands between two dots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameSegment<'t> {
    /// The piece, without quotes.
    pub text: &'t str,
    /// Its bytes in the condition.
    pub span: Range<usize>,
}

/// A name as it stands in a condition.
#[derive(Clone, Debug)]
pub struct Name<'t> {
    /// Its pieces; at least one.
    pub segments: &'t [NameSegment<'t>],
    /// The arguments in parentheses behind it, when there are parentheses.
    pub arguments: Option<Vec<GivenArgument<'t>>>,
    /// The bytes of all of it.
    pub span: Range<usize>,
}

impl Name<'_> {
    /// The pieces with their dots, without arguments.
    #[must_use]
    pub fn path(&self) -> String {
        path(self.segments)
    }
}

/// Pieces of a name with their dots.
pub(super) fn path(segments: &[NameSegment]) -> String {
    segments.iter().map(|segment| segment.text).collect::<Vec<_>>().join(".")
}

/// An argument as it stands in a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenArgument<'t> {
    /// Its value.
    pub value: GivenValue<'t>,
    /// Its text as written.
    pub text: &'t str,
    /// Its bytes.
    pub span: Range<usize>,
}

/// The value of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GivenValue<'t> {
    /// A whole number.
    Integer(i64),
    /// A word.
    Word(&'t str),
    /// Something that no argument can be, such as a sum.
    Neither,
}

/// Of whom a value is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// Of nobody in particular: the situation as the one who decides sees it.
    Situation,
    /// Of the one who decides.
    Own,
    /// Of its target.
    Target,
    /// Of the member or candidate at hand: `it`.
    It,
    /// Of this combatant, whoever decides.
    Named(Slot),
}

/// The origin of a name's value: everything that is handed to the [`Observer`](super::Observer).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    /// Of whom.
    pub of: Of,
    /// The scope's code of the observable.
    pub observable: u16,
    /// The argument: a number, or a word's index; 0 where there is none.
    pub argument: i32,
}

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The origin of its value.
    pub read: Read,
    /// The kind of that value.
    pub kind: Kind,
}

/// The combatants that can be named where a condition stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// True if there is a `target`. There is none where the target is being decided.
    pub target: bool,
    /// True if `it` is somebody: in aggregates and in the choice among candidates.
    pub it: bool,
}

impl Frame {
    /// A condition of a decision that has a target.
    pub const WITH_TARGET: Frame = Frame { target: true, it: false };
    /// A condition of a decision that has none.
    pub const WITHOUT_TARGET: Frame = Frame { target: false, it: false };
    /// A choice among candidates.
    pub const CANDIDATE: Frame = Frame { target: false, it: true };
}

/// A function of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Function {
    /// The scope's number of it.
    pub code: u16,
    /// The number of what stands in its parentheses.
    pub takes: usize,
    /// True if the first of them is a condition.
    pub asks: bool,
}

/// Gives names their meaning.
pub trait Scope {
    /// Returns the meaning of `name` in this frame.
    ///
    /// # Errors
    /// The fault of the name: unknown, of a combatant that is not there, with a wrong argument.
    fn resolve(&self, name: &Name<'_>, frame: Frame) -> Result<Resolved, Defect>;

    /// The lists that [`Kind::Word`] refers to.
    fn words(&self) -> &[WordList];

    /// The groups of combatants that aggregates can ask about, with their names.
    fn groups(&self) -> Vec<(String, Members)> {
        Vec::new()
    }

    /// Advice where an aggregate is asked about a group of somebody else.
    fn group_of_another(&self, _whose: &str, _group: &str) -> Option<String> {
        None
    }

    /// The function of this name, by its number: written `name(a, b)`.
    fn function(&self, _name: &str) -> Option<Function> {
        None
    }

    /// True if a truth value can be calculated with, as 1 or 0.
    fn counts_truths(&self) -> bool {
        false
    }

    /// True if a bare name inside an aggregate is that of the member at hand: where nobody decides, it can be nobody else's.
    fn bare_is_it(&self) -> bool {
        false
    }
}
