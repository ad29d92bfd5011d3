//! Cells: the finished variants of a study, kept as files so that an interruption loses none.
//!
//! Owns the files `cells/JOB.json` of a report folder. A cell is used again only when everything agrees that its counts depend
//! on. Start at [`Cells`].

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::cli::output;
use frame::analysis::variant::Memory;
use frame::dice::key::SCHEME;
use frame::error::Failure;
use frame::files::{self, Unread};
use frame::tally::results;

/// A finished cell.
#[derive(Serialize, Deserialize)]
struct Kept<T> {
    /// Version of the program.
    tool: String,
    /// Name of the scheme of random streams.
    scheme: String,
    /// The state of the rules.
    results: String,
    /// The job: the digest of the scenario and of what is counted of its fights.
    job: String,
    /// The seed.
    seed: u64,
    /// The number of fights, from fight 0.
    fights: u64,
    /// The outcomes that were counted, in words.
    asked: String,
    /// What was found.
    #[serde(rename = "readings")]
    found: T,
}

/// The most bytes of a cell.
const CELL_BYTES_MOST: u64 = 256 << 20;

/// A cell as its file has it.
#[derive(Serialize, Deserialize)]
struct Sealed<T> {
    /// What was found.
    cell: Kept<T>,
    /// SHA-256 of that as JSON without spaces.
    checksum: String,
}

impl<T: Serialize + DeserializeOwned> Sealed<T> {
    /// Writes a cell as JSON, sealed with its checksum.
    fn text(cell: Kept<T>) -> Result<String, serde_json::Error> {
        let checksum = checksum(&cell)?;
        serde_json::to_string(&Sealed { cell, checksum })
    }

    /// Reads a cell from JSON; an error if it is damaged.
    fn open(text: &str) -> Result<Kept<T>, String> {
        let damaged = "it is damaged";
        let sealed: Sealed<T> = serde_json::from_str(text).map_err(|_| damaged.to_owned())?;
        let same = checksum(&sealed.cell).is_ok_and(|checksum| checksum == sealed.checksum);
        if same { Ok(sealed.cell) } else { Err(format!("{damaged}: its checksum is another one")) }
    }
}

/// The SHA-256 of a cell as JSON.
fn checksum<T: Serialize>(cell: &Kept<T>) -> Result<String, serde_json::Error> {
    serde_json::to_string(cell).map(|text| format!("sha256:{:x}", Sha256::digest(text.as_bytes())))
}

/// The finished cells of a study, by their jobs: what was found of each.
pub struct Cells<T> {
    folder: Option<PathBuf>,
    seed: u64,
    fights: u64,
    asked: String,
    /// True if what earlier studies have kept is passed over.
    anew: bool,
    known: BTreeMap<String, T>,
}

impl<T: Serialize + DeserializeOwned + Clone> Cells<T> {
    /// Cells of so many fights by this seed, kept in `folder` if there is one.
    pub fn new(folder: Option<PathBuf>, seed: u64, fights: u64, asked: String) -> Self {
        Cells { folder, seed, fights, asked, anew: false, known: BTreeMap::new() }
    }

    /// The same cells, but none that an earlier study has kept, where that is so.
    pub fn anew(self, anew: bool) -> Self {
        Cells { anew, ..self }
    }

    /// The cell of this job, when it has been finished in an earlier study.
    fn earlier(&mut self, job: &str) -> Option<T> {
        let file = self.folder.as_ref()?.join("cells").join(format!("{job}.json"));
        let kept = match files::read_text(&file, CELL_BYTES_MOST) {
            Ok(text) => Sealed::<T>::open(&text),
            Err(Unread::Missing) => return None,
            Err(Unread::Refused(reason, _)) => Err(reason),
        };
        let kept = match kept {
            Ok(kept) => kept,
            Err(reason) => {
                output::remark(&format!("{} is played again: {reason}", file.display()));
                return None;
            }
        };
        let same = kept.tool == env!("CARGO_PKG_VERSION")
            && kept.scheme == SCHEME
            && kept.results == results()
            && kept.job == job
            && (kept.seed, kept.fights) == (self.seed, self.fights)
            && kept.asked == self.asked;
        same.then(|| {
            self.known.insert(job.to_owned(), kept.found.clone());
            kept.found
        })
    }
}

impl<T: Serialize + DeserializeOwned + Clone> Memory<T> for Cells<T> {
    /// The cell of this job, when it has been finished in this study or in an earlier one.
    fn find(&mut self, job: &str) -> Option<T> {
        self.known.get(job).cloned().or_else(|| if self.anew { None } else { self.earlier(job) })
    }

    /// Keeps a finished cell.
    fn keep(&mut self, job: &str, found: T) -> Result<(), Failure> {
        self.known.insert(job.to_owned(), found.clone());
        let Some(folder) = &self.folder else { return Ok(()) };
        let kept = Kept {
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            scheme: SCHEME.to_owned(),
            results: results().to_owned(),
            job: job.to_owned(),
            seed: self.seed,
            fights: self.fights,
            asked: self.asked.clone(),
            found,
        };
        let text = Sealed::text(kept).map_err(|error| Failure::Bug(error.to_string()))?;
        files::write(&folder.join("cells").join(format!("{job}.json")), &text)
    }
}
