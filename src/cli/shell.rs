//! `sparring completions` and `sparring manual`: what a package of the program is made of.

use clap::{Args, CommandFactory as _};

use crate::cli::output;
use crate::error::Failure;

/// Print a completion script.
#[derive(Args, Debug)]
pub struct CompletionsArguments {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Print the manual page.
#[derive(Args, Debug)]
pub struct ManualArguments {}

/// Prints the completion script of a shell.
pub fn completions(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "sparring", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}

/// Prints the manual page.
pub fn manual() -> Result<(), Failure> {
    let mut page = Vec::new();
    let rendered = clap_mangen::Man::new(super::Arguments::command()).render(&mut page);
    rendered.map_err(|error| Failure::Bug(error.to_string()))?;
    output::print(&String::from_utf8_lossy(&page))
}
