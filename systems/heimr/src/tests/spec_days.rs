//! Rests and treatment, and what a day begins with.

use super::spec_people::{policy, stanced};
use super::spec_stage::{bare, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

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
}

/// A, who has these insides, after a leg of a day and before any fight.
fn after(legs: &str, a: &str, rest: &str) -> ScriptedPlay<Heimr> {
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
}

/// The first fight of a day: X stabs W, who strikes X down; W has 2 of its 4 hit points left.
const FIGHT: &str = "d6=1 | d6=4 d10=4 d10=4 | d6=1 | d6=5";

fn day(leg: &str, dice: &str) -> ScriptedPlay<Heimr> {
    day_by("", leg, dice)
}

fn day_by(rest: &str, leg: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let knife = "weapons = [{ kind = 'light', ability = 'knife_fighting', damage = 2 }], hp = 1";
    let people = [
        stanced(bare("b", "X", 9, "stabs", knife), "dodge", 1),
        sword("a", "W", 5, "fights", ""),
        bare("c", "Y", 1, "waits", "hp = 1"),
    ];
    let stabs = policy("stabs", "{ do = 'attack' }", "");
    let legs = format!("day = [{{ fight = ['a', 'b'] }}, {leg}, {{ fight = ['a', 'c'] }}]\n{stabs}{rest}");
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
    for leg in ["{ travel = 5 }", "{ rest = 'breather' }"] {
        let play = day(leg, "");
        seen(&play, "W", &[("hp", 2)]);
    }
    // From fight to fight there is no rest.
    let play = day("{ fight = ['a', 'c'] }", "d6=2 | d6=5");
    seen(&play, "W", &[("hp", 2)]);
}

// HEI-071, HEI-068
#[test]
fn whoever_has_to_do_something_in_a_short_rest_gets_nothing_from_it() {
    let rests = "{ rest = 'short_rest', sides = ['a', 'b', 'c'] }";
    let percent = |percent: u8, more: &str| format!("[book.rest]\ninterrupted_percent = {percent}\n{more}");
    // W rolls, then Y; X is too badly hurt to rest.
    let of_both = |dice: &str| {
        let play = day_by(&percent(40, ""), rests, dice);

        (play.see("W", "hp"), play.see("Y", "hp"))
    };
    assert_eq!([of_both("d100=40 | d100=41"), of_both("d100=41 | d100=40")], [(2, 4), (4, 1)]);
    let always = day_by(&percent(100, "[rulings]\nshort_rest_willpower = 'full'\n"), rests, "");
    seen(&always, "W", &[("hp", 2), ("fatigue", 1)]);
    // A night is long enough for a rest all the same.
    let night = day_by(&percent(100, ""), "{ rest = 'night' }", "");
    seen(&night, "W", &[("hp", 4)]);
}

/// M lies there with an injured leg and is stabilised by A; then it acts. What is seen of it after its turn.
fn stabilised(hp: i8, policy: &str, rest: &str, dice: &str) -> [i64; 4] {
    let heals = "skills = [{ name = 's', action = 'standard', target = 'ally', effects = [{ effect = 'stabilise' }] }]";
    let people = [
        bare("a", "A", 9, "heals", heals),
        bare("a", "M", 5, policy, &format!("hp = {hp}, injuries = ['right_leg'], prone = true")),
        bare("b", "B", 1, "waits", "at = 'A3'"),
    ];
    let policies = "[policy.heals]\nturn = [{ do = 'skill', skill = 's' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n\
                    [policy.crawls]\nturn = [{ do = 'crawl', direction = 'up' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n";
    let mut play = stage(&people, &format!("{policies}{rest}"), &format!("d6=2 | {dice}"));
    play.turns(1);
    seen(&play, "M", &[("stabilised", 1), ("death_round", 0), ("unconscious", 0)]);
    play.turns(1);

    ["stabilised", "death_round", "unconscious", "standing"].map(|what| play.see("M", what))
}

// HEI-079, HEI-078
#[test]
fn an_injured_leg_that_is_moved_opens_again_and_one_that_lies_still_does_not() {
    let lying = "dodge d6=2 d10=4 d10=4";
    assert_eq!(stabilised(-2, "waits", "", lying), [1, 0, 0, 1]);
    assert_eq!(stabilised(-2, "crawls", "", lying), [0, 301, 0, 1]);
    assert_eq!(stabilised(-4, "waits", "", lying), [1, 0, 0, 1]);
    assert_eq!(stabilised(-4, "crawls", "", ""), [0, 61, 1, 0]);
    assert_eq!(stabilised(-2, "crawls", "[book.care]\nreopen = false\n", lying), [1, 0, 0, 1]);
}

/// A fight that W wins, then these legs; C and D, who are hurt and begin in one cluster, are met last.
fn met_last(legs: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let knife = "weapons = [{ kind = 'light', ability = 'knife_fighting', damage = 2 }], hp = 1";
    let late = "hp = -3, injuries = ['right_leg'], stabilised = true, cluster = 1, prone = true";
    let people = [
        stanced(bare("b", "X", 9, "stabs", knife), "dodge", 1),
        sword("a", "W", 5, "fights", ""),
        bare("c", "C", 2, "waits", late),
        bare("c", "D", 1, "waits", "hp = 1, cluster = 1"),
    ];
    let stabs = policy("stabs", "{ do = 'attack' }", "");
    let day = format!("day = [{{ fight = ['a', 'b'] }}, {legs} {{ fight = ['a', 'c'] }}]\n{stabs}");
    let mut play = stage(&people, &day, &format!("{FIGHT} || {dice}"));
    play.leg();
    play
}

// HEI-114, HEI-215, R-54
#[test]
fn whoever_is_met_later_begins_its_own_fight_as_it_began_the_day() {
    // W rolls its first dodge.
    let mut play = met_last("", "dodge d6=2");
    seen(&play, "C", &[("hp", -3), ("stabilised", 1), ("prone", 1)]);
    play.meet();
    // Hurt as it is, it comes to its first fight, in the cluster in which it begins.
    seen(&play, "C", &[("absent", 0), ("prone", 1), ("cluster_size", 2)]);
    seen(&play, "D", &[("absent", 0), ("cluster_size", 2)]);
}

// HEI-067, HEI-070
#[test]
fn a_rest_does_nothing_for_those_who_are_met_later_unless_the_plan_names_them() {
    let mut play = met_last("{ rest = 'short_rest' }, { rest = 'short_rest', sides = ['c'] },", "");
    play.leg();
    seen(&play, "W", &[("hp", 4)]);
    seen(&play, "D", &[("hp", 1)]);
    play.leg();
    seen(&play, "D", &[("hp", 4)]);
}

// HEI-139, HEI-140, HEI-294
#[test]
fn fatigue_returns_to_the_base_of_what_is_wielded_again_after_a_fight() {
    let people = [
        sword("a", "W", 9, "strikes", "shields = [{ kind = 'tower' }]"),
        bare("b", "X", 5, "waits", "hp = 1"),
        bare("c", "Y", 1, "waits", ""),
    ];
    let drops = policy("strikes", "{ do = 'drop', item = 'tower' }, { do = 'attack' }", "");
    let day = format!("day = [{{ fight = ['a', 'b'] }}, {{ fight = ['a', 'c'] }}]\n{drops}");
    let mut play = stage(&people, &day, "d6=5");
    seen(&play, "W", &[("fatigue", 2), ("base_fatigue", 2)]);
    play.leg();
    seen(&play, "W", &[("fatigue", 2), ("base_fatigue", 2)]);
}
