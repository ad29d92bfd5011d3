//! The table: dice and a watch, side by side, handed to every rule function.

use crate::dice::{Dice, Die, Roll, Slot};
use crate::fight::watch::Watch;

/// Where a fight is played: chance comes from `dice`, everything worth telling goes to `watch`.
pub struct Table<D, W> {
    /// The source of all chance.
    pub dice: D,
    /// The observer.
    pub watch: W,
}

impl<D: Dice, W: Watch> Table<D, W> {
    /// One die of `sides` faces: its face, `1..=sides`.
    #[inline]
    pub fn roll(&mut self, who: Slot, roll: &'static Roll, sides: u32) -> i32 {
        let face = self.dice.roll(who, roll, sides);
        self.watch.die(who, roll, sides, face);
        face as i32
    }

    /// The sum of all dice of `die`, without any special rule.
    #[inline]
    pub fn sum(&mut self, who: Slot, roll: &'static Roll, die: Die) -> i32 {
        if D::SUMS {
            return self.dice.sum(who, roll, die) as i32;
        }
        let mut sum = 0;
        for _ in 0..die.count {
            sum += self.roll(who, roll, u32::from(die.sides));
        }
        sum
    }

    /// One of `0..choices`, each as likely; no die is rolled when there is no choice.
    ///
    /// # Panics
    /// When there is nothing to choose from.
    #[inline]
    pub fn pick(&mut self, who: Slot, roll: &'static Roll, choices: usize) -> usize {
        assert!(choices > 0, "a pick needs something to pick from");
        if choices == 1 { 0 } else { self.roll(who, roll, choices as u32) as usize - 1 }
    }

    /// Tells a sentence of the story, for the reason of the ledger ids in `rules` (`"VOG-029"`, or several with commas).
    /// The sentence is only made for a watch that listens.
    #[inline]
    pub fn tell(&mut self, rules: &'static str, sentence: impl FnOnce() -> String) {
        if W::LISTENS {
            self.watch.tell(rules, sentence());
        }
    }
}
