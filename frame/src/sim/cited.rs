//! Cited fights: in how many of them each rule came up, by the ids that their stories tell.
//!
//! Owns the parallel telling of such fights; a run itself pays nothing for it. Start at [`cited`].

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Failure;
use crate::fight::watch::StoryEntry;

use super::engine::Engine;
use super::layout::Layout;
use super::run::parts;
use super::story::{Story, tell};
use super::threads::{self, ThreadPool};

/// Fights by the ids of the rules that came up in them.
pub type Cited = BTreeMap<&'static str, u64>;

/// In how many of these fights each rule came up: a die was rolled for it, or a sentence told it. None when `interrupted` became true
/// before the end.
///
/// # Errors
/// More threads than can be started.
pub fn cited(
    (loaded, layout): (&dyn Engine, &Layout),
    seed: u64,
    fights: Range<u64>,
    threads: Option<u16>,
    interrupted: &AtomicBool,
) -> Result<Option<Cited>, Failure> {
    let add = |mut sum: Cited, part: Range<u64>| {
        for number in part.take_while(|_| !interrupted.load(Ordering::Relaxed)) {
            ids(&tell(loaded, layout, seed, number)).into_iter().for_each(|id| *sum.entry(id).or_default() += 1);
        }
        sum
    };
    let merge = |mut sum: Cited, part: Cited| {
        part.into_iter().for_each(|(id, fights)| *sum.entry(id).or_default() += fights);
        sum
    };
    let counted = ThreadPool::new(threads)?.install(|| threads::sum(parts(fights).collect(), Cited::new, add, merge));
    Ok((!interrupted.load(Ordering::Relaxed)).then_some(counted))
}

/// The ids of the rules that came up in a story.
fn ids(story: &Story) -> BTreeSet<&'static str> {
    let cited = story.told.iter().map(|told| match told {
        StoryEntry::Die { roll, .. } => roll.rule,
        StoryEntry::Sentence { rules, .. } => rules,
        StoryEntry::Options { .. } => "",
    });
    cited.flat_map(|rules| rules.split(", ")).filter(|id| !id.is_empty()).collect()
}
