//! Properties of every scenario of a system, tried on random ones.
//!
//! A system brings how its scenarios are drawn and what must hold of its fights ([`Guard`]); its tests call the properties here.
//! The cases are the same in every run. `PROPTEST_CASES=5000 cargo test --release --test library properties` tries more of them,
//! `PROPTEST_RNG_SEED=2` others. A failure shows the smallest scenario that fails too, as a file to be played.

mod bdp;
mod buried;
mod cairn_ap;
mod conditions;
mod file;
mod heimr;
mod injury_d20;
mod random;
mod sums;
mod switches;
mod vogt;
mod watched;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::playable::{Playable, load};
use buried::buried;
use file::{Text, called, equals, with_bystanders};
use frame::fight::watch::StoryEntry;
use frame::fight::{ABSENT, Scale};
use frame::rules::RuleSet;
use frame::scenario::Raw;
use frame::sim::{Layout, Run, RunStop, Worker, story};
use frame::tally::{self, Header};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestRunner};
use watched::{Causes, Guard, watched};

const SEED: u64 = 1;
/// Random scenarios that are tried.
const CASES: u32 = 64;
/// Fights of each random scenario.
const FIGHTS: u64 = 24;
/// Fights of each that are watched step by step.
const WATCHED: u64 = 6;
/// Fights of each random duel of equals.
const DUELS: u64 = 4000;
/// Fights of three equals and of two equal pairs.
const EQUALS: u64 = 1200;

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

fn playable<S: RuleSet>(Text(text): &Text) -> Playable<S> {
    load::<S>(&Raw::from_text("drawn.toml", text, &[]))
}

/// The bytes of a tally of so many threads and such batches.
fn tally<S: RuleSet>(playable: &Playable<S>, threads: u16, batch: Option<u64>) -> String {
    let Playable { loaded, layout, .. } = playable;
    let run = Run { loaded, layout, seed: SEED, stop: RunStop::Fights(FIGHTS), threads: Some(threads), batch };
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

/// The faults of the values of a fight of so many rounds at most; metrics of these families may be negative.
fn out_of_range(layout: &Layout, rounds_max: u16, negative: &[&str], values: &[i64]) -> Vec<String> {
    let last_round = i64::from(rounds_max).max(layout.fights() as i64);
    let metrics = layout.catalogue.metrics.iter().zip(values);
    let wrong = metrics.filter(|(metric, value)| {
        let family = metric.family.rsplit('.').next().unwrap_or_default();
        let allowed = match &metric.scale {
            Scale::Category(labels) => 0..=labels.len() as i64 - 1,
            Scale::Flag => 0..=1,
            Scale::Moment => 0..=last_round,
            Scale::Amount(_) if negative.contains(&family) => i64::MIN..=i64::MAX,
            Scale::Amount("rounds") if metric.key.starts_with("day.") => 0..=last_round * layout.fights() as i64,
            Scale::Amount("rounds") => 0..=last_round,
            Scale::Amount(_) => 0..=i64::MAX,
        };
        **value != ABSENT && !allowed.contains(value)
    });
    wrong.map(|(metric, value)| format!("{} is {value}", metric.key)).collect()
}

/// Events of a fight that have no cause, or more than one.
fn without_cause<S: Guard>(layout: &Layout, values: &[i64]) -> Vec<String> {
    let metrics = &layout.catalogue.metrics;
    let value = |key: String| layout.catalogue.index(&key).map_or(0, |place| values[place]);
    let mut wrong = Vec::new();
    for Causes { whole, parts } in S::CAUSES {
        let owners = metrics.iter().zip(values).filter(|(_, value)| **value != ABSENT);
        let owners = owners.filter_map(|(metric, _)| metric.key.strip_suffix(whole[0])?.strip_suffix('.'));
        for owner in owners {
            let sum = |families: &[&str]| families.iter().map(|family| value(format!("{owner}.{family}"))).sum::<i64>();
            if sum(whole) != sum(parts) {
                wrong.push(format!("{owner}: {} of {whole:?}, {} by cause", sum(whole), sum(parts)));
            }
        }
    }
    wrong
}

/// A fight is the same forwards, backwards and told, its values are in range, and its events have a cause each.
fn the_same_whoever_plays<S: Guard>(scenarios: BoxedStrategy<Text>, negative: &[&str]) {
    try_on(CASES / 2, scenarios, |text| {
        let playable = playable::<S>(&text);
        let Playable { loaded, layout, .. } = &playable;
        let (mut one, mut other) = (Worker::new(loaded, layout, SEED), Worker::new(loaded, layout, SEED));
        let forwards: Vec<Vec<i64>> = (0..FIGHTS).map(|number| one.play(number).to_vec()).collect();
        for number in (0..FIGHTS).rev() {
            let values = other.play(number);
            prop_assert_eq!(&forwards[number as usize], values, "fight {} played backwards", number);
            let wrong = out_of_range(layout, S::rounds_max(&playable.document.book), negative, values);
            prop_assert!(wrong.is_empty(), "fight {number}: {wrong:?}");
            let wrong = without_cause::<S>(layout, values);
            prop_assert!(wrong.is_empty(), "fight {number}: {wrong:?}");
        }
        let told = story::tell(loaded, layout, SEED, FIGHTS - 1);
        prop_assert_eq!(&told.values, &forwards[FIGHTS as usize - 1], "the last fight as it is told");
        Ok(())
    });
}

/// Tallies have the same bytes for any threads and batches.
fn the_same_bytes<S: RuleSet>(cases: u32, scenarios: BoxedStrategy<Text>) {
    try_on(cases, scenarios, |text| {
        let playable = playable::<S>(&text);
        let whole = tally(&playable, 1, None);
        prop_assert_eq!(&whole, &tally(&playable, 3, None), "three threads");
        prop_assert_eq!(&whole, &tally(&playable, 2, Some(5)), "batches of five");
        Ok(())
    });
}

/// Scenarios that are never drawn are never tried: the scenarios have to come to all rolls but the rare ones and so many others.
fn nearly_every_roll<S: RuleSet>(cases: u32, scenarios: BoxedStrategy<Text>, rare: &[&str], missing_most: usize) {
    let seen = Mutex::new(BTreeSet::new());
    try_on(cases, scenarios, |text| {
        let Playable { loaded, layout, .. } = playable::<S>(&text);
        for number in 0..WATCHED {
            let rolls = story::tell(&loaded, &layout, SEED, number).told.into_iter().filter_map(|told| match told {
                StoryEntry::Die { roll, .. } => Some(roll.what),
                StoryEntry::Sentence { .. } | StoryEntry::Options { .. } => None,
            });
            seen.lock().expect("no thread fell").extend(rolls);
        }
        Ok(())
    });
    let seen = seen.into_inner().expect("no thread fell");
    let all = S::ROLLS.iter().map(|roll| roll.what);
    let missing: Vec<&str> = all.filter(|what| !seen.contains(what) && !rare.contains(what)).collect();
    assert!(missing.len() <= missing_most, "{missing:?} are never rolled");
}

/// Every sum that is told adds up, in its parts and as it reads, and is of dice that were rolled; of all dice at least so many percent
/// are told in sums.
fn every_sum_adds_up<S: RuleSet>(scenarios: BoxedStrategy<Text>, in_sums: usize) {
    let (all, summed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    try_on(CASES / 2, scenarios, |text| {
        let Playable { loaded, layout, .. } = playable::<S>(&text);
        for number in 0..WATCHED {
            for told in story::tell(&loaded, &layout, SEED, number).told {
                match told {
                    StoryEntry::Die { summed: told, .. } => {
                        all.fetch_add(1, Ordering::Relaxed);
                        summed.fetch_add(usize::from(told), Ordering::Relaxed);
                    }
                    StoryEntry::Sentence { text, sums, .. } => {
                        let wrong: Vec<String> = sums.iter().filter_map(sums::wrong).collect();
                        prop_assert!(wrong.is_empty(), "fight {number}: `{text}`: {wrong:?}");
                        let read = sums::wrong_in(&text, &sums);
                        prop_assert!(read.is_none(), "fight {number}: `{text}`: {read:?}");
                    }
                    StoryEntry::Options { .. } => {}
                }
            }
        }
        Ok(())
    });
    let (all, summed) = (all.into_inner(), summed.into_inner());
    assert!(100 * summed >= in_sums * all, "{summed} of {all} dice are told in sums");
}

/// Every fight keeps to the rules from step to step.
fn to_the_rules<S: Guard>(scenarios: BoxedStrategy<Text>) {
    try_on(CASES, scenarios, |text| {
        let playable = playable::<S>(&text);
        for number in 0..WATCHED {
            let mut broken = watched(&playable.document, &playable.loaded, SEED, number);
            broken.extend(buried(&playable.loaded, SEED, number));
            prop_assert!(broken.is_empty(), "fight {number}: {broken:#?}");
        }
        Ok(())
    });
}

/// Fights with a neutral side that turns on its attacker keep to the rules, and are the same whoever plays them, on any threads.
fn bystanders_keep_to_the_rules<S: Guard>(scenarios: BoxedStrategy<Text>, negative: &[&str]) {
    let scenarios = with_bystanders(scenarios);
    to_the_rules::<S>(scenarios.clone());
    the_same_whoever_plays::<S>(scenarios.clone(), negative);
    the_same_bytes::<S>(CASES / 8, scenarios);
}

/// Three equals win alike, and of two equal pairs all four go down alike, within five standard errors: who is listed first decides nothing.
fn equals_fare_alike<S: RuleSet>(duels: BoxedStrategy<Text>) {
    let alike = |counts: &[u64], what: &str| {
        let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
        let apart = counts.iter().any(|&count| (count as f64 - mean).abs() > 5.0 * mean.sqrt() + 1.0);
        if apart { Err(TestCaseError::fail(format!("{counts:?} of {EQUALS} fights: {what}"))) } else { Ok(()) }
    };
    try_on(CASES / 4, equals(duels), |[three, pairs]| {
        let counted = |text: &Text, wanted: &[(String, i64)]| -> Vec<u64> {
            let Playable { loaded, layout, .. } = playable::<S>(text);
            let tally = Worker::new(&loaded, &layout, SEED).tally(0..EQUALS);
            let count = |(key, value): &(String, i64)| {
                let metric = layout.catalogue.index(key).expect("a metric of every system");
                tally.counts(metric).iter().filter(|(counted, _)| counted == value).map(|(_, count)| *count).sum()
            };
            wanted.iter().map(count).collect()
        };
        let winners: Vec<(String, i64)> = (0..3).map(|side| ("winner".to_owned(), side)).collect();
        alike(&counted(&three, &winners), "won by each of three")?;
        let out = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(side, place)| (format!("{}.out", called(side, place)), 1));
        alike(&counted(&pairs, &out), "in which each of two pairs goes down")
    });
}

/// Duels of equals are even within five standard errors.
fn even<S: RuleSet>(duels: BoxedStrategy<Text>) {
    try_on(CASES / 4, duels, |text| {
        let Playable { loaded, layout, .. } = playable::<S>(&text);
        let tally = Worker::new(&loaded, &layout, SEED).tally(0..DUELS);
        let winner = layout.catalogue.index("winner").expect("there is a winner");
        let won = |side: i64| tally.counts(winner).iter().filter(|(value, _)| *value == side).map(|(_, count)| *count).sum();
        let (one, two): (u64, u64) = (won(0), won(1));
        let apart = one.abs_diff(two) as f64;
        prop_assert!(apart <= 5.0 * ((one + two) as f64).sqrt(), "{one} to {two} in {DUELS} duels");
        Ok(())
    });
}
