//! Checking: whether a tree is what its schema says, and the JSON that it becomes.
//!
//! Owns the walk over tree and shape that finds everything wrong at once, each at its place, and that lays a scenario's book
//! over the published one. What is wrong is replaced in it by something [`sound`](super::sound). What only a rules core can
//! know is not checked here. Start at [`Checker`].

use std::ops::RangeInclusive;
use std::str::FromStr as _;

use indexmap::IndexMap;
use serde_json::{Map, Value as Json, json};

use super::former;
use super::shape::{AllowedWord, Field, KeyKind, Record, Shape, Shapes, TableVariant};
use super::tree::{TreeEntry, TreeNode, TreeTable, Value};
use super::words;
use crate::dice::Die;
use crate::error::{Place, Problem, nearest};
use crate::fight::Ratio;

/// The most paths that are shown for what was meant.
const PATHS_SHOWN: usize = 3;
/// With so many problems nobody reads what may have been meant by the next one.
const SUGGESTIONS_MOST: usize = 1000;

/// The choice of one kind of table among several.
#[derive(Clone, Copy)]
struct Kind<'k> {
    tag: &'k str,
    chosen: &'k str,
    variants: &'k IndexMap<String, TableVariant>,
}

/// A walk over trees of one system.
pub(super) struct Checker<'s> {
    shapes: &'s Shapes,
    /// True if what is missing is wrong; not in the parts of which a scenario is put together.
    whole: bool,
    /// The faults that were found.
    pub problems: Vec<Problem>,
    /// The tables around the present one.
    around: Vec<&'s Record>,
    /// True if the last value is of another kind than it should be.
    mismatched: bool,
}

impl<'s> Checker<'s> {
    /// A walk over a whole document, or over a part of one.
    pub fn new(shapes: &'s Shapes, whole: bool) -> Self {
        Checker { shapes, whole, problems: Vec::new(), around: Vec::new(), mismatched: false }
    }

    /// Checks a document. `published` are the values of whatever it may leave out.
    pub fn document(&mut self, root: &TreeNode, published: &Json) -> Json {
        self.node(root, self.shapes.root(), Some(published), "scenario")
    }

    /// Checks one of the topmost keys of a document.
    pub fn section(&mut self, key: &str, entry: &TreeEntry, published: &Json) {
        self.node(&entry.node, self.shapes.at(&[key]), published.get(key), key);
    }

    /// Adds a problem at a place, and returns it to be completed.
    fn add(&mut self, place: &Place, message: String) -> &mut Problem {
        self.problems.push(Problem::at(Some(place.clone()), message));
        self.problems.last_mut().expect("a problem was just added")
    }

    /// Adds a problem at a place, with help.
    fn help(&mut self, place: &Place, message: String, help: impl Into<String>) {
        self.add(place, message).help.push(help.into());
    }

    /// Checks a value against a shape, and returns it as JSON, with a stand-in for what is wrong.
    fn node(&mut self, node: &TreeNode, shape: &'s Shape, published: Option<&Json>, name: &str) -> Json {
        match (self.shapes.resolve(shape), &node.value) {
            (shape, Value::Faulty) => self.shapes.substitute(shape),
            (Shape::Anything, _) | (Shape::Bool, Value::Bool(_)) => node.json(),
            (Shape::Integer { least, most }, Value::Integer(number)) => {
                if !(least..=most).contains(&number) {
                    self.add(
                        &node.place,
                        format!("`{name}` must be {}, but this is {number}", words::outside(*number, *least, *most)),
                    );
                }
                Json::from(*number.clamp(least, most))
            }
            (Shape::Number { .. }, Value::Integer(number)) => self.number(node, shape, *number as f64, name),
            (Shape::Number { .. }, Value::Float(number)) => self.number(node, shape, *number, name),
            (Shape::Text { format, least_length, .. }, Value::Text(text)) => {
                if let Some(wrong) = wrong_notation(format, text) {
                    self.add(&node.place, wrong);
                    return self.shapes.substitute(shape);
                }
                if text.chars().count() < *least_length {
                    self.add(&node.place, format!("`{name}` must not be empty"));
                }
                node.json()
            }
            (Shape::Options(words) | Shape::Either { words, .. }, Value::Text(text)) => {
                if self.option(node, words, text, name) { node.json() } else { self.shapes.substitute(shape) }
            }
            (Shape::List { element, .. }, Value::Array(elements)) if self.lacks_brackets(elements, element) => {
                let raw = node.place.raw();
                self.help(&node.place, format!("`{name}` must be a list of lists"), format!("write `[{raw}]`"));
                self.shapes.substitute(shape)
            }
            (Shape::List { element, least, most }, Value::Array(elements)) => {
                if let Some(meant) = self.decimals_with_commas(elements, element, *least..=*most) {
                    let message = format!("`{name}` must have {least} elements, but it has {}", elements.len());
                    self.help(&node.place, message, format!("decimals take a point: write `{meant}`"));
                    return self.shapes.substitute(shape);
                }
                self.length(node, elements.len(), *least..=*most, name);
                let check = |(index, inner)| self.node(inner, element, None, &format!("{name}[{index}]"));
                // Elements that are too many are not looked at.
                elements.iter().take(*most).enumerate().map(check).collect()
            }
            (Shape::Tuple(shapes), Value::Array(elements)) => {
                self.length(node, elements.len(), shapes.len()..=shapes.len(), name);
                let pairs = elements.iter().zip(shapes).enumerate();
                let found: Json =
                    pairs.map(|(index, (inner, shape))| self.node(inner, shape, None, &format!("{name}[{index}]"))).collect();
                if elements.len() == shapes.len() { found } else { self.shapes.substitute(shape) }
            }
            (Shape::Map { key, value }, Value::Table(table)) => self.map(table, *key, value, published),
            (Shape::Record(record), Value::Table(table)) => self.record(node, table, record, published, None),
            (Shape::Tagged { tag, variants }, Value::Table(table)) => {
                self.tagged(node, table, tag, variants, published).unwrap_or_else(|| self.shapes.substitute(shape))
            }
            (Shape::Either { tables, .. }, Value::Table(table)) => {
                self.either(node, table, tables).unwrap_or_else(|| self.shapes.substitute(shape))
            }
            (shape, _) => {
                self.mismatched =
                    matches!(shape, Shape::Bool | Shape::Integer { .. } | Shape::Number { .. } | Shape::Text { .. });
                let element = match shape {
                    Shape::List { element, .. } => Some(self.shapes.resolve(element)),
                    _ => None,
                };
                self.problems.push(words::mismatch(node, shape, element, name));
                self.shapes.substitute(shape)
            }
        }
    }

    /// Checks a number against the bounds of its shape; one outside of them gets a stand-in.
    fn number(&mut self, node: &TreeNode, shape: &'s Shape, number: f64, name: &str) -> Json {
        if let Shape::Number { least, most } = self.shapes.resolve(shape) {
            let low = least.is_some_and(|bound| number < bound.value || bound.open && number == bound.value);
            let high = most.is_some_and(|bound| number > bound.value || bound.open && number == bound.value);
            if low || high {
                self.add(&node.place, format!("`{name}` must be {}, but this is {number}", words::numbers(*least, *most)));
                return self.shapes.substitute(shape);
            }
        }
        Json::from(number)
    }

    /// Checks that a text is one of the words that it may be.
    fn option(&mut self, node: &TreeNode, choices: &[AllowedWord], text: &str, name: &str) -> bool {
        let names = choices.iter().map(|choice| choice.name.as_str());
        let known = names.clone().any(|name| name == text);
        if !known {
            let problem = Problem::at(Some(node.place.clone()), format!("`{name}` cannot be `{text}`"));
            self.problems.push(words::with_names(problem, text, names, self.shapes.system()));
        }
        known
    }

    /// True if this is one of the lists that a list of lists is made of.
    fn lacks_brackets(&self, elements: &[TreeNode], element: &Shape) -> bool {
        let inner = match self.shapes.resolve(element) {
            Shape::Tuple(inner) => inner.len(),
            Shape::List { least, most, .. } if least == most => *least,
            _ => return false,
        };
        elements.len() == inner && !elements.iter().any(|node| matches!(node.value, Value::Array(_) | Value::Faulty))
    }

    /// The list that was meant by so many numbers whose decimals were written with a comma.
    fn decimals_with_commas(&self, elements: &[TreeNode], element: &Shape, allowed: RangeInclusive<usize>) -> Option<String> {
        let least = *allowed.start();
        let numbers = least == *allowed.end() && matches!(self.shapes.resolve(element), Shape::Number { .. });
        if numbers { with_points(elements, least) } else { None }
    }

    /// Reports a list that is too short or too long.
    fn length(&mut self, node: &TreeNode, length: usize, allowed: RangeInclusive<usize>, name: &str) {
        let wanted = match (*allowed.start(), *allowed.end()) {
            _ if allowed.contains(&length) => return,
            (1, usize::MAX) => format!("`{name}` must not be empty"),
            (least, usize::MAX) => format!("`{name}` must have at least {least} elements, but it has {length}"),
            (0, most) => format!("`{name}` must have at most {most} elements, but it has {length}"),
            (least, most) if least == most => format!("`{name}` must have {least} elements, but it has {length}"),
            (least, most) => format!("`{name}` must have {least} to {most} elements, but it has {length}"),
        };
        self.add(&node.place, wanted);
    }

    /// Checks the entries of a table with free keys, and lays them over the published ones.
    fn map(&mut self, table: &TreeTable, kind: KeyKind, value: &'s Shape, published: Option<&Json>) -> Json {
        let mut json = published.and_then(Json::as_object).cloned().unwrap_or_default();
        for (key, entry) in table {
            if kind == KeyKind::WholeNumber && key.parse::<u32>().is_err() {
                self.add(&entry.key, format!("the keys here are whole numbers, but this is `{key}`"));
                self.node(&entry.node, value, None, key);
                continue;
            }
            let before = self.problems.len();
            let inner = self.node(&entry.node, value, json.get(key), key);
            if self.problems.len() > before && !json.contains_key(key) {
                self.suggest_published(before, key, entry, published);
            }
            json.insert(key.clone(), inner);
        }
        Json::Object(json)
    }

    /// Suggests a published entry that was meant by a new one, whose gaps would then be none.
    fn suggest_published(&mut self, before: usize, key: &str, entry: &TreeEntry, published: Option<&Json>) {
        let names = published.and_then(Json::as_object).into_iter().flat_map(Map::keys).map(String::as_str);
        if let Some(near) = nearest(key, names) {
            let lacking =
                self.problems[before..].iter_mut().filter(|problem| problem.place.as_ref() == Some(&entry.node.place));
            lacking.for_each(|problem| problem.help.insert(0, format!("did you mean `{near}`?")));
        }
    }

    /// A table with known keys; `kind` says of which kind it is, when there are several.
    fn record(
        &mut self,
        node: &TreeNode,
        table: &TreeTable,
        record: &'s Record,
        published: Option<&Json>,
        kind: Option<Kind>,
    ) -> Json {
        let mut json = published.and_then(Json::as_object).cloned().unwrap_or_default();
        let mut meant = Vec::new();
        self.around.push(record);
        for (key, entry) in table {
            match record.get(key) {
                Some(field) => {
                    self.mismatched = false;
                    let inner = self.node(&entry.node, &field.shape, json.get(key), key);
                    json.insert(key.clone(), inner);
                    if std::mem::take(&mut self.mismatched) {
                        self.explain(key, field, record);
                    }
                }
                None => meant.extend(self.unknown_key(key, entry, record, kind)),
            }
        }
        self.around.pop();
        if self.whole {
            self.missing(node, record, &mut json, &meant);
        }
        Json::Object(json)
    }

    /// Says what a key means whose value is wrong where nothing else is known to write instead.
    fn explain(&mut self, key: &str, field: &Field, record: &Record) {
        let without = Some(format!("without_{key}")).filter(|without| record.contains_key(without));
        // A number in quotes is seldom what is meant where a name belongs.
        let named = matches!(field.shape, Shape::Text { .. });
        if let Some(problem) = self.problems.last_mut().filter(|problem| problem.help.is_empty() || named) {
            problem.help.extend(without.map(|without| format!("for none of it write `{without} = true`")));
            let meaning = first_sentence(&field.meaning);
            let example = meaning.split_once("such as `").and_then(|(_, example)| example.split('`').next());
            if let Some(example) = example.filter(|_| named) {
                problem.help = vec![format!("write for example `\"{example}\"`")];
            }
            if !meaning.is_empty() {
                problem.help.push(format!("`{key}`: {meaning}"));
            }
        }
    }

    /// Complains about a key that does not exist; returns the key that was meant, when one is near.
    fn unknown_key(&mut self, key: &str, entry: &TreeEntry, record: &'s Record, kind: Option<Kind>) -> Option<&'s str> {
        let mut problem = Problem::at(Some(entry.key.clone()), format!("unknown key `{key}`"));
        if let Some(Kind { tag, chosen, variants }) = kind {
            problem.message = format!("unknown key `{key}` with `{tag} = \"{chosen}\"`");
            if let Some((other, _)) = variants.iter().find(|(_, variant)| variant.fields.contains_key(key)) {
                problem = problem.help(format!("it belongs to `{tag} = \"{other}\"`"));
            }
        }
        if let Some(instead) = former::instead_of(key) {
            self.problems.push(problem.help(instead).help("`sparring validate --fix FILE` writes it so"));
            return None;
        }
        if self.problems.len() >= SUGGESTIONS_MOST {
            self.problems.push(problem);
            return None;
        }
        let inside = entry.node.table().into_iter().flat_map(TreeTable::keys).find_map(|inner| {
            let joined = format!("{key}_{inner}");
            record.keys().find(|known| **known == joined)
        });
        let near = inside.map(String::as_str).or_else(|| nearest(key, record.keys().map(String::as_str)));
        let outside = &self.around[..self.around.len() - 1];
        let above = outside.iter().rposition(|record| record.contains_key(key));
        let below: Vec<String> = record
            .iter()
            .filter(|(_, field)| self.shapes.has_key(&field.shape, key))
            .map(|(inner, _)| format!("`{inner}`"))
            .collect();
        let joined = entry.node.table().into_iter().flat_map(TreeTable::keys).map(|inner| format!("{key}_{inner}"));
        let whole = match outside.is_empty() {
            true => self.shapes.paths_to(&written_path(key, entry)),
            false if inside.is_none() => joined.flat_map(|joined| self.shapes.paths_to(&joined)).collect(),
            false => Vec::new(),
        };
        let combatant = self.shapes.at(&["side", "", "combatant"]);
        if outside.is_empty() && self.shapes.has_key(combatant, key) {
            problem.help.push(format!("of a combatant it is `side.SIDE.NAME.{key}`"));
            if whole.is_empty() {
                self.problems.push(problem);
                return near;
            }
        } else if outside.is_empty()
            && whole.is_empty()
            && near.is_none()
            && let Some(meant) = nearest(key, self.shapes.keys_of(combatant))
        {
            problem.help.push(format!("did you mean `{meant}` of a combatant? it is `side.SIDE.NAME.{meant}`"));
            self.problems.push(problem);
            return near;
        }
        if (1..=PATHS_SHOWN).contains(&whole.len()) {
            let paths: Vec<String> = whole.iter().map(|path| format!("`{path}`")).collect();
            self.problems.push(problem.help(format!("did you mean {}?", paths.join(" or "))));
            return near;
        }
        if let Some(joined) = inside {
            self.problems.push(problem.help(format!("did you mean `{joined}`?")));
            return near;
        }
        if above.is_none() && below.is_empty() {
            self.problems.push(words::with_names(problem, key, record.keys().map(String::as_str), self.shapes.system()));
            return near;
        }
        problem.help.extend(near.map(|near| format!("did you mean `{near}`?")));
        if let Some(depth) = above {
            let whose = if depth == 0 { "of the scenario itself" } else { "of a table around this one" };
            problem.help.push(format!("`{key}` is a key {whose}: write it above the headers of the tables inside that"));
            problem.help.push("a key belongs to the last `[header]` before it".into());
        } else {
            problem.help.push(format!("`{key}` belongs inside {}", below.join(" or ")));
        }
        self.problems.push(problem);
        near
    }

    /// Complains about keys that have to be there, except for those that were meant by a misspelt one, and adds them.
    fn missing(&mut self, node: &TreeNode, record: &'s Record, json: &mut Map<String, Json>, meant: &[&str]) {
        for (key, Field { required, meaning, shape, .. }) in record {
            if !required || json.contains_key(key) {
                continue;
            }
            if !meant.contains(&key.as_str()) {
                self.help(&node.place, format!("the key `{key}` is missing"), format!("`{key}`: {}", first_sentence(meaning)));
            }
            json.insert(key.clone(), self.shapes.substitute(shape));
        }
    }

    /// A table of one of several kinds; `None` when it is of none.
    fn tagged(
        &mut self,
        node: &TreeNode,
        table: &TreeTable,
        tag: &str,
        variants: &'s IndexMap<String, TableVariant>,
        published: Option<&Json>,
    ) -> Option<Json> {
        let names = variants.keys().map(String::as_str);
        let before = published.and_then(|published| published.get(tag)).and_then(Json::as_str);
        let chosen = match table.get(tag).map(|entry| &entry.node) {
            Some(TreeNode { value: Value::Text(text), .. }) => text.as_str(),
            Some(node) => {
                let choices = names.map(|name| AllowedWord { name: name.to_owned(), meaning: String::new() }).collect();
                self.problems.push(words::mismatch(node, &Shape::Options(choices), None, tag));
                return None;
            }
            None => match before {
                Some(before) => before,
                None if self.whole => {
                    let problem = Problem::at(Some(node.place.clone()), format!("the key `{tag}` is missing"));
                    self.problems.push(words::with_names(problem, "", names, self.shapes.system()));
                    return None;
                }
                None => return None,
            },
        };
        let Some(variant) = variants.get(chosen) else {
            let place = table.get(tag).map_or(&node.place, |entry| &entry.node.place);
            let problem = Problem::at(Some(place.clone()), format!("`{tag}` cannot be `{chosen}`"));
            self.problems.push(words::with_names(problem, chosen, names, self.shapes.system()));
            return None;
        };
        let mut others = table.clone();
        others.shift_remove(tag);
        let kept = published.filter(|_| before == Some(chosen));
        let mut json = self.record(node, &others, &variant.fields, kept, Some(Kind { tag, chosen, variants }));
        json[tag] = Json::from(chosen);
        Some(json)
    }

    /// A table that must have exactly one of some keys; `None` when it has not.
    fn either(&mut self, node: &TreeNode, table: &TreeTable, tables: &'s Record) -> Option<Json> {
        if table.len() != 1 {
            let problem =
                Problem::at(Some(node.place.clone()), format!("exactly one key belongs here, but there are {}", table.len()));
            self.problems.push(words::with_names(problem, "", tables.keys().map(String::as_str), self.shapes.system()));
            return None;
        }
        for (key, entry) in table {
            if let Some(field) = tables.get(key) {
                return Some(json!({ key: self.node(&entry.node, &field.shape, None, key) }));
            }
            let problem = Problem::at(Some(entry.key.clone()), format!("unknown key `{key}`"));
            self.problems.push(words::with_names(problem, key, tables.keys().map(String::as_str), self.shapes.system()));
        }
        None
    }
}

/// A key with the keys inside, as long as there is one alone: `defend.ar_bonus`.
fn written_path(key: &str, entry: &TreeEntry) -> String {
    let (mut path, mut node) = (key.to_owned(), &entry.node);
    while let Some((inner, next)) = node.table().filter(|table| table.len() == 1).and_then(|table| table.iter().next()) {
        path = format!("{path}.{inner}");
        node = &next.node;
    }
    path
}

/// Numbers whose decimals were written with a comma, as they should be: `[0,3, 0,6]`.
fn with_points(elements: &[TreeNode], wanted: usize) -> Option<String> {
    let digits: Option<Vec<i64>> = elements
        .iter()
        .map(|node| match node.value {
            Value::Integer(number) if number >= 0 => Some(number),
            _ => None,
        })
        .collect();
    let digits = digits.filter(|digits| digits.len() == 2 * wanted)?;
    let meant: Vec<String> = digits.chunks(2).map(|pair| format!("{}.{}", pair[0], pair[1])).collect();
    Some(format!("[{}]", meant.join(", ")))
}

/// The fault of a text in this notation.
fn wrong_notation(format: &str, text: &str) -> Option<String> {
    match format {
        Die::FORMAT => Die::from_str(text).err(),
        Ratio::FORMAT => Ratio::from_str(text).err(),
        _ => None,
    }
}

/// The first sentence of a description, on one line.
fn first_sentence(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.find(". ") {
        Some(end) => text[..=end].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests;
