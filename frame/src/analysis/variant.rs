//! Variants: a scenario with some of its values changed, ready to be played or solved.
//!
//! Owns what a study knows of a scenario: [`VariantSource`], which makes variants of words as `--set` takes them, and [`Memory`], which knows what
//! was found of them earlier; and [`Listener`], whoever waits for the end. Files, command lines and terminals stand behind these. Start at
//! [`VariantSource`].

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Failure;
use crate::exact::ExactEngine;
use crate::fight::Catalogue;
use crate::scenario::{Number, Switch};
use crate::sim::pair::PlayablePair;
use crate::sim::solo::Arm;
use crate::tally::{Matching, Tally};

use super::compare::Contest;
use super::contract::Contract;
use super::outcome::Outcomes;
use super::reading::{Reading, readings};

/// A variant that can be played.
pub struct Variant {
    /// Its digest.
    pub digest: String,
    /// The job: its digest and that of what is counted.
    pub job: String,
    /// Its catalogue, in which what is asked is called by its own words.
    pub catalogue: Catalogue,
    /// What is played or solved.
    pub arm: Arm<dyn ExactEngine>,
    /// The matching of its measures: its catalogue matched with itself.
    pub matching: Matching,
    /// Its outcomes.
    pub outcomes: Outcomes,
    /// The designer's expectations of it.
    pub expected: Vec<Contract>,
    /// The designer's expectations that need other fights than its own.
    pub beyond: Vec<String>,
}

impl Variant {
    /// Plays these fights. The listener hears how many of them are over behind those `at` which they begin. None when it was broken off.
    ///
    /// # Errors
    /// More threads than can be started; an own metric that is too large.
    pub fn count(
        &self,
        fights: Range<u64>,
        threads: Option<u16>,
        at: Underway<'_>,
        listener: &mut Listener<'_>,
    ) -> Result<Option<Tally>, Failure> {
        let interrupted = listener.interrupted;
        let mut progress = |done| (listener.hear)(Underway { fights: at.fights + done, ..at });
        self.arm.count(fights, threads, interrupted, &mut progress)
    }

    /// The readings of its outcomes by a tally of its fights.
    #[must_use]
    pub fn readings(&self, tally: &Tally) -> Vec<Reading> {
        readings(&self.outcomes, &self.matching, &self.catalogue, tally)
    }
}

/// Two variants that can be played with the same luck.
pub struct Variants {
    /// Their digests.
    pub digests: [String; 2],
    /// The pair that is played.
    pub pair: Box<dyn PlayablePair>,
    /// Their outcomes.
    pub outcomes: Outcomes,
}

impl Variants {
    /// True if nothing that decides outcomes differs between the two.
    #[must_use]
    pub fn same(&self) -> bool {
        self.digests[0] == self.digests[1]
    }

    /// The contest of the two, without contracts.
    #[must_use]
    pub fn contest(&self) -> Contest<'_> {
        Contest { pair: &*self.pair, outcomes: &self.outcomes, same: self.same(), pacts: None }
    }
}

/// A scenario of which variants are made. What is changed is said in words as `--set` takes them.
pub trait VariantSource {
    /// A variant to be played by itself.
    ///
    /// # Errors
    /// Changes that make no scenario.
    fn variant(&self, sets: &[String]) -> Result<Variant, Failure>;

    /// Two variants to be played with the same luck.
    ///
    /// # Errors
    /// Changes that make no scenario.
    fn variants(&self, before: &[String], after: &[String]) -> Result<Variants, Failure>;

    /// The whole numbers of the scenario that can be set.
    ///
    /// # Errors
    /// A scenario that cannot be read any more.
    fn numbers(&self) -> Result<Vec<Number>, Failure>;

    /// Everything of the scenario that can be had otherwise or not at all.
    ///
    /// # Errors
    /// A scenario that cannot be read any more.
    fn switches(&self) -> Result<Vec<Switch>, Failure>;

    /// The readings of a variant by its exact answer; `what` tells whoever waits which one it is. None when it was broken off.
    ///
    /// # Errors
    /// A limit that is met before anything is decided.
    fn solve(&self, variant: &Variant, what: &str) -> Result<Option<Vec<Reading>>, Failure>;
}

/// Where what was found of jobs is kept, so that an interruption loses none.
pub trait Memory<T> {
    /// What was found of a job earlier, in the same way.
    fn find(&mut self, job: &str) -> Option<T>;

    /// Keeps what was found of a job.
    ///
    /// # Errors
    /// A file that cannot be written.
    fn keep(&mut self, job: &str, found: T) -> Result<(), Failure>;
}

/// How far a study has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Underway<'a> {
    /// Fights so far.
    pub fights: u64,
    /// Fights in all, as far as can be told.
    pub needed: u64,
    /// What is played; empty where there is nothing to tell.
    pub what: &'a str,
}

/// Whoever waits for the end of a study.
pub struct Listener<'a> {
    /// True once it is to be broken off.
    pub interrupted: &'a AtomicBool,
    /// Told after every batch how far it has come.
    pub hear: &'a mut (dyn FnMut(Underway<'_>) + Send),
}

impl Listener<'_> {
    /// True if the study is to be broken off.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}
