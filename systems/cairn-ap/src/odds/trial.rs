//! A trial: the real rules, loaded for a character with a bag of things and for an enemy, so that questions about hits, scars and
//! Magic Dice are answered by the code that plays fights and rests.
//!
//! Owns the stage and the bodies on it; what is played stands with the question. Start at [`Trial::new`].

use frame::dice::AnyDice;
use frame::fight::AnyWatch;
use frame::rules::chances::Spread;
pub use frame::rules::trial::{ONE, OTHER};
use frame::rules::trial::{of_two, stage};

use super::super::state::{Body, Fight};
use super::super::{Core, Play, Words, load};

/// More of an attribute, or of hit points, than anything costs.
pub const PLENTY: i16 = 10_000;

stage!(Core, Fight, Play<'_, AnyDice, AnyWatch>);

/// The rules, with a player character and an enemy.
pub struct Trial {
    /// The rules.
    pub core: Core,
}

impl Trial {
    /// The rules of this book and these rulings.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(words: Words) -> Result<Self, String> {
        Ok(Trial { core: of_two(words, "kind = 'pc'", "", load)? })
    }

    /// The fight with this body.
    pub fn with(&self, body: &Body) -> Fight {
        let mut fight = self.core.morning.clone();
        fight.change(ONE, |one| *one = *body);
        fight
    }

    /// Plays a scene with this body. Returns what it comes to, each result with its probability.
    pub fn scene<T: Ord>(&self, body: &Body, scene: impl FnMut(&mut Play<'_, AnyDice, AnyWatch>) -> T) -> Spread<T> {
        Stage::new(&self.core).scene(&self.with(body), scene)
    }

    /// The body with so many hit points, present and at most, and these attributes.
    pub fn body(&self, hp: i16, attributes: [i16; 3]) -> Body {
        Body { hp, hp_max: hp, attributes, maxima: attributes, ..*self.core.morning.body(ONE) }
    }

    /// A body that loses nothing of what is asked about before it is asked.
    pub fn sound(&self) -> Body {
        self.body(PLENTY, [PLENTY; 3])
    }
}
