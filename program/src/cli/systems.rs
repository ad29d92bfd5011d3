//! `sparring systems`: the rule systems.

use clap::Args;

use crate::cli::output;
use frame::door::System;
use frame::error::Failure;

/// List the rule systems.
#[derive(Args, Debug)]
pub struct SystemsArguments {}

/// Prints the rule systems, each with its summary.
pub fn systems() -> Result<(), Failure> {
    let row = |system: &dyn System| vec![system.name().to_owned(), system.summary().to_owned()];
    let rows: Vec<Vec<String>> = crate::systems::built().all().map(row).collect();
    output::show(&output::aligned(&rows))
}
