//! `sparring compare`: what a change does to every outcome of one or many scenarios, and how sure that is.

use std::collections::BTreeMap;
use std::io::{IsTerminal as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::Args;

use crate::cli::contracts::held_to;
use crate::cli::exactly::{LimitArguments, solve};
use crate::cli::folder::{against, folder};
use crate::cli::git::Earlier;
use crate::cli::load::{self, ScenarioArguments, ShelfArguments, files_of, quoted, root_within};
use crate::cli::number::{MarginGiven, margins};
use crate::cli::output::OutputFormat;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::seconds::SecondsArguments;
use crate::cli::sets::Sets;
use crate::cli::shard::{self, Role, ShardArguments};
use crate::cli::split;
use crate::cli::study::{OutcomeArguments, ReportArguments, StudyArguments, option};
use crate::cli::versions::{Difference, told_apart};
use crate::cli::{number, output};
use crate::report::compare::tables::TABLE_FIGHTS;
use crate::report::compare::{Arm as ArmFacts, Entry};
use crate::report::difference::ExactComparison;
use crate::report::{self, ComparisonReport};
use crate::systems;
use frame::analysis::compare::{Compared, ComparisonRule, Contest, OutcomeFinding, OutcomeVerdict, compare as play};
use frame::analysis::difference;
use frame::analysis::fate::Pacts;
use frame::analysis::outcome::{Outcomes, matching};
use frame::dice::SEED;
use frame::dice::key::SCHEME;
use frame::door::{FoundSystem, Playable};
use frame::error::{Failure, Problem};
use frame::scenario::Raw;
use frame::sim::pair::{Audience, Pair, Recalled};
use frame::stats::Level;
use frame::tally::{Matching, PairedTally, PartCounts, Parts, Piece, Shard};

/// Say what a change does: play the same fights with the same luck before and after it, and name everything that moved.
///
/// With --set or --with, every scenario given (files, or folders of them) is compared with itself under that change, with --against as it was in
/// a revision of git. Without, two files are compared with each other.
#[derive(Args, Debug)]
pub struct CompareArguments {
    /// Scenario files, or folders of them.
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Changes of single values.
    #[command(flatten)]
    sets: Sets,
    /// A patch: a TOML file with `book`, `rulings`, `combatant` and `policy` tables that are laid over each scenario key by key.
    #[arg(long = "with", value_name = "FILE")]
    patches: Vec<PathBuf>,
    /// Compare with the files as they were in this revision of git: a commit, a branch or a tag, such as `HEAD~1` or `v1.2`. What they include is
    /// taken from there, too.
    #[arg(long, value_name = "REVISION", conflicts_with_all = ["sets", "slips", "patches", "shard"])]
    against: Option<String>,
    /// The scenarios as they were, once they are laid out.
    #[arg(skip)]
    earlier: OnceLock<Earlier>,
    /// The folder outside of which nothing is included; without it the repository, the folder you work in, or that of the file.
    #[arg(long, value_name = "DIRECTORY")]
    root: Option<PathBuf>,
    /// The most fights of each scenario on each side; it ends earlier where everything is decided.
    #[arg(long, value_parser = number::fights, default_value = "500000")]
    fights: u64,
    /// Play all of these fights even when everything is decided before, for narrower intervals; words are those of the last look.
    #[arg(long)]
    full: bool,
    /// Solve both sides instead of playing them: differences without error, where the fight is small enough.
    #[arg(long, conflicts_with_all = ["fights", "full", "seed", "level", "margins", "out"])]
    exact: bool,
    #[command(flatten)]
    limits: LimitArguments,
    /// The seed of both sides.
    #[arg(long, default_value_t = SEED)]
    seed: u64,
    /// In how many comparisons no word is wrong.
    #[arg(long, value_parser = number::level, default_value = "95%")]
    level: Level,
    /// The largest difference that counts as none: `rates=0.5%`, `rounds=0.1`, `amounts=10%` (of the standard deviation), or of
    /// a family: `hp=0.5`, `dead=0.2%`. Can be given several times.
    #[arg(long = "margin", value_name = "NAME=VALUE", value_parser = number::margin)]
    margins: Vec<MarginGiven>,
    #[command(flatten)]
    asked: OutcomeArguments,
    /// End with exit code 1 if the change breaks a contract, an `[[expect]]` of a scenario, and with 4 if one becomes undecided; fights are
    /// played until all contracts are decided, too.
    #[arg(long, conflicts_with = "exact")]
    strict: bool,
    /// Take several changes apart: what each --with and each --set does alone, what all do together, and what is interplay. Of two versions of a
    /// scenario, two files or one with --against, what each of their differences does.
    #[arg(long, conflicts_with_all = ["exact", "strict", "margins", "full"])]
    split: bool,
    /// Compare every metric, not only those of the most important tables, and show every row.
    #[arg(long)]
    all: bool,
    /// Threads; without it, one per core. Results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    report: ReportArguments,
    #[command(flatten)]
    seconds: SecondsArguments,
    /// Also tell what is known of each difference when the luck of the dice is taken out: as sure as several times as many fights, from
    /// the same ones.
    #[arg(long, conflicts_with_all = ["exact", "split"])]
    sharpen: bool,
    #[command(flatten)]
    shard: ShardArguments,
}

/// A pair of scenarios before anything of it was read.
struct Case {
    /// The file by which it is called.
    called: PathBuf,
    before: ScenarioArguments,
    after: ScenarioArguments,
    /// True if it was found in a folder, where there may be files that are none.
    found: bool,
}

/// Both scenarios of a pair as they were read, with the system of each: two pages of rules may differ.
struct Sides {
    systems: [FoundSystem; 2],
    before: Raw,
    after: Raw,
}

/// A pair of scenarios that can be played.
struct Ready {
    pair: Box<dyn frame::sim::pair::PlayablePair>,
    entry: Entry,
    /// What is expected of both sides.
    pacts: Pacts,
    /// The jobs of both sides.
    jobs: [String; 2],
    /// What is played to see whether the time at the table changed.
    table: Option<Table>,
}

/// A pair that counts rolls and dice. That takes several times as long, so that few fights of it are played, beside the others.
struct Table {
    pair: Box<dyn frame::sim::pair::PlayablePair>,
    outcomes: Outcomes,
}

impl Table {
    /// The pair of these sides; none where all of the time is compared in any case.
    fn of(mut sides: [&mut Playable; 2], arguments: &CompareArguments) -> Option<Self> {
        let [keys, others] = sides.each_mut().map(|side| side.time_in_short());
        let told = |key: &str| keys.iter().any(|known| known == key) && !arguments.asked.asks(key);
        let [old, new] = sides.each_ref().map(|side| side.named_catalogue());
        let matching = Matching::new(&old, &new, |metric| told(&metric.key)).with_ratios(&old, &new, |ratio| told(&ratio.key));
        let outcomes = Outcomes::of(&old, &new, &matching);
        let [before, after] = sides.map(|side| side.arm(arguments.seed));
        (keys == others && !keys.is_empty()).then(|| Table { pair: Box::new(Pair { before, after, matching }), outcomes })
    }
}

/// What changed at the table, by scenario.
fn at_the_table<'r>(
    ready: &'r [Ready],
    rule: &ComparisonRule,
    threads: Option<u16>,
) -> Result<Vec<Vec<OutcomeFinding>>, Failure> {
    let fights_max = rule.fights_max.min(TABLE_FIGHTS);
    let rule = ComparisonRule { fights_max, full: false, strict: false, waits_for: Vec::new(), ..rule.clone() };
    let contest = |ready: &'r Ready| {
        let Table { pair, outcomes } = ready.table.as_ref()?;
        Some(Contest { pair: &**pair, outcomes, same: ready.jobs[0] == ready.jobs[1], pacts: None })
    };
    let contests: Vec<Contest<'_>> = ready.iter().filter_map(contest).collect();
    let mut compared = play(&contests, &rule, threads, heed_interrupts(), &mut |_| {})?.into_iter();
    let changed = |ready: &Ready| {
        let found = ready.table.as_ref().and_then(|_| compared.next()).unwrap_or_default().findings;
        found.into_iter().filter(|finding| finding.word == OutcomeVerdict::Changed).collect()
    };
    Ok(ready.iter().map(changed).collect())
}

impl Ready {
    /// The name of the job in parts.
    fn job(&self) -> String {
        self.jobs.join(" ")
    }

    /// The fights between looks. Where both sides are the same, nobody looks twice.
    fn stretches(&self, rule: &ComparisonRule) -> Vec<Range<u64>> {
        let looks = rule.looks();
        let starts = std::iter::once(0).chain(looks.iter().copied());
        let stretches = starts.zip(&looks).map(|(start, end)| start..*end);
        let needed = if self.contest().same && !rule.full { 1 } else { looks.len() };
        stretches.take(needed).collect()
    }

    /// Takes the counts of all parts instead of playing.
    fn recall(&mut self, parts: &Parts, rule: &ComparisonRule) -> Result<(), Failure> {
        let matching = self.pair.matching().clone();
        let counted = |fights: Range<u64>| parts.paired(&self.job(), fights, PairedTally::new(&matching));
        let stretches: Option<Vec<PairedTally>> = self.stretches(rule).into_iter().map(counted).collect();
        let stretches = stretches.ok_or_else(|| shard::foreign(&self.entry.name))?;
        self.pair = Box::new(Recalled { matching, stretches });
        Ok(())
    }

    /// The contest of the two scenarios; they are the same if their digests are.
    fn contest(&self) -> Contest<'_> {
        let same = self.jobs[0] == self.jobs[1];
        Contest { pair: &*self.pair, outcomes: &self.entry.outcomes, same, pacts: Some(&self.pacts) }
    }
}

/// Compares scenarios, or plays the part of the comparison that the arguments name.
pub fn compare(arguments: &CompareArguments) -> Result<(), Failure> {
    compare_as(arguments, arguments.shard.role()?)
}

/// Plays everything or a part, or reports what parts have counted.
pub fn compare_as(arguments: &CompareArguments, role: Role<'_>) -> Result<(), Failure> {
    if arguments.exact {
        return match role {
            Role::Whole => solved(arguments),
            _ => Err(Failure::Usage("a part plays fights: leave --exact out, or say --shard none".into())),
        };
    }
    if arguments.split {
        return match role {
            Role::Whole => arguments.split_up(),
            _ => Err(Failure::Usage("a part plays one comparison: leave --split out, or say --shard none".into())),
        };
    }
    if arguments.sharpen && !matches!(role, Role::Whole) {
        let message = "a part of a comparison cannot be sharpened: leave --sharpen out, or say --shard none";
        return Err(Failure::Usage(message.into()));
    }
    let (mut ready, failures) = prepare(arguments)?;
    for (names, failure) in &failures {
        let colour = std::io::stderr().is_terminal();
        let _ = writeln!(anstream::stderr(), "{}:\n{}\n", in_short(names), arguments.said(failure.render(colour)));
    }
    let failed: Vec<String> = failures.into_iter().flat_map(|(names, _)| names).collect();
    if ready.is_empty() {
        return Err(Failure::Incomplete("there is nothing that can be compared".into()));
    }
    let rule = arguments.rule(&ready)?;
    let directory = arguments.directory();
    if let Some(directory) = &directory {
        report::prepare(directory)?;
    }
    match role {
        Role::Whole => {}
        Role::Shard(shard) => return shard::hand_in(shard, directory.as_deref(), part(arguments, &rule, &ready, shard)?),
        Role::Merge(parts) => ready.iter_mut().try_for_each(|ready| ready.recall(parts, &rule))?,
    }
    let report = played(arguments, rule, ready, failed.clone())?;
    arguments.report.format.publish(&report, arguments.all)?;
    if let Some(directory) = directory {
        report.write(&directory)?;
        arguments.report.format.point_to(&directory)?;
    }
    match failed.len() {
        0 if arguments.strict => report.strict(),
        0 => Ok(()),
        one_or_more => {
            let message = format!("{one_or_more} of the scenarios could not be compared: {}", in_short(&failed));
            Err(Failure::Incomplete(message))
        }
    }
}

/// Solves both sides of every case, and prints their differences.
fn solved(arguments: &CompareArguments) -> Result<(), Failure> {
    let cases = arguments.cases()?;
    let several = cases.len() > 1;
    if several && arguments.report.format == OutputFormat::Json {
        return Err(Failure::Usage("--exact with --format json compares one scenario at a time".into()));
    }
    let names = names(&cases);
    for (index, (case, name)) in cases.iter().zip(names).enumerate() {
        let Some(sides) = case.sides()? else { continue };
        let compared = exactly(arguments, name, &sides)?;
        let gap = if several && index > 0 { "\n" } else { "" };
        output::print(&format!("{gap}{}", arguments.report.format.plain(&compared)?))?;
    }
    Ok(())
}

/// One scenario solved before and after the change.
fn exactly(arguments: &CompareArguments, name: String, sides: &Sides) -> Result<ExactComparison, Failure> {
    let [before, after] = arguments.load(sides)?;
    output::warn(&before.warnings);
    let one = solve(&before, &arguments.limits, "before")?;
    let other = solve(&after, &arguments.limits, "after")?;
    let (old, new) = (before.named_catalogue(), after.named_catalogue());
    let matching = matching(&old, &new, arguments.all, |key| arguments.asked.asks(key));
    let outcomes = Outcomes::of(&old, &new, &matching);
    arguments.asked.keys(&outcomes)?;
    let (found, unknown) = difference::differences(&outcomes, &matching, &one, &other);
    let open = [&one, &other].map(|solved| (solved.unresolved, solved.stopped));
    Ok(ExactComparison {
        name,
        change: arguments.change(),
        command: arguments.command(),
        sides: before.engine.sides().to_vec(),
        found,
        unknown,
        open,
    })
}

/// The first of some names, and how many more there are.
fn in_short(names: &[String]) -> String {
    /// Names that are told.
    const TOLD: usize = 3;
    match names.len().checked_sub(TOLD) {
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more", names[..TOLD].join(", ")),
    }
}

/// Plays a part of the fights, for `sparring merge`: of every stretch between two looks its own part.
fn part(arguments: &CompareArguments, rule: &ComparisonRule, ready: &[Ready], shard: Shard) -> Result<Vec<Piece>, Failure> {
    let (bar, mut pieces): (_, Vec<Piece>) = (Bar::new(), Vec::new());
    for ready in ready {
        for fights in ready.stretches(rule).into_iter().map(|stretch| shard.part(stretch)).filter(|part| !part.is_empty()) {
            let mut only = Only { bar: &bar, name: &ready.entry.name, end: fights.end, tally: None };
            if ready.pair.play(fights.start, &[fights.end], arguments.threads, heed_interrupts(), &mut only)? {
                return Err(shard::broken_off());
            }
            pieces.extend(only.tally.map(|tally| Piece { job: ready.job(), fights, counts: PartCounts::Paired(tally) }));
        }
    }
    bar.clear();
    Ok(pieces)
}

/// Keeps the counts of the only look.
struct Only<'a> {
    bar: &'a Bar,
    name: &'a str,
    end: u64,
    tally: Option<PairedTally>,
}

impl Audience for Only<'_> {
    fn batch(&mut self, fights: u64) {
        self.bar.show(fights, self.end, format!(", {}", self.name));
    }

    fn look(&mut self, tally: &PairedTally) -> bool {
        self.tally = Some(tally.clone());
        true
    }
}

/// Plays everything.
fn played(
    arguments: &CompareArguments,
    rule: ComparisonRule,
    ready: Vec<Ready>,
    failed: Vec<String>,
) -> Result<ComparisonReport, Failure> {
    let contests: Vec<Contest<'_>> = ready.iter().map(Ready::contest).collect();
    let bar = Bar::new();
    let compared = play(&contests, &rule, arguments.threads, heed_interrupts(), &mut |progress| {
        let entry = &ready[progress.contest].entry;
        let message = format!(", {}: {} of {} decided", entry.name, progress.settled, entry.outcomes.both.len());
        bar.show(progress.fights, progress.needed, message);
    });
    bar.clear();
    let compared = compared?;
    if compared.iter().all(|compared| compared.fights == 0) {
        return Err(Failure::Interrupted("interrupted before the first look: nothing is kept".into()));
    }
    let tables = at_the_table(&ready, &rule, arguments.threads)?;
    let entries = ready.into_iter().zip(compared).zip(tables);
    let entries = entries.map(|((ready, compared), table)| Entry { compared, table, ..ready.entry });
    Ok(ComparisonReport {
        command: arguments.command(),
        change: arguments.change(),
        seed: arguments.seed,
        scheme: SCHEME.to_owned(),
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        files: files(arguments),
        rule,
        entries: entries.collect(),
        failed,
    })
}

/// The files of all cases, each once.
fn files(arguments: &CompareArguments) -> Vec<(String, String)> {
    let sides = arguments.cases().unwrap_or_default().into_iter().flat_map(|case| [case.before, case.after]);
    let mut files: Vec<(String, String)> = Vec::new();
    for (name, text) in sides.filter_map(|side| side.read().ok()).flat_map(|raw| raw.files()) {
        let name = arguments.said(name);
        if !files.iter().any(|(known, _)| *known == name) {
            files.push((name, text));
        }
    }
    files
}

/// Everything that can be played, and what is wrong with the rest: each failure once, with the scenarios that have it.
type Prepared = (Vec<Ready>, Vec<(Vec<String>, Failure)>);

/// Reads all pairs of scenarios; those that cannot be read for the same reason share a failure.
fn prepare(arguments: &CompareArguments) -> Result<Prepared, Failure> {
    let cases = arguments.cases()?;
    let names = names(&cases);
    let (mut ready, mut failures): Prepared = (Vec::new(), Vec::new());
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let read: Vec<(&Case, Result<Option<Ready>, Failure>)> =
        cases.iter().zip(names).map(|(case, name)| (case, case.read(arguments, name))).collect();
    let fits = read.iter().any(|(_, read)| matches!(read, Ok(Some(_))));
    let mut foreign: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (case, read) in read {
        let path = case.called.display().to_string();
        if let Some(reason) = read.as_ref().err().filter(|_| fits).and_then(|failure| case.foreign(failure)) {
            foreign.entry(reason).or_default().push(path);
            continue;
        }
        match read {
            Ok(Some(one)) => ready.push(one),
            Ok(None) => {}
            Err(failure) => {
                let place = *known.entry(failure.render(false)).or_insert(failures.len());
                match failures.get_mut(place) {
                    Some((paths, _)) => paths.push(path),
                    None => failures.push((vec![path], failure)),
                }
            }
        }
    }
    for (reason, files) in foreign {
        let count = if files.len() == 1 { "1 scenario".to_owned() } else { format!("{} scenarios", files.len()) };
        output::remark(&format!("not of this system, left alone: {count} ({}): {reason}", in_short(&files)));
    }
    Ok((ready, failures))
}

/// The names of the cases.
fn names(cases: &[Case]) -> Vec<String> {
    load::names(&cases.iter().map(|case| case.called.as_path()).collect::<Vec<_>>())
}

impl Case {
    /// Reads both sides, with their system. Nothing, when it is a file of a folder that is no scenario, or one that the patch is
    /// not for.
    fn sides(&self) -> Result<Option<Sides>, Failure> {
        let before = self.before.read()?;
        if self.found && !before.is_scenario() {
            return Ok(None);
        }
        let after = self.after.read()?;
        if self.found && after.is_for_others() {
            return Ok(None);
        }
        let system = systems::built().of(&before)?;
        let after = if self.found { after.lenient() } else { after };
        let other_system = systems::built().of(&after)?;
        let (one, other) = (system.name(), other_system.name());
        if one != other && !(systems::is_page(one) && systems::is_page(other)) {
            let message = format!("a scenario of {one} cannot be compared with one of {other}");
            return Err(Failure::Usage(message));
        }
        Ok(Some(Sides { systems: [system, other_system], before, after }))
    }

    /// The reason why a change concerns no scenario of a folder, where all that is wrong is that it has keys of another system.
    fn foreign(&self, failure: &Failure) -> Option<String> {
        let keys = load::foreign_keys(failure, &self.after.patches).filter(|_| self.found)?;
        let system = self.before.read().ok().and_then(|raw| systems::built().of(&raw).ok());
        let system = system.as_ref().map_or("", |system| system.name());
        Some(format!("{system} has no {}", keys.join(", ")))
    }

    /// Reads both sides, where there are two.
    fn read(&self, arguments: &CompareArguments, name: String) -> Result<Option<Ready>, Failure> {
        let Some(sides) = self.sides()? else { return Ok(None) };
        self.ready(arguments, name, &sides).map(Some)
    }

    /// Loads both scenarios of a pair for their system, and matches what they measure.
    fn ready(&self, arguments: &CompareArguments, name: String, sides: &Sides) -> Result<Ready, Failure> {
        let [mut before, mut after] = arguments.load(sides)?;
        arguments.warn(&before.warnings);
        let changes = told_apart(&before, &after);
        let seed = if arguments.seed == SEED { String::new() } else { format!(" --seed {}", arguments.seed) };
        let typed = |side: &ScenarioArguments| match &arguments.against {
            Some(revision) if side.scenario != self.called => quoted(&format!("{revision}:{}", self.called.display())),
            _ => side.typed(),
        };
        let facts = |side: &ScenarioArguments, playable: &Playable| ArmFacts {
            title: playable.game.facts().title.clone(),
            typed: format!("{}{seed}", typed(side)),
            digest: playable.game.facts().digest.clone(),
        };
        let (old, new) = (before.named_catalogue(), after.named_catalogue());
        let matching = matching(&old, &new, arguments.all, |key| arguments.asked.asks(key));
        let outcomes = Outcomes::of(&old, &new, &matching);
        let asked = arguments.asked.keys(&outcomes)?;
        let jobs = [before.job(), after.job()];
        let (held, other) = (held_to(&self.before, &before.expected)?, held_to(&self.after, &after.expected)?);
        let pacts = Pacts::of(held, other, arguments.seed);
        let matching = if pacts.list.is_empty() { matching } else { matching.with_each_alone(&old, &new) };
        let luck = arguments.sharpen.then(|| [&mut before, &mut after].map(|side| side.layout.luck()));
        let matching = match luck {
            // Sides that are others, or more, have no luck in common.
            Some([one, other]) if one.len() == other.len() => matching.with_controls(outcomes.controls([one, other])),
            _ => matching,
        };
        let (before_facts, after_facts) = (facts(&self.before, &before), facts(&self.after, &after));
        let seed = arguments.seed;
        let pair = Box::new(Pair { before: before.arm(seed), after: after.arm(seed), matching });
        let table = if arguments.all { None } else { Table::of([&mut before, &mut after], arguments) };
        let entry = Entry {
            name,
            system: before.game.facts().system.clone(),
            before: before_facts,
            after: after_facts,
            changes,
            outcomes,
            asked,
            compared: Compared::default(),
            table: Vec::new(),
        };
        Ok(Ready { pair, entry, pacts, jobs, table })
    }
}

impl CompareArguments {
    /// Loads both sides, with the outcomes that are asked for.
    fn load(&self, sides: &Sides) -> Result<[Playable; 2], Failure> {
        let mut sides = [sides.systems[0].load(&sides.before)?, sides.systems[1].load(&sides.after)?];
        let asked = self.asked.words();
        sides.iter_mut().try_for_each(|side| side.ask(&asked))?;
        sides.iter_mut().try_for_each(|side| self.seconds.apply(side))?;
        if self.all && !self.exact {
            sides.iter_mut().for_each(Playable::time);
        }
        Ok(sides)
    }

    /// The pairs that are compared.
    fn cases(&self) -> Result<Vec<Case>, Failure> {
        if let Some(earlier) = self.earlier()? {
            return self.revisions(earlier);
        }
        let plain = |path: &Path| ScenarioArguments {
            scenario: path.to_owned(),
            sets: Sets::default(),
            patches: Vec::new(),
            root: self.root.clone(),
        };
        if self.sets.is_empty() && self.patches.is_empty() {
            return match &self.scenarios[..] {
                [before, after] => {
                    let called = before.clone();
                    Ok(vec![Case { called, before: plain(before), after: plain(after), found: false }])
                }
                _ => Err(Failure::Usage(
                    "name two scenarios to compare with each other, or say with --set or --with what is changed in one or more"
                        .into(),
                )),
            };
        }
        let files = files_of(&self.scenarios)?;
        let case = |(file, found): (PathBuf, Option<&Path>)| {
            let before = ScenarioArguments { root: root_within(self.root.as_deref(), found, &file), ..plain(&file) };
            let after = ScenarioArguments { sets: self.sets.clone(), patches: self.patches.clone(), ..before.clone() };
            Case { called: file, before, after, found: found.is_some() }
        };
        Ok(files.into_iter().map(case).collect())
    }

    /// The scenarios as they were, where there is a revision to compare with. Those that were not there, or are not there any more, are told
    /// of once.
    fn earlier(&self) -> Result<Option<&Earlier>, Failure> {
        let Some(revision) = &self.against else { return Ok(None) };
        if self.earlier.get().is_none() {
            let earlier = Earlier::at(&self.scenarios[0], revision)?;
            self.tell_strangers(&earlier)?;
            let _ = self.earlier.set(earlier);
        }
        Ok(self.earlier.get())
    }

    /// Tells of scenarios of folders that were not there then, or are not there any more.
    fn tell_strangers(&self, earlier: &Earlier) -> Result<(), Failure> {
        let is_scenario =
            |root: Option<&Path>, file: &Path| Raw::read_below(root, file, &[], &[]).is_ok_and(|raw| raw.is_scenario());
        let now = files_of(&self.scenarios)?.into_iter().filter(|(_, found)| found.is_some());
        let new = now.map(|(file, _)| file).filter(|file| earlier.of(file).is_none() && is_scenario(None, file));
        let folders = self.scenarios.iter().filter(|path| path.is_dir());
        let then = folders.flat_map(|folder| earlier.within(folder)).filter(|file| !file.exists());
        let gone = then.filter(|file| earlier.of(file).is_some_and(|then| is_scenario(Some(earlier.root()), &then)));
        let told = |files: Vec<PathBuf>, what: &str| {
            let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
            if !files.is_empty() {
                output::remark(&format!(
                    "{what} {}, so there is nothing to compare with: {}",
                    earlier.revision,
                    in_short(&files)
                ));
            }
        };
        told(new.collect(), "not there in");
        told(gone.collect(), "no longer there since");
        Ok(())
    }

    /// The scenarios as they were and as they are.
    fn revisions(&self, earlier: &Earlier) -> Result<Vec<Case>, Failure> {
        let mut cases = Vec::new();
        for (file, found) in files_of(&self.scenarios)? {
            let Some(then) = earlier.of(&file) else {
                if found.is_some() {
                    continue;
                }
                let message = format!("--against {}: {} was not there then", earlier.revision, file.display());
                return Err(Failure::Usage(message));
            };
            let plain =
                |scenario: PathBuf, root| ScenarioArguments { scenario, sets: Sets::default(), patches: Vec::new(), root };
            let before = plain(then, Some(earlier.root().to_owned()));
            let after = plain(file.clone(), root_within(self.root.as_deref(), found, &file));
            cases.push(Case { called: file, before, after, found: found.is_some() });
        }
        Ok(cases)
    }

    /// Prints warnings.
    fn warn(&self, warnings: &[Problem]) {
        let colour = std::io::stderr().is_terminal();
        for warning in warnings {
            let _ = writeln!(anstream::stderr(), "{}\n", self.said(warning.render(colour)));
        }
    }

    /// A text in which files of a revision are named by it.
    fn said(&self, text: String) -> String {
        self.earlier.get().map_or(text.clone(), |earlier| earlier.said(&text))
    }

    /// The study that takes changes of some scenarios apart.
    fn study(&self, scenarios: Vec<PathBuf>, root: Option<PathBuf>) -> StudyArguments {
        StudyArguments {
            shelf: ShelfArguments { scenarios, sets: Sets::default(), patches: Vec::new(), root },
            fights: self.fights,
            seed: self.seed,
            level: self.level,
            all: self.all,
            threads: self.threads,
            report: self.report.clone(),
            seconds: self.seconds.clone(),
        }
    }

    /// Takes the changes apart.
    fn split_up(&self) -> Result<(), Failure> {
        if self.sets.is_empty() && self.patches.is_empty() {
            return self.split_versions();
        }
        let study = self.study(self.scenarios.clone(), self.root.clone());
        let patch = |patch: &PathBuf| split::Change {
            name: patch.display().to_string(),
            patches: vec![patch.clone()],
            ..split::Change::default()
        };
        let set = |set: &String| split::Change { name: set.clone(), sets: vec![set.clone()], ..split::Change::default() };
        let changes: Vec<split::Change> = self.patches.iter().map(patch).chain(self.sets.iter().map(set)).collect();
        if changes.len() < 2 {
            let message = "--split takes two changes or more apart: give --with or --set several times";
            return Err(Failure::Usage(message.into()));
        }
        let order = split::Order { asked: &self.asked.outcomes, command: self.command(), said: &|text| self.said(text) };
        split::split(&study, &changes, order)
    }

    /// Takes the differences of two versions of a scenario apart.
    fn split_versions(&self) -> Result<(), Failure> {
        let cases = self.cases()?;
        let [case] = &cases[..] else {
            let message = "--split takes the versions of one scenario apart: name one file with --against";
            return Err(Failure::Usage(message.into()));
        };
        let Some(sides) = case.sides()? else { return Err(Failure::Usage("there is no scenario here".into())) };
        let system = &sides.systems[0];
        let mixed = |paths: &[String]| system.load(&case.before.read()?.taking(case.after.read()?, paths));
        let [before, after] = [system.load(&sides.before)?, system.load(&sides.after)?];
        let differences = Difference::between(&before, &after, |paths| mixed(paths).is_ok());
        match &differences[..] {
            [] => return Err(Failure::Usage("the two versions say the same, so there is nothing to take apart".into())),
            [one] => {
                let message = format!("the two versions have one difference, which needs no --split: {}", one.name);
                return Err(Failure::Usage(message));
            }
            _ => {}
        }
        let all: Vec<String> = differences.iter().flat_map(|one| one.paths.clone()).collect();
        if mixed(&all)?.game.facts().digest != after.game.facts().digest {
            let message =
                "--split takes a scenario apart, and these two play by different pages of rules: compare them without --split";
            return Err(Failure::Usage(message.into()));
        }
        let change = |one: Difference| split::Change {
            name: one.name,
            taken: Some((case.after.clone(), one.paths)),
            ..split::Change::default()
        };
        let changes: Vec<split::Change> = differences.into_iter().map(change).collect();
        let mut study = self.study(vec![case.before.scenario.clone()], case.before.root.clone());
        study.report.out = self.directory();
        let order = split::Order { asked: &self.asked.outcomes, command: self.command(), said: &|text| self.said(text) };
        split::split(&study, &changes, order)
    }

    /// The rule by which words are found, with the margins that were given.
    fn rule(&self, ready: &[Ready]) -> Result<ComparisonRule, Failure> {
        let margins = margins(&self.margins, ready.iter().flat_map(|ready| &ready.entry.outcomes.both))?;
        let (level, fights_max, waits_for) = (self.level, self.fights, Vec::new());
        Ok(ComparisonRule { level, fights_max, margins, full: self.full, strict: self.strict, waits_for })
    }

    /// The folder of the report, if it has one.
    fn directory(&self) -> Option<PathBuf> {
        if self.report.no_report {
            return None;
        }
        let since: Vec<String> = self.against.iter().map(|revision| format!("against={revision}")).collect();
        let folder = || match &self.scenarios[..] {
            [first, ..] if self.against.is_some() => folder("compare-", first, &[], &since),
            [before, after] if self.sets.is_empty() && self.patches.is_empty() => against(before, after),
            [first, ..] => folder("compare-", first, &self.patches, &self.sets),
            [] => Path::new("reports/compare").to_owned(),
        };
        Some(self.report.out.clone().unwrap_or_else(folder))
    }

    /// The change, as it was typed.
    fn change(&self) -> String {
        let patches = self.patches.iter().map(|patch| patch.display().to_string());
        let changes: Vec<String> = patches.chain(self.sets.iter().cloned()).collect();
        match &self.scenarios[..] {
            _ if self.against.is_some() => format!("since {}", self.against.as_deref().unwrap_or_default()),
            [before, after] if changes.is_empty() => format!("{} against {}", before.display(), after.display()),
            _ => changes.join(", "),
        }
    }

    /// The command that makes this result again.
    fn command(&self) -> String {
        let path = |path: &PathBuf| quoted(&path.display().to_string());
        let mut words: Vec<String> = self.scenarios.iter().map(path).collect();
        words.extend(self.patches.iter().map(|patch| format!("--with {}", path(patch))));
        words.extend(self.sets.iter().map(|set| format!("--set {}", quoted(set))));
        words.extend(self.against.iter().map(|revision| option("against", revision)));
        words.extend(self.root.iter().map(|root| format!("--root {}", path(root))));
        words.extend(self.margins.iter().map(|margin| format!("--margin {}", quoted(&margin.text()))));
        words.extend(self.asked.typed());
        words.extend(self.seconds.typed());
        if self.exact {
            words.push(format!("--exact{}", self.limits.typed()));
            words.extend(self.all.then(|| "--all".to_owned()));
            return format!("sparring compare {}", words.join(" "));
        }
        words.push(format!("--fights {}", self.fights));
        if self.full {
            words.push("--full".into());
        }
        if self.seed != SEED {
            words.push(format!("--seed {}", self.seed));
        }
        if self.level != Level::default() {
            words.push(format!("--level {}", self.level.confidence()));
        }
        words.extend(self.strict.then(|| "--strict".to_owned()));
        words.extend(self.split.then(|| "--split".to_owned()));
        if self.all {
            words.push("--all".into());
        }
        words.extend(self.sharpen.then(|| "--sharpen".to_owned()));
        format!("sparring compare {}", words.join(" "))
    }
}
