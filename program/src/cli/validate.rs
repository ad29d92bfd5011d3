//! `sparring validate`: everything that is wrong with scenarios, without playing them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use crate::cli::load::{ScenarioArguments, below, few_enough, root_within};
use crate::cli::output::{self, ListFormat};
use crate::cli::sets::Sets;
use crate::systems;
use frame::door::System;
use frame::error::{Failure, Gravity, Place, Problem};
use frame::files;
use frame::scenario::{FILE_BYTES_MOST, Raw, former};

/// Check scenario files: all errors at once, with file, line, column and advice. Only who never attacks is seen by a few fights.
#[derive(Args, Debug)]
pub struct ValidateArguments {
    /// Scenario files, libraries that scenarios include, or folders of both.
    #[arg(required = true)]
    scenarios: Vec<PathBuf>,
    /// Changes of single values.
    #[command(flatten)]
    sets: Sets,
    /// A patch to lay over each of them before checking, as `run` does.
    #[arg(long = "with", value_name = "FILE")]
    patches: Vec<PathBuf>,
    /// The folder outside of which nothing is included; without it the repository, the folder you work in, or that of the file.
    #[arg(long, value_name = "DIRECTORY")]
    root: Option<PathBuf>,
    /// Write files of former shape anew first, each with its comments and its layout, and say what was changed. Files that are
    /// included are fixed when they are named.
    #[arg(long, conflicts_with_all = ["sets", "slips", "patches"])]
    fix: bool,
    /// The format of the output; JSON for editors: every problem with its file, line, column and advice.
    #[arg(long, value_enum, default_value_t, conflicts_with = "fix")]
    format: ListFormat,
}

/// Checks scenario files and folders, and reports the problems of all of them together.
pub fn validate(arguments: &ValidateArguments) -> Result<(), Failure> {
    let (mut problems, mut remarks, mut valid) = (Vec::new(), Vec::new(), Vec::new());
    let mut files = Vec::new();
    for path in &arguments.scenarios {
        if path.is_dir() {
            files.extend(below(path)?.into_iter().map(|file| (file, Some(path))));
        } else {
            files.push((path.clone(), None));
        }
    }
    few_enough(files.len())?;
    if files.is_empty() {
        let folders: Vec<String> = arguments.scenarios.iter().map(|path| path.display().to_string()).collect();
        return Err(Failure::Usage(format!("there is no file that ends in .toml in {}", folders.join(", "))));
    }
    if arguments.fix {
        files.iter().try_for_each(|(path, _)| fix(path))?;
    }
    for (path, folder) in files {
        let root = root_within(arguments.root.as_deref(), folder.map(PathBuf::as_path), &path);
        let (sets, patches) = (arguments.sets.clone(), arguments.patches.clone());
        let scenario = ScenarioArguments { scenario: path, sets, patches, root };
        match one(&scenario) {
            Ok((line, warnings)) if arguments.format == ListFormat::Text => {
                output::warn(&warnings);
                output::show(&line)?;
            }
            Ok((_, warnings)) => {
                valid.push(scenario.scenario.display().to_string());
                remarks.extend(warnings);
            }
            Err(Failure::Scenario(found)) => problems.extend(found),
            Err(other) => return Err(other),
        }
    }
    if arguments.format == ListFormat::Json {
        let found: Vec<Value> = problems.iter().chain(&remarks).map(of_problem).collect();
        output::document(&json!({ "schema": 1, "valid": valid, "problems": found }))?;
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Scenario(problems)) }
}

/// Writes a file of former shape anew; one that is not, or that cannot be read, stays as it is.
fn fix(path: &Path) -> Result<(), Failure> {
    // Whatever else is wrong with a file is told when it is checked.
    let Ok(text) = files::read_text(path, FILE_BYTES_MOST) else { return Ok(()) };
    let Some(mended) = former::mend(&text).filter(|mended| !mended.changes.is_empty()) else { return Ok(()) };
    files::write(path, &mended.text)?;
    let lines = mended.changes.iter().map(|change| format!("{}: {change}\n", path.display()));
    output::show(&lines.collect::<String>())
}

/// A problem for editors: lines and columns are counted from 1, columns in letters; the end is the first letter behind it.
fn of_problem(problem: &Problem) -> Value {
    let at = |place: &Place, byte: usize| {
        let before = &place.source.text[..byte];
        let line = before.rfind('\n').map_or(before, |newline| &before[newline + 1..]);
        json!({ "line": 1 + before.matches('\n').count(), "column": 1 + line.chars().count() })
    };
    json!({
        "gravity": match problem.gravity { Gravity::Error => "error", Gravity::Warning => "warning" },
        "message": problem.message,
        "file": problem.place.as_ref().map(|place| &place.source.name),
        "from": problem.place.as_ref().map(|place| at(place, place.span.start)),
        "to": problem.place.as_ref().map(|place| at(place, place.span.end)),
        "label": problem.label,
        "help": problem.help,
    })
}

/// Checks one file, a scenario or a library, and returns what is said of it, and what is odd.
fn one(arguments: &ScenarioArguments) -> Result<(String, Vec<Problem>), Failure> {
    let raw = arguments.read()?;
    if raw.is_scenario() {
        return of_raw(&arguments.scenario, &raw);
    }
    library(arguments, &raw).map(|said| (said, Vec::new()))
}

/// The answer about a file without sides: every combatant of it is put face to face with its like, and the starter of the
/// system is played by its policies.
fn library(arguments: &ScenarioArguments, raw: &Raw) -> Result<String, Failure> {
    let system = systems::built().of(raw)?;
    let (combatants, policies) = raw.contents();
    let file = &arguments.scenario;
    let found = members(&*system, arguments, &combatants)?;
    if found.is_empty() {
        let (combatants, policies) = (combatants.len(), policies.len());
        return Ok(format!(
            "{}: valid ({}, a library of {combatants} combatants and {policies} policies)\n",
            file.display(),
            system.name()
        ));
    }
    Err(Failure::Scenario(found))
}

/// Everything that is wrong with a library by the rules, each thing once.
fn members(system: &dyn System, arguments: &ScenarioArguments, combatants: &BTreeSet<&str>) -> Result<Vec<Problem>, Failure> {
    let head = format!("format = 1\nsystem = \"{}\"\ntitle = \"A library\"\n", system.name());
    let duel = |name: &&str| {
        let like = toml::Value::from(*name);
        let side = |side: &str| format!("[[side]]\nname = \"{side}\"\n[[side.combatant]]\nname = \"{side}\"\nlike = {like}\n");
        format!("{head}{}{}", side("one of two"), side("two of two"))
    };
    let mut texts: Vec<String> = combatants.iter().map(duel).collect();
    if texts.is_empty() {
        texts.push(system.starter().to_owned());
    }
    let (mut problems, mut seen) = (Vec::new(), BTreeSet::new());
    for text in texts {
        let raw = Raw::library(arguments.root.as_deref(), &arguments.scenario, &text)?;
        let found = match system.load(&raw) {
            Ok(_) => Vec::new(),
            Err(Failure::Scenario(found)) => found,
            Err(other) => return Err(other),
        };
        problems.extend(found.into_iter().filter(|problem| seen.insert(problem.render(false))));
    }
    Ok(problems)
}

/// The answer about a text that is taken for the content of this file, without reading that.
///
/// # Errors
/// With everything that is wrong with it.
pub fn examine(file: &Path, text: &str) -> Result<String, Failure> {
    of_raw(file, &Raw::from_text(&file.display().to_string(), text, &[])).map(|(said, _)| said)
}

/// Checks a scenario, and returns what is said of it and what else is odd.
fn of_raw(file: &Path, raw: &Raw) -> Result<(String, Vec<Problem>), Failure> {
    let playable = systems::built().of(raw)?.load(raw)?;
    let (sides, combatants) = (playable.engine.sides().len(), playable.engine.combatants().len());
    let system = &playable.game.facts().system;
    let said = format!("{}: valid ({system}, {combatants} combatants on {sides} sides)\n", file.display());
    Ok((said, playable.oddities()))
}
