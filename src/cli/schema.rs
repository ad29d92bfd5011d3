//! `sparring schema`: the JSON schema of a system's scenarios, for editors.

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::output;
use crate::error::Failure;
use crate::rules::SYSTEMS;
use crate::with_system;

/// Print the JSON schema of a system's scenario files, for editors and other tools.
#[derive(Args, Debug)]
pub struct SchemaArguments {
    /// The rule system.
    #[arg(value_parser = PossibleValuesParser::new(SYSTEMS))]
    system: String,
}

/// Prints the JSON schema of a system's scenario files.
pub fn schema(arguments: &SchemaArguments) -> Result<(), Failure> {
    let schema = with_system!(arguments.system.as_str(), S => crate::scenario::schema::<S>()).unwrap_or_default();
    output::print(&format!("{schema:#}\n"))
}
