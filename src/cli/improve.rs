//! `sparring improve`: is there a better way to play, and what is each change of it worth?

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;

use crate::cli::load::ScenarioArguments;
use crate::cli::means::Means;
use crate::cli::number;
use crate::cli::progress::{Bar, heed_interrupts, interrupted};
use crate::cli::study::{Study, StudyArguments, option};
use crate::report::improve::{ImproveReport, Who};
use crate::systems;
use frame::analysis::expect::victory;
use frame::analysis::improve::text::Team;
use frame::analysis::improve::{Ground, Plan, confirm, search};
use frame::error::Failure;
use frame::exact::ExactEngine;
use frame::files;
use frame::sim::Question;
use frame::sim::race::{Race, Runner};

/// Search for a better way to play: change the policies of a side step by step, and confirm what is found with fresh fights.
///
/// Lines are moved, dropped and added, numbers in conditions, actions and targets are changed. What can be done is what the rules offer
/// in fights; what can be asked is what a player can know. In every race the changed policies play the same fights with the same luck
/// as the one at hand. The search follows from the seed alone, on any number of threads; --budget and Ctrl-C end it earlier and keep the
/// best so far.
#[derive(Args, Debug)]
pub struct ImproveArguments {
    #[command(flatten)]
    study: StudyArguments,
    /// The side whose policies are searched, or one combatant; without it, the first side of the file.
    #[arg(long = "of", value_name = "NAME")]
    of: Option<String>,
    /// What is wanted of a fight: `winner == party`, `not Odo.dead`; without it, that the side wins.
    #[arg(long, value_name = "CONDITION")]
    want: Option<String>,
    /// The most policies that are tried.
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    tries: u32,
    /// The most time for the search: 60s, 2m. Confirming takes a few seconds more.
    #[arg(long, value_parser = number::duration)]
    budget: Option<Duration>,
    /// Another scenario with the same side, in which the policy is to be better too. Can be given several times.
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,
    /// Write the policies that are found to this file, for `--with` and `include`.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// Searches, confirms and reports.
pub fn improve(arguments: &ImproveArguments) -> Result<(), Failure> {
    let scenario = arguments.study.only()?;
    let study = Study::open(&arguments.study, scenario.clone(), &[])?;
    let playable = study.load(&[])?;
    let system = systems::of(&scenario.read()?)?;
    let seed = arguments.study.seed;
    let means = Means::of(&system, &playable, arguments.of.as_deref(), seed)?;
    let side = means.followers[0].side.clone();
    let wanted = arguments.want.clone().unwrap_or_else(|| victory(&frame::scenario::quoted(&side), &playable.layout));
    let scenarios = arguments.scenarios(&scenario);
    for scenario in &scenarios {
        arguments.runner(scenario, &[], &wanted)?;
    }
    if let Some(file) = &arguments.write {
        files::begin(file).map(drop).map_err(|error| Failure::file(file, "write", error))?;
    }
    let asked: Vec<&str> = arguments.of.iter().chain(&arguments.want).map(String::as_str).collect();
    let directory = arguments.study.directory("improve", &asked, false)?;
    let (bar, began, race) = (Bar::of_words(), Instant::now(), Race::new(arguments.study.threads)?);
    let load = |team: &Team| {
        let sets = means.sets(team);
        scenarios.iter().map(|scenario| arguments.runner(scenario, &sets, &wanted).ok()).collect::<Option<Vec<_>>>()
    };
    let plan = Plan::new(seed, arguments.tries as usize, arguments.study.fights, arguments.study.level);
    let over = || arguments.budget.is_some_and(|budget| began.elapsed() >= budget);
    let mut ground = Ground { players: &means.players, load: &load, race: &race, interrupted: heed_interrupts(), over: &over };
    let mut hear = |progress: frame::analysis::improve::Progress| {
        bar.tell(format!(
            "{} of {} policies tried, {:+.1} points so far",
            progress.tried,
            progress.of,
            progress.gained * 100.0
        ));
    };
    let found = search(&plan, &ground, means.team.clone(), &mut hear);
    let found = found.ok_or_else(|| Failure::Bug("the scenario can be played, and the team as it is cannot".into()))?;
    if interrupted() && found.finalists.is_empty() {
        return Err(Failure::Interrupted("interrupted before anything better was found: nothing is kept".into()));
    }
    bar.tell("confirming with fresh fights".to_owned());
    // What was found is confirmed after an interruption, too; a second one ends the program.
    let patient = AtomicBool::new(false);
    ground.interrupted = &patient;
    let confirmed = confirm(&plan, &ground, &found);
    let as_it_is = if confirmed.is_none() { arguments.as_it_is(&means, &ground, plan.confirm) } else { None };
    bar.clear();
    let whose = |follower: &crate::cli::means::Follower| Who {
        name: follower.name.clone(),
        made: follower.made(),
        path: follower.path(),
        policy: follower.policy.clone(),
    };
    let report = ImproveReport {
        origin: study.origin("improve", &arguments.words()),
        side,
        wanted,
        own_wish: arguments.want.is_some(),
        scenarios: scenarios.iter().map(|scenario| scenario.scenario.display().to_string()).collect(),
        who: means.followers.iter().map(whose).collect(),
        search: found,
        confirmed,
        as_it_is,
        margin: plan.margin,
    };
    if let (Some(file), Some(toml)) = (&arguments.write, report.toml()) {
        files::write(file, &toml)?;
    }
    arguments.study.hand_out(&report, directory.as_deref())?;
    match &arguments.write {
        Some(file) if report.toml().is_none() => {
            Err(Failure::Incomplete(format!("nothing better was found: {} is not written", file.display())))
        }
        _ => Ok(()),
    }
}

impl ImproveArguments {
    /// The scenario and those of `--against`.
    fn scenarios(&self, scenario: &ScenarioArguments) -> Vec<ScenarioArguments> {
        let with = |path: &Path| ScenarioArguments { scenario: path.to_owned(), ..scenario.clone() };
        std::iter::once(scenario.clone()).chain(self.against.iter().map(|path| with(path))).collect()
    }

    /// What plays a scenario with these changes.
    fn runner(&self, scenario: &ScenarioArguments, sets: &[String], wanted: &str) -> Result<Runner<dyn ExactEngine>, Failure> {
        let mut scenario = scenario.clone();
        scenario.sets.extend_from_slice(sets);
        let mut playable = scenario.load()?;
        let wanted = Question::new(wanted, &mut playable.layout).map_err(|defects| {
            let said = defects.into_iter().map(|defect| [vec![defect.message], defect.help].concat().join("; "));
            Failure::Usage(format!("`{wanted}`: {}; say with --want what is wanted", said.collect::<Vec<_>>().join("; ")))
        })?;
        Ok(Runner { arm: playable.arm(self.study.seed), wanted })
    }

    /// How often fights go as wanted as they are played, and of how many, where nothing was found to compare with.
    fn as_it_is(&self, means: &Means, ground: &Ground<'_>, fights: u64) -> Option<(u64, u64)> {
        let runners = (ground.load)(&means.team)?;
        let fresh = frame::sim::solo::FRESH;
        let went = ground.race.play(&runners.iter().collect::<Vec<_>>(), fresh..fresh + fights, ground.interrupted)?;
        Some((went.iter().flatten().filter(|went| **went).count() as u64, went.iter().map(|went| went.len() as u64).sum()))
    }

    /// What it was asked beside the scenario, as it is typed.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.of.iter().map(|name| option("of", name)).collect();
        words.extend(self.want.iter().map(|want| option("want", want)));
        words.extend(self.against.iter().map(|path| option("against", &path.display().to_string())));
        words.push(format!("--tries {}", self.tries));
        words.extend(self.budget.map(|budget| format!("--budget {}s", budget.as_secs())));
        words
    }
}
