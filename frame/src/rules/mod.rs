//! Rules cores: the contract that each of them fulfils.
//!
//! Owns [`Rules`], in four parts by who reads them, and [`RuleSet`]; the dice questions that a system answers are in [`questions`], what it answers in [`answers`], the fight in progress whose methods
//! the rules are is in [`play`]. Inside a core everything is monomorphised; nothing here is dynamic: what knows no type of a system goes
//! through the [`door`](crate::door), which each core opens in its own room. A core never uses another core. Start at [`Rules`].

use std::hash::Hash;
use std::ops::Range;

use serde::Serialize;

use crate::dice::{Dice, Purpose, Roll, Slot, Streams};
use crate::fight::day::{Endangered, OnDefeat, Sides};
use crate::fight::watch::Counter;
use crate::fight::{Bodied, Catalogue, Counts, Ending, Offer, Progress, Side, Slots, Stand, Table, Watch};
use crate::policy::LineBook;
use crate::rules::about::{About, Parameters};
use crate::rules::answers::Answer;
use crate::rules::modifier::ModifierList;
use crate::rules::plan::DayPlan;
use crate::rules::profile::Profile;
use crate::rules::questions::{Arguments, Question};
use crate::scenario::{Complaints, Document, Enlisted, Format};

pub mod about;
pub mod answers;
pub mod chances;
pub mod decisions;
pub mod declare;
mod delegate;
pub mod given;
pub mod modifier;
pub mod places;
pub mod plan;
pub mod play;
pub mod profile;
pub mod quantity;
pub mod questions;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod trial;

pub use delegate::{EitherRules, RulesByRelations};

/// The words of a scenario from which its rules are loaded: every number with its name, and every ruling.
#[derive(Debug)]
pub struct Words<'a, B, R> {
    /// The numbers.
    pub book: &'a B,
    /// The rulings.
    pub rulings: &'a R,
}

impl<B, R> Clone for Words<'_, B, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B, R> Copy for Words<'_, B, R> {}

/// A sheet, and its path in the file for complaints.
#[derive(Debug)]
pub struct Written<'a, S> {
    /// The sheet.
    pub sheet: &'a S,
    /// The path: `side[0].combatant[1]`.
    pub path: &'a str,
}

impl<S> Clone for Written<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Written<'_, S> {}

/// One system's rules, loaded for one scenario, for all who read them: whoever [plays](Plays), [solves](Solves), [measures](Measures) and
/// [describes](Describes).
pub trait Rules: Solves + Measures + Describes {}

impl<R: Solves + Measures + Describes> Rules for R {}

/// The rules as they are played. Pure: all chance comes from `table.dice`, all telling goes to `table.watch`.
///
/// A day is played as: [`open`](Plays::open); for each fight of the plan [`meet`](Plays::meet), then
/// [`step`](Plays::step) until it is over, then [`part`](Plays::part); [`rest`](Plays::rest) and
/// [`travel`](Plays::travel) and [`hazard`](Plays::hazard) in between. A fight of which fewer than two hostile sides are [`able`](Plays::able) does not take
/// place. Whatever happens happens to those of the sides that take part in it, and to nobody else. Whoever
/// [arrives](crate::fight::Arrivals) in a later round is not there before it has begun.
pub trait Plays: Send + Sync {
    /// The whole state of a fight as plain data. Playing allocates nothing once the state has been opened.
    type Fight: Bodied + Clone + Eq + Hash + Send + Sync;
    /// The system's kinds of rest.
    type Rest: Copy + Send + Sync + Serialize;

    /// A state to be opened; everything that will ever be allocated is allocated here.
    fn blank(&self) -> Self::Fight;

    /// Puts every combatant in the condition in which the day begins.
    fn open<D: Dice, W: Watch>(&self, fight: &mut Self::Fight, table: &mut Table<D, W>);

    /// Puts everybody of these sides in the condition in which the day begins, as if it had begun for them alone now.
    fn renew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Self::Fight, table: &mut Table<D, W>);

    /// Those of these sides of whom somebody is left who could fight, if they met now.
    fn able(&self, sides: Sides, fight: &Self::Fight) -> Sides;

    /// Brings these sides face to face. An ending when it is over before its first round.
    fn meet<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Self::Fight, table: &mut Table<D, W>) -> Option<Ending>;

    /// Plays on to the next moment at which the state is whole: a declaration with its initiative, or a turn.
    fn step<D: Dice, W: Watch>(&self, fight: &mut Self::Fight, table: &mut Table<D, W>) -> Progress;

    /// Ends a fight for the sides that met in it. Default: nothing changes.
    fn part<D: Dice, W: Watch>(&self, _fight: &mut Self::Fight, _table: &mut Table<D, W>) {}

    /// Carries out a rest of these sides. Default: nothing changes.
    fn rest<D: Dice, W: Watch>(&self, _rest: Self::Rest, _sides: Sides, _fight: &mut Self::Fight, _table: &mut Table<D, W>) {}

    /// The number of days that end with a rest. Default: none.
    fn days(&self, _rest: Self::Rest) -> u16 {
        0
    }

    /// Passes time on the road for these sides, in minutes. Default: nothing changes.
    fn travel<D: Dice, W: Watch>(&self, _minutes: u32, _sides: Sides, _fight: &mut Self::Fight, _table: &mut Table<D, W>) {}

    /// Plays the [hazard](crate::scenario::hazards) of this number for those of these who are there. Default: nothing changes.
    fn hazard<D: Dice, W: Watch>(&self, _number: u16, _of: Endangered, _fight: &mut Self::Fight, _table: &mut Table<D, W>) {}

    /// Reads what is seen of a combatant between fights: an observable of a combatant by its code, with its argument.
    fn read(&self, fight: &Self::Fight, who: Slot, observable: u16, argument: i32) -> i64;

    /// True if somebody is alive.
    fn is_alive(&self, fight: &Self::Fight, who: Slot) -> bool;

    /// The purposes of all rolls that can happen; each named one at its place among the named ones. Default: the common ones.
    fn purposes(&self) -> &[Purpose] {
        &Purpose::ALL
    }
}

/// What the exact solver may leave out and put together. Without any of it, it is right and slow.
pub trait Solves: Plays {
    /// Forgets whatever no later step reads and nothing is measured by, so that the exact solver can merge states that will
    /// go on alike. Default: forgets nothing, which is right and slow.
    fn canonical(&self, _fight: &mut Self::Fight) {}

    /// Families of metrics that are read off the body of their combatant, off no clock in it, and off nothing else: the exact solver
    /// tells them of a combatant as soon as it is [settled](Self::settled), so that they need not be carried on. Default: none.
    fn told_early(&self) -> &'static [&'static str] {
        &[]
    }

    /// Combatants of whom nothing that these metrics read changes any more, between two steps of a scenario's only fight. Once it has
    /// ended, everybody is settled. Default: nobody, which is right and slow.
    fn settled(&self, _fight: &Self::Fight) -> Slots {
        Slots::NONE
    }

    /// Forgets of a combatant who is settled what only metrics that are [told early](Self::told_early) read; `over` once the fight has
    /// ended, everything that no other metric reads. Default: nothing.
    fn bury(&self, _who: Slot, _over: bool, _fight: &mut Self::Fight) {}

    /// Rounds that are alike: a state between two steps in one of them, put into another of them by [`Bodied::set_round`], goes on
    /// in the same way up to the end of the next round; the exact solver follows it once for all of them. Default: none, which is right and
    /// slow.
    fn rounds_alike(&self) -> Range<u32> {
        0..0
    }

    /// Memory that a copy of this state takes, in bytes, about. Default: that of a state without anything on the heap.
    fn bytes(&self, _fight: &Self::Fight) -> usize {
        size_of::<Self::Fight>()
    }

    /// True if the exact solver sums up a running number as it is: where rolls that come to the same are one, that one adds to it what
    /// each of them would. Default: none, which is right and tells less.
    fn sums_up(&self, _counter: Counter) -> bool {
        false
    }
}

/// What is measured of a fight.
pub trait Measures: Plays {
    /// The measures of a fight, with the tables and pictures that show them.
    fn catalogue(&self) -> &Catalogue;

    /// Fills `values`, one per metric of the catalogue and in its order, at the end of a fight, for those of `sides`: metrics of
    /// others are [absent](crate::fight::ABSENT). The first [`metrics_of_state`](Measures::metrics_of_state) depend on the state
    /// alone and ignore `counts`.
    fn measure(&self, fight: &Self::Fight, sides: Sides, counts: &Counts, ending: Ending, values: &mut [i64]);

    /// The number of the catalogue's metrics, from its beginning, that depend on the final state and the ending alone. Default:
    /// none, which is right and leaves the exact solver without them.
    fn metrics_of_state(&self) -> usize {
        0
    }

    /// The number of running numbers per combatant that the counting watch keeps. Default: none.
    fn counters(&self) -> usize {
        0
    }

    /// Returns the names of the weapons, spells and other means with which somebody can harm, as
    /// [`blame`](Watch::blame) tells them. Default: none.
    fn means(&self, _who: Slot) -> Vec<String> {
        Vec::new()
    }
}

/// What is told of combatants.
pub trait Describes: Plays {
    /// Everything that a combatant could decide now in the main decision of its turn: what its plan, its action or its turn is asked for.
    /// Questions of yes or no are told by themselves where they are asked, see `wonder` of a core's `Play`. Nothing that chance
    /// decides is told: an attack that may miss is an option. Default: nothing is known.
    fn options(&self, _fight: &Self::Fight, _who: Slot) -> Vec<Offer> {
        Vec::new()
    }

    /// The name of the decision that is made where somebody is asked what to do: `action`. Default: it has none.
    fn main_decision(&self) -> &'static str {
        ""
    }

    /// How somebody stands in the fight at hand, between two steps of it or after its end. Default: fresh until it is dead.
    fn stand(&self, fight: &Self::Fight, who: Slot) -> Stand {
        if self.is_alive(fight, who) { Stand::Fresh } else { Stand::Dead }
    }

    /// The profiles of all combatants, in slot order, as the day begins.
    fn profiles(&self) -> Vec<Profile>;

    /// The parameters of a question that sheets answer, each with its value and where it comes from. None where a question is not
    /// about what combatants come to.
    ///
    /// # Errors
    /// A question that cannot be asked of them, with what is missing and what there is.
    ///
    /// Default: no question is about them.
    fn parameters(&self, _question: &str, _about: &About) -> Result<Parameters, String> {
        Ok(Parameters::default())
    }
}

/// A look at a state by the names of its values: for the tests of a core, and no part of the contract.
pub trait Peek: Plays {
    /// The value of an observable of one combatant by name, as a policy would see it: `None` when
    /// there is no such observable.
    fn peek(&self, fight: &Self::Fight, who: Slot, name: &str) -> Option<i64>;
}

/// A system: its data types and how a scenario written in them becomes rules.
pub trait RuleSet: Format + Sized {
    /// The rules of one scenario.
    type Rules: Rules<Rest = <Self as Format>::Rest>;

    /// One line on what the system is.
    const SUMMARY: &'static str;
    /// A commented scenario that runs, for `sparring new`.
    const STARTER: &'static str;
    /// The dice questions that it answers.
    const QUESTIONS: &'static [Question];
    /// Every roll that its rules can ask for, in the order of the table in its README.
    const ROLLS: &'static [&'static Roll];
    /// Its lists of modifiers, in the order of the reference; those that stand in others need not be named. Default: none.
    const MODIFIERS: &'static [&'static ModifierList] = &[];
    /// The text of its [ledger](crate::fight::ledger), and the ids of the rules that act in silence, one a line.
    const LEDGER: [&'static str; 2];

    /// The observables, decisions and choices of policies, for the reference.
    fn reference() -> Reference;

    /// Turns a checked document into rules; what only the rules can find wrong goes to `complaints`, with the path of the
    /// offending value. Returns rules whenever there were no errors.
    fn load(document: &Document<Self>, complaints: &mut Complaints) -> Option<Loaded<Self::Rules>>;

    /// Answers one of [`QUESTIONS`](RuleSet::QUESTIONS), exactly, by this book and these rulings.
    ///
    /// # Errors
    /// A question without an answer, with the reason.
    fn answer(question: &Question, arguments: &Arguments, book: &Self::Book, rulings: &Self::Rulings)
    -> Result<Answer, String>;
}

/// The parts of which the policies of a system are made, for the reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The decisions, each with its description.
    pub decisions: Vec<(String, String)>,
    /// The observables that conditions can ask for.
    pub observables: Vec<crate::policy::VocabularyEntry>,
    /// Named choices among candidates, each with whom it chooses.
    pub selectors: Vec<(&'static str, &'static str)>,
}

/// A scenario ready to be played.
pub struct Loaded<R: Rules> {
    /// The rules with everything they need to know about this scenario.
    pub rules: R,
    /// Names of the sides, in their order.
    pub sides: Vec<String>,
    /// The combatants, in slot order.
    pub combatants: Vec<Entry>,
    /// The plan of the day.
    pub plan: DayPlan<R::Rest>,
    /// The meaning of a lost fight for the day of those who have lost it.
    pub on_defeat: OnDefeat,
    /// All lines of all policies.
    pub lines: LineBook,
}

impl<R: Rules> Loaded<R> {
    /// The dice of a seed.
    #[must_use]
    pub fn streams(&self, seed: u64) -> Streams {
        Streams::of(seed, &self.identities(), self.rules.purposes())
    }

    /// The [identities](crate::dice::key::identity) of the combatants, in slot order.
    #[must_use]
    pub fn identities(&self) -> Vec<u64> {
        self.combatants.iter().map(|entry| entry.identity).collect()
    }
}

/// A combatant, apart from its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The name it goes by; unique in its scenario.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Its [identity](crate::dice::key::identity) for dice.
    pub identity: u64,
    /// The round at whose beginning it arrives, from 1.
    pub arrives: u16,
}

impl Entry {
    /// A combatant, as a core has to know it.
    #[must_use]
    pub fn of<F: Format>(one: &Enlisted<'_, F>) -> Self {
        Entry { name: one.name.clone(), side: one.side, identity: one.identity, arrives: one.arrives }
    }
}
