//! Items of `heimr` in a fight: drawing, loading, putting away, getting, dropping and swapping.
//!
//! Owns the item part of section 4.23 of the specification. What hands can hold is in [`derived`](super::derived). Start at
//! [`Core::item_for`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::decide::Intent;
use super::fighter::Fighter;
use super::gear::fits;
use super::policy::Do;
use super::sheet::Carried;
use super::state::{Body, Fight, Hand, Place};
use super::{Core, Play};

impl<const PLAIN: bool> Core<PLAIN> {
    /// The item that an action with items means: the item it names, else the first with which it is possible.
    pub(super) fn item_for(&self, fight: &Fight, who: Slot, intent: Intent) -> Option<u8> {
        let items = 0..self.fighter(who).gear.items() as u8;
        let possible = |item: &u8| self.can_handle(fight, who, intent.act, usize::from(*item));
        match intent.item {
            Some(item) => Some(item).filter(possible),
            None => items.into_iter().find(possible),
        }
    }

    /// True if an item can be drawn, put away and so on (HEI-054, HEI-173 to HEI-178).
    fn can_handle(&self, fight: &Fight, who: Slot, act: Do, item: usize) -> bool {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let place = body.places[item];
        let in_hand = place.in_hand();
        let room = || self.room_for(fighter, body, item).is_some();
        match act {
            Do::Draw => match fighter.gear.weapons.get(item) {
                Some(weapon) if in_hand => {
                    weapon.ammo && body.loaded >> item & 1 == 0 && body.ammunition[item] > 0 && self.usable(fighter, body, item)
                }
                Some(weapon) => place == Place::Worn && (!weapon.thrown || body.ammunition[item] > 0) && room(),
                None => place == Place::Worn && room(),
            },
            Do::Drop => in_hand,
            // A bound hand cannot be used (HEI-058, HEI-059).
            Do::PutAway | Do::Conceal => Hand::ALL.into_iter().any(|hand| hand.holds(place) && self.hand_works(body, hand)),
            Do::Get => {
                let near = match place {
                    Place::Stored => true,
                    Place::Ground(at) if at == body.at => !body.drop.runs(),
                    Place::Ground(_) | Place::Elsewhere | Place::Gone => self.lying(fight, who, item).is_some(),
                    _ => false,
                };
                near && room()
            }
            Do::Swap => in_hand && self.can_swap(fighter, body),
            Do::Light => self.can_light(fighter, body, item),
            _ => false,
        }
    }

    /// True if what is in one hand could be in the other, and the other way round (HEI-178).
    fn can_swap(&self, fighter: &Fighter, body: &Body) -> bool {
        let fits_in = |hand: Hand, place: Carried| match body.places.in_hand(hand) {
            None => true,
            Some(item) => body.places[item] != Place::BothHands && fits(fighter.gear.hands(item), place),
        };
        let works = Hand::ALL.into_iter().all(|hand| self.hand_works(body, hand));
        works && fits_in(Hand::Sword, Carried::OffHand) && fits_in(Hand::Off, Carried::SwordHand)
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Draws, loads, puts away, gets, drops or swaps (HEI-173 to HEI-178).
    pub(super) fn handle_item(&mut self, who: Slot, act: Do, item: u8) {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        let item = usize::from(item);
        if act == Do::Get && !matches!(self.fight.body(who).places[item], Place::Stored) {
            if !self.past_object_guards(who) {
                return;
            }
            self.take_over(who, item);
        }
        let in_hand = Hand::ALL.map(|hand| self.fight.body(who).places.in_hand(hand));
        let room = rules.room_for(fighter, self.fight.body(who), item);
        let body = self.fight.body_mut(who);
        let held = in_hand.contains(&Some(item));
        let (verb, rule) = match act {
            Do::Draw if held => {
                body.loaded |= 1 << item;
                ("loads", "HEI-173, R-30")
            }
            Do::Draw | Do::Get => {
                let thrown = fighter.gear.weapons.get(item).is_some_and(|weapon| weapon.thrown);
                if thrown && matches!(body.places[item], Place::Ground(_)) {
                    body.ammunition[item] = body.ammunition[item].max(1);
                }
                // One hand is enough for a one-and-a-half hander: the other one lets go of it.
                let gripped = in_hand[Hand::Off as usize].filter(|_| room == Some(Place::OffHand));
                gripped.into_iter().for_each(|gripped| body.places.put(gripped, Place::SwordHand));
                body.places.put(item, room.unwrap_or(body.places[item]));
                body.concealed &= !(1 << item);
                if act == Do::Draw { ("draws", "HEI-173") } else { ("gets", "HEI-176") }
            }
            Do::PutAway => {
                body.places.put(item, Place::Worn);
                ("puts away", "HEI-174")
            }
            Do::Conceal => {
                body.places.put(item, Place::Worn);
                body.concealed |= 1 << item;
                body.searched_by = Slots::NONE;
                ("conceals", "HEI-177")
            }
            Do::Drop => {
                body.places.put(item, Place::Ground(body.at));
                ("drops", "HEI-175")
            }
            _ => {
                let [sword, off] = in_hand;
                sword.into_iter().for_each(|item| body.places.put(item, Place::OffHand));
                off.into_iter().for_each(|item| body.places.put(item, Place::SwordHand));
                ("swaps", "HEI-178")
            }
        };
        self.table.tell(rule, || format!("{} {verb} the {}", rules.name(who), fighter.gear.name(item)));
        if fighter.gear.lamp(item).is_some() {
            self.lamp_is_handled(who, item);
        }
    }

    /// An item that another combatant has dropped here becomes one's own (HEI-176).
    fn take_over(&mut self, who: Slot, item: usize) {
        let rules = self.rules;
        let lies_here = self.fight.body(who).places[item] == Place::Ground(self.fight.body(who).at);
        let Some((owner, theirs)) = rules.lying(self.fight, who, item).filter(|_| !lies_here) else { return };
        self.fight.body_mut(owner).places.put(theirs, Place::Elsewhere);
        self.fight.body_mut(who).wear[item] = self.fight.body(owner).wear[theirs];
        let at = self.fight.body(who).at;
        self.fight.body_mut(who).places.put(item, Place::Ground(at));
        let burns = self.fight.body(owner).lit >> theirs & 1;
        self.fight.body_mut(owner).lit &= !(1 << theirs);
        let mine = &mut self.fight.body_mut(who).lit;
        *mine = *mine & !(1 << item) | burns << item;
        let both_weapons = theirs < rules.fighter(owner).gear.weapons.len();
        let Some(weapon) = rules.fighter(who).gear.weapons.get(item).filter(|_| both_weapons) else { return };
        let left = self.fight.body(owner).ammunition[theirs];
        let loaded = std::mem::replace(&mut self.fight.body_mut(owner).loaded, 0);
        self.fight.body_mut(owner).loaded = loaded & !(1 << theirs);
        let body = self.fight.body_mut(who);
        body.loaded = body.loaded & !(1 << item) | (loaded >> theirs & 1) << item;
        body.ammunition[item] = if weapon.thrown { 1 } else { left };
    }
}
