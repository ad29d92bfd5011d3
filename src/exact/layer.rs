//! Layers: the states that fights can be in at one time, each once, with their probabilities.

use foldhash::fast::FixedState;
use indexmap::IndexMap;
use indexmap::map::raw_entry_v1::RawEntryApiV1;

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
        let (_, sum) = self.0.raw_entry_mut_v1().from_key(state).or_insert_with(|| (state.clone(), 0.0));
        *sum += mass;
    }

    /// Takes out the least probable states, as many as are less probable than `most` all together, and returns their
    /// probability.
    pub fn lighten(&mut self, most: f64) -> f64 {
        let mut masses: Vec<f64> = self.0.values().copied().filter(|&mass| mass < most).collect();
        masses.sort_unstable_by(f64::total_cmp);
        let mut sum = 0.0;
        let least = masses.into_iter().find(|mass| {
            sum += mass;
            sum > most
        });
        let (least, mut lost) = (least.unwrap_or(most), 0.0);
        self.0.retain(|_, &mut mass| {
            lost += if mass < least { mass } else { 0.0 };
            mass >= least
        });
        lost
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
