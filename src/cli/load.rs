//! Loading: from a path and `--set`s to a scenario that can be played. Shared by all verbs that need one.

use std::path::PathBuf;

use clap::Args;

use crate::analysis::outcome::{EXPECTED, REPEATED};
use crate::error::{Failure, Gravity, Problem};
use crate::fight::Catalogue;
use crate::rules::{Loaded, SYSTEMS, System};
use crate::scenario::{Complaints, Expectation, Patch, Raw, Scenario};
use crate::sim::{Layout, Question};

/// Which scenario, and what to change in it.
#[derive(Args, Debug, Clone)]
pub struct ScenarioArguments {
    /// The scenario file.
    pub scenario: PathBuf,
    /// Change a value: `book.defend.ar_bonus=3`, `side.heroes.Ada.hp_max=20`. Can be given several times.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
    /// A patch: a TOML file with `book`, `rulings`, `combatant` and `policy` tables that are laid over the scenario key by key.
    /// Can be given several times.
    #[arg(long = "with", value_name = "FILE")]
    pub patches: Vec<PathBuf>,
}

impl ScenarioArguments {
    /// Reads the files.
    pub fn read(&self) -> Result<Raw, Failure> {
        Raw::read(&self.scenario, &self.patches, &self.sets)
    }

    /// The scenario with what is changed in it, as a shell takes it.
    pub fn typed(&self) -> String {
        let patches = self.patches.iter().map(|patch| format!(" --with {}", quoted(&patch.display().to_string())));
        let sets = self.sets.iter().map(|set| format!(" --set {}", quoted(set)));
        let changes: String = patches.chain(sets).collect();
        format!("{}{changes}", quoted(&self.scenario.display().to_string()))
    }

    /// The name of its system.
    pub fn system<'a>(&self, raw: &'a Raw) -> Result<&'a str, Failure> {
        raw.system(SYSTEMS)
    }
}

/// A word of a command as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-/=+:,".contains(letter);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// An expectation of the scenario, ready to be read off a tally.
pub struct Expected {
    /// As the designer wrote it.
    pub text: Expectation,
    /// The statistic.
    pub statistic: Statistic,
}

/// What an expectation is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statistic {
    /// Share of fights in which this metric has this value.
    Share(usize, i64),
    /// Mean of this metric.
    Mean(usize),
}

/// A scenario that can be played.
pub struct Playable<S: System> {
    /// The checked document.
    pub scenario: Scenario<S>,
    /// The rules and who fights.
    pub loaded: Loaded<S::Rules>,
    /// What is measured.
    pub layout: Layout,
    /// What the designer expects.
    pub expected: Vec<Expected>,
    /// What is worth knowing before it is played.
    pub warnings: Vec<Problem>,
    /// What differs from the published rules.
    pub patches: Vec<Patch>,
}

impl<S: System> Playable<S> {
    /// The catalogue, in which conditions that the designer expects something of are called by their own words. Who is
    /// expected to win is an outcome anyway.
    pub fn named_catalogue(&self) -> Catalogue {
        let mut catalogue = self.layout.catalogue.clone();
        for expected in &self.expected {
            let Statistic::Share(metric, _) = expected.statistic else { continue };
            let metric = &mut catalogue.metrics[metric];
            let condition = expected.text.that.trim_start().starts_with("chance");
            metric.family = if condition { EXPECTED } else { REPEATED }.to_owned();
            metric.key = words_of(&expected.text.that);
            metric.label.clone_from(&metric.key);
        }
        catalogue
    }

    /// Adds conditions that somebody asks about to what is measured, as if the scenario expected something of them. Texts
    /// that are not of the form `chance(...)` are passed over.
    pub fn ask(&mut self, texts: &[String]) -> Result<(), Failure> {
        for text in texts.iter().filter(|text| text.trim_start().starts_with("chance(")) {
            if self.expected.iter().any(|expected| words_of(&expected.text.that) == words_of(text)) {
                continue;
            }
            let mut complaints = Complaints::default();
            let index = self.layout.questions.len();
            match statistic(text, index, &mut self.layout, "outcome", &mut complaints) {
                Some(statistic) => self.expected.push(Expected { text: Expectation::of(text), statistic }),
                None => {
                    let said = complaints.into_list().into_iter();
                    let said: Vec<String> = said.map(|one| [vec![one.message], one.help].concat().join("; ")).collect();
                    return Err(Failure::Usage(format!("{text}: {}", said.join("; "))));
                }
            }
        }
        Ok(())
    }
}

/// A text with single spaces.
pub fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Loads a scenario for its system.
///
/// # Errors
/// With everything that is wrong with it.
pub fn load<S: System>(raw: &Raw) -> Result<Playable<S>, Failure> {
    let scenario = raw.check::<S>()?;
    let mut complaints = Complaints::default();
    let loaded = S::load(&scenario.document, &mut complaints);
    let ready = loaded.map(|loaded| {
        let mut layout = Layout::new(&loaded);
        let expected = expectations(&scenario.document.expect, &mut layout, &mut complaints);
        (loaded, layout, expected)
    });
    let failed = complaints.any_error();
    let problems = scenario.problems(complaints);
    match ready {
        Some((loaded, layout, expected)) if !failed => {
            let warnings = problems.into_iter().filter(|problem| problem.gravity == Gravity::Warning).collect();
            let patches = scenario.patches();
            Ok(Playable { scenario, loaded, layout, expected, warnings, patches })
        }
        _ => Err(Failure::Scenario(problems)),
    }
}

/// Reads what expectations are about: `win(side)`, `mean(metric)`, `chance(condition)`.
fn expectations(texts: &[Expectation], layout: &mut Layout, complaints: &mut Complaints) -> Vec<Expected> {
    let mut expected = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let path = format!("expect[{index}]");
        if text.between.is_none() && text.at_least.is_none() && text.at_most.is_none() {
            complaints.error(path.as_str(), "an expectation needs `between`, `at_least` or `at_most`");
        }
        if text.between.is_some_and(|[low, high]| low > high) {
            complaints.error(format!("{path}.between"), "the first number is the larger one");
        }
        if let Some(statistic) = statistic(&text.that, index, layout, &format!("{path}.that"), complaints) {
            expected.push(Expected { text: text.clone(), statistic });
        }
    }
    expected
}

fn statistic(that: &str, index: usize, layout: &mut Layout, path: &str, complaints: &mut Complaints) -> Option<Statistic> {
    let form = that.trim().strip_suffix(')').and_then(|that| that.split_once('('));
    let Some((function @ ("win" | "mean" | "chance"), inside)) = form else {
        let complaint = complaints.error(path, format!("`{that}` is no statistic"));
        complaint.help("write `win(side)`, `mean(metric)` or `chance(condition)`");
        return None;
    };
    let condition = match function {
        "mean" => {
            let key = inside.replace('"', "");
            let found = layout.catalogue.index(&key);
            if found.is_none() {
                let keys = layout.catalogue.metrics.iter().map(|metric| metric.key.as_str());
                let near = crate::error::nearest(&key, keys).map(|near| format!("did you mean `{near}`?"));
                complaints
                    .error(path, format!("there is no metric `{key}`"))
                    .help(near.unwrap_or_else(|| "see `--format json`".into()));
            }
            return found.map(Statistic::Mean);
        }
        "win" => format!("winner == {inside}"),
        _ => inside.to_owned(),
    };
    match Question::new(&condition, &layout.catalogue) {
        Ok(question) => Some(Statistic::Share(layout.ask(format!("expect{}", index + 1), question), 1)),
        Err(defects) => {
            for defect in defects {
                let complaint = complaints.error(path, defect.message);
                for help in defect.help {
                    complaint.help(help);
                }
            }
            None
        }
    }
}
