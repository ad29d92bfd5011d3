//! `sparring knockout`: what every rule, ruling, trait and policy line is there for.

use clap::{Args, ValueEnum};

use crate::cli::many::Studies;
use crate::cli::number::{self, MarginGiven, margins};
use crate::cli::output::in_short;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::study::{OutcomeArguments, Study, StudyArguments, Variants, option};
use crate::report::knockout::{Knocked, KnockoutReport, TOLD, named, said};
use crate::report::many::{Effect, ManyReport, Thing, What, meaning, put};
use frame::analysis::compare::{Compared, ComparisonRule, Contest, OutcomeVerdict, compare};
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

    /// True if a switch is of the kind.
    fn is(self, kind: SwitchKind) -> bool {
        match self {
            Kind::Rulings => kind == SwitchKind::Ruling,
            Kind::Rules => kind == SwitchKind::Rule,
            Kind::Traits => kind == SwitchKind::Trait,
            Kind::Lines => kind == SwitchKind::Line,
            Kind::Decisions => false,
        }
    }
}

/// Something that can be taken away, ready to be played with and without.
type Ready = (Switch, Variants);

/// The things that can be taken away; and those that cannot, with the reasons.
type Prepared = (Vec<Ready>, Vec<(Switch, String)>);

/// Plays a scenario with and without each thing that can be taken away, and reports the differences.
pub fn knockout(arguments: &KnockoutArguments) -> Result<(), Failure> {
    if arguments.of.contains(&Kind::Decisions) {
        return Err(Failure::Usage("decisions are looked at alone: --of decisions, without another --of".into()));
    }
    if let Some(option) = arguments.whose.as_ref().map(|_| "--whose").or(arguments.improve.map(|_| "--improve")) {
        return Err(Failure::Usage(format!("{option} is for --of decisions")));
    }
    let Some(scenario) = arguments.study.shelf.only() else { return many(arguments) };
    let study = Study::open(&arguments.study, scenario, &arguments.asked.outcomes)?;
    let mut outcomes = study.keys(&study.variant(&[])?.outcomes)?;
    if arguments.asked.outcomes.is_empty() {
        outcomes.truncate(1);
    }
    let (ready, refused) = prepare(arguments, &study)?;
    if ready.is_empty() {
        return Err(Failure::Usage("there is nothing in this scenario that could be taken away".into()));
    }
    let of: Vec<&str> = arguments.of.iter().map(|kind| kind.name()).collect();
    let directory = arguments.study.directory("knockout", &of, false)?;
    let all = ready.iter().flat_map(|(_, variants)| &variants.outcomes.both);
    let margins = margins(&arguments.margins, all)?;
    let rule = ComparisonRule {
        level: arguments.study.level,
        fights_max: arguments.study.fights,
        margins,
        full: false,
        strict: false,
        waits_for: Vec::new(),
    };
    let knocked = play(arguments, &rule, ready)?;
    let mut words: Vec<String> = arguments.of.iter().map(|kind| format!("--of {}", kind.name())).collect();
    words.extend(arguments.margins.iter().map(|margin| option("margin", &margin.text())));
    words.extend(arguments.asked.outcomes.iter().map(|outcome| option("outcome", outcome)));
    let report = KnockoutReport { origin: study.origin("knockout", &words), rule, outcomes, knocked, refused };
    arguments.study.hand_out(&report, directory.as_deref())
}

/// Plays several scenarios with and without each thing, and reports what decides anything in any of them: all under one certainty.
fn many(arguments: &KnockoutArguments) -> Result<(), Failure> {
    let studies = Studies::open(&arguments.study, &arguments.asked.outcomes)?;
    let of: Vec<&str> = arguments.of.iter().map(|kind| kind.name()).collect();
    let directory = arguments.study.directory("knockout", &of, false)?;
    let mut ready: Vec<(usize, Ready)> = Vec::new();
    let mut refused = studies.read.foreign.clone();
    for (place, (looked, study)) in studies.list.iter().enumerate() {
        let (here, not) = prepare(arguments, study)?;
        ready.extend(here.into_iter().map(|one| (place, one)));
        refused.extend(not.into_iter().map(|(switch, why)| (format!("{}: {}", looked.name, switch.set), why)));
    }
    if ready.is_empty() {
        return Err(Failure::Usage("there is nothing in these scenarios that could be taken away".into()));
    }
    let margins = margins(&arguments.margins, ready.iter().flat_map(|(_, (_, variants))| &variants.outcomes.both))?;
    let mut waits_for: Vec<String> = studies.list.iter().map(|(looked, _)| looked.key.clone()).collect();
    waits_for.sort_unstable();
    waits_for.dedup();
    let (level, fights_max) = (arguments.study.level, arguments.study.fights);
    let rule = ComparisonRule { level, fights_max, margins, full: false, strict: false, waits_for };
    let (scenarios, pairs): (Vec<usize>, Vec<Ready>) = ready.into_iter().unzip();
    let compared = compared(arguments, &rule, &pairs)?;
    let (looked, level) = (studies.looked(), rule.level_of_intervals());
    let mut things: Vec<Thing> = Vec::new();
    for ((place, (switch, _)), one) in scenarios.into_iter().zip(&pairs).zip(&compared) {
        let finding = one.findings.iter().find(|finding| finding.outcome.key == looked[place].key);
        let moved = one.findings.iter().filter(|finding| finding.word.is_seen_to_move()).count();
        let seen = finding.is_some_and(|finding| finding.word.is_seen_to_move());
        let effect = Effect {
            interval: finding.and_then(|finding| finding.evidence.difference(level)),
            together: None,
            word: finding.map(|finding| finding.word),
            others: moved - usize::from(seen),
            fights: one.fights,
        };
        put(&mut things, Thing::new(&named(switch), said(switch), looked.len()), place, effect);
    }
    let mut words: Vec<String> = arguments.of.iter().map(|kind| format!("--of {}", kind.name())).collect();
    words.extend(arguments.margins.iter().map(|margin| option("margin", &margin.text())));
    words.extend(arguments.asked.outcomes.iter().map(|outcome| option("outcome", outcome)));
    let report = ManyReport {
        origin: arguments.study.origin_of_many("knockout", &words, &studies.read),
        what: What::Knockout,
        about: if of.is_empty() { "everything".to_owned() } else { of.join(", ") },
        scenarios: looked,
        things,
        refused,
        meaning: meaning(rule.level, level, "Words: by all outcomes of all scenarios (Holm),"),
        level,
        interrupted: compared.iter().any(|one| one.interrupted),
    };
    arguments.study.hand_out(&report, directory.as_deref())
}

/// Everything that can be taken away and decides something; and what cannot, with the reasons.
fn prepare(arguments: &KnockoutArguments, study: &Study<'_>) -> Result<Prepared, Failure> {
    let switches = study.load(&[])?.game.switches();
    let wanted = |switch: &Switch| arguments.of.is_empty() || arguments.of.iter().any(|kind| kind.is(switch.kind));
    let (mut ready, mut refused) = (Vec::new(), Vec::new());
    for switch in switches.into_iter().filter(wanted) {
        match study.variants(&[], std::slice::from_ref(&switch.set)) {
            // A policy that nobody follows decides nothing.
            Ok(variants) if switch.kind == SwitchKind::Line && variants.digests[0] == variants.digests[1] => {}
            Ok(variants) => ready.push((switch, variants)),
            Err(failure) => refused.push((switch, in_short(&failure.render(false)))),
        }
    }
    Ok((ready, refused))
}

/// Plays all pairs; where outcomes are identical, looks for fights that are told otherwise.
fn play(arguments: &KnockoutArguments, rule: &ComparisonRule, ready: Vec<Ready>) -> Result<Vec<Knocked>, Failure> {
    let compared = compared(arguments, rule, &ready)?;
    let knock = |((switch, variants), compared): (Ready, Compared)| {
        let mut knocked = Knocked { switch, compared, told_otherwise: None };
        if knocked.word() == Some(OutcomeVerdict::Identical) {
            knocked.told_otherwise = variants.pair.told_otherwise(TOLD, arguments.study.threads)?;
        }
        Ok(knocked)
    };
    ready.into_iter().zip(compared).map(knock).collect()
}

/// Plays all pairs, under one certainty.
fn compared(arguments: &KnockoutArguments, rule: &ComparisonRule, ready: &[Ready]) -> Result<Vec<Compared>, Failure> {
    let contests: Vec<Contest<'_>> = (ready.iter())
        .map(|(_, variants)| {
            let same = variants.digests[0] == variants.digests[1];
            Contest { pair: &*variants.pair, outcomes: &variants.outcomes, same, pacts: None }
        })
        .collect();
    let bar = Bar::new();
    let compared = compare(&contests, rule, arguments.study.threads, heed_interrupts(), &mut |progress| {
        bar.show(progress.fights, progress.needed, format!(", {}", ready[progress.contest].0.set));
    });
    bar.clear();
    let compared = compared?;
    if compared.iter().all(|compared| compared.fights == 0) {
        return Err(Failure::Interrupted("interrupted before the first look: nothing is kept".into()));
    }
    Ok(compared)
}
