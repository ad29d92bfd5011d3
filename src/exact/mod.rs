//! Exact answers: the same rules code, driven through every outcome of its dice.
//!
//! Owns the solver: from each state every outcome of one step is walked, and states that will go on alike are merged, step by
//! step, round by round, leg by leg of a day. It counts what it explores, state by state and within what one state unfolds
//! into, and gives up with that size rather than with the machine's memory or time. Start at [`solve`].

mod layer;
mod solved;

pub use solved::Solved;

use std::collections::BTreeSet;

use crate::dice::{AnyDice, Enumerator};
use crate::fight::day::{Leg, Sides};
use crate::fight::{ABSENT, AnyWatch, Counts, Ending, Progress, Table};
use crate::rules::plan::Terms;
use crate::rules::{Loaded, Rules};
use crate::sim::{Layout, meets};

use layer::{Layer, State};

/// Paths less probable than this are cut; their mass is reported as unresolved. As many as there may be come to less than 1e-9.
const FLOOR: f64 = 1e-17;
/// Fights that go on with less than so many times the [`light`](Limits::light) mass in all are left unresolved too.
const TAIL: f64 = 10.0;

/// How much the solver may explore.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Most memory for states, in bytes.
    pub bytes: usize,
    /// Most outcomes of dice in all: the time it takes.
    pub outcomes: u64,
    /// Before each step, the least probable states that are less probable than this in all are left unresolved.
    pub light: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { bytes: 1 << 30, outcomes: 30_000_000, light: 1e-14 }
    }
}

/// The size of what was explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Most states at one time.
    pub states: usize,
    /// Memory they took, in bytes, about.
    pub bytes: usize,
    /// Outcomes of dice in all.
    pub outcomes: u64,
    /// The fight of the day that was reached, from 1.
    pub fight: usize,
    /// The last round of it that was reached.
    pub round: u32,
}

/// Why there is no exact answer: there are too many states or outcomes.
#[derive(Clone, PartialEq, Debug)]
pub struct TooLarge {
    /// How far it came.
    pub size: Size,
    /// The probability of having ended the fight at hand by then.
    pub ended: f64,
}

/// A state that is played on, and what it is played with.
struct Ground<F> {
    state: State<F>,
    table: Table<AnyDice, AnyWatch>,
}

struct Solver<'a, R: Rules> {
    loaded: &'a Loaded<R>,
    rules: &'a R,
    layout: &'a Layout,
    limits: Limits,
    ground: Ground<R::Fight>,
    counts: Counts,
    values: Vec<i64>,
    solved: Solved,
    /// Metrics of conditions that are not known of every fight.
    unanswered: BTreeSet<usize>,
    /// The probability of having ended the fight at hand.
    ended: f64,
}

/// Solves a scenario. `layout` is the scenario's.
///
/// # Errors
/// When it is too large for `limits`.
pub fn solve<R: Rules>(loaded: &Loaded<R>, layout: &Layout, limits: Limits) -> Result<Solved, TooLarge> {
    let rules = &loaded.rules;
    let blank = rules.blank();
    let mut solver = Solver {
        loaded,
        rules,
        layout,
        limits,
        ground: Ground {
            state: State::new(blank, layout),
            table: Table { dice: AnyDice::enumerating(), watch: AnyWatch::Silent },
        },
        counts: Counts::new(loaded.combatants.len(), rules.counters()),
        values: vec![0; layout.block],
        solved: Solved::new(layout.catalogue.metrics.len()),
        unanswered: BTreeSet::new(),
        ended: 0.0,
    };
    solver.day()?;
    Ok(solver.solved)
}

impl<R: Rules> Solver<'_, R> {
    /// All legs of the day, one after the other.
    fn day(&mut self) -> Result<(), TooLarge> {
        let (rules, plan) = (self.rules, &self.loaded.plan);
        let mut layer = Layer::default();
        layer.add(&self.ground.state, 1.0, outside(rules, &self.ground.state));
        layer = self.leg(layer, Sides::NONE, |fight, _, table| rules.open(fight, table))?;
        for (index, (leg, terms)) in plan.legs.iter().zip(&plan.terms).enumerate() {
            let (passed, there) = self.come_to(layer, index, terms);
            layer = match *leg {
                Leg::Fight(sides) => {
                    let there = self.renew(there, terms.fresh)?;
                    self.fight(there, passed, sides)?
                }
                Leg::Rest(rest, sides) => {
                    self.rest((there, passed), sides, |fight, sides, table| rules.rest(rest, sides, fight, table))?
                }
                Leg::Travel(minutes, sides) => {
                    self.rest((there, passed), sides, |fight, sides, table| rules.travel(minutes, sides, fight, table))?
                }
            };
        }
        let Some(day) = &self.layout.day else { return Ok(()) };
        let of_state = rules.metrics_of_state();
        for (state, mass) in layer.iter() {
            rules.measure(&state.fight, state.course.seen(), &self.counts, Ending::Draw, &mut self.values);
            self.solved.end_of_day(day, &self.values[..of_state], &state.past, mass);
        }
        Ok(())
    }

    /// The states in which a leg of the day is passed over, and those in which it takes place, as far as its terms say.
    fn come_to(&self, layer: Layer<R::Fight>, leg: usize, terms: &Terms) -> (Layer<R::Fight>, Layer<R::Fight>) {
        let Some(day) = &self.layout.day else { return (Layer::default(), layer) };
        let (mut passed, mut there) = (Layer::default(), Layer::default());
        for (mut state, mass) in layer {
            let known = (self.loaded, &state.fight, day.past(&state.past));
            let takes_place = state.course.comes_to(leg, terms, known);
            let to = if takes_place { &mut there } else { &mut passed };
            to.add(&state, mass, outside(self.rules, &state));
        }
        (passed, there)
    }

    /// The same states with these sides as they begin, where they were met before.
    fn renew(&mut self, layer: Layer<R::Fight>, fresh: Sides) -> Result<Layer<R::Fight>, TooLarge> {
        let rules = self.rules;
        let (again, first) = layer.divided(|state| !(fresh & state.course.seen()).is_empty());
        if again.is_empty() {
            return Ok(first);
        }
        let mut renewed = Layer::default();
        for (mut state, mass) in again {
            state.course.renewed(fresh);
            renewed.add(&state, mass, outside(rules, &state));
        }
        let renew = |fight: &mut R::Fight, from: &State<R::Fight>, table: &mut Table<AnyDice, AnyWatch>| {
            rules.renew(fresh & from.course.seen(), fight, table);
            Progress::Round
        };
        let mut next = Next::default();
        self.expand_all(renewed, Sides::NONE, renew, &mut next)?;
        first.iter().for_each(|(state, mass)| next.rounds.add(state, mass, outside(rules, state)));
        Ok(next.rounds)
    }

    /// A leg of the day for those of these sides for whom it goes on, and those who have passed over it.
    fn rest(
        &mut self,
        (layer, passed): (Layer<R::Fight>, Layer<R::Fight>),
        sides: Sides,
        play: impl Fn(&mut R::Fight, Sides, &mut Table<AnyDice, AnyWatch>),
    ) -> Result<Layer<R::Fight>, TooLarge> {
        let (ended, goes_on) = layer.divided(|state| state.course.of(sides).is_empty());
        let mut next = self.leg(goes_on, sides, play)?;
        passed.iter().chain(ended.iter()).for_each(|(state, mass)| next.add(state, mass, outside(self.rules, state)));
        Ok(next)
    }

    /// A leg of the day that is played in one go.
    fn leg(
        &mut self,
        layer: Layer<R::Fight>,
        sides: Sides,
        play: impl Fn(&mut R::Fight, Sides, &mut Table<AnyDice, AnyWatch>),
    ) -> Result<Layer<R::Fight>, TooLarge> {
        let play = |fight: &mut R::Fight, from: &State<R::Fight>, table: &mut Table<AnyDice, AnyWatch>| {
            play(fight, from.course.of(sides), table);
            Progress::Round
        };
        let mut next = Next::default();
        self.expand_all(layer, sides, play, &mut next)?;
        Ok(next.rounds)
    }

    /// A fight from its meeting to its end: round by round, and in a round turn by turn, until everything has ended or what
    /// goes on does not matter any more. Those who have passed over it are as they were.
    fn fight(&mut self, layer: Layer<R::Fight>, passed: Layer<R::Fight>, sides: Sides) -> Result<Layer<R::Fight>, TooLarge> {
        let rules = self.rules;
        self.solved.size.fight += 1;
        self.ended = 0.0;
        let mut next = Next::default();
        let meet = |fight: &mut R::Fight, from: &State<R::Fight>, table: &mut Table<AnyDice, AnyWatch>| {
            rules.meet(from.course.of(sides), fight, table).map_or(Progress::Round, Progress::Over)
        };
        let (layer, nobody) = layer.divided(|state| meets(rules, state.course.of(sides), &state.fight));
        self.pass_over(nobody, &mut next.parted);
        self.pass_over(passed, &mut next.parted);
        self.expand_all(layer, sides, meet, &mut next)?;
        loop {
            self.part(sides, &mut next)?;
            let mut layer = std::mem::take(&mut next.rounds);
            if layer.mass() < TAIL * self.limits.light {
                self.solved.unresolved += layer.mass();
                return Ok(next.parted);
            }
            while !layer.is_empty() {
                self.expand_all(layer, sides, |fight, _, table| rules.step(fight, table), &mut next)?;
                layer = std::mem::take(&mut next.turns);
            }
        }
    }

    /// All outcomes of `play`, in which these sides take part, from all of these states.
    fn expand_all(
        &mut self,
        mut layer: Layer<R::Fight>,
        sides: Sides,
        play: impl Fn(&mut R::Fight, &State<R::Fight>, &mut Table<AnyDice, AnyWatch>) -> Progress,
        next: &mut Next<R::Fight>,
    ) -> Result<(), TooLarge> {
        self.solved.unresolved += layer.lighten(self.limits.light);
        for (state, mass) in layer.iter() {
            self.expand((state, mass), sides, &play, (&layer, next))?;
        }
        if let Some((state, _)) = layer.iter().next() {
            self.solved.size.round = self.rules.round(&state.fight);
        }
        Ok(())
    }

    /// All outcomes of `play` from one state of the layer at hand, merged into `next`, as long as both have room.
    fn expand(
        &mut self,
        (from, mass): (&State<R::Fight>, f64),
        sides: Sides,
        play: impl Fn(&mut R::Fight, &State<R::Fight>, &mut Table<AnyDice, AnyWatch>) -> Progress,
        (layer, next): (&Layer<R::Fight>, &mut Next<R::Fight>),
    ) -> Result<(), TooLarge> {
        let left = self.limits.outcomes - self.solved.size.outcomes;
        self.ground.state.past.clone_from(&from.past);
        self.ground.state.course = from.course;
        self.ground.state.course.joined(from.course.of(sides));
        let step = |ground: &mut Ground<R::Fight>| {
            ground.state.fight.clone_from(&from.fight);
            play(&mut ground.state.fight, from, &mut ground.table)
        };
        let rules = self.rules;
        let (at_hand, bytes_max) = (layer.bytes(), self.limits.bytes);
        let mut size = self.solved.size;
        self.ground.table.dice.enumerator().hold_at_most(bytes_max.saturating_sub(at_hand + next.bytes()));
        let take = |ground: &mut Ground<R::Fight>, progress, probability| {
            rules.canonical(&mut ground.state.fight);
            ground.state.ending = if let Progress::Over(ending) = progress { Some(ending) } else { None };
            let (outside, grown) = (outside(rules, &ground.state), next.of(progress));
            grown.add(&ground.state, mass * probability, outside);
            let growth = grown.growth() + outside;
            let bytes = at_hand + next.bytes() + ground.table.dice.enumerator().bytes();
            (size.bytes, size.states) = (size.bytes.max(bytes), size.states.max(layer.len() + next.len()));
            if bytes + growth > bytes_max {
                ground.table.dice.enumerator().stop();
            }
        };
        let limits = (left, FLOOR / mass);
        let explored = Enumerator::explore(&mut self.ground, |ground| ground.table.dice.enumerator(), limits, step, take);
        self.solved.size = size;
        self.solved.size.outcomes += self.ground.table.dice.enumerator().outcomes().min(left);
        let Some((_, unresolved)) = explored else {
            // What was held when the limit was reached.
            let held = (at_hand + next.bytes() + self.ground.table.dice.enumerator().bytes_most()).min(bytes_max);
            self.solved.size.bytes = self.solved.size.bytes.max(held);
            return Err(self.too_large());
        };
        self.solved.unresolved += mass * unresolved;
        if self.solved.size.outcomes >= self.limits.outcomes { Err(self.too_large()) } else { Ok(()) }
    }

    /// Refuses what would take more memory than there may be.
    fn bound(&mut self, bytes: usize) -> Result<(), TooLarge> {
        if bytes > self.limits.bytes {
            return Err(self.too_large());
        }
        self.solved.size.bytes = self.solved.size.bytes.max(bytes);
        Ok(())
    }

    fn too_large(&self) -> TooLarge {
        TooLarge { size: self.solved.size, ended: self.ended }
    }

    /// Those in which the fight at hand does not take place go on with the next leg of the day.
    fn pass_over(&mut self, nobody: Layer<R::Fight>, parted: &mut Layer<R::Fight>) {
        self.ended += nobody.mass();
        if self.layout.day.is_none() {
            self.values.fill(ABSENT);
            let known = &self.values[..self.rules.metrics_of_state()];
            self.solved.answers(self.layout, known, nobody.mass(), &mut self.unanswered);
        }
        nobody.iter().for_each(|(state, mass)| parted.add(state, mass, outside(self.rules, state)));
    }

    /// Measures fights of these sides that have ended; those of a day part and go on with its next leg.
    fn part(&mut self, sides: Sides, next: &mut Next<R::Fight>) -> Result<(), TooLarge> {
        let number = self.solved.size.fight - 1;
        let (loaded, rules) = (self.loaded, self.rules);
        let of_state = rules.metrics_of_state();
        let mut measured = Layer::default();
        let over = std::mem::take(&mut next.over);
        let at_hand = over.bytes() + self.ground.table.dice.enumerator().bytes();
        for (mut state, mass) in over {
            self.ended += mass;
            let ending = state.ending.unwrap_or(Ending::Draw);
            rules.measure(&state.fight, state.course.of(sides), &self.counts, ending, &mut self.values);
            let known = &self.values[..of_state];
            if let Some(day) = &self.layout.day {
                self.solved.part_of_day(&day.fights[number], known, mass);
                day.remember(number, &self.values, &mut state.past);
                measured.add(&state, mass, outside(rules, &state));
            } else {
                self.solved.end_of_only_fight(known, mass);
                self.solved.answers(self.layout, known, mass, &mut self.unanswered);
            }
            self.bound(at_hand + measured.bytes() + measured.growth() + next.bytes())?;
        }
        let part = |fight: &mut R::Fight, from: &State<R::Fight>, table: &mut Table<AnyDice, AnyWatch>| {
            rules.part(fight, table);
            Progress::Over(from.ending.unwrap_or(Ending::Draw))
        };
        self.expand_all(measured, Sides::NONE, part, next)?;
        let over = std::mem::take(&mut next.over);
        let at_hand = over.bytes() + self.ground.table.dice.enumerator().bytes();
        for (mut state, mass) in over {
            if let Some(ending) = state.ending.take() {
                let lost = state.course.fought(loaded, (state.course.of(sides), ending), &state.fight);
                if let Some(day) = &self.layout.day {
                    day.lose(number, lost, &mut state.past);
                }
            }
            next.parted.add(&state, mass, outside(rules, &state));
            self.bound(at_hand + next.bytes() + next.parted.growth())?;
        }
        Ok(())
    }
}

/// Memory that a state holds outside of itself, in bytes, about.
fn outside<R: Rules>(rules: &R, state: &State<R::Fight>) -> usize {
    /// What the allocator adds to a few allocations.
    const ALLOCATIONS: usize = 4 * 2 * size_of::<u64>();
    rules.bytes(&state.fight) - size_of::<R::Fight>() + size_of_val(&state.past[..]) + ALLOCATIONS
}

/// Where the outcomes of a step go.
struct Next<F> {
    /// Those whose round goes on.
    turns: Layer<F>,
    /// Those whose round is over.
    rounds: Layer<F>,
    /// Those whose fight is over.
    over: Layer<F>,
    /// Those of a day that have parted after the fight, and go on with the next leg.
    parted: Layer<F>,
}

impl<F> Default for Next<F> {
    fn default() -> Self {
        let [turns, rounds, over, parted] = std::array::from_fn(|_| Layer::default());
        Next { turns, rounds, over, parted }
    }
}

impl<F: Clone + Eq + std::hash::Hash> Next<F> {
    fn of(&mut self, progress: Progress) -> &mut Layer<F> {
        match progress {
            Progress::Turn => &mut self.turns,
            Progress::Round => &mut self.rounds,
            Progress::Over(_) => &mut self.over,
        }
    }

    fn len(&self) -> usize {
        self.turns.len() + self.rounds.len() + self.over.len() + self.parted.len()
    }

    fn bytes(&self) -> usize {
        self.turns.bytes() + self.rounds.bytes() + self.over.bytes() + self.parted.bytes()
    }
}
