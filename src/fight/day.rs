//! A day: the fights of a scenario and what lies between them, as data. A scenario without a day is one fight of all sides.

use crate::fight::Side;

/// A set of sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sides(u64);

impl Sides {
    /// The first `count` sides.
    #[must_use]
    pub fn all(count: usize) -> Self {
        (0..count).map(|side| Side(side as u8)).collect()
    }

    /// Whether this side is among them.
    #[inline]
    #[must_use]
    pub fn has(self, side: Side) -> bool {
        self.0 >> side.0 & 1 == 1
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
    /// Everybody rests.
    Rest(R),
    /// Time passes on the road, in minutes.
    Travel(u32),
}
