//! States of fights: a fight in progress between two steps, that can be looked at, copied, and played on from.
//!
//! Owns the way to such a state, which is the fight as a run plays it up to there, and the way on from it to the end of the day, by the dice
//! of the fight, by fresh ones, or by given ones. What becomes of a state is measured as a run measures it. For whoever looks for better
//! play or for chances round by round: such states are copied by the million, but no fight of a run is one. Start at [`State`].

use std::collections::BTreeMap;

use crate::dice::{AnyDice, Slot, TurnedStreams};
use crate::fight::watch::Attributing;
use crate::fight::{ABSENT, AnyWatch, Bodied as _, Counting, Ending, Offer, Progress, Stand, Table};
use crate::rules::{Loaded, Rules};

use super::course::Course;
use super::day::{DayGround, Walk, approach, fight_out, leg_of, measure_one};
use super::layout::Layout;

/// The place of a state in a fight number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StatePlace {
    /// The fight of the day, from 0.
    pub fight: usize,
    /// Steps of it that are over: turns, or what else the rules play at a time.
    pub steps: usize,
}

/// The dice with which a fight goes on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DiceAhead {
    /// The seed and the number of the fight whose dice they are; without it, those of the fight that it is.
    pub fresh: Option<(u64, u64)>,
    /// The faces that dice show, by their numbers from here on, from 1; the others fall as they fall.
    pub faces: BTreeMap<usize, u32>,
}

/// A fight in progress between two steps.
pub trait State<'a>: Send {
    /// A copy, which goes on by itself.
    fn copied(&self) -> Box<dyn State<'a> + 'a>;

    /// The round at hand, from 1; 0 before the first.
    fn round(&self) -> u32;

    /// The ending of the fight, where it has come to it.
    fn ending(&self) -> Option<Ending>;

    /// Everything that a combatant could decide now in the main decision of its turn.
    fn options(&self, who: Slot) -> Vec<Offer>;

    /// An observable of a combatant by its code, with its argument, as policies see it.
    fn read(&self, who: Slot, observable: u16, argument: i32) -> i64;

    /// How a combatant stands.
    fn stand(&self, who: Slot) -> Stand;

    /// Gives it other dice.
    fn go_on_by(&mut self, luck: DiceAhead);

    /// Plays a step. False when the fight is over, and nothing is played.
    fn step(&mut self) -> bool;

    /// Plays to the end of the day. The values of the fight number, one per metric of the layout, as a run has them.
    fn play_on(self: Box<Self>) -> Vec<i64>;
}

/// A state of one system.
pub(super) struct SystemState<'a, R: Rules> {
    loaded: &'a Loaded<R>,
    layout: &'a Layout,
    fight: R::Fight,
    table: Table<AnyDice, AnyWatch>,
    /// One value per metric, and behind them places for one more fight.
    values: Vec<i64>,
    course: Course,
    /// The leg of the day that the fight is.
    leg: usize,
    ending: Option<Ending>,
}

impl<'a, R: Rules> SystemState<'a, R> {
    /// The state at a place of a fight number. None where that fight does not take place, or is over before.
    pub fn reached(loaded: &'a Loaded<R>, layout: &'a Layout, [seed, number]: [u64; 2], place: StatePlace) -> Option<Self> {
        let leg = leg_of(loaded, place.fight)?;
        let mut dice = loaded.streams(seed);
        dice.begin(number);
        let watch = Counting::new(loaded.combatants.len(), loaded.rules.counters(), loaded.lines.lines().len());
        let causes = &layout.caused.causes;
        let watch =
            if causes.is_empty() { AnyWatch::Counting(watch) } else { AnyWatch::Attributing(Attributing::new(watch, causes)) };
        let mut state = SystemState {
            loaded,
            layout,
            fight: loaded.rules.blank(),
            table: Table { dice: AnyDice::Turned(TurnedStreams::new(dice, BTreeMap::new())), watch },
            values: vec![ABSENT; layout.catalogue.metrics.len() + layout.block],
            course: Course::default(),
            leg,
            ending: None,
        };
        let ground = DayGround { fight: &mut state.fight, table: &mut state.table, values: &mut state.values };
        let (sides, course) = approach(loaded, layout, leg, ground);
        let sides = sides?;
        state.course = course;
        state.ending = loaded.rules.meet(sides, &mut state.fight, &mut state.table);
        (0..place.steps).all(|_| state.step()).then_some(state)
    }
}

impl<'a, R: Rules> State<'a> for SystemState<'a, R> {
    fn copied(&self) -> Box<dyn State<'a> + 'a> {
        // A workspace is not copied: that of a state of its own is filled.
        let mut fight = self.loaded.rules.blank();
        fight.clone_from(&self.fight);
        let dice = match &self.table.dice {
            AnyDice::Turned(dice) => AnyDice::Turned(dice.clone()),
            _ => unreachable!("a state has dice that can be turned"),
        };
        let watch = match &self.table.watch {
            AnyWatch::Counting(watch) => AnyWatch::Counting(watch.clone()),
            AnyWatch::Attributing(watch) => AnyWatch::Attributing(watch.clone()),
            _ => unreachable!("a state is counted"),
        };
        let SystemState { loaded, layout, course, leg, ending, .. } = *self;
        Box::new(SystemState {
            loaded,
            layout,
            fight,
            table: Table { dice, watch },
            values: self.values.clone(),
            course,
            leg,
            ending,
        })
    }

    fn round(&self) -> u32 {
        self.fight.round()
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn options(&self, who: Slot) -> Vec<Offer> {
        self.loaded.rules.options(&self.fight, who)
    }

    fn read(&self, who: Slot, observable: u16, argument: i32) -> i64 {
        self.loaded.rules.read(&self.fight, who, observable, argument)
    }

    fn stand(&self, who: Slot) -> Stand {
        self.loaded.rules.stand(&self.fight, who)
    }

    fn go_on_by(&mut self, luck: DiceAhead) {
        let fresh = luck.fresh.map(|(seed, number)| {
            let mut dice = self.loaded.streams(seed);
            dice.begin(number);
            dice
        });
        if let AnyDice::Turned(dice) = &mut self.table.dice {
            dice.go_on(fresh, luck.faces);
        }
    }

    fn step(&mut self) -> bool {
        if self.ending.is_some() {
            return false;
        }
        if let Progress::Over(ending) = self.loaded.rules.step(&mut self.fight, &mut self.table) {
            self.ending = Some(ending);
        }
        true
    }

    fn play_on(self: Box<Self>) -> Vec<i64> {
        let SystemState { loaded, layout, mut fight, mut table, mut values, course, leg, ending } = *self;
        let ending = ending.unwrap_or_else(|| fight_out(&loaded.rules, &mut fight, &mut table));
        let ground = DayGround { fight: &mut fight, table: &mut table, values: &mut values };
        match &layout.day {
            None => measure_one(loaded, layout, ending, ground),
            Some(day) => {
                let mut walk = Walk::stands(loaded, layout, day, ground);
                walk.course = course;
                walk.after_fight(leg, ending);
            }
        }
        values.truncate(layout.catalogue.metrics.len());
        layout.answer(&mut values);
        values
    }
}
