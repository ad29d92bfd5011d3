//! Analyses: questions that need more than one run, each a plan of what is played and a reading of what came of it.
//!
//! Owns the plans and the verdicts. Playing is [`sim`](crate::sim)'s, formulas are [`stats`](crate::stats)', and how a result
//! looks is [`report`](crate::report)'s business. Works for every system alike: what can be asked of a scenario follows from its
//! catalogue.
//!
//! | question | file |
//! | --- | --- |
//! | which outcomes of two scenarios can be compared | [`outcome`] |
//! | how small a difference is none | [`margin`] |
//! | what does a change do, everywhere, with certainty | [`compare`](mod@compare) |
//! | what can a designer expect something of | [`statistic`] |
//! | does it do what its designer wants | [`contract`] |
//! | did outcomes move without anyone meaning it | [`check`](mod@check) |

pub mod check;
pub mod compare;
pub mod contract;
pub mod margin;
pub mod outcome;
pub mod statistic;
#[cfg(test)]
pub mod testing;
