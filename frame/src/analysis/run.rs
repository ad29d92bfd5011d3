//! Runs: one scenario, played as often as its plan says, with what became of the lines of its policies and the fights worth telling.
//!
//! Owns the plan of a run and what is found beside its counts. Playing is [`sim`](crate::sim)'s. Start at [`RunPlan`].

use std::sync::atomic::AtomicBool;

use super::chances::{CONTINUATIONS_LEAST, ChancePlan, WantedFight};
use crate::error::Failure;
use crate::fight::watch::Trace;
use crate::sim::outlook::Look;
use crate::sim::solo::Arm;
use crate::sim::stands::{Again, Stands};
use crate::sim::story::{Story, tell};
use crate::sim::traced::trace;
use crate::sim::{Done, Engine, Layout, Rows, Run, RunProgress, RunStop, notable};
use crate::tally::Tally;

/// Fights that are told at the most.
const TOLD_MOST: usize = 3;

/// The first fights whose chances are looked at for those worth telling.
const LOOKED_AHEAD: u64 = 40;
/// Fights for each whose chances are looked at, at least: looking at one takes as long as some thousand, a twentieth of these.
const FIGHTS_EACH: u64 = 25_000;

/// Fights of which lines are traced at the most: they are played once more, and more slowly.
const TRACED_MOST: u64 = 100_000;

/// The first fights of which is seen how everybody stands after each round: they are played once more, and more slowly. A share of
/// them is known to within two points.
const SEEN_MOST: u64 = 4096;

/// The plan of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunPlan {
    /// The seed.
    pub seed: u64,
    /// The point at which it has enough.
    pub stop: RunStop,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
    /// Fights in a batch; without it, as many as take a fraction of a second.
    pub batch: Option<u64>,
    /// True if the lines of policies are traced.
    pub lines: bool,
}

/// A fight worth telling.
#[derive(Debug)]
pub struct FightToTell {
    /// The reason.
    pub what: String,
    /// Its number.
    pub fight: u64,
    /// Its story; none where it is told already, or where enough others are.
    pub story: Option<Story>,
}

/// The fate of the lines of all policies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traced {
    /// The fate of each, by its number.
    pub traces: Vec<Trace>,
    /// The fights that were traced.
    pub fights: u64,
}

impl RunPlan {
    /// Plays the fights.
    ///
    /// # Errors
    /// More threads than can be started; any failure of `rows`; an interruption before the first fight was over.
    pub fn play(
        &self,
        loaded: &dyn Engine,
        layout: &Layout,
        interrupted: &AtomicBool,
        progress: impl FnMut(&RunProgress) + Send,
        rows: Option<Rows<'_>>,
    ) -> Result<Done, Failure> {
        let Self { seed, threads, batch, .. } = *self;
        Run { loaded, layout, seed, stop: self.stop.clone(), threads, batch }.go(interrupted, progress, rows)
    }

    /// Traces the lines of the policies in the first of so many fights, where the plan says so. None when interrupted.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn trace(
        &self,
        loaded: &dyn Engine,
        layout: &Layout,
        fights: u64,
        interrupted: &AtomicBool,
    ) -> Result<Option<Traced>, Failure> {
        if !self.lines {
            return Ok(None);
        }
        let fights = fights.min(TRACED_MOST);
        let traces = trace(loaded, layout, self.seed, 0..fights, self.threads, interrupted)?;
        Ok(traces.map(|traces| Traced { traces, fights }))
    }

    /// How everybody stands after each round, in the first of so many fights, for each fight of the day. None when interrupted.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn stands(
        &self,
        loaded: &dyn Engine,
        layout: &Layout,
        fights: u64,
        interrupted: &AtomicBool,
    ) -> Result<Option<Vec<Stands>>, Failure> {
        let again = Again { loaded, layout, seed: self.seed, threads: self.threads };
        // A fight of a day is come to by those before it.
        let fights = fights.min(SEEN_MOST / layout.fights().max(1) as u64);
        let count = |fight| Stands::count(again, fight, 0..fights, interrupted);
        (0..layout.fights()).map(count).collect()
    }

    /// Of the first fights, by their chances: the biggest comeback, the closest and the earliest decided one. None of a run that is too short to
    /// look ahead in so many by the way, or when interrupted.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn look_ahead<E: Engine + ?Sized>(
        &self,
        arm: &Arm<E>,
        fights: u64,
        interrupted: &AtomicBool,
    ) -> Result<Vec<FightToTell>, Failure> {
        if fights < LOOKED_AHEAD * FIGHTS_EACH {
            return Ok(Vec::new());
        }
        let look = Look { fight: 0, fights: 0..LOOKED_AHEAD, threads: self.threads };
        let plan = ChancePlan { look, continuations: CONTINUATIONS_LEAST, turns: false };
        let found = plan.play(arm, interrupted, &mut |_| {})?;
        let of = |wanted| found.remarkable(wanted).into_iter().next();
        let noted = [WantedFight::Comeback, WantedFight::Close, WantedFight::Decided].into_iter().filter_map(of);
        let told = |noted: super::chances::NotedFight| FightToTell {
            what: format!("{} of the first {LOOKED_AHEAD}: {}", noted.what, noted.why),
            fight: noted.number,
            story: None,
        };
        Ok(noted.map(told).collect())
    }

    /// The fights worth telling, some of them told; a fight that is notable twice is told once. None of them when interrupted.
    pub fn note(&self, loaded: &dyn Engine, layout: &Layout, tally: &Tally, interrupted: &AtomicBool) -> Vec<FightToTell> {
        let mut told: Vec<u64> = Vec::new();
        let note = |found: crate::sim::Notable| {
            let new = told.len() < TOLD_MOST && !told.contains(&found.fight);
            told.extend(new.then_some(found.fight));
            let story = new.then(|| tell(loaded, layout, self.seed, found.fight));
            FightToTell { what: found.what, fight: found.fight, story }
        };
        notable(loaded, layout, self.seed, tally, interrupted).into_iter().map(note).collect()
    }
}
