//! Ribbons: lines over a varied value, each with its interval around it.
//!
//! Owns how they are drawn: marks at what was played where there is room, straight lines between, the target and where it is crossed. Start at
//! [`Ribbons`].

use plotters::prelude::{
    ChartBuilder, Color, IntoDrawingArea, LabelAreaPosition, PathElement, Polygon, Rectangle, SVGBackend, ShapeStyle, Text,
};
use plotters::style::text_anchor::HPos;

use crate::report::chart::{
    Drawn, INK, PALETTE, Size, Whisker, anchored, digits, in_ink, in_legend, interval, legend_places, mark, text,
};
use crate::report::figure::fixed;
use frame::error::Failure;
use frame::stats::Interval;

/// Width and height of a drawing, without its legend.
const SIZE: Size = Size { width: 960, height: 380 };
/// Width and height of a drawing for a phone.
const SIZE_NARROW: Size = Size { width: 360, height: 280 };

/// Ticks of the vertical axis at the most.
const TICKS: usize = 6;

/// From one mark to the next where several lines have one at the same value.
const APART: f64 = 14.0;

/// More values than these stand too close for marks of their own: ribbons and lines show them.
const MARKED_MOST: usize = 100;

/// Lines over a varied value.
#[derive(Clone, PartialEq, Debug)]
pub struct Ribbons {
    /// Name of the varied value.
    pub axis: String,
    /// Its values, each with its place.
    pub ticks: Vec<(f64, String)>,
    /// True if there is something between them.
    pub joined: bool,
    /// The lines; nothing where there is no number.
    pub lines: Vec<(String, Vec<Option<Interval>>)>,
    /// Unit of means; none for shares of fights.
    pub unit: Option<String>,
    /// Heights to be marked.
    pub targets: Vec<f64>,
    /// Stretches of the axis where the target may be met.
    pub stretches: Vec<(f64, f64)>,
    /// True if shares are seen between their limits instead of between none and all.
    pub close: bool,
}

impl Ribbons {
    /// The drawing, in the colour of the page around it.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn draw(&self) -> Result<String, Failure> {
        self.draw_in(SIZE)
    }

    /// The drawing for a wide screen, and the one for a phone.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn draw_both(&self) -> Result<[String; 2], Failure> {
        Ok([self.draw_in(SIZE)?, self.draw_in(SIZE_NARROW)?])
    }

    /// Draws the curves in this size, in the colour of the page around them.
    fn draw_in(&self, size: Size) -> Result<String, Failure> {
        in_ink(|svg| self.drawn(svg, size))
    }

    /// Shares are seen between none and all, unless they are looked at closely; means between their limits.
    fn heights(&self) -> (f64, f64) {
        if self.unit.is_none() && !self.close {
            return (0.0, 1.0);
        }
        let intervals = || self.lines.iter().flat_map(|(_, line)| line.iter().flatten());
        let low = intervals().map(|interval| interval.low).chain(self.targets.iter().copied()).fold(f64::INFINITY, f64::min);
        let high =
            intervals().map(|interval| interval.high).chain(self.targets.iter().copied()).fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            return (0.0, 1.0);
        }
        let edge = ((high - low) * 0.08).max(1e-6);
        (if (0.0..high / 2.0).contains(&low) { 0.0 } else { low - edge }, high + edge)
    }

    /// Draws axes, targets, ribbons, lines and marks, and a legend above them.
    fn drawn(&self, svg: &mut String, Size { width, height }: Size) -> Drawn {
        let (places, top) = legend_places(self.lines.iter().map(|(name, _)| name.as_str()), width);
        let root = SVGBackend::with_string(svg, (width, height + top)).into_drawing_area();
        let first = self.ticks.first().map_or(0.0, |tick| tick.0);
        let last = self.ticks.last().map_or(1.0, |tick| tick.0);
        let edge = ((last - first) * 0.03).max(if last > first { 0.0 } else { 0.5 });
        let (low, high) = self.heights();
        let mut chart = ChartBuilder::on(&root)
            .margin_top(top + 6)
            .margin_right(24)
            .set_label_area_size(LabelAreaPosition::Left, 62)
            .set_label_area_size(LabelAreaPosition::Bottom, 46)
            .build_cartesian_2d(first - edge..last + edge, low..high)?;
        let share = self.unit.is_none();
        let digits = digits(low..high, TICKS, if share { 100.0 } else { 1.0 });
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_label_formatter(&|_| String::new())
            .y_labels(TICKS)
            .y_label_formatter(&|value| if share { format!("{:.digits$} %", value * 100.0) } else { fixed(*value, digits) })
            .label_style(text(12))
            .axis_style(INK.mix(0.5))
            .bold_line_style(INK.mix(0.15))
            .light_line_style(INK.mix(0.0))
            .set_tick_mark_size(LabelAreaPosition::Bottom, 0)
            .set_tick_mark_size(LabelAreaPosition::Left, 3)
            .draw()?;
        for &(from, to) in &self.stretches {
            let corners = [(from.max(first - edge), low), (to.min(last + edge), high)];
            chart.draw_series([Rectangle::new(corners, INK.mix(0.08).filled())])?;
        }
        for &target in self.targets.iter().filter(|target| (low..=high).contains(*target)) {
            let style = ShapeStyle { color: INK.mix(0.7), filled: false, stroke_width: 1 };
            let dash = (last - first + 2.0 * edge) / 160.0;
            let dashes = (0..80).map(|number| first - edge + f64::from(number) * 2.0 * dash);
            chart.draw_series(dashes.map(|x| PathElement::new(vec![(x, target), (x + dash, target)], style)))?;
        }
        // Marks stand beside each other where no line through all values says to which line each belongs.
        let pixel = (last - first + 2.0 * edge) / f64::from(width - 86);
        let whole = |line: &[Option<Interval>]| self.joined && line.iter().all(Option::is_some);
        let dodges = !self.lines.iter().all(|(_, line)| whole(line));
        let beside = |x: f64, index: usize| {
            let known = |line: &[Option<Interval>]| {
                self.ticks.iter().zip(line).any(|((at, _), interval)| *at == x && interval.is_some())
            };
            let there: Vec<usize> = (0..self.lines.len()).filter(|&line| known(&self.lines[line].1)).collect();
            let place = there.iter().position(|line| *line == index).unwrap_or(0) as f64;
            if dodges { place * APART * pixel } else { 0.0 }
        };
        for (index, (name, line)) in self.lines.iter().enumerate() {
            let shade = PALETTE[index % PALETTE.len()];
            let style = ShapeStyle { color: shade.to_rgba(), filled: false, stroke_width: 2 };
            let known = self.ticks.iter().zip(line).filter_map(|((x, _), interval)| Some((*x, (*interval)?)));
            let known: Vec<(f64, Interval)> = known.collect();
            if self.joined && known.len() > 1 {
                let above = known.iter().map(|(x, interval)| (*x, interval.high));
                let below = known.iter().rev().map(|(x, interval)| (*x, interval.low));
                chart.draw_series([Polygon::new(above.chain(below).collect::<Vec<_>>(), shade.mix(0.25).filled())])?;
                let points: Vec<(f64, f64)> = known.iter().map(|(x, interval)| (*x, interval.estimate)).collect();
                chart.draw_series([PathElement::new(points, style)])?;
            }
            let crowded = self.joined && known.len() > MARKED_MOST;
            for (x, here) in known.iter().filter(|_| !crowded) {
                let x = x + beside(*x, index);
                let whisker = Whisker { low: here.low, high: here.high, at: x, cap: edge * 0.15, across: false };
                interval(&mut chart, whisker, shade)?;
                let (x, y) = chart.backend_coord(&(x, here.estimate));
                mark(&root, index, x, y, shade)?;
            }
            let (x, y) = places[index];
            root.draw(&PathElement::new(vec![(x, y), (x + 22, y)], style))?;
            mark(&root, index, x + 11, y, shade)?;
            root.draw(&Text::new(in_legend(name, width), (x + 28, y), anchored(HPos::Left)))?;
        }
        // A label that would run into the one before it is left out.
        let mut free = i32::MIN;
        for (x, label) in &self.ticks {
            let (x, _) = chart.backend_coord(&(*x, low));
            let half = label.chars().count() as i32 * 4 + 3;
            if x - half >= free {
                root.draw_text(label, &anchored(HPos::Center), (x, (height + top) as i32 - 36))?;
                free = x + half;
            }
        }
        let axis = in_legend(&self.axis, width);
        root.draw_text(&axis, &anchored(HPos::Center), (width as i32 / 2, (height + top) as i32 - 12))?;
        root.present()?;
        Ok(())
    }
}
