//! Rows: every single fight as a file, for those who would rather ask their own questions.
//!
//! Owns the file that `--rows` writes: one row per fight and combatant, batch after batch in constant memory, beside its final
//! name until it is complete. Start at [`RowsWriter::create`].

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use polars::prelude::{DataFrame, PolarsError};
use polars_io::csv::write::{BatchedWriter as CsvBatches, CsvWriter};
use polars_io::parquet::write::{BatchedWriter as ParquetBatches, ParquetWriter};
use polars_io::prelude::SerWriter;
use tempfile::NamedTempFile;

use crate::error::{Failure, nearest};
use crate::fight::{ABSENT, Catalogue, Scale, Subject};
use crate::files;
use crate::report::frame::{bug, column, harmless};
use crate::report::input::Fighter;

/// The endings of file names.
const EXTENSIONS: [&str; 2] = ["parquet", "csv"];

/// A file of rows in the making.
pub struct RowsWriter<'a> {
    catalogue: &'a Catalogue,
    sides: &'a [String],
    combatants: &'a [Fighter],
    columns: Columns<'a>,
    path: PathBuf,
    file: NamedTempFile,
    sink: Sink,
    batches: Batches,
}

/// The receiver of bytes. Shared, so that what is still buffered at the end can be written by somebody who hears of a failure.
#[derive(Clone)]
struct Sink(Arc<Mutex<BufWriter<File>>>);

impl Sink {
    /// Takes the writer, also after somebody who held it has panicked.
    fn writer(&self) -> MutexGuard<'_, BufWriter<File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// The metrics that are columns.
struct Columns<'a> {
    /// Metrics of the fight as a whole, by index.
    of_fight: Vec<usize>,
    /// Families of combatants' metrics, each with the index of the metric of every combatant.
    of_combatants: Vec<(&'a str, Vec<Option<usize>>)>,
    /// True if there is one row per fight, and not one for each combatant of it.
    one_per_fight: bool,
}

impl Columns<'_> {
    /// Those of these names, all of them where there are none.
    fn only(mut self, catalogue: &Catalogue, names: &[String]) -> Result<Self, Failure> {
        if names.is_empty() {
            return Ok(self);
        }
        let key = |index: &usize| catalogue.metrics[*index].key.as_str();
        // A metric of a side or of one combatant is a column of the fight when it is named in full.
        let in_full = |name: &String| catalogue.index(name).filter(|index| !self.of_fight.contains(index));
        let named: Vec<usize> = names.iter().filter_map(in_full).collect();
        self.of_fight.extend(named);
        let all: Vec<&str> =
            self.of_fight.iter().map(key).chain(self.of_combatants.iter().map(|(family, _)| *family)).collect();
        let known_in_full = |name: &str| catalogue.index(name).is_some();
        let is = |known: &str, name: &str| {
            known == name || !known_in_full(name) && known.rsplit_once('.').is_some_and(|(_, own)| own == name)
        };
        for name in names {
            if !all.iter().any(|known| is(known, name)) {
                let keys = catalogue.metrics.iter().map(|metric| metric.key.as_str());
                let near = nearest(name, all.iter().copied().chain(keys)).map(|near| format!("; did you mean `{near}`?"));
                let near = near.unwrap_or_else(|| format!("; there are {}", all.join(", ")));
                return Err(Failure::Usage(format!("--columns: there is no column `{name}`{near}")));
            }
        }
        let wanted = |known: &str| names.iter().any(|name| is(known, name));
        self.of_fight.retain(|index| wanted(key(index)));
        self.of_combatants.retain(|(family, _)| wanted(family));
        self.one_per_fight = self.of_combatants.is_empty();
        Ok(self)
    }
}

enum Batches {
    Parquet(Box<ParquetBatches<Sink>>),
    Csv(Box<CsvBatches<Sink>>),
}

impl<'a> RowsWriter<'a> {
    /// Begins the file at `path` with these columns, all of them where none is named. A name stands for a metric by its key, also of
    /// a side or of one combatant, or for a family of combatants' metrics, in each part of a day. Where no family is named, there is
    /// one row per fight.
    ///
    /// # Errors
    /// A name that ends in something unknown, a directory that cannot be written, or a column that does not exist.
    pub fn create(
        path: &Path,
        catalogue: &'a Catalogue,
        sides: &'a [String],
        combatants: &'a [Fighter],
        only: &[String],
    ) -> Result<Self, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !EXTENSIONS.contains(&extension) {
            let message = format!("rows can be written to .{} files, not to {}", EXTENSIONS.join(" and ."), path.display());
            return Err(Failure::Usage(message));
        }
        let failed = |error: std::io::Error| Failure::file(path, "write", error);
        let file = files::begin(path).map_err(failed)?;
        let sink = Sink(Arc::new(Mutex::new(BufWriter::new(file.as_file().try_clone().map_err(failed)?))));
        let columns = columns(catalogue, combatants.len()).only(catalogue, only)?;
        // A frame without rows knows the types of all columns.
        let empty = frame(catalogue, Names { sides, combatants }, &columns, 0, &[])?;
        let empty = if extension == "csv" { harmless(&empty)? } else { empty };
        let schema = empty.schema();
        let batches = if extension == "parquet" {
            Batches::Parquet(Box::new(ParquetWriter::new(sink.clone()).batched(schema).map_err(bug)?))
        } else {
            Batches::Csv(Box::new(CsvWriter::new(sink.clone()).batched(schema).map_err(bug)?))
        };
        Ok(RowsWriter { catalogue, sides, combatants, columns, path: path.to_owned(), file, sink, batches })
    }

    /// Adds the fights from number `first` on: the values of all of them, one fight after the other.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn add(&mut self, first: u64, values: &[i64]) -> Result<(), Failure> {
        let names = Names { sides: self.sides, combatants: self.combatants };
        let frame = frame(self.catalogue, names, &self.columns, first, values)?;
        let written = match &mut self.batches {
            Batches::Parquet(batches) => batches.write_batch(&frame),
            Batches::Csv(batches) => batches.write_batch(&harmless(&frame)?),
        };
        written.map_err(|error| self.failed(&error))
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn finish(mut self) -> Result<PathBuf, Failure> {
        let finished = match &mut self.batches {
            Batches::Parquet(batches) => batches.finish().map(|_| ()),
            Batches::Csv(batches) => batches.finish(),
        };
        finished.map_err(|error| self.failed(&error))?;
        drop(self.batches);
        let written = self.sink.flush().and_then(|()| files::finish(self.file, &self.path));
        written.map_err(|error| Failure::file(&self.path, "write", error))?;
        Ok(self.path)
    }

    /// The failure of writing this file.
    fn failed(&self, error: &PolarsError) -> Failure {
        Failure::file(&self.path, "write", error)
    }
}

/// Indices of metrics of the fight, and per family of combatants' metrics the index of every combatant's.
fn columns(catalogue: &Catalogue, combatants: usize) -> Columns<'_> {
    let mut of_fight = Vec::new();
    let mut families: Vec<(&str, Vec<Option<usize>>)> = Vec::new();
    for (index, metric) in catalogue.metrics.iter().enumerate() {
        match metric.subject {
            Subject::Fight => of_fight.push(index),
            Subject::Side(_) => {}
            Subject::Combatant(slot) => {
                let place = families.iter().position(|(family, _)| *family == metric.family).unwrap_or_else(|| {
                    families.push((&metric.family, vec![None; combatants]));
                    families.len() - 1
                });
                families[place].1[slot.index()] = Some(index);
            }
        }
    }
    Columns { of_fight, of_combatants: families, one_per_fight: false }
}

/// The names of those who fight.
#[derive(Clone, Copy)]
struct Names<'a> {
    sides: &'a [String],
    combatants: &'a [Fighter],
}

/// The values of fights as columns, a row for each fight or for each combatant of it; absent values are null.
fn frame(
    catalogue: &Catalogue,
    names: Names<'_>,
    given: &Columns<'_>,
    first: u64,
    values: &[i64],
) -> Result<DataFrame, Failure> {
    let Names { sides, combatants } = names;
    let fights = || values.chunks_exact(catalogue.metrics.len());
    let each = |count: usize| std::iter::repeat_n((), count);
    let everyone = || fights().flat_map(|_| combatants);
    let rows = if given.one_per_fight { 1 } else { combatants.len() };
    let numbers: Vec<u64> = (first..).zip(fights()).flat_map(|(number, _)| each(rows).map(move |()| number)).collect();
    let mut columns = vec![column("fight", numbers)];
    if !given.one_per_fight {
        let names: Vec<&str> = everyone().map(|one| one.name.as_str()).collect();
        let of_side: Vec<&str> = everyone().map(|one| sides[one.side.index()].as_str()).collect();
        columns.extend([column("combatant", names), column("side", of_side)]);
    }
    let present = |value: i64| (value != ABSENT).then_some(value);
    for &index in &given.of_fight {
        let metric = &catalogue.metrics[index];
        let seen = || fights().flat_map(|fight| each(rows).map(move |()| present(fight[index])));
        columns.push(match &metric.scale {
            Scale::Category(labels) => {
                let label =
                    |value: Option<i64>| value.and_then(|value| labels.get(usize::try_from(value).ok()?)).map(String::as_str);
                column(&metric.key, seen().map(label).collect::<Vec<Option<&str>>>())
            }
            _ => column(&metric.key, seen().collect::<Vec<Option<i64>>>()),
        });
    }
    for (family, metrics) in &given.of_combatants {
        let seen = fights().flat_map(|fight| metrics.iter().map(move |metric| metric.and_then(|index| present(fight[index]))));
        columns.push(column(family, seen.collect::<Vec<Option<i64>>>()));
    }
    DataFrame::new_infer_height(columns).map_err(bug)
}
