//! Studies of several scenarios: what the same things do in each of them.
//!
//! Owns what is known of a thing in a scenario, and the outcome that a scenario is looked at by. What is tried is for
//! [`sweep`](super::sweep), [`sensitivity`](super::sensitivity) and [`knockout`](super::knockout). Start at [`ManyFound`].

use crate::stats::{Interval, Level};

use super::compare::OutcomeVerdict;
use super::variant::VariantSource;

/// A scenario and the outcome that it is looked at by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Looked {
    /// The name.
    pub name: String,
    /// The outcome: `win(party)`.
    pub key: String,
    /// The unit of a mean; none of a share.
    pub unit: Option<String>,
}

/// A scenario of a study, with what makes its variants.
#[derive(Clone, Copy)]
pub struct LookedAt<'a> {
    /// The scenario.
    pub looked: &'a Looked,
    /// Its variants.
    pub source: &'a dyn VariantSource,
}

/// What a thing does in a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct EffectThere {
    /// The difference that it makes to the outcome, or the outcome itself where a value is varied.
    pub interval: Option<Interval>,
    /// The same at a level at which those of all scenarios and values hold together, where a value is varied.
    pub together: Option<Interval>,
    /// The verdict on it; none where a value is varied.
    pub word: Option<OutcomeVerdict>,
    /// The number of other outcomes that are seen to move.
    pub others: usize,
    /// Fights that were played on each side.
    pub fights: u64,
}

impl EffectThere {
    /// True if the outcome is seen to move.
    #[must_use]
    pub fn seen(&self) -> bool {
        self.word.is_some_and(OutcomeVerdict::is_seen_to_move)
    }

    /// The size of the difference; 0 where it is not seen.
    #[must_use]
    pub fn size(&self) -> f64 {
        if self.seen() { self.interval.map_or(0.0, |interval| interval.estimate.abs()) } else { 0.0 }
    }
}

/// A thing that was tried in a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Tried<T> {
    /// The thing.
    pub thing: T,
    /// The place of the scenario.
    pub scenario: usize,
    /// What it does there.
    pub effect: EffectThere,
}

/// What was found of all things in all scenarios.
#[derive(Clone, PartialEq, Debug)]
pub struct ManyFound<T> {
    /// Everything that was tried, in the order of the things.
    pub tried: Vec<Tried<T>>,
    /// What could not be tried, and why.
    pub refused: Vec<(String, String)>,
    /// The level of each interval.
    pub level: Level,
    /// True if it was broken off.
    pub interrupted: bool,
}
