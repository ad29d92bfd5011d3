//! The library from outside: properties of all systems, exact answers, statistics, and the rules of the house itself. One program
//! of tests, because each links everything.
//!
//! Starts no program. Start at [`playable`], which loads a scenario, and [`properties`].

mod allocation;
mod allocator;
mod architecture;
mod causes;
mod exact;
mod ledger;
mod luck;
mod options;
mod own;
mod peers;
mod playable;
mod properties;
mod reference;
mod rolls;
#[path = "../support/scenario_files.rs"]
mod scenario_files;
mod shared;
mod slips;
mod states;
mod systems;
mod table_time;
mod trust;
