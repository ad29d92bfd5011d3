//! `sparring sheet`: what every combatant of a scenario comes to.

use clap::{Args, ValueEnum};

use crate::cli::load::ScenarioArguments;
use crate::cli::output;
use crate::report::document::{Readable as _, json_text};
use crate::report::profiles::{Described, SheetReport, told};
use crate::report::room;
use frame::door::Playable;
use frame::error::Failure;

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
    let playable = arguments.scenario.load()?;
    let (facts, mut described) = (playable.game.facts(), described(&playable));
    let all: Vec<String> = described.iter().map(|one| one.name.clone()).collect();
    for wanted in &arguments.names {
        if !all.iter().any(|name| name.starts_with(wanted.as_str())) {
            let near = frame::error::nearest(wanted, all.iter().map(String::as_str));
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err(Failure::Usage(format!("nobody is called `{wanted}`{near}\nthere are {}", all.join(", "))));
        }
    }
    if !arguments.names.is_empty() {
        described.retain(|one| arguments.names.iter().any(|wanted| one.name.starts_with(wanted.as_str())));
    }
    let (title, system) = (facts.title.clone(), facts.system.clone());
    let report = SheetReport { title, system, told: told(described), width: room::width().min(WIDTH) };
    output::print(&match arguments.format {
        SheetFormat::Text => report.terminal(false, true)?,
        SheetFormat::Markdown => report.markdown()?,
        SheetFormat::Json => json_text(&report.json()),
    })
}

/// All combatants by slot, each with its profile.
fn described(playable: &Playable) -> Vec<Described> {
    let (engine, game) = (&playable.engine, &playable.game);
    let combatants = engine.combatants().iter().zip(game.profiles()).zip(game.entries());
    let described = combatants.map(|((combatant, profile), entry)| Described {
        name: combatant.name.clone(),
        entry,
        side: engine.sides()[combatant.side.index()].clone(),
        profile,
    });
    described.collect()
}
