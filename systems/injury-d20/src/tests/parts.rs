//! Injuries of parts as they are inflicted: what falls, who falls, what goes with a larger part.

use super::stage::{at, blow, ends, plan, plan_at, starts};
use super::{duel, seen};

/// A attacks with +11: 15 is two degrees over 16.
const STRONG: &str = "mb = 8";

// INJ-087, R-21
#[test]
fn a_hand_lets_go_with_its_second_injury_and_cannot_hold_again() {
    let hand = "injuries = [{ part = 'hand' }]";
    let play = blow("", hand, &at("hand"), "attack 16");
    ends(play, "B", &[("injuries_at(hand_0)", 2), ("place(0)", 3), ("usable_hands", 1)]);
    // Both hands together hold a two-handed thing; either lets it fall, and one alone does not pick it up.
    let axe = "weapons = [{ name = 'axe', hands = 2 }]\ninjuries = [{ part = 'hand', index = 1 }]";
    let rest = format!("{}[policy.b]\nplan = [{{ do = 'pick_up' }}]\n", at("hand"));
    ends(blow("", axe, &rest, "16"), "B", &[("injuries_at(hand_1)", 2), ("place(0)", 3)]);
    let yes = format!("{rest}[rulings]\ndisabled_hand_holds = 'yes'");
    ends(blow("", axe, &yes, "16"), "B", &[("injuries_at(hand_1)", 2), ("place(0)", 1), ("usable_hands", 2)]);
}

// INJ-108
#[test]
fn an_arm_lets_go_with_its_second_injury() {
    ends(blow(STRONG, "", &at("arm"), "attack 15"), "B", &[("injuries_at(arm_0)", 1), ("place(0)", 1), ("usable_hands", 2)]);
    let arm = "injuries = [{ part = 'arm' }]";
    ends(blow(STRONG, arm, &at("arm"), "attack 15"), "B", &[("injuries_at(arm_0)", 2), ("place(0)", 3), ("usable_hands", 1)]);
}

// INJ-109
#[test]
fn an_arm_with_two_injuries_readies_no_shield() {
    let rest = format!("{}[policy.b]\nplan = [{{ do = 'shield' }}]\n", plan("{ do = 'escape' }"));
    let shield = |count: u8| format!("shield = 2\ninjuries = [{{ part = 'arm', index = 1, count = {count} }}]");
    ends(blow("", &shield(1), &rest, ""), "B", &[("shield_ready", 1), ("dv", 18)]);
    ends(blow("", &shield(2), &rest, ""), "B", &[("shield_ready", 0), ("dv", 16)]);
}

// INJ-113, INJ-119, R-23
#[test]
fn a_destroyed_arm_takes_its_hand_along_and_a_leg_its_foot() {
    let after = |part: &str, rest: &str, values: &[(&str, i64)]| {
        let b = format!("injuries = [{{ part = '{part}', count = 2 }}]");
        ends(blow(STRONG, &b, &format!("{}{rest}", at(part)), "attack 15"), "B", values);
    };
    after(
        "arm",
        "",
        &[("injuries_at(arm_0)", 3), ("injuries_at(hand_0)", 0), ("parts_lost", 2), ("injury_value", 9), ("usable_hands", 1)],
    );
    // The foot is gone but not injured: standing costs what the leg costs.
    after(
        "leg",
        "",
        &[
            ("injuries_at(leg_0)", 3),
            ("injuries_at(foot_0)", 0),
            ("parts_lost", 2),
            ("stand_cost", 3),
            ("speed_ft(ground)", 20),
        ],
    );
    after("leg", "[book.parts]\ncascade = false", &[("injuries_at(leg_0)", 3), ("parts_lost", 1)]);
    // With the other foot hurt, all of them are.
    let b = "injuries = [{ part = 'leg', count = 2 }, { part = 'foot', index = 1 }]";
    ends(blow(STRONG, b, &at("leg"), "15"), "B", &[("prone", 1), ("can_stand", 0)]);
    ends(
        blow(STRONG, b, &format!("{}[book.parts]\ncascade = false", at("leg")), "15"),
        "B",
        &[("prone", 0), ("stand_cost", 4)],
    );
}

// INJ-113, INJ-119, INJ-130, R-23
#[test]
fn whoever_begins_without_an_arm_a_leg_or_a_head_has_no_hand_foot_or_face_of_it() {
    let lost = |injuries: &str, rest: &str, values: &[(&str, i64)]| {
        starts(&format!("injuries = [{injuries}]"), rest, values);
    };
    let cascade = "[book.parts]\ncascade = false";
    let arm = "{ part = 'arm', count = 3 }";
    // The sword is in the other hand.
    lost(
        arm,
        "",
        &[("parts_lost", 2), ("gone(hand_0)", 1), ("injuries_at(hand_0)", 0), ("injury_value", 9), ("usable_hands", 1)],
    );
    lost(arm, "", &[("place(0)", 1), ("armed", 1)]);
    lost(arm, cascade, &[("parts_lost", 1), ("gone(hand_0)", 0)]);
    lost("{ part = 'arm', count = 2 }", "", &[("parts_lost", 0), ("gone(hand_0)", 0)]);
    let leg = "{ part = 'leg', count = 3 }, { part = 'foot', index = 1 }";
    lost(leg, "", &[("parts_lost", 2), ("gone(foot_0)", 1), ("prone", 1), ("can_stand", 0)]);
    lost(leg, cascade, &[("parts_lost", 1), ("gone(foot_0)", 0), ("prone", 0), ("stand_cost", 4)]);
    let heads = "body = { head = 3, eye = 3, mouth = 3 }\ninjuries = [{ part = 'head', index = 1, count = 4 }]";
    starts(heads, "", &[("gone(eye_1)", 1), ("gone(mouth_1)", 1), ("gone(eye_0)", 0), ("parts_lost", 4), ("dead", 0)]);
}

// INJ-087, R-21
#[test]
fn nobody_comes_to_a_fight_with_a_weapon_in_a_hand_that_cannot_hold_it() {
    let hand = |more: &str| format!("injuries = [{{ part = 'hand', count = 2 }}{more}]");
    starts(&hand(""), "", &[("place(0)", 1), ("usable_hands", 1)]);
    starts(&hand(", { part = 'hand', index = 1, count = 2 }"), "", &[("place(0)", 2), ("usable_hands", 0)]);
    starts(&format!("weapons = [{{ name = 'axe', hands = 2 }}]\n{}", hand("")), "", &[("place(0)", 2)]);
}

// INJ-098
#[test]
fn whoever_has_no_whole_foot_falls_and_stays_down() {
    let rest = format!("{}[policy.b]\nplan = [{{ do = 'stand' }}]\n", at("foot"));
    let b = "injuries = [{ part = 'foot', index = 1 }]";
    ends(blow("", "", &rest, "16"), "B", &[("injuries_at(foot_0)", 1), ("prone", 0), ("stand_cost", 2)]);
    ends(blow("", b, &at("foot"), "16"), "B", &[("injuries_at(foot_1)", 2), ("prone", 0)]);
    let spread = plan_at("{ do = 'attack' }", "{ part = 'foot', pick = 'spread' }");
    let rest = format!("{spread}[policy.b]\nplan = [{{ do = 'stand' }}]\n");
    ends(blow("", b, &rest, "16"), "B", &[("injuries_at(foot_0)", 1), ("prone", 1), ("can_stand", 0)]);
}

// INJ-120
#[test]
fn whoever_has_no_whole_leg_falls_and_stays_down() {
    let spread = plan_at("{ do = 'attack' }", "{ part = 'leg', pick = 'spread' }");
    let rest = format!("{spread}[policy.b]\nplan = [{{ do = 'stand' }}]\n");
    ends(blow(STRONG, "", &rest, "15"), "B", &[("injuries_at(leg_0)", 1), ("prone", 0), ("stand_cost", 3)]);
    let b = "injuries = [{ part = 'leg', index = 1 }]";
    ends(blow(STRONG, b, &rest, "15"), "B", &[("injuries_at(leg_0)", 1), ("prone", 1), ("can_stand", 0)]);
}

// INJ-094, INJ-116, R-22
#[test]
fn standing_up_is_paid_for_and_can_be_too_dear() {
    let stand = |injuries: &str, rest: &str, values: &[(&str, i64)]| {
        let rest = format!("{}[policy.b]\nplan = [{{ do = 'stand' }}]\n{rest}", plan("{ do = 'escape' }"));
        ends(blow("", &format!("prone = true\ninjuries = [{injuries}]"), &rest, ""), "B", values);
    };
    stand("", "", &[("prone", 0), ("stand_cost", 1)]);
    stand("{ part = 'leg' }", "", &[("prone", 0), ("stand_cost", 3)]);
    stand("{ part = 'leg' }, { part = 'foot' }", "", &[("prone", 1), ("stand_cost", 4)]);
    stand("{ part = 'leg' }, { part = 'foot' }", "[book.stand]\ncap_at_turn_ap = true", &[("prone", 0), ("stand_cost", 3)]);
    stand("", "[book.stand]\nap = 4", &[("prone", 1), ("stand_cost", 4)]);
}

// INJ-077, INJ-078, R-20
#[test]
fn whoever_has_one_whole_wing_left_falls() {
    let bird = |wings: u8, altitude: u8| format!("fly_ft = 60\nbody = {{ wing = {wings} }}\naltitude_ft = {altitude}");
    let shot = |b: &str, rest: &str, dice: &str, values: &[(&str, i64)]| {
        let bow = "weapons = [{ name = 'bow', kind = 'bow', hands = 2, range_increment_ft = 100 }]";
        ends(blow(bow, b, &format!("{}{rest}", at("wing")), dice), "B", values);
    };
    shot(
        &bird(2, 30),
        "",
        "12",
        &[("injuries_at(wing_0)", 1), ("flying", 0), ("altitude_ft", 0), ("prone", 1), ("strain", 1 + 3)],
    );
    shot(
        &bird(3, 30),
        "",
        "12",
        &[("injuries_at(wing_0)", 1), ("flying", 1), ("altitude_ft", 30), ("prone", 0), ("strain", 1)],
    );
    shot(&bird(2, 30), "[book.fall]\nstrain_per_10ft = 2", "12", &[("strain", 1 + 6)]);
    shot(&bird(2, 30), "[book.fall]\ninjury = 'minor_random'", "12 d5=1", &[("injuries", 2), ("injuries_at(ear_0)", 1)]);
}

// INJ-041, R-13
#[test]
fn without_constitution_a_number_of_injuries_destroys() {
    let golem = "without_con = true\ndestroyed_at = 3\ninjuries = [{ part = 'hand', count = 2 }]";
    let play = blow("", golem, &at("hand"), "16");
    ends(play, "B", &[("injuries_at(hand_0)", 3), ("dead", 1), ("strain", 0)]);
    // Four and its level, which is 3.
    let golem = |ears: u8| {
        format!(
            "without_con = true\ninjuries = [{{ part = 'hand', count = 2 }}, {{ part = 'foot', count = {ears} }}, {{ part = 'horn', count = 2 }}]\nbody = {{ horn = 1 }}"
        )
    };
    ends(blow("", &golem(1), "", "11"), "B", &[("injuries", 6), ("dead", 0)]);
    ends(blow("", &golem(2), "", "11"), "B", &[("injuries", 7), ("dead", 1)]);
    ends(blow("", &golem(2), "[book.no_con]\ndestroyed_base = 5", "11"), "B", &[("injuries", 7), ("dead", 0)]);
}

//
#[test]
fn strain_can_come_before_the_injuries() {
    // The strain makes it unconscious; with it first, the sword is on the ground before the hand is struck.
    let b = "stamina = 1\nexhaustion = 0\ninjuries = [{ part = 'hand' }]";
    let rest =
        |order: &str| format!("{}[rulings]\nhit_order = '{order}'\nend_out = 'dead'\ndeath_save_scope = 'always'", at("head"));
    // Three degrees: one injury of the head. The save after it has two dice; it is the same in either order.
    let first = blow("mb = 13", b, &rest("injury_then_strain"), "15   15 15");
    ends(first, "B", &[("injuries_at(head_0)", 1), ("unconscious", 1), ("strain", 4)]);
    let second = blow("mb = 13", b, &rest("strain_then_injury"), "15   15 15");
    ends(second, "B", &[("injuries_at(head_0)", 1), ("unconscious", 1), ("strain", 4)]);
    // A critical save wakes: after the strain it leaves a point of stamina, before it the strain takes that again.
    let first = blow("mb = 13", b, &rest("injury_then_strain"), "15   20 20");
    ends(first, "B", &[("unconscious", 0), ("exhaustion", 9)]);
    let second = blow("mb = 13", b, &rest("strain_then_injury"), "15   20 20");
    ends(second, "B", &[("unconscious", 0), ("exhaustion", 12), ("stamina", 1)]);
}

// INJ-228
#[test]
fn a_shield_keeps_its_hand() {
    let b = "shield = 2\nweapons = [{ name = 'axe', hands = 2 }]";
    let rest = format!("{}[policy.b]\nplan = [{{ do = 'shield' }}, {{ do = 'draw' }}]\n", plan("{ do = 'escape' }"));
    let mut play = duel("", b, &rest, "");
    play.rounds(1);
    seen(&play, "B", &[("shield_ready", 1), ("place(0)", 2), ("shield_place", 1), ("usable_weapon(0)", 0)]);
}

// INJ-227
#[test]
fn a_readied_shield_protects_until_the_own_next_turn() {
    let rest = format!(
        "{}[policy.b]\nplan = [{{ do = 'shield', when = 'round == 1' }}]\n",
        plan_at("{ do = 'attack', when = 'round > 1' }", "{ part = 'ear' }")
    );
    let mut play = duel("", "shield = 2", &rest, "12");
    play.rounds(1);
    seen(&play, "B", &[("shield_ready", 1), ("dv", 18)]);
    play.rounds(1);
    ends(play, "B", &[("shield_ready", 0), ("dv", 16), ("strain", 0)]);
}

// INJ-225, INJ-226
#[test]
fn whoever_defends_dodges_by_the_martial_bonus_and_attacks_no_more() {
    let rest = plan("{ do = 'attack' }, { do = 'defend' }, { do = 'attack' }");
    let mut play = duel("", "", &rest, "attack 11");
    play.rounds(1);
    seen(&play, "A", &[("defending", 1), ("dv", 19), ("attack_actions", 1)]);
    let rest = format!("{}[book.defend]\nbonus = 5", plan("{ do = 'defend', when = 'round == 1' }"));
    let mut play = duel("", "", &rest, "");
    play.rounds(1);
    seen(&play, "A", &[("dv", 21)]);
    play.rounds(1);
    ends(play, "A", &[("defending", 0), ("dv", 16)]);
}
