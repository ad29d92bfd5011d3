//! Options: everything that somebody could do who decides, as the rules of each system tell it.
//!
//! Start at [`telling_options_changes_nothing`].

use std::collections::BTreeSet;
use std::path::Path;

use frame::dice::Slot;
use frame::door::Playable;
use frame::fight::Offer;
use frame::fight::watch::StoryEntry;
use frame::scenario::{self, Raw};
use frame::sim::state::StatePlace;
use frame::sim::story::{Story, Telling, tell};
use sparring::systems;

use crate::scenario_files;

/// Loads a scenario for its system.
fn load(path: &Path) -> Playable {
    let loaded = Raw::read(path, &[], &[]).and_then(|raw| systems().of(&raw)?.load(&raw));
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
    for system in systems().names() {
        for path in scenario_files::of(system) {
            let [with, without] = stories(&path);
            assert_eq!(with.values, without.values, "{}", path.display());
            let told: Vec<StoryEntry> =
                with.told.into_iter().filter(|told| !matches!(told, StoryEntry::Options { .. })).collect();
            assert!(told == without.told, "{}", path.display());
        }
    }
}

/// The offers of a fight in their order: who could do what.
fn offers(file: &str) -> Vec<(String, Vec<Offer>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(file);
    let Playable { engine, layout, .. } = load(&path);
    let telling = Telling { options: true, ..Telling::default() };
    let story = engine.tell(&layout, 1, 0, telling);
    let offer = |told| match told {
        StoryEntry::Options { who, options } => Some((engine.combatants()[who.index()].name.clone(), options)),
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
    for (system, file, who, options) in expected {
        if !systems().names().contains(&system) {
            continue;
        }
        let offers = offers(file);
        let words = |options: &[Offer]| options.iter().map(Offer::words).collect::<Vec<_>>();
        let kinds: BTreeSet<Vec<String>> = offers.iter().map(|(_, options)| words(options)).collect();
        assert_eq!((offers[0].0.as_str(), words(&offers[0].1).join(", ").as_str()), (who, options), "{file}");
        assert!(kinds.len() > 1, "{file}: nothing that happens changes what can be done");
    }
}

#[test]
fn every_offer_is_a_line_that_its_combatant_can_have() {
    let mut lines = 0;
    let folder = tempfile::tempdir().expect("a folder can be had");
    for system in systems().all() {
        let path = scenario_files::of(system.name()).into_iter().next().expect("every system has scenarios");
        let Playable { engine, layout, game, .. } = load(&path);
        let state = engine.state_at(&layout, [1, 0], StatePlace::default()).expect("the fight takes place");
        let entries = game.entries();
        for (who, one) in engine.combatants().iter().enumerate().filter(|(who, _)| entries[*who].is_none()) {
            let side = &engine.sides()[one.side.index()];
            let offers = state.options(Slot(who as u8));
            let Some(decision) = offers.first().map(|offer| offer.decision) else { continue };
            let line = |offer: &Offer| {
                let keys: Vec<String> = offer.line().map(|(key, value)| format!("{key} = \"{value}\"")).collect();
                format!("{{ {} }}", keys.join(", "))
            };
            let all: Vec<String> = offers.iter().map(line).collect();
            let probe = format!("[policy.probe]\n{decision} = [{}]\n", all.join(", "));
            std::fs::write(folder.path().join("probe.toml"), &probe).expect("the patch can be written");
            let patches = [folder.path().join("probe.toml")];
            let (side, name) = (scenario::quoted(side), scenario::quoted(&one.name));
            let sets = [format!("side.{side}.{name}.policy=\"probe\"")];
            let loaded = Raw::read(&path, &patches, &sets).and_then(|raw| system.load(&raw.lenient()));
            loaded.unwrap_or_else(|failure| panic!("{probe}: {}", failure.render(false)));
            lines += all.len();
        }
    }
    assert!(lines > 50, "only {lines} offers");
}

#[test]
fn questions_of_yes_or_no_have_both_answers_and_change_nothing() {
    let mut asked = BTreeSet::new();
    for system in systems().names() {
        for path in scenario_files::of(system).into_iter().take(4) {
            let Playable { engine, layout, .. } = load(&path);
            let story = engine.tell(&layout, 1, 0, Telling { questions: true, ..Telling::default() });
            assert_eq!(story.values, tell(&*engine, &layout, 1, 0).values, "{}", path.display());
            for told in story.told {
                if let StoryEntry::Options { options, .. } = told {
                    let words: Vec<String> = options.iter().map(Offer::words).collect();
                    assert_eq!(words, ["yes", "no"], "{}", path.display());
                    asked.insert((system, options[0].decision));
                }
            }
        }
    }
    let of = systems().names().into_iter().filter(|system| !asked.iter().any(|(of, _)| of == system));
    assert_eq!(of.collect::<Vec<_>>(), Vec::<&str>::new(), "nobody is asked anything; asked were {asked:?}");
}

const VOGT: &str = "attack staff, attack fists, technique firebolt, technique fire storm, defend, help, run, flee";
const CAIRN_AP: &str = "attack sickle, attack bare hands, sweep sickle, sweep bare hands, shove, trip, blind, gain, defend, help, \
    hold_trip, hold_shove, hold_disarm, hold_blind, hold_cast, cast Sleep, cast Raise Dead, ready_weapons, ready_nothing, retreat, \
    nothing";
const HEIMR: &str = "attack, brawl, drop_prone, dodge, put_away medium, drop medium, conceal medium, search, gauge, speak, guard, \
    ready, wait";
const BDP: &str = "attack longsword, attack fists, gambit longsword, gambit fists, strike_away longsword, strike_away fists, \
    retreat, draw fists, wait";
const INJURY_D20: &str = "attack sword, attack unarmed, multi, throw sword, defend, lie_down, drop sword, disarm, drag, grapple, overrun, \
    reposition, shove, steal, sunder, trick, trip";
