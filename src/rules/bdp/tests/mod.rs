//! Tests of `bdp` that need the whole core; those of one part stand beside it.

mod agree;
mod data;
mod duels;
mod scripted;
