//! Patches: what a patch can say beside what an included file can.
//!
//! Owns the way from `[side.NAME.WHO]` to those who are meant, `[[side.NAME.combatant]]` for those who join a side, and how expectations of a
//! patch are added. What a patch calls itself (`title`, `because`) is the patch's own and changes nothing. Start at [`lay`].

use super::merge::overlay;
use super::path::quoted;
use super::read::{FileLayer, Role};
use super::shape::Shapes;
use super::template::called;
use super::tree::{TreeEntry, TreeNode, TreeTable, Value};
use super::words;
use crate::error::Problem;

/// What a patch calls itself.
pub(super) const ITS_OWN: [&str; 2] = ["title", "because"];

/// Lays what only a patch can say over the files below it.
pub(super) fn lay(shapes: &Shapes, patched: &[&str], whole: &mut TreeTable, patch: &TreeNode) {
    let Some(table) = patch.table() else { return };
    for key in patched {
        let Some(entry) = table.get(*key) else { continue };
        match (*key, &entry.node.value) {
            ("side", Value::Table(sides)) => people(shapes, whole, sides),
            ("side", Value::Array(sides)) => join(whole, sides),
            ("expect", Value::Array(expected)) => expectations(whole, entry, expected),
            _ => over(shapes, key, whole, entry),
        }
    }
}

/// Lays a section over the same section.
fn over(shapes: &Shapes, key: &str, whole: &mut TreeTable, above: &TreeEntry) {
    let node = match whole.shift_remove(key) {
        Some(below) => overlay(shapes, shapes.at(&[key]), below.node, above.node.clone()),
        None => above.node.clone(),
    };
    whole.insert(key.to_owned(), TreeEntry { key: above.key.clone(), node });
}

/// Adds sides; one of a known name takes the place of that.
fn join(whole: &mut TreeTable, new: &[TreeNode]) {
    let Some(Value::Array(sides)) = whole.get_mut("side").map(|entry| &mut entry.node.value) else { return };
    for side in new {
        match sides.iter_mut().find(|known| known.get("name").is_some() && named(known) == named(side)) {
            Some(known) => *known = side.clone(),
            None => sides.push(side.clone()),
        }
    }
}

/// Adds expectations; one of what is expected already takes the place of that.
fn expectations(whole: &mut TreeTable, above: &TreeEntry, new: &[TreeNode]) {
    let Some(Value::Array(expected)) = whole.get_mut("expect").map(|entry| &mut entry.node.value) else {
        whole.insert("expect".to_owned(), above.clone());
        return;
    };
    let that = |node: &TreeNode| node.get("that").and_then(TreeNode::text).map(str::to_owned);
    for one in new {
        match expected.iter_mut().find(|known| that(known).is_some() && that(known) == that(one)) {
            Some(known) => *known = one.clone(),
            None => expected.push(one.clone()),
        }
    }
}

/// The name of a side.
fn named(side: &TreeNode) -> Option<&str> {
    side.get("name").and_then(TreeNode::text)
}

/// Changes sides and those who stand on them.
fn people(shapes: &Shapes, whole: &mut TreeTable, changes: &TreeTable) {
    let templates = whole.get("combatant").and_then(|entry| entry.node.table()).cloned().unwrap_or_default();
    let shape = shapes.at(&["combatant", ""]);
    let Some(sides) = whole.get_mut("side").map(|entry| entry.node.elements_mut()) else { return };
    for (name, change) in changes {
        let Some(side) = sides.iter_mut().find(|side| named(side) == Some(name.as_str())) else { continue };
        for (who, change) in change.node.table().into_iter().flatten() {
            match &change.node.value {
                Value::Table(_) => {
                    let places = meant(side, &templates, who);
                    let members = side.table_mut().and_then(|side| side.get_mut("combatant"));
                    let Some(members) = members.map(|entry| entry.node.elements_mut()) else { continue };
                    for place in places {
                        let empty = TreeNode { value: Value::Faulty, place: members[place].place.clone() };
                        let member = std::mem::replace(&mut members[place], empty);
                        members[place] = overlay(shapes, shape, member, change.node.clone());
                    }
                }
                Value::Array(new) if who == "combatant" => {
                    let members = side.table_mut().and_then(|side| side.get_mut("combatant"));
                    if let Some(Value::Array(members)) = members.map(|entry| &mut entry.node.value) {
                        members.extend(new.iter().cloned());
                    }
                }
                _ => {
                    if let Some(side) = side.table_mut() {
                        side.insert(who.clone(), change.clone());
                    }
                }
            }
        }
    }
}

/// The members of a side that are meant by a name: those who are called so, or else those who are like it.
fn meant(side: &TreeNode, templates: &TreeTable, who: &str) -> Vec<usize> {
    let members = side.get("combatant").map(TreeNode::elements).unwrap_or_default();
    let of =
        |wanted: &dyn Fn(&TreeNode) -> bool| (0..members.len()).filter(|&place| wanted(&members[place])).collect::<Vec<_>>();
    let so = of(&|member| called(member, templates) == Some(who));
    if so.is_empty() { of(&|member| is_like(member, templates, who)) } else { so }
}

/// True if somebody is like this template, directly or by another one.
fn is_like<'n>(mut member: &'n TreeNode, templates: &'n TreeTable, who: &str) -> bool {
    // A chain longer than there are templates is a circle.
    for _ in 0..=templates.len() {
        match member.get("like").and_then(TreeNode::text) {
            Some(like) if like == who => return true,
            Some(like) => match templates.get(like) {
                Some(entry) => member = &entry.node,
                None => return false,
            },
            None => return false,
        }
    }
    false
}

/// The combatants of all files that are no patches, or of all.
fn templates(layers: &[FileLayer]) -> TreeTable {
    let mut all = TreeTable::new();
    for table in layers.iter().filter_map(|layer| layer.root.get("combatant")?.table()) {
        all.extend(table.iter().map(|(name, entry)| (name.clone(), entry.clone())));
    }
    all
}

/// The sides of the scenario.
fn sides(layers: &[FileLayer]) -> Vec<&TreeNode> {
    let own = layers.iter().filter(|layer| layer.role != Role::Include);
    own.filter_map(|layer| layer.root.get("side")).flat_map(TreeNode::elements).collect()
}

/// Sides, and people on them, that a patch names and nobody else knows.
pub(super) fn strangers(layers: &[FileLayer]) -> Vec<Problem> {
    let (templates, sides) = (templates(layers), sides(layers));
    let mut problems = Vec::new();
    for patch in layers.iter().filter(|layer| layer.role == Role::Patch) {
        for (name, change) in patch.root.get("side").and_then(TreeNode::table).into_iter().flatten() {
            let Some(side) = sides.iter().find(|side| named(side) == Some(name.as_str())) else {
                let mut problem = Problem::at(Some(change.key.clone()), format!("there is no side `{name}`"));
                problem.help.extend(words::meant(name, sides.iter().filter_map(|side| named(side))));
                problems.push(problem);
                continue;
            };
            let Some(people) = change.node.table() else {
                let problem = Problem::at(Some(change.node.place.clone()), format!("`side.{}` must be a table", quoted(name)));
                problems.push(problem.help("a patch changes who stands on a side as `[side.NAME.WHO]`"));
                continue;
            };
            for (who, change) in people {
                let person = matches!(change.node.value, Value::Table(_));
                if person && meant(side, &templates, who).is_empty() {
                    let message = format!("nobody on side `{name}` is called `{who}`, or is like it");
                    let mut problem = Problem::at(Some(change.key.clone()), message);
                    let members = side.get("combatant").map(TreeNode::elements).unwrap_or_default();
                    problem.help.extend(words::meant(who, members.iter().filter_map(|member| called(member, &templates))));
                    problems.push(problem.help(format!("whoever joins the side is `[[side.{}.combatant]]`", quoted(name))));
                }
            }
        }
    }
    problems
}

/// Where somebody of this name stands: what a patch has to write to change them.
pub(super) fn stands(layers: &[FileLayer], name: &str) -> Option<String> {
    let templates = templates(layers);
    let side = sides(layers).into_iter().find(|side| !meant(side, &templates, name).is_empty())?;
    Some(format!("[side.{}.{}]", quoted(named(side)?), quoted(name)))
}
