//! Questions about chases: how they end, and what stamina is worth in them.
//!
//! The distance of a chase has no end, so that these numbers are no fractions: they are followed round by round, exact to all
//! digits that are shown. Start at [`chase`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::ToPrimitive;

use frame::dice::Slot;
use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::questions::Arguments;

use super::super::book::Book;
use super::super::chase::{Pace, Stage};
use super::super::rulings::Rulings;
use super::roll::score;
use super::trial::{ONE, OTHER, Runner, Trial};

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
type Rolls = Vec<(Option<i32>, u8, f64)>;
/// The outcomes of a chase round: its result, fatigue of both, probability.
type Moves = Vec<(Pace, u8, u8, f64)>;

/// One who takes part in a chase.
struct Runs {
    /// The fatigue with which it begins.
    fatigue: u8,
    /// Its rolls, by its fatigue.
    rolls: Vec<Rolls>,
}

/// Returns the rolls of somebody who runs like this, by fatigue.
fn runs(trial: &mut Trial, who: Slot, runner: Runner) -> Runs {
    let of_fatigue = trial.runs(who, runner).into_iter();
    let number = |((result, fatigue), chance): (_, BigRational)| (result, fatigue, chance.to_f64().unwrap_or(0.0));
    let rolls = of_fatigue.map(|rolls| rolls.into_iter().map(number).collect()).collect();
    Runs { fatigue: trial.core.book.fatigue.base_with(runner.stamina), rolls }
}

/// The outcomes of a chase round by these rolls of both.
fn chase_round(trial: &Trial, quarry: &Rolls, pursuer: &Rolls) -> Moves {
    let mut moves: Moves = Vec::new();
    for &(ahead, quarry_after, chance) in quarry {
        for &(behind, pursuer_after, part) in pursuer {
            let pace = trial.core.chase_pace(ahead, behind);
            match moves.iter_mut().find(|one| (one.0, one.1, one.2) == (pace, quarry_after, pursuer_after)) {
                Some(known) => known.3 += chance * part,
                None => moves.push((pace, quarry_after, pursuer_after, chance * part)),
            }
        }
    }
    moves
}

/// Follows a chase to its end.
fn chase_end(trial: &Trial, quarry: &Runs, pursuer: &Runs) -> ChaseEnd {
    const NEGLIGIBLE: f64 = 1e-15;
    let mut end = ChaseEnd::default();
    let mut going = BTreeMap::from([((quarry.fatigue, pursuer.fatigue, trial.core.chase_start()), 1.0)]);
    let mut rounds: BTreeMap<(u8, u8), Moves> = BTreeMap::new();
    for round in 1.. {
        let mut next = BTreeMap::new();
        for ((flees, chases, distance), chance) in going {
            end.rounds += chance;
            let rolls = (&quarry.rolls[usize::from(flees)], &pursuer.rolls[usize::from(chases)]);
            let moves = rounds.entry((flees, chases)).or_insert_with(|| chase_round(trial, rolls.0, rolls.1));
            for &(pace, flees, chases, part) in moves.iter() {
                let part = chance * part;
                match trial.core.chase_stage(distance, round, pace) {
                    Stage::GoesOn(distance) => *next.entry((flees, chases, distance)).or_insert(0.0) += part,
                    Stage::Caught => {
                        end.caught += part;
                        end.caught_by_gaining += if pace == Pace::QuarryTires { 0.0 } else { part };
                    }
                    Stage::Escaped => end.escaped += part,
                    Stage::BrokenOff => (end.escaped, end.timeout) = (end.escaped + part, end.timeout + part),
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
    end
}

/// The end of a chase, and the worth of stamina in it (HEI-142, HEI-143, HEI-144, HEI-145, HEI-146, HEI-147, R-61).
pub fn chase(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    if !book.chase.switch.is_empty() {
        return Err("the book changes the terrain during chases, and so the abilities; only a fight knows those".to_owned());
    }
    let mut trial = Trial::new(book, rulings)?;
    let (quarry, pursuer) = (score(arguments, "quarry").unwrap_or_default(), score(arguments, "pursuer").unwrap_or_default());
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
    let one = runs(&mut trial, ONE, Runner { score: quarry, stamina: asked[0] as i32 });
    for stamina in low..=asked[1].max(4) {
        let other = runs(&mut trial, OTHER, Runner { score: pursuer, stamina: stamina as i32 });
        let end = chase_end(&trial, &one, &other);
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
