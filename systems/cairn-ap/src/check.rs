//! Rolls of `cairn-ap`: kept dice, objects, and how results compare.
//!
//! Owns the dice primitives P2 to P5 of the specification, as functions of numbers: they know no combatant. They are played on a
//! table. Start at [`Steps`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::{Adds, DiceTaken, Sentence, Table, Watch};

use super::book::Book;
use super::rulings::{AdvantageMix, ContestTie, Natural, Rulings, SaveTie};

/// Advantages and disadvantages of a die.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Steps<S = i32> {
    /// Advantages. [CAP-016]
    pub up: S,
    /// Disadvantages. [CAP-017]
    pub down: S,
}

impl Steps {
    /// Advantages alone.
    #[must_use]
    pub fn up(up: i32) -> Self {
        Steps { up, down: 0 }
    }
}

impl<S: Adds> Steps<S> {
    /// None of either.
    pub fn none<D: Dice, W: Watch<Adds = S>>(table: &Table<D, W>) -> Self {
        Steps { up: table.adds(), down: table.adds() }
    }

    /// The numbers of both.
    #[inline]
    pub fn numbers(&self) -> (i32, i32) {
        (self.up.total(), self.down.total())
    }

    /// Tells why there is more than one die.
    #[must_use]
    pub fn told(&self, sentence: Sentence) -> Sentence {
        let named = |sentence: Sentence, what: &'static str, steps: &S| {
            if steps.total() == 0 { sentence } else { sentence.and(what).sum(steps.clone()) }
        };
        let sentence = named(sentence, "; advantages: ", &self.up);
        named(sentence, "; disadvantages: ", &self.down)
    }

    /// The balance of both. [RU-03]
    #[inline]
    #[must_use]
    pub fn net(&self, rulings: &Rulings) -> i32 {
        let (up, down) = self.numbers();
        match rulings.adv_mix {
            AdvantageMix::CancelAll if up > 0 && down > 0 => 0,
            _ => up - down,
        }
    }

    /// Dice that are rolled, as a number: negative when the lowest counts. [CAP-016, CAP-017, CAP-055]
    #[inline]
    #[must_use]
    pub fn dice(&self, book: &Book, rulings: &Rulings) -> i32 {
        match self.net(rulings) {
            0 => 1,
            up @ 1.. => 1 + up * i32::from(book.check.advantage_dice),
            down => -(1 - down * i32::from(book.check.disadvantage_dice)),
        }
    }
}

/// The dice that count of so many, as [`kept`] takes them.
#[must_use]
pub fn taken(dice: i32) -> DiceTaken {
    if dice < 0 { DiceTaken::Lowest } else { DiceTaken::Highest }
}

/// Rolls so many dice and keeps the highest; of a negative number, the lowest. (step P2)
#[inline]
pub fn kept<D: Dice, W: Watch>(table: &mut Table<D, W>, who: Slot, roll: &'static Roll, sides: u8, dice: i32) -> i32 {
    if !table.settles() && dice == 1 {
        return table.roll(who, roll, u32::from(sides));
    }
    kept_of_several(table, who, roll, sides, dice)
}

/// Rolls several dice and keeps one of them, as one roll where rolls are settled by their result: one die more than fewer of
/// them.
#[inline(never)]
fn kept_of_several<D: Dice, W: Watch>(table: &mut Table<D, W>, who: Slot, roll: &'static Roll, sides: u8, dice: i32) -> i32 {
    table.settle(
        roll,
        || [i64::from(sides), i64::from(dice)],
        |table| {
            let settled = if table.settles() { dice.abs() - 1 } else { 0 };
            let mut best = match settled {
                0 => table.roll(who, roll, u32::from(sides)),
                _ => kept_of_several(table, who, roll, sides, dice - dice.signum()),
            };
            for _ in settled.max(1)..dice.abs() {
                let face = table.roll(who, roll, u32::from(sides));
                best = if dice > 0 { best.max(face) } else { best.min(face) };
            }
            i64::from(best)
        },
    ) as i32
}

/// The dice of an object: each with its advantages, the highest of both. (step P3)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Object {
    /// Faces of its die; 0 for no object.
    pub die: u8,
    /// Faces of the die of a second one; 0 for none. [CAP-112]
    pub second: u8,
    /// Advantages of each. [CAP-041]
    pub advantages: u8,
}

impl Object {
    /// Nothing.
    pub const NONE: Object = Object { die: 0, second: 0, advantages: 0 };

    /// Everything that its value depends on but the dice and the book.
    #[must_use]
    pub fn key(self) -> [i64; 3] {
        [self.die, self.second, self.advantages].map(i64::from)
    }

    /// The number of dice of each size, of which the highest counts. [CAP-041]
    #[inline]
    #[must_use]
    pub fn dice_of_each(self, book: &Book) -> i32 {
        1 + i32::from(self.advantages) * i32::from(book.check.advantage_dice)
    }

    /// Rolls it.
    #[inline(always)]
    pub fn roll<D: Dice, W: Watch>(self, table: &mut Table<D, W>, who: Slot, roll: &'static Roll, book: &Book) -> i32 {
        if self.die | self.second == 0 {
            return 0;
        }
        if !table.settles() && self.second | self.advantages == 0 {
            return table.roll(who, roll, u32::from(self.die));
        }
        if table.settles() && self.second > 0 {
            let highest = |table: &mut Table<D, W>| self.highest(table, who, roll, book).into();
            return table.settle(roll, || self.key(), highest) as i32;
        }
        self.highest(table, who, roll, book)
    }

    /// Rolls each of its dice, and keeps the highest. [CAP-112]
    #[inline(always)]
    fn highest<D: Dice, W: Watch>(self, table: &mut Table<D, W>, who: Slot, roll: &'static Roll, book: &Book) -> i32 {
        let dice = self.dice_of_each(book);
        let mut value = 0;
        if self.die > 0 {
            value = kept(table, who, roll, self.die, dice);
        }
        if self.second > 0 {
            value = value.max(kept_of_several(table, who, roll, self.second, dice));
        }
        value
    }

    /// Its mean in parts of 1000, rounded: what policies compare.
    #[must_use]
    pub fn mean(self, book: &Book) -> i32 {
        let dice = self.dice_of_each(book);
        let highest = u32::from(self.die.max(self.second));
        let at_most = |value: u32, die: u8| {
            if die == 0 { 1.0 } else { (f64::from(value.min(u32::from(die))) / f64::from(die)).powi(dice) }
        };
        let above = (0..highest).map(|value| 1.0 - at_most(value, self.die) * at_most(value, self.second));
        (above.sum::<f64>() * 1000.0).round() as i32
    }
}

/// The result of a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Result {
    /// The total.
    pub total: i32,
    /// The kept base die. Of a roll that is settled by its result only a 1 and the highest face are known; any other is 0.
    pub natural: i32,
}

impl Result {
    /// Returns what anybody asks of a result as one number; a kept base die fits into its lowest bits.
    #[must_use]
    pub fn to_number(self, book: &Book) -> i64 {
        let counts = self.natural == 1 || self.natural == i32::from(book.check.base_die);
        i64::from(self.total) << u8::BITS | if counts { i64::from(self.natural) } else { 0 }
    }

    /// Returns the result of a number.
    #[must_use]
    pub fn of_number(number: i64) -> Self {
        Result { total: (number >> u8::BITS) as i32, natural: (number & i64::from(u8::MAX)) as i32 }
    }

    /// The result with so many points more.
    #[must_use]
    pub fn plus(self, points: i32) -> Self {
        Result { total: self.total + points, ..self }
    }
}

/// The outcome that a natural result decides by itself: `Some(true)` when the one who rolled it succeeds. [RU-02]
#[inline]
fn decided(natural: i32, book: &Book, rulings: &Rulings) -> Option<bool> {
    if rulings.natural != Natural::Auto {
        return None;
    }
    match natural {
        1 => Some(false),
        face if face == i32::from(book.check.base_die) => Some(true),
        _ => None,
    }
}

/// True if the Initiator of a contested check succeeds. [CAP-010, CAP-019, CAP-020, CAP-057, CAP-060, CAP-061, RU-02b] (step P5)
#[inline]
#[must_use]
pub fn contested(initiator: Result, target: Option<Result>, against: i32, book: &Book, rulings: &Rulings) -> bool {
    if let Some(success) = decided(initiator.natural, book, rulings) {
        return success;
    }
    let Some(target) = target else { return initiator.total >= against };
    if let Some(saved) = decided(target.natural, book, rulings) {
        return !saved;
    }
    match rulings.contest_tie {
        ContestTie::Initiator => initiator.total >= target.total,
        ContestTie::Target => initiator.total > target.total,
    }
}

/// True if a save against a number succeeds. [CAP-057, CAP-062, RU-02b] (step P5)
#[inline]
#[must_use]
pub fn saved(save: Result, dc: i32, book: &Book, rulings: &Rulings) -> bool {
    if let Some(success) = decided(save.natural, book, rulings) {
        return success;
    }
    match rulings.save_tie {
        SaveTie::Initiator => save.total > dc,
        SaveTie::Target => save.total >= dc,
    }
}

/// Damage that naturals add to a hit. [CAP-063, CAP-066, RU-02]
#[inline]
#[must_use]
pub fn bonus_damage(attacker: i32, target: Option<i32>, book: &Book, rulings: &Rulings) -> i32 {
    if rulings.natural != Natural::BonusDamage {
        return 0;
    }
    let best = i32::from(attacker == i32::from(book.check.base_die));
    let worst = i32::from(target == Some(1));
    (best + worst) * book.check.natural_damage
}
