//! Fights are played without asking for memory: for every scenario of every system.

use crate::allocator;
use crate::scenario_files;
use std::path::Path;

use crate::allocator::allocations;
use frame::scenario::Raw;
use sparring::systems;

#[global_allocator]
static ALLOCATOR: allocator::Counting = allocator::Counting;

/// Fights after which every buffer has to be there.
const WARM_UP: u64 = 1;
/// Turns, about, that must not allocate: so many fights of one combatant, half as many of two.
const TURNS: usize = 6_000;

/// Plays a scenario; whether it has an arena, and the fights after the first ones that asked for memory.
fn play(path: &Path) -> (bool, Vec<u64>) {
    let loaded = Raw::read(path, &[], &[]).and_then(|raw| systems().of(&raw)?.load(&raw));
    let playable = loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let mut player = playable.engine.player(&playable.layout, 1);
    let mut allocates = |number| allocations(|| player.play(number)[0]).0 > 0;
    (0..WARM_UP).for_each(|number| {
        allocates(number);
    });
    let fights = TURNS / playable.engine.combatants().len();
    let allocating = (WARM_UP..).take(fights).filter(|&number| allocates(number)).collect();
    (playable.game.facts().files.iter().any(|(_, text)| text.contains("[arena]")), allocating)
}

#[test]
fn playing_a_fight_allocates_nothing() {
    let mut on_a_grid = false;
    for system in systems().names() {
        for path in scenario_files::of(system) {
            let (arena, allocating) = play(&path);
            on_a_grid |= arena;
            let some = &allocating[..allocating.len().min(10)];
            assert!(some.is_empty(), "{}: {} fights allocate, such as {some:?}", path.display(), allocating.len());
        }
    }
    assert!(on_a_grid, "no scenario has an arena");
}

#[test]
fn playing_a_fight_by_a_page_allocates_nothing() {
    for path in scenario_files::of("own") {
        let (_, allocating) = play(&path);
        let some = &allocating[..allocating.len().min(10)];
        assert!(some.is_empty(), "{}: {} fights allocate, such as {some:?}", path.display(), allocating.len());
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| 7).0, 0);
    assert_eq!(allocations(|| Vec::<u64>::with_capacity(3)).0, 1);
    assert_eq!(allocations(|| vec![0_u8; 100]).0, 1);
    let mut growing = vec![1_u8];
    assert!(allocations(|| growing.extend([0; 1000])).0 > 0);
}
