//! Rounds of a fight whose states come again: known ones are passed through by numbers, and unknown ones are followed once.
//!
//! Owns how a step is taken along a [chain](super::chain), the most probable first once a limit of work has been met, and what is handed
//! over to the solver of layers when the chain has no room. Start at [`Solver::follow_chain`].

use std::hash::Hash;

use crate::dice::enumerator::{Came, Start, Way};
use crate::dice::{Enumerator, Explored, MergeKey};
use crate::fight::day::Sides;
use crate::fight::{Bodied, Progress};
use crate::rules::Rules;

use super::budget::Limits;
use super::chain::{Chain, Front, Leads, Row, Visit};
use super::layer::{Layer, State};
use super::wave::{Begun, Paused};
use super::{FLOOR, Ground, Leftover, Next, RARE, Solver, Stage, Stop, outside};

/// The row of a state is found out for all fights that come to it later: no path is cut there that is more probable than this.
const FLOOR_MOST: f64 = 1e-13;
/// Each layer of states that come from it has one of so many parts of the memory at the most.
const PART_FOR_LAYER: usize = 8;
/// With less memory there is none.
const MEMORY_LEAST: usize = 1 << 20;
/// Settled results of dice have one of so many at the most while there is a chain.
const PART_FOR_LAWS: usize = 4;

/// States that are followed without a chain: those whose step is to begin, and those in the middle of one.
pub(super) struct Unknown<F> {
    /// Those whose step is to begin.
    pub layer: Layer<F>,
    /// Those in the middle of one.
    pub begun: Begun<F>,
}

impl<F> Default for Unknown<F> {
    fn default() -> Self {
        Unknown { layer: Layer::default(), begun: Begun::default() }
    }
}

/// A chain, as long as it is worth it.
pub(super) struct Chained<F: Bodied> {
    chain: Chain<F>,
    /// The round in which states are followed that are one for all rounds.
    base: u32,
    /// States that have been handed over, and no more are taken up.
    closed: bool,
    /// True if settled results of dice have taken all the room that there is for them.
    crowded: bool,
    /// The state at hand.
    from: State<F>,
}

impl<F: Bodied + Clone + Eq + Hash> Chained<F> {
    /// True if there is no room for more: then the states go on without the chain.
    fn is_full(&self, limits: &Limits) -> bool {
        self.crowded || self.chain.is_full(limits)
    }
}

impl<R: Rules> Solver<'_, R> {
    /// The chain for a fight; nothing where its rounds are not alike.
    pub(super) fn chain(&self) -> Chained<R::Fight> {
        let alike = self.rules.rounds_alike();
        Chained {
            chain: Chain::default(),
            base: alike.start,
            closed: alike.is_empty() || !self.limits.recalls || self.limits.bytes < MEMORY_LEAST,
            crowded: false,
            from: self.ground.state.clone(),
        }
    }

    /// Where a round has ended: hands over fights that are over.
    pub(super) fn end_chained(&mut self, chained: &mut Chained<R::Fight>, next: &mut Next<R::Fight>) {
        for front in chained.chain.take(Leads::Over) {
            self.write_out(chained, front, &mut next.over);
        }
    }

    /// The probability of all that goes on with the next round along the chain, and the number of its states.
    pub(super) fn goes_on_chained(chained: &Chained<R::Fight>) -> (f64, usize) {
        (chained.chain.rounds.mass(), chained.chain.rounds.len())
    }

    /// Begins the next round.
    pub(super) fn begin_round_chained(chained: &mut Chained<R::Fight>) {
        chained.chain.begin_round();
    }

    /// True if somebody's turn is to come.
    pub(super) fn has_turns(chained: &Chained<R::Fight>) -> bool {
        chained.chain.turns.len() > 0
    }

    /// Counts what has been counted along the chain.
    pub(super) fn count_chained(&mut self, chained: &mut Chained<R::Fight>) {
        let counted = &mut self.counted;
        chained.chain.take_counted(|who, counter, sum| counted.add_sum(who, counter, sum));
    }

    /// Takes a step along the chain from where it stands and from these states, as far as it goes. Returns the states that have to be
    /// followed without it.
    pub(super) fn follow_chain(
        &mut self,
        layer: Layer<R::Fight>,
        chained: &mut Chained<R::Fight>,
        sides: Sides,
        next: &mut Next<R::Fight>,
    ) -> Unknown<R::Fight> {
        let mut unknown = Unknown::default();
        if chained.closed {
            return Unknown { layer, ..unknown };
        }
        let rules = self.rules;
        for (mut state, mass) in layer {
            let (round, bytes) = (state.fight.round(), outside(rules, &state));
            let timeless = self.is_timeless(&mut state, chained.base);
            let place = chained.chain.whole(&mut state, timeless, bytes);
            chained.chain.add(Leads::Turn, Visit { place, round, mass });
        }
        self.budget.begin_layer(self.solved.size.outcomes);
        for front in chained.chain.take(Leads::Turn) {
            self.follow_front(front, chained, sides, &mut unknown);
        }
        let chain = &chained.chain;
        let bytes = chain.bytes() + unknown.layer.bytes() + unknown.begun.waves.bytes() + next.bytes();
        let states = chain.turns.len() + chain.rounds.len() + chain.over.len() + unknown.layer.len() + next.len();
        let size = &mut self.solved.size;
        (size.bytes, size.states) = (size.bytes.max(bytes), size.states.max(states));
        if chained.is_full(&self.limits) {
            self.close(chained, next);
        }
        unknown
    }

    /// Puts a state into the round in which those are kept that are one for all rounds; true if it is one of them.
    fn is_timeless(&self, state: &mut State<R::Fight>, base: u32) -> bool {
        let rules = self.rules;
        rules.rounds_alike().contains(&state.fight.round()) && state.fight.set_round(base)
    }

    /// All places of a front, with those in the middle of the same step: wave by wave, or each to the end of the step once a limit of
    /// work has been met.
    fn follow_front(&mut self, front: Front, chained: &mut Chained<R::Fight>, sides: Sides, unknown: &mut Unknown<R::Fight>) {
        let round = front.round;
        (self.solved.size.fight, self.solved.size.round) = (self.fight, round);
        let least = self.light(front.len()) / front.len().max(1) as f64;
        let alike = self.rules.rounds_alike().contains(&round);
        let mut waves = vec![front];
        loop {
            let limited = self.budget.stopped().is_some();
            let waits = |wave: &Front| wave.len() > 0;
            let depth = if limited { waves.iter().rposition(waits) } else { waves.iter().position(waits) };
            let Some((depth, visit)) = depth.and_then(|depth| Some((depth, waves[depth].take(limited)?))) else { break };
            if visit.mass < least {
                self.solved.unresolved += visit.mass;
                continue;
            }
            let lasts = alike || !chained.chain.is_timeless(visit.place);
            let known = chained.chain.row(visit.place).filter(|_| lasts);
            let row = known.or_else(|| self.find_out(visit, lasts, chained, sides));
            let Some(row) = row else {
                if chained.is_full(&self.limits) {
                    self.hand_over(visit, chained, unknown);
                } else {
                    self.leave_visit(visit, chained);
                }
                continue;
            };
            if waves.len() == depth + 1 {
                waves.push(chained.chain.front(round));
            }
            let chain = &mut chained.chain;
            chain.pass(row, visit.mass);
            self.solved.unresolved += visit.mass * row.lost;
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
        }
        waves.into_iter().for_each(|wave| chained.chain.give_back(wave));
    }

    /// Finds out what follows from a place, and keeps it if that `lasts`: if it is so whenever fights come to this place. Nothing when
    /// there is no room.
    fn find_out(&mut self, visit: Visit, lasts: bool, chained: &mut Chained<R::Fight>, sides: Sides) -> Option<Row> {
        if chained.is_full(&self.limits) || !self.budget.has_room(self.solved.size.outcomes) {
            return None;
        }
        let timeless = lasts && chained.chain.is_timeless(visit.place);
        let round = if timeless { chained.base } else { visit.round };
        let (row, beyond) = self.explore(Visit { round, ..visit }, timeless, chained, sides);
        if chained.is_full(&self.limits) {
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
    ) -> (Row, Option<Way>) {
        let outcomes = self.solved.size.outcomes;
        let (rules, limits, budget) = (self.rules, self.limits, &mut self.budget);
        let Chained { chain, base, from, .. } = chained;
        let (base, begins) = (*base, chain.beginning(place));
        chain.write(begins, from);
        if chain.is_timeless(begins) {
            from.fight.set_round(round);
        }
        let from = &*from;
        self.ground.begin(from, sides);
        let apart = MergeKey::of("day", &(&from.past, from.course, from.ending));
        let alike = rules.rounds_alike();
        let room = budget.room(outcomes);
        let step = |ground: &mut Ground<R::Fight>| {
            ground.table.watch.adding().begin();
            ground.state.fight.clone_from(&from.fight);
            rules.step(&mut ground.state.fight, &mut ground.table)
        };
        chain.begin();
        let way = chain.way(place).cloned().unwrap_or_default();
        self.ground.table.dice.enumerator().hold_at_most(limits.bytes / PART_FOR_LAWS);
        let (size, decided) = (self.solved.size, self.ended);
        let take = |ground: &mut Ground<R::Fight>, came, probability| {
            chain.count(ground.table.watch.adding().added(), probability);
            match came {
                Came::Met(key) => {
                    let dice = ground.table.dice.enumerator();
                    // What follows from a merge point is the same in all rounds if what follows from the state is.
                    let key = MergeKey::of("pause", &(key, apart, timeless, if timeless { base } else { round }));
                    let to = chain.paused(key, begins, timeless, || dice.way());
                    chain.note(to, Leads::Within, 0, probability);
                }
                Came::Ended(progress) => {
                    rules.canonical(&mut ground.state.fight);
                    ground.state.ending = if let Progress::Over(ending) = progress { Some(ending) } else { None };
                    let there = ground.state.fight.round();
                    let timeless = alike.contains(&there) && ground.state.fight.set_round(base);
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
            let states = chain.turns.len() + chain.rounds.len();
            let stage = || Stage { fight: size.fight, round: size.round, states, decided, played: 0 };
            let dice = ground.table.dice.enumerator();
            if !budget.look(stage, outcomes + dice.outcomes()) || chain.is_full(&limits) {
                dice.stop();
            }
        };
        let floor = (FLOOR / mass).min(FLOOR_MOST);
        let start = Start { way: &way, limits: crate::dice::Limits { outcomes_max: room, floor } };
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
                    chained.crowded = dice.bytes_most() > limits.bytes / PART_FOR_LAWS;
                }
                (chained.chain.end(lost), Some(beyond))
            }
        }
    }

    /// Writes down the state of a place in a round, or that in which its step began. Returns the way from there.
    fn write_visit(&self, Visit { place, round, .. }: Visit, chained: &mut Chained<R::Fight>) -> Option<Way> {
        let chain = &chained.chain;
        let begins = chain.beginning(place);
        chain.write(begins, &mut chained.from);
        if chain.is_timeless(begins) {
            chained.from.fight.set_round(round);
        }
        chain.way(place).cloned()
    }

    /// Leaves a place in a round for which there is no more work.
    fn leave_visit(&mut self, visit: Visit, chained: &mut Chained<R::Fight>) {
        self.solved.unresolved += visit.mass;
        if !self.keeps_left() {
            return;
        }
        match self.write_visit(visit, chained) {
            None => self.left.leave(visit.mass, || Leftover::Whole(chained.from.clone())),
            Some(way) => self.leave(way, None, visit.mass, &chained.from),
        }
    }

    /// Leaves what follows from a place beyond a path.
    fn leave_beyond(&mut self, visit: Visit, beyond: Way, chained: &mut Chained<R::Fight>) {
        if self.keeps_left() {
            let way = self.write_visit(visit, chained).unwrap_or_default();
            self.leave(way, Some(beyond), visit.mass, &chained.from);
        }
    }

    /// Hands over a place in a round to be followed without the chain.
    fn hand_over(&mut self, visit: Visit, chained: &mut Chained<R::Fight>, Unknown { layer, begun }: &mut Unknown<R::Fight>) {
        let (way, mass) = (self.write_visit(visit, chained), visit.mass);
        let (from, bytes) = (&chained.from, outside(self.rules, &chained.from));
        match way {
            None => self.make_room(layer, from, mass, bytes),
            Some(way) => {
                let apart = MergeKey::of("day", &(&from.past, from.course, from.ending));
                let number = begun.states.len();
                begun.states.push((from.clone(), apart));
                let key = (MergeKey::beginning(number), apart);
                begun.waves.add(way.passed(), key, mass, || Paused { from: number, way });
            }
        }
    }

    /// Adds a state that comes from the chain to a layer, if there is room for it.
    fn make_room(&mut self, layer: &mut Layer<R::Fight>, state: &State<R::Fight>, mass: f64, bytes: usize) {
        if layer.bytes() + layer.growth() + bytes > self.limits.bytes / PART_FOR_LAYER || layer.len() >= self.limits.states {
            self.budget.met(if layer.len() >= self.limits.states { Stop::States } else { Stop::Memory });
            self.solved.unresolved += mass;
            if self.keeps_left() {
                self.left.leave(mass, || Leftover::Whole(state.clone()));
            }
            return;
        }
        layer.add(state, mass, bytes);
    }

    /// Writes out the states of a front.
    fn write_out(&mut self, chained: &mut Chained<R::Fight>, mut front: Front, layer: &mut Layer<R::Fight>) {
        while let Some(visit) = front.take(true) {
            self.write_visit(visit, chained);
            let bytes = outside(self.rules, &chained.from);
            self.make_room(layer, &chained.from, visit.mass, bytes);
        }
        chained.chain.give_back(front);
    }

    /// Hands over everything: from now on nothing goes along the chain.
    fn close(&mut self, chained: &mut Chained<R::Fight>, next: &mut Next<R::Fight>) {
        self.count_chained(chained);
        for leads in [Leads::Turn, Leads::Round, Leads::Over] {
            for front in chained.chain.take(leads) {
                self.write_out(chained, front, next.leading(leads));
            }
        }
        chained.chain = Chain::default();
        chained.closed = true;
    }
}
