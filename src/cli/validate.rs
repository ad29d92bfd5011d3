//! `sparring validate`: everything that is wrong with scenarios, without playing them.

use std::path::PathBuf;

use clap::Args;

use crate::cli::load::{ScenarioArguments, load};
use crate::cli::output;
use crate::error::Failure;
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
}

pub fn validate(arguments: &ValidateArguments) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for path in &arguments.scenarios {
        let scenario =
            ScenarioArguments { scenario: path.clone(), sets: arguments.sets.clone(), patches: arguments.patches.clone() };
        match one(&scenario) {
            Ok(line) => output::print(&line)?,
            Err(Failure::Scenario(found)) => problems.extend(found),
            Err(other) => return Err(other),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Scenario(problems)) }
}

fn one(arguments: &ScenarioArguments) -> Result<String, Failure> {
    let raw = arguments.read()?;
    let system = arguments.system(&raw)?;
    let checked = with_system!(system, S => {
        let playable = load::<S>(&raw)?;
        output::warn(&playable.warnings);
        let (sides, combatants) = (playable.loaded.sides.len(), playable.loaded.combatants.len());
        format!("{}: valid ({system}, {combatants} combatants on {sides} sides)\n", arguments.scenario.display())
    });
    checked.ok_or_else(|| Failure::Bug(format!("no rules for {system}")))
}
