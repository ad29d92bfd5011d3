//! The program as people run it: what it prints, writes and refuses. One program of tests, because each links everything.
//!
//! Starts `sparring` and looks at its output; uses the library only to read what the program wrote. Start at [`run`].

mod ask;
mod before;
mod chances;
mod check;
mod cli;
mod compare;
mod corners;
mod coverage;
mod documents;
mod golden;
mod hostile;
mod instructions;
mod interrupts;
mod luck;
mod metric;
mod mistakes;
mod own;
mod own_odds;
mod pages;
mod replay;
mod rerun;
mod run;
#[path = "../support/scenario_files.rs"]
mod scenario_files;
mod shards;
mod sheet;
mod slurm;
mod studies;
mod table_time;
mod versions;
mod widths;
mod written;
