//! Pages of rules behind the door: against the compiled core of the same game, fight for fight and exactly.

use std::path::{Path, PathBuf};

use frame::door::Playable;
use frame::exact::Limits;
use frame::scenario::Raw;
use sparring::systems;

use crate::scenario_files;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/play")
}

/// Loads the text of a scenario as if it lay beside those of the shipped pages.
fn load(text: &str) -> Playable {
    let raw = Raw::from_text(&folder().join("scenario.toml").display().to_string(), text, &[]);
    let loaded = systems::of(&raw).and_then(|system| system.load(&raw));
    loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)))
}

/// A scenario of vogt as one of the page of the same game.
fn as_page(scenario: &str) -> String {
    scenario.replace("system = \"vogt\"", "system = \"../ladder.toml\"")
}

/// Exact probabilities of the values of a metric.
fn exact(playable: &Playable, key: &str) -> Vec<(i64, f64)> {
    let solved = playable.engine.solve(&playable.layout, Limits::default(), &mut |_| true);
    let index = playable.layout.catalogue.index(key).unwrap_or_else(|| panic!("there is no metric {key}"));
    solved.metrics[index].iter().map(|(&value, &mass)| (value, mass)).collect()
}

fn scenario(ada: &str, rob: &str) -> String {
    format!(
        "format = 1\nsystem = \"vogt\"\ntitle = \"t\"\n[[side]]\nname = \"a\"\n[[side.combatant]]\nname = \"Ada\"\n{ada}\n[[side]]\nname = \"b\"\n[[side.combatant]]\nname = \"Rob\"\n{rob}\n"
    )
}

const CLUB: &str = "hp_max = 10\nweapons = [{ name = \"club\", die = \"1d6\" }]";
const DAGGER: &str = "str = \"1d8\"\ndex = \"1d8\"\nhp_max = 9\nweapons = [{ name = \"dagger\", die = \"1d4\" }]";
const MAUL: &str = "str = \"1d8\"\nhp_max = 8\narmor = 1\nweapons = [{ name = \"maul\", die = \"2d6\" }]";

#[test]
fn a_page_comes_to_what_the_compiled_core_comes_to_exactly() {
    for text in [scenario(CLUB, CLUB), scenario(DAGGER, MAUL)] {
        let [core, page] = [load(&text), load(&as_page(&text))];
        for key in ["winner", "rounds", "Ada.hp", "Rob.hp", "Ada.exhaustion", "Rob.exhaustion"] {
            let [one, other] = [exact(&core, key), exact(&page, key)];
            let share = |of: &[(i64, f64)], value| of.iter().find(|(known, _)| *known == value).map_or(0.0, |(_, mass)| *mass);
            for value in one.iter().chain(&other).map(|(value, _)| *value) {
                let (one, other) = (share(&one, value), share(&other, value));
                assert!((one - other).abs() < 1e-9, "{key} = {value}: {one} of the core, {other} of the page");
            }
        }
    }
}

#[test]
fn a_page_plays_the_same_fights_as_the_compiled_core() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/vogt/mirror-duel.toml");
    let text = std::fs::read_to_string(path).expect("it is shipped").replace(", type = \"blunt\"", "");
    let [core, page] = [load(&text), load(&as_page(&text))];
    let [mut one, mut other] = [core.engine.player(&core.layout, 5), page.engine.player(&page.layout, 5)];
    for number in 0..300 {
        let (values, others) = (one.play(number).to_vec(), other.play(number));
        for key in ["winner", "rounds", "Lea.hp", "Rob.hp"] {
            let places = [&core, &page].map(|playable| playable.layout.catalogue.index(key).expect(key));
            assert_eq!(values[places[0]], others[places[1]], "fight {number}: {key}");
        }
    }
}

#[test]
fn what_a_page_says_is_part_of_the_digest() {
    let text = as_page(&scenario(CLUB, CLUB));
    let page = load(&text);
    let facts = page.game.facts();
    assert_eq!(facts.system, "../ladder.toml");
    assert!(facts.files.iter().any(|(name, _)| name.ends_with("ladder.toml")), "{:?}", facts.files);
    assert_ne!(facts.digest, load(&text.replace("hp_max = 10", "hp_max = 11")).game.facts().digest);
}

#[test]
fn every_shipped_page_has_a_scenario_that_can_be_played() {
    let pages = scenario_files::within(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/play"));
    assert!(pages.len() >= 13, "{pages:?}");
    for path in pages {
        let loaded = Raw::read(&path, &[], &[]).and_then(|raw| systems::of(&raw)?.load(&raw));
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
