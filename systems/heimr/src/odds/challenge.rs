//! Questions about the roll itself: the consistency curves, and what fatigue does to them.
//!
//! Start at [`challenge`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::Distribution;
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;
use frame::rules::trial::{ONE, outcomes};

use super::super::abilities::Score;
use super::super::book::Book;
use super::super::challenge::{Effort, Rolled};
use super::super::rolls;
use super::super::rulings::Rulings;
use super::roll::{Roller, fresh};
use super::{integer, tail};

/// A table with a column for each curve.
fn table(title: &str, curves: &[Curve]) -> AnswerTable {
    let mut table = AnswerTable::new(title, &["result"]);
    table.columns.extend(curves.iter().map(|curve| curve.label.clone()));
    table
}

/// The consistency curves (HEI-020 to HEI-033, HEI-133).
pub fn challenge(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let (potential, fatigue) = (arguments.integer("potential"), arguments.integer("fatigue"));
    let asked = || arguments.range("consistency").map(|consistency| consistency as i32);
    let lows = asked().map(|consistency| roller.pre(consistency).low());
    let low = potential + lows.min().unwrap_or(0);
    let curves: Vec<Curve> = asked()
        .map(|consistency| Curve {
            label: format!("C {consistency}"),
            distribution: roller.physical(Score { c: consistency, p: potential as i32 }, fatigue, low - 1),
        })
        .collect();
    let columns = ["consistency", "mean", "standard deviation", "lowest", "highest", "meets fatigue"];
    let mut spread = AnswerTable::new("spread", if fatigue == 0 { &columns[..5] } else { &columns });
    for consistency in asked() {
        let plain = roller.pre(consistency).shift(potential);
        let spread_of = plain.variance().map_or_else(|| Cell::text("?"), |variance| Cell::root(&variance));
        let mut row = vec![
            Cell::Integer(consistency.into()),
            Cell::exact_or(plain.mean(), "?"),
            spread_of,
            Cell::Integer(plain.low()),
            Cell::Integer(plain.high()),
        ];
        if fatigue > 0 {
            row.push(Cell::Exact(roller.meets(consistency, fatigue)));
        }
        spread.row(row);
    }
    let high = curves.iter().map(|curve| curve.distribution.high()).max().unwrap_or(low);
    let (mut exactly, mut at_least) = (table("exactly", &curves), table("at least", &curves));
    for result in low..=high {
        let cells = |of: fn(&Distribution, i64) -> Option<BigRational>| {
            let chances = curves.iter().map(move |curve| Cell::exact_or(of(&curve.distribution, result), "?"));
            std::iter::once(Cell::Integer(result)).chain(chances)
        };
        exactly.row(cells(Distribution::chance));
        let most = curves.iter().filter_map(|curve| curve.distribution.at_least(result)).max();
        if most.is_some_and(|most| most >= tail()) {
            at_least.row(cells(Distribution::at_least));
        }
    }
    let mut notes = vec![format!(
        "1d{} and one d{} for each point of consistency; the highest counts, or the lowest when it is negative (HEI-022 to HEI-025)",
        book.dice.small, book.dice.big
    )];
    if fatigue > 0 {
        notes.push(format!(
            "a roll below {fatigue} before potential fails, and counts for no result; mean and spread are those of all rolls (HEI-133)"
        ));
    }
    let tired = if fatigue == 0 { String::new() } else { format!(", fatigue {fatigue}") };
    Answer {
        title: format!("challenges with potential {potential}{tired}"),
        notes,
        tables: vec![spread, at_least, exactly],
        curves,
    }
}

/// The effect of fatigue on rolls, and its growth (HEI-133, HEI-136, HEI-138, HEI-149, R-10).
pub fn fatigue(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let (levels, rolls) = (arguments.range("fatigue"), arguments.integer("rolls"));
    let consistencies: Vec<i32> = arguments.range("consistency").map(|consistency| consistency as i32).collect();
    let mut met = AnswerTable::new("the roll meets fatigue", &["fatigue"]);
    met.columns.extend(consistencies.iter().map(|consistency| format!("C {consistency}")));
    for level in levels.clone() {
        let cells = consistencies.iter().map(|&consistency| Cell::Exact(roller.meets(consistency, level)));
        met.row(std::iter::once(Cell::Integer(level)).chain(cells));
    }
    let columns = ["fatigue", "grows in a window", "windows until it does", "windows from the first row to here"];
    let mut growth = AnswerTable::new("growth", &columns);
    let rests = windows(&roller, &levels, rolls);
    for (level, (grows, reached)) in levels.clone().zip(rests) {
        let until = (!grows.is_zero()).then(|| grows.recip());
        growth.row([
            Cell::Integer(level),
            Cell::Exact(grows),
            Cell::exact_or(until, "never"),
            Cell::exact_or(reached, "never"),
        ]);
    }
    let curves = consistencies
        .iter()
        .map(|&consistency| Curve {
            label: format!("C {consistency}, before potential"),
            distribution: roller.pre(consistency),
        })
        .collect();
    let cap = book.fatigue.cap_per_window;
    let cap =
        cap.map_or_else(|| "it may grow with every roll".to_owned(), |cap| format!("it grows at most {cap} times in a window"));
    Answer {
        title: format!("fatigue, with {rolls} physical rolls in each window"),
        notes: vec![
            "a physical roll has to reach fatigue before potential is added (HEI-133)".to_owned(),
            format!("it grows when the small die shows less than it (HEI-136); {cap} (HEI-149)"),
        ],
        tables: vec![met, growth],
        curves,
    }
}

/// For each of these levels: the probability that fatigue grows in a window, and the mean number of windows that it takes to
/// be that high from the first one on.
fn windows(roller: &Roller, levels: &std::ops::RangeInclusive<i64>, rolls: i64) -> Vec<(BigRational, Option<BigRational>)> {
    let (first, last) = (*levels.start(), *levels.end());
    let after: Vec<Spread<i64>> = (first..=last).map(|level| after_window(roller, level, rolls)).collect();
    let grows = |level: i64| after[(level - first) as usize].chance(|&after| after > level);
    (first..=last)
        .map(|goal| {
            // Windows to the goal, from the levels just below it down to the first.
            let mut known: Vec<Option<BigRational>> = vec![None; (goal - first) as usize];
            for level in (first..goal).rev() {
                let moving = grows(level);
                let onward = after[(level - first) as usize].iter().filter(|(after, _)| **after > level && **after < goal);
                let onward = onward.map(|(after, chance)| known[(after - first) as usize].as_ref().map(|later| later * chance));
                let onward: Option<BigRational> = onward.sum();
                known[(level - first) as usize] =
                    onward.filter(|_| !moving.is_zero()).map(|onward| (onward + BigRational::one()) / moving);
            }
            (grows(goal), if goal == first { Some(integer(0)) } else { known[0].clone() })
        })
        .collect()
}

/// Fatigue after a window of so many rolls that began with `level`.
fn after_window(roller: &Roller, level: i64, rolls: i64) -> Spread<i64> {
    let rolled = |before: &Effort| {
        let before = *before;
        outcomes(move |table| {
            let (small, mut effort) = (table.roll(ONE, &rolls::ATTACK, roller.pool.small.into()), before);
            // Only growth is of interest, which the small die alone decides.
            let _ = roller.fatigue.judge(Rolled { small: small as u8, pre: small as i16 }, &mut effort);
            effort
        })
    };
    (0..rolls).fold(certain(fresh(level)), |spread, _| spread.then(rolled)).by(|effort| i64::from(effort.fatigue))
}
