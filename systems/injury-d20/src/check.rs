//! Every d20 of `injury-d20`: dice by advantages and disadvantages, checks and saves.
//!
//! Owns how a d20 is rolled. Start at [`Play::d20`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::{Adds, DiceTaken, Sentence, Watch};

use super::book::{Book, Sense};
use super::rulings::Advantage;
use super::sheet::{Attribute, Skill};
use super::state::Fight;
use super::{Core, Play};

/// Margins whose degrees are written down when a scenario is loaded.
pub const MARGINS: usize = 32;

/// A d20 that has been rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rolled {
    /// The face that counts.
    pub natural: i32,
    /// Points by flat advantages.
    pub flat: i32,
}

impl Rolled {
    /// Both together.
    #[inline]
    pub fn sum(self) -> i32 {
        self.natural + self.flat
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Rolls one die and so many more; returns the best, or the worst where the number is negative.
    #[inline(always)]
    fn kept_face(&mut self, who: Slot, roll: &'static Roll, sides: u16, more: i32) -> i32 {
        let mut kept = self.table.roll(who, roll, u32::from(sides));
        for _ in 0..more.unsigned_abs() {
            let next = self.table.roll(who, roll, u32::from(sides));
            kept = if more > 0 { kept.max(next) } else { kept.min(next) };
        }
        kept
    }

    /// One die and so many more, of which the best counts, or the worst where the number is negative: one die more than fewer
    /// of them.
    pub(super) fn settled_face(&mut self, who: Slot, roll: &'static Roll, sides: u16, more: i32) -> i32 {
        let face = self.settle(
            roll,
            |_| [i64::from(sides), i64::from(more)],
            |play| {
                let fewer = (more != 0).then(|| play.settled_face(who, roll, sides, more - more.signum()));
                let next = play.table.roll(who, roll, u32::from(sides));
                i64::from(fewer.map_or(next, |kept| if more > 0 { kept.max(next) } else { kept.min(next) }))
            },
        );
        face as i32
    }

    /// A d20 with so many advantages, or disadvantages where the number is negative.
    #[inline(always)]
    pub(super) fn d20(&mut self, who: Slot, roll: &'static Roll, sides: u16, net: i32) -> Rolled {
        let (more, flat) = self.rules.dice_of(net);
        let natural = if self.table.settles() {
            self.settled_face(who, roll, sides, more)
        } else {
            self.kept_face(who, roll, sides, more)
        };
        Rolled { natural, flat }
    }

    /// Begins a sum with a d20 that has been rolled with so many advantages.
    #[inline(always)]
    pub(super) fn add_rolled(&self, who: Slot, roll: &'static Roll, net: i32, rolled: Rolled) -> W::Adds {
        let taken = if net < 0 { DiceTaken::Lowest } else { DiceTaken::Highest };
        self.table.adds().rolled(who, roll, taken, rolled.natural).plus("advantages", rolled.flat)
    }

    /// Rolls a check; true if it succeeds, and nothing else is asked (4.0 of the specification).
    pub(super) fn check(&mut self, who: Slot, roll: &'static Roll, net: i32, modifier: i32, dc: i32) -> bool {
        let sides = self.rules.book.check.die;
        let key = |_: &Self| [i64::from(net), i64::from(dc - modifier), i64::from(sides)];
        let succeeds = self.settle(roll, key, |play| {
            let rolled = play.d20(who, roll, sides, net);
            let sum = play.add_rolled(who, roll, net, rolled).plus("bonus", modifier);
            let succeeds = sum.total() >= dc;
            play.table.tell(roll.rule, || {
                let word = if succeeds { "succeeds" } else { "fails" };
                Sentence::new(format!("{} {word}: {}: ", play.rules.name(who), roll.what))
                    .sum(sum)
                    .and(format!(" against {dc}"))
            });
            i64::from(succeeds)
        });
        succeeds == 1
    }

    /// A skill check.
    pub(super) fn skill_check(&mut self, who: Slot, roll: &'static Roll, skill: Skill, senses: &[Sense], dc: i32) -> bool {
        let rules = self.rules;
        let body = self.fight.body(who);
        let modifier = rules.fighter(who).skills[skill as usize] + rules.flat(who, body);
        self.check(who, roll, rules.skill_net(who, body, skill, senses), modifier, dc)
    }

    /// A check of an attribute.
    pub(super) fn ability_check(&mut self, who: Slot, roll: &'static Roll, attribute: Attribute, dc: i32) -> bool {
        let rules = self.rules;
        let body = self.fight.body(who);
        let modifier = rules.fighter(who).attribute(attribute) + rules.flat(who, body);
        self.check(who, roll, rules.check_net(who, body), modifier, dc)
    }

    /// A Constitution check.
    pub(super) fn con_check(&mut self, who: Slot, roll: &'static Roll, dc: i32) -> bool {
        let (net, modifier) = self.rules.con_check_terms(self.fight, who);
        self.check(who, roll, net, modifier, dc)
    }
}

impl Core {
    /// Dice beyond the first, negative where the worst counts, and what is added instead.
    #[inline(always)]
    pub(super) fn dice_of(&self, net: i32) -> (i32, i32) {
        let net = self.book.advantage.cap.map_or(net, |cap| net.clamp(-cap, cap));
        match self.rulings.advantage {
            Advantage::ExtraDice => (net, 0),
            Advantage::Single => (net.signum(), 0),
            Advantage::Flat => (0, net * self.book.advantage.flat_step),
        }
    }

    /// Dice and modifier of a Constitution check.
    pub(super) fn con_check_terms(&self, fight: &Fight, who: Slot) -> (i32, i32) {
        let (body, fighter) = (fight.body(who), self.fighter(who));
        let con = if fighter.has_con { fighter.attribute(Attribute::Con) } else { self.book.no_con.check_mod };
        (self.check_net(who, body), con + fighter.check_bonus + self.flat(who, body))
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

/// Returns the degrees of a margin: by the thresholds of the book, else one for every step.
#[inline(never)]
fn degrees_of(margin: i32, book: &Book) -> i32 {
    let numbers = &book.degree;
    if numbers.thresholds.is_empty() {
        return margin.div_euclid(numbers.step);
    }
    numbers.thresholds.iter().filter(|&&threshold| margin >= threshold).count() as i32
}
