//! The state of a `vogt` fight: everything that changes, as plain data.
//!
//! Owns [`Fight`] and [`Body`]. Must hold nothing that can be read off the scenario, and nothing that only a report wants
//! to know: equal states must go on alike. Start at [`Body`].

use std::hash::{Hash, Hasher};

use frame::arena::square::{Flood, Square};
use frame::dice::{Die, Slot};
use frame::fight::day::Sides;
use frame::fight::relations::TurnedSides;
use frame::fight::{Clocks, Move, Scratch, Slots, marked, usual_fields};

use super::sheet::Status;

/// The declaration of a combatant. Indices point into its fighter's lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Strike with this weapon.
    Attack { weapon: u8 },
    /// Use this technique with so many dice.
    Technique { technique: u8, dice: u8 },
    /// Gain AR.
    Defend,
    /// Help another combatant of one's side.
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

/// Fields of a [`Body`] that end together, stay together, or are asked together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fields {
    /// What ends with a turn.
    Turn,
    /// What ends with a fight, statuses apart.
    Fight,
}

marked! {
    /// One combatant as it is now.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Body by Fields {
        /// Hit points; may be negative.
        pub hp: i32,
        /// Points of AR used in this round.
        [Fight]
        pub absorbed: i32,
        /// Initiative in this round.
        pub initiative: i32,
        /// Dice of that initiative.
        pub initiative_die: Die,
        /// Abilities in the order of [`Ability::ALL`](super::sheet::Ability::ALL).
        pub abilities: [Die; 4],
        /// Its square.
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
        /// True if the voice is left.
        pub voice: bool,
        /// Technique dice that are left: d4, d6, d8, d10, d12.
        pub technique_dice: [u8; 5],
        /// True if it is prone.
        pub prone: bool,
        /// True if Defend holds.
        [Fight]
        pub defending: bool,
        /// True if it is dead.
        pub dead: bool,
        /// True if it takes part in the fight at hand and has not left it.
        pub in_field: bool,
        /// True if its armor is broken.
        pub armor_broken: bool,
        /// Broken weapons, one bit each.
        pub broken: u16,
        /// Weapons in the bag, one bit each.
        pub stowed: u16,
        /// Weapons that it can use now, one bit each; follows from the hands and the weapons above, see
        /// [`Fighter::rearm`](super::fighter::Fighter::rearm).
        pub usable: u16,
        /// Those who help it.
        pub helped_by: Slots,
        /// Those whom it fears, while it is Afraid.
        pub fears: Slots,
        /// Its last attacker.
        [Fight]
        pub last_attacker: Option<Slot>,
        /// Its declaration.
        [Turn, Fight]
        pub declared: Option<Declared>,
        /// True if its turn has begun and pauses until its new initiative.
        [Turn, Fight]
        pub paused: bool,
        /// True if it has used its movement before its turn paused.
        [Turn, Fight]
        pub movement_spent: bool,
        /// Times that it has re-evaluated in this round.
        [Turn, Fight]
        pub reevaluations: u8,
        /// Siestas since the last full rest.
        pub siestas: u8,
        /// Slots it carries too many.
        pub over_slots: i16,
        /// Minutes on the road since the last save of those who carry too much was due.
        pub on_the_road: u32,
        /// Slots of the random item it owns.
        pub belonging_slots: u8,
        /// Gold it starts with, where that is rolled.
        pub gold: i32,
    }
}

impl Hash for Body {
    /// Hashes the fields that differ most often, in few words: a hash of every field takes longer than a turn.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let words = |words: [u16; 4]| words.iter().fold(0, |all, &word| all << 16 | u64::from(word));
        let flags = [self.prone, self.defending, self.dead, self.in_field, self.armor_broken, self.voice];
        let flags = flags.iter().fold(0, |flags, &flag| flags << 1 | u16::from(flag));
        let [d4, d6, d8, d10, d12] = self.technique_dice;
        let abilities = self.abilities.map(|die| u16::from_le_bytes([die.count, die.sides]));
        state.write_u64(u64::from(self.hp as u32) << 32 | u64::from(self.absorbed as u32));
        state.write_u64(words([self.statuses, self.exhaustion, self.broken, self.stowed]));
        state.write_u64(words([self.at.x as u16, self.at.y as u16, self.initiative as u16, flags]));
        state.write_u64(u64::from_le_bytes([d4, d6, d8, d10, d12, self.hands, self.eyes, self.legs]));
        state.write_u64(words(abilities));
    }
}

impl Body {
    /// True if it has this status, for whatever reason short of exhaustion.
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

    /// True if it has a status for good: without an eye one is Blind, without a voice Mute (VOG-048, VOG-050, VOG-082, R-16).
    pub fn is_lasting(&self, status: Status) -> bool {
        status == Status::Blind && self.eyes == 0 || status == Status::Mute && !self.voice
    }

    /// Gives the statuses that are for good.
    pub fn gain_lasting(&mut self) {
        for status in [Status::Blind, Status::Mute] {
            if self.is_lasting(status) {
                self.gain(status, None);
            }
        }
    }

    /// Takes a status away.
    pub fn lose(&mut self, status: Status) {
        self.statuses &= !(1 << status as u8);
        self.until[status as usize] = 0;
        if status == Status::Afraid {
            self.fears = Slots::NONE;
        }
    }
}

/// The phases of a round, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Phase {
    /// Declarations and initiative.
    #[default]
    Declare,
    /// The turn of the next in the queue.
    Turns,
}

/// Room for what a step works out.
#[derive(Clone, Default, Debug)]
pub struct Workspace {
    /// For movement.
    pub flood: Flood,
    /// Those who wait for a turn, each with the number that orders them.
    pub waiting: Vec<(i64, Slot)>,
}

/// A fight as it is now.
#[derive(Debug, Default)]
pub struct Fight {
    /// The combatants, in slot order.
    pub bodies: Vec<Body>,
    /// Turns still to come in this pass through the order, the next one last.
    pub queue: Vec<Slot>,
    /// The order of this round, the last one first; only kept where a round has several turns each.
    pub order: Vec<Slot>,
    /// Passes through the order that are still to come.
    pub passes: u8,
    /// The next phase.
    pub phase: Phase,
    /// The round being played, from 1.
    pub round: u16,
    /// The sides that have met.
    pub sides: Sides,
    /// The neutral sides that have turned on another one.
    pub turned: TurnedSides,
    /// Sides that have had a fight on this day.
    pub met: Sides,
    /// Combatants on the field and alive; follows from the bodies, see [`Core::muster`](super::Core::muster).
    pub present: Slots,
    /// Those of them who are conscious; follows from the bodies too.
    pub active: Slots,
    /// Those who are helped; follows from the bodies too.
    pub helped: Slots,
    /// True if a combatant has gone down, died or left since the end of the fight was last looked for.
    pub somebody_fell: bool,
    /// Workspace.
    pub workspace: Scratch<Workspace>,
}

impl Fight {
    /// `helper` helps `who`.
    pub fn help(&mut self, who: Slot, helper: Slot) {
        let body = self.body_mut(who);
        body.helped_by = body.helped_by.with(helper);
        self.helped = self.helped.with(who);
    }

    /// Nobody helps `who` any longer; whether somebody did.
    #[inline]
    pub fn end_help(&mut self, who: Slot) -> bool {
        let helped = self.helped.has(who);
        if helped {
            self.helped = self.helped.without(who);
            self.body_mut(who).helped_by = Slots::NONE;
        }
        helped
    }

    /// Helpers of whom this is true help no longer.
    #[inline]
    pub fn end_help_of(&mut self, ends: impl Fn(Slot) -> bool) {
        for who in self.helped {
            let left = self.body(who).helped_by.those(|helper| !ends(helper));
            self.body_mut(who).helped_by = left;
            if left.is_empty() {
                self.helped = self.helped.without(who);
            }
        }
    }
}

usual_fields!(Fight, Body, |fight| {
    let fell = if fight.somebody_fell { Slots::only(Slot(0)) } else { Slots::NONE };
    [fight.present, fight.active, fight.helped, fell]
});

impl Clocks for Body {
    fn move_clocks(&mut self, moves: Move) -> bool {
        self.until.iter_mut().all(|last_round| moves.clock(last_round))
    }
}

impl Clone for Fight {
    /// A copy to be kept: it has no workspace to be played on.
    fn clone(&self) -> Self {
        Fight {
            bodies: self.bodies.clone(),
            queue: self.queue.clone(),
            order: self.order.clone(),
            workspace: Scratch::default(),
            ..*self
        }
    }

    /// Copies everything but the workspace, which stays; allocates nothing.
    fn clone_from(&mut self, source: &Self) {
        self.bodies.clone_from(&source.bodies);
        self.queue.clone_from(&source.queue);
        self.order.clone_from(&source.order);
        (self.passes, self.phase, self.round) = (source.passes, source.phase, source.round);
        (self.sides, self.turned, self.met) = (source.sides, source.turned, source.met);
        (self.present, self.active, self.helped) = (source.present, source.active, source.helped);
        self.somebody_fell = source.somebody_fell;
    }
}

impl PartialEq for Fight {
    fn eq(&self, other: &Self) -> bool {
        (self.round, self.phase, self.passes, self.sides, self.turned, self.met)
            == (other.round, other.phase, other.passes, other.sides, other.turned, other.met)
            && self.bodies == other.bodies
            && self.queue == other.queue
            && self.order == other.order
    }
}

impl Eq for Fight {}

impl Hash for Fight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let next = self.queue.iter().fold(u64::from(self.round), |next, who| next << 6 | u64::from(who.0));
        state.write_u64(next << 8 | u64::from(self.passes) << 1 | u64::from(self.phase == Phase::Turns));
        for body in &self.bodies {
            body.hash(state);
        }
    }
}
