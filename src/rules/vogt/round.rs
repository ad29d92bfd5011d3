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
use super::rulings::{ArRefresh, Declare, EndCondition, FinalTie, Rulings, Standing};
use super::sheet::Status;
use super::state::{Act, Body, Declared, Fight, Phase};

impl Core {
    /// Opens the round, or plays the next turn. Where nobody walks through all outcomes, nothing is looked at in between, and
    /// the whole round is one step.
    #[inline]
    pub(super) fn play_step<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        if fight.phase == Phase::Declare {
            self.open_round(fight, table);
            fight.phase = Phase::Turns;
            if table.settles() && !fight.queue.is_empty() {
                return Progress::Turn;
            }
        }
        loop {
            while let Some(who) = fight.queue.pop() {
                if fight.present.has(who) {
                    self.turn(fight, who, table);
                    if std::mem::take(&mut fight.somebody_fell)
                        && let Some(ending) = self.ending(fight)
                    {
                        return Progress::Over(ending);
                    }
                    if table.settles() && !fight.queue.is_empty() {
                        return Progress::Turn;
                    }
                }
            }
            if !self.next_pass(fight) {
                return self.close_round(fight, table);
            }
        }
    }

    /// R1 to R4: a new round, declarations, initiative, order (VOG-066 to VOG-074).
    #[inline(never)]
    fn open_round<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        fight.round += 1;
        table.tell("VOG-066", || format!("Round {}", fight.round));
        let present = fight.present;
        fight.end_help_of(|helper| !present.has(helper));
        if self.declares_unseeing(fight, table) {
            return self.roll_order::<true, _, _>(fight, present, table);
        }
        present.for_each(|who| self.refresh(fight.body_mut(who)));
        for who in fight.active {
            let declared = self.declare(fight, who, table);
            fight.body_mut(who).declared = Some(declared);
            table.tell("VOG-068", || format!("{} declares {}", self.name(who), self.act_name(who, declared.act)));
        }
        if table.settles() {
            self.settled_order(fight, present, table);
        } else {
            self.roll_order::<false, _, _>(fight, present, table);
        }
    }

    /// Whether nobody looks at anybody before it declares, and nobody listens: then whoever declares may as well roll its
    /// initiative at once.
    #[inline]
    fn declares_unseeing<D: Dice, W: Watch>(&self, fight: &Fight, table: &Table<D, W>) -> bool {
        let unseeing = (self.policies.declarers() & fight.active).is_empty();
        !table.settles() && !table.listens() && unseeing && self.attacks_unseeing
    }

    /// AR that is whole again at the beginning of a round (VOG-205).
    #[inline]
    fn refresh(&self, body: &mut Body) {
        if self.rulings.ar_refresh == ArRefresh::RoundStart {
            body.absorbed = 0;
        }
    }

    /// R3 and R4: initiative of everybody, and the order that follows, the first to act last (VOG-071 to VOG-074). Those who
    /// declare unseeing do so on the way.
    #[inline]
    pub(super) fn roll_order<const DECLARE: bool, D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        present: Slots,
        table: &mut Table<D, W>,
    ) {
        fight.queue.clear();
        let mut tied = false;
        for who in present {
            if DECLARE {
                let active = fight.active.has(who);
                let body = fight.body_mut(who);
                self.refresh(body);
                body.declared = active.then(|| Declared { act: self.plain_attack(who, body), target: None });
            }
            self.roll_initiative(fight, who, table);
            tied |= self.queue_up(fight, who);
        }
        if tied {
            self.break_ties(fight, table);
        }
        if let Some(&first) = fight.queue.last() {
            table.watch.count(first, count::WENT_FIRST, 1);
        }
        self.begin_passes(fight);
    }

    /// Puts somebody among those who wait, by its initiative alone; whether somebody else has the same.
    #[inline(always)]
    fn queue_up(&self, fight: &mut Fight, who: Slot) -> bool {
        let Fight { bodies, queue, .. } = fight;
        let key = self.initiative_key(&bodies[who.index()]);
        let mut place = queue.len();
        queue.push(who);
        let (bodies, queue) = (bodies.as_slice(), queue.as_mut_slice());
        let mut tied = false;
        while place > 0 {
            let before = queue[place - 1];
            let other = self.initiative_key(&bodies[before.index()]);
            if other > key {
                break;
            }
            tied |= other == key;
            queue[place] = before;
            place -= 1;
        }
        queue[place] = who;
        tied
    }

    /// What is declared: the action, and where the rulings want it, the target (VOG-068, R-22).
    fn declare<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> Declared {
        let act = self.choose_action(fight, who, table);
        self.declared(fight, who, act, table)
    }

    /// A declaration of this action, with its target where the rulings want it: whoever re-evaluates chooses anew.
    fn declared<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, act: Act, table: &mut Table<D, W>) -> Declared {
        let target = match self.rulings.declare {
            Declare::Action => None,
            Declare::ActionAndTarget => self.declare_target(fight, who, act, table),
        };
        Declared { act, target }
    }

    #[inline(never)]
    fn declare_target<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, act: Act, table: &mut Table<D, W>) -> Option<Slot> {
        let candidates = || self.candidates(fight, who);
        if self.needs_target(who, act) { self.choose_target::<false, _, _>(fight, who, candidates(), table) } else { None }
    }

    /// Rolls the initiative dice of what was declared (VOG-069, VOG-070).
    #[inline(always)]
    fn roll_initiative<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let (die, roll) = self.initiative_dice(who, fight.body(who));
        let total = table.sum(who, roll, die);
        let body = fight.body_mut(who);
        (body.initiative, body.initiative_die) = (total, die);
        table.tell("VOG-069", || format!("{} has initiative {total}", self.name(who)));
    }

    /// The initiative dice of a declaration; without one, those of the unconscious.
    #[inline(always)]
    pub(super) fn initiative_dice(&self, who: Slot, body: &Body) -> (Die, &'static Roll) {
        match body.declared {
            Some(Declared { act: Act::Attack { weapon }, .. }) => {
                (self.fighter(who).weapons[usize::from(weapon)].initiative, &rolls::ATTACK_INITIATIVE)
            }
            Some(declared) => self.other_initiative_dice(who, declared.act),
            None => (self.book.status.unconscious_initiative, &rolls::UNCONSCIOUS_INITIATIVE),
        }
    }

    /// The initiative dice of what may be no attack.
    #[inline(never)]
    fn other_initiative_dice(&self, who: Slot, act: Act) -> (Die, &'static Roll) {
        let (book, fighter) = (&self.book, self.fighter(who));
        match act {
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

    /// The first of the passes through the order of the round.
    #[inline]
    pub(super) fn begin_passes(&self, fight: &mut Fight) {
        fight.passes = self.book.round.turns - 1;
        if fight.passes > 0 {
            fight.order.clear();
            fight.order.extend_from_slice(&fight.queue);
        }
    }

    /// The ties of the book among those whose initiative is equal, and what is left of them after that (VOG-072 to VOG-074).
    #[inline(never)]
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
    #[inline]
    fn next_pass(&self, fight: &mut Fight) -> bool {
        let another = fight.passes > 0;
        if another {
            fight.passes -= 1;
            fight.queue.extend_from_slice(&fight.order);
        }
        another
    }

    /// Whether those who have no line for it declare their attack whatever they see: no ruling and nothing in the book gives
    /// them anything else to decide.
    pub(super) fn attacks_unseeing(&self) -> bool {
        self.rulings.declare == Declare::Action && self.rulings.stand != Standing::Action && self.book.actions.attack
    }

    /// Whose turns can be plain.
    pub(super) fn plainly_played(&self) -> Slots {
        let published = self.rulings == Rulings::UNTOUCHED && self.book.actions.per_turn == 1;
        let leaves_all_to_rules = |who: Slot| published && self.grid.is_none() && self.policies.is_plain(who);
        Slots::first(self.fighters.len()).those(leaves_all_to_rules)
    }

    /// The weapon of a plain turn, which is an attack where nothing unusual can happen: the rulings are untouched, there is no
    /// grid, the one whose turn it is leaves everything after the declaration to the rules and is in no way afflicted, and
    /// nobody is helped.
    #[inline]
    fn plainly_attacks_with(&self, fight: &Fight, who: Slot) -> Option<u8> {
        let body = fight.body(who);
        let plain = self.plain.has(who) && body.statuses == 0 && fight.helped.is_empty();
        match body.declared {
            Some(Declared { act: Act::Attack { weapon }, .. }) if plain => Some(weapon),
            _ => None,
        }
    }

    /// The rulings, which the compiler knows in a plain turn.
    #[inline(always)]
    pub(super) fn rulings<const PLAIN: bool>(&self) -> &Rulings {
        if PLAIN { &Rulings::UNTOUCHED } else { &self.rulings }
    }

    /// One turn, or the part of it up to a pause.
    #[inline]
    fn turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        match self.plainly_attacks_with(fight, who) {
            Some(weapon) => self.plain_turn(fight, who, usize::from(weapon), table),
            None => self.any_turn(fight, who, table),
        }
    }

    /// What is left of [`any_turn`](Core::any_turn) when it is plain.
    #[inline(always)]
    fn plain_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, weapon: usize, table: &mut Table<D, W>) {
        let body = fight.body_mut(who);
        body.defending = false;
        let prone = body.prone;
        if !fight.active.has(who) {
            return;
        }
        if prone {
            self.gets_up(fight, who, table);
        }
        let target = self.choose_target::<true, _, _>(fight, who, self.active_foes(fight, who), table);
        self.attack::<true, _, _>(fight, who, weapon, target, table);
    }

    /// T1 to T7: any turn. It stands apart from the loop of a fight, which the plain ones are compiled into.
    #[inline(never)]
    fn any_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let resumed = fight.body(who).paused;
        if !resumed {
            let bled = self.begin_turn(fight, who, table);
            if bled && fight.somebody_fell && self.ending(fight).is_some() {
                return;
            }
        }
        let &Body { declared, movement_spent, .. } = fight.body(who);
        if let Some(declared) = declared
            && fight.active.has(who)
        {
            if self.may_reevaluate(who) && self.reevaluates(fight, who, table) {
                return;
            }
            let steps = if movement_spent { 0 } else { self.budget(fight, who, declared.act, table) };
            self.perform(fight, who, declared, steps, table);
        }
        if resumed {
            let body = fight.body_mut(who);
            (body.paused, body.movement_spent) = (false, false);
        }
    }

    /// T1: what ends and what bleeds at the beginning of a turn; true when it bled (VOG-018, VOG-022, VOG-081).
    fn begin_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let body = fight.body_mut(who);
        body.defending = false;
        if self.rulings.ar_refresh == ArRefresh::OwnTurn {
            body.absorbed = 0;
        }
        let bleeds = body.has(Status::Bleeding);
        fight.end_help_of(|helper| helper == who);
        if bleeds {
            self.bleed(fight, who, table);
        }
        bleeds
    }

    #[inline(never)]
    fn bleed<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        table.tell("VOG-081", || format!("{} bleeds", self.name(who)));
        self.hurt::<false, _, _>(fight, who, self.book.status.bleeding_damage, Cause::Bleeding, table);
    }

    /// T3: a new action and a new place in the order; true when the turn pauses (VOG-025 to VOG-027, R-24).
    #[inline(never)]
    fn reevaluates<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let numbers = &self.book.reevaluate;
        if fight.body(who).reevaluations >= numbers.max_per_round {
            return false;
        }
        let Some(act) = self.choose_reevaluation(fight, who, table) else { return false };
        let declared = self.declared(fight, who, act, table);
        let before = fight.body(who).initiative;
        let body = fight.body_mut(who);
        (body.paused, body.reevaluations) = (true, body.reevaluations + 1);
        body.declared = Some(declared);
        table.watch.count(who, count::REEVALUATIONS, 1);
        table.tell("VOG-025", || format!("{} re-evaluates into {}", self.name(who), self.act_name(who, act)));
        self.roll_initiative(fight, who, table);
        if numbers.adds {
            fight.body_mut(who).initiative += before;
        }
        if !numbers.blocks_movement {
            let target = self.target(fight, who, declared, table);
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
    #[inline]
    fn perform<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        declared: Declared,
        mut steps: i32,
        table: &mut Table<D, W>,
    ) {
        for _ in 0..self.book.actions.per_turn {
            steps = self.perform_one(fight, who, declared, steps, table);
            if !fight.present.has(who) {
                return;
            }
        }
        // Whoever runs has spent its turn on coming nearer or leaving.
        if !matches!(declared.act, Act::Run | Act::Flee) {
            self.move_after(fight, who, steps, table);
        }
    }

    /// One of the actions of a turn, with the movement before it; returns the steps that are left. It stands apart because a
    /// loop around so much would prepare in every turn whatever any action could need.
    #[inline(never)]
    fn perform_one<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        declared: Declared,
        steps: i32,
        table: &mut Table<D, W>,
    ) -> i32 {
        let target = self.target(fight, who, declared, table);
        let steps = self.move_before(fight, who, (declared.act, target), steps, table);
        if fight.present.has(who) {
            self.act(fight, who, declared.act, target, table);
        }
        steps
    }

    /// R6: statuses that end, and the last round (VOG-067, R-53).
    #[inline]
    fn close_round<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        let mut afflicted = false;
        for body in &mut fight.bodies {
            body.declared = None;
            (body.paused, body.movement_spent, body.reevaluations) = (false, false, 0);
            afflicted |= body.statuses != 0;
        }
        if afflicted {
            self.end_statuses(fight, table);
        }
        fight.phase = Phase::Declare;
        if fight.round >= self.book.round.rounds_max { Progress::Over(Ending::Timeout) } else { Progress::Round }
    }

    /// Statuses whose last round this was end, of those who are there.
    #[inline(never)]
    fn end_statuses<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        let round = fight.round;
        for who in fight.present {
            let body = fight.body_mut(who);
            if body.statuses == 0 {
                continue;
            }
            for status in Status::ALL {
                if body.has(status) && body.until[status as usize] == round {
                    body.lose(status);
                    table.tell("R-54", || format!("{} is no longer {}", self.name(who), status.name()));
                }
            }
            self.muster(fight, who);
        }
    }

    /// E1: whether the fight is over, and for whom.
    pub(super) fn ending(&self, fight: &Fight) -> Option<Ending> {
        let count = match self.rulings.end_condition {
            EndCondition::Incapacitated => fight.active,
            EndCondition::Dead => fight.present,
        };
        let mut standing = (0..).map(Side).zip(&self.members).filter(|&(_, &side)| !(side & count).is_empty());
        match (standing.next(), standing.next()) {
            (Some(_), Some(_)) if !fight.active.is_empty() => None,
            (Some((side, _)), None) => Some(Ending::Won(side)),
            _ => Some(Ending::Draw),
        }
    }
}
