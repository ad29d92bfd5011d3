//! Rounds of a fight whose states come again: known ones are passed through by numbers, and unknown ones are followed once.
//!
//! Owns how a step is taken along a [chain](super::chain), the most probable first once a limit has been met, and what goes where the
//! chain has no room. Start at [`Solver::follow_chain`].

use std::hash::Hash;
use std::ops::Range;

use crate::dice::enumerator::{Came, MergeWay, Start};
use crate::dice::{Enumerator, Explored, MergeKey};
use crate::fight::day::Sides;
use crate::fight::{Bodied, Progress};
use crate::rules::Rules;
use crate::sim::layout::DayPoint;

use super::budget::{SolverLimits, SolverStop};
use super::chain::{Chain, ChainRow, Front, Leads, NotedMean, Visit};
use super::layer::{DayState, Layer};
use super::{FLOOR, Ground, Leftover, Next, RARE, Solver, SolverStage, outside};

/// The row of a state is found out for all fights that come to it later: no path is cut there that is more probable than this.
const FLOOR_MOST: f64 = 1e-13;
/// Fights that are over are measured as soon as they take one of so many parts of the memory.
const PART_FOR_OVER: usize = 8;
/// With less memory there is no chain.
const MEMORY_LEAST: usize = 1 << 20;
/// Settled results of dice have one of so many parts of the memory at the most while there is a chain.
const PART_FOR_LAWS: usize = 4;

/// A chain, and the state at hand.
pub(super) struct Chained<F: Bodied> {
    chain: Chain<F>,
    /// The rounds that are alike.
    alike: Range<u32>,
    /// True if settled results of dice have taken all the room that there is for them.
    settled: bool,
    /// True if what follows from the place at hand leads to a state that cannot be put into other rounds, since a clock has run out in it.
    strays: bool,
    /// The state at hand.
    from: DayState<F>,
}

impl<F: Bodied + Clone + Eq + Hash> Chained<F> {
    /// True if there is no room for more.
    fn is_full(&self, limits: &SolverLimits) -> bool {
        self.settled || self.chain.is_full(limits)
    }

    /// True if somebody's turn is to come.
    pub fn has_turns(&self) -> bool {
        self.chain.turns.len() > 0
    }

    /// The probability of all that goes on with the next round, and the number of its states.
    pub fn goes_on(&self) -> (f64, usize) {
        (self.chain.rounds.mass(), self.chain.rounds.len())
    }

    /// Begins the next round.
    pub fn begin_round(&mut self) {
        self.chain.begin_round();
    }

    /// Puts the state at hand into the round in which those are kept that are one for all rounds; true if it is one of them.
    fn makes_timeless(&self, state: &mut DayState<F>) -> bool {
        self.alike.contains(&state.fight.round()) && state.fight.set_round(self.alike.start)
    }

    /// Writes down the state of a place in a round, or that in which its step began. Returns the way from there.
    fn write(&mut self, Visit { place, round, .. }: Visit) -> Option<MergeWay> {
        let begins = self.chain.beginning(place);
        self.chain.write(begins, &mut self.from);
        if self.chain.is_timeless(begins) {
            self.from.fight.set_round(round);
        }
        self.chain.way(place).cloned()
    }

    /// Writes down what is left over of a place for which there is no more work.
    fn left_over(&mut self, visit: Visit, point: DayPoint) -> Leftover<F> {
        match self.write(visit) {
            None => Leftover::Whole { state: self.from.clone(), point },
            Some(way) => Leftover::Paused { from: self.from.clone(), way, beyond: None, leg: point.leg },
        }
    }
}

impl<R: Rules> Solver<'_, R> {
    /// The chain for a fight; none where its rounds are not alike.
    pub(super) fn chain(&self) -> Option<Chained<R::Fight>> {
        let alike = self.rules.rounds_alike();
        let helps = !alike.is_empty() && self.limits.recalls && self.limits.bytes >= MEMORY_LEAST;
        helps.then(|| Chained {
            chain: Chain::default(),
            alike,
            settled: false,
            strays: false,
            from: self.ground.state.clone(),
        })
    }

    /// Measures fights along the chain that are over, as many at a time as there is room for.
    pub(super) fn end_chained(&mut self, chained: &mut Chained<R::Fight>, sides: Sides, next: &mut Next<R::Fight>) {
        for mut front in chained.chain.take_over() {
            while let Some(visit) = front.take(false) {
                chained.write(visit);
                next.over.add(&chained.from, visit.mass, outside(self.rules, &chained.from));
                let much = next.over.bytes() + next.over.growth() > self.limits.bytes / PART_FOR_OVER;
                if much || next.over.len() + next.parted.len() >= self.limits.states {
                    self.part(sides, next);
                }
            }
            chained.chain.give_back(front);
        }
    }

    /// Counts what has been counted along the chain.
    pub(super) fn count_chained(&mut self, chained: &mut Chained<R::Fight>) {
        let (counted, graves) = (&mut self.counted, &mut self.graves);
        chained.chain.take_noted(|noted, sum| match noted {
            NotedMean::Counted(who, counter) => counted.add_sum(who, counter, sum),
            NotedMean::Buried(grave) => graves.add(grave, sum),
        });
    }

    /// Takes a step along the chain from where it stands and from these states.
    pub(super) fn follow_chain(
        &mut self,
        mut layer: Layer<R::Fight>,
        chained: &mut Chained<R::Fight>,
        sides: Sides,
        next: &mut Next<R::Fight>,
    ) {
        let rules = self.rules;
        layer.first_come();
        while let Some((mut state, mass)) = layer.take() {
            let (round, bytes) = (state.fight.round(), outside(rules, &state));
            let timeless = chained.makes_timeless(&mut state);
            let place = chained.chain.whole(&mut state, timeless, bytes);
            chained.chain.add(Leads::Turn, Visit { place, round, mass });
            if chained.is_full(&self.room()) {
                self.make_room(chained, &mut Vec::new(), sides, next);
            }
        }
        self.budget.begin_layer(self.solved.size.outcomes);
        chained.chain.begin_step();
        while let Some(front) = chained.chain.next_front() {
            self.follow_front(front, chained, sides, next);
        }
        self.measure_chain(&chained.chain, 0);
    }

    /// Notes the size of a chain, and of so many bytes besides.
    fn measure_chain(&mut self, chain: &Chain<R::Fight>, besides: usize) {
        let (states, bytes) = (chain.waiting(&[]), chain.bytes() + self.graves.bytes() + besides);
        let size = &mut self.solved.size;
        (size.bytes, size.states) = (size.bytes.max(bytes), size.states.max(states));
    }

    /// All places of a front, with those in the middle of the same step: wave by wave, or each to the end of the step once a limit has
    /// been met.
    fn follow_front(&mut self, front: Front, chained: &mut Chained<R::Fight>, sides: Sides, next: &mut Next<R::Fight>) {
        let (round, fight, decided) = (front.round, self.fight, self.ended);
        (self.solved.size.fight, self.solved.size.round) = (fight, round);
        let least = self.light(front.len()) / front.len().max(1) as f64;
        let alike = chained.alike.contains(&round);
        let mut waves = vec![front];
        // True if no row has been found out since room was made.
        let mut renewed = false;
        loop {
            let limited = self.budget.stopped().is_some();
            let waits = |wave: &Front| wave.len() > 0;
            let depth = if limited { waves.iter().rposition(waits) } else { waves.iter().position(waits) };
            let Some((depth, visit)) = depth.and_then(|depth| Some((depth, waves[depth].take(limited)?))) else { break };
            if visit.mass < least {
                self.solved.unresolved += visit.mass;
                continue;
            }
            let outcomes = self.solved.size.outcomes;
            let states = chained.chain.waiting(&waves);
            self.budget.look(|| SolverStage { fight, round, states, decided, played: 0 }, outcomes);
            if !self.budget.has_room(outcomes) {
                self.leave_visit(visit, chained);
                continue;
            }
            let lasts = alike || !chained.chain.is_timeless(visit.place);
            let known = chained.chain.row(visit.place).filter(|_| lasts);
            let row = known.or_else(|| self.find_out(visit, lasts, chained, sides));
            let Some(row) = row else {
                let full = chained.is_full(&self.room());
                if full && !renewed {
                    renewed = true;
                    waves[depth].add(visit.place, visit.mass);
                    self.make_room(chained, &mut waves, sides, next);
                } else {
                    if full {
                        self.budget.met(SolverStop::Memory);
                    }
                    self.leave_visit(visit, chained);
                }
                continue;
            };
            renewed = false;
            if waves.len() == depth + 1 {
                waves.push(chained.chain.front(round));
            }
            let chain = &mut chained.chain;
            chain.pass(row, visit.mass);
            self.solved.unresolved += visit.mass * row.lost;
            self.budget.walked(row.edges().len());
            for number in row.edges() {
                let edge = chain.edge(number);
                let (place, mass) = (edge.to, visit.mass * edge.probability);
                match edge.leads {
                    Leads::Within => waves[depth + 1].add(place, mass),
                    leads => chain.add(leads, Visit { place, round: round + u32::from(edge.later), mass }),
                }
            }
            if chain.row(visit.place).is_none_or(|kept| kept != row) {
                chain.drop_last(row);
            }
            while chained.chain.waiting(&waves) > self.limits.states
                && self.leave_light(SolverStop::States, chained, &mut waves)
            {}
        }
        waves.into_iter().for_each(|wave| chained.chain.give_back(wave));
    }

    /// Makes room where there is none, in the chain and for settled results of dice: measures fights that are over, and forgets what
    /// follows from each place. Where those that wait take too much of it by themselves, the least probable are left.
    fn make_room(&mut self, chained: &mut Chained<R::Fight>, waves: &mut Vec<Front>, sides: Sides, next: &mut Next<R::Fight>) {
        if std::mem::take(&mut chained.settled) {
            // Ways lead along settled results.
            let within = waves.drain(1.min(waves.len())..);
            for visit in within.flat_map(|mut wave| std::iter::from_fn(move || wave.take(true))).collect::<Vec<Visit>>() {
                self.budget.met(SolverStop::Memory);
                self.leave_visit(visit, chained);
            }
            self.play_steps_on();
            self.ground.dice().forget();
        }
        self.end_chained(chained, sides, next);
        self.part(sides, next);
        self.count_chained(chained);
        loop {
            let before = chained.chain.bytes();
            chained.chain.renew(waves);
            self.measure_chain(&chained.chain, before);
            if !chained.chain.is_crowded(&self.room()) || !self.leave_light(SolverStop::Memory, chained, waves) {
                return;
            }
        }
    }

    /// Leaves the least probable of all fights that go on and wait, because of this limit; false where nobody waits.
    fn leave_light(&mut self, stop: SolverStop, chained: &mut Chained<R::Fight>, waves: &mut [Front]) -> bool {
        let light = chained.chain.take_light(waves);
        let any = !light.is_empty();
        if any {
            self.budget.met(stop);
        }
        light.into_iter().for_each(|visit| self.leave_visit(visit, chained));
        any
    }

    /// Finds out what follows from a place, and keeps it if that `lasts`: if it is so whenever fights come to this place. Nothing when
    /// there is no room.
    fn find_out(&mut self, visit: Visit, lasts: bool, chained: &mut Chained<R::Fight>, sides: Sides) -> Option<ChainRow> {
        if chained.is_full(&self.room()) {
            return None;
        }
        let timeless = lasts && chained.chain.is_timeless(visit.place);
        let round = if timeless { chained.alike.start } else { visit.round };
        let (row, beyond) = self.explore(Visit { round, ..visit }, timeless, chained, sides);
        if timeless && chained.strays {
            // What follows is so in this round alone.
            chained.chain.drop_last(row);
            return self.find_out(visit, false, chained, sides);
        }
        if chained.is_full(&self.room()) {
            chained.chain.drop_last(row);
            return None;
        }
        match beyond {
            Some(beyond) if row.lost > RARE => {
                self.leave_beyond(Visit { mass: visit.mass * row.lost, ..visit }, beyond, chained);
            }
            Some(_) => (),
            None if lasts => chained.chain.keep(visit.place, row),
            None => (),
        }
        Some(row)
    }

    /// Everything that follows from a place, played in a round; `timeless` if that stands for all rounds that are alike. With it, the way
    /// beyond which paths have not been followed, where a limit has been met.
    fn explore(
        &mut self,
        Visit { place, round, mass }: Visit,
        timeless: bool,
        chained: &mut Chained<R::Fight>,
        sides: Sides,
    ) -> (ChainRow, Option<MergeWay>) {
        let outcomes = self.solved.size.outcomes;
        let (rules, limits) = (self.rules, self.room());
        let (budget, graves) = (&mut self.budget, &mut self.graves);
        let way = chained.write(Visit { place, round, mass }).unwrap_or_default();
        chained.strays = false;
        let Chained { chain, alike, from, strays, .. } = chained;
        let (alike, from, begins) = (&*alike, &*from, chain.beginning(place));
        self.ground.begin(from, sides);
        let apart = MergeKey::of("day", &(&from.past, from.course, from.ending, from.buried));
        let room = budget.room(outcomes);
        let step = |ground: &mut Ground<R::Fight>| {
            ground.table.watch.adding().begin();
            ground.state.fight.clone_from(&from.fight);
            rules.step(&mut ground.state.fight, &mut ground.table)
        };
        chain.begin();
        let dice = self.ground.table.dice.enumerator();
        dice.hold_at_most(limits.bytes / PART_FOR_LAWS);
        dice.go_until(budget.until());
        let (size, decided) = (self.solved.size, self.ended);
        let take = |ground: &mut Ground<R::Fight>, came, probability| {
            chain.count(ground.table.watch.adding().added(), probability);
            match came {
                Came::Met(key) => {
                    let dice = ground.table.dice.enumerator();
                    // What follows from a merge point is the same in all rounds if what follows from the state is.
                    let key = MergeKey::of("pause", &(key, apart, timeless, if timeless { alike.start } else { round }));
                    let to = chain.paused(key, begins, timeless, || dice.way());
                    chain.note(to, Leads::Within, 0, probability);
                }
                Came::Ended(progress) => {
                    rules.canonical(&mut ground.state.fight);
                    ground.state.ending = if let Progress::Over(ending) = progress { Some(ending) } else { None };
                    graves.bury(rules, from.buried, &mut ground.state, |_, grave| chain.bury(grave, probability));
                    let there = ground.state.fight.round();
                    let goes_on = alike.contains(&there);
                    let timeless = goes_on && ground.state.fight.set_round(alike.start);
                    *strays |= goes_on && !timeless;
                    let bytes = outside(rules, &ground.state);
                    let to = chain.whole(&mut ground.state, timeless, bytes);
                    let leads = match progress {
                        Progress::Turn => Leads::Turn,
                        Progress::Round => Leads::Round,
                        Progress::Over(_) => Leads::Over,
                    };
                    chain.note(to, leads, (there - round) as u8, probability);
                }
            }
            let states = chain.waiting(&[]);
            let stage = || SolverStage { fight: size.fight, round: size.round, states, decided, played: 0 };
            let dice = ground.table.dice.enumerator();
            if !budget.look(stage, outcomes + dice.outcomes()) || chain.is_full(&limits) {
                dice.stop();
            }
        };
        let floor = (FLOOR / mass).min(FLOOR_MOST);
        let start = Start { way: &way, limits: crate::dice::ExplorationLimits { outcomes_max: room, floor } };
        let explored = Enumerator::explore_from(start, &mut self.ground, Ground::dice, step, take);
        let dice = self.ground.table.dice.enumerator();
        let found = dice.outcomes();
        self.solved.size.outcomes += found.min(room);
        match explored {
            Explored::Whole { lost } => (chained.chain.end(lost), None),
            Explored::Part { lost } => {
                let beyond = dice.at_hand();
                if found >= room {
                    self.budget.spent(self.solved.size.outcomes);
                } else {
                    chained.settled = dice.bytes_most() > limits.bytes / PART_FOR_LAWS;
                    self.budget.left_off(self.solved.size.outcomes);
                }
                (chained.chain.end(lost), Some(beyond))
            }
        }
    }

    /// Leaves a place in a round for which there is no more work.
    fn leave_visit(&mut self, visit: Visit, chained: &mut Chained<R::Fight>) {
        self.solved.unresolved += visit.mass;
        if let Some(point) = self.keeps_left() {
            self.left.leave(point, visit.mass, || chained.left_over(visit, point));
        }
    }

    /// Leaves what follows from a place beyond a path.
    fn leave_beyond(&mut self, visit: Visit, beyond: MergeWay, chained: &mut Chained<R::Fight>) {
        if self.keeps_left().is_some() {
            let way = chained.write(visit).unwrap_or_default();
            self.leave(way, Some(beyond), visit.mass, &chained.from);
        }
    }
}
