//! The round of `vogt`: declarations, initiative, order, turns, the end of the round.
//!
//! Owns the order in which things happen; what an action does is in [`act`](super::act). A step is the opening of a round or
//! one turn, so that the state is whole between two steps. Start at [`Play::play_step`].

use frame::arena::square::Square;
use frame::dice::{Dice, Die, Roll, Slot};
use frame::fight::sum::Sum;
use frame::fight::{DiceTaken, Ending, Few, Marked as _, Progress, Sentence, Slots, Watch};

use super::decide::Intent;
use super::fighter::TECHNIQUE_SIZES;
use super::harm::Cause;
use super::metrics as count;
use super::rolls;
use super::rulings::{ArRefresh, Declare, EndCondition, FinalTie, Standing};
use super::sheet::Status;
use super::state::{Act, Body, Declared, Fields, Fight, Phase};
use super::{Core, Play};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Opens the round, or plays the next turn. Where nobody walks through all outcomes, nothing is looked at in between, and
    /// the whole round is one step, unless a neutral side turns on an attacker.
    #[inline]
    pub(super) fn play_step(&mut self) -> Progress {
        if self.fight.phase == Phase::Declare {
            self.apart(|play| play.open_round());
            self.fight.phase = Phase::Turns;
            if self.table.settles() && !self.fight.queue.is_empty() {
                return Progress::Turn;
            }
        }
        let turned = self.fight.turned;
        loop {
            while let Some(who) = self.fight.queue.pop() {
                if self.fight.present.has(who) {
                    self.turn(who);
                    if std::mem::take(&mut self.fight.somebody_fell)
                        && let Some(ending) = self.rules.ending(self.fight)
                    {
                        return Progress::Over(ending);
                    }
                    // A side that has turned on its attacker is an enemy from the next turn on: other rules hold with the next step.
                    if self.fight.turned != turned || self.table.settles() && !self.fight.queue.is_empty() {
                        return Progress::Turn;
                    }
                }
            }
            if !self.next_pass() {
                return self.close_round();
            }
        }
    }

    /// R1 to R4: a new round, declarations, initiative, order (VOG-066, VOG-068).
    #[inline(always)]
    fn open_round(&mut self) {
        let rules = self.rules;
        self.fight.round += 1;
        self.table.tell("VOG-066", || format!("Round {}", self.fight.round));
        let arriving = rules.lineup.arrivals.in_round(self.fight.round);
        if !arriving.is_empty() {
            self.arrive(arriving);
        }
        if rules.grid.is_some() {
            self.keep_distances();
        }
        let present = self.fight.present;
        self.fight.end_help_of(|helper| !present.has(helper));
        if self.declares_unseeing() {
            return self.roll_order::<true>(present);
        }
        present.for_each(|who| rules.refresh(self.fight.body_mut(who)));
        for who in self.fight.active {
            let declared = self.lend().declare(who);
            self.fight.body_mut(who).declared = Some(declared);
            self.table.tell("VOG-068", || format!("{} declares {}", rules.name(who), rules.act_name(who, declared.act)));
        }
        if self.table.settles() {
            self.lend().settled_order(present);
        } else {
            self.roll_order::<false>(present);
        }
    }

    /// Brings those who arrive in this round onto the field, as near to their squares as there is room. Whoever lies
    /// unconscious does not come.
    #[inline(never)]
    fn arrive(&mut self, those: Slots) {
        let rules = self.rules;
        for who in those.those(|who| rules.comes(self.fight, who)) {
            let at = rules.free_square(self.fight, rules.places.get(who.index()).copied().unwrap_or_default());
            let body = self.fight.body_mut(who);
            (body.in_field, body.at) = (true, at);
            rules.muster(self.fight, who);
            self.table.tell("", || format!("{} arrives", rules.name(who)));
        }
        // Combatants that were waited for may find nobody left to fight.
        self.fight.somebody_fell = true;
    }

    /// True if nobody looks at anybody before it declares, and nobody listens: then the combatant that declares may as well roll its
    /// initiative at once.
    #[inline]
    fn declares_unseeing(&self) -> bool {
        let unseeing = (self.rules.policies.lists.action.deciders() & self.fight.active).is_empty();
        !self.table.settles() && !self.table.listens() && unseeing && self.rules.attacks_unseeing
    }

    /// R3 and R4: initiative of everybody, and the order that follows, the first to act last (VOG-071 to VOG-074). Those who
    /// declare unseeing do so on the way, all others in [`open_round`](Play::open_round).
    #[inline]
    pub(super) fn roll_order<const DECLARE: bool>(&mut self, present: Slots) {
        self.fight.queue.clear();
        let mut tied = false;
        for who in present {
            if DECLARE {
                let active = self.fight.active.has(who);
                if active {
                    self.table.watch.asks(who);
                }
                let body = self.fight.body_mut(who);
                self.rules.refresh(body);
                body.declared = active.then(|| Declared { act: self.rules.plain_attack(who, body), target: None });
            }
            self.roll_initiative(who);
            tied |= self.queue_up(who);
        }
        if tied {
            self.lend().break_ties();
        }
        if let Some(&first) = self.fight.queue.last() {
            self.table.watch.count(first, count::WENT_FIRST, 1);
        }
        self.table.tell("VOG-071", || {
            let order: Vec<&str> = self.fight.queue.iter().rev().map(|&who| self.rules.name(who)).collect();
            format!("order: {}", order.join(", "))
        });
        self.begin_passes();
    }

    /// Rolls initiative and finds the order of the round, where nothing but the order is asked for.
    pub(super) fn settled_order(&mut self, present: Slots) {
        let rules = self.rules;
        /// Slots of an order as one number, six bits each.
        const SLOTS_MOST: usize = 10;
        if rules.asked.initiative || rules.asked.places || present.len() > SLOTS_MOST {
            return self.roll_order::<false>(present);
        }
        let mut key: Few<i64> = Few::default();
        for who in present {
            let (die, _) = rules.initiative_dice(who, self.fight.body(who));
            let body = self.fight.body_mut(who);
            (body.initiative, body.initiative_die) = (0, die);
            key.push(i64::from(who.0) << 16 | i64::from(die.count) << 8 | i64::from(die.sides));
            key.push(rules.order_key(who, self.fight.body(who)));
        }
        let order = self.settle(
            &rolls::ATTACK_INITIATIVE,
            |_| &key[..],
            |play| {
                play.roll_order::<false>(present);
                play.fight.queue.iter().fold(0, |order, who| order << 6 | i64::from(who.0))
            },
        );
        self.fight.queue.clear();
        self.fight.queue.extend((0..present.len()).rev().map(|place| Slot((order >> (6 * place) & 63) as u8)));
        self.begin_passes();
    }

    /// Puts a combatant among those who wait, by its initiative alone; true if another one has the same.
    #[inline(always)]
    fn queue_up(&mut self, who: Slot) -> bool {
        let Fight { bodies, queue, .. } = self.fight;
        let key = self.rules.initiative_key(&bodies[who.index()]);
        let mut place = queue.len();
        queue.push(who);
        let (bodies, queue) = (bodies.as_slice(), queue.as_mut_slice());
        let mut tied = false;
        while place > 0 {
            let before = queue[place - 1];
            let other = self.rules.initiative_key(&bodies[before.index()]);
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

    /// Declares the action, and where the rulings want it, the target (VOG-068, R-22).
    fn declare(&mut self, who: Slot) -> Declared {
        let act = self.choose_action(who);
        self.declared(who, act)
    }

    /// A declaration of this action, with its target where the rulings want it: a combatant that re-evaluates chooses anew.
    fn declared(&mut self, who: Slot, act: Act) -> Declared {
        let target = match self.rules.rulings.declare {
            Declare::Action => None,
            Declare::ActionAndTarget => self.declare_target(who, act),
        };
        Declared { act, target }
    }

    /// Chooses the target of a declaration that needs one.
    #[inline(never)]
    fn declare_target(&mut self, who: Slot, act: Act) -> Option<Slot> {
        let candidates = || self.rules.candidates(self.fight, who);
        if self.rules.needs_target(who, act) { self.choose_target::<false>(who, candidates()) } else { None }
    }

    /// Rolls the initiative dice of what was declared (VOG-069, VOG-070).
    #[inline(always)]
    pub(super) fn roll_initiative(&mut self, who: Slot) {
        let (die, roll) = self.rules.initiative_dice(who, self.fight.body(who));
        let total = self.table.sum(who, roll, die);
        let body = self.fight.body_mut(who);
        (body.initiative, body.initiative_die) = (total, die);
        self.table.tell("VOG-069", || {
            let sum = Sum::of_dice(who, roll, DiceTaken::All, total);
            Sentence::new(format!("{} has {} ", self.rules.name(who), roll.what)).sum(sum)
        });
    }

    /// The first of the passes through the order of the round.
    #[inline]
    pub(super) fn begin_passes(&mut self) {
        self.fight.passes = self.rules.book.round.turns - 1;
        if self.fight.passes > 0 {
            self.fight.order.clear();
            self.fight.order.extend_from_slice(&self.fight.queue);
        }
    }

    /// The ties of the book among those whose initiative is equal, and what is left of them after that (VOG-072 to VOG-074,
    ///
    #[inline(never)]
    fn break_ties(&mut self) {
        let Fight { bodies, queue, workspace, .. } = self.fight;
        let waiting = &mut workspace.0.waiting;
        waiting.clear();
        waiting.extend(queue.iter().map(|&who| (self.rules.order_key(who, &bodies[who.index()]), who)));
        waiting.sort_unstable();
        if self.rules.rulings.initiative_final == FinalTie::Random {
            self.draw_ties();
        }
        let Fight { queue, workspace, .. } = self.fight;
        let waiting = &workspace.0.waiting;
        queue.clear();
        queue.extend(waiting.iter().rev().map(|&(_, who)| who));
    }

    /// Draws the order of those who are tied to the end: again and again one of those who are left goes next (VOG-074, R-25).
    fn draw_ties(&mut self) {
        let waiting = &mut self.fight.workspace.0.waiting;
        for first in 1..waiting.len() {
            let (key, left) = (waiting[first - 1].0, &mut waiting[first - 1..]);
            let tied = left.iter().take_while(|(other, _)| *other == key).count();
            let next = self.table.pick(Slot::MASTER, &rolls::TIE, tied);
            left[..=next].rotate_right(1);
        }
    }

    /// Another turn for everybody in the same round, where the book gives several (VOG-066).
    #[inline]
    fn next_pass(&mut self) -> bool {
        let another = self.fight.passes > 0;
        if another {
            self.fight.passes -= 1;
            self.fight.queue.extend_from_slice(&self.fight.order);
        }
        another
    }

    /// One turn, or the part of it up to a pause.
    #[inline]
    fn turn(&mut self, who: Slot) {
        match self.rules.plainly_attacks_with(self.fight, who) {
            Some(weapon) => self.plain_turn(who, usize::from(weapon)),
            None => self.lend().any_turn(who),
        }
    }

    /// Plays the part of [`any_turn`](Play::any_turn) that is left in a plain turn; whoever changes one changes both.
    #[inline(always)]
    fn plain_turn(&mut self, who: Slot, weapon: usize) {
        let body = self.fight.body_mut(who);
        body.defending = false;
        let prone = body.prone;
        if !self.fight.active.has(who) {
            return;
        }
        self.table.watch.turn(who);
        if prone {
            self.lend().gets_up(who);
        }
        let target = self.choose_target::<true>(who, self.rules.active_foes(self.fight, who));
        self.attack::<true>(who, weapon, target);
    }

    /// T1 to T7: any turn, with re-evaluating before its movement. It stands apart from the loop of a fight, which the plain
    /// ones are compiled into.
    #[inline(never)]
    fn any_turn(&mut self, who: Slot) {
        let resumed = self.fight.body(who).paused;
        if !resumed {
            if self.fight.active.has(who) {
                self.table.watch.turn(who);
            }
            let bled = self.begin_turn(who);
            if bled && self.fight.somebody_fell && self.rules.ending(self.fight).is_some() {
                return;
            }
        }
        let &Body { declared, movement_spent, .. } = self.fight.body(who);
        if let Some(declared) = declared
            && self.fight.active.has(who)
        {
            if self.rules.may_reevaluate(who) && self.reevaluates(who) {
                return;
            }
            let steps = if movement_spent { 0 } else { self.budget(who, declared.act) };
            self.perform(who, declared, steps);
        }
        if resumed {
            let body = self.fight.body_mut(who);
            (body.paused, body.movement_spent) = (false, false);
        }
    }

    /// T1: what ends and what bleeds at the beginning of a turn; true when it bled (VOG-018, VOG-022, VOG-081, R-03).
    fn begin_turn(&mut self, who: Slot) -> bool {
        let body = self.fight.body_mut(who);
        body.defending = false;
        if self.rules.rulings.ar_refresh == ArRefresh::OwnTurn {
            body.absorbed = 0;
        }
        let bleeds = body.has(Status::Bleeding);
        self.fight.end_help_of(|helper| helper == who);
        if bleeds {
            self.bleed(who);
        }
        bleeds
    }

    /// Applies the damage of Bleeding (VOG-081).
    #[inline(never)]
    pub(super) fn bleed(&mut self, who: Slot) {
        self.table.tell("VOG-081", || format!("{} bleeds", self.rules.name(who)));
        self.hurt(who, self.rules.book.status.bleeding_damage, Cause::Bleeding);
    }

    /// T3: a new action and a new place in the order; true when the turn pauses (VOG-025 to VOG-027, R-24).
    #[inline(never)]
    fn reevaluates(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let numbers = &rules.book.reevaluate;
        if self.fight.body(who).reevaluations >= numbers.max_per_round {
            return false;
        }
        let Some(act) = self.choose_reevaluation(who) else { return false };
        let declared = self.declared(who, act);
        let before = self.fight.body(who).initiative;
        let body = self.fight.body_mut(who);
        (body.paused, body.reevaluations) = (true, body.reevaluations + 1);
        body.declared = Some(declared);
        self.table.watch.count(who, count::REEVALUATIONS, 1);
        self.table.tell("VOG-025", || format!("{} re-evaluates into {}", rules.name(who), rules.act_name(who, act)));
        self.roll_initiative(who);
        let body = self.fight.body_mut(who);
        body.initiative = rules.initiative_again(before, body.initiative);
        if !numbers.blocks_movement {
            let target = self.target(who, declared);
            let steps = self.budget(who, act);
            self.move_before(who, act, target, steps);
            self.fight.body_mut(who).movement_spent = true;
        }
        self.queue_again(who);
        true
    }

    /// Puts a combatant back among those who wait, by its new initiative (VOG-026, R-24, R-25).
    pub(super) fn queue_again(&mut self, who: Slot) {
        let rules = self.rules;
        let key = rules.order_key(who, self.fight.body(who));
        let keys: Few<i64> = self.fight.queue.iter().map(|&other| rules.order_key(other, self.fight.body(other))).collect();
        let later = keys.iter().filter(|&&other| other > key).count();
        let tied = keys.iter().filter(|&&other| other == key).count();
        let place = match rules.rulings.initiative_final {
            FinalTie::Random => self.table.pick(Slot::MASTER, &rolls::REEVALUATED_TIE, tied + 1),
            FinalTie::Index => {
                let before = |(other, other_key): (&Slot, &i64)| *other_key == key && *other < who;
                self.fight.queue.iter().zip(keys.iter()).filter(|pair| before(*pair)).count()
            }
        };
        self.fight.queue.insert(later + tied - place, who);
    }

    /// T4 to T7: movement and action, as often as the book says (VOG-008, R-51).
    #[inline]
    fn perform(&mut self, who: Slot, declared: Declared, mut steps: i32) {
        for _ in 0..self.rules.book.actions.per_turn {
            steps = self.perform_one(who, declared, steps);
            if !self.fight.present.has(who) {
                return;
            }
        }
        // A runner has spent its turn on coming nearer or leaving.
        if !matches!(declared.act, Act::Run | Act::Flee) {
            self.move_after(who, steps);
        }
    }

    /// One of the actions of a turn, with the movement before it; returns the steps that are left. It stands apart because a
    /// loop around so much would prepare in every turn whatever any action could need.
    #[inline(never)]
    fn perform_one(&mut self, who: Slot, declared: Declared, steps: i32) -> i32 {
        let target = self.target(who, declared);
        let steps = self.move_before(who, declared.act, target, steps);
        if self.fight.present.has(who) {
            self.act(who, declared.act, target);
        }
        steps
    }

    /// R6: statuses that end, and the last round.
    #[inline]
    fn close_round(&mut self) -> Progress {
        let mut afflicted = false;
        for body in &mut self.fight.bodies {
            body.clear(Fields::Turn);
            afflicted |= body.statuses != 0;
        }
        if afflicted {
            self.lend().end_statuses();
        }
        self.fight.phase = Phase::Declare;
        if self.fight.round >= self.rules.book.round.rounds_max { Progress::Over(Ending::Timeout) } else { Progress::Round }
    }

    /// Statuses whose last round this was end, of everybody of the sides that have met: of the dead, of those who have left and of those who
    /// have not come yet without a word.
    #[inline(never)]
    fn end_statuses(&mut self) {
        let round = self.fight.round;
        for who in self.rules.lineup.members_of(self.fight.sides) {
            let there = self.fight.present.has(who);
            let body = self.fight.body_mut(who);
            if body.statuses == 0 {
                continue;
            }
            for status in Status::ALL {
                if body.has(status) && body.until[status as usize] == round {
                    body.lose(status);
                    if there {
                        self.table.tell("R-54", || format!("{} is no longer {}", self.rules.name(who), status.word()));
                    }
                }
            }
            self.rules.muster(self.fight, who);
        }
    }
}

impl Core {
    /// AR that is whole again at the beginning of a round, by the usual ruling (VOG-205, R-03).
    #[inline]
    fn refresh(&self, body: &mut Body) {
        if self.rulings.ar_refresh == ArRefresh::RoundStart {
            body.absorbed = 0;
        }
    }

    /// Returns the initiative dice of an attack.
    #[inline(always)]
    fn attack_dice(&self, who: Slot, weapon: u8) -> (Die, &'static Roll) {
        (self.fighter(who).weapons[usize::from(weapon)].initiative, &rolls::ATTACK_INITIATIVE)
    }

    /// Returns the initiative dice of a declaration; without one, those of the unconscious (VOG-070, VOG-104, R-38).
    #[inline(always)]
    pub(super) fn initiative_dice(&self, who: Slot, body: &Body) -> (Die, &'static Roll) {
        match body.declared {
            Some(Declared { act: Act::Attack { weapon }, .. }) => self.attack_dice(who, weapon),
            Some(declared) => self.other_initiative_dice(who, declared.act),
            None => (self.book.status.unconscious_initiative, &rolls::UNCONSCIOUS_INITIATIVE),
        }
    }

    /// Returns the initiative dice of a declaration that may be no attack (VOG-015, VOG-016, VOG-017, VOG-019, VOG-023).
    #[inline(never)]
    fn other_initiative_dice(&self, who: Slot, act: Act) -> (Die, &'static Roll) {
        let (book, fighter) = (&self.book, self.fighter(who));
        match act {
            Act::Attack { weapon } => self.attack_dice(who, weapon),
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

    /// True if those who have no line for it declare their attack whatever they see: everybody has somebody to fight, and no ruling and
    /// nothing in the book gives them anything else to decide.
    pub(super) fn attacks_unseeing(&self) -> bool {
        let attack = self.has_action(Intent::ATTACK) && self.lineup.contenders() == self.lineup.all();
        self.rulings.declare == Declare::Action && self.rulings.stand != Standing::Action && attack
    }

    /// Returns the combatants whose turns can be plain.
    pub(super) fn plainly_played(&self) -> Slots {
        let published = self.rulings.is_published_where_plain() && self.book.actions.per_turn == 1;
        let leaves_all_to_rules = |who: Slot| published && self.grid.is_none() && self.policies.is_plain(who);
        self.lineup.all().those(leaves_all_to_rules)
    }

    /// The weapon of a plain turn, which is an attack where nothing unusual can happen: no ruling that it takes for granted is
    /// touched, there is no grid, the one whose turn it is leaves everything after the declaration to the rules and is in no way
    /// afflicted, and nobody is helped.
    #[inline]
    fn plainly_attacks_with(&self, fight: &Fight, who: Slot) -> Option<u8> {
        let body = fight.body(who);
        let plain = self.plain.has(who) && body.statuses == 0 && fight.helped.is_empty();
        match body.declared {
            Some(Declared { act: Act::Attack { weapon }, .. }) if plain => Some(weapon),
            _ => None,
        }
    }

    /// True if a combatant of the sides that have met comes to the fight when its round has come.
    pub(super) fn comes(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        fight.sides.has(self.fighter(who).side) && !body.dead && !self.unconscious(body)
    }

    /// The free square nearest to this one, the first of those that are as near; itself without a grid and where there is none.
    fn free_square(&self, fight: &Fight, at: Square) -> Square {
        let Some(grid) = &self.grid else { return at };
        let taken = |square: &Square| fight.present.into_iter().any(|other| fight.body(other).at == *square);
        let squares = (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| Square { x, y }));
        squares.filter(|square| !taken(square)).min_by_key(|square| grid.distance(at, *square)).unwrap_or(at)
    }

    /// E1: whether the fight is over, and for whom.
    pub(super) fn ending(&self, fight: &Fight) -> Option<Ending> {
        if self.lineup.arrivals.awaited_in(fight.round).into_iter().any(|who| self.comes(fight, who)) {
            return None;
        }
        let count = match self.rulings.end_condition {
            EndCondition::Incapacitated => fight.active,
            EndCondition::Dead => fight.present,
        };
        let nobody_acts = || (fight.active & self.lineup.contenders()).is_empty().then_some(Ending::Draw);
        self.lineup.ending(count, fight.sides).or_else(nobody_acts)
    }
}
