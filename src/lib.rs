//! `sparring`: before you change a rule, fight a million fights.
//!
//! A scenario file says who fights, by which of several tabletop rule systems, and how each combatant decides; a parallel
//! simulator plays seeded fights through a rules core; what comes out is a table of exact counts, and everything shown is read
//! off it with its error.
//!
//! # The house
//! | crate | owns |
//! | --- | --- |
//! | [`frame`] | everything that is not one game: dice, counts, scenarios, the simulator, the exact solver, verdicts, and the contract of a system |
//! | `systems/<name>` | one system of rules each: its code, ledger, README, starter and tests; how they are made and where a rule stands: `systems/README.md` |
//! | [`tables`] | columns as CSV and Parquet; the only user of polars |
//! | `sparring`, here | the program: [`cli`], one verb per file; [`report`], tables, charts and pages; [`systems`], the list of systems |
//!
//! # The way of the data
//! `cli/run.rs` → [`frame::scenario`] → [`frame::sim`] → `frame/src/rules/mod.rs` → one system's `round.rs` → [`frame::tally`] →
//! [`frame::stats`] → [`report`]. Whatever plays more than one run is a plan of [`frame::analysis`], which stands between [`cli`],
//! [`frame::sim`] and [`report`].
//!
//! # Who may use whom
//! Cargo holds most of it: a system knows the frame and no other system, the frame knows no system, and nobody knows the program.
//! `tests/library/architecture.rs` finds the crates by itself and holds the rest: the table of rooms in the frame, and that a report never
//! calls the command line.

#![forbid(unsafe_code)]

pub mod cli;
pub mod report;
pub mod systems;
