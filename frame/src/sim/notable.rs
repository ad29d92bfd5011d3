//! Notable fights: numbers of fights that are worth a replay.
//!
//! Owns the choice: a typical one, extremes, and an example of each ending, among the first fights of a run.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::fight::{ABSENT, Catalogue, Scale};
use crate::tally::Tally;

use super::engine::Engine;
use super::layout::Layout;

/// The number of fights that are looked through at the most.
const LOOKED_THROUGH: u64 = 20_000;

/// The name of the typical fight.
pub const TYPICAL: &str = "a typical fight";

/// A fight worth a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notable {
    /// The reason.
    pub what: String,
    /// Its number.
    pub fight: u64,
}

/// Notable ones among the first fights of a run; none when interrupted.
pub fn notable(loaded: &dyn Engine, layout: &Layout, seed: u64, tally: &Tally, interrupted: &AtomicBool) -> Vec<Notable> {
    let catalogue = &layout.catalogue;
    let fights = tally.fights().min(LOOKED_THROUGH);
    let mut player = loaded.player(layout, seed);
    let keyed = |suffix: &str| catalogue.metrics.iter().position(|metric| metric.key.ends_with(suffix));
    let (Some(winner), Some(rounds)) = (keyed("winner"), keyed("rounds")) else { return Vec::new() };
    let (usual, median) = (mode(tally, winner), median(tally, rounds));
    let labels = labels(catalogue, winner);
    let mut typical = None;
    let mut shortest: Option<(i64, u64)> = None;
    let mut longest: Option<(i64, u64)> = None;
    let mut endings: Vec<Option<u64>> = vec![None; labels.len()];
    for number in 0..fights {
        if interrupted.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let values = player.play(number);
        let (won, took) = (values[winner], values[rounds]);
        if won == ABSENT {
            continue;
        }
        if typical.is_none() && won == usual && took == median {
            typical = Some(number);
        }
        if shortest.is_none_or(|(least, _)| took < least) {
            shortest = Some((took, number));
        }
        if longest.is_none_or(|(most, _)| took > most) {
            longest = Some((took, number));
        }
        if let Some(ending) = usize::try_from(won).ok().and_then(|won| endings.get_mut(won)) {
            ending.get_or_insert(number);
        }
    }
    let mut found = Vec::new();
    let mut add = |what: String, fight: Option<u64>| found.extend(fight.map(|fight| Notable { what, fight }));
    add(TYPICAL.into(), typical);
    add("the shortest".into(), shortest.map(|(_, number)| number));
    add("the longest".into(), longest.map(|(_, number)| number));
    for (label, ending) in labels.iter().zip(endings) {
        let what = if label == "draw" || label == "timeout" { format!("a {label}") } else { format!("a victory of {label}") };
        add(what, ending);
    }
    found
}

/// Returns the labels of a metric by category; none of others.
fn labels(catalogue: &Catalogue, metric: usize) -> Vec<String> {
    match &catalogue.metrics[metric].scale {
        Scale::Category(labels) => labels.clone(),
        _ => Vec::new(),
    }
}

/// Returns the most frequent value.
fn mode(tally: &Tally, metric: usize) -> i64 {
    tally.counts(metric).into_iter().max_by_key(|(_, count)| *count).map_or(0, |(value, _)| value)
}

/// Returns the value in the middle.
fn median(tally: &Tally, metric: usize) -> i64 {
    let half = tally.n(metric) / 2;
    let mut below = 0;
    for (value, count) in tally.counts(metric) {
        below += count;
        if below > half {
            return value;
        }
    }
    0
}
