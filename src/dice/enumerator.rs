//! Enumerating dice: the same rules code, driven through every outcome in turn.
//!
//! The caller plays a piece of rules code again and again; each time the dice follow the next path through the tree of
//! faces. Start at [`Enumerator::explore`]. Paths whose probability falls below the floor (endless chains of critical
//! dice) are cut: their whole mass is reported as unresolved, never dropped.

use super::{Dice, Roll, Slot};

/// Dice that walk through all outcomes.
pub struct Enumerator {
    path: Vec<(u32, u32)>,
    depth: usize,
    mass: f64,
    floor: f64,
    cut: Option<f64>,
}

impl Enumerator {
    /// Dice that cut a path once its probability is below `floor`.
    #[must_use]
    pub fn new(floor: f64) -> Self {
        Enumerator { path: Vec::new(), depth: 0, mass: 1.0, floor, cut: None }
    }

    /// Plays `play` once for every outcome of its dice, and hands each result with its probability to `take`. Returns the
    /// number of outcomes and the probability of all that was cut. Stops early, with `None`, after `outcomes_max`.
    pub fn explore<T>(
        &mut self,
        outcomes_max: u64,
        mut play: impl FnMut(&mut Self) -> T,
        mut take: impl FnMut(T, f64),
    ) -> Option<(u64, f64)> {
        self.path.clear();
        let (mut outcomes, mut unresolved) = (0, 0.0);
        loop {
            (self.depth, self.mass, self.cut) = (0, 1.0, None);
            let result = play(self);
            outcomes += 1;
            match self.cut {
                Some(mass) => unresolved += mass,
                None => take(result, self.mass),
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
        while let Some((sides, face)) = self.path.pop() {
            if face < sides {
                self.path.push((sides, face + 1));
                return true;
            }
        }
        false
    }
}

impl Dice for Enumerator {
    fn roll(&mut self, _: Slot, _: &'static Roll, sides: u32) -> u32 {
        if self.cut.is_some() {
            return 1;
        }
        if self.depth == self.path.len() {
            if self.mass < self.floor {
                self.cut = Some(self.mass);
                return 1;
            }
            self.path.push((sides, 1));
        }
        let (_, face) = self.path[self.depth];
        self.depth += 1;
        self.mass /= f64::from(sides);
        face
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Purpose;

    static ROLL: Roll = Roll { purpose: Purpose::Check, what: "check", rule: "TEST" };

    #[test]
    fn every_outcome_is_visited_once_and_masses_sum_to_one() {
        let mut dice = Enumerator::new(0.0);
        let (mut total, mut sums) = (0.0, [0.0; 13]);
        let play = |dice: &mut Enumerator| dice.roll(Slot(0), &ROLL, 6) + dice.roll(Slot(0), &ROLL, 6);
        let explored = dice.explore(1000, play, |sum, mass| {
            total += mass;
            sums[sum as usize] += mass;
        });
        assert_eq!(explored, Some((36, 0.0)));
        assert!((total - 1.0).abs() < 1e-12);
        assert!((sums[7] - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn endless_chains_are_cut_and_their_mass_is_reported() {
        let mut dice = Enumerator::new(1e-9);
        let mut total = 0.0;
        let chain = |dice: &mut Enumerator| {
            let mut sum = 0;
            loop {
                let face = dice.roll(Slot(0), &ROLL, 4);
                sum += face;
                if face < 4 || sum > 1000 {
                    return sum;
                }
            }
        };
        let (_, unresolved) = dice.explore(10_000, chain, |_, mass| total += mass).unwrap();
        assert!(unresolved > 0.0 && unresolved < 1e-9);
        assert!((total + unresolved - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_bound_on_outcomes_is_kept() {
        let play = |dice: &mut Enumerator| dice.roll(Slot(0), &ROLL, 100);
        assert_eq!(Enumerator::new(0.0).explore(10, play, |_, _| ()), None);
    }
}
