//! The round of `cairn-ap`: how a fight begins, initiative, groups taking turns one by one, the turn itself, the end of the
//! round.
//!
//! Owns the order in which things happen (sections 4.2 to 4.4 of the specification); what an action does is in
//! [`act`](super::act) and its neighbours. A step is the opening of a round or one turn. Start at [`Play::play_step`].

use frame::dice::{Dice, Slot};
use frame::fight::day::Sides;
use frame::fight::{Ending, Progress, Side, Slots, Table, Watch};
use frame::scenario::SIDES_MOST;

use super::metrics as count;
use super::policy::{Do, Leftover};
use super::rolls;
use super::rulings::{Duplicate, FirstGroup, GainAdvantage, InitiativeReroll, InitiativeTie, Rulings};
use super::sheet::Cover;
use super::state::{Fight, Phase, Status, Unit, Until, WAITING_MOST, flag};
use super::{Core, Play};

/// The order in which combatants, and groups, take turns.
struct Order {
    slots: [Slot; Slot::MOST],
    present: usize,
    groups: [u8; SIDES_MOST],
    sides: usize,
}

/// The order of groups, the smaller first: those with player characters where the rulings say so, then the greater key, then
/// those with player characters. The order of groups that are equal even so is drawn. [CAP-097, RU-12]
pub type GroupOrder = (bool, i64, bool);

/// Returns the number by which a group is compared, from the best total of its members and the sum of all. [RU-12]
pub fn group_key(first: FirstGroup, best: i64, sum: i64, members: i64) -> i64 {
    match first {
        FirstGroup::Highest | FirstGroup::Pcs => best,
        FirstGroup::Total => sum,
        // Means of groups of all sizes, compared as whole numbers.
        FirstGroup::Mean => sum * 720_720 * 64 / members,
    }
}

/// Returns the place of a group among others. [CAP-097, RU-12]
pub fn group_order(first: FirstGroup, key: i64, pcs: bool) -> GroupOrder {
    (first == FirstGroup::Pcs && !pcs, -key, !pcs)
}

/// The members of a group in the order of their turns, and the number by which the group is compared.
struct Group {
    slots: [Slot; Slot::MOST],
    members: usize,
    key: i64,
}

impl Group {
    /// Bits of the place of a member among the members, of which there are at most [`Order::SLOTS_MOST`].
    const PLACE_BITS: u32 = 3;

    /// The members, in order.
    fn slots(&self) -> &[Slot] {
        &self.slots[..self.members]
    }

    /// Returns the group as one number, the first of its `members` in the lowest bits.
    fn to_number(&self, members: Slots) -> i64 {
        let place = |who: &Slot| members.take_while(|member| member != who).count() as i64;
        self.slots().iter().rev().fold(self.key, |number, who| number << Self::PLACE_BITS | place(who))
    }

    /// Returns the group of a number and of these members.
    fn of_number(mut number: i64, members: Slots) -> Self {
        let mut group = Group { slots: [Slot(0); Slot::MOST], members: members.len(), key: 0 };
        for slot in &mut group.slots[..group.members] {
            let place = (number & ((1 << Self::PLACE_BITS) - 1)) as usize;
            *slot = members.clone().nth(place).unwrap_or_default();
            number >>= Self::PLACE_BITS;
        }
        group.key = number;
        group
    }
}

impl Order {
    /// Most slots and sides of an order that fits into a number: six bits each slot, three bits each side.
    const SLOTS_MOST: usize = 8;
    const SIDES_MOST: usize = 4;

    /// The combatants, in order.
    fn slots(&self) -> &[Slot] {
        &self.slots[..self.present]
    }

    /// The sides, in order.
    fn groups(&self) -> &[u8] {
        &self.groups[..self.sides]
    }

    /// Returns the order as one number, of which the exact solver can ask.
    fn to_number(&self) -> i64 {
        let groups = self.groups().iter().fold(1, |number, &side| number << 3 | i64::from(side));
        self.slots().iter().fold(groups, |number, who| number << 6 | i64::from(who.0))
    }

    /// Returns the order of a number.
    fn of_number(mut number: i64, present: usize) -> Self {
        let mut order = Order { slots: [Slot(0); Slot::MOST], present, groups: [0; SIDES_MOST], sides: 0 };
        for place in (0..present).rev() {
            order.slots[place] = Slot((number & 63) as u8);
            number >>= 6;
        }
        while number > 1 {
            order.groups[order.sides] = (number & 7) as u8;
            order.sides += 1;
            number >>= 3;
        }
        order.groups[..order.sides].reverse();
        order
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// F2, F3, F7: these sides meet. An ending when there is nobody to fight, or nobody wants to. [CAP-100] (step B10)
    pub(super) fn begin_fight(&mut self, sides: Sides) -> Option<Ending> {
        let rules = self.rules;
        (self.fight.sides, self.fight.round, self.fight.phase, self.fight.place, self.fight.mood) =
            (sides, 0, Phase::Open, 0, 0);
        self.fight.units = [Unit::default(); SIDES_MOST];
        self.fight.initial = [0; SIDES_MOST];
        self.fight.grabs = false;
        let to_come = rules.lineup.arrivals.after_round(0);
        for who in self.fight.slots() {
            let fighter = rules.fighter(who);
            let at = rules.places.get(who.index()).copied().unwrap_or_default();
            let able = self.fight.body(who).status == Status::Active;
            let here = fighter.reserve.is_none() && sides.has(fighter.side) && able && !to_come.has(who);
            self.fight.place(who, here);
            let body = self.fight.body_mut(who);
            body.at = at;
            body.covered = fighter.cover != Cover::None;
            body.ap = if body.surprised { rules.book.ap.surprised.min(fighter.ap_max) } else { fighter.ap_max };
            if body.surprised && here {
                let lost = i32::from(fighter.ap_max - body.ap);
                self.table.watch.count(who, count::AP_SURPRISED, lost);
            }
            if here {
                self.fight.count_member(fighter.side, rules.wavers(who, self.fight.body(who)));
            }
        }
        if let Some(ending) = rules.ending(self.fight) {
            return Some(ending);
        }
        self.reaction()
    }

    /// Rolls the will to fight of those who are met. [CAP-081] (step B10)
    fn reaction(&mut self) -> Option<Ending> {
        let numbers = &self.rules.book.reaction;
        if !numbers.rolled {
            return None;
        }
        let total = self.table.sum(Slot::MASTER, &rolls::REACTION, numbers.die);
        let mood = numbers.mood(total);
        self.fight.mood = mood as u8 + 1;
        let wants = numbers.fight_on.iter().any(|wanted| *wanted as usize == mood);
        self.table.tell("CAP-081", || format!("the reaction is {total}: {}", if wants { "they fight" } else { "no fight" }));
        (!wants).then_some(Ending::Draw)
    }

    /// Opens the round, or plays the next turn.
    pub(super) fn play_step(&mut self) -> Progress {
        if self.fight.phase == Phase::Open {
            self.open_round();
            self.fight.phase = Phase::Turns;
            return Progress::Turn;
        }
        if let Some(who) = self.next() {
            self.turn(who);
            if let Some(ending) = self.rules.ending(self.fight) {
                return self.over(ending);
            }
            if !(self.fight.active() & self.fight.to_act).is_empty() {
                return Progress::Turn;
            }
        }
        self.close_round()
    }

    /// R1: a new round; in the first one, and where the rulings say so in every one, initiative. [RU-12] (steps F2, F5, F6)
    fn open_round(&mut self) {
        self.fight.round += 1;
        self.fight.turns = 0;
        self.fight.place = 0;
        self.table.tell("CAP-098", || format!("Round {}", self.fight.round));
        if self.fight.round == 1 {
            for who in self.fight.slots() {
                if self.fight.body(who).in_field {
                    self.fill_up(who);
                }
            }
        }
        let arriving = self.rules.lineup.arrivals.in_round(self.fight.round);
        let arriving = arriving.those(|who| self.rules.comes(self.fight, who));
        for who in arriving {
            self.arrive(who);
        }
        if self.fight.round == 1 || self.rules.rulings.initiative_reroll == InitiativeReroll::EachRound {
            self.roll_initiative();
        } else {
            self.take_places(arriving);
        }
        self.fight.to_act = Slots::first(self.fight.bodies.len());
        self.count_who_cannot_act();
    }

    /// Counts and tells who is on the field and cannot act in this round, and why.
    fn count_who_cannot_act(&mut self) {
        let others = Slots::first(self.fight.bodies.len()).those(|who| !self.fight.active().has(who));
        for who in others.those(|who| self.rules.strikeable(self.fight.body(who))) {
            let status = self.fight.body(who).status;
            let counter = match status {
                Status::Asleep | Status::Pacified => count::ROUNDS_ASLEEP,
                Status::Down | Status::OutOfAction => count::ROUNDS_DOWN,
                _ => count::ROUNDS_UNABLE,
            };
            self.table.watch.count(who, counter, 1);
            self.table.tell("CAP-099", || {
                let word = Status::NAMES[status as usize].replace('_', " ");
                format!("{} does not act: it is {word}", self.rules.name(who))
            });
        }
    }

    /// Brings a combatant that arrives in this round into the fight.
    #[inline(never)]
    fn arrive(&mut self, who: Slot) {
        let rules = self.rules;
        self.fight.place(who, true);
        self.fight.count_member(rules.fighter(who).side, rules.wavers(who, self.fight.body(who)));
        self.fill_up(who);
        self.table.tell("", || format!("{} arrives", rules.name(who)));
    }

    /// Gives those who have arrived a place in the order by their own rolls; sides that are new take their turns last, among each
    /// other in the order of their first. [CAP-097, RU-32]
    fn take_places(&mut self, arriving: Slots) {
        if arriving.is_empty() {
            return;
        }
        let rules = self.rules;
        for who in arriving {
            let total = self.initiative(who);
            self.fight.body_mut(who).initiative = rules.precedence(self.fight, who, total);
        }
        let side = |who: Slot| rules.fighter(who).side.0;
        loop {
            let groups = usize::from(self.fight.groups_count);
            let known = self.fight.groups;
            let new = arriving.those(|who| !known[..groups].contains(&side(who)));
            let Some(first) = new.min_by_key(|&who| self.fight.body(who).initiative) else { return };
            self.fight.groups[groups] = side(self.one_of_equals(first, new));
            self.fight.groups_count += 1;
        }
    }

    /// F5 and F6: everybody rolls; what is kept is only who goes before whom. [CAP-097]
    fn roll_initiative(&mut self) {
        let rules = self.rules;
        let present = Slots::first(self.fight.bodies.len()).those(|who| rules.strikeable(self.fight.body(who)));
        // A combatant that joins later is put in order by its total, so that the others' are kept too.
        let joins = rules.somebody_joins();
        let mut totals = [0; Slot::MOST];
        let order = if self.table.settles()
            && !joins
            && present.len() <= Order::SLOTS_MOST
            && rules.lineup.sides <= Order::SIDES_MOST
        {
            self.settled_order(present)
        } else {
            self.roll_totals(present, &mut totals);
            self.order(present, &totals)
        };
        for (rank, &who) in order.slots().iter().enumerate() {
            let place = if joins { rules.precedence(self.fight, who, totals[who.index()]) } else { rank as i16 };
            self.fight.body_mut(who).initiative = place;
        }
        (self.fight.groups_count, self.fight.groups) = (order.sides as u8, order.groups);
        if self.fight.round == 1 {
            self.fight.opener = order.groups[0];
        }
        if let Some(&first) = order.groups().first() {
            for who in present & rules.lineup.members(Side(first)) {
                self.table.watch.first(who, count::OPENED, 1);
            }
        }
    }

    /// The order for the solver, which walks through all outcomes: once per order instead of once per total. One side comes after
    /// the other in it, because nobody compares members of two groups.
    fn settled_order(&mut self, present: Slots) -> Order {
        let (rules, sides) = (self.rules, self.rules.lineup.sides as u8);
        let find = |play: &mut Self| {
            let (mut slots, mut count, mut keys) = ([Slot(0); Slot::MOST], 0, [0; SIDES_MOST]);
            for side in 0..sides {
                let group = play.settled_group(present & rules.lineup.members(Side(side)));
                keys[usize::from(side)] = group.key;
                slots[count..count + group.members].copy_from_slice(group.slots());
                count += group.members;
            }
            let (groups, sides) = play.order_of_groups(present, &keys);
            Order { slots, present: count, groups, sides }.to_number()
        };
        let key = |play: &Self| rules.initiative_key(play.fight, present, present.len());
        Order::of_number(self.settle(&rolls::INITIATIVE, key, find), present.len())
    }

    /// One side of such an order: once per order of its members and number of the group.
    fn settled_group(&mut self, members: Slots) -> Group {
        let find = |play: &mut Self| {
            let mut totals = [0; Slot::MOST];
            play.roll_totals(members, &mut totals);
            play.group(members, &totals).to_number(members)
        };
        let key = |play: &Self| play.rules.initiative_key(play.fight, members, 0);
        Group::of_number(self.settle(&rolls::INITIATIVE, key, find), members)
    }

    /// F5: the initiative of everybody who is present.
    fn roll_totals(&mut self, present: Slots, totals: &mut [i32; Slot::MOST]) {
        for who in present {
            totals[who.index()] = self.initiative(who);
        }
    }

    /// R2: the next turn, groups taking one at a time; within a group, by initiative. [CAP-097, CAP-098]
    #[inline]
    fn next(&mut self) -> Option<Slot> {
        let waiting = self.fight.active() & self.fight.to_act;
        for _ in 0..self.fight.groups_count {
            let members = waiting & self.rules.lineup.members(Side(self.fight.groups[usize::from(self.fight.place)]));
            self.fight.place = if self.fight.place + 1 < self.fight.groups_count { self.fight.place + 1 } else { 0 };
            if let Some(who) = members.min_by_key(|&who| self.fight.body(who).initiative) {
                return Some(if self.rules.somebody_joins() { self.one_of_equals(who, members) } else { who });
            }
        }
        None
    }

    /// Draws one of those whose initiative is that of the first of them: places are kept as totals where one may join. [RU-32]
    fn one_of_equals(&mut self, first: Slot, members: Slots) -> Slot {
        let initiative = self.fight.body(first).initiative;
        let equal = members.those(|who| self.fight.body(who).initiative == initiative);
        let draws = self.rules.rulings.initiative_tie == InitiativeTie::Random;
        let number = if draws { self.table.pick(Slot::MASTER, &rolls::TIED_INITIATIVE, equal.len()) } else { 0 };
        { equal }.nth(number).unwrap_or(first)
    }

    /// F6: puts everybody who is present in order, and the groups.
    fn order(&mut self, present: Slots, totals: &[i32; Slot::MOST]) -> Order {
        let (rules, mut keys) = (self.rules, [0; SIDES_MOST]);
        for side in 0..rules.lineup.sides as u8 {
            keys[usize::from(side)] = rules.group_key(present & rules.lineup.members(Side(side)), totals);
        }
        let (groups, sides) = self.order_of_groups(present, &keys);
        Order { slots: self.by_total(present, totals), present: present.len(), groups, sides }
    }

    /// F6: a group of these members.
    fn group(&mut self, members: Slots, totals: &[i32; Slot::MOST]) -> Group {
        let slots = self.by_total(members, totals);
        Group { slots, members: members.len(), key: self.rules.group_key(members, totals) }
    }

    /// Puts these in order by their totals; equals of a side are drawn. [CAP-096, RU-32]
    fn by_total(&mut self, those: Slots, totals: &[i32; Slot::MOST]) -> [Slot; Slot::MOST] {
        let rules = self.rules;
        let ranks = |fight: &Fight, who: Slot| rules.rank(fight, who, totals[who.index() % Slot::MOST]);
        let mut slots = [Slot(0); Slot::MOST];
        for (count, who) in those.enumerate() {
            let mut place = count;
            while place > 0 && ranks(self.fight, slots[place - 1]) < ranks(self.fight, who) {
                slots[place] = slots[place - 1];
                place -= 1;
            }
            slots[place] = who;
        }
        let key = |fight: &Fight, who: Slot| (ranks(fight, who), rules.fighter(who).side);
        let fight = &*self.fight;
        let equal = |one, other| key(fight, one) == key(fight, other);
        draw_equals(self.table, &rules.rulings, &mut slots[..those.len()], equal, |who| rules.name(who));
        slots
    }

    /// Puts the groups in order by what the rulings compare; ties go to the one with player characters, then one is drawn.
    /// [RU-12, RU-32]
    fn order_of_groups(&mut self, present: Slots, compared: &[i64; SIDES_MOST]) -> ([u8; SIDES_MOST], usize) {
        let rules = self.rules;
        let mut keys = [GroupOrder::default(); SIDES_MOST];
        let (mut groups, mut count) = ([0; SIDES_MOST], 0);
        for side in 0..rules.lineup.sides as u8 {
            let mut members = present & rules.lineup.members(Side(side));
            if members.is_empty() {
                continue;
            }
            let pcs = members.any(|who| rules.is_pc(who, self.fight.body(who)));
            keys[usize::from(side)] = group_order(rules.rulings.first_group, compared[usize::from(side)], pcs);
            groups[count] = side;
            count += 1;
        }
        let key = |side: u8| keys[usize::from(side)];
        groups[..count].sort_unstable_by_key(|&side| (key(side), side));
        let first_of = |side: u8| { present & rules.lineup.members(Side(side)) }.next().map_or("", |who| rules.name(who));
        let name = |side: u8| format!("the group of {}", first_of(side));
        draw_equals(self.table, &rules.rulings, &mut groups[..count], |one, other| key(one) == key(other), name);
        (groups, count)
    }

    /// T1 to T4. [CAP-045, RU-25]
    fn turn(&mut self, who: Slot) {
        self.fight.turns = self.fight.turns.saturating_add(1);
        self.fight.turn_of = Some(who);
        self.table.watch.turn(who);
        self.table.watch.count(who, count::TURNS, 1);
        if !self.fight.enchanted().is_empty() {
            self.end_effects(who);
        }
        self.fight.to_act = self.fight.to_act.without(who);
        if self.fight.holding().has(who) {
            self.fight.change(who, |body| body.waiting = [None; WAITING_MOST]);
        }
        let body = self.fight.body_mut(who);
        body.defences = 0;
        if body.has(flag::FLEEING) {
            self.retreat(who);
        } else {
            self.play_turn(who);
        }
        self.end_turn(who);
        self.fight.turn_of = None;
    }

    /// T2 and T3.
    #[inline]
    fn play_turn(&mut self, who: Slot) {
        let rules = self.rules;
        if self.fight.body(who).prone && self.fight.body(who).ap >= rules.book.ap.stand && self.stands(who) {
            self.stand(who);
        }
        if self.retreats(who) {
            self.retreat(who);
        }
        if !rules.who_needs_aid(self.fight, who).is_empty() && self.aids(who, rules.nobody_in_reach(self.fight, who)) {
            self.aid(who);
        }
        let foes = rules.lineup.foes(who);
        let before = self.fight.body(who).ap;
        let goes_on = |fight: &Fight| fight.active().has(who) && !(fight.active() & foes).is_empty();
        let mut number = 0;
        let mut blade = rules.blade(self.fight, who);
        while goes_on(self.fight)
            && let Some(line) = self.plan(who, number)
        {
            number += 1;
            let Some(intent) = line else { continue };
            self.offer(who);
            if intent.act == Do::Nothing {
                return;
            }
            if !(intent.strikes && self.strike(who, blade)) {
                if !self.carry_out(who, intent) {
                    self.could_not(who, number - 1);
                }
                blade = rules.blade(self.fight, who);
            }
            // A fighter that has struck strikes with the same blade, which follows from the state.
            if self.fight.body(who).ap > 0 && self.table.dice.merges() {
                rules.forget_for_good(self.fight);
                if self.merge_point("cairn-ap: behind an action", (who, number)) {
                    return;
                }
            }
        }
        if goes_on(self.fight) && self.leftover(who) == Leftover::Defend {
            while self.defend(who) {}
        }
        if goes_on(self.fight) && self.fight.body(who).ap == before {
            self.table.tell("CAP-099", || format!("{} does nothing: no line of its plan can be carried out", rules.name(who)));
        }
    }

    /// T4. [CAP-100, CAP-104, RU-09]
    fn end_turn(&mut self, who: Slot) {
        let most = self.rules.fighter(who).ap_max;
        let left = self.fight.body(who).ap;
        self.table.watch.count(who, count::AP_LOST, i32::from(left));
        let body = self.fight.body_mut(who);
        body.ap = most;
        (body.allowance, body.surprised, body.retreats) = (0, false, 0);
        body.blind = body.blind.saturating_sub(1);
        body.attackers = Slots::NONE;
        if self.rules.rulings.gain_advantage == GainAdvantage::NextActionThisTurn {
            body.pending = 0;
        }
    }

    /// Spell effects of a caster that have run out. (step T1)
    fn end_effects(&mut self, caster: Slot) {
        let round = self.fight.round;
        self.end_those(|until| until.on() && until.caster == caster && until.round <= round);
    }

    /// Effects whose time is over.
    #[inline(never)]
    fn end_those(&mut self, over: impl Fn(Until) -> bool) {
        for who in self.fight.enchanted() {
            let had = if self.table.listens() { Some(*self.fight.body(who)) } else { None };
            self.fight.change(who, |body| body.end_effects(&over));
            if let Some(had) = had {
                let body = self.fight.body(who);
                let ended = [
                    (had.status != body.status, "what held it from acting"),
                    (had.ward.on() && !body.ward.on(), "its ward"),
                    (had.decoys > body.decoys, "its images"),
                    (had.held != body.held, "what held it"),
                    (had.speed != body.speed, "its speed"),
                ];
                for (_, what) in ended.into_iter().filter(|(ended, _)| *ended) {
                    self.table.tell("CAP-157", || format!("{}: {what} is over", self.rules.name(who)));
                }
            }
            if self.fight.body(who).status == Status::Absent {
                self.end_grips(who);
            }
        }
    }

    /// R4: clocks.
    fn close_round(&mut self) -> Progress {
        let rules = self.rules;
        self.fight.seconds = self.fight.seconds.saturating_add(rules.round_seconds(self.fight.turns));
        let (round, acting) = (self.fight.round, self.fight.active());
        if !self.fight.enchanted().is_empty() {
            self.end_those(|until| until.on() && until.round <= round && !acting.has(until.caster));
        }
        self.run_clocks();
        self.fight.phase = Phase::Open;
        match rules.ending(self.fight) {
            Some(ending) => self.over(ending),
            None if self.fight.round >= rules.book.round.rounds_max => self.over(Ending::Timeout),
            None => Progress::Round,
        }
    }

    /// The fight is over: what becomes of the fallen belongs to it.
    fn over(&mut self, ending: Ending) -> Progress {
        self.finish(ending);
        Progress::Over(ending)
    }
}

/// Draws the order of those in a row who are equal, where the rulings want it: again and again one of those who are left goes
/// next.
/// [RU-32]
fn draw_equals<T: Copy, N: std::fmt::Display, D: Dice, W: Watch>(
    table: &mut Table<D, W>,
    rulings: &Rulings,
    row: &mut [T],
    equal: impl Fn(T, T) -> bool,
    name: impl Fn(T) -> N,
) {
    if rulings.initiative_tie == InitiativeTie::Listed {
        return;
    }
    for first in 0..row.len() {
        let tied = row[first..].iter().take_while(|&&other| equal(row[first], other)).count();
        let next = table.pick(Slot::MASTER, &rolls::TIED_INITIATIVE, tied);
        row[first..=first + next].rotate_right(1);
        if tied > 1 {
            table.tell("RU-32", || format!("of {tied} who are equal in everything {} goes first", name(row[first])));
        }
    }
}

impl Core {
    /// True if a combatant may join a fight after its beginning with an initiative of its own.
    #[inline]
    fn somebody_joins(&self) -> bool {
        self.rulings.mishap_23_duplicate == Duplicate::Fights || !self.lineup.arrivals.late().is_empty()
    }

    /// True if one of the sides that have met comes to the fight when its round has come.
    fn comes(&self, fight: &Fight, who: Slot) -> bool {
        let fighter = self.fighter(who);
        fighter.reserve.is_none() && fight.sides.has(fighter.side) && fight.body(who).status == Status::Active
    }

    /// Everything that the initiative of these depends on but the dice and the book, behind the number of those of whom an order
    /// is asked across groups.
    fn initiative_key(&self, fight: &Fight, those: Slots, across: usize) -> Vec<i64> {
        let of = |who: Slot| {
            let identity = i64::from(who.0) << 1 | i64::from(self.is_pc(who, fight.body(who)));
            identity << i16::BITS | i64::from(self.initiative_score(fight, who))
        };
        std::iter::once(across as i64).chain(those.map(of)).collect()
    }

    /// Returns the number by which the group of these members is compared, 0 without any.
    fn group_key(&self, members: Slots, totals: &[i32; Slot::MOST]) -> i64 {
        if members.is_empty() {
            return 0;
        }
        let all = members.map(|who| i64::from(totals[who.index()]));
        let (best, sum) = all.fold((i64::MIN, 0), |(best, sum), total| (total.max(best), sum + total));
        group_key(self.rulings.first_group, best, sum, members.len() as i64)
    }

    /// E1: whether the fight is over, and for whom.
    pub(super) fn ending(&self, fight: &Fight) -> Option<Ending> {
        if self.lineup.arrivals.awaited_in(fight.round).into_iter().any(|who| self.comes(fight, who)) {
            return None;
        }
        self.lineup.ending(fight.active(), fight.sides)
    }
}
