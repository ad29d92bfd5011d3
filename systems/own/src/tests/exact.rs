//! Exact against sampled.

use std::path::Path;

use super::bench::{BRAWL, agree, duel, load, load_by, load_raw};
use crate::OwnSystem;
use crate::core::Core;
use frame::error::Failure;
use frame::rules::{Loaded, RulesByRelations};
use frame::scenario::Raw;

/// Scenarios with more states than a test should walk through, each with what makes them fewer.
const FEWER: [(&str, &[&str]); 2] = [
    ("old-school.toml", &["side.goblins.Goblin.count=2"]),
    ("ladder-two-on-one.toml", &["combatant.knight.hp_max=4", "combatant.footpad.hp_max=3"]),
];

/// Loads a scenario that is shipped, by the page that it names.
fn shipped(path: &Path) -> Loaded<RulesByRelations<Core>> {
    let sets = FEWER.iter().filter(|(name, _)| path.ends_with(name)).flat_map(|(_, sets)| *sets);
    let sets: Vec<String> = sets.map(|&set| set.to_owned()).collect();
    let read = || -> Result<_, Failure> {
        let raw = Raw::read(path, &[], &sets)?;
        let (name, page) = raw.page_of_rules()?.expect("it names a page");
        Ok((OwnSystem::read(None, &page, &name)?, raw, name))
    };
    let (system, raw, name) = read().unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    assert!(system.warnings().is_empty(), "{name}: {:?}", system.warnings());
    load_raw(&system, &raw)
}

#[test]
fn a_duel_is_solved_as_it_is_played() {
    let loaded = load(BRAWL, &duel("weapons = [{ to_hit = 2 }]", "armor_class = 14\nweapons = [{ damage = \"2d4+1\" }]"));
    agree(&loaded, 40_000);
}

#[test]
fn two_against_one_is_solved_as_it_is_played() {
    let two = "hp_max = 4\ncount = 2\nweapons = [{ to_hit = 2, damage = \"1d4\" }]";
    let loaded = load(BRAWL, &duel(two, "weapons = [{ damage = \"1d6+1\" }]"));
    agree(&loaded, 40_000);
}

#[test]
fn shipped_pages_are_solved_as_they_are_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/own");
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    paths.sort();
    assert!(paths.len() >= 17, "{paths:?}");
    for path in paths {
        eprintln!("{}", path.display());
        agree(&shipped(&path), 40_000);
    }
}

#[test]
fn the_page_that_a_designer_begins_with_runs() {
    let text = include_str!("../../starter-rules.toml");
    let system = match OwnSystem::from_text("PAGE", text) {
        Ok(system) => system,
        Err(failure) => panic!("{}", failure.render(false)),
    };
    assert!(system.warnings().is_empty(), "{:?}", system.warnings());
    agree(&load_by(&system, include_str!("../../starter.toml"), &[]), 20_000);
}
