//! Questions about the roll itself: the consistency curves, and what fatigue does to them.
//!
//! Start at [`challenge`].

use std::collections::BTreeMap;

use frame::dice::Distribution;
use frame::rules::answers::tail;
use frame::rules::trial::{ONE, outcomes};

use super::super::challenge::Rolled;
use super::super::rolls;
use super::{Answer, AnswerTable, Arguments, BigRational, Cell, Chances, Effort, One, Roller, Score, Spread, Tired, Zero};
use super::{certain, fresh, row};

/// The consistencies that are asked about, each with its name.
fn consistencies(arguments: &Arguments) -> Vec<(String, i32)> {
    arguments.range("consistency").map(|consistency| (format!("C {consistency}"), consistency as i32)).collect()
}

/// The consistency curves (HEI-020 to HEI-033, HEI-133).
pub fn challenge(arguments: &Arguments, roller: &Roller) -> Answer {
    let [potential, fatigue] = arguments.numbers(["potential", "fatigue"]);
    let asked = consistencies(arguments);
    let results: Vec<Distribution> = asked.iter().map(|&(_, c)| roller.result(Score { c, p: potential as i32 })).collect();
    let low = results.iter().map(Distribution::low).min().unwrap_or(0);
    let curve = |&(_, c): &(String, i32)| roller.numbers(Tired::new(Score { c, p: potential as i32 }, fatigue), low - 1);
    let curves: Vec<Distribution> = asked.iter().map(curve).collect();
    let columns = ["consistency", "mean", "standard deviation", "lowest", "highest", "meets fatigue"];
    let mut spread = AnswerTable::new("spread", if fatigue == 0 { &columns[..5] } else { &columns });
    for (&(_, consistency), result) in asked.iter().zip(&results) {
        let deviation = result.variance().map_or_else(|| Cell::text("?"), |variance| Cell::root(&variance));
        let all = row![consistency, Cell::exact_or(result.mean(), "?"), deviation, result.low(), result.high()];
        let met = (fatigue > 0).then(|| roller.meets(consistency, fatigue).into());
        spread.row(all.into_iter().chain(met));
    }
    let high = curves.iter().map(Distribution::high).max().unwrap_or(low);
    let likely = |result: &i64| curves.iter().any(|curve| curve.at_least(*result).is_some_and(|chance| chance >= tail()));
    let columns = || asked.iter().map(|(name, _)| name.clone()).zip(&curves);
    let at_least = AnswerTable::grid(["at least", "result"], (low..=high).filter(likely), columns(), |&result, curve| {
        Cell::exact_or(curve.at_least(result), "?")
    });
    let exactly = AnswerTable::grid(["exactly", "result"], low..=high, columns(), |&result, curve| {
        Cell::exact_or(curve.chance(result), "?")
    });
    let tired = if fatigue == 0 { String::new() } else { format!(", fatigue {fatigue}") };
    let mut answer = Answer::new(format!("challenges with potential {potential}{tired}")).note(format!(
        "1d{} and one d{} for each point of consistency; the highest counts, or the lowest when it is negative (HEI-022 to HEI-025)",
        roller.pool.small, roller.pool.big
    ));
    if fatigue > 0 {
        answer = answer.note(format!(
            "a roll below {fatigue} before potential fails, and counts for no result; mean and spread are those of all rolls (HEI-133)"
        ));
    }
    let answer = answer.table(spread).table(at_least).table(exactly);
    asked.into_iter().zip(curves).fold(answer, |answer, ((name, _), curve)| answer.curve(name, curve))
}

/// The effect of fatigue on rolls, and its growth (HEI-133, HEI-136, HEI-138, HEI-149, R-10).
pub fn fatigue(arguments: &Arguments, roller: &Roller) -> Answer {
    let (levels, rolls) = (arguments.range("fatigue"), arguments.integer("rolls"));
    let asked = consistencies(arguments);
    let met =
        AnswerTable::grid(["the roll meets fatigue", "fatigue"], levels.clone(), asked.clone(), |&level, &consistency| {
            roller.meets(consistency, level)
        });
    let after: BTreeMap<i64, Spread<i64>> = levels.clone().map(|level| (level, after_window(roller, level, rolls))).collect();
    let columns = ["fatigue", "grows in a window", "windows until it does", "windows from the first row to here"];
    let growth = AnswerTable::of("growth", columns, levels, |level| {
        let grows = after[&level].chance(|&after| after > level);
        let until = (!grows.is_zero()).then(|| grows.recip());
        row![level, grows, Cell::exact_or(until, "never"), Cell::exact_or(windows(&after, level), "never")]
    });
    let cap = match roller.book.fatigue.cap_per_window {
        Some(cap) => format!("it grows at most {cap} times in a window"),
        None => "it may grow with every roll".to_owned(),
    };
    let answer = Answer::new(format!("fatigue, with {rolls} physical rolls in each window"))
        .note("a physical roll has to reach fatigue before potential is added (HEI-133)")
        .note(format!("it grows when the small die shows less than it (HEI-136); {cap} (HEI-149)"))
        .table(met)
        .table(growth);
    let curve = |answer: Answer, (name, c)| answer.curve(format!("{name}, before potential"), roller.pre(c));
    asked.into_iter().fold(answer, curve)
}

/// The mean number of windows in which fatigue gets from the lowest of these levels to `goal`, by the levels after a window;
/// none where it never does.
fn windows(after: &BTreeMap<i64, Spread<i64>>, goal: i64) -> Option<BigRational> {
    let mut known: BTreeMap<i64, BigRational> = BTreeMap::new();
    for (&level, after) in after.range(..goal).rev() {
        let moves = after.chance(|&after| after > level);
        if moves.is_zero() {
            return None;
        }
        let onward: BigRational = after.iter().filter_map(|(after, chance)| Some(known.get(after)? * chance)).sum();
        known.insert(level, (onward + BigRational::one()) / moves);
    }
    Some(known.into_values().next().unwrap_or_default())
}

/// Fatigue after a window of so many rolls that began with `level`.
fn after_window(roller: &Roller, level: i64, rolls: i64) -> Spread<i64> {
    let rolled = |&before: &Effort| {
        outcomes(move |table| {
            let (small, mut effort) = (table.roll(ONE, &rolls::ATTACK, roller.pool.small.into()), before);
            // Only growth is of interest, which the small die alone decides.
            let _ = roller.fatigue.judge(Rolled { small: small as u8, pre: small as i16 }, &mut effort);
            effort
        })
    };
    (0..rolls).fold(certain(fresh(level)), |spread, _| spread.then(rolled)).by(|effort| i64::from(effort.fatigue))
}
