//! The mishaps table of `cairn-ap`: what goes wrong when Magic Dice match.
//!
//! Owns step K8 of the specification. Start at [`Core::mishap`].

use crate::dice::{Dice, Die, Slot};
use crate::fight::{Rounding, Slots, Table, Watch};

use super::Core;
use super::book::Attribute;
use super::book::magic::AlienKind;
use super::fighter::Reserve;
use super::magic::Magic;
use super::metrics as count;
use super::rolls;
use super::rulings::Duplicate;
use super::state::{Fight, Held, Status, WAITING_MOST, flag};

const HOUR: u32 = 3600;

impl Core {
    /// An entry of the table. [CAP-164 to CAP-186]
    pub(super) fn mishap<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (entry, magic): (i32, &Magic),
        table: &mut Table<D, W>,
    ) {
        let numbers = &self.book.mishap;
        let now = self.now(fight);
        table.watch.count(who, count::MISHAPS, 1);
        if let Some(&counter) = count::MISHAP_ENTRIES.get(entry as usize - 2) {
            table.watch.count(who, counter, 1);
        }
        table.tell("CAP-162", || format!("{} has a mishap: {entry}", self.name(who)));
        match entry {
            2 => {
                let hours = self.number(who, numbers.silence_hours, table) as u32;
                fight.body_mut(who).silent_until = now + hours * HOUR;
            }
            3 => fight.body_mut(who).weary_until = now + numbers.weary_hours * HOUR,
            4 => self.tire(fight, who, i32::from(numbers.chain_fatigue), table),
            5 => self.tire(fight, who, i32::from(numbers.reversed_fatigue), table),
            6 => self.burn_everything(fight, who),
            7 => {
                let body = fight.body_mut(who);
                body.set(flag::SPENT, true);
                body.spent_rolls = body.spent_rolls.saturating_add(1);
            }
            8 => {
                let body = fight.body_mut(who);
                body.drained_until = now + numbers.drain_hours * HOUR;
                body.set(flag::DRAINED, true);
            }
            9 => fight.body_mut(who).set(flag::PURPLE, true),
            10 => {
                let hours = self.number(who, numbers.spirit_hours, table) as u32;
                fight.body_mut(who).spirit_until = now + hours * HOUR;
                if fight.active().has(who) {
                    self.leave(fight, who, Status::Unconscious, table);
                }
            }
            11 => {
                let lost = self.number(who, numbers.burns, table);
                let body = fight.body_mut(who);
                body.free_dice = body.free_dice.saturating_add(numbers.free_dice);
                self.lose(fight, who, Attribute::Wil, lost, table);
            }
            12 => {
                let body = fight.body_mut(who);
                body.slots = body.slots.saturating_sub(numbers.backfire_slots);
                body.magical_armor = body.magical_armor.saturating_add(numbers.backfire_armor);
                self.make_room(fight, who, table);
            }
            // What is part of a soul cannot be destroyed.
            13 => {
                let body = fight.body_mut(who);
                body.set(flag::DAMAGED, body.has(flag::GRIMOIRE) && !body.has(flag::SOUL));
            }
            // What entry 14 does comes in the place of Fatigue, when the dice are paid for.
            14 => {}
            15 => {
                let wil = i32::from(fight.body(who).attributes[Attribute::Wil.index()]);
                let body = fight.body_mut(who);
                body.set(flag::SOUL, body.has(flag::GRIMOIRE));
                self.lose(fight, who, Attribute::Wil, numbers.soul.of(wil, Rounding::Down), table);
            }
            16 => {
                let lost = self.number(who, numbers.plants, table);
                let body = fight.body_mut(who);
                body.set(flag::PLANTS, true);
                body.magical_armor = body.magical_armor.saturating_add(numbers.plants_armor);
                let most = &mut body.maxima[Attribute::Str.index()];
                *most = (i32::from(*most) - lost).max(0) as i16;
                self.lose(fight, who, Attribute::Str, lost, table);
            }
            _ => self.great_mishap(fight, who, (entry, magic), table),
        }
    }

    /// Entries from 17 on. [CAP-179 to CAP-186]
    fn great_mishap<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (entry, _): (i32, &Magic),
        table: &mut Table<D, W>,
    ) {
        let numbers = &self.book.mishap;
        match entry {
            17 => fight.body_mut(who).set(flag::WEIRD, true),
            18 => {
                let body = fight.body_mut(who);
                body.set(flag::FUSED, body.has(flag::GRIMOIRE));
            }
            19 => {
                let gained = self.number(who, numbers.wings, table) as i16;
                let body = fight.body_mut(who);
                body.set(flag::WINGS, true);
                body.raise(Attribute::Dex.index(), gained);
                body.slots = body.slots.min(numbers.wings_slots);
                self.make_room(fight, who, table);
            }
            20 => self.alien_limbs(fight, who, table),
            21 => fight.body_mut(who).set(flag::LINKED, true),
            22 => fight.body_mut(who).set(flag::VESSEL, true),
            23 => {
                fight.body_mut(who).set(flag::TWINNED, true);
                if self.rulings.mishap_23_duplicate == Duplicate::Fights {
                    self.twin_joins(fight, who, table);
                }
            }
            24 => fight.body_mut(who).set(flag::ELEMENTAL, true),
            _ => {}
        }
    }

    fn number<D: Dice, W: Watch>(&self, who: Slot, die: Die, table: &mut Table<D, W>) -> i32 {
        table.sum(who, &rolls::MISHAP, die)
    }

    /// Fewer slots: what does not fit any more is dropped. (step K8)
    fn make_room<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let fits = |fight: &Fight| {
            let body = fight.body(who);
            !self.fighter(who).inventory || self.slots_used(who, body) <= i32::from(body.slots)
        };
        while !fits(fight) && self.drop_something(fight, who, table) {}
        self.fill_up(fight, who, table);
    }

    /// Mishap 20. [CAP-182]
    fn alien_limbs<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        fight.body_mut(who).set(flag::ALIEN, true);
        for change in &self.book.mishap.alien {
            let by = i16::from(change.by);
            let body = fight.body_mut(who);
            match change.of {
                AlienKind::Armor => body.magical_armor = body.magical_armor.saturating_add_signed(change.by),
                AlienKind::HpMax => body.hp_max = (body.hp_max + by).clamp(1, 99),
                AlienKind::Str | AlienKind::Dex | AlienKind::Wil => {
                    let attribute = Attribute::ALL[change.of as usize - AlienKind::Str as usize];
                    if by >= 0 {
                        body.raise(attribute.index(), by);
                    } else {
                        let most = &mut body.maxima[attribute.index()];
                        *most = most.saturating_add(by).max(0);
                        self.lose(fight, who, attribute, -i32::from(by), table);
                    }
                }
            }
        }
    }

    /// The duplicate of mishap 23 joins as a copy, with an initiative of its own. [CAP-185, RU-20b]
    fn twin_joins<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let twin = fight.slots().find(|&other| self.fighter(other).reserve == Some(Reserve::Twin(who)));
        let Some(twin) = twin.filter(|&twin| fight.body(twin).status == Status::Absent) else { return };
        let copy = *fight.body(who);
        // What the original holds, waits for or has gained is its own; the duplicate acts from the next round on.
        fight.to_act = fight.to_act.without(twin);
        fight.change(twin, |body| {
            *body = copy;
            (body.pending, body.defences, body.ap) = (0, 0, self.book.ap.max);
            (body.waiting, body.held, body.attackers) = ([None; WAITING_MOST], Held::Free, Slots::NONE);
        });
        table.tell("CAP-185", || format!("{} joins the fight", self.name(twin)));
        let total = self.initiative(fight, twin, table);
        fight.body_mut(twin).initiative = self.precedence(fight, twin, total);
    }

    /// Magical aid after mishap 23: one is whole again. [CAP-185]
    pub(super) fn undo_duplicate<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        // Whichever of the two is aided, the original remains.
        let who = match self.fighter(who).reserve {
            Some(Reserve::Twin(original)) => original,
            _ => who,
        };
        fight.body_mut(who).set(flag::TWINNED, false);
        for attribute in Attribute::ALL {
            let gained = table.sum(who, &rolls::RECOVERY, self.book.mishap.duplicate) as i16;
            let body = fight.body_mut(who);
            body.raise(attribute.index(), gained);
        }
        let twin = fight.slots().find(|&other| self.fighter(other).reserve == Some(Reserve::Twin(who)));
        if let Some(twin) = twin {
            self.end_grips(fight, twin);
            fight.change(twin, |body| (body.status, body.in_field) = (Status::Absent, false));
        }
    }
}
