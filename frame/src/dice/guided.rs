//! Guided dice: the same rules code, driven through every outcome in turn, where somebody chooses what slips would draw.
//!
//! They do for the [best reply](crate::exact::reply) what the [enumerator](super::enumerator) does for exact answers: each path is the list
//! of its branchings, and of each is known whether chance or somebody who wants something decides it. Start at [`Guided::explore`].

use super::{Dice, Purpose, Roll, Slot};

/// One branching of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branching {
    /// The number of ways on.
    pub sides: u32,
    /// The way that is gone, from 1.
    pub face: u32,
    /// True if it is chosen, and not drawn.
    pub chosen: bool,
}

/// Dice that walk through all outcomes of chance and of choices.
#[derive(Clone, Default, Debug)]
pub struct Guided {
    path: Vec<Branching>,
    depth: usize,
    /// The slots of those who choose, as bits.
    choosers: u64,
}

impl Guided {
    /// Dice whose slips of these are choices.
    #[must_use]
    pub fn new(choosers: impl Iterator<Item = Slot>) -> Self {
        let choosers = choosers.fold(0, |bits, who| bits | 1 << (who.0 & 63));
        Guided { choosers, ..Guided::default() }
    }

    /// Plays something again and again, each time with the next outcome, until there is none or `took` returns false. The dice lie where
    /// `dice` finds them in `place`; `took` is told the path and what it came to.
    pub fn explore<P, T>(
        place: &mut P,
        dice: impl Fn(&mut P) -> &mut Guided,
        mut play: impl FnMut(&mut P) -> T,
        mut took: impl FnMut(&[Branching], T) -> bool,
    ) {
        dice(place).path.clear();
        loop {
            dice(place).depth = 0;
            let came = play(place);
            let this = dice(place);
            this.path.truncate(this.depth);
            if !took(&this.path, came) || !this.advance() {
                return;
            }
        }
    }

    /// Moves on to the next path; false when all have been walked.
    fn advance(&mut self) -> bool {
        while let Some(branching) = self.path.pop() {
            if branching.face < branching.sides {
                self.path.push(Branching { face: branching.face + 1, ..branching });
                return true;
            }
        }
        false
    }
}

impl Dice for Guided {
    fn roll(&mut self, who: Slot, roll: &'static Roll, sides: u32) -> u32 {
        if self.depth == self.path.len() {
            let chosen = roll.purpose == Purpose::Slip && who != Slot::MASTER && self.choosers >> (who.0 & 63) & 1 == 1;
            self.path.push(Branching { sides, face: 1, chosen });
        }
        self.depth += 1;
        self.path[self.depth - 1].face
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static CHECK: Roll = Roll { purpose: Purpose::Check, what: "check", rule: "TEST", looks_up: false };
    static SLIP: Roll = Roll { purpose: Purpose::Slip, what: "slip", rule: "TEST", looks_up: false };

    #[test]
    fn every_path_is_walked_once_and_choices_are_told_from_chance() {
        let mut dice = Guided::new([Slot(0)].into_iter());
        let mut paths = Vec::new();
        let play = |dice: &mut Guided| {
            let choice = dice.roll(Slot(0), &SLIP, 2);
            if choice == 1 { choice } else { choice + dice.roll(Slot(0), &CHECK, 2) + dice.roll(Slot(1), &SLIP, 2) }
        };
        Guided::explore(
            &mut dice,
            |dice| dice,
            play,
            |path, came| {
                paths.push((path.iter().map(|one| (one.face, one.chosen)).collect::<Vec<_>>(), came));
                true
            },
        );
        let rest = |check, slip| vec![(2, true), (check, false), (slip, false)];
        let expected = vec![(vec![(1, true)], 1), (rest(1, 1), 4), (rest(1, 2), 5), (rest(2, 1), 5), (rest(2, 2), 6)];
        assert_eq!(paths, expected);
    }
}
