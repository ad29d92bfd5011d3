//! `sparring tune`: which value brings an outcome to its target.

use clap::Args;

use crate::cli::bands;
use crate::cli::exactly::ExactArguments;
use crate::cli::plans::plans;
use crate::cli::progress::attended;
use crate::cli::study::{Study, StudyArguments, option, varied};
use crate::report::tune::TuneReport;
use frame::analysis::grid::Axis;
use frame::analysis::tune::{Target, TunePlan};
use frame::analysis::variant::VariantSource as _;
use frame::error::Failure;

/// Find the value that brings an outcome to its target, and confirm it with fights that had no part in the search; with --exact,
/// by solving instead of playing.
///
/// The values are halved again and again, each one played until it is clear on which side of the target it lies. That finds
/// something only where the outcome follows the value one way; where it does not, that is what is said.
///
/// Without --target the smallest set of changes is looked for that meets everything the scenario expects. With several scenarios, or
/// folders of them, every value is played in each: which keep all contracts of all of them, and what stands in the way where none does.
#[derive(Args, Debug)]
pub struct TuneArguments {
    #[command(flatten)]
    study: StudyArguments,
    #[command(flatten)]
    exact: ExactArguments,
    /// The values among which is looked, in order: `side.ogre.Gruk.hp_max=20..100`, `book.siesta.minutes=10..60/5`.
    /// Without --target it can be given several times: what may be changed, and into what.
    #[arg(long = "vary", value_name = "PATH=VALUES", value_parser = Axis::read, required = true)]
    axes: Vec<Axis>,
    /// The outcome and where it is to lie: `win(party)=0.55..0.60`, `win(party)=50%`, `mean(rounds)=6..8`.
    #[arg(long, value_name = "OUTCOME=FROM..TO", value_parser = aim)]
    target: Option<(String, f64, f64)>,
    /// Without --target: the most changes at a time.
    #[arg(long, default_value_t = 3, conflicts_with = "target")]
    changes_max: usize,
}

/// An outcome, and from where to where it is to lie.
fn aim(text: &str) -> Result<(String, f64, f64), String> {
    let is_share = |outcome: &str| ["win(", "death(", "chance("].iter().any(|function| outcome.starts_with(function));
    let wrong = || "write an outcome and where it is to lie, such as win(party)=0.55..0.60 or mean(rounds)=6".to_owned();
    let (outcome, range) = text.rsplit_once('=').ok_or_else(wrong)?;
    let (low, high) = range.split_once("..").unwrap_or((range, range));
    let number = |text: &str| {
        let (digits, factor) = match text.trim().strip_suffix('%') {
            Some(digits) => (digits.trim(), 0.01),
            None => (text.trim(), 1.0),
        };
        digits.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number * factor).ok_or_else(wrong)
    };
    let (low, high) = (number(low)?, number(high)?);
    if outcome.trim().is_empty() {
        return Err(wrong());
    }
    if low > high {
        return Err(format!("{range}: the first number is the larger one"));
    }
    let outcome = outcome.trim();
    if is_share(outcome) && (low < 0.0 || high > 1.0) {
        let percent = (0.0..=100.0).contains(&low) && high <= 100.0 && !range.contains('%');
        let help = if percent { format!("; for per cent write {outcome}={range}%") } else { String::new() };
        return Err(format!("{outcome} is a share of fights, from 0 to 1{help}"));
    }
    Ok((outcome.to_owned(), low, high))
}

/// Finds the value that brings an outcome to its target; without one, the changes that meet all expectations.
pub fn tune(arguments: &TuneArguments) -> Result<(), Failure> {
    if arguments.study.shelf.only().is_none() {
        return bands(arguments);
    }
    let Some((outcome, low, high)) = &arguments.target else {
        if arguments.exact.limits().is_some() {
            let message = "--exact needs a --target: which changes meet everything that is expected is found by fights";
            return Err(Failure::Usage(message.into()));
        }
        return plans(&arguments.study, &arguments.axes, arguments.changes_max);
    };
    let [axis] = &arguments.axes[..] else {
        return Err(Failure::Usage(
            "with --target one value is varied; without it, the scenario's expectations are met".into(),
        ));
    };
    let study = Study::open(&arguments.study, arguments.study.only()?, std::slice::from_ref(outcome))?
        .exactly(arguments.exact.limits());
    let first = study.variant(&[axis.set(0)])?;
    let key = study.keys(&first.outcomes)?.into_iter().next();
    let key = key.ok_or_else(|| Failure::Usage("there is nothing to be tuned for".into()))?;
    let StudyArguments { fights, level, threads, .. } = arguments.study;
    let (solved, target) = (study.exact().is_some(), Target { low: *low, high: *high });
    let plan = TunePlan { axis: axis.clone(), outcome: key, target, solved, fights, level, threads };
    let directory = arguments.study.directory("tune", &[&axis.path], solved)?;
    let tuned = attended(|listener| plan.play(&study, listener))?;
    let words: Vec<String> = varied(&arguments.axes).chain([option("target", &format!("{outcome}={low}..{high}"))]).collect();
    let report = TuneReport {
        origin: study.origin("tune", &words),
        level_of_search: plan.level_of_looks(),
        axis: plan.axis,
        outcome: plan.outcome,
        unit: tuned.unit,
        target,
        search: tuned.search,
        confirmed: tuned.confirmed,
        interrupted: tuned.interrupted,
    };
    arguments.study.hand_out(&report, directory.as_deref())
}

/// The values that keep what is expected of several scenarios.
fn bands(arguments: &TuneArguments) -> Result<(), Failure> {
    if arguments.target.is_some() || arguments.exact.limits().is_some() {
        let message = "of several scenarios the values are looked for that keep all contracts: leave --target and --exact out, or name one file";
        return Err(Failure::Usage(message.into()));
    }
    match &arguments.axes[..] {
        [axis] => bands::bands(&arguments.study, axis),
        _ => Err(Failure::Usage("over several scenarios one value is varied at a time".into())),
    }
}
