//! The tree: a TOML text as data in which every value and every key knows its place.
//!
//! Owns [`TreeNode`] and the reading of TOML into it. Must not know what a scenario may say; that is [`check`](super::check).
//! Start at [`parse`].

use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::characters::{self, Cleaned};
use super::syntax;
use crate::error::{Place, Problem, Source};

/// Values that lie deeper inside others are not read.
const DEPTH_MOST: usize = 60;

/// A value with its place.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TreeNode {
    pub value: Value,
    pub place: Place,
}

/// The value of a node.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    Array(Vec<TreeNode>),
    Table(TreeTable),
    /// A value that was complained about when it was read: whoever meets it says nothing more.
    Faulty,
}

/// A table, in the order of the text.
pub(super) type TreeTable = IndexMap<String, TreeEntry>;

/// The value of a key, with the place of the key.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TreeEntry {
    pub key: Place,
    pub node: TreeNode,
}

impl TreeNode {
    /// An empty table.
    pub fn empty(place: Place) -> Self {
        TreeNode { value: Value::Table(TreeTable::new()), place }
    }

    /// The table that it is.
    pub fn table(&self) -> Option<&TreeTable> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The table that it is, to be changed.
    pub fn table_mut(&mut self) -> Option<&mut TreeTable> {
        match &mut self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The elements of the array that it is; none when it is something else.
    pub fn elements(&self) -> &[TreeNode] {
        match &self.value {
            Value::Array(elements) => elements,
            _ => &[],
        }
    }

    /// The elements of the array that it is, to be changed.
    pub fn elements_mut(&mut self) -> &mut [TreeNode] {
        match &mut self.value {
            Value::Array(elements) => elements,
            _ => &mut [],
        }
    }

    /// The text that it is.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a key of the table that it is.
    pub fn get(&self, key: &str) -> Option<&TreeNode> {
        self.table()?.get(key).map(|entry| &entry.node)
    }

    /// As JSON.
    pub fn json(&self) -> Json {
        match &self.value {
            Value::Bool(value) => Json::from(*value),
            Value::Integer(value) => Json::from(*value),
            Value::Float(value) => Json::from(*value),
            Value::Text(value) => Json::from(value.as_str()),
            Value::Array(elements) => elements.iter().map(TreeNode::json).collect(),
            Value::Table(table) => table.iter().map(|(key, entry)| (key.clone(), entry.node.json())).collect(),
            Value::Faulty => Json::Null,
        }
    }
}

/// The place of some bytes of a source, moved outwards to whole characters inside the text.
pub(super) fn place(source: &Arc<Source>, span: Range<usize>) -> Place {
    let text = &source.text;
    let mut start = span.start.min(text.len());
    let mut end = span.end.clamp(start, text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    Place { source: Arc::clone(source), span: start..end }
}

/// A text that was read.
pub(super) struct Parsed {
    pub root: TreeNode,
    /// The faults.
    pub problems: Vec<Problem>,
    /// True if it is no TOML, so that the tree may not be what anybody wrote.
    pub broken: bool,
}

/// Reads a whole text, as far as it can be read.
pub(super) fn parse(source: &Arc<Source>) -> Parsed {
    let (root, errors) = DeTable::parse_recoverable(&source.text);
    let mut reader = Reader { source, offset: 0, problems: Vec::new() };
    let root = TreeNode { value: reader.table(root.get_ref(), 0), place: place(source, 0..0) };
    let broken = !errors.is_empty();
    Parsed { root, problems: if broken { syntax::problems(source, &errors) } else { reader.problems }, broken }
}

/// Reads the bytes of `span` as one TOML value: what is wrong when they are none.
pub(super) fn parse_value(source: &Arc<Source>, span: Range<usize>) -> Result<TreeNode, String> {
    let value = DeValue::parse(&source.text[span.clone()]).map_err(|error| error.message().to_owned())?;
    let mut reader = Reader { source, offset: span.start, problems: Vec::new() };
    let node = reader.node(&value, "", 0);
    match reader.problems.into_iter().next() {
        None => Ok(node),
        Some(problem) => Err(problem.message),
    }
}

/// Turns what the TOML parser found into nodes.
struct Reader<'s> {
    source: &'s Arc<Source>,
    /// The byte of the source at which the parsed text begins.
    offset: usize,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    /// The place in the source of some bytes of the text that was parsed.
    fn place(&self, span: Range<usize>) -> Place {
        place(self.source, span.start + self.offset..span.end + self.offset)
    }

    /// A value; `key` is the key that it belongs to, and `depth` says inside how many others it lies.
    fn node(&mut self, value: &Spanned<DeValue<'_>>, key: &str, depth: usize) -> TreeNode {
        let place = self.place(value.span());
        if depth > DEPTH_MOST {
            let value = self.faulty(&place, "this lies too deep inside others", "no scenario is so deep");
            return TreeNode { value, place };
        }
        let value = match value.get_ref() {
            DeValue::Boolean(value) => Value::Bool(*value),
            DeValue::String(value) => return self.text(value, key, place),
            DeValue::Integer(value) => match i64::from_str_radix(value.as_str(), value.radix()) {
                Ok(value) => Value::Integer(value),
                Err(_) => self.faulty(&place, "this number is too large", "whole numbers reach from -2^63 to 2^63-1"),
            },
            DeValue::Float(value) => match value.as_str().parse::<f64>() {
                Ok(value) if value.is_finite() => Value::Float(value),
                _ => self.faulty(&place, "this is not a finite number", "write a number such as `0.5`"),
            },
            DeValue::Datetime(_) => {
                self.faulty(&place, "scenarios have no use for dates and times", "put it in quotes if it is meant as a text")
            }
            DeValue::Array(elements) => {
                Value::Array(elements.iter().map(|element| self.node(element, key, depth + 1)).collect())
            }
            DeValue::Table(table) => self.table(table, depth + 1),
        };
        TreeNode { value, place }
    }

    /// A text, cleaned.
    fn text(&mut self, text: &str, key: &str, place: Place) -> TreeNode {
        let Cleaned { text: cleaned, wrong } = characters::clean(text, key);
        let mut node = TreeNode { value: Value::Text(text.to_owned()), place };
        if let Some((within, message, help)) = wrong {
            let place = node.part(within).unwrap_or_else(|| node.place.clone());
            self.problems.push(Problem::at(Some(place), message).help(help));
        }
        node.value = Value::Text(cleaned);
        node
    }

    /// Reads a table, its keys in the order of the text.
    fn table(&mut self, table: &DeTable<'_>, depth: usize) -> Value {
        let mut keys: Vec<_> = table.iter().collect();
        keys.sort_by_key(|(key, _)| key.span().start);
        let entries = keys.into_iter().map(|(key, value)| {
            let place = self.place(key.span());
            let Cleaned { text, wrong } = characters::clean_key(key.get_ref());
            if let Some((_, message, help)) = wrong {
                self.problems.push(Problem::at(Some(place.clone()), message).help(help));
            }
            let node = self.node(value, &text, depth);
            (text, TreeEntry { key: place, node })
        });
        Value::Table(entries.collect())
    }

    /// Reports something that cannot be read, and returns the value that stands for it.
    fn faulty(&mut self, place: &Place, message: &str, help: &str) -> Value {
        self.problems.push(Problem::at(Some(place.clone()), message).help(help));
        Value::Faulty
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Arc<Source> {
        Arc::new(Source { name: "duel.toml".into(), text: text.into() })
    }

    fn marked(node: &TreeNode) -> &str {
        &node.place.source.text[node.place.span.clone()]
    }

    #[test]
    fn keys_keep_the_order_of_the_text() {
        let Parsed { root, problems, .. } = parse(&source("zeal = 1\narm.left = 2\nbow = [3]\n[day]\n"));
        assert_eq!(problems, []);
        assert_eq!(root.table().map(|table| table.keys().cloned().collect::<Vec<_>>()).unwrap(), ["zeal", "arm", "bow", "day"]);
    }

    #[test]
    fn every_value_and_key_knows_its_place() {
        let root = parse(&source("[policy.brave]\nwhen = \"hp > 3\"\n\n[[side]]\nname = 'A'\n[[side]]\nname = \"B\"\n")).root;
        let brave = root.get("policy").and_then(|policy| policy.get("brave")).unwrap();
        assert_eq!(marked(brave), "[policy.brave]");
        assert_eq!(marked(brave.get("when").unwrap()), "\"hp > 3\"");
        let sides = root.get("side").unwrap().elements();
        assert_eq!(sides.iter().map(|side| side.place.span.start).collect::<Vec<_>>(), [32, 52]);
        assert_eq!(marked(sides[0].get("name").unwrap()), "'A'");
        let key = &sides[1].table().unwrap()["name"].key;
        assert_eq!(key.span, 61..65);
    }

    #[test]
    fn values_that_no_rule_can_use_are_refused() {
        let Parsed { root, problems, broken } =
            parse(&source("a = 99999999999999999999\nb = inf\nc = 2024-01-01\nd = nan\ne = 1_000\n"));
        let messages: Vec<_> = problems.iter().map(|problem| problem.message.as_str()).collect();
        let [large, finite, date] =
            ["this number is too large", "this is not a finite number", "scenarios have no use for dates and times"];
        assert_eq!(messages, [large, finite, date, finite]);
        assert!(!broken);
        assert_eq!(root.get("a").map(|node| &node.value), Some(&Value::Faulty));
        assert_eq!(root.get("e").map(|node| &node.value), Some(&Value::Integer(1000)));
    }

    #[test]
    fn places_never_split_a_character() {
        let source = source("é");
        assert_eq!(place(&source, 1..1).span, 0..2);
        assert_eq!(place(&source, 7..9).span, 2..2);
    }
}
