//! Stances: what the rules say of a combatant in each of the few states that a plain fight knows, asked once and kept close
//! together, and the turns that need nothing else.
//!
//! Owns [`Stance`] and [`Grip`], which hold answers of the rules and no rule, and the short way through the turns on which most
//! of a plain fight is spent: [an aim](Play::takes_aim) in place of an intention, and [an answer](Play::answers) that is known.
//! In debug builds both are held against the rules of any scenario. Start at [`Stance::all`].

use frame::dice::{Dice, Slot};
use frame::fight::watch::LineNumber;
use frame::fight::{Side, Slots, Watch};
use frame::policy::{Line, Lines};

use super::attack::{Event, Kind};
use super::decide::RESERVE;
use super::fighter::Fighter;
use super::policy::React;
use super::react::Reacted;
use super::sheet::Reaction;
use super::state::{Act, Body, Fight, Intent, WEAPONS_MAX};
use super::{Core, Play};

/// The number of ways to wear armor and shield, or not.
const WEARS: usize = 4;

/// The stance of one combatant in a plain fight.
#[derive(Clone, Debug)]
pub(super) struct Stance {
    /// Its side.
    pub(super) side: Side,
    /// Its enemies.
    foes: Slots,
    /// True if its policy chooses the target.
    chooses_target: bool,
    /// True if its policy says when it drops its backpack.
    unpacks: bool,
    /// Its answer to a blow.
    answer: Answer,
    /// Its grip on each of its weapons; the last of them is none at all.
    grips: [Grip; WEAPONS_MAX],
}

/// An answer to a blow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// It takes it.
    Never,
    /// Always with the better of block and dodge, if one of them is any good; so many slots stay free. A line of its policy may
    /// say so.
    Best(u8, Option<LineNumber>),
    /// As its policy says at that moment, or by striking back.
    Otherwise,
}

/// The grip of a combatant on one of its weapons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Grip {
    /// Its key in the order of a round: of an engaged attacker, and of an attacker that closes in.
    keys: [u32; 2],
    /// The reactions that impair it, one bit each.
    stopped_by: u8,
    /// The prices of a block and a dodge with it in hand where they are known and legal, by what its owner [wears].
    prices: [[Option<u8>; 2]; WEARS],
    /// Points that its largest face loses when it is impaired.
    lost: i32,
    /// True if something is gained by impairing it.
    gains: bool,
}

/// Returns the index of what a combatant wears, out of [`WEARS`]: its armor or not, its shield or not.
#[inline]
fn wears(body: &Body) -> usize {
    usize::from(body.armored) | usize::from(body.shielded) << 1
}

impl Grip {
    /// True if a reaction impairs it.
    #[inline]
    fn is_stopped_by(&self, reaction: Reaction) -> bool {
        self.stopped_by >> reaction as u8 & 1 == 1
    }
}

impl Stance {
    /// The stances of all, by slot.
    pub(super) fn all<const PLAIN: bool>(core: &Core<PLAIN>) -> Vec<Stance> {
        let mut fight = core.morning.clone();
        let mut one = |(index, fighter): (usize, &Fighter)| {
            let who = Slot(index as u8);
            let dressed = |wears: usize| Body { armored: wears & 1 == 1, shielded: wears & 2 == 2, ..fighter.start };
            let grips = std::array::from_fn(|weapon| {
                let weapon = (weapon as u8).min(fighter.unarmed());
                let held = std::array::from_fn(|wears| Body { main: weapon, weapons: 1 << weapon, ..dressed(wears) });
                core.grip_of(who, &held, &mut fight)
            });
            Stance {
                side: fighter.side,
                foes: core.lineup.foes(who),
                chooses_target: core.policies.lists.target.deciders().has(who),
                unpacks: core.policies.lists.backpack.deciders().has(who),
                answer: core.answer_of(who, fighter),
                grips,
            }
        };
        core.fighters.iter().enumerate().map(&mut one).collect()
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Returns how the defender answers attacks, as far as that is known before the fight.
    fn answer_of(&self, who: Slot, fighter: &Fighter) -> Answer {
        if !self.answering.has(who) {
            return Answer::Never;
        }
        let fends = fighter.pc || fighter.knows(Reaction::Block) || fighter.knows(Reaction::Dodge);
        let lines = self.policies.lists.reaction.of(who);
        if lines.is_some_and(Lines::may_slip) {
            return Answer::Otherwise;
        }
        match lines.and_then(|lines| lines.iter().next()) {
            None if fends => Answer::Best(RESERVE, None),
            Some(Line { when: None, action: (React::Best, reserve), number }) if fends => Answer::Best(*reserve, Some(*number)),
            _ => Answer::Otherwise,
        }
    }

    /// Returns the grip of a combatant on one weapon as the rules have it, by what it wears; `fight` is a workspace.
    fn grip_of(&self, who: Slot, held: &[Body; WEARS], fight: &mut Fight) -> Grip {
        let fighter = self.fighter(who);
        *fight.body_mut(who) = held[0];
        let keys = [false, true].map(|closes| {
            fight.body_mut(who).intent = Some(aim(held[0].main, who, closes));
            self.key(fight, who)
        });
        let prices = held.map(|body| {
            *fight.body_mut(who) = body;
            [Reaction::Block, Reaction::Dodge].map(|reaction| {
                let price = self.price(fight, who, reaction);
                price.filter(|_| fighter.knows(reaction))
            })
        });
        let swing = self.swing(fight, who, None);
        let stops = |reaction: Reaction| u8::from(self.stops(reaction, swing.category)) << reaction as u8;
        let grip = Grip {
            keys,
            stopped_by: Reaction::ALL.into_iter().fold(0, |bits, reaction| bits | stops(reaction)),
            prices,
            lost: self.lost_by(&swing),
            gains: self.lost_by(&swing) >= 0 && self.gains_by(&swing),
        };
        *fight.body_mut(who) = *self.morning.body(who);
        grip
    }

    /// Returns the stance of a combatant in a plain fight.
    #[inline]
    pub(super) fn stance(&self, who: Slot) -> &Stance {
        debug_assert!(PLAIN);
        &self.stances[who.index()]
    }

    /// Returns the grip of a combatant on this weapon.
    #[inline]
    fn grip(&self, who: Slot, weapon: u8) -> &Grip {
        &self.stance(who).grips[usize::from(weapon) % WEAPONS_MAX]
    }

    /// The key in the order of an attacker that has taken aim.
    #[inline]
    pub(super) fn key_of_aim(&self, fight: &Fight, who: Slot) -> u32 {
        match &fight.body(who).intent {
            Some(intent) if intent.target.is_some() => {
                let key = self.grip(who, intent.weapon).keys[usize::from(intent.closes)];
                debug_assert_eq!(key, self.key(fight, who));
                key
            }
            _ => self.key(fight, who),
        }
    }

    /// The better of block and dodge against a single blow that is not impaired already, and its price.
    #[inline]
    fn best_against(&self, target: Slot, body: &Body, grip: &Grip, reserve: u8) -> Option<(Reaction, u8)> {
        if !grip.gains {
            return None;
        }
        let pays = |reaction: Reaction, price: Option<u8>| {
            let price = price.filter(|&price| grip.is_stopped_by(reaction) && self.affords(target, body, price, reserve))?;
            Some((grip.lost, price))
        };
        let [block, dodge] = self.grip(target, self.wielded(target, body)).prices[wears(body) % WEARS];
        Self::better(pays(Reaction::Block, block), pays(Reaction::Dodge, dodge))
    }
}

/// A strike of a plain scenario, in which nothing but closing in makes a turn a full one.
#[inline]
fn aim(weapon: u8, target: Slot, closes: bool) -> Intent {
    Intent { act: Act::Attack, target: Some(target), full: closes, closes, ..Intent::wait(weapon) }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Intends to strike: chooses the target; without an enemy the fighter waits (BDP-227, BDP-229, BDP-230).
    #[inline]
    pub(super) fn takes_aim(&mut self, who: Slot) {
        let rules = self.rules;
        let stance = rules.stance(who);
        self.offer(who);
        let lists = &rules.policies.lists;
        debug_assert!(!(lists.action.deciders() | lists.hands.deciders() | lists.stunt.deciders()).has(who));
        if stance.unpacks {
            let busy = self.drops_backpack(who);
            debug_assert!(!busy);
        }
        let foes = stance.foes & self.fight.active();
        let target = match foes.single() {
            Some(only) if !stance.chooses_target => Some(only),
            _ => self.choose_among(who, foes),
        };
        let body = self.fight.body_mut(who);
        let weapon = rules.wielded(who, body);
        let Some(target) = target else {
            body.intent = Some(Intent::wait(weapon));
            return;
        };
        let closes = !body.engaged.has(target);
        body.intent = Some(aim(weapon, target, closes));
        body.last_target = Some(target);
    }

    /// The turn of a single one in a plain scenario, which most of the time is an attack and nothing else.
    #[inline]
    pub(super) fn play_alone(&mut self, who: Slot) {
        debug_assert!(PLAIN && self.rules.is_settled(self.fight) && !self.rules.is_over(self.fight));
        match self.reaches_target(who) {
            Some(target) => self.attack_alone(who, target),
            None => self.play_members(Slots::only(who)),
        }
    }

    /// Returns the target of an attacker in a plain scenario where nothing comes before its strike; closes in where that is
    /// needed.
    #[inline]
    fn reaches_target(&mut self, who: Slot) -> Option<Slot> {
        let body = self.fight.body(who);
        let Intent { target, closes, .. } = body.intent.as_ref().filter(|_| body.bleeding == 0 && body.active())?;
        let (target, closes, near) = ((*target)?, *closes, body.engaged);
        if !self.fight.body(target).active() {
            return None;
        }
        if closes {
            self.fight.engage(who, target);
            return Some(target);
        }
        near.has(target).then_some(target)
    }

    /// The attack of a single one that is known to reach its target, on its turn in a plain scenario.
    #[inline(always)]
    fn attack_alone(&mut self, who: Slot, target: Slot) {
        let rules = self.rules;
        let event = Event { target, attackers: Slots::only(who), kind: Kind::Turn, reaction: true };
        debug_assert!(PLAIN && self.those_who_reach(&event) == event);
        let body = self.fight.body(who);
        let (weapon, hindered) = (rules.wielded(who, body), rules.arm_impairs(body.arms));
        let grip = rules.grip(who, weapon);
        let reacted = self.answers(&event, grip, hindered);
        self.counts_answer(target, reacted);
        self.resolve_attack(&event, reacted);
    }

    /// The answer to a single blow in a plain scenario, declared and paid.
    #[inline(always)]
    fn answers(&mut self, event: &Event, grip: &Grip, hindered: bool) -> Reacted {
        let rules = self.rules;
        let target = event.target;
        let (reserve, line) = match rules.stance(target).answer {
            Answer::Never => return Reacted::DEFEND,
            Answer::Best(reserve, line) => (reserve, line),
            Answer::Otherwise => return self.tries_to_react(event),
        };
        let body = self.fight.body(target);
        if rules.defenceless(target, body) {
            return Reacted::DEFEND;
        }
        let best = if hindered { None } else { rules.best_against(target, body, grip, reserve) };
        debug_assert_eq!(best, rules.best_of_two(self.fight, event, reserve));
        if let Some(line) = line {
            self.table.watch.line(line);
        }
        let Some((reaction, cost)) = best else { return Reacted::DEFEND };
        let reacted = Reacted { reaction, opponent: None, cost };
        self.declares(event, reacted);
        reacted
    }
}
