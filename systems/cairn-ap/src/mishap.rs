//! The mishaps table of `cairn-ap`: what goes wrong when Magic Dice match.
//!
//! Owns step K8 of the specification. Start at [`Play::mishap`].

use frame::dice::{Dice, Die, Slot};
use frame::fight::{Rounding, Slots, Watch};

use super::Play;
use super::book::Attribute;
use super::book::magic::AlienKind;
use super::changes::changes;
use super::fighter::Reserve;
use super::metrics as count;
use super::rolls;
use super::rulings::Duplicate;
use super::state::{Fight, HP_MOST, Held, Status, WAITING_MOST, flag};

const HOUR: u32 = 3600;

/// The rules of the entries, from 2 on.
const ENTRIES: [&str; 23] = [
    "CAP-164", "CAP-165", "CAP-166", "CAP-167", "CAP-168", "CAP-169", "CAP-170", "CAP-171", "CAP-172", "CAP-173", "CAP-174",
    "CAP-175", "CAP-176", "CAP-177", "CAP-178", "CAP-179", "CAP-180", "CAP-181", "CAP-182", "CAP-183", "CAP-184", "CAP-185",
    "CAP-186",
];

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// An entry of the table. [CAP-164 to CAP-178]
    pub(super) fn mishap(&mut self, who: Slot, entry: i32) {
        let rules = self.rules;
        let numbers = &rules.book.mishap;
        let now = self.fight.seconds;
        self.table.watch.count(who, count::MISHAPS, 1);
        if let Some(&counter) = count::MISHAP_ENTRIES.get(entry as usize - 2) {
            self.table.watch.count(who, counter, 1);
        }
        let before = *self.fight.body(who);
        match entry {
            2 => {
                let hours = self.number(who, numbers.silence_hours) as u32;
                self.fight.body_mut(who).silent_until = now + hours * HOUR;
            }
            3 => self.fight.body_mut(who).weary_until = now + numbers.weary_hours * HOUR,
            4 => self.tire(who, i32::from(numbers.chain_fatigue)),
            5 => self.tire(who, i32::from(numbers.reversed_fatigue)),
            6 => self.burn_everything(who),
            7 => {
                let body = self.fight.body_mut(who);
                body.set(flag::SPENT, true);
                body.spent_rolls = body.spent_rolls.saturating_add(1);
            }
            8 => {
                let body = self.fight.body_mut(who);
                body.drained_until = now + numbers.drain_hours * HOUR;
                body.set(flag::DRAINED, true);
            }
            9 => self.fight.body_mut(who).set(flag::PURPLE, true),
            10 => {
                let hours = self.number(who, numbers.spirit_hours) as u32;
                self.fight.body_mut(who).spirit_until = now + hours * HOUR;
                if self.fight.active().has(who) {
                    self.leave(who, Status::Unconscious);
                }
            }
            11 => {
                let lost = self.number(who, numbers.burns);
                let body = self.fight.body_mut(who);
                body.free_dice = body.free_dice.saturating_add(numbers.free_dice);
                self.lose(who, Attribute::Wil, lost);
            }
            12 => {
                let body = self.fight.body_mut(who);
                body.slots = body.slots.saturating_sub(numbers.backfire_slots);
                body.magical_armor = body.magical_armor.saturating_add(numbers.backfire_armor);
                self.make_room(who);
            }
            // A Grimoire that is part of a soul cannot be destroyed.
            13 => {
                let body = self.fight.body_mut(who);
                body.set(flag::DAMAGED, body.has(flag::GRIMOIRE) && !body.has(flag::SOUL));
            }
            // The effect of entry 14 comes in the place of Fatigue, when the dice are paid for.
            14 => {}
            15 => {
                let wil = i32::from(self.fight.body(who).attributes[Attribute::Wil.index()]);
                let body = self.fight.body_mut(who);
                body.set(flag::SOUL, body.has(flag::GRIMOIRE));
                self.lose(who, Attribute::Wil, numbers.soul.of(wil, Rounding::Down));
            }
            16 => {
                let lost = self.number(who, numbers.plants);
                let body = self.fight.body_mut(who);
                body.set(flag::PLANTS, true);
                body.magical_armor = body.magical_armor.saturating_add(numbers.plants_armor);
                let most = &mut body.maxima[Attribute::Str.index()];
                *most = (i32::from(*most) - lost).max(0) as i16;
                self.lose(who, Attribute::Str, lost);
            }
            _ => self.great_mishap(who, entry),
        }
        let place = usize::try_from(entry - 2).ok();
        let rule = place.and_then(|place| ENTRIES.get(place)).copied().unwrap_or("CAP-162");
        self.table.tell(rule, || {
            let effect = match entry {
                14 => "tumors instead of Fatigue".to_owned(),
                _ => changes(&before, self.fight.body(who)).text(),
            };
            format!("{} has mishap {entry}: {effect}", rules.name(who))
        });
    }

    /// Entries from 17 on. [CAP-179 to CAP-186, RU-20b]
    fn great_mishap(&mut self, who: Slot, entry: i32) {
        let numbers = &self.rules.book.mishap;
        match entry {
            17 => self.fight.body_mut(who).set(flag::WEIRD, true),
            18 => {
                let body = self.fight.body_mut(who);
                body.set(flag::FUSED, body.has(flag::GRIMOIRE));
            }
            19 => {
                let gained = self.number(who, numbers.wings) as i16;
                let body = self.fight.body_mut(who);
                body.set(flag::WINGS, true);
                body.raise(Attribute::Dex.index(), gained);
                body.slots = body.slots.min(numbers.wings_slots);
                self.make_room(who);
            }
            20 => self.alien_limbs(who),
            21 => self.fight.body_mut(who).set(flag::LINKED, true),
            22 => self.fight.body_mut(who).set(flag::VESSEL, true),
            23 => {
                self.fight.body_mut(who).set(flag::TWINNED, true);
                if self.rules.rulings.mishap_23_duplicate == Duplicate::Fights {
                    self.twin_joins(who);
                }
            }
            24 => self.fight.body_mut(who).set(flag::ELEMENTAL, true),
            _ => {}
        }
    }

    /// Rolls a number of a mishap.
    fn number(&mut self, who: Slot, die: Die) -> i32 {
        self.table.sum(who, &rolls::MISHAP, die)
    }

    /// Fewer slots: what does not fit any more is dropped. (step K8)
    fn make_room(&mut self, who: Slot) {
        let fits = |fight: &Fight| {
            let body = fight.body(who);
            !self.rules.fighter(who).inventory || self.rules.slots_used(who, body) <= i32::from(body.slots)
        };
        while !fits(self.fight) && self.drop_something(who) {}
        self.fill_up(who);
    }

    /// Mishap 20. [CAP-182]
    fn alien_limbs(&mut self, who: Slot) {
        self.fight.body_mut(who).set(flag::ALIEN, true);
        for change in &self.rules.book.mishap.alien {
            let by = i16::from(change.by);
            let body = self.fight.body_mut(who);
            match change.of {
                AlienKind::Armor => body.magical_armor = body.magical_armor.saturating_add_signed(change.by),
                AlienKind::HpMax => body.hp_max = (body.hp_max + by).clamp(1, HP_MOST),
                AlienKind::Str | AlienKind::Dex | AlienKind::Wil => {
                    let attribute = Attribute::ALL[change.of as usize - AlienKind::Str as usize];
                    if by >= 0 {
                        body.raise(attribute.index(), by);
                    } else {
                        let most = &mut body.maxima[attribute.index()];
                        *most = most.saturating_add(by).max(0);
                        self.lose(who, attribute, -i32::from(by));
                    }
                }
            }
        }
    }

    /// The duplicate of mishap 23 joins as a copy, with an initiative of its own. [CAP-185, RU-20b]
    fn twin_joins(&mut self, who: Slot) {
        let rules = self.rules;
        let twin = self.fight.slots().find(|&other| rules.fighter(other).reserve == Some(Reserve::Twin(who)));
        let Some(twin) = twin.filter(|&twin| self.fight.body(twin).status == Status::Absent) else { return };
        let copy = *self.fight.body(who);
        // The original alone has what it holds, waits for or has gained; the duplicate acts from the next round on.
        self.fight.to_act = self.fight.to_act.without(twin);
        self.fight.change(twin, |body| {
            *body = copy;
            (body.pending, body.defences, body.ap) = (0, 0, rules.fighter(twin).ap_max);
            (body.waiting, body.held, body.attackers) = ([None; WAITING_MOST], Held::Free, Slots::NONE);
        });
        self.table.tell("CAP-185", || format!("{} joins the fight", rules.name(twin)));
        let total = self.initiative(twin);
        self.fight.body_mut(twin).initiative = rules.precedence(self.fight, twin, total);
    }

    /// Magical aid after mishap 23: one is whole again. [CAP-185]
    pub(super) fn undo_duplicate(&mut self, who: Slot) {
        let rules = self.rules;
        // Whichever of the two is aided, the original remains.
        let who = match rules.fighter(who).reserve {
            Some(Reserve::Twin(original)) => original,
            _ => who,
        };
        self.fight.body_mut(who).set(flag::TWINNED, false);
        for attribute in Attribute::ALL {
            let gained = self.table.sum(who, &rolls::RECOVERY, rules.book.mishap.duplicate) as i16;
            let body = self.fight.body_mut(who);
            body.raise(attribute.index(), gained);
        }
        let twin = self.fight.slots().find(|&other| rules.fighter(other).reserve == Some(Reserve::Twin(who)));
        if let Some(twin) = twin {
            self.end_grips(twin);
            self.fight.change(twin, |body| (body.status, body.in_field) = (Status::Absent, false));
        }
    }
}
