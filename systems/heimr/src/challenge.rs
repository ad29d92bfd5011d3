//! Challenges: one small die and as many big dice as consistency says, the die that is kept, fatigue, and requirements.
//!
//! Owns the roll itself, drawn from [`Dice`] without allocating, and what fatigue makes of it; the same roll as an exact
//! distribution is in [`exact`]. Must not know who rolls for what: consistency and potential come in ready. Start at
//! [`PoolRule::roll`].

pub mod exact;

use frame::dice::{Dice, Purpose, Roll, Slot};
use frame::fight::{Adds, DiceTaken, Sentence, Table, Watch};

use super::abilities::Score;
use super::book::{AttackTie, Book};
use super::rulings::{FatigueOrder, RerollScope, Rulings, SmallDieAsOne};

/// The roll of a pool: settled is its outcome (see [`Dice::settle`]).
static POOL: Roll = Roll { purpose: Purpose::Check, what: "challenge", rule: "HEI-022", looks_up: false };

/// The way in which a pool is rolled and read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolRule {
    /// Faces of the small die.
    pub small: u8,
    /// Faces of each big die.
    pub big: u8,
    /// Points that each further big die on its highest face adds when consistency is positive.
    pub extra_bonus: i32,
    /// Points that each further die on 1 takes off when consistency is negative.
    pub extra_penalty: i32,
    /// True if the small die counts among the ones.
    pub small_counts: bool,
}

/// A challenge that has been rolled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rolled {
    /// The face of the small die.
    pub small: u8,
    /// The kept die with bonus or penalty, before potential.
    pub pre: i16,
}

/// The dice that count in a challenge of this consistency. [HEI-023, HEI-024, HEI-025, HEI-026, HEI-027]
#[must_use]
pub fn taken(consistency: i32) -> DiceTaken {
    if consistency > 0 { DiceTaken::HighestAnd("for further ones") } else { DiceTaken::LowestAnd("for further ones") }
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

    /// Rolls a challenge of this consistency: the small die first, then the big ones (HEI-021, HEI-022, HEI-023, HEI-024,
    /// HEI-025).
    #[inline]
    pub fn roll<D: Dice, W: Watch>(&self, consistency: i32, who: Slot, roll: &'static Roll, table: &mut Table<D, W>) -> Rolled {
        if table.settles() {
            return self.settled(consistency, who, roll, &Sort::default(), table);
        }
        if consistency > 0 {
            self.read_highest(self.shown::<true, _, _>(consistency.unsigned_abs(), who, roll, table))
        } else {
            self.read_lowest(self.shown::<false, _, _>(consistency.unsigned_abs(), who, roll, table), consistency)
        }
    }

    /// The small die and so many big ones, of which the highest is kept or the lowest.
    #[inline]
    fn shown<const HIGHEST: bool, D: Dice, W: Watch>(
        &self,
        count: u32,
        who: Slot,
        roll: &'static Roll,
        table: &mut Table<D, W>,
    ) -> Shown {
        // A usual number of dice that the compiler knows is drawn in a row, which is faster than one after the other.
        match count {
            1 => self.shown_of::<HIGHEST, D, W>(1, who, roll, table),
            2 => self.shown_of::<HIGHEST, D, W>(2, who, roll, table),
            3 => self.shown_of::<HIGHEST, D, W>(3, who, roll, table),
            4 => self.shown_of::<HIGHEST, D, W>(4, who, roll, table),
            _ => self.shown_of::<HIGHEST, D, W>(count, who, roll, table),
        }
    }

    /// Rolls the small die, then so many big ones, one after the other.
    #[inline(always)]
    fn shown_of<const HIGHEST: bool, D: Dice, W: Watch>(
        &self,
        count: u32,
        who: Slot,
        roll: &'static Roll,
        table: &mut Table<D, W>,
    ) -> Shown {
        let mut shown = Shown::of_small(table.roll(who, roll, u32::from(self.small)));
        for _ in 0..count {
            let face = table.roll(who, roll, u32::from(self.big));
            shown = shown.with(face, HIGHEST, i32::from(self.big));
        }
        shown
    }

    /// Rolls a pool for dice that walk through all outcomes: rolls that come to the same are one.
    pub fn settled<D: Dice, W: Watch>(
        &self,
        consistency: i32,
        who: Slot,
        roll: &'static Roll,
        sort: &Sort,
        table: &mut Table<D, W>,
    ) -> Rolled {
        let settled = table.settle(
            &POOL,
            || sort.key(consistency),
            |table| {
                let shown = self.settled_dice(consistency, consistency.unsigned_abs(), who, roll, table);
                sort.sorted(self.read(shown, consistency)).packed()
            },
        );
        Rolled::unpacked(settled)
    }

    /// So many of the big dice and the small one: one die more than fewer of them.
    fn settled_dice<D: Dice, W: Watch>(
        &self,
        consistency: i32,
        count: u32,
        who: Slot,
        roll: &'static Roll,
        table: &mut Table<D, W>,
    ) -> Shown {
        let Some(fewer) = count.checked_sub(1) else {
            return Shown::of_small(table.roll(who, roll, u32::from(self.small)));
        };
        let key = || [-1, i64::from(count), i64::from(consistency.signum())];
        let settled = table.settle(&POOL, key, |table| {
            let shown = self.settled_dice(consistency, fewer, who, roll, table);
            let face = table.roll(who, roll, u32::from(self.big));
            shown.with(face, consistency > 0, i32::from(self.big)).packed()
        });
        Shown::unpacked(settled)
    }

    /// Reads the dice (HEI-023, HEI-024, HEI-025, HEI-026, HEI-027, R-01).
    fn read(&self, shown: Shown, consistency: i32) -> Rolled {
        if consistency > 0 { self.read_highest(shown) } else { self.read_lowest(shown, consistency) }
    }

    /// Reads dice of which the highest is kept (HEI-026).
    #[inline(always)]
    fn read_highest(&self, Shown { small, kept, marked }: Shown) -> Rolled {
        let pre = if marked > 1 { self.with_further(kept, marked - 1, true) } else { kept };
        Rolled { small: small as u8, pre: pre as i16 }
    }

    /// Reads dice of which the lowest is kept, or of the small one alone (HEI-027, R-01).
    #[inline(always)]
    fn read_lowest(&self, Shown { small, kept, marked }: Shown, consistency: i32) -> Rolled {
        let ones = marked + i32::from(small == 1 && self.small_counts);
        let pre = if ones > 1 && consistency < 0 { self.with_further(kept, ones - 1, false) } else { kept };
        Rolled { small: small as u8, pre: pre as i16 }
    }

    /// The die that is kept with what so many further ones add or take off, which few rolls have.
    #[cold]
    #[inline(never)]
    fn with_further(&self, kept: i32, further: i32, positive: bool) -> i32 {
        let change = if positive { self.extra_bonus } else { -self.extra_penalty };
        (kept + change * further).clamp(i32::from(i16::MIN), i32::from(i16::MAX))
    }
}

/// The dice of a pool as shown so far.
#[derive(Clone, Copy)]
struct Shown {
    /// The small die.
    small: i32,
    /// The highest of all dice, or the lowest.
    kept: i32,
    /// Big dice on their highest face, or on 1.
    marked: i32,
}

impl Shown {
    /// The small die alone.
    #[inline]
    fn of_small(small: i32) -> Self {
        Shown { small, kept: small, marked: 0 }
    }

    /// One big die more (HEI-023, HEI-024).
    #[inline]
    fn with(self, face: i32, highest: bool, big: i32) -> Self {
        let kept = if highest { self.kept.max(face) } else { self.kept.min(face) };
        Shown { kept, marked: self.marked + i32::from(face == if highest { big } else { 1 }), ..self }
    }

    /// Returns the dice as one number.
    fn packed(self) -> i64 {
        i64::from(self.small) << 32 | i64::from(self.kept) << 16 | i64::from(self.marked)
    }

    /// Reads the dice back from their number.
    fn unpacked(packed: i64) -> Self {
        let part = |shift: u32| (packed >> shift & 0xFFFF) as i32;
        Shown { small: part(32), kept: part(16), marked: part(0) }
    }
}

/// The question that dice which walk through all outcomes ask of a roll: outcomes that answer it alike come to the same.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sort {
    /// All that the pre is compared with, in ascending order; none where it is wanted itself.
    marks: Option<Vec<i32>>,
    /// By face of the small die: the face that comes to the same; empty where it is wanted itself.
    small: Vec<u8>,
}

impl Sort {
    /// A roll whose pre is only compared with these.
    #[must_use]
    pub fn by(mut marks: Vec<i32>) -> Self {
        marks.sort_unstable();
        marks.dedup();
        Sort { marks: Some(marks), small: Vec::new() }
    }

    /// Of whose small die only this is asked, by its face.
    #[must_use]
    pub fn small<C: PartialEq>(mut self, faces: u8, class: impl Fn(u8) -> C) -> Self {
        let first = |face: u8| (1..=face).find(|&other| class(other) == class(face)).unwrap_or(face);
        self.small = (1..=faces).map(first).collect();
        self
    }

    /// Asks for the pre itself.
    #[must_use]
    pub fn exactly(self) -> Self {
        Sort { marks: None, ..self }
    }

    /// Returns the question and the consistency as a key of settled outcomes.
    fn key(&self, consistency: i32) -> Vec<i64> {
        let mut key = vec![i64::from(consistency), self.marks.as_ref().map_or(-1, |marks| marks.len() as i64)];
        key.extend(self.marks.iter().flatten().map(|&mark| i64::from(mark)));
        key.extend(self.small.iter().map(|&face| i64::from(face)));
        key.insert(0, 0);
        key
    }

    /// Returns the roll that stands for all that answer the question alike.
    fn sorted(&self, rolled: Rolled) -> Rolled {
        let pre = i32::from(rolled.pre);
        let pre = match self.marks.as_deref() {
            None | Some([]) => {
                if self.marks.is_some() {
                    0
                } else {
                    pre
                }
            }
            Some(marks) => marks.iter().rev().copied().find(|&mark| pre >= mark).unwrap_or(marks[0] - 1),
        };
        let small = self.small.get(usize::from(rolled.small).max(1) - 1).copied().unwrap_or(rolled.small);
        Rolled { small, pre: pre as i16 }
    }
}

impl Rolled {
    /// Returns the roll as one number.
    fn packed(self) -> i64 {
        i64::from(self.pre) << 8 | i64::from(self.small)
    }

    /// Reads the roll back from its number.
    fn unpacked(packed: i64) -> Self {
        Rolled { small: (packed & 0xFF) as u8, pre: (packed >> 8) as i16 }
    }
}

/// The effect of fatigue on physical rolls.
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

/// The toll that fatigue takes of a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toll {
    /// None: the roll is not physical.
    None,
    /// The roll has to meet fatigue, which it does not raise. [HEI-152]
    Steady,
    /// The roll has to meet fatigue, and can raise it.
    Growing,
}

impl Toll {
    /// The toll of a roll that is physical or not, and can raise fatigue if it is (HEI-137).
    #[inline(always)]
    #[must_use]
    pub fn of(physical: bool, grows: bool) -> Self {
        match (physical, grows) {
            (false, _) => Toll::None,
            (true, false) => Toll::Steady,
            (true, true) => Toll::Growing,
        }
    }
}

/// Fatigue of a combatant, and how often it has grown in its window. [HEI-132, HEI-149]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Effort {
    /// Fatigue.
    pub fatigue: u8,
    /// The number of times that it has grown since the start of the combatant's last turn.
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

    /// True if a physical roll meets fatigue, which it raises where it may.
    #[inline]
    #[must_use]
    pub fn judge(&self, rolled: Rolled, effort: &mut Effort) -> bool {
        self.judge_in(self.order, rolled, effort, Toll::Growing)
    }

    /// True if a roll meets fatigue, where it has to (HEI-133); its toll says whether it raises that (HEI-136, HEI-138,
    /// HEI-149, HEI-152, R-10). The order is that of the rulings, which a caller may know before the fight.
    #[inline]
    #[must_use]
    pub fn judge_in(&self, order: FatigueOrder, rolled: Rolled, effort: &mut Effort, toll: Toll) -> bool {
        debug_assert_eq!(order, self.order);
        if toll == Toll::None {
            return true;
        }
        let before = *effort;
        if toll == Toll::Growing && self.tires(rolled.small, before) {
            effort.fatigue = effort.fatigue.saturating_add(self.growth).min(self.most);
            effort.grown += 1;
        }
        let compared = match order {
            FatigueOrder::Before => before.fatigue,
            FatigueOrder::After => effort.fatigue,
        };
        self.meets(rolled.pre.into(), compared)
    }

    /// True if the dice of a physical roll, before potential, come to this much fatigue (HEI-133).
    #[inline]
    #[must_use]
    pub fn meets(&self, pre: i32, fatigue: u8) -> bool {
        !self.enabled || pre >= i32::from(fatigue)
    }

    /// Everything that a roll can be compared with for fatigue.
    fn marks(&self, effort: Effort) -> [i32; 2] {
        let fatigue = i32::from(effort.fatigue);
        [fatigue, (fatigue + i32::from(self.growth)).min(i32::from(self.most))]
    }

    /// True if fatigue grows by a roll whose small die shows this (HEI-136, HEI-149, HEI-141).
    #[inline]
    #[must_use]
    pub fn tires(&self, small: u8, effort: Effort) -> bool {
        self.enabled && small < effort.fatigue && effort.grown < self.cap_per_window
    }

    /// The question to a roll that is compared with these, and with fatigue where it is physical. `class` is the further
    /// question to the small die.
    pub fn sort<C: PartialEq>(&self, mut marks: Vec<i32>, effort: Option<Effort>, faces: u8, class: impl Fn(u8) -> C) -> Sort {
        marks.extend(effort.iter().flat_map(|effort| self.marks(*effort)));
        Sort::by(marks).small(faces, |face| (class(face), effort.is_some_and(|effort| self.tires(face, effort))))
    }

    /// The pre that a physical roll has to reach at this much fatigue; none where there is no fatigue.
    #[inline]
    #[must_use]
    pub fn requirement(&self, fatigue: u8) -> Option<i32> {
        self.enabled.then(|| i32::from(fatigue))
    }

    /// Points that fatigue takes off the consistency of physical rolls (HEI-135, R-09).
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
    /// True if the roll has to meet fatigue as well.
    pub physical: bool,
    /// The requirement.
    pub cr: i32,
}

/// The means of a combatant that rolls use up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// Fatigue.
    pub effort: Effort,
    /// Willpower.
    pub willpower: u8,
}

/// A roll and the combatant that makes it.
#[derive(Clone, Copy, Debug)]
pub struct Cast {
    /// The combatant.
    pub who: Slot,
    /// The roll.
    pub roll: &'static Roll,
}

/// The rules by which a challenge requirement is rolled.
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
        who: Slot,
        roll: &'static Roll,
        table: &mut Table<D, W>,
    ) -> bool {
        let Attempt { score, physical, cr } = attempt;
        let rolled = if table.settles() {
            let sort = self.fatigue.sort(vec![cr - score.p], physical.then_some(*effort), self.pool.small, |_| ());
            self.pool.settled(score.c, who, roll, &sort, table)
        } else {
            self.pool.roll(score.c, who, roll, table)
        };
        let fatigue = effort.fatigue;
        let meets = self.fatigue.judge_in(self.fatigue.order, rolled, effort, Toll::of(physical, true));
        let sum = table.adds().rolled(who, roll, taken(score.c), i32::from(rolled.pre)).plus("potential", score.p);
        let passed = meets && sum.total() >= cr;
        table.tell("HEI-044", || {
            let sentence = Sentence::new(format!("{}: ", roll.what)).sum(sum).and(format!(" at C {} against {cr}", score.c));
            let tired = if physical { format!("; {} against fatigue {fatigue}", rolled.pre) } else { String::new() };
            sentence.and(format!("{tired}: {}", if passed { "passed" } else { "failed" }))
        });
        passed
    }

    /// Rolls against a requirement, again for willpower while `again`, asked with the number of re-rolls so far, wishes it
    /// (HEI-046, HEI-047): whether it is met in the end.
    pub fn check<D: Dice, W: Watch>(
        &self,
        attempt: Attempt,
        means: &mut Means,
        cast: Cast,
        table: &mut Table<D, W>,
        mut again: impl FnMut(u8, Means, &mut Table<D, W>) -> bool,
    ) -> bool {
        let mut rerolls = 0;
        loop {
            if self.once(attempt, &mut means.effort, cast.who, cast.roll, table) {
                return true;
            }
            if means.willpower < self.reroll_cost || rerolls == u8::MAX || !again(rerolls, *means, table) {
                return false;
            }
            means.willpower -= self.reroll_cost;
            rerolls += 1;
        }
    }
}

/// True if a failed challenge requirement may be rolled again for willpower, whether failing it has a consequence or not.
#[inline]
#[must_use]
pub fn may_roll_again(scope: RerollScope, consequence: bool) -> bool {
    scope == RerollScope::All || !consequence
}

/// True if an attack of this result hits against a defence of that one; a defence that fails is `None` (HEI-202).
#[inline]
#[must_use]
pub fn hits(attack: i32, defence: Option<i32>, tie: AttackTie) -> bool {
    defence.is_none_or(|defence| match tie {
        AttackTie::Defender => attack > defence,
        AttackTie::Attacker => attack >= defence,
    })
}
