//! Numbers: every whole number of a scenario that can be set, with its value there.
//!
//! Owns the walk over a scenario and the paths of what it finds, as `--set` takes them. Start at [`Scenario::numbers`].

use serde_json::{Value as Json, json};

use super::document::Format;
use super::path::quoted;
use super::tree::TreeNode;
use super::{Scenario, combatants};

/// A whole number of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// Its path: `book.defend.ar_bonus`, `side.heroes.Ada.hp_max`.
    pub path: String,
    /// The value here.
    pub value: i64,
}

impl<F: Format> Scenario<F> {
    /// All whole numbers: of the book, of the combatants of every side, of the templates. Elements of lists are left out, but
    /// not what stands inside a table of a list that a combatant has.
    #[must_use]
    pub fn numbers(&self) -> Vec<Number> {
        let mut found = Vec::new();
        collect("book", &json!(self.document.book), false, &mut found);
        for (path, combatant) in combatants(&self.root) {
            collect(&path, &combatant.json(), true, &mut found);
        }
        for (name, entry) in self.root.get("combatant").and_then(TreeNode::table).into_iter().flatten() {
            collect(&format!("combatant.{}", quoted(name)), &entry.node.json(), true, &mut found);
        }
        found
    }
}

/// Collects the whole numbers below a path; those in tables of a list only where `lists` is true.
fn collect(path: &str, value: &Json, lists: bool, found: &mut Vec<Number>) {
    match value {
        Json::Object(table) => {
            table.iter().for_each(|(key, value)| collect(&format!("{path}.{}", quoted(key)), value, lists, found));
        }
        Json::Array(elements) if lists => {
            let tables = elements.iter().enumerate().filter(|(_, element)| element.is_object());
            tables.for_each(|(index, element)| collect(&format!("{path}[{index}]"), element, lists, found));
        }
        value => found.extend(value.as_i64().map(|value| Number { path: path.to_owned(), value })),
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::testing::{HEAD, SIDES, scenario};

    #[test]
    fn numbers_have_paths_that_can_be_set_and_the_values_of_the_scenario() {
        let sides = SIDES.replacen(
            "{ name = \"Ann\" }",
            "{ name = \"Ann\", like = \"guard\", weapons = [{ name = \"axe\", die = \"1d8\" }] }",
            1,
        );
        let text = format!("{HEAD}[book]\ndefend.ar_bonus = 7\n[combatant.guard]\nhp = 5\n{sides}");
        let numbers = scenario(&text, &[]).numbers();
        let of = |path: &str| numbers.iter().find(|number| number.path == path).map(|number| number.value);
        assert_eq!([of("book.defend.ar_bonus"), of("book.help.ar_bonus")], [Some(7), Some(0)]);
        assert_eq!([of("combatant.guard.hp"), of("side.Reds.Ann.hp"), of("book.rain")], [Some(5), Some(5), None]);
        for number in &numbers {
            let set = format!("{}={}", number.path, number.value);
            let digest = scenario(&text, &[set.as_str()]).numbers();
            assert_eq!(digest.iter().filter(|one| one.path == number.path).count(), 1, "{set}");
        }
    }
}
