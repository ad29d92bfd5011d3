//! The story of one fight: the same fight as in a run, with every die and sentence kept.

use std::collections::BTreeMap;

use crate::dice::{AnyDice, Slot, TurnedDie, TurnedStreams};
use crate::error::Failure;
use crate::fight::watch::StoryEntry;
use crate::fight::{AnyWatch, Counting, Narrating, Table};
use crate::rules::{Loaded, Rules};

use super::day;
use super::engine::Engine;
use super::layout::Layout;
use super::threads::{self, ThreadPool};

/// A fight that has been told.
#[derive(Debug)]
pub struct Story {
    /// The events, in order.
    pub told: Vec<StoryEntry>,
    /// Its values, one per metric, the same as in a run.
    pub values: Vec<i64>,
    /// The number of dice that were rolled.
    pub dice: usize,
    /// The fate of the dice that were to show another face.
    pub turns: Vec<TurnedDie>,
    /// By step of all fights of the day, one after the other: the number of events before it began.
    pub steps: Vec<usize>,
}

/// A way to tell a fight.
#[derive(Clone, Debug, Default)]
pub struct Telling {
    /// The other faces that dice show, by the numbers of the dice, from 1.
    pub faces: BTreeMap<usize, u32>,
    /// True if it is told what else everybody could have done.
    pub options: bool,
    /// True if it is told which questions of yes or no everybody was asked.
    pub questions: bool,
}

/// Tells the fight of this number.
pub fn tell(loaded: &dyn Engine, layout: &Layout, seed: u64, number: u64) -> Story {
    loaded.tell(layout, seed, number, Telling::default())
}

/// Tells the fight of this seed and number of one system.
pub(super) fn told<R: Rules>(loaded: &Loaded<R>, layout: &Layout, seed: u64, number: u64, telling: Telling) -> Story {
    let Telling { faces, options, questions } = telling;
    let counting = Counting::new(loaded.combatants.len(), loaded.rules.counters(), loaded.lines.lines().len());
    let mut dice = loaded.streams(seed);
    dice.begin(number);
    let dice = AnyDice::Turned(TurnedStreams::new(dice, faces));
    let names = loaded.combatants.iter().map(|entry| entry.name.clone()).collect();
    let mut narrating = Narrating::new(counting, names).asking(&layout.caused.causes);
    (narrating.weighs, narrating.wonders) = (options, questions);
    let mut table = Table { dice, watch: AnyWatch::Narrating(narrating) };
    let mut fight = loaded.rules.blank();
    let metrics = layout.catalogue.metrics.len();
    let mut values = vec![0; metrics + layout.block];
    day::play(loaded, layout, &mut fight, &mut table, &mut values);
    values.truncate(metrics);
    let (dice, turns) = match table.dice {
        AnyDice::Turned(turned) => (turned.rolled(), turned.turns),
        _ => (0, Vec::new()),
    };
    let (told, steps) = match table.watch {
        AnyWatch::Narrating(narrating) => (narrating.story, narrating.steps),
        _ => (Vec::new(), Vec::new()),
    };
    Story { told, values, dice, turns, steps }
}

/// The stories of a scenario's fights, to be looked through.
pub struct Stories<'a> {
    /// The scenario.
    pub loaded: &'a dyn Engine,
    /// The layout by which its fights are measured.
    pub layout: &'a Layout,
    /// The seed.
    pub seed: u64,
    /// Threads; without it, one per core. Nothing depends on them.
    pub threads: Option<u16>,
}

impl Stories<'_> {
    /// For each fight of these numbers true if its story is one that is looked for. They are told in parallel.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn among(&self, numbers: &[u64], is_sought: impl Fn(Story) -> bool + Sync) -> Result<Vec<bool>, Failure> {
        let found = |number: u64| is_sought(tell(self.loaded, self.layout, self.seed, number));
        Ok(ThreadPool::new(self.threads)?.install(|| threads::map(numbers.to_vec(), found)))
    }
}

/// The name of whoever rolled.
pub fn roller(loaded: &dyn Engine, who: Slot) -> &str {
    loaded.combatants().get(who.index()).map_or("the game master", |entry| entry.name.as_str())
}
