//! The baseline: the counts that a scenario is held to, in a file that is committed.
//!
//! Owns the file: a tally's header with the reason of its last change; rates for reading; the counts, of what is the same in every
//! fight in one block; and last digests of single fights and of stretches of them, so that the first fight that is played otherwise
//! can be named when the program that made the baseline is long gone. Files of version 1 are read, too. Start at [`Baseline`].

use std::fmt::Write as _;
use std::ops::Range;

use crate::fight::typed;

use super::file::{FileLines, ReadError, Recorded, RecordedMetric, key_and_kind, one_line, pair, sealed};

/// Version of the file format that is written. A reader refuses versions it does not know; it knows 1, too.
pub const BASELINE_VERSION: u32 = 2;

/// The number of first fights that have a digest of their own.
pub const RECORDS_MOST: u64 = 200;

/// Fights of a stretch that has one digest.
pub const STRETCH: u64 = 1000;

/// Digests on a line.
const PER_LINE: usize = 12;

/// The block of rates for reading.
const OUTCOMES: &str = "outcomes";

/// The block of what is the same in every fight.
const CONSTANTS: &str = "constants";

/// The record that a scenario is held to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Baseline {
    /// Version of the format of the file that it was read from.
    pub version: u32,
    /// The counts, without sums of products: first of metrics that vary, then of those that do not.
    pub recorded: Recorded,
    /// Digest of the order of metrics in which digests of fights are taken.
    pub order: u32,
    /// The reason for them: one line.
    pub because: String,
    /// Digests of the first fights, one each.
    pub records: Vec<u32>,
    /// Digests of all fights, in stretches of [`STRETCH`].
    pub stretches: Vec<u32>,
}

impl Baseline {
    /// A baseline of these counts, with one digest per fight.
    ///
    /// # Panics
    /// Another number of digests than of fights.
    #[must_use]
    pub fn new(recorded: Recorded, because: &str, digests: &[u32]) -> Self {
        assert_eq!(digests.len() as u64, recorded.fights.end - recorded.fights.start, "one digest per fight");
        Baseline {
            version: BASELINE_VERSION,
            order: order(recorded.metrics.iter().map(|metric| metric.key.as_str())),
            recorded: Recorded { products: Vec::new(), metrics: varying_first(recorded.metrics), ..recorded },
            because: one_line(because).trim().to_owned(),
            records: digests.iter().copied().take(RECORDS_MOST as usize).collect(),
            stretches: stretches(digests),
        }
    }

    /// The file's text, in the format of today.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("sparring baseline {BASELINE_VERSION}\n");
        self.recorded.write_header(&mut text);
        let _ = writeln!(text, "because {}\n\n{OUTCOMES}", self.because);
        for line in outcomes(&self.recorded.metrics) {
            let _ = writeln!(text, "  {line}");
        }
        self.recorded.metrics.iter().filter(|metric| !is_constant(metric)).for_each(|metric| metric.write(&mut text));
        let _ = writeln!(text, "\n\n{CONSTANTS}");
        for (what, names) in constants(&self.recorded.metrics) {
            let _ = writeln!(text, "  {what} = {}", names.join(" "));
        }
        let _ = writeln!(text, "\norder {:08x}", self.order);
        write_digests(&mut text, "digests of fights", &self.records);
        write_digests(&mut text, "digests of stretches", &self.stretches);
        sealed(text)
    }

    /// Reads a baseline file.
    ///
    /// # Errors
    /// A text of another kind or version, or one that was cut off or changed, or that says what cannot be.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let (mut lines, version) = FileLines::open(text, "baseline", 1..=BASELINE_VERSION)?;
        let (header, fights) = lines.header()?;
        let because = lines.fact("because")?.to_owned();
        let n = fights.end - fights.start;
        let digested = |lines: &mut FileLines<'_>| {
            let records = digests(lines, "digests of fights", n.min(RECORDS_MOST))?;
            Ok((records, digests(lines, "digests of stretches", n.div_ceil(STRETCH))?))
        };
        let early = if version == 1 { Some(digested(&mut lines)?) } else { None };
        if version > 1 {
            lines.title(OUTCOMES)?;
            // They are for people; what counts is below.
            while lines.indented().is_some() {}
        }
        let (mut metrics, products) = lines.metrics(&fights, (version > 1).then_some(CONSTANTS))?;
        if !products.is_empty() {
            return lines.fail("a baseline has no products");
        }
        let order = match version {
            1 => order(metrics.iter().map(|metric| metric.key.as_str())),
            _ => {
                metrics.extend(read_constants(&mut lines, &fights)?);
                let digits = lines.fact("order")?;
                match u32::from_str_radix(digits, 16) {
                    Ok(order) => order,
                    Err(_) => return lines.fail(format!("`{digits}` is no digest")),
                }
            }
        };
        let (records, stretches) = match early {
            Some(early) => early,
            None => digested(&mut lines)?,
        };
        let recorded = Recorded { header, fights, metrics: varying_first(metrics), products };
        Ok(Baseline { version, recorded, order, because, records, stretches })
    }
}

/// A digest of the order of metrics, by their keys: 32-bit FNV-1a. Digests of fights of another order cannot be compared.
#[must_use]
pub fn order<'k>(keys: impl Iterator<Item = &'k str>) -> u32 {
    let bytes = keys.flat_map(|key| key.bytes().chain([0]));
    bytes.fold(FNV_BASIS, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(FNV_PRIME))
}

const FNV_BASIS: u32 = 0x811C_9DC5;
const FNV_PRIME: u32 = 0x0100_0193;

/// True if a metric belongs to the block of constants: one value or none, and a last word that can stand in a list.
fn is_constant(metric: &RecordedMetric) -> bool {
    metric.counts.len() <= 1 && !owner_and_name(&metric.key).1.contains(char::is_whitespace)
}

/// The owner and the name of a metric.
fn owner_and_name(key: &str) -> (&str, &str) {
    key.rsplit_once('.').unwrap_or(("", key))
}

/// The metrics in the order of the file: those that vary, then the constants in their groups.
fn varying_first(metrics: Vec<RecordedMetric>) -> Vec<RecordedMetric> {
    let places: Vec<usize> = {
        let mut groups: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
        let mut of = |metric: &RecordedMetric| {
            let next = groups.len() + 1;
            if is_constant(metric) { *groups.entry(group(metric)).or_insert(next) } else { 0 }
        };
        metrics.iter().map(&mut of).collect()
    };
    let mut placed: Vec<(usize, RecordedMetric)> = places.into_iter().zip(metrics).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, metric)| metric).collect()
}

/// The key that the constants of one line have in common: `Ada flag 0:100000`, or `Ada amount(HP)` where no fight has a value.
fn group(metric: &RecordedMetric) -> String {
    let (owner, _) = owner_and_name(&metric.key);
    let blank = if owner.is_empty() { "" } else { " " };
    let counts: String = metric.counts.iter().map(|(value, count)| format!(" {value}:{count}")).collect();
    format!("{owner}{blank}{}{counts}", metric.kind)
}

/// The lines of constants, each with the names that belong to it; metrics have to be in the order of the file.
fn constants(metrics: &[RecordedMetric]) -> Vec<(String, Vec<&str>)> {
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for metric in metrics.iter().filter(|metric| is_constant(metric)) {
        let (what, name) = (group(metric), owner_and_name(&metric.key).1);
        match lines.last_mut().filter(|(last, _)| *last == what) {
            Some((_, names)) => names.push(name),
            None => lines.push((what, vec![name])),
        }
    }
    lines
}

/// The block of constants.
fn read_constants(lines: &mut FileLines<'_>, fights: &Range<u64>) -> Result<Vec<RecordedMetric>, ReadError> {
    let mut metrics = Vec::new();
    while let Some(line) = lines.indented_line() {
        let parts = line.trim_start().rsplit_once(" = ").and_then(|(what, names)| {
            let (what, counts) = match what.rsplit_once(' ').map(|(what, last)| (what, pair(last))) {
                Some((what, Some(pair))) => (what, vec![pair]),
                _ => (what, Vec::new()),
            };
            // The blank stands for an owner without a name.
            let line = format!(" {what}");
            let (owner, kind) = key_and_kind(&line)?;
            Some((owner.trim_start().to_owned(), kind.to_owned(), counts, names))
        });
        let Some((owner, kind, counts, names)) = parts else {
            return lines.fail("a constant reads `Ada flag 0:100000 = dead arm_lost`");
        };
        for name in names.split_whitespace() {
            let key = if owner.is_empty() { name.to_owned() } else { format!("{owner}.{name}") };
            lines.no_more_than(fights, &key, &counts)?;
            metrics.push(RecordedMetric { key, kind: kind.clone(), counts: counts.clone() });
        }
    }
    Ok(metrics)
}

/// The rates that somebody looks for first, as they are typed: who wins, how long it takes, who goes down and dies.
fn outcomes(metrics: &[RecordedMetric]) -> Vec<String> {
    let mut lines = Vec::new();
    for RecordedMetric { key, kind, counts } in metrics {
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        let counted = |wanted: i64| counts.iter().find(|(value, _)| *value == wanted).map_or(0, |(_, count)| *count);
        let labels = kind.strip_prefix("category(").and_then(|rest| rest.strip_suffix(')'));
        match (owner_and_name(key), labels) {
            ((_, "winner"), Some(labels)) => {
                for (value, label) in (0_i64..).zip(labels.split('|')).filter(|(value, _)| counted(*value) > 0) {
                    lines.push(format!("{} {}", typed::share(key, label), percent(counted(value), total)));
                }
            }
            (("", "rounds"), None) if total > 0 => {
                let sum: f64 = counts.iter().map(|(value, count)| *value as f64 * *count as f64).sum();
                lines.push(format!("mean({key}) {:.2}", sum / total as f64));
            }
            ((_, "out" | "dead"), None) if kind == "flag" && counted(1) > 0 => {
                lines.push(format!("chance({}) {}", typed::key(key), percent(counted(1), total)));
            }
            _ => {}
        }
    }
    lines
}

/// A share in per cent, with as many decimals as tell it from never and from always.
fn percent(count: u64, total: u64) -> String {
    let share = 100.0 * count as f64 / total.max(1) as f64;
    let decimals = if count == total || (0.5..99.5).contains(&share) { 1 } else { 3 };
    format!("{share:.decimals$} %")
}

/// The digest of each stretch of fights: 32-bit FNV-1a over the digests of its fights.
#[must_use]
pub fn stretches(digests: &[u32]) -> Vec<u32> {
    let fold = |stretch: &[u32]| stretch.iter().fold(FNV_BASIS, |hash, next| (hash ^ next).wrapping_mul(FNV_PRIME));
    digests.chunks(STRETCH as usize).map(fold).collect()
}

/// Writes digests under a title, several in a line.
fn write_digests(text: &mut String, title: &str, digests: &[u32]) {
    let _ = writeln!(text, "\n{title}");
    for line in digests.chunks(PER_LINE) {
        let words: Vec<String> = line.iter().map(|digest| format!("{digest:08x}")).collect();
        let _ = writeln!(text, "  {}", words.join(" "));
    }
}

/// As many digests as there should be, below their title.
fn digests(lines: &mut FileLines<'_>, title: &str, wanted: u64) -> Result<Vec<u32>, ReadError> {
    lines.title(title)?;
    let mut digests = Vec::new();
    while let Some(words) = lines.indented() {
        for word in words {
            match u32::from_str_radix(word, 16) {
                Ok(digest) => digests.push(digest),
                Err(_) => return lines.fail(format!("`{word}` is no digest")),
            }
        }
    }
    if digests.len() as u64 != wanted {
        return lines.fail(format!("there are {} {title}, and there should be {wanted}", digests.len()));
    }
    Ok(digests)
}

#[cfg(test)]
mod tests;
