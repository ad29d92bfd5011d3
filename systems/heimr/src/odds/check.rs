//! Questions about challenge requirements, and about rolls of two against each other outside attacks.
//!
//! Start at [`check`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::abilities::Score;
use super::super::book::Book;
use super::super::challenge::Effort;
use super::super::rulings::{OpposedTie, RerollScope, Rulings};
use super::roll::{Outcome, Roller, fresh, score};
use super::signed;

/// Probability to meet a requirement by the first roll, by the second at the latest, and so on; each with the mean number of
/// re-rolls that are paid for. Re-rolls fall into the window of the first roll. (HEI-044, HEI-047)
fn within(roller: &Roller, score: Score, cr: i64, effort: Option<Effort>, rerolls: i64) -> Vec<(BigRational, BigRational)> {
    // Who has met it rolls no more.
    let mut trying = certain((false, effort));
    let mut paid = BigRational::zero();
    let mut rows = Vec::new();
    for attempt in 0..=rerolls {
        if attempt > 0 {
            paid += trying.chance(|(met, _)| !met);
        }
        trying = trying.then(|&(met, effort)| if met { certain((met, effort)) } else { once(roller, score, cr, effort) });
        rows.push((trying.chance(|&(met, _)| met), paid.clone()));
    }
    rows
}

/// One roll against a requirement: whether it is met, and fatigue afterwards.
fn once(roller: &Roller, score: Score, cr: i64, effort: Option<Effort>) -> Spread<(bool, Option<Effort>)> {
    let Some(effort) = effort else {
        let met = roller.result(score).at_least(cr).unwrap_or_default();
        return Spread::from([((false, None), BigRational::one() - &met), ((true, None), met)]);
    };
    let passes = |outcome: &Outcome| outcome.result.is_some_and(|result| i64::from(result) >= cr);
    roller.results(score, effort).by(|outcome| (passes(outcome), Some(outcome.effort)))
}

/// The fatigue of an argument; none for rolls that it does not touch.
fn effort(fatigue: i64) -> Option<Effort> {
    (fatigue > 0).then(|| fresh(fatigue))
}

/// Re-rolls that the rulings allow of those asked for (R-07).
fn allowed(rulings: &Rulings, consequence: bool, asked: i64) -> i64 {
    if consequence && rulings.reroll_scope == RerollScope::NoConsequence { 0 } else { asked }
}

/// One check against a requirement, with re-rolls; of any consistency, so that an attribute can be rolled as well (HEI-005,
/// HEI-048).
pub fn check(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let ability = score(arguments, "ability").unwrap_or_default();
    let (cr, fatigue) = (arguments.integer("cr"), arguments.integer("fatigue"));
    let rerolls = allowed(rulings, arguments.flag("consequence"), arguments.integer("rerolls"));
    let cost = i64::from(book.cr.reroll_cost);
    let mut passes = AnswerTable::new("passes", &["re-rolls at most", "passes", "mean willpower spent"]);
    for (count, (met, paid)) in (0..).zip(within(&roller, ability, cr, effort(fatigue), rerolls)) {
        passes.row([Cell::Integer(count), Cell::Exact(met), Cell::Exact(paid * super::integer(cost))]);
    }
    let mut near = AnswerTable::new("other requirements", &["requirement"]);
    near.columns.extend((0..=rerolls).map(|count| format!("{count} re-rolls")));
    for other in (cr - 4).max(0)..=cr + 4 {
        let row = within(&roller, ability, other, effort(fatigue), rerolls);
        near.row(std::iter::once(Cell::Integer(other)).chain(row.into_iter().map(|(met, _)| Cell::Exact(met))));
    }
    let mut notes = vec![format!("a result of {cr} or more passes (HEI-044); each re-roll costs {cost} willpower (HEI-047)")];
    if fatigue > 0 {
        notes.push("physical: the roll has to meet fatigue, which can grow once in the window (HEI-133, HEI-149)".to_owned());
    }
    if rerolls < arguments.integer("rerolls") {
        notes.push("what has a consequence is not rolled again by this ruling (R-07)".to_owned());
    }
    Answer {
        title: format!("consistency {}, potential {} against a requirement of {cr}", ability.c, ability.p),
        notes,
        tables: vec![passes, near],
        curves: vec![Curve {
            label: format!("C {}{}", ability.c, signed(ability.p.into())),
            distribution: roller.result(ability),
        }],
    }
}

/// Everything in the way that the book names (HEI-252, HEI-265, HEI-266, HEI-270).
pub fn obstacles(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let ability = score(arguments, "ability").unwrap_or_default();
    let fatigue = arguments.integer("fatigue");
    let rerolls = allowed(rulings, true, arguments.integer("rerolls"));
    let mut rows: Vec<(String, i64)> = Vec::new();
    rows.extend(book.crossing.iter().map(|(name, &cr)| (format!("crossing: {name}"), i64::from(cr))));
    let climbs = book.surface.iter().filter(|(_, cr)| **cr > 0);
    rows.extend(climbs.map(|(name, &cr)| (format!("climbing: {name}"), i64::from(cr))));
    let (fall, least) = (&book.fall, i32::from(book.fall.min_height));
    rows.extend((least..least + 5).map(|height| (format!("jumping down {height}"), fall.jump_cr(height).into())));
    rows.extend((least..least + 5).map(|height| (format!("falling {height}"), fall.fall_cr(height).into())));
    let mut table = AnswerTable::new("passes", &["obstacle", "requirement"]);
    table.columns.extend((0..=rerolls).map(|count| format!("{count} re-rolls")));
    for (name, cr) in rows {
        let chances = within(&roller, ability, cr, effort(fatigue), rerolls).into_iter().map(|(met, _)| Cell::Exact(met));
        table.row([Cell::Text(name), Cell::Integer(cr)].into_iter().chain(chances));
    }
    Answer {
        title: format!("obstacles with consistency {}, potential {}, fatigue {fatigue}", ability.c, ability.p),
        notes: vec!["all of them can have consequences, so that the re-rolls are for the rulings to allow (R-07)".to_owned()],
        tables: vec![table],
        curves: Vec::new(),
    }
}

/// Two rolls against each other outside attacks (HEI-043, R-02).
pub fn opposed(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let initiator = score(arguments, "initiator").unwrap_or_default();
    let responder = score(arguments, "responder").unwrap_or_default();
    // A roll that fails is below every other; two of them are equal.
    let lowest = [initiator, responder].map(|score| roller.result(score).low()).into_iter().min().unwrap_or(0);
    let roll = |score: Score, fatigue: &str| roller.physical(score, arguments.integer(fatigue), lowest - 1);
    let compared = roll(initiator, "fatigue").compare(&roll(responder, "fatigue_against"));
    let mut rolls = AnswerTable::new("one roll of both", &["outcome", "probability"]);
    for (name, chance) in [("higher", &compared.greater), ("tie", &compared.equal), ("lower", &compared.less)] {
        rolls.row([Cell::text(name), Cell::Exact(chance.clone())]);
    }
    let (succeeds, whose) = match rulings.opposed_tie {
        OpposedTie::Responder => (compared.greater, "the responder's"),
        OpposedTie::Initiator => (compared.greater + compared.equal, "the initiator's"),
    };
    let mut outcome = AnswerTable::new("who succeeds", &["who", "probability"]);
    outcome.row([Cell::text("initiator"), Cell::Exact(succeeds.clone())]);
    outcome.row([Cell::text("responder"), Cell::Exact(BigRational::one() - succeeds)]);
    let curve = |who: &str, score: Score| Curve { label: who.to_owned(), distribution: roller.result(score) };
    Answer {
        title: format!(
            "consistency {}, potential {} against consistency {}, potential {}",
            initiator.c, initiator.p, responder.c, responder.p
        ),
        notes: vec![
            format!("a tie is {whose} (R-02): perception against hiding and insight against persuasion are responders"),
            "a roll that does not meet its fatigue loses to any that does; fatigue 0 is for rolls of the mind".to_owned(),
        ],
        tables: vec![rolls, outcome],
        curves: vec![curve("initiator", initiator), curve("responder", responder)],
    }
}
