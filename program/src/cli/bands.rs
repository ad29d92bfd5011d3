//! `sparring tune` of several scenarios: which values of a number keep everything that is expected of all of them.
//!
//! Owns the way from scenario files to the rows of a [`ShelfPlan`], and where verdicts are kept. Start at [`bands`].

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

use crate::cli::cells::Cells;
use crate::cli::contracts::held_to;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::study::{Read, Study, StudyArguments, varied};
use crate::report::tune::bands::BandsReport;
use frame::analysis::check::{Checkable, ContractResult, Judge};
use frame::analysis::contract::{ContractStanding, Judged};
use frame::analysis::grid::{Axis, VALUES_MOST};
use frame::analysis::shelf::{PlayableVariant, ShelfPlan, ShelfRow, Shelved};
use frame::analysis::variant::Memory;
use frame::door::Playable;
use frame::error::Failure;
use frame::stats::Interval;

/// Searches and reports.
pub fn bands(arguments: &StudyArguments, axis: &Axis) -> Result<(), Failure> {
    let directory = arguments.directory("tune", &[&axis.path], false)?;
    let shelf = Shelf::open(arguments, axis)?;
    let Shelf { rows, read, silent } = shelf;
    let plan =
        ShelfPlan { level: arguments.level, fights_max: arguments.fights, seed: arguments.seed, threads: arguments.threads };
    let level = plan.alpha_of(rows.iter().map(ShelfRow::clauses).sum());
    let mut memory = Verdicts::new(directory.clone(), arguments, level);
    let (bar, interrupted) = (Bar::new(), heed_interrupts());
    let names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
    let stop = || interrupted.load(Ordering::Relaxed);
    let shelved = plan.play(rows, &mut memory, &stop, &mut |row, fights| bar.show(fights, 0, format!(", {}", names[row])));
    bar.clear();
    let words: Vec<String> = varied(std::slice::from_ref(axis)).collect();
    let origin = arguments.origin_of_many("tune", &words, &read);
    let report = BandsReport {
        origin,
        axis: axis.clone(),
        rows: shelved?,
        silent,
        foreign: read.foreign,
        kept: memory.found,
        interrupted: stop(),
    };
    if report.rows.iter().all(Shelved::nothing_known) && stop() {
        return Err(Failure::Interrupted("interrupted before anything was known: nothing is kept".into()));
    }
    arguments.hand_out(&report, directory.as_deref())
}

/// The scenarios as they can be played.
struct Shelf {
    rows: Vec<ShelfRow>,
    read: Read,
    /// Scenarios that expect nothing.
    silent: Vec<String>,
}

impl Shelf {
    /// Reads all scenarios with all values.
    fn open(arguments: &StudyArguments, axis: &Axis) -> Result<Self, Failure> {
        let mut shelf = Shelf { rows: Vec::new(), read: Read::default(), silent: Vec::new() };
        let members = arguments.shelf.members()?;
        if members.len() * axis.values.len() > VALUES_MOST * 10 {
            let message = format!("{} scenarios with {} values each are too many", members.len(), axis.values.len());
            return Err(Failure::Usage(message));
        }
        let mut failed: Option<Failure> = None;
        for member in members {
            let study = match Study::open_member(arguments, &member, &[]) {
                Ok(Some(study)) => study,
                Ok(None) => continue,
                Err(failure) if member.found => {
                    shelf.read.foreign.push((member.name, failure.in_short()));
                    failed.get_or_insert(failure);
                    continue;
                }
                Err(failure) => return Err(failure),
            };
            let plain = study.load(&[])?;
            if plain.expected.is_empty() {
                shelf.silent.push(member.name);
                continue;
            }
            let (meant, mut first, mut same) = (meaning(&plain), None, Vec::new());
            let mut variants: Vec<Result<PlayableVariant, String>> = Vec::new();
            for value in 0..axis.values.len() {
                match Shelf::variant(&study, &[axis.set(value)], arguments.seed) {
                    Ok((variant, means)) => {
                        same.extend((means == meant).then_some(value));
                        variants.push(Ok(variant));
                    }
                    Err(failure) => {
                        variants.push(Err(failure.in_short()));
                        first.get_or_insert(failure);
                    }
                }
            }
            if let (Some(failure), true) = (first, variants.iter().all(Result::is_err)) {
                shelf.read.foreign.push((member.name, failure.in_short()));
                failed.get_or_insert(failure);
                continue;
            }
            shelf.read.add(study.facts());
            shelf.rows.push(ShelfRow { name: member.name, variants, plain: same });
        }
        match (shelf.rows.is_empty(), failed) {
            (true, Some(failure)) => Err(failure),
            (true, None) if !shelf.silent.is_empty() => Err(Failure::Usage(
                "none of these scenarios expects anything: write an [[expect]] into them, or ask of one with --target".into(),
            )),
            (true, None) => Err(Failure::Usage("there is no scenario here".into())),
            (false, _) => Ok(shelf),
        }
    }

    /// A scenario with these changes, with what is expected of it.
    fn variant(study: &Study<'_>, sets: &[String], seed: u64) -> Result<(PlayableVariant, Json), Failure> {
        let playable = study.load(sets)?;
        let held = held_to(&study.with(sets), &playable.expected)?;
        let mut told = playable.job();
        for contract in &held.contracts {
            told.push('\n');
            told.push_str(&contract.that);
        }
        // What other scenarios are is not part of the job, so that nobody may recall it.
        let elsewhere = if held.others.is_empty() { "" } else { ELSEWHERE };
        let digest: String = Sha256::digest(told.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        let mut sources: Vec<Box<dyn Checkable>> = vec![Box::new(playable.arm(seed))];
        sources.extend(held.others);
        let means = meaning(&playable);
        Ok((PlayableVariant { job: format!("{elsewhere}{digest}"), sources, contracts: held.contracts }, means))
    }
}

/// What decides the outcomes of a scenario, with every number of the rules whether a file says it or not.
fn meaning(playable: &Playable) -> Json {
    let mut content = playable.game.facts().content.clone();
    for (key, settings) in playable.game.settings().as_object().into_iter().flatten() {
        content[key.as_str()] = settings.clone();
    }
    content
}

/// Begins the jobs of contracts that speak of other scenarios.
const ELSEWHERE: &str = "elsewhere-";

/// Verdicts in the files of finished cells.
struct Verdicts {
    cells: Cells<Vec<Verdict>>,
    /// The number of those that had been found before.
    found: usize,
}

/// The verdict on a contract in a file: numbers bit by bit.
#[derive(Clone, Serialize, Deserialize)]
struct Verdict {
    fights: u64,
    clauses: Vec<(Word, Option<[u64; 3]>)>,
    standing: Word,
}

/// A standing in a file.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    Holds,
    Broken,
    Undecided,
}

impl Word {
    fn of(standing: ContractStanding) -> Self {
        match standing {
            ContractStanding::Holds => Word::Holds,
            ContractStanding::Broken => Word::Broken,
            ContractStanding::Undecided => Word::Undecided,
        }
    }

    fn standing(self) -> ContractStanding {
        match self {
            Word::Holds => ContractStanding::Holds,
            Word::Broken => ContractStanding::Broken,
            Word::Undecided => ContractStanding::Undecided,
        }
    }
}

impl Verdicts {
    /// The files below the folder of a report; what they are good for depends on the level of a clause.
    fn new(directory: Option<PathBuf>, arguments: &StudyArguments, alpha: f64) -> Self {
        let asked = format!("contracts, each clause at {:016x}", alpha.to_bits());
        Verdicts { cells: Cells::new(directory, arguments.seed, arguments.fights, asked), found: 0 }
    }
}

impl Memory<Vec<ContractResult>> for Verdicts {
    fn find(&mut self, job: &str) -> Option<Vec<ContractResult>> {
        if job.starts_with(ELSEWHERE) {
            return None;
        }
        let verdicts = self.cells.find(job)?;
        self.found += 1;
        let interval = |bits: [u64; 3]| {
            let [estimate, low, high] = bits.map(f64::from_bits);
            Interval { estimate, low, high }
        };
        let kept = |verdict: Verdict| {
            let judged =
                |(word, bits): (Word, Option<[u64; 3]>)| Judged { interval: bits.map(interval), standing: word.standing() };
            let clauses = verdict.clauses.into_iter().map(judged).collect();
            ContractResult { standing: verdict.standing.standing(), clauses, fights: verdict.fights, by: Judge::Fights }
        };
        Some(verdicts.into_iter().map(kept).collect())
    }

    fn keep(&mut self, job: &str, kept: Vec<ContractResult>) -> Result<(), Failure> {
        if job.starts_with(ELSEWHERE) {
            return Ok(());
        }
        let bits = |one: Interval| [one.estimate, one.low, one.high].map(f64::to_bits);
        let verdict = |kept: &ContractResult| Verdict {
            fights: kept.fights,
            clauses: kept.clauses.iter().map(|judged| (Word::of(judged.standing), judged.interval.map(bits))).collect(),
            standing: Word::of(kept.standing),
        };
        self.cells.keep(job, kept.iter().map(verdict).collect())
    }
}
