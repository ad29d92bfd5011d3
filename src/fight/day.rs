//! A day: the fights of a scenario and what lies between them, as data. A scenario without a day is one fight of all sides.

use std::ops::{BitAnd, BitOr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fight::Side;

/// A set of sides; as an iterator it gives them from the first on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sides(u64);

impl Sides {
    /// None of them.
    pub const NONE: Sides = Sides(0);

    /// The first `count` sides.
    #[must_use]
    pub fn all(count: usize) -> Self {
        (0..count).map(|side| Side(side as u8)).collect()
    }

    /// Those that are in more than one of these sets.
    #[must_use]
    pub fn repeated(sets: impl IntoIterator<Item = Sides>) -> Self {
        let (mut once, mut again) = (Sides::NONE, Sides::NONE);
        for set in sets {
            (once, again) = (once | set, again | once & set);
        }
        again
    }

    /// True if this side is among them.
    #[inline]
    #[must_use]
    pub fn has(self, side: Side) -> bool {
        self.0 >> side.0 & 1 == 1
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The same set with this one.
    #[inline]
    #[must_use]
    pub fn with(self, side: Side) -> Self {
        Sides(self.0 | 1 << side.0)
    }

    /// Those that are not in the other set.
    #[inline]
    #[must_use]
    pub fn but(self, other: Sides) -> Self {
        Sides(self.0 & !other.0)
    }

    /// Those of whom this is true.
    #[inline]
    #[must_use]
    pub fn those(self, mut belongs: impl FnMut(Side) -> bool) -> Self {
        self.filter(|&side| belongs(side)).collect()
    }
}

impl BitAnd for Sides {
    type Output = Sides;

    /// Those that are in both.
    #[inline]
    fn bitand(self, other: Sides) -> Sides {
        Sides(self.0 & other.0)
    }
}

impl BitOr for Sides {
    type Output = Sides;

    /// Those that are in either.
    #[inline]
    fn bitor(self, other: Sides) -> Sides {
        Sides(self.0 | other.0)
    }
}

impl Iterator for Sides {
    type Item = Side;

    #[inline]
    fn next(&mut self) -> Option<Side> {
        if self.0 == 0 {
            return None;
        }
        let side = Side(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(side)
    }
}

impl FromIterator<Side> for Sides {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        Sides(sides.into_iter().fold(0, |set, side| set | 1 << side.0))
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
}

impl<R> Leg<R> {
    /// The sides that take part in it.
    pub fn sides(&self) -> Sides {
        match self {
            Leg::Fight(sides) | Leg::Rest(_, sides) | Leg::Travel(_, sides) => *sides,
        }
    }
}

/// What a lost fight is for the day of those who have lost it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum OnDefeat {
    /// Its end: they take part in nothing that follows.
    #[default]
    #[serde(rename = "end")]
    End,
    /// Whoever of them still can fights, rests and travels on.
    #[serde(rename = "go on")]
    GoOn,
}
