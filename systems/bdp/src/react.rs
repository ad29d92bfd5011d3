//! Reactions to an attack: which are legal, what they cost, which one is chosen, and what gear is given up.
//!
//! Owns steps 4.6 and the reaction of 4.5 of the specification, and their defaults where no line decides. Start at
//! [`Play::reacts`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};
use frame::policy::Line;

use super::attack::Event;
use super::decide::RESERVE;
use super::metrics as count;
use super::policy::{Offering, React};
use super::quantities::View;
use super::rulings::{FatigueTiming, NpcReactions, ReactRules, ReactionPer};
use super::sheet::{Category, Reaction, Skill};
use super::state::{ARMOR_BROKEN, Act, Body, Fight, Intent};
use super::swing::Swing;
use super::{Core, Play};

/// A reaction that was chosen, with its opponent where it needs one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reacted {
    /// The reaction.
    pub reaction: Reaction,
    /// The opponent that it parries or strikes back at.
    pub opponent: Option<Slot>,
    /// Fatigue, or uses, that it costs.
    pub cost: u8,
}

impl Reacted {
    /// Taking the blow.
    pub const DEFEND: Reacted = Reacted { reaction: Reaction::Defend, opponent: None, cost: 0 };
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if the defender can react at all (BDP-245, BDP-476, R-26, R-41).
    #[inline]
    fn can_react(&self, fight: &Fight, target: Slot) -> bool {
        let body = fight.body(target);
        let limited = self.rulings().reaction_per != ReactionPer::Event && body.reacted;
        !limited && !self.defenceless(target, body) && (PLAIN || !self.is_out_of_it(fight, target))
    }

    /// True if the defender is surprised, stunned or deep in prayer (BDP-476, R-41).
    fn is_out_of_it(&self, fight: &Fight, target: Slot) -> bool {
        let body = fight.body(target);
        let surprised = body.surprised && !self.rulings().surprise_reactions;
        let prays = matches!(body.intent, Some(Intent { act: Act::Miracle(..), .. }))
            && fight.order.iter().any(|place| place.who() == target);
        surprised || body.unaware || body.stunned > 0 || prays
    }

    /// True if the target has what blocking takes (BDP-287, BDP-321, BDP-322, BDP-607).
    #[inline(always)]
    fn geared_to_block(&self, fight: &Fight, target: Slot) -> bool {
        let body = fight.body(target);
        let holds = |category| self.wielded_all(target, body).any(|weapon| !weapon.ranged && weapon.category == category);
        body.shielded || holds(Category::Balanced) || holds(Category::Slow)
    }

    /// True if nothing keeps it from dodging (BDP-290, BDP-323, BDP-607).
    #[inline(always)]
    fn geared_to_dodge(&self, fight: &Fight, target: Slot) -> bool {
        let body = fight.body(target);
        self.bulk(target, body) < i32::from(self.book.react.heavy) && !self.wields(target, body, Category::Slow)
    }

    /// Returns the price of a reaction, if it is legal, apart from having the slots for it (BDP-286 to BDP-292, BDP-605 to
    /// BDP-608).
    #[inline(always)]
    pub(super) fn price(&self, fight: &Fight, target: Slot, reaction: Reaction) -> Option<u8> {
        let (body, numbers, rules) = (fight.body(target), &self.book.react, self.rulings().react_rules());
        let bulk = self.bulk(target, body);
        match reaction {
            Reaction::Defend => Some(0),
            Reaction::FightBack => Some(numbers.fight_back_fatigue),
            Reaction::Parry => Some(numbers.parry_fatigue),
            Reaction::Block => {
                let strict = matches!(rules, ReactRules::Two | ReactRules::OlderStrict);
                if strict && !self.geared_to_block(fight, target) {
                    return None;
                }
                let firm = || body.shielded || self.wields(target, body, Category::Slow);
                let free = rules == ReactRules::Two && bulk >= i32::from(numbers.heavy) && firm();
                Some(if free { 0 } else { numbers.block_fatigue })
            }
            Reaction::Dodge => {
                let strict = matches!(rules, ReactRules::Two | ReactRules::OlderStrict);
                if strict && !self.geared_to_dodge(fight, target) {
                    return None;
                }
                let fast = || self.wielded_all(target, body).all(|weapon| weapon.category == Category::Fast);
                let free = rules == ReactRules::Two && bulk <= i32::from(numbers.light) && fast();
                Some(if free { 0 } else { numbers.dodge_fatigue })
            }
        }
    }

    /// Returns the price of a reaction now, if it can be chosen with so many slots staying free (step 4.6 of the
    /// specification).
    pub(super) fn cost(&self, fight: &Fight, target: Slot, reaction: Reaction, reserve: u8) -> Option<u8> {
        if self.can_react(fight, target) { self.cost_of_able(fight, target, reaction, reserve) } else { None }
    }

    /// Returns the price of a reaction for a defender that can react.
    #[inline(always)]
    fn cost_of_able(&self, fight: &Fight, target: Slot, reaction: Reaction, reserve: u8) -> Option<u8> {
        if !self.fighter(target).knows(reaction) {
            return None;
        }
        let cost = self.price(fight, target, reaction)?;
        self.affords(target, fight.body(target), cost, reserve).then_some(cost)
    }

    /// True if the defender can pay so much and keep so many slots free (step 4.6 of the specification, R-62, BDP-296).
    #[inline]
    pub(super) fn affords(&self, target: Slot, body: &Body, cost: u8, reserve: u8) -> bool {
        match cost {
            0 => true,
            cost if self.counts_uses(target) => body.reactions >= cost,
            cost => {
                let free = self.free(target, body);
                let left = free - i32::from(cost) * i32::from(self.book.inventory.fatigue);
                left >= i32::from(reserve) && free >= 1
            }
        }
    }

    /// True if its reactions are counted instead of paid in Fatigue.
    fn counts_uses(&self, target: Slot) -> bool {
        !self.fighter(target).pc && self.rulings().npc_reactions == NpcReactions::Uses
    }

    /// True if what it stops, it stops altogether (BDP-608).
    pub(super) fn voids(&self, fight: &Fight, target: Slot, reaction: Reaction) -> bool {
        self.rulings().react_rules() == ReactRules::OlderNegate
            && match reaction {
                Reaction::Block => self.geared_to_block(fight, target),
                Reaction::Dodge => self.geared_to_dodge(fight, target),
                _ => false,
            }
    }

    /// Returns the attackers that a reaction could parry, or strike back at.
    fn opponents(&self, fight: &Fight, event: &Event, reaction: Reaction) -> Slots {
        let (target, attackers) = (event.target, event.attackers);
        let body = fight.body(target);
        let shoots = self.weapon(target, self.wielded(target, body)).ranged;
        let melee = |who: Slot| !self.swing(fight, who, Some(event)).ranged || self.rulings().parry_ranged;
        attackers.those(|who| match reaction {
            Reaction::Parry => !shoots && melee(who) && (body.engaged.has(who) || self.rulings().parry_ranged),
            Reaction::FightBack => shoots || body.engaged.has(who),
            _ => false,
        })
    }

    /// Returns the worth of a block and of a dodge against these attacks, if they gain anything: for each that they newly
    /// impair, what its largest die loses.
    #[inline(always)]
    fn worth(&self, fight: &Fight, event: &Event) -> [Option<i32>; 2] {
        let (mut worth, mut gains) = ([0; 2], [false; 2]);
        for who in event.attackers {
            let swing = self.swing(fight, who, Some(event));
            if self.impaired(fight, &swing, event, Reaction::Defend) {
                continue;
            }
            let lost = self.lost_by(&swing);
            let gain = self.gains_by(&swing) || self.enhanced(fight, &swing, event);
            for (place, reaction) in [Reaction::Block, Reaction::Dodge].into_iter().enumerate() {
                if self.stops(reaction, swing.category) {
                    worth[place] += lost;
                    gains[place] |= gain;
                }
            }
        }
        [0, 1].map(|place| (gains[place] && worth[place] >= 0).then_some(worth[place]))
    }

    /// Returns the points that the largest face of an attack loses when it is impaired.
    #[inline]
    pub(super) fn lost_by(&self, swing: &Swing) -> i32 {
        self.largest_face(swing) - i32::from(self.book.die.impaired)
    }

    /// True if impairing an attack that nothing enhances gains anything: its faces become fewer, or its dice.
    #[inline]
    pub(super) fn gains_by(&self, swing: &Swing) -> bool {
        self.lost_by(swing) > 0 || swing.off.is_some() || swing.arm.die.count > 1
    }

    /// The largest face of the dice of an attack.
    pub(super) fn largest_face(&self, swing: &Swing) -> i32 {
        let second = swing.off.map_or(0, |weapon| self.weapon(swing.who, weapon).die.sides);
        i32::from(swing.arm.die.sides.max(second))
    }

    /// For a defender that can react, the best of block and dodge; taking the blow where neither impairs anything (section 6 of
    /// the specification). Defenders that know neither parry, or strike back, where they know how.
    #[inline]
    pub(super) fn best(&self, fight: &Fight, event: &Event, reserve: u8) -> Reacted {
        let target = event.target;
        debug_assert!(self.can_react(fight, target));
        if !self.able.has(target) {
            return Reacted::DEFEND;
        }
        if let Some((reaction, cost)) = self.best_of_two(fight, event, reserve) {
            return Reacted { reaction, opponent: None, cost };
        }
        self.best_of_others(fight, event, reserve)
    }

    /// Returns the best reaction of a defender that cannot block or dodge to any use.
    #[inline(never)]
    fn best_of_others(&self, fight: &Fight, event: &Event, reserve: u8) -> Reacted {
        let fighter = self.fighter(event.target);
        if fighter.pc || fighter.knows(Reaction::Block) || fighter.knows(Reaction::Dodge) {
            return Reacted::DEFEND;
        }
        let others = [Reaction::Parry, Reaction::FightBack];
        others.into_iter().find_map(|reaction| self.against(fight, event, reaction, reserve)).unwrap_or(Reacted::DEFEND)
    }

    /// The better of block and dodge, if there is any: what impairs more, and of two as good ones the cheaper.
    #[inline(always)]
    pub(super) fn best_of_two(&self, fight: &Fight, event: &Event, reserve: u8) -> Option<(Reaction, u8)> {
        let target = event.target;
        let [block, dodge] = self.worth(fight, event);
        let block = block.and_then(|worth| Some((worth, self.cost_of_able(fight, target, Reaction::Block, reserve)?)));
        let dodge = dodge.and_then(|worth| Some((worth, self.cost_of_able(fight, target, Reaction::Dodge, reserve)?)));
        Self::better(block, dodge)
    }

    /// The better of a block and a dodge that are worth so much and cost so much: what is worth more, and of two as good ones
    /// the cheaper.
    #[inline]
    pub(super) fn better(block: Option<(i32, u8)>, dodge: Option<(i32, u8)>) -> Option<(Reaction, u8)> {
        match (block, dodge) {
            (None, None) => None,
            (Some((_, cost)), None) => Some((Reaction::Block, cost)),
            (None, Some((_, cost))) => Some((Reaction::Dodge, cost)),
            (Some((block, block_cost)), Some((dodge, dodge_cost))) => {
                let dodges = dodge > block || dodge == block && dodge_cost < block_cost;
                Some(if dodges { (Reaction::Dodge, dodge_cost) } else { (Reaction::Block, block_cost) })
            }
        }
    }

    /// A parry of the first attacker that can be parried, or striking back likewise.
    fn against(&self, fight: &Fight, event: &Event, reaction: Reaction, reserve: u8) -> Option<Reacted> {
        let cost = self.cost(fight, event.target, reaction, reserve)?;
        let opponents = self.opponents(fight, event, reaction);
        let opponent = self.choose_opponent(fight, event.target, opponents)?;
        Some(Reacted { reaction, opponent: Some(opponent), cost })
    }

    /// Returns the reaction that a wish comes to, if it is legal.
    #[inline(never)]
    pub(super) fn wish(&self, fight: &Fight, event: &Event, wish: React, reserve: u8) -> Option<Reacted> {
        let plain = |reaction: Reaction| {
            let cost = self.cost(fight, event.target, reaction, reserve)?;
            Some(Reacted { reaction, opponent: None, cost })
        };
        match wish {
            React::Best => Some(self.best(fight, event, reserve)),
            React::Defend => Some(Reacted::DEFEND),
            React::Block => plain(Reaction::Block),
            React::Dodge => plain(Reaction::Dodge),
            React::Parry => self.against(fight, event, Reaction::Parry, reserve),
            React::FightBack => self.against(fight, event, Reaction::FightBack, reserve),
        }
    }

    /// The weapon that can be given up for a blow: the first in hand of a category that can (BDP-282).
    fn offered_weapon(&self, who: Slot, body: &Body) -> Option<u8> {
        let legal = |&weapon: &u8| {
            let arm = self.weapon(who, weapon);
            arm.loose() && !arm.ranged && self.book.sacrifice.weapons.contains(&arm.category)
        };
        std::iter::once(self.wielded(who, body)).chain(self.second(who, body)).find(legal)
    }

    /// True if something can be given up now (BDP-282, BDP-283, BDP-614, BDP-631).
    pub(super) fn can_offer(&self, fight: &Fight, target: Slot, offering: Offering, special: bool) -> bool {
        let (fighter, body) = (self.fighter(target), fight.body(target));
        match offering {
            Offering::Nothing => true,
            Offering::Shield => body.shielded,
            Offering::Armor => {
                let least = if special {
                    self.rulings().sacrifice_special_min(&self.book)
                } else {
                    self.rulings().sacrifice_armor_min(&self.book)
                };
                body.armored && self.worn(target, body) >= i32::from(least)
            }
            Offering::Weapon => !special && self.offered_weapon(target, body).is_some(),
            Offering::Item => {
                let older = self.rulings().skills() == super::rulings::SkillTable::Older;
                !special && older && fighter.has(Skill::ScrapFighter) && body.items != 0
            }
        }
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// The reaction to an event, declared and where the ruling says so paid (BDP-284, R-16, R-26, BDP-285).
    #[inline(always)]
    pub(super) fn reacts(&mut self, event: &Event) -> Reacted {
        let idle = !self.rules.answering.has(event.target);
        if !event.reaction || idle { Reacted::DEFEND } else { self.tries_to_react(event) }
    }

    /// Reacts, for a defender that knows how, or has a policy for it.
    #[inline(never)]
    pub(super) fn tries_to_react(&mut self, event: &Event) -> Reacted {
        if !self.rules.can_react(self.fight, event.target) {
            return Reacted::DEFEND;
        }
        let mut reacted = self.choose_reaction(event);
        if let Some(opponent) = reacted.opponent.filter(|_| event.attackers.len() > 1) {
            let candidates = self.rules.opponents(self.fight, event, reacted.reaction);
            reacted.opponent = Some(self.draws_opponent(event.target, candidates, opponent));
        }
        if reacted.reaction != Reaction::Defend {
            self.declares(event, reacted);
        }
        reacted
    }

    /// Decides how to answer an attack; by default as impairs most (BDP-284).
    #[inline(always)]
    fn choose_reaction(&mut self, event: &Event) -> Reacted {
        let rules = self.rules;
        let (who, view) = (event.target, View { core: rules, fight: self.fight, event: Some(event) });
        let Some(lines) = rules.policies.lists.reaction.of(who) else { return rules.best(self.fight, event, RESERVE) };
        if let Some(slips) = lines.slipping(who, self.table) {
            let can = &mut |&(wish, reserve): &(React, u8)| rules.wish(self.fight, event, wish, reserve).is_some();
            let (wish, reserve) = slips.one(who, self.table, can).copied().unwrap_or((React::Defend, 0));
            return rules.wish(self.fight, event, wish, reserve).unwrap_or(Reacted::DEFEND);
        }
        if lines.is_empty() {
            return rules.best(self.fight, event, RESERVE);
        }
        if let Some(Line { when: None, action: (React::Best, reserve), number }) = lines.iter().next() {
            self.table.watch.line(*number);
            return rules.best(self.fight, event, *reserve);
        }
        let chosen = lines.decide(&view, who, |&(wish, reserve)| rules.wish(self.fight, event, wish, reserve));
        lines.tell(&view, who, chosen.as_ref().map(|(line, _)| line.number), &mut self.table.watch);
        chosen.map_or(Reacted::DEFEND, |(_, reacted)| reacted)
    }

    /// A reaction that costs more than taking the blow is declared and, where the ruling says so, paid (BDP-530, R-16, R-26).
    #[inline]
    pub(super) fn declares(&mut self, event: &Event, reacted: Reacted) {
        let rules = self.rules;
        let target = event.target;
        if rules.rulings().reaction_per != ReactionPer::Event {
            self.fight.body_mut(target).reacted = true;
        }
        let (counter, rule, word) = match reacted.reaction {
            Reaction::Block => (count::BLOCKS, "BDP-287", "blocks"),
            Reaction::Dodge => (count::DODGES, "BDP-289", "dodges"),
            Reaction::Parry => (count::PARRIES, "BDP-292", "parries"),
            _ => (count::FIGHTS_BACK, "BDP-286", "fights back"),
        };
        self.table.watch.count(target, counter, 1);
        self.table.watch.count(target, count::FREE_REACTIONS, i32::from(reacted.cost == 0));
        self.table.tell(rule, || format!("{} {word}", rules.name(target)));
        if rules.rulings().fatigue_timing == FatigueTiming::Declare {
            self.pays(target, reacted.cost);
        }
        if reacted.reaction == Reaction::Dodge && rules.has(target, Skill::WindsWrath) {
            let body = self.fight.body_mut(target);
            body.dodged = body.dodged.chain(event.attackers).collect();
        }
    }

    /// Pays for a reaction.
    pub(super) fn pays(&mut self, target: Slot, cost: u8) {
        if cost == 0 {
            return;
        }
        if self.rules.counts_uses(target) {
            let body = self.fight.body_mut(target);
            body.reactions = body.reactions.saturating_sub(cost);
        } else {
            self.tire(target, cost);
        }
    }

    /// Decides what to give up for a blow; by default nothing (BDP-279).
    fn choose_sacrifice(&mut self, who: Slot, special: bool) -> Offering {
        let rules = self.rules;
        let legal = |fight: &Fight, offering: &Offering| rules.can_offer(fight, who, *offering, special);
        self.said(&rules.policies.lists.sacrifice, who, legal).unwrap_or(Offering::Nothing)
    }

    /// Gives up gear to cancel a blow of this much damage; true when it does (BDP-279 to BDP-283, R-37).
    pub(super) fn sacrifices(&mut self, target: Slot, special: bool) -> bool {
        let rules = self.rules;
        if !rules.policies.lists.sacrifice.deciders().has(target) {
            return false;
        }
        let allowed = if rules.fighter(target).pc { rules.book.sacrifice.pc } else { rules.book.sacrifice.npc };
        if !allowed || !self.fight.is_active(target) {
            return false;
        }
        let offering = self.choose_sacrifice(target, special);
        let offered = rules.offered_weapon(target, self.fight.body(target));
        let fighter = rules.fighter(target);
        let armor_slots = rules.armor_slots(target, self.fight.body(target));
        let body = self.fight.body_mut(target);
        let what = match offering {
            Offering::Nothing => return false,
            Offering::Shield => {
                (body.shielded, body.load) = (false, body.load - fighter.shield_slots);
                "shield"
            }
            Offering::Armor => {
                body.load -= armor_slots;
                (body.armored, body.broken) = (false, body.broken | ARMOR_BROKEN);
                "armor"
            }
            Offering::Weapon => {
                let Some(weapon) = offered else { return false };
                body.weapons &= !(1 << weapon);
                body.broken |= 1 << weapon;
                body.load -= fighter.weapons[usize::from(weapon)].slots;
                "weapon"
            }
            Offering::Item => {
                let Some(item) = (0..fighter.items.len()).find(|item| body.items >> item & 1 == 1) else { return false };
                self.loses_item(target, item);
                "an item"
            }
        };
        self.fight.body_mut(target).hp = 0;
        self.table.watch.count(target, count::SACRIFICES, 1);
        self.table.tell("BDP-279, BDP-280", || format!("{} gives up the {what} and takes nothing", rules.name(target)));
        true
    }
}
