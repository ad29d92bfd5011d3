//! Differences without error.
//!
//! Owns what an exact comparison says: what of the fight moved by how much, for certain. Start at [`ExactComparison`].

use serde_json::{Value, json};

use crate::report::answer::the;
use crate::report::document::{Document, Medium, Part, Readable, Tabular};
use crate::report::figure::{Figure, Kind, thousands};
use crate::report::table::{Row, Table, capitalised};
use crate::report::terminal::wrapped;
use crate::report::{columns, json};
use frame::analysis::difference::Difference;
use frame::analysis::outcome::OutcomeMeasure;
use frame::error::Failure;
use frame::exact::SolverStop;
use frame::fight::typed;
use frame::stats::Interval;
use tables::csv;

/// The effect of a change on a scenario that was solved before and after it.
pub struct ExactComparison {
    /// The name.
    pub name: String,
    /// The change, as typed.
    pub change: String,
    /// The command that compares again.
    pub command: String,
    /// The sides, in their order.
    pub sides: Vec<String>,
    /// Everything that both answers know.
    pub found: Vec<Difference>,
    /// Names of what has to be counted, or has no bounds.
    pub unknown: Vec<String>,
    /// Probability that was not followed, before and after, with the reason.
    pub open: [(f64, Option<SolverStop>); 2],
}

impl ExactComparison {
    /// The first sentence: what became of each side's victories.
    #[must_use]
    pub fn verdict(&self) -> String {
        let key = |side: &String| typed::share("winner", side);
        let of_side = |side| Some((side, self.found.iter().find(|one| one.outcome.key == key(side))?));
        let won: Vec<(&String, &Difference)> = self.sides.iter().filter_map(of_side).collect();
        let moved = self.found.iter().filter(|one| !one.unmoved()).count();
        let others = |count: usize| {
            let word = if self.finished() { "are not as before" } else { "are not known to be as before" };
            format!("{} {word}", thousands(count as u64))
        };
        if self.found.is_empty() {
            return "Nothing can be compared exactly.".to_owned();
        }
        // Of a day nobody wins as a whole: its fights do.
        if won.is_empty() || moved == 0 {
            return match moved {
                0 => "Nothing moved: everything that is compared is exactly as before.".to_owned(),
                _ => format!("Of {} outcomes that are compared, {}.", thousands(self.found.len() as u64), others(moved)),
            };
        }
        if won.iter().all(|(_, one)| one.unmoved()) {
            return format!("Who wins did not move; of other outcomes {}.", others(moved));
        }
        let said = won.iter().filter(|(_, one)| !one.unmoved()).map(|(side, one)| {
            let [before, after] = [one.before, one.after].map(|share| Figure::exact(share, Kind::Share(None)).between());
            format!("{} won {before} before and {after} after: {}", the(side), self.points(one.by))
        });
        let said: Vec<String> = said.collect();
        format!("{}.", capitalised(&said.join("; ")))
    }

    /// True if both sides were followed to their ends.
    fn finished(&self) -> bool {
        self.open.iter().all(|(_, stop)| stop.is_none())
    }

    /// A difference of shares in words: `less often by exactly 0.0832 points`.
    fn points(&self, by: Interval) -> String {
        let scaled = by.times(100.0);
        let shown = |interval: Interval| Figure::exact(interval, Kind::Mean);
        let figure = shown(scaled);
        if figure.bounded() {
            return format!("the difference is {} points for certain", figure.between());
        }
        let word = if by.estimate < 0.0 { "less" } else { "more" };
        let size = shown(Interval::around(scaled.estimate.abs(), 0.0));
        format!("{word} often by exactly {} points", size.between())
    }

    /// The tables of what moves: shares first, then means; one without rows is left out.
    fn tables(&self) -> Vec<Table> {
        let moved = || self.found.iter().filter(|one| !one.unmoved());
        let of = |shares: bool, title: &str, by: &str| {
            let ours = moved().filter(|one| (one.outcome.measure == OutcomeMeasure::Share) == shares);
            let rows = ours.map(|one| {
                let kind = Kind::uncounted(shares);
                let scale = if shares { 100.0 } else { 1.0 };
                let by = one.by.times(scale);
                let cells = vec![
                    Some(Figure::exact(one.before, kind)),
                    Some(Figure::exact(one.after, kind)),
                    Some(Figure::exact(by, Kind::Mean)),
                ];
                Row { name: one.outcome.key.clone(), side: None, cells }
            });
            let columns = ["before", "after", by].map(str::to_owned).to_vec();
            Table { title: title.into(), rows_are: "outcome", columns, rows: rows.collect(), headline: true }
        };
        let tables = [of(true, "How often", "difference in points"), of(false, "How much", "difference")];
        tables.into_iter().filter(|table| !table.rows.is_empty()).collect()
    }

    /// The notes: what did not move, what is not known, and how certain all this is.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let unmoved = self.found.iter().filter(|one| one.unmoved()).count();
        if unmoved > 0 {
            notes.push(format!("{} outcomes are exactly as before.", thousands(unmoved as u64)));
        }
        if !self.unknown.is_empty() {
            let many = thousands(self.unknown.len() as u64);
            notes.push(format!("Not known exactly, ask without --exact: {many} outcomes that are counted or have no bounds."));
        }
        let open = |(open, stop): &(f64, Option<SolverStop>)| stop.map(|_| format!("{open:.2e}"));
        notes.push(match [open(&self.open[0]), open(&self.open[1])] {
            [None, None] => "Every number is exact: every outcome of every die was followed, before and after.".into(),
            parts => {
                let [before, after] = parts.map(|part| part.unwrap_or_else(|| "0".into()));
                format!(
                    "Not everything was followed (probability {before} before, {after} after): each number lies within its \
                     bounds for certain. More of --time, --states or --memory brings them closer."
                )
            }
        });
        notes
    }
}

impl Readable for ExactComparison {
    fn document(&self, _: bool) -> Result<Document, Failure> {
        let kind = if self.finished() { "exact" } else { "exact bounds" };
        let mut document = Document::new(self.name.clone());
        document.line(format!("{}\n{} | {} | {kind}", wrapped(&self.verdict()), self.name, self.change));
        document.only(Medium::Markdown, Part::Answers(vec![self.verdict()]));
        document.add([Part::Command(self.command.clone())]);
        document.add(self.tables().into_iter().map(Part::Figures));
        let notes: Vec<String> = self.notes().iter().map(|note| wrapped(note)).collect();
        document.line(format!("\n{}", notes.join("\n")));
        document.only(Medium::Markdown, Part::Note(self.notes().join(" ")));
        Ok(document)
    }

    fn json(&self) -> Value {
        let tables: Vec<Value> = self.tables().iter().map(json::of_table).collect();
        let unmoved: Vec<&str> = self.found.iter().filter(|one| one.unmoved()).map(|one| one.outcome.key.as_str()).collect();
        json!({
            "name": self.name, "change": self.change, "command": self.command, "exact": true,
            "unresolved": { "before": self.open[0].0, "after": self.open[1].0 },
            "finished": self.finished(),
            "verdict": self.verdict(), "tables": tables, "unmoved": unmoved, "unknown": self.unknown,
        })
    }
}

impl Tabular for ExactComparison {
    fn csv(&self) -> String {
        csv(&columns::figures(&self.tables()))
    }
}
