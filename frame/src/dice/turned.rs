//! Turned dice: the dice of a real fight of which some show another face.
//!
//! Owns the numbers of dice, from 1 in the order in which they are rolled, and what became of each wish. Every other die falls
//! as it would have fallen: what it is drawn from does not depend on the faces. Start at [`TurnedStreams::new`].

use std::collections::BTreeMap;

use super::{Dice, Roll, Slot, Streams};

/// A die that was to show another face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnedDie {
    /// Its number.
    pub number: usize,
    /// The number of its faces.
    pub sides: u32,
    /// The face that it would have shown.
    pub was: u32,
    /// The face that it showed instead; none where it has no such face.
    pub shows: Option<u32>,
}

/// Streams of which some dice show another face.
#[derive(Clone)]
pub struct TurnedStreams {
    dice: Streams,
    rolled: usize,
    wanted: BTreeMap<usize, u32>,
    /// The fates of the dice that were to show another face, in their order.
    pub turns: Vec<TurnedDie>,
}

impl TurnedStreams {
    /// These dice, of which those with these numbers show these faces.
    #[must_use]
    pub fn new(dice: Streams, wanted: BTreeMap<usize, u32>) -> Self {
        TurnedStreams { dice, rolled: 0, wanted, turns: Vec::new() }
    }

    /// Goes on with fresh dice, where there are any, of which those with these numbers from here on show these faces.
    pub fn go_on(&mut self, fresh: Option<Streams>, wanted: BTreeMap<usize, u32>) {
        if let Some(fresh) = fresh {
            self.dice = fresh;
        }
        (self.rolled, self.wanted) = (0, wanted);
        self.turns.clear();
    }

    /// Returns the number of dice that have been rolled.
    #[must_use]
    pub fn rolled(&self) -> usize {
        self.rolled
    }
}

impl Dice for TurnedStreams {
    fn roll(&mut self, who: Slot, roll: &'static Roll, sides: u32) -> u32 {
        let was = self.dice.roll(who, roll, sides);
        self.rolled += 1;
        let Some(&face) = self.wanted.get(&self.rolled) else { return was };
        let shows = Some(face).filter(|face| (1..=sides).contains(face));
        self.turns.push(TurnedDie { number: self.rolled, sides, was, shows });
        shows.unwrap_or(was)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Purpose;

    static ROLL: Roll = Roll { purpose: Purpose::Damage, what: "damage", rule: "T-1", looks_up: false };

    #[test]
    fn only_the_die_that_is_turned_shows_another_face() {
        let faces = |wanted: &[(usize, u32)]| {
            let mut streams = Streams::new(7, &[1]);
            streams.begin(3);
            let mut dice = TurnedStreams::new(streams, wanted.iter().copied().collect());
            let faces: Vec<u32> = (0..5).map(|_| dice.roll(Slot(0), &ROLL, 6)).collect();
            (faces, dice.turns)
        };
        let (plain, none) = faces(&[]);
        assert!(none.is_empty());
        let other = plain[2] % 6 + 1;
        let (turned, turns) = faces(&[(3, other)]);
        assert_eq!(turns, [TurnedDie { number: 3, sides: 6, was: plain[2], shows: Some(other) }]);
        assert_eq!([&turned[..2], &turned[3..]], [&plain[..2], &plain[3..]]);
        let (same, turns) = faces(&[(1, 7)]);
        assert_eq!((same, turns[0].shows), (plain, None));
    }
}
