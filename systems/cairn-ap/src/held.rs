//! Held actions of `cairn-ap`: what is held, what it waits for, how it happens.
//!
//! Owns section 4.9 of the specification: every held action is consumed when it triggers, and lost at the beginning of its
//! holder's next turn. A held attack may set off another one: that is the one way by which the rules go round. Start at
//! [`Play::hold`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::act::How;
use super::book::Trivial;
use super::decide::Intent;
use super::metrics as count;
use super::policy::{Do, Trigger};
use super::rulings::HeldModifier;
use super::state::{Fight, Fixed, Split, WAITING_MOST, Waiting};
use super::{Core, Play};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// H1: pays and holds an action. [CAP-044, CAP-046]
    pub(super) fn hold(&mut self, who: Slot, intent: &Intent) -> bool {
        let rules = self.rules;
        let Some((waiting, cost)) = rules.to_hold(self.fight, who, intent) else { return false };
        if !rules.can_pay(self.fight, who, cost) {
            return false;
        }
        let Some(place) = self.fight.body(who).waiting.iter().position(Option::is_none) else {
            self.table
                .tell("CAP-044", || format!("{} holds {WAITING_MOST} actions already, and can hold no more", rules.name(who)));
            return false;
        };
        self.pay(who, cost, count::AP_HOLD);
        if waiting.act == Do::Help && !self.manages(who, Trivial::Help) {
            return true;
        }
        self.fight.change(who, |body| body.waiting[place] = Some(waiting));
        self.table.watch.count(who, count::HELD, 1);
        self.table.tell("CAP-044, CAP-046", || {
            format!("{} waits to {} when {}", rules.name(who), rules.in_words(who, &waiting), waiting.trigger.in_words())
        });
        true
    }

    /// Takes the action that the holder holds there; it is held no more.
    fn take(&mut self, who: Slot, place: usize) -> Option<Waiting> {
        let held = self.fight.body(who).waiting[place];
        self.fight.change(who, |body| body.waiting[place] = None);
        held
    }

    /// Carries out what was held, against this one. [CAP-047, RU-28]
    fn happen(&mut self, who: Slot, held: Waiting, target: Slot) {
        let rules = self.rules;
        self.table.watch.count(who, count::TRIGGERED, 1);
        let with = usize::from(held.with);
        let fixed = match rules.rulings.held_modifier {
            HeldModifier::Value => held.fixed,
            HeldModifier::Attribute => rules.settled(self.fight, who, held.act, with),
        };
        match held.act {
            Do::Attack => {
                let how = How { sweep: false, held: Some((target, fixed)) };
                self.attack::<false>(who, with, &rules.fighter(who).weapons[with], how);
            }
            Do::Cast => {
                // A held spell is a spell: enemies may have waited for it.
                self.before_cast(who);
                if self.fight.active().has(who) && rules.can_cast(self.fight, who, with) {
                    self.cast(who, with, held.split, Some((target, fixed)));
                }
            }
            stunt => self.stunt(who, target, stunt, Some(fixed)),
        }
    }

    /// Everybody hostile who waits for what this one does, one action each. (step H5)
    fn answer_of_foes(&mut self, who: Slot, waits_for: impl Fn(&Fight, Slot, &Waiting) -> bool) {
        for foe in self.rules.active_foes(self.fight, who) & self.fight.holding() {
            if !self.fight.active().has(foe) || !self.fight.active().has(who) {
                continue;
            }
            let now = &*self.fight;
            let place = self.rules.waiting_for(now, foe, who, |held| waits_for(now, foe, held));
            if let Some(held) = place.and_then(|place| self.take(foe, place)) {
                self.happen(foe, held, who);
            }
        }
    }

    /// Before an attack: friends help, and do what they held for it, as long as there is an attack to help with. Returns how many
    /// help. [CAP-031] (steps H5, H6)
    pub(super) fn before_attack(&mut self, who: Slot, target: Slot) -> i32 {
        let rules = self.rules;
        let mut helpers = 0;
        let awake = self.fight.active().has(target);
        for friend in rules.lineup.friends(who).without(who) & self.fight.active() & self.fight.holding() {
            if rules.is_called_off(self.fight, who, target, awake) {
                break;
            }
            let helps = |waiting: &Option<Waiting>| {
                waiting.as_ref().is_some_and(|held| {
                    let friends = held.friend.is_none_or(|helped| helped == who);
                    held.act == Do::Help && friends && rules.meant(self.fight, friend, held, target)
                })
            };
            if let Some(place) = self.fight.body(friend).waiting.iter().position(helps) {
                self.fight.change(friend, |body| body.waiting[place] = None);
                helpers += 1;
                self.table.watch.count(friend, count::TRIGGERED, 1);
                self.table.tell("CAP-031", || format!("{} helps {}", rules.name(friend), rules.name(who)));
            }
            let place = rules.waiting_for(self.fight, friend, target, |held| held.trigger == Trigger::AllyAttacks);
            let awake = self.fight.active().has(target);
            if let Some(held) = place.filter(|_| awake).and_then(|place| self.take(friend, place)) {
                self.happen(friend, held, target);
            }
        }
        helpers
    }

    /// A11: targets that wait for it strike back, then friends of theirs who wait for it. [CAP-029, RU-07] (step
    /// H4)
    pub(super) fn after_attack(&mut self, who: Slot, targets: &[Slot], melee: bool) {
        if self.fight.holding().is_empty() {
            return;
        }
        let rules = self.rules;
        let struck = self.fight.struck;
        let trigger = if melee { Trigger::Attacked } else { Trigger::Shot };
        for &target in targets {
            let parried = !struck.has(target);
            let may = !melee || !rules.book.attack.riposte_requires_parry || parried;
            let both = self.fight.active().has(target) && self.fight.active().has(who) && rules.lineup.hostile(who, target);
            let place = || rules.waiting_for(self.fight, target, who, |held| held.trigger == trigger);
            if let Some(place) = (may && both).then(place).flatten()
                && let Some(held) = self.take(target, place)
            {
                self.table.tell("CAP-029", || format!("{} strikes back", rules.name(target)));
                self.happen(target, held, who);
            }
        }
        for &target in targets.iter().filter(|&&target| rules.lineup.hostile(who, target)) {
            self.friends_answer(target, who);
        }
    }

    /// Friends of an attacked combatant do what they held for that, one action each. [CAP-044] (step H5)
    fn friends_answer(&mut self, target: Slot, by: Slot) {
        let rules = self.rules;
        for friend in rules.lineup.friends(target).without(target) & self.fight.active() & self.fight.holding() {
            if !self.fight.active().has(friend) || !self.fight.active().has(by) || !rules.lineup.hostile(friend, by) {
                continue;
            }
            let fallen = !self.fight.active().has(target);
            let waits = |held: &Waiting| match held.trigger {
                Trigger::AllyAttacked => true,
                Trigger::AllyFalls => fallen,
                _ => false,
            };
            let place = rules.waiting_for(self.fight, friend, by, waits);
            if let Some(held) = place.and_then(|place| self.take(friend, place)) {
                let why = if fallen { "fall of" } else { "attack on" };
                self.table.tell("CAP-044", || format!("{} answers the {why} {}", rules.name(friend), rules.name(target)));
                self.happen(friend, held, by);
            }
        }
    }

    /// After a walk: those who wait for one who comes or passes act. [CAP-030] (step H5)
    pub(super) fn after_movement(&mut self, who: Slot, from: i16) {
        let rules = self.rules;
        let to = self.fight.body(who).at;
        let (low, high) = (i32::from(from.min(to)), i32::from(from.max(to)));
        let passes = |fight: &Fight, foe: Slot, held: &Waiting| {
            let (at, reach) = (i32::from(fight.body(foe).at), rules.held_reach(foe, held));
            held.trigger == Trigger::EnemyPasses && at >= low - reach && at <= high + reach
        };
        self.answer_of_foes(who, passes);
        let leaves = |fight: &Fight, foe: Slot, held: &Waiting| {
            let reach = rules.held_reach(foe, held);
            let was_in = (i32::from(fight.body(foe).at) - i32::from(from)).abs() <= reach;
            held.trigger == Trigger::EnemyLeaves && was_in && rules.distance(fight, foe, who) > reach
        };
        self.answer_of_foes(who, leaves);
        let comes = |fight: &Fight, foe: Slot, held: &Waiting| {
            let reach = rules.held_reach(foe, held);
            let was_out = (i32::from(fight.body(foe).at) - i32::from(from)).abs() > reach;
            held.trigger == Trigger::EnemyComes && was_out && rules.distance(fight, foe, who) <= reach
        };
        self.answer_of_foes(who, comes);
    }

    /// Before a spell: enemies who wait for it. (step H5)
    pub(super) fn before_cast(&mut self, who: Slot) {
        self.answer_of_foes(who, |_, _, held| held.trigger == Trigger::EnemyCasts);
    }
}

impl Core {
    /// The action that would be held, and its action points; nothing when it is not possible. [RU-28]
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
        let stunt = |act, default| Some((held(act, 0, none, default), self.stunt_cost(act)));
        match intent.act {
            Do::Help => Some((held(Do::Help, 0, none, Trigger::AllyAttacks), ap.help)),
            Do::HoldAttack => {
                let weapon = match intent.weapon {
                    Some(weapon) => Some(usize::from(weapon)).filter(|&weapon| self.can_use(fight, who, weapon)),
                    None => self.first_weapon(fight, who),
                }?;
                let cost = self.attack_cost(&self.fighter(who).weapons[weapon], false);
                Some((held(Do::Attack, weapon, none, Trigger::Attacked), cost))
            }
            Do::HoldTrip => stunt(Do::Trip, Trigger::EnemyPasses),
            Do::HoldShove => stunt(Do::Shove, Trigger::EnemyComes),
            Do::HoldDisarm => stunt(Do::Disarm, Trigger::EnemyComes),
            Do::HoldBlind => stunt(Do::Blind, Trigger::EnemyComes),
            Do::HoldGrab => stunt(Do::Grab, Trigger::EnemyComes).filter(|_| self.can_stunt(fight, who, Do::Grab)),
            Do::HoldCast => {
                let (spell, split) = self.spell_for(fight, who, intent)?;
                let ready = fight.body(who).holds_grimoire();
                ready.then(|| (held(Do::Cast, spell, split, Trigger::EnemyCasts), ap.cast))
            }
            _ => None,
        }
    }

    /// The values that a held action takes from its holder as it is now. [CAP-046]
    fn settled(&self, fight: &Fight, who: Slot, act: Do, with: usize) -> Fixed {
        let attribute = &self.book.attribute;
        match act {
            Do::Help => Fixed::default(),
            Do::Attack => {
                let arm = &self.fighter(who).weapons[with];
                self.settled_now(fight, who, arm.attribute, !arm.ranged)
            }
            Do::Cast => self.settled_spell(fight, who),
            Do::Blind => self.settled_stunt(fight, who, attribute.blind),
            _ => self.settled_stunt(fight, who, attribute.stunt),
        }
    }

    /// The held action in words, for replays.
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

    /// True if a held action is meant for this one. [CAP-044]
    fn meant(&self, fight: &Fight, who: Slot, held: &Waiting, it: Slot) -> bool {
        held.only.is_none_or(|only| self.held_condition(who, only).holds_of(&self.view(fight), who, it))
    }

    /// True if a held action can be carried out against this one as things are. One who runs past or away has been in reach, even
    /// when it no longer is. [CAP-044, CAP-047] (steps H4, H5)
    fn possible(&self, fight: &Fight, who: Slot, held: &Waiting, it: Slot) -> bool {
        let passed = matches!(held.trigger, Trigger::EnemyPasses | Trigger::EnemyLeaves);
        let with = usize::from(held.with);
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

    /// The place at which a combatant holds an action, other than help, that waits for this and can be carried out against this
    /// one.
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
}
