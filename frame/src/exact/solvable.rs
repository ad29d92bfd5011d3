//! The traits of what can be solved, whatever its system.
//!
//! Owns the one way from a scenario that is loaded to its exact answer, for plans that do not know systems. Start at
//! [`Solvable`]; behind it, [`ExactEngine`] is where one system is chosen for good.

use crate::error::Failure;
use crate::fight::{Catalogue, Side};
use crate::rules::{Loaded, Rules};
use crate::sim::solo::Arm;
use crate::sim::{Engine, Layout};

use super::reply::{Reply, Unanswered, best_reply};
use super::{Solved, SolverLimits, SolverStage, Then, solve_and_play_on, solve_heard};

/// A scenario whose dice can be followed.
pub trait Solvable {
    /// The number of fights, one after the other.
    fn fights(&self) -> usize;

    /// The measures of them, by which answers are ordered.
    fn measures(&self) -> &Catalogue;

    /// Its exact answer, as far as the limits allow. `hear` is told now and then how far it has come, and breaks it off by
    /// returning false.
    fn solve(&self, limits: SolverLimits, hear: &mut dyn FnMut(SolverStage) -> bool) -> Solved;

    /// Its exact answer, [played on](super::solve_and_play_on) from where a limit is met. Default: nothing is played on.
    ///
    /// # Errors
    /// More threads than can be started.
    fn solve_and_play_on(
        &self,
        limits: SolverLimits,
        _: Then,
        hear: &mut dyn FnMut(SolverStage) -> bool,
    ) -> Result<Solved, Failure> {
        Ok(self.solve(limits, hear))
    }
}

/// An engine whose dice can be followed, whatever its system.
pub trait ExactEngine: Engine {
    /// Follows every outcome of every die, as [`Solvable::solve`] does.
    fn solve(&self, layout: &Layout, limits: SolverLimits, hear: &mut dyn FnMut(SolverStage) -> bool) -> Solved;

    /// Solves, and plays on from where a limit is met.
    ///
    /// # Errors
    /// More threads than can be started.
    fn solve_and_play_on(
        &self,
        layout: &Layout,
        limits: SolverLimits,
        then: Then,
        hear: &mut dyn FnMut(SolverStage) -> bool,
    ) -> Result<Solved, Failure>;

    /// What the members of a side win at most whose slips are choices, as [`best_reply`] finds it.
    ///
    /// # Errors
    /// The reason why it is not answered.
    fn best_reply(&self, side: Side, limits: SolverLimits) -> Result<Reply, Unanswered>;
}

impl<R: Rules> ExactEngine for Loaded<R> {
    fn solve(&self, layout: &Layout, limits: SolverLimits, hear: &mut dyn FnMut(SolverStage) -> bool) -> Solved {
        solve_heard(self, layout, limits, hear)
    }

    fn solve_and_play_on(
        &self,
        layout: &Layout,
        limits: SolverLimits,
        then: Then,
        hear: &mut dyn FnMut(SolverStage) -> bool,
    ) -> Result<Solved, Failure> {
        solve_and_play_on(self, layout, limits, then, hear)
    }

    fn best_reply(&self, side: Side, limits: SolverLimits) -> Result<Reply, Unanswered> {
        best_reply(self, side, limits)
    }
}

impl<E: ExactEngine + ?Sized> Solvable for Arm<E> {
    fn fights(&self) -> usize {
        self.layout.fights()
    }

    fn measures(&self) -> &Catalogue {
        &self.layout.catalogue
    }

    fn solve(&self, limits: SolverLimits, hear: &mut dyn FnMut(SolverStage) -> bool) -> Solved {
        self.loaded.solve(&self.layout, limits, hear)
    }

    fn solve_and_play_on(
        &self,
        limits: SolverLimits,
        then: Then,
        hear: &mut dyn FnMut(SolverStage) -> bool,
    ) -> Result<Solved, Failure> {
        self.loaded.solve_and_play_on(&self.layout, limits, then, hear)
    }
}
