//! Hazards of a day: saves, perils, damage, wounds, diseases, Fatigue, and whom they strike.

use num_rational::BigRational;

use super::sides;
use crate::Bdp;
use frame::rules::testing::{ScriptedPlay, try_load};

fn day(hazard: &str) -> String {
    let people =
        ["name = 'A'\npc = true\nstr = 10\ndex = 12\nhp_max = 5\narmor = 'light'", "name = 'C'\npc = true\nhp_max = 4"];
    format!("day = [{{ {hazard} }}, {{ fight = ['party', 'foes'] }}]\n{}", sides(&people, &["name = 'N'"]))
}

fn hazard(hazard: &str, dice: &str) -> ScriptedPlay<Bdp> {
    let mut play = ScriptedPlay::script(&day(hazard), dice);
    play.leg();
    play
}

// BDP-006, BDP-035, BDP-036, BDP-037
#[test]
fn a_save_avoids_a_hazard_or_halves_it() {
    let darts = "hazard = { die = '1d6', damage = 1, save = 'dex' }, who = ['A']";
    assert_eq!(hazard(darts, "save against a hazard d20=12").see("A", "hp"), 5);
    let play = hazard(darts, "save against a hazard d20=13, surroundings d6=4");
    assert_eq!((play.see("A", "hp"), play.see("C", "hp")), (1, 4), "Armor takes one off");
    assert_eq!(play.probability(), BigRational::new(1.into(), 120.into()));
    let half = "hazard = { die = '1d6', ability = 'str', save = 'dex', saved = 'half', fatigue = 1 }, who = ['A']";
    let play = hazard(half, "save against a hazard d20=1, surroundings d6=5");
    assert_eq!((play.see("A", "str"), play.see("A", "fatigue"), play.see("A", "hp")), (8, 0, 5));
    let play = hazard(half, "save against a hazard d20=20, surroundings d6=5");
    assert_eq!((play.see("A", "str"), play.see("A", "fatigue")), (5, 1));
}

// BDP-042, BDP-049, BDP-080
#[test]
fn a_hazard_can_be_a_peril_of_the_book_and_leave_wounds_and_diseases() {
    let fall = "hazard = { peril = 'fall', times = 2, save = 'dex' }, who = ['A']";
    assert_eq!(hazard(fall, "save against a hazard d20=3").see("A", "str"), 10);
    let play = hazard(fall, "save against a hazard d20=13, surroundings d10=2, surroundings d10=3, Critical Damage Save d20=1");
    assert_eq!(play.see("A", "str"), 5);
    let fire = "hazard = { wound = 'burn', disease = 'swampsigh', fatigue = 2 }, who = ['C']";
    let play = hazard(fire, "days of a disease d4=3");
    assert_eq!((play.see("C", "wounds"), play.see("C", "fatigue"), play.see("C", "hp")), (1, 2, 4));
}

// BDP-035
#[test]
fn a_hazard_strikes_everybody_or_one_who_is_on_its_feet() {
    let play = hazard("hazard = { damage = 2 }, strikes = 'one'", "struck by a hazard d2=2");
    assert_eq!((play.see("A", "hp"), play.see("C", "hp")), (5, 2));
    assert_eq!(hazard("hazard = { damage = 2 }", "").see("C", "hp"), 2);
}

#[test]
fn what_is_wrong_with_a_hazard_has_its_place_and_advice() {
    let all = [
        "hazard = {}",
        "hazard = { damage = 1, times = 2 }",
        "hazard = { damage = 1, critical = true }",
        "hazard = { damage = 1, saved = 'half' }",
        "hazard = { peril = 'fall', save = 'dex', saved = 'half' }",
        "hazard = { disease = 'swampsight' }",
        "hazard = { peril = 'lava' }",
    ];
    let wrong = |part: &str| try_load::<Bdp>(&day(part)).err().map_or_else(String::new, |failure| failure.render(false));
    insta::assert_snapshot!(all.map(wrong).join("\n"));
}
