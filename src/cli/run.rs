//! `sparring run`: play a scenario by the million, or solve it exactly, and report.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::analysis::contract::{self, Standing};
use crate::analysis::statistic::Statistic;
use crate::cli::exactly::{LimitArguments, solve_then};
use crate::cli::expect::{Demand, Expected};
use crate::cli::load::{Playable, ScenarioArguments, load};
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::shard::{self, Role, ShardArguments};
use crate::cli::{merge, number, output, replay};
use crate::dice::key::SCHEME;
use crate::error::Failure;
use crate::exact::Then;
use crate::fight::Side;
use crate::files;
use crate::report::check::words::{exact_figures, in_figures};
use crate::report::lines::PolicyLines;
use crate::report::{self, Facts, Fighter, Outcome, Precision, Report, RowsWriter};
use crate::rules::questions::Question;
use crate::rules::{Rules as _, System};
use crate::scenario::{Combatant as _, Complaints, SheetText, expand};
use crate::sim::pair::Arm;
use crate::sim::solo::Countable as _;
use crate::sim::traced::trace;
use crate::sim::{Done, Run, Stop, notable};
use crate::stats::{Interval, Level};
use crate::tally::{Counts, Parts, Piece, Ranges, Shard, Tally};
use crate::with_system;

/// Fights that are told on the page at the most.
const TOLD_MOST: usize = 3;

/// Fights that are played on from where an exact answer stops, where nobody says how many.
const THEN: u64 = 100_000;

/// The seed where none is given: two runs agree unless asked otherwise.
pub const SEED: u64 = 1;

/// Play a scenario and report who wins how often, how long it takes and what it costs.
#[derive(Args, Debug)]
pub struct RunArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// The number of fights: 100000, 1e6, 2M.
    #[arg(long, value_parser = number::fights, default_value = "100000", conflicts_with_all = ["precision", "exact"])]
    fights: u64,
    /// Play until every rate of the first tables is known to within this: 0.1%.
    #[arg(long, value_parser = number::share, conflicts_with = "exact")]
    precision: Option<f64>,
    /// With --precision: play at most so many.
    #[arg(long, value_parser = number::fights, default_value = "1e9", requires = "precision")]
    fights_max: u64,
    /// Follow every outcome of every die instead of playing, where the fight is small enough.
    #[arg(long)]
    exact: bool,
    #[command(flatten)]
    limits: LimitArguments,
    /// With --exact: where a limit is met, play so many fights on from there, each state left over with its probability; "none" keeps
    /// to bounds that hold for certain.
    #[arg(long, value_name = "FIGHTS", value_parser = then, default_value = "100000", requires = "exact")]
    then: u64,
    /// The seed; the same seed gives the same fights.
    #[arg(long, default_value_t = SEED)]
    seed: u64,
    /// Confidence level of intervals.
    #[arg(long, value_parser = number::level, default_value = "95%")]
    level: Level,
    /// Threads; without it, one per core. Results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Fights of a batch. Results do not depend on it.
    #[arg(long, hide = true, value_parser = number::fights)]
    batch: Option<u64>,
    /// The format of the output.
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
    /// Print every table, not only the most important ones.
    #[arg(long)]
    all: bool,
    /// Also tell what became of each line of each policy: how often it decided, was not possible, or had a condition that did not
    /// hold, in the first 100,000 fights.
    #[arg(long)]
    lines: bool,
    /// The folder of the report; without it, `reports/`, the system's and the scenario's name, and what is changed.
    #[arg(long, value_name = "DIRECTORY")]
    out: Option<PathBuf>,
    /// Write no report, only print.
    #[arg(long, conflicts_with = "out")]
    no_report: bool,
    /// Also write the answer as a picture for a forum or a chat; the report folder has it as `card.svg`.
    #[arg(long, value_name = "FILE.svg")]
    card: Option<PathBuf>,
    /// Also write one row per fight and combatant, to a .parquet or .csv file.
    #[arg(long, value_name = "FILE", conflicts_with = "exact")]
    rows: Option<PathBuf>,
    /// Only these columns of the rows: `winner,rounds,hp`. With `Ada.hp`, `party.standing` or a sum such as `party.hp` in place of
    /// `hp` there is one row per fight.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "rows")]
    columns: Vec<String>,
    #[command(flatten)]
    shard: ShardArguments,
}

/// Reads a number of fights, or none.
fn then(text: &str) -> Result<u64, String> {
    if text == "none" { Ok(0) } else { number::fights(text) }
}

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OutputFormat {
    /// Tables for reading.
    Text,
    /// Everything, for programs.
    Json,
    /// The figures of all tables.
    Csv,
    /// Tables to paste into a document.
    Md,
}

/// Plays a scenario, or the part of its fights that the arguments name.
pub fn run(arguments: &RunArguments) -> Result<(), Failure> {
    run_as(arguments, arguments.shard.role()?)
}

/// Plays everything or a part, or reports what parts have counted.
pub fn run_as(arguments: &RunArguments, role: Role<'_>) -> Result<(), Failure> {
    if matches!(role, Role::Shard(_)) && (arguments.exact || arguments.precision.is_some() || arguments.rows.is_some()) {
        let message = "a part plays a given number of fights: leave --exact, --precision and --rows out, or say --shard none";
        return Err(Failure::Usage(message.into()));
    }
    let raw = arguments.scenario.read()?;
    let system = arguments.scenario.system(&raw)?;
    if let Some(file) = arguments.card.as_ref().filter(|file| file.extension().is_none_or(|extension| extension != "svg")) {
        let message = format!("--card {}: a card is an .svg; name the file so, such as card.svg", file.display());
        return Err(Failure::Usage(message));
    }
    let run = with_system!(system, S => {
        let mut playable = load::<S>(&raw)?;
        output::warn(&playable.warnings);
        // Only a page shows it, which parts of a run may get later. Rows have columns of their own, exact answers know no sums along a day.
        let drawn = arguments.directory().is_some() || !matches!(role, Role::Whole);
        if drawn && arguments.rows.is_none() && !arguments.exact {
            playable.layout.follow(&playable.loaded);
        }
        match role {
            Role::Shard(shard) => play_part(arguments, playable, shard),
            Role::Whole => play_and_report(arguments, &playable, None),
            Role::Merge(parts) => play_and_report(arguments, &playable, Some(parts)),
        }
    });
    run.unwrap_or_else(|| Err(Failure::Bug(format!("no rules for {system}"))))
}

/// Plays a part of the fights, for `sparring merge`.
fn play_part<S: System>(arguments: &RunArguments, playable: Playable<S>, shard: Shard) -> Result<(), Failure> {
    let directory = arguments.directory();
    if let Some(directory) = &directory {
        report::prepare(directory)?;
    }
    let (job, fights) = (playable.job(), shard.part(0..arguments.fights));
    let arm = Arm { loaded: playable.loaded, layout: playable.layout, seed: arguments.seed };
    let (bar, all) = (Bar::new(), fights.end - fights.start);
    let mut progress = |done| bar.show(done, all, String::new());
    let counted = arm.count(fights.clone(), arguments.threads, heed_interrupts(), &mut progress);
    bar.clear();
    let Some(tally) = counted? else { return Err(shard::broken_off()) };
    let pieces = if all == 0 { Vec::new() } else { vec![Piece { job, fights, counts: Counts::Single(tally) }] };
    shard::hand_in(shard, directory.as_deref(), pieces)
}

/// Everything is opened before the first fight, so that a run is never lost for want of a place to write to.
fn play_and_report<S: System>(arguments: &RunArguments, playable: &Playable<S>, parts: Option<&Parts>) -> Result<(), Failure> {
    let directory = arguments.directory();
    if let Some(directory) = &directory {
        report::prepare(directory)?;
    }
    let report = if arguments.exact { solved(arguments, playable)? } else { play(arguments, playable, parts)? };
    let text = match arguments.format {
        OutputFormat::Text => report.terminal(std::io::IsTerminal::is_terminal(&std::io::stdout()), arguments.all),
        OutputFormat::Json => report.json()?,
        OutputFormat::Csv => report.csv()?,
        OutputFormat::Md => report.markdown(),
    };
    if arguments.format == OutputFormat::Text {
        output::show(&text)?;
    } else {
        output::print(&text)?;
    }
    if let Some(directory) = &directory {
        report.write(directory)?;
    }
    if let Some(file) = &arguments.card {
        files::write(file, &report.card()?)?;
    }
    let Some(directory) = directory else { return Ok(()) };
    let place = format!("\nReport: {}\n", directory.join("report.html").display());
    if arguments.format == OutputFormat::Text { output::print(&place) } else { Ok(()) }
}

/// Fights of which lines are traced at the most: they are played once more, and more slowly.
const TRACED_MOST: u64 = 100_000;

/// Plays fights and counts them, or takes the counts of parts.
fn play<S: System>(arguments: &RunArguments, playable: &Playable<S>, parts: Option<&Parts>) -> Result<Report, Failure> {
    let mut layout = playable.layout.clone();
    for name in &arguments.columns {
        // A sum over a side becomes a metric when it is first asked for; what is nothing at all is told when the file is begun.
        let _ = layout.index_or_sum(name);
    }
    let (loaded, layout) = (&playable.loaded, &layout);
    let stop = match arguments.precision {
        Some(precision) => Stop::Precision { precision, level: arguments.level, fights_max: arguments.fights_max },
        None => Stop::Fights(arguments.fights),
    };
    let run = Run { loaded, layout, seed: arguments.seed, stop, threads: arguments.threads, batch: arguments.batch };
    let fighters = fighters(playable);
    let mut writer = match &arguments.rows {
        Some(path) => Some(RowsWriter::create(path, &layout.catalogue, &loaded.sides, &fighters, &arguments.columns)?),
        None => None,
    };
    let bar = Bar::new();
    let done = match &mut writer {
        _ if let Some(parts) = parts => counted(arguments, playable, parts),
        Some(writer) => run.go(heed_interrupts(), bar.listener(), Some(&mut |first, values| writer.add(first, values))),
        None => run.go(heed_interrupts(), bar.listener(), None),
    };
    bar.clear();
    let Done { tally, reached, interrupted } = done?;
    if tally.fights() == 0 {
        return Err(Failure::Interrupted("interrupted before the first fight was over: nothing is kept".into()));
    }
    if let Some(writer) = writer {
        writer.finish()?;
    }
    let mut facts = facts(arguments, playable, fighters);
    facts.fights = 0..tally.fights();
    facts.interrupted = interrupted;
    facts.precision = arguments.precision.zip(reached).map(|(asked, reached)| Precision { asked, reached });
    if arguments.lines {
        let fights = tally.fights().min(TRACED_MOST);
        let traced = trace(loaded, layout, arguments.seed, 0..fights, arguments.threads, heed_interrupts())?;
        facts.lines = traced.map(|traces| PolicyLines { book: loaded.lines.clone(), traces, fights });
    }
    let mut told_before = Vec::new();
    for found in notable(loaded, layout, arguments.seed, &tally, heed_interrupts()) {
        // A fight that is notable twice is told once.
        let new = told_before.len() < TOLD_MOST && !told_before.contains(&found.fight);
        let told = if new { replay::lines(playable, arguments.seed, found.fight) } else { Vec::new() };
        told_before.extend(new.then_some(found.fight));
        let command = format!("sparring replay {} --fight {}", arguments.what_is_played(), found.fight);
        facts.notable.push(report::Notable { label: found.what, fight: found.fight, command, told });
    }
    let ranges = Ranges::of(&layout.catalogue, &tally);
    let of = |statistic: Statistic, level| statistic.interval(&tally, |metric| ranges.get(metric), level);
    let judge = |expected| judged(expected, &of, arguments.level, Source::Counted);
    facts.expectations = playable.expected.iter().map(judge).collect();
    let mut catalogue = layout.catalogue.clone();
    let along = layout.followed_from.map(|plain| {
        let along = catalogue.clone();
        catalogue.metrics.truncate(plain);
        along
    });
    Ok(Report { facts, catalogue, along, outcome: Outcome::Counted(tally) })
}

/// The counts of the parts of a run.
fn counted<S: System>(arguments: &RunArguments, playable: &Playable<S>, parts: &Parts) -> Result<Done, Failure> {
    let empty = Tally::new(&playable.layout.catalogue, playable.loaded.lines.lines().len());
    let tally = parts.single(&playable.job(), 0..arguments.fights, empty);
    let tally = tally.ok_or_else(|| merge::foreign(&arguments.what_is_played()))?;
    Ok(Done { tally, reached: None, interrupted: false })
}

/// The report of an exact answer.
fn solved<S: System>(arguments: &RunArguments, playable: &Playable<S>) -> Result<Report, Failure> {
    let then = Then { fights: arguments.then, seed: arguments.seed, level: arguments.level, threads: arguments.threads };
    let solved = solve_then(playable, &arguments.limits, then)?;
    let mut facts = facts(arguments, playable, fighters(playable));
    let of = |statistic: Statistic, _| statistic.solved(&solved);
    let source = match solved.stopped {
        None => Source::Exact,
        Some(_) if solved.played.is_some() => Source::PlayedOn,
        Some(_) => Source::Bounds,
    };
    let judge = |expected| judged(expected, &of, arguments.level, source);
    facts.expectations = playable.expected.iter().map(judge).collect();
    Ok(Report { facts, catalogue: playable.layout.catalogue.clone(), along: None, outcome: Outcome::Exact(solved) })
}

/// By slot: the name of the entry of the file that makes several of a combatant, if any.
pub fn entries<S: System>(playable: &Playable<S>) -> Vec<Option<String>> {
    let enlisted = expand(&playable.scenario.document, &mut Complaints::default());
    let counted = |name: &str| enlisted.iter().find(|one| one.name == name && one.sheet.count().is_some_and(|count| count > 1));
    let entry = |name: &str| counted(name).map(|one| one.sheet.name().to_owned());
    playable.loaded.combatants.iter().map(|one| entry(&one.name)).collect()
}

/// The combatants by slot, as reports name them.
fn fighters<S: System>(playable: &Playable<S>) -> Vec<Fighter> {
    let combatants = playable.loaded.combatants.iter().zip(entries(playable));
    combatants.map(|(one, entry)| Fighter { name: one.name.clone(), side: one.side, entry }).collect()
}

/// The facts of a run as they are known before it is played.
fn facts<S: System>(arguments: &RunArguments, playable: &Playable<S>, combatants: Vec<Fighter>) -> Facts {
    let document = &playable.scenario.document;
    let patch = |patch: &crate::scenario::Patch| report::Patch {
        path: patch.path.clone(),
        value: patch.value.to_string(),
        published: patch.published.to_string(),
    };
    Facts {
        title: document.title.clone(),
        about: document.about.clone(),
        system: S::NAME.to_owned(),
        scenario: arguments.scenario.scenario.display().to_string(),
        digest: playable.scenario.digest(),
        seed: arguments.seed,
        scheme: SCHEME.to_owned(),
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        level: arguments.level,
        fights: 0..0,
        interrupted: false,
        precision: None,
        sides: playable.loaded.sides.clone(),
        combatants,
        patches: playable.patches.iter().map(patch).collect(),
        command: arguments.command(),
        lines: None,
        notable: Vec::new(),
        expectations: Vec::new(),
        blocks: blocks(playable),
        questions: questions::<S>(),
        files: playable.scenario.files(),
    }
}

/// The questions about the dice of a system: a command, and what it answers.
fn questions<S: System>() -> Vec<(String, String)> {
    let of = |question: &Question| (format!("sparring odds {} {}", S::NAME, question.name), question.about.to_owned());
    S::QUESTIONS.iter().map(of).collect()
}

/// The combatants: their sheets and policies.
fn blocks<S: System>(playable: &Playable<S>) -> Vec<report::Block> {
    let (combatants, entries) = (&playable.loaded.combatants, entries(playable));
    let profiles = playable.loaded.rules.profiles();
    let block = |sheet: SheetText| {
        let same = |slot: &usize| {
            let name = entries[*slot].as_ref().unwrap_or(&combatants[*slot].name);
            combatants[*slot].side.index() == sheet.side && *name == sheet.name
        };
        let mut those = (0..combatants.len()).filter(same).map(|slot| &profiles[slot].lines);
        let profile = those.next().cloned().unwrap_or_default();
        let differ = those.any(|lines| *lines != profile);
        let lines = playable.loaded.lines.lines().iter().filter(|line| sheet.policy.as_ref() == Some(&line.policy));
        let mut policy: Vec<(String, Vec<String>)> = Vec::new();
        for line in lines {
            let what = if line.when.is_empty() { line.what.clone() } else { format!("{} when {}", line.what, line.when) };
            match policy.last_mut().filter(|(decision, _)| decision == line.decision) {
                Some((_, whats)) => whats.push(what),
                None => policy.push((line.decision.to_owned(), vec![what])),
            }
        }
        let name = match sheet.count {
            Some(count) if count > 1 => format!("{} ({count})", sheet.name),
            _ => sheet.name,
        };
        report::Block { name, side: Side(sheet.side as u8), sheet: sheet.lines, policy, profile, differ }
    };
    playable.scenario.sheets().into_iter().map(block).collect()
}

/// The origin of numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// From fights that were played.
    Counted,
    /// From every outcome of every die.
    Exact,
    /// From as many outcomes as were followed.
    Bounds,
    /// From those, and from fights that were played on from there.
    PlayedOn,
}

/// The standing of an expectation, clause by clause: it holds or is broken when whole intervals say so.
fn judged(
    expected: &Expected,
    of: &dyn Fn(Statistic, Level) -> Option<Interval>,
    level: Level,
    source: Source,
) -> report::Expected {
    let nothing = match source {
        Source::Counted => "too few of these fights have it",
        Source::Exact => "it is not known exactly, ask without --exact",
        Source::Bounds | Source::PlayedOn => "it has no bounds, ask without --exact",
    };
    let text = &expected.text;
    let Some(contract) = expected.own() else {
        let verdict = format!("expected {}: needs other fights than these, ask `sparring check`", expected.demand);
        let (that, because) = (text.that.clone(), text.because.clone());
        return report::Expected { that, verdict, because, standing: None, band: None };
    };
    let judged = contract.judge_by(&|term, level| of(term.statistic, level), level);
    let standing = contract::standing(&judged);
    let word = match standing {
        Standing::Holds => "holds",
        Standing::Broken => "broken",
        Standing::Undecided => "undecided",
    };
    let figures = |(clause, judged): (&contract::Clause, &contract::Judged)| {
        let sampled = matches!(source, Source::Counted | Source::PlayedOn);
        let figures = if sampled { in_figures } else { exact_figures };
        let number = figures(judged.interval?, clause.unit());
        // A number says what it is of, unless that is just what the designer wrote.
        Some(if clause.what == text.that.trim() { number } else { format!("{} is {number}", clause.what) })
    };
    let numbers: Vec<String> = contract.clauses.iter().zip(&judged).filter_map(figures).collect();
    let verdict = match numbers.len() {
        0 => format!("{word}: {nothing}"),
        _ => format!("{word}: {}, expected {}", numbers.join(", "), expected.demand),
    };
    let broken = standing == Standing::Broken && !text.if_violated.is_empty();
    let because = if broken { &text.if_violated } else { &text.because };
    let band = band(expected);
    report::Expected { that: text.that.clone(), verdict, because: because.clone(), standing: Some(standing), band }
}

/// The limits of a share of victories, where that is all that is expected.
fn band(expected: &Expected) -> Option<report::Band> {
    match expected.clauses.as_slice() {
        [Demand { first, second: None, low, high, .. }] if first.file.is_none() => {
            let side = first.call.strip_prefix("win(")?.strip_suffix(')')?.trim().trim_matches('"');
            Some(report::Band { side: side.to_owned(), low: low.max(0.0), high: high.min(1.0) })
        }
        _ => None,
    }
}

impl RunArguments {
    /// The folder of the report, if it has one.
    fn directory(&self) -> Option<PathBuf> {
        if self.no_report {
            return None;
        }
        Some(self.out.clone().unwrap_or_else(|| self.scenario.folder("")))
    }

    /// The scenario with what was changed in it, as typed.
    fn what_is_played(&self) -> String {
        let seed = if self.seed == SEED { String::new() } else { format!(" --seed {}", self.seed) };
        format!("{}{seed}", self.scenario.typed())
    }

    /// The number of fights that are played on from where an exact answer stops, as typed, where it is not the usual one.
    fn typed_then(&self) -> String {
        match self.then {
            THEN => String::new(),
            0 => " --then none".to_owned(),
            fights => format!(" --then {fights}"),
        }
    }

    /// The command that makes this result again.
    fn command(&self) -> String {
        let how = match self.precision {
            _ if self.exact => format!("--exact{}{}", self.limits.typed(), self.typed_then()),
            Some(precision) => format!("--precision {}%", precision * 100.0),
            None => format!("--fights {}", self.fights),
        };
        format!("sparring run {} {how}", self.what_is_played())
    }
}
