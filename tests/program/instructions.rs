//! Instructions per fight, which do not depend on how busy a machine is: those of the optimised program, counted by valgrind, beside
//! the numbers of `instructions.txt`.
//!
//! `SPARRING=target/release/sparring cargo test --test program instructions` counts, where valgrind is at hand; `UPDATE_INSTRUCTIONS=1`
//! writes the numbers anew. Owns how far a number may be from the one that is written down. Start at [`Row`].

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

/// A number may be so much larger or smaller than the one that is written down.
const TOLERANCE: f64 = 0.02;
/// Fights by a ruling that they never ask take at most so many times the instructions of the published ones.
const UNASKED_MOST: f64 = 1.15;
/// What is written down, below the folder of the package.
const FILE: &str = "tests/program/instructions.txt";

/// The line with the compiler whose programs were counted.
const COMPILER: &str = "# Compiler: ";

/// A line of the file: fights of one scenario.
struct Row<'a> {
    /// The instructions that a fight takes.
    each: f64,
    /// The fights of the smaller run; the larger one has [`Row::TIMES`] as many.
    fights: u64,
    /// The scenario below `scenarios/`, and what is changed of it.
    arguments: Vec<&'a str>,
}

impl<'a> Row<'a> {
    /// The larger run has so many times the fights of the smaller one: what they differ by is fights and nothing else.
    const TIMES: u64 = 5;

    /// Returns the row of a line.
    fn read(line: &'a str) -> Self {
        let mut words = line.split_whitespace();
        let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).unwrap_or_else(|| panic!("{FILE}: {line}"));
        Row { each: number() as f64, fights: number(), arguments: words.collect() }
    }

    /// Returns the instructions that a fight takes by this program.
    fn count(&self, program: &Path) -> f64 {
        let (few, many) = (self.fights, Self::TIMES * self.fights);
        let [fewer, more] = [few, many].map(|fights| self.instructions(program, fights));
        (more - fewer) / (many - few) as f64
    }

    /// Returns the instructions of a whole run. A part of a run plays, counts and does nothing else.
    fn instructions(&self, program: &Path, fights: u64) -> f64 {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program).arg("run");
        command.arg(Path::new("scenarios").join(self.arguments[0])).args(&self.arguments[1..]);
        command.args(["--threads", "1", "--shard", "1/1", "--fights", &fights.to_string(), "--out"]).arg(folder.path());
        let ran = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("valgrind starts");
        let told = String::from_utf8_lossy(&ran.stderr);
        let counted = told.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
        counted.filter(|_| ran.status.success()).unwrap_or_else(|| panic!("{}: {told}", self.arguments.join(" ")))
    }
}

/// Returns the instructions that fights of each row take; two rows at a time where the machine has two cores.
fn count(rows: &[Row], program: &Path) -> Vec<f64> {
    let (next, cores) = (AtomicUsize::new(0), thread::available_parallelism().map_or(1, |cores| cores.get().min(2)));
    let work = || {
        let next = || next.fetch_add(1, Ordering::Relaxed);
        std::iter::repeat_with(next).map_while(|at| Some((at, rows.get(at)?.count(program)))).collect::<Vec<_>>()
    };
    let mut counted = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("it counts")).collect::<Vec<_>>()
    });
    counted.sort_by_key(|&(at, _)| at);
    counted.into_iter().map(|(_, each)| each).collect()
}

/// The program that the environment names, where there is something to count its instructions with.
fn program() -> Option<PathBuf> {
    let named = env::var("SPARRING").ok().map(|program| Path::new(env!("CARGO_MANIFEST_DIR")).join(program));
    let counts = Command::new("valgrind").arg("--version").output().is_ok_and(|ran| ran.status.success());
    match named {
        None => {
            eprintln!("SKIPPED: instructions are counted of an optimised program: SPARRING=target/release/sparring names it");
        }
        Some(_) if !counts => eprintln!("SKIPPED: instructions are counted by valgrind, which is not at hand"),
        Some(program) => return Some(program),
    }
    None
}

/// The compiler by which programs are built here.
fn compiler() -> String {
    let ran = Command::new(env::var("RUSTC").unwrap_or_else(|_| "rustc".into())).arg("--version").output();
    ran.map_or_else(|_| "an unknown compiler".into(), |ran| String::from_utf8_lossy(&ran.stdout).trim().to_owned())
}

#[test]
fn a_fight_takes_as_many_instructions_as_are_written_down() {
    let Some(program) = program() else { return };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let text = fs::read_to_string(&path).expect("the numbers are there");
    let (told, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    // Another compiler makes other instructions of the same sources: then the numbers say nothing.
    let (known, update) =
        (told.iter().find_map(|line| line.strip_prefix(COMPILER)), env::var_os("UPDATE_INSTRUCTIONS").is_some());
    if known != Some(compiler().as_str()) && !update {
        return eprintln!(
            "SKIPPED: {} built this program, {FILE} is of {}",
            compiler(),
            known.unwrap_or("an unknown compiler")
        );
    }
    let rows: Vec<Row> = lines.into_iter().map(Row::read).collect();
    let counted = count(&rows, &program);
    let mut wrong = Vec::new();
    let texts = told.iter().filter(|line| !line.starts_with(COMPILER));
    let mut anew = texts.fold(String::new(), |anew, line| anew + line + "\n") + COMPILER + &compiler() + "\n";
    for (row, &each) in rows.iter().zip(&counted) {
        let (what, change) = (row.arguments.join(" "), each / row.each - 1.0);
        writeln!(anew, "{each:>8.0} {:>5} {what}", row.fights).expect("there is room");
        if change.abs() > TOLERANCE {
            wrong.push(format!(
                "{what}: {each:.0} instructions per fight, {:.0} are written down ({:+.1} %)",
                row.each,
                100.0 * change
            ));
        }
    }
    if update {
        fs::write(&path, anew).expect("the numbers can be written");
        wrong.clear();
    }
    for (row, each) in rows.iter().zip(&counted).filter(|(row, _)| row.arguments.len() > 1) {
        let published =
            rows.iter().position(|other| other.arguments == row.arguments[..1]).expect("the published one is there");
        let times = each / counted[published];
        if times > UNASKED_MOST {
            let what = row.arguments.join(" ");
            wrong.push(format!(
                "{what}: {times:.2} times the instructions of the published one, at most {UNASKED_MOST} are wanted"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}\nUPDATE_INSTRUCTIONS=1 writes down what is counted now", wrong.join("\n"));
}
