//! The engine of a loaded scenario, whatever its system: who fights, and everything that plays its fights.
//!
//! Owns the line between what is compiled for each system and what is compiled once. Behind [`Engine`] a fight is played without any
//! choice between systems; in front of it, batches, stopping, pairs, scans and stories know no system. The line is crossed once for each
//! fight and never inside of one. Start at [`Engine`].

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use crate::dice::Purpose;
use crate::fight::Catalogue;
use crate::fight::relations::Relations;
use crate::fight::watch::Trace;
use crate::policy::LineBook;
use crate::rules::{Entry, Loaded, Rules};

use super::layout::Layout;
use super::outlook::{Ahead, Outlook};
use super::state::{State, StatePlace, SystemState};
use super::story::{self, Story, Telling};
use super::traced;
use super::worker::{Player, Redrawer, Redrawing, Worker};

/// A loaded scenario whose fights can be played, whatever its system.
pub trait Engine: Send + Sync {
    /// Names of the sides, in their order.
    fn sides(&self) -> &[String];

    /// The combatants, in slot order.
    fn combatants(&self) -> &[Entry];

    /// The purposes of all rolls that can happen.
    fn purposes(&self) -> &[Purpose];

    /// All lines of all policies.
    fn lines(&self) -> &LineBook;

    /// The relations of the sides.
    fn relations(&self) -> &Relations;

    /// The measures of one fight, apart from those of a day and from questions.
    fn catalogue(&self) -> &Catalogue;

    /// The number of these measures, from their beginning, that depend on the final state and the ending alone.
    fn metrics_of_state(&self) -> usize;

    /// Somebody who plays fights of this seed by their numbers, measured by this layout.
    fn player<'a>(&'a self, layout: &'a Layout, seed: u64) -> Box<dyn Player + 'a>;

    /// Somebody who plays fights of the first seed by their numbers with some of their dice rolled anew by the second.
    fn redrawer<'a>(&'a self, layout: &'a Layout, seeds: [u64; 2]) -> Box<dyn Redrawer + 'a>;

    /// Tells the fight of this seed and number.
    fn tell(&self, layout: &Layout, seed: u64, number: u64, telling: Telling) -> Story;

    /// The state at a place of a fight of this seed and number, `[seed, number]`. None where that fight does not take place, or is over
    /// before.
    fn state_at<'a>(&'a self, layout: &'a Layout, fight: [u64; 2], place: StatePlace) -> Option<Box<dyn State<'a> + 'a>>;

    /// Somebody who looks ahead in one fight of the day, by its number from 0, of fights of this seed. None where the day has no such fight.
    fn outlook<'a>(&'a self, layout: &'a Layout, seed: u64, fight: usize) -> Option<Box<dyn Outlook + 'a>>;

    /// The fate of each line of the policies in these fights, played in one thread; of those before `interrupted` became true.
    fn trace(&self, layout: &Layout, seed: u64, fights: Range<u64>, interrupted: &AtomicBool) -> Vec<Trace>;
}

impl<R: Rules> Engine for Loaded<R> {
    fn sides(&self) -> &[String] {
        &self.sides
    }

    fn combatants(&self) -> &[Entry] {
        &self.combatants
    }

    fn purposes(&self) -> &[Purpose] {
        self.rules.purposes()
    }

    fn lines(&self) -> &LineBook {
        &self.lines
    }

    fn relations(&self) -> &Relations {
        &self.plan.relations
    }

    fn catalogue(&self) -> &Catalogue {
        self.rules.catalogue()
    }

    fn metrics_of_state(&self) -> usize {
        self.rules.metrics_of_state()
    }

    fn player<'a>(&'a self, layout: &'a Layout, seed: u64) -> Box<dyn Player + 'a> {
        Box::new(Worker::new(self, layout, seed))
    }

    fn redrawer<'a>(&'a self, layout: &'a Layout, seeds: [u64; 2]) -> Box<dyn Redrawer + 'a> {
        Box::new(Redrawing::new(self, layout, seeds))
    }

    fn tell(&self, layout: &Layout, seed: u64, number: u64, telling: Telling) -> Story {
        story::told(self, layout, seed, number, telling)
    }

    fn state_at<'a>(&'a self, layout: &'a Layout, fight: [u64; 2], place: StatePlace) -> Option<Box<dyn State<'a> + 'a>> {
        let state = SystemState::reached(self, layout, fight, place)?;
        Some(Box::new(state))
    }

    fn outlook<'a>(&'a self, layout: &'a Layout, seed: u64, fight: usize) -> Option<Box<dyn Outlook + 'a>> {
        let ahead = Ahead::new(self, layout, seed, fight)?;
        Some(Box::new(ahead))
    }

    fn trace(&self, layout: &Layout, seed: u64, fights: Range<u64>, interrupted: &AtomicBool) -> Vec<Trace> {
        traced::part_of(self, layout, seed, fights, interrupted)
    }
}
