//! The baseline: the counts that a scenario is held to, in a file that is committed.
//!
//! Owns the file: a tally's header and counts, with the reason of its last change, and digests of single fights and of stretches
//! of them, so that the first fight that is played otherwise can be named when the program that made the baseline is long gone.
//! Start at [`Baseline`].

use std::fmt::Write as _;

use super::file::{Lines, ReadError, Recorded, one_line, sealed};

/// Version of the file format. A reader refuses versions it does not know.
pub const BASELINE_VERSION: u32 = 1;

/// How many of the first fights have a digest of their own.
pub const RECORDS_MOST: u64 = 200;

/// Fights of a stretch that has one digest.
pub const STRETCH: u64 = 1000;

/// Digests on a line.
const PER_LINE: usize = 12;

/// What a scenario is held to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Baseline {
    /// The counts, without sums of products.
    pub recorded: Recorded,
    /// Why they are what they are: one line.
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
    /// When there are not as many digests as fights.
    #[must_use]
    pub fn new(recorded: Recorded, because: &str, digests: &[u32]) -> Self {
        assert_eq!(digests.len() as u64, recorded.fights.end - recorded.fights.start, "one digest per fight");
        Baseline {
            recorded: Recorded { products: Vec::new(), ..recorded },
            because: one_line(because).trim().to_owned(),
            records: digests.iter().copied().take(RECORDS_MOST as usize).collect(),
            stretches: stretches(digests),
        }
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("sparring baseline {BASELINE_VERSION}\n");
        self.recorded.write_header(&mut text);
        let _ = writeln!(text, "because {}", self.because);
        write_digests(&mut text, "digests of fights", &self.records);
        write_digests(&mut text, "digests of stretches", &self.stretches);
        self.recorded.write_metrics(&mut text);
        sealed(text)
    }

    /// Reads a baseline file.
    ///
    /// # Errors
    /// When it is of another kind or version, was cut off or changed, or says what cannot be.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let mut lines = Lines::open(text, "baseline", BASELINE_VERSION)?;
        let (header, fights) = lines.header()?;
        let because = lines.fact("because")?.to_owned();
        let n = fights.end - fights.start;
        let records = digests(&mut lines, "digests of fights", n.min(RECORDS_MOST))?;
        let stretches = digests(&mut lines, "digests of stretches", n.div_ceil(STRETCH))?;
        let (metrics, products) = lines.metrics(&fights)?;
        if !products.is_empty() {
            return lines.fail("a baseline has no products");
        }
        Ok(Baseline { recorded: Recorded { header, fights, metrics, products }, because, records, stretches })
    }
}

/// The digest of each stretch of fights: 32-bit FNV-1a over the digests of its fights.
#[must_use]
pub fn stretches(digests: &[u32]) -> Vec<u32> {
    let fold = |stretch: &[u32]| stretch.iter().fold(0x811C_9DC5, |hash: u32, next| (hash ^ next).wrapping_mul(0x0100_0193));
    digests.chunks(STRETCH as usize).map(fold).collect()
}

fn write_digests(text: &mut String, title: &str, digests: &[u32]) {
    let _ = writeln!(text, "\n{title}");
    for line in digests.chunks(PER_LINE) {
        let words: Vec<String> = line.iter().map(|digest| format!("{digest:08x}")).collect();
        let _ = writeln!(text, "  {}", words.join(" "));
    }
}

/// As many digests as there should be, below their title.
fn digests(lines: &mut Lines<'_>, title: &str, wanted: u64) -> Result<Vec<u32>, ReadError> {
    if lines.next() != Some(title) {
        return lines.fail(format!("here should stand `{title}`"));
    }
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
mod tests {
    use super::*;
    use crate::tally::{Header, RecordedMetric};

    fn baseline(fights: u64) -> Baseline {
        let header = Header {
            tool: "0.1.0".into(),
            system: "vogt".into(),
            scheme: "pcg64mcg/key1".into(),
            seed: 1,
            from: 0,
            digest: "cd".repeat(32),
            title: "A duel".into(),
        };
        let metric = RecordedMetric { key: "rounds".into(), kind: "amount(rounds)".into(), counts: vec![(3, fights)] };
        let recorded = Recorded { header, fights: 0..fights, metrics: vec![metric], products: vec![] };
        let digests: Vec<u32> = (0..fights as u32).map(|number| number.wrapping_mul(0x9E37_79B9)).collect();
        Baseline::new(recorded, "a first\nbaseline ", &digests)
    }

    #[test]
    fn what_is_written_is_read_back_to_the_same_bytes() {
        for fights in [1, 199, 200, 201, 999, 1000, 2500] {
            let written = baseline(fights);
            let read = Baseline::read(&written.text()).expect("a baseline");
            assert_eq!(read, written);
            assert_eq!(read.text(), written.text());
            assert_eq!((read.records.len() as u64, read.stretches.len() as u64), (fights.min(200), fights.div_ceil(1000)));
        }
        assert_eq!(baseline(5).because, "a first baseline");
    }

    #[test]
    fn a_stretch_tells_its_fights_and_their_order_apart() {
        let plain: Vec<u32> = (0..2500).collect();
        let mut swapped = plain.clone();
        swapped.swap(1001, 1002);
        let mut changed = plain.clone();
        changed[2499] ^= 1;
        let differing = |other: &[u32]| {
            let pairs: Vec<bool> = stretches(&plain).iter().zip(stretches(other)).map(|(one, two)| *one != two).collect();
            pairs
        };
        assert_eq!(differing(&swapped), [false, true, false]);
        assert_eq!(differing(&changed), [false, false, true]);
    }

    #[test]
    fn a_tally_is_no_baseline_and_digests_have_to_be_complete() {
        let text = baseline(300).text();
        let tally = baseline(300).recorded.text();
        let said = Baseline::read(&tally).expect_err("a tally").to_string();
        assert!(said.contains("does not begin with `sparring baseline 1`"), "{said}");
        let (body, _) = text.rsplit_once("\nchecksum").expect("there is a checksum");
        for (from, to, message) in [
            (" 9e3779b9", "", "there are 199 digests of fights, and there should be 200"),
            (" 9e3779b9", " 9e3779bx", "`9e3779bx` is no digest"),
            ("digests of stretches", "stretches", "here should stand `digests of stretches`"),
            ("because a first baseline\n", "", "here should stand `because ...`"),
        ] {
            let said = Baseline::read(&sealed(body.replacen(from, to, 1))).expect_err(message).to_string();
            assert!(said.contains(message), "{said} does not say {message}");
        }
    }
}
