//! Exact means of what is counted while a fight goes on: damage dealt, blows, hits.
//!
//! Owns sums of what the rules add to their running numbers, each path of dice with its probability. Expected values add up over
//! the steps of a fight, whatever they lead to, so that nothing of it has to be kept in a state. It is known of metrics that are
//! sums of running numbers of one combatant; which those are is found by measuring made-up numbers. Must not know rules. Start at
//! [`CountedSums`].

use crate::dice::Slot;
use crate::fight::day::Sides;
use crate::fight::watch::Counter;
use crate::fight::{ABSENT, Counts, Ending, Subject};
use crate::rules::{Loaded, Rules};
use crate::sim::Layout;

/// In so many ends of fights it is looked whether a metric is the sum that it was found to be.
const LOOKS: u32 = 256;

/// The way in which a metric follows from the running numbers of its combatant.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Form {
    /// Not looked into yet.
    Open,
    /// In no way that is known.
    Unknown,
    /// A sum: so many times each of these.
    Sum(Vec<(Counter, i64)>),
}

/// A fight that has ended, to be measured.
pub struct EndedFight<'a, R: Rules> {
    /// The rules.
    pub rules: &'a R,
    /// Its last state.
    pub fight: &'a R::Fight,
    /// Those who met in it.
    pub sides: Sides,
    /// The ending.
    pub ending: Ending,
}

/// Sums of running numbers, and of whom they are known.
pub struct CountedSums {
    /// By fight of the day, then for everything outside of fights: numbers by combatant and counter, times probability.
    sums: Vec<Vec<f64>>,
    /// By fight of the day, then for its end: the probability that a metric of the core's catalogue has a value.
    present: Vec<Vec<f64>>,
    /// The place at which numbers are added now.
    place: usize,
    counters: usize,
    /// By metric of the core's catalogue: whose it is.
    subjects: Vec<Option<Slot>>,
    forms: Vec<Form>,
    looks: u32,
    counts: Counts,
    values: Vec<i64>,
    /// Counters that are summed up as they are, one bit each.
    summed: u128,
}

impl CountedSums {
    /// Nothing is counted yet.
    pub fn new<R: Rules>(loaded: &Loaded<R>, layout: &Layout) -> Self {
        let (rules, counters, places) = (&loaded.rules, loaded.rules.counters(), layout.fights() + 1);
        let counted = |metric: usize| metric >= rules.metrics_of_state();
        let subject = |(metric, subject): (usize, Subject)| match subject {
            Subject::Combatant(slot) if counted(metric) => Some(slot),
            _ => None,
        };
        let subjects: Vec<Option<Slot>> =
            rules.catalogue().metrics.iter().map(|metric| metric.subject).enumerate().map(subject).collect();
        CountedSums {
            sums: vec![vec![0.0; loaded.combatants.len() * counters]; places],
            present: vec![vec![0.0; layout.block]; places],
            place: 0,
            counters,
            forms: subjects.iter().map(|subject| if subject.is_some() { Form::Open } else { Form::Unknown }).collect(),
            subjects,
            looks: 0,
            counts: Counts::new(loaded.combatants.len(), counters),
            values: vec![0; layout.block],
            summed: (0..counters).filter(|&counter| rules.sums_up(Counter(counter as u8))).fold(0, |set, one| set | 1 << one),
        }
    }

    /// From now on numbers belong to this fight of the day, from 0; or to none.
    pub fn belongs(&mut self, fight: Option<usize>) {
        self.place = fight.unwrap_or(self.sums.len() - 1);
    }

    /// Adds what is counted on a path of this probability.
    pub fn add(&mut self, counted: &[(Slot, Counter, i32)], probability: f64) {
        let sums = &mut self.sums[self.place];
        for &(who, counter, amount) in counted {
            sums[who.index() * self.counters + usize::from(counter.0)] += probability * f64::from(amount);
        }
    }

    /// Adds a part of the mean of something that is counted.
    pub fn add_sum(&mut self, who: Slot, counter: Counter, sum: f64) {
        self.sums[self.place][who.index() * self.counters + usize::from(counter.0)] += sum;
    }

    /// Notes that a fight of this number, from 0, has ended with this probability; none for the end of a day. `values` are its
    /// metrics where nothing has been counted.
    pub fn ended<R: Rules>(&mut self, fight: Option<usize>, end: &EndedFight<'_, R>, values: &[i64], mass: f64) {
        let place = fight.unwrap_or(self.sums.len() - 1);
        for (present, value) in self.present[place].iter_mut().zip(values) {
            *present += if *value == ABSENT { 0.0 } else { mass };
        }
        let open = |(form, value): (&Form, &i64)| *form == Form::Open && *value == 0;
        if self.forms.iter().zip(values).any(open) {
            self.find(end, values);
        } else if self.looks < LOOKS {
            self.looks += 1;
            self.look(end, values, |slot, counter| (i64::from(counter.0) + 3 * i64::from(slot.0)) % 7 - 2);
        }
    }

    /// Finds which metrics are sums of running numbers, of those of which a fight without any has the value 0.
    fn find<R: Rules>(&mut self, end: &EndedFight<'_, R>, values: &[i64]) {
        let fresh: Vec<usize> =
            (0..values.len()).filter(|&metric| self.forms[metric] == Form::Open && values[metric] == 0).collect();
        fresh.iter().for_each(|&metric| self.forms[metric] = Form::Sum(Vec::new()));
        for slot in (0..self.sums[0].len() / self.counters.max(1)).map(|slot| Slot(slot as u8)) {
            for counter in (0..self.counters).map(|counter| Counter(counter as u8)) {
                self.counts.clear();
                self.counts.add(slot, counter, 1);
                self.measure(end);
                for &metric in &fresh {
                    let value = self.values[metric];
                    if value == 0 {
                        continue;
                    }
                    let own = self.subjects[metric] == Some(slot) && value != ABSENT;
                    match &mut self.forms[metric] {
                        Form::Sum(terms) if own => terms.push((counter, value)),
                        form => *form = Form::Unknown,
                    }
                }
            }
        }
        self.look(end, values, |_, _| 1);
        self.look(end, values, |slot, counter| 1_000 + 17 * i64::from(counter.0) + i64::from(slot.0));
    }

    /// Looks whether metrics are the sums that they were found to be, by numbers that are made up.
    fn look<R: Rules>(&mut self, end: &EndedFight<'_, R>, values: &[i64], number: impl Fn(Slot, Counter) -> i64) {
        self.counts.clear();
        for slot in (0..self.sums[0].len() / self.counters.max(1)).map(|slot| Slot(slot as u8)) {
            for counter in (0..self.counters).map(|counter| Counter(counter as u8)) {
                self.counts.add(slot, counter, number(slot, counter));
            }
        }
        self.measure(end);
        for (metric, form) in self.forms.iter_mut().enumerate() {
            if let (Form::Sum(terms), Some(slot)) = (&*form, self.subjects[metric])
                && values[metric] != ABSENT
            {
                let sum: i64 = terms.iter().map(|&(counter, times)| times * number(slot, counter)).sum();
                if values[metric] != 0 || self.values[metric] != sum {
                    *form = Form::Unknown;
                }
            }
        }
    }

    /// Measures a fight that has ended.
    fn measure<R: Rules>(&mut self, end: &EndedFight<'_, R>) {
        end.rules.measure(end.fight, end.sides, &self.counts, end.ending, &mut self.values);
    }

    /// The sum of a metric of the core's catalogue in a place, if it is known. `unknown` are the counters that are not.
    fn sum(&self, place: usize, metric: usize, unknown: u128) -> Option<f64> {
        let (Form::Sum(terms), Some(slot)) = (&self.forms[metric], self.subjects[metric]) else { return None };
        let of = |&(counter, times): &(Counter, i64)| {
            let known = (self.summed & !unknown) >> counter.0 & 1 == 1;
            known.then(|| times as f64 * self.sums[place][slot.index() * self.counters + usize::from(counter.0)])
        };
        terms.iter().map(of).sum()
    }

    /// The means of all metrics of a layout that are known, over the fights and days that have a value.
    pub fn means(&self, layout: &Layout, unknown: u128) -> Vec<Option<f64>> {
        let mut means = vec![None; layout.catalogue.metrics.len()];
        let mean = |place: usize, metric: usize| {
            let present = self.present[place][metric];
            self.sum(place, metric, unknown).filter(|_| present > 0.0).map(|sum| sum / present)
        };
        let Some(day) = &layout.day else {
            (0..layout.block).for_each(|metric| means[metric] = mean(0, metric));
            return means;
        };
        for (place, part) in day.fights.iter().chain([&day.between]).enumerate() {
            part.metrics().for_each(|(index, metric)| means[index] = mean(place, metric));
        }
        let fights = day.fights.len();
        for (index, metric) in day.totals.metrics() {
            means[index] = (0..fights).map(|place| self.sum(place, metric, unknown)).sum();
        }
        means
    }
}
