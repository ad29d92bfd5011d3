//! `sparring sweep`: what happens to every outcome when one or two values are varied.

use std::path::PathBuf;

use clap::Args;

use crate::cli::cells::Cells;
use crate::cli::exactly::ExactArguments;
use crate::cli::load::ScenarioArguments;
use crate::cli::many::Studies;
use crate::cli::progress::attended;
use crate::cli::shard::{self, Role, ShardArguments};
use crate::cli::study::{OutcomeArguments, Study, StudyArguments, varied};
use crate::report::many;
use crate::report::sweep::SweepReport;
use frame::analysis::grid::Axis;
use frame::analysis::many::things;
use frame::analysis::reading::Reading;
use frame::analysis::sweep::{KnownCounts, SweepPlan, SweepWay};
use frame::analysis::variant::Variant;
use frame::error::Failure;

/// Vary one or two values and play every variant with the same luck: lines with their intervals, or a map.
///
/// With --exact variants are solved, and where whole numbers are varied those between two of them too, until it is known which
/// value is the last on one side of a threshold and which the first on the other.
///
/// Several scenarios, or folders of them, are played with every value of one axis, and stand beside each other.
///
/// Finished variants are kept in the report folder: after an interruption the same command goes on where it was.
#[derive(Args, Debug)]
pub struct SweepArguments {
    #[command(flatten)]
    study: StudyArguments,
    #[command(flatten)]
    asked: OutcomeArguments,
    #[command(flatten)]
    exact: ExactArguments,
    /// The values to vary: `book.defend.ar_bonus=1..10`, `book.siesta.minutes=10..60/10`, `side.ogre.Gruk.count=1,2,4`,
    /// `rulings.crit=once,off`. Can be given twice.
    #[arg(long = "vary", value_name = "PATH=VALUES", value_parser = Axis::read, required = true)]
    axes: Vec<Axis>,
    /// The height whose crossing is looked for: `60%`, or a number for means. Without it, 50 % of shares.
    #[arg(long, value_parser = height)]
    target: Option<f64>,
    /// Also tell what is known of each outcome when the luck of the dice is taken out: as sure as several times as many fights, from the
    /// same ones.
    #[arg(long, conflicts_with = "exact")]
    sharpen: bool,
    #[command(flatten)]
    shard: ShardArguments,
}

/// A share in per cent, or a number.
fn height(text: &str) -> Result<f64, String> {
    let (digits, factor) = match text.trim().strip_suffix('%') {
        Some(digits) => (digits.trim(), 0.01),
        None => (text.trim(), 1.0),
    };
    let number = digits.parse::<f64>().ok().filter(|number| number.is_finite());
    number.map(|number| number * factor).ok_or_else(|| "write a share such as 60% or a number such as 4.5".to_owned())
}

/// Plays a sweep, or the part of it that the arguments name.
pub fn sweep(arguments: &SweepArguments) -> Result<(), Failure> {
    sweep_as(arguments, arguments.shard.role()?)
}

/// Plays everything or a part, or reports what parts have counted.
pub fn sweep_as(arguments: &SweepArguments, role: Role<'_>) -> Result<(), Failure> {
    let plan = arguments.plan();
    plan.check()?;
    let (scenario, whole) = (arguments.study.shelf.only(), matches!(role, Role::Whole));
    let refused = match plan.way {
        SweepWay::Solved if !whole => Some("a part plays fights: leave --exact out, or say --shard none"),
        SweepWay::Sharpened if !whole || scenario.is_none() => {
            Some("only the whole sweep of one scenario is sharpened: leave --sharpen out, or name one file and no --shard")
        }
        _ if !whole && scenario.is_none() => {
            Some("a part plays the fights of one scenario: name one file, or say --shard none")
        }
        _ => None,
    };
    match (refused, scenario) {
        (Some(why), _) => Err(Failure::Usage(why.into())),
        (None, Some(scenario)) => one(arguments, &plan, role, scenario),
        (None, None) => many(arguments, &plan),
    }
}

/// Plays one scenario with every value, or a part of its fights, or reports what parts have counted.
fn one(arguments: &SweepArguments, plan: &SweepPlan, role: Role<'_>, scenario: ScenarioArguments) -> Result<(), Failure> {
    let exact = arguments.exact.limits();
    let study = Study::open(&arguments.study, scenario, &arguments.asked.outcomes)?.exactly(exact);
    let paths: Vec<&str> = arguments.axes.iter().map(|axis| axis.path.as_str()).collect();
    let directory = arguments.study.directory("sweep", &paths, exact.is_some())?;
    if let Role::Shard(shard) = role {
        let pieces = attended(|listener| plan.part(&study, shard, listener))?;
        return shard::hand_in(shard, directory.as_deref(), pieces.ok_or_else(shard::broken_off)?);
    }
    let counted;
    let known: Option<KnownCounts<'_>> = match role {
        Role::Merge(parts) => {
            counted = move |variant: &Variant, sets: &str| {
                let tally = parts.single(&variant.job, 0..plan.fights, variant.arm.empty());
                tally.ok_or_else(|| shard::foreign(sets))
            };
            Some(&counted)
        }
        _ => None,
    };
    let mut store = arguments.store(directory.clone()).anew(known.is_some());
    let swept = attended(|listener| plan.play(&study, &mut store, known, listener))?;
    let refused = swept.refused();
    let report = SweepReport {
        origin: study.origin("sweep", &arguments.words()),
        axes: swept.axes,
        asked: plan.cells(),
        cells: swept.cells,
        outcomes: swept.outcomes,
        target: plan.target,
        kept: swept.kept,
    };
    arguments.study.hand_out(&report, directory.as_deref())?;
    match refused {
        0 => Ok(()),
        _ => Err(Failure::Incomplete(format!("{refused} of {} cells cannot be played: the report says why", plan.cells()))),
    }
}

/// Plays several scenarios with every value, and reports the first outcome of each.
fn many(arguments: &SweepArguments, plan: &SweepPlan) -> Result<(), Failure> {
    let axis = plan.axis()?;
    if plan.way == SweepWay::Solved || plan.target.is_some() {
        return Err(Failure::Usage("of several scenarios leave --exact and --target out, or name one file".into()));
    }
    let studies = Studies::open(&arguments.study, &arguments.asked.outcomes)?;
    let directory = arguments.study.directory("sweep", &[&axis.path], false)?;
    let mut store = arguments.store(directory.clone());
    let found = attended(|listener| plan.play_many(&studies.scenarios(), &mut store, listener))?;
    let name = |&value: &usize| (axis.values[value].clone(), axis.values[value].clone());
    let report = many::ManyReport {
        origin: arguments.study.origin_of_many("sweep", &arguments.words(), &studies.read),
        what: many::What::Sweep,
        about: axis.path.clone(),
        scenarios: studies.looked(),
        things: things(&found.tried, studies.list.len(), name),
        refused: studies.refused(found.refused),
        meaning: many::meaning_alone(found.level),
        level: found.level,
        interrupted: found.interrupted,
    };
    arguments.study.hand_out(&report, directory.as_deref())
}

impl SweepArguments {
    /// The plan that they come to.
    fn plan(&self) -> SweepPlan {
        let StudyArguments { fights, level, threads, .. } = self.study;
        let way = match self.exact.limits() {
            Some(_) => SweepWay::Solved,
            None if self.sharpen => SweepWay::Sharpened,
            None => SweepWay::Played,
        };
        let (axes, asked, target) = (self.axes.clone(), self.asked.words(), self.target);
        SweepPlan { axes, asked, target, way, fights, level, threads }
    }

    /// Where finished cells are kept.
    fn store(&self, directory: Option<PathBuf>) -> Cells<Vec<Reading>> {
        let StudyArguments { seed, fights, all, level, .. } = self.study;
        let mut asked = format!("{}{}", self.asked.outcomes.join("; "), if all { " and all" } else { "" });
        asked.extend(self.exact.limits().map(|limits| format!(" exact{}", limits.typed())));
        asked.extend(self.sharpen.then(|| format!(" sharpen at {level}")));
        Cells::new(directory, seed, fights, asked)
    }

    /// The words of the command that are its own.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = varied(&self.axes).chain(self.asked.typed()).collect();
        words.extend(self.target.map(|target| format!("--target {target}")));
        words.extend(self.sharpen.then(|| "--sharpen".to_owned()));
        words
    }
}
