//! Readied actions of `heimr`: what sets them off, carrying them out, and the new place in the order of turns.
//!
//! Owns the first half of section 4.19 of the specification. Start at [`Core::fire`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::attack::Why;
use super::metrics as count;
use super::policy::{Do, Trigger};
use super::rolls;
use super::rulings::ReadiedTarget;
use super::state::{Fight, Readied};
use super::turn::Turn;

impl<const PLAIN: bool> Core<PLAIN> {
    /// Enemies of an attacker whose readied action an attack sets off (HEI-108).
    #[inline(always)]
    fn set_off(&self, fight: &Fight, (who, target): (Slot, Slot), ranged: bool, wanted: impl Fn(Readied) -> bool) -> Slots {
        // Whoever is out cannot act.
        self.foes[who.index()].those(|foe| {
            let body = fight.body(foe);
            let Some(readied) = body.readied else { return false };
            let ally = target != foe && !self.hostile(target, foe);
            readied.who.is_none_or(|only| only == who)
                && readied.trigger.is_set_off(target == foe, ally, ranged)
                && wanted(readied)
                && self.is_of_use(fight, foe, readied, who)
                && self.can_act(body)
                && !fight.is_hidden(who, foe)
        })
    }

    /// Actions readied for an intention: who sees through it acts before the attack, everybody else after it (HEI-111, HEI-112,
    ///
    pub(super) fn triggers_before<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        ranged: bool,
        table: &mut Table<D, W>,
    ) {
        if PLAIN || !self.readies {
            return;
        }
        let waiting = self.set_off(fight, (who, target), ranged, |readied| readied.intent);
        if waiting.is_empty() {
            return;
        }
        let mut quick = Slots::NONE;
        for place in 0..fight.order.len() {
            let readier = fight.order[place];
            if !waiting.has(readier) {
                continue;
            }
            let roles = self.abilities.roles;
            let mask = self.plain_roll(fight, who, (roles.speak, &rolls::PERSUASION), table);
            let insight = self.plain_roll(fight, readier, (roles.insight, &rolls::INSIGHT), table);
            if self.prevails(insight, mask) {
                quick = quick.with(readier);
            } else if let Some(readied) = &mut fight.body_mut(readier).readied {
                readied.intent = false;
            }
        }
        self.fire(fight, quick, who, table);
    }

    /// Actions readied for what has happened (HEI-108, HEI-109).
    pub(super) fn triggers_after<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        ranged: bool,
        table: &mut Table<D, W>,
    ) {
        let waiting = self.set_off(fight, (who, target), ranged, |readied| !readied.intent);
        self.fire(fight, waiting, who, table);
    }

    /// Actions readied for the hit of somebody of one's side (HEI-108).
    pub(super) fn hit_triggers<D: Dice, W: Watch>(&self, fight: &mut Fight, by: Slot, target: Slot, table: &mut Table<D, W>) {
        let waiting = fight.slots().filter(|&ally| {
            let body = fight.body(ally);
            let answers = |readied: Readied| readied.trigger == Trigger::AllyHits && readied.who.is_none_or(|only| only == by);
            let readied = ally != by && body.readied.is_some_and(answers) && !self.hostile(by, ally);
            readied && self.can_act(body) && !fight.is_hidden(target, ally)
        });
        let waiting = waiting.collect();
        self.fire(fight, waiting, target, table);
    }

    /// Carries out readied actions one after the other, in the order of turns; `about` is whom they answer to.
    pub(super) fn fire<D: Dice, W: Watch>(&self, fight: &mut Fight, waiting: Slots, about: Slot, table: &mut Table<D, W>) {
        let mut left = waiting;
        while let Some(readier) = self.first_in_order(fight, left) {
            left = left.without(readier);
            if fight.ending.is_some() {
                return;
            }
            let body = fight.body(readier);
            let able = self.can_act(body) && body.readied.is_some_and(|readied| self.is_of_use(fight, readier, readied, about));
            let Some(readied) = fight.body_mut(readier).readied.take_if(|_| able) else { continue };
            table.watch.count(readier, count::READIED, 1);
            table.tell("HEI-108", || format!("{} does what it has readied", self.name(readier)));
            self.do_readied(fight, readier, readied, about, table);
            self.step_forward(fight, readier, table);
        }
    }

    /// Whether a readied action is possible now, an attack against the one whom it answers to: one that is not waits on.
    fn is_of_use(&self, fight: &Fight, who: Slot, readied: Readied, about: Slot) -> bool {
        let reaches = match readied.action.act {
            _ if self.rulings().readied_target == ReadiedTarget::Anybody => true,
            Do::Attack => self.strike(fight, who).is_some_and(|strike| strike.targets.has(about)),
            Do::Brawl => self.brawl_targets(fight, who).has(about),
            _ => true,
        };
        reaches && self.legal(fight, who, &Turn::ONE_ACTION, readied.action)
    }

    fn do_readied<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        readied: Readied,
        about: Slot,
        table: &mut Table<D, W>,
    ) {
        match readied.action.act {
            Do::Brawl => {
                let targets = self.brawl_targets(fight, who);
                if let Some(target) = self.readied_target(fight, who, targets, about, table) {
                    let bind = self.wants_bind(fight, who, target, table);
                    self.brawl(fight, (who, target), bind, (Why::Readied, 0), table);
                }
            }
            Do::Attack => {
                let Some(strike) = self.strike(fight, who) else { return };
                let Some(target) = self.readied_target(fight, who, strike.targets, about, table) else { return };
                if strike.ranged {
                    self.shoot(fight, (who, target), strike.weapons, Why::Readied, table);
                } else {
                    self.melee(fight, (who, target), strike.weapons, (Why::Readied, 0), table);
                }
            }
            _ => return self.perform(fight, who, readied.action, &mut { Turn::ONE_ACTION }, table),
        }
        self.has_moved(fight, who, readied.action.act, table);
    }

    /// Whom a readied attack is for: whoever set it off, where that is possible.
    fn readied_target<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        targets: Slots,
        about: Slot,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        if targets.has(about) { Some(about) } else { self.choose_target(fight, who, targets, table) }
    }

    /// The place in the order after a readied action: directly before the one whose turn it is (HEI-109).
    fn step_forward<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if fight.ending.is_some() || fight.current() == Some(who) || fight.current().is_none() {
            return;
        }
        let place = fight.place(who);
        if place >= fight.order.len() {
            return;
        }
        fight.order.remove(place);
        if place < usize::from(fight.cursor) {
            fight.cursor -= 1;
        }
        fight.order.insert(usize::from(fight.cursor), who);
        fight.cursor += 1;
        table.tell("HEI-109", || {
            format!("{} goes before {} from now on", self.name(who), {
                fight.current().map_or("nobody", |current| self.name(current))
            })
        });
    }
}
