//! Loading: from a path and `--set`s to a scenario that can be played. Shared by all verbs that need one.

use std::path::{Path, PathBuf};

use clap::Args;
use sha2::{Digest as _, Sha256};

use crate::analysis::outcome::{EXPECTED, REPEATED};
use crate::cli::expect::{Expected, expectations, limits};
use crate::cli::folder::folder;
use crate::cli::run::SEED;
use crate::error::{Failure, Gravity, Problem};
use crate::fight::{Catalogue, Scale, Side, Subject};
use crate::report::answer::ATTACKS;
use crate::rules::profile::warn;
use crate::rules::{Loaded, Rules as _, SYSTEMS, System};
use crate::scenario::{self, Combatant, Complaints, Document, Patch, Raw, Scenario, expand};
use crate::sim::{Layout, Question, Worker};

/// The scenario, and the changes to it.
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
    /// The folder outside of which nothing is included; without it the repository, or else the folder of the file.
    #[arg(long, value_name = "DIRECTORY")]
    pub root: Option<PathBuf>,
}

impl ScenarioArguments {
    /// Reads the files.
    pub fn read(&self) -> Result<Raw, Failure> {
        Raw::read_below(self.root.as_deref(), &self.scenario, &self.patches, &self.sets)
    }

    /// The scenario with what is changed in it, as a shell takes it.
    pub fn typed(&self) -> String {
        let patches = self.patches.iter().map(|patch| format!(" --with {}", quoted(&patch.display().to_string())));
        let sets = self.sets.iter().map(|set| format!(" --set {}", quoted(set)));
        let root = self.root.iter().map(|root| format!(" --root {}", quoted(&root.display().to_string())));
        let changes: String = patches.chain(sets).chain(root).collect();
        format!("{}{changes}", quoted(&self.scenario.display().to_string()))
    }

    /// The folder of a report on the scenario.
    pub fn folder(&self, verb: &str) -> PathBuf {
        folder(verb, &self.scenario, &self.patches, &self.sets)
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

/// A scenario that can be played.
pub struct Playable<S: System> {
    /// The checked document.
    pub scenario: Scenario<S>,
    /// The rules and who fights.
    pub loaded: Loaded<S::Rules>,
    /// The layout of what is measured.
    pub layout: Layout,
    /// The designer's expectations.
    pub expected: Vec<Expected>,
    /// Metrics that were added because somebody asked, each with the call it stands for.
    pub asked: Vec<(usize, String)>,
    /// The warnings to read before it is played.
    pub warnings: Vec<Problem>,
    /// The differences from the published rules.
    pub patches: Vec<Patch>,
}

impl<S: System> Playable<S> {
    /// The catalogue, in which conditions that the designer expects something of, or asks about, are called by their own words.
    /// The expected winner is an outcome anyway.
    pub fn named_catalogue(&self) -> Catalogue {
        let mut catalogue = self.layout.catalogue.clone();
        let expected = self.expected.iter().flat_map(|expected| &expected.questions);
        for (metric, call) in expected.chain(&self.asked) {
            let metric = &mut catalogue.metrics[*metric];
            // A sum over a side has a name of its own.
            if let Subject::Side(_) = metric.subject {
                metric.family = EXPECTED.to_owned();
                continue;
            }
            metric.family = if call.starts_with("chance") { EXPECTED } else { REPEATED }.to_owned();
            metric.key = words_of(call);
            metric.label.clone_from(&metric.key);
        }
        catalogue
    }

    /// The job that is played: a digest of the scenario and of what is counted of its fights. The scenario's own metrics, conditions
    /// of expectations and those that are asked decide no outcome, but what its counts are counts of.
    pub fn job(&self) -> String {
        let questions = self.expected.iter().flat_map(|expected| &expected.questions).chain(&self.asked);
        let questions: Vec<String> = questions.map(|(_, call)| words_of(call)).collect();
        let counted = serde_json::json!([self.scenario.digest(), self.scenario.document.metric, questions]);
        Sha256::digest(counted.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The warnings, with everything odd about combatants.
    pub fn oddities(&self) -> Vec<Problem> {
        let mut complaints = Complaints::default();
        odd::<S>(&self.scenario.document, &self.loaded, true, &mut complaints);
        for side in self.harmless() {
            let name = &self.loaded.sides[side];
            let what = format!("`{name}` attacks nobody and wins none of {TRIED} fights");
            let document = &self.scenario.document;
            let followed = document.side[side].combatant.iter().find_map(Combatant::policy);
            let path = match followed.filter(|name| document.policy.contains_key(*name)) {
                Some(name) => format!("policy.{}", scenario::quoted(name)),
                None => format!("side[{side}]"),
            };
            complaints.warning(path, what).help("look at its policies: `sparring run FILE --lines` tells what each line did");
        }
        for name in self.scenario.idle_policies() {
            let complaint = complaints
                .warning(format!("policy.{}", scenario::quoted(&name)), format!("nobody follows the policy `{name}`"));
            complaint.help(format!("write `policy = \"{name}\"` for whoever follows it, or leave it out")).own();
        }
        let odd = self.scenario.problems(complaints).into_iter().filter(|problem| !self.warnings.contains(problem));
        self.warnings.iter().cloned().chain(odd).collect()
    }

    /// Sides that win none of a few fights, alone or with allies, and never attack in them, of those that have anybody to fight.
    fn harmless(&self) -> Vec<usize> {
        let mut worker = Worker::new(&self.loaded, &self.layout, SEED);
        let catalogue = &self.layout.catalogue;
        let mut harmless: Vec<bool> = vec![true; self.loaded.sides.len()];
        let mut counted = vec![false; harmless.len()];
        for number in 0..TRIED {
            for (metric, &value) in catalogue.metrics.iter().zip(worker.play(number)) {
                match (&metric.scale, metric.subject) {
                    (Scale::Category(labels), Subject::Fight) => {
                        let label = usize::try_from(value).ok().and_then(|value| labels.get(value));
                        if let Some(side) = self.loaded.sides.iter().position(|side| Some(side) == label) {
                            let camp = self.loaded.plan.relations.camp_of(Side(side as u8));
                            camp.for_each(|ally| harmless[ally.index()] = false);
                        }
                    }
                    (_, Subject::Combatant(slot)) if ATTACKS.contains(&metric.family.as_str()) => {
                        let side = self.loaded.combatants[slot.index()].side.index();
                        counted[side] = true;
                        harmless[side] &= value <= 0;
                    }
                    _ => {}
                }
            }
        }
        let fights = |side: usize| self.loaded.plan.relations.fights(Side(side as u8));
        (0..harmless.len()).filter(|&side| harmless[side] && counted[side] && fights(side)).collect()
    }

    /// Adds what somebody asks about to what is measured: conditions, `chance(...)`, and what is only counted when it is asked for, such as
    /// sums over sides and moments of a day (`mean(fight3.party.hp)`, `before3.Ada.hp`). Other texts are passed over.
    ///
    /// # Errors
    /// A condition that is wrong.
    pub fn ask(&mut self, texts: &[String]) -> Result<(), Failure> {
        for text in texts {
            let condition = text.trim().strip_prefix("chance(").and_then(|text| text.strip_suffix(')'));
            let Some(condition) = condition else {
                let mean = text.trim().strip_prefix("mean(").and_then(|text| text.strip_suffix(')'));
                self.layout.index_or_sum(&mean.unwrap_or(text).trim().replace('"', ""));
                continue;
            };
            let mut known = self.expected.iter().flat_map(|expected| &expected.questions).chain(&self.asked);
            if known.any(|(_, call)| words_of(call) == words_of(text)) {
                continue;
            }
            let question = Question::new(condition, &mut self.layout).map_err(|defects| {
                let said = defects.into_iter().map(|defect| [vec![defect.message], defect.help].concat().join("; "));
                Failure::Usage(format!("{text}: {}", said.collect::<Vec<_>>().join("; ")))
            })?;
            let metric = self.layout.ask(format!("asked{}", self.asked.len() + 1), question);
            self.asked.push((metric, text.clone()));
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
    let scenario = raw.check_with::<S>(|document, complaints| drop(prepare::<S>(document, complaints)))?;
    let mut complaints = Complaints::default();
    let ready = prepare::<S>(&scenario.document, &mut complaints);
    let failed = complaints.any_error();
    let problems = scenario.problems(complaints);
    match ready {
        Some((loaded, layout, mut expected)) if !failed => {
            let count = expected.len();
            expected.iter_mut().zip(lines(&scenario, count)).for_each(|(expected, line)| expected.line = line);
            let warnings = problems.into_iter().filter(|problem| problem.gravity == Gravity::Warning).collect();
            let patches = scenario.patches();
            Ok(Playable { scenario, loaded, layout, expected, asked: Vec::new(), warnings, patches })
        }
        _ => Err(Failure::Scenario(problems)),
    }
}

/// Makes a document ready for its rules, with what is measured and expected.
fn prepare<S: System>(
    document: &Document<S>,
    complaints: &mut Complaints,
) -> Option<(Loaded<S::Rules>, Layout, Vec<Expected>)> {
    limits(&document.expect, complaints);
    let Some(loaded) = S::load(document, complaints) else {
        expect_without_policies::<S>(document, complaints);
        return None;
    };
    let mut layout = Layout::new(&loaded);
    layout.define_all(&document.metric, complaints);
    let expected = expectations(&document.expect, &mut layout, complaints);
    // Oddities are told of a scenario that could be played: beside errors they would be in the way.
    if !complaints.any_error() {
        odd::<S>(document, &loaded, false, complaints);
    }
    Some((loaded, layout, expected))
}

/// Complains of wrong expectations beside wrong policies: what is measured does not depend on them.
fn expect_without_policies<S: System>(document: &Document<S>, complaints: &mut Complaints) {
    let Some(bare) = document.without_policies() else { return };
    if let Some(loaded) = S::load(&bare, &mut Complaints::default()) {
        let mut layout = Layout::new(&loaded);
        layout.define_all(&document.metric, complaints);
        expectations(&document.expect, &mut layout, complaints);
    }
}

/// Warns of what is odd about combatants, with what may well be meant where `all` is asked for.
fn odd<S: System>(document: &Document<S>, loaded: &Loaded<S::Rules>, all: bool, complaints: &mut Complaints) {
    let enlisted = expand(document, &mut Complaints::default());
    let profiles = loaded.rules.profiles();
    warn(enlisted.iter().map(|one| one.path.as_str()).zip(&profiles), all, complaints);
}

/// The line of the file on which each of so many expectations stands: they stand there in their order.
fn lines<S: System>(scenario: &Scenario<S>, expectations: usize) -> Vec<usize> {
    let mut complaints = Complaints::default();
    for index in 0..expectations {
        complaints.warning(format!("expect[{index}]"), "");
    }
    let places = scenario.problems(complaints).into_iter().filter_map(|problem| problem.place);
    let (mut line, mut counted) = (1, 0);
    let mut lines: Vec<usize> = places
        .map(|place| {
            let start = place.span.start;
            line += place.source.text.get(counted..start).map_or(0, |between| between.matches('\n').count());
            counted = start;
            line
        })
        .collect();
    lines.resize(expectations, 0);
    lines
}

/// Fights that are tried to see who attacks nobody.
const TRIED: u64 = 20;

/// The most scenario files that one command takes.
const FILES_MOST: usize = 1000;
/// The most folders inside each other that are looked through.
const FOLDERS_DEEP_MOST: usize = 16;

/// All TOML files below a folder, in the order of their paths.
///
/// # Errors
/// A folder that cannot be read, or too many files.
pub fn below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    add_below(folder, 0, &mut files)?;
    files.sort();
    few_enough(files.len())?;
    Ok(files)
}

/// Adds the TOML files below a folder in no order; stops soon after there are far too many.
fn add_below(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error| Failure::file(folder, "read", error);
    if depth > FOLDERS_DEEP_MOST {
        let reason = format!("it lies more than {FOLDERS_DEEP_MOST} folders deep; is a link leading round in a circle?");
        return Err(Failure::file(folder, "read", reason));
    }
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            add_below(&path, depth + 1, files)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
        if files.len() > 100 * FILES_MOST {
            break;
        }
    }
    Ok(())
}

/// Checks that a command can take so many scenario files.
///
/// # Errors
/// More files than one command can take.
pub fn few_enough(files: usize) -> Result<(), Failure> {
    let message =
        || format!("{files} scenario files are too many for one command: {FILES_MOST} at the most; take them folder by folder");
    if files > FILES_MOST { Err(Failure::Usage(message())) } else { Ok(()) }
}
