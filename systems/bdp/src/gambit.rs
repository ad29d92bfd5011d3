//! Gambits: shoving, disarming, tripping, stunning instead of striking.
//!
//! Owns step 4.8 of the specification. Start at [`Play::gambit`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::attack::{Event, Kind};
use super::book::Book;
use super::decide::RESERVE;
use super::metrics as count;
use super::policy::{GambitKind, React};
use super::rolls;
use super::rulings::{CounterKind, GambitOnPass, Ironroot};
use super::save::Advantage;
use super::sheet::{Ability, Skill};
use super::state::Fight;
use super::strike::{State, Strike};
use super::{Core, Play};

/// Returns the Difficulty that a face of the gambit's die makes (BDP-269).
pub fn difficulty(face: i32, book: &Book) -> i32 {
    if face <= i32::from(book.gambit.max_difficulty) { face } else { 0 }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// A gambit, and those that come back for it (BDP-268 to BDP-271, BDP-609, R-03, R-44).
    pub(super) fn gambit(&mut self, who: Slot, target: Slot, kind: GambitKind) {
        let rules = self.rules;
        let (mut who, mut target, mut kind) = (who, target, kind);
        for link in 0..rules.book.gambit.max_chain {
            self.table.watch.count(who, count::GAMBITS, 1);
            // Only the first one is what the attacker meant to do; the others are answered with what is in hand.
            let meant = if link == 0 { Kind::Turn } else { Kind::Return };
            if !self.withstands(who, target, meant, kind) {
                return self.succeeds(who, target, kind);
            }
            self.fights_back_at_gambit(who, target);
            let body = self.fight.body(target);
            let aware = rules.rulings.gambit_surprised || !(body.surprised || body.unaware);
            let able = self.fight.is_active(target) && self.fight.is_active(who) && !rules.helpless(body) && aware;
            if !able {
                return;
            }
            if rules.rulings.gambit_on_pass() == GambitOnPass::CounterAttack {
                let back = Event { target: who, attackers: Slots::only(target), kind: Kind::Return, reaction: false };
                return self.attack(&back);
            }
            (who, target) = (target, who);
            if rules.rulings.gambit_counter_kind == CounterKind::Policy {
                kind = rules.counter_kind(self.fight, who).unwrap_or(kind);
            }
        }
    }

    /// Lets the target strike back at a gambit where the ruling allows it, for the usual price (BDP-272, R-44).
    fn fights_back_at_gambit(&mut self, who: Slot, target: Slot) {
        let event = Event { target, attackers: Slots::only(who), kind: Kind::Turn, reaction: true };
        if !self.rules.rulings.gambit_fight_back || !self.fight.is_active(target) {
            return;
        }
        let Some(reacted) = self.rules.wish(self.fight, &event, React::FightBack, RESERVE) else { return };
        self.pays(target, reacted.cost);
        let back = self.strikes_back(&event, reacted);
        self.morale();
        if let Some((back, struck, hurt)) = back {
            self.goes_on_after(&back, struck, hurt);
        }
    }

    /// Rolls the save of the target against a gambit, which comes with the weapon that was meant or in return (BDP-269,
    /// BDP-270, BDP-272, R-03).
    fn withstands(&mut self, who: Slot, target: Slot, meant: Kind, kind: GambitKind) -> bool {
        let rules = self.rules;
        let event = Event { target, attackers: Slots::only(who), kind: meant, reaction: false };
        let swing = rules.swing(self.fight, who, Some(&event));
        let impaired = rules.impaired(self.fight, &swing, &event, super::sheet::Reaction::Defend);
        let state = if impaired { State::Impaired } else { State::Normal };
        let (main, off) = rules.own_dice(&swing);
        let strike = Strike { off, ..Strike::with(main, state, &rules.book) };
        let face = strike.roll(who, &rolls::GAMBIT, self.table).natural;
        self.fight.body_mut(who).next_impaired = false;
        let difficulty = difficulty(face, &rules.book);
        let ability = rules.gambit_ability(kind);
        let advantage = Advantage::of(kind == GambitKind::Disarm && rules.grips(self.fight, target), false);
        let passed = self.ability_save(target, ability, difficulty, advantage, &rolls::GAMBIT_SAVE);
        self.table.tell("BDP-270", || {
            let word = if passed { "withstands" } else { "yields to" };
            format!("{} {word} the {} of {}", rules.name(target), super::lowered(&kind), rules.name(who))
        });
        passed
    }

    /// Applies what a gambit does (BDP-271, BDP-514, R-44).
    pub(super) fn succeeds(&mut self, who: Slot, target: Slot, kind: GambitKind) {
        let rules = self.rules;
        self.table.watch.count(who, count::GAMBITS_WON, 1);
        match kind {
            GambitKind::Shove => self.pushes(who, target),
            GambitKind::Disarm => {
                let held = rules.wielded(target, self.fight.body(target));
                if !rules.fighter(target).has(Skill::FirmGrip) {
                    self.drop_weapon(target, held);
                }
            }
            GambitKind::Trip => {
                self.fight.body_mut(target).prone = true;
                self.table.tell("BDP-271", || format!("{} falls", rules.name(target)));
            }
            GambitKind::Stun => {
                self.stuns(target);
                self.table.tell("BDP-271", || format!("{} is stunned", rules.name(target)));
            }
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Returns the ability that saves against a gambit (BDP-270, R-44).
    pub(super) fn gambit_ability(&self, kind: GambitKind) -> Ability {
        let numbers = &self.book.gambit;
        match kind {
            GambitKind::Shove => numbers.shove,
            GambitKind::Disarm => numbers.disarm,
            GambitKind::Trip => numbers.trip,
            GambitKind::Stun => numbers.stun,
        }
    }

    /// True if Ironroot makes the target harder to disarm (BDP-125, R-57).
    pub(super) fn grips(&self, fight: &Fight, who: Slot) -> bool {
        fight.body(who).daily.grip && self.rulings.ironroot_disarm == Ironroot::Advantage
    }
}
