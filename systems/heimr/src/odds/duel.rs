//! Questions about how long a plain duel lasts, and what going first is worth in it.
//!
//! Start at [`duel`].

use std::collections::BTreeMap;

use super::{Answer, AnswerTable, Arguments, BigRational, One, Roller, Tired, Zero, integer, not, row, said};

/// Probability that the first in the order wins, and the mean number of rounds.
type Course = (BigRational, BigRational);

/// The course of a duel in which the first in the order strikes first in every round (HEI-102), by the probabilities of a hit
/// of it and of the other, and the hits that both need.
///
/// # Errors
/// Neither of them ever hits.
fn course([hit, other]: [&BigRational; 2], needs: [i64; 2]) -> Result<Course, String> {
    let (miss, miss_other) = (not(hit), not(other));
    let moves = not(&(&miss * &miss_other));
    if moves.is_zero() {
        return Err("neither of them ever hits".to_owned());
    }
    let mut known: BTreeMap<(i64, i64), Course> = BTreeMap::new();
    for (mine, theirs) in (1..=needs[0]).flat_map(|mine| (1..=needs[1]).map(move |theirs| (mine, theirs))) {
        let (mut wins, mut rounds) = (BigRational::zero(), BigRational::one());
        let outcomes = [
            (hit * &miss_other, (mine - 1, theirs)),
            (&miss * other, (mine, theirs - 1)),
            (hit * other, (mine - 1, theirs - 1)),
        ];
        for (chance, left) in outcomes {
            // The blow of the one who goes first ends it before the other strikes.
            if left.0 == 0 {
                wins += chance;
            } else if let Some((later_wins, later_rounds)) = known.get(&left) {
                wins += &chance * later_wins;
                rounds += &chance * later_rounds;
            }
        }
        known.insert((mine, theirs), (wins / &moves, rounds / &moves));
    }
    Ok(known.remove(&(needs[0], needs[1])).unwrap_or_default())
}

/// A duel of plain blows, each against a fresh defence.
///
/// # Errors
/// Neither of them ever hits.
pub fn duel(arguments: &Arguments, roller: &Roller) -> Result<Answer, String> {
    let rested = |name: &str| said(arguments, name).map(|score| Tired::new(score, 1));
    let blow =
        |attack: &str, defence: &str| rested(attack).map(|attack| roller.hit(attack, rested(defence))).unwrap_or_default();
    let (hit, other) = (blow("attack", "defence_against"), blow("attack_against", "defence"));
    let [needs, needs_other] = arguments.numbers(["hits", "hits_against"]);
    let first = course([&hit, &other], [needs, needs_other])?;
    let (loses, rounds) = course([&other, &hit], [needs_other, needs])?;
    let second = (not(&loses), rounds);
    let even = ((&first.0 + &second.0) / integer(2), (&first.1 + &second.1) / integer(2));
    let rows = [("the one", first), ("the other", second), ("even chances", even)];
    let blows = [("the one's", hit, needs), ("the other's", other, needs_other)];
    Ok(Answer::new("duel of plain blows")
        .note("one blow each in a round against a defence that is fresh, at fatigue 1, without injuries before the last hit")
        .table(AnswerTable::of("duel", ["who goes first", "the one wins", "mean rounds"], rows, |(who, (wins, rounds))| {
            row![who, wins, rounds]
        }))
        .table(AnswerTable::of("one blow", ["whose", "hits", "hits needed"], blows, |(whose, hit, needs)| {
            row![whose, hit, needs]
        })))
}
