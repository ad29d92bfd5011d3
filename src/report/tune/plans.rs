//! The report of a search for the smallest set of changes that meets everything that is expected.
//!
//! Owns its sentences and tables. Start at [`PlansReport`].

use polars::prelude::DataFrame;
use serde_json::json;

use crate::analysis::grid::Axis;
use crate::analysis::plans::{Contract, Plan};
use crate::analysis::reading::Reading;
use crate::error::Failure;
use crate::report::figure::thousands;
use crate::report::frame::{self, bug, column};
use crate::report::listing::Listing;
use crate::report::sheet::{Origin, Section, Sheet, Study, interval_json, json_text, percent};
use crate::report::sweep::figure;

/// The report of such a search.
#[derive(Clone, PartialEq, Debug)]
pub struct PlansReport {
    /// Where it comes from.
    pub origin: Origin,
    /// What may be changed, and into what.
    pub axes: Vec<Axis>,
    /// What is expected.
    pub contracts: Vec<Contract>,
    /// The scenario as it is, one reading per contract.
    pub plain: Vec<Reading>,
    /// How many plans of each size were tried, from one change on.
    pub tried: Vec<usize>,
    /// Plans that meet everything in the search, with what fresh fights say of them; the best one first.
    pub found: Vec<(Plan, Vec<Reading>)>,
    /// Changes that make no scenario, and why.
    pub refused: Vec<(String, String)>,
    /// Whether it was broken off.
    pub interrupted: bool,
}

impl PlansReport {
    fn named(&self, plan: &Plan) -> String {
        plan.iter().map(|&(axis, value)| self.axes[axis].set(value)).collect::<Vec<_>>().join(", ")
    }

    /// What readings say of the contracts: whether all hold, or which word fits.
    fn word(&self, readings: &[Reading]) -> &'static str {
        let level = self.origin.level;
        let holds = |(contract, reading): (&Contract, &Reading)| {
            reading.interval(level).map_or(Some(false), |interval| contract.holds(interval))
        };
        let all: Vec<Option<bool>> = self.contracts.iter().zip(readings).map(holds).collect();
        if all.contains(&Some(false)) {
            "broken"
        } else if all.contains(&None) {
            "undecided"
        } else {
            "holds"
        }
    }

    fn sorted(&self) -> Vec<&(Plan, Vec<Reading>)> {
        let rank = |word: &str| ["holds", "undecided", "broken"].iter().position(|known| *known == word);
        let mut sorted: Vec<&(Plan, Vec<Reading>)> = self.found.iter().collect();
        sorted.sort_by_key(|(_, readings)| rank(self.word(readings)));
        sorted
    }

    fn answers(&self) -> Vec<String> {
        let all = self.contracts.len();
        let expectations = if all == 1 { "what is expected".to_owned() } else { format!("all {all} expectations") };
        match self.sorted().first() {
            Some((plan, readings)) if plan.is_empty() => {
                vec![format!(
                    "The scenario as it is meets {expectations} ({} on fresh fights): nothing needs to change",
                    self.word(readings)
                )]
            }
            Some((plan, readings)) => {
                let changes = if plan.len() == 1 { "1 change".to_owned() } else { format!("{} changes", plan.len()) };
                vec![format!(
                    "{changes} {} enough to meet {expectations}: {} ({} on fresh fights)",
                    if plan.len() == 1 { "is" } else { "are" },
                    self.named(plan),
                    self.word(readings)
                )]
            }
            None if self.interrupted => vec!["Interrupted before anything was found".to_owned()],
            None => vec![format!("No set of up to {} of these changes meets {expectations}", self.tried.len())],
        }
    }

    fn cells(&self, readings: &[Reading]) -> Vec<String> {
        let figures = readings.iter().map(|reading| figure(reading, self.origin.level));
        figures.map(|figure| figure.map_or_else(|| "-".into(), |figure| figure.short())).collect()
    }
}

fn bounds(contract: &Contract) -> String {
    match (contract.low.is_finite(), contract.high.is_finite()) {
        (true, true) => format!("{} to {}", contract.low, contract.high),
        (true, false) => format!("at least {}", contract.low),
        _ => format!("at most {}", contract.high),
    }
}

impl Study for PlansReport {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn sheet(&self) -> Result<Sheet, Failure> {
        let heads = self.contracts.iter().map(|contract| format!("{} ({})", contract.that, bounds(contract)));
        let columns = ["changes".to_owned()].into_iter().chain(heads).chain(["on fresh fights".to_owned()]);
        let row = |name: String, readings: &[Reading]| {
            [vec![name], self.cells(readings), vec![self.word(readings).to_owned()]].concat()
        };
        let plain = row("as it is".into(), &self.plain);
        let found = self.sorted().into_iter().filter(|(plan, _)| !plan.is_empty());
        let found = found.map(|(plan, readings)| row(self.named(plan), readings));
        let section = |title: &str, listing| Section { title: title.into(), note: String::new(), listing, headline: true };
        let refused = self.refused.iter().map(|(what, why)| vec![what.clone(), why.clone()]);
        let tried: Vec<String> = (1..).zip(&self.tried).map(|(size, count)| format!("{count} of size {size}")).collect();
        let mut warnings = Vec::new();
        if self.interrupted {
            warnings.push("Interrupted: the search is not complete.".to_owned());
        }
        Ok(Sheet {
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
                section("What was found", Listing::new(columns, std::iter::once(plain).chain(found))),
                section("Changes that cannot be played", Listing::new(["change", "why"], refused)),
            ],
        })
    }

    fn json(&self) -> Result<String, Failure> {
        let mut document = self.origin.json("tune");
        let readings = |readings: &[Reading]| {
            let all = self.contracts.iter().zip(readings).map(|(contract, reading)| {
                json!({
                    "that": contract.that,
                    "low": Some(contract.low).filter(|low| low.is_finite()),
                    "high": Some(contract.high).filter(|high| high.is_finite()),
                    "figure": interval_json(reading.interval(self.origin.level)),
                })
            });
            all.collect::<Vec<_>>()
        };
        let found = self.sorted().into_iter().map(|(plan, fresh)| {
            let sets: Vec<String> = plan.iter().map(|&(axis, value)| self.axes[axis].set(value)).collect();
            json!({ "sets": sets, "word": self.word(fresh), "expectations": readings(fresh) })
        });
        document.insert("tried".into(), json!(self.tried));
        document.insert("as_it_is".into(), json!(readings(&self.plain)));
        document.insert("found".into(), found.collect());
        let refused = self.refused.iter().map(|(what, why)| json!({ "change": what, "why": why }));
        document.insert("refused".into(), refused.collect());
        document.insert("interrupted".into(), json!(self.interrupted));
        json_text(document)
    }

    fn csv(&self) -> Result<String, Failure> {
        let plain = ("as it is".to_owned(), self.plain.as_slice());
        let found = self.sorted().into_iter().filter(|(plan, _)| !plan.is_empty());
        let found = found.map(|(plan, readings)| (self.named(plan), readings.as_slice()));
        let plans: Vec<(String, &[Reading])> = std::iter::once(plain).chain(found).collect();
        let rows: Vec<(&String, &Contract, &Reading)> = (plans.iter())
            .flat_map(|(name, readings)| {
                self.contracts.iter().zip(*readings).map(move |(contract, reading)| (name, contract, reading))
            })
            .collect();
        let limit = |of: fn(crate::stats::Interval) -> f64| {
            rows.iter().map(|(_, _, reading)| reading.interval(self.origin.level).map(of)).collect::<Vec<Option<f64>>>()
        };
        let columns = vec![
            column("changes", rows.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>()),
            column("expected", rows.iter().map(|(_, contract, _)| contract.that.as_str()).collect::<Vec<_>>()),
            column("n", rows.iter().map(|(.., reading)| reading.n()).collect::<Vec<_>>()),
            column("value", limit(|one| one.estimate)),
            column("low", limit(|one| one.low)),
            column("high", limit(|one| one.high)),
        ];
        frame::csv(DataFrame::new_infer_height(columns).map_err(bug)?)
    }
}
