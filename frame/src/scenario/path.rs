//! Paths: how a value of a document is named, as in `side[0].combatant[1].weapons[0].die` or `policy."very brave".turn[2]`.
//!
//! Owns the notation and the search for a place. Start at [`parse`]; [`quoted`] is what writes a key into a path.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use super::tree::{TreeNode, Value};
use crate::error::Place;

/// The most steps that a path can have.
const STEPS_MOST: usize = 32;

/// One step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PathStep {
    /// To the value of a key, or to the element that has this name.
    Key(String),
    /// To an element of an array, from 0.
    Index(usize),
}

/// A step with its place in the text of the path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PathSegment {
    pub step: PathStep,
    pub span: Range<usize>,
}

/// The reason why a text is no path, and the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NoPath {
    pub span: Range<usize>,
    pub reason: &'static str,
}

/// A key as it is written in a path: in quotes when it is not a plain word.
#[must_use]
pub fn quoted(key: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(plain) {
        return key.to_owned();
    }
    format!("\"{}\"", key.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Reads a path. Words outside quotes may have spaces in them.
pub(super) fn parse(text: &str) -> Result<Vec<PathSegment>, NoPath> {
    let mut reader = Reader { text, rest: text.char_indices().peekable() };
    let mut segments = vec![reader.key()?];
    while let Some((at, next)) = reader.rest.next() {
        let segment = match next {
            '.' => reader.key()?,
            '[' => reader.index(at)?,
            _ => return Err(NoPath { span: at..text.len(), reason: "after a name comes a `.`, a `[` or the end" }),
        };
        if segments.len() == STEPS_MOST {
            return Err(NoPath { span: segment.span, reason: "nothing lies so deep" });
        }
        segments.push(segment);
    }
    Ok(segments)
}

struct Reader<'t> {
    text: &'t str,
    rest: Peekable<CharIndices<'t>>,
}

impl Reader<'_> {
    /// The place where the next character begins.
    fn at(&mut self) -> usize {
        self.rest.peek().map_or(self.text.len(), |(at, _)| *at)
    }

    /// Moves past blanks.
    fn spaces(&mut self) {
        while self.rest.next_if(|(_, c)| *c == ' ').is_some() {}
    }

    /// Reads a key of a path, plain or in quotes; an error where there is none.
    fn key(&mut self) -> Result<PathSegment, NoPath> {
        self.spaces();
        let start = self.at();
        if let Some((_, quote)) = self.rest.next_if(|(_, c)| *c == '"' || *c == '\'') {
            let key = self.until(start, quote)?;
            let span = start..self.at();
            self.spaces();
            return Ok(PathSegment { step: PathStep::Key(key), span });
        }
        let special = |c: char| matches!(c, '.' | '[' | ']' | '"' | '\'');
        while self.rest.next_if(|(_, c)| !special(*c)).is_some() {}
        let key = self.text[start..self.at()].trim_end();
        let span = start..start + key.len();
        match key {
            "" => Err(NoPath { span, reason: "a name is missing here" }),
            key => Ok(PathSegment { step: PathStep::Key(key.to_owned()), span }),
        }
    }

    /// The rest of a quoted key.
    fn until(&mut self, start: usize, quote: char) -> Result<String, NoPath> {
        let mut key = String::new();
        while let Some((_, next)) = self.rest.next() {
            if next == quote {
                return Ok(key);
            }
            let escaped = next == '\\' && quote == '"';
            match if escaped { self.rest.next().map(|(_, c)| c) } else { Some(next) } {
                Some(c) => key.push(c),
                None => break,
            }
        }
        Err(NoPath { span: start..self.text.len(), reason: "the closing quote is missing" })
    }

    /// Reads the number of an element up to its closing bracket; the opening one is at `start`.
    fn index(&mut self, start: usize) -> Result<PathSegment, NoPath> {
        while self.rest.next_if(|(_, c)| *c != ']').is_some() {}
        let number = self.text[start + 1..self.at()].trim();
        let closed = self.rest.next().is_some();
        let span = start..self.at();
        self.spaces();
        match number.parse() {
            Ok(index) if closed => Ok(PathSegment { step: PathStep::Index(index), span }),
            _ => Err(NoPath { span, reason: "in brackets stands the number of an element, from 0: `[0]`" }),
        }
    }
}

impl TreeNode {
    /// The place of the value at a path, or of the nearest parent that the text has; `within` narrows it to some bytes of a
    /// text, when the text stands in the file as it is meant.
    pub fn locate(&self, path: &str, within: Option<Range<usize>>) -> Place {
        let mut node = self;
        let mut steps = parse(path).unwrap_or_default().into_iter();
        for segment in steps.by_ref() {
            let inner = match (&segment.step, &node.value) {
                (PathStep::Key(key), _) => node.get(key),
                (PathStep::Index(index), Value::Array(elements)) => elements.get(*index),
                (PathStep::Index(_), _) => None,
            };
            match inner {
                Some(inner) => node = inner,
                None => return node.place.clone(),
            }
        }
        within.and_then(|within| node.part(within)).unwrap_or_else(|| node.place.clone())
    }

    /// True if a path leads to something.
    pub fn finds(&self, path: &str) -> bool {
        let mut steps = parse(path).unwrap_or_default().into_iter();
        let mut node = self;
        steps.all(|segment| {
            let inner = match (&segment.step, &node.value) {
                (PathStep::Key(key), _) => node.get(key),
                (PathStep::Index(index), Value::Array(elements)) => elements.get(*index),
                (PathStep::Index(_), _) => None,
            };
            node = inner.unwrap_or(node);
            inner.is_some()
        })
    }

    /// The place of some bytes of the text that it is, when the source has them as they are.
    pub fn part(&self, within: Range<usize>) -> Option<Place> {
        let text = self.text()?;
        text.get(within.clone())?;
        let raw = &self.place.source.text[self.place.span.clone()];
        let quotes = ["\"\"\"\r\n", "\"\"\"\n", "'''\r\n", "'''\n", "\"\"\"", "'''", "\"", "'", ""];
        let opening = quotes.into_iter().find(|quote| raw.starts_with(quote))?;
        let closing = opening.trim_end();
        let inner = raw.strip_prefix(opening)?.strip_suffix(closing)?;
        let start = self.place.span.start + opening.len();
        (inner == text).then(|| Place { span: start + within.start..start + within.end, ..self.place.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Source;
    use std::sync::Arc;

    fn steps(text: &str) -> Vec<PathStep> {
        parse(text).unwrap().into_iter().map(|segment| segment.step).collect()
    }

    fn key(text: &str) -> PathStep {
        PathStep::Key(text.into())
    }

    #[test]
    fn paths_have_keys_numbers_and_quoted_names() {
        assert_eq!(steps("side[0].name"), [key("side"), PathStep::Index(0), key("name")]);
        assert_eq!(steps("policy.\"a.b \\\"c\\\"\".turn"), [key("policy"), key("a.b \"c\""), key("turn")]);
        assert_eq!(steps("side . Red Guard . 'Sir Bob'"), [key("side"), key("Red Guard"), key("Sir Bob")]);
    }

    #[test]
    fn what_is_no_path_is_refused_with_its_place() {
        for (text, span) in [("", 0..0), ("a..b", 2..2), ("a[x]", 1..4), ("a[1", 1..3), ("a.\"b", 2..4), ("a]", 1..2)] {
            assert_eq!(parse(text).map_err(|no| no.span), Err(span), "{text}");
        }
        assert!(parse(&["a"; STEPS_MOST].join(".")).is_ok());
        assert!(parse(&["a"; STEPS_MOST + 1].join(".")).is_err());
    }

    #[test]
    fn quoted_keys_read_back() {
        for name in ["brave", "very brave", "a.b", "say \"hi\"", "back\\slash", "", "Ürsula"] {
            assert_eq!(steps(&quoted(name)), [key(name)]);
        }
        assert_eq!(quoted("very-brave_2"), "very-brave_2");
    }

    fn located(text: &str, path: &str, within: Option<Range<usize>>) -> String {
        let source = Arc::new(Source { name: "x.toml".into(), text: text.into() });
        let place = super::super::tree::parse(&source).root.locate(path, within);
        source.text[place.span].to_owned()
    }

    #[test]
    fn a_path_leads_to_its_value_or_to_the_nearest_parent() {
        let text = "[policy.\"very brave\"]\nturn = [{ when = \"hp > 3\" }]\n";
        assert_eq!(located(text, "policy.\"very brave\".turn[0].when", None), "\"hp > 3\"");
        assert_eq!(located(text, "policy.\"very brave\".turn[0].do", None), "{ when = \"hp > 3\" }");
        assert_eq!(located(text, "policy.\"very brave\".defend[3]", None), "[policy.\"very brave\"]");
        assert_eq!(located(text, "nowhere", None), "");
    }

    #[test]
    fn a_part_of_a_text_is_marked_when_the_file_has_it_as_it_is() {
        for literal in ["\"hp > 3\"", "'hp > 3'", "\"\"\"hp > 3\"\"\"", "'''\nhp > 3'''", "\"\"\"\r\nhp > 3\"\"\""] {
            assert_eq!(located(&format!("when = {literal}"), "when", Some(3..4)), ">", "{literal}");
        }
        assert_eq!(located("when = \"hp \\u003E 3\"", "when", Some(3..4)), "\"hp \\u003E 3\"");
        assert_eq!(located("when = \"hp\"", "when", Some(3..9)), "\"hp\"");
    }
}
