//! `sparring odds` (placeholder).
use clap::Args;
use crate::error::Failure;
/// Odds.
#[derive(Args, Debug)]
pub struct OddsArguments {}
pub fn odds(_: &OddsArguments) -> Result<(), Failure> { Ok(()) }
