//! The state of a `heimr` fight: everything that changes, as plain data.
//!
//! Owns [`Fight`] and [`Body`]. Must hold nothing that can be read off the scenario, and nothing that only a report wants to
//! know: equal states must go on alike. Start at [`Body`].

use std::hash::{Hash, Hasher};
use std::ops::Index;

use frame::dice::Slot;
use frame::fight::day::Sides;
use frame::fight::relations::TurnedSides;
use frame::fight::{Clocks, Ending, Move, Slots, marked, usual_fields};

use super::challenge::Effort;
use super::decide::Intent;
use super::gear::Gear;
use super::ground::{Direction, Location};
use super::policy::Trigger;
use super::sheet::{BindPart, DefenceKind};

/// The place of an item. [HEI-173, HEI-174, HEI-175, HEI-176]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Place {
    /// In the sword hand.
    SwordHand,
    /// In the off-hand.
    OffHand,
    /// In both hands.
    BothHands,
    /// Worn.
    Worn,
    /// In a bag.
    #[default]
    Stored,
    /// On the ground.
    Ground(Location),
    /// Destroyed, or used up.
    Gone,
    /// Not its own now: another combatant has it, or none.
    Elsewhere,
}

impl Place {
    /// True if it is in a hand.
    #[inline]
    pub fn in_hand(self) -> bool {
        matches!(self, Place::SwordHand | Place::OffHand | Place::BothHands)
    }
}

/// The places of a combatant's items, and what that puts into its hands, which is asked far more often than items change their
/// places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Places {
    of_items: [Place; Gear::ITEMS_MOST],
    /// The number of items that are weapons.
    weapons: u8,
    /// The number of items that are weapons or shields.
    arms: u8,
    /// The item in the sword hand, and that in the other.
    in_hands: [Option<u8>; 2],
    /// The weapon in the sword hand or in both, and that in the off-hand alone.
    wielded: [Option<u8>; 2],
    /// The shield in the off-hand.
    shield: Option<u8>,
}

impl Places {
    /// Items at these places, of which so many are weapons, and so many shields.
    pub fn new(of_items: [Place; Gear::ITEMS_MOST], weapons: usize, shields: usize) -> Self {
        let (weapons, arms) = (weapons as u8, (weapons + shields) as u8);
        let mut places = Places { of_items, weapons, arms, ..Places::default() };
        places.look();
        places
    }

    /// Puts an item somewhere.
    pub fn put(&mut self, item: usize, place: Place) {
        self.of_items[item] = place;
        self.look();
    }

    /// The item in a hand.
    #[inline]
    pub fn in_hand(&self, hand: Hand) -> Option<usize> {
        self.in_hands[hand as usize].map(usize::from)
    }

    /// The weapon in the sword hand or in both, and that in the off-hand alone.
    #[inline]
    pub fn wielded(&self) -> [Option<u8>; 2] {
        self.wielded
    }

    /// The shield in the off-hand.
    #[inline]
    pub fn shield(&self) -> Option<u8> {
        self.shield
    }

    /// Works out anew what is in each hand.
    fn look(&mut self) {
        let first = |hand: Hand| self.of_items.iter().position(|&place| hand.holds(place)).map(|item| item as u8);
        let [sword, off] = Hand::ALL.map(first);
        let weapon = |item: Option<u8>| item.filter(|&item| item < self.weapons);
        self.wielded = [weapon(sword), if off == sword { None } else { weapon(off) }];
        self.shield = off.filter(|&item| item < self.arms).and_then(|item| item.checked_sub(self.weapons));
        self.in_hands = [sword, off];
    }
}

impl Index<usize> for Places {
    type Output = Place;

    #[inline]
    fn index(&self, item: usize) -> &Place {
        &self.of_items[item]
    }
}

/// A hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hand {
    /// The sword hand.
    Sword,
    /// The off-hand.
    Off,
}

impl Hand {
    /// Both.
    pub const ALL: [Hand; 2] = [Hand::Sword, Hand::Off];

    /// True if something in that place is in this hand.
    #[inline]
    pub fn holds(self, place: Place) -> bool {
        match self {
            Hand::Sword => matches!(place, Place::SwordHand | Place::BothHands),
            Hand::Off => matches!(place, Place::OffHand | Place::BothHands),
        }
    }
}

/// A timed effect. [HEI-126, R-18]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Timer {
    /// Own turns that are left.
    pub turns: u16,
    /// True if it came in one's own turn, which does not count.
    pub fresh: bool,
}

impl Timer {
    /// True if it runs.
    #[inline]
    pub fn runs(self) -> bool {
        self.turns > 0
    }

    /// The end of an own turn; true when it ends now.
    #[inline]
    pub fn turn_ends(&mut self) -> bool {
        if self.turns == 0 {
            return false;
        }
        if self.fresh {
            self.fresh = false;
            return false;
        }
        self.turns -= 1;
        self.turns == 0
    }
}

/// A defence that has been rolled. [HEI-211]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stance {
    /// Its kind.
    pub kind: DefenceKind,
    /// The weapon that parries, or the shield that blocks.
    pub item: u8,
    /// The consistency with which it was rolled.
    pub c: i32,
    /// The roll before potential.
    pub pre: i32,
    /// The face of the small die.
    pub small: u8,
    /// Fatigue at that moment.
    pub fatigue: u8,
}

impl Stance {
    /// The roll before potential where nobody asks for it before it meets an attack: dice that walk through all outcomes roll
    /// it then.
    pub const PUT_OFF: i32 = i32::MIN;

    /// True if it is still to be rolled.
    pub fn is_put_off(&self) -> bool {
        self.pre == Stance::PUT_OFF
    }
}

/// An action that is continued in the next turn. [HEI-156]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Upcoming {
    /// A breather.
    Breather,
    /// Crawling into a square.
    Crawl(Direction),
    /// A skill.
    Skill(u8, Mark),
}

/// The mark of a skill. [HEI-161]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// A combatant.
    Combatant(Slot),
    /// The structure on a border of the own square.
    Structure(Direction),
}

/// An action that waits for its trigger. [HEI-107]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Readied {
    /// The action.
    pub action: Intent,
    /// The trigger.
    pub trigger: Trigger,
    /// True if it answers to an intention.
    pub intent: bool,
    /// The only combatant that sets it off; none for any.
    pub who: Option<Slot>,
}

/// The ward of a guard. [HEI-231, HEI-237]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guarding {
    /// A comrade.
    Ally(Slot),
    /// A border of the own square.
    Border(Direction),
    /// All borders of the own square.
    Square,
    /// The things that lie in the own square.
    Objects,
}

impl Guarding {
    /// True if it is a guard of this border of the own square. [HEI-231, HEI-237]
    pub fn holds_border(self, direction: Direction) -> bool {
        self == Guarding::Border(direction) || self == Guarding::Square
    }
}

/// The presence of a combatant in the fight, or the way in which it left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Exit {
    /// It is here.
    Here,
    /// It does not take part in this fight.
    #[default]
    Absent,
    /// It has fled.
    Fled,
    /// It was caught while it fled.
    Caught,
    /// It has surrendered.
    Yielded,
    /// It runs after a combatant that has left, and will come back.
    Away,
}

/// A grab, as the held combatant has it. [HEI-196]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Held {
    /// The holder.
    pub by: Slot,
    /// The part that is bound.
    pub part: BindPart,
    /// Own turns that are left, where the rulings count them.
    pub timer: Timer,
}

/// A grab, as the holder has it. [HEI-188, HEI-189]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Holding {
    /// The combatant that is held.
    pub whom: Slot,
    /// With which hand.
    pub hand: Hand,
}

/// A climb. [HEI-167, HEI-226]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Climb {
    /// Challenge requirement of the surface, 0 for none.
    pub cr: i16,
    /// The border along which one climbs; without it, inside the square.
    pub along: Option<Direction>,
}

/// Fields of a [`Body`] that end together, stay together, or are asked together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fields {
    /// What lasts from one fight to the next; everything else is as in the morning again.
    Day,
    /// What ends with a fight, however the morning was.
    Fight,
    /// What is counted in a window.
    Window,
    /// What begins anew with a turn, where a scenario has more than defences and breath.
    Turn,
    /// What it is about to do.
    Doing,
    /// What it was doing, which nobody asks of those who are out.
    Still,
    /// What became of it in a fight.
    Fate,
    /// What comes over nobody in a plain scenario.
    Special,
}

marked! {
    /// One combatant as it is now.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Body by Fields {
        /// Hit points; may be negative.
        [Day, Fate]
        pub hp: i32,
        /// Willpower.
        [Day]
        pub willpower: u8,
        /// Fatigue, and how often it has grown in this window.
        [Day]
        pub effort: Effort,
        /// The square.
        pub at: Location,
        /// Height above the ground of the square.
        [Special]
        pub elevation: i16,
        /// Number of its combat cluster; 0 for none.
        [Fight]
        pub cluster: u8,
        /// Its presence in the fight.
        [Day, Fate]
        pub exit: Exit,
        /// True if what follows from being out has been done.
        [Fate]
        pub gone: bool,
        /// True if it is prone.
        pub prone: bool,
        /// The climb, while it climbs.
        [Fight, Special]
        pub climbing: Option<Climb>,
        /// True if it is asleep.
        [Fight, Special]
        pub asleep: bool,
        /// Sounds that it has slept through in this round, one bit for each kind.
        [Still]
        pub heard: u8,
        /// True if it is unconscious.
        [Day, Fate]
        pub unconscious: bool,
        /// True if it is dead.
        [Day, Fate]
        pub dead: bool,
        /// True if its injuries have been stabilised.
        [Day]
        pub stabilised: bool,
        /// Injured body parts, as a set.
        [Day]
        pub injuries: u8,
        /// The round at whose end it falls unconscious; 0 for none.
        pub unconscious_round: u32,
        /// The round at whose end it dies; 0 for none.
        [Fate]
        pub death_round: u32,
        /// Lying on the ground, unable to stand up.
        [Fight, Special]
        pub fall: Timer,
        /// Stumbling.
        [Fight, Special]
        pub stumble: Timer,
        /// The direction that a stumble bars.
        [Fight]
        pub stumble_direction: Option<Direction>,
        /// Dazed.
        [Fight, Special]
        pub daze: Timer,
        /// True if a daze bars defence until the start of the next own turn.
        [Fight, Special]
        pub daze_odd: bool,
        /// Weakened.
        [Fight, Special]
        pub weaken: Timer,
        /// Bound by a skill or a weapon, by part.
        [Fight]
        pub bind: [Timer; BindPart::COUNT],
        /// The parts that are bound like that, as a set.
        [Fight, Special]
        pub bound: u8,
        /// Items on the ground cannot be picked up.
        [Special]
        pub drop: Timer,
        /// The holder and the part that is held.
        [Special]
        pub held: Option<Held>,
        /// The combatant that it holds.
        [Special]
        pub holding: Option<Holding>,
        /// The places of its items.
        pub places: Places,
        /// Blows that its items have taken, where they add up.
        [Day]
        pub wear: [u16; Gear::ITEMS_MOST],
        /// Items that are concealed, one bit each. [HEI-177]
        pub concealed: u16,
        /// Lights that burn, one bit for each item. [HEI-274, R-76]
        pub lit: u16,
        /// The combatants that have found a hidden item on it. [HEI-181]
        pub searched_by: Slots,
        /// The combatants that have seen through its will to fight. [HEI-182]
        pub gauged_by: Slots,
        /// Those of them that saw that it was near to surrender. [HEI-182, R-57]
        pub shaken_to: Slots,
        /// Ranged weapons that are ready to shoot, one bit each.
        pub loaded: u8,
        /// Shots and pieces that are left; [`Body::UNLIMITED`] for any number.
        [Day]
        pub ammunition: [u16; Gear::WEAPONS_MOST],
        /// Rested skills that have been used, one bit each.
        [Day]
        pub skills_used: u32,
        /// The defence it has rolled.
        [Fight, Doing]
        pub stance: Option<Stance>,
        /// True if it has no defence before the end of its first turn.
        [Special]
        pub unready: bool,
        /// Dodges in this window.
        [Window, Still]
        pub dodges: u8,
        /// Blocks in this window.
        [Window, Still]
        pub blocks: u8,
        /// Parries with each weapon in this window.
        [Window, Still]
        pub parries: [u8; Gear::WEAPONS_MOST],
        /// True if it is on an ongoing action.
        [Window, Still]
        pub ongoing: bool,
        /// The square from which it ran.
        [Turn, Still, Special]
        pub ran_from: Option<Location>,
        /// An action to be continued.
        [Doing]
        pub upcoming: Option<Upcoming>,
        /// An action that waits.
        [Turn, Doing, Special]
        pub readied: Option<Readied>,
        /// Dodges against shots for which it is ready.
        [Turn, Still, Special]
        pub dodge_ready: u8,
        /// The ward that it guards.
        [Doing, Special]
        pub guarding: Option<Guarding>,
        /// The combatant that it helps to move, and the direction.
        [Turn, Doing, Special]
        pub carrying: Option<(Slot, Direction)>,
        /// Number of the object of the square behind which it has taken cover.
        [Special]
        pub cover: Option<u8>,
        /// The result of hiding.
        pub hide_value: i16,
        /// The combatants from which it is hidden.
        [Special]
        pub hidden_from: Slots,
        /// The combatants that know that it hides here.
        pub known_by: Slots,
        /// Squares of its blind spot, as a set.
        [Turn, Still, Special]
        pub blind: u64,
        /// The square from which it came in this turn.
        [Still]
        pub entered_from: Option<Location>,
        /// Enemies whose melee weapon attack in their latest turn it dodged.
        [Still]
        pub dodged_from: Slots,
        /// Enemies that shot at it in their latest turn.
        [Still]
        pub shot_at_by: Slots,
        /// Members of its cluster at the start of its turn.
        [Still]
        pub cluster_at_start: Slots,
        /// The attackers since its last turn began.
        [Still]
        pub attackers: Slots,
        /// The attackers in the window before this one.
        [Still]
        pub attackers_before: Slots,
        /// Turns that a chase has cost it.
        [Special]
        pub turns_missed: u16,
        /// True if it has already delayed in this round.
        [Still, Special]
        pub delayed: bool,
    }
}

impl Body {
    /// Any number of shots.
    pub const UNLIMITED: u16 = u16::MAX;

    /// True if a clock of its injuries runs.
    #[inline]
    pub fn bleeds(&self) -> bool {
        self.unconscious_round | self.death_round != 0
    }

    /// True if it is hidden from any combatant.
    #[inline]
    pub fn hides(&self) -> bool {
        !self.hidden_from.is_empty()
    }

    /// Ends hiding, from all combatants.
    #[inline]
    pub fn reveal(&mut self) {
        (self.hidden_from, self.known_by, self.hide_value) = (Slots::NONE, Slots::NONE, 0);
    }

    /// The parts that are bound, by a skill or a grab, as a set.
    #[inline]
    pub fn bound_parts(&self) -> u8 {
        self.bound | self.held.map_or(0, |held| held.part.bit())
    }

    /// True if this part is bound.
    #[inline]
    pub fn is_bound(&self, part: BindPart) -> bool {
        self.bound_parts() & part.bit() != 0
    }
}

/// A border that is more than a line, as it is now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Crossed {
    /// The number of combatants that have crossed it. [HEI-248]
    pub count: u8,
    /// The first of them. [HEI-249]
    pub first: Option<Slot>,
    /// Blows that its structure has taken, where they add up.
    pub wear: u16,
}

/// A fight as it is now.
#[derive(Debug, Default)]
pub struct Fight {
    /// The combatants, in slot order.
    pub bodies: Vec<Body>,
    /// The order of turns.
    pub order: Vec<Slot>,
    /// The place in the order of the combatant whose turn it is.
    pub cursor: u8,
    /// The borders that are more than a line.
    pub borders: Vec<Crossed>,
    /// Borders whose structure has been destroyed, as a set.
    pub broken: u128,
    /// The round being played, from 1.
    pub round: u16,
    /// The sides that have met.
    pub sides: Sides,
    /// The neutral sides that have turned on an alliance.
    pub turned: TurnedSides,
    /// The sides that have met before on this day.
    pub met: Sides,
    /// The ending, once there is one.
    pub ending: Option<Ending>,
}

impl Fight {
    /// The combatant whose turn it is.
    #[inline]
    pub fn current(&self) -> Option<Slot> {
        self.order.get(usize::from(self.cursor)).copied()
    }

    /// Place in the order of turns, from 0.
    #[inline]
    pub fn place(&self, who: Slot) -> usize {
        self.order.iter().position(|&other| other == who).unwrap_or(self.order.len())
    }

    /// The members of a cluster.
    #[inline]
    pub fn members(&self, cluster: u8) -> Slots {
        if cluster == 0 {
            return Slots::NONE;
        }
        self.slots().filter(|&who| self.body(who).cluster == cluster).collect()
    }

    /// True if two are in one cluster.
    #[inline]
    pub fn clustered(&self, one: Slot, other: Slot) -> bool {
        let cluster = self.body(one).cluster;
        cluster != 0 && cluster == self.body(other).cluster
    }

    /// Everything by which it differs from others; the ending follows from that.
    #[inline]
    fn differs_by(&self) -> impl Eq + Hash {
        let numbers = (self.cursor, self.broken, self.round, self.sides, self.turned, self.met);
        (numbers, &self.bodies, &self.order, &self.borders)
    }

    /// True if it is hidden from this other combatant.
    #[inline]
    pub fn is_hidden(&self, who: Slot, from: Slot) -> bool {
        self.body(who).hidden_from.has(from)
    }
}

usual_fields!(Fight, Body);

impl Clocks for Body {
    fn move_clocks(&mut self, moves: Move) -> bool {
        moves.clock(&mut self.unconscious_round) && moves.clock(&mut self.death_round)
    }
}

impl Clone for Fight {
    fn clone(&self) -> Self {
        Fight { bodies: self.bodies.clone(), order: self.order.clone(), borders: self.borders.clone(), ..*self }
    }

    /// Copies without allocating.
    fn clone_from(&mut self, source: &Self) {
        self.bodies.clone_from(&source.bodies);
        self.order.clone_from(&source.order);
        self.borders.clone_from(&source.borders);
        (self.cursor, self.broken, self.round) = (source.cursor, source.broken, source.round);
        (self.sides, self.turned, self.met, self.ending) = (source.sides, source.turned, source.met, source.ending);
    }
}

impl PartialEq for Fight {
    fn eq(&self, other: &Self) -> bool {
        self.differs_by() == other.differs_by()
    }
}

impl Eq for Fight {}

impl Hash for Fight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.differs_by().hash(state);
    }
}
