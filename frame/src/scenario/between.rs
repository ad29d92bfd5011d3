//! Between: a scenario that has some of what another version of it says.
//!
//! Owns the way of a value from one version into the other, by its path as [`apart`](super::apart::apart) tells it. A value that the other version
//! does not have is taken away. Start at [`take`].

use super::path::{self, PathSegment, PathStep};
use super::tree::{TreeEntry, TreeNode, TreeTable, Value};

/// The path as far as it leads through keys and names: lists without names go over as a whole.
#[must_use]
pub fn owner(path: &str) -> &str {
    let segments = path::parse(path).unwrap_or_default();
    let index = segments.iter().find(|segment| matches!(segment.step, PathStep::Index(_)));
    index.map_or(path, |segment| path[..segment.span.start].trim_end())
}

/// The first steps of a path; the whole path where it has no more.
#[must_use]
pub fn first(path: &str, steps: usize) -> &str {
    let segments = path::parse(path).unwrap_or_default();
    segments.get(steps).and_then(|_| segments.get(steps - 1)).map_or(path, |last| &path[..last.span.end])
}

/// Lets a scenario say at a path what another version says there; both have everything merged and every `like` resolved.
pub(super) fn take(into: &mut TreeNode, from: &TreeNode, path: &str) {
    let mut segments = path::parse(owner(path)).unwrap_or_default();
    // A side leads to those on it by their names alone.
    let third = segments.get(2).map(|segment| segment.step.clone());
    let has = |node: &TreeNode, step: &PathStep| {
        let PathStep::Key(key) = step else { return false };
        let sides = node.get("side").map(TreeNode::elements).unwrap_or_default();
        let members = sides.iter().flat_map(|side| side.get("combatant").map(TreeNode::elements).unwrap_or_default());
        members.into_iter().any(|member| is_called(member, key))
    };
    if let (Some(PathStep::Key(first)), Some(third)) = (segments.first().map(|segment| segment.step.clone()), third)
        && first == "side"
        && (has(into, &third) || has(from, &third))
    {
        let span = segments[2].span.clone();
        segments.insert(2, PathSegment { step: PathStep::Key("combatant".into()), span });
    }
    go(into, Some(from), &segments);
}

/// True if somebody or something in a list has this name.
fn is_called(node: &TreeNode, name: &str) -> bool {
    node.get("name").and_then(TreeNode::text) == Some(name)
}

/// Takes over what lies behind these steps.
fn go(into: &mut TreeNode, from: Option<&TreeNode>, segments: &[PathSegment]) {
    let [PathSegment { step: PathStep::Key(key), .. }, rest @ ..] = segments else { return };
    let inner = from.and_then(|from| match &from.value {
        Value::Array(elements) => elements.iter().find(|element| is_called(element, key)),
        _ => from.get(key),
    });
    if let Value::Array(elements) = &mut into.value {
        let at = elements.iter().position(|element| is_called(element, key));
        match (at, inner, rest) {
            (Some(at), Some(inner), []) => elements[at] = inner.clone(),
            (Some(at), None, []) => drop(elements.remove(at)),
            (None, Some(inner), _) => elements.push(inner.clone()),
            (Some(at), inner, rest) => go(&mut elements[at], inner, rest),
            (None, None, _) => {}
        }
        return;
    }
    let place = from.unwrap_or(into).place.clone();
    let Value::Table(table) = &mut into.value else { return };
    match (inner, rest) {
        (Some(inner), []) => {
            table.insert(key.clone(), TreeEntry { key: inner.place.clone(), node: inner.clone() });
        }
        (None, []) => drop(table.shift_remove(key)),
        (inner, rest) => {
            let list = matches!(inner.map(|inner| &inner.value), Some(Value::Array(_)));
            let empty = || TreeNode {
                value: if list { Value::Array(Vec::new()) } else { Value::Table(TreeTable::new()) },
                place: place.clone(),
            };
            let entry = table.entry(key.clone()).or_insert_with(|| TreeEntry { key: place.clone(), node: empty() });
            go(&mut entry.node, inner, rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Source;
    use crate::scenario::apart::apart;
    use std::sync::Arc;

    fn read(text: &str) -> TreeNode {
        super::super::tree::parse(&Arc::new(Source { name: "x.toml".into(), text: text.into() })).root
    }

    const OLD: &str = "[book]\nhelp = 1\n[policy.x]\nturn = [{ do = 'a' }]\n[[side]]\nname = 'left'\nfriends = 1\n[[side.combatant]]\n\
                       name = 'Sir Col'\narmor = 3\nweapons = [{ die = 4 }]\n[[side.combatant]]\nname = 'Ada'\n";
    const NEW: &str = "[book]\nhelp = 1\nrain = { deep = 2 }\n[arena]\nsize = 3\n[policy.y]\nturn = []\n[[side]]\nname = 'left'\n[[side.combatant]]\n\
                       name = 'Sir Col'\narmor = 2\nweapons = [{ die = 6 }]\n[[side.combatant]]\nname = 'Bo'\n";

    #[test]
    fn all_that_is_told_apart_taken_over_makes_the_other_version() {
        let (mut mixed, new) = (read(OLD), read(NEW));
        let differences = apart(&mixed.json(), &new.json());
        assert!(differences.len() > 6, "{differences:?}");
        for one in &differences {
            take(&mut mixed, &new, &one.path);
        }
        assert_eq!(apart(&mixed.json(), &new.json()), []);
    }

    #[test]
    fn one_difference_alone_leaves_the_others() {
        let (mut mixed, old, new) = (read(OLD), read(OLD), read(NEW));
        take(&mut mixed, &new, "side.left.\"Sir Col\".weapons[0].die");
        let told: Vec<String> = apart(&old.json(), &mixed.json()).into_iter().map(|one| one.path).collect();
        assert_eq!(told, ["side.left.\"Sir Col\".weapons[0].die"]);
        assert_eq!(owner("policy.x.turn[1].do"), "policy.x.turn");
        assert_eq!(first("side.left.\"Sir Col\".armor", 3), "side.left.\"Sir Col\"");
        assert_eq!([first("book.x", 2), first("book.x", 3), first("book.x", 1)], ["book.x", "book.x", "book"]);
    }

    #[test]
    fn what_is_missing_on_the_way_is_made() {
        let mut mixed = read("[[side]]\nname = 'left'\n");
        take(&mut mixed, &read(NEW), "book.rain.deep");
        assert_eq!(mixed.json()["book"], serde_json::json!({ "rain": { "deep": 2 } }));
        take(&mut mixed, &read(OLD), "book.rain.deep");
        assert_eq!(mixed.json()["book"], serde_json::json!({ "rain": {} }));
    }
}
