//! The state of an `injury-d20` fight: everything that changes, as plain data.
//!
//! Owns [`Fight`], [`Body`] and [`Harm`]. Must hold nothing that can be read off the scenario. Start at [`Body`].

use std::hash::{Hash, Hasher};

use frame::arena::square::{Flood, Square};
use frame::dice::Slot;
use frame::fight::day::Sides;
use frame::fight::relations::TurnedSides;
use frame::fight::{Clocks, Ending, Scratch, Slots, marked, usual_fields};

use super::plan::parts_in;
use super::sheet::{Condition, Death};

/// The most parts of one body.
pub const PARTS_MOST: usize = 64;
/// The most injuries of one part.
pub const DEPTH: usize = 6;
/// The most weapons of one combatant, its bare hands included.
pub const WEAPONS_MOST: usize = 12;
/// The number of a shield among the things that hands hold: the one behind the last weapon.
pub const SHIELD: u8 = WEAPONS_MOST as u8;
/// Things that hands can hold.
pub const THINGS: usize = WEAPONS_MOST + 1;
/// The most hands that hold something.
pub const HANDS_MOST: usize = 8;
/// An empty hand.
pub const EMPTY: u8 = u8::MAX;

/// A set of parts of one body, one bit each.
pub type PartSet = u64;

/// The injuries of a body: for each number, the parts that have so many or more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Harm {
    planes: [PartSet; DEPTH],
    /// The number of those injuries; follows from them.
    injuries: u16,
    /// Parts that went with a larger one.
    pub gone: PartSet,
}

impl Harm {
    /// Parts with so many injuries or more.
    #[inline]
    pub fn at_least(&self, count: u8) -> PartSet {
        match count {
            0 => PartSet::MAX,
            count => self.planes.get(usize::from(count) - 1).copied().unwrap_or(0),
        }
    }

    /// Parts with an injury.
    #[inline]
    pub fn hurt(&self) -> PartSet {
        self.planes[0]
    }

    /// Injuries of a part.
    #[inline]
    pub fn count(&self, part: u8) -> u8 {
        self.planes.iter().map(|plane| (plane >> part & 1) as u8).sum()
    }

    /// One injury more; how many that makes.
    #[inline]
    pub fn add(&mut self, part: u8) -> u8 {
        let bit = 1 << part;
        for (before, plane) in (0..).zip(&mut self.planes) {
            if *plane & bit == 0 {
                *plane |= bit;
                self.injuries += 1;
                return before + 1;
            }
        }
        DEPTH as u8
    }

    /// One injury less.
    pub fn heal(&mut self, part: u8) {
        let bit = 1 << part;
        if let Some(plane) = self.planes.iter_mut().rev().find(|plane| **plane & bit != 0) {
            *plane &= !bit;
            self.injuries -= 1;
        }
    }

    /// Injuries in all.
    #[inline]
    pub fn injuries(&self) -> i32 {
        debug_assert_eq!(i32::from(self.injuries), self.total(PartSet::MAX));
        i32::from(self.injuries)
    }

    /// Every injury: the part that has it, the first injuries of all parts first.
    #[inline]
    pub fn each(&self) -> impl Iterator<Item = u8> {
        self.planes.into_iter().flat_map(parts_in)
    }

    /// Parts with so many injuries or more as one of these sets has them in, the first set for one injury.
    #[inline]
    pub fn among(&self, sets: &[PartSet; DEPTH]) -> PartSet {
        self.planes.iter().zip(sets).fold(0, |found, (plane, set)| found | plane & set)
    }

    /// Those of some parts that have the most injuries.
    #[inline]
    pub fn worst_of(&self, parts: PartSet) -> PartSet {
        self.planes.iter().rev().map(|plane| plane & parts).find(|worst| *worst != 0).unwrap_or(parts)
    }

    /// Those of some parts that have the fewest injuries.
    #[inline]
    pub fn soundest_of(&self, parts: PartSet) -> PartSet {
        self.planes.iter().map(|plane| parts & !plane).find(|soundest| *soundest != 0).unwrap_or(parts)
    }

    /// Injuries of some parts.
    #[inline]
    pub fn total(&self, parts: PartSet) -> i32 {
        self.planes.iter().map(|plane| (plane & parts).count_ones() as i32).sum()
    }
}

/// The place of a thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Place {
    /// Nowhere: there is no such thing, or it is part of the body.
    #[default]
    None,
    /// In a hand.
    Held,
    /// Stowed.
    Stowed,
    /// On the ground.
    Ground(Square),
    /// In the body of a combatant.
    Stuck(Slot),
    /// Lost: destroyed or stolen.
    Lost,
}

/// Causes of being unconscious, as bits.
pub mod cause {
    /// No exhaustion left.
    pub const EXHAUSTION: u8 = 1;
    /// Knocked out.
    pub const KNOCKED_OUT: u8 = 2;
    /// A coma.
    pub const COMA: u8 = 4;
}

/// Kinds of free actions, as bits.
pub mod free {
    /// Power Attack.
    pub const POWER: u8 = 1;
    /// Deadly Aim.
    pub const DEADLY_AIM: u8 = 2;
    /// Reckless Attack.
    pub const RECKLESS: u8 = 4;
    /// Lunge.
    pub const LUNGE: u8 = 8;
    /// Cleave.
    pub const CLEAVE: u8 = 16;
    /// Letting something go.
    pub const DROP: u8 = 32;
}

/// Fields of a [`Body`] that end together, stay together, or are asked together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fields {
    /// What begins anew with a turn.
    Turn,
    /// What ends with a fight.
    Fight,
    /// What nobody asks of the dead.
    Alive,
    /// What became of it in a fight.
    Fate,
    /// What is [told early](super::metrics::TOLD_EARLY).
    Told,
}

marked! {
    /// One combatant as it is now.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Body by Fields {
        /// Injuries.
        [Told]
        pub harm: Harm,
        /// Stamina.
        [Told]
        pub stamina: i32,
        /// Points of exhaustion that are left.
        [Told]
        pub exhaustion: i32,
        /// Strain.
        pub strain: i32,
        /// Bleeding.
        [Fight]
        pub bleed: i32,
        /// The lowest column and row of its space.
        pub at: Square,
        /// Feet above the ground.
        pub altitude_ft: i32,
        /// True if it flies.
        pub flying: bool,
        /// The thing in each hand: the number of a weapon, [`SHIELD`] or [`EMPTY`].
        pub holds: [u8; HANDS_MOST],
        /// The places of its weapons and its shield.
        pub places: [Place; THINGS],
        /// For each natural weapon, ends of own turns for which it is of no use.
        [Fight, Alive]
        pub locked: [u8; WEAPONS_MOST],
        /// Points that sundering has taken off weapons and shield.
        pub sundered: [u8; THINGS],
        /// Points that sundering has taken off the armor.
        pub armor_sundered: u8,
        /// Shots left for each weapon.
        pub ammo: [u16; WEAPONS_MOST],
        /// Weapons that have to be reloaded, one bit each.
        [Fight]
        pub unloaded: u16,
        /// Causes of being unconscious.
        [Fate]
        pub causes: u8,
        /// The cause of death, once it is dead.
        [Fate]
        pub death: Option<Death>,
        /// Ends of own turns up to which it is stunned.
        [Fight, Alive]
        pub stunned: u8,
        /// Ends of own turns up to which it is dazed.
        [Fight, Alive]
        pub dazed: u8,
        /// Ends of own turns up to which each [`Condition`] lasts.
        [Fight, Alive]
        pub timed: [u8; Condition::ALL.len()],
        /// Attackers up to whose next turn it is off-guard.
        [Fight, Alive]
        pub exposed_to: u64,
        /// Its holder.
        [Fight]
        pub grappled_by: Option<Slot>,
        /// Ends of the holder's turns up to which the grapple lasts.
        [Fight]
        pub grapple_ends: u8,
        /// True if it has had a turn.
        pub had_turn: bool,
        /// Action points left.
        [Fight]
        pub ap: u8,
        /// Reactions left.
        [Fight, Alive]
        pub reactions: u8,
        /// Attack actions in this turn.
        [Turn, Fight]
        pub attack_actions: u8,
        /// Free actions in this turn.
        [Turn, Fight]
        pub free_used: u8,
        /// True if it has attacked its last in this turn.
        [Turn, Fight]
        pub no_attack: bool,
        /// True if it is prone.
        pub prone: bool,
        /// True if it dodges.
        [Turn, Fight]
        pub dodging: bool,
        /// True if its shield is ready.
        [Turn, Fight]
        pub shield_ready: bool,
        /// True if it has charged since its last turn began.
        [Turn, Fight]
        pub charging: bool,
        /// Times that it has opened its defences.
        [Turn, Fight]
        pub open_defences: u8,
        /// The line of the plan that comes next in this turn.
        [Turn, Fight]
        pub entry: u8,
        /// Times that this line has been worked off.
        [Turn, Fight]
        pub entry_times: u8,
        /// True if it has gone away from enemies in this turn.
        [Turn, Fight]
        pub kited: bool,
        /// True if confusion sends it at the nearest combatant.
        [Turn, Fight]
        pub berserk: bool,
        /// Kinds of which it knows the heart, one bit each.
        pub knows: u32,
        /// Kinds that it has met, one bit each.
        pub met: u32,
        /// True if it takes part in the fight at hand and has not left it.
        [Fate]
        pub in_field: bool,
        /// True if it has fled.
        [Fate]
        pub fled: bool,
        /// True if it has given up.
        [Fate]
        pub yielded: bool,
        /// Days without food.
        pub hungry_days: u8,
        /// Worn things that have been stolen from it.
        pub bereft: u8,
        /// Things that it has stolen.
        [Told]
        pub stolen: u8,
    }
}

impl Body {
    /// True if it is dead.
    #[inline]
    pub fn dead(&self) -> bool {
        self.death.is_some()
    }

    /// True if it is unconscious.
    #[inline]
    pub fn unconscious(&self) -> bool {
        self.causes != 0
    }

    /// True if it is helpless, as the unconscious are (INJ-033).
    #[inline]
    pub fn helpless(&self) -> bool {
        self.unconscious()
    }

    /// True if anything is wrong with it that passes: it is unconscious, held, or under a condition.
    #[inline]
    pub fn afflicted(&self) -> bool {
        let unable = self.causes | self.stunned | self.dazed | u8::from(self.grappled_by.is_some());
        u64::from(unable) | u64::from(u32::from_ne_bytes(self.timed)) | self.exposed_to != 0
    }

    /// True if nothing is out of the ordinary about how it is struck at, its parts apart. All of it is put together before
    /// anything is asked: fields beside each other are read at once.
    #[inline(always)]
    pub fn ordinary(&self) -> bool {
        let stance = u32::from_ne_bytes([self.prone, self.dodging, self.shield_ready, self.charging].map(u8::from));
        let unable = u32::from_ne_bytes([self.armor_sundered, self.causes, self.stunned, self.dazed]);
        let others = u32::from(self.open_defences | u8::from(self.grappled_by.is_some()));
        u64::from(stance | unable | others | u32::from_ne_bytes(self.timed)) | self.exposed_to == 0
    }

    /// True if it has any condition for a time.
    #[inline]
    pub fn conditioned(&self) -> bool {
        u32::from_ne_bytes(self.timed) != 0
    }

    /// True if it has a condition for a time.
    #[inline]
    pub fn has(&self, condition: Condition) -> bool {
        self.timed[condition as usize] > 0
    }

    /// So many more attack actions have been made.
    #[inline]
    pub fn attacked(&mut self, actions: u8) {
        self.attack_actions = self.attack_actions.saturating_add(actions);
    }

    /// The line of the plan that comes next, which may be worked off so many times, has been worked off once more.
    #[inline(always)]
    pub fn work_off(&mut self, times: u8) {
        self.entry_times += 1;
        if self.entry_times >= times {
            (self.entry, self.entry_times) = (self.entry + 1, 0);
        }
    }

    /// True if it holds this weapon, or its shield.
    #[inline]
    pub fn holds(&self, thing: u8) -> bool {
        self.places[usize::from(thing)] == Place::Held
    }
}

/// Days that are left for each injury of each part, the oldest first; 0 is untreated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Care {
    /// By part.
    pub days: [[u8; DEPTH]; PARTS_MOST],
}

impl Care {
    /// Nothing is treated.
    pub const NONE: Care = Care { days: [[0; DEPTH]; PARTS_MOST] };
}

/// Room for what a step works out.
#[derive(Clone, Default, Debug)]
pub struct Workspace {
    /// For movement.
    pub flood: Flood,
    /// A way.
    pub path: Vec<Square>,
}

/// A fight as it is now.
#[derive(Debug, Default)]
pub struct Fight {
    /// The combatants, in slot order.
    pub bodies: Vec<Body>,
    /// Treatment of their injuries; empty in scenarios without such days.
    pub care: Vec<Care>,
    /// The order of initiative.
    pub order: Vec<Slot>,
    /// The next turn: a place in the order.
    pub next: u8,
    /// Passes through the order that are still to come in this round.
    pub passes: u8,
    /// The combatant in the middle of a turn.
    pub acting: Option<Slot>,
    /// The round being played, from 1.
    pub round: u16,
    /// The sides that have met.
    pub sides: Sides,
    /// The neutral sides that have turned on an alliance.
    pub turned: TurnedSides,
    /// The ending of the fight.
    pub ending: Option<Ending>,
    /// Combatants on the field and alive; follows from the bodies, see [`Play::muster`](super::Play::muster).
    pub present: Slots,
    /// Those of them who are conscious and have not given up; follows from the bodies too.
    pub active: Slots,
    /// Attackers because of whom a combatant is off-guard, and perhaps more.
    exposing: Slots,
    /// Holders of other combatants, and perhaps more.
    holding: Slots,
    /// Workspace.
    pub workspace: Scratch<Workspace>,
}

impl Fight {
    /// A fight of these bodies that has not begun.
    pub fn new(bodies: Vec<Body>, care: Vec<Care>) -> Self {
        Fight { order: Vec::with_capacity(bodies.len()), bodies, care, ..Fight::default() }
    }

    /// A combatant is off-guard up to the next turn of its attacker.
    pub fn expose(&mut self, who: Slot, to: Slot) {
        self.body_mut(who).exposed_to |= 1 << to.0;
        self.exposing = self.exposing.with(to);
    }

    /// Nobody is off-guard any longer because of this attacker.
    #[inline]
    pub fn end_exposure_to(&mut self, to: Slot) {
        if self.exposing.has(to) {
            self.exposing = self.exposing.without(to);
            for body in &mut self.bodies {
                body.exposed_to &= !(1 << to.0);
            }
        }
        debug_assert!(self.bodies.iter().all(|body| body.exposed_to >> to.0 & 1 == 0));
    }

    /// A combatant is held by another, up to so many ends of the holder's turns.
    pub fn hold(&mut self, who: Slot, by: Slot, ends: u8) {
        let body = self.body_mut(who);
        (body.grappled_by, body.grapple_ends) = (Some(by), ends);
        self.holding = self.holding.with(by);
    }

    /// A turn of a holder ends, and with it the grips that have lasted long enough.
    #[inline]
    pub fn end_turn_of_holder(&mut self, who: Slot) {
        if self.holding.has(who) {
            for held in self.bodies.iter_mut().filter(|body| body.grappled_by == Some(who)) {
                held.grapple_ends = held.grapple_ends.saturating_sub(1);
                if held.grapple_ends == 0 {
                    held.grappled_by = None;
                }
            }
        }
        debug_assert!(self.holding.has(who) || self.bodies.iter().all(|body| body.grappled_by != Some(who)));
    }

    /// True if a combatant holds another, and perhaps if none does.
    #[inline]
    pub fn grips(&self) -> bool {
        !self.holding.is_empty()
    }

    /// Nobody is held any longer by this holder.
    pub fn release_by(&mut self, who: Slot) {
        if self.holding.has(who) {
            self.holding = self.holding.without(who);
            for held in self.bodies.iter_mut().filter(|body| body.grappled_by == Some(who)) {
                (held.grappled_by, held.grapple_ends) = (None, 0);
            }
        }
    }

    /// Returns the ends of a combatant's own turns until that of its next one, the turn in which it is apart.
    pub fn ends_of_next_turn(&self, who: Slot) -> u8 {
        if self.acting == Some(who) { 2 } else { 1 }
    }

    /// True if the fight is over.
    #[inline]
    pub fn over(&self) -> bool {
        self.ending.is_some()
    }
}

usual_fields!(Fight, Body, |fight| [fight.present, fight.active, fight.exposing, fight.holding]);

impl Clocks for Body {}

impl Clone for Fight {
    /// A copy to be kept: it has no workspace to be played on.
    fn clone(&self) -> Self {
        Fight {
            bodies: self.bodies.clone(),
            care: self.care.clone(),
            order: self.order.clone(),
            workspace: Scratch::default(),
            ..*self
        }
    }

    /// Copies everything but the workspace, which stays; allocates nothing.
    fn clone_from(&mut self, source: &Self) {
        self.bodies.clone_from(&source.bodies);
        self.care.clone_from(&source.care);
        self.order.clone_from(&source.order);
        (self.next, self.passes, self.acting, self.round) = (source.next, source.passes, source.acting, source.round);
        (self.sides, self.turned, self.ending) = (source.sides, source.turned, source.ending);
        (self.present, self.active) = (source.present, source.active);
        (self.exposing, self.holding) = (source.exposing, source.holding);
    }
}

impl PartialEq for Fight {
    fn eq(&self, other: &Self) -> bool {
        (self.next, self.passes, self.acting, self.round, self.sides, self.turned, self.ending)
            == (other.next, other.passes, other.acting, other.round, other.sides, other.turned, other.ending)
            && self.bodies == other.bodies
            && self.order == other.order
            && self.care == other.care
    }
}

impl Eq for Fight {}

impl Hash for Fight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let next = self.order.iter().fold(u64::from(self.round), |next, who| next << 6 ^ u64::from(who.0));
        state.write_u64(next << 8 | u64::from(self.next));
        self.bodies.hash(state);
        self.care.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn injuries_are_counted_part_by_part() {
        let mut harm = Harm::default();
        harm.add(3);
        harm.add(3);
        harm.add(63);
        assert_eq!((harm.count(3), harm.count(63), harm.count(4)), (2, 1, 0));
        assert_eq!((harm.at_least(2), harm.hurt(), harm.total(PartSet::MAX)), (1 << 3, 1 << 3 | 1 << 63, 3));
        harm.heal(3);
        assert_eq!((harm.count(3), harm.total(1 << 3), harm.at_least(7)), (1, 1, 0));
    }
}
