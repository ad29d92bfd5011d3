//! Hazards of a day: requirements, falls, damage to parts of the body, and who looks after the struck.

use num_rational::BigRational;

use crate::Heimr;
use frame::rules::testing::{ScriptedPlay, try_load};

fn day(hazard: &str) -> String {
    let body = "attributes = { str = 2, dex = 2, sta = 2 }, abilities = { agility = { trained_c = 1 } }";
    format!(
        "day = [{{ {hazard} }}, {{ fight = ['one', 'two'] }}]
        side = [
            {{ name = 'one', combatant = [
                {{ name = 'A', hp_max = 5, armour = 1, {body} }}, {{ name = 'C', hp_max = 4, {body} }},
            ] }},
            {{ name = 'two', combatant = [{{ name = 'B', hp_max = 3, {body} }}] }},
        ]"
    )
}

fn hazard(hazard: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let mut play = ScriptedPlay::script(&day(hazard), dice);
    play.leg();
    play
}

// HEI-044, HEI-046, HEI-051
#[test]
fn a_hazard_takes_hit_points_unless_its_requirement_is_met() {
    let stones = "hazard = { damage = 3, ability = 'agility', cr = 9, part = 'off_arm' }, who = ['A']";
    let mut seen = Vec::new();
    for dice in ["hazard d6=6 d10=10 d10=10", "hazard d6=1 d10=2 d10=3"] {
        let play = hazard(stones, dice);
        seen.push(play.see("A", "hp"));
        assert_eq!(play.probability(), BigRational::new(1.into(), 600.into()));
    }
    assert_eq!(seen, [5, 2]);
    let play = hazard(
        "hazard = { die = '1d4', damage = 1, armor = true }, who = ['A']",
        "damage of a hazard d4=2 part struck by a hazard d6=1",
    );
    assert_eq!((play.see("A", "hp"), play.see("C", "hp")), (3, 4));
    let half = "hazard = { damage = 3, ability = 'agility', cr = 9, saved = 'half', part = 'torso' }, who = ['A']";
    assert_eq!(hazard(half, "hazard d6=6 d10=10 d10=10").see("A", "hp"), 4);
}

// HEI-072, HEI-078, R-54
#[test]
fn whoever_is_injured_by_a_hazard_is_looked_after_by_comrades() {
    let play = hazard("hazard = { damage = 8, part = 'right_leg' }, who = ['A']", "");
    assert_eq!((play.see("A", "hp"), play.see("A", "dead"), play.see("A", "stabilised")), (-3, 0, 1));
    let play = hazard("hazard = { damage = 10, part = 'right_leg' }", "");
    assert_eq!((play.see("A", "dead"), play.see("C", "dead")), (0, 1), "nobody is left to look after the last one");
}

// HEI-264, HEI-266, HEI-267
#[test]
fn a_fall_has_its_own_requirement() {
    let fall = "hazard = { height = 4 }, who = ['A']";
    assert_eq!(hazard(fall, "fall d6=6 d10=10 d10=10").see("A", "hp"), 5);
    let play = hazard(fall, "fall d6=2 d10=2 d10=3");
    assert_eq!((play.see("A", "hp"), play.see("A", "stabilised")), (-1, 0));
    assert_eq!(hazard("hazard = { height = 1 }", "").see("A", "hp"), 5);
}

// HEI-046
#[test]
fn a_hazard_strikes_everybody_or_one() {
    let play = hazard("hazard = { damage = 1, part = 'torso' }, strikes = 'one'", "struck by a hazard d2=2");
    assert_eq!((play.see("A", "hp"), play.see("C", "hp"), play.see("B", "hp")), (5, 3, 3));
}

#[test]
fn what_is_wrong_with_a_hazard_has_its_place_and_advice() {
    let all = [
        "hazard = {}",
        "hazard = { damage = 1, ability = 'agilty', cr = 3 }",
        "hazard = { damage = 1, ability = 'agility' }",
        "hazard = { damage = 1, cr = 4 }",
        "hazard = { damage = 1, saved = 'half' }",
        "hazard = { damage = 1, part = 'nose' }",
    ];
    let wrong = |part: &str| try_load::<Heimr>(&day(part)).err().map_or_else(String::new, |failure| failure.render(false));
    insta::assert_snapshot!(all.map(wrong).join("\n"));
}
