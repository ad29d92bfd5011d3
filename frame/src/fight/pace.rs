//! The time at the table: dice and rolls, tables that are read, decisions, turns and those without effect, reactions.
//!
//! Owns what of it can be asked for and how it is counted. It is heard by a watch that somebody asks for it, and by no other: rules say whose
//! turn begins ([`Watch::turn`]) and who is asked what to do ([`Watch::asks`]), and everything else is heard anyway. What of it takes how long is not
//! known here. Start at [`Cost`].
//!
//! [`Watch::turn`]: super::Watch::turn
//! [`Watch::asks`]: super::Watch::asks

use crate::dice::{Purpose, Roll, Slot};
use crate::fight::Slots;
use crate::fight::watch::{Counter, LineNumber};

/// Something that takes time at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Dice that are rolled, of one purpose or of all; random decisions of a policy are no dice.
    Dice(Option<Purpose>),
    /// Rolls: dice of one roller that are rolled for the same reason one right after the other, with nothing that happens in between.
    Rolls(Option<Purpose>),
    /// Tables of the rules that are read.
    Lookups,
    /// Decisions: somebody is asked what to do, or a line of its policy answers another question.
    Decisions,
    /// Turns that begin.
    Turns,
    /// Turns that do nothing to anybody.
    IdleTurns,
    /// Reactions: what somebody does in the turn of another one.
    Reactions,
    /// How far dice of a purpose fell above their middles, less how far below: twice as much, so that it is a whole number. Each die is fair
    /// whatever came before it, so that the mean over all fights is 0.
    Luck(Purpose),
}

impl Cost {
    /// True if dice of a purpose are among these.
    fn has(asked: Option<Purpose>, purpose: Purpose) -> bool {
        asked.map_or(purpose != Purpose::Choice, |asked| asked == purpose)
    }
}

/// A number that somebody asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaceNumber {
    /// Those who take the time; without it everybody, the game master included.
    pub those: Option<Slots>,
    /// What takes it.
    pub cost: Cost,
}

/// What is asked of the time at the table, and what counts as what.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Paced {
    /// The numbers.
    pub asked: Vec<PaceNumber>,
    /// By line of all policies: whose decision it is, where it answers another question than what to do.
    pub answers: Vec<Option<Slot>>,
    /// Running numbers that grow with each reaction, as bits.
    pub reactions: u128,
    /// Running numbers that change with whatever a turn does to anybody, as bits.
    pub effects: u128,
    /// Running numbers that grow with each table that is read without a roll, as bits.
    pub lookups: u128,
}

impl Paced {
    /// The place of a number; it is added where nobody has asked for it yet.
    pub fn place(&mut self, asked: PaceNumber) -> usize {
        self.asked.iter().position(|known| *known == asked).unwrap_or_else(|| {
            self.asked.push(asked);
            self.asked.len() - 1
        })
    }
}

/// Returns running numbers as bits.
pub fn bits(counters: impl IntoIterator<Item = Counter>) -> u128 {
    counters.into_iter().fold(0, |all, counter| all | 1 << counter.0)
}

/// Counts the time at the table.
#[derive(Clone, Default)]
pub struct Pace {
    paced: Paced,
    /// Where the numbers begin.
    first: usize,
    /// The one whose turn it is, as long as it has done nothing to anybody.
    idle: Option<Slot>,
    /// The roll that was made last, as long as nothing has happened since.
    last: Option<(Slot, &'static Roll)>,
}

impl Pace {
    /// Counts what is asked, into numbers that begin there.
    #[must_use]
    pub fn new(paced: &Paced, first: usize) -> Self {
        Pace { paced: paced.clone(), first, idle: None, last: None }
    }

    /// A fight or another part of the day begins.
    pub fn begin(&mut self) {
        (self.idle, self.last) = (None, None);
    }

    /// Something happens: the next dice are another roll.
    pub fn pause(&mut self) {
        self.last = None;
    }

    /// Adds to the numbers of those who ask for this.
    fn add(&self, numbers: &mut [i64], who: Slot, amount: i64, is_meant: impl Fn(Cost) -> bool) {
        for (number, asked) in numbers[self.first..].iter_mut().zip(&self.paced.asked) {
            if asked.those.is_none_or(|those| who != Slot::MASTER && those.has(who)) && is_meant(asked.cost) {
                *number += amount;
            }
        }
    }

    /// Somebody rolls a die.
    pub fn die(&mut self, numbers: &mut [i64], who: Slot, roll: &'static Roll, [sides, face]: [u32; 2]) {
        if self.paced.asked.is_empty() {
            return;
        }
        let again = self.last.is_some_and(|(by, last)| by == who && last == roll);
        self.last = Some((who, roll));
        self.add(numbers, who, 1, |cost| match cost {
            Cost::Dice(of) => Cost::has(of, roll.purpose),
            Cost::Rolls(of) => !again && Cost::has(of, roll.purpose),
            Cost::Lookups => !again && roll.looks_up,
            _ => false,
        });
        let luck = 2 * i64::from(face) - i64::from(sides) - 1;
        self.add(numbers, who, luck, |cost| cost == Cost::Luck(roll.purpose));
    }

    /// A running number grows.
    pub fn count(&mut self, numbers: &mut [i64], who: Slot, counter: Counter, amount: i32) {
        if amount == 0 || self.paced.asked.is_empty() {
            return;
        }
        self.pause();
        let is_one_of = |those: u128| those >> counter.0 & 1 == 1;
        if is_one_of(self.paced.effects)
            && let Some(turn) = self.idle.take()
        {
            self.add(numbers, turn, -1, |cost| cost == Cost::IdleTurns);
        }
        if amount > 0 && is_one_of(self.paced.reactions) {
            self.add(numbers, who, amount.into(), |cost| cost == Cost::Reactions);
        }
        if amount > 0 && is_one_of(self.paced.lookups) {
            self.add(numbers, who, amount.into(), |cost| cost == Cost::Lookups);
        }
    }

    /// The turn of somebody begins. It counts as idle until it does something.
    pub fn turn(&mut self, numbers: &mut [i64], who: Slot) {
        self.pause();
        self.idle = Some(who);
        self.add(numbers, who, 1, |cost| matches!(cost, Cost::Turns | Cost::IdleTurns));
    }

    /// Somebody is asked what to do.
    pub fn asks(&mut self, numbers: &mut [i64], who: Slot) {
        self.pause();
        self.add(numbers, who, 1, |cost| cost == Cost::Decisions);
    }

    /// A line of a policy decides.
    pub fn line(&mut self, numbers: &mut [i64], line: LineNumber) {
        let Some(&owner) = self.paced.answers.get(usize::from(line.0)) else { return };
        if let Some(who) = owner {
            self.pause();
            self.add(numbers, who, 1, |cost| cost == Cost::Decisions);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static CHECK: Roll = Roll { purpose: Purpose::Check, what: "check", rule: "T-1", looks_up: false };
    static SCAR: Roll = Roll { purpose: Purpose::Fate, what: "scar", rule: "T-2", looks_up: true };
    static TARGET: Roll = Roll { purpose: Purpose::Choice, what: "target", rule: "T-3", looks_up: false };
    const HARM: Counter = Counter(1);
    const PARRY: Counter = Counter(2);
    const SCARS: Counter = Counter(3);
    const ADA: Slot = Slot(0);
    const ROB: Slot = Slot(1);

    #[test]
    fn everything_is_counted_once_and_for_those_who_do_it() {
        let mut paced = Paced {
            answers: vec![None, Some(ROB)],
            reactions: bits([PARRY]),
            effects: bits([HARM]),
            lookups: bits([SCARS]),
            ..Paced::default()
        };
        let all = [
            Cost::Dice(None),
            Cost::Rolls(None),
            Cost::Rolls(Some(Purpose::Fate)),
            Cost::Lookups,
            Cost::Decisions,
            Cost::Turns,
            Cost::IdleTurns,
            Cost::Reactions,
            Cost::Luck(Purpose::Check),
        ];
        for those in [None, Some(Slots::only(ROB))] {
            for cost in all {
                paced.place(PaceNumber { those, cost });
            }
        }
        assert_eq!(paced.place(PaceNumber { those: None, cost: Cost::Lookups }), 3, "whoever asks twice gets one number");
        // Two numbers of others stand before.
        let (mut pace, mut numbers) = (Pace::new(&paced, 2), vec![0; 2 + 2 * all.len()]);
        let n = &mut numbers;
        // Ada attacks with two dice, then again with one; Rob parries in her turn.
        pace.turn(n, ADA);
        pace.asks(n, ADA);
        pace.line(n, LineNumber(0));
        pace.die(n, ADA, &CHECK, [6, 3]);
        pace.die(n, ADA, &CHECK, [6, 3]);
        pace.line(n, LineNumber(1));
        pace.die(n, ADA, &CHECK, [6, 3]);
        pace.count(n, ROB, PARRY, 1);
        pace.count(n, ROB, PARRY, 0);
        pace.count(n, ROB, HARM, 0);
        // The game master draws whom Rob attacks; Rob harms her, and both a roll and a table without one tell how.
        pace.turn(n, ROB);
        pace.die(n, Slot::MASTER, &TARGET, [6, 1]);
        pace.die(n, ROB, &SCAR, [6, 6]);
        pace.die(n, ROB, &SCAR, [6, 6]);
        pace.count(n, ADA, HARM, 3);
        pace.count(n, ADA, HARM, 1);
        pace.count(n, ADA, SCARS, 1);
        // Three dice that showed 3 of 6 are half a pip below their middle each.
        assert_eq!(numbers, [0, 0, 5, 3, 1, 2, 2, 2, 1, 1, -3, 2, 1, 1, 1, 1, 1, 0, 1, 0]);
        // What happens after a fight is nobody's turn.
        pace.turn(&mut numbers, ROB);
        pace.begin();
        pace.count(&mut numbers, ADA, HARM, 1);
        assert_eq!(numbers[2 + 6], 2);
    }
}
