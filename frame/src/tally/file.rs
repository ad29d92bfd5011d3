//! The tally file: exact counts as text that reads well in a diff, written and read.
//!
//! One line per fact of the header, then per metric its key, its kind, and `value:count` pairs in ascending order, then sums of
//! products, then a checksum of all that. A file that was cut off or changed by hand is refused. Start at [`Recorded`].

use std::fmt::{self, Write as _};
use std::ops::{Range, RangeInclusive};

use sha2::{Digest as _, Sha256};

use crate::fight::{Catalogue, Scale};
use crate::tally::Tally;

/// Version of the file format. A reader refuses versions it does not know.
pub const TALLY_VERSION: u32 = 1;

/// No fight has a number as large as this.
const FIGHTS_MOST: u64 = 1 << 40;

/// The origin of a tally.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Version of the program.
    pub tool: String,
    /// The rule system.
    pub system: String,
    /// Name of the [scheme](crate::dice::key::SCHEME) of random streams.
    pub scheme: String,
    /// The seed.
    pub seed: u64,
    /// Number of the first fight.
    pub from: u64,
    /// Digest of the scenario.
    pub digest: String,
    /// Title of the scenario, on one line.
    pub title: String,
}

/// One metric as a file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMetric {
    /// Its key.
    pub key: String,
    /// The kind of its values, as the file says it: `flag`, `amount(rounds)`, `category(party|ogre)`.
    pub kind: String,
    /// Values in ascending order, each with the number of fights that ended with it.
    pub counts: Vec<(i64, u64)>,
}

/// A tally as a file has it: everything that can be said without the scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// The origin.
    pub header: Header,
    /// Numbers of the fights.
    pub fights: Range<u64>,
    /// The metrics, in the order of the catalogue.
    pub metrics: Vec<RecordedMetric>,
    /// Sums of products of two metrics.
    pub products: Vec<(String, String, i128)>,
}

/// The reason why a text is no tally.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Line, from 1; 0 when it is about the file as a whole.
    pub line: usize,
    /// The fault, and the remedy.
    pub reason: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(out, "{}", self.reason),
            line => write!(out, "line {line}: {}", self.reason),
        }
    }
}

/// The file's text.
#[must_use]
pub fn write(header: &Header, catalogue: &Catalogue, tally: &Tally) -> String {
    Recorded::of(header, catalogue, tally).text()
}

/// The word of the file for a kind of metric.
#[must_use]
pub fn kind(scale: &Scale) -> String {
    match scale {
        Scale::Category(labels) => one_line(&format!("category({})", labels.join("|"))),
        Scale::Flag => "flag".to_owned(),
        Scale::Amount(unit) => format!("amount({unit})"),
        Scale::Moment => "moment".to_owned(),
    }
}

/// A text without line breaks.
pub(super) fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

impl Recorded {
    /// The text of this tally in a file.
    #[must_use]
    pub fn of(header: &Header, catalogue: &Catalogue, tally: &Tally) -> Self {
        let metric = |(index, metric): (usize, &crate::fight::Metric)| RecordedMetric {
            key: one_line(&metric.key),
            kind: kind(&metric.scale),
            counts: tally.counts(index),
        };
        let key = |index: usize| one_line(&catalogue.metrics[index].key);
        Recorded {
            header: header.clone(),
            fights: header.from..header.from + tally.fights(),
            metrics: catalogue.metrics.iter().enumerate().map(metric).collect(),
            products: tally.products().map(|(over, under, product)| (key(over), key(under), product)).collect(),
        }
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("sparring tally {TALLY_VERSION}\n");
        self.write_header(&mut text);
        self.write_metrics(&mut text);
        sealed(text)
    }

    /// Reads a tally file.
    ///
    /// # Errors
    /// A text of another kind or version, or one that was cut off or changed, or that says what cannot be.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let (mut lines, _) = FileLines::open(text, "tally", TALLY_VERSION..=TALLY_VERSION)?;
        let (header, fights) = lines.header()?;
        let (metrics, products) = lines.metrics(&fights, None)?;
        Ok(Recorded { header, fights, metrics, products })
    }

    /// The metric with this key.
    #[must_use]
    pub fn metric(&self, key: &str) -> Option<&RecordedMetric> {
        self.metrics.iter().find(|metric| metric.key == key)
    }

    /// Writes what was played: by which version, with which seed, how many fights.
    pub(super) fn write_header(&self, text: &mut String) {
        let Header { tool, system, scheme, seed, digest, title, .. } = &self.header;
        let Range { start, end } = self.fights;
        let _ = write!(
            text,
            "tool {tool}\nsystem {system}\nscheme {scheme}\nseed {seed}\nfights {start}..{end}\nscenario sha256:{digest}\ntitle {}\n",
            one_line(title)
        );
    }

    /// Writes the counts of all metrics, then the sums of products.
    fn write_metrics(&self, text: &mut String) {
        self.metrics.iter().for_each(|metric| metric.write(text));
        text.push('\n');
        for (over, under, product) in &self.products {
            let _ = write!(text, "\nproduct {over} * {under} = {product}");
        }
        text.push('\n');
    }
}

impl RecordedMetric {
    /// Writes its two lines behind a line that is open.
    pub(super) fn write(&self, text: &mut String) {
        let _ = write!(text, "\n{} {}\n ", self.key, self.kind);
        for (value, count) in &self.counts {
            let _ = write!(text, " {value}:{count}");
        }
    }
}

/// The beginning of the last line of a file.
const CHECKSUM: &str = "checksum sha256:";

/// A text with its checksum behind it.
pub(super) fn sealed(text: String) -> String {
    let sum = checksum(&text);
    format!("{text}\n{CHECKSUM}{sum}\n")
}

/// Returns the SHA-256 of a text in hexadecimal.
fn checksum(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The lines of a file whose kind, version and checksum are right.
pub(super) struct FileLines<'a> {
    rest: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    /// Number of the line read last.
    line: usize,
}

impl<'a> FileLines<'a> {
    /// Opens a file of this kind, in one of these versions, and says in which.
    pub(super) fn open(text: &'a str, what: &str, versions: RangeInclusive<u32>) -> Result<(Self, u32), ReadError> {
        let version = *versions.end();
        let fail = |line, reason| Err(ReadError { line, reason });
        let first = text.lines().next().unwrap_or_default();
        let Some(given) = first.strip_prefix(&format!("sparring {what} ")) else {
            let article = if text.is_empty() { "it is empty, and" } else { "it" };
            return fail(1, format!("{article} does not begin with `sparring {what} {version}`, so it is no {what}"));
        };
        let given = match given.parse::<u32>() {
            Ok(given) if versions.contains(&given) => given,
            Ok(given) => {
                let age = if given < version { "an older" } else { "a newer" };
                return fail(1, format!("it has {age} format, {what} {given}; this sparring reads {what} {version}"));
            }
            Err(_) => return fail(1, format!("`{given}` is no version of a {what}; this sparring reads {what} {version}")),
        };
        let Some((body, sum)) = text.rsplit_once(&format!("\n{CHECKSUM}")) else {
            return fail(0, "it ends too soon: the last line, its checksum, is missing".to_owned());
        };
        if sum.trim_end() != checksum(body) {
            let reason = "its checksum does not fit: it was cut off, damaged, merged or changed by hand";
            return fail(0, reason.to_owned());
        }
        let mut rest = body.lines().enumerate().peekable();
        rest.next();
        Ok((FileLines { rest, line: 1 }, given))
    }

    /// Fails at the present line for a reason.
    pub(super) fn fail<T>(&self, reason: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError { line: self.line, reason: reason.into() })
    }

    /// The next line that is not empty.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        loop {
            let (index, line) = self.rest.next()?;
            self.line = index + 1;
            if !line.trim().is_empty() {
                return Some(line);
            }
        }
    }

    /// The words of the next line, when it is indented. There are none where no fight has a metric.
    pub(super) fn indented(&mut self) -> Option<std::str::SplitWhitespace<'a>> {
        self.indented_line().map(str::split_whitespace)
    }

    /// The next line, when it is indented.
    pub(super) fn indented_line(&mut self) -> Option<&'a str> {
        let (index, line) = self.rest.next_if(|(_, line)| line.starts_with(' '))?;
        self.line = index + 1;
        Some(line)
    }

    /// The title of a block.
    pub(super) fn title(&mut self, title: &str) -> Result<(), ReadError> {
        if self.next() == Some(title) { Ok(()) } else { self.fail(format!("here should stand `{title}`")) }
    }

    /// The value of a fact of the header.
    pub(super) fn fact(&mut self, name: &str) -> Result<&'a str, ReadError> {
        let line = self.next();
        match line.and_then(|line| line.strip_prefix(name)?.strip_prefix(' ')) {
            Some(said) => Ok(said),
            None => self.fail(format!("here should stand `{name} ...`")),
        }
    }

    /// Reads what was played.
    pub(super) fn header(&mut self) -> Result<(Header, Range<u64>), ReadError> {
        let tool = self.fact("tool")?.to_owned();
        let system = self.fact("system")?.to_owned();
        let scheme = self.fact("scheme")?.to_owned();
        let Ok(seed) = self.fact("seed")?.parse() else { return self.fail("the seed is no whole number") };
        let range = self.fact("fights")?.split_once("..");
        let range = range.and_then(|(from, to)| Some(from.parse::<u64>().ok()?..to.parse::<u64>().ok()?));
        let Some(fights) = range.filter(|range| range.start < range.end && range.end <= FIGHTS_MOST) else {
            return self.fail("the fights are no range such as `0..100000`");
        };
        let Some(digest) = self.fact("scenario")?.strip_prefix("sha256:") else {
            return self.fail("the scenario's digest should begin with `sha256:`");
        };
        let digest = digest.to_owned();
        let title = self.fact("title")?.to_owned();
        Ok((Header { tool, system, scheme, seed, from: fights.start, digest, title }, fights))
    }

    /// Metrics and products up to a line that says `end`, or up to the end of the file.
    #[expect(clippy::type_complexity, reason = "the two parts of a tally")]
    pub(super) fn metrics(
        &mut self,
        fights: &Range<u64>,
        end: Option<&str>,
    ) -> Result<(Vec<RecordedMetric>, Vec<(String, String, i128)>), ReadError> {
        let (mut metrics, mut products) = (Vec::new(), Vec::new());
        while let Some(line) = self.next().filter(|line| Some(*line) != end) {
            if let Some(product) = line.strip_prefix("product ") {
                products.push(self.product(product)?);
                continue;
            }
            let Some((key, kind)) = key_and_kind(line) else {
                return self.fail("here should stand a metric and its kind, such as `rounds amount(rounds)`");
            };
            // A metric that no fight had has no counts.
            let counts = match self.indented() {
                Some(words) => self.counts(words)?,
                None => Vec::new(),
            };
            self.no_more_than(fights, key, &counts)?;
            metrics.push(RecordedMetric { key: key.to_owned(), kind: kind.to_owned(), counts });
        }
        Ok((metrics, products))
    }

    /// Refuses more counts than there are fights.
    pub(super) fn no_more_than(&self, fights: &Range<u64>, key: &str, counts: &[(i64, u64)]) -> Result<(), ReadError> {
        let total = counts.iter().try_fold(0_u64, |sum, (_, count)| sum.checked_add(*count));
        if total.is_none_or(|total| total > fights.end - fights.start) {
            return self.fail(format!("{key} has more counts than there are fights"));
        }
        Ok(())
    }

    /// Reads pairs of a value and its count.
    fn counts(&self, words: std::str::SplitWhitespace<'a>) -> Result<Vec<(i64, u64)>, ReadError> {
        let mut counts: Vec<(i64, u64)> = Vec::new();
        for word in words {
            let Some((value, count)) = pair(word) else { return self.fail(format!("`{word}` is no `value:count`")) };
            if counts.last().is_some_and(|(last, _)| *last >= value) {
                return self.fail(format!("`{word}` is out of order: values ascend"));
            }
            counts.push((value, count));
        }
        Ok(counts)
    }

    /// Reads the sum of a product of two metrics.
    fn product(&self, text: &str) -> Result<(String, String, i128), ReadError> {
        let parts = text.rsplit_once(" = ").and_then(|(pair, sum)| Some((pair.split_once(" * ")?, sum.parse().ok()?)));
        match parts {
            Some(((over, under), sum)) => Ok((over.to_owned(), under.to_owned(), sum)),
            None => self.fail("a product reads `product a * b = 123`"),
        }
    }
}

/// The parts of `value:count`.
pub(super) fn pair(word: &str) -> Option<(i64, u64)> {
    let (value, count) = word.split_once(':')?;
    Some((value.parse().ok()?, count.parse().ok()?))
}

/// The two parts of a metric's first line; keys and labels may have blanks in them.
pub(super) fn key_and_kind(line: &str) -> Option<(&str, &str)> {
    let plain = [" flag", " moment"].into_iter().find(|kind| line.ends_with(kind)).map(|kind| line.len() - kind.len());
    let with_words = || [" amount(", " category("].into_iter().find_map(|kind| line.find(kind)).filter(|_| line.ends_with(')'));
    let at = plain.or_else(with_words)?;
    Some((&line[..at], &line[at + 1..]))
}

#[cfg(test)]
mod tests;
