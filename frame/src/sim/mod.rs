//! The simulator: fights by the million, in parallel.
//!
//! Owns batches, stopping and the playing of whole days. A fight's luck depends on the seed and its number alone, and counts add
//! up in any order: threads, batches and shards never show in a result. Start at [`Run`]; then [`day`] for what one fight
//! number plays, [`Engine`] for the line between one system and all of them, [`solo`] for one variant over any range of fights, [`pair`] for
//! two variants of the same fights, [`redraw`] for fights with some of their dice rolled anew, [`scan`] for any stretch of fights with a digest of each,
//! [`state`] for a fight in progress that is copied and played on from, [`stands`] for how everybody stands round by round, and [`outlook`] for how fights may still end, moment by moment, or die by die ([`turning`]).

pub mod cited;
mod course;
pub mod day;
mod engine;
pub mod layout;
mod notable;
pub mod onward;
pub mod outlook;
mod own;
pub mod pair;
pub mod prospects;
mod question;
pub mod race;
pub mod redraw;
mod run;
pub mod scan;
pub mod solo;
pub mod stands;
pub mod state;
pub mod story;
mod threads;
pub mod traced;
pub mod turning;
mod worker;

pub use course::{Course, meets};
pub use engine::Engine;
pub use layout::Layout;
pub use notable::{Notable, TYPICAL, notable};
pub use own::{SIZE_MOST, sized};
pub use question::{FightQuestion, KnownValues, Quantity, meant};
pub use run::{Done, ReachedPrecision, Rows, Run, RunProgress, RunStop};
pub use worker::{BegunFights, Player, Redrawer, Redrawing, Worker};
