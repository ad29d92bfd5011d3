//! Observers: whom a condition asks while a fight is played. Statically dispatched, without allocation.
//!
//! Owns [`Observer`], which every rules core implements for its state. Must not know any observable.

use crate::dice::Slot;
use crate::fight::{Lineup, Side, Slots};

use super::scope::Read;

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

    /// Everybody of the group in a line-up, as `own` sees it.
    #[inline]
    #[must_use]
    pub fn of(self, lineup: &Lineup, own: Slot) -> Slots {
        match self {
            Group::Allies => lineup.friends(own).without(own),
            Group::Enemies => lineup.foes(own),
        }
    }
}

/// The members that an aggregate asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Members {
    /// A group as the one who decides sees it.
    Seen(Group),
    /// A side.
    Side(Side),
    /// The group of this number among those of a scope that has [groups of its own](super::Scope::groups).
    Other(u16),
}

/// Answers what conditions ask. Booleans are 1 or 0, words their index in their list. While one decision is made the same
/// question has the same answer: conditions are evaluated in any order, partly or twice.
pub trait Observer {
    /// The situation as `own` sees it: what it sees of itself, unless the rules keep both apart.
    fn situation(&self, own: Slot, observable: u16, argument: i32) -> i64 {
        self.combatant(own, own, observable, argument)
    }

    /// True if there is such a value at all. Asked only by [`Condition::known`](super::Condition::known).
    fn known(&self, _own: Slot, _read: &Read) -> bool {
        true
    }

    /// Something of the combatant `of`, as `own` sees it; `of` may be `own`.
    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64;

    /// The target that `own` would choose. Asked only when a condition names `target`; everything of no target is 0.
    fn target(&self, own: Slot) -> Option<Slot>;

    /// Returns the members of a group, as `own` sees it.
    fn group(&self, own: Slot, group: Group) -> Slots;

    /// Returns the members of a side. Asked only where a scope has [sides for groups](super::Scope::groups).
    fn side(&self, _side: Side) -> Slots {
        Slots::NONE
    }
}
