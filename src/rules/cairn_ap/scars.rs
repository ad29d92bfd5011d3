//! The scars table of `cairn-ap`: what brings somebody to 0 hit points leaves a mark.
//!
//! Owns section 4.7 of the specification, and of what waits for [recovery](super::recovery), the noting of it. Start at [`Core::scar`].

use crate::dice::{Dice, Die, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::book::Attribute;
use super::check::Steps;
use super::metrics as count;
use super::recovery::Wound;
use super::rolls;
use super::rulings::{ScarOverTable, ScarTotal};
use super::state::{Body, Fight, Status, flag};

impl Core {
    /// The scar of whoever had so many hit points before. [CAP-137 to CAP-152]
    pub(super) fn scar<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, before: i32, table: &mut Table<D, W>) {
        let numbers = &self.book.scars;
        let last = i32::from(numbers.max_entry);
        if before > last && self.rulings.scar_over_table == ScarOverTable::None {
            return;
        }
        let entry = before.min(last);
        table.watch.count(who, count::SCARS, 1);
        table.watch.count(who, count::SCAR_ENTRIES[entry as usize - 1], 1);
        table.tell("CAP-137", || format!("scar {entry} for {}", self.name(who)));
        match entry {
            1 => {
                let place = table.sum(who, &rolls::SCAR_PLACE, numbers.place);
                let second = table.sum(who, &rolls::SCAR, numbers.lasting);
                let total = if self.rulings.scar_1_total == ScarTotal::Sum { place + second } else { second };
                self.raise_hp_max(fight, who, total, table);
            }
            2 => {
                let total = table.sum(who, &rolls::SCAR, numbers.rattling);
                self.raise_hp_max(fight, who, total, table);
            }
            3 => {
                let body = fight.body_mut(who);
                body.prone |= numbers.walloped_prone;
                body.set(flag::WALLOPED, true);
                body.wallops = body.wallops.saturating_add(1);
            }
            4 => self.break_limb(fight, who, table),
            5 => fight.body_mut(who).recovery.add(Wound::Disease),
            6 => self.head_wound(fight, who, table),
            7 => {
                fight.body_mut(who).set(flag::HAMSTRUNG, true);
                fight.body_mut(who).recovery.add(Wound::Hamstring);
            }
            8 => {
                fight.body_mut(who).set(flag::DEAF, true);
                self.will_save(fight, who, numbers.deafened, table);
            }
            9 => {
                let rolled = table.sum(who, &rolls::SCAR, numbers.rebrained) as i16;
                let most = &mut fight.body_mut(who).maxima[Attribute::Wil.index()];
                *most = (*most).max(rolled);
            }
            10 => {
                fight.body_mut(who).set(flag::SUNDERED, true);
                self.will_save(fight, who, numbers.sundered, table);
            }
            11 => self.mortal_wound(fight, who, table),
            _ => fight.body_mut(who).set(flag::DOOMED, true),
        }
    }

    /// Entry 4. [CAP-144, RU-16b]
    fn break_limb<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let numbers = &self.book.scars;
        let result = table.sum(who, &rolls::SCAR_PLACE, numbers.limb);
        let (limb, broken) = Wound::LIMBS[numbers.limb_up_to.iter().filter(|&&most| result > most).count()];
        let body = fight.body_mut(who);
        body.set(broken, true);
        body.recovery.add(limb);
    }

    /// Entry 6. [CAP-146]
    fn head_wound<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let which = table.sum(who, &rolls::SCAR_PLACE, self.book.scars.head_attribute);
        let attribute = self.book.scars.head(which);
        let index = attribute.index();
        let rolled = table.sum(who, &rolls::SCAR, self.book.scars.head_wound) as i16;
        let body = fight.body_mut(who);
        if rolled > body.attributes[index] {
            body.attributes[index] = rolled;
            body.maxima[index] = body.maxima[index].max(rolled);
        }
        self.restore(fight, who, attribute, 0);
        table.tell("CAP-146", || {
            let name = ["STR", "DEX", "WIL"][index];
            format!("{} rolls {rolled} for {name}: {}", self.name(who), fight.body(who).attributes[index])
        });
    }

    /// The WIL save of entries 8 and 10, and what the maximum of WIL gains by it. [CAP-148, CAP-150, RU-04]
    fn will_save<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, gain: Die, table: &mut Table<D, W>) {
        let steps = self.spend_pending(fight, who).worse(self.skull(fight.body(who), Attribute::Wil));
        let modifier = self.modifier(fight.body(who), Attribute::Wil);
        if self.saves(who, &rolls::SCAR_SAVE, (steps, modifier), self.book.scars.wil_save_dc, table) {
            let rise = table.sum(who, &rolls::SCAR, gain) as i16;
            let most = &mut fight.body_mut(who).maxima[Attribute::Wil.index()];
            *most = most.saturating_add(rise);
            table.tell("CAP-148, CAP-150", || format!("the maximum of WIL of {} rises by {rise}", self.name(who)));
        }
    }

    /// Steps that a broken skull takes off rolls of WIL. [RU-16b]
    #[inline]
    pub(super) fn skull(&self, body: &Body, attribute: Attribute) -> i32 {
        if attribute == Attribute::Wil && self.harsh(body, flag::SKULL) { i32::from(self.book.step.impaired) } else { 0 }
    }

    /// Entry 11. [CAP-151]
    fn mortal_wound<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let dies_at = (self.now(fight) + self.book.scars.mortal_minutes * 60).max(1);
        let body = fight.body_mut(who);
        body.set(flag::MORTAL, true);
        body.set(flag::STABLE, false);
        body.recovery.add(Wound::Mortal);
        if body.status == Status::Down {
            body.dies_at = if body.dies_at == 0 { dies_at } else { body.dies_at.min(dies_at) };
            return;
        }
        body.dies_at = dies_at;
        self.leave(fight, who, Status::OutOfAction, table);
    }
}

impl Steps {
    /// The same with more disadvantages.
    #[must_use]
    pub fn worse(self, down: i32) -> Self {
        Steps { down: self.down + down, ..self }
    }
}
