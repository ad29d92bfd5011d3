//! Fights that are played the short way are the ones that are played the long way, by every option of every ruling.
//!
//! Owns no rule. Start at [`either_way`].

use frame::rules::testing::either_way;

use crate::{Core, Slots, Vogt, load};

/// Duels, many at once, and fights in which some turns are plain.
const SCENES: [&[&str]; 6] = [
    &["mirror-duel.toml"],
    &["mirror-duel.toml", "side.left.Lea.count=2"],
    &["two-on-one.toml"],
    &["statuses.toml"],
    &["opportunist.toml"],
    &["adventuring-day.toml"],
];

#[test]
fn plain_turns_are_turns_like_any_other_by_every_ruling() {
    let long = |document: &_, complaints: &mut _| {
        let mut loaded = load(document, complaints)?;
        loaded.rules.plain = Slots::NONE;
        Some(loaded)
    };
    let shortly = either_way::<Vogt, Core, Core>(&SCENES, load, long, |core| !core.plain.is_empty());
    assert!(shortly.iter().any(|set| set.starts_with("rulings.crit=")), "{shortly:?}");
    assert!(!shortly.iter().any(|set| set.starts_with("rulings.ar_mode=")), "{shortly:?}");
}
