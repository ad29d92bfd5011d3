//! Enumerating dice: the same rules code, driven through every outcome in turn.
//!
//! The caller plays a piece of rules code again and again; each time the dice follow the next path through the tree of
//! faces. Start at [`Enumerator::explore`]. Paths whose probability falls below the floor (endless chains of critical
//! dice) are cut: their whole mass is reported as unresolved, never dropped.

use std::collections::HashMap;

use super::{Dice, Die, Roll, Slot};

/// One branching of a path: an even choice among faces, or a sum of several dice with its own weights.
#[derive(Clone, Copy)]
enum Branching {
    Faces { sides: u32, face: u32 },
    Sums { die: Die, row: usize },
}

/// Dice that walk through all outcomes.
#[derive(Default)]
pub struct Enumerator {
    path: Vec<Branching>,
    depth: usize,
    mass: f64,
    floor: f64,
    cut: Option<f64>,
    /// Probabilities of the sums from `count` on, for dice that have been summed.
    sums: HashMap<Die, Vec<f64>>,
}

impl Enumerator {
    /// Plays `play` once for every outcome of its dice on the same `place`, and hands that with what came of it and its
    /// probability to `take`. Paths whose probability falls below `floor` are cut. Returns the number of outcomes and the
    /// probability of all that was cut. Stops early, with `None`, after `outcomes_max`.
    pub fn explore<P, T>(
        &mut self,
        outcomes_max: u64,
        floor: f64,
        place: &mut P,
        mut play: impl FnMut(&mut Self, &mut P) -> T,
        mut take: impl FnMut(&mut P, T, f64),
    ) -> Option<(u64, f64)> {
        self.path.clear();
        self.floor = floor;
        let (mut outcomes, mut unresolved) = (0, 0.0);
        loop {
            (self.depth, self.mass, self.cut) = (0, 1.0, None);
            let result = play(self, place);
            outcomes += 1;
            match self.cut {
                Some(mass) => unresolved += mass,
                None => take(place, result, self.mass),
            }
            self.path.truncate(self.depth);
            if !self.advance() {
                return Some((outcomes, unresolved));
            }
            if outcomes >= outcomes_max {
                return None;
            }
        }
    }

    /// Moves on to the next path; false when all have been walked.
    fn advance(&mut self) -> bool {
        while let Some(branching) = self.path.pop() {
            let next = match branching {
                Branching::Faces { sides, face } if face < sides => Branching::Faces { sides, face: face + 1 },
                Branching::Sums { die, row } if row + 1 < self.sums[&die].len() => Branching::Sums { die, row: row + 1 },
                _ => continue,
            };
            self.path.push(next);
            return true;
        }
        false
    }

    /// The branching at hand, or `first` where the path is new; `None` once the path is cut.
    fn branch(&mut self, first: Branching) -> Option<Branching> {
        if self.cut.is_some() {
            return None;
        }
        if self.depth == self.path.len() {
            if self.mass < self.floor {
                self.cut = Some(self.mass);
                return None;
            }
            self.path.push(first);
        }
        self.depth += 1;
        Some(self.path[self.depth - 1])
    }
}

/// Probabilities of the sums of `die`, from its smallest sum on.
fn sum_probabilities(die: Die) -> Vec<f64> {
    let each = 1.0 / f64::from(die.sides);
    let mut probabilities = vec![1.0];
    for _ in 0..die.count {
        let mut wider = vec![0.0; probabilities.len() + usize::from(die.sides) - 1];
        for (sum, probability) in probabilities.iter().enumerate() {
            for face in 0..usize::from(die.sides) {
                wider[sum + face] += probability * each;
            }
        }
        probabilities = wider;
    }
    probabilities
}

impl Dice for Enumerator {
    const SUMS: bool = true;

    fn roll(&mut self, _: Slot, _: &'static Roll, sides: u32) -> u32 {
        match self.branch(Branching::Faces { sides, face: 1 }) {
            Some(Branching::Faces { face, .. }) => {
                self.mass /= f64::from(sides);
                face
            }
            _ => 1,
        }
    }

    fn sum(&mut self, who: Slot, roll: &'static Roll, die: Die) -> u32 {
        if die.count <= 1 {
            return (0..die.count).map(|_| self.roll(who, roll, u32::from(die.sides))).sum();
        }
        self.sums.entry(die).or_insert_with(|| sum_probabilities(die));
        match self.branch(Branching::Sums { die, row: 0 }) {
            Some(Branching::Sums { row, .. }) => {
                self.mass *= self.sums[&die][row];
                u32::from(die.count) + row as u32
            }
            _ => u32::from(die.count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Purpose;

    static ROLL: Roll = Roll { purpose: Purpose::Check, what: "check", rule: "TEST" };

    #[test]
    fn every_outcome_is_visited_once_and_masses_sum_to_one() {
        let mut dice = Enumerator::default();
        let (mut total, mut sums) = (0.0, [0.0; 13]);
        let play = |dice: &mut Enumerator, (): &mut ()| dice.roll(Slot(0), &ROLL, 6) + dice.roll(Slot(0), &ROLL, 6);
        let explored = dice.explore(1000, 0.0, &mut (), play, |(), sum, mass| {
            total += mass;
            sums[sum as usize] += mass;
        });
        assert_eq!(explored, Some((36, 0.0)));
        assert!((total - 1.0).abs() < 1e-12);
        assert!((sums[7] - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn sums_branch_by_their_own_probabilities() {
        let mut dice = Enumerator::default();
        let (mut total, mut seven) = (0.0, 0.0);
        let play = |dice: &mut Enumerator, (): &mut ()| dice.sum(Slot(0), &ROLL, Die::new(2, 6));
        let explored = dice.explore(100, 0.0, &mut (), play, |(), sum, mass| {
            total += mass;
            seven += if sum == 7 { mass } else { 0.0 };
        });
        assert_eq!(explored, Some((11, 0.0)));
        assert!((total - 1.0).abs() < 1e-12 && (seven - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn endless_chains_are_cut_and_their_mass_is_reported() {
        let mut dice = Enumerator::default();
        let mut total = 0.0;
        let chain = |dice: &mut Enumerator, (): &mut ()| {
            let mut sum = 0;
            loop {
                let face = dice.roll(Slot(0), &ROLL, 4);
                sum += face;
                if face < 4 || sum > 1000 {
                    return sum;
                }
            }
        };
        let (_, unresolved) = dice.explore(10_000, 1e-9, &mut (), chain, |(), _, mass| total += mass).unwrap();
        assert!(unresolved > 0.0 && unresolved < 1e-9);
        assert!((total + unresolved - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_bound_on_outcomes_is_kept() {
        let play = |dice: &mut Enumerator, (): &mut ()| dice.roll(Slot(0), &ROLL, 100);
        assert_eq!(Enumerator::default().explore(10, 0.0, &mut (), play, |(), _, _| ()), None);
    }
}
