//! Intentions of `bdp`: what the combatants mean to do in a round.
//!
//! Owns which actions are legal when, their targets and their speed (steps 4.3.2 and 4.3.3 of the specification). Start at
//! [`Play::intend`].

use frame::dice::{Dice, Slot};
use frame::fight::{Offer, Slots, Watch};

use super::decide::{Wish, every};
use super::policy::{Do, Hands, Towards};
use super::quantities::View;
use super::rulings::ActionCost;
use super::sheet::Skill;
use super::state::{Act, Body, Fight, Intent};
use super::{Core, Play};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Decides what a combatant does in the coming round (BDP-227, R-46).
    pub(super) fn intend(&mut self, who: Slot) -> Intent {
        let rules = self.rules;
        let mut spoken = false;
        loop {
            self.offer(who);
            let wish = self.wish_for_action(who, spoken);
            let weapon = wish.weapon.unwrap_or_else(|| rules.wielded(who, self.fight.body(who)));
            let act = rules.act_of(self.fight, who, wish, weapon);
            let intent = self.intent(who, act, wish.first, weapon);
            if wish.act.is_spoken() && rules.rulings.skill_action == ActionCost::Free {
                self.uses_talent(who, act, intent.target);
                spoken = true;
                continue;
            }
            self.fight.body_mut(who).plight.provoked_by = None;
            return intent;
        }
    }

    /// Returns what the policy wants; striking, where it says nothing.
    #[inline(always)]
    fn wish_for_action(&mut self, who: Slot, spoken: bool) -> Wish {
        let rules = self.rules;
        let Some(lines) = rules.policies.lists.action.of(who) else { return Wish::ATTACK };
        let view = View { core: rules, fight: self.fight, event: None };
        let legal = |wish: &Wish| !(spoken && wish.act.is_spoken()) && rules.possible(self.fight, who, *wish);
        lines.decided(&view, who, self.table, legal).copied().unwrap_or(Wish::ATTACK)
    }

    /// An act with its target, its speed and its choices (BDP-229, BDP-230, BDP-304, BDP-305, BDP-476, BDP-604).
    #[inline]
    fn intent(&mut self, who: Slot, act: Act, first: Option<Towards>, weapon: u8) -> Intent {
        let rules = self.rules;
        let engaged = !self.fight.body(who).engaged.is_empty();
        let plain = Intent { act, weapon, first, full: first.is_some(), ..Intent::wait(weapon) };
        match act {
            Act::Retreat => return Intent { full: engaged && !rules.mounted(who, self.fight.body(who)), ..plain },
            Act::Miracle(..) | Act::Song(_) | Act::Breath => return Intent { full: true, ..plain },
            Act::DoubleMove(to) => return Intent { full: true, target: self.heads_for(who, to), ..plain },
            Act::Move(to) => {
                let target = self.heads_for(who, to);
                let slow = |zone: u8| rules.ground.zone(zone).slow;
                return Intent { full: rules.next_step(self.fight, who, to, target).is_some_and(slow), target, ..plain };
            }
            Act::Sculpt(sculpt) => {
                let reachable = rules.in_spell_range(self.fight, who, sculpt.range);
                let target = self.choose_target(who, reachable);
                return Intent { target, full: !sculpt.quick, ..plain };
            }
            Act::Trick(_) | Act::Provoke => {
                let near = rules.in_spell_range(self.fight, who, 0);
                return Intent { target: self.choose_target(who, near), ..plain };
            }
            _ if !act.is_strike() => return plain,
            _ => {}
        }
        self.strike_intent(who, plain)
    }

    /// Chooses the target of a move, where the policy names one; else it is the nearest enemy (BDP-221).
    fn heads_for(&mut self, who: Slot, to: Towards) -> Option<Slot> {
        let named = to == Towards::Target && self.rules.policies.lists.target.deciders().has(who);
        if named { self.choose_target(who, self.rules.active_foes(self.fight, who)) } else { None }
    }

    /// A strike with its target and its choices. An archer without a target in range moves first; an attacker that can reach no
    /// target at all comes nearer (BDP-230, BDP-253).
    #[inline]
    fn strike_intent(&mut self, who: Slot, plain: Intent) -> Intent {
        let rules = self.rules;
        let act = plain.act;
        let shoots = matches!(act, Act::Throw) || matches!(act, Act::Attack) && rules.weapon(who, plain.weapon).ranged;
        let reach = shoots.then(|| rules.shot_zones(who, plain.weapon, matches!(act, Act::Throw)));
        let stuck = !rules.can_move(self.fight.body(who));
        let short = shoots && !stuck && rules.candidates(self.fight, who, reach).is_empty();
        let first = plain.first.or(short.then_some(Towards::Target));
        let reach = reach.map(|zones| zones + u8::from(first.is_some()));
        let candidates = rules.candidates(self.fight, who, reach);
        let Some(target) = self.choose_target(who, candidates) else {
            let most = reach.unwrap_or(1);
            let far = rules
                .active_foes(self.fight, who)
                .those(|foe| rules.ground.steps(self.fight.body(who).zone, self.fight.body(foe).zone) > most);
            if far.is_empty() || stuck {
                return Intent { act: Act::Wait, first: None, full: false, ..plain };
            }
            let target = self.heads_for(who, Towards::Target);
            return Intent { act: Act::DoubleMove(Towards::Target), target, first: None, full: true, ..plain };
        };
        self.fight.body_mut(who).last_target = Some(target);
        let closes = !shoots && !self.fight.body(who).engaged.has(target);
        self.chases(who, target);
        let view = View { core: rules, fight: self.fight, event: None };
        let hands = rules.policies.lists.hands.of(who).and_then(|lines| match lines.slipping(who, self.table) {
            Some(slips) => slips.one(who, self.table, &mut |_| true),
            None => lines.first(&view, who, |_| true).map(|line| &line.action),
        });
        let hands = hands.copied().unwrap_or(Hands::Both);
        // A gambit does no damage: nothing makes it harder, and nothing is risked for it.
        let strikes = !matches!(act, Act::Gambit(_));
        let savage = strikes
            && rules.has(who, Skill::SavageStrikes)
            && rules.free(who, self.fight.body(who)) > i32::from(rules.book.skill.savage_fatigue)
            && self.wants(&self.rules.policies.lists.savage, false, who);
        let stunt = strikes
            && self.fight.body(who).stunts < rules.book.stunt.allowed
            && self.wants(&self.rules.policies.lists.stunt, false, who);
        let full = closes || matches!(act, Act::StrikeAway) || first.is_some();
        Intent { target: Some(target), hands, full, closes, first, savage, stunt, ..plain }
    }
}

impl Do {
    /// True if a skill is a matter of words, which the ruling may make free.
    fn is_spoken(self) -> bool {
        matches!(self, Do::Command | Do::Encourage | Do::Rouse | Do::Provoke)
    }

    /// True if a wish is acted on with a weapon in hand.
    fn is_armed(self) -> bool {
        matches!(self, Do::Attack | Do::Throw | Do::Gambit | Do::StrikeAway | Do::Reload)
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if the combatant can move at all now (BDP-410, BDP-512).
    #[inline]
    pub(super) fn can_move(&self, body: &Body) -> bool {
        PLAIN || body.plight.held_by.is_none() && !body.plight.hobbled
    }

    /// True if a wish can be acted on.
    fn possible(&self, fight: &Fight, who: Slot, wish: Wish) -> bool {
        let (body, fighter) = (fight.body(who), self.fighter(who));
        let weapon = wish.weapon.unwrap_or_else(|| self.wielded(who, body));
        let held = self.usable(who, body, weapon);
        if wish.first.is_some() && !self.can_move(body) {
            return false;
        }
        match wish.act {
            Do::Attack if wish.first.is_some() => held && self.weapon(who, weapon).ranged,
            Do::Attack => held || weapon == fighter.unarmed(),
            Do::Throw => held && self.weapon(who, weapon).thrown,
            Do::Gambit => (held || weapon == fighter.unarmed()) && !self.weapon(who, weapon).ranged,
            Do::StrikeAway => held && !self.weapon(who, weapon).ranged && self.can_move(body),
            Do::Move | Do::DoubleMove => self.ground.zones.len() > 1 && self.can_move(body),
            Do::StepAway => !body.engaged.is_empty() && self.can_move(body),
            Do::Retreat => self.book.retreat.possible && self.can_move(body),
            Do::PickUp => body.dropped != 0 || body.shield_dropped,
            Do::Draw => held && weapon != self.wielded(who, body),
            Do::Reload => held && body.unready[usize::from(weapon)] > 0,
            Do::Sculpt => {
                let reachable = self.in_spell_range(fight, who, wish.sculpt.range);
                self.can_sculpt(fight, who, &wish.sculpt) && !reachable.is_empty()
            }
            Do::Trick => {
                let trick = wish.trick();
                let dice = trick.dice <= self.magic_dice(fight, who) && trick.dice > trick.more;
                dice && !self.in_spell_range(fight, who, 0).is_empty()
            }
            Do::Miracle => self.can_pray(fight, who, wish.miracle) && wish.sculpt.dice <= self.faith_dice(fight, who),
            Do::Song => self.can_sing(fight, who, wish.song),
            Do::Breath => fighter.breath.is_some(),
            Do::Command | Do::Encourage | Do::Rouse | Do::Provoke | Do::Protect | Do::Smoke => {
                self.has_talent(fight, who, wish.act)
            }
            Do::Wait => true,
        }
    }

    /// Returns everything that the combatant could mean to do in the coming round, as lines of `action` say it.
    pub(super) fn options_of(&self, fight: &Fight, who: Slot) -> Vec<Offer> {
        every(self.fighter(who)).legal(|wish| self.possible(fight, who, *wish))
    }

    /// The act that a wish comes to; a weapon that it names is drawn first.
    #[inline]
    fn act_of(&self, fight: &Fight, who: Slot, wish: Wish, weapon: u8) -> Act {
        let arm = self.weapon(who, weapon);
        let unready = || fight.body(who).unready[usize::from(weapon)] > 0;
        if wish.weapon.is_some() && wish.act.is_armed() && self.is_away(who, fight.body(who), weapon) {
            return Act::Draw(weapon);
        }
        match wish.act {
            Do::Attack if arm.ranged && unready() => Act::Reload,
            Do::Attack => Act::Attack,
            Do::Throw => Act::Throw,
            Do::Gambit => Act::Gambit(wish.gambit),
            Do::Move => Act::Move(wish.to),
            Do::DoubleMove => Act::DoubleMove(wish.to),
            Do::StrikeAway => Act::StrikeAway,
            Do::StepAway => Act::StepAway,
            Do::Retreat => Act::Retreat,
            Do::PickUp => Act::PickUp,
            Do::Draw => Act::Draw(weapon),
            Do::Reload => Act::Reload,
            Do::Sculpt => Act::Sculpt(wish.sculpt),
            Do::Trick => Act::Trick(wish.trick()),
            Do::Miracle => Act::Miracle(wish.miracle, wish.sculpt.dice),
            Do::Song => Act::Song(wish.song),
            Do::Breath => Act::Breath,
            Do::Command => Act::Command,
            Do::Encourage => Act::Encourage,
            Do::Rouse => Act::Rouse,
            Do::Provoke => Act::Provoke,
            Do::Protect => Act::Protect,
            Do::Smoke => Act::Smoke,
            Do::Wait => Act::Wait,
        }
    }

    /// Returns the targets that the combatant could go for: enemies in range of a shot, or engaged enemies and those in the
    /// zones around.
    fn candidates(&self, fight: &Fight, who: Slot, shoots: Option<u8>) -> Slots {
        let foes = self.active_foes(fight, who);
        if self.ordinary() { foes } else { foes.those(|foe| self.comes_within(fight, who, foe, shoots, true)) }
    }

    /// True if a shot over so many zones gets at an enemy, or an attacker without a shot is engaged with it, or can close in by
    /// one step where that is meant (BDP-214, BDP-215, BDP-221).
    pub(super) fn comes_within(&self, fight: &Fight, who: Slot, foe: Slot, shot: Option<u8>, closes: bool) -> bool {
        let body = fight.body(who);
        let steps = self.ground.steps(body.zone, fight.body(foe).zone);
        let strikes = || body.engaged.has(foe) || closes && steps <= 1 && self.can_move(body);
        shot.map_or_else(strikes, |zones| steps <= zones)
    }

    /// Returns the zone into which a step leads: towards the target, or the nearest enemy, or away (BDP-221).
    pub(super) fn next_step(&self, fight: &Fight, who: Slot, to: Towards, target: Option<Slot>) -> Option<u8> {
        let (here, foes) = (fight.body(who).zone, self.active_foes(fight, who));
        let goal = target.filter(|&target| to == Towards::Target && foes.has(target)).map_or(foes, Slots::only);
        let near = |zone: u8| goal.map(|foe| self.ground.steps(zone, fight.body(foe).zone)).min().unwrap_or(0);
        self.ground.next_to(here).find(|&zone| match to {
            Towards::Target => near(zone) < near(here),
            Towards::Away => near(zone) > near(here),
        })
    }
}
