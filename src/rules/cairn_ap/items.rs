//! Items of `cairn-ap` that are used in a fight, and a moment of rest in its middle.
//!
//! Owns step X7 of the specification. Start at [`Core::use_item`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::book::{Attribute, Trivial};
use super::metrics as count;
use super::rolls;
use super::sheet::ItemEffect;
use super::state::{Body, Fight, flag};

impl Core {
    /// X7: an item, for oneself or for whoever is near. [CAP-035]
    pub(super) fn use_item<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        wanted: Option<u8>,
        table: &mut Table<D, W>,
    ) -> bool {
        let fighter = self.fighter(who);
        if !self.can_pay(fight, who, self.book.ap.item) {
            return false;
        }
        let same =
            |thing: usize| wanted.is_none_or(|wanted| fighter.things[thing].name == fighter.things[usize::from(wanted)].name);
        let of_use = |thing: usize| Some((thing, self.helped_by(fight, who, thing))).filter(|(_, friends)| !friends.is_empty());
        let Some((thing, friends)) = (0..fighter.things.len()).filter(|&thing| same(thing)).find_map(of_use) else {
            return false;
        };
        let Some(friend) = self.choose_ally(fight, who, friends, table) else { return false };
        let (effect, dice) = (fighter.things[thing].effect, fighter.things[thing].dice);
        self.pay(fight, who, self.book.ap.item, count::AP_OTHER, table);
        if !self.manages(fight, who, Trivial::Item, table) {
            return true;
        }
        fight.body_mut(who).things_gone |= 1 << thing;
        table.tell("CAP-035", || format!("{} uses {} for {}", self.name(who), fighter.things[thing].name, self.name(friend)));
        let restored = |table: &mut Table<D, W>| table.sum(who, &rolls::ITEM, dice);
        match effect {
            ItemEffect::HpFull => {
                let body = fight.body_mut(friend);
                body.hp = body.hp_max;
            }
            ItemEffect::Hp => {
                let gained = restored(table) as i16;
                let body = fight.body_mut(friend);
                body.hp = body.hp.saturating_add(gained).min(body.hp_max);
            }
            ItemEffect::Str | ItemEffect::Dex | ItemEffect::Wil => {
                let attribute = Attribute::ALL[effect as usize - ItemEffect::Str as usize];
                let gained = restored(table);
                self.restore(fight, friend, attribute, gained);
            }
            ItemEffect::MagicalAid => self.undo_duplicate(fight, friend, table),
            ItemEffect::None => {}
        }
        true
    }

    /// Everybody near for whom an item that is there would do anything.
    fn helped_by(&self, fight: &Fight, who: Slot, thing: usize) -> Slots {
        if fight.body(who).things_gone >> thing & 1 == 1 {
            return Slots::NONE;
        }
        let effect = self.fighter(who).things[thing].effect;
        let near = |other: Slot| {
            let fallen = fight.body(other);
            !self.hostile(who, other) && self.strikeable(fallen) && self.distance(fight, who, other) <= self.book.attack.reach
        };
        let helps = |other: Slot| {
            let mut body = *fight.body(other);
            // What is used up does not fill a slot any more.
            body.things_gone |= if other == who { 1 << thing } else { 0 };
            self.item_helps(other, &body, effect)
        };
        fight.slots().filter(|&other| near(other) && helps(other)).collect()
    }

    /// Whether an item would do anything for somebody.
    fn item_helps(&self, who: Slot, body: &Body, effect: ItemEffect) -> bool {
        let blocked = body.has(flag::DEPRIVED) && self.book.deprived.blocks_magic;
        match effect {
            ItemEffect::None => false,
            ItemEffect::HpFull | ItemEffect::Hp => {
                let blocked = blocked && self.book.deprived.blocks_hp || self.overloaded(who, body);
                body.hp < body.hp_max && !blocked
            }
            ItemEffect::Str | ItemEffect::Dex | ItemEffect::Wil => {
                let attribute = effect as usize - ItemEffect::Str as usize;
                let blocked = blocked && self.book.deprived.blocks_attributes;
                body.attributes[attribute] < body.maxima[attribute] && !blocked
            }
            ItemEffect::MagicalAid => body.has(flag::TWINNED),
        }
    }

    /// A moment of rest in the middle of a fight. [CAP-067]
    pub(super) fn breathe<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let body = fight.body(who);
        let blocked = body.has(flag::DEPRIVED) && self.book.deprived.blocks_hp || self.overloaded(who, body);
        if !self.book.rest.in_fight || body.hp >= body.hp_max || blocked || !self.can_pay(fight, who, self.book.ap.item) {
            return false;
        }
        self.pay(fight, who, self.book.ap.item, count::AP_OTHER, table);
        let body = fight.body_mut(who);
        body.hp = body.hp_max;
        table.tell("CAP-067", || format!("{} catches its breath", self.name(who)));
        true
    }
}
