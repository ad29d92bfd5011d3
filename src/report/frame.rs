//! Data frames: the tables, the pictures and the counts as columns, and CSV made from them.
//!
//! Owns the passage to polars. Rows stand in the order of the catalogue and of values; nothing is grouped, so nothing can
//! change places. Start at [`figures`].

use polars::prelude::{Column, DataFrame, NamedFrom, PolarsError, Series};
use polars_io::prelude::{CsvWriter, SerWriter};

use crate::error::Failure;
use crate::fight::Catalogue;
use crate::report::figure::Kind;
use crate::report::input::Outcome;
use crate::report::table::Table;

/// The failure of polars, which is never the designer's doing.
pub(super) fn bug(error: PolarsError) -> Failure {
    Failure::Bug(format!("a data frame could not be made: {error}"))
}

/// A column.
pub(super) fn column<T, P: ?Sized>(name: &str, values: T) -> Column
where
    Series: NamedFrom<T, P>,
{
    Series::new(name.into(), values).into()
}

/// All figures of tables, one per row: `table`, `row`, `measure`, `n`, `count`, `value`, `low`, `high`, `exact`. Shares are
/// within `0..=1`; `n` and `count` are empty where nothing was counted.
///
/// # Errors
/// A bug in the program.
pub fn figures<'a>(tables: impl IntoIterator<Item = &'a Table>) -> Result<DataFrame, Failure> {
    figures_and_lines(tables, &[])
}

/// [`figures`], with the counts of policy lines behind them, which are exact.
///
/// # Errors
/// A bug in the program.
pub fn figures_and_lines<'a>(
    tables: impl IntoIterator<Item = &'a Table>,
    lines: &'a [(String, [(&'static str, u64); 3])],
) -> Result<DataFrame, Failure> {
    let (mut titles, mut rows, mut measures) = (Vec::new(), Vec::new(), Vec::new());
    let (mut n, mut counts) = (Vec::new(), Vec::new());
    let (mut value, mut low, mut high, mut exact) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for table in tables {
        for row in &table.rows {
            for (measure, figure) in table.columns.iter().zip(&row.cells) {
                let Some(figure) = figure else { continue };
                titles.push(table.title.as_str());
                rows.push(row.name.as_str());
                measures.push(measure.as_str());
                n.push((!figure.exact).then_some(figure.n));
                counts.push(if let Kind::Share(count) = figure.kind { count } else { None });
                value.push(figure.value);
                low.push(figure.low);
                high.push(figure.high);
                exact.push(figure.exact && !figure.bounded());
            }
        }
    }
    for (row, counted) in lines {
        for (measure, times) in counted {
            titles.push("Policy lines");
            rows.push(row);
            measures.push(measure);
            n.push(None);
            counts.push(Some(*times));
            [&mut value, &mut low, &mut high].into_iter().for_each(|place| place.push(*times as f64));
            exact.push(true);
        }
    }
    let columns = vec![
        column("table", titles),
        column("row", rows),
        column("measure", measures),
        column("n", n),
        column("count", counts),
        column("value", value),
        column("low", low),
        column("high", high),
        column("exact", exact),
    ];
    DataFrame::new_infer_height(columns).map_err(bug)
}

/// The whole outcome: `metric`, `value`, and `fights` (how many ended with it), or `probability` when it is exact.
///
/// # Errors
/// A bug in the program.
pub fn distributions(catalogue: &Catalogue, outcome: &Outcome) -> Result<DataFrame, Failure> {
    let (mut metrics, mut values) = (Vec::new(), Vec::new());
    let (mut fights, mut probabilities) = (Vec::new(), Vec::new());
    for (index, metric) in catalogue.metrics.iter().enumerate() {
        match outcome {
            Outcome::Counted(tally) => {
                for (value, count) in tally.counts(index) {
                    metrics.push(metric.key.as_str());
                    values.push(value);
                    fights.push(count);
                }
            }
            Outcome::Exact(solved) => {
                for (value, probability) in solved.distribution(index) {
                    metrics.push(metric.key.as_str());
                    values.push(value);
                    probabilities.push(probability);
                }
            }
        }
    }
    let last = match outcome {
        Outcome::Counted(_) => column("fights", fights),
        Outcome::Exact(_) => column("probability", probabilities),
    };
    DataFrame::new_infer_height(vec![column("metric", metrics), column("value", values), last]).map_err(bug)
}

/// The frame with texts that no spreadsheet takes for a formula: those of names that begin like one get a `'` before them.
///
/// # Errors
/// A bug in the program.
pub fn harmless(frame: &DataFrame) -> Result<DataFrame, Failure> {
    let columns = frame.columns().iter().map(|given| {
        let name = plain(given.name());
        match given.str() {
            Ok(texts) => column(&name, texts.iter().map(|text| text.map(plain)).collect::<Vec<Option<String>>>()),
            Err(_) => given.clone().with_name(name.into()),
        }
    });
    DataFrame::new_infer_height(columns.collect()).map_err(bug)
}

/// A text that is no formula.
fn plain(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
    if formula { format!("'{text}") } else { text.to_owned() }
}

/// A frame as CSV with a heading.
///
/// # Errors
/// A bug in the program.
pub fn csv(frame: DataFrame) -> Result<String, Failure> {
    let mut frame = harmless(&frame)?;
    let mut bytes = Vec::new();
    CsvWriter::new(&mut bytes).finish(&mut frame).map_err(bug)?;
    String::from_utf8(bytes).map_err(|error| Failure::Bug(error.to_string()))
}
