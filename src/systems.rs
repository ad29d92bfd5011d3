//! The systems of the program: the one list of them, and how a name becomes a system.
//!
//! Owns the list and nothing of any system. A new system is one line here. Start at [`of`].

use crate::door::{Found, System};
use crate::error::Failure;
use crate::rules;
use crate::scenario::Raw;

/// The systems that are compiled in.
static ALL: &[&dyn System] = &[
    rules::vogt::SYSTEM,
    #[cfg(feature = "heimr")]
    rules::heimr::SYSTEM,
    #[cfg(feature = "cairn-ap")]
    rules::cairn_ap::SYSTEM,
    #[cfg(feature = "bdp")]
    rules::bdp::SYSTEM,
    #[cfg(feature = "injury-d20")]
    rules::injury_d20::SYSTEM,
];

/// The systems that are compiled in, in the order in which they are listed.
pub fn all() -> impl Iterator<Item = &'static dyn System> {
    ALL.iter().copied()
}

/// The names of these systems.
#[must_use]
pub fn names() -> Vec<&'static str> {
    all().map(|system| system.name()).collect()
}

/// The system of this name.
///
/// # Errors
/// A name that no system has. Names on the command line are checked before.
pub fn named(name: &str) -> Result<Found, Failure> {
    let found = all().find(|system| system.name() == name).map(Found::Own);
    found.ok_or_else(|| Failure::Bug(format!("no rules for {name}")))
}

/// The system of a scenario.
///
/// # Errors
/// A scenario that names none, with everything else that is already known to be wrong.
pub fn of(raw: &Raw) -> Result<Found, Failure> {
    named(raw.system(&names())?)
}
