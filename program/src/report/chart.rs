//! Charts: plots as SVG.
//!
//! Owns drawing and nothing else: sizes, colours, marks. Text and axes are drawn in the colour of the page around them, so that
//! one drawing reads in the light and in the dark. plotters measures no text without fonts, only guesses: every label has
//! room of its own. Start at [`draw`].

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::Ranged as _;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{
    BLACK, Cartesian2d, ChartBuilder, ChartContext, Circle, Color, Cross, DrawingArea, IntoDrawingArea, IntoFont,
    LabelAreaPosition, PathElement, Polygon, RGBAColor, RGBColor, Rectangle, SVGBackend, ShapeStyle, Text, TextStyle,
    TriangleMarker,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::report::figure::{Figure, fixed};
use crate::report::heat::{self, Heat};
use crate::report::plot::{Named, Panel, Shape, Spread};
use frame::error::Failure;
use frame::stats::Interval;

/// Stands for the colour of the page's text until the drawing is finished.
pub(super) const INK: RGBColor = RGBColor(1, 2, 3);
/// The palette of sides: first that of Okabe and Ito without yellow and black. Told apart by colour-blind readers too; on pages each
/// colour is the variable `--c` with its number.
pub(super) const PALETTE: [RGBColor; 12] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0x33, 0x22, 0xBB),
    RGBColor(0x6B, 0x2A, 0x1E),
    RGBColor(0x8F, 0xCB, 0x5C),
    RGBColor(0xA0, 0x1E, 0x5A),
    RGBColor(0x5E, 0x7B, 0xF0),
    RGBColor(0xC8, 0xC8, 0xA0),
];
/// The palette of persons: none is the colour of one of the first two sides. On pages each colour is the variable `--p` with its
/// number.
const PERSONS: [RGBColor; 6] = [
    RGBColor(0x33, 0x21, 0xBB),
    RGBColor(0x33, 0xA0, 0x7A),
    RGBColor(0x6B, 0x2B, 0x1E),
    RGBColor(0x8C, 0xCF, 0xF5),
    RGBColor(0xC8, 0xBC, 0x3C),
    RGBColor(0x8F, 0x8F, 0x8F),
];
/// The colour of what belongs to nobody.
const NOBODY: RGBColor = RGBColor(0x7A, 0x80, 0x86);
/// Levels from harmless to worst, each darker than the one before.
const LEVELS: [RGBColor; 10] = [
    RGBColor(0xCF, 0xD8, 0xDC),
    RGBColor(0x8E, 0xC9, 0xEB),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x8C, 0x2D, 0x5A),
    RGBColor(0x4A, 0x14, 0x4A),
    RGBColor(0x00, 0x6B, 0x4E),
    RGBColor(0x2B, 0x4C, 0x7E),
    RGBColor(0x6B, 0x6B, 0x6B),
    RGBColor(0x1A, 0x1A, 0x1A),
];
/// Height of letters.
const LETTERS: u32 = 13;
/// Guess of a letter's width.
const LETTER_WIDTH: u32 = 7;
/// Height of a row of dots or levels.
pub(super) const ROW: u32 = 30;
/// Room of a name that stands above its row.
const NAME_ROW: u32 = 20;
/// Room between 0 and 100 % at the least.
const SHARES_LEAST: u32 = 180;
/// Ticks of a vertical axis of amounts at the most.
const TICKS: usize = 7;
/// Decimals of a tick at the most.
const DIGITS_MOST: usize = 12;

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
pub(super) type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Width of a drawing that stands alone in a file of its own, and of one that stands beside others.
pub const WIDTHS: [u32; 2] = [540, 380];

/// Draws a panel in this width.
///
/// # Errors
/// A bug in the program.
pub fn draw(panel: &Panel, width: u32) -> Result<String, Failure> {
    let usual = Size { width, height: (width * 5 / 9).max(240) };
    in_ink(|svg| match &panel.shape {
        Shape::Dots(rows) | Shape::Steps(rows) => dots(svg, width, rows),
        Shape::Map { columns, rows, .. } => {
            let most = rows.iter().flat_map(|(_, figures)| figures).map(|figure| figure.value).fold(0.0, f64::max);
            shades(svg, columns, rows, most)
        }
        Shape::Heat { columns, rows, most } => shades(svg, columns, rows, *most),
        Shape::Bars { axis, side, bars } => columns(svg, Size { width, height: width * 5 / 9 }, axis, *side, bars),
        Shape::Stacked { axis, parts, bars } => divided(svg, width, axis, parts, bars),
        Shape::Levels { levels, rows, open } => stacked(svg, width, &Levels { names: levels, open: *open }, rows),
        Shape::Areas { axis, levels, rounds, open } => {
            let size = Size { width, height: width * 5 / 12 };
            areas(svg, size, axis, &Levels { names: levels, open: *open }, rounds)
        }
        Shape::Lines { axis, lines } => curves(svg, usual, axis, lines),
        Shape::Fan { axis, of, side, points } => fan(svg, usual, [axis, of], *side, points),
        Shape::Ribbons { axis, points, lines } => ribbons(svg, usual, axis, points, lines),
    })
}

/// What is drawn, in the colour of the page around it.
pub(super) fn in_ink(draw: impl FnOnce(&mut String) -> Drawn) -> Result<String, Failure> {
    let mut svg = String::new();
    let drawn = draw(&mut svg);
    drawn.map_err(|error| Failure::Bug(format!("a chart could not be drawn: {error}")))?;
    Ok(svg.replace("#010203", "currentColor"))
}

/// The drawing as part of a page: as wide as its place, in the colours of its style sheet.
#[must_use]
pub fn inline(svg: &str) -> String {
    let Some((_, rest)) = svg.split_once(" viewBox=") else { return svg.to_owned() };
    let mut page = format!("<svg viewBox={rest}");
    for (letter, palette) in [('c', PALETTE.as_slice()), ('p', PERSONS.as_slice())] {
        for (index, RGBColor(red, green, blue)) in palette.iter().enumerate() {
            // Where no style sheet may be read, the colour itself is left.
            let colour = format!("#{red:02X}{green:02X}{blue:02X}");
            page = page.replace(&format!("\"{colour}\""), &format!("\"var(--{letter}{index},{colour})\""));
        }
    }
    page
}

/// The drawing as part of a page that is scrolled sideways where there is no room for it: letters keep their height.
#[must_use]
pub fn scrolled(svg: &str) -> String {
    let width = svg.split("width=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("0");
    inline(svg).replacen("<svg ", &format!("<svg style=\"min-width:{width}px\" "), 1)
}

/// The drawing as a file of its own: dark on a white card.
#[must_use]
pub fn standalone(svg: &str) -> String {
    svg.replacen("<svg ", "<svg style=\"color:#1d2327;background:#fff\" ", 1)
}

/// Letters of this size, in the colour of ink.
pub(super) fn text(size: u32) -> TextStyle<'static> {
    // The SVG backend divides by this factor.
    ("sans-serif", f64::from(size) * 1.24).into_font().color(&INK)
}

/// Letters as names have them, centred vertically and anchored by this side.
pub(super) fn anchored(horizontal: HPos) -> TextStyle<'static> {
    text(LETTERS).pos(Pos::new(horizontal, VPos::Center))
}

/// Decimals with which the ticks of an axis are told apart, where it has so many of them at the most; `scale` is what their values
/// are multiplied with before they are written.
pub(super) fn digits(axis: Range<f64>, ticks: usize, scale: f64) -> usize {
    let ticks = RangedCoordf64::from(axis).key_points(ticks);
    let exact = |digits: &usize| {
        let unit = scale * 10f64.powi(*digits as i32);
        ticks.iter().all(|tick| (tick * unit - (tick * unit).round()).abs() < 1e-6)
    };
    (0..DIGITS_MOST).find(exact).unwrap_or(DIGITS_MOST)
}

/// A name that fits into this many letters. What is cut out of it is the middle: names often differ in their last word.
pub(super) fn shortened(name: &str, letters: usize) -> String {
    let count = name.chars().count();
    if count <= letters {
        return name.to_owned();
    }
    let kept = letters.saturating_sub(2);
    let (first, last) = (kept - kept / 2, kept / 2);
    name.chars().take(first).chain("..".chars()).chain(name.chars().skip(count - last)).collect()
}

/// The colour of a side.
pub(super) fn colour(side: Option<usize>) -> RGBColor {
    side.map_or(NOBODY, |side| PALETTE[side % PALETTE.len()])
}

/// The colour of a person or a side.
fn shade(named: &Named) -> RGBColor {
    named.person.map_or_else(|| colour(named.side), |person| PERSONS[person % PERSONS.len()])
}

/// The colour of a side as files of their own write it.
pub(super) fn hex(side: Option<usize>) -> String {
    let RGBColor(red, green, blue) = colour(side);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The class of the style sheet that has the colour of [`shade`].
#[must_use]
pub fn class(named: &Named) -> String {
    match (named.person, named.side) {
        (Some(person), _) => format!("p{}", person % PERSONS.len()),
        (None, Some(side)) => format!("c{side}"),
        (None, None) => "c0".to_owned(),
    }
}

/// The frame of a drawing with a row for each thing, and numbers from left to right.
#[derive(Clone, Copy)]
pub(super) struct Across {
    /// Room for names on the left, in pixels.
    pub left: u32,
    /// Room for numbers on the right.
    pub right: u32,
    /// Room above.
    pub top: u32,
    /// The smallest number of the axis.
    pub low: f64,
    /// The largest.
    pub high: f64,
    /// The number of rows, each one high; the first is at the top.
    pub rows: usize,
}

/// Draws such a frame: an axis below, with its lines, and nothing on the left.
pub(super) fn across<'a, 'b>(root: &'a Area<'b>, frame: Across) -> Result<Chart<'a, 'b>, Box<dyn std::error::Error>> {
    let Across { left, right, top, low, high, rows } = frame;
    let mut chart = ChartBuilder::on(root)
        .margin_top(top)
        .margin_right(right)
        .set_label_area_size(LabelAreaPosition::Left, left)
        .set_label_area_size(LabelAreaPosition::Bottom, 28)
        .margin_bottom(24)
        .build_cartesian_2d(low..high, 0.0..rows as f64)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .x_labels(7)
        .x_label_formatter(&|value| tick(*value, high - low))
        .label_style(text(12))
        .axis_style(INK.mix(0.5))
        .bold_line_style(INK.mix(0.12))
        .light_line_style(INK.mix(0.0))
        .set_all_tick_mark_size(3)
        .disable_y_axis()
        .draw()?;
    Ok(chart)
}

/// A number of the axis, with as many digits as its length needs.
pub(in crate::report) fn tick(value: f64, length: f64) -> String {
    let digits = usize::try_from(1 - length.log10().floor() as i32).unwrap_or(0);
    let text = format!("{value:+.digits$}");
    if text.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) { text } else { "0".into() }
}

/// Room on the left for names of this length, and how many letters fit into it.
pub(super) fn name_room<'a>(names: impl Iterator<Item = &'a str>, width: u32) -> (u32, usize) {
    let longest = names.map(|name| name.chars().count()).max().unwrap_or(0) as u32;
    let room = (longest * LETTER_WIDTH + 14).clamp(40, width / 3);
    (room, ((room - 14) / LETTER_WIDTH) as usize)
}

/// Room for the longest of these texts.
pub(super) fn room<T: AsRef<str>>(texts: impl Iterator<Item = T>) -> u32 {
    let longest = texts.map(|text| text.as_ref().chars().count()).max().unwrap_or(0) as u32;
    longest * LETTER_WIDTH + 16
}

/// Draws dots with whiskers, a row for each, with the name on the left and the number on the right.
fn dots(svg: &mut String, width: u32, rows: &[(Named, Figure)]) -> Drawn {
    // Nothing is cut: a drawing with long names or numbers is wider.
    let left = room(rows.iter().map(|(named, _)| named.name.as_str())).max(40);
    let right = room(rows.iter().map(|(_, figure)| figure.short()));
    let width = width.max(left + SHARES_LEAST + right);
    let root = SVGBackend::with_string(svg, (width, rows.len() as u32 * ROW + 40)).into_drawing_area();
    let mut chart = shares_across(&root, left, right, rows.len() as u32 * ROW, 6)?;
    for (index, (named, figure)) in rows.iter().enumerate() {
        let y = f64::from(ROW) * (index as f64 + 0.5);
        let shade = shade(named);
        interval(&mut chart, Whisker { low: figure.low, high: figure.high, at: y, cap: 5.0, across: true }, shade)?;
        chart.draw_series([Circle::new((figure.value, y), 4, shade.filled())])?;
        let (_, row) = chart.backend_coord(&(0.0, y));
        root.draw_text(&named.name, &anchored(HPos::Right), (left as i32 - 8, row))?;
        root.draw_text(&figure.short(), &anchored(HPos::Left), ((width - right) as i32 + 12, row))?;
    }
    root.present()?;
    Ok(())
}

/// Shares of rows and columns, the more the darker.
fn shades(svg: &mut String, columns: &[String], rows: &[(String, Vec<Figure>)], most: f64) -> Drawn {
    let cell = |figure: &Figure| {
        let words = figure.words();
        Some((Interval { estimate: figure.value, low: figure.low, high: figure.high }, words.number, words.error))
    };
    let (names, cells): (Vec<String>, Vec<_>) =
        rows.iter().map(|(name, figures)| (name.clone(), figures.iter().map(cell).collect())).unzip();
    Heat {
        axes: [String::new(), String::new()],
        rows: names,
        columns: columns.to_vec(),
        cells,
        target: Some(0.0),
        reach: Some(most),
    }
    .drawn(svg, heat::WIDTH)
}

/// The size of a drawing in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub width: u32,
    pub height: u32,
}

/// A chart whose horizontal axis runs from 0 to 100 %, and whose vertical one counts pixels from the top; with room at its
/// sides and above it.
fn shares_across<'a, 'b>(
    root: &'a Area<'b>,
    left: u32,
    right: u32,
    height: u32,
    top: u32,
) -> Result<Chart<'a, 'b>, Box<dyn std::error::Error>> {
    let (width, _) = root.dim_in_pixel();
    let room = width.saturating_sub(left + right);
    let ticks = if room > 250 { 6 } else { 3 };
    let mut chart = ChartBuilder::on(root)
        .margin_top(top)
        .margin_right(right)
        .set_label_area_size(LabelAreaPosition::Left, left)
        .set_label_area_size(LabelAreaPosition::Bottom, 28)
        .build_cartesian_2d(0.0..1.0, f64::from(height)..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .x_labels(ticks)
        .x_label_formatter(&|share| format!("{:.0} %", share * 100.0))
        .y_label_formatter(&|_| String::new())
        .label_style(text(12))
        .axis_style(INK.mix(0.5))
        .bold_line_style(INK.mix(0.15))
        .light_line_style(INK.mix(0.0))
        .set_all_tick_mark_size(3)
        .disable_y_axis()
        .draw()?;
    Ok(chart)
}

/// An interval as it is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whisker {
    /// Its lower limit.
    pub low: f64,
    /// Its upper limit.
    pub high: f64,
    /// Its place on the other axis.
    pub at: f64,
    /// The reach of its caps to both sides, in units of the other axis.
    pub cap: f64,
    /// True if it lies across the chart; else it stands upright.
    pub across: bool,
}

/// Draws an interval with its caps.
pub(super) fn interval(chart: &mut Chart<'_, '_>, whisker: Whisker, shade: RGBColor) -> Drawn {
    let Whisker { low, high, at, cap, across } = whisker;
    let point = |value: f64| if across { (value, at) } else { (at, value) };
    let (low, high) = (point(low), point(high));
    let style = ShapeStyle { color: shade.to_rgba(), filled: false, stroke_width: 2 };
    let ends = |(x, y): (f64, f64)| if across { vec![(x, y - cap), (x, y + cap)] } else { vec![(x - cap, y), (x + cap, y)] };
    chart.draw_series([
        PathElement::new(vec![low, high], style),
        PathElement::new(ends(low), style),
        PathElement::new(ends(high), style),
    ])?;
    Ok(())
}

/// Draws upright bars with whiskers; the axis reaches a little higher than they do, and to 1 at most.
fn columns(
    svg: &mut String,
    Size { width, height }: Size,
    axis: &str,
    side: Option<usize>,
    bars: &[(String, Figure)],
) -> Drawn {
    let root = SVGBackend::with_string(svg, (width, height)).into_drawing_area();
    let most = bars.iter().map(|(_, figure)| figure.high).fold(0.0, f64::max) * 1.08;
    // A few bars are not stretched over the whole width.
    let edge = 0.6 + (5.0 - bars.len() as f64).max(0.0) / 2.0;
    let mut chart = ChartBuilder::on(&root)
        .margin_top(10)
        .margin_right(14)
        .set_label_area_size(LabelAreaPosition::Left, 56)
        .set_label_area_size(LabelAreaPosition::Bottom, 46)
        .build_cartesian_2d(-edge..bars.len() as f64 - 1.0 + edge, 0.0..most.clamp(1e-9, 1.0))?;
    frame(&mut chart, 0, 7)?;
    let shade = if side.is_none() { PALETTE[0] } else { colour(side) };
    for (index, (_, figure)) in bars.iter().enumerate() {
        let x = index as f64;
        chart.draw_series([Rectangle::new([(x - 0.4, 0.0), (x + 0.4, figure.value)], shade.mix(0.6).filled())])?;
        interval(&mut chart, Whisker { low: figure.low, high: figure.high, at: x, cap: 0.18, across: false }, shade)?;
    }
    let places = (0..bars.len()).map(|index| chart.backend_coord(&(index as f64, 0.0)).0);
    bar_labels(&root, places.zip(bars.iter().map(|(label, _)| label.as_str())))?;
    root.draw_text(axis, &anchored(HPos::Center), (width as i32 / 2, height as i32 - 12))?;
    root.present()?;
    Ok(())
}

/// Labels under bars: as many as have room beside each other, the first and the last among them if they can.
fn bar_labels<'a>(root: &Area<'_>, labels: impl Iterator<Item = (i32, &'a str)>) -> Drawn {
    let (width, height) = root.dim_in_pixel();
    let labels: Vec<(i32, &str)> = labels.collect();
    let room = |label: &str| (label.chars().count() as u32 * LETTER_WIDTH) as i32;
    // A label at the edge is moved inwards.
    let span = |&(x, label): &(i32, &str)| {
        let right = (x + room(label) / 2).min(width as i32 - 2);
        (right - room(label), right)
    };
    let every = (1..=labels.len().max(1)).find(|&every| {
        let shown: Vec<(i32, i32)> = labels.iter().step_by(every).map(span).collect();
        shown.windows(2).all(|pair| pair[0].1 + 6 <= pair[1].0)
    });
    let every = every.unwrap_or(1);
    let mut end = i32::MIN;
    let last = labels.len().saturating_sub(1);
    for (index, label) in labels.iter().enumerate() {
        let (left, right) = span(label);
        let wanted = index % every == 0 || index == last;
        if wanted && end + 6 <= left {
            let style = text(12).pos(Pos::new(HPos::Center, VPos::Center));
            root.draw_text(label.1, &style, (i32::midpoint(left, right), height as i32 - 33))?;
            end = right;
        }
    }
    Ok(())
}

/// Bars that are divided by what the fights ended in.
fn divided(svg: &mut String, width: u32, axis: &str, parts: &[Named], bars: &[(String, Vec<f64>)]) -> Drawn {
    let (places, top) = legend_places(parts.iter().map(|part| part.name.as_str()), width);
    let height = (width * 5 / 9).min(300) + top;
    let root = SVGBackend::with_string(svg, (width, height)).into_drawing_area();
    for (part, &(x, y)) in parts.iter().zip(&places) {
        root.draw(&Rectangle::new([(x, y - 6), (x + 20, y + 6)], colour(part.side).filled()))?;
        root.draw_text(&in_legend(&part.name, width), &anchored(HPos::Left), (x + 26, y))?;
    }
    let most = bars.iter().map(|(_, shares)| shares.iter().sum::<f64>()).fold(0.0, f64::max) * 1.08;
    let edge = 0.6 + (5.0 - bars.len() as f64).max(0.0) / 2.0;
    let mut chart = ChartBuilder::on(&root)
        .margin_top(top + 4)
        .margin_right(8)
        .set_label_area_size(LabelAreaPosition::Left, 48)
        .set_label_area_size(LabelAreaPosition::Bottom, 46)
        .build_cartesian_2d(-edge..bars.len() as f64 - 1.0 + edge, 0.0..most.clamp(1e-9, 1.0))?;
    frame(&mut chart, 0, 5)?;
    for (index, (_, shares)) in bars.iter().enumerate() {
        let (x, mut from) = (index as f64, 0.0);
        for (part, share) in parts.iter().zip(shares).filter(|(_, share)| **share > 0.0) {
            let corners = [(x - 0.44, from), (x + 0.44, from + share)];
            chart.draw_series([Rectangle::new(corners, colour(part.side).filled())])?;
            from += share;
        }
    }
    let places = (0..bars.len()).map(|index| chart.backend_coord(&(index as f64, 0.0)).0);
    bar_labels(&root, places.zip(bars.iter().map(|(label, _)| label.as_str())))?;
    root.draw_text(axis, &anchored(HPos::Center), (width as i32 / 2, height as i32 - 12))?;
    root.present()?;
    Ok(())
}

/// Axes and grid of a chart whose vertical axis is a share.
fn frame(chart: &mut Chart<'_, '_>, x_labels: usize, y_labels: usize) -> Drawn {
    let digits = digits(chart.y_range(), y_labels, 100.0);
    let mut mesh = chart.configure_mesh();
    if x_labels == 0 {
        mesh.x_label_formatter(&|_| String::new());
    } else {
        mesh.x_labels(x_labels).x_label_formatter(&|round| format!("{round:.0}"));
    }
    mesh.disable_x_mesh()
        .y_labels(y_labels)
        .y_label_formatter(&|share| format!("{:.digits$} %", share * 100.0))
        .label_style(text(12))
        .axis_style(INK.mix(0.5))
        .bold_line_style(INK.mix(0.15))
        .light_line_style(INK.mix(0.0))
        .set_tick_mark_size(LabelAreaPosition::Bottom, if x_labels == 0 { 0 } else { 3 })
        .set_tick_mark_size(LabelAreaPosition::Left, 3)
        .draw()?;
    Ok(())
}

/// A name that has room in a legend of this width, behind its mark.
pub(super) fn in_legend(name: &str, width: u32) -> String {
    shortened(name, (width.saturating_sub(50) / LETTER_WIDTH) as usize)
}

/// Places of legend entries that wrap at `width`, and the height of all of them.
pub(super) fn legend_places<'a>(names: impl Iterator<Item = &'a str>, width: u32) -> (Vec<(i32, i32)>, u32) {
    let (mut places, mut x, mut y) = (Vec::new(), 14, 14);
    for name in names {
        let room = 30 + (name.chars().count() as u32 * LETTER_WIDTH) as i32 + 16;
        if x > 14 && x + room > width as i32 {
            x = 14;
            y += 20;
        }
        places.push((x, y));
        x += room;
    }
    (places, y as u32 + 12)
}

/// Levels from harmless to worst.
struct Levels<'a> {
    names: &'a [String],
    /// True if the last one is left unfilled.
    open: bool,
}

impl Levels<'_> {
    /// The colour of a level.
    fn shade(&self, level: usize) -> RGBAColor {
        let shade = LEVELS[level.min(LEVELS.len() - 1)];
        if self.open && level + 1 == self.names.len() { shade.mix(0.0) } else { shade.to_rgba() }
    }

    /// The places of their names above a drawing of this width, and the room that these take.
    fn places(&self, width: u32) -> (Vec<(i32, i32)>, u32) {
        legend_places(self.names.iter().map(String::as_str), width)
    }

    /// Draws their names at these places, each with its colour.
    fn name(&self, root: &Area<'_>, places: &[(i32, i32)], width: u32) -> Drawn {
        for (level, (name, &(x, y))) in self.names.iter().zip(places).enumerate() {
            root.draw(&Rectangle::new([(x, y - 6), (x + 20, y + 6)], self.shade(level).filled()))?;
            root.draw(&Rectangle::new([(x, y - 6), (x + 20, y + 6)], INK.mix(0.4)))?;
            root.draw_text(&in_legend(name, width), &anchored(HPos::Left), (x + 26, y))?;
        }
        Ok(())
    }
}

/// Draws areas that lie on each other over the rounds.
fn areas(svg: &mut String, Size { width, height }: Size, axis: &str, levels: &Levels<'_>, rounds: &[Vec<f64>]) -> Drawn {
    let (places, top) = levels.places(width);
    let root = SVGBackend::with_string(svg, (width, height + top)).into_drawing_area();
    levels.name(&root, &places, width)?;
    let last = rounds.len().max(2) - 1;
    let mut chart = ChartBuilder::on(&root)
        .margin_top(top + 6)
        .margin_right(18)
        .set_label_area_size(LabelAreaPosition::Left, 56)
        .set_label_area_size(LabelAreaPosition::Bottom, 42)
        .build_cartesian_2d(0.0..last as f64, 0.0..1.0)?;
    frame(&mut chart, last.min(10) + 1, 5)?;
    // A fight that is over at once has no second round to be drawn to.
    let round = |round: usize| &rounds[round.min(rounds.len().saturating_sub(1))];
    let up_to = |level: usize| (0..=last).map(move |at| (at as f64, round(at)[..level].iter().sum::<f64>().min(1.0)));
    for level in 0..levels.names.len() {
        let above = up_to(level + 1).collect::<Vec<_>>().into_iter().rev();
        chart.draw_series([Polygon::new(up_to(level).chain(above).collect::<Vec<_>>(), levels.shade(level).filled())])?;
        chart.draw_series([PathElement::new(up_to(level + 1).collect::<Vec<_>>(), INK.mix(0.4))])?;
    }
    root.draw_text(axis, &anchored(HPos::Center), (width as i32 / 2, (height + top) as i32 - 10))?;
    root.present()?;
    Ok(())
}

/// Draws a bar of stacked levels in each row, by shares up to each level.
fn stacked(svg: &mut String, width: u32, levels: &Levels<'_>, rows: &[(String, Vec<Figure>)]) -> Drawn {
    let (places, top) = levels.places(width);
    let names = room(rows.iter().map(|(name, _)| name.as_str())).max(40);
    // Names that would take more than a third of the width stand above their bars.
    let above = names > width / 3;
    let (left, step) = if above { (14, ROW + NAME_ROW) } else { (names, ROW) };
    let height = rows.len() as u32 * step;
    let root = SVGBackend::with_string(svg, (width, height + 40 + top)).into_drawing_area();
    levels.name(&root, &places, width)?;
    let mut chart = shares_across(&root, left, 24, height, 6 + top)?;
    let half = f64::from(ROW) * 0.32;
    for (index, (name, up_to)) in rows.iter().enumerate() {
        let y = f64::from(step) * (index as f64 + 1.0) - f64::from(ROW) / 2.0;
        let mut from = 0.0;
        for (level, figure) in up_to.iter().enumerate() {
            let corners = [(from, y - half), (figure.value, y + half)];
            chart.draw_series([Rectangle::new(corners, levels.shade(level).filled())])?;
            from = figure.value;
        }
        for figure in up_to.iter().take(up_to.len().saturating_sub(1)).filter(|figure| figure.value < 1.0 && figure.value > 0.0)
        {
            interval(&mut chart, Whisker { low: figure.low, high: figure.high, at: y, cap: 3.0, across: true }, BLACK)?;
        }
        chart.draw_series([Rectangle::new([(0.0, y - half), (1.0, y + half)], INK.mix(0.4))])?;
        let (_, row) = chart.backend_coord(&(0.0, y));
        if above {
            let name = shortened(name, (width / LETTER_WIDTH) as usize - 4);
            root.draw_text(&name, &anchored(HPos::Left), (left as i32, row - ROW as i32 + 6))?;
        } else {
            root.draw_text(name, &anchored(HPos::Right), (left as i32 - 8, row))?;
        }
    }
    root.present()?;
    Ok(())
}

/// Draws curves with ribbons over the rounds, and a legend above them.
fn curves(svg: &mut String, Size { width, height }: Size, axis: &str, lines: &[(Named, Vec<Figure>)]) -> Drawn {
    let (places, top) = legend_places(lines.iter().map(|(named, _)| named.name.as_str()), width);
    let root = SVGBackend::with_string(svg, (width, height + top)).into_drawing_area();
    let last = lines.iter().map(|(_, figures)| figures.len()).max().unwrap_or(1).max(2) - 1;
    let mut chart = ChartBuilder::on(&root)
        .margin_top(top + 6)
        .margin_right(18)
        .set_label_area_size(LabelAreaPosition::Left, 56)
        .set_label_area_size(LabelAreaPosition::Bottom, 46)
        .build_cartesian_2d(0.0..last as f64, 0.0..1.0)?;
    frame(&mut chart, last.min(10) + 1, 6)?;
    let every = (last / 24).max(1);
    for (index, (named, figures)) in lines.iter().enumerate() {
        let shade = shade(named);
        let points: Vec<(f64, f64)> = figures.iter().enumerate().map(|(round, figure)| (round as f64, figure.value)).collect();
        let high = figures.iter().enumerate().map(|(round, figure)| (round as f64, figure.high));
        let low = figures.iter().enumerate().rev().map(|(round, figure)| (round as f64, figure.low));
        chart.draw_series([Polygon::new(high.chain(low).collect::<Vec<_>>(), shade.mix(0.25).filled())])?;
        let style = ShapeStyle { color: shade.to_rgba(), filled: false, stroke_width: 2 };
        chart.draw_series([PathElement::new(points.clone(), style)])?;
        for point in points.iter().step_by(every) {
            let (x, y) = chart.backend_coord(point);
            mark(&root, index, x, y, shade)?;
        }
        let (x, y) = places[index];
        root.draw(&PathElement::new(vec![(x, y), (x + 22, y)], style))?;
        mark(&root, index, x + 11, y, shade)?;
        root.draw(&Text::new(in_legend(&named.name, width), (x + 28, y), anchored(HPos::Left)))?;
    }
    root.draw_text(axis, &anchored(HPos::Center), (width as i32 / 2, (height + top) as i32 - 12))?;
    root.present()?;
    Ok(())
}

/// The places of named points. Those that are numbers stand where these are: rounds 6, 8, 10 are farther apart than 4, 5, 6.
fn places_of<'a>(points: impl ExactSizeIterator<Item = &'a String> + Clone) -> Vec<f64> {
    let numbers: Option<Vec<f64>> = points.clone().map(|point| point.parse().ok()).collect();
    numbers.unwrap_or_else(|| (0..points.len()).map(|place| place as f64).collect())
}

/// Axes of amounts over points that stand at these places, below room for a legend.
fn amounts<'a, 'b>(
    root: &'a Area<'b>,
    top: u32,
    places: &[f64],
    amounts: Range<f64>,
) -> Result<Chart<'a, 'b>, Box<dyn std::error::Error>> {
    let first = places.first().copied().unwrap_or(0.0);
    let last = places.last().copied().unwrap_or(1.0).max(first + 1.0);
    let edge = (last - first) * 0.02;
    let mut chart = ChartBuilder::on(root)
        .margin_top(top + 6)
        .margin_right(18)
        .set_label_area_size(LabelAreaPosition::Left, 56)
        .set_label_area_size(LabelAreaPosition::Bottom, 46)
        .build_cartesian_2d(first - edge..last + edge, amounts.start * 1.05..amounts.end * 1.05)?;
    let digits = digits(chart.y_range(), TICKS, 1.0);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_label_formatter(&|_| String::new())
        .y_labels(TICKS)
        .y_label_formatter(&|amount| fixed(*amount, digits))
        .label_style(text(12))
        .axis_style(INK.mix(0.5))
        .bold_line_style(INK.mix(0.15))
        .light_line_style(INK.mix(0.0))
        .set_tick_mark_size(LabelAreaPosition::Bottom, 0)
        .set_tick_mark_size(LabelAreaPosition::Left, 3)
        .draw()?;
    Ok(chart)
}

/// A median over named points, with the middle half around it and the middle nine tenths around that.
fn fan(
    svg: &mut String,
    Size { width, height }: Size,
    [axis, of]: [&str; 2],
    side: Option<usize>,
    points: &[(String, [Figure; 5])],
) -> Drawn {
    let half = format!("half of the {of}");
    let names = ["median", half.as_str(), "nine tenths"];
    let (places, top) = legend_places(names.into_iter(), width);
    let root = SVGBackend::with_string(svg, (width, height + top)).into_drawing_area();
    let shade = colour(side);
    let numbers = places_of(points.iter().map(|(name, _)| name));
    let values = || points.iter().flat_map(|(_, fan)| fan).map(|figure| figure.value);
    let (least, most) = (values().fold(0.0, f64::min), values().fold(1.0, f64::max));
    let mut chart = amounts(&root, top, &numbers, least..most)?;
    let line = |quantile: usize| points.iter().zip(&numbers).map(move |((_, fan), x)| (*x, fan[quantile].value));
    for (low, high, strength) in [(0, 4, 0.18), (1, 3, 0.35)] {
        let below = line(low).collect::<Vec<_>>().into_iter().rev();
        chart.draw_series([Polygon::new(line(high).chain(below).collect::<Vec<_>>(), shade.mix(strength).filled())])?;
    }
    let style = ShapeStyle { color: shade.to_rgba(), filled: false, stroke_width: 2 };
    chart.draw_series([PathElement::new(line(2).collect::<Vec<_>>(), style)])?;
    for median in line(2) {
        let (x, y) = chart.backend_coord(&median);
        mark(&root, 0, x, y, shade)?;
    }
    for ((name, &(x, y)), strength) in names.into_iter().zip(&places).zip([1.0, 0.53, 0.18]) {
        root.draw(&Rectangle::new([(x, y - 5), (x + 20, y + 5)], shade.mix(strength).filled()))?;
        root.draw_text(name, &anchored(HPos::Left), (x + 26, y))?;
    }
    let places = numbers.iter().map(|number| chart.backend_coord(&(*number, least)).0);
    bar_labels(&root, places.zip(points.iter().map(|(name, _)| name.as_str())))?;
    root.draw_text(axis, &anchored(HPos::Center), (width as i32 / 2, (height + top) as i32 - 12))?;
    root.present()?;
    Ok(())
}

/// Means with ribbons over named points.
fn ribbons(
    svg: &mut String,
    Size { width, height }: Size,
    axis: &str,
    points: &[String],
    lines: &[(Named, Vec<Spread>)],
) -> Drawn {
    let (places, top) = legend_places(lines.iter().map(|(named, _)| named.name.as_str()), width);
    let root = SVGBackend::with_string(svg, (width, height + top)).into_drawing_area();
    let spreads = || lines.iter().flat_map(|(_, spreads)| spreads);
    let least = spreads().map(|spread| spread.low.value).fold(0.0, f64::min);
    let most = spreads().map(|spread| spread.high.value).fold(1.0, f64::max);
    let numbers = places_of(points.iter());
    let mut chart = amounts(&root, top, &numbers, least..most)?;
    for (index, (named, spreads)) in lines.iter().enumerate() {
        let shade = shade(named);
        let at = |(place, value): (usize, f64)| (numbers[place], value);
        let high = spreads.iter().map(|spread| spread.high.value).enumerate().map(at);
        let low = spreads.iter().map(|spread| spread.low.value).enumerate().map(at);
        chart.draw_series([Polygon::new(high.chain(low.rev()).collect::<Vec<_>>(), shade.mix(0.15).filled())])?;
        let means: Vec<(f64, f64)> = spreads.iter().map(|spread| spread.mean.value).enumerate().map(at).collect();
        let style = ShapeStyle { color: shade.to_rgba(), filled: false, stroke_width: 2 };
        chart.draw_series([PathElement::new(means.clone(), style)])?;
        for mean in &means {
            let (x, y) = chart.backend_coord(mean);
            mark(&root, index, x, y, shade)?;
        }
        let (x, y) = places[index];
        root.draw(&PathElement::new(vec![(x, y), (x + 22, y)], style))?;
        mark(&root, index, x + 11, y, shade)?;
        root.draw(&Text::new(in_legend(&named.name, width), (x + 28, y), anchored(HPos::Left)))?;
    }
    let places = numbers.iter().map(|number| chart.backend_coord(&(*number, least)).0);
    bar_labels(&root, places.zip(points.iter().map(String::as_str)))?;
    root.draw_text(axis, &anchored(HPos::Center), (width as i32 / 2, (height + top) as i32 - 12))?;
    root.present()?;
    Ok(())
}

/// The mark of a line, so that colour is not all that tells lines apart.
pub(super) fn mark(root: &Area<'_>, index: usize, x: i32, y: i32, shade: RGBColor) -> Drawn {
    let hollow = ShapeStyle { color: shade.to_rgba(), filled: false, stroke_width: 2 };
    match index % 6 {
        0 => root.draw(&Circle::new((x, y), 4, shade.filled()))?,
        1 => root.draw(&TriangleMarker::new((x, y), 5, shade.filled()))?,
        2 => root.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], shade.filled()))?,
        3 => root.draw(&Cross::new((x, y), 4, hollow))?,
        4 => root.draw(&Circle::new((x, y), 5, hollow))?,
        _ => root.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], hollow))?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_drawing_is_scrolled_instead_of_shrunk() {
        let svg = "<svg width=\"960\" height=\"90\" viewBox=\"0 0 960 90\"><rect width=\"3\"/></svg>";
        assert_eq!(scrolled(svg), "<svg style=\"min-width:960px\" viewBox=\"0 0 960 90\"><rect width=\"3\"/></svg>");
    }
}
