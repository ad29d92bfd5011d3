//! Words: how shapes and values are called when a designer is told that one does not fit the other.
//!
//! Owns phrases and advice, and decides nothing. Start at [`mismatch`].

use super::shape::{AllowedWord, Bound, Field, Shape, Shapes};
use super::tree::{TreeNode, Value};
use crate::error::{Problem, nearest};

/// The most names that are listed in an advice.
const NAMES_MOST: usize = 40;

/// The most keys of a table that are shown as an example.
const KEYS_SHOWN: usize = 3;

/// A value of the wrong kind.
pub(super) fn mismatch(node: &TreeNode, shape: &Shape, element: Option<&Shape>, name: &str) -> Problem {
    let message = format!("`{name}` must be {}, but this is {}", wanted(shape), found(&node.value));
    let problem = Problem::at(Some(node.place.clone()), message);
    let of_list = match (element, &node.value) {
        (_, Value::Table(_) | Value::Array(_)) | (None, _) => None,
        (Some(element), _) => remedy(node, element).filter(|_| matches!(element, Shape::Record(_))),
    };
    // The form of each element, in the brackets of the list.
    let of_list = of_list.map(|help| help.replace("`{", "`[{").replace("}`", "}]`"));
    match of_list.or_else(|| remedy(node, shape)) {
        Some(help) => problem.help(help),
        None => problem,
    }
}

/// The format of texts that are dice with a number added, or a number alone.
pub const DICE_AND_SUMS: &str = "dice-and-sums";

/// The words for what a shape wants.
pub(super) fn wanted(shape: &Shape) -> String {
    match shape {
        Shape::Bool => "`true` or `false`".into(),
        Shape::Integer { .. } => "a whole number".into(),
        Shape::Number { .. } => "a number".into(),
        Shape::Text { format, .. } if format == "dice" => "dice in quotes".into(),
        Shape::Text { format, .. } if format == DICE_AND_SUMS => "dice in quotes, such as \"2d6+1\"".into(),
        Shape::Text { format, .. } if !format.is_empty() => format!("a {format} in quotes"),
        Shape::Text { .. } => "a text in quotes".into(),
        Shape::Options(choices) => match choices.len() {
            0..=4 => alternatives(choices),
            _ => "one of a few words in quotes".into(),
        },
        Shape::Either { words, .. } if !words.is_empty() => format!("{} or a table", alternatives(words)),
        Shape::List { .. } | Shape::Tuple(_) => "a list in brackets".into(),
        Shape::Map { .. } | Shape::Record(_) | Shape::Tagged { .. } | Shape::Either { .. } => "a table".into(),
        Shape::Anything | Shape::Named(_) => "something else".into(),
    }
}

/// A value in the words of a message: truths as they are, all else by kind.
fn found(value: &Value) -> &'static str {
    match value {
        Value::Bool(true) => "`true`",
        Value::Bool(false) => "`false`",
        Value::Integer(_) => "a whole number",
        Value::Float(_) => "a number with a fraction",
        Value::Text(_) => "a text",
        Value::Array(_) => "a list",
        Value::Table(_) => "a table",
        Value::Faulty => "faulty",
    }
}

/// The words to write instead, when they can be guessed.
fn remedy(node: &TreeNode, shape: &Shape) -> Option<String> {
    let raw = node.place.raw();
    let short = raw.len() <= 40 && !raw.contains('\n');
    match (shape, &node.value) {
        (Shape::Integer { .. }, Value::Float(number)) if number.fract() == 0.0 => Some(format!("write `{number:.0}`")),
        (Shape::Integer { .. } | Shape::Number { .. } | Shape::Bool, Value::Text(text)) => bare(shape, text.trim()),
        (Shape::Integer { .. }, Value::Array(elements)) => match &elements[..] {
            [TreeNode { value: Value::Integer(number), .. }] => Some(format!("write `{number}`")),
            _ => None,
        },
        (Shape::Text { format, .. }, Value::Integer(_)) if format == DICE_AND_SUMS => Some(format!("write `\"{raw}\"`")),
        (Shape::Text { format, meaning, .. }, _) if !format.is_empty() => Some(meaning.clone()),
        (Shape::Text { .. }, Value::Integer(_) | Value::Float(_) | Value::Bool(_)) => Some(format!("write `\"{raw}\"`")),
        (Shape::Text { .. }, Value::Array(elements)) => match &elements[..] {
            [TreeNode { value: Value::Text(text), .. }] => Some(format!("write `\"{text}\"`")),
            _ => None,
        },
        (Shape::Options(choices), _) if choices.len() > 4 => Some(allowed(choices.iter().map(|choice| choice.name.as_str()))),
        (Shape::List { .. }, Value::Table(_)) if raw.starts_with('[') => {
            Some(format!("write the header with two brackets: `[{raw}]`"))
        }
        (Shape::List { .. } | Shape::Tuple(_), Value::Text(text)) if apart(text).is_some() => {
            apart(text).map(|[one, other]| format!("write `[\"{one}\", \"{other}\"]`"))
        }
        (Shape::Tuple(parts), _) if short => Some(tuple(raw, parts.len())),
        (Shape::List { least, .. }, _) if short && *least > 1 => Some(tuple(raw, *least)),
        (Shape::List { .. }, _) if short => Some(format!("write `[{raw}]`")),
        (Shape::Map { .. }, Value::Array(_)) if raw.starts_with("[[") => {
            Some(format!("each has a name in its header: `[{}.NAME]`", raw.trim_matches(['[', ']'])))
        }
        (Shape::Record(_) | Shape::Tagged { .. }, Value::Array(_)) if raw.starts_with("[[") => {
            Some(format!("there is only one: write `[{}]`", raw.trim_matches(['[', ']'])))
        }
        (Shape::Record(record), _) if short && !matches!(node.value, Value::Table(_)) => {
            let keys =
                record.iter().filter(|(_, field)| field.required).chain(record.iter().filter(|(_, field)| !field.required));
            let word = |field: &Field| match (&field.shape, &node.value) {
                (Shape::Options(choices), Value::Text(text)) => choices.iter().any(|choice| choice.name == *text),
                _ => false,
            };
            if let Some((key, _)) = record.iter().find(|(_, field)| word(field)) {
                return Some(format!("write `{{ {key} = {raw} }}`"));
            }
            let keys: Vec<String> = keys.take(KEYS_SHOWN).map(|(key, _)| format!("{key} = ...")).collect();
            Some(format!("write for example `{{ {} }}`", keys.join(", ")))
        }
        _ => None,
    }
}

/// The two names of a text that sets one against the other: `left vs right`.
fn apart(text: &str) -> Option<[&str; 2]> {
    let between = [" vs ", " vs. ", " versus ", " against ", " v. ", " v "];
    let (one, other) = between.iter().find_map(|between| text.split_once(between))?;
    Some([one.trim(), other.trim()])
}

/// A list of so many parts, for what stands there alone: `"0.3-0.6"` and `"30-60%"` hold both ends of a range.
fn tuple(raw: &str, parts: usize) -> String {
    let text = raw.trim_matches('"');
    let ends = text.split_once(['-', '\u{2013}']).filter(|_| parts == 2);
    let number = |end: &str| {
        let digits = end.trim().trim_end_matches('%').trim().parse::<f64>().ok()?;
        // Twelve decimals hold whatever a person types, and none of the noise of the division.
        Some(if text.contains('%') { (digits * 1e10).round() / 1e12 } else { digits })
    };
    match ends.and_then(|(low, high)| Some((number(low)?, number(high)?))) {
        Some((low, high)) => format!("write `[{low}, {high}]`"),
        None => format!("write all {parts} in brackets: `[{raw}{}]`", ", ...".repeat(parts.saturating_sub(1))),
    }
}

/// The text of a number or truth value that stands in quotes, without them.
fn bare(shape: &Shape, text: &str) -> Option<String> {
    let fits = match shape {
        Shape::Integer { .. } => match text.strip_prefix('1').unwrap_or(text).strip_prefix('d') {
            Some(faces) if faces.parse::<u8>().is_ok() => return Some(format!("write the number alone: `{faces}`")),
            _ if text
                .split_once('d')
                .is_some_and(|(count, faces)| count.parse::<u8>().is_ok() && faces.parse::<u8>().is_ok()) =>
            {
                return Some("nothing is rolled here: write a number, such as what the dice come to on average".to_owned());
            }
            _ => text.parse::<i64>().is_ok(),
        },
        Shape::Number { .. } => match text.strip_suffix('%').map(|digits| digits.trim().parse::<f64>()) {
            // Twelve decimals hold whatever a person types, and none of the noise of the division.
            Some(Ok(percent)) => return Some(format!("write it as a fraction of one: `{}`", (percent * 1e10).round() / 1e12)),
            _ => text.parse::<f64>().is_ok_and(f64::is_finite),
        },
        _ => text == "true" || text == "false",
    };
    fits.then(|| format!("write it without quotes: `{text}`"))
}

/// The words, joined by `or`.
fn alternatives(choices: &[AllowedWord]) -> String {
    let names: Vec<String> = choices.iter().map(|choice| format!("`\"{}\"`", choice.name)).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, names)) => format!("{} or {last}", names.join(", ")),
        None => "nothing".into(),
    }
}

/// Names in a row.
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The names that may have been meant by one that is not there: the nearest, or else all; nothing when there are none.
pub(super) fn meant<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> Option<String> {
    match nearest(wanted, names.clone()) {
        Some(name) => Some(format!("did you mean `{name}`?")),
        None => Some(listed(names)).filter(|all| !all.is_empty()).map(|all| format!("there are: {all}")),
    }
}

/// A sentence that lists what is allowed.
fn allowed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!("allowed: {}", listed(names))
}

/// Adds the nearest of the allowed names, and all of them when they are neither too many nor only that one; where they are too
/// many, how those of the system are listed.
pub(super) fn with_names<'a>(
    mut problem: Problem,
    wanted: &str,
    names: impl Iterator<Item = &'a str> + Clone,
    system: &str,
) -> Problem {
    let near = nearest(wanted, names.clone());
    if let Some(near) = near {
        problem = problem.help(format!("did you mean `{near}`?"));
    }
    match names.clone().count() {
        0 => problem,
        1 if near.is_some() => problem,
        1..=NAMES_MOST => problem.help(allowed(names)),
        _ if near.is_some() => problem,
        many => problem
            .help(format!("there are {many}: `sparring keys {system}` lists them, `sparring keys {system} WORD` finds them")),
    }
}

/// True if a limit is only that of the type of a number, and nobody's choice.
fn natural(limit: i64) -> bool {
    let most = [i8::MAX.into(), i16::MAX.into(), u16::MAX.into(), i32::MAX.into(), u32::MAX.into(), i64::MAX];
    most.contains(&limit) || limit < 0 && most.contains(&-(limit + 1))
}

/// The limit of numbers to which nobody gave one, on either side.
pub const FAR: i64 = 1_000_000_000;

/// The limits of whole numbers, as far as somebody chose them.
fn integers(least: i64, most: i64) -> String {
    match (natural(least) || least == -FAR, natural(most) || most == FAR) {
        (true, true) => String::new(),
        (true, false) => format!("at most {most}"),
        (false, true) => format!("at least {least}"),
        (false, false) if least == most => format!("{least}"),
        (false, false) => format!("from {least} to {most}"),
    }
}

/// A whole number outside its limits.
pub(super) fn outside(number: i64, least: i64, most: i64) -> String {
    match integers(least, most) {
        range if natural(if number < least { least } else { most }) || range.is_empty() => {
            if number < least {
                format!("at least {least}")
            } else {
                format!("at most {most}")
            }
        }
        range => range,
    }
}

/// Numbers between two limits.
pub(super) fn numbers(least: Option<Bound>, most: Option<Bound>) -> String {
    let low = least.map(|bound| format!("{} {}", if bound.open { "more than" } else { "at least" }, bound.value));
    let high = most.map(|bound| format!("{} {}", if bound.open { "less than" } else { "at most" }, bound.value));
    match (least, most) {
        (Some(low), Some(high)) if !low.open && !high.open => format!("from {} to {}", low.value, high.value),
        _ => [low, high].into_iter().flatten().collect::<Vec<_>>().join(" and "),
    }
}

/// Everything that a value may be, for a list of settings.
pub(super) fn allowed_values(shapes: &Shapes, shape: &Shape) -> String {
    match shapes.resolve(shape) {
        Shape::Integer { least, most } => format!("a whole number {}", integers(*least, *most)).trim_end().to_owned(),
        Shape::Number { least, most } => format!("a number {}", numbers(*least, *most)).trim_end().to_owned(),
        Shape::Text { format, .. } if format == "dice" => "dice".into(),
        Shape::Text { format, .. } if format == DICE_AND_SUMS => "dice such as `2d6+1`, or a number in quotes".into(),
        Shape::Text { format, .. } if !format.is_empty() => format!("a {format}"),
        Shape::Text { .. } => "a text".into(),
        Shape::Options(choices) => alternatives(choices),
        Shape::List { element, .. } => format!("a list, each: {}", allowed_values(shapes, element)),
        Shape::Map { value, .. } => format!("a table, each: {}", allowed_values(shapes, value)),
        Shape::Record(record) => {
            format!("a table with {}", listed(record.keys().map(String::as_str)))
        }
        shape => wanted(shape),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_that_nobody_chose_are_not_told() {
        assert_eq!(outside(-1, 0, i64::from(u16::MAX)), "at least 0");
        assert_eq!(outside(70_000, 0, i64::from(u16::MAX)), "at most 65535");
        assert_eq!(outside(70_000, 0, 9), "from 0 to 9");
        assert_eq!(outside(10, i64::from(i32::MIN), 9), "at most 9");
        assert_eq!(outside(2, 1, 1), "1");
        assert_eq!(integers(i64::from(i32::MIN), i64::from(i32::MAX)), "");
    }

    #[test]
    fn limits_of_numbers_say_whether_they_are_allowed_themselves() {
        let bound = |value: f64, open: bool| Some(Bound { value, open });
        assert_eq!(numbers(bound(0.0, false), bound(1.0, false)), "from 0 to 1");
        assert_eq!(numbers(bound(0.0, true), bound(1.5, false)), "more than 0 and at most 1.5");
        assert_eq!(numbers(None, bound(1.0, true)), "less than 1");
        assert_eq!(numbers(None, None), "");
    }
}
