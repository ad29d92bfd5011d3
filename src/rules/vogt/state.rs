//! The state of a `vogt` fight: everything that changes, as plain data.
//!
//! Owns [`Fight`] and [`Body`]. Must hold nothing that can be read off the scenario, and nothing that only a report wants
//! to know: equal states must go on alike. Start at [`Body`].

use std::hash::{Hash, Hasher};

use crate::arena::square::{Flood, Square};
use crate::dice::{Die, Slot};
use crate::fight::Scratch;
use crate::fight::day::Sides;

use super::sheet::Status;

/// What a combatant has declared. Indices point into its fighter's lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Strike with this weapon.
    Attack { weapon: u8 },
    /// Use this technique with so many dice.
    Technique { technique: u8, dice: u8 },
    /// Gain AR.
    Defend,
    /// Help somebody of one's side.
    Help,
    /// Move farther.
    Run,
    /// Run in order to leave.
    Flee,
    /// Take this weapon from the bag.
    Retrieve { weapon: u8 },
    /// Contest with an adjacent foe.
    Contest,
    /// Stand up, where that is an action.
    Stand,
}

/// A declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Declared {
    /// The action.
    pub act: Act,
    /// The target, where it is declared too.
    pub target: Option<Slot>,
}

/// One combatant as it is now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Body {
    /// Hit points; may be negative.
    pub hp: i32,
    /// Points of AR used in this round.
    pub absorbed: i32,
    /// Initiative in this round.
    pub initiative: i32,
    /// Dice of that initiative.
    pub initiative_die: Die,
    /// Abilities in the order of [`Ability::ALL`](super::sheet::Ability::ALL).
    pub abilities: [Die; 4],
    /// Where it stands.
    pub at: Square,
    /// Statuses it has, one bit each.
    pub statuses: u16,
    /// Last round of each status; 0 for one without an end.
    pub until: [u16; Status::ALL.len()],
    /// Level of exhaustion.
    pub exhaustion: u16,
    /// Hands that are left.
    pub hands: u8,
    /// Eyes that are left.
    pub eyes: u8,
    /// Legs that are left.
    pub legs: u8,
    /// Whether the voice is left.
    pub voice: bool,
    /// Technique dice that are left: d4, d6, d8, d10, d12.
    pub technique_dice: [u8; 5],
    /// Whether it is prone.
    pub prone: bool,
    /// Whether Defend holds.
    pub defending: bool,
    /// Whether it is dead.
    pub dead: bool,
    /// Whether it takes part in the fight at hand and has not left it.
    pub in_field: bool,
    /// Whether its armor is broken.
    pub armor_broken: bool,
    /// Broken weapons, one bit each.
    pub broken: u16,
    /// Weapons in the bag, one bit each.
    pub stowed: u16,
    /// Who helps it.
    pub helped_by: Option<Slot>,
    /// Whom it fears.
    pub fears: Option<Slot>,
    /// Who struck it last.
    pub last_attacker: Option<Slot>,
    /// What it has declared.
    pub declared: Option<Declared>,
    /// Whether its turn has begun and pauses until its new initiative.
    pub turn_begun: bool,
    /// Whether it has used its movement before its turn paused.
    pub movement_spent: bool,
    /// How often it has re-evaluated in this round.
    pub reevaluations: u8,
    /// Siestas since the last full rest.
    pub siestas: u8,
    /// Slots it carries too many.
    pub over_slots: i16,
    /// Slots of the random item it owns.
    pub belonging_slots: u8,
    /// Gold it starts with, where that is rolled.
    pub gold: i32,
}

impl Body {
    /// Whether it has this status, for whatever reason short of exhaustion.
    #[inline]
    pub fn has(&self, status: Status) -> bool {
        self.statuses >> status as u8 & 1 == 1
    }

    /// Gives a status up to the end of a round, or without an end; the later end counts.
    pub fn gain(&mut self, status: Status, last_round: Option<u16>) {
        let end = &mut self.until[status as usize];
        let had = self.statuses >> status as u8 & 1 == 1;
        *end = match last_round {
            _ if had && *end == 0 => 0,
            None => 0,
            Some(round) => round.max(if had { *end } else { 0 }),
        };
        self.statuses |= 1 << status as u8;
    }

    /// Takes a status away.
    pub fn lose(&mut self, status: Status) {
        self.statuses &= !(1 << status as u8);
        self.until[status as usize] = 0;
    }
}

/// What comes next in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Declarations and initiative.
    Declare,
    /// The turn of the next in the queue.
    Turns,
}

/// Room for what a step works out.
#[derive(Clone, Default, Debug)]
pub struct Workspace {
    /// For movement.
    pub flood: Flood,
    /// Who waits for a turn, with the number that orders them.
    pub waiting: Vec<(i64, Slot)>,
}

/// A fight as it is now.
#[derive(Debug)]
pub struct Fight {
    /// The combatants, in slot order.
    pub bodies: Vec<Body>,
    /// Turns still to come in this pass through the order, the next one last.
    pub queue: Vec<Slot>,
    /// The order of this round, the last one first; only kept where a round has several turns each.
    pub order: Vec<Slot>,
    /// Passes through the order that are still to come.
    pub passes: u8,
    /// What comes next.
    pub phase: Phase,
    /// The round being played, from 1.
    pub round: u16,
    /// The sides that have met.
    pub sides: Sides,
    /// Whether there has been a fight before on this day.
    pub met: bool,
    /// Whether somebody has gone down, died or left since the end of the fight was last looked for.
    pub somebody_fell: bool,
    /// Workspace.
    pub workspace: Scratch<Workspace>,
}

impl Fight {
    /// Slots of all combatants.
    #[inline]
    pub fn slots(&self) -> impl DoubleEndedIterator<Item = Slot> + Clone + use<> {
        (0..self.bodies.len() as u8).map(Slot)
    }

    /// One combatant.
    #[inline]
    pub fn body(&self, who: Slot) -> &Body {
        &self.bodies[who.index()]
    }

    /// One combatant, to be changed.
    #[inline]
    pub fn body_mut(&mut self, who: Slot) -> &mut Body {
        &mut self.bodies[who.index()]
    }
}

impl Clone for Fight {
    fn clone(&self) -> Self {
        Fight {
            bodies: self.bodies.clone(),
            queue: self.queue.clone(),
            order: self.order.clone(),
            workspace: self.workspace.clone(),
            ..*self
        }
    }

    /// Copies without allocating where the workspace is already there.
    fn clone_from(&mut self, source: &Self) {
        self.bodies.clone_from(&source.bodies);
        self.queue.clone_from(&source.queue);
        self.order.clone_from(&source.order);
        (self.passes, self.phase, self.round) = (source.passes, source.phase, source.round);
        (self.sides, self.met, self.somebody_fell) = (source.sides, source.met, source.somebody_fell);
    }
}

impl PartialEq for Fight {
    fn eq(&self, other: &Self) -> bool {
        (self.round, self.phase, self.passes, self.sides, self.met)
            == (other.round, other.phase, other.passes, other.sides, other.met)
            && self.bodies == other.bodies
            && self.queue == other.queue
            && self.order == other.order
    }
}

impl Eq for Fight {}

impl Hash for Fight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.round, self.phase, self.passes, self.sides, self.met).hash(state);
        self.bodies.hash(state);
        self.queue.hash(state);
        self.order.hash(state);
    }
}
