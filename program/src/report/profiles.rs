//! The profiles of combatants, for the terminal, in Markdown and for programs.
//!
//! Owns how profiles are written down, and which of them are told together. Knows no game. Start at [`told`].

use std::fmt::Write as _;

use serde::Serialize;

use crate::report::document::json_text;
use crate::report::markdown::safe;
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
#[must_use]
pub fn text(all: &[Told], width: usize) -> String {
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
            let help = note.help.iter().map(|help| format!("; {help}")).collect::<String>();
            text.push_str(&headed("  note: ", &format!("{}{help}", note.message), width));
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

/// For a document.
#[must_use]
pub fn markdown(title: &str, all: &[Told]) -> String {
    let mut text = format!("# {}\n", safe(title));
    for told in all {
        let _ = writeln!(text, "\n## {} of {}\n\n| | | comes to | from | also |", safe(&told.name), safe(&told.side));
        text.push_str("| --- | --- | --- | --- | --- |\n");
        for line in &told.lines {
            let (parts, also) = (line.parts.join(", "), line.also.join(", "));
            let cells = [line.topic.name(), &line.name, &line.value, &parts, &also].map(safe);
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        for note in &told.notes {
            let help = note.help.iter().map(|help| format!("; {help}")).collect::<String>();
            let _ = writeln!(text, "\nNote: {}{}", safe(&note.message), safe(&help));
        }
    }
    text
}

/// For programs.
///
/// # Errors
/// A bug in the program.
pub fn json(title: &str, system: &str, all: &[Told]) -> Result<String, Failure> {
    json_text(serde_json::json!({ "schema": 1, "title": title, "system": system, "combatants": all }))
}
