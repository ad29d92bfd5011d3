//! The page: one self-contained file without scripts, clocks or anything from the network.
//!
//! Owns what stands on the page; how it looks is in `templates/report.html`. Start at [`html`].

use askama::Template;

use crate::error::Failure;
use crate::report::answer::{Warning, verdict, warnings};
use crate::report::chart;
use crate::report::figure::Words;
use crate::report::input::Facts;
use crate::report::plot::{Plot, Shape};
use crate::report::reading::Reading;
use crate::report::table::{Row, Table};
use crate::report::terminal;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    facts: &'a Facts,
    verdict: String,
    source: String,
    confidence: f64,
    warnings: Vec<String>,
    sides: Vec<(&'a str, Vec<&'a str>)>,
    tables: Vec<Shown<'a>>,
    pictures: Vec<Picture<'a>>,
    lines: Vec<Vec<String>>,
    exact: bool,
}

/// A table with its figures in words.
struct Shown<'a> {
    title: &'a str,
    rows_are: &'a str,
    columns: &'a [String],
    rows: Vec<(&'a str, Vec<Words>)>,
}

/// A picture with its drawings.
struct Picture<'a> {
    plot: &'a Plot,
    wide: bool,
    /// Whether its panels are maps, whose letters need more room.
    maps: bool,
    panels: Vec<Drawn<'a>>,
}

/// A drawing with its table.
struct Drawn<'a> {
    title: &'a str,
    svg: String,
    described: String,
    table: Shown<'a>,
}

/// The whole page.
///
/// # Errors
/// A bug in the program.
pub fn html(reading: &Reading, tables: &[Table], plots: &[Plot]) -> Result<String, Failure> {
    let facts = reading.facts;
    let of_side =
        |index: usize| facts.combatants.iter().filter(move |one| one.side.index() == index).map(|one| one.name.as_str());
    let page = Page {
        facts,
        verdict: verdict(reading),
        source: terminal::source(reading),
        confidence: reading.level().confidence() * 100.0,
        warnings: warnings(reading).iter().map(Warning::text).collect(),
        sides: facts.sides.iter().enumerate().map(|(index, side)| (side.as_str(), of_side(index).collect())).collect(),
        tables: tables.iter().map(shown).collect(),
        pictures: plots.iter().map(picture).collect::<Result<_, _>>()?,
        lines: terminal::lines(reading).unwrap_or_default(),
        exact: reading.exact(),
    };
    page.render().map_err(|error| Failure::Bug(format!("the page could not be made: {error}")))
}

fn shown(table: &Table) -> Shown<'_> {
    let nothing = || Words { number: "\u{2013}".into(), error: String::new() };
    let cells = |row: &Row| row.cells.iter().map(|cell| cell.map_or_else(nothing, |figure| figure.words())).collect();
    let rows = table.rows.iter().map(|row| (row.name.as_str(), cells(row))).collect();
    Shown { title: &table.title, rows_are: table.rows_are, columns: &table.columns, rows }
}

fn picture(plot: &Plot) -> Result<Picture<'_>, Failure> {
    let alone = plot.panels.len() == 1;
    let panels = plot.panels.iter().map(|panel| {
        let svg = chart::inline(&chart::draw(panel, alone)?);
        let described = if panel.title.is_empty() { plot.title.clone() } else { format!("{}: {}", plot.title, panel.title) };
        Ok(Drawn { title: &panel.title, svg, described, table: shown(&panel.table) })
    });
    let maps = plot.panels.iter().any(|panel| matches!(panel.shape, Shape::Heat { .. }));
    Ok(Picture { plot, wide: !alone, maps, panels: panels.collect::<Result<_, Failure>>()? })
}
