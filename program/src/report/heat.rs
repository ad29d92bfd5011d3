//! Heat maps: numbers in rows and columns, each with its error in its cell.
//!
//! Owns how they are drawn: colours run from one side of the target over the colour of the page to the other. Start at [`Heat`].

use plotters::prelude::{Color, IntoDrawingArea, RGBColor, Rectangle, SVGBackend, ShapeStyle, TextStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::report::chart::{Drawn, INK, anchored, in_ink, name_room, room, shortened, text};
use frame::error::Failure;
use frame::stats::Interval;

/// Height of a cell.
const ROW: u32 = 44;
/// Room above for values and their name.
const TOP: u32 = 52;
/// Width of all cells together.
pub(super) const WIDTH: u32 = 900;
/// Width of all cells together on a phone.
const WIDTH_NARROW: u32 = 270;
/// Below and above the target.
const ENDS: [RGBColor; 2] = [RGBColor(0xD5, 0x5E, 0x00), RGBColor(0x00, 0x72, 0xB2)];
/// The strongest colour: letters must be read on it, in the light and in the dark.
const STRONGEST: f64 = 0.55;

/// Numbers in rows and columns.
#[derive(Clone, PartialEq, Debug)]
pub struct Heat {
    /// Names of what varies from row to row, and from column to column; may be empty.
    pub axes: [String; 2],
    /// Values of the rows.
    pub rows: Vec<String>,
    /// Values of the columns.
    pub columns: Vec<String>,
    /// Row by row: the interval with its number and its error in words; nothing where there is none.
    pub cells: Vec<Vec<Option<(Interval, String, String)>>>,
    /// The value without a colour; the middle of all cells without it.
    pub target: Option<f64>,
    /// The distance from the target that the colours reach; as far as the cells do without it. Maps that stand together share
    /// it.
    pub reach: Option<f64>,
}

impl Heat {
    /// The drawing, in the colour of the page around it.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn draw(&self) -> Result<String, Failure> {
        self.draw_in(WIDTH)
    }

    /// The map for a wide screen, and the one for a phone.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn draw_both(&self) -> Result<[String; 2], Failure> {
        Ok([self.draw_in(WIDTH)?, self.draw_in(WIDTH_NARROW)?])
    }

    /// Draws the map for a page of this width, in the colour of the page around it.
    fn draw_in(&self, width: u32) -> Result<String, Failure> {
        in_ink(|svg| self.drawn(svg, width))
    }

    /// Draws it into a text. All cells together take the width `most`, or what they need.
    pub(super) fn drawn(&self, svg: &mut String, most: u32) -> Drawn {
        let (left, letters) = name_room(self.rows.iter().map(String::as_str).chain([self.axes[0].as_str()]), most * 4 / 5);
        let widest = room(self.columns.iter().map(String::as_str));
        let least = if most < WIDTH { widest.clamp(58, 90) } else { widest.clamp(76, 130) };
        let cell = (most / self.columns.len().max(1) as u32).clamp(least, 130);
        let width = left + cell * self.columns.len() as u32 + 12;
        let height = TOP + ROW * self.rows.len() as u32 + 10;
        let root = SVGBackend::with_string(svg, (width, height)).into_drawing_area();
        let known = || self.cells.iter().flatten().flatten().map(|(interval, ..)| interval.estimate);
        let (least, most) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
        let middle = self.target.unwrap_or(f64::midpoint(least, most));
        let own = (most - middle).max(middle - least).max(f64::MIN_POSITIVE);
        let reach = self.reach.unwrap_or(own).max(f64::MIN_POSITIVE);
        let centre = (left + (width - left - 12) / 2) as i32;
        root.draw_text(&self.axes[1], &anchored(HPos::Center), (centre, 12))?;
        root.draw_text(&shortened(&self.axes[0], letters), &anchored(HPos::Right), (left as i32 - 8, 36))?;
        for (column, name) in self.columns.iter().enumerate() {
            let x = (left + cell * column as u32 + cell / 2) as i32;
            root.draw_text(&shortened(name, (cell / 7) as usize), &anchored(HPos::Center), (x, 36))?;
        }
        for (row, (name, cells)) in self.rows.iter().zip(&self.cells).enumerate() {
            let y = (TOP + ROW * row as u32) as i32;
            root.draw_text(&shortened(name, letters), &anchored(HPos::Right), (left as i32 - 8, y + ROW as i32 / 2))?;
            for (column, found) in cells.iter().enumerate() {
                let x = (left + cell * column as u32) as i32;
                let corners = [(x + 1, y + 1), (x + cell as i32 - 1, y + ROW as i32 - 1)];
                let middle_of_cell = (x + cell as i32 / 2, y + ROW as i32 / 2);
                let Some((interval, number, error)) = found else {
                    root.draw(&Rectangle::new(corners, INK.mix(0.25)))?;
                    root.draw_text("-", &anchored(HPos::Center), middle_of_cell)?;
                    continue;
                };
                root.draw(&Rectangle::new(corners, blend((interval.estimate - middle) / reach)))?;
                let write = |words: &str, size: u32, up: i32| {
                    let style: TextStyle<'_> = text(size).pos(Pos::new(HPos::Center, VPos::Center));
                    root.draw_text(words, &style, (middle_of_cell.0, middle_of_cell.1 + up))
                };
                write(number, 13, -8)?;
                write(error, 11, 10)?;
            }
        }
        root.present()?;
        Ok(())
    }
}

/// The colour of a value from -1 (farthest below) over 0 (none) to 1, so thin that the page shines through.
fn blend(value: f64) -> ShapeStyle {
    let end = ENDS[usize::from(value > 0.0)];
    end.mix(value.abs().min(1.0) * STRONGEST).filled()
}
