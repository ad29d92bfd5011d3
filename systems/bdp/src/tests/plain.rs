//! Fights that are played the short way are the ones that are played the long way, by every option of every ruling.
//!
//! Owns no rule. Start at [`either_way`].

use frame::rules::testing::either_way;

use crate::Bdp;
use crate::core::{Core, Played, load, of_its_kind};

/// A duel, one without a shield, and bands.
const SCENES: [&[&str]; 4] = [
    &["duel.toml"],
    &["duel.toml", "side.party.Mae.shield=false", r#"side.foes.Rurik.weapons=[{ kind = "greataxe" }]"#, "side.party.Mae.str=6"],
    &["duel.toml", "side.party.Mae.count=2", "side.foes.Rurik.count=3"],
    &["crowd.toml", "side.militia.militia.count=2", "side.raiders.raider.count=3", "side.raiders.chief.traits=[]"],
];

#[test]
fn plain_fights_are_fights_like_any_other_by_every_ruling() {
    let short = |document: &_, complaints: &mut _| load(document, complaints, of_its_kind);
    let long = |document: &_, complaints: &mut _| load(document, complaints, Core::<false>::new);
    let is_short = |played: &Played| matches!(played, Played::Plain(_));
    let shortly = either_way::<Bdp, Played, Core<false>>(&SCENES, short, long, is_short);
    assert!(shortly.iter().any(|set| set.starts_with("rulings.md_explode=")), "{shortly:?}");
    assert!(!shortly.iter().any(|set| set.starts_with("rulings.order_mode=")), "{shortly:?}");
}
