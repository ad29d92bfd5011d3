//! Questions about a target that is struck blow after blow: how long its breath lasts, and how long it lives where it lies.
//!
//! Start at [`breath`].

use std::iter::successors;

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::Distribution;
use frame::rules::answers::{Answer, AnswerTable, row};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::book::Book;
use super::super::rulings::{Rulings, Strain};
use super::super::sheet::Attribute;
use super::super::strike::{Blow, Use};
use super::trial::{Come, ONE, OTHER, PLENTY, Stage, Trial, blow};

/// Exhausted and unconscious by round (INJ-025, INJ-026, INJ-061, INJ-062, INJ-185, INJ-242 to INJ-245, R-06, R-07).
///
/// # Errors
/// When there is no weapon, or strain costs no stamina at the blow itself.
pub fn breath(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    if matches!(rulings.strain, Strain::StaminaEachTurn | Strain::StaminaCost) {
        return Err(
            "strain costs stamina turn by turn, or raises prices, by `rulings.strain`: that is not counted here".to_owned()
        );
    }
    let mut trial = Trial::unarmed(book, rulings)?;
    let [bonus, dv, net, power, reckless] = arguments.numbers(["bonus", "dv", "net", "power", "reckless"]);
    trial.attacks(bonus, dv, net);
    let weapon = &mut trial.sheet(OTHER).weapons[0];
    (weapon.unarmed, weapon.to_hit[Use::Melee as usize]) = (false, arguments.number("parry"));
    let (fight, mut stage) = (trial.fight(), Stage::new(&trial.core));
    let parries: i32 = arguments.number("parries");
    // Stamina that is lost in a turn, and hits that are parried.
    let mut turn = certain((0, 0));
    for attack in 0..arguments.number("attacks") {
        let (power, reckless) = if attack == 0 { (power, reckless) } else { (0, 0) };
        let blow = Blow { power, reckless, ..blow(trial.handicap(attack)) };
        let [open, parrying] = [false, true].map(|parries| {
            stage.scene(&fight, |play| {
                let Come { degrees, parried, .. } = play.comes_of(blow, parries);
                degrees.into_iter().for_each(|degrees| play.strain_by(OTHER, degrees));
                (PLENTY - play.fight.body(OTHER).stamina, i32::from(parried.is_some()))
            })
        });
        turn = turn.then(|&(lost, parried)| {
            let next = if parried < parries { &parrying } else { &open };
            next.by(|&(more, parries)| (lost + more, parried + parries))
        });
    }
    let turn = turn.by(|&(lost, _)| lost);
    let mut loses = |(stamina, exhaustion): (i32, i32), points: i32| {
        let mut now = fight.clone();
        let body = now.body_mut(OTHER);
        (body.stamina, body.exhaustion) = (stamina, exhaustion);
        stage.play_on(&mut now, |play| play.lose_stamina(OTHER, points));
        (now.body(OTHER).stamina, now.body(OTHER).exhaustion)
    };
    // Stamina and exhaustion that are left, by round.
    let start = certain(arguments.numbers(["stamina", "exhaustion"]).into());
    let rounds = successors(Some(start), |left| Some(left.then(|&before| turn.then(|&lost| certain(loses(before, lost))))));
    let rounds: Vec<Spread<(i32, i32)>> = rounds.skip(1).take(arguments.number("rounds")).collect();
    let (exhausted, out) = (|left: &(i32, i32)| left.0 == 0, |left: &(i32, i32)| *left == (0, 0));
    let columns = ["round", "exhausted", "unconscious", "stamina left, mean"];
    let table = AnswerTable::of("rounds", columns, (1..).zip(&rounds), |(round, left)| {
        row![round, left.chance(exhausted), left.chance(out), left.mean(|&(stamina, _)| stamina.into())]
    });
    let first = |holds: fn(&(i32, i32)) -> bool| {
        let by_then = rounds.iter().map(|left| left.chance(holds)).chain([BigRational::one()]);
        let mut before = BigRational::zero();
        let chances = by_then.map(|now| &now - std::mem::replace(&mut before, now.clone()));
        Distribution::from_chances(&(1..).zip(chances).collect::<Vec<_>>())
    };
    Ok(Answer::new(format!("breath under attacks with {bonus:+} against {dv}"))
        .note("nothing but strain and parries is counted: no injury hampers anybody, nobody drops a weapon, nobody is off-guard")
        .note(format!(
            "parries are made as long as there is a turn, at no disadvantage; curves: the round in which it happens, {} for later",
            rounds.len() + 1
        ))
        .table(table)
        .curve("exhausted in round", first(exhausted))
        .curve("unconscious in round", first(out)))
}

/// Blows that are followed; with each the states become about three times as many.
const BLOWS_MOST: i32 = 6;

/// The fate of the fallen one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Dies,
    Wakes,
    /// It still lies there, in the state of this number.
    Lies(usize),
}

/// Blows at a target that lies unconscious for want of breath (INJ-033 to INJ-039, INJ-168, R-09, R-10, R-11).
///
/// # Errors
/// When there are more blows than can be followed.
pub fn finishing(arguments: &Arguments, mut trial: Trial) -> Result<Answer, String> {
    let [bonus, dv, con, attacks, turns] = arguments.numbers(["bonus", "dv", "con", "attacks", "turns"]);
    let blows = attacks * turns;
    if blows > BLOWS_MOST {
        return Err(format!(
            "`attacks` and `turns` are {blows} blows together, but at most {BLOWS_MOST} are followed: ask for fewer turns"
        ));
    }
    trial.sheet(ONE).weapons[0].to_hit[Use::Melee as usize] = bonus;
    let fallen = trial.sheet(OTHER);
    (fallen.dv, fallen.dv_off_guard, fallen.armor, fallen.attributes[Attribute::Con as usize]) = (dv, dv, 0, con);
    let mut fight = trial.fight();
    (fight.round, fight.acting) = (1, Some(ONE));
    let mut stage = Stage::new(&trial.core);
    stage.play_on(&mut fight, |play| play.lose_stamina(OTHER, 2 * PLENTY));
    let off_guard = trial.core.off_guard(OTHER, fight.body(OTHER));
    let guard = if off_guard { "without guard" } else { "with guard, which the unconscious keep by `book.off_guard.when`" };
    let mut states = vec![fight];
    let mut fates = certain(Fate::Lies(0));
    let columns = ["blow", "of turn", "dead by then", "awake again by then", "still lies there"];
    let table = AnswerTable::of("blows", columns, 0..blows, |number| {
        let blow = blow(trial.handicap(number % attacks));
        fates = fates.then(|&fate| {
            let Fate::Lies(state) = fate else { return certain(fate) };
            stage.scene(&states[state].clone(), |play| {
                play.strike(ONE, OTHER, blow);
                // Without stamina or exhaustion strain takes nothing any more.
                play.fight.body_mut(OTHER).strain = 0;
                match play.fight.body(OTHER) {
                    body if body.dead() => Fate::Dies,
                    body if !body.unconscious() => Fate::Wakes,
                    _ => Fate::Lies(states.iter().position(|known| known == play.fight).unwrap_or_else(|| {
                        states.push(play.fight.clone());
                        states.len() - 1
                    })),
                }
            })
        });
        let lies = fates.chance(|fate| matches!(fate, Fate::Lies(_)));
        let [dead, awake] = [Fate::Dies, Fate::Wakes].map(|fate| fates.share(&fate));
        row![number + 1, number / attacks + 1, dead, awake, lies]
    });
    Ok(Answer::new(format!("finishing one who lies unconscious, with {bonus:+} against {dv}"))
        .note(format!("the defence value is the one {guard}; what else lying and being helpless bring is added by the rules"))
        .note("parts are struck as they are without a policy; every injury asks for the save against all of them (INJ-034, INJ-036)")
        .table(table))
}
