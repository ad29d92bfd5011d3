//! Readied actions of `heimr`: what sets them off, carrying them out, and the new place in the order of turns.
//!
//! Owns the first half of section 4.19 of the specification. What sets a readied action off may be a readied action itself: the
//! triggers are the one way by which the rules go round. Start at [`Play::fire`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::attack::Why;
use super::metrics as count;
use super::policy::{Do, Trigger};
use super::rulings::ReadiedTarget;
use super::state::{Fight, Readied};
use super::turn::Turn;
use super::{Core, Play};

impl<const PLAIN: bool> Core<PLAIN> {
    /// Enemies of an attacker whose readied action an attack sets off (HEI-108).
    #[inline(always)]
    fn set_off(&self, fight: &Fight, who: Slot, target: Slot, ranged: bool, wanted: impl Fn(Readied) -> bool) -> Slots {
        // A fighter that is out cannot act.
        self.lineup.foes(who).those(|foe| {
            let body = fight.body(foe);
            let Some(readied) = body.readied else { return false };
            let ally = target != foe && self.lineup.friendly(target, foe);
            readied.minds(who)
                && readied.trigger.is_set_off(target == foe, ally, ranged)
                && wanted(readied)
                && self.is_of_use(fight, foe, readied, who)
                && self.can_act(body)
                && !fight.is_hidden(who, foe)
        })
    }

    /// True if a readied action is possible now, an attack against the combatant that it answers to: one that is not waits on
    ///
    fn is_of_use(&self, fight: &Fight, who: Slot, readied: Readied, about: Slot) -> bool {
        let reaches = match readied.action.act {
            _ if self.rulings.readied_target == ReadiedTarget::Anybody => true,
            Do::Attack => self.strike(fight, who).is_some_and(|strike| strike.targets.has(about)),
            Do::Brawl => self.brawl_targets(fight, who).has(about),
            _ => true,
        };
        reaches && self.legal(fight, who, &Turn::ONE_ACTION, readied.action)
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Actions readied for an intention: who sees through it acts before the attack, everybody else after it (HEI-111, HEI-112,
    ///
    pub(super) fn triggers_before(&mut self, who: Slot, target: Slot, ranged: bool) {
        let rules = self.rules;
        if PLAIN || !rules.readies {
            return;
        }
        let waiting = rules.set_off(self.fight, who, target, ranged, |readied| readied.intent);
        self.see_coming(waiting, who);
    }

    /// Actions readied for what an enemy intends to do besides an attack, by those of whom `notices` is true: who sees through
    /// it acts before it is done, everybody else after it. True if the enemy can still do it (HEI-111, HEI-112, R-11).
    pub(super) fn intends(&mut self, trigger: Trigger, who: Slot, notices: impl Fn(&Self, Slot) -> bool) -> bool {
        if PLAIN || !self.rules.readies {
            return true;
        }
        let waiting = self.waiting_for(trigger, who, notices);
        let waiting = waiting.those(|readier| self.fight.body(readier).readied.is_some_and(|readied| readied.intent));
        self.see_coming(waiting, who);
        self.fight.ending.is_none() && self.rules.can_act(self.fight.body(who))
    }

    /// True if a combatant can still do what it means to, after those that have seen through that have acted (HEI-111).
    pub(super) fn is_let(&mut self, who: Slot, act: Do) -> bool {
        PLAIN || Trigger::of_deed(act).is_none_or(|trigger| self.intends(trigger, who, |_, _| true))
    }

    /// Actions readied for what a combatant has just done (HEI-107, HEI-108).
    pub(super) fn has_done(&mut self, who: Slot, act: Do) {
        if !PLAIN
            && self.rules.readies
            && self.fight.ending.is_none()
            && let Some(trigger) = Trigger::of_deed(act)
        {
            self.triggers_of(trigger, who, |_, _| true);
        }
    }

    /// The combatants that see through an intention act at once; the others have to wait for what comes of it (HEI-111,
    /// HEI-112).
    fn see_coming(&mut self, waiting: Slots, who: Slot) {
        if waiting.is_empty() {
            return;
        }
        let mut quick = Slots::NONE;
        for place in 0..self.fight.order.len() {
            let readier = self.fight.order[place];
            if !waiting.has(readier) {
                continue;
            }
            if self.sees_through(readier, who) {
                quick = quick.with(readier);
            } else if let Some(readied) = &mut self.fight.body_mut(readier).readied {
                readied.intent = false;
            }
        }
        self.fire(quick, who);
    }

    /// Actions readied for what has happened (HEI-108, HEI-109).
    pub(super) fn triggers_after(&mut self, who: Slot, target: Slot, ranged: bool) {
        let waiting = self.rules.set_off(self.fight, who, target, ranged, |readied| !readied.intent);
        self.fire(waiting, who);
    }

    /// Actions readied for the hit of a comrade (HEI-108).
    pub(super) fn hit_triggers(&mut self, by: Slot, target: Slot) {
        let waiting = self.fight.slots().filter(|&ally| {
            let body = self.fight.body(ally);
            let answers = body.readied.is_some_and(|readied| readied.waits_for(Trigger::AllyHits, by));
            let readied = ally != by && answers && self.rules.lineup.friendly(by, ally);
            readied && self.rules.can_act(body) && !self.fight.is_hidden(target, ally)
        });
        let waiting = waiting.collect();
        self.fire(waiting, target);
    }

    /// Actions readied for something that an enemy has done, by those of whom `notices` is true (HEI-108).
    pub(super) fn triggers_of(&mut self, trigger: Trigger, by: Slot, notices: impl Fn(&Self, Slot) -> bool) {
        let waiting = self.waiting_for(trigger, by, notices);
        self.fire(waiting, by);
    }

    /// The combatants whose readied action waits for this deed of an enemy that they see, and of which `notices` is true.
    fn waiting_for(&self, trigger: Trigger, by: Slot, notices: impl Fn(&Self, Slot) -> bool) -> Slots {
        self.rules.foes(self.fight, by).those(|foe| {
            let body = self.fight.body(foe);
            let able = body.readied.is_some_and(|readied| readied.waits_for(trigger, by)) && self.rules.can_act(body);
            able && !self.fight.is_hidden(by, foe) && notices(self, foe)
        })
    }

    /// Readied actions that wait for an enemy to enter (HEI-109).
    pub(super) fn entrance_triggers(&mut self, who: Slot) {
        let at = self.fight.body(who).at;
        self.triggers_of(Trigger::EnemyEntersMySquare, who, |play, foe| play.fight.body(foe).at == at);
    }

    /// Carries out readied actions one after the other, in the order of turns; `about` is whom they answer to.
    pub(super) fn fire(&mut self, waiting: Slots, about: Slot) {
        let rules = self.rules;
        let mut left = waiting;
        while let Some(readier) = rules.first_in_order(self.fight, left) {
            left = left.without(readier);
            if self.fight.ending.is_some() {
                return;
            }
            let body = self.fight.body(readier);
            let able =
                rules.can_act(body) && body.readied.is_some_and(|readied| rules.is_of_use(self.fight, readier, readied, about));
            let Some(readied) = self.fight.body_mut(readier).readied.take_if(|_| able) else { continue };
            self.table.watch.count(readier, count::READIED, 1);
            self.table.tell("HEI-108", || format!("{} does what it has readied", rules.name(readier)));
            self.do_readied(readier, readied, about);
            self.step_forward(readier);
        }
    }

    /// Does what a combatant has readied: an attack if there is a target, or anything else as one action.
    fn do_readied(&mut self, who: Slot, readied: Readied, about: Slot) {
        match readied.action.act {
            Do::Brawl => {
                let targets = self.rules.brawl_targets(self.fight, who);
                if let Some(target) = self.readied_target(who, targets, about) {
                    self.brawl(who, target, Why::Readied, 0);
                }
            }
            Do::Attack => {
                let Some(strike) = self.rules.strike(self.fight, who) else { return };
                let Some(target) = self.readied_target(who, strike.targets, about) else { return };
                self.strike_or_shoot(who, target, strike, Why::Readied);
            }
            _ => return self.perform(who, readied.action, &mut { Turn::ONE_ACTION }),
        }
        self.has_moved(who, readied.action.act);
    }

    /// The target of a readied attack: the combatant that set it off, where that is possible.
    fn readied_target(&mut self, who: Slot, targets: Slots, about: Slot) -> Option<Slot> {
        if targets.has(about) { Some(about) } else { self.choose_target(who, targets) }
    }

    /// The place in the order after a readied action: directly before the combatant whose turn it is (HEI-109). A combatant
    /// that has set it off by a readied action of its own takes its own place after that, and so between the two.
    fn step_forward(&mut self, who: Slot) {
        if self.fight.ending.is_some() || self.fight.current() == Some(who) || self.fight.current().is_none() {
            return;
        }
        let place = self.fight.place(who);
        if place >= self.fight.order.len() {
            return;
        }
        self.fight.order.remove(place);
        if place < usize::from(self.fight.cursor) {
            self.fight.cursor -= 1;
        }
        self.fight.order.insert(usize::from(self.fight.cursor), who);
        self.fight.cursor += 1;
        self.table.tell("HEI-109", || {
            format!("{} goes before {} from now on", self.rules.name(who), {
                self.fight.current().map_or("nobody", |current| self.rules.name(current))
            })
        });
    }
}

impl Readied {
    /// True if this combatant can set it off.
    #[inline]
    fn minds(self, who: Slot) -> bool {
        self.who.is_none_or(|only| only == who)
    }

    /// True if it waits for a combatant to do this.
    fn waits_for(self, trigger: Trigger, by: Slot) -> bool {
        self.trigger == trigger && self.minds(by)
    }
}

impl Trigger {
    /// True if a combatant intends it before it happens, which can be seen through (HEI-111).
    pub(super) fn is_intended(self) -> bool {
        match self {
            Trigger::AllyHits | Trigger::AllyFalls | Trigger::EnemyGoesDown => false,
            Trigger::EnemyDraws | Trigger::EnemyStandsUp | Trigger::EnemyUsesSkill | Trigger::EnemyClimbs => true,
            Trigger::EnemyEntersMySquare
            | Trigger::EnemyAttacksMe
            | Trigger::EnemyAttacksAlly
            | Trigger::EnemyShoots
            | Trigger::EnemyLeavesMySquare
            | Trigger::EnemyBrawls => true,
        }
    }

    /// True if an attack sets it off, for one on whose side the attacked are.
    fn is_set_off(self, attacked_me: bool, attacked_ally: bool, ranged: bool) -> bool {
        match self {
            Trigger::EnemyAttacksMe => attacked_me,
            Trigger::EnemyAttacksAlly => attacked_ally,
            Trigger::EnemyShoots => ranged,
            // The other triggers are set off by no attack as such.
            Trigger::EnemyEntersMySquare
            | Trigger::AllyHits
            | Trigger::EnemyLeavesMySquare
            | Trigger::AllyFalls
            | Trigger::EnemyBrawls
            | Trigger::EnemyDraws
            | Trigger::EnemyStandsUp
            | Trigger::EnemyUsesSkill
            | Trigger::EnemyClimbs
            | Trigger::EnemyGoesDown => false,
        }
    }

    /// The trigger that an action sets off by itself, whomever it is for (HEI-107).
    fn of_deed(act: Do) -> Option<Trigger> {
        match act {
            Do::Draw | Do::Get => Some(Trigger::EnemyDraws),
            Do::StandUp => Some(Trigger::EnemyStandsUp),
            Do::Skill => Some(Trigger::EnemyUsesSkill),
            Do::Climb | Do::JumpDown => Some(Trigger::EnemyClimbs),
            _ => None,
        }
    }
}
