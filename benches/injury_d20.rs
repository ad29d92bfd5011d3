//! Speed of the simulator on fights of `injury-d20`, beside a straight loop written by hand for the same duel.
//!
//! Each workload has a checksum, so that speed is never compared between different fights; the goal is a ratio in one run on one
//! machine. `cargo bench` prints them; it fails when a checksum is wrong.

#[path = "by_hand/injury_d20.rs"]
mod by_hand;
mod harness;

use harness::{Workload, at_most, program, race};
use sparring::dice::Streams;
use sparring::rules::injury_d20::InjuryD20;

fn main() {
    let duel: Workload<InjuryD20> = Workload::new("scratches", "injury-d20/scratches.toml", 50_000);
    if duel.measures_memory() {
        return;
    }
    let party: Workload<InjuryD20> = Workload::new("party against ogre", "injury-d20/party-against-ogre.toml", 10_000);
    let crowd: Workload<InjuryD20> = Workload::new("twelve against twelve", "injury-d20/crowd.toml", 1_000);
    let right = [duel.report(CHECKSUMS[0]), party.report(CHECKSUMS[1]), crowd.report(CHECKSUMS[2])];
    against_a_loop_by_hand(&duel);
    duel.second_core(1.8);
    duel.memory(10_000, 1_000_000, 1.1);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/injury-d20/scratches.toml");
    program("1,000 fights, checked and reported", &["run", path, "--fights", "1000"], 150.0);
    assert!(right.into_iter().all(|right| right), "a checksum is wrong");
}

/// Checksums of the duel, the party and the crowd; 0 has never been measured.
const CHECKSUMS: [u64; 3] = [0, 0, 0];

/// The engine with all its policies and counts beside a loop that only wants to know who wins and when.
fn against_a_loop_by_hand(duel: &Workload<InjuryD20>) {
    let identities: Vec<u64> = duel.loaded.combatants.iter().map(|entry| entry.identity).collect();
    let bare = || {
        let (mut dice, mut sum) = (Streams::new(1, &identities), 0);
        for number in 0..duel.fights() {
            dice.begin(number);
            let ended = by_hand::duel(&mut dice);
            sum += ended.rounds * 3 + ended.winner;
        }
        sum
    };
    let tally = duel.play();
    let sum = |metric: usize| tally.counts(metric).iter().map(|&(value, count)| value as u64 * count).sum::<u64>();
    assert_eq!(bare(), sum(1) * 3 + sum(0), "the loop fights other fights");
    let [bare, engine] = race([&mut || _ = std::hint::black_box(bare()), &mut || drop(std::hint::black_box(duel.play()))]);
    let nanoseconds = |time: f64| time / duel.fights() as f64 * 1e9;
    println!("one duel: {:.0} ns by hand, {:.0} ns by the engine", nanoseconds(bare), nanoseconds(engine));
    at_most("engine against the loop", engine / bare, 2.5);
}
