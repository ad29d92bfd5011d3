//! The machine: carries out the programs of a page in a fight.
//!
//! Owns whatever changes a fight; [`rounds`] plays rounds and turns around the programs. Start at [`Machine::run`].

pub(super) mod rounds;

use std::hash::{Hash, Hasher};

use super::code::{At, Compared, MYSELF, NOBODY, Op, Piece, PoolSpec, REGISTERS, Register, Source};
use super::core::{Core, Registers, View, at, slot};
use super::dice::Packed;
use super::ground::{self, Moves};
use super::measure;
use super::page::{CELLS, Sort};
use super::state::{FOR_GOOD, Fight};
use frame::dice::{Dice, Die, Roll, Slot};
use frame::fight::sum::Sum;
use frame::fight::watch::Counter;
use frame::fight::{Adds as _, DiceTaken, Sentence, Slots, Watch};
use frame::policy::Operator;
use frame::rules::play::play;

play!(Core, Fight);

/// A fight in progress with the registers of its programs.
pub struct Machine<'a, D, W> {
    pub play: Play<'a, D, W>,
    pub r: Registers,
    /// True if the path of dice at hand is left.
    left: bool,
    /// What is kept in mind of a program that pauses.
    pub hears: Hears,
    /// That number, once it is known.
    pub heard: Option<i64>,
}

/// A number of a program that pauses: what is kept in mind of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hears {
    /// Nothing.
    Nothing,
    /// The first roll of this kind.
    Roll(u8),
    /// The sum of what is counted under this number.
    Count(u8),
}

/// Registers that are still read.
struct Live<'a> {
    r: &'a Registers,
    mask: u64,
}

impl Hash for Live<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let mut mask = self.mask;
        while mask != 0 {
            hasher.write_i64(self.r[mask.trailing_zeros() as usize % REGISTERS]);
            mask &= mask - 1;
        }
    }
}

impl<'a, D: Dice, W: Watch> Machine<'a, D, W> {
    #[inline(always)]
    pub fn new(play: Play<'a, D, W>) -> Self {
        Machine { play, r: [0; REGISTERS], left: false, hears: Hears::Nothing, heard: None }
    }

    fn core(&self) -> &'a Core {
        self.play.rules
    }

    #[inline(always)]
    fn reg(&self, register: Register) -> i64 {
        self.r[at(register)]
    }

    fn number(&self, source: Source) -> i64 {
        match source {
            Source::In(register) => self.reg(register),
            Source::Is(value) => value,
        }
    }

    // Programs.

    /// Carries out a program.
    #[inline]
    pub fn run(&mut self, place: At) {
        self.run_on::<false>(usize::from(place));
    }

    /// Goes on with a program at a place. Where it `PAUSES`, it does so at the first place where paths of dice may merge: that
    /// place and the one behind it are returned, and what is [heard](Hears) is kept in mind. None at the end.
    pub fn run_on<const PAUSES: bool>(&mut self, mut next: usize) -> Option<(u16, usize)> {
        let core = self.play.rules;
        let ops = &core.programs.code.ops[..];
        while let Some(op) = ops.get(next) {
            if self.play.table.listens() {
                self.tell_comparison(next);
            }
            next += 1;
            if core.pure(self.play.fight, op, &mut self.r, &mut next) {
                continue;
            }
            match *op {
                Op::Dice { d, who, roll, count, faces } => {
                    let who = self.reg(who);
                    self.r[at(d)] = self.sum(who, core.programs.code.rolls[usize::from(roll)], count, faces);
                }
                Op::Packed { d, who, roll, a } => {
                    let dice = Packed::of(self.reg(a));
                    let who = self.reg(who);
                    let sum = self.sum(who, core.programs.code.rolls[usize::from(roll)], dice.count, dice.faces);
                    self.r[at(d)] = sum.saturating_add(i64::from(dice.plus));
                    self.r[at(d + 1)] = sum;
                }
                Op::Store { who, cell, a } => self.store(self.reg(who), cell, self.reg(a)),
                Op::Rolled { who, roll, a, face, odd } => {
                    if PAUSES && self.hears == Hears::Roll(roll) && self.heard.is_none() {
                        self.heard = Some(self.reg(a));
                    }
                    if self.play.table.listens() {
                        self.tell_roll(
                            self.reg(who),
                            core.programs.code.rolls[usize::from(roll)],
                            Told { sum: self.reg(a), dice: self.reg(face), odd },
                        );
                    }
                }
                Op::Merge { site } => {
                    if PAUSES {
                        return Some((site, next));
                    }
                    if self.play.table.dice.merges() {
                        // The one at it stands for all that is still to come outside of the program.
                        let mask = core.programs.code.live[usize::from(site)] | 1 << MYSELF;
                        let live = Live { r: &self.r, mask };
                        if self.play.merge_point("own", (site, live)) {
                            self.left = true;
                            return None;
                        }
                    }
                }
                Op::Settle { length } => {
                    let kept = PAUSES && matches!(self.hears, Hears::Roll(_));
                    if length > 0 && !kept && self.play.table.settles() {
                        next = self.settled(next, usize::from(length));
                    }
                }
                Op::Count { who, counter, a } => {
                    if let Some(who) = slot(self.reg(who)) {
                        let amount = self.reg(a).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
                        if PAUSES && self.hears == Hears::Count(counter) {
                            self.heard = Some(self.heard.unwrap_or(0) + i64::from(amount));
                        }
                        self.play.table.watch.count(who, Counter(counter + measure::OWN_COUNTERS), amount);
                    }
                }
                Op::Tell { sentence } => {
                    if self.play.table.listens() {
                        self.tell(usize::from(sentence));
                    }
                }
                Op::Pool { d, who, roll, pool } => {
                    let spec = core.programs.code.pools[usize::from(pool)];
                    let who = self.reg(who);
                    self.r[at(d)] = self.pool(who, core.programs.code.rolls[usize::from(roll)], spec);
                }
                Op::Gain { who, cell, a } => self.gain(self.reg(who), cell, self.reg(a)),
                Op::GainForGood { who, cell } => self.set(self.reg(who), cell, FOR_GOOD),
                Op::Moves { who, goal, most, near, away } => {
                    let moves = Moves { most: self.reg(most), near: self.reg(near), away };
                    self.moves(self.reg(who), self.reg(goal), moves);
                }
                Op::Lose { who, cell } => self.set(self.reg(who), cell, 0),
                Op::Ask { d, who, about, decision } => {
                    self.r[at(d)] = i64::from(self.ask(self.reg(who), self.reg(about), usize::from(decision)));
                }
                Op::Pick { d, bits, who } => {
                    let those = Slots::of_bits(self.reg(bits) as u64);
                    let who = slot(self.reg(who)).unwrap_or(Slot::MASTER);
                    let place = if those.len() > 1 { self.play.table.pick(who, core.random_target, those.len()) } else { 0 };
                    self.r[at(d)] = those.into_iter().nth(place).map_or(NOBODY, |who| i64::from(who.0));
                }
                _ => return None,
            }
        }
        None
    }

    /// Rolls the dice of the next operations where nothing but the answer of the jump behind them is asked; returns the place at
    /// which the program goes on.
    fn settled(&mut self, start: usize, length: usize) -> usize {
        let core = self.core();
        let code = &core.programs.code;
        let window = &code.ops[start..start + length - 1];
        let jump = code.ops[start + length - 1];
        let (mut filled, mut asked) = (0_u64, 0_u64);
        for op in window.iter().chain([&jump]) {
            asked |= code.reads(*op, false) & !filled;
            filled |= super::code::Code::fills(*op);
        }
        let roll = window.iter().find_map(|op| match op {
            Op::Dice { roll, .. } | Op::Packed { roll, .. } | Op::Pool { roll, .. } => Some(code.rolls[usize::from(*roll)]),
            _ => None,
        });
        let Some(roll) = roll else { return start };
        let mut key = vec![start as i64];
        key.extend((0..REGISTERS).filter(|register| asked >> register & 1 == 1).map(|register| self.r[register]));
        // Whatever else the operations read of the state; nothing of it depends on the dice.
        let mut r = self.r;
        for op in window {
            if core.pure(self.play.fight, op, &mut r, &mut 0)
                && matches!(
                    *op,
                    Op::Cell { .. }
                        | Op::Has { .. }
                        | Op::Out { .. }
                        | Op::Dead { .. }
                        | Op::Group { .. }
                        | Op::Round { .. }
                        | Op::Apart { .. }
                        | Op::Between { .. }
                )
            {
                key.push(r[super::code::Code::fills(*op).trailing_zeros() as usize % REGISTERS]);
            }
        }
        let before = self.r;
        let taken = D::settle(
            self,
            |machine: &mut Self| &mut machine.play.table.dice,
            roll,
            |_| key,
            |machine: &mut Self| {
                machine.r = before;
                let settling = machine.play.table.watch.settling(true);
                for op in window {
                    machine.dice_or_pure(op);
                }
                machine.play.table.watch.settling(settling);
                let mut next = usize::MAX;
                core.pure(machine.play.fight, &jump, &mut machine.r, &mut next);
                i64::from(next != usize::MAX)
            },
        );
        match super::code::Code::jumps(jump) {
            Some(to) if taken == 1 => usize::from(to),
            _ => start + length,
        }
    }

    /// Carries out an operation that rolls or fills registers.
    fn dice_or_pure(&mut self, op: &Op) {
        let core = self.core();
        let rolls = &core.programs.code.rolls;
        match *op {
            Op::Dice { d, who, roll, count, faces } => {
                let who = self.reg(who);
                self.r[at(d)] = self.sum(who, rolls[usize::from(roll)], count, faces);
            }
            Op::Packed { d, who, roll, a } => {
                let dice = Packed::of(self.reg(a));
                let who = self.reg(who);
                let sum = self.sum(who, rolls[usize::from(roll)], dice.count, dice.faces);
                self.r[at(d)] = sum + i64::from(dice.plus);
                self.r[at(d + 1)] = sum;
            }
            Op::Pool { d, who, roll, pool } => {
                let who = self.reg(who);
                self.r[at(d)] = self.pool(who, rolls[usize::from(roll)], core.programs.code.pools[usize::from(pool)]);
            }
            Op::Rolled { .. } => {}
            _ => drop(core.pure(self.play.fight, op, &mut self.r, &mut 0)),
        }
    }

    // Dice.

    /// The sum of equal dice.
    #[inline]
    fn sum(&mut self, who: i64, roll: &'static Roll, count: u8, faces: u16) -> i64 {
        let who = slot(who).unwrap_or(Slot::MASTER);
        if count == 1 && faces > 0 {
            return i64::from(self.play.table.roll(who, roll, u32::from(faces)));
        }
        self.sum_of_several(who, roll, count, faces)
    }

    #[inline(never)]
    fn sum_of_several(&mut self, who: Slot, roll: &'static Roll, count: u8, faces: u16) -> i64 {
        let (sides, less) = if faces == 0 { (3, 2 * i64::from(count)) } else { (faces, 0) };
        if let Ok(sides) = u8::try_from(sides) {
            return i64::from(self.play.table.sum(who, roll, Die::new(count, sides))) - less;
        }
        (0..count).map(|_| i64::from(self.play.table.roll(who, roll, u32::from(sides)))).sum()
    }

    /// Dice with rules of their own.
    fn pool(&mut self, who: i64, roll: &'static Roll, spec: PoolSpec) -> i64 {
        let who = slot(who).unwrap_or(Slot::MASTER);
        let hand = Hand {
            count: self.number(spec.count).clamp(0, 99),
            faces: self.number(spec.faces).clamp(0, 1000),
            explodes: spec.explodes,
            again: spec.again.map(|source| self.number(source)),
            counts: spec.counts.map(|(least, most)| (self.number(least), self.number(most))),
            keep: spec.keep.map(|(highest, count)| (highest, self.number(count).clamp(0, 99))),
        };
        let plus = self.number(spec.plus);
        let better = spec.advantage.map_or(0, |(good, bad)| match (self.number(good) > 0, self.number(bad) > 0) {
            (true, false) => 1,
            (false, true) => -1,
            _ => 0,
        });
        let settles = self.play.table.settles();
        let rolled = |machine: &mut Self| {
            let first = machine.hand(who, roll, hand);
            match better {
                0 => first,
                1 => first.max(machine.hand(who, roll, hand)),
                _ => first.min(machine.hand(who, roll, hand)),
            }
        };
        let sum = if settles { self.settle(roll, hand.key(better), rolled) } else { rolled(self) };
        sum.saturating_add(plus)
    }

    /// Plays something that is asked for its result alone.
    fn settle(&mut self, roll: &'static Roll, key: Vec<i64>, mut play: impl FnMut(&mut Self) -> i64) -> i64 {
        D::settle(
            self,
            |machine: &mut Self| &mut machine.play.table.dice,
            roll,
            |_| key,
            |machine: &mut Self| {
                let before = machine.play.table.watch.settling(true);
                let result = play(machine);
                machine.play.table.watch.settling(before);
                result
            },
        )
    }

    /// One roll of a hand of dice.
    fn hand(&mut self, who: Slot, roll: &'static Roll, hand: Hand) -> i64 {
        match hand.keep {
            None => self.all_of(who, roll, hand),
            Some((highest, keep)) => {
                let bits = hand.bits();
                if self.play.table.settles() && bits * keep as u32 <= 60 {
                    let mut kept = self.kept(who, roll, hand, bits);
                    let mut sum = 0;
                    while kept != 0 {
                        sum += hand.worth((kept & ((1 << bits) - 1)) - 2);
                        kept >>= bits;
                    }
                    return sum;
                }
                let mut faces = [0_i64; 99];
                let count = hand.count as usize;
                for face in &mut faces[..count] {
                    *face = self.one_of(who, roll, hand, |face| face);
                }
                let shown = &mut faces[..count];
                shown.sort_unstable();
                if highest {
                    shown.reverse();
                }
                shown.iter().take(keep as usize).map(|face| hand.worth(*face)).sum()
            }
        }
    }

    /// The dice of a hand that are kept, where all outcomes are walked through: as one number of so many bits each, so that hands
    /// of which the same dice are kept are one.
    fn kept(&mut self, who: Slot, roll: &'static Roll, hand: Hand, bits: u32) -> i64 {
        let Some((highest, keep)) = hand.keep else { return 0 };
        if hand.count == 0 || keep == 0 {
            return 0;
        }
        let fewer = Hand { count: hand.count - 1, ..hand };
        self.settle(roll, hand.key(3), |machine| {
            let before = machine.kept(who, roll, fewer, bits);
            let one = machine.one_of(who, roll, hand, |face| face) + 2;
            let mut faces = [0_i64; 64];
            let mut count = 0;
            let mut rest = before;
            while rest != 0 {
                faces[count] = rest & ((1 << bits) - 1);
                rest >>= bits;
                count += 1;
            }
            faces[count] = one;
            count += 1;
            let shown = &mut faces[..count];
            shown.sort_unstable();
            if highest {
                shown.reverse();
            }
            shown.iter().take(keep as usize).rev().fold(0, |all, face| all << bits | face)
        })
    }

    /// All dice of a hand; where all outcomes are walked through, those of one result are one.
    fn all_of(&mut self, who: Slot, roll: &'static Roll, hand: Hand) -> i64 {
        if hand.count == 0 {
            return 0;
        }
        if self.play.table.settles() && hand.count > 1 {
            let fewer = Hand { count: hand.count - 1, ..hand };
            return self.settle(roll, hand.key(0), |machine| {
                machine.all_of(who, roll, fewer) + machine.one_of(who, roll, hand, |face| hand.worth(face))
            });
        }
        (0..hand.count).map(|_| self.one_of(who, roll, hand, |face| hand.worth(face))).sum()
    }

    /// One die of a hand and those that follow it, each by what it is worth.
    fn one_of(&mut self, who: Slot, roll: &'static Roll, hand: Hand, worth: impl Fn(i64) -> i64) -> i64 {
        let (sides, less) = if hand.faces == 0 { (3, 2) } else { (hand.faces, 0) };
        let mut face = i64::from(self.play.table.roll(who, roll, sides as u32)) - less;
        if hand.again.is_some_and(|again| face <= again) {
            face = i64::from(self.play.table.roll(who, roll, sides as u32)) - less;
        }
        let mut sum = worth(face);
        let mut left = if sides > 1 { hand.explodes } else { 0 };
        while left > 0 && face == sides - less {
            face = i64::from(self.play.table.roll(who, roll, sides as u32)) - less;
            sum += worth(face);
            left -= 1;
        }
        sum
    }

    // The state.

    /// Changes a state of a combatant, within its limits.
    #[inline]
    fn store(&mut self, who: i64, cell: u8, number: i64) {
        let Some(who) = slot(who) else { return };
        let value = self.play.rules.bounded(self.play.fight, who, cell, number, &mut self.r);
        if self.play.table.listens() {
            self.tell_change(who, cell, value);
        }
        self.put(who, cell, value);
    }

    /// Gives or takes a status.
    fn set(&mut self, who: i64, cell: u8, value: i32) {
        if let Some(who) = slot(who) {
            if self.play.table.listens() {
                self.tell_status(who, cell, value, None);
            }
            self.put(who, cell, value);
        }
    }

    /// Gives a status for so many turns of its owner; the one that it has already is not cut short.
    fn gain(&mut self, who: i64, cell: u8, turns: i64) {
        let Some(who) = slot(who) else { return };
        let more = i64::from(self.play.fight.acting == Some(who));
        let turns = if turns <= 0 { 0 } else { turns.saturating_add(more).min(i64::from(FOR_GOOD) - 1) as i32 };
        let before = self.play.fight.cell(i64::from(who.0), cell);
        let turns = turns.max(before as i32);
        if self.play.table.listens() {
            self.tell_status(who, cell, turns, Some(i64::from(turns) - more));
        }
        self.put(who, cell, turns);
    }

    #[inline]
    fn put(&mut self, who: Slot, cell: u8, value: i32) {
        let Some(body) = self.play.fight.bodies.get_mut(who.index()) else { return };
        let before = std::mem::replace(&mut body.0[usize::from(cell) % CELLS], value);
        if value != before && self.play.fight.acting != Some(who) {
            self.play.table.watch.mark(who, measure::EFFECT, 1);
        }
        if value < before && self.play.rules.health == Some(cell) {
            self.play.table.watch.count(who, measure::LOST, before.saturating_sub(value));
        }
        if self.play.rules.programs.vital >> cell & 1 == 1 && !self.play.rules.at_once() {
            self.muster(who);
        }
    }

    /// Finds out whether a combatant is out or dead by now.
    fn muster(&mut self, who: Slot) {
        let rules = self.play.rules;
        let fight = &mut *self.play.fight;
        let out = rules.is_out(fight, who, &mut self.r);
        let dead = rules.is_dead(fight, who, &mut self.r);
        if out != fight.out.has(who) {
            fight.changed = true;
            fight.out = if out { fight.out.with(who) } else { fight.out.without(who) };
            if out && fight.round > 0 {
                let round = i32::from(fight.round);
                self.play.table.watch.first(who, measure::OUT_ROUND, round);
                self.play.table.tell("out", || format!("{} is out", rules.name(who)));
            }
        }
        let fight = &mut *self.play.fight;
        if dead != fight.dead.has(who) {
            fight.dead = if dead { fight.dead.with(who) } else { fight.dead.without(who) };
            if dead {
                self.play.table.tell("dead", || format!("{} is dead", rules.name(who)));
            }
        }
    }

    /// Lets a combatant move.
    #[inline(never)]
    fn moves(&mut self, who: i64, goal: i64, moves: Moves) {
        let rules = self.play.rules;
        let (Some(ground), Some(who), Some(goal)) = (&rules.ground, slot(who), slot(goal)) else { return };
        if who == goal {
            return;
        }
        let (before, foes) = (ground.at(self.play.fight, who), rules.lineup.foes(who));
        let at = ground.goes(self.play.fight, who, goal, moves, foes);
        if at != before {
            self.play.fight.bodies[who.index()].0[usize::from(ground.cell) % CELLS] = ground::cell(at);
            self.play
                .table
                .tell("moves", || format!("{} moves from {} to {}", rules.name(who), ground.named(before), ground.named(at)));
        }
    }

    /// Asks a combatant for a decision about another.
    fn ask(&mut self, who: i64, about: i64, decision: usize) -> bool {
        let rules = self.play.rules;
        let Some(who) = slot(who) else { return false };
        self.play.wonder(&rules.decisions[decision], who, slot(about));
        let answer = match rules.decisions[decision].of(who) {
            None => rules.usual[decision],
            Some(lines) => {
                let view = View { core: rules, fight: self.play.fight, about: slot(about) };
                lines.decided(&view, who, self.play.table, |_| true).copied().unwrap_or(rules.usual[decision])
            }
        };
        // Yes in the turn of another is a reaction.
        if answer && self.play.fight.acting.is_some_and(|acting| acting != who) {
            self.play.table.watch.mark(who, measure::REACTION, 1);
        }
        answer
    }

    // Telling.

    /// Tells of a state that becomes another.
    #[cold]
    fn tell_change(&mut self, who: Slot, cell: u8, value: i32) {
        let rules = self.play.rules;
        let before = self.play.fight.cell(i64::from(who.0), cell);
        let state = &rules.page.states[usize::from(cell)];
        if before == i64::from(value) {
            return;
        }
        let rule = if state.id.is_empty() { state.name } else { state.id };
        self.play.table.tell(rule, || {
            let (name, what) = (rules.name(who), measure::heading(state.name));
            match state.sort {
                Sort::Truth if value == 0 => format!("{name}: no longer {what}"),
                Sort::Truth => format!("{name}: {what}"),
                sort => {
                    let shown = |value| super::shown(&rules.page, sort, value);
                    format!("{name}: {what} {} -> {}", shown(before), shown(i64::from(value)))
                }
            }
        });
    }

    /// Tells of a status that a combatant gets or loses.
    #[cold]
    fn tell_status(&mut self, who: Slot, cell: u8, value: i32, turns: Option<i64>) {
        let rules = self.play.rules;
        let had = self.play.fight.cell(i64::from(who.0), cell) != 0;
        let status = &rules.page.statuses[usize::from(cell) - rules.first_status()];
        if value == 0 && !had {
            return;
        }
        let rule = if status.text.id.is_empty() { status.name } else { super::intern::name(&status.text.id) };
        self.play.table.tell(rule, || {
            let (name, what) = (rules.name(who), measure::heading(status.name));
            match (value, turns) {
                (0, _) => format!("{name} is no longer {what}"),
                (FOR_GOOD, _) | (_, None) => format!("{name} is {what}"),
                (_, Some(1)) => format!("{name} is {what} for a turn"),
                (_, Some(turns)) => format!("{name} is {what} for {turns} turns"),
            }
        });
    }

    #[cold]
    fn tell_roll(&mut self, who: i64, roll: &'static Roll, told: Told) {
        let rules = self.play.rules;
        let Some(who) = slot(who) else { return };
        let small = |value: i64| value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let (sum, dice) = (small(told.sum), small(told.dice));
        self.play.table.tell(roll.rule, || {
            let sum = if told.odd {
                Sum::of_dice(who, roll, DiceTaken::As("by its rule"), sum)
            } else {
                Sum::of_dice(who, roll, DiceTaken::All, dice).plus("added", sum.saturating_sub(dice))
            };
            Sentence::new(format!("{} rolls {}: ", rules.name(who), roll.what)).sum(sum)
        });
    }

    /// Tells what a roll is compared with, where the operation at a place does that.
    #[cold]
    fn tell_comparison(&mut self, place: usize) {
        let code = &self.play.rules.programs.code;
        let Ok(found) = code.compared.binary_search_by_key(&place, |(jump, _)| *jump) else { return };
        let Compared { roll, as_rolled, operator, value, with } = code.compared[found].1;
        let (value, with) = (self.number(value), self.number(with));
        let holds = operator.apply(value, with) != 0;
        let stands = match (operator, holds) {
            (Operator::GreaterOrEqual, true) | (Operator::Less, false) => "is at least",
            (Operator::GreaterOrEqual, false) | (Operator::Less, true) => "is below",
            (Operator::Greater, true) | (Operator::LessOrEqual, false) => "is above",
            (Operator::Greater, false) | (Operator::LessOrEqual, true) => "is at most",
            (Operator::Equal, true) | (Operator::NotEqual, false) => "is",
            _ => "is not",
        };
        let roll = code.rolls[usize::from(roll)];
        let from = if as_rolled { "" } else { "from " };
        self.play.table.tell(roll.rule, || format!("{from}{}: {value} {stands} {with}", roll.what));
    }

    #[cold]
    fn tell(&mut self, sentence: usize) {
        let rules = self.play.rules;
        let telling = &rules.programs.code.tellings[sentence];
        let r = &self.r;
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Name(register) => {
                slot(r[at(*register)]).map_or_else(|| "nobody".to_owned(), |who| rules.name(who).to_owned())
            }
            Piece::Thing(register) => {
                let things = rules.things.iter().flatten();
                things
                    .into_iter()
                    .find(|thing| thing.at == r[at(*register)])
                    .map_or_else(|| "nothing".to_owned(), |thing| thing.name.clone())
            }
            Piece::Number(register) => r[at(*register)].to_string(),
        };
        self.play.table.tell(telling.rule, || telling.pieces.iter().map(piece).collect::<String>());
    }
}

/// A roll as it is told: its sum, that of its dice, and whether not all of them count as they are.
struct Told {
    sum: i64,
    dice: i64,
    odd: bool,
}

/// Dice of a roll with rules of their own, their numbers known.
#[derive(Clone, Copy, Debug)]
struct Hand {
    count: i64,
    faces: i64,
    explodes: u8,
    again: Option<i64>,
    counts: Option<(i64, i64)>,
    keep: Option<(bool, i64)>,
}

impl Hand {
    /// What a die that shows this comes to.
    fn worth(&self, face: i64) -> i64 {
        match self.counts {
            Some((least, most)) => i64::from((least..=most).contains(&face)),
            None => face,
        }
    }

    /// Bits that one of its dice takes, which is told as 2 more than it shows.
    fn bits(&self) -> u32 {
        64 - (self.faces.max(3) * (i64::from(self.explodes) + 1) + 2).leading_zeros()
    }

    /// Everything that its sum depends on.
    fn key(&self, better: i64) -> Vec<i64> {
        let (least, most) = self.counts.unwrap_or((i64::MAX, i64::MIN));
        let (highest, keep) = self.keep.map_or((2, 0), |(highest, keep)| (i64::from(highest), keep));
        vec![
            self.count,
            self.faces,
            i64::from(self.explodes),
            self.again.unwrap_or(i64::MIN),
            least,
            most,
            highest,
            keep,
            better,
            -7,
        ]
    }
}
