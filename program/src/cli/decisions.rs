//! `sparring knockout --of decisions`: how much is skill, and which choices are none.
//!
//! Owns the way from scenarios to their reports. Which policies decide otherwise, and what the fights say of them, is for
//! [`analysis`](frame::analysis::choices). Start at [`decisions`].

use crate::cli::knockout::KnockoutArguments;
use crate::cli::load::{Member, ScenarioArguments};
use crate::cli::means::{Means, runner};
use crate::cli::number::margins;
use crate::cli::progress::{Bar, heed_interrupts, interrupted};
use crate::cli::study::{Read, Study, option};
use crate::report::knockout::choices::{ChoicesReport, Played};
use frame::analysis::asked::inside;
use frame::analysis::choices::{Decisions, otherwise, play};
use frame::analysis::expect::victory;
use frame::analysis::improve::text::Team;
use frame::analysis::improve::{SearchGround, SearchPlan, confirm, search};
use frame::analysis::margin::Margins;
use frame::door::Playable;
use frame::error::Failure;
use frame::exact::ExactEngine;
use frame::scenario::quoted;
use frame::sim::race::{Race, Runner};
use frame::stats::paired::Evidence;

/// Plays what a side decides otherwise, in each scenario, and reports how much of the outcome is skill.
pub fn decisions(arguments: &KnockoutArguments) -> Result<(), Failure> {
    let study = &arguments.study;
    if let [_, second, ..] = &arguments.asked.outcomes[..] {
        return Err(Failure::Usage(format!("decisions are looked at by one outcome: leave out `{second}`")));
    }
    let margin = margins(&arguments.margins, std::iter::empty()).map(|margins: Margins| margins.rates)?;
    let members = study.shelf.members()?;
    let directory = study.directory("knockout", &["decisions"], false)?;
    let race = Race::new(study.threads)?;
    let (bar, mut read, mut played) = (Bar::of_words(), Read::default(), Vec::new());
    for member in &members {
        let opened = match Study::open_member(study, member, &[]) {
            Ok(Some(opened)) => opened,
            Ok(None) => continue,
            Err(failure) if member.found => {
                read.foreign.push((member.name.clone(), failure.in_short()));
                continue;
            }
            Err(failure) => return Err(failure),
        };
        match one(arguments, member, &opened, &race, &bar) {
            Ok(one) => {
                read.add(opened.facts());
                played.push(one);
            }
            Err(Failure::Interrupted(_)) if !played.is_empty() => break,
            Err(failure) if members.len() > 1 && !interrupted() => {
                read.foreign.push((member.name.clone(), failure.in_short()));
            }
            Err(failure) => return Err(failure),
        }
    }
    bar.clear();
    if played.is_empty() {
        let why = read.foreign.first().map_or_else(|| "there is no scenario here".to_owned(), |(_, why)| why.clone());
        return Err(Failure::Usage(why));
    }
    let mut words = vec!["--of decisions".to_owned()];
    words.extend(arguments.whose.iter().map(|name| option("whose", name)));
    words.extend(arguments.improve.map(|tries| format!("--improve {tries}")));
    words.extend(arguments.margins.iter().map(|margin| option("margin", &margin.text())));
    words.extend(arguments.asked.typed());
    let origin = match &members[..] {
        [only] => Study::open_member(study, only, &[])?.map(|opened| opened.origin("knockout", &words)),
        _ => None,
    };
    let origin = origin.unwrap_or_else(|| study.origin_of_many("knockout", &words, &read));
    let report = ChoicesReport { origin, played, refused: read.foreign, margin, interrupted: interrupted() };
    study.hand_out(&report, directory.as_deref())
}

/// Plays everything of one scenario.
fn one(arguments: &KnockoutArguments, member: &Member, study: &Study<'_>, race: &Race, bar: &Bar) -> Result<Played, Failure> {
    let given = &arguments.study;
    let playable = study.load(&[])?;
    let means = Means::of(study.system(), &playable, arguments.whose.as_deref(), given.seed)?;
    let side = means.followers[0].side.clone();
    let own_wish = arguments.asked.outcomes.first().cloned();
    let asked = own_wish.as_ref().map(|outcome| condition(outcome, &playable));
    let wanted = asked.unwrap_or_else(|| victory(&quoted(&side), &playable.layout));
    let scene = Scene { arguments, scenario: &member.scenario, means: &means, wanted: &wanted };
    let mut runners = vec![scene.runner(&means.team)?];
    let mut refused = Vec::new();
    let mut variants = Vec::new();
    for variant in otherwise(&means.players, &means.team) {
        match scene.runner(&variant.team) {
            Ok(runner) => {
                runners.push(runner);
                variants.push(variant);
            }
            Err(failure) => refused.push((variant, failure.in_short())),
        }
    }
    bar.tell(format!("{}: {} ways to decide", member.name, variants.len()));
    let evidence = play(race, &runners, given.fights, heed_interrupts());
    let evidence =
        evidence.ok_or_else(|| Failure::Interrupted("interrupted before anything was known: nothing is kept".into()))?;
    let decided = Decisions::of(variants.into_iter().zip(evidence));
    let mut found = Played {
        name: member.name.clone(),
        subject: arguments.whose.clone().unwrap_or_else(|| side.clone()),
        side,
        own_wish: own_wish.is_some(),
        wanted: wanted.clone(),
        default: decided.default,
        random: decided.random,
        best: None,
        choices: decided.choices,
        refused: Vec::new(),
    };
    found.refused = refused
        .into_iter()
        .map(|(variant, why)| (format!("{} {}", variant.decision.as_deref().unwrap_or("everything"), variant.way.words()), why))
        .collect();
    if let Some(tries) = arguments.improve {
        found.best = scene.best(tries, race, bar);
    }
    Ok(found)
}

/// The side of a scenario whose play is looked at.
struct Scene<'a> {
    arguments: &'a KnockoutArguments,
    scenario: &'a ScenarioArguments,
    means: &'a Means,
    wanted: &'a str,
}

impl Scene<'_> {
    /// What plays the scenario with the policies of a team.
    fn runner(&self, team: &Team) -> Result<Runner<dyn ExactEngine>, Failure> {
        runner(self.scenario, &self.means.sets(team), self.wanted, self.arguments.study.seed)
    }

    /// The best way to play that a search of so many tries finds, by fresh fights; none where none is better for certain.
    fn best(&self, tries: u32, race: &Race, bar: &Bar) -> Option<Evidence> {
        let given = &self.arguments.study;
        let load = |team: &Team| Some(vec![self.runner(team).ok()?]);
        let plan = SearchPlan::new(given.seed, tries as usize, given.fights, given.level);
        let over = || false;
        let players = &self.means.players;
        let ground = SearchGround { players, load: &load, race, interrupted: heed_interrupts(), over: &over };
        let mut hear = |progress: frame::analysis::improve::SearchProgress| {
            let gained = progress.gained * 100.0;
            bar.tell(format!("{} of {} policies tried, {gained:+.1} points so far", progress.tried, progress.of));
        };
        let found = search(&plan, &ground, self.means.team.clone(), &mut hear)?;
        confirm(&plan, &ground, &found).filter(|confirmed| confirmed.is_better(given.level)).map(|confirmed| confirmed.whole)
    }
}

/// An outcome that is asked for, as a condition on a fight.
fn condition(outcome: &str, playable: &Playable) -> String {
    let chance = outcome.trim().strip_prefix("chance(").and_then(|rest| rest.strip_suffix(')'));
    match (inside(outcome, "win"), chance) {
        (Some(side), _) => victory(&quoted(&side), &playable.layout),
        (None, Some(condition)) => condition.to_owned(),
        (None, None) => outcome.to_owned(),
    }
}
