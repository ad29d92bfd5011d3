//! Questions about shots into a combat cluster.
//!
//! Start at [`cluster`].

use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::chances::{Chances, certain};
use frame::rules::questions::Arguments;

use super::super::abilities::Score;
use super::super::attack::AttackOutcome;
use super::super::book::Book;
use super::super::challenge::{Effort, Toll};
use super::super::rulings::Rulings;
use super::super::sheet::DefenceKind;
use super::roll::{Roller, fresh, of_pair, score};
use super::trial::Trial;

/// A shot on its way through a cluster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shot {
    /// It flies on; fatigue of whoever shoots.
    Flies(Effort),
    /// It has hit the member behind so many.
    Hits(i32),
    /// It has failed.
    Over,
}

impl Shot {
    /// True if it flies on.
    fn flies(&self) -> bool {
        matches!(self, Shot::Flies(_))
    }
}

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
    let mut flying = certain(Shot::Flies(fresh(arguments.integer("fatigue"))));
    let mut table = AnswerTable::new("who is hit", &["member", "consistency of the shot", "is shot at", "is hit"]);
    for (passed, &dodger) in (0..).zip(&dodgers) {
        let rolled = Score { c: shot.c - core.crowd_penalty(crowd, passed), ..shot };
        let shot_at = flying.chance(Shot::flies);
        let goes_on = |outcome, effort| if core.flies_on(outcome, passed) { Shot::Flies(effort) } else { Shot::Over };
        let dodges = roller.results(dodger, tired_against);
        flying = flying.then(|&before| {
            let Shot::Flies(effort) = before else { return certain(before) };
            roller.results_of(rolled, effort, Toll::of(true, passed == 0)).then(|shot| match shot.result {
                None => certain(goes_on(AttackOutcome::Failed, shot.effort)),
                Some(result) => dodges.by(|dodge| {
                    if roller.hits(result, dodge.result) {
                        return Shot::Hits(passed);
                    }
                    goes_on(AttackOutcome::Missed(DefenceKind::Dodge), shot.effort)
                }),
            })
        });
        table.row([
            Cell::Integer(i64::from(passed) + 1),
            Cell::Integer(rolled.c.into()),
            Cell::Exact(shot_at),
            Cell::Exact(flying.chance(|shot| *shot == Shot::Hits(passed))),
        ]);
    }
    let mut ends = AnswerTable::new("nobody is hit", &["why", "probability"]);
    ends.row([Cell::text("all have dodged"), Cell::Exact(flying.chance(Shot::flies))]);
    ends.row([Cell::text("the shot fails by fatigue"), Cell::Exact(flying.chance(|shot| *shot == Shot::Over))]);
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
