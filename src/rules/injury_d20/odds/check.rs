//! Questions about checks, saves, maneuvers, treatment, worsening and initiative.
//!
//! Start at [`check`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::dice::Distribution;
use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

use super::super::check::CHECK_SIDES;
use super::super::harm::{SAVE_SIDES, SaveResult};
use super::super::rulings::{InitiativeTie, ManeuverNat20};
use super::trial::Trial;
use super::{integer, signed};

/// Names of the tiers.
const TIERS: [&str; 5] = ["minor", "major", "severe", "deadly", "fatal"];

fn number(arguments: &Arguments, name: &str) -> i32 {
    arguments.integer(name) as i32
}

/// Probability that a check with this bonus reaches a number.
fn succeeds(trial: &Trial, bonus: i32, net: i32, dc: i32) -> BigRational {
    let faces = trial.faces(CHECK_SIDES, net);
    faces.iter().filter(|(rolled, _)| rolled.sum() + bonus >= dc).map(|(_, chance)| chance).sum()
}

/// A check (4.0 of the specification).
pub fn check(arguments: &Arguments, trial: &Trial) -> Answer {
    let (bonus, net) = (number(arguments, "bonus"), number(arguments, "net"));
    let dc = number(arguments, "dc");
    let mut table = AnswerTable::new("check", &["against", "succeeds"]);
    table.row([Cell::Integer(dc.into()), Cell::Exact(succeeds(trial, bonus, net, dc))]);
    let mut all = AnswerTable::new("by number", &["against", "two worse", "one worse", "so", "one better"]);
    for dc in (5..=40).step_by(5) {
        let of = |more: i32| Cell::Exact(succeeds(trial, bonus, net + more, dc));
        all.row([Cell::Integer(dc.into()), of(-2), of(-1), of(0), of(1)]);
    }
    let faces = trial.faces(CHECK_SIDES, net);
    let totals: Vec<(i64, BigRational)> =
        faces.into_iter().map(|(rolled, chance)| (i64::from(rolled.sum() + bonus), chance)).collect();
    let curves = vec![Curve { label: "total".to_owned(), distribution: Distribution::from_chances(&totals) }];
    Answer { title: format!("a check with {}", signed(bonus.into())), notes: Vec::new(), tables: vec![table, all], curves }
}

/// A maneuver (INJ-154, INJ-155, R-31).
pub fn maneuver(arguments: &Arguments, trial: &Trial) -> Answer {
    let (bonus, dv, net) = (number(arguments, "bonus"), number(arguments, "dv"), number(arguments, "net"));
    let core = &trial.core;
    let mut table = AnswerTable::new("maneuver", &["degrees", "at least so many"]);
    let succeeds = |natural: i32, total: i32| {
        total >= dv || natural == core.book.crit.natural && core.rulings.maneuver_nat20 == ManeuverNat20::Succeeds
    };
    for degrees in 0..=3 {
        let faces = trial.faces(core.book.attack.die, net);
        let reached = |natural: i32, total: i32| succeeds(natural, total) && core.degrees((total - dv).max(0)) >= degrees;
        let chance: BigRational =
            faces.iter().filter(|(rolled, _)| reached(rolled.natural, rolled.sum() + bonus)).map(|(_, chance)| chance).sum();
        table.row([Cell::Integer(degrees.into()), Cell::Exact(chance)]);
    }
    Answer {
        title: format!("a maneuver with {} against {dv}", signed(bonus.into())),
        notes: Vec::new(),
        tables: vec![table],
        curves: Vec::new(),
    }
}

/// The save of the unconscious (INJ-034, INJ-035, INJ-036, INJ-037, INJ-038, INJ-039, R-10, R-11).
pub fn save(arguments: &Arguments, trial: &Trial) -> Answer {
    let (con, net) = (number(arguments, "con"), number(arguments, "net"));
    let chance = |dc: i32, result: SaveResult| -> BigRational {
        let faces = trial.faces(SAVE_SIDES, net);
        let comes = |natural: i32, total: i32| trial.core.judge_save(natural, total, dc) == result;
        faces.iter().filter(|(rolled, _)| comes(rolled.natural, rolled.sum() + con)).map(|(_, chance)| chance).sum()
    };
    let row = |dc: i32| {
        let of = |result| Cell::Exact(chance(dc, result));
        [Cell::Integer(dc.into()), of(SaveResult::Dies), of(SaveResult::Lives), of(SaveResult::Critical)]
    };
    let columns = ["against", "dies", "lives on", "wakes"];
    let mut one = AnswerTable::new("save", &columns);
    one.row(row(number(arguments, "dc")));
    let mut all = AnswerTable::new("by worth of the injuries", &columns);
    (1..=30).for_each(|dc| all.row(row(dc)));
    let notes = vec!["the number is the worth of all injuries, by tier, and the bleeding (INJ-036)".to_owned()];
    Answer { title: format!("a death save with {}", signed(con.into())), notes, tables: vec![one, all], curves: Vec::new() }
}

/// Treatment (INJ-053 to INJ-055).
pub fn heal(arguments: &Arguments, trial: &Trial) -> Answer {
    let (bonus, net) = (number(arguments, "bonus"), number(arguments, "net"));
    let numbers = &trial.core.book.heal;
    let mut table =
        AnswerTable::new("treatment", &["tier", "against", "each try", "days until treated, mean", "days of healing"]);
    for (tier, name) in TIERS.iter().enumerate() {
        let dc = numbers.dc.get(tier).or(numbers.dc.last()).copied().unwrap_or(0);
        let weeks = numbers.weeks.get(tier).or(numbers.weeks.last()).copied().unwrap_or(0);
        let chance = succeeds(trial, bonus, net, dc);
        let tries = (BigRational::one() - &chance).pow(i32::from(numbers.attempts_per_day));
        let day = BigRational::one() - tries;
        let days = if day.is_zero() { None } else { Some(BigRational::one() / day) };
        table.row([
            Cell::text(name),
            Cell::Integer(dc.into()),
            Cell::Exact(chance),
            Cell::exact_or(days, "never"),
            Cell::Integer(i64::from(weeks) * i64::from(numbers.week_days)),
        ]);
    }
    Answer {
        title: format!("treating injuries with Heal {}", signed(bonus.into())),
        notes: Vec::new(),
        tables: vec![table],
        curves: Vec::new(),
    }
}

/// An untreated part over days (INJ-049 to INJ-051, R-40, E-12).
pub fn worsening(arguments: &Arguments, trial: &Trial) -> Answer {
    let (con, net) = (number(arguments, "con"), number(arguments, "net"));
    let core = &trial.core;
    let fails = BigRational::one() - succeeds(trial, con, net, core.book.worsen.dc);
    let (start, max) = (arguments.integer("injuries") as usize, arguments.integer("max") as usize);
    // By number of injuries, the last one for destroyed.
    let mut parts = vec![BigRational::zero(); max + 1];
    parts[start.min(max)] = BigRational::one();
    let mut table = AnswerTable::new("days", &["day", "destroyed by then", "injuries, mean"]);
    for day in 1..=arguments.integer("days") {
        let mut next = vec![BigRational::zero(); max + 1];
        for (injuries, chance) in parts.iter().enumerate() {
            if injuries == max {
                next[max] += chance;
                continue;
            }
            let checks = if core.rulings.worsen_per == super::super::rulings::WorsenPer::Part { 1 } else { injuries };
            // Failures among the checks of a day.
            for failures in 0..=checks {
                let ways = binomial(checks, failures);
                let odds = ways * fails.pow(failures as i32) * (BigRational::one() - &fails).pow((checks - failures) as i32);
                next[(injuries + failures).min(max)] += chance * odds;
            }
        }
        parts = next;
        let mean: BigRational = parts.iter().enumerate().map(|(injuries, chance)| integer(injuries as i64) * chance).sum();
        table.row([Cell::Integer(day), Cell::Exact(parts[max].clone()), Cell::Exact(mean)]);
    }
    let mut one = AnswerTable::new("each check", &["what", "chance"]);
    one.row([Cell::text("fails"), Cell::Exact(fails)]);
    let title = format!("an untreated part with {start} of {max} injuries, Constitution {}", signed(con.into()));
    Answer { title, notes: Vec::new(), tables: vec![one, table], curves: Vec::new() }
}

fn binomial(of: usize, chosen: usize) -> BigRational {
    (0..chosen).fold(BigRational::one(), |ways, index| ways * integer((of - index) as i64) / integer(index as i64 + 1))
}

/// Chances of two to go first (INJ-002 to INJ-004, R-02).
pub fn initiative(arguments: &Arguments, trial: &Trial) -> Answer {
    let (dex, against) = (number(arguments, "dex"), number(arguments, "against"));
    let core = &trial.core;
    let faces = trial.faces(core.book.initiative.die, 0);
    let tie = match core.rulings.initiative_tie {
        InitiativeTie::DexThenRolloff if dex != against => integer(i64::from(dex > against)),
        InitiativeTie::ScenarioOrder => BigRational::one(),
        _ => integer(1) / integer(2),
    };
    let first = |more: i32| {
        let mut chance = BigRational::zero();
        for (one, of_one) in &faces {
            for (other, of_other) in &faces {
                let both = of_one * of_other;
                chance += match (one.sum() + more).cmp(&other.sum()) {
                    std::cmp::Ordering::Greater => both,
                    std::cmp::Ordering::Equal => both * &tie,
                    std::cmp::Ordering::Less => BigRational::zero(),
                };
            }
        }
        chance
    };
    let mut table = AnswerTable::new("first", &["initiative", "goes first"]);
    table.row([Cell::text("base"), Cell::Exact(first(0))]);
    table.row([Cell::text("ready"), Cell::Exact(first(dex - against))]);
    let notes = vec!["in the scenario's order the one comes before the other".to_owned()];
    Answer {
        title: format!("initiative: Dexterity {} before {}", signed(dex.into()), signed(against.into())),
        notes,
        tables: vec![table],
        curves: Vec::new(),
    }
}
