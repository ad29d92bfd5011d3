//! Morale of `cairn-ap`: who loses heart, and when.
//!
//! Owns section 4.8 of the specification. Start at [`Play::check_morale`].

use frame::dice::{Dice, Slot};
use frame::fight::{Rounding, Side, Slots, Watch};

use super::book::Attribute;
use super::check::Steps;
use super::metrics as count;
use super::rolls;
use super::rulings::{MoraleDouble, MoraleFlight, MoraleScope};
use super::state::{Fight, Status, flag};
use super::{Core, Play};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// M1 to M5, for every side in the order of the file, after a complete action.
    #[inline(always)]
    pub(super) fn check_morale(&mut self) {
        for side in 0..self.rules.lineup.sides {
            let unit = &self.fight.units[side];
            if unit.casualties > 0 || unit.lone {
                self.shake(side);
            }
        }
    }

    /// Rolls morale for a side that has had casualties, or one alone who was brought to 0 hit points. [CAP-082, CAP-083, CAP-085,
    /// RU-10]
    #[inline(never)]
    fn shake(&mut self, side: usize) {
        let numbers = &self.rules.book.morale;
        let unit = &mut self.fight.units[side];
        let several = unit.initial >= 2;
        let first = several && numbers.first_casualty && !unit.first_done && unit.casualties >= 1;
        let half = numbers.half.of(i32::from(unit.initial), Rounding::Up).max(1);
        let half = several && !unit.half_done && i32::from(unit.casualties) >= half;
        let lone = std::mem::take(&mut unit.lone);
        unit.first_done |= first;
        unit.half_done |= half;
        unit.lone_done |= lone;
        let reasons = u8::from(first) + u8::from(half) + u8::from(lone);
        let saves = if self.rules.rulings.morale_double == MoraleDouble::Two { reasons } else { reasons.min(1) };
        for _ in 0..saves {
            self.morale_save(side);
        }
    }

    /// Rolls the save of a side, which the fearless spare it, or one for each where each is alone. [CAP-082, CAP-084, RU-10]
    fn morale_save(&mut self, side: usize) {
        let rules = self.rules;
        let members = rules.shaken(self.fight, side);
        let alone = rules.rulings.morale_scope == MoraleScope::Individual;
        let fearless = !alone && { members }.any(|who| rules.fighter(who).fearless);
        let Some(first) = { members }.next().filter(|_| !fearless) else { return };
        if alone {
            for who in { members }.filter(|&who| !rules.fighter(who).fearless) {
                if !self.holds(who) {
                    self.break_morale(Slots::only(who));
                }
            }
            return;
        }
        let wil = |who: Slot| rules.modifier(self.fight.body(who), Attribute::Wil);
        let leader = { members }.find(|&who| rules.fighter(who).leader);
        let speaker = leader.or_else(|| { members }.max_by_key(|&who| (wil(who), std::cmp::Reverse(who)))).unwrap_or(first);
        if !self.holds(speaker) {
            self.break_morale(members);
        }
    }

    /// M3: the save. [CAP-082]
    fn holds(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let (body, wil) = (self.fight.body(who), Attribute::Wil);
        let steps = Steps::default().worse(rules.skull(body, wil));
        let held = self.saves(who, &rolls::MORALE, steps, wil, rules.book.morale.dc);
        self.table.watch.count(who, count::MORALE_CHECKS, 1);
        self.table.watch.count(who, count::MORALE_FAILED, i32::from(!held));
        self.table.tell("CAP-082, CAP-083, CAP-085", || format!("morale {}", if held { "holds" } else { "breaks" }));
        held
    }

    /// M4. [RU-25]
    fn break_morale(&mut self, members: Slots) {
        for who in members {
            match self.rules.rulings.morale_flight {
                MoraleFlight::AtOnce => self.leave(who, Status::Fled),
                MoraleFlight::Retreat => self.fight.body_mut(who).set(flag::FLEEING, true),
            }
            self.table.watch.count(who, count::ROUTED_BY_MORALE, 1);
        }
    }
}

impl Core {
    /// Members that have to save.
    fn shaken(&self, fight: &Fight, side: usize) -> Slots {
        let wavering = |who: Slot| self.wavers(who, fight.body(who)) && !fight.body(who).has(flag::FLEEING);
        (self.lineup.members(Side(side as u8)) & fight.active()).those(wavering)
    }
}
