//! Loading: from a path and `--set`s to a scenario that can be played. Shared by all verbs that need one.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::folder::folder;
pub use crate::report::quoted;
use crate::systems;
use frame::door::Playable;
use frame::error::Failure;
use frame::scenario::Raw;

/// The scenario, and the changes to it.
#[derive(Args, Debug, Clone)]
pub struct ScenarioArguments {
    /// The scenario file.
    pub scenario: PathBuf,
    /// Change a value: `book.defend.ar_bonus=3`, `side.heroes.Ada.hp_max=20`. Can be given several times.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
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
        systems::of(&raw)?.load(&raw)
    }
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
