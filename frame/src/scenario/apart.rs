//! Apart: what two scenarios say otherwise, as paths and values.
//!
//! Owns the way in which the parts of a scenario are told: sides and those on them by their names, lists of others by their places. Start at
//! [`apart`].

use serde_json::{Map, Value as Json};

use super::path::quoted;

/// Letters of a value that are told at the most.
const TOLD_MOST: usize = 60;

/// Something that one scenario says otherwise than another.
#[derive(Clone, PartialEq, Debug)]
pub struct Apart {
    /// Its path, as `--set` takes it: `side.quick.Ada.armor`.
    pub path: String,
    /// The value of the first scenario; none where it says nothing.
    pub before: Option<Json>,
    /// The value of the second scenario; none where it says nothing.
    pub after: Option<Json>,
}

impl Apart {
    /// The values before and after, in few words.
    #[must_use]
    pub fn values(&self) -> [String; 2] {
        [&self.before, &self.after].map(|value| match value {
            None => "none".to_owned(),
            Some(Json::String(text)) => short(text),
            Some(value) => short(&value.to_string()),
        })
    }
}

/// A text of few letters.
fn short(text: &str) -> String {
    if text.chars().count() <= TOLD_MOST {
        return text.to_owned();
    }
    text.chars().take(TOLD_MOST - 1).chain(['\u{2026}']).collect()
}

/// What the second of two scenarios says otherwise, in the order of their keys. Both are what decides the outcomes of a scenario, as data.
#[must_use]
pub fn apart(before: &Json, after: &Json) -> Vec<Apart> {
    let mut found = Vec::new();
    differ("", before, after, &mut found);
    found
}

/// Adds what differs below a path.
fn differ(path: &str, before: &Json, after: &Json, found: &mut Vec<Apart>) {
    match (before, after) {
        (before, after) if before == after => {}
        (Json::Object(before), Json::Object(after)) => tables(path, before, after, found),
        (Json::Array(old), Json::Array(new)) => match (named(old), named(new)) {
            (Some(old), Some(new)) if !(old.is_empty() && new.is_empty()) => people(path, &old, &new, found),
            _ if old.len() == new.len() && !old.is_empty() => {
                for (place, (old, new)) in old.iter().zip(new).enumerate() {
                    differ(&format!("{path}[{place}]"), old, new, found);
                }
            }
            _ => found.push(Apart { path: path.to_owned(), before: Some(before.clone()), after: Some(after.clone()) }),
        },
        _ => {
            let said = |value: &Json| Some(value.clone()).filter(|value| !value.is_null());
            found.push(Apart { path: path.to_owned(), before: said(before), after: said(after) });
        }
    }
}

/// Adds what differs between two tables.
fn tables(path: &str, before: &Map<String, Json>, after: &Map<String, Json>, found: &mut Vec<Apart>) {
    let new = after.keys().filter(|key| !before.contains_key(*key));
    for key in before.keys().chain(new) {
        let of = |table: &Map<String, Json>| table.get(key).cloned().unwrap_or(Json::Null);
        let inside = match key.as_str() {
            // A side leads to those on it by their names alone.
            "combatant" if path.starts_with("side") => path.to_owned(),
            key if path.is_empty() => quoted(key),
            key => format!("{path}.{}", quoted(key)),
        };
        differ(&inside, &of(before), &of(after), found);
    }
}

/// The elements of a list by their names; none where one has no name of its own.
fn named(list: &[Json]) -> Option<Vec<(&str, &Json)>> {
    let named: Option<Vec<(&str, &Json)>> = list.iter().map(|one| Some((one.get("name")?.as_str()?, one))).collect();
    let named = named?;
    let twice = (1..named.len()).any(|place| named[..place].iter().any(|(name, _)| *name == named[place].0));
    (!twice).then_some(named)
}

/// Adds what differs between two lists of what has names.
fn people(path: &str, before: &[(&str, &Json)], after: &[(&str, &Json)], found: &mut Vec<Apart>) {
    let other =
        |list: &[(&str, &Json)], name: &str| list.iter().find(|(other, _)| *other == name).map(|(_, one)| (*one).clone());
    for (name, old) in before {
        let inside = format!("{path}.{}", quoted(name));
        match other(after, name) {
            Some(new) => differ(&inside, old, &new, found),
            None => found.push(Apart { path: inside, before: Some((*old).clone()), after: None }),
        }
    }
    for (name, new) in after.iter().filter(|(name, _)| other(before, name).is_none()) {
        found.push(Apart { path: format!("{path}.{}", quoted(name)), before: None, after: Some((*new).clone()) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn people_are_told_by_their_names_and_lists_by_places() {
        let before = json!({
            "book": { "help": 1 }, "policy": { "x": { "turn": [{ "do": "a" }, { "do": "b" }] } },
            "side": [{ "name": "left", "combatant": [{ "name": "Sir Col", "armor": 3 }, { "name": "Ada" }] }],
        });
        let after = json!({
            "book": { "help": 1, "rain": 2 }, "policy": { "x": { "turn": [{ "do": "a" }, { "do": "c" }] } },
            "side": [{ "name": "left", "combatant": [{ "name": "Sir Col", "armor": 2 }, { "name": "Bo" }] }],
        });
        let told: Vec<String> =
            apart(&before, &after).iter().map(|one| format!("{} {}", one.path, one.values().join(" > "))).collect();
        assert_eq!(
            told,
            [
                "book.rain none > 2",
                "policy.x.turn[1].do b > c",
                "side.left.\"Sir Col\".armor 3 > 2",
                "side.left.Ada {\"name\":\"Ada\"} > none",
                "side.left.Bo none > {\"name\":\"Bo\"}",
            ]
        );
        assert_eq!(apart(&before, &before), []);
    }
}
