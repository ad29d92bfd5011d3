//! Rests and treatment, and what a day begins with.

use super::spec_people::{policy, stanced};
use super::spec_stage::{bare, seen, stage, sword};
use crate::rules::heimr::Heimr;
use crate::rules::testing::Play;

// HEI-079, HEI-076
#[test]
fn a_stabilised_injury_opens_again_in_a_fight_and_its_clock_begins_anew() {
    let clocks = |more: &str, rest: &str| {
        let people = [
            bare("a", "A", 9, "waits", &format!("hp = -3, injuries = ['right_leg'], {more}")),
            bare("b", "B", 5, "waits", "at = 'A1'"),
        ];
        let play = stage(&people, rest, "");
        (play.see("A", "stabilised"), play.see("A", "unconscious_round"), play.see("A", "death_round"))
    };
    assert_eq!(clocks("stabilised = true", ""), (0, 151, 301));
    assert_eq!(clocks("", ""), (0, 151, 301));
    assert_eq!(clocks("stabilised = true", "[book.care]\nreopen = false"), (1, 0, 0));
}

// HEI-079
#[test]
fn whoever_fights_on_with_an_injury_that_has_opened_again_faints_in_time() {
    let people = [
        bare("a", "A", 9, "waits", "hp = -3, injuries = ['off_arm'], stabilised = true"),
        bare("b", "B", 5, "waits", "at = 'A1'"),
    ];
    let quick = "[book.injury]\nmangled_unconscious_s = 2\nmangled_death_s = 4";
    let mut play = stage(&people, quick, "d6=2 || d6=2 || d6=2 || d6=2");
    play.rounds(1);
    seen(&play, "A", &[("unconscious", 0)]);
    play.rounds(1);
    seen(&play, "A", &[("unconscious", 1), ("dead", 0)]);
    assert!(play.ending().is_some());
    play.finish();
}

/// A, who has these insides, after a leg of a day and before any fight.
fn after(legs: &str, a: &str, rest: &str) -> Play<Heimr> {
    let people = [bare("a", "A", 9, "waits", a), bare("b", "B", 5, "waits", "at = 'A1'")];
    let mut play = stage(&people, &format!("day = [{legs}, {{ fight = ['a', 'b'] }}]\n{rest}"), "");
    play.leg();
    play
}

// HEI-070, HEI-076, HEI-077, R-51
#[test]
fn a_short_rest_takes_five_minutes_of_those_who_are_dying() {
    let mangled = "hp = -2, injuries = ['right_leg']";
    let mutilated = "hp = -4, injuries = ['right_leg']";
    let rest = "{ rest = 'short_rest' }";
    seen(&after(rest, mangled, ""), "A", &[("unconscious", 1), ("dead", 0), ("death_round", 150), ("hp", -2)]);
    seen(&after(rest, mutilated, ""), "A", &[("dead", 1)]);
    let quick = "[book.rest]\nshort_minutes = 1";
    seen(&after(rest, mangled, quick), "A", &[("unconscious", 0), ("unconscious_round", 120), ("death_round", 270)]);
    seen(&after(rest, mutilated, quick), "A", &[("unconscious", 1), ("dead", 0), ("death_round", 30)]);
    // Two of them are the ten minutes; the night is longer than anybody who is dying lives.
    let mut play = after(&format!("{rest}, {rest}"), mangled, "");
    play.leg();
    seen(&play, "A", &[("dead", 1)]);
    seen(&after("{ rest = 'night' }", mangled, ""), "A", &[("dead", 1)]);
    for leg in [rest, "{ rest = 'night' }"] {
        seen(&after(leg, &format!("{mangled}, stabilised = true"), ""), "A", &[("dead", 0), ("unconscious", 0), ("hp", -2)]);
        seen(&after(leg, "hp = -1, injuries = ['right_leg']", ""), "A", &[("dead", 0), ("unconscious", 0)]);
    }
    // So is the road.
    seen(&after("{ travel = 4 }", mangled, ""), "A", &[("unconscious_round", 30), ("death_round", 180)]);
    seen(&after("{ travel = 10 }", mangled, ""), "A", &[("dead", 1)]);
    seen(&after("{ rest = 'breather' }", mangled, ""), "A", &[("unconscious", 0), ("dead", 0)]);
}

// HEI-070, R-51
#[test]
fn what_a_rest_has_left_of_a_clock_runs_out_in_the_fight() {
    let people = [
        bare("a", "A", 9, "waits", "hp = -2, injuries = ['off_arm']"),
        bare("a", "C", 8, "waits", ""),
        bare("b", "B", 5, "waits", "at = 'A1'"),
    ];
    let text = "day = [{ rest = 'short_rest' }, { fight = ['a', 'b'] }]\n[book.injury]\nmangled_unconscious_s = 304\n[book.turn]\nrounds_max = 2";
    let mut play = stage(&people, text, "d6=2 || d6=2 || d6=2 || d6=2 || d6=2 || d6=2");
    play.leg();
    seen(&play, "A", &[("unconscious", 0), ("unconscious_round", 2)]);
    play.leg();
    assert_eq!(play.metric("A.unconscious"), 1);
    assert_eq!(play.metric("A.out_round"), 2);
    play.finish();
}

/// The first fight of a day: X stabs W, who strikes X down; W has 2 of its 4 hit points left.
const FIGHT: &str = "d6=1 | d6=4 d10=4 d10=4 | d6=1 | d6=5";

fn day(leg: &str, dice: &str) -> Play<Heimr> {
    let knife = "weapons = [{ kind = 'light', ability = 'knife_fighting', damage = 2 }], hp = 1";
    let people = [
        stanced(bare("b", "X", 9, "stabs", knife), "dodge", 1),
        sword("a", "W", 5, "fights", ""),
        bare("c", "Y", 1, "waits", "hp = 1"),
    ];
    let stabs = policy("stabs", "{ do = 'attack' }", "");
    let legs = format!("day = [{{ fight = ['a', 'b'] }}, {leg}, {{ fight = ['a', 'c'] }}]\n{stabs}");
    let mut play = stage(&people, &legs, &format!("{FIGHT} || {dice}"));
    play.leg();
    seen(&play, "W", &[("hp", 2), ("fatigue", 1)]);
    play.leg();
    play
}

// HEI-071, HEI-067, HEI-068
#[test]
fn hit_points_come_back_only_where_nobody_rolls() {
    // The rest itself asks for no die, and is over when there is one.
    let play = day("{ rest = 'short_rest' }", "");
    seen(&play, "W", &[("hp", 4)]);
    play.finish();
    for leg in ["{ travel = 5 }", "{ rest = 'breather' }"] {
        let play = day(leg, "");
        seen(&play, "W", &[("hp", 2)]);
        play.finish();
    }
    // From fight to fight there is no rest.
    let play = day("{ fight = ['a', 'c'] }", "d6=2 | d6=5");
    seen(&play, "W", &[("hp", 2)]);
    play.finish();
}
