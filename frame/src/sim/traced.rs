//! Traced fights: the same fights as in a run, with what became of every line of every policy.
//!
//! Owns the parallel playing of such fights, by the rules as stories and exact answers compile them: a run itself pays nothing for
//! it. Start at [`trace`].

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::dice::AnyDice;
use crate::error::Failure;
use crate::fight::watch::{Trace, Tracing};
use crate::fight::{AnyWatch, Counting, Table};
use crate::rules::{Loaded, Rules};

use super::day;
use super::engine::Engine;
use super::layout::Layout;
use super::run::parts;
use super::threads::{self, ThreadPool};

/// The fate of each line of the policies in these fights, by its number.
///
/// # Errors
/// More threads than can be started. None when `interrupted` became true before the end.
pub fn trace(
    loaded: &dyn Engine,
    layout: &Layout,
    seed: u64,
    fights: Range<u64>,
    threads: Option<u16>,
    interrupted: &AtomicBool,
) -> Result<Option<Vec<Trace>>, Failure> {
    let parts: Vec<Range<u64>> = parts(fights).collect();
    let nothing = || vec![Trace::default(); loaded.lines().lines().len()];
    let add = |all, part: Range<u64>| sum(all, loaded.trace(layout, seed, part, interrupted));
    let traces = ThreadPool::new(threads)?.install(|| threads::sum(parts, nothing, add, sum));
    Ok((!interrupted.load(Ordering::Relaxed)).then_some(traces))
}

/// Adds traces, one by one.
fn sum(mut all: Vec<Trace>, more: Vec<Trace>) -> Vec<Trace> {
    all.iter_mut().zip(more).for_each(|(sum, trace)| sum.add(trace));
    all
}

/// Traces some of the fights of one system in one thread.
pub(super) fn part_of<R: Rules>(
    loaded: &Loaded<R>,
    layout: &Layout,
    seed: u64,
    fights: Range<u64>,
    interrupted: &AtomicBool,
) -> Vec<Trace> {
    let counting = Counting::new(loaded.combatants.len(), loaded.rules.counters(), loaded.lines.lines().len());
    let dice = AnyDice::Streams(loaded.streams(seed));
    let mut table = Table { dice, watch: AnyWatch::Tracing(Tracing::new(counting)) };
    let mut fight = loaded.rules.blank();
    let mut values = vec![0; layout.catalogue.metrics.len() + layout.block];
    for number in fights {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        if let AnyDice::Streams(streams) = &mut table.dice {
            streams.begin(number);
        }
        day::play(loaded, layout, &mut fight, &mut table, &mut values);
    }
    match table.watch {
        AnyWatch::Tracing(tracing) => tracing.traces,
        _ => Vec::new(),
    }
}
