//! Rounds and turns around the programs of a page, and what happens between fights.
//!
//! Owns when something begins and ends, the order of turns, and what a combatant does in a turn. What a program does is for
//! [`machine`](super). Start at [`Machine::step`].

use super::super::code::{At, FREE, MYSELF, NOBODY, Op, TARGET, WITH};
use super::super::core::{Chosen, Deed, View, at};
use super::super::ground;
use super::super::intern;
use super::super::measure;
use super::super::page::CELLS;
use super::super::state::{COUNTED_ACTIONS, FOR_GOOD, Fight};
use super::super::text::{OrderBy, OrderEach, OrderHigh};
use super::{Machine, Told};
use frame::dice::{Dice, Slot};
use frame::fight::{Ending, Progress, Slots, Watch};
use frame::scenario::SIDES_MOST;

/// The most actions of a turn.
pub const ACTIONS_MOST: i64 = 50;

/// Events that happen by themselves, by their places.
const FIGHT_BEGINS: usize = 0;
const ROUND_BEGINS: usize = 1;
const TURN_BEGINS: usize = 2;
const TURN_ENDS: usize = 3;
const ROUND_ENDS: usize = 4;
const FIGHT_ENDS: usize = 5;

impl<D: Dice, W: Watch> Machine<'_, D, W> {
    /// Lets an event happen to a combatant.
    fn event(&mut self, event: usize, who: Slot) {
        if let Some(place) = self.play.rules.programs.events[event] {
            self.r[at(MYSELF)] = i64::from(who.0);
            self.r[at(TARGET)] = NOBODY;
            self.run(place);
        }
    }

    /// Opens the round, or plays the next turn. Where nobody walks through all outcomes the whole round is one step.
    #[inline]
    pub fn step(&mut self) -> Progress {
        let settles = self.play.table.settles();
        if self.play.fight.queue.is_empty() {
            self.open_round();
            if self.left {
                return Progress::Turn;
            }
            if let Some(ending) = self.asked_ending() {
                return self.over(ending);
            }
            if settles && !self.play.fight.queue.is_empty() {
                return Progress::Turn;
            }
        }
        while let Some(who) = self.play.fight.queue.pop() {
            if self.play.fight.active().has(who) {
                self.turn(who);
                if self.left {
                    return Progress::Turn;
                }
                if let Some(ending) = self.asked_ending() {
                    return self.over(ending);
                }
                if settles && !self.play.fight.queue.is_empty() {
                    return Progress::Turn;
                }
            }
        }
        self.close_round()
    }

    /// The ending, if a combatant went out and nobody is left to go on.
    fn asked_ending(&mut self) -> Option<Ending> {
        let fight = &mut *self.play.fight;
        if !fight.changed {
            return None;
        }
        fight.changed = false;
        self.play.rules.ending(fight)
    }

    fn over(&mut self, ending: Ending) -> Progress {
        self.play.fight.acting = None;
        self.play.fight.left = 0;
        Progress::Over(ending)
    }

    #[inline]
    fn open_round(&mut self) {
        let rules = self.play.rules;
        self.play.fight.round += 1;
        let round = self.play.fight.round;
        self.play.table.tell("", || format!("Round {round}"));
        let arriving = rules.lineup.arrivals.in_round(round) & rules.lineup.members_of(self.play.fight.met);
        if !arriving.is_empty() {
            let arriving = arriving.but(self.play.fight.there);
            self.play.fight.there = self.play.fight.there | arriving;
            self.play.fight.changed = true;
            for who in arriving {
                if let Some(ground) = &rules.ground {
                    let at = ground.arrives_at(self.play.fight, who);
                    self.play.fight.bodies[who.index()].0[usize::from(ground.cell) % CELLS] = ground::cell(at);
                }
                self.play.table.tell("arrives", || format!("{} arrives", rules.name(who)));
            }
        }
        if round == 1 && rules.programs.events[FIGHT_BEGINS].is_some() {
            for who in self.play.fight.there.but(self.play.fight.dead) {
                self.event(FIGHT_BEGINS, who);
            }
        }
        if !rules.again[0].is_empty() {
            for who in self.play.fight.there {
                rules.again[0].iter().for_each(|cell| rules.begin(self.play.fight, who, *cell));
            }
        }
        if rules.programs.events[ROUND_BEGINS].is_some() {
            for who in self.play.fight.there.but(self.play.fight.dead) {
                self.event(ROUND_BEGINS, who);
            }
        }
        if self.left {
            return;
        }
        let anew = rules.order.each == OrderEach::Round || round == 1 || !arriving.is_empty();
        if anew {
            self.find_order();
        } else {
            let Fight { queue, order, .. } = &mut *self.play.fight;
            queue.clear();
            queue.extend_from_slice(order);
        }
    }

    /// Finds the order of turns: the queue with the first to act last.
    fn find_order(&mut self) {
        let rules = self.play.rules;
        let there = if rules.order.each == OrderEach::Fight { self.play.fight.there } else { self.play.fight.active() };
        /// Slots of an order as one number, six bits each.
        const SLOTS_MOST: usize = 10;
        let rolls = rules.programs.order.is_some();
        let chance = rolls || !rules.programs.listed_ties;
        if self.play.table.settles() && chance && there.len() <= SLOTS_MOST {
            let key: Vec<i64> = there
                .flat_map(|who| {
                    let state = self.play.fight.bodies[who.index()].0;
                    std::iter::once(i64::from(who.0)).chain(state.map(i64::from))
                })
                .collect();
            let order = self.settle(rules.tie, key, |machine| {
                machine.roll_order(there);
                machine.play.fight.queue.iter().fold(0, |order, who| order << 6 | i64::from(who.0))
            });
            let queue = &mut self.play.fight.queue;
            queue.clear();
            queue.extend((0..there.len()).rev().map(|place| Slot((order >> (6 * place) & 63) as u8)));
        } else {
            self.roll_order(there);
        }
        if rules.order.each == OrderEach::Fight {
            let Fight { queue, order, .. } = &mut *self.play.fight;
            order.clear();
            order.extend_from_slice(queue);
        }
        if self.play.table.listens() && chance {
            let order: Vec<&str> = self.play.fight.queue.iter().rev().map(|who| rules.name(*who)).collect();
            self.play.table.tell("order", || format!("order: {}", order.join(", ")));
        }
    }

    fn roll_order(&mut self, there: Slots) {
        let rules = self.play.rules;
        self.play.fight.queue.clear();
        match rules.order.by {
            OrderBy::Combatant | OrderBy::AtOnce => {
                let mut keys = [0_i64; Slot::MOST];
                for who in there {
                    keys[who.index()] = self.order_key(who);
                    self.play.fight.queue.push(who);
                }
                self.sort(0, &keys);
            }
            OrderBy::Side | OrderBy::Alternating => self.order_of_sides(there),
        }
        // The first to act comes last.
        self.play.fight.queue.reverse();
    }

    /// The number by which a combatant stands in the order: the larger, the earlier.
    fn order_key(&mut self, who: Slot) -> i64 {
        let rules = self.play.rules;
        let Some(place) = rules.programs.order else { return 0 };
        self.r[at(MYSELF)] = i64::from(who.0);
        let key = self.rolled(place);
        if rules.order.high == OrderHigh::First { key } else { key.saturating_neg() }
    }

    /// The value that a program with dice gives.
    fn rolled(&mut self, place: At) -> i64 {
        let core = self.play.rules;
        let ops = &core.programs.code.ops[..];
        let mut next = usize::from(place);
        loop {
            let op = &ops[next];
            next += 1;
            match *op {
                Op::Give { a } => return self.reg(a),
                Op::End => return 0,
                Op::Merge { .. } | Op::Settle { .. } => {}
                Op::Rolled { who, roll, a, face, odd } => {
                    if self.play.table.listens() {
                        self.tell_roll(
                            self.reg(who),
                            core.programs.code.rolls[usize::from(roll)],
                            Told { sum: self.reg(a), dice: self.reg(face), odd },
                        );
                    }
                }
                Op::Dice { .. } | Op::Packed { .. } | Op::Pool { .. } => self.dice_or_pure(op),
                _ => drop(core.pure(self.play.fight, op, &mut self.r, &mut next)),
            }
        }
    }

    /// Puts the queue from a place on in the order of keys, ties broken.
    fn sort(&mut self, from: usize, keys: &[i64; Slot::MOST]) {
        let rules = self.play.rules;
        let len = self.play.fight.queue.len();
        let mut ties = false;
        // Few combatants: sorted by putting each in its place.
        for index in from + 1..len {
            let mut place = index;
            while place > from {
                let queue = &self.play.fight.queue;
                let (one, other) = (queue[place - 1], queue[place]);
                let order = self.before(one, other, keys);
                ties |= order == std::cmp::Ordering::Equal;
                if order != std::cmp::Ordering::Less {
                    break;
                }
                self.play.fight.queue.swap(place - 1, place);
                place -= 1;
            }
        }
        if ties && !rules.programs.listed_ties {
            for first in from..len - 1 {
                let tied = (first..len)
                    .take_while(|&other| {
                        let queue = &self.play.fight.queue;
                        let (one, two) = (queue[first], queue[other]);
                        first == other || self.before(one, two, keys) == std::cmp::Ordering::Equal
                    })
                    .count();
                if tied > 1 {
                    let next = self.play.table.pick(Slot::MASTER, rules.tie, tied);
                    self.play.fight.queue[first..=first + next].rotate_right(1);
                }
            }
        }
    }

    /// Less if the first acts after the second.
    fn before(&mut self, one: Slot, other: Slot, keys: &[i64; Slot::MOST]) -> std::cmp::Ordering {
        let rules = self.play.rules;
        let mut order = keys[one.index()].cmp(&keys[other.index()]);
        for tie in &rules.programs.ties {
            if order != std::cmp::Ordering::Equal {
                break;
            }
            let fight = &*self.play.fight;
            order = rules.of(fight, *tie, one, &mut self.r).cmp(&rules.of(fight, *tie, other, &mut self.r));
        }
        order
    }

    /// The order of sides: the first of each rolls for it. Members of a side come in the order of ties.
    fn order_of_sides(&mut self, there: Slots) {
        let rules = self.play.rules;
        let mut keys = [0_i64; Slot::MOST];
        for side in rules.lineup.sides_of(there) {
            let Some(leader) = (rules.lineup.members(side) & there).next() else { continue };
            keys[leader.index()] = self.order_key(leader);
            self.play.fight.queue.push(leader);
        }
        self.sort(0, &keys);
        let (mut leaders, mut sides) = ([Slot::MASTER; SIDES_MOST], 0);
        for leader in self.play.fight.queue.drain(..) {
            leaders[sides] = leader;
            sides += 1;
        }
        let mut ends = [0; SIDES_MOST];
        for (leader, end) in leaders[..sides].iter().zip(&mut ends) {
            let from = self.play.fight.queue.len();
            self.play.fight.queue.extend(rules.lineup.members(rules.lineup.side(*leader)) & there);
            self.sort(from, &[0; Slot::MOST]);
            *end = self.play.fight.queue.len();
        }
        if rules.order.by == OrderBy::Alternating {
            let queue = &mut self.play.fight.queue;
            let (mut all, len) = ([Slot::MASTER; Slot::MOST], queue.len());
            all[..len].copy_from_slice(queue);
            queue.clear();
            for rank in 0..len {
                let mut begin = 0;
                for end in &ends[..sides] {
                    queue.extend(all[begin..*end].get(rank));
                    begin = *end;
                }
            }
        }
    }

    fn close_round(&mut self) -> Progress {
        let rules = self.play.rules;
        if rules.programs.events[ROUND_ENDS].is_some() {
            for who in self.play.fight.there.but(self.play.fight.dead) {
                self.event(ROUND_ENDS, who);
            }
            if self.left {
                return Progress::Turn;
            }
        }
        if rules.at_once() {
            for who in self.play.fight.there {
                self.muster(who);
            }
        }
        if let Some(ending) = self.asked_ending() {
            return self.over(ending);
        }
        if self.play.fight.round >= rules.rounds_max {
            return self.over(Ending::Timeout);
        }
        Progress::Round
    }

    #[inline]
    fn turn(&mut self, who: Slot) {
        let rules = self.play.rules;
        self.play.table.watch.turn(who);
        self.play.fight.acting = Some(who);
        if !rules.again[1].is_empty() {
            rules.again[1].iter().for_each(|cell| rules.begin(self.play.fight, who, *cell));
        }
        self.event(TURN_BEGINS, who);
        if self.left {
            return;
        }
        let lost = rules.losing.iter().any(|cell| self.play.fight.cell(i64::from(who.0), *cell) != 0);
        if lost {
            self.play.table.tell("turn", || format!("{} loses its turn", rules.name(who)));
        } else if self.play.fight.active().has(who) {
            self.actions(who);
        }
        if self.left {
            return;
        }
        if self.play.fight.there.has(who) {
            self.event(TURN_ENDS, who);
            if self.left {
                return;
            }
        }
        if rules.statuses_end {
            self.fade(who);
        }
        self.play.fight.acting = None;
    }

    /// Lets statuses of a combatant last one turn less.
    fn fade(&mut self, who: Slot) {
        let rules = self.play.rules;
        let first = rules.first_status();
        for cell in first..first + rules.page.statuses.len() {
            let value = self.play.fight.bodies[who.index()].0[cell % CELLS];
            if value > 0 && value != FOR_GOOD {
                self.put(who, cell as u8, value - 1);
                if value == 1 {
                    self.play.table.tell("status", || {
                        format!("{} is no longer {}", rules.name(who), measure::heading(rules.page.statuses[cell - first].name))
                    });
                }
            }
        }
    }

    /// The actions of a turn.
    fn actions(&mut self, who: Slot) {
        let rules = self.play.rules;
        let most = match (rules.pool, rules.programs.actions_of_turn) {
            (Some(_), _) => ACTIONS_MOST,
            (None, None) => 1,
            (None, Some(place)) => rules.of(self.play.fight, place, who, &mut self.r).clamp(0, ACTIONS_MOST),
        };
        self.play.fight.left = most as u8;
        self.play.fight.used = [0; COUNTED_ACTIONS];
        while self.play.fight.left > 0 {
            let Some(chosen) = self.choose(who) else { break };
            self.play.fight.left -= 1;
            if let Some((_, place)) = rules.actions[chosen.action].per_turn {
                self.play.fight.used[usize::from(place) % COUNTED_ACTIONS] += 1;
            }
            if let Some(pool) = rules.pool {
                let cost = rules.cost(self.play.fight, who, chosen.action);
                let left = self.play.fight.cell(i64::from(who.0), pool).saturating_sub(cost);
                self.store(i64::from(who.0), pool, left);
                if cost <= 0 && rules.actions[chosen.action].per_turn.is_none() {
                    // What costs nothing is done once, so that a turn has an end.
                    self.play.fight.left = self.play.fight.left.min(1);
                }
            }
            self.perform(who, chosen);
            if self.left {
                return;
            }
            if !self.play.fight.active().has(who) || self.play.fight.changed && rules.ending(self.play.fight).is_some() {
                break;
            }
        }
        self.play.fight.left = 0;
        self.play.fight.used = [0; COUNTED_ACTIONS];
    }

    /// Does an action.
    fn perform(&mut self, who: Slot, Chosen { action, target, with, those }: Chosen) {
        let rules = self.play.rules;
        self.r[at(MYSELF)] = i64::from(who.0);
        self.r[at(TARGET)] = target.map_or(NOBODY, |target| i64::from(target.0));
        self.r[at(WITH)] = with;
        let several = rules.actions[action].on.most > 1;
        if several {
            self.r[at(FREE)] = those.bits() as i64;
        }
        self.play.table.watch.count(who, measure::ACTIONS, 1);
        if self.play.table.listens() {
            let text = &rules.page.actions[action];
            let rule = if text.text.id.is_empty() { text.name } else { intern::name(&text.text.id) };
            let thing = rules.things_for(who, action).iter().find(|thing| thing.at == with);
            let thing = thing.map_or_else(String::new, |thing| format!(" with {}", thing.name));
            let named: Vec<&str> = those.without(who).map(|target| rules.name(target)).collect();
            let at = if named.is_empty() { String::new() } else { format!(" at {}", named.join(", ")) };
            self.play.table.tell(rule, || format!("{}: {}{thing}{at}", rules.name(who), text.name));
        }
        let things = rules.things_for(who, action);
        let blamed =
            || things.iter().find(|thing| thing.at == with).map_or(rules.page.actions[action].name, |thing| &thing.name);
        self.play.table.blame(who, blamed);
        self.run(rules.programs.actions[action].act);
        self.play.table.blame_nobody();
        for target in those.without(who) {
            if !rules.lineup.friendly(who, target) {
                self.play.anger(target, who, "");
            }
        }
    }

    /// Chooses what a combatant does: by its policy, else the first action that can be done.
    fn choose(&mut self, who: Slot) -> Option<Chosen> {
        let rules = self.play.rules;
        self.play.offer(who);
        let view = View { core: rules, fight: self.play.fight, about: None };
        let table = &mut *self.play.table;
        if let Some(lines) = rules.policies.of(who) {
            if let Some(slips) = lines.slipping(who, table) {
                let can = &mut |deed: &Deed| rules.attempt(&view, who, deed, &mut |_| 0).is_some();
                if let Some(deed) = slips.one(who, table, can) {
                    return rules.attempt(&view, who, deed, &mut |choices| table.pick(who, rules.random_target, choices));
                }
            }
            let mut pick = |choices| table.pick(who, rules.random_target, choices);
            let chosen = lines.decide(&view, who, |deed| rules.attempt(&view, who, deed, &mut pick));
            lines.tell(&view, who, chosen.map(|(line, _)| line.number), &mut table.watch);
            if let Some((_, chosen)) = chosen {
                return Some(chosen);
            }
        }
        rules.usual_action(&view, who, &mut |choices| table.pick(who, rules.random_target, choices))
    }

    // Between fights.

    /// What a rest does to each of those.
    pub fn rest(&mut self, rest: usize, those: Slots) {
        let place = self.play.rules.programs.rests[rest];
        for who in those {
            self.r[at(MYSELF)] = i64::from(who.0);
            self.r[at(TARGET)] = NOBODY;
            self.run(place);
            self.muster(who);
        }
    }

    /// What a hazard does to each of those.
    pub fn hazard(&mut self, number: usize, those: Slots) {
        let rules = self.play.rules;
        let (kind, takes) = &rules.hazards[number];
        let place = rules.programs.hazards[*kind];
        for who in those {
            self.r[at(MYSELF)] = i64::from(who.0);
            self.r[at(TARGET)] = NOBODY;
            for (index, value) in takes.iter().enumerate() {
                self.r[at(FREE + index as u8)] = *value;
            }
            self.run(place);
            self.muster(who);
        }
    }

    /// What happens when a fight is over.
    pub fn part(&mut self) {
        if self.play.rules.programs.events[FIGHT_ENDS].is_some() {
            for who in self.play.fight.there.but(self.play.fight.dead) {
                self.event(FIGHT_ENDS, who);
            }
        }
        if self.play.rules.statuses_end {
            let first = self.play.rules.first_status();
            for who in self.play.fight.there {
                for cell in first..first + self.play.rules.page.statuses.len() {
                    let value = self.play.fight.bodies[who.index()].0[cell % CELLS];
                    if value > 0 && value != FOR_GOOD {
                        self.put(who, cell as u8, 0);
                    }
                }
            }
        }
    }
}
