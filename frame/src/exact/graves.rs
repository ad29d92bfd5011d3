//! Graves: combatants of whom everything is known that is told of them, each with its probability.
//!
//! Owns what is told of a combatant before its fight is over. Once nothing changes in it any more, its body is put aside with the
//! probability of all paths on which it came to look like that, and what nobody else reads of it is forgotten: states in which the
//! others stand alike are one from then on. Its metrics are measured once for each such body. Must not know rules. Start at
//! [`Graves::bury`].

use std::hash::Hash;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use crate::dice::Slot;
use crate::fight::day::Sides;
use crate::fight::{ABSENT, Arrivals, Bodied, Counts, Ending, Slots, Subject};
use crate::rules::{Loaded, Rules};
use crate::sim::Layout;

use super::layer::DayState;

/// The metrics of each combatant, by slot, that are [told early](crate::rules::Solves::told_early), as indices of the core's catalogue.
pub struct EarlyMetrics(pub Vec<Vec<usize>>);

impl EarlyMetrics {
    /// The metrics of a scenario. None are told early of a day, which goes on with the bodies, and none where a question is asked of them,
    /// which wants to know them together.
    pub fn new<R: Rules>(rules: &R, layout: &Layout, combatants: usize) -> Self {
        let mut told = vec![Vec::new(); combatants];
        let metrics = &rules.catalogue().metrics[..rules.metrics_of_state()];
        for (index, metric) in metrics.iter().enumerate() {
            if let Subject::Combatant(slot) = metric.subject
                && rules.told_early().contains(&metric.family.as_str())
            {
                told[slot.index()].push(index);
            }
        }
        let asked = layout.questions.iter().flat_map(|question| question.reads());
        if layout.day.is_some() || asked.into_iter().any(|asked| told.iter().flatten().any(|&metric| metric == asked)) {
            told.iter_mut().for_each(Vec::clear);
        }
        EarlyMetrics(told)
    }

    /// Takes out of the values of a fight what was told before of those who are buried.
    pub fn take_out(&self, buried: Slots, values: &mut [i64]) {
        buried.into_iter().flat_map(|who| &self.0[who.index()]).for_each(|&metric| values[metric] = ABSENT);
    }

    /// True if nothing is told early.
    fn is_nothing(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }
}

/// A combatant who has been buried, as it looked then.
struct Grave {
    /// The probability of all paths on which it came to look like that.
    mass: f64,
    /// The values of its metrics that are told early, in their order.
    values: Box<[i64]>,
}

/// Combatants who have been buried.
pub struct Graves<B> {
    /// The metrics that are told.
    pub told: EarlyMetrics,
    buried: IndexMap<(Slot, B), Grave, FixedState>,
    /// By combatant: the number of the grave that was asked for last.
    recent: Vec<usize>,
    arrivals: Arrivals,
    /// Those who take part in the only fight.
    sides: Sides,
    /// Nothing that is told early is counted.
    counts: Counts,
    values: Vec<i64>,
}

impl<B: Clone + Eq + Hash> Graves<B> {
    /// Nobody is buried yet.
    pub fn new<R: Rules>(loaded: &Loaded<R>, layout: &Layout) -> Self {
        let combatants = loaded.combatants.len();
        Graves {
            told: EarlyMetrics::new(&loaded.rules, layout, combatants),
            buried: IndexMap::default(),
            recent: vec![0; combatants],
            arrivals: loaded.plan.arrivals.clone(),
            sides: loaded.plan.legs.iter().fold(Sides::NONE, |all, leg| all | leg.sides()),
            counts: Counts::new(combatants, loaded.rules.counters()),
            values: vec![ABSENT; loaded.rules.catalogue().metrics.len()],
        }
    }

    /// Buries everybody who is settled by now, between two steps; `begun` holds those who were before. `note` is given the
    /// probability of each grave that somebody comes to, and its number.
    pub fn bury<R: Rules>(
        &mut self,
        rules: &R,
        begun: Slots,
        state: &mut DayState<R::Fight>,
        mut note: impl FnMut(&mut f64, u32),
    ) where
        R::Fight: Bodied<Body = B>,
    {
        state.buried = begun;
        if self.told.is_nothing() {
            return;
        }
        let over = state.ending.is_some();
        let settled = if over { Slots::first(self.recent.len()) } else { rules.settled(&state.fight) };
        // Nothing is known of those who never come.
        let to_come = self.arrivals.after_round(state.fight.round() as u16);
        for who in settled.those(|who| !begun.has(who) && !to_come.has(who)) {
            let known = self.buried.len();
            let number = self.number(rules, who, &state.fight);
            note(&mut self.buried[number].mass, number as u32);
            // Looked at once for each grave: what a debug build measures again for every burial takes longer than all the rest.
            let looked_at = cfg!(debug_assertions) && number == known;
            let before = if looked_at { self.untold(rules, &state.fight) } else { Vec::new() };
            rules.bury(who, over, &mut state.fight);
            if looked_at {
                assert_eq!(self.changed(rules, &before, &state.fight), [""; 0], "not told early, but forgotten");
            }
            state.buried = state.buried.with(who);
        }
    }

    /// The metrics of the final state that are not told early, as they are now.
    fn untold<R: Rules>(&self, rules: &R, fight: &R::Fight) -> Vec<i64> {
        let mut values = vec![ABSENT; self.values.len()];
        rules.measure(fight, self.sides, &self.counts, Ending::Draw, &mut values);
        self.told.take_out(Slots::first(self.recent.len()), &mut values);
        values.truncate(rules.metrics_of_state());
        values
    }

    /// Those of them that are no longer what they were before a burial.
    fn changed<'a, R: Rules>(&self, rules: &'a R, before: &[i64], fight: &R::Fight) -> Vec<&'a str> {
        let values = before.iter().zip(self.untold(rules, fight)).zip(&rules.catalogue().metrics);
        values.filter(|((before, after), _)| *before != after).map(|(_, metric)| metric.key.as_str()).collect()
    }

    /// The number of the grave of somebody. Most of those who are buried look like the one before, which is found out sooner than a hash.
    fn number<R: Rules>(&mut self, rules: &R, who: Slot, fight: &R::Fight) -> usize
    where
        R::Fight: Bodied<Body = B>,
    {
        let (place, body) = (who.index(), &fight.bodies()[who.index()]);
        let recent = self.recent[place];
        if self.buried.get_index(recent).is_some_and(|((slot, known), _)| *slot == who && known == body) {
            return recent;
        }
        let entry = self.buried.entry((who, body.clone()));
        let number = entry.index();
        entry.or_insert_with(|| {
            rules.measure(fight, self.sides, &self.counts, Ending::Draw, &mut self.values);
            Grave { mass: 0.0, values: self.told.0[place].iter().map(|&metric| self.values[metric]).collect() }
        });
        self.recent[place] = number;
        number
    }

    /// Memory they take, in bytes, about.
    pub fn bytes(&self) -> usize {
        let values = self.told.0.iter().map(Vec::len).max().unwrap_or(0) * size_of::<i64>();
        self.buried.capacity() * (size_of::<((Slot, B), Grave)>() + 3 * size_of::<u64>() + values)
    }

    /// Adds to the probability of a grave.
    pub fn add(&mut self, grave: u32, mass: f64) {
        self.buried[grave as usize].mass += mass;
    }

    /// Tells each value of a metric of all who are buried, with its probability.
    pub fn tell(self, mut tell: impl FnMut(usize, i64, f64)) {
        for ((who, _), grave) in self.buried {
            let metrics = self.told.0[who.index()].iter().zip(grave.values);
            metrics.for_each(|(&metric, value)| tell(metric, value, grave.mass));
        }
    }
}
