//! One fight in two versions, beside each other from where they part.
//!
//! Owns where two stories part, which dice meant something else there, and how both are set side by side: for a terminal, as a page, and for
//! programs. Both are told elsewhere. Start at [`Beside`].

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use crate::report::document::{self, Block, Document, Frame, Grid, Readable};
use crate::report::edits::{Edit, matched};
use crate::report::paint::Paint;
use crate::report::replay::{Entry, Event, Replay, outcome_text};
use crate::report::room;
use crate::report::table::capitalised;
use frame::error::Failure;

/// Letters of a line in which two stories have room beside each other.
const BESIDE_LEAST: usize = 100;
/// Lines before a difference that are told though both tell them alike.
const LEADING: usize = 2;
/// Lines in a row that are folded at the least.
const FOLDED_LEAST: usize = 3;
/// Letters between two stories: ` | `.
const GAP: usize = 3;

/// One fight in two versions.
#[derive(Clone, PartialEq, Debug)]
pub struct Beside {
    /// What each version is: `as it is`, `with side.left.Lea.armor=3`.
    pub names: [String; 2],
    /// Both stories, with what each came to.
    pub told: [Replay; 2],
    /// The command that tells them again.
    pub command: String,
}

/// Where two stories part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Parting {
    /// The part of the fight: `Round 3`.
    pub place: String,
    /// Events that both tell alike before it.
    pub alike: usize,
    /// The dice that were rolled for it: `Lea, attack: d20 12 both times`.
    pub dice: Vec<String>,
    /// What follows in each version; none where a story is over.
    pub follows: [Option<String>; 2],
}

/// A line of both stories or of one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    Both(String),
    Either(Option<String>, Option<String>),
}

/// A part of the fight with its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Part {
    title: String,
    lines: Vec<Line>,
}

impl Part {
    /// By line: true if it is one of many that both tell alike, and does not lead to a difference.
    fn hidden(&self) -> Vec<bool> {
        let mut hidden = vec![false; self.lines.len()];
        let mut begins = 0;
        for end in 0..=self.lines.len() {
            if matches!(self.lines.get(end), Some(Line::Both(_))) {
                continue;
            }
            let last = if end < self.lines.len() { end.saturating_sub(LEADING) } else { end };
            if last >= begins + FOLDED_LEAST {
                hidden[begins..last].fill(true);
            }
            begins = end + 1;
        }
        hidden
    }

    /// True if both tell it alike.
    fn alike(&self) -> bool {
        self.lines.iter().all(|line| matches!(line, Line::Both(_)))
    }
}

/// What came of a fight in both versions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Came {
    metric: String,
    values: [Option<String>; 2],
}

/// An event without its numbers: what happens, not how much of it.
fn shape(event: &Event) -> String {
    match event {
        Event::Die { who, what, .. } => format!("{who} rolls {what}"),
        other => other.line().chars().filter(|letter| !letter.is_ascii_digit() && *letter != '-').collect(),
    }
}

/// A die in words: `d20 12`.
fn die(event: &Event) -> String {
    match event {
        Event::Die { sides, face, .. } => format!("d{sides} {face}"),
        _ => String::new(),
    }
}

/// The last dice that were thrown before the event at this place, in the same part of the fight; with the event itself where it is a die.
fn rolled(events: &[Event], at: usize) -> &[Event] {
    let is_die = |event: &Event| matches!(event, Event::Die { .. });
    let begins = |event: &Event| matches!(event, Event::Heading { .. } | Event::Round { .. });
    let end = at + usize::from(events.get(at).is_some_and(is_die));
    let part = events[..end].iter().rposition(begins).map_or(0, |at| at + 1);
    let Some(last) = events[part..end].iter().rposition(is_die).map(|last| part + last) else { return &[] };
    let first = events[part..last].iter().rposition(|event| !is_die(event)).map_or(part, |before| part + before + 1);
    &events[first..=last]
}

/// The dice for what comes next, in both stories.
fn thrown(one: &[Event], other: &[Event]) -> Vec<String> {
    let alike = |(one, other): &(&Event, &Event)| shape(one) == shape(other);
    let pairs = one.iter().zip(other).filter(alike);
    let words = pairs.map(|(one, other)| {
        let name = match one {
            Event::Die { who, what, .. } => format!("{who}, {what}"),
            _ => String::new(),
        };
        let (first, second) = (die(one), die(other));
        if first == second { format!("{name}: {first} both times") } else { format!("{name}: {first} and {second}") }
    });
    words.collect()
}

/// Where two lists of events part by what each event is taken for.
fn part(stories: [&[Event]; 2], taken: impl Fn(&Event) -> String) -> Option<Parting> {
    let [one, other] = stories;
    let alike = one.iter().zip(other).take_while(|(one, other)| taken(one) == taken(other)).count();
    if alike == one.len().max(other.len()) {
        return None;
    }
    let title = |event: &Event| match event {
        Event::Heading { text } | Event::Round { text } => Some(text.clone()),
        _ => None,
    };
    let place = one[..alike].iter().rev().find_map(title).unwrap_or_else(|| "Before the first round".to_owned());
    let follows = stories.map(|story| story.get(alike).map(Event::line));
    Some(Parting { place, alike, dice: thrown(rolled(one, alike), rolled(other, alike)), follows })
}

impl Beside {
    /// Where the words part: the first number or word that is another one.
    #[must_use]
    pub fn words_part(&self) -> Option<Parting> {
        part([&self.told[0].events, &self.told[1].events], |event| match event {
            Event::Die { .. } => format!("{} {}", shape(event), die(event)),
            other => other.line(),
        })
    }

    /// Where the course parts: the first time that something else happens, not only more or less of it.
    #[must_use]
    pub fn course_parts(&self) -> Option<Parting> {
        part([&self.told[0].events, &self.told[1].events], shape)
    }

    /// What came of the fight in both versions: of every metric that either tells.
    fn outcome(&self) -> Vec<Came> {
        let value = |version: usize, metric: &str| {
            let found = self.told[version].outcome.iter().find(|came| came.metric == metric);
            found.map(|came| came.value.clone())
        };
        let mut metrics: Vec<&str> = self.told[0].outcome.iter().map(|came| came.metric.as_str()).collect();
        for came in &self.told[1].outcome {
            if !metrics.contains(&came.metric.as_str()) {
                metrics.push(&came.metric);
            }
        }
        let of = |metric: &str| Came { metric: metric.to_owned(), values: [value(0, metric), value(1, metric)] };
        metrics.into_iter().map(of).collect()
    }

    /// The sentences of the answer: who wins, and where the stories part.
    #[must_use]
    pub fn answers(&self) -> Vec<String> {
        let mut answers = Vec::new();
        let names = self.names.each_ref().map(|name| capitalised(name));
        if let (Some(one), Some(other)) = (self.told[0].ending(), self.told[1].ending()) {
            answers.push(if one == other {
                format!("In both versions {one}.")
            } else {
                format!("{}, {one}; {}, {other}.", names[0], self.names[1])
            });
        }
        let follows = |parting: &Parting| {
            let said = |version: usize| {
                let line = parting.follows[version].as_deref().unwrap_or("the story is over").trim_end_matches('.');
                format!("{}: {line}.", names[version])
            };
            format!("{} {}", said(0), said(1))
        };
        let (words, course) = (self.words_part(), self.course_parts());
        match (&words, &course) {
            (None, _) => answers.push("Both stories are the same, word by word.".to_owned()),
            (Some(words), None) => answers.push(format!(
                "The same happens in both; numbers differ, for the first time in {}. {}",
                words.place.to_lowercase(),
                follows(words)
            )),
            (Some(words), Some(course)) => {
                let dice = match &course.dice[..] {
                    [] => "no die was rolled for it".to_owned(),
                    dice => dice.join("; "),
                };
                answers.push(format!("They part in {} ({dice}). {}", course.place.to_lowercase(), follows(course)));
                if words.alike < course.alike {
                    answers.push(format!(
                        "Before that only numbers differ, first in {}. {}",
                        words.place.to_lowercase(),
                        follows(words)
                    ));
                }
            }
        }
        answers
    }

    /// The parts of both stories, matched.
    fn parts(&self) -> Vec<Part> {
        let of = |replay: &Replay| -> Vec<(String, Vec<String>)> {
            let line = |entry: &Entry| match entry {
                Entry::Said(event) => event.line(),
                Entry::Thrown(dice) if replay.numbered => format!("    {:<5} {}", dice.numbers(), dice.line()),
                Entry::Thrown(dice) => format!("    {}", dice.line()),
            };
            replay.parts().iter().map(|(title, entries)| (title.clone(), entries.iter().map(line).collect())).collect()
        };
        let [one, other] = self.told.each_ref().map(of);
        let [one_titles, other_titles] =
            [&one, &other].map(|parts| parts.iter().map(|(title, _)| title.as_str()).collect::<Vec<_>>());
        let (mut one, mut other) = (one.iter(), other.iter());
        let lines = |part: Option<&(String, Vec<String>)>| part.map(|(_, lines)| lines.clone()).unwrap_or_default();
        let part = |edit: Edit| {
            let (title, here, there) = match edit {
                Edit::Stays(title) => (title, lines(one.next()), lines(other.next())),
                Edit::Goes(title) => (title, lines(one.next()), Vec::new()),
                Edit::Comes(title) => (title, Vec::new(), lines(other.next())),
            };
            Part { title: title.to_owned(), lines: paired(&here, &there) }
        };
        let parts = matched(&one_titles, &other_titles).into_iter().map(part);
        parts.filter(|part| !part.lines.is_empty()).collect()
    }

    /// For a terminal: beside each other where a line has room for both, else below each other.
    #[must_use]
    pub fn text(&self, colour: bool) -> String {
        let paint = Paint(colour);
        let [one, _] = &self.told;
        let mut text = format!("{}\nfight {} of seed {}\n\n", one.title, one.fight, one.seed);
        self.answers().iter().for_each(|answer| {
            let _ = writeln!(text, "{answer}");
        });
        let width = room::width();
        let wide = width >= BESIDE_LEAST;
        let half = (width.saturating_sub(GAP)) / 2;
        let (mut folded, mut begun): (Vec<&str>, bool) = (Vec::new(), false);
        let parts = self.parts();
        for part in &parts {
            if part.alike() {
                folded.push(&part.title);
                continue;
            }
            fold(&mut text, &mut folded);
            let _ = writeln!(text, "\n{}", paint.strong(&part.title));
            if !begun {
                let [one, other] = &self.names;
                if wide {
                    beside(&mut text, half, &cells(one, half), &cells(other, half));
                } else {
                    let _ = writeln!(text, "{}\n{}", paint.goes(&format!("- {one}")), paint.comes(&format!("+ {other}")));
                }
                begun = true;
            }
            let hidden = part.hidden();
            for (at, line) in part.lines.iter().enumerate() {
                match line {
                    Line::Both(_) if hidden[at] => {
                        let run = hidden[at..].iter().take_while(|hidden| **hidden).count();
                        if at == 0 || !hidden[at - 1] {
                            let _ = writeln!(text, "  ({run} lines: the same in both)");
                        }
                    }
                    Line::Both(line) => {
                        let _ = writeln!(text, "  {line}");
                    }
                    Line::Either(one, other) if wide => {
                        let of = |line: &Option<String>| {
                            line.as_ref().map(|line| cells(&format!("  {line}"), half)).unwrap_or_default()
                        };
                        beside(&mut text, half, &of(one), &of(other));
                    }
                    Line::Either(one, other) => {
                        if let Some(one) = one {
                            let _ = writeln!(text, "{}", paint.goes(&format!("- {one}")));
                        }
                        if let Some(other) = other {
                            let _ = writeln!(text, "{}", paint.comes(&format!("+ {other}")));
                        }
                    }
                }
            }
        }
        fold(&mut text, &mut folded);
        let came = self.outcome();
        let said = |Came { metric, values }: &Came| {
            let [one, other] = values.each_ref().map(|value| value.as_deref().unwrap_or("0"));
            let said = if one == other { one.to_owned() } else { format!("{other} instead of {one}") };
            (metric.clone(), said)
        };
        let said: Vec<(String, String)> = came.iter().map(said).collect();
        text + &outcome_text(&said)
    }
}

impl Readable for Beside {
    /// On a page what both tell alike is folded.
    fn document(&self, _: bool) -> Result<Document, Failure> {
        let [told, _] = &self.told;
        let mut document = Document::new(told.title.clone());
        document.frame = Frame {
            kicker: vec![told.system.clone(), format!("fight {} of seed {}", told.fight, told.seed), "two versions".to_owned()],
            window: format!("{}: fight {}, two versions", told.title, told.fight),
            told: true,
            ..document.frame
        };
        document.add([document::Part::Answers(self.answers())]);
        let said = |(class, text): (&'static str, &String)| Block::Said(class, text.into());
        let names = ["one head", "other head"].into_iter().zip(&self.names).map(said);
        document.page([Block::group("told", "", names.collect())]);
        document.page(self.parts().iter().map(|part| {
            let lines = part.lines.iter().flat_map(|line| match line {
                Line::Both(line) => [Some(("both", line)), None],
                Line::Either(one, other) => {
                    [one.as_ref().map(|line| ("one", line)), other.as_ref().map(|line| ("other", line))]
                }
            });
            let alike = if part.alike() { ": the same in both" } else { "" };
            let lines = Block::group("told", "", lines.flatten().map(said).collect());
            Block::fold(format!("{}{alike}", part.title), vec![lines]).open(!part.alike())
        }));
        let row = |Came { metric, values }: &Came| {
            let [one, other] = values.each_ref().map(|value| value.as_deref().unwrap_or("0").into());
            vec![metric.into(), one, other]
        };
        let columns = document::headed("what", self.names.clone());
        let outcome = Grid { class: "", columns, rows: self.outcome().iter().map(row).collect() };
        document.page([Block::Heading("Outcome".into()), Block::Grid(outcome)]);
        document.add([document::Part::Command(self.command.clone())]);
        Ok(document)
    }

    fn terminal(&self, colour: bool, _: bool) -> Result<String, Failure> {
        Ok(self.text(colour))
    }

    fn json(&self) -> Value {
        let [one, other] = &self.told;
        let version =
            |at: usize| json!({ "name": self.names[at], "title": self.told[at].title, "command": self.told[at].command });
        json!({
            "schema": 1, "system": one.system, "seed": one.seed, "fight": one.fight, "command": self.command,
            "versions": [version(0), version(1)], "answers": self.answers(),
            "words_part": self.words_part(), "course_parts": self.course_parts(),
            "events": [one.events, other.events], "outcome": self.outcome(),
        })
    }
}

/// The parts that both tell alike, in a line.
fn fold(text: &mut String, folded: &mut Vec<&str>) {
    let said = match &folded[..] {
        [] => return,
        [one] => format!("{one}: the same in both"),
        [first, .., last] => format!("{first} to {}: the same in both", last.to_lowercase()),
    };
    let _ = writeln!(text, "\n({said})");
    folded.clear();
}

/// Lines of two stories, matched: what either has alone stands beside what the other has there.
fn paired(one: &[String], other: &[String]) -> Vec<Line> {
    let [one, other] = [one, other].map(|lines| lines.iter().map(String::as_str).collect::<Vec<_>>());
    let (mut lines, mut gone, mut come) = (Vec::new(), Vec::new(), Vec::new());
    let flush = |lines: &mut Vec<Line>, gone: &mut Vec<String>, come: &mut Vec<String>| {
        let rows = gone.len().max(come.len());
        lines.extend((0..rows).map(|row| Line::Either(gone.get(row).cloned(), come.get(row).cloned())));
        gone.clear();
        come.clear();
    };
    for edit in matched(&one, &other) {
        match edit {
            Edit::Goes(line) => gone.push(line.to_owned()),
            Edit::Comes(line) => come.push(line.to_owned()),
            Edit::Stays(line) => {
                flush(&mut lines, &mut gone, &mut come);
                lines.push(Line::Both(line.to_owned()));
            }
        }
    }
    flush(&mut lines, &mut gone, &mut come);
    lines
}

/// A line in pieces of at most so many letters; what is continued is set in further.
fn cells(line: &str, most: usize) -> Vec<String> {
    let own = line.chars().take_while(|letter| *letter == ' ').count();
    let mut cells = vec![" ".repeat(own)];
    let mut empty = true;
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        let last = cells.last_mut().expect("there is a first line");
        if empty || last.chars().count() + 1 + word.chars().count() <= most {
            *last += if empty { "" } else { " " };
            *last += word;
        } else {
            cells.push(format!("{}{word}", " ".repeat(own + 2)));
        }
        empty = false;
    }
    cells
}

/// Two cells beside each other.
fn beside(text: &mut String, half: usize, one: &[String], other: &[String]) {
    let of = |cells: &[String], row: usize| cells.get(row).cloned().unwrap_or_default();
    for row in 0..one.len().max(other.len()) {
        let line = format!("{:<half$} | {}", of(one, row), of(other, row));
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::replay::{Came as Told, Cast};

    fn sentence(text: &str) -> Event {
        Event::Sentence { text: text.to_owned(), rules: "T-1", sums: Vec::new() }
    }

    fn die(face: u32) -> Event {
        let (who, what, rule) = ("Lea".to_owned(), "attack", "T-2");
        Event::Die { number: 1, who, sides: 20, face, was: None, what, rule, summed: true }
    }

    fn round(number: u32) -> Event {
        Event::Round { text: format!("Round {number}") }
    }

    fn told(events: Vec<Event>, winner: &str) -> Replay {
        let came = |(metric, value): (&str, &str)| Told { metric: metric.into(), value: value.into(), was: None };
        let sides = ["left", "right"].map(str::to_owned).to_vec();
        Replay {
            cast: Cast { sides, people: Vec::new() },
            title: "A duel".into(),
            system: "vogt".into(),
            fight: 3,
            seed: 1,
            command: String::new(),
            events,
            outcome: [("winner", winner), ("rounds", "2")].map(came).to_vec(),
            numbered: false,
            storyline: None,
        }
    }

    fn both(one: Vec<Event>, other: Vec<Event>) -> Beside {
        let names = ["as it is".to_owned(), "with armor 3".to_owned()];
        Beside { names, told: [told(one, "left"), told(other, "right")], command: "sparring replay".into() }
    }

    #[test]
    fn the_die_that_meant_something_else_is_named_where_the_course_parts() {
        let story = |target: u32, hit: &str| {
            let said = |hit: &str| sentence(&format!("Lea: d20 12 against {target}: {hit}"));
            vec![round(1), die(12), said("a miss"), round(2), die(12), said(hit)]
        };
        let beside = both(story(12, "a hit"), story(13, "a miss"));
        let words = beside.words_part().expect("a number differs");
        assert_eq!((words.place.as_str(), words.alike), ("Round 1", 2));
        let course = beside.course_parts().expect("a hit is no miss");
        assert_eq!((course.place.as_str(), course.alike), ("Round 2", 5));
        assert_eq!(course.dice, ["Lea, attack: d20 12 both times"]);
        let answers = beside.answers();
        assert_eq!(answers[0], "As it is, the left won in 2 rounds; with armor 3, the right won in 2 rounds.");
        assert!(answers[1].starts_with("They part in round 2 (Lea, attack: d20 12 both times). As it is: Lea"), "{answers:?}");
        assert!(answers[2].starts_with("Before that only numbers differ, first in round 1."), "{answers:?}");
    }

    #[test]
    fn what_is_the_same_is_folded_and_a_story_that_ends_earlier_parts_there() {
        let one = vec![round(1), sentence("Lea waits"), round(2), sentence("Rob falls")];
        let same = both(one.clone(), one.clone());
        assert_eq!((same.words_part(), same.course_parts()), (None, None));
        assert!(same.text(false).contains("(Round 1 to round 2: the same in both)"));
        let longer = [one.clone(), vec![sentence("Lea falls")]].concat();
        let beside = both(one, longer);
        let parting = beside.course_parts().expect("one goes on");
        assert_eq!(parting.follows, [None, Some("Lea falls  [T-1]".to_owned())]);
        let text = beside.text(false);
        assert!(text.contains("(Round 1: the same in both)") && text.contains("  Rob falls  [T-1]\n"), "{text}");
        assert!(text.contains("winner  right instead of left\n  rounds  2\n"), "{text}");
        assert!(
            text.lines().any(|line| line.trim_start().starts_with("| ") && line.contains("Lea falls"))
                || text.contains("+ Lea falls")
        );
    }

    #[test]
    fn long_stretches_that_are_alike_are_folded_up_to_what_leads_to_a_difference() {
        let (same, other) = (|| Line::Both("x".into()), || Line::Either(None, Some("y".into())));
        let lines = [
            vec![same(), same(), same(), same(), same(), other()],
            vec![same(), same()],
            vec![other()],
            vec![same(), same(), same()],
        ]
        .concat();
        let part = Part { title: String::new(), lines };
        let wanted = [true, true, true, false, false, false, false, false, false, true, true, true];
        assert_eq!(part.hidden(), wanted);
    }

    #[test]
    fn a_line_is_continued_in_its_own_column() {
        let mut text = String::new();
        beside(&mut text, 12, &cells("  one two three", 12), &cells("  four", 12));
        assert_eq!(text, "  one two    |   four\n    three    |\n");
    }
}
