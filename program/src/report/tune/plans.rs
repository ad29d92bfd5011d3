//! The report of a search for the smallest set of changes that meets everything that is expected.
//!
//! Owns its sentences and tables. Start at [`PlansReport`].

use serde_json::{Value, json};

use crate::report::columns::Rows;
use crate::report::document::{Origin, Section, Sheet, Study, interval_json, percent};
use crate::report::figure::{Figure, Kind, thousands};
use crate::report::listing::Listing;
use crate::report::naming;
use frame::analysis::contract::{Clause, ClauseUnit, ContractStanding, Judged, standing};
use frame::analysis::plans::{ChangeSet, ChangesFound, Met};
use frame::error::Failure;
use frame::stats::Interval;

/// The report of such a search.
#[derive(Clone, PartialEq, Debug)]
pub struct PlansReport {
    /// The origin.
    pub origin: Origin,
    /// What was found.
    pub search: ChangesFound,
}

impl PlansReport {
    /// The changes of a plan in words.
    fn said(&self, plan: &ChangeSet) -> String {
        plan.iter().map(|&(axis, value)| naming::set(&self.search.axes[axis].set(value))).collect::<Vec<_>>().join(", ")
    }

    /// The changes of a plan, as they are typed.
    fn named(&self, plan: &ChangeSet) -> String {
        plan.iter().map(|&(axis, value)| self.search.axes[axis].set(value)).collect::<Vec<_>>().join(", ")
    }

    /// Everything that is expected, number by number.
    fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.search.contracts.iter().flat_map(|contract| &contract.clauses)
    }

    /// The plans, those first that are shown to meet everything.
    fn sorted(&self) -> Vec<&(ChangeSet, Met)> {
        let mut sorted: Vec<&(ChangeSet, Met)> = self.search.found.iter().collect();
        sorted.sort_by_key(|(_, met)| std::cmp::Reverse(standing(&met.clauses)));
        sorted
    }

    /// The answer in a sentence: the first plan, or that none was found.
    fn answers(&self) -> Vec<String> {
        let all = self.search.contracts.len();
        let expectations = if all == 1 { "what is expected".to_owned() } else { format!("all {all} expectations") };
        match self.sorted().first() {
            Some((plan, met)) if plan.is_empty() => {
                let shown = if standing(&met.clauses) == ContractStanding::Holds { "meets" } else { "may well meet" };
                vec![format!(
                    "The scenario as it is {shown} {expectations} ({} on fresh fights): nothing needs to change",
                    word(met)
                )]
            }
            Some((plan, met)) => {
                let changes = if plan.len() == 1 { "1 change".to_owned() } else { format!("{} changes", plan.len()) };
                let shown = match (standing(&met.clauses), plan.len()) {
                    (ContractStanding::Holds, 1) => "is",
                    (ContractStanding::Holds, _) => "are",
                    _ => "may be",
                };
                vec![format!(
                    "{changes} {shown} enough to meet {expectations}: {} ({} on fresh fights)",
                    self.said(plan),
                    word(met)
                )]
            }
            None if self.search.interrupted => vec!["Interrupted before anything was found".to_owned()],
            None => vec![format!("No set of up to {} of these changes meets {expectations}", self.search.tried.len())],
        }
    }

    /// The numbers of a plan by fresh fights, one for each clause.
    fn cells(&self, met: &Met) -> Vec<String> {
        let cell = |(clause, judged): (&Clause, &Judged)| {
            let Some(interval) = judged.interval else { return "-".to_owned() };
            let kind = Kind::uncounted(clause.unit() != ClauseUnit::Plain);
            Figure::of(interval, met.fights, kind).short()
        };
        self.clauses().zip(&met.clauses).map(cell).collect()
    }
}

/// The word of fights about everything that is expected.
fn word(met: &Met) -> &'static str {
    standing(&met.clauses).text()
}

/// A limit, where there is one.
fn limit(limit: f64) -> Option<f64> {
    limit.is_finite().then_some(limit)
}

/// The limits of a clause in words: `0.2 to 0.4`, `at least 1`.
fn bounds(clause: &Clause) -> String {
    match (limit(clause.low), limit(clause.high)) {
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("at least {low}"),
        _ => format!("at most {}", clause.high),
    }
}

impl Study for PlansReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let heads = self.clauses().map(|clause| format!("{} ({})", clause.what, bounds(clause)));
        let columns = ["changes".to_owned()].into_iter().chain(heads).chain(["on fresh fights".to_owned()]);
        let row = |name: String, met: &Met| [vec![name], self.cells(met), vec![word(met).to_owned()]].concat();
        let plain = row("as it is".into(), &self.search.plain);
        let found = self.sorted().into_iter().filter(|(plan, _)| !plan.is_empty());
        let found = found.map(|(plan, met)| row(self.said(plan), met));
        let refused = self.search.refused.iter().map(|(what, why)| vec![naming::set(what), why.clone()]);
        let tried: Vec<String> = (1..).zip(&self.search.tried).map(|(size, count)| format!("{count} of size {size}")).collect();
        let mut warnings = Vec::new();
        if self.search.interrupted {
            warnings.push("Interrupted: the search is not complete.".to_owned());
        }
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: !self.search.interrupted,
            kind: "tuning",
            about: "the smallest set of changes".into(),
            answers: self.answers(),
            source: format!(
                "plans tried: {}; n = {} at the most, seed {}",
                if tried.is_empty() { "none".to_owned() } else { tried.join(", ") },
                thousands(self.origin.fights),
                self.origin.seed
            ),
            meaning: format!("Intervals: {} each, from fights that had no part in the search.", percent(self.origin.level)),
            warnings,
            pictures: Vec::new(),
            sections: vec![
                Section::new("What was found", Listing::new(columns, std::iter::once(plain).chain(found))),
                Section::new("Changes that cannot be played", Listing::new(["change", "why"], refused)),
            ],
        })
    }

    fn known(&self) -> Value {
        let numbers = |met: &Met| {
            let all = self.clauses().zip(&met.clauses).map(|(clause, judged)| {
                json!({
                    "that": clause.what,
                    "low": limit(clause.low),
                    "high": limit(clause.high),
                    "figure": interval_json(judged.interval),
                })
            });
            all.collect::<Vec<_>>()
        };
        let found = self.sorted().into_iter().map(|(plan, fresh)| {
            let sets: Vec<String> = plan.iter().map(|&(axis, value)| self.search.axes[axis].set(value)).collect();
            json!({ "sets": sets, "word": word(fresh), "expectations": numbers(fresh) })
        });
        let refused = self.search.refused.iter().map(|(what, why)| json!({ "change": what, "why": why }));
        let known = json!({
            "tried": self.search.tried, "as_it_is": numbers(&self.search.plain), "found": found.collect::<Vec<_>>(),
            "refused": refused.collect::<Vec<_>>(), "interrupted": self.search.interrupted,
        });
        self.origin.json("tune", known)
    }

    fn figures(&self) -> String {
        let plain = ("as it is".to_owned(), &self.search.plain);
        let found = self.sorted().into_iter().filter(|(plan, _)| !plan.is_empty());
        let plans: Vec<(String, &Met)> =
            std::iter::once(plain).chain(found.map(|(plan, met)| (self.named(plan), met))).collect();
        let rows: Vec<(&str, &Clause, u64, Option<Interval>)> = (plans.iter())
            .flat_map(|(name, met)| {
                let pairs = self.clauses().zip(&met.clauses);
                pairs.map(move |(clause, judged)| (name.as_str(), clause, met.fights, judged.interval))
            })
            .collect();
        let rows = Rows::of(rows)
            .column("changes", |(name, ..)| *name)
            .column("expected", |(_, clause, ..)| clause.what.as_str())
            .column("n", |(_, _, fights, _)| *fights)
            .interval(["value", "low", "high"], |(.., one)| *one);
        rows.csv()
    }
}
