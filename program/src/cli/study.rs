//! Studies: what all verbs share that play variants of one scenario.
//!
//! Owns their common arguments, the loading of variants, what outcomes are called, and where the report goes. Start at [`Study`].

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::Args;

use crate::cli::exactly::LimitArguments;
use crate::cli::load::{Member, ScenarioArguments, ShelfArguments, quoted};
use crate::cli::output::OutputFormat;
use crate::cli::seconds::SecondsArguments;
use crate::cli::{number, output};
use crate::report::document::{self, Origin};
use crate::report::{self};
use crate::systems;
use frame::analysis::asked::{asks, named, named_or_victories};
use frame::analysis::grid::Axis;
use frame::analysis::outcome::Outcomes;
use frame::analysis::reading::{Reading, solved};
use frame::analysis::variant::{Variant, VariantSource, Variants};
use frame::dice::key::SCHEME;
use frame::dice::{Roll, SEED};
use frame::door::{Facts, FoundSystem, Playable, words_of};
use frame::error::Failure;
use frame::scenario::{Number, Raw, Switch};
use frame::stats::Level;

/// How a result is printed, and where its report goes.
#[derive(Args, Debug, Clone)]
pub struct ReportArguments {
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

/// Arguments of every study.
#[derive(Args, Debug, Clone)]
pub struct StudyArguments {
    #[command(flatten)]
    pub shelf: ShelfArguments,
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
    #[command(flatten)]
    pub report: ReportArguments,
    #[command(flatten)]
    pub seconds: SecondsArguments,
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
    /// What is asked for, each with its words parted by single blanks.
    pub fn words(&self) -> Vec<String> {
        self.outcomes.iter().map(|one| words_of(one)).collect()
    }

    /// True if something asked for is this metric.
    pub fn asks(&self, key: &str) -> bool {
        asks(&self.outcomes, key)
    }

    /// Names of the outcomes that are asked for, among those that there are.
    ///
    /// # Errors
    /// A name that no outcome has.
    pub fn keys(&self, outcomes: &Outcomes) -> Result<Vec<String>, Failure> {
        named(&self.words(), outcomes)
    }

    /// The options as a shell takes them.
    pub fn typed(&self) -> impl Iterator<Item = String> {
        self.outcomes.iter().map(|outcome| option("outcome", outcome))
    }
}

/// What was read of several scenarios.
#[derive(Clone, Default)]
pub struct Read {
    /// The number of scenarios.
    pub scenarios: usize,
    /// Their systems, each once.
    pub systems: Vec<String>,
    /// All files, each once.
    pub files: Vec<(String, String)>,
    /// Scenarios that cannot be asked this, and why.
    pub foreign: Vec<(String, String)>,
}

impl Read {
    /// Adds a scenario.
    pub fn add(&mut self, facts: &Facts) {
        self.scenarios += 1;
        if !self.systems.contains(&facts.system) {
            self.systems.push(facts.system.clone());
        }
        for file in &facts.files {
            if !self.files.contains(file) {
                self.files.push(file.clone());
            }
        }
    }
}

/// A scenario of which variants are played.
pub struct Study<'a> {
    arguments: &'a StudyArguments,
    scenario: ScenarioArguments,
    system: FoundSystem,
    facts: Facts,
    asked: Vec<String>,
    /// The limits of solving, where variants are solved.
    exact: Option<&'a LimitArguments>,
    /// True if a patch may change what is not here.
    lenient: bool,
    /// The scenario as it is, once it was needed.
    as_it_is: OnceLock<Playable>,
}

impl<'a> Study<'a> {
    /// Reads a scenario as it is; it has to be one that can be played.
    pub fn open(arguments: &'a StudyArguments, scenario: ScenarioArguments, asked: &[String]) -> Result<Self, Failure> {
        let raw = scenario.read()?;
        Study::of(arguments, scenario, &raw, asked)
    }

    /// Reads a scenario of a shelf. Nothing where it is a file of a folder that is no scenario, or one that a patch is not for.
    pub fn open_member(arguments: &'a StudyArguments, member: &Member, asked: &[String]) -> Result<Option<Self>, Failure> {
        let raw = member.scenario.read()?;
        if member.found && (!raw.is_scenario() || raw.is_for_others()) {
            return Ok(None);
        }
        let raw = if member.found { raw.lenient() } else { raw };
        let study = Study::of(arguments, member.scenario.clone(), &raw, asked)?;
        Ok(Some(Study { lenient: member.found, ..study }))
    }

    /// A scenario that was read.
    fn of(arguments: &'a StudyArguments, scenario: ScenarioArguments, raw: &Raw, asked: &[String]) -> Result<Self, Failure> {
        let system = systems::built().of(raw)?;
        let playable = system.load(raw)?;
        output::warn(&playable.warnings);
        let asked = asked.iter().map(|one| words_of(one)).collect();
        let facts = playable.game.facts().clone();
        Ok(Study { arguments, scenario, system, facts, asked, exact: None, lenient: false, as_it_is: OnceLock::new() })
    }

    /// The study with variants that are solved, as far as these limits allow, where there are any.
    pub fn exactly(self, exact: Option<&'a LimitArguments>) -> Self {
        Study { exact, ..self }
    }

    /// The limits of solving, where variants are solved.
    pub fn exact(&self) -> Option<&'a LimitArguments> {
        self.exact
    }

    /// The scenario with these changes behind those of the command line.
    pub fn with(&self, sets: &[String]) -> ScenarioArguments {
        let mut scenario = self.scenario.clone();
        scenario.sets.extend_from_slice(sets);
        scenario
    }

    /// Its system.
    pub fn system(&self) -> &FoundSystem {
        &self.system
    }

    /// The facts about it without any change.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Loads a variant.
    pub fn load(&self, sets: &[String]) -> Result<Playable, Failure> {
        let raw = self.with(sets).read()?;
        let mut playable = self.system.load(&if self.lenient { raw.lenient() } else { raw })?;
        self.measure(&mut playable)?;
        Ok(playable)
    }

    /// Adds what is asked to what is measured of a variant, and the time at the table where every metric is.
    fn measure(&self, variant: &mut Playable) -> Result<(), Failure> {
        variant.ask(&self.asked)?;
        self.arguments.seconds.apply(variant)?;
        if self.arguments.all && self.exact.is_none() {
            variant.time();
        }
        Ok(())
    }

    /// Every roll that the rules of its system can ask for.
    pub fn rolls(&self) -> Vec<&'static Roll> {
        self.system.rolls().to_vec()
    }

    /// The scenario as it is: it is read once.
    fn as_it_is(&self) -> Result<&Playable, Failure> {
        if self.as_it_is.get().is_none() {
            let _ = self.as_it_is.set(self.load(&[])?);
        }
        self.as_it_is.get().ok_or_else(|| Failure::Bug("a scenario that was read is not there".into()))
    }

    /// The scenario as it is and changed, to be played with the same luck.
    pub fn against(&self, raw: Raw) -> Result<Variants, Failure> {
        let mut after = self.system.load(&if self.lenient { raw.lenient() } else { raw })?;
        self.measure(&mut after)?;
        Ok(self.paired(self.as_it_is()?, &after))
    }

    /// Two variants that were loaded.
    fn paired(&self, before: &Playable, after: &Playable) -> Variants {
        before.against(after, self.arguments.seed, self.arguments.all, &self.asked)
    }

    /// Names of the outcomes that were asked for, among those that there are; without any, who wins.
    pub fn keys(&self, outcomes: &Outcomes) -> Result<Vec<String>, Failure> {
        named_or_victories(&self.asked, outcomes)
    }

    /// The origin of the study; `words` are what the verb itself was given.
    pub fn origin(&self, verb: &str, words: &[String]) -> Origin {
        let facts = &self.facts;
        let exact = self.exact.map(LimitArguments::typed);
        let origin = self.arguments.origin(verb, words, exact.as_deref());
        Origin {
            title: facts.title.clone(),
            system: facts.system.clone(),
            digest: facts.digest.clone(),
            files: facts.files.clone(),
            ..origin
        }
    }
}

/// An option with a text as a shell takes it.
pub fn option(name: &str, text: &str) -> String {
    format!("--{name} {}", quoted(text))
}

impl VariantSource for Study<'_> {
    fn variant(&self, sets: &[String]) -> Result<Variant, Failure> {
        Ok(self.load(sets)?.variant(self.arguments.seed, self.arguments.all, &self.asked))
    }

    fn variants(&self, before: &[String], after: &[String]) -> Result<Variants, Failure> {
        if before.is_empty() {
            return Ok(self.paired(self.as_it_is()?, &self.load(after)?));
        }
        Ok(self.paired(&self.load(before)?, &self.load(after)?))
    }

    fn numbers(&self) -> Result<Vec<Number>, Failure> {
        Ok(self.load(&[])?.game.numbers())
    }

    fn switches(&self) -> Result<Vec<Switch>, Failure> {
        Ok(self.load(&[])?.game.switches())
    }

    fn solve(&self, variant: &Variant, what: &str) -> Result<Option<Vec<Reading>>, Failure> {
        let answer = self.exact.cloned().unwrap_or_default().solve(&variant.arm, what)?;
        Ok(answer.map(|answer| solved(&variant.outcomes, &variant.matching, &answer)))
    }
}

/// The options that vary these axes, as a shell takes them.
pub fn varied(axes: &[Axis]) -> impl Iterator<Item = String> {
    axes.iter().map(|axis| option("vary", &format!("{}={}", axis.path, axis.values.join(","))))
}

impl StudyArguments {
    /// The only scenario.
    ///
    /// # Errors
    /// Several scenarios, or a folder of them.
    pub fn only(&self) -> Result<ScenarioArguments, Failure> {
        self.shelf.only().ok_or_else(|| Failure::Usage("this is asked of one scenario file at a time".into()))
    }

    /// The origin of a study, as far as it does not depend on the scenario; `exact` are the limits of solving, where variants are solved.
    fn origin(&self, verb: &str, words: &[String], exact: Option<&str>) -> Origin {
        let mut command = vec![format!("sparring {verb} {}", self.shelf.typed())];
        command.extend_from_slice(words);
        command.push(match exact {
            Some(limits) => format!("--exact{limits}"),
            None => format!("--fights {}", self.fights),
        });
        if self.seed != SEED {
            command.push(format!("--seed {}", self.seed));
        }
        if self.level != Level::default() {
            command.push(format!("--level {}", self.level.confidence()));
        }
        command.extend(self.seconds.typed());
        if self.all {
            command.push("--all".into());
        }
        Origin {
            title: String::new(),
            system: String::new(),
            digest: String::new(),
            command: command.join(" "),
            seed: self.seed,
            scheme: SCHEME.to_owned(),
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            level: self.level,
            fights: if exact.is_some() { 0 } else { self.fights },
            exact: exact.is_some(),
            files: Vec::new(),
        }
    }

    /// The origin of a study of so many scenarios of these systems.
    pub fn origin_of_many(&self, verb: &str, words: &[String], of: &Read) -> Origin {
        let title = if of.scenarios == 1 { "1 scenario".to_owned() } else { format!("{} scenarios", of.scenarios) };
        let (system, files) = (of.systems.join(", "), of.files.clone());
        Origin { title, system, files, ..self.origin(verb, words, None) }
    }

    /// The folder of the report, if it has one; it is made sure that it can be written. What the verb was asked beside the scenario,
    /// and how, is part of its name.
    pub fn directory(&self, verb: &str, asked: &[&str], exact: bool) -> Result<Option<PathBuf>, Failure> {
        if self.report.no_report {
            return Ok(None);
        }
        let mut asked: Vec<String> = asked.iter().map(|&one| one.to_owned()).collect();
        asked.extend(exact.then(|| "exact".to_owned()));
        asked.extend((self.seed != SEED).then(|| format!("seed={}", self.seed)));
        let directory = self.report.out.clone().unwrap_or_else(|| self.shelf.folder(&format!("{verb}-"), &asked));
        report::prepare(&directory)?;
        Ok(Some(directory))
    }

    /// Prints the study and writes its report.
    pub fn hand_out<S: document::Study>(&self, study: &S, directory: Option<&Path>) -> Result<(), Failure> {
        self.report.format.publish(study, self.all)?;
        let Some(directory) = directory else { return Ok(()) };
        document::write(study, directory)?;
        self.report.format.point_to(directory)
    }
}
