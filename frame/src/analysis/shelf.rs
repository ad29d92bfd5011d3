//! Shelves: many scenarios, each in the same few variants, and which of these keep everything that is expected of all of them.
//!
//! Owns the plan, its playing and what follows from the verdicts: the variants that keep all contracts of a scenario, those that do so in
//! all of them, and what stands in the way where there are none. Contracts are judged as [`check`](mod@super::check) judges them: in looks,
//! what is decided is played no further, and one level holds for all clauses of all contracts of all variants of all scenarios together.
//! Start at [`ShelfPlan::play`].

use std::collections::BTreeSet;

use crate::error::Failure;
use crate::stats::Level;
use crate::tally::Baseline;

use super::check::{BaselineRule, Checkable, Checked, CheckedScenario, ContractResult, check};
use super::contract::{Contract, ContractStanding};
use super::margin::Margins;
use super::variant::Memory;

/// A variant of a scenario that can be played.
pub struct PlayableVariant {
    /// The job: what is played, counted and expected. Variants of one job are one.
    pub job: String,
    /// Its fights, then those of other scenarios that its contracts speak of.
    pub sources: Vec<Box<dyn Checkable>>,
    /// The contracts.
    pub contracts: Vec<Contract>,
}

/// A scenario of a shelf.
pub struct ShelfRow {
    /// The name.
    pub name: String,
    /// Its variants in the order of the values, or why there is none.
    pub variants: Vec<Result<PlayableVariant, String>>,
    /// The values with which it is what it is without a change.
    pub plain: Vec<usize>,
}

/// The plan: how much is played, and how sure the answer has to be.
#[derive(Clone, PartialEq, Debug)]
pub struct ShelfPlan {
    /// In how many of such plans no standing is wrong.
    pub level: Level,
    /// The most fights of a variant.
    pub fights_max: u64,
    /// The seed of all of them.
    pub seed: u64,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// What became of a variant.
#[derive(Clone, PartialEq, Debug)]
pub enum ShelfCell {
    /// It is no scenario that can be played: why not.
    Refused(String),
    /// There was no time for it.
    Open,
    /// Its contracts were judged; one finding for each.
    Judged(Vec<ContractResult>),
}

/// What became of a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Shelved {
    /// The name.
    pub name: String,
    /// The contracts of the first variant that there is; limits do not depend on the value that is varied.
    pub contracts: Vec<Contract>,
    /// One per value.
    pub cells: Vec<ShelfCell>,
    /// The values with which it is what it is without a change.
    pub plain: Vec<usize>,
    /// True if no value changes anything of it.
    pub untouched: bool,
}

/// The standing of a scenario, or of all of them, with a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ShelfStanding {
    /// It cannot be played, or something is broken.
    No,
    /// Nothing is known to be broken, and something is not known to hold.
    Perhaps,
    /// All contracts hold.
    Yes,
}

impl ShelfPlan {
    /// The level of the interval of one clause, of so many in all, before it is shared among looks.
    #[must_use]
    pub fn alpha_of(&self, clauses: usize) -> f64 {
        self.level.alpha() / clauses.max(1) as f64
    }

    /// Plays and judges all variants of all scenarios, scenario by scenario; those of one job once. When `stop` says so, what is open stays as
    /// it is. `progress` is told which scenario is played, and how many fights there have been of it.
    ///
    /// # Errors
    /// More threads than can be started; a failure of the memory.
    pub fn play(
        &self,
        rows: Vec<ShelfRow>,
        memory: &mut dyn Memory<Vec<ContractResult>>,
        stop: &(dyn Fn() -> bool + Sync),
        progress: &mut dyn FnMut(usize, u64),
    ) -> Result<Vec<Shelved>, Failure> {
        let alpha = self.alpha_of(rows.iter().map(ShelfRow::clauses).sum());
        let mut shelved = Vec::new();
        for (place, row) in rows.into_iter().enumerate() {
            let mut told = |_: &str, fights| progress(place, fights);
            shelved.push(self.row(row, alpha, memory, stop, &mut told)?);
        }
        Ok(shelved)
    }

    /// Plays and judges all variants of a scenario; `alpha` belongs to one clause.
    fn row(
        &self,
        row: ShelfRow,
        alpha: f64,
        memory: &mut dyn Memory<Vec<ContractResult>>,
        stop: &(dyn Fn() -> bool + Sync),
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<Shelved, Failure> {
        let jobs: Vec<Option<String>> =
            row.variants.iter().map(|variant| variant.as_ref().ok().map(|variant| variant.job.clone())).collect();
        let contracts =
            row.variants.iter().find_map(|variant| Some(variant.as_ref().ok()?.contracts.clone())).unwrap_or_default();
        let (mut known, mut subjects): (Vec<(String, Vec<ContractResult>)>, Vec<CheckedScenario>) = (Vec::new(), Vec::new());
        let mut refused = Vec::new();
        for variant in row.variants {
            let variant = match variant {
                Ok(variant) => variant,
                Err(why) => {
                    refused.push(why);
                    continue;
                }
            };
            if known.iter().any(|(job, _)| *job == variant.job) || subjects.iter().any(|subject| subject.name == variant.job) {
                continue;
            }
            match memory.find(&variant.job) {
                Some(kept) => known.push((variant.job, kept)),
                None => subjects.push(CheckedScenario {
                    name: variant.job,
                    sources: variant.sources,
                    baseline: None::<Baseline>,
                    contracts: variant.contracts,
                    exact: None,
                    scheme: String::new(),
                }),
            }
        }
        let clauses: usize = subjects.iter().flat_map(|subject| &subject.contracts).map(|one| one.clauses.len()).sum();
        // Half of a check's alarms are those of baselines, of which there are none here.
        let rule = BaselineRule {
            alpha: 2.0 * alpha * clauses.max(1) as f64,
            fights_max: self.fights_max,
            margins: Margins::default(),
            seed: Some(self.seed),
            threads: self.threads,
        };
        let checked = check(&subjects, &rule, stop, progress)?;
        for (subject, Checked { contracts, .. }) in subjects.into_iter().zip(checked) {
            let decided =
                contracts.iter().all(|kept| kept.standing != ContractStanding::Undecided || kept.fights >= self.fights_max);
            if decided {
                memory.keep(&subject.name, contracts.clone())?;
            }
            known.push((subject.name, contracts));
        }
        let mut refused = refused.into_iter();
        let cell = |job: &Option<String>| match job {
            None => ShelfCell::Refused(refused.next().unwrap_or_default()),
            Some(job) => match known.iter().find(|(known, _)| known == job) {
                Some((_, kept)) if kept.iter().all(|kept| kept.fights > 0) => ShelfCell::Judged(kept.clone()),
                _ => ShelfCell::Open,
            },
        };
        let cells = jobs.iter().map(cell).collect();
        let untouched = row.plain.len() == jobs.len();
        Ok(Shelved { name: row.name, contracts, cells, plain: row.plain, untouched })
    }
}

impl ShelfRow {
    /// The clauses of all variants, those of one job once.
    #[must_use]
    pub fn clauses(&self) -> usize {
        let mut seen = BTreeSet::new();
        let variants = self.variants.iter().flatten().filter(|variant| seen.insert(variant.job.as_str()));
        variants.flat_map(|variant| &variant.contracts).map(|contract| contract.clauses.len()).sum()
    }
}

impl ShelfCell {
    /// The standing of the scenario with this value.
    #[must_use]
    pub fn stand(&self) -> ShelfStanding {
        match self {
            ShelfCell::Refused(_) => ShelfStanding::No,
            ShelfCell::Open => ShelfStanding::Perhaps,
            ShelfCell::Judged(kept) => match kept.iter().map(|kept| kept.standing).min() {
                Some(ContractStanding::Broken) => ShelfStanding::No,
                Some(ContractStanding::Undecided) => ShelfStanding::Perhaps,
                Some(ContractStanding::Holds) | None => ShelfStanding::Yes,
            },
        }
    }

    /// The contracts that are broken, by their places.
    #[must_use]
    pub fn broken(&self) -> Vec<usize> {
        match self {
            ShelfCell::Judged(kept) => {
                (0..kept.len()).filter(|&place| kept[place].standing == ContractStanding::Broken).collect()
            }
            ShelfCell::Refused(_) | ShelfCell::Open => Vec::new(),
        }
    }
}

impl Shelved {
    /// The values with this standing.
    #[must_use]
    pub fn values(&self, stand: ShelfStanding) -> Vec<usize> {
        (0..self.cells.len()).filter(|&value| self.cells[value].stand() == stand).collect()
    }

    /// True if there was no time for any of the values.
    #[must_use]
    pub fn nothing_known(&self) -> bool {
        self.cells.iter().all(|cell| !matches!(cell, ShelfCell::Judged(_)))
    }
}

/// What holds for all scenarios together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Common {
    /// The values that keep all contracts of all scenarios.
    pub keeps: Vec<usize>,
    /// Those with which nothing is known to be broken.
    pub perhaps: Vec<usize>,
    /// Scenarios, by their places, that no value keeps.
    pub alone: Vec<usize>,
    /// Pairs of scenarios that no value keeps both of, though it keeps each.
    pub pairs: Vec<(usize, usize)>,
    /// The values with which the fewest contracts are broken, and how many that are; of scenarios that cannot be played all.
    pub nearest: (Vec<usize>, usize),
}

impl Common {
    /// What holds for these scenarios, of which there is one at least, with as many values.
    #[must_use]
    pub fn of(rows: &[&Shelved]) -> Self {
        let values = rows.first().map_or(0, |row| row.cells.len());
        let all = |value: usize| rows.iter().map(|row| row.cells[value].stand()).min();
        let mut common = Common::default();
        for value in 0..values {
            match all(value) {
                Some(ShelfStanding::Yes) => common.keeps.push(value),
                Some(ShelfStanding::Perhaps) => common.perhaps.push(value),
                Some(ShelfStanding::No) | None => {}
            }
        }
        if common.keeps.is_empty() && common.perhaps.is_empty() {
            let possible = |row: &Shelved| -> BTreeSet<usize> {
                (0..values).filter(|&value| row.cells[value].stand() != ShelfStanding::No).collect()
            };
            let bands: Vec<BTreeSet<usize>> = rows.iter().map(|row| possible(row)).collect();
            common.alone = (0..rows.len()).filter(|&row| bands[row].is_empty()).collect();
            for one in 0..rows.len() {
                for other in one + 1..rows.len() {
                    let both = !bands[one].is_empty() && !bands[other].is_empty();
                    if both && bands[one].is_disjoint(&bands[other]) {
                        common.pairs.push((one, other));
                    }
                }
            }
            let broken = |value: usize| -> usize {
                let of = |row: &&Shelved| match &row.cells[value] {
                    ShelfCell::Refused(_) => row.contracts.len(),
                    cell => cell.broken().len(),
                };
                rows.iter().map(of).sum()
            };
            let fewest = (0..values).map(broken).min().unwrap_or(0);
            common.nearest = ((0..values).filter(|&value| broken(value) == fewest).collect(), fewest);
        }
        common
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::check::Judge;

    fn kept(standing: ContractStanding) -> ContractResult {
        ContractResult { standing, clauses: Vec::new(), fights: 10, by: Judge::Fights }
    }

    /// A scenario with one letter per value: `+` keeps, `-` breaks, `?` is open, `x` cannot be played.
    fn row(cells: &str) -> Shelved {
        let cell = |letter| match letter {
            '+' => ShelfCell::Judged(vec![kept(ContractStanding::Holds), kept(ContractStanding::Holds)]),
            '-' => ShelfCell::Judged(vec![kept(ContractStanding::Holds), kept(ContractStanding::Broken)]),
            '?' => ShelfCell::Judged(vec![kept(ContractStanding::Undecided), kept(ContractStanding::Holds)]),
            _ => ShelfCell::Refused("no".into()),
        };
        let contract =
            Contract { that: String::new(), because: String::new(), if_violated: String::new(), line: 0, clauses: Vec::new() };
        Shelved {
            name: cells.into(),
            contracts: vec![contract.clone(), contract],
            cells: cells.chars().map(cell).collect(),
            plain: Vec::new(),
            untouched: false,
        }
    }

    fn common(rows: &[&str]) -> Common {
        let rows: Vec<Shelved> = rows.iter().map(|cells| row(cells)).collect();
        Common::of(&rows.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_value_keeps_all_where_it_keeps_each() {
        let found = common(&["-+++?", "++?+?", "+++++"]);
        assert_eq!((found.keeps, found.perhaps), (vec![1, 3], vec![2, 4]));
        assert_eq!((found.alone, found.pairs, found.nearest), (vec![], vec![], (vec![], 0)));
    }

    #[test]
    fn what_stands_in_the_way_is_a_scenario_alone_or_a_pair() {
        let found = common(&["++--", "--?+", "++++"]);
        assert_eq!((found.keeps.len() + found.perhaps.len(), found.pairs), (0, vec![(0, 1)]));
        assert_eq!(found.nearest, (vec![0, 1, 2, 3], 1));
        let found = common(&["----", "++x+"]);
        assert_eq!((found.alone, found.pairs, found.nearest), (vec![0], vec![], (vec![0, 1, 3], 1)));
    }
}
