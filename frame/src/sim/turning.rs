//! Dice in the middle of a step: how a fight of a run may still end when some dice of a step have fallen and the others have not.
//!
//! A state stands between two steps; what stands between two dice of one is reached by playing the step again, with the dice that have
//! fallen as they fell and all others fresh. Owns nothing but that. Start at [`after_dice`].

use std::collections::BTreeMap;
use std::ops::Range;

use crate::dice::key::mix;
use crate::error::Failure;

use super::engine::Engine;
use super::layout::Layout;
use super::state::{DiceAhead, State, StatePlace};
use super::threads::{self, ThreadPool};

/// Tells the luck of these continuations from all other.
const TURNING: u64 = 0x07D1_CE07;

/// Dice of a step that have fallen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fallen {
    /// Steps of the fight that are over.
    pub steps: usize,
    /// The faces of the first dice of the next one.
    pub faces: Vec<u32>,
}

/// A fight of a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Which {
    /// The seed.
    pub seed: u64,
    /// The number.
    pub number: u64,
    /// The fight of the day, from 0.
    pub fight: usize,
    /// Threads; without it, one per core. Nothing depends on them.
    pub threads: Option<u16>,
}

/// How a fight goes on from each of these, so many times each: by the [value of the winner](crate::fight::Ending::winner), how often it ends so.
///
/// # Errors
/// More threads than can be started.
///
/// # Panics
/// A fight that does not take place, or steps that it does not have.
pub fn after_dice(
    engine: &dyn Engine,
    layout: &Layout,
    which: Which,
    fallen: &[Fallen],
    continuations: Range<u32>,
) -> Result<Vec<Vec<u32>>, Failure> {
    let Which { seed, number, fight, threads } = which;
    let mut state = engine.state_at(layout, [seed, number], StatePlace { fight, steps: 0 }).expect("the fight takes place");
    let mut states: BTreeMap<usize, Box<dyn State<'_> + '_>> = BTreeMap::new();
    let last = fallen.iter().map(|one| one.steps).max().unwrap_or(0);
    for steps in 0..=last {
        if fallen.iter().any(|one| one.steps == steps) {
            states.insert(steps, state.copied());
        }
        state.step();
    }
    let parts = fallen.iter().map(|one| (states[&one.steps].copied(), one)).collect();
    let sides = engine.sides().len();
    let work = |(state, one): (Box<dyn State<'_> + '_>, &Fallen)| {
        let mut counts = vec![0; sides + 2];
        let seed =
            mix(mix(seed ^ TURNING) ^ mix(number)) ^ mix((one.steps as u64) << 32 | one.faces.len() as u64) ^ fight as u64;
        for continuation in continuations.clone() {
            let mut state = state.copied();
            let faces = (1..).zip(one.faces.iter().copied()).collect();
            state.go_on_by(DiceAhead { fresh: Some((seed, continuation.into())), faces });
            while state.step() {}
            if let Some(ending) = state.ending() {
                counts[ending.winner(sides) as usize] += 1;
            }
        }
        counts
    };
    Ok(ThreadPool::new(threads)?.install(|| threads::map(parts, work)))
}
