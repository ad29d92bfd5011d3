//! The report of changes that are taken apart: what each does alone, what all do together, and what is interplay.
//!
//! Owns its sentences and tables; differences come from comparisons of the scenario as it is with each of them. Start at [`SplitReport`].

use serde_json::{Value, json};

use crate::report::columns::Rows;
use crate::report::compare::words::{line, moved};
use crate::report::document::{Origin, Section, Sheet, Study, interval_json, percent};
use crate::report::listing::Listing;
use crate::report::naming;
use frame::analysis::split::{Split, SplitFound};
use frame::error::Failure;
use frame::stats::Interval;

/// The report of changes that are taken apart.
#[derive(Clone, PartialEq, Debug)]
pub struct SplitReport {
    /// The origin.
    pub origin: Origin,
    /// The changes, as they were typed.
    pub changes: Vec<String>,
    /// What was found.
    pub found: SplitFound,
}

/// A difference of an outcome in words.
fn words(of: &Split, interval: Option<Interval>) -> String {
    let Some(interval) = interval else { return "-".to_owned() };
    match &of.unit {
        None => line(&moved(interval, 100.0, "points")),
        Some(unit) => line(&moved(interval, 1.0, unit)),
    }
}

impl SplitReport {
    /// The answer: of the first outcome of each scenario.
    fn answers(&self) -> Vec<String> {
        let several = self.found.rows.iter().any(|row| row.scenario != self.found.rows[0].scenario);
        if several {
            let shown = self.found.rows.iter().filter(|row| row.interplays()).count();
            return vec![format!(
                "{shown} of {} outcomes show interplay: together the changes do more or less there than one by one",
                self.found.rows.len()
            )];
        }
        let Some(row) = self.found.rows.first() else { return Vec::new() };
        let alone = self
            .changes
            .iter()
            .zip(&row.alone)
            .map(|(change, alone)| format!("{} alone {}", naming::set(change), words(row, *alone)));
        let alone = alone.collect::<Vec<_>>().join(", ");
        let interplay = match row.interplay() {
            Some(rest) if row.interplays() => format!("{} is interplay", words(row, Some(rest))),
            Some(rest) => format!("no interplay is shown ({})", words(row, Some(rest))),
            None => "interplay is not known".to_owned(),
        };
        vec![format!("Together they move {} by {}: {alone}; {interplay}", row.key, words(row, row.together))]
    }
}

impl SplitReport {
    /// The outcomes of several scenarios, one a line.
    fn by_outcome(&self) -> Listing {
        let columns = ["outcome".to_owned()]
            .into_iter()
            .chain(self.changes.iter().map(|change| format!("{} alone", naming::set(change))));
        let columns = columns.chain(["together", "interplay"].map(str::to_owned));
        let row = |row: &Split| {
            let alone = row.alone.iter().map(|alone| words(row, *alone));
            let rest = [words(row, row.together), words(row, row.interplay())];
            std::iter::once(format!("{}: {}", row.scenario, row.key)).chain(alone).chain(rest).collect::<Vec<String>>()
        };
        Listing::new(columns, self.found.rows.iter().map(row))
    }

    /// The changes of one scenario, one a line.
    fn by_change(&self) -> Listing {
        let columns = std::iter::once("change".to_owned()).chain(self.found.rows.iter().map(|row| row.key.clone()));
        let line = |name: String, of: &dyn Fn(&Split) -> Option<Interval>| {
            std::iter::once(name).chain(self.found.rows.iter().map(|row| words(row, of(row)))).collect::<Vec<String>>()
        };
        let alone = self
            .changes
            .iter()
            .enumerate()
            .map(|(at, change)| line(format!("{} alone", naming::set(change)), &|row| row.alone[at]));
        let rest = [line("together".into(), &|row| row.together), line("interplay".into(), &Split::interplay)];
        Listing::new(columns, alone.chain(rest))
    }
}

impl Study for SplitReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let several = self.found.rows.iter().any(|row| row.scenario != self.found.rows[0].scenario);
        let refused = self.found.refused.iter().map(|(name, why)| vec![name.clone(), why.clone()]);
        let listing = if several { self.by_outcome() } else { self.by_change() };
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: !self.found.interrupted,
            kind: "changes",
            about: format!("{} taken apart", naming::sets(&self.changes)),
            answers: self.answers(),
            source: format!("n = {} at the most, seed {}", self.origin.fights, self.origin.seed),
            meaning: format!(
                "Intervals: {} for all of them together, paired with the scenario as it is. Interplay is what the changes do together beyond the sum of what each does alone.",
                percent(self.origin.level)
            ),
            warnings: self
                .found
                .interrupted
                .then(|| "Interrupted: intervals are wider than they could be.".to_owned())
                .into_iter()
                .collect(),
            pictures: Vec::new(),
            sections: vec![
                Section::new("Each alone, and all together", listing),
                Section::new("What could not be played", Listing::new(["scenario", "why"], refused)),
            ],
        })
    }

    fn known(&self) -> Value {
        let row = |row: &Split| {
            json!({
                "scenario": row.scenario, "outcome": row.key, "unit": row.unit,
                "alone": row.alone.iter().map(|alone| interval_json(*alone)).collect::<Vec<_>>(),
                "together": interval_json(row.together), "interplay": interval_json(row.interplay()), "shown": row.interplays(),
            })
        };
        let known = json!({
            "changes": self.changes, "outcomes": self.found.rows.iter().map(row).collect::<Vec<_>>(),
            "confidence_of_intervals": self.found.level.confidence(), "interrupted": self.found.interrupted,
        });
        self.origin.json("split", known)
    }

    fn figures(&self) -> String {
        let mut lines = Vec::new();
        for row in &self.found.rows {
            let alone = self.changes.iter().zip(&row.alone).map(|(change, alone)| (change.as_str(), *alone));
            for (what, interval) in alone.chain([("together", row.together), ("interplay", row.interplay())]) {
                lines.push((row, what, interval));
            }
        }
        let rows = Rows::of(lines)
            .column("scenario", |(row, ..)| row.scenario.as_str())
            .column("outcome", |(row, ..)| row.key.as_str())
            .column("what", |(_, what, _)| *what)
            .interval(["difference", "low", "high"], |(.., one)| *one);
        rows.csv()
    }
}
