//! `sparring tune`: which value brings an outcome to its target.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::cli::bands;
use crate::cli::exactly::ExactArguments;
use crate::cli::plans::plans;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::study::{Study, StudyArguments, Variant, option};
use crate::report::tune::TuneReport;
use frame::analysis::grid::Axis;
use frame::analysis::reading::{Reading, readings};
use frame::analysis::tune::{Target, TargetSide, Try, again, search, tries_most};
use frame::error::Failure;
use frame::exact::NEGLIGIBLE;
use frame::sim::solo::FRESH;
use frame::stats::Level;
use frame::stats::apart::together;
use frame::stats::verdict::looks;

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
    let directory = arguments.study.directory("tune", &[&axis.path], study.exact().is_some())?;
    let bar = Bar::new();
    let mut player = Player {
        arguments: &arguments.study,
        axis,
        study: &study,
        target: Target { low: *low, high: *high },
        key: key.clone(),
        bar: &bar,
        interrupted: heed_interrupts(),
        unit: None,
    };
    let search = search(axis.values.len(), &mut |value| player.decided(value))?;
    // A solved value needs no confirmation.
    let again = if study.exact().is_some() { Vec::new() } else { again(search.found, axis.values.len()) };
    let mut confirmed = Vec::new();
    for &value in &again {
        confirmed.extend(player.fresh(value, again.len())?);
    }
    let interrupted = confirmed.len() < again.len();
    bar.clear();
    let words = [
        option("vary", &format!("{}={}", axis.path, axis.values.join(","))),
        option("target", &format!("{outcome}={low}..{high}")),
    ];
    let report = TuneReport {
        origin: study.origin("tune", &words),
        axis: axis.clone(),
        outcome: key,
        unit: player.unit,
        target: Target { low: *low, high: *high },
        search,
        level_of_search: arguments.study.level_of_looks(axis.values.len()),
        confirmed,
        interrupted,
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

impl StudyArguments {
    /// The level that belongs to one look at one of the values that a search among so many can come to.
    fn level_of_looks(&self, values: usize) -> Level {
        self.level.shared(looks(self.fights).len() * tries_most(values))
    }
}

/// Plays values.
struct Player<'a> {
    arguments: &'a StudyArguments,
    axis: &'a Axis,
    study: &'a Study<'a>,
    target: Target,
    key: String,
    bar: &'a Bar,
    interrupted: &'static AtomicBool,
    unit: Option<String>,
}

impl Player<'_> {
    /// Plays a value until it is clear on which side of the target it lies, or there are enough fights.
    fn decided(&mut self, value: usize) -> Result<Option<Try>, Failure> {
        let variant = self.study.variant(&[self.axis.set(value)])?;
        if let Some(limits) = self.study.exact() {
            let Some(all) = self.study.solve(&variant, limits, &self.axis.set(value))? else { return Ok(None) };
            let reading = all.into_iter().find(|reading| reading.key == self.key).ok_or_else(|| {
                let why = "has to be counted or has no bounds within the limits: give --time, or ask without --exact";
                Failure::Usage(format!("`{}` of {} {why}", self.key, self.axis.set(value)))
            })?;
            self.unit.clone_from(&reading.unit);
            return self.judged(value, &reading, [self.arguments.level; 2]).map(Some);
        }
        let level = self.arguments.level_of_looks(self.axis.values.len());
        let (mut from, mut sum) = (0, None);
        let mut last = None;
        for look in looks(self.arguments.fights) {
            let Some(reading) = self.reading(&variant, from..look, &mut sum)? else { return Ok(None) };
            from = look;
            let found = self.judged(value, &reading, [level; 2])?;
            last = Some(found);
            if found.sure {
                break;
            }
        }
        Ok(last)
    }

    /// Plays a value, one of so many, with fights that had no part in the search. Their sides are sure all together.
    fn fresh(&mut self, value: usize, values: usize) -> Result<Option<Try>, Failure> {
        let variant = self.study.variant(&[self.axis.set(value)])?;
        let fights = FRESH..FRESH + self.arguments.fights;
        let Some(reading) = self.reading(&variant, fights, &mut None)? else { return Ok(None) };
        self.judged(value, &reading, [self.arguments.level, together(self.arguments.level, values)]).map(Some)
    }

    /// Plays more fights of a variant and adds them to the others.
    fn reading(
        &mut self,
        variant: &Variant,
        fights: Range<u64>,
        sum: &mut Option<frame::tally::Tally>,
    ) -> Result<Option<Reading>, Failure> {
        let all = self.arguments.fights;
        let before = sum.as_ref().map_or(0, frame::tally::Tally::fights);
        let mut progress = |done| self.bar.show(before + done, all, String::new());
        let Some(tally) = variant.arm.count(fights, self.arguments.threads, self.interrupted, &mut progress)? else {
            return Ok(None);
        };
        let total = match sum.take() {
            Some(mut total) => {
                total.merge(&tally);
                total
            }
            None => tally,
        };
        let all = readings(&variant.outcomes, &variant.matching, &variant.catalogue, &total);
        *sum = Some(total);
        let found = all.into_iter().find(|reading| reading.key == self.key);
        let found = found.ok_or_else(|| Failure::Usage(format!("not every value has `{}`", self.key)))?;
        self.unit.clone_from(&found.unit);
        Ok(Some(found))
    }

    /// The side of the target on which a reading lies, with its interval at the first of these levels and sure at the second; an error
    /// if the outcome never came up.
    fn judged(&self, value: usize, reading: &Reading, levels: [Level; 2]) -> Result<Try, Failure> {
        let [shown, decided] = levels.map(|level| reading.interval(level));
        let unknown = || Failure::Usage(format!("`{}` never came up", self.key));
        let (interval, decided) = (shown.ok_or_else(unknown)?, decided.ok_or_else(unknown)?);
        // A computed number that misses an edge in its last digits is on it.
        let slack = if reading.solved.is_some() { NEGLIGIBLE } else { 0.0 };
        let target = Target { low: self.target.low - slack, high: self.target.high + slack };
        let sure: Option<TargetSide> = target.sure(decided);
        let side = sure.unwrap_or_else(|| target.side(interval.estimate));
        Ok(Try { value, fights: reading.n(), interval, side, sure: sure.is_some() })
    }
}
