//! Layers: a scenario, its includes and its patches as one tree.
//!
//! Owns what an included file may say, and that files agree on what they are for. Start at [`combine`].

use std::path::{Component, Path, PathBuf};

use serde_json::Value as Json;

use super::check::Checker;
use super::digest::texts;
use super::form::Kinds;
use super::merge::overlay;
use super::patch;
use super::read::{FileLayer, Role};
use super::shape::Shapes;
use super::tree::{TreeEntry, TreeNode, TreeTable, Value};
use super::words;
use crate::error::Problem;

/// Lays the files over each other. A combatant or policy of a file replaces another of its name as a whole; books, rulings and
/// everything in a patch merge key by key.
pub(super) fn combine(shapes: &Shapes, kinds: &Kinds, layers: &[FileLayer]) -> TreeNode {
    let scenario = layers.iter().find(|layer| layer.role == Role::Scenario);
    let mut root = TreeNode { value: Value::Table(TreeTable::new()), place: scenario.unwrap_or(&layers[0]).root.place.clone() };
    let Value::Table(whole) = &mut root.value else { return root };
    for layer in layers {
        for (key, entry) in layer.root.table().into_iter().flatten() {
            let section = kinds.sections.contains(&key.as_str());
            if !section && layer.role != Role::Scenario {
                continue;
            }
            match whole.get_mut(key) {
                Some(below) if section => {
                    let merges = kinds.merged.contains(&key.as_str()) || layer.role == Role::Patch;
                    add(shapes, key, merges, below, entry);
                }
                _ => {
                    whole.insert(key.clone(), entry.clone());
                }
            }
        }
        if layer.role == Role::Patch {
            patch::lay(shapes, kinds.patched, whole, &layer.root);
        }
    }
    root
}

/// Lays a section over the same section of earlier files.
fn add(shapes: &Shapes, key: &str, merges: bool, below: &mut TreeEntry, above: &TreeEntry) {
    if merges {
        let base = std::mem::replace(&mut below.node.value, Value::Faulty);
        let base = TreeNode { value: base, place: below.node.place.clone() };
        *below = TreeEntry { key: above.key.clone(), node: overlay(shapes, shapes.at(&[key]), base, above.node.clone()) };
        return;
    }
    match (&mut below.node.value, &above.node.value) {
        (Value::Table(named), Value::Table(above)) => {
            named.extend(above.iter().map(|(name, entry)| (name.clone(), entry.clone())));
        }
        // A value that is no table is complained about where it stands.
        (_, Value::Table(_)) => *below = above.clone(),
        _ => {}
    }
}

/// Checks every file for itself, so that also what another one replaces is right.
pub(super) fn check(shapes: &Shapes, kinds: &Kinds, layers: &[FileLayer], published: &Json) -> Vec<Problem> {
    let mut checker = Checker::new(shapes, false);
    let scenario = layers.iter().find(|layer| layer.role == Role::Scenario);
    for layer in layers {
        match layer.role {
            Role::Scenario => {
                checker.document(&layer.root, published);
            }
            Role::Include | Role::Patch => part(&mut checker, kinds, layer, scenario, published),
        }
    }
    checker.problems
}

/// Combatants and policies that a patch names and no other file has, unless the patch itself brings them in by naming them
/// elsewhere, or one of the texts that are set does: a change of what is not there changes nothing.
pub(super) fn strangers<'n>(layers: &'n [FileLayer], named: &[&'n str]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, patch) in layers.iter().enumerate().filter(|(_, layer)| layer.role == Role::Patch) {
        let mut used = named.to_vec();
        texts(&patch.root, &mut used);
        for section in ["combatant", "policy"] {
            let names = |layer: &FileLayer| {
                let table = layer.root.get(section).and_then(TreeNode::table);
                table.into_iter().flat_map(|table| table.keys().cloned()).collect::<Vec<String>>()
            };
            let others = layers.iter().enumerate().filter(|(other, _)| *other != index);
            let known: Vec<String> = others.flat_map(|(_, layer)| names(layer)).collect();
            for (name, entry) in patch.root.get(section).and_then(TreeNode::table).into_iter().flatten() {
                if !known.contains(name) && !used.contains(&name.as_str()) {
                    let message = format!("there is no {section} `{name}` to be changed");
                    let mut problem = Problem::at(Some(entry.key.clone()), message);
                    let stands = if section == "combatant" { patch::stands(layers, name) } else { None };
                    match stands {
                        Some(path) => problem.help.push(format!("{name} stands on a side: write `{path}`")),
                        None => {
                            problem.help.extend(words::meant(name, known.iter().map(String::as_str)));
                            let key = if section == "combatant" { "like" } else { "policy" };
                            problem.help.push(format!(
                                "a new {section} is for somebody who has it in the same patch: `[side.NAME.WHO]` with `{key} = \"{name}\"`"
                            ));
                        }
                    }
                    problems.push(problem);
                }
            }
        }
    }
    problems.extend(patch::strangers(layers));
    problems
}

/// Checks the keys of an included file or a patch; its labels have to agree with the scenario.
fn part(checker: &mut Checker, kinds: &Kinds, layer: &FileLayer, scenario: Option<&FileLayer>, published: &Json) {
    let what = if layer.role == Role::Include { "an included file" } else { "a patch" };
    for (key, entry) in layer.root.table().into_iter().flatten() {
        if kinds.sections.contains(&key.as_str()) || key == "include" {
            checker.section(key, entry, published);
        } else if kinds.unheard.contains(&key.as_str()) {
        } else if layer.role == Role::Patch && kinds.patched.contains(&key.as_str()) {
            // These are checked where they have been laid over the scenario: a patch may say a part of them.
            if key == "side" && !matches!(entry.node.value, Value::Table(_) | Value::Array(_) | Value::Faulty) {
                let problem = Problem::at(Some(entry.node.place.clone()), "`side` of a patch must be a table");
                checker.problems.push(problem.help("write `[side.NAME.WHO]` and below it what changes"));
            }
        } else if layer.role == Role::Patch && !kinds.patched.is_empty() && patch::ITS_OWN.contains(&key.as_str()) {
            if entry.node.text().is_none() && !matches!(entry.node.value, Value::Faulty) {
                let message = format!(
                    "`{key}` must be a text in quotes: the patch's own {}",
                    if key == "title" { "name" } else { "reason" }
                );
                checker.problems.push(Problem::at(Some(entry.node.place.clone()), message));
            }
        } else if kinds.labels.contains(&key.as_str()) {
            checker.problems.extend(scenario.and_then(|scenario| disagreement(key, &entry.node, scenario)));
        } else {
            let problem = Problem::at(Some(entry.key.clone()), format!("`{key}` cannot stand in {what}"));
            let more = if layer.role == Role::Patch { kinds.patched } else { &[] };
            let known = kinds.sections.iter().chain(more).copied();
            checker.problems.push(words::with_names(problem, key, known, "SYSTEM"));
        }
    }
}

/// The path of the page of rules that a file names, which is relative to its own folder.
fn page(system: &TreeNode) -> Option<PathBuf> {
    let said = Path::new(system.text()?);
    said.extension().filter(|end| *end == "toml")?;
    let mut path = PathBuf::new();
    for part in Path::new(&system.place.source.name).parent()?.join(said).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(path.components().next_back(), Some(Component::Normal(_))) => drop(path.pop()),
            part => path.push(part),
        }
    }
    Some(path)
}

/// A file that is for something else than the scenario.
fn disagreement(key: &str, node: &TreeNode, scenario: &FileLayer) -> Option<Problem> {
    let meant = scenario.root.get(key)?;
    if meant.value == node.value || matches!(node.value, Value::Faulty) || matches!(meant.value, Value::Faulty) {
        return None;
    }
    if key == "system" && page(meant).is_some() && page(meant) == page(node) {
        return None;
    }
    let raw = |node: &TreeNode| node.place.source.text[node.place.span.clone()].to_owned();
    let message = format!("this file has `{key} = {}`, but `{}` has `{key} = {}`", raw(node), scenario.source.name, raw(meant));
    Some(Problem::at(Some(node.place.clone()), message).help("only files for the same system and format go together"))
}

#[cfg(test)]
mod tests;
