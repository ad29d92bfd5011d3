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
pub struct Layer<F> {
    states: IndexMap<State<F>, f64, FixedState>,
    /// Memory that the states hold outside of the map, in bytes.
    outside: usize,
}

impl<F> Default for Layer<F> {
    fn default() -> Self {
        Layer { states: IndexMap::default(), outside: 0 }
    }
}

impl<F: Clone + Eq + std::hash::Hash> Layer<F> {
    /// Memory of a state in the map: with its probability, its hash, and its index at the least load.
    const BYTES: usize = size_of::<State<F>>() + 6 * size_of::<u64>();

    /// Adds to the probability of a state that holds so many bytes outside of itself.
    pub fn add(&mut self, state: &State<F>, mass: f64, outside: usize) {
        let known = self.states.len();
        let (_, sum) = self.states.raw_entry_mut_v1().from_key(state).or_insert_with(|| (state.clone(), 0.0));
        *sum += mass;
        if self.states.len() > known {
            self.outside += outside;
        }
    }

    /// Memory it takes, in bytes, about.
    pub fn bytes(&self) -> usize {
        self.len() * Self::BYTES + self.outside
    }

    /// Memory that one more state may take: a layer that is full is copied to where there is room for twice as many.
    pub fn growth(&self) -> usize {
        if self.len() == self.states.capacity() { self.len().max(1) * Self::BYTES } else { Self::BYTES }
    }

    /// Takes out the least probable states, as many as are less probable than `most` all together, and returns their
    /// probability.
    pub fn lighten(&mut self, most: f64) -> f64 {
        let mut masses: Vec<f64> = self.states.values().copied().filter(|&mass| mass < most).collect();
        masses.sort_unstable_by(f64::total_cmp);
        let mut sum = 0.0;
        let least = masses.into_iter().find(|mass| {
            sum += mass;
            sum > most
        });
        let (least, mut lost) = (least.unwrap_or(most), 0.0);
        let known = self.states.len();
        self.states.retain(|_, &mut mass| {
            lost += if mass < least { mass } else { 0.0 };
            mass >= least
        });
        // What is left holds its part: about, for states of one fight hold nearly the same.
        self.outside = (self.outside as f64 * self.states.len() as f64 / known.max(1) as f64) as usize;
        lost
    }

    /// The states in the order in which they came up.
    pub fn iter(&self) -> impl Iterator<Item = (&State<F>, f64)> {
        self.states.iter().map(|(state, &mass)| (state, mass))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Probability of all of them.
    pub fn mass(&self) -> f64 {
        self.states.values().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(masses: &[f64]) -> Layer<usize> {
        let mut layer = Layer::default();
        for (fight, &mass) in masses.iter().enumerate() {
            layer.add(&State { fight, ending: None, past: Vec::new() }, mass, 0);
        }
        layer
    }

    fn fights(layer: &Layer<usize>) -> Vec<usize> {
        layer.iter().map(|(state, _)| state.fight).collect()
    }

    #[test]
    fn equal_states_are_one() {
        let mut layer = layer(&[0.25, 0.5]);
        layer.add(&State { fight: 0, ending: None, past: Vec::new() }, 0.125, 0);
        layer.add(&State { fight: 0, ending: Some(Ending::Draw), past: Vec::new() }, 0.0625, 0);
        layer.add(&State { fight: 0, ending: None, past: vec![1] }, 0.0625, 0);
        assert_eq!(layer.iter().map(|(_, mass)| mass).collect::<Vec<_>>(), [0.375, 0.5, 0.0625, 0.0625]);
        assert_eq!((layer.len(), layer.mass()), (4, 1.0));
    }

    #[test]
    fn the_lightest_states_go_as_long_as_they_are_light_together() {
        let masses = [0.5, 0.001, 0.3, 0.002, 0.0005, 0.1965];
        for (most, left, lost) in [
            (0.0004, &[0, 1, 2, 3, 4, 5][..], 0.0),
            (0.0006, &[0, 1, 2, 3, 5], 0.0005),
            (0.003, &[0, 2, 3, 5], 0.0015),
            (0.0036, &[0, 2, 5], 0.0035),
        ] {
            let mut layer = layer(&masses);
            assert!((layer.lighten(most) - lost).abs() < 1e-15, "{most}");
            assert_eq!(fights(&layer), left, "{most}");
        }
    }

    #[test]
    fn states_of_the_same_weight_go_or_stay_together() {
        let mut layer = layer(&[0.01, 0.9, 0.01, 0.01]);
        assert_eq!((layer.lighten(0.025), layer.len()), (0.0, 4));
        assert!((layer.lighten(0.031) - 0.03).abs() < 1e-15);
        assert_eq!(fights(&layer), [1]);
    }
}
