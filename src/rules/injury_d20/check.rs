//! Every d20 of `injury-d20`: dice by advantages and disadvantages, checks and saves.
//!
//! Owns how a d20 is rolled. Start at [`Core::d20`].

use crate::dice::{Dice, Roll, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::book::{Book, RollKind, Sense};
use super::rulings::Advantage;
use super::sheet::{Attribute, Skill};
use super::state::Fight;

/// Faces of checks and saves.
pub const CHECK_SIDES: u16 = 20;

/// Margins whose degrees are written down when a scenario is loaded.
pub const MARGINS: usize = 32;

/// A d20 that has been rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rolled {
    /// The face that counts.
    pub natural: i32,
    /// What flat advantages add.
    pub flat: i32,
}

impl Rolled {
    /// Both together.
    #[inline]
    pub fn sum(self) -> i32 {
        self.natural + self.flat
    }
}

/// The best of one die and so many more, or the worst where the number is negative.
#[inline(always)]
fn kept_face<D: Dice, W: Watch>(who: Slot, roll: &'static Roll, sides: u16, more: i32, table: &mut Table<D, W>) -> i32 {
    let mut kept = table.roll(who, roll, u32::from(sides));
    for _ in 0..more.unsigned_abs() {
        let next = table.roll(who, roll, u32::from(sides));
        kept = if more > 0 { kept.max(next) } else { kept.min(next) };
    }
    kept
}

impl Core {
    /// Dice beyond the first, negative where the worst counts, and what is added instead.
    #[inline(always)]
    pub(super) fn dice_of<const PLAIN: bool>(&self, net: i32) -> (i32, i32) {
        let net = self.book.advantage.cap.map_or(net, |cap| net.clamp(-cap, cap));
        match self.rulings::<PLAIN>().advantage {
            Advantage::ExtraDice => (net, 0),
            Advantage::Single => (net.signum(), 0),
            Advantage::Flat => (0, net * self.book.advantage.flat_step),
        }
    }

    /// A d20 with so many advantages, or disadvantages where the number is negative.
    #[inline(always)]
    pub(super) fn d20<D: Dice, W: Watch>(
        &self,
        who: Slot,
        roll: &'static Roll,
        sides: u16,
        net: i32,
        table: &mut Table<D, W>,
    ) -> Rolled {
        self.d20_of::<false, _, _>(who, roll, (sides, net), table)
    }

    /// The same, for a blow that may be plain.
    #[inline(always)]
    pub(super) fn d20_of<const PLAIN: bool, D: Dice, W: Watch>(
        &self,
        who: Slot,
        roll: &'static Roll,
        (sides, net): (u16, i32),
        table: &mut Table<D, W>,
    ) -> Rolled {
        let (more, flat) = self.dice_of::<PLAIN>(net);
        let natural = if table.settles() {
            let key = || [i64::from(sides), i64::from(more)];
            table.settle(roll, key, |table| i64::from(kept_face(who, roll, sides, more, table))) as i32
        } else {
            kept_face(who, roll, sides, more, table)
        };
        Rolled { natural, flat }
    }

    /// Whether a check succeeds, where nothing but that is asked (4.0 of the specification).
    pub(super) fn check<D: Dice, W: Watch>(
        &self,
        who: Slot,
        roll: &'static Roll,
        (net, modifier, dc): (i32, i32, i32),
        table: &mut Table<D, W>,
    ) -> bool {
        let key = || [i64::from(net), i64::from(dc - modifier)];
        let succeeds = table.settle(roll, key, |table| {
            let total = self.d20(who, roll, CHECK_SIDES, net, table).sum() + modifier;
            table.tell(roll.rule, || {
                let word = if total >= dc { "succeeds" } else { "fails" };
                format!("{}: {} {word} with {total} against {dc}", roll.what, self.name(who))
            });
            i64::from(total >= dc)
        });
        succeeds == 1
    }

    /// A skill check.
    pub(super) fn skill_check<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        roll: &'static Roll,
        (skill, senses, dc): (Skill, &[Sense], i32),
        table: &mut Table<D, W>,
    ) -> bool {
        let body = fight.body(who);
        let modifier = self.fighter(who).skills[skill as usize] + self.flat(who, body);
        self.check(who, roll, (self.skill_net(who, body, skill, senses), modifier, dc), table)
    }

    /// Dice and modifier of a Constitution check.
    pub(super) fn con_check_terms(&self, fight: &Fight, who: Slot) -> (i32, i32) {
        let (body, fighter) = (fight.body(who), self.fighter(who));
        let con = if fighter.has_con { fighter.attribute(Attribute::Con) } else { self.book.no_con.check_mod };
        let net = self.base_net(who, body) + self.exhausted_net(who, body, RollKind::Check);
        (net, con + fighter.check_bonus + self.flat(who, body))
    }

    /// A Constitution check.
    pub(super) fn con_check<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        roll: &'static Roll,
        dc: i32,
        table: &mut Table<D, W>,
    ) -> bool {
        let (net, modifier) = self.con_check_terms(fight, who);
        self.check(who, roll, (net, modifier, dc), table)
    }

    /// Degrees of success of a margin over the number to beat.
    #[inline]
    pub(super) fn degrees(&self, margin: i32) -> i32 {
        let written = usize::try_from(margin).ok().and_then(|margin| self.degrees.get(margin));
        debug_assert!(written.is_none_or(|&degrees| degrees == degrees_of(margin, &self.book)));
        written.copied().unwrap_or_else(|| degrees_of(margin, &self.book))
    }
}

/// Degrees of success by margin, as far as most rolls go.
pub fn degrees_by_margin(book: &Book) -> [i32; MARGINS] {
    std::array::from_fn(|margin| degrees_of(margin as i32, book))
}

#[inline(never)]
fn degrees_of(margin: i32, book: &Book) -> i32 {
    let numbers = &book.degree;
    if numbers.thresholds.is_empty() {
        return margin.div_euclid(numbers.step);
    }
    numbers.thresholds.iter().filter(|&&threshold| margin >= threshold).count() as i32
}
