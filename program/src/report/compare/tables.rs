//! Tables of a comparison as data: what every format shows of findings, scenarios, endings and fights to watch.
//!
//! Owns which cells stand in which table. Start at [`findings`].

use crate::report::columns::Rows;
use crate::report::compare::words::{difference, line, margin, moved, needed, noticed, saved, sides, tally, unit};
use crate::report::compare::{ComparisonReport, Entry, Found};
use crate::report::figure::{fixed, thousands};
use crate::report::listing::Listing;
use frame::analysis::compare::{OutcomeFinding, OutcomeVerdict};
use frame::stats::Level;

/// What a finding is told with behind its difference, at a level.
type CalledFor = fn(&OutcomeFinding, Level) -> String;

/// What stands behind the difference of a finding of this word: its heading, and what it is.
#[must_use]
pub fn called_for(word: OutcomeVerdict) -> Option<(&'static str, CalledFor)> {
    match word {
        OutcomeVerdict::Changed => Some(("fights to notice", noticed)),
        OutcomeVerdict::Moved | OutcomeVerdict::Undecided => Some(("fights to decide", |finding, _| needed(finding))),
        OutcomeVerdict::Unchanged => Some(("margin", |finding, _| margin(finding))),
        OutcomeVerdict::Identical => None,
    }
}

/// Heading of the findings of this word.
#[must_use]
pub const fn titled(word: OutcomeVerdict) -> &'static str {
    match word {
        OutcomeVerdict::Changed => "Changed",
        OutcomeVerdict::Moved => "Moved, whether by the margin is open",
        OutcomeVerdict::Undecided => "Undecided",
        OutcomeVerdict::Unchanged => "Unchanged within the margin",
        OutcomeVerdict::Identical => "Identical in every fight",
    }
}

/// Heading of what changed.
#[must_use]
pub fn changed(report: &ComparisonReport) -> &'static str {
    if report.entries.iter().all(|entry| entry.asked.is_empty()) {
        "Changed, the largest effect first"
    } else {
        "Changed, what was asked for first and then the largest effect"
    }
}

/// Heading of what changed at the table.
pub const AT_THE_TABLE: &str = "Changed at the table, by 1,024 fights at most";
/// Fights by which that is known, at the most.
pub const TABLE_FIGHTS: u64 = 1024;

/// Findings of one word.
#[must_use]
pub fn findings(report: &ComparisonReport, found: &[Found<'_>], word: OutcomeVerdict) -> Listing {
    let columns = match called_for(word) {
        Some((heading, _)) => vec!["outcome", "before", "after", "difference", heading, "variance saved"],
        None => vec!["outcome", "before and after", "difference"],
    };
    let rows = found.iter().filter(|found| found.finding.word == word).map(|found| cells(report, found, word));
    Listing::new(columns, rows)
}

/// The cells of a finding in the table of a word.
fn cells(report: &ComparisonReport, found: &Found<'_>, word: OutcomeVerdict) -> Vec<String> {
    let finding = found.finding;
    let level = report.rule.level_of_intervals();
    let [before, after] = sides(finding, level).map(|side| side.map_or_else(|| "-".into(), |side| side.short()));
    let moved = line(&difference(finding, level));
    let name = found.name();
    match called_for(word) {
        Some((_, said)) => vec![name, before, after, moved, said(finding, level), saved(finding)],
        None => vec![name, before, moved],
    }
}

/// Heading of differences without the luck of the dice.
pub const SHARPENED: &str = "Sharpened";

/// Differences as they were counted, and without what the luck of the dice explains.
#[must_use]
pub fn sharpened(report: &ComparisonReport, found: &[Found<'_>]) -> Listing {
    let level = report.rule.level_of_intervals();
    let row = |found: &Found<'_>| {
        let sharper = found.finding.sharper?;
        let (scale, unit) = unit(found.finding.outcome.measure);
        let moved = line(&moved(sharper.interval, scale, unit));
        let factor = format!("{} times as many fights", fixed(sharper.factor, 1));
        Some(vec![found.name(), line(&difference(found.finding, level)), moved, factor])
    };
    Listing::new(["outcome", "difference", "without the luck of the dice", "as sure as"], found.iter().filter_map(row))
}

/// One row per scenario: how many outcomes have each word.
#[must_use]
pub fn scenarios(report: &ComparisonReport) -> Listing {
    let found = report.found();
    let rows = report.entries.iter().map(|entry| {
        let here: Vec<Found<'_>> = found.iter().filter(|found| std::ptr::eq(found.entry, entry)).copied().collect();
        let counts = tally(&here).map(|count| count.to_string());
        [vec![entry.name.clone(), thousands(entry.compared.fights)], counts.to_vec()].concat()
    });
    let columns = vec!["scenario", "fights", "changed", "moved", "undecided", "unchanged", "identical"];
    Listing::new(columns, rows)
}

/// The differences in the rules, each change once.
#[must_use]
pub fn changes(report: &ComparisonReport) -> Listing {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for change in report.entries.iter().flat_map(|entry| &entry.changes) {
        let row = vec![change.path.clone(), change.before.clone(), change.after.clone()];
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    Listing::new(["rule", "before", "after"], rows)
}

/// The flow from endings of a scenario to others: one table for each category in which something moved.
#[must_use]
pub fn flows(report: &ComparisonReport, entry: &Entry) -> Vec<(String, Vec<String>, Vec<Vec<String>>)> {
    let mut tables = Vec::new();
    for flow in &entry.compared.flows {
        let category = &entry.outcomes.categories[flow.category];
        let of_row = |row: usize| flow.counts[row].iter().sum::<u64>();
        let of_column = |column: usize| flow.counts.iter().map(|row| row[column]).sum::<u64>();
        let columns: Vec<usize> = (0..category.after.len()).filter(|&column| of_column(column) > 0).collect();
        let rows: Vec<usize> = (0..category.before.len()).filter(|&row| of_row(row) > 0).collect();
        let stays = |row: usize, column: usize| category.before[row] == category.after[column];
        if rows.iter().all(|&row| columns.iter().all(|&column| stays(row, column) || flow.counts[row][column] == 0)) {
            continue;
        }
        let title = if report.several() { format!("{}: {}", entry.name, category.key) } else { category.key.clone() };
        let headings = columns.iter().map(|&column| category.after[column].clone()).collect();
        let cells = rows.iter().map(|&row| {
            let counts = columns.iter().map(|&column| thousands(flow.counts[row][column]));
            std::iter::once(category.before[row].clone()).chain(counts).collect()
        });
        tables.push((title, headings, cells.collect()));
    }
    tables
}

/// First fights that came out otherwise, of each outcome that is seen to move.
#[must_use]
pub fn examples(found: &[Found<'_>]) -> Listing {
    let changed = found.iter().filter(|found| found.finding.word.is_seen_to_move());
    let numbers = |numbers: &[u64]| match numbers {
        [] => "-".to_owned(),
        numbers => numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
    };
    let rows = changed.map(|found| {
        let [up, down] = &found.finding.examples;
        vec![found.name(), numbers(up), numbers(down)]
    });
    Listing::new(["outcome", "only or more after", "only or more before"], rows)
}

/// All findings as CSV, one per row, in plain numbers: shares within `0..=1`.
pub fn csv(report: &ComparisonReport) -> String {
    let level = report.rule.level_of_intervals();
    let evidence = |found: &Found<'_>| found.finding.evidence;
    Rows::of([report.found(), report.aside()].concat())
        .column("scenario", |found| found.entry.name.clone())
        .column("outcome", |found| found.finding.outcome.key.clone())
        .column("word", |found| found.finding.word.text())
        .column("label", |found| found.finding.outcome.label.clone())
        .column("unit", |found| found.finding.outcome.measure.unit().unwrap_or("share").to_owned())
        .column("n", |found| evidence(found).n())
        .interval(["before", "before_low", "before_high"], |found| evidence(found).before(level))
        .interval(["after", "after_low", "after_high"], |found| evidence(found).after(level))
        .interval(["difference", "difference_low", "difference_high"], |found| evidence(found).difference(level))
        .column("margin", |found| found.finding.margin)
        .column("size", |found| Some(found.finding.size()).filter(|size| size.is_finite()))
        .column("up", |found| evidence(found).moved().0)
        .column("down", |found| evidence(found).moved().1)
        .column("variance_saved", |found| evidence(found).variance_saved())
        .column("fights_needed", |found| found.finding.fights_needed)
        .column("noticed_after", |found| evidence(found).noticed(level).map(|fights| fights.estimate))
        .csv()
}
