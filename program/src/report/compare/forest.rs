//! Forest plots: every difference as a point with its paired interval, beside the margin within which it counts as none.
//!
//! Owns which outcomes share an axis (those of one unit) and how the rows are drawn. The word of a finding has a colour and a mark of
//! its own, so that colour is not all that tells them apart. Start at [`forests`].

use plotters::prelude::{Circle, Color, IntoDrawingArea, PathElement, RGBColor, Rectangle, SVGBackend, ShapeStyle};
use plotters::style::text_anchor::HPos;

use crate::report::chart::{
    Across, Area, Drawn, INK, PALETTE, Whisker, across, anchored, in_ink, interval, name_room, room, shortened,
};
use crate::report::compare::words::{self, difference, line, unit};
use crate::report::compare::{ComparisonReport, Found};
use crate::report::document::Picture;
use crate::report::plot::slug;
use crate::report::tracks::{Band, Mark, Track, Tracks};
use frame::analysis::compare::OutcomeVerdict;
use frame::analysis::outcome::OutcomeMeasure;
use frame::error::Failure;
use frame::stats::{Interval, Level};

/// Rows of one drawing at the most.
const ROWS_MOST: usize = 30;
/// Height of a row.
const ROW: u32 = 26;
/// Width of a drawing.
const WIDTH: u32 = 960;
/// Name of the drawing of rates.
const RATES: &str = "differences-rates";
/// A share of one in percentage points.
const POINTS: f64 = 100.0;
/// Room at the top for the legend.
const LEGEND: u32 = 30;

/// A row of a forest, in the unit of the axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Name on the left.
    pub name: String,
    /// The verdict; none where nothing is compared.
    pub word: Option<OutcomeVerdict>,
    /// The difference.
    pub value: f64,
    /// Lower limit.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
    /// Within which it counts as none.
    pub margin: f64,
    /// The numbers on the right.
    pub numbers: String,
}

impl Row {
    /// A difference of two shares in percentage points, told apart from nothing or not.
    #[must_use]
    pub fn of_points(name: String, moved: Interval, margin: f64) -> Self {
        let word = if moved.low > 0.0 || moved.high < 0.0 { OutcomeVerdict::Changed } else { OutcomeVerdict::Undecided };
        Row {
            name,
            word: Some(word),
            value: moved.estimate * POINTS,
            low: moved.low * POINTS,
            high: moved.high * POINTS,
            margin: margin * POINTS,
            numbers: line(&words::moved(moved, POINTS, "points")),
        }
    }

    /// The class of its interval in the style sheet.
    fn class(&self) -> &'static str {
        self.word.map_or("plain", OutcomeVerdict::text)
    }
}

/// Differences that share an axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Forest {
    /// Name for files and links.
    pub slug: String,
    /// Heading.
    pub title: String,
    /// The parts that are left out; may be empty.
    pub note: String,
    /// Name of the axis.
    axis: String,
    rows: Vec<Row>,
}

/// One forest per unit, shares first; of each the rows that matter most. What is identical has nothing to draw.
#[must_use]
pub fn forests(report: &ComparisonReport) -> Vec<Forest> {
    of_findings(&report.found(), report.rule.level_of_intervals())
}

/// One forest per unit of these findings, as [`forests`] has them.
#[must_use]
pub fn of_findings(found: &[Found<'_>], level: Level) -> Vec<Forest> {
    let mut forests: Vec<Forest> = Vec::new();
    for found in found.iter().filter(|found| found.finding.word != OutcomeVerdict::Identical) {
        let finding = found.finding;
        let Some(moved) = finding.evidence.difference(level) else { continue };
        let (scale, _) = unit(finding.outcome.measure);
        let (kind, unit, name) = match finding.outcome.measure {
            OutcomeMeasure::Share => ("Rates", "percentage points", RATES.to_owned()),
            OutcomeMeasure::Mean(unit) => ("Means", unit, format!("differences-{}", slug(unit))),
            OutcomeMeasure::Ratio(unit) => ("Ratios", unit, format!("differences-of-ratios-{}", slug(unit))),
        };
        let (title, axis) = (format!("{kind}: {unit} of difference"), format!("{unit}, after minus before"));
        let place = forests.iter().position(|forest| forest.title == title).unwrap_or_else(|| {
            forests.push(Forest { slug: name, title, note: String::new(), axis, rows: Vec::new() });
            forests.len() - 1
        });
        forests[place].rows.push(Row {
            name: found.name(),
            word: Some(finding.word),
            value: moved.estimate * scale,
            low: moved.low * scale,
            high: moved.high * scale,
            margin: finding.margin * scale,
            numbers: line(&difference(finding, level)),
        });
    }
    forests.iter_mut().for_each(Forest::shorten);
    forests.sort_by_key(|forest| forest.slug != RATES);
    forests
}

/// The colour of a word.
fn shade(word: OutcomeVerdict) -> RGBColor {
    match word {
        OutcomeVerdict::Changed => PALETTE[1],
        OutcomeVerdict::Moved => PALETTE[4],
        OutcomeVerdict::Undecided => PALETTE[3],
        OutcomeVerdict::Unchanged | OutcomeVerdict::Identical => PALETTE[0],
    }
}

impl Forest {
    /// A drawing of these rows, or of as many as it has room for.
    #[must_use]
    pub fn new(slug: String, title: String, axis: String, rows: impl IntoIterator<Item = Row>) -> Self {
        let mut forest = Forest { slug, title, note: String::new(), axis, rows: rows.into_iter().collect() };
        forest.shorten();
        forest
    }

    /// Keeps the first rows of a long forest, and says so in the note.
    fn shorten(&mut self) {
        let all = self.rows.len();
        if all > ROWS_MOST {
            self.note = format!("The first {ROWS_MOST} of {all} are drawn; the tables have all.");
            self.rows.truncate(ROWS_MOST);
        }
    }

    /// The drawing, in the colour of the page around it.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn draw(&self) -> Result<String, Failure> {
        in_ink(|svg| self.drawn(svg))
    }

    /// The drawing and the rows, as a part of a report.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn picture(self) -> Result<Picture, Failure> {
        let (svg, page) = (self.draw()?, self.tracks().html()?);
        Ok(Picture { slug: self.slug, title: self.title, note: self.note, svg, page })
    }

    /// The rows for a page: as wide as their place, and read on a phone too.
    #[must_use]
    pub fn tracks(&self) -> Tracks {
        let (low, high) = self.reach();
        let row = |row: &Row| Track {
            name: row.name.clone(),
            note: String::new(),
            bands: vec![
                Band { low: -row.margin, high: row.margin, class: "margin" },
                Band { low: row.low, high: row.high, class: row.class() },
            ],
            marks: row.word.iter().map(|word| Mark { at: row.value, class: word.text() }).collect(),
            number: row.word.map_or("", OutcomeVerdict::text).to_owned(),
            error: row.numbers.clone(),
        };
        Tracks::new(self.axis.clone(), low, high, self.rows.iter().map(row))
    }

    /// From where to where the axis reaches: every interval is on it, and the margins as far as they do not dwarf these.
    fn reach(&self) -> (f64, f64) {
        let low = self.rows.iter().map(|row| row.low).fold(0.0, f64::min);
        let high = self.rows.iter().map(|row| row.high).fold(0.0, f64::max);
        let widest = (high - low).max(f64::MIN_POSITIVE);
        let margin = self.rows.iter().map(|row| row.margin).fold(0.0, f64::max).min(widest);
        let (low, high) = (low.min(-margin), high.max(margin));
        let edge = (high - low) * 0.04;
        (low - edge, high + edge)
    }

    /// Draws the rows with their margins and intervals, names on the left and numbers on the right.
    fn drawn(&self, svg: &mut String) -> Drawn {
        // Names may take up to two fifths of the width: here they say in which scenario, too.
        let (left, letters) = name_room(self.rows.iter().map(|row| row.name.as_str()), WIDTH * 6 / 5);
        let numbers = room(self.rows.iter().map(|row| row.numbers.as_str()));
        let height = self.rows.len() as u32 * ROW + LEGEND + 56;
        let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
        legend(&root, left)?;
        let (low, high) = self.reach();
        let count = self.rows.len() as f64;
        let mut chart = across(&root, Across { left, right: numbers, top: LEGEND, low, high, rows: self.rows.len() })?;
        for (index, row) in self.rows.iter().enumerate() {
            let y = count - index as f64 - 0.5;
            let band = [(row.margin.min(high), y + 0.42), ((-row.margin).max(low), y - 0.42)];
            chart.draw_series([Rectangle::new(band, INK.mix(0.12).filled())])?;
        }
        let zero = ShapeStyle { color: INK.mix(0.7), filled: false, stroke_width: 1 };
        chart.draw_series([PathElement::new(vec![(0.0, 0.0), (0.0, count)], zero)])?;
        for (index, row) in self.rows.iter().enumerate() {
            let y = count - index as f64 - 0.5;
            let whisker = Whisker { low: row.low, high: row.high, at: y, cap: 0.16, across: true };
            interval(&mut chart, whisker, row.word.map_or(INK, shade))?;
            let at = chart.backend_coord(&(row.value, y));
            if let Some(word) = row.word {
                mark(&root, word, at.0, at.1)?;
            }
            root.draw_text(&shortened(&row.name, letters), &anchored(HPos::Right), (left as i32 - 8, at.1))?;
            root.draw_text(&row.numbers, &anchored(HPos::Left), ((WIDTH - numbers) as i32 + 14, at.1))?;
        }
        let middle = (left + WIDTH - numbers) as i32 / 2;
        root.draw_text(&self.axis, &anchored(HPos::Center), (middle, height as i32 - 12))?;
        root.present()?;
        Ok(())
    }
}

/// Draws the legend: a mark for each word, and the band of a margin.
fn legend(root: &Area<'_>, left: u32) -> Drawn {
    let mut x = left as i32 + 6;
    let names = [
        (OutcomeVerdict::Changed, "changed"),
        (OutcomeVerdict::Moved, "moved"),
        (OutcomeVerdict::Undecided, "undecided"),
        (OutcomeVerdict::Unchanged, "unchanged"),
    ];
    for (word, name) in names {
        mark(root, word, x, 14)?;
        root.draw_text(name, &anchored(HPos::Left), (x + 12, 14))?;
        x += 110;
    }
    root.draw(&Rectangle::new([(x - 6, 6), (x + 12, 22)], INK.mix(0.12).filled()))?;
    root.draw_text("margin", &anchored(HPos::Left), (x + 18, 14))?;
    Ok(())
}

/// The mark of a word.
fn mark(root: &Area<'_>, word: OutcomeVerdict, x: i32, y: i32) -> Drawn {
    let shade = shade(word);
    match word {
        OutcomeVerdict::Changed | OutcomeVerdict::Moved => root.draw(&Circle::new((x, y), 5, shade.filled()))?,
        OutcomeVerdict::Undecided => {
            root.draw(&Circle::new((x, y), 5, ShapeStyle { color: shade.to_rgba(), filled: false, stroke_width: 2 }))?;
        }
        OutcomeVerdict::Unchanged | OutcomeVerdict::Identical => {
            root.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], shade.filled()))?;
        }
    }
    Ok(())
}
