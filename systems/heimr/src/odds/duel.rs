//! Questions about how long a plain duel lasts, and what going first is worth in it.
//!
//! Start at [`duel`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::questions::Arguments;

use super::super::abilities::Score;
use super::super::book::Book;
use super::super::rulings::Rulings;
use super::integer;
use super::roll::{Roller, Tired, score};

/// Hits that the one who goes first still needs, and the other.
type Needs = (i64, i64);
/// Probability that the one who goes first wins, and the mean number of rounds.
type Course = (BigRational, BigRational);

/// A duel of plain blows: who goes first attacks first in every round (HEI-102).
struct Duel {
    /// Probability of a hit of the one who goes first, and of the other.
    hit: [BigRational; 2],
}

impl Duel {
    /// Probability that the first one wins, and the mean number of rounds, when the first still has to land `needs.0` hits and
    /// the other `needs.1`.
    fn solve(&self, needs: Needs, known: &mut Vec<(Needs, Course)>) -> Option<Course> {
        if let Some((_, found)) = known.iter().find(|(key, _)| *key == needs) {
            return Some(found.clone());
        }
        let (hit, other) = (&self.hit[0], &self.hit[1]);
        let (miss, miss_other) = (BigRational::one() - hit, BigRational::one() - other);
        let stays = &miss * &miss_other;
        if stays.is_one() {
            return None;
        }
        let (mut wins, mut rounds) = (BigRational::zero(), BigRational::one());
        let outcomes = [
            (hit * &miss_other, (needs.0 - 1, needs.1)),
            (&miss * other, (needs.0, needs.1 - 1)),
            (hit * other, (needs.0 - 1, needs.1 - 1)),
        ];
        for (chance, left) in outcomes {
            // The blow of the one who goes first ends it before the other strikes.
            if left.0 == 0 {
                wins += chance;
            } else if left.1 > 0 && !chance.is_zero() {
                let (later_wins, later_rounds) = self.solve(left, known)?;
                wins += &chance * later_wins;
                rounds += &chance * later_rounds;
            }
        }
        let moves = BigRational::one() - stays;
        let found = (wins / &moves, rounds / &moves);
        known.push((needs, found.clone()));
        Some(found)
    }
}

/// A duel of plain blows, each against a fresh defence.
pub fn duel(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let roller = Roller::new(book, rulings);
    let named = |name: &str| score(arguments, name);
    let blow = |attack: Option<Score>, defence: Option<Score>| {
        let rested = |score| Tired { score, fatigue: 1 };
        roller.hit(rested(attack.unwrap_or_default()), defence.map(rested))
    };
    let hit = [blow(named("attack"), named("defence_against")), blow(named("attack_against"), named("defence"))];
    let needs = [arguments.integer("hits"), arguments.integer("hits_against")];
    let never = || "neither of them ever hits".to_owned();
    let first = Duel { hit: hit.clone() }.solve((needs[0], needs[1]), &mut Vec::new()).ok_or_else(never)?;
    let second = Duel { hit: [hit[1].clone(), hit[0].clone()] };
    let second = second.solve((needs[1], needs[0]), &mut Vec::new()).ok_or_else(never)?;
    let mut table = AnswerTable::new("duel", &["who goes first", "the one wins", "mean rounds"]);
    let wins_second = BigRational::one() - second.0;
    let half = integer(2);
    let even = ((&first.0 + &wins_second) / &half, (&first.1 + &second.1) / &half);
    for (who, wins, rounds) in
        [("the one", &first.0, &first.1), ("the other", &wins_second, &second.1), ("even chances", &even.0, &even.1)]
    {
        table.row([Cell::text(who), Cell::Exact(wins.clone()), Cell::Exact(rounds.clone())]);
    }
    let mut blows = AnswerTable::new("one blow", &["whose", "hits", "hits needed"]);
    for (whose, hit, needs) in [("the one's", &hit[0], needs[0]), ("the other's", &hit[1], needs[1])] {
        blows.row([Cell::text(whose), Cell::Exact(hit.clone()), Cell::Integer(needs)]);
    }
    Ok(Answer {
        title: "duel of plain blows".to_owned(),
        notes: vec![
            "one blow each in a round against a defence that is fresh, at fatigue 1, without injuries before the last hit"
                .to_owned(),
        ],
        tables: vec![table, blows],
        curves: Vec::new(),
    })
}
