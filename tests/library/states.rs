//! States: fights that are stopped between two steps, copied, and played on from.
//!
//! Start at [`a_state_goes_on_as_the_fight_does`].

use std::collections::BTreeMap;
use std::path::Path;

use frame::door::Playable;
use frame::scenario::Raw;
use frame::sim::state::{Luck, Place};
use frame::sim::story::Telling;
use sparring::systems;

use crate::scenario_files;

/// Steps after which fights are stopped.
const STEPS: [usize; 4] = [0, 1, 2, 7];
/// The seed and the number of the fight.
const FIGHT: [u64; 2] = [1, 3];

/// Loads a scenario for its system.
fn load(path: &Path) -> Playable {
    let loaded = Raw::read(path, &[], &[]).and_then(|raw| systems::of(&raw)?.load(&raw));
    loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)))
}

/// Every scenario of every system.
fn scenarios() -> impl Iterator<Item = (String, Playable)> {
    let paths = systems::names().into_iter().flat_map(scenario_files::of);
    paths.map(|path| (path.display().to_string(), load(&path)))
}

#[test]
fn a_state_goes_on_as_the_fight_does() {
    let (mut states, mut later) = (0, 0);
    for (name, Playable { engine, layout, .. }) in scenarios() {
        let values = engine.player(&layout, FIGHT[0]).play(FIGHT[1]).to_vec();
        for (fight, steps) in [0, 1, 2].into_iter().flat_map(|fight| STEPS.map(|steps| (fight, steps))) {
            let Some(mut state) = engine.state_at(&layout, FIGHT, Place { fight, steps }) else { continue };
            let copy = state.copied();
            // What the one plays, the other does not see.
            while state.step() {}
            assert!(state.ending().is_some() && !state.step(), "{name}: fight {fight}");
            assert_eq!(copy.play_on(), values, "{name}: fight {fight} from step {steps} on");
            assert_eq!(state.play_on(), values, "{name}: fight {fight} from its end on");
            states += 1;
            later += usize::from(fight > 0);
        }
    }
    assert!(states > 100 && later > 10, "only {states} states were reached, {later} of later fights");
}

#[test]
fn a_state_goes_on_by_fresh_dice_and_by_given_ones() {
    for system in systems::names() {
        let path = scenario_files::of(system).into_iter().find(|path| path.ends_with("mirror-duel.toml"));
        let Some(Playable { engine, layout, .. }) = path.map(|path| load(&path)) else { continue };
        let state = engine.state_at(&layout, FIGHT, Place::default()).expect("the fight takes place");
        let by = |luck: Luck| {
            let mut state = state.copied();
            state.go_on_by(luck);
            state.play_on()
        };
        let fresh = |number| by(Luck { fresh: Some((2, number)), ..Luck::default() });
        let others: Vec<Vec<i64>> = (0..20).map(fresh).collect();
        assert_eq!(others, (0..20).map(fresh).collect::<Vec<_>>(), "{system}");
        assert!(others.iter().any(|values| *values != others[0]), "{system}: all dice are alike");
        // The first die of the rest of the fight is one of the dice of the whole fight.
        let turned = |first: usize, face| {
            let faces = BTreeMap::from([(first, face)]);
            engine.tell(&layout, FIGHT[0], FIGHT[1], Telling { faces, ..Telling::default() }).values
        };
        let given: Vec<Vec<i64>> =
            (1..=4).map(|face| by(Luck { faces: BTreeMap::from([(1, face)]), ..Luck::default() })).collect();
        let found = (1..60).any(|first| (1..=4).zip(&given).all(|(face, values)| turned(first, face) == *values));
        assert!(found, "{system}: no die of the fight is the first of the rest");
    }
}

#[test]
fn a_place_that_a_fight_does_not_come_to_is_none() {
    for (name, Playable { engine, layout, .. }) in scenarios().take(1) {
        assert!(engine.state_at(&layout, FIGHT, Place { fight: 9, steps: 0 }).is_none(), "{name}");
        assert!(engine.state_at(&layout, FIGHT, Place { fight: 0, steps: 1_000_000 }).is_none(), "{name}");
    }
}
