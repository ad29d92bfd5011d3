//! Enumerating dice: the same rules code, driven through every outcome in turn.
//!
//! The caller plays a piece of rules code again and again; each time the dice follow the next path through the tree of
//! faces. A piece that is [settled](Dice::settle) is walked by itself, once, and is from then on a single branching over its
//! results. At a [merge point](super::merging) a path is left, to be taken up from there once for all that come to the same.
//! Paths whose probability falls below the floor (endless chains of critical dice) are cut: their whole mass is
//! reported as unresolved, never dropped. What was not followed can be played [by chance](Enumerator::by_chance). Start at
//! [`Enumerator::explore`].

use std::ptr;
use std::time::Instant;

use foldhash::fast::FixedState;
use indexmap::{Equivalent, IndexMap};

use super::merging::{Merge, MergeKey};
use super::{Dice, Roll, Slot, Streams};

/// Inside what is settled, paths less probable than this are cut.
const SETTLED_FLOOR: f64 = 1e-18;

/// One branching of a path: an even choice among faces, or the results of something settled with their own probabilities.
#[derive(Clone, Copy)]
enum Branching {
    Faces { sides: u32, face: u32 },
    Results { law: u32, row: u32 },
}

/// The way to the merge point at which a path was left: its branchings, and how many merge points it has passed, that one
/// included. The default is the beginning. It holds until what has been settled is [forgotten](Enumerator::forget).
#[derive(Clone, Default)]
pub struct MergeWay {
    branchings: Box<[Branching]>,
    passed: u32,
}

impl MergeWay {
    /// Memory it takes besides itself, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.branchings)
    }

    /// Returns the number of merge points that it has passed.
    #[must_use]
    pub fn passed(&self) -> u32 {
        self.passed
    }
}

/// The end of a path, or the merge point that it has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Came<T> {
    /// To its end, with what came of it.
    Ended(T),
    /// To a merge point.
    Met(MergeKey),
}

impl<T> Came<T> {
    /// Returns the result of a path that has come to its end.
    #[must_use]
    pub fn ended(self) -> Option<T> {
        if let Came::Ended(result) = self { Some(result) } else { None }
    }
}

/// The results of something settled, with their probabilities, and the probability of all that was cut.
#[derive(Default)]
struct Law {
    results: Vec<(i64, f64)>,
    lost: f64,
}

/// The key of something that is settled: the reason of its dice and the numbers it depends on.
#[derive(PartialEq, Eq, Hash)]
struct Key(usize, Box<[i64]>);

/// A key that is looked for.
#[derive(Hash)]
struct Asked<'a>(usize, &'a [i64]);

impl Equivalent<Key> for Asked<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        self.0 == key.0 && *self.1 == *key.1
    }
}

/// The progress of the walk at hand on its present path.
#[derive(Default)]
struct Walk {
    /// The place in the path at which it begins to branch.
    base: usize,
    /// The place in the path at which it begins each time.
    start: usize,
    /// The place in the path at which it is.
    depth: usize,
    mass: f64,
    floor: f64,
    /// The path at hand is not followed: what it comes to counts for nothing.
    cut: bool,
    /// Probability of everything that was cut so far.
    lost: f64,
}

/// A walk that waits until something is settled, with the results so far.
struct Waiting {
    walk: Walk,
    results: IndexMap<i64, f64, FixedState>,
}

/// The result of following all outcomes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Explored {
    /// Every outcome was followed, but for paths that were cut, of this probability.
    Whole {
        /// Of all that was cut.
        lost: f64,
    },
    /// Some were not, for want of outcomes or of room.
    Part {
        /// The probability of all that was not followed.
        lost: f64,
    },
}

impl Explored {
    /// The probability of paths that were cut, when every other outcome was followed.
    #[must_use]
    pub fn whole(self) -> Option<f64> {
        if let Explored::Whole { lost } = self { Some(lost) } else { None }
    }
}

/// Dice that walk through all outcomes.
#[derive(Default)]
pub struct Enumerator {
    path: Vec<Branching>,
    walk: Walk,
    waiting: Vec<Waiting>,
    laws: IndexMap<Key, Law, FixedState>,
    /// Merge points that the path has passed, and those that the way passes from which it branches.
    passed: u32,
    passes: u32,
    /// The merge point at which the path was left.
    met: Option<MergeKey>,
    /// Merge points are passed over.
    follows_all: bool,
    /// Rolls since the path at hand was cut.
    idle: u32,
    outcomes: u64,
    outcomes_max: u64,
    stopped: bool,
    /// Memory that may be taken, in bytes; none where nobody said so.
    bytes_max: Option<usize>,
    /// The time at which the walk ends early; none where nobody said so.
    until: Option<Instant>,
    /// Memory of the laws, in bytes, about.
    bytes_of_laws: usize,
    /// The most memory of all that the last walk has taken, in bytes.
    bytes_most: usize,
    /// Faces of paths that are played by chance.
    chance: Option<Box<Streams>>,
    /// The path at hand is such a one, from the end of its way on.
    strays: bool,
    /// It was followed before.
    known: bool,
}

/// Memory of the result of a law, or of something that is being settled: hash, value, probability and place.
const BYTES_OF_RESULT: usize = 4 * size_of::<u64>();
/// Memory of a law besides its results and its numbers.
const BYTES_OF_LAW: usize = size_of::<(u64, Key, Law, u64)>() + 4 * size_of::<u64>();

/// Outcomes between two looks at the clock.
const OUTCOMES_PER_LOOK: u64 = 4096;

/// The limits of an exploration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExplorationLimits {
    /// The most outcomes that are looked at.
    pub outcomes_max: u64,
    /// The smallest probability of a path that is followed.
    pub floor: f64,
}

impl ExplorationLimits {
    /// The limits where every path is followed, among so many outcomes at the most.
    #[must_use]
    pub const fn outcomes(outcomes_max: u64) -> Self {
        ExplorationLimits { outcomes_max, floor: 0.0 }
    }
}

/// The beginning of an exploration.
#[derive(Clone, Copy)]
pub struct Start<'a> {
    /// The way from whose end on everything is explored.
    pub way: &'a MergeWay,
    /// The limits.
    pub limits: ExplorationLimits,
}

/// A path that is played by chance.
#[derive(Clone, Copy)]
pub struct Stray<'a> {
    /// The way that it begins with.
    pub way: &'a MergeWay,
    /// The [path](Enumerator::at_hand) at which an exploration of that way had ended early: those before it were followed.
    pub beyond: Option<&'a MergeWay>,
    /// The number of the fight of which it has the faces.
    pub number: u64,
}

impl Enumerator {
    /// Plays `play` once for every outcome of the dice that `dice` finds in `place`, and hands what came of it, with its
    /// probability, to `take`. Paths whose probability falls below the floor are cut. Ends early after the most outcomes, or
    /// when `take` tells the dice to [`stop`](Self::stop). Merge points are passed over.
    pub fn explore<P, T>(
        place: &mut P,
        dice: impl Fn(&mut P) -> &mut Self,
        limits: ExplorationLimits,
        play: impl FnMut(&mut P) -> T,
        mut take: impl FnMut(&mut P, T, f64),
    ) -> Explored {
        let follows_all = std::mem::replace(&mut dice(place).follows_all, true);
        let take = |place: &mut P, came: Came<T>, mass| {
            if let Came::Ended(result) = came {
                take(place, result, mass);
            }
        };
        let explored = Self::explore_from(Start { way: &MergeWay::default(), limits }, place, &dice, play, take);
        dice(place).follows_all = follows_all;
        explored
    }

    /// Explores from the end of a way on, whose probability is 1, to the end or to the next merge point: there `take` may ask
    /// for the [`way`](Self::way) that has led to it.
    pub fn explore_from<P, T>(
        start: Start,
        place: &mut P,
        dice: impl Fn(&mut P) -> &mut Self,
        mut play: impl FnMut(&mut P) -> T,
        mut take: impl FnMut(&mut P, Came<T>, f64),
    ) -> Explored {
        dice(place).begin(start);
        let mut taken = 0.0_f64;
        loop {
            let result = play(place);
            let this = dice(place);
            if this.exhausted() {
                return Explored::Part { lost: (1.0 - taken).max(0.0) };
            }
            let came = match this.met {
                Some(key) => Some(Came::Met(key)),
                None => (!this.walk.cut).then_some(Came::Ended(result)),
            };
            if let Some(came) = came {
                let mass = this.walk.mass;
                taken += mass;
                take(place, came, mass);
            }
            let this = dice(place);
            let more = this.advance();
            if !more {
                return Explored::Whole { lost: this.walk.lost };
            }
            if this.exhausted() {
                return Explored::Part { lost: (1.0 - taken).max(0.0) };
            }
        }
    }

    /// Dice that can also play a path by chance, with faces of these streams.
    #[must_use]
    pub fn with_chance(streams: Streams) -> Self {
        Enumerator { chance: Some(Box::new(streams)), ..Self::default() }
    }

    /// From now on everything is played by chance, with the faces of the fight of this number.
    pub fn begin_by_chance(&mut self, number: u64) {
        self.begin(Start { way: &MergeWay::default(), limits: ExplorationLimits::outcomes(u64::MAX) });
        self.stray_from(number);
    }

    /// Leaves the ways for good, and plays by chance with the streams of this fight.
    fn stray_from(&mut self, number: u64) {
        (self.strays, self.known) = (true, false);
        self.chance.as_mut().expect("these dice can play by chance").begin(number);
    }

    /// Plays `play` once: along a way, and from its end on by chance.
    ///
    /// # Errors
    /// A path that was followed before the exploration of that way had [ended](Stray::beyond).
    pub fn by_chance<P, T>(
        stray: Stray<'_>,
        place: &mut P,
        dice: impl Fn(&mut P) -> &mut Self,
        play: impl FnOnce(&mut P) -> T,
    ) -> Result<T, T> {
        let this = dice(place);
        this.begin(Start { way: stray.way, limits: ExplorationLimits::outcomes(u64::MAX) });
        if let Some(beyond) = stray.beyond {
            this.path.extend_from_slice(beyond.branchings.get(stray.way.branchings.len()..).unwrap_or_default());
        }
        this.stray_from(stray.number);
        let result = play(place);
        let this = dice(place);
        this.strays = false;
        if this.known { Err(result) } else { Ok(result) }
    }

    /// True if what comes next is left to chance.
    fn is_astray(&self) -> bool {
        self.strays && self.walk.depth >= self.walk.base
    }

    /// Holds what has come by chance against the branching at which an exploration has ended: what comes before it is known, and
    /// behind what comes after it nothing is.
    fn stray(&mut self, came: u32, ended: u32) {
        self.walk.depth += 1;
        self.known |= came < ended;
        if came != ended {
            self.path.truncate(self.walk.depth);
        }
    }

    /// A result of a law by chance.
    fn draw(&mut self, law: usize, roll: &'static Roll) -> i64 {
        let (Some(chance), Law { results, .. }) = (&mut self.chance, &self.laws[law]) else {
            unreachable!("there are streams")
        };
        let whole: f64 = results.iter().map(|(_, probability)| probability).sum();
        let fine = f64::from(chance.roll(Slot::MASTER, roll, u32::MAX) - 1) / f64::from(u32::MAX);
        let mut left = (f64::from(chance.roll(Slot::MASTER, roll, u32::MAX) - 1) + fine) / f64::from(u32::MAX) * whole;
        let row = results.iter().position(|(_, probability)| {
            left -= probability;
            left < 0.0
        });
        let row = row.unwrap_or(results.len() - 1);
        let result = results[row].0;
        if let Some(&Branching::Results { row: ended, .. }) = self.path.get(self.walk.depth) {
            self.stray(row as u32, ended);
        }
        result
    }

    /// Begins a way anew, within its limits.
    fn begin(&mut self, Start { way, limits }: Start) {
        self.path.clear();
        self.path.extend_from_slice(&way.branchings);
        (self.passed, self.passes, self.met) = (0, way.passed, None);
        (self.outcomes, self.outcomes_max, self.stopped) = (0, limits.outcomes_max, false);
        self.bytes_most = self.bytes_of_laws;
        self.strays = false;
        self.walk = Walk { floor: limits.floor, mass: 1.0, base: self.path.len(), ..Walk::default() };
    }

    /// The way that the path at hand has come.
    #[must_use]
    pub fn way(&self) -> MergeWay {
        MergeWay { branchings: self.path[..self.walk.depth].into(), passed: self.passed }
    }

    /// The branchings of the path at hand, which is the first that was not followed after an exploration has ended early.
    #[must_use]
    pub fn at_hand(&self) -> MergeWay {
        MergeWay { branchings: self.path[..].into(), passed: self.passed }
    }

    /// Passes over merge points, from the next walk on: slower, and nothing else; for tests of where they stand.
    pub fn follow_all(&mut self, follows_all: bool) {
        self.follows_all = follows_all;
    }

    /// Gives up, as after too many outcomes, when what is settled takes more memory than this.
    pub fn hold_at_most(&mut self, bytes: usize) {
        self.bytes_max = Some(bytes);
    }

    /// Gives up, as after too many outcomes, when this time has come: also in the middle of what is being settled.
    pub fn go_until(&mut self, time: Option<Instant>) {
        self.until = time;
    }

    /// Ends the walk after the outcome at hand.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Returns the number of outcomes of the last walk, those of what had to be settled included.
    #[must_use]
    pub fn outcomes(&self) -> u64 {
        self.outcomes
    }

    /// Memory of what has been settled and is being settled, in bytes, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let waiting: usize = self.waiting.iter().map(|waiting| waiting.results.capacity()).sum();
        self.bytes_of_laws + waiting * BYTES_OF_RESULT
    }

    /// Forgets everything that has been settled, between two walks; no [`MergeWay`] leads anywhere any more.
    pub fn forget(&mut self) {
        self.laws = IndexMap::default();
        self.bytes_of_laws = 0;
    }

    /// The most that [`bytes`](Self::bytes) came to during the last walk.
    pub fn bytes_most(&self) -> usize {
        self.bytes_most
    }

    /// True if there were too many outcomes, or something settled has too many results; everything is then played to its end
    /// without looking further.
    fn exhausted(&self) -> bool {
        self.outcomes > self.outcomes_max || self.stopped
    }

    /// Moves the walk at hand on to its next path; false when all have been walked.
    fn advance(&mut self) -> bool {
        self.outcomes += 1;
        if self.outcomes.is_multiple_of(OUTCOMES_PER_LOOK) && self.until.is_some_and(|time| Instant::now() >= time) {
            self.stopped = true;
        }
        self.path.truncate(self.walk.depth);
        (self.walk.depth, self.walk.mass, self.walk.cut) = (self.walk.start, 1.0, false);
        if self.waiting.is_empty() {
            (self.passed, self.met) = (0, None);
        }
        while self.path.len() > self.walk.base
            && let Some(branching) = self.path.pop()
        {
            let next = match branching {
                Branching::Faces { sides, face } if face < sides => Branching::Faces { sides, face: face + 1 },
                Branching::Results { law, row } if (row as usize) + 1 < self.laws[law as usize].results.len() => {
                    Branching::Results { law, row: row + 1 }
                }
                _ => continue,
            };
            self.path.push(next);
            return true;
        }
        false
    }

    /// True if the next branching of the path is a new one.
    fn at_the_end(&self) -> bool {
        self.walk.depth == self.path.len()
    }

    /// Cuts the path when it has become too improbable; true when it is cut.
    fn cut(&mut self) -> bool {
        if !self.walk.cut && self.at_the_end() && self.walk.mass < self.walk.floor {
            self.give_up();
        }
        self.walk.cut
    }

    /// Cuts the path.
    fn give_up(&mut self) {
        self.walk.cut = true;
        self.walk.lost += self.walk.mass;
    }

    /// The branching at hand, or `first` where the path is new.
    fn branch(&mut self, first: Branching) -> Branching {
        if self.at_the_end() {
            self.path.push(first);
        }
        self.walk.depth += 1;
        self.path[self.walk.depth - 1]
    }

    /// Goes on with one result of a law.
    fn follow(&mut self, law: usize) -> i64 {
        if self.at_the_end() {
            self.walk.lost += self.walk.mass * self.laws[law].lost;
        }
        let Branching::Results { law, row } = self.branch(Branching::Results { law: law as u32, row: 0 }) else {
            unreachable!("the same rules code rolled a die where it had settled something");
        };
        let (result, probability) = self.laws[law as usize].results[row as usize];
        self.walk.mass *= probability;
        result
    }

    /// Begins a walk of its own through what is settled next.
    fn descend(&mut self) {
        let base = self.path.len();
        let inner = Walk { base, start: base, depth: base, mass: 1.0, floor: SETTLED_FLOOR, ..Walk::default() };
        let walk = std::mem::replace(&mut self.walk, inner);
        self.waiting.push(Waiting { walk, results: IndexMap::default() });
    }

    /// Notes a result of such a walk; false when there are no more.
    fn note(&mut self, result: i64) -> bool {
        if self.exhausted() {
            return false;
        }
        if let (false, Some(waiting)) = (self.walk.cut, self.waiting.last_mut()) {
            *waiting.results.entry(result).or_default() += self.walk.mass;
            self.bytes_most = self.bytes_most.max(self.bytes());
            self.stopped = self.bytes_max.is_some_and(|most| self.bytes_most > most);
        }
        self.advance()
    }

    /// Ends such a walk: back to the one before, with the law that was found.
    fn ascend(&mut self, key: Key) -> Option<usize> {
        let Waiting { walk, mut results } = self.waiting.pop()?;
        let lost = std::mem::replace(&mut self.walk, walk).lost;
        self.path.truncate(self.walk.depth);
        if self.exhausted() || results.is_empty() {
            self.give_up();
            return None;
        }
        results.sort_unstable_keys();
        let law = Law { results: results.into_iter().collect(), lost };
        self.bytes_of_laws += BYTES_OF_LAW + size_of_val(&*key.1) + law.results.capacity() * BYTES_OF_RESULT;
        Some(self.laws.insert_full(key, law).0)
    }
}

impl Dice for Enumerator {
    #[inline(always)]
    fn settles(&self) -> bool {
        true
    }

    fn roll(&mut self, who: Slot, roll: &'static Roll, sides: u32) -> u32 {
        if self.is_astray()
            && let Some(chance) = &mut self.chance
        {
            let face = chance.roll(who, roll, sides);
            if let Some(&Branching::Faces { face: ended, .. }) = self.path.get(self.walk.depth) {
                self.stray(face, ended);
            }
            return face;
        }
        if self.cut() {
            // Every face in turn: whatever waits for one of them comes to an end.
            self.idle = self.idle.wrapping_add(1);
            return self.idle % sides + 1;
        }
        let Branching::Faces { face, .. } = self.branch(Branching::Faces { sides, face: 1 }) else {
            unreachable!("the same rules code settled something where it had rolled a die");
        };
        self.walk.mass /= f64::from(sides);
        face
    }

    fn merges(&self) -> bool {
        let is_astray = self.strays && self.passed >= self.passes;
        self.waiting.is_empty() && !self.follows_all && !self.walk.cut && !is_astray
    }

    fn merge(&mut self, key: impl FnOnce() -> MergeKey) -> Merge {
        if !self.merges() {
            return Merge::Passed;
        }
        self.passed += 1;
        if self.passed > self.passes {
            (self.met, self.walk.cut) = (Some(key()), true);
            return Merge::Left;
        }
        if self.passed < self.passes {
            return Merge::Passed;
        }
        // All that comes to this point goes on from here as one.
        self.walk.mass = 1.0;
        Merge::TakenUp
    }

    fn settle<P, K: AsRef<[i64]>>(
        place: &mut P,
        dice: impl Fn(&mut P) -> &mut Self,
        roll: &'static Roll,
        key: impl FnOnce(&P) -> K,
        mut play: impl FnMut(&mut P) -> i64,
    ) -> i64 {
        let this = dice(place);
        if this.cut() {
            return play(place);
        }
        if let Some(&Branching::Results { law, .. }) = this.path.get(this.walk.depth) {
            return if this.is_astray() { this.draw(law as usize, roll) } else { this.follow(law as usize) };
        }
        if this.strays {
            return play(place);
        }
        let (reason, key) = (ptr::from_ref(roll).addr(), key(place));
        let law = match dice(place).laws.get_index_of(&Asked(reason, key.as_ref())) {
            Some(law) => Some(law),
            None => {
                dice(place).descend();
                loop {
                    let result = play(place);
                    if !dice(place).note(result) {
                        break;
                    }
                }
                dice(place).ascend(Key(reason, key.as_ref().into()))
            }
        };
        match law {
            Some(law) => dice(place).follow(law),
            None => play(place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Purpose;
    use std::collections::BTreeMap;

    static ROLL: Roll = Roll { purpose: Purpose::Check, what: "check", rule: "TEST", looks_up: false };

    /// Outcomes with their probabilities.
    type Outcomes = Vec<(i64, f64)>;

    /// All outcomes of `play` in the order in which they come; how many there were and what was cut, when all were followed.
    fn outcomes(limits: ExplorationLimits, play: impl FnMut(&mut Enumerator) -> i64) -> (Outcomes, Option<(u64, f64)>) {
        let (mut found, mut dice) = (Vec::new(), Enumerator::default());
        let take = |_: &mut Enumerator, result, mass| found.push((result, mass));
        let explored = Enumerator::explore(&mut dice, |dice| dice, limits, play, take);
        (found, explored.whole().map(|lost| (dice.outcomes(), lost)))
    }

    fn d(dice: &mut Enumerator, sides: u32) -> i64 {
        i64::from(dice.roll(Slot(0), &ROLL, sides))
    }

    fn settle(dice: &mut Enumerator, key: &[i64], play: impl FnMut(&mut Enumerator) -> i64) -> i64 {
        Enumerator::settle(dice, |dice| dice, &ROLL, |_| key, play)
    }

    /// A die whose highest face is followed by another die, without an end.
    fn chain(dice: &mut Enumerator, sides: u32) -> i64 {
        let mut sum = 0;
        loop {
            let face = d(dice, sides);
            sum += face;
            if face < i64::from(sides) || sum > 100_000 {
                return sum;
            }
        }
    }

    fn chance(found: &[(i64, f64)], result: i64) -> f64 {
        found.iter().filter(|(given, _)| *given == result).map(|(_, mass)| mass).sum()
    }

    #[test]
    fn every_outcome_is_visited_once_and_masses_sum_to_one() {
        let (found, explored) = outcomes(ExplorationLimits::outcomes(1000), |dice| d(dice, 6) + d(dice, 6));
        assert_eq!((found.len(), explored), (36, Some((36, 0.0))));
        assert!((found.iter().map(|(_, mass)| mass).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((chance(&found, 7) - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_settled_branches_once_per_result_by_its_own_probability() {
        let (found, explored) =
            outcomes(ExplorationLimits::outcomes(1000), |dice| settle(dice, &[], |dice| d(dice, 6) + d(dice, 6)));
        assert_eq!(found.iter().map(|(sum, _)| *sum).collect::<Vec<_>>(), (2..=12).collect::<Vec<_>>());
        assert_eq!(explored, Some((36 + 11, 0.0)));
        assert!((chance(&found, 2) - 1.0 / 36.0).abs() < 1e-12 && (chance(&found, 7) - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_settled_is_remembered_by_its_key() {
        let twice = |dice: &mut Enumerator| {
            10 * settle(dice, &[1], |dice| d(dice, 6) % 2) + settle(dice, &[1], |_| unreachable!("it is known"))
        };
        let (found, explored) = outcomes(ExplorationLimits::outcomes(1000), twice);
        assert_eq!(found.len(), 4);
        assert_eq!(explored, Some((6 + 4, 0.0)));
        let (found, _) = outcomes(ExplorationLimits::outcomes(1000), |dice| {
            10 * settle(dice, &[1], |dice| d(dice, 6) % 2) + settle(dice, &[2], |dice| d(dice, 4))
        });
        assert!((chance(&found, 13) - 0.125).abs() < 1e-12);
    }

    #[test]
    fn settled_dice_and_single_dice_can_stand_in_any_order_and_inside_each_other() {
        let plain = |dice: &mut Enumerator| {
            let first = d(dice, 4);
            let (second, third) = (d(dice, 6), if first > 2 { d(dice, 3) } else { 0 });
            100 * first + 10 * (second + third).min(5) + d(dice, 2)
        };
        let settled = |dice: &mut Enumerator| {
            let first = d(dice, 4);
            let rest = settle(dice, &[first], |dice| {
                let second = settle(dice, &[-1], |dice| d(dice, 6).min(5));
                (second + if first > 2 { d(dice, 3) } else { 0 }).min(5)
            });
            100 * first + 10 * rest + d(dice, 2)
        };
        let (plain, settled) =
            (outcomes(ExplorationLimits::outcomes(9999), plain).0, outcomes(ExplorationLimits::outcomes(9999), settled).0);
        assert!(settled.len() < plain.len());
        for result in 0..500 {
            assert!((chance(&plain, result) - chance(&settled, result)).abs() < 1e-12, "{result}");
        }
    }

    #[test]
    fn endless_chains_are_cut_and_their_mass_is_reported() {
        let (found, explored) = outcomes(ExplorationLimits { outcomes_max: 10_000, floor: 1e-9 }, |dice| chain(dice, 4));
        let (total, unresolved) = (found.iter().map(|(_, mass)| mass).sum::<f64>(), explored.unwrap().1);
        assert!(unresolved > 0.0 && unresolved < 1e-9);
        assert!((total + unresolved - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_mass_that_is_cut_in_what_is_settled_is_reported_too() {
        // Dice of 30 faces reach the floor of what is settled from above: what is left is less than it, but not nothing.
        let (found, explored) = outcomes(ExplorationLimits::outcomes(10_000), |dice| settle(dice, &[], |dice| chain(dice, 30)));
        let unresolved = explored.unwrap().1;
        assert!(unresolved > 0.0 && unresolved < SETTLED_FLOOR);
        let (twice, explored) = outcomes(ExplorationLimits::outcomes(1_000_000), |dice| {
            settle(dice, &[], |dice| chain(dice, 30)) + settle(dice, &[], |dice| chain(dice, 30))
        });
        assert_eq!(twice.len(), found.len() * found.len());
        assert!((explored.unwrap().1 / unresolved - 2.0).abs() < 1e-9);
    }

    /// Results by chance behind the end of an exploration that ended after so many outcomes, with their frequencies; `play` settles
    /// something and rolls twice.
    fn beyond(outcomes_max: u64) -> Vec<(i64, f64)> {
        let play = |dice: &mut Enumerator| {
            let first = settle(dice, &[], |dice| d(dice, 6) + d(dice, 6));
            100 * first + if first < 5 { 10 * d(dice, 4) } else { d(dice, 3) }
        };
        let (mut left, mut dice) = (BTreeMap::new(), Enumerator::with_chance(Streams::new(3, &[1])));
        let _ = outcomes(ExplorationLimits::outcomes(1000), play)
            .0
            .into_iter()
            .map(|(result, mass)| left.insert(result, mass))
            .count();
        let take = |_: &mut Enumerator, result, _| {
            left.remove(&result);
        };
        Enumerator::explore(&mut dice, |dice| dice, ExplorationLimits::outcomes(outcomes_max), play, take);
        let (ended, whole) = (dice.at_hand(), left.values().sum::<f64>());
        let (mut came, mut all) = (BTreeMap::new(), 0.0);
        for number in 0..40_000 {
            let stray = Stray { way: &MergeWay::default(), beyond: Some(&ended), number };
            if let Ok(result) = Enumerator::by_chance(stray, &mut dice, |dice| dice, play) {
                *came.entry(result).or_insert(0.0) += 1.0;
                all += 1.0;
            }
        }
        assert!(f64::abs(all / 40_000.0 - whole) < 0.013, "{all} {whole}");
        let expected =
            left.into_iter().map(|(result, mass)| (result, mass / whole - came.remove(&result).unwrap_or(0.0) / all));
        let mut apart: Vec<(i64, f64)> = expected.collect();
        apart.extend(came);
        apart
    }

    #[test]
    fn what_was_not_followed_comes_by_chance_as_often_as_it_should_and_nothing_else_does() {
        for outcomes_max in [40, 45, 50, 60] {
            let apart = beyond(outcomes_max);
            assert!(apart.iter().all(|(_, apart)| apart.abs() < 0.012), "{outcomes_max}: {apart:?}");
        }
    }

    #[test]
    fn time_that_is_up_also_ends_what_is_being_settled() {
        let mut dice = Enumerator::default();
        dice.go_until(Some(Instant::now()));
        let play = |dice: &mut Enumerator| settle(dice, &[], |dice| (0..4).map(|_| d(dice, 100)).sum());
        let explored = Enumerator::explore(&mut dice, |dice| dice, ExplorationLimits::outcomes(u64::MAX), play, |_, _, _| ());
        assert!(explored.whole().is_none() && dice.outcomes() <= OUTCOMES_PER_LOOK, "{} outcomes", dice.outcomes());
    }

    #[test]
    fn a_bound_on_outcomes_is_kept_inside_and_outside_of_what_is_settled() {
        assert_eq!(outcomes(ExplorationLimits::outcomes(10), |dice| d(dice, 100)).1, None);
        assert_eq!(outcomes(ExplorationLimits::outcomes(10), |dice| settle(dice, &[], |dice| d(dice, 100))).1, None);
        let inner = |dice: &mut Enumerator| settle(dice, &[1], |dice| settle(dice, &[2], |dice| d(dice, 100)) % 2);
        assert_eq!(outcomes(ExplorationLimits::outcomes(50), inner).1, None);
        assert_eq!(outcomes(ExplorationLimits::outcomes(100 + 100 + 2), inner).1, Some((202, 0.0)));
    }

    #[test]
    fn what_was_followed_before_a_bound_counts_and_the_rest_is_lost() {
        let (mut found, mut dice) = (0.0, Enumerator::default());
        let play = |dice: &mut Enumerator| d(dice, 10) + d(dice, 10);
        let explored =
            Enumerator::explore(&mut dice, |dice| dice, ExplorationLimits::outcomes(25), play, |_, _, mass| found += mass);
        let Explored::Part { lost } = explored else { panic!("a hundred outcomes are more than 25") };
        assert!((found - 0.26).abs() < 1e-12 && (found + lost - 1.0).abs() < 1e-12, "{found} {lost}");
    }
}
