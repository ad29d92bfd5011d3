//! Questions about shots into a combat cluster.
//!
//! Start at [`cluster`].

use super::super::attack::AttackOutcome;
use super::{Answer, AnswerTable, Arguments, Chances, DefenceKind, Effort, Roller, Score, Tired, Toll};
use super::{certain, fresh, row, score, trial};

/// A shot on its way through a cluster: fatigue of the shooter while it flies on, else the member that it has hit, if any.
type Shot = Result<Effort, Option<i32>>;

/// A shot into a cluster whose members all dodge (HEI-122, HEI-123, HEI-124, HEI-125, HEI-152, R-24, R-25).
///
/// # Errors
/// A book that cannot be played by.
pub fn cluster(arguments: &Arguments, roller: &Roller) -> Result<Answer, String> {
    let (core, shot) = (trial(roller)?, score(arguments, "shot"));
    let dodgers = Tired::each(arguments, "dodgers", "fatigue_against");
    let crowd = core.crowd(dodgers.len(), arguments.flag("inside"));
    let mut flying = certain(Ok(fresh(arguments.integer("fatigue"))));
    let columns = ["member", "consistency of the shot", "is shot at", "is hit"];
    let table = AnswerTable::of("who is hit", columns, (0..).zip(&dodgers), |(passed, &dodger)| {
        let score = Score { c: shot.c - core.crowd_penalty(crowd, passed), ..shot };
        let shot_at = flying.chance(Shot::is_ok);
        let goes_on = |outcome, effort| if core.flies_on(outcome, passed) { Ok(effort) } else { Err(None) };
        flying = flying.then(|&before| {
            let Ok(effort) = before else { return certain(before) };
            let shot = Tired { score, effort, toll: Toll::of(true, passed == 0) };
            roller.meeting(shot, Some(dodger), |shot, dodge| match dodge {
                None => goes_on(AttackOutcome::Failed, shot.effort),
                Some(_) if roller.hits(shot, dodge) => Err(Some(passed)),
                Some(_) => goes_on(AttackOutcome::Missed(DefenceKind::Dodge), shot.effort),
            })
        });
        row![passed + 1, score.c, shot_at, flying.chance(|shot| *shot == Err(Some(passed)))]
    });
    let ends = [
        ("all have dodged", flying.chance(Shot::is_ok)),
        ("the shot fails by fatigue", flying.chance(|shot| *shot == Err(None))),
    ];
    let each = roller.book.ranged.cluster_penalty;
    Ok(Answer::new(format!("shot of {shot} into a cluster of {}", dodgers.len()))
        .note(format!(
            "each member that is left takes {each} off the consistency; a dodge sends the shot to the next (HEI-122, HEI-123)"
        ))
        .note("members in the order of initiative from the target on, each with its first dodge (HEI-125)")
        .table(table)
        .table(AnswerTable::list("nobody is hit", ["why", "probability"], ends)))
}
