//! A suite: all scenarios that are checked or blessed together, with their baselines and contracts.
//!
//! Owns which files belong to it, where their baselines lie, and the way from a scenario file to a
//! [`CheckedScenario`]. Start at [`Suite::open`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cli::contracts::held_to;
use crate::cli::load::{ScenarioArguments, ShelfArguments, files_of, quoted, root_within};
use crate::cli::output;
use crate::systems;
use frame::analysis::check::{Checkable, CheckedScenario};
use frame::dice::SEED;
use frame::dice::key::SCHEME;
use frame::door::{FoundSystem, Playable};
use frame::error::Failure;
use frame::files::{self, Unread};
use frame::scenario::apart::{Apart, apart};
use frame::tally::{Baseline, Header};
use serde_json::Value as Json;

/// The folder of baselines unless said otherwise.
pub const BASELINES: &str = "reports/baselines";

/// The most bytes of a baseline.
const BASELINE_BYTES_MOST: u64 = 256 << 20;

/// The parts of a suite.
pub struct Suite<'a> {
    /// Scenario files, or folders of them.
    pub paths: &'a [PathBuf],
    /// Patches laid over each.
    pub patches: &'a [PathBuf],
    /// The changes in each.
    pub sets: &'a [String],
    /// The folder outside of which nothing is included, when one was given.
    pub root: Option<&'a Path>,
    /// The folder of baselines.
    pub baselines: &'a Path,
}

impl<'a> Suite<'a> {
    /// The scenarios that arguments name, with what is changed in all of them.
    pub fn of(shelf: &'a ShelfArguments, baselines: &'a Path) -> Self {
        let ShelfArguments { scenarios, sets, patches, root } = shelf;
        Suite { paths: scenarios, patches, sets, root: root.as_deref(), baselines }
    }

    /// Scenarios as they are, with nothing changed in them.
    pub fn as_it_is(paths: &'a [PathBuf], root: Option<&'a Path>, baselines: &'a Path) -> Self {
        Suite { paths, patches: &[], sets: &[], root, baselines }
    }
}

/// A scenario of a suite.
pub struct Member {
    /// The scenario file, as found.
    pub file: PathBuf,
    /// The scenario as it is typed, with what is changed in it.
    pub typed: String,
    /// Its baseline's file.
    pub baseline: PathBuf,
    /// Everything of it that decides outcomes, as data.
    pub content: Json,
    /// The header of its tally: seed and first fight are still open.
    pub header: Header,
    /// The subject of the check.
    pub subject: CheckedScenario,
}

/// All scenarios that can be read, each with its file and its system, and what is wrong with the rest, by file.
pub type Loaded = (Vec<(PathBuf, FoundSystem, Playable)>, Vec<(PathBuf, Failure)>);

/// All members that can be read, and what is wrong with the rest, by file.
pub type Opened = (Vec<Member>, Vec<(PathBuf, Failure)>);

impl Suite<'_> {
    /// Reads everything.
    ///
    /// # Errors
    /// Paths without a scenario, or two scenarios that would share a baseline.
    pub fn open(&self) -> Result<Opened, Failure> {
        let (mut members, mut failures): Opened = (Vec::new(), Vec::new());
        for (file, found) in files_of(self.paths)? {
            match self.member(&file, found) {
                Ok(Some(member)) => members.push(member),
                Ok(None) => {}
                Err(failure) => failures.push((file, failure)),
            }
        }
        if members.is_empty() && failures.is_empty() {
            return Err(self.nothing());
        }
        let mut taken: BTreeMap<&Path, &Path> = BTreeMap::new();
        for member in &members {
            if let Some(other) = taken.insert(&member.baseline, &member.file) {
                let (one, other) = (member.file.display(), other.display());
                let message = format!("{other} and {one} would share the baseline {}", member.baseline.display());
                return Err(Failure::Usage(format!("{message}; give one of the files another name")));
            }
        }
        Ok((members, failures))
    }

    /// Loads every scenario, without baselines and contracts.
    ///
    /// # Errors
    /// Paths without a scenario.
    pub fn playables(&self) -> Result<Loaded, Failure> {
        let (mut loaded, mut failures): Loaded = (Vec::new(), Vec::new());
        for (file, found) in files_of(self.paths)? {
            match self.playable(&file, found) {
                Ok(Some((_, system, playable))) => loaded.push((file, system, playable)),
                Ok(None) => {}
                Err(failure) => failures.push((file, failure)),
            }
        }
        if loaded.is_empty() && failures.is_empty() { Err(self.nothing()) } else { Ok((loaded, failures)) }
    }

    /// The failure of paths without a scenario.
    fn nothing(&self) -> Failure {
        let paths: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
        Failure::Usage(format!("there is no scenario in {}", paths.join(", ")))
    }

    /// One scenario. Nothing, when it is a file of a folder that is no scenario.
    fn member(&self, file: &Path, found: Option<&Path>) -> Result<Option<Member>, Failure> {
        let loaded = self.playable(file, found)?;
        loaded.map(|(arguments, _, playable)| self.held(&arguments, playable)).transpose()
    }

    /// One scenario with its system, and the arguments that read it. Nothing, when it is a file of a folder that is no scenario.
    fn playable(
        &self,
        file: &Path,
        found: Option<&Path>,
    ) -> Result<Option<(ScenarioArguments, FoundSystem, Playable)>, Failure> {
        let arguments = ScenarioArguments {
            scenario: file.to_owned(),
            sets: self.sets.to_vec().into(),
            patches: self.patches.to_vec(),
            root: root_within(self.root, found, file),
        };
        let raw = arguments.read()?;
        if found.is_some() && !raw.is_scenario() {
            return Ok(None);
        }
        let system = systems::built().of(&raw)?;
        let playable = system.load(&raw)?;
        Ok(Some((arguments, system, playable)))
    }

    /// A loaded scenario with the contracts that it is held to.
    fn held(&self, arguments: &ScenarioArguments, playable: Playable) -> Result<Member, Failure> {
        let facts = playable.game.facts();
        output::warn(&playable.warnings);
        let file = &arguments.scenario;
        let stem = file.file_stem().unwrap_or_default();
        let header = Header {
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            system: facts.system.clone(),
            scheme: SCHEME.to_owned(),
            seed: 0,
            from: 0,
            digest: facts.digest.clone(),
            title: facts.title.clone(),
        };
        let mut sources: Vec<Box<dyn Checkable>> = vec![Box::new(playable.arm(SEED))];
        let held = held_to(arguments, &playable.expected)?;
        sources.extend(held.others);
        let subject = CheckedScenario {
            name: format!("{}/{}", facts.system, stem.to_string_lossy()),
            sources,
            baseline: None,
            contracts: held.contracts,
            exact: None,
            scheme: SCHEME.to_owned(),
        };
        let baseline = self.baselines.join(&facts.system).join(stem);
        let content = facts.content.clone();
        Ok(Member { content, file: file.clone(), typed: arguments.typed(), baseline, header, subject })
    }
}

impl Member {
    /// The file beside its baseline that says what the scenario was then.
    pub fn kept(&self) -> PathBuf {
        let mut name = self.baseline.file_name().unwrap_or_default().to_os_string();
        name.push(".scenario.json");
        self.baseline.with_file_name(name)
    }

    /// What the scenario says otherwise than when its baseline was made, where that was kept: a path, and both values.
    pub fn changes(&self) -> Vec<String> {
        let Ok(text) = files::read_text(&self.kept(), BASELINE_BYTES_MOST) else { return Vec::new() };
        let Ok(then) = serde_json::from_str::<Json>(&text) else { return Vec::new() };
        let told = |one: Apart| {
            let [before, after] = one.values();
            format!("{} {before} \u{2192} {after}", one.path)
        };
        apart(&then, &self.content).into_iter().map(told).collect()
    }

    /// Its baseline, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read, or is no baseline of this scenario.
    pub fn read_baseline(&self) -> Result<Option<Baseline>, Failure> {
        let failed = |reason: String| Failure::file(&self.baseline, "read", reason);
        let text = match files::read_text(&self.baseline, BASELINE_BYTES_MOST) {
            Ok(text) => text,
            Err(Unread::Missing) => return Ok(None),
            Err(unread) => return Err(unread.failure(&self.baseline)),
        };
        let baseline = Baseline::read(&text).map_err(|error| {
            let bless = format!("sparring bless {} --because \"...\"", quoted(&self.file.display().to_string()));
            failed(format!("{error}; take it from version control again, or make a new one with `{bless}`"))
        })?;
        let system = &baseline.recorded.header.system;
        if *system != self.header.system {
            return Err(failed(format!("it is a baseline of {system}, and the scenario is one of {}", self.header.system)));
        }
        Ok(Some(baseline))
    }
}
