//! Pairs: the same fights played before and after a change, with the same luck.
//!
//! Owns the parallel playing of two variants of a scenario, fight number by fight number. Both sides take their dice from the same seed
//! and number, and streams belong to combatants by name: whatever the change does not touch rolls the same. Must not judge:
//! at each look the counts are handed out, and whoever gets them says whether they are enough. Start at [`Pair`].

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Failure;
use crate::tally::{Joint, MatchedMetric, Matching, PairedTally, Shifts};

use super::engine::Engine;
use super::own::sized;
use super::run::{BATCH_MOST, parts};
use super::solo::Arm;
use super::story::Telling;
use super::threads::{self, ThreadPool};

/// Two variants of a scenario.
pub struct Pair<E: Engine + ?Sized> {
    /// Without the change.
    pub before: Arm<E>,
    /// With it.
    pub after: Arm<E>,
    /// The metrics that are compared.
    pub matching: Matching,
}

/// The audience of a pair that is played.
pub trait Audience: Send {
    /// A batch is over; so many fights have been played by now.
    fn batch(&mut self, fights: u64);

    /// The counts at a look: whether they are enough.
    fn look(&mut self, tally: &PairedTally) -> bool;
}

/// A pair that can be played.
pub trait PlayablePair: Sync {
    /// The metrics that are compared.
    fn matching(&self) -> &Matching;

    /// Plays fights `from`, `from + 1` ... on both sides, up to the last of the ascending `looks`, which are numbers of fights
    /// too, or until the audience has seen enough. Returns whether `interrupted` became true before that; what was played since
    /// the last look is lost then.
    ///
    /// # Errors
    /// More threads than can be started; an own metric that is too large.
    fn play(
        &self,
        from: u64,
        looks: &[u64],
        threads: Option<u16>,
        interrupted: &AtomicBool,
        audience: &mut dyn Audience,
    ) -> Result<bool, Failure>;

    /// Tells the first `fights` fights on both sides and returns how many of them are told otherwise: by a die, a sentence or the
    /// order of them. None where the fights cannot be told anew.
    ///
    /// # Errors
    /// More threads than can be started.
    fn told_otherwise(&self, _fights: u64, _threads: Option<u16>) -> Result<Option<u64>, Failure> {
        Ok(None)
    }
}

impl<E: Engine + ?Sized> PlayablePair for Pair<E> {
    fn matching(&self) -> &Matching {
        &self.matching
    }

    fn play(
        &self,
        from: u64,
        looks: &[u64],
        threads: Option<u16>,
        interrupted: &AtomicBool,
        audience: &mut dyn Audience,
    ) -> Result<bool, Failure> {
        ThreadPool::new(threads)?.install(|| self.batches(from, looks, interrupted, audience))
    }

    fn told_otherwise(&self, fights: u64, threads: Option<u16>) -> Result<Option<u64>, Failure> {
        let told = |arm: &Arm<E>, number| arm.loaded.tell(&arm.layout, arm.seed, number, Telling::default()).told;
        let differs = |number: &u64| told(&self.before, *number) != told(&self.after, *number);
        let add = |count, part: Range<u64>| count + part.filter(differs).count() as u64;
        let parts = parts(0..fights).collect();
        Ok(Some(ThreadPool::new(threads)?.install(|| threads::sum(parts, || 0, add, |sum, part| sum + part))))
    }
}

/// A pair that has been played: the counts of the fights before the first look, between the first and the second, and so on.
pub struct Recalled {
    /// The metrics that are compared.
    pub matching: Matching,
    /// The counts.
    pub stretches: Vec<PairedTally>,
}

impl PlayablePair for Recalled {
    fn matching(&self) -> &Matching {
        &self.matching
    }

    /// `looks` have to be those that the counts were made for, and `from` is 0.
    fn play(
        &self,
        _from: u64,
        looks: &[u64],
        _threads: Option<u16>,
        _interrupted: &AtomicBool,
        audience: &mut dyn Audience,
    ) -> Result<bool, Failure> {
        let mut tally = PairedTally::new(&self.matching);
        for (&look, stretch) in looks.iter().zip(&self.stretches) {
            tally.merge(stretch);
            audience.batch(look);
            if audience.look(&tally) {
                break;
            }
        }
        Ok(false)
    }
}

impl<E: Engine + ?Sized> Pair<E> {
    /// Plays pairs from one look to the next, until the audience has seen enough; true if it was interrupted.
    ///
    /// # Errors
    /// An own metric that is too large.
    fn batches(
        &self,
        first: u64,
        looks: &[u64],
        interrupted: &AtomicBool,
        audience: &mut dyn Audience,
    ) -> Result<bool, Failure> {
        let mut tally = PairedTally::new(&self.matching);
        for &look in looks {
            while first + tally.fights() < look {
                if interrupted.load(Ordering::Relaxed) {
                    return Ok(true);
                }
                let from = first + tally.fights();
                let counted = self.counts(from..look.min(from + BATCH_MOST), interrupted);
                // Fights of a batch that was broken off belong to no look.
                if interrupted.load(Ordering::Relaxed) {
                    return Ok(true);
                }
                tally.merge(&counted);
                audience.batch(tally.fights());
            }
            self.sized(&tally)?;
            if audience.look(&tally) {
                break;
            }
        }
        Ok(false)
    }

    /// Refuses own metrics that are too large, on either side.
    fn sized(&self, tally: &PairedTally) -> Result<(), Failure> {
        let at = |wanted: &dyn Fn(&MatchedMetric) -> bool| self.matching.matched.iter().position(wanted);
        let ends = |counts: Vec<(i64, u64)>| Some([counts.first()?.0, counts.last()?.0]);
        let side = |place: Option<usize>, of: fn(&Shifts) -> Vec<(i64, u64)>| match tally.joint(place?) {
            Joint::Shifts(shifts) => ends(of(shifts)),
            Joint::Labels(_) => None,
        };
        sized(&self.before.layout.catalogue, |metric| side(at(&|one| one.before == metric), Shifts::before))?;
        sized(&self.after.layout.catalogue, |metric| side(at(&|one| one.after == metric), Shifts::after))
    }

    /// Counts a batch in parallel, or some of it when interrupted.
    fn counts(&self, fights: Range<u64>, interrupted: &AtomicBool) -> PairedTally {
        let parts: Vec<Range<u64>> = parts(fights).collect();
        let empty = || PairedTally::new(&self.matching);
        let add = |tally, part| self.part(tally, part, interrupted);
        threads::sum(parts, empty, add, |mut sum, part| {
            sum.merge(&part);
            sum
        })
    }

    /// Plays some of the pairs in one thread.
    fn part(&self, mut tally: PairedTally, numbers: Range<u64>, interrupted: &AtomicBool) -> PairedTally {
        let (mut before, mut after) = (self.before.player(), self.after.player());
        for number in numbers {
            if interrupted.load(Ordering::Relaxed) {
                break;
            }
            tally.record(&self.matching, number, before.play(number), after.play(number));
        }
        tally
    }
}
