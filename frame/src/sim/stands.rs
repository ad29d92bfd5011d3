//! Stands round by round: the same fights as in a run, with how everybody stands after each round.
//!
//! Owns the parallel playing of such fights, by the rules as stories and exact answers compile them, and what is counted of them: a run
//! itself pays nothing for it. Start at [`Stands::count`].

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::dice::Slot;
use crate::error::Failure;
use crate::fight::Stand;

use super::engine::Engine;
use super::layout::Layout;
use super::run::parts;
use super::state::{State, StatePlace};
use super::threads::{self, ThreadPool};

/// Fights by how somebody stands, in the order of [`Stand::ALL`].
pub type StandCounts = [u64; Stand::ALL.len()];

/// The way to play the fights of a scenario once more.
#[derive(Clone, Copy)]
pub struct Again<'a> {
    /// The scenario.
    pub loaded: &'a dyn Engine,
    /// Its layout.
    pub layout: &'a Layout,
    /// The seed.
    pub seed: u64,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// How everybody stands after each round of a fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stands {
    /// The fights that took place.
    pub fights: u64,
    /// By round, from 0, in which everybody has met: those who stood so after it, by slot.
    rounds: Vec<Vec<StandCounts>>,
    /// By round: the fights that ended in it.
    ended: Vec<u64>,
    /// By round: how everybody stood whose fight ended in it, by slot.
    left: Vec<Vec<StandCounts>>,
}

impl Stands {
    /// Nothing counted yet.
    fn new() -> Self {
        Stands { fights: 0, rounds: Vec::new(), ended: Vec::new(), left: Vec::new() }
    }

    /// Counts in how many of these fights everybody stands how after each round, in the fight of the day of this number, from 0.
    ///
    /// # Errors
    /// More threads than can be started. None when `interrupted` became true before the end.
    pub fn count(
        again: Again<'_>,
        fight: usize,
        fights: Range<u64>,
        interrupted: &AtomicBool,
    ) -> Result<Option<Self>, Failure> {
        let parts: Vec<Range<u64>> = parts(fights).collect();
        let add = |mut all: Stands, part: Range<u64>| {
            for number in part {
                if interrupted.load(Ordering::Relaxed) {
                    break;
                }
                let place = StatePlace { fight, steps: 0 };
                if let Some(state) = again.loaded.state_at(again.layout, [again.seed, number], place) {
                    all.watch(state, again.loaded.combatants().len());
                }
            }
            all
        };
        let stands = ThreadPool::new(again.threads)?.install(|| threads::sum(parts, Stands::new, add, Stands::merged));
        Ok((!interrupted.load(Ordering::Relaxed)).then_some(stands))
    }

    /// Plays a fight to its end and counts it.
    fn watch<'a>(&mut self, mut state: Box<dyn State<'a> + 'a>, combatants: usize) {
        let see = |state: &dyn State<'a>| (0..combatants).map(|slot| state.stand(Slot(slot as u8))).collect::<Vec<Stand>>();
        let (mut round, mut now) = (0, see(&*state));
        while state.step() {
            // A round is over where the next one begins; what a step has changed by then belongs to that one.
            for over in round..state.round() as usize {
                self.stood(over, &now);
            }
            round = round.max(state.round() as usize);
            now = see(&*state);
        }
        self.stood(round, &now);
        self.ended[round] += 1;
        tell(&mut self.left[round], &now);
        self.fights += 1;
    }

    /// Counts how everybody stands after a round.
    fn stood(&mut self, round: usize, now: &[Stand]) {
        let rounds = self.rounds.len().max(round + 1);
        let nobody = || vec![StandCounts::default(); now.len()];
        self.rounds.resize_with(rounds, nobody);
        self.left.resize_with(rounds, nobody);
        self.ended.resize(rounds, 0);
        tell(&mut self.rounds[round], now);
    }

    /// Both together.
    fn merged(self, other: Self) -> Self {
        let (mut longer, shorter) = if self.rounds.len() < other.rounds.len() { (other, self) } else { (self, other) };
        longer.fights += shorter.fights;
        longer.ended.iter_mut().zip(&shorter.ended).for_each(|(sum, more)| *sum += more);
        for (mine, theirs) in [(&mut longer.rounds, &shorter.rounds), (&mut longer.left, &shorter.left)] {
            for (mine, theirs) in mine.iter_mut().flatten().zip(theirs.iter().flatten()) {
                mine.iter_mut().zip(theirs).for_each(|(sum, more)| *sum += more);
            }
        }
        longer
    }

    /// The last round of the longest fight.
    #[must_use]
    pub fn last(&self) -> usize {
        self.rounds.len().saturating_sub(1)
    }

    /// The number of fights that go on after a round.
    #[must_use]
    pub fn after(&self, round: usize) -> u64 {
        self.ended.iter().skip(round + 1).sum()
    }

    /// In how many fights somebody stands how after each round, from 0; who has come to the end of a fight stands as it left it.
    #[must_use]
    pub fn of(&self, who: Slot) -> Vec<StandCounts> {
        let mut over = StandCounts::default();
        let rounds = self.rounds.iter().zip(&self.left);
        let counts = rounds.map(|(stood, left)| {
            let all = std::array::from_fn(|stand| stood[who.index()][stand] + over[stand]);
            over.iter_mut().zip(left[who.index()]).for_each(|(sum, more)| *sum += more);
            all
        });
        counts.collect()
    }
}

/// Counts one more of each.
fn tell(counts: &mut [StandCounts], now: &[Stand]) {
    counts.iter_mut().zip(now).for_each(|(counts, stand)| counts[*stand as usize] += 1);
}
