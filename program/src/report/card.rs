//! Cards: an answer as one small picture for a forum or a chat.
//!
//! Owns what stands on the picture and where: title, sentence, who wins as a bar, how long it takes. Computes no number of its own.
//! Start at [`card`].

use askama::Template;

use crate::report::answer::verdict;
use crate::report::chart::hex;
use crate::report::figure::thousands;
use crate::report::html::{Segment, endings, parts_of_day};
use crate::report::plot::{Shape, rounds_by_winner};
use crate::report::reading::Reading;
use frame::error::Failure;

/// Width of the picture.
const WIDTH: f64 = 800.0;
/// Room at its edges.
const EDGE: f64 = 32.0;
/// Letters of the title and of the sentence that fit on a line.
const LETTERS: [usize; 2] = [46, 66];
/// Lines of the sentence at the most.
const LINES_MOST: usize = 5;
/// Height of the bars of how long it takes.
const BARS: f64 = 90.0;

#[derive(Template)]
#[template(path = "card.svg", escape = "html")]
struct Card {
    width: f64,
    height: f64,
    edge: f64,
    title: Vec<(f64, String)>,
    sentence: Vec<(f64, String)>,
    /// Top of the bar, and its parts: left, width, colour.
    top: f64,
    parts: Vec<(f64, f64, String)>,
    /// Left, top, colour and words of each entry of the legend.
    key: Vec<(f64, f64, String, String)>,
    /// The bars below: left, top, width, height, colour.
    bars: Vec<(f64, f64, f64, f64, String)>,
    /// The names of some of the bars: middle and name.
    names: Vec<(f64, String)>,
    /// Baseline of the bars, and what they are.
    base: f64,
    axis: String,
    source: String,
}

/// The outcome of a run as a picture in a file of its own.
///
/// # Errors
/// A bug in the program.
pub fn card(reading: &Reading) -> Result<String, Failure> {
    let facts = reading.facts;
    let (segments, _) = endings(reading, None);
    let mut y = EDGE + 22.0;
    let title = lines(&facts.title, LETTERS[0], 2, &mut y, 34.0);
    y += 4.0;
    let sentence = lines(&verdict(reading), LETTERS[1], LINES_MOST, &mut y, 28.0);
    let top = y - 8.0;
    let (parts, key, below) = bar(&segments, top);
    let (columns, axis) = columns(reading);
    let (bars, names) = drawn(&columns, below + 14.0);
    let base = below + 14.0 + if bars.is_empty() { 0.0 } else { BARS };
    let fights = match reading.played_on() {
        Some(_) => format!("exact, then n = {}", thousands(reading.fights())),
        None if reading.exact() => "exact".to_owned(),
        None => format!("n = {}", thousands(reading.fights())),
    };
    let height = base + if bars.is_empty() { 40.0 } else { 74.0 };
    let source = format!("{}, {fights} \u{b7} sparring {}", facts.system, facts.tool);
    let card = Card { width: WIDTH, height, edge: EDGE, title, sentence, top, parts, key, bars, names, base, axis, source };
    card.render().map_err(|error| Failure::Bug(format!("the card could not be made: {error}")))
}

/// A text in lines of so many letters, each with its place; what has no room ends in dots.
fn lines(text: &str, letters: usize, most: usize, y: &mut f64, step: f64) -> Vec<(f64, String)> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push_str(" ...");
        }
    }
    let place = |line: String| {
        *y += step;
        (*y - step, line)
    };
    lines.into_iter().map(place).collect()
}

/// Left, width and colour of a part of the bar; left, top, colour and words of an entry of its legend.
type Bar = (Vec<(f64, f64, String)>, Vec<(f64, f64, String, String)>, f64);

/// The endings of fights as one bar with its legend, and the height at which the room below begins.
fn bar(segments: &[Segment], top: f64) -> Bar {
    let (mut parts, mut key) = (Vec::new(), Vec::new());
    let (mut from, mut x, mut y) = (EDGE, EDGE, top + 68.0);
    for segment in segments {
        let width = (WIDTH - 2.0 * EDGE) * segment.percent / 100.0;
        parts.push((from, width, hex(segment.colour)));
        from += width;
        let words = format!("{} {}", segment.name, segment.words.number);
        let room = 42.0 + words.chars().count() as f64 * 11.0;
        if x > EDGE && x + room > WIDTH - EDGE {
            (x, y) = (EDGE, y + 28.0);
        }
        key.push((x, y, hex(segment.colour), words));
        x += room;
    }
    let below = if segments.is_empty() { top } else { y + 8.0 };
    (parts, key, below)
}

/// A column: its name, and its parts from below, each a share with the side whose colour it has.
type Column = (String, Vec<(f64, Option<usize>)>);

/// The lengths of fights by who wins, or the number of days that come how far; and what the columns are.
fn columns(reading: &Reading) -> (Vec<Column>, String) {
    if let Some(plot) = rounds_by_winner(reading, None)
        && let Some(Shape::Stacked { parts, bars, .. }) = plot.panels.first().map(|panel| &panel.shape)
    {
        let sides = || parts.iter().map(|part| part.side);
        let columns = bars.iter().map(|(name, shares)| (name.clone(), shares.iter().copied().zip(sides()).collect()));
        return (columns.collect(), "rounds".to_owned());
    }
    let parts = parts_of_day(reading.catalogue);
    let column = |part: &String| {
        let key = format!("{}.fought", part.to_lowercase().replace(' ', ""));
        let share = reading.share(reading.catalogue.index(&key)?, |fought| fought == 1)?;
        Some((part.rsplit(' ').next().unwrap_or_default().to_owned(), vec![(share.value, Some(0))]))
    };
    (parts.iter().filter_map(column).collect(), "how many days come to which fight".to_owned())
}

/// A part of a column as it is drawn: left, top, width, height, colour.
type Drawn = (f64, f64, f64, f64, String);

/// Columns in their places below `top`, and those of their names that have room.
fn drawn(columns: &[Column], top: f64) -> (Vec<Drawn>, Vec<(f64, String)>) {
    let most = columns.iter().map(|(_, parts)| parts.iter().map(|(share, _)| share).sum::<f64>()).fold(0.0, f64::max);
    if most <= 0.0 {
        return (Vec::new(), Vec::new());
    }
    let step = ((WIDTH - 2.0 * EDGE) / columns.len() as f64).min(60.0);
    let (mut bars, mut names, mut free) = (Vec::new(), Vec::new(), 0.0);
    for (index, (name, parts)) in columns.iter().enumerate() {
        let left = EDGE + step * index as f64;
        let mut base = top + BARS;
        for (share, side) in parts {
            let height = share / most * BARS;
            base -= height;
            bars.push((left, base, step * 0.86, height, hex(*side)));
        }
        let (middle, half) = (left + step * 0.43, name.chars().count() as f64 * 5.0);
        if middle - half >= free && middle + half <= WIDTH {
            names.push((middle, name.clone()));
            free = middle + half + 8.0;
        }
    }
    (bars, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_into_lines_and_end_in_dots() {
        let mut y = 0.0;
        let found = lines("one two three four five six", 9, 2, &mut y, 10.0);
        assert_eq!(found, [(0.0, "one two".to_owned()), (10.0, "three ...".to_owned())]);
        assert_eq!(y, 20.0);
    }

    #[test]
    fn columns_fill_the_room_and_keep_their_shares() {
        let columns = vec![("1".to_owned(), vec![(0.2, Some(0)), (0.2, Some(1))]), ("2".to_owned(), vec![(0.1, Some(0))])];
        let (bars, names) = drawn(&columns, 100.0);
        // The tallest column reaches from the bottom to the top, the other one a quarter of it.
        assert_eq!(bars.iter().map(|bar| (bar.1, bar.3)).collect::<Vec<_>>(), [(145.0, 45.0), (100.0, 45.0), (167.5, 22.5)]);
        assert_eq!(names.len(), 2);
    }
}
