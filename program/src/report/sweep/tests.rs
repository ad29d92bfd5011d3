//! Tests of reports of sweeps, from counts made by hand.

use super::*;
use crate::report::document::{Readable as _, Tabular as _};

fn reading(key: &str, unit: Option<&str>, counts: &[(i64, u64)]) -> Reading {
    let family = key.split(' ').next().unwrap_or(key).to_owned();
    Reading {
        key: key.into(),
        label: key.into(),
        family,
        unit: unit.map(str::to_owned),
        counts: counts.to_vec(),
        range: None,
        totals: None,
        sharper: None,
        solved: None,
    }
}

fn cell(at: &[usize], wins: u64) -> GridCell {
    let readings = vec![
        reading("win(left)", None, &[(0, 10_000 - wins), (1, wins)]),
        reading("rounds", Some("rounds"), &[(3, 5000), (5, 5000)]),
    ];
    GridCell { at: at.to_vec(), digest: "d".repeat(64), state: CellState::Played(readings) }
}

fn report(axes: &[&str], cells: Vec<GridCell>) -> SweepReport {
    let origin = Origin::made_up("sparring sweep duel.toml");
    let axes = axes.iter().map(|axis| Axis::read(axis).expect("an axis")).collect();
    SweepReport { origin, axes, asked: cells.len(), cells, outcomes: vec!["win(left)".into()], target: None, kept: 0 }
}

#[test]
fn a_threshold_is_told_with_its_range_and_marked_in_the_picture() {
    let mut cells: Vec<GridCell> = [2000, 4000, 6000, 8000].iter().enumerate().map(|(at, &wins)| cell(&[at], wins)).collect();
    cells[3].state = CellState::Refused("it is too large".into());
    let report = report(&["book.x=1..4"], cells);
    let text = report.terminal(false, false).expect("text");
    let sentence = "The left wins 40 of 100 fights with x 2 and 60 with 3: an even fight lies between\n";
    assert!(text.starts_with(sentence), "{text}");
    assert!(text.contains("\nwin(left) crosses 50 % at x = 2.500 (2.4"), "{text}");
    for wanted in ["1 of 4 cells cannot be played", "it is too large", "40.00 % ± 0.96", "3 of 4 cells, n = 10,000 each"] {
        assert!(text.contains(wanted), "no {wanted} in {text}");
    }
    let pictures = report.pictures().expect("pictures");
    assert!(pictures[0].svg.contains("\nx\n") && pictures[0].note.contains("Shaded"), "{:?}", pictures[0].note);
    assert_eq!(pictures.len(), 2, "and one of rounds");
}

#[test]
fn values_that_are_further_apart_lead_to_the_whole_number_that_is_nearest() {
    let cells = [2000, 4000, 8000].iter().enumerate().map(|(at, &wins)| cell(&[at], wins));
    let text = report(&["book.x=10,14,22"], cells.collect()).terminal(false, false).expect("text");
    assert!(text.starts_with("The x has to be about 16 for an even fight\n"), "{text}");
}

#[test]
fn a_curve_that_turns_around_is_warned_of_and_one_that_reaches_nothing_says_so() {
    let cells = |counts: [u64; 3]| counts.iter().enumerate().map(|(at, &wins)| cell(&[at], wins)).collect::<Vec<GridCell>>();
    let turned = report(&["book.x=1..3"], cells([2000, 4000, 3000])).terminal(false, false).expect("text");
    assert!(turned.contains("it rises from 1 to 2 and falls from 2 to 3"), "{turned}");
    assert!(turned.contains("win(left) is below 50 % at every value played: 20.0 % to 40.0 %"), "{turned}");
    let straight = report(&["book.x=1..3"], cells([2000, 3000, 4000])).terminal(false, false).expect("text");
    assert!(!straight.contains("warning"), "{straight}");
}

#[test]
fn two_values_make_a_map_with_a_number_in_every_cell() {
    let cells = [[0, 0], [0, 1], [1, 0], [1, 1]].iter().zip([2000, 4000, 6000, 8000]).map(|(at, wins)| cell(at, wins));
    let report = report(&["book.x=1,2", "rulings.crit=once,off"], cells.collect());
    let html = report.sheet().expect("a sheet").document().html().expect("a page");
    for wanted in ["crit off", "20.00 %", "± 0.78", "<svg", "Without colour: 50 %"] {
        assert!(html.contains(wanted), "no {wanted}");
    }
    let csv = report.csv();
    assert_eq!(csv.lines().next(), Some("book.x,rulings.crit,outcome,unit,n,value,low,high,state,digest"));
    assert_eq!(csv.lines().count(), 1 + 4 * 2);
}

#[test]
fn a_map_opens_with_what_players_see_and_the_rest_of_an_outcome_is_drawn_once() {
    let cells = [[0, 0], [0, 1], [1, 0], [1, 1]].iter().zip([2000, 4000, 6000, 8000]).map(|(at, wins)| {
        let mut cell = cell(at, wins);
        let CellState::Played(readings) = &mut cell.state else { panic!("played") };
        readings.push(reading("win(right)", None, &[(0, wins), (1, 10_000 - wins)]));
        cell
    });
    let mut report = report(&["side.left.Ada.hp_max=4,6", "book.x=1,2"], cells.collect());
    report.outcomes.push("win(right)".into());
    let text = report.terminal(false, false).expect("text");
    let opening =
        "The left wins 20 to 80 of 100 fights: fewest with Ada's hit points 4 and x 1, most with Ada's hit points 6 and";
    assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(opening), "{text}");
    let pictures = report.pictures().expect("pictures");
    assert_eq!(pictures.len(), 1, "win(right) is the rest of win(left)");
    assert!(
        pictures[0].svg.contains("Ada's hit points") || pictures[0].svg.contains("Ada&apos;s hit points"),
        "{}",
        pictures[0].svg
    );
    let CellState::Played(readings) = &mut report.cells[0].state else { panic!("played") };
    readings[2].counts = vec![(0, 2001), (1, 7999)];
    assert_eq!(report.pictures().expect("pictures").len(), 2, "a draw makes them two numbers");
}

#[test]
fn a_page_of_a_thousand_values_stays_small_and_its_lines_pass_through_all_of_them() {
    let cells = (0..1000).map(|at| cell(&[at], 2000 + at as u64)).collect();
    let report = report(&["book.x=1..1000"], cells);
    let html = report.sheet().expect("a sheet").document().html().expect("a page");
    assert!(html.len() < 1_000_000, "{} bytes", html.len());
    let drawn = &report.pictures().expect("pictures")[0].svg;
    let points = drawn.split("<polyline").filter_map(|line| line.split("points=\"").nth(1)?.split('"').next());
    let longest = points.map(|points| points.split_whitespace().count()).max();
    assert_eq!(longest, Some(1000), "one point for each value");
    assert!(drawn.matches("<circle").count() < 10, "marks for the legend alone");
}

/// What sweeps of equal values say, by luck alone: shares of one half, with so many fights each.
fn of_luck(seed: u64, fights: u64) -> SweepReport {
    let mut luck = frame::stats::testing::UniformNumbers::new(seed);
    let cells = (0..8).map(|at| {
        let wins = luck.binomial(fights, 0.5);
        let readings = vec![reading("win(left)", None, &[(0, fights - wins), (1, wins)])];
        GridCell { at: vec![at], digest: String::new(), state: CellState::Played(readings) }
    });
    report(&["book.x=1..8"], cells.collect())
}

#[test]
fn of_equal_values_a_difference_is_told_no_more_often_than_an_interval_misses() {
    let mut wrong = [0; 2];
    for seed in 0..200 {
        for (wrong, fights) in wrong.iter_mut().zip([100, 2000]) {
            let said = of_luck(seed, fights).sheet().expect("a sheet").answers.join("\n");
            let alike = said.contains("no value is told apart from another") || said.contains("whatever was tried");
            *wrong += u32::from(!(alike && said.contains("is not told apart from 50 % at any value played")));
        }
    }
    // One in twenty each of two sentences.
    assert!(wrong.iter().all(|wrong| *wrong <= 20), "{wrong:?} of 200");
}

#[test]
fn values_that_are_not_told_apart_are_named_together() {
    let cells = [5000, 3000, 3050, 5020].iter().enumerate().map(|(at, &wins)| cell(&[at], wins)).collect();
    let said = report(&["side.left.Ada.name=A,B,C,D"], cells).terminal(false, false).expect("text");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = "The left wins 30 to 50 of 100 fights: fewest with Ada's name B or C, most with Ada's name A or D";
    assert!(said.starts_with(wanted), "{said}");
}
