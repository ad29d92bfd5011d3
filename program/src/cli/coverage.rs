//! `sparring coverage`: which rules came up at all, and which never did.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;

use crate::cli::load::ShelfArguments;
use crate::cli::output::OutputFormat;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::suite::{BASELINES, Suite};
use crate::cli::{number, output};
use crate::report::coverage::CoverageReport;
use frame::analysis::coverage::{Coverage, Covered};
use frame::dice::SEED;
use frame::door::FoundSystem;
use frame::error::Failure;
use frame::fight::LedgerRow;
use frame::sim::cited::cited;
use frame::stats::Level;

/// Say which rules came up in the fights of scenarios, by their ids in the ledger, and which never did.
///
/// Fights are told, and each rule is counted in whose name a die was rolled or a sentence told. What is built before anybody fights, what
/// happens between fights where no scenario is a day, and what acts in silence is told apart.
#[derive(Args, Debug)]
#[command(mut_arg("scenarios", |scenarios| scenarios.required(false).default_value("scenarios")))]
#[command(mut_arg("patches", |patches| patches.help("A patch to lay over each of them before, as `run` does")))]
pub struct CoverageArguments {
    #[command(flatten)]
    shelf: ShelfArguments,
    /// Fights of each scenario.
    #[arg(long, value_parser = number::fights, default_value = "1000")]
    fights: u64,
    /// The seed.
    #[arg(long, default_value_t = SEED)]
    seed: u64,
    /// Confidence level.
    #[arg(long, value_parser = number::level, default_value = "95%")]
    level: Level,
    /// Threads; without it, one per core. Results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Show every row.
    #[arg(long)]
    all: bool,
    /// The format of the output.
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

/// A way to tell fights for coverage.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    /// Fights of each scenario.
    pub fights: u64,
    /// The seed.
    pub seed: u64,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// The rules of a system, and its scenarios so far.
struct Gathered {
    system: String,
    ledger: Vec<LedgerRow>,
    scenarios: Vec<Covered>,
}

/// Tells fights of all scenarios, and reports which rules came up.
pub fn coverage(arguments: &CoverageArguments) -> Result<(), Failure> {
    let suite = Suite::of(&arguments.shelf, Path::new(BASELINES));
    let telling = Telling { fights: arguments.fights, seed: arguments.seed, threads: arguments.threads };
    let (covered, failures) = covered(&suite, telling, &|| false)?;
    output::failed(&failures);
    if covered.is_empty() {
        let why =
            if failures.is_empty() { "interrupted before the first scenario was told" } else { "no scenario could be read" };
        return Err(if failures.is_empty() { Failure::Interrupted(why.into()) } else { Failure::Incomplete(why.into()) });
    }
    let report = CoverageReport { command: arguments.command(), level: arguments.level, seed: arguments.seed, covered };
    arguments.format.publish(&report, arguments.all)?;
    match failures.len() {
        0 => Ok(()),
        failed => Err(Failure::Incomplete(format!("{failed} of the scenarios could not be read"))),
    }
}

/// What came up, by system, and the files that could not be read.
pub type Seen = (Vec<Coverage>, Vec<(PathBuf, Failure)>);

/// What came up. Ends early where `over` says so, with the scenarios so far.
pub fn covered(suite: &Suite<'_>, telling: Telling, over: &dyn Fn() -> bool) -> Result<Seen, Failure> {
    let (playables, failures) = suite.playables()?;
    let (bar, interrupted) = (Bar::new(), heed_interrupts());
    let mut gathered: Vec<Gathered> = Vec::new();
    let all = telling.fights * playables.len() as u64;
    for (index, (file, system, playable)) in playables.iter().enumerate() {
        if over() || interrupted.load(Ordering::Relaxed) {
            break;
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        bar.show(index as u64 * telling.fights, all, format!(", {name}"));
        let scenario = (&*playable.engine as &dyn frame::sim::Engine, &playable.layout);
        let Some(cited) = cited(scenario, telling.seed, 0..telling.fights, telling.threads, interrupted)? else { break };
        let one = Covered { name, day: playable.layout.day.is_some(), fights: telling.fights, cited };
        place(&mut gathered, system, &playable.game.facts().system).scenarios.push(one);
    }
    bar.clear();
    let coverage = |one: Gathered| Coverage::of(one.system, one.ledger, one.scenarios);
    Ok((gathered.into_iter().map(coverage).collect(), failures))
}

/// The place of a system among those so far.
fn place<'a>(gathered: &'a mut Vec<Gathered>, system: &FoundSystem, name: &str) -> &'a mut Gathered {
    let place = gathered.iter().position(|known| known.system == name).unwrap_or_else(|| {
        gathered.push(Gathered { system: name.to_owned(), ledger: system.ledger(), scenarios: Vec::new() });
        gathered.len() - 1
    });
    &mut gathered[place]
}

impl CoverageArguments {
    /// The command that makes this result again.
    fn command(&self) -> String {
        let mut words = vec![self.shelf.typed(), format!("--fights {}", self.fights)];
        words.extend((self.seed != SEED).then(|| format!("--seed {}", self.seed)));
        format!("sparring coverage {}", words.join(" "))
    }
}
