//! Switches: everything of a scenario that can be had otherwise or not at all, one by one.
//!
//! Owns the choice: the alternatives of every ruling and of every rule that is a choice between words, yes or no; the gear, traits and
//! powers of combatants; the lines of policies. Start at [`Scenario::switches`].

use serde_json::{Value as Json, json};

use super::document::Format;
use super::form::Form;
use super::listing::Setting;
use super::path::quoted;
use super::shape::Shape;
use super::tree::{TreeNode, Value};
use super::{Scenario, combatants};

/// The kind of a switch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SwitchKind {
    /// A ruling, by one of its other words.
    Ruling,
    /// A rule of the book.
    Rule,
    /// Something that a combatant has.
    Trait,
    /// A line of a policy.
    Line,
}

/// One thing that can be had otherwise or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switch {
    /// The kind.
    pub kind: SwitchKind,
    /// The owner: the path of a ruling or a rule, a combatant's, a policy's.
    pub whose: String,
    /// The present value, and the other: `once`, `off`.
    pub now: String,
    /// The other value; empty for nothing.
    pub instead: String,
    /// The words that make it so, as `--set` takes them.
    pub set: String,
    /// What it is a part of, where its path says that by a number alone: `dents` of `shell`; or nothing.
    pub part: String,
}

impl<F: Format> Scenario<F> {
    /// Everything that can be had otherwise or not at all, in the order of the rules and of the file.
    #[must_use]
    pub fn switches(&self) -> Vec<Switch> {
        let mut found = Vec::new();
        let document = self.settings();
        alternatives(SwitchKind::Ruling, self.form.settings("rulings"), &document, &mut found);
        alternatives(SwitchKind::Rule, self.form.settings("book"), &document, &mut found);
        for (path, node) in combatants(&self.root) {
            traits(self.form, &path, node, &mut found);
        }
        for (name, entry) in self.root.get("policy").and_then(TreeNode::table).into_iter().flatten() {
            let path = format!("policy.{}", quoted(name));
            for (key, list) in entry.node.table().into_iter().flatten() {
                without_each(SwitchKind::Line, &path, key, &list.node, &mut found);
            }
        }
        found
    }
}

/// The other words of what is a choice between words, and the other of yes and no.
fn alternatives(kind: SwitchKind, settings: Vec<Setting>, document: &Json, found: &mut Vec<Switch>) {
    for Setting { path, options, meaning, .. } in settings {
        let steps = super::path::parse(&path).unwrap_or_default();
        let inside = |value: Option<Json>, segment: &super::path::PathSegment| match &segment.step {
            super::path::PathStep::Key(key) => value.and_then(|value| value.get(key).cloned()),
            super::path::PathStep::Index(_) => None,
        };
        let others: Vec<(String, String)> = match steps.iter().fold(Some(document.clone()), inside) {
            Some(Json::Bool(now)) => vec![(now.to_string(), (!now).to_string())],
            Some(Json::String(now)) => {
                options.into_iter().filter(|option| option.name != now).map(|option| (now.clone(), option.name)).collect()
            }
            _ => Vec::new(),
        };
        found.extend(others.into_iter().map(|(now, instead)| {
            let set = format!("{path}={instead}");
            Switch { kind, whose: path.clone(), now, instead, set, part: part(&path, &meaning) }
        }));
    }
}

/// A numbered part in words, by its meaning: the text in quotes of which it says that it counts.
fn part(path: &str, meaning: &str) -> String {
    let numbered = path.rsplit_once(".part").filter(|(_, number)| number.parse::<u32>().is_ok());
    let (Some((whole, _)), Some(text)) = (numbered, meaning.split('`').nth(1)) else { return String::new() };
    format!("`{text}` of `{}`", whole.rsplit_once('.').map_or(whole, |(_, name)| name))
}

/// The traits of a combatant: each element of a list, each number that is 0 and each switch that is off where nothing is said
/// of it.
fn traits(form: &Form, path: &str, node: &TreeNode, found: &mut Vec<Switch>) {
    // The keys of the combatants of a side, in the shape of a file.
    let keys = form.shapes.at(&["side", "0", "combatant", "0"]);
    for (key, entry) in node.table().into_iter().flatten() {
        let unsaid = || match keys {
            Shape::Record(record) => record.get(key).map(|field| field.default.clone()),
            _ => None,
        };
        match &entry.node.value {
            Value::Array(elements) if elements.iter().any(|element| element.table().is_some() || element.text().is_some()) => {
                without_each(SwitchKind::Trait, path, key, &entry.node, found);
            }
            Value::Integer(_) | Value::Bool(_) => {
                let nothing = unsaid().filter(|unsaid| *unsaid == json!(0) || *unsaid == json!(false));
                if let Some(nothing) = nothing.filter(|nothing| *nothing != entry.node.json()) {
                    found.push(Switch {
                        kind: SwitchKind::Trait,
                        whose: path.to_owned(),
                        now: format!("{key} {}", entry.node.json()),
                        instead: String::new(),
                        set: format!("{path}.{}={nothing}", quoted(key)),
                        part: String::new(),
                    });
                }
            }
            _ => {}
        }
    }
}

/// A list without each of its elements.
fn without_each(kind: SwitchKind, path: &str, key: &str, list: &TreeNode, found: &mut Vec<Switch>) {
    for (index, element) in list.elements().iter().enumerate() {
        let mut rest: Vec<Json> = list.elements().iter().map(TreeNode::json).collect();
        rest.remove(index);
        found.push(Switch {
            kind,
            whose: path.to_owned(),
            now: described(key, index, element),
            instead: String::new(),
            set: format!("{path}.{}={}", quoted(key), in_a_line(&Json::Array(rest))),
            part: String::new(),
        });
    }
}

/// An element of a list in words: its name, or what it says.
fn described(key: &str, index: usize, element: &TreeNode) -> String {
    let said = |name: &str| element.get(name).and_then(TreeNode::text);
    match (element.text(), said("name"), said("do"), said("when")) {
        (Some(text), ..) | (None, Some(text), ..) => format!("{key}: {text}"),
        (None, None, Some(what), Some(when)) => format!("{key} {}: {what} when {when}", index + 1),
        (None, None, Some(what), None) => format!("{key} {}: {what}", index + 1),
        _ => format!("{key} {}: {}", index + 1, in_a_line(&element.json())),
    }
}

/// A value as TOML takes it, in one line.
#[must_use]
pub fn in_a_line(value: &Json) -> String {
    match value {
        Json::Array(elements) => format!("[{}]", elements.iter().map(in_a_line).collect::<Vec<_>>().join(", ")),
        Json::Object(table) => {
            let entries = table.iter().map(|(key, value)| format!("{} = {}", quoted(key), in_a_line(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        // JSON escapes in a text what TOML does, and in the same way.
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::testing::{HEAD, SIDES, scenario};

    #[test]
    fn rulings_gear_and_lines_are_switches_and_every_one_of_them_can_be_set() {
        let ann = "{ name = \"Ann\", policy = \"brave\", weapons = [{ name = \"axe\", die = \"1d8\" }, { name = \"bow\", die = \"1d4\" }] }";
        let sides = SIDES.replacen("{ name = \"Ann\" }", ann, 1);
        let policy = "[policy.brave]\nturn = [{ do = \"attack\", when = \"hp > 3\" }, { do = \"flee\" }]\n";
        let text = format!("{HEAD}{policy}{sides}");
        let plain = scenario(&text, &[]);
        let switches = plain.switches();
        let of = |kind| switches.iter().filter(move |switch| switch.kind == kind);
        assert!(of(SwitchKind::Ruling).any(|switch| switch.set == "rulings.wet=true"), "{switches:?}");
        let gear: Vec<&str> = of(SwitchKind::Trait).map(|switch| switch.now.as_str()).collect();
        assert!(gear.contains(&"weapons: axe") && gear.contains(&"weapons: bow"), "{gear:?}");
        let lines: Vec<&str> = of(SwitchKind::Line).map(|switch| switch.now.as_str()).collect();
        assert_eq!(lines, ["turn 1: attack when hp > 3", "turn 2: flee"]);
        for switch in of(SwitchKind::Trait).chain(of(SwitchKind::Ruling)) {
            assert_ne!(scenario(&text, &[switch.set.as_str()]).digest(), plain.digest(), "{}", switch.set);
        }
    }
}
