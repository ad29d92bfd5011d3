//! Gambits: shoving, disarming, tripping, stunning instead of striking.
//!
//! Owns step 4.8 of the specification. Start at [`Core::gambit`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::attack::{Event, Kind};
use super::decide::RESERVE;
use super::metrics as count;
use super::policy::{GambitKind, React};
use super::rolls;
use super::rulings::{CounterKind, GambitOnPass, Ironroot};
use super::save::Luck;
use super::sheet::{Ability, Skill};
use super::state::Fight;
use super::strike::{State, Strike};

impl<const PLAIN: bool> Core<PLAIN> {
    /// A gambit, and those that come back for it (BDP-268 to BDP-274, BDP-609, R-03, R-44).
    pub(super) fn gambit<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        kind: GambitKind,
        table: &mut Table<D, W>,
    ) {
        let (mut who, mut target, mut kind) = (who, target, kind);
        for link in 0..self.book.gambit.max_chain {
            table.watch.count(who, count::GAMBITS, 1);
            // Only the first one is what somebody meant to do; the others are answered with what is in hand.
            let meant = if link == 0 { Kind::Turn } else { Kind::Return };
            if !self.withstands(fight, who, (target, meant), kind, table) {
                return self.succeeds(fight, who, target, kind, table);
            }
            self.fights_back_at_gambit(fight, who, target, table);
            let body = fight.body(target);
            let aware = self.rulings().gambit_surprised || !(body.surprised || body.unaware);
            let able = fight.is_active(target) && fight.is_active(who) && !self.helpless(body) && aware;
            if !able {
                return;
            }
            if self.rulings().gambit_on_pass() == GambitOnPass::CounterAttack {
                let back = Event { target: who, attackers: Slots::only(target), kind: Kind::Return, reaction: false };
                return self.attack(fight, &back, table);
            }
            (who, target) = (target, who);
            if self.rulings().gambit_counter_kind == CounterKind::Policy {
                kind = self.counter_kind(fight, who).unwrap_or(kind);
            }
        }
    }

    /// Where the ruling allows it, the target may strike back at a gambit too, for the usual price (BDP-272, R-44).
    fn fights_back_at_gambit<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Slot, table: &mut Table<D, W>) {
        let event = Event { target, attackers: Slots::only(who), kind: Kind::Turn, reaction: true };
        if !self.rulings().gambit_fight_back || !fight.is_active(target) {
            return;
        }
        let Some(reacted) = self.wish(fight, &event, React::FightBack, RESERVE) else { return };
        self.pays(fight, target, reacted.cost, table);
        let back = self.strikes_back(fight, &event, reacted, table);
        self.morale(fight, table);
        if let Some((back, struck, hurt)) = back {
            self.goes_on_after(fight, &back, (struck, hurt), table);
        }
    }

    /// Whether the target passes its save against a gambit, which comes with the weapon that was meant or in return (BDP-269,
    /// BDP-270, BDP-274, R-03).
    fn withstands<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (target, meant): (Slot, Kind),
        kind: GambitKind,
        table: &mut Table<D, W>,
    ) -> bool {
        let event = Event { target, attackers: Slots::only(who), kind: meant, reaction: false };
        let swing = self.swing(fight, who, Some(&event));
        let impaired = self.impaired(fight, &swing, &event, super::sheet::Reaction::Defend);
        let state = if impaired { State::Impaired } else { State::Normal };
        let weapons = &self.fighter(who).weapons;
        let strike = Strike {
            off: swing.off.map_or(crate::dice::Die::NONE, |off| weapons[usize::from(off)].die),
            ..Strike::with(swing.arm.die, state, &self.book)
        };
        let face = strike.roll(who, &rolls::GAMBIT, table).natural;
        fight.body_mut(who).next_impaired = false;
        let difficulty = if face <= i32::from(self.book.gambit.max_difficulty) { face } else { 0 };
        let ability = self.gambit_ability(kind);
        let luck = Luck::of(kind == GambitKind::Disarm && self.grips(fight, target), false);
        let passed = self.ability_save(fight, target, (ability, difficulty, luck), &rolls::GAMBIT_SAVE, table);
        table.tell("BDP-270", || {
            let word = if passed { "withstands" } else { "yields to" };
            format!("{} {word} {}: Difficulty {difficulty}", self.name(target), self.name(who))
        });
        passed
    }

    /// Somebody will lose its next turn, or one more where that adds up (BDP-271, BDP-615, R-44).
    pub(super) fn stuns(&self, fight: &mut Fight, who: Slot) {
        let body = fight.body_mut(who);
        body.stunned = if self.rulings().stun_stacks { body.stunned.saturating_add(1) } else { 1 };
    }

    /// What is saved with against a gambit (BDP-270, R-44).
    pub(super) fn gambit_ability(&self, kind: GambitKind) -> Ability {
        let numbers = &self.book.gambit;
        match kind {
            GambitKind::Shove => numbers.shove,
            GambitKind::Disarm => numbers.disarm,
            GambitKind::Trip => numbers.trip,
            GambitKind::Stun => numbers.stun,
        }
    }

    /// Whether Ironroot makes somebody harder to disarm (BDP-125, R-57).
    pub(super) fn grips(&self, fight: &Fight, who: Slot) -> bool {
        fight.body(who).daily.grip && self.rulings().ironroot_disarm == Ironroot::Advantage
    }

    /// What a gambit does (BDP-271, BDP-514, R-44).
    pub(super) fn succeeds<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        kind: GambitKind,
        table: &mut Table<D, W>,
    ) {
        table.watch.count(who, count::GAMBITS_WON, 1);
        match kind {
            GambitKind::Shove => self.pushes(fight, who, target, table),
            GambitKind::Disarm => {
                let held = self.wielded(target, fight.body(target));
                if !self.fighter(target).has(Skill::FirmGrip) {
                    self.drop_weapon(fight, target, held, table);
                }
            }
            GambitKind::Trip => {
                fight.body_mut(target).prone = true;
                table.tell("BDP-271", || format!("{} falls", self.name(target)));
            }
            GambitKind::Stun => {
                self.stuns(fight, target);
                table.tell("BDP-271", || format!("{} is stunned", self.name(target)));
            }
        }
    }
}
