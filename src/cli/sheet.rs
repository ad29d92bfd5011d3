//! `sparring sheet`: what every combatant of a scenario comes to.

use clap::{Args, ValueEnum};

use crate::cli::load::{Playable, ScenarioArguments, load};
use crate::cli::output;
use crate::cli::run::entries;
use crate::error::Failure;
use crate::report::profiles::{Described, json, markdown, text, told};
use crate::report::room;
use crate::rules::{Rules as _, System};
use crate::with_system;

/// Letters of a line of the terminal.
const WIDTH: usize = 100;

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SheetFormat {
    Text,
    Json,
    #[value(alias = "md")]
    Markdown,
}

/// Show what every combatant comes to: attacks, defences, checks and pools with their dice and where each part comes from.
#[derive(Args, Debug)]
pub struct SheetArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// Only combatants whose names begin like this.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t = SheetFormat::Text)]
    format: SheetFormat,
}

/// Prints the sheets of combatants, or only of those whose names begin as wanted.
pub fn sheet(arguments: &SheetArguments) -> Result<(), Failure> {
    let raw = arguments.scenario.read()?;
    let system = arguments.scenario.system(&raw)?;
    let found = with_system!(system, S => {
        let playable = load::<S>(&raw)?;
        (playable.scenario.document.title.clone(), described(&playable))
    });
    let (title, mut described) = found.ok_or_else(|| Failure::Bug(format!("no rules for {system}")))?;
    let all: Vec<String> = described.iter().map(|one| one.name.clone()).collect();
    for wanted in &arguments.names {
        if !all.iter().any(|name| name.starts_with(wanted.as_str())) {
            let near = crate::error::nearest(wanted, all.iter().map(String::as_str));
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err(Failure::Usage(format!("nobody is called `{wanted}`{near}\nthere are {}", all.join(", "))));
        }
    }
    if !arguments.names.is_empty() {
        described.retain(|one| arguments.names.iter().any(|wanted| one.name.starts_with(wanted.as_str())));
    }
    let told = told(described);
    output::print(&match arguments.format {
        SheetFormat::Text => text(&told, room::width().min(WIDTH)),
        SheetFormat::Markdown => markdown(&title, &told),
        SheetFormat::Json => json(&title, system, &told).map_err(|error| Failure::Bug(error.to_string()))?,
    })
}

/// All combatants by slot, each with its profile.
fn described<S: System>(playable: &Playable<S>) -> Vec<Described> {
    let profiles = playable.loaded.rules.profiles();
    let combatants = playable.loaded.combatants.iter().zip(profiles).zip(entries(playable));
    let described = combatants.map(|((combatant, profile), entry)| Described {
        name: combatant.name.clone(),
        entry,
        side: playable.loaded.sides[combatant.side.index()].clone(),
        profile,
    });
    described.collect()
}
