//! The scars table of `cairn-ap`: what brings a character to 0 hit points leaves a mark.
//!
//! Owns section 4.7 of the specification, and of what waits for [recovery](super::recovery), the noting of it. Start at
//! [`Play::scar`].

use frame::dice::{Dice, Die, Slot};
use frame::fight::Watch;

use super::book::Attribute;
use super::changes::changes;
use super::check::Steps;
use super::metrics as count;
use super::recovery::Wound;
use super::rolls;
use super::rulings::{ScarOverTable, ScarTotal};
use super::state::{HP_MOST, Status, flag};
use super::{Core, Play};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// The scar of a character who had so many hit points before. [CAP-137]
    pub(super) fn scar(&mut self, who: Slot, before: i32) {
        let rules = self.rules;
        let Some(entry) = rules.scar_entry(before) else { return };
        self.table.watch.count(who, count::SCARS, 1);
        self.table.watch.count(who, count::SCAR_ENTRIES[entry as usize - 1], 1);
        let had = *self.fight.body(who);
        self.mark(who, entry);
        self.table.tell("CAP-137", || {
            let (name, effect) = (count::scar_name(entry as usize), changes(&had, self.fight.body(who)).text());
            format!("{} has scar {entry}, {name}, as it had {before} hit points: {effect}", rules.name(who))
        });
    }

    /// An entry of the table, as far as it acts at once. [CAP-141 to CAP-152, RU-16c]
    pub(super) fn mark(&mut self, who: Slot, entry: i32) {
        let rules = self.rules;
        let numbers = &rules.book.scars;
        match entry {
            1 => {
                let place = self.table.sum(who, &rolls::SCAR_PLACE, numbers.place);
                let second = self.table.sum(who, &rolls::SCAR, numbers.lasting);
                let total = if rules.rulings.scar_1_total == ScarTotal::Sum { place + second } else { second };
                self.raise_hp_max(who, total);
            }
            2 => {
                let total = self.table.sum(who, &rolls::SCAR, numbers.rattling);
                self.raise_hp_max(who, total);
            }
            3 => {
                let body = self.fight.body_mut(who);
                body.prone |= numbers.walloped_prone;
                body.set(flag::WALLOPED, true);
                body.wallops = body.wallops.saturating_add(1);
            }
            4 => self.break_limb(who),
            5 => self.fight.body_mut(who).recovery.add(Wound::Disease),
            6 => self.head_wound(who),
            7 => {
                self.fight.body_mut(who).set(flag::HAMSTRUNG, true);
                self.fight.body_mut(who).recovery.add(Wound::Hamstring);
            }
            8 => {
                self.fight.body_mut(who).set(flag::DEAF, true);
                self.will_save(who, numbers.deafened);
            }
            9 => {
                let rolled = self.table.sum(who, &rolls::SCAR, numbers.rebrained);
                self.raise_max(who, Attribute::Wil, rolled);
            }
            10 => {
                self.fight.body_mut(who).set(flag::SUNDERED, true);
                self.will_save(who, numbers.sundered);
            }
            11 => self.mortal_wound(who),
            _ => self.fight.body_mut(who).set(flag::DOOMED, true),
        }
    }

    /// Entry 4. [CAP-144, RU-16b]
    fn break_limb(&mut self, who: Slot) {
        let numbers = &self.rules.book.scars;
        let result = self.table.sum(who, &rolls::SCAR_PLACE, numbers.limb);
        let (limb, broken) = Wound::LIMBS[numbers.limb_up_to.iter().filter(|&&most| result > most).count()];
        let body = self.fight.body_mut(who);
        body.set(broken, true);
        body.recovery.add(limb);
    }

    /// Entry 6. [CAP-146]
    fn head_wound(&mut self, who: Slot) {
        let rules = self.rules;
        let which = self.table.sum(who, &rolls::SCAR_PLACE, rules.book.scars.head_attribute);
        let attribute = rules.book.scars.head(which);
        let index = attribute.index();
        let rolled = self.table.sum(who, &rolls::SCAR, rules.book.scars.head_wound) as i16;
        let body = self.fight.body_mut(who);
        if rolled > body.attributes[index] {
            body.attributes[index] = rolled;
            body.maxima[index] = body.maxima[index].max(rolled);
        }
        self.restore(who, attribute, 0);
        self.table.tell("CAP-146", || {
            let name = ["STR", "DEX", "WIL"][index];
            format!("{} rolls {rolled} for {name}: {}", rules.name(who), self.fight.body(who).attributes[index])
        });
    }

    /// The WIL save of entries 8 and 10, and what the maximum of WIL gains by it. [CAP-148, CAP-150, RU-04]
    fn will_save(&mut self, who: Slot, gain: Die) {
        let rules = self.rules;
        let steps = self.steps_of_save(who, Attribute::Wil);
        if self.saves(who, &rolls::SCAR_SAVE, steps, Attribute::Wil, rules.book.scars.wil_save_dc) {
            let rise = self.table.sum(who, &rolls::SCAR, gain) as i16;
            let most = &mut self.fight.body_mut(who).maxima[Attribute::Wil.index()];
            *most = most.saturating_add(rise);
            self.table.tell("CAP-148, CAP-150", || format!("the maximum of WIL of {} rises by {rise}", rules.name(who)));
        }
    }

    /// Entry 11. [CAP-151]
    fn mortal_wound(&mut self, who: Slot) {
        let dies_at = (self.fight.seconds + self.rules.book.scars.mortal_minutes * 60).max(1);
        let body = self.fight.body_mut(who);
        body.set(flag::MORTAL, true);
        body.set(flag::STABLE, false);
        body.recovery.add(Wound::Mortal);
        if body.status == Status::Down {
            body.dies_at = if body.dies_at == 0 { dies_at } else { body.dies_at.min(dies_at) };
            return;
        }
        body.dies_at = dies_at;
        self.leave(who, Status::OutOfAction);
    }

    /// A roll that becomes the maximum of an attribute when it is higher.
    pub(super) fn raise_max(&mut self, who: Slot, attribute: Attribute, rolled: i32) {
        let most = &mut self.fight.body_mut(who).maxima[attribute.index()];
        *most = (*most).max(rolled as i16);
    }

    /// A roll that becomes the maximum of hit points when it is higher.
    pub(super) fn raise_hp_max(&mut self, who: Slot, rolled: i32) {
        let body = self.fight.body_mut(who);
        let before = i32::from(body.hp_max);
        body.hp_max = before.max(rolled).min(HP_MOST.into()) as i16;
        let after = i32::from(body.hp_max);
        self.table.watch.count(who, count::HP_MAX_GAINED, after - before);
        self.table.tell("CAP-137", || {
            let word = if after > before { "it rises to" } else { "it stays at" };
            format!("{} rolls {rolled} against its maximum of {before} hit points: {word} {after}", self.rules.name(who))
        });
    }
}

impl Core {
    /// The entry of the table for a character who had so many hit points before, if any. [CAP-137, CAP-138, CAP-139, CAP-140,
    /// RU-16]
    pub(super) fn scar_entry(&self, before: i32) -> Option<i32> {
        let last = i32::from(self.book.scars.max_entry);
        let beyond = before > last && self.rulings.scar_over_table == ScarOverTable::None;
        (!beyond).then_some(before.min(last))
    }
}

impl Steps {
    /// The roll with more disadvantages.
    #[must_use]
    pub fn worse(self, down: i32) -> Self {
        Steps { down: self.down + down, ..self }
    }
}
