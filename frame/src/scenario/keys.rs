//! Keys: everything that a scenario file and the lines of its policies can say, as data for a reference.
//!
//! Owns the walk over the [shape](super::shape) of a document; how it is shown is for reports. Numbers of the book and switches are in
//! [`listing`](super::listing). Start at [`keys`] and [`decisions`].

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value as Json;

use super::document::Format;
use super::form::Form;
use super::listing::split_ledger;
use super::shape::{AllowedWord, Field, Record, Shape, Shapes};
use super::words;

/// A key of a table of a scenario file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Key {
    /// The key.
    pub name: String,
    /// The values it takes, in words: `a whole number from 0 to 100`.
    pub allowed: String,
    /// The words it takes, each with its meaning; empty when it is no choice between words.
    pub options: Vec<AllowedWord>,
    /// The value that holds without the key, as a file writes it; nothing where the meaning says it.
    pub default: Option<String>,
    /// True if a table of this kind must have it.
    pub required: bool,
    /// The word of the table's first key with which alone it can stand; nothing when it can always stand.
    pub only_with: Option<String>,
    /// Ids of the rules in the ledger of the system.
    pub ledger: Vec<String>,
    /// The meaning.
    pub meaning: String,
}

/// A kind of table of a scenario file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KeyTable {
    /// The places where it can stand, as headers of a file: `[[side.combatant]]`, `[combatant.NAME]`; `the file itself` for its
    /// top.
    pub headers: Vec<String>,
    /// Its keys, in their order.
    pub keys: Vec<Key>,
}

impl KeyTable {
    /// True if the table is a part of a policy.
    #[must_use]
    pub fn is_of_policies(&self) -> bool {
        self.headers.iter().all(|header| header.contains("[policy."))
    }
}

/// A list of a policy: what it decides, and what its lines can say.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DecisionKeys {
    /// The name of the list.
    pub name: String,
    /// The decision, and its default.
    pub meaning: String,
    /// Ids of the rules in the ledger of the system.
    pub ledger: Vec<String>,
    /// The values of a list that has no lines with keys, in words.
    pub allowed: String,
    /// The keys of its lines.
    pub keys: Vec<Key>,
    /// The list above with the same lines, when there is one.
    pub lines_of: Option<String>,
}

/// All tables of a scenario file and their keys, without `book` and `rulings`, of which [`book`](super::book) and
/// [`rulings`](super::rulings) tell.
#[must_use]
pub fn keys<F: Format>() -> Vec<KeyTable> {
    Form::of::<F>().keys()
}

/// All tables of a scenario file of these shapes.
fn keys_in(shapes: &Shapes) -> Vec<KeyTable> {
    let mut walker = Walker { shapes, tables: Vec::new(), known: BTreeMap::new() };
    let Shape::Record(root) = shapes.root() else { return Vec::new() };
    walker.tables.push(KeyTable { headers: vec!["the file itself".to_owned()], keys: keys_of(shapes, root) });
    // Named combatants are made like those of sides, which come first.
    let mut fields: Vec<(&String, &Field)> =
        root.iter().filter(|(key, _)| !["book", "rulings"].contains(&key.as_str())).collect();
    fields.sort_by_key(|(key, _)| ["combatant", "policy"].contains(&key.as_str()));
    for (key, field) in fields {
        walker.walk(&field.shape, key, false);
    }
    walker.tables
}

/// All lists of a policy of a system.
#[must_use]
pub fn decisions<F: Format>() -> Vec<DecisionKeys> {
    Form::of::<F>().decisions()
}

impl Form {
    /// All tables of a scenario file and their keys, without `book` and `rulings`.
    #[must_use]
    pub fn keys(&self) -> Vec<KeyTable> {
        keys_in(&self.shapes)
    }

    /// All lists of a policy.
    #[must_use]
    pub fn decisions(&self) -> Vec<DecisionKeys> {
        decisions_in(&self.shapes)
    }
}

/// All lists of a policy of these shapes.
fn decisions_in(shapes: &Shapes) -> Vec<DecisionKeys> {
    let Shape::Map { value, .. } = shapes.at(&["policy"]) else { return Vec::new() };
    let Shape::Record(lists) = shapes.resolve(value) else { return Vec::new() };
    let mut known: BTreeMap<&str, &str> = BTreeMap::new();
    let mut found = Vec::new();
    for (name, field) in lists {
        let (meaning, ledger) = split_ledger(&field.meaning);
        let line = match shapes.resolve(&field.shape) {
            Shape::List { element, .. } => element,
            shape => shape,
        };
        let lines_of = match line {
            Shape::Named(kind) => match known.get(kind.as_str()) {
                Some(first) => Some((*first).to_owned()),
                None => {
                    known.insert(kind, name);
                    None
                }
            },
            _ => None,
        };
        let keys = match shapes.resolve(line) {
            Shape::Record(record) => keys_of(shapes, record),
            Shape::Tagged { tag, variants } => tagged(shapes, tag, variants),
            Shape::Either { tables, .. } => keys_of(shapes, tables),
            _ => Vec::new(),
        };
        let allowed = if keys.is_empty() { kind_of(shapes, &field.shape) } else { String::new() };
        found.push(DecisionKeys { name: name.clone(), meaning, ledger, allowed, keys, lines_of });
    }
    found
}

struct Walker<'s> {
    shapes: &'s Shapes,
    tables: Vec<KeyTable>,
    /// The table that each named shape has become.
    known: BTreeMap<String, usize>,
}

impl Walker<'_> {
    /// Adds the tables that a shape at `path` is made of; `listed` is true inside of a list.
    fn walk(&mut self, shape: &Shape, path: &str, listed: bool) {
        let header = if listed { format!("[[{path}]]") } else { format!("[{path}]") };
        if let Shape::Named(name) = shape {
            if let Some(known) = self.known.get(name) {
                let headers = &mut self.tables[*known].headers;
                if !headers.contains(&header) {
                    headers.push(header);
                }
                return;
            }
            if matches!(self.shapes.resolve(shape), Shape::Record(_) | Shape::Tagged { .. } | Shape::Either { .. }) {
                self.known.insert(name.clone(), self.tables.len());
            }
        }
        match self.shapes.resolve(shape) {
            Shape::Record(record) => self.table(header, keys_of(self.shapes, record), &[record], path),
            Shape::Tagged { tag, variants } => {
                let records: Vec<&Record> = variants.values().map(|variant| &variant.fields).collect();
                self.table(header, tagged(self.shapes, tag, variants), &records, path);
            }
            Shape::Either { tables, .. } => self.table(header, keys_of(self.shapes, tables), &[tables], path),
            Shape::List { element, .. } => self.walk(element, path, true),
            Shape::Map { value, .. } => self.walk(value, &format!("{path}.NAME"), false),
            _ => {
                // A word that stands for a table is none.
                if let Shape::Named(name) = shape {
                    self.known.remove(name);
                }
            }
        }
    }

    /// Adds a table of keys, and walks into the tables that are inside its fields.
    fn table(&mut self, header: String, keys: Vec<Key>, records: &[&Record], path: &str) {
        self.tables.push(KeyTable { headers: vec![header], keys });
        for (key, field) in records.iter().flat_map(|record| record.iter()) {
            self.walk(&field.shape, &format!("{path}.{key}"), false);
        }
    }
}

/// Describes the keys of a table that is of one of several kinds: first the kind, then the keys of each.
fn tagged(shapes: &Shapes, tag: &str, variants: &indexmap::IndexMap<String, super::shape::TableVariant>) -> Vec<Key> {
    let choices = variants.iter().map(|(name, variant)| AllowedWord { name: name.clone(), meaning: plain(&variant.meaning) });
    let shape = Shape::Options(choices.collect());
    let first =
        Field { shape, required: true, meaning: "The kind, by which the other keys go.".to_owned(), default: Json::Null };
    let mut keys = vec![key(shapes, tag, &first)];
    for (name, variant) in variants {
        keys.extend(keys_of(shapes, &variant.fields).into_iter().map(|key| Key { only_with: Some(name.clone()), ..key }));
    }
    keys
}

/// Describes the keys of a record, in its order.
fn keys_of(shapes: &Shapes, record: &Record) -> Vec<Key> {
    record.iter().map(|(name, field)| key(shapes, name, field)).collect()
}

/// Describes a key; a default that is empty or a table is not told.
fn key(shapes: &Shapes, name: &str, field: &Field) -> Key {
    let (meaning, ledger) = split_ledger(&field.meaning);
    let default = match &field.default {
        Json::Null | Json::Object(_) => None,
        Json::Array(list) if list.is_empty() => None,
        Json::String(text) if text.is_empty() => None,
        value => toml::Value::try_from(value).ok().map(|value| value.to_string()),
    };
    let required = field.required;
    let (allowed, options) = (kind_of(shapes, &field.shape), options_of(shapes, &field.shape));
    Key { name: name.to_owned(), allowed, options, default, required, only_with: None, ledger, meaning }
}

/// The words that a shape takes, or that the elements of a list take.
fn options_of(shapes: &Shapes, shape: &Shape) -> Vec<AllowedWord> {
    let choices = match shapes.resolve(shape) {
        Shape::Options(choices) | Shape::Either { words: choices, .. } => choices.clone(),
        Shape::List { element, .. } => return options_of(shapes, element),
        _ => Vec::new(),
    };
    choices.into_iter().map(|choice| AllowedWord { meaning: plain(&choice.meaning), ..choice }).collect()
}

/// A comment in one line.
fn plain(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The kind of a value; tables inside are told of on their own.
fn kind_of(shapes: &Shapes, shape: &Shape) -> String {
    match shapes.resolve(shape) {
        Shape::Record(_) | Shape::Tagged { .. } => "a table".to_owned(),
        Shape::Either { words, .. } if words.is_empty() => "a table".to_owned(),
        Shape::Map { value, .. } => match kind_of(shapes, value).as_str() {
            "a table" => "tables by name".to_owned(),
            kind => format!("a table, each: {kind}"),
        },
        Shape::List { element, least, most } => {
            let count = match (least, most) {
                (0, &usize::MAX) => String::new(),
                (0, most) => format!(" of at most {most}"),
                (least, &usize::MAX) => format!(" of at least {least}"),
                (least, most) if least == most => format!(" of {least}"),
                (least, most) => format!(" of {least} to {most}"),
            };
            match kind_of(shapes, element).as_str() {
                "a table" => format!("a list{count}, each a table"),
                kind => format!("a list{count}, each: {kind}"),
            }
        }
        Shape::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| kind_of(shapes, part)).collect();
            format!("a list of {}: {}", parts.len(), parts.join(", "))
        }
        shape => words::allowed_values(shapes, shape),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::testing::Duel;

    fn key(header: &str, name: &str) -> Key {
        let tables = keys::<Duel>();
        let table = tables.iter().find(|table| table.headers.iter().any(|one| one == header));
        let table =
            table.unwrap_or_else(|| panic!("no {header} in {:?}", tables.iter().map(|t| &t.headers).collect::<Vec<_>>()));
        table.keys.iter().find(|key| key.name == name).unwrap_or_else(|| panic!("no {name} in {table:?}")).clone()
    }

    #[test]
    fn every_key_has_its_range_default_and_meaning() {
        let format = key("the file itself", "format");
        assert_eq!((format.allowed.as_str(), format.required), ("a whole number 1", true));
        assert_eq!(format.meaning, "Version of the scenario format.");
        let within = key("[[expect]]", "within");
        assert_eq!((within.allowed.as_str(), within.required, within.default), ("a number at least 0", false, None));
        let monotone = key("[[expect]]", "monotone");
        assert_eq!(monotone.options[0], AllowedWord { name: "rising".into(), meaning: "It never falls.".into() });
    }

    #[test]
    fn a_kind_of_table_stands_once_with_all_its_places() {
        let tables = keys::<Duel>();
        let places: Vec<&[String]> = tables.iter().map(|table| table.headers.as_slice()).collect();
        assert!(places.contains(&["[[side.combatant]]".to_owned(), "[combatant.NAME]".to_owned()].as_slice()), "{places:?}");
        assert!(!places.iter().flat_map(|headers| headers.iter()).any(|header| header.starts_with("[book")), "{places:?}");
    }

    #[test]
    fn a_decision_lists_what_its_lines_can_say() {
        let decisions = decisions::<Duel>();
        assert!(decisions.iter().all(|decision| !decision.meaning.is_empty()), "{decisions:?}");
        assert!(decisions.iter().any(|decision| !decision.keys.is_empty()), "{decisions:?}");
    }
}
