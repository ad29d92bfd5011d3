//! The common part of the benches of all systems: workloads with a checksum, loops by hand to measure the engine beside, and what a run
//! makes of threads and memory. Goals are ratios in one run on one machine.
//!
//! `cargo bench` measures. `cargo test` plays few fights and measures nothing: then only the checksums count, and that the loops
//! fight the same fights as the engine. Whatever is wrong there ends the bench; a goal that is missed is printed and does not.
//! Start at [`Bench`].

pub mod clock;
pub mod counts;
pub mod goal;
pub mod scenario;

use std::hint::black_box;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use clock::{few, nanoseconds, race};
use frame::dice::Streams;
use frame::fight::Catalogue;
use frame::rules::{Loaded, RuleSet};
use frame::sim::{Layout, Run, RunStop, Worker};
use frame::tally::Tally;
use goal::{at_most, measures};

/// The seed of all fights.
const SEED: u64 = 1;
/// The engine takes at most so many times as long as a loop by hand.
const LOOP_GOAL: f64 = 2.5;
/// A second thread makes it at least so many times as quick.
const CORE_GOAL: f64 = 1.8;
/// A hundred times as many fights take at most so many times as much memory.
const MEMORY_GOAL: f64 = 1.1;
/// The program takes at most so many milliseconds to check, play and report a thousand fights.
const PROGRAM_GOAL: f64 = 150.0;
/// Set for the copies of a bench that measure the memory of a run.
const MEMORY: &str = "SPARRING_BENCH_MEMORY";

/// Fights whose speed is measured.
pub struct Workload {
    /// The name.
    pub name: &'static str,
    /// The scenario, below `scenarios/`.
    pub file: &'static str,
    /// The number of fights in a turn of a race.
    pub fights: u64,
    /// The checksum of the ends of the first of them; whoever changes the rules takes it from the complaint of the bench.
    pub checksum: u64,
}

/// A workload that can be played.
struct Playable<S: RuleSet> {
    workload: Workload,
    loaded: Loaded<S::Rules>,
    layout: Layout,
}

/// Fights that are written by hand, for one scenario alone.
pub trait ByHand {
    /// Fights one.
    fn fight(&mut self, dice: &mut Streams);

    /// Asserts that the engine has fought the same fights.
    fn assert_same(&self, catalogue: &Catalogue, tally: &Tally);
}

/// The workloads of one system. The first one is the duel that loops by hand can fight too.
pub struct Bench<S: RuleSet> {
    playables: [Playable<S>; 3],
}

impl<S: RuleSet> Bench<S> {
    /// Loads the workloads and asserts that they have their checksums; where it is measured, prints their fights per second.
    pub fn new(workloads: [Workload; 3]) -> Self {
        let bench = Bench { playables: workloads.map(Playable::<S>::new) };
        if let Ok(fights) = std::env::var(MEMORY) {
            bench.playables[0].print_memory(fights.parse().expect("a number of fights"));
            std::process::exit(0);
        }
        let right = bench.playables.each_ref().map(Playable::report);
        assert!(right.into_iter().all(|right| right), "these are other fights than those whose speed was measured before");
        bench
    }

    /// The engine with all its policies and counts beside a loop by hand that counts the same, and one that only wants to know who wins, as
    /// the label of the metric, and in how many rounds; then what threads, memory and the program take.
    pub fn beside<H: ByHand>(&self, counts: impl Fn() -> H, bare: impl Fn(&mut Streams) -> [u64; 2]) {
        self.beside_loop("counts the same", counts);
        self.beside_loop("counts nothing", || Bare { duel: &bare, sums: [0; 2] });
        self.second_core();
        self.memory();
        self.program();
    }

    /// The engine beside a loop that `what`.
    fn beside_loop<H: ByHand>(&self, what: &str, new: impl Fn() -> H) {
        let Playable { workload, loaded, layout } = &self.playables[0];
        let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
        let fights = if measures() { workload.fights } else { few(workload.fights) };
        let by_hand = || {
            let (mut dice, mut by_hand) = (Streams::new(SEED, &identities), new());
            for number in 0..fights {
                dice.begin(number);
                by_hand.fight(&mut dice);
            }
            by_hand
        };
        let engine = || Worker::new(loaded, layout, SEED).tally(0..fights);
        by_hand().assert_same(&layout.catalogue, &engine());
        if measures() {
            let [by_hand, engine] = race([&mut || drop(black_box(by_hand())), &mut || drop(black_box(engine()))]);
            let (own, theirs) = (nanoseconds(engine, fights), nanoseconds(by_hand, fights));
            let line = format!("{}: {own:.0} ns by the engine, {theirs:.0} ns by the loop that {what}", workload.name);
            at_most(&line, engine / by_hand, LOOP_GOAL);
        }
    }

    /// Prints what a second thread gives.
    fn second_core(&self) {
        if measures() {
            let duel = &self.playables[0];
            let fights = 10 * duel.workload.fights;
            let [one, two] = race([&mut || duel.run(1, fights), &mut || duel.run(2, fights)]);
            let word = if one / two >= CORE_GOAL { "met" } else { "missed" };
            println!("{}: second core: {:.2} (goal: at least {CORE_GOAL:.2}, {word})", duel.workload.name, one / two);
        }
    }

    /// Prints how the peak of memory grows from few fights to a hundred times as many. Each is measured in a process of its own.
    fn memory(&self) {
        if measures() {
            let Workload { name, fights, .. } = self.playables[0].workload;
            let kilobytes = |fights: u64| {
                let own = std::env::current_exe().expect("a bench knows where it is");
                let output = Command::new(own).env(MEMORY, fights.to_string()).output().expect("a bench can be started again");
                String::from_utf8_lossy(&output.stdout).trim().parse::<f64>().ok()
            };
            match (kilobytes(10 * fights), kilobytes(1000 * fights)) {
                (Some(few), Some(many)) => {
                    at_most(&format!("{name}: memory {many:.0} kB against {few:.0} kB"), many / few, MEMORY_GOAL);
                }
                _ => println!("{name}: this system does not say how much memory a process took"),
            }
        }
    }

    /// Prints how long the program takes to check, play and report a thousand fights.
    fn program(&self) {
        if measures() {
            let path = scenario::path(self.playables[0].workload.file);
            let run = || {
                let mut program = Command::new(env!("CARGO_BIN_EXE_sparring"));
                let output = program.arg("run").arg(&path).args(["--fights", "1000"]).output();
                let output = output.expect("the program can be started");
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            };
            let [time] = race([&mut { run }]);
            at_most("1,000 fights, checked and reported, milliseconds", time * 1e3, PROGRAM_GOAL);
        }
    }
}

impl<S: RuleSet> Playable<S> {
    fn new(workload: Workload) -> Self {
        let (loaded, layout) = scenario::load::<S>(workload.file, &[]);
        Playable { workload, loaded, layout }
    }

    /// Plays so many fights on this thread.
    fn play(&self, fights: u64) -> Tally {
        Worker::new(&self.loaded, &self.layout, SEED).tally(0..fights)
    }

    /// Plays them as a run does.
    fn run(&self, threads: u16, fights: u64) {
        let run = Run {
            loaded: &self.loaded,
            layout: &self.layout,
            seed: SEED,
            stop: RunStop::Fights(fights),
            threads: Some(threads),
            batch: None,
        };
        black_box(run.go(&AtomicBool::new(false), |_| {}, None).expect("a run with threads"));
    }

    /// Prints fights per second, if they are measured; whether they are still the fights that they were.
    fn report(&self) -> bool {
        let Workload { name, fights, checksum, .. } = self.workload;
        let found = self.checksum(&self.play(few(fights)));
        if found != checksum {
            println!("{name}: WRONG, the checksum is {found:#018x} instead of {checksum:#018x}");
        }
        if measures() {
            let [time] = race([&mut || drop(black_box(self.play(fights)))]);
            println!("{name:<28} {:>12.0} fights/s", fights as f64 / time);
        }
        found == checksum
    }

    /// Plays and prints the peak of memory in kilobytes.
    fn print_memory(&self, fights: u64) {
        self.run(2, fights);
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).and_then(|line| line.split_whitespace().next());
        println!("{}", peak.unwrap_or_default());
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

/// A loop that adds up winners and rounds.
struct Bare<F> {
    duel: F,
    sums: [u64; 2],
}

impl<F: Fn(&mut Streams) -> [u64; 2]> ByHand for Bare<F> {
    #[inline]
    fn fight(&mut self, dice: &mut Streams) {
        let ended = (self.duel)(dice);
        self.sums.iter_mut().zip(ended).for_each(|(sum, value)| *sum += value);
    }

    fn assert_same(&self, catalogue: &Catalogue, tally: &Tally) {
        let sums: [u64; 2] = ["winner", "rounds"].map(|key| {
            let metric = catalogue.index(key).unwrap_or_else(|| panic!("there is no metric {key}"));
            tally.counts(metric).iter().map(|&(value, count)| value as u64 * count).sum()
        });
        assert_eq!(self.sums, sums, "winners and rounds");
    }
}
