//! Loading: from a path and `--set`s to a scenario that can be played. Shared by all verbs that need one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::folder::folder;
use crate::cli::sets::Sets;
pub use crate::report::quoted;
use crate::systems;
use frame::door::Playable;
use frame::error::{Failure, Gravity, Place, Problem};
use frame::scenario::{Raw, is_typed};

/// The scenario, and the changes to it.
#[derive(Args, Debug, Clone)]
pub struct ScenarioArguments {
    /// The scenario file.
    pub scenario: PathBuf,
    /// Changes of single values.
    #[command(flatten)]
    pub sets: Sets,
    /// A patch: a TOML file with `book`, `rulings`, `combatant` and `policy` tables that are laid over the scenario key by key.
    /// Can be given several times.
    #[arg(long = "with", value_name = "FILE")]
    pub patches: Vec<PathBuf>,
    /// The folder outside of which nothing is included; without it the repository, the folder you work in, or that of the file.
    #[arg(long, value_name = "DIRECTORY")]
    pub root: Option<PathBuf>,
}

impl ScenarioArguments {
    /// Reads the files.
    pub fn read(&self) -> Result<Raw, Failure> {
        Raw::read_below(self.root.as_deref(), &self.scenario, &self.patches, &self.sets)
    }

    /// The scenario with what is changed in it, as a shell takes it.
    pub fn typed(&self) -> String {
        let patches = self.patches.iter().map(|patch| format!(" --with {}", quoted(&patch.display().to_string())));
        let sets = self.sets.iter().map(|set| format!(" --set {}", quoted(set)));
        let root = self.root.iter().map(|root| format!(" --root {}", quoted(&root.display().to_string())));
        let changes: String = patches.chain(sets).chain(root).collect();
        format!("{}{changes}", quoted(&self.scenario.display().to_string()))
    }

    /// The folder of a report on the scenario; what was asked of it, and how, is part of its name.
    pub fn folder(&self, verb: &str, asked: &[String]) -> PathBuf {
        let changes: Vec<String> = self.sets.iter().chain(asked).cloned().collect();
        folder(verb, &self.scenario, &self.patches, &changes)
    }

    /// Loads the scenario for its system.
    pub fn load(&self) -> Result<Playable, Failure> {
        let raw = self.read()?;
        systems::built().of(&raw)?.load(&raw)
    }
}

/// Scenarios, and the changes to each of them.
#[derive(Args, Debug, Clone)]
pub struct ShelfArguments {
    /// Scenario files, or folders of them.
    #[arg(required = true, value_name = "SCENARIO")]
    pub scenarios: Vec<PathBuf>,
    /// Changes of single values.
    #[command(flatten)]
    pub sets: Sets,
    /// A patch: a TOML file with `book`, `rulings`, `combatant` and `policy` tables that are laid over the scenario key by key.
    /// Can be given several times.
    #[arg(long = "with", value_name = "FILE")]
    pub patches: Vec<PathBuf>,
    /// The folder outside of which nothing is included; without it the repository, the folder you work in, or that of the file.
    #[arg(long, value_name = "DIRECTORY")]
    pub root: Option<PathBuf>,
}

/// A scenario of a shelf.
#[derive(Clone, Debug)]
pub struct Member {
    /// What reads it.
    pub scenario: ScenarioArguments,
    /// The name among the others: that of its file, or its path where names are not enough.
    pub name: String,
    /// True if it was found in a folder, where there may be files that are no scenarios.
    pub found: bool,
}

impl ShelfArguments {
    /// One scenario.
    pub fn of(scenario: &ScenarioArguments) -> Self {
        let ScenarioArguments { scenario, sets, patches, root } = scenario.clone();
        ShelfArguments { scenarios: vec![scenario], sets, patches, root }
    }

    /// The only scenario, where one file was named.
    pub fn only(&self) -> Option<ScenarioArguments> {
        match &self.scenarios[..] {
            [path] if !path.is_dir() => Some(self.scenario(path, self.root.clone())),
            _ => None,
        }
    }

    /// The first scenario, or folder, as it was named.
    pub fn first(&self) -> ScenarioArguments {
        self.scenario(&self.scenarios[0], self.root.clone())
    }

    /// One of the scenarios, with what is changed in all of them.
    fn scenario(&self, path: &Path, root: Option<PathBuf>) -> ScenarioArguments {
        let (sets, patches) = (self.sets.clone(), self.patches.clone());
        ScenarioArguments { scenario: path.to_owned(), sets, patches, root }
    }

    /// All files that were named or found, before anything of them was read.
    ///
    /// # Errors
    /// A folder that cannot be read or has none; too many files.
    pub fn members(&self) -> Result<Vec<Member>, Failure> {
        let files = files_of(&self.scenarios)?;
        let names = names(&files.iter().map(|(file, _)| file.as_path()).collect::<Vec<_>>());
        let member = |((file, found), name): ((PathBuf, Option<&Path>), String)| {
            let root = root_within(self.root.as_deref(), found, &file);
            Member { scenario: self.scenario(&file, root), name, found: found.is_some() }
        };
        Ok(files.into_iter().zip(names).map(member).collect())
    }

    /// The scenarios with what is changed in them, as a shell takes them.
    pub fn typed(&self) -> String {
        let paths: Vec<String> = self.scenarios.iter().map(|path| quoted(&path.display().to_string())).collect();
        let first = self.scenario(Path::new("x"), self.root.clone()).typed();
        format!("{}{}", paths.join(" "), first.trim_start_matches('x'))
    }

    /// The folder of a report on them; what was asked of them, and how, is part of its name.
    pub fn folder(&self, verb: &str, asked: &[String]) -> PathBuf {
        let more = self.scenarios.len().checked_sub(2).map(|more| format!("and-{}-more", more + 1));
        let changes: Vec<String> = more.iter().chain(self.sets.iter()).chain(asked).cloned().collect();
        folder(verb, &self.scenarios[0], &self.patches, &changes)
    }
}

/// The files that paths name, each once, with the folder in which it was found where there may be files that are no scenarios.
///
/// # Errors
/// A folder that cannot be read or has no such file; too many files.
pub fn files_of(paths: &[PathBuf]) -> Result<Vec<(PathBuf, Option<&Path>)>, Failure> {
    let mut files: Vec<(PathBuf, Option<&Path>)> = Vec::new();
    for path in paths {
        if path.is_dir() {
            let found = below(path)?;
            if found.is_empty() {
                return Err(Failure::Usage(format!("there is no .toml file in {}", path.display())));
            }
            files.extend(found.into_iter().map(|file| (file, Some(path.as_path()))));
        } else {
            files.push((path.clone(), None));
        }
    }
    let mut seen = BTreeSet::new();
    files.retain(|(file, _)| seen.insert(file.clone()));
    few_enough(files.len())?;
    Ok(files)
}

/// The names of files: without folder and ending, or their paths where these are not enough.
pub fn names(files: &[&Path]) -> Vec<String> {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    files.iter().for_each(|file| *times.entry(stem(file)).or_default() += 1);
    let name = |file: &&Path| {
        let short = stem(file);
        if times[&short] > 1 { file.display().to_string() } else { short }
    };
    files.iter().map(name).collect()
}

/// The folder outside of which a file of a folder that was named includes nothing: `--root`, or else that folder, where the file's
/// own bound does not hold it already.
pub fn root_within(root: Option<&Path>, folder: Option<&Path>, file: &Path) -> Option<PathBuf> {
    let wider = |folder: &&Path| folder.canonicalize().is_ok_and(|folder| !folder.starts_with(Raw::bound(file)));
    root.or_else(|| folder.filter(wider)).map(Path::to_owned)
}

/// The most scenario files that one command takes.
const FILES_MOST: usize = 1000;
/// The most folders inside each other that are looked through.
const FOLDERS_DEEP_MOST: usize = 16;

/// All TOML files below a folder, in the order of their paths.
///
/// # Errors
/// A folder that cannot be read, or too many files.
pub fn below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    add_below(folder, 0, &mut files)?;
    files.sort();
    few_enough(files.len())?;
    Ok(files)
}

/// Adds the TOML files below a folder in no order; stops soon after there are far too many.
fn add_below(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error| Failure::file(folder, "read", error);
    if depth > FOLDERS_DEEP_MOST {
        let reason = format!("it lies more than {FOLDERS_DEEP_MOST} folders deep; is a link leading round in a circle?");
        return Err(Failure::file(folder, "read", reason));
    }
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            add_below(&path, depth + 1, files)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
        if files.len() > 100 * FILES_MOST {
            break;
        }
    }
    Ok(())
}

/// Checks that a command can take so many scenario files.
///
/// # Errors
/// More files than one command can take.
pub fn few_enough(files: usize) -> Result<(), Failure> {
    let message =
        || format!("{files} scenario files are too many for one command: {FILES_MOST} at the most; take them folder by folder");
    if files > FILES_MOST { Err(Failure::Usage(message())) } else { Ok(()) }
}
/// The beginning of complaints about keys that a system does not have.
const UNKNOWN_KEY: &str = "unknown key ";

/// The keys of a change that a system does not have, where that is all that is wrong with a scenario under it: the change is for another
/// system. `patches` are the files of the change, beside what is typed.
pub fn foreign_keys<'f>(failure: &'f Failure, patches: &[PathBuf]) -> Option<Vec<&'f str>> {
    let Failure::Scenario(problems) = failure else { return None };
    let patches: Vec<String> = patches.iter().map(|patch| patch.display().to_string()).collect();
    let changed = |place: &Place| is_typed(&place.source.name) || patches.contains(&place.source.name);
    let key = |problem: &'f Problem| {
        let foreign = problem.gravity == Gravity::Error && problem.place.as_ref().is_some_and(changed);
        problem.message.strip_prefix(UNKNOWN_KEY).filter(|_| foreign).map(str::trim)
    };
    let mut keys = problems.iter().map(key).collect::<Option<Vec<&str>>>().filter(|keys| !keys.is_empty())?;
    keys.dedup();
    Some(keys)
}
