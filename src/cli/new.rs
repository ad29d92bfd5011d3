//! `sparring new`: a commented scenario that runs, to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::load::quoted;
use crate::cli::output;
use crate::error::Failure;
use crate::systems;

/// Write a commented scenario that runs, to start from.
#[derive(Args, Debug)]
pub struct NewArguments {
    /// The rule system.
    #[arg(long, value_parser = PossibleValuesParser::new(systems::names()))]
    system: String,
    /// The file to write; without it, the scenario is printed. A file that exists is never overwritten.
    file: Option<PathBuf>,
}

/// Writes the starter of a system into a new file, or prints it where none is named.
pub fn new(arguments: &NewArguments) -> Result<(), Failure> {
    let system = systems::named(&arguments.system)?;
    let starter = system.starter();
    let Some(path) = &arguments.file else { return output::print(starter) };
    let shown = quoted(&path.display().to_string());
    // A line of the file cannot hold every name of a file.
    let named =
        if shown.contains(char::is_control) { starter.to_owned() } else { starter.replace(PLAYED_WITH, &played_with(&shown)) };
    let opened = OpenOptions::new().write(true).create_new(true).open(path);
    let written = opened.and_then(|mut file| file.write_all(named.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::file(path, "write", format!("{}; {CHOOSE}", what_is_there(path))),
        _ => Failure::file(path, "write", error),
    })?;
    output::print(&format!("wrote {}; play it with: {}\n", path.display(), played_with(&shown)))
}

/// The fact that something has the name already, and that it stays.
fn what_is_there(path: &Path) -> &'static str {
    if path.is_dir() { "it is a folder" } else { "it exists already, and is left as it is" }
}

/// Advice where the name is taken.
const CHOOSE: &str = "choose another name, or move it away first";

/// The command that plays a file, in each starter.
const PLAYED_WITH: &str = "sparring run duel.toml";

/// The command that plays a file.
fn played_with(file: &str) -> String {
    format!("sparring run {file}")
}
