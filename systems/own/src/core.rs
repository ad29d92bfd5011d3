//! The rules of a page, loaded for one scenario: its programs, the sheets as numbers, who decides how.
//!
//! Owns what is read and changes nothing: values of a state, what a combatant sees, what it would choose. Start at [`Core`].

use super::code::{ASKED, At, Known, MYSELF, NOTHING, Op, REGISTERS, TARGET, WITH};
use super::compile::Programs;
use super::ground::{self, Ground};
use super::page::{CELLS, Page};
use super::state::{Body, COUNTED_ACTIONS, Fight};
use super::text::{On, OrderBy, OrderEach, OrderHigh, Whom};
use frame::arena::square::Square;
use frame::dice::{Purpose, Roll, Slot};
use frame::fight::{Catalogue, Ending, Lineup, Offer, Slots};
use frame::policy::{Group, Lists, Observer, Selector};
use std::sync::Arc;

/// Registers with their values.
pub type Registers = [i64; REGISTERS];

/// The place of a register.
#[inline(always)]
pub fn at(register: u8) -> usize {
    usize::from(register) % REGISTERS
}

/// An action as a line of a policy wants it.
#[derive(Clone, PartialEq, Debug)]
pub struct Deed {
    /// The action.
    pub action: usize,
    /// The name of what is used, if it is said.
    pub with: Option<String>,
    /// The choice of its target, if it is said.
    pub selector: Option<Selector>,
}

/// An action that can be done, with whom and with what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The action.
    pub action: usize,
    /// The target.
    pub target: Option<Slot>,
    /// The place of the record that is used.
    pub with: i64,
    /// All to whom it is done, where that can be several.
    pub those: Slots,
}

/// A record of a combatant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thing {
    /// The place of its first number.
    pub at: i64,
    /// Its name.
    pub name: String,
}

/// What an action asks for, worked out when it is loaded.
#[derive(Clone, Copy, Debug)]
pub struct ActionFacts {
    /// Those whom it is done to.
    pub on: On,
    /// The stat that lists what it is done with.
    pub list: Option<u8>,
    /// The most times in a turn, and where they are counted.
    pub per_turn: Option<(u8, u8)>,
    /// True if it is done only where a line says so.
    pub asked: bool,
    /// False if the book says that nobody does it.
    pub allowed: bool,
}

/// The observables of policies, by their codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// A state.
    State(u8),
    /// A number of the sheet.
    Stat(u8),
    /// A value that follows from others.
    Value(usize),
    /// A status, given by its argument.
    Has,
    /// True if it is out.
    Out,
    /// True if it is dead.
    Dead,
    /// The round.
    Round,
    /// The number of enemies who are not out.
    Enemies,
    /// The number of others of one's side who are not out.
    Allies,
    /// Actions that are left of the turn.
    Left,
    /// How far a combatant is from oneself.
    Distance,
    /// True if there is cover between oneself and a combatant.
    Covered,
    /// True if there is no wall between them.
    Sight,
}

/// The rules, loaded for one scenario.
#[derive(Debug)]
pub struct Core {
    pub(super) page: Arc<Page>,
    pub(super) programs: Programs,
    /// By slot, then by stat: numbers of the sheet; of a list the place of its first record.
    pub(super) stats: Vec<i64>,
    /// Numbers of all records.
    pub(super) facts: Vec<i64>,
    /// By slot, then by stat: the records of a list.
    pub(super) things: Vec<Vec<Thing>>,
    /// By slot.
    pub(super) names: Vec<String>,
    pub(super) lineup: Lineup,
    /// The place of its fights.
    pub(super) ground: Option<Ground>,
    /// The state in which a day begins.
    pub(super) morning: Vec<Body>,
    pub(super) actions: Vec<ActionFacts>,
    pub(super) policies: Lists<Deed>,
    /// By decision.
    pub(super) decisions: Vec<Lists<bool>>,
    pub(super) usual: Vec<bool>,
    /// The target where no line says who.
    pub(super) target: Selector,
    pub(super) seen: Vec<Seen>,
    /// By hazard of the day: its kind, and what it takes.
    pub(super) hazards: Vec<(usize, Vec<i64>)>,
    pub(super) order: OrderFacts,
    pub(super) rounds_max: u16,
    pub(super) pool: Option<u8>,
    /// The cell that is lost when a combatant is hurt.
    pub(super) health: Option<u8>,
    /// Cells that begin anew in each round, in each turn, in each fight.
    pub(super) again: [Vec<u8>; 3],
    /// True if a status can end by itself.
    pub(super) statuses_end: bool,
    /// Cells of statuses with which a turn is lost.
    pub(super) losing: Vec<u8>,
    pub(super) random_target: &'static Roll,
    pub(super) tie: &'static Roll,
    pub(super) struck: &'static Roll,
    /// The purposes of all rolls that can happen.
    pub(super) purposes: Vec<Purpose>,
    pub(super) catalogue: Catalogue,
    pub(super) metrics_of_state: usize,
    /// Cells that metrics tell.
    pub(super) told: Vec<u8>,
}

/// The order of turns.
#[derive(Clone, Copy, Debug)]
pub struct OrderFacts {
    /// Those who come in it.
    pub by: OrderBy,
    /// How often it is found.
    pub each: OrderEach,
    /// The place of the highest.
    pub high: OrderHigh,
}

impl Core {
    /// True if everybody acts before anybody goes out.
    #[inline]
    pub fn at_once(&self) -> bool {
        self.order.by == OrderBy::AtOnce
    }

    /// The name of a combatant.
    pub fn name(&self, who: Slot) -> &str {
        &self.names[who.index()]
    }

    /// The statuses of a page come behind its states.
    pub fn first_status(&self) -> usize {
        self.page.states.len()
    }

    /// A number of the sheet of a combatant; 0 of nobody.
    #[inline(always)]
    pub fn stat(&self, who: i64, stat: u8) -> i64 {
        let place = (who as usize).wrapping_mul(self.page.stats.len()).wrapping_add(usize::from(stat));
        if who < 0 { 0 } else { self.stats.get(place).copied().unwrap_or(0) }
    }

    /// The members of a group as a combatant sees it.
    #[inline]
    pub fn group(&self, fight: &Fight, who: i64, group: u8) -> Slots {
        let Ok(own) = u8::try_from(who).map(Slot) else { return Slots::NONE };
        if own.index() >= self.names.len() {
            return Slots::NONE;
        }
        match group {
            0 => (fight.active() & self.lineup.friends(own)).without(own),
            1 => fight.active() & self.lineup.foes(own),
            2 => fight.active() & self.lineup.friends(own),
            3 => fight.active(),
            4 => (fight.there & fight.out & self.lineup.friends(own)).without(own),
            _ => fight.there & fight.out & self.lineup.foes(own),
        }
    }

    /// Carries out an operation that changes nothing but registers. Returns false for any other.
    #[inline(always)]
    pub(super) fn pure(&self, fight: &Fight, op: &Op, r: &mut Registers, next: &mut usize) -> bool {
        match *op {
            Op::Set { d, k } => r[at(d)] = i64::from(k),
            Op::SetLarge { d, k } => r[at(d)] = self.programs.code.large[usize::from(k)],
            Op::Copy { d, a } => r[at(d)] = r[at(a)],
            Op::Cell { d, who, cell } => r[at(d)] = fight.cell(r[at(who)], cell),
            Op::Has { d, who, cell } => r[at(d)] = i64::from(fight.cell(r[at(who)], cell) != 0),
            Op::Stat { d, who, stat } => r[at(d)] = self.stat(r[at(who)], stat),
            Op::First { d, who, list } => r[at(d)] = if r[at(who)] < 0 { NOTHING } else { self.stat(r[at(who)], list) },
            Op::Field { d, a, field } => {
                let place = r[at(a)];
                let fact = self.facts.get((place as usize).wrapping_add(usize::from(field))).copied();
                r[at(d)] = if place < 0 { 0 } else { fact.unwrap_or(0) };
            }
            Op::Round { d } => r[at(d)] = i64::from(fight.round),
            Op::Same { d, a, b } => r[at(d)] = i64::from(r[at(a)] == r[at(b)]),
            Op::Out { d, who } => r[at(d)] = i64::from(slot(r[at(who)]).is_some_and(|who| fight.out.has(who))),
            Op::Dead { d, who } => r[at(d)] = i64::from(slot(r[at(who)]).is_some_and(|who| fight.dead.has(who))),
            Op::Calc { operator, d, a, b } => r[at(d)] = operator.apply(r[at(a)], r[at(b)]),
            Op::CalcK { operator, d, a, k } => r[at(d)] = operator.apply(r[at(a)], i64::from(k)),
            Op::Negate { d, a } => r[at(d)] = r[at(a)].saturating_neg(),
            Op::Absolute { d, a } => r[at(d)] = r[at(a)].saturating_abs(),
            Op::Not { d, a } => r[at(d)] = i64::from(r[at(a)] == 0),
            Op::Table { d, a, table } => r[at(d)] = self.programs.tables[usize::from(table)].find(r[at(a)], 0),
            Op::Table2 { d, a, b, table } => {
                r[at(d)] = self.programs.tables[usize::from(table)].find(r[at(a)], r[at(b)]);
            }
            Op::Apart { d, a, b } => {
                r[at(d)] = match (slot(r[at(a)]), slot(r[at(b)])) {
                    (Some(one), Some(other)) => self.apart(fight, one, other),
                    _ => 0,
                };
            }
            Op::Between { d, a, b, walls } => {
                r[at(d)] = match (slot(r[at(a)]), slot(r[at(b)])) {
                    (Some(one), Some(other)) => self.between(fight, one, other, walls),
                    _ => 0,
                };
            }
            Op::DiceOf { d, a, part } => {
                let dice = super::dice::Packed::of(r[at(a)]);
                r[at(d)] = match part {
                    0 => i64::from(dice.count),
                    1 => i64::from(dice.faces),
                    _ => i64::from(dice.plus),
                };
            }
            Op::Group { d, who, group } => r[at(d)] = self.group(fight, r[at(who)], group).bits() as i64,
            Op::Length { d, a } => r[at(d)] = i64::from(r[at(a)].count_ones()),
            Op::Next { d, bits, to } => {
                let set = r[at(bits)] as u64;
                if set == 0 {
                    *next = usize::from(to);
                } else {
                    r[at(d)] = i64::from(set.trailing_zeros());
                    r[at(bits)] = (set & (set - 1)) as i64;
                }
            }
            Op::Include { bits, a } => r[at(bits)] |= (1_u64 << (r[at(a)] as u64 & 63)) as i64,
            Op::Jump { to } => *next = usize::from(to),
            Op::JumpIfNot { a, to } => {
                if r[at(a)] == 0 {
                    *next = usize::from(to);
                }
            }
            Op::JumpIf { a, to } => {
                if r[at(a)] != 0 {
                    *next = usize::from(to);
                }
            }
            Op::JumpOn { orders, a, b, to } => {
                if orders.allow(r[at(a)], r[at(b)]) != 0 {
                    *next = usize::from(to);
                }
            }
            Op::JumpOnK { orders, a, k, to } => {
                if orders.allow(r[at(a)], i64::from(k)) != 0 {
                    *next = usize::from(to);
                }
            }
            _ => return false,
        }
        true
    }

    /// How far two are apart; 0 where nobody stands anywhere.
    #[inline(never)]
    pub fn apart(&self, fight: &Fight, one: Slot, other: Slot) -> i64 {
        self.ground.as_ref().map_or(0, |ground| ground.apart(fight, one, other))
    }

    /// The squares with walls, or with cover, between two.
    #[inline(never)]
    pub fn between(&self, fight: &Fight, one: Slot, other: Slot, walls: bool) -> i64 {
        self.ground.as_ref().map_or(0, |ground| ground.between(fight, one, other, walls))
    }

    /// Puts one at the beginning of the arena, and the other and those behind it so far away.
    pub fn stand_apart(&self, fight: &mut Fight, one: Slot, other: Slot, distance: i64) {
        let Some(ground) = &self.ground else { return };
        let x = (distance / ground.step).clamp(0, i64::from(ground.grid.width) - 1) as i16;
        let mut put = |who: Slot, at: Square| fight.bodies[who.index()].0[usize::from(ground.cell) % CELLS] = ground::cell(at);
        put(one, Square { x: 0, y: 0 });
        for (y, who) in (0..).zip(self.lineup.all().without(one)) {
            let y = if ground.shared { 0 } else { y };
            put(who, Square { x: if who == other || !self.lineup.friendly(one, who) { x } else { 1 }, y });
        }
    }

    /// The value that a program without statements gives; 0 of one that gives none.
    pub fn value(&self, fight: &Fight, place: At, r: &mut Registers) -> i64 {
        let ops = &self.programs.code.ops;
        let mut next = usize::from(place);
        loop {
            let op = &ops[next];
            next += 1;
            if let Op::Give { a } = *op {
                return r[at(a)];
            }
            if !self.pure(fight, op, r, &mut next) {
                return 0;
            }
        }
    }

    /// The value that a program gives of a combatant.
    #[inline]
    pub fn of(&self, fight: &Fight, place: At, who: Slot, r: &mut Registers) -> i64 {
        r[at(ASKED)] = i64::from(who.0);
        self.value(fight, place, r)
    }

    /// The value that a program gives of a combatant, asked from outside of any other.
    pub fn asked(&self, fight: &Fight, place: At, who: Slot) -> i64 {
        self.of(fight, place, who, &mut [0; REGISTERS])
    }

    /// The number within the limits of a cell.
    #[inline]
    pub fn bounded(&self, fight: &Fight, who: Slot, cell: u8, number: i64, r: &mut Registers) -> i32 {
        let number = number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let Some((_, from, to)) = self.programs.states.get(usize::from(cell)).copied() else { return number };
        let number = self.known(fight, who, to, r).map_or(number, |most| number.min(most));
        self.known(fight, who, from, r).map_or(number, |least| number.max(least))
    }

    /// A number of a combatant, if there is one.
    #[inline]
    fn known(&self, fight: &Fight, who: Slot, known: Known, r: &mut Registers) -> Option<i32> {
        match known {
            Known::None => None,
            Known::Is(number) => Some(number),
            Known::Given(place) => Some(self.of(fight, place, who, r).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32),
        }
    }

    /// Puts a state to what it begins with.
    pub fn begin(&self, fight: &mut Fight, who: Slot, cell: u8) {
        let (begins, from, to) = self.programs.states[usize::from(cell)];
        let value = match (begins, from, to) {
            (Known::Is(value), Known::None, Known::None) => value,
            _ => {
                let mut r = [0; REGISTERS];
                let value = self.known(fight, who, begins, &mut r).unwrap_or(0);
                self.bounded(fight, who, cell, i64::from(value), &mut r)
            }
        };
        fight.bodies[who.index()].0[usize::from(cell) % CELLS] = value;
    }

    /// True if a combatant is out by its condition.
    #[inline]
    pub fn is_out(&self, fight: &Fight, who: Slot, r: &mut Registers) -> bool {
        self.of(fight, self.programs.out, who, r) != 0
    }

    /// True if a combatant is dead by its condition.
    pub fn is_dead(&self, fight: &Fight, who: Slot, r: &mut Registers) -> bool {
        self.programs.dead.is_some_and(|dead| self.of(fight, dead, who, r) != 0)
    }

    /// The ending, if nobody who is left has anybody to fight.
    pub fn ending(&self, fight: &Fight) -> Option<Ending> {
        let awaited = self.lineup.arrivals.awaited_in(fight.round) & self.lineup.members_of(fight.met);
        self.lineup.ending(fight.active() | awaited.but(fight.out), fight.met)
    }

    // Decisions.

    /// Those to whom an action could be done, before its condition is asked.
    pub(super) fn candidates(&self, fight: &Fight, who: Slot, on: On) -> Slots {
        let own = i64::from(who.0);
        match on.whom {
            Whom::Enemy => self.group(fight, own, 1),
            Whom::Ally => self.group(fight, own, 0),
            Whom::Friend => self.group(fight, own, 2),
            Whom::FallenAlly => self.group(fight, own, 4),
            Whom::FallenEnemy => self.group(fight, own, 5),
            Whom::Myself | Whom::Nobody => Slots::only(who),
        }
    }

    /// True if a combatant can do an action to a target with something.
    fn can(&self, fight: &Fight, who: Slot, action: usize, target: Slot, with: i64) -> bool {
        let Some(when) = self.programs.actions[action].when else { return true };
        let mut r = [0; REGISTERS];
        (r[at(MYSELF)], r[at(TARGET)], r[at(WITH)]) = (i64::from(who.0), i64::from(target.0), with);
        self.value(fight, when, &mut r) != 0
    }

    /// The cost of an action.
    pub fn cost(&self, fight: &Fight, who: Slot, action: usize) -> i64 {
        let Some(cost) = self.programs.actions[action].cost else { return 1 };
        let mut r = [0; REGISTERS];
        (r[at(MYSELF)], r[at(TARGET)], r[at(WITH)]) = (i64::from(who.0), i64::from(who.0), self.first_of(who, action));
        self.value(fight, cost, &mut r)
    }

    /// The first thing of a combatant that an action can be done with.
    fn first_of(&self, who: Slot, action: usize) -> i64 {
        self.actions[action].list.map_or(NOTHING, |list| self.stat(i64::from(who.0), list))
    }

    /// The things of a combatant that an action can be done with.
    pub fn things_for(&self, who: Slot, action: usize) -> &[Thing] {
        match self.actions[action].list {
            Some(list) => &self.things[who.index() * self.page.stats.len() + usize::from(list)],
            None => &[],
        }
    }

    /// Finds an action that can be done as a line wants it: with the first thing and the target that can be.
    pub fn attempt(&self, view: &View<'_>, who: Slot, deed: &Deed, pick: &mut dyn FnMut(usize) -> usize) -> Option<Chosen> {
        let (fight, action) = (view.fight, deed.action);
        let facts = &self.actions[action];
        if !facts.allowed {
            return None;
        }
        if let Some((most, place)) = facts.per_turn
            && fight.used[usize::from(place) % COUNTED_ACTIONS] >= most
        {
            return None;
        }
        if let Some(pool) = self.pool
            && self.cost(fight, who, action) > fight.cell(i64::from(who.0), pool)
        {
            return None;
        }
        let mut try_with = |with: i64| {
            let candidates = self.candidates(fight, who, facts.on);
            let candidates = if self.programs.actions[action].when.is_some() {
                candidates.those(|target| self.can(fight, who, action, target, with))
            } else {
                candidates
            };
            if candidates.is_empty() {
                return None;
            }
            let selector = deed.selector.as_ref().unwrap_or(&self.target);
            if facts.on.most > 1 {
                let those = selector.among_of(view, who, candidates);
                // Where there are no more than it can be done to, nothing is chosen.
                if those.len() <= usize::from(facts.on.most) {
                    return those.into_iter().next().map(|first| Chosen { action, target: Some(first), with, those });
                }
            }
            let target = match facts.on.whom {
                Whom::Nobody => None,
                Whom::Myself => Some(who),
                _ => Some(selector.choose(view, who, candidates, &mut *pick)?),
            };
            let mut those = target.map_or(Slots::NONE, Slots::only);
            // The best first, then the best of those who are left.
            while those.len() < usize::from(facts.on.most) && those.len() < candidates.len() && facts.on.most > 1 {
                match selector.choose(view, who, candidates.but(those), &mut *pick) {
                    Some(next) => those = those.with(next),
                    None => break,
                }
            }
            Some(Chosen { action, target, with, those })
        };
        if facts.list.is_none() {
            return try_with(NOTHING);
        }
        let things = self.things_for(who, action);
        let named = |thing: &&Thing| deed.with.as_ref().is_none_or(|with| thing.name == *with);
        things.iter().filter(named).find_map(|thing| try_with(thing.at))
    }

    /// What a combatant does that has no line that decides: the first action of the page that can be done.
    pub fn usual_action(&self, view: &View<'_>, who: Slot, pick: &mut dyn FnMut(usize) -> usize) -> Option<Chosen> {
        (0..self.actions.len())
            .filter(|action| !self.actions[*action].asked)
            .find_map(|action| self.attempt(view, who, &Deed { action, with: None, selector: None }, pick))
    }

    /// Everything that a combatant could do now, as lines of a policy say it.
    pub fn options_of(&self, fight: &Fight, who: Slot) -> Vec<Offer> {
        let view = View { core: self, fight, about: None };
        let deeds = every(self.actions.len(), |action| self.things_for(who, action));
        let can = deeds.into_iter().filter(|deed| self.attempt(&view, who, deed, &mut |_| 0).is_some());
        let offer = |deed: Deed| Offer {
            decision: "action",
            act: self.page.actions[deed.action].name.to_owned(),
            with: deed.with.map(|name| ("with", name)),
            about: None,
        };
        can.map(offer).collect()
    }
}

/// Everything that a combatant could ever do with so many actions: each of them, with each of the things for it where there are
/// several.
pub fn every<'a>(actions: usize, things_for: impl Fn(usize) -> &'a [Thing]) -> Vec<Deed> {
    let mut deeds = Vec::new();
    for action in 0..actions {
        let things = things_for(action);
        let named = things.iter().map(|thing| Some(thing.name.clone()));
        let with: Vec<Option<String>> = if things.len() > 1 { named.collect() } else { vec![None] };
        deeds.extend(with.into_iter().map(|with| Deed { action, with, selector: None }));
    }
    deeds
}

/// The slot that a register holds.
#[inline(always)]
pub fn slot(who: i64) -> Option<Slot> {
    (0..Slot::MOST as i64).contains(&who).then_some(Slot(who as u8))
}

/// A fight as a combatant sees it that decides.
pub struct View<'a> {
    /// The rules.
    pub core: &'a Core,
    /// The state.
    pub fight: &'a Fight,
    /// The one about whom it decides, where that is known.
    pub about: Option<Slot>,
}

impl Observer for View<'_> {
    fn situation(&self, own: Slot, observable: u16, _: i32) -> i64 {
        match self.core.seen[usize::from(observable)] {
            Seen::Round => i64::from(self.fight.round),
            Seen::Enemies => self.group(own, Group::Enemies).len() as i64,
            Seen::Allies => self.group(own, Group::Allies).len() as i64,
            Seen::Left => i64::from(self.fight.left),
            _ => 0,
        }
    }

    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64 {
        let core = self.core;
        match core.seen[usize::from(observable)] {
            Seen::State(cell) => self.fight.cell(i64::from(of.0), cell),
            Seen::Stat(stat) => core.stat(i64::from(of.0), stat),
            Seen::Value(index) => core.asked(self.fight, core.programs.values[index], of),
            Seen::Has => i64::from(self.fight.cell(i64::from(of.0), (core.first_status() + argument as usize) as u8) != 0),
            Seen::Out => i64::from(self.fight.out.has(of)),
            Seen::Dead => i64::from(self.fight.dead.has(of)),
            Seen::Distance => core.apart(self.fight, own, of),
            Seen::Covered => i64::from(core.between(self.fight, own, of, false) > 0),
            Seen::Sight => i64::from(core.between(self.fight, own, of, true) == 0),
            Seen::Round | Seen::Enemies | Seen::Allies | Seen::Left => 0,
        }
    }

    fn target(&self, own: Slot) -> Option<Slot> {
        self.about.or_else(|| self.core.target.choose(self, own, self.group(own, Group::Enemies), |_| 0))
    }

    fn group(&self, own: Slot, group: Group) -> Slots {
        match group {
            Group::Allies => self.core.group(self.fight, i64::from(own.0), 0),
            Group::Enemies => self.core.group(self.fight, i64::from(own.0), 1),
        }
    }
}
