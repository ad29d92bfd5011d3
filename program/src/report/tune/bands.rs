//! The report of a search over several scenarios: which values of a number keep everything that is expected of all of them.
//!
//! Owns its sentences, tables and picture. Start at [`BandsReport`].

use serde_json::{Value, json};

use crate::report::answer::listed;
use crate::report::check::words::in_figures;
use crate::report::columns::Rows;
use crate::report::document::{Origin, Picture, Section, Sheet, Study, interval_json, percent};
use crate::report::figure::thousands;
use crate::report::heat::Heat;
use crate::report::listing::Listing;
use crate::report::naming;
use crate::report::table::capitalised;
use frame::analysis::check::ContractResult;
use frame::analysis::contract::{Clause, Contract, ContractStanding, Judged};
use frame::analysis::grid::Axis;
use frame::analysis::shelf::{Common, ShelfCell, ShelfStanding, Shelved};
use frame::error::Failure;
use frame::stats::Interval;

/// Values that stand in columns of a terminal at the most.
const COLUMNS_MOST: usize = 16;
/// Rows and columns that a picture has at the most.
const DRAWN_MOST: usize = 40;
/// Scenarios and contracts that a sentence names at the most.
const NAMED_MOST: usize = 3;

/// The report of such a search.
#[derive(Clone, PartialEq, Debug)]
pub struct BandsReport {
    /// The origin.
    pub origin: Origin,
    /// The number that is varied, and its values.
    pub axis: Axis,
    /// The scenarios with their verdicts.
    pub rows: Vec<Shelved>,
    /// Scenarios that expect nothing.
    pub silent: Vec<String>,
    /// Scenarios that cannot be asked this, and why.
    pub foreign: Vec<(String, String)>,
    /// The number of variants whose verdicts were known.
    pub kept: usize,
    /// True if it was broken off.
    pub interrupted: bool,
}

impl BandsReport {
    /// The value at a place, as it was typed.
    fn value(&self, place: usize) -> &str {
        &self.axis.values[place]
    }

    /// Values in words, neighbours as a stretch: `3 to 5, 8`.
    fn stretches(&self, values: &[usize]) -> String {
        let mut parts: Vec<(usize, usize)> = Vec::new();
        for &value in values {
            match parts.last_mut() {
                Some((_, last)) if *last + 1 == value => *last = value,
                _ => parts.push((value, value)),
            }
        }
        let joined = self.axis.numbers().is_some();
        let part = |(first, last): (usize, usize)| match last - first {
            0 => self.value(first).to_owned(),
            _ if joined => format!("{} to {}", self.value(first), self.value(last)),
            _ => (first..=last).map(|value| self.value(value).to_owned()).collect::<Vec<_>>().join(", "),
        };
        parts.into_iter().map(part).collect::<Vec<_>>().join(", ")
    }

    /// The scenarios of which the value changes anything.
    fn touched(&self) -> Vec<&Shelved> {
        self.rows.iter().filter(|row| !row.untouched).collect()
    }

    /// What holds for all scenarios together.
    fn common(&self) -> Common {
        Common::of(&self.rows.iter().collect::<Vec<_>>())
    }

    /// The number of contracts.
    fn contracts(&self) -> usize {
        self.rows.iter().map(|row| row.contracts.len()).sum()
    }

    /// The answer: the values that keep everything, or what stands in the way.
    fn answers(&self) -> Vec<String> {
        let common = self.common();
        let (number, the_number) = (naming::of(&self.axis.path), naming::definite(&self.axis.path));
        let all = match self.rows.len() {
            1 => format!("all {} contracts", self.contracts()),
            rows => format!("all {} contracts of all {rows} scenarios", self.contracts()),
        };
        let mut said = Vec::new();
        match (&common.keeps[..], &common.perhaps[..]) {
            (keeps @ [_, ..], open) => {
                let verb = if keeps.len() == 1 { "keeps" } else { "keep" };
                said.push(format!("{} = {} {verb} {all}", capitalised(&number), self.stretches(keeps)));
                said.extend(
                    (!open.is_empty()).then(|| format!("{} may do so too: more of --fights can tell", self.stretches(open))),
                );
            }
            ([], open @ [_, ..]) => said.push(format!(
                "No value of {the_number} is shown to keep {all}; {} may do so: more of --fights can tell",
                self.stretches(open)
            )),
            ([], []) => {
                said.push(format!("No value of {the_number} keeps {all}"));
                said.extend(self.in_the_way(&common));
            }
        }
        said.extend(self.as_it_is());
        said
    }

    /// What stands in the way where no value keeps everything.
    fn in_the_way(&self, common: &Common) -> Vec<String> {
        let mut said = Vec::new();
        let name = |row: usize| self.rows[row].name.clone();
        if !common.alone.is_empty() {
            let names: Vec<String> = common.alone.iter().take(NAMED_MOST).map(|&row| name(row)).collect();
            let more = common.alone.len() - names.len();
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            said.push(format!("In the way: {}{more}, of which no value keeps all contracts", listed(&names)));
        }
        for &(one, other) in common.pairs.iter().take(NAMED_MOST) {
            let band = |row: usize| {
                let shown = self.rows[row].values(ShelfStanding::Yes);
                let values = if shown.is_empty() { self.rows[row].values(ShelfStanding::Perhaps) } else { shown };
                self.stretches(&values)
            };
            said.push(format!("In the way: {} asks for {}, {} for {}", name(one), band(one), name(other), band(other)));
        }
        let (values, fewest) = &common.nearest;
        let Some(&first) = values.first() else { return said };
        let mut broken = Vec::new();
        for row in &self.rows {
            let places = match &row.cells[first] {
                ShelfCell::Refused(_) => (0..row.contracts.len()).collect(),
                cell => cell.broken(),
            };
            broken.extend(places.into_iter().map(|place| format!("{}: {}", row.name, row.contracts[place].that)));
        }
        let told = broken.iter().take(NAMED_MOST).cloned().collect::<Vec<_>>().join("; ");
        let more = broken.len().saturating_sub(NAMED_MOST);
        let more = if more == 0 { String::new() } else { format!("; and {more} more") };
        let (all, which) = (self.contracts(), if values.len() == 1 { "with" } else { "with such as" });
        let is = if *fewest == 1 { "is" } else { "are" };
        said.push(format!("Nearest: {which} {}, {fewest} of {all} {is} broken ({told}{more})", self.value(first)));
        said
    }

    /// The standing of the value that the scenarios have by themselves, where it is one of them for all that are touched.
    fn as_it_is(&self) -> Option<String> {
        let touched = self.touched();
        let plain = *touched.first()?.plain.first()?;
        if touched.iter().any(|row| !row.plain.contains(&plain)) {
            return None;
        }
        let (mut broken, mut open) = (0, 0);
        for row in &self.rows {
            broken += row.cells[plain].broken().len();
            if let ShelfCell::Judged(kept) = &row.cells[plain] {
                open += kept.iter().filter(|kept| kept.standing == ContractStanding::Undecided).count();
            }
        }
        let what = match (broken, open) {
            (0, 0) => "all hold".to_owned(),
            (broken, 0) => format!("{broken} broken"),
            (0, open) => format!("none is known to be broken, {open} undecided"),
            (broken, open) => format!("{broken} broken, {open} undecided"),
        };
        Some(format!("As it is, with {}: {what}", self.value(plain)))
    }

    /// The scenarios with the values that keep their contracts.
    fn bands(&self) -> Listing {
        let row = |row: &Shelved| {
            let values = |stand| {
                let values = row.values(stand);
                if values.is_empty() { "-".to_owned() } else { self.stretches(&values) }
            };
            let keeps = if row.untouched { "not touched by it".to_owned() } else { values(ShelfStanding::Yes) };
            vec![
                row.name.clone(),
                row.contracts.len().to_string(),
                keeps,
                values(ShelfStanding::Perhaps),
                values(ShelfStanding::No),
            ]
        };
        Listing::new(["scenario", "contracts", "keep all", "perhaps", "break some"], self.rows.iter().map(row))
    }

    /// One letter per scenario and value.
    fn matrix(&self) -> Listing {
        let columns = std::iter::once("scenario".to_owned()).chain(self.axis.values.iter().cloned());
        let of_row = |row: &Shelved| {
            let cells = row.cells.iter().map(|cell| sign(cell).to_owned());
            std::iter::once(row.name.clone()).chain(cells).collect::<Vec<String>>()
        };
        let all = (0..self.axis.values.len()).map(|value| {
            let worst = self.rows.iter().map(|row| row.cells[value].stand()).min();
            match worst {
                Some(ShelfStanding::Yes) => "+",
                Some(ShelfStanding::Perhaps) => "?",
                _ => "-",
            }
        });
        let last = std::iter::once("all together").chain(all).map(str::to_owned).collect();
        Listing::new(columns, self.rows.iter().map(of_row).chain([last]))
    }

    /// Contracts that a value breaks or leaves open, with their numbers there.
    fn contract_by_contract(&self) -> Listing {
        let mut rows = Vec::new();
        for row in &self.rows {
            for (place, contract) in row.contracts.iter().enumerate() {
                let of = |standing| {
                    let there = |value: &usize| match &row.cells[*value] {
                        ShelfCell::Judged(kept) => kept[place].standing == standing,
                        ShelfCell::Refused(_) | ShelfCell::Open => false,
                    };
                    (0..row.cells.len()).filter(there).collect::<Vec<usize>>()
                };
                let (broken, open) = (of(ContractStanding::Broken), of(ContractStanding::Undecided));
                if broken.is_empty() && open.is_empty() {
                    continue;
                }
                let words = |values: &[usize]| if values.is_empty() { "-".to_owned() } else { self.stretches(values) };
                let at = broken.first().or(open.first()).copied().unwrap_or(0);
                let number = format!("with {}: {}", self.value(at), numbers(row, at, place, contract));
                rows.push(vec![format!("{}: {}", row.name, contract.that), words(&broken), words(&open), number]);
            }
        }
        Listing::new(["contract", "broken with", "undecided with", "such as"], rows)
    }

    /// The picture of the matrix, where it is not too large.
    fn pictures(&self) -> Result<Vec<Picture>, Failure> {
        let rows = self.touched();
        if rows.is_empty() || rows.len() > DRAWN_MOST || self.axis.values.len() > DRAWN_MOST {
            return Ok(Vec::new());
        }
        let cell = |cell: &ShelfCell| {
            let colour = match cell.stand() {
                ShelfStanding::Yes => 1.0,
                ShelfStanding::Perhaps => 0.5,
                ShelfStanding::No => 0.0,
            };
            Some((Interval::around(colour, 0.0), sign(cell).to_owned(), String::new()))
        };
        let heat = Heat {
            axes: [String::new(), naming::of(&self.axis.path)],
            rows: rows.iter().map(|row| row.name.clone()).collect(),
            columns: self.axis.values.clone(),
            cells: rows.iter().map(|row| row.cells.iter().map(cell).collect()).collect(),
            target: Some(0.5),
            reach: Some(0.5),
        };
        let note = format!("{LEGEND}. Scenarios that the number does not touch are left out.");
        Ok(vec![Picture::twice("bands".into(), "What keeps all contracts".into(), note, heat.draw_both()?)])
    }

    /// The warnings: an interruption, and scenarios that are left out.
    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.interrupted {
            warnings.push("Interrupted: not everything is decided; the same command goes on from what is kept.".to_owned());
        }
        let refused: usize =
            self.rows.iter().flat_map(|row| &row.cells).filter(|cell| matches!(cell, ShelfCell::Refused(_))).count();
        if refused > 0 {
            warnings.push(format!("{refused} of the variants cannot be played (x): the report says why."));
        }
        let untouched = self.rows.iter().filter(|row| row.untouched).count();
        if untouched > 0 && untouched == self.rows.len() {
            warnings.push("No value changes anything of any of these scenarios.".to_owned());
        }
        warnings
    }

    /// What is left out, and why.
    fn left_out(&self) -> Listing {
        let refused = self.rows.iter().flat_map(|row| {
            let cells = row.cells.iter().enumerate();
            cells.filter_map(|(value, cell)| match cell {
                ShelfCell::Refused(why) => Some(vec![format!("{} with {}", row.name, self.value(value)), why.clone()]),
                ShelfCell::Open | ShelfCell::Judged(_) => None,
            })
        });
        let silent = self.silent.iter().map(|name| vec![name.clone(), "it expects nothing".to_owned()]);
        let foreign = self.foreign.iter().map(|(name, why)| vec![name.clone(), why.clone()]);
        Listing::new(["scenario", "why"], refused.chain(foreign).chain(silent))
    }

    /// Fights that were played at the most of a variant.
    fn fights(&self) -> u64 {
        let judged = self.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| match cell {
            ShelfCell::Judged(kept) => kept.iter().map(|kept| kept.fights).max(),
            ShelfCell::Refused(_) | ShelfCell::Open => None,
        });
        judged.max().unwrap_or(0)
    }
}

/// The meaning of signs.
const LEGEND: &str = "+ keeps all contracts, - breaks some, ? is undecided, x cannot be played";

/// The sign of a variant.
fn sign(cell: &ShelfCell) -> &'static str {
    match (cell, cell.stand()) {
        (ShelfCell::Refused(_), _) => "x",
        (_, ShelfStanding::Yes) => "+",
        (_, ShelfStanding::Perhaps) => "?",
        (_, ShelfStanding::No) => "-",
    }
}

/// The numbers of a contract with a value.
fn numbers(row: &Shelved, value: usize, place: usize, contract: &Contract) -> String {
    let ShelfCell::Judged(kept) = &row.cells[value] else { return "-".to_owned() };
    let pairs = contract.clauses.iter().zip(&kept[place].clauses);
    let figure = |(clause, judged): (&Clause, &Judged)| {
        judged.interval.map_or_else(|| "-".to_owned(), |interval| in_figures(interval, clause.unit()))
    };
    pairs.map(figure).collect::<Vec<_>>().join(", ")
}

impl Study for BandsReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let (scenarios, values) = (self.rows.len(), self.axis.values.len());
        let few = values <= COLUMNS_MOST;
        let kept = if self.kept > 0 { format!(", {} of them kept from before", self.kept) } else { String::new() };
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: !self.interrupted,
            kind: "tuning",
            about: format!("{} for all contracts", naming::of(&self.axis.path)),
            answers: self.answers(),
            source: format!(
                "{scenarios} scenarios with {values} values{kept}, n = {} at the most, seed {}",
                thousands(self.fights()),
                self.origin.seed
            ),
            meaning: format!(
                "Standings: at {} for all contracts of all scenarios with all values together (Bonferroni, over all looks too).",
                percent(self.origin.level)
            ),
            warnings: self.warnings(),
            pictures: self.pictures()?,
            sections: vec![
                Section::of("Values by scenario", format!("{LEGEND}. Columns: {}.", self.axis.path), self.matrix(), few),
                Section::of("Bands", "", self.bands(), !few),
                Section::of("Contracts that a value breaks or leaves open", "", self.contract_by_contract(), true),
                Section::of("Left out", "", self.left_out(), false),
            ],
        })
    }

    fn known(&self) -> Value {
        let common = self.common();
        let values = |places: &[usize]| places.iter().map(|place| self.value(*place)).collect::<Vec<&str>>();
        let verdict = |(contract, kept): (&Contract, &ContractResult)| {
            let numbers = contract
                .clauses
                .iter()
                .zip(&kept.clauses)
                .map(|(clause, judged)| json!({ "that": clause.what, "figure": interval_json(judged.interval) }));
            json!({
                "that": contract.that, "standing": kept.standing.text(), "fights": kept.fights,
                "numbers": numbers.collect::<Vec<_>>(),
            })
        };
        let cell = |row: &Shelved, value: usize| match &row.cells[value] {
            ShelfCell::Refused(why) => json!({ "value": self.value(value), "refused": why }),
            ShelfCell::Open => json!({ "value": self.value(value) }),
            ShelfCell::Judged(kept) => json!({
                "value": self.value(value),
                "keeps": match row.cells[value].stand() { ShelfStanding::Yes => "all", ShelfStanding::Perhaps => "perhaps", ShelfStanding::No => "not all" },
                "contracts": row.contracts.iter().zip(kept).map(verdict).collect::<Vec<_>>(),
            }),
        };
        let scenario = |row: &Shelved| {
            json!({
                "name": row.name,
                "untouched": row.untouched,
                "as_it_is": values(&row.plain),
                "keeps": values(&row.values(ShelfStanding::Yes)),
                "perhaps": values(&row.values(ShelfStanding::Perhaps)),
                "values": (0..row.cells.len()).map(|value| cell(row, value)).collect::<Vec<_>>(),
            })
        };
        let known = json!({
            "path": self.axis.path, "answers": self.answers(), "keeps": values(&common.keeps),
            "perhaps": values(&common.perhaps), "nearest": values(&common.nearest.0),
            "scenarios": self.rows.iter().map(scenario).collect::<Vec<_>>(), "expect_nothing": self.silent,
            "left_out": self.foreign.iter().map(|(name, why)| json!({ "name": name, "why": why })).collect::<Vec<_>>(),
            "interrupted": self.interrupted,
        });
        self.origin.json("tune", known)
    }

    fn figures(&self) -> String {
        let mut lines = Vec::new();
        for row in &self.rows {
            for (value, cell) in row.cells.iter().enumerate() {
                let ShelfCell::Judged(kept) = cell else { continue };
                for (contract, kept) in row.contracts.iter().zip(kept) {
                    for (clause, judged) in contract.clauses.iter().zip(&kept.clauses) {
                        lines.push((row, value, clause, kept, judged));
                    }
                }
            }
        }
        let rows = Rows::of(lines)
            .column("scenario", |(row, ..)| row.name.as_str())
            .column(self.axis.path.as_str(), |(_, value, ..)| self.value(*value))
            .column("expected", |(_, _, clause, ..)| clause.what.as_str())
            .column("standing", |(.., judged)| judged.standing.text())
            .column("n", |(_, _, _, kept, _)| kept.fights)
            .interval(["value", "low", "high"], |(.., judged)| judged.interval);
        rows.csv()
    }
}
