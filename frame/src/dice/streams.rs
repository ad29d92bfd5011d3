//! Streams: the dice of real runs. One `Pcg64Mcg` per combatant and purpose, keyed by seed and fight number.
//!
//! Start at [`Streams::begin`], which a worker calls before each fight; generators are built when first drawn from.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::key::{fight_key, stream_key};
use super::{Dice, Purpose, Roll, Slot};

/// Purposes in the order of their numbers.
const PURPOSES: [Purpose; Purpose::COUNT] =
    [Purpose::Setup, Purpose::Choice, Purpose::Initiative, Purpose::Check, Purpose::Damage, Purpose::Fate, Purpose::Rest];

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
    /// By roller, then by number: those of rolls with a name of their own. Most systems have none, so there are none until one is drawn.
    named: Vec<Stream>,
    /// By roller: the identity.
    identities: Vec<u64>,
    seed: u64,
    fight: u64,
}

impl Streams {
    /// Streams for combatants of the given [identities](super::key::identity), in slot order, and the game master.
    #[must_use]
    pub fn new(seed: u64, identities: &[u64]) -> Self {
        let of = |identity: u64| {
            PURPOSES.map(|purpose| Stream {
                generator: Pcg64Mcg::new(0),
                key: stream_key(seed, identity, purpose),
                built_for: 0,
            })
        };
        let master = super::key::identity("", 0);
        let identities: Vec<u64> = std::iter::once(master).chain(identities.iter().copied()).collect();
        let rollers = identities.iter().map(|&identity| of(identity)).collect();
        Streams { rollers, named: Vec::new(), identities, seed, fight: 1 }
    }

    /// The stream of a roller for rolls of the name of this number.
    #[inline(never)]
    fn named(&mut self, roller: usize, number: u8) -> &mut Stream {
        if self.named.is_empty() {
            let none = Stream { generator: Pcg64Mcg::new(0), key: 0, built_for: 0 };
            self.named = vec![none; self.identities.len() * Purpose::NAMED];
        }
        let stream = &mut self.named[roller * Purpose::NAMED + usize::from(number) % Purpose::NAMED];
        if stream.built_for == 0 {
            stream.key = stream_key(self.seed, self.identities[roller], Purpose::Named(number));
        }
        stream
    }

    /// Starts the fight of this number.
    #[inline]
    pub fn begin(&mut self, fight: u64) {
        self.fight = fight + 1;
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
        let fight = self.fight;
        let stream = match roll.purpose {
            Purpose::Named(number) => self.named(roller(who), number),
            purpose => &mut self.rollers[roller(who)][usize::from(purpose.number())],
        };
        if stream.built_for != fight {
            stream.built_for = fight;
            stream.generator = Pcg64Mcg::new(fight_key(stream.key, fight - 1));
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

    static STRIKE: Roll = Roll { purpose: Purpose::Damage, what: "damage", rule: "TEST" };

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
    fn rolls_of_a_name_have_a_stream_that_no_other_roll_shifts() {
        static PARRY: Roll = Roll { purpose: Purpose::Named(17), what: "parry", rule: "TEST" };
        static DODGE: Roll = Roll { purpose: Purpose::Named(18), what: "dodge", rule: "TEST" };
        let mut alone = Streams::new(9, &[identity("A", 1)]);
        let mut both = alone.clone();
        for fight in 0..20 {
            (alone.begin(fight), both.begin(fight));
            for _ in 0..3 {
                both.roll(Slot(0), &DODGE, 6);
                both.roll(Slot(0), &STRIKE, 6);
                assert_eq!(alone.roll(Slot(0), &PARRY, 1000), both.roll(Slot(0), &PARRY, 1000));
            }
        }
        both.begin(3);
        alone.begin(3);
        assert_ne!(alone.roll(Slot(0), &PARRY, 1_000_000), both.roll(Slot(0), &DODGE, 1_000_000));
        assert_eq!(Purpose::named("parry"), Purpose::named("parry"));
        assert_ne!(Purpose::named("parry"), Purpose::named("dodge"));
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
