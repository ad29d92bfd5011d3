//! One variant of a scenario by itself, over any range of fight numbers.
//!
//! Owns the parallel counting of such a range, whatever the system. Variants that are played over the same numbers share their luck;
//! whoever wants to judge what was chosen by some numbers takes others: [`FRESH`] and on. Start at [`Countable`].

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::error::Failure;
use crate::rules::Rules;
use crate::tally::Tally;

use super::own::sized;
use super::pair::Arm;
use super::run::{BATCH_MOST, parts, pool};
use super::worker::{Begun, Worker};

/// The first number of fights that nothing is ever chosen by: the upper half of all numbers.
pub const FRESH: u64 = 1 << 39;

/// A scenario that can be played and counted.
pub trait Countable: Sync {
    /// Counts of no fight.
    fn empty(&self) -> Tally;

    /// Plays these fights. `progress` is told after every batch how many of them are over. None when `interrupted` became true
    /// before the end.
    ///
    /// # Errors
    /// More threads than can be started; an own metric that is too large.
    fn count(
        &self,
        fights: Range<u64>,
        threads: Option<u16>,
        interrupted: &AtomicBool,
        progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Option<Tally>, Failure>;
}

impl<R: Rules> Countable for Arm<R> {
    fn empty(&self) -> Tally {
        Tally::new(&self.layout.catalogue, self.loaded.lines.lines().len())
    }

    fn count(
        &self,
        fights: Range<u64>,
        threads: Option<u16>,
        interrupted: &AtomicBool,
        progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Option<Tally>, Failure> {
        pool(threads)?.install(|| {
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
}

impl<R: Rules> Arm<R> {
    /// Plays a batch of fights in all threads.
    fn batch(&self, fights: Range<u64>, interrupted: &AtomicBool) -> Begun {
        let worker = || Worker::new(&self.loaded, &self.layout, self.seed);
        let parts: Vec<Range<u64>> = parts(fights).collect();
        let empty = || Begun::nothing(self.empty());
        let counted = parts.into_par_iter().fold(empty, |begun, part| worker().go_on(begun, part, interrupted));
        counted.reduce_with(|sum, part| sum.and(&part)).unwrap_or_else(empty)
    }
}
