//! The frame of `sparring`: everything about fights that is not the rules of one game.
//!
//! # The rooms
//! | room | owns |
//! | --- | --- |
//! | [`error`] | everything that can go wrong, for designers; the exit codes |
//! | [`files`] | reading regular files of a bounded size; writing beside the final name |
//! | [`dice`] | all chance: keyed streams, scripted and enumerating dice, exact distributions |
//! | [`stats`] | pure functions of counts: intervals, tests, looks |
//! | [`arena`] | where combatants stand |
//! | [`fight`] | the vocabulary of all cores: sides, endings, metrics, watches |
//! | [`policy`] | the condition language, priority lists, choice of targets |
//! | [`scenario`] | TOML in, typed documents out, with every error at once |
//! | [`rules`] | the contract of a rules core, and what all cores share |
//! | [`tally`] | exact counts and their file |
//! | [`sim`] | the parallel simulator |
//! | [`exact`] | the same rules, driven through every outcome: exact distributions of small fights and days |
//! | [`analysis`] | plans of one and of several runs, what is expected of them, and their verdicts |
//! | [`door`] | a system as a value, a loaded scenario as a value: behind it, which system it is cannot be seen |
//!
//! # Who may use whom
//! A room uses only what is listed for it; `tests/library/architecture.rs` of the workspace holds this table.
//!
//! | module | may use |
//! | --- | --- |
//! | `error` | |
//! | `files` | `error` |
//! | `dice` | `error` |
//! | `stats` | `error` |
//! | `arena` | `dice`, `error` |
//! | `fight` | `dice`, `error` |
//! | `policy` | `dice`, `error`, `fight`, `scenario` |
//! | `scenario` | `dice`, `error`, `fight`, `files` |
//! | `rules` | `arena`, `dice`, `error`, `fight`, `policy`, `scenario` |
//! | `a core` | `arena`, `dice`, `door`, `error`, `fight`, `policy`, `rules`, `scenario` |
//! | `tally` | `fight`, `stats` |
//! | `sim` | `dice`, `error`, `fight`, `policy`, `rules`, `scenario`, `stats`, `tally` |
//! | `exact` | `dice`, `error`, `fight`, `rules`, `sim`, `stats`, `tally` |
//! | `analysis` | `dice`, `error`, `exact`, `fight`, `scenario`, `sim`, `stats`, `tally` |
//! | `door` | `analysis`, `dice`, `error`, `exact`, `fight`, `rules`, `scenario`, `sim` |
//!
//! # Features
//! `threads` plays on all cores (rayon), `files` writes files; without both of them it is built for browsers. `testing` gives the tests of
//! systems the bench on which rules are tested.

#![forbid(unsafe_code)]

pub mod analysis;
pub mod arena;
pub mod dice;
pub mod door;
pub mod error;
pub mod exact;
pub mod fight;
pub mod files;
pub mod policy;
pub mod rules;
pub mod scenario;
pub mod sim;
pub mod stats;
pub mod tally;
