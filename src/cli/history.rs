//! History: the baselines of earlier days, where git is there.
//!
//! Owns which versions are looked at. Without the `git` program, or outside of a repository, there is no history, and that is no failure. Start at
//! [`History::of`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cli::git::{contents, git};
use frame::tally::Baseline;

/// Versions of a baseline that are looked at, the latest ones.
const VERSIONS_MOST: usize = 12;

/// Earlier versions of baselines.
pub struct History {
    /// Of each file its versions with their days, the earliest first.
    versions: BTreeMap<PathBuf, Vec<(String, Baseline)>>,
    /// The note, as a sentence.
    pub note: String,
}

impl History {
    /// The history of these files below one folder.
    pub fn of(folder: &Path, files: &[&Path]) -> Self {
        let nothing = |note: &str| History { versions: BTreeMap::new(), note: note.to_owned() };
        let Some(shallow) = git(folder, &["rev-parse", "--is-shallow-repository"]) else {
            return nothing("There is no history: no git, or no repository of git.");
        };
        let prefix = git(folder, &["rev-parse", "--show-prefix"]).unwrap_or_default();
        let mut wanted: Vec<(PathBuf, String, String)> = Vec::new();
        for file in files {
            let Ok(below) = file.strip_prefix(folder) else { continue };
            let below = below.to_string_lossy().replace('\\', "/");
            let most = VERSIONS_MOST.to_string();
            let told = git(folder, &["log", "-n", &most, "--format=%H %cs", "--", &below]).unwrap_or_default();
            let commits = told.lines().rev().filter_map(|line| line.split_once(' '));
            let version = |(commit, day): (&str, &str)| {
                (file.to_path_buf(), day.to_owned(), format!("{commit}:{}{below}", prefix.trim_end()))
            };
            wanted.extend(commits.map(version));
        }
        let names: Vec<&str> = wanted.iter().map(|(_, _, name)| name.as_str()).collect();
        let mut versions: BTreeMap<PathBuf, Vec<(String, Baseline)>> = BTreeMap::new();
        for ((file, day, _), text) in wanted.iter().zip(contents(folder, &names)) {
            // A version that cannot be read any more is no point of a trend.
            if let Some(baseline) = text.and_then(|text| Baseline::read(&text).ok()) {
                versions.entry(file.clone()).or_default().push((day.clone(), baseline));
            }
        }
        let count: usize = versions.values().map(Vec::len).max().unwrap_or(0);
        let note = match (shallow.trim(), count) {
            (_, 0) => "Git is there, and none of these baselines is in it.".to_owned(),
            ("true", _) => {
                "The clone is shallow: earlier baselines are not in it (`git fetch --unshallow` gets them).".to_owned()
            }
            _ => format!("The last {VERSIONS_MOST} baselines of each scenario in git, at the most."),
        };
        History { versions, note }
    }

    /// The versions of a file, the earliest first.
    pub fn versions(&self, file: &Path) -> &[(String, Baseline)] {
        self.versions.get(file).map_or(&[], Vec::as_slice)
    }
}
