//! Exact against sampled.

use super::bench::{BRAWL, agree, duel, load, load_by};
use crate::OwnSystem;

/// The pages that are shipped, each with a scenario.
pub const PAGES: [&str; 14] = [
    "ladder",
    "twenty",
    "plain-steel",
    "old-school",
    "two-dice",
    "pools",
    "percent",
    "steps",
    "keep",
    "skirmish",
    "ships",
    "stress",
    "points",
    "reach",
];

pub fn shipped(name: &str) -> OwnSystem {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules").join(format!("{name}.toml"));
    match OwnSystem::read(None, &path, &format!("../{name}.toml")) {
        Ok(system) => system,
        Err(failure) => panic!("{}", failure.render(false)),
    }
}

fn scenario_of(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/play").join(format!("{name}.toml"));
    std::fs::read_to_string(path).expect("a scenario of a shipped page")
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
    for name in PAGES {
        eprintln!("{name}");
        agree(&load_by(&shipped(name), &scenario_of(name), &[]), 40_000);
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
