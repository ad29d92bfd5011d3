//! `sparring compare --split`: what each of several changes does alone, what all do together, and what is interplay.
//!
//! Owns which pairs are played. Start at [`split`].

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use crate::cli::load::ScenarioArguments;
use crate::cli::many::Studies;
use crate::cli::output::in_short;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::study::{StudyArguments, Variants};
use crate::report::document::Origin;
use crate::report::many::Looked;
use crate::report::split::{Split, SplitReport};
use frame::analysis::compare::{Compared, ComparisonRule, Contest, compare};
use frame::analysis::margin::Margins;
use frame::error::Failure;
use frame::scenario::Raw;

/// A change as it was typed.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// Its patches.
    pub patches: Vec<PathBuf>,
    /// Its sets.
    pub sets: Vec<String>,
    /// What it takes from another version of the scenario: at these paths.
    pub taken: Option<(ScenarioArguments, Vec<String>)>,
}

impl Change {
    /// Several changes as one.
    fn all(changes: &[Change]) -> Self {
        let patches = changes.iter().flat_map(|change| change.patches.clone()).collect();
        let sets = changes.iter().flat_map(|change| change.sets.clone()).collect();
        let paths = || changes.iter().filter_map(|change| change.taken.as_ref()).flat_map(|(_, paths)| paths.clone()).collect();
        let taken = changes.iter().find_map(|change| change.taken.as_ref()).map(|(other, _)| (other.clone(), paths()));
        Change { name: "together".into(), patches, sets, taken }
    }

    /// Reads a scenario with this change.
    fn read(&self, mut scenario: ScenarioArguments) -> Result<Raw, Failure> {
        scenario.patches.extend_from_slice(&self.patches);
        scenario.sets.extend_from_slice(&self.sets);
        let raw = scenario.read()?;
        match &self.taken {
            Some((other, paths)) => Ok(raw.taking(other.read()?, paths)),
            None => Ok(raw),
        }
    }
}

/// Outcomes of a scenario that are told where nobody asks for others: who wins, and how long it takes.
const ROUNDS: &str = "rounds";

/// What is asked about changes that are taken apart.
pub struct Order<'a> {
    /// The outcomes.
    pub asked: &'a [String],
    /// The command that makes the result again.
    pub command: String,
    /// A text in which files have the names by which the reader knows them.
    pub said: &'a dyn Fn(String) -> String,
}

/// Plays every scenario with each change alone and with all of them, and reports what is interplay.
pub fn split(arguments: &StudyArguments, changes: &[Change], order: Order<'_>) -> Result<(), Failure> {
    let Order { asked, command, said } = order;
    let names: Vec<&str> = changes.iter().map(|change| change.name.as_str()).collect();
    let directory = arguments.directory("split", &names, false)?;
    let mut studies = Studies::open(arguments, asked)?;
    for (other, _) in changes.iter().filter_map(|change| change.taken.as_ref()) {
        let files = other.read()?.files();
        files.into_iter().for_each(|file| {
            if !studies.read.files.contains(&file) {
                studies.read.files.push(file);
            }
        });
    }
    studies.read.files.iter_mut().for_each(|(name, _)| *name = said(std::mem::take(name)));
    let (mut refused, mut failed) = (studies.read.foreign.clone(), None);
    let mut ready: Vec<(Looked, Vec<Variants>)> = Vec::new();
    for (looked, study) in &studies.list {
        let each = changes.iter().cloned().chain([Change::all(changes)]);
        let pairs: Result<Vec<Variants>, Failure> = each.map(|change| study.against(change.read(study.with(&[]))?)).collect();
        match pairs {
            Ok(pairs) => ready.push((looked.clone(), pairs)),
            Err(failure) => {
                refused.push((looked.name.clone(), in_short(&failure.render(false))));
                failed.get_or_insert(failure);
            }
        }
    }
    if let (true, Some(failure)) = (ready.is_empty(), failed) {
        return Err(failure);
    }
    let margins = Margins::default();
    let rule = ComparisonRule {
        level: arguments.level,
        fights_max: arguments.fights,
        margins,
        full: true,
        strict: false,
        waits_for: Vec::new(),
    };
    let contests: Vec<Contest<'_>> = ready.iter().flat_map(|(_, pairs)| pairs.iter().map(contest)).collect();
    let (bar, interrupted) = (Bar::new(), heed_interrupts());
    let compared = compare(&contests, &rule, arguments.threads, interrupted, &mut |progress| {
        let name = &ready[progress.contest / (changes.len() + 1)].0.name;
        bar.show(progress.fights, progress.needed, format!(", {name}"));
    });
    bar.clear();
    let compared = compared?;
    if compared.iter().all(|one| one.fights == 0) {
        return Err(Failure::Interrupted("interrupted before the first look: nothing is kept".into()));
    }
    let mut rows = Vec::new();
    for ((looked, pairs), found) in ready.iter().zip(compared.chunks(changes.len() + 1)) {
        let keys = if asked.is_empty() { vec![looked.key.clone(), ROUNDS.to_owned()] } else { keys(asked, looked, pairs) };
        rows.extend(
            keys.into_iter().filter(|key| pairs.iter().all(|pair| has(pair, key))).map(|key| (looked, pairs, found, key)),
        );
    }
    let level = rule.level.shared(rows.len().max(1) * (changes.len() + 1));
    let row = |(looked, pairs, found, key): (&Looked, &Vec<Variants>, &[Compared], String)| {
        let of = |place: usize| {
            let finding = found[place].findings.iter().find(|finding| finding.outcome.key == key)?;
            finding.evidence.difference(level)
        };
        let unit = pairs[0].outcomes.both.iter().find(|outcome| outcome.key == key).and_then(|outcome| outcome.measure.unit());
        Split {
            scenario: looked.name.clone(),
            unit: unit.map(str::to_owned),
            alone: (0..changes.len()).map(of).collect(),
            together: of(changes.len()),
            key,
        }
    };
    let report = SplitReport {
        origin: Origin { command, ..arguments.origin_of_many("compare", &[], &studies.read) },
        changes: changes.iter().map(|change| change.name.clone()).collect(),
        rows: rows.into_iter().map(row).collect(),
        level,
        refused,
        interrupted: interrupted.load(Ordering::Relaxed),
    };
    arguments.hand_out(&report, directory.as_deref())
}

/// The contest of two variants.
fn contest(variants: &Variants) -> Contest<'_> {
    let same = variants.digests[0] == variants.digests[1];
    Contest { pair: &*variants.pair, outcomes: &variants.outcomes, same, pacts: None }
}

/// True if an outcome is compared in a pair.
fn has(pair: &Variants, key: &str) -> bool {
    pair.outcomes.both.iter().any(|outcome| outcome.key == key)
}

/// The outcomes that are asked for: the first is the one that a scenario is looked at by, the others by their names.
fn keys(asked: &[String], looked: &Looked, pairs: &[Variants]) -> Vec<String> {
    let more = asked.iter().skip(1).filter(|key| pairs.iter().all(|pair| has(pair, key)));
    std::iter::once(looked.key.clone()).chain(more.cloned()).collect()
}
