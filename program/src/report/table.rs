//! Tables as data: what every format of the report shows.
//!
//! Owns which figures stand in which table. Knows no game: rows and columns follow the catalogue. Start at [`tables()`].

use std::collections::HashSet;

use crate::report::figure::{Figure, Kind};
use crate::report::reading::Reading;
use frame::analysis::sharpen::Sharpened;
use frame::fight::{Metric, Overview, Scale, Subject};
use frame::stats::controls::Sharper;

/// Fights of a day that have a table of their endings each; of more, there is one table with a row for each fight.
const FIGHTS_APART_MOST: usize = 3;

/// A table of figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Heading.
    pub title: String,
    /// Heading of the first column: what the rows are.
    pub rows_are: &'static str,
    /// Headings of the figures.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// True if the terminal shows it without being asked.
    pub headline: bool,
}

/// A row of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The subject.
    pub name: String,
    /// The side it belongs to, where that is not what it is about itself.
    pub side: Option<usize>,
    /// One figure per column; none where nothing is known.
    pub cells: Vec<Option<Figure>>,
}

/// All tables of the report, the most important first.
#[must_use]
pub fn tables(reading: &Reading) -> Vec<Table> {
    let of_everybody = |index: usize| matches!(reading.catalogue.metrics[index].subject, Subject::Combatant(_));
    let (of_everybody, of_fights): (Vec<_>, Vec<_>) = reading.categories().partition(|(index, _)| of_everybody(*index));
    let is_winner = |(index, _): &(usize, &Scale)| reading.catalogue.metrics[*index].family.ends_with(".winner");
    let (winners, others): (Vec<_>, Vec<_>) = of_fights.into_iter().partition(is_winner);
    let mut tables = if winners.len() > FIGHTS_APART_MOST {
        vec![fight_by_fight(reading, &winners)]
    } else {
        winners.into_iter().map(|(index, scale)| outcomes(reading, index, scale)).collect()
    };
    tables.extend(others.into_iter().map(|(index, scale)| outcomes(reading, index, scale)));
    tables.push(whole_fights(reading));
    tables.push(sharpened(reading));
    let same_family = |one: &(usize, _), other: &(usize, _)| {
        reading.catalogue.metrics[one.0].family == reading.catalogue.metrics[other.0].family
    };
    tables.extend(of_everybody.chunk_by(same_family).map(|family| fates(reading, family)));
    tables.extend(reading.catalogue.overviews.iter().map(|overview| of_overview(reading, overview)));
    for table in &mut tables {
        drop_unknown_columns(table);
    }
    tables.retain(|table| !table.columns.is_empty() && !table.rows.is_empty());
    tables
}

/// The part of a day that a family belongs to: `fight 2` for `fight2.rounds`, nothing for `rounds`.
#[must_use]
pub fn part_of_day(name: &str) -> Option<String> {
    let (part, _) = name.split_once('.')?;
    let digits = part.find(|letter: char| letter.is_ascii_digit());
    Some(digits.map_or_else(|| part.to_owned(), |at| format!("{} {}", &part[..at], &part[at..])))
}

/// A metric's heading, with the part of the day that it belongs to.
fn heading(metric: &Metric) -> String {
    match part_of_day(&metric.family) {
        Some(part) => format!("{part}: {}", metric.label),
        None => metric.label.clone(),
    }
}

/// A metric's heading with the name of whose it is; a sum over a side says that it is one.
fn of_somebody(metric: &Metric, who: &str) -> String {
    match metric.label.strip_suffix(" (together)") {
        // Its family is its key: the side in front of it is no part of a day.
        Some(label) => {
            let part = part_of_day(&metric.family).filter(|part| part != who).map(|part| format!("{part}: "));
            format!("{}{label} ({who}, together)", part.unwrap_or_default())
        }
        None => format!("{} ({who})", heading(metric)),
    }
}

/// The endings of fights.
fn outcomes(reading: &Reading, index: usize, scale: &Scale) -> Table {
    let rows = scale.outcomes().map(|(value, label)| Row {
        name: label.clone(),
        side: None,
        cells: vec![reading.share(index, |given| given == value)],
    });
    Table {
        title: capitalised(&heading(&reading.catalogue.metrics[index])),
        rows_are: "outcome",
        columns: vec!["share of fights".into()],
        rows: rows.collect(),
        headline: true,
    }
}

/// The endings of the fights of a day: one row per fight, one column per side, then draws and timeouts.
fn fight_by_fight(reading: &Reading, winners: &[(usize, &Scale)]) -> Table {
    let labels = || winners.iter().flat_map(|(_, scale)| scale.outcomes().map(|(_, label)| label));
    let mut columns: Vec<String> =
        reading.facts.sides.iter().filter(|side| labels().any(|label| label == *side)).cloned().collect();
    for label in labels() {
        if !columns.contains(label) {
            columns.push(label.clone());
        }
    }
    let cell = |index: usize, scale: &Scale, column: &String| {
        let (value, _) = scale.outcomes().find(|(_, label)| *label == column)?;
        reading.share(index, |given| given == value)
    };
    let rows = winners.iter().map(|&(index, scale)| Row {
        name: part_of_day(&reading.catalogue.metrics[index].family).unwrap_or_default(),
        side: None,
        cells: columns.iter().map(|column| cell(index, scale, column)).collect(),
    });
    let rows = rows.collect();
    Table { title: "Who wins, fight by fight".into(), rows_are: "fight", columns, rows, headline: true }
}

/// The fates of all combatants: one row per combatant, one column per outcome.
fn fates(reading: &Reading, family: &[(usize, &Scale)]) -> Table {
    let columns = family.first().into_iter().flat_map(|(_, scale)| scale.outcomes()).map(|(_, label)| label.clone()).collect();
    let rows = family.iter().map(|&(index, scale)| {
        let (name, side) = reading.who(reading.catalogue.metrics[index].subject);
        Row { name, side, cells: scale.outcomes().map(|(value, _)| reading.share(index, |given| given == value)).collect() }
    });
    let title = family.first().map(|&(index, _)| capitalised(&heading(&reading.catalogue.metrics[index])));
    let title = title.unwrap_or_default();
    Table { title, rows_are: "combatant", columns, rows: rows.collect(), headline: true }
}

/// Amounts of the fight and of its sides that no overview shows: mean, median and the range of nine fights in ten.
fn whole_fights(reading: &Reading) -> Table {
    let shown: HashSet<&String> = reading.catalogue.overviews.iter().flat_map(|overview| &overview.families).collect();
    let of_fights = |metric: &Metric| {
        matches!(metric.scale, Scale::Amount(_))
            && !matches!(metric.subject, Subject::Combatant(_))
            && !shown.contains(&metric.family)
    };
    let mut rows = Vec::new();
    for (index, metric) in reading.catalogue.metrics.iter().enumerate() {
        if of_fights(metric) && reading.knows(index) {
            let name = match metric.subject {
                Subject::Fight => heading(metric),
                subject => of_somebody(metric, &reading.who(subject).0),
            };
            let quantiles = [50, 5, 95].map(|percent| reading.quantile(index, percent));
            rows.push(Row { name, side: None, cells: [reading.mean(index)].into_iter().chain(quantiles).collect() });
        }
    }
    let columns = ["mean", "median", "5 % at most", "95 % at most"].map(str::to_owned).to_vec();
    Table { title: "The fights".into(), rows_are: "measure", columns, rows, headline: true }
}

/// Outcomes as they were counted, and without what the luck of the dice explains.
fn sharpened(reading: &Reading) -> Table {
    let rows = reading.facts.sharpened.iter().map(|&Sharpened { metric, value, fights, sharper }| {
        let described = &reading.catalogue.metrics[metric];
        let label = value.and_then(|value| described.scale.outcomes().find(|(known, _)| *known == value));
        let what = match (label, described.subject) {
            (Some((_, label)), _) => format!("{}: {label}", heading(described)),
            (None, Subject::Fight) => heading(described),
            (None, subject) => of_somebody(described, &reading.who(subject).0),
        };
        let (usual, kind) = match value {
            Some(value) => (reading.share(metric, |given| given == value), Kind::Share(None)),
            None => (reading.mean(metric), Kind::Mean),
        };
        let Sharper { interval, factor } = sharper;
        let figure = Figure::of(interval, fights, kind);
        Row {
            name: format!("{what}, as sure as {factor:.1} times as many fights"),
            side: None,
            cells: vec![usual, Some(figure)],
        }
    });
    let columns = vec!["as counted".to_owned(), "without the luck of the dice".to_owned()];
    Table { title: "Sharpened".into(), rows_are: "outcome", columns, rows: rows.collect(), headline: true }
}

/// One row per combatant or side, one column per family.
fn of_overview(reading: &Reading, overview: &Overview) -> Table {
    let catalogue = reading.catalogue;
    let mut columns = Vec::new();
    let mut subjects: Vec<Subject> = Vec::new();
    let mut figures: Vec<Vec<(Subject, Option<Figure>)>> = Vec::new();
    for family in &overview.families {
        let ratio = catalogue.ratios.iter().find(|ratio| ratio.family == *family);
        let column: Vec<(Subject, Option<Figure>)> = match ratio {
            Some(ratio) => {
                let pairs = catalogue.ratio_pairs(ratio);
                pairs.map(|(subject, over, under)| (subject, reading.ratio(over, under))).collect()
            }
            None => catalogue.family(family).map(|(index, metric)| (metric.subject, reading.cell(index))).collect(),
        };
        let metric = catalogue.family(family).next().map(|(_, metric)| metric);
        columns.push(match (ratio, metric) {
            (Some(ratio), _) => ratio.label.clone(),
            (None, Some(Metric { label, scale: Scale::Amount(_), .. })) => format!("{label}, mean"),
            (None, Some(metric)) => metric.label.clone(),
            (None, None) => family.clone(),
        });
        for (subject, _) in &column {
            if !subjects.contains(subject) {
                subjects.push(*subject);
            }
        }
        figures.push(column);
    }
    let of = |subject: &Subject, column: &[(Subject, Option<Figure>)]| {
        column.iter().find(|(given, _)| given == subject).and_then(|(_, figure)| *figure)
    };
    let rows = subjects.iter().map(|subject| {
        let (mut name, side) = reading.who(*subject);
        // What is said of a whole day is said of no single fight.
        let of_day = catalogue.index("winner").is_none()
            && overview
                .families
                .iter()
                .all(|family| catalogue.family(family).all(|(_, metric)| part_of_day(&metric.family).is_none()));
        if *subject == Subject::Fight && of_day {
            name = "the day".to_owned();
        }
        let side = side.filter(|_| matches!(subject, Subject::Combatant(_)));
        Row { name, side, cells: figures.iter().map(|column| of(subject, column)).collect() }
    });
    let rows_are = if subjects.iter().all(|subject| matches!(subject, Subject::Side(_))) { "side" } else { "combatant" };
    Table { title: overview.title.clone(), rows_are, columns, rows: rows.collect(), headline: overview.headline }
}

/// Drops columns in which no row has a figure.
fn drop_unknown_columns(table: &mut Table) {
    let known: Vec<bool> =
        (0..table.columns.len()).map(|column| table.rows.iter().any(|row| row.cells[column].is_some())).collect();
    let keep = |column: usize| known[column];
    table.columns = table.columns.drain(..).enumerate().filter(|(column, _)| keep(*column)).map(|(_, kept)| kept).collect();
    for row in &mut table.rows {
        row.cells = row.cells.drain(..).enumerate().filter(|(column, _)| keep(*column)).map(|(_, kept)| kept).collect();
    }
}

/// The text with a capital first letter.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_of_a_day_say_which_part_they_belong_to() {
        assert_eq!(part_of_day("fight2.rounds").as_deref(), Some("fight 2"));
        assert_eq!(part_of_day("end.hp").as_deref(), Some("end"));
        assert_eq!(part_of_day("rounds"), None);
    }

    #[test]
    fn a_sum_over_a_side_names_the_side_once() {
        let sum = |key: &str, label: &str| {
            let scale = Scale::Amount("combatants");
            let (key, family, label) = (key.to_owned(), key.to_owned(), label.to_owned());
            Metric { key, family, label, subject: Subject::Side(frame::fight::Side(0)), scale }
        };
        assert_eq!(of_somebody(&sum("farmers.dead", "dead (together)"), "farmers"), "dead (farmers, together)");
        assert_eq!(of_somebody(&sum("fight2.party.hp", "HP left (together)"), "party"), "fight 2: HP left (party, together)");
        assert_eq!(of_somebody(&sum("standing", "standing at the end"), "party"), "standing at the end (party)");
    }
}
