//! Watches: what observes a fight while it is played. Statically dispatched, so that silence costs nothing.
//!
//! Owns the [`Watch`] trait and its kinds: [`Silent`], [`Counting`] (running numbers per combatant, read by a core's
//! metrics when a fight ends), [`Attributing`] (the same by what is to blame), [`Narrating`] (a story with every die) and [`Adding`]
//! (what a path of dice adds to running numbers); [`AnyWatch`] is any of them. A watch must never change what happens.

use crate::dice::{Roll, Slot};
use crate::fight::Offer;
use crate::fight::causes::{Attribution, Blame, Causes, During};
use crate::fight::sum::{Adds, Face, Sentence, Sum};

/// A running number that a core keeps per combatant: an index below the core's number of counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counter(pub u8);

/// A line of a policy: its index among all lines of a scenario, see [`policy`](crate::policy).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineNumber(pub u16);

/// The fate of a line of a policy that was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineTried {
    /// Its condition did not hold.
    Refused,
    /// Its condition held, but what it wants was not possible, and another line was tried.
    Impossible,
    /// It decided, but could not be carried out.
    Failed,
}

/// An observer of a fight.
pub trait Watch {
    /// The kind of sum that rules add with: a number, or a [`Sum`] where the parts of it may be told.
    type Adds: Adds;

    /// True if [`tell`](Watch::tell) is heard; sentences are not even made for other watches. The compiler folds the constant
    /// answer of a concrete type.
    #[inline(always)]
    fn listens(&self) -> bool {
        false
    }

    /// Returns the number of sentences that have been told so far; 0 where nobody listens.
    #[inline(always)]
    fn told(&self) -> usize {
        0
    }

    /// `who` rolled `face` on a die of `sides` faces.
    #[inline]
    fn die(&mut self, _who: Slot, _roll: &'static Roll, _sides: u32, _face: u32) {}

    /// Adds to a running number.
    #[inline]
    fn count(&mut self, _who: Slot, _counter: Counter, _amount: i32) {}

    /// Sets a number that only its first value matters for, such as the round of a first wound; later calls do nothing.
    #[inline]
    fn first(&mut self, _who: Slot, _counter: Counter, _value: i32) {}

    /// Sets a number of which only the largest value matters, such as the peak of something that rises and falls.
    #[inline]
    fn most(&mut self, _who: Slot, _counter: Counter, _value: i32) {}

    /// Adds to a number that nobody hears of who does not ask for causes.
    #[inline(always)]
    fn mark(&mut self, _who: Slot, _counter: Counter, _amount: i32) {}

    /// True if [`blame`](Watch::blame) is heard; means are not even looked up for other watches. The compiler folds the constant answer of a
    /// concrete type.
    #[inline(always)]
    fn attributes(&self) -> bool {
        false
    }

    /// Blames somebody for all that follows, until somebody else or nobody is blamed.
    #[inline(always)]
    fn blame(&mut self, _blame: Option<Blame<'_>>) {}

    /// A part of a day begins.
    #[inline(always)]
    fn during(&mut self, _part: During) {}

    /// The turn of somebody begins.
    #[inline(always)]
    fn turn(&mut self, _who: Slot) {}

    /// Somebody is asked what to do.
    #[inline(always)]
    fn asks(&mut self, _who: Slot) {}

    /// A line of a policy decided what happens.
    #[inline]
    fn line(&mut self, _line: LineNumber) {}

    /// Begins to count anew: everything counted so far belongs to a path that was left at a merge point.
    #[inline]
    fn taken_up(&mut self) {}

    /// Counts nothing any more: the path at hand is left at a merge point, and whatever else it does comes to nothing.
    #[inline]
    fn left(&mut self) {}

    /// Something begins to be [settled](crate::dice::Dice::settle), or ends: it may be played in another number of ways than it
    /// comes to pass. Returns what was so before.
    #[inline]
    fn settling(&mut self, _settling: bool) -> bool {
        false
    }

    /// True if [`tried`](Watch::tried) is heard of the lines before the one that decides; they are not even looked at for other
    /// watches. The compiler folds the constant answer of a concrete type.
    #[inline(always)]
    fn traces(&self) -> bool {
        false
    }

    /// True if [`offer`](Watch::offer) is heard; options are not even looked up for other watches. The compiler folds the constant
    /// answer of a concrete type.
    #[inline(always)]
    fn weighs(&self) -> bool {
        false
    }

    /// True if [`offer`](Watch::offer) is to be told of questions of yes or no, too. The compiler folds the constant answer of a concrete
    /// type.
    #[inline(always)]
    fn wonders(&self) -> bool {
        false
    }

    /// `who` decides something, and could decide any of these.
    #[inline]
    fn offer(&mut self, _who: Slot, _options: Vec<Offer>) {}

    /// A line of a policy was tried and did not decide, or decided and could not be carried out.
    #[inline]
    fn tried(&mut self, _line: LineNumber, _tried: LineTried) {}

    /// A sentence of the story and the ledger ids it follows from.
    #[inline]
    fn tell(&mut self, _rules: &'static str, _sentence: Sentence) {}
}

/// Watches nothing.
pub struct Silent;

impl Watch for Silent {
    type Adds = i32;
}

/// The running numbers of all combatants in one fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Room for the most combatants with the most numbers: a place that is known in advance is found several times faster.
    values: Box<[[i64; Counts::MOST]; Slot::MOST]>,
    combatants: usize,
    counters: usize,
    /// The counters of which only the first value matters, as bits: those that were ever set so.
    firsts: u128,
    /// The counters of which only the largest value matters, as bits: those that were ever set so.
    mosts: u128,
    /// The numbers by their causes, in the order of [`Causes::tracked`]; none where nobody asks.
    pub caused: Vec<i64>,
}

impl Counts {
    /// The most numbers that a combatant can have: a power of two, so that a remainder costs nothing.
    pub const MOST: usize = 128;

    /// Zeros for `combatants` times `counters` numbers.
    ///
    /// # Panics
    /// More counters than [`MOST`](Counts::MOST), or more combatants than [`Slot::MOST`].
    #[must_use]
    pub fn new(combatants: usize, counters: usize) -> Self {
        assert!(counters <= Counts::MOST, "{counters} numbers are more than there is room for");
        assert!(combatants <= Slot::MOST, "{combatants} combatants are more than there is room for");
        let rows = vec![[0; Counts::MOST]; Slot::MOST].into_boxed_slice();
        let values = rows.try_into().expect("there are as many rows as combatants at the most");
        Counts { values, combatants, counters, firsts: 0, mosts: 0, caused: Vec::new() }
    }

    /// All numbers of one combatant, in the order of the counters.
    #[inline]
    #[must_use]
    pub fn of(&self, who: Slot) -> &[i64] {
        &self.values[who.index() % Slot::MOST][..self.counters]
    }

    /// Adds to a number.
    pub fn add(&mut self, who: Slot, counter: Counter, amount: i64) {
        *self.at(who, counter) += amount;
    }

    /// The number of a counter of one combatant.
    #[inline]
    fn at(&mut self, who: Slot, counter: Counter) -> &mut i64 {
        &mut self.values[who.index() % Slot::MOST][usize::from(counter.0) % Counts::MOST]
    }

    /// Keeps the first value that is not 0.
    #[inline]
    fn first(&mut self, who: Slot, counter: Counter, value: i64) {
        self.firsts |= 1 << (usize::from(counter.0) % Counts::MOST);
        let number = self.at(who, counter);
        if *number == 0 {
            *number = value;
        }
    }

    /// Keeps the greatest value.
    #[inline]
    fn most(&mut self, who: Slot, counter: Counter, value: i64) {
        self.mosts |= 1 << (usize::from(counter.0) % Counts::MOST);
        let number = self.at(who, counter);
        *number = (*number).max(value);
    }

    /// Takes in what was counted after its own, of as many combatants and counters: each counter in its own way.
    fn take_in(&mut self, later: &Counts) {
        for (who, numbers) in later.values.iter().enumerate().take(self.combatants) {
            for (counter, &number) in numbers[..self.counters].iter().enumerate() {
                let (who, at) = (Slot(who as u8), Counter(counter as u8));
                if later.firsts >> counter & 1 == 1 {
                    self.first(who, at, number);
                } else if later.mosts >> counter & 1 == 1 {
                    self.most(who, at, number);
                } else {
                    self.add(who, at, number);
                }
            }
        }
        self.caused.iter_mut().zip(&later.caused).for_each(|(sum, number)| *sum += number);
    }

    /// Back to zeros, for the next fight.
    #[inline]
    pub fn clear(&mut self) {
        self.values.iter_mut().take(self.combatants).for_each(|numbers| numbers[..self.counters].fill(0));
        self.caused.fill(0);
    }
}

/// Counts: fills the numbers that metrics are read from, and how often each policy line decided.
#[derive(Clone)]
pub struct Counting {
    /// The running numbers of the fight at hand.
    pub counts: Counts,
    /// Those of everything that happens on the same day outside of its fights.
    pub counts_apart: Counts,
    /// Those of one part of the day outside of its fights, where somebody asks for them.
    pub counts_of_part: Counts,
    /// Decisions of each line, over all fights so far.
    pub lines: Vec<u64>,
}

impl Counting {
    /// A watch for `combatants` with `counters` numbers each and policies of `lines` lines in all.
    #[must_use]
    pub fn new(combatants: usize, counters: usize, lines: usize) -> Self {
        let [counts, counts_apart, counts_of_part] = std::array::from_fn(|_| Counts::new(combatants, counters));
        Counting { counts, counts_apart, counts_of_part, lines: vec![0; lines] }
    }

    /// This watch with room for what is asked for by its cause.
    #[must_use]
    pub fn asking(mut self, causes: &Causes) -> Self {
        for counts in [&mut self.counts, &mut self.counts_apart, &mut self.counts_of_part] {
            counts.caused = vec![0; causes.numbers()];
        }
        self
    }

    /// A part of the day outside of its fights begins of which somebody asks what is counted in it.
    pub fn begin_part(&mut self) {
        std::mem::swap(&mut self.counts_apart, &mut self.counts_of_part);
        self.counts_apart.clear();
    }

    /// It is over: its numbers stand apart, and are those of the day too.
    pub fn end_part(&mut self) {
        std::mem::swap(&mut self.counts_apart, &mut self.counts_of_part);
        self.counts_apart.take_in(&self.counts_of_part);
    }

    /// Changes the numbers of the fight at hand for those apart, and back again.
    pub fn change_counts(&mut self) {
        std::mem::swap(&mut self.counts, &mut self.counts_apart);
    }
}

impl Watch for Counting {
    type Adds = i32;

    #[inline]
    fn count(&mut self, who: Slot, counter: Counter, amount: i32) {
        *self.counts.at(who, counter) += i64::from(amount);
    }

    #[inline]
    fn first(&mut self, who: Slot, counter: Counter, value: i32) {
        self.counts.first(who, counter, value.into());
    }

    #[inline]
    fn most(&mut self, who: Slot, counter: Counter, value: i32) {
        self.counts.most(who, counter, value.into());
    }

    #[inline]
    fn line(&mut self, line: LineNumber) {
        self.lines[usize::from(line.0)] += 1;
    }
}

/// Keeps first and largest values in the field `counting` of a watch that has more to do besides.
macro_rules! keep_inside {
    () => {
        fn first(&mut self, who: Slot, counter: Counter, value: i32) {
            self.counting.first(who, counter, value);
        }

        fn most(&mut self, who: Slot, counter: Counter, value: i32) {
            self.counting.most(who, counter, value);
        }
    };
}

/// Attributes what it counts to what is to blame for it, besides what [`Counting`] counts.
#[derive(Clone)]
pub struct Attributing {
    /// The numbers, as in a run.
    pub counting: Counting,
    attribution: Attribution,
}

impl Attributing {
    /// A watch over the given one, for those who ask for these causes.
    #[must_use]
    pub fn new(counting: Counting, causes: &Causes) -> Self {
        Attributing { counting: counting.asking(causes), attribution: Attribution::new(causes) }
    }
}

/// Attributes what is counted in the field `counting` to causes, by the field `attribution`.
macro_rules! attribute_inside {
    () => {
        fn count(&mut self, who: Slot, counter: Counter, amount: i32) {
            self.counting.count(who, counter, amount);
            self.attribution.count(&mut self.counting.counts.caused, who, counter, amount);
        }

        fn attributes(&self) -> bool {
            self.attribution.asked()
        }

        fn mark(&mut self, who: Slot, counter: Counter, amount: i32) {
            self.attribution.count(&mut self.counting.counts.caused, who, counter, amount);
        }

        fn turn(&mut self, who: Slot) {
            self.attribution.pace.turn(&mut self.counting.counts.caused, who);
        }

        fn asks(&mut self, who: Slot) {
            self.attribution.pace.asks(&mut self.counting.counts.caused, who);
        }

        fn blame(&mut self, blame: Option<Blame<'_>>) {
            self.attribution.blame(blame);
        }

        fn during(&mut self, part: During) {
            self.attribution.during(part);
        }
    };
}

impl Watch for Attributing {
    type Adds = i32;

    attribute_inside!();
    keep_inside!();

    fn die(&mut self, who: Slot, roll: &'static Roll, sides: u32, face: u32) {
        self.attribution.pace.die(&mut self.counting.counts.caused, who, roll, [sides, face]);
    }

    fn line(&mut self, line: LineNumber) {
        self.attribution.pace.line(&mut self.counting.counts.caused, line);
        self.counting.line(line);
    }
}

/// Adds: keeps what is added to running numbers on a path of dice, from its beginning or from the merge point at which it was
/// taken up. What is kept in another way than by adding, and what is counted while something is settled, is not known.
#[derive(Clone, Default)]
pub struct Adding {
    added: Vec<(Slot, Counter, i32)>,
    unknown: u128,
    settles: bool,
    left: bool,
}

impl Adding {
    /// Begins a path.
    pub fn begin(&mut self) {
        self.added.clear();
        (self.settles, self.left) = (false, false);
    }

    /// Returns everything that has been added.
    #[must_use]
    pub fn added(&self) -> &[(Slot, Counter, i32)] {
        &self.added
    }

    /// Counters that are not known, one bit each.
    #[must_use]
    pub fn unknown(&self) -> u128 {
        self.unknown
    }
}

impl Watch for Adding {
    type Adds = i32;

    fn count(&mut self, who: Slot, counter: Counter, amount: i32) {
        if amount == 0 || self.left {
            return;
        }
        if self.settles {
            self.unknown |= 1 << counter.0;
        } else {
            self.added.push((who, counter, amount));
        }
    }

    fn first(&mut self, _: Slot, counter: Counter, _: i32) {
        self.unknown |= 1 << counter.0;
    }

    fn most(&mut self, _: Slot, counter: Counter, _: i32) {
        self.unknown |= 1 << counter.0;
    }

    fn taken_up(&mut self) {
        self.added.clear();
    }

    fn left(&mut self) {
        self.left = true;
    }

    fn settling(&mut self, settling: bool) -> bool {
        std::mem::replace(&mut self.settles, settling)
    }
}

/// The fates of one line of a policy.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Trace {
    /// Times that it decided and was carried out.
    pub decided: u64,
    /// Times that its condition held and it could not be carried out.
    pub impossible: u64,
    /// Times that its condition did not hold.
    pub refused: u64,
}

impl Trace {
    /// Returns the times that it was tried.
    #[must_use]
    pub fn tried(self) -> u64 {
        self.decided + self.impossible + self.refused
    }

    /// Adds what became of it elsewhere.
    pub fn add(&mut self, other: Trace) {
        self.decided += other.decided;
        self.impossible += other.impossible;
        self.refused += other.refused;
    }
}

/// Counts what becomes of every line, besides what [`Counting`] counts.
pub struct Tracing {
    /// The numbers, as in a run.
    pub counting: Counting,
    /// The fates of each line, by its number.
    pub traces: Vec<Trace>,
}

impl Tracing {
    /// Nothing traced yet, over the given counting watch.
    #[must_use]
    pub fn new(counting: Counting) -> Self {
        Tracing { traces: vec![Trace::default(); counting.lines.len()], counting }
    }
}

impl Watch for Tracing {
    type Adds = i32;

    #[inline(always)]
    fn traces(&self) -> bool {
        true
    }

    fn count(&mut self, who: Slot, counter: Counter, amount: i32) {
        self.counting.count(who, counter, amount);
    }

    keep_inside!();

    fn line(&mut self, line: LineNumber) {
        self.traces[usize::from(line.0)].decided += 1;
    }

    fn tried(&mut self, line: LineNumber, tried: LineTried) {
        let trace = &mut self.traces[usize::from(line.0)];
        match tried {
            LineTried::Refused => trace.refused += 1,
            LineTried::Impossible => trace.impossible += 1,
            LineTried::Failed => {
                trace.decided -= 1;
                trace.impossible += 1;
            }
        }
    }
}

/// One entry of a story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoryEntry {
    /// A die: who rolled it, why, its faces and the face it showed.
    Die {
        /// The one who rolled.
        who: Slot,
        /// The reason: stream, name and ledger id.
        roll: &'static Roll,
        /// Faces of the die.
        sides: u32,
        /// The face that it showed.
        face: u32,
        /// True if a sum of a later sentence tells it.
        summed: bool,
    },
    /// A sentence with the ledger ids it follows from.
    Sentence {
        /// Ledger ids, separated by commas.
        rules: &'static str,
        /// The sentence, without a full stop needed.
        text: String,
        /// The sums in it.
        sums: Vec<Sum>,
    },
    /// Everything that somebody could decide who decides.
    Options {
        /// The one who decides.
        who: Slot,
        /// The options.
        options: Vec<Offer>,
    },
}

/// Narrates: keeps the whole story of a fight, every die of it, and counts like [`Counting`].
pub struct Narrating {
    /// The numbers, as in a run.
    pub counting: Counting,
    /// The story so far, in order.
    pub story: Vec<StoryEntry>,
    /// By step of all fights, one after the other: what had been told when it began.
    pub steps: Vec<usize>,
    /// True if it is told what else everybody could have done.
    pub weighs: bool,
    /// True if it is told what questions of yes or no they are asked.
    pub wonders: bool,
    /// The names of the combatants, by slot.
    names: Vec<String>,
    attribution: Attribution,
}

impl Narrating {
    /// An empty story over the given counting watch, of combatants with these names.
    #[must_use]
    pub fn new(counting: Counting, names: Vec<String>) -> Self {
        let attribution = Attribution::default();
        Narrating { counting, story: Vec::new(), steps: Vec::new(), weighs: false, wonders: false, names, attribution }
    }

    /// This watch for those who ask for these causes.
    #[must_use]
    pub fn asking(self, causes: &Causes) -> Self {
        Narrating { counting: self.counting.asking(causes), attribution: Attribution::new(causes), ..self }
    }

    /// Finds the dice of a sum: those that were rolled for it since the last sum of such dice.
    fn find_dice(&mut self, sum: &mut Sum) {
        for dice in sum.dice_mut() {
            for told in self.story.iter_mut().rev() {
                let StoryEntry::Die { who, roll, sides, face, summed } = told else { continue };
                if *who != dice.who || !dice.rolls.has(roll) {
                    continue;
                }
                if *summed {
                    break;
                }
                *summed = true;
                dice.faces.push(Face { roll, sides: *sides, face: *face });
            }
            dice.faces.reverse();
        }
    }
}

impl Watch for Narrating {
    type Adds = Sum;

    #[inline(always)]
    fn listens(&self) -> bool {
        true
    }

    fn weighs(&self) -> bool {
        self.weighs
    }

    fn wonders(&self) -> bool {
        self.wonders
    }

    fn offer(&mut self, who: Slot, options: Vec<Offer>) {
        let told = StoryEntry::Options { who, options };
        if self.story.last() != Some(&told) {
            self.story.push(told);
        }
    }

    fn told(&self) -> usize {
        self.story.iter().filter(|told| matches!(told, StoryEntry::Sentence { .. })).count()
    }

    fn die(&mut self, who: Slot, roll: &'static Roll, sides: u32, face: u32) {
        self.attribution.pace.die(&mut self.counting.counts.caused, who, roll, [sides, face]);
        self.story.push(StoryEntry::Die { who, roll, sides, face, summed: false });
    }

    attribute_inside!();
    keep_inside!();

    fn line(&mut self, line: LineNumber) {
        self.attribution.pace.line(&mut self.counting.counts.caused, line);
        self.counting.line(line);
    }

    fn tell(&mut self, rules: &'static str, mut sentence: Sentence) {
        sentence.sums_mut().for_each(|sum| self.find_dice(sum));
        let (text, sums) = sentence.told(&self.names);
        self.story.push(StoryEntry::Sentence { rules, text, sums });
    }
}

/// Any watch of this module, chosen at run time. Exact answers, stories and scripted tests share it, so that the rules are
/// compiled once for all of them.
pub enum AnyWatch {
    /// Watches nothing.
    Silent,
    /// Counts.
    Counting(Counting),
    /// Counts by what is to blame.
    Attributing(Attributing),
    /// Counts and narrates.
    Narrating(Narrating),
    /// Adds.
    Adding(Adding),
    /// Counts, and traces lines of policies.
    Tracing(Tracing),
}

/// Hands a call on to the watch that is there; silence does nothing.
macro_rules! hand_on {
    ($any:expr, $watch:ident => $call:expr) => {
        match $any {
            AnyWatch::Silent => {}
            AnyWatch::Counting($watch) => $call,
            AnyWatch::Attributing($watch) => $call,
            AnyWatch::Narrating($watch) => $call,
            AnyWatch::Adding($watch) => $call,
            AnyWatch::Tracing($watch) => $call,
        }
    };
}

impl AnyWatch {
    /// The counting watch inside; none in a silent one.
    pub fn counting(&mut self) -> Option<&mut Counting> {
        match self {
            AnyWatch::Silent | AnyWatch::Adding(_) => None,
            AnyWatch::Counting(counting) => Some(counting),
            AnyWatch::Attributing(attributing) => Some(&mut attributing.counting),
            AnyWatch::Narrating(narrating) => Some(&mut narrating.counting),
            AnyWatch::Tracing(tracing) => Some(&mut tracing.counting),
        }
    }

    /// The story so far; empty unless the watch narrates.
    #[must_use]
    pub fn into_story(self) -> Vec<StoryEntry> {
        match self {
            AnyWatch::Narrating(narrating) => narrating.story,
            _ => Vec::new(),
        }
    }

    /// The adding watch.
    ///
    /// # Panics
    /// A watch of another kind.
    pub fn adding(&mut self) -> &mut Adding {
        let AnyWatch::Adding(adding) = self else { panic!("this watch does not add") };
        adding
    }
}

impl Watch for AnyWatch {
    type Adds = Sum;

    fn listens(&self) -> bool {
        matches!(self, AnyWatch::Narrating(_))
    }

    fn told(&self) -> usize {
        match self {
            AnyWatch::Narrating(narrating) => narrating.told(),
            _ => 0,
        }
    }

    fn weighs(&self) -> bool {
        matches!(self, AnyWatch::Narrating(narrating) if narrating.weighs)
    }

    fn wonders(&self) -> bool {
        matches!(self, AnyWatch::Narrating(narrating) if narrating.wonders)
    }

    fn offer(&mut self, who: Slot, options: Vec<Offer>) {
        hand_on!(self, watch => watch.offer(who, options));
    }

    fn traces(&self) -> bool {
        matches!(self, AnyWatch::Tracing(_))
    }

    fn tried(&mut self, line: LineNumber, tried: LineTried) {
        hand_on!(self, watch => watch.tried(line, tried));
    }

    fn die(&mut self, who: Slot, roll: &'static Roll, sides: u32, face: u32) {
        hand_on!(self, watch => watch.die(who, roll, sides, face));
    }

    fn count(&mut self, who: Slot, counter: Counter, amount: i32) {
        hand_on!(self, watch => watch.count(who, counter, amount));
    }

    fn first(&mut self, who: Slot, counter: Counter, value: i32) {
        hand_on!(self, watch => watch.first(who, counter, value));
    }

    fn most(&mut self, who: Slot, counter: Counter, value: i32) {
        hand_on!(self, watch => watch.most(who, counter, value));
    }

    fn attributes(&self) -> bool {
        match self {
            AnyWatch::Attributing(attributing) => attributing.attributes(),
            AnyWatch::Narrating(narrating) => narrating.attributes(),
            _ => false,
        }
    }

    fn mark(&mut self, who: Slot, counter: Counter, amount: i32) {
        hand_on!(self, watch => watch.mark(who, counter, amount));
    }

    fn blame(&mut self, blame: Option<Blame<'_>>) {
        hand_on!(self, watch => watch.blame(blame));
    }

    fn during(&mut self, part: During) {
        hand_on!(self, watch => watch.during(part));
    }

    fn turn(&mut self, who: Slot) {
        hand_on!(self, watch => watch.turn(who));
    }

    fn asks(&mut self, who: Slot) {
        hand_on!(self, watch => watch.asks(who));
    }

    fn line(&mut self, line: LineNumber) {
        hand_on!(self, watch => watch.line(line));
    }

    fn tell(&mut self, rules: &'static str, sentence: Sentence) {
        hand_on!(self, watch => watch.tell(rules, sentence));
    }

    fn taken_up(&mut self) {
        hand_on!(self, watch => watch.taken_up());
    }

    fn left(&mut self) {
        hand_on!(self, watch => watch.left());
    }

    fn settling(&mut self, settling: bool) -> bool {
        if let AnyWatch::Adding(adding) = self { adding.settling(settling) } else { false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_numbers_of_its_own_and_the_day_takes_them_in_as_each_is_kept() {
        let (who, [hits, first, peak]) = (Slot(0), [Counter(0), Counter(1), Counter(2)]);
        let mut watch = Counting::new(1, 3, 0);
        let play = |watch: &mut Counting, [added, found, reached]: [i32; 3]| {
            watch.change_counts();
            watch.count(who, hits, added);
            watch.first(who, first, found);
            watch.most(who, peak, reached);
            watch.change_counts();
        };
        play(&mut watch, [2, 5, 3]);
        for part in [[1, 9, 2], [4, 7, 6]] {
            watch.begin_part();
            play(&mut watch, part);
            watch.end_part();
            assert_eq!(watch.counts_of_part.of(who), part.map(i64::from));
        }
        assert_eq!(watch.counts_apart.of(who), [7, 5, 6]);
        assert_eq!(watch.counts.of(who), [0, 0, 0]);
    }
}
