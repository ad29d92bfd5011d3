//! A trial: the real rules, loaded for two nameless combatants, so that questions about what a fight does are answered by
//! the code that plays fights.
//!
//! Owns the stage and the two on it; what is played stands with the question. Start at [`Trial::new`].

use frame::dice::AnyDice;
use frame::fight::AnyWatch;
use frame::rules::chances::Spread;
pub use frame::rules::trial::{ONE, OTHER};
use frame::rules::trial::{of_two, stage};

use super::super::state::Fight;
use super::super::{Core, Play, Words, load};

stage!(Core, Fight, Play<'_, AnyDice, AnyWatch>, play_on);

/// The rules with two combatants, who stand as they stand before a fight.
pub struct Trial {
    /// The rules.
    pub core: Core,
    /// The two.
    pub fight: Fight,
}

impl Trial {
    /// The rules of this book and these rulings; the first of the two carries a weapon and armor.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(words: Words) -> Result<Self, String> {
        let core = of_two(words, "armor = 1\nweapons = [{ name = 'weapon', die = '1d6' }]", "", load)?;
        let fight = core.morning.clone();
        Ok(Trial { core, fight })
    }

    /// Plays a scene over all its dice. Returns what it comes to, each result with its probability.
    pub fn scene<T: Ord>(&self, scene: impl FnMut(&mut Play<'_, AnyDice, AnyWatch>) -> T) -> Spread<T> {
        Stage::new(&self.core).scene(&self.fight, scene)
    }

    /// Plays on, without a die.
    pub fn play_on<T>(&mut self, scene: impl FnOnce(&mut Play<'_, AnyDice, AnyWatch>) -> T) -> T {
        Stage::new(&self.core).play_on(&mut self.fight, scene)
    }
}
