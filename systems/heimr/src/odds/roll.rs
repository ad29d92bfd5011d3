//! One roll with all its exact outcomes, fatigue included: what the other answers are put together from.
//!
//! Owns the joint distribution of small die, result and fatigue; its rules are those of [`challenge`](super::super::challenge).
//! Start at [`Roller`].

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;

use frame::dice::Distribution;
use frame::rules::chances::add;
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

/// One outcome of a physical roll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The face of the small die.
    pub small: u8,
    /// The result; none when the roll does not meet fatigue.
    pub result: Option<i32>,
    /// Fatigue afterwards.
    pub effort: Effort,
    /// The probability.
    pub chance: BigRational,
}

/// The outcomes of an attack, each with its probability; together they are everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Strike {
    /// It fails by the attacker's own fatigue.
    pub failed: BigRational,
    /// The defence stops it.
    pub stopped: BigRational,
    /// It hits, although the defence met fatigue, or because there is none.
    pub beaten: BigRational,
    /// It hits because the defence fails by the defender's fatigue.
    pub open: BigRational,
}

impl Strike {
    /// Probability of a hit.
    pub fn hit(&self) -> BigRational {
        &self.beaten + &self.open
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

/// Probabilities by fatigue.
pub type Spread = Vec<(Effort, BigRational)>;

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

    /// Every outcome of a physical roll.
    pub fn outcomes(&self, score: Score, effort: Effort) -> Vec<Outcome> {
        self.outcomes_of(score, effort, Toll::Growing)
    }

    /// Every outcome of a roll of which fatigue takes this toll.
    fn outcomes_of(&self, score: Score, effort: Effort, toll: Toll) -> Vec<Outcome> {
        let exact = ExactPool::new(self.pool, score.c);
        let total = BigInt::from(exact.pre().total().clone());
        let mut weights: BTreeMap<_, BigUint> = BTreeMap::new();
        for small in 1..=self.pool.small {
            for (pre, weight) in exact.pre_given_small(small).weights().filter(|(_, weight)| !weight.is_zero()) {
                let rolled = Rolled { small, pre: pre as i16 };
                let mut after = effort;
                let meets = self.fatigue.judge_in(self.order, rolled, &mut after, toll);
                let result = meets.then(|| rolled.result(score.p));
                *weights.entry((small, result, (after.fatigue, after.grown))).or_default() += weight;
            }
        }
        let outcome = |((small, result, (fatigue, grown)), weight): (_, BigUint)| {
            let chance = BigRational::new(weight.into(), total.clone());
            Outcome { small, result, effort: Effort { fatigue, grown }, chance }
        };
        weights.into_iter().map(outcome).collect()
    }

    /// The results without regard to the small die, which is 0 here.
    pub fn results(&self, score: Score, effort: Effort) -> Vec<Outcome> {
        self.results_of(score, effort, Toll::Growing)
    }

    /// The results of a roll of which fatigue takes this toll, without regard to the small die.
    pub fn results_of(&self, score: Score, effort: Effort, toll: Toll) -> Vec<Outcome> {
        let mut merged: BTreeMap<(Option<i32>, (u8, u8)), Outcome> = BTreeMap::new();
        for outcome in self.outcomes_of(score, effort, toll) {
            let key = (outcome.result, (outcome.effort.fatigue, outcome.effort.grown));
            match merged.get_mut(&key) {
                Some(known) => known.chance += outcome.chance,
                None => drop(merged.insert(key, Outcome { small: 0, ..outcome })),
            }
        }
        merged.into_values().collect()
    }

    /// Probability that a physical roll meets this fatigue.
    pub fn meets(&self, consistency: i32, fatigue: i64) -> BigRational {
        let outcomes = self.outcomes(Score { c: consistency, p: 0 }, fresh(fatigue));
        outcomes.into_iter().filter(|outcome| outcome.result.is_some()).map(|outcome| outcome.chance).sum()
    }

    /// The result of a roll that has to meet fatigue where there is any; rolls that do not are counted at `fails`.
    pub fn physical(&self, score: Score, fatigue: i64, fails: i64) -> Distribution {
        if fatigue == 0 {
            return self.result(score);
        }
        let mut chances: Vec<(i64, BigRational)> = Vec::new();
        for outcome in self.outcomes(score, fresh(fatigue)) {
            add(&mut chances, outcome.result.map_or(fails, i64::from), outcome.chance);
        }
        Distribution::from_chances(&chances)
    }

    /// True if an attack of this result hits against this defence, which fails where it is `None`.
    pub fn hits(&self, attack: i32, defence: Option<i32>) -> bool {
        hits(attack, defence, self.tie)
    }

    /// The outcomes of an attack against a defence, or against none.
    pub fn strike(&self, attack: Tired, defence: Option<Tired>) -> Strike {
        let results = |roll: Tired| self.results(roll.score, fresh(roll.fatigue));
        let (attacks, defences) = (results(attack), defence.map(results));
        let mut strike = Strike::default();
        for attack in &attacks {
            let Some(result) = attack.result else {
                strike.failed += &attack.chance;
                continue;
            };
            let Some(defences) = &defences else {
                strike.beaten += &attack.chance;
                continue;
            };
            for defence in defences {
                let part = match defence.result {
                    None => &mut strike.open,
                    Some(_) if self.hits(result, defence.result) => &mut strike.beaten,
                    Some(_) => &mut strike.stopped,
                };
                *part += &attack.chance * &defence.chance;
            }
        }
        strike
    }
}
