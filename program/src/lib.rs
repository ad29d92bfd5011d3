//! The program: what is typed, what is printed, what is written. It is given its systems and knows none by name.
//!
//! | module | owns |
//! | --- | --- |
//! | [`cli`] | the command line, one verb per file |
//! | [`report`] | tables, charts and pages |
//! | [`systems`] | how a name becomes a system |
//!
//! A report never calls the command line. The map of the whole house is the head of `src/lib.rs` beside this crate.

#![forbid(unsafe_code)]

pub mod cli;
pub mod report;
pub mod systems;
