//! Questions about challenge requirements, and about rolls of two against each other outside attacks.
//!
//! Start at [`check`].

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::super::challenge::may_roll_again;
use super::{Answer, AnswerTable, Arguments, BigRational, Chances, Roller, Tired, Zero};
use super::{brief, certain, integer, row, score, trial};

/// Probability to meet a requirement by the first roll, by the second at the latest, and so on; each with the mean number of
/// re-rolls that are paid for. Re-rolls fall into the window of the first roll. (HEI-044, HEI-047)
fn within(roller: &Roller, roll: Tired, cr: i64, rerolls: i64) -> Vec<(BigRational, BigRational)> {
    let (mut trying, mut paid) = (certain((false, roll.effort)), BigRational::zero());
    let mut once = BTreeMap::new();
    let attempt = |attempt: i64| {
        if attempt > 0 {
            paid += trying.chance(|(met, _)| !met);
        }
        trying = trying.then(|&(met, effort)| {
            let meets = |result| i64::from(result) >= cr;
            let rolled = || roller.results(Tired { effort, ..roll });
            let next = || rolled().by(|one| (one.result.is_some_and(meets), one.effort));
            // Who has met it rolls no more.
            if met { certain((met, effort)) } else { once.entry(effort).or_insert_with(next).clone() }
        });
        (trying.chance(|&(met, _)| met), paid.clone())
    };
    (0..=rerolls).map(attempt).collect()
}

/// Re-rolls that the rulings allow of those asked for (R-07).
fn allowed(roller: &Roller, consequence: bool, asked: i64) -> i64 {
    if may_roll_again(roller.rulings.reroll_scope, consequence) { asked } else { 0 }
}

/// One check against a requirement, with re-rolls; of any consistency, so that an attribute can be rolled as well (HEI-005,
/// HEI-048).
pub fn check(arguments: &Arguments, roller: &Roller) -> Answer {
    let [cr, fatigue, asked] = arguments.numbers(["cr", "fatigue", "rerolls"]);
    let ability = score(arguments, "ability");
    let rerolls = allowed(roller, arguments.flag("consequence"), asked);
    let cost = i64::from(roller.book.cr.reroll_cost);
    let of = |cr: i64| within(roller, Tired::new(ability, fatigue), cr, rerolls);
    let columns = ["re-rolls at most", "passes", "mean willpower spent"];
    let passes = AnswerTable::of("passes", columns, (0_i64..).zip(of(cr)), |(count, (met, paid))| {
        row![count, met, paid * integer(cost)]
    });
    let mut near = AnswerTable::new("other requirements", &["requirement"]);
    near.columns.extend((0..=rerolls).map(|count| format!("{count} re-rolls")));
    for other in (cr - 4).max(0)..=cr + 4 {
        near.row(row![other].into_iter().chain(of(other).into_iter().map(|(met, _)| met.into())));
    }
    let mut answer = Answer::new(format!("{ability} against a requirement of {cr}"))
        .note(format!("a result of {cr} or more passes (HEI-044); each re-roll costs {cost} willpower (HEI-047)"));
    if fatigue > 0 {
        answer = answer.note("physical: the roll has to meet fatigue, which can grow once in the window (HEI-133, HEI-149)");
    }
    if rerolls < asked {
        answer = answer.note("what has a consequence is not rolled again by this ruling (R-07)");
    }
    answer.table(passes).table(near).curve(brief(ability), roller.result(ability))
}

/// Everything in the way that the book names (HEI-252, HEI-265, HEI-266, HEI-270).
pub fn obstacles(arguments: &Arguments, roller: &Roller) -> Answer {
    let (book, fatigue) = (roller.book, arguments.integer("fatigue"));
    let ability = score(arguments, "ability");
    let rerolls = allowed(roller, true, arguments.integer("rerolls"));
    let crossings = book.crossing.iter().map(|(name, &cr)| (format!("crossing: {name}"), i64::from(cr)));
    let climbs = book.surface.iter().filter(|(_, cr)| **cr > 0);
    let climbs = climbs.map(|(name, &cr)| (format!("climbing: {name}"), i64::from(cr)));
    let heights = i32::from(book.fall.min_height)..i32::from(book.fall.min_height) + 5;
    let jumps = heights.clone().map(|height| (format!("jumping down {height}"), book.fall.jump_cr(height).into()));
    let falls = heights.map(|height| (format!("falling {height}"), book.fall.fall_cr(height).into()));
    let mut table = AnswerTable::new("passes", &["obstacle", "requirement"]);
    table.columns.extend((0..=rerolls).map(|count| format!("{count} re-rolls")));
    for (name, cr) in crossings.chain(climbs).chain(jumps).chain(falls) {
        let chances = within(roller, Tired::new(ability, fatigue), cr, rerolls).into_iter().map(|(met, _)| met.into());
        table.row(row![name, cr].into_iter().chain(chances));
    }
    Answer::new(format!("obstacles with {ability}, fatigue {fatigue}"))
        .note("all of them can have consequences, so that the re-rolls are for the rulings to allow (R-07)")
        .table(table)
}

/// Two rolls against each other outside attacks (HEI-043, R-02).
///
/// # Errors
/// A book that cannot be played by.
pub fn opposed(arguments: &Arguments, roller: &Roller) -> Result<Answer, String> {
    let core = trial(roller)?;
    let [initiator, responder] = ["initiator", "responder"].map(|name| score(arguments, name));
    // A roll that fails is below every other.
    let values = |score, fatigue| {
        let roll = Tired::new(score, arguments.integer(fatigue));
        roller.results(roll).by(|outcome| outcome.result.unwrap_or(i32::MIN))
    };
    let (first, second) = (values(initiator, "fatigue"), values(responder, "fatigue_against"));
    let compared = first.then(|&value| second.by(|&answer| (value.cmp(&answer), core.prevails(answer, value))));
    let rolls = [("higher", Ordering::Greater), ("tie", Ordering::Equal), ("lower", Ordering::Less)];
    let rolls = rolls.map(|(what, order)| (what, compared.chance(|(compared, _)| *compared == order)));
    let who = [("initiator", false), ("responder", true)];
    let who = who.map(|(who, responds)| (who, compared.chance(|(_, prevails)| *prevails == responds)));
    let whose = if core.prevails(0, 0) { "the responder's" } else { "the initiator's" };
    Ok(Answer::new(format!("{initiator} against {responder}"))
        .note(format!("a tie is {whose} (R-02): perception against hiding and insight against persuasion are responders"))
        .note("a roll that does not meet its fatigue loses to any that does; fatigue 0 is for rolls of the mind")
        .table(AnswerTable::outcomes("one roll of both", rolls))
        .table(AnswerTable::list("who succeeds", ["who", "probability"], who))
        .curve("initiator", roller.result(initiator))
        .curve("responder", roller.result(responder)))
}
