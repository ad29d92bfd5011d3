//! Questions about brawls: getting past a weapon, the brawl attack, holding on.
//!
//! Start at [`brawl`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::rules::chances::add;
use frame::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

use super::super::abilities::Score;
use super::super::attack::{AttackOutcome, prevented};
use super::super::book::Book;
use super::super::challenge::Effort;
use super::super::rulings::{Rulings, TouchBinds};
use super::roll::{Outcome, Roller, Spread, fresh, score};
use super::trial::Trial;

/// The brawler's fatigue and that of the other one after the provoked attack, where the brawl attack may be rolled.
fn past_the_weapon(roller: &Roller, provoked: Score, dodge: Score, brawler: Effort, other: Effort) -> Vec<(Effort, Spread)> {
    let mut past: Vec<(Effort, Spread)> = Vec::new();
    let mut goes_on =
        |other: Effort, brawler: Effort, chance: BigRational| match past.iter_mut().find(|(known, _)| *known == other) {
            Some((_, spread)) => add(spread, brawler, chance),
            None => past.push((other, vec![(brawler, chance)])),
        };
    let dodges = roller.results(dodge, brawler);
    for attack in roller.results(provoked, other) {
        // An attack that fails by itself needs no dodge (HEI-134, R-36).
        let Some(result) = attack.result else {
            goes_on(attack.effort, brawler, attack.chance);
            continue;
        };
        for dodge in dodges.iter().filter(|dodge| !roller.hits(result, dodge.result)) {
            goes_on(attack.effort, dodge.effort, &attack.chance * &dodge.chance);
        }
    }
    past
}

/// A brawl attack (HEI-188, HEI-189, HEI-190, HEI-191, HEI-192, HEI-193, R-35, R-36).
///
/// # Errors
/// A book that cannot be played by.
pub fn brawl(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let (roller, trial) = (Roller::new(book, rulings), Trial::new(book, rulings)?);
    let brawl = score(arguments, "brawl").unwrap_or_default();
    let (provoked, dodge) = (score(arguments, "provoked"), score(arguments, "dodge").unwrap_or_default());
    let (tired, tired_against) = (fresh(arguments.integer("fatigue")), fresh(arguments.integer("fatigue_against")));
    let past = match provoked {
        Some(provoked) => past_the_weapon(&roller, provoked, dodge, tired, tired_against),
        None => vec![(tired_against, vec![(tired, BigRational::one())])],
    };
    let zero = BigRational::zero;
    let (mut rolled, mut hit, mut touch, mut failed) = (zero(), zero(), zero(), zero());
    for (other, spread) in past {
        let defences = score(arguments, "defence").map(|defence| roller.results(defence, other));
        for (brawler, chance) in spread {
            rolled += &chance;
            for outcome in roller.results(brawl, brawler) {
                let part = &chance * &outcome.chance;
                let Some(result) = outcome.result else {
                    failed += part;
                    continue;
                };
                let Some(defences) = &defences else {
                    hit += part;
                    continue;
                };
                for Outcome { result: defence, chance, .. } in defences {
                    if roller.hits(result, *defence) {
                        hit += &part * chance;
                    } else if trial.core.touches(result, *defence) {
                        touch += &part * chance;
                    }
                }
            }
        }
    }
    let mut table = AnswerTable::new("brawl attack", &["what", "probability"]);
    let bind = if rulings.touch_binds == TouchBinds::Yes { &hit + &touch } else { hit.clone() };
    let rows = [
        ("it is rolled", rolled),
        ("it hits", hit),
        ("it touches", touch),
        ("a bind succeeds", bind),
        ("it is rolled and fails by fatigue", failed),
    ];
    for (what, chance) in rows {
        table.row([Cell::text(what), Cell::Exact(chance)]);
    }
    let band = book.brawl.touch_band;
    let before = provoked.map(|score| format!(" past a weapon of consistency {}, potential {}", score.c, score.p));
    Ok(Answer {
        title: format!("brawl attack of consistency {}, potential {}{}", brawl.c, brawl.p, before.unwrap_or_default()),
        notes: vec![
            "an armed opponent strikes first, and only a dodge lets the brawl attack be rolled (HEI-193)".to_owned(),
            format!("an attack of the defence or at most {band} below it touches (HEI-191, R-35)"),
        ],
        tables: vec![table],
        curves: vec![Curve { label: "brawl".to_owned(), distribution: roller.result(brawl) }],
    })
}

/// The holder of a grab against what the held does (HEI-197).
pub fn hold(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let (holder, held) = (score(arguments, "holder").unwrap_or_default(), score(arguments, "held").unwrap_or_default());
    let (tired, tired_held) = (fresh(arguments.integer("fatigue")), fresh(arguments.integer("fatigue_against")));
    let (mut free, mut stopped, mut let_be, mut failed) =
        (BigRational::zero(), BigRational::zero(), BigRational::zero(), BigRational::zero());
    let requirements = roller.results(holder, tired);
    for action in roller.results(held, tired_held) {
        for requirement in &requirements {
            let prevented = prevented(action.result.is_some(), action.result.unwrap_or_default(), requirement.result);
            let part = match prevented {
                Some(AttackOutcome::Failed) => &mut failed,
                Some(_) => &mut stopped,
                None if requirement.result.is_none() => &mut let_be,
                None => &mut free,
            };
            *part += &action.chance * &requirement.chance;
        }
    }
    let mut table = AnswerTable::new("an action of the held", &["what", "probability"]);
    let rows = [
        ("it meets the requirement, and the grab ends", free),
        ("it is stopped", stopped),
        ("the holder's own roll fails by fatigue, and nothing stops it", let_be),
        ("it fails by fatigue", failed),
    ];
    for (what, chance) in rows {
        table.row([Cell::text(what), Cell::Exact(chance)]);
    }
    Answer {
        title: format!("consistency {}, potential {} holds consistency {}, potential {}", holder.c, holder.p, held.c, held.p),
        notes: vec!["the holder's roll is the requirement of the action (HEI-197, R-39)".to_owned()],
        tables: vec![table],
        curves: vec![
            Curve { label: "holder".to_owned(), distribution: roller.result(holder) },
            Curve { label: "held".to_owned(), distribution: roller.result(held) },
        ],
    }
}
