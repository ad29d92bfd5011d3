//! Squares and combat clusters: who is in reach, attacks between clusters, shots into them, two weapons against one target.

use super::spec_people::{policy, stanced, usual};
use super::spec_stage::{armed, bare, bow, seen, stage, sword};

// HEI-013
#[test]
fn inside_a_square_everybody_is_in_reach_without_a_step() {
    let people = [
        sword("a", "A", 9, "two", ""),
        bare("b", "B", 5, "waits", ""),
        bare("b", "C", 4, "waits", "cluster = 1"),
        bare("b", "D", 3, "waits", "cluster = 1"),
    ];
    let two = usual(
        "two",
        "target = [{ at = 'first', among = 'it.is(B)', when = 'round == 1' }, { at = 'first', among = 'it.is(C)' }]",
    );
    let dice = "d6=5 | d6=4 d10=4 d10=4 | d6=2 || d6=2 || d6=2 || d6=2 || d6=5 | d6=4 d10=4 d10=4 | d6=2";
    let mut play = stage(&people, &two, dice);
    play.turns(1);
    seen(&play, "B", &[("hp", 2)]);
    seen(&play, "A", &[("cluster_size", 2)]);
    play.turns(4);
    seen(&play, "C", &[("hp", 2)]);
    seen(&play, "A", &[("column", 1), ("row", 1), ("ongoing", 0)]);
}

//
#[test]
fn an_attack_between_clusters_joins_them_unless_the_attacker_changes_over() {
    let sizes = |rest: &str| {
        let people = [
            sword("a", "A", 9, "picks", "cluster = 1"),
            bare("a", "C", 8, "waits", "cluster = 2"),
            bare("b", "B", 5, "waits", "cluster = 1"),
            bare("b", "D", 4, "waits", "cluster = 2"),
        ];
        let picks = usual("picks", "target = [{ at = 'first', among = 'it.is(D)' }]");
        let mut play = stage(&people, &format!("{picks}{rest}"), "d6=5 | d6=4 d10=4 d10=4 | d6=2");
        play.turns(1);
        seen(&play, "D", &[("hp", 2)]);
        assert_eq!(play.see("A", "cluster"), play.see("D", "cluster"));

        ["A", "B", "C", "D"].map(|name| play.see(name, "cluster_size"))
    };
    assert_eq!(sizes(""), [4, 4, 4, 4]);
    assert_eq!(sizes("[rulings]\ncluster_switch = 'transfer'"), [3, 0, 3, 3]);
}

//
#[test]
fn whoever_is_out_is_no_member_of_a_cluster_and_one_alone_is_none() {
    let people = [
        sword("a", "A", 9, "fights", "cluster = 1"),
        bare("b", "B", 5, "waits", "cluster = 1, hp = 1"),
        bare("b", "C", 4, "waits", "at = 'A1'"),
    ];
    let mut play = stage(&people, "", "d6=5 | d6=2");
    seen(&play, "A", &[("cluster_size", 2)]);
    play.turns(1);
    seen(&play, "B", &[("standing", 0), ("cluster", 0)]);
    seen(&play, "A", &[("cluster", 0)]);
}

// HEI-122, HEI-123
#[test]
fn a_shooter_inside_the_cluster_does_not_count_and_is_never_hit_by_its_own_shot() {
    // The shot is dodged by all who can dodge it: first a foe, then a friend.
    let shot = |rest: &str, dice: &str| {
        let people = [
            bow("a", "A", 9, "shoots", "cluster = 1"),
            bare("a", "X", 7, "waits", "cluster = 1"),
            bare("b", "T", 5, "waits", "cluster = 1"),
        ];
        let mut play = stage(&people, &format!("{}{rest}", policy("shoots", "{ do = 'attack' }", "")), dice);
        play.turns(1);
        seen(&play, "A", &[("hp", 4), ("dodges", 0), ("loaded(bow)", 0)]);
        seen(&play, "T", &[("hp", 4), ("dodges", 1)]);
        seen(&play, "X", &[("hp", 4), ("dodges", 1)]);
    };
    let next = "d6=4 d10=4 d10=4";
    shot("", &format!("d6=1 d10=6 d10=7 | {next} | d6=1 d10=6 | {next} | d6=2"));
    let counts = "[rulings]\nshooter_counts = 'yes'";
    shot(counts, &format!("d6=1 d10=6 d10=7 d10=8 | {next} | d6=1 d10=6 d10=7 | {next} | d6=2"));
}

// R-25, HEI-152
#[test]
fn a_re_roll_that_fails_by_fatigue_ends_the_shot_unless_it_goes_on() {
    let shot = |rest: &str, dice: &str| {
        let people = [
            bow("a", "A", 9, "shoots", "at = 'B1', fatigue = 3"),
            stanced(bare("b", "T", 7, "waits", "cluster = 1"), "dodge", 6),
            bare("b", "X", 6, "waits", "cluster = 1"),
            bare("b", "Y", 5, "waits", "cluster = 1"),
        ];
        let mut play = stage(&people, &format!("{}{rest}", policy("shoots", "{ do = 'attack' }", "")), dice);
        play.turns(1);
        seen(&play, "A", &[("fatigue", 3)]);
        seen(&play, "X", &[("dodges", 0), ("hp", 4)]);

        play.see("Y", "hp")
    };
    let begin = "d6=3 d10=3 d10=4 d10=5 | d6=4 d10=4 d10=4 | d6=1 d10=5 d10=5";
    assert_eq!(shot("", &format!("{begin} | d6=2")), 4);
    let next = "[rulings]\nretarget_fatigue_fail = 'next'";
    assert_eq!(shot(next, &format!("{begin} | d6=4 d10=5 | d6=4 d10=4 d10=4 | d6=2")), 1);
    // A first roll that fails ends the shot whatever the ruling.
    let people = [
        bow("a", "A", 9, "shoots", "at = 'B1', fatigue = 3"),
        bare("b", "T", 7, "waits", "cluster = 1"),
        bare("b", "X", 6, "waits", "cluster = 1"),
    ];
    let mut play = stage(&people, &format!("{}{next}", policy("shoots", "{ do = 'attack' }", "")), "d6=2 d10=5 d10=5 | d6=2");
    play.turns(1);
    seen(&play, "A", &[("fatigue", 4)]);
    seen(&play, "X", &[("hp", 4), ("dodges", 0)]);
}

const KNIVES: &str = "{ kind = 'light', name = 'left', ability = 'knife_fighting', place = 'off_hand' }, \
                      { kind = 'light', name = 'right', ability = 'knife_fighting', place = 'sword_hand', damage = 2 }";

// R-28, HEI-185
#[test]
fn the_sword_hand_strikes_first_and_the_other_may_be_worse() {
    let strike = |rest: &str, second: &str| {
        let people = [armed("a", "A", 9, "fights", KNIVES, ""), bare("b", "T", 5, "waits", "")];
        let next = "dodge d6=4 d10=4 d10=4 d10=4 d10=4";
        let dice = format!("d6=5 | d6=6 d10=9 d10=8 | {second} | {next} | d6=2");
        let mut play = stage(&people, rest, &dice);
        play.turns(1);
        seen(&play, "T", &[("hp", 2), ("dodges", 2)]);
    };
    strike("", "attack d6=3");
    strike("[book.attack]\noffhand_penalty = 1", "d6=3 d10=9");
}

//
#[test]
fn the_second_roll_is_lost_when_the_first_puts_the_target_out() {
    let people =
        [armed("a", "A", 9, "fights", KNIVES, ""), bare("b", "T", 5, "waits", "hp = 1"), bare("b", "U", 4, "waits", "")];
    let mut play = stage(&people, "", "d6=5 | d6=2");
    play.turns(1);
    seen(&play, "T", &[("standing", 0)]);
    seen(&play, "U", &[("hp", 4), ("dodges", 0)]);
}

// R-28, HEI-233
#[test]
fn a_guard_takes_both_rolls_of_an_attack() {
    let people = [bare("b", "G", 9, "guards", ""), armed("a", "A", 7, "picks", KNIVES, ""), bare("b", "W", 5, "waits", "")];
    let policies = policy("guards", "{ do = 'guard' }", "guard = [{ do = 'ally', who = 'W' }]")
        + &usual("picks", "target = [{ at = 'first', among = 'it.is(W)' }]");
    let dice = "d6=2 || d6=5 | d6=4 d10=4 d10=4 | d6=5 | d6=4 d10=4 d10=4 d10=4 d10=4 | d6=2";
    let mut play = stage(&people, &policies, dice);
    play.turns(2);
    seen(&play, "G", &[("hp", 1), ("ward", -1), ("dodges", 2)]);
    seen(&play, "W", &[("hp", 4), ("dodges", 0)]);
}

// R-28, HEI-197
#[test]
fn a_holder_opposes_an_attack_with_two_weapons_once() {
    let people = [bare("b", "H", 9, "holds", ""), armed("a", "A", 5, "gives", KNIVES, "")];
    let policies = usual("holds", "brawl = [{ do = 'bind' }]") + &usual("gives", "provoked = [{ do = 'no' }]");
    let attacks = |dice: &str| {
        let mut play = stage(&people, &policies, &format!("d6=5 | d6=4 d10=4 d10=4 || {dice}"));
        play.turns(1);
        seen(&play, "A", &[("bound(body)", 1)]);
        play.turns(1);

        [play.see("H", "hp"), play.see("H", "dodges"), play.see("A", "held_by")]
    };
    // 6 + 3 holds back 3 + 5, and so the whole action.
    assert_eq!(attacks("d6=6 | d6=3 | d6=2"), [4, 0, 0]);
    // 3 + 3 does not: free, and a hit. Nothing holds back 2 + 5, which meets the defence that H can roll now.
    assert_eq!(attacks("d6=3 | d6=3 | d6=4 | d6=2 | d6=4 d10=5 d10=6 | d6=2"), [1, 1, -1]);
}

// HEI-219
#[test]
fn concealment_costs_attackers_consistency_but_for_those_of_the_same_cluster() {
    let arena = "[arena]\nsquare.B2 = { objects = [{ name = 'crate' }] }";
    let shot = |archer: &str, target: &str, dice: &str| {
        let people =
            [bow("a", "A", 9, "shoots", archer), bare("b", "T", 5, "waits", &format!("at = 'B2', cover = 'crate', {target}"))];
        let mut play = stage(&people, &format!("{}{arena}", policy("shoots", "{ do = 'attack' }", "")), dice);
        let concealed = play.see("T", "concealed_from(A)");
        play.turns(1);
        seen(&play, "T", &[("dodges", 1)]);
        concealed
    };
    let next = "d6=4 d10=4 d10=4 | d6=2";
    assert_eq!(shot("at = 'B1'", "", &format!("d6=5 d10=6 d10=7 | {next}")), 2);
    // From one above a crate of height 1 hides nobody.
    assert_eq!(shot("at = 'B1', elevation = 1", "", &format!("d6=5 | {next}")), 0);
    // In a cluster of two only the other one counts.
    assert_eq!(shot("at = 'B2', cluster = 1", "cluster = 1", &format!("d6=5 d10=6 | {next}")), 0);
}
