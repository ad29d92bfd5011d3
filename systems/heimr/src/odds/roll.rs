//! One roll with all its exact outcomes, fatigue included: what the other answers are put together from.
//!
//! Owns the joint distribution of small die, result and fatigue; its rules are those of [`challenge`](super::super::challenge).
//! Start at [`Roller`].

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;

use frame::dice::Distribution;
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::abilities::Score;
use super::super::book::{AttackTie, Book};
use super::super::challenge::exact::ExactPool;
use super::super::challenge::{Effort, FatigueRule, PoolRule, Rolled, Toll, hits};
use super::super::rulings::{FatigueOrder, Rulings};

/// The dice of challenges by a book.
#[derive(Clone, Copy, Debug)]
pub struct Roller {
    /// The pool.
    pub pool: PoolRule,
    /// Fatigue.
    pub fatigue: FatigueRule,
    order: FatigueOrder,
    tie: AttackTie,
}

/// The outcome of a physical roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Outcome {
    /// The result; none when the roll does not meet fatigue.
    pub result: Option<i32>,
    /// Fatigue afterwards.
    pub effort: Effort,
}

/// The outcome of an attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Struck {
    /// It fails by the attacker's own fatigue.
    Failed,
    /// The defence stops it.
    Stopped,
    /// It hits, although the defence met fatigue, or because there is none.
    Beaten,
    /// It hits because the defence fails by the defender's fatigue.
    Open,
}

impl Struck {
    /// True if it hits.
    pub fn hits(&self) -> bool {
        matches!(self, Struck::Beaten | Struck::Open)
    }
}

/// A roll by somebody of this fatigue.
#[derive(Clone, Copy)]
pub struct Tired {
    /// Consistency and potential.
    pub score: Score,
    /// Fatigue.
    pub fatigue: i64,
}

/// Effort at the beginning of a window.
pub fn fresh(fatigue: i64) -> Effort {
    Effort { fatigue: fatigue as u8, grown: 0 }
}

/// The pair of an argument as a score.
pub fn score(arguments: &Arguments, name: &str) -> Option<Score> {
    arguments.pairs(name).first().map(|&(c, p)| of_pair(c, p))
}

/// A pair as a score.
pub fn of_pair(c: i64, p: i64) -> Score {
    Score { c: c as i32, p: p as i32 }
}

impl Roller {
    /// By a book.
    pub fn new(book: &Book, rulings: &Rulings) -> Self {
        let (pool, fatigue) = (PoolRule::new(book, rulings), FatigueRule::new(book, rulings));
        Roller { pool, fatigue, order: rulings.fatigue_order, tie: book.attack.tie }
    }

    /// The roll before potential, fatigue aside.
    pub fn pre(&self, consistency: i32) -> Distribution {
        ExactPool::new(self.pool, consistency).pre().clone()
    }

    /// The result, fatigue aside.
    pub fn result(&self, score: Score) -> Distribution {
        self.pre(score.c).shift(i64::from(score.p))
    }

    /// Every outcome of a physical roll, with the face of the small die.
    pub fn outcomes(&self, score: Score, effort: Effort) -> Spread<(u8, Outcome)> {
        self.outcomes_of(score, effort, Toll::Growing)
    }

    /// Every outcome of a roll of which fatigue takes this toll.
    fn outcomes_of(&self, score: Score, effort: Effort, toll: Toll) -> Spread<(u8, Outcome)> {
        let exact = ExactPool::new(self.pool, score.c);
        let total = BigInt::from(exact.pre().total().clone());
        let mut weights: BTreeMap<_, BigUint> = BTreeMap::new();
        for small in 1..=self.pool.small {
            for (pre, weight) in exact.pre_given_small(small).weights().filter(|(_, weight)| !weight.is_zero()) {
                let rolled = Rolled { small, pre: pre as i16 };
                let mut effort = effort;
                let meets = self.fatigue.judge_in(self.order, rolled, &mut effort, toll);
                *weights.entry((small, Outcome { result: meets.then(|| rolled.result(score.p)), effort })).or_default() +=
                    weight;
            }
        }
        weights.into_iter().map(|(outcome, weight)| (outcome, BigRational::new(weight.into(), total.clone()))).collect()
    }

    /// The outcomes without regard to the small die.
    pub fn results(&self, score: Score, effort: Effort) -> Spread<Outcome> {
        self.results_of(score, effort, Toll::Growing)
    }

    /// The outcomes of a roll of which fatigue takes this toll, without regard to the small die.
    pub fn results_of(&self, score: Score, effort: Effort, toll: Toll) -> Spread<Outcome> {
        self.outcomes_of(score, effort, toll).by(|&(_, outcome)| outcome)
    }

    /// Probability that a physical roll meets this fatigue.
    pub fn meets(&self, consistency: i32, fatigue: i64) -> BigRational {
        self.results(Score { c: consistency, p: 0 }, fresh(fatigue)).chance(|outcome| outcome.result.is_some())
    }

    /// The result of a roll that has to meet fatigue where there is any; rolls that do not are counted at `fails`.
    pub fn physical(&self, score: Score, fatigue: i64, fails: i64) -> Distribution {
        if fatigue == 0 {
            return self.result(score);
        }
        self.results(score, fresh(fatigue)).distribution(|outcome| outcome.result.map_or(fails, i64::from))
    }

    /// True if an attack of this result hits against this defence, which fails where it is `None`.
    pub fn hits(&self, attack: i32, defence: Option<i32>) -> bool {
        hits(attack, defence, self.tie)
    }

    /// The outcome of an attack with this outcome of its roll, against a defence with that one, or against none.
    pub fn struck(&self, attack: Outcome, defence: Option<Outcome>) -> Struck {
        match (attack.result, defence) {
            (None, _) => Struck::Failed,
            (Some(_), Some(Outcome { result: None, .. })) => Struck::Open,
            (Some(attack), Some(defence)) if !self.hits(attack, defence.result) => Struck::Stopped,
            (Some(_), _) => Struck::Beaten,
        }
    }

    /// The outcomes of an attack against a defence, or against none.
    pub fn strike(&self, attack: Tired, defence: Option<Tired>) -> Spread<Struck> {
        let results = |roll: Tired| self.results(roll.score, fresh(roll.fatigue));
        let defences = defence.map(results);
        results(attack).then(|&attack| match &defences {
            Some(defences) => defences.by(|&defence| self.struck(attack, Some(defence))),
            None => certain(self.struck(attack, None)),
        })
    }

    /// Probability of a hit.
    pub fn hit(&self, attack: Tired, defence: Option<Tired>) -> BigRational {
        self.strike(attack, defence).chance(Struck::hits)
    }
}
