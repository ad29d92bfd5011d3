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

/// A day of these legs after a fight in which W strikes one enemy down and loses 2 of its 4 hit points.
fn day(legs: &str, dice: &str) -> Play<Heimr> {
    let people = [
        stanced(bare("b", "X", 9, "stabs", "weapons = [{ kind = 'light', ability = 'knife_fighting', damage = 2 }], hp = 1"), "dodge", 1),
        sword("a", "W", 5, "fights", ""),
    ];
    let stabs = policy("stabs", "{ do = 'attack' }", "");
    let mut play = stage(&people, &format!("day = [{{ fight = ['a', 'b'] }}, {legs}]\n{stabs}"), dice);
    play.leg();
    seen(&play, "W", &[("hp", 2), ("fatigue", 1)]);
    play
}

/// The fight: X hits, W's next dodge, X's own; W hits.
const FIGHT: &str = "d6=1 | d6=4 d10=4 d10=4 | d6=1 | d6=5";

// HEI-067, HEI-068
#[test]
fn hit_points_come_back_in_a_rest_and_not_between_two_fights_or_on_the_road() {
    let mut play = day("{ rest = 'short_rest' }", FIGHT);
    play.leg();
    seen(&play, "W", &[("hp", 4)]);
    play.finish();
    for leg in ["{ travel = 5 }", "{ rest = 'breather' }"] {
        let mut play = day(leg, FIGHT);
        play.leg();
        seen(&play, "W", &[("hp", 2)]);
        play.finish();
    }
}
