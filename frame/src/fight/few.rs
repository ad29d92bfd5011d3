//! A short list without the heap: up to one entry per combatant.

use std::ops::Deref;

use crate::dice::Slot;

/// At most [`Slot::MOST`] entries, used like a slice.
#[derive(Clone, Copy, Debug)]
pub struct Few<T> {
    entries: [T; Slot::MOST],
    length: usize,
}

impl<T: Copy + Default> Default for Few<T> {
    fn default() -> Self {
        Few { entries: [T::default(); Slot::MOST], length: 0 }
    }
}

impl<T: Copy + Default> Few<T> {
    /// Adds an entry at the end.
    ///
    /// # Panics
    /// More than [`Slot::MOST`] entries.
    #[inline]
    pub fn push(&mut self, entry: T) {
        self.entries[self.length] = entry;
        self.length += 1;
    }

    /// Adds an entry at a place; those from there on move down.
    ///
    /// # Panics
    /// More than [`Slot::MOST`] entries, or too few before that place.
    pub fn insert(&mut self, index: usize, entry: T) {
        self.push(entry);
        self.entries[index..self.length].rotate_right(1);
    }

    /// Takes an entry out; those behind it move up.
    ///
    /// # Panics
    /// A place without an entry.
    pub fn remove(&mut self, index: usize) -> T {
        let entry = self[index];
        self.entries.copy_within(index + 1..self.length, index);
        self.length -= 1;
        entry
    }
}

impl<T: Copy + Default> FromIterator<T> for Few<T> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut few = Few::default();
        for entry in entries {
            few.push(entry);
        }
        few
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.entries[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_kept_in_order_and_can_be_taken_out() {
        let mut few: Few<u8> = [4, 5, 6].into_iter().collect();
        assert_eq!(few.remove(1), 5);
        few.push(7);
        few.insert(1, 9);
        assert_eq!(&few[..], [4, 9, 6, 7]);
    }
}
