//! Rows: every single fight as a file, for those who would rather ask their own questions.
//!
//! Owns the file that `--rows` writes: one row per fight and combatant, batch after batch in constant memory, beside its final
//! name until it is complete. Start at [`RowsWriter::create`].

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use frame::error::{Failure, nearest};
use frame::fight::{ABSENT, Catalogue, Scale, Subject};
use frame::files;
use frame::rules::Entry;

use super::{Column, csv};

/// The endings of file names.
const EXTENSIONS: [&str; 2] = ["parquet", "csv"];

/// A file of rows in the making.
pub struct RowsWriter<'a> {
    catalogue: &'a Catalogue,
    names: Names<'a>,
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

/// The form in which batches of rows are written.
enum Batches {
    #[cfg(feature = "parquet")]
    Parquet(Box<super::parquet::ParquetFile<Sink>>),
    /// With the bytes of a batch.
    Csv(Vec<u8>),
}

impl Batches {
    /// Begins a file of this kind with columns that have no rows yet.
    fn new(extension: &str, sink: &Sink, empty: &[Column<'_>]) -> io::Result<Self> {
        match extension {
            #[cfg(feature = "parquet")]
            "parquet" => Ok(Batches::Parquet(Box::new(super::parquet::ParquetFile::new(sink.clone(), empty)?))),
            _ => {
                let mut bytes = Vec::new();
                csv::heading(empty, &mut bytes);
                sink.writer().write_all(&bytes)?;
                Ok(Batches::Csv(bytes))
            }
        }
    }

    /// Adds rows.
    fn add(&mut self, sink: &Sink, columns: &[Column<'_>]) -> io::Result<()> {
        match self {
            #[cfg(feature = "parquet")]
            Batches::Parquet(file) => file.add(columns),
            Batches::Csv(bytes) => {
                bytes.clear();
                csv::rows(columns, bytes);
                sink.writer().write_all(bytes)
            }
        }
    }

    /// Writes what stands at the end.
    fn finish(&mut self) -> io::Result<()> {
        match self {
            #[cfg(feature = "parquet")]
            Batches::Parquet(file) => file.finish(),
            Batches::Csv(_) => Ok(()),
        }
    }
}

impl<'a> RowsWriter<'a> {
    /// Begins the file at `path` with these columns, all of them where none is named. A name stands for a metric by its key, also of
    /// a side or of one combatant, or for a family of combatants' metrics, in each part of a day. Where no family is named, there is
    /// one row per fight.
    ///
    /// # Errors
    /// A name that ends in something unknown, a directory that cannot be written, or a column that does not exist.
    pub fn create(path: &Path, catalogue: &'a Catalogue, names: Names<'a>, only: &[String]) -> Result<Self, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !EXTENSIONS.contains(&extension) {
            let message = format!("rows can be written to .{} files, not to {}", EXTENSIONS.join(" and ."), path.display());
            return Err(Failure::Usage(message));
        }
        if extension == "parquet" && !cfg!(feature = "parquet") {
            let help = "write them to a .csv file, or build it with `--features tables`";
            return Err(Failure::Usage(format!(
                "this program was built without Parquet, so rows do not go to {}: {help}",
                path.display()
            )));
        }
        let failed = |error: io::Error| Failure::file(path, "write", files::without_place(error));
        let file = files::begin(path).map_err(failed)?;
        let sink = Sink(Arc::new(Mutex::new(BufWriter::new(file.as_file().try_clone().map_err(failed)?))));
        let columns = columns(catalogue, names.combatants.len()).only(catalogue, only)?;
        // A table without rows knows the kinds of all columns.
        let batches = Batches::new(extension, &sink, &table(catalogue, names, &columns, 0, &[])).map_err(failed)?;
        Ok(RowsWriter { catalogue, names, columns, path: path.to_owned(), file, sink, batches })
    }

    /// Adds the fights from number `first` on: the values of all of them, one fight after the other.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn add(&mut self, first: u64, values: &[i64]) -> Result<(), Failure> {
        let rows = table(self.catalogue, self.names, &self.columns, first, values);
        self.batches.add(&self.sink, &rows).map_err(|error| Failure::file(&self.path, "write", files::without_place(error)))
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn finish(mut self) -> Result<PathBuf, Failure> {
        let finished = self.batches.finish();
        drop(self.batches);
        let written = finished.and_then(|()| self.sink.flush()).and_then(|()| files::finish(self.file, &self.path));
        written.map_err(|error| Failure::file(&self.path, "write", files::without_place(error)))?;
        Ok(self.path)
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
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// Those of the sides, in their order.
    pub sides: &'a [String],
    /// The combatants, in slot order.
    pub combatants: &'a [Entry],
}

/// The values of fights as columns, a row for each fight or for each combatant of it; absent values are left out.
fn table<'a>(catalogue: &'a Catalogue, names: Names<'a>, given: &Columns<'a>, first: u64, values: &[i64]) -> Vec<Column<'a>> {
    let Names { sides, combatants } = names;
    let fights = || values.chunks_exact(catalogue.metrics.len());
    let each = |count: usize| std::iter::repeat_n((), count);
    let everyone = || fights().flat_map(|_| combatants);
    let rows = if given.one_per_fight { 1 } else { combatants.len() };
    let numbers = (first..).zip(fights()).flat_map(|(number, _)| each(rows).map(move |()| number));
    let mut columns = vec![Column::new("fight", numbers)];
    if !given.one_per_fight {
        columns.push(Column::new("combatant", everyone().map(|one| one.name.as_str())));
        columns.push(Column::new("side", everyone().map(|one| sides[one.side.index()].as_str())));
    }
    let present = |value: i64| (value != ABSENT).then_some(value);
    for &index in &given.of_fight {
        let metric = &catalogue.metrics[index];
        let seen = || fights().flat_map(|fight| each(rows).map(move |()| present(fight[index])));
        columns.push(match &metric.scale {
            Scale::Category(labels) => {
                let label = |value: Option<i64>| labels.get(usize::try_from(value?).ok()?).map(String::as_str);
                Column::new(metric.key.as_str(), seen().map(label))
            }
            _ => Column::new(metric.key.as_str(), seen()),
        });
    }
    for (family, metrics) in &given.of_combatants {
        let seen = fights().flat_map(|fight| metrics.iter().map(move |metric| metric.and_then(|index| present(fight[index]))));
        columns.push(Column::new(*family, seen));
    }
    columns
}
