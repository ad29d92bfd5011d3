//! `sparring schema`: the JSON schema of a system's scenarios, for editors.

use clap::Args;

use crate::cli::output;
use crate::systems;
use frame::error::Failure;

/// Print the JSON schema of a system's scenario files, for editors and other tools.
#[derive(Args, Debug)]
pub struct SchemaArguments {
    /// The rule system.
    #[arg(value_parser = systems::checked, required_unless_present = "rules")]
    system: Option<String>,
    /// The schema of pages of rules of one's own, in place of that of scenarios.
    #[arg(long, conflicts_with = "system")]
    rules: bool,
}

/// Prints the JSON schema of a system's scenario files.
pub fn schema(arguments: &SchemaArguments) -> Result<(), Failure> {
    let schema = match &arguments.system {
        Some(system) => systems::built().named(system)?.schema(),
        None => own::page_schema(),
    };
    output::print(&format!("{schema:#}\n"))
}
