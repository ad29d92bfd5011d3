//! Facts that follow from the state: who can do what, with which hands, from where, seen by whom.
//!
//! Owns questions only; nothing here changes anything or rolls a die. Start at [`Core::is_out`] and [`Core::can_act`].

use frame::dice::Slot;
use frame::fight::Slots;
use frame::rules::modifier::modifiers;

use super::Core;
use super::abilities::{AbilityId, Score, Values};
use super::attack::Attack;
use super::book::surroundings::Climbing;
use super::book::tables::{BodyPart, Hands};
use super::fighter::{Fighter, is_injured};
use super::gear::Weapon;
use super::ground::{Direction, Location, Spot};
use super::mastery::Masteries;
use super::policy::Path;
use super::rulings::{ArmInjury, BearerHides, ClimbAttack, DefenceFatigue, LegInjury, OutAt, Rulings, TorsoInjury};
use super::sheet::{BindPart, Carried};
use super::state::{Body, Exit, Fight, Hand, Place};

/// The degree of injury, by the hit points that are left. [HEI-075, HEI-076, HEI-077]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Not injured.
    Unhurt,
    /// Bloodied.
    Bloodied,
    /// Mangled.
    Mangled,
    /// Mutilated.
    Mutilated,
}

impl Level {
    /// All of them, from bad to worse.
    const ALL: [Level; 4] = [Level::Unhurt, Level::Bloodied, Level::Mangled, Level::Mutilated];
}

/// The body parts that have each effect when they are injured, as sets. [HEI-074]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Injured {
    /// The parts that drop what they hold.
    pub drop: u8,
    /// One falls.
    pub fall: u8,
    /// One is dazed.
    pub daze: u8,
}

impl Injured {
    /// True if these injuries keep one down for as long as they last.
    #[inline]
    pub(super) fn keeps_down(self, rulings: &Rulings, injuries: u8) -> bool {
        injuries & self.fall != 0 && rulings.leg_injury == LegInjury::Lasting
    }

    /// The arms that these injuries have made useless.
    #[inline]
    pub(super) fn lame(self, rulings: &Rulings, injuries: u8) -> u8 {
        let arms = injuries & self.drop;
        if arms != 0 && rulings.arm_injury == ArmInjury::Lasting { arms } else { 0 }
    }

    /// Lets a combatant be between fights as its injuries leave it: on the ground with an injured leg, and with nothing in the
    /// hand of an injured arm, but at its belt (HEI-074, R-49, R-50).
    pub(super) fn lay_down(self, rulings: &Rulings, body: &mut Body) {
        body.prone |= self.keeps_down(rulings, body.injuries);
        let lame = self.lame(rulings, body.injuries);
        for hand in Hand::ALL.into_iter().filter(|&hand| cripples(lame, hand)) {
            if let Some(item) = body.places.in_hand(hand) {
                body.places.put(item, Place::Worn);
                body.lit &= !(1 << item);
            }
        }
    }
}

/// True if injuries of these arms make a hand useless.
fn cripples(lame: u8, hand: Hand) -> bool {
    let off = BodyPart::OffArm.bit();
    match hand {
        Hand::Sword => lame & !off != 0,
        Hand::Off => lame & off != 0,
    }
}

/// Weapons in the hands, that of the sword hand or of both first.
pub type Wielded = [Option<u8>; 2];

impl Carried {
    /// The place meant, for a combatant in this square.
    pub(super) fn place(self, at: Location) -> Place {
        match self {
            Carried::SwordHand => Place::SwordHand,
            Carried::OffHand => Place::OffHand,
            Carried::BothHands => Place::BothHands,
            Carried::Worn => Place::Worn,
            Carried::Stored => Place::Stored,
            Carried::Ground => Place::Ground(at),
            Carried::Elsewhere => Place::Elsewhere,
        }
    }
}

impl Fighter {
    /// The values with what is wielded now.
    #[inline]
    pub(super) fn now(&self, body: &Body) -> &Values {
        self.values(body.places.shield())
    }

    /// The masteries of striking and defending with what is wielded now.
    #[inline]
    pub(super) fn mastery(&self, body: &Body) -> &Masteries {
        self.masteries(body.places.shield())
    }

    /// Consistency and potential of an ability with what is wielded now.
    #[inline]
    pub(super) fn score(&self, body: &Body, ability: AbilityId) -> Score {
        self.now(body).score(ability)
    }
}

/// The square from which a light shines, for a bearer that stands here; nowhere where it is put away.
fn shines_from(place: Place, body: &Body) -> Option<Location> {
    match place {
        Place::SwordHand | Place::OffHand | Place::BothHands => {
            (!matches!(body.exit, Exit::Absent | Exit::Fled | Exit::Away)).then_some(body.at)
        }
        Place::Ground(at) => (body.exit != Exit::Absent).then_some(at),
        Place::Worn | Place::Stored | Place::Gone | Place::Elsewhere => None,
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if it can move at all, inside its square or out of it (HEI-060, HEI-061, HEI-062, HEI-215, R-37).
    pub(super) fn can_shift(&self, body: &Body) -> bool {
        body.held.is_none() && !self.is_rooted(body) && body.bound & BindPart::Feet.bit() == 0 && !body.prone
    }

    /// True if a leg or the body is bound to where it is (HEI-061, HEI-062).
    pub(super) fn is_rooted(&self, body: &Body) -> bool {
        body.bound & (BindPart::RightLeg.bit() | BindPart::LeftLeg.bit() | BindPart::Body.bit()) != 0
    }

    /// The degree of its injuries (HEI-075 to HEI-077).
    #[inline]
    pub(super) fn level(&self, hp: i32) -> Level {
        let injury = &self.book.injury;
        // They do not rise, which is checked when a scenario is loaded.
        let limits = [injury.threshold, injury.mangled, injury.mutilated];
        let reached: usize = limits.into_iter().map(|limit| usize::from(hp <= i32::from(limit))).sum();
        Level::ALL[reached]
    }

    /// True if an injury dazes it for as long as it lasts.
    #[inline]
    pub(super) fn dazed_for_good(&self, body: &Body) -> bool {
        self.rulings().torso_injury == TorsoInjury::Lasting && body.injuries & self.injured.daze != 0
    }

    /// True if an injury keeps it down for as long as it lasts.
    #[inline]
    pub(super) fn down_for_good(&self, body: &Body) -> bool {
        self.injured.keeps_down(self.rulings(), body.injuries)
    }

    /// True if it is out of the fight.
    #[inline]
    pub(super) fn is_out(&self, body: &Body) -> bool {
        let injured = || is_injured(body.hp, &self.book);
        // Almost always none of them is true: one question is faster than four.
        let gone = (body.exit != Exit::Here) | body.dead | body.unconscious | self.dazed_for_good(body);
        gone || self.rulings().out_at == OutAt::Injured && injured()
    }

    /// True if it counts for its side: if it is not out, or will come back.
    #[inline]
    pub(super) fn stands(&self, body: &Body) -> bool {
        !self.is_out(body) || !PLAIN && body.exit == Exit::Away && !body.gone
    }

    /// True if it has left the fight, asked between two actions, when all that are out have left.
    #[inline]
    pub(super) fn has_left(&self, body: &Body) -> bool {
        if !PLAIN {
            return self.is_out(body);
        }
        let left = body.gone | (body.exit != Exit::Here);
        debug_assert_eq!(left, self.is_out(body), "whoever is out has left the fight, and nobody else");
        left
    }

    /// True if it can do something now, in its turn or in answer to others (HEI-130, HEI-216).
    #[inline]
    pub(super) fn can_act(&self, body: &Body) -> bool {
        !self.is_out(body) && (PLAIN || !body.asleep && !body.daze.runs())
    }

    /// True if it can make defensive rolls (section 4.8 of the specification; HEI-194, HEI-216).
    #[inline]
    pub(super) fn can_defend(&self, body: &Body) -> bool {
        if PLAIN {
            !self.has_left(body)
        } else {
            self.can_act(body) && !body.daze_odd && !body.unready && body.holding.is_none()
        }
    }

    /// Enemies that are not out.
    #[inline]
    pub(super) fn foes(&self, fight: &Fight, who: Slot) -> Slots {
        self.lineup.foes(who).those(|foe| !self.is_out(fight.body(foe)))
    }

    /// Enemies that are neither out nor hidden.
    #[inline(always)]
    pub(super) fn visible_foes(&self, fight: &Fight, who: Slot) -> Slots {
        self.lineup.foes(who).those(|foe| {
            let body = fight.body(foe);
            !self.is_out(body) && (PLAIN || !body.hidden_from.has(who))
        })
    }

    /// Enemies that are not out and can be attacked: those that are seen, and those that are known to hide (HEI-221).
    #[inline(always)]
    pub(super) fn known_foes(&self, fight: &Fight, who: Slot) -> Slots {
        self.lineup.foes(who).those(|foe| self.knows_of(fight, who, foe))
    }

    /// True if an enemy is one of those (HEI-221).
    #[inline(always)]
    pub(super) fn knows_of(&self, fight: &Fight, who: Slot, foe: Slot) -> bool {
        let body = fight.body(foe);
        !self.has_left(body) && (PLAIN || !body.hidden_from.has(who) || body.known_by.has(who))
    }

    /// Others of one's side that are not out.
    pub(super) fn allies(&self, fight: &Fight, who: Slot) -> Slots {
        let others = fight.slots().filter(|&other| other != who && self.lineup.friendly(who, other));
        others.filter(|&other| !self.is_out(fight.body(other))).collect()
    }

    /// Others of one's side that are alive and here, out or not.
    pub(super) fn comrades(&self, fight: &Fight, who: Slot) -> Slots {
        let others = fight.slots().filter(|&other| other != who && self.lineup.friendly(who, other));
        others.filter(|&other| fight.body(other).exit == Exit::Here && !fight.body(other).dead).collect()
    }

    /// The first of these in the order of turns.
    #[inline]
    pub(super) fn first_in_order(&self, fight: &Fight, among: Slots) -> Option<Slot> {
        match among.single() {
            Some(only) => Some(only),
            None if among.is_empty() => None,
            None => fight.order.iter().copied().find(|&who| among.has(who)),
        }
    }

    /// The next of these in the order of turns, after a combatant and round again (HEI-125).
    pub(super) fn next_in_order(&self, fight: &Fight, after: Slot, among: Slots) -> Option<Slot> {
        let start = fight.place(after) + 1;
        let count = fight.order.len();
        (0..count).map(|step| fight.order[(start + step) % count]).find(|&who| among.has(who))
    }

    /// The arms that injuries have made useless.
    #[inline]
    fn lame(&self, body: &Body) -> u8 {
        self.injured.lame(self.rulings(), body.injuries)
    }

    /// True if an injury has made a hand useless.
    #[inline]
    pub(super) fn crippled(&self, body: &Body, hand: Hand) -> bool {
        cripples(self.lame(body), hand)
    }

    /// True if a hand can be used now (HEI-058, HEI-059, R-37, R-49).
    #[inline]
    pub(super) fn hand_works(&self, body: &Body, hand: Hand) -> bool {
        let part = match hand {
            Hand::Sword => BindPart::SwordArm,
            Hand::Off => BindPart::OffArm,
        };
        let let_be = PLAIN
            || body.bound_parts() & (part.bit() | BindPart::Hands.bit()) == 0
                && body.holding.is_none_or(|holding| holding.hand != hand);
        let_be && !self.crippled(body, hand)
    }

    /// True if nothing keeps either hand from using what it holds.
    #[inline]
    fn hands_are_free(&self, body: &Body) -> bool {
        let let_be = PLAIN || body.bound == 0 && body.held.is_none() && body.holding.is_none() && body.climbing.is_none();
        self.lame(body) == 0 && let_be
    }

    /// True if the hands allow to use an item (HEI-187, HEI-228, HEI-230).
    #[inline(always)]
    pub(super) fn usable(&self, fighter: &Fighter, body: &Body, item: usize) -> bool {
        if self.hands_are_free(body) { body.places[item].in_hand() } else { self.usable_with_the_rest(fighter, body, item) }
    }

    /// True if the item can be used where something keeps one hand or the other from what it holds.
    #[cold]
    #[inline(never)]
    fn usable_with_the_rest(&self, fighter: &Fighter, body: &Body, item: usize) -> bool {
        let (place, hands) = (body.places[item], fighter.gear.hands(item));
        let works = |hand| self.hand_works(body, hand);
        let held = match place {
            Place::SwordHand => works(Hand::Sword),
            Place::OffHand => works(Hand::Off),
            Place::BothHands => works(Hand::Sword) && (works(Hand::Off) || hands == Hands::OneOrTwo),
            _ => false,
        };
        held && (PLAIN || body.climbing.is_none() || self.usable_while_climbing(body, item, hands))
    }

    /// One hand holds on: that of the off-hand where both have something (HEI-228, HEI-230).
    fn usable_while_climbing(&self, body: &Body, item: usize, hands: Hands) -> bool {
        match (self.book.climb.hands, body.places[item]) {
            (0, _) => true,
            (1, Place::SwordHand) => true,
            (1, Place::OffHand) => body.places.in_hand(Hand::Sword).is_none(),
            (1, Place::BothHands) => hands == Hands::OneOrTwo,
            _ => false,
        }
    }

    /// True if a hand is empty and can be used.
    fn is_empty(&self, body: &Body, hand: Hand) -> bool {
        body.places.in_hand(hand).is_none() && self.hand_works(body, hand)
    }

    /// True if a hand that works can let go of what it holds, since one hand can hold that: it leaves the other one free.
    fn is_spare(&self, fighter: &Fighter, body: &Body, hand: Hand) -> bool {
        let item = body.places.in_hand(hand);
        hand == Hand::Off && item.is_some_and(|item| fighter.gear.hands(item) == Hands::OneOrTwo) && self.hand_works(body, hand)
    }

    /// A hand that is empty and can be used (HEI-189).
    pub(super) fn free_hand(&self, fighter: &Fighter, body: &Body) -> Option<Hand> {
        let empty = Hand::ALL.into_iter().find(|&hand| self.is_empty(body, hand));
        empty.or_else(|| Hand::ALL.into_iter().find(|&hand| self.is_spare(fighter, body, hand)))
    }

    /// The number of such hands, that which holds on to what one climbs included.
    pub(super) fn free_hands(&self, fighter: &Fighter, body: &Body) -> usize {
        Hand::ALL.into_iter().filter(|&hand| self.is_free(fighter, body, hand)).count()
    }

    /// True if a hand is empty, or can be, and can be used.
    fn is_free(&self, fighter: &Fighter, body: &Body, hand: Hand) -> bool {
        self.is_empty(body, hand) || self.is_spare(fighter, body, hand)
    }

    /// The number of hands that hold on to what one climbs (HEI-228, HEI-230).
    pub(super) fn holding_on(&self, body: &Body) -> usize {
        if body.climbing.is_some() { self.book.climb.hands.into() } else { 0 }
    }

    /// The place where an item can be taken into free hands that work, one of which holds on while climbing (HEI-187,
    /// HEI-230). A weapon that one hand can hold leaves the other one free.
    pub(super) fn room_for(&self, fighter: &Fighter, body: &Body, item: usize) -> Option<Place> {
        let place = place_for(fighter, item, |hand| self.is_free(fighter, body, hand))?;
        let needed = if place == Place::BothHands { 2 } else { 1 };
        (self.free_hands(fighter, body) >= needed + self.holding_on(body)).then_some(place)
    }

    /// Such an item that lies in its square and that another combatant has dropped, the first in the order of turns: whose it
    /// is, and its number there (HEI-054, HEI-176).
    pub(super) fn lying(&self, fight: &Fight, who: Slot, item: usize) -> Option<(Slot, usize)> {
        fight.order.iter().copied().filter(|&other| other != who).find_map(|other| {
            let found = self.lies_of(other, fight, who, item).filter(|_| !fight.body(other).drop.runs())?;
            Some((other, found))
        })
    }

    /// The first of the items of an owner that lies in the square of a combatant and is of the kind of that item of its own.
    pub(super) fn lies_of(&self, owner: Slot, fight: &Fight, who: Slot, item: usize) -> Option<usize> {
        let (own, kind) = (&self.fighter(owner).gear, &self.fighter(who).gear.item(item).kind);
        let (places, at) = (&fight.body(owner).places, fight.body(who).at);
        (0..own.items()).find(|&index| places[index] == Place::Ground(at) && own.item(index).kind == *kind)
    }

    /// Weapons of a kind that can be used now, sword hand first (HEI-160).
    #[inline(always)]
    pub(super) fn wielded(&self, fighter: &Fighter, body: &Body, kind: impl Fn(usize, &Weapon) -> bool) -> Wielded {
        let free = self.hands_are_free(body);
        let fits = |weapon: &u8| {
            let index = usize::from(*weapon);
            kind(index, &fighter.gear.weapons[index]) && (free || self.usable_with_the_rest(fighter, body, index))
        };
        let [sword, off] = body.places.wielded();
        [sword.filter(fits), off.filter(fits)]
    }

    /// The weapon of an attack.
    #[inline]
    pub(super) fn weapon_of(&self, attack: &Attack) -> Option<&Weapon> {
        attack.weapon.map(|weapon| &self.fighter(attack.by).gear.weapons[usize::from(weapon)])
    }

    /// Melee weapons that can be used now.
    #[inline]
    pub(super) fn melee_weapons(&self, fighter: &Fighter, body: &Body) -> Wielded {
        if PLAIN && self.hands_are_free(body) {
            return body.places.wielded();
        }
        self.wielded(fighter, body, |_, weapon| weapon.is_melee())
    }

    /// Ranged weapons that can be shot or thrown now.
    #[inline]
    pub(super) fn ready_shots(&self, fighter: &Fighter, body: &Body) -> Wielded {
        if PLAIN {
            return [None, None];
        }
        self.wielded(fighter, body, |index, weapon| !weapon.is_melee() && self.can_shoot(weapon, body, index))
    }

    /// True if a ranged weapon has something to shoot.
    #[inline]
    pub(super) fn can_shoot(&self, weapon: &Weapon, body: &Body, index: usize) -> bool {
        if !weapon.ammo {
            return body.ammunition[index] > 0;
        }
        body.loaded >> index & 1 == 1 || !self.book.ammo.requires_draw && body.ammunition[index] > 0
    }

    /// True if a weapon could still be brought to use in this fight: something is left to shoot, and injuries leave the
    /// hands for it.
    pub(super) fn within_reach(&self, fighter: &Fighter, body: &Body, index: usize) -> bool {
        let weapon = &fighter.gear.weapons[index];
        let lies_here = body.places[index] == Place::Ground(body.at);
        if !weapon.is_melee() && !lies_here && body.ammunition[index] == 0 && body.loaded >> index & 1 == 0 {
            return false;
        }
        match body.places[index] {
            Place::Gone | Place::Elsewhere => false,
            Place::Ground(at) if at != body.at => false,
            _ => place_for(fighter, index, |hand| !self.crippled(body, hand)).is_some(),
        }
    }

    /// True if no weapon can be brought to use any more; never of combatants that have none from the beginning.
    pub(super) fn disarmed(&self, fighter: &Fighter, body: &Body) -> bool {
        let weapons = 0..fighter.gear.weapons.len();
        let within_reach = |index: usize| self.within_reach(fighter, body, index);
        let wields = |weapon: u8| fighter.gear.weapons[usize::from(weapon)].is_melee();
        if self.hands_are_free(body) && body.places.wielded().into_iter().flatten().any(wields) {
            debug_assert!(weapons.clone().any(within_reach), "what it wields is within reach");
            return false;
        }
        !fighter.gear.unarmed && !weapons.clone().any(within_reach)
    }

    /// The height at which a combatant stands (HEI-255, R-67).
    #[inline]
    pub(super) fn height(&self, body: &Body) -> i32 {
        if PLAIN { 0 } else { self.ground.square(body.at).height + i32::from(body.elevation) }
    }

    /// True if melee reaches from one combatant to the other (HEI-013, HEI-113).
    #[inline]
    pub(super) fn in_melee_reach(&self, one: &Body, other: &Body) -> bool {
        one.at == other.at && self.reaches_over(self.height(one) - self.height(other))
    }

    /// True if melee reaches over this difference in height (HEI-257).
    #[inline]
    pub(super) fn reaches_over(&self, difference: i32) -> bool {
        difference.abs() <= i32::from(self.book.height.melee_reach)
    }

    /// The distance of a shot (HEI-119); none where there is no way.
    #[inline]
    pub(super) fn shot_distance(&self, fight: &Fight, from: &Body, to: &Body) -> Option<i32> {
        let spot = |body: &Body| Spot { at: body.at, height: self.height(body) };
        self.ground.distance(spot(from), spot(to), fight.broken)
    }

    /// The concealment of a combatant from a viewer (HEI-219, HEI-271, HEI-272).
    #[inline]
    pub(super) fn concealment(&self, fight: &Fight, of: Slot, from: Slot) -> i32 {
        if PLAIN || fight.clustered(of, from) {
            return 0;
        }
        let (body, viewer) = (fight.body(of), fight.body(from));
        if body.cover.is_none() && !self.ground.is_murky() {
            return 0;
        }
        let murk = self.murk(fight, body.at);
        body.cover.map_or(murk, |cover| self.concealed_by(cover, murk, body, viewer))
    }

    /// The concealment of a combatant behind an object of its square, in so much darkness and weather, from a viewer (HEI-271,
    /// HEI-272, R-68).
    pub(super) fn concealed_by(&self, cover: u8, murk: i32, body: &Body, viewer: &Body) -> i32 {
        let above = self.height(viewer) - self.height(body);
        let cover = self.ground.square(body.at).covers.get(usize::from(cover));
        let cover = cover.filter(|cover| cover.from & viewer.at.bit() != 0 && cover.height > above);
        self.rulings().concealment_stack.of(cover.map_or(0, |cover| cover.value), murk)
    }

    /// Borders on the shortest way from one square to another; `None` where there is none. Ways lead over borders that can be
    /// walked, crossed or climbed.
    pub(super) fn way(&self, fight: &Fight, from: Location, to: Location) -> Option<i32> {
        if self.open_ground || from == to {
            return Some(self.ground.steps(from, to));
        }
        let mut seen = to.bit();
        let mut edge = seen;
        for steps in 1.. {
            let mut next = 0_u64;
            for index in 0..self.ground.squares.len() {
                if edge >> index & 1 == 1 {
                    let at = Location(index as u8);
                    for direction in Direction::ALL {
                        // Walked backwards: whether one can come from there to here.
                        let neighbour = self.ground.neighbour(at, direction);
                        next |= neighbour.filter(|&other| self.passable(fight, other, at)).map_or(0, Location::bit);
                    }
                }
            }
            next &= !seen;
            if next & from.bit() != 0 {
                return Some(steps);
            }
            if next == 0 {
                return None;
            }
            (seen, edge) = (seen | next, next);
        }
        None
    }

    /// True if there is any way from a square into the next.
    pub(super) fn passable(&self, fight: &Fight, from: Location, to: Location) -> bool {
        let Some(direction) = self.ground.direction(from, to) else { return false };
        if self.ground.passage(from, direction, fight.broken).is_none() {
            return false;
        }
        let rise = self.ground.square(to).height - self.ground.square(from).height;
        self.book.height.walks(rise) || self.climb_along(from, direction).is_some()
    }

    /// The first step of a shortest way.
    pub(super) fn next_step(&self, fight: &Fight, from: Location, to: Location, path: Path) -> Option<Direction> {
        let left = self.way(fight, from, to)?;
        let order = match path {
            Path::RowsFirst => [Direction::Up, Direction::Down, Direction::Right, Direction::Left],
            Path::ColumnsFirst => [Direction::Right, Direction::Left, Direction::Up, Direction::Down],
        };
        order.into_iter().find(|&direction| {
            let next = self.ground.neighbour(from, direction);
            next.is_some_and(|next| {
                (self.open_ground || self.passable(fight, from, next)) && self.way(fight, next, to) == Some(left - 1)
            })
        })
    }

    /// Challenge requirement of climbing along a border, 0 for none; `None` where one cannot.
    pub(super) fn climb_along(&self, at: Location, direction: Direction) -> Option<i32> {
        let square = self.ground.square(at);
        let border = square.borders[direction as usize].map(|border| &self.ground.borders[usize::from(border)]);
        border.and_then(|border| border.climb_cr)
    }

    /// The distance to another combatant, in squares; as far as can be where there is no way.
    #[inline]
    pub(super) fn squares_to(&self, fight: &Fight, from: Slot, to: Slot) -> i32 {
        let (from, to) = (fight.body(from).at, fight.body(to).at);
        if from == to { 0 } else { self.way(fight, from, to).unwrap_or(Location::MOST as i32) }
    }

    /// The nearest of these; among equals the first in the order of turns.
    pub(super) fn nearest(&self, fight: &Fight, who: Slot, among: Slots) -> Option<Slot> {
        if let Some(only) = among.single() {
            return Some(only);
        }
        let mut best: Option<(i32, Slot)> = None;
        for &other in &fight.order {
            if among.has(other) {
                let distance = self.squares_to(fight, who, other);
                if best.is_none_or(|(nearest, _)| distance < nearest) {
                    best = Some((distance, other));
                }
            }
        }
        best.map(|(_, who)| who)
    }

    /// The value of a stored defence as others see it: none where it fails (section 4.8 of the specification; R-34, HEI-190,
    /// HEI-186).
    pub(super) fn visible_defence(&self, who: Slot, body: &Body) -> Option<i32> {
        let stance = body.stance?;
        let mastery = self.fighter(who).mastery(body).defence(stance.kind, stance.item);
        let now = self.check.fatigue.meets(stance.pre, body.effort.fatigue);
        let meets = !mastery.physical || self.defence_holds(now, stance.pre, stance.fatigue);
        meets.then(|| stance.pre + mastery.score.p)
    }

    /// True if fatigue lets a physical defence stand: that of its use, which it `meets` or not, or that of its roll.
    #[inline]
    pub(super) fn defence_holds(&self, meets: bool, pre: i32, at_roll: u8) -> bool {
        match self.rulings().defence_fatigue {
            DefenceFatigue::AtUse => meets,
            DefenceFatigue::AtRoll => self.check.fatigue.meets(pre, at_roll),
        }
    }

    /// True if an attack without a weapon that misses comes near enough to touch (HEI-191).
    #[inline]
    pub(super) fn touches(&self, result: i32, defence: Option<i32>) -> bool {
        defence.is_some_and(|defence| defence - result <= i32::from(self.book.brawl.touch_band))
    }

    /// The body part that a hit strikes: that at which it was aimed, else that of the small die (HEI-199, HEI-200, R-29).
    #[inline]
    pub(super) fn part_struck(&self, aimed: Option<BodyPart>, small: u8) -> BodyPart {
        let shown = || self.book.body_part.get(usize::from(small).max(1) - 1).copied();
        aimed.or_else(shown).unwrap_or(BodyPart::Torso)
    }

    /// Base fatigue with what is wielded now.
    #[inline(always)]
    pub(super) fn base_fatigue(&self, who: Slot, body: &Body) -> u8 {
        self.fighter(who).now(body).base_fatigue
    }

    /// The shield that it wields and can use.
    #[inline]
    pub(super) fn usable_shield(&self, fighter: &Fighter, body: &Body) -> Option<u8> {
        let item = |shield: u8| fighter.gear.weapons.len() + usize::from(shield);
        body.places.shield().filter(|&shield| self.hands_are_free(body) || self.usable(fighter, body, item(shield)))
    }

    /// Concealment by darkness and weather for a combatant in a square, by all lights as they are now (HEI-273, HEI-274).
    #[inline]
    pub(super) fn murk(&self, fight: &Fight, at: Location) -> i32 {
        let murk = self.ground.murk(fight.round, at);
        if murk.all == murk.weather || !self.carried_light_reaches(fight, at) { murk.all } else { murk.weather }
    }

    /// True if any light reaches a square (HEI-274).
    pub(super) fn is_lit(&self, fight: &Fight, at: Location) -> bool {
        self.ground.square(at).lit || self.carried_light_reaches(fight, at)
    }

    /// True if a light that a combatant carries or has dropped reaches a square (HEI-274, R-76, R-77).
    pub(super) fn carried_light_reaches(&self, fight: &Fight, at: Location) -> bool {
        if !self.somebody_has_light {
            return false;
        }
        fight.slots().any(|who| {
            let (gear, body) = (&self.fighter(who).gear, fight.body(who));
            let reaches = |item: usize| {
                let from = shines_from(body.places[item], body)?;
                Some(self.ground.steps(from, at) <= gear.lamp(item)?.reach)
            };
            body.lit != 0 && gear.lamp_items().any(|item| body.lit >> item & 1 == 1 && reaches(item) == Some(true))
        })
    }

    /// True if it holds a burning light.
    pub(super) fn bears_light(&self, body: &Body) -> bool {
        (0..u16::BITS as usize).any(|item| body.lit >> item & 1 == 1 && body.places[item].in_hand())
    }

    /// True if the light in its hand gives it away wherever it is.
    pub(super) fn gives_itself_away(&self, body: &Body) -> bool {
        body.lit != 0 && self.rulings.bearer_hides == BearerHides::No && self.bears_light(body)
    }
}

modifiers! {
    impl<const PLAIN: bool> Core<PLAIN>;

    /// Adds the effect of one's own position on the consistency of attacks (HEI-215, HEI-226, HEI-229, R-65).
    #[inline]
    pub(super) fn add_own_modifiers(&self, sum, fight: &Fight, who: Slot, melee: bool) {
        let (book, body) = (&self.book, fight.body(who));
        let climb = || book.climb.penalty_of_attacks(self.rulings().climb_attack);
    } adds POSITION "consistency of an attack by the position of the attacker" {
        prone "prone" [HEI-215] if body.prone => -i32::from(book.prone.self_penalty);
        FOOTING if !PLAIN => self.less_footing(sum, body, climb(), melee);
    }

    /// Takes off a consistency these points where the combatant climbs, and those of difficult ground where that `hinders`
    /// (HEI-226, HEI-246).
    #[inline]
    pub(super) fn less_footing(&self, sum, body: &Body, climb: i32, hinders: bool) {
        let difficult = || hinders && self.ground.square(body.at).difficult;
    } adds FOOTING "consistency of an attack or a defence by what one stands on" {
        climbing "climbing" [HEI-226, HEI-229, R-65] if body.climbing.is_some() => -climb;
        difficult_ground "difficult ground" [HEI-246] if difficult() => -i32::from(self.book.terrain.difficult_penalty);
    }
}

impl Climbing {
    /// Points that it takes off the consistency of attacks by this ruling (HEI-226, HEI-229, R-65).
    #[must_use]
    pub fn penalty_of_attacks(&self, ruling: ClimbAttack) -> i32 {
        let (first, second) = (i32::from(self.penalty), i32::from(self.attack_penalty));
        match ruling {
            ClimbAttack::First => first,
            ClimbAttack::Second => second,
            ClimbAttack::Both => first + second,
        }
    }
}

/// The place where an item can be wielded, a light in the off-hand first, if only these hands are to be had: the usual
/// place first (HEI-187).
pub fn place_for(fighter: &Fighter, item: usize, hand: impl Fn(Hand) -> bool) -> Option<Place> {
    let (sword, off) = (hand(Hand::Sword), hand(Hand::Off));
    match fighter.gear.hands(item) {
        Hands::Either if off && fighter.gear.lamp(item).is_some() => Some(Place::OffHand),
        Hands::Either if sword => Some(Place::SwordHand),
        Hands::Either | Hands::Off if off => Some(Place::OffHand),
        Hands::OneOrTwo | Hands::Sword if sword => Some(Place::SwordHand),
        Hands::Two if sword && off => Some(Place::BothHands),
        _ => None,
    }
}
