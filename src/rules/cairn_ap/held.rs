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
use super::rulings::HeldModifier;
use super::state::{Fight, Fixed, Split, WAITING_MOST, Waiting, flag};

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
        if !self.can_pay(fight, who, cost) {
            return false;
        }
        let Some(place) = fight.body(who).waiting.iter().position(Option::is_none) else {
            table.tell("CAP-044", || format!("{} holds {WAITING_MOST} actions already, and can hold no more", self.name(who)));
            return false;
        };
        self.pay(fight, who, cost, count::AP_HOLD, table);
        if waiting.act == Do::Help && !self.manages(fight, who, Trivial::Help, table) {
            return true;
        }
        fight.change(who, |body| body.waiting[place] = Some(waiting));
        table.watch.count(who, count::HELD, 1);
        table.tell("CAP-044, CAP-046", || {
            format!("{} waits to {} when {}", self.name(who), self.in_words(who, &waiting), waiting.trigger.in_words())
        });
        true
    }

    /// What would be held, and its action points; nothing when it is not possible.
    fn to_hold(&self, fight: &Fight, who: Slot, intent: &Intent) -> Option<(Waiting, u8)> {
        let ap = &self.book.ap;
        let held = |act, with: usize, split, default| Waiting {
            act,
            trigger: intent.trigger.unwrap_or(default),
            with: with as u8,
            split,
            fixed: match self.rulings.held_modifier {
                HeldModifier::Value => self.settled(fight, who, act, with),
                HeldModifier::Attribute => Fixed::default(),
            },
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
                Some((held(Do::Attack, weapon, none, Trigger::Attacked), self.fighter(who).weapons[weapon].ap))
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

    /// What a held action takes from its holder as it is now. [CAP-046]
    fn settled(&self, fight: &Fight, who: Slot, act: Do, with: usize) -> Fixed {
        let attribute = &self.book.attribute;
        match act {
            Do::Help => Fixed::default(),
            Do::Attack => {
                let arm = &self.fighter(who).weapons[with];
                self.settled_now::<false>(fight, who, arm.attribute, !arm.ranged)
            }
            Do::Cast => self.settled_spell(fight, who),
            Do::Blind => self.settled_stunt(fight, who, attribute.blind),
            _ => self.settled_stunt(fight, who, attribute.stunt),
        }
    }

    /// What is held, for replays.
    fn in_words(&self, who: Slot, held: &Waiting) -> String {
        let (fighter, with) = (self.fighter(who), usize::from(held.with));
        match held.act {
            Do::Attack => format!("attack with the {}", fighter.weapons[with].name),
            Do::Cast => format!("cast {}", fighter.spells[with].name),
            Do::Disarm => "kick a weapon away".to_owned(),
            Do::Blind => "throw sand".to_owned(),
            act => format!("{act:?}").to_lowercase(),
        }
    }

    /// Whether a held action is meant for this one. [CAP-044]
    fn meant(&self, fight: &Fight, who: Slot, held: &Waiting, it: Slot) -> bool {
        held.only.is_none_or(|only| self.held_condition(who, only).holds_of(&View { core: self, fight }, who, it))
    }

    /// Whether a held action can be carried out against this one as things are. Whoever runs past has been in reach, even when it
    /// no longer is. [CAP-044, CAP-047] (steps H4, H5)
    fn possible(&self, fight: &Fight, who: Slot, held: &Waiting, it: Slot) -> bool {
        let (passed, with) = (held.trigger == Trigger::EnemyPasses, usize::from(held.with));
        match held.act {
            Do::Attack => {
                let reaches = || passed || self.in_reach(fight, who, it, &self.fighter(who).weapons[with]);
                self.can_use(fight, who, with) && reaches()
            }
            Do::Cast => {
                let dice = self.affordable(fight, who, held.split).dice();
                dice > 0 && self.can_cast(fight, who, with) && self.can_take(fight, who, with, it)
            }
            stunt => {
                let near = passed && stunt != Do::Grab || self.distance(fight, who, it) <= self.book.attack.reach;
                near && self.can_stunt(fight, who, stunt) && self.stunt_has_use(fight, it, stunt)
            }
        }
    }

    /// Where somebody holds an action, other than help, that waits for this and can be carried out against this one.
    fn waiting_for(&self, fight: &Fight, who: Slot, it: Slot, waits_for: impl Fn(&Waiting) -> bool) -> Option<usize> {
        if !fight.holding().has(who) {
            return None;
        }
        let fits = |held: &Waiting| {
            let waits = held.act != Do::Help && waits_for(held);
            waits && self.possible(fight, who, held, it) && self.meant(fight, who, held, it)
        };
        fight.body(who).waiting.iter().position(|waiting| waiting.as_ref().is_some_and(fits))
    }

    /// What somebody holds there; it is held no more.
    fn take(&self, fight: &mut Fight, who: Slot, place: usize) -> Option<Waiting> {
        let held = fight.body(who).waiting[place];
        fight.change(who, |body| body.waiting[place] = None);
        held
    }

    /// Carries out what was held, against this one. [CAP-047]
    fn happen<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, held: Waiting, target: Slot, table: &mut Table<D, W>) {
        table.watch.count(who, count::TRIGGERED, 1);
        let with = usize::from(held.with);
        let fixed = match self.rulings.held_modifier {
            HeldModifier::Value => held.fixed,
            HeldModifier::Attribute => self.settled(fight, who, held.act, with),
        };
        match held.act {
            Do::Attack => {
                let how = How { sweep: false, held: Some((target, fixed)) };
                self.attack::<false, _, _>(fight, who, (with, &self.fighter(who).weapons[with]), how, table);
            }
            Do::Cast => {
                // A held spell is a spell: enemies may have waited for it.
                self.before_cast(fight, who, table);
                if fight.active().has(who) && self.can_cast(fight, who, with) {
                    self.cast(fight, who, with, held.split, Some((target, fixed)), table);
                }
            }
            stunt => self.stunt(fight, who, target, stunt, Some(fixed), table),
        }
    }

    /// Everybody hostile who waits for what this one does, one action each. (step H5)
    fn answer_of_foes<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        waits_for: impl Fn(&Fight, Slot, &Waiting) -> bool,
        table: &mut Table<D, W>,
    ) {
        for foe in self.active_foes(fight, who) & fight.holding() {
            if !fight.active().has(foe) || !fight.active().has(who) {
                continue;
            }
            let now = &*fight;
            let place = self.waiting_for(now, foe, who, |held| waits_for(now, foe, held));
            if let Some(held) = place.and_then(|place| self.take(fight, foe, place)) {
                self.happen(fight, foe, held, who, table);
            }
        }
    }

    /// Before an attack: friends help, and do what they held for it, as long as there is an attack to help with. Returns how many
    /// help. [CAP-031] (steps H5, H6)
    pub(super) fn before_attack<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        table: &mut Table<D, W>,
    ) -> i32 {
        let mut helpers = 0;
        let awake = fight.active().has(target);
        for friend in self.friends(who) & fight.active() & fight.holding() {
            if self.is_called_off(fight, who, (target, awake)) {
                break;
            }
            let helps = |waiting: &Option<Waiting>| {
                waiting.as_ref().is_some_and(|held| {
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
            let place = self.waiting_for(fight, friend, target, |held| held.trigger == Trigger::AllyAttacks);
            let awake = fight.active().has(target);
            if let Some(held) = place.filter(|_| awake).and_then(|place| self.take(fight, friend, place)) {
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
            let both = fight.active().has(target) && fight.active().has(who) && self.hostile(who, target);
            let place = || self.waiting_for(fight, target, who, |held| held.trigger == Trigger::Attacked);
            if let Some(place) = (may && both).then(place).flatten()
                && let Some(held) = self.take(fight, target, place)
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
        let passes = |fight: &Fight, foe: Slot, held: &Waiting| {
            let (at, reach) = (i32::from(fight.body(foe).at), self.held_reach(foe, held));
            held.trigger == Trigger::EnemyPasses && at >= low - reach && at <= high + reach
        };
        self.answer_of_foes(fight, who, passes, table);
        let comes = |fight: &Fight, foe: Slot, held: &Waiting| {
            let reach = self.held_reach(foe, held);
            let was_out = (i32::from(fight.body(foe).at) - i32::from(from)).abs() > reach;
            held.trigger == Trigger::EnemyComes && was_out && self.distance(fight, foe, who) <= reach
        };
        self.answer_of_foes(fight, who, comes, table);
    }

    /// Spaces that a held action reaches.
    fn held_reach(&self, who: Slot, held: &Waiting) -> i32 {
        let numbers = &self.book.attack;
        match held.act {
            Do::Attack => {
                let arm = &self.fighter(who).weapons[usize::from(held.with)];
                let shot = numbers.far_spaces.map_or(numbers.near_spaces, |far| numbers.near_spaces.min(i32::from(far)));
                if arm.ranged { shot } else { arm.reach }
            }
            Do::Cast => self.fighter(who).spells[usize::from(held.with)].range,
            _ => numbers.reach,
        }
    }

    /// Before a spell: enemies who wait for it. (step H5)
    pub(super) fn before_cast<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        self.answer_of_foes(fight, who, |_, _, held| held.trigger == Trigger::EnemyCasts, table);
    }
}
