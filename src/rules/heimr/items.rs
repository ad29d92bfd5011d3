//! Items of `heimr` in a fight: drawing, loading, putting away, getting, dropping and swapping.
//!
//! Owns the item part of section 4.23 of the specification. What hands can hold is in [`derived`](super::derived). Start at
//! [`Core::item_for`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::decide::Intent;
use super::derived::place_for;
use super::fighter::Fighter;
use super::gear::fits;
use super::policy::Do;
use super::sheet::Carried;
use super::state::{Body, Fight, Hand, Place};

impl Core {
    /// The item that an action with items means: the one it names, else the first with which it is possible.
    pub(super) fn item_for(&self, fight: &Fight, who: Slot, intent: Intent) -> Option<u8> {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let possible = |item: &u8| self.can_handle(fighter, body, intent.act, usize::from(*item));
        match intent.item {
            Some(item) => Some(item).filter(possible),
            None => (0..fighter.gear.items() as u8).find(possible),
        }
    }

    /// Whether an item can be drawn, put away and so on (HEI-173 to HEI-178).
    fn can_handle(&self, fighter: &Fighter, body: &Body, act: Do, item: usize) -> bool {
        let place = body.places[item];
        let in_hand = matches!(place, Place::SwordHand | Place::OffHand | Place::BothHands);
        let room = || self.room_for(fighter, body, item).is_some();
        match act {
            Do::Draw => match fighter.gear.weapons.get(item) {
                Some(weapon) if in_hand => {
                    weapon.ammo && body.loaded >> item & 1 == 0 && body.ammunition[item] > 0 && self.usable(fighter, body, item)
                }
                Some(weapon) => place == Place::Worn && (!weapon.thrown || body.ammunition[item] > 0) && room(),
                None => place == Place::Worn && room(),
            },
            Do::PutAway | Do::Drop => in_hand,
            Do::Get => {
                let near = match place {
                    Place::Stored => true,
                    Place::Ground(at) => at == body.at && !body.drop.runs(),
                    _ => false,
                };
                near && room()
            }
            Do::Swap => in_hand && self.can_swap(fighter, body),
            _ => false,
        }
    }

    /// Where an item can be taken into empty hands that work.
    fn room_for(&self, fighter: &Fighter, body: &Body, item: usize) -> Option<Place> {
        place_for(fighter, item, |hand| fighter.in_hand(body, hand).is_none() && self.hand_works(body, hand))
    }

    /// Whether what is in one hand could be in the other, and the other way round (HEI-178).
    fn can_swap(&self, fighter: &Fighter, body: &Body) -> bool {
        let fits_in = |hand: Hand, place: Carried| match fighter.in_hand(body, hand) {
            None => true,
            Some(item) => body.places[item] != Place::BothHands && fits(fighter.gear.hands(item), place),
        };
        let works = Hand::ALL.into_iter().all(|hand| self.hand_works(body, hand));
        works && fits_in(Hand::Sword, Carried::OffHand) && fits_in(Hand::Off, Carried::SwordHand)
    }

    /// Draws, loads, puts away, gets, drops or swaps (HEI-173 to HEI-178).
    pub(super) fn handle_item<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (act, item): (Do, u8),
        table: &mut Table<D, W>,
    ) {
        let fighter = self.fighter(who);
        let item = usize::from(item);
        let in_hand = Hand::ALL.map(|hand| fighter.in_hand(fight.body(who), hand));
        let room = self.room_for(fighter, fight.body(who), item);
        let body = fight.body_mut(who);
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
                body.places[item] = room.unwrap_or(body.places[item]);
                if act == Do::Draw { ("draws", "HEI-173") } else { ("gets", "HEI-176") }
            }
            Do::PutAway => {
                body.places[item] = Place::Worn;
                ("puts away", "HEI-174")
            }
            Do::Drop => {
                body.places[item] = Place::Ground(body.at);
                ("drops", "HEI-175")
            }
            _ => {
                let [sword, off] = in_hand;
                sword.into_iter().for_each(|item| body.places[item] = Place::OffHand);
                off.into_iter().for_each(|item| body.places[item] = Place::SwordHand);
                ("swaps", "HEI-178")
            }
        };
        table.tell(rule, || format!("{} {verb} the {}", self.name(who), fighter.gear.name(item)));
    }
}
