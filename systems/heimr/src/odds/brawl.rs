//! Questions about brawls: getting past a weapon, the brawl attack, holding on.
//!
//! Start at [`brawl`].

use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::abilities::Score;
use super::super::attack::{AttackOutcome, prevented};
use super::super::book::Book;
use super::super::challenge::Effort;
use super::super::rulings::{Rulings, TouchBinds};
use super::roll::{Roller, fresh, score};
use super::trial::Trial;

/// The outcome of a brawl.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Brawled {
    /// The brawl attack is not rolled: the weapon hits first.
    Kept,
    /// It fails by fatigue.
    Failed,
    /// It comes to nothing.
    Missed,
    /// It touches.
    Touches,
    /// It hits.
    Hits,
}

/// The brawler's fatigue and that of the other one after the provoked attack; none where the brawl attack may not be rolled.
fn past_the_weapon(roller: &Roller, provoked: Score, dodge: Score, efforts: [Effort; 2]) -> Spread<Option<[Effort; 2]>> {
    let dodges = roller.results(dodge, efforts[0]);
    roller.results(provoked, efforts[1]).then(|attack| match attack.result {
        // An attack that fails by itself needs no dodge (HEI-134, R-36).
        None => certain(Some([efforts[0], attack.effort])),
        Some(result) => dodges.by(|dodge| (!roller.hits(result, dodge.result)).then_some([dodge.effort, attack.effort])),
    })
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
        Some(provoked) => past_the_weapon(&roller, provoked, dodge, [tired, tired_against]),
        None => certain(Some([tired, tired_against])),
    };
    let attacked = |[brawler, other]: [Effort; 2]| {
        let defences = score(arguments, "defence").map(|defence| roller.results(defence, other));
        roller.results(brawl, brawler).then(|attack| match (attack.result, &defences) {
            (None, _) => certain(Brawled::Failed),
            (Some(_), None) => certain(Brawled::Hits),
            (Some(result), Some(defences)) => defences.by(|defence| match defence.result {
                defence if roller.hits(result, defence) => Brawled::Hits,
                defence if trial.core.touches(result, defence) => Brawled::Touches,
                _ => Brawled::Missed,
            }),
        })
    };
    let ends = past.then(|efforts| efforts.map_or_else(|| certain(Brawled::Kept), attacked));
    let of = |end: Brawled| ends.get(&end).cloned().unwrap_or_default();
    let (hit, touch, failed) = (of(Brawled::Hits), of(Brawled::Touches), of(Brawled::Failed));
    let rolled = ends.chance(|end| *end != Brawled::Kept);
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

/// The outcome of what the held does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    /// It meets the requirement.
    Free,
    /// It does not.
    Stopped,
    /// There is no requirement, as the holder fails.
    LetBe,
    /// It fails by fatigue.
    Failed,
}

/// The holder of a grab against what the held does (HEI-197).
pub fn hold(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let (holder, held) = (score(arguments, "holder").unwrap_or_default(), score(arguments, "held").unwrap_or_default());
    let (tired, tired_held) = (fresh(arguments.integer("fatigue")), fresh(arguments.integer("fatigue_against")));
    let requirements = roller.results(holder, tired);
    let ends = roller.results(held, tired_held).then(|action| {
        requirements.by(|requirement| {
            match prevented(action.result.is_some(), action.result.unwrap_or_default(), requirement.result) {
                Some(AttackOutcome::Failed) => Held::Failed,
                Some(_) => Held::Stopped,
                None if requirement.result.is_none() => Held::LetBe,
                None => Held::Free,
            }
        })
    });
    let of = |end: Held| ends.get(&end).cloned().unwrap_or_default();
    let mut table = AnswerTable::new("an action of the held", &["what", "probability"]);
    let rows = [
        ("it meets the requirement, and the grab ends", of(Held::Free)),
        ("it is stopped", of(Held::Stopped)),
        ("the holder's own roll fails by fatigue, and nothing stops it", of(Held::LetBe)),
        ("it fails by fatigue", of(Held::Failed)),
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
