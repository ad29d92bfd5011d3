//! Layers: the states that fights can be in at one time, each once, with their probabilities.

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use crate::fight::Ending;
use crate::sim::Layout;

/// A state of a day.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct State<F> {
    /// The fight.
    pub fight: F,
    /// How it has ended, when it has.
    pub ending: Option<Ending>,
    /// What is said of the day as a whole so far; nothing where there is only one fight.
    pub past: Vec<i64>,
}

impl<F> State<F> {
    /// The beginning of a day.
    pub fn new(fight: F, layout: &Layout) -> Self {
        State { fight, ending: None, past: vec![0; layout.day_metrics()] }
    }
}

/// States with their probabilities.
pub struct Layer<F>(IndexMap<State<F>, f64, FixedState>);

impl<F> Default for Layer<F> {
    fn default() -> Self {
        Layer(IndexMap::default())
    }
}

impl<F: Clone + Eq + std::hash::Hash> Layer<F> {
    /// Adds to the probability of a state.
    pub fn add(&mut self, state: &State<F>, mass: f64) {
        match self.0.get_mut(state) {
            Some(sum) => *sum += mass,
            None => {
                self.0.insert(state.clone(), mass);
            }
        }
    }

    /// The states in the order in which they came up.
    pub fn iter(&self) -> impl Iterator<Item = (&State<F>, f64)> {
        self.0.iter().map(|(state, &mass)| (state, mass))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Probability of all of them.
    pub fn mass(&self) -> f64 {
        self.0.values().sum()
    }
}
