//! Fights whose blows are made the short way are the ones whose blows are made the long way, by every option of every ruling.
//!
//! Owns no rule. Start at [`either_way`].

use frame::rules::testing::either_way;

use crate::{Core, InjuryD20, load};

/// Duels, and fights in which some blows are plain.
const SCENES: [&[&str]; 4] = [&["mirror-duel.toml"], &["scratches.toml"], &["party-against-ogre.toml"], &["three-heads.toml"]];

#[test]
fn plain_blows_are_blows_like_any_other_by_every_ruling() {
    let long = |document: &_, complaints: &mut _| {
        let mut loaded = load(document, complaints)?;
        loaded.rules.fighters.iter_mut().for_each(|fighter| fighter.plain = None);
        Some(loaded)
    };
    let is_short = |core: &Core| core.fighters.iter().any(|fighter| fighter.plain.is_some());
    let shortly = either_way::<InjuryD20, Core, Core>(&SCENES, load, long, is_short);
    assert!(shortly.iter().any(|set| set.starts_with("rulings.crit_confirm=")), "{shortly:?}");
    assert!(!shortly.iter().any(|set| set.starts_with("rulings.end_out=")), "{shortly:?}");
}
