//! `sparring completions` and `sparring manual`: what a package of the program is made of.

use clap::{Args, CommandFactory as _};

use crate::cli::output;
use frame::error::{Failure, nearest};

/// Print a completion script.
#[derive(Args, Debug)]
pub struct CompletionsArguments {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Print the manual page of the program or of a verb: `sparring manual run > sparring-run.1`.
#[derive(Args, Debug)]
pub struct ManualArguments {
    /// The verb; without it, the page of the program, which names all of them.
    verb: Option<String>,
}

/// The day of the version, as manual pages show it.
const DAY: &str = "2026-11-28";

/// Prints the completion script of a shell.
pub fn completions(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "sparring", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}

/// Prints a manual page.
pub fn manual(arguments: &ManualArguments) -> Result<(), Failure> {
    let mut page = Vec::new();
    // Only pages that there are may be named.
    let mut all = super::command().disable_help_subcommand(true);
    all.build();
    let command = match &arguments.verb {
        None => all,
        Some(verb) => {
            let found = all.find_subcommand(verb).cloned();
            found.ok_or_else(|| {
                let near = nearest(verb, all.get_subcommands().map(clap::Command::get_name));
                let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                Failure::Usage(format!("there is no verb `{verb}`{near}"))
            })?
        }
    };
    let rendered = clap_mangen::Man::new(command).date(DAY).render(&mut page);
    rendered.map_err(|error| Failure::Bug(error.to_string()))?;
    output::print(&String::from_utf8_lossy(&page))
}
