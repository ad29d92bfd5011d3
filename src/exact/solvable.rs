//! The trait of what can be solved, whatever its system.
//!
//! Owns the one way from a scenario that is loaded to its exact answer, for plans that do not know systems. Start at
//! [`Solvable`].

use crate::error::Failure;
use crate::fight::Catalogue;
use crate::rules::Rules;
use crate::sim::pair::Arm;
use crate::sim::scan::Source;

use super::{Limits, Solved, Stage, Then, solve_heard};

/// A scenario whose dice can be followed.
pub trait Solvable {
    /// The number of fights, one after the other.
    fn fights(&self) -> usize;

    /// The measures of them, by which answers are ordered.
    fn measures(&self) -> &Catalogue;

    /// Its exact answer, as far as the limits allow. `hear` is told now and then how far it has come, and breaks it off by
    /// returning false.
    fn solve(&self, limits: Limits, hear: &mut dyn FnMut(Stage) -> bool) -> Solved;

    /// Its exact answer, [played on](super::solve_and_play_on) from where a limit is met. Default: nothing is played on.
    ///
    /// # Errors
    /// More threads than can be started.
    fn solve_and_play_on(&self, limits: Limits, _: Then, hear: &mut dyn FnMut(Stage) -> bool) -> Result<Solved, Failure> {
        Ok(self.solve(limits, hear))
    }
}

impl<R: Rules> Solvable for Arm<R> {
    fn fights(&self) -> usize {
        self.layout.fights()
    }

    fn measures(&self) -> &Catalogue {
        &self.layout.catalogue
    }

    fn solve(&self, limits: Limits, hear: &mut dyn FnMut(Stage) -> bool) -> Solved {
        solve_heard(&self.loaded, &self.layout, limits, hear)
    }
}

impl<R: Rules> Solvable for Source<R> {
    fn fights(&self) -> usize {
        self.layout.fights()
    }

    fn measures(&self) -> &Catalogue {
        &self.layout.catalogue
    }

    fn solve(&self, limits: Limits, hear: &mut dyn FnMut(Stage) -> bool) -> Solved {
        solve_heard(&self.loaded, &self.layout, limits, hear)
    }
}
