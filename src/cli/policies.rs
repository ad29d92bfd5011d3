//! `sparring policies`: what policies of a system decide, can ask and can choose.

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::output;
use crate::error::Failure;
use crate::rules::{Reference, SYSTEMS, System};
use crate::with_system;

/// List what policies of a system decide, what conditions can ask, and how targets can be chosen.
#[derive(Args, Debug)]
pub struct PoliciesArguments {
    /// The rule system.
    #[arg(value_parser = PossibleValuesParser::new(SYSTEMS))]
    system: String,
}

pub fn policies(arguments: &PoliciesArguments) -> Result<(), Failure> {
    match with_system!(arguments.system.as_str(), S => S::reference()) {
        Some(reference) => output::show(&describe(&reference)),
        None => Ok(()),
    }
}

fn describe(reference: &Reference) -> String {
    let decisions: Vec<Vec<String>> =
        reference.decisions.iter().map(|(name, about)| vec![format!("  {name}"), about.clone()]).collect();
    let observables: Vec<Vec<String>> = reference
        .observables
        .iter()
        .map(|entry| vec![format!("  {}", entry.name), format!("{} (of {}; {})", entry.about, entry.of, entry.kind)])
        .collect();
    let selectors: Vec<Vec<String>> =
        reference.selectors.iter().map(|(name, about)| vec![format!("  {name}"), (*about).to_owned()]).collect();
    format!(
        "Decisions (a list each; the first line that is legal and whose condition holds decides)\n{}\n\
         Names in conditions\n{}\nChoices among candidates (`at`), beside `least`, `most` and `among`\n{}",
        output::aligned(&decisions),
        output::aligned(&observables),
        output::aligned(&selectors)
    )
}

/// The names in conditions and the choices among candidates, as tables in Markdown.
pub fn markdown(reference: &Reference) -> String {
    let mut text = "\n| name | asked of | is | tells |\n| --- | --- | --- | --- |\n".to_owned();
    let cell = |words: &str| words.replace('|', "\\|");
    for entry in &reference.observables {
        text.push_str(&format!("| `{}` | {} | {} | {} |\n", entry.name, entry.of, cell(&entry.kind), cell(entry.about)));
    }
    text.push_str(
        "\nChoices among candidates (`at`), beside `least`, `most` and `among`:\n\n| choice | whom |\n| --- | --- |\n",
    );
    for (name, about) in &reference.selectors {
        text.push_str(&format!("| `{name}` | {} |\n", cell(about)));
    }
    text
}
