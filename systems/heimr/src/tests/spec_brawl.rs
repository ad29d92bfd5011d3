//! Brawl attacks, the strike they provoke, touches, grabs and what ends them.

use super::spec_people::{policy, stanced, usual};
use super::spec_stage::{armed, bare, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

/// A dodge at -2, and one at -4.
const NEXT: &str = "d6=4 d10=4 d10=4";
const AFTER_NEXT: &str = "d6=4 d10=4 d10=4 d10=4 d10=4";

fn binds() -> String {
    usual("binds", "brawl = [{ do = 'bind' }]")
}

// HEI-162, HEI-188
#[test]
fn a_brawl_attack_does_one_point_of_damage_or_takes_hold() {
    let people = [bare("a", "W", 9, "fights", ""), bare("b", "T", 5, "waits", "")];
    let mut play = stage(&people, "", &format!("d6=5 | {NEXT} | d6=2"));
    play.turns(1);
    seen(&play, "T", &[("hp", 3), ("held_by", -1)]);
    seen(&play, "W", &[("cluster_size", 2), ("ongoing", 0), ("holds", -1)]);
    let people = [bare("a", "W", 9, "binds", ""), bare("b", "T", 5, "waits", "")];
    let mut play = stage(&people, &binds(), &format!("d6=3 | {NEXT}"));
    play.turns(1);
    seen(&play, "T", &[("hp", 4), ("held_by", 0), ("bound(off_arm)", 1)]);
    seen(&play, "W", &[("stance", -1)]);
}

// HEI-162
#[test]
fn a_brawl_attack_is_a_standard_action() {
    let people = [bare("a", "W", 9, "twice", ""), bare("b", "T", 5, "waits", "")];
    let mut play = stage(
        &people,
        &policy("twice", "{ do = 'brawl' }, { do = 'move', direction = 'up' }", ""),
        &format!("d6=5 | {NEXT} | d6=2"),
    );
    play.turns(1);
    seen(&play, "T", &[("hp", 3)]);
    seen(&play, "W", &[("row", 1)]);
}

// HEI-191, R-35
#[test]
fn a_touch_costs_no_hit_points_and_binds_only_by_the_ruling() {
    let brawl = |more: &str, rest: &str, pre: u8, die: u8| {
        let people = [bare("a", "W", 9, "brawls", ""), stanced(bare("b", "T", 5, "waits", ""), "dodge", pre)];
        let brawls = usual("brawls", more);
        let end = if rest.contains("touch_binds") && pre <= 3 { "" } else { "| d6=2" };
        let dice = format!("d6={die} | {NEXT} {end} | d6=2");
        let mut play = stage(&people, &format!("{brawls}{rest}\n[book.turn]\nrounds_max = 1"), &dice);
        play.rounds(1);

        (play.see("T", "hp"), play.see("T", "held_by"), play.metric("W.touches"))
    };
    let bind = "brawl = [{ do = 'bind' }]";
    // 2 + 3 against 5, 1 + 3 against 5, 1 + 3 against 6.
    assert_eq!(brawl("", "", 3, 2), (4, -1, 1));
    assert_eq!(brawl("", "", 3, 1), (4, -1, 1));
    assert_eq!(brawl("", "", 4, 1), (4, -1, 0));
    assert_eq!(brawl(bind, "", 3, 2), (4, -1, 1));
    let yes = "[rulings]\ntouch_binds = 'yes'";
    assert_eq!(brawl(bind, yes, 3, 2), (4, 0, 1));
    assert_eq!(brawl(bind, yes, 3, 1), (4, 0, 1));
    assert_eq!(brawl(bind, yes, 4, 1), (4, -1, 0));
}

//
#[test]
fn a_touch_with_the_fist_does_nothing_whatever_the_ruling() {
    let people = [bare("a", "W", 9, "fights", ""), bare("b", "T", 5, "waits", "")];
    let mut play = stage(&people, "[rulings]\ntouch_binds = 'yes'", &format!("d6=2 | {NEXT} | d6=2"));
    play.turns(1);
    seen(&play, "T", &[("hp", 4), ("held_by", -1)]);
}

// HEI-189
#[test]
fn a_bind_needs_a_free_hand() {
    let hold = |gear: &str| {
        let people = [bare("a", "W", 9, "grabs", gear), bare("b", "T", 5, "waits", "")];
        let grabs = policy("grabs", "{ do = 'brawl' }", "brawl = [{ do = 'bind' }]");
        let free =
            gear.is_empty() || gear.contains("place = 'sword_hand'") && !gear.contains("shields") && !gear.contains("off_hand");
        let mut play = stage(&people, &grabs, &format!("d6=5 | {NEXT} {}", if free { "" } else { "| d6=2" }));
        play.turns(1);
        let held = (play.see("T", "held_by"), play.see("T", "hp"));
        let usable = if gear.contains("medium") { play.see("W", "wields(medium)") } else { -1 };
        (held, usable)
    };
    let sword = "weapons = [{ kind = 'medium', ability = 'swordsmanship', place = 'sword_hand' }]";
    assert_eq!(hold(""), ((0, 4), -1));
    assert_eq!(hold(sword), ((0, 4), 1), "the off-hand holds, the sword stays in use");
    assert_eq!(hold(&format!("{sword}, shields = [{{ kind = 'small' }}]")), ((-1, 3), 1));
    assert_eq!(hold("weapons = [{ kind = 'great', ability = 'swordsmanship' }]"), ((-1, 3), -1));
    let knife = |place: &str| format!("{{ kind = 'light', ability = 'knife_fighting', place = '{place}' }}");
    assert_eq!(hold(&format!("weapons = [{}, {}]", knife("sword_hand"), knife("off_hand"))), ((-1, 3), -1));
}

// HEI-189
#[test]
fn an_injured_arm_is_no_free_hand() {
    let people = [
        bare(
            "a",
            "W",
            9,
            "grabs",
            "hp = 0, injuries = ['off_arm'], weapons = [{ kind = 'medium', ability = 'swordsmanship' }]",
        ),
        bare("b", "T", 5, "waits", ""),
    ];
    let grabs = policy("grabs", "{ do = 'brawl' }", "brawl = [{ do = 'bind' }]");
    let mut play = stage(&people, &grabs, &format!("d6=5 | {NEXT} | d6=2"));
    play.turns(1);
    seen(&play, "T", &[("held_by", -1), ("hp", 3)]);
}

// HEI-190
#[test]
fn a_brawler_can_choose_by_the_defences_it_sees() {
    let people = [
        bare("a", "W", 9, "sly", ""),
        stanced(bare("b", "T", 7, "waits", ""), "dodge", 4),
        stanced(bare("b", "U", 6, "waits", ""), "dodge", 2),
        bare("b", "V", 5, "waits", ""),
    ];
    let mut play = stage(&people, &usual("sly", "target = [{ at = 'lowest_defence' }]"), &format!("d6=2 | {NEXT} | d6=2"));
    play.turns(1);
    seen(&play, "U", &[("hp", 3), ("dodges", 1)]);
    seen(&play, "T", &[("hp", 4), ("dodges", 0)]);
}

// HEI-192
#[test]
fn whoever_has_dodged_the_last_attack_of_the_armed_may_brawl_unprovoked() {
    let people = [sword("b", "S", 9, "fights", ""), stanced(bare("a", "W", 5, "fights", ""), "dodge", 6)];
    let dice = format!("d6=1 | {NEXT} | d6=2 || d6=5 | {NEXT} | d6=3");
    let mut play = stage(&people, "", &dice);
    play.turns(1);
    seen(&play, "W", &[("hp", 4), ("dodged_from", 1)]);
    play.turns(1);
    seen(&play, "S", &[("hp", 3), ("dodges", 1)]);
    seen(&play, "W", &[("hp", 4), ("dodges", 0)]);
}

// HEI-192, R-36
#[test]
fn an_attack_that_was_blocked_gives_no_leave_to_brawl() {
    let shield = "shields = [{ kind = 'small', ability = 'sword_and_shield' }]";
    let people = [sword("b", "S", 9, "fights", ""), stanced(bare("a", "W", 5, "blocks", shield), "block", 6)];
    let blocks = "[policy.blocks]\ndefend = [{ do = 'block' }, { do = 'dodge' }]";
    // The strike that the brawl provokes has to be dodged, with a dodge rolled on the spot: the stored block stays.
    let dice = format!("d6=1 | {NEXT} | d6=2 || d6=6 | d6=1 | d6=5 | {NEXT} | d6=3");
    let mut play = stage(&people, blocks, &dice);
    play.turns(1);
    seen(&play, "W", &[("hp", 4), ("dodged_from", 0), ("blocks", 1), ("stance", 1)]);
    play.turns(1);
    seen(&play, "S", &[("hp", 3)]);
    seen(&play, "W", &[("hp", 4), ("dodges", 1), ("blocks", 0), ("stance", 1), ("stance_c", 0), ("stance_pre", 3)]);
}

// HEI-192
#[test]
fn only_the_latest_turn_of_the_armed_counts() {
    let people = [sword("b", "S", 9, "once", ""), stanced(bare("a", "W", 5, "later", ""), "dodge", 6)];
    let policies = policy("once", "{ do = 'attack', when = 'round == 1' }", "")
        + &policy("later", "{ do = 'wait', when = 'round == 1' }, { do = 'brawl' }", "");
    let dice = format!("d6=1 | {NEXT} | d6=2 || d6=3 || d6=2 || d6=1 | {NEXT} | d6=6 d10=6 d10=6");
    let mut play = stage(&people, &policies, &dice);
    play.turns(3);
    seen(&play, "W", &[("dodged_from", 0), ("hp", 4)]);
    play.turns(1);
    seen(&play, "W", &[("hp", 2), ("dodges", 1)]);
    seen(&play, "S", &[("hp", 4), ("dodges", 0), ("stance_pre", 2)]);
}

/// W brawls with S, who has these insides and policies; `dice` ends before the last roll of W's turn, a dodge.
fn provoking(s: &str, rest: &str, dice: &str, last: &str) -> ScriptedPlay<Heimr> {
    let people = [
        stanced(bare("a", "W", 9, "fights", ""), "dodge", 5),
        bare("b", "S", 5, "struck", s),
        bare("b", "Z", 1, "waits", "at = 'C3'"),
    ];
    let struck = if rest.contains("policy.struck") { String::new() } else { policy("struck", "", "") };
    let mut play = stage(&people, &format!("{rest}\n{struck}"), &format!("{dice} | {last}"));
    play.turns(1);
    play
}

const TWO: &str = "weapons = [{ kind = 'light', name = 'dull', ability = 'knife_fighting', place = 'sword_hand', bonus = 0 }, \
                   { kind = 'light', name = 'keen', ability = 'knife_fighting', place = 'off_hand', bonus = 4 }]";

// R-36, HEI-193
#[test]
fn the_armed_strike_with_their_best_weapon_or_with_each_of_them() {
    // 1 + 3 + 4 beats the dodge of 7; 1 + 3 would not.
    let play = provoking(TWO, "", &format!("d6=1 | {NEXT}"), "dodge d6=6 d10=6 d10=6");
    seen(&play, "W", &[("hp", 3), ("dodges", 1)]);
    seen(&play, "S", &[("hp", 4), ("dodges", 0), ("stance_pre", 3)]);
    let all = "[rulings]\nprovoked_weapons = 'all'";
    let play = provoking(TWO, all, &format!("d6=1 | {NEXT} | d6=1 | {AFTER_NEXT}"), AFTER_NEXT);
    seen(&play, "W", &[("hp", 3), ("dodges", 2)]);
    seen(&play, "S", &[("hp", 4), ("dodges", 0)]);
    // Both dodged, the brawl goes on.
    let dodged = format!("d6=1 | {} | d6=1 | {AFTER_NEXT} | d6=5 | {NEXT}", "d6=6 d10=6 d10=6");
    let play = provoking(TWO, all, &dodged, AFTER_NEXT);
    seen(&play, "W", &[("hp", 4), ("dodges", 2)]);
    seen(&play, "S", &[("hp", 3)]);
}

// R-36, HEI-185, R-28
#[test]
fn each_weapon_of_a_provoked_attack_strikes_whatever_became_of_the_one_before() {
    let all = "[rulings]\nprovoked_weapons = 'all'\n";
    // 5 + 3 against 7, and 1 + 7 against 4 + 2.
    let play = provoking(TWO, all, &format!("d6=5 | {NEXT} | d6=1 | {AFTER_NEXT}"), AFTER_NEXT);
    seen(&play, "W", &[("hp", 2), ("dodges", 2)]);
    seen(&play, "S", &[("hp", 4), ("dodges", 0)]);
    // The off-hand strikes after the sword hand.
    let worse = format!("{all}[book.attack]\noffhand_penalty = 1\n");
    let play = provoking(TWO, &worse, &format!("d6=5 | {NEXT} | d6=1 d10=9 | {AFTER_NEXT}"), AFTER_NEXT);
    seen(&play, "W", &[("hp", 2), ("dodges", 2)]);
}

// HEI-193, HEI-200
#[test]
fn a_provoked_attack_aims_like_any_other() {
    let strong = "weapons = [{ kind = 'medium', ability = 'swordsmanship', damage = 4 }]";
    let aims = policy("struck", "", "part = [{ do = 'torso' }]");
    let play = provoking(strong, &aims, "provoked attack d6=3 d10=9 d10=8", "");
    seen(&play, "W", &[("hp", 0), ("injured(torso)", 1), ("injured(off_arm)", 0)]);
}

// R-73, HEI-161, HEI-193
#[test]
fn a_provoked_attack_can_go_with_a_skill() {
    let drains = "weapons = [{ kind = 'medium', ability = 'swordsmanship' }], \
                  skills = [{ name = 's', action = 'on_hit', willpower = 1, effects = [{ effect = 'drain', number = 2 }] }]";
    let uses = policy("struck", "", "on_hit = [{ do = 'skill', skill = 's' }]");
    let play = provoking(drains, &uses, &format!("d6=5 | {NEXT}"), "d6=6 d10=6 d10=6");
    seen(&play, "W", &[("hp", 2), ("willpower", 1)]);
    seen(&play, "S", &[("willpower", 2)]);
}

// HEI-051, HEI-188, R-73
#[test]
fn a_skill_calls_the_points_of_a_brawl_attack() {
    let after = |brawl: &str| {
        let hits = "skills = [{ name = 's', action = 'on_hit', effects = [{ effect = 'hit', number = 3 }] }]";
        let people = [bare("a", "W", 9, "brawls", hits), bare("b", "T", 5, "waits", "")];
        let brawls = usual("brawls", &format!("on_hit = [{{ do = 'skill', skill = 's' }}]\n{brawl}"));
        let binds = brawl.contains("bind");
        let mut play = stage(&people, &brawls, &format!("d6=5 | {NEXT} {}", if binds { "" } else { "| d6=2" }));
        play.turns(1);

        [play.see("T", "hp"), play.see("T", "held_by")]
    };
    assert_eq!([after(""), after("brawl = [{ do = 'bind' }]")], [[1, -1], [1, 0]]);
}

const SWORD: &str = "weapons = [{ kind = 'medium', ability = 'swordsmanship' }]";

// R-36, HEI-193
#[test]
fn nobody_strikes_at_a_brawler_who_declines_is_dazed_or_asleep() {
    // Declined: the brawl meets the dodge.
    let no = policy("struck", "", "provoked = [{ do = 'no' }]");
    let play = provoking(SWORD, &no, &format!("d6=5 | {NEXT}"), "dodge d6=2");
    seen(&play, "S", &[("hp", 3), ("dodges", 1)]);
    // Dazed: neither strike nor defence.
    let play =
        provoking(&format!("{SWORD}, effects = [{{ effect = 'daze', number = 4 }}]"), "", "brawl attack d6=1", "dodge d6=2");
    seen(&play, "S", &[("hp", 3), ("dodges", 0)]);
    // Asleep: the noise does not wake it, the blow does.
    let play = provoking(&format!("{SWORD}, asleep = true"), "", "d6=4 | d6=1", "dodge d6=2");
    seen(&play, "S", &[("hp", 3), ("dodges", 0), ("asleep", 0), ("prone", 1)]);
}

// R-36, HEI-193, HEI-134
#[test]
fn a_strike_that_fails_by_itself_lets_the_brawl_go_on() {
    let play = provoking(&format!("{SWORD}, fatigue = 4"), "", &format!("d6=3 | d6=1 | {NEXT}"), "dodge d6=2");
    // The defence of S, a 3, does not meet its fatigue of 5 now.
    seen(&play, "S", &[("hp", 3), ("fatigue", 5), ("dodges", 1)]);
    seen(&play, "W", &[("hp", 4), ("dodges", 0)]);
}

//
#[test]
fn several_brawlers_provoke_a_strike_each() {
    let people = [bare("a", "W", 9, "fights", ""), bare("a", "X", 8, "fights", ""), sword("b", "S", 5, "waits", "")];
    let dice = format!("d6=1 | {NEXT} | {NEXT} || d6=2 | {NEXT} | {NEXT}");
    let mut play = stage(&people, "", &dice);
    play.turns(2);
    for name in ["W", "X"] {
        seen(&play, name, &[("hp", 2), ("dodges", 1)]);
    }
    seen(&play, "S", &[("hp", 4), ("place", 2)]);
}

// R-36, HEI-193
#[test]
fn the_held_do_not_strike_at_their_holder() {
    let people = [bare("a", "W", 9, "binds", ""), sword("b", "S", 5, "first", "")];
    let policies = binds() + &policy("first", "", "provoked = [{ do = 'no', when = 'round == 1' }]");
    let dice = format!("d6=5 | {NEXT} || d6=2 || d6=5 | {NEXT}");
    let mut play = stage(&people, &policies, &dice);
    play.turns(2);
    seen(&play, "S", &[("held_by", 0), ("hp", 4), ("wields(medium)", 1)]);
    play.turns(1);
    seen(&play, "S", &[("held_by", 0), ("hp", 3)]);
}

// R-36, HEI-194, HEI-198
#[test]
fn a_holder_neither_strikes_nor_defends_and_lets_go_when_it_receives_an_effect() {
    let people = [sword("b", "T", 9, "grabs", ""), bare("a", "X", 7, "waits", ""), bare("a", "W", 5, "fights", "")];
    let grabs = policy("grabs", "{ do = 'brawl' }", "brawl = [{ do = 'bind' }]");
    let dice = format!("d6=5 | {NEXT} || d6=2 || d6=1 | d6=4 | d6=2");
    let mut play = stage(&people, &grabs, &dice);
    play.turns(2);
    seen(&play, "T", &[("holds", 1), ("stance", -1)]);
    seen(&play, "X", &[("held_by", 0)]);
    play.turns(1);
    seen(&play, "T", &[("hp", 3), ("holds", -1), ("stance_c", 0), ("stance_pre", 4)]);
    seen(&play, "X", &[("held_by", -1)]);
}

// HEI-195
#[test]
fn a_holder_can_let_go_and_still_act() {
    let people = [bare("a", "W", 9, "loosens", ""), bare("b", "T", 5, "waits", "")];
    let loosens =
        usual("loosens", "brawl = [{ do = 'bind', when = 'round == 1' }]\nrelease = [{ do = 'yes', when = 'round == 2' }]");
    let dice = format!("d6=5 | {NEXT} || d6=2 || d6=3 | d6=5 | {NEXT} | d6=2");
    let mut play = stage(&people, &loosens, &dice);
    play.turns(2);
    seen(&play, "T", &[("held_by", 0), ("hp", 4)]);
    play.turns(1);
    seen(&play, "T", &[("held_by", -1), ("hp", 3)]);
    seen(&play, "W", &[("holds", -1), ("stance_pre", 2)]);
}

// HEI-198
#[test]
fn a_grab_ends_when_the_held_hits_the_holder() {
    let people = [bare("a", "W", 9, "lax", ""), sword("b", "T", 5, "tame", "")];
    let policies =
        usual("lax", "brawl = [{ do = 'bind' }]\noppose = [{ do = 'no' }]") + &usual("tame", "provoked = [{ do = 'no' }]");
    let dice = format!("d6=5 | {NEXT} || d6=1 | d6=6 | d6=2");
    let mut play = stage(&people, &policies, &dice);
    play.turns(1);
    seen(&play, "T", &[("held_by", 0)]);
    play.turns(1);
    seen(&play, "W", &[("hp", 2), ("holds", -1), ("stance_pre", 6)]);
    seen(&play, "T", &[("held_by", -1)]);
}

/// W holds T; then E, of T's side, strikes at W, who has these hit points.
fn rescued(hp: u8, weapon: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let people = [
        bare("a", "W", 9, "holds", &format!("hp = {hp}")),
        bare("a", "V", 8, "waits", "at = 'A1'"),
        bare("b", "T", 7, "waits", ""),
        armed("b", "E", 5, "fights", weapon, ""),
    ];
    let holds = usual("holds", "brawl = [{ do = 'bind' }]\ntarget = [{ at = 'first', among = 'it.is(T)' }]");
    let mut play = stage(&people, &holds, &format!("d6=5 | {NEXT} || d6=2 || d6=2 || {dice} | d6=2"));
    play.turns(4);
    play
}

const PLAIN: &str = "{ kind = 'medium', ability = 'swordsmanship' }";

// HEI-198, R-40
#[test]
fn a_plain_hit_by_somebody_else_does_not_end_a_grab() {
    let play = rescued(4, PLAIN, "d6=5");
    seen(&play, "W", &[("hp", 2), ("holds", 2), ("stance", -1)]);
}

// HEI-198
#[test]
fn an_injury_ends_a_grab_and_the_next_defence_comes_from_where_it_leaves_the_holder() {
    // The right leg: prone, -2.
    let play = rescued(2, PLAIN, "d6=2 | d6=6 d10=5 d10=7");
    seen(&play, "W", &[("hp", 0), ("prone", 1), ("holds", -1), ("stance_c", -2), ("stance_pre", 5)]);
    seen(&play, "T", &[("held_by", -1)]);
    // A holder that is put out rolls no defence any more.
    let play = rescued(2, PLAIN, "d6=5");
    seen(&play, "W", &[("standing", 0), ("holds", -1), ("stance", -1)]);
    seen(&play, "T", &[("held_by", -1)]);
    let faint = "{ kind = 'medium', ability = 'swordsmanship', damage = 6 }";
    let play = rescued(2, faint, "d6=2");
    seen(&play, "W", &[("hp", -4), ("unconscious", 1), ("holds", -1), ("stance", -1)]);
}

// HEI-198
#[test]
fn a_called_effect_ends_a_grab_once_it_has_struck() {
    let with = |effect: &str| format!("{{ kind = 'medium', ability = 'swordsmanship', on_hit = [{{ effect = '{effect}' }}] }}");
    let play = rescued(4, &with("drain"), "d6=5 | d6=6");
    seen(&play, "W", &[("willpower", 2), ("holds", -1), ("stance_pre", 6)]);
    let play = rescued(4, &with("fall"), "d6=5 | d6=6 d10=5 d10=7");
    seen(&play, "W", &[("prone", 1), ("holds", -1), ("stance_c", -2), ("stance_pre", 5)]);
    let play = rescued(4, &with("daze"), "d6=5");
    seen(&play, "W", &[("daze_turns", 1), ("holds", -1), ("stance", -1)]);
    seen(&play, "T", &[("held_by", -1)]);
}

//
#[test]
fn a_bound_leg_or_body_can_dodge_unless_the_ruling_says_no() {
    let dodge = |part: &str, rest: &str, dice: &str| {
        let people = [
            sword("a", "A", 9, "fights", ""),
            stanced(
                bare("b", "T", 5, "waits", &format!("effects = [{{ effect = 'bind', number = 4, part = '{part}' }}]")),
                "dodge",
                6,
            ),
        ];
        let mut play = stage(&people, rest, &format!("{dice} | d6=2"));
        play.turns(1);

        play.see("T", "hp")
    };
    let no = "[rulings]\nbound_leg_dodge = 'no'";
    let dodged = format!("d6=1 | {NEXT}");
    for part in ["right_leg", "left_leg", "body"] {
        assert_eq!(dodge(part, "", &dodged), 4, "{part}");
        assert_eq!(dodge(part, no, "d6=1"), 2, "{part}");
    }
    for part in ["sword_arm", "off_arm", "hands"] {
        assert_eq!(dodge(part, no, &dodged), 4, "{part}");
    }
}

//
#[test]
fn a_bound_arm_keeps_its_item_and_cannot_use_it_and_the_held_stay_where_they_are() {
    // Held by the sword arm: no attack with it and no parry.
    let people = [bare("a", "W", 9, "binds", ""), sword("b", "T", 5, "away", "")];
    let away = "[policy.away]\nturn = [{ do = 'move', direction = 'up' }, { do = 'move', square = 'B2' }, { do = 'attack' }, { do = 'wait' }]\n\
                provoked = [{ do = 'no' }]\ndefend = [{ do = 'parry' }, { do = 'dodge' }]\n";
    let mut play = stage(&people, &(binds() + away), &format!("d6=4 | {NEXT} || d6=2"));
    play.turns(1);
    seen(&play, "T", &[("bound(sword_arm)", 1), ("place(medium)", 0), ("wields(medium)", 0), ("stance", 0)]);
    play.turns(1);
    seen(&play, "T", &[("row", 1), ("cluster_size", 2), ("held_by", 0), ("stance", 0)]);
    seen(&play, "W", &[("hp", 4)]);
}

// HEI-198, HEI-165
#[test]
fn a_holder_who_goes_away_lets_go() {
    let people = [bare("a", "W", 9, "leaves", ""), bare("b", "T", 5, "waits", "")];
    let leaves = policy(
        "leaves",
        "{ do = 'brawl', when = 'round == 1' }, { do = 'move', direction = 'up' }",
        "brawl = [{ do = 'bind' }]",
    );
    let mut play = stage(&people, &leaves, &format!("d6=5 | {NEXT} || d6=2 || d6=3 | d6=4"));
    play.turns(2);
    seen(&play, "T", &[("held_by", 0)]);
    play.turns(1);
    seen(&play, "W", &[("row", 2), ("holds", -1), ("stance_pre", 4)]);
    seen(&play, "T", &[("held_by", -1), ("row", 1)]);
}

// HEI-197, HEI-193, R-36
#[test]
fn the_strike_of_somebody_who_is_held_can_be_held_back() {
    let people = [bare("a", "H", 9, "binds", ""), bare("a", "W", 7, "fights", ""), sword("b", "T", 5, "armed", "")];
    let armed = policy("armed", "", "provoked = [{ do = 'no', when = 'target.is(H)' }]");
    // H holds on with 6 + 3 against the strike of 1 + 6 at W, whose brawl goes on.
    let dice = format!("d6=5 | {NEXT} || d6=6 | d6=1 | d6=5 | {AFTER_NEXT} | d6=2");
    let mut play = stage(&people, &(binds() + &armed), &dice);
    play.turns(2);
    seen(&play, "T", &[("hp", 3), ("held_by", 0), ("dodges", 2)]);
    seen(&play, "W", &[("hp", 4), ("dodges", 0)]);
}

// HEI-197, HEI-193, R-36, R-39
#[test]
fn who_is_held_back_with_the_first_of_two_provoked_weapons_strikes_with_none() {
    let people = [bare("a", "H", 9, "binds", ""), bare("a", "W", 7, "fights", ""), bare("b", "T", 5, "armed", TWO)];
    let armed = policy("armed", "", "provoked = [{ do = 'no', when = 'target.is(H)' }]");
    let all = "[rulings]\nprovoked_weapons = 'all'\n";
    let dice = format!("d6=5 | {NEXT} || d6=6 | d6=1 | d6=5 | {AFTER_NEXT} | d6=2");
    let mut play = stage(&people, &(binds() + &armed + all), &dice);
    play.turns(2);
    seen(&play, "T", &[("hp", 3), ("held_by", 0), ("dodges", 2)]);
    seen(&play, "W", &[("hp", 4), ("dodges", 0)]);
}

// HEI-162, HEI-188
#[test]
fn nobody_is_held_by_two() {
    let people = [bare("a", "W", 9, "binds", ""), bare("a", "X", 7, "binds", ""), bare("b", "T", 5, "waits", "")];
    let mut play = stage(&people, &binds(), &format!("d6=5 | {NEXT} || d6=5 | {AFTER_NEXT} | d6=2"));
    play.turns(2);
    seen(&play, "T", &[("held_by", 0), ("hp", 3)]);
    seen(&play, "X", &[("holds", -1)]);
}

// HEI-163, HEI-162, HEI-193, R-13
#[test]
fn an_unarmed_charge_provokes_a_strike_that_meets_the_worse_dodge_of_a_charger() {
    let people = [bare("a", "W", 9, "fights", "at = 'B1'"), sword("b", "T", 5, "waits", "at = 'B2'")];
    let dice = format!("d6=6 d10=6 d10=6 | d6=1 | {AFTER_NEXT} | d6=5 | {NEXT} | {AFTER_NEXT}");
    let mut play = stage(&people, "", &dice);
    play.turns(1);
    seen(&play, "W", &[("row", 1), ("hp", 4), ("dodges", 1), ("ongoing", 1), ("stance_c", -4)]);
    seen(&play, "T", &[("hp", 3), ("dodges", 1)]);
}
