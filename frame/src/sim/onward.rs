//! Days that are played on from where they stand, by the million.
//!
//! Owns what becomes of states that were left over when a scenario was solved: each is played to the end of its day by dice of chance
//! that ask of the rules what the enumerating ones asked, for such a state may lie in the middle of a turn. Start at [`Onward`].

use std::ops::Range;

use crate::dice::{AnyDice, Enumerator};
use crate::error::Failure;
use crate::fight::{ABSENT, AnyWatch, Counting, Table};
use crate::rules::{Loaded, Rules};
use crate::tally::Tally;

use super::day::{DayGround, Halfway, play_on};
use super::layout::{Layout, Timeline};
use super::question::KnownValues;
use super::run::{BATCH_MOST, parts};
use super::threads::{self, ThreadPool};

/// Days of a scenario, to be played on.
pub struct Onward<'a, R: Rules> {
    /// The scenario.
    pub loaded: &'a Loaded<R>,
    /// Its layout.
    pub layout: &'a Layout,
    /// Its timeline.
    pub timeline: &'a Timeline,
    /// By combatant: metrics of the core's catalogue that were told before of whoever is [buried](Halfway::buried).
    pub told: &'a [Vec<usize>],
    /// The states at which days stand.
    pub from: &'a [Halfway<R::Fight>],
    /// By number of a day: the index of the state from which it is played.
    pub places: &'a [u32],
    /// The seed.
    pub seed: u64,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

impl<R: Rules> Onward<'_, R> {
    /// Plays all of them on in the order of their numbers, and counts what is known by states alone; whatever is counted blow by blow is
    /// absent, and so is what was measured before. `goes_on` is asked now and then, with the number of days that are over, and breaks it
    /// off by returning false.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn go(&self, goes_on: &mut dyn FnMut(u64) -> bool) -> Result<Tally, Failure> {
        let pool = ThreadPool::new(self.threads)?;
        let all = self.places.len() as u64;
        let empty = || Tally::new(&self.layout.catalogue, 0);
        let merged = |mut sum: Tally, part: Tally| {
            sum.merge(&part);
            sum
        };
        let mut tally = empty();
        while tally.fights() < all && goes_on(tally.fights()) {
            let from = tally.fights();
            let batch = from..all.min(from + BATCH_MOST / 16);
            let add = |sum, part| merged(sum, self.part(part));
            tally.merge(&pool.install(|| threads::sum(parts(batch).collect(), empty, add, merged)));
        }
        Ok(tally)
    }

    /// Plays on days of these numbers.
    fn part(&self, numbers: Range<u64>) -> Tally {
        let Onward { loaded, layout, timeline, .. } = *self;
        let rules = &loaded.rules;
        let dice = AnyDice::Enumerator(Box::new(Enumerator::with_chance(loaded.streams(self.seed))));
        let watch = Counting::new(loaded.combatants.len(), rules.counters(), loaded.lines.lines().len());
        let mut table = Table { dice, watch: AnyWatch::Counting(watch.asking(&layout.caused.causes)) };
        let workspace = if layout.day.is_some() { layout.block } else { 0 };
        let (mut fight, mut values) = (rules.blank(), vec![ABSENT; layout.catalogue.metrics.len() + workspace]);
        let mut tally = Tally::new(&layout.catalogue, 0);
        for number in numbers {
            let from = &self.from[self.places[number as usize] as usize];
            table.dice.enumerator().begin_by_chance(number);
            let ground = DayGround { fight: &mut fight, table: &mut table, values: &mut values };
            play_on(loaded, layout, timeline, from, ground);
            let told = from.buried.into_iter().flat_map(|who| &self.told[who.index()]);
            told.for_each(|&metric| values[metric] = ABSENT);
            tally.record(&values[..layout.catalogue.metrics.len()]);
        }
        tally
    }
}

impl Layout {
    /// Leaves of the values of an only fight those that are known by states, and answers what can be answered by them.
    pub(super) fn answer_by_states(&self, of_state: usize, values: &mut [i64]) {
        let first = values.len() - self.questions.len();
        values[of_state..].fill(ABSENT);
        let mut answers = Vec::with_capacity(self.questions.len());
        for question in &self.questions {
            answers.push(question.value_by(KnownValues { first: &values[..of_state], made: first, answers: &answers }));
        }
        for (value, answer) in values[first..].iter_mut().zip(answers) {
            *value = answer.flatten().unwrap_or(ABSENT);
        }
    }
}
