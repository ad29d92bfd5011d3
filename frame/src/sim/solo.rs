//! One variant of a scenario by itself, over any range of fight numbers.
//!
//! Owns a variant as it is played, and the parallel counting of such a range. Variants that are played over the same numbers share their luck;
//! whoever wants to judge what was chosen by some numbers takes others: [`FRESH`] and on. Start at [`Arm::count`].

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Failure;
use crate::tally::Tally;

use super::engine::Engine;
use super::layout::Layout;
use super::own::sized;
use super::run::{BATCH_MOST, parts};
use super::threads::{self, ThreadPool};
use super::worker::{BegunFights, Player};

/// The first number of fights that nothing is ever chosen by: the upper half of all numbers.
pub const FRESH: u64 = 1 << 39;

/// A variant of a scenario: its fights, what is measured in them, and their luck.
pub struct Arm<E: Engine + ?Sized> {
    /// The scenario.
    pub loaded: Arc<E>,
    /// Its layout.
    pub layout: Layout,
    /// The seed; the same on both sides of a comparison, unless chance alone is to make a difference.
    pub seed: u64,
}

impl<E: Engine + ?Sized> Arm<E> {
    /// Counts of no fight.
    #[must_use]
    pub fn empty(&self) -> Tally {
        Tally::new(&self.layout.catalogue, self.loaded.lines().lines().len())
    }

    /// Returns somebody who plays fights of this variant.
    pub(super) fn player(&self) -> Box<dyn Player + '_> {
        self.loaded.player(&self.layout, self.seed)
    }

    /// Plays these fights. `progress` is told after every batch how many of them are over. None when `interrupted` became true
    /// before the end.
    ///
    /// # Errors
    /// More threads than can be started; an own metric that is too large.
    pub fn count(
        &self,
        fights: Range<u64>,
        threads: Option<u16>,
        interrupted: &AtomicBool,
        progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Option<Tally>, Failure> {
        ThreadPool::new(threads)?.install(|| {
            let mut tally = self.empty();
            while fights.start + tally.fights() < fights.end {
                if interrupted.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let from = fights.start + tally.fights();
                let counted = self.batch(from..fights.end.min(from + BATCH_MOST / 16), interrupted);
                if !counted.whole {
                    return Ok(None);
                }
                tally.merge(&counted.tally);
                progress(tally.fights());
            }
            sized(&self.layout.catalogue, |metric| tally.extremes(metric))?;
            Ok(Some(tally))
        })
    }

    /// Plays a batch of fights in all threads.
    fn batch(&self, fights: Range<u64>, interrupted: &AtomicBool) -> BegunFights {
        let parts: Vec<Range<u64>> = parts(fights).collect();
        let empty = || BegunFights::nothing(self.empty());
        let play = |begun: BegunFights, part| begun.played(&mut *self.player(), part, interrupted);
        threads::sum(parts, empty, play, |sum, part| sum.and(&part))
    }
}
