//! The debts of every system to the frame: a schema that the loader understands, and settings that can be set.

use sparring::rules::{SYSTEMS, System};
use sparring::scenario::{Raw, Setting, book, rulings, unchecked};
use sparring::with_system;

#[test]
fn the_loader_understands_the_whole_schema_of_every_system() {
    for system in SYSTEMS {
        let strange = with_system!(*system, S => unchecked::<S>());
        assert_eq!(strange, Some(Vec::new()), "{system}");
    }
}

#[test]
fn every_setting_of_every_system_says_what_it_means_and_where_it_comes_from() {
    for system in SYSTEMS {
        let settings = with_system!(*system, S => [book::<S>(), rulings::<S>()].concat()).expect("a listed system is known");
        assert!(!settings.is_empty(), "{system} has no settings");
        for Setting { path, meaning, options, .. } in &settings {
            assert!(!meaning.is_empty(), "{system}: {path} means nothing");
            let mute = path.starts_with("rulings.") && options.iter().any(|option| option.meaning.is_empty());
            assert!(!mute, "{system}: an option of {path} means nothing");
        }
    }
}

/// A system's own starting scenario with every setting set to what is published, as `sparring book` shows it; many at a time,
/// for each scenario takes a while to load.
fn set_as_published<S: System>() {
    let plain = Raw::from_text("starter.toml", S::STARTER, &[]).check::<S>().expect("the starter is right").patches();
    let set = |Setting { path, published, .. }: &Setting| Some(format!("{path}={}", toml::Value::try_from(published).ok()?));
    let sets: Vec<String> = [book::<S>(), rulings::<S>()].concat().iter().filter_map(set).collect();
    for sets in sets.chunks(100) {
        let changed = Raw::from_text("starter.toml", S::STARTER, sets).check::<S>();
        let changed = changed.unwrap_or_else(|failure| panic!("{sets:?}: {}", failure.render(false)));
        let differs = changed.patches().into_iter().find(|patch| !plain.contains(patch));
        assert_eq!(differs, None, "{sets:?}");
    }
}

#[test]
fn every_setting_of_every_system_can_be_set_to_what_is_published() {
    for system in SYSTEMS {
        with_system!(*system, S => set_as_published::<S>()).expect("a listed system is known");
    }
}
