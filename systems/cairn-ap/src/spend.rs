//! Spending in `cairn-ap`: action points, gained advantage, the base die that a check is rolled with, and saves against a number.
//!
//! Owns what actions, saves and checks of every kind take from the one who makes them. Start at [`Play::pay`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::watch::Counter;
use frame::fight::{Adds, Sentence, Watch};

use super::book::{Attribute, Trivial};
use super::check::{self, Result, Steps};
use super::metrics as count;
use super::rulings::GainAdvantage;
use super::state::{Fight, Fixed};
use super::{Core, Play, rolls};

/// A base die of a check, with all that is added to it.
#[derive(Clone, Copy)]
pub(super) struct Base {
    /// The roll.
    pub(super) roll: &'static Roll,
    /// Base dice, as [`check::kept`] takes them; 0 for none.
    pub(super) dice: i32,
    /// The attribute that is added.
    pub(super) attribute: Attribute,
    /// Points that the attribute adds.
    pub(super) modifier: i32,
    /// Counters of natural 1s and of the highest natural results.
    pub(super) naturals: [Counter; 2],
}

impl Base {
    /// The base die of a check that is no attack, no save against one, and none against critical damage.
    #[inline(always)]
    pub(super) fn new(roll: &'static Roll, dice: i32, attribute: Attribute, modifier: i32) -> Self {
        Base { roll, dice, attribute, modifier, naturals: [count::OTHER_NATURAL_1, count::OTHER_NATURAL_20] }
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Pays action points for a use of that kind. [CAP-101]
    #[inline]
    pub(super) fn pay(&mut self, who: Slot, points: u8, used_for: Counter) {
        let body = self.fight.body_mut(who);
        let paid = points.min(body.ap);
        body.ap -= paid;
        self.table.watch.count(who, count::AP_SPENT, i32::from(paid));
        self.table.watch.count(who, used_for, i32::from(paid));
    }

    /// Gained advantage, where it helps rolls other than one's own actions. [RU-09]
    pub(super) fn spend_pending(&mut self, who: Slot) -> Steps {
        if self.rules.rulings.gain_advantage == GainAdvantage::NextActionThisTurn {
            return Steps::default();
        }
        Steps::up(self.take_gained(who))
    }

    /// Takes the Advantage that a combatant has gained, in steps. [CAP-043]
    #[inline]
    pub(super) fn take_gained(&mut self, who: Slot) -> i32 {
        let pending = std::mem::take(&mut self.fight.body_mut(who).pending);
        i32::from(pending) * i32::from(self.rules.book.step.gain)
    }

    /// Steps of a save against anything but an attack. [RU-16b]
    pub(super) fn steps_of_save(&mut self, who: Slot, attribute: Attribute) -> Steps {
        let skull = self.rules.skull(self.fight.body(who), attribute);
        self.spend_pending(who).worse(skull)
    }

    /// Rolls the base die of a check and adds the modifier: the result of an Initiator or of a Target, before objects help.
    /// Returns the face, 0 where no base die is rolled, and the sum.
    #[inline(always)]
    pub(super) fn base_roll(&mut self, who: Slot, base: Base) -> (i32, W::Adds) {
        let (natural, sum) = self.base_die(who, base);
        self.count_natural(who, base, natural);
        (natural, sum)
    }

    /// Rolls the base die and adds the modifier, as [`base_roll`](Self::base_roll) does, and counts nothing. [CAP-018, CAP-056]
    #[inline(always)]
    pub(super) fn base_die(&mut self, who: Slot, base: Base) -> (i32, W::Adds) {
        let sides = self.rules.book.check.base_die;
        let mut sum = self.table.adds();
        let mut natural = 0;
        if base.dice != 0 {
            natural = check::kept(self.table, who, base.roll, sides, base.dice);
            sum = sum.rolled(who, base.roll, check::taken(base.dice), natural);
        }
        (natural, sum.plus(base.attribute.short(), base.modifier))
    }

    /// Counts a natural 1 and the highest natural result of a base die.
    #[inline(always)]
    pub(super) fn count_natural(&mut self, who: Slot, base: Base, natural: i32) {
        let [ones, twenties] = base.naturals;
        self.table.watch.count(who, ones, i32::from(natural == 1));
        self.table.watch.count(who, twenties, i32::from(natural == i32::from(self.rules.book.check.base_die)));
    }

    /// Spends gained advantage for a roll of the combatant's own, beside the steps that are settled for it. [CAP-043]
    pub(super) fn own_steps(&mut self, who: Slot, fixed: Fixed) -> Steps {
        Steps { up: self.take_gained(who), down: fixed.down }
    }

    /// True if an action of a kind succeeds: without a roll where it is trivial, else against the usual number. [CAP-009,
    /// CAP-011]
    pub(super) fn manages(&mut self, who: Slot, kind: Trivial) -> bool {
        let rules = self.rules;
        let numbers = &rules.book.check;
        if numbers.trivial.contains(&kind) {
            return true;
        }
        let (success, steps, sum) = self.achieves(who, &rolls::ACTION, numbers.attribute, numbers.dc);
        self.table.tell("CAP-019", || {
            let sentence = Sentence::new(format!("{} tries to act: ", rules.name(who))).sum(sum);
            steps.told(sentence.and(format!(" against {}: {}", numbers.dc, if success { "done" } else { "failed" })))
        });
        success
    }

    /// Rolls an action without objects against a number; true if it succeeds, with what there is to tell of it. [CAP-008,
    /// CAP-019]
    pub(super) fn achieves(&mut self, who: Slot, roll: &'static Roll, attribute: Attribute, dc: i32) -> (bool, Steps, W::Adds) {
        let rules = self.rules;
        let fixed = rules.settled_stunt(self.fight, who, attribute);
        let steps = self.own_steps(who, fixed);
        let dice = steps.dice(&rules.book, &rules.rulings);
        let (natural, sum) = self.base_roll(who, Base::new(roll, dice, attribute, fixed.modifier));
        let result = Result { total: sum.total(), natural };
        (check::contested(result, None, dc, &rules.book, &rules.rulings), steps, sum)
    }

    /// Rolls a save against a number; true if it succeeds. [CAP-062, CAP-048, CAP-050] (step P5)
    pub(super) fn saves(&mut self, who: Slot, roll: &'static Roll, steps: Steps, attribute: Attribute, dc: i32) -> bool {
        let rules = self.rules;
        let modifier = rules.modifier(self.fight.body(who), attribute);
        let (book, rulings) = (&rules.book, &rules.rulings);
        let dice = steps.dice(book, rulings);
        let saves = |play: &mut Self| {
            let mut base = Base::new(roll, dice, attribute, modifier);
            if *roll == rolls::CRITICAL {
                base.naturals = [count::CRIT_NATURAL_1, count::CRIT_NATURAL_20];
            }
            let (natural, sum) = play.base_roll(who, base);
            let saved = check::saved(Result { total: sum.total(), natural }, dc, book, rulings);
            play.table.tell("CAP-062", || {
                let sentence = Sentence::new(format!("{} saves ({}): ", rules.name(who), roll.what)).sum(sum);
                let sentence = steps.told(sentence.and(format!(" against {dc}")));
                sentence.and(if saved { ": a success" } else { ": a failure" })
            });
            i64::from(saved)
        };
        self.settle(roll, |_| [i64::from(dice), i64::from(modifier), i64::from(dc)], saves) == 1
    }
}

impl Core {
    /// True if so many action points are left.
    #[inline]
    pub(super) fn can_pay(&self, fight: &Fight, who: Slot, points: u8) -> bool {
        fight.body(who).ap >= points
    }
}
