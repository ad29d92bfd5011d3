//! What foes are like: terror, flight, holds, breath, infection, horses.
//!
//! Owns the traits of a sheet that act at a moment of their own; those that only change dice stand in
//! [`swing`](super::swing). Start at [`Core::those_who_reach`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::attack::Event;
use super::harm::{Cause, Hurt};
use super::metrics as count;
use super::react::Reacted;
use super::rolls;
use super::rulings::TerrorRecover;
use super::save::Luck;
use super::sheet::{Ability, Reaction, Trait};
use super::state::Fight;
use super::swing::{Struck, Swing};
use super::wounds::Wound;

impl<const PLAIN: bool> Core<PLAIN> {
    /// Those who see a terrifying foe for the first time (BDP-422, R-45).
    pub(super) fn meets_terror<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        if self.ordinary() {
            return;
        }
        for who in fight.active() {
            let terrible = self.active_foes(fight, who).those(|foe| self.fighter(foe).is(Trait::Terrifying)).len();
            let saves = if self.rulings().terror_each { terrible } else { terrible.min(1) };
            if (0..saves).any(|_| !self.bears_terror(fight, who, table)) {
                fight.body_mut(who).plight.terrified = true;
                table.tell("BDP-422", || format!("{} is in terror", self.name(who)));
            }
        }
    }

    fn bears_terror<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.ability_save(fight, who, (self.book.foe.terror_save, 0, Luck::Even), &rolls::TERROR, table)
    }

    /// The end of somebody's turn: terror may pass; what hobbled it, roused it, or gave it a chance for a blow does (BDP-422,
    /// BDP-506, BDP-512, BDP-530, R-45).
    pub(super) fn ends_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if self.ordinary() {
            return;
        }
        let body = fight.body_mut(who);
        (body.plight.hobbled, body.dodged) = (false, Slots::NONE);
        if std::mem::take(&mut body.plight.rousing) {
            body.plight.roused = false;
        }
        let recovers = self.rulings().terror_recover == TerrorRecover::Save && fight.body(who).plight.terrified;
        if recovers && fight.is_active(who) && self.bears_terror(fight, who, table) {
            fight.body_mut(who).plight.terrified = false;
            table.tell("R-45", || format!("{} takes heart again", self.name(who)));
        }
    }

    /// A horse that may take fright: at the sight of beasts and monsters, a trained one when it is first attacked (BDP-374).
    pub(super) fn tries_horse<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if fight.body(who).plight.horse_tried || !self.mounted(who, fight.body(who)) {
            return;
        }
        fight.body_mut(who).plight.horse_tried = true;
        let numbers = &self.book.foe;
        if self.ability_save(fight, who, (numbers.fear_save, 0, Luck::Even), &rolls::HORSE, table) {
            return;
        }
        table.tell("BDP-374", || format!("the horse of {} takes fright", self.name(who)));
        if !self.ability_save(fight, who, (numbers.throw_save, 0, Luck::Even), &rolls::THROWN, table) {
            let body = fight.body_mut(who);
            (body.plight.grounded, body.prone) = (true, true);
            table.tell("BDP-374", || format!("{} is thrown off", self.name(who)));
        }
    }

    /// All horses that take fright at the sight of their enemies (BDP-374).
    pub(super) fn meets_monsters<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        if self.ordinary() {
            return;
        }
        for who in fight.active() {
            let Some(horse) = self.fighter(who).horse else { continue };
            let beasts = || self.active_foes(fight, who).into_iter().any(|foe| self.fighter(foe).is(Trait::Beast));
            if !horse.trained && beasts() {
                self.tries_horse(fight, who, table);
            }
        }
    }

    /// What being attacked brings, before anything else (BDP-374, BDP-489).
    pub(super) fn is_attacked<D: Dice, W: Watch>(&self, fight: &mut Fight, event: &Event, table: &mut Table<D, W>) {
        if PLAIN {
            return;
        }
        let target = event.target;
        fight.body_mut(target).unaware &= self.rulings().unaware_hp_denied;
        if self.ordinary() {
            return;
        }
        if self.fighter(target).horse.is_some_and(|horse| horse.trained) {
            self.tries_horse(fight, target, table);
        }
        let close = || event.attackers.into_iter().any(|who| !self.swing(fight, who, Some(event)).ranged);
        if fight.body(target).plight.singing.is_some() && close() {
            self.stops_singing(fight, target);
        }
    }

    /// Attackers who can carry out their attack: those in reach, of them those who get at a flyer or rider, and find the
    /// invisible (step 1 of an attack event; BDP-411, BDP-415, BDP-417).
    pub(super) fn those_who_reach<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        event: &Event,
        table: &mut Table<D, W>,
    ) -> Event {
        let (target, foe) = (event.target, self.fighter(event.target));
        let mut attackers = event.attackers.those(|who| self.can_strike(fight, who, Some(event), target));
        if self.ordinary() {
            return Event { attackers, ..*event };
        }
        let aloft = foe.is(Trait::Flying) && !fight.body(target).plight.grounded || self.mounted(target, fight.body(target));
        for who in attackers {
            let ranged = self.swing(fight, who, Some(event)).ranged;
            let save = (self.book.foe.flying_save, 0, Luck::Even);
            let reaches = !aloft || ranged || self.ability_save(fight, who, save, &rolls::FLYER, table);
            if !reaches {
                attackers = attackers.without(who);
                table.tell("BDP-411", || format!("{} does not get at {}", self.name(who), foe.name));
            } else if foe.is(Trait::Invisible) && !self.finds(who, table) {
                attackers = attackers.without(who);
                table.tell("BDP-415", || format!("{} does not find {}", self.name(who), foe.name));
            }
        }
        Event { attackers, ..*event }
    }

    fn finds<D: Dice, W: Watch>(&self, who: Slot, table: &mut Table<D, W>) -> bool {
        let numbers = &self.book.foe;
        let missed = i32::from(numbers.invisible_found) - 1;
        !table.at_most(who, &rolls::FOUND, numbers.invisible_die.into(), missed)
    }

    /// A flyer or rider who is hit may come down instead of taking the damage (BDP-411, BDP-417).
    pub(super) fn comes_down<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, table: &mut Table<D, W>) -> bool {
        if self.ordinary() {
            return false;
        }
        let flies = self.fighter(target).is(Trait::Flying) && !fight.body(target).plight.grounded;
        let aloft = flies || self.mounted(target, fight.body(target));
        if !aloft || !self.gives_up_flight(fight, target, table) {
            return false;
        }
        fight.body_mut(target).plight.grounded = true;
        table.tell("BDP-411, BDP-417", || format!("{} comes down and takes nothing", self.name(target)));
        true
    }

    /// What else a blow that did damage brings: a hold, a disease (BDP-410, BDP-414).
    pub(super) fn afflicts<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        struck: &Struck,
        target: Slot,
        (damage, hurt): (i32, Hurt),
        table: &mut Table<D, W>,
    ) {
        if self.ordinary() {
            return;
        }
        let (who, fighter) = (struck.swing.who, self.fighter(struck.swing.who));
        let free = fight.body(target).plight.held_by.is_none();
        let save = (self.book.foe.constrict_save, 0, Luck::Even);
        let holds = damage > 0 && fighter.is(Trait::Constrict) && !struck.swing.ranged && free && fight.is_active(target);
        if holds && !self.ability_save(fight, target, save, &rolls::HELD, table) {
            fight.body_mut(target).plight.held_by = Some(who);
            table.tell("BDP-410", || format!("{} holds {}", fighter.name, self.name(target)));
        }
        if let Some(disease) = fighter.infects.filter(|_| hurt.critical) {
            self.catches(fight, target, disease, table);
        }
    }

    /// The beginning of a round for whoever is held (BDP-410, R-45).
    pub(super) fn is_held<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let Some(holder) = fight.body(who).plight.held_by else { return };
        let there = fight.is_active(holder) && fight.body(who).engaged.has(holder);
        let save = (self.book.foe.constrict_save, 0, Luck::Even);
        if !there || self.ability_save(fight, who, save, &rolls::HELD, table) {
            fight.body_mut(who).plight.held_by = None;
            return table.tell("BDP-410", || format!("{} gets free", self.name(who)));
        }
        let damage = table.sum(holder, &rolls::HOLDING, self.book.foe.constrict);
        table.tell("BDP-410", || format!("{} is squeezed: {damage} damage", self.name(who)));
        self.hurt(fight, who, damage, Cause::default(), table);
    }

    /// A breath: announced first, then for every enemy in the zone (BDP-407).
    pub(super) fn breathes<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let Some(breath) = self.fighter(who).breath else { return };
        let announced = fight.body(who).plight.breath_rounds;
        if announced < self.book.foe.breath_warmup {
            fight.body_mut(who).plight.breath_rounds += 1;
            return table.tell("BDP-407", || format!("{} draws a deep breath", self.name(who)));
        }
        fight.body_mut(who).plight.breath_rounds = 0;
        table.tell("BDP-407", || format!("{} breathes", self.name(who)));
        let zone = fight.body(who).zone;
        for target in self.active_foes(fight, who).those(|foe| fight.body(foe).zone == zone) {
            if self.ability_save(fight, target, (breath.save, 0, Luck::Even), &rolls::BREATH_SAVE, table) {
                continue;
            }
            let damage = table.sum(who, &rolls::BREATH, breath.die);
            if self.fighter(target).immune >> breath.element as u16 & 1 == 0 {
                self.wears_down(fight, target, (Ability::Str, damage), (true, false), "BDP-407", table);
            }
            if let Some(key) = breath.wound.filter(|_| fight.is_active(target)) {
                let wound = Wound { key, level: self.book.wound.level, treated: 0 };
                self.wound(fight, target, wound, table);
            }
        }
        self.morale(fight, table);
    }

    /// What a block or dodge keeps from somebody: by how much the mean of the dice of an attack falls, in half points.
    #[inline]
    pub(super) fn counts_saved<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (event, swing): (&Event, &Swing),
        reacted: Reacted,
        table: &mut Table<D, W>,
    ) {
        if self.stops(reacted.reaction, swing.category) && !self.impaired(fight, swing, event, Reaction::Defend) {
            let saved = self.largest_face(swing) - i32::from(self.book.die.impaired);
            self.keeps_off(event.target, reacted.reaction, saved, table);
        }
    }

    /// Counts so many half points as kept off by a block or a dodge.
    #[inline]
    pub(super) fn keeps_off<D: Dice, W: Watch>(&self, who: Slot, by: Reaction, saved: i32, table: &mut Table<D, W>) {
        debug_assert!(matches!(by, Reaction::Block | Reaction::Dodge));
        let counter = if by == Reaction::Block { count::SAVED_BY_BLOCKS } else { count::SAVED_BY_DODGES };
        table.watch.count(who, counter, saved);
        table.watch.count(who, count::SAVED, saved);
    }
}
