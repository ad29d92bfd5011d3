//! Soundness: what stands in for the defective parts of a scenario, so that all its errors are told at once.
//!
//! Owns the values that take the place of what is wrong by the schema, and the judgement which errors found beside it cannot
//! come from them. Must not look for errors itself. Start at [`Shapes::substitute`] and [`Lost`].

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use super::shape::{Bound, Record, Shape, Shapes};
use super::tree::{TreeEntry, TreeNode, Value};
use super::words::DICE_AND_SUMS;
use crate::dice::Die;
use crate::error::{Place, Problem, Source};
use crate::fight::Ratio;

impl Shapes {
    /// Something that is right by a shape, in place of what is wrong or missing.
    pub fn substitute(&self, shape: &Shape) -> Json {
        match self.resolve(shape) {
            Shape::Anything | Shape::Named(_) => Json::Null,
            Shape::Bool => Json::from(false),
            Shape::Integer { least, most } => Json::from(1.clamp(*least, *most)),
            Shape::Number { least, most } => Json::from(number(*least, *most)),
            Shape::Text { format, .. } => Json::from(text(format)),
            Shape::Options(choices) => choices.first().map_or(Json::Null, |choice| Json::from(choice.name.as_str())),
            Shape::List { element, least, .. } => (0..*least).map(|_| self.substitute(element)).collect(),
            Shape::Tuple(shapes) => shapes.iter().map(|shape| self.substitute(shape)).collect(),
            Shape::Map { .. } => json!({}),
            Shape::Record(record) => Json::Object(self.required(record)),
            Shape::Tagged { tag, variants } => variants.first().map_or(Json::Null, |(chosen, variant)| {
                let mut table = self.required(&variant.fields);
                table.insert(tag.clone(), Json::from(chosen.as_str()));
                Json::Object(table)
            }),
            Shape::Either { words, tables } => match (words.first(), tables.first()) {
                (Some(word), _) => Json::from(word.name.as_str()),
                (None, Some((key, field))) => json!({ key: self.substitute(&field.shape) }),
                (None, None) => Json::Null,
            },
        }
    }

    /// Stand-ins for the fields that a record must have.
    fn required(&self, record: &Record) -> Map<String, Json> {
        let required = record.iter().filter(|(_, field)| field.required);
        required.map(|(key, field)| (key.clone(), self.substitute(&field.shape))).collect()
    }
}

/// A text in a notation.
fn text(format: &str) -> &str {
    match format {
        Die::FORMAT | DICE_AND_SUMS => "d6",
        Ratio::FORMAT => "1",
        _ => "?",
    }
}

/// A number within bounds: the middle of both, 1 beyond the only one, or 1 without any.
fn number(least: Option<Bound>, most: Option<Bound>) -> f64 {
    match (least, most) {
        (Some(least), Some(most)) => f64::midpoint(least.value, most.value),
        (Some(least), None) => least.value + 1.0,
        (None, Some(most)) => most.value - 1.0,
        (None, None) => 1.0,
    }
}

/// Places by which source they are in and where.
type Places = BTreeSet<(*const Source, usize, usize)>;

/// The source of a place and the bytes in it, to be looked up.
fn key(place: &Place) -> (*const Source, usize, usize) {
    (Arc::as_ptr(&place.source), place.span.start, place.span.end)
}

/// The keys and texts of a tree that were complained about: whoever names one of them may be right.
pub(super) struct Lost(BTreeSet<String>);

impl Lost {
    /// The places that these problems are about.
    pub fn of(root: &TreeNode, problems: &[Problem]) -> Self {
        let places: Places = problems.iter().filter_map(|problem| problem.place.as_ref()).map(key).collect();
        let mut lost = Lost(BTreeSet::new());
        lost.look_through(root, &places);
        lost
    }

    /// Looks for places that were complained about, and keeps the names and texts that stand there.
    fn look_through(&mut self, node: &TreeNode, places: &Places) {
        match &node.value {
            Value::Table(table) => {
                for (name, TreeEntry { key: at, node }) in table {
                    // A table that is complained about as a whole only lacks something.
                    let whole = node.table().is_none() && places.contains(&key(&node.place));
                    if whole || places.contains(&key(at)) {
                        self.0.insert(name.clone());
                        self.add(node);
                    } else {
                        self.look_through(node, places);
                    }
                }
            }
            Value::Array(elements) => elements.iter().for_each(|element| self.look_through(element, places)),
            Value::Text(text) if places.contains(&key(&node.place)) => {
                self.0.insert(text.clone());
            }
            _ => {}
        }
    }

    /// Every key and text in a value.
    fn add(&mut self, node: &TreeNode) {
        match &node.value {
            Value::Text(text) => {
                self.0.insert(text.clone());
            }
            Value::Array(elements) => elements.iter().for_each(|element| self.add(element)),
            Value::Table(table) => {
                for (key, entry) in table {
                    self.0.insert(key.clone());
                    self.add(&entry.node);
                }
            }
            _ => {}
        }
    }

    /// True if a problem at a place cannot come from what was lost: the place is a text, as names and conditions are, and names
    /// nothing of that.
    pub fn has_no_part_in(&self, problem: &Problem) -> bool {
        let Some(Place { source, span }) = &problem.place else { return false };
        let quotes = |text: &str| text.matches(['"', '\'']).count();
        let marked = &source.text[span.clone()];
        // A part of a text has its opening quote before it on its line.
        let line = source.text[..span.start].rsplit('\n').next().unwrap_or_default();
        let text = marked.starts_with(['"', '\'']) || quotes(line) % 2 == 1;
        text && !self.0.iter().any(|name| !name.is_empty() && marked.contains(name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::testing::Duel;
    use crate::scenario::{Document, schema, trail};

    #[test]
    fn a_scenario_of_nothing_but_substitutes_can_be_read() {
        let shapes = Shapes::read(&schema::<Duel>());
        let json = shapes.substitute(shapes.root());
        assert!(trail::read::<Document<Duel>>(&json).is_ok(), "{json}");
    }

    #[test]
    fn numbers_stay_between_their_limits() {
        let bound = |value| Some(Bound { value, open: true });
        assert_eq!(number(bound(0.0), bound(1.0)), 0.5);
        assert!(number(bound(3.0), None) > 3.0 && number(None, bound(-3.0)) < -3.0);
    }
}
