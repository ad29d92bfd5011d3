//! Blind spots: their shape, and what delaying makes of them.

use super::spec_stage::{bare, bow, seen, stage, sword};

/// The module, and distances that cost nothing.
const BLIND: &str = "[book.modules]\nblind_spots = true\n[book.ranged]\ndistance_divisor = 100\n";

/// The set of these squares of a grid with so many columns.
fn squares(columns: usize, names: &[&str]) -> i64 {
    let number = |name: &str| {
        let (column, row) = (usize::from(name.as_bytes()[0] - b'A'), usize::from(name.as_bytes()[1] - b'1'));
        row * columns + column
    };
    names.iter().map(|name| 1_i64 << number(name)).sum()
}

/// The blind spot of a defender in a square that has dodged a shot from another square.
fn blind(size: u8, at: &str, from: &str, tie: &str) -> i64 {
    let people = [bare("a", "T", 5, "waits", &format!("at = '{at}'")), bow("b", "N", 9, "shoots", &format!("at = '{from}'"))];
    let policy =
        format!("[policy.shoots]\nturn = [{{ do = 'attack' }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n{tie}\n");
    let arena = format!("[arena]\ncolumns = {size}\nrows = {size}\n");
    let mut play = stage(&people, &(policy + &arena + BLIND), "d6=1 | d6=4 d10=4 d10=4 | d6=2");
    play.turns(1);
    seen(&play, "T", &[("hp", 4), ("dodges", 1)]);

    play.see("T", "blind")
}

// HEI-283, R-70
#[test]
fn a_blind_spot_spreads_over_the_quarter_behind_along_a_straight_line() {
    let below = ["B2", "C2", "D2", "A1", "B1", "C1", "D1", "E1"];
    assert_eq!(blind(5, "C3", "C5", ""), squares(5, &below));
    assert_eq!(blind(5, "C3", "C4", ""), squares(5, &below));
    let left = ["B2", "B3", "B4", "A1", "A2", "A3", "A4", "A5"];
    assert_eq!(blind(5, "C3", "D3", ""), squares(5, &left));
}

// HEI-283, R-70
#[test]
fn a_blind_spot_spreads_over_the_quarter_behind_along_a_diagonal_line() {
    let above = ["D3", "E3", "C4", "D4", "E4", "C5", "D5", "E5"];
    assert_eq!(blind(5, "C3", "A1", ""), squares(5, &above));
    assert_eq!(blind(5, "C3", "B2", ""), squares(5, &above));
    let below = ["A3", "B3", "A2", "B2", "C2", "A1", "B1", "C1"];
    assert_eq!(blind(5, "C3", "E5", ""), squares(5, &below));
}

// HEI-283
#[test]
fn an_attacker_off_the_lines_counts_from_the_nearest_and_chooses_between_two() {
    // Three beside one up: nearest to the straight line; three beside two up: nearest to the diagonal one.
    let straight = blind(7, "D4", "E4", "");
    let diagonal = blind(7, "D4", "E5", "");
    assert_ne!(straight, diagonal);
    assert_eq!(blind(7, "D4", "G5", ""), straight);
    assert_eq!(blind(7, "D4", "G6", ""), diagonal);
    // Two beside one up is between them.
    assert_eq!(blind(7, "D4", "F5", ""), straight);
    assert_eq!(blind(7, "D4", "F5", "blind_tie = 'straight'"), straight);
    assert_eq!(blind(7, "D4", "F5", "blind_tie = 'diagonal'"), diagonal);
    assert_eq!(blind(7, "D4", "G5", "blind_tie = 'diagonal'"), straight);
}

// R-70, HEI-279
#[test]
fn near_the_edge_of_the_grid_there_are_fewer_than_three_blind_squares() {
    assert_eq!(blind(3, "B2", "B3", ""), squares(3, &["A1", "B1", "C1"]));
    assert_eq!(blind(3, "B2", "C3", ""), squares(3, &["A1", "A2", "B1"]));
    assert_eq!(blind(3, "B1", "A1", ""), squares(3, &["C1", "C2"]));
    assert_eq!(blind(3, "B1", "A2", ""), squares(3, &["C1"]));
    assert_eq!(blind(3, "B1", "B2", ""), 0);
    for from in ["A2", "B2", "B1", "C1", "C3"] {
        assert_eq!(blind(3, "A1", from, ""), 0, "{from}");
    }
}

// HEI-279
#[test]
fn a_shot_from_the_own_square_leaves_no_blind_spot() {
    assert_eq!(blind(3, "B2", "B2", ""), 0);
}

// HEI-282, HEI-281, HEI-106
#[test]
fn who_delays_until_after_the_shot_charges_out_of_the_blind_spot() {
    let hp = |delay: &str, module: &str, (turns, dice): (u32, &str)| {
        let people = [
            bare("b", "T", 10, "waits", "hp_max = 20"),
            sword("a", "M", 9, "charges", "at = 'B1'"),
            bow("a", "N", 8, "shoots", "at = 'B3'"),
        ];
        let policies = format!(
            "[policy.shoots]\nturn = [{{ do = 'attack' }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n\
             [policy.charges]\nturn = [{{ do = 'charge', direction = 'up' }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n{delay}\n"
        );
        let mut play = stage(&people, &(policies + module), &format!("d6=6 | {dice}"));
        play.turns(turns);

        (play.see("T", "hp"), play.see("T", "dodges"))
    };
    let ongoing = "d6=2 d10=4 d10=4";
    // Dodges of 6 + 2, whatever is thrown at them: 1 + 6 by the charge, 1 + 4 by the shot.
    let second = "d6=6 d10=9 d10=8";
    let third = "d6=4 d10=4 d10=4 d10=4 d10=4";
    let at_once = format!("d6=1 | {second} | {ongoing}");
    assert_eq!(hp("", BLIND, (2, &at_once)), (20, 1));
    // After the shot the second dodge is at -2 - 5 for somebody who comes out of the blind spot.
    let late = "delay = [{ do = 'after', of = 'N', when = 'round == 1' }]";
    let blind = "d6=6 d10=9 d10=9 d10=9 d10=9 d10=9 d10=2 d10=9";
    let after = format!("d6=1 | {second} | d6=1 | {blind} | d6=1 | {third} | {ongoing}");
    assert_eq!(hp(late, BLIND, (4, &after)), (18, 2));
    let without = format!("d6=1 | {second} | d6=1 | d6=1 | {third} | {ongoing}");
    assert_eq!(hp(late, "", (4, &without)), (20, 2));
}
