//! Slots of an inventory in `cairn-ap`: Fatigue that fills them, and what has to be dropped for it.
//!
//! Owns step K10 of the specification. What is counted as a slot is in [`derived`](super::derived). Start at [`Core::tire`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::decide::Dropped;
use super::derived::{GRIMOIRE, NOTHING};
use super::metrics as count;
use super::policy::Drop;
use super::state::{Body, Fight, flag};

impl Core {
    /// Adds Fatigue, one by one. [CAP-074, CAP-075, CAP-076, CAP-C03, RU-20] (step K10)
    pub(super) fn tire<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, fatigue: i32, table: &mut Table<D, W>) {
        let each = i32::from(self.book.inventory.fatigue);
        for _ in 0..fatigue {
            let mut room = true;
            while self.fighter(who).inventory && self.free_slots(who, fight.body(who)) < each && room {
                room = self.drop_something(fight, who, table);
            }
            if !room {
                return;
            }
            let body = fight.body_mut(who);
            body.fatigue = body.fatigue.saturating_add(1);
            table.watch.count(who, count::FATIGUE, 1);
            table.tell("CAP-075", || format!("{} has Fatigue {}", self.name(who), fight.body(who).fatigue));
            self.fill_up(fight, who, table);
        }
    }

    /// Drops one item; false when there is nothing left to drop. [CAP-076]
    pub(super) fn drop_something<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let fighter = self.fighter(who);
        let body = *fight.body(who);
        let thing = |thing: usize| {
            body.things_gone >> thing & 1 == 0 && fighter.things[thing].droppable && fighter.things[thing].slots > 0
        };
        // Of several with the name, any.
        let of_name = |wanted: u8| {
            let same = |&other: &usize| fighter.things[other].name == fighter.things[usize::from(wanted)].name;
            (0..fighter.things.len()).filter(same).find(|&index| thing(index))
        };
        let wanted = self.drops(fight, who, |wanted| of_name(wanted).is_some(), table);
        let found = match wanted {
            Dropped::Thing(wanted) => of_name(wanted),
            Dropped::End(Drop::Last) => (0..fighter.things.len()).rev().find(|&index| thing(index)),
            Dropped::End(Drop::First) => (0..fighter.things.len()).find(|&index| thing(index)),
        };
        table.watch.count(who, count::DROPPED, 1);
        if let Some(index) = found {
            table.tell("CAP-076", || format!("{} drops {}", self.name(who), fighter.things[index].name));
            fight.body_mut(who).things_gone |= 1 << index;
            return true;
        }
        let dropped = self.drop_gear(fight, who);
        if dropped {
            table.tell("CAP-076", || format!("{} drops some of its gear", self.name(who)));
        } else {
            table.watch.count(who, count::DROPPED, -1);
        }
        dropped
    }

    /// Without other things: armor that is not worn, the shield, weapons from the last one on, worn armor, the Grimoire.
    fn drop_gear(&self, fight: &mut Fight, who: Slot) -> bool {
        let fighter = self.fighter(who);
        let body = fight.body_mut(who);
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
    pub(super) fn burn_everything(&self, fight: &mut Fight, who: Slot) {
        let fighter = self.fighter(who);
        let burns_grimoire = self.book.mishap.burns_grimoire;
        let body = fight.body_mut(who);
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
}

/// The Grimoire is gone, out of the hand too.
fn lose_grimoire(body: &mut Body) {
    body.set(flag::GRIMOIRE, false);
    body.ready = if body.ready == GRIMOIRE { NOTHING } else { body.ready };
}
