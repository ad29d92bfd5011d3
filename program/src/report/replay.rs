//! A fight that is told.
//!
//! Owns how a story is written down. What is told is the core's; which fight is the command line's. Start at [`Replay`].

use std::fmt::{self, Write as _};

use serde::Serialize;
use serde_json::{Value, json};

use crate::report::answer::the;
use crate::report::chances::share;
use crate::report::chances::story::Storyline;
use crate::report::document::{Block, Document, Frame, Grid, Medium, Part, Phrase, Readable, escaped};
use crate::report::table::capitalised;
use frame::error::Failure;
use frame::fight::sum::Sum;
use frame::sim::Engine;

/// The chance of a side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stand {
    /// The side.
    pub side: String,
    /// Its number: that of its colour.
    #[serde(skip)]
    pub number: usize,
    /// Its chance to win.
    pub chance: f64,
    /// The lower limit of it.
    pub low: f64,
    /// The upper limit.
    pub high: f64,
}

impl Stand {
    /// The chance in words.
    #[must_use]
    pub fn words(&self) -> String {
        share(self.chance)
    }

    /// The chance in per cent, for the length of a bar.
    #[must_use]
    pub fn percent(&self) -> String {
        format!("{:.1}", self.chance * 100.0)
    }
}

/// Letters of the bar of a chance.
const BAR: usize = 20;
/// Colours of sides on a page.
const COLOURS: usize = 12;

/// Something that is told of a fight.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A part of the day begins.
    Heading {
        /// The heading of what begins.
        text: String,
    },
    /// A round begins.
    Round {
        /// The sentence.
        text: String,
    },
    /// Something happens.
    Sentence {
        /// The text.
        text: String,
        /// Ledger ids of the rules.
        rules: &'static str,
        /// The sums in it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        sums: Vec<Sum>,
    },
    /// Somebody decides what to do.
    Options {
        /// The one who decides.
        who: String,
        /// Everything that it could do, as lines of a policy say it.
        options: Vec<String>,
    },
    /// The chances of the sides, between two steps of the fight.
    Chances {
        /// The sides.
        sides: Vec<Stand>,
    },
    /// A die.
    Die {
        /// Its number in the fight, from 1.
        number: usize,
        /// The combatant that rolls it.
        who: String,
        /// Its faces.
        sides: u32,
        /// The face it shows.
        face: u32,
        /// The face that it would have shown, where it was turned.
        #[serde(skip_serializing_if = "Option::is_none")]
        was: Option<u32>,
        /// The purpose of the roll.
        what: &'static str,
        /// Ledger id of the rule.
        rule: &'static str,
        /// True if a sum of a later sentence tells it.
        summed: bool,
    },
}

impl Event {
    /// The line of a replay, without its indent.
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = String::new();
        // A string takes whatever is written into it.
        let _ = self.write_line(&mut line);
        line
    }

    /// Writes that line.
    pub(super) fn write_line(&self, line: &mut String) -> fmt::Result {
        match self {
            Event::Heading { text } => write!(line, "== {text} =="),
            Event::Round { text } => line.write_str(text),
            Event::Sentence { text, rules, .. } => write!(line, "{text}  [{rules}]"),
            Event::Options { who, options } if options.is_empty() => write!(line, "({who} can do nothing)"),
            Event::Options { who, options } => write!(line, "({who} could: {})", options.join(", ")),
            Event::Chances { sides } => match &sides[..] {
                [one, other] => {
                    let long = (one.chance * BAR as f64).round() as usize;
                    let bar = format!("{}{}", "\u{2588}".repeat(long), "\u{2591}".repeat(BAR.saturating_sub(long)));
                    write!(line, "{} {} {bar} {} {}", one.side, one.words(), other.words(), other.side)
                }
                sides => {
                    let words: Vec<String> = sides.iter().map(|one| format!("{} {}", one.side, one.words())).collect();
                    line.write_str(&words.join(", "))
                }
            },
            Event::Die { face, was: None, .. } => self.write_throw(line, "", face),
            Event::Die { .. } => self.write_throw(line, "", &self.face().unwrap_or_default()),
        }
    }

    /// Writes the line of so many dice like this one, with the faces that they show.
    fn write_throw(&self, line: &mut String, count: &str, faces: &dyn fmt::Display) -> fmt::Result {
        let Event::Die { who, sides, what, rule, .. } = self else { return self.write_line(line) };
        write!(line, "{count}d{sides} = {faces:<3} {who}: {what}  [{rule}]")
    }

    /// True if both are dice of one throw: of the same kind, by the same combatant, for the same reason.
    fn is_thrown_with(&self, other: &Event) -> bool {
        match (self, other) {
            (
                Event::Die { who, sides, what, rule, .. },
                Event::Die { who: other_who, sides: other_sides, what: other_what, rule: other_rule, .. },
            ) => (who, sides, what, rule) == (other_who, other_sides, other_what, other_rule),
            _ => false,
        }
    }
}

/// Dice of one kind that were thrown one after the other by the same combatant for the same reason.
pub struct Throw<'a>(Vec<&'a Event>);

impl Throw<'_> {
    /// The line of a replay, without its indent: `2d6 = 3, 4   Ada: damage  [VOG-028]`.
    #[must_use]
    pub fn line(&self) -> String {
        let faces: Vec<String> = self.0.iter().filter_map(|die| die.face()).collect();
        let count = if faces.len() == 1 { String::new() } else { faces.len().to_string() };
        let mut line = String::new();
        // A string takes whatever is written into it.
        let _ = self.0[0].write_throw(&mut line, &count, &faces.join(", "));
        line
    }

    /// The numbers of the dice: `#4`, `#4-6`.
    #[must_use]
    pub fn numbers(&self) -> String {
        match (self.0[0], self.0[self.0.len() - 1]) {
            (Event::Die { number: first, .. }, Event::Die { number: last, .. }) if first != last => format!("#{first}-{last}"),
            (Event::Die { number, .. }, _) => format!("#{number}"),
            _ => String::new(),
        }
    }
}

impl Event {
    /// The face of a die: `4`, `4 instead of 6`.
    fn face(&self) -> Option<String> {
        match self {
            Event::Die { face, was: Some(was), .. } => Some(format!("{face} instead of {was}")),
            Event::Die { face, .. } => Some(face.to_string()),
            _ => None,
        }
    }
}

/// An entry on a line of its own.
pub enum Entry<'a> {
    /// Anything but a die.
    Said(&'a Event),
    /// Dice.
    Thrown(Throw<'a>),
}

/// The outcome of a fight: a metric, its value, and the value that it would have had without turned dice, where that is another
/// one.
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

impl Came {
    /// Its value in words: `3 instead of 4` where it would have been another one.
    fn said(&self) -> String {
        let was = self.was.as_ref().map(|was| format!(" instead of {was}")).unwrap_or_default();
        format!("{}{was}", self.value)
    }
}

/// What a fight came to, for a terminal: metrics with their values in words.
pub(super) fn outcome_text(came: &[(String, String)]) -> String {
    let names = came.iter().map(|(metric, _)| metric.chars().count()).max().unwrap_or(0);
    let lines = came.iter().map(|(metric, said)| format!("  {metric:<names$}  {said}\n"));
    format!("\nOutcome\n{}", lines.collect::<String>())
}

/// Those who are in a fight.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cast {
    /// The sides, by their numbers.
    pub sides: Vec<String>,
    /// Everybody, with the number of the side.
    pub people: Vec<(String, usize)>,
}

impl Cast {
    /// Those who are in the fights of a scenario.
    #[must_use]
    pub fn of(loaded: &dyn Engine) -> Self {
        let people = loaded.combatants().iter().map(|entry| (entry.name.clone(), entry.side.index()));
        Cast { sides: loaded.sides().to_vec(), people: people.collect() }
    }
}

/// A fight that is told.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// Those who are in it.
    pub cast: Cast,
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
    /// The events, in their order.
    pub events: Vec<Event>,
    /// The outcome.
    pub outcome: Vec<Came>,
    /// True if the numbers of dice are told.
    pub numbered: bool,
    /// How the chances went, where it is told.
    pub storyline: Option<Storyline>,
}

impl Replay {
    /// The story line by line, with what it came to.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for entry in self.entries() {
            let _ = match entry {
                Entry::Said(event @ (Event::Heading { .. } | Event::Round { .. })) => writeln!(text, "\n{}", event.line()),
                Entry::Said(event) => writeln!(text, "  {}", event.line()),
                Entry::Thrown(dice) if self.numbered => writeln!(text, "      {:<5} {}", dice.numbers(), dice.line()),
                Entry::Thrown(dice) => writeln!(text, "      {}", dice.line()),
            };
        }
        if let Some(line) = &self.storyline {
            text.push_str(&line.text());
        }
        text + &outcome_text(&self.outcome.iter().map(|came| (came.metric.clone(), came.said())).collect::<Vec<_>>())
    }

    /// The entries, line by line. Dice that a sum tells are left out, unless the numbers of dice are told.
    fn entries(&self) -> Vec<Entry<'_>> {
        let mut entries = Vec::new();
        for event in &self.events {
            match (event, entries.last_mut()) {
                (Event::Die { summed: true, .. }, _) if !self.numbered => {}
                (Event::Die { .. }, Some(Entry::Thrown(dice))) if event.is_thrown_with(dice.0[0]) => dice.0.push(event),
                (Event::Die { .. }, _) => entries.push(Entry::Thrown(Throw(vec![event]))),
                _ => entries.push(Entry::Said(event)),
            }
        }
        entries
    }

    /// The parts of the story with their titles: rounds, and what a day has between them.
    #[must_use]
    pub fn parts(&self) -> Vec<(String, Vec<Entry<'_>>)> {
        let mut parts: Vec<(String, Vec<Entry>)> = Vec::new();
        for entry in self.entries() {
            match entry {
                Entry::Said(Event::Heading { text } | Event::Round { text }) => parts.push((text.clone(), Vec::new())),
                _ if parts.is_empty() => parts.push(("Before the first round".to_owned(), vec![entry])),
                _ => parts.last_mut().expect("a part was begun").1.push(entry),
            }
        }
        parts
    }

    /// How it ends, as a part of a sentence: `the ogre won in 7 rounds`. Nothing of a day, which has no winner.
    #[must_use]
    pub fn ending(&self) -> Option<String> {
        let value = |metric: &str| self.outcome.iter().find(|came| came.metric == metric).map(|came| &came.value);
        let winner = value("winner")?;
        let ends = if self.cast.sides.contains(winner) { format!("{} won", the(winner)) } else { format!("it was a {winner}") };
        let rounds = value("rounds").map(|rounds| format!(" in {rounds} round{}", if rounds == "1" { "" } else { "s" }));
        Some(format!("{ends}{}", rounds.unwrap_or_default()))
    }

    /// The first sentence of the page.
    fn answer(&self) -> Option<String> {
        self.ending().map(|ending| format!("{}.", capitalised(&ending)))
    }

    /// A text of the page, in which everybody has the colour of the side.
    fn coloured(&self, text: impl AsRef<str>) -> String {
        let mut people: Vec<&(String, usize)> = self.cast.people.iter().filter(|(name, _)| !name.is_empty()).collect();
        people.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let (mut html, mut rest, mut inside) = (String::new(), text.as_ref(), false);
        while let Some(letter) = rest.chars().next() {
            let whole = |name: &str| !rest[name.len()..].chars().next().is_some_and(char::is_alphanumeric);
            let named = people.iter().find(|(name, _)| !inside && rest.starts_with(name.as_str()) && whole(name));
            let taken = match named {
                Some((name, side)) => {
                    let _ = write!(
                        html,
                        "<b class=\"who\" style=\"border-color:var(--c{})\">{}</b>",
                        side % COLOURS,
                        escaped(name)
                    );
                    name.len()
                }
                None => {
                    html += &escaped(&rest[..letter.len_utf8()]);
                    letter.len_utf8()
                }
            };
            inside = rest[..taken].chars().next_back().is_some_and(char::is_alphanumeric);
            rest = &rest[taken..];
        }
        html
    }

    /// An entry of the page, with its class.
    fn item(&self, entry: &Entry<'_>) -> Option<(&'static str, Phrase)> {
        let coloured = |text: &str| Phrase::markup(self.coloured(text));
        Some(match entry {
            Entry::Thrown(dice) if self.numbered => {
                ("die", Phrase::from(dice.numbers()).text(" ").then(&coloured(&dice.line())))
            }
            Entry::Thrown(dice) => ("die", coloured(&dice.line())),
            Entry::Said(Event::Sentence { text, rules, .. }) => ("", coloured(text).text(" ").classed("rule", rules)),
            Entry::Said(Event::Chances { sides }) => {
                let part =
                    |one: &Stand| format!("<span style=\"width:{}%;background:var(--c{})\"></span>", one.percent(), one.number);
                let parts = sides.iter().map(part).collect::<String>();
                let mut said = Phrase::default();
                for (place, one) in sides.iter().enumerate() {
                    said = said.classed("", &format!("{} {}", one.side, one.words()));
                    if place == 0 {
                        said = said.then(&Phrase::markup(format!("<span class=\"whole\">{parts}</span>")));
                    }
                }
                ("chance", said)
            }
            Entry::Said(event @ Event::Options { .. }) => ("", Phrase::default().classed("rule", &event.line())),
            Entry::Said(_) => return None,
        })
    }
}

impl Readable for Replay {
    /// On a page rounds are folded, and the last one is open.
    fn document(&self, _: bool) -> Result<Document, Failure> {
        let mut document = Document::new(self.title.clone());
        document.frame = Frame {
            kicker: vec![self.system.clone(), format!("fight {} of seed {}", self.fight, self.seed)],
            window: format!("{}: fight {}", self.title, self.fight),
            told: true,
            ..document.frame
        };
        document.line(format!(
            "{}\nfight {} of seed {}\n{}",
            self.title,
            self.fight,
            self.seed,
            self.text().trim_end_matches('\n')
        ));
        document.only(Medium::Page, Part::Answers(self.answer().into_iter().collect()));
        if let Some(line) = &self.storyline {
            if !line.turned.is_empty() {
                let turned =
                    line.turned.iter().map(|one| ("", Phrase::from(one.sentence()).text(" ").classed("rule", one.rule)));
                document.page([Block::Heading("What turned it".into()), Block::List("ordered", turned.collect())]);
            }
            let described = |title: &str| format!("{title}; the numbers are in the story below");
            let pictures = line.pictures.iter().map(|one| one.block(described(&one.title), one.note.clone()));
            document.page([Block::group("pictures", "", pictures.collect())]);
        }
        let parts = self.parts();
        let last = parts.len().saturating_sub(1);
        document.page(parts.iter().enumerate().map(|(place, (title, entries))| {
            let items: Vec<_> = entries.iter().filter_map(|entry| self.item(entry)).collect();
            if entries.is_empty() {
                return Block::Heading(title.into());
            }
            Block::fold(title, vec![Block::List("told", items)]).open(place == last)
        }));
        let rows = self.outcome.iter().map(|came| vec![(&came.metric).into(), came.said().into()]).collect();
        document.page([Block::Heading("Outcome".into()), Block::Grid(Grid { rows, ..Grid::default() })]);
        document.add([Part::Command(self.command.clone())]);
        Ok(document)
    }

    fn json(&self) -> Value {
        let mut value = json!({
            "schema": 1, "title": self.title, "system": self.system, "seed": self.seed, "fight": self.fight,
            "command": self.command, "events": self.events, "outcome": self.outcome,
        });
        if let Some(line) = &self.storyline {
            value["turning_points"] = json!(line.turned);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_the_colour_of_the_side_and_nobody_else_has() {
        let people = [("Ada", 0), ("Ada <2>", 1)].map(|(name, side)| (name.to_owned(), side)).to_vec();
        let replay = Replay {
            cast: Cast { sides: vec!["left".into(), "right".into()], people },
            title: String::new(),
            system: String::new(),
            fight: 0,
            seed: 1,
            command: String::new(),
            events: Vec::new(),
            outcome: [("winner", "left"), ("rounds", "1")]
                .map(|(metric, value)| Came { metric: metric.into(), value: value.into(), was: None })
                .to_vec(),
            numbered: false,
            storyline: None,
        };
        assert_eq!(replay.answer().as_deref(), Some("The left won in 1 round."));
        let who = |name: &str, side: usize| format!("<b class=\"who\" style=\"border-color:var(--c{side})\">{name}</b>");
        let wanted = format!("{} hits {} &#38; Adam, not nAda", who("Ada", 0), who("Ada &#60;2&#62;", 1));
        assert_eq!(replay.coloured("Ada hits Ada <2> & Adam, not nAda"), wanted);
    }
}
