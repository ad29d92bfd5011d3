//! The tables, the pictures and the counts as columns.
//!
//! Owns which columns there are; how they are written belongs to [`tables`]. Rows stand in the order of the catalogue and
//! of values; nothing is grouped, so nothing can change places. Start at [`figures`].

use std::borrow::Cow;

use crate::report::figure::Kind;
use crate::report::input::Outcome;
use crate::report::table::Table;
use frame::fight::Catalogue;
use frame::stats::Interval;
use tables::{Cell, Column, csv};

/// Rows that become a file: one column after the other, each read off all of them.
pub struct Rows<'a, R> {
    rows: Vec<R>,
    columns: Vec<Column<'a>>,
}

impl<'a, R> Rows<'a, R> {
    /// These rows, without a column.
    #[must_use]
    pub fn of(rows: impl IntoIterator<Item = R>) -> Self {
        Rows { rows: rows.into_iter().collect(), columns: Vec::new() }
    }

    /// The same with one more column.
    #[must_use]
    pub fn column<C: Cell<'a>>(mut self, name: impl Into<Cow<'a, str>>, cell: impl Fn(&R) -> C) -> Self {
        self.columns.push(Column::new(name, self.rows.iter().map(cell)));
        self
    }

    /// The same with the three columns of an interval: the number, and its limits.
    #[must_use]
    pub fn interval(self, names: [&'a str; 3], of: impl Fn(&R) -> Option<Interval>) -> Self {
        let parts: [fn(Interval) -> f64; 3] = [|one| one.estimate, |one| one.low, |one| one.high];
        names.into_iter().zip(parts).fold(self, |rows, (name, part)| rows.column(name, |row| of(row).map(part)))
    }

    /// As CSV.
    #[must_use]
    pub fn csv(&self) -> String {
        csv(&self.columns)
    }
}

/// All figures of tables, one per row: `table`, `row`, `measure`, `n`, `count`, `value`, `low`, `high`, `exact`. Shares are
/// within `0..=1`; `n` and `count` are empty where nothing was counted.
pub fn figures<'a>(tables: impl IntoIterator<Item = &'a Table>) -> Vec<Column<'a>> {
    figures_and_lines(tables, &[])
}

/// [`figures`], with the counts of policy lines behind them, which are exact.
pub fn figures_and_lines<'a>(
    tables: impl IntoIterator<Item = &'a Table>,
    lines: &'a [(String, [(&'static str, u64); 3])],
) -> Vec<Column<'a>> {
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
    vec![
        Column::new("table", titles),
        Column::new("row", rows),
        Column::new("measure", measures),
        Column::new("n", n),
        Column::new("count", counts),
        Column::new("value", value),
        Column::new("low", low),
        Column::new("high", high),
        Column::new("exact", exact),
    ]
}

/// The whole outcome: `metric`, `value`, and `fights` (how many ended with it), or `probability` when it is exact.
pub fn distributions<'a>(catalogue: &'a Catalogue, outcome: &Outcome) -> Vec<Column<'a>> {
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
        Outcome::Counted(_) => Column::new("fights", fights),
        Outcome::Exact(_) => Column::new("probability", probabilities),
    };
    vec![Column::new("metric", metrics), Column::new("value", values), last]
}
