//! Verbs that play many variants of a scenario, as people use them.

mod exactly;
mod improve;
mod knockout;
mod matchup;
mod sensitivity;
mod sweep;
mod tune;
mod why;
