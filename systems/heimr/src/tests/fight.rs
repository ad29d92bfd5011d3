//! Scripted turns: the way through a whole fight, from initiative to the last that stand.

use crate::Heimr;
use frame::fight::{Ending, Side};
use frame::rules::testing::{ScriptedPlay, TestHitPoints, check_relations, check_turning};

/// A fighter with a medium weapon, as most of the scripts want it.
const SWORD: &str = "attributes = { sta = 3 }, hp_max = 4, abilities = { swordsmanship = { c = 2, p = 3 }, agility = { c = 1, p = 2 } }, \
                     weapons = [{ kind = 'medium', ability = 'swordsmanship' }]";

/// Policies that the scripts share.
const POLICIES: &str = "
[policy.fights]
defend = [{ do = 'parry' }, { do = 'dodge' }]
[policy.waits]
turn = [{ do = 'wait' }]
defend = [{ do = 'parry' }, { do = 'dodge' }]
";

/// Combatants as (side, name, initiative, policy, the rest); those of one side stand together.
fn play(people: &[(&str, &str, i16, &str, &str)], rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let mut sides: Vec<&str> = Vec::new();
    people.iter().for_each(|(side, ..)| {
        if !sides.contains(side) {
            sides.push(side);
        }
    });
    let mut text = String::from("side = [\n");
    for side in sides {
        text.push_str(&format!("{{ name = '{side}', combatant = [\n"));
        for (_, name, initiative, policy, more) in people.iter().filter(|(of, ..)| *of == side) {
            text.push_str(&format!("{{ name = '{name}', initiative = {initiative}, policy = '{policy}', {more} }},\n"));
        }
        text.push_str("] },\n");
    }
    text.push_str("]\n");
    ScriptedPlay::script(&format!("{text}{rest}\n{POLICIES}"), &dice.replace('|', " "))
}

fn parry(c: i8, pre: i8, d6: u8) -> String {
    format!("stance = {{ kind = 'parry', c = {c}, pre = {pre}, d6 = {d6} }}")
}

fn dodge(c: i8, pre: i8, d6: u8) -> String {
    format!("stance = {{ kind = 'dodge', c = {c}, pre = {pre}, d6 = {d6} }}")
}

// HEI-202, HEI-208, HEI-211, R-27
#[test]
fn on_a_tie_the_defender_prevails_and_rolls_the_next_defence_at_once() {
    let people = [
        ("a", "A", 9, "fights", format!("{SWORD}, {}", parry(2, 5, 4))),
        ("b", "T", 5, "waits", format!("{SWORD}, {}", parry(2, 9, 4))),
    ];
    let people: Vec<_> = people.iter().map(|(s, n, i, p, m)| (*s, *n, *i, *p, m.as_str())).collect();
    let mut play = play(&people, "", "d6=4 d10=9 d10=2 | d6=5 d10=3 | d6=1 d10=2 d10=3");
    play.turns(1);
    assert_eq!((play.see("T", "hp"), play.see("T", "parries")), (4, 1));
    assert_eq!((play.see("T", "stance"), play.see("T", "stance_c"), play.see("T", "stance_pre")), (0, 1, 5));
    assert_eq!(play.see("A", "cluster"), play.see("T", "cluster"));
}

// HEI-026, HEI-199, HEI-074, HEI-075, HEI-215
#[test]
fn a_leg_injury_brings_down_and_the_next_defence_comes_from_the_ground() {
    let people = [
        ("a", "A", 9, "fights", format!("{SWORD}, {}", parry(2, 5, 4))),
        ("b", "T", 5, "waits", format!("{SWORD}, hp = 2, {}", parry(2, 10, 6))),
    ];
    let people: Vec<_> = people.iter().map(|(s, n, i, p, m)| (*s, *n, *i, *p, m.as_str())).collect();
    let mut play = play(&people, "", "d6=2 d10=10 d10=10 | d6=4 d10=6 | d6=1 d10=2 d10=3");
    play.turns(1);
    assert_eq!((play.see("T", "hp"), play.see("T", "injury_level"), play.see("T", "injured(right_leg)")), (0, 1, 1));
    assert_eq!((play.see("T", "prone"), play.see("T", "standing")), (1, 1));
    assert_eq!((play.see("T", "stance_c"), play.see("T", "stance_pre")), (-1, 4));
}

// HEI-279, HEI-281, HEI-280, HEI-207, R-13, HEI-118
#[test]
fn a_shot_out_of_the_blind_spot_meets_a_defence_that_is_rolled_anew() {
    let archer =
        "hp_max = 4, attributes = { sta = 3 }, abilities = { archery = { c = 2, p = 3 } }, weapons = [{ kind = 'bow' }]";
    let people = [
        ("a", "N", 9, "fights", format!("{archer}, at = 'B3', {}", dodge(1, 5, 4))),
        ("a", "S", 8, "fights", format!("{archer}, at = 'B1', {}", dodge(1, 5, 4))),
        (
            "b",
            "T",
            5,
            "waits",
            format!(
                "attributes = {{ sta = 3 }}, hp_max = 5, abilities = {{ agility = {{ c = 2, p = 2 }} }}, {}",
                dodge(2, 9, 3)
            ),
        ),
    ];
    let people: Vec<_> = people.iter().map(|(s, n, i, p, m)| (*s, *n, *i, *p, m.as_str())).collect();
    let dice = "d6=2 d10=4 d10=5 | d6=6 | d6=1 d10=1 | d6=2 d10=3 d10=4 d10=5 d10=6 d10=7 | d6=5 d10=2 d10=3 | d6=4 d10=8 d10=9 | d6=1 d10=1";
    let mut play = play(&people, "[book.modules]\nblind_spots = true", dice);
    play.turns(1);
    assert_eq!(
        (play.see("T", "hp"), play.see("T", "blind"), play.see("T", "stance_c"), play.see("T", "stance_pre")),
        (5, 7, 0, 6)
    );
    assert_eq!((play.see("N", "loaded(bow)"), play.see("S", "loaded(bow)")), (0, 1));
    play.turns(1);
    assert_eq!(
        (play.see("T", "hp"), play.see("T", "blind"), play.see("T", "stance_c"), play.see("T", "stance_pre")),
        (2, 7, -2, 4)
    );
}

// HEI-122, HEI-123, HEI-124, HEI-125, HEI-152, HEI-213, HEI-207
#[test]
fn a_shot_goes_on_through_a_cluster_until_it_is_blocked() {
    let agile = "agility = { c = 1, p = 2 }";
    let people = [
        (
            "a",
            "S",
            9,
            "fights",
            format!(
                "at = 'B1', attributes = {{ sta = 1 }}, fatigue = 3, abilities = {{ archery = {{ c = 4, p = 3 }} }}, weapons = [{{ kind = 'bow' }}], {}",
                dodge(1, 5, 4)
            ),
        ),
        (
            "a",
            "X",
            7,
            "waits",
            format!(
                "cluster = 1, attributes = {{ sta = 3 }}, abilities = {{ {agile}, swordsmanship = {{ c = 2, p = 3 }} }}, weapons = [{{ kind = 'medium', ability = 'swordsmanship' }}], {}",
                parry(2, 4, 4)
            ),
        ),
        (
            "b",
            "T",
            8,
            "waits",
            format!("cluster = 1, attributes = {{ sta = 3 }}, abilities = {{ {agile} }}, {}", dodge(1, 7, 2)),
        ),
        (
            "b",
            "Y",
            6,
            "blocks",
            format!(
                "cluster = 1, attributes = {{ sta = 3 }}, abilities = {{ {agile}, sword_and_shield = {{ c = 2, p = 2 }} }}, shields = [{{ kind = 'medium' }}], {}",
                "stance = { kind = 'block', c = 2, pre = 8, d6 = 3 }"
            ),
        ),
    ];
    let people: Vec<_> = people.iter().map(|(s, n, i, p, m)| (*s, *n, *i, *p, m.as_str())).collect();
    let dice = "d6=2 d10=4 | d6=3 d10=5 | d6=6 d10=3 | d6=4 d10=2 d10=2 | d6=1 d10=9 d10=3 d10=2 | d6=2 | d6=1 d10=1";
    let mut play = play(&people, "[policy.blocks]\nturn = [{ do = 'wait' }]\ndefend = [{ do = 'block' }]", dice);
    play.turns(1);
    assert_eq!((play.see("S", "fatigue"), play.see("S", "loaded(bow)")), (4, 0));
    assert_eq!((play.see("T", "stance_c"), play.see("T", "stance_pre")), (-1, 3));
    assert_eq!((play.see("X", "stance"), play.see("X", "stance_pre"), play.see("X", "dodges")), (2, 4, 1));
    assert_eq!((play.see("Y", "stance"), play.see("Y", "stance_c"), play.see("Y", "stance_pre")), (1, 0, 2));
}

// HEI-193, HEI-188, HEI-194, HEI-196, HEI-197, HEI-149, HEI-207
#[test]
fn a_wrestler_dodges_takes_hold_and_loses_its_hold() {
    let people = [
        (
            "a",
            "W",
            9,
            "wrestles",
            format!(
                "hp_max = 5, attributes = {{ sta = 3 }}, abilities = {{ brawl = {{ c = 3, p = 4 }}, agility = {{ c = 3, p = 3 }} }}, {}",
                dodge(3, 8, 3)
            ),
        ),
        (
            "b",
            "B",
            5,
            "fights",
            format!(
                "hp_max = 4, attributes = {{ sta = 1 }}, fatigue = 3, abilities = {{ swordsmanship = {{ c = 2, p = 2 }}, agility = {{ c = 1, p = 1 }} }}, weapons = [{{ kind = 'medium', ability = 'swordsmanship' }}], {}",
                parry(2, 6, 6)
            ),
        ),
    ];
    let people: Vec<_> = people.iter().map(|(s, n, i, p, m)| (*s, *n, *i, *p, m.as_str())).collect();
    let dice = "d6=4 d10=5 d10=2 | d6=6 d10=4 | d6=5 d10=9 d10=3 d10=2 | d6=3 d10=2 \
                | d6=2 d10=5 d10=3 d10=1 | d6=2 d10=8 d10=4 | d6=6 d10=7 | d6=4 d10=6 d10=3";
    let mut play = play(&people, "[policy.wrestles]\nbrawl = [{ do = 'bind' }]", dice);
    play.turns(1);
    assert_eq!((play.see("B", "held_by"), play.see("B", "bound(body)"), play.see("W", "holds")), (0, 1, 1));
    assert_eq!((play.see("W", "stance"), play.see("B", "stance"), play.see("B", "stance_pre")), (-1, 0, 3));
    play.turns(1);
    assert_eq!((play.see("B", "held_by"), play.see("W", "hp"), play.see("B", "fatigue")), (-1, 3, 4));
    assert_eq!((play.see("W", "stance_c"), play.see("W", "stance_pre"), play.see("B", "stance_pre")), (1, 7, 6));
}

// HEI-108, HEI-109, HEI-163, HEI-155, HEI-208, R-13, HEI-114
#[test]
fn a_charge_into_a_readied_attack_changes_the_order() {
    let people = [
        ("a", "C", 5, "charges", format!("{SWORD}, at = 'B1', {}", parry(2, 5, 4))),
        ("b", "D", 7, "waits", format!("{SWORD}, at = 'B2', {}", parry(2, 7, 2))),
        (
            "b",
            "R",
            9,
            "readies",
            format!(
                "at = 'B2', hp_max = 4, attributes = {{ sta = 3 }}, abilities = {{ pole_arms = {{ c = 2, p = 2 }}, agility = {{ c = 1, p = 2 }} }}, weapons = [{{ kind = 'pole' }}], {}",
                parry(2, 5, 4)
            ),
        ),
    ];
    let people: Vec<_> = people.iter().map(|(s, n, i, p, m)| (*s, *n, *i, *p, m.as_str())).collect();
    let policies = "[policy.readies]\napproach = [{ do = 'ready' }]\ndefend = [{ do = 'parry' }, { do = 'dodge' }]\n\
                    [policy.charges]\ntarget = [{ at = 'first', among = 'it.is(D)' }]\ndefend = [{ do = 'parry' }, { do = 'dodge' }]";
    let dice = "d6=1 d10=1 d10=1 | d6=2 d10=7 d10=1 | d6=2 | d6=4 d10=6 d10=3 | d6=3 d10=5 | d6=6 d10=9 d10=8 | d6=2 d10=5 | d6=6 d10=4";
    let mut play = play(&people, policies, dice);
    play.turns(3);
    assert_eq!((play.see("C", "hp"), play.see("D", "hp")), (2, 2));
    assert_eq!((play.see("D", "place"), play.see("R", "place"), play.see("C", "place")), (0, 1, 2));
    assert_eq!((play.see("C", "stance_c"), play.see("C", "stance_pre"), play.see("D", "stance_pre")), (-1, 4, 5));
    assert_eq!(play.see("R", "cluster_size"), 3);
}

// HEI-130, HEI-131, R-19, HEI-126
#[test]
fn a_daze_of_three_seconds_costs_a_turn_and_more_of_the_defence() {
    let people = [
        ("a", "E", 9, "fights", format!("{}, {}", SWORD.replace("hp_max = 4", "hp_max = 6"), parry(2, 9, 6))),
        (
            "b",
            "V",
            5,
            "fights",
            format!("{}, effects = [{{ effect = 'daze', number = 3 }}]", SWORD.replace("hp_max = 4", "hp_max = 6")),
        ),
    ];
    let people: Vec<_> = people.iter().map(|(s, n, i, p, m)| (*s, *n, *i, *p, m.as_str())).collect();
    // The round begins with V's lost turn, because E waits for it.
    let dice = "d6=3 d10=2 d10=2 | d6=5 d10=4 d10=2 | d6=2 d10=6 d10=7 | d6=2 d10=2 | d6=4 d10=3 d10=9";
    let delay = "[policy.late]\ndelay = [{ do = 'after', of = 'V', when = 'round == 1' }]\ndefend = [{ do = 'parry' }, { do = 'dodge' }]";
    let late: Vec<_> = people.iter().map(|&(s, n, i, p, m)| (s, n, i, if n == "E" { "late" } else { p }, m)).collect();
    let mut play = play(&late, delay, dice);
    play.turns(2);
    assert_eq!((play.see("V", "daze_turns"), play.see("V", "daze_odd"), play.see("V", "stance")), (0, 1, -1));
    play.turns(1);
    assert_eq!((play.see("V", "hp"), play.see("E", "stance_pre")), (4, 5));
    play.turns(1);
    assert_eq!((play.see("E", "hp"), play.see("E", "stance_pre"), play.see("V", "stance_pre")), (4, 2, 9));
}

// HEI-104, HEI-105, R-06, HEI-024
#[test]
fn ties_of_initiative_are_broken_by_willpower_dexterity_and_big_dice() {
    let person = |name: &str, dex: i8, willpower: u8| {
        format!(
            "{{ name = '{name}', attributes = {{ dex = {dex}, sta = 3 }}, willpower_max = {willpower}, stance = {{ kind = 'dodge', c = 1, pre = 5, d6 = 5 }} }}"
        )
    };
    let text = format!(
        "side = [{{ name = 'a', combatant = [{}, {}] }}, {{ name = 'b', combatant = [{}, {}] }}]",
        person("P", 1, 3),
        person("Q", 0, 4),
        person("R", 1, 3),
        person("S", -2, 9)
    );
    let dice = "initiative d6=2 d10=6 d6=5 d6=6 d10=1 d6=4 d10=3 d10=2, tied initiative d10=4 d10=7";
    let play: ScriptedPlay<Heimr> = ScriptedPlay::script(&text, dice);
    let order = ["S", "Q", "R", "P"].map(|name| play.see(name, "place"));
    assert_eq!(order, [0, 1, 2, 3]);
}

// HEI-074, R-49, HEI-187, HEI-077, R-56
#[test]
fn who_can_hold_no_weapon_any_more_surrenders_and_who_is_mutilated_faints() {
    let target = "attributes = { sta = 3 }, abilities = { agility = { c = 1, p = 2 }, swordsmanship = { c = 1, p = 1 } }";
    let striker =
        "hp_max = 4, attributes = { sta = 3 }, abilities = { swordsmanship = { c = 1, p = 5 }, agility = { c = 1, p = 2 } }";
    let stance = dodge(1, 2, 6);
    let people = [
        (
            "a",
            "A1",
            9,
            "first",
            format!("{striker}, weapons = [{{ kind = 'medium', ability = 'swordsmanship' }}], {}", parry(1, 5, 5)),
        ),
        (
            "a",
            "A2",
            8,
            "second",
            format!("{striker}, weapons = [{{ kind = 'medium', ability = 'swordsmanship' }}], {}", parry(1, 5, 5)),
        ),
        ("a", "A3", 7, "third", format!("{striker}, weapons = [{{ kind = 'great' }}], {}", parry(1, 5, 5))),
        ("b", "G", 3, "dodges", format!("{target}, hp = 1, weapons = [{{ kind = 'great' }}], {stance}")),
        (
            "b",
            "M",
            2,
            "dodges",
            format!(
                "{target}, hp = 2, weapons = [{{ kind = 'medium', ability = 'swordsmanship', place = 'both_hands' }}], {stance}"
            ),
        ),
        (
            "b",
            "D",
            1,
            "dodges",
            format!(
                "{target}, hp = -1, injuries = ['off_arm'], weapons = [{{ kind = 'medium', ability = 'swordsmanship' }}], {stance}"
            ),
        ),
    ];
    let people: Vec<_> = people.iter().map(|(s, n, i, p, m)| (*s, *n, *i, *p, m.as_str())).collect();
    let only = |name: &str, whom: &str| {
        format!("[policy.{name}]\ntarget = [{{ at = 'first', among = 'it.is({whom})' }}]\ndefend = [{{ do = 'parry' }}]\n")
    };
    let policies = format!(
        "{}{}{}[policy.dodges]\ndefend = [{{ do = 'dodge' }}]\nturn = [{{ do = 'wait' }}]",
        only("first", "G"),
        only("second", "M"),
        only("third", "D")
    );
    let dice = "d6=3 d10=9 | d6=1 d10=1 | d6=3 d10=8 | d6=4 d10=3 | d6=1 d10=1 | d6=2 d10=9 | d6=1 d10=1";
    let mut play = play(&people, &policies, dice);
    play.turns(1);
    assert_eq!((play.see("G", "hp"), play.see("G", "place(great)"), play.see("G", "yielded")), (-1, 5, 1));
    play.turns(1);
    assert_eq!((play.see("M", "hp"), play.see("M", "place(medium)"), play.see("M", "standing")), (0, 0, 1));
    assert_eq!((play.see("M", "stance_c"), play.see("M", "stance_pre")), (-1, 3));
    play.turns(1);
    assert_eq!((play.see("D", "hp"), play.see("D", "unconscious"), play.see("D", "death_round")), (-4, 1, 61));
}

// HEI-127, HEI-128, HEI-129, R-20, HEI-126
#[test]
fn who_stumbles_is_out_of_the_cluster_and_cannot_strike_first() {
    let people = [
        (
            "a",
            "S",
            9,
            "fights",
            format!(
                "hp_max = 4, attributes = {{ sta = 3 }}, abilities = {{ pole_arms = {{ c = 1, p = 4 }}, agility = {{ c = 1, p = 1 }} }}, weapons = [{{ kind = 'pole', on_hit = [{{ effect = 'stumble', number = 2 }}] }}], {}",
                parry(1, 5, 5)
            ),
        ),
        ("b", "V", 5, "fights", format!("{SWORD}, {}", parry(2, 3, 3))),
    ];
    let people: Vec<_> = people.iter().map(|(s, n, i, p, m)| (*s, *n, *i, *p, m.as_str())).collect();
    let dice = "d6=4 d10=8 | d4=1 | d6=2 d10=2 | d6=1 d10=1 | d6=5 d10=2 d10=4";
    let mut play = play(&people, "", dice);
    play.turns(1);
    assert_eq!((play.see("V", "hp"), play.see("V", "cluster"), play.see("S", "cluster")), (2, 0, 0));
    assert_eq!((play.see("V", "stumble_turns"), play.see("V", "stumble_direction")), (1, 0));
    play.turns(1);
    assert_eq!((play.see("V", "stumble_turns"), play.see("V", "stance"), play.see("V", "stance_pre")), (0, 2, 5));
}

// HEI-133, R-56
#[test]
fn a_fight_ends_with_the_blow_that_leaves_one_side() {
    let people = [
        ("a", "A", 9, "fights", format!("{SWORD}, {}", parry(2, 5, 4))),
        ("b", "T", 5, "waits", format!("{SWORD}, hp = 1, {}", parry(2, 1, 1))),
    ];
    let people: Vec<_> = people.iter().map(|(s, n, i, p, m)| (*s, *n, *i, *p, m.as_str())).collect();
    let mut play = play(&people, "", "attack d6=6 d10=9 d10=2");
    play.turns(1);
    assert_eq!(play.ending(), Some(Ending::Won(Side(0))));
    assert_eq!((play.metric("winner"), play.metric("T.out_torso"), play.metric("T.hp")), (0, 1, -1));
    assert_eq!((play.metric("T.damage_taken"), play.metric("T.taken_from_weapons")), (2, 2));
}

#[test]
fn allies_fight_together_and_a_neutral_side_keeps_out() {
    let sheet = "hp_max = $hp\nabilities = { swordsmanship = { c = 2, p = 3 } }\nweapons = [{ kind = 'medium', ability = 'swordsmanship' }]";
    check_relations::<Heimr>(sheet, TestHitPoints { own: 3, enemy: 9 }, "book.turn.rounds_max");
}

//
#[test]
fn a_neutral_side_suffers_blows_or_turns_on_whoever_strikes_it() {
    let sheet = "hp_max = $hp\nabilities = { swordsmanship = { c = 2, p = 3 } }\nweapons = [{ kind = 'medium', ability = 'swordsmanship' }]";
    check_turning::<Heimr>(sheet, 2, "book.turn.rounds_max");
}
