//! Grids: the variants of a scenario that one or two varied values make.
//!
//! Owns axes, cells and their order. Start at [`Axis::read`].

use crate::stats::{Interval, Level};

use super::curve::{Passage, passages};
use super::reading::Reading;

/// Most values of an axis.
pub const VALUES_MOST: usize = 1000;

/// One value that is varied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// Its path, as `--set` takes it.
    pub path: String,
    /// Its values, as `--set` takes them.
    pub values: Vec<String>,
}

impl Axis {
    /// Reads `path=1..10`, `path=1..10/3` (every third), `path=1,2,4`, and of chances `path=0..50%/5`, which are fractions of one.
    ///
    /// # Errors
    /// A text that is nothing of the kind, with what to write.
    pub fn read(text: &str) -> Result<Self, String> {
        let equals = pieces(text, '=').first().map_or(0, |piece| piece.len());
        let Some((path, values)) = text.split_at_checked(equals).and_then(|(path, rest)| Some((path, rest.strip_prefix('=')?)))
        else {
            return Err("write a path and its values, such as book.defend.ar_bonus=1..10 or rulings.crit=once,off".into());
        };
        let values = match range(values)? {
            Some(values) => values,
            None => pieces(values, ',').into_iter().map(|value| fraction(value.trim())).collect(),
        };
        if path.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err("a name or a value is missing".into());
        }
        if let Some(twice) = values.iter().enumerate().find(|(index, value)| values[..*index].contains(value)) {
            return Err(format!("the value {} is there twice", twice.1));
        }
        Ok(Axis { path: path.trim().to_owned(), values })
    }

    /// The words that set it to one of its values.
    #[must_use]
    pub fn set(&self, value: usize) -> String {
        format!("{}={}", self.path, self.values[value])
    }

    /// Its values as numbers, when all are and they ascend.
    #[must_use]
    pub fn numbers(&self) -> Option<Vec<f64>> {
        let numbers: Option<Vec<f64>> = self.values.iter().map(|value| value.parse().ok()).collect();
        numbers.filter(|numbers| numbers.windows(2).all(|pair| pair[0] < pair[1]))
    }

    /// Places of its values on an axis: the numbers, or 0, 1, 2 ...
    #[must_use]
    pub fn places(&self) -> Vec<f64> {
        self.numbers().unwrap_or_else(|| (0..self.values.len()).map(|value| value as f64).collect())
    }
}

/// The values of `from..to` or `from..to/step`; nothing when it is no range.
pub(super) fn range(text: &str) -> Result<Option<Vec<String>>, String> {
    let Some((from, to)) = text.split_once("..") else {
        let whole = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        return match text.trim().split_once('-') {
            Some((from, to)) if whole(from) && whole(to) => Err(format!("`{text}` is no range: write {from}..{to}")),
            _ => Ok(None),
        };
    };
    let (to, step) = to.split_once('/').unwrap_or((to, "1"));
    let percent = [to, step].iter().any(|text| text.trim().ends_with('%'));
    let number = |text: &str| {
        let text = text.trim().trim_start_matches('=');
        if percent { text.trim_end_matches('%').trim_end().parse::<i64>() } else { text.parse::<i64>() }
    };
    let (Ok(from), Ok(to), Ok(step)) = (number(from), number(to), number(step)) else {
        return Err(format!("`{text}` is no range: write whole numbers, such as 1..10 or 10..50/5"));
    };
    if step < 1 || from > to {
        return Err(format!("`{text}` is empty: the first number is the smaller one, and steps are 1 or more"));
    }
    if to.abs_diff(from) / step.unsigned_abs() >= VALUES_MOST as u64 {
        return Err(format!("`{text}` has more than {VALUES_MOST} values"));
    }
    let steps = (to - from) / step;
    let value = |value: i64| if percent { fraction(&format!("{value}%")) } else { value.to_string() };
    Ok(Some((0..=steps).map(|index| value(from + index * step)).collect()))
}

/// A value as a file has it: what is a percentage is a fraction of one there.
fn fraction(text: &str) -> String {
    match text.strip_suffix('%').and_then(|digits| digits.trim().parse::<f64>().ok()) {
        // Twelve decimals hold whatever a person types, and none of the noise of the division.
        Some(percent) => ((percent * 1e10).round() / 1e12).to_string(),
        None => text.to_owned(),
    }
}

/// The parts of a text between separators that stand outside quotes and brackets.
pub(super) fn pieces(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0_u32, None);
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, letter) if letter == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The state of a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum CellState {
    /// It was played or solved, or had been before.
    Played(Vec<Reading>),
    /// It is no scenario that can be played: why not.
    Refused(String),
    /// There was no time for it.
    Open,
}

/// A variant of the scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct GridCell {
    /// Places of its values on the axes.
    pub at: Vec<usize>,
    /// Digest of the scenario; empty when it is none.
    pub digest: String,
    /// The state.
    pub state: CellState,
}

impl GridCell {
    /// The reading of an outcome.
    #[must_use]
    pub fn reading(&self, key: &str) -> Option<&Reading> {
        match &self.state {
            CellState::Played(readings) => readings.iter().find(|reading| reading.key == key),
            _ => None,
        }
    }
}

/// Places of all cells, the last axis changing fastest.
#[must_use]
pub fn places(axes: &[Axis]) -> Vec<Vec<usize>> {
    let mut places = vec![Vec::new()];
    for axis in axes {
        places =
            places.iter().flat_map(|place| (0..axis.values.len()).map(move |value| [&place[..], &[value]].concat())).collect();
    }
    places
}

/// The height whose crossing is looked for, of this outcome: the one that was asked for, or else one half of shares.
#[must_use]
pub fn height(reading: &Reading, asked: Option<f64>) -> Option<f64> {
    asked.or_else(|| reading.unit.is_none().then_some(0.5))
}

/// The points of an outcome over the only axis, each with the place of its value.
#[must_use]
pub fn points(cells: &[GridCell], key: &str, level: Level) -> Vec<(usize, Interval)> {
    cells.iter().filter_map(|cell| Some((cell.at[0], cell.reading(key)?.interval(level)?))).collect()
}

/// True if an outcome is the rest of one that stands before it among these: in every cell the two shares make the whole.
#[must_use]
pub fn is_rest(cells: &[GridCell], outcomes: &[String], key: &str) -> bool {
    let known: Vec<(&GridCell, &Reading)> = cells.iter().filter_map(|cell| Some((cell, cell.reading(key)?))).collect();
    let rest_of = |first: &String| {
        known.iter().all(|(cell, reading)| cell.reading(first).is_some_and(|other| reading.makes_whole_with(other)))
    };
    !known.is_empty() && outcomes.iter().take_while(|other| *other != key).any(rest_of)
}

/// A whole number between two values of the only axis whose cells are solved and between which one of these outcomes passes its
/// height, with its place on the axis. Nothing when each such passage lies between neighbours.
#[must_use]
pub fn missing(axis: &Axis, cells: &[GridCell], outcomes: &[String], asked: Option<f64>) -> Option<(usize, i64)> {
    axis.numbers()?;
    outcomes.iter().find_map(|key| {
        let height = height(cells.iter().find_map(|cell| cell.reading(key))?, asked)?;
        let (places, solved): (Vec<usize>, Vec<Interval>) = points(cells, key, Level::default()).into_iter().unzip();
        passages(&solved, height).into_iter().find_map(|passage| {
            let Passage::Between(from, to) = passage else { return None };
            // Cells in between that cannot be solved stay there.
            let (from, to) = (places[from], places[to]);
            let [low, high] = [from, to].map(|place| axis.values[place].parse::<i64>().ok());
            let (low, high) = low.zip(high)?;
            (to == from + 1 && high - low > 1).then(|| (to, low + (high - low) / 2))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_fractions_of_one() {
        let values = |text: &str| Axis::read(text).map(|axis| axis.values);
        assert_eq!(values("policy.brave.slips=0..50%/25"), Ok(["0", "0.25", "0.5"].map(str::to_owned).to_vec()));
        assert_eq!(values("policy.brave.slips=0,2.5%,10 %"), Ok(["0", "0.025", "0.1"].map(str::to_owned).to_vec()));
        assert!(values("policy.brave.slips=0..x%").is_err());
    }

    fn solved(at: usize, share: f64) -> GridCell {
        let (key, label, family) = ("x".to_owned(), "x".to_owned(), "x".to_owned());
        let solved = Some(Interval::around(share, 0.0));
        let reading =
            Reading { key, label, family, unit: None, counts: Vec::new(), range: None, totals: None, sharper: None, solved };
        GridCell { at: vec![at], digest: String::new(), state: CellState::Played(vec![reading]) }
    }

    #[test]
    fn the_rest_of_a_share_is_known_in_every_cell() {
        let cell = |counts: [[u64; 2]; 2]| {
            let reading = |(key, [no, yes]): (&str, [u64; 2])| {
                let solved = solved(0, 0.0);
                let reading = solved.reading("x").expect("it is there");
                Reading { key: key.to_owned(), counts: vec![(0, no), (1, yes)], solved: None, ..reading.clone() }
            };
            let readings = ["one", "other"].into_iter().zip(counts).map(reading).collect();
            GridCell { at: vec![0], digest: String::new(), state: CellState::Played(readings) }
        };
        let outcomes = ["one", "other"].map(str::to_owned);
        let (whole, less) = (cell([[4, 6], [6, 4]]), cell([[4, 6], [7, 3]]));
        assert!(is_rest(std::slice::from_ref(&whole), &outcomes, "other"));
        assert!(!is_rest(std::slice::from_ref(&whole), &outcomes, "one"), "the first is nobody's rest");
        assert!(!is_rest(&[whole, less], &outcomes, "other") && !is_rest(&[], &outcomes, "other"));
    }

    #[test]
    fn a_threshold_between_values_is_closed_in_upon_until_they_are_neighbours() {
        let mut axis = Axis::read("book.x=0..100/50").expect("an axis");
        let share = |value: &str| value.parse::<f64>().expect("a number") / 150.0;
        let mut cells: Vec<GridCell> = axis.values.iter().enumerate().map(|(at, value)| solved(at, share(value))).collect();
        let mut tries = 0;
        while let Some((place, value)) = missing(&axis, &cells, &["x".into()], Some(0.4999)) {
            axis.values.insert(place, value.to_string());
            cells[place..].iter_mut().for_each(|cell| cell.at[0] += 1);
            cells.insert(place, solved(place, share(&axis.values[place])));
            tries += 1;
            assert!(tries < 10, "{:?}", axis.values);
        }
        let near: Vec<&str> = axis.values.iter().map(String::as_str).filter(|value| share(value) > 0.49).collect();
        assert_eq!(&near[..2], ["74", "75"], "{:?}", axis.values);
        assert_eq!(missing(&Axis::read("book.x=0.5,1.5").expect("an axis"), &cells[..2], &["x".into()], Some(0.1)), None);
    }

    fn values(text: &str) -> Vec<String> {
        Axis::read(text).unwrap_or_else(|error| panic!("{text}: {error}")).values
    }

    #[test]
    fn values_are_ranges_with_steps_or_lists() {
        assert_eq!(values("book.x=1..4"), ["1", "2", "3", "4"]);
        assert_eq!(values("book.x=1..10/4"), ["1", "5", "9"]);
        assert_eq!(values("book.x=-2..0"), ["-2", "-1", "0"]);
        assert_eq!(values("rulings.crit=once, off"), ["once", "off"]);
        assert_eq!(values("a.\"x=y\".b=[1, 2],[3],\"p,q\""), ["[1, 2]", "[3]", "\"p,q\""]);
        assert_eq!(Axis::read("a.\"x=y\".b=1").expect("an axis").path, "a.\"x=y\".b");
    }

    #[test]
    fn what_is_no_axis_says_what_to_write() {
        for (text, message) in [
            ("book.x", "write a path"),
            ("book.x=", "missing"),
            ("=1,2", "missing"),
            ("book.x=1,,2", "missing"),
            ("book.x=1..y", "no range"),
            ("book.x=12-36", "write 12..36"),
            ("book.x=4..1", "empty"),
            ("book.x=1..4/0", "empty"),
            ("book.x=1..1000000", "more than"),
            ("book.x=-9223372036854775808..9223372036854775807", "more than"),
            ("book.x=2,3,2", "twice"),
        ] {
            let error = Axis::read(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn numbers_have_their_places_and_words_stand_side_by_side() {
        assert_eq!(Axis::read("x=1,2,4").expect("an axis").places(), [1.0, 2.0, 4.0]);
        assert_eq!(Axis::read("x=off,once").expect("an axis").numbers(), None);
        assert_eq!(Axis::read("x=off,once").expect("an axis").places(), [0.0, 1.0]);
        assert_eq!(Axis::read("x=4,2").expect("an axis").numbers(), None);
    }

    #[test]
    fn all_cells_are_there_once() {
        let axes = [Axis::read("x=1,2").expect("an axis"), Axis::read("y=1..3").expect("an axis")];
        assert_eq!(places(&axes), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
    }
}
