//! Harm by its cause: in every scenario of the project all harm that is counted has one cause, and asking for it changes nothing.
//!
//! Start at [`every_scenario_of`].

use bdp::Bdp;
use cairn_ap::CairnAp;
use frame::rules::{Loaded, Measures, RuleSet};
use frame::scenario::Raw;
use frame::sim::{Layout, Worker};
use heimr::Heimr;
use injury_d20::InjuryD20;
use vogt::Vogt;

use crate::{playable, scenario_files};

/// Fights of each scenario.
const FIGHTS: u64 = 12;
/// The sources that are no combatants.
const PARTS: [&str; 5] = ["itself", "aftermath", "rests", "road", "hazards"];

/// Harm of one combatant: what it has suffered in all, by the places of metrics, and the same by its causes.
struct Ledger {
    name: String,
    in_all: Vec<usize>,
    by_causes: Vec<usize>,
}

/// The harm of everybody whose day goes on, or of everybody in a scenario of one fight.
fn ledgers<S: RuleSet>(loaded: &Loaded<S::Rules>, layout: &mut Layout) -> Vec<Ledger> {
    let single = layout.day.is_none();
    let goes_on = |layout: &Layout, name: &str| layout.catalogue.index(&format!("end.{name}.out")).is_some();
    let names: Vec<String> = loaded.combatants.iter().map(|one| one.name.clone()).collect();
    let families: Vec<&str> = layout.caused.harms().iter().map(|harm| harm.family).collect();
    let fights = layout.fights();
    let mut ledgers = Vec::new();
    let sufferers: Vec<&String> = names.iter().filter(|name| single || goes_on(layout, name)).collect();
    for name in sufferers {
        for family in &families {
            let moments: Vec<String> = if single {
                vec![format!("{name}.{family}")]
            } else {
                let fights = (1..=fights).map(|fight| format!("fight{fight}.{name}.{family}"));
                fights.chain([format!("between.{name}.{family}")]).collect()
            };
            let in_all: Vec<usize> = moments.iter().filter_map(|key| layout.index_or_sum(key)).collect();
            let day = if single { "" } else { "day." };
            let mut by = |source: &str| layout.index_or_sum(&format!("{day}{name}.{family}.by.{source}"));
            let by_causes: Vec<usize> = names.iter().map(String::as_str).chain(PARTS).filter_map(&mut by).collect();
            // Harm that is told by its cause alone has nothing to be held against.
            let counted = !in_all.is_empty() && !is_of_state::<S>(loaded, family);
            if counted {
                assert!(!by_causes.is_empty(), "{name}.{family} has no cause");
                ledgers.push(Ledger { name: format!("{name}.{family}"), in_all, by_causes });
            }
        }
    }
    ledgers
}

/// True if a family is read off somebody's state.
fn is_of_state<S: RuleSet>(loaded: &Loaded<S::Rules>, family: &str) -> bool {
    let of_state = loaded.rules.metrics_of_state();
    loaded.rules.catalogue().family(family).any(|(metric, _)| metric < of_state)
}

fn every_scenario_of<S: RuleSet>() {
    let mut caused = 0;
    for path in scenario_files::of(S::NAME) {
        let raw = Raw::read(&path, &[], &[]).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        let plain = playable::load::<S>(&raw);
        let mut layout = plain.layout.clone();
        let ledgers = ledgers::<S>(&plain.loaded, &mut layout);
        let metrics = plain.layout.catalogue.metrics.len();
        let (mut one, mut other) = (Worker::new(&plain.loaded, &plain.layout, 1), Worker::new(&plain.loaded, &layout, 1));
        for number in 0..FIGHTS {
            let values = other.play(number);
            assert_eq!(one.play(number), &values[..metrics], "{}, fight {number}", path.display());
            let total = |places: &[usize]| -> i64 {
                places.iter().map(|&place| values[place]).filter(|&value| value != frame::fight::ABSENT).sum()
            };
            for ledger in &ledgers {
                let (all, by) = (total(&ledger.in_all), total(&ledger.by_causes));
                assert_eq!(all, by, "{}, fight {number}: {}", path.display(), ledger.name);
                caused += u64::from(by > 0);
            }
        }
    }
    assert!(caused > 100, "{caused}");
}

#[test]
fn all_harm_has_a_cause_in_bdp() {
    every_scenario_of::<Bdp>();
}

#[test]
fn all_harm_has_a_cause_in_cairn_ap() {
    every_scenario_of::<CairnAp>();
}

#[test]
fn all_harm_has_a_cause_in_heimr() {
    every_scenario_of::<Heimr>();
}

#[test]
fn all_harm_has_a_cause_in_injury_d20() {
    every_scenario_of::<InjuryD20>();
}

#[test]
fn all_harm_has_a_cause_in_vogt() {
    every_scenario_of::<Vogt>();
}
