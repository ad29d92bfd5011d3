//! Layers: the states that fights can be in at one time, each once, with their probabilities.

use foldhash::fast::FixedState;
use indexmap::IndexMap;
use indexmap::map::raw_entry_v1::RawEntryApiV1;

use crate::fight::{ABSENT, Ending, Slots};
use crate::sim::{Course, Layout};

/// A state of a day.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DayState<F> {
    /// The fight.
    pub fight: F,
    /// The ending, when it has one.
    pub ending: Option<Ending>,
    /// The facts of the day as a whole so far, and what is remembered of it; nothing where there is only one fight.
    pub past: Vec<i64>,
    /// The course of the sides so far.
    pub course: Course,
    /// The combatants who [are buried](super::graves::Graves::bury).
    pub buried: Slots,
}

impl<F> DayState<F> {
    /// The beginning of a day, of which so many values will be remembered.
    pub fn new(fight: F, layout: &Layout, remembered: usize) -> Self {
        let mut past = vec![0; layout.day.as_ref().map_or(0, |day| day.whole().len())];
        past.resize(past.len() + remembered, ABSENT);
        DayState { fight, ending: None, past, course: Course::default(), buried: Slots::NONE }
    }
}

/// States with their probabilities.
pub struct Layer<F> {
    states: IndexMap<DayState<F>, f64, FixedState>,
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
    const BYTES: usize = size_of::<DayState<F>>() + 6 * size_of::<u64>();

    /// Adds to the probability of a state that holds so many bytes outside of itself.
    pub fn add(&mut self, state: &DayState<F>, mass: f64, outside: usize) {
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
        // The states that are left hold their part of it: about, for states of one fight hold nearly the same.
        self.outside = (self.outside as f64 * self.states.len() as f64 / known.max(1) as f64) as usize;
        lost
    }

    /// Takes out as many states as `count` says that are at most this probable; `count` is less by as many then. Returns their
    /// probability; `leave` is told each of them.
    pub fn drop_light(&mut self, most: f64, count: &mut usize, leave: &mut dyn FnMut(&DayState<F>, f64)) -> f64 {
        let (known, mut lost) = (self.len(), 0.0);
        self.states.retain(|state, &mut mass| {
            let goes = mass <= most && *count > 0;
            if goes {
                *count -= 1;
                lost += mass;
                leave(state, mass);
            }
            !goes
        });
        self.outside = self.outside * self.len() / known.max(1);
        lost
    }

    /// Probabilities of all of them.
    pub fn masses(&self) -> impl Iterator<Item = f64> {
        self.states.values().copied()
    }

    /// From now on [`take`](Self::take) takes them in the order in which they came up.
    pub fn first_come(&mut self) {
        self.states.reverse();
    }

    /// From now on [`take`](Self::take) takes the most probable first.
    pub fn most_probable_first(&mut self) {
        self.states.sort_by(|_, one, _, other| one.total_cmp(other));
    }

    /// Takes out the next state.
    pub fn take(&mut self) -> Option<(DayState<F>, f64)> {
        /// Below this, room is not worth being given back.
        const SMALL: usize = 1024;
        let known = self.len();
        let taken = self.states.pop();
        self.outside = self.outside * self.len() / known.max(1);
        if known > SMALL && known < self.states.capacity() / 2 {
            self.states.shrink_to_fit();
        }
        taken
    }

    /// The states of which this is true, and the others.
    pub fn divided(self, mut first: impl FnMut(&DayState<F>) -> bool) -> (Self, Self) {
        let (known, outside) = (self.states.len().max(1), self.outside);
        let (one, other): (IndexMap<_, _, _>, IndexMap<_, _, _>) = self.states.into_iter().partition(|(state, _)| first(state));
        // Each has its part: about, for states of one fight hold nearly the same.
        let of = |states: IndexMap<DayState<F>, f64, FixedState>| Layer { outside: outside * states.len() / known, states };
        (of(one), of(other))
    }

    /// The states in the order in which they came up, by reference.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&DayState<F>, f64)> {
        self.states.iter().map(|(state, &mass)| (state, mass))
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Probability of all of them.
    pub fn mass(&self) -> f64 {
        self.states.values().sum()
    }
}

impl<F> IntoIterator for Layer<F> {
    type Item = (DayState<F>, f64);
    type IntoIter = indexmap::map::IntoIter<DayState<F>, f64>;

    /// The states in the order in which they came up.
    fn into_iter(self) -> Self::IntoIter {
        self.states.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(fight: usize, ending: Option<Ending>, past: &[i64]) -> DayState<usize> {
        DayState { fight, ending, past: past.to_vec(), course: Course::default(), buried: Slots::NONE }
    }

    fn layer(masses: &[f64]) -> Layer<usize> {
        let mut layer = Layer::default();
        for (fight, &mass) in masses.iter().enumerate() {
            layer.add(&state(fight, None, &[]), mass, 0);
        }
        layer
    }

    fn fights(layer: &Layer<usize>) -> Vec<usize> {
        layer.iter().map(|(state, _)| state.fight).collect()
    }

    #[test]
    fn equal_states_are_one() {
        let mut layer = layer(&[0.25, 0.5]);
        layer.add(&state(0, None, &[]), 0.125, 0);
        layer.add(&state(0, Some(Ending::Draw), &[]), 0.0625, 0);
        layer.add(&state(0, None, &[1]), 0.0625, 0);
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
    fn states_are_taken_as_they_came_or_the_most_probable_first() {
        let masses = [0.1, 0.4, 0.2, 0.3];
        let taken =
            |mut layer: Layer<usize>| std::iter::from_fn(|| layer.take()).map(|(state, _)| state.fight).collect::<Vec<_>>();
        let mut first = layer(&masses);
        first.first_come();
        assert_eq!(taken(first), [0, 1, 2, 3]);
        let mut heavy = layer(&masses);
        heavy.most_probable_first();
        assert_eq!(taken(heavy), [1, 3, 2, 0]);
    }

    #[test]
    fn no_more_light_states_go_than_have_to() {
        let (mut light, mut count) = (layer(&[0.1, 0.4, 0.1, 0.3, 0.1]), 2);
        assert!((light.drop_light(0.1, &mut count, &mut |_, _| ()) - 0.2).abs() < 1e-15);
        assert_eq!((fights(&light), count), (vec![1, 3, 4], 0));
    }

    #[test]
    fn states_of_the_same_weight_go_or_stay_together() {
        let mut layer = layer(&[0.01, 0.9, 0.01, 0.01]);
        assert_eq!((layer.lighten(0.025), layer.len()), (0.0, 4));
        assert!((layer.lighten(0.031) - 0.03).abs() < 1e-15);
        assert_eq!(fights(&layer), [1]);
    }
}
