//! `--exact`: what all verbs share that can solve a scenario instead of playing it.
//!
//! Owns the limits as they are typed, the one way from a scenario to its exact answer with a line of progress, and what is said
//! where a scenario is too large. Start at [`solve`].

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;

use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::{memory, number};
use crate::report::figure::thousands;
use frame::error::Failure;
use frame::exact::{Solvable, Solved, SolverLimits, SolverStage, SolverStop, Then};
use frame::sim::sized;

/// The limits of --exact. What it has not followed by then makes bounds of its numbers.
#[derive(Args, Clone, Default, Debug)]
pub struct LimitArguments {
    /// With --exact: most states at a time; the least probable go: 100000, 1e6, 2M.
    #[arg(long, value_parser = number::states, requires = "exact")]
    states: Option<usize>,
    /// With --exact: most memory for states, 1GB without it: 512MB, 4GB.
    #[arg(long, value_parser = number::memory, requires = "exact")]
    memory: Option<usize>,
    /// With --exact: most time: 60s, 5m. Without it, about a minute's worth of outcomes of dice, the same on every machine.
    #[arg(long, value_parser = number::duration, requires = "exact")]
    time: Option<Duration>,
    /// With --exact: stop as soon as the bounds of every share of victories are no further apart than this: 0.01%.
    #[arg(long, value_parser = number::share, requires = "exact")]
    within: Option<f64>,
}

impl LimitArguments {
    /// The limits. States take three quarters of the memory that is left at the most, since more than them is needed.
    ///
    /// # Errors
    /// More memory than there is: the system would end the program in the middle of its work.
    pub fn limits(&self) -> Result<SolverLimits, Failure> {
        let plain = SolverLimits::default();
        let most = memory::left().map_or(usize::MAX, |left| left / 4 * 3);
        if let Some(asked) = self.memory.filter(|&asked| asked > most) {
            let [asked, most] = [asked, most].map(|bytes| bytes >> 20);
            let write =
                if most > 0 { format!("write --memory {most}MB or less") } else { "leave --exact out to play it".to_owned() };
            return Err(Failure::Usage(format!(
                "--memory {asked}MB: no more than {most} MB can be had for states on this machine now; {write}"
            )));
        }
        Ok(SolverLimits {
            states: self.states.unwrap_or(plain.states),
            bytes: self.memory.unwrap_or(plain.bytes.min(most)),
            // A user who says how much time there is wants all of it.
            outcomes: if self.time.is_some() { u64::MAX } else { plain.outcomes },
            time: self.time,
            within: self.within.unwrap_or(plain.within),
            ..plain
        })
    }

    /// As they are typed, with a blank before each.
    pub fn typed(&self) -> String {
        let mut typed = String::new();
        let mut add = |flag: &str, value: Option<String>| {
            typed.extend(value.map(|value| format!(" --{flag} {value}")));
        };
        add("states", self.states.map(|states| states.to_string()));
        add("memory", self.memory.map(|bytes| format!("{}MB", bytes >> 20)));
        add("time", self.time.map(|time| format!("{}s", time.as_secs())));
        add("within", self.within.map(|within| format!("{}%", (within * 1e14).round() / 1e12)));
        typed
    }
}

/// `--exact` of a verb that plays variants of a scenario.
#[derive(Args, Clone, Default, Debug)]
pub struct ExactArguments {
    /// Solve every variant instead of playing it: numbers without error, where the fight is small enough.
    #[arg(long, conflicts_with_all = ["fights", "seed", "level"])]
    exact: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

impl ExactArguments {
    /// The limits, where variants are solved.
    pub fn limits(&self) -> Option<&LimitArguments> {
        self.exact.then_some(&self.limits)
    }
}

impl LimitArguments {
    /// Solves something as far as these limits allow. None when it was interrupted.
    ///
    /// # Errors
    /// A limit before anything is decided; an own metric that is too large.
    pub fn solve(&self, scene: &dyn Solvable, what: &str) -> Result<Option<Solved>, Failure> {
        match solve(scene, self, what) {
            Ok(answer) if answer.stopped == Some(SolverStop::Interrupted) => Ok(None),
            Ok(answer) => Ok(Some(answer)),
            Err(Failure::Interrupted(_)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }
}

/// Follows every outcome of every die, as far as the limits allow; a line tells what of, and how far it is.
///
/// # Errors
/// A limit or an interruption before anything is decided; an own metric that is too large.
pub fn solve(scene: &dyn Solvable, limits: &LimitArguments, what: &str) -> Result<Solved, Failure> {
    let limits = limits.limits()?;
    told(scene, what, |hear| Ok(scene.solve(limits, hear)))
}

/// Solves as [`solve`] does, and where a limit is met plays on from there.
///
/// # Errors
/// A limit or an interruption before anything is decided or played on; more threads than can be started.
pub fn solve_then(scene: &dyn Solvable, limits: &LimitArguments, then: Then) -> Result<Solved, Failure> {
    let limits = limits.limits()?;
    told(scene, "", |hear| scene.solve_and_play_on(limits, then, hear))
}

/// Solves something as `solve` says, with a line that tells what of, and how far it is.
fn told(
    scene: &dyn Solvable,
    what: &str,
    solve: impl FnOnce(&mut dyn FnMut(SolverStage) -> bool) -> Result<Solved, Failure>,
) -> Result<Solved, Failure> {
    let (bar, interrupted) = (Bar::of_words(), heed_interrupts());
    let fights = scene.fights();
    let of = if what.is_empty() { String::new() } else { format!("{what}: ") };
    let mut hear = |stage: SolverStage| {
        let fight = if fights > 1 { format!("fight {} of {fights}, ", stage.fight) } else { String::new() };
        let (states, decided) = (thousands(stage.states as u64), stage.decided * 100.0);
        bar.tell(match stage.played {
            0 => format!("{of}{fight}round {}, {states} states, {decided:.2} % decided", stage.round),
            played => format!("{of}{decided:.2} % decided, {} fights played on from there", thousands(played)),
        });
        !interrupted.load(Ordering::Relaxed)
    };
    let solved = solve(&mut hear)?;
    bar.clear();
    let extremes = |metric: usize| {
        let known = solved.metrics.get(metric)?;
        Some([*known.first_key_value()?.0, *known.last_key_value()?.0])
    };
    sized(scene.measures(), extremes)?;
    if solved.played.is_none() && solved.metrics.iter().all(BTreeMap::is_empty) && solved.stopped.is_some() {
        return Err(nothing_decided(&solved, fights));
    }
    Ok(solved)
}

/// The reason why nothing at all is known: no fight came to its end before a limit was met.
fn nothing_decided(solved: &Solved, fights: usize) -> Failure {
    if solved.stopped == Some(SolverStop::Interrupted) {
        return Failure::Interrupted("interrupted before anything was decided: nothing is kept".into());
    }
    let size = solved.size;
    let (what, fight) = if fights > 1 { ("day", format!("fight {}, ", size.fight)) } else { ("fight", String::new()) };
    Failure::Usage(format!(
        "this {what} is too large for --exact: after {} outcomes of dice, with {} states at a time ({} MB), by {fight}round {} \
         nothing was decided; give more of --time, --states or --memory, or leave --exact out to play it",
        size.outcomes,
        size.states,
        size.bytes >> 20,
        size.round,
    ))
}
