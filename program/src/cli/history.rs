//! `sparring history`: how what contracts are about fared, baseline by baseline.
//!
//! Owns which versions of baselines are looked at, and what contracts make of them. Without the `git` program, or outside of a repository, there is
//! no history: for a check that is a remark, for whoever asks for the history a failure. Start at [`history`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::git::{contents, git, repository};
use crate::cli::load::quoted;
use crate::cli::output::{self, StoryFormat};
use crate::cli::suite::{BASELINES, Suite};
use crate::report::history::HistoryReport;
use frame::analysis::contract::Contract;
use frame::analysis::trend::Trend;
use frame::error::Failure;
use frame::tally::Baseline;

/// Versions of a baseline that are looked at, the latest ones.
const VERSIONS_MOST: usize = 12;

/// Say how what contracts are about fared in the baselines of earlier days, as git knows them. Nothing is played.
#[derive(Args, Debug)]
pub struct HistoryArguments {
    /// Scenario files, or folders of them.
    #[arg(value_name = "SCENARIO", default_value = "scenarios")]
    scenarios: Vec<PathBuf>,
    /// The folder outside of which nothing is included; without it the repository, the folder you work in, or that of the file.
    #[arg(long, value_name = "DIRECTORY")]
    root: Option<PathBuf>,
    /// The folder of baselines.
    #[arg(long, value_name = "DIRECTORY", default_value = BASELINES)]
    baselines: PathBuf,
    /// The format of the output.
    #[arg(long, value_enum, default_value = "text")]
    format: HistoryFormat,
    /// Also write it as a page, with a line for each contract, into this folder.
    #[arg(long, value_name = "DIRECTORY")]
    out: Option<PathBuf>,
}

/// The format of a history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum HistoryFormat {
    /// Lines for reading.
    Text,
    /// Everything, for programs.
    Json,
}

/// Reports how what contracts are about fared.
pub fn history(arguments: &HistoryArguments) -> Result<(), Failure> {
    let suite = Suite::as_it_is(&arguments.scenarios, arguments.root.as_deref(), &arguments.baselines);
    let (members, failures) = suite.open()?;
    for (file, failure) in &failures {
        output::remark(&format!("{}: {}", file.display(), failure.in_short()));
    }
    let no_git = |reason: String| Failure::Usage(format!("there is no history without git: {reason}"));
    repository(&arguments.baselines).map_err(no_git)?;
    let subjects: Vec<Remembered<'_>> = members
        .iter()
        .map(|member| Remembered {
            scenario: &member.subject.name,
            contracts: &member.subject.contracts,
            baseline: &member.baseline,
        })
        .collect();
    let contracts = subjects.iter().map(|subject| subject.contracts.len()).sum();
    let (trends, note) = trends(&arguments.baselines, &subjects);
    let mut words: Vec<String> = arguments.scenarios.iter().map(|path| quoted(&path.display().to_string())).collect();
    words.extend(arguments.root.iter().map(|root| format!("--root {}", quoted(&root.display().to_string()))));
    let other = Some(&arguments.baselines).filter(|folder| **folder != Path::new(BASELINES));
    words.extend(other.map(|folder| format!("--baselines {}", quoted(&folder.display().to_string()))));
    let report = HistoryReport { command: format!("sparring history {}", words.join(" ")), contracts, trends, note };
    let format = match arguments.format {
        HistoryFormat::Text => StoryFormat::Text,
        HistoryFormat::Json => StoryFormat::Json,
    };
    format.hand_out(&report, arguments.out.as_deref(), "history.json")?;
    match failures.len() {
        0 => Ok(()),
        failed => Err(Failure::Incomplete(format!("{failed} of the scenarios could not be read"))),
    }
}

/// A scenario with its contracts and the file of its baseline.
pub struct Remembered<'a> {
    /// The name of the scenario.
    pub scenario: &'a str,
    /// The contracts.
    pub contracts: &'a [Contract],
    /// The file of its baseline.
    pub baseline: &'a Path,
}

/// How what contracts are about fared in the versions of their baselines, and a sentence about these. A contract about several numbers has no
/// trend.
pub fn trends(baselines: &Path, subjects: &[Remembered<'_>]) -> (Vec<Trend>, String) {
    let history = History::of(baselines, &subjects.iter().map(|subject| subject.baseline).collect::<Vec<_>>());
    let mut trends = Vec::new();
    for Remembered { scenario, contracts, baseline } in subjects {
        let versions = history.versions(baseline);
        trends.extend(contracts.iter().filter_map(|contract| Trend::of(scenario, contract, versions)));
    }
    (trends, history.note)
}

/// Earlier versions of baselines.
struct History {
    /// Of each file its versions with their days, the earliest first.
    versions: BTreeMap<PathBuf, Vec<(String, Baseline)>>,
    /// The note, as a sentence.
    note: String,
}

impl History {
    /// The history of these files below one folder.
    fn of(folder: &Path, files: &[&Path]) -> Self {
        let nothing = |note: &str| History { versions: BTreeMap::new(), note: note.to_owned() };
        if !folder.is_dir() {
            return nothing("There are no baselines yet: `sparring bless` makes them.");
        }
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
    fn versions(&self, file: &Path) -> &[(String, Baseline)] {
        self.versions.get(file).map_or(&[], Vec::as_slice)
    }
}
