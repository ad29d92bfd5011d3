//! Effects: what one more of a number does, and what numbers are worth in terms of each other.
//!
//! Owns central differences under common luck: the same fights with the number one lower and one higher, or both of them solved.
//! Start at [`measure`], then [`exchange`].

use std::sync::atomic::AtomicBool;

use crate::error::Failure;
use crate::exact::NEGLIGIBLE;
use crate::sim::pair::{Audience, PlayablePair};
use crate::stats::paired::Evidence;
use crate::stats::{Interval, Level};
use crate::tally::PairedTally;

use super::difference::moved;
use super::outcome::{OutcomeMeasure, Outcomes};
use super::reading::Reading;

/// After so many fights it is clear that a number plainly does nothing: not one of them came out otherwise.
pub const CULLED_AFTER: u64 = 4096;

/// The effect of a number on one outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct OutcomeEffect {
    /// Name of the outcome.
    pub key: String,
    /// The measure.
    pub measure: OutcomeMeasure,
    /// The knowledge of it.
    pub known: KnownEffect,
}

/// The knowledge of an outcome with the lower value before and the higher value after.
#[derive(Clone, PartialEq, Debug)]
pub enum KnownEffect {
    /// Pairs of fights.
    Counted(Box<Evidence>),
    /// Before and after, where both are solved; the limits are bounds that hold for certain.
    Solved(Interval, Interval),
}

impl OutcomeEffect {
    /// The number of pairs it was read from; 0 when it is solved.
    #[must_use]
    pub fn n(&self) -> u64 {
        match &self.known {
            KnownEffect::Counted(evidence) => evidence.n(),
            KnownEffect::Solved(..) => 0,
        }
    }

    /// True if nothing moved: in no pair of fights, or for certain.
    fn idle(&self) -> bool {
        match &self.known {
            KnownEffect::Counted(evidence) => evidence.differ() == 0,
            KnownEffect::Solved(before, after) => {
                let moved = moved(*before, *after);
                moved.low.abs() <= NEGLIGIBLE && moved.high.abs() <= NEGLIGIBLE
            }
        }
    }
}

/// The effect of a number on every outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// The number, as `--set` takes it.
    pub path: String,
    /// Its value in the scenario.
    pub value: i64,
    /// The values that were played: a step below and a step above it, where both are allowed.
    pub between: (i64, i64),
    /// Fights on each side.
    pub fights: u64,
    /// Outcome by outcome.
    pub parts: Vec<OutcomeEffect>,
}

impl Effect {
    /// The effect of one more of it on an outcome, as a share or in the unit of the mean.
    #[must_use]
    pub fn per_one(&self, key: &str, level: Level) -> Option<Interval> {
        let part = self.parts.iter().find(|part| part.key == key)?;
        let moved = match &part.known {
            KnownEffect::Counted(evidence) => evidence.difference(level)?,
            KnownEffect::Solved(before, after) => moved(*before, *after),
        };
        let steps = (self.between.1 - self.between.0) as f64;
        Some(Interval { estimate: moved.estimate / steps, low: moved.low / steps, high: moved.high / steps })
    }

    /// An outcome with the lower value and with the higher one.
    #[must_use]
    pub fn ends(&self, key: &str, level: Level) -> Option<[Interval; 2]> {
        match &self.parts.iter().find(|part| part.key == key)?.known {
            KnownEffect::Counted(evidence) => Some([evidence.before(level)?, evidence.after(level)?]),
            KnownEffect::Solved(before, after) => Some([*before, *after]),
        }
    }

    /// True if one of the two steps was not allowed.
    #[must_use]
    pub fn one_sided(&self) -> bool {
        self.between.0 == self.value || self.between.1 == self.value
    }

    /// True if nothing moved, in any fight or for certain.
    #[must_use]
    pub fn idle(&self) -> bool {
        self.parts.iter().all(OutcomeEffect::idle)
    }
}

/// The effect of a number on every outcome that is solved with both of its values.
#[must_use]
pub fn solved(outcomes: &Outcomes, before: &[Reading], after: &[Reading]) -> Vec<OutcomeEffect> {
    let of = |readings: &[Reading], key: &str| readings.iter().find(|reading| reading.key == key)?.solved;
    let part = |outcome: &super::outcome::Outcome| {
        let (before, after) = (of(before, &outcome.key)?, of(after, &outcome.key)?);
        Some(OutcomeEffect { key: outcome.key.clone(), measure: outcome.measure, known: KnownEffect::Solved(before, after) })
    };
    outcomes.both.iter().filter_map(part).collect()
}

/// Plays fights with both values until there are enough, or until it is plain that the number does nothing. The parts are none
/// when it was interrupted before.
///
/// # Errors
/// More threads than can be started.
pub fn measure(
    pair: &dyn PlayablePair,
    outcomes: &Outcomes,
    fights: u64,
    threads: Option<u16>,
    interrupted: &AtomicBool,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Option<(u64, Vec<OutcomeEffect>)>, Failure> {
    let mut patient = Patient { outcomes, progress, fights: 0, parts: Vec::new() };
    let looks: Vec<u64> = [CULLED_AFTER].into_iter().filter(|&look| look < fights).chain([fights]).collect();
    let broken_off = pair.play(0, &looks, threads, interrupted, &mut patient)?;
    Ok((!broken_off).then_some((patient.fights, patient.parts)))
}

struct Patient<'a> {
    outcomes: &'a Outcomes,
    progress: &'a mut (dyn FnMut(u64) + Send),
    fights: u64,
    parts: Vec<OutcomeEffect>,
}

impl Audience for Patient<'_> {
    fn batch(&mut self, fights: u64) {
        (self.progress)(fights);
    }

    fn look(&mut self, tally: &PairedTally) -> bool {
        self.fights = tally.fights();
        let part = |(outcome, evidence): (&super::outcome::Outcome, Evidence)| OutcomeEffect {
            key: outcome.key.clone(),
            measure: outcome.measure,
            known: KnownEffect::Counted(Box::new(evidence)),
        };
        self.parts = self.outcomes.both.iter().zip(self.outcomes.evidence(tally)).map(part).collect();
        self.parts.iter().all(OutcomeEffect::idle)
    }
}

/// The number of one that does what one of another does: the quotient of their effects. Its limits hold however the two depend
/// on each other when each of the two intervals misses half as often as the quotient may. None where the other one may do
/// nothing at all.
#[must_use]
pub fn exchange(one: Interval, other: Interval) -> Option<Interval> {
    if other.low <= 0.0 && other.high >= 0.0 {
        return None;
    }
    let corners = [one.low / other.low, one.low / other.high, one.high / other.low, one.high / other.high];
    let (low, high) =
        (corners.iter().copied().fold(f64::INFINITY, f64::min), corners.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    Some(Interval { estimate: one.estimate / other.estimate, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::MadeUp;

    fn measured(pair: &MadeUp<impl Fn(u64) -> [crate::analysis::testing::Values; 2] + Sync>, from: i64, to: i64) -> Effect {
        let (fights, parts) = measure(pair, &pair.outcomes, 20_000, Some(1), &AtomicBool::new(false), &mut |_| {})
            .expect("it can be played")
            .expect("it is not interrupted");
        Effect { path: "book.x".into(), value: 5, between: (from, to), fights, parts }
    }

    #[test]
    fn an_effect_of_known_size_is_found_per_one() {
        // From one below to one above, a fight in ten turns to the left and every second one takes a round more.
        let made_up = MadeUp::new(|number| {
            let late = i64::from(number.is_multiple_of(2));
            let won = i64::from(!number.is_multiple_of(10));
            [[1, 3, 0, 5], [won, 3 + late, 0, 5]]
        });
        let effect = measured(&made_up, 4, 6);
        let left = effect.per_one("win(left)", Level::default()).expect("an interval");
        assert!((left.estimate - 0.05).abs() < 1e-12 && left.low < 0.05 && left.high < 0.06, "{left:?}");
        assert_eq!(effect.per_one("rounds", Level::default()).expect("an interval").estimate, 0.25);
        assert_eq!(effect.per_one("Ada.hp", Level::default()).expect("an interval").estimate, 0.0);
        assert!(!effect.idle() && effect.fights == 20_000);
        let one_sided = measured(&made_up, 5, 6);
        assert!((one_sided.per_one("win(left)", Level::default()).expect("an interval").estimate - 0.1).abs() < 1e-12);
    }

    #[test]
    fn what_does_nothing_is_not_played_to_the_end() {
        let effect = measured(&MadeUp::new(|number| [[(number % 2) as i64, 3, 0, 5]; 2]), 4, 6);
        assert!(effect.idle());
        assert_eq!(effect.fights, CULLED_AFTER);
    }

    #[test]
    fn exchange_rates_hold_for_every_pair_of_effects_inside_their_intervals() {
        let (armor, hp) = (Interval::around(0.10, 0.01), Interval::around(0.04, 0.002));
        let rate = exchange(armor, hp).expect("hit points do something");
        assert!((rate.estimate - 2.5).abs() < 1e-12);
        assert!((rate.low - 0.09 / 0.042).abs() < 1e-12 && (rate.high - 0.11 / 0.038).abs() < 1e-12, "{rate:?}");
        let against = exchange(armor, Interval::around(-0.04, 0.002)).expect("it does something");
        assert!(against.low < -2.5 && against.high > -2.9 && against.high < -2.0, "{against:?}");
        assert_eq!(exchange(armor, Interval::around(0.001, 0.002)), None);
    }
}
