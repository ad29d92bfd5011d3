//! Things in `injury-d20`: what hands hold, what falls, what is picked up, drawn and recovered; and grips on others.
//!
//! Everybody picks up only what is one's own. Start at [`Play::drop_thing`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::fighter::Weapon;
use super::metrics as count;
use super::rulings::GripOutOfReach;
use super::space::SQUARE_FT;
use super::state::{Body, EMPTY, Fight, HANDS_MOST, Place, SHIELD, THINGS};
use super::strike::Use;
use super::{Core, Play};

/// The sort of weapon that an action needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Any.
    Any,
    /// One for melee.
    Melee,
    /// One that shoots or is thrown.
    Ranged,
    /// One that can be thrown.
    Thrown,
}

impl Sort {
    /// True if a weapon is of this sort.
    #[inline]
    pub(super) fn fits(self, weapon: &Weapon) -> bool {
        match self {
            Sort::Any => true,
            Sort::Melee => weapon.melee(),
            Sort::Ranged => !weapon.melee(),
            Sort::Thrown => !weapon.natural && !weapon.shoots(),
        }
    }
}

impl Core {
    /// Returns the use of a weapon when nothing else is said.
    #[inline(always)]
    pub(super) fn natural_use(&self, who: Slot, weapon: u8) -> Use {
        self.fighter(who).weapons[usize::from(weapon)].used
    }

    /// True if the combatant can attack with a weapon now, apart from distance.
    #[inline(always)]
    pub(super) fn attacks_with(&self, who: Slot, body: &Body, weapon: u8) -> bool {
        self.is_ready(who, body, weapon, &self.fighter(who).weapons[usize::from(weapon)])
    }

    /// The first weapon that it can attack with, or the named one when it can, or another of the same name.
    #[inline(always)]
    pub(super) fn first_weapon(&self, who: Slot, body: &Body, named: Option<u8>) -> Option<u8> {
        match named {
            None => self.first_of(who, body, Sort::Any),
            Some(named) => self.first_like(who, body, named),
        }
    }

    /// Returns the first weapon of the name of this one that can attack.
    fn first_like(&self, who: Slot, body: &Body, named: u8) -> Option<u8> {
        self.like(who, named).find(|&weapon| self.attacks_with(who, body, weapon))
    }

    /// The first weapon of a sort that it can attack with.
    #[inline(always)]
    pub(super) fn first_of(&self, who: Slot, body: &Body, sort: Sort) -> Option<u8> {
        for (index, weapon) in (0..).zip(&self.fighter(who).weapons) {
            if sort.fits(weapon) && self.is_ready(who, body, index, weapon) {
                return Some(index);
            }
        }
        None
    }

    /// All weapons of the same name as this one.
    pub(super) fn like(&self, who: Slot, named: u8) -> impl Iterator<Item = u8> {
        let weapons = &self.fighter(who).weapons;
        let name = &weapons[usize::from(named)].name;
        (0..weapons.len() as u8).filter(move |&weapon| weapons[usize::from(weapon)].name == *name)
    }

    /// True if the combatant has a weapon other than bare hands that it could attack with: the named one, or any of a sort.
    pub(super) fn armed(&self, who: Slot, body: &Body, named: Option<u8>, sort: Sort) -> bool {
        let weapons = &self.fighter(who).weapons;
        (0..weapons.len() as u8).any(|weapon| {
            self.wanted(who, weapon, named, sort)
                && !weapons[usize::from(weapon)].unarmed
                && self.attacks_with(who, body, weapon)
        })
    }

    /// A weapon that lies in its own space, or sticks in a combatant beside it, and would be of use: the named one, or the
    /// first of a sort.
    #[inline(always)]
    pub(super) fn within_grasp(&self, fight: &Fight, who: Slot, named: Option<u8>, sort: Sort) -> Option<u8> {
        let (body, weapons) = (fight.body(who), &self.fighter(who).weapons);
        for (index, weapon) in (0..).zip(weapons) {
            let wanted = || named.map_or(sort.fits(weapon), |named| weapon.name == weapons[usize::from(named)].name);
            let here = self.lies_at(fight, who, &body.places[usize::from(index)]);
            if here && wanted() && self.free_hands(who, body) >= weapon.hands {
                return Some(index);
            }
        }
        None
    }

    /// True if the combatant has the hands free for a thing.
    pub(super) fn hands_for(&self, who: Slot, body: &Body, thing: u8) -> bool {
        self.free_hands(who, body) >= self.hands_needed(who, thing)
    }

    /// Hands that a thing takes.
    #[inline]
    fn hands_needed(&self, who: Slot, thing: u8) -> u8 {
        if thing == SHIELD { 1 } else { self.fighter(who).weapons[usize::from(thing)].hands }
    }

    /// True if a thing of its own lies where it can take it.
    #[inline(always)]
    pub(super) fn lies_here(&self, fight: &Fight, who: Slot, thing: u8) -> bool {
        self.lies_at(fight, who, &fight.body(who).places[usize::from(thing)])
    }

    /// True if a thing in this place is within a combatant's grasp: in its own space, or in the body of another beside it that
    /// has not left the fight, dead or alive. A reference: what has just been dropped is slow to be read as a whole.
    #[inline(always)]
    fn lies_at(&self, fight: &Fight, who: Slot, place: &Place) -> bool {
        match *place {
            Place::Ground(_) if self.grid.is_none() => true,
            Place::Ground(at) => self.space(who, fight.body(who)).meets(super::space::Space { at, side: 1 }),
            Place::Stuck(in_whom) => fight.body(in_whom).in_field && self.adjacent(fight, who, in_whom),
            _ => false,
        }
    }

    /// A stowed weapon that it could draw: the named one, or the first of a sort.
    pub(super) fn to_draw(&self, who: Slot, body: &Body, named: Option<u8>, sort: Sort) -> Option<u8> {
        let fits = |&weapon: &u8| {
            body.places[usize::from(weapon)] == Place::Stowed
                && self.wanted(who, weapon, named, sort)
                && self.hands_for(who, body, weapon)
        };
        (0..self.fighter(who).weapons.len() as u8).find(fits)
    }

    /// A weapon that it holds and has to reload: the named one, or the first of a sort.
    #[inline(always)]
    pub(super) fn to_reload(&self, who: Slot, body: &Body, named: Option<u8>, sort: Sort) -> Option<u8> {
        if body.unloaded == 0 { None } else { self.unloaded(who, body, named, sort) }
    }

    /// Returns the first held weapon that waits to be loaded and is wanted.
    #[inline(never)]
    fn unloaded(&self, who: Slot, body: &Body, named: Option<u8>, sort: Sort) -> Option<u8> {
        let waits = |weapon: &u8| body.unloaded >> weapon & 1 == 1 && body.holds(*weapon);
        (0..self.fighter(who).weapons.len() as u8).filter(waits).find(|&weapon| self.wanted(who, weapon, named, sort))
    }

    /// True if a weapon has the same name as the weapon that is named, or is of a sort where none is named.
    pub(super) fn wanted(&self, who: Slot, weapon: u8, named: Option<u8>, sort: Sort) -> bool {
        let weapons = &self.fighter(who).weapons;
        let weapon = &weapons[usize::from(weapon)];
        named.map_or(sort.fits(weapon), |named| weapon.name == weapons[usize::from(named)].name)
    }

    /// True if a named weapon is of this sort; true where none is named.
    pub(super) fn of_sort(&self, who: Slot, named: Option<u8>, sort: Sort) -> bool {
        named.is_none_or(|named| sort.fits(&self.fighter(who).weapons[usize::from(named)]))
    }

    /// Puts a thing into the lowest-numbered hands that are free; a shield into its own, where that is.
    #[inline(always)]
    fn put_into_hands(&self, who: Slot, body: &mut Body, thing: u8) {
        let mut needed = self.hands_needed(who, thing);
        let own = self.fighter(who).shield_hand();
        if thing == SHIELD && body.holds[usize::from(own)] == EMPTY && self.hand_usable(who, body, own) {
            body.holds[usize::from(own)] = SHIELD;
            needed = 0;
        }
        for hand in 0..self.hands(who) {
            if needed > 0 && body.holds[usize::from(hand)] == EMPTY && self.hand_usable(who, body, hand) {
                body.holds[usize::from(hand)] = thing;
                needed -= 1;
            }
        }
        body.places[usize::from(thing)] = Place::Held;
    }

    /// Passes weapons with which a combatant begins a day out of hands that can hold nothing into others that can; what has no
    /// hand is stowed, as a fight before would have left it (INJ-087, INJ-108, R-21). A shield stays on its arm (INJ-109).
    pub(super) fn passes_over(&self, who: Slot, body: &mut Body) {
        let held = body.holds;
        let idle = |(hand, thing): (u8, u8)| thing != EMPTY && thing != SHIELD && !self.hand_usable(who, body, hand);
        let idle: Vec<u8> = (0..self.hands(who)).zip(held).filter(|&one| idle(one)).map(|(_, thing)| thing).collect();
        for &thing in &idle {
            body.holds.iter_mut().filter(|hand| **hand == thing).for_each(|hand| *hand = EMPTY);
            body.places[usize::from(thing)] = Place::Stowed;
        }
        for thing in (0..self.fighter(who).weapons.len() as u8).filter(|thing| idle.contains(thing)) {
            if self.hands_for(who, body, thing) {
                self.put_into_hands(who, body, thing);
            }
        }
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Takes a thing into the lowest-numbered hands that are free; a shield into its own, where that is.
    #[inline(always)]
    pub(super) fn take(&mut self, who: Slot, thing: u8) {
        self.rules.put_into_hands(who, self.fight.body_mut(who), thing);
    }

    /// Nothing holds this thing any longer; where it is, is said afterwards.
    pub(super) fn let_go(&mut self, who: Slot, thing: u8) {
        let body = self.fight.body_mut(who);
        for hand in &mut body.holds {
            if *hand == thing {
                *hand = EMPTY;
            }
        }
        if thing == SHIELD {
            body.shield_ready = false;
        }
    }

    /// A thing falls by a rule into the space of its holder.
    pub(super) fn drop_thing(&mut self, who: Slot, thing: u8, rule: &'static str) {
        if !self.fight.body(who).holds(thing) {
            return;
        }
        self.let_go(who, thing);
        let body = self.fight.body_mut(who);
        body.places[usize::from(thing)] = Place::Ground(body.at);
        self.table.watch.count(who, count::DROPPED, 1);
        self.table.tell(rule, || {
            let name = if thing == SHIELD { "shield" } else { &self.rules.fighter(who).weapons[usize::from(thing)].name };
            format!("{} drops the {name}", self.rules.name(who))
        });
    }

    /// Drops what a hand holds (INJ-087, INJ-108).
    pub(super) fn drop_hand(&mut self, who: Slot, hand: u8) {
        if usize::from(hand) >= HANDS_MOST {
            return;
        }
        let thing = self.fight.body(who).holds[usize::from(hand)];
        if thing != EMPTY {
            self.drop_thing(who, thing, "INJ-087, INJ-108");
        }
    }

    /// Everything falls by a rule.
    pub(super) fn drop_all(&mut self, who: Slot, rule: &'static str) {
        for thing in 0..THINGS as u8 {
            if self.fight.body(who).holds(thing) {
                self.drop_thing(who, thing, rule);
            }
        }
    }

    /// After a fight everybody who can has its own things again: in the lowest-numbered hands that are free, else stowed.
    pub(super) fn recover_things(&mut self, who: Slot) {
        for thing in 0..THINGS as u8 {
            if matches!(self.fight.body(who).places[usize::from(thing)], Place::Ground(_) | Place::Stuck(_)) {
                self.fight.body_mut(who).places[usize::from(thing)] = Place::Stowed;
            }
        }
        self.take_if_possible(who, SHIELD);
        for weapon in 0..self.rules.fighter(who).weapons.len() as u8 {
            if self.rules.fighter(who).start.places[usize::from(weapon)] == Place::Held {
                self.take_if_possible(who, weapon);
            }
        }
    }

    /// Takes a thing that is stowed, with hands that are free.
    pub(super) fn take_if_possible(&mut self, who: Slot, thing: u8) {
        let stowed = self.fight.body(who).places[usize::from(thing)] == Place::Stowed;
        if stowed && !self.fight.body(who).unconscious() && self.rules.hands_for(who, self.fight.body(who), thing) {
            self.take(who, thing);
        }
    }

    /// Looses the grips on combatants that have come out of reach, where one may have moved (INJ-190, R-55).
    #[inline]
    pub(super) fn loosen_grips(&mut self) {
        if self.fight.grips() && self.rules.rulings.grip_out_of_reach == GripOutOfReach::Loose {
            self.loosen_those_apart();
        }
    }

    /// Looses every grip on a combatant that is farther away than its holder reaches.
    #[inline(never)]
    fn loosen_those_apart(&mut self) {
        let rules = self.rules;
        for held in self.fight.present {
            let Some(by) = self.fight.body(held).grappled_by else { continue };
            let reach = rules.melee_reach_ft(self.fight, by).max(SQUARE_FT);
            if rules.distance_ft(self.fight, by, held) > reach {
                let body = self.fight.body_mut(held);
                (body.grappled_by, body.grapple_ends) = (None, 0);
                self.table
                    .tell("R-55", || format!("{} is out of the reach of {}, who held it", rules.name(held), rules.name(by)));
            }
        }
    }
}
