//! Exact answers of duels that are small enough, each with its value to nine digits, and the time that it takes.
//!
//! `cargo bench` solves all of them and prints time, outcomes of dice and states; the goal is ten seconds on one core. `cargo test`
//! solves those that an unoptimized build can. Whoever changes the rules takes the value from the complaint of the bench.

#[path = "harness/goal.rs"]
mod goal;

use std::path::Path;
use std::time::{Duration, Instant};

use frame::door::Playable;
use frame::exact::{self, SolverLimits};
use frame::scenario::Raw;
use goal::{at_most, measures};
use sparring::systems;

/// Seconds that an answer may take.
const GOAL: f64 = 10.0;
/// The error that an answer may have.
const DIGITS: f64 = 5e-10;

/// A scenario that is solved.
struct Answer {
    /// The system.
    system: &'static str,
    /// Its file in the folder of the system; beside this bench where its name begins with the system; [`STARTER`] for that of
    /// `sparring new`.
    file: &'static str,
    /// Keys that are set.
    sets: &'static [&'static str],
    /// The probability that the first side wins.
    wins: f64,
    /// True if an unoptimized build solves it in a few seconds.
    quick: bool,
}

/// The scenario that `sparring new` writes.
const STARTER: &str = "starter.toml";

/// The folder of scenarios that are there for this bench alone.
const HERE: &str = "../benches/exact";

const ANSWERS: [Answer; 18] = [
    Answer { system: "vogt", file: "mirror-duel.toml", sets: &[], wins: 0.5, quick: true },
    Answer { system: "vogt", file: STARTER, sets: &[], wins: 0.384_288_945_596, quick: false },
    Answer { system: "vogt", file: "dagger-against-greatsword.toml", sets: &[], wins: 0.123_742_536_644, quick: true },
    Answer { system: "vogt", file: "two-on-one.toml", sets: &[], wins: 0.343_442_745_376, quick: false },
    Answer { system: "vogt", file: "opportunist.toml", sets: &[], wins: 0.009_022_395_690, quick: false },
    Answer { system: "heimr", file: "mirror-duel.toml", sets: &[], wins: 0.5, quick: false },
    Answer { system: "heimr", file: STARTER, sets: &[], wins: 0.686_639_327_774, quick: false },
    Answer { system: "heimr", file: "thirty-experience.toml", sets: &[], wins: 0.454_195_233_935, quick: false },
    Answer { system: "cairn-ap", file: "mirror-duel.toml", sets: &[], wins: 0.5, quick: false },
    Answer { system: "cairn-ap", file: STARTER, sets: &[], wins: 0.418_941_743_517, quick: false },
    Answer { system: "bdp", file: STARTER, sets: &[], wins: 0.998_835_580_450, quick: false },
    Answer { system: "bdp", file: "duel.toml", sets: &[], wins: 0.983_738_644_737, quick: false },
    Answer { system: "injury-d20", file: "sentinels.toml", sets: &[], wins: 0.5, quick: false },
    Answer { system: "injury-d20", file: "scratches.toml", sets: &[], wins: 0.5, quick: false },
    Answer { system: "vogt", file: "vogt-two-on-two.toml", sets: &[], wins: 0.820_853_055_341, quick: true },
    Answer { system: "cairn-ap", file: "cairn-ap-two-on-one.toml", sets: &[], wins: 0.874_219_576_462, quick: false },
    Answer { system: "cairn-ap", file: "cairn-ap-two-on-two.toml", sets: &[], wins: 0.600_674_183_488, quick: false },
    Answer { system: "bdp", file: "bdp-two-on-one.toml", sets: &[], wins: 0.867_163_461_273, quick: false },
];

fn main() {
    let asked = ANSWERS.iter().filter(|answer| answer.quick || measures());
    let right: Vec<bool> = asked.map(solves).collect();
    assert!(right.into_iter().all(|right| right), "answers have changed");
}

/// Solves a scenario and prints what that took; true if the answer is the known one.
fn solves(answer: &Answer) -> bool {
    let sets: Vec<String> = answer.sets.iter().map(|&set| set.to_owned()).collect();
    let file = match answer.file {
        STARTER => format!("../systems/{}/{STARTER}", answer.system),
        file if file.starts_with(answer.system) => format!("{HERE}/{file}"),
        file => format!("{}/{file}", answer.system),
    };
    let loaded = Raw::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(file), &[], &sets)
        .and_then(|raw| systems().of(&raw)?.load(&raw));
    let Playable { engine, layout, .. } = loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let limits = SolverLimits { time: Some(Duration::from_mins(10)), outcomes: u64::MAX, ..SolverLimits::default() };
    let began = Instant::now();
    let solved = engine.solve(&layout, limits, &mut |_| true);
    let seconds = began.elapsed().as_secs_f64();
    let name = format!("{} {} {}", answer.system, answer.file, answer.sets.join(" "));
    let winner = layout.catalogue.index("winner").expect("every core measures the winner");
    let wins = solved.chance(winner, 0);
    if measures() {
        let exact::Size { outcomes, states, bytes, .. } = solved.size;
        let megabytes = bytes >> 20;
        at_most(&format!("{name}: {outcomes} outcomes, {states} states, {megabytes} MB; seconds"), seconds, GOAL);
    }
    let right = solved.stopped.is_none() && (wins - answer.wins).abs() < DIGITS;
    if !right {
        println!("{name}: the first side wins with {wins:.10}, not {:.10}; {} is open", answer.wins, solved.unresolved);
    }
    right
}
