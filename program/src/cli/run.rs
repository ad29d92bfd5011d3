//! `sparring run`: play a scenario by the million, or solve it exactly, and report.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::exactly::{LimitArguments, solve_then};
use crate::cli::load::ScenarioArguments;
use crate::cli::number;
use crate::cli::output::{self, OutputFormat};
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::seconds::SecondsArguments;
use crate::cli::shard::{self, Role, ShardArguments};
use crate::report::expected::{Source, judged};
use crate::report::lines::PolicyLines;
use crate::report::scenario::{self, Wanted};
use crate::report::{self, Outcome, Precision, Report, told};
use crate::systems;
use frame::analysis::contract::ContractStanding;
use frame::analysis::run::{FightToTell, RunPlan, Traced};
use frame::analysis::sharpen::Sharpening;
use frame::analysis::statistic::Statistic;
use frame::dice::SEED;
use frame::door::{Playable, System};
use frame::error::Failure;
use frame::exact::Then;
use frame::files;
use frame::sim::{Done, RunStop};
use frame::stats::Level;
use frame::tally::{PartCounts, Parts, Piece, Ranges, Shard};
use tables::{Names, RowsWriter};

/// Fights that are played on from where an exact answer stops, where nobody says how many.
const THEN: u64 = 100_000;

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
    /// End with exit code 1 if an expectation of the scenario, an `[[expect]]`, is broken, and with 4 if one is undecided.
    #[arg(long)]
    strict: bool,
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
    seconds: SecondsArguments,
    /// Also tell what is known when the luck of the dice is taken out: as sure as several times as many fights, from the same ones.
    #[arg(long, conflicts_with_all = ["exact", "rows"])]
    sharpen: bool,
    #[command(flatten)]
    shard: ShardArguments,
}

/// Reads a number of fights, or none.
fn then(text: &str) -> Result<u64, String> {
    if text == "none" { Ok(0) } else { number::fights(text) }
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
    let system = systems::built().of(&raw)?;
    if let Some(file) = &arguments.card {
        files::named("--card", file, "svg")?;
    }
    let mut playable = system.load(&raw)?;
    output::warn(&playable.warnings);
    let directory = arguments.directory();
    arguments.seconds.apply(&mut playable)?;
    // It is counted where every table is asked for; parts of a run have counts of one kind, and exact answers know no time.
    if arguments.all && matches!(role, Role::Whole) && !arguments.exact {
        playable.time();
    }
    // Only a page shows it, which parts of a run may get later. Rows have columns of their own, exact answers know no sums along a day.
    let drawn = directory.is_some() || !matches!(role, Role::Whole);
    if drawn && arguments.rows.is_none() && !arguments.exact {
        playable.layout.follow(&*playable.engine);
    }
    // Everything is opened before the first fight, so that a run is never lost for want of a place to write to.
    if let Some(directory) = &directory {
        report::prepare(directory)?;
    }
    if arguments.sharpen && !matches!(role, Role::Whole) {
        return Err(Failure::Usage("a part of a run cannot be sharpened: leave --sharpen out, or say --shard none".into()));
    }
    let report = match role {
        Role::Shard(shard) => return play_part(arguments, &playable, shard),
        _ if arguments.exact => solved(arguments, &*system, &playable)?,
        Role::Whole => play(arguments, &*system, &playable, None)?,
        Role::Merge(parts) => play(arguments, &*system, &playable, Some(parts))?,
    };
    publish(arguments, &report, directory.as_deref())?;
    if arguments.strict { strict(&report) } else { Ok(()) }
}

/// The end of a run that is held to its expectations.
fn strict(report: &Report) -> Result<(), Failure> {
    let stand = |wanted: Option<ContractStanding>| {
        let these = report.facts.expectations.iter().filter(|expected| expected.standing == wanted);
        these.map(|expected| format!("{}: {}", expected.that, expected.verdict)).collect::<Vec<String>>()
    };
    let (broken, open) =
        (stand(Some(ContractStanding::Broken)), [stand(Some(ContractStanding::Undecided)), stand(None)].concat());
    match (broken.is_empty(), open.is_empty()) {
        (false, _) => Err(Failure::Drift(format!("not as expected: {}", broken.join("; ")))),
        (true, false) => Err(Failure::Undecided(format!("not known to be as expected: {}", open.join("; ")))),
        (true, true) => Ok(()),
    }
}

/// Plays a part of the fights, for `sparring merge`.
fn play_part(arguments: &RunArguments, playable: &Playable, shard: Shard) -> Result<(), Failure> {
    let (job, fights) = (playable.job(), shard.part(0..arguments.fights));
    let (bar, all) = (Bar::new(), fights.end - fights.start);
    let mut progress = |done| bar.show(done, all, String::new());
    let arm = playable.arm(arguments.seed);
    let counted = arm.count(fights.clone(), arguments.threads, heed_interrupts(), &mut progress);
    bar.clear();
    let Some(tally) = counted? else { return Err(shard::broken_off()) };
    let pieces = if all == 0 { Vec::new() } else { vec![Piece { job, fights, counts: PartCounts::Single(tally) }] };
    shard::hand_in(shard, arguments.directory().as_deref(), pieces)
}

/// Prints a report and writes its files.
fn publish(arguments: &RunArguments, report: &Report, directory: Option<&Path>) -> Result<(), Failure> {
    arguments.format.publish(report, arguments.all)?;
    if let Some(directory) = directory {
        report.write(directory)?;
    }
    if let Some(file) = &arguments.card {
        files::write(file, &report.card()?)?;
    }
    directory.map_or(Ok(()), |directory| arguments.format.point_to(directory))
}

/// Plays fights and counts them, or takes the counts of parts.
fn play(arguments: &RunArguments, system: &dyn System, playable: &Playable, parts: Option<&Parts>) -> Result<Report, Failure> {
    let mut layout = playable.layout.clone();
    for name in &arguments.columns {
        // A sum over a side becomes a metric when it is first asked for; what is nothing at all is told when the file is begun.
        let _ = layout.index_or_sum(name);
    }
    // Behind the metrics that a report shows.
    let plain = layout.followed_from.unwrap_or(layout.catalogue.metrics.len());
    let mut sharpening = arguments.sharpen.then(|| Sharpening::new(&mut layout));
    let (loaded, layout, plan) = (&*playable.engine, &layout, arguments.plan());
    let names = Names { sides: loaded.sides(), combatants: loaded.combatants() };
    let mut writer = match &arguments.rows {
        Some(path) => Some(RowsWriter::create(path, &layout.catalogue, names, &arguments.columns)?),
        None => None,
    };
    let (bar, interrupted) = (Bar::new(), heed_interrupts());
    let done = match &mut writer {
        _ if let Some(parts) = parts => counted(arguments, playable, parts),
        Some(writer) => {
            plan.play(loaded, layout, interrupted, bar.listener(), Some(&mut |first, values| writer.add(first, values)))
        }
        None if let Some(sharpening) = &mut sharpening => {
            let add = &mut |first, values: &[i64]| {
                sharpening.add(first, values);
                Ok::<(), Failure>(())
            };
            plan.play(loaded, layout, interrupted, bar.listener(), Some(add))
        }
        None => plan.play(loaded, layout, interrupted, bar.listener(), None),
    };
    bar.clear();
    let Done { tally, reached, interrupted: broken_off } = done?;
    if tally.fights() == 0 {
        return Err(Failure::Interrupted("interrupted before the first fight was over: nothing is kept".into()));
    }
    if let Some(writer) = writer {
        writer.finish()?;
    }
    let mut facts = scenario::facts(system, playable, arguments.wanted());
    facts.fights = 0..tally.fights();
    facts.interrupted = broken_off;
    facts.sharpened = sharpening.map(|sharpening| sharpening.found(&tally, arguments.level)).unwrap_or_default();
    if broken_off {
        // What was played plays it again, not what would have been.
        facts.command = arguments.command_as(&format!("--fights {}", tally.fights()));
    }
    facts.precision = arguments.precision.zip(reached).map(|(asked, reached)| Precision { asked, reached });
    let traced = plan.trace(loaded, layout, tally.fights(), interrupted)?;
    facts.lines = traced.map(|Traced { traces, fights }| PolicyLines { book: loaded.lines().clone(), traces, fights });
    // They are drawn on the page, of a day with more fights than that beside it only.
    let seen = !arguments.no_report && layout.fights() <= report::html::PARTS_DRAWN;
    let stands = if seen { plan.stands(loaded, &playable.layout, tally.fights(), interrupted)? } else { None };
    facts.stands = stands.unwrap_or_default();
    let ahead =
        if arguments.no_report { Vec::new() } else { plan.look_ahead(&playable.arm(plan.seed), tally.fights(), interrupted)? };
    let ahead = ahead.into_iter().map(|noted| (noted, " --chances"));
    let tell = |(FightToTell { what, fight, story }, how): (FightToTell, &str)| {
        let told = story.map(|story| told::lines(loaded, &playable.layout, plan.seed, fight, &story)).unwrap_or_default();
        let command = format!("sparring replay {} --fight {fight}{how}", arguments.what_is_played());
        report::Notable { label: what, fight, command, told }
    };
    let noted = plan.note(loaded, &playable.layout, &tally, interrupted).into_iter().map(|noted| (noted, ""));
    facts.notable = noted.chain(ahead).map(tell).collect();
    let ranges = Ranges::of(&layout.catalogue, &tally);
    let of = |statistic: Statistic, level| statistic.interval(&tally, |metric| ranges.get(metric), level);
    let judge = |expected| judged(expected, &of, arguments.level, Source::Counted);
    facts.expectations = playable.expected.iter().map(judge).collect();
    let mut catalogue = layout.catalogue.clone();
    let along = layout.followed_from.map(|_| catalogue.clone());
    catalogue.metrics.truncate(plain);
    Ok(Report { facts, catalogue, along, outcome: Outcome::Counted(tally) })
}

/// The counts of the parts of a run.
fn counted(arguments: &RunArguments, playable: &Playable, parts: &Parts) -> Result<Done, Failure> {
    let empty = playable.arm(arguments.seed).empty();
    let tally = parts.single(&playable.job(), 0..arguments.fights, empty);
    let tally = tally.ok_or_else(|| shard::foreign(&arguments.what_is_played()))?;
    Ok(Done { tally, reached: None, interrupted: false })
}

/// The report of an exact answer.
fn solved(arguments: &RunArguments, system: &dyn System, playable: &Playable) -> Result<Report, Failure> {
    let then = Then { fights: arguments.then, seed: arguments.seed, level: arguments.level, threads: arguments.threads };
    let solved = solve_then(playable, &arguments.limits, then)?;
    let mut facts = scenario::facts(system, playable, arguments.wanted());
    let of = |statistic: Statistic, _| statistic.solved(&solved);
    let source = match solved.stopped {
        None => Source::Exact,
        Some(_) if solved.played.is_some() => Source::PlayedOn,
        Some(_) => Source::Bounds,
    };
    let judge = |expected| judged(expected, &of, arguments.level, source);
    facts.expectations = playable.expected.iter().map(judge).collect();
    Ok(Report { facts, catalogue: playable.layout.catalogue.clone(), along: None, outcome: Outcome::Exact(Box::new(solved)) })
}

impl RunArguments {
    /// The plan of the fights.
    fn plan(&self) -> RunPlan {
        let stop = match self.precision {
            Some(precision) => RunStop::Precision { precision, level: self.level, fights_max: self.fights_max },
            None => RunStop::Fights(self.fights),
        };
        RunPlan { seed: self.seed, stop, threads: self.threads, batch: self.batch, lines: self.lines }
    }

    /// What a report says of how it was asked for.
    fn wanted(&self) -> Wanted {
        let scenario = self.scenario.scenario.display().to_string();
        Wanted { scenario, command: self.command(), seed: self.seed, level: self.level }
    }

    /// The folder of the report, if it has one.
    fn directory(&self) -> Option<PathBuf> {
        if self.no_report {
            return None;
        }
        let mut asked = Vec::new();
        asked.extend(self.exact.then(|| "exact".to_owned()));
        asked.extend(self.precision.map(|precision| format!("precision={}", precision * 100.0)));
        asked.extend(self.lines.then(|| "lines".to_owned()));
        asked.extend(self.sharpen.then(|| "sharpen".to_owned()));
        asked.extend(self.seconds.typed().map(|typed| typed.trim_start_matches("--").to_owned()));
        asked.extend((self.seed != SEED).then(|| format!("seed={}", self.seed)));
        Some(self.out.clone().unwrap_or_else(|| self.scenario.folder("", &asked)))
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
        self.command_as(&how)
    }

    /// The command with this number of fights.
    fn command_as(&self, how: &str) -> String {
        let seconds = self.seconds.typed().map(|typed| format!(" {typed}")).unwrap_or_default();
        // The time at the table is counted where every table is asked for.
        let all = if self.all && !self.exact { " --all" } else { "" };
        let sharpen = if self.sharpen { " --sharpen" } else { "" };
        format!("sparring run {} {how}{seconds}{all}{sharpen}", self.what_is_played())
    }
}
