//! What all benches share: timing by the best of several turns, workloads with a checksum, goals that are ratios in one run on one
//! machine. A wrong checksum ends the bench; a goal that is missed is printed and does not.

use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use sparring::rules::{Loaded, System};
use sparring::scenario::{Complaints, Raw};
use sparring::sim::{Layout, Run, Stop, Worker};
use sparring::tally::Tally;

/// Turns that each measured piece gets; the best one counts, because whatever else the machine does only adds time.
const TURNS: usize = 9;
/// Set for the copies of a bench that measure the memory of a run.
const MEMORY: &str = "SPARRING_BENCH_MEMORY";

/// A scenario ready to be played.
pub struct Workload<S: System> {
    name: &'static str,
    fights: u64,
    /// The rules.
    pub loaded: Loaded<S::Rules>,
    /// The layout of its metrics.
    pub layout: Layout,
}

impl<S: System> Workload<S> {
    /// So many fights of the scenario `file` below `scenarios/`.
    pub fn new(name: &'static str, file: &str, fights: u64) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(file);
        let scenario = Raw::read(&path, &[], &[]).and_then(|raw| raw.check::<S>());
        let scenario = scenario.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        let loaded = S::load(&scenario.document, &mut Complaints::default()).expect("the scenario of the bench is sound");
        let layout = Layout::new(&loaded);
        Workload { name, fights, loaded, layout }
    }

    /// How many fights are played.
    pub fn fights(&self) -> u64 {
        self.fights
    }

    /// Plays them on this thread.
    pub fn play(&self) -> Tally {
        Worker::new(&self.loaded, &self.layout, 1).tally(0..self.fights)
    }

    /// Plays them as a run does.
    fn run(&self, threads: u16, fights: u64) -> Tally {
        let run = Run {
            loaded: &self.loaded,
            layout: &self.layout,
            seed: 1,
            stop: Stop::Fights(fights),
            threads: Some(threads),
            batch: None,
        };
        run.go(&AtomicBool::new(false), |_| {}, None).expect("a run with threads").tally
    }

    /// Prints fights per second; whether they are still the fights that they were.
    pub fn report(&self, checksum: u64) -> bool {
        let [time] = race([&mut || self.play()]);
        let found = self.checksum(&self.play());
        println!("{:<28} {:>12.0} fights/s   checksum {found:016x}", self.name, self.fights as f64 / time);
        if found != checksum {
            println!(
                "{}: WRONG, these are other fights than those whose speed was measured before ({checksum:016x})",
                self.name
            );
        }
        found == checksum
    }

    /// Prints what a second thread gives.
    pub fn second_core(&self, goal: f64) {
        let fights = 4 * self.fights;
        let [one, two] = race([&mut || self.run(1, fights), &mut || self.run(2, fights)]);
        at_least(&format!("{}: second core", self.name), one / two, goal);
    }

    /// Prints how the peak of memory grows from few to many fights. Each is measured in a process of its own.
    pub fn memory(&self, few: u64, many: u64, goal: f64) {
        let bytes = |fights: u64| {
            let own = std::env::current_exe().expect("a bench knows where it is");
            let output = Command::new(own).env(MEMORY, fights.to_string()).output().expect("a bench can be started again");
            String::from_utf8_lossy(&output.stdout).trim().parse::<f64>().ok()
        };
        match (bytes(few), bytes(many)) {
            (Some(few), Some(many)) => {
                at_most(&format!("{}: memory {many:.0} kB against {few:.0} kB", self.name), many / few, goal)
            }
            _ => println!("{}: this system does not say how much memory a process took", self.name),
        }
    }

    /// In a copy of the bench that measures memory: plays, prints the peak in kilobytes and returns true.
    pub fn measures_memory(&self) -> bool {
        let Ok(fights) = std::env::var(MEMORY) else { return false };
        black_box(self.run(2, fights.parse().expect("a number of fights")));
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).and_then(|line| line.split_whitespace().next());
        println!("{}", peak.unwrap_or_default());
        true
    }

    fn checksum(&self, tally: &Tally) -> u64 {
        let mut sum = 0_u64;
        for metric in 0..self.layout.catalogue.metrics.len() {
            for (value, count) in tally.counts(metric) {
                sum = (sum ^ value as u64).wrapping_mul(0x0000_0100_0000_01B3);
                sum = (sum ^ count).wrapping_mul(0x0000_0100_0000_01B3);
            }
        }
        sum
    }
}

/// Seconds of each piece of work, taking turns so that a slow moment of the machine meets all of them.
pub fn race<T, const N: usize>(mut works: [&mut dyn FnMut() -> T; N]) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..TURNS {
        for (work, best) in works.iter_mut().zip(&mut best) {
            let start = Instant::now();
            black_box(work());
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    best
}

/// Prints a ratio that should be small.
pub fn at_most(what: &str, ratio: f64, goal: f64) {
    println!("{what}: {ratio:.2} (goal: at most {goal:.2}, {})", if ratio <= goal { "met" } else { "missed" });
}

/// Prints a ratio that should be large.
pub fn at_least(what: &str, ratio: f64, goal: f64) {
    println!("{what}: {ratio:.2} (goal: at least {goal:.2}, {})", if ratio >= goal { "met" } else { "missed" });
}

/// Prints how long the program takes for one thing.
pub fn program(what: &str, arguments: &[&str], goal_milliseconds: f64) {
    let run = || {
        let output = Command::new(env!("CARGO_BIN_EXE_sparring")).args(arguments).output().expect("the program can be started");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let [time] = race([&mut { run }]);
    at_most(&format!("{what}, milliseconds"), time * 1e3, goal_milliseconds);
}
