//! One roll with all its exact outcomes, fatigue included: what the other answers are put together from.
//!
//! Owns the joint distribution of small die, result and fatigue; its rules are those of [`challenge`](super::super::challenge).
//! Start at [`Roller`].

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::{BigInt, BigUint};

use frame::dice::Distribution;
use frame::rules::answers::signed;

use super::super::challenge::exact::ExactPool;
use super::super::challenge::{FatigueRule, PoolRule, Rolled, hits};
use super::{Arguments, BigRational, Book, Chances, Effort, Rulings, Score, Spread, Toll, Zero, certain};

/// The dice of challenges by a book and rulings.
#[derive(Clone, Copy, Debug)]
pub struct Roller<'a> {
    pub book: &'a Book,
    pub rulings: &'a Rulings,
    pub pool: PoolRule,
    pub fatigue: FatigueRule,
}

/// The outcome of a roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Outcome {
    /// The result; none when the roll does not meet fatigue.
    pub result: Option<i32>,
    /// Fatigue afterwards.
    pub effort: Effort,
}

/// A roll of a combatant with this fatigue.
#[derive(Clone, Copy)]
pub struct Tired {
    pub score: Score,
    pub effort: Effort,
    /// The toll that fatigue takes of the roll.
    pub toll: Toll,
}

impl Tired {
    /// A roll at the beginning of a window; fatigue 0 is for rolls that it does not touch.
    pub fn new(score: Score, fatigue: i64) -> Self {
        Tired { score, effort: fresh(fatigue), toll: Toll::of(fatigue > 0, true) }
    }

    /// The roll of the argument `score` with the fatigue of the argument `fatigue`; none where there is none.
    pub fn said(arguments: &Arguments, score: &str, fatigue: &str) -> Option<Self> {
        said(arguments, score).map(|score| Tired::new(score, arguments.integer(fatigue)))
    }

    /// The rolls of all pairs of an argument with the fatigue of another one.
    pub fn each(arguments: &Arguments, scores: &str, fatigue: &str) -> Vec<Self> {
        let fatigue = arguments.integer(fatigue);
        arguments.pairs(scores).iter().map(|&(c, p)| Tired::new(of_pair(c, p), fatigue)).collect()
    }
}

/// Effort at the beginning of a window.
pub fn fresh(fatigue: i64) -> Effort {
    Effort { fatigue: fatigue as u8, grown: 0 }
}

/// The pair of an argument that has one, as a score.
pub fn score(arguments: &Arguments, name: &str) -> Score {
    said(arguments, name).unwrap_or_default()
}

/// The pair of an argument as a score; none where there is none.
pub fn said(arguments: &Arguments, name: &str) -> Option<Score> {
    arguments.pairs(name).first().map(|&(c, p)| of_pair(c, p))
}

/// A pair as a score.
pub fn of_pair(c: i64, p: i64) -> Score {
    Score { c: c as i32, p: p as i32 }
}

/// A score in short.
pub fn brief(score: Score) -> String {
    format!("C {}{}", score.c, signed(score.p.into()))
}

impl fmt::Display for Score {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "consistency {}, potential {}", self.c, self.p)
    }
}

impl<'a> Roller<'a> {
    /// By a book.
    pub fn new(book: &'a Book, rulings: &'a Rulings) -> Self {
        Roller { book, rulings, pool: PoolRule::new(book, rulings), fatigue: FatigueRule::new(book, rulings) }
    }

    /// The roll before potential, fatigue aside.
    pub fn pre(&self, consistency: i32) -> Distribution {
        ExactPool::new(self.pool, consistency).pre().clone()
    }

    /// The result, fatigue aside.
    pub fn result(&self, score: Score) -> Distribution {
        self.pre(score.c).shift(i64::from(score.p))
    }

    /// Every outcome of a roll, with the face of the small die.
    pub fn outcomes(&self, Tired { score, effort, toll }: Tired) -> Spread<(u8, Outcome)> {
        let exact = ExactPool::new(self.pool, score.c);
        let total = BigInt::from(exact.pre().total().clone());
        let mut weights: BTreeMap<_, BigUint> = BTreeMap::new();
        for small in 1..=self.pool.small {
            for (pre, weight) in exact.pre_given_small(small).weights().filter(|(_, weight)| !weight.is_zero()) {
                let (rolled, mut effort) = (Rolled { small, pre: pre as i16 }, effort);
                let meets = self.fatigue.judge_in(self.rulings.fatigue_order, rolled, &mut effort, toll);
                let outcome = Outcome { result: meets.then(|| rolled.result(score.p)), effort };
                *weights.entry((small, outcome)).or_default() += weight;
            }
        }
        weights.into_iter().map(|(outcome, weight)| (outcome, BigRational::new(weight.into(), total.clone()))).collect()
    }

    /// Every outcome of a roll, without regard to the small die.
    pub fn results(&self, roll: Tired) -> Spread<Outcome> {
        self.outcomes(roll).by(|&(_, outcome)| outcome)
    }

    /// Probability that a physical roll meets this fatigue.
    pub fn meets(&self, consistency: i32, fatigue: i64) -> BigRational {
        let roll = Tired { toll: Toll::Growing, ..Tired::new(Score { c: consistency, p: 0 }, fatigue) };
        self.results(roll).chance(|outcome| outcome.result.is_some())
    }

    /// The result of a roll; one that does not meet fatigue counts as `fails`.
    pub fn numbers(&self, roll: Tired, fails: i64) -> Distribution {
        match roll.toll {
            Toll::None => self.result(roll.score),
            _ => self.results(roll).distribution(|outcome| outcome.result.map_or(fails, i64::from)),
        }
    }

    /// True if an attack with this outcome of its roll hits against a defence with that one, or against none.
    pub fn hits(&self, attack: Outcome, defence: Option<Outcome>) -> bool {
        let defence = defence.and_then(|defence| defence.result);
        attack.result.is_some_and(|attack| hits(attack, defence, self.book.attack.tie))
    }

    /// What comes of an attack and the defence that meets it, as `of` says. An attack that fails by itself meets none, nor does
    /// one against which there is none (HEI-134).
    pub fn meeting<T: Ord + Clone>(
        &self,
        attack: Tired,
        defence: Option<Tired>,
        of: impl Fn(Outcome, Option<Outcome>) -> T,
    ) -> Spread<T> {
        let defences = defence.map(|defence| self.results(defence));
        self.results(attack).then(|&attack| match &defences {
            Some(defences) if attack.result.is_some() => defences.by(|&defence| of(attack, Some(defence))),
            _ => certain(of(attack, None)),
        })
    }

    /// Probability of a hit.
    pub fn hit(&self, attack: Tired, defence: Option<Tired>) -> BigRational {
        self.meeting(attack, defence, |attack, defence| self.hits(attack, defence)).chance(|&hits| hits)
    }
}
