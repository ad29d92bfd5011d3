//! Tables as files: columns of cells, written as CSV and, by polars, as Parquet.
//!
//! Owns how cells are written, and the file of single fights that `--rows` makes. Rows stand in the order in which they are given; nothing
//! is grouped, so nothing can change places. Without the feature `tables` there is no Parquet, and whoever asks for it is told how to get
//! it. The only user of polars. Start at [`Column`].

#![forbid(unsafe_code)]

mod column;
mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod rows;
#[cfg(test)]
mod tests;

pub use column::{Cell, Cells, Column};
pub use csv::csv;
pub use rows::{Names, RowsWriter};
