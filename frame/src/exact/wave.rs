//! Waves: fights that were left in the middle of a step, at [merge points](crate::dice::merging), each once, with their
//! probabilities.
//!
//! Owns what waits within a step. Some states of a layer are played on at once; all that have passed as many merge points are a
//! wave, and are taken up when the wave before is through: by then all paths that come to the same have been added up, from
//! whatever state they began. Start at [`BegunStates`].

use foldhash::fast::FixedState;
use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::dice::MergeKey;
use crate::dice::enumerator::MergeWay;

use super::layer::{DayState, Layer};

/// The most states of a layer that are played on at once.
const STATES_MOST: usize = 4096;
/// One of so many parts of the memory is for these states at the most.
const PART_OF_MEMORY: usize = 8;

/// A fight that waits in the middle of a step.
#[derive(Default)]
pub struct Paused {
    /// Number of the state in which the step began.
    pub from: usize,
    /// The way from there.
    pub way: MergeWay,
}

/// The state of a fight at a merge point, and what is said of the day besides.
type Key = (MergeKey, MergeKey);

/// Fights that have passed as many merge points.
#[derive(Default)]
struct Wave {
    paused: IndexMap<Key, (f64, Paused), FixedState>,
    /// Memory of the ways, in bytes.
    outside: usize,
    /// They are taken from the end, in the order that is wanted.
    ordered: bool,
}

impl Wave {
    /// Memory of a fight in the map: with its hash, and its index at the least load.
    const BYTES: usize = size_of::<(Key, (f64, Paused))>() + 5 * size_of::<u64>();

    /// Adds a paused fight, or its probability to an equal one.
    fn add(&mut self, key: Key, mass: f64, paused: impl FnOnce() -> Paused) {
        self.ordered = false;
        match self.paused.entry(key) {
            Entry::Occupied(mut known) => known.get_mut().0 += mass,
            Entry::Vacant(new) => {
                let paused = paused();
                self.outside += paused.way.bytes() + 2 * size_of::<u64>();
                new.insert((mass, paused));
            }
        }
    }

    /// Takes a paused fight: the most probable, or the first that came.
    fn take(&mut self, most_probable_first: bool) -> Option<(Paused, f64)> {
        if !std::mem::replace(&mut self.ordered, true) {
            if most_probable_first {
                self.paused.sort_by(|_, (one, _), _, (other, _)| one.total_cmp(other));
            } else {
                self.paused.reverse();
            }
        }
        let (_, (mass, paused)) = self.paused.pop()?;
        self.outside -= paused.way.bytes() + 2 * size_of::<u64>();
        Some((paused, mass))
    }

    /// Bytes that the paused fights take.
    fn bytes(&self) -> usize {
        self.paused.len() * Self::BYTES + self.outside
    }
}

/// All fights that wait in the middle of a step, by the merge points they have passed.
#[derive(Default)]
pub struct Waves {
    waves: Vec<Wave>,
    /// Memory of the states in which the step began, in bytes.
    states: usize,
}

impl Waves {
    /// Adds a fight that has passed so many merge points.
    pub fn add(&mut self, passed: u32, key: Key, mass: f64, paused: impl FnOnce() -> Paused) {
        let passed = passed as usize;
        if self.waves.len() <= passed {
            self.waves.resize_with(passed + 1, Wave::default);
        }
        self.waves[passed].add(key, mass, paused);
    }

    /// Takes out the next fight: of the first wave, in the order in which they came up; or the most probable of the last, so
    /// that it comes to its end soon.
    fn take(&mut self, most_probable_first: bool) -> Option<(Paused, f64)> {
        let waits = |wave: &&mut Wave| !wave.paused.is_empty();
        let mut waves = self.waves.iter_mut();
        let wave = if most_probable_first { waves.rfind(waits) } else { waves.find(waits) };
        wave?.take(most_probable_first)
    }

    /// From now on they are taken in another order.
    fn reorder(&mut self) {
        self.waves.iter_mut().for_each(|wave| wave.ordered = false);
    }

    /// Memory they take, in bytes, about.
    pub fn bytes(&self) -> usize {
        self.waves.iter().map(Wave::bytes).sum::<usize>() + self.states
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.waves.iter().map(|wave| wave.paused.len()).sum()
    }

    /// Probabilities of all of them.
    pub fn masses(&self) -> impl Iterator<Item = f64> {
        self.waves.iter().flat_map(|wave| wave.paused.values().map(|(mass, _)| *mass))
    }

    /// Takes out as many as `count` says that are at most this probable; `count` is less by as many then. Returns their
    /// probability; `leave` is handed each of them.
    pub fn drop_light(&mut self, most: f64, count: &mut usize, leave: &mut dyn FnMut(Paused, f64)) -> f64 {
        let mut lost = 0.0;
        for wave in &mut self.waves {
            let outside = &mut wave.outside;
            wave.paused.retain(|_, (mass, paused)| {
                let goes = *mass <= most && *count > 0;
                if goes {
                    *count -= 1;
                    *outside -= paused.way.bytes() + 2 * size_of::<u64>();
                    lost += *mass;
                    leave(std::mem::take(paused), *mass);
                }
                !goes
            });
        }
        lost
    }
}

/// States of a layer whose step has begun, and all that waits in the middle of it.
pub struct BegunStates<F> {
    /// The states, each with what is said of the day besides the fight.
    pub states: Vec<(DayState<F>, MergeKey)>,
    /// The waves that wait.
    pub waves: Waves,
    /// It is taken in another order than it came up.
    most_probable_first: bool,
}

impl<F> Default for BegunStates<F> {
    fn default() -> Self {
        BegunStates { states: Vec::new(), waves: Waves::default(), most_probable_first: false }
    }
}

impl<F: Clone + Eq + std::hash::Hash> BegunStates<F> {
    /// From now on one state after the other is played to the end of its step, the most probable first.
    pub fn most_probable_first(&mut self) {
        self.most_probable_first = true;
        self.waves.reorder();
    }

    /// The next fight, with its probability; where none waits any more, the next states of the layer begin. `bytes_most` is the
    /// memory there is, `outside` says what of it a state takes outside of itself.
    pub fn next(
        &mut self,
        layer: &mut Layer<F>,
        bytes_most: usize,
        outside: impl Fn(&DayState<F>) -> usize,
    ) -> Option<(Paused, f64)> {
        if let Some(next) = self.waves.take(self.most_probable_first) {
            return Some(next);
        }
        self.states.clear();
        self.waves.states = 0;
        let most = if self.most_probable_first { 1 } else { STATES_MOST };
        while self.states.len() < most
            && (self.states.is_empty() || self.waves.states < bytes_most / PART_OF_MEMORY)
            && let Some((state, mass)) = layer.take()
        {
            let (from, apart) =
                (self.states.len(), MergeKey::of("day", &(&state.past, state.course, state.ending, state.buried)));
            self.waves.states += size_of::<(DayState<F>, MergeKey)>() + outside(&state);
            self.waves.add(0, (MergeKey::beginning(from), apart), mass, || Paused { from, way: MergeWay::default() });
            self.states.push((state, apart));
        }
        self.waves.take(self.most_probable_first)
    }

    /// Takes out everything that waits in the middle of the step.
    pub fn take_all(&mut self) -> Vec<(Paused, f64)> {
        let waves = std::mem::take(&mut self.waves.waves).into_iter();
        waves.flat_map(|wave| wave.paused.into_values()).map(|(mass, paused)| (paused, mass)).collect()
    }
}
