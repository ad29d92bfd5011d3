//! Questions about an injured head, answered by the scenes of the rules: a concussion at rest, the turns of the confused.
//!
//! Start at [`concussion`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::fight::day::Sides;
use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

use super::super::RestKind;
use super::super::sheet::{Attribute, PartKind};
use super::super::state::Fight;
use super::trial::{OTHER, Trial};
use super::{integer, number, signed};

/// The two combatants, the other one with so many injuries of its head.
fn injured(trial: &Trial, injuries: u8) -> Result<Fight, String> {
    let head = trial.core.fighter(OTHER).plan.all(PartKind::Head);
    if head == 0 {
        return Err("nobody has a head: the body of `book.body` has none".to_owned());
    }
    let mut fight = trial.fight();
    for _ in 0..injuries {
        fight.body_mut(OTHER).harm.add(head.trailing_zeros() as u8);
    }
    Ok(fight)
}

/// The probability that an hour of rest heals a concussion (INJ-122, INJ-123, R-24).
fn heals(trial: &mut Trial, con: i32) -> Result<BigRational, String> {
    trial.core.fighters[OTHER.index()].attributes[Attribute::Con as usize] = con;
    let fight = injured(trial, 1)?;
    let sides = Sides::all(2);
    let mut healed = trial.scene(&fight, |play| {
        play.take_rest(RestKind::Hour, sides);
        !play.rules.concussed(OTHER, play.fight.body(OTHER))
    });
    Ok(healed.remove(&true).unwrap_or_default())
}

/// A concussion and hours of rest (INJ-122, INJ-123, R-24, E-11).
///
/// # Errors
/// When nobody has a head.
pub fn concussion(arguments: &Arguments, mut trial: Trial) -> Result<Answer, String> {
    let con = number(arguments, "con");
    let hour = heals(&mut trial, con)?;
    let mut one = AnswerTable::new("concussion", &["what", "value"]);
    let hours = |chance: &BigRational| Cell::exact_or((!chance.is_zero()).then(|| chance.recip()), "never");
    one.row([Cell::text("an hour of rest heals it"), Cell::Exact(hour.clone())]);
    one.row([Cell::text("hours until it is healed, mean"), hours(&hour)]);
    let mut table = AnswerTable::new("hours of rest", &["hours", "healed by then"]);
    for hours in 1..=number(arguments, "hours") {
        let healed = BigRational::one() - (BigRational::one() - &hour).pow(hours);
        table.row([Cell::Integer(hours.into()), Cell::Exact(healed)]);
    }
    let mut all = AnswerTable::new("by Constitution", &["Constitution", "an hour of rest heals it", "hours, mean"]);
    for con in 0..=12 {
        let chance = heals(&mut trial, con)?;
        let mean = hours(&chance);
        all.row([Cell::Integer(con.into()), Cell::Exact(chance), mean]);
    }
    Ok(Answer {
        title: format!("a concussion at rest, Constitution {}", signed(con.into())),
        notes: vec!["the concussion itself makes the check worse (INJ-122)".to_owned()],
        tables: vec![one, table, all],
        curves: Vec::new(),
    })
}

/// The turns of the confused (INJ-126, R-18).
///
/// # Errors
/// When nobody has a head.
pub fn confusion(arguments: &Arguments, trial: &Trial) -> Result<Answer, String> {
    let fight = injured(trial, 2)?;
    let results = trial.scene(&fight, |play| {
        let acts = play.acts_confused(OTHER);
        let body = play.fight.body(OTHER);
        (acts, body.berserk, body.strain)
    });
    let name = |&(acts, berserk, strain): &(bool, bool, i32)| match (acts, berserk) {
        (true, true) => "attacks whoever is nearest",
        (true, false) => "acts as usual",
        (false, _) if strain > 0 => "hurts itself",
        (false, _) => "does nothing",
    };
    let mut table = AnswerTable::new("a turn", &["what", "chance"]);
    for (result, chance) in &results {
        table.row([Cell::text(name(result)), Cell::Exact(chance.clone())]);
    }
    let lost = results.chance(|(acts, ..)| !acts);
    let berserk = results.chance(|&(acts, berserk, _)| acts && berserk);
    let strain = results.mean(|&(.., strain)| strain.into());
    let columns = ["turns", "lost, mean", "at least one is lost", "attacks whoever is nearest, mean", "strain, mean"];
    let mut turns = AnswerTable::new("turns", &columns);
    for count in 1..=number(arguments, "turns") {
        let times = |chance: &BigRational| Cell::Exact(integer(count.into()) * chance);
        let any = BigRational::one() - (BigRational::one() - &lost).pow(count);
        turns.row([Cell::Integer(count.into()), times(&lost), Cell::Exact(any), times(&berserk), times(&strain)]);
    }
    Ok(Answer {
        title: "the turns of the confused".to_owned(),
        notes: vec!["confusion lasts until the second injury of the head is healed (INJ-126)".to_owned()],
        tables: vec![table, turns],
        curves: Vec::new(),
    })
}
