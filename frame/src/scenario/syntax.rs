//! Syntax errors: what the TOML parser found wrong, in a designer's words and without its follow-up errors.
//!
//! Owns the translation of the parser's messages. Anything that it does not know is passed on as the parser says it.
//! Start at [`problems`].

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::tree::place;
use crate::error::{Problem, Source};

/// The most problems that are told of one file: one with more is probably no TOML at all.
const PROBLEMS_MOST: usize = 25;

/// Signs that show nothing and are no blanks: marks of the order of bytes, of no width, of the direction of writing.
const UNSEEN: [char; 9] =
    ['\u{feff}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{200e}', '\u{200f}', '\u{ad}', '\u{a0}'];

/// The faults of a text as TOML: at most one problem per line, and one for everything that an open bracket swallows.
pub(super) fn problems(source: &Arc<Source>, errors: &[toml::de::Error]) -> Vec<Problem> {
    let text = source.text.as_str();
    if let Some((what, first)) = another_kind(source) {
        let problem = Problem::at(Some(place(source, first)), format!("this is {what}, and a scenario is TOML"));
        return vec![problem.help("`sparring new --system NAME FILE.toml` writes one that runs, to start from")];
    }
    let mut errors: Vec<(Range<usize>, &str)> =
        errors.iter().map(|error| (place(source, error.span().unwrap_or(0..0)).span, error.message())).collect();
    let mut problems = Vec::new();
    if let Some((at, what)) = errors.iter().find_map(|(span, message)| never_closed(text, span, message)) {
        errors.retain(|(span, _)| span.start < at.start);
        let help = match what {
            "list" => "`]` is missing at its end",
            "table" => "`}` is missing at its end",
            _ => "three quotes are missing at its end",
        };
        problems.push(Problem::at(Some(place(source, at)), format!("this {what} is never closed")).help(help));
    }
    if let Some(at) = errors.iter().find_map(|(span, message)| lines_in_one_quote(text, span, message)) {
        errors.retain(|(span, _)| span.start < at.start);
        let problem = Problem::at(Some(place(source, at)), "this text is not closed");
        problems.push(problem.help("several lines stand between three quotes: `\"\"\"`, at its beginning and at its end"));
    }
    if let Some(open) = errors.iter().find(|(_, message)| message.starts_with("unclosed")).map(|(span, _)| span.start) {
        // Keys behind a broken header are put into the wrong table, so nothing can be said about doubles there.
        errors
            .retain(|(span, message)| span.start < open || !message.starts_with("duplicate") && !message.starts_with("cannot"));
    }
    // Of a table that is there twice, its keys are no further mistakes.
    let doubled: Vec<Range<usize>> = errors.iter().filter_map(|(span, message)| second_table(text, span, message)).collect();
    errors.retain(|(span, message)| {
        !message.starts_with("duplicate") || !doubled.iter().any(|second| second.contains(&span.start))
    });
    let newlines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut lines = BTreeSet::new();
    errors.retain(|(span, _)| lines.insert(newlines.partition_point(|newline| *newline < span.start)));
    let more = errors.len().saturating_sub(PROBLEMS_MOST);
    errors.truncate(PROBLEMS_MOST);
    problems.extend(errors.into_iter().map(|(span, message)| translate(source, span, message)));
    if let (Some(last), 1..) = (problems.last_mut(), more) {
        last.help.push(format!("{more} more lines of this file cannot be read: is it TOML?"));
    }
    problems
}

/// The language of a text that is none of ours, as far as its name or its first letter says so, and where it begins.
fn another_kind(source: &Source) -> Option<(&'static str, Range<usize>)> {
    let text = source.text.as_str();
    let start = text.len() - text.trim_start().len();
    let first = start..start + text[start..].chars().next().map_or(0, char::len_utf8);
    let ending = source.name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let what = match ending.to_lowercase().as_str() {
        "json" => "JSON",
        "md" | "markdown" => "Markdown",
        "yaml" | "yml" => "YAML",
        _ if text[start..].starts_with('{') => "JSON",
        _ if text[start..].starts_with("---\n") => "YAML",
        _ if text[start..].starts_with('<') => "a page or XML",
        _ => return None,
    };
    Some((what, first))
}

/// The keys below a header that the parser has found before.
fn second_table(text: &str, span: &Range<usize>, message: &str) -> Option<Range<usize>> {
    let header = line_of(text, span.start);
    let twice = message.starts_with("duplicate") && text[header.clone()].trim_start().starts_with('[');
    let next = text[header.end..].find("\n[").map_or(text.len(), |next| header.end + next);
    twice.then_some(header.end..next)
}

/// The quote at the end of a line where several lines were meant: whatever stands behind it is read as something else.
fn lines_in_one_quote(text: &str, span: &Range<usize>, message: &str) -> Option<Range<usize>> {
    let line = line_of(text, span.start);
    let said = text[line.clone()].trim_end();
    let opens = said.strip_suffix(['"', '\'']).is_some_and(|before| before.trim_end().ends_with('='));
    let end = line.start + said.len();
    (opens && message.starts_with("invalid") && message.contains("string")).then(|| end - 1..end)
}

/// The thing that never ends when the parser stumbles with this message at this place, and where it begins.
fn never_closed(text: &str, span: &Range<usize>, message: &str) -> Option<(Range<usize>, &'static str)> {
    let swallows = ["unclosed array, ", "unclosed inline table", "unexpected `=` in array", "invalid multi-line"];
    if !swallows.iter().any(|beginning| message.starts_with(beginning)) {
        return None;
    }
    let (at, opening) = innermost_opening(&text[..span.start])?;
    let what = match opening {
        "[" => "list",
        "{" => "table",
        _ => "text",
    };
    Some((at..at + opening.len(), what))
}

/// The last bracket or triple quote of the text that is still open at its end.
fn innermost_opening(text: &str) -> Option<(usize, &str)> {
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let triple = ["\"\"\"", "'''"].into_iter().find(|quote| rest.starts_with(quote));
        at += match next {
            '"' | '\'' => {
                let quote = triple.unwrap_or(&rest[..1]);
                match text_length(rest, quote) {
                    Some(length) => length,
                    None if triple.is_some() => return Some((at, &rest[..3])),
                    None => rest.find('\n').unwrap_or(rest.len()),
                }
            }
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '[' | '{' => {
                open.push((at, &rest[..1]));
                1
            }
            ']' | '}' => {
                open.pop();
                1
            }
            other => other.len_utf8(),
        };
    }
    open.pop()
}

/// Length of the quoted text with which `rest` begins, quotes included.
fn text_length(rest: &str, quote: &str) -> Option<usize> {
    let mut at = quote.len();
    loop {
        let inner = rest.get(at..)?;
        if inner.starts_with(quote) {
            return Some(at + quote.len());
        }
        let next = inner.chars().next()?;
        if next == '\n' && quote.len() == 1 {
            return None;
        }
        at += next.len_utf8();
        if next == '\\' && quote.starts_with('"') {
            at += inner[1..].chars().next()?.len_utf8();
        }
    }
}

/// One complaint of the parser in a designer's words.
fn translate(source: &Arc<Source>, span: Range<usize>, message: &str) -> Problem {
    let text = source.text.as_str();
    let found = &text[span.clone()];
    let line = line_of(text, span.start);
    let at = |span: Range<usize>, message: &str| Problem::at(Some(place(source, span)), message);
    if let Some(unseen) = unseen(source, line.clone()) {
        return unseen;
    }
    let kind = message.split(", expected").next().unwrap_or(message);
    match kind {
        "string values must be quoted" => unquoted(source, span),
        "invalid boolean" => at(span, "this is neither `true` nor `false`").help("write it in lower case, without quotes"),
        "duplicate key" => {
            let problem = at(span, &format!("`{found}` is given twice"));
            if text[line.clone()].trim_start().starts_with('[') {
                problem.help("write all its keys under one header; what there can be several of has two brackets: `[[side]]`")
            } else {
                problem.help("remove one of the two")
            }
        }
        "key with no value" | "invalid unquoted key" => no_key(source, line),
        "invalid basic string" | "invalid literal string" => {
            at(span, "this text is not closed").help("its closing quote is missing at the end of the line")
        }
        "unexpected key or value" if text[span.start..].starts_with(',') => {
            at(span.start..span.start + 1, "this comma is too much").help("only lists and `{ }` have commas")
        }
        "unexpected key or value" => {
            at(span.start..line.end, "this is more than one line can hold").help("each line holds one `key = value`")
        }
        "extra `=`" => at(span, "one `=` is enough"),
        "unclosed table" => at(span, "this header is not closed").help("write `[name]`"),
        "unclosed array table" => at(span, "this header is not closed").help("write `[[name]]`"),
        "missing comma between array elements" => at(span, "a comma is missing between two elements of a list"),
        "missing comma between key-value pairs" | "extra assignment between key-value pairs" => {
            at(span, "a comma is missing between two keys of a table")
        }
        "unexpected leading zero" => at(span, "a number cannot begin with 0").help("put it in quotes if it is meant as a text"),
        "missing escaped value" => {
            at(span, "`\\` in a text begins an escape such as `\\n`").help("write `\\\\`, or use single quotes: 'a\\b'")
        }
        _ => match kind.strip_prefix("cannot extend value of type ") {
            Some(_) => at(span, &format!("`{found}` already has a value, so it cannot have keys of its own"))
                .help("give it either a value or keys"),
            None => at(span, &format!("this cannot be read: {message}")),
        },
    }
}

/// A sign on a broken line, before any text in quotes, that nobody sees.
fn unseen(source: &Arc<Source>, line: Range<usize>) -> Option<Problem> {
    let text = &source.text[line.clone()];
    let bare = text.split(['"', '\'', '#']).next().unwrap_or_default();
    let (at, sign) = bare.char_indices().find(|(_, sign)| UNSEEN.contains(sign))?;
    let start = line.start + at;
    let marked = Some(place(source, start..start + sign.len_utf8()));
    let problem = Problem::at(marked, format!("here stands a sign that nobody sees: U+{:04X}", u32::from(sign)));
    let word: String = text[at..]
        .trim_start_matches(UNSEEN)
        .chars()
        .take_while(|sign| sign.is_alphanumeric() || "_-".contains(*sign))
        .collect();
    Some(problem.help(if word.is_empty() { "delete it".to_owned() } else { format!("delete what stands before `{word}`") }))
}

/// A value that is neither in quotes nor a number.
fn unquoted(source: &Arc<Source>, span: Range<usize>) -> Problem {
    let found = source.text[span.clone()].trim();
    let problem = |message: &str| Problem::at(Some(place(source, span.clone())), message);
    if found.is_empty() {
        return problem("the value is missing").help("write `key = value`");
    }
    let curly = ['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}', '\u{201a}', '\u{ab}', '\u{bb}'];
    if found.starts_with(curly) {
        return problem("these are not the quotes of TOML").help("use straight quotes: `\"`");
    }
    if ["yes", "no", "on", "off"].contains(&found.to_lowercase().as_str()) {
        return problem("this is neither a value nor a text in quotes")
            .help("write `true` or `false`, or put a text in quotes");
    }
    if found.contains(' ') && found.split_whitespace().all(|word| word.parse::<f64>().is_ok()) {
        return problem("these numbers run together").help("put commas between the elements of a list");
    }
    let commented = ["//", ";", "--"].iter().find_map(|sign| found.split_once(sign));
    if let Some((value, comment)) = commented.filter(|(value, _)| !value.trim().is_empty()) {
        return problem("this is more than a value").help(format!(
            "comments begin with `#`: `{} # {}`",
            value.trim(),
            comment.trim()
        ));
    }
    problem("a text has to be in quotes").help(format!("write `\"{}\"`", found.replace('"', "\\\"")))
}

/// A line that does not begin with `key =`.
fn no_key(source: &Arc<Source>, line: Range<usize>) -> Problem {
    let text = source.text[line.clone()].trim();
    let start = line.start + source.text[line].find(text).unwrap_or(0);
    let problem = Problem::at(Some(place(source, start..start + text.len())), "this is not `key = value`");
    let key = text.split(['=', ':']).next().unwrap_or_default().trim();
    if ["//", "--", ";", "/*"].iter().any(|comment| text.starts_with(comment)) {
        problem.help("comments begin with `#`")
    } else if text.contains(':') && !text.contains('=') {
        problem.help("use `=` instead of `:`")
    } else if text.contains('=') && !key.is_empty() && !key.contains(['"', '\'', '[', '{', '\\']) {
        problem.help(format!("a key is one word of letters, digits, `-` and `_`, or is in quotes: `\"{key}\" = ...`"))
    } else {
        problem.help("each line holds one `key = value`, or a header `[name]`")
    }
}

/// A warning at the first inline table of a text that only TOML 1.1 allows: it goes over several lines, or ends with a comma.
pub(super) fn newer(source: &Arc<Source>) -> Option<Problem> {
    let text = source.text.as_str();
    let (mut open, mut comma, mut at) = (Vec::new(), false, 0);
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| rest.starts_with(quotes));
        let found = open.last().is_some_and(|(bracket, _)| *bracket == '{') && (next == '\n' || (next == '}' && comma));
        if found {
            let (_, start) = open.pop()?;
            let problem = Problem::at(
                Some(place(source, start..start + 1)),
                "only TOML 1.1 has such `{ }`: many programs do not read it",
            );
            let help = "write it in one line and without a comma at its end, or as a `[table]` of its own";
            return Some(problem.help(help).warning());
        }
        comma = if next.is_whitespace() || next == '#' { comma } else { next == ',' };
        at += match (quotes, next) {
            (Some(quotes), _) => quotes.len() + behind(&rest[quotes.len()..], quotes),
            (None, '#') => rest.find('\n').unwrap_or(rest.len()),
            (None, '[' | '{') => {
                open.push((next, at));
                1
            }
            (None, ']' | '}') => {
                open.pop();
                1
            }
            (None, _) => next.len_utf8(),
        };
    }
    None
}

/// The bytes to behind the quotes that end a text.
fn behind(text: &str, quotes: &str) -> usize {
    let escapes = quotes.starts_with('"');
    let mut escaped = false;
    for (at, sign) in text.char_indices() {
        if !escaped && text[at..].starts_with(quotes) {
            return at + quotes.len();
        }
        escaped = escapes && !escaped && sign == '\\';
    }
    text.len()
}

/// The bytes of the line around a byte, without its end.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    start..end.max(start)
}

#[cfg(test)]
mod tests;
