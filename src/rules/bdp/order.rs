//! Order of turns: intentions, speed, length, and the DEX saves of those who are tied.
//!
//! Owns steps 4.3.2 to 4.3.6 of the specification. Start at [`Play::find_order`].

use crate::dice::{Dice, Slot};
use crate::fight::{Side, Watch};

use super::attack::{Event, Kind};
use super::metrics as count;
use super::outfit::Weapon;
use super::rolls;
use super::rulings::{CritStr, FullNoWeapon, OrderMode};
use super::save::Luck;
use super::saving::Terms;
use super::sheet::{Ability, Length, Reaction, Skill};
use super::state::{Fight, Intent, Place};
use super::{Core, Play};

impl<const PLAIN: bool> Core<PLAIN> {
    /// The place of a weapon in one of the two orders of length (BDP-232, BDP-233, BDP-310, R-20, BDP-324).
    #[inline]
    fn rank_of(&self, fight: &Fight, who: Slot, intent: &Intent, arm: &Weapon) -> u32 {
        let (closing, body) = (intent.closes, fight.body(who));
        let from_below = !self.ordinary()
            && intent.target.is_some_and(|target| {
                let zone = fight.body(target).zone;
                zone != body.zone && self.ground.zone(zone).highground
            });
        self.rank_by_length(closing && !arm.ranged, arm.category.length(arm.reach && !from_below))
    }

    /// The place of a length in the order of those who close in, or of those who are engaged (BDP-232, BDP-233).
    #[inline]
    fn rank_by_length(&self, closing: bool, length: Length) -> u32 {
        self.ranks[usize::from(closing)][length as usize].into()
    }

    /// Rank in a round (step 4.3.4; BDP-256, BDP-274, BDP-311).
    #[inline]
    fn rank(&self, fight: &Fight, who: Slot, intent: &Intent) -> u32 {
        if fight.body(who).is_stunned::<PLAIN>() {
            return 5;
        }
        if !intent.act.is_strike() {
            return match (intent.full, self.rulings().full_no_weapon) {
                (true, FullNoWeapon::Last) => 4,
                _ => 0,
            };
        }
        let event = Event {
            target: intent.target.unwrap_or(who),
            attackers: crate::fight::Slots::only(who),
            kind: Kind::Turn,
            reaction: false,
        };
        let swing = self.swing(fight, who, Some(&event));
        let main = self.rank_of(fight, who, intent, swing.arm);
        swing.off.map_or(main, |off| main.max(self.rank_of(fight, who, intent, self.weapon(who, off))))
    }

    /// Returns the points of DEX that count for the order of a strike: of two weapons used together by that of the slower one,
    /// of equal lengths by the lesser (BDP-256, BDP-339).
    fn quickness(&self, fight: &Fight, who: Slot) -> i32 {
        let body = fight.body(who);
        let Some(intent) = body.intent.as_ref().filter(|intent| intent.act.is_strike()) else { return 0 };
        let attackers = crate::fight::Slots::only(who);
        let event = Event { target: intent.target.unwrap_or(who), attackers, kind: Kind::Turn, reaction: false };
        let swing = self.swing(fight, who, Some(&event));
        let place = |weapon: u8| {
            let arm = self.weapon(who, weapon);
            (self.rank_of(fight, who, intent, arm), -self.edge_of(who, body, weapon, arm).quick)
        };
        let (_, quick) = swing.off.map_or(place(swing.weapon), |off| place(off).max(place(swing.weapon)));
        -quick
    }

    /// Speed, rank and what else of the key is known before any save (step 4.3.5, R-20, BDP-226, BDP-231, BDP-602, BDP-603).
    pub(super) fn key(&self, fight: &Fight, who: Slot) -> u32 {
        let body = fight.body(who);
        let Some(intent) = &body.intent else { return 1 << 16 | 5 << 12 };
        // Full turns come after quick ones (BDP-230).
        let speed = u32::from((intent.full || body.is_stunned::<PLAIN>()) && self.book.order.quick_first);
        let rank = self.rank(fight, who, intent);
        match self.rulings().order_mode() {
            OrderMode::Clash => speed << 16 | rank << 12,
            OrderMode::Dex => speed << 16,
            OrderMode::DexClash => {
                let state = intent.target.filter(|_| intent.act.is_strike()).map_or(1, |target| {
                    let event = Event { target, attackers: crate::fight::Slots::only(who), kind: Kind::Turn, reaction: false };
                    let swing = self.swing(fight, who, Some(&event));
                    let impaired = self.impaired(fight, &swing, &event, Reaction::Defend);
                    let enhanced = self.enhanced(fight, &swing, &event);
                    match (impaired, enhanced) {
                        (false, true) => 0,
                        (true, false) => 2,
                        _ => 1,
                    }
                });
                speed << 16 | rank << 12 | state << 8
            }
            OrderMode::Simple => 0,
        }
    }

    /// The side whose members roll (section 3.3).
    #[inline]
    fn rolling_side(&self, fight: &Fight) -> Side {
        self.rolling.iter().copied().find(|&side| fight.sides.has(side)).unwrap_or(Side(0))
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// The save for the order: 0 before the others, 2 after them (BDP-234, BDP-339, BDP-507, BDP-519, BDP-521, BDP-611, R-09,
    ///
    fn phase(&mut self, who: Slot) -> u32 {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        if rules.has(who, Skill::PatientStrike) && self.wants(&self.rules.policies.lists.patient_strike, false, who) {
            self.fight.body_mut(who).patient = true;
            self.table.tell("BDP-519", || format!("{} waits for the right moment", fighter.name));
            return 2;
        }
        let legs = if PLAIN { 0 } else { self.fight.body(who).limbs_lost >> 2 };
        let located = rules.rulings().crit_str() == CritStr::Location;
        if legs > 1 || legs == 1 && !located {
            self.table.tell("BDP-611, R-09", || format!("{} limps behind", fighter.name));
            return 2;
        }
        let second = rules.second(who, self.fight.body(who));
        let sure =
            rules.has(who, Skill::Alert) && self.fight.round == 1 || rules.has(who, Skill::QuickDraw) && second.is_none();
        if sure {
            return 0;
        }
        let change = if fighter.quick { rules.quickness(self.fight, who) } else { 0 };
        let terms = Terms { luck: Luck::of(false, legs > 0), change, ..Terms::default() };
        let passed = self.save_on(who, Ability::Dex, terms, &rolls::ORDER);
        self.table.watch.count(who, count::ORDER_SAVES, 1);
        self.table
            .tell("BDP-234", || format!("{} acts {} the others", rules.name(who), if passed { "before" } else { "after" }));
        if passed { 0 } else { 2 }
    }

    /// Fills the order of the round, the first last (step 4.3.5, 4.3.6; R-61).
    #[inline]
    pub(super) fn find_order(&mut self) {
        let rules = self.rules;
        self.fight.order.clear();
        let rolling = rules.rolling_side(self.fight);
        // The keys with which the rolling side can be tied, one bit each; nobody is tied in a free round.
        let mut others = 0_u64;
        for who in self.fight.active() {
            let body = self.fight.body(who);
            if body.intent.is_none() {
                continue;
            }
            let key = if PLAIN { rules.key_of_aim(self.fight, who) } else { rules.key(self.fight, who) };
            let side = if PLAIN { rules.stance(who).side } else { rules.fighter(who).side };
            let ties = side != rolling && (PLAIN || self.fight.round > 0) && !body.is_stunned::<PLAIN>();
            others |= u64::from(ties) << bit(key);
            self.fight.order.push(Place::new(key, side, who));
        }
        for index in 0..self.fight.order.len() {
            let place = self.fight.order[index];
            let tied = others >> bit(place.key()) & 1 == 1;
            let phase = match place.side() == rolling {
                true if tied && !self.fight.body(place.who()).is_stunned::<PLAIN>() => self.phase(place.who()),
                true => 0,
                false => 1,
            };
            lines_up(&mut self.fight.order, index, place.in_phase(phase));
        }
        self.counts_first();
    }

    /// Counts who acts first; a free round is none of the rounds of a fight.
    #[inline]
    fn counts_first(&mut self) {
        if let Some(first) = self.fight.order.last().filter(|_| self.fight.round > 0) {
            self.table.watch.count(first.who(), count::WENT_FIRST, 1);
        }
    }
}

/// Number of the bit that stands for a key without a phase: its speed, its rank, its state.
#[inline]
fn bit(key: u32) -> u32 {
    debug_assert!(key >> 17 == 0 && key >> 12 & 0xF < 8 && key & 0xFF == 0 && key >> 8 & 0xF < 4);
    (key >> 8 & 3 | key >> 10 & 0x1C | key >> 11 & 0x20) & 63
}

/// The place at this index has found its phase. Those before it have theirs and stand in their order already, all others behind
/// it.
#[inline]
fn lines_up(order: &mut [Place], index: usize, place: Place) {
    let mut last = index;
    while last > 0 && order[last - 1] < place {
        order[last] = order[last - 1];
        last -= 1;
    }
    order[last] = place;
}
