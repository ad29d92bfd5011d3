//! Fights that are played the short way are the ones that are played the long way, by every option of every ruling.
//!
//! Owns no rule. Start at [`either_way`].

use frame::rules::testing::either_way;

use crate::Heimr;
use crate::core::{Core, load, of_its_kind};
use crate::plain::Played;

/// Two against two, shields among them, and a day.
const SCENES: [&[&str]; 3] = [
    &["mirror-duel.toml", "side.left.Lea.count=2", "side.right.Rob.count=2"],
    &["mirror-duel.toml", r#"side.left.Lea.like="shield_bearer""#, r#"side.right.Rob.like="raider""#, "side.right.Rob.count=2"],
    &["mirror-duel.toml", DAY],
];

/// Two fights with a rest between them and a night afterwards.
const DAY: &str =
    r#"day=[{ fight = ["left", "right"] }, { rest = "short_rest" }, { fight = ["left", "right"] }, { rest = "night" }]"#;

#[test]
fn plain_fights_are_fights_like_any_other_by_every_ruling() {
    let short = |document: &_, complaints: &mut _| load(document, complaints, of_its_kind);
    let long = |document: &_, complaints: &mut _| load(document, complaints, Core::<false>::new);
    let is_short = |played: &Played| matches!(played, Played::Plain(_));
    let shortly = either_way::<Heimr, Played, Core<false>>(&SCENES, short, long, is_short);
    assert!(shortly.iter().any(|set| set.starts_with("rulings.lighting=")), "{shortly:?}");
    assert!(!shortly.iter().any(|set| set.starts_with("rulings.torso_injury=")), "{shortly:?}");
}
