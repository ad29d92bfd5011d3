//! Characters of `cairn-ap` that are rolled by dice: attributes and hit points.
//!
//! Owns the dice of sections 4.1 and 4.13 of the specification that make a combatant. Start at [`Play::roll_character`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::book::Attribute;
use super::sheet::{Kind, Rolled};
use super::state::flag;
use super::{Play, rolls};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Attributes in their order, then hit points. [CAP-088, CAP-090, CAP-C01]
    pub(super) fn roll_character(&mut self, who: Slot, rolled: Rolled) {
        let rules = self.rules;
        let hired = rules.fighter(who).kind == Kind::Hireling || self.fight.body(who).has(flag::HIRED);
        let (hireling, pc) = (&rules.book.hireling, &rules.book.pc);
        let (scores, hp) = if hired { (hireling.attribute, hireling.hp) } else { (pc.attribute, pc.hp) };
        for attribute in Attribute::ALL {
            let score = self.table.sum(who, &rolls::ATTRIBUTE, scores) as i16;
            self.fight.body_mut(who).attributes[attribute.index()] = score;
        }
        let body = self.fight.body_mut(who);
        let highest = (0..3).rev().max_by_key(|&index| body.attributes[index]).unwrap_or(0);
        match rolled {
            Rolled::Keep => {}
            Rolled::HighestToStr => body.attributes.swap(0, highest),
            Rolled::HighestToDex => body.attributes.swap(1, highest),
            Rolled::HighestToWil => body.attributes.swap(2, highest),
        }
        body.maxima = body.attributes;
        let hp = self.table.sum(who, &rolls::HIT_POINTS, hp).max(1) as i16;
        let body = self.fight.body_mut(who);
        (body.hp, body.hp_max) = (hp, hp);
        self.table.tell("CAP-088, CAP-C01", || {
            let [str, dex, wil] = self.fight.body(who).attributes;
            format!("{}: STR {str}, DEX {dex}, WIL {wil}, {hp} hit points", rules.name(who))
        });
    }
}
