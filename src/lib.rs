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
//! | `tables` | columns as CSV and Parquet; the only user of polars |
//! | [`program`] | what is typed and printed: [`cli`](program::cli), one verb per file; [`report`](program::report), tables, charts and pages |
//! | `sparring`, here | the [list of systems](systems()), given to the program |
//!
//! # The way of the data
//! `program/src/cli/run.rs` → [`frame::scenario`] → [`frame::sim`] → `frame/src/rules/mod.rs` → one system's `round.rs` →
//! [`frame::tally`] → [`frame::stats`] → [`program::report`]. Whatever plays more than one run is a plan of [`frame::analysis`], which stands
//! between [`program::cli`], [`frame::sim`] and [`program::report`].
//!
//! # Who may use whom
//! Cargo holds most of it: a system knows the frame and no other system, the frame and the program know no system (the program is given the
//! list of them, and is built beside them), and nobody else knows the program. `tests/library/architecture.rs` finds the crates by itself and holds the rest: the table of rooms in the frame, and that a report never
//! calls the command line.

#![forbid(unsafe_code)]

mod systems;

pub use systems::systems;
