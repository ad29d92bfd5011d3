//! The state of a `bdp` fight: everything that changes, as plain data.
//!
//! Owns [`Fight`] and [`Body`]. Must hold nothing that can be read off the scenario, and nothing that only a report wants to
//! know: equal states must go on alike. Start at [`Body`].

use crate::dice::Slot;
use crate::fight::Slots;
use crate::fight::day::Sides;

use super::book::harm::Level;
use super::policy::{GambitKind, Hands, Towards};

/// Whether somebody is still in the fight, and if not, why.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// In the fight.
    Active,
    /// Not here.
    Absent,
    /// Gone. [BDP-302, BDP-303]
    Fled,
    /// Knocked out. [BDP-250]
    KnockedOut,
    /// Out by DEX, or collapsed. [BDP-067, R-17]
    Unconscious,
    /// Out by WIL. [BDP-068]
    Debilitated,
    /// Out by STR, alive.
    Down,
    /// A detachment that ran. [BDP-264]
    Routed,
    /// A detachment that is no more. [BDP-265]
    Destroyed,
    /// Dead. [BDP-066]
    Dead,
}

/// A wound. [BDP-052]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wound {
    /// Number of its kind.
    pub key: u8,
    /// How bad it is.
    pub level: Level,
    /// Nights or days of treatment so far.
    pub treated: u8,
}

/// The most wounds that somebody has at once; more would not fit anywhere.
pub const WOUNDS_MAX: usize = 16;
/// The most weapons, unarmed included.
pub const WEAPONS_MAX: usize = 16;

/// What somebody does in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Strikes or shoots.
    Attack,
    /// Throws its weapon.
    Throw,
    /// Tries a gambit.
    Gambit(GambitKind),
    /// Moves.
    Move(Towards),
    /// Moves twice.
    DoubleMove(Towards),
    /// Strikes and steps away.
    StrikeAway,
    /// Steps away.
    StepAway,
    /// Retreats.
    Retreat,
    /// Picks up what it dropped.
    PickUp,
    /// Draws this weapon.
    Draw(u8),
    /// Reloads, or draws a heavy bow.
    Reload,
    /// Does nothing.
    Wait,
}

/// An intention. [BDP-227]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Intent {
    /// What.
    pub act: Act,
    /// At whom, where that matters.
    pub target: Option<Slot>,
    /// With which weapon.
    pub weapon: u8,
    /// With which of two weapons.
    pub hands: Hands,
    /// Whether it takes a full turn. [BDP-230]
    pub full: bool,
    /// Whether it moves first. [BDP-230]
    pub closes: bool,
    /// Whether it is savage. [BDP-523]
    pub savage: bool,
    /// Whether it is a stunt. [BDP-253]
    pub stunt: bool,
}

/// One combatant as it is now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Body {
    /// Whether it is still in the fight.
    pub status: Status,
    /// STR, DEX and WIL.
    pub abilities: [i16; 3],
    /// Their maxima.
    pub maxima: [i16; 3],
    /// HP.
    pub hp: i16,
    /// Maximum of HP.
    pub hp_max: i16,
    /// Slots of what it carries.
    pub load: i16,
    /// Fatigue.
    pub fatigue: u8,
    /// Wounds.
    pub wounds: [Option<Wound>; WOUNDS_MAX],
    /// Whether it still has its armor.
    pub armored: bool,
    /// Whether it still has its shield.
    pub shielded: bool,
    /// Weapons it carries, one bit each.
    pub weapons: u16,
    /// Weapons it dropped and could pick up, one bit each.
    pub dropped: u16,
    /// Whether it dropped its shield.
    pub shield_dropped: bool,
    /// The wielded weapon.
    pub main: u8,
    /// The weapon in the other hand, if any.
    pub off: Option<u8>,
    /// Weapons that have to be reloaded or drawn, one bit each.
    pub unloaded: u16,
    /// How often each weapon was used, where that matters: improvised ones, poison.
    pub used: [u8; WEAPONS_MAX],
    /// Items it carries, one bit each.
    pub items: u64,
    /// With whom it is engaged.
    pub engaged: Slots,
    /// Its zone.
    pub zone: u8,
    /// Whether it lies on the ground.
    pub prone: bool,
    /// Turns that it will lose.
    pub stunned: u8,
    /// Whether it was taken by surprise.
    pub surprised: bool,
    /// Whether it does not know of the fight.
    pub unaware: bool,
    /// Injured arms: bit 0 the right one, bit 1 the left one.
    pub arms: u8,
    /// Lost limbs: bits 0 and 1 the arms, bit 2 a leg.
    pub limbs_lost: u8,
    /// Whether it lost an eye.
    pub eye_lost: bool,
    /// Whether critical damage left it weakened. [R-08, BDP-612]
    pub weakened: bool,
    /// Dice of bleeding that wait.
    pub bleeding: u8,
    /// Round up to which its next DEX save fails; 0 for none.
    pub shocked_until: u16,
    /// Whether its next attack is impaired.
    pub next_impaired: bool,
    /// Whether its next attack is enhanced.
    pub next_enhanced: bool,
    /// Round up to which its attacks are impaired; 0 for none. [BDP-511]
    pub impaired_until: u16,
    /// Whether the next attack on it is enhanced. [BDP-254]
    pub exposed: bool,
    /// Whom it may strike enhanced after a dodge. [BDP-530]
    pub dodged: Option<Slot>,
    /// Whether it chose to strike later and harder in this round. [BDP-519]
    pub patient: bool,
    /// Reactions with a price that are left, where they are counted.
    pub reactions: u8,
    /// Whether it has reacted since the limit began.
    pub reacted: bool,
    /// Stunts tried in this fight.
    pub stunts: u8,
    /// How often it rolled a failed save again today. [BDP-515]
    pub rerolls: u8,
    /// Whether it dropped its backpack.
    pub unpacked: bool,
    /// Killing blows with each damage type. [BDP-327]
    pub type_kills: [u8; 3],
    /// Killing blows with each weapon. [BDP-331]
    pub weapon_kills: [u8; WEAPONS_MAX],
    /// Whom it meant to strike last.
    pub last_target: Option<Slot>,
    /// Weapons that break with the next blow, one bit each. [BDP-613]
    pub breaking: u16,
    /// Faces of its waterskin's usage die; 0 for no water. [BDP-094]
    pub waterskin: u8,
    /// Days it has been deprived in a row. [BDP-032]
    pub deprived_days: u8,
    /// Damage that is about to be taken, while it is decided what to give up for it; else 0.
    pub incoming: i16,
    /// What it intends in this round.
    pub intent: Option<Intent>,
}

impl Body {
    /// Whether it takes part.
    #[inline]
    #[must_use]
    pub fn active(&self) -> bool {
        self.status == Status::Active
    }

    /// Its wounds.
    pub fn each_wound(&self) -> impl Iterator<Item = &Wound> {
        self.wounds.iter().flatten()
    }

    /// How many wounds it has.
    #[must_use]
    pub fn wound_count(&self) -> i32 {
        self.each_wound().count() as i32
    }

    /// Whether it carries this weapon.
    #[inline]
    #[must_use]
    pub fn carries(&self, weapon: u8) -> bool {
        self.weapons >> weapon & 1 == 1
    }
}

/// A group of foes on one side, for morale. [BDP-298]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Group {
    /// How many there were.
    pub start: u8,
    /// Whether the first casualty has been met with a save.
    pub first_done: bool,
    /// Whether the loss of half has been met with a save.
    pub half_done: bool,
    /// Whether the lone one has been at 0 HP.
    pub lone_done: bool,
}

/// A place in the order of a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Speed, rank, state and phase, the earlier the smaller.
    pub key: u32,
    /// Its side, in listing order.
    pub side: u8,
    /// Who.
    pub who: Slot,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A new round.
    Open,
    /// The next place in the order.
    Turns,
}

/// A fight as it is now.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// The combatants, in slot order.
    pub bodies: Vec<Body>,
    /// The order of the round, the next one last.
    pub order: Vec<Place>,
    /// Morale of each side.
    pub groups: Vec<Group>,
    /// What comes next.
    pub phase: Phase,
    /// The round being played; 0 before the first, and in free rounds.
    pub round: u16,
    /// Free rounds that are still to come. [BDP-202]
    pub free_rounds: u8,
    /// The sides that have met.
    pub sides: Sides,
}

impl Clone for Fight {
    fn clone(&self) -> Self {
        Fight { bodies: self.bodies.clone(), order: self.order.clone(), groups: self.groups.clone(), ..*self }
    }

    /// Copies everything into what is there; allocates nothing.
    fn clone_from(&mut self, source: &Self) {
        self.bodies.clone_from(&source.bodies);
        self.order.clone_from(&source.order);
        self.groups.clone_from(&source.groups);
        (self.phase, self.round, self.free_rounds, self.sides) = (source.phase, source.round, source.free_rounds, source.sides);
    }
}

impl Fight {
    /// Slots of all combatants.
    #[inline]
    pub fn slots(&self) -> impl DoubleEndedIterator<Item = Slot> + Clone + use<> {
        (0..self.bodies.len() as u8).map(Slot)
    }

    /// One combatant.
    #[inline]
    #[must_use]
    pub fn body(&self, who: Slot) -> &Body {
        &self.bodies[who.index()]
    }

    /// One combatant, to be changed.
    #[inline]
    pub fn body_mut(&mut self, who: Slot) -> &mut Body {
        &mut self.bodies[who.index()]
    }

    /// Two become engaged.
    pub fn engage(&mut self, one: Slot, other: Slot) {
        let body = self.body_mut(one);
        body.engaged = body.engaged.with(other);
        let body = self.body_mut(other);
        body.engaged = body.engaged.with(one);
    }

    /// Two are engaged no longer.
    pub fn part(&mut self, one: Slot, other: Slot) {
        let body = self.body_mut(one);
        body.engaged = body.engaged.without(other);
        let body = self.body_mut(other);
        body.engaged = body.engaged.without(one);
    }

    /// Somebody is engaged with nobody any longer.
    pub fn part_all(&mut self, who: Slot) {
        for other in self.body(who).engaged {
            self.part(who, other);
        }
    }
}
