//! Fights that are left over where the solver stops: each of so many places holds one of them, by its probability.
//!
//! Owns a reservoir. Each place holds one of all that was ever left, with the probability of each, whatever the order in which
//! they came (Chao 1982, place by place); so the places are draws that know nothing of each other, and as many fights can be
//! played on from there. What comes first should be the most probable, for every place takes it. Must not know rules. Start at
//! [`Left`].

use std::collections::BTreeMap;

use crate::dice::Fractions;
use crate::dice::enumerator::MergeWay;
use crate::sim::day::Halfway;
use crate::sim::layout::DayPoint;

use super::layer::DayState;

/// No number.
const NOTHING: u32 = u32::MAX;

/// A fight that was left over.
pub enum Leftover<F> {
    /// Between two steps, or before a part of the day.
    Whole {
        /// The state.
        state: DayState<F>,
        /// The point of the day.
        point: DayPoint,
    },
    /// In the middle of a step.
    Paused {
        /// The state in which the step began.
        from: DayState<F>,
        /// The way from there.
        way: MergeWay,
        /// The path at which it was left, where some of those behind that way were followed.
        beyond: Option<MergeWay>,
        /// The leg of the day, from 0.
        leg: usize,
    },
}

impl<F> Leftover<F> {
    /// The day as it stands.
    ///
    /// # Panics
    /// In the middle of a step, which has to be played to its end before.
    pub fn halfway(self) -> Halfway<F> {
        let Leftover::Whole { state: DayState { fight, ending, past, course, buried }, point } = self else {
            unreachable!("steps are played to their ends first")
        };
        Halfway { point, fight, ending, past, course, buried }
    }
}

/// All that was left over.
pub struct Left<T> {
    /// By place: the number of what it holds.
    places: Vec<u32>,
    /// By number: something, and how many places hold it.
    held: Vec<(T, u32)>,
    /// Numbers that no place holds any more.
    free: Vec<u32>,
    /// The probability of all that was left.
    mass: f64,
    /// The part of it that was left at each point of the day.
    masses: BTreeMap<DayPoint, f64>,
    luck: Fractions,
}

impl<T> Left<T> {
    /// A reservoir of so many places; without any, nothing is kept.
    pub fn new(places: usize, seed: u64) -> Self {
        // One place may be about to give up something for something else.
        let held = Vec::with_capacity(if places > 0 { places + 1 } else { 0 });
        Left {
            places: vec![NOTHING; places],
            held,
            free: Vec::new(),
            mass: 0.0,
            masses: BTreeMap::new(),
            luck: Fractions::new(seed),
        }
    }

    /// True if anything is kept.
    pub fn keeps(&self) -> bool {
        !self.places.is_empty()
    }

    /// The probability of all that was left.
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Memory of so many places that hold something each, in bytes, about; so much of it is outside of each.
    pub fn bytes(places: usize, outside: usize) -> usize {
        places * (2 * size_of::<u32>() + size_of::<(T, u32)>() + outside)
    }

    /// The number of those that are held.
    pub fn len(&self) -> usize {
        self.held.len() - self.free.len()
    }

    /// The probability of what was left, by point of the day.
    pub fn masses(&self) -> &BTreeMap<DayPoint, f64> {
        &self.masses
    }

    /// All that is held, and by place the index of what it holds among that.
    pub fn into_places(self) -> (Vec<T>, Vec<u32>) {
        let (mut numbers, mut held) = (vec![NOTHING; self.held.len()], Vec::with_capacity(self.len()));
        for (number, (what, places)) in numbers.iter_mut().zip(self.held) {
            if places > 0 {
                *number = held.len() as u32;
                held.push(what);
            }
        }
        let places = self.places.into_iter().filter(|place| *place != NOTHING).map(|place| numbers[place as usize]);
        (held, places.collect())
    }

    /// Leaves something of this probability at a point of the day, which is made once if any place takes it.
    pub fn leave(&mut self, point: DayPoint, mass: f64, what: impl FnOnce() -> T) {
        if !self.keeps() || mass <= 0.0 {
            return;
        }
        self.mass += mass;
        *self.masses.entry(point).or_default() += mass;
        let share = mass / self.mass;
        let (mut what, mut number) = (Some(what), NOTHING);
        let mut place = 0.0;
        loop {
            // As many places pass by between two that take it, each of which does so with this share.
            if share < 1.0 {
                place += (self.luck.draw().ln() / (-share).ln_1p()).floor();
            }
            if place >= self.places.len() as f64 {
                break;
            }
            if let Some(what) = what.take() {
                number = self.number(what());
            }
            self.put(place as usize, number);
            place += 1.0;
        }
    }

    /// Makes something else for each place of what it holds, by what that is; where there is nothing to be made, it stays.
    pub fn resolve(&mut self, mut other: impl FnMut(&T) -> Option<T>) {
        for place in 0..self.places.len() {
            let held = self.held.get(self.places[place] as usize);
            if let Some(other) = held.and_then(|(held, _)| other(held)) {
                let number = self.number(other);
                self.put(place, number);
            }
        }
    }

    /// A number for something that no place holds yet.
    fn number(&mut self, what: T) -> u32 {
        match self.free.pop() {
            Some(number) => {
                self.held[number as usize].0 = what;
                number
            }
            None => {
                self.held.push((what, 0));
                self.held.len() as u32 - 1
            }
        }
    }

    /// Puts an entry at a place, and frees the one that nothing holds any more.
    fn put(&mut self, place: usize, number: u32) {
        self.held[number as usize].1 += 1;
        let before = std::mem::replace(&mut self.places[place], number);
        if before != NOTHING {
            let places = &mut self.held[before as usize].1;
            *places -= 1;
            if *places == 0 {
                self.free.push(before);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::layout::LegEntry;

    const POINT: DayPoint = DayPoint { leg: 0, entry: LegEntry::Fight };

    /// What is held, each with the number of places that hold it.
    fn held(left: Left<u32>) -> Vec<(u32, u32)> {
        let (held, places) = left.into_places();
        let count = |index: u32| places.iter().filter(|place| **place == index).count() as u32;
        let mut held: Vec<(u32, u32)> = (0..).zip(held).map(|(index, what)| (what, count(index))).collect();
        held.sort_unstable();
        held
    }

    #[test]
    fn places_hold_what_was_left_by_its_probability_in_whatever_order_it_came() {
        const PLACES: usize = 100_000;
        let masses = [0.05, 0.3, 0.1, 0.0001, 0.0499];
        for order in [[0, 1, 2, 3, 4], [3, 4, 0, 2, 1]] {
            let mut left = Left::new(PLACES, 7);
            order.into_iter().for_each(|number| left.leave(POINT, masses[number], || number as u32));
            assert!((left.mass() - 0.5).abs() < 1e-12);
            let held = held(left);
            assert_eq!(held.iter().map(|(_, places)| places).sum::<u32>() as usize, PLACES);
            for (number, places) in held {
                let share = masses[number as usize] / 0.5;
                let sigma = (PLACES as f64 * share * (1.0 - share)).sqrt();
                assert!((f64::from(places) - PLACES as f64 * share).abs() < 5.0 * sigma, "{number}: {places}");
            }
        }
    }

    #[test]
    fn each_place_can_make_something_of_its_own_of_what_it_holds() {
        let mut left = Left::new(1000, 1);
        left.leave(POINT, 0.5, || 1);
        left.leave(POINT, 0.5, || 2);
        let mut number = 2;
        left.resolve(|&held| {
            number += 1;
            (held == 2).then_some(number)
        });
        assert!(left.held.len() < 1010, "{} are kept", left.held.len());
        let held = held(left);
        assert!(held[0].0 == 1 && (450..550).contains(&held[0].1), "{:?}", held[0]);
        assert!(held[1..].iter().all(|&(number, places)| number > 2 && places == 1));
        assert_eq!(held[0].1 as usize + held.len() - 1, 1000);
    }

    #[test]
    fn without_places_nothing_is_kept() {
        let mut left = Left::new(0, 1);
        left.leave(POINT, 0.5, || -> u32 { unreachable!("nobody takes it") });
        assert_eq!((left.mass(), held(left)), (0.0, vec![]));
    }
}
