//! Movement limits, failed crossings, leaving the grid and chases.

use super::spec_stage::{armed, bare, person, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

/// A policy that goes in this direction in these rounds, however it is done.
fn goes(name: &str, act: &str, direction: &str, when: &str) -> String {
    format!(
        "[policy.{name}]\nturn = [{{ do = '{act}', direction = '{direction}', when = '{when}' }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n"
    )
}

/// One at a time crosses between B1 and B2.
const NARROW: &str = "[arena]\nborder = [{ between = ['B1', 'B2'], limit = 1 }]\n";

// HEI-249, R-62, HEI-248
#[test]
fn a_limit_counts_both_ways_and_all_sides_until_the_turn_of_the_first_to_cross() {
    let people =
        [bare("a", "A", 9, "up", "at = 'B1'"), bare("b", "B", 7, "down", "at = 'B2'"), bare("b", "C", 5, "down", "at = 'B2'")];
    let rest = goes("up", "move", "up", "round == 1") + &goes("down", "move", "down", "round >= 1") + NARROW;
    let mut play = stage(&people, &rest, "dodge d6=3 d6=3 d6=3 d6=3 d6=3 d6=3 d6=3 d6=3 d6=3");
    let rows = |play: &ScriptedPlay<Heimr>| ["A", "B", "C"].map(|name| play.see(name, "row"));
    play.rounds(1);
    assert_eq!(rows(&play), [1, 1, 1]);
    // A's turn opens the way; B is the first then, and C has to wait for B's next turn.
    play.rounds(1);
    assert_eq!(rows(&play), [1, 0, 1]);
    play.turns(1);
    assert_eq!(rows(&play), [1, 0, 1]);
    play.turns(2);
    assert_eq!(rows(&play), [1, 0, 0]);
}

// R-62, HEI-249
#[test]
fn a_limit_is_counted_anew_when_the_turn_of_the_first_comes_up_although_it_is_out() {
    let people = [
        bare("a", "A", 9, "up", "at = 'B1', hp = 1"),
        bare("a", "C", 5, "up", "at = 'B1'"),
        sword("b", "T", 7, "strikes", "at = 'B2'"),
    ];
    let rest = goes("up", "move", "up", "round >= 1")
        + "[policy.strikes]\nturn = [{ do = 'attack' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n"
        + NARROW;
    // A crosses and is put out by a hit of the torso; C cannot follow before A's turn would have come.
    let mut play = stage(&people, &rest, "d6=3 | d6=5 | d6=3 | d6=3 | d6=3 | d6=3");
    play.rounds(1);
    seen(&play, "A", &[("row", 1), ("standing", 0)]);
    seen(&play, "C", &[("row", 0)]);
    play.rounds(1);
    seen(&play, "C", &[("row", 1)]);
}

/// A and B go from B1 to B2 over a limit of one and a challenge of 5.
fn ditch(rulings: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let people =
        [bare("a", "A", 9, "up", "at = 'B1'"), bare("a", "B", 7, "up", "at = 'B1'"), bare("b", "T", 5, "waits", "at = 'A3'")];
    let rest = goes("up", "move", "up", "round == 1")
        + "[arena]\nborder = [{ between = ['B1', 'B2'], limit = 1, cr = 5 }]\n"
        + rulings;
    stage(&people, &rest, dice)
}

// HEI-251, HEI-249
#[test]
fn a_failed_crossing_is_not_counted_and_brings_down() {
    // 2 + 2 does not meet 5; the next dodge from the ground. 3 + 2 does.
    let mut play = ditch("", "d6=2 | d6=3 d10=4 d10=4 | d6=3 | d6=3 | d6=1 | d6=3");
    play.turns(1);
    seen(&play, "A", &[("row", 0), ("prone", 1), ("fall_turns", 1), ("stance_c", -2)]);
    play.turns(1);
    seen(&play, "B", &[("row", 1)]);
    play.rounds(1).turns(1);
    seen(&play, "A", &[("row", 0), ("prone", 0), ("fall_turns", 0)]);
}

//
#[test]
fn after_a_failed_crossing_one_can_stand_up_at_once_by_the_other_ruling() {
    let mut play = ditch("[rulings]\ncrossing_fail = 'prone'\n", "d6=2 | d6=3");
    play.turns(1);
    seen(&play, "A", &[("row", 0), ("prone", 0), ("fall_turns", 0), ("stance_c", 0)]);
}

/// The state of the structure of this toughness between B1 and B2 at which A strikes in two turns, and of the border.
fn struck(weapon: &str, toughness: u8, rulings: &str) -> [(i64, i64); 2] {
    let people = [armed("a", "A", 9, "batters", weapon, "at = 'B1'"), bare("b", "T", 5, "waits", "at = 'A3'")];
    let rest = format!(
        "[policy.batters]\nturn = [{{ do = 'move', direction = 'up' }}, {{ do = 'break', direction = 'up' }}, {{ do = 'wait' }}]\n\
         defend = [{{ do = 'dodge' }}]\n[arena]\nborder = [{{ between = ['B1', 'B2'], toughness = {toughness} }}]\n{rulings}"
    );
    let mut play = stage(&people, &rest, "d6=3 | d6=3 | d6=3");
    play.turns(1);
    let first = (play.see("A", "broken"), play.see("A", "row"));
    play.rounds(1).turns(1);
    let second = (play.see("A", "broken"), play.see("A", "row"));
    [first, second]
}

// R-64, HEI-253
#[test]
fn a_structure_breaks_by_one_blow_or_by_blows_that_add_up() {
    let (stands, broken, through) = ((0, 0), (1, 0), (1, 1));
    let cumulative = "[rulings]\ntoughness = 'cumulative'\n";
    let sword = "{ kind = 'medium', ability = 'swordsmanship' }";
    assert_eq!(struck(sword, 2, ""), [broken, through]);
    assert_eq!(struck(sword, 3, ""), [stands, stands]);
    assert_eq!(struck(sword, 3, cumulative), [stands, broken]);
    assert_eq!(struck(sword, 5, cumulative), [stands, stands]);
    // A Break of 4 is worth more than the damage.
    let ram = "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'break', number = 4 }] }";
    assert_eq!(struck(ram, 4, ""), [broken, through]);
    assert_eq!(struck(ram, 5, ""), [stands, stands]);
}

// R-64, HEI-057
#[test]
fn an_item_breaks_by_one_blow_or_by_blows_that_add_up() {
    let place = |rulings: &str| {
        let weapon = "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'break', number = 2 }] }";
        let tough = "{ kind = 'medium', ability = 'swordsmanship', toughness = 3 }, { kind = 'light', ability = 'knife_fighting', place = 'worn' }";
        let people = [
            armed("a", "A", 9, "fights", weapon, ""),
            armed("a", "C", 8, "fights", weapon, ""),
            armed("b", "T", 5, "waits", tough, "hp_max = 20"),
        ];
        let dice = "d6=5 | d6=4 d10=4 d10=4 | d6=2 | d6=5 | d6=4 d10=4 d10=4 d10=4 d10=4 | d6=2";
        let mut play = stage(&people, rulings, dice);
        play.turns(1);
        seen(&play, "T", &[("place(medium)", 0)]);
        play.turns(1);

        play.see("T", "place(medium)")
    };
    assert_eq!([place(""), place("[rulings]\ntoughness = 'cumulative'\n")], [0, 6]);
}

/// Q runs off the grid from B1, where two enemies stand; what they do and how the chase goes.
fn flight(first: &str, second: &str, rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let people = [
        bare("a", "Q", 9, "flees", "at = 'B1'"),
        bare("a", "F", 1, "waits", "at = 'A3'"),
        bare("b", "X", 7, first, "at = 'B1'"),
        bare("b", "Y", 5, second, "at = 'B1'"),
    ];
    let hunts = "[policy.hunts]\nturn = [{ do = 'wait' }]\npursue = [{ do = 'yes' }]\ndefend = [{ do = 'dodge' }]\n";
    let mut play = stage(&people, &(goes("flees", "run", "down", "round >= 1") + hunts + rest), dice);
    play.turns(1);
    play
}

const CHASE: &str = "[rulings]\nflee = 'chase'\n";

// R-60, HEI-166
#[test]
fn a_run_off_the_grid_leaves_the_fight() {
    let play = flight("hunts", "hunts", "", "");
    seen(&play, "Q", &[("fled", 1), ("standing", 0)]);
    let play = flight("hunts", "hunts", "[rulings]\nflee = 'impossible'\n", "d6=3");
    seen(&play, "Q", &[("fled", 0), ("standing", 1), ("ongoing", 0)]);
    // Nobody who pursues: no chase.
    let play = flight("waits", "waits", CHASE, "");
    seen(&play, "Q", &[("fled", 1)]);
}

// HEI-142, HEI-144, HEI-145
#[test]
fn a_quarry_is_caught_when_the_pursuer_gains_in_its_square() {
    // 1 + 2 and 4 + 2: one square closer, then caught; the quarry rolls first.
    let mut play = flight("hunts", "hunts", CHASE, "d6=1 d6=4 | d6=1 d6=3 | d6=1 d6=4 | d6=3 | d6=3 | d6=3");
    seen(&play, "Q", &[("caught", 1), ("fled", 0), ("standing", 0)]);
    seen(&play, "X", &[("turns_missed", 3)]);
    seen(&play, "Y", &[("turns_missed", 0)]);
    // X misses three turns: no dice of its own in them.
    play.rounds(1);
    seen(&play, "X", &[("turns_missed", 2)]);
    seen(&play, "Y", &[("stance_pre", 3)]);
    play.turns(2);
    seen(&play, "X", &[("turns_missed", 1)]);
}

//
#[test]
fn a_quarry_can_be_caught_by_whoever_is_in_its_square() {
    let play = flight("waits", "hunts", "[rulings]\nflee = 'chase'\nchase_caught_at = 'same_square'\n", "d6=1 d6=4");
    seen(&play, "Q", &[("caught", 1)]);
    seen(&play, "X", &[("turns_missed", 0)]);
    seen(&play, "Y", &[("turns_missed", 1)]);
}

// R-61, HEI-144
#[test]
fn a_chase_has_no_escape_distance_unless_the_book_gives_one() {
    // Three gained by the quarry; then two are not enough to come closer.
    let far = "[book.chase]\nescape_distance = 2\n[rulings]\nflee = 'chase'\n";
    let play = flight("hunts", "waits", far, "d6=4 d6=2 | d6=4 d6=1");
    seen(&play, "Q", &[("fled", 1), ("caught", 0)]);
    seen(&play, "X", &[("turns_missed", 2)]);
    // Without one: 2 squares ahead, then 1, 0, caught.
    let play = flight("hunts", "waits", CHASE, "d6=4 d6=1 | d6=1 d6=4 | d6=1 d6=4 | d6=1 d6=4");
    seen(&play, "Q", &[("fled", 0), ("caught", 1)]);
    seen(&play, "X", &[("turns_missed", 4)]);
}

// R-61, HEI-146, HEI-143
#[test]
fn whoever_is_too_tired_ends_a_chase() {
    let tired = |quarry: u8, pursuer: u8, dice: &str| {
        let runner = |name: &str, initiative: i16, policy: &str, fatigue: u8| {
            format!(
                "{{ name = '{name}', initiative = {initiative}, policy = '{policy}', at = 'B1', attributes = {{ sta = 3 }}, fatigue = {fatigue}, \
                 abilities = {{ agility = {{ c = 1, p = 2 }} }}, stance = {{ kind = 'dodge', c = 1, pre = 3, d6 = 3 }} }},\n"
            )
        };
        let people = [
            person("a", runner("Q", 9, "flees", quarry)),
            bare("a", "F", 1, "waits", "at = 'A3'"),
            person("b", runner("X", 7, "hunts", pursuer)),
        ];
        let hunts = "[policy.hunts]\nturn = [{ do = 'wait' }]\npursue = [{ do = 'yes' }]\ndefend = [{ do = 'dodge' }]\n";
        let mut play = stage(&people, &(goes("flees", "run", "down", "round >= 1") + hunts + CHASE), dice);
        play.turns(1);

        (play.see("Q", "caught"), play.see("Q", "fled"), play.see("Q", "fatigue"), play.see("X", "fatigue"))
    };
    // The quarry fails first, and the pursuer no longer rolls.
    assert_eq!(tired(4, 1, "d6=3 d10=2"), (1, 0, 5, 1));
    assert_eq!(tired(1, 4, "d6=3 d10=3 | d6=3 d10=2"), (0, 1, 1, 5));
    // Each round of a chase is a window of its own, in which fatigue grows.
    assert_eq!(tired(1, 3, "d6=5 d10=9 | d6=2 d10=9 | d6=5 d10=9 | d6=3 d10=9 | d6=5 d10=9 | d6=1 d10=4"), (0, 1, 1, 6));
}

// R-60, HEI-166
#[test]
fn a_run_that_stays_on_the_grid_starts_no_chase() {
    let people = [bare("a", "Q", 9, "flees", "at = 'B1'"), bare("b", "X", 7, "hunts", "at = 'B1'")];
    let hunts = "[policy.hunts]\nturn = [{ do = 'wait' }]\npursue = [{ do = 'yes' }]\ndefend = [{ do = 'dodge' }]\n";
    let mut play = stage(&people, &(goes("flees", "run", "up", "round >= 1") + hunts + CHASE), "d6=3 d10=4 d10=4");
    play.turns(1);
    seen(&play, "Q", &[("row", 1), ("standing", 1), ("ongoing", 1), ("stance_c", -2)]);
    seen(&play, "X", &[("turns_missed", 0)]);
}

//
#[test]
fn only_enemies_in_the_same_square_pursue() {
    let people = [
        bare("a", "Q", 9, "flees", "at = 'B1'"),
        bare("a", "F", 1, "waits", "at = 'A3'"),
        bare("b", "X", 7, "hunts", "at = 'C1'"),
    ];
    let hunts = "[policy.hunts]\nturn = [{ do = 'wait' }]\npursue = [{ do = 'yes' }]\ndefend = [{ do = 'dodge' }]\n";
    let mut play = stage(&people, &(goes("flees", "run", "down", "round >= 1") + hunts + CHASE), "");
    play.turns(1);
    seen(&play, "Q", &[("fled", 1)]);
}
