//! Answers to dice questions, and their curves as pictures.
//!
//! Owns what is said of an [`Answer`] and nothing of its numbers, which are exact: wherever a fraction is rounded to a decimal
//! for reading, text and Markdown say which it is. Start at [`OddsReport`].

use num_rational::BigRational;
use num_traits::ToPrimitive;
use plotters::prelude::{ChartBuilder, Color, IntoDrawingArea, LabelAreaPosition, PathElement, SVGBackend, ShapeStyle};
use plotters::style::text_anchor::HPos;
use serde_json::{Value, json};

use crate::report::chart::{self, Drawn, INK, PALETTE, anchored, mark, name_room, shortened, text as text_of};
use crate::report::document::{Block, Document, Frame, Medium, Part, Phrase, Readable, Section, Tabular};
use crate::report::listing::Listing;
use crate::report::markdown::{self, Align};
use crate::report::table::capitalised;
use frame::error::Failure;
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};

/// A fraction with more characters than this is shown as a decimal only, except in files.
const FRACTION_CHARACTERS_MOST: usize = 24;
/// A table with more columns than this shows decimals only, except in files.
const FRACTION_COLUMNS_MOST: usize = 5;
/// Curves that can be told apart in one picture.
const CURVES_MOST: usize = PALETTE.len();
/// Width of a picture in a file of its own.
const FILE_WIDTH: u32 = 800;
/// Height of a name beside its curve.
const LABEL_ROW: u32 = 18;

/// A fraction as a decimal number.
fn decimal(fraction: &BigRational) -> f64 {
    fraction.to_f64().unwrap_or(f64::NAN)
}

/// A decimal with digits that say something, however small it is.
fn readable(number: f64) -> String {
    if number != 0.0 && number.abs() < 1e-4 { format!("{number:.3e}") } else { format!("{number:.6}") }
}

/// A cell as it is read; `wide` leaves room for the fraction beside the decimal.
fn shown(cell: &Cell, wide: bool) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Integer(number) => number.to_string(),
        Cell::ExactDecimal(number) => readable(*number),
        Cell::Exact(fraction) if fraction.is_integer() => fraction.to_string(),
        Cell::Exact(fraction) => {
            let decimal = readable(decimal(fraction));
            let text = fraction.to_string();
            if wide && text.len() <= FRACTION_CHARACTERS_MOST { format!("{text} = {decimal}") } else { decimal }
        }
    }
}

/// Numbers that a sentence tells at the most.
const TOLD_MOST: usize = 3;

/// A number as a sentence tells it; nothing of a text.
fn told(cell: &Cell) -> Option<String> {
    let number = match cell {
        Cell::Text(_) => return None,
        Cell::Integer(number) => return Some(number.to_string()),
        Cell::ExactDecimal(number) => *number,
        Cell::Exact(fraction) => decimal(fraction),
    };
    let digits = format!("{number:.3}");
    let short = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
    Some(if number != 0.0 && number.abs() < 1e-3 { format!("{number:.1e}") } else { short.to_owned() })
}

/// What the first table says of what was asked for: its first row by columns, or its first rows where each has one number.
fn first_row(table: &AnswerTable) -> Option<String> {
    let named = |row: &[Cell]| row.first().map(|cell| shown(cell, false));
    if table.columns.len() == 2 {
        let rows = table.rows.iter().filter_map(|row| Some(format!("{} {}", named(row)?, told(&row[1])?)));
        let said: Vec<String> = rows.take(TOLD_MOST).collect();
        return (!said.is_empty()).then(|| said.join(", "));
    }
    let row = table.rows.first()?;
    let cells = table.columns.iter().zip(row).skip(1);
    let said: Vec<String> =
        cells.filter_map(|(column, cell)| Some(format!("{column} {}", told(cell)?))).take(TOLD_MOST).collect();
    (!said.is_empty()).then(|| named(row).map(|name| format!("{name}: {}", said.join(", ")))).flatten()
}

/// The highest value that a roll comes to at least so often.
fn reached(curve: &Curve, share: f64) -> Option<i64> {
    points(curve).filter(|(_, chance)| decimal(chance) >= share).map(|(value, _)| value).max()
}

/// The answer in a sentence: the numbers of what was asked for, and what half and a tenth of its rolls come to.
#[must_use]
pub fn sentence(answer: &Answer) -> Option<String> {
    let numbers = answer.tables.first().and_then(first_row);
    let spread = answer.curves.first().and_then(|curve| {
        let [half, tenth] = [reached(curve, 0.5)?, reached(curve, 0.1)?];
        Some(format!("at least half of the time it is {half} or more, at least one time in ten {tenth} or more"))
    });
    let said: Vec<String> = numbers.into_iter().chain(spread).map(|part| format!("{}.", capitalised(&part))).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// All cells of a table as they are read, without its heading.
fn cells(table: &AnswerTable) -> Vec<Vec<String>> {
    let wide = table.columns.len() <= FRACTION_COLUMNS_MOST;
    table.rows.iter().map(|row| row.iter().map(|cell| shown(cell, wide)).collect()).collect()
}

/// An answer with where it comes from.
pub struct OddsReport<'a> {
    /// The answer.
    pub answer: &'a Answer,
    /// The rule system.
    pub system: &'a str,
    /// The command that asks the same again.
    pub command: String,
}

/// Width of a drawing of a page for phones and for wide screens.
const PAGE_WIDTHS: [u32; 2] = [360, 900];

impl OddsReport<'_> {
    /// The curves as pictures of a page.
    fn pictures(&self) -> Result<Vec<Block>, Failure> {
        let shown = || "Chances of at least each value; the numbers are in the tables below".to_owned();
        let picture = |curves: &[Curve]| {
            let [narrow, wide] = PAGE_WIDTHS.map(|width| drawn("", curves, width));
            let layouts = [("drawing narrow", narrow?), ("drawing broad", wide?)];
            let layouts = layouts.map(|(class, svg)| Block::Drawn(class, shown(), chart::inline(&svg)));
            Ok(Block::figure("How likely is at least so much", layouts.to_vec()))
        };
        self.answer.curves.chunks(CURVES_MOST).map(picture).collect()
    }
}

/// What it says, part by part, without its pictures.
fn said(report: &OddsReport<'_>) -> Document {
    let answer = report.answer;
    let mut document = Document::new(format!("{} (exact)", answer.title));
    document.level = 2;
    document.frame = Frame {
        kicker: [report.system, "dice", "exact"].map(str::to_owned).to_vec(),
        heading: capitalised(&answer.title),
        again: "Ask it again",
        tool: Some(env!("CARGO_PKG_VERSION").to_owned()),
        ..Frame::default()
    };
    document.line(format!("{} (exact)", answer.title));
    answer.notes.iter().for_each(|note| document.line(format!("  {note}")));
    // What is asked and noted is written in Markdown already, but for what would end a cell.
    let escape = |text: &str| text.replace('|', "\\|");
    let notes = answer.notes.iter().map(|note| ("", Phrase::markup(escape(note))));
    document.marked([Block::List("", notes.collect())]);
    let told = sentence(answer).into_iter().chain(answer.notes.iter().cloned());
    document.only(Medium::Page, Part::Answers(told.collect()));
    for table in &answer.tables {
        let is_text = |column: usize| table.rows.iter().all(|row| matches!(row[column], Cell::Text(_)));
        let left: Vec<bool> = (0..table.columns.len()).map(|column| column == 0 || is_text(column)).collect();
        let listing = Listing::new(table.columns.iter().cloned(), cells(table)).left(&left);
        let line = |cells: &[String]| cells.iter().map(|cell| escape(cell)).collect::<Vec<String>>();
        let cells = markdown::table(&line(&listing.columns), Align::Left, listing.rows.iter().map(|row| line(row)));
        let written = format!("### {}\n\n{}", escape(&table.title), cells.trim_end());
        document.only(Medium::Markdown, Part::Text(written));
        let section = || Part::Section(Section::new(format!("{} (exact)", table.title), listing.clone()).whole());
        document.only(Medium::Terminal, section());
        document.only(Medium::Page, section());
    }
    document.only(Medium::Page, Part::Command(report.command.clone()));
    let note = "Every number is exact: a fraction, or its decimal where the fraction is long.";
    document.only(Medium::Page, Part::Note(note.to_owned()));
    document
}

impl Readable for OddsReport<'_> {
    fn document(&self, _: bool) -> Result<Document, Failure> {
        Ok(said(self))
    }

    /// Fractions as text beside their decimals, curves as probabilities of at least each value.
    fn json(&self) -> Value {
        let cell = |cell: &Cell| match cell {
            Cell::Text(text) => json!(text),
            Cell::Integer(number) => json!(number),
            Cell::Exact(fraction) => json!({ "fraction": fraction.to_string(), "decimal": decimal(fraction) }),
            Cell::ExactDecimal(number) => json!({ "decimal": number }),
        };
        let table = |table: &AnswerTable| {
            let rows: Vec<Vec<Value>> = table.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
            json!({ "title": table.title, "columns": table.columns, "rows": rows })
        };
        let curve = |curve: &Curve| {
            let points: Vec<Value> = points(curve)
                .map(|(value, chance)| json!({ "value": value, "at_least": cell(&Cell::Exact(chance)) }))
                .collect();
            json!({ "label": curve.label, "points": points })
        };
        json!({
            "schema": 1,
            "title": self.answer.title,
            "exact": true,
            "notes": self.answer.notes,
            "tables": self.answer.tables.iter().map(table).collect::<Vec<_>>(),
            "curves": self.answer.curves.iter().map(curve).collect::<Vec<_>>(),
        })
    }

    fn html(&self) -> Result<String, Failure> {
        let mut document = said(self);
        // Pictures stand above all tables.
        let pictures = self.pictures()?.into_iter().map(|picture| (Some(Medium::Page), Part::Block(picture)));
        document.parts.splice(0..0, pictures);
        document.html()
    }
}

impl Tabular for OddsReport<'_> {
    /// Every number as a fraction and as a decimal, with all of its digits, as no other table has it.
    fn csv(&self) -> String {
        let quote = |text: &str| {
            if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
        };
        let mut file = "table,row,column,value,decimal\n".to_owned();
        for table in &self.answer.tables {
            for row in &table.rows {
                let head = shown(&row[0], true);
                for (column, cell) in table.columns.iter().zip(row).skip(1) {
                    let (value, decimal) = match cell {
                        Cell::Text(text) => (text.clone(), String::new()),
                        Cell::Integer(number) => (number.to_string(), number.to_string()),
                        Cell::Exact(fraction) => (fraction.to_string(), decimal(fraction).to_string()),
                        Cell::ExactDecimal(number) => (String::new(), number.to_string()),
                    };
                    let parts = [&table.title, &head, column, &value, &decimal].map(|part| quote(part));
                    file += &(parts.join(",") + "\n");
                }
            }
        }
        file
    }
}

/// The values of a curve with the probability of at least each.
fn points(curve: &Curve) -> impl Iterator<Item = (i64, BigRational)> {
    let distribution = &curve.distribution;
    (distribution.low()..=distribution.high()).filter_map(|value| Some((value, distribution.at_least(value)?)))
}

/// The curves of an answer as pictures in files of their own, no more in one than can be told apart.
///
/// # Errors
/// A picture that cannot be drawn.
pub fn charts(answer: &Answer) -> Result<Vec<String>, Failure> {
    let title = format!("{}: at least (exact)", answer.title);
    let drawn = answer.curves.chunks(CURVES_MOST).map(|curves| drawn(&title, curves, FILE_WIDTH));
    drawn.map(|svg| svg.map(|svg| chart::standalone(&svg))).collect()
}

/// One picture of this width, in the colour of the page around it.
fn drawn(title: &str, curves: &[Curve], width: u32) -> Result<String, Failure> {
    chart::in_ink(|svg| draw(svg, title, curves, width))
}

/// Probabilities of at least each value: steps, because totals are whole numbers. The name of each curve stands on the right,
/// where a thin line leads to it.
fn draw(svg: &mut String, title: &str, curves: &[Curve], width: u32) -> Drawn {
    let low = curves.iter().map(|curve| curve.distribution.low()).min().unwrap_or(0);
    let high = curves.iter().map(|curve| curve.distribution.high()).max().unwrap_or(0);
    let (room, letters) = name_room(curves.iter().map(|curve| curve.label.as_str()), width);
    let top = if title.is_empty() { 8 } else { 34 };
    let height = (width * 5 / 9).clamp(260, 440).max(curves.len() as u32 * LABEL_ROW + 70) + top;
    let root = SVGBackend::with_string(svg, (width, height)).into_drawing_area();
    let cut = shortened(title, (width / 8) as usize);
    root.draw_text(&cut, &anchored(HPos::Center), (width as i32 / 2, 16))?;
    let mut chart = ChartBuilder::on(&root)
        .margin_top(top)
        .margin_right(room + 4)
        .set_label_area_size(LabelAreaPosition::Left, 52)
        .set_label_area_size(LabelAreaPosition::Bottom, 46)
        .build_cartesian_2d(low as f64 - 0.5..high as f64 + 0.5, 0.0..1.0_f64)?;
    let labels = ((width - room) / 60).clamp(3, 12) as usize;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(labels.min((high - low) as usize + 1))
        .x_label_formatter(&|value| format!("{value:.0}"))
        .y_labels(6)
        .y_label_formatter(&|share| format!("{:.0} %", share * 100.0))
        .label_style(text_of(12))
        .axis_style(INK.mix(0.5))
        .bold_line_style(INK.mix(0.15))
        .light_line_style(INK.mix(0.0))
        .set_all_tick_mark_size(3)
        .draw()?;
    // The curve that lies farthest to the right has the topmost name: the lines to the names cross least.
    let mut order: Vec<usize> = (0..curves.len()).collect();
    let reach = |index: usize| points(&curves[index]).map(|(_, chance)| decimal(&chance)).sum::<f64>();
    let reach: Vec<f64> = (0..curves.len()).map(|index| reach(index) + curves[index].distribution.low() as f64).collect();
    order.sort_by(|one, other| reach[*other].total_cmp(&reach[*one]));
    for (index, curve) in curves.iter().enumerate() {
        let colour = PALETTE[index % PALETTE.len()];
        let style = ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: 2 };
        let line: Vec<(f64, f64)> = points(curve).map(|(value, chance)| (value as f64, decimal(&chance))).collect();
        let steps = line.iter().flat_map(|&(value, share)| [(value - 0.5, share), (value + 0.5, share)]);
        chart.draw_series([PathElement::new(steps.collect::<Vec<_>>(), style)])?;
        for at in &line {
            let (x, y) = chart.backend_coord(at);
            mark(&root, index, x, y, colour)?;
        }
        let place = order.iter().position(|other| *other == index).unwrap_or(0);
        let level = 1.0 - (place as f64 + 0.5) / curves.len() as f64;
        let (x, y) = chart.backend_coord(&(at_level(curve, level) as f64 + 0.5, level));
        let end = (width - room) as i32;
        root.draw(&PathElement::new(vec![(x, y), (end, y)], colour.mix(0.45)))?;
        mark(&root, index, end + 2, y, colour)?;
        root.draw_text(&shortened(&curve.label, letters), &anchored(HPos::Left), (end + 12, y))?;
    }
    root.draw_text("at least", &anchored(HPos::Center), ((width - room) as i32 / 2, height as i32 - 12))?;
    root.present()?;
    Ok(())
}

/// The highest value of a curve that is reached at least with this probability.
fn at_level(curve: &Curve, level: f64) -> i64 {
    let reached = points(curve).take_while(|(_, chance)| decimal(chance) >= level).last();
    reached.map_or(curve.distribution.low(), |(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use frame::dice::{Die, Distribution, Explosion, Keep, Pool};

    fn answer() -> Answer {
        let mut table = AnswerTable::new("a | b", &["die", "chance", "spread"]);
        let third = BigRational::new(1.into(), 3.into());
        table.row([Cell::text("1d6, \"club\""), Cell::Exact(third.clone()), Cell::root(&BigRational::new(9.into(), 4.into()))]);
        table.row([Cell::Integer(12), Cell::Exact(third.pow(60)), Cell::text("never")]);
        let chain = Pool::new(Die::new(1, 4), Explosion::Endless, Keep::Only).unwrap().distribution(9);
        let curves = vec![
            Curve { label: "1d6".into(), distribution: Distribution::die(6) },
            Curve { label: "1d4 <chain>".into(), distribution: chain },
        ];
        Answer { title: "question".into(), notes: vec!["a note".into()], tables: vec![table], curves }
    }

    fn report(answer: &Answer) -> OddsReport<'_> {
        OddsReport { answer, system: "vogt", command: "sparring odds".into() }
    }

    #[test]
    fn a_page_opens_with_a_sentence_of_what_was_asked_for() {
        let die = Distribution::die(4);
        let half = BigRational::new(1.into(), 2.into());
        let table = |columns: &[&str], rows| AnswerTable {
            title: "check".into(),
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            rows,
        };
        let row = vec![Cell::Text("even".into()), Cell::Exact(half.clone()), Cell::Text("-".into()), Cell::Integer(3)];
        let mut answer = Answer {
            title: "a check".into(),
            notes: Vec::new(),
            tables: vec![table(&["roll", "success", "note", "dice"], vec![row])],
            curves: vec![Curve { label: "even".into(), distribution: die }],
        };
        let wanted =
            "Even: success 0.5, dice 3. At least half of the time it is 3 or more, at least one time in ten 4 or more.";
        assert_eq!(sentence(&answer).as_deref(), Some(wanted));
        let rows = ["higher", "tie"].map(|name| vec![Cell::Text(name.into()), Cell::Exact(half.clone())]);
        answer.tables = vec![table(&["outcome", "probability"], rows.to_vec())];
        answer.curves.clear();
        assert_eq!(sentence(&answer).as_deref(), Some("Higher 0.5, tie 0.5."));
    }

    #[test]
    fn text_aligns_columns_shows_fractions_that_can_be_read_and_says_exact() {
        let lines = [
            "question (exact)".to_owned(),
            "  a note".to_owned(),
            String::new(),
            "a | b (exact)".to_owned(),
            format!("  {:<11}  {:>14}  {:>8}", "die", "chance", "spread"),
            format!("  {:<11}  {:>14}  {:>8}", "1d6, \"club\"", "1/3 = 0.333333", "1.500000"),
            format!("  {:<11}  {:>14}  {:>8}", "12", "2.359e-29", "never"),
        ];
        assert_eq!(report(&answer()).terminal(false, true).expect("text").lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn csv_holds_every_number_as_a_fraction_and_as_a_decimal() {
        let file = report(&answer()).csv();
        let lines: Vec<&str> = file.lines().collect();
        assert_eq!(lines[1], "a | b,\"1d6, \"\"club\"\"\",chance,1/3,0.3333333333333333");
        assert_eq!(lines[2], "a | b,\"1d6, \"\"club\"\"\",spread,,1.5");
        assert!(lines[3].starts_with("a | b,12,chance,1/42391158275216203514294433201,"), "{}", lines[3]);
        assert_eq!(lines[4], "a | b,12,spread,never,");
    }

    #[test]
    fn json_holds_fractions_and_curves() {
        let json = report(&answer()).json();
        assert_eq!(json["exact"], true);
        assert_eq!(json["tables"][0]["rows"][0][1]["fraction"], "1/3");
        assert_eq!(json["curves"][0]["points"][3], json!({ "value": 4, "at_least": { "fraction": "1/2", "decimal": 0.5 } }));
        assert_eq!(json["curves"][1]["points"].as_array().map(Vec::len), Some(9));
    }

    #[test]
    fn markdown_escapes_what_would_break_a_table() {
        let page = report(&answer()).markdown().expect("text");
        assert!(
            page.contains(
                "### a \\| b\n\n| die | chance | spread |\n| --- | --- | --- |\n| 1d6, \"club\" | 1/3 = 0.333333 | 1.500000 |\n"
            ),
            "{page}"
        );
    }

    #[test]
    fn charts_hold_twelve_curves_each_and_are_the_same_every_time() {
        let mut answer = answer();
        answer.curves = std::iter::repeat_n(answer.curves, 7).flatten().collect();
        let drawn = charts(&answer).unwrap();
        assert_eq!(drawn.len(), 2);
        assert!(drawn[0].starts_with("<svg") && drawn[0].trim_end().ends_with("</svg>"));
        assert!(drawn[0].contains("1d4 &lt;chain&gt;") && drawn[0].contains("(exact)"));
        assert_eq!(drawn, charts(&answer).unwrap());
    }
}
