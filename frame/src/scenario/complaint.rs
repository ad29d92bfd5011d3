//! Complaints: what a rules core finds wrong in a document, by path; the loader knows where in which file the path is.
//!
//! Owns the shapes in which the same mistake is told the same way by all systems: an unknown name, one that is given twice, too many of
//! something, more than a maximum. Start at [`Complaints`].

use std::fmt::Display;
use std::ops::Range;

use crate::error::{Gravity, nearest};

/// One thing that a core finds wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// Error or warning.
    pub gravity: Gravity,
    /// Path of the value in the document: `side[0].combatant[1].weapons[0].die`, `policy.brave.action[2].when`.
    pub path: String,
    /// Bytes inside the value's text, when only a part of it is wrong.
    pub within: Option<Range<usize>>,
    /// The fault, with what was found.
    pub message: String,
    /// Advice: what is allowed, the nearest valid name.
    pub help: Vec<String>,
    /// True if it holds whatever else is wrong: the value alone shows it.
    pub alone: bool,
    /// True if it is told only where the value stands in the scenario's own file: what a library says is for other scenarios too.
    pub own: bool,
}

/// All complaints about a document.
#[derive(Default, Debug)]
pub struct Complaints {
    list: Vec<Complaint>,
}

impl Complaints {
    /// Adds an error about the value at `path`; further advice can be added to what is returned.
    pub fn error(&mut self, path: impl Into<String>, message: impl Into<String>) -> &mut Complaint {
        self.add(Gravity::Error, path.into(), message.into())
    }

    /// Adds a warning about the value at `path`.
    pub fn warning(&mut self, path: impl Into<String>, message: impl Into<String>) -> &mut Complaint {
        self.add(Gravity::Warning, path.into(), message.into())
    }

    /// Adds an error: there is nothing of this kind with this name. What is meant, and what there is, can be added as advice.
    pub fn unknown(&mut self, path: impl Into<String>, kind: &str, name: &str) -> &mut Complaint {
        self.error(path, format!("there is no {kind} `{name}`"))
    }

    /// Adds an error: several of these things have the same name.
    pub fn twice(&mut self, path: impl Into<String>, things: &str, name: &str) -> &mut Complaint {
        self.error(path, format!("two {things} are called `{name}`"))
    }

    /// Adds an error: there are more of these things than are possible.
    pub fn too_many(&mut self, path: impl Into<String>, most: usize, things: &str) -> &mut Complaint {
        self.error(path, format!("at most {most} {things} are possible"))
    }

    /// Adds an error: what somebody has is more than its own maximum. The value stands at the path; where that says too little, `unit` says
    /// of what it is a number.
    pub fn above(&mut self, path: impl Into<String>, value: impl Display, unit: &str, most: impl Display) -> &mut Complaint {
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        self.error(path, format!("{value}{unit}, but the maximum is {most}"))
    }

    /// Adds an error: a thing that is there cannot be without another one, which is not.
    pub fn needs(&mut self, path: impl Into<String>, thing: &str, what: &str) -> &mut Complaint {
        self.error(path, format!("{thing} needs {what}"))
    }

    /// Adds an error: something that one kind of thing has is said of another kind.
    pub fn only(&mut self, path: impl Into<String>, kind: &str, what: &str) -> &mut Complaint {
        self.error(path, format!("only {kind} has {what}"))
    }

    /// Adds an error: something is said that means nothing without another thing.
    pub fn without(&mut self, path: impl Into<String>, said: &str, lacking: &str) -> &mut Complaint {
        self.error(path, format!("{said}, but there is no {lacking}"))
    }

    /// Adds a complaint, and returns it to be completed.
    fn add(&mut self, gravity: Gravity, path: String, message: String) -> &mut Complaint {
        self.list.push(Complaint { gravity, path, within: None, message, help: Vec::new(), alone: false, own: false });
        self.list.last_mut().expect("a complaint was just added")
    }

    /// Adds all of others.
    pub fn add_all(&mut self, others: Complaints) {
        self.list.extend(others.list);
    }

    /// True if any of them is an error.
    #[must_use]
    pub fn any_error(&self) -> bool {
        self.list.iter().any(|complaint| complaint.gravity == Gravity::Error)
    }

    /// Takes those that hold whatever else is wrong.
    #[must_use]
    pub fn take_alone(&mut self) -> Complaints {
        Complaints { list: self.list.extract_if(.., |complaint| complaint.alone).collect() }
    }

    /// All of them, in the order in which they were made.
    #[must_use]
    pub fn into_list(self) -> Vec<Complaint> {
        self.list
    }
}

impl Complaint {
    /// Adds advice.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help.push(help.into());
        self
    }

    /// Asks for the one of the known names that is most like this one, if one is near enough to be meant.
    pub fn near<'a>(&mut self, name: &str, known: impl IntoIterator<Item = &'a str>) -> &mut Self {
        if let Some(near) = nearest(name, known) {
            self.help(format!("did you mean `{near}`?"));
        }
        self
    }

    /// Says that the value alone shows it, whatever else is wrong.
    pub fn alone(&mut self) -> &mut Self {
        self.alone = true;
        self
    }

    /// Says that it is told only where the value stands in the scenario's own file.
    pub fn own(&mut self) -> &mut Self {
        self.own = true;
        self
    }

    /// Narrows the place to some bytes of the value's text.
    pub fn within(&mut self, span: Range<usize>) -> &mut Self {
        self.within = Some(span);
        self
    }
}
