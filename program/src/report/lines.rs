//! Policy lines: how often each decided, was not possible, or was not reached, and for whom.
//!
//! Owns the rows that text, pages, JSON and CSV show alike. Counts are of all fights that were traced. Start at [`rows`].

use serde_json::{Value, json};

use crate::report::figure::thousands;
use crate::report::listing::Listing;
use crate::report::pool::Pools;
use crate::report::reading::Reading;
use frame::dice::Slot;
use frame::fight::Slots;
use frame::fight::watch::Trace;
use frame::policy::{BookLine, LineBook};

/// Names of combatants that a row spells out; of more it tells how many there are.
const NAMES_MOST: usize = 3;

/// The fate of the lines of all policies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolicyLines {
    /// The lines.
    pub book: LineBook,
    /// The fate of each, by its number.
    pub traces: Vec<Trace>,
    /// The fights that were traced.
    pub fights: u64,
}

/// One line of equals, or of several who follow the same policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    /// The combatant that follows it.
    pub who: String,
    /// The line.
    pub line: &'a BookLine,
    /// The fate of it, of all of them together.
    pub trace: Trace,
}

impl Row<'_> {
    /// The line in words: what it does, and when.
    fn words(&self) -> String {
        let line = self.line;
        if line.when.is_empty() { line.what.clone() } else { format!("{} when {}", line.what, line.when) }
    }
}

/// The rows, in the order of the lines; nothing where nothing was traced.
#[must_use]
pub fn rows<'a>(reading: &Reading<'a>) -> Vec<Row<'a>> {
    let Some(lines) = &reading.facts.lines else { return Vec::new() };
    let pools = Pools::new(reading.catalogue, &reading.facts.combatants);
    let mut found: Vec<(Slots, Row<'a>)> = Vec::new();
    for (line, &trace) in lines.book.lines().iter().zip(&lines.traces) {
        let same = |row: &Row| {
            let other = row.line;
            let place = (&line.policy, line.decision, &line.path, &line.when, &line.what);
            place == (&other.policy, other.decision, &other.path, &other.when, &other.what)
        };
        match found.iter_mut().find(|(_, row)| same(row)) {
            Some((who, row)) => {
                *who = *who | line.who;
                row.trace.add(trace);
            }
            None => found.push((line.who, Row { who: String::new(), line, trace })),
        }
    }
    let named = found.into_iter().map(|(who, row)| Row { who: names(who, reading, &pools), ..row });
    named.collect()
}

/// Combatants in words: equals by the name of their entry, more than a few by their number.
fn names(who: Slots, reading: &Reading, pools: &Pools) -> String {
    let combatants = &reading.facts.combatants;
    let all = who.len();
    let mut left = who;
    let mut names: Vec<String> = Vec::new();
    for slot in who {
        if !left.has(slot) {
            continue;
        }
        let equals = |other: &Slot| {
            let (one, other) = (&combatants[slot.index()], &combatants[other.index()]);
            one.entry.is_some() && (&one.entry, one.side) == (&other.entry, other.side)
        };
        let pool = pools.name(slot).filter(|_| {
            combatants.iter().enumerate().all(|(at, _)| {
                let at = Slot(at as u8);
                !equals(&at) || left.has(at)
            })
        });
        names.push(pool.map_or_else(|| combatants[slot.index()].name.clone(), str::to_owned));
        left = left.those(|other| other != slot && (pool.is_none() || !equals(&other)));
    }
    if names.len() > NAMES_MOST { format!("{all} combatants") } else { names.join(", ") }
}

/// The rows as a table; without any where nothing was traced.
#[must_use]
pub fn table(reading: &Reading) -> Listing {
    let headings = ["combatant", "decision", "line", "decided", "not possible", "condition false"];
    let count = |number: u64| if number == 0 { "-".to_owned() } else { thousands(number) };
    let of = |row: Row| {
        let trace = row.trace;
        let decided = match (trace.tried(), trace.decided) {
            _ if !row.line.is_counted() => "not counted".to_owned(),
            (0, _) => "never reached".to_owned(),
            (_, 0) => "never".to_owned(),
            (_, decided) => thousands(decided),
        };
        let words = row.words();
        vec![row.who, row.line.decision.to_owned(), words, decided, count(trace.impossible), count(trace.refused)]
    };
    Listing::new(headings, rows(reading).into_iter().map(of)).left(&[true, true, true, false, false, false])
}

/// The heading of the table.
#[must_use]
pub fn title(reading: &Reading) -> String {
    let fights = reading.facts.lines.as_ref().map_or(0, |lines| lines.fights);
    format!("Policy lines: how often each decided, in {} fights", thousands(fights))
}

/// The rows as JSON; null where nothing was traced.
#[must_use]
pub fn json(reading: &Reading) -> Value {
    let Some(lines) = &reading.facts.lines else { return Value::Null };
    let of = |row: Row| {
        json!({
            "who": row.who, "policy": row.line.policy, "decision": row.line.decision, "path": row.line.path,
            "line": row.words(), "counted": row.line.is_counted(),
            "decided": row.trace.decided, "not_possible": row.trace.impossible, "condition_false": row.trace.refused,
        })
    };
    json!({ "fights": lines.fights, "lines": rows(reading).into_iter().map(of).collect::<Vec<_>>() })
}

/// The rows as CSV: their names, and the counts.
#[must_use]
pub fn csv(reading: &Reading) -> Vec<(String, [(&'static str, u64); 3])> {
    let of = |row: Row| {
        let name = format!("{}: {}: {}", row.who, row.line.decision, row.words());
        let trace = row.trace;
        (name, [("decided", trace.decided), ("not possible", trace.impossible), ("condition false", trace.refused)])
    };
    rows(reading).into_iter().filter(|row| row.line.is_counted()).map(of).collect()
}
