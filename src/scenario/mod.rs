//! Scenarios: what a rules core needs of them to report what it finds wrong.

pub mod complaint;

pub use complaint::{Complaint, Complaints};
