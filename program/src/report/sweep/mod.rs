//! The report of a sweep: what an outcome does when one or two values are varied.
//!
//! Owns the sentences, tables and pictures of sweeps; how lines are drawn is in [`ribbon`], how maps are in [`heat`](crate::report::heat). Start at
//! [`SweepReport`].

pub mod ribbon;
#[cfg(test)]
mod tests;

use indexmap::IndexMap;
use serde_json::{Value, json};

use std::cmp::Ordering;

use crate::report::answer::listed;
use crate::report::columns::Rows;
use crate::report::document::{Origin, Picture, Section, Sheet, Study, exactness, interval_json, percent};
use crate::report::figure::{Figure, Kind, decimals, fixed, thousands};
use crate::report::heat::Heat;
use crate::report::listing::Listing;
use crate::report::naming::{self, Tried};
use crate::report::plot::slug;
use frame::analysis::curve::{Crossing, CurvePoint, Passage, crossings, passages, turn};
use frame::analysis::grid::{self, Axis, CellState, GridCell};
use frame::analysis::reading::Reading;
use frame::error::Failure;
use frame::fight::typed;
use frame::stats::apart::{self, ExtremeSet};
use frame::stats::controls::Sharper;
use frame::stats::{Interval, Level};

use ribbon::Ribbons;

/// Lines of one drawing at the most.
const LINES_MOST: usize = 6;
/// Values and variants that a sentence names one by one, at the most.
const NAMED_MOST: usize = 4;

/// The report of a sweep.
#[derive(Clone, PartialEq, Debug)]
pub struct SweepReport {
    /// The origin.
    pub origin: Origin,
    /// One or two values that are varied.
    pub axes: Vec<Axis>,
    /// The number of variants that were asked for; those beyond were solved to find thresholds.
    pub asked: usize,
    /// All variants.
    pub cells: Vec<GridCell>,
    /// Names of the outcomes that were asked for, the most important first.
    pub outcomes: Vec<String>,
    /// The height whose crossing is looked for; without it one half, of shares.
    pub target: Option<f64>,
    /// The number of cells that had been played before.
    pub kept: usize,
}

/// A reading as a figure with its interval.
#[must_use]
pub fn figure(reading: &Reading, level: Level) -> Option<Figure> {
    if let Some(interval) = reading.solved {
        return Some(Figure::exact(interval, Kind::uncounted(reading.unit.is_none())));
    }
    let kind = match &reading.unit {
        None => Kind::Share(Some(reading.count())),
        Some(_) if reading.constant() => Kind::Constant,
        Some(_) => Kind::Mean,
    };
    Some(Figure::of(reading.interval(level)?, reading.n(), kind))
}

impl SweepReport {
    /// The first reading of an outcome: what it is called and measured in.
    fn sample(&self, key: &str) -> Option<&Reading> {
        self.cells.iter().find_map(|cell| cell.reading(key))
    }

    /// The height whose crossing is looked for, of an outcome.
    fn target_of(&self, key: &str) -> Option<f64> {
        self.sample(key).map_or(self.target, |reading| grid::height(reading, self.target))
    }

    /// True if the varied values are numbers in ascending order.
    fn curve(&self) -> bool {
        self.axes.len() == 1 && self.axes[0].numbers().is_some()
    }

    /// The curve of an outcome over the first axis.
    fn points(&self, key: &str) -> Vec<CurvePoint> {
        let places = self.axes[0].places();
        let found = grid::points(&self.cells, key, self.origin.level);
        found.into_iter().map(|(place, interval)| (places[place], interval)).collect()
    }

    /// The sides of the target on which the points of an outcome certainly lie, all of them together; each with its place on the
    /// first axis.
    fn sides(&self, key: &str, target: f64) -> Vec<(usize, Option<Ordering>)> {
        let level = apart::together(self.origin.level, self.cells.len());
        let points = grid::points(&self.cells, key, level);
        points.into_iter().map(|(place, interval)| (place, apart::side(interval, target))).collect()
    }

    /// The places where an outcome that is solved passes its height.
    fn passages(&self, key: &str) -> Vec<Solution> {
        let Some(target) = self.target_of(key).filter(|_| self.origin.exact && self.curve()) else { return Vec::new() };
        let (places, points): (Vec<usize>, Vec<Interval>) =
            grid::points(&self.cells, key, self.origin.level).into_iter().unzip();
        let at = |point: usize| Tried { value: self.axes[0].values[places[point]].clone(), outcome: points[point] };
        let solution = |passage| match passage {
            Passage::At(point) => Solution { last: at(point), first: at(point) },
            Passage::Between(from, to) => Solution { last: at(from), first: at(to) },
        };
        passages(&points, target).into_iter().map(solution).collect()
    }

    /// The thresholds where the curve of an outcome crosses its target; none of one that is solved.
    fn crossings(&self, key: &str) -> Vec<Crossing> {
        match self.target_of(key) {
            Some(target) if self.curve() && !self.origin.exact => {
                let sides: Vec<_> = self.sides(key, target).into_iter().map(|(_, side)| side).collect();
                crossings(&self.points(key), &sides, target)
            }
            _ => Vec::new(),
        }
    }

    /// The number of cells that are played or solved.
    fn played(&self) -> usize {
        self.cells.iter().filter(|cell| matches!(cell.state, CellState::Played(_))).count()
    }

    /// The number of cells that an interruption has left open.
    fn open(&self) -> usize {
        self.cells.iter().filter(|cell| cell.state == CellState::Open).count()
    }

    /// The value of a cell on an axis.
    fn value(&self, cell: &GridCell, axis: usize) -> &str {
        &self.axes[axis].values[cell.at[axis]]
    }

    /// A height in the unit of an outcome.
    fn height(&self, key: &str, height: f64) -> String {
        match self.sample(key).and_then(|reading| reading.unit.as_deref()) {
            None => format!("{} %", (height * 1e4).round() / 1e2),
            Some(unit) => format!("{height} {unit}"),
        }
    }

    /// Outcomes of which the answer speaks: the first two, but of the labels of one category only the first.
    fn told(&self) -> Vec<&String> {
        let category = |key: &str| typed::share_of(key).map(|(category, _)| category);
        let mut told: Vec<&String> = Vec::new();
        for key in &self.outcomes {
            let again = category(key).is_some() && told.iter().any(|other| category(other) == category(key));
            if !again && told.len() < 2 {
                told.push(key);
            }
        }
        told
    }

    /// The place where the outcome crosses its target, in words.
    fn threshold(&self, key: &str) -> Option<String> {
        let target = self.target_of(key).filter(|_| self.curve())?;
        let (number, height) = (naming::of(&self.axes[0].path), self.height(key, target));
        let points = self.points(key);
        let (found, solved) = (self.crossings(key), self.passages(key));
        let range = |high: bool| {
            let values = points.iter().map(|(_, interval)| interval.estimate);
            if high { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
        };
        if points.len() < 2 {
            return None;
        }
        if let Some(words) = self.passed(key, &height, &solved) {
            return Some(words);
        }
        if found.is_empty() {
            let (low, high) = (self.rounded(key, range(false)), self.rounded(key, range(true)));
            let span = if low == high { low } else { format!("{low} to {high}") };
            return Some(format!("{key} {}: {span}", self.beside(key, target, &height)));
        }
        let words: Vec<String> = found.iter().map(place).collect();
        let more = if found.len() > 1 { format!(", {} times", found.len()) } else { String::new() };
        Some(format!("{key} crosses {height}{more} at {number} = {}", words.join("; ")))
    }

    /// The sides of a height on which an outcome lies that does not cross it.
    fn beside(&self, key: &str, target: f64, height: &str) -> String {
        let (sides, done) = (self.sides(key, target), self.done());
        let at = |wanted: Option<Ordering>| -> Vec<usize> {
            sides.iter().filter(|(_, side)| *side == wanted).map(|(place, _)| *place).collect()
        };
        let (below, above, open) = (at(Some(Ordering::Less)), at(Some(Ordering::Greater)), at(None));
        match (below.is_empty(), above.is_empty(), open.is_empty()) {
            (false, true, true) => format!("is below {height} at every value {done}"),
            (true, false, true) => format!("is above {height} at every value {done}"),
            (true, true, _) => format!("is not told apart from {height} at any value {done}"),
            (low, _, _) => {
                let (word, places) = if low { ("above", &above) } else { ("below", &below) };
                let [there, open] = [places, &open].map(|places| self.values(places));
                format!("is {word} {height} at {there} and not told apart from it at {open}")
            }
        }
    }

    /// Values of the first axis by their places: `3 to 7` where they follow each other, or one by one where they are few.
    fn values(&self, places: &[usize]) -> String {
        let value = |place: &usize| self.axes[0].values[*place].clone();
        match places {
            [first, .., last] if last - first + 1 == places.len() && places.len() > 2 && self.curve() => {
                format!("{} to {}", value(first), value(last))
            }
            places if places.len() <= NAMED_MOST => either(&places.iter().map(value).collect::<Vec<_>>()),
            places => format!("{} of the {} values", places.len(), self.axes[0].values.len()),
        }
    }

    /// The passage of an outcome that is solved.
    fn passed(&self, key: &str, height: &str, solved: &[Solution]) -> Option<String> {
        let number = naming::of(&self.axes[0].path);
        let told = |Tried { value, outcome }: &Tried| format!("{value} ({})", self.solved(key, *outcome));
        let word = |one: &Solution| {
            if one.last.value == one.first.value {
                format!("is exactly {height} at {number} = {}", one.first.value)
            } else {
                format!("passes {height} between {number} = {} and {}", told(&one.last), told(&one.first))
            }
        };
        let words: Vec<String> = solved.iter().map(word).collect();
        (!words.is_empty()).then(|| format!("{key} {}", words.join("; ")))
    }

    /// A number that is solved.
    fn solved(&self, key: &str, number: Interval) -> String {
        let unit = self.sample(key).and_then(|reading| reading.unit.as_deref());
        let figure = Figure::exact(number, Kind::uncounted(unit.is_none()));
        match unit {
            Some(unit) => format!("{} {unit}", figure.short()),
            None => figure.short(),
        }
    }

    /// The verb for what was done with variants.
    fn done(&self) -> &'static str {
        if self.origin.exact { "solved" } else { "played" }
    }

    /// The threshold for players: the whole value next to the only one.
    fn needed(&self, key: &str) -> Option<String> {
        let target = self.target_of(key).filter(|_| self.curve())?;
        if let [Solution { last, first }] = &self.passages(key)[..] {
            let open = grid::points(&self.cells, key, self.origin.level).len() < self.cells.len();
            return naming::turns(&self.axes[0].path, last, first, key, target).filter(|_| !open);
        }
        let [found] = self.crossings(key)[..] else { return None };
        if let Some(neighbours) = self.neighbours(key, found.at, target) {
            return naming::lies_between(&self.axes[0].path, key, neighbours, target);
        }
        let whole = self.axes[0].values.iter().all(|value| value.parse::<i64>().is_ok());
        let [at, low, high] = [found.at, found.low, found.high].map(|value| fixed(value, 0));
        let value = match whole {
            true if low == high => format!("about {at}"),
            true => format!("about {at} ({low} to {high})"),
            false => format!("about {}", place(&found)),
        };
        naming::needs(&self.axes[0].path, &value, key, target, target)
    }

    /// The two whole numbers next to a place, each with its outcome, where there is none between them, both were played, and both are
    /// told apart from the target.
    fn neighbours(&self, key: &str, at: f64, target: f64) -> Option<[(&str, f64); 2]> {
        let sides = self.sides(key, target);
        let points = grid::points(&self.cells, key, self.origin.level);
        let value = |place: usize| self.axes[0].values[place].as_str();
        let played = |whole: f64| {
            let (place, interval) =
                points.iter().find(|(place, _)| value(*place).parse::<i64>().is_ok_and(|one| one as f64 == whole))?;
            sides.iter().find(|(at, side)| at == place && side.is_some())?;
            Some((value(*place), interval.estimate))
        };
        (at.fract() != 0.0).then_some([played(at.floor())?, played(at.ceil())?])
    }

    /// An estimate in short.
    fn rounded(&self, key: &str, value: f64) -> String {
        match self.sample(key).and_then(|reading| reading.unit.as_deref()) {
            None => format!("{:.1} %", value * 100.0),
            Some(unit) => format!("{value:.2} {unit}"),
        }
    }

    /// The least and the greatest number of an outcome, and the variants in which it may be that, where any are told apart.
    fn extremes(&self, key: &str) -> Option<Extremes<'_>> {
        let level = self.origin.level;
        let known: Vec<(&GridCell, &Reading)> = self.cells.iter().filter_map(|cell| Some((cell, cell.reading(key)?))).collect();
        let figures: Vec<Figure> = known.iter().filter_map(|(_, reading)| figure(reading, level)).collect();
        let by = |one: &&Figure, other: &&Figure| one.value.total_cmp(&other.value);
        let together = apart::together(level, known.len());
        let intervals: Option<Vec<Interval>> = known.iter().map(|(_, reading)| reading.interval(together)).collect();
        // Of many, the one whose estimate is the most extreme stands in front.
        let cells = |found: ExtremeSet, all: &[Interval], sign: f64| {
            let mut named = found.named;
            if self.axes.len() > 1 && named.len() > NAMED_MOST {
                named.sort_by(|one, other| (sign * all[*one].estimate).total_cmp(&(sign * all[*other].estimate)));
            }
            named.into_iter().map(|place| known[place].0).collect::<Vec<_>>()
        };
        let ends = intervals
            .and_then(|all| Some([cells(apart::smallest(&all)?, &all, 1.0), cells(apart::largest(&all)?, &all, -1.0)]));
        Some(Extremes { least: *figures.iter().min_by(by)?, most: *figures.iter().max_by(by)?, ends })
    }

    /// Variants in words, one or those that are named together; `named` are the values of one, in the order of the axes.
    fn cells_named(&self, cells: &[&GridCell], named: impl Fn(&[String]) -> String) -> String {
        let one = |cell: &&GridCell| {
            let values = (0..self.axes.len()).map(|axis| self.value(cell, axis).to_owned());
            named(&values.collect::<Vec<_>>())
        };
        if self.axes.len() == 1 {
            return named(&[self.values(&cells.iter().map(|cell| cell.at[0]).collect::<Vec<_>>())]);
        }
        match cells.len() {
            // The one in front is the one that came out so.
            many if many > NAMED_MOST => {
                format!("{} (or one of {} others that are not told apart from it)", one(&cells[0]), many - 1)
            }
            _ => either(&cells.iter().map(one).collect::<Vec<_>>()),
        }
    }

    /// The sentence for players where no single value is a threshold: `The knight wins 5 to 92 of 100 fights: fewest with Sir Col's hit
    /// points at 14, most at 30`. Nothing for outcomes that are no victories.
    fn reach(&self, key: &str) -> Option<String> {
        let Extremes { least, most, ends } = self.extremes(key)?;
        let said = |values: &[String]| {
            let each = self.axes.iter().zip(values).map(|(axis, value)| naming::held(&axis.path, value));
            listed(&each.collect::<Vec<_>>())
        };
        let ends = ends.map(|ends| ends.map(|cells| self.cells_named(&cells, said)));
        naming::reaches(key, [least.value, most.value], ends)
    }

    /// The span of an outcome from its least to its greatest, where there is no threshold to tell of.
    fn span(&self, key: &str) -> Option<String> {
        let Extremes { least, most, ends } = self.extremes(key)?;
        let said = |values: &[String]| {
            let each = self.axes.iter().zip(values).map(|(axis, value)| naming::held(&axis.path, value));
            each.collect::<Vec<_>>().join(", ")
        };
        let (least, most) = (least.short(), most.short());
        Some(match ends.map(|ends| ends.map(|cells| self.cells_named(&cells, said))) {
            Some([few, many]) => format!("{key}: from {least} ({few}) to {most} ({many})"),
            None if least == most => format!("{key}: {least} at every value {}", self.done()),
            None => format!("{key}: {least} to {most}; no value is told apart from another"),
        })
    }

    /// The warnings: cells that are missing or refused, outcomes not known, and curves that turn.
    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.open() > 0 {
            warnings.push(format!(
                "Interrupted: {} of {} cells are missing. The same command goes on with them and keeps the others.",
                self.open(),
                self.cells.len()
            ));
        }
        let refused = self.cells.iter().filter(|cell| matches!(cell.state, CellState::Refused(_))).count();
        if refused > 0 {
            warnings.push(format!("{refused} of {} cells cannot be {}; the reasons are below.", self.cells.len(), self.done()));
        }
        let unknown = self.outcomes.iter().filter(|key| self.origin.exact && self.sample(key).is_none());
        let unknown: Vec<&str> = unknown.map(String::as_str).collect();
        if !unknown.is_empty() {
            warnings
                .push(format!("Not known exactly, because it has to be counted: {}. Ask without --exact.", unknown.join(", ")));
        }
        for key in self.outcomes.iter().filter(|_| self.curve()) {
            let known: Vec<(&GridCell, &Reading)> =
                self.cells.iter().filter_map(|cell| Some((cell, cell.reading(key)?))).collect();
            let readings: Vec<&Reading> = known.iter().map(|(_, reading)| *reading).collect();
            let value = |index: usize| self.value(known[index].0, 0);
            if let Some(found) = turn(&readings, self.origin.level) {
                let ((up, top), (down, bottom)) = (found.rise, found.fall);
                warnings.push(format!(
                    "{key} does not follow {} one way: it rises from {} to {} and falls from {} to {}{}.",
                    naming::definite(&self.axes[0].path),
                    value(up),
                    value(top),
                    value(down),
                    value(bottom),
                    if self.origin.exact { "" } else { ", beyond luck" },
                ));
            }
        }
        warnings
    }

    /// Columns of values, then of outcomes; one row per cell.
    fn listing(&self, keys: &[String]) -> Listing {
        let paths = self.axes.iter().map(|axis| axis.path.clone());
        let rows = self.cells.iter().filter(|cell| matches!(cell.state, CellState::Played(_))).map(|cell| {
            let values = (0..self.axes.len()).map(|axis| self.value(cell, axis).to_owned());
            let cells = keys.iter().map(|key| {
                let found = cell.reading(key).and_then(|reading| figure(reading, self.origin.level));
                found.map_or_else(|| "-".to_owned(), |figure| figure.short())
            });
            values.chain(cells).collect()
        });
        Listing::new(paths.chain(keys.iter().cloned()), rows)
    }

    /// The outcomes that were asked for without what the luck of the dice explains, one row per cell and outcome.
    fn sharpened(&self) -> Listing {
        let level = self.origin.level;
        let row = |cell: &GridCell, key: &String| {
            let reading = cell.reading(key)?;
            let Sharper { interval, factor } = reading.sharper?.into();
            let counted = figure(reading, level)?;
            let kind = Kind::uncounted(reading.unit.is_none());
            let sharper = Figure::of(interval, reading.n(), kind);
            let values = (0..self.axes.len()).map(|axis| self.value(cell, axis).to_owned());
            let told = [key.clone(), counted.short(), sharper.short(), format!("{} times as many fights", fixed(factor, 1))];
            Some(values.chain(told).collect::<Vec<String>>())
        };
        let rows = self.cells.iter().flat_map(|cell| self.outcomes.iter().filter_map(move |key| row(cell, key)));
        let heads = ["outcome", "as counted", "without the luck of the dice", "as sure as"].map(str::to_owned);
        Listing::new(self.axes.iter().map(|axis| axis.path.clone()).chain(heads), rows)
    }

    /// Outcomes of all families beside those that were asked for, family by family.
    fn families(&self) -> Vec<(String, Vec<String>)> {
        let mut families: Vec<(String, Vec<String>)> = Vec::new();
        let readings = self.cells.iter().filter_map(|cell| match &cell.state {
            CellState::Played(readings) => Some(readings),
            _ => None,
        });
        // Each outcome once, by its first reading, with whether it happens anywhere.
        let mut found: IndexMap<&str, (&Reading, bool)> = IndexMap::new();
        for reading in readings.flatten() {
            let (_, happens) = found.entry(&reading.key).or_insert((reading, false));
            *happens = *happens || reading.happens();
        }
        for (reading, happens) in found.into_values() {
            // An outcome that never happens anywhere is no line.
            if !happens || self.outcomes.contains(&reading.key) {
                continue;
            }
            // Shares and means cannot share an axis.
            let name = match &reading.unit {
                Some(unit) if reading.totals.is_some() => format!("{}, {unit}", reading.family),
                Some(unit) => format!("{}, mean {unit}", reading.family),
                None => reading.family.clone(),
            };
            match families.iter_mut().find(|(family, _)| *family == name) {
                Some((_, keys)) => keys.push(reading.key.clone()),
                None => families.push((name, vec![reading.key.clone()])),
            }
        }
        families
    }

    /// The sections: thresholds, the outcomes asked for, the other ones by family, and cells that are refused.
    fn sections(&self) -> Vec<Section> {
        let mut sections = Vec::new();
        let thresholds = self.outcomes.iter().flat_map(|key| {
            self.crossings(key).into_iter().map(move |found| {
                let height = self.target_of(key).map_or_else(String::new, |target| self.height(key, target));
                let (from, to) = found.between;
                vec![key.clone(), height, format!("{from} and {to}"), place(&found)]
            })
        });
        let solved = self.outcomes.iter().flat_map(|key| {
            let height = self.target_of(key).map_or_else(String::new, |target| self.height(key, target));
            let row = move |Solution { last, first }: Solution| {
                let told = |share: Interval| self.solved(key, share);
                vec![key.clone(), height.clone(), last.value, told(last.outcome), first.value, told(first.outcome)]
            };
            self.passages(key).into_iter().map(row).collect::<Vec<_>>()
        });
        let note =
            "Between two values that are neighbours there is none: the outcome passes the height from the one to the other.";
        let listing = Listing::new(["outcome", "passes", "between", "there", "and", "there"], solved);
        sections.push(Section::of("Thresholds, exactly", note, listing, true));
        let note = "Between the values played everything is taken to lie on straight lines; the range is where the interval of the \
                    outcome holds the target.";
        let listing = Listing::new(["outcome", "crosses", "between", "at"], thresholds);
        sections.push(Section::of("Thresholds", note, listing, true));
        if self.axes.len() == 2 {
            for key in &self.outcomes {
                let note = format!("Columns: {}.", self.axes[1].path);
                sections.push(Section::of(
                    key.clone(),
                    note,
                    self.matrix(key),
                    !grid::is_rest(&self.cells, &self.outcomes, key),
                ));
            }
        } else {
            sections.push(Section::new("What was asked for", self.listing(&self.outcomes)));
        }
        let note = "What the luck of the dice explains is taken out; the fights and their counts are the same.";
        sections.push(Section::of("Sharpened", note, self.sharpened(), true));
        for (family, keys) in self.families() {
            sections.push(Section::of(family, "", self.listing(&keys), false));
        }
        let refused = self.cells.iter().filter_map(|cell| match &cell.state {
            CellState::Refused(why) => {
                let values = (0..self.axes.len()).map(|axis| self.value(cell, axis).to_owned());
                Some(values.chain([why.clone()]).collect())
            }
            _ => None,
        });
        let columns = self.axes.iter().map(|axis| axis.path.clone()).chain(["why".to_owned()]);
        sections.push(Section::new(format!("Cells that cannot be {}", self.done()), Listing::new(columns, refused)));
        sections
    }

    /// The cell at a row and a column of two axes.
    fn cell(&self, row: usize, column: usize) -> Option<&GridCell> {
        self.cells.iter().find(|cell| cell.at == [row, column])
    }

    /// An outcome over two axes.
    fn matrix(&self, key: &str) -> Listing {
        let [rows, columns] = [&self.axes[0], &self.axes[1]];
        let heads = columns.values.iter().map(|value| naming::held(&columns.path, value));
        let lines = rows.values.iter().enumerate().map(|(row, value)| {
            let cells = (0..columns.values.len()).map(|column| {
                let found = self.cell(row, column).and_then(|cell| figure(cell.reading(key)?, self.origin.level));
                found.map_or_else(|| "-".to_owned(), |figure| figure.short())
            });
            std::iter::once(value.clone()).chain(cells).collect()
        });
        Listing::new(std::iter::once(rows.path.clone()).chain(heads), lines)
    }

    /// The drawing of outcomes over one axis; with `target` the height and the thresholds of the first one.
    fn ribbons(&self, title: &str, keys: &[String], target: bool) -> Result<Picture, Failure> {
        let level = self.origin.level;
        let axis = &self.axes[0];
        let line = |key: &String| {
            let of = |cell: &GridCell| cell.reading(key).and_then(|reading| reading.interval(level));
            (key.clone(), self.cells.iter().map(of).collect())
        };
        let first = keys.first().map_or("", String::as_str);
        let stretches = |key: &String| self.crossings(key).into_iter().map(|found| (found.low, found.high)).collect();
        let drawing = Ribbons {
            axis: naming::of(&axis.path),
            ticks: axis.places().into_iter().zip(axis.values.clone()).collect(),
            joined: axis.numbers().is_some(),
            lines: keys.iter().take(LINES_MOST).map(line).collect(),
            unit: self.sample(first).and_then(|reading| reading.unit.clone()),
            targets: Some(first).filter(|_| target).and_then(|key| self.target_of(key)).into_iter().collect(),
            stretches: keys.first().filter(|_| target).map(stretches).unwrap_or_default(),
            close: false,
        };
        let mut notes = Vec::new();
        if keys.len() > LINES_MOST {
            notes.push(format!("The first {LINES_MOST} of {} are drawn; the tables have all.", keys.len()));
        }
        if !drawing.stretches.is_empty() {
            notes.push(format!("Shaded: where {first} may cross the dashed line."));
        }
        let slug = format!("over-{}", slug(title));
        Ok(Picture::twice(slug, title.to_owned(), notes.join(" "), drawing.draw_both()?))
    }

    /// The map of an outcome over two axes.
    fn heat(&self, key: &str) -> Result<Picture, Failure> {
        let [rows, columns] = [&self.axes[0], &self.axes[1]];
        let cell = |row: usize, column: usize| {
            let figure = figure(self.cell(row, column)?.reading(key)?, self.origin.level)?;
            let words = figure.words();
            Some((Interval { estimate: figure.value, low: figure.low, high: figure.high }, words.number, words.error))
        };
        let line = |row| (0..columns.values.len()).map(|column| cell(row, column)).collect();
        let target = self.target_of(key);
        let drawing = Heat {
            axes: [naming::of(&rows.path), naming::of(&columns.path)],
            rows: rows.values.clone(),
            columns: columns.values.clone(),
            cells: (0..rows.values.len()).map(line).collect(),
            target,
            reach: None,
        };
        let note = target.map_or_else(String::new, |target| format!("Without colour: {}.", self.height(key, target)));
        Ok(Picture::twice(format!("map-{}", slug(key)), key.to_owned(), note, drawing.draw_both()?))
    }

    /// The pictures: a map for each outcome over two axes, or the curves over one.
    fn pictures(&self) -> Result<Vec<Picture>, Failure> {
        let drawn = self.outcomes.iter().filter(|key| !grid::is_rest(&self.cells, &self.outcomes, key));
        if self.axes.len() == 2 {
            return drawn.map(|key| self.heat(key)).collect();
        }
        let (mut shares, mut means) = (Vec::new(), Vec::new());
        for key in drawn {
            let mean = self.sample(key).is_some_and(|reading| reading.unit.is_some());
            if mean { means.push(key.clone()) } else { shares.push(key.clone()) }
        }
        let mut pictures = Vec::new();
        if !shares.is_empty() {
            pictures.push(self.ribbons("Share of fights", &shares, true)?);
        }
        for key in means {
            pictures.push(self.ribbons(&key, std::slice::from_ref(&key), true)?);
        }
        for (family, keys) in self.families() {
            pictures.push(self.ribbons(&family, &keys, false)?);
        }
        Ok(pictures)
    }
}

/// The range of an outcome over all variants.
struct Extremes<'a> {
    /// Its least number.
    least: Figure,
    /// Its greatest number.
    most: Figure,
    /// The variants in which it may be least, and greatest; nothing where none is told apart from another.
    ends: Option<[Vec<&'a GridCell>; 2]>,
}

/// Names of which one is meant, or all that are not told apart: `axe, longsword or mace`.
pub(super) fn either(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// Two values between which an outcome that is solved passes its height, with its numbers there; one value twice where it is at
/// the height.
#[derive(Clone, PartialEq, Debug)]
struct Solution {
    last: Tried,
    first: Tried,
}

/// A crossing in words: `4.3 (4.1 to 4.6)`.
fn place(found: &Crossing) -> String {
    let Crossing { at, low, high, .. } = *found;
    let digits = decimals((high - low) / 2.0).min(3);
    let [at, low, high] = [at, low, high].map(|value| fixed(value, digits));
    format!("{at} ({low} to {high})")
}

impl Study for SweepReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let answer = |key: &String| self.threshold(key).or_else(|| self.span(key));
        let needed = self.outcomes.first().and_then(|key| self.needed(key).or_else(|| self.reach(key)));
        let played = self.played();
        let kept = if self.kept > 0 { format!(", {} of them kept from before", self.kept) } else { String::new() };
        let numbers: Vec<String> = self.axes.iter().map(|axis| naming::of(&axis.path)).collect();
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: self.open() == 0,
            kind: "sweep",
            about: numbers.join(" and "),
            answers: needed.into_iter().chain(self.told().into_iter().filter_map(answer)).collect(),
            source: if self.origin.exact {
                let more = match self.cells.len() - self.asked {
                    0 => String::new(),
                    more => format!(", {more} of them to find thresholds"),
                };
                format!("{played} of {} cells solved{more}{kept}", self.cells.len())
            } else {
                let (fights, seed) = (thousands(self.origin.fights), self.origin.seed);
                format!("{played} of {} cells{kept}, n = {fights} each, seed {seed}", self.cells.len())
            },
            meaning: if self.origin.exact {
                exactness(self.outcomes.iter().flat_map(|key| self.cells.iter().filter_map(|cell| cell.reading(key)?.solved)))
            } else {
                let level = percent(self.origin.level);
                format!("Intervals: {level} each; all cells are the same fights with the same luck.")
            },
            warnings: self.warnings(),
            pictures: self.pictures()?,
            sections: self.sections(),
        })
    }

    fn known(&self) -> Value {
        let level = self.origin.level;
        let axes: Vec<_> = self.axes.iter().map(|axis| json!({ "path": axis.path, "values": axis.values })).collect();
        let thresholds = self.outcomes.iter().flat_map(|key| {
            self.crossings(key).into_iter().map(move |found| {
                json!({
                    "outcome": key, "target": self.target_of(key), "between": [found.between.0, found.between.1],
                    "at": found.at, "low": found.low, "high": found.high,
                })
            })
        });
        let end = |Tried { value, outcome }| json!({ "value": value, "figure": interval_json(Some(outcome)) });
        let solved = self.outcomes.iter().flat_map(|key| {
            let one = move |Solution { last, first }| {
                json!({ "outcome": key, "target": self.target_of(key), "last": end(last), "first": end(first) })
            };
            self.passages(key).into_iter().map(one)
        });
        let cells = self.cells.iter().map(|cell| {
            let sets: Vec<String> = self.axes.iter().zip(&cell.at).map(|(axis, value)| axis.set(*value)).collect();
            let (state, why, readings) = match &cell.state {
                CellState::Played(readings) => (self.done(), None, readings.as_slice()),
                CellState::Refused(why) => ("refused", Some(why), &[][..]),
                CellState::Open => ("open", None, &[][..]),
            };
            let outcomes = readings.iter().map(|reading| {
                let mut outcome = json!({
                    "outcome": reading.key, "label": reading.label, "unit": reading.unit, "n": reading.n(),
                    "figure": interval_json(reading.interval(level)),
                });
                if let (Some(sharper), Some(outcome)) = (reading.sharper.map(Sharper::from), outcome.as_object_mut()) {
                    outcome.insert("sharpened".into(), interval_json(Some(sharper.interval)));
                    outcome.insert("as_sure_as_times".into(), json!(sharper.factor));
                }
                outcome
            });
            let outcomes: Vec<_> = outcomes.collect();
            json!({ "sets": sets, "digest": cell.digest, "state": state, "why": why, "outcomes": outcomes })
        });
        let known = json!({
            "axes": axes, "outcomes": self.outcomes, "warnings": self.warnings(),
            "thresholds": thresholds.chain(solved).collect::<Vec<_>>(), "cells": cells.collect::<Vec<_>>(),
        });
        self.origin.json("sweep", known)
    }

    fn figures(&self) -> String {
        let rows = self.cells.iter().flat_map(|cell| {
            let (state, readings): (&str, Vec<Option<&Reading>>) = match &cell.state {
                CellState::Played(readings) => (self.done(), readings.iter().map(Some).collect()),
                CellState::Refused(_) => ("refused", vec![None]),
                CellState::Open => ("open", vec![None]),
            };
            readings.into_iter().map(move |reading| (cell, state, reading))
        });
        let unit = |reading: &Reading| reading.unit.clone().unwrap_or_else(|| "share".into());
        let axes = self.axes.iter().enumerate();
        let rows = axes.fold(Rows::of(rows), |rows, (axis, of)| {
            rows.column(of.path.as_str(), |(cell, ..)| self.value(cell, axis).to_owned())
        });
        let rows = rows
            .column("outcome", |(.., reading)| reading.map_or_else(String::new, |reading| reading.key.clone()))
            .column("unit", |(.., reading)| reading.map_or_else(String::new, unit))
            .column("n", |(.., reading)| reading.map(Reading::n))
            .interval(["value", "low", "high"], |(.., reading)| reading.and_then(|one| one.interval(self.origin.level)))
            .column("state", |(_, state, _)| *state)
            .column("digest", |(cell, ..)| cell.digest.clone());
        rows.csv()
    }
}
