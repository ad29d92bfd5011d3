//! The round of `cairn-ap`: initiative, groups taking turns one by one, the turn itself, the end of the round.
//!
//! Owns the order in which things happen (sections 4.2 to 4.4 of the specification); what an action does is in
//! [`act`](super::act) and its neighbours. A step is the opening of a round or one turn. Start at [`Core::play_step`].

use crate::dice::{Dice, Slot};
use crate::fight::{Ending, Progress, Slots, Table, Watch};
use crate::scenario::SIDES_MOST;

use super::Core;
use super::metrics as count;
use super::policy::{Do, Leftover};
use super::rolls;
use super::rulings::{Duplicate, FirstGroup, GainAdvantage, InitiativeReroll};
use super::state::{Fight, Phase, Status, Until, WAITING_MOST, flag};

/// Who goes before whom, and in which order groups take turns.
struct Order {
    slots: [Slot; Slot::MOST],
    present: usize,
    groups: [u8; SIDES_MOST],
    sides: usize,
}

impl Order {
    /// Most slots and sides of an order that fits into a number: six bits each slot, three bits each side.
    const SLOTS_MOST: usize = 8;
    const SIDES_MOST: usize = 4;

    fn slots(&self) -> &[Slot] {
        &self.slots[..self.present]
    }

    fn groups(&self) -> &[u8] {
        &self.groups[..self.sides]
    }

    fn to_number(&self) -> i64 {
        let groups = self.groups().iter().fold(1, |number, &side| number << 3 | i64::from(side));
        self.slots().iter().fold(groups, |number, who| number << 6 | i64::from(who.0))
    }

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

impl Core {
    /// Opens the round, or plays the next turn.
    pub(super) fn play_step<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        if fight.phase == Phase::Open {
            self.open_round(fight, table);
            fight.phase = Phase::Turns;
            return Progress::Turn;
        }
        if let Some(who) = self.next(fight) {
            self.turn(fight, who, table);
            if let Some(ending) = self.ending(fight) {
                return self.over(fight, ending, table);
            }
            if !(fight.active() & fight.to_act).is_empty() {
                return Progress::Turn;
            }
        }
        self.close_round(fight, table)
    }

    /// R1: a new round; in the first one, and where the rulings say so in every one, initiative. (steps F2, F5, F6)
    fn open_round<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        fight.round += 1;
        fight.turns = 0;
        fight.place = 0;
        table.tell("CAP-098", || format!("Round {}", fight.round));
        if fight.round == 1 {
            for who in fight.slots() {
                if fight.body(who).in_field {
                    self.fill_up(fight, who, table);
                }
            }
        }
        if fight.round == 1 || self.rulings.initiative_reroll == InitiativeReroll::EachRound {
            self.roll_initiative(fight, table);
        }
        fight.to_act = Slots::first(fight.bodies.len());
    }

    /// Whoever has no free slot in its inventory is brought to 0 hit points. [CAP-C03, RU-20]
    pub(super) fn fill_up<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let body = fight.body(who);
        if body.hp > 0 && self.overloaded(who, body) {
            fight.body_mut(who).hp = 0;
            table.tell("CAP-C03", || format!("the inventory of {} is full: no hit points are left", self.name(who)));
        }
    }

    /// F5 and F6: everybody rolls; what is kept is only who goes before whom. [CAP-095, CAP-096, CAP-097, RU-12]
    fn roll_initiative<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        let present = Slots::first(fight.bodies.len()).those(|who| self.strikeable(fight.body(who)));
        // Whoever joins later is put in order by its total, so that the others' are kept too.
        let joins = self.rulings.mishap_23_duplicate == Duplicate::Fights;
        let mut totals = [0; Slot::MOST];
        let order = if table.settles() && !joins && present.len() <= Order::SLOTS_MOST && self.sides <= Order::SIDES_MOST {
            self.settled_order(fight, present, table)
        } else {
            self.roll_totals(fight, present, &mut totals, table);
            self.order(fight, present, &totals)
        };
        for (rank, &who) in order.slots().iter().enumerate() {
            let place = if joins { self.precedence(fight, who, totals[who.index()]) } else { rank as i16 };
            fight.body_mut(who).initiative = place;
        }
        (fight.groups_count, fight.groups) = (order.sides as u8, order.groups);
        if fight.round == 1 {
            fight.opener = order.groups[0];
        }
        if let Some(&first) = order.groups().first() {
            for who in present & self.members[usize::from(first)] {
                table.watch.first(who, count::OPENED, 1);
            }
        }
    }

    /// The order for whoever walks through all outcomes: once per order instead of once per total.
    fn settled_order<D: Dice, W: Watch>(&self, fight: &Fight, present: Slots, table: &mut Table<D, W>) -> Order {
        let attribute = self.book.initiative.attribute.index();
        let key = || {
            let mut key = [-1; Order::SLOTS_MOST];
            for (place, who) in key.iter_mut().zip(present) {
                *place = i64::from(who.0) << 16 | i64::from(fight.body(who).attributes[attribute]);
            }
            key
        };
        let find = |table: &mut Table<D, W>| {
            let mut totals = [0; Slot::MOST];
            self.roll_totals(fight, present, &mut totals, table);
            self.order(fight, present, &totals).to_number()
        };
        Order::of_number(table.settle(&rolls::INITIATIVE, key, find), present.len())
    }

    /// F5: the initiative of everybody who is present. [CAP-095]
    fn roll_totals<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        present: Slots,
        totals: &mut [i32; Slot::MOST],
        table: &mut Table<D, W>,
    ) {
        for who in present {
            totals[who.index()] = self.initiative(fight, who, table);
        }
    }

    /// One roll of initiative. [CAP-095]
    pub(super) fn initiative<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> i32 {
        let face = table.roll(who, &rolls::INITIATIVE, u32::from(self.book.initiative.die));
        let total = face + i32::from(self.initiative_score(fight, who));
        table.tell("CAP-095", || format!("{} has initiative {total}", self.name(who)));
        total
    }

    fn initiative_score(&self, fight: &Fight, who: Slot) -> i16 {
        fight.body(who).attributes[self.book.initiative.attribute.index()]
    }

    /// A total as a place in the order of a group: the lowest acts first, among equals the one with the higher attribute, then the
    /// first listed. [CAP-096]
    pub(super) fn precedence(&self, fight: &Fight, who: Slot, total: i32) -> i16 {
        let score = i32::from(self.initiative_score(fight, who)).clamp(0, 63);
        (-(total * 64 + score)).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
    }

    /// F6: puts everybody who is present in order: by total, then by attribute, then as they are listed.
    fn order(&self, fight: &Fight, present: Slots, totals: &[i32; Slot::MOST]) -> Order {
        let key = |who: Slot| (totals[who.index() % Slot::MOST], self.initiative_score(fight, who));
        let mut slots = [Slot(0); Slot::MOST];
        for (count, who) in present.enumerate() {
            let mut place = count;
            while place > 0 && key(slots[place - 1]) < key(who) {
                slots[place] = slots[place - 1];
                place -= 1;
            }
            slots[place] = who;
        }
        let (groups, sides) = self.order_of_groups(fight, present, totals);
        Order { slots, present: present.len(), groups, sides }
    }

    /// The groups by what the rulings compare; ties go to the one with player characters, then to the first listed. [RU-12]
    fn order_of_groups(&self, fight: &Fight, present: Slots, totals: &[i32; Slot::MOST]) -> ([u8; SIDES_MOST], usize) {
        let mut keys = [(0_i64, false); SIDES_MOST];
        let (mut groups, mut count) = ([0; SIDES_MOST], 0);
        for side in 0..self.sides as u8 {
            let mut members = present & self.members[usize::from(side)];
            if members.is_empty() {
                continue;
            }
            let all = members.map(|who| i64::from(totals[who.index()]));
            let key = match self.rulings.first_group {
                FirstGroup::Highest | FirstGroup::Pcs => all.max().unwrap_or(0),
                FirstGroup::Total => all.sum(),
                // Means of groups of all sizes, compared as whole numbers.
                FirstGroup::Mean => all.sum::<i64>() * 720_720 * 64 / members.len() as i64,
            };
            let pcs = members.any(|who| self.is_pc(who, fight.body(who)));
            let first = pcs && self.rulings.first_group == FirstGroup::Pcs;
            keys[usize::from(side)] = (key + if first { 1 << 20 } else { 0 }, pcs);
            groups[count] = side;
            count += 1;
        }
        groups[..count].sort_unstable_by_key(|&side| {
            let (key, pcs) = keys[usize::from(side)];
            (-key, !pcs, side)
        });
        (groups, count)
    }

    /// R2: the next turn, groups taking one at a time; within a group, by initiative. [CAP-097, CAP-098]
    #[inline]
    fn next(&self, fight: &mut Fight) -> Option<Slot> {
        let waiting = fight.active() & fight.to_act;
        for _ in 0..fight.groups_count {
            let members = waiting & self.members[usize::from(fight.groups[usize::from(fight.place)])];
            fight.place = if fight.place + 1 < fight.groups_count { fight.place + 1 } else { 0 };
            if let Some(who) = members.min_by_key(|&who| fight.body(who).initiative) {
                return Some(who);
            }
        }
        None
    }

    /// T1 to T4. [CAP-045, CAP-099 to CAP-104]
    fn turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        fight.turns = fight.turns.saturating_add(1);
        fight.turn_of = Some(who);
        table.watch.count(who, count::TURNS, 1);
        if !fight.enchanted().is_empty() {
            self.end_effects(fight, who);
        }
        fight.to_act = fight.to_act.without(who);
        if fight.holding().has(who) {
            fight.change(who, |body| body.waiting = [None; WAITING_MOST]);
        }
        let body = fight.body_mut(who);
        body.defences = 0;
        if body.has(flag::FLEEING) {
            self.retreat(fight, who, table);
        } else {
            self.play_turn(fight, who, table);
        }
        self.end_turn(fight, who, table);
        fight.turn_of = None;
    }

    /// T2 and T3.
    #[inline]
    fn play_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if fight.body(who).prone && fight.body(who).ap >= self.book.ap.stand && self.stands(fight, who, table) {
            self.stand(fight, who, table);
        }
        if self.retreats(fight, who, table) {
            self.retreat(fight, who, table);
        }
        if !self.who_needs_aid(fight, who).is_empty() && self.aids(fight, who, self.nobody_in_reach(fight, who), table) {
            self.aid(fight, who, table);
        }
        let foes = self.foes(who);
        // Whether the turn goes on: the combatant is in the fight, and so is somebody else to fight.
        let goes_on = |fight: &Fight| fight.active().has(who) && !(fight.active() & foes).is_empty();
        let mut number = 0;
        let mut blade = self.blade(fight, who);
        while goes_on(fight)
            && let Some(line) = self.plan(fight, who, number, table)
        {
            number += 1;
            let Some(intent) = line else { continue };
            if intent.act == Do::Nothing {
                return;
            }
            if !(intent.strikes && self.strike(fight, who, blade, table)) {
                self.carry_out(fight, who, intent, table);
                blade = self.blade(fight, who);
            }
        }
        if goes_on(fight) && self.leftover(fight, who, table) == Leftover::Defend {
            while self.defend(fight, who, table) {}
        }
    }

    /// T4. [CAP-100, CAP-104]
    fn end_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let most = self.book.ap.max;
        let left = fight.body(who).ap;
        table.watch.count(who, count::AP_LOST, i32::from(left));
        let body = fight.body_mut(who);
        body.ap = most;
        (body.allowance, body.surprised, body.retreats) = (0, false, 0);
        body.blind = body.blind.saturating_sub(1);
        body.attackers = Slots::NONE;
        if self.rulings.gain_advantage == GainAdvantage::NextActionThisTurn {
            body.pending = 0;
        }
    }

    /// Spell effects of a caster that have run out. (step T1)
    fn end_effects(&self, fight: &mut Fight, caster: Slot) {
        let round = fight.round;
        self.end_those(fight, |until| until.on() && until.caster == caster && until.round <= round);
    }

    /// Effects whose time is over.
    #[inline(never)]
    fn end_those(&self, fight: &mut Fight, over: impl Fn(Until) -> bool) {
        for who in fight.enchanted() {
            fight.change(who, |body| body.end_effects(&over));
            if fight.body(who).status == Status::Absent {
                self.end_grips(fight, who);
            }
        }
    }

    /// R4: clocks. [CAP-119, CAP-151]
    fn close_round<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        fight.seconds = fight.seconds.saturating_add(self.round_seconds(fight.turns));
        let (round, acting) = (fight.round, fight.active());
        if !fight.enchanted().is_empty() {
            self.end_those(fight, |until| until.on() && until.round <= round && !acting.has(until.caster));
        }
        self.run_clocks(fight, table);
        fight.phase = Phase::Open;
        match self.ending(fight) {
            Some(ending) => self.over(fight, ending, table),
            None if fight.round >= self.book.round.rounds_max => self.over(fight, Ending::Timeout, table),
            None => Progress::Round,
        }
    }

    /// The fight is over: what becomes of the fallen belongs to it.
    fn over<D: Dice, W: Watch>(&self, fight: &mut Fight, ending: Ending, table: &mut Table<D, W>) -> Progress {
        self.finish(fight, ending, table);
        Progress::Over(ending)
    }

    /// Whoever has bled for too long dies; spirits come back to their bodies.
    pub(super) fn run_clocks<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        let now = self.now(fight);
        for who in fight.slots() {
            let body = fight.body(who);
            if body.dies_at > 0 && body.dies_at <= now && matches!(body.status, Status::Down | Status::OutOfAction) {
                table.tell("CAP-119", || format!("{} dies of its wounds", self.name(who)));
                self.die(fight, who, table);
            }
            let body = fight.body_mut(who);
            if body.spirit_until > 0 && body.spirit_until <= now {
                body.spirit_until = 0;
                if body.status == Status::Unconscious {
                    let status = self.risen(body);
                    fight.set_status(who, status);
                }
            }
        }
    }

    /// E1: whether the fight is over, and for whom.
    pub(super) fn ending(&self, fight: &Fight) -> Option<Ending> {
        let active = fight.active();
        let Some(first) = { active }.next() else { return Some(Ending::Draw) };
        let side = self.fighter(first).side;
        (active & self.foes[side.index()]).is_empty().then_some(Ending::Won(side))
    }
}
