//! Wounds: how many a combatant has, of which kinds, and how bad they are.
//!
//! Owns the places where they are kept, and their number. What a wound does is in [`harm`](super::harm), how it heals in
//! [`night`](super::night). Start at [`Wounds`].

use super::book::harm::Level;

/// A wound. [BDP-052]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wound {
    /// Number of its kind.
    pub key: u8,
    /// Its level.
    pub level: Level,
    /// Nights or days of treatment so far.
    pub treated: u8,
}

/// The most wounds that a combatant has at once; more would not fit anywhere.
pub const WOUNDS_MAX: usize = 16;

/// The wounds of a combatant, each at its place; how many they are is asked far more often than they change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wounds {
    places: [Option<Wound>; WOUNDS_MAX],
    count: u8,
}

impl Wounds {
    /// Returns the number of wounds.
    #[inline]
    #[must_use]
    pub fn count(&self) -> i32 {
        debug_assert_eq!(usize::from(self.count), self.places.iter().flatten().count());
        self.count.into()
    }

    /// All of them.
    #[inline]
    pub fn each(&self) -> impl Iterator<Item = &Wound> {
        self.places.iter().flatten().take(self.count.into())
    }

    /// All of them, to be changed.
    pub fn each_mut(&mut self) -> impl Iterator<Item = &mut Wound> {
        self.places.iter_mut().flatten()
    }

    /// The wound at a place.
    #[must_use]
    pub fn at(&self, place: usize) -> Option<Wound> {
        self.places[place]
    }

    /// Another wound at the first free place, if there is one.
    pub fn add(&mut self, wound: Wound) -> bool {
        let free = self.places.iter_mut().find(|place| place.is_none());
        let found = free.is_some();
        if let Some(place) = free {
            (*place, self.count) = (Some(wound), self.count + 1);
        }
        found
    }

    /// Puts a wound, or none, at a place.
    pub fn put(&mut self, place: usize, wound: Option<Wound>) {
        self.places[place] = wound;
        self.count = self.places.iter().flatten().count() as u8;
    }

    /// Puts them in one order, whatever the order in which they came.
    pub fn put_in_order(&mut self) {
        let key = |wound: Wound| (wound.key, wound.level as u8, wound.treated);
        self.places.sort_unstable_by_key(|wound| wound.map_or((u8::MAX, 3, 0), key));
    }
}
