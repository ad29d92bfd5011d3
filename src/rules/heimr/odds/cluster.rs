//! Questions about shots into a combat cluster.
//!
//! Start at [`cluster`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell};

use super::super::abilities::Score;
use super::super::book::Book;
use super::super::rulings::{RetargetFatigueFail, Rulings, ShooterCounts};
use super::roll::{Outcome, Roller, Spread, add, fresh, of_pair, score};

/// A shot into a cluster whose members all dodge (HEI-122, HEI-123, HEI-124, HEI-125, HEI-152, R-24, R-25).
pub fn cluster(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let shot = score(arguments, "shot").unwrap_or_default();
    let dodgers: Vec<Score> = arguments.pairs("dodgers").iter().map(|&(c, p)| of_pair(c, p)).collect();
    let tired_against = fresh(arguments.integer("fatigue_against"));
    let inside = i32::from(arguments.flag("inside") && rulings.shooter_counts == ShooterCounts::Yes);
    let each = i32::from(book.ranged.cluster_penalty);
    let mut going: Spread = vec![(fresh(arguments.integer("fatigue")), BigRational::one())];
    let (mut over, zero) = (BigRational::zero(), BigRational::zero());
    let mut table = AnswerTable::new("who is hit", &["member", "consistency of the shot", "is shot at", "is hit"]);
    for (index, &dodger) in dodgers.iter().enumerate() {
        let left = (dodgers.len() - index) as i32;
        let rolled = Score { c: shot.c - each * (left + inside), ..shot };
        let shot_at: BigRational = going.iter().map(|(_, chance)| chance).sum();
        let (mut next, mut hit) = (Spread::new(), zero.clone());
        let dodges = roller.results(dodger, tired_against);
        for (effort, chance) in going {
            for outcome in roller.results(rolled, effort) {
                // Only the first roll can make fatigue grow; all have to meet it (HEI-152).
                let after = if index == 0 { outcome.effort } else { effort };
                let part = &chance * &outcome.chance;
                let Some(result) = outcome.result else {
                    // The first roll is the action itself; what a later one does is for the rulings.
                    if index > 0 && rulings.retarget_fatigue_fail == RetargetFatigueFail::Next {
                        add(&mut next, after, part);
                    } else {
                        over += part;
                    }
                    continue;
                };
                for Outcome { result: dodge, chance, .. } in &dodges {
                    if roller.hits(result, *dodge) {
                        hit += &part * chance;
                    } else {
                        add(&mut next, after, &part * chance);
                    }
                }
            }
        }
        going = next;
        table.row([Cell::Integer(index as i64 + 1), Cell::Integer(rolled.c.into()), Cell::Exact(shot_at), Cell::Exact(hit)]);
    }
    let mut ends = AnswerTable::new("nobody is hit", &["why", "probability"]);
    ends.row([Cell::text("all have dodged"), Cell::Exact(going.into_iter().map(|(_, chance)| chance).sum())]);
    ends.row([Cell::text("the shot fails by fatigue"), Cell::Exact(over)]);
    Answer {
        title: format!("shot of consistency {}, potential {} into a cluster of {}", shot.c, shot.p, dodgers.len()),
        notes: vec![
            format!(
                "each member that is left takes {each} off the consistency; a dodge sends the shot to the next (HEI-122, HEI-123)"
            ),
            "members in the order of initiative from the target on, each with its first dodge (HEI-125)".to_owned(),
        ],
        tables: vec![table, ends],
        curves: Vec::new(),
    }
}
