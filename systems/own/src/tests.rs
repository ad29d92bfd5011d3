//! Tests of pages: equals, each statement with scripted dice and their probability, odds, exact against sampled, mistakes and
//! their advice.

mod bench;
mod equals;
mod exact;
mod mistakes;
mod odds;
mod places;
mod random;
mod reference;
mod statements;
