//! Fights with some of their dice rolled anew: the same fights again and again, each time with other dice for one lot of streams.
//!
//! Owns the parallel playing of such fights. A fight number is played with its own dice, with other dice throughout, and with its own dice
//! but for each lot; what was not rolled in a fight need not be rolled anew, and that fight is not played again. What is counted of the
//! values is for whoever asks. Start at [`Redraw::count`].

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::dice::Lot;
use crate::dice::key::mix;
use crate::error::Failure;

use super::engine::Engine;
use super::run::parts;
use super::solo::Arm;
use super::threads::{self, ThreadPool};

/// Fight numbers of a batch: each is played as often as there are lots.
const BATCH: u64 = 1 << 13;

/// A constant that tells the seed of other dice from all seeds that anybody types.
const OTHER: u64 = 0x5EED_07E2_D1CE_0A11;

/// Fights to be played with some of their dice rolled anew.
pub struct Redraw<'a, E: Engine + ?Sized> {
    /// The scenario, with the seed of its own dice.
    pub arm: &'a Arm<E>,
    /// The lots, each of which is rolled anew by itself.
    pub lots: &'a [Lot],
    /// The metrics whose values are wanted.
    pub metrics: &'a [usize],
}

/// The values of one fight number: of each metric that is wanted, in their order.
pub struct Deal {
    /// With its own dice.
    pub own: Vec<i64>,
    /// With other dice throughout.
    pub other: Vec<i64>,
    /// By lot: with its own dice but for those of the lot.
    pub mixed: Vec<Vec<i64>>,
    /// By lot: whether any die of it was rolled with its own dice.
    pub drew: Vec<bool>,
    /// Fights that were played for it.
    pub played: u64,
}

impl<E: Engine + ?Sized> Redraw<'_, E> {
    /// Plays these fight numbers. What `add` makes of each is put together by `merge`, which must not depend on the order. `progress` is told
    /// after every batch how many numbers are over. None when `interrupted` became true before the end.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn count<S: Send>(
        &self,
        fights: Range<u64>,
        (threads, interrupted): (Option<u16>, &AtomicBool),
        (empty, add, merge): (
            impl Fn() -> S + Sync + Send,
            impl Fn(&mut S, &Deal) + Sync + Send,
            impl Fn(&mut S, S) + Sync + Send,
        ),
        progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Option<S>, Failure> {
        let both = |mut sum: S, part: S| {
            merge(&mut sum, part);
            sum
        };
        ThreadPool::new(threads)?.install(|| {
            let (mut all, mut from) = (empty(), fights.start);
            while from < fights.end {
                let to = fights.end.min(from + BATCH);
                let part = |sum, part: Range<u64>| self.part(sum, part, &add, interrupted);
                let batch = threads::sum(parts(from..to).collect(), &empty, part, both);
                if interrupted.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                merge(&mut all, batch);
                from = to;
                progress(to - fights.start);
            }
            Ok(Some(all))
        })
    }

    /// Plays some of the numbers in one thread.
    fn part<S>(&self, mut sum: S, numbers: Range<u64>, add: &impl Fn(&mut S, &Deal), interrupted: &AtomicBool) -> S {
        let seed = self.arm.seed;
        let mut redrawer = self.arm.loaded.redrawer(&self.arm.layout, [seed, mix(seed ^ OTHER)]);
        let none = Lot::of(self.arm.loaded.combatants().len(), self.arm.loaded.purposes(), |_, _| false);
        let rest: Vec<Lot> = self.lots.iter().map(Lot::others).collect();
        let (wanted, lots) = (self.metrics.len(), self.lots.len());
        let values = || vec![0; wanted];
        let mut deal = Deal { own: values(), other: values(), mixed: vec![values(); lots], drew: vec![false; lots], played: 0 };
        for number in numbers {
            if interrupted.load(Ordering::Relaxed) {
                break;
            }
            self.take(redrawer.play(number, &none), &mut deal.own);
            deal.drew.iter_mut().zip(self.lots).for_each(|(drew, lot)| *drew = redrawer.drew(lot));
            self.take(redrawer.play(number, &none.others()), &mut deal.other);
            deal.played = 2;
            let beyond: Vec<bool> = rest.iter().map(|rest| redrawer.drew(rest)).collect();
            for (index, lot) in self.lots.iter().enumerate() {
                let mixed = &mut deal.mixed[index];
                // Dice that nobody rolled decide nothing, whatever they would have shown.
                if !deal.drew[index] {
                    mixed.copy_from_slice(&deal.own);
                } else if !beyond[index] {
                    mixed.copy_from_slice(&deal.other);
                } else {
                    self.take(redrawer.play(number, lot), mixed);
                    deal.played += 1;
                }
            }
            add(&mut sum, &deal);
        }
        sum
    }

    /// Keeps the values that are wanted.
    fn take(&self, values: &[i64], kept: &mut [i64]) {
        kept.iter_mut().zip(self.metrics).for_each(|(kept, &metric)| *kept = values[metric]);
    }
}
