//! Hazards of a day: saves, damage, Fatigue, deprivation, and whom they strike.

use num_rational::BigRational;

use crate::CairnAp;
use frame::rules::testing::{ScriptedPlay, try_load};

fn day(hazard: &str) -> String {
    format!(
        r#"
        day = [{{ {hazard} }}, {{ fight = ["one", "two"] }}]
        side = [
            {{ name = "one", combatant = [
                {{ name = "A", kind = "pc", hp_max = 6, str = 10, dex = 9, wil = 8, armor = [{{ name = "mail", armor = 2 }}] }},
                {{ name = "C", kind = "pc", hp_max = 4, str = 10, dex = 9, wil = 8 }},
            ] }},
            {{ name = "two", combatant = [{{ name = "B", hp_max = 3 }}] }},
        ]
        "#
    )
}

fn hazard(hazard: &str, dice: &str) -> ScriptedPlay<CairnAp> {
    let mut play = ScriptedPlay::script(&day(hazard), dice);
    play.leg();
    play
}

// CAP-059, CAP-066, CAP-062
#[test]
fn a_save_avoids_a_hazard_or_halves_it() {
    let rock = "hazard = { die = '1d6', damage = 1, save = 'dex', dc = 20 }, who = ['A']";
    assert_eq!(hazard(rock, "hazard d20=12").see("A", "hp"), 6);
    let play = hazard(rock, "hazard d20=11, damage of a hazard d6=3");
    assert_eq!((play.see("A", "hp"), play.see("C", "hp")), (2, 4));
    assert_eq!(play.probability(), BigRational::new(1.into(), 120.into()));
    let half = "hazard = { die = '1d6', damage = 1, save = 'dex', dc = 20, saved = 'half', fatigue = 1 }, who = ['A']";
    let play = hazard(half, "hazard d20=20, damage of a hazard d6=4");
    assert_eq!((play.see("A", "hp"), play.see("A", "fatigue")), (4, 0));
    let play = hazard(half, "hazard d20=2, damage of a hazard d6=1");
    assert_eq!((play.see("A", "hp"), play.see("A", "fatigue")), (4, 1));
    // One step of Disadvantage, and the number of the book.
    let careless = "hazard = { damage = 3, save = 'dex', disadvantage = 1 }, who = ['A']";
    assert_eq!(hazard(careless, "hazard d20=17 d20=14").see("A", "hp"), 3);
}

// CAP-071, CAP-075, CAP-077
#[test]
fn a_hazard_tires_deprives_and_meets_armor_only_where_it_says_so() {
    let play = hazard("hazard = { fatigue = 2, deprives = true }, who = ['A']", "");
    assert_eq!((play.see("A", "fatigue"), play.see("A", "deprived"), play.see("C", "fatigue")), (2, 1, 0));
    assert_eq!(hazard("hazard = { damage = 5 }, who = ['A']", "").see("A", "hp"), 1);
    assert_eq!(hazard("hazard = { damage = 5, armor = true }, who = ['A']", "").see("A", "hp"), 3);
}

// CAP-059, CAP-118
#[test]
fn a_hazard_strikes_everybody_or_one_and_the_fallen_are_looked_after() {
    let play = hazard("hazard = { damage = 1 }, strikes = 'one'", "struck by a hazard d2=2");
    assert_eq!((play.see("A", "hp"), play.see("C", "hp"), play.see("B", "hp")), (6, 3, 3));
    let play = hazard("hazard = { damage = 9 }, who = ['C']", "critical damage d20=1, place of a scar d6=1");
    assert_eq!((play.see("C", "is(down)"), play.see("C", "dead")), (1, 0));
}

#[test]
fn what_is_wrong_with_a_hazard_has_its_place_and_advice() {
    let all = ["hazard = {}", "hazard = { damage = 1, dc = 3 }", "hazard = { damage = 1, save = 'agi' }"];
    let wrong = |part: &str| try_load::<CairnAp>(&day(part)).err().map_or_else(String::new, |failure| failure.render(false));
    insta::assert_snapshot!(all.map(wrong).join("\n"));
}
