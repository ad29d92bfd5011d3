//! Questions about shots into a combat cluster.
//!
//! Start at [`cluster`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::rules::chances::{Chances, add};
use frame::rules::questions::{Answer, AnswerTable, Arguments, Cell};

use super::super::abilities::Score;
use super::super::attack::AttackOutcome;
use super::super::book::Book;
use super::super::challenge::Toll;
use super::super::rulings::Rulings;
use super::super::sheet::DefenceKind;
use super::roll::{Outcome, Roller, Spread, fresh, of_pair, score};
use super::trial::Trial;

/// A shot into a cluster whose members all dodge (HEI-122, HEI-123, HEI-124, HEI-125, HEI-152, R-24, R-25).
///
/// # Errors
/// A book that cannot be played by.
pub fn cluster(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let (roller, core) = (Roller::new(book, rulings), Trial::new(book, rulings)?.core);
    let shot = score(arguments, "shot").unwrap_or_default();
    let dodgers: Vec<Score> = arguments.pairs("dodgers").iter().map(|&(c, p)| of_pair(c, p)).collect();
    let tired_against = fresh(arguments.integer("fatigue_against"));
    let crowd = core.crowd(dodgers.len(), arguments.flag("inside"));
    let mut going: Spread = vec![(fresh(arguments.integer("fatigue")), BigRational::one())];
    let (mut over, zero) = (BigRational::zero(), BigRational::zero());
    let mut table = AnswerTable::new("who is hit", &["member", "consistency of the shot", "is shot at", "is hit"]);
    for (passed, &dodger) in (0..).zip(&dodgers) {
        let rolled = Score { c: shot.c - core.crowd_penalty(crowd, passed), ..shot };
        let shot_at = going.chance(|_| true);
        let (mut next, mut hit) = (Spread::new(), zero.clone());
        let dodges = roller.results(dodger, tired_against);
        for (effort, chance) in going {
            for outcome in roller.results_of(rolled, effort, Toll::of(true, passed == 0)) {
                let (after, part) = (outcome.effort, &chance * &outcome.chance);
                let Some(result) = outcome.result else {
                    if core.flies_on(AttackOutcome::Failed, passed) {
                        add(&mut next, after, part);
                    } else {
                        over += part;
                    }
                    continue;
                };
                for Outcome { result: dodge, chance, .. } in &dodges {
                    let part = &part * chance;
                    if roller.hits(result, *dodge) {
                        hit += part;
                    } else if core.flies_on(AttackOutcome::Missed(DefenceKind::Dodge), passed) {
                        add(&mut next, after, part);
                    } else {
                        over += part;
                    }
                }
            }
        }
        going = next;
        table.row([
            Cell::Integer(i64::from(passed) + 1),
            Cell::Integer(rolled.c.into()),
            Cell::Exact(shot_at),
            Cell::Exact(hit),
        ]);
    }
    let mut ends = AnswerTable::new("nobody is hit", &["why", "probability"]);
    ends.row([Cell::text("all have dodged"), Cell::Exact(going.chance(|_| true))]);
    ends.row([Cell::text("the shot fails by fatigue"), Cell::Exact(over)]);
    let each = book.ranged.cluster_penalty;
    Ok(Answer {
        title: format!("shot of consistency {}, potential {} into a cluster of {}", shot.c, shot.p, dodgers.len()),
        notes: vec![
            format!(
                "each member that is left takes {each} off the consistency; a dodge sends the shot to the next (HEI-122, HEI-123)"
            ),
            "members in the order of initiative from the target on, each with its first dodge (HEI-125)".to_owned(),
        ],
        tables: vec![table, ends],
        curves: Vec::new(),
    })
}
