//! `sparring sweep`: what happens to every outcome when one or two values are varied.

use std::path::Path;
use std::sync::atomic::Ordering;

use clap::Args;

use crate::cli::cells::Cells;
use crate::cli::exactly::ExactArguments;
use crate::cli::many::Studies;
use crate::cli::output::in_short;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::shard::{self, Role, ShardArguments};
use crate::cli::study::{OutcomeArguments, Study, StudyArguments, Variant, option};
use crate::report::many;
use crate::report::sweep::SweepReport;
use frame::analysis::grid::{Axis, CellState, GridCell, VALUES_MOST, missing, places};
use frame::analysis::reading::{Reading, readings};
use frame::analysis::run::RunPlan;
use frame::analysis::sharpen::Sharpening;
use frame::error::Failure;
use frame::sim::{RunProgress, RunStop};
use frame::stats::apart;
use frame::tally::{PartCounts, Parts, Piece, Shard};

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
    if arguments.exact.limits().is_some() && !matches!(role, Role::Whole) {
        return Err(Failure::Usage("a part plays fights: leave --exact out, or say --shard none".into()));
    }
    if arguments.sharpen && !(matches!(role, Role::Whole) && arguments.study.shelf.only().is_some()) {
        let message = "only the whole sweep of one scenario is sharpened: leave --sharpen out, or name one file and no --shard";
        return Err(Failure::Usage(message.into()));
    }
    let Some(scenario) = arguments.study.shelf.only() else {
        return match role {
            Role::Whole => many(arguments),
            _ => Err(Failure::Usage("a part plays the fights of one scenario: name one file, or say --shard none".into())),
        };
    };
    let study = Study::open(&arguments.study, scenario, &arguments.asked.outcomes)?.exactly(arguments.exact.limits());
    let varied: Vec<&str> = arguments.axes.iter().map(|axis| axis.path.as_str()).collect();
    let directory = arguments.study.directory("sweep", &varied, study.exact().is_some())?;
    let report = match role {
        Role::Shard(shard) => return shard::hand_in(shard, directory.as_deref(), part(arguments, &study, shard)?),
        Role::Whole => played(arguments, &study, directory.as_deref(), None)?,
        Role::Merge(parts) => played(arguments, &study, directory.as_deref(), Some(parts))?,
    };
    arguments.study.hand_out(&report, directory.as_deref())?;
    let refused = report.cells.iter().filter(|cell| matches!(cell.state, CellState::Refused(_))).count();
    if refused > 0 {
        return Err(Failure::Incomplete(format!("{refused} of {cells} cells cannot be played: the report says why")));
    }
    Ok(())
}

/// Plays several scenarios with every value, and reports the first outcome of each.
fn many(arguments: &SweepArguments) -> Result<(), Failure> {
    let [axis] = &arguments.axes[..] else {
        return Err(Failure::Usage("over several scenarios one value is varied at a time".into()));
    };
    if arguments.exact.limits().is_some() || arguments.target.is_some() {
        return Err(Failure::Usage("of several scenarios leave --exact and --target out, or name one file".into()));
    }
    let StudyArguments { seed, fights, threads, level, all, .. } = arguments.study;
    let studies = Studies::open(&arguments.study, &arguments.asked.outcomes)?;
    let directory = arguments.study.directory("sweep", &[&axis.path], false)?;
    let asked = format!("{}{}", arguments.asked.outcomes.join("; "), if all { " and all" } else { "" });
    let mut store: Cells<Vec<Reading>> = Cells::new(directory.clone(), seed, fights, asked);
    let (bar, interrupted, looked) = (Bar::new(), heed_interrupts(), studies.looked());
    let cells = looked.len() * axis.values.len();
    let (all_fights, level_together) = (fights * cells as u64, apart::together(level, cells));
    let (mut things, mut refused, mut failed, mut open, mut before) =
        (Vec::new(), studies.read.foreign.clone(), None, false, 0);
    for (place, (one, study)) in studies.list.iter().enumerate() {
        for value in 0..axis.values.len() {
            before += fights;
            if interrupted.load(Ordering::Relaxed) {
                open = true;
                continue;
            }
            let set = axis.set(value);
            let variant = match study.variant(std::slice::from_ref(&set)) {
                Ok(variant) => variant,
                Err(failure) => {
                    refused.push((format!("{} with {set}", one.name), in_short(&failure.render(false))));
                    failed.get_or_insert(failure);
                    continue;
                }
            };
            let found = if let Some(found) = store.find(&variant.job) {
                found
            } else {
                let mut progress = |done| bar.show(before - fights + done, all_fights, format!(", {}: {set}", one.name));
                let Some(tally) = variant.arm.count(0..fights, threads, interrupted, &mut progress)? else {
                    open = true;
                    continue;
                };
                let found = readings(&variant.outcomes, &variant.matching, &variant.catalogue, &tally);
                store.keep(&variant.job, found.clone())?;
                found
            };
            let reading = found.iter().find(|reading| reading.key == one.key);
            let [interval, together] = [level, level_together].map(|level| reading.and_then(|reading| reading.interval(level)));
            let effect = many::Effect { interval, together, word: None, others: 0, fights };
            let thing = many::Thing::new(&axis.values[value], axis.values[value].clone(), looked.len());
            many::put(&mut things, thing, place, effect);
        }
    }
    bar.clear();
    match (things.is_empty(), failed) {
        (true, Some(failure)) => return Err(failure),
        (true, None) => {
            return Err(Failure::Interrupted("interrupted before the first cell was finished: nothing is kept".into()));
        }
        (false, _) => {}
    }
    // The values in their order, whatever scenario had them first.
    things.sort_by_key(|thing: &many::Thing| axis.values.iter().position(|value| *value == thing.name));
    let mut words = vec![option("vary", &format!("{}={}", axis.path, axis.values.join(",")))];
    words.extend(arguments.asked.outcomes.iter().map(|outcome| option("outcome", outcome)));
    let report = many::ManyReport {
        origin: arguments.study.origin_of_many("sweep", &words, &studies.read),
        what: many::What::Sweep,
        about: axis.path.clone(),
        scenarios: looked,
        things,
        refused,
        meaning: many::meaning_alone(level),
        level,
        interrupted: open,
    };
    arguments.study.hand_out(&report, directory.as_deref())
}

/// Plays a part of the fights of every cell, for `sparring merge`.
fn part(arguments: &SweepArguments, study: &Study<'_>, shard: Shard) -> Result<Vec<Piece>, Failure> {
    let StudyArguments { fights, threads, .. } = arguments.study;
    let (bar, interrupted, fights) = (Bar::new(), heed_interrupts(), shard.part(0..fights));
    let (mut pieces, each, places): (Vec<Piece>, _, _) = (Vec::new(), fights.end - fights.start, places(&arguments.axes));
    let all = each * places.len() as u64;
    for (index, at) in places.iter().enumerate().filter(|_| each > 0) {
        // Cells that cannot be played are told by the command that puts the parts together.
        let Ok(variant) = study.variant(&sets(&arguments.axes, at)) else { continue };
        if pieces.iter().any(|piece| piece.job == variant.job) {
            continue;
        }
        let mut progress = |done| bar.show(index as u64 * each + done, all, String::new());
        let counted = variant.arm.count(fights.clone(), threads, interrupted, &mut progress)?;
        let Some(tally) = counted else { return Err(shard::broken_off()) };
        pieces.push(Piece { job: variant.job, fights: fights.clone(), counts: PartCounts::Single(tally) });
    }
    bar.clear();
    Ok(pieces)
}

/// The words that set the values of a cell.
fn sets(axes: &[Axis], at: &[usize]) -> Vec<String> {
    axes.iter().zip(at).map(|(axis, value)| axis.set(*value)).collect()
}

/// Plays or merges every cell, closes in on the target where cells are solved, and makes the report.
fn played(
    arguments: &SweepArguments,
    study: &Study<'_>,
    directory: Option<&Path>,
    parts: Option<&Parts>,
) -> Result<SweepReport, Failure> {
    let StudyArguments { seed, fights, all, .. } = arguments.study;
    let limits = study.exact().map_or_else(String::new, |limits| format!(" exact{}", limits.typed()));
    let limits = if arguments.sharpen { format!("{limits} sharpen at {}", arguments.study.level) } else { limits };
    let asked = format!("{}{}{limits}", arguments.asked.outcomes.join("; "), if all { " and all" } else { "" });
    let store = Cells::new(directory.map(Path::to_owned), seed, fights, asked);
    let (bar, mut axes, places) = (Bar::new(), arguments.axes.clone(), places(&arguments.axes));
    let all_fights = fights * places.len() as u64;
    let mut player =
        Player { arguments, study, parts, store, bar: &bar, all_fights, outcomes: Vec::new(), refusal: None, kept: 0 };
    let mut cells = Vec::new();
    for (index, at) in places.into_iter().enumerate() {
        cells.push(player.cell(&axes, at, index as u64 * fights)?);
    }
    if study.exact().is_some() {
        player.close_in(&mut axes, &mut cells)?;
    }
    bar.clear();
    let Player { mut outcomes, refusal, kept, .. } = player;
    let nothing = cells.iter().all(|cell| !matches!(cell.state, CellState::Played(_)));
    if let Some(failure) = refusal.filter(|_| nothing) {
        return Err(failure);
    }
    if nothing {
        return Err(Failure::Interrupted("interrupted before the first cell was finished: nothing is kept".into()));
    }
    let known = |key: &String| cells.iter().any(|cell| cell.reading(key).is_some());
    if study.exact().is_some() && !outcomes.iter().any(known) {
        let keys = outcomes.join(", ");
        let message = format!("not known exactly, because it has to be counted or has no bounds: {keys}; ask without --exact");
        return Err(Failure::Usage(message));
    }
    // A side that never wins needs no line.
    if arguments.asked.outcomes.is_empty() {
        let happens = |key: &String| cells.iter().any(|cell| cell.reading(key).is_some_and(Reading::happens));
        outcomes.retain(happens);
    }
    let axis = |axis: &Axis| option("vary", &format!("{}={}", axis.path, axis.values.join(",")));
    let mut words: Vec<String> = arguments.axes.iter().map(axis).collect();
    words.extend(arguments.asked.outcomes.iter().map(|outcome| option("outcome", outcome)));
    words.extend(arguments.target.map(|target| format!("--target {target}")));
    words.extend(arguments.sharpen.then(|| "--sharpen".to_owned()));
    let origin = study.origin("sweep", &words);
    let asked = arguments.axes.iter().map(|axis| axis.values.len()).product();
    Ok(SweepReport { origin, axes, asked, cells, outcomes, target: arguments.target, kept })
}

/// Plays or solves cells, or takes them from where they are kept.
struct Player<'a> {
    arguments: &'a SweepArguments,
    study: &'a Study<'a>,
    parts: Option<&'a Parts>,
    store: Cells<Vec<Reading>>,
    bar: &'a Bar,
    all_fights: u64,
    /// Names of the outcomes that were asked for, from the first cell on that is a scenario.
    outcomes: Vec<String>,
    /// The reason why the first cell that is none, or is too large, is so.
    refusal: Option<Failure>,
    /// The number of cells that were known.
    kept: usize,
}

impl Player<'_> {
    /// A cell of these axes, after so many fights of others.
    fn cell(&mut self, axes: &[Axis], at: Vec<usize>, before: u64) -> Result<GridCell, Failure> {
        let nowhere = |at, state| Ok(GridCell { at, digest: String::new(), state });
        if heed_interrupts().load(Ordering::Relaxed) {
            return nowhere(at, CellState::Open);
        }
        let sets = sets(axes, &at);
        let variant = match self.study.variant(&sets) {
            Ok(variant) => variant,
            Err(failure) => {
                let why = in_short(&failure.render(false));
                self.refusal.get_or_insert(failure);
                return nowhere(at, CellState::Refused(why));
            }
        };
        if self.outcomes.is_empty() {
            self.outcomes = self.study.keys(&variant.outcomes)?;
        }
        let (digest, job) = (variant.digest.clone(), variant.job.clone());
        let found = if self.parts.is_some() { self.store.known(&job) } else { self.store.find(&job) };
        let state = match found {
            Some(readings) => {
                self.kept += 1;
                CellState::Played(readings)
            }
            None => match self.readings(&variant, &sets.join(" "), before) {
                Ok(Some(readings)) => {
                    self.store.keep(&job, readings.clone())?;
                    CellState::Played(readings)
                }
                Ok(None) => CellState::Open,
                // A variant that is too large to be solved says so in its cell.
                Err(failure @ Failure::Usage(_)) if self.study.exact().is_some() => {
                    let why = in_short(&failure.render(false));
                    self.refusal.get_or_insert(failure);
                    CellState::Refused(why)
                }
                Err(failure) => return Err(failure),
            },
        };
        Ok(GridCell { at, digest, state })
    }

    /// Solves values between those that were asked for, until each threshold lies between neighbours.
    fn close_in(&mut self, axes: &mut [Axis], cells: &mut Vec<GridCell>) -> Result<(), Failure> {
        let [axis] = axes else { return Ok(()) };
        while cells.len() < VALUES_MOST
            && let Some((place, value)) = missing(axis, cells, &self.outcomes, self.arguments.target)
        {
            axis.values.insert(place, value.to_string());
            cells[place..].iter_mut().for_each(|cell| cell.at[0] += 1);
            let cell = self.cell(std::slice::from_ref(axis), vec![place], 0)?;
            let open = cell.state == CellState::Open;
            cells.insert(place, cell);
            if open {
                break;
            }
        }
        Ok(())
    }

    /// The readings of a variant by fights or an exact answer; nothing when interrupted.
    fn readings(&self, variant: &Variant, sets: &str, before: u64) -> Result<Option<Vec<Reading>>, Failure> {
        let StudyArguments { fights, threads, .. } = self.arguments.study;
        if let Some(limits) = self.study.exact() {
            return self.study.solve(variant, limits, sets);
        }
        if self.arguments.sharpen {
            return self.sharpened(variant, sets, before);
        }
        let tally = match self.parts {
            Some(parts) => {
                let tally = parts.single(&variant.job, 0..fights, variant.arm.empty());
                Some(tally.ok_or_else(|| shard::foreign(sets))?)
            }
            None => {
                let (bar, all) = (&self.bar, self.all_fights);
                let mut progress = |done| bar.show(before + done, all, format!(", {sets}"));
                variant.arm.count(0..fights, threads, heed_interrupts(), &mut progress)?
            }
        };
        Ok(tally.map(|tally| readings(&variant.outcomes, &variant.matching, &variant.catalogue, &tally)))
    }

    /// The readings of a variant by fights, with what is known of them without the luck of the dice; nothing when interrupted.
    fn sharpened(&self, variant: &Variant, sets: &str, before: u64) -> Result<Option<Vec<Reading>>, Failure> {
        let StudyArguments { fights, threads, seed, level, .. } = self.arguments.study;
        let mut layout = variant.arm.layout.clone();
        let mut sharpening = Sharpening::by(&mut layout, &variant.outcomes, &variant.matching);
        let plan = RunPlan { seed, stop: RunStop::Fights(fights), threads, batch: None, lines: false };
        let (bar, all) = (&self.bar, self.all_fights);
        let progress = |done: &RunProgress| bar.show(before + done.fights, all, format!(", {sets}"));
        let mut add = |first, values: &[i64]| {
            sharpening.add(first, values);
            Ok::<(), Failure>(())
        };
        let done = plan.play(&*variant.arm.loaded, &layout, heed_interrupts(), progress, Some(&mut add))?;
        if done.interrupted {
            return Ok(None);
        }
        let mut found = readings(&variant.outcomes, &variant.matching, &variant.catalogue, &done.tally);
        Sharpening::tell(&sharpening.found(&done.tally, level), &mut found, &variant.outcomes, &variant.matching);
        Ok(Some(found))
    }
}
