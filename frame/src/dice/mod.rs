//! Dice: the only source of chance in the whole program, and the only user of `rand_pcg`.
//!
//! Owns the [`Dice`] trait, the [`Purpose`] of a draw, the notation of dice ([`Die`]), the keyed streams, and the
//! implementations that tests, replays and the exact solver put in their place. Must not know any rule of any game.
//! Start at [`Dice`]; then [`streams`] for how a fight's luck follows from a seed.

pub mod any;
pub mod distribution;
pub mod enumerator;
pub mod guided;
pub mod key;
pub mod merging;
pub mod notation;
pub mod pool;
pub mod recorder;
pub mod scripted;
pub mod streams;
pub mod turned;
pub mod walker;

pub use any::AnyDice;
pub use distribution::{Comparison, Distribution};
pub use enumerator::{Enumerator, ExplorationLimits, Explored};
pub use merging::{Merge, MergeKey};
pub use notation::Die;
pub use pool::{Average, Explosion, Keep, Pool};
pub use recorder::{Recorder, Rolled};
pub use scripted::Scripted;
pub use streams::{Fractions, Lot, Streams, TwoSeeds};
pub use turned::{TurnedDie, TurnedStreams};
pub use walker::Walker;

/// A combatant's place in a scenario: its index in the order of the file, from 0. [`Slot::MASTER`] is the game master.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Slot(pub u8);

impl Slot {
    /// The slot of the table as a whole, which rolls ties and random orders.
    pub const MASTER: Slot = Slot(u8::MAX);
    /// The most combatants a scenario can hold.
    pub const MOST: usize = 64;

    /// The slot as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The purpose of a draw. Each combatant has one stream per purpose, so that a change in one kind of roll leaves the luck of
/// every other kind as it was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purpose {
    /// Rolls before the first round: characters, hirelings, surprise.
    Setup,
    /// Random decisions of a policy.
    Choice,
    /// Initiative and the drawing of its ties.
    Initiative,
    /// Attack rolls, saves, checks, contests.
    Check,
    /// Damage.
    Damage,
    /// Injury, scar, mishap and dismemberment tables.
    Fate,
    /// Rests, travel and whatever happens between fights.
    Rest,
    /// Slips: whether a decision is taken at random, and which option then.
    Slip,
    /// A kind of roll that has a stream of its own, in a system that names its rolls.
    Named {
        /// The place of the stream behind those of the common purposes.
        place: u8,
        /// The name, by which two systems have the same luck.
        name: &'static str,
    },
}

impl Purpose {
    /// The number of common purposes, which every system has.
    pub const COUNT: usize = 8;

    /// The common purposes, in the order of their numbers.
    pub const ALL: [Purpose; Purpose::COUNT] = [
        Purpose::Setup,
        Purpose::Choice,
        Purpose::Initiative,
        Purpose::Check,
        Purpose::Damage,
        Purpose::Fate,
        Purpose::Rest,
        Purpose::Slip,
    ];

    /// The common purpose with this word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Purpose> {
        Purpose::ALL.into_iter().find(|purpose| purpose.word() == word)
    }

    /// The number of its stream among those of one combatant.
    #[inline]
    #[must_use]
    pub const fn place(self) -> usize {
        match self {
            Purpose::Setup => 0,
            Purpose::Choice => 1,
            Purpose::Initiative => 2,
            Purpose::Check => 3,
            Purpose::Damage => 4,
            Purpose::Fate => 5,
            Purpose::Rest => 6,
            Purpose::Slip => 7,
            Purpose::Named { place, .. } => Purpose::COUNT + place as usize,
        }
    }

    /// The word for its dice.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Purpose::Named { name, .. } => name,
            Purpose::Setup => "setup",
            Purpose::Choice => "choice",
            Purpose::Initiative => "initiative",
            Purpose::Check => "check",
            Purpose::Damage => "damage",
            Purpose::Fate => "fate",
            Purpose::Rest => "rest",
            Purpose::Slip => "slip",
        }
    }
}

/// A kind of roll that a rule asks for: one row of a core's roll table.
#[derive(PartialEq, Eq, Debug)]
pub struct Roll {
    /// The purpose, which has the stream that it draws from.
    pub purpose: Purpose,
    /// The name of the roll at the table.
    pub what: &'static str,
    /// Ledger id of the rule that asks for it.
    pub rule: &'static str,
    /// True if what it shows is read off a table of the rules.
    pub looks_up: bool,
}

/// The seed where none is given: two runs agree unless asked otherwise.
pub const SEED: u64 = 1;

/// A source of dice. Exactly one draw per call, so that a roll can be scripted, recorded, enumerated and paired.
pub trait Dice {
    /// True if [`settle`](Dice::settle) merges equal results. The compiler folds the constant answer of a concrete type.
    #[inline(always)]
    fn settles(&self) -> bool {
        false
    }

    /// The face, `1..=sides`, that `who` rolls on one die of `sides` faces for the reason `roll`.
    fn roll(&mut self, who: Slot, roll: &'static Roll, sides: u32) -> u32;

    /// Plays something that is asked for its result and nothing else, and returns that. Dice that walk through all outcomes
    /// go on once per result instead of once per face, and remember what is likely by `roll` and `key`: both together must
    /// name everything that the result depends on but the dice, and whatever else `play` changes must not be read
    /// afterwards. `place` is where the dice lie, and `dice` finds them there.
    #[inline]
    fn settle<P, K: AsRef<[i64]>>(
        place: &mut P,
        _dice: impl Fn(&mut P) -> &mut Self,
        _roll: &'static Roll,
        _key: impl FnOnce(&P) -> K,
        mut play: impl FnMut(&mut P) -> i64,
    ) -> i64 {
        play(place)
    }

    /// True if [`merge`](Dice::merge) may leave the play here. The compiler folds the constant answer of a concrete type.
    #[inline(always)]
    fn merges(&self) -> bool {
        false
    }

    /// The play has come to a [merge point](merging): `key` names everything that the rest of it depends on but the dice.
    #[inline(always)]
    fn merge(&mut self, _key: impl FnOnce() -> MergeKey) -> Merge {
        Merge::Passed
    }
}
