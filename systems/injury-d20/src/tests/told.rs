//! Rules that the sentences of a replay cite: those of what happens, not of what is most common.
//!
//! Start at [`cites`].

use super::stage::{at, plan};
use super::{named, scene};
use crate::InjuryD20;
use frame::dice::{AnyDice, Scripted};
use frame::fight::day::Leg;
use frame::fight::watch::StoryEntry;
use frame::fight::{AnyWatch, Counting, Narrating, Table};
use frame::rules::testing::load;
use frame::rules::{Measures, Plays};

/// Asserts that a sentence of A's first turn against B cites these rules.
#[track_caller]
fn cites(sheets: [&str; 2], rest: &str, dice: &str, told: [&str; 2]) {
    let loaded = load::<InjuryD20>(&scene(sheets[0], sheets[1], rest));
    let counting = Counting::new(loaded.combatants.len(), loaded.rules.counters(), loaded.lines.lines().len());
    let dice = AnyDice::Scripted(Scripted::new(&named(&format!("20 1 {dice}"))));
    let mut table = Table { dice, watch: AnyWatch::Narrating(Narrating::new(counting, Vec::new())) };
    let mut fight = loaded.rules.blank();
    loaded.rules.open(&mut fight, &mut table);
    let [Leg::Fight(sides)] = loaded.plan.legs[..] else { panic!("a duel is one fight") };
    loaded.rules.meet(sides, &mut fight, &mut table);
    loaded.rules.step(&mut fight, &mut table);
    let [sentence, rules] = told;
    let found: Vec<&str> = table
        .watch
        .into_story()
        .into_iter()
        .filter_map(|told| match told {
            StoryEntry::Sentence { rules, text, .. } if text == sentence => Some(rules),
            _ => None,
        })
        .collect();
    assert_eq!(found, [rules], "{sentence}");
}

// INJ-039, INJ-091, INJ-119, INJ-130, INJ-133
#[test]
fn a_part_is_destroyed_and_somebody_dead_by_the_rule_that_says_so() {
    let leg = "injuries = [{ part = 'leg', count = 2 }]";
    cites(["mb = 8", leg], &at("leg"), "15", ["B: leg 0 is destroyed", "INJ-119"]);
    let hand = "injuries = [{ part = 'hand', count = 2 }]";
    cites(["", hand], &at("hand"), "16", ["B: hand 0 is destroyed", "INJ-091"]);
    let head = "con = 10\ninjuries = [{ part = 'head', count = 3 }]";
    cites(["mb = 13", head], &at("head"), "1 15", ["B: head 0 is destroyed", "INJ-130"]);
    cites(["mb = 13", head], &at("head"), "1 15", ["B is dead", "INJ-133"]);
    let fallen = "stamina = 0\nexhaustion = 0";
    let rest = format!("{}[rulings]\nend_out = 'dead'\n", at("ear"));
    cites(["", fallen], &rest, "16 2 1", ["B is dead", "INJ-039"]);
}

// INJ-098, INJ-197, R-09
#[test]
fn somebody_falls_by_the_rule_that_fells_it() {
    let feet = "injuries = [{ part = 'foot', index = 1 }]";
    let spread = "[policy.a]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'foot', pick = 'spread' }]\n";
    cites(["", feet], spread, "16", ["B is prone", "INJ-098, INJ-120"]);
    cites(["", ""], &plan("{ do = 'trip' }"), "16", ["B is prone", "INJ-197"]);
    cites(["", "stamina = 1\nexhaustion_max = 1"], &at("ear"), "16", ["B is prone", "R-09"]);
}

// INJ-087, INJ-151, INJ-188
#[test]
fn a_thing_falls_by_the_rule_that_makes_it_fall() {
    cites(["", ""], &at("ear"), "1", ["A drops the sword", "INJ-151"]);
    let hand = "injuries = [{ part = 'hand' }]";
    cites(["", hand], &at("hand"), "16", ["B drops the sword", "INJ-087, INJ-108"]);
    cites(["", ""], &plan("{ do = 'disarm' }"), "16", ["B drops the sword", "INJ-188"]);
}

// INJ-124, INJ-137
#[test]
fn somebody_is_stunned_by_the_part_that_is_injured() {
    let head = "injuries = [{ part = 'head' }]";
    cites(["mb = 13", head], &at("head"), "1 15 1 1", ["B is stunned", "INJ-124"]);
    cites(["mb = 18", ""], &at("heart"), "15 1", ["B is stunned", "INJ-137"]);
}
