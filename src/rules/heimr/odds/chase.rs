//! Questions about chases: how they end, and what stamina is worth in them.
//!
//! The distance of a chase has no end, so that these numbers are no fractions: they are followed round by round, exact to all
//! digits that are shown. Start at [`chase`].

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell};

use super::super::abilities::Score;
use super::super::book::Book;
use super::super::rulings::{ChaseCaughtAt, Rulings};
use super::roll::{Roller, fresh, score};

/// The end of a chase.
#[derive(Default)]
struct ChaseEnd {
    caught: f64,
    caught_by_gaining: f64,
    escaped: f64,
    rounds: f64,
    timeout: f64,
}

/// Every result of a roll, none where it fails, with the fatigue after it and its probability.
type Rolls = Vec<(Option<i32>, usize, f64)>;
/// One who takes part in a chase: its rolls by its fatigue.
type Runner = Vec<Rolls>;
/// The outcomes of a chase round: squares gained by the quarry, fatigue of both, probability.
type Moves = Vec<(i64, usize, usize, f64)>;

/// Returns the rolls of somebody by fatigue, from 0 to `most`.
fn runner(roller: &Roller, score: Score, base: u8, most: u8) -> Runner {
    let tired = |fatigue: u8| Score { c: score.c - roller.fatigue.penalty(fatigue, base), ..score };
    let rolled = |fatigue: u8| {
        let outcomes = roller.results(tired(fatigue), fresh(fatigue.into())).into_iter();
        outcomes
            .map(|outcome| (outcome.result, usize::from(outcome.effort.fatigue), outcome.chance.to_f64().unwrap_or(0.0)))
            .collect()
    };
    (0..=most).map(rolled).collect()
}

/// The outcome of a chase round from a place: it goes on there, or ends.
fn chase_round(quarry: &[(Option<i32>, usize, f64)], pursuer: &[(Option<i32>, usize, f64)], margin: i32) -> Moves {
    let mut moves: Moves = Vec::new();
    for &(flees, quarry_after, chance) in quarry {
        let Some(flees) = flees else { continue };
        for &(chases, pursuer_after, part) in pursuer {
            let Some(chases) = chases else { continue };
            let step = if chases - flees >= margin { -1 } else { i64::from(chases - flees <= -margin) };
            match moves.iter_mut().find(|one| (one.0, one.1, one.2) == (step, quarry_after, pursuer_after)) {
                Some(known) => known.3 += chance * part,
                None => moves.push((step, quarry_after, pursuer_after, chance * part)),
            }
        }
    }
    moves
}

/// A runner at the start of a chase.
struct Start<'a> {
    runner: &'a Runner,
    fatigue: u8,
}

/// Follows a chase to its end (HEI-142, HEI-143, HEI-144, HEI-145, HEI-146, HEI-147, R-61).
fn chase_end(quarry: Start<'_>, pursuer: Start<'_>, book: &Book, rulings: &Rulings) -> ChaseEnd {
    let (start, quarry, pursuer) = ((quarry.fatigue, pursuer.fatigue), quarry.runner, pursuer.runner);
    const NEGLIGIBLE: f64 = 1e-15;
    let chase = &book.chase;
    let (margin, escape) = (i32::from(chase.margin), chase.escape_distance.map(i64::from));
    let fails = |runner: &[(Option<i32>, usize, f64)]| -> f64 {
        runner.iter().filter(|(result, _, _)| result.is_none()).map(|(_, _, chance)| chance).sum()
    };
    let mut end = ChaseEnd::default();
    let mut going = BTreeMap::from([((usize::from(start.0), usize::from(start.1), i64::from(chase.start_distance)), 1.0)]);
    let mut rounds: BTreeMap<(usize, usize), Moves> = BTreeMap::new();
    for _ in 0..chase.rounds_max {
        let mut next = BTreeMap::new();
        for ((flees, chases, distance), chance) in going {
            end.rounds += chance;
            // The quarry rolls first; the pursuer only when that was not the end.
            let quarry_fails = fails(&quarry[flees]);
            end.caught += chance * quarry_fails;
            end.escaped += chance * (1.0 - quarry_fails) * fails(&pursuer[chases]);
            let moves = rounds.entry((flees, chases)).or_insert_with(|| chase_round(&quarry[flees], &pursuer[chases], margin));
            for &(step, flees, chases, part) in moves.iter() {
                let (part, now) = (chance * part, distance + step);
                let caught = match rulings.chase_caught_at {
                    ChaseCaughtAt::Surpass => now < 0,
                    ChaseCaughtAt::SameSquare => now <= 0 && step < 0,
                };
                if caught {
                    end.caught += part;
                    end.caught_by_gaining += part;
                } else if escape.is_some_and(|escape| now >= escape) {
                    end.escaped += part;
                } else {
                    *next.entry((flees, chases, now)).or_insert(0.0) += part;
                }
            }
        }
        // A chance that is too small to be seen in any digit is not followed.
        next.retain(|_, chance| *chance > NEGLIGIBLE);
        going = next;
        if going.is_empty() {
            break;
        }
    }
    end.timeout = going.values().fold(0.0, |sum, chance| sum + chance);
    end.escaped += end.timeout;
    end
}

/// The end of a chase, and the worth of stamina in it (HEI-142, HEI-143, HEI-144, HEI-145, HEI-146, HEI-147, R-61).
pub fn chase(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    if !book.chase.switch.is_empty() {
        return Err("the book changes the terrain during chases, and so the abilities; only a fight knows those".to_owned());
    }
    let roller = Roller::new(book, rulings);
    let (quarry, pursuer) = (score(arguments, "quarry").unwrap_or_default(), score(arguments, "pursuer").unwrap_or_default());
    let base = |stamina: i64| {
        let (least, most) = (i64::from(book.fatigue.min), i64::from(book.fatigue.max.max(book.fatigue.min)));
        (i64::from(book.fatigue.base) - stamina).clamp(least, most) as u8
    };
    let asked = [arguments.integer("stamina"), arguments.integer("stamina_against")];
    let mut table = AnswerTable::new(
        "chase",
        &[
            "stamina of the pursuer",
            "caught",
            "of these by gaining ground",
            "escaped",
            "mean rounds",
            "still running at the end",
        ],
    );
    let low = asked[1].min(-2);
    for stamina in low..=asked[1].max(4) {
        let (flees, chases) = (base(asked[0]), base(stamina));
        let runners = (runner(&roller, quarry, flees, book.fatigue.max), runner(&roller, pursuer, chases, book.fatigue.max));
        let (quarry, pursuer) = (Start { runner: &runners.0, fatigue: flees }, Start { runner: &runners.1, fatigue: chases });
        let end = chase_end(quarry, pursuer, book, rulings);
        let mark = if stamina == asked[1] { " (asked for)" } else { "" };
        let numbers = [end.caught, end.caught_by_gaining, end.escaped, end.rounds, end.timeout];
        table.row(std::iter::once(Cell::Text(format!("{stamina}{mark}"))).chain(numbers.map(Cell::ExactDecimal)));
    }
    table.rows.sort_by_key(|row| !matches!(&row[0], Cell::Text(label) if label.ends_with(')')));
    Ok(Answer {
        title: format!(
            "chase of consistency {}, potential {}, stamina {} by consistency {}, potential {}",
            quarry.c, quarry.p, asked[0], pursuer.c, pursuer.p
        ),
        notes: vec![
            format!("from a distance of {}; {} points are a square (HEI-144)", book.chase.start_distance, book.chase.margin),
            "whoever does not meet fatigue gives up: the quarry is caught, or the pursuer left behind (HEI-146)".to_owned(),
            format!("after {} rounds the quarry has escaped (R-61)", book.chase.rounds_max),
        ],
        tables: vec![table],
        curves: Vec::new(),
    })
}
