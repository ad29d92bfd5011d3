//! A day: the fights of a scenario and what lies between them, as data. A scenario without a day is one fight of all sides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dice::{Dice, Roll, Slot};
use crate::fight::slots::bit_set;
use crate::fight::{Side, Slots, Table, Watch};

/// A set of sides; as an iterator it gives them from the first on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sides(u64);

bit_set!(Sides of Side);

impl Sides {
    /// The first `count` sides.
    #[must_use]
    pub fn all(count: usize) -> Self {
        (0..count).map(|side| Side(side as u8)).collect()
    }

    /// Those whose day goes on after a part of it: of parts of a day, each with the sides that take part and those of them that
    /// begin afresh, they are in more than one other than afresh.
    #[must_use]
    pub fn lasting(parts: impl IntoIterator<Item = (Sides, Sides)>) -> Self {
        let (mut once, mut again) = (Sides::NONE, Sides::NONE);
        for (sides, fresh) in parts {
            (once, again) = (once | sides, again | once & sides.but(fresh));
        }
        again
    }

    /// True if this side is among them.
    #[inline]
    #[must_use]
    pub fn has(self, side: Side) -> bool {
        self.0 >> side.0 & 1 == 1
    }

    /// Those that are not in the other set.
    #[inline]
    #[must_use]
    pub fn but(self, other: Sides) -> Self {
        Sides(self.0 & !other.0)
    }
}

/// One part of a day. `R` is the core's own kind of rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg<R> {
    /// These sides meet and fight it out.
    Fight(Sides),
    /// These sides rest.
    Rest(R, Sides),
    /// Time passes on the road for these sides, in minutes.
    Travel(u32, Sides),
    /// These sides run into the hazard of this number, counted in the order of the file.
    Hazard(u16, Sides),
}

impl<R> Leg<R> {
    /// The sides that take part in it.
    pub fn sides(&self) -> Sides {
        match self {
            Leg::Fight(sides) | Leg::Rest(_, sides) | Leg::Travel(_, sides) | Leg::Hazard(_, sides) => *sides,
        }
    }
}

/// The victims of a hazard, of those who can be struck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strikes {
    /// Everybody.
    #[default]
    Everybody,
    /// One of them, each as likely as any other.
    One,
}

/// The combatants that run into a hazard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Endangered {
    /// Those whom it can strike, if they are there.
    pub those: Slots,
    /// The number of them that it strikes.
    pub strikes: Strikes,
}

impl Endangered {
    /// Those whom it strikes, where only some are there.
    pub fn struck<D: Dice, W: Watch>(self, there: Slots, table: &mut Table<D, W>, roll: &'static Roll) -> Slots {
        let those = self.those & there;
        match self.strikes {
            Strikes::One if those.len() > 1 => {
                let chosen = table.pick(Slot::MASTER, roll, those.len());
                those.into_iter().skip(chosen).take(1).collect()
            }
            Strikes::Everybody | Strikes::One => those,
        }
    }
}

/// The damage of a hazard that a save or check leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Saved {
    /// Nothing; what else the hazard does is avoided too.
    #[default]
    Nothing,
    /// Half of it, rounded down; what else the hazard does is avoided.
    Half,
}

impl Saved {
    /// The rest of so much damage.
    #[must_use]
    pub fn of(self, damage: i32) -> i32 {
        match self {
            Saved::Nothing => 0,
            Saved::Half => damage / 2,
        }
    }
}

/// The meaning of a lost fight for the day of those who have lost it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum OnDefeat {
    /// Its end: they take part in nothing that follows.
    #[default]
    #[serde(rename = "end")]
    End,
    /// Those of them who still can fight, rest and travel on.
    #[serde(rename = "go on")]
    GoOn,
}
