//! Moving others, with their will or against it.

use super::spec_stage::{bare, seen, stage};
use crate::rules::heimr::Heimr;
use crate::rules::testing::Play;

/// Policies: those who carry upwards, and the one that does not want to be moved.
const POLICIES: &str = "
[policy.carries]
turn = [{ do = 'carry', direction = 'up' }, { do = 'wait' }]
defend = [{ do = 'dodge' }]
[policy.resists]
turn = [{ do = 'wait' }]
resist = [{ do = 'yes' }]
defend = [{ do = 'dodge' }]
";

/// So many bearers and M stand in B1; the enemy is elsewhere. Plays the turns of the bearers.
fn carried(bearers: usize, policy: &str, more: &str) -> Play<Heimr> {
    let mut people: Vec<(String, String)> = ["A", "B", "C", "D"][..bearers]
        .iter()
        .zip([9, 8, 7, 6])
        .map(|(name, initiative)| bare("a", name, initiative, "carries", "at = 'B1'"))
        .collect();
    people.push(bare("a", "M", 2, policy, &format!("at = 'B1', {more}")));
    people.push(bare("b", "E", 1, "waits", "at = 'A3'"));
    let dice = vec!["d6=3"; bearers].join(" ");
    let mut play = stage(&people, POLICIES, &dice);
    play.turns(bearers as u32 - 1);
    if bearers > 1 {
        seen(&play, "A", &[("row", 0), ("column", 1)]);
        seen(&play, "M", &[("row", 0)]);
    }
    play.turns(1);
    play
}

/// Whether so many bearers have moved M.
fn moved(bearers: usize, policy: &str, more: &str) -> bool {
    let play = carried(bearers, policy, more);
    let rows: Vec<i64> = ["A", "B", "C", "D"][..bearers].iter().map(|name| play.see(name, "row")).collect();
    let row = play.see("M", "row");
    assert!(rows.iter().all(|&bearer| bearer == row), "{rows:?} {row}");
    play.finish();
    row == 1
}

/// An injured leg.
const LAME: &str = "hp = 0, injuries = ['right_leg'], prone = true";

// HEI-241, R-45
#[test]
fn one_moves_somebody_willing_with_an_injured_leg() {
    assert!(moved(1, "waits", LAME));
}

// HEI-242, R-45
#[test]
fn it_takes_two_to_move_one_who_cannot_stand_and_resists() {
    assert!(!moved(1, "resists", LAME));
    assert!(moved(2, "resists", LAME));
}

// HEI-243, R-45
#[test]
fn it_takes_three_to_move_one_who_is_bound_and_unwilling() {
    let bound = "effects = [{ effect = 'bind', part = 'hands', number = 20 }]";
    assert!(!moved(2, "resists", bound));
    assert!(moved(3, "resists", bound));
    assert!(moved(1, "waits", bound));
}

// HEI-244, R-45
#[test]
fn it_takes_four_to_move_anybody_else_who_is_unwilling() {
    let moves = |bearers: usize| {
        let mut people: Vec<(String, String)> = ["A", "B", "C", "D"][..bearers]
            .iter()
            .zip([9, 8, 7, 6])
            .map(|(name, initiative)| bare("a", name, initiative, "drags", "at = 'B1'"))
            .collect();
        people.push(bare("b", "M", 2, "resists", "at = 'B1'"));
        let drags = "[policy.drags]\nturn = [{ do = 'carry', who = 'M', direction = 'up' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n";
        let mut play = stage(&people, &format!("{POLICIES}{drags}"), &vec!["d6=3"; bearers].join(" "));
        play.turns(bearers as u32);
        let rows = (play.see("A", "row"), play.see("M", "row"), play.see("M", "prone"));
        play.finish();
        rows
    };
    assert_eq!([moves(3), moves(4)], [(0, 0, 0), (1, 1, 0)]);
}

// HEI-244, HEI-221
#[test]
fn whoever_is_hidden_is_not_moved_by_those_from_whom_it_hides() {
    let people = [bare("a", "A", 9, "drags", "at = 'B1'"), bare("b", "M", 2, "waits", "at = 'B1', hidden = true")];
    let rest = "[policy.drags]\nturn = [{ do = 'carry', who = 'M', direction = 'up' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n\
                [arena]\nsquare.B1 = { objects = [{ name = 'crate' }] }\n[book.carry]\nunwilling = 1\n";
    let mut play = stage(&people, rest, "d6=5 | d6=3");
    play.turns(1);
    seen(&play, "M", &[("row", 0), ("hidden", 1)]);
    play.finish();
}

// R-45, HEI-241
#[test]
fn bearers_in_different_squares_or_rounds_move_nobody() {
    let people = [
        bare("a", "A", 9, "carries", "at = 'B1'"),
        bare("a", "B", 8, "waits", "at = 'B1'"),
        bare("a", "M", 2, "resists", &format!("at = 'B1', {LAME}")),
        bare("b", "E", 1, "waits", "at = 'A3'"),
    ];
    // One bearer each round is never two.
    let round = "d6=3 | d6=3 | d6=4 d10=4 d10=4 | d6=3";
    let mut play = stage(&people, POLICIES, &format!("{round} | {round}"));
    play.rounds(2);
    seen(&play, "M", &[("row", 0)]);
    seen(&play, "A", &[("row", 0)]);
    play.finish();
}
