//! Options: everything that somebody could do who decides, as the rules of each system tell it.
//!
//! Start at [`telling_options_changes_nothing`].

use std::collections::BTreeSet;
use std::path::Path;

use sparring::door::Playable;
use sparring::fight::watch::Told;
use sparring::scenario::Raw;
use sparring::sim::story::{Story, Telling, roller, tell};
use sparring::systems;

use crate::scenario_files;

/// Loads a scenario for its system.
fn load(path: &Path) -> Playable {
    let loaded = Raw::read(path, &[], &[]).and_then(|raw| systems::of(&raw)?.load(&raw));
    loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)))
}

/// The story of the first fight, with options and without.
fn stories(path: &Path) -> [Story; 2] {
    let Playable { engine, layout, .. } = load(path);
    let telling = Telling { options: true, ..Telling::default() };
    [engine.tell(&layout, 1, 0, telling), tell(&*engine, &layout, 1, 0)]
}

#[test]
fn telling_options_changes_nothing() {
    for system in systems::names() {
        for path in scenario_files::of(system) {
            let [with, without] = stories(&path);
            assert_eq!(with.values, without.values, "{}", path.display());
            let told: Vec<Told> = with.told.into_iter().filter(|told| !matches!(told, Told::Options { .. })).collect();
            assert!(told == without.told, "{}", path.display());
        }
    }
}

/// The offers of a fight in their order: who could do what.
fn offers(scenario: &str) -> Vec<(String, Vec<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(scenario);
    let Playable { engine, layout, .. } = load(&path);
    let telling = Telling { options: true, ..Telling::default() };
    let story = engine.tell(&layout, 1, 0, telling);
    let offer = |told| match told {
        Told::Options { who, options } => Some((roller(&*engine, who).to_owned(), options)),
        _ => None,
    };
    story.told.into_iter().filter_map(offer).collect()
}

#[test]
fn the_first_who_decides_is_offered_what_its_sheet_and_the_rules_allow() {
    let expected = [
        ("vogt", "vogt/pyromancer-against-goblins.toml", "Ignis", VOGT),
        ("cairn-ap", "cairn-ap/casters.toml", "Nox", CAIRN_AP),
        ("heimr", "heimr/mirror-duel.toml", "Lea", HEIMR),
        ("bdp", "bdp/duel.toml", "Mae", BDP),
        ("injury-d20", "injury-d20/scratches.toml", "Lea", INJURY_D20),
    ];
    for (system, scenario, who, options) in expected {
        if !systems::names().contains(&system) {
            continue;
        }
        let offers = offers(scenario);
        assert_eq!((offers[0].0.as_str(), offers[0].1.join(", ").as_str()), (who, options), "{scenario}");
        let kinds: BTreeSet<&Vec<String>> = offers.iter().map(|(_, options)| options).collect();
        assert!(kinds.len() > 1, "{scenario}: nothing that happens changes what can be done");
    }
}

const VOGT: &str = "attack staff, attack fists, technique firebolt, technique fire storm, defend, help, run, flee";
const CAIRN_AP: &str = "attack sickle, attack bare hands, sweep sickle, sweep bare hands, shove, trip, blind, gain, defend, help, \
    hold_trip, hold_shove, hold_disarm, hold_blind, hold_cast, cast Sleep, cast Raise Dead, ready_weapons, ready_nothing, retreat, \
    nothing";
const HEIMR: &str = "attack, brawl, drop_prone, dodge, put_away medium, drop medium, conceal medium, search, gauge, speak, guard, \
    ready, wait";
const BDP: &str = "attack longsword, attack fists, gambit longsword, gambit fists, strike_away longsword, strike_away fists, \
    retreat, draw fists, wait";
const INJURY_D20: &str = "attack sword, attack unarmed, multi, throw sword, defend, drop sword, disarm, drag, grapple, overrun, \
    reposition, shove, steal, sunder, trick, trip";
