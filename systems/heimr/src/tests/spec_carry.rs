//! Moving others, with their will or against it.

use super::spec_people::policy;
use super::spec_stage::{Person, bare, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

/// Policies: the bearers that carry upwards, and the combatant that does not want to be moved.
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
fn carried(bearers: usize, policy: &str, more: &str) -> ScriptedPlay<Heimr> {
    let mut people: Vec<Person> = ["A", "B", "C", "D"][..bearers]
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

/// True if so many bearers have moved M.
fn moved(bearers: usize, policy: &str, more: &str) -> bool {
    let play = carried(bearers, policy, more);
    let rows: Vec<i64> = ["A", "B", "C", "D"][..bearers].iter().map(|name| play.see(name, "row")).collect();
    let row = play.see("M", "row");
    assert!(rows.iter().all(|&bearer| bearer == row), "{rows:?} {row}");
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
        let mut people: Vec<Person> = ["A", "B", "C", "D"][..bearers]
            .iter()
            .zip([9, 8, 7, 6])
            .map(|(name, initiative)| bare("a", name, initiative, "drags", "at = 'B1'"))
            .collect();
        people.push(bare("b", "M", 2, "resists", "at = 'B1'"));
        let drags = "[policy.drags]\nturn = [{ do = 'carry', who = 'M', direction = 'up' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n";
        let mut play = stage(&people, &format!("{POLICIES}{drags}"), &vec!["d6=3"; bearers].join(" "));
        play.turns(bearers as u32);

        (play.see("A", "row"), play.see("M", "row"), play.see("M", "prone"))
    };
    assert_eq!([moves(3), moves(4)], [(0, 0, 0), (1, 1, 0)]);
}

// R-45, HEI-244
#[test]
fn enemies_resist_being_moved_unless_their_policy_lets_them() {
    let row = |policy: &str, bearers: usize| {
        let mut people: Vec<Person> = ["A", "B", "C", "D"][..bearers]
            .iter()
            .zip([9, 8, 7, 6])
            .map(|(name, initiative)| bare("a", name, initiative, "drags", "at = 'B1'"))
            .collect();
        people.push(bare("b", "M", 2, policy, "at = 'B1'"));
        let lists = "[policy.drags]\nturn = [{ do = 'carry', who = 'M', direction = 'up' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n\
                     [policy.goes_along]\nturn = [{ do = 'wait' }]\nresist = [{ do = 'no' }]\n\
                     [policy.minds_a]\nturn = [{ do = 'wait' }]\nresist = [{ do = 'yes', when = 'target.is(A)' }, { do = 'no' }]\n";
        let mut play = stage(&people, &format!("{POLICIES}{lists}"), &vec!["d6=3"; bearers].join(" "));
        play.turns(bearers as u32);

        play.see("M", "row")
    };
    assert_eq!([row("waits", 3), row("waits", 4)], [0, 1]);
    assert_eq!(row("goes_along", 1), 1);
    // M minds A alone: it goes along with B.
    assert_eq!([row("minds_a", 1), row("minds_a", 2)], [0, 1]);
}

// HEI-242, R-45
#[test]
fn it_takes_two_to_move_one_who_can_neither_stand_nor_resist() {
    for helpless in ["unconscious = true", "prone = true, effects = [{ effect = 'daze', number = 20 }]"] {
        assert!(!moved(1, "waits", helpless), "{helpless}");
        assert!(moved(2, "waits", helpless), "{helpless}");
    }
}

// HEI-244, HEI-242
#[test]
fn whoever_only_lies_there_could_stand_and_takes_four() {
    assert!(!moved(2, "resists", "prone = true"));
    assert!(moved(4, "resists", "prone = true"));
}

// R-45, HEI-198
#[test]
fn a_holder_who_is_moved_lets_go() {
    let policies = "[policy.grabs]\nturn = [{ do = 'brawl' }, { do = 'wait' }]\nbrawl = [{ do = 'bind' }]\ndefend = [{ do = 'dodge' }]\n\
                    [policy.drags]\nturn = [{ do = 'carry', who = 'M', direction = 'up' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n";
    let people = [
        bare("a", "M", 9, "grabs", "at = 'B1'"),
        bare("a", "A", 8, "drags", "at = 'B1'"),
        bare("b", "E", 1, "waits", "at = 'B1'"),
    ];
    // A brawl of 3 + 3 beats 3 + 2; M, who lets go, has a dodge again.
    let mut play = stage(&people, policies, "d6=3 | d6=4 d10=4 d10=4 | d6=2 | d6=3");
    play.turns(1);
    seen(&play, "M", &[("holds", 2)]);
    play.turns(1);
    seen(&play, "M", &[("row", 1), ("holds", -1), ("stance_pre", 2)]);
    seen(&play, "E", &[("row", 0), ("held_by", -1)]);
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
}

// HEI-248, HEI-249, R-45
#[test]
fn who_is_carried_counts_to_the_limit_of_a_border() {
    let rows = |limit: u8, dice: &str| {
        let people = [
            bare("a", "A", 9, "carries", "at = 'B1'"),
            bare("a", "C", 8, "follows", "at = 'B1'"),
            bare("a", "M", 2, "waits", &format!("at = 'B1', {LAME}")),
            bare("b", "E", 1, "waits", "at = 'A3'"),
        ];
        let rest = format!(
            "{POLICIES}[policy.follows]\nturn = [{{ do = 'move', direction = 'up' }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n\
             [arena]\nborder = [{{ between = ['B1', 'B2'], limit = {limit} }}]\n"
        );
        let mut play = stage(&people, &rest, dice);
        play.turns(2);

        ["A", "M", "C"].map(|name| play.see(name, "row"))
    };
    // The bearer alone would fit; then there is room for both, and for another one.
    assert_eq!(rows(1, "d6=3 d6=3"), [0, 0, 1]);
    assert_eq!(rows(2, "d6=3 d6=3"), [1, 1, 0]);
    assert_eq!(rows(3, "d6=3 d6=3"), [1, 1, 1]);
}

// HEI-241, R-45
#[test]
fn of_several_who_cannot_go_the_policy_chooses_whom_to_move() {
    let moved = |ally: &str| {
        let bound = "effects = [{ effect = 'bind', number = 6, part = 'right_leg' }]";
        let people = [
            bare("a", "A", 9, "carries", ""),
            bare("a", "P", 4, "waits", bound),
            bare("a", "Q", 5, "waits", bound),
            bare("b", "T", 1, "waits", "at = 'A1'"),
        ];
        let carries = policy("carries", "{ do = 'carry', direction = 'up' }", ally);
        let mut play = stage(&people, &carries, "dodge d6=2");
        play.turns(1);

        ["P", "Q"].map(|name| play.see(name, "row"))
    };
    // The first in the order of initiative.
    assert_eq!(moved(""), [1, 2]);
    assert_eq!(moved("ally = [{ at = 'first', among = 'it.is(P)' }]"), [2, 1]);
}

// HEI-109, HEI-241
#[test]
fn who_is_moved_enters_like_who_moves() {
    let bound = "effects = [{ effect = 'bind', number = 6, part = 'right_leg' }]";
    let people =
        [sword("b", "T", 9, "readies", "at = 'B3'"), bare("a", "A", 5, "carries", ""), bare("a", "Q", 4, "waits", bound)];
    let policies = policy("carries", "{ do = 'carry', direction = 'up' }", "")
        + &policy("readies", "{ do = 'ready' }", "ready = [{ do = 'attack', who = 'Q' }]");
    let mut play = stage(&people, &policies, "d6=2 || d6=1 | d6=4 d10=4 d10=4 | d6=2");
    play.turns(2);
    seen(&play, "A", &[("row", 2), ("hp", 4)]);
    seen(&play, "Q", &[("row", 2), ("hp", 2)]);
}
