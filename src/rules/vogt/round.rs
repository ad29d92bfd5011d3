//! The round of `vogt`: declarations, initiative, order, turns, the end of the round.
//!
//! Owns the order in which things happen; what an action does is in [`act`](super::act). A step is the opening of a round or
//! one turn, so that the state is whole between two steps. Start at [`Core::play_step`].

use crate::dice::{Dice, Die, Roll, Slot};
use crate::fight::{Ending, Few, Progress, Side, Slots, Table, Watch};

use super::Core;
use super::fighter::TECHNIQUE_SIZES;
use super::harm::Cause;
use super::metrics as count;
use super::rolls;
use super::rulings::{ArRefresh, Declare, EndCondition, FinalTie};
use super::sheet::Status;
use super::state::{Act, Declared, Fight, Phase};

impl Core {
    /// Opens the round, or plays the next turn.
    pub(super) fn play_step<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        if fight.phase == Phase::Declare {
            self.open_round(fight, table);
            fight.phase = Phase::Turns;
        } else {
            while let Some(who) = fight.queue.pop() {
                if self.present(fight.body(who)) {
                    self.turn(fight, who, table);
                    if std::mem::take(&mut fight.somebody_fell)
                        && let Some(ending) = self.ending(fight)
                    {
                        return Progress::Over(ending);
                    }
                    break;
                }
            }
        }
        if !fight.queue.is_empty() || self.next_pass(fight) {
            return Progress::Turn;
        }
        self.close_round(fight)
    }

    /// R1 to R4: a new round, declarations, initiative, order (VOG-066 to VOG-074).
    fn open_round<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        fight.round += 1;
        table.tell("VOG-066", || format!("Round {}", fight.round));
        let present: Slots = fight.slots().filter(|&who| self.present(fight.body(who))).collect();
        for body in &mut fight.bodies {
            if self.rulings.ar_refresh == ArRefresh::RoundStart {
                body.absorbed = 0;
            }
            body.helped_by = body.helped_by.filter(|&helper| present.has(helper));
        }
        for who in present {
            if self.active(fight.body(who)) {
                let declared = self.declare(fight, who, table);
                fight.body_mut(who).declared = Some(declared);
                table.tell("VOG-068", || format!("{} declares {}", self.name(who), self.act_name(who, declared.act)));
            }
        }
        for who in present {
            self.roll_initiative(fight, who, table);
        }
        self.order(fight, present, table);
    }

    /// What is declared: the action, and where the rulings want it, the target (VOG-068, R-22).
    fn declare<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> Declared {
        let act = self.choose_action(fight, who, table);
        let target = match self.rulings.declare {
            Declare::Action => None,
            Declare::ActionAndTarget => self.choose_target(fight, who, self.candidates(fight, who), table),
        };
        Declared { act, target }
    }

    /// Rolls the initiative dice of what was declared (VOG-069, VOG-070).
    fn roll_initiative<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let (die, roll) = self.initiative_dice(who, fight.body(who).declared);
        let total = table.sum(who, roll, die);
        let body = fight.body_mut(who);
        (body.initiative, body.initiative_die) = (total, die);
        table.tell("VOG-069", || format!("{} has initiative {total}", self.name(who)));
    }

    /// The initiative dice of a declaration; without one, those of the unconscious.
    fn initiative_dice(&self, who: Slot, declared: Option<Declared>) -> (Die, &'static Roll) {
        let (book, fighter) = (&self.book, self.fighter(who));
        let Some(declared) = declared else {
            return (book.status.unconscious_initiative, &rolls::UNCONSCIOUS_INITIATIVE);
        };
        match declared.act {
            Act::Attack { weapon } => (fighter.weapons[usize::from(weapon)].initiative, &rolls::ATTACK_INITIATIVE),
            Act::Technique { technique, dice } => {
                let technique = &fighter.techniques[usize::from(technique)];
                let spent = Die::new(dice, TECHNIQUE_SIZES[technique.size]);
                (technique.initiative.unwrap_or(spent), &rolls::TECHNIQUE_INITIATIVE)
            }
            Act::Defend => (book.defend.initiative, &rolls::DEFEND_INITIATIVE),
            Act::Help => (book.help.initiative, &rolls::HELP_INITIATIVE),
            Act::Run | Act::Flee => (book.run.initiative, &rolls::RUN_INITIATIVE),
            Act::Retrieve { .. } => (book.retrieve.initiative, &rolls::RETRIEVE_INITIATIVE),
            Act::Contest => (book.contest.initiative, &rolls::CONTEST_INITIATIVE),
            Act::Stand => (book.stand.initiative, &rolls::STAND_INITIATIVE),
        }
    }

    /// R4: fills the queue, the first to act last (VOG-071 to VOG-074).
    fn order<D: Dice, W: Watch>(&self, fight: &mut Fight, present: Slots, table: &mut Table<D, W>) {
        fight.queue.clear();
        let mut tied = false;
        for who in present {
            let key = self.initiative_key(fight.body(who));
            let mut place = fight.queue.len();
            fight.queue.push(who);
            while place > 0 {
                let before = self.initiative_key(fight.body(fight.queue[place - 1]));
                if before > key {
                    break;
                }
                tied |= before == key;
                fight.queue.swap(place - 1, place);
                place -= 1;
            }
        }
        if tied {
            self.break_ties(fight, table);
        }
        if let Some(&first) = fight.queue.last() {
            table.watch.count(first, count::WENT_FIRST, 1);
        }
        fight.passes = self.book.round.turns - 1;
        fight.order.clear();
        if fight.passes > 0 {
            fight.order.extend_from_slice(&fight.queue);
        }
    }

    /// The ties of the book among those whose initiative is equal, and what is left of them after that (VOG-072 to VOG-074).
    fn break_ties<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        let Fight { bodies, queue, workspace, .. } = fight;
        let waiting = &mut workspace.0.waiting;
        waiting.clear();
        waiting.extend(queue.iter().map(|&who| (self.order_key(who, &bodies[who.index()]), who)));
        waiting.sort_unstable();
        if self.rulings.initiative_final == FinalTie::Random {
            self.draw_ties(waiting, table);
        }
        queue.clear();
        queue.extend(waiting.iter().rev().map(|&(_, who)| who));
    }

    /// Who is tied to the end goes in a drawn order: again and again one of those who are left goes next (VOG-074, R-25).
    fn draw_ties<D: Dice, W: Watch>(&self, waiting: &mut [(i64, Slot)], table: &mut Table<D, W>) {
        for first in 1..waiting.len() {
            let (key, left) = (waiting[first - 1].0, &mut waiting[first - 1..]);
            let tied = left.iter().take_while(|(other, _)| *other == key).count();
            let next = table.pick(Slot::MASTER, &rolls::TIE, tied);
            left[..=next].rotate_right(1);
        }
    }

    /// Another turn for everybody in the same round, where the book gives several (VOG-066).
    fn next_pass(&self, fight: &mut Fight) -> bool {
        if fight.passes == 0 {
            return false;
        }
        fight.passes -= 1;
        fight.queue.extend_from_slice(&fight.order);
        true
    }

    /// T1 to T7: one turn, or the part of it up to a pause.
    fn turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if !fight.body(who).turn_begun {
            let bled = self.begin_turn(fight, who, table);
            if bled && fight.somebody_fell && self.ending(fight).is_some() {
                return;
            }
        }
        let Some(declared) = fight.body(who).declared.filter(|_| self.active(fight.body(who))) else {
            fight.body_mut(who).turn_begun = false;
            return;
        };
        if self.reevaluates(fight, who, table) {
            return;
        }
        self.perform(fight, who, declared, table);
        let body = fight.body_mut(who);
        (body.turn_begun, body.movement_spent) = (false, false);
    }

    /// T1: what ends and what bleeds at the beginning of a turn; true when it bled (VOG-018, VOG-022, VOG-081).
    fn begin_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let refresh = self.rulings.ar_refresh == ArRefresh::OwnTurn;
        let body = fight.body_mut(who);
        body.turn_begun = true;
        body.defending = false;
        if refresh {
            body.absorbed = 0;
        }
        for other in &mut fight.bodies {
            if other.helped_by == Some(who) {
                other.helped_by = None;
            }
        }
        let bleeds = fight.body(who).has(Status::Bleeding);
        if bleeds {
            table.tell("VOG-081", || format!("{} bleeds", self.name(who)));
            self.hurt(fight, who, self.book.status.bleeding_damage, Cause::Bleeding, table);
        }
        bleeds
    }

    /// T3: a new action and a new place in the order; true when the turn pauses (VOG-025 to VOG-027, R-24).
    fn reevaluates<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let numbers = &self.book.reevaluate;
        if !self.book.actions.reevaluate || fight.body(who).reevaluations >= numbers.max_per_round {
            return false;
        }
        let Some(act) = self.choose_reevaluation(fight, who, table) else { return false };
        let before = fight.body(who).initiative;
        let body = fight.body_mut(who);
        body.reevaluations += 1;
        body.declared = Some(Declared { act, target: None });
        table.watch.count(who, count::REEVALUATIONS, 1);
        table.tell("VOG-025", || format!("{} re-evaluates into {}", self.name(who), self.act_name(who, act)));
        self.roll_initiative(fight, who, table);
        if numbers.adds {
            fight.body_mut(who).initiative += before;
        }
        if !numbers.blocks_movement {
            let target = self.target(fight, who, Declared { act, target: None }, table);
            let steps = self.budget(fight, who, act, table);
            self.move_before(fight, who, (act, target), steps, table);
            fight.body_mut(who).movement_spent = true;
        }
        self.queue_again(fight, who, table);
        true
    }

    /// Puts a combatant back among those who wait, by its new initiative.
    fn queue_again<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let key = self.order_key(who, fight.body(who));
        let keys: Few<i64> = fight.queue.iter().map(|&other| self.order_key(other, fight.body(other))).collect();
        let later = keys.iter().filter(|&&other| other > key).count();
        let tied = keys.iter().filter(|&&other| other == key).count();
        let place = match self.rulings.initiative_final {
            FinalTie::Random => table.pick(Slot::MASTER, &rolls::REEVALUATED_TIE, tied + 1),
            FinalTie::Index => {
                let before = |(other, other_key): (&Slot, &i64)| *other_key == key && *other < who;
                fight.queue.iter().zip(keys.iter()).filter(|pair| before(*pair)).count()
            }
        };
        fight.queue.insert(later + tied - place, who);
    }

    /// T4 to T7: movement and action.
    fn perform<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, declared: Declared, table: &mut Table<D, W>) {
        let mut steps = if fight.body(who).movement_spent { 0 } else { self.budget(fight, who, declared.act, table) };
        let mut actions = self.book.actions.per_turn;
        while actions > 0 {
            let target = self.target(fight, who, declared, table);
            steps = self.move_before(fight, who, (declared.act, target), steps, table);
            if !self.present(fight.body(who)) {
                return;
            }
            self.act(fight, who, (declared.act, target), table);
            actions -= 1;
        }
        self.move_after(fight, who, steps, table);
    }

    /// R6: statuses that end, and the last round (VOG-067, R-53).
    fn close_round(&self, fight: &mut Fight) -> Progress {
        let round = fight.round;
        for body in &mut fight.bodies {
            body.declared = None;
            (body.turn_begun, body.movement_spent, body.reevaluations) = (false, false, 0);
            if body.statuses != 0 {
                for status in Status::ALL {
                    if body.has(status) && body.until[status as usize] == round {
                        body.lose(status);
                    }
                }
            }
        }
        fight.phase = Phase::Declare;
        if round >= self.book.round.rounds_max { Progress::Over(Ending::Timeout) } else { Progress::Round }
    }

    /// E1: whether the fight is over, and for whom.
    pub(super) fn ending(&self, fight: &Fight) -> Option<Ending> {
        let (mut standing, mut several, mut anybody): (Option<Side>, bool, bool) = (None, false, false);
        for who in fight.slots() {
            let body = fight.body(who);
            let counts = match self.rulings.end_condition {
                EndCondition::Incapacitated => self.active(body),
                EndCondition::Dead => self.present(body),
            };
            if counts {
                let side = self.fighter(who).side;
                several |= standing.is_some_and(|other| other != side);
                standing = Some(side);
                anybody |= self.active(body);
            }
        }
        match standing {
            Some(_) if several && anybody => None,
            Some(side) if !several => Some(Ending::Won(side)),
            _ => Some(Ending::Draw),
        }
    }
}
