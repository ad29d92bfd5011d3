//! The question of how long it takes to finish somebody who lies unconscious, answered by the blows that fights are made of.
//!
//! Start at [`finishing`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::questions::Arguments;

use super::super::sheet::Attribute;
use super::super::state::{Fight, cause};
use super::super::strike::{Blow, Use};
use super::trial::{ONE, OTHER, Stage, Trial};
use super::{number, signed};

/// Blows that are followed; with each the states become about three times as many.
const BLOWS_MOST: i32 = 6;

/// The fate of the fallen one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Lies,
    Wakes,
    Dies,
}

/// States of the fight, each with its probability.
type States = Vec<(Fight, BigRational)>;

impl Stage<'_> {
    /// A blow at the fallen one; adds up what it comes to for those who wake or die, and returns the others.
    fn strikes_fallen(&mut self, states: States, handicap: i32, fates: &mut BTreeMap<Fate, BigRational>) -> States {
        let mut next = States::new();
        for (fight, chance) in states {
            let mut seen: Vec<Fight> = Vec::new();
            let results = self.scene(&fight, |play| {
                play.strike(ONE, OTHER, Blow { handicap, ..Blow::plain(0, Use::Melee) });
                // Without stamina or exhaustion strain takes nothing any more.
                play.fight.body_mut(OTHER).strain = 0;
                let body = play.fight.body(OTHER);
                let fate = match () {
                    () if body.dead() => Fate::Dies,
                    () if body.unconscious() => Fate::Lies,
                    () => Fate::Wakes,
                };
                let place = seen.iter().position(|known| known == play.fight).unwrap_or_else(|| {
                    seen.push(play.fight.clone());
                    seen.len() - 1
                });
                (fate, place)
            });
            for ((fate, place), share) in results {
                let share = share * &chance;
                if fate != Fate::Lies {
                    *fates.entry(fate).or_insert_with(BigRational::zero) += share;
                    continue;
                }
                match next.iter_mut().find(|(known, _)| *known == seen[place]) {
                    Some((_, sum)) => *sum += share,
                    None => next.push((seen[place].clone(), share)),
                }
            }
        }
        next
    }
}

/// Blows at somebody who lies unconscious for want of breath (INJ-033 to INJ-039, INJ-168, R-09, R-10, R-11).
///
/// # Errors
/// When there is no weapon, or there are more blows than can be followed.
pub fn finishing(arguments: &Arguments, mut trial: Trial) -> Result<Answer, String> {
    let (bonus, dv, con) = (number(arguments, "bonus"), number(arguments, "dv"), number(arguments, "con"));
    let fallen = &mut trial.core.fighters[OTHER.index()];
    fallen.attributes[Attribute::Con as usize] = con;
    trial.comes_to_blows(bonus, dv)?;
    let mut fight = trial.fight();
    let body = fight.body_mut(OTHER);
    (body.stamina, body.exhaustion, body.prone, body.reactions) = (0, 0, true, 0);
    body.causes |= cause::EXHAUSTION;
    (fight.round, fight.acting) = (1, Some(ONE));
    let attacks = number(arguments, "attacks");
    let blows = attacks * number(arguments, "turns");
    if blows > BLOWS_MOST {
        return Err(format!(
            "`attacks` and `turns` are {blows} blows together, but at most {BLOWS_MOST} are followed: ask for fewer turns"
        ));
    }
    let mut stage = Stage::new(&trial.core);
    let mut states: States = vec![(fight, BigRational::one())];
    let mut fates = BTreeMap::new();
    let columns = ["blow", "of turn", "dead by then", "awake again by then", "still lies there"];
    let mut table = AnswerTable::new("blows", &columns);
    for blow in 0..blows {
        states = stage.strikes_fallen(states, trial.handicap(blow % attacks), &mut fates);
        let of = |fate: Fate| Cell::Exact(fates.get(&fate).cloned().unwrap_or_default());
        let lies: BigRational = states.iter().map(|(_, chance)| chance).sum();
        let head = [Cell::Integer((blow + 1).into()), Cell::Integer((blow / attacks + 1).into())];
        table.row(head.into_iter().chain([of(Fate::Dies), of(Fate::Wakes), Cell::Exact(lies)]));
    }
    Ok(Answer {
        title: format!("finishing one who lies unconscious, with {} against {dv}", signed(bonus.into())),
        notes: vec![
            "the defence value is the one without guard; what else lying and being helpless bring is added by the rules".to_owned(),
            "parts are struck as they are without a policy; every injury asks for the save against all of them (INJ-034, INJ-036)"
                .to_owned(),
        ],
        tables: vec![table],
        curves: Vec::new(),
    })
}
