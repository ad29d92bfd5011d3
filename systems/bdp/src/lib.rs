//! `bdp`: Block, Dodge, Parry. Attacks always hit; what the target does about it is paid in Fatigue, and Fatigue in slots.
//!
//! Owns everything that the rules of this system say, and nothing of any other. Read the folder's `README.md` for rolls and
//! rulings. In the order of a scenario: [`sheet`], [`scene`] and [`policy`] (what a designer writes), [`book`] and [`rulings`]
//! (what can be changed), [`save`], [`strike`], [`casting`] and [`action`] (the dice), [`rolls`] (the names of the rolls and
//! their rules), [`ground`], [`fighter`] and [`core`] (what the rules make of it when a scenario is loaded), [`stance`] (what
//! they say of plain fights). In the order of play: [`round`], [`order`], [`act`], [`attack`], [`react`], [`harm`] with
//! [`wounds`], [`gambit`], [`morale`], [`spell`], [`miracle`], then [`rest`] and [`night`] (between fights). Rules that change
//! a fight, roll or tell are methods of `Play`, a fight in progress; what only follows from the state is asked of [`Core`].
//! Start at [`Core`].

#![forbid(unsafe_code)]

mod act;
pub mod action;
mod aftermath;
mod attack;
mod belongings;
pub mod book;
pub mod casting;
mod choose;
mod condition;
mod core;
mod decide;
mod derived;
mod disease;
pub mod fighter;
mod gambit;
pub mod ground;
mod harm;
mod hazard;
mod intend;
mod merge;
mod metrics;
mod miracle;
mod morale;
mod night;
pub mod odds;
mod order;
pub mod outfit;
pub mod policy;
mod profile;
mod quantities;
mod react;
mod rest;
pub mod rolls;
mod round;
pub mod rulings;
pub mod save;
mod saving;
pub mod scene;
mod setup;
pub mod sheet;
mod spell;
mod stance;
pub mod state;
pub mod strike;
mod swing;
mod talent;
mod traits;
pub mod wildcraft;
pub mod wounds;

use frame::rules::play::play;
use frame::scenario::Format;

use book::Book;
use policy::PolicyText;
use rulings::Rulings;
use scene::{RestKind, SceneText};
use sheet::Sheet;

pub use self::core::{Core, Played, SYSTEM};
pub use state::Fight;

/// The words of a scenario of this system.
type Words<'a> = frame::rules::Words<'a, book::Book, rulings::Rulings>;

/// A sheet of this system with its path.
type Written<'a> = frame::rules::Written<'a, Sheet>;

play!(Core<PLAIN>, Fight, const PLAIN: bool);

/// The system.
#[derive(Clone, Debug)]
pub struct Bdp;

impl Format for Bdp {
    const NAME: &'static str = "bdp";
    type Book = Book;
    type Rulings = Rulings;
    type Arena = SceneText;
    type Sheet = Sheet;
    type Policy = PolicyText;
    type Rest = RestKind;
    type Hazard = hazard::HazardText;
}

/// A word of the rules as it stands within a sentence.
fn lowered(word: &impl std::fmt::Debug) -> String {
    format!("{word:?}").to_lowercase()
}

#[cfg(test)]
mod tests;
