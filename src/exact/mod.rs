//! Exact answers: the same rules code, driven through every outcome of its dice.
//!
//! Owns the solver: from each state every outcome of one step is walked, and states that will go on alike are merged, step by
//! step. It measures the size of what it explores and gives up with that size rather than with the machine's memory or time.
//! Start at [`solve`].

use std::collections::BTreeMap;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use crate::dice::Enumerator;
use crate::fight::day::Leg;
use crate::fight::{Counts, Ending, Progress, Silent, Table};
use crate::rules::{Loaded, Rules};

/// Paths less probable than this are cut; their mass is reported as unresolved.
const FLOOR: f64 = 1e-15;
/// Fights that go on with less than this in all are left unresolved too.
const TAIL: f64 = 1e-13;

/// How much the solver may explore.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Most states at one time.
    pub states: usize,
    /// Most outcomes of dice in all.
    pub outcomes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { states: 1_000_000, outcomes: 300_000_000 }
    }
}

/// The size of what was explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Most states at one time.
    pub states: usize,
    /// Outcomes of dice in all.
    pub outcomes: u64,
    /// The last round that was reached.
    pub round: u32,
}

/// Exact distributions of everything that can be read off the end of a fight.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Probability of each value, per metric of the state, in the order of the catalogue.
    pub metrics: Vec<BTreeMap<i64, f64>>,
    /// Probability of all that was not followed to its end; every other number is short by at most this.
    pub unresolved: f64,
    /// What was explored.
    pub size: Size,
}

/// Why there is no exact answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// The scenario is a day of several fights or rests.
    Day,
    /// There are too many states or outcomes; how far it came, and the probability of fights that had ended by then.
    TooLarge(Size, f64),
}

/// The masses of states that go on, each state once.
type Layer<F> = IndexMap<F, f64, FixedState>;

struct Solver<'a, R: Rules> {
    rules: &'a R,
    limits: Limits,
    dice: Enumerator,
    /// The state that steps are played on, so that merging allocates nothing.
    scratch: R::Fight,
    counts: Counts,
    values: Vec<i64>,
    solved: Solved,
    ended: f64,
}

/// Solves a scenario of one fight.
///
/// # Errors
/// When it is a day, or too large for `limits`.
pub fn solve<R: Rules>(loaded: &Loaded<R>, limits: Limits) -> Result<Solved, Refusal> {
    let [Leg::Fight(sides)] = loaded.legs[..] else { return Err(Refusal::Day) };
    let rules = &loaded.rules;
    let metrics = rules.metrics_of_state();
    let mut solver = Solver {
        rules,
        limits,
        dice: Enumerator::default(),
        scratch: rules.blank(),
        counts: Counts::new(loaded.combatants.len(), rules.counters()),
        values: vec![0; rules.catalogue().metrics.len()],
        solved: Solved { metrics: vec![BTreeMap::new(); metrics], unresolved: 0.0, size: Size::default() },
        ended: 0.0,
    };
    let mut layer = Layer::default();
    let begin = |fight: &mut R::Fight, table: &mut Table<&mut Enumerator, Silent>| {
        rules.open(fight, table);
        rules.meet(sides, fight, table).map_or(Progress::Round, Progress::Over)
    };
    solver.expand(&rules.blank(), 1.0, begin, &mut layer)?;
    solver.run(layer)?;
    Ok(solver.solved)
}

impl<R: Rules> Solver<'_, R> {
    /// Step by step until everything has ended, or what goes on does not matter any more.
    fn run(&mut self, mut layer: Layer<R::Fight>) -> Result<(), Refusal> {
        while !layer.is_empty() {
            let going_on: f64 = layer.values().sum();
            if going_on < TAIL {
                self.solved.unresolved += going_on;
                return Ok(());
            }
            let mut next = Layer::default();
            for (fight, mass) in &layer {
                self.solved.size.round = self.solved.size.round.max(self.rules.round(fight));
                self.expand(fight, *mass, |fight, table| self.rules.step(fight, table), &mut next)?;
            }
            layer = next;
        }
        Ok(())
    }

    /// All outcomes of `play` from one state: those that end are measured, those that go on are merged into `next`.
    fn expand(
        &mut self,
        from: &R::Fight,
        mass: f64,
        play: impl Fn(&mut R::Fight, &mut Table<&mut Enumerator, Silent>) -> Progress,
        next: &mut Layer<R::Fight>,
    ) -> Result<(), Refusal> {
        let mut dice = std::mem::take(&mut self.dice);
        let mut fight = std::mem::replace(&mut self.scratch, self.rules.blank());
        let left = self.limits.outcomes - self.solved.size.outcomes;
        let mut step = |dice: &mut Enumerator, fight: &mut R::Fight| {
            fight.clone_from(from);
            play(fight, &mut Table { dice, watch: Silent })
        };
        let explored = dice.explore(left, FLOOR / mass, &mut fight, &mut step, |fight, progress, probability| match progress {
            Progress::Over(ending) => self.end(fight, ending, mass * probability),
            Progress::Turn | Progress::Round => {
                self.rules.canonical(fight);
                match next.get_mut(fight) {
                    Some(sum) => *sum += mass * probability,
                    None => {
                        next.insert(fight.clone(), mass * probability);
                    }
                }
            }
        });
        self.scratch = fight;
        self.dice = dice;
        let size = &mut self.solved.size;
        size.states = size.states.max(next.len());
        match explored {
            Some((outcomes, unresolved)) if next.len() <= self.limits.states => {
                size.outcomes += outcomes;
                self.solved.unresolved += mass * unresolved;
                Ok(())
            }
            explored => {
                size.outcomes = explored.map_or(self.limits.outcomes, |(outcomes, _)| size.outcomes + outcomes);
                Err(Refusal::TooLarge(*size, self.ended))
            }
        }
    }

    /// Measures a fight that has ended.
    fn end(&mut self, fight: &R::Fight, ending: Ending, mass: f64) {
        self.ended += mass;
        self.rules.measure(fight, &self.counts, ending, &mut self.values);
        for (distribution, &value) in self.solved.metrics.iter_mut().zip(&self.values) {
            if value != crate::fight::ABSENT {
                *distribution.entry(value).or_default() += mass;
            }
        }
    }
}

impl Solved {
    /// Probability that a metric has a value (`share` of all fights, not only of those that have one).
    #[must_use]
    pub fn chance(&self, metric: usize, value: i64) -> f64 {
        self.metrics[metric].get(&value).copied().unwrap_or(0.0)
    }

    /// Mean and standard deviation of a metric over the fights that have a value.
    #[must_use]
    pub fn moments(&self, metric: usize) -> Option<(f64, f64)> {
        let distribution = &self.metrics[metric];
        let mass: f64 = distribution.values().sum();
        if mass <= 0.0 {
            return None;
        }
        let mean = distribution.iter().map(|(&value, mass)| value as f64 * mass).sum::<f64>() / mass;
        let variance = distribution.iter().map(|(&value, mass)| (value as f64 - mean).powi(2) * mass).sum::<f64>() / mass;
        Some((mean, variance.max(0.0).sqrt()))
    }
}
