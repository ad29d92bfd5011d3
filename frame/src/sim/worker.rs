//! A worker: everything one thread needs to play fights, allocated once.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::dice::{AnyDice, Lot, Streams, TwoSeeds};
use crate::fight::watch::Attributing;
use crate::fight::{AnyWatch, Counting, Table};
use crate::rules::{Loaded, Rules};
use crate::tally::Tally;

use super::day::{self, CountingWatch};
use super::layout::{DEPTH, Layout};
use super::outlook::Ahead;
use super::prospects::ChanceCourse;

/// The first of some fights.
pub struct BegunFights {
    /// Their counts.
    pub tally: Tally,
    /// True if they are all of them.
    pub whole: bool,
}

impl BegunFights {
    /// None of them yet.
    #[must_use]
    pub fn nothing(tally: Tally) -> Self {
        BegunFights { tally, whole: true }
    }

    /// With more fights that somebody plays, until `interrupted` becomes true.
    #[must_use]
    pub fn played(mut self, player: &mut dyn Player, numbers: Range<u64>, interrupted: &AtomicBool) -> Self {
        for number in numbers {
            self.whole = self.whole && !interrupted.load(Ordering::Relaxed);
            if !self.whole {
                break;
            }
            self.tally.record(player.play(number));
        }
        self.tally.lines.iter_mut().zip(player.take_lines()).for_each(|(sum, line)| *sum += line);
        self
    }

    /// With the fights that come next, as far as these are all that were to come before.
    #[must_use]
    pub fn and(mut self, next: &BegunFights) -> Self {
        if self.whole {
            self.tally.merge(&next.tally);
            self.whole = next.whole;
        }
        self
    }
}

/// The table of a worker.
#[expect(clippy::large_enum_variant, reason = "a worker has one, and every fight goes through it")]
enum Seat {
    /// The table where nobody asks for causes: nothing is slower for those who do.
    Counting(Table<Streams, Counting>),
    /// The table where somebody does: fights are played by the rules as stories and exact answers compile them, and come out alike.
    Attributing(Box<Table<AnyDice, AnyWatch>>),
}

impl Seat {
    /// Returns the number of decisions of each policy line.
    fn lines(&mut self) -> &mut Vec<u64> {
        match self {
            Seat::Counting(table) => &mut table.watch.lines,
            Seat::Attributing(table) => &mut CountingWatch::counting(&mut table.watch).lines,
        }
    }

    /// Returns the dice.
    fn streams(&mut self) -> &mut Streams {
        match self {
            Seat::Counting(table) => &mut table.dice,
            Seat::Attributing(table) => match &mut table.dice {
                AnyDice::Streams(streams) => streams,
                _ => unreachable!("a worker rolls the dice of streams"),
            },
        }
    }
}

/// Plays fights by their numbers, whatever their system.
pub trait Player {
    /// Plays the fight of this number; its values are the result, one per metric.
    fn play(&mut self, number: u64) -> &[i64];

    /// The number of decisions by each policy line in the fights played so far; they are counted anew from here on.
    fn take_lines(&mut self) -> Vec<u64>;
}

/// Plays fights by their numbers with some of their dice rolled anew, whatever their system.
pub trait Redrawer {
    /// Plays the fight of this number with other dice for a lot; its values are the result, one per metric.
    fn play(&mut self, number: u64, lot: &Lot) -> &[i64];

    /// True if any die of a lot was rolled in the fight that was played last.
    fn drew(&self, lot: &Lot) -> bool;
}

/// Plays fights of one system with some of their dice rolled anew.
pub struct Redrawing<'a, R: Rules> {
    worker: Worker<'a, R>,
    seeds: TwoSeeds,
}

impl<'a, R: Rules> Redrawing<'a, R> {
    /// A worker for this scenario, whose dice are those of the first seed, and of the second where they are rolled anew.
    #[must_use]
    pub fn new(loaded: &'a Loaded<R>, layout: &'a Layout, seeds: [u64; 2]) -> Self {
        // Chances belong to a fight with its own dice: with others they are not known.
        let worker = Worker { ahead: Vec::new(), ..Worker::new(loaded, layout, seeds[0]) };
        let seeds = TwoSeeds::new(seeds, &loaded.identities(), loaded.rules.purposes());
        Redrawing { worker, seeds }
    }
}

impl<R: Rules> Redrawer for Redrawing<'_, R> {
    fn play(&mut self, number: u64, lot: &Lot) -> &[i64] {
        self.worker.seat.streams().lay(&self.seeds, lot);
        self.worker.play(number)
    }

    fn drew(&self, lot: &Lot) -> bool {
        match &self.worker.seat {
            Seat::Counting(table) => table.dice.drew(lot),
            Seat::Attributing(table) => matches!(&table.dice, AnyDice::Streams(streams) if streams.drew(lot)),
        }
    }
}

impl<R: Rules> Player for Worker<'_, R> {
    fn play(&mut self, number: u64) -> &[i64] {
        Worker::play(self, number)
    }

    fn take_lines(&mut self) -> Vec<u64> {
        std::mem::take(self.seat.lines())
    }
}

/// Plays fights of one system by their numbers.
pub struct Worker<'a, R: Rules> {
    loaded: &'a Loaded<R>,
    layout: &'a Layout,
    fight: R::Fight,
    seat: Seat,
    values: Vec<i64>,
    /// By fight of the day whose chances somebody asks about: who looks ahead in it.
    ahead: Vec<(usize, Ahead<'a, R>)>,
}

impl<'a, R: Rules> Worker<'a, R> {
    /// A worker for this scenario and seed.
    #[must_use]
    pub fn new(loaded: &'a Loaded<R>, layout: &'a Layout, seed: u64) -> Self {
        let watch = Counting::new(loaded.combatants.len(), loaded.rules.counters(), loaded.lines.lines().len());
        let workspace = if layout.day.is_some() { layout.block } else { 0 };
        let dice = loaded.streams(seed);
        let causes = &layout.caused.causes;
        let seat = if causes.is_empty() {
            Seat::Counting(Table { dice, watch })
        } else {
            let watch = AnyWatch::Attributing(Attributing::new(watch, causes));
            Seat::Attributing(Box::new(Table { dice: AnyDice::Streams(dice), watch }))
        };
        Worker {
            loaded,
            layout,
            fight: loaded.rules.blank(),
            seat,
            values: vec![0; layout.catalogue.metrics.len() + workspace],
            ahead: Self::ahead(loaded, layout, seed),
        }
    }

    /// Those who look ahead in the fights whose chances somebody asks about.
    fn ahead(loaded: &'a Loaded<R>, layout: &'a Layout, seed: u64) -> Vec<(usize, Ahead<'a, R>)> {
        let mut fights: Vec<usize> = layout.foreseen().iter().map(|foreseen| foreseen.fight).collect();
        fights.sort_unstable();
        fights.dedup();
        fights.into_iter().filter_map(|fight| Some((fight, Ahead::new(loaded, layout, seed, fight)?))).collect()
    }

    /// Fills in what the chances of the fight of this number say, where they are looked at.
    #[cold]
    #[inline(never)]
    fn look_ahead(&mut self, number: u64) {
        if !Layout::foresees(number) {
            return;
        }
        for (fight, ahead) in &mut self.ahead {
            let Some(course) = ChanceCourse::found(ahead, number, self.loaded.sides.len(), DEPTH) else { continue };
            let asked = self.layout.foreseen().iter().filter(|foreseen| foreseen.fight == *fight);
            asked.for_each(|foreseen| self.values[foreseen.metric] = foreseen.what.of(&course));
        }
        self.layout.answer(&mut self.values[..self.layout.catalogue.metrics.len()]);
    }

    /// Plays the fight of this number; its values are the result, one per metric.
    #[inline]
    pub fn play(&mut self, number: u64) -> &[i64] {
        match &mut self.seat {
            Seat::Counting(table) => {
                table.dice.begin(number);
                day::play(self.loaded, self.layout, &mut self.fight, table, &mut self.values);
            }
            Seat::Attributing(table) => {
                if let AnyDice::Streams(streams) = &mut table.dice {
                    streams.begin(number);
                }
                day::play(self.loaded, self.layout, &mut self.fight, table, &mut self.values);
            }
        }
        if !self.ahead.is_empty() {
            self.look_ahead(number);
        }
        &self.values[..self.layout.catalogue.metrics.len()]
    }

    /// Plays fights and counts them.
    #[must_use]
    pub fn tally(mut self, numbers: Range<u64>) -> Tally {
        let mut tally = Tally::new(&self.layout.catalogue, self.seat.lines().len());
        for number in numbers {
            let values = self.play(number);
            tally.record(values);
        }
        tally.lines = self.take_lines();
        tally
    }
}
