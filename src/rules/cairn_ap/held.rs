//! Held actions of `cairn-ap`: what is held, what it waits for, how it happens.
//!
//! Owns section 4.9 of the specification: every held action is consumed when it triggers, and lost at the beginning of its
//! holder's next turn. Start at [`Core::hold`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::act::How;
use super::book::Trivial;
use super::decide::Intent;
use super::metrics as count;
use super::observe::View;
use super::policy::{Do, Trigger};
use super::state::{Fight, Fixed, Split, Waiting, flag};

impl Core {
    /// H1: pays and holds an action. [CAP-044, CAP-046]
    pub(super) fn hold<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        intent: &Intent,
        table: &mut Table<D, W>,
    ) -> bool {
        let Some((waiting, cost)) = self.to_hold(fight, who, intent) else { return false };
        let body = fight.body(who);
        let Some(place) = body.waiting.iter().position(Option::is_none).filter(|_| body.ap >= cost) else { return false };
        self.pay(fight, who, cost, count::AP_HOLD, table);
        if waiting.act == Do::Help && !self.manages(fight, who, Trivial::Help, table) {
            return true;
        }
        fight.change(who, |body| body.waiting[place] = Some(waiting));
        table.watch.count(who, count::HELD, 1);
        table.tell("CAP-044, CAP-046", || {
            format!("{} waits: {:?} when {:?}", self.name(who), waiting.act, waiting.trigger).to_lowercase()
        });
        true
    }

    /// What would be held, and its action points; nothing when it is not possible.
    fn to_hold(&self, fight: &Fight, who: Slot, intent: &Intent) -> Option<(Waiting, u8)> {
        let ap = &self.book.ap;
        let attribute = &self.book.attribute;
        let settled = |act| match act {
            Do::Help => Fixed::default(),
            Do::Cast => self.settled_spell(fight, who),
            Do::Blind => self.settled_stunt(fight, who, attribute.blind),
            _ => self.settled_stunt(fight, who, attribute.stunt),
        };
        let held = |act, with: usize, split, default| Waiting {
            act,
            trigger: intent.trigger.unwrap_or(default),
            with: with as u8,
            split,
            fixed: settled(act),
            only: intent.only,
            friend: intent.friend,
        };
        let none = Split::default();
        match intent.act {
            Do::Help => Some((held(Do::Help, 0, none, Trigger::AllyAttacks), ap.help)),
            Do::HoldAttack => {
                let weapon = match intent.weapon {
                    Some(weapon) => Some(usize::from(weapon)).filter(|&weapon| self.can_use(fight, who, weapon)),
                    None => self.first_weapon(fight, who),
                }?;
                let arm = &self.fighter(who).weapons[weapon];
                let fixed = self.settled_now::<false>(fight, who, arm.attribute, !arm.ranged);
                Some((Waiting { fixed, ..held(Do::Attack, weapon, none, Trigger::Attacked) }, arm.ap))
            }
            Do::HoldTrip => Some((held(Do::Trip, 0, none, Trigger::EnemyPasses), ap.stunt)),
            Do::HoldShove => Some((held(Do::Shove, 0, none, Trigger::EnemyComes), ap.stunt)),
            Do::HoldDisarm => Some((held(Do::Disarm, 0, none, Trigger::EnemyComes), ap.stunt)),
            Do::HoldBlind => Some((held(Do::Blind, 0, none, Trigger::EnemyComes), ap.stunt + ap.pick)),
            Do::HoldGrab => {
                let possible = self.can_stunt(fight, who, Do::Grab);
                possible.then(|| (held(Do::Grab, 0, none, Trigger::EnemyComes), ap.stunt))
            }
            Do::HoldCast => {
                let (spell, split) = self.spell_for(fight, who, intent)?;
                (fight.body(who).ready == super::derived::GRIMOIRE || fight.body(who).has(flag::FUSED))
                    .then(|| (held(Do::Cast, spell, split, Trigger::EnemyCasts), ap.cast))
            }
            _ => None,
        }
    }

    /// Whether a held action is meant for this one. [CAP-044]
    fn meant(&self, fight: &Fight, who: Slot, held: Waiting, it: Slot) -> bool {
        held.only.is_none_or(|only| self.held_condition(who, only).holds_of(&View { core: self, fight }, who, it))
    }

    /// Takes one held action of somebody that waits for this of this one, other than help.
    fn take(&self, fight: &mut Fight, who: Slot, trigger: Trigger, it: Slot) -> Option<Waiting> {
        if !fight.holding().has(who) {
            return None;
        }
        let fits = |waiting: &Option<Waiting>| {
            waiting.is_some_and(|held| held.trigger == trigger && held.act != Do::Help && self.meant(fight, who, held, it))
        };
        let place = fight.body(who).waiting.iter().position(fits)?;
        let held = fight.body(who).waiting[place];
        fight.change(who, |body| body.waiting[place] = None);
        held
    }

    /// Carries out what was held, against this one. [CAP-047]
    fn happen<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, held: Waiting, target: Slot, table: &mut Table<D, W>) {
        table.watch.count(who, count::TRIGGERED, 1);
        // Whoever has run past was in reach, even when it no longer is.
        let passed = held.trigger == Trigger::EnemyPasses;
        match held.act {
            Do::Attack => {
                let weapon = usize::from(held.with);
                let arm = &self.fighter(who).weapons[weapon];
                if self.can_use(fight, who, weapon) && (passed || self.in_reach(fight, who, target, arm)) {
                    self.attack::<false, _, _>(
                        fight,
                        who,
                        (weapon, arm),
                        How { sweep: false, held: Some((target, held.fixed)) },
                        table,
                    );
                }
            }
            Do::Cast => {
                let spell = usize::from(held.with);
                // A held spell is a spell: enemies may have waited for it.
                self.before_cast(fight, who, table);
                if fight.active().has(who) && self.can_cast(fight, who, spell) {
                    self.cast(fight, who, spell, held.split, Some((target, held.fixed)), table);
                }
            }
            stunt => {
                let near = passed && stunt != Do::Grab || self.stuntable(fight, who, target, stunt);
                if self.can_stunt(fight, who, stunt) && near && self.stunt_has_use(fight, target, stunt) {
                    self.stunt(fight, who, target, stunt, Some(held.fixed), table);
                }
            }
        }
    }

    /// Everybody hostile who waits for what this one does, one action each. (step H5)
    fn answer_of_foes<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        trigger: Trigger,
        near: impl Fn(&Fight, Slot) -> bool,
        table: &mut Table<D, W>,
    ) {
        for foe in self.active_foes(fight, who) & fight.holding() {
            if fight.active().has(foe)
                && fight.active().has(who)
                && near(fight, foe)
                && let Some(held) = self.take(fight, foe, trigger, who)
            {
                self.happen(fight, foe, held, who, table);
            }
        }
    }

    /// Before an attack: friends help, and do what they held for it. Returns how many help. [CAP-031] (steps H5, H6)
    pub(super) fn before_attack<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        table: &mut Table<D, W>,
    ) -> i32 {
        let mut helpers = 0;
        for friend in self.friends(who) & fight.active() & fight.holding() {
            let helps = |waiting: &Option<Waiting>| {
                waiting.is_some_and(|held| {
                    let friends = held.friend.is_none_or(|helped| helped == who);
                    held.act == Do::Help && friends && self.meant(fight, friend, held, target)
                })
            };
            if let Some(place) = fight.body(friend).waiting.iter().position(helps) {
                fight.change(friend, |body| body.waiting[place] = None);
                helpers += 1;
                table.watch.count(friend, count::TRIGGERED, 1);
                table.tell("CAP-031", || format!("{} helps {}", self.name(friend), self.name(who)));
            }
            if let Some(held) = self.take(fight, friend, Trigger::AllyAttacks, target)
                && fight.active().has(target)
            {
                self.happen(fight, friend, held, target, table);
            }
        }
        helpers
    }

    /// A11: whoever was attacked in close combat and waits for that strikes back. [CAP-029, RU-07] (step H4)
    pub(super) fn after_attack<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        targets: &[Slot],
        melee: bool,
        table: &mut Table<D, W>,
    ) {
        let struck = fight.struck;
        for &target in targets.iter().filter(|_| melee) {
            let parried = !struck.has(target);
            let may = !self.book.attack.riposte_requires_parry || parried;
            if may
                && fight.active().has(target)
                && fight.active().has(who)
                && self.hostile(who, target)
                && let Some(held) = self.take(fight, target, Trigger::Attacked, who)
            {
                table.tell("CAP-029", || format!("{} strikes back", self.name(target)));
                self.happen(fight, target, held, who, table);
            }
        }
    }

    /// After a walk: whoever waits for somebody who comes or passes. [CAP-030] (step H5)
    pub(super) fn after_movement<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, from: i16, table: &mut Table<D, W>) {
        let to = fight.body(who).at;
        let (low, high) = (i32::from(from.min(to)), i32::from(from.max(to)));
        let passed = |fight: &Fight, foe: Slot| {
            let (at, reach) = (i32::from(fight.body(foe).at), self.held_reach(fight, foe, Trigger::EnemyPasses));
            at >= low - reach && at <= high + reach
        };
        self.answer_of_foes(fight, who, Trigger::EnemyPasses, passed, table);
        let comes = |fight: &Fight, foe: Slot| {
            let reach = self.held_reach(fight, foe, Trigger::EnemyComes);
            let was_out = (i32::from(fight.body(foe).at) - i32::from(from)).abs() > reach;
            was_out && self.distance(fight, foe, who) <= reach
        };
        self.answer_of_foes(fight, who, Trigger::EnemyComes, comes, table);
    }

    /// Spaces that what somebody holds for this trigger reaches.
    fn held_reach(&self, fight: &Fight, who: Slot, trigger: Trigger) -> i32 {
        let held = fight.body(who).waiting.iter().flatten().find(|held| held.trigger == trigger);
        match held {
            Some(held) if held.act == Do::Attack => {
                let arm = &self.fighter(who).weapons[usize::from(held.with)];
                if arm.ranged { self.book.attack.near_spaces } else { arm.reach }
            }
            Some(held) if held.act == Do::Cast => self.fighter(who).spells[usize::from(held.with)].range,
            _ => self.book.attack.reach,
        }
    }

    /// Before a spell: enemies who wait for it. (step H5)
    pub(super) fn before_cast<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        self.answer_of_foes(fight, who, Trigger::EnemyCasts, |_, _| true, table);
    }
}
