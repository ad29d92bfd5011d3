//! Fights that are played the short way are the ones that are played the long way, by every option of every ruling.
//!
//! Owns no rule. Start at [`either_way`].

use frame::rules::testing::either_way;

use crate::{CairnAp, Core, load};

/// Duels, more than two, and fights in which some blows are plain.
const SCENES: [&[&str]; 6] = [
    &["mirror-duel.toml"],
    &["mirror-duel.toml", "side.left.Lea.count=2", "side.right.Rob.count=3"],
    &["lone-foe.toml"],
    &["party-against-bandits.toml"],
    &["hired-swords.toml"],
    &["casters.toml"],
];

#[test]
fn plain_blows_are_blows_like_any_other_by_every_ruling() {
    let long = |document: &_, complaints: &mut _| {
        let mut loaded = load(document, complaints)?;
        loaded.rules.fighters.iter_mut().for_each(|fighter| fighter.plain = false);
        Some(loaded)
    };
    let is_short = |core: &Core| core.fighters.iter().any(|fighter| fighter.plain);
    let shortly = either_way::<CairnAp, Core, Core>(&SCENES, load, long, is_short);
    assert!(shortly.iter().any(|set| set.starts_with("rulings.scar_order=")), "{shortly:?}");
    assert!(!shortly.iter().any(|set| set.starts_with("rulings.parry=")), "{shortly:?}");
}
