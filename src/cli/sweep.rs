//! `sparring sweep`: what happens to every outcome when one or two values are varied.

use std::path::Path;
use std::sync::atomic::Ordering;

use clap::Args;

use crate::analysis::grid::{Axis, Cell, State, VALUES_MOST, places};
use crate::analysis::reading::readings;
use crate::cli::cells::Cells;
use crate::cli::merge;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::shard::{self, Role, ShardArguments};
use crate::cli::study::{OutcomeArguments, Study, StudyArguments, option};
use crate::error::Failure;
use crate::report::sweep::SweepReport;
use crate::tally::{Counts, Parts, Piece, Shard};

/// Vary one or two values and play every variant with the same luck: lines with their intervals, or a map.
///
/// Finished variants are kept in the report folder: after an interruption the same command goes on where it was.
#[derive(Args, Debug)]
pub struct SweepArguments {
    #[command(flatten)]
    study: StudyArguments,
    #[command(flatten)]
    asked: OutcomeArguments,
    /// What is varied: `book.defend.ar_bonus=1..10`, `book.siesta.minutes=10..60/10`, `side.ogre.Gruk.count=1,2,4`,
    /// `rulings.crit=once,off`. Can be given twice.
    #[arg(long = "vary", value_name = "PATH=VALUES", value_parser = Axis::read, required = true)]
    axes: Vec<Axis>,
    /// The height whose crossing is looked for: `60%`, or a number for means. Without it, 50 % of shares.
    #[arg(long, value_parser = height)]
    target: Option<f64>,
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

pub fn sweep(arguments: &SweepArguments) -> Result<(), Failure> {
    sweep_as(arguments, arguments.shard.role()?)
}

/// Plays everything or a part, or reports what parts have counted.
pub fn sweep_as(arguments: &SweepArguments, role: Role<'_>) -> Result<(), Failure> {
    let axes = &arguments.axes;
    let cells: usize = axes.iter().map(|axis| axis.values.len()).product();
    if axes.len() > 2 {
        return Err(Failure::Usage("one or two values can be varied at a time".into()));
    }
    if axes.len() == 2 && axes[0].path == axes[1].path {
        return Err(Failure::Usage(format!("{} is varied twice", axes[0].path)));
    }
    if cells > VALUES_MOST {
        return Err(Failure::Usage(format!("{cells} cells are too many: {VALUES_MOST} at the most")));
    }
    let study = Study::open(&arguments.study, &arguments.asked.outcomes)?;
    let directory = arguments.study.directory("sweep")?;
    let report = match role {
        Role::Shard(shard) => return shard::hand_in(shard, directory.as_deref(), part(arguments, &study, shard)?),
        Role::Whole => played(arguments, &study, directory.as_deref(), None)?,
        Role::Merge(parts) => played(arguments, &study, directory.as_deref(), Some(parts))?,
    };
    arguments.study.hand_out(&report, directory.as_deref())?;
    let refused = report.cells.iter().filter(|cell| matches!(cell.state, State::Refused(_))).count();
    if refused > 0 {
        return Err(Failure::Incomplete(format!("{refused} of {cells} cells cannot be played: the report says why")));
    }
    Ok(())
}

/// Plays a part of the fights of every cell, for `sparring merge`.
fn part(arguments: &SweepArguments, study: &Study<'_>, shard: Shard) -> Result<Vec<Piece>, Failure> {
    let StudyArguments { fights, threads, .. } = arguments.study;
    let (bar, interrupted, fights) = (Bar::new(), heed_interrupts(), shard.part(0..fights));
    let (mut pieces, each, places): (Vec<Piece>, _, _) = (Vec::new(), fights.end - fights.start, places(&arguments.axes));
    let all = each * places.len() as u64;
    for (index, at) in places.iter().enumerate().filter(|_| each > 0) {
        // What cannot be played is told by whoever puts the parts together.
        let Ok(variant) = study.variant(&sets(&arguments.axes, at)) else { continue };
        if pieces.iter().any(|piece| piece.job == variant.digest) {
            continue;
        }
        let mut progress = |done| bar.show(index as u64 * each + done, all, String::new());
        let counted = variant.arm.count(fights.clone(), threads, interrupted, &mut progress)?;
        let Some(tally) = counted else { return Err(shard::broken_off()) };
        pieces.push(Piece { job: variant.digest, fights: fights.clone(), counts: Counts::Single(tally) });
    }
    bar.clear();
    Ok(pieces)
}

/// What sets the values of a cell.
fn sets(axes: &[Axis], at: &[usize]) -> Vec<String> {
    axes.iter().zip(at).map(|(axis, value)| axis.set(*value)).collect()
}

fn played(
    arguments: &SweepArguments,
    study: &Study<'_>,
    directory: Option<&Path>,
    parts: Option<&Parts>,
) -> Result<SweepReport, Failure> {
    let StudyArguments { seed, fights, threads, all, .. } = arguments.study;
    let asked = format!("{}{}", arguments.asked.outcomes.join("; "), if all { " and all" } else { "" });
    let mut store = Cells::new(directory.map(Path::to_owned), seed, fights, asked);
    let (mut cells, mut outcomes, mut first_refusal, mut kept) = (Vec::new(), Vec::new(), None, 0);
    let (bar, interrupted) = (Bar::new(), heed_interrupts());
    let places = places(&arguments.axes);
    let all_fights = fights * places.len() as u64;
    for (index, at) in places.into_iter().enumerate() {
        if interrupted.load(Ordering::Relaxed) {
            cells.push(Cell { at, digest: String::new(), state: State::Open });
            continue;
        }
        let sets = sets(&arguments.axes, &at);
        let variant = match study.variant(&sets) {
            Ok(variant) => variant,
            Err(failure) => {
                let why = failure.render(false);
                cells.push(Cell { at, digest: String::new(), state: State::Refused(in_short(&why)) });
                first_refusal.get_or_insert(failure);
                continue;
            }
        };
        if outcomes.is_empty() {
            outcomes = study.keys(&variant.outcomes)?;
        }
        let digest = variant.digest;
        let found = if parts.is_some() { store.known(&digest) } else { store.find(&digest) };
        let state = match found {
            Some(readings) => {
                kept += 1;
                State::Played(readings)
            }
            None => {
                let before = index as u64 * fights;
                let mut progress = |done| bar.show(before + done, all_fights, format!(", {}", sets.join(" ")));
                let counted = match parts {
                    Some(parts) => {
                        let tally = parts.single(&digest, 0..fights, variant.arm.empty());
                        Some(tally.ok_or_else(|| merge::foreign(&sets.join(" ")))?)
                    }
                    None => variant.arm.count(0..fights, threads, interrupted, &mut progress)?,
                };
                match counted {
                    Some(tally) => {
                        let counted = readings(&variant.outcomes, &variant.matching, &tally);
                        store.keep(&digest, &counted)?;
                        State::Played(counted)
                    }
                    None => State::Open,
                }
            }
        };
        cells.push(Cell { at, digest, state });
    }
    bar.clear();
    if let Some(failure) = first_refusal.filter(|_| outcomes.is_empty()) {
        return Err(failure);
    }
    if cells.iter().all(|cell| !matches!(cell.state, State::Played(_))) {
        return Err(Failure::Interrupted("interrupted before the first cell was finished: nothing is kept".into()));
    }
    // A side that never wins needs no line.
    if arguments.asked.outcomes.is_empty() {
        let happens = |key: &String| cells.iter().any(|cell| cell.reading(key).is_some_and(|reading| reading.count() > 0));
        outcomes.retain(happens);
    }
    let axis = |axis: &Axis| option("vary", &format!("{}={}", axis.path, axis.values.join(",")));
    let mut words: Vec<String> = arguments.axes.iter().map(axis).collect();
    words.extend(arguments.asked.outcomes.iter().map(|outcome| option("outcome", outcome)));
    words.extend(arguments.target.map(|target| format!("--target {target}")));
    let origin = study.origin("sweep", &words);
    Ok(SweepReport { origin, axes: arguments.axes.clone(), cells, outcomes, target: arguments.target, kept })
}

/// The message of a failure, without the picture of its place.
pub fn in_short(failure: &str) -> String {
    let said = failure
        .lines()
        .filter_map(|line| line.strip_prefix("error: ").or_else(|| line.split_once("= help: ").map(|(_, help)| help)));
    let said: Vec<&str> = said.collect();
    if said.is_empty() { failure.lines().next().unwrap_or_default().to_owned() } else { said.join("; ") }
}
