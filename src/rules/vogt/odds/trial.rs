//! A trial: the real rules, loaded for two nameless combatants, so that questions about what a fight does are answered by
//! the code that plays fights.
//!
//! Owns what is asked of the two, and nothing of the rules. Start at [`Trial::new`].

use crate::dice::{Die, Enumerator, Slot};
use crate::fight::{Silent, Table};
use crate::rules::trial::of_two;
pub use crate::rules::trial::{ONE, OTHER};

use super::super::book::Book;
use super::super::harm::Cause;
use super::super::rulings::Rulings;
use super::super::sheet::Ability;
use super::super::state::Fight;
use super::super::{Core, Play, Words, load};

/// The number of the damage type of blows; any will do.
const TYPE: u8 = 0;

/// The rules with two combatants, who stand as they stand before a fight.
pub struct Trial {
    /// The rules.
    pub core: Core,
    fight: Fight,
}

impl Trial {
    /// The rules of this book and these rulings.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(book: &Book, rulings: &Rulings) -> Result<Self, String> {
        let core = of_two(Words { book, rulings }, "", "", load)?;
        let fight = core.morning.clone();
        Ok(Trial { core, fight })
    }

    /// Gives the other one this AR and, where wanted, resistance and vulnerability to the blows.
    pub fn armour(&mut self, ar: i64, resistant: bool, vulnerable: bool) {
        let other = &mut self.core.fighters[OTHER.index()];
        (other.ar_base, other.armor) = (Some(ar as i32), 0);
        other.resist = u64::from(resistant) << TYPE;
        other.vulnerable = u64::from(vulnerable) << TYPE;
    }

    /// Gives somebody this DEX.
    pub fn dexterity(&mut self, who: Slot, die: Die) {
        self.fight.body_mut(who).abilities[Ability::Dex.index()] = die;
    }

    /// Hit points that the other one loses by a blow that deals so much damage, and the points of AR that it has used by
    /// then, when it had used `absorbed` of them before in this round.
    pub fn blow(&mut self, dealt: i64, absorbed: i64, meets_ar: bool) -> (i64, i64) {
        // More than any blow takes, so that no wound comes of it.
        let body = self.fight.body_mut(OTHER);
        (body.hp, body.absorbed) = (i32::MAX / 2, absorbed as i32);
        let cause = Cause::Blow { by: ONE, damage_type: TYPE, ar: meets_ar, technique: false };
        let mut table = Table { dice: Enumerator::default(), watch: Silent };
        let hurt =
            Play { rules: &self.core, fight: &mut self.fight, table: &mut table }.hurt::<false>(OTHER, dealt as i32, cause);
        (i64::from(hurt.lost), i64::from(self.fight.body(OTHER).absorbed))
    }

    /// The key by which the order of a round is made, for an initiative of `total` on `die`: smaller goes first.
    pub fn order(&mut self, who: Slot, die: Die, total: i64) -> i64 {
        let body = self.fight.body_mut(who);
        (body.initiative, body.initiative_die) = (total as i32, die);
        self.core.order_key(who, self.fight.body(who))
    }

    /// The damage dice, as the rules roll them.
    #[cfg(test)]
    pub fn roll<D: crate::dice::Dice>(
        &mut self,
        table: &mut Table<D, Silent>,
        who: Slot,
        die: Die,
        luck: super::super::harm::Luck,
    ) -> i32 {
        Play { rules: &self.core, fight: &mut self.fight, table }.damage_roll(who, die, luck, |_| None)
    }
}
