//! Chases off the grid: what ends them, ground gained and lost, terrain, fatigue.

use super::spec_people::{policy, raw};
use super::spec_stage::{bare, seen, stage};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

/// Q runs off the grid out of B1, where P stands and goes after it; both with these abilities beside a stamina of 3. Z keeps
/// the fight going.
fn chase(quarry: &str, pursuer: &str, rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let person = |more: &str| {
        format!("at = 'B1', attributes = {{ sta = 3 }}, stance = {{ kind = 'dodge', c = 1, pre = 5, d6 = 5 }}, {more}")
    };
    let people = [
        raw("a", "Q", 9, "runs", &person(quarry)),
        bare("a", "Z", 1, "waits", "at = 'A3'"),
        raw("b", "P", 5, "hunts", &person(pursuer)),
    ];
    let policies = policy("runs", "{ do = 'run', direction = 'down' }", "") + &policy("hunts", "", "pursue = [{ do = 'yes' }]");
    let rulings = if rest.contains("[rulings]") { rest.to_owned() } else { format!("[rulings]\nflee = 'chase'\n{rest}") };
    let mut play = stage(&people, &format!("{policies}{rulings}"), dice);
    play.turns(1);
    play
}

const PLAIN: &str = "abilities = { agility = { c = 0, p = 2 } }";

/// True if the quarry was caught, true if it got away, and the turns that the pursuer misses: one for each chase round.
fn end(play: ScriptedPlay<Heimr>) -> (bool, bool, i64) {
    (play.see("Q", "caught") == 1, play.see("Q", "fled") == 1, play.see("P", "turns_missed"))
}

// HEI-142, HEI-144, HEI-145
#[test]
fn three_points_more_are_a_square_and_whoever_would_pass_the_quarry_catches_it() {
    assert_eq!(end(chase(PLAIN, PLAIN, "", "d6=3 d6=6 | d6=1 d6=4")), (true, false, 2));
    // Two points are nothing, and three less give the square back.
    assert_eq!(end(chase(PLAIN, PLAIN, "", "d6=3 d6=6 | d6=4 d6=6 | d6=6 d6=3 | d6=1 d6=6 | d6=3 d6=6")), (true, false, 5));
    assert_eq!(end(chase(PLAIN, PLAIN, "[book.chase]\nmargin = 2", "d6=3 d6=5 | d6=2 d6=4")), (true, false, 2));
    assert_eq!(end(chase(PLAIN, PLAIN, "[book.chase]\nstart_distance = 0", "d6=3 d6=6")), (true, false, 1));
}

// HEI-145, R-61
#[test]
fn in_the_same_square_the_quarry_is_caught_only_by_the_ruling() {
    let same = "[rulings]\nflee = 'chase'\nchase_caught_at = 'same_square'";
    assert_eq!(end(chase(PLAIN, PLAIN, same, "d6=3 d6=6")), (true, false, 1));
}

// HEI-144, R-61
#[test]
fn three_points_less_are_a_square_for_the_quarry() {
    let far = "[book.chase]\nescape_distance = 2";
    assert_eq!(end(chase(PLAIN, PLAIN, far, "d6=5 d6=3 | d6=6 d6=3")), (false, true, 2));
    let once = "[book.chase]\nrounds_max = 1";
    assert_eq!(end(chase(PLAIN, PLAIN, once, "d6=1 d6=6")), (false, true, 1));
}

// HEI-146, HEI-143
#[test]
fn whoever_does_not_meet_its_fatigue_ends_the_chase() {
    let tired = format!("{PLAIN}, fatigue = 4");
    // The quarry gives up before the pursuer has rolled.
    assert_eq!(end(chase(&tired, PLAIN, "", "chase d6=3")), (true, false, 1));
    assert_eq!(end(chase(PLAIN, &tired, "", "chase d6=1 d6=3")), (false, true, 1));
    // Both at their end: the quarry rolls first.
    assert_eq!(end(chase(&tired, &tired, "", "chase d6=2")), (true, false, 1));
}

// HEI-147, HEI-151, HEI-142
#[test]
fn fatigue_grows_in_every_chase_round_and_nothing_lowers_it() {
    let agile = "abilities = { agility = { c = 1, p = 2 } }";
    let play = chase(
        &format!("{agile}, fatigue = 3"),
        &format!("{agile}, fatigue = 5"),
        "",
        "d6=2 d10=8 | d6=4 d10=8 || d6=3 d10=9 | d6=5 d10=9 || d6=5 d10=9 | d6=6 d10=9 || d6=4 d10=9 | d6=1 d10=5",
    );
    seen(&play, "Q", &[("fatigue", 6), ("base_fatigue", 1)]);
    seen(&play, "P", &[("fatigue", 9)]);
    assert_eq!(end(play), (false, true, 4));
}

// HEI-148
#[test]
fn a_change_of_terrain_changes_the_ability_that_is_rolled() {
    let swims = "abilities = { agility = { c = 0, p = 0 }, survival = { c = 0, p = 9 } }";
    let sinks = "abilities = { agility = { c = 0, p = 0 }, survival = { c = 0, p = 0 } }";
    let river = "[book.chase]\nescape_distance = 2\nswitch = [{ round = 2, ability = 'survival' }]";
    assert_eq!(end(chase(swims, sinks, river, "d6=2 d6=4 | d6=1 d6=6")), (false, true, 2));
    // Back on land in the third round.
    let ford =
        "[book.chase]\nescape_distance = 3\nswitch = [{ round = 2, ability = 'survival' }, { round = 3, ability = 'agility' }]";
    assert_eq!(end(chase(swims, sinks, ford, "d6=2 d6=4 | d6=1 d6=6 | d6=6 d6=6 | d6=6 d6=3")), (false, true, 4));
}

// HEI-142
#[test]
fn without_anybody_who_goes_after_it_the_quarry_is_gone() {
    let people = [
        bare("a", "Q", 9, "runs", "at = 'B1'"),
        bare("a", "Z", 1, "waits", "at = 'A3'"),
        bare("b", "P", 5, "waits", "at = 'B1'"),
    ];
    let runs = policy("runs", "{ do = 'run', direction = 'down' }", "");
    let mut play = stage(&people, &format!("{runs}[rulings]\nflee = 'chase'"), "");
    play.turns(1);
    seen(&play, "Q", &[("fled", 1)]);
    seen(&play, "P", &[("turns_missed", 0)]);
}

#[test]
fn the_pursuer_misses_as_many_turns_as_the_chase_had_rounds() {
    let mut play = chase(PLAIN, PLAIN, "", "d6=3 d6=6 | d6=1 d6=4 || d6=2 || d6=2 || d6=3");
    seen(&play, "P", &[("turns_missed", 2)]);
    play.turns(4);
    seen(&play, "P", &[("turns_missed", 0), ("round", 3)]);
    play.turns(1);
    seen(&play, "P", &[("stance_pre", 3)]);
}
