//! (map)
#![forbid(unsafe_code)]
pub mod dice;
pub mod error;
pub mod fight;
pub mod scenario;
