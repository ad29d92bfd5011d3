//! Merging: how what one text says is laid over what another says.
//!
//! Owns the one rule of overlaying, which includes, patches and templates share. Start at [`overlay`].

use super::shape::{Shape, Shapes};
use super::tree::{TreeEntry, TreeNode, TreeTable, Value};

/// The keys of the long form of a declaration that its short form says.
const DECLARED: [&str; 2] = ["is", "begins"];

/// `over` laid over `base`: tables merge key by key and deeply, anything else is replaced as a whole.
pub(super) fn overlay(shapes: &Shapes, shape: &Shape, base: TreeNode, over: TreeNode) -> TreeNode {
    let (mut below, above) = match (base.value, over.value) {
        (Value::Table(below), Value::Table(above)) if !becomes_another(shapes, shape, &below, &above) => (below, above),
        (Value::Table(mut below), value) => {
            let entry = stands_for(shapes, shape, &below, &value).and_then(|key| below.get_mut(key));
            let Some(entry) = entry else { return TreeNode { value, place: over.place } };
            entry.node = TreeNode { value, place: over.place };
            return TreeNode { value: Value::Table(below), place: base.place };
        }
        (_, value) => return TreeNode { value, place: over.place },
    };
    for (key, entry) in above {
        if let Some(old) = below.get_mut(&key) {
            let base = std::mem::replace(&mut old.node.value, Value::Faulty);
            let base = TreeNode { value: base, place: old.node.place.clone() };
            *old = TreeEntry { key: entry.key, node: overlay(shapes, shapes.inside(shape, &key), base, entry.node) };
        } else {
            below.insert(key, entry);
        }
    }
    TreeNode { value: Value::Table(below), place: over.place }
}

/// The key of the table below that a value alone stands for, where a declaration can be written either way: limits and meaning stay.
fn stands_for(shapes: &Shapes, shape: &Shape, below: &TreeTable, value: &Value) -> Option<&'static str> {
    let plain = matches!(value, Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Text(_));
    let either = matches!(shapes.resolve(shape), Shape::Anything);
    DECLARED.into_iter().find(|key| plain && either && below.contains_key(*key))
}

/// True if the table above is of another kind than the one below, so that nothing of that one can stay.
fn becomes_another(shapes: &Shapes, shape: &Shape, below: &TreeTable, above: &TreeTable) -> bool {
    match shapes.resolve(shape) {
        Shape::Tagged { tag, .. } => match (below.get(tag), above.get(tag)) {
            (Some(below), Some(above)) => below.node.value != above.node.value,
            _ => false,
        },
        Shape::Either { .. } => !above.keys().all(|key| below.contains_key(key)),
        _ => false,
    }
}
