//! Morale of `cairn-ap`: who loses heart, and when.
//!
//! Owns section 4.8 of the specification. Start at [`Core::check_morale`].

use crate::dice::{Dice, Slot};
use crate::fight::{Rounding, Slots, Table, Watch};

use super::Core;
use super::book::Attribute;
use super::check::Steps;
use super::metrics as count;
use super::rolls;
use super::rulings::{MoraleDouble, MoraleFlight, MoraleScope};
use super::state::{Fight, Status, flag};

impl Core {
    /// M1 to M5, for every side in the order of the file, after a complete action. [CAP-082 to CAP-086, RU-10]
    #[inline(always)]
    pub(super) fn check_morale<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        for side in 0..self.sides {
            let unit = &fight.units[side];
            if unit.casualties > 0 || unit.lone {
                self.shake(fight, side, table);
            }
        }
    }

    /// The same for a side that has had casualties, or one alone who was brought to 0 hit points.
    #[inline(never)]
    fn shake<D: Dice, W: Watch>(&self, fight: &mut Fight, side: usize, table: &mut Table<D, W>) {
        let numbers = &self.book.morale;
        let unit = &mut fight.units[side];
        let several = unit.initial >= 2;
        let first = several && numbers.first_casualty && !unit.first_done && unit.casualties >= 1;
        let half = numbers.half.of(i32::from(unit.initial), Rounding::Up).max(1);
        let half = several && !unit.half_done && i32::from(unit.casualties) >= half;
        let lone = std::mem::take(&mut unit.lone);
        unit.first_done |= first;
        unit.half_done |= half;
        unit.lone_done |= lone;
        let reasons = u8::from(first) + u8::from(half) + u8::from(lone);
        let saves = if self.rulings.morale_double == MoraleDouble::Two { reasons } else { reasons.min(1) };
        for _ in 0..saves {
            self.morale_save(fight, side, table);
        }
    }

    /// Members that have to save.
    fn shaken(&self, fight: &Fight, side: usize) -> Slots {
        let wavering = |who: Slot| self.wavers(who, fight.body(who)) && !fight.body(who).has(flag::FLEEING);
        (self.members[side] & fight.active()).those(wavering)
    }

    fn morale_save<D: Dice, W: Watch>(&self, fight: &mut Fight, side: usize, table: &mut Table<D, W>) {
        let members = self.shaken(fight, side);
        let alone = self.rulings.morale_scope == MoraleScope::Individual;
        let fearless = !alone && { members }.any(|who| self.fighter(who).fearless);
        let Some(first) = { members }.next().filter(|_| !fearless) else { return };
        if alone {
            for who in { members }.filter(|&who| !self.fighter(who).fearless) {
                if !self.holds(fight, who, table) {
                    self.break_morale(fight, Slots::only(who), table);
                }
            }
            return;
        }
        let wil = |who: Slot| self.modifier(fight.body(who), Attribute::Wil);
        let leader = { members }.find(|&who| self.fighter(who).leader);
        let speaker = leader.or_else(|| { members }.max_by_key(|&who| (wil(who), std::cmp::Reverse(who)))).unwrap_or(first);
        if !self.holds(fight, speaker, table) {
            self.break_morale(fight, members, table);
        }
    }

    /// M3: the save. [CAP-082, CAP-084]
    fn holds<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let (body, wil) = (fight.body(who), Attribute::Wil);
        let steps = Steps::default().worse(self.skull(body, wil));
        let held = self.saves(who, &rolls::MORALE, (steps, self.modifier(body, wil)), self.book.morale.dc, table);
        table.watch.count(who, count::MORALE_CHECKS, 1);
        table.watch.count(who, count::MORALE_FAILED, i32::from(!held));
        table.tell("CAP-082, CAP-083, CAP-085", || format!("morale {}", if held { "holds" } else { "breaks" }));
        held
    }

    /// M4. [RU-25]
    fn break_morale<D: Dice, W: Watch>(&self, fight: &mut Fight, members: Slots, table: &mut Table<D, W>) {
        for who in members {
            match self.rulings.morale_flight {
                MoraleFlight::AtOnce => self.leave(fight, who, Status::Fled, table),
                MoraleFlight::Retreat => fight.body_mut(who).set(flag::FLEEING, true),
            }
            table.watch.count(who, count::ROUTED_BY_MORALE, 1);
        }
    }
}
