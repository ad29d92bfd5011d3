//! A recorder: passes dice through from another source and remembers each of them.

use super::{Dice, Roll, Slot};

/// A die that was rolled.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// The one who rolled.
    pub who: Slot,
    /// The reason.
    pub roll: &'static Roll,
    /// Faces of the die.
    pub sides: u32,
    /// The face it showed.
    pub face: u32,
}

/// Dice that remember what they showed.
pub struct Recorder<D> {
    dice: D,
    /// Everything rolled so far, in order.
    pub rolled: Vec<Rolled>,
}

impl<D: Dice> Recorder<D> {
    /// Records what `dice` shows.
    pub fn new(dice: D) -> Self {
        Recorder { dice, rolled: Vec::new() }
    }

    /// The record as a script for [`Scripted`](super::Scripted).
    #[must_use]
    pub fn script(&self) -> String {
        let words: Vec<String> = self.rolled.iter().map(|die| format!("d{}={}", die.sides, die.face)).collect();
        words.join(" ")
    }
}

impl<D: Dice> Dice for Recorder<D> {
    fn roll(&mut self, who: Slot, roll: &'static Roll, sides: u32) -> u32 {
        let face = self.dice.roll(who, roll, sides);
        self.rolled.push(Rolled { who, roll, sides, face });
        face
    }
}
