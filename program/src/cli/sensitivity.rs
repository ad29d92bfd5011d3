//! `sparring sensitivity`: what one more of each number does.

use std::sync::atomic::Ordering;

use clap::Args;

use std::collections::BTreeMap;

use crate::cli::exactly::{ExactArguments, LimitArguments};
use crate::cli::many::Studies;
use crate::cli::output::in_short;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::study::{OutcomeArguments, Study, StudyArguments, Variants, option};
use crate::report::sensitivity::SensitivityReport;
use crate::report::{many, naming};
use frame::analysis::compare::OutcomeVerdict;
use frame::analysis::effect::{Effect, OutcomeEffect, measure, solved};
use frame::analysis::reading::Reading;
use frame::error::{Failure, nearest};
use frame::scenario::Number;
use frame::stats::apart;

/// Say what one more of each number does: the same fights with the number one lower and one higher.
///
/// With --exact both are solved instead of played. Numbers that plainly do nothing are found by a small run and listed as such. What is left is sorted, drawn, and expressed in
/// terms of each other. Of several scenarios, or folders of them, it says what one more of each number does in each of them.
#[derive(Args, Debug)]
pub struct SensitivityArguments {
    #[command(flatten)]
    study: StudyArguments,
    #[command(flatten)]
    asked: OutcomeArguments,
    #[command(flatten)]
    exact: ExactArguments,
    /// The numbers to move: a section or a single one, such as `book`, `book.defend`, `side.heroes`, `side.heroes.Ada.hp_max`.
    /// Can be given several times.
    #[arg(long = "of", value_name = "PATH", required = true)]
    of: Vec<String>,
    /// The number in which the others are expressed; without it, somebody's hit points where they are among them, or else the one
    /// whose effect is known best.
    #[arg(long = "in", value_name = "PATH")]
    currency: Option<String>,
    /// The steps by which numbers are moved, down and up, instead of one: `side.heroes.Ada.hp_max=5`; a section moves all its
    /// numbers so: `book.defend=2`. `none` leaves a number as it is. Of several that fit the longest path counts.
    #[arg(long = "step", value_name = "PATH=STEP", value_parser = step)]
    steps: Vec<Step>,
}

/// The step of the numbers at a path.
#[derive(Clone, Debug)]
struct Step {
    /// A section or a single number.
    path: String,
    /// The step; none to leave them as they are.
    far: Option<i64>,
}

impl Step {
    /// As it is typed.
    fn typed(&self) -> String {
        let far = self.far.map_or("none".to_owned(), |far| far.to_string());
        option("step", &format!("{}={far}", self.path))
    }
}

/// Reads `path=step`, where the step is a number from 1 on or `none`.
fn step(text: &str) -> Result<Step, String> {
    let Some((path, far)) = text.split_once('=') else {
        return Err(format!("a step is a path, `=` and how far, such as `{text}=2`"));
    };
    let far = match far.trim() {
        "none" => None,
        far => match far.parse() {
            Ok(far @ 1..) => Some(far),
            _ => return Err(format!("a step is a whole number from 1 on, or `none`; found `{far}`")),
        },
    };
    Ok(Step { path: path.trim().to_owned(), far })
}

/// True if a number stands at a path or somewhere in the section there.
fn inside(path: &str, of: &str) -> bool {
    path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

impl SensitivityArguments {
    /// The step of a number; none if it stays as it is.
    fn step(&self, number: &Number) -> Option<i64> {
        let fitting = self.steps.iter().filter(|step| inside(&number.path, &step.path));
        fitting.max_by_key(|step| step.path.len()).map_or(Some(1), |step| step.far)
    }
}

/// Moves each number of a scenario down and up, and reports what that does to outcomes.
pub fn sensitivity(arguments: &SensitivityArguments) -> Result<(), Failure> {
    let Some(scenario) = arguments.study.shelf.only() else { return many(arguments) };
    let study = Study::open(&arguments.study, scenario, &arguments.asked.outcomes)?.exactly(arguments.exact.limits());
    let numbers = numbers(arguments, &study)?;
    let outcomes = study.keys(&study.variant(&[])?.outcomes)?;
    let of: Vec<&str> = arguments.of.iter().map(String::as_str).collect();
    let directory = arguments.study.directory("sensitivity", &of, study.exact().is_some())?;
    let mut words: Vec<String> = arguments.of.iter().map(|of| option("of", of)).collect();
    words.extend(arguments.currency.iter().map(|path| option("in", path)));
    words.extend(arguments.steps.iter().map(Step::typed));
    words.extend(arguments.asked.outcomes.iter().map(|outcome| option("outcome", outcome)));
    let mut report = SensitivityReport {
        origin: study.origin("sensitivity", &words),
        of: arguments.of.clone(),
        outcomes,
        currency: arguments.currency.clone(),
        effects: Vec::new(),
        idle: Vec::new(),
        refused: Vec::new(),
        open: 0,
    };
    play(arguments, &study, &numbers, &mut report)?;
    // One outcome says what the other ones of a category say: the side that nobody asked about mirrors the first.
    if arguments.asked.outcomes.is_empty() {
        report.outcomes.truncate(1);
    }
    arguments.study.hand_out(&report, directory.as_deref())
}

/// The numbers that were asked for.
fn numbers(arguments: &SensitivityArguments, study: &Study<'_>) -> Result<Vec<Number>, Failure> {
    let all = study.load(&[])?.game.numbers();
    let steps = arguments.steps.iter().map(|step| &step.path);
    for of in arguments.of.iter().chain(&arguments.currency).chain(steps) {
        if !all.iter().any(|number| inside(&number.path, of)) {
            let near = nearest(of, all.iter().map(|number| number.path.as_str())).map(str::to_owned);
            // What somebody has goes before what the rules call so.
            let somebody = |number: &&Number| number.path.starts_with("side.") || number.path.starts_with("combatant.");
            let found = |of: &str| {
                let own = all.iter().filter(somebody).find_map(|number| with_its_way(&number.path, of));
                own.or_else(|| all.iter().find_map(|number| with_its_way(&number.path, of)))
            };
            let most = format!("{of}_max");
            let own = all.iter().filter(somebody).find_map(|number| with_its_way(&number.path, &most));
            let meant = own.or_else(|| found(of)).or(near);
            let help = meant.map(|meant| format!("; did you mean `{meant}`?"));
            let help = help.unwrap_or_else(|| "; sections are `book`, `side.NAME`, `combatant.NAME`".into());
            return Err(Failure::Usage(format!("there is no whole number at `{of}`{help}")));
        }
    }
    let wanted = |number: &Number| {
        arguments.of.iter().chain(&arguments.currency).any(|of| inside(&number.path, of)) && arguments.step(number).is_some()
    };
    Ok(all.into_iter().filter(wanted).collect())
}

/// The part of a path that leads to what a path that lacks its beginning means.
fn with_its_way(path: &str, part: &str) -> Option<String> {
    let (way, rest) = path.split_once(&format!(".{part}"))?;
    (rest.is_empty() || rest.starts_with(['.', '['])).then(|| format!("{way}.{part}"))
}

/// Moves each number of several scenarios, and reports what one more of it does in each of them.
fn many(arguments: &SensitivityArguments) -> Result<(), Failure> {
    if arguments.exact.limits().is_some() || arguments.currency.is_some() {
        return Err(Failure::Usage("of several scenarios leave --exact and --in out, or name one file".into()));
    }
    let studies = Studies::open(&arguments.study, &arguments.asked.outcomes)?;
    let of: Vec<&str> = arguments.of.iter().map(String::as_str).collect();
    let directory = arguments.study.directory("sensitivity", &of, false)?;
    let (mut refused, mut found) = (studies.read.foreign.clone(), Vec::new());
    let mut failed = None;
    for (place, (looked, study)) in studies.list.iter().enumerate() {
        match numbers(arguments, study) {
            Ok(here) => found.extend(here.into_iter().map(|number| (place, number))),
            Err(failure) => {
                refused.push((looked.name.clone(), in_short(&failure.render(false))));
                failed.get_or_insert(failure);
            }
        }
    }
    if let (true, Some(failure)) = (found.is_empty(), failed) {
        return Err(failure);
    }
    let StudyArguments { fights, threads, .. } = arguments.study;
    let (bar, interrupted, looked) = (Bar::new(), heed_interrupts(), studies.looked());
    // One half of the permitted error is for the outcomes that scenarios are looked at by, the other for all others.
    let level = arguments.study.level.shared(2 * found.len());
    let (all, mut things, mut open) = (fights * found.len() as u64, Vec::new(), false);
    for (index, (place, number)) in found.iter().enumerate() {
        if interrupted.load(Ordering::Relaxed) {
            open = true;
            break;
        }
        let (name, study) = (&looked[*place].name, &studies.list[*place].1);
        let Some(far) = arguments.step(number) else { continue };
        let (pair, between) = match neighbours(study, number, far) {
            Ok(found) => found,
            Err(failure) => {
                refused.push((format!("{name}: {}", number.path), in_short(&failure.render(false))));
                continue;
            }
        };
        let before = index as u64 * fights;
        let mut progress = |done| bar.show(before + done, all, format!(", {name}: {}", number.path));
        let Some((played, parts)) = measure(&*pair.pair, &pair.outcomes, fights, threads, interrupted, &mut progress)? else {
            open = true;
            break;
        };
        let effect = Effect { path: number.path.clone(), value: number.value, between, fights: played, parts };
        let interval = effect.per_one(&looked[*place].key, level);
        let word = match interval {
            _ if effect.idle() => OutcomeVerdict::Identical,
            Some(one) if one.low > 0.0 || one.high < 0.0 => OutcomeVerdict::Moved,
            _ => OutcomeVerdict::Undecided,
        };
        let others: Vec<&OutcomeEffect> = effect.parts.iter().filter(|part| part.key != looked[*place].key).collect();
        let together = apart::together(level, others.len());
        let moves =
            |part: &&&OutcomeEffect| effect.per_one(&part.key, together).is_some_and(|one| one.low > 0.0 || one.high < 0.0);
        let others = others.iter().filter(moves).count();
        let done = many::Effect { interval, together: None, word: Some(word), others, fights: played };
        let thing = many::Thing::new(&number.path, naming::of(&number.path), looked.len());
        many::put(&mut things, thing, *place, done);
    }
    bar.clear();
    if things.is_empty() {
        return Err(Failure::Interrupted("interrupted before the first number was moved: nothing is kept".into()));
    }
    let mut words: Vec<String> = arguments.of.iter().map(|of| option("of", of)).collect();
    words.extend(arguments.steps.iter().map(Step::typed));
    words.extend(arguments.asked.outcomes.iter().map(|outcome| option("outcome", outcome)));
    let report = many::ManyReport {
        origin: arguments.study.origin_of_many("sensitivity", &words, &studies.read),
        what: many::What::Sensitivity,
        about: arguments.of.join(", "),
        scenarios: looked,
        things,
        refused,
        meaning: many::meaning(arguments.study.level, level, "By one more of each; what is seen to move is so"),
        level,
        interrupted: open,
    };
    arguments.study.hand_out(&report, directory.as_deref())
}

/// Measures the effect of each number, or solves it; what is refused or still open goes to the report.
fn play(
    arguments: &SensitivityArguments,
    study: &Study<'_>,
    numbers: &[Number],
    report: &mut SensitivityReport,
) -> Result<(), Failure> {
    let (bar, interrupted) = (Bar::new(), heed_interrupts());
    let StudyArguments { fights, threads, .. } = arguments.study;
    let all = fights * numbers.len() as u64;
    let mut known = BTreeMap::new();
    for (index, number) in numbers.iter().enumerate() {
        if interrupted.load(Ordering::Relaxed) {
            report.open += 1;
            continue;
        }
        let refused = |failure: &Failure| (number.path.clone(), in_short(&failure.render(false)));
        let Some(far) = arguments.step(number) else { continue };
        let (pair, between) = match neighbours(study, number, far) {
            Ok(found) => found,
            Err(failure) => {
                report.refused.push(refused(&failure));
                continue;
            }
        };
        let before = index as u64 * fights;
        let mut progress = |done| bar.show(before + done, all, format!(", {}", number.path));
        let measured = match study.exact() {
            None => measure(&*pair.pair, &pair.outcomes, fights, threads, interrupted, &mut progress)?,
            Some(limits) => match solve(study, &number.path, [between.0, between.1], limits, &mut known) {
                Err(failure @ Failure::Usage(_)) => {
                    report.refused.push(refused(&failure));
                    continue;
                }
                parts => parts?.map(|parts| (0, parts)),
            },
        };
        let Some((fights, parts)) = measured else {
            report.open += 1;
            continue;
        };
        let effect = Effect { path: number.path.clone(), value: number.value, between, fights, parts };
        if effect.idle() { report.idle.push(effect) } else { report.effects.push(effect) }
    }
    bar.clear();
    Ok(())
}

/// The exact answer for both values of a number; variants that were solved before are `known` by their digests. Nothing when
/// interrupted.
fn solve(
    study: &Study<'_>,
    path: &str,
    between: [i64; 2],
    limits: &LimitArguments,
    known: &mut BTreeMap<String, Vec<Reading>>,
) -> Result<Option<Vec<OutcomeEffect>>, Failure> {
    let mut sides = Vec::new();
    for value in between {
        let set = format!("{path}={value}");
        let variant = study.variant(std::slice::from_ref(&set))?;
        if !known.contains_key(&variant.digest) {
            let Some(readings) = study.solve(&variant, limits, &set)? else { return Ok(None) };
            known.insert(variant.digest.clone(), readings);
        }
        sides.push((known[&variant.digest].clone(), variant.outcomes));
    }
    let [(before, outcomes), (after, _)] = &sides[..] else { return Ok(None) };
    Ok(Some(solved(outcomes, before, after)))
}

/// The scenario with the number a step lower and a step higher; with only one step where one of them is not allowed.
fn neighbours(study: &Study<'_>, number: &Number, far: i64) -> Result<(Variants, (i64, i64)), Failure> {
    let Number { path, value } = number;
    let pair = |low: i64, high: i64| {
        let set = |value: i64| [format!("{path}={value}")];
        study.variants(&set(low), &set(high)).map(|pair| (pair, (low, high)))
    };
    let (below, above) = (value.saturating_sub(far), value.saturating_add(far));
    pair(below, above).or_else(|refused| pair(*value, above).or_else(|_| pair(below, *value)).map_err(|_| refused))
}
