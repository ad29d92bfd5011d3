//! Studies: what all verbs share that play variants of one scenario.
//!
//! Owns their common arguments, the loading of variants, what outcomes are called, and where the report goes. Start at [`Study`].

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::analysis::contract::Contract;
use crate::analysis::outcome::{Outcomes, matching};
use crate::analysis::reading::{Reading, solved};
use crate::cli::exactly::{LimitArguments, solve};
use crate::cli::expect::Expected;
use crate::cli::load::{Playable, ScenarioArguments, load, quoted, words_of};
use crate::cli::run::{OutputFormat, SEED};
use crate::cli::{number, output};
use crate::dice::key::SCHEME;
use crate::error::{Failure, nearest};
use crate::exact::{Solvable, Stop};
use crate::fight::{Catalogue, typed};
use crate::report::sheet::{self, Origin};
use crate::report::{self};
use crate::rules::System;
use crate::scenario::Format as _;
use crate::sim::pair::{Arm, Pair, Playable as PlayablePair};
use crate::sim::solo::Countable;
use crate::stats::Level;
use crate::tally::Matching;
use crate::with_system;

/// Arguments of every study.
#[derive(Args, Debug, Clone)]
pub struct StudyArguments {
    #[command(flatten)]
    pub scenario: ScenarioArguments,
    /// Fights of each variant at the most.
    #[arg(long, value_parser = number::fights, default_value = "100000")]
    pub fights: u64,
    /// The seed of all variants.
    #[arg(long, default_value_t = SEED)]
    pub seed: u64,
    /// Confidence level.
    #[arg(long, value_parser = number::level, default_value = "95%")]
    pub level: Level,
    /// Look at every metric, not only at those of the most important tables, and print every row.
    #[arg(long)]
    pub all: bool,
    /// Threads; without it, one per core. Results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The format of the output.
    #[arg(long, value_enum, default_value = "text")]
    pub format: OutputFormat,
    /// The folder of the report; without it, a directory below `reports/`.
    #[arg(long, value_name = "DIRECTORY")]
    pub out: Option<PathBuf>,
    /// Write no report, only print.
    #[arg(long, conflicts_with = "out")]
    pub no_report: bool,
}

/// Outcomes that somebody asks about.
#[derive(Args, Debug, Clone)]
pub struct OutcomeArguments {
    /// The outcomes to look at first: `win(heroes)`, `mean(rounds)`, `chance(Ogre.exhaustion >= 3)`, or an outcome by its name,
    /// such as `Ysolde.dead`. Can be given several times; without it, who wins.
    #[arg(long = "outcome", value_name = "OUTCOME")]
    pub outcomes: Vec<String>,
}

impl OutcomeArguments {
    /// True if something asked for is this metric.
    pub fn asks(&self, key: &str) -> bool {
        asks(&self.outcomes, key)
    }

    /// Names of the outcomes that are asked for, among those that there are.
    ///
    /// # Errors
    /// A name that no outcome has.
    pub fn keys(&self, outcomes: &Outcomes) -> Result<Vec<String>, Failure> {
        let asked: Vec<String> = self.outcomes.iter().map(|one| words_of(one)).collect();
        keys(&asked, outcomes)
    }
}

/// True if one of these is this metric, or its mean.
fn asks(asked: &[String], key: &str) -> bool {
    let of = |asked: &String| inside(asked, "mean").unwrap_or_else(|| asked.clone());
    asked.iter().any(|asked| of(asked) == key)
}

/// Names of the outcomes that are asked for, among those that there are.
fn keys(asked: &[String], outcomes: &Outcomes) -> Result<Vec<String>, Failure> {
    let named = |key: &str| outcomes.both.iter().any(|outcome| outcome.key == key);
    let key = |asked: &String| {
        let key = match typed::share_of(asked) {
            _ if named(asked) => asked.clone(),
            Some((metric, label)) => typed::share(&metric, &label),
            None => inside(asked, "mean").or_else(|| inside(asked, "chance")).unwrap_or_else(|| asked.clone()),
        };
        if named(&key) {
            return Ok(key);
        }
        let known = outcomes.both.iter().map(|outcome| outcome.key.as_str());
        let near = nearest(&key, known.clone()).map(|near| format!("; did you mean `{near}`?"));
        let all = || known.take(12).collect::<Vec<_>>().join(", ");
        let help = near.unwrap_or_else(|| format!("; there are {} ...", all()));
        Err(Failure::Usage(format!("nothing that is measured is called `{key}`{help}")))
    };
    asked.iter().map(key).collect()
}

/// A scene that can be played and solved.
pub trait Scene: Countable + Solvable {}

impl<T: Countable + Solvable> Scene for T {}

/// A variant that can be played.
pub struct Variant {
    /// Its digest.
    pub digest: String,
    /// The job: its digest and that of what is counted.
    pub job: String,
    /// Its catalogue, in which what is asked is called by its own words.
    pub catalogue: Catalogue,
    /// The scene that is played or solved.
    pub arm: Box<dyn Scene>,
    /// The matching of its measures: its catalogue matched with itself.
    pub matching: Matching,
    /// Its outcomes.
    pub outcomes: Outcomes,
    /// The designer's expectations of it.
    pub expected: Vec<Contract>,
    /// The designer's expectations that need other fights than its own.
    pub beyond: Vec<String>,
}

/// Two variants that can be played with the same luck.
pub struct Variants {
    /// Their digests.
    pub digests: [String; 2],
    /// The pair that is played.
    pub pair: Box<dyn PlayablePair>,
    /// Their outcomes.
    pub outcomes: Outcomes,
}

/// A scenario of which variants are played.
pub struct Study<'a> {
    arguments: &'a StudyArguments,
    system: &'static str,
    title: String,
    digest: String,
    files: Vec<(String, String)>,
    asked: Vec<String>,
    /// The limits of solving, where variants are solved.
    exact: Option<&'a LimitArguments>,
}

impl<'a> Study<'a> {
    /// Reads the scenario as it is; it has to be one that can be played.
    pub fn open(arguments: &'a StudyArguments, asked: &[String]) -> Result<Self, Failure> {
        let raw = arguments.scenario.read()?;
        let named = arguments.scenario.system(&raw)?;
        let opened = with_system!(named, S => load::<S>(&raw).map(|playable| {
            output::warn(&playable.warnings);
            let (title, digest) = (playable.scenario.document.title.clone(), playable.scenario.digest());
            let (files, asked) = (playable.scenario.files(), asked.iter().map(|one| words_of(one)).collect());
            Study { arguments, system: S::NAME, title, digest, files, asked, exact: None }
        }));
        opened.unwrap_or_else(|| Err(Failure::Bug(format!("no rules for {named}"))))
    }

    /// The study with variants that are solved, as far as these limits allow, where there are any.
    pub fn exactly(self, exact: Option<&'a LimitArguments>) -> Self {
        Study { exact, ..self }
    }

    /// The limits of solving, where variants are solved.
    pub fn exact(&self) -> Option<&'a LimitArguments> {
        self.exact
    }

    /// The exact answer for a variant, within these limits. Nothing when it was interrupted.
    ///
    /// # Errors
    /// A limit that is met before anything is decided.
    pub fn solve(&self, variant: &Variant, limits: &LimitArguments, what: &str) -> Result<Option<Vec<Reading>>, Failure> {
        match solve(&*variant.arm, limits, what) {
            Ok(answer) if answer.stopped == Some(Stop::Interrupted) => Ok(None),
            Ok(answer) => Ok(Some(solved(&variant.outcomes, &variant.matching, &answer))),
            Err(Failure::Interrupted(_)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The scenario with these changes behind those of the command line.
    pub fn with(&self, sets: &[String]) -> ScenarioArguments {
        let mut scenario = self.arguments.scenario.clone();
        scenario.sets.extend_from_slice(sets);
        scenario
    }

    /// The arguments that it was asked with.
    pub fn arguments(&self) -> &StudyArguments {
        self.arguments
    }

    /// Its digest without any change.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The name of its system.
    pub fn system(&self) -> &'static str {
        self.system
    }

    /// Loads a variant for its system.
    pub fn load<S: System>(&self, sets: &[String]) -> Result<Playable<S>, Failure> {
        let mut playable = load::<S>(&self.with(sets).read()?)?;
        playable.ask(&self.asked)?;
        Ok(playable)
    }

    /// A loaded scenario with the seed of the study.
    fn arm<S: System>(&self, playable: Playable<S>) -> Arm<S::Rules> {
        Arm { loaded: playable.loaded, layout: playable.layout, seed: self.arguments.seed }
    }

    /// True if something asked for is this metric.
    fn asked_for(&self, key: &str) -> bool {
        asks(&self.asked, key)
    }

    /// A variant to be played by itself.
    pub fn variant(&self, sets: &[String]) -> Result<Variant, Failure> {
        let made = with_system!(self.system, S => self.load::<S>(sets).map(|playable| {
            let catalogue = playable.named_catalogue();
            let matching = matching(&catalogue, &catalogue, self.arguments.all, |key| self.asked_for(key));
            let outcomes = Outcomes::of(&catalogue, &catalogue, &matching);
            let (digest, job) = (playable.scenario.digest(), playable.job());
            let beyond = playable.expected.iter().filter(|expected| expected.own().is_none());
            let beyond = beyond.map(|expected| expected.text.that.clone()).collect();
            let expected = playable.expected.iter().filter_map(Expected::own).collect();
            Variant { digest, job, catalogue, arm: Box::new(self.arm(playable)) as Box<dyn Scene>, matching, outcomes, expected, beyond }
        }));
        made.unwrap_or_else(|| Err(Failure::Bug(format!("no rules for {}", self.system))))
    }

    /// Two variants to be played with the same luck.
    pub fn variants(&self, before: &[String], after: &[String]) -> Result<Variants, Failure> {
        let made = with_system!(self.system, S => self.load::<S>(before).and_then(|before| {
            let after = self.load::<S>(after)?;
            let (old, new) = (before.named_catalogue(), after.named_catalogue());
            let matching = matching(&old, &new, self.arguments.all, |key| self.asked_for(key));
            let outcomes = Outcomes::of(&old, &new, &matching);
            let digests = [before.scenario.digest(), after.scenario.digest()];
            let pair = Box::new(Pair { before: self.arm(before), after: self.arm(after), matching });
            Ok(Variants { digests, pair: pair as Box<dyn PlayablePair>, outcomes })
        }));
        made.unwrap_or_else(|| Err(Failure::Bug(format!("no rules for {}", self.system))))
    }

    /// Names of the outcomes that were asked for, among those that there are; without any, who wins.
    pub fn keys(&self, outcomes: &Outcomes) -> Result<Vec<String>, Failure> {
        if !self.asked.is_empty() {
            return keys(&self.asked, outcomes);
        }
        let named = |key: &str| outcomes.both.iter().any(|outcome| outcome.key == key);
        let Some(category) = outcomes.categories.first() else { return Ok(Vec::new()) };
        let labels = category.before.iter().filter(|label| !label.is_empty());
        Ok(labels.map(|label| typed::share(&category.key, label)).filter(|key| named(key)).collect())
    }

    /// The origin of the study; `words` are what the verb itself was given.
    pub fn origin(&self, verb: &str, words: &[String]) -> Origin {
        let arguments = self.arguments;
        let mut command = vec![format!("sparring {verb} {}", arguments.scenario.typed())];
        command.extend_from_slice(words);
        command.push(match self.exact {
            Some(limits) => format!("--exact{}", limits.typed()),
            None => format!("--fights {}", arguments.fights),
        });
        if arguments.seed != SEED {
            command.push(format!("--seed {}", arguments.seed));
        }
        if arguments.level != Level::default() {
            command.push(format!("--level {}", arguments.level.confidence()));
        }
        if arguments.all {
            command.push("--all".into());
        }
        Origin {
            title: self.title.clone(),
            system: self.system.to_owned(),
            digest: self.digest.clone(),
            command: command.join(" "),
            seed: arguments.seed,
            scheme: SCHEME.to_owned(),
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            level: arguments.level,
            fights: if self.exact.is_some() { 0 } else { arguments.fights },
            exact: self.exact.is_some(),
            files: self.files.clone(),
        }
    }
}

/// An option with a text as a shell takes it.
pub fn option(name: &str, text: &str) -> String {
    format!("--{name} {}", quoted(text))
}

/// The words in the brackets of `function(...)`, without quotes.
pub fn inside(text: &str, function: &str) -> Option<String> {
    let inner = text.trim().strip_prefix(function)?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
    Some(inner.trim().replace('"', ""))
}

impl StudyArguments {
    /// The folder of the report, if it has one; it is made sure that it can be written.
    pub fn directory(&self, verb: &str) -> Result<Option<PathBuf>, Failure> {
        if self.no_report {
            return Ok(None);
        }
        let directory = self.out.clone().unwrap_or_else(|| self.scenario.folder(&format!("{verb}-")));
        report::prepare(&directory)?;
        Ok(Some(directory))
    }

    /// Prints the study and writes its report.
    pub fn hand_out(&self, study: &dyn sheet::Study, directory: Option<&Path>) -> Result<(), Failure> {
        let text = match self.format {
            OutputFormat::Text => sheet::terminal(study, std::io::stdout().is_terminal(), self.all)?,
            OutputFormat::Json => study.json()?,
            OutputFormat::Csv => study.csv()?,
            OutputFormat::Md => sheet::markdown(study)?,
        };
        if self.format == OutputFormat::Text {
            output::show(&text)?;
        } else {
            output::print(&text)?;
        }
        let Some(directory) = directory else { return Ok(()) };
        sheet::write(study, directory)?;
        if self.format == OutputFormat::Text {
            output::print(&format!("\nReport: {}\n", directory.join("report.html").display()))?;
        }
        Ok(())
    }
}
