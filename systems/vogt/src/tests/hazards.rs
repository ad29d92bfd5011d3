//! Hazards of a day: saves, damage, exhaustion, statuses, and whom they strike.

use num_rational::BigRational;

use super::seen;
use crate::Vogt;
use frame::rules::testing::{ScriptedPlay, try_load};

/// A and C, who run into this before they fight B.
fn hazard(hazard: &str, dice: &str) -> ScriptedPlay<Vogt> {
    let mut play = ScriptedPlay::script(&day(hazard), dice);
    play.leg();
    play
}

fn day(hazard: &str) -> String {
    format!(
        r#"
        day = [{{ {hazard} }}, {{ fight = ["one", "two"] }}]
        side = [
            {{ name = "one", combatant = [
                {{ name = "A", hp_max = 9, dex = "1d8", armor = 3 }},
                {{ name = "C", hp_max = 4 }},
            ] }},
            {{ name = "two", combatant = [{{ name = "B", hp_max = 3, weapons = [{{ name = "claw", die = "1d4" }}] }}] }},
        ]
        "#
    )
}

// VOG-065, R-33
#[test]
fn a_save_avoids_a_hazard_or_halves_it() {
    let pit = "hazard = { die = '2d6', damage = 1, save = 'dex', difficulty = 5 }, who = ['A']";
    let dice = "save against a hazard d8=5";
    assert_eq!(hazard(pit, dice).see("A", "hp"), 9);
    let fails = "save against a hazard d8=4, damage of a hazard d6=3 d6=2";
    let play = hazard(pit, fails);
    seen(&play, "A", &[("hp", 3), ("exhaustion", 0)]);
    assert_eq!(play.see("C", "hp"), 4);
    assert_eq!(play.probability(), BigRational::new(1.into(), (8 * 36).into()));
    let half =
        "hazard = { die = '2d6', damage = 1, save = 'dex', difficulty = 5, saved = 'half', exhaustion = 1 }, who = ['A']";
    seen(&hazard(half, "save against a hazard d8=8, damage of a hazard d6=3 d6=3"), "A", &[("hp", 6), ("exhaustion", 0)]);
    let fails = "save against a hazard d8=1, damage of a hazard d6=1 d6=1";
    seen(&hazard(half, fails), "A", &[("hp", 6), ("exhaustion", 1)]);
    // Without a difficulty of its own, that of the book.
    let plain = "hazard = { damage = 2, save = 'dex' }, who = ['A']";
    assert_eq!(hazard(plain, "save against a hazard d8=4").see("A", "hp"), 9);
    assert_eq!(hazard(plain, "save against a hazard d8=3").see("A", "hp"), 7);
}

// VOG-031, VOG-040, VOG-065, R-54
#[test]
fn a_hazard_wears_down_and_leaves_a_status_for_the_next_fight() {
    seen(&hazard("hazard = { exhaustion = 2 }, who = ['A']", ""), "A", &[("exhaustion", 2), ("hp", 4)]);
    let play = hazard("hazard = { damage = 5, status = 'bleeding' }, who = ['C']", "");
    seen(&play, "C", &[("hp", -1), ("exhaustion", 1), ("prone", 1)]);
    let wet = "hazard = { status = 'drenched' }, who = ['A']";
    let mut play = hazard(wet, "");
    assert!(play.meet());
    assert_eq!(play.see("A", "has(drenched)"), 1);
}

// VOG-029, VOG-065
#[test]
fn armor_counts_only_where_the_hazard_says_so() {
    assert_eq!(hazard("hazard = { damage = 5 }, who = ['A']", "").see("A", "hp"), 4);
    let behind = hazard("hazard = { damage = 9, armor = true }, who = ['A']", "");
    let ar = behind.see("A", "ar");
    assert_eq!(behind.see("A", "hp"), 9 - (9 - ar).max(1));
    assert!(ar > 3);
}

// VOG-065
#[test]
fn a_hazard_strikes_everybody_or_one() {
    let play = hazard("hazard = { damage = 1 }", "");
    assert_eq!((play.see("A", "hp"), play.see("C", "hp"), play.see("B", "hp")), (8, 3, 3));
    let play = hazard("hazard = { damage = 1 }, strikes = 'one'", "struck by a hazard d2=2");
    assert_eq!((play.see("A", "hp"), play.see("C", "hp")), (9, 3));
    let play = hazard("hazard = { damage = 1 }, strikes = 'one', who = ['C']", "");
    assert_eq!((play.see("A", "hp"), play.see("C", "hp")), (9, 3));
    let play = hazard("hazard = { damage = 1 }, sides = ['two']", "");
    assert_eq!((play.see("A", "hp"), play.see("B", "hp")), (9, 2));
}

// VOG-065
#[test]
fn days_with_hazards_are_solved_as_they_are_played() {
    let scenario = |hazard: &str| {
        format!(
            "day = [
                {{ fight = ['us', 'rats'] }},
                {{ {hazard}, strikes = 'one', when = 'any(us, hp > 2)' }},
                {{ fight = ['us', 'rats'], fresh = ['rats'] }},
            ]
            side = [
                {{ name = 'us', combatant = [
                    {{ name = 'Ada', hp_max = 4, dex = '1d6', weapons = [{{ name = 'axe', die = '1d4' }}] }},
                    {{ name = 'Bo', hp_max = 3, weapons = [{{ name = 'axe', die = '1d4' }}] }},
                ] }},
                {{ name = 'rats', combatant = [{{ name = 'rat', hp_max = 2, weapons = [{{ name = 'teeth', die = '1d4' }}] }}] }},
            ]"
        )
    };
    for hazard in [
        "hazard = { die = '1d4', damage = 1, save = 'dex', difficulty = 3, saved = 'half', exhaustion = 1 }",
        "hazard = { damage = 2, status = 'bleeding' }",
    ] {
        let scenario = scenario(hazard);
        let apart = ScriptedPlay::<Vogt>::exact(&scenario).apart(&ScriptedPlay::<Vogt>::sampled(&scenario, 40_000, 3));
        assert_eq!(apart, Vec::<String>::new(), "{hazard}");
    }
}

#[test]
fn what_is_wrong_with_a_hazard_has_its_place_and_advice() {
    let all = [
        "hazard = {}",
        "hazard = { damage = 1, difficulty = 3 }",
        "hazard = { status = 'afraid' }",
        "hazard = { damage = 1, savd = 'half' }",
        "hazard = { damage = '2d6' }",
        "hazard = { die = '2d6+1' }",
        "hazard = { damage = 1 }, who = ['Al', 'B']",
        "hazard = { damage = 1 }, strikes = 'two'",
        "hazard = { damage = 1 }, repeat = 3",
        "hazard = { damage = 1 }, rest = 'siesta'",
        "rest = 'siesta', who = ['A'], name = 'a nap'",
        "hazard = { damage = 1 }, sides = ['three']",
    ];
    let wrong = |part: &str| try_load::<Vogt>(&day(part)).err().map_or_else(String::new, |failure| failure.render(false));
    insta::assert_snapshot!(all.map(wrong).join("\n"));
}
