//! `sparring improve`: is there a better way to play, and what is each change of it worth?

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;

use crate::cli::exactly::LimitArguments;
use crate::cli::load::ScenarioArguments;
use crate::cli::means::{Means, runner};
use crate::cli::number;
use crate::cli::progress::{Bar, heed_interrupts, interrupted};
use crate::cli::study::{Study, StudyArguments, option};
use crate::report::improve::both::BothReport;
use crate::report::improve::{Bound, ImproveReport, Who};
use frame::analysis::expect::victory;
use frame::analysis::improve::mixture::PolicyMixture;
use frame::analysis::improve::text::{Team, at_random};
use frame::analysis::improve::turns::{BothEnd, BothFound, in_turn};
use frame::analysis::improve::{SearchGround, SearchPlan, confirm, search};
use frame::door::Playable;
use frame::error::Failure;
use frame::exact::ExactEngine;
use frame::exact::reply::{Reply, Unanswered};
use frame::fight::Side;
use frame::files;
use frame::scenario::quoted;
use frame::sim::race::{Race, Runner};
use frame::sim::solo::FRESH;

/// The decision that says a whole turn, step by step.
const PLAN: &str = "plan";

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
    /// Let the other side improve too, in turn, until neither finds anything better.
    #[arg(long, conflicts_with_all = ["against", "exact"])]
    both: bool,
    /// Say too what no play by the options of the rules can beat, each in its plain form: the best reply, followed through every
    /// outcome. For small fights.
    #[arg(long)]
    exact: bool,
    /// Write the policies that are found to this file, for `--with` and `include`.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// Searches, confirms and reports.
pub fn improve(arguments: &ImproveArguments) -> Result<(), Failure> {
    let scenario = arguments.study.only()?;
    let study = Study::open(&arguments.study, scenario.clone(), &[])?;
    let playable = study.load(&[])?;
    let means = Means::of(study.system(), &playable, arguments.of.as_deref(), arguments.study.seed)?;
    let wanted = arguments.want.clone().unwrap_or_else(|| victory(&quoted(means.side()), &playable.layout));
    let scenarios = arguments.scenarios(&scenario);
    for scenario in &scenarios {
        arguments.runner(scenario, &[], &wanted)?;
    }
    if let Some(file) = &arguments.write {
        files::begin(file).map(drop).map_err(|error| Failure::file(file, "write", error))?;
    }
    let asked: Vec<&str> = arguments.of.iter().chain(&arguments.want).map(String::as_str).collect();
    let verb = if arguments.both { "improve-both" } else { "improve" };
    let directory = arguments.study.directory(verb, &asked, false)?;
    let bar = Bar::of_words();
    let hall = Hall { arguments, study: &study, scenarios: &scenarios, race: Race::new(arguments.study.threads)?, bar: &bar };
    if arguments.both {
        let report = both(&hall, &playable, means, wanted)?;
        bar.clear();
        if let Some(file) = &arguments.write {
            files::write(file, &report.toml())?;
        }
        return arguments.study.hand_out(&report, directory.as_deref());
    }
    let best = if arguments.exact { Some(hall.best_reply(&means)?) } else { None };
    let mut report = hall.searched(&means, &means.team, Against { wanted: &wanted, others: &[] })?;
    if let Some(best) = best {
        let value = |team: &Team| hall.value(&means, team);
        let found = report.found_team().map(value).transpose()?;
        let planned = study.system().decisions().iter().any(|decision| decision.name == PLAN);
        report.bound = Some(Bound { best, planned, start: value(&means.team)?, found });
    }
    bar.clear();
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

/// The place where searches go on: the scenarios, and who plays them.
struct Hall<'a> {
    arguments: &'a ImproveArguments,
    study: &'a Study<'a>,
    scenarios: &'a [ScenarioArguments],
    race: Race,
    bar: &'a Bar,
}

/// What a side wants of a fight, and the changes by which others play otherwise than the file says.
#[derive(Clone, Copy)]
struct Against<'a> {
    wanted: &'a str,
    others: &'a [String],
}

impl Hall<'_> {
    /// Searches a better way to play for a side than this one, and confirms it.
    fn searched(&self, means: &Means, start: &Team, Against { wanted, others }: Against<'_>) -> Result<ImproveReport, Failure> {
        let (arguments, bar, began) = (self.arguments, self.bar, Instant::now());
        let load = |team: &Team| {
            let sets = [others, &means.sets(team)].concat();
            self.scenarios.iter().map(|scenario| arguments.runner(scenario, &sets, wanted).ok()).collect::<Option<Vec<_>>>()
        };
        let given = &arguments.study;
        let plan = SearchPlan::new(given.seed, arguments.tries as usize, given.fights, given.level);
        let over = || arguments.budget.is_some_and(|budget| began.elapsed() >= budget);
        let (players, race) = (&means.players, &self.race);
        let mut ground = SearchGround { players, load: &load, race, interrupted: heed_interrupts(), over: &over };
        let mut hear = |progress: frame::analysis::improve::SearchProgress| {
            bar.tell(format!(
                "{} of {} policies tried, {:+.1} points so far",
                progress.tried,
                progress.of,
                progress.gained * 100.0
            ));
        };
        let found = search(&plan, &ground, start.clone(), &mut hear);
        let found = found.ok_or_else(|| Failure::Bug("the scenario can be played, and the team as it is cannot".into()))?;
        if interrupted() && found.finalists.is_empty() {
            return Err(Failure::Interrupted("interrupted before anything better was found: nothing is kept".into()));
        }
        bar.tell("confirming with fresh fights".to_owned());
        // What was found is confirmed after an interruption, too; a second one ends the program.
        let patient = AtomicBool::new(false);
        ground.interrupted = &patient;
        let confirmed = confirm(&plan, &ground, &found);
        let as_it_is = if confirmed.is_none() { arguments.as_it_is(start, &ground, plan.confirm) } else { None };
        let whose = |follower: &crate::cli::means::Follower| Who {
            name: follower.name.clone(),
            made: follower.made(),
            path: follower.path(),
            policy: follower.policy.clone(),
        };
        Ok(ImproveReport {
            origin: self.study.origin("improve", &arguments.words()),
            side: means.side().to_owned(),
            wanted: wanted.to_owned(),
            own_wish: arguments.want.is_some(),
            scenarios: self.scenarios.iter().map(|scenario| scenario.scenario.display().to_string()).collect(),
            who: means.followers.iter().map(whose).collect(),
            search: found,
            confirmed,
            as_it_is,
            bound: None,
            margin: plan.margin,
        })
    }

    /// What those whose policies are searched win at most, whatever they do.
    fn best_reply(&self, means: &Means) -> Result<Reply, Failure> {
        if self.scenarios.len() > 1 || self.arguments.want.is_some() {
            return Err(Failure::Usage("--exact is about who wins one scenario: leave out --against and --want".into()));
        }
        self.bar.tell("following every option".to_owned());
        self.value(means, &at_random(&means.team, &[]))
    }

    /// What a side wins with these policies, exactly; of what is left to chance by a slip, the best.
    fn value(&self, means: &Means, team: &Team) -> Result<Reply, Failure> {
        let playable = self.study.load(&means.sets(team))?;
        let side = playable.engine.sides().iter().position(|side| side == means.side()).unwrap_or_default();
        let limits = LimitArguments::default().limits()?;
        playable.engine.best_reply(Side(side as u8), limits).map_err(|why| {
            Failure::Usage(match why {
                Unanswered::Day => "--exact: the best reply is known of a single fight only, and this is a day of several parts".into(),
                Unanswered::Limit(stop) => format!("--exact: the fight is too large to follow every option of it ({stop:?}); make it smaller, or leave --exact out"),
            })
        })
    }
}

/// Lets both sides improve in turn, until neither finds anything better, or it has gone round too often.
fn both(hall: &Hall<'_>, playable: &Playable, first: Means, wanted: String) -> Result<BothReport, Failure> {
    let arguments = hall.arguments;
    let [_, _] = playable.engine.sides() else {
        return Err(Failure::Usage("--both is for two sides: with more of them, say --of whom to improve".into()));
    };
    let other = playable.engine.sides().iter().find(|side| *side != first.side()).cloned().unwrap_or_default();
    let second = Means::of(hall.study.system(), playable, Some(&other), arguments.study.seed)?;
    let against = match &arguments.want {
        Some(want) => format!("not ({want})"),
        None => victory(&quoted(&other), &playable.layout),
    };
    let wanted = [wanted, against];
    let means = [first, second];
    let mut steps = Vec::new();
    let start = means.each_ref().map(|means| means.team.clone());
    let BothFound { end, found, last } = in_turn(start, &interrupted, &mut |whose, at_hand| {
        let others = means[1 - whose].sets(&at_hand[1 - whose]);
        let report = hall.searched(&means[whose], &at_hand[whose], Against { wanted: &wanted[whose], others: &others })?;
        let better = report.found_team().cloned().filter(|_| report.gains_more_than_margin());
        steps.push((whose, report));
        Ok::<_, Failure>(better)
    })?;
    let sides = means.each_ref().map(|means| means.side().to_owned());
    let mixture = if end == BothEnd::Settled { None } else { hall.mixture(&means, &found, &wanted)? };
    let last = hall.shares([0, 1].map(|side| means[side].sets(&last[side])).concat(), &wanted)?;
    let origin = hall.study.origin("improve", &arguments.words());
    Ok(BothReport { origin, sides, steps, end, mixture, last })
}

impl Hall<'_> {
    /// How often each side gets what it wants in fresh fights, as they play now: of the first and of the second, with the number of fights.
    fn shares(&self, sets: Vec<String>, wanted: &[String; 2]) -> Result<[[u64; 2]; 2], Failure> {
        let runners = wanted.each_ref().map(|wanted| self.arguments.runner(&self.scenarios[0], &sets, wanted));
        let runners = runners.into_iter().collect::<Result<Vec<_>, _>>()?;
        let fights = FRESH..FRESH + self.arguments.study.fights;
        let went = self.race.play(&runners.iter().collect::<Vec<_>>(), fights, &AtomicBool::new(false)).unwrap_or_default();
        let count = |side: usize| {
            went.get(side).map_or([0, 0], |went| [went.iter().filter(|one| **one).count() as u64, went.len() as u64])
        };
        Ok([count(0), count(1)])
    }

    /// What both sides would mix of all policies that were found, each against each in the same fights: draws count as half.
    fn mixture(
        &self,
        means: &[Means; 2],
        found: &[Vec<Team>; 2],
        wanted: &[String; 2],
    ) -> Result<Option<PolicyMixture>, Failure> {
        let mut runners = Vec::new();
        for one in &found[0] {
            for other in &found[1] {
                let sets = [means[0].sets(one), means[1].sets(other)].concat();
                for wanted in wanted {
                    runners.push(self.arguments.runner(&self.scenarios[0], &sets, wanted)?);
                }
            }
        }
        let fights = (self.arguments.study.fights / 4).max(1);
        let all: Vec<_> = runners.iter().collect();
        let Some(went) = self.race.play(&all, FRESH..FRESH + fights, heed_interrupts()) else { return Ok(None) };
        Ok(Some(PolicyMixture::of(&went, found[1].len())))
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
        runner(scenario, sets, wanted, self.study.seed)
    }

    /// How often fights go as wanted as they are played, and of how many, where nothing was found to compare with.
    fn as_it_is(&self, team: &Team, ground: &SearchGround<'_>, fights: u64) -> Option<(u64, u64)> {
        let runners = (ground.load)(team)?;
        let went = ground.race.play(&runners.iter().collect::<Vec<_>>(), FRESH..FRESH + fights, ground.interrupted)?;
        Some((went.iter().flatten().filter(|went| **went).count() as u64, went.iter().map(|went| went.len() as u64).sum()))
    }

    /// What it was asked beside the scenario, as it is typed.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.of.iter().map(|name| option("of", name)).collect();
        words.extend(self.want.iter().map(|want| option("want", want)));
        words.extend(self.against.iter().map(|path| option("against", &path.display().to_string())));
        words.push(format!("--tries {}", self.tries));
        words.extend(self.both.then(|| "--both".to_owned()));
        words.extend(self.exact.then(|| "--exact".to_owned()));
        words.extend(self.budget.map(|budget| format!("--budget {}s", budget.as_secs())));
        words
    }
}
