//! The matrix of a comparison of many scenarios: who wins, how long it takes, who dies, and what becomes of contracts, one row each.
//!
//! Owns which findings stand in it and how strong their colour is. Start at [`rows`].

use std::cmp::Ordering;

use crate::report::compare::answer::{is_rounds, named, victory, worst_death};
use crate::report::compare::contracts;
use crate::report::compare::words::{difference, line, sides};
use crate::report::compare::{ComparisonReport, Entry};
use crate::report::listing::Listing;
use crate::report::room;
use crate::report::table::part_of_day;
use frame::analysis::compare::OutcomeFinding;
use frame::analysis::fate::Fate;
use frame::analysis::outcome::OutcomeMeasure;

/// A difference of shares that has the strongest colour.
const SHARE_STRONGEST: f64 = 0.3;
/// A difference of other means that has the strongest colour, in standard deviations.
const SIZE_STRONGEST: f64 = 1.0;
/// The strongest colour, in per cent.
const STRONGEST: f64 = 55.0;

/// A row of the matrix.
pub struct Row<'a> {
    /// The scenario.
    pub entry: &'a Entry,
    /// Wins, rounds, deaths; none where a scenario has nothing of the kind.
    pub cells: [Option<Cell>; 3],
    /// The number of outcomes that are seen to move.
    pub moved: usize,
    /// The contracts, in a few words.
    pub contracts: String,
    /// The worst that becomes of a contract, where it turns.
    pub worst: Option<Fate>,
}

/// The fate of an outcome.
pub struct Cell {
    /// The owner; may be empty.
    pub who: String,
    /// Before.
    pub before: String,
    /// After.
    pub after: String,
    /// The difference with its interval.
    pub moved: String,
    /// The verdict.
    pub word: &'static str,
    /// `more`, `less`, or nothing where nothing is seen to move.
    pub way: &'static str,
    /// Strength of its colour, in per cent.
    pub strength: f64,
    /// Size of the difference if it is seen to move, as part of what has the strongest colour.
    pub moves: f64,
}

impl Row<'_> {
    /// The strength with which victories are seen to move.
    pub fn won(&self) -> f64 {
        self.cells[0].as_ref().map_or(0.0, |cell| cell.moves)
    }

    /// Which of two comes first: whose contracts turn, the worst first, then in which victories move most.
    pub fn before(&self, other: &Self) -> Ordering {
        let rank = |row: &Row<'_>| row.worst.map_or(usize::MAX, |fate| fate as usize);
        rank(self).cmp(&rank(other)).then(other.won().total_cmp(&self.won()))
    }
}

/// Letters of the name of a scenario, and of a side, that a terminal shows at the most.
const NAME_MOST: [usize; 2] = [26, 14];

/// The matrix for a terminal of 100 letters: who wins before and after, and contracts. Those first whose contracts turn, the worst first, then
/// those in which victories move most; without `all` those are left out in which neither does.
#[must_use]
pub fn listing(report: &ComparisonReport, all: bool) -> Listing {
    let mut rows = rows(report);
    rows.retain(|row| all || row.worst.is_some() || row.won() > 0.0);
    rows.sort_by(Row::before);
    let row = |row: Row<'_>| {
        let mut cells = vec![short(&row.entry.name, NAME_MOST[0])];
        cells.extend(match &row.cells[0] {
            Some(Cell { who, before, after, moved, word, way, .. }) => {
                let moved = if way.is_empty() { (*word).to_owned() } else { moved.replace(" points", "") };
                [short(who, NAME_MOST[1]), before.clone(), after.clone(), moved]
            }
            None => ["-"; 4].map(str::to_owned),
        });
        cells.push(row.contracts);
        cells
    };
    let rows = rows.into_iter().map(row);
    Listing::new(["scenario", "wins", "before", "after", "points", "contracts"], rows)
}

/// A name of no more letters than this.
fn short(name: &str, most: usize) -> String {
    if room::letters(name) <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['\u{2026}']).collect()
}

/// A name with the part of a day that is meant, if there is one: `fight 2: Gerda`.
fn within(part: Option<String>, name: &str) -> String {
    part.map_or_else(|| name.to_owned(), |part| format!("{part}: {name}"))
}

/// One row per scenario, in their order.
#[must_use]
pub fn rows(report: &ComparisonReport) -> Vec<Row<'_>> {
    let row = |entry| {
        let cell = |who: String, finding| cell(report, who, finding);
        let win = victory(entry)
            .map(|victory| (victory.part.clone(), cell(within(victory.part.clone(), victory.side), victory.finding)));
        let part = win.as_ref().and_then(|(part, _)| part.clone());
        let of_part = |finding: &&OutcomeFinding| part_of_day(&finding.outcome.family) == part;
        let rounds = entry.compared.findings.iter().filter(|finding| is_rounds(finding)).find(of_part);
        let death = worst_death(entry);
        Row {
            entry,
            cells: [
                win.map(|(_, cell)| cell),
                rounds.map(|finding| cell(part.clone().unwrap_or_default(), finding)),
                death.map(|finding| cell(within(part_of_day(&finding.outcome.family), named(finding)), finding)),
            ],
            moved: entry.compared.findings.iter().filter(|finding| finding.word.is_seen_to_move()).count(),
            contracts: contracts::in_short(entry),
            worst: contracts::worst(entry),
        }
    };
    report.entries.iter().map(row).collect()
}

/// The cell of a finding; its colour is the stronger the more is seen to move.
fn cell(report: &ComparisonReport, who: String, finding: &OutcomeFinding) -> Cell {
    let level = report.rule.level_of_intervals();
    let [before, after] = sides(finding, level).map(|side| side.map_or_else(|| "\u{2013}".into(), |side| side.words().number));
    let estimate = finding.evidence.estimate();
    let part = match finding.outcome.measure {
        OutcomeMeasure::Share => estimate.abs() / SHARE_STRONGEST,
        OutcomeMeasure::Mean(_) | OutcomeMeasure::Ratio(_) => finding.size() / SIZE_STRONGEST,
    };
    let seen = finding.word.is_seen_to_move();
    let way = match estimate {
        _ if !seen => "",
        estimate if estimate > 0.0 => "more",
        _ => "less",
    };
    // An outcome that is seen to move is never without colour.
    let strength = if seen { (part.min(1.0) * STRONGEST).max(8.0) } else { 0.0 };
    Cell {
        who,
        before,
        after,
        moved: line(&difference(finding, level)),
        word: finding.word.text(),
        way,
        strength,
        moves: if seen { part } else { 0.0 },
    }
}
