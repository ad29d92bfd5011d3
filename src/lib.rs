//! `sparring`: before you change a rule, fight a million fights.
//!
//! A scenario file says who fights, by which of several tabletop rule systems, and how each combatant decides; a parallel
//! simulator plays seeded fights through a rules core; what comes out is a table of exact counts, and everything shown is read
//! off it with its error.
//!
//! # The house
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
//! | [`rules`] | the contract of a rules core, and one folder per system, which opens its door |
//! | [`tally`] | exact counts and their file |
//! | [`tables`] | columns as CSV and Parquet; the file of single fights |
//! | [`sim`] | the parallel simulator |
//! | [`exact`] | the same rules, driven through every outcome: exact distributions of small fights and days |
//! | [`analysis`] | plans of one and of several runs, what is expected of them, and their verdicts |
//! | [`door`] | a system as a value, a loaded scenario as a value: behind it, which system it is cannot be seen |
//! | [`systems`] | the one list of systems, and how a name becomes one |
//! | [`report`] | tables, charts, pages |
//! | [`cli`] | one verb per file |
//!
//! # The way of the data
//! `cli/run.rs` → [`systems`] → [`door`] → [`scenario`] → [`sim`] → `rules/mod.rs` → one core's `round.rs` → [`tally`] → [`stats`] → [`report`].
//! Plans and verdicts of [`analysis`] stand between [`sim`] and [`report`]. Only what lies between [`door`] and [`tally`] is compiled for each
//! system; [`sim::Engine`] is where it is entered.
//!
//! # Who may use whom
//! A module uses only what is listed for it; `tests/library/architecture.rs` enforces this table. `rules` is the contract alone: each folder of a
//! core in it has the row `a core`, and no core is used but by `systems`.
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
//! | `tally` | `fight` |
//! | `tables` | `error`, `fight`, `files`, `rules` |
//! | `sim` | `dice`, `error`, `fight`, `policy`, `rules`, `scenario`, `stats`, `tally` |
//! | `exact` | `dice`, `error`, `fight`, `rules`, `sim`, `stats`, `tally` |
//! | `analysis` | `dice`, `error`, `exact`, `fight`, `scenario`, `sim`, `stats`, `tally` |
//! | `door` | `analysis`, `dice`, `error`, `exact`, `fight`, `rules`, `scenario`, `sim` |
//! | `systems` | `door`, `error`, `rules`, `scenario` |
//! | `report` | `analysis`, `dice`, `door`, `error`, `fight`, `files`, `policy`, `rules`, `scenario`, `sim`, `exact`, `stats`, `tables`, `tally` |
//! | `cli` | everything |

#![forbid(unsafe_code)]

pub mod analysis;
pub mod arena;
pub mod cli;
pub mod dice;
pub mod door;
pub mod error;
pub mod exact;
pub mod fight;
pub mod files;
pub mod policy;
pub mod report;
pub mod rules;
pub mod scenario;
pub mod sim;
pub mod stats;
pub mod systems;
pub mod tables;
pub mod tally;
