//! A trial: the real rules, loaded for a player character and foes, so that questions about harm, reactions, morale and
//! diseases are answered by the code that plays fights and days.
//!
//! Start at [`trial`], then [`scene`].

use crate::Words;
use crate::core::{self, load};
use crate::state::{Body, Fight};
use frame::dice::AnyDice;
use frame::fight::AnyWatch;
use frame::rules::chances::Spread;
use frame::rules::trial::{of_two, stage};

/// The rules for any scenario: what is asked of them may be more than what comes to pass in a plain one.
pub type CoreOfAny = core::Core<false>;

/// A fight in progress of which every outcome is walked through.
pub type Play<'a> = crate::Play<'a, false, AnyDice, AnyWatch>;

stage!(CoreOfAny, Fight, Play<'_>, play_on);

/// The rules of this book and these rulings, with a player character and a foe, or several, that have these lines on their sheet.
///
/// # Errors
/// A book that cannot be played by.
pub fn trial(foe: &str, words: Words) -> Result<CoreOfAny, String> {
    of_two(words, "pc = true", foe, |document, complaints| load(document, complaints, CoreOfAny::new))
}

/// Plays a scene on a morning. Returns what it comes to, each result with its probability.
pub fn scene<T: Ord>(core: &CoreOfAny, scene: impl FnMut(&mut Play) -> T) -> Spread<T> {
    Stage::new(core).scene(&core.morning, scene)
}

impl Body {
    /// Begins with these HP and these abilities, which are all that it can have.
    pub(super) fn begin_with(&mut self, hp: i16, abilities: [i16; 3]) {
        (self.hp, self.hp_max, self.abilities, self.maxima) = (hp, hp, abilities, abilities);
    }
}
