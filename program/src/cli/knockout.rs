//! `sparring knockout`: what every rule, ruling, trait and policy line is there for.

use clap::{Args, ValueEnum};

use crate::cli::many::Studies;
use crate::cli::number::{self, MarginGiven, margins};
use crate::cli::progress::attended;
use crate::cli::study::{OutcomeArguments, Study, StudyArguments, option};
use crate::report::knockout::{KnockoutReport, named, said};
use crate::report::many::{ManyReport, What, meaning};
use frame::analysis::knockout::KnockoutPlan;
use frame::analysis::many::things;
use frame::analysis::variant::VariantSource as _;
use frame::error::Failure;
use frame::scenario::{Switch, SwitchKind};

/// Take away one thing at a time and say what it was good for: the same fights with the same luck.
///
/// Rulings are replaced by each of their other words, rules that are a choice by their other choices; gear, traits and policy lines
/// are taken away. Of several scenarios, or folders of them, it says what decides anything in any of them.
///
/// With --of decisions it says how much is skill: each decision of a side is left to the rules, taken at random among what is legal, and
/// answered always the same; then all of them at once.
#[derive(Args, Debug)]
pub struct KnockoutArguments {
    #[command(flatten)]
    pub study: StudyArguments,
    #[command(flatten)]
    pub asked: OutcomeArguments,
    /// The kinds that are taken away; without it, everything. Can be given several times.
    #[arg(long = "of", value_name = "KIND", value_enum)]
    of: Vec<Kind>,
    /// The largest difference that counts as none: `rates=0.5%`, `rounds=0.1`, `amounts=10%` (of the standard deviation), or of
    /// a family: `hp=0.5`. Can be given several times.
    #[arg(long = "margin", value_name = "NAME=VALUE", value_parser = number::margin)]
    pub margins: Vec<MarginGiven>,
    /// With `--of decisions`: the side whose decisions are looked at, or one combatant; without it, the first side of the file.
    #[arg(long, value_name = "NAME")]
    pub whose: Option<String>,
    /// With `--of decisions`: search the best way to play too, as `improve` does; so many policies are tried at the most.
    #[arg(long, value_name = "TRIES", num_args = 0..=1, default_missing_value = "1000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub improve: Option<u32>,
}

impl KnockoutArguments {
    /// True if the [decisions](crate::cli::decisions) of a side are looked at.
    pub fn is_of_decisions(&self) -> bool {
        self.of == [Kind::Decisions]
    }
}

/// Kinds of things that are taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    /// Rulings.
    Rulings,
    /// Rules of the book that are a choice, or yes or no.
    Rules,
    /// Gear, traits and powers of combatants.
    Traits,
    /// Lines of policies.
    Lines,
    /// What a side decides: asked for alone.
    Decisions,
}

impl Kind {
    /// The word of a kind, as it is typed.
    fn name(self) -> &'static str {
        match self {
            Kind::Rulings => "rulings",
            Kind::Rules => "rules",
            Kind::Traits => "traits",
            Kind::Lines => "lines",
            Kind::Decisions => "decisions",
        }
    }

    /// The kind of switches that it is; none of what a side decides.
    fn switches(self) -> Option<SwitchKind> {
        match self {
            Kind::Rulings => Some(SwitchKind::Ruling),
            Kind::Rules => Some(SwitchKind::Rule),
            Kind::Traits => Some(SwitchKind::Trait),
            Kind::Lines => Some(SwitchKind::Line),
            Kind::Decisions => None,
        }
    }
}

/// Plays a scenario with and without each thing that can be taken away, and reports the differences.
pub fn knockout(arguments: &KnockoutArguments) -> Result<(), Failure> {
    if arguments.of.contains(&Kind::Decisions) {
        return Err(Failure::Usage("decisions are looked at alone: --of decisions, without another --of".into()));
    }
    if let Some(option) = arguments.whose.as_ref().map(|_| "--whose").or(arguments.improve.map(|_| "--improve")) {
        return Err(Failure::Usage(format!("{option} is for --of decisions")));
    }
    let plan = arguments.plan();
    let Some(scenario) = arguments.study.shelf.only() else { return many(arguments, &plan) };
    let study = Study::open(&arguments.study, scenario, &arguments.asked.outcomes)?;
    let mut outcomes = study.keys(&study.variant(&[])?.outcomes)?;
    if arguments.asked.outcomes.is_empty() {
        outcomes.truncate(1);
    }
    let prepared = plan.prepare(&study)?;
    let directory = arguments.study.directory("knockout", &arguments.of(), false)?;
    let rule = plan.rule(margins(&arguments.margins, prepared.outcomes())?);
    let knocked = attended(|listener| plan.play(&rule, prepared.ready, listener))?;
    let refused = prepared.refused.into_iter().map(|(_, switch, why)| (switch, why)).collect();
    let report = KnockoutReport { origin: study.origin("knockout", &arguments.words()), rule, outcomes, knocked, refused };
    arguments.study.hand_out(&report, directory.as_deref())
}

/// Plays several scenarios with and without each thing, and reports what decides anything in any of them: all under one certainty.
fn many(arguments: &KnockoutArguments, plan: &KnockoutPlan) -> Result<(), Failure> {
    let studies = Studies::open(&arguments.study, &arguments.asked.outcomes)?;
    let of = arguments.of();
    let directory = arguments.study.directory("knockout", &of, false)?;
    let scenarios = studies.scenarios();
    let prepared = plan.prepare_many(&scenarios)?;
    let margins = margins(&arguments.margins, prepared.outcomes())?;
    let found = attended(|listener| plan.play_many(&scenarios, margins, prepared, listener))?;
    let names = |switch: &Switch| (named(switch), said(switch));
    let report = ManyReport {
        origin: arguments.study.origin_of_many("knockout", &arguments.words(), &studies.read),
        what: What::Knockout,
        about: if of.is_empty() { "everything".to_owned() } else { of.join(", ") },
        scenarios: studies.looked(),
        things: things(&found.tried, scenarios.len(), names),
        refused: studies.refused(found.refused),
        meaning: meaning(plan.level, found.level, "Words: by all outcomes of all scenarios (Holm),"),
        level: found.level,
        interrupted: found.interrupted,
    };
    arguments.study.hand_out(&report, directory.as_deref())
}

impl KnockoutArguments {
    /// The plan that they come to.
    fn plan(&self) -> KnockoutPlan {
        let StudyArguments { fights, level, threads, .. } = self.study;
        KnockoutPlan { kinds: self.of.iter().filter_map(|kind| kind.switches()).collect(), fights, level, threads }
    }

    /// The words for what is taken away.
    fn of(&self) -> Vec<&'static str> {
        self.of.iter().map(|kind| kind.name()).collect()
    }

    /// The words of the command that are its own.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.of.iter().map(|kind| format!("--of {}", kind.name())).collect();
        words.extend(self.margins.iter().map(|margin| option("margin", &margin.text())));
        words.extend(self.asked.typed());
        words
    }
}
