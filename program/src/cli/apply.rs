//! `sparring apply`: write a change that is adopted into the files of scenarios.
//!
//! Nothing is left half done: all files are written or none, and what was written means what the scenario with its patch meant, which is
//! proved by their digests. Start at [`apply`].

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::load::{ScenarioArguments, files_of, foreign_keys, quoted, root_within};
use crate::cli::output;
use crate::cli::sets::Sets;
use crate::report::edits::edits;
use crate::systems;
use frame::door::Playable;
use frame::error::Failure;
use frame::files;
use frame::scenario::FILE_BYTES_MOST;
use frame::scenario::adopt::adopt;

/// Write a patch into the files of scenarios, where their comments and their layout stay as they are.
///
/// What is changed is shown, and with --write it is written: into the scenario, or into the file that it includes where a template or a policy
/// comes from there. Files of a folder that the patch is not for are passed over.
#[derive(Args, Debug)]
pub struct ApplyArguments {
    /// The patch: a TOML file as `--with` takes it.
    patch: PathBuf,
    /// Scenario files, or folders of them.
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Write the files. Without it the difference is only shown.
    #[arg(long)]
    write: bool,
    /// The folder outside of which nothing is included; without it the repository, the folder you work in, or that of the file.
    #[arg(long, value_name = "DIRECTORY")]
    root: Option<PathBuf>,
}

/// A scenario that a patch is written into.
struct Adopting {
    scenario: ScenarioArguments,
    /// What it has to mean afterwards.
    meaning: Meaning,
}

/// What decides outcomes, and what is expected of them.
#[derive(PartialEq, Eq)]
struct Meaning {
    digest: String,
    expected: Vec<String>,
}

impl Meaning {
    /// What a scenario means.
    fn of(playable: &Playable) -> Self {
        let expected = playable.expected.iter().map(|one| format!("{} {} {}", one.text.that, one.demand, one.text.because));
        Meaning { digest: playable.game.facts().digest.clone(), expected: expected.collect() }
    }
}

/// Shows what a patch changes in the files of scenarios, and writes it.
pub fn apply(arguments: &ApplyArguments) -> Result<(), Failure> {
    let patch = files::read_text(&arguments.patch, FILE_BYTES_MOST).map_err(|unread| unread.failure(&arguments.patch))?;
    let mut texts: BTreeMap<String, (String, String)> = BTreeMap::new();
    let (mut adopting, mut passed) = (Vec::new(), 0);
    let (mut stranger, mut fits) = (None, false);
    for (file, found) in files_of(&arguments.scenarios)? {
        let root = root_within(arguments.root.as_deref(), found, &file);
        let plain = ScenarioArguments { scenario: file, sets: Sets::default(), patches: Vec::new(), root };
        let with = ScenarioArguments { patches: vec![arguments.patch.clone()], ..plain.clone() };
        let raw = plain.read()?;
        let turned = ScenarioArguments { scenario: arguments.patch.clone(), ..plain.clone() };
        if found.is_none() && !raw.is_scenario() && turned.read().is_ok_and(|raw| raw.is_scenario()) {
            let [patch, scenario] = [&plain.scenario, &arguments.patch].map(|file| quoted(&file.display().to_string()));
            let message = format!("the patch comes first, then what it is written into: sparring apply {patch} {scenario}");
            return Err(Failure::Usage(message));
        }
        let patched = with.read()?;
        if found.is_some() && (!raw.is_scenario() || patched.is_for_others()) {
            passed += 1;
            continue;
        }
        let system = systems::built().of(&raw)?;
        let patched = if found.is_some() { patched.lenient() } else { patched };
        let before = system.load(&raw)?;
        let after = match system.load(&patched) {
            Ok(after) => after,
            // It is for another system, unless it is for none.
            Err(failure) if found.is_some() && foreign_keys(&failure, &with.patches).is_some() => {
                passed += 1;
                stranger = stranger.or(Some(failure));
                continue;
            }
            Err(failure) => return Err(failure),
        };
        fits = true;
        let (before, meaning) = (Meaning::of(&before), Meaning::of(&after));
        if before == meaning {
            passed += 1;
            continue;
        }
        let now = |(name, text): (String, String)| {
            let text = texts.get(&name).map_or(text, |(_, new)| new.clone());
            (name, text)
        };
        let files: Vec<(String, String)> = raw.files().into_iter().map(now).collect();
        let failed = |reason: String| Failure::Usage(format!("{}: {reason}", plain.scenario.display()));
        for (name, new) in adopt(&files, &patch).map_err(failed)? {
            let old = files.iter().find(|(known, _)| *known == name).map(|(_, text)| text.clone()).unwrap_or_default();
            let old = texts.get(&name).map_or(old, |(old, _)| old.clone());
            texts.insert(name, (old, new));
        }
        adopting.push(Adopting { scenario: plain, meaning });
    }
    if let Some(failure) = stranger.filter(|_| !fits) {
        return Err(failure);
    }
    let colour = std::io::stdout().is_terminal();
    let mut said = String::new();
    for (name, (old, new)) in &texts {
        let _ = writeln!(said, "{name}\n{}", edits(old, new, colour));
    }
    output::print(&said)?;
    let count = |count: usize, what: &str| if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") };
    let (files, scenarios) = (count(texts.len(), "file"), count(adopting.len(), "scenario"));
    let rest = if passed == 0 { String::new() } else { format!("; {} it does not change", count(passed, "file")) };
    if texts.is_empty() {
        return output::print(&format!("Nothing to write: the patch changes none of these scenarios{rest}.\n"));
    }
    if !arguments.write {
        return output::print(&format!(
            "{files} would change, of {scenarios}{rest}. Nothing is written: say --write to do so.\n"
        ));
    }
    write(&texts, &adopting)?;
    output::print(&format!(
        "Written: {files}, of {scenarios}{rest}. Each means what it meant with {}.\n",
        quoted(&arguments.patch.display().to_string())
    ))
}

/// Writes all files, and takes everything back where one cannot be written or does not mean what it has to.
fn write(texts: &BTreeMap<String, (String, String)>, adopting: &[Adopting]) -> Result<(), Failure> {
    let mut done: Vec<&str> = Vec::new();
    let mut result = Ok(());
    for (name, (_, new)) in texts {
        result = files::write(Path::new(name), new);
        if result.is_err() {
            break;
        }
        done.push(name);
    }
    if result.is_ok() {
        result = adopting.iter().try_for_each(|one| {
            let now = one.scenario.load()?;
            if Meaning::of(&now) == one.meaning {
                return Ok(());
            }
            let message = format!(
                "{}: written into its files the patch would mean something else, so nothing was written; write it in by hand",
                one.scenario.scenario.display()
            );
            Err(Failure::Usage(message))
        });
    }
    if result.is_err() {
        for name in done {
            if let Some((old, _)) = texts.get(name) {
                files::write(Path::new(name), old)?;
            }
        }
    }
    result
}
