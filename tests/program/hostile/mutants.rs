//! Shipped scenarios and pages of rules with changes made by chance, examined inside of this process to be fast.
//!
//! `SPARRING_FUZZ_MINUTES` says for how long there are more of them than the fixed ones; `SPARRING_FUZZ_SEED` plays one again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use frame::door::{Behind, System as _};
use frame::error::Failure;
use frame::scenario::Raw;
use own::OwnSystem;
use program::cli::examine;
use sparring::systems;

use crate::scenario_files;

/// Mutants of every run of scenarios, and of pages of rules.
const MUTANTS: u64 = 2400;
const MUTANT_PAGES: u64 = 1200;
/// No mutant takes longer without optimisation, however busy the machine is.
const EACH: Duration = Duration::from_secs(10);
/// Mutants are no longer than a scenario file may be, in bytes.
const LENGTH_MOST: usize = 1 << 20;
/// Most memory of this process, in kB.
const MEMORY_MOST: u64 = 2_000_000;

/// A generator of chance that nobody else depends on.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }

    fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Scenarios of the systems that are built in, with their paths.
fn shipped() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut found = Vec::new();
    for system in systems().names() {
        let folder = root.join(system);
        let entries = std::fs::read_dir(&folder).expect("every system has scenarios");
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
        files.sort();
        found.extend(files.into_iter().map(|file| {
            let text = std::fs::read_to_string(&file).expect("a shipped scenario can be read");
            (file, text)
        }));
    }
    found
}

/// Shipped scenarios by pages of rules with the texts of their pages.
fn pages() -> Vec<(PathBuf, String)> {
    let scenarios = scenario_files::of("own").into_iter();
    scenarios
        .map(|file| {
            let (_, page) = page_of(&file);
            let text = std::fs::read_to_string(page).expect("a shipped page can be read");
            (file, text)
        })
        .collect()
}

/// The name and the path of the page of a scenario.
fn page_of(scenario: &Path) -> (String, PathBuf) {
    let raw = Raw::read(scenario, &[], &[]).expect("a shipped scenario can be read");
    raw.page_of_rules().expect("its page is there").expect("it plays by a page")
}

/// Fights that are played by a page that can be loaded.
const FIGHTS: u64 = 3;

/// Loads a text in place of the page of a scenario, and plays a few fights by it.
fn play(scenario: &Path, text: &str) -> Result<(), Failure> {
    let (name, path) = page_of(scenario);
    let system = OwnSystem::from_text(&path.display().to_string(), text)?;
    let system = Behind(system.called(&name));
    let playable = system.load(&Raw::read(scenario, &[], &[])?)?;
    let mut player = playable.engine.player(&playable.layout, 1);
    for number in 0..FIGHTS {
        player.play(number);
    }
    Ok(())
}

/// Words that are put where others stood.
const WORDS: [&str; 52] = [
    "0",
    "-1",
    "1",
    "1e308",
    "-0.0",
    "nan",
    "inf",
    "99999999999999999999",
    "9223372036854775807",
    "-9223372036854775808",
    "4294967296",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\"\\u0000\"",
    "\"\\u202e\"",
    "'''",
    "\"\"\"",
    "[[",
    "]]",
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    "\"",
    "#",
    "\\",
    "\"1d0\"",
    "\"1d4294967295\"",
    "\"999999999d6\"",
    "winner",
    "hp",
    "and",
    "not",
    "(",
    ")",
    "....",
    "1000",
    "1d6",
    "exploding",
    "highest",
    "repeat up to 1000 {",
    "each foe in enemies {",
    "roll",
    "target",
    "use",
    "round",
    "stop",
    "9999999999",
];

/// A word or number somewhere in a text, as bytes from and to.
fn word(text: &str, chance: &mut Chance) -> (usize, usize) {
    let mut at = chance.below(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let part = |letter: char| letter.is_alphanumeric() || "_.-\"".contains(letter);
    let start = text[..at]
        .rfind(|letter| !part(letter))
        .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
    let end = text[at..].find(|letter| !part(letter)).map_or(text.len(), |after| at + after);
    (start, end.max(start))
}

fn mutated(text: &str, other: &str, chance: &mut Chance) -> String {
    let mut text = text.to_owned();
    for _ in 0..=chance.below(4) {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.is_empty() {
            return text;
        }
        let at = chance.below(lines.len());
        match chance.below(14) {
            0 => drop(lines.remove(at)),
            1 => {
                let line = lines[at].clone();
                let times = *chance.one_of(&[1, 1, 2, 70, 700]);
                lines.splice(at..at, std::iter::repeat_n(line, times));
            }
            2 => {
                let with = chance.below(lines.len());
                lines.swap(at, with);
            }
            3 => {
                let others: Vec<&str> = other.lines().collect();
                lines.insert(at, (*chance.one_of(&others)).to_owned());
            }
            4 => lines.truncate(at),
            5 => {
                let long = "x".repeat(*chance.one_of(&[101, 5000, 65_536]));
                lines[at] = lines[at].replacen(['"', '='], &format!("\"{long}"), 1);
            }
            6 => {
                let deep = *chance.one_of(&[10, 200, 5000]);
                let (open, close) = *chance.one_of(&[("[", "]"), ("{ a = ", " }"), ("(", ")"), ("not ", "")]);
                lines[at] =
                    format!("{} {}1{}", lines[at].split('=').next().unwrap_or_default(), open.repeat(deep), close.repeat(deep));
            }
            _ => {
                text = lines.join("\n") + "\n";
                let (start, end) = word(&text, chance);
                let new = match chance.below(4) {
                    0 => String::new(),
                    1 => {
                        let (start, end) = word(other, chance);
                        other[start..end].to_owned()
                    }
                    2 => char::from_u32((chance.next() % 0x3000) as u32).unwrap_or(' ').to_string(),
                    _ => (*chance.one_of(&WORDS)).to_owned(),
                };
                text.replace_range(start..end, &new);
                continue;
            }
        }
        text = lines.join("\n") + "\n";
    }
    text.truncate(text.floor_char_boundary(LENGTH_MOST));
    text
}

/// The time that this thread has had a processor for itself, where the system tells; else nothing.
fn worked() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|number| number.parse().ok());
    nanoseconds.map_or(Duration::ZERO, Duration::from_nanos)
}

/// The faults of what comes of a mutant.
fn wrong(examined: impl FnOnce() -> Result<(), Failure>) -> Option<String> {
    let began = worked();
    let ended = catch_unwind(AssertUnwindSafe(examined));
    let took = worked().saturating_sub(began);
    let failure = match ended {
        Err(_) => return Some("it panics".to_owned()),
        Ok(_) if took > EACH => return Some(format!("it takes {took:?}")),
        Ok(Ok(())) => return None,
        Ok(Err(failure)) => failure,
    };
    if failure.exit_code() != 3 {
        return Some(format!("it ends with {}: {}", failure.exit_code(), failure.render(false)));
    }
    let Failure::Scenario(problems) = &failure else { return Some(failure.render(false)) };
    if problems.is_empty() {
        return Some("nothing is said to be wrong".to_owned());
    }
    problems.iter().take(5).find_map(|problem| {
        let said = problem.render(false);
        let place = said.lines().find_map(|line| line.trim_start().strip_prefix("--> "));
        let numbers = place.map(|place| place.rsplitn(3, ':').take(2).all(|number| number.parse::<usize>().is_ok()));
        let unseen = said.chars().any(|letter| letter.is_control() && letter != '\n');
        (numbers != Some(true) || unseen).then(|| format!("this has no place, or cannot be printed:\n{said}"))
    })
}

#[test]
fn no_mutant_of_a_shipped_scenario_breaks_anything() {
    hunt(&shipped(), MUTANTS, |file, text| examine(file, text).map(drop));
}

#[test]
fn no_mutant_of_a_shipped_page_of_rules_breaks_anything() {
    hunt(&pages(), MUTANT_PAGES, play);
}

/// Looks for mutants of these texts that break something.
fn hunt(shipped: &[(PathBuf, String)], mutants: u64, examined: impl Fn(&Path, &str) -> Result<(), Failure> + Sync) {
    // Panics are caught and told: only one hunt at a time can be silent about them.
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let minutes = std::env::var("SPARRING_FUZZ_MINUTES").ok().and_then(|minutes| minutes.parse::<f64>().ok());
    let only = std::env::var("SPARRING_FUZZ_SEED").ok().and_then(|seed| seed.parse::<u64>().ok());
    let until = minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(minutes * 60.0));
    let (next, broken) = (AtomicU64::new(only.unwrap_or(0)), Mutex::new(Vec::new()));
    let began = Instant::now();
    std::panic::set_hook(Box::new(|_| {}));
    let work = || loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        let goes_on = match (only, until) {
            (Some(only), _) => seed == only,
            (None, Some(until)) => seed < mutants || Instant::now() < until,
            (None, None) => seed < mutants,
        };
        if !goes_on {
            return;
        }
        let mut chance = Chance(seed);
        let (file, text) = &shipped[seed as usize % shipped.len()];
        let other = &chance.one_of(shipped).1;
        let mutant = mutated(text, other, &mut chance);
        if only.is_some() {
            println!("{mutant}");
        }
        if let Some(wrong) = wrong(|| examined(file, &mutant)) {
            let mut broken = broken.lock().expect("nobody panics here");
            broken.push(format!("SPARRING_FUZZ_SEED={seed}, {}: {wrong}", file.display()));
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(2, usize::from).min(16);
        // As much room for calls as the program has.
        let spawn = |_| std::thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, work).expect("a thread");
        let threads: Vec<_> = (0..threads).map(spawn).collect();
        threads.into_iter().for_each(|thread| thread.join().expect("a thread ends"));
    });
    drop(std::panic::take_hook());
    drop(alone);
    let broken = broken.into_inner().expect("nobody panics here");
    assert!(broken.is_empty(), "{} of them: {}", broken.len(), broken[..broken.len().min(8)].join("\n\n"));
    println!("{} mutants in {:?}", next.load(Ordering::Relaxed), began.elapsed());
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    assert!(peak.is_none_or(|peak| peak < MEMORY_MOST), "{peak:?} kB");
}
