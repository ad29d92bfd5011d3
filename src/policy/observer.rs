//! Observers: whom a condition asks while a fight is played. Statically dispatched, without allocation.
//!
//! Owns [`Observer`], which every rules core implements for its state. Must not know any observable.

use crate::dice::Slot;

/// A group of combatants as one of them sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// The others of one's side.
    Allies,
    /// Everybody of every other side.
    Enemies,
}

impl Group {
    /// Both, with their names.
    pub(super) const NAMED: [(&'static str, Group); 2] = [("allies", Group::Allies), ("enemies", Group::Enemies)];
}

/// A set of combatants: one bit per slot, which is why a walk over a group needs neither memory nor a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Members(u64);

impl Members {
    /// Nobody.
    pub const NONE: Members = Members(0);

    /// Adds the combatant in `slot`, which is below [`Slot::MOST`].
    #[inline]
    pub fn add(&mut self, slot: Slot) {
        self.0 |= 1 << slot.0;
    }

    /// Removes and returns the one in the lowest slot.
    #[inline]
    pub(super) fn take_first(&mut self) -> Option<Slot> {
        if self.0 == 0 {
            return None;
        }
        let slot = Slot(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(slot)
    }
}

impl FromIterator<Slot> for Members {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        let mut members = Members::NONE;
        slots.into_iter().for_each(|slot| members.add(slot));
        members
    }
}

/// Answers what conditions ask. Booleans are 1 or 0, words their index in their list. While one decision is made the same
/// question has the same answer: conditions are evaluated in any order, partly or twice.
pub trait Observer {
    /// The situation as `own` sees it.
    fn situation(&self, own: Slot, observable: u16, argument: i32) -> i64;

    /// Something of the combatant `of`, as `own` sees it; `of` may be `own`.
    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64;

    /// The target that `own` would choose. Asked only when a condition names `target`; everything of no target is 0.
    fn target(&self, own: Slot) -> Option<Slot>;

    /// Who belongs to a group, as `own` sees it.
    fn group(&self, own: Slot, group: Group) -> Members;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_in_the_order_of_their_slots() {
        let mut members: Members = [Slot(63), Slot(0), Slot(17), Slot(0)].into_iter().collect();
        let slots: Vec<Slot> = std::iter::from_fn(|| members.take_first()).collect();
        assert_eq!(slots, [Slot(0), Slot(17), Slot(63)]);
    }
}
