//! The tally file: exact counts as text that reads well in a diff.
//!
//! One line per fact of the header, then one line per metric: its key, its kind, and `value:count` pairs in ascending order.

use std::fmt::Write as _;

use crate::fight::{Catalogue, Scale};
use crate::tally::Tally;

/// Version of the file format. A reader refuses versions it does not know.
pub const TALLY_VERSION: u32 = 1;

/// What a tally belongs to.
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

/// The file's text.
#[must_use]
pub fn write(header: &Header, catalogue: &Catalogue, tally: &Tally) -> String {
    let mut text = format!(
        "sparring tally {TALLY_VERSION}\ntool {}\nsystem {}\nscheme {}\nseed {}\nfights {}..{}\nscenario sha256:{}\ntitle {}\n",
        header.tool,
        header.system,
        header.scheme,
        header.seed,
        header.from,
        header.from + tally.fights(),
        header.digest,
        header.title.replace(['\n', '\r'], " "),
    );
    for (index, metric) in catalogue.metrics.iter().enumerate() {
        let kind = match &metric.scale {
            Scale::Category(labels) => format!("category({})", labels.join("|")),
            Scale::Flag => "flag".to_owned(),
            Scale::Amount(unit) => format!("amount({unit})"),
            Scale::Moment => "moment".to_owned(),
        };
        let _ = write!(text, "\n{} {kind}\n ", metric.key);
        for (value, count) in tally.counts(index) {
            let _ = write!(text, " {value}:{count}");
        }
    }
    text.push('\n');
    for (over, under, product) in tally.products() {
        let _ = write!(text, "\nproduct {} * {} = {product}", catalogue.metrics[over].key, catalogue.metrics[under].key);
    }
    text.push('\n');
    text
}
