//! Keys of random streams: how a seed, a fight, a combatant and a purpose become the state of a generator.
//!
//! Owns the scheme and its name. Every stream starts from a 128-bit hash of what it belongs to, never from a thread, a
//! batch or a jump, so results cannot depend on how the work was divided. The constants are written down in
//! `docs/seeds.md` and pinned by the tests below: a change of any of them is a change of [`SCHEME`].

use super::Purpose;

/// Name of the scheme, carried by every result. Results of different schemes are never compared fight by fight.
pub const SCHEME: &str = "pcg64mcg/key1";

/// The golden-ratio increment of `SplitMix64` (Steele, Lea and Flood 2014).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// An odd constant that tells the upper half of a key from the lower one.
const UPPER: u64 = 0xD1B5_4A32_D192_ED03;

/// The finaliser of `SplitMix64`: a bijection of 64 bits.
#[inline]
#[must_use]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Identity of a combatant for its dice: 56 bits from its name and its number among namesakes (from 1). Independent of
/// where the combatant stands in the file, so that adding one shifts nobody else's luck.
#[must_use]
pub fn identity(name: &str, ordinal: u32) -> u64 {
    hash(u64::from(ordinal) ^ GOLDEN, name) >> 8
}

/// A name as a number, beginning with one.
const fn hash(begin: u64, name: &str) -> u64 {
    let (mut hash, bytes, mut at) = (mix(begin), name.as_bytes(), 0);
    while at < bytes.len() {
        hash = mix(hash.wrapping_add(GOLDEN) ^ bytes[at] as u64);
        at += 1;
    }
    hash
}

/// The number of a purpose with a name, which tells it apart from others of the kind. It never changes: slips, which came later, have it too,
/// and no name.
const NAMED: usize = 7;

/// The part of a key that stays the same from fight to fight: seed, combatant and purpose. A purpose with a name is told apart by that
/// name and not by its place, so that another roll more or less shifts no luck.
#[must_use]
pub const fn stream_key(seed: u64, identity: u64, purpose: Purpose) -> u64 {
    let number = if let Purpose::Named { .. } = purpose { NAMED } else { purpose.place() };
    let tag = (identity << 8) | number as u64;
    let key = mix(seed ^ mix(tag.wrapping_add(GOLDEN)));
    if let Purpose::Named { name, .. } = purpose { mix(key.wrapping_add(hash(GOLDEN, name))) } else { key }
}

/// The state of a stream's generator in one fight. Injective in `(stream key, fight)` for a given seed.
#[inline]
#[must_use]
pub const fn fight_key(stream_key: u64, fight: u64) -> u128 {
    let lower = mix(stream_key.wrapping_add(fight.wrapping_mul(GOLDEN)));
    let upper = mix(lower ^ stream_key.rotate_left(32) ^ UPPER);
    ((upper as u128) << 64) | lower as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_value_stable() {
        assert_eq!(mix(1), 0x5692_161D_100B_05E5);
        assert_eq!(identity("Ogre", 1), 0x006A_7E4C_D642_9661);
        let key = stream_key(1, identity("Ogre", 1), Purpose::Damage);
        assert_eq!(key, 0x5E49_D96E_3130_71A2);
        assert_eq!(fight_key(key, 4711), 0x2E2B_722A_C85E_9E31_9BD3_58B4_694A_C361);
    }

    #[test]
    fn a_named_purpose_is_known_by_its_name_wherever_it_stands() {
        let key = |place, name| stream_key(1, identity("Ogre", 1), Purpose::Named { place, name });
        assert_eq!(key(0, "attack"), key(9, "attack"));
        assert_ne!(key(0, "attack"), key(0, "attack again"));
        assert_eq!(key(0, "attack"), 0x9960_C21D_294F_DA07);
    }

    #[test]
    fn every_purpose_and_fight_has_its_own_key() {
        let mut seen = std::collections::HashSet::new();
        let named = |name| Purpose::Named { place: 0, name };
        for name in ["A", "B", "Ogre"] {
            for purpose in [Purpose::Setup, Purpose::Check, Purpose::Rest, named(""), named("a"), named("b"), named("ab")] {
                for fight in 0..500 {
                    assert!(seen.insert(fight_key(stream_key(7, identity(name, 1), purpose), fight)));
                }
            }
        }
    }
}
