//! The order of the file changes nothing: equal sides and equal combatants fare alike, whichever is listed first.
//!
//! Exact where a fight can be solved, else within five standard errors. Start at [`shares`].

use std::fmt::Write as _;

use super::stage::{FIRST, ends, field, plan};
use crate::InjuryD20;
use frame::rules::testing::{Measured, ScriptedPlay, check_equals, told_of};

/// A combatant with a club that is out of breath after a few hits, and has few parts.
const WEAK: &str = "[combatant.one]\nmb = 5\nstr = 4\nlevel = 1\ntrained_stamina = 1\nexhaustion_max = 1\n\
                    weapons = [{ name = 'club' }]\n\
                    body = { ear = 1, nose = 0, eye = 0, mouth = 0, heart = 0, foot = 0, leg = 0, arm = 0, hand = 1, head = 0 }\n\
                    [policy.p]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'ear' }]\n";

/// Sides of so many of the same.
fn sides(counts: &[usize], rest: &str) -> String {
    let mut text = format!("{rest}{WEAK}");
    for (side, &count) in counts.iter().enumerate() {
        write!(text, "[[side]]\nname = 's{side}'\n").expect("a text has room");
        for one in 0..count {
            let name = format!("S{side}{one}");
            write!(text, "[[side.combatant]]\nlike = 'one'\nname = '{name}'\npolicy = 'p'\n").expect("a text has room");
        }
    }
    text
}

/// The exact share of fights that each of so many sides wins.
fn shares(exact: &Measured, sides: i64) -> Vec<f64> {
    assert!(exact.unresolved() < 1e-6, "unresolved: {}", exact.unresolved());
    (0..sides).map(|side| exact.chance("winner", side)).collect()
}

//
#[test]
fn equal_sides_win_as_often() {
    for counts in [&[1, 1][..], &[1, 1, 1]] {
        let exact = ScriptedPlay::<InjuryD20>::exact(&sides(counts, ""));
        let shares = shares(&exact, counts.len() as i64);
        assert!(shares.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 1e-6), "{shares:?}");
    }
    let listed = ScriptedPlay::<InjuryD20>::exact(&sides(&[1, 1, 1], "rulings.default_target = 'listed'\n"));
    let shares = shares(&listed, 3);
    assert!(shares[2] > shares[0] + 0.1, "the first is struck by both others: {shares:?}");
}

//
#[test]
fn equals_fare_alike_by_a_line_for_their_target_too() {
    let sheet = "mb = 5\nstr = 4\nlevel = 1\ntrained_stamina = 1\nexhaustion_max = 1\nweapons = [{ name = 'club' }]";
    check_equals::<InjuryD20>(sheet, "at = 'most_injured'");
}

//
#[test]
fn equal_combatants_of_a_side_are_hurt_as_often() {
    let exact = ScriptedPlay::<InjuryD20>::exact(&sides(&[2, 1], ""));
    let [first, second] = ["S00", "S01"].map(|name| exact.mean(&format!("{name}.injuries")));
    assert!((first - second).abs() < 1e-6, "{first} {second}");
    let out = |name: &str| exact.mean(&format!("{name}.out"));
    assert!((out("S00") - out("S01")).abs() < 1e-6);
}

//
#[test]
fn exact_and_sampled_answers_agree_on_targets_at_random() {
    let text = sides(&[2, 1, 1], "");
    let (exact, sampled) = (ScriptedPlay::<InjuryD20>::exact(&text), ScriptedPlay::<InjuryD20>::sampled(&text, 3_000, 5));
    assert_eq!(exact.apart(&sampled), [""; 0]);
}

//
#[test]
fn the_target_by_default_is_the_nearest_and_one_at_random_of_several() {
    let strikes = |twos: &[(&str, [i32; 2], &str)], rest: &str, dice: &str, struck: &str| {
        let rest = format!("{}{rest}", plan("{ do = 'attack' }").replace(FIRST, ""));
        let mut play = field(&[("A", [5, 5], "weapons = [{ name = 'pike', reach_ft = 10 }]")], twos, &rest, dice);
        play.rounds(1);
        ends(play, struck, &[("strain", 1)]);
    };
    let alike = [("B", [6, 5], ""), ("C", [6, 6], ""), ("D", [7, 6], "")];
    strikes(&alike, "", "random target d2=2, attack 11", "C");
    strikes(&alike, "", "random target d2=1, attack 11", "B");
    strikes(&alike, "[rulings]\ndefault_target = 'listed'\n", "attack 11", "B");
    strikes(&[("B", [7, 5], ""), ("C", [6, 6], "")], "", "attack 11", "C");
}

//
#[test]
fn of_equals_by_a_line_the_first_listed_is_meant_or_one_at_random() {
    let strikes = |rulings: &str, dice: &str, struck: &str| {
        let nearest = plan("{ do = 'attack' }").replace(FIRST, "target = [{ at = 'nearest' }]\n");
        let ones = [("A", [5, 5], "weapons = [{ name = 'pike', reach_ft = 10 }]")];
        let mut play = field(&ones, &[("B", [6, 5], ""), ("C", [6, 6], "")], &format!("{nearest}{rulings}"), dice);
        play.rounds(1);
        ends(play, struck, &[("strain", 1)]);
    };
    strikes("", "attack 11", "B");
    strikes("[rulings]\ndefault_target = 'everywhere'\n", "random target d2=2, attack 11", "C");
}

//
#[test]
fn of_two_friends_who_bleed_as_much_chance_says_whose_blood_is_stopped() {
    let helps = |rest: &str, dice: &str, bleeds: [i64; 2]| {
        let rest = format!("{}{rest}", plan("{ do = 'staunch' }"));
        let bleeding = "bleed = 2";
        let ones = [("A", [5, 5], ""), ("C", [5, 6], bleeding), ("D", [6, 5], bleeding)];
        let mut play = field(&ones, &[("B", [15, 5], "")], &rest, dice);
        play.rounds(1);
        assert_eq!(["C", "D"].map(|name| play.see(name, "bleed")), bleeds);
    };
    helps("", "random target d2=2, staunching 20", [2, 0]);
    helps("[rulings]\ndefault_target = 'listed'\n", "staunching 20", [0, 2]);
}

// INJ-126, R-18, R-54
#[test]
fn the_confused_attack_one_of_the_nearest_at_random() {
    let head = "injuries = [{ part = 'head', count = 2 }]";
    let rest = format!("{}[book.confused]\ntable = ['nearest', 'nearest']\n", plan("{ do = 'attack' }"));
    let twos = [("B", [6, 5], ""), ("C", [6, 6], "")];
    let strikes = |dice: &str, struck: &str| {
        let dice = format!("initiative 16, confusion d2=1, {dice}");
        let mut play = field(&[("A", [5, 5], head)], &twos, &format!("{rest}[book.turn]\nap = 1\n"), &dice);
        play.rounds(1);
        ends(play, struck, &[("strain", 1)]);
    };
    // Two dice for initiative and attack each, for the concussion.
    strikes("random target d2=2, attack 12 12", "C");
}

//
#[test]
fn loading_says_nothing_and_the_sheet_says_whom_the_default_chooses() {
    assert!(!told_of::<InjuryD20>(&sides(&[1, 1, 1], "")).contains("target"));
    let says = |counts: &[usize], rest: &str| {
        let loaded = frame::rules::testing::load::<InjuryD20>(&sides(counts, rest));
        let profiles = frame::rules::Describes::profiles(&loaded.rules);
        let lines = profiles[0].lines.iter().find(|line| line.name == "target").map(|line| line.text());
        lines.unwrap_or_default()
    };
    assert_eq!(says(&[1, 1], ""), "");
    assert!(says(&[1, 2], "").starts_with("the nearest, of several one at random"));
    assert!(says(&[1, 2], "rulings.default_target = 'listed'\n").starts_with("the first in the order of the file"));
}
