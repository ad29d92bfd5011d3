//! Grabs: how long they last, what a holder opposes, what ends them.

use super::spec_stage::{Person, armed, bare, bow, scene, seen, stage, sword, told};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

/// Policies: H grabs once, T and others strike at whom they are told to.
const POLICIES: &str = "
[policy.grabs]
turn = [{ do = 'brawl', when = 'round == 1' }, { do = 'wait' }]
brawl = [{ do = 'bind' }]
target = [{ at = 'first', among = 'it.is(T)' }]
defend = [{ do = 'dodge' }]
[policy.mild]
turn = [{ do = 'brawl', when = 'round == 1' }, { do = 'wait' }]
brawl = [{ do = 'bind' }]
oppose = [{ do = 'no' }]
target = [{ at = 'first', among = 'it.is(T)' }]
defend = [{ do = 'dodge' }]
[policy.strikes_h]
turn = [{ do = 'attack' }, { do = 'wait' }]
target = [{ at = 'first', among = 'it.is(H)' }]
defend = [{ do = 'dodge' }]
[policy.strikes_t]
turn = [{ do = 'attack' }, { do = 'wait' }]
target = [{ at = 'first', among = 'it.is(T)' }]
defend = [{ do = 'dodge' }]
[policy.brawls_h]
turn = [{ do = 'brawl' }, { do = 'wait' }]
target = [{ at = 'first', among = 'it.is(H)' }]
defend = [{ do = 'dodge' }]
";

/// The bind of 5 + 3 against 3 + 2, by the torso, and the next dodge of the held; the holder rolls none.
const BIND: &str = "d6=5 | d6=5 d10=9 d10=8";

/// H (slot 0) holds T; the others act afterwards.
fn held(people: &[Person], rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let mut play = stage(people, &format!("{POLICIES}{rest}"), &format!("{BIND} | {dice}"));
    play.turns(1);
    seen(&play, "T", &[("held_by", 0), ("bound(body)", 1), ("stance_pre", 5)]);
    seen(&play, "H", &[("stance", -1)]);
    play
}

//
#[test]
fn a_grab_lasts_until_something_ends_it_unless_seconds_are_counted() {
    let people = || [bare("a", "H", 9, "grabs", ""), bare("b", "T", 5, "waits", "")];
    let mut play = held(&people(), "", "d6=2 | d6=4");
    play.turns(1);
    seen(&play, "T", &[("held_by", 0), ("stance_pre", 2)]);
    play.rounds(1);
    seen(&play, "T", &[("held_by", 0), ("stance_pre", 4)]);
    seen(&play, "H", &[("holds", 1), ("stance", -1)]);
    // 2 seconds are the next own turn of the held; at its end the holder can defend again.
    let mut play = held(&people(), "[rulings]\ngrab_duration = 'seconds'\n", "d6=2 | d6=4");
    play.turns(1);
    seen(&play, "T", &[("held_by", -1), ("bound(body)", 0), ("stance_pre", 4)]);
    seen(&play, "H", &[("holds", -1), ("stance_pre", 2)]);
    // 4 seconds are two turns.
    let longer = "[book.brawl]\nseconds = 4\n[rulings]\ngrab_duration = 'seconds'\n";
    let mut play = held(&people(), longer, "d6=2 | d6=3 | d6=4");
    play.turns(1);
    seen(&play, "T", &[("held_by", 0)]);
    play.rounds(1);
    seen(&play, "T", &[("held_by", -1)]);
}

/// C strikes at T, whom H holds, with this die; T's dodge is worth 5 + 2.
fn struck(rest: &str, die: u8, dice: &str) -> ScriptedPlay<Heimr> {
    let people =
        [bare("a", "H", 9, "grabs", ""), sword("a", "C", 8, "strikes_t", ""), bare("b", "T", 5, "waits", "hp_max = 20")];
    let mut play = held(&people, rest, &format!("d6={die} | {dice} | d6=2"));
    play.turns(1);
    play
}

/// The third dodge of a window.
const THIRD: &str = "d6=4 d10=4 d10=4 d10=4 d10=4";

// R-39, HEI-197
#[test]
fn a_holder_opposes_actions_and_by_the_other_ruling_defences_too() {
    let play = struck("", 1, THIRD);
    seen(&play, "T", &[("hp", 20), ("held_by", 0), ("dodges", 2)]);
    let all = "[rulings]\ngrab_stop_scope = 'all_rolls'\n";
    // 5 + 3 stop the dodge of 7; 4 + 3 do not, and the hold is broken: the holder can defend again.
    let play = struck(all, 1, &format!("d6=5 | {THIRD}"));
    seen(&play, "T", &[("hp", 18), ("held_by", 0), ("dodges", 2)]);
    let play = struck(all, 1, &format!("d6=4 | d6=6 | {THIRD}"));
    seen(&play, "T", &[("hp", 20), ("held_by", -1), ("dodges", 2)]);
    seen(&play, "H", &[("stance_pre", 6), ("holds", -1)]);
}

/// T strikes back at H, who holds it.
fn struck_back(holder: &str, start: &str, weapons: &str, dice: &str) -> ScriptedPlay<Heimr> {
    struck_back_by(armed("b", "T", 5, "strikes_h", weapons, ""), holder, start, dice)
}

/// H, its grip and the combatant that strikes back at it.
fn striking_back(t: Person, holder: &str, start: &str) -> ([Person; 2], String) {
    let people = [bare("a", "H", 9, holder, &format!("hp_max = 20, {start}")), t];
    // H is struck at before it can grab; T lets that be.
    (people, POLICIES.replace("[policy.strikes_h]", "[policy.strikes_h]\nprovoked = [{ do = 'no' }]"))
}

fn struck_back_by(t: Person, holder: &str, start: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let (people, rest) = striking_back(t, holder, start);
    let mut play = stage(&people, &rest, &format!("{BIND} | {dice}"));
    play.turns(1);
    seen(&play, "T", &[("held_by", 0)]);
    play.turns(1);
    play
}

const SWORD: &str = "{ kind = 'medium', ability = 'swordsmanship' }";

// R-39, HEI-197
#[test]
fn who_does_not_meet_the_holder_is_stopped_and_who_does_meets_no_defence() {
    // 6 + 3 against 2 + 6: the action fails.
    let play = struck_back("grabs", "", SWORD, "d6=6 | d6=2 | d6=1");
    seen(&play, "T", &[("held_by", 0)]);
    seen(&play, "H", &[("hp", 20)]);
    // 5 + 3 against 2 + 6: free, and a hit; H rolls a defence as soon as it can.
    let play = struck_back("grabs", "", SWORD, "d6=5 | d6=2 | d6=6 | d6=1");
    seen(&play, "T", &[("held_by", -1)]);
    seen(&play, "H", &[("hp", 18), ("stance_pre", 6), ("dodges", 0)]);
}

// R-39, HEI-198
#[test]
fn a_holder_that_is_too_tired_or_lets_be_sets_no_requirement() {
    // 3 before potential does not meet a fatigue of 4; the blow hits, and that ends the hold.
    let play = struck_back("grabs", "fatigue = 4", SWORD, "d6=3 | d6=1 | d6=6 | d6=1");
    seen(&play, "T", &[("held_by", -1)]);
    seen(&play, "H", &[("hp", 18), ("fatigue", 5), ("stance_pre", 6)]);
    let play = struck_back("mild", "", SWORD, "d6=1 | d6=6 | d6=1");
    seen(&play, "T", &[("held_by", -1)]);
    seen(&play, "H", &[("hp", 18)]);
}

// HEI-133, HEI-197
#[test]
fn it_is_told_that_a_holder_is_too_tired_to_hold_back() {
    let story = |start: &str, dice: &str| {
        let (people, rest) = striking_back(armed("b", "T", 5, "strikes_h", SWORD, ""), "grabs", start);
        told(&people, &rest, &format!("{BIND} | {dice}"), 2)
    };
    let says = |story: &[String], words: &str| story.iter().any(|sentence| sentence.contains(words));
    let tired = story("fatigue = 4", "d6=3 | d6=1 | d6=6 | d6=1");
    assert!(says(&tired, "H is too tired to hold back T") && !says(&tired, "H holds on to T"), "{tired:?}");
    let fresh = story("", "d6=3 | d6=1 | d6=6 | d6=1");
    assert!(says(&fresh, "H holds on to T: 6") && !says(&fresh, "too tired"), "{fresh:?}");
}

const KNIVES: &str = "{ kind = 'light', name = 'left', ability = 'knife_fighting', place = 'off_hand' }, \
                      { kind = 'light', name = 'right', ability = 'knife_fighting', place = 'sword_hand' }";

// HEI-185, HEI-197
#[test]
fn who_is_stopped_with_the_first_of_two_weapons_strikes_with_neither() {
    // 6 + 3 against 2 + 5.
    let play = struck_back("grabs", "", KNIVES, "d6=6 | d6=2 | d6=1");
    seen(&play, "T", &[("held_by", 0)]);
    seen(&play, "H", &[("hp", 20)]);
    // A first blow that is too tired has not met the requirement either.
    let tired = armed("b", "T", 5, "strikes_h", KNIVES, "fatigue = 4");
    let play = struck_back_by(tired, "grabs", "", "d6=1 | d6=3 | d6=1");
    seen(&play, "T", &[("held_by", 0), ("fatigue", 6)]);
    seen(&play, "H", &[("hp", 20)]);
    // With nobody who opposes it, each of them strikes.
    let tired = armed("b", "T", 5, "strikes_h", KNIVES, "fatigue = 4");
    let play = struck_back_by(tired, "mild", "", "d6=3 | d6=6 | d6=6 | d6=1");
    seen(&play, "T", &[("held_by", -1), ("fatigue", 6)]);
    seen(&play, "H", &[("hp", 19), ("stance_pre", 6)]);
}

// HEI-160, HEI-197
#[test]
fn who_is_stopped_with_the_first_of_two_throws_keeps_the_second() {
    let knives = "{ kind = 'throwing', name = 'left', ability = 'throwing', hands = 'either', place = 'off_hand' }, \
                  { kind = 'throwing', name = 'right', ability = 'throwing', place = 'sword_hand' }";
    // H is the only other one of the cluster: one big die.
    let play = struck_back("grabs", "", knives, "d6=6 | d6=2 d10=9 | d6=1");
    seen(&play, "T", &[("held_by", 0), ("place(left)", 1), ("place(right)", 3)]);
    seen(&play, "H", &[("hp", 20)]);
}

// HEI-185
#[test]
fn a_holder_opposes_an_action_of_two_weapons_once() {
    // 4 + 3 against 2 + 5: free. The second knife meets the defence that H has rolled by then.
    let play = struck_back("grabs", "", KNIVES, "d6=4 | d6=2 | d6=6 | d6=1 | d6=4 d10=4 d10=4 | d6=1");
    seen(&play, "T", &[("held_by", -1)]);
    seen(&play, "H", &[("hp", 19), ("dodges", 1), ("stance_pre", 4)]);
}

/// D strikes at H, who holds T and cannot defend.
fn struck_by_another(rest: &str, start: &str, d: Person, dice: &str) -> ScriptedPlay<Heimr> {
    let people =
        [bare("a", "H", 9, "grabs", start), d, bare("b", "T", 5, "waits", ""), bare("a", "F", 1, "waits", "at = 'A3'")];
    let mut play = held(&people, rest, dice);
    play.turns(1);
    play
}

// HEI-194, HEI-195
#[test]
fn a_holder_that_is_shot_at_can_let_go_and_defends_itself() {
    let rest = "[policy.loosens]\nturn = [{ do = 'brawl', when = 'round == 1' }, { do = 'wait' }]\nbrawl = [{ do = 'bind' }]\n\
                release = [{ do = 'yes' }]\ndefend = [{ do = 'dodge' }]\n\
                target = [{ at = 'first', among = 'it.is(T)' }]\n\
                [policy.waylays]\nturn = [{ do = 'ready', when = 'round == 1' }, { do = 'wait' }]\n\
                ready = [{ do = 'attack', trigger = 'enemy_brawls' }]\ndefend = [{ do = 'dodge' }]\n";
    let people =
        [bare("a", "H", 9, "loosens", "hp_max = 20"), bow("b", "B", 10, "waylays", ""), bare("b", "T", 5, "waits", "")];
    // B readies; H takes hold of T, and lets go when B shoots: 6 + 4 against 6 + 2.
    let next = "d6=4 d10=9 d10=9";
    let mut play = stage(&people, rest, &format!("d6=2 || {BIND} | d6=6 | d6=6 d10=9 d10=9 | {next} | {next}"));
    play.turns(2);
    seen(&play, "H", &[("hp", 17), ("dodges", 1), ("holds", -1)]);
    seen(&play, "T", &[("held_by", -1)]);
}

// R-40, HEI-198
#[test]
fn a_plain_hit_by_another_ends_a_grab_only_by_the_other_ruling() {
    let blow = || sword("b", "D", 8, "strikes_h", "");
    let play = struck_by_another("", "", blow(), "d6=1 | d6=2");
    seen(&play, "H", &[("hp", 2), ("holds", 3), ("stance", -1)]);
    let play = struck_by_another("[rulings]\ngrab_breaks_on = 'any_hit'\n", "", blow(), "d6=1 | d6=6 | d6=2");
    seen(&play, "H", &[("hp", 2), ("holds", -1), ("stance_pre", 6)]);
    seen(&play, "T", &[("held_by", -1)]);
}

// R-40, HEI-198
#[test]
fn an_injury_or_an_effect_ends_a_grab() {
    // An injured arm of the one hand: no more than the effect matters here.
    let play = struck_by_another("", "hp = 2", sword("b", "D", 8, "strikes_h", ""), "d6=3 | d6=6 | d6=2");
    seen(&play, "H", &[("hp", 0), ("injured(off_arm)", 1), ("holds", -1), ("stance_pre", 6)]);
    // The Hit of a brawl is an effect.
    let play = struck_by_another("", "", bare("b", "D", 8, "brawls_h", ""), "d6=1 | d6=6 | d6=2");
    seen(&play, "H", &[("hp", 3), ("holds", -1), ("stance_pre", 6)]);
    seen(&play, "T", &[("held_by", -1)]);
    let drain = "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'drain' }] }";
    let play = struck_by_another("", "", armed("b", "D", 8, "strikes_h", drain, ""), "d6=1 | d6=6 | d6=2");
    seen(&play, "H", &[("hp", 2), ("willpower", 2), ("holds", -1), ("stance_pre", 6)]);
}

// HEI-197
#[test]
fn what_a_holder_stops_is_counted_by_itself() {
    let (people, rest) = striking_back(armed("b", "T", 5, "strikes_h", KNIVES, ""), "grabs", "");
    let mut play = stage(&people, &format!("{rest}[book.turn]\nrounds_max = 1\n"), &format!("{BIND} | d6=6 | d6=2 | d6=1"));
    play.rounds(1);
    assert_eq!(["T.attacks", "T.held_back", "T.hits", "T.attacks_fatigued"].map(|key| play.metric(key)), [1, 1, 0, 0]);
}

// HEI-197, HEI-202
#[test]
fn every_attack_roll_is_a_hit_or_has_been_stopped_by_one_thing() {
    let wrestles = "[policy.wrestles]\nbrawl = [{ do = 'hit', when = 'holding' }, { do = 'bind' }]\n";
    let people = [
        bare("a", "H", 9, "wrestles", "hp_max = 9, fatigue = 3"),
        armed("a", "G", 8, "fights", "{ kind = 'medium', ability = 'swordsmanship' }", "hp_max = 9"),
        armed("b", "T", 5, "fights", KNIVES, "hp_max = 9, fatigue = 3"),
        armed("b", "S", 4, "fights", "{ kind = 'bow' }", "hp_max = 9"),
    ];
    let sampled = ScriptedPlay::<Heimr>::sampled(&scene(&people, wrestles), 200, 1);
    let mean = |name: &str, family: &str| sampled.mean(&format!("{name}.{family}"));
    for name in ["H", "G", "T", "S"] {
        let ends: f64 =
            ["hits", "attacks_fatigued", "held_back", "dodged", "blocked", "parried"].map(|end| mean(name, end)).iter().sum();
        assert!(
            (mean(name, "attacks") - ends).abs() < 1e-9,
            "{name}: {} rolls, {ends} of them came to something",
            mean(name, "attacks")
        );
    }
    assert!(mean("T", "held_back") > 0.0);
}
