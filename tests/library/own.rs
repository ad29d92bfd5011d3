//! Pages of rules behind the door: against the compiled core of the same game, fight for fight and exactly.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use frame::door::Playable;
use frame::exact::SolverLimits;
use frame::scenario::Raw;
use sparring::systems;

use crate::scenario_files;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/own")
}

/// Loads the text of a scenario as if it lay beside those of the shipped pages.
fn load(text: &str) -> Playable {
    let raw = Raw::from_text(&folder().join("scenario.toml").display().to_string(), text, &[]);
    let loaded = systems().of(&raw).and_then(|system| system.load(&raw));
    loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)))
}

/// A scenario of vogt as one of the page of the same game.
fn as_page(scenario: &str) -> String {
    scenario.replace("system = \"vogt\"", "system = \"../../rules/ladder.toml\"")
}

/// Exact probabilities of the values of all metrics that can be solved, by their keys.
fn exactly(playable: &Playable) -> BTreeMap<String, BTreeMap<i64, f64>> {
    let solved = playable.engine.solve(&playable.layout, SolverLimits::default(), &mut |_| true);
    assert!(solved.unresolved < 1e-9, "{}", solved.unresolved);
    let metrics = playable.layout.catalogue.metrics.iter().zip(solved.metrics);
    let shares = metrics.filter(|(_, shares)| !shares.is_empty());
    shares.map(|(metric, shares)| (metric.key.clone(), shares.into_iter().collect())).collect()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("it is shipped")
}

fn scenario(ada: &str, rob: &str) -> String {
    format!(
        "format = 1\nsystem = \"vogt\"\ntitle = \"t\"\n[[side]]\nname = \"a\"\n[[side.combatant]]\nname = \"Ada\"\n{ada}\n[[side]]\nname = \"b\"\n[[side.combatant]]\nname = \"Rob\"\n{rob}\n"
    )
}

const CLUB: &str = "hp_max = 10\nweapons = [{ name = \"club\", die = \"1d6\" }]";
const DAGGER: &str = "str = \"1d8\"\ndex = \"1d8\"\nhp_max = 9\nweapons = [{ name = \"dagger\", die = \"1d4\" }]";
const MAUL: &str = "str = \"1d8\"\nhp_max = 8\narmor = 1\nweapons = [{ name = \"maul\", die = \"2d6\" }]";

/// Metrics of a core that are something in these fights and that a page of the same game does not have.
fn unmeasured(core: &Playable, page: &Playable) -> Vec<String> {
    let mut player = core.engine.player(&core.layout, 5);
    let mut told = vec![false; core.layout.catalogue.metrics.len()];
    for number in 0..500 {
        let values = player.play(number);
        told.iter_mut().zip(values).for_each(|(told, value)| *told |= !matches!(*value, 0 | frame::fight::ABSENT));
    }
    let metrics = core.layout.catalogue.metrics.iter().zip(told);
    let missing = metrics.filter(|(metric, told)| *told && page.layout.catalogue.index(&metric.key).is_none());
    missing.map(|(metric, _)| metric.key.clone()).collect()
}

#[test]
fn a_page_comes_to_what_the_compiled_core_comes_to_exactly() {
    let shipped = ["mirror-duel", "two-on-one"].map(|name| read(&format!("scenarios/vogt/{name}.toml")));
    for text in [scenario(CLUB, CLUB), scenario(DAGGER, MAUL)].into_iter().chain(shipped) {
        let [core, page] = [load(&text), load(&as_page(&text))];
        let [core, page] = [exactly(&core), exactly(&page)];
        let mut compared = 0;
        for (key, other) in page {
            let Some(one) = core.get(&key) else { continue };
            for value in one.keys().chain(other.keys()) {
                let [one, other] = [one, &other].map(|of| of.get(value).copied().unwrap_or(0.0));
                assert!((one - other).abs() < 1e-9, "{key} = {value}: {one} of the core, {other} of the page");
            }
            compared += 1;
        }
        assert!(compared >= 14, "{compared} metrics");
    }
}

#[test]
fn a_page_plays_the_same_fights_as_the_compiled_core() {
    let text = read("scenarios/vogt/mirror-duel.toml");
    let [core, page] = [load(&text), load(&as_page(&text))];
    // Those who lie unconscious roll for the order in the one, and not in the other: it differs in nothing but who is first of it.
    let missing = unmeasured(&core, &page);
    assert!(missing.iter().all(|key| key.ends_with(".went_first")), "{missing:?}");
    let keys: Vec<&str> = page.layout.catalogue.metrics.iter().map(|metric| metric.key.as_str()).collect();
    let places = keys.iter().map(|key| Some([core.layout.catalogue.index(key)?, page.layout.catalogue.index(key)?]));
    let places: Vec<[usize; 2]> = places.flatten().collect();
    // A page counts actions, which the core calls blows, and what somebody lost of its health.
    let alone = keys.len() - places.len();
    assert_eq!(alone, 2 * core.engine.combatants().len(), "the page measures {alone} that the core does not");
    let [mut one, mut other] = [core.engine.player(&core.layout, 5), page.engine.player(&page.layout, 5)];
    for number in 0..2000 {
        let (values, others) = (one.play(number).to_vec(), other.play(number));
        for [mine, its] in &places {
            let key = &page.layout.catalogue.metrics[*its].key;
            assert_eq!(values[*mine], others[*its], "fight {number}: {key}");
        }
    }
}

#[test]
fn the_shipped_scenarios_of_the_page_are_those_of_the_core() {
    // Where three fight, those who lie unconscious take part in ties of the core: then the game master's dice fall otherwise.
    for (own, of_core, fights) in [("ladder-mirror", "mirror-duel", 200), ("ladder-two-on-one", "two-on-one", 6)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/own/{own}.toml"));
        let shipped = Raw::read(&path, &[], &[]).and_then(|raw| systems().of(&raw)?.load(&raw));
        let shipped = shipped.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        let core = load(&read(&format!("scenarios/vogt/{of_core}.toml")));
        let [mut one, mut other] = [&shipped, &core].map(|playable| playable.engine.player(&playable.layout, 3));
        for number in 0..fights {
            assert_eq!(one.play(number)[..2], other.play(number)[..2], "{own}, fight {number}");
        }
    }
}

#[test]
fn what_a_page_says_is_part_of_the_digest() {
    let text = as_page(&scenario(CLUB, CLUB));
    let page = load(&text);
    let facts = page.game.facts();
    assert_eq!(facts.system, "ladder");
    assert!(facts.files.iter().any(|(name, _)| name.ends_with("ladder.toml")), "{:?}", facts.files);
    assert_ne!(facts.digest, load(&text.replace("hp_max = 10", "hp_max = 11")).game.facts().digest);
}

#[test]
fn every_shipped_page_has_a_scenario_that_can_be_played() {
    let pages = scenario_files::of("own");
    assert!(pages.len() >= 17, "{pages:?}");
    for path in pages {
        let loaded = Raw::read(&path, &[], &[]).and_then(|raw| systems().of(&raw)?.load(&raw));
        let playable = loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        assert!(playable.warnings.is_empty(), "{}: {:?}", path.display(), playable.warnings);
        let mut player = playable.engine.player(&playable.layout, 1);
        let winner = playable.layout.catalogue.index("winner").expect("somebody wins");
        let sides = playable.engine.sides().len();
        let won: std::collections::BTreeSet<i64> = (0..2000).map(|number| player.play(number)[winner]).collect();
        assert!(
            won.len() >= 2 && won.iter().filter(|winner| **winner < sides as i64).count() >= 2,
            "{}: {won:?}",
            path.display()
        );
    }
}

/// A scenario of a page with its sides, and the combatants of each, in the opposite order.
fn turned(path: &Path) -> Raw {
    let text = std::fs::read_to_string(path).expect("it is shipped");
    let mut table: toml::Table = text.parse().expect("it is TOML");
    let sides = table.get_mut("side").and_then(toml::Value::as_array_mut).expect("there are sides");
    sides.reverse();
    for side in sides.iter_mut() {
        if let Some(combatants) = side.get_mut("combatant").and_then(toml::Value::as_array_mut) {
            combatants.reverse();
        }
    }
    Raw::from_text(&path.display().to_string(), &toml::to_string(&table).expect("it is written again"), &[])
}

#[test]
fn the_order_of_the_file_changes_nothing_on_any_page() {
    const FIGHTS: u64 = 2000;
    for path in scenario_files::of("own") {
        let load = |raw: Raw| {
            let loaded = systems().of(&raw).and_then(|system| system.load(&raw));
            loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)))
        };
        // How often each side wins, and how often everybody is out, by their names.
        let shares = |raw: Raw, seed: u64| {
            let playable = load(raw);
            let catalogue = &playable.layout.catalogue;
            let tally = playable.arm(seed).count(0..FIGHTS, Some(2), &AtomicBool::new(false), &mut |_| ());
            let tally = tally.expect("there are threads").expect("nobody interrupts");
            let count = |key: &str, value: i64| {
                let metric = catalogue.index(key).unwrap_or_else(|| panic!("there is no {key}"));
                tally.counts(metric).iter().find(|(known, _)| *known == value).map_or(0, |(_, count)| *count) as f64
            };
            let sides = (0..).zip(playable.engine.sides()).map(|(side, name)| (name.clone(), count("winner", side)));
            let people =
                playable.engine.combatants().iter().map(|one| (one.name.clone(), count(&format!("{}.out", one.name), 1)));
            sides.chain(people).collect::<BTreeMap<String, f64>>()
        };
        let alike = |one: f64, other: f64, what: &str| {
            let mean = f64::midpoint(one, other) / FIGHTS as f64;
            let sigma = (2.0 * FIGHTS as f64 * mean * (1.0 - mean)).sqrt();
            assert!((one - other).abs() <= 5.0 * sigma, "{}, {what}: {one} and {other} of {FIGHTS}", path.display());
        };
        let read = || Raw::read(&path, &[], &[]).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        let (first, other) = (shares(read(), 1), shares(turned(&path), 2));
        assert_eq!(first.len(), other.len());
        for (name, one) in &first {
            alike(*one, other[name], name);
            // Equals have a number behind their name.
            if let Some(second) = name.strip_suffix(" 1").and_then(|name| first.get(&format!("{name} 2"))) {
                alike(*one, *second, name);
            }
        }
    }
}
