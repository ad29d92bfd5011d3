//! Exact answers: the same rules code, driven through every outcome of its dice.
//!
//! Owns the solver: from each state every outcome of one step is walked, and states that will go on alike are merged, at the
//! merge points within a step, step by step, round by round, leg by leg of a day. It counts what it explores, state by state and within what one state unfolds
//! into. At a limit it goes on with the most probable states, and says how probable all that is which it did not follow: every
//! number is then known to lie within bounds; or what was left over is [played on](solve_and_play_on) from where it stands. Start at
//! [`solve`].

mod again;
mod budget;
mod chain;
mod counted;
mod graves;
mod layer;
mod left;
pub mod reply;
mod solvable;
mod solved;
mod wave;

pub use budget::{SolverLimits, SolverStage, SolverStop};
pub use solvable::{ExactEngine, Solvable};
pub use solved::{Drawn, NEGLIGIBLE, PlayedOn, Solved};

use std::collections::{BTreeMap, BTreeSet};

use crate::dice::enumerator::{Came, MergeWay, Start, Stray};
use crate::dice::key::mix;
use crate::dice::{AnyDice, Enumerator, Explored};
use crate::error::Failure;
use crate::fight::day::{Leg, Sides};
use crate::fight::watch::Adding;
use crate::fight::{ABSENT, AnyWatch, Bodied, Catalogue, Counts, Ending, Metric, Progress, Scale, Subject, Table};
use crate::rules::plan::{Terms, run_into};
use crate::rules::{Loaded, Rules};
use crate::sim::day::Halfway;
use crate::sim::layout::{DayMoment, DayPoint, Ended, LayoutPart, LegEntry, Timeline};
use crate::sim::onward::Onward;
use crate::sim::{Course, Layout, meets};
use crate::stats::Level;
use crate::tally::{Ranges, Tally};

use again::Chained;
use budget::Budget;
use counted::{CountedSums, EndedFight};
use graves::{EarlyMetrics, Graves};
use layer::{DayState, Layer};
use left::{Left, Leftover};
use wave::{BegunStates, Paused, Waves};

/// Paths less probable than this are cut; their mass is reported as unresolved. As many as there may be come to less than 1e-9.
const FLOOR: f64 = 1e-17;
/// Fights that go on with less than so many times the mass that is too [`light`](SolverLimits::light) in all are left unresolved too.
const TAIL: f64 = 10.0;
/// The most that is left unresolved before a step because it is so little for each state. Hundreds of steps come to less than 1e-9.
const LIGHT_MOST: f64 = 1e-12;

/// One of so many parts of the memory is for states that fights are played on from, at the most.
const PART_FOR_LEFT: usize = 4;
/// The least share of what follows a state that is played on: too few paths by chance would come to less.
const RARE: f64 = 1e-3;
/// Paths by chance that are tried for one that was not followed.
const TRIES_MOST: u32 = 100_000;

/// The fights that are played on from where a limit was met.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Then {
    /// Their number: fewer where there is no room for so many states.
    pub fights: u64,
    /// The seed.
    pub seed: u64,
    /// The confidence of intervals.
    pub level: Level,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
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

/// A state that is played on, and what it is played with.
struct Ground<F> {
    state: DayState<F>,
    table: Table<AnyDice, AnyWatch>,
}

impl<F> Ground<F> {
    /// The dice that walk through all outcomes.
    fn dice(&mut self) -> &mut Enumerator {
        self.table.dice.enumerator()
    }

    /// Takes over what is said of the day besides the fight, in a part of it in which these sides take part.
    fn begin(&mut self, from: &DayState<F>, sides: Sides) {
        self.state.past.clone_from(&from.past);
        self.state.course = from.course;
        self.state.course.joined(from.course.of(sides));
        self.state.buried = from.buried;
    }
}

/// A part of a fight that is played, from a state in which it began.
trait Plays<R: Rules>: Fn(&mut R::Fight, &DayState<R::Fight>, &mut Table<AnyDice, AnyWatch>) -> Progress {}

impl<R: Rules, P: Fn(&mut R::Fight, &DayState<R::Fight>, &mut Table<AnyDice, AnyWatch>) -> Progress> Plays<R> for P {}

struct Solver<'a, R: Rules> {
    loaded: &'a Loaded<R>,
    rules: &'a R,
    layout: &'a Layout,
    limits: SolverLimits,
    budget: Budget<'a>,
    ground: Ground<R::Fight>,
    counted: CountedSums,
    graves: Graves<<R::Fight as Bodied>::Body>,
    counts: Counts,
    values: Vec<i64>,
    solved: Solved,
    /// Metrics of conditions that are not known of every fight.
    unanswered: BTreeSet<usize>,
    /// The fight at hand, from 1.
    fight: usize,
    /// The probability of having ended it.
    ended: f64,
    /// Fights that are left over where the solver stops.
    left: Left<Leftover<R::Fight>>,
    /// Draws from it that have been played to the end of a step.
    drawn: u64,
    timeline: &'a Timeline,
    /// Everything that is known at a moment of a day, where something is asked of it.
    moment: Vec<i64>,
    /// The leg of the day at hand.
    leg: usize,
    /// The place in it at which states that are left over now can be played on.
    entry: Option<LegEntry>,
}

/// Solves a scenario, as far as the limits allow. `layout` is the scenario's.
pub fn solve<R: Rules>(loaded: &Loaded<R>, layout: &Layout, limits: SolverLimits) -> Solved {
    solve_heard(loaded, layout, limits, &mut |_| true)
}

/// Solves a scenario, as far as the limits allow. `hear` is told now and then how far it has come, and breaks it off by
/// returning false.
pub fn solve_heard<R: Rules>(
    loaded: &Loaded<R>,
    layout: &Layout,
    limits: SolverLimits,
    hear: &mut dyn FnMut(SolverStage) -> bool,
) -> Solved {
    let timeline = &layout.timeline(loaded.rules.metrics_of_state());
    solve_leaving(loaded, layout, limits, Leaving { left: Left::new(0, 0), dice: Enumerator::default(), timeline }, hear).0
}

/// Solves a scenario, and where a limit is met plays on from there: each state that was left over with its probability.
///
/// # Errors
/// More threads than can be started.
pub fn solve_and_play_on<R: Rules>(
    loaded: &Loaded<R>,
    layout: &Layout,
    limits: SolverLimits,
    then: Then,
    hear: &mut dyn FnMut(SolverStage) -> bool,
) -> Result<Solved, Failure> {
    if then.fights == 0 {
        return Ok(solve_heard(loaded, layout, limits, hear));
    }
    let timeline = &layout.timeline(loaded.rules.metrics_of_state());
    let state = DayState::new(loaded.rules.blank(), layout, timeline.remembered.len());
    let outside = outside(&loaded.rules, &state);
    let most = limits.bytes / PART_FOR_LEFT / Left::<Leftover<R::Fight>>::bytes(1, outside);
    let places = most.min(usize::try_from(then.fights).unwrap_or(usize::MAX));
    let (left, reserved) = (Left::new(places, then.seed), Left::<Leftover<R::Fight>>::bytes(places, outside));
    // Other luck than that of the fights that are played on, and of those that are played from the beginning.
    let dice = Enumerator::with_chance(loaded.streams(mix(then.seed)));
    let limits = SolverLimits { bytes: limits.bytes - reserved, ..limits };
    let (mut solved, left) = solve_leaving(loaded, layout, limits, Leaving { left, dice, timeline }, hear);
    let wanted = solved.stopped.is_some_and(|stop| !matches!(stop, SolverStop::Within | SolverStop::Interrupted));
    if !wanted || left.mass() <= NEGLIGIBLE {
        return Ok(solved);
    }
    let (mass, masses) = (left.mass(), left.masses().clone());
    solved.size.bytes += Left::<Leftover<R::Fight>>::bytes(left.len(), outside);
    let (held, places) = left.into_places();
    let from: Vec<Halfway<R::Fight>> = held.into_iter().map(Leftover::halfway).collect();
    let seed = mix(mix(then.seed));
    let EarlyMetrics(told) = EarlyMetrics::new(&loaded.rules, layout, loaded.combatants.len());
    let onward = Onward { loaded, layout, timeline, told: &told, from: &from, places: &places, seed, threads: then.threads };
    let (fight, round, states) = (solved.size.fight, solved.size.round, from.len());
    let tally =
        onward.go(&mut |played| hear(SolverStage { fight, round, states, decided: 1.0 - solved.unresolved, played }))?;
    if tally.fights() > 0 {
        let mut drawn: BTreeMap<DayPoint, Drawn> =
            masses.into_iter().map(|(point, mass)| (point, Drawn { mass, fights: 0 })).collect();
        for place in &places[..tally.fights() as usize] {
            let point = from[*place as usize].point;
            drawn.entry(point).or_insert(Drawn { mass: 0.0, fights: 0 }).fights += 1;
        }
        let sample = |decided: &DayPoint| {
            let all = drawn.range(..=*decided).map(|(_, drawn)| drawn);
            all.fold(Drawn { mass: 0.0, fights: 0 }, |sum, one| Drawn {
                mass: sum.mass + one.mass,
                fights: sum.fights + one.fights,
            })
        };
        let samples = timeline.decided.iter().map(sample).collect();
        let ends = ends(&layout.catalogue, &solved, &tally);
        solved.played = Some(PlayedOn { mass, tally, level: then.level, samples, ends });
    }
    Ok(solved)
}

/// The range of every metric by all values of its unit that came up, where they were followed and where they were played on from there.
fn ends(catalogue: &Catalogue, solved: &Solved, tally: &Tally) -> Vec<Option<[i64; 2]>> {
    let counts = |metric: usize| {
        let mut counts: BTreeMap<i64, u64> = tally.counts(metric).into_iter().collect();
        solved.metrics[metric].keys().for_each(|value| *counts.entry(*value).or_default() += 1);
        counts.into_iter().collect()
    };
    let ranges = Ranges::by(catalogue, counts);
    (0..catalogue.metrics.len()).map(|metric| ranges.get(metric)).collect()
}

/// The place for what is left over, the dice that follow it, and the timeline of the day.
struct Leaving<'a, F> {
    left: Left<Leftover<F>>,
    dice: Enumerator,
    timeline: &'a Timeline,
}

/// Solves a scenario, and hands back what was left over.
fn solve_leaving<R: Rules>(
    loaded: &Loaded<R>,
    layout: &Layout,
    limits: SolverLimits,
    Leaving { left, dice, timeline }: Leaving<'_, R::Fight>,
    hear: &mut dyn FnMut(SolverStage) -> bool,
) -> (Solved, Left<Leftover<R::Fight>>) {
    let rules = &loaded.rules;
    let state = DayState::new(rules.blank(), layout, timeline.remembered.len());
    let mut dice = AnyDice::Enumerator(Box::new(dice));
    dice.enumerator().follow_all(!limits.merges);
    let mut solver = Solver {
        loaded,
        rules,
        layout,
        limits,
        budget: Budget::new(limits, hear),
        ground: Ground { state, table: Table { dice, watch: AnyWatch::Adding(Adding::default()) } },
        counted: CountedSums::new(loaded, layout),
        graves: Graves::new(loaded, layout),
        counts: Counts::new(loaded.combatants.len(), rules.counters()),
        values: vec![0; layout.block],
        solved: Solved::new(ranges(loaded, layout)),
        unanswered: BTreeSet::new(),
        fight: 0,
        ended: 0.0,
        left,
        drawn: 0,
        timeline,
        moment: vec![ABSENT; layout.catalogue.metrics.len()],
        leg: 0,
        entry: None,
    };
    solver.day();
    solver.play_steps_on();
    let Solver { budget, mut solved, counted, graves, mut ground, left, .. } = solver;
    graves.tell(|metric, value, mass| solved.add(metric, value, mass));
    solved.counted(counted.means(layout, ground.table.watch.adding().unknown()));
    // A limit that was met when nothing worth following was left has cost nothing.
    let missed = |stop: &SolverStop| *stop == SolverStop::Interrupted || solved.unresolved > NEGLIGIBLE;
    solved.stopped = budget.stopped().filter(missed);
    debug_assert!(solved.stopped.is_some() || solved.unresolved <= NEGLIGIBLE, "what is left open has a reason");
    (solved, left)
}

/// The bounds of the values of each metric, where they are known.
fn ranges<R: Rules>(loaded: &Loaded<R>, layout: &Layout) -> Vec<Option<[i64; 2]>> {
    let range = |metric: &Metric| match (&metric.scale, metric.subject) {
        (Scale::Flag, _) => Some([0, 1]),
        (Scale::Amount("combatants"), Subject::Side(side)) => {
            Some([0, loaded.combatants.iter().filter(|one| one.side == side).count() as i64])
        }
        (Scale::Amount("fights"), _) => Some([0, layout.fights() as i64]),
        _ => None,
    };
    layout.catalogue.metrics.iter().map(range).collect()
}

impl<R: Rules> Solver<'_, R> {
    /// All legs of the day, one after the other.
    fn day(&mut self) {
        let (rules, plan) = (self.rules, &self.loaded.plan);
        let mut layer = Layer::default();
        layer.add(&self.ground.state, 1.0, outside(rules, &self.ground.state));
        layer = self.leg(layer, Sides::NONE, |fight, _, table| rules.open(fight, table));
        self.counted.belongs(None);
        for (index, (leg, terms)) in plan.legs.iter().zip(&plan.terms).enumerate() {
            (self.leg, self.entry) = (index, Some(LegEntry::Whole));
            let comers = self.come_to(layer, index, terms);
            layer = match *leg {
                Leg::Fight(sides) => {
                    let there = self.renew(comers.there, terms.fresh);
                    self.fight(Comers { there, ..comers }, sides)
                }
                Leg::Rest(rest, sides) => {
                    let play = |fight: &mut R::Fight, sides, table: &mut Table<AnyDice, AnyWatch>| {
                        rules.rest(rest, sides, fight, table);
                    };
                    let loaded = self.loaded;
                    self.rest(comers, index, sides, play, |course| course.rested(loaded, rest))
                }
                Leg::Travel(minutes, sides) => {
                    self.rest(comers, index, sides, |fight, sides, table| rules.travel(minutes, sides, fight, table), |_| ())
                }
                Leg::Hazard(_, sides) => {
                    let loaded = self.loaded;
                    let play = |fight: &mut R::Fight, sides, table: &mut Table<AnyDice, AnyWatch>| {
                        run_into(loaded, index, sides, fight, table);
                    };
                    self.rest(comers, index, sides, play, |_| ())
                }
            };
            self.entry = None;
            [LegEntry::Fight, LegEntry::Parting].into_iter().for_each(|entry| self.decide(DayPoint { leg: index, entry }));
        }
        let Some(day) = &self.layout.day else { return };
        let of_state = rules.metrics_of_state();
        for (mut state, mass) in layer {
            let (sides, ending) = (state.course.seen(), Ending::Draw);
            rules.measure(&state.fight, sides, &self.counts, ending, &mut self.values);
            self.counted.ended(None, &EndedFight { rules, fight: &state.fight, sides, ending }, &self.values, mass);
            self.solved.end_of_day(day, &self.values[..of_state], &state.past, mass);
            self.remember(DayMoment::End, Some(&day.end), &mut state, mass);
        }
        self.decide(day.last());
    }

    /// Answers what is asked of a moment of the day by what was measured then, and remembers what is asked of it later. At its end, all
    /// that was remembered is known.
    fn remember(&mut self, moment: DayMoment, part: Option<&LayoutPart>, state: &mut DayState<R::Fight>, mass: f64) {
        let (layout, timeline) = (self.layout, self.timeline);
        let Some(day) = layout.day.as_ref().filter(|day| timeline.asks(day.point(moment))) else { return };
        let (point, known) = (day.point(moment), &self.values[..self.rules.metrics_of_state()]);
        let (whole, remembered) = state.past.split_at_mut(day.whole().len());
        self.moment.fill(ABSENT);
        part.into_iter().flat_map(|part| part.known(known)).for_each(|(metric, value)| self.moment[metric] = value);
        day.kept(moment, known).for_each(|(metric, value)| self.moment[metric] = value);
        if point == day.last() {
            self.moment[day.whole()].copy_from_slice(whole);
            timeline.remembered.iter().zip(&*remembered).for_each(|(&metric, value)| self.moment[metric] = *value);
        }
        layout.answer_at(timeline, point, &mut self.moment, |metric, value| self.solved.add(metric, value, mass));
        for (&metric, value) in timeline.remembered.iter().zip(remembered) {
            if timeline.decided[metric] == point {
                *value = self.moment[metric];
            }
        }
    }

    /// Notes that whatever was lost by now may have any value of the metrics that are decided at this point of the day.
    fn decide(&mut self, point: DayPoint) {
        let decided = self.timeline.decided.iter().enumerate().filter(|(_, decided)| **decided == point);
        self.solved.decided(decided.map(|(metric, _)| metric));
    }

    /// The states that come to a leg of the day, as far as its terms say.
    fn come_to(&self, layer: Layer<R::Fight>, leg: usize, terms: &Terms) -> Comers<R::Fight> {
        let Some(day) = &self.layout.day else { return Comers { there: layer, passed: Layer::default() } };
        let (mut passed, mut there) = (Layer::default(), Layer::default());
        for (mut state, mass) in layer {
            let past = day.past(&state.past);
            let takes_place = state.course.comes_to(leg, terms, self.loaded, &state.fight, past);
            let to = if takes_place { &mut there } else { &mut passed };
            to.add(&state, mass, outside(self.rules, &state));
        }
        Comers { there, passed }
    }

    /// The states with these sides as they begin, where they were met before.
    fn renew(&mut self, layer: Layer<R::Fight>, fresh: Sides) -> Layer<R::Fight> {
        let rules = self.rules;
        let (again, first) = layer.divided(|state| !(fresh & state.course.seen()).is_empty());
        if again.is_empty() {
            return first;
        }
        let mut renewed = Layer::default();
        for (mut state, mass) in again {
            state.course.renewed(fresh);
            renewed.add(&state, mass, outside(rules, &state));
        }
        let renew = |fight: &mut R::Fight, from: &DayState<R::Fight>, table: &mut Table<AnyDice, AnyWatch>| {
            rules.renew(fresh & from.course.seen(), fight, table);
            Progress::Round
        };
        let mut next = Next::default();
        self.expand_all(renewed, Sides::NONE, renew, &mut next);
        first.iter().for_each(|(state, mass)| next.rounds.add(state, mass, outside(rules, state)));
        next.rounds
    }

    /// Measures what somebody asked for of a moment between fights, in which these sides take part, and hands the states back with what is
    /// remembered of it.
    fn keep(&mut self, moment: DayMoment, layer: Layer<R::Fight>, sides: Sides) -> Layer<R::Fight> {
        let Some(day) = self.layout.day.as_ref().filter(|day| day.asks(moment)) else { return layer };
        let mut kept = Layer::default();
        for (mut state, mass) in layer {
            let there = state.course.of(sides);
            self.rules.measure(&state.fight, there, &self.counts, Ending::Draw, &mut self.values);
            self.solved.kept(day, moment, &self.values[..self.rules.metrics_of_state()], mass);
            self.remember(moment, None, &mut state, mass);
            kept.add(&state, mass, outside(self.rules, &state));
        }
        kept
    }

    /// A leg of the day, by its index, for those of these sides for whom it goes on.
    fn rest(
        &mut self,
        Comers { there, passed }: Comers<R::Fight>,
        index: usize,
        sides: Sides,
        play: impl Fn(&mut R::Fight, Sides, &mut Table<AnyDice, AnyWatch>),
        after: impl Fn(&mut Course),
    ) -> Layer<R::Fight> {
        let (ended, goes_on) = there.divided(|state| state.course.of(sides).is_empty());
        let mut next = self.leg(goes_on, sides, play);
        if self.loaded.plan.counts_days {
            let mut later = Layer::default();
            for (mut state, mass) in next {
                after(&mut state.course);
                later.add(&state, mass, outside(self.rules, &state));
            }
            next = later;
        }
        next = self.keep(DayMoment::After(index), next, sides);
        passed.iter().chain(ended.iter()).for_each(|(state, mass)| next.add(state, mass, outside(self.rules, state)));
        next
    }

    /// A leg of the day that is played in one go.
    fn leg(
        &mut self,
        layer: Layer<R::Fight>,
        sides: Sides,
        play: impl Fn(&mut R::Fight, Sides, &mut Table<AnyDice, AnyWatch>),
    ) -> Layer<R::Fight> {
        let play = |fight: &mut R::Fight, from: &DayState<R::Fight>, table: &mut Table<AnyDice, AnyWatch>| {
            play(fight, from.course.of(sides), table);
            Progress::Round
        };
        let mut next = Next::default();
        self.expand_all(layer, sides, play, &mut next);
        next.rounds
    }

    /// A fight from its meeting to its end: round by round, and in a round turn by turn, until everything has ended or what
    /// goes on does not matter any more. Those who have passed over it are as they were.
    fn fight(&mut self, Comers { there, passed }: Comers<R::Fight>, sides: Sides) -> Layer<R::Fight> {
        let rules = self.rules;
        self.fight += 1;
        self.ended = 0.0;
        let mut next = Next::default();
        let meet = |fight: &mut R::Fight, from: &DayState<R::Fight>, table: &mut Table<AnyDice, AnyWatch>| {
            rules.meet(from.course.of(sides), fight, table).map_or(Progress::Round, Progress::Over)
        };
        let loaded = self.loaded;
        let (layer, nobody) = there.divided(|state| meets(loaded, state.course.of(sides), &state.fight));
        self.pass_over(nobody, &mut next.parted);
        self.pass_over(passed, &mut next.parted);
        self.counted.belongs(Some(self.fight - 1));
        let layer = self.keep(DayMoment::Before(self.fight - 1), layer, sides);
        self.decide(DayPoint { leg: self.leg, entry: LegEntry::Whole });
        self.entry = Some(LegEntry::Meeting);
        self.expand_all(layer, sides, meet, &mut next);
        self.entry = Some(LegEntry::Fight);
        let mut chained = self.chain();
        loop {
            if let Some(chained) = &mut chained {
                self.end_chained(chained, sides, &mut next);
            }
            self.part(sides, &mut next);
            let (along, states) = chained.as_ref().map_or((0.0, 0), Chained::goes_on);
            let (goes_on, states) = (next.rounds.mass() + along, next.rounds.len() + states);
            let part = self.fight as f64 / self.layout.fights() as f64;
            let known = self.solved.unresolved + goes_on <= self.limits.within * part;
            if known || goes_on < TAIL * self.light(states) {
                if known && goes_on > NEGLIGIBLE {
                    self.budget.met(SolverStop::Within);
                }
                self.solved.unresolved += goes_on;
                chained.iter_mut().for_each(|chained| self.count_chained(chained));
                self.counted.belongs(None);
                break;
            }
            let mut layer = std::mem::take(&mut next.rounds);
            match &mut chained {
                Some(chained) => {
                    chained.begin_round();
                    while !layer.is_empty() || chained.has_turns() {
                        self.follow_chain(std::mem::take(&mut layer), chained, sides, &mut next);
                    }
                }
                None => {
                    while !layer.is_empty() {
                        self.expand_all(layer, sides, |fight, _, table| rules.step(fight, table), &mut next);
                        layer = std::mem::take(&mut next.turns);
                    }
                }
            }
        }
        next.parted
    }

    /// The limits without the memory that graves take.
    fn room(&self) -> SolverLimits {
        SolverLimits { bytes: self.limits.bytes.saturating_sub(self.graves.bytes()), ..self.limits }
    }

    /// The probability that may be left unresolved before a step of so many states: a path that is less probable than the floor is
    /// not worth following, and neither are as many states that are so on average.
    fn light(&self, states: usize) -> f64 {
        self.limits.light.max((states as f64 * FLOOR).min(LIGHT_MOST))
    }

    /// All outcomes of `play`, in which these sides take part, from all of these states, as far as the limits allow.
    fn expand_all(&mut self, mut layer: Layer<R::Fight>, sides: Sides, play: impl Plays<R>, next: &mut Next<R::Fight>) {
        let mut begun = BegunStates::default();
        self.solved.unresolved += layer.lighten(self.light(layer.len()));
        self.budget.begin_layer(self.solved.size.outcomes);
        let mut limited = self.budget.stopped().is_some();
        if limited {
            layer.most_probable_first();
            begun.most_probable_first();
        } else {
            layer.first_come();
        }
        let (rules, bytes_most) = (self.rules, self.limits.bytes);
        while self.budget.has_room(self.solved.size.outcomes)
            && let Some((paused, mass)) = begun.next(&mut layer, bytes_most, |state| outside(rules, state))
        {
            self.expand(paused, mass, sides, &play, Around { waiting: &mut layer, begun: &mut begun, next });
            if !limited && self.budget.stopped().is_some() {
                limited = true;
                layer.most_probable_first();
                begun.most_probable_first();
            }
        }
        self.leave_begun(&mut begun);
        if let Some(point) = self.keeps_left() {
            layer.most_probable_first();
            let whole = |state: &DayState<R::Fight>| Leftover::Whole { state: state.clone(), point };
            layer.iter().rev().for_each(|(state, mass)| self.left.leave(point, mass, || whole(state)));
        }
        self.solved.unresolved += layer.mass();
    }

    /// The point of the day from which what is left over now will be played on; none where it will not.
    fn keeps_left(&self) -> Option<DayPoint> {
        let entry = self.entry.filter(|_| self.left.keeps() && !self.budget.broken_off())?;
        Some(DayPoint { leg: self.leg, entry })
    }

    /// Leaves everything that waits in the middle of a step.
    fn leave_begun(&mut self, begun: &mut BegunStates<R::Fight>) {
        let mut waiting = begun.take_all();
        waiting.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        for (paused, mass) in waiting {
            self.solved.unresolved += mass;
            self.leave(paused.way, None, mass, &begun.states[paused.from].0);
        }
    }

    /// Leaves a fight at the beginning or in the middle of a step, or what of it lies `beyond` a path. Parts of a day other than steps of
    /// a fight cannot be taken up in the middle.
    fn leave(&mut self, way: MergeWay, beyond: Option<MergeWay>, mass: f64, from: &DayState<R::Fight>) {
        let Some(point) = self.keeps_left() else { return };
        if beyond.is_none() && way.passed() == 0 {
            self.left.leave(point, mass, || Leftover::Whole { state: from.clone(), point });
        } else if point.entry == LegEntry::Fight {
            self.left.leave(point, mass, || Leftover::Paused { from: from.clone(), way, beyond, leg: point.leg });
        }
    }

    /// Plays by chance to the end of its step whatever is left over in the middle of one, each place by itself.
    fn play_steps_on(&mut self) {
        if self.budget.broken_off() {
            self.left = Left::new(0, 0);
        }
        let (rules, ground, drawn) = (self.rules, &mut self.ground, &mut self.drawn);
        self.left.resolve(|leftover| {
            let Leftover::Paused { from, way, beyond, leg } = leftover else { return None };
            *drawn += 1;
            ground.begin(from, Sides::NONE);
            let mut step = |tries: u32| {
                let number = *drawn * u64::from(TRIES_MOST) + u64::from(tries);
                let step = |ground: &mut Ground<R::Fight>| {
                    ground.table.watch.adding().begin();
                    ground.state.fight.clone_from(&from.fight);
                    rules.step(&mut ground.state.fight, &mut ground.table)
                };
                Enumerator::by_chance(Stray { way, beyond: beyond.as_ref(), number }, ground, Ground::dice, step)
            };
            let mut came = step(0);
            for tries in 1..TRIES_MOST {
                if came.is_ok() {
                    break;
                }
                came = step(tries);
            }
            let (Ok(progress) | Err(progress)) = came;
            rules.canonical(&mut ground.state.fight);
            ground.state.ending = if let Progress::Over(ending) = progress { Some(ending) } else { None };
            Some(Leftover::Whole { state: ground.state.clone(), point: DayPoint { leg: *leg, entry: LegEntry::Fight } })
        });
    }

    /// All outcomes of `play` from one moment of a step, up to the next merge points or the end of the step, where they are merged
    /// into what has `begun` or into `next`, as far as the limits allow.
    fn expand(
        &mut self,
        paused: Paused,
        mass: f64,
        sides: Sides,
        play: impl Plays<R>,
        Around { waiting, begun, next }: Around<R::Fight>,
    ) {
        let (rules, limits, budget) = (self.rules, self.room(), &mut self.budget);
        let (from, apart) = &begun.states[paused.from];
        let waves = &mut begun.waves;
        (self.solved.size.fight, self.solved.size.round) = (self.fight, from.fight.round());
        let mut room = budget.room(self.solved.size.outcomes);
        self.ground.begin(from, sides);
        let keeps = self.keeps_left();
        if keeps.is_some_and(|point| point.entry != LegEntry::Fight) {
            // Nothing but steps of a fight can be taken up in the middle: what has begun is followed to its end.
            room = room.max(limits.outcomes / 2);
        }
        let budget = &mut self.budget;
        let (counted, graves, left) = (&mut self.counted, &mut self.graves, &mut self.left);
        let mut thinned = Vec::new();
        let step = |ground: &mut Ground<R::Fight>| {
            ground.table.watch.adding().begin();
            ground.state.fight.clone_from(&from.fight);
            play(&mut ground.state.fight, from, &mut ground.table)
        };
        let (mut size, mut dropped) = (self.solved.size, 0.0);
        let (before, decided) = (size.outcomes, self.ended);
        let held = waiting.bytes() + waves.bytes() + next.bytes();
        let dice = self.ground.table.dice.enumerator();
        dice.hold_at_most(limits.bytes.saturating_sub(held));
        dice.go_until(budget.until());
        let take = |ground: &mut Ground<R::Fight>, came, probability| {
            counted.add(ground.table.watch.adding().added(), mass * probability);
            let growth = match came {
                Came::Met(key) => {
                    let dice = ground.table.dice.enumerator();
                    let pause = || Paused { from: paused.from, way: dice.way() };
                    waves.add(paused.way.passed() + 1, (key, *apart), mass * probability, pause);
                    0
                }
                Came::Ended(progress) => {
                    rules.canonical(&mut ground.state.fight);
                    ground.state.ending = if let Progress::Over(ending) = progress { Some(ending) } else { None };
                    graves.bury(rules, from.buried, &mut ground.state, |grave, _| *grave += mass * probability);
                    let (outside, grown) = (outside(rules, &ground.state), next.of(progress));
                    grown.add(&ground.state, mass * probability, outside);
                    grown.growth() + outside
                }
            };
            let dice = ground.table.dice.enumerator();
            let bytes = waiting.bytes() + waves.bytes() + next.bytes() + dice.bytes();
            let states = waiting.len() + waves.len() + next.len();
            (size.bytes, size.states) = (size.bytes.max(bytes), size.states.max(states));
            let full = [(SolverStop::Memory, bytes + growth > limits.bytes), (SolverStop::States, states >= limits.states)];
            if let Some((stop, _)) = full.into_iter().find(|(_, full)| *full) {
                budget.met(stop);
                let mut leave = |waits: Waits, state: &DayState<R::Fight>, mass| {
                    if let Some(point) = keeps.and_then(|point| waits.at(point)) {
                        left.leave(point, mass, || Leftover::Whole { state: state.clone(), point });
                    }
                };
                dropped += thin(
                    waiting,
                    waves,
                    next,
                    Thinned { whole: &mut leave, paused: &mut |paused, mass| thinned.push((paused, mass)) },
                );
                let bytes = waiting.bytes() + waves.bytes() + next.bytes() + dice.bytes();
                if bytes + growth > limits.bytes && next.len() <= 1 {
                    dice.stop();
                }
            }
            let (fight, round) = (size.fight, size.round);
            if !budget.look(|| SolverStage { fight, round, states, decided, played: 0 }, before + dice.outcomes()) {
                dice.stop();
            }
        };
        let start =
            Start { way: &paused.way, limits: crate::dice::ExplorationLimits { outcomes_max: room, floor: FLOOR / mass } };
        let explored = Enumerator::explore_from(start, &mut self.ground, Ground::dice, step, take);
        let dice = self.ground.table.dice.enumerator();
        size.outcomes += dice.outcomes().min(room);
        self.solved.size = size;
        self.solved.unresolved += dropped;
        let (Explored::Whole { lost } | Explored::Part { lost }) = explored;
        self.solved.unresolved += mass * lost;
        let part = matches!(explored, Explored::Part { .. });
        let full = part && dice.outcomes() < room && held + dice.bytes_most() > limits.bytes;
        let beyond = (part && lost > RARE).then(|| dice.at_hand());
        if part && dice.outcomes() >= room {
            self.budget.spent(size.outcomes);
        } else if part {
            self.budget.left_off(size.outcomes);
        }
        if beyond.is_some() {
            self.leave(paused.way, beyond, mass * lost, &begun.states[paused.from].0);
        }
        for (paused, mass) in thinned {
            self.leave(paused.way, None, mass, &begun.states[paused.from].0);
        }
        if full {
            // The settled results of dice took the room.
            self.budget.met(SolverStop::Memory);
            self.solved.size.bytes = limits.bytes;
            self.leave_begun(begun);
            self.play_steps_on();
            self.ground.dice().forget();
        }
    }

    /// Those in which the fight at hand does not take place go on with the next leg of the day.
    fn pass_over(&mut self, nobody: Layer<R::Fight>, parted: &mut Layer<R::Fight>) {
        self.ended += nobody.mass();
        if self.layout.day.is_none() {
            self.values.fill(ABSENT);
            let known = &self.values[..self.rules.metrics_of_state()];
            return self.solved.answers(self.layout, known, nobody.mass(), &mut self.unanswered);
        }
        nobody.iter().for_each(|(state, mass)| parted.add(state, mass, outside(self.rules, state)));
    }

    /// Measures fights of these sides that have ended; those of a day part and go on with its next leg.
    fn part(&mut self, sides: Sides, next: &mut Next<R::Fight>) {
        let number = self.fight - 1;
        let (loaded, rules) = (self.loaded, self.rules);
        let of_state = rules.metrics_of_state();
        self.counted.belongs(None);
        let before = self.entry.replace(LegEntry::Parting);
        let keeps = self.keeps_left();
        let mut measured = Layer::default();
        for (mut state, mass) in std::mem::take(&mut next.over) {
            self.ended += mass;
            let ending = state.ending.unwrap_or(Ending::Draw);
            let met = state.course.of(sides);
            let ended = Ended { fight: &state.fight, sides: met, ending };
            self.layout.measure(rules, ended, &self.counts, &mut self.values);
            let end = EndedFight { rules, fight: &state.fight, sides: met, ending };
            self.counted.ended(Some(number), &end, &self.values, mass);
            self.graves.told.take_out(state.buried, &mut self.values);
            let known = &self.values[..of_state];
            if let Some(day) = &self.layout.day {
                self.solved.part_of_day(&day.fights[number], known, mass);
                self.solved.kept(day, DayMoment::Fight(number), known, mass);
                day.remember(number, &self.values, &mut state.past[..day.whole().len()]);
                self.remember(DayMoment::Fight(number), Some(&day.fights[number]), &mut state, mass);
                measured.add(&state, mass, outside(rules, &state));
                if measured.bytes() + measured.growth() > self.limits.bytes / 2 {
                    self.budget.met(SolverStop::Memory);
                    let left = &mut self.left;
                    let mut leave = |waits: Waits, state: &DayState<R::Fight>, mass| {
                        if let Some(point) = keeps.and_then(|point| waits.at(point)) {
                            left.leave(point, mass, || Leftover::Whole { state: state.clone(), point });
                        }
                    };
                    let thinned = Thinned { whole: &mut leave, paused: &mut |_, _| () };
                    self.solved.unresolved += thin(&mut measured, &mut Waves::default(), next, thinned);
                }
            } else {
                self.solved.end_of_only_fight(known, mass);
                self.solved.answers(self.layout, known, mass, &mut self.unanswered);
            }
        }
        let part = |fight: &mut R::Fight, from: &DayState<R::Fight>, table: &mut Table<AnyDice, AnyWatch>| {
            rules.part(fight, table);
            Progress::Over(from.ending.unwrap_or(Ending::Draw))
        };
        self.expand_all(measured, Sides::NONE, part, next);
        self.entry = before;
        for (mut state, mass) in std::mem::take(&mut next.over) {
            if let Some(day) = self.layout.day.as_ref().filter(|day| day.asks(DayMoment::Aftermath(number))) {
                rules.measure(&state.fight, state.course.of(sides), &self.counts, Ending::Draw, &mut self.values);
                self.solved.kept(day, DayMoment::Aftermath(number), &self.values[..of_state], mass);
                self.remember(DayMoment::Aftermath(number), None, &mut state, mass);
            }
            if let Some(ending) = state.ending.take() {
                let lost = state.course.fought(loaded, state.course.of(sides), ending, &state.fight);
                if let Some(day) = &self.layout.day {
                    day.lose(number, lost, &mut state.past[..day.whole().len()]);
                }
            }
            next.parted.add(&state, mass, outside(rules, &state));
        }
        self.counted.belongs(Some(number));
    }
}

/// Memory that a state holds outside of itself, in bytes, about.
fn outside<R: Rules>(rules: &R, state: &DayState<R::Fight>) -> usize {
    /// The bytes that the allocator adds to a few allocations.
    const ALLOCATIONS: usize = 4 * 2 * size_of::<u64>();
    rules.bytes(&state.fight) - size_of::<R::Fight>() + size_of_val(&state.past[..]) + ALLOCATIONS
}

/// The things that states wait for while a step is taken.
#[derive(Clone, Copy)]
enum Waits {
    /// For this step.
    Step,
    /// For the next one.
    Next,
    /// For the end of their fight to be measured.
    End,
    /// For the next leg of the day.
    Leg,
}

impl Waits {
    /// The point of the day at which such a state can be taken up, while the step is taken at another one; none for what follows from
    /// something that is done in one go with what belongs to it.
    fn at(self, step: DayPoint) -> Option<DayPoint> {
        let leg = step.leg;
        match (self, step.entry) {
            (Waits::Step, _) => Some(step),
            (Waits::Leg, _) => Some(DayPoint { leg: leg + 1, entry: LegEntry::Whole }),
            (Waits::Next, LegEntry::Whole) | (Waits::End, LegEntry::Whole | LegEntry::Parting) => None,
            (Waits::Next | Waits::End, _) => Some(DayPoint { leg, entry: LegEntry::Fight }),
        }
    }
}

/// Takers of what has no room any more, each with its probability.
struct Thinned<'a, F> {
    /// Of states.
    whole: &'a mut dyn FnMut(Waits, &DayState<F>, f64),
    /// Of fights in the middle of a step.
    paused: &'a mut dyn FnMut(Paused, f64),
}

/// Takes out the least probable eighth of all these states, one at least, and returns their probability.
fn thin<F: Clone + Eq + std::hash::Hash>(
    waiting: &mut Layer<F>,
    waves: &mut Waves,
    next: &mut Next<F>,
    Thinned { whole, paused }: Thinned<'_, F>,
) -> f64 {
    const PART: usize = 8;
    let mut layers = [
        (Waits::Step, waiting),
        (Waits::Next, &mut next.turns),
        (Waits::Next, &mut next.rounds),
        (Waits::End, &mut next.over),
        (Waits::Leg, &mut next.parted),
    ];
    let mut masses: Vec<f64> = layers.iter().flat_map(|(_, layer)| layer.masses()).chain(waves.masses()).collect();
    let mut count = (masses.len() / PART).max(1);
    let Some(last) = masses.len().checked_sub(1) else { return 0.0 };
    let (_, most, _) = masses.select_nth_unstable_by((count - 1).min(last), f64::total_cmp);
    let most = *most;
    let mut drop = |(waits, layer): &mut (Waits, &mut Layer<F>)| {
        layer.drop_light(most, &mut count, &mut |state, mass| whole(*waits, state, mass))
    };
    let lost: f64 = layers.iter_mut().map(&mut drop).sum();
    lost + waves.drop_light(most, &mut count, paused)
}

/// The states that come to a leg of the day.
struct Comers<F> {
    /// Those in which it takes place.
    there: Layer<F>,
    /// Those that pass over it.
    passed: Layer<F>,
}

/// All states that are there while one of them is played on.
struct Around<'a, F> {
    /// Those whose step has not begun.
    waiting: &'a mut Layer<F>,
    /// Those whose step has begun.
    begun: &'a mut BegunStates<F>,
    /// Those whose step has ended.
    next: &'a mut Next<F>,
}

/// The outcomes of a step.
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
    /// The layer in which a fight waits after this progress.
    fn of(&mut self, progress: Progress) -> &mut Layer<F> {
        match progress {
            Progress::Turn => &mut self.turns,
            Progress::Round => &mut self.rounds,
            Progress::Over(_) => &mut self.over,
        }
    }

    /// The number of fights that wait in all layers.
    fn len(&self) -> usize {
        self.turns.len() + self.rounds.len() + self.over.len() + self.parted.len()
    }

    /// Bytes that all layers take.
    fn bytes(&self) -> usize {
        self.turns.bytes() + self.rounds.bytes() + self.over.bytes() + self.parted.bytes()
    }
}
