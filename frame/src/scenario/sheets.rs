//! Sheets: what a scenario says of each combatant, in words for a page.
//!
//! Owns how values of a file are written for readers. Knows no game: it takes the keys as they are, everything merged and
//! resolved. Start at [`sheets`].

use serde_json::Value as Json;

use super::tree::TreeNode;

/// Keys that say who somebody is or how many there are, not what is on the sheet.
const ABOUT: [&str; 5] = ["name", "count", "like", "policy", "about"];

/// The text of one entry of combatants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetText {
    /// Index of its side.
    pub side: usize,
    /// Its name.
    pub name: String,
    /// The number of its kind, when the file says.
    pub count: Option<u64>,
    /// Its policy, when it has one.
    pub policy: Option<String>,
    /// Keys and values.
    pub lines: Vec<(String, String)>,
}

/// All entries of all sides. `root` has everything merged and every `like` resolved.
pub(super) fn sheets(root: &TreeNode) -> Vec<SheetText> {
    let mut sheets = Vec::new();
    let sides = root.get("side").map(TreeNode::elements).unwrap_or_default();
    for (side, node) in sides.iter().enumerate() {
        for combatant in node.get("combatant").map(TreeNode::elements).unwrap_or_default() {
            let Json::Object(keys) = combatant.json() else { continue };
            let text = |key: &str| keys.get(key).and_then(Json::as_str).map(str::to_owned);
            let said = keys.iter().filter(|(key, value)| !ABOUT.contains(&key.as_str()) && !empty(value));
            sheets.push(SheetText {
                side,
                name: text("name").unwrap_or_default(),
                count: keys.get("count").and_then(Json::as_u64),
                policy: text("policy"),
                lines: said.map(|(key, value)| (key.replace('_', " "), words(value))).collect(),
            });
        }
    }
    sheets
}

/// True if a value has nothing to say: null, or a list or table without entries.
fn empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::Array(list) => list.is_empty(),
        Json::Object(table) => table.is_empty(),
        _ => false,
    }
}

/// A value as a reader takes it in: `sword (die 1d8), shield`.
fn words(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Json::String(text) => text.clone(),
        Json::Number(number) => number.to_string(),
        Json::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(", "),
        Json::Object(table) => {
            let said = table.iter().filter(|(key, value)| *key != "name" && !empty(value));
            let said: Vec<String> = said.map(|(key, value)| pair(key, value)).collect();
            match table.get("name").and_then(Json::as_str) {
                Some(name) if said.is_empty() => name.to_owned(),
                Some(name) => format!("{name} ({})", said.join(", ")),
                None => said.join(", "),
            }
        }
    }
}

/// A key and its value: `die 1d8`, `thrown`, `not bulky`.
fn pair(key: &str, value: &Json) -> String {
    let key = key.replace('_', " ");
    match value {
        Json::Bool(true) => key,
        Json::Bool(false) => format!("not {key}"),
        Json::Array(_) | Json::Object(_) => format!("{key}: {}", words(value)),
        _ => format!("{key} {}", words(value)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_read_like_a_sheet() {
        assert_eq!(
            words(&json!([{ "name": "sword", "die": "1d8" }, { "name": "net", "bulky": false }])),
            "sword (die 1d8), net (not bulky)"
        );
        assert_eq!(words(&json!({ "c": 3, "p": 2 })), "c 3, p 2");
        assert_eq!(words(&json!(true)), "yes");
    }
}
