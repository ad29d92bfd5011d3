//! The hidden: attacks on them and out of hiding, sounds, sightings; sleepers and what wakes them.

use super::spec_stage::{Person, armed, bare, bow, person, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

/// A policy of these turn lines.
fn policy(name: &str, lines: &str) -> String {
    format!("[policy.{name}]\nturn = [{lines}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n")
}

/// Shrubs in the two squares of the tests: 1 of concealment, 1 high.
const SHRUBS: &str =
    "[arena]\nsquare.B1 = { objects = [{ name = 'shrubbery' }] }\nsquare.B2 = { objects = [{ name = 'shrubbery' }] }\n";

/// Policies whose turn is an attack, where one is possible, and nothing else.
fn strikes() -> String {
    policy("strikes", "{ do = 'attack' }")
}

/// H, hidden at 5 in B2, shoots A in B1, who then acts; what comes after the dice of H's turn.
fn after_a_hidden_shot(a: Person, dice: &str) -> ScriptedPlay<Heimr> {
    let people = [a, bow("b", "H", 9, "strikes", "at = 'B2', hidden = true")];
    // Hiding, the shot, which hits, A's next dodge, and H's at the end of its turn, worth 4.
    let first = "d6=5 | d6=1 | d6=4 d10=4 d10=4 | d6=2";
    let mut play = stage(&people, &(SHRUBS.to_owned() + &strikes()), &format!("{first} | {dice}"));
    play.turns(1);
    seen(&play, "H", &[("hidden", 1), ("known_by", 1), ("hide_value", 3)]);
    seen(&play, "A", &[("hp", 1)]);
    play.turns(1);
    play
}

// HEI-221
#[test]
fn somebody_hidden_is_not_attacked_by_those_who_do_not_know_of_it() {
    let people = [sword("a", "A", 9, "strikes", "at = 'B2'"), bare("b", "H", 5, "waits", "at = 'B2', hidden = true")];
    let mut play = stage(&people, &(SHRUBS.to_owned() + &strikes()), "d6=5 | d6=2");
    play.turns(1);
    seen(&play, "H", &[("hp", 4), ("hidden", 1), ("hide_value", 5), ("hidden_from", 1), ("known_by", 0)]);
}

// HEI-221, HEI-222
#[test]
fn a_shot_at_somebody_known_to_hide_needs_a_ten_and_is_worse_by_one_and_the_concealment() {
    let archer = || bow("a", "A", 5, "strikes", "at = 'B1'");
    // No ten: the shot does not happen, and the arrow is kept.
    let play = after_a_hidden_shot(archer(), "d10=9 | d6=2");
    seen(&play, "H", &[("hp", 4), ("dodges", 0), ("hidden", 1)]);
    seen(&play, "A", &[("loaded(bow)", 1)]);
    // A ten: a shot at 0 - 1 - 1, the lowest of three.
    let play = after_a_hidden_shot(archer(), "d10=10 | d6=6 d10=9 d10=4 | d6=4 d10=4 d10=4 | d6=2");
    seen(&play, "H", &[("hp", 1), ("dodges", 1), ("hidden", 1)]);
    seen(&play, "A", &[("loaded(bow)", 0)]);
}

// HEI-221, HEI-222
#[test]
fn a_policy_can_choose_somebody_who_is_known_to_hide_while_others_are_seen() {
    // H shoots A and stays hidden; V stands beside it in the open.
    let shot = |target: &str, dice: &str| {
        let people = [
            bow("a", "A", 5, "chooses", "at = 'B1'"),
            bow("b", "H", 9, "strikes", "at = 'B2', hidden = true"),
            bare("b", "V", 1, "waits", "at = 'B2'"),
        ];
        let chooses = format!(
            "[policy.chooses]\nturn = [{{ do = 'attack' }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n{target}\n"
        );
        let first = "d6=5 | d6=1 | d6=4 d10=4 d10=4 | d6=2";
        let mut play = stage(&people, &(SHRUBS.to_owned() + &strikes() + &chooses), &format!("{first} | {dice}"));
        play.turns(2);
        seen(&play, "H", &[("hidden", 1)]);

        (play.see("H", "hp"), play.see("V", "hp"))
    };
    // At V a 3 + 4 beats 3 + 2; no die is rolled for luck or the choice.
    let open = "d6=3 | d6=4 d10=4 d10=4 | d6=2";
    assert_eq!(shot("", open), (4, 1));
    assert_eq!(shot("target = [{ at = 'random' }]", open), (4, 1));
    assert_eq!(shot("target = [{ most = 'it.place', among = 'not it.hidden' }]", open), (4, 1));
    // At H it takes a 10 first, and is worse by 2.
    let hidden = "target = [{ at = 'first', among = 'it.hidden' }]";
    assert_eq!(shot(hidden, "d10=9 | d6=2"), (4, 4));
    assert_eq!(shot(hidden, "d10=10 | d6=6 d10=9 d10=4 | d6=4 d10=4 d10=4 | d6=2"), (1, 4));
}

// HEI-222, HEI-163
#[test]
fn a_charge_at_somebody_known_to_hide_is_a_guess_as_well() {
    let people = [sword("a", "A", 5, "charges", "at = 'B1'"), bow("b", "H", 9, "strikes", "at = 'B2', hidden = true")];
    let rest = SHRUBS.to_owned() + &strikes() + &policy("charges", "{ do = 'charge', direction = 'up' }");
    let first = "d6=5 | d6=1 | d6=4 d10=4 d10=4 | d6=2";
    let charge = |dice: &str| {
        let mut play = stage(&people, &rest, &format!("{first} | {dice} | d6=2 d10=4 d10=4"));
        play.turns(2);
        seen(&play, "A", &[("row", 1), ("ongoing", 1)]);

        (play.see("H", "hp"), play.see("H", "hidden"))
    };
    assert_eq!(charge("d10=9"), (4, 1));
    assert_eq!(charge("d10=10 | d6=6 d10=8 d10=3 | d6=4 d10=4 d10=4"), (2, 0));
}

// HEI-222, HEI-225
#[test]
fn a_lucky_blow_is_worse_by_one_and_the_concealment_and_ends_hiding() {
    // The cluster comes with the blow, and so concealment still counts: 0 - 1 - 1.
    let people = [sword("a", "A", 5, "strikes", "at = 'B2'"), bow("b", "H", 9, "strikes", "at = 'B2', hidden = true")];
    let dice = "d6=5 | d6=1 | d6=4 d10=4 d10=4 | d6=2 | d10=10 | d6=6 d10=8 d10=3 | d6=4 d10=4 d10=4 | d6=2";
    let mut play = stage(&people, &(SHRUBS.to_owned() + &strikes()), dice);
    play.turns(2);
    seen(&play, "H", &[("hp", 2), ("hidden", 0), ("cluster_size", 2)]);
}

// HEI-223
#[test]
fn a_charge_out_of_hiding_is_better_by_two_and_a_plain_blow_is_not() {
    // T's dodge is worth 8; the blow is worth 1 + 6, out of hiding 1 + 8.
    let charge = |start: &str, act: &str, dice: &str| {
        let people = [bare("a", "T", 9, "waits", "at = 'B2'"), sword("b", "H", 5, "goes", start)];
        let rest = SHRUBS.to_owned() + &policy("goes", &format!("{{ do = '{act}' }}"));
        let mut play = stage(&people, &rest, dice);
        play.turns(2);

        (play.see("T", "hp"), play.see("H", "hidden"), play.see("H", "row"))
    };
    let hiding = "d6=5 | ";
    let dice = |after: &str| format!("d6=6 | d6=1 | d6=4 d10=4 d10=4 | {after}");
    let ongoing = "dodge d6=3 d10=4 d10=5";
    assert_eq!(charge("at = 'B1'", "charge", &dice(ongoing)), (4, 0, 1));
    assert_eq!(charge("at = 'B1', hidden = true", "charge", &(hiding.to_owned() + &dice(ongoing))), (2, 0, 1));
    assert_eq!(charge("at = 'B2', hidden = true", "attack", &(hiding.to_owned() + &dice("dodge d6=3"))), (4, 0, 1));
}

// HEI-223, HEI-224, HEI-225
#[test]
fn a_shot_out_of_hiding_is_better_by_two_and_heard_by_its_sound() {
    // The dodge of T is worth 5, so that a 1 hits by the 2 of hiding alone.
    let shot = |weapon: &str, start: &str, dice: &str| {
        let people = [bare("a", "T", 5, "waits", "at = 'B2'"), armed("b", "H", 9, "strikes", weapon, start)];
        let mut play = stage(&people, &(SHRUBS.to_owned() + &strikes()), &format!("{dice} | d6=4 d10=4 d10=4 | d6=2"));
        play.turns(1);

        (play.see("T", "hp"), play.see("H", "hidden"), play.see("H", "hide_value"))
    };
    let hidden = "at = 'B1', hidden = true";
    let (bow, loud) = ("{ kind = 'bow' }", "{ kind = 'bow', sound = 'loud' }");
    assert_eq!(shot(bow, "at = 'B1'", "d6=1"), (4, 0, 0));
    assert_eq!(shot(bow, hidden, "d6=6 | d6=1"), (1, 1, 4));
    assert_eq!(shot("{ kind = 'crossbow' }", hidden, "d6=6 | d6=1"), (1, 1, 4));
    assert_eq!(shot("{ kind = 'throwing' }", hidden, "d6=6 | d6=1"), (3, 1, 4));
    assert_eq!(shot("{ kind = 'blowgun' }", hidden, "d6=6 | d6=3"), (4, 1, 4));
    assert_eq!(shot(loud, hidden, "d6=6 | d6=1"), (1, 0, 0));
}

// HEI-224
#[test]
fn every_soft_sound_takes_two_off() {
    let people = [bare("a", "T", 5, "waits", "hp_max = 20"), bow("b", "H", 9, "strikes", "at = 'B1', hidden = true")];
    let rest = SHRUBS.to_owned() + &strikes() + "[book.ammo]\nrequires_draw = false\n";
    let dodge = "d6=4 d10=4 d10=4";
    let dice = format!("d6=6 | d6=1 | {dodge} | d6=1 | d6=3 | d6=1 | {dodge} | d6=2");
    let mut play = stage(&people, &rest, &dice);
    play.turns(1);
    seen(&play, "H", &[("hide_value", 4), ("hidden", 1)]);
    play.rounds(1).turns(1);
    seen(&play, "H", &[("hide_value", 2), ("hidden", 1)]);
    seen(&play, "T", &[("hp", 14)]);
}

// HEI-225
#[test]
fn speech_ends_hiding() {
    let people = [bare("a", "T", 5, "waits", "at = 'B2'"), bare("b", "H", 9, "speaks", "at = 'B2', hidden = true")];
    let rest = SHRUBS.to_owned() + &policy("speaks", "{ do = 'speak' }");
    let mut play = stage(&people, &rest, "d6=5 | d6=6 | d6=1 | d6=2");
    play.turns(1);
    seen(&play, "H", &[("hidden", 0), ("hide_value", 0)]);
    seen(&play, "T", &[("yielded", 0)]);
}

// R-69, HEI-225
#[test]
fn what_one_spots_its_side_sees_and_hiding_again_hides_from_all() {
    let spotted = |rulings: &str, perception: u8| {
        let people = [
            bare("a", "A", 9, "looks", "at = 'B1'"),
            bare("a", "C", 8, "waits", "at = 'A3'"),
            bare("b", "H", 5, "hides", "at = 'B2', hidden = true"),
        ];
        let rest = SHRUBS.to_owned()
            + &policy("looks", "{ do = 'observe', square = 'B2' }")
            + &policy("hides", "{ do = 'hide' }")
            + rulings;
        let dice = format!("d6=5 | d6={perception} | d6=1 | d6=1 | d6=2 | d6=1");
        let mut play = stage(&people, &rest, &dice);
        seen(&play, "H", &[("hide_value", 5), ("hidden_from", 0b11)]);
        play.turns(1);
        let left = play.see("H", "hidden_from");
        play.turns(2);
        seen(&play, "H", &[("hide_value", 2), ("hidden_from", 0b11)]);
        left
    };
    let own = "[rulings]\nsightings = 'own'";
    // From a bordering square perception is worth 1 more.
    assert_eq!([spotted("", 3), spotted("", 4)], [0b11, 0]);
    assert_eq!([spotted(own, 3), spotted(own, 4)], [0b11, 0b10]);
}

/// A strikes at T in B2, then C does; S sleeps nearby with this perception.
fn near_a_sleeper(at: &str, p: u8, weapon: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let kind = format!("{{ kind = '{weapon}' }}");
    let sleeper = format!(
        "{{ name = 'S', initiative = 1, policy = 'waits', asleep = true, at = '{at}', hp_max = 4, attributes = {{ sta = 3 }}, \
         abilities = {{ perception = {{ c = 0, p = {p} }}, agility = {{ c = 0, p = 2 }} }} }},\n"
    );
    let people = [
        armed("a", "A", 9, "strikes", &kind, ""),
        armed("a", "C", 8, "strikes", &kind, ""),
        bare("b", "T", 5, "waits", "hp_max = 50"),
        person("b", sleeper),
    ];
    stage(&people, &strikes(), dice)
}

// R-58, HEI-217
#[test]
fn a_blow_wakes_sleepers_that_hear_it_once_in_a_round() {
    let (second, third) = ("d6=4 d10=4 d10=4", "d6=4 d10=4 d10=4 d10=4 d10=4");
    let round = format!("d6=5 | {second} | d6=2 | d6=5 | {third} | d6=2 | d6=3");
    // Perception of 4 + 0 does not reach 5; the second blow of the round is not listened to.
    let dice = format!("d6=4 | {round} | d6=5 | d6=5 | {second} | d6=2");
    for at in ["B2", "B1"] {
        let mut play = near_a_sleeper(at, 0, "medium", &dice);
        play.rounds(1);
        seen(&play, "S", &[("asleep", 1), ("prone", 1)]);
        play.turns(1);
        seen(&play, "S", &[("asleep", 0)]);
    }
    // Two squares away nobody hears it.
    let mut play = near_a_sleeper("A1", 0, "medium", &round);
    play.rounds(1);
    seen(&play, "S", &[("asleep", 1)]);
}

//
#[test]
fn how_far_sounds_are_heard_is_a_number_of_the_book() {
    let second = "dodge d6=4 d10=4 d10=4";
    // In the next square: the sleeper rolls, or hears nothing at all.
    let text = |hearing: u8| format!("[book.sleep]\nhearing = {hearing}\n{}", strikes());
    let people = [
        sword("a", "A", 9, "strikes", ""),
        bare("b", "T", 5, "waits", ""),
        bare("b", "S", 1, "waits", "at = 'B1', asleep = true"),
    ];
    let mut play = stage(&people, &text(0), &format!("d6=5 | {second} | d6=2"));
    play.turns(1);
    seen(&play, "S", &[("asleep", 1)]);
    let mut play = stage(&people, &text(1), &format!("d6=6 | d6=5 | {second} | d6=2"));
    play.turns(1);
    seen(&play, "S", &[("asleep", 0)]);
}

// R-58, HEI-217
#[test]
fn a_soft_sound_takes_a_perception_of_nine() {
    let second = "d6=4 d10=4 d10=4";
    for (die, asleep) in [(5, 1), (6, 0)] {
        // The shot, the next dodge, what the sleeper hears, the archer's own dodge.
        let mut play = near_a_sleeper("B1", 3, "bow", &format!("d6=5 | {second} | d6={die} | d6=2"));
        play.turns(1);
        seen(&play, "S", &[("asleep", asleep)]);
    }
}

//
#[test]
fn the_blow_of_a_guard_is_heard_as_well() {
    let people = [
        sword("b", "G", 9, "guards", ""),
        bare("b", "W", 7, "waits", ""),
        bare("b", "S", 6, "waits", "at = 'B1', asleep = true"),
        sword("a", "E", 5, "evades", ""),
    ];
    let policies = "[policy.guards]\nturn = [{ do = 'guard' }, { do = 'wait' }]\nguard = [{ do = 'ally', who = 'W' }]\ndefend = [{ do = 'dodge' }]\n\
                    [policy.evades]\nturn = [{ do = 'attack' }, { do = 'wait' }]\ntarget = [{ at = 'first', among = 'it.is(W)' }]\n\
                    answer_guard = [{ do = 'outmanoeuvre' }]\ndefend = [{ do = 'dodge' }]\n";
    // The guard hits, so that E makes no sound of its own.
    let mut play = stage(&people, policies, "d6=3 | d6=3 | d6=5 | d6=6 d10=4 | d6=1 | d6=4 d10=4 d10=4 | d6=2 d10=4 d10=4");
    play.turns(4);
    seen(&play, "S", &[("asleep", 0)]);
    seen(&play, "E", &[("hp", 2)]);
}

// R-58, HEI-217
#[test]
fn a_sleeper_has_no_defence_and_wakes_when_it_is_hit() {
    let people = [
        sword("a", "A", 9, "strikes", ""),
        bare("b", "S", 5, "waits", "asleep = true"),
        bare("b", "T", 3, "waits", "at = 'A1'"),
    ];
    let mut play = stage(&people, &strikes(), "d6=1 | d6=1 | d6=3");
    play.turns(1);
    seen(&play, "S", &[("hp", 2), ("asleep", 0), ("prone", 1), ("dodges", 0)]);
}

// HEI-221, HEI-222
#[test]
fn policies_can_ask_whether_somebody_is_known_to_hide() {
    let ducks = |hider: &str, dice: &str| {
        let crates = "[arena]\nsquare.B2 = { objects = [{ name = 'crate' }] }\n";
        let policies = "[policy.shoots]\nturn = [{ do = 'attack' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n\
                        [policy.ducks]\nturn = [{ do = 'drop_prone', when = 'enemies.known_to_hide == 1 and enemies.unseen == 1' }, \
                        { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n";
        let people = [bow("b", "W", 9, hider, "hidden = true"), bare("a", "A", 5, "ducks", "")];
        let mut play = stage(&people, &format!("{policies}{crates}"), dice);
        play.turns(2);
        seen(&play, "W", &[("hidden", 1)]);

        play.see("A", "prone")
    };
    // W hides, and shoots at A or does not.
    assert_eq!(ducks("shoots", "d6=6 | d6=5 | d6=4 d10=4 d10=4 | d6=2 || d6=2 d10=3 d10=3"), 1);
    assert_eq!(ducks("waits", "d6=6 | d6=2 || d6=2"), 0);
}
