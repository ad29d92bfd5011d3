//! A fight that is told: as text, as a page, and for programs.
//!
//! Owns how a story is written down. What is told is the core's; which fight is the command line's. Start at [`Replay`].

use std::fmt::Write as _;

use askama::Template;
use serde::Serialize;
use serde_json::json;

use crate::error::Failure;

/// Something that is told of a fight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A part of the day begins.
    Heading {
        /// What begins.
        text: String,
    },
    /// A round begins.
    Round {
        /// What is said of it.
        text: String,
    },
    /// Something happens.
    Sentence {
        /// What.
        text: String,
        /// Ledger ids of the rules.
        rules: &'static str,
    },
    /// A die.
    Die {
        /// Its number in the fight, from 1.
        number: usize,
        /// Who rolls it.
        who: String,
        /// Its faces.
        sides: u32,
        /// The face it shows.
        face: u32,
        /// The face that it would have shown, where it was turned.
        #[serde(skip_serializing_if = "Option::is_none")]
        was: Option<u32>,
        /// What it is rolled for.
        what: &'static str,
        /// Ledger id of the rule.
        rule: &'static str,
    },
}

impl Event {
    /// The line of a replay, without its indent.
    #[must_use]
    pub fn line(&self) -> String {
        match self {
            Event::Heading { text } => format!("== {text} =="),
            Event::Round { text } => text.clone(),
            Event::Sentence { text, rules } => format!("{text}  [{rules}]"),
            Event::Die { who, sides, face, was, what, rule, .. } => {
                let was = was.map(|was| format!(" instead of {was}")).unwrap_or_default();
                format!("d{sides} = {face:<3} {who}: {what}{was}  [{rule}]")
            }
        }
    }
}

/// What came of a fight: a metric, its value, and what the value would have been without turned dice, where that is another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Came {
    /// The metric.
    pub metric: String,
    /// Its value.
    pub value: String,
    /// Its value in the fight as it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
}

/// A fight that is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The scenario.
    pub title: String,
    /// The rule system.
    pub system: String,
    /// The number of the fight.
    pub fight: u64,
    /// Its seed.
    pub seed: u64,
    /// The command that tells it again.
    pub command: String,
    /// What happens, in its order.
    pub events: Vec<Event>,
    /// What came of it.
    pub outcome: Vec<Came>,
    /// True if the numbers of dice are told.
    pub numbered: bool,
}

#[derive(Template)]
#[template(path = "replay.html")]
struct Page<'a> {
    replay: &'a Replay,
    parts: Vec<(String, Vec<&'a Event>)>,
}

impl Replay {
    /// For a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for event in &self.events {
            let line = event.line();
            let _ = match event {
                Event::Heading { .. } | Event::Round { .. } => writeln!(text, "\n{line}"),
                Event::Sentence { .. } => writeln!(text, "  {line}"),
                Event::Die { number, .. } if self.numbered => writeln!(text, "      #{number:<4} {line}"),
                Event::Die { .. } => writeln!(text, "      {line}"),
            };
        }
        text.push_str("\nOutcome\n");
        let names = self.outcome.iter().map(|came| came.metric.chars().count()).max().unwrap_or(0);
        for Came { metric, value, was } in &self.outcome {
            let was = was.as_ref().map(|was| format!(" instead of {was}")).unwrap_or_default();
            let _ = writeln!(text, "  {metric:<names$}  {value}{was}");
        }
        text
    }

    /// A page without scripts or anything from the network: rounds fold.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn html(&self) -> Result<String, Failure> {
        let mut parts: Vec<(String, Vec<&Event>)> = Vec::new();
        for event in &self.events {
            match event {
                Event::Heading { text } | Event::Round { text } => parts.push((text.clone(), Vec::new())),
                _ if parts.is_empty() => parts.push(("Before the first round".to_owned(), vec![event])),
                _ => parts.last_mut().expect("a part was begun").1.push(event),
            }
        }
        let page = Page { replay: self, parts };
        page.render().map_err(|error| Failure::Bug(format!("the page could not be made: {error}")))
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> String {
        let value = json!({
            "schema": 1, "title": self.title, "system": self.system, "seed": self.seed, "fight": self.fight,
            "command": self.command, "events": self.events, "outcome": self.outcome,
        });
        format!("{value:#}\n")
    }
}
