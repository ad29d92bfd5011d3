//! Reports of checks: the same verdicts for a terminal, for a merge request, for test reports and for programs.
//!
//! Owns the sentences: what moved, by how much, since which baseline, and the commands that show it. Every format is made from
//! the same [`Line`]s. Must not judge. Start at [`CheckReport::lines`].

mod formats;
pub(super) mod page;
pub mod words;

use std::ops::Range;

use crate::report::quoted;
use frame::analysis::check::exact::DifferentPart;
use frame::analysis::check::{BaselineResult, BaselineVerdict, Checked, Judge};
use frame::analysis::contract::{ClauseNumber, Contract, ContractStanding};
use frame::analysis::trend::Trend;

/// A report of a check.
pub struct CheckReport {
    /// The command that makes this result again.
    pub command: String,
    /// In which share of all checks there is any false alarm.
    pub alarms: f64,
    /// True if it ended before everything was settled for want of time.
    pub out_of_time: bool,
    /// Files that could not be checked, with the reason.
    pub failed: Vec<(String, String)>,
    /// The scenarios.
    pub entries: Vec<Entry>,
    /// How many rules of each system came up, a sentence each; empty where there was no time to tell fights.
    pub coverage: Vec<String>,
    /// The history of what contracts are about in the baselines of earlier days.
    pub trends: Vec<Trend>,
    /// The facts about those days, as a sentence; empty where nobody asked for them.
    pub history: String,
}

/// A scenario in it.
pub struct Entry {
    /// The name: `vogt/mirror-duel`.
    pub name: String,
    /// Its file.
    pub file: String,
    /// The scenario as it is typed, with what is changed in it.
    pub typed: String,
    /// True if it was to be held to a baseline.
    pub baseline_wanted: bool,
    /// The baseline, if there is one.
    pub since: Option<Since>,
    /// The wishes of its designer.
    pub contracts: Vec<Contract>,
    /// The findings.
    pub checked: Checked,
    /// The seconds that it took to find them.
    pub seconds: f64,
}

/// A baseline, as reports name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Since {
    /// Its file.
    pub file: String,
    /// The reason for it.
    pub because: String,
    /// Version of the program that made it.
    pub tool: String,
    /// Its seed.
    pub seed: u64,
    /// Its fights.
    pub fights: Range<u64>,
    /// True if the scenario is another one by now.
    pub scenario_changed: bool,
    /// What the scenario says otherwise, where it was kept what it said.
    pub changes: Vec<String>,
    /// The scheme of random streams then and now, where it is another one by now.
    pub scheme_changed: Option<(String, String)>,
}

/// The name of the verdict on a baseline.
const BASELINE: &str = "baseline";

/// A verdict, in the order of how much it matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// An outcome drifted, or an expectation is broken.
    Failed,
    /// The file could not be checked.
    Error,
    /// Neither has been shown.
    Undecided,
    /// All is well.
    Passed,
}

/// One verdict with its sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The scenario.
    pub scenario: String,
    /// Its file.
    pub file: String,
    /// Line of the file; 0 for the whole.
    pub line: usize,
    /// The thing that was checked: `baseline`, or what is expected.
    pub what: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict in a sentence.
    pub said: String,
    /// The details: what moved, since when, and what to do.
    pub details: Vec<String>,
}

/// The number of verdicts of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Drifted or broken.
    pub failed: usize,
    /// Undecided.
    pub undecided: usize,
    /// Passed.
    pub passed: usize,
}

impl CheckReport {
    /// All verdicts, scenario by scenario.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for entry in &self.entries {
            lines.extend(entry.baseline_line(self.alarms, self.out_of_time));
            lines.extend(entry.contract_lines(self.out_of_time));
        }
        lines.extend(self.failed.iter().map(|(file, reason)| Line {
            scenario: file.clone(),
            file: file.clone(),
            line: 0,
            what: "file".into(),
            verdict: Verdict::Error,
            said: "it could not be checked".into(),
            details: reason.lines().map(str::to_owned).collect(),
        }));
        lines
    }

    /// The number of verdicts of each kind.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for line in self.lines() {
            match line.verdict {
                Verdict::Failed => counts.failed += 1,
                Verdict::Undecided => counts.undecided += 1,
                Verdict::Passed => counts.passed += 1,
                Verdict::Error => {}
            }
        }
        counts
    }

    /// The number of scenarios of each kind; the worst of its verdicts is that of a scenario, and one without any passes.
    fn scenarios(&self) -> Counts {
        let mut counts = Counts::default();
        for entry in &self.entries {
            let contracts = entry.contract_lines(self.out_of_time);
            let verdicts = entry.baseline_line(self.alarms, self.out_of_time).into_iter().chain(contracts);
            match verdicts.map(|line| line.verdict).min() {
                Some(Verdict::Failed) => counts.failed += 1,
                Some(Verdict::Undecided) => counts.undecided += 1,
                Some(Verdict::Passed) | None => counts.passed += 1,
                Some(Verdict::Error) => {}
            }
        }
        counts
    }

    /// The outcome of the whole in one sentence, which counts scenarios.
    #[must_use]
    pub fn summary(&self) -> String {
        let Counts { failed, undecided, passed } = self.scenarios();
        let time = if self.out_of_time { " when the time was over" } else { "" };
        let scenarios = self.entries.len();
        let plural = if scenarios == 1 { "" } else { "s" };
        format!("{scenarios} scenario{plural}: {passed} passed, {failed} drifted or broken, {undecided} undecided{time}")
    }
}

impl Entry {
    /// A line of the report about this scenario, at no line of its file.
    fn line(&self, what: String, verdict: Verdict, said: String, details: Vec<String>) -> Line {
        Line { scenario: self.name.clone(), file: self.file.clone(), line: 0, what, verdict, said, details }
    }

    /// The line about the baseline; none where no baseline is wanted.
    fn baseline_line(&self, alarms: f64, out_of_time: bool) -> Option<Line> {
        if !self.baseline_wanted {
            return None;
        }
        let what = BASELINE.to_owned();
        let (Some(since), Some(held)) = (&self.since, &self.checked.baseline) else {
            let details = vec![format!("make one: sparring bless {} --because \"...\"", quoted(&self.file))];
            return Some(self.line(what, Verdict::Undecided, "there is no baseline to hold it to".into(), details));
        };
        let verdict = match held.word {
            BaselineVerdict::Drift => Verdict::Failed,
            BaselineVerdict::Moved | BaselineVerdict::Undecided => Verdict::Undecided,
            BaselineVerdict::Pass => Verdict::Passed,
        };
        let mut details = Vec::new();
        if held.difference.is_some() {
            details.extend(words::changes(since));
            details.extend(words::findings(held, alarms));
            details.push(words::since(since));
            details.extend(self.commands(held));
        }
        Some(self.line(what, verdict, words::baseline(held, since, out_of_time), details))
    }

    /// The commands that show it, and those for when it is meant.
    fn commands(&self, held: &BaselineResult) -> Vec<String> {
        let mut commands = Vec::new();
        let seed = self.since.as_ref().map_or(1, |since| since.seed);
        let with_seed = if seed == 1 { String::new() } else { format!(" --seed {seed}") };
        match &held.difference {
            Some(DifferentPart::Fights(fights)) => {
                let numbers: Vec<String> = fights.iter().map(u64::to_string).collect();
                commands.push(format!("the first fights that are played otherwise: {}", numbers.join(", ")));
                commands.push(format!("see one: sparring replay {}{with_seed} --fight {}", self.typed, fights[0]));
            }
            Some(DifferentPart::Within(range)) => {
                commands.push(format!(
                    "the first fight that is played otherwise is among {} to {}",
                    range.start,
                    range.end - 1
                ));
            }
            Some(DifferentPart::Gone | DifferentPart::Metrics) => {
                commands.push(format!("no longer measured: {}", held.gone.join(", ")));
            }
            Some(DifferentPart::Streams | DifferentPart::Order | DifferentPart::Unknown) | None => {}
        }
        commands.push(format!("see all: sparring run {}{with_seed} --fights {}", self.typed, held.fights.max(100_000)));
        if held.word != BaselineVerdict::Pass {
            commands.push(format!("if it is meant: sparring bless {} --because \"...\"", quoted(&self.file)));
        }
        commands
    }

    /// The command that shows what a contract is about.
    fn seen(&self, contract: &Contract) -> String {
        let whole = contract.clauses.iter().find_map(|clause| match &clause.number {
            ClauseNumber::Whole(whole) => Some(whole),
            _ => None,
        });
        let Some(whole) = whole else { return format!("sparring run {}", self.typed) };
        let lists = ["rows", "columns"].into_iter().zip(&whole.lists);
        let options = lists.flat_map(|(name, lists)| lists.iter().map(move |list| format!(" --{name} {}", quoted(list))));
        format!("sparring matchup {}{}", self.typed, options.collect::<String>())
    }

    /// The lines about the contracts, in the order of the file.
    fn contract_lines(&self, out_of_time: bool) -> Vec<Line> {
        let pairs = self.contracts.iter().zip(&self.checked.contracts);
        let line = |(contract, kept): (&Contract, &frame::analysis::check::ContractResult)| {
            let verdict = match kept.standing {
                ContractStanding::Broken => Verdict::Failed,
                ContractStanding::Undecided => Verdict::Undecided,
                ContractStanding::Holds => Verdict::Passed,
            };
            let mut details = words::clauses(contract, kept);
            if kept.standing != ContractStanding::Holds {
                details.extend(Some(format!("because: {}", contract.because)).filter(|_| !contract.because.is_empty()));
                let hint = Some(format!("if violated: {}", contract.if_violated));
                details.extend(hint.filter(|_| kept.standing == ContractStanding::Broken && !contract.if_violated.is_empty()));
                let known = kept.clauses.iter().all(|judged| judged.interval.is_some());
                let see = self.seen(contract);
                details.push(match kept.by {
                    Judge::Solver if known => format!("see: {see} --exact"),
                    _ => format!("see: {see} --fights {}", kept.fights.max(100_000)),
                });
            }
            let said = words::contract(contract, kept, out_of_time);
            Line { line: contract.line, ..self.line(contract.that.clone(), verdict, said, details) }
        };
        pairs.map(line).collect()
    }
}
