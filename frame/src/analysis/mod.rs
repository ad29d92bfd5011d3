//! Analyses: questions that need more than one run, each a plan of what is played and a reading of what came of it.
//!
//! Owns the plans and the verdicts. A plan is plain data; it is played with what makes the [variants](variant) of a scenario, and knows no
//! files. Playing fights is [`sim`](crate::sim)'s, formulas are [`stats`](crate::stats)', and how a result looks is the business of the
//! program's `report`. Works for every system alike: what can be asked of a scenario follows from its catalogue.
//!
//! | question | file |
//! | --- | --- |
//! | which variants of a scenario are there, and who plays them | [`variant`] |
//! | which outcome is meant by these words | [`asked`] |
//! | which outcomes of two scenarios can be compared | [`outcome`] |
//! | how small a difference is none | [`margin`] |
//! | which counts are kept of one variant | [`reading`] |
//! | where does a curve cross a target, does it turn around | [`curve`] |
//! | what does one more of a number do, and of each number | [`effect`], [`sensitivity`] |
//! | what is each rule, ruling, trait and line there for | [`knockout`] |
//! | what does each of several changes do, and what is interplay | [`split`] |
//! | what do the same things do in many scenarios | [`many`] |
//! | which value brings an outcome to a target | [`tune`] |
//! | which value keeps what is expected of many scenarios | [`shelf`] |
//! | is there a better policy, and what is each change worth | [`improve`] |
//! | what is each decision worth, how much is skill | [`choices`] |
//! | which few changes meet everything that is expected | [`plans`] |
//! | what happens when values are varied, and which variants does that make | [`sweep`], [`grid`] |
//! | everything against everything: who beats whom, is anything never better | [`matchup`] |
//! | what does a change do, everywhere, with certainty | [`compare`](mod@compare) |
//! | which contracts does a change break or mend | [`fate`] |
//! | what does a change do to what is solved, without error | [`difference`] |
//! | what can a designer expect something of | [`statistic`] |
//! | which clauses does an expectation come to | [`expect`] |
//! | how does one scenario go, which of its fights are worth telling | [`run`] |
//! | how do chances stand round by round, when is it over, does it turn | [`chances`] |
//! | which dice of a fight turned it | [`turning`] |
//! | what are the numbers of some fights, group by group | [`ask`] |
//! | which rules came up at all | [`coverage`] |
//! | does it do what its designer wants | [`contract`] |
//! | which dice decide it | [`why`] |
//! | did outcomes move without anyone meaning it | [`check`](mod@check) |

pub mod ask;
pub mod asked;
pub mod chances;
pub mod check;
pub mod choices;
pub mod compare;
pub mod contract;
pub mod coverage;
pub mod curve;
pub mod difference;
pub mod effect;
pub mod expect;
pub mod fate;
pub mod grid;
pub mod improve;
pub mod knockout;
pub mod many;
pub mod margin;
pub mod matchup;
pub mod outcome;
pub mod plans;
pub mod reading;
pub mod run;
pub mod sensitivity;
pub mod sharpen;
pub mod shelf;
pub mod split;
pub mod statistic;
pub mod sweep;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod trend;
pub mod tune;
pub mod turning;
pub mod variant;
pub mod why;
