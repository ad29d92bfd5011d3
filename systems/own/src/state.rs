//! The state of a fight by a page: plain numbers of fixed size.
//!
//! Owns the data; nothing here knows a rule. Start at [`Fight`].

use std::hash::{Hash, Hasher};

use super::page::CELLS;
use frame::arena::square::Flood;
use frame::dice::Slot;
use frame::fight::day::Sides;
use frame::fight::relations::{TurnedSides, Turns};
use frame::fight::{Bodied, Clocks, Slots};

/// A status that never ends by itself.
pub const FOR_GOOD: i32 = i32::MAX;
/// The most actions that are counted by turn.
pub const COUNTED_ACTIONS: usize = 8;

/// A combatant as it is at some time: its states, then its statuses, each with the number of its turns that it still lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Body(pub [i32; CELLS]);

impl Clocks for Body {}

/// Room for searches on a grid: equal to any other, and no part of a copy.
#[derive(Debug, Default)]
pub struct Room(pub Option<Box<Flood>>);

impl PartialEq for Room {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Room {}

impl Hash for Room {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The state of a fight.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// By slot.
    pub bodies: Vec<Body>,
    /// The sides that have met.
    pub met: Sides,
    /// Those of them who are there.
    pub there: Slots,
    /// Those who are out.
    pub out: Slots,
    /// Those who are dead.
    pub dead: Slots,
    /// Those whose turn in this round is still to come, the next one last.
    pub queue: Vec<Slot>,
    /// The order of the fight, where it is found once, the first one last.
    pub order: Vec<Slot>,
    /// The round, from 1.
    pub round: u16,
    /// Sides that have turned on others.
    pub turned: TurnedSides,
    /// The one whose turn it is.
    pub acting: Option<Slot>,
    /// Actions that are left of it.
    pub left: u8,
    /// By action that is counted: how often it was done in it.
    pub used: [u8; COUNTED_ACTIONS],
    /// True if a combatant went out or came since it was last asked who is left.
    pub changed: bool,
    /// Room for searches on the grid.
    pub room: Room,
}

impl Clone for Fight {
    /// A copy to be kept: it has no room for searches.
    fn clone(&self) -> Self {
        let Fight { bodies, met, there, out, dead, queue, order, round, turned, acting, left, used, changed, room: _ } = self;
        Fight {
            bodies: bodies.clone(),
            met: *met,
            there: *there,
            out: *out,
            dead: *dead,
            queue: queue.clone(),
            order: order.clone(),
            round: *round,
            turned: *turned,
            acting: *acting,
            left: *left,
            used: *used,
            changed: *changed,
            room: Room::default(),
        }
    }

    /// The one that is copied into keeps its own room.
    fn clone_from(&mut self, source: &Self) {
        let Fight { bodies, met, there, out, dead, queue, order, round, turned, acting, left, used, changed, room: _ } = source;
        self.bodies.clone_from(bodies);
        self.queue.clone_from(queue);
        self.order.clone_from(order);
        (self.met, self.there, self.out, self.dead) = (*met, *there, *out, *dead);
        (self.round, self.turned, self.acting) = (*round, *turned, *acting);
        (self.left, self.used, self.changed) = (*left, *used, *changed);
    }
}

impl Fight {
    /// A value of a combatant; 0 of nobody.
    #[inline(always)]
    pub fn cell(&self, who: i64, cell: u8) -> i64 {
        match self.bodies.get(who as usize) {
            Some(body) => i64::from(body.0[usize::from(cell) % CELLS]),
            None => 0,
        }
    }

    /// Those who are there and not out.
    #[inline(always)]
    pub fn active(&self) -> Slots {
        self.there.but(self.out)
    }
}

impl Bodied for Fight {
    type Body = Body;

    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn bodies_mut(&mut self) -> &mut Vec<Body> {
        &mut self.bodies
    }

    fn round(&self) -> u32 {
        self.round.into()
    }

    fn round_mut(&mut self) -> &mut u16 {
        &mut self.round
    }
}

impl Turns for Fight {
    fn turned(&self) -> TurnedSides {
        self.turned
    }

    fn set_turned(&mut self, turned: TurnedSides) {
        self.turned = turned;
    }
}
