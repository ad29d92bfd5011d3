//! The debts of every system to the frame: a schema that the loader understands, and settings that can be set.

use frame::door::System;
use frame::scenario::{Raw, Setting, unchecked};
use sparring::systems;

#[test]
fn the_loader_understands_the_whole_schema_of_every_system() {
    for system in systems().all() {
        assert_eq!(unchecked(&system.schema()), Vec::<String>::new(), "{}", system.name());
    }
}

#[test]
fn every_setting_of_every_system_says_what_it_means_and_where_it_comes_from() {
    for (system, name) in systems().all().map(|system| (system, system.name())) {
        let settings = [system.book(), system.rulings()].concat();
        assert!(!settings.is_empty(), "{name} has no settings");
        for Setting { path, meaning, options, .. } in &settings {
            assert!(!meaning.is_empty(), "{name}: {path} means nothing");
            let mute = path.starts_with("rulings.") && options.iter().any(|option| option.meaning.is_empty());
            assert!(!mute, "{name}: an option of {path} means nothing");
        }
    }
}

/// A system's own starting scenario with every setting set to what is published, as `sparring book` shows it; many at a time,
/// for each scenario takes a while to load.
fn set_as_published(system: &dyn System) {
    let load = |sets: &[String]| system.load(&Raw::from_text("starter.toml", system.starter(), sets));
    let patches = |sets: &[String]| load(sets).map(|playable| playable.game.facts().patches.clone());
    let plain = patches(&[]).expect("the starter is right");
    let set = |Setting { path, published, .. }: &Setting| Some(format!("{path}={}", toml::Value::try_from(published).ok()?));
    let sets: Vec<String> = [system.book(), system.rulings()].concat().iter().filter_map(set).collect();
    for sets in sets.chunks(100) {
        let changed = patches(sets).unwrap_or_else(|failure| panic!("{sets:?}: {}", failure.render(false)));
        let differs = changed.into_iter().find(|patch| !plain.contains(patch));
        assert_eq!(differs, None, "{sets:?}");
    }
}

#[test]
fn every_setting_of_every_system_can_be_set_to_what_is_published() {
    systems().all().for_each(set_as_published);
}

#[test]
fn a_system_is_found_by_its_name_and_by_a_scenario_that_names_it() {
    for system in systems().all() {
        let of = systems().of(&Raw::from_text("starter.toml", system.starter(), &[])).expect("the starter names its system");
        assert_eq!(of.name(), system.name());
        assert_eq!(systems().named(system.name()).expect("it is listed").summary(), system.summary());
    }
}
