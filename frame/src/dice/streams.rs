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

/// Everybody who rolls, with each purpose: those of the common purposes first, then those of the named ones.
fn all(combatants: usize, purposes: &[Purpose]) -> impl Iterator<Item = (Slot, Purpose)> {
    let everybody = move || std::iter::once(Slot::MASTER).chain((0..combatants).map(|slot| Slot(slot as u8)));
    let common = everybody().flat_map(|who| Purpose::ALL.map(|purpose| (who, purpose)));
    common.chain(everybody().flat_map(|who| named(purposes).map(move |purpose| (who, purpose))))
}

/// The named ones of some purposes.
fn named(purposes: &[Purpose]) -> impl Iterator<Item = Purpose> {
    purposes.iter().copied().filter(|purpose| matches!(purpose, Purpose::Named { .. }))
}

/// The keys by a seed of the streams of combatants of these [identities](super::key::identity), in slot order, and of the game master.
fn keys(seed: u64, identities: &[u64], purposes: &[Purpose]) -> Vec<u64> {
    let master = super::key::identity("", 0);
    let identity = |who: Slot| identities.get(who.index()).copied().unwrap_or(master);
    all(identities.len(), purposes).map(|(who, purpose)| stream_key(seed, identity(who), purpose)).collect()
}

/// The dice of all combatants of a scenario.
#[derive(Clone)]
pub struct Streams {
    /// The game master's, then the combatants' by slot.
    rollers: Vec<[Stream; Purpose::COUNT]>,
    /// Those of named purposes, in the same order.
    named: Vec<Stream>,
    /// The number of named purposes.
    names: usize,
    fight: u64,
}

impl Streams {
    /// Streams of the common purposes for combatants of the given [identities](super::key::identity), in slot order, and the game master.
    #[must_use]
    pub fn new(seed: u64, identities: &[u64]) -> Self {
        Streams::of(seed, identities, &[])
    }

    /// Streams of the common purposes, and of those of these that are named.
    #[must_use]
    pub fn of(seed: u64, identities: &[u64], purposes: &[Purpose]) -> Self {
        let stream = |key: u64| Stream { generator: Pcg64Mcg::new(0), key, built_for: 0 };
        let mut streams = keys(seed, identities, purposes).into_iter().map(stream);
        let rollers =
            (0..=identities.len()).map(|_| std::array::from_fn(|_| streams.next().expect("each has a key"))).collect();
        Streams { rollers, named: streams.collect(), names: named(purposes).count(), fight: 1 }
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
        self.each_mut().for_each(|stream| stream.built_for = 0);
    }

    fn each_mut(&mut self) -> impl Iterator<Item = &mut Stream> {
        self.rollers.iter_mut().flatten().chain(&mut self.named)
    }

    /// Lays the dice of the second seed for a lot, and those of the first for all others, whatever lay there before.
    pub fn lay(&mut self, seeds: &TwoSeeds, lot: &Lot) {
        let keys = seeds.keys[0].iter().zip(&seeds.keys[1]);
        for ((stream, (own, other)), &anew) in self.each_mut().zip(keys).zip(&lot.streams) {
            (stream.key, stream.built_for) = (if anew { *other } else { *own }, 0);
        }
    }

    /// True if any die of a lot was rolled since this fight began.
    #[must_use]
    pub fn drew(&self, lot: &Lot) -> bool {
        let each = self.rollers.iter().flatten().chain(&self.named);
        each.zip(&lot.streams).any(|(stream, &of)| of && stream.built_for == self.fight)
    }
}

/// Some of the streams of a scenario.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lot {
    /// True of those that are among them, of [all] streams in their order.
    streams: Vec<bool>,
}

impl Lot {
    /// The streams of so many combatants, or of the game master, that are wanted, of the common purposes and of the named ones of these.
    #[must_use]
    pub fn of(combatants: usize, purposes: &[Purpose], wanted: impl Fn(Slot, Purpose) -> bool) -> Self {
        Lot { streams: all(combatants, purposes).map(|(who, purpose)| wanted(who, purpose)).collect() }
    }

    /// True if there is none among them.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.streams.contains(&true)
    }

    /// All other streams.
    #[must_use]
    pub fn others(&self) -> Self {
        Lot { streams: self.streams.iter().map(|of| !of).collect() }
    }

    /// The streams that are in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Lot { streams: self.streams.iter().zip(&other.streams).map(|(one, other)| *one && *other).collect() }
    }
}

/// The keys of all streams by two seeds: the dice that lie at a table, and others for some of them.
pub struct TwoSeeds {
    keys: [Vec<u64>; 2],
}

impl TwoSeeds {
    /// The keys for combatants of the given [identities](super::key::identity), in slot order, and the game master: of the common
    /// purposes, and of the named ones of these.
    #[must_use]
    pub fn new(seeds: [u64; 2], identities: &[u64], purposes: &[Purpose]) -> Self {
        TwoSeeds { keys: seeds.map(|seed| keys(seed, identities, purposes)) }
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
        let stream = match roll.purpose {
            Purpose::Named { place, .. } => &mut self.named[roller(who) * self.names + usize::from(place)],
            common => &mut self.rollers[roller(who)][common.place()],
        };
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
        let seeds = TwoSeeds::new([5, 6], &identities, &[]);
        let [mut one, mut other, mut mixed] = [5, 6, 77].map(|seed| Streams::new(seed, &identities));
        let lot = Lot::of(2, &[], |who, purpose| who == Slot(1) && purpose == Purpose::Damage);
        let masters = Lot::of(2, &[], |who, _| who == Slot::MASTER);
        assert!(lot.and(&lot.others()).is_empty());
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
    fn a_named_roll_has_the_same_dice_whatever_others_there_are() {
        static FIRST: Roll =
            Roll { purpose: Purpose::Named { place: 0, name: "parry" }, what: "parry", rule: "", looks_up: false };
        static SECOND: Roll =
            Roll { purpose: Purpose::Named { place: 1, name: "attack" }, what: "attack", rule: "", looks_up: false };
        static ALONE: Roll =
            Roll { purpose: Purpose::Named { place: 0, name: "attack" }, what: "attack", rule: "X", looks_up: false };
        let identities = [identity("A", 1), identity("B", 1)];
        let both = [FIRST.purpose, SECOND.purpose];
        let (mut one, mut other) = (Streams::of(5, &identities, &both), Streams::of(5, &identities, &[ALONE.purpose]));
        let seeds = TwoSeeds::new([5, 6], &identities, &both);
        let mut mixed = Streams::of(9, &identities, &both);
        let mut anew = Streams::of(6, &identities, &both);
        let lot = Lot::of(2, &both, |who, purpose| who == Slot(1) && purpose == FIRST.purpose);
        for fight in 0..50 {
            mixed.lay(&seeds, &lot);
            [&mut one, &mut other, &mut mixed, &mut anew].into_iter().for_each(|streams| streams.begin(fight));
            for who in [Slot(1), Slot::MASTER, Slot(0)] {
                let parries: Vec<u32> = (0..3).map(|_| one.roll(who, &FIRST, 1000)).collect();
                assert!(!mixed.drew(&lot) || who != Slot(1));
                let from = if who == Slot(1) { &mut anew } else { &mut mixed };
                let others: Vec<u32> = (0..3).map(|_| from.roll(who, &FIRST, 1000)).collect();
                assert_eq!(parries == others, who != Slot(1));
                for _ in 0..4 {
                    let attack = one.roll(who, &SECOND, 1000);
                    assert_eq!([other.roll(who, &ALONE, 1000), mixed.roll(who, &SECOND, 1000)], [attack; 2]);
                }
                if who == Slot(1) {
                    assert_eq!((0..3).map(|_| mixed.roll(who, &FIRST, 1000)).collect::<Vec<_>>(), others);
                }
                assert!(mixed.drew(&lot));
                assert_eq!(one.roll(who, &STRIKE, 1000), other.roll(who, &STRIKE, 1000));
            }
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
