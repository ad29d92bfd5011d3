//! Fights that are played on from where they stand, by the million.
//!
//! Owns what becomes of states that were left over when a scenario was solved: each is played to its end by dice of chance that
//! ask of the rules what the enumerating ones asked, for such a state may lie in the middle of a turn. Start at [`Onward`].

use std::ops::Range;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::dice::{AnyDice, Enumerator, Streams};
use crate::error::Failure;
use crate::fight::day::{Leg, Sides};
use crate::fight::{ABSENT, AnyWatch, Counts, Ending, Table};
use crate::rules::{Loaded, Rules};
use crate::tally::Tally;

use super::day::fight_out;
use super::layout::{Ended, Layout};
use super::question::Known;
use super::run::{BATCH_MOST, parts, pool};

/// A fight that is played on.
pub struct Standing<F> {
    /// It.
    pub fight: F,
    /// Its ending, where it is over.
    pub ending: Option<Ending>,
    /// The number of times that it is played on.
    pub times: u64,
}

/// Fights of a scenario without a day, to be played on.
pub struct Onward<'a, R: Rules> {
    /// The scenario.
    pub loaded: &'a Loaded<R>,
    /// Its layout.
    pub layout: &'a Layout,
    /// The fights.
    pub from: &'a [Standing<R::Fight>],
    /// The seed.
    pub seed: u64,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

impl<R: Rules> Onward<'_, R> {
    /// Plays all of them on, and counts what is known of a fight by its end; whatever is counted blow by blow is absent. `goes_on` is
    /// asked now and then, with the number of fights that are over, and breaks it off by returning false.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn go(&self, goes_on: &mut dyn FnMut(u64) -> bool) -> Result<Tally, Failure> {
        let pool = pool(self.threads)?;
        let firsts: Vec<u64> = self
            .from
            .iter()
            .scan(0, |first, standing| {
                *first += standing.times;
                Some(*first - standing.times)
            })
            .collect();
        let all = self.from.iter().map(|standing| standing.times).sum();
        let mut tally = Tally::new(&self.layout.catalogue, 0);
        while tally.fights() < all && goes_on(tally.fights()) {
            let from = tally.fights();
            let batch = from..all.min(from + BATCH_MOST / 16);
            let counted = pool.install(|| {
                let counted = parts(batch).collect::<Vec<_>>().into_par_iter().map(|part| self.part(part, &firsts));
                counted.reduce_with(|mut sum, part| {
                    sum.merge(&part);
                    sum
                })
            });
            counted.iter().for_each(|counted| tally.merge(counted));
        }
        Ok(tally)
    }

    /// Plays on fights of these numbers. `firsts` are the first numbers of each that stands.
    fn part(&self, numbers: Range<u64>, firsts: &[u64]) -> Tally {
        let Onward { loaded, layout, .. } = *self;
        let rules = &loaded.rules;
        let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
        let dice = AnyDice::Enumerator(Box::new(Enumerator::with_chance(Streams::new(self.seed, &identities))));
        let mut table = Table { dice, watch: AnyWatch::Silent };
        let counts = Counts::new(loaded.combatants.len(), rules.counters());
        let sides = loaded.plan.legs.first().map_or(Sides::NONE, Leg::sides);
        let (mut fight, mut values) = (rules.blank(), vec![ABSENT; layout.catalogue.metrics.len()]);
        let mut tally = Tally::new(&layout.catalogue, 0);
        for number in numbers {
            let from = &self.from[firsts.partition_point(|&first| first <= number) - 1];
            fight.clone_from(&from.fight);
            table.dice.enumerator().begin_by_chance(number);
            let ending = from.ending.unwrap_or_else(|| fight_out(rules, &mut fight, &mut table));
            layout.measure(rules, Ended { fight: &fight, sides, ending }, &counts, &mut values[..layout.block]);
            layout.forget_counted(rules, &mut values);
            tally.record(&values);
        }
        tally
    }
}

impl Layout {
    /// Leaves of the values of an only fight what follows from the state in which it has ended, and answers what can be answered by
    /// that.
    fn forget_counted<R: Rules>(&self, rules: &R, values: &mut [i64]) {
        let of_state = rules.metrics_of_state();
        let first = values.len() - self.questions.len();
        values[of_state..].fill(ABSENT);
        let mut answers = Vec::with_capacity(self.questions.len());
        for question in &self.questions {
            answers.push(question.value_by(Known { first: &values[..of_state], made: first, answers: &answers }));
        }
        for (value, answer) in values[first..].iter_mut().zip(answers) {
            *value = answer.flatten().unwrap_or(ABSENT);
        }
    }
}
