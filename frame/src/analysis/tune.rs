//! Tuning: which value brings an outcome to a target.
//!
//! Owns the search by halving among values in order, and when it must give up: when no value reaches the target, or when the outcome
//! does not follow the value one way; and the fights by which it is known on which side of the target a value lies. Start at
//! [`TunePlan::play`]; the search itself is [`search`].

use std::collections::BTreeMap;
use std::ops::Range;

use crate::error::Failure;
use crate::exact::NEGLIGIBLE;
use crate::sim::solo::FRESH;
use crate::stats::apart::together;
use crate::stats::verdict::looks;
use crate::stats::{Interval, Level};
use crate::tally::Tally;

use super::grid::Axis;
use super::reading::Reading;
use super::variant::{Listener, Underway, Variant, VariantSource};

/// The target of an outcome.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// At least.
    pub low: f64,
    /// At most; the same as `low` when it is to be met exactly.
    pub high: f64,
}

/// The side of the target on which an outcome lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TargetSide {
    /// Below it.
    Below,
    /// In it.
    Inside,
    /// Above it.
    Above,
}

impl Target {
    /// The side on which a number lies.
    #[must_use]
    pub fn side(&self, value: f64) -> TargetSide {
        if value < self.low {
            TargetSide::Below
        } else if value > self.high {
            TargetSide::Above
        } else {
            TargetSide::Inside
        }
    }

    /// The side on which a whole interval lies, when it lies on one.
    #[must_use]
    pub fn sure(&self, interval: Interval) -> Option<TargetSide> {
        let side = self.side(interval.low);
        (side == self.side(interval.high)).then_some(side)
    }
}

/// The finding about one value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Try {
    /// Place of the value.
    pub value: usize,
    /// Fights that were played.
    pub fights: u64,
    /// The outcome.
    pub interval: Interval,
    /// On which side of the target it lies; by the estimate where that is not sure.
    pub side: TargetSide,
    /// True if the whole interval lies there.
    pub sure: bool,
}

/// The end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TuneEnd {
    /// These values and all between them reach the target.
    Values(usize, usize),
    /// No value does: it lies between these two neighbours.
    Between(usize, usize),
    /// All values that were tried lie on one side, or are too near to the target to tell; the outcome comes nearest at this one.
    Unreached(usize),
    /// The outcome does not follow the value one way: these two lie otherwise than those around them.
    Turned(usize, usize),
    /// It was broken off.
    Interrupted,
}

/// The answer to a search by fights that had no part in it: values by the side of the target on which they certainly lie, each in
/// order. What was searched decides only which values are looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TuneAnswer {
    /// Those that are shown to lie inside of it.
    pub inside: Vec<usize>,
    /// Those of which it is not sure on which side they lie.
    pub open: Vec<usize>,
    /// Those that are shown to lie outside of it.
    pub outside: Vec<usize>,
}

impl TuneAnswer {
    /// The answer by these findings.
    #[must_use]
    pub fn of(findings: &[Try]) -> Self {
        let mut answer = TuneAnswer::default();
        for one in findings {
            match (one.sure, one.side) {
                (false, _) => answer.open.push(one.value),
                (true, TargetSide::Inside) => answer.inside.push(one.value),
                (true, _) => answer.outside.push(one.value),
            }
        }
        [&mut answer.inside, &mut answer.open, &mut answer.outside].into_iter().for_each(|places| places.sort_unstable());
        answer
    }
}

/// Values inside of the target that are all looked at again; of more of them the ends and what lies beside them.
const AGAIN_MOST: usize = 8;

/// The number of values that a search among so many comes to, at the most: both ends, three parts, and two times halving.
#[must_use]
pub fn tries_most(values: usize) -> usize {
    values.min(5 + 2 * (values.max(1).ilog2() as usize + 1))
}

/// The values that are worth being looked at again, in order: those that were found and what lies beside them.
#[must_use]
pub fn again(found: TuneEnd, values: usize) -> Vec<usize> {
    let mut places: Vec<usize> = match found {
        TuneEnd::Values(first, last) if last - first < AGAIN_MOST => (first.saturating_sub(1)..=last + 1).collect(),
        TuneEnd::Values(first, last) => {
            vec![first.saturating_sub(1), first, first + 1, usize::midpoint(first, last), last - 1, last, last + 1]
        }
        TuneEnd::Between(one, other) | TuneEnd::Turned(one, other) => vec![one, other],
        TuneEnd::Unreached(nearest) => vec![0, nearest, values - 1],
        TuneEnd::Interrupted => Vec::new(),
    };
    places.retain(|place| *place < values);
    places.sort_unstable();
    places.dedup();
    places
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneSearch {
    /// The end.
    pub found: TuneEnd,
    /// The values that were played, in their order.
    pub tries: Vec<Try>,
}

/// The plan of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct TunePlan {
    /// The values among which is looked.
    pub axis: Axis,
    /// The name of the outcome.
    pub outcome: String,
    /// Where it is to lie.
    pub target: Target,
    /// True if values are solved instead of played.
    pub solved: bool,
    /// The most fights of each value.
    pub fights: u64,
    /// Confidence level.
    pub level: Level,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// The result of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The search and its finds.
    pub search: TuneSearch,
    /// The values that matter, played again with fights that nothing was chosen by.
    pub confirmed: Vec<Try>,
    /// The unit of a mean; none for a share of fights.
    pub unit: Option<String>,
    /// True if some of them were not, because of an interruption.
    pub interrupted: bool,
}

impl TunePlan {
    /// The level that belongs to one look at one of the values that the search can come to.
    #[must_use]
    pub fn level_of_looks(&self) -> Level {
        self.level.shared(looks(self.fights).len() * tries_most(self.axis.values.len()))
    }

    /// Searches, and confirms what was found by fresh fights; a solved value needs no confirmation.
    ///
    /// # Errors
    /// More threads than can be started; a value that makes no scenario, or one whose outcome is not known.
    pub fn play(&self, source: &dyn VariantSource, listener: &mut Listener<'_>) -> Result<Tuned, Failure> {
        let values = self.axis.values.len();
        let mut tuner = Tuner { plan: self, source, listener, unit: None };
        let search = search(values, &mut |value| tuner.decided(value))?;
        let again = if self.solved { Vec::new() } else { again(search.found, values) };
        let mut confirmed = Vec::new();
        for &value in &again {
            confirmed.extend(tuner.fresh(value, again.len())?);
        }
        Ok(Tuned { search, interrupted: confirmed.len() < again.len(), confirmed, unit: tuner.unit })
    }
}

/// Plays or solves values.
struct Tuner<'a, 'l> {
    plan: &'a TunePlan,
    source: &'a dyn VariantSource,
    listener: &'a mut Listener<'l>,
    /// The unit of the outcome, once it is known.
    unit: Option<String>,
}

impl Tuner<'_, '_> {
    /// Plays a value until it is clear on which side of the target it lies, or there are enough fights. None when it was broken off.
    fn decided(&mut self, value: usize) -> Result<Option<Try>, Failure> {
        let plan = self.plan;
        let set = plan.axis.set(value);
        let variant = self.source.variant(std::slice::from_ref(&set))?;
        if plan.solved {
            let Some(all) = self.source.solve(&variant, &set)? else { return Ok(None) };
            let reading = all.into_iter().find(|reading| reading.key == plan.outcome).ok_or_else(|| {
                let why = "has to be counted or has no bounds within the limits: give --time, or ask without --exact";
                Failure::Usage(format!("`{}` of {set} {why}", plan.outcome))
            })?;
            self.unit.clone_from(&reading.unit);
            return self.judged(value, &reading, [plan.level; 2]).map(Some);
        }
        let level = plan.level_of_looks();
        let (mut from, mut sum, mut last) = (0, None, None);
        for look in looks(plan.fights) {
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

    /// Plays a value, one of so many, with fights that had no part in the search. Their sides are sure all together. None when it was
    /// broken off.
    fn fresh(&mut self, value: usize, values: usize) -> Result<Option<Try>, Failure> {
        let variant = self.source.variant(&[self.plan.axis.set(value)])?;
        let fights = FRESH..FRESH + self.plan.fights;
        let Some(reading) = self.reading(&variant, fights, &mut None)? else { return Ok(None) };
        self.judged(value, &reading, [self.plan.level, together(self.plan.level, values)]).map(Some)
    }

    /// Plays more fights of a variant and adds them to the others. None when it was broken off.
    fn reading(&mut self, variant: &Variant, fights: Range<u64>, sum: &mut Option<Tally>) -> Result<Option<Reading>, Failure> {
        let TunePlan { fights: needed, threads, ref outcome, .. } = *self.plan;
        let at = Underway { fights: sum.as_ref().map_or(0, Tally::fights), needed, what: "" };
        let Some(tally) = variant.count(fights, threads, at, self.listener)? else { return Ok(None) };
        let total = match sum.take() {
            Some(mut total) => {
                total.merge(&tally);
                total
            }
            None => tally,
        };
        let all = variant.readings(&total);
        *sum = Some(total);
        let found = all.into_iter().find(|reading| reading.key == *outcome);
        let found = found.ok_or_else(|| Failure::Usage(format!("not every value has `{outcome}`")))?;
        self.unit.clone_from(&found.unit);
        Ok(Some(found))
    }

    /// The side of the target on which a reading lies, with its interval at the first of these levels and sure at the second; an error
    /// if the outcome never came up.
    fn judged(&self, value: usize, reading: &Reading, levels: [Level; 2]) -> Result<Try, Failure> {
        let [shown, decided] = levels.map(|level| reading.interval(level));
        let unknown = || Failure::Usage(format!("`{}` never came up", self.plan.outcome));
        let (interval, decided) = (shown.ok_or_else(unknown)?, decided.ok_or_else(unknown)?);
        // A computed number that misses an edge in its last digits is on it.
        let slack = if reading.solved.is_some() { NEGLIGIBLE } else { 0.0 };
        let target = Target { low: self.plan.target.low - slack, high: self.plan.target.high + slack };
        let sure = target.sure(decided);
        let side = sure.unwrap_or_else(|| target.side(interval.estimate));
        Ok(Try { value, fights: reading.n(), interval, side, sure: sure.is_some() })
    }
}

/// Looks among so many values, in their order, for those that bring the outcome to its target. `play` tells what a value does;
/// it is asked of no value twice, and answers nothing when it is interrupted.
///
/// # Errors
/// The failure of `play`.
pub fn search<E>(values: usize, play: &mut dyn FnMut(usize) -> Result<Option<Try>, E>) -> Result<TuneSearch, E> {
    let mut seeker = Seeker { tries: BTreeMap::new(), rising: true, play };
    let found = match seeker.seek(values) {
        Ok(found) | Err(Stop::Because(found)) => found,
        Err(Stop::Failed(error)) => return Err(error),
    };
    Ok(TuneSearch { found, tries: seeker.tries.into_values().collect() })
}

/// The reason why a search goes no further.
enum Stop<E> {
    Because(TuneEnd),
    Failed(E),
}

struct Seeker<'a, E> {
    tries: BTreeMap<usize, Try>,
    rising: bool,
    play: &'a mut dyn FnMut(usize) -> Result<Option<Try>, E>,
}

impl<E> Seeker<'_, E> {
    /// Plays both ends first, then closes in on both edges of the target; gives up where that cannot work.
    fn seek(&mut self, values: usize) -> Result<TuneEnd, Stop<E>> {
        let last = values - 1;
        let (left, right) = (self.side(0)?, self.side(last)?);
        self.rising = self.tries[&0].interval.estimate <= self.tries[&last].interval.estimate;
        self.check()?;
        if left == right && left != TargetSide::Inside {
            // A bulge in the middle would be missed by the ends alone; what luck puts elsewhere is none.
            for part in 1..4 {
                let middle = last * part / 4;
                let apart = self.side(middle)? != left;
                if apart && [0, middle, last].iter().all(|value| self.tries[value].sure) {
                    return Ok(TuneEnd::Turned(0, middle));
                }
            }
            self.check()?;
            let miss = |one: &&Try| if left == TargetSide::Below { -one.interval.estimate } else { one.interval.estimate };
            let nearest = self.tries.values().min_by(|one, other| miss(one).total_cmp(&miss(other)));
            return Ok(TuneEnd::Unreached(nearest.map_or(0, |nearest| nearest.value)));
        }
        // Both edges of the target, one after the other: the first value that is not before it, the last that is not behind it.
        let first = self.edge(values, |side| side >= TargetSide::Inside)?;
        let behind = self.edge(values, |side| side > TargetSide::Inside)?;
        Ok(if first < behind { TuneEnd::Values(first, behind - 1) } else { TuneEnd::Between(behind - 1, first) })
    }

    /// The first value whose side is so; as many as there are when none is.
    fn edge(&mut self, values: usize, so: impl Fn(TargetSide) -> bool) -> Result<usize, Stop<E>> {
        let (mut low, mut high) = (0, values);
        while low < high {
            let middle = usize::midpoint(low, high);
            let side = self.oriented(middle)?;
            self.check()?;
            if so(side) { high = middle } else { low = middle + 1 }
        }
        Ok(low)
    }

    /// The side of the target on which a value lies, played if that is not known yet.
    fn side(&mut self, value: usize) -> Result<TargetSide, Stop<E>> {
        if let Some(known) = self.tries.get(&value) {
            return Ok(known.side);
        }
        match (self.play)(value) {
            Ok(Some(new)) => {
                self.tries.insert(value, new);
                Ok(new.side)
            }
            Ok(None) => Err(Stop::Because(TuneEnd::Interrupted)),
            Err(error) => Err(Stop::Failed(error)),
        }
    }

    /// The side as if the outcome grew with the value.
    fn oriented(&mut self, value: usize) -> Result<TargetSide, Stop<E>> {
        let side = self.side(value)?;
        Ok(match side {
            TargetSide::Below if !self.rising => TargetSide::Above,
            TargetSide::Above if !self.rising => TargetSide::Below,
            side => side,
        })
    }

    /// Fails when two values are certainly the wrong way round.
    fn check(&self) -> Result<(), Stop<E>> {
        for (&one, before) in &self.tries {
            for (&other, after) in self.tries.range(one + 1..) {
                let (low, high) = if self.rising { (before, after) } else { (after, before) };
                if low.interval.low > high.interval.high {
                    return Err(Stop::Because(TuneEnd::Turned(one, other)));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::analysis::testing::MadeUpScenario;

    /// Of ten fights the left wins as many as `book.x` says.
    fn tuned(values: &str, target: [f64; 2], solved: bool, interrupted: bool) -> Result<Tuned, Failure> {
        let scenario = MadeUpScenario::new(|sets| {
            let value = sets.iter().find_map(|set| set.strip_prefix("book.x=")).and_then(|value| value.parse::<i64>().ok());
            Ok(Box::new(move |number| [i64::from((number % 10) as i64 >= value.unwrap_or(5)), 3, 0, 5]))
        });
        let plan = TunePlan {
            axis: Axis::read(values).expect("an axis"),
            outcome: "win(left)".into(),
            target: Target { low: target[0], high: target[1] },
            solved,
            fights: 20_000,
            level: Level::default(),
            threads: Some(1),
        };
        let interrupted = AtomicBool::new(interrupted);
        plan.play(&scenario, &mut Listener { interrupted: &interrupted, hear: &mut |_| {} })
    }

    #[test]
    fn what_is_found_is_confirmed_by_fights_that_had_no_part_in_it() {
        let found = tuned("book.x=0..9", [0.35, 0.65], false, false).expect("it can be played");
        assert_eq!((found.search.found, found.unit), (TuneEnd::Values(4, 6), None));
        let answer = TuneAnswer::of(&found.confirmed);
        assert_eq!((answer.inside, answer.outside, found.interrupted), (vec![4, 5, 6], vec![3, 7], false));
        let solved = tuned("book.x=0..9", [0.4, 0.6], true, false).expect("it can be solved");
        assert_eq!((solved.search.found, solved.confirmed.len()), (TuneEnd::Values(4, 6), 0));
    }

    #[test]
    fn a_value_that_does_nothing_reaches_no_target() {
        let found = tuned("book.y=0..9", [0.7, 0.8], false, false).expect("it can be played");
        assert!(matches!(found.search.found, TuneEnd::Unreached(_)), "{found:?}");
        assert!(found.confirmed.iter().all(|one| one.sure && one.side == TargetSide::Below));
        let broken_off = tuned("book.x=0..9", [0.35, 0.65], false, true).expect("nothing fails");
        assert_eq!(broken_off.search.found, TuneEnd::Interrupted);
    }

    /// Searches where the outcomes are these, known to within so much.
    fn sought(outcomes: &[f64], half: f64, low: f64, high: f64) -> TuneSearch {
        let target = Target { low, high };
        let mut asked = Vec::new();
        let result: Result<TuneSearch, ()> = search(outcomes.len(), &mut |value| {
            assert!(!asked.contains(&value), "{value} is asked for twice");
            asked.push(value);
            let interval = Interval::around(outcomes[value], half);
            let side = target.side(outcomes[value]);
            Ok(Some(Try { value, fights: 1, interval, side, sure: target.sure(interval).is_some() }))
        });
        result.expect("it does not fail")
    }

    #[test]
    fn values_inside_the_target_are_found_whichever_way_the_outcome_goes() {
        let rising: Vec<f64> = (0..40).map(|value| f64::from(value) / 40.0).collect();
        let falling: Vec<f64> = rising.iter().rev().copied().collect();
        let search = sought(&rising, 0.001, 0.55, 0.60);
        assert_eq!(search.found, TuneEnd::Values(22, 24));
        assert!(search.tries.len() < 15, "{} of 40 values were played", search.tries.len());
        assert_eq!(sought(&falling, 0.001, 0.55, 0.60).found, TuneEnd::Values(15, 17));
        assert_eq!(sought(&rising, 0.001, 0.0, 0.1).found, TuneEnd::Values(0, 4));
        assert_eq!(sought(&rising, 0.001, 0.9, 1.0).found, TuneEnd::Values(36, 39));
    }

    #[test]
    fn a_target_between_two_values_has_both_as_neighbours() {
        assert_eq!(sought(&[0.1, 0.3, 0.5, 0.7], 0.01, 0.35, 0.45).found, TuneEnd::Between(1, 2));
        assert_eq!(sought(&[0.7, 0.5, 0.3, 0.1], 0.01, 0.4, 0.4).found, TuneEnd::Between(1, 2));
    }

    #[test]
    fn a_target_that_is_out_of_reach_names_what_comes_nearest() {
        assert_eq!(sought(&[0.1, 0.2, 0.3, 0.4, 0.5], 0.01, 0.8, 0.9).found, TuneEnd::Unreached(4));
        assert_eq!(sought(&[0.1, 0.2, 0.3, 0.4, 0.5], 0.01, 0.0, 0.05).found, TuneEnd::Unreached(0));
        assert_eq!(sought(&[0.2], 0.01, 0.5, 0.6).found, TuneEnd::Unreached(0));
        assert_eq!(sought(&[0.55], 0.01, 0.5, 0.6).found, TuneEnd::Values(0, 0));
    }

    #[test]
    fn luck_around_the_target_is_no_turn_and_no_answer() {
        // All values are the same; the estimates of the middle ones lie beyond the target by luck.
        let flat = sought(&[0.49, 0.495, 0.51, 0.505, 0.49], 0.03, 0.5, 0.5);
        assert!(matches!(flat.found, TuneEnd::Unreached(_)), "{flat:?}");
        assert_eq!(TuneAnswer::of(&flat.tries).open.len(), flat.tries.len());
        assert_eq!(
            TuneAnswer::of(&sought(&[0.1, 0.2, 0.3], 0.01, 0.5, 0.6).tries),
            TuneAnswer { outside: vec![0, 1, 2], ..TuneAnswer::default() }
        );
    }

    #[test]
    fn what_was_found_is_looked_at_again_with_its_neighbours() {
        assert_eq!(again(TuneEnd::Values(3, 5), 10), [2, 3, 4, 5, 6]);
        assert_eq!(again(TuneEnd::Values(0, 9), 10), [0, 1, 4, 8, 9]);
        assert_eq!(again(TuneEnd::Values(0, 0), 1), [0]);
        assert_eq!((again(TuneEnd::Between(4, 5), 10), again(TuneEnd::Unreached(9), 10)), (vec![4, 5], vec![0, 9]));
    }

    #[test]
    fn an_outcome_that_turns_around_stops_the_search_but_luck_does_not() {
        assert_eq!(sought(&[0.1, 0.5, 0.9, 0.5, 0.1], 0.01, 0.7, 0.8).found, TuneEnd::Turned(0, 2));
        assert!(matches!(sought(&[0.1, 0.9, 0.2, 0.3, 0.8], 0.01, 0.5, 0.6).found, TuneEnd::Turned(..) | TuneEnd::Between(..)));
        assert_eq!(sought(&[0.1, 0.50, 0.49, 0.50, 0.9], 0.02, 0.45, 0.55).found, TuneEnd::Values(1, 3));
    }
}
