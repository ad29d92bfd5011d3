//! Time at the table: in every scenario of the project what is counted agrees with the story of the fight, and asking for it changes nothing.
//!
//! Start at [`every_scenario_of`].

use bdp::Bdp;
use cairn_ap::CairnAp;
use frame::dice::Purpose;
use frame::fight::ABSENT;
use frame::fight::watch::StoryEntry;
use frame::rules::RuleSet;
use frame::scenario::Raw;
use frame::sim::{Worker, story};
use heimr::Heimr;
use injury_d20::InjuryD20;
use vogt::Vogt;

use crate::{playable, scenario_files};

/// Fights of each scenario.
const FIGHTS: u64 = 6;

fn every_scenario_of<S: RuleSet>() {
    let [mut rolled, mut turned, mut idle, mut decided] = [0; 4];
    for path in scenario_files::of(S::NAME) {
        let raw = Raw::read(&path, &[], &[]).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        let plain = playable::load::<S>(&raw);
        let mut layout = plain.layout.clone();
        let part = if layout.day.is_some() { "day." } else { "" };
        let mut place = |name: &str| {
            let key = format!("{part}table_{name}");
            layout.index_or_sum(&key).unwrap_or_else(|| panic!("{}: no {key}", path.display()))
        };
        let [dice, rolls, turns, idle_turns, decisions, beside] =
            ["dice", "rolls", "turns", "idle_turns", "decisions", "rounds_out"].map(&mut place);
        let purposes = Purpose::ALL.map(|purpose| place(&format!("{}_dice", purpose.word())));
        let sides: Vec<String> = plain.loaded.sides.iter().map(|side| format!("{part}{side}.table_turns")).collect();
        let sides: Vec<usize> = sides.iter().filter_map(|key| layout.index_or_sum(key)).collect();
        let metrics = plain.layout.catalogue.metrics.len();
        let (mut one, mut other) = (Worker::new(&plain.loaded, &plain.layout, 1), Worker::new(&plain.loaded, &layout, 1));
        for number in 0..FIGHTS {
            let values = other.play(number);
            let told = format!("{}, fight {number}", path.display());
            assert_eq!(one.play(number), &values[..metrics], "{told}");
            if values[dice] == ABSENT {
                continue;
            }
            let story = story::tell(&plain.loaded, &layout, 1, number);
            assert_eq!(story.values, values, "{told}: a story counts the same");
            let all = story.told.iter().filter(|told| match told {
                StoryEntry::Die { roll, .. } => roll.purpose != Purpose::Choice,
                _ => false,
            });
            assert_eq!(values[dice], all.count() as i64, "{told}: every die is one");
            let choice = values[purposes[Purpose::Choice.place()]];
            assert_eq!(purposes.iter().map(|&place| values[place]).sum::<i64>(), values[dice] + choice, "{told}");
            assert!(values[rolls] <= values[dice] && (values[rolls] > 0) == (values[dice] > 0), "{told}");
            assert!((0..=values[turns]).contains(&values[idle_turns]), "{told}: {} of {}", values[idle_turns], values[turns]);
            let of_sides = sides.iter().map(|&place| values[place]).filter(|&value| value != ABSENT);
            assert_eq!(of_sides.sum::<i64>(), values[turns], "{told}: every turn is somebody's");
            assert!(values[beside] >= 0, "{told}");
            rolled += values[rolls];
            turned += values[turns];
            idle += values[idle_turns];
            decided += values[decisions];
        }
    }
    assert!(rolled > 0 && turned > 0 && decided > 0 && idle > 0 && idle < turned, "{rolled} {turned} {decided} {idle}");
}

#[test]
fn vogt() {
    every_scenario_of::<Vogt>();
}

#[test]
fn cairn_ap() {
    every_scenario_of::<CairnAp>();
}

#[test]
fn heimr() {
    every_scenario_of::<Heimr>();
}

#[test]
fn bdp() {
    every_scenario_of::<Bdp>();
}

#[test]
fn injury_d20() {
    every_scenario_of::<InjuryD20>();
}
