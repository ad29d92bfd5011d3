//! Tornado charts: effects as bars from zero, the largest on top, each with its interval.
//!
//! Owns how they are drawn. Start at [`Tornado`].

use plotters::prelude::{Circle, Color, IntoDrawingArea, PathElement, Rectangle, SVGBackend, ShapeStyle};
use plotters::style::text_anchor::HPos;

use crate::report::chart::{
    Across, Drawn, INK, PALETTE, Whisker, across, anchored, in_ink, interval, name_room, room, shortened,
};
use crate::report::tracks::{Band, Track, Tracks};
use frame::error::Failure;
use frame::stats::Interval;

/// Height of a row.
const ROW: u32 = 26;
/// Width of a drawing.
const WIDTH: u32 = 960;

/// Effects as bars.
#[derive(Clone, PartialEq, Debug)]
pub struct Tornado {
    /// Name of the axis.
    pub axis: String,
    /// Names with their effects and these in words, the largest first.
    pub rows: Vec<(String, Interval, String)>,
}

impl Tornado {
    /// The drawing, in the colour of the page around it.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn draw(&self) -> Result<String, Failure> {
        in_ink(|svg| self.drawn(svg))
    }

    /// The rows for a page: as wide as their place, and read on a phone too.
    #[must_use]
    pub fn tracks(&self) -> Tracks {
        let (low, high) = self.reach();
        let row = |(name, effect, words): &(String, Interval, String)| {
            let (from, to) = (effect.estimate.min(0.0), effect.estimate.max(0.0));
            let bar = if effect.estimate < 0.0 { "step deadly" } else { "step" };
            Track {
                name: name.clone(),
                note: String::new(),
                bands: vec![
                    Band { low: from, high: to, class: bar },
                    Band { low: effect.low, high: effect.high, class: "limits" },
                ],
                marks: Vec::new(),
                number: words.clone(),
                error: String::new(),
            }
        };
        Tracks::new(self.axis.clone(), low, high, self.rows.iter().map(row))
    }

    /// From where to where the axis reaches: every interval is on it, and zero.
    fn reach(&self) -> (f64, f64) {
        let low = self.rows.iter().map(|(_, effect, _)| effect.low).fold(0.0, f64::min);
        let high = self.rows.iter().map(|(_, effect, _)| effect.high).fold(0.0, f64::max);
        let edge = ((high - low) * 0.04).max(f64::MIN_POSITIVE);
        (low - edge, high + edge)
    }

    /// Draws the bars with their intervals, to both sides of zero.
    fn drawn(&self, svg: &mut String) -> Drawn {
        let (left, letters) = name_room(self.rows.iter().map(|(name, ..)| name.as_str()), WIDTH * 6 / 5);
        let numbers = room(self.rows.iter().map(|(.., words)| words.as_str()));
        let height = self.rows.len() as u32 * ROW + 66;
        let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
        let (low, high) = self.reach();
        let count = self.rows.len() as f64;
        let mut chart = across(&root, Across { left, right: numbers, top: 8, low, high, rows: self.rows.len() })?;
        for (index, (name, effect, words)) in self.rows.iter().enumerate() {
            let y = count - index as f64 - 0.5;
            let shade = PALETTE[usize::from(effect.estimate < 0.0)];
            let unsure = effect.low <= 0.0 && effect.high >= 0.0;
            let strength = if unsure { 0.25 } else { 0.6 };
            chart
                .draw_series([Rectangle::new([(0.0, y + 0.32), (effect.estimate, y - 0.32)], shade.mix(strength).filled())])?;
            let whisker = Whisker { low: effect.low, high: effect.high, at: y, cap: 0.16, across: true };
            interval(&mut chart, whisker, shade)?;
            let at = chart.backend_coord(&(effect.estimate, y));
            root.draw(&Circle::new(at, 3, shade.filled()))?;
            root.draw_text(&shortened(name, letters), &anchored(HPos::Right), (left as i32 - 8, at.1))?;
            root.draw_text(words, &anchored(HPos::Left), ((WIDTH - numbers) as i32 + 14, at.1))?;
        }
        let zero = ShapeStyle { color: INK.mix(0.7), filled: false, stroke_width: 1 };
        chart.draw_series([PathElement::new(vec![(0.0, 0.0), (0.0, count)], zero)])?;
        let middle = (left + WIDTH - numbers) as i32 / 2;
        root.draw_text(&self.axis, &anchored(HPos::Center), (middle, height as i32 - 12))?;
        root.present()?;
        Ok(())
    }
}
