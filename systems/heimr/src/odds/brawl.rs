//! Questions about brawls: getting past a weapon, the brawl attack, holding on.
//!
//! Start at [`brawl`].

use super::super::attack::{AttackOutcome, prevented};
use super::super::rulings::TouchBinds;
use super::{Answer, AnswerTable, Arguments, Chances, Roller, Tired, certain, fresh, not, score, trial};

/// A brawl attack (HEI-188, HEI-189, HEI-190, HEI-191, HEI-192, HEI-193, R-35, R-36).
///
/// # Errors
/// A book that cannot be played by.
pub fn brawl(arguments: &Arguments, roller: &Roller) -> Result<Answer, String> {
    let core = trial(roller)?;
    let own = |name: &str| Tired::new(score(arguments, name), arguments.integer("fatigue"));
    let theirs = |name: &str| Tired::said(arguments, name, "fatigue_against");
    let (brawl, provoked, defence) = (own("brawl"), theirs("provoked"), theirs("defence"));
    // Fatigue of both after the provoked attack; none where the brawl attack may not be rolled.
    let past = match provoked {
        Some(provoked) => roller.meeting(provoked, Some(own("dodge")), |attack, dodge| {
            let efforts = [dodge.map_or(brawl.effort, |dodge| dodge.effort), attack.effort];
            (!roller.hits(attack, dodge)).then_some(efforts)
        }),
        None => certain(Some([brawl.effort, fresh(arguments.integer("fatigue_against"))])),
    };
    let ends = past.then(|efforts| {
        let Some([effort, against]) = *efforts else { return certain("it is not rolled") };
        let defence = defence.map(|defence| Tired { effort: against, ..defence });
        roller.meeting(Tired { effort, ..brawl }, defence, |attack, defence| match (attack.result, defence) {
            (None, _) => "it is rolled and fails by fatigue",
            _ if roller.hits(attack, defence) => "it hits",
            (Some(result), Some(defence)) if core.touches(result, defence.result) => "it touches",
            _ => "it misses",
        })
    });
    let of = |what: &str| ends.chance(|end| *end == what);
    let binds = if roller.rulings.touch_binds == TouchBinds::Yes { of("it hits") + of("it touches") } else { of("it hits") };
    let mut rows = ["it is rolled", "it hits", "it touches", "a bind succeeds", "it is rolled and fails by fatigue"]
        .map(|what| (what, of(what)));
    (rows[0].1, rows[3].1) = (not(&of("it is not rolled")), binds);
    let before = provoked.map_or_else(String::new, |provoked| format!(" past a weapon of {}", provoked.score));
    let band = roller.book.brawl.touch_band;
    Ok(Answer::new(format!("brawl attack of {}{before}", brawl.score))
        .note("an armed opponent strikes first, and only a dodge lets the brawl attack be rolled (HEI-193)")
        .note(format!("an attack of the defence or at most {band} below it touches (HEI-191, R-35)"))
        .table(AnswerTable::list("brawl attack", ["what", "probability"], rows))
        .curve("brawl", roller.result(brawl.score)))
}

/// The holder of a grab against what the held does (HEI-197).
pub fn hold(arguments: &Arguments, roller: &Roller) -> Answer {
    const WHAT: [&str; 4] = [
        "it meets the requirement, and the grab ends",
        "it is stopped",
        "the holder's own roll fails by fatigue, and nothing stops it",
        "it fails by fatigue",
    ];
    let [holder, held] = ["holder", "held"].map(|name| score(arguments, name));
    let (holds, acts) =
        (Tired::new(holder, arguments.integer("fatigue")), Tired::new(held, arguments.integer("fatigue_against")));
    let ends = roller.meeting(acts, Some(holds), |action, requirement| {
        let requirement = requirement.and_then(|requirement| requirement.result);
        match prevented(action.result.is_some(), action.result.unwrap_or_default(), requirement) {
            None if requirement.is_some() => WHAT[0],
            Some(AttackOutcome::HeldBack) => WHAT[1],
            None => WHAT[2],
            Some(_) => WHAT[3],
        }
    });
    let rows = WHAT.map(|what| (what, ends.chance(|end| *end == what)));
    Answer::new(format!("{holder} holds {held}"))
        .note("the holder's roll is the requirement of the action (HEI-197, R-39)")
        .table(AnswerTable::list("an action of the held", ["what", "probability"], rows))
        .curve("holder", roller.result(holder))
        .curve("held", roller.result(held))
}
