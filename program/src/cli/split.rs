//! `sparring compare --split`: what each of several changes does alone, what all do together, and what is interplay.
//!
//! Owns how a change is made in a scenario. What is played is for [`analysis`](frame::analysis::split). Start at [`split`].

use std::path::PathBuf;

use crate::cli::load::ScenarioArguments;
use crate::cli::many::Studies;
use crate::cli::progress::attended;
use crate::cli::study::StudyArguments;
use crate::report::document::Origin;
use crate::report::split::SplitReport;
use frame::analysis::split::{SplitFound, SplitPlan, Under};
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
    let StudyArguments { fights, level, threads, .. } = *arguments;
    let plan = SplitPlan { changes: changes.len(), asked: asked.to_vec(), fights, level, threads };
    let together = Change::all(changes);
    let changed = |scenario: usize, under: Under| {
        let (_, study) = &studies.list[scenario];
        let change = match under {
            Under::Alone(place) => &changes[place],
            Under::Together => &together,
        };
        study.against(change.read(study.with(&[]))?)
    };
    let found = attended(|listener| plan.play(&studies.looked(), &changed, listener))?;
    let report = SplitReport {
        origin: Origin { command, ..arguments.origin_of_many("compare", &[], &studies.read) },
        changes: names.into_iter().map(str::to_owned).collect(),
        found: SplitFound { refused: studies.refused(found.refused), ..found },
    };
    arguments.hand_out(&report, directory.as_deref())
}
