//! The limits of the solver, and its conduct when it comes to one.
//!
//! Owns the limits and the pace: everything is followed until a limit of work is met; from then on each layer gets a part of what is
//! kept back for this, the most probable states first, so that as much as possible still comes to its end. Where there is no
//! room, the least probable states go. Must not know rules. Start at [`SolverLimits`] and [`Budget`].

use std::time::{Duration, Instant};

/// The limits of the solver.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolverLimits {
    /// Most memory for states, in bytes.
    pub bytes: usize,
    /// Most states at a time.
    pub states: usize,
    /// Most outcomes of dice while everything is followed; half as many again are there to bring what is left to an end. Steps that are
    /// known already count for a little too.
    pub outcomes: u64,
    /// Most time; a third of it is kept back to bring what is left to an end.
    pub time: Option<Duration>,
    /// Before each step, the least probable states that are less probable than this in all are left unresolved.
    pub light: f64,
    /// Ends a fight as soon as no more than this probability goes on, divided by the fights of the day.
    pub within: f64,
    /// Paths that come to the same at a [merge point](crate::dice::merging) are one. Without it every path is followed by itself,
    /// which is slower and comes to the same.
    pub merges: bool,
    /// States that come again in later rounds are followed once. Without it each is followed in each round, which is slower and comes to
    /// the same.
    pub recalls: bool,
}

impl Default for SolverLimits {
    fn default() -> Self {
        SolverLimits {
            bytes: 1 << 30,
            states: usize::MAX,
            outcomes: 30_000_000,
            time: None,
            light: 1e-14,
            within: 0.0,
            merges: true,
            recalls: true,
        }
    }
}

/// The reason why not everything was followed to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverStop {
    /// The headline is known as well as was asked.
    Within,
    /// Too many states at a time.
    States,
    /// Too much memory.
    Memory,
    /// Too many outcomes of dice.
    Outcomes,
    /// The time is up.
    Time,
    /// A listener has broken it off.
    Interrupted,
}

/// The stage that the solver has reached.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolverStage {
    /// The fight of the day, from 1.
    pub fight: usize,
    /// Its round.
    pub round: u32,
    /// States at the moment.
    pub states: usize,
    /// The probability of having ended the fight at hand.
    pub decided: f64,
    /// Fights that were played on from where the solver stopped.
    pub played: u64,
}

/// One of so many parts of what is left is for each layer, once a limit of work has been met.
const PARTS: u64 = 24;
/// Between two looks at the clock.
const LOOK: Duration = Duration::from_millis(50);
/// Outcomes between two thoughts of the clock.
const TICKS: u32 = 64;
/// So many steps that are known already take as much time as an outcome of dice.
const STEPS_PER_OUTCOME: u64 = 32;
/// Outcomes per second before any have been timed, with a good deal to spare.
const PACE_FIRST: f64 = 200_000.0;
/// As many outcomes at that pace count as timed: the first few say nothing of those that follow.
const TIMED_FIRST: f64 = 20_000.0;

/// The rest of the limits of work.
pub struct Budget<'a> {
    limits: SolverLimits,
    hear: &'a mut dyn FnMut(SolverStage) -> bool,
    began: Instant,
    looked: Instant,
    /// The limit that was met first.
    stopped: Option<SolverStop>,
    /// Outcomes at which the layer at hand has had its part, once a limit of work has been met.
    layer_until: Option<u64>,
    /// Nothing is followed any more.
    over: bool,
    /// True if whoever listens has broken it off.
    broken_off: bool,
    /// Outcomes and steps since the last look at the clock.
    ticks: u32,
    /// Steps along what is known already.
    steps: u64,
}

impl<'a> Budget<'a> {
    /// All of it. `hear` is told how far it has come, and says whether to go on.
    pub fn new(limits: SolverLimits, hear: &'a mut dyn FnMut(SolverStage) -> bool) -> Self {
        let now = Instant::now();
        Budget {
            limits,
            hear,
            began: now,
            looked: now,
            stopped: None,
            layer_until: None,
            over: false,
            broken_off: false,
            ticks: 0,
            steps: 0,
        }
    }

    /// The limit that was met first.
    pub fn stopped(&self) -> Option<SolverStop> {
        self.stopped
    }

    /// True if whoever listens has broken it off.
    pub fn broken_off(&self) -> bool {
        self.broken_off
    }

    /// True if a limit of work has been met and every layer gets a part of what is left.
    fn hurries(&self) -> bool {
        self.layer_until.is_some()
    }

    /// Notes that a limit was met.
    pub fn met(&mut self, stop: SolverStop) {
        self.stopped.get_or_insert(stop);
    }

    /// Notes steps along what is known already.
    pub fn walked(&mut self, steps: usize) {
        self.steps += steps as u64;
    }

    /// All work so far, in outcomes of dice.
    fn work(&self, outcomes: u64) -> u64 {
        outcomes + self.steps / STEPS_PER_OUTCOME
    }

    /// Begins a layer after so many outcomes.
    pub fn begin_layer(&mut self, outcomes: u64) {
        if self.hurries() {
            self.layer_until = Some(self.work(outcomes) + (self.left(outcomes) / PARTS).max(1));
        }
    }

    /// Notes that what there was for following everything is spent, and goes over to bringing what is left to an end.
    pub fn spent(&mut self, outcomes: u64) {
        self.hurry(if self.work(outcomes) >= self.limits.outcomes { SolverStop::Outcomes } else { SolverStop::Time }, outcomes);
    }

    /// True if there is something left for the layer at hand.
    pub fn has_room(&mut self, outcomes: u64) -> bool {
        if !self.over && !self.hurries() && self.room(outcomes) == 0 {
            self.spent(outcomes);
        }
        self.room(outcomes) > 0
    }

    /// Notes that a limit is met, and ends the present layer at once.
    fn hurry(&mut self, stop: SolverStop, outcomes: u64) {
        self.met(stop);
        if self.layer_until.is_none() {
            self.layer_until = Some(0);
            self.begin_layer(outcomes);
        }
    }

    /// Outcomes that are left in all, in a hurry.
    fn left(&self, outcomes: u64) -> u64 {
        let most = self.limits.outcomes.saturating_add(self.limits.outcomes / 2);
        most.saturating_sub(self.work(outcomes)).min(self.by_time(outcomes))
    }

    /// The number of outcomes that fit in before the time is up, by the pace so far.
    fn by_time(&self, outcomes: u64) -> u64 {
        let Some(time) = self.limits.time else { return u64::MAX };
        let passed = self.began.elapsed();
        let pace = (self.work(outcomes) as f64 + TIMED_FIRST) / (passed.as_secs_f64() + TIMED_FIRST / PACE_FIRST);
        (time.saturating_sub(passed).as_secs_f64() * pace) as u64
    }

    /// Outcomes that the next state may take: 0 when the layer has had its part.
    pub fn room(&self, outcomes: u64) -> u64 {
        if self.over {
            return 0;
        }
        self.layer_until.unwrap_or(self.limits.outcomes).saturating_sub(self.work(outcomes))
    }

    /// The time at which a state is left whose outcomes are being followed.
    pub fn until(&self) -> Option<Instant> {
        let passes = if self.hurries() { self.limits.time } else { self.patience() };
        passes.map(|passes| self.began + passes)
    }

    /// The time after which not everything is followed any more.
    fn patience(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(time / 3))
    }

    /// Looks whether a limit of time is met; true if it is.
    fn is_late(&mut self, passed: Duration, outcomes: u64) -> bool {
        if self.limits.time.is_some_and(|time| passed >= time) {
            self.met(SolverStop::Time);
            self.over = true;
            return true;
        }
        let late = !self.hurries() && self.patience().is_some_and(|most| passed >= most);
        if late {
            self.hurry(SolverStop::Time, outcomes);
        }
        late
    }

    /// Notes that a state was left after so many outcomes, where that was for want of time.
    pub fn left_off(&mut self, outcomes: u64) {
        self.is_late(self.began.elapsed(), outcomes);
    }

    /// Looks at the clock now and then, and tells how far it has come; false when the state at hand should be left.
    pub fn look(&mut self, stage: impl FnOnce() -> SolverStage, outcomes: u64) -> bool {
        if self.over {
            return false;
        }
        self.ticks += 1;
        if self.ticks < TICKS {
            return true;
        }
        self.ticks = 0;
        let now = Instant::now();
        if now - self.looked < LOOK {
            return true;
        }
        self.looked = now;
        if !(self.hear)(stage()) {
            self.met(SolverStop::Interrupted);
            (self.over, self.broken_off) = (true, true);
            return false;
        }
        !self.is_late(now - self.began, outcomes)
    }
}
