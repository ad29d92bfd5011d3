//! Tracks: rows of marks on one axis, drawn by the style sheet of the page.
//!
//! Owns where a mark stands on its axis and which values the axis names. Letters keep their size whatever the width, colours
//! follow the page. What is drawn is decided by those who make the rows. Start at [`Tracks`].

use askama::Template;

use crate::report::figure::fixed;
use frame::error::Failure;

/// Named values of an axis at the most: more would touch each other on a phone.
const TICKS_MOST: f64 = 5.0;

/// Half the width of a letter as a part of a narrow axis.
const HALF_LETTER: f64 = 0.014;

/// Rows of marks on one axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Tracks {
    /// The unit of the axis.
    pub axis: String,
    /// Least and greatest value of the axis.
    low: f64,
    high: f64,
    /// Named values with their names.
    ticks: Vec<(f64, String)>,
    /// The rows, from the top.
    pub rows: Vec<Track>,
}

/// A row: its name, its marks and its number.
#[derive(Clone, PartialEq, Debug)]
pub struct Track {
    /// Name on the left.
    pub name: String,
    /// The words below the name in small letters; may be empty.
    pub note: String,
    /// Bands and lines, the first at the back.
    pub bands: Vec<Band>,
    /// Points.
    pub marks: Vec<Mark>,
    /// The number on the right.
    pub number: String,
    /// The certainty.
    pub error: String,
}

/// Something that reaches from one value to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Band {
    /// The beginning.
    pub low: f64,
    /// The end.
    pub high: f64,
    /// The class in the style sheet.
    pub class: &'static str,
}

/// A point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// The place.
    pub at: f64,
    /// The class in the style sheet.
    pub class: &'static str,
}

#[derive(Template)]
#[template(path = "tracks.html")]
struct Shown<'a> {
    tracks: &'a Tracks,
}

impl Tracks {
    /// Rows on an axis from `low` to `high`.
    #[must_use]
    pub fn new(axis: String, low: f64, high: f64, rows: impl IntoIterator<Item = Track>) -> Self {
        let (low, high) = if high > low { (low, high) } else { (low, low + 1.0) };
        Tracks { axis, low, high, ticks: ticks(low, high), rows: rows.into_iter().collect() }
    }

    /// The rows as part of a page.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn html(&self) -> Result<String, Failure> {
        Shown { tracks: self }.render().map_err(|error| Failure::Bug(format!("rows could not be drawn: {error}")))
    }

    /// The place of a value, in per cent of the width; at the edge when it is beyond.
    fn place(&self, value: &f64) -> String {
        format!("{:.2}", ((value - self.low) / (self.high - self.low) * 100.0).clamp(0.0, 100.0))
    }

    /// True if a value stands so far right that its name would reach beyond the axis.
    fn at_end(&self, value: &f64, name: &str) -> bool {
        let beyond = (self.high - value) / (self.high - self.low);
        beyond < name.chars().count() as f64 * HALF_LETTER
    }

    /// The width of a band, in per cent of the whole.
    fn width(&self, band: &Band) -> String {
        let within = |value: f64| value.clamp(self.low, self.high);
        format!("{:.2}", ((within(band.high) - within(band.low)) / (self.high - self.low) * 100.0).max(0.0))
    }

    /// The place of zero, when it lies inside the axis.
    fn zero(&self) -> Option<String> {
        (self.low < 0.0 && self.high > 0.0).then(|| self.place(&0.0))
    }
}

/// The values that an axis names: at equal distances of 1, 2 or 5 times a power of ten, each with as many decimals as tell it
/// from its neighbour.
fn ticks(low: f64, high: f64) -> Vec<(f64, String)> {
    let least = (high - low) / TICKS_MOST;
    let power = 10f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= least * 0.999);
    let step = step.unwrap_or(power * 10.0);
    let decimals = usize::try_from(-step.log10().floor() as i32).unwrap_or(0).min(12);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    let signed = low < 0.0;
    let named = (first..=last).map(|number| {
        let value = number as f64 * step;
        let text = fixed(value, decimals);
        (value, if signed && number > 0 { format!("+{text}") } else { text })
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(low: f64, at: f64, high: f64) -> Track {
        Track {
            name: "<b>".into(),
            note: String::new(),
            bands: vec![Band { low, high, class: "changed" }],
            marks: vec![Mark { at, class: "changed" }],
            number: "3".into(),
            error: String::new(),
        }
    }

    #[test]
    fn an_axis_names_values_that_differ() {
        let names = |low, high| ticks(low, high).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
        assert_eq!(names(0.0, 100.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(names(0.0, 1.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(names(-0.03, 0.04), ["-0.02", "0.00", "+0.02", "+0.04"]);
        assert_eq!(names(12_000.0, 21_000.0), ["12,000", "14,000", "16,000", "18,000", "20,000"]);
    }

    #[test]
    fn marks_stand_where_their_values_are() {
        let tracks = Tracks::new("points".into(), -10.0, 30.0, [track(-20.0, 0.0, 10.0)]);
        let html = tracks.html().expect("a picture");
        // From the left edge, where the band is cut, to 10; the point a quarter of the way.
        assert!(html.contains("left:0.00%;width:50.00%") && html.contains("left:25.00%"), "{html}");
        assert!(!html.contains("<b>"), "{html}");
    }
}
