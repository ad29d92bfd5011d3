//! Sensitivity: what one more of each number does.
//!
//! Owns which numbers are moved and how far, and the way from a number to its [effect](super::effect): the same fights with the number a step lower
//! and a step higher, or both of them solved. Start at [`SensitivityPlan::play`].

use std::collections::BTreeMap;

use crate::error::{Failure, nearest};
use crate::scenario::Number;
use crate::stats::{Level, apart};

use super::compare::OutcomeVerdict;
use super::effect::{Effect, OutcomeEffect, measure, solved};
use super::many::{EffectThere, LookedAt, ManyFound, Tried};
use super::reading::Reading;
use super::variant::{Listener, Underway, VariantSource, Variants};

/// The step of the numbers at a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// A section or a single number.
    pub path: String,
    /// The step; none to leave them as they are.
    pub far: Option<i64>,
}

impl Step {
    /// Reads `path=step`, where the step is a number from 1 on or `none`.
    ///
    /// # Errors
    /// A text that is no step, with what to write.
    pub fn read(text: &str) -> Result<Self, String> {
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

    /// The step in the words that are read.
    #[must_use]
    pub fn text(&self) -> String {
        let far = self.far.map_or("none".to_owned(), |far| far.to_string());
        format!("{}={far}", self.path)
    }
}

/// The plan of a sensitivity study.
#[derive(Clone, PartialEq, Debug)]
pub struct SensitivityPlan {
    /// Sections and numbers that are moved.
    pub of: Vec<String>,
    /// A number in which others are expressed, which is moved, too.
    pub currency: Option<String>,
    /// Steps that are not one.
    pub steps: Vec<Step>,
    /// True if variants are solved instead of played.
    pub solved: bool,
    /// The most fights of each number on each side.
    pub fights: u64,
    /// Confidence level.
    pub level: Level,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// The effects of numbers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sensitivity {
    /// Numbers that do something.
    pub effects: Vec<Effect>,
    /// Numbers that plainly do nothing.
    pub idle: Vec<Effect>,
    /// Numbers that cannot be one lower or one higher, and why.
    pub refused: Vec<(String, String)>,
    /// The number of them that were not reached before an interruption.
    pub open: usize,
}

/// A number that is moved: between which values, and the variants that have them.
struct Moved {
    between: (i64, i64),
    variants: Variants,
}

impl SensitivityPlan {
    /// The numbers of a scenario that are asked for.
    ///
    /// # Errors
    /// A scenario that cannot be read; a path at which there is no number.
    pub fn numbers(&self, source: &dyn VariantSource) -> Result<Vec<Number>, Failure> {
        let all = source.numbers()?;
        let steps = self.steps.iter().map(|step| &step.path);
        if let Some(of) =
            self.of.iter().chain(&self.currency).chain(steps).find(|of| !all.iter().any(|number| inside(&number.path, of)))
        {
            let help = meant(of, &all).map(|meant| format!("; did you mean `{meant}`?"));
            let help = help.unwrap_or_else(|| "; sections are `book`, `side.NAME`, `combatant.NAME`".into());
            return Err(Failure::Usage(format!("there is no whole number at `{of}`{help}")));
        }
        let wanted = |number: &Number| {
            self.of.iter().chain(&self.currency).any(|of| inside(&number.path, of)) && self.step(number).is_some()
        };
        Ok(all.into_iter().filter(wanted).collect())
    }

    /// The step of a number; none if it stays as it is.
    fn step(&self, number: &Number) -> Option<i64> {
        let fitting = self.steps.iter().filter(|step| inside(&number.path, &step.path));
        fitting.max_by_key(|step| step.path.len()).map_or(Some(1), |step| step.far)
    }

    /// Measures the effect of each number, or solves it.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn play(
        &self,
        source: &dyn VariantSource,
        numbers: &[Number],
        listener: &mut Listener<'_>,
    ) -> Result<Sensitivity, Failure> {
        let (mut found, mut known) = (Sensitivity::default(), BTreeMap::new());
        let needed = self.fights * numbers.len() as u64;
        for (index, number) in numbers.iter().enumerate() {
            if listener.is_gone() {
                found.open += 1;
                continue;
            }
            let Some(far) = self.step(number) else { continue };
            let moved = match Moved::by(source, number, far) {
                Ok(moved) => moved,
                Err(failure) => {
                    found.refused.push((number.path.clone(), failure.in_short()));
                    continue;
                }
            };
            let effect = if self.solved {
                match moved.solve(source, number, &mut known) {
                    Err(failure @ Failure::Usage(_)) => {
                        found.refused.push((number.path.clone(), failure.in_short()));
                        continue;
                    }
                    effect => effect?,
                }
            } else {
                let at = Underway { fights: index as u64 * self.fights, needed, what: &number.path };
                self.measured(&moved, number, at, listener)?
            };
            match effect {
                None => found.open += 1,
                Some(effect) if effect.idle() => found.idle.push(effect),
                Some(effect) => found.effects.push(effect),
            }
        }
        Ok(found)
    }

    /// Measures the effect of each number of several scenarios, each looked at by its outcome.
    ///
    /// # Errors
    /// More threads than can be started; scenarios of which none has such a number; an interruption before anything was moved.
    pub fn play_many(&self, scenarios: &[LookedAt<'_>], listener: &mut Listener<'_>) -> Result<ManyFound<Number>, Failure> {
        let (mut refused, mut numbers, mut failed) = (Vec::new(), Vec::new(), None);
        for (scenario, LookedAt { looked, source }) in scenarios.iter().enumerate().take_while(|_| !listener.is_gone()) {
            match self.numbers(*source) {
                Ok(here) => numbers.extend(here.into_iter().map(|number| (scenario, number))),
                Err(failure) => {
                    refused.push((looked.name.clone(), failure.in_short()));
                    failed.get_or_insert(failure);
                }
            }
        }
        if numbers.is_empty() && !listener.is_gone() {
            let still = || Failure::Usage("there is no number left to move: every step is `none`".into());
            return Err(failed.unwrap_or_else(still));
        }
        // One half of the permitted error is for the outcomes that scenarios are looked at by, the other for all others.
        let level = self.level.shared(2 * numbers.len().max(1));
        let needed = self.fights * numbers.len() as u64;
        let mut found = ManyFound { tried: Vec::new(), refused, level, interrupted: false };
        for (index, (scenario, number)) in numbers.into_iter().enumerate() {
            let LookedAt { looked, source } = scenarios[scenario];
            if listener.is_gone() {
                found.interrupted = true;
                break;
            }
            let Some(far) = self.step(&number) else { continue };
            let what = format!("{}: {}", looked.name, number.path);
            let moved = match Moved::by(source, &number, far) {
                Ok(moved) => moved,
                Err(failure) => {
                    found.refused.push((what, failure.in_short()));
                    continue;
                }
            };
            let at = Underway { fights: index as u64 * self.fights, needed, what: &what };
            let Some(effect) = self.measured(&moved, &number, at, listener)? else {
                found.interrupted = true;
                break;
            };
            let effect = looked_at(&effect, &looked.key, level);
            found.tried.push(Tried { thing: number, scenario, effect });
        }
        if found.tried.is_empty() {
            return Err(Failure::Interrupted("interrupted before the first number was moved: nothing is kept".into()));
        }
        Ok(found)
    }

    /// The effect of a number by fights. None when it was broken off.
    fn measured(
        &self,
        moved: &Moved,
        number: &Number,
        at: Underway<'_>,
        listener: &mut Listener<'_>,
    ) -> Result<Option<Effect>, Failure> {
        let (Variants { pair, outcomes, .. }, interrupted) = (&moved.variants, listener.interrupted);
        let mut progress = |done| (listener.hear)(Underway { fights: at.fights + done, ..at });
        let measured = measure(&**pair, outcomes, self.fights, self.threads, interrupted, &mut progress)?;
        Ok(measured.map(|(fights, parts)| moved.effect(number, fights, parts)))
    }
}

/// What a number does to the outcome that a scenario is looked at by, and to how many others.
fn looked_at(effect: &Effect, key: &str, level: Level) -> EffectThere {
    let moves = |key: &str, level| effect.per_one(key, level).is_some_and(|one| one.low > 0.0 || one.high < 0.0);
    let others: Vec<&OutcomeEffect> = effect.parts.iter().filter(|part| part.key != key).collect();
    let together = apart::together(level, others.len());
    let word = match () {
        () if effect.idle() => OutcomeVerdict::Identical,
        () if moves(key, level) => OutcomeVerdict::Moved,
        () => OutcomeVerdict::Undecided,
    };
    EffectThere {
        interval: effect.per_one(key, level),
        together: None,
        word: Some(word),
        others: others.iter().filter(|part| moves(&part.key, together)).count(),
        fights: effect.fights,
    }
}

impl Moved {
    /// A number a step lower and a step higher; with only one step where one of them is not allowed.
    fn by(source: &dyn VariantSource, number: &Number, far: i64) -> Result<Self, Failure> {
        let Number { path, value } = number;
        let pair = |low: i64, high: i64| {
            let set = |value: i64| [format!("{path}={value}")];
            source.variants(&set(low), &set(high)).map(|variants| Moved { between: (low, high), variants })
        };
        let (below, above) = (value.saturating_sub(far), value.saturating_add(far));
        pair(below, above).or_else(|refused| pair(*value, above).or_else(|_| pair(below, *value)).map_err(|_| refused))
    }

    /// The effect of the number by so many fights.
    fn effect(&self, number: &Number, fights: u64, parts: Vec<OutcomeEffect>) -> Effect {
        Effect { path: number.path.clone(), value: number.value, between: self.between, fights, parts }
    }

    /// The effect by exact answers for both values; variants that were solved before are `known` by their digests. None when it was
    /// broken off.
    fn solve(
        &self,
        source: &dyn VariantSource,
        number: &Number,
        known: &mut BTreeMap<String, Vec<Reading>>,
    ) -> Result<Option<Effect>, Failure> {
        let mut sides = Vec::new();
        for value in [self.between.0, self.between.1] {
            let set = format!("{}={value}", number.path);
            let variant = source.variant(std::slice::from_ref(&set))?;
            if !known.contains_key(&variant.digest) {
                let Some(readings) = source.solve(&variant, &set)? else { return Ok(None) };
                known.insert(variant.digest.clone(), readings);
            }
            sides.push((known[&variant.digest].clone(), variant.outcomes));
        }
        let [(before, outcomes), (after, _)] = &sides[..] else { return Ok(None) };
        Ok(Some(self.effect(number, 0, solved(outcomes, before, after))))
    }
}

/// True if a number stands at a path or somewhere in the section there.
fn inside(path: &str, of: &str) -> bool {
    path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The path that is meant by one at which there is no number.
fn meant(of: &str, all: &[Number]) -> Option<String> {
    let near = nearest(of, all.iter().map(|number| number.path.as_str())).map(str::to_owned);
    // What somebody has goes before what the rules call so.
    let somebody = |number: &&Number| number.path.starts_with("side.") || number.path.starts_with("combatant.");
    let own = |of: &str| all.iter().filter(somebody).find_map(|number| with_its_way(&number.path, of));
    let any = || all.iter().find_map(|number| with_its_way(&number.path, of));
    own(&format!("{of}_max")).or_else(|| own(of)).or_else(any).or(near)
}

/// The part of a path that leads to what a path that lacks its beginning means.
fn with_its_way(path: &str, part: &str) -> Option<String> {
    let (way, rest) = path.split_once(&format!(".{part}"))?;
    (rest.is_empty() || rest.starts_with(['.', '['])).then(|| format!("{way}.{part}"))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::analysis::many::Looked;
    use crate::analysis::testing::MadeUpScenario;

    /// Of ten fights the left wins as many as `book.x` says, which is at most 10 and 5 as it is; `book.y` does nothing.
    fn scenario() -> MadeUpScenario {
        let number = |path: &str, value| Number { path: path.into(), value };
        let scenario = MadeUpScenario::new(|sets| {
            let value: i64 = sets
                .iter()
                .filter_map(|set| set.strip_prefix("book.x="))
                .next_back()
                .map_or(5, |value| value.parse().expect("values are numbers"));
            if value > 10 {
                return Err(Failure::Usage(format!("{value} is too much")));
            }
            Ok(Box::new(move |number| [i64::from((number % 10) as i64 >= value), 3, 0, 5]))
        });
        MadeUpScenario { numbers: vec![number("book.x", 5), number("book.y", 1), number("side.one.Ada.hp_max", 9)], ..scenario }
    }

    fn plan(of: &[&str], steps: &[&str], solved: bool) -> SensitivityPlan {
        SensitivityPlan {
            of: of.iter().map(|&of| of.to_owned()).collect(),
            currency: None,
            steps: steps.iter().map(|step| Step::read(step).expect("a step")).collect(),
            solved,
            fights: 20_000,
            level: Level::default(),
            threads: Some(1),
        }
    }

    fn played(plan: &SensitivityPlan) -> Sensitivity {
        let (source, interrupted) = (scenario(), AtomicBool::new(false));
        let numbers = plan.numbers(&source).expect("there are such numbers");
        let mut listener = Listener { interrupted: &interrupted, hear: &mut |_| {} };
        plan.play(&source, &numbers, &mut listener).expect("it can be played")
    }

    #[test]
    fn numbers_that_do_something_are_told_from_those_that_do_nothing() {
        for solved in [false, true] {
            let found = played(&plan(&["book"], &[], solved));
            let [effect] = &found.effects[..] else { panic!("{found:?}") };
            let per_one = effect.per_one("win(left)", Level::default()).expect("it is known");
            assert!((per_one.estimate - 0.1).abs() < 1e-12, "{per_one:?}");
            assert_eq!((effect.between, found.idle.len(), found.idle[0].path.as_str()), ((4, 6), 1, "book.y"));
        }
    }

    #[test]
    fn a_step_that_is_not_allowed_leaves_the_other_one() {
        assert_eq!(played(&plan(&["book.x"], &["book=6"], false)).effects[0].between, (-1, 5));
        assert!(played(&plan(&["book.x"], &["book=2", "book.x=none"], false)).effects.is_empty());
    }

    #[test]
    fn a_path_at_which_there_is_no_number_is_mended() {
        let said = |of: &str| plan(&[of], &[], false).numbers(&scenario()).expect_err("no number").in_short();
        assert_eq!(said("Ada.hp"), "there is no whole number at `Ada.hp`; did you mean `side.one.Ada.hp_max`?");
        assert_eq!(said("book.z"), "there is no whole number at `book.z`; did you mean `book.x`?");
    }

    #[test]
    fn of_several_scenarios_what_does_nothing_is_identical_in_each() {
        let looked = ["one", "two"].map(|name| Looked { name: name.into(), key: "win(left)".into(), unit: None });
        let (source, interrupted) = (scenario(), AtomicBool::new(false));
        let scenarios: Vec<LookedAt<'_>> = looked.iter().map(|looked| LookedAt { looked, source: &source }).collect();
        let mut listener = Listener { interrupted: &interrupted, hear: &mut |_| {} };
        let found = plan(&["book"], &[], false).play_many(&scenarios, &mut listener).expect("it can be played");
        let words: Vec<_> = found.tried.iter().map(|tried| (tried.thing.path.as_str(), tried.effect.word)).collect();
        let (moved, same) = (Some(OutcomeVerdict::Moved), Some(OutcomeVerdict::Identical));
        assert_eq!(words, [("book.x", moved), ("book.y", same), ("book.x", moved), ("book.y", same)]);
        let mut listener = Listener { interrupted: &interrupted, hear: &mut |_| {} };
        let said = plan(&["book"], &["book=none"], false).play_many(&scenarios, &mut listener).expect_err("nothing moves");
        assert_eq!(said.in_short(), "there is no number left to move: every step is `none`");
        interrupted.store(true, std::sync::atomic::Ordering::Relaxed);
        let mut listener = Listener { interrupted: &interrupted, hear: &mut |_| {} };
        assert!(matches!(plan(&["book"], &[], false).play_many(&scenarios, &mut listener), Err(Failure::Interrupted(_))));
    }
}
