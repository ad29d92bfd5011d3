//! The round of `cairn-ap`: initiative, groups taking turns one by one, the turn itself, the end of the round.
//!
//! Owns the order in which things happen (sections 4.2 to 4.4 of the specification); what an action does is in
//! [`act`](super::act) and its neighbours. A step is the opening of a round or one turn. Start at [`Core::play_step`].

use crate::dice::{Dice, Slot};
use crate::fight::{Ending, Few, Progress, Side, Table, Watch};
use crate::scenario::SIDES_MOST;

use super::Core;
use super::metrics as count;
use super::policy::{Do, Leftover};
use super::rolls;
use super::rulings::{FirstGroup, FullInventory, GainAdvantage, InitiativeReroll};
use super::sheet::Kind;
use super::state::{Fight, Held, Phase, Status, Until, flag};

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
            if self.anybody_left(fight) {
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
        for body in &mut fight.bodies {
            body.acted = false;
        }
    }

    /// Whoever has no free slot in its inventory is brought to 0 hit points. [CAP-C03, RU-20]
    pub(super) fn fill_up<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let body = fight.body(who);
        let full = self.fighter(who).inventory && self.free_slots(who, body) == 0;
        if full && body.hp > 0 && self.rulings.full_inventory == FullInventory::HpZero {
            fight.body_mut(who).hp = 0;
            table.tell("CAP-C03", || format!("the inventory of {} is full: no hit points are left", self.name(who)));
        }
    }

    /// F5 and F6: everybody rolls; what is kept is only who goes before whom. [CAP-095, CAP-096, CAP-097, RU-12]
    fn roll_initiative<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        let there = |who: Slot| fight.body(who).in_field && fight.body(who).status.on_field();
        let present: Few<Slot> = fight.slots().filter(|&who| there(who)).collect();
        let order = if present.len() <= Order::SLOTS_MOST && self.sides <= Order::SIDES_MOST {
            let attribute = self.book.initiative.attribute.index();
            let key = || {
                let mut key = [-1; Order::SLOTS_MOST];
                for (place, &who) in key.iter_mut().zip(present.iter()) {
                    *place = i64::from(who.0) << 16 | i64::from(fight.body(who).attributes[attribute]);
                }
                key
            };
            let find = |table: &mut Table<D, W>| self.find_order(fight, &present, table).to_number();
            let number = table.settle(&rolls::INITIATIVE, key, find);
            Order::of_number(number, present.len())
        } else {
            self.find_order(fight, &present, table)
        };
        for (rank, &who) in order.slots().iter().enumerate() {
            fight.body_mut(who).initiative = rank as i16;
        }
        (fight.groups_count, fight.groups) = (order.sides as u8, order.groups);
        if let Some(&first) = order.groups().first() {
            for &who in present.iter().filter(|&&who| self.fighter(who).side.0 == first) {
                table.watch.first(who, count::OPENED, 1);
            }
        }
    }

    /// Rolls for everybody who is present and puts them in order.
    fn find_order<D: Dice, W: Watch>(&self, fight: &Fight, present: &[Slot], table: &mut Table<D, W>) -> Order {
        let numbers = &self.book.initiative;
        let mut totals = [0_i32; Slot::MOST];
        let score = |who: Slot| fight.body(who).attributes[numbers.attribute.index()];
        for &who in present {
            totals[who.index()] = table.roll(who, &rolls::INITIATIVE, u32::from(numbers.die)) + i32::from(score(who));
            table.tell("CAP-095", || format!("{} has initiative {}", self.name(who), totals[who.index()]));
        }
        let mut slots = [Slot(0); Slot::MOST];
        slots[..present.len()].copy_from_slice(present);
        slots[..present.len()].sort_unstable_by_key(|&who| (-totals[who.index()], -score(who), who));
        let (groups, sides) = self.order_of_groups(present, &totals);
        Order { slots, present: present.len(), groups, sides }
    }

    /// The groups by what the rulings compare; ties go to the one with player characters, then to the first listed. [RU-12]
    fn order_of_groups(&self, present: &[Slot], totals: &[i32; Slot::MOST]) -> ([u8; SIDES_MOST], usize) {
        let mut keys = [(0_i64, false); SIDES_MOST];
        let (mut groups, mut count) = ([0; SIDES_MOST], 0);
        for side in 0..self.sides as u8 {
            let members = || present.iter().copied().filter(|&who| self.fighter(who).side.0 == side);
            let number = members().count() as i64;
            if number == 0 {
                continue;
            }
            let pcs = members().any(|who| self.fighter(who).kind == Kind::Pc);
            let sum: i64 = members().map(|who| i64::from(totals[who.index()])).sum();
            let best = members().map(|who| i64::from(totals[who.index()])).max().unwrap_or(0);
            let key = match self.rulings.first_group {
                FirstGroup::Highest => best,
                FirstGroup::Pcs => best + if pcs { 1 << 20 } else { 0 },
                FirstGroup::Total => sum,
                // Means of groups of all sizes, compared as whole numbers.
                FirstGroup::Mean => sum * 720_720 * 64 / number,
            };
            keys[usize::from(side)] = (key, pcs);
            groups[count] = side;
            count += 1;
        }
        groups[..count].sort_unstable_by_key(|&side| {
            let (key, pcs) = keys[usize::from(side)];
            (-key, !pcs, side)
        });
        (groups, count)
    }

    /// The member of a group whose turn would be next. (step R2)
    fn next_of(&self, fight: &Fight, side: Side) -> Option<Slot> {
        let waiting = fight.slots().filter(|&who| {
            let body = fight.body(who);
            self.fighter(who).side == side && !body.acted && self.active(body)
        });
        waiting.min_by_key(|&who| fight.body(who).initiative)
    }

    /// R2: the next turn, groups taking one at a time. [CAP-097, CAP-098]
    fn next(&self, fight: &mut Fight) -> Option<Slot> {
        for _ in 0..fight.groups_count {
            let side = Side(fight.groups[usize::from(fight.place)]);
            fight.place = (fight.place + 1) % fight.groups_count;
            if let Some(who) = self.next_of(fight, side) {
                return Some(who);
            }
        }
        None
    }

    fn anybody_left(&self, fight: &Fight) -> bool {
        fight.slots().any(|who| !fight.body(who).acted && self.active(fight.body(who)))
    }

    /// T1 to T4. [CAP-045, CAP-099 to CAP-104]
    fn turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        fight.turns = fight.turns.saturating_add(1);
        table.watch.count(who, count::TURNS, 1);
        self.end_effects(fight, who);
        let body = fight.body_mut(who);
        body.acted = true;
        body.waiting = [None; super::state::WAITING_MOST];
        body.defences = 0;
        if body.has(flag::FLEEING) {
            self.retreat(fight, who, table);
        } else {
            self.play_turn(fight, who, table);
        }
        self.end_turn(fight, who, table);
    }

    /// T2 and T3.
    fn play_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if fight.body(who).prone && fight.body(who).ap >= self.book.ap.stand && self.stands(fight, who, table) {
            self.stand(fight, who, table);
        }
        if self.retreats(fight, who, table) {
            self.retreat(fight, who, table);
        }
        let safe = self.nobody_in_reach(fight, who);
        if !self.who_needs_aid(fight, who).is_empty() && self.aids(fight, who, safe, table) {
            self.aid(fight, who, table);
        }
        let mut number = 0;
        while self.goes_on(fight, who)
            && let Some(line) = self.plan(fight, who, number, table)
        {
            number += 1;
            let Some(intent) = line else { continue };
            if intent.act == Do::Nothing {
                return;
            }
            self.carry_out(fight, who, intent, table);
        }
        if self.goes_on(fight, who) && self.leftover(fight, who, table) == Leftover::Defend {
            while self.defend(fight, who, table) {}
        }
    }

    /// Whether a turn goes on: the combatant is in the fight, and there still is one.
    fn goes_on(&self, fight: &Fight, who: Slot) -> bool {
        self.active(fight.body(who)) && self.ending(fight).is_none()
    }

    /// T4. [CAP-100, CAP-104]
    fn end_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let most = self.book.ap.max;
        let left = fight.body(who).ap;
        table.watch.count(who, count::AP_LOST, i32::from(left));
        let body = fight.body_mut(who);
        body.ap = most;
        (body.allowance, body.surprised, body.blind, body.retreats) = (0, false, false, 0);
        body.attackers = crate::fight::Slots::NONE;
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
    fn end_those(&self, fight: &mut Fight, over: impl Fn(Until) -> bool) {
        for body in &mut fight.bodies {
            if over(body.ward) {
                body.ward = Until::default();
            }
            if over(body.decoys_until) {
                (body.decoys, body.decoys_until) = (0, Until::default());
            }
            if over(body.speed_until) {
                (body.speed, body.speed_until) = (0, Until::default());
            }
            if over(body.asleep_until) {
                body.asleep_until = Until::default();
                if matches!(body.status, Status::Asleep | Status::Pacified) {
                    body.status = Status::Active;
                }
            }
            if over(body.called_until) {
                (body.called_until, body.status, body.in_field) = (Until::default(), Status::Absent, false);
            }
            if let Held::Stuck(until) = body.held
                && over(until)
            {
                body.held = Held::Free;
            }
        }
    }

    /// R4: clocks. [CAP-119, CAP-151]
    fn close_round<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        fight.seconds = fight.seconds.saturating_add(self.round_seconds(fight.turns));
        let (round, acting) =
            (fight.round, fight.slots().filter(|&who| self.active(fight.body(who))).collect::<crate::fight::Slots>());
        self.end_those(fight, |until| until.on() && until.round <= round && !acting.has(until.caster));
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
                    body.status = Status::Active;
                }
            }
        }
    }

    /// E1: whether the fight is over, and for whom.
    pub(super) fn ending(&self, fight: &Fight) -> Option<Ending> {
        let mut standing: Option<Side> = None;
        for (body, fighter) in fight.bodies.iter().zip(&self.fighters) {
            if self.active(body) {
                match standing {
                    Some(side) if side != fighter.side => return None,
                    _ => standing = Some(fighter.side),
                }
            }
        }
        Some(standing.map_or(Ending::Draw, Ending::Won))
    }
}
