//! Verbs that play many variants of a scenario, as people use them.

#[path = "studies/knockout.rs"]
mod knockout;
#[path = "support/program.rs"]
mod program;
#[path = "studies/sensitivity.rs"]
mod sensitivity;
#[path = "studies/sweep.rs"]
mod sweep;
#[path = "studies/tune.rs"]
mod tune;
