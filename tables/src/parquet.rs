//! Columns as Parquet, batch after batch: the passage to polars.
//!
//! Owns a file of row groups, one for each batch, compressed by Zstandard, every column with room for missing values.

use std::io::{self, Write};

use polars_arrow::array::{Array, BooleanArray, MutableBinaryViewArray, PrimitiveArray};
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema, Field};
use polars_error::PolarsError;
use polars_parquet::read::ParquetError;
use polars_parquet::write::{
    CompressionOptions, Compressor, DynIter, DynStreamingIterator, FallibleStreamingIterator as _, FileWriter,
    StatisticsOptions, Version, WriteOptions, array_to_columns, get_dtype_encoding,
};

use super::{Cells, Column};

const OPTIONS: WriteOptions = WriteOptions {
    statistics: StatisticsOptions {
        min_value: true,
        max_value: true,
        distinct_count: false,
        null_count: true,
        binary_statistics_truncate_length: None,
    },
    version: Version::V1,
    compression: CompressionOptions::Zstd(None),
    data_page_size: None,
};

/// A Parquet file in the making.
pub(super) struct ParquetFile<W: Write>(FileWriter<W>);

impl<W: Write> ParquetFile<W> {
    /// Begins a file with columns of these names and kinds; their cells are not written.
    pub(super) fn new(sink: W, columns: &[Column<'_>]) -> io::Result<Self> {
        let field = |column: &Column<'_>| Field::new(column.name.as_ref().into(), kind(&column.cells), true);
        let schema: ArrowSchema = columns.iter().map(field).map(|field| (field.name.clone(), field)).collect();
        FileWriter::try_new(sink, schema, OPTIONS).map(ParquetFile).map_err(failed)
    }

    /// Adds rows; nothing where there are none.
    pub(super) fn add(&mut self, columns: &[Column<'_>]) -> io::Result<()> {
        let rows = columns.first().map_or(0, |column| column.cells.len());
        if rows == 0 {
            return Ok(());
        }
        let kinds = self.0.parquet_schema().fields().to_vec();
        let mut written = Vec::new();
        for (column, kind) in columns.iter().zip(kinds) {
            let array = array(&column.cells);
            let encodings = get_dtype_encoding(array.dtype());
            for pages in array_to_columns(array.as_ref(), kind, OPTIONS, &encodings).map_err(failed)? {
                let pages = pages.map(|page| page.map_err(|error| ParquetError::FeatureNotSupported(error.to_string())));
                let compressed = Compressor::new_from_vec(pages, OPTIONS.compression, Vec::new());
                written.push(Ok(DynStreamingIterator::new(compressed.map_err(PolarsError::from))));
            }
        }
        self.0.write(rows as u64, DynIter::new(written.into_iter())).map_err(failed)
    }

    /// Writes what stands at the end of a file.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.0.end(None).map(drop).map_err(failed)
    }
}

/// The failure of polars as one of the file.
fn failed(error: PolarsError) -> io::Error {
    io::Error::other(error.to_string())
}

/// The kind of cells, as polars names it.
fn kind(cells: &Cells<'_>) -> ArrowDataType {
    match cells {
        Cells::Texts(_) => ArrowDataType::Utf8View,
        Cells::Wholes(_) => ArrowDataType::Int64,
        Cells::Counts(_) => ArrowDataType::UInt64,
        Cells::Numbers(_) => ArrowDataType::Float64,
        Cells::Flags(_) => ArrowDataType::Boolean,
    }
}

/// Cells as polars keeps them.
fn array(cells: &Cells<'_>) -> Box<dyn Array> {
    match cells {
        Cells::Texts(cells) => {
            let mut texts = MutableBinaryViewArray::<str>::with_capacity(cells.len());
            cells.iter().for_each(|cell| texts.push(cell.as_deref()));
            texts.freeze().boxed()
        }
        Cells::Wholes(cells) => PrimitiveArray::from(&cells[..]).boxed(),
        Cells::Counts(cells) => PrimitiveArray::from(&cells[..]).boxed(),
        Cells::Numbers(cells) => PrimitiveArray::from(&cells[..]).boxed(),
        Cells::Flags(cells) => BooleanArray::from(&cells[..]).boxed(),
    }
}
