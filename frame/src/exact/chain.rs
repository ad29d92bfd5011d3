//! Chains: states that come again in later rounds are followed once.
//!
//! Owns the states that a fight has come to, each once whatever its round, and what follows from each. Where
//! [rounds are alike](crate::rules::Solves::rounds_alike), those who miss each other stand in the next round where they stood before, so
//! that a long fight has few states; what follows from one is found out once, and from then on probability flows by numbers alone.
//! Combatants are kept once each, as few of them make up many states. Must not play. Start at [`Chain`].

use std::hash::{Hash, Hasher};

use foldhash::fast::FixedState;
use indexmap::map::Entry;
use indexmap::{Equivalent, IndexMap, IndexSet};

use crate::dice::enumerator::MergeWay;
use crate::dice::{MergeKey, Slot};
use crate::fight::watch::Counter;
use crate::fight::{Bodied, Slots};

use super::budget::SolverLimits;
use super::layer::DayState;

/// A chain has one of so many parts of the memory at the most: while it is made anew there are two.
const PART_OF_MEMORY: usize = 2;
/// Fights that wait have one of so many parts of the room at the most: the rest is for what follows from them.
const PART_THAT_WAITS: usize = 2;
/// One of so many of those that wait goes at a time where there is no room for all.
const PART_THAT_GOES: usize = 8;

/// The end of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leads {
    /// To a merge point in the middle of it.
    Within,
    /// To a state whose round goes on.
    Turn,
    /// To one whose round is over.
    Round,
    /// To one whose fight is over.
    Over,
}

/// A step from one place to another: how many rounds later that is, and how probable.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// The place.
    pub to: u32,
    /// The kind of the place.
    pub leads: Leads,
    /// The number of rounds that have begun in between.
    pub later: u8,
    /// The probability.
    pub probability: f64,
}

/// Fights of some probability that have come to a place in a round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Visit {
    /// The place.
    pub place: u32,
    /// The round.
    pub round: u32,
    /// The probability.
    pub mass: f64,
}

/// Everything that follows from a place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChainRow {
    first: u32,
    end: u32,
    /// The number of what is noted on the way.
    noted: u32,
    /// The probability of paths that were cut.
    pub lost: f64,
}

impl ChainRow {
    /// The numbers of its edges.
    pub fn edges(self) -> std::ops::Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// The thing at a place.
#[derive(Clone, Copy)]
enum Stands {
    /// A state: the first of its parts.
    Whole(u32),
    /// A fight in the middle of a step: the number of the way.
    Paused(u32),
}

/// A place that fights come to.
struct Place {
    stands: Stands,
    /// True if it is one for all rounds that are alike.
    timeless: bool,
    row: Option<ChainRow>,
}

/// The way to a merge point from the state in which the step began.
struct Pause {
    from: u32,
    way: MergeWay,
}

/// A state without its combatants.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Rest<F> {
    state: DayState<F>,
    besides: [Slots; 4],
}

/// Such a state that is looked for.
struct Asked<'a, F> {
    state: &'a DayState<F>,
    besides: [Slots; 4],
}

impl<F: Hash> Hash for Asked<'_, F> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
        self.besides.hash(hasher);
    }
}

impl<F: Eq> Equivalent<Rest<F>> for Asked<'_, F> {
    fn equivalent(&self, rest: &Rest<F>) -> bool {
        *self.state == rest.state && self.besides == rest.besides
    }
}

/// Something that is noted on the way from one place to another, as a mean over all ways.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NotedMean {
    /// The running number of somebody.
    Counted(Slot, Counter),
    /// The probability of a [grave](super::graves::Graves), by its number.
    Buried(u32),
}

/// Means of what is noted, each as the bits of a number.
type Means = Box<[(NotedMean, u64)]>;

/// Probabilities of places in a round.
#[derive(Default)]
pub struct Front {
    /// The round.
    pub round: u32,
    /// By place.
    masses: Vec<f64>,
    /// Those that have any, in the order in which they came up; but for the first few, which have been taken.
    places: Vec<u32>,
    taken: usize,
    /// True if the most probable stands last.
    ordered: bool,
}

impl Front {
    /// Adds to the probability of a place.
    #[inline]
    pub fn add(&mut self, place: u32, mass: f64) {
        let index = place as usize;
        if index >= self.masses.len() {
            self.masses.resize(index + 1 + index / 2, 0.0);
        }
        let known = &mut self.masses[index];
        if *known == 0.0 && mass > 0.0 {
            self.places.push(place);
        }
        *known += mass;
        self.ordered = false;
    }

    /// Takes out the next place: in the order in which they came up, or the most probable.
    pub fn take(&mut self, most_probable_first: bool) -> Option<Visit> {
        let place = if most_probable_first { self.most_probable()? } else { *self.places.get(self.taken)? };
        self.taken += usize::from(!most_probable_first);
        Some(Visit { place, round: self.round, mass: std::mem::take(&mut self.masses[place as usize]) })
    }

    /// Takes the most probable state of those that wait.
    fn most_probable(&mut self) -> Option<u32> {
        if !std::mem::replace(&mut self.ordered, true) {
            self.places.drain(..std::mem::take(&mut self.taken));
            let masses = &self.masses;
            self.places.sort_by(|&one, &other| masses[one as usize].total_cmp(&masses[other as usize]));
        }
        self.places.pop()
    }

    /// The number of places.
    pub fn len(&self) -> usize {
        self.places.len() - self.taken
    }

    /// The probability of all of them.
    pub fn mass(&self) -> f64 {
        self.masses().sum()
    }

    /// The places that wait.
    fn waiting(&self) -> &[u32] {
        &self.places[self.taken..]
    }

    /// The probability of each of them.
    fn masses(&self) -> impl Iterator<Item = f64> {
        self.waiting().iter().map(|&place| self.masses[place as usize])
    }

    /// Takes out as many as `count` says that are at most this probable; `count` is less by as many then.
    fn take_light(&mut self, most: f64, count: &mut usize, light: &mut Vec<Visit>) {
        self.places.drain(..std::mem::take(&mut self.taken));
        let (round, masses) = (self.round, &mut self.masses);
        self.places.retain(|&place| {
            let mass = &mut masses[place as usize];
            let goes = *mass <= most && *count > 0;
            if goes {
                *count -= 1;
                light.push(Visit { place, round, mass: std::mem::take(mass) });
            }
            !goes
        });
    }
}

/// The fronts of several rounds, which are one nearly always.
#[derive(Default)]
pub struct Fronts(Vec<Front>);

impl Fronts {
    /// The number of places.
    pub fn len(&self) -> usize {
        self.0.iter().map(Front::len).sum()
    }

    /// The probability of all of them.
    pub fn mass(&self) -> f64 {
        self.0.iter().map(Front::mass).sum()
    }

    /// Bytes that the waiting states take.
    fn bytes(&self) -> usize {
        self.0.iter().map(|front| front.masses.capacity() * size_of::<f64>() + front.places.capacity() * size_of::<u32>()).sum()
    }
}

/// The states of a fight, and what follows from each.
pub struct Chain<F: Bodied> {
    bodies: IndexSet<F::Body, FixedState>,
    /// By slot: the number of the body that was asked for last.
    recent: Vec<u32>,
    /// States without combatants, each with the memory that it holds outside of itself, in bytes.
    rests: IndexMap<Rest<F>, usize, FixedState>,
    combatants: usize,
    places: IndexMap<MergeKey, Place, FixedState>,
    /// Numbers of the parts of states: of what is there besides combatants, and of each of those.
    parts: Vec<u32>,
    pauses: Vec<Pause>,
    edges: Vec<Edge>,
    /// Means of what is noted, each once, and how often that was the way.
    noted: IndexMap<Means, f64, FixedState>,
    /// Memory of what the tables hold outside of themselves, in bytes.
    outside: usize,
    /// States whose step is at hand.
    now: Fronts,
    /// States whose next turn is to come.
    pub turns: Fronts,
    /// States whose next round is to come.
    pub rounds: Fronts,
    /// Fights that are over.
    over: Fronts,
    spare: Vec<Front>,
    /// Edges of the place at hand.
    found: IndexMap<(u32, Leads, u8), f64, FixedState>,
    /// Sums of what is noted on the way there.
    adding: IndexMap<NotedMean, f64, FixedState>,
    key: Vec<u32>,
}

impl<F: Bodied + Clone + Eq + Hash> Default for Chain<F> {
    fn default() -> Self {
        Chain {
            bodies: IndexSet::default(),
            recent: Vec::new(),
            rests: IndexMap::default(),
            combatants: 0,
            places: IndexMap::default(),
            parts: Vec::new(),
            pauses: Vec::new(),
            edges: Vec::new(),
            noted: IndexMap::default(),
            outside: 0,
            now: Fronts::default(),
            turns: Fronts::default(),
            rounds: Fronts::default(),
            over: Fronts::default(),
            spare: Vec::new(),
            found: IndexMap::default(),
            adding: IndexMap::default(),
            key: Vec::new(),
        }
    }
}

impl<F: Bodied + Clone + Eq + Hash> Chain<F> {
    /// The number of a state, which is whole again afterwards; `timeless` if it is the same in all rounds that are alike. `outside` is
    /// the memory that such a state holds outside of itself.
    pub fn whole(&mut self, state: &mut DayState<F>, timeless: bool, outside: usize) -> u32 {
        let besides = state.fight.besides();
        let bodies = std::mem::take(state.fight.bodies_mut());
        self.key.clear();
        let asked = Asked { state: &*state, besides };
        let rest = match self.rests.get_index_of(&asked) {
            Some(known) => known,
            None => {
                self.outside += outside;
                self.rests.insert_full(Rest { state: state.clone(), besides }, outside).0
            }
        };
        self.key.push(rest as u32);
        bodies.iter().enumerate().for_each(|(slot, body)| self.push_body(slot, body));
        self.combatants = bodies.len();
        *state.fight.bodies_mut() = bodies;
        self.numbered(timeless)
    }

    /// Adds the number of a combatant to the key. Most of them look as they did on the path before, which is found out sooner than a
    /// hash.
    fn push_body(&mut self, slot: usize, body: &F::Body) {
        if self.recent.len() <= slot {
            self.recent.resize(slot + 1, 0);
        }
        let mut number = self.recent[slot] as usize;
        if self.bodies.get_index(number) != Some(body) {
            number = self.bodies.get_index_of(body).unwrap_or_else(|| self.bodies.insert_full(body.clone()).0);
            self.recent[slot] = number as u32;
        }
        self.key.push(number as u32);
    }

    /// The number of the state of which the key tells the parts.
    fn numbered(&mut self, timeless: bool) -> u32 {
        let first = self.parts.len() as u32;
        match self.places.entry(MergeKey::of("state", &(&self.key, timeless))) {
            Entry::Occupied(known) => known.index() as u32,
            Entry::Vacant(new) => {
                self.parts.extend_from_slice(&self.key);
                let number = new.index() as u32;
                new.insert(Place { stands: Stands::Whole(first), timeless, row: None });
                number
            }
        }
    }

    /// The number of a fight in the middle of a step that began `from` a state.
    pub fn paused(&mut self, key: MergeKey, from: u32, timeless: bool, way: impl FnOnce() -> MergeWay) -> u32 {
        match self.places.entry(key) {
            Entry::Occupied(known) => known.index() as u32,
            Entry::Vacant(new) => {
                let (number, way) = (new.index() as u32, way());
                self.outside += way.bytes();
                let stands = Stands::Paused(self.pauses.len() as u32);
                new.insert(Place { stands, timeless, row: None });
                self.pauses.push(Pause { from, way });
                number
            }
        }
    }

    /// The number of the state that a place is, or in which the step began.
    pub fn beginning(&self, place: u32) -> u32 {
        match self.places[place as usize].stands {
            Stands::Whole(_) => place,
            Stands::Paused(number) => self.pauses[number as usize].from,
        }
    }

    /// The way to a place from the state in which the step began; none to a state.
    pub fn way(&self, place: u32) -> Option<&MergeWay> {
        match self.places[place as usize].stands {
            Stands::Whole(_) => None,
            Stands::Paused(number) => Some(&self.pauses[number as usize].way),
        }
    }

    /// The state without combatants whose number is this part, and the memory that it holds outside of itself.
    fn rest(&self, part: usize) -> (&Rest<F>, usize) {
        let known = self.rests.get_index(self.parts[part] as usize);
        let (rest, &outside) = known.unwrap_or_else(|| unreachable!("every part has its state"));
        (rest, outside)
    }

    /// Writes down the state of this number, as it stands in its round or in one that is like it.
    pub fn write(&self, place: u32, state: &mut DayState<F>) {
        let Stands::Whole(first) = self.places[place as usize].stands else { unreachable!("a step begins in a state") };
        let (first, end) = (first as usize, first as usize + 1 + self.combatants);
        let mut bodies = std::mem::take(state.fight.bodies_mut());
        let (Rest { state: rest, .. }, _) = self.rest(first);
        state.fight.clone_from(&rest.fight);
        state.past.clone_from(&rest.past);
        (state.ending, state.course, state.buried) = (rest.ending, rest.course, rest.buried);
        bodies.clear();
        bodies.extend(self.parts[first + 1..end].iter().map(|&number| self.bodies[number as usize].clone()));
        *state.fight.bodies_mut() = bodies;
    }

    /// True if a place is one for all rounds that are alike.
    pub fn is_timeless(&self, place: u32) -> bool {
        self.places[place as usize].timeless
    }

    /// The row of a place, if it has been found out.
    #[inline]
    pub fn row(&self, place: u32) -> Option<ChainRow> {
        self.places[place as usize].row
    }

    /// An edge by its number.
    #[inline]
    pub fn edge(&self, number: usize) -> Edge {
        self.edges[number]
    }

    /// Begins to find out what follows from a place.
    pub fn begin(&mut self) {
        self.found.clear();
        self.adding.clear();
    }

    /// Notes where a path leads.
    pub fn note(&mut self, to: u32, leads: Leads, later: u8, probability: f64) {
        *self.found.entry((to, leads, later)).or_default() += probability;
    }

    /// Notes what is counted on a path.
    pub fn count(&mut self, counted: &[(Slot, Counter, i32)], probability: f64) {
        for &(who, counter, amount) in counted {
            *self.adding.entry(NotedMean::Counted(who, counter)).or_default() += probability * f64::from(amount);
        }
    }

    /// Notes that somebody is buried on a path, in the grave of this number.
    pub fn bury(&mut self, grave: u32, probability: f64) {
        *self.adding.entry(NotedMean::Buried(grave)).or_default() += probability;
    }

    /// Everything that was found out to follow from a place. It is kept until something else is, or for good with the place.
    pub fn end(&mut self, lost: f64) -> ChainRow {
        let first = self.edges.len() as u32;
        let found = self.found.iter();
        self.edges.extend(found.map(|(&(to, leads, later), &probability)| Edge { to, leads, later, probability }));
        let means: Means = self.adding.iter().map(|(&noted, mean)| (noted, mean.to_bits())).collect();
        let bytes = size_of_val(&*means);
        let known = self.noted.len();
        let entry = self.noted.entry(means);
        let noted = entry.index() as u32;
        entry.or_insert(0.0);
        if self.noted.len() > known {
            self.outside += bytes;
        }
        ChainRow { first, end: self.edges.len() as u32, noted, lost }
    }

    /// Keeps for good what follows from a place.
    pub fn keep(&mut self, place: u32, row: ChainRow) {
        self.places[place as usize].row = Some(row);
    }

    /// Drops what was found out last.
    pub fn drop_last(&mut self, row: ChainRow) {
        self.edges.truncate(row.first as usize);
    }

    /// Fights of this probability go the way of a row.
    #[inline]
    pub fn pass(&mut self, row: ChainRow, mass: f64) {
        self.noted[row.noted as usize] += mass;
    }

    /// All that has been noted, with its probability; nothing has been from then on.
    pub fn take_noted(&mut self, mut add: impl FnMut(NotedMean, f64)) {
        for (means, mass) in &mut self.noted {
            let mass = std::mem::take(mass);
            if mass > 0.0 {
                means.iter().for_each(|&(noted, mean)| add(noted, mass * f64::from_bits(mean)));
            }
        }
    }

    /// An empty front of this round.
    pub fn front(&mut self, round: u32) -> Front {
        Front { round, ..self.spare.pop().unwrap_or_default() }
    }

    /// Takes back a front that has been walked through.
    pub fn give_back(&mut self, mut front: Front) {
        debug_assert_eq!(front.len(), 0);
        front.places.clear();
        front.taken = 0;
        self.spare.push(front);
    }

    /// Adds to the probability of a place in a round.
    #[inline]
    pub fn add(&mut self, leads: Leads, Visit { place, round, mass }: Visit) {
        let fronts = match leads {
            Leads::Turn | Leads::Within => &mut self.turns.0,
            Leads::Round => &mut self.rounds.0,
            Leads::Over => &mut self.over.0,
        };
        let known = fronts.iter().position(|front| front.round == round);
        let at = known.unwrap_or_else(|| {
            fronts.push(Front { round, ..self.spare.pop().unwrap_or_default() });
            fronts.len() - 1
        });
        fronts[at].add(place, mass);
    }

    /// Takes out the fronts of fights that are over.
    pub fn take_over(&mut self) -> Vec<Front> {
        std::mem::take(&mut self.over.0)
    }

    /// Where a step has ended, that of all whose turn is to come begins.
    pub fn begin_step(&mut self) {
        debug_assert_eq!(self.now.len(), 0);
        std::mem::swap(&mut self.now, &mut self.turns);
    }

    /// Takes out the next front whose step is at hand.
    pub fn next_front(&mut self) -> Option<Front> {
        let fronts = &mut self.now.0;
        (!fronts.is_empty()).then(|| fronts.remove(0))
    }

    /// Where a round has ended, the next one begins.
    pub fn begin_round(&mut self) {
        debug_assert_eq!(self.turns.len(), 0);
        std::mem::swap(&mut self.turns, &mut self.rounds);
    }

    /// True if it takes more room than it may.
    pub fn is_full(&self, limits: &SolverLimits) -> bool {
        self.bytes() > limits.bytes / PART_OF_MEMORY
    }

    /// True if fights that wait take more room than they may, where nothing else [is kept](Self::renew).
    pub fn is_crowded(&self, limits: &SolverLimits) -> bool {
        self.bytes() > limits.bytes / PART_OF_MEMORY / PART_THAT_WAITS
    }

    /// The number of fights that go on and wait, here and in these waves.
    pub fn waiting(&self, waves: &[Front]) -> usize {
        self.now.len() + self.turns.len() + self.rounds.len() + waves.iter().map(Front::len).sum::<usize>()
    }

    /// Forgets everything but fights that wait: for their step, their round or their end, or in these waves within a step. What follows
    /// from each has to be found out anew. What has been [noted](Self::take_noted) must have been taken.
    pub fn renew(&mut self, waves: &mut [Front]) {
        debug_assert!(self.noted.values().all(|&mass| mass == 0.0));
        let mut old = std::mem::take(self);
        self.combatants = old.combatants;
        let mut fronts = [&mut old.now, &mut old.turns, &mut old.rounds, &mut old.over].map(std::mem::take);
        for front in fronts.iter_mut().flat_map(|fronts| &mut fronts.0).chain(waves) {
            let mut kept = Front { round: front.round, ..Front::default() };
            front.waiting().iter().zip(front.masses()).for_each(|(&place, mass)| kept.add(self.adopt(&old, place), mass));
            kept.ordered = front.ordered;
            *front = kept;
        }
        [self.now, self.turns, self.rounds, self.over] = fronts;
    }

    /// The number that a place of another chain has in this one.
    fn adopt(&mut self, old: &Self, place: u32) -> u32 {
        let Some((&key, &Place { ref stands, timeless, .. })) = old.places.get_index(place as usize) else {
            unreachable!("every place has its number")
        };
        match *stands {
            Stands::Whole(first) => {
                let (first, end) = (first as usize, first as usize + 1 + self.combatants);
                let (rest, outside) = old.rest(first);
                let known = self.rests.get_index_of(rest);
                let number = known.unwrap_or_else(|| {
                    self.outside += outside;
                    self.rests.insert_full(rest.clone(), outside).0
                });
                self.key.clear();
                self.key.push(number as u32);
                let numbers = old.parts[first + 1..end].iter().enumerate();
                numbers.for_each(|(slot, &number)| self.push_body(slot, &old.bodies[number as usize]));
                self.numbered(timeless)
            }
            Stands::Paused(number) => {
                let pause = &old.pauses[number as usize];
                let from = self.adopt(old, pause.from);
                self.paused(key, from, timeless, || pause.way.clone())
            }
        }
    }

    /// Takes out the least probable eighth of all fights that go on and wait, in these waves and here; one at least. Of those that are
    /// as probable, what has come less far goes first: it would lead there again.
    pub fn take_light(&mut self, waves: &mut [Front]) -> Vec<Visit> {
        let later = [&mut self.now, &mut self.turns, &mut self.rounds].into_iter().flat_map(|fronts| &mut fronts.0);
        let mut fronts: Vec<&mut Front> = waves.iter_mut().chain(later).collect();
        let mut masses: Vec<f64> = fronts.iter().flat_map(|front| front.masses()).collect();
        let (mut light, mut count) = (Vec::new(), (masses.len() / PART_THAT_GOES).max(1));
        if !masses.is_empty() {
            let (_, &mut most, _) = masses.select_nth_unstable_by(count - 1, f64::total_cmp);
            fronts.iter_mut().for_each(|front| front.take_light(most, &mut count, &mut light));
        }
        light
    }

    /// Memory it takes, in bytes, about.
    pub fn bytes(&self) -> usize {
        /// The hash of an entry, and its index at the least load.
        const ENTRY: usize = 3 * size_of::<u64>();
        let bodies = self.bodies.capacity() * (size_of::<F::Body>() + ENTRY);
        let rests = self.rests.capacity() * (size_of::<(Rest<F>, usize)>() + ENTRY);
        let places = self.places.capacity() * (size_of::<(MergeKey, Place)>() + ENTRY);
        let parts = self.parts.capacity() * size_of::<u32>() + self.pauses.capacity() * size_of::<Pause>();
        let edges = self.edges.capacity() * size_of::<Edge>() + self.noted.capacity() * (size_of::<(Means, f64)>() + ENTRY);
        let fronts = self.now.bytes() + self.turns.bytes() + self.rounds.bytes() + self.over.bytes();
        let spare: usize = self.spare.iter().map(|front| front.masses.capacity() * size_of::<f64>()).sum();
        bodies + rests + places + parts + edges + fronts + spare + self.outside
    }
}
