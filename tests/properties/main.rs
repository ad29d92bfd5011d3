//! What holds for every scenario of a system, tried on random ones.
//!
//! The cases are the same in every run. `PROPTEST_CASES=5000 cargo test --release --test properties` tries more of them,
//! `PROPTEST_RNG_SEED=2` others. A failure shows the smallest scenario that fails too, as a file to be played.

mod bdp;
mod cairn_ap;
mod conditions;
mod draws;
mod guard;
mod heimr;
#[path = "../support/playable.rs"]
mod playable;
mod random;
mod vogt;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use playable::{Playable, load};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestRunner};
use sparring::fight::watch::Told;
use sparring::fight::{ABSENT, Scale};
use sparring::rules::System;
use sparring::rules::cairn_ap::CairnAp;
use sparring::rules::vogt::Vogt;
use sparring::scenario::Raw;
use sparring::sim::{Layout, Run, Stop, Worker, story};
use sparring::tally::{self, Header};
use vogt::Text;

const SEED: u64 = 1;
/// Random scenarios that are tried.
const CASES: u32 = 64;
/// Fights of each random scenario.
const FIGHTS: u64 = 24;
/// Fights of each that are watched step by step.
const WATCHED: u64 = 6;
/// Fights of each random duel of equals.
const DUELS: u64 = 4000;

/// Tries a property on so many cases; when the environment asks for other numbers, in the same proportion to [`CASES`].
fn try_on<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let mut config = ProptestConfig { failure_persistence: None, max_shrink_iters: 20_000, ..ProptestConfig::default() };
    config.cases = if asked { config.cases * cases / CASES } else { cases };
    config.max_shrink_time = 120_000;
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    if let Err(error) = TestRunner::new(config).run(&strategy, property) {
        panic!("{error}");
    }
}

fn playable<S: System>(Text(text): &Text) -> Playable<S> {
    load::<S>(&Raw::from_text("drawn.toml", text, &[]))
}

/// The bytes of a tally of so many threads and such batches.
fn tally<S: System>(playable: &Playable<S>, threads: u16, batch: Option<u64>) -> String {
    let Playable { loaded, layout, .. } = playable;
    let run = Run { loaded, layout, seed: SEED, stop: Stop::Fights(FIGHTS), threads: Some(threads), batch };
    let done = run.go(&AtomicBool::new(false), |_| {}, None).expect("the run ends");
    let header = Header {
        tool: String::new(),
        system: S::NAME.to_owned(),
        scheme: String::new(),
        seed: SEED,
        from: 0,
        digest: String::new(),
        title: String::new(),
    };
    tally::write(&header, &layout.catalogue, &done.tally)
}

/// What is wrong with the values of a fight of so many rounds at most; metrics of these families may be negative.
fn out_of_range(layout: &Layout, rounds_max: u16, negative: &[&str], values: &[i64]) -> Vec<String> {
    let last_round = i64::from(rounds_max).max(layout.fights as i64);
    let metrics = layout.catalogue.metrics.iter().zip(values);
    let wrong = metrics.filter(|(metric, value)| {
        let family = metric.family.rsplit('.').next().unwrap_or_default();
        let allowed = match &metric.scale {
            Scale::Category(labels) => 0..=labels.len() as i64 - 1,
            Scale::Flag => 0..=1,
            Scale::Moment => 0..=last_round,
            Scale::Amount(_) if negative.contains(&family) => i64::MIN..=i64::MAX,
            Scale::Amount("rounds") => 0..=last_round,
            Scale::Amount(_) => 0..=i64::MAX,
        };
        **value != ABSENT && !allowed.contains(value)
    });
    wrong.map(|(metric, value)| format!("{} is {value}", metric.key)).collect()
}

/// A fight is the same forwards, backwards and told, and its values are in range.
fn the_same_whoever_plays<S: System>(scenarios: BoxedStrategy<Text>, rounds_max: fn(&S::Book) -> u16, negative: &[&str]) {
    try_on(CASES / 2, scenarios, |text| {
        let playable = playable::<S>(&text);
        let Playable { loaded, layout, .. } = &playable;
        let (mut one, mut other) = (Worker::new(loaded, layout, SEED), Worker::new(loaded, layout, SEED));
        let forwards: Vec<Vec<i64>> = (0..FIGHTS).map(|number| one.play(number).to_vec()).collect();
        for number in (0..FIGHTS).rev() {
            let values = other.play(number);
            prop_assert_eq!(&forwards[number as usize], values, "fight {} played backwards", number);
            let wrong = out_of_range(layout, rounds_max(&playable.document.book), negative, values);
            prop_assert!(wrong.is_empty(), "fight {number}: {wrong:?}");
        }
        let told = story::tell(loaded, layout, SEED, FIGHTS - 1);
        prop_assert_eq!(&told.values, &forwards[FIGHTS as usize - 1], "the last fight as it is told");
        Ok(())
    });
}

fn the_same_bytes<S: System>(scenarios: BoxedStrategy<Text>) {
    try_on(CASES / 2, scenarios, |text| {
        let playable = playable::<S>(&text);
        let whole = tally(&playable, 1, None);
        prop_assert_eq!(&whole, &tally(&playable, 3, None), "three threads");
        prop_assert_eq!(&whole, &tally(&playable, 2, Some(5)), "batches of five");
        Ok(())
    });
}

/// What is never drawn is never tried: the scenarios have to come to all rolls but so many.
fn nearly_every_roll<S: System>(scenarios: BoxedStrategy<Text>, missing_most: usize) {
    let seen = Mutex::new(BTreeSet::new());
    try_on(CASES, scenarios, |text| {
        let Playable { loaded, layout, .. } = playable::<S>(&text);
        for number in 0..2 {
            let rolls = story::tell(&loaded, &layout, SEED, number).told.into_iter().filter_map(|told| match told {
                Told::Die { roll, .. } => Some(roll.what),
                Told::Sentence { .. } => None,
            });
            seen.lock().expect("no thread fell").extend(rolls);
        }
        Ok(())
    });
    let seen = seen.into_inner().expect("no thread fell");
    let missing: Vec<&str> = S::ROLLS.iter().map(|roll| roll.what).filter(|what| !seen.contains(what)).collect();
    assert!(missing.len() <= missing_most, "{missing:?} are never rolled");
}

#[test]
fn every_fight_keeps_to_the_rules_from_step_to_step() {
    try_on(CASES, vogt::scenario(), |text| {
        let playable = playable::<Vogt>(&text);
        for number in 0..WATCHED {
            let broken = guard::watched(&playable.document, &playable.loaded, SEED, number);
            prop_assert!(broken.is_empty(), "fight {number}: {broken:#?}");
        }
        Ok(())
    });
}

#[test]
fn a_fight_is_the_same_whoever_plays_it_and_its_values_are_in_range() {
    the_same_whoever_plays::<Vogt>(vogt::scenario(), |book| book.round.rounds_max, &["hp"]);
}

#[test]
fn tallies_have_the_same_bytes_for_any_threads_and_batches() {
    the_same_bytes::<Vogt>(vogt::scenario());
}

#[test]
fn a_duel_of_equals_is_even_within_five_standard_errors() {
    try_on(CASES / 4, vogt::mirror(), |text| {
        let Playable { loaded, layout, .. } = playable::<Vogt>(&text);
        let tally = Worker::new(&loaded, &layout, SEED).tally(0..DUELS);
        let winner = layout.catalogue.index("winner").expect("there is a winner");
        let won = |side: i64| tally.counts(winner).iter().filter(|(value, _)| *value == side).map(|(_, count)| *count).sum();
        let (one, two): (u64, u64) = (won(0), won(1));
        let apart = one.abs_diff(two) as f64;
        prop_assert!(apart <= 5.0 * ((one + two) as f64).sqrt(), "{one} to {two} in {DUELS} duels");
        Ok(())
    });
}
#[test]
fn random_scenarios_come_to_nearly_every_roll() {
    nearly_every_roll::<Vogt>(vogt::scenario(), 4);
}

#[test]
fn every_fight_of_cairn_ap_keeps_to_the_rules_from_step_to_step() {
    try_on(CASES, cairn_ap::scenario(), |text| {
        let playable = playable::<CairnAp>(&text);
        for number in 0..WATCHED {
            let broken = cairn_ap::guard::watched(&playable.document, &playable.loaded, SEED, number);
            prop_assert!(broken.is_empty(), "fight {number}: {broken:#?}");
        }
        Ok(())
    });
}

#[test]
fn a_fight_of_cairn_ap_is_the_same_whoever_plays_it_and_its_values_are_in_range() {
    the_same_whoever_plays::<CairnAp>(cairn_ap::scenario(), |book| book.round.rounds_max, &[]);
}

#[test]
fn tallies_of_cairn_ap_have_the_same_bytes_for_any_threads_and_batches() {
    the_same_bytes::<CairnAp>(cairn_ap::scenario());
}

#[test]
fn random_scenarios_of_cairn_ap_come_to_nearly_every_roll() {
    nearly_every_roll::<CairnAp>(cairn_ap::scenario(), 6);
}

/// Ties of initiative are for whoever stands first in the file; apart from that nothing tells equals apart.
#[test]
fn equals_of_cairn_ap_win_as_often_when_they_open_within_five_standard_errors() {
    try_on(CASES / 4, cairn_ap::mirror(), |text| {
        let Playable { loaded, layout, .. } = playable::<CairnAp>(&text);
        let tally = Worker::new(&loaded, &layout, SEED).tally(0..DUELS);
        let won = |side: &str| {
            let metric = layout.catalogue.index(&format!("{side}.wins_opening")).expect("there is such a metric");
            let counts = tally.counts(metric);
            let all: u64 = counts.iter().map(|(_, count)| count).sum();
            let won: u64 = counts.iter().filter(|(value, _)| *value == 1).map(|(_, count)| count).sum();
            (won as f64, all as f64)
        };
        let ((one, n), (two, m)) = (won("one"), won("two"));
        let share = (one + two) / (n + m);
        let error = (share * (1.0 - share) * (1.0 / n + 1.0 / m)).sqrt();
        let apart = (one / n - two / m).abs();
        prop_assert!(n < 50.0 || m < 50.0 || apart <= 5.0 * error + 1e-12, "{one} of {n} to {two} of {m}");
        Ok(())
    });
}
