//! The state of a `cairn-ap` fight: everything that changes, as plain data.
//!
//! Owns [`Fight`] and [`Body`]. Must hold nothing that can be read off the scenario, and nothing that only a report wants to
//! know: equal states must go on alike. Start at [`Body`].

use frame::dice::Slot;
use frame::fight::day::Sides;
use frame::fight::relations::TurnedSides;
use frame::fight::{Clocks, Move, Side, Slots, marked, usual_fields};
use frame::scenario::SIDES_MOST;

pub(super) use super::flag;
use super::policy::{Do, Trigger};
use super::recovery::Recovery;

/// The presence of a combatant in the fight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Status {
    /// Takes turns.
    #[default]
    Active,
    /// Critically wounded: can only crawl.
    Down,
    /// Mortally wounded.
    OutOfAction,
    /// Dead.
    Dead,
    /// Has left.
    Fled,
    /// Scattered.
    Routed,
    /// Asleep by a spell.
    Asleep,
    /// Without will to fight, by a spell.
    Pacified,
    /// Out of the body.
    Unconscious,
    /// Without DEX.
    Paralysed,
    /// Without WIL.
    Delirious,
    /// In the hands of those who won.
    Captured,
    /// Not here: it would have to be called up.
    Absent,
}

impl Status {
    /// Their names, in their order.
    pub const NAMES: [&str; 13] = [
        "active",
        "down",
        "out_of_action",
        "dead",
        "fled",
        "routed",
        "asleep",
        "pacified",
        "unconscious",
        "paralysed",
        "delirious",
        "captured",
        "absent",
    ];

    /// True if becoming so is a casualty for the morale of a group. (step M1)
    #[must_use]
    pub fn is_casualty(self) -> bool {
        !matches!(self, Status::Active | Status::Fled | Status::Captured | Status::Absent)
    }

    /// True if a combatant is still lying or standing on the field.
    #[must_use]
    pub fn on_field(self) -> bool {
        !matches!(self, Status::Fled | Status::Routed | Status::Captured | Status::Absent | Status::Dead)
    }
}

/// An effect that ends in a round, at the beginning of its caster's turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Until {
    /// The caster.
    pub caster: Slot,
    /// The round; 0 for no effect at all.
    pub round: u16,
}

impl Until {
    /// True if there is an effect.
    #[inline]
    #[must_use]
    pub fn on(self) -> bool {
        self.round > 0
    }
}

/// The reason for being unable to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Held {
    /// Nothing holds it.
    #[default]
    Free,
    /// The hands of a holder.
    By(Slot),
    /// A spell.
    Stuck(Until),
}

/// The Magic Dice that are put together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Split {
    /// Dice of slots.
    pub slot: u8,
    /// Dice of dust.
    pub dust: u8,
    /// Free dice.
    pub free: u8,
}

impl Split {
    /// All of them.
    #[must_use]
    pub fn dice(self) -> u8 {
        self.slot + self.dust + self.free
    }

    /// The first of them, at most so many: those of slots before those of dust, free ones last.
    #[must_use]
    pub fn first(self, most: u8) -> Self {
        let slot = self.slot.min(most);
        let dust = self.dust.min(most - slot);
        Split { slot, dust, free: self.free.min(most - slot - dust) }
    }
}

/// The values of an action that are settled when it is held. [CAP-046]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fixed {
    /// Points that the attribute adds.
    pub modifier: i32,
    /// Steps of disadvantage that come from the Initiator itself.
    pub down: i32,
}

/// An action that waits for its trigger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Waiting {
    /// The action.
    pub act: Do,
    /// The trigger.
    pub trigger: Trigger,
    /// The weapon or the spell.
    pub with: u8,
    /// Magic Dice of a held spell.
    pub split: Split,
    /// The values that have been settled.
    pub fixed: Fixed,
    /// The condition on the one who triggers it, by its number.
    pub only: Option<u8>,
    /// The friend whom help is for; anybody without it.
    pub friend: Option<Slot>,
}

/// Most hit points that anybody can have; a sheet has no more either.
pub const HP_MOST: i16 = 99;

/// Most actions that a combatant holds at once.
pub const WAITING_MOST: usize = 4;

/// Fields of a [`Body`] that end together, stay together, or are asked together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fields {
    /// What ends with a fight.
    Fight,
    /// What nobody asks of those who are not on the field any more.
    Gone,
    /// What only recovery asks for.
    Healing,
    /// What became of it in a fight.
    Fate,
    /// What is [told early](super::metrics::TOLD_EARLY).
    Told,
}

marked! {
    /// One combatant as it is now.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Body by Fields {
        /// The presence in the fight.
        [Fate]
        pub status: Status,
        /// Flags, see [`flag`].
        pub flags: u32,
        /// Hit points.
        [Told]
        pub hp: i16,
        /// Their maximum.
        [Told]
        pub hp_max: i16,
        /// Attributes in their order.
        [Told]
        pub attributes: [i16; 3],
        /// Their maxima.
        [Told]
        pub maxima: [i16; 3],
        /// Attributes that were lost completely, one bit each.
        pub lost: u8,
        /// Action points that are left.
        [Gone]
        pub ap: u8,
        /// Spaces it may still move in this turn.
        [Fight, Gone]
        pub allowance: i16,
        /// Steps of gained advantage that wait for a roll.
        [Fight, Gone]
        pub pending: u8,
        /// Held defences.
        [Fight, Gone]
        pub defences: u8,
        /// Held actions.
        [Fight, Gone]
        pub waiting: [Option<Waiting>; WAITING_MOST],
        /// Those who have attacked it in close combat since the end of its last turn.
        [Fight, Gone]
        pub attackers: Slots,
        /// True if it is prone.
        [Fight, Gone]
        pub prone: bool,
        /// The number of its turns that have to end before it sees again; 0 when it can.
        [Fight, Gone]
        pub blind: u8,
        /// True if it is surprised.
        [Fight]
        pub surprised: bool,
        /// True if it still has its cover.
        [Gone]
        pub covered: bool,
        /// The hold on it.
        [Fight, Gone]
        pub held: Held,
        /// The things in hand: 0 weapons, 1 the Grimoire, 2 nothing.
        pub ready: u8,
        /// The weapon it used last or would use first.
        [Fight, Gone]
        pub wielded: u8,
        /// Weapons on the ground, one bit each.
        [Fight]
        pub on_ground: u16,
        /// Weapons that are gone.
        pub weapons_gone: u16,
        /// Armor that is gone.
        pub armor_gone: u8,
        /// True if the shield is gone.
        pub shield_gone: bool,
        /// Other things that are gone.
        pub things_gone: u32,
        /// Shots of each weapon that are used up.
        [Fight]
        pub shots: [u8; 4],
        /// Uses of scrolls so far.
        pub scrolls_used: [u8; 8],
        /// Spells of scrolls that have been copied into the Grimoire, or are its own: one bit each.
        pub spells: u32,
        /// Uses of bandages that are left.
        pub bandages: u16,
        /// Fatigue.
        [Told]
        pub fatigue: u8,
        /// Tumors.
        pub tumors: u8,
        /// Fatigue that may be ignored.
        pub credit: u8,
        /// Slots of the inventory.
        [Told]
        pub slots: u8,
        /// Mana dust.
        [Told]
        pub dust: u8,
        /// Free Magic Dice.
        pub free_dice: u8,
        /// Armor by magic.
        pub magical_armor: u8,
        /// Second of the day at which it dies untreated; 0 for never.
        pub dies_at: u32,
        /// Second until which it cannot cast.
        pub silent_until: u32,
        /// Second until which slot dice tire earlier.
        pub weary_until: u32,
        /// Second until which casting costs WIL.
        pub drained_until: u32,
        /// Second until which it is out of its body.
        pub spirit_until: u32,
        /// A ward against weapons that are not magical.
        [Fight]
        pub ward: Until,
        /// Images.
        [Fight]
        pub decoys: u8,
        /// The time until which they last.
        [Fight]
        pub decoys_until: Until,
        /// The factor of its Move; 0 for 1.
        [Fight]
        pub speed: u8,
        /// The time until which the factor lasts.
        [Fight]
        pub speed_until: Until,
        /// The time until which it sleeps or is pacified.
        [Fight]
        pub asleep_until: Until,
        /// The time until which it has been called up.
        pub called_until: Until,
        /// The wounds that wait for recovery.
        [Healing]
        pub recovery: Recovery,
        /// Rolls that wait for the end of being walloped.
        [Healing]
        pub wallops: u8,
        /// Rolls that wait for recovery from mishap 7.
        [Healing]
        pub spent_rolls: u8,
        /// Full days without a crucial need.
        pub days_deprived: u8,
        /// The place where it stands.
        pub at: i16,
        /// Initiative.
        [Fight, Gone]
        pub initiative: i16,
        /// True if it takes part in the fight at hand.
        [Fight, Fate]
        pub in_field: bool,
        /// Retreats tried in this turn.
        [Fight, Gone]
        pub retreats: u8,
        /// Gold.
        [Told]
        pub gold: i32,
        /// Its status when the fight ended, before anybody was looked after or taken captive.
        [Fight, Fate]
        pub ended: Status,
        /// Its last save: 0 not yet, then dodge, block, parry, brace.
        [Fight, Gone]
        pub last_save: u8,
    }
}

impl Body {
    /// True if it is in the fight and takes turns.
    #[inline]
    #[must_use]
    pub fn active(&self) -> bool {
        self.in_field && self.status == Status::Active
    }

    /// True if it has left the fight for good.
    #[must_use]
    pub fn has_left(&self) -> bool {
        matches!(self.status, Status::Dead | Status::Fled | Status::Routed | Status::Captured)
    }

    /// True if anything about it could make its own rolls worse.
    #[inline]
    #[must_use]
    pub fn hindered(&self) -> bool {
        self.prone || self.blind > 0 || self.held != Held::Free || self.has(flag::BROKEN)
    }

    /// True if nothing about it makes its attacks, and attacks on it, different from those of anybody else, as long as nobody
    /// holds it and broken bones are nothing but said.
    #[inline]
    #[must_use]
    pub fn plain(&self) -> bool {
        self.status == Status::Active && self.pending == 0 && !self.prone && self.blind == 0 && !self.has(flag::STRANGE)
    }

    /// True if its hands are whole, with all its weapons in them or at hand.
    #[inline]
    #[must_use]
    pub fn armed_as_ever(&self) -> bool {
        self.ready == 0 && self.on_ground | self.weapons_gone == 0 && !self.has(flag::HANDS)
    }

    /// True if it holds any action.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.waiting.iter().any(Option::is_some)
    }

    /// True if it is under a spell.
    #[must_use]
    pub fn enchanted(&self) -> bool {
        let until = [self.ward, self.decoys_until, self.speed_until, self.asleep_until, self.called_until];
        self.decoys > 0 || matches!(self.held, Held::Stuck(_)) || until.into_iter().any(Until::on)
    }

    /// Ends what has been done to it, as far as its time is over.
    pub fn end_effects(&mut self, over: impl Fn(Until) -> bool) {
        if over(self.ward) {
            self.ward = Until::default();
        }
        if over(self.decoys_until) {
            (self.decoys, self.decoys_until) = (0, Until::default());
        }
        if over(self.speed_until) {
            (self.speed, self.speed_until) = (0, Until::default());
        }
        if over(self.asleep_until) {
            self.asleep_until = Until::default();
            if matches!(self.status, Status::Asleep | Status::Pacified) {
                self.status = Status::Active;
            }
        }
        if over(self.called_until) {
            (self.called_until, self.status, self.in_field) = (Until::default(), Status::Absent, false);
        }
        if let Held::Stuck(until) = self.held
            && over(until)
        {
            self.held = Held::Free;
        }
    }

    /// True if it has this flag.
    #[inline]
    #[must_use]
    pub fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// Sets or takes a flag.
    pub fn set(&mut self, flag: u32, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }

    /// More of an attribute, for now and for good.
    pub fn raise(&mut self, attribute: usize, by: i16) {
        for score in [&mut self.attributes[attribute], &mut self.maxima[attribute]] {
            *score = score.saturating_add(by);
        }
    }
}

/// The morale of a side. (step F7)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Unit {
    /// Members at the beginning.
    pub initial: u8,
    /// Casualties so far.
    pub casualties: u8,
    /// True if the first casualty has been answered for.
    pub first_done: bool,
    /// True if half of them have.
    pub half_done: bool,
    /// True if a lone foe has just been brought to 0 hit points.
    pub lone: bool,
    /// True if that has been answered for.
    pub lone_done: bool,
}

/// The next step of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Phase {
    /// A new round.
    #[default]
    Open,
    /// A turn.
    Turns,
}

/// A fight as it is now.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct Fight {
    /// The combatants, in slot order.
    pub bodies: Vec<Body>,
    /// The sides that have met.
    pub sides: Sides,
    /// The neutral sides that have turned on others.
    pub turned: TurnedSides,
    /// Members of each side at the beginning of the fight.
    pub initial: [u8; SIDES_MOST],
    /// Morale of each side.
    pub units: [Unit; SIDES_MOST],
    /// Sides in the order in which they take turns; only the first `groups_count` count.
    pub groups: [u8; SIDES_MOST],
    /// The number of groups.
    pub groups_count: u8,
    /// The side that opened the fight.
    pub opener: u8,
    /// The group whose place it is among them.
    pub place: u8,
    /// The next step.
    pub phase: Phase,
    /// The combatant whose turn it is, while it lasts.
    pub turn_of: Option<Slot>,
    /// The round, from 1.
    pub round: u16,
    /// Turns taken in it.
    pub turns: u8,
    /// Seconds of the day so far.
    pub seconds: u32,
    /// The mood of those who were met, by the number of the mood; 0 when nobody asked.
    pub mood: u8,
    /// True if anybody has been grabbed in this fight: nobody needs to be looked for otherwise.
    pub grabs: bool,
    /// Those whom the last attack hit; for what answers it at once.
    pub struck: Slots,
    /// Those who have yet to act in this round, if it can.
    pub to_act: Slots,
    /// Those who take turns; follows from the bodies, like the next two. See [`Fight::change`].
    active: Slots,
    /// Those who hold an action.
    holding: Slots,
    /// Those who are under a spell.
    enchanted: Slots,
}

/// The set with or without this one.
#[inline]
fn put(slots: Slots, who: Slot, belongs: bool) -> Slots {
    if belongs { slots.with(who) } else { slots.without(who) }
}

impl Fight {
    /// A fight of these combatants, before anything has happened.
    #[must_use]
    pub fn new(bodies: Vec<Body>) -> Self {
        let mut fight = Fight { bodies, ..Fight::default() };
        fight.slots().for_each(|who| fight.change(who, |_| {}));
        fight
    }

    /// Changes a combatant so that it may take turns from now on or no longer, hold something or nothing, be enchanted or not.
    pub fn change(&mut self, who: Slot, change: impl FnOnce(&mut Body)) {
        let body = &mut self.bodies[who.index()];
        change(body);
        self.active = put(self.active, who, body.active());
        self.holding = put(self.holding, who, body.holds());
        self.enchanted = put(self.enchanted, who, body.enchanted());
    }

    /// Counts a combatant among those who came to the fight, and among those who have to save for morale.
    pub fn count_member(&mut self, side: Side, wavers: bool) {
        self.initial[side.index()] += 1;
        self.units[side.index()].initial += u8::from(wavers);
    }

    /// Gives a combatant another status.
    pub fn set_status(&mut self, who: Slot, status: Status) {
        self.change(who, |body| body.status = status);
    }

    /// Puts a combatant into the fight at hand, or not; what else follows from a body does not follow from that.
    pub fn place(&mut self, who: Slot, here: bool) {
        let body = &mut self.bodies[who.index()];
        body.in_field = here;
        self.active = put(self.active, who, body.active());
    }

    /// Those who take turns.
    #[inline]
    #[must_use]
    pub fn active(&self) -> Slots {
        debug_assert_eq!(self.active, self.those(Body::active));
        self.active
    }

    /// Those who hold an action.
    #[inline]
    #[must_use]
    pub fn holding(&self) -> Slots {
        debug_assert_eq!(self.holding, self.those(Body::holds));
        self.holding
    }

    /// Those who are under a spell.
    #[inline]
    #[must_use]
    pub fn enchanted(&self) -> Slots {
        debug_assert_eq!(self.enchanted, self.those(Body::enchanted));
        self.enchanted
    }

    /// True if nobody holds anything or anybody, and nobody is under a spell.
    #[inline]
    #[must_use]
    pub fn calm(&self) -> bool {
        !self.grabs && self.holding().is_empty() && self.enchanted().is_empty()
    }

    /// Those of whom this is true.
    fn those(&self, belongs: impl Fn(&Body) -> bool) -> Slots {
        Slots::first(self.bodies.len()).those(|who| belongs(self.body(who)))
    }
}

usual_fields!(Fight, Body);

impl Clocks for Body {
    fn move_clocks(&mut self, moves: Move) -> bool {
        let stuck = if let Held::Stuck(until) = &mut self.held { moves.clock(&mut until.round) } else { true };
        let mut effects =
            [&mut self.ward, &mut self.decoys_until, &mut self.speed_until, &mut self.asleep_until, &mut self.called_until]
                .into_iter();
        stuck && effects.all(|until| moves.clock(&mut until.round))
    }
}

impl Clone for Fight {
    fn clone(&self) -> Self {
        Fight { bodies: self.bodies.clone(), ..*self }
    }

    /// Copies without allocating.
    fn clone_from(&mut self, source: &Self) {
        let mut bodies = std::mem::take(&mut self.bodies);
        bodies.clone_from(&source.bodies);
        *self = Fight { bodies, ..*source };
    }
}
