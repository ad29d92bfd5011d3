//! The program of a page: flat operations over registers, as they are carried out in a fight.
//!
//! Owns the operations, and what follows from their order: which registers are still read behind each of them. It is written by
//! [`compile`](mod@super::compile) and carried out by [`machine`](super::machine). Start at [`Op`].

use frame::dice::Roll;
use frame::policy::{Operator, Orders};

/// Registers.
pub(crate) const REGISTERS: usize = 64;
/// The most operations of a page.
pub(crate) const OPERATIONS_MOST: usize = 20_000;

/// The register of the one who acts, or to whom something happens.
pub(crate) const MYSELF: u8 = 0;
/// The register of its target.
pub(crate) const TARGET: u8 = 1;
/// The register of the record that is used.
pub(crate) const WITH: u8 = 2;
/// The first register that is free.
pub(crate) const FREE: u8 = 3;
/// The register of the combatant of whom a program inside of others is asked; those behind it are its own.
pub(crate) const ASKED: u8 = 46;

/// The number of nobody in a register.
pub(crate) const NOBODY: i64 = -1;
/// The number of no record in a register.
pub(crate) const NOTHING: i64 = -1;

/// A register.
pub(crate) type Register = u8;
/// A place in the program.
pub(crate) type At = u16;

/// An operation. `d` is the register that it fills.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Op {
    /// A number.
    Set { d: Register, k: i32 },
    /// A number of the table of large ones.
    SetLarge { d: Register, k: u16 },
    /// Another register.
    Copy { d: Register, a: Register },
    /// A state of a combatant; 0 of nobody.
    Cell { d: Register, who: Register, cell: u8 },
    /// True if a combatant has the status of a cell.
    Has { d: Register, who: Register, cell: u8 },
    /// A number of the sheet of a combatant.
    Stat { d: Register, who: Register, stat: u8 },
    /// The first record of a list of a combatant.
    First { d: Register, who: Register, list: u8 },
    /// A number of a record.
    Field { d: Register, a: Register, field: u8 },
    /// The number of the round.
    Round { d: Register },
    /// True if two registers hold the same one.
    Same { d: Register, a: Register, b: Register },
    /// True if a combatant is out.
    Out { d: Register, who: Register },
    /// True if a combatant is dead.
    Dead { d: Register, who: Register },
    /// How far two are apart.
    Apart { d: Register, a: Register, b: Register },
    /// The squares with walls, or with cover, between two.
    Between { d: Register, a: Register, b: Register, walls: bool },
    /// The result of a table for two numbers.
    Table2 { d: Register, a: Register, b: Register, table: u8 },
    /// A calculation.
    Calc { operator: Operator, d: Register, a: Register, b: Register },
    /// A calculation with a number.
    CalcK { operator: Operator, d: Register, a: Register, k: i32 },
    /// The negative.
    Negate { d: Register, a: Register },
    /// The number without its sign.
    Absolute { d: Register, a: Register },
    /// 1 of 0, and 0 of anything else.
    Not { d: Register, a: Register },
    /// The result of a table for a number.
    Table { d: Register, a: Register, table: u8 },
    /// The count of the dice that a register holds.
    DiceOf { d: Register, a: Register, part: u8 },
    /// The members of a group, as bits.
    Group { d: Register, who: Register, group: u8 },
    /// The number of the members.
    Length { d: Register, a: Register },
    /// Takes the next member out of a group; goes on elsewhere when nobody is left.
    Next { d: Register, bits: Register, to: At },
    /// One of the members by chance.
    Pick { d: Register, bits: Register, who: Register },
    /// Adds a combatant to a set.
    Include { bits: Register, a: Register },
    /// Goes on elsewhere.
    Jump { to: At },
    /// Goes on elsewhere if a register is 0.
    JumpIfNot { a: Register, to: At },
    /// Goes on elsewhere if it is not 0.
    JumpIf { a: Register, to: At },
    /// Goes on elsewhere if two registers are in one of these orders.
    JumpOn { orders: Orders, a: Register, b: Register, to: At },
    /// Goes on elsewhere if a register and a number are in one of these orders.
    JumpOnK { orders: Orders, a: Register, k: i16, to: At },

    /// Changes a state of a combatant, within its limits.
    Store { who: Register, cell: u8, a: Register },
    /// Gives a combatant a status for so many of its turns.
    Gain { who: Register, cell: u8, a: Register },
    /// Gives a combatant a status for good.
    GainForGood { who: Register, cell: u8 },
    /// Takes a status from a combatant.
    Lose { who: Register, cell: u8 },
    /// A combatant moves toward another, so far at most and no nearer than so; or away.
    Moves { who: Register, goal: Register, most: Register, near: Register, away: bool },
    /// Rolls equal dice.
    Dice { d: Register, who: Register, roll: u8, count: u8, faces: u16 },
    /// Rolls the dice that a register holds, with what is added to them in `d`, and without it in the register behind.
    Packed { d: Register, who: Register, roll: u8, a: Register },
    /// Rolls dice with rules of their own.
    Pool { d: Register, who: Register, roll: u8, pool: u8 },
    /// A combatant has rolled this, of which the dice are so much; `odd` where not all of them count.
    Rolled { who: Register, roll: u8, a: Register, face: Register, odd: bool },
    /// The dice of the next operations come to the answer of the jump that ends them, so many further on.
    Settle { length: u8 },
    /// Paths that have come to the same may be one from here on: those registers are still read.
    Merge { site: u16 },
    /// Asks a combatant for a decision about another.
    Ask { d: Register, who: Register, about: Register, decision: u8 },
    /// Adds to a number that is counted.
    Count { who: Register, counter: u8, a: Register },
    /// Tells a sentence.
    Tell { sentence: u16 },
    /// The end, with a value.
    Give { a: Register },
    /// The end.
    End,
}

/// A number: in a register, or known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// In a register.
    In(Register),
    /// Known.
    Is(i64),
}

/// Dice with rules of their own.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PoolSpec {
    /// Their number.
    pub count: Source,
    /// Faces of each; 0 for dice of fate.
    pub faces: Source,
    /// Added to the sum, or nothing.
    pub plus: Source,
    /// Dice that follow one which shows its highest face, at most.
    pub explodes: u8,
    /// A die that shows no more than this is rolled a second time.
    pub again: Option<Source>,
    /// Dice from the first to the second are counted, not summed.
    pub counts: Option<(Source, Source)>,
    /// So many are kept; of the highest, or of the lowest.
    pub keep: Option<(bool, Source)>,
    /// What speaks for it and against it: rolled twice, and the better or the worse counts.
    pub advantage: Option<(Source, Source)>,
}

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    /// As it is written.
    Text(String),
    /// The name of a combatant.
    Name(Register),
    /// The name of a record.
    Thing(Register),
    /// A number.
    Number(Register),
}

/// A sentence and the ids that it is told for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Telling {
    /// Its parts.
    pub pieces: Vec<Piece>,
    /// Ids.
    pub rule: &'static str,
}

/// A comparison of what came of a roll, as it is told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Compared {
    /// The kind of the roll.
    pub roll: u8,
    /// True if it is compared as it was rolled, not something worked out from it.
    pub as_rolled: bool,
    /// What is asked of it.
    pub operator: Operator,
    /// What came of it.
    pub value: Source,
    /// What it is compared with.
    pub with: Source,
}

/// A number of a combatant: what a state begins with, the most that it can be, or the least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// There is none.
    None,
    /// A number.
    Is(i32),
    /// What the program at a place gives for its owner.
    Given(At),
}

/// What follows from the order of operations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    /// The operations.
    pub ops: Vec<Op>,
    /// Numbers too large for an operation.
    pub large: Vec<i64>,
    /// The kinds of rolls.
    pub rolls: Vec<&'static Roll>,
    /// Dice with rules of their own.
    pub pools: Vec<PoolSpec>,
    /// Sentences.
    pub tellings: Vec<Telling>,
    /// Jumps at which a roll is compared with something, in their order.
    pub compared: Vec<(usize, Compared)>,
    /// By site: the registers that are read behind it.
    pub live: Vec<u64>,
}

/// A set of registers.
fn bit(register: Register) -> u64 {
    1 << (register as usize % REGISTERS)
}

/// The register of a source.
fn of(source: Source) -> u64 {
    match source {
        Source::In(register) => bit(register),
        Source::Is(_) => 0,
    }
}

impl Code {
    /// The rules in whose name something is rolled or told, as often as it is.
    pub fn rules(&self) -> Vec<&'static str> {
        self.rolls.iter().map(|roll| roll.rule).chain(self.tellings.iter().map(|telling| telling.rule)).collect()
    }

    /// The registers that an operation reads. `told` where those count that are only told.
    pub fn reads(&self, op: Op, told: bool) -> u64 {
        match op {
            Op::Set { .. } | Op::SetLarge { .. } | Op::Round { .. } | Op::Jump { .. } | Op::Settle { .. } => 0,
            Op::Merge { .. } | Op::End => 0,
            Op::Copy { a, .. }
            | Op::Field { a, .. }
            | Op::CalcK { a, .. }
            | Op::Negate { a, .. }
            | Op::Absolute { a, .. }
            | Op::Not { a, .. }
            | Op::Table { a, .. }
            | Op::DiceOf { a, .. }
            | Op::Length { a, .. }
            | Op::JumpIf { a, .. }
            | Op::JumpIfNot { a, .. }
            | Op::JumpOnK { a, .. }
            | Op::Give { a } => bit(a),
            Op::Cell { who, .. }
            | Op::Has { who, .. }
            | Op::Stat { who, .. }
            | Op::First { who, .. }
            | Op::Out { who, .. }
            | Op::Dead { who, .. }
            | Op::Group { who, .. }
            | Op::GainForGood { who, .. }
            | Op::Lose { who, .. }
            | Op::Dice { who, .. } => bit(who),
            Op::Same { a, b, .. }
            | Op::Apart { a, b, .. }
            | Op::Between { a, b, .. }
            | Op::Table2 { a, b, .. }
            | Op::Calc { a, b, .. }
            | Op::JumpOn { a, b, .. } => bit(a) | bit(b),
            Op::Moves { who, goal, most, near, .. } => bit(who) | bit(goal) | bit(most) | bit(near),
            Op::Next { bits, .. } => bit(bits),
            Op::Pick { bits, who, .. } => bit(bits) | bit(who),
            Op::Include { bits, a } => bit(bits) | bit(a),
            Op::Store { who, a, .. } | Op::Gain { who, a, .. } | Op::Packed { who, a, .. } => bit(who) | bit(a),
            Op::Count { who, a, .. } => bit(who) | bit(a),
            Op::Rolled { who, a, face, .. } => {
                if told {
                    bit(who) | bit(a) | bit(face)
                } else {
                    0
                }
            }
            Op::Ask { who, about, .. } => bit(who) | bit(about),
            Op::Pool { who, pool, .. } => {
                let PoolSpec { count, faces, plus, again, counts, keep, advantage, .. } = self.pools[usize::from(pool)];
                let pair = |pair: Option<(Source, Source)>| pair.map_or(0, |(one, other)| of(one) | of(other));
                let more = again.map_or(0, of) | pair(counts) | keep.map_or(0, |(_, source)| of(source)) | pair(advantage);
                bit(who) | of(count) | of(faces) | of(plus) | more
            }
            Op::Tell { sentence } if told => {
                let pieces = &self.tellings[usize::from(sentence)].pieces;
                pieces.iter().fold(0, |all, piece| match piece {
                    Piece::Text(_) => all,
                    Piece::Name(register) | Piece::Thing(register) | Piece::Number(register) => all | bit(*register),
                })
            }
            Op::Tell { .. } => 0,
        }
    }

    /// The registers that an operation fills.
    pub fn fills(op: Op) -> u64 {
        match op {
            Op::Set { d, .. }
            | Op::SetLarge { d, .. }
            | Op::Copy { d, .. }
            | Op::Cell { d, .. }
            | Op::Has { d, .. }
            | Op::Stat { d, .. }
            | Op::First { d, .. }
            | Op::Field { d, .. }
            | Op::Round { d }
            | Op::Same { d, .. }
            | Op::Apart { d, .. }
            | Op::Between { d, .. }
            | Op::Table2 { d, .. }
            | Op::Out { d, .. }
            | Op::Dead { d, .. }
            | Op::Calc { d, .. }
            | Op::CalcK { d, .. }
            | Op::Negate { d, .. }
            | Op::Absolute { d, .. }
            | Op::Not { d, .. }
            | Op::Table { d, .. }
            | Op::DiceOf { d, .. }
            | Op::Group { d, .. }
            | Op::Length { d, .. }
            | Op::Pick { d, .. }
            | Op::Dice { d, .. }
            | Op::Pool { d, .. }
            | Op::Ask { d, .. } => bit(d),
            Op::Next { d, bits, .. } => bit(d) | bit(bits),
            Op::Include { bits, .. } => bit(bits),
            Op::Packed { d, .. } => bit(d) | bit(d + 1),
            _ => 0,
        }
    }

    /// True if an operation does nothing but fill a register.
    pub fn is_pure(op: Op) -> bool {
        !matches!(
            op,
            Op::Store { .. }
                | Op::Moves { .. }
                | Op::Gain { .. }
                | Op::GainForGood { .. }
                | Op::Lose { .. }
                | Op::Dice { .. }
                | Op::Packed { .. }
                | Op::Pool { .. }
                | Op::Pick { .. }
                | Op::Rolled { .. }
                | Op::Settle { .. }
                | Op::Merge { .. }
                | Op::Ask { .. }
                | Op::Count { .. }
                | Op::Tell { .. }
                | Op::Next { .. }
                | Op::Jump { .. }
                | Op::JumpIf { .. }
                | Op::JumpIfNot { .. }
                | Op::JumpOn { .. }
                | Op::JumpOnK { .. }
                | Op::Give { .. }
                | Op::End
        )
    }

    /// The place where an operation may go on elsewhere.
    pub fn jumps(op: Op) -> Option<At> {
        match op {
            Op::Jump { to }
            | Op::JumpIf { to, .. }
            | Op::JumpIfNot { to, .. }
            | Op::JumpOn { to, .. }
            | Op::JumpOnK { to, .. }
            | Op::Next { to, .. } => Some(to),
            _ => None,
        }
    }

    /// The same operation, with another place to go on at.
    pub fn retarget(op: &mut Op, at: At) {
        match op {
            Op::Jump { to }
            | Op::JumpIf { to, .. }
            | Op::JumpIfNot { to, .. }
            | Op::JumpOn { to, .. }
            | Op::JumpOnK { to, .. }
            | Op::Next { to, .. } => *to = at,
            _ => {}
        }
    }

    /// By operation: the registers that are read from it on.
    pub fn live_before(&self, told: bool) -> Vec<u64> {
        let mut live = vec![0; self.ops.len() + 1];
        loop {
            let mut changed = false;
            for at in (0..self.ops.len()).rev() {
                let op = self.ops[at];
                let ends = matches!(op, Op::End | Op::Give { .. });
                let falls = !ends && !matches!(op, Op::Jump { .. });
                let after = if falls { live[at + 1] } else { 0 } | Code::jumps(op).map_or(0, |to| live[usize::from(to)]);
                let before = after & !Code::fills(op) | self.reads(op, told);
                changed |= before != live[at];
                live[at] = before;
            }
            if !changed {
                return live;
            }
        }
    }

    /// Finishes the program: keeps in mind what is still read where paths may merge.
    pub fn finish(&mut self) {
        let live = self.live_before(false);
        for at in 0..self.ops.len() {
            if let Op::Merge { site } = &mut self.ops[at] {
                *site = self.live.len() as u16;
                self.live.push(live[at + 1]);
            }
        }
        self.settle(&live);
    }

    /// Finds dice of which nothing but the answer of the jump behind them is asked.
    fn settle(&mut self, live: &[u64]) {
        for at in 0..self.ops.len() {
            let Op::Settle { .. } = self.ops[at] else { continue };
            let mut filled = 0;
            let mut length = 0;
            for (index, &op) in self.ops.iter().enumerate().skip(at + 1) {
                let dice = matches!(op, Op::Dice { .. } | Op::Packed { .. } | Op::Pool { .. } | Op::Rolled { .. });
                if let Op::JumpIf { to, .. } | Op::JumpIfNot { to, .. } | Op::JumpOn { to, .. } | Op::JumpOnK { to, .. } = op {
                    let after = live[index + 1] | live[usize::from(to)];
                    if after & filled == 0 && index - at < 200 {
                        length = index - at;
                    }
                    break;
                }
                if !dice && !Code::is_pure(op) {
                    break;
                }
                filled |= Code::fills(op);
            }
            self.ops[at] = Op::Settle { length: length as u8 };
        }
    }
}
