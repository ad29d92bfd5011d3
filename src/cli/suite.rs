//! A suite: all scenarios that are checked or blessed together, with their baselines and contracts.
//!
//! Owns which files belong to it, where their baselines lie, and the way from a scenario file to a
//! [`Subject`]. Start at [`Suite::open`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cli::field::{Field, Lists};
use crate::cli::load::{ScenarioArguments, below, few_enough, quoted, root_within};
use crate::cli::output;
use crate::systems;
use frame::analysis::check::{Checkable, Subject};
use frame::analysis::contract::{Clause, Contract, Number, Term, Whole};
use frame::analysis::expect::{Asked, Demand, Expected, WholeDemand, statistic};
use frame::analysis::matchup::{Ends, Line, Pairing};
use frame::analysis::statistic::Statistic;
use frame::dice::SEED;
use frame::dice::key::SCHEME;
use frame::door::Playable;
use frame::error::{Failure, Problem};
use frame::files::{self, Unread};
use frame::scenario::Raw;
use frame::tally::{Baseline, Header};

/// The folder of baselines unless said otherwise.
pub const BASELINES: &str = "reports/baselines";

/// The most bytes of a baseline.
const BASELINE_BYTES_MOST: u64 = 256 << 20;

/// The parts of a suite.
pub struct Suite<'a> {
    /// Scenario files, or folders of them.
    pub paths: &'a [PathBuf],
    /// Patches laid over each.
    pub patches: &'a [PathBuf],
    /// The changes in each.
    pub sets: &'a [String],
    /// The folder outside of which nothing is included, when one was given.
    pub root: Option<&'a Path>,
    /// The folder of baselines.
    pub baselines: &'a Path,
}

/// A scenario of a suite.
pub struct Member {
    /// The scenario file, as found.
    pub file: PathBuf,
    /// The scenario as it is typed, with what is changed in it.
    pub typed: String,
    /// Its baseline's file.
    pub baseline: PathBuf,
    /// The header of its tally: seed and first fight are still open.
    pub header: Header,
    /// The subject of the check.
    pub subject: Subject,
}

/// All members that can be read, and what is wrong with the rest, by file.
pub type Opened = (Vec<Member>, Vec<(PathBuf, Failure)>);

impl Suite<'_> {
    /// Reads everything.
    ///
    /// # Errors
    /// Paths without a scenario, or two scenarios that would share a baseline.
    pub fn open(&self) -> Result<Opened, Failure> {
        let (mut members, mut failures): Opened = (Vec::new(), Vec::new());
        for (file, found) in self.files()? {
            match self.member(&file, found) {
                Ok(Some(member)) => members.push(member),
                Ok(None) => {}
                Err(failure) => failures.push((file, failure)),
            }
        }
        if members.is_empty() && failures.is_empty() {
            let paths: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
            return Err(Failure::Usage(format!("there is no scenario in {}", paths.join(", "))));
        }
        let mut taken: BTreeMap<&Path, &Path> = BTreeMap::new();
        for member in &members {
            if let Some(other) = taken.insert(&member.baseline, &member.file) {
                let (one, other) = (member.file.display(), other.display());
                let message = format!("{other} and {one} would share the baseline {}", member.baseline.display());
                return Err(Failure::Usage(format!("{message}; give one of the files another name")));
            }
        }
        Ok((members, failures))
    }

    /// The files, each with the folder in which it was found, where there may be files that are no scenarios.
    fn files(&self) -> Result<Vec<(PathBuf, Option<&Path>)>, Failure> {
        let mut files: Vec<(PathBuf, Option<&Path>)> = Vec::new();
        for path in self.paths {
            if path.is_dir() {
                files.extend(below(path)?.into_iter().map(|file| (file, Some(path.as_path()))));
            } else {
                files.push((path.clone(), None));
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        files.retain(|(file, _)| seen.insert(file.clone()));
        few_enough(files.len())?;
        Ok(files)
    }

    /// One scenario. Nothing, when it is a file of a folder that is no scenario.
    fn member(&self, file: &Path, found: Option<&Path>) -> Result<Option<Member>, Failure> {
        let mut arguments = self.arguments(file, &[]);
        arguments.root = root_within(self.root, found, file);
        let raw = arguments.read()?;
        if found.is_some() && !raw.is_scenario() {
            return Ok(None);
        }
        self.held(&arguments, systems::of(&raw)?.load(&raw)?).map(Some)
    }

    /// The arguments that read a file of the suite, with further sets behind those of the suite.
    fn arguments(&self, file: &Path, sets: &[String]) -> ScenarioArguments {
        ScenarioArguments {
            scenario: file.to_owned(),
            sets: self.sets.iter().chain(sets).cloned().collect(),
            patches: self.patches.to_vec(),
            root: self.root.map(Path::to_owned),
        }
    }

    /// A loaded scenario with the contracts that it is held to.
    fn held(&self, arguments: &ScenarioArguments, playable: Playable) -> Result<Member, Failure> {
        let facts = playable.game.facts();
        output::warn(&playable.warnings);
        let file = &arguments.scenario;
        let stem = file.file_stem().unwrap_or_default();
        let header = Header {
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            system: facts.system.clone(),
            scheme: SCHEME.to_owned(),
            seed: 0,
            from: 0,
            digest: facts.digest.clone(),
            title: facts.title.clone(),
        };
        let own: Box<dyn Checkable> = Box::new(playable.arm(SEED));
        let mut others = Others { suite: self, arguments, sources: vec![own], keys: Vec::new(), boards: Vec::new() };
        let contracts = playable.expected.iter().map(|expected| others.contract(expected)).collect::<Result<_, Failure>>()?;
        let subject = Subject {
            name: format!("{}/{}", facts.system, stem.to_string_lossy()),
            sources: others.sources,
            baseline: None,
            contracts,
            exact: None,
            scheme: SCHEME.to_owned(),
        };
        let baseline = self.baselines.join(&facts.system).join(stem);
        Ok(Member { file: file.clone(), typed: arguments.typed(), baseline, header, subject })
    }

    /// The fights of a scenario with what is changed in it, and a statistic of them.
    fn source(
        &self,
        (file, root): (&Path, Option<&Path>),
        sets: &[String],
        call: &str,
    ) -> Result<(Box<dyn Checkable>, Statistic), Failure> {
        let arguments = ScenarioArguments { root: root.map(Path::to_owned), ..self.arguments(file, sets) };
        let mut arm = arguments.load()?.arm(SEED);
        let asked = statistic(call, "asked", &mut arm.layout).map_err(|refusals| elsewhere(file, call, refusals))?;
        Ok((Box::new(arm), asked))
    }
}

/// A statistic that another scenario does not have.
fn elsewhere(file: &Path, call: &str, refusals: Vec<(String, Vec<String>)>) -> Failure {
    let problem = |(message, help): (String, Vec<String>)| {
        let problem = Problem::at(None, format!("`{call}` in {}: {message}", file.display()));
        help.into_iter().fold(problem, Problem::help)
    };
    Failure::Scenario(refusals.into_iter().map(problem).collect())
}

/// A match-up that contracts are about: its lists, its cells, and whether both lists are the same.
type Board = ([Vec<Line>; 2], Vec<Vec<Term>>, bool);

/// The sources of one scenario's contracts, as they are found.
struct Others<'s> {
    suite: &'s Suite<'s>,
    /// The arguments that read the scenario itself.
    arguments: &'s ScenarioArguments,
    sources: Vec<Box<dyn Checkable>>,
    /// Of each source behind the first: file, changes, statistic asked, and the statistic.
    keys: Vec<(Asked, Statistic)>,
    /// The match-ups: their lists, their cells, and whether both lists are the same.
    boards: Vec<Board>,
}

impl Others<'_> {
    /// Makes a contract of an expectation, with the other scenarios that it speaks of.
    fn contract(&mut self, expected: &Expected) -> Result<Contract, Failure> {
        let mut clauses = expected.clauses.iter().map(|demand| self.clause(demand)).collect::<Result<Vec<_>, Failure>>()?;
        if let Some(whole) = &expected.whole {
            clauses.push(self.whole(whole)?);
        }
        Ok(expected.contract(clauses))
    }

    /// Makes a clause of a demand.
    fn clause(&mut self, demand: &Demand) -> Result<Clause, Failure> {
        let first = self.term(&demand.first)?;
        let number = match &demand.second {
            Some((operator, asked)) => Number::Two(first, *operator, self.term(asked)?),
            None => Number::One(first),
        };
        Ok(Clause { what: demand.what.clone(), number, low: demand.low, high: demand.high })
    }

    /// Makes a clause of what is demanded of a match-up. Several that have the same lists share their fights.
    fn whole(&mut self, demand: &WholeDemand) -> Result<Clause, Failure> {
        let known =
            self.boards.iter().find(|(lines, ..)| *lines == demand.lines).map(|(_, cells, same)| (cells.clone(), *same));
        let (cells, same) = match known {
            Some(known) => known,
            None => {
                let [rows, columns] = &demand.lines;
                let lists = Lists { scenario: self.arguments, lines: [rows, columns], files: [&[], &[]], row_side: None };
                let field = Field::of_variants(&lists)?;
                let row = |row: usize| (0..field.columns.len()).map(|column| self.cell(&field, row, column)).collect();
                let cells = (0..field.rows.len()).map(row).collect::<Result<Vec<Vec<Term>>, Failure>>()?;
                self.boards.push((demand.lines.clone(), cells.clone(), field.same));
                (cells, field.same)
            }
        };
        let lists = demand.lines.each_ref().map(|lines| lines.iter().map(|line| line.text.clone()).collect());
        let number = Number::Whole(Whole { total: demand.total, cells, same, lists });
        Ok(Clause { what: demand.what.clone(), number, low: demand.low, high: demand.high })
    }

    /// The fights of a row of a match-up against a column.
    fn cell(&mut self, field: &Field, row: usize, column: usize) -> Result<Term, Failure> {
        let arm = field.load(Pairing { row, column, exchanged: false })?.arm(SEED);
        let [of_rows, of_columns] = &field.sides;
        let statistic = Statistic::Score(Ends::of(&arm.layout, [of_rows, of_columns])?);
        self.sources.push(Box::new(arm));
        // Nothing that is asked by its own name is asked there.
        self.keys.push((
            Asked { call: String::new(), file: None, sets: vec![format!("{row} against {column}")], own: None },
            statistic,
        ));
        Ok(Term { source: self.sources.len() - 1, statistic })
    }

    /// The place where a statistic is asked; what is asked twice is played once.
    fn term(&mut self, asked: &Asked) -> Result<Term, Failure> {
        if let Some(statistic) = asked.own {
            return Ok(Term { source: 0, statistic });
        }
        let same = |(known, _): &(Asked, Statistic)| {
            (&known.file, &known.sets, &known.call) == (&asked.file, &asked.sets, &asked.call)
        };
        if let Some(at) = self.keys.iter().position(same) {
            return Ok(Term { source: at + 1, statistic: self.keys[at].1 });
        }
        let (its, root) = (self.arguments.scenario.as_path(), self.arguments.root.as_deref());
        let folder = its.parent().unwrap_or(Path::new(""));
        let file = match &asked.file {
            Some(file) => {
                let file = folder.join(file);
                Raw::may_read(root, its, &file)?;
                file
            }
            None => its.to_owned(),
        };
        let (source, statistic) = self.suite.source((&file, root), &asked.sets, &asked.call)?;
        self.sources.push(source);
        self.keys.push((asked.clone(), statistic));
        Ok(Term { source: self.sources.len() - 1, statistic })
    }
}

impl Member {
    /// Its baseline, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read, or is no baseline of this scenario.
    pub fn read_baseline(&self) -> Result<Option<Baseline>, Failure> {
        let failed = |reason: String| Failure::file(&self.baseline, "read", reason);
        let text = match files::read_text(&self.baseline, BASELINE_BYTES_MOST) {
            Ok(text) => text,
            Err(Unread::Missing) => return Ok(None),
            Err(unread) => return Err(unread.failure(&self.baseline)),
        };
        let baseline = Baseline::read(&text).map_err(|error| {
            let bless = format!("sparring bless {} --because \"...\"", quoted(&self.file.display().to_string()));
            failed(format!("{error}; take it from version control again, or make a new one with `{bless}`"))
        })?;
        let system = &baseline.recorded.header.system;
        if *system != self.header.system {
            return Err(failed(format!("it is a baseline of {system}, and the scenario is one of {}", self.header.system)));
        }
        Ok(Some(baseline))
    }
}
