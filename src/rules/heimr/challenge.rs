//! Challenges: one small die and as many big dice as consistency says, the die that is kept, fatigue, and requirements.
//!
//! Owns the roll itself, drawn from [`Dice`] without allocating, and what fatigue makes of it; the same roll as an exact
//! distribution is in [`exact`]. Must not know who rolls for what: consistency and potential come in ready. Start at
//! [`PoolRule::roll`].

pub mod exact;

use crate::dice::{Dice, Roll, Slot};
use crate::fight::{Table, Watch};

use super::abilities::Score;
use super::book::{AttackTie, Book};
use super::rulings::{FatigueOrder, Rulings, SmallDieAsOne};

/// How a pool is rolled and read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolRule {
    /// Faces of the small die.
    pub small: u8,
    /// Faces of each big die.
    pub big: u8,
    /// What each further big die on its highest face adds when consistency is positive.
    pub extra_bonus: i32,
    /// What each further die on 1 takes off when consistency is negative.
    pub extra_penalty: i32,
    /// Whether the small die counts among the ones.
    pub small_counts: bool,
}

/// A challenge that has been rolled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rolled {
    /// What the small die shows.
    pub small: u8,
    /// The kept die with bonus or penalty, before potential.
    pub pre: i16,
}

impl Rolled {
    /// The result with this potential. [HEI-028]
    #[inline]
    #[must_use]
    pub fn result(self, potential: i32) -> i32 {
        i32::from(self.pre) + potential
    }
}

impl PoolRule {
    /// The pool of a book (HEI-020, HEI-026, HEI-027, R-01).
    #[must_use]
    pub fn new(book: &Book, rulings: &Rulings) -> Self {
        PoolRule {
            small: book.dice.small,
            big: book.dice.big,
            extra_bonus: i32::from(book.dice.extra_bonus),
            extra_penalty: i32::from(book.dice.extra_penalty),
            small_counts: rulings.d6_counts_as_one == SmallDieAsOne::Yes,
        }
    }

    /// Rolls a challenge of this consistency: the small die first, then the big ones (HEI-021 to HEI-027).
    #[inline]
    pub fn roll<D: Dice, W: Watch>(&self, consistency: i32, who: Slot, roll: &'static Roll, table: &mut Table<D, W>) -> Rolled {
        let small = table.roll(who, roll, u32::from(self.small));
        let big = i32::from(self.big);
        let (mut highest, mut lowest, mut tops, mut ones) = (small, small, 0, i32::from(small == 1 && self.small_counts));
        for _ in 0..consistency.unsigned_abs() {
            let face = table.roll(who, roll, u32::from(self.big));
            highest = highest.max(face);
            lowest = lowest.min(face);
            tops += i32::from(face == big);
            ones += i32::from(face == 1);
        }
        let pre = match consistency {
            0 => small,
            1.. => highest + self.extra_bonus * (tops - 1).max(0),
            _ => lowest - self.extra_penalty * (ones - 1).max(0),
        };
        Rolled { small: small as u8, pre: pre.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16 }
    }
}

/// What fatigue makes of physical rolls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FatigueRule {
    enabled: bool,
    growth: u8,
    most: u8,
    cap_per_window: u8,
    order: FatigueOrder,
    penalty: i32,
    breather: u8,
}

/// Fatigue of a combatant, and how often it has grown in its window. [HEI-132, HEI-149]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Effort {
    /// Fatigue.
    pub fatigue: u8,
    /// How often it has grown since the start of the combatant's last turn.
    pub grown: u8,
}

impl FatigueRule {
    /// Fatigue by a book.
    #[must_use]
    pub fn new(book: &Book, rulings: &Rulings) -> Self {
        let fatigue = &book.fatigue;
        FatigueRule {
            enabled: fatigue.enabled,
            growth: fatigue.growth,
            most: fatigue.max,
            cap_per_window: fatigue.cap_per_window.unwrap_or(u8::MAX),
            order: rulings.fatigue_order,
            penalty: i32::from(fatigue.penalty),
            breather: fatigue.breather,
        }
    }

    /// Whether a physical roll meets fatigue (HEI-133); it makes that grow where it may (HEI-136, HEI-138, HEI-149, R-10).
    /// Re-rolls that do not touch fatigue (HEI-152) ask [`meets`](FatigueRule::meets) instead.
    #[inline]
    #[must_use]
    pub fn judge(&self, rolled: Rolled, effort: &mut Effort) -> bool {
        let before = *effort;
        if self.enabled && rolled.small < effort.fatigue && effort.grown < self.cap_per_window {
            effort.fatigue = effort.fatigue.saturating_add(self.growth).min(self.most);
            effort.grown += 1;
        }
        let compared = match self.order {
            FatigueOrder::Before => before.fatigue,
            FatigueOrder::After => effort.fatigue,
        };
        self.meets(rolled, compared)
    }

    /// Whether a physical roll meets this much fatigue (HEI-133).
    #[inline]
    #[must_use]
    pub fn meets(&self, rolled: Rolled, fatigue: u8) -> bool {
        !self.enabled || rolled.pre >= i16::from(fatigue)
    }

    /// The pre that a physical roll has to reach at this much fatigue; none where there is no fatigue.
    #[inline]
    #[must_use]
    pub fn requirement(&self, fatigue: u8) -> Option<i32> {
        self.enabled.then(|| i32::from(fatigue))
    }

    /// What fatigue takes off the consistency of physical rolls (HEI-135, R-09).
    #[inline]
    #[must_use]
    pub fn penalty(&self, fatigue: u8, base: u8) -> i32 {
        if self.enabled && fatigue > base { self.penalty } else { 0 }
    }

    /// Fatigue after a breather, not below its base (HEI-179).
    #[inline]
    #[must_use]
    pub fn after_breather(&self, fatigue: u8, base: u8) -> u8 {
        fatigue.saturating_sub(self.breather).max(base)
    }
}

/// A challenge requirement to be met. [HEI-044, HEI-047]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// Consistency and potential, all modifiers included.
    pub score: Score,
    /// Whether the roll has to meet fatigue as well.
    pub physical: bool,
    /// The requirement.
    pub cr: i32,
}

/// What a challenge requirement is rolled with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckRule {
    /// The pool.
    pub pool: PoolRule,
    /// Fatigue.
    pub fatigue: FatigueRule,
    /// Willpower that a re-roll costs.
    pub reroll_cost: u8,
}

impl CheckRule {
    /// Requirements by a book.
    #[must_use]
    pub fn new(book: &Book, rulings: &Rulings) -> Self {
        CheckRule {
            pool: PoolRule::new(book, rulings),
            fatigue: FatigueRule::new(book, rulings),
            reroll_cost: book.cr.reroll_cost,
        }
    }

    /// One roll against a requirement (HEI-044): whether it is met, fatigue included.
    #[inline]
    pub fn once<D: Dice, W: Watch>(
        &self,
        attempt: Attempt,
        effort: &mut Effort,
        (who, roll): (Slot, &'static Roll),
        table: &mut Table<D, W>,
    ) -> bool {
        let rolled = self.pool.roll(attempt.score.c, who, roll, table);
        let meets = !attempt.physical || self.fatigue.judge(rolled, effort);
        meets && rolled.result(attempt.score.p) >= attempt.cr
    }

    /// Rolls against a requirement, again for willpower while `again`, asked with the number of re-rolls so far, wishes it
    /// (HEI-046, HEI-047): whether it is met in the end.
    pub fn check<D: Dice, W: Watch>(
        &self,
        attempt: Attempt,
        (effort, willpower): (&mut Effort, &mut u8),
        (who, roll): (Slot, &'static Roll),
        table: &mut Table<D, W>,
        mut again: impl FnMut(u8, Effort, u8, &mut Table<D, W>) -> bool,
    ) -> bool {
        let mut rerolls = 0;
        loop {
            if self.once(attempt, effort, (who, roll), table) {
                return true;
            }
            if *willpower < self.reroll_cost || rerolls == u8::MAX || !again(rerolls, *effort, *willpower, table) {
                return false;
            }
            *willpower -= self.reroll_cost;
            rerolls += 1;
        }
    }
}

/// Whether an attack of this result hits against a defence of that one; a defence that fails is `None` (HEI-202).
#[inline]
#[must_use]
pub fn hits(attack: i32, defence: Option<i32>, tie: AttackTie) -> bool {
    defence.is_none_or(|defence| match tie {
        AttackTie::Defender => attack > defence,
        AttackTie::Attacker => attack >= defence,
    })
}
