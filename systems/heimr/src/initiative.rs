//! Initiative of `heimr`: the roll of everybody, and the order of turns that follows from it.
//!
//! Owns the part of section 4.4 of the specification that is about the order. Start at [`Play::roll_initiative`].

use std::ops::Range;

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::abilities::Score;
use super::challenge::Toll;
use super::metrics as count;
use super::rulings::InitiativeTie;
use super::state::Exit;
use super::{Play, rolls};

/// The number of times that tied initiative is rolled for before it is drawn, which is as fair and comes to an end.
const TIE_ROLLS_MAX: u32 = 2;
/// Bits of a slot in a settled order.
const ORDER_BITS: u32 = 6;
/// The most combatants whose order is settled.
const ORDER_MOST: usize = 10;

/// The key that orders turns: initiative, willpower, consistency of the initiative roll.
pub(super) type Precedence = (i32, i32, i32);

/// Returns what orders a turn by its initiative, the greater first (HEI-104, HEI-105, R-06).
pub(super) fn precedence(initiative: i32, willpower: i32, consistency: i32, tie: InitiativeTie) -> Precedence {
    match tie {
        InitiativeTie::DexThenD10 => (initiative, willpower, consistency),
        InitiativeTie::D10 | InitiativeTie::ListOrder => (initiative, willpower, 0),
    }
}

/// Returns small numbers as one, the first in its lowest bits; at most [`ORDER_MOST`].
fn packed(numbers: impl DoubleEndedIterator<Item = usize>) -> i64 {
    numbers.rev().fold(0, |packed, number| packed << ORDER_BITS | number as i64)
}

/// Returns numbers that were [`packed`], and zeros behind them.
fn unpacked(packed: i64) -> impl Iterator<Item = usize> {
    (0..ORDER_MOST as u32).map(move |place| (packed >> (place * ORDER_BITS) & ((1 << ORDER_BITS) - 1)) as usize)
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Initiative and the order that follows from it (HEI-104, HEI-105).
    pub(super) fn roll_initiative(&mut self) {
        let present = self.fight.bodies.iter().filter(|body| body.exit == Exit::Here).count();
        if self.table.settles() && !self.rules.abilities.initiative.physical && present <= ORDER_MOST {
            self.settled_order();
        } else {
            self.roll_order();
        }
        if let Some(&first) = self.fight.order.first() {
            self.table.watch.count(first, count::ACTED_FIRST, 1);
        }
        self.table.tell("HEI-105", || {
            let names: Vec<&str> = self.fight.order.iter().map(|&who| self.rules.name(who)).collect();
            format!("order: {}", names.join(", "))
        });
    }

    /// Initiative of everybody who is present, asked only for the order that follows from it.
    fn settled_order(&mut self) {
        let present: Vec<Slot> = self.fight.slots().filter(|&who| self.fight.body(who).exit == Exit::Here).collect();
        let mut key = Vec::new();
        for &who in &present {
            key.push(i64::from(who.0));
            key.extend(self.initiative_key(who));
        }
        let order = self.settle(
            &rolls::INITIATIVE,
            |_| key,
            |play| {
                play.roll_order();
                packed(play.fight.order.iter().map(|who| who.index()))
            },
        );
        self.fight.order.clear();
        self.fight.order.extend(unpacked(order).take(present.len()).map(|who| Slot(who as u8)));
    }

    /// Everything that the initiative of a combatant depends on where it is not physical.
    fn initiative_key(&self, who: Slot) -> [i64; 4] {
        let (fighter, body) = (self.rules.fighter(who), self.fight.body(who));
        let values = fighter.now(body);
        let given = fighter.start.initiative.map_or(i64::MIN, i64::from);
        let potential = values.initiative_p.map_or(i64::MIN, i64::from);
        [i64::from(body.willpower), given, i64::from(values.initiative_c), potential]
    }

    /// Everybody rolls initiative, and is put in order (HEI-104).
    fn roll_order(&mut self) {
        self.fight.order.clear();
        let present = self.fight.slots().filter(|&who| self.fight.body(who).exit == Exit::Here).collect();
        self.line_up(present);
    }

    /// These roll initiative, and are put in order behind all who have their place (HEI-104, HEI-105, R-06).
    pub(super) fn line_up(&mut self, those: Slots) {
        let rules = self.rules;
        let there = self.fight.order.len();
        let mut keys = [Precedence::default(); Slot::MOST];
        for who in those {
            let score = self.settled_initiative(who);
            let body = self.fight.body(who);
            let c = rules.fighter(who).now(body).initiative_c;
            let key = precedence(score, body.willpower.into(), c, rules.rulings().initiative_tie);
            keys[who.index()] = key;
            // Insertion keeps those who are equal in the order of the file.
            let behind = &self.fight.order[there..];
            let place = behind.iter().position(|other| keys[other.index()] < key).unwrap_or(behind.len());
            self.fight.order.insert(there + place, who);
            self.table.tell("HEI-104", || format!("{} has initiative {score}", rules.name(who)));
        }
        let mut from = there;
        while from < self.fight.order.len() {
            let key = keys[self.fight.order[from].index()];
            let tied = self.fight.order[from..].iter().take_while(|other| keys[other.index()] == key).count();
            self.settled_tie(from..from + tied);
            from += tied;
        }
    }

    /// Rolls initiative, once for each score where only the score is asked for.
    fn settled_initiative(&mut self, who: Slot) -> i32 {
        if self.rules.abilities.initiative.physical {
            return self.initiative(who);
        }
        self.settle(&rolls::INITIATIVE, |play| play.initiative_key(who), |play| i64::from(play.initiative(who))) as i32
    }

    /// Rolls initiative; returns what it comes to, 0 where fatigue makes the roll fail (HEI-104, R-05).
    pub(super) fn initiative(&mut self, who: Slot) -> i32 {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        if let Some(given) = fighter.start.initiative {
            return given;
        }
        let physical = rules.abilities.initiative.physical;
        let weary = rules.strain(who, self.fight.body(who), physical);
        let body = self.fight.body_mut(who);
        let fresh = fighter.now(body).initiative(body.willpower);
        let score = Score { c: fresh.c - weary, ..fresh };
        let rolled = rules.check.pool.roll(score.c, who, &rolls::INITIATIVE, self.table);
        let order = rules.rulings().fatigue_order;
        let meets = rules.check.fatigue.judge_in(order, rolled, &mut body.effort, Toll::of(physical, true));
        self.tells_roll(who, &rolls::INITIATIVE, score, rolled, 0);
        if meets { rolled.result(score.p) } else { 0 }
    }

    /// Breaks a tie among those at these places of the order, once for each order of them where only the order is asked for.
    fn settled_tie(&mut self, places: Range<usize>) {
        let count = places.len();
        if !self.table.settles() || !(2..=ORDER_MOST).contains(&count) {
            return self.break_tie(places, TIE_ROLLS_MAX);
        }
        let mut tied = [Slot::MASTER; ORDER_MOST];
        tied[..count].copy_from_slice(&self.fight.order[places.clone()]);
        let order = self.settle(
            &rolls::INITIATIVE_TIE,
            |_| [count as i64],
            |play| {
                play.fight.order[places.clone()].copy_from_slice(&tied[..count]);
                play.break_tie(places.clone(), TIE_ROLLS_MAX);
                let now = &play.fight.order[places.clone()];
                packed(now.iter().filter_map(|who| tied.iter().position(|other| other == who)))
            },
        );
        for (place, from) in self.fight.order[places].iter_mut().zip(unpacked(order)) {
            *place = tied[from];
        }
    }

    /// Rolls big dice among those at these places of the order, who are equal in everything: higher goes first. Chance decides
    /// among those who are still equal after some rolls; by another ruling they stay as they are listed.
    fn break_tie(&mut self, places: Range<usize>, passes: u32) {
        if places.len() < 2 || self.rules.rulings().initiative_tie == InitiativeTie::ListOrder {
            return;
        }
        let first = places.start;
        let tied = &mut self.fight.order[places];
        if passes == 0 {
            for first in 0..tied.len() {
                let left = &mut tied[first..];
                let next = self.table.pick(left[0], &rolls::INITIATIVE_TIE, left.len());
                left[..=next].rotate_right(1);
            }
            return;
        }
        let sides = u32::from(self.rules.book.dice.big);
        let mut faces = [(0, Slot::MASTER); Slot::MOST];
        let faces = &mut faces[..tied.len()];
        for (face, &who) in faces.iter_mut().zip(tied.iter()) {
            *face = (-self.table.roll(who, &rolls::INITIATIVE_TIE, sides), who);
        }
        faces.sort_unstable();
        for (place, &(_, who)) in tied.iter_mut().zip(faces.iter()) {
            *place = who;
        }
        let mut from = 0;
        while from < faces.len() {
            let same = faces[from..].iter().take_while(|(face, _)| *face == faces[from].0).count();
            self.break_tie(first + from..first + from + same, passes - 1);
            from += same;
        }
    }
}
