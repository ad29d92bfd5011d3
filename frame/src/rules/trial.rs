//! Trials: the real rules, loaded for two combatants without a name of their own, so that questions about dice are answered by the
//! code that plays fights and days.
//!
//! Owns the scenario of the two, the stage on which scenes are played for every outcome of their dice, and dice for rules that need no
//! fight. Must not know any rule:
//! whatever a question needs of its system stands in the trial of that system. Start at [`of_two`].

use std::iter::once;

use super::chances::Spread;
use super::{Loaded, Rules, Words};
use crate::dice::{AnyDice, Slot, Walker};
use crate::error::{Failure, Gravity};
use crate::fight::{AnyWatch, Table};
use crate::scenario::{Complaint, Complaints, Document, Format, Raw};

/// The one who acts.
pub const ONE: Slot = Slot(0);
/// The one it is done to.
pub const OTHER: Slot = Slot(1);

/// Returns the rules that `load` makes of a scenario with this book, these rulings and two combatants, one of each side, to whose
/// sheets these lines are added.
///
/// # Errors
/// A book that cannot be played by.
pub fn of_two<F: Format, R: Rules>(
    words: Words<F::Book, F::Rulings>,
    one: &str,
    other: &str,
    load: impl FnOnce(&Document<F>, &mut Complaints) -> Option<Loaded<R>>,
) -> Result<R, String> {
    let side = |name: &str, lines: &str| format!("[[side]]\nname = '{name}'\n[[side.combatant]]\nname = '{name}'\n{lines}\n");
    let head = format!("format = 1\nsystem = '{}'\ntitle = 'two combatants'\n", F::NAME);
    let text = head + &side("one", one) + &side("other", other);
    let failed = |failure: Failure| failure.render(false);
    let mut document = Raw::from_text("odds", &text, &[]).check::<F>().map_err(failed)?.document;
    (document.book, document.rulings) = (words.book.clone(), words.rulings.clone());
    let mut complaints = Complaints::default();
    let loaded = load(&document, &mut complaints);
    ready(loaded, complaints).map(|loaded| loaded.rules)
}

/// Returns what was loaded.
///
/// # Errors
/// What was complained of, where nothing was.
pub fn ready<R>(loaded: Option<R>, complaints: Complaints) -> Result<R, String> {
    let reasons = || {
        let errors = complaints.into_list().into_iter().filter(|complaint| complaint.gravity == Gravity::Error);
        let reason =
            |Complaint { path, message, help, .. }| once(format!("`{path}`: {message}")).chain(help).collect::<Vec<_>>();
        errors.flat_map(reason).collect::<Vec<_>>().join("\n")
    };
    loaded.ok_or_else(reasons)
}

/// Defines the `Stage` of a core, on which scenes are played by its `Play`: `stage!(Core, Fight, Play<'_, AnyDice, AnyWatch>);`, with a method
/// `play_on` where a core asks for it behind that.
#[macro_export]
macro_rules! stage {
    ($core:ty, $fight:ty, $play:ty $(, $play_on:ident)?) => {
        /// A place to play several scenes by the same rules: what is settled in one of them is known in the next.
        pub struct Stage<'a>($crate::rules::trial::Boards<'a, $core>);

        impl<'a> Stage<'a> {
            /// An empty stage.
            pub fn new(rules: &'a $core) -> Self {
                Stage($crate::rules::trial::Boards::new(rules))
            }

            /// Plays a scene from a state of the fight on. Returns what it comes to, each result with its probability.
            pub fn scene<T: Ord>(
                &mut self,
                from: &$fight,
                mut scene: impl FnMut(&mut $play) -> T,
            ) -> $crate::rules::chances::Spread<T> {
                self.0.scene(from, |rules, fight, table| scene(&mut Play { rules, fight, table }))
            }

            $(
                /// Plays on from a state of the fight, without a die.
                pub fn $play_on<T>(&mut self, fight: &mut $fight, scene: impl FnOnce(&mut $play) -> T) -> T {
                    self.0.play_on(fight, |rules, fight, table| scene(&mut Play { rules, fight, table }))
                }
            )?
        }
    };
}
pub use stage;

/// The table of whoever plays scenes.
pub type Walked = Table<AnyDice, AnyWatch>;

/// Dice that walk through every outcome, for rules that need no fight: what is settled in one scene is known in the next.
pub struct Tray(Walked);

impl Default for Tray {
    fn default() -> Self {
        Tray(Table { dice: AnyDice::Walker(Box::default()), watch: AnyWatch::Silent })
    }
}

impl Tray {
    /// Plays something that rolls. Returns what it comes to, each result with its probability.
    pub fn scene<T: Ord>(&mut self, scene: impl FnMut(&mut Walked) -> T) -> Spread<T> {
        Walker::walk(&mut self.0, |table| table.dice.walker(), scene)
    }
}

/// Plays something that rolls, and needs no fight, over all its dice. Returns what it comes to, each result with its probability.
pub fn outcomes<T: Ord>(scene: impl FnMut(&mut Walked) -> T) -> Spread<T> {
    Tray::default().scene(scene)
}

/// The boards of a [`stage`]: a state of the fight, and dice that walk through every outcome.
pub struct Boards<'a, R: Rules> {
    rules: &'a R,
    fight: R::Fight,
    tray: Tray,
}

impl<'a, R: Rules> Boards<'a, R> {
    /// Empty boards.
    pub fn new(rules: &'a R) -> Self {
        Boards { rules, fight: rules.blank(), tray: Tray::default() }
    }

    /// Plays a scene from a state of the fight on. Returns what it comes to, each result with its probability.
    pub fn scene<T: Ord>(&mut self, from: &R::Fight, mut scene: impl FnMut(&R, &mut R::Fight, &mut Walked) -> T) -> Spread<T> {
        let Boards { rules, fight, tray } = self;
        tray.scene(|table| {
            fight.clone_from(from);
            scene(rules, fight, table)
        })
    }

    /// Plays on from a state of the fight, without a die.
    pub fn play_on<T>(&mut self, fight: &mut R::Fight, scene: impl FnOnce(&R, &mut R::Fight, &mut Walked) -> T) -> T {
        scene(self.rules, fight, &mut self.tray.0)
    }
}
