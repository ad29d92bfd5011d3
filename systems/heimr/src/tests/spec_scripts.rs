//! Scripted turns of the specification: attacks that fail by fatigue, guards, breathers, falls, repeated dodges.

use super::spec_people::stanced;
use super::spec_stage::{armed, bare, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

const SWORD: &str = "hp_max = 4, abilities = { swordsmanship = { c = 2, p = 3 }, agility = { c = 1, p = 2 } }, \
                     weapons = [{ kind = 'medium', ability = 'swordsmanship' }]";

const PARRIES: &str = "defend = [{ do = 'parry' }, { do = 'dodge' }]";

fn parry(c: i8, pre: i8, d6: u8) -> String {
    format!("stance = {{ kind = 'parry', c = {c}, pre = {pre}, d6 = {d6} }}")
}

fn script(a: &str, b: &str, rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let text = format!("side = [{{ name = 'a', combatant = [{a}] }}, {{ name = 'b', combatant = [{b}] }}]\n{rest}");
    ScriptedPlay::script(&text, &dice.replace('|', " "))
}

// HEI-133, HEI-134, HEI-136, HEI-114, HEI-137, HEI-132
#[test]
fn an_attack_that_does_not_meet_fatigue_costs_the_target_nothing() {
    let a = format!(
        "{{ name = 'A', initiative = 9, policy = 'p', attributes = {{ sta = 2 }}, fatigue = 4, {SWORD}, {} }}",
        parry(2, 5, 5)
    );
    let t = format!("{{ name = 'T', initiative = 5, policy = 'p', attributes = {{ sta = 3 }}, {SWORD}, {} }}", parry(2, 5, 5));
    let mut play = script(&a, &t, &format!("[policy.p]\n{PARRIES}"), "d6=3 d10=2 d10=1 | d6=6 d10=6 d10=6");
    play.turns(1);
    seen(&play, "A", &[("fatigue", 5), ("cluster_size", 2)]);
    seen(&play, "T", &[("hp", 4), ("parries", 0), ("stance", 2), ("stance_pre", 5), ("cluster_size", 2)]);
}

// HEI-231, HEI-232, HEI-233, HEI-235, HEI-164
#[test]
fn a_guard_takes_one_attack_and_the_next_one_passes() {
    let person = |name: &str, initiative: i16, policy: &str| {
        format!(
            "{{ name = '{name}', initiative = {initiative}, policy = '{policy}', attributes = {{ sta = 3 }}, {SWORD}, {} }}",
            parry(2, 5, 4)
        )
    };
    let a = format!("{}, {}", person("E1", 9, "attacks"), person("E2", 8, "attacks"));
    let b = format!("{}, {}", person("G", 7, "guards"), person("W", 6, "idle"));
    let policies = format!(
        "[policy.attacks]\nturn = [{{ do = 'wait', when = 'round == 1' }}]\ntarget = [{{ at = 'first', among = 'it.is(W)' }}]\n{PARRIES}\n\
         [policy.guards]\nturn = [{{ do = 'guard' }}, {{ do = 'wait' }}]\nguard = [{{ do = 'ally', who = 'W' }}]\n{PARRIES}\n\
         [policy.idle]\nturn = [{{ do = 'wait' }}]\n{PARRIES}"
    );
    let any = "d6=1 d10=2 d10=2";
    let dice = format!(
        "{any} | {any} | d6=3 d10=9 d10=1 | d6=4 d10=4 d10=1 \
         | d6=1 d10=8 d10=3 | d6=3 d10=2 | {any} | d6=6 d10=7 d10=7 | d6=5 d10=1 | {any}"
    );
    let mut play = script(&a, &b, &policies, &dice);
    play.turns(4);
    seen(&play, "G", &[("ward", 3)]);
    play.turns(1);
    seen(&play, "G", &[("hp", 4), ("ward", -1), ("stance", 0), ("stance_c", 1), ("stance_pre", 3), ("parries", 1)]);
    seen(&play, "W", &[("hp", 4), ("cluster", 0)]);
    play.turns(1);
    seen(&play, "W", &[("hp", 2), ("stance", 0), ("stance_c", 1), ("stance_pre", 5), ("cluster_size", 2)]);
    assert_eq!(play.see("E1", "cluster"), play.see("G", "cluster"));
    assert_eq!(play.see("E2", "cluster"), play.see("W", "cluster"));
    assert_ne!(play.see("E1", "cluster"), play.see("E2", "cluster"));
}

// HEI-156, HEI-157, HEI-179, R-17, HEI-134
#[test]
fn a_breather_to_come_is_kept_and_then_cancelled_by_an_attack_that_fails() {
    let person = |name: &str, initiative: i16, policy: &str, fatigue: u8| {
        format!(
            "{{ name = '{name}', initiative = {initiative}, policy = '{policy}', fatigue = {fatigue}, {SWORD}, {} }}",
            parry(2, 5, 5)
        )
    };
    let policies = format!(
        "[policy.tired]\nturn = [{{ do = 'upcoming_breather', when = 'round == 1' }}]\nbreather = [{{ do = 'upcoming', when = 'fatigue >= 6' }}]\n{PARRIES}\n\
         [policy.strikes]\nturn = [{{ do = 'wait', when = 'round == 1' }}, {{ do = 'attack' }}]\n{PARRIES}"
    );
    let dice = "d6=1 d10=1 d10=1 | d6=5 d10=5 d10=5 | d6=3 d10=6 d10=2 | d6=4 d10=5 d10=8 | d6=2 d10=9 d10=4";
    let mut play = script(&person("A", 9, "tired", 8), &person("T", 5, "strikes", 9), &policies, dice);
    play.turns(2);
    seen(&play, "A", &[("fatigue", 8), ("breather_pending", 1), ("ongoing", 0)]);
    play.turns(1);
    seen(&play, "A", &[("fatigue", 6), ("breather_pending", 1), ("stance_c", 2), ("stance_pre", 6), ("ongoing", 0)]);
    play.turns(1);
    seen(&play, "A", &[("breather_pending", 0), ("stance", 2), ("stance_pre", 6), ("parries", 0)]);
    seen(&play, "T", &[("fatigue", 10), ("stance_pre", 9)]);
}

// HEI-168, HEI-264, HEI-265, HEI-047, R-07
#[test]
fn a_jump_down_of_four_is_passed_with_a_second_roll() {
    let v = "{ name = 'V', initiative = 9, policy = 'jumps', attributes = { sta = 3 }, hp_max = 4, willpower = 2, elevation = 4, \
             abilities = { agility = { c = 2, p = 2 } }, stance = { kind = 'dodge', c = 2, pre = 5, d6 = 5 } }";
    let u = "{ name = 'U', initiative = 5, stance = { kind = 'dodge', c = 1, pre = 5, d6 = 5 } }";
    let policy =
        "[policy.jumps]\nturn = [{ do = 'jump_down' }, { do = 'wait' }]\nreroll = [{ do = 'yes', when = 'rerolls < 2' }]";
    let mut play = script(v, u, policy, "d6=3 d10=5 d10=2 | d6=2 d10=6 d10=4 | d6=1 d10=1 d10=1");
    play.turns(1);
    seen(&play, "V", &[("hp", 4), ("willpower", 1), ("elevation", 0), ("prone", 0)]);
}

// HEI-207, HEI-027, HEI-133, HEI-202, HEI-204, HEI-201
#[test]
fn dodges_of_one_window_get_worse() {
    let knife = |name: &str, initiative: i16| {
        format!(
            "{{ name = '{name}', initiative = {initiative}, policy = 'k', attributes = {{ sta = 3 }}, abilities = {{ knife_fighting = {{ c = 1, p = 2 }} }}, \
             weapons = [{{ kind = 'light', ability = 'knife_fighting' }}], stance = {{ kind = 'parry', c = 1, pre = 5, d6 = 5 }} }}"
        )
    };
    let a = [knife("E1", 9), knife("E2", 8), knife("E3", 7)].join(", ");
    let v = "{ name = 'V', initiative = 5, hp_max = 4, attributes = { sta = 3 }, abilities = { agility = { c = 2, p = 5 } }, \
             stance = { kind = 'dodge', c = 2, pre = 8, d6 = 3 } }";
    let dice = "d6=4 d10=9 | d6=4 | d6=1 d10=1 | d6=3 d10=4 | d6=1 d10=1 d10=5 | d6=1 d10=1 | d6=6 d10=2 | d6=2 d10=3 d10=3 d10=4 d10=6 | d6=1 d10=1";
    let mut play = script(&a, v, "[policy.k]\ndefend = [{ do = 'parry' }]", dice);
    play.turns(1);
    seen(&play, "V", &[("hp", 4), ("dodges", 1), ("stance_c", 0), ("stance_pre", 4)]);
    play.turns(1);
    seen(&play, "V", &[("hp", 4), ("dodges", 2), ("stance_c", -2), ("stance_pre", 0)]);
    play.turns(1);
    seen(&play, "V", &[("hp", 3), ("dodges", 3), ("stance_c", -4), ("stance_pre", 2)]);
}

// HEI-160, HEI-185, R-28, HEI-184
#[test]
fn two_weapons_are_two_attack_rolls_at_one_target() {
    let knives = "{ kind = 'light', name = 'left', ability = 'knife_fighting', place = 'off_hand' }, { kind = 'light', name = 'right', ability = 'knife_fighting', place = 'sword_hand' }";
    let people = [armed("a", "A", 9, "fights", knives, ""), stanced(bare("b", "T", 5, "waits", ""), "dodge", 6)];
    // 3 + 5 against 6 + 2, and 5 + 5 against a dodge at -2: the lowest of three.
    let mut play = stage(&people, "", "d6=3 | d6=4 d10=5 d10=6 | d6=5 | d6=4 d10=3 d10=5 d10=6 d10=7 | d6=1");
    play.turns(1);
    seen(&play, "T", &[("hp", 3), ("dodges", 2)]);
}

// HEI-107, HEI-110, R-16
#[test]
fn a_readied_action_takes_the_standard_action_and_is_lost_without_a_trigger() {
    let people = [sword("a", "A", 9, "ready", ""), bare("b", "B", 5, "waits", "at = 'A1'")];
    let policy = "[policy.ready]\nturn = [{ do = 'ready', when = 'round == 1' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]";
    let mut play = stage(&people, policy, "d6=1 | d6=2 | d6=3");
    play.turns(1);
    seen(&play, "A", &[("readied", 1), ("ongoing", 0)]);
    play.turns(1);
    seen(&play, "A", &[("readied", 1)]);
    play.turns(1);
    seen(&play, "A", &[("readied", 0), ("place", 0)]);
    seen(&play, "B", &[("hp", 4)]);
}
