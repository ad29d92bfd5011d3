//! Reports: what is shown of results.

pub mod odds;
