//! Listing: everything of a system that a scenario can set, with its published value and its meaning.
//!
//! Owns the reading of documentation out of the schema: a comment ends with the ledger ids of its rules in brackets, as in
//! `AR gained by Defend. [VOG-018]`. Start at [`book`] and [`rulings`].

use serde_json::{Map, Value as Json};

use super::document::Format;
use super::form::Form;
use super::path::quoted;
use super::shape::{AllowedWord, Field, Record, Shape, Shapes};
use super::words;

/// One number, table or switch that can be set.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// Its path, as `--set` takes it: `book.defend.ar_bonus`.
    pub path: String,
    /// The published value; null for none.
    pub published: Json,
    /// The allowed values, in words: `a whole number from 0 to 100`.
    pub allowed: String,
    /// The words it can be, each with its meaning; empty when it is no choice between words.
    pub options: Vec<AllowedWord>,
    /// Ids of the rules in the ledger of the system.
    pub ledger: Vec<String>,
    /// The meaning.
    pub meaning: String,
}

/// The settings of the numbers and tables.
#[must_use]
pub fn book<F: Format>() -> Vec<Setting> {
    Form::of::<F>().settings("book")
}

/// The settings of the switches.
#[must_use]
pub fn rulings<F: Format>() -> Vec<Setting> {
    Form::of::<F>().settings("rulings")
}

impl Form {
    /// Lists the settings below a topmost key, `book` or `rulings`, with their published values.
    #[must_use]
    pub fn settings(&self, key: &str) -> Vec<Setting> {
        let mut lister = Lister { shapes: &self.shapes, settings: Vec::new() };
        lister.shape(key, self.shapes.at(&[key]), &self.published[key], "");
        lister.settings
    }
}

impl Form {
    /// Adds to settings whatever they leave to the published rules.
    pub(super) fn fill(&self, settings: &mut Json) {
        for key in ["book", "rulings"] {
            filled(&self.shapes, self.shapes.at(&[key]), &mut settings[key], &self.published[key]);
        }
    }
}

/// Adds to a table the published values of those of its keys that it does not have.
fn filled(shapes: &Shapes, shape: &Shape, value: &mut Json, published: &Json) {
    let (Shape::Record(record), Json::Object(table)) = (shapes.resolve(shape), value) else { return };
    for (key, field) in record {
        match (table.get_mut(key), published.get(key)) {
            (Some(value), Some(published)) => filled(shapes, &field.shape, value, published),
            (None, Some(published)) => drop(table.insert(key.clone(), published.clone())),
            (_, None) => {}
        }
    }
}

struct Lister<'s> {
    shapes: &'s Shapes,
    settings: Vec<Setting>,
}

impl Lister<'_> {
    /// Lists what lies at a path: the insides of tables one by one, anything else as one setting.
    fn shape(&mut self, path: &str, shape: &Shape, published: &Json, meaning: &str) {
        match (self.shapes.resolve(shape), published.as_object()) {
            (Shape::Record(record), object) => self.record(path, record, object),
            (Shape::Map { value, .. }, Some(object)) if !object.is_empty() => {
                for (key, published) in object {
                    self.shape(&format!("{path}.{}", quoted(key)), value, published, meaning);
                }
            }
            (Shape::Tagged { tag, variants }, Some(object)) => {
                let choices =
                    variants.iter().map(|(name, variant)| AllowedWord { name: name.clone(), meaning: variant.meaning.clone() });
                let tag_shape = Shape::Options(choices.collect());
                self.leaf(&format!("{path}.{tag}"), &tag_shape, &object.get(tag).cloned().unwrap_or_default(), meaning);
                for (name, variant) in variants {
                    let kept = Some(object).filter(|object| object.get(tag).and_then(Json::as_str) == Some(name));
                    self.record(path, &variant.fields, kept);
                }
            }
            (shape, _) => self.leaf(path, shape, published, meaning),
        }
    }

    /// Lists the fields of a record one after the other.
    fn record(&mut self, path: &str, record: &Record, published: Option<&Map<String, Json>>) {
        for (key, Field { shape, meaning, .. }) in record {
            let published = published.and_then(|published| published.get(key)).cloned().unwrap_or_default();
            self.shape(&format!("{path}.{}", quoted(key)), shape, &published, meaning);
        }
    }

    /// Adds one setting.
    fn leaf(&mut self, path: &str, shape: &Shape, published: &Json, meaning: &str) {
        let (meaning, ledger) = split_ledger(meaning);
        let options = match shape {
            Shape::Options(choices) | Shape::Either { words: choices, .. } => choices.clone(),
            Shape::List { element, .. } => match self.shapes.resolve(element) {
                Shape::Options(choices) => choices.clone(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        let allowed = words::allowed_values(self.shapes, shape);
        self.settings.push(Setting { path: path.to_owned(), published: published.clone(), allowed, options, ledger, meaning });
    }
}

/// A comment without the ledger ids at its end, and these.
pub(super) fn split_ledger(comment: &str) -> (String, Vec<String>) {
    let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_id = |id: &str| {
        id.starts_with(|c: char| c.is_ascii_uppercase())
            && id.trim_end_matches(|c: char| c.is_ascii_lowercase()).ends_with(|c: char| c.is_ascii_digit())
    };
    let ids = comment.strip_suffix(']').and_then(|start| start.rsplit_once('[')).map(|(meaning, ids)| {
        let ids: Vec<String> = ids.split(',').map(|id| id.trim().to_owned()).collect();
        (meaning.trim_end().to_owned(), ids)
    });
    match ids {
        Some((meaning, ids)) if !ids.is_empty() && ids.iter().all(|id| is_id(id)) => (meaning, ids),
        _ => (comment, Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::testing::Duel;

    fn setting(path: &str) -> Setting {
        let all = book::<Duel>().into_iter().chain(rulings::<Duel>());
        all.into_iter().find(|setting| setting.path == path).unwrap_or_else(|| panic!("no {path}"))
    }

    #[test]
    fn every_setting_has_its_published_value_range_rules_and_meaning() {
        let expected = Setting {
            path: "book.help.initiative".into(),
            published: Json::from("1d8"),
            allowed: "dice".into(),
            options: vec![],
            ledger: vec!["DUE-001".into()],
            meaning: "Initiative dice.".into(),
        };
        assert_eq!(setting("book.help.initiative"), expected);
        let bonus = setting("book.defend.ar_bonus");
        assert_eq!(
            (bonus.allowed.as_str(), bonus.meaning.as_str()),
            ("a whole number from 0 to 100", "AR gained by it. Until the next turn.")
        );
        assert_eq!(bonus.ledger, ["DUE-002", "DUE-003"]);
        assert_eq!(setting("book.lane.1.hp").published, Json::from(1));
        assert_eq!(setting("book.wounds_most").published, Json::Null);
        assert_eq!(setting("book.rain").allowed, "a number from 0 to 1");
    }

    #[test]
    fn options_have_their_meanings() {
        let ties = setting("rulings.initiative_ties");
        assert_eq!(ties.allowed, "`\"reroll\"` or `\"quicker\"`");
        assert_eq!(ties.options[1], AllowedWord { name: "quicker".into(), meaning: "The quicker one goes first.".into() });
        assert_eq!(ties.ledger, ["R-01"]);
        assert_eq!(setting("book.table").options[0].name, "arm");
        assert_eq!(setting("book.crit.mode").published, Json::from("chain"));
        assert_eq!(setting("book.crit.most").published, Json::from(3));
    }

    #[test]
    fn brackets_that_are_no_ledger_ids_stay_in_the_meaning() {
        assert_eq!(split_ledger("A pair [0, 1]"), ("A pair [0, 1]".into(), vec![]));
        assert_eq!(split_ledger("Above. [VOG-1,\n R-2]"), ("Above.".into(), vec!["VOG-1".into(), "R-2".into()]));
        assert_eq!(split_ledger("Plain"), ("Plain".into(), vec![]));
    }

    #[test]
    fn every_path_can_be_set() {
        use crate::scenario::testing::{HEAD, SIDES, scenario};
        for setting in book::<Duel>().into_iter().chain(rulings::<Duel>()).filter(|setting| !setting.published.is_null()) {
            let set = format!("{}={}", setting.path, setting.published);
            assert_eq!(scenario(&format!("{HEAD}{SIDES}"), &[&set]).patches(), [], "{set}");
        }
    }
}
