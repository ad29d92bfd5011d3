//! Initiative of `cairn-ap`: the roll of one combatant, and its place in the order of a group.
//!
//! Owns the numbers by which turns are ordered; rounds are made of them in [`round`](super::round). Start at
//! [`Play::initiative`].

use frame::dice::{Dice, Slot};
use frame::fight::{Adds, DiceTaken, Sentence, Watch};

use super::state::Fight;
use super::{Core, Play, rolls};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// One roll of initiative. [CAP-095]
    pub(super) fn initiative(&mut self, who: Slot) -> i32 {
        let rules = self.rules;
        let face = self.table.roll(who, &rolls::INITIATIVE, u32::from(rules.book.initiative.die));
        let sum = self.table.adds().rolled(who, &rolls::INITIATIVE, DiceTaken::All, face);
        let sum = sum.plus(rules.book.initiative.attribute.short(), rules.initiative_score(self.fight, who).into());
        let total = sum.total();
        self.table.tell("CAP-095", || Sentence::new(format!("{} has initiative ", rules.name(who))).sum(sum));
        total
    }
}

impl Core {
    /// The rank of a total in a group: the higher acts first, among equals the one with the higher attribute; of those who are
    /// equal even so one is drawn. [CAP-096, RU-32]
    pub(super) fn rank(&self, fight: &Fight, who: Slot, total: i32) -> (i32, i16) {
        (total, self.initiative_score(fight, who))
    }

    /// The rank as a place in the order of a group, of which the lowest acts first.
    pub(super) fn precedence(&self, fight: &Fight, who: Slot, total: i32) -> i16 {
        let (total, score) = self.rank(fight, who, total);
        (-(total * 64 + i32::from(score).clamp(0, 63))).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
    }

    /// Returns the attribute that initiative adds, as it is now. [CAP-095]
    pub(super) fn initiative_score(&self, fight: &Fight, who: Slot) -> i16 {
        fight.body(who).attributes[self.book.initiative.attribute.index()]
    }
}
