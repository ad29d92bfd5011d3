//! Templates: combatants that are `like` a named one.
//!
//! Owns the resolution of `like` on the tree, so that every value keeps its place. Start at [`resolve`].

use indexmap::IndexSet;

use super::merge::overlay;
use super::path::quoted;
use super::shape::{Shape, Shapes};
use super::tree::{TreeEntry, TreeNode, TreeTable, Value};
use super::words;
use crate::error::Problem;

/// Puts into every combatant what it has from the one it is like, and takes `like` away.
pub(super) fn resolve(shapes: &Shapes, root: &mut TreeNode) -> Vec<Problem> {
    let mut resolver = Resolver {
        shapes,
        shape: shapes.at(&["combatant", ""]),
        raw: root.get("combatant").and_then(TreeNode::table).cloned().unwrap_or_default(),
        done: TreeTable::new(),
        problems: Vec::new(),
    };
    let names: Vec<String> = resolver.raw.keys().cloned().collect();
    for name in names {
        resolver.template(name);
    }
    let Some(table) = root.table_mut() else {
        return resolver.problems;
    };
    for side in table.get_mut("side").into_iter().flat_map(|entry| entry.node.elements_mut()) {
        let combatants = side.table_mut().and_then(|side| side.get_mut("combatant"));
        for combatant in combatants.into_iter().flat_map(|entry| entry.node.elements_mut()) {
            resolver.combatant(combatant);
        }
    }
    if let Some(templates) = table.get_mut("combatant").and_then(|entry| entry.node.table_mut()) {
        *templates = resolver.done;
    }
    resolver.problems
}

/// The name of a combatant: its own name, or else its template's, or else the template's key.
pub(super) fn called<'n>(node: &'n TreeNode, templates: &'n TreeTable) -> Option<&'n str> {
    match inherited(node, "name", templates) {
        Some(name) => name.text(),
        None => node.get("like").and_then(TreeNode::text),
    }
}

/// What a combatant says under a key, or else the nearest of those that it is like.
pub(super) fn inherited<'n>(mut node: &'n TreeNode, key: &str, templates: &'n TreeTable) -> Option<&'n TreeNode> {
    // A chain longer than there are templates is a circle.
    for _ in 0..=templates.len() {
        if let Some(said) = node.get(key) {
            return Some(said);
        }
        node = &templates.get(node.get("like")?.text()?)?.node;
    }
    None
}

struct Resolver<'s> {
    shapes: &'s Shapes,
    /// Of a combatant.
    shape: &'s Shape,
    /// Templates as they were written.
    raw: TreeTable,
    /// Templates that need nothing more.
    done: TreeTable,
    problems: Vec<Problem>,
}

impl Resolver<'_> {
    /// Resolves a template with all that it is like, the farthest first.
    fn template(&mut self, name: String) {
        let mut chain = IndexSet::from([name]);
        let mut circular = false;
        while let Some(like) = chain.last().and_then(|last| self.raw.get(last)).and_then(|entry| entry.node.get("like")) {
            let Some(next) = like.text().filter(|next| self.raw.contains_key(*next)) else { break };
            if let Some(first) = chain.get_index_of(next) {
                let circle: Vec<&str> = chain.iter().skip(first).map(String::as_str).collect();
                let problem = Problem::at(Some(like.place.clone()), "these combatants are like each other in a circle");
                let help = format!("the circle is {} -> {next}; break it somewhere", circle.join(" -> "));
                self.problems.push(problem.help(help));
                circular = true;
                break;
            }
            if self.done.contains_key(next) {
                break;
            }
            chain.insert(next.to_owned());
        }
        while let Some(name) = chain.pop() {
            if let Some(mut entry) = self.raw.get(&name).filter(|_| !self.done.contains_key(&name)).cloned() {
                self.merge(&mut entry.node, circular);
                self.done.insert(name, entry);
            }
            circular = false;
        }
    }

    /// Resolves a combatant of a side, which also gets a name.
    fn combatant(&mut self, node: &mut TreeNode) {
        let like = node.get("like").cloned();
        self.merge(node, false);
        if let (Some(like), Some(table)) = (like, node.table_mut())
            && like.text().is_some()
        {
            table.entry("name".to_owned()).or_insert_with(|| TreeEntry { key: like.place.clone(), node: like });
        }
    }

    /// Lays a combatant over the resolved template that it is like.
    fn merge(&mut self, node: &mut TreeNode, circular: bool) {
        let Some(like) = node.table_mut().and_then(|table| table.shift_remove("like")) else {
            return;
        };
        let Some(name) = like.node.text().filter(|_| !circular) else {
            return;
        };
        match self.done.get(name) {
            Some(template) => {
                let over = TreeNode { value: std::mem::replace(&mut node.value, Value::Faulty), place: node.place.clone() };
                *node = overlay(self.shapes, self.shape, template.node.clone(), over);
            }
            None => {
                let problem = Problem::at(Some(like.node.place.clone()), format!("there is no combatant `{name}` to be like"));
                let none = || format!("write `[combatant.{}]`, or `include` a file that has it", quoted(name));
                let help = words::meant(name, self.raw.keys().map(String::as_str)).unwrap_or_else(none);
                self.problems.push(problem.help(help));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use crate::scenario::testing::{HEAD, SIDES, errors, scenario};

    const KIN: &str = "\
[combatant.veteran]
like = \"swordsman\"
hp = 20
purse.gold = 5
[combatant.swordsman]
hp = 10
purse = { gold = 1, silver = 2 }
weapons = [{ name = \"sword\", die = \"1d8\" }, { name = \"dagger\", die = \"1d4\" }]
guard = { dodges = 1 }
[combatant.captain]
like = \"veteran\"
name = \"Captain\"
";

    fn first(combatant: &str) -> crate::scenario::testing::Sheet {
        let sides = SIDES.replacen("{ name = \"Ann\" }", combatant, 1);
        scenario(&format!("{HEAD}{KIN}{sides}"), &[]).document.side[0].combatant[0].clone()
    }

    #[test]
    fn tables_merge_deeply_and_lists_are_replaced() {
        let ann = first(
            "{ name = \"Ann\", like = \"veteran\", purse = { silver = 7 }, weapons = [{ name = \"axe\", die = \"1d10\" }] }",
        );
        assert_eq!((ann.hp, ann.purse.gold, ann.purse.silver), (Some(20), 5, 7));
        assert_eq!(ann.weapons.iter().map(|weapon| weapon.name.as_str()).collect::<Vec<_>>(), ["axe"]);
        assert_eq!(first("{ like = \"veteran\" }").weapons.len(), 2);
    }

    #[test]
    fn a_choice_of_another_kind_replaces_the_inherited_one() {
        assert_eq!(first("{ like = \"swordsman\", guard = \"open\" }").guard, Some(crate::scenario::testing::Guard::Open));
    }

    #[test]
    fn a_name_is_ones_own_or_the_templates_or_its_key() {
        assert_eq!(first("{ like = \"veteran\", name = \"Zoe\" }").name, "Zoe");
        assert_eq!(first("{ like = \"captain\" }").name, "Captain");
        assert_eq!(first("{ like = \"veteran\" }").name, "veteran");
    }

    #[test]
    fn templates_are_resolved_themselves() {
        let document = scenario(&format!("{HEAD}{KIN}{SIDES}"), &[]).document;
        assert_eq!((document.combatant["captain"].hp, document.combatant["captain"].purse.silver), (Some(20), 2));
        assert_eq!(document.combatant["captain"].like, None);
    }

    #[test]
    fn an_unknown_template_has_a_suggestion() {
        let sides = SIDES.replacen("name = \"Ann\" }", "like = \"swordman\" }", 1);
        assert_snapshot!(errors(&format!("{HEAD}{KIN}{sides}"), &[]), @r#"
        error: there is no combatant `swordman` to be like
          --> duel.toml:18:23
           |
        18 | combatant = [{ like = "swordman" }]
           |                       ^^^^^^^^^^
           |
           = help: did you mean `swordsman`?

        sparring: 1 error
        "#);
        assert_snapshot!(errors(&format!("{HEAD}{sides}"), &[]), @r#"
        error: there is no combatant `swordman` to be like
         --> duel.toml:6:23
          |
        6 | combatant = [{ like = "swordman" }]
          |                       ^^^^^^^^^^
          |
          = help: write `[combatant.swordman]`, or `include` a file that has it

        sparring: 1 error
        "#);
    }

    #[test]
    fn templates_in_a_circle_are_one_error() {
        let circle = "[combatant.a]\nlike = \"b\"\n[combatant.b]\nlike = \"c\"\n[combatant.c]\nlike = \"b\"\n";
        assert_snapshot!(errors(&format!("{HEAD}{circle}{SIDES}"), &[]), @r#"
        error: these combatants are like each other in a circle
         --> duel.toml:9:8
          |
        9 | like = "b"
          |        ^^^
          |
          = help: the circle is b -> c -> b; break it somewhere

        sparring: 1 error
        "#);
    }

    #[test]
    fn an_inherited_error_is_told_once_and_where_it_stands() {
        let template = "[combatant.a]\nhp = 0\n[combatant.b]\nlike = \"a\"\n";
        let sides = SIDES.replacen("name = \"Ann\" }", "like = \"b\" }, { name = \"Al\", like = \"a\" }", 1);
        assert_snapshot!(errors(&format!("{HEAD}{template}{sides}"), &[]), @r#"
        error: `hp` must be from 1 to 100, but this is 0
         --> duel.toml:5:6
          |
        5 | hp = 0
          |      ^

        sparring: 1 error
        "#);
    }
}
