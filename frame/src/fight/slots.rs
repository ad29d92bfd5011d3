//! A set of combatants without the heap: one bit per slot, so that walking over it needs neither memory nor a search.

use crate::dice::Slot;

/// Writes down everything that a set of small numbers has, one bit each: `bit_set!(Slots of Slot)`. As an iterator such a set gives
/// its members from the lowest on.
macro_rules! bit_set {
    ($set:ident of $member:ident) => {
        impl $set {
            /// The empty set.
            pub const NONE: $set = $set(0);

            /// True if nothing is in it.
            #[inline]
            #[must_use]
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns the number of its members.
            #[inline]
            #[must_use]
            pub fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns this set with one member more.
            #[inline]
            #[must_use]
            pub fn with(self, member: $member) -> Self {
                $set(self.0 | 1 << member.0)
            }

            /// Returns the members of whom this is true.
            #[inline]
            #[must_use]
            pub fn those(self, mut belongs: impl FnMut($member) -> bool) -> Self {
                self.fold($set::NONE, |kept, member| if belongs(member) { kept.with(member) } else { kept })
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = $set;

            /// Those that are in both.
            #[inline]
            fn bitand(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }
        }

        impl std::ops::BitOr for $set {
            type Output = $set;

            /// Those that are in either.
            #[inline]
            fn bitor(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }
        }

        #[expect(clippy::copy_iterator, reason = "whoever walks over a set walks over a copy and keeps the set")]
        impl Iterator for $set {
            type Item = $member;

            #[inline]
            fn next(&mut self) -> Option<$member> {
                if self.0 == 0 {
                    return None;
                }
                let member = $member(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(member)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let len = self.0.count_ones() as usize;
                (len, Some(len))
            }
        }

        impl FromIterator<$member> for $set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> Self {
                members.into_iter().fold($set::NONE, $set::with)
            }
        }
    };
}

pub(super) use bit_set;

/// A set of slots below [`Slot::MOST`]; as an iterator it gives them from the lowest on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Slots(u64);

bit_set!(Slots of Slot);

impl Slots {
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

    /// True if this one is in it.
    #[inline]
    #[must_use]
    pub fn has(self, slot: Slot) -> bool {
        slot.index() < Slot::MOST && self.0 >> slot.0 & 1 == 1
    }

    /// Returns this set without one slot.
    #[inline]
    #[must_use]
    pub fn without(self, slot: Slot) -> Self {
        Slots(self.0 & !(1 << slot.0))
    }

    /// Those that are not in the other set.
    #[inline]
    #[must_use]
    pub fn but(self, other: Slots) -> Self {
        Slots(self.0 & !other.0)
    }

    /// One bit per slot, the lowest for the first.
    #[inline]
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The set of these [bits](Self::bits).
    #[inline]
    #[must_use]
    pub fn of_bits(bits: u64) -> Self {
        Slots(bits)
    }

    /// The one in it, when there is exactly one.
    #[inline]
    #[must_use]
    pub fn single(self) -> Option<Slot> {
        self.0.is_power_of_two().then(|| Slot(self.0.trailing_zeros() as u8))
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
