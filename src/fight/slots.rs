//! A set of combatants without the heap: one bit per slot, so that walking over it needs neither memory nor a search.

use std::ops::{BitAnd, BitOr};

use crate::dice::Slot;

/// A set of slots below [`Slot::MOST`]; as an iterator it gives them from the lowest on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Slots(u64);

impl Slots {
    /// Nobody.
    pub const NONE: Slots = Slots(0);

    /// Only this one.
    #[inline]
    #[must_use]
    pub fn only(slot: Slot) -> Self {
        Slots(1 << slot.0)
    }

    /// The first `count` slots.
    #[inline]
    #[must_use]
    pub fn first(count: usize) -> Self {
        Slots(if count == 0 { 0 } else { u64::MAX >> (Slot::MOST - count.min(Slot::MOST)) })
    }

    /// True if nobody is in it.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of its slots.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if this one is in it.
    #[inline]
    #[must_use]
    pub fn has(self, slot: Slot) -> bool {
        slot.index() < Slot::MOST && self.0 >> slot.0 & 1 == 1
    }

    /// Returns this set with one slot more.
    #[inline]
    #[must_use]
    pub fn with(self, slot: Slot) -> Self {
        Slots(self.0 | 1 << slot.0)
    }

    /// Returns this set without one slot.
    #[inline]
    #[must_use]
    pub fn without(self, slot: Slot) -> Self {
        Slots(self.0 & !(1 << slot.0))
    }

    /// Those of whom this is true.
    #[inline]
    #[must_use]
    pub fn those(self, mut belongs: impl FnMut(Slot) -> bool) -> Self {
        self.fold(Slots::NONE, |kept, slot| if belongs(slot) { kept.with(slot) } else { kept })
    }

    /// The one in it, when there is exactly one.
    #[inline]
    #[must_use]
    pub fn single(self) -> Option<Slot> {
        (self.0 != 0 && self.0 & (self.0 - 1) == 0).then(|| Slot(self.0.trailing_zeros() as u8))
    }
}

impl BitAnd for Slots {
    type Output = Slots;

    /// Those who are in both.
    #[inline]
    fn bitand(self, other: Slots) -> Slots {
        Slots(self.0 & other.0)
    }
}

impl BitOr for Slots {
    type Output = Slots;

    /// Those who are in either.
    #[inline]
    fn bitor(self, other: Slots) -> Slots {
        Slots(self.0 | other.0)
    }
}

impl Iterator for Slots {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        if self.0 == 0 {
            return None;
        }
        let slot = Slot(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(slot)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl FromIterator<Slot> for Slots {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        slots.into_iter().fold(Slots::NONE, Slots::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_come_in_their_order() {
        let slots: Slots = [Slot(63), Slot(0), Slot(17), Slot(0)].into_iter().collect();
        assert_eq!(slots.collect::<Vec<_>>(), [Slot(0), Slot(17), Slot(63)]);
        assert_eq!((slots.len(), slots.has(Slot(17)), slots.has(Slot(18))), (3, true, false));
        assert_eq!(slots.without(Slot(0)).those(|slot| slot.0 > 20).single(), Some(Slot(63)));
        assert_eq!(slots & Slots::first(18), [Slot(0), Slot(17)].into_iter().collect());
        assert_eq!((slots.single(), Slots::NONE.single(), Slots::NONE.is_empty()), (None, None, true));
        assert!(!slots.has(Slot::MASTER));
    }

    #[test]
    fn the_first_slots_are_as_many_as_asked_for() {
        for count in [0, 1, 5, 64] {
            assert_eq!(Slots::first(count).len(), count);
        }
    }
}
