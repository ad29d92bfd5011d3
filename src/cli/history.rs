//! History: the baselines of earlier days, where git is there.
//!
//! Owns the talk with the `git` program. Without it, or outside of a repository, there is no history, and that is no failure. Start at
//! [`History::of`].

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// The answer of git; nothing where it fails or is not there.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let ran =
        Command::new("git").current_dir(folder).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    ran.status.success().then(|| String::from_utf8_lossy(&ran.stdout).into_owned())
}

/// The texts of these versions of files, all by one process.
fn contents(folder: &Path, names: &[&str]) -> Vec<Option<String>> {
    let nothing = || vec![None; names.len()];
    let child = Command::new("git")
        .current_dir(folder)
        .args(["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return nothing() };
    let (Some(mut asked), Some(told)) = (child.stdin.take(), child.stdout.take()) else { return nothing() };
    let mut told = BufReader::new(told);
    let mut one = |name: &str| {
        // Each is asked for when the one before it has been read, so that neither side waits for the other.
        asked.write_all(format!("{name}\n").as_bytes()).and_then(|()| asked.flush()).ok()?;
        let mut head = String::new();
        told.read_line(&mut head).ok()?;
        let size: usize =
            head.trim().rsplit_once(' ').and_then(|(kind, size)| size.parse().ok().filter(|_| kind.ends_with("blob")))?;
        let mut text = vec![0; size + 1];
        told.read_exact(&mut text).ok()?;
        text.pop();
        String::from_utf8(text).ok()
    };
    let texts = names.iter().map(|name| one(name)).collect();
    drop(asked);
    let _ = child.wait();
    texts
}
