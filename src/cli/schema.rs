//! `sparring schema`: the JSON schema of a system's scenarios, for editors.

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::output;
use crate::error::Failure;
use crate::systems;

/// Print the JSON schema of a system's scenario files, for editors and other tools.
#[derive(Args, Debug)]
pub struct SchemaArguments {
    /// The rule system.
    #[arg(value_parser = PossibleValuesParser::new(systems::names()))]
    system: String,
}

/// Prints the JSON schema of a system's scenario files.
pub fn schema(arguments: &SchemaArguments) -> Result<(), Failure> {
    output::print(&format!("{:#}\n", systems::named(&arguments.system)?.schema()))
}
