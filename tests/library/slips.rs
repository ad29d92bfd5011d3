//! Slips in all systems: decisions at random, by dice of their own.
//!
//! Start at [`whoever_always_slips_plays_otherwise_and_comes_to_an_end`].

use std::path::Path;

use frame::door::Playable;
use frame::fight::watch::StoryEntry;
use frame::scenario::{Raw, quoted};
use frame::sim::story;
use sparring::systems;

use crate::scenario_files;

/// Fights of each scenario.
const FIGHTS: u64 = 12;
/// Scenarios of each system.
const SCENARIOS: usize = 6;

/// A scenario with these changes.
fn load(path: &Path, sets: &[String]) -> Playable {
    let loaded = Raw::read(path, &[], sets).and_then(|raw| systems().of(&raw)?.load(&raw));
    loaded.unwrap_or_else(|failure| panic!("{}: {}", path.display(), failure.render(false)))
}

/// The changes by which everybody follows a policy that says nothing but this.
fn everybody(path: &Path, says: &str) -> Vec<String> {
    let playable = load(path, &[]);
    let mut sets = vec![format!("policy.clumsy={{{says}}}")];
    let (entries, sides) = (playable.game.entries(), playable.engine.sides());
    for (one, entry) in playable.engine.combatants().iter().zip(entries) {
        let name = entry.unwrap_or_else(|| one.name.clone());
        let set = format!("side.{}.{}.policy=clumsy", quoted(&sides[one.side.index()]), quoted(&name));
        // Whoever comes into a fight by what another one does stands in no file.
        let with = [sets[0].clone(), set.clone()];
        let stands = Raw::read(path, &[], &with).and_then(|raw| systems().of(&raw)?.load(&raw)).is_ok();
        if stands && !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets
}

/// What the first fights of a scenario come to.
fn values(playable: &Playable) -> Vec<Vec<i64>> {
    let mut player = playable.engine.player(&playable.layout, 1);
    (0..FIGHTS).map(|number| player.play(number).to_vec()).collect()
}

#[test]
fn whoever_always_slips_plays_otherwise_and_comes_to_an_end() {
    for system in systems().names() {
        let (mut differ, mut rolled) = (false, false);
        for path in scenario_files::of(system).iter().take(SCENARIOS) {
            let never = load(path, &everybody(path, "slips = 0.0"));
            let plain = load(path, &everybody(path, ""));
            assert_eq!(values(&never), values(&plain), "{}", path.display());
            let always = load(path, &everybody(path, "slips = 1.0"));
            differ |= values(&always) != values(&plain);
            let told = story::tell(&*always.engine, &always.layout, 1, 0).told;
            rolled |= told.iter().any(|told| matches!(told, StoryEntry::Die { roll, .. } if roll.what == "slip"));
        }
        assert!(differ && rolled, "{system}: nothing is decided otherwise");
    }
}

#[test]
fn who_slips_in_nothing_that_is_decided_has_the_luck_of_who_never_does() {
    // The die of a slip is rolled, and everything else falls as before: `stand` is asked of nobody who stands.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/vogt/mirror-duel.toml");
    let rarely = load(&path, &everybody(&path, "slips = 0.0001, slips_in = [\"action\"]"));
    let never = load(&path, &everybody(&path, ""));
    assert_eq!(values(&rarely), values(&never));
}

#[test]
fn the_shorthand_gives_a_policy_of_ones_own() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/vogt/mirror-duel.toml");
    let of = |sets: &[&str]| values(&load(&path, &sets.iter().map(|&set| set.to_owned()).collect::<Vec<_>>()));
    let (plain, clumsy) = (of(&[]), ["policy.clumsy={slips=0.25}", "side.left.Lea.policy=clumsy"]);
    let (one, both) = (of(&clumsy), of(&[&clumsy[..], &["side.right.Rob.policy=clumsy"]].concat()));
    assert!(plain != one && one != both);
    for short in ["slips.left=0.25", "slips.Lea=0.25"] {
        assert_eq!(of(&[short]), one, "{short}");
    }
    // Where both follow one policy, whoever is not meant keeps it as it is, and what changes it later changes it for both.
    let brave = ["policy.brave={}", "side.left.Lea.policy=brave", "side.right.Rob.policy=brave"];
    let with = |sets: &[&str]| of(&[&brave[..], sets].concat());
    assert_eq!(with(&["slips.left=0.25"]), one);
    assert_eq!(with(&["slips.left=0.25", "slips.right=0.25"]), both);
    assert_eq!(with(&["slips.brave=0.25"]), both);
    let defends = "policy.brave.action=[{do=\"defend\", when=\"round == 1\"}]";
    assert_eq!(with(&["slips.left=0.25", defends]), with(&[defends, "slips.left=0.25"]));
    assert_ne!(with(&["slips.left=0.25", defends]), one);
    // Whoever is given another policy behind it follows that as it is.
    assert_eq!(with(&["slips.left=0.25", "policy.other={}", "side.left.Lea.policy=other"]), plain);
}
