//! Tests of reports of match-ups, from counts made by hand.

use super::*;
use crate::report::document::Readable as _;
use frame::analysis::matchup::{Pairing, pairings};
use frame::stats::score::Score;

fn origin(exact: bool) -> Origin {
    Origin { exact, ..Origin::made_up("sparring matchup duel.toml") }
}

/// The report of one list against itself, by what of 10,000 fights the one that stands first wins.
fn same(names: &[&str], wins: &dyn Fn(usize, usize) -> u64) -> MatchReport {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let all = pairings(names.len(), names.len(), true);
    let known =
        |row, column| KnownPairing::Counted(Score { won: wins(row, column), drawn: 0, lost: 10_000 - wins(row, column) });
    let state = |one: Pairing| {
        let there = known(one.row, one.column);
        PairingState::Played(if one.exchanged { vec![there, known(one.column, one.row)] } else { vec![there] })
    };
    let board = MatchupMatrix {
        rows: names.clone(),
        columns: names,
        same: true,
        together: Level::default().shared(all.len()),
        pairings: all.into_iter().map(|one| (one, state(one))).collect(),
        level: Level::default(),
        margin: 0.01,
    };
    MatchReport::new(origin(false), board, ["left", "right"].map(str::to_owned), 0)
}

fn told(report: &MatchReport) -> String {
    report.terminal(false, true).expect("text")
}

#[test]
fn who_beats_everybody_is_named_first_and_those_that_are_never_better() {
    let wins = [[5000, 7000, 8000], [3000, 5000, 6500], [2000, 3500, 5000]];
    let text = told(&same(&["axe", "club", "dagger"], &|row, column| wins[row][column]));
    let first = "The axe beats each of the other 2: 70 of 100 fights against the club, more against the rest\n\
                 2 of 3 are never better than the axe: the club and the dagger\nWho wants to win takes the axe every time\n";
    assert!(text.starts_with(first), "{text}");
    for wanted in [
        "each of 3 against each",
        "6 of 6 pairings played, those of two from both sides, n = 10,000 each, seed 1",
        "never better than axe",
        "always the best choice",
        "axe against itself",
        "even, as far as can be told",
        "Bonferroni over all pairings",
    ] {
        assert!(text.contains(wanted), "no {wanted} in {text}");
    }
    let map = same(&["axe", "club", "dagger"], &|row, column| wins[row][column]).map().expect("a map");
    assert!(map.svg.contains("70.00 %") && map.svg.contains("against"), "{}", map.svg);
}

#[test]
fn a_circle_is_told_step_by_step_with_its_doubt_and_the_mixture() {
    let wins = [[5000, 3000, 7000], [7000, 5000, 3000], [3000, 7000, 5000]];
    let text = told(&same(&["rock", "paper", "scissors"], &|row, column| wins[row][column]));
    let first = "None of these is best, they go round: the rock beats the scissors, the scissors beat the paper and the paper beats the \
                 rock\nNothing is dominated: each is better than any other one against something\n";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("rock 33 %") && text.contains("less than one in a billion"), "{text}");
    assert!(text.contains("explains none (below 0.26 %)"), "no price explains a circle: {text}");
}

#[test]
fn equals_are_not_told_apart_and_seats_that_are_not_fair_are_told() {
    let text = told(&same(&["a", "b", "c"], &|_, _| 5300));
    assert!(text.starts_with("None of the 3 is told apart from another on average"), "{text}");
    assert!(text.contains("in 6 of 6 pairings of equals one of them is ahead, by 3.00 points at the most"), "{text}");
}

#[test]
fn two_lists_have_a_value_and_mixtures_of_their_own() {
    let known = |won: u64, drawn: u64| {
        PairingState::Played(vec![KnownPairing::Counted(Score { won, drawn, lost: 10_000 - won - drawn })])
    };
    let all =
        pairings(2, 2, false).into_iter().zip([known(7000, 0), known(3000, 500), known(4000, 0), known(6000, 0)]).collect();
    let board = MatchupMatrix {
        rows: vec!["bow".into(), "sword".into()],
        columns: vec!["wolf".into(), "ogre".into()],
        same: false,
        pairings: all,
        level: Level::default(),
        together: Level::default().shared(4),
        margin: 0.01,
    };
    let text = told(&MatchReport::new(origin(false), board.clone(), ["party", "foes"].map(str::to_owned), 0));
    // Taken p and 1 - p: 0.7 p + 0.4 (1 - p) = 0.325 p + 0.6 (1 - p), so p is 0.2 / 0.575; worth 0.504.
    assert!(text.contains("sword 65 %") && text.contains("bow 35 %") && text.contains("worth 50.4 %"), "{text}");
    for wanted in [
        "The best mixture of party",
        "The best mixture of foes",
        "2 of party against 2 of foes",
        "up to 5.0 % of a pairing (bow against ogre)",
    ] {
        assert!(text.contains(wanted), "no {wanted} in {text}");
    }
    let json = MatchReport::new(origin(false), board.clone(), ["party", "foes"].map(str::to_owned), 0).json();
    assert_eq!(json["cells"][1]["share"]["value"], 0.325);
    let mut open = board;
    open.pairings[3].1 = PairingState::Open;
    let report = MatchReport::new(origin(false), open, ["party", "foes"].map(str::to_owned), 1);
    let text = told(&report);
    assert!(
        !report.sheet().expect("a sheet").finished
            && text.contains("1 of 4 pairings are missing")
            && text.contains("3 of 4 pairings played, 1 of them kept"),
        "{text}"
    );
}

#[test]
fn what_is_solved_is_exact_and_has_no_fights() {
    let solved = |share: f64| {
        PairingState::Played(vec![KnownPairing::Solved {
            share: Interval::around(share, 0.0),
            drawn: Interval::around(0.0, 0.0),
        }])
    };
    let board = MatchupMatrix {
        rows: vec!["a".into(), "b".into()],
        columns: vec!["c".into()],
        same: false,
        pairings: pairings(2, 1, false).into_iter().zip([solved(0.25), solved(0.5)]).collect(),
        level: Level::default(),
        together: Level::default(),
        margin: 0.01,
    };
    let text = told(&MatchReport::new(origin(true), board, ["left", "right"].map(str::to_owned), 0));
    assert!(text.contains("25.0000 exact") && text.contains("2 of 2 pairings solved"), "{text}");
    assert!(
        text.contains("The a is never better than the b, and worst against the c: 25 instead of 50 of 100 fights"),
        "{text}"
    );
}
