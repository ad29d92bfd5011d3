//! Questions about checks, saves and maneuvers.
//!
//! Start at [`check`].

use num_rational::BigRational;

use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

use super::super::check::Rolled;
use super::super::harm::SaveResult;
use super::super::policy::Do;
use super::super::rolls;
use super::trial::{ONE, OTHER, Trial};
use super::{number, signed};

/// Probability that a check with this bonus reaches a number.
pub fn succeeds(trial: &Trial, bonus: i32, net: i32, dc: i32) -> BigRational {
    trial.chance(|play| play.check(ONE, &rolls::HEAL, net, bonus, dc))
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
    let faces = trial.faces(trial.core.book.check.die, net);
    let distribution = faces.distribution(|rolled| i64::from(rolled.sum() + bonus));
    let curves = vec![Curve { label: "total".to_owned(), distribution }];
    let tables = vec![table, kept(trial, bonus, dc), all];
    Answer { title: format!("a check with {}", signed(bonus.into())), notes: Vec::new(), tables, curves }
}

/// The die that counts, by advantages: its mean, and that of those which succeed and of those which fail.
fn kept(trial: &Trial, bonus: i32, dc: i32) -> AnswerTable {
    let columns = ["advantages", "mean", "mean given success", "mean given failure"];
    let mut table = AnswerTable::new("the die that counts", &columns);
    for net in -3..=3 {
        let faces = trial.faces(trial.core.book.check.die, net);
        let natural = |rolled: &Rolled| rolled.natural.into();
        let given = |succeeds: bool| {
            Cell::exact_or(faces.mean_given(|rolled| (rolled.sum() + bonus >= dc) == succeeds, natural), "never")
        };
        table.row([Cell::text(signed(net.into())), Cell::Exact(faces.mean(natural)), given(true), given(false)]);
    }
    table
}

/// A maneuver (INJ-154, INJ-155, R-31).
pub fn maneuver(arguments: &Arguments, mut trial: Trial) -> Answer {
    let (bonus, dv, net) = (number(arguments, "bonus"), number(arguments, "dv"), number(arguments, "net"));
    let skill = trial.core.maneuver_skill(Do::Trip);
    let fighter = &mut trial.core.fighters[ONE.index()];
    (fighter.attributes, fighter.mb, fighter.skills[skill as usize]) = ([0; 6], 0, bonus);
    trial.gets(ONE, net);
    trial.defends(dv);
    let reached = trial.scene(&trial.fight(), |play| {
        let done = play.roll_maneuver(ONE, OTHER, Do::Trip, skill);
        done.map(|(total, dv)| play.rules.maneuver_degrees(total, dv))
    });
    let mut table = AnswerTable::new("maneuver", &["degrees", "at least so many"]);
    for degrees in 0..=3 {
        let chance = reached.chance(|reached| *reached >= Some(degrees));
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
    let faces = trial.faces(trial.core.book.save.die, net);
    let chance = |dc: i32, result: SaveResult| -> BigRational {
        faces.chance(|rolled| trial.core.judge_save(rolled.natural, rolled.sum() + con, dc) == result)
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
