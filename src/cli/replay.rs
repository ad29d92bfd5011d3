//! `sparring replay`: one fight, told die by die.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use crate::cli::load::{Playable, ScenarioArguments, load};
use crate::cli::progress::heed_interrupts;
use crate::cli::{number, output};
use crate::error::Failure;
use crate::fight::watch::Told;
use crate::fight::{ABSENT, Catalogue, Scale};
use crate::rules::{Rules, System};
use crate::sim::story::{Story, roller, tell};
use crate::sim::{Question, Worker};
use crate::with_system;

/// Tell one fight die by die: who rolled, why, and by which rule.
#[derive(Args, Debug)]
#[group(id = "which", required = true, multiple = false, args = ["fight", "find", "typical"])]
pub struct ReplayArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// The number of the fight, from 0.
    #[arg(long)]
    fight: Option<u64>,
    /// List fights for which this holds, a condition over metrics: `winner == ogre and rounds > 12`.
    #[arg(long, value_name = "CONDITION")]
    find: Option<String>,
    /// Tell the first fight that ends as most do after the median number of rounds.
    #[arg(long)]
    typical: bool,
    /// How many fights to look through.
    #[arg(long, value_parser = number::fights, default_value = "100000")]
    within: u64,
    /// How many fights to list.
    #[arg(long, default_value_t = 10, requires = "find")]
    most: usize,
    /// The seed of the run that the fight belongs to.
    #[arg(long, default_value_t = super::run::SEED)]
    seed: u64,
}

pub fn replay(arguments: &ReplayArguments) -> Result<(), Failure> {
    let raw = arguments.scenario.read()?;
    let system = arguments.scenario.system(&raw)?;
    let told = with_system!(system, S => {
        let playable = load::<S>(&raw)?;
        output::warn(&playable.warnings);
        told(arguments, &playable)
    });
    told.unwrap_or_else(|| Err(Failure::Bug(format!("no rules for {system}"))))
}

fn told<S: System>(arguments: &ReplayArguments, playable: &Playable<S>) -> Result<(), Failure> {
    if let Some(condition) = &arguments.find {
        return output::print(&find(arguments, playable, condition)?);
    }
    let fight = match arguments.fight {
        Some(fight) if fight >= number::FIGHTS_MOST => {
            return Err(Failure::Usage(format!("fights are numbered from 0 to {}", number::FIGHTS_MOST - 1)));
        }
        Some(fight) => fight,
        None => typical(arguments, playable)?,
    };
    let story = tell(&playable.loaded, &playable.layout, arguments.seed, fight);
    let title = &playable.scenario.document.title;
    let head = format!("{title}\nfight {fight} of seed {}\n", arguments.seed);
    output::print(&format!("{head}{}", narrate(playable, &story)))
}

/// Numbers of fights for which a condition holds, with what came of them.
fn find<S: System>(arguments: &ReplayArguments, playable: &Playable<S>, condition: &str) -> Result<String, Failure> {
    let catalogue = &playable.layout.catalogue;
    let question = Question::new(condition, catalogue).map_err(|defects| output::marked("--find", condition, &defects))?;
    let mut worker = Worker::new(&playable.loaded, &playable.layout, arguments.seed);
    let (mut found, mut rows) = (0_u64, Vec::new());
    let (interrupted, mut within) = (heed_interrupts(), arguments.within);
    for number in 0..arguments.within {
        if interrupted.load(Ordering::Relaxed) {
            within = number;
            break;
        }
        let values = worker.play(number);
        if question.holds(values) == Some(true) {
            found += 1;
            if rows.len() < arguments.most {
                rows.push(vec![format!("  --fight {number}"), brief(catalogue, values)]);
            }
        }
    }
    let head = format!("{found} of the first {within} fights (seed {}): {condition}\n", arguments.seed);
    Ok(format!("{head}{}", output::aligned(&rows)))
}

/// What came of a fight in a few words: its first metrics.
fn brief(catalogue: &Catalogue, values: &[i64]) -> String {
    let first = catalogue.metrics.iter().zip(values).take(2);
    first.map(|(metric, &value)| format!("{} {}", metric.label, shown(&metric.scale, value))).collect::<Vec<_>>().join(", ")
}

/// A value as a person reads it.
fn shown(scale: &Scale, value: i64) -> String {
    match scale {
        _ if value == ABSENT => "-".to_owned(),
        Scale::Category(labels) => usize::try_from(value).ok().and_then(|value| labels.get(value)).cloned().unwrap_or_default(),
        Scale::Flag => if value == 0 { "no" } else { "yes" }.to_owned(),
        Scale::Moment if value == 0 => "never".to_owned(),
        Scale::Amount(_) | Scale::Moment => value.to_string(),
    }
}

/// The first fight that ends as most do, after the median number of rounds.
fn typical<S: System>(arguments: &ReplayArguments, playable: &Playable<S>) -> Result<u64, Failure> {
    let tally = Worker::new(&playable.loaded, &playable.layout, arguments.seed).tally(0..arguments.within.min(20_000));
    let notable = crate::sim::notable(&playable.loaded, &playable.layout, arguments.seed, &tally, &AtomicBool::new(false));
    let typical = notable.iter().find(|notable| notable.what == crate::sim::TYPICAL);
    typical.map(|notable| notable.fight).ok_or_else(|| Failure::Usage("none of the fights looked through is typical".into()))
}

/// A fight of this seed as it is told, line by line.
pub fn lines<S: System>(playable: &Playable<S>, seed: u64, fight: u64) -> Vec<String> {
    let story = tell(&playable.loaded, &playable.layout, seed, fight);
    narrate(playable, &story).trim().lines().map(str::to_owned).collect()
}

/// The story as text: dice under the sentence that they lead to, rounds apart.
fn narrate<S: System>(playable: &Playable<S>, story: &Story) -> String {
    let mut text = String::new();
    for told in &story.told {
        match told {
            Told::Sentence { rules: "", text: heading } => {
                let _ = writeln!(text, "\n== {heading} ==");
            }
            Told::Sentence { text: sentence, .. } if sentence.starts_with("Round ") => {
                let _ = writeln!(text, "\n{sentence}");
            }
            Told::Sentence { rules, text: sentence } => {
                let _ = writeln!(text, "  {sentence}  [{rules}]");
            }
            Told::Die { who, roll, sides, face } => {
                let name = roller(&playable.loaded, *who);
                let _ = writeln!(text, "      d{sides} = {face:<3} {name}: {}  [{}]", roll.what, roll.rule);
            }
        }
    }
    let _ = writeln!(text, "\nOutcome");
    let rows: Vec<Vec<String>> = outcome(playable, story);
    text.push_str(&output::aligned(&rows));
    text
}

/// What came of the fight: the metrics of its end that are not simply nothing.
fn outcome<S: System>(playable: &Playable<S>, story: &Story) -> Vec<Vec<String>> {
    let of_state = playable.loaded.rules.metrics_of_state();
    let catalogue = &playable.layout.catalogue;
    let metrics = catalogue.metrics.iter().zip(&story.values).enumerate();
    metrics
        .filter(|(index, (_, value))| {
            **value != ABSENT && (*index < of_state || playable.layout.day.is_some()) && (*index < 2 || **value != 0)
        })
        .map(|(_, (metric, &value))| vec![format!("  {}", metric.key), shown(&metric.scale, value)])
        .collect()
}
