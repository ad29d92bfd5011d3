//! The profiles of combatants.
//!
//! Owns how profiles are written down, and which of them are told together. Knows no game. Start at [`SheetReport`].

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use crate::report::document::{Block, Cell, Document, Grid, Readable};
use crate::report::reference::indented;
use crate::report::room::fold;
use frame::error::Failure;
use frame::rules::profile::{Note, Profile, ProfileLine};

/// A combatant with its profile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// The name it goes by.
    pub name: String,
    /// The entry of the file that makes several of it, if any.
    pub entry: Option<String>,
    /// The name of its side.
    pub side: String,
    /// The profile.
    pub profile: Profile,
}

/// One combatant, or several that come to the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// The name: `raider (6)`.
    pub name: String,
    /// Their side.
    pub side: String,
    /// The combatants.
    pub combatants: Vec<String>,
    /// The profile of each of them.
    pub lines: Vec<ProfileLine>,
    /// The oddities of each of them.
    pub notes: Vec<Note>,
}

/// The combatants in their order, equal ones of an entry once.
#[must_use]
pub fn told(described: Vec<Described>) -> Vec<Told> {
    let mut told: Vec<(Option<String>, Told)> = Vec::new();
    for one in described {
        let same = |(entry, told): &&mut (Option<String>, Told)| {
            entry.is_some() && *entry == one.entry && told.side == one.side && told.lines == one.profile.lines
        };
        if let Some((_, known)) = told.iter_mut().find(same) {
            known.combatants.push(one.name);
            continue;
        }
        let Profile { lines, notes } = one.profile;
        let (name, combatants) = (one.name.clone(), vec![one.name]);
        told.push((one.entry, Told { name, side: one.side, combatants, lines, notes }));
    }
    let named = told.into_iter().map(|(entry, mut told)| {
        if let Some(entry) = entry.filter(|_| told.combatants.len() > 1) {
            told.name = format!("{entry} ({})", told.combatants.len());
        }
        told
    });
    named.collect()
}

/// For a terminal of so many letters.
fn text(all: &[Told], width: usize) -> String {
    let mut text = String::new();
    for told in all {
        let whole = format!("{} of {}", told.name, told.side);
        let _ = writeln!(text, "{}{}", if text.is_empty() { "" } else { "\n" }, fold(&whole, width));
        let names = told.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0);
        let mut topic = None;
        for line in &told.lines {
            let head = if topic == Some(line.topic) { "" } else { line.topic.name() };
            topic = Some(line.topic);
            let head = format!("  {head:<10}  {:<names$}  ", line.name);
            text.push_str(&headed(&head, &line.text(), width));
        }
        for note in &told.notes {
            text.push_str(&headed("  note: ", &said(note), width));
        }
    }
    text
}

/// Words in lines of at most so many letters, with a head before the first line.
fn headed(head: &str, words: &str, width: usize) -> String {
    let mut text = String::new();
    let indent = head.chars().count();
    indented(&mut text, words, indent, width);
    text.replace_range(..indent.min(text.len()), head);
    text
}

/// Combatants with where they come from.
pub struct SheetReport {
    /// Title of the scenario.
    pub title: String,
    /// The rule system.
    pub system: String,
    /// Those that are told.
    pub told: Vec<Told>,
    /// Letters of a line of a terminal.
    pub width: usize,
}

/// The meaning of a note.
fn said(note: &Note) -> String {
    let help = note.help.iter().map(|help| format!("; {help}")).collect::<String>();
    format!("{}{help}", note.message)
}

impl Readable for SheetReport {
    fn document(&self, _: bool) -> Result<Document, Failure> {
        let mut document = Document::new(self.title.clone());
        document.line(text(&self.told, self.width).trim_end_matches('\n'));
        for told in &self.told {
            let row = |line: &ProfileLine| {
                let (parts, also) = (line.parts.join(", "), line.also.join(", "));
                [line.topic.name(), &line.name, &line.value, &parts, &also].map(Cell::from).to_vec()
            };
            let grid = Grid::new("", &["", "", "comes to", "from", "also"], told.lines.iter().map(row));
            document.marked([Block::Heading(format!("{} of {}", told.name, told.side).into()), Block::Grid(grid)]);
            document.marked(told.notes.iter().map(|note| Block::Said("", format!("Note: {}", said(note)).into())));
        }
        Ok(document)
    }

    fn json(&self) -> Value {
        json!({ "schema": 1, "title": self.title, "system": self.system, "combatants": self.told })
    }
}
