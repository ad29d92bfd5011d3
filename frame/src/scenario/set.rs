//! Sets: single changes given beside the files, as `--set side.Guards.Ogre.hp=12`.
//!
//! Owns the notation `path=value` and the way from a path to the value that it means. Keys that do not exist are made;
//! whether they may exist is for [`check`](super::check) to say. Start at [`Set::read`], then [`Set::apply`].

use std::sync::Arc;

use super::characters;
use super::path::{self, PathSegment, PathStep, quoted};
use super::shape::{Shape, Shapes};
use super::slips::{Pending, SLIPS};
use super::template;
use super::tree::{self, TreeEntry, TreeNode, TreeTable, Value, place};
use super::words;
use crate::error::{Place, Problem, Source, nearest};

/// The options by which changes are typed, as they stand before the number of a change.
const OPTIONS: [&str; 2] = ["--set ", "--slips "];

/// The option by which a change is typed. A chance to slip has one of its own, of which this is the whole text.
pub(super) fn option(text: &str) -> &'static str {
    let slips = text.strip_prefix(SLIPS).is_some_and(|rest| rest.starts_with('.'));
    OPTIONS[usize::from(slips)]
}

/// True if a source of this name is a change of the command line.
#[must_use]
pub fn is_typed(source: &str) -> bool {
    OPTIONS.iter().any(|option| source.starts_with(option))
}

/// One change.
#[derive(Debug)]
pub(super) struct Set {
    pub source: Arc<Source>,
    segments: Vec<PathSegment>,
    value: TreeNode,
}

impl Set {
    /// Reads `path=value`; `number` tells it from the others of its option, from 1.
    ///
    /// # Errors
    /// A text without a path, an `=` or a value.
    pub fn read(number: usize, text: &str) -> (Arc<Source>, Result<Set, Problem>) {
        let source = Arc::new(Source { name: format!("{}{number}", option(text)), text: text.to_owned() });
        (Arc::clone(&source), Set::parse(source))
    }

    /// Reads `path=value`; a value that does not parse and begins like no list, table or quote is a text.
    fn parse(source: Arc<Source>) -> Result<Set, Problem> {
        let text = source.text.as_str();
        let problem = |span, message: &str| Problem::at(Some(place(&source, span)), message);
        if let Some((within, message, help)) = characters::clean(text, "").wrong {
            return Err(problem(within, &message).help(help));
        }
        let Some(equals) = outside_quotes(text, '=') else {
            return Err(problem(0..text.len(), "a set needs a `=`").help("write `path=value`"));
        };
        let segments = path::parse(&text[..equals]).map_err(|no| {
            problem(no.span, "this is not a path").help(no.reason).help("write for example `side.Guards.Ogre.hp=12`")
        })?;
        let written = text[equals + 1..].trim();
        let start = text.len() - text[equals + 1..].trim_start().len();
        let span = start..start + written.len();
        if written.is_empty() {
            return Err(problem(equals..equals + 1, "the value is missing").help("write `\"\"` for an empty text"));
        }
        // TOML reads +2 as 2, and a designer as two more.
        if let Some(number) = written.strip_prefix('+').filter(|number| number.parse::<f64>().is_ok()) {
            let message = format!("a change sets a value and adds nothing to it: this would be {number}");
            return Err(problem(span, &message).help(format!(
                "write the new value itself, without `+`: `{}={number}` sets it to {number}",
                text[..equals].trim()
            )));
        }
        let value = match tree::parse_value(&source, span.clone()) {
            Ok(value) => value,
            Err(reason) if written.starts_with(['[', '{', '"', '\'']) => {
                return Err(problem(span, &format!("this value cannot be read: {reason}")));
            }
            Err(_) => TreeNode { value: Value::Text(written.to_owned()), place: place(&source, span) },
        };
        if let (Some(PathSegment { step: PathStep::Key(key), .. }), Some(text)) = (segments.last(), value.text())
            && let Some((_, message, help)) = characters::clean(text, key).wrong
        {
            return Err(Problem::at(Some(value.place), message).help(help));
        }
        Ok(Set { source, segments, value })
    }

    /// The value, where it is a text.
    pub fn text(&self) -> Option<&str> {
        self.value.text()
    }

    /// Makes the change.
    ///
    /// # Errors
    /// A path that leads nowhere.
    pub fn apply(&self, shapes: &Shapes, root: &mut TreeNode, slips: &mut Pending) -> Result<(), Problem> {
        if self.segments[0].step == key(SLIPS) && !shapes.has_key(shapes.root(), SLIPS) {
            return self.slip(root, slips);
        }
        let segments = self.spelt_out();
        let names = Names::of(root);
        let ways = names.ways(root);
        if let Some(problem) = self.headless(shapes, &ways) {
            return Err(problem);
        }
        let (mut node, mut shape) = (root, shapes.root());
        for (depth, segment) in segments.iter().enumerate() {
            let last = depth + 1 == segments.len();
            let inner = match &segment.step {
                PathStep::Key(key) => shapes.inside(shape, key),
                PathStep::Index(_) => shapes.inside(shape, ""),
            };
            if !last {
                let named = depth == 1 && [key("combatant"), key("policy")].contains(&segments[0].step);
                self.can_be_made(segment, named, node, inner).map_err(|problem| match &segment.step {
                    PathStep::Key(name) if named => match self.paths_to(segment, name, &ways) {
                        Some(paths) => problem.help(format!("write {paths}")),
                        None => problem,
                    },
                    _ => problem,
                })?;
            }
            node = self.step(node, segment, &names)?;
            shape = inner;
        }
        *node = self.value_for(shape);
        Ok(())
    }

    /// Lets those slip whom the shorthand `slips.NAME` means.
    fn slip(&self, root: &mut TreeNode, slips: &mut Pending) -> Result<(), Problem> {
        let [_, PathSegment { step: PathStep::Key(who), .. }] = &self.segments[..] else {
            let problem = self.problem(&self.segments[0], "slips are those of a side, a combatant or a policy".to_owned());
            return Err(problem.help("write `slips.NAME=0.1`"));
        };
        slips.give(root, who, &self.value).map_err(|known| {
            let message = format!("no side, no combatant and no policy is called `{who}`");
            let mut problem = self.problem(&self.segments[1], message);
            problem.help.extend(words::meant(who, known.iter().map(String::as_str)));
            problem
        })
    }

    /// A path that begins with a name instead of with the way to who or what is called so.
    fn headless(&self, shapes: &Shapes, ways: &[Way]) -> Option<Problem> {
        let segment = &self.segments[0];
        let PathStep::Key(name) = &segment.step else { return None };
        if shapes.has_key(shapes.root(), name) || shapes.has_key(shapes.at(&["side", "", "combatant"]), name) {
            return None;
        }
        let problem = self.problem(segment, format!("unknown key `{name}`"));
        if let Some(paths) = self.paths_to(segment, name, ways) {
            return Some(problem.help(format!("write {paths}")));
        }
        let names = ways.iter().map(|way| way.name.as_str());
        let near = nearest(name, shapes.keys_of(shapes.root()).chain(names))?;
        Some(problem.help(format!("did you mean {}?", self.paths_to(segment, near, ways)?)))
    }

    /// The paths to who or what has this name, with what is written behind a step.
    fn paths_to(&self, segment: &PathSegment, name: &str, ways: &[Way]) -> Option<String> {
        let text = self.source.text.as_str();
        let rest = outside_quotes(text, '=').map_or("", |equals| text[segment.span.end..equals].trim());
        let there = ways.iter().filter(|way| way.name == name);
        let paths: Vec<String> = there.take(PATHS_SHOWN).map(|way| format!("`{}{rest}`", way.path)).collect();
        (!paths.is_empty()).then(|| paths.join(" or "))
    }

    /// The path with the key `combatant` where its shorthand leaves it out: `side.NAME.COMBATANT`.
    fn spelt_out(&self) -> Vec<PathSegment> {
        let mut segments = self.segments.clone();
        let short = match &segments[..] {
            [first, _, third, ..] => first.step == key("side") && third.step != key("name") && third.step != key("combatant"),
            _ => false,
        };
        if short {
            let span = segments[2].span.clone();
            segments.insert(2, PathSegment { step: key("combatant"), span });
        }
        segments
    }

    /// The value as the shape wants it: where a text is wanted, `2` and `true` are texts too.
    fn value_for(&self, shape: &Shape) -> TreeNode {
        let plain = matches!(self.value.value, Value::Integer(_) | Value::Float(_) | Value::Bool(_));
        let mut node = self.value.clone();
        if plain && matches!(shape, Shape::Text { .. } | Shape::Options(_)) {
            node.value = Value::Text(self.source.text[node.place.span.clone()].to_owned());
        }
        node
    }

    /// Checks that a table can be made on the way of a path that leads through a key that is missing; but no list, and no
    /// template or policy, of which `named` says that this would be one.
    fn can_be_made(&self, segment: &PathSegment, named: bool, node: &TreeNode, inner: &Shape) -> Result<(), Problem> {
        let (PathStep::Key(key), Some(table)) = (&segment.step, node.table()) else {
            return Ok(());
        };
        if table.contains_key(key) {
            return Ok(());
        }
        if named {
            return Err(self.nobody(segment, key, table.keys().map(String::as_str)));
        }
        match inner {
            Shape::List { .. } | Shape::Tuple(_) => Err(self
                .problem(segment, format!("there is no list `{key}` here"))
                .help("set it as a whole, or change the elements where they are given: in a template, `combatant.NAME`")),
            _ => Ok(()),
        }
    }

    /// One step from a node to what lies inside; a key that is missing is made.
    fn step<'n>(&self, node: &'n mut TreeNode, segment: &PathSegment, names: &Names) -> Result<&'n mut TreeNode, Problem> {
        match (&mut node.value, &segment.step) {
            (Value::Table(table), PathStep::Key(key)) => Ok(self.inside(table, key, segment)),
            (Value::Array(elements), PathStep::Index(index)) => {
                let count = elements.len();
                elements.get_mut(*index).ok_or_else(|| {
                    let help =
                        if count == 0 { "it is empty".into() } else { format!("its elements are [0] to [{}]", count - 1) };
                    self.problem(segment, format!("there is no element [{index}]")).help(help)
                })
            }
            (Value::Array(elements), PathStep::Key(name)) => self.named(elements, name, segment, names),
            (Value::Table(table), PathStep::Index(_)) => {
                let problem = self.problem(segment, format!("`{}` has keys instead of numbers", self.before(segment)));
                let keys = words::listed(table.keys().map(String::as_str));
                Err(if keys.is_empty() { problem } else { problem.help(format!("its keys: {keys}")) })
            }
            _ => Err(self.problem(segment, format!("`{}` has nothing inside", self.before(segment)))),
        }
    }

    /// Returns the node of a key, made if it is missing; the key is now placed in the set.
    fn inside<'n>(&self, table: &'n mut TreeTable, key: &str, segment: &PathSegment) -> &'n mut TreeNode {
        let place = self.place(segment);
        let entry = table
            .entry(key.to_owned())
            .or_insert_with(|| TreeEntry { key: place.clone(), node: TreeNode::empty(place.clone()) });
        entry.key = place;
        &mut entry.node
    }

    /// The element of a list that is called so.
    fn named<'n>(
        &self,
        elements: &'n mut [TreeNode],
        name: &str,
        segment: &PathSegment,
        names: &Names,
    ) -> Result<&'n mut TreeNode, Problem> {
        let called: Vec<Option<String>> = elements.iter().map(|element| names.called(element)).collect();
        let mut hits = called.iter().enumerate().filter(|(_, called)| called.as_deref() == Some(name)).map(|(index, _)| index);
        match (hits.next(), hits.next()) {
            (Some(index), None) => Ok(&mut elements[index]),
            (Some(one), Some(other)) => Err(self
                .problem(segment, format!("more than one element is called `{name}`"))
                .help(format!("say which by its number: [{one}] or [{other}]"))),
            (None, _) => {
                let known = called.iter().flatten().map(String::as_str);
                let group = known.clone().find(|known| name.strip_prefix(known).is_some_and(is_ordinal));
                let mut problem = self.nobody(segment, name, known);
                if let Some(group) = group {
                    problem.help = vec![format!("`{group}` stands for all of them; they can be set only together")];
                }
                // A key of what is in the list, with the step before it left out.
                let has_key = |node: &TreeNode| matches!(&node.value, Value::Table(table) if table.contains_key(name));
                let is_called = |node: &TreeNode| names.called(node).as_deref() == Some(name);
                let has_member = |node: &TreeNode| match &node.value {
                    Value::Table(table) => table
                        .values()
                        .any(|entry| matches!(&entry.node.value, Value::Array(members) if members.iter().any(is_called))),
                    _ => false,
                };
                let has = |node: &TreeNode| has_key(node) || has_member(node);
                let owner = elements.iter().zip(&called).find(|(node, called)| called.is_some() && has(node));
                let first = called.iter().flatten().next();
                match (owner, first) {
                    (Some((_, Some(owner))), _) => {
                        problem.help.insert(0, format!("write `{}.{owner}.{name}`", self.before(segment)));
                    }
                    // What ends here is no combatant, but a number of one.
                    (_, Some(first))
                        if self.before(segment).contains('.')
                            && self.source.text[segment.span.end..].trim_start().starts_with('=') =>
                    {
                        problem.help.push(format!(
                            "a number is of one of them, `{}.{first}.{name}`, or of all who are like a template, `combatant.NAME.{name}`",
                            self.before(segment)
                        ));
                    }
                    _ => {}
                }
                Err(problem)
            }
        }
    }

    /// A name that nothing here has, with those that there are.
    fn nobody<'a>(&self, segment: &PathSegment, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Problem {
        let mut problem = self.problem(segment, format!("nothing here is called `{name}`"));
        problem.help.extend(words::meant(name, known));
        problem
    }

    /// The path up to a step, as it was written.
    fn before(&self, segment: &PathSegment) -> &str {
        self.source.text[..segment.span.start].trim_end_matches(['.', ' '])
    }

    /// The place of a step of the path in the text of the set.
    fn place(&self, segment: &PathSegment) -> Place {
        place(&self.source, segment.span.clone())
    }

    /// A problem at a step of the path.
    fn problem(&self, segment: &PathSegment, message: String) -> Problem {
        Problem::at(Some(self.place(segment)), message)
    }
}

/// The names of combatants that get theirs from templates.
struct Names {
    templates: TreeTable,
}

impl Names {
    /// The templates of a document, by which its combatants may be called.
    fn of(root: &TreeNode) -> Self {
        Names { templates: root.get("combatant").and_then(TreeNode::table).cloned().unwrap_or_default() }
    }

    /// The name of an element, its own or that of its template.
    fn called(&self, element: &TreeNode) -> Option<String> {
        template::called(element, &self.templates).map(str::to_owned)
    }

    /// The ways to sides, their members, templates and policies.
    fn ways(&self, root: &TreeNode) -> Vec<Way> {
        let mut ways = Vec::new();
        for side in root.get("side").map_or(&[][..], TreeNode::elements) {
            let Some(name) = side.get("name").and_then(TreeNode::text) else { continue };
            let path = format!("side.{}", quoted(name));
            let members =
                side.get("combatant").map_or(&[][..], TreeNode::elements).iter().filter_map(|member| self.called(member));
            ways.extend(members.map(|name| Way { path: format!("{path}.{}", quoted(&name)), name }));
            ways.push(Way { name: name.to_owned(), path });
        }
        for section in ["combatant", "policy"] {
            let names = root.get(section).and_then(TreeNode::table).into_iter().flat_map(TreeTable::keys);
            ways.extend(names.map(|name| Way { name: name.clone(), path: format!("{section}.{}", quoted(name)) }));
        }
        ways
    }
}

/// The way to something that has a name.
struct Way {
    name: String,
    path: String,
}

/// The most paths that an advice names.
const PATHS_SHOWN: usize = 3;

/// The step to a key.
fn key(name: &str) -> PathStep {
    PathStep::Key(name.to_owned())
}

/// True if this tells the members of a group apart: ` 2`.
fn is_ordinal(rest: &str) -> bool {
    rest.strip_prefix(' ').is_some_and(|number| number.parse::<u32>().is_ok())
}

/// The first place of a character outside quotes.
fn outside_quotes(text: &str, wanted: char) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            None if c == wanted => return Some(at),
            None if c == '"' || c == '\'' => quote = Some(c),
            Some(open) if c == open => quote = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
