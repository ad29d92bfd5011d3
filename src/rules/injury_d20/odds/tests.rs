//! Tests of the exact answers against the values of the specification.
//!
//! Start anywhere: each test is one or several of the specification's exact values.

use num_rational::BigRational;

use crate::rules::System;
use crate::rules::injury_d20::InjuryD20;
use crate::rules::injury_d20::book::Book;
use crate::rules::injury_d20::rulings::{AttackHitsOn, Rulings};
use crate::rules::questions::{Answer, Arguments};

fn ask_by(book: &Book, rulings: &Rulings, name: &str, given: &[(&str, &str)]) -> Answer {
    let question = InjuryD20::QUESTIONS.iter().find(|question| question.name == name).expect("there is such a question");
    let arguments = Arguments::read(question, given.iter().copied()).expect("the arguments are right");
    InjuryD20::answer(question, &arguments, book, rulings).expect("there is an answer")
}

fn ask(name: &str, given: &[(&str, &str)]) -> Answer {
    ask_by(&Book::default(), &Rulings::default(), name, given)
}

fn part(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

/// The chance of a result of an attack.
fn of(given: &[(&str, &str)], row: &str) -> BigRational {
    ask("attack", given).fraction("results", row, "chance")
}

/// The chance of a degree or more.
fn reach(given: &[(&str, &str)], tier: &str) -> BigRational {
    ask("attack", given).fraction("severities", tier, "or beyond")
}

// INJ-009, INJ-014, INJ-044, INJ-185, INJ-167, R-15, R-01
#[test]
fn v01_to_v04_hits_by_advantages() {
    for (net, chance) in [("0", part(1, 2)), ("-1", part(1, 4)), ("-2", part(1, 8)), ("1", part(3, 4)), ("-4", part(1, 32))] {
        assert_eq!(of(&[("net", net)], "hits"), chance, "{net}");
    }
}

// INJ-046, INJ-145, R-16
#[test]
fn v05_degrees_of_a_plain_attack() {
    let plain = |row| of(&[], row);
    assert_eq!((plain("misses"), plain("degree 0")), (part(1, 2), part(1, 5)));
    assert_eq!((plain("degree 1"), plain("degree 3")), (part(1, 4), part(1, 20)));
}

// INJ-061, INJ-062, INJ-151, INJ-185
#[test]
fn v06_to_v10_a_turn_of_three_attacks() {
    let turn = ask("turn", &[]);
    assert_eq!(turn.fraction("means", "hits of the turn", "mean"), part(7, 8));
    assert_eq!(turn.fraction("means", "strain of the turn", "mean"), part(5589, 4000));
    assert_eq!(turn.fraction("attacks", "1", "strain"), part(9, 10));
    let drops = ["1", "2", "3"].map(|attack| turn.fraction("attacks", attack, "drops the weapon"));
    assert_eq!(drops, [part(1, 20), part(39, 400), part(1141, 8000)]);
    assert_eq!(turn.fraction("attacks", "3", "kept it up to here"), part(47_045_881, 64_000_000));
}

// INJ-143, R-01
#[test]
fn v11_natural_20_by_advantages() {
    let attack = ask("attack", &[]);
    let best = |net| attack.fraction("by advantages", net, "natural 20");
    assert_eq!((best("-1"), best("+1")), (part(1, 400), part(39, 400)));
}

//
#[test]
fn v12_and_v13_other_rulings_and_steps() {
    let rulings = Rulings { attack_hits_on: AttackHitsOn::GreaterOrEqual, ..Rulings::default() };
    let equal = ask_by(&Book::default(), &rulings, "attack", &[]);
    assert_eq!(equal.fraction("results", "hits", "chance"), part(11, 20));
    let mut book = Book::default();
    book.degree.step = 10;
    let wide = ask_by(&book, &Rulings::default(), "attack", &[]);
    assert_eq!(wide.fraction("severities", "major", "or beyond"), part(1, 20));
}

// INJ-144, INJ-145, INJ-147, INJ-148, INJ-149, INJ-150
#[test]
fn v14_to_v17_the_ends_of_the_die() {
    assert_eq!(of(&[("bonus", "0"), ("dv", "25")], "hits"), part(1, 20));
    assert_eq!(reach(&[("bonus", "0"), ("dv", "25")], "major"), part(0, 1));
    assert_eq!((reach(&[("dv", "26")], "major"), reach(&[("dv", "27")], "major")), (part(1, 20), part(0, 1)));
    assert_eq!(of(&[("bonus", "16"), ("dv", "15")], "hits and injures nothing"), part(1, 20));
    assert_eq!(reach(&[("critical_from", "18")], "severe"), part(3, 20));
}

// INJ-205, INJ-207
#[test]
fn v18_and_v19_power_and_reckless_attacks() {
    assert_eq!((reach(&[], "major"), reach(&[("power", "3")], "major")), (part(3, 10), part(3, 5)));
    assert_eq!(reach(&[("reckless", "1")], "major"), part(1, 4));
    assert_eq!(reach(&[("reckless", "2")], "major"), part(1, 8));
}

// INJ-157, INJ-158, INJ-162
#[test]
fn v20_to_v22_off_guard_flanked_and_large() {
    assert_eq!(of(&[("dv", "14")], "hits"), part(3, 5));
    assert_eq!(reach(&[("dv", "14"), ("net", "1")], "major"), part(16, 25));
    assert_eq!(reach(&[("larger", "2")], "minor"), part(3, 20));
}

// INJ-242, INJ-243, INJ-244, INJ-245
#[test]
fn v23_and_v24_parries() {
    let parry = ask("parry", &[]);
    assert_eq!(parry.fraction("degrees", "1", "at least so many"), part(9, 20));
    assert_eq!(parry.fraction("degrees", "2", "at least so many"), part(1, 4));
    assert_eq!(parry.fraction("attacks", "lands when every hit is parried", "chance or mean"), part(169, 400));
}

// INJ-036, INJ-037, INJ-038, INJ-039, INJ-122, R-11
#[test]
fn v25_to_v27_death_saves() {
    let save = |dc: &str, net: &str, column: &str| ask("save", &[("dc", dc), ("net", net)]).fraction("save", dc, column);
    assert_eq!((save("9", "0", "dies"), save("9", "0", "wakes")), (part(3, 10), part(1, 20)));
    assert_eq!((save("22", "0", "dies"), save("22", "0", "wakes")), (part(19, 20), part(1, 20)));
    assert_eq!((save("23", "0", "dies"), save("23", "0", "wakes")), (part(19, 20), part(0, 1)));
    assert_eq!(save("9", "-1", "dies"), part(51, 100));
}

// INJ-050, INJ-051, INJ-091, INJ-122
#[test]
fn v28_and_v29_worsening() {
    assert_eq!(ask("worsening", &[]).fraction("each check", "fails", "chance"), part(17, 20));
    assert_eq!(ask("worsening", &[("net", "-1")]).fraction("each check", "fails", "chance"), part(391, 400));
    assert_eq!(ask("worsening", &[]).fraction("days", "2", "destroyed by then"), part(6647, 8000));
}

// INJ-054
#[test]
fn v30_treatment_by_tier() {
    let heal = ask("heal", &[]);
    let tiers = ["minor", "major", "severe", "deadly", "fatal"].map(|tier| heal.fraction("treatment", tier, "each try"));
    assert_eq!(tiers, [part(13, 20), part(2, 5), part(3, 20), part(0, 1), part(0, 1)]);
}

// INJ-122, INJ-124, INJ-125, INJ-136
#[test]
fn v31_and_v37_checks() {
    let check = |bonus, net, dc| ask("check", &[("bonus", bonus), ("net", net), ("dc", dc)]).fraction("check", dc, "succeeds");
    assert_eq!(check("5", "-1", "25"), part(1, 400));
    assert_eq!(check("6", "0", "19"), part(2, 5));
}

// INJ-002, INJ-003, INJ-004, R-02
#[test]
fn v32_initiative() {
    let initiative = ask("initiative", &[]);
    assert_eq!(initiative.fraction("first", "base", "goes first"), part(21, 40));
    assert_eq!(initiative.fraction("first", "ready", "goes first"), part(247, 400));
}

// INJ-204, INJ-217
#[test]
fn v33_and_v34_shots_and_weapons() {
    let shots = ask("shots", &[]);
    let hits = ["1", "2", "3", "4"].map(|count| shots.fraction("shots and weapons", count, "hits with shots"));
    assert_eq!(hits, [part(1, 2), part(1, 2), part(3, 8), part(1, 4)]);
    assert_eq!(shots.fraction("shots and weapons", "2", "hits with weapons"), part(1, 2));
    assert_eq!(shots.fraction("shots and weapons", "2", "at least one weapon"), part(7, 16));
}

// INJ-154, INJ-155, INJ-197
#[test]
fn v36_a_trip() {
    assert_eq!(ask("maneuver", &[]).fraction("maneuver", "0", "at least so many"), part(13, 20));
}

// INJ-025, INJ-026, R-06, R-07
#[test]
fn breath_lasts_as_long_as_strain_lets_it() {
    let breath = ask("breath", &[("stamina", "1"), ("exhaustion", "0"), ("attacks", "1"), ("rounds", "2")]);
    assert_eq!(breath.fraction("rounds", "1", "exhausted"), part(1, 2));
    assert_eq!(breath.fraction("rounds", "2", "unconscious"), part(3, 4));
}
