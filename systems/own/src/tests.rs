//! Tests of pages: each statement with scripted dice and their probability, exact against sampled, mistakes and their advice.

mod bench;
mod exact;
mod mistakes;
mod random;
mod reference;
mod statements;
