//! Streams: the dice of real runs. One `Pcg64Mcg` per combatant and purpose, keyed by seed and fight number.
//!
//! Start at [`Streams::begin`], which a worker calls before each fight; generators are built when first drawn from. Whoever asks what
//! some of the dice decide names them as a [`Lot`], and lays others for them by [`TwoSeeds`].

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::key::{fight_key, stream_key};
use super::{Dice, Purpose, Roll, Slot};

/// One combatant's stream for one purpose.
#[derive(Clone)]
struct Stream {
    generator: Pcg64Mcg,
    key: u64,
    /// Number of the fight the generator was built for, plus one; 0 when never built.
    built_for: u64,
}

/// The dice of all combatants of a scenario.
#[derive(Clone)]
pub struct Streams {
    /// The game master's, then the combatants' by slot.
    rollers: Vec<[Stream; Purpose::COUNT]>,
    fight: u64,
}

impl Streams {
    /// Streams for combatants of the given [identities](super::key::identity), in slot order, and the game master.
    #[must_use]
    pub fn new(seed: u64, identities: &[u64]) -> Self {
        let of = |identity: u64| {
            Purpose::ALL.map(|purpose| Stream {
                generator: Pcg64Mcg::new(0),
                key: stream_key(seed, identity, purpose),
                built_for: 0,
            })
        };
        let master = super::key::identity("", 0);
        Streams { rollers: std::iter::once(&master).chain(identities).map(|&identity| of(identity)).collect(), fight: 1 }
    }

    /// Starts the fight of this number, from its first die on also where it is the one at hand.
    #[inline]
    pub fn begin(&mut self, fight: u64) {
        if self.fight == fight + 1 {
            self.forget();
        }
        self.fight = fight + 1;
    }

    /// Forgets what was drawn.
    #[cold]
    fn forget(&mut self) {
        self.rollers.iter_mut().flatten().for_each(|stream| stream.built_for = 0);
    }

    /// Lays the dice of the second seed for a lot, and those of the first for all others, whatever lay there before.
    pub fn lay(&mut self, seeds: &TwoSeeds, lot: &Lot) {
        for (roller, streams) in self.rollers.iter_mut().enumerate() {
            for (purpose, stream) in streams.iter_mut().enumerate() {
                stream.key = seeds.keys[usize::from(lot.purposes[roller] >> purpose & 1 == 1)][roller][purpose];
                stream.built_for = 0;
            }
        }
    }

    /// True if any die of a lot was rolled since this fight began.
    #[must_use]
    pub fn drew(&self, lot: &Lot) -> bool {
        let drew = |(purpose, stream): (usize, &Stream), of: u8| of >> purpose & 1 == 1 && stream.built_for == self.fight;
        let mut all = self.rollers.iter().zip(&lot.purposes);
        all.any(|(streams, &of)| of != 0 && streams.iter().enumerate().any(|one| drew(one, of)))
    }
}

/// Some of the streams of a scenario.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lot {
    /// Of the game master, then of the combatants by slot: one bit per purpose.
    purposes: Vec<u8>,
}

impl Lot {
    /// No streams, of so many combatants and the game master.
    #[must_use]
    pub fn none(combatants: usize) -> Self {
        Lot { purposes: vec![0; combatants + 1] }
    }

    /// The streams of so many combatants, or of the game master, that are wanted.
    #[must_use]
    pub fn of(combatants: usize, wanted: impl Fn(Slot, Purpose) -> bool) -> Self {
        let mut lot = Lot::none(combatants);
        for (place, purposes) in lot.purposes.iter_mut().enumerate() {
            let who = Slot((place as u8).wrapping_sub(1));
            *purposes = Purpose::ALL.iter().filter(|&&purpose| wanted(who, purpose)).map(|&purpose| 1 << purpose as u8).sum();
        }
        lot
    }

    /// True if there is none among them.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.purposes.iter().all(|&purposes| purposes == 0)
    }

    /// All other streams.
    #[must_use]
    pub fn others(&self) -> Self {
        let all = (1 << Purpose::COUNT) - 1;
        Lot { purposes: self.purposes.iter().map(|purposes| !purposes & all).collect() }
    }

    /// The streams that are in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Lot { purposes: self.purposes.iter().zip(&other.purposes).map(|(one, other)| one & other).collect() }
    }
}

/// The keys of all streams by two seeds: the dice that lie at a table, and others for some of them.
pub struct TwoSeeds {
    keys: [Vec<[u64; Purpose::COUNT]>; 2],
}

impl TwoSeeds {
    /// The keys for combatants of the given [identities](super::key::identity), in slot order, and the game master.
    #[must_use]
    pub fn new(seeds: [u64; 2], identities: &[u64]) -> Self {
        let master = super::key::identity("", 0);
        let of = |seed: u64, identity: u64| Purpose::ALL.map(|purpose| stream_key(seed, identity, purpose));
        let all = |seed| std::iter::once(&master).chain(identities).map(|&identity| of(seed, identity)).collect();
        TwoSeeds { keys: seeds.map(all) }
    }
}

/// Returns the place of the streams of a slot: those of [`Slot::MASTER`], the highest of all, come first.
#[inline]
fn roller(who: Slot) -> usize {
    usize::from(who.0.wrapping_add(1))
}

/// The face of a die of `sides` faces for one 64-bit draw (multiply and shift; bias per face at most `sides` / 2^64).
#[inline]
#[must_use]
pub fn face(draw: u64, sides: u32) -> u32 {
    ((u128::from(draw) * u128::from(sides)) >> 64) as u32 + 1
}

impl Dice for Streams {
    #[inline]
    fn roll(&mut self, who: Slot, roll: &'static Roll, sides: u32) -> u32 {
        let stream = &mut self.rollers[roller(who)][roll.purpose as usize];
        if stream.built_for != self.fight {
            stream.built_for = self.fight;
            stream.generator = Pcg64Mcg::new(fight_key(stream.key, self.fight - 1));
        }
        face(stream.generator.next_u64(), sides)
    }
}

/// Fractions from 0 to below 1, for draws that are nobody's dice.
#[derive(Clone, Debug)]
pub struct Fractions(Pcg64Mcg);

impl Fractions {
    /// The fractions of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Fractions(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Draws the next one.
    pub fn draw(&mut self) -> f64 {
        self.0.random()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::key::identity;

    static STRIKE: Roll = Roll { purpose: Purpose::Damage, what: "damage", rule: "TEST", looks_up: false };

    #[test]
    fn dice_are_value_stable() {
        let mut streams = Streams::new(1, &[identity("A", 1), identity("B", 1)]);
        streams.begin(4711);
        let faces: Vec<u32> = (0..12).map(|_| streams.roll(Slot(0), &STRIKE, 20)).collect();
        assert_eq!(faces, [11, 17, 14, 18, 7, 4, 14, 4, 6, 11, 2, 19]);
        let master: Vec<u32> = (0..4).map(|_| streams.roll(Slot::MASTER, &STRIKE, 6)).collect();
        assert_eq!(master, [2, 5, 2, 4]);
    }

    #[test]
    fn a_fight_that_begins_again_has_the_same_dice() {
        let mut streams = Streams::new(1, &[identity("A", 1)]);
        let mut rolls = || {
            streams.begin(7);
            (0..5).map(|_| streams.roll(Slot(0), &STRIKE, 1000)).collect::<Vec<_>>()
        };
        assert_eq!(rolls(), rolls());
    }

    #[test]
    fn a_combatants_dice_do_not_depend_on_its_place_or_on_others() {
        let mut alone = Streams::new(9, &[identity("B", 1)]);
        let mut second = Streams::new(9, &[identity("A", 1), identity("B", 1)]);
        for fight in 0..50 {
            alone.begin(fight);
            second.begin(fight);
            second.roll(Slot(0), &STRIKE, 6);
            for _ in 0..5 {
                assert_eq!(alone.roll(Slot(0), &STRIKE, 12), second.roll(Slot(1), &STRIKE, 12));
            }
        }
    }

    #[test]
    fn a_lot_is_rolled_anew_and_everybody_else_rolls_the_same() {
        static CHECK: Roll = Roll { purpose: Purpose::Check, what: "check", rule: "TEST", looks_up: false };
        let identities = [identity("A", 1), identity("B", 1)];
        let seeds = TwoSeeds::new([5, 6], &identities);
        let [mut one, mut other, mut mixed] = [5, 6, 77].map(|seed| Streams::new(seed, &identities));
        let lot = Lot::of(2, |who, purpose| who == Slot(1) && purpose == Purpose::Damage);
        let masters = Lot::of(2, |who, _| who == Slot::MASTER);
        assert_eq!(lot.and(&lot.others()), Lot::none(2));
        assert!(masters.and(&lot).is_empty() && !masters.is_empty());
        for fight in 0..50 {
            mixed.lay(&seeds, &lot);
            [&mut one, &mut other, &mut mixed].into_iter().for_each(|streams| streams.begin(fight));
            assert!(!mixed.drew(&lot) && !mixed.drew(&lot.others()));
            for who in [Slot(0), Slot(1), Slot::MASTER] {
                let from = if who == Slot(1) { &mut other } else { &mut one };
                assert_eq!(mixed.roll(who, &STRIKE, 1000), from.roll(who, &STRIKE, 1000));
                assert_eq!(mixed.roll(who, &CHECK, 1000), one.roll(who, &CHECK, 1000));
                assert_eq!(mixed.drew(&lot), who != Slot(0));
            }
            assert!(mixed.drew(&masters));
        }
    }

    #[test]
    fn faces_of_a_die_are_equally_frequent_within_five_sigma() {
        let mut streams = Streams::new(3, &[identity("A", 1)]);
        let fights = 200_000_u32;
        let mut counts = [0_u32; 20];
        for fight in 0..fights {
            streams.begin(u64::from(fight));
            counts[streams.roll(Slot(0), &STRIKE, 20) as usize - 1] += 1;
        }
        let expected = f64::from(fights) / 20.0;
        let sigma = (expected * 0.95).sqrt();
        for count in counts {
            assert!((f64::from(count) - expected).abs() < 5.0 * sigma, "{counts:?}");
        }
    }
}
