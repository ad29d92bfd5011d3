//! Items of `cairn-ap` that are used in a fight, and a moment of rest in its middle.
//!
//! Owns step X7 of the specification. Start at [`Play::use_item`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::book::{Attribute, Trivial};
use super::derived::Recovered;
use super::metrics as count;
use super::rolls;
use super::sheet::ItemEffect;
use super::state::{Body, Fight, flag};
use super::{Core, Play};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// X7: an item, for oneself or for a friend who is near. [CAP-035]
    pub(super) fn use_item(&mut self, who: Slot, wanted: Option<u8>) -> bool {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        if !rules.can_pay(self.fight, who, rules.book.ap.item) {
            return false;
        }
        let same =
            |thing: usize| wanted.is_none_or(|wanted| fighter.things[thing].name == fighter.things[usize::from(wanted)].name);
        let of_use =
            |thing: usize| Some((thing, rules.helped_by(self.fight, who, thing))).filter(|(_, friends)| !friends.is_empty());
        let Some((thing, friends)) = (0..fighter.things.len()).filter(|&thing| same(thing)).find_map(of_use) else {
            return false;
        };
        let Some(friend) = self.choose_ally(who, friends) else { return false };
        let (effect, dice) = (fighter.things[thing].effect, fighter.things[thing].dice);
        self.pay(who, rules.book.ap.item, count::AP_OTHER);
        if !self.manages(who, Trivial::Item) {
            return true;
        }
        self.fight.body_mut(who).things_gone |= 1 << thing;
        self.table
            .tell("CAP-035", || format!("{} uses {} for {}", rules.name(who), fighter.things[thing].name, rules.name(friend)));
        let restored = |play: &mut Self| play.table.sum(who, &rolls::ITEM, dice);
        match effect {
            ItemEffect::HpFull => {
                let body = self.fight.body_mut(friend);
                body.hp = body.hp_max;
            }
            ItemEffect::Hp => {
                let gained = restored(self) as i16;
                let body = self.fight.body_mut(friend);
                body.hp = body.hp.saturating_add(gained).min(body.hp_max);
            }
            ItemEffect::Str | ItemEffect::Dex | ItemEffect::Wil => {
                let attribute = Attribute::ALL[effect as usize - ItemEffect::Str as usize];
                let gained = restored(self);
                self.restore(friend, attribute, gained);
            }
            ItemEffect::MagicalAid => self.undo_duplicate(friend),
            ItemEffect::None => {}
        }
        true
    }

    /// A moment of rest in the middle of a fight. [CAP-067]
    pub(super) fn breathe(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let body = self.fight.body(who);
        let helps = rules.book.rest.in_fight && body.hp < body.hp_max && rules.regains_hp(who, body, false);
        if !helps || !rules.can_pay(self.fight, who, rules.book.ap.item) {
            return false;
        }
        self.pay(who, rules.book.ap.item, count::AP_OTHER);
        let body = self.fight.body_mut(who);
        body.hp = body.hp_max;
        self.table.tell("CAP-067", || format!("{} catches its breath", rules.name(who)));
        true
    }
}

impl Core {
    /// Everybody near for whom an item that is there would do anything.
    fn helped_by(&self, fight: &Fight, who: Slot, thing: usize) -> Slots {
        if fight.body(who).things_gone >> thing & 1 == 1 {
            return Slots::NONE;
        }
        let effect = self.fighter(who).things[thing].effect;
        let near = |other: Slot| {
            let fallen = fight.body(other);
            self.strikeable(fallen) && self.distance(fight, who, other) <= self.book.attack.reach
        };
        let helps = |other: Slot| {
            let mut body = *fight.body(other);
            // An item that is used up does not fill a slot any more.
            body.things_gone |= if other == who { 1 << thing } else { 0 };
            self.item_helps(other, &body, effect)
        };
        self.lineup.friends(who).those(|other| near(other) && helps(other))
    }

    /// True if an item would do anything for a combatant.
    fn item_helps(&self, who: Slot, body: &Body, effect: ItemEffect) -> bool {
        match effect {
            ItemEffect::None => false,
            ItemEffect::HpFull | ItemEffect::Hp => body.hp < body.hp_max && self.regains_hp(who, body, true),
            ItemEffect::Str | ItemEffect::Dex | ItemEffect::Wil => {
                let attribute = effect as usize - ItemEffect::Str as usize;
                body.attributes[attribute] < body.maxima[attribute] && !self.withheld(body, Recovered::Attributes, true)
            }
            ItemEffect::MagicalAid => body.has(flag::TWINNED),
        }
    }
}
