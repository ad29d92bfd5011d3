//! The question how long somebody's breath lasts: exhausted and unconscious by round.
//!
//! Start at [`breath`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::Distribution;
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::rulings::Strain;
use super::super::state::Fight;
use super::super::strike::{Blow, Outcome, Use};
use super::trial::{ONE, OTHER, PLENTY, Stage, Trial};
use super::{number, signed};

impl Stage<'_> {
    /// One blow, parried where it hits or not. Returns the stamina that is lost by it, and true if it was parried, with the
    /// probabilities.
    fn tires(&mut self, from: &Fight, blow: Blow, parries: bool) -> Spread<(i32, bool)> {
        self.scene(from, |play| {
            let mut parried = false;
            if let Outcome::Hit(mut hit) = play.comes_of(blow) {
                parried = parries;
                if !(parried && play.deflects(OTHER, ONE, &mut hit)) {
                    play.strain_by(OTHER, hit.degrees);
                }
            }
            (PLENTY - play.fight.body(OTHER).stamina, parried)
        })
    }
}

/// Exhausted and unconscious by round (INJ-025, INJ-026, INJ-061, INJ-062, INJ-185, INJ-242 to INJ-245, R-06, R-07).
///
/// # Errors
/// When there is no weapon, or strain costs no stamina at the blow itself.
pub fn breath(arguments: &Arguments, mut trial: Trial) -> Result<Answer, String> {
    if matches!(trial.core.rulings.strain, Strain::StaminaEachTurn | Strain::StaminaCost) {
        return Err(
            "strain costs stamina turn by turn, or raises prices, by `rulings.strain`: that is not counted here".to_owned()
        );
    }
    let (bonus, dv, net) = (number(arguments, "bonus"), number(arguments, "dv"), number(arguments, "net"));
    let (stamina, exhaustion) = (number(arguments, "stamina"), number(arguments, "exhaustion"));
    trial.comes_to_blows(bonus, dv)?;
    trial.core.fighters[ONE.index()].weapons[0].critical_from = trial.core.book.crit.natural;
    let target = &mut trial.core.fighters[OTHER.index()];
    target.dv = dv;
    (target.weapons[0].unarmed, target.weapons[0].to_hit[Use::Melee as usize]) = (false, number(arguments, "parry"));
    let mut fight = trial.fight();
    let body = fight.body_mut(OTHER);
    (body.stamina, body.exhaustion, body.reactions) = (PLENTY, 0, 1);
    (fight.round, fight.acting) = (1, Some(ONE));
    let mut stage = Stage::new(&trial.core);
    let parries = arguments.integer("parries");
    let mut losses = certain((0, 0));
    for attack in 0..number(arguments, "attacks") {
        let (power, reckless) = if attack == 0 { (number(arguments, "power"), number(arguments, "reckless")) } else { (0, 0) };
        let blow = Blow { handicap: trial.handicap(attack) - net, power, reckless, ..Blow::plain(0, Use::Melee) };
        let by_parry = [false, true].map(|parries| stage.tires(&fight, blow, parries));
        losses = losses.then(|&(lost, parried)| {
            by_parry[usize::from(parried < parries)].by(|&(more, parries)| (lost + more, parried + i64::from(parries)))
        });
    }
    let of_turn = losses.by(|&(lost, _)| lost);
    // Stamina and exhaustion that are left.
    let mut left = certain((stamina, exhaustion));
    let mut known: BTreeMap<((i32, i32), i32), (i32, i32)> = BTreeMap::new();
    let mut loses = |(stamina, exhaustion): (i32, i32), points: i32| {
        *known.entry(((stamina, exhaustion), points)).or_insert_with(|| {
            let body = fight.body_mut(OTHER);
            (body.stamina, body.exhaustion) = (stamina, exhaustion);
            let after = stage.scene(&fight, |play| {
                play.lose_stamina(OTHER, points);
                let body = play.fight.body(OTHER);
                (body.stamina, body.exhaustion)
            });
            after.into_keys().next().unwrap_or_default()
        })
    };
    let mut table = AnswerTable::new("rounds", &["round", "exhausted", "unconscious", "stamina left, mean"]);
    let (mut exhausted_in, mut out_in) = (Vec::new(), Vec::new());
    let (mut exhausted_before, mut out_before) = (BigRational::zero(), BigRational::zero());
    let rounds = arguments.integer("rounds");
    for round in 1..=rounds {
        left = left.then(|&before| of_turn.then(|&more| certain(loses(before, more))));
        let (exhausted, out) = (left.chance(|left| left.0 == 0), left.chance(|left| *left == (0, 0)));
        let mean = left.mean(|&(stamina, _)| stamina.into());
        table.row([Cell::Integer(round), Cell::Exact(exhausted.clone()), Cell::Exact(out.clone()), Cell::Exact(mean)]);
        exhausted_in.push((round, &exhausted - &exhausted_before));
        out_in.push((round, &out - &out_before));
        (exhausted_before, out_before) = (exhausted, out);
    }
    exhausted_in.push((rounds + 1, BigRational::one() - exhausted_before));
    out_in.push((rounds + 1, BigRational::one() - out_before));
    let curve = |label: &str, chances: Vec<(i64, BigRational)>| Curve {
        label: label.to_owned(),
        distribution: Distribution::from_chances(&chances),
    };
    let notes = vec![
        "nothing but strain and parries is counted: no injury hampers anybody, nobody drops a weapon, nobody is off-guard"
            .to_owned(),
        format!(
            "parries are made as long as there is a turn, at no disadvantage; curves: the round in which it happens, {} for later",
            rounds + 1
        ),
    ];
    let title = format!("breath under attacks with {} against {}", signed(bonus.into()), dv);
    let curves = vec![curve("exhausted in round", exhausted_in), curve("unconscious in round", out_in)];
    Ok(Answer { title, notes, tables: vec![table], curves })
}
