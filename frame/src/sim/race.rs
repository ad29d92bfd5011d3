//! Races: many variants of a scenario over the same fights, and of each fight of each variant whether it went as somebody wants it.
//!
//! Owns the parallel playing of many variants at once. What a fight came to is kept fight by fight, so that any two variants can be
//! compared pair by pair, and no variant is ever played twice over the same fights. Who wins a race is none of its business. Start at
//! [`Race::play`].

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Failure;

use super::engine::Engine;
use super::question::FightQuestion;
use super::solo::Arm;
use super::threads::{self, ThreadPool};

/// Fights that one thread plays at a time.
const PART: u64 = 256;

/// A variant that takes part.
pub struct Runner<E: Engine + ?Sized> {
    /// The variant.
    pub arm: Arm<E>,
    /// The condition of a fight that goes as it is wanted.
    pub wanted: FightQuestion,
}

/// Threads that play races.
pub struct Race {
    pool: ThreadPool,
}

impl Race {
    /// A race of so many threads; without a number, one per core.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn new(threads: Option<u16>) -> Result<Self, Failure> {
        Ok(Race { pool: ThreadPool::new(threads)? })
    }

    /// Does something with each of these in all threads; what comes of it stands in their order.
    pub fn each<T: Send, U: Send>(&self, all: Vec<T>, work: impl Fn(T) -> U + Sync + Send) -> Vec<U> {
        self.pool.install(|| threads::map(all, work))
    }

    /// Plays these fights with every runner: of each, fight by fight, whether it went as wanted. None when `interrupted` became true before
    /// the end.
    pub fn play<E: Engine + ?Sized>(
        &self,
        runners: &[&Runner<E>],
        fights: Range<u64>,
        interrupted: &AtomicBool,
    ) -> Option<Vec<Vec<bool>>> {
        let starts = || (fights.start..fights.end).step_by(PART as usize);
        let parts: Vec<(usize, u64)> = (0..runners.len()).flat_map(|runner| starts().map(move |from| (runner, from))).collect();
        let played = self.each(parts, |(runner, from)| {
            let Runner { arm, wanted } = runners[runner];
            let mut player = arm.player();
            let numbers = (from..fights.end.min(from + PART)).take_while(|_| !interrupted.load(Ordering::Relaxed));
            let went: Vec<bool> = numbers.map(|number| wanted.holds(player.play(number)) == Some(true)).collect();
            (runner, went)
        });
        if interrupted.load(Ordering::Relaxed) {
            return None;
        }
        let mut all = vec![Vec::with_capacity((fights.end - fights.start) as usize); runners.len()];
        played.into_iter().for_each(|(runner, went)| all[runner].extend(went));
        Some(all)
    }
}
