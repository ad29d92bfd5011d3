//! Outlooks: how a fight of a run may still end, seen from every moment of it.
//!
//! Owns the way through one fight that keeps its state after every round or step, and the continuations from these: the same state with
//! fresh dice, played to the end of the fight and no further. They are played by the rules as runs compile them, and nothing of them is
//! measured but how they end. A continuation's luck depends on the seed, the fight, its steps so far and the number of the continuation
//! alone. Must not judge. Start at [`Outlook`]; for many fights in parallel at [`Arm::look_ahead`].

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::dice::Streams;
use crate::dice::key::mix;
use crate::error::Failure;
use crate::fight::{Counting, Ending, Progress, Table};
use crate::rules::{Loaded, Rules};

use super::day::{DayGround, approach, fight_out, leg_of};
use super::engine::Engine;
use super::layout::Layout;
use super::solo::Arm;
use super::threads::{self, ThreadPool};

/// Tells the luck of continuations from that of fights.
const AHEAD: u64 = 0x0A4E_AD0F_71CE;
/// Continuations from one state at the most.
pub const CONTINUATIONS_MOST: u32 = 1 << 20;
/// Steps of a fight that are told apart by their luck.
const STEPS_MOST: u64 = 1 << 32;

/// A moment of a fight between two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FightMoment {
    /// Rounds that are over.
    pub over: u32,
    /// Rounds that have begun: as many, or one more.
    pub begun: u32,
    /// Steps that are over.
    pub steps: u32,
}

/// Looks ahead in fights.
pub trait Outlook {
    /// Plays the fight of this number, and keeps its states: as it begins, and after each round, or with `turns` after each step. The ending,
    /// with the number of rounds; none where the fight does not take place.
    fn follow(&mut self, number: u64, turns: bool) -> Option<(Ending, u32)>;

    /// The moments of the fight that was followed, in their order. Of the end of the fight there is none.
    fn moments(&self) -> &[FightMoment];

    /// Plays on from a moment, by its index, once for each of these numbers of continuations, from 0 to [`CONTINUATIONS_MOST`]. Adds to
    /// `counts`, by the [value of the winner](Ending::winner), how they end.
    fn play_on(&mut self, moment: usize, continuations: Range<u32>, counts: &mut [u32]);
}

/// An outlook in one system.
pub(super) struct Ahead<'a, R: Rules> {
    loaded: &'a Loaded<R>,
    layout: &'a Layout,
    seed: u64,
    /// The number of the fight that was followed.
    number: u64,
    /// The leg of the day that the fight is.
    leg: usize,
    fight: R::Fight,
    table: Table<Streams, Counting>,
    /// The table of continuations.
    onward: Table<Streams, Counting>,
    values: Vec<i64>,
    moments: Vec<FightMoment>,
    /// The state at each moment, and behind them others to be used again.
    states: Vec<R::Fight>,
}

impl<'a, R: Rules> Ahead<'a, R> {
    /// An outlook in a fight of the day, by its number from 0. None where the day has no such fight.
    pub fn new(loaded: &'a Loaded<R>, layout: &'a Layout, seed: u64, fight: usize) -> Option<Self> {
        let leg = leg_of(loaded, fight)?;
        let table = |seed| Table {
            dice: loaded.streams(seed),
            watch: Counting::new(loaded.combatants.len(), loaded.rules.counters(), loaded.lines.lines().len()),
        };
        Some(Ahead {
            loaded,
            layout,
            seed,
            number: 0,
            leg,
            fight: loaded.rules.blank(),
            table: table(seed),
            onward: table(seed),
            values: vec![0; layout.catalogue.metrics.len() + layout.block],
            moments: Vec::new(),
            states: Vec::new(),
        })
    }

    /// Keeps the state at hand.
    fn keep(&mut self, moment: FightMoment) {
        let place = self.moments.len();
        self.moments.push(moment);
        if place == self.states.len() {
            self.states.push(self.loaded.rules.blank());
        }
        self.states[place].clone_from(&self.fight);
    }
}

impl<R: Rules> Outlook for Ahead<'_, R> {
    fn follow(&mut self, number: u64, turns: bool) -> Option<(Ending, u32)> {
        let loaded = self.loaded;
        self.number = number;
        self.moments.clear();
        self.table.dice.begin(number);
        let ground = DayGround { fight: &mut self.fight, table: &mut self.table, values: &mut self.values };
        let sides = approach(loaded, self.layout, self.leg, ground).0?;
        // Another fight of the day has other continuations.
        self.onward.dice = loaded.streams(mix(mix(self.seed ^ AHEAD) ^ mix(number)) ^ self.leg as u64);
        if let Some(ending) = loaded.rules.meet(sides, &mut self.fight, &mut self.table) {
            return Some((ending, 0));
        }
        let mut moment = FightMoment { over: 0, begun: 0, steps: 0 };
        self.keep(moment);
        loop {
            let progress = loaded.rules.step(&mut self.fight, &mut self.table);
            moment.steps += 1;
            moment.begun = moment.over + 1;
            match progress {
                Progress::Over(ending) => return Some((ending, moment.begun)),
                Progress::Round => moment.over += 1,
                Progress::Turn if !turns => continue,
                Progress::Turn => {}
            }
            self.keep(moment);
        }
    }

    fn moments(&self) -> &[FightMoment] {
        &self.moments
    }

    fn play_on(&mut self, moment: usize, continuations: Range<u32>, counts: &mut [u32]) {
        let rules = &self.loaded.rules;
        let steps = u64::from(self.moments[moment].steps) % STEPS_MOST;
        for continuation in continuations {
            self.fight.clone_from(&self.states[moment]);
            self.onward.dice.begin((steps * u64::from(CONTINUATIONS_MOST) + u64::from(continuation)) % (u64::MAX - 1));
            self.onward.watch.counts.clear();
            let ending = fight_out(rules, &mut self.fight, &mut self.onward);
            counts[ending.winner(self.loaded.sides.len()) as usize] += 1;
        }
    }
}

/// Fights of a part: each takes many times as long as one of a run.
const PART: u64 = 4;
/// Parts of a batch.
const PARTS: u64 = 32;

/// What is looked at in many fights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The fight of the day, from 0.
    pub fight: usize,
    /// Numbers of fights.
    pub fights: Range<u64>,
    /// Threads; without it, one per core. Nothing depends on them.
    pub threads: Option<u16>,
}

impl<E: Engine + ?Sized> Arm<E> {
    /// Does something with each of these fights, in parallel, and returns what comes of it in the order of their numbers: all of them, or those
    /// before `interrupted` became true. `progress` is told now and then how many are over.
    ///
    /// # Errors
    /// More threads than can be started; a day that has no such fight.
    pub fn look_ahead<T: Send>(
        &self,
        look: &Look,
        interrupted: &AtomicBool,
        progress: &mut (dyn FnMut(u64) + Send),
        work: impl Fn(&mut dyn Outlook, u64) -> T + Sync + Send,
    ) -> Result<Vec<T>, Failure> {
        let all = self.layout.fights();
        if look.fight >= all {
            let fights = if all == 1 { "there is one fight".to_owned() } else { format!("the day has {all} fights") };
            return Err(Failure::Usage(format!("{fights}, so there is no fight {}", look.fight + 1)));
        }
        let part = |numbers: Range<u64>| {
            let outlook = self.loaded.outlook(&self.layout, self.seed, look.fight);
            let mut outlook = outlook.ok_or_else(|| Failure::Bug("a fight of the layout is none of the plan".into()))?;
            let goes_on = |_: &u64| !interrupted.load(Ordering::Relaxed);
            Ok(numbers.take_while(goes_on).map(|number| work(&mut *outlook, number)).collect())
        };
        ThreadPool::new(look.threads)?.install(|| {
            let mut done: Vec<T> = Vec::new();
            let mut from = look.fights.start;
            while from < look.fights.end {
                let to = look.fights.end.min(from + PART * PARTS);
                let parts = (from..to).step_by(PART as usize).map(|from| from..to.min(from + PART)).collect();
                for (place, part) in threads::map(parts, part).into_iter().enumerate() {
                    let part: Vec<T> = part?;
                    let whole = part.len() as u64 == PART.min(to - from - place as u64 * PART);
                    done.extend(part);
                    if !whole {
                        return Ok(done);
                    }
                }
                from = to;
                progress(from - look.fights.start);
            }
            Ok(done)
        })
    }
}
