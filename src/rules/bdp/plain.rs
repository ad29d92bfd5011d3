//! Plain scenarios: a single fight in which nothing comes to pass but what weapons do, by the rulings as they are published. Most
//! scenarios that only ask how strong somebody is are plain.
//!
//! Owns what makes a scenario plain, and [`Played`], the rules of either kind. The rules are written once, in [`Core`] and `Play`, and
//! compiled twice: whether a scenario is plain is known to the compiler as `PLAIN`, so that what cannot come to pass in it is
//! not asked in each of its turns. What most turns of plain fights are spent on is written here once more, as short as it is in
//! them: [intentions with their places](Play::takes_places) and [bare blows](Play::bare_blow). In debug builds both are held
//! against the rules of any scenario. Start at [`is_plain`].

use crate::dice::{Dice, Die, Slot};
use crate::fight::{Slots, Watch};
use crate::policy::LineBook;

use super::Play;
use super::attack::{Event, Kind};
use super::book::Book;
use super::core::{Core, Fabric};
use super::decide::Wants;
use super::fighter::Fighter;
use super::metrics as count;
use super::order::lines_up;
use super::outfit::Weapon;
use super::react::Reacted;
use super::rolls;
use super::rulings::{ActionCost, Rulings};
use super::sheet::{Length, Quality, Reaction};
use super::stance::{Answer, Grip};
use super::state::{Act, Body, Fight, Intent, Place, Plight, WEARS};
use super::strike::{Blow, Rolled, State, Strike};
use super::swing::Struck;

/// The decisions that policies of plain scenarios may take. All others are left to the rules: everybody strikes with what it
/// wields.
const DECISIONS: [&str; 6] = ["target", "reaction", "opponent", "sacrifice", "backpack", "wound"];

/// Whether a scenario of a single fight is plain: book, rulings, scene, fighters and all lines of its policies.
pub(super) fn is_plain((book, rulings): (&Book, &Rulings), fabric: &Fabric, lines: &LineBook) -> bool {
    let usual = lines.lines().iter().all(|line| DECISIONS.contains(&line.decision));
    let scene = &fabric.scene;
    let aware = scene.surprise.is_none() && fabric.surprised.is_none() && !scene.reaction;
    let whole = book.injury.dismember_percent == 0;
    let ordered = [&book.order.engaged, &book.order.closing].iter().all(|lengths| lengths.len() <= Length::ALL.len());
    let strikes = fabric.fighters.iter().all(only_strikes);
    *rulings == Rulings::UNTOUCHED && usual && aware && whole && ordered && fabric.is_ordinary() && strikes
}

/// Whether somebody can do nothing but strike, with one weapon that stays as it is, in no armor but its own, and knows of the
/// fight.
fn only_strikes(fighter: &Fighter) -> bool {
    let lasts = |weapon: &Weapon| {
        let worn = weapon.uses > 0 || weapon.quality == Quality::Deteriorated;
        !weapon.ranged && !worn && weapon.draw == 0 && weapon.poison.is_none()
    };
    fighter.weapons.iter().all(lasts) && fighter.armors.len() == 1 && fighter.start.off.is_none() && !fighter.start.unaware
}

impl Body {
    /// Whether nothing ails it that cannot come to pass in a plain scenario.
    pub(super) fn is_plain(&self) -> bool {
        let aware = self.zone == 0 && !self.surprised && !self.unaware && !self.reacted && !self.prone && self.stunned == 0;
        let whole = self.limbs_lost == 0 && !self.weakened && self.off.is_none() && self.breaking == 0 && self.stunts == 0;
        let steady = !self.next_impaired && !self.next_enhanced && self.impaired_until == 0 && !self.exposed;
        let usual = !self.patient && self.dodged.is_empty() && self.plight == Plight::default();
        aware && whole && steady && usual
    }
}

/// A bare blow, to be held against the rules of any scenario.
#[derive(Clone, Copy)]
struct Bare<'a> {
    who: Slot,
    grip: &'a Grip,
    strike: Strike,
    rolled: Rolled,
    armor: i32,
    damage: i32,
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Everybody means to strike somebody and takes a place in the order by that (steps 4.3.2 to 4.3.6).
    pub(super) fn takes_places(&mut self) {
        self.fight.order.clear();
        let rolling = self.rules.rolling_side(self.fight);
        // The keys of those with whom the rolling side can be tied, one bit each.
        let mut others = 0_u32;
        for who in self.fight.active() {
            let key = self.takes_aim(who);
            let side = self.rules.stance(who).side;
            others |= u32::from(side != rolling) << bit(key);
            self.fight.order.push(Place::new(key, side, who));
        }
        if self.table.listens() {
            self.fight.active().for_each(|who| self.tells_intention(who));
        }
        debug_assert!(self.fight.round > 0);
        for index in 0..self.fight.order.len() {
            let place = self.fight.order[index];
            let phase = match place.side() == rolling {
                true if others >> bit(place.key()) & 1 == 1 => self.phase(place.who()),
                true => 0,
                false => 1,
            };
            lines_up(&mut self.fight.order, index, place.in_phase(phase));
        }
        self.counts_first();
    }

    /// Chooses the target and returns the key in the order that follows; without an enemy the fighter waits (BDP-227, BDP-229,
    /// BDP-230).
    #[inline]
    fn takes_aim(&mut self, who: Slot) -> u32 {
        let rules = self.rules;
        let stance = rules.stance(who);
        debug_assert!(rules.policy(who).action.is_empty() && rules.policy(who).hands.is_empty());
        debug_assert!(rules.leaves_to_rules(Wants::Stunt, who));
        if stance.unpacks {
            debug_assert!(rules.rulings().backpack_drop == ActionCost::Free);
            self.drops_backpack(who);
        }
        let foes = stance.foes & self.fight.active();
        let target = match foes.single() {
            Some(only) if !stance.aims => Some(only),
            _ => self.choose_among(who, foes),
        };
        let body = self.fight.body_mut(who);
        let weapon = rules.wielded(who, body);
        let Some(target) = target else {
            body.intent = Some(Core::<PLAIN>::idle(weapon));
            return rules.key(self.fight, who);
        };
        let closes = !body.engaged.has(target);
        let strike = Intent { act: Act::Attack, target: Some(target), full: closes, closes, ..Core::<PLAIN>::idle(weapon) };
        (body.intent, body.last_target) = (Some(strike), Some(target));
        let key = rules.grip(who, weapon).keys[usize::from(closes)];
        debug_assert_eq!(key, rules.key(self.fight, who));
        key
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

    /// Returns whom somebody strikes at in a plain scenario where nothing comes before that; closes in where that is needed.
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
        if grip.faces > 0 && reacted.opponent.is_none() && !rules.warding.has(target) {
            self.bare_blow(&event, reacted, who, weapon, hindered);
        } else {
            self.is_carried_out(&event, reacted);
        }
    }

    /// A bare blow: the die of a weapon that can do nothing else, against Armor, by one who is impaired by nothing but a
    /// reaction or an injured arm; what is left of it hurts (steps 3 to 11 and 13 of an attack event).
    #[inline(always)]
    fn bare_blow(&mut self, event: &Event, reacted: Reacted, who: Slot, weapon: u8, hindered: bool) {
        let rules = self.rules;
        let (target, grip) = (event.target, rules.grip(who, weapon));
        let stopped = grip.is_stopped_by(reacted.reaction);
        if stopped && !hindered {
            self.keeps_off(target, reacted.reaction, grip.lost);
        }
        let state = if stopped || hindered { State::Impaired } else { State::Normal };
        let armor = rules.armor(target, self.fight.body(target));
        let strike = Strike::with(Die::new(1, grip.faces), state, &rules.book);
        let rolled = strike.roll(who, &rolls::DAMAGE, self.table);
        let damage = (rolled.natural - armor).max(0);
        debug_assert!(rules.is_bare(self.fight, event, reacted, &Bare { who, grip, strike, rolled, armor, damage }));
        self.table.watch.count(who, count::ATTACKS, 1);
        self.table.watch.count(who, count::DAMAGE_ROLLED, rolled.natural);
        self.tells_attack(who, target, rolled.natural, armor);
        if damage > 0 {
            let hurt = self.hurt(target, damage, grip.cause);
            self.table.watch.count(who, count::DAMAGE_DEALT, damage);
            self.credits(who, weapon, target, hurt);
        }
        // Without damage and Fatigue nobody has reason to lose heart.
        if damage > 0 || reacted.cost > 0 {
            self.morale();
        }
        debug_assert!(rules.is_settled(self.fight));
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
        let best = rules.best_against(target, body, grip, hindered, reserve);
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

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if a bare blow is what the rules of any scenario make of it.
    fn is_bare(&self, fight: &Fight, event: &Event, reacted: Reacted, bare: &Bare) -> bool {
        let Bare { who, grip, strike, rolled, armor, damage } = *bare;
        let (swing, body, target) = (self.swing(fight, who, Some(event)), fight.body(who), event.target);
        let edge = self.edge_of(who, body, swing.weapon, swing.arm);
        let (impaired, enhanced) = (self.impaired(fight, &swing, event, reacted.reaction), self.enhanced(fight, &swing, event));
        let same = State::of(impaired, enhanced, self.rulings()) == strike.state
            && strike == self.strike(&swing, body, edge, strike.state, false);
        let blow = Blow::new(rolled, edge, self.bonus(fight, &swing, i32::from(strike.main.sides), target), armor, &self.book);
        let faces = i32::from(strike.main.sides);
        let struck = Struck { swing, edge, faces, blow, through: blow.through(armor) };
        let bare = !edge.acts && !blow.missed && (blow.total, blow.value) == (rolled.natural, rolled.natural);
        let voided = self.voids(fight, target, reacted.reaction) || self.hp_denied(fight.body(target));
        let taken = fight.is_active(target) && !self.could_go_on(&struck) && !self.warding.has(target) && !voided;
        let lost = self.largest_face(&swing) - i32::from(self.book.die.impaired);
        let cause = self.cause(&struck) == grip.cause && lost == grip.lost;
        let stopped = self.stops(reacted.reaction, swing.category) == grip.is_stopped_by(reacted.reaction);
        same && bare && taken && cause && stopped && struck.through == damage
    }

    /// The better of block and dodge against a single blow in a plain scenario: both keep off as much, so that it is the cheaper
    /// one.
    #[inline]
    fn best_against(&self, target: Slot, body: &Body, grip: &Grip, hindered: bool, reserve: u8) -> Option<(Reaction, u8)> {
        if hindered || !grip.gains {
            return None;
        }
        let (stance, [block, dodge]) = (self.stance(target), self.grip_now(target, body).prices[body.wears() % WEARS]);
        let pays = |reaction: Reaction, price: Option<u8>| {
            let price = price.filter(|_| grip.is_stopped_by(reaction) && stance.knows(reaction));
            price.filter(|&price| self.affords(target, body, price, reserve))
        };
        match (pays(Reaction::Block, block), pays(Reaction::Dodge, dodge)) {
            (Some(block), Some(dodge)) if dodge < block => Some((Reaction::Dodge, dodge)),
            (Some(block), _) => Some((Reaction::Block, block)),
            (None, dodge) => dodge.map(|dodge| (Reaction::Dodge, dodge)),
        }
    }
}

/// Speed and rank of a key as the number of a bit; there are no more ranks in a plain scenario than lengths.
#[inline]
fn bit(key: u32) -> u32 {
    debug_assert!(key >> 12 < u32::BITS && key & 0xFFF == 0);
    key >> 12 & 31
}

/// The rules of a scenario of either kind.
pub type Played = crate::rules::Played<Core<false>, Core<true>>;
