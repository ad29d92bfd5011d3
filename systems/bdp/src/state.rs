//! The state of a `bdp` fight: everything that changes, as plain data.
//!
//! Owns [`Fight`] and [`Body`]. Must hold nothing that can be read off the scenario, and nothing that only a report wants to
//! know: equal states must go on alike. Start at [`Body`].

use frame::dice::Slot;
use frame::fight::day::Sides;
use frame::fight::relations::TurnedSides;
use frame::fight::{Clocks, Marked as _, Move, Side, Slots, marked, usual_fields};

use super::policy::{GambitKind, Hands, SpellTargets, Towards};
use super::sheet::{Ability, Miracle, Song, Source};
use super::wounds::Wounds;

/// The presence of a combatant in the fight, or the reason for its absence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Status {
    /// In the fight.
    #[default]
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

/// The bit of armor among what was given up and can be repaired.
pub const ARMOR_BROKEN: u16 = 1 << 15;
/// The most weapons, unarmed included.
pub const WEAPONS_MAX: usize = 16;
/// The most items.
pub const ITEMS_MAX: usize = 32;
/// The most diseases that a combatant has at once.
pub const DISEASES_MAX: usize = 8;

/// A disease of a combatant. [BDP-080]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Illness {
    /// Number of the disease, in the order of the book.
    pub kind: u8,
    /// Days that it still lasts; `None` when it does not end by itself. [BDP-083]
    pub days: Option<u8>,
    /// Saves passed that count. [BDP-082]
    pub passed: u8,
}

/// The way in which Sculpt Energy is cast. [BDP-456, BDP-457]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sculpt {
    /// Magic Dice invested.
    pub dice: u8,
    /// True if it is a quick turn.
    pub quick: bool,
    /// Steps of range beyond Near.
    pub range: u8,
    /// The number of its targets.
    pub targets: SpellTargets,
    /// The ability that it hurts.
    pub ability: Ability,
    /// Its element, if any.
    pub element: Option<Source>,
    /// True if it pierces Armor, in version 1.32.
    pub pierce: bool,
}

/// The way in which a trick is cast. [BDP-461]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trick {
    /// Magic Dice invested.
    pub dice: u8,
    /// Its gambit.
    pub kind: GambitKind,
    /// Dice that are spent on one more enemy each.
    pub more: u8,
}

/// Conditions that have come over a combatant in this fight, and go with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Plight {
    /// True if it is in terror. [BDP-422]
    pub terrified: bool,
    /// The creature that holds it. [BDP-410]
    pub held_by: Option<Slot>,
    /// True if a flyer or rider has come down. [BDP-411, BDP-417]
    pub grounded: bool,
    /// Rounds for which a breath is still announced. [BDP-407]
    pub breath_rounds: u8,
    /// True if it protects others in this round. [BDP-520]
    pub protecting: bool,
    /// The rival that it has to fight in the next round. [BDP-505]
    pub provoked_by: Option<Slot>,
    /// True if it rages. [BDP-522]
    pub raging: bool,
    /// The prey that it chases. [BDP-529]
    pub prey: Option<Slot>,
    /// True if its damage dice are doubled, to the end of its next turn. [BDP-506]
    pub roused: bool,
    /// True if that turn has begun.
    pub rousing: bool,
    /// Round before which smoke is around it; 0 for none. [BDP-366]
    pub smoked_until: u16,
    /// True if it cannot move with its next turn. [BDP-512]
    pub hobbled: bool,
    /// Commands given. [BDP-502]
    pub commands: u8,
    /// True if its horse has been tried. [BDP-374]
    pub horse_tried: bool,
    /// True if damage was done to it in this round.
    pub hurt: bool,
    /// True if it hears of home. [BDP-490]
    pub home: bool,
    /// Round before which it is sung to slaughter; 0 for none. [BDP-491]
    pub slaughter_until: u16,
    /// True if its weapon is sung of. [BDP-492]
    pub iron: bool,
    /// The song that it sings. [BDP-489]
    pub singing: Option<Song>,
    /// Bonus damage to the end of the fight. [BDP-481]
    pub empowered: i16,
    /// Bonus damage of the next attacks. [BDP-483]
    pub smite: i16,
    /// The number of these attacks.
    pub smites: u8,
    /// Attacks against which it is protected. [BDP-484]
    pub protected: u8,
    /// Points that an ability counts higher in saves. [BDP-486]
    pub surge: i16,
    /// The ability.
    pub surge_of: Option<Ability>,
    /// Round before which it does.
    pub surge_until: u16,
}

/// Counts of what can be done so many times in a day, and conditions that last for a day.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Daily {
    /// Failed saves rolled again. [BDP-515]
    pub rerolls: u8,
    /// Rousing words. [BDP-506]
    pub rousings: u8,
    /// Enemies chased. [BDP-529]
    pub chases: u8,
    /// Gifts of the species used. [BDP-592]
    pub gifts: u8,
    /// True if it laid on hands. [BDP-533]
    pub laid: bool,
    /// True if it spoke words of grace. [BDP-533]
    pub graced: bool,
    /// True if Ironroot strengthens its grip. [BDP-125]
    pub grip: bool,
    /// Points of a blessing. [BDP-479]
    pub bless: i16,
    /// Magic Dice that cannot be used before the next sleep. [BDP-468]
    pub exhausted: u8,
}

/// An act of a combatant in a round.
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
    /// Sculpts Energy.
    Sculpt(Sculpt),
    /// Casts a trick.
    Trick(Trick),
    /// Works a miracle with so many Faith Dice.
    Miracle(Miracle, u8),
    /// Sings.
    Song(Song),
    /// Breathes, or announces it.
    Breath,
    /// Commands an ally to strike harder.
    Command,
    /// Gives an ally heart.
    Encourage,
    /// Rouses allies.
    Rouse,
    /// Provokes an enemy.
    Provoke,
    /// Protects allies.
    Protect,
    /// Throws a smoke bomb.
    Smoke,
    /// Does nothing.
    Wait,
}

impl Act {
    /// True if it strikes with a weapon.
    #[inline]
    #[must_use]
    pub fn is_strike(self) -> bool {
        matches!(self, Act::Attack | Act::Throw | Act::Gambit(_) | Act::StrikeAway)
    }
}

/// An intention. [BDP-227]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Intent {
    /// The act.
    pub act: Act,
    /// Its target, where that matters.
    pub target: Option<Slot>,
    /// Its weapon.
    pub weapon: u8,
    /// Its choice of two weapons in its hands.
    pub hands: Hands,
    /// True if it takes a full turn. [BDP-230]
    pub full: bool,
    /// True if it closes in on its target first. [BDP-230]
    pub closes: bool,
    /// The place it moves to before anything else, unless it closes in. [BDP-230]
    pub first: Option<Towards>,
    /// True if it is savage. [BDP-523]
    pub savage: bool,
    /// True if it is a stunt. [BDP-253]
    pub stunt: bool,
}

impl Intent {
    /// Waiting, with this weapon in hand.
    #[inline]
    #[must_use]
    pub fn wait(weapon: u8) -> Self {
        Intent {
            act: Act::Wait,
            target: None,
            weapon,
            hands: Hands::Both,
            full: false,
            closes: false,
            first: None,
            savage: false,
            stunt: false,
        }
    }
}

/// Fields of a [`Body`] that end together, stay together, or are asked together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fields {
    /// What ends with a fight.
    Fight,
    /// What begins anew with a fight.
    Before,
    /// What nobody asks of combatants that are out of their last fight.
    Fallen,
    /// What is [told early](super::metrics::TOLD_EARLY), abilities and HP apart.
    Told,
    /// What may change in a plain scenario.
    Plain,
}

marked! {
    /// One combatant as it is now.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Body by Fields {
        /// Standing in the fight: still in it, or out of it and why.
        [Plain]
        pub status: Status,
        /// STR, DEX and WIL.
        [Plain]
        pub abilities: [i16; 3],
        /// Their maxima.
        [Plain]
        pub maxima: [i16; 3],
        /// HP.
        [Plain]
        pub hp: i16,
        /// Maximum of HP.
        pub hp_max: i16,
        /// Slots of what it carries.
        [Told, Plain]
        pub load: i16,
        /// Fatigue.
        [Plain]
        pub fatigue: u8,
        /// Wounds.
        [Told, Plain]
        pub wounds: Wounds,
        /// True if it still has its armor.
        [Plain]
        pub armored: bool,
        /// The index of its armor among the possible ones: the first one but for rivals. [BDP-428]
        pub armor_kind: u8,
        /// Gear that it gave up and could have repaired: bit 15 the armor, the others weapons. [BDP-281]
        [Told, Plain]
        pub broken: u16,
        /// True if it still has its shield.
        [Plain]
        pub shielded: bool,
        /// Weapons it carries, one bit each.
        [Fallen, Plain]
        pub weapons: u16,
        /// Weapons it dropped and could pick up, one bit each.
        [Fight, Plain]
        pub dropped: u16,
        /// True if it dropped its shield.
        [Fight, Plain]
        pub shield_dropped: bool,
        /// The wielded weapon.
        [Fallen]
        pub main: u8,
        /// The weapon in the other hand, if any.
        [Fallen]
        pub off: Option<u8>,
        /// Turns that each weapon still needs to be reloaded or drawn. [BDP-347]
        [Fallen]
        pub unready: [u8; WEAPONS_MAX],
        /// Uses of each weapon so far, where that matters: improvised ones.
        [Fallen]
        pub used: [u8; WEAPONS_MAX],
        /// Doses of the poison on each weapon that are gone. [BDP-346]
        [Fallen]
        pub doses: [u8; WEAPONS_MAX],
        /// Items it carries, one bit each.
        [Plain]
        pub items: u32,
        /// Uses that are left of each item, where that is counted. [BDP-363, BDP-365]
        pub item_uses: [u8; ITEMS_MAX],
        /// Miracles imprinted, one bit each. [BDP-473]
        pub miracles: u8,
        /// Power left in its wand or staff. [BDP-472]
        pub power: u8,
        /// Faith Dice of a good prayer, which cost nothing. [BDP-487]
        pub free_faith: u8,
        /// Diseases. [BDP-080]
        [Told, Plain]
        pub diseases: [Option<Illness>; DISEASES_MAX],
        /// Conditions that have come over it in this fight.
        [Fight, Before, Fallen]
        pub plight: Plight,
        /// Counts and conditions of the day.
        pub daily: Daily,
        /// The enemies that it is engaged with.
        [Before, Plain]
        pub engaged: Slots,
        /// Its zone.
        pub zone: u8,
        /// True if it lies on the ground.
        [Fight, Fallen]
        pub prone: bool,
        /// Turns that it will lose.
        [Fight, Fallen]
        pub stunned: u8,
        /// True if it was taken by surprise.
        [Fight, Before]
        pub surprised: bool,
        /// True if it does not know of the fight.
        [Fight]
        pub unaware: bool,
        /// Injured arms: bit 0 the right one, bit 1 the left one.
        [Told, Plain]
        pub arms: u8,
        /// Lost limbs: bits 0 and 1 the arms, bit 2 a leg, bit 3 another one.
        pub limbs_lost: u8,
        /// True if it lost an eye.
        [Plain]
        pub eye_lost: bool,
        /// True if critical damage left it weakened. [R-08, BDP-612]
        pub weakened: bool,
        /// Dice of bleeding that wait.
        [Fight, Fallen, Plain]
        pub bleeding: u8,
        /// Round before which its next DEX save fails; 0 for none.
        [Fight, Fallen, Plain]
        pub shocked_until: u16,
        /// True if its next attack is impaired.
        [Fight, Fallen]
        pub next_impaired: bool,
        /// True if its next attack is enhanced.
        [Fight, Fallen]
        pub next_enhanced: bool,
        /// Round before which its attacks are impaired; 0 for none. [BDP-511]
        [Fight, Fallen]
        pub impaired_until: u16,
        /// True if the next attack on it is enhanced. [BDP-254]
        [Fight, Fallen]
        pub exposed: bool,
        /// The attackers that it may strike enhanced after a dodge. [BDP-530]
        [Fight, Fallen]
        pub dodged: Slots,
        /// True if it chose to strike later and harder in this round. [BDP-519]
        [Fight, Fallen]
        pub patient: bool,
        /// Reactions with a price that are left, where they are counted.
        [Fallen]
        pub reactions: u8,
        /// True if it has reacted since the limit began.
        [Before]
        pub reacted: bool,
        /// Stunts tried in this fight.
        [Before, Fallen]
        pub stunts: u8,
        /// True if it dropped its backpack.
        [Plain]
        pub unpacked: bool,
        /// Killing blows with each damage type. [BDP-327]
        [Plain]
        pub type_kills: [u8; 3],
        /// Killing blows with each weapon. [BDP-331]
        [Plain]
        pub weapon_kills: [u8; WEAPONS_MAX],
        /// The target that it meant to strike last.
        [Fallen, Plain]
        pub last_target: Option<Slot>,
        /// Weapons that break with the next blow, one bit each. [BDP-613]
        [Fallen]
        pub breaking: u16,
        /// Faces of its waterskin's usage die; 0 for no water. [BDP-094]
        [Told]
        pub waterskin: u8,
        /// Days it has been deprived in a row. [BDP-032]
        pub deprived_days: u8,
        /// True if an ally treated it, so that it will be on its feet after a night.
        [Before]
        pub treated: bool,
        /// Days in a row with a healer, where they count by the week. [BDP-619]
        pub care_days: u8,
        /// Faces of the usage die of its light; 0 for none. [BDP-364]
        [Plain]
        pub light: u8,
        /// Minutes in the cold since it last did harm. [BDP-044]
        pub cold_minutes: u32,
        /// Minutes that its light has burned since it was last rolled for. [BDP-364]
        pub lit_minutes: u32,
        /// Gold it still has for training. [BDP-629, BDP-630]
        pub gold: u32,
        /// Trainings of HP so far. [BDP-629]
        pub hp_trainings: u8,
        /// Damage that is about to be taken, while it is decided what to give up for it; else 0.
        [Plain]
        pub incoming: i16,
        /// Its intention in this round.
        [Fight, Before, Plain]
        pub intent: Option<Intent>,
    }
}

/// The round in which something is over that lasts this round and so many more; the free rounds before a fight are round 0.
#[must_use]
pub fn until(round: u16, more: u16) -> u16 {
    round.saturating_add(more).saturating_add(1)
}

impl Body {
    /// Points that it lacks of an ability.
    #[must_use]
    pub fn missing(&self, ability: Ability) -> i16 {
        self.maxima[ability.index()] - self.abilities[ability.index()]
    }

    /// An attack against which it is protected has come (BDP-484).
    #[inline]
    pub(super) fn uses_protection(&mut self) {
        self.plight.protected = self.plight.protected.saturating_sub(1);
    }

    /// Takes up a weapon that it had dropped, of so many slots.
    pub(super) fn takes_back(&mut self, weapon: u8, slots: i16) {
        self.dropped &= !(1 << weapon);
        self.weapons |= 1 << weapon;
        self.load += slots;
    }

    /// Takes up the shield that it had dropped, of so many slots.
    pub(super) fn takes_back_shield(&mut self, slots: i16) {
        (self.shielded, self.shield_dropped) = (true, false);
        self.load += slots;
    }

    /// True if it takes part.
    #[inline]
    #[must_use]
    pub fn active(&self) -> bool {
        self.status == Status::Active
    }

    /// True if it will lose a turn; in a plain scenario nobody does.
    #[inline(always)]
    #[must_use]
    pub fn is_stunned<const PLAIN: bool>(&self) -> bool {
        !PLAIN && self.stunned > 0
    }

    /// True while nothing has come over the body that cannot in a plain scenario: of what it was at the start of the day, only
    /// what is marked so may have changed.
    pub(super) fn is_plain(&self, start: &Body) -> bool {
        *self == start.with(Fields::Plain, self)
    }

    /// True if it carries this weapon.
    #[inline]
    #[must_use]
    pub fn carries(&self, weapon: u8) -> bool {
        self.weapons >> weapon & 1 == 1
    }
}

/// A group of foes on one side, for morale. [BDP-298]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Group {
    /// The members that were there when the fight began, and that have come since then.
    pub there: Slots,
    /// The members that were gone before the first of the remaining ones came: their loss is no reason to lose heart.
    pub gone: Slots,
    /// True if the first casualty has been met with a save.
    pub first_done: bool,
    /// True if the loss of half has been met with a save.
    pub half_done: bool,
    /// True if the lone member has been at 0 HP.
    pub lone_done: bool,
}

impl Group {
    /// Returns the members whose loss counts.
    #[inline]
    #[must_use]
    pub fn counted(&self) -> Slots {
        let gone = self.gone;
        if gone.is_empty() { self.there } else { self.there.those(|who| !gone.has(who)) }
    }
}

/// A place in the order of a round: one number, of which the smaller comes earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(u64);

impl Place {
    /// A place by its key (speed, rank, state and phase, the earlier the smaller), its side in listing order, and its owner.
    #[inline]
    #[must_use]
    pub fn new(key: u32, side: Side, who: Slot) -> Self {
        Place(u64::from(key) << 24 | u64::from(side.0) << 8 | u64::from(who.0))
    }

    /// Its key.
    #[inline]
    #[must_use]
    pub fn key(self) -> u32 {
        (self.0 >> 24) as u32
    }

    /// Its side.
    #[inline]
    #[must_use]
    pub fn side(self) -> Side {
        Side((self.0 >> 8) as u8)
    }

    /// Returns the combatant that has this place.
    #[inline]
    #[must_use]
    pub fn who(self) -> Slot {
        Slot(self.0 as u8)
    }

    /// Returns this key with a phase, which it has not had before.
    #[inline]
    #[must_use]
    pub fn in_phase(self, phase: u32) -> Self {
        debug_assert!(self.key() & 0xF0 == 0 && phase < 16);
        Place(self.0 | u64::from(phase) << 28)
    }

    /// Returns this place with the turn that was drawn for its side among those with the same key; it has had none before.
    #[inline]
    #[must_use]
    pub fn in_turn(self, turn: u8) -> Self {
        debug_assert!(self.0 >> 16 & 0xFF == 0);
        Place(self.0 | u64::from(turn) << 16)
    }

    /// True if members of one side have the same key, so that they act together.
    #[inline]
    #[must_use]
    pub fn is_shared_with(self, other: Place) -> bool {
        self.0 >> 8 == other.0 >> 8
    }
}

/// The phases of a round.
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
    /// The combatants that take part; follows from what they are, see [`Fight::becomes`].
    active: Slots,
    /// The order of the round, the next one last.
    pub order: Vec<Place>,
    /// Morale of each side.
    pub groups: Vec<Group>,
    /// The next phase.
    pub phase: Phase,
    /// The round being played; 0 before the first, and in free rounds.
    pub round: u16,
    /// Free rounds that are still to come. [BDP-202]
    pub free_rounds: u8,
    /// The sides that have met.
    pub sides: Sides,
    /// The neutral sides that have turned on another side.
    pub turned: TurnedSides,
    /// Fights of the day so far, this one included.
    pub meetings: u8,
    /// Nights of the day so far.
    pub nights: u8,
    /// The reaction of the other side, as a place among the moods from 1; 0 when nobody asked. [BDP-207]
    pub mood: u8,
}

usual_fields!(Fight, Body);

impl Clocks for Body {
    fn move_clocks(&mut self, moves: Move) -> bool {
        let plight = &mut self.plight;
        let ends = [&mut plight.smoked_until, &mut plight.slaughter_until, &mut plight.surge_until];
        ends.into_iter().chain([&mut self.shocked_until, &mut self.impaired_until]).all(|until| moves.clock(until))
    }
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
        (self.active, self.turned, self.mood) = (source.active, source.turned, source.mood);
        (self.meetings, self.nights) = (source.meetings, source.nights);
    }
}

impl Fight {
    /// A day that has not begun, of these combatants and so many sides.
    #[must_use]
    pub fn morning(bodies: Vec<Body>, sides: usize) -> Self {
        let mut fight = Fight {
            order: Vec::with_capacity(bodies.len()),
            bodies,
            active: Slots::NONE,
            groups: vec![Group::default(); sides],
            phase: Phase::Open,
            round: 0,
            free_rounds: 0,
            sides: Sides::all(0),
            turned: TurnedSides::default(),
            meetings: 0,
            nights: 0,
            mood: 0,
        };
        fight.active = fight.slots().filter(|&who| fight.body(who).active()).collect();
        fight
    }

    /// The combatants that take part.
    #[inline]
    #[must_use]
    pub fn active(&self) -> Slots {
        debug_assert_eq!(self.active, self.slots().filter(|&who| self.body(who).active()).collect());
        self.active
    }

    /// True if the combatant takes part.
    #[inline]
    #[must_use]
    pub fn is_active(&self, who: Slot) -> bool {
        debug_assert_eq!(self.active.has(who), self.body(who).active());
        self.active.has(who)
    }

    /// Gives a combatant another status.
    pub fn becomes(&mut self, who: Slot, status: Status) {
        self.body_mut(who).status = status;
        self.active = if status == Status::Active { self.active.with(who) } else { self.active.without(who) };
    }

    /// Makes two combatants engaged.
    pub fn engage(&mut self, one: Slot, other: Slot) {
        let body = self.body_mut(one);
        body.engaged = body.engaged.with(other);
        let body = self.body_mut(other);
        body.engaged = body.engaged.with(one);
    }

    /// Ends the engagement of two combatants.
    pub fn part(&mut self, one: Slot, other: Slot) {
        let body = self.body_mut(one);
        body.engaged = body.engaged.without(other);
        let body = self.body_mut(other);
        body.engaged = body.engaged.without(one);
    }

    /// Ends every engagement of a combatant.
    pub fn part_all(&mut self, who: Slot) {
        for other in self.body(who).engaged {
            self.part(who, other);
        }
    }
}
