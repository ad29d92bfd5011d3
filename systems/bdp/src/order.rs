//! Order of turns: intentions, speed, length, and the DEX saves of tied combatants.
//!
//! Owns steps 4.3.2 to 4.3.6 of the specification. Start at [`Play::find_order`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;
use frame::fight::day::Sides;

use super::attack::{Event, Kind};
use super::metrics as count;
use super::outfit::Weapon;
use super::rolls;
use super::rulings::{CritStr, FullNoWeapon, OrderMode, OrderRoll};
use super::save::Advantage;
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

    /// The place of a length in the order of attackers that close in, or of engaged attackers (BDP-232, BDP-233).
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
            attackers: frame::fight::Slots::only(who),
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
        let attackers = frame::fight::Slots::only(who);
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
                    let event = Event { target, attackers: frame::fight::Slots::only(who), kind: Kind::Turn, reaction: false };
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

    /// The sides whose members roll: those with player characters, without any all of them (BDP-234, R-20).
    #[inline]
    fn rolling_sides(&self, fight: &Fight) -> Sides {
        let with_pcs = self.with_pcs & fight.sides;
        let all = if with_pcs.is_empty() { fight.sides } else { with_pcs };
        match self.rulings().order_roll {
            OrderRoll::Each => all,
            OrderRoll::First => all.take(1).collect(),
        }
    }

    /// True if an enemy of a combatant of a side that rolls has the same key, and will have its turn.
    #[inline(never)]
    fn is_tied(&self, fight: &Fight, place: Place) -> bool {
        let (who, round) = (place.who(), fight.round);
        let at_war = |other: Slot| self.lineup.hostile(who, other) || self.lineup.hostile(other, who);
        let alike = |other: &&Place| other.key() & !PHASES == place.key() & !PHASES && at_war(other.who());
        round > 0 && fight.order.iter().filter(alike).any(|other| !fight.body(other.who()).is_stunned::<PLAIN>())
    }

    /// Sides that have to do with each other and of which members have the same key.
    fn tied_sides(&self, order: &[Place]) -> Sides {
        let relations = &self.lineup.relations;
        let mut tied = Sides::NONE;
        for (index, place) in order.iter().enumerate() {
            let side = place.side();
            for other in order[index + 1..].iter().take_while(|other| other.key() == place.key()) {
                let other = other.side();
                let together =
                    relations.hostile(side, other) || relations.hostile(other, side) || relations.friendly(side, other);
                if side != other && together {
                    tied = tied.with(side).with(other);
                }
            }
        }
        tied
    }
}

/// The bits of a key that are its phase.
const PHASES: u32 = 0xF0;

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
        let terms = Terms { advantage: Advantage::of(false, legs > 0), change, ..Terms::default() };
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
        let rolling = rules.rolling_sides(self.fight);
        // The keys of sides that do not roll, one bit each; nobody is tied in a free round.
        let mut others = 0_u64;
        for who in self.fight.active() {
            let body = self.fight.body(who);
            if body.intent.is_none() {
                continue;
            }
            let key = if PLAIN { rules.key_of_aim(self.fight, who) } else { rules.key(self.fight, who) };
            let side = if PLAIN { rules.stance(who).side } else { rules.fighter(who).side };
            let ties = !rolling.has(side) && (PLAIN || self.fight.round > 0) && !body.is_stunned::<PLAIN>();
            others |= u64::from(ties) << bit(key);
            self.fight.order.push(Place::new(key, side, who));
        }
        for index in 0..self.fight.order.len() {
            let place = self.fight.order[index];
            let tied = others >> bit(place.key()) & 1 == 1 || rolling.len() > 1 && rules.is_tied(self.fight, place);
            let phase = match rolling.has(place.side()) {
                true if tied && !self.fight.body(place.who()).is_stunned::<PLAIN>() => self.phase(place.who()),
                true => 0,
                false => 1,
            };
            insert_sorted(&mut self.fight.order, index, place.in_phase(phase));
        }
        // One side that rolls and one that does not never share a phase.
        if rolling.len() > 1 || self.fight.sides.len() > 2 {
            self.draws_turns();
        }
        self.counts_first();
    }

    /// Draws the turns of sides that are still tied, once for a round.
    #[inline(never)]
    fn draws_turns(&mut self) {
        let rules = self.rules;
        if rules.rulings().order_roll == OrderRoll::First {
            return;
        }
        let mut left = rules.tied_sides(&self.fight.order);
        let mut turn = 0;
        while !left.is_empty() {
            let mut sides = left;
            let picked = self.table.pick(Slot::MASTER, &rolls::TURN, left.len());
            let Some(side) = sides.nth(picked) else { break };
            left = left.those(|other| other != side);
            turn += 1;
            for place in self.fight.order.iter_mut().filter(|place| place.side() == side) {
                *place = place.in_turn(turn);
            }
        }
        self.fight.order.sort_unstable_by(|one, other| other.cmp(one));
    }

    /// Counts the combatant that acts first; a free round is none of the rounds of a fight.
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
fn insert_sorted(order: &mut [Place], index: usize, place: Place) {
    let mut last = index;
    while last > 0 && order[last - 1] < place {
        order[last] = order[last - 1];
        last -= 1;
    }
    order[last] = place;
}
