//! `sparring check`: whether outcomes are still those of their baselines, and do what their designers want.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use std::collections::{BTreeMap, BTreeSet};

use crate::cli::coverage::{Telling, covered};
use crate::cli::exactly::{LimitArguments, solve};
use crate::cli::history::{Remembered, trends};
use crate::cli::load::{ShelfArguments, quoted};
use crate::cli::number::{self, MarginGiven, margins};
use crate::cli::output;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::suite::{BASELINES, Member, Suite};
use crate::report::check::{CheckReport, Entry, Since};
use crate::report::document::json_text;
use frame::analysis::check::{BaselineRule, Checked, CheckedScenario, check as examine};
use frame::analysis::contract::Contract;
use frame::analysis::coverage::Coverage;
use frame::analysis::margin::Margins;
use frame::analysis::outcome::{Outcome, Outcomes};
use frame::dice::SEED;
use frame::error::Failure;
use frame::files;
use frame::tally::Matching;

/// Say whether outcomes moved away from their baselines, and whether they do what is expected of them.
///
/// First the fights of each baseline are played again: where everything is the same, all is well. Where it is not, new fights are
/// played until it is shown that an outcome drifted or that all of them stay within their margins. Expectations are judged by
/// fights of their own, or with --exact by solving. What has not been shown is undecided, and does not pass.
#[derive(Args, Debug)]
#[command(mut_arg("scenarios", |scenarios| scenarios.required(false).default_value("scenarios")))]
#[command(mut_arg("patches", |patches| patches.help("A patch to lay over each of them before checking, as `run` does")))]
pub struct CheckArguments {
    #[command(flatten)]
    shelf: ShelfArguments,
    /// Check only one of the two.
    #[arg(long, value_enum)]
    only: Option<Only>,
    /// Solve scenarios instead of playing them for their contracts: these hold or are broken exactly, or by bounds that hold for
    /// certain. Baselines are checked by their fights as ever.
    #[arg(long, conflicts_with = "seed")]
    exact: bool,
    #[command(flatten)]
    limits: LimitArguments,
    /// End after this time, spent where the evidence is thinnest: 60s, 5m. What is open then is undecided.
    #[arg(long, value_parser = number::duration)]
    budget: Option<Duration>,
    /// The most new fights of each scenario.
    #[arg(long, value_parser = number::fights, default_value = "1000000")]
    fights: u64,
    /// In which share of all checks there is any false alarm.
    #[arg(long, value_parser = number::share, default_value = "0.1%")]
    alarms: f64,
    /// Play new fights with this seed, even where the baseline's would do.
    #[arg(long)]
    seed: Option<u64>,
    /// The largest difference that counts as none: `rates=0.5%`, `rounds=0.1`, `amounts=10%` (of the standard deviation), or of
    /// a family: `hp=0.5`, `dead=0.2%`. Can be given several times.
    #[arg(long = "margin", value_name = "NAME=VALUE", value_parser = number::margin)]
    margins: Vec<MarginGiven>,
    /// The folder of baselines.
    #[arg(long, value_name = "DIRECTORY", default_value = BASELINES)]
    baselines: PathBuf,
    /// Threads; without it, one per core. Results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The format of the output.
    #[arg(long, value_enum, default_value = "text")]
    format: CheckFormat,
    /// Write the verdicts as a page, too.
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    /// Write a badge, too: how many contracts hold, or what does not.
    #[arg(long, value_name = "FILE.svg")]
    badge: Option<PathBuf>,
}

/// Fights of each scenario that are told to see which rules come up.
const TOLD: u64 = 100;

/// A part of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Only {
    /// Outcomes that have moved since their baselines.
    Baselines,
    /// Outcomes that are not as contracts expect.
    Contracts,
}

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CheckFormat {
    /// Lines for reading.
    Text,
    /// Everything, for programs.
    Json,
    /// A summary to paste into a document.
    Md,
    /// JUnit XML, for test reports.
    Junit,
    /// Annotations that GitHub shows beside the files.
    Github,
}

/// Checks a suite against baselines and expectations, and reports; fails unless all was checked and passed.
pub fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    let began = Instant::now();
    // Before the first fight: whoever names the scenario itself here still has it afterwards.
    for (option, file, ending) in [("--page", &arguments.page, "html"), ("--badge", &arguments.badge, "svg")] {
        file.iter().try_for_each(|file| files::named(option, file, ending))?;
    }
    let suite = Suite::of(&arguments.shelf, &arguments.baselines);
    let (members, mut failures) = suite.open()?;
    let (mut entries, mut subjects) = (Vec::new(), Vec::new());
    let baselines: Vec<PathBuf> = members.iter().map(|member| member.baseline.clone()).collect();
    let mut kept = Vec::new();
    for (member, baseline) in members.into_iter().zip(baselines) {
        let file = member.file.clone();
        match arguments.prepared(member) {
            Ok((entry, subject)) => {
                kept.push(baseline);
                entries.push(entry);
                subjects.push(subject);
            }
            Err(failure) => failures.push((file, failure)),
        }
    }
    let rule = arguments.rule(&subjects)?;
    let interrupted = heed_interrupts();
    let over = || interrupted.load(Ordering::Relaxed) || arguments.budget.is_some_and(|budget| began.elapsed() >= budget);
    if arguments.exact {
        subjects.iter_mut().try_for_each(|subject| arguments.solve(subject, &over))?;
    }
    let bar = Bar::new();
    let mut took: BTreeMap<String, Duration> = BTreeMap::new();
    let mut at_work: Option<(String, Instant)> = None;
    // What is told of is begun, and so ends what was told of before.
    let mut turn = |next: Option<&str>| {
        if let Some((name, since)) = at_work.take() {
            *took.entry(name).or_default() += since.elapsed();
        }
        at_work = next.map(|name| (name.to_owned(), Instant::now()));
    };
    let checked = examine(&subjects, &rule, &over, &mut |name, fights| {
        turn(Some(name));
        bar.show(fights, 0, format!(", {name}"));
    });
    turn(None);
    bar.clear();
    for ((entry, subject), checked) in entries.iter_mut().zip(subjects).zip(checked?) {
        entry.seconds = took.get(&entry.name).map_or(0.0, Duration::as_secs_f64);
        entry.checked = checked;
        entry.contracts = subject.contracts;
    }
    output::failed(&failures);
    let mut report = CheckReport {
        command: arguments.command(),
        alarms: arguments.alarms,
        out_of_time: over(),
        failed: failures.iter().map(|(file, failure)| (file.display().to_string(), failure.render(false))).collect(),
        entries,
        coverage: if over() { Vec::new() } else { seen(&suite, arguments.threads, &over)? },
        trends: Vec::new(),
        history: String::new(),
    };
    if arguments.page.is_some() {
        arguments.look_back(&mut report, &kept);
    }
    if let Some(page) = &arguments.page {
        files::write(page, &report.html()?)?;
    }
    if let Some(badge) = &arguments.badge {
        files::write(badge, &report.badge())?;
    }
    publish(arguments.format, &report)?;
    outcome(&report)
}

/// How many rules of each system come up in a few fights of each scenario, a sentence each.
fn seen(suite: &Suite<'_>, threads: Option<u16>, over: &dyn Fn() -> bool) -> Result<Vec<String>, Failure> {
    let (covered, _) = covered(suite, Telling { fights: TOLD, seed: SEED, threads }, over)?;
    Ok(covered.iter().map(Coverage::sentence).collect())
}

/// Prints the report, and appends the summary to the page that GitHub shows of a job.
fn publish(format: CheckFormat, report: &CheckReport) -> Result<(), Failure> {
    output::print(&match format {
        CheckFormat::Text => {
            // A failure is told on standard error, which is shown right below where both go to the same place.
            let lines = report.text(std::io::stdout().is_terminal());
            let twice = output::in_one_place() && outcome(report).is_err();
            let seen: String = report.coverage.iter().map(|sentence| format!("{sentence}\n")).collect();
            output::folded(&if twice { format!("{lines}{seen}") } else { format!("{lines}{seen}{}\n", report.summary()) })
        }
        CheckFormat::Json => json_text(&report.json()),
        CheckFormat::Md => report.markdown(),
        CheckFormat::Junit => report.junit(),
        CheckFormat::Github => report.annotations(),
    })?;
    let Some(page) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|page| !page.is_empty()).map(PathBuf::from) else {
        return Ok(());
    };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(&page);
    let written = file.and_then(|mut file| file.write_all(report.markdown().as_bytes()));
    written.map_err(|error| Failure::file(&page, "write", error))
}

/// Drift goes before files that could not be read, and those before what is undecided.
fn outcome(report: &CheckReport) -> Result<(), Failure> {
    let counts = report.counts();
    if counts.failed > 0 {
        return Err(Failure::Drift(report.summary()));
    }
    match report.failed.len() {
        0 if counts.undecided > 0 => Err(Failure::Undecided(report.summary())),
        0 => Ok(()),
        _ => {
            let files: Vec<&str> = report.failed.iter().map(|(file, _)| file.as_str()).collect();
            Err(Failure::Incomplete(format!("not checked: {}; {}", files.join(", "), report.summary())))
        }
    }
}

impl CheckArguments {
    /// Adds how what contracts are about fared in earlier baselines; `files` are those of the entries.
    fn look_back(&self, report: &mut CheckReport, files: &[PathBuf]) {
        let of = report.entries.iter().zip(files);
        let subjects: Vec<Remembered<'_>> =
            of.map(|(entry, file)| Remembered { scenario: &entry.name, contracts: &entry.contracts, baseline: file }).collect();
        let (trends, note) = trends(&self.baselines, &subjects);
        (report.trends, report.history) = (trends, note);
    }

    /// A scenario with what it is held to.
    fn prepared(&self, member: Member) -> Result<(Entry, CheckedScenario), Failure> {
        let baseline = if self.only == Some(Only::Contracts) { None } else { member.read_baseline()? };
        let since = baseline.as_ref().map(|baseline| Since {
            file: member.baseline.display().to_string(),
            because: baseline.because.clone(),
            tool: baseline.recorded.header.tool.clone(),
            seed: baseline.recorded.header.seed,
            fights: baseline.recorded.fights.clone(),
            scenario_changed: baseline.recorded.header.digest != member.header.digest,
            changes: if baseline.recorded.header.digest == member.header.digest { Vec::new() } else { member.changes() },
            scheme_changed: (baseline.recorded.header.scheme != member.header.scheme)
                .then(|| (baseline.recorded.header.scheme.clone(), member.header.scheme.clone())),
        });
        let entry = Entry {
            name: member.subject.name.clone(),
            file: member.file.display().to_string(),
            typed: member.typed,
            baseline_wanted: self.only != Some(Only::Contracts),
            since,
            contracts: Vec::new(),
            checked: Checked::default(),
            seconds: 0.0,
        };
        let contracts = if self.only == Some(Only::Baselines) { Vec::new() } else { member.subject.contracts };
        Ok((entry, CheckedScenario { baseline, contracts, ..member.subject }))
    }

    /// Solves everything that the contracts of a scenario speak of; what is too large, or comes when the time is over, has no
    /// answer.
    fn solve(&self, subject: &mut CheckedScenario, over: &dyn Fn() -> bool) -> Result<(), Failure> {
        let spoken: BTreeSet<usize> = subject.contracts.iter().flat_map(Contract::sources).collect();
        let mut answers = Vec::new();
        for (place, source) in subject.sources.iter().enumerate() {
            let wanted = spoken.contains(&place) && !over();
            answers.push(match wanted.then(|| solve(&**source, &self.limits, &subject.name)) {
                Some(Ok(solved)) => Some(solved),
                None | Some(Err(Failure::Usage(_) | Failure::Interrupted(_))) => None,
                Some(Err(failure)) => return Err(failure),
            });
        }
        subject.exact = Some(answers);
        Ok(())
    }

    /// The rule by which verdicts are found, with the margins that were given: of what the scenarios are measured by.
    fn rule(&self, subjects: &[CheckedScenario]) -> Result<BaselineRule, Failure> {
        let outcomes: Vec<Outcome> = subjects
            .iter()
            .filter_map(|subject| subject.sources.first())
            .flat_map(|own| {
                let catalogue = own.catalogue();
                Outcomes::of(catalogue, catalogue, &Matching::new(catalogue, catalogue, |_| true)).both
            })
            .collect();
        // A margin is not judged when no scenario could be read: then that is what has to be said.
        let margins = if subjects.is_empty() { Margins::default() } else { margins(&self.margins, outcomes.iter())? };
        Ok(BaselineRule { alpha: self.alarms, fights_max: self.fights, margins, seed: self.seed, threads: self.threads })
    }

    /// The command that makes this result again.
    fn command(&self) -> String {
        let mut words = vec![self.shelf.typed()];
        words.extend(self.margins.iter().map(|margin| format!("--margin {}", quoted(&margin.text()))));
        words.extend(self.exact.then(|| format!("--exact{}", self.limits.typed())));
        words.extend(self.seed.map(|seed| format!("--seed {seed}")));
        format!("sparring check {}", words.join(" "))
    }
}
