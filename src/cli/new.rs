//! `sparring new`: a commented scenario that runs, to start from.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::output;
use crate::error::Failure;
use crate::rules::{SYSTEMS, System};
use crate::with_system;

/// Write a commented scenario that runs, to start from.
#[derive(Args, Debug)]
pub struct NewArguments {
    /// The rule system.
    #[arg(long, value_parser = PossibleValuesParser::new(SYSTEMS))]
    system: String,
    /// The file to write; without it, the scenario is printed. A file that exists is never overwritten.
    file: Option<PathBuf>,
}

pub fn new(arguments: &NewArguments) -> Result<(), Failure> {
    let starter = with_system!(arguments.system.as_str(), S => S::STARTER).unwrap_or_default();
    let Some(path) = &arguments.file else { return output::print(starter) };
    let opened = OpenOptions::new().write(true).create_new(true).open(path);
    let written = opened.and_then(|mut file| file.write_all(starter.as_bytes()));
    written.map_err(|error| Failure::file(path, "write", error))?;
    output::print(&format!("wrote {}; play it with: sparring run {}\n", path.display(), path.display()))
}
