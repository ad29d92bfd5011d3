//! `sparring chances`: who stands how in a fight, round by round, and when it is over.

use std::sync::atomic::Ordering;

use clap::Args;

use crate::cli::load::{ScenarioArguments, ShelfArguments};
use crate::cli::number;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::seconds::SecondsArguments;
use crate::cli::study::{ReportArguments, Study, StudyArguments, option};
use crate::report::chances::ChancesReport;
use frame::analysis::chances::{CONTINUATIONS_LEAST, ChancePlan, FIGHTS_MOST, SETTLED_BY};
use frame::analysis::variant::VariantSource as _;
use frame::dice::SEED;
use frame::error::Failure;
use frame::sim::outlook::{CONTINUATIONS_MOST, Look};
use frame::stats::Level;

/// Fights where nobody says how many.
const FIGHTS: &str = "1000";
/// Continuations where nobody says how many.
pub const CONTINUATIONS: u32 = 64;

/// Say how the chances stand after each round: when a fight is decided, how often it turns, how much of it is played for nothing.
///
/// After every round of each fight, what is left of it is played so many times with fresh dice. The scatter of that is taken out of every
/// number.
#[derive(Args, Debug)]
pub struct ChancesArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// The number of fights.
    #[arg(long, value_parser = number::fights, default_value = FIGHTS)]
    fights: u64,
    /// How often the rest of a fight is played after each round: 16 times or more, a multiple of 4. Where it is open whether a fight is
    /// decided, up to 32 times as often.
    #[arg(long, value_name = "K", value_parser = continuations, default_value_t = CONTINUATIONS)]
    continuations: u32,
    /// Look at the chances after every turn, not only after every round. In `vogt` and on pages of rules a round is one step.
    #[arg(long)]
    turns: bool,
    /// The fight of a day: fight2.
    #[arg(long, value_name = "FIGHT", value_parser = fight_of_day, default_value = "fight1")]
    of: usize,
    /// The seed of the fights, the same as in `run` and `replay`.
    #[arg(long, default_value_t = SEED)]
    seed: u64,
    /// Confidence level.
    #[arg(long, value_parser = number::level, default_value = "95%")]
    level: Level,
    /// Print every table.
    #[arg(long)]
    all: bool,
    /// Threads; without it, one per core. Results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    report: ReportArguments,
}

/// Reads a number of continuations.
pub fn continuations(text: &str) -> Result<u32, String> {
    let most = CONTINUATIONS_MOST / SETTLED_BY;
    let number = text.trim().parse::<u32>().map_err(|_| "write a whole number such as 64 or 256".to_owned())?;
    if !(CONTINUATIONS_LEAST..=most).contains(&number) {
        return Err(format!("from {CONTINUATIONS_LEAST} to {most}"));
    }
    let near = number.next_multiple_of(4);
    if near == number { Ok(number) } else { Err(format!("a multiple of 4, such as {near}")) }
}

/// Reads the name of a fight of a day; its number from 0.
pub fn fight_of_day(text: &str) -> Result<usize, String> {
    let number = text.trim().strip_prefix("fight").unwrap_or(text.trim()).parse::<usize>().ok();
    number.and_then(|number| number.checked_sub(1)).ok_or_else(|| "write fight1, fight2 and so on".to_owned())
}

impl ChancesArguments {
    /// The arguments that all studies share.
    fn study(&self) -> StudyArguments {
        StudyArguments {
            shelf: ShelfArguments::of(&self.scenario),
            fights: self.fights,
            seed: self.seed,
            level: self.level,
            all: self.all,
            threads: self.threads,
            report: self.report.clone(),
            seconds: SecondsArguments::default(),
        }
    }
}

/// Follows the chances of fights, and reports them.
pub fn chances(arguments: &ChancesArguments) -> Result<(), Failure> {
    if arguments.fights > FIGHTS_MOST {
        let message = format!("--fights: {FIGHTS_MOST} fights at the most: each is played a few hundred times");
        return Err(Failure::Usage(message));
    }
    let shared = arguments.study();
    let study = Study::open(&shared, arguments.scenario.clone(), &[])?;
    let variant = study.variant(&[])?;
    let (mut asked, mut words) = (Vec::new(), Vec::new());
    if variant.arm.layout.fights() > 1 {
        asked.push(format!("fight{}", arguments.of + 1));
        words.push(option("of", &asked[0]));
    }
    if arguments.turns {
        asked.push("turns".to_owned());
        words.push("--turns".to_owned());
    }
    words.push(format!("--continuations {}", arguments.continuations));
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    let directory = shared.directory("chances", &asked, false)?;
    let plan = ChancePlan {
        look: Look { fight: arguments.of, fights: 0..arguments.fights, threads: arguments.threads },
        continuations: arguments.continuations,
        turns: arguments.turns,
    };
    let (bar, interrupted) = (Bar::new(), heed_interrupts());
    let played = plan.play(&variant.arm, interrupted, &mut |fights| bar.show(fights, arguments.fights, String::new()));
    bar.clear();
    let chances = played?;
    if chances.played == 0 {
        return Err(Failure::Interrupted("interrupted before the first fight was over: nothing is kept".into()));
    }
    if chances.courses.is_empty() {
        let fights = chances.played;
        return Err(Failure::Usage(format!("fight{} takes place on none of {fights} days", arguments.of + 1)));
    }
    let report = ChancesReport {
        origin: study.origin("chances", &words),
        scenario: arguments.scenario.typed(),
        plan,
        days: (variant.arm.layout.fights() > 1).then(|| format!("fight {} of the day", arguments.of + 1)),
        finished: chances.played == arguments.fights && !interrupted.load(Ordering::Relaxed),
        chances,
    };
    shared.hand_out(&report, directory.as_deref())
}
