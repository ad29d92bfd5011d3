//! `sparring bless`: take what scenarios do now as what they are held to, with the reason.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::suite::{BASELINES, Member, Suite};
use crate::cli::{number, output};
use crate::report::write::write_all;
use frame::dice::SEED;
use frame::error::Failure;
use frame::sim::scan::Stretch;
use frame::tally::{BASELINE_VERSION, Baseline, Header, Recorded};

/// Fights of a new baseline: enough to show, by as many new ones, that an even rate stays within a point.
const FIGHTS: u64 = 100_000;

/// Take what scenarios do now as their baseline, and write down why.
///
/// A baseline is a text file with exact counts, to be committed. One that is still right keeps its old reason.
#[derive(Args, Debug)]
pub struct BlessArguments {
    /// Scenario files, or folders of them.
    #[arg(value_name = "SCENARIO", default_value = "scenarios")]
    scenarios: Vec<PathBuf>,
    /// The reason why outcomes are as they are now; it is written into the baseline.
    #[arg(long, value_name = "REASON")]
    because: Option<String>,
    /// Fights of a baseline; without it as many as there were, or 100000.
    #[arg(long, value_parser = number::fights)]
    fights: Option<u64>,
    /// The seed; without it that of the baseline that is there, or 1.
    #[arg(long)]
    seed: Option<u64>,
    /// The folder outside of which nothing is included; without it the repository, the folder you work in, or that of the file.
    #[arg(long, value_name = "DIRECTORY")]
    root: Option<PathBuf>,
    /// The folder of baselines.
    #[arg(long, value_name = "DIRECTORY", default_value = BASELINES)]
    baselines: PathBuf,
    /// Threads; without it, one per core. Results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Plays and writes the baselines of a suite, with the reason; plays none if a scenario cannot be read.
pub fn bless(arguments: &BlessArguments) -> Result<(), Failure> {
    let because = arguments.because.as_deref().map(str::trim).unwrap_or_default();
    if because.is_empty() {
        let message = "say why outcomes are as they are now: --because \"shields are worth more since issue 12\"";
        return Err(Failure::Usage(message.into()));
    }
    let suite = Suite::as_it_is(&arguments.scenarios, arguments.root.as_deref(), &arguments.baselines);
    let (members, mut failures) = suite.open()?;
    if !failures.is_empty() {
        // Blessing the rest would leave a suite of which nobody can say what it is held to.
        return Err(failures.remove(0).1);
    }
    let bar = Bar::new();
    let mut fights = 0;
    for member in &members {
        bar.show(fights, 0, format!(", {}", member.subject.name));
        let line = one(arguments, member, because)?;
        fights += line.1;
        output::show(&line.0)?;
    }
    bar.clear();
    Ok(())
}

/// Blesses one scenario: what to say of it, and how many fights were played.
fn one(arguments: &BlessArguments, member: &Member, because: &str) -> Result<(String, u64), Failure> {
    let name = &member.subject.name;
    // A baseline that cannot be read is replaced: that is what blessing is for.
    let old = member.read_baseline().unwrap_or(None);
    let known = old.as_ref().map(|old| (old.recorded.header.seed, old.recorded.fights.end - old.recorded.fights.start));
    let seed = arguments.seed.or(known.map(|(seed, _)| seed)).unwrap_or(SEED);
    let fights = arguments.fights.or(known.map(|(_, fights)| fights)).unwrap_or(FIGHTS);
    let source = &*member.subject.sources[0];
    let own: Vec<usize> = (0..source.own_metrics()).collect();
    let interrupted = heed_interrupts();
    let stop = || interrupted.load(std::sync::atomic::Ordering::Relaxed);
    let stretch = Stretch { seed, numbers: 0..fights, digested: &own };
    let Some(scanned) = source.play(&stretch, arguments.threads, &stop)? else {
        return Err(Failure::Interrupted(format!("interrupted: {name} and what follows is as it was")));
    };
    let header = Header { seed, ..member.header.clone() };
    let mut recorded = Recorded::of(&header, source.catalogue(), &scanned.tally);
    recorded.metrics.truncate(own.len());
    let new = Baseline::new(recorded, because, &scanned.digests);
    let write = |baseline: &Baseline| {
        let folder = member.baseline.parent().unwrap_or(Path::new("."));
        let file = member.baseline.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let kept = member.kept().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let said = serde_json::to_string_pretty(&member.content).map_err(|error| Failure::Bug(error.to_string()))?;
        // What the scenario says stands there first: a baseline without it still holds.
        write_all(folder, vec![(kept, said + "\n"), (file, baseline.text())])
    };
    if let Some(old) = old.as_ref().filter(|old| same(old, &new)) {
        let format = if old.version == BASELINE_VERSION { "" } else { " (now in the format of today)" };
        if !format.is_empty() || !member.kept().is_file() {
            write(old)?;
        }
        return Ok((format!("{name}: unchanged{format}, blessed because {}\n", old.because), fights));
    }
    write(&new)?;
    let place = member.baseline.display();
    let said = match old {
        None => format!("{name}: blessed, {fights} fights, {place}\n"),
        Some(old) => {
            let moved = new.recorded.metrics.iter().filter(|metric| old.recorded.metric(&metric.key) != Some(metric)).count();
            format!("{name}: blessed anew, {moved} of {} metrics have other counts, {place}\n", new.recorded.metrics.len())
        }
    };
    Ok((said, fights))
}

/// True if two baselines hold a scenario to the same; who made them and why does not matter.
fn same(old: &Baseline, new: &Baseline) -> bool {
    let (one, other) = (&old.recorded, &new.recorded);
    let facts = |header: &Header| (header.scheme.clone(), header.seed, header.digest.clone(), header.title.clone());
    facts(&one.header) == facts(&other.header)
        && one.fights == other.fights
        && one.metrics == other.metrics
        && (old.order, &old.records, &old.stretches) == (new.order, &new.records, &new.stretches)
}
