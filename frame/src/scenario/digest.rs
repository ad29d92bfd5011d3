//! Digest: what identifies a scenario as far as its outcomes go, and what in it differs from the published rules.
//!
//! Owns the choice of what counts. Titles, texts about the scenario, expectations, templates and where things were included
//! from do not. Start at [`digest`].

use serde_json::{Map, Value as Json, json};
use sha2::{Digest as _, Sha256};

use super::path::quoted;
use super::tree::TreeNode;

/// The keys of a scenario that decide what happens, beside its policies.
const DECISIVE: [&str; 6] = ["system", "book", "rulings", "arena", "side", "day"];

/// SHA-256, as 64 hexadecimal digits, of everything that decides outcomes, as JSON with sorted keys. `root` has everything
/// merged and every `like` resolved.
pub(super) fn digest(root: &TreeNode) -> String {
    hexadecimal(&Sha256::digest(content(root).to_string()))
}

/// Everything that decides outcomes, as JSON with sorted keys.
pub(super) fn content(root: &TreeNode) -> Json {
    let mut content = Map::new();
    for key in DECISIVE {
        // An empty table or list says as little as none.
        let said = root.get(key).map(TreeNode::json).filter(|json| *json != json!({}) && *json != json!([]));
        content.insert(key.into(), said.unwrap_or_default());
    }
    for (key, usual) in [("on_defeat", "end"), ("reinforcements", "may come too late")] {
        let said = root.get(key).map(TreeNode::json).filter(|json| *json != json!(usual));
        content.extend(said.map(|json| (key.to_owned(), json)));
    }
    content.insert("policy".into(), policies(root));
    let mut content = Json::Object(content);
    content.sort_all_objects();
    content
}

/// The digest of a scenario together with texts in which its rules are written.
pub(super) fn digest_with<'t>(root: &TreeNode, texts: impl Iterator<Item = &'t str>) -> String {
    let whole = texts.fold(digest(root), |whole, text| format!("{whole}\n{text}"));
    hexadecimal(&Sha256::digest(whole))
}

/// Bytes as hexadecimal digits.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The policies that somebody may follow: those that combatants name and those that these name in turn; all of them when a
/// combatant names none, for the rules may choose one then.
fn policies(root: &TreeNode) -> Json {
    let Some(table) = root.get("policy").and_then(TreeNode::table) else {
        return json!({});
    };
    let sides = root.get("side").map(TreeNode::elements).unwrap_or_default().iter();
    let combatants = sides.flat_map(|side| side.get("combatant").map(TreeNode::elements).unwrap_or_default());
    let named: Option<Vec<&str>> = combatants.map(|combatant| combatant.get("policy").and_then(TreeNode::text)).collect();
    let mut open = named.unwrap_or_else(|| table.keys().map(String::as_str).collect());
    let mut used = Map::new();
    while let Some(name) = open.pop() {
        if let Some(entry) = table.get(name).filter(|_| !used.contains_key(name)) {
            used.insert(name.to_owned(), entry.node.json());
            texts(&entry.node, &mut open);
        }
    }
    Json::Object(used)
}

/// All texts inside a node.
pub(super) fn texts<'n>(node: &'n TreeNode, found: &mut Vec<&'n str>) {
    found.extend(node.text());
    node.elements().iter().for_each(|element| texts(element, found));
    node.table().into_iter().flatten().for_each(|(_, entry)| texts(&entry.node, found));
}

/// A number or switch that differs from the published rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Patch {
    /// Its path: `book.defend.ar_bonus`.
    pub path: String,
    /// The value here.
    pub value: Json,
    /// The published value.
    pub published: Json,
}

/// Every number and switch in which settings of a scenario differ from others of its system; both as
/// [`Scenario::settings`](super::Scenario::settings) has them.
#[must_use]
pub fn changes(settings: &Json, base: &Json) -> Vec<Patch> {
    let mut found = Vec::new();
    for part in ["book", "rulings"] {
        differences(part, &settings[part], &base[part], &mut found);
    }
    found
}

/// Every innermost value in which `value` differs from `published`, below `path`.
fn differences(path: &str, value: &Json, published: &Json, found: &mut Vec<Patch>) {
    match (value, published) {
        (value, published) if value == published => {}
        (Json::Object(value), Json::Object(published)) => {
            let gone = published.keys().filter(|key| !value.contains_key(*key));
            for key in value.keys().chain(gone) {
                let of = |object: &Map<String, Json>| object.get(key).cloned().unwrap_or(Json::Null);
                differences(&format!("{path}.{}", quoted(key)), &of(value), &of(published), found);
            }
        }
        (Json::Array(value), Json::Array(published)) if value.len() == published.len() => {
            for (index, (value, published)) in value.iter().zip(published).enumerate() {
                differences(&format!("{path}[{index}]"), value, published, found);
            }
        }
        _ => found.push(Patch { path: path.to_owned(), value: value.clone(), published: published.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::testing::{HEAD, SIDES, scenario};

    fn of(lines: &str, sides: &str) -> String {
        scenario(&format!("{HEAD}{lines}{sides}"), &[]).digest()
    }

    #[test]
    fn a_digest_is_pinned() {
        let plain = of("", SIDES);
        assert_eq!(plain, "12367a58dccc3af3e6181404262ddcb2ae64813d2ad6a5dd3ffcd698fe9d2ab4");
    }

    #[test]
    fn what_changes_no_outcome_does_not_change_the_digest() {
        let plain = of("", SIDES);
        assert_eq!(plain, of("about = \"Much ado.\"\n[[expect]]\nthat = \"win(Reds)\"\nat_least = 0.5\n", SIDES));
        assert_eq!(plain, of("[combatant.unused]\nhp = 3\n", SIDES));
        assert_eq!(plain, of("day = []\n[book]\n[rulings]\n", SIDES));
    }

    #[test]
    fn what_changes_outcomes_changes_the_digest() {
        let plain = of("", SIDES);
        let others = [
            of("[book]\nrain = 0.5\n", SIDES),
            of("[rulings]\nwet = true\n", SIDES),
            of("[arena]\nsize = [3, 3]\n", SIDES),
            of("[[day]]\nfight = [\"Reds\", \"Blues\"]\n", SIDES),
            of("", &SIDES.replace("Ann", "Zoe")),
            of("[policy.any]\nturn = []\n", SIDES),
        ];
        let all: std::collections::BTreeSet<_> = others.iter().chain([&plain]).collect();
        assert_eq!(all.len(), 7);
    }

    #[test]
    fn it_does_not_matter_whether_something_is_inherited_or_written_out() {
        let like = SIDES.replacen("{ name = \"Ann\" }", "{ name = \"Ann\", like = \"guard\" }", 1);
        let out = SIDES.replacen("{ name = \"Ann\" }", "{ hp = 5, name = \"Ann\" }", 1);
        assert_eq!(of("[combatant.guard]\nhp = 5\n", &like), of("", &out));
    }

    #[test]
    fn only_policies_that_somebody_may_follow_count() {
        let named = SIDES.replace("\" }", "\", policy = \"brave\" }");
        let brave = "[policy.brave]\nturn = [{ include = \"shy\" }]\n[policy.shy]\nturn = []\n";
        let plain = of(brave, &named);
        assert_eq!(plain, of(&format!("{brave}[policy.unused]\nturn = []\n"), &named));
        assert_ne!(plain, of(&brave.replace("[]", "[{}]"), &named));
    }

    #[test]
    fn patches_are_the_innermost_values_that_differ() {
        let text = "[book]\ndefend.ar_bonus = 3\nhelp.ar_bonus = 0\ntable = [\"arm\", \"arm\"]\nwounds_most = 2\n[book.style.\"sword master\"]\nhp = 1\ndie = \"1d4\"\n[rulings]\nwet = true\n";
        let patches = scenario(&format!("{HEAD}{text}{SIDES}"), &[]).patches();
        let lines: Vec<_> =
            patches.iter().map(|patch| format!("{} = {}, not {}", patch.path, patch.value, patch.published)).collect();
        assert_eq!(
            lines,
            [
                "book.defend.ar_bonus = 3, not 2",
                "book.table[1] = \"arm\", not \"leg\"",
                "book.style.\"sword master\" = {\"hp\":1,\"die\":\"1d4\"}, not null",
                "book.wounds_most = 2, not null",
                "rulings.wet = true, not false",
            ]
        );
    }

    #[test]
    fn a_list_of_another_length_differs_as_a_whole() {
        let mut found = Vec::new();
        differences("book.table", &json!([1]), &json!([1, 2]), &mut found);
        assert_eq!(found, [Patch { path: "book.table".into(), value: json!([1]), published: json!([1, 2]) }]);
    }
}
