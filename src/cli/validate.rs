//! `sparring validate`: everything that is wrong with scenarios, without playing them.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::load::{ScenarioArguments, load};
use crate::cli::output;
use crate::error::{Failure, Problem};
use crate::rules::SYSTEMS;
use crate::scenario::Raw;
use crate::with_system;

/// Check scenario files without playing them: all errors at once, with file, line, column and advice.
#[derive(Args, Debug)]
pub struct ValidateArguments {
    /// The scenario files.
    #[arg(required = true)]
    scenarios: Vec<PathBuf>,
    /// Change a value before checking, as `run` does.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    sets: Vec<String>,
    /// A patch to lay over each of them before checking, as `run` does.
    #[arg(long = "with", value_name = "FILE")]
    patches: Vec<PathBuf>,
    /// The folder outside of which nothing is included; without it the repository, or else the folder of the file.
    #[arg(long, value_name = "DIRECTORY")]
    root: Option<PathBuf>,
}

pub fn validate(arguments: &ValidateArguments) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for path in &arguments.scenarios {
        let (sets, patches, root) = (arguments.sets.clone(), arguments.patches.clone(), arguments.root.clone());
        let scenario = ScenarioArguments { scenario: path.clone(), sets, patches, root };
        match one(&scenario) {
            Ok(line) => output::print(&line)?,
            Err(Failure::Scenario(found)) => problems.extend(found),
            Err(other) => return Err(other),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Scenario(problems)) }
}

fn one(arguments: &ScenarioArguments) -> Result<String, Failure> {
    let (said, warnings) = of_raw(&arguments.scenario, &arguments.read()?)?;
    output::warn(&warnings);
    Ok(said)
}

/// What is said of a text that is taken for the content of this file, without reading that.
///
/// # Errors
/// With everything that is wrong with it.
pub fn examine(file: &Path, text: &str) -> Result<String, Failure> {
    of_raw(file, &Raw::from_text(&file.display().to_string(), text, &[])).map(|(said, _)| said)
}

fn of_raw(file: &Path, raw: &Raw) -> Result<(String, Vec<Problem>), Failure> {
    let system = raw.system(SYSTEMS)?;
    let checked = with_system!(system, S => {
        let playable = load::<S>(raw)?;
        let (sides, combatants) = (playable.loaded.sides.len(), playable.loaded.combatants.len());
        (format!("{}: valid ({system}, {combatants} combatants on {sides} sides)\n", file.display()), playable.warnings)
    });
    checked.ok_or_else(|| Failure::Bug(format!("no rules for {system}")))
}
