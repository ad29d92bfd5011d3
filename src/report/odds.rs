//! Answers to dice questions as text, CSV, JSON, Markdown, and their curves as SVG.
//!
//! Owns the layout of an [`Answer`] and nothing of its numbers, which are exact: wherever a fraction is rounded to a decimal
//! for reading, text and Markdown say which it is. Start at [`text`].

use std::fmt::Write as _;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use plotters::prelude::*;
use serde_json::{Value, json};

use crate::error::Failure;
use crate::rules::questions::{Answer, AnswerTable, Cell, Curve};

/// A fraction with more characters than this is shown as a decimal only, except in files.
const FRACTION_CHARACTERS_MOST: usize = 24;
/// A table with more columns than this shows decimals only, except in files.
const FRACTION_COLUMNS_MOST: usize = 5;
/// Colours of curves that can be told apart (Okabe and Ito).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
];

/// Curves that can be told apart in one picture: each colour as a whole line and as a broken one.
const CURVES_MOST: usize = 2 * COLOURS.len();

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

/// All cells of a table as they are read, without its heading.
fn cells(table: &AnswerTable) -> Vec<Vec<String>> {
    let wide = table.columns.len() <= FRACTION_COLUMNS_MOST;
    table.rows.iter().map(|row| row.iter().map(|cell| shown(cell, wide)).collect()).collect()
}

/// An answer for the terminal.
#[must_use]
pub fn text(answer: &Answer) -> String {
    let mut text = format!("{} (exact)\n", answer.title);
    for note in &answer.notes {
        let _ = writeln!(text, "  {note}");
    }
    for table in &answer.tables {
        let rows = cells(table);
        let lines = || std::iter::once(&table.columns).chain(&rows);
        let width = |column: usize| lines().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
        let _ = writeln!(text, "\n{} (exact)", table.title);
        for line in lines() {
            let mut row = format!("  {:<width$}", line[0], width = widths[0]);
            for (cell, width) in line.iter().zip(&widths).skip(1) {
                let _ = write!(row, "  {cell:>width$}");
            }
            let _ = writeln!(text, "{}", row.trim_end());
        }
    }
    text
}

/// An answer for a page.
#[must_use]
pub fn markdown(answer: &Answer) -> String {
    let escape = |text: &str| text.replace('|', "\\|");
    let mut page = format!("## {} (exact)\n", escape(&answer.title));
    for note in &answer.notes {
        let _ = write!(page, "\n- {}", escape(note));
    }
    page.push('\n');
    for table in &answer.tables {
        let line =
            |cells: &[String]| format!("| {} |\n", cells.iter().map(|cell| escape(cell)).collect::<Vec<_>>().join(" | "));
        let _ = write!(
            page,
            "\n### {}\n\n{}|{}\n",
            escape(&table.title),
            line(&table.columns),
            " --- |".repeat(table.columns.len())
        );
        for row in cells(table) {
            page.push_str(&line(&row));
        }
    }
    page
}

/// An answer as one table of all its numbers: table, row, column, value as a fraction, value as a decimal.
#[must_use]
pub fn csv(answer: &Answer) -> String {
    let quote = |text: &str| {
        if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
    };
    let mut file = "table,row,column,value,decimal\n".to_owned();
    for table in &answer.tables {
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
                let _ = writeln!(file, "{}", parts.join(","));
            }
        }
    }
    file
}

/// An answer for programs: fractions as text beside their decimals, curves as probabilities of at least each value.
#[must_use]
pub fn json(answer: &Answer) -> Value {
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
        let points: Vec<Value> =
            points(curve).map(|(value, chance)| json!({ "value": value, "at_least": cell(&Cell::Exact(chance)) })).collect();
        json!({ "label": curve.label, "points": points })
    };
    json!({
        "title": answer.title,
        "exact": true,
        "notes": answer.notes,
        "tables": answer.tables.iter().map(table).collect::<Vec<_>>(),
        "curves": answer.curves.iter().map(curve).collect::<Vec<_>>(),
    })
}

/// The values of a curve with the probability of at least each.
fn points(curve: &Curve) -> impl Iterator<Item = (i64, BigRational)> {
    let distribution = &curve.distribution;
    (distribution.low()..=distribution.high()).filter_map(|value| Some((value, distribution.at_least(value)?)))
}

/// The curves of an answer as pictures, no more in one than can be told apart.
///
/// # Errors
/// When a picture cannot be drawn.
pub fn charts(answer: &Answer) -> Result<Vec<String>, Failure> {
    answer.curves.chunks(CURVES_MOST).map(|curves| chart(&answer.title, curves)).collect()
}

/// One picture.
fn chart(title: &str, curves: &[Curve]) -> Result<String, Failure> {
    let mut svg = String::new();
    let outcome = draw(&mut svg, title, curves).map_err(|reason| reason.to_string());
    outcome.map_err(|reason| Failure::Bug(format!("a chart could not be drawn: {reason}")))?;
    Ok(svg)
}

/// Probabilities of at least each value: steps, because totals are whole numbers.
fn draw(svg: &mut String, title: &str, curves: &[Curve]) -> Result<(), Box<dyn std::error::Error>> {
    let low = curves.iter().map(|curve| curve.distribution.low()).min().unwrap_or(0);
    let high = curves.iter().map(|curve| curve.distribution.high()).max().unwrap_or(0);
    let area = SVGBackend::with_string(svg, (800, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut builder = ChartBuilder::on(&area);
    builder.caption(format!("{title}: at least (exact)"), ("sans-serif", 18)).margin(12);
    builder.set_label_area_size(LabelAreaPosition::Left, 48).set_label_area_size(LabelAreaPosition::Bottom, 40);
    let mut chart = builder.build_cartesian_2d(low as f64 - 0.5..high as f64 + 0.5, 0.0..1.0_f64)?;
    let percent = |share: &f64| format!("{:.0}%", share * 100.0);
    let whole = |value: &f64| format!("{value:.0}");
    chart.configure_mesh().x_desc("at least").y_label_formatter(&percent).x_label_formatter(&whole).draw()?;
    for (index, (curve, colour)) in curves.iter().zip(COLOURS.iter().cycle().copied()).enumerate() {
        let line: Vec<(f64, f64)> = points(curve).map(|(value, chance)| (value as f64, decimal(&chance))).collect();
        let steps = line.iter().flat_map(|&(value, share)| [(value - 0.5, share), (value + 0.5, share)]);
        let (whole, style) = (index < COLOURS.len(), colour.stroke_width(2));
        let series = if whole {
            chart.draw_series(LineSeries::new(steps, style))?
        } else {
            chart.draw_series(DashedLineSeries::new(steps, 6, 4, style))?
        };
        series.label(curve.label.as_str()).legend(move |(x, y)| {
            let ends = if whole { vec![(x, y), (x + 16, y)] } else { vec![(x + 4, y), (x + 12, y)] };
            PathElement::new(ends, style)
        });
        // A marker of its own tells a curve apart without its colour.
        let size = 3;
        let fill = if whole { colour.filled() } else { colour.stroke_width(1) };
        chart.draw_series(line.iter().map(|&at| match index % 3 {
            0 => Circle::new(at, size, fill).into_dyn(),
            1 => TriangleMarker::new(at, size + 1, fill).into_dyn(),
            _ => Cross::new(at, size, style).into_dyn(),
        }))?;
    }
    let mut legend = chart.configure_series_labels();
    legend.position(SeriesLabelPosition::UpperRight).background_style(WHITE.mix(0.9)).border_style(BLACK.mix(0.3)).draw()?;
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Die, Distribution, Explosion, Keep, Pool};

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
        assert_eq!(text(&answer()).lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn csv_holds_every_number_as_a_fraction_and_as_a_decimal() {
        let file = csv(&answer());
        let lines: Vec<&str> = file.lines().collect();
        assert_eq!(lines[1], "a | b,\"1d6, \"\"club\"\"\",chance,1/3,0.3333333333333333");
        assert_eq!(lines[2], "a | b,\"1d6, \"\"club\"\"\",spread,,1.5");
        assert!(lines[3].starts_with("a | b,12,chance,1/42391158275216203514294433201,"), "{}", lines[3]);
        assert_eq!(lines[4], "a | b,12,spread,never,");
    }

    #[test]
    fn json_holds_fractions_and_curves() {
        let json = json(&answer());
        assert_eq!(json["exact"], true);
        assert_eq!(json["tables"][0]["rows"][0][1]["fraction"], "1/3");
        assert_eq!(json["curves"][0]["points"][3], json!({ "value": 4, "at_least": { "fraction": "1/2", "decimal": 0.5 } }));
        assert_eq!(json["curves"][1]["points"].as_array().map(Vec::len), Some(9));
    }

    #[test]
    fn markdown_escapes_what_would_break_a_table() {
        let page = markdown(&answer());
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
