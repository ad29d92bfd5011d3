//! Merge points: places in the rules at which paths of dice that will go on alike are made one.
//!
//! Owns what a merge point is named by, and what becomes of a path there. A step of a fight has more paths of dice than states
//! that it passes through. A rule that has finished a blow, a save or a reaction says so
//! (`merge_point` of a core's [`Play`](crate::rules::play)); dice that walk through all outcomes then leave the path, add
//! up the probability of all that come to the same, and take each of them up once. For all other dice it is nothing.
//!
//! # Where a merge point may stand
//! The key is the place in the code, the state of the fight and `locals`. What comes after the merge point, to the end of the
//! step, must depend on nothing else but the dice:
//! - Every local value that is read afterwards is in `locals`, in this method and in all methods above it that the step returns
//!   through. What is the same whenever this state is at this place (a value computed from it, a constant of the rules) need not
//!   be. A method that is called from several places is one site for all of them: it has the merge point only if what follows is
//!   the same, or if `locals` tell which of them called. Safe places are those near the top of a turn, behind an action, where
//!   few locals are left.
//! - Every site has a name of its own.
//! - A path that is left plays on with faces that mean nothing: a method that is told so ends the step as soon as it can, and
//!   nothing may wait for dice without an end.
//! - Before it, what no later code reads may be put into one form, as [`canonical`](crate::rules::Solves::canonical) does
//!   between two steps: what is read later in the same step is more than what is read by the next one.
//!
//! # What has to be proved
//! A scenario solved with merge points and without ([`Limits::merges`](crate::exact::SolverLimits::merges)) gives the same
//! probability of every value. A test of a new merge point plays scenarios that are small enough for both, and fails when a
//! local that matters is taken away.

use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::SharedSeed;
use foldhash::fast::SeedableRandomState;

/// The beginnings of the two hashes of a key, and the numbers they are mixed with.
static SEEDS: [(u64, SharedSeed); 2] =
    [(0x9E37_79B9_7F4A_7C15, SharedSeed::from_u64(1)), (0xD1B5_4A32_D192_ED03, SharedSeed::from_u64(2))];

/// A name for everything that the rest of a step depends on: 128 bits of two hashes with different seeds. Two of `n` keys that
/// differ are the same with a probability of about n² / 2^129: of a billion keys less than 1e-20, which is far below what
/// rounding does to a probability.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MergeKey(u128);

impl MergeKey {
    /// The name of a place in the code and of all that is read after it.
    #[must_use]
    pub fn of(site: &'static str, read: &impl Hash) -> Self {
        let hasher = |(begin, mixed): &'static (u64, SharedSeed)| SeedableRandomState::with_seed(*begin, mixed).build_hasher();
        let mut both = Both(hasher(&SEEDS[0]), hasher(&SEEDS[1]));
        site.hash(&mut both);
        read.hash(&mut both);
        MergeKey(u128::from(both.0.finish()) << 64 | u128::from(both.1.finish()))
    }

    /// The name of one of so many beginnings.
    #[must_use]
    pub fn beginning(number: usize) -> Self {
        MergeKey(number as u128)
    }
}

/// The fate of a path at a merge point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merge {
    /// It goes on.
    Passed,
    /// It goes on, for all paths that have come here.
    TakenUp,
    /// It is not followed any more: nothing that it comes to counts.
    Left,
}

/// Two hashes of the same.
struct Both<H>(H, H);

macro_rules! both {
    ($($write:ident($number:ty);)*) => {
        $(
            #[inline]
            fn $write(&mut self, number: $number) {
                self.0.$write(number);
                self.1.$write(number);
            }
        )*
    };
}

impl<H: Hasher> Hasher for Both<H> {
    both! {
        write(&[u8]);
        write_u8(u8);
        write_u16(u16);
        write_u32(u32);
        write_u64(u64);
        write_u128(u128);
        write_usize(usize);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::ExplorationLimits;
    use crate::dice::enumerator::{Came, MergeWay, Start};
    use crate::dice::{Dice, Enumerator, Purpose, Roll, Slot};
    use std::collections::BTreeMap;

    static ROLL: Roll = Roll { purpose: Purpose::Check, what: "check", rule: "TEST", looks_up: false };

    fn d(dice: &mut Enumerator, sides: u32) -> i64 {
        i64::from(dice.roll(Slot(0), &ROLL, sides))
    }

    /// A sum of dice with a merge point behind each: true if the path was left.
    fn sum_of(dice: &mut Enumerator, count: u32) -> i64 {
        let mut sum = 0;
        for left in (0..count).rev() {
            sum += d(dice, 6);
            if dice.merge(|| MergeKey::of("sum", &(left, sum))) == Merge::Left {
                return -1;
            }
        }
        sum
    }

    /// All results of `play` with their probabilities, wave by wave, and how many outcomes there were.
    fn merged(dice: &mut Enumerator, mut play: impl FnMut(&mut Enumerator) -> i64) -> (BTreeMap<i64, f64>, u64) {
        let (mut ended, mut outcomes) = (BTreeMap::new(), 0);
        let mut wave = BTreeMap::from([(MergeKey::beginning(0), (1.0, MergeWay::default()))]);
        while !wave.is_empty() {
            for (_, (mass, way)) in std::mem::take(&mut wave) {
                let take = |dice: &mut Enumerator, came, probability: f64| match came {
                    Came::Ended(result) => *ended.entry(result).or_default() += mass * probability,
                    Came::Met(key) => wave.entry(key).or_insert_with(|| (0.0, dice.way())).0 += mass * probability,
                };
                let start = Start { way: &way, limits: ExplorationLimits::outcomes(10_000) };
                let explored = Enumerator::explore_from(start, dice, |dice| dice, &mut play, take);
                assert_eq!(explored.whole(), Some(0.0));
                outcomes += dice.outcomes();
            }
        }
        (ended, outcomes)
    }

    #[test]
    fn paths_that_come_to_the_same_are_one() {
        let mut dice = Enumerator::default();
        let (sums, outcomes) = merged(&mut dice, |dice| sum_of(dice, 10));
        assert!((sums.values().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((sums[&10] - 6_f64.powi(-10)).abs() < 1e-20 && (sums[&35] - 4_395_456.0 / 6_f64.powi(10)).abs() < 1e-14);
        // Each of the sums of n dice throws one more; there are 5 n + 1 of them, and each of the last sums ends.
        assert_eq!(outcomes, (0..10).map(|n| 6 * (5 * n + 1)).sum::<u64>() + 51);
    }

    #[test]
    fn merge_points_change_nothing_but_the_number_of_paths() {
        let play = |dice: &mut Enumerator| {
            let first = sum_of(dice, 3);
            let more = Enumerator::settle(dice, |dice| dice, &ROLL, |_| [first], |dice| sum_of(dice, 2) % 5);
            if first > 9 { 100 * more + d(dice, 4) } else { first }
        };
        let mut dice = Enumerator::default();
        let (with, few) = merged(&mut dice, play);
        dice.follow_all(true);
        let (without, many) = merged(&mut dice, play);
        assert!(few < many, "{few} {many}");
        assert_eq!(with.len(), without.len());
        with.iter().for_each(|(result, mass)| assert!((mass - without[result]).abs() < 1e-12, "{result}"));
    }

    #[test]
    fn a_key_is_of_its_place_and_of_everything_that_is_read() {
        let keys = [("a", [1, 2]), ("b", [1, 2]), ("a", [2, 1]), ("a", [1, 3])].map(|(site, read)| MergeKey::of(site, &read));
        let alike = keys.iter().enumerate().any(|(index, key)| keys[..index].contains(key));
        assert!(!alike, "{keys:?}");
        assert_eq!(MergeKey::of("a", &[1, 2]), keys[0]);
        assert!(keys.iter().all(|MergeKey(bits)| (bits >> 64) as u64 != *bits as u64));
    }
}
