//! Traits of foes: terror, flight, holds, breath, infection, horses.
//!
//! Owns the traits of a sheet that act at a moment of their own; those that only change dice stand in
//! [`swing`](super::swing). Start at [`Play::those_who_reach`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::Play;
use super::attack::Event;
use super::harm::{AbilityDamage, Cause, Hurt, Origin};
use super::metrics as count;
use super::react::Reacted;
use super::rolls;
use super::rulings::TerrorRecover;
use super::save::Advantage;
use super::sheet::{Ability, Reaction, Trait};
use super::swing::{RolledSwing, Swing};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Plays the first sight of a terrifying foe: of the combatants that have just come, or by them of all others (BDP-422,
    ///
    pub(super) fn meets_terror(&mut self, come: Slots) {
        let rules = self.rules;
        if rules.ordinary() {
            return;
        }
        for who in self.fight.active().those(|who| !self.fight.body(who).plight.terrified) {
            let seen = |foe: Slot| come.has(who) || come.has(foe);
            let terrifying = |foe: Slot| seen(foe) && rules.fighter(foe).is(Trait::Terrifying);
            let terrible = rules.active_foes(self.fight, who).those(terrifying).len();
            let saves = if rules.rulings.terror_each { terrible } else { terrible.min(1) };
            if (0..saves).any(|_| !self.bears_terror(who)) {
                self.fight.body_mut(who).plight.terrified = true;
                self.table.tell("BDP-422", || format!("{} is in terror", rules.name(who)));
            }
        }
    }

    /// True if a save withstands terror.
    fn bears_terror(&mut self, who: Slot) -> bool {
        self.ability_save(who, self.rules.book.foe.terror_save, 0, Advantage::Neither, &rolls::TERROR)
    }

    /// The end of a combatant's turn: terror may pass; what hobbled it, roused it, or gave it a chance for a blow does
    /// (BDP-422, BDP-506, BDP-512, BDP-530, R-45).
    pub(super) fn ends_turn(&mut self, who: Slot) {
        let rules = self.rules;
        if rules.ordinary() {
            return;
        }
        let body = self.fight.body_mut(who);
        (body.plight.hobbled, body.dodged) = (false, Slots::NONE);
        if std::mem::take(&mut body.plight.rousing) {
            body.plight.roused = false;
        }
        let recovers = rules.rulings.terror_recover == TerrorRecover::Save && self.fight.body(who).plight.terrified;
        if recovers && self.fight.is_active(who) && self.bears_terror(who) {
            self.fight.body_mut(who).plight.terrified = false;
            self.table.tell("R-45", || format!("{} takes heart again", rules.name(who)));
        }
    }

    /// A horse that may take fright: at the sight of beasts and monsters, a trained one when it is first attacked (BDP-374).
    pub(super) fn tries_horse(&mut self, who: Slot) {
        let rules = self.rules;
        if self.fight.body(who).plight.horse_tried || !rules.mounted(who, self.fight.body(who)) {
            return;
        }
        self.fight.body_mut(who).plight.horse_tried = true;
        let numbers = &rules.book.foe;
        if self.ability_save(who, numbers.fear_save, 0, Advantage::Neither, &rolls::HORSE) {
            return;
        }
        self.table.tell("BDP-374", || format!("the horse of {} takes fright", rules.name(who)));
        if !self.ability_save(who, numbers.throw_save, 0, Advantage::Neither, &rolls::THROWN) {
            let body = self.fight.body_mut(who);
            (body.plight.grounded, body.prone) = (true, true);
            self.table.tell("BDP-374", || format!("{} is thrown off", rules.name(who)));
        }
    }

    /// Frightens horses at the sight of enemies: of the combatants that have just come, or by them of all others (BDP-374).
    pub(super) fn meets_monsters(&mut self, come: Slots) {
        let rules = self.rules;
        if rules.ordinary() {
            return;
        }
        for who in self.fight.active() {
            let Some(horse) = rules.fighter(who).horse else { continue };
            let beast = |foe: Slot| (come.has(who) || come.has(foe)) && rules.fighter(foe).is(Trait::Beast);
            let beasts = || rules.active_foes(self.fight, who).any(beast);
            if !horse.trained && beasts() {
                self.tries_horse(who);
            }
        }
    }

    /// Applies what being attacked brings, before anything else (BDP-374, BDP-489).
    pub(super) fn is_attacked(&mut self, event: &Event) {
        let rules = self.rules;
        if PLAIN {
            return;
        }
        let target = event.target;
        self.fight.body_mut(target).unaware &= rules.rulings().unaware_hp_denied;
        if rules.ordinary() {
            return;
        }
        if rules.fighter(target).horse.is_some_and(|horse| horse.trained) {
            self.tries_horse(target);
        }
        let close = || event.attackers.into_iter().any(|who| !rules.swing(self.fight, who, Some(event)).ranged);
        if self.fight.body(target).plight.singing.is_some() && close() {
            self.stops_singing(target);
        }
    }

    /// Attackers that can carry out their attack: those in reach that get at a flyer or rider, and find the invisible (step 1
    /// of an attack event; BDP-411, BDP-415, BDP-417).
    pub(super) fn those_who_reach(&mut self, event: &Event) -> Event {
        let rules = self.rules;
        let (target, foe) = (event.target, rules.fighter(event.target));
        let mut attackers = event.attackers.those(|who| rules.can_strike(self.fight, who, Some(event), target));
        if attackers != event.attackers {
            self.tells_out_of_reach(event, attackers);
        }
        if rules.ordinary() {
            return Event { attackers, ..*event };
        }
        let aloft = rules.aloft(target, self.fight.body(target));
        for who in attackers {
            let ranged = rules.swing(self.fight, who, Some(event)).ranged;
            let reaches =
                !aloft || ranged || self.ability_save(who, rules.book.foe.flying_save, 0, Advantage::Neither, &rolls::FLYER);
            if !reaches {
                attackers = attackers.without(who);
                self.table.tell("BDP-411", || format!("{} does not get at {}", rules.name(who), foe.name));
            } else if foe.is(Trait::Invisible) && !self.finds(who) {
                attackers = attackers.without(who);
                self.table.tell("BDP-415", || format!("{} does not find {}", rules.name(who), foe.name));
            }
        }
        Event { attackers, ..*event }
    }

    /// Tells of attackers that have been pushed or have gone out of reach since they meant to strike (BDP-213).
    #[inline(never)]
    fn tells_out_of_reach(&mut self, event: &Event, reach: Slots) {
        let rules = self.rules;
        for who in event.attackers.those(|who| !reach.has(who) && self.fight.is_active(who)) {
            let (attacker, target) = (rules.name(who), rules.name(event.target));
            self.table.tell("BDP-213", || format!("{attacker} does not reach {target} any more"));
        }
    }

    /// True if a die finds the target invisible (BDP-415).
    fn finds(&mut self, who: Slot) -> bool {
        let numbers = &self.rules.book.foe;
        let missed = i32::from(numbers.invisible_found) - 1;
        !self.table.at_most(who, &rolls::FOUND, numbers.invisible_die.into(), missed)
    }

    /// A flyer or rider that is hit may come down instead of taking the damage (BDP-411, BDP-417).
    pub(super) fn comes_down(&mut self, target: Slot) -> bool {
        let rules = self.rules;
        if rules.ordinary() {
            return false;
        }
        if !rules.aloft(target, self.fight.body(target)) || !self.gives_up_flight(target) {
            return false;
        }
        self.fight.body_mut(target).plight.grounded = true;
        self.table.tell("BDP-411, BDP-417", || format!("{} comes down and takes nothing", rules.name(target)));
        true
    }

    /// Applies what else a blow that did damage brings: a hold, a disease (BDP-410, BDP-414, R-45).
    pub(super) fn afflicts(&mut self, struck: &RolledSwing, target: Slot, damage: i32, hurt: Hurt) {
        let rules = self.rules;
        if rules.ordinary() {
            return;
        }
        let (who, fighter) = (struck.swing.who, rules.fighter(struck.swing.who));
        let free = self.fight.body(target).plight.held_by.is_none();
        let hits = damage > 0 || !rules.rulings.constrict_needs_damage && !struck.blow.missed;
        let holds = hits && fighter.is(Trait::Constrict) && !struck.swing.ranged && free && self.fight.is_active(target);
        if holds && !self.ability_save(target, rules.book.foe.constrict_save, 0, Advantage::Neither, &rolls::HELD) {
            self.fight.body_mut(target).plight.held_by = Some(who);
            self.table.tell("BDP-410", || format!("{} holds {}", fighter.name, rules.name(target)));
        }
        let mark = rules.marks[who.index()].or_else(|| rules.mark_of_any(struck.swing.arm.sources));
        self.marks(target, hurt.lost > 0, hurt.critical, mark);
        if let Some(disease) = fighter.infects.filter(|_| hurt.critical) {
            self.catches(target, disease);
        }
    }

    /// The beginning of a round for a combatant that is held (BDP-410, R-45).
    pub(super) fn is_held(&mut self, who: Slot) {
        let rules = self.rules;
        let Some(holder) = self.fight.body(who).plight.held_by else { return };
        let there = self.fight.is_active(holder) && self.fight.body(who).engaged.has(holder);
        if !there || self.ability_save(who, rules.book.foe.constrict_save, 0, Advantage::Neither, &rolls::HELD) {
            self.fight.body_mut(who).plight.held_by = None;
            return self.table.tell("BDP-410", || format!("{} gets free", rules.name(who)));
        }
        let damage = self.table.sum(holder, &rolls::HOLDING, rules.book.foe.constrict);
        self.table.tell("BDP-410", || format!("{} is squeezed: {damage} damage", rules.name(who)));
        self.table.blame(holder, || "");
        self.hurt(who, damage, Cause { origin: Origin::Monster, ..Cause::default() });
        self.table.blame_nobody();
    }

    /// A breath: announced first, then for every enemy in the zone (BDP-407).
    pub(super) fn breathes(&mut self, who: Slot) {
        let rules = self.rules;
        let Some(breath) = rules.fighter(who).breath else { return };
        let announced = self.fight.body(who).plight.breath_rounds;
        if announced < rules.book.foe.breath_warmup {
            self.fight.body_mut(who).plight.breath_rounds += 1;
            return self.table.tell("BDP-407", || format!("{} draws a deep breath", rules.name(who)));
        }
        self.fight.body_mut(who).plight.breath_rounds = 0;
        self.table.tell("BDP-407", || format!("{} breathes", rules.name(who)));
        let zone = self.fight.body(who).zone;
        for target in rules.active_foes(self.fight, who).those(|foe| self.fight.body(foe).zone == zone) {
            if self.ability_save(target, breath.save, 0, Advantage::Neither, &rolls::BREATH_SAVE) {
                continue;
            }
            let damage = self.table.sum(who, &rolls::BREATH, breath.die);
            self.table.blame(who, || "breath");
            self.anger(target, who, "R-65");
            if !rules.fighter(target).is_immune(breath.element) {
                let harm = AbilityDamage::simply(Ability::Str, damage, Origin::Monster);
                self.harm_ability(target, AbilityDamage { critical: true, ..harm }, "BDP-407");
            }
            if let Some(key) = breath.wound.filter(|_| self.fight.is_active(target)) {
                self.wounds(target, key);
            }
        }
        self.table.blame_nobody();
        self.morale();
    }

    /// Counts what a block or dodge keeps from the defender: by how much the mean of the dice of an attack falls, in half
    /// points.
    #[inline]
    pub(super) fn counts_saved(&mut self, event: &Event, swing: &Swing, reacted: Reacted) {
        let rules = self.rules;
        if rules.stops(reacted.reaction, swing.category) && !rules.impaired(self.fight, swing, event, Reaction::Defend) {
            self.count_prevented(event.target, reacted.reaction, rules.lost_by(swing));
        }
    }

    /// Counts so many half points as kept off by a block or a dodge.
    #[inline]
    pub(super) fn count_prevented(&mut self, who: Slot, by: Reaction, saved: i32) {
        debug_assert!(matches!(by, Reaction::Block | Reaction::Dodge));
        let counter = if by == Reaction::Block { count::SAVED_BY_BLOCKS } else { count::SAVED_BY_DODGES };
        self.table.watch.count(who, counter, saved);
        self.table.watch.count(who, count::SAVED, saved);
    }
}
