//! Exact against sampled, and a page against the compiled core of the same game.

use super::bench::{BRAWL, agree, duel, exactly, load, load_by};
use crate::rules::own::OwnSystem;
use crate::rules::testing;
use crate::rules::vogt::Vogt;

/// The pages that are shipped, each with a scenario.
const PAGES: [&str; 13] = [
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
];

fn shipped(name: &str) -> OwnSystem {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules").join(format!("{name}.toml"));
    match OwnSystem::read(None, &path, &format!("../{name}.toml")) {
        Ok(system) => system,
        Err(failure) => panic!("{}", failure.render(false)),
    }
}

fn scenario_of(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/play").join(format!("{name}.toml"));
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

/// A scenario of vogt as one of the page of the same game.
fn as_page(scenario: &str) -> String {
    scenario.replace("system = \"vogt\"", "system = \"../ladder.toml\"")
}

#[test]
fn a_page_comes_to_what_the_compiled_core_comes_to_exactly() {
    let sheet = |name: &str, more: &str| format!("[[side.combatant]]\nname = \"{name}\"\n{more}\n");
    let side = |name: &str, inside: &str| format!("[[side]]\nname = \"{name}\"\n{inside}");
    let club = "hp_max = 6\nweapons = [{ name = \"club\", die = \"1d6\" }]";
    let head = "format = 1\nsystem = \"vogt\"\ntitle = \"t\"\n";
    let mirror = format!("{head}{}{}", side("a", &sheet("A", club)), side("b", &sheet("B", club)));
    let unlike = format!(
        "{head}{}{}",
        side("a", &sheet("A", "str = \"1d8\"\ndex = \"1d8\"\nhp_max = 8\nweapons = [{ name = \"dagger\", die = \"1d4\" }]")),
        side("b", &sheet("B", "str = \"1d8\"\nhp_max = 7\narmor = 1\nweapons = [{ name = \"maul\", die = \"2d6\" }]"))
    );
    let two = format!(
        "{head}{}{}",
        side("a", &sheet("A", "str = \"1d8\"\nhp_max = 5\narmor = 2\nweapons = [{ name = \"sword\", die = \"1d8\" }]")),
        side("b", &sheet("B", "count = 2\nhp_max = 2\nstr = \"1d4\"\nweapons = [{ name = \"club\", die = \"1d6\" }]"))
    );
    // Where one can choose between two who are down, it matters how deep each of them is: the page says it without a bound.
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/ladder.toml");
    let text = std::fs::read_to_string(path).expect("it is shipped");
    let deep =
        OwnSystem::from_text("../ladder.toml", &text.replacen("begins = \"hp_max\", from = 0", "begins = \"hp_max\"", 1));
    let deep = deep.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    for (scenario, system) in [(mirror, shipped("ladder")), (unlike, shipped("ladder")), (two, deep)] {
        let core = testing::Play::<Vogt>::exact(&scenario);
        let page = exactly(&load_by(&system, &as_page(&scenario), &[]));
        let mut compared = 0;
        for (key, masses) in page {
            if !["winner", "rounds"].contains(&key.as_str()) && !key.ends_with(".hp") && !key.ends_with(".exhaustion") {
                continue;
            }
            let others = core.distribution(&key);
            // The core tells nothing of how deep somebody is below 0.
            let told = |(value, mass): &(i64, f64)| (if key.ends_with(".hp") { (*value).max(0) } else { *value }, *mass);
            let masses: Vec<(i64, f64)> = masses.iter().map(told).collect();
            compared += 1;
            let share =
                |of: &[(i64, f64)], value: i64| of.iter().find(|(known, _)| *known == value).map_or(0.0, |(_, mass)| *mass);
            for value in masses.iter().chain(others).map(|(value, _)| *value) {
                let (one, other) = (share(&masses, value), share(others, value));
                assert!((one - other).abs() < 1e-9, "{key} = {value}: {one} of the page, {other} of the core\n{scenario}");
            }
        }
        assert!(compared >= 6, "only {compared} metrics have one name");
    }
}

#[test]
fn a_page_plays_the_same_fights_as_the_compiled_core() {
    use crate::sim::{Layout, Worker};
    let scenario =
        std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/vogt/mirror-duel.toml"));
    let scenario = scenario.expect("it is shipped").replace(", type = \"blunt\"", "");
    let core = testing::load::<Vogt>(&scenario);
    let page = load_by(&shipped("ladder"), &as_page(&scenario), &[]);
    let [one, other] = [Layout::new(&core), Layout::new(&page)];
    let (mut played, mut own) = (Worker::new(&core, &one, 5), Worker::new(&page, &other, 5));
    for number in 0..300 {
        let (values, others) = (played.play(number).to_vec(), own.play(number));
        for key in ["winner", "rounds", "Lea.hp", "Rob.hp"] {
            let (one, other) = (one.catalogue.index(key).expect(key), other.catalogue.index(key).expect(key));
            assert_eq!(values[one], others[other], "fight {number}: {key}");
        }
    }
}

#[test]
fn the_page_that_a_designer_begins_with_runs() {
    let text = include_str!("../starter-rules.toml");
    let system = match OwnSystem::from_text("PAGE", text) {
        Ok(system) => system,
        Err(failure) => panic!("{}", failure.render(false)),
    };
    assert!(system.warnings().is_empty(), "{:?}", system.warnings());
    agree(&load_by(&system, include_str!("../starter.toml"), &[]), 20_000);
}
