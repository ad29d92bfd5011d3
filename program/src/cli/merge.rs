//! `sparring merge`: what several machines have played, put together as if one had.

use std::path::{Path, PathBuf};

use clap::{Args, FromArgMatches as _};

use crate::cli::shard::{Role, refused};
use crate::cli::{Verb, command, compare, run, sweep};
use frame::error::Failure;
use frame::files;
use frame::tally::{Parts, TallyPart};

/// The most bytes of a part.
const PART_BYTES_MOST: u64 = 1 << 30;

/// Put the parts of a run, comparison or sweep together: the same answer and report as if one machine had played it all.
///
/// Scenarios and patches have to stand where they stood when the parts were played, unchanged.
#[derive(Args, Debug)]
pub struct MergeArguments {
    /// Parts that `--shard` has written, or folders of them.
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
}

/// Puts parts together, and goes on as the command that they are parts of.
pub fn merge(arguments: &MergeArguments) -> Result<(), Failure> {
    let mut files = Vec::new();
    for path in &arguments.parts {
        if path.is_dir() { files.extend(below(path)?) } else { files.push(path.clone()) }
    }
    let (mut parts, mut wrong) = (Vec::new(), Vec::new());
    for file in &files {
        match read(file) {
            Ok(part) => parts.push((file.display().to_string(), part)),
            Err(failure) => wrong.push(failure.render(false).trim_start_matches("sparring: ").to_owned()),
        }
    }
    let parts = if wrong.is_empty() { Parts::gather(parts).map_err(refused)? } else { return Err(refused(wrong)) };
    let words = std::iter::once("sparring").chain(parts.command.iter().map(String::as_str));
    let verb = command().try_get_matches_from(words).and_then(|matches| Verb::from_arg_matches(&matches));
    match verb {
        Ok(Verb::Run(arguments)) => run::run_as(&arguments, Role::Merge(&parts)),
        Ok(Verb::Compare(arguments)) => compare::compare_as(&arguments, Role::Merge(&parts)),
        Ok(Verb::Sweep(arguments)) => sweep::sweep_as(&arguments, Role::Merge(&parts)),
        _ => Err(refused(vec![format!("`sparring {}` is no command that has parts", parts.command.join(" "))])),
    }
}

/// The parts in a folder.
fn below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| Failure::file(folder, "read", error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "part") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() { Err(Failure::Usage(format!("there is no .part file in {}", folder.display()))) } else { Ok(files) }
}

/// Reads a part from its file.
fn read(file: &Path) -> Result<TallyPart, Failure> {
    let text = files::read_text(file, PART_BYTES_MOST).map_err(|unread| unread.failure(file))?;
    TallyPart::read(&text).map_err(|error| Failure::file(file, "read", error))
}
