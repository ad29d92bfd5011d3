//! `sparring systems`: the rule systems.

use clap::Args;

use crate::cli::output;
use crate::error::Failure;
use crate::rules::{SYSTEMS, System};
use crate::with_system;

/// List the rule systems.
#[derive(Args, Debug)]
pub struct SystemsArguments {}

/// Prints the rule systems, each with its summary.
pub fn systems() -> Result<(), Failure> {
    let row = |name: &&str| vec![(*name).to_owned(), with_system!(*name, S => S::SUMMARY).unwrap_or_default().to_owned()];
    let rows: Vec<Vec<String>> = SYSTEMS.iter().map(row).collect();
    output::show(&output::aligned(&rows))
}
