//! Readied actions that go somewhere, or change something for the combatant that sets them off.

use super::spec_stage::{bare, bow, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::{ScriptedPlay, try_load};

/// A dodge at -2.
const NEXT: &str = "d6=4 d10=4 d10=4";

/// A policy that readies an action in its first turn and does nothing else.
fn ready(name: &str, line: &str) -> String {
    format!(
        "[policy.{name}]\nturn = [{{ do = 'ready', when = 'round == 1' }}, {{ do = 'wait' }}]\nready = [{{ {line} }}]\ndefend = [{{ do = 'dodge' }}]\n"
    )
}

/// R in B1 readies a move upwards, for the intention to attack it or for the attack; A strikes at it.
fn evades(on: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let people = [bare("b", "R", 9, "evades", "at = 'B1'"), sword("a", "A", 5, "fights", "at = 'B1'")];
    let line = format!("do = 'move', direction = 'up', trigger = 'enemy_attacks_me', on = '{on}'");
    let mut play = stage(&people, &ready("evades", &line), &format!("d6=2 || {dice}"));
    play.turns(2);
    play
}

// HEI-107, HEI-111, HEI-165
#[test]
fn a_step_away_from_an_intention_leaves_the_blow_without_a_target() {
    // Persuasion 2 against insight 2.
    let play = evades("intent", "d6=2 | d6=2 | d6=3");
    seen(&play, "R", &[("hp", 4), ("row", 1), ("readied", 0), ("dodges", 0), ("ongoing", 0)]);
    seen(&play, "A", &[("row", 0)]);
}

// HEI-112, HEI-108, HEI-165
#[test]
fn a_step_away_from_the_attack_itself_comes_after_it() {
    let play = evades("event", &format!("d6=5 | {NEXT} | d6=3"));
    seen(&play, "R", &[("hp", 2), ("row", 1), ("readied", 0), ("dodges", 1)]);
    // The result is equal when the intention is not seen through.
    let play = evades("intent", &format!("d6=2 | d6=1 | d6=5 | {NEXT} | d6=3"));
    seen(&play, "R", &[("hp", 2), ("row", 1), ("readied", 0), ("dodges", 1)]);
}

// HEI-107, HEI-163, HEI-155, R-16
#[test]
fn a_readied_charge_comes_to_the_help_of_an_ally_and_is_ongoing() {
    let people = [
        sword("b", "R", 9, "helps", "at = 'B1'"),
        sword("a", "A", 5, "fights", "at = 'B2'"),
        bare("b", "T", 2, "waits", "at = 'B2', hp_max = 6"),
    ];
    let line = "do = 'charge', direction = 'up', trigger = 'enemy_attacks_ally'";
    let mut play = stage(&people, &ready("helps", line), &format!("d6=2 || d6=5 | {NEXT} || d6=5 | {NEXT} | {NEXT}"));
    play.turns(1);
    seen(&play, "R", &[("row", 0), ("readied", 1), ("ongoing", 0)]);
    play.turns(1);
    seen(&play, "T", &[("hp", 4)]);
    seen(&play, "A", &[("hp", 2)]);
    seen(&play, "R", &[("row", 1), ("readied", 0), ("ongoing", 1), ("place", 0)]);
}

// HEI-107, HEI-166, R-60
#[test]
fn whoever_has_readied_to_run_leaves_when_it_is_shot_at() {
    let people = [
        bare("b", "R", 9, "runs", "at = 'A1'"),
        bow("a", "A", 5, "fights", "at = 'B1'"),
        bare("b", "T", 2, "waits", "at = 'C3'"),
    ];
    let line = "do = 'run', direction = 'left', trigger = 'enemy_shoots', on = 'intent'";
    let mut play = stage(&people, &ready("runs", line), "d6=2 || d6=2 | d6=2 | d6=3");
    play.turns(2);
    seen(&play, "R", &[("standing", 0), ("hp", 4), ("readied", 0)]);
}

// HEI-107, HEI-164, HEI-231
#[test]
fn a_readied_guard_stands_in_the_way_of_the_attack_it_has_seen_coming() {
    let people = [
        bare("b", "T", 9, "waits", "at = 'B1'"),
        sword("b", "R", 7, "shields", "at = 'B1', hp_max = 6"),
        sword("a", "A", 5, "fights", "at = 'B1'"),
    ];
    let line = "do = 'guard', trigger = 'enemy_attacks_ally', on = 'intent'";
    let dice = format!("d6=2 || d6=2 || d6=2 | d6=2 | d6=5 | {NEXT} | d6=3");
    let mut play = stage(&people, &ready("shields", line), &dice);
    play.turns(2);
    seen(&play, "R", &[("readied", 1), ("ward", -1)]);
    play.turns(1);
    seen(&play, "T", &[("hp", 4)]);
    seen(&play, "R", &[("hp", 4), ("readied", 0)]);
}

// HEI-107
#[test]
fn an_action_that_is_not_possible_when_its_trigger_comes_waits_on() {
    // The grid ends above B3.
    let people = [bare("b", "R", 9, "evades", "at = 'B3'"), sword("a", "A", 5, "fights", "at = 'B3'")];
    let line = "do = 'move', direction = 'up', trigger = 'enemy_attacks_me'";
    let mut play = stage(&people, &ready("evades", line), &format!("d6=2 || d6=5 | {NEXT} | d6=3"));
    play.turns(2);
    seen(&play, "R", &[("hp", 2), ("readied", 1)]);
}

// HEI-107, HEI-108
#[test]
fn whoever_has_readied_for_an_enemy_that_leaves_goes_after_it() {
    let people = [bare("b", "R", 9, "follows", "at = 'B1'"), sword("a", "A", 5, "goes", "at = 'B1'")];
    let goes = "[policy.goes]\nturn = [{ do = 'move', direction = 'up', when = 'round == 1' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n";
    let line = "do = 'move', direction = 'up', trigger = 'enemy_leaves_my_square'";
    let mut play = stage(&people, &(ready("follows", line) + goes), "d6=2 || d6=3");
    play.turns(2);
    seen(&play, "A", &[("row", 1)]);
    seen(&play, "R", &[("row", 1), ("readied", 0)]);
}

// HEI-107, HEI-108
#[test]
fn a_brawl_sets_off_what_is_readied_for_brawls_and_a_blow_with_a_sword_does_not() {
    let line = "do = 'move', direction = 'up', trigger = 'enemy_brawls'";
    let dice = format!("d6=2 || d6=5 | {NEXT} | d6=3");
    let brawler = [bare("b", "R", 9, "evades", "at = 'B1'"), bare("a", "A", 5, "fights", "at = 'B1'")];
    let mut play = stage(&brawler, &ready("evades", line), &dice);
    play.turns(2);
    seen(&play, "R", &[("row", 1), ("readied", 0)]);
    let swordsman = [bare("b", "R", 9, "evades", "at = 'B1'"), sword("a", "A", 5, "fights", "at = 'B1'")];
    let mut play = stage(&swordsman, &ready("evades", line), &dice);
    play.turns(2);
    seen(&play, "R", &[("row", 0), ("readied", 1)]);
}

// HEI-107, R-64
#[test]
fn what_cannot_be_readied_is_said() {
    let problem = |line: &str| {
        let text = format!(
            "side = [{{ name = 'a', combatant = [{{ name = 'A', policy = 'p' }}] }}, {{ name = 'b', combatant = [{{ name = 'B' }}] }}]\n\
             [policy.p]\nready = [{{ {line} }}]\n"
        );
        try_load::<Heimr>(&text).err().map(|failure| failure.render(false))
    };
    for line in ["do = 'ready'", "do = 'wait'", "do = 'carry', direction = 'up'", "do = 'break', direction = 'up'"] {
        let found = problem(line).unwrap_or_else(|| panic!("nothing is wrong with {line}"));
        assert!(found.contains("cannot be readied") || found.contains("unknown"), "{found}");
    }
    let found = problem("do = 'dodge', direction = 'up'").expect("a dodge has no direction");
    assert!(found.contains("means nothing"), "{found}");
    for line in ["do = 'move', direction = 'up'", "do = 'charge'", "do = 'crawl', direction = 'left'", "do = 'put_away'"] {
        assert_eq!(problem(line), None, "{line}");
    }
}
