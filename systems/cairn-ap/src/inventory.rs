//! Slots of an inventory in `cairn-ap`: Fatigue that fills them, and what has to be dropped for it.
//!
//! Owns step K10 of the specification. What is counted as a slot is in [`derived`](super::derived). Start at [`Play::tire`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::Play;
use super::decide::Dropped;
use super::derived::{GRIMOIRE, NOTHING};
use super::metrics as count;
use super::policy::Drop;
use super::state::{Body, flag};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Adds Fatigue, one by one. [CAP-074, CAP-075, CAP-076, CAP-C03, RU-20] (step K10)
    pub(super) fn tire(&mut self, who: Slot, fatigue: i32) {
        let rules = self.rules;
        let each = i32::from(rules.book.inventory.fatigue);
        for _ in 0..fatigue {
            let mut room = true;
            while rules.fighter(who).inventory && rules.free_slots(who, self.fight.body(who)) < each && room {
                room = self.drop_something(who);
            }
            if !room {
                return;
            }
            let body = self.fight.body_mut(who);
            body.fatigue = body.fatigue.saturating_add(1);
            self.table.watch.count(who, count::FATIGUE, 1);
            self.table.tell("CAP-075", || format!("{} has Fatigue {}", rules.name(who), self.fight.body(who).fatigue));
            self.fill_up(who);
        }
    }

    /// Drops one item; false when there is nothing left to drop. [CAP-076]
    pub(super) fn drop_something(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        let body = *self.fight.body(who);
        let thing = |thing: usize| {
            body.things_gone >> thing & 1 == 0 && fighter.things[thing].droppable && fighter.things[thing].slots > 0
        };
        // Of several with the name, any.
        let of_name = |wanted: u8| {
            let same = |&other: &usize| fighter.things[other].name == fighter.things[usize::from(wanted)].name;
            (0..fighter.things.len()).filter(same).find(|&index| thing(index))
        };
        let wanted = self.drops(who, |wanted| of_name(wanted).is_some());
        let found = match wanted {
            Dropped::Thing(wanted) => of_name(wanted),
            Dropped::End(Drop::Last) => (0..fighter.things.len()).rev().find(|&index| thing(index)),
            Dropped::End(Drop::First) => (0..fighter.things.len()).find(|&index| thing(index)),
        };
        self.table.watch.count(who, count::DROPPED, 1);
        if let Some(index) = found {
            self.table.tell("CAP-076", || format!("{} drops {}", rules.name(who), fighter.things[index].name));
            self.fight.body_mut(who).things_gone |= 1 << index;
            return true;
        }
        let dropped = self.drop_gear(who);
        if dropped {
            self.table.tell("CAP-076", || format!("{} drops some of its gear", rules.name(who)));
        } else {
            self.table.watch.count(who, count::DROPPED, -1);
        }
        dropped
    }

    /// Without other things: armor that is not worn, the shield, weapons from the last one on, worn armor, the Grimoire.
    fn drop_gear(&mut self, who: Slot) -> bool {
        let fighter = self.rules.fighter(who);
        let body = self.fight.body_mut(who);
        let piece = |worn: bool, gone: u8| {
            let pieces = fighter.pieces.iter().enumerate().rev();
            pieces
                .filter(|(index, piece)| piece.worn == worn && piece.slots > 0 && gone >> index & 1 == 0)
                .map(|(index, _)| index)
                .next()
        };
        if let Some(index) = piece(false, body.armor_gone) {
            body.armor_gone |= 1 << index;
            return true;
        }
        if fighter.shield.is_some_and(|shield| shield.slots > 0) && !body.shield_gone {
            body.shield_gone = true;
            return true;
        }
        let weapon = |index: &usize| fighter.weapons[*index].slots > 0 && body.weapons_gone >> index & 1 == 0;
        if let Some(index) = (0..fighter.weapons.len()).rev().find(weapon) {
            body.weapons_gone |= 1 << index;
            return true;
        }
        if let Some(index) = piece(true, body.armor_gone) {
            body.armor_gone |= 1 << index;
            return true;
        }
        let kept = body.has(flag::SOUL | flag::FUSED);
        if body.has(flag::GRIMOIRE) && !kept {
            lose_grimoire(body);
            return true;
        }
        false
    }

    /// Mishap 6: everything that is not made of metal burns. [CAP-168]
    pub(super) fn burn_everything(&mut self, who: Slot) {
        let fighter = self.rules.fighter(who);
        let burns_grimoire = self.rules.book.mishap.burns_grimoire;
        let body = self.fight.body_mut(who);
        for (index, thing) in fighter.things.iter().enumerate() {
            body.things_gone |= u32::from(!thing.metal) << index;
        }
        for (index, weapon) in fighter.weapons.iter().enumerate() {
            body.weapons_gone |= u16::from(!weapon.metal) << index;
        }
        for (index, piece) in fighter.pieces.iter().enumerate() {
            body.armor_gone |= u8::from(!piece.metal) << index;
        }
        body.shield_gone |= fighter.shield.is_some_and(|shield| !shield.metal);
        body.scrolls_used = [u8::MAX; 8];
        (body.dust, body.bandages) = (0, 0);
        if burns_grimoire && !body.has(flag::SOUL | flag::FUSED) {
            lose_grimoire(body);
        }
        body.set(flag::FIREPROOF, true);
    }

    /// Brings those who have no free slot in their inventory to 0 hit points. [CAP-C03, RU-20]
    pub(super) fn fill_up(&mut self, who: Slot) {
        let body = self.fight.body(who);
        if body.hp > 0 && self.rules.overloaded(who, body) {
            self.fight.body_mut(who).hp = 0;
            self.table.tell("CAP-C03", || format!("the inventory of {} is full: no hit points are left", self.rules.name(who)));
        }
    }
}

/// The Grimoire is gone, out of the hand too.
fn lose_grimoire(body: &mut Body) {
    body.set(flag::GRIMOIRE, false);
    body.ready = if body.ready == GRIMOIRE { NOTHING } else { body.ready };
}
