//! Speed of the simulator on fights of `bdp`, beside a straight loop written by hand for the same duel.
//!
//! Each workload has a checksum, so that speed is never compared between different fights; each goal is a ratio in one run on one
//! machine. `cargo bench` prints them; it fails when a checksum is wrong.

#[path = "by_hand/bdp.rs"]
mod by_hand;
mod harness;

use harness::{Workload, at_most, program, race};
use sparring::dice::Streams;
use sparring::rules::bdp::Bdp;

fn main() {
    let duel: Workload<Bdp> = Workload::new("sword and shield", "bdp/duel.toml", 100_000);
    if duel.measures_memory() {
        return;
    }
    let party: Workload<Bdp> = Workload::new("party against dragon", "bdp/party-against-dragon.toml", 10_000);
    let crowd: Workload<Bdp> = Workload::new("twelve against twelve", "bdp/crowd.toml", 4_000);
    let right = [duel.report(0xb1a7_a177_fe2c_607c), party.report(0xe58d_6833_48ec_5837), crowd.report(0x5158_8d79_fdbb_f27c)];
    against_a_loop_by_hand(&duel);
    duel.second_core(1.8);
    duel.memory(100_000, 1_000_000, 1.1);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/bdp/duel.toml");
    program("1,000 fights, checked and reported", &["run", path, "--fights", "1000"], 150.0);
    assert!(right.into_iter().all(|right| right), "a checksum is wrong");
}

/// The engine with all its policies and counts beside a loop that only wants to know who wins and when.
fn against_a_loop_by_hand(duel: &Workload<Bdp>) {
    let identities: Vec<u64> = duel.loaded.combatants.iter().map(|entry| entry.identity).collect();
    let bare = || {
        let (mut dice, mut sum) = (Streams::new(1, &identities), 0);
        for number in 0..duel.fights() {
            dice.begin(number);
            let ended = by_hand::duel(&mut dice);
            sum += ended.rounds as u64 * 4 + ended.winner;
        }
        sum
    };
    let tally = duel.play();
    let sum = |key: &str| {
        let metric = duel.layout.catalogue.index(key).unwrap_or_else(|| panic!("there is a metric {key}"));
        tally.counts(metric).into_iter().map(|(value, count)| value as u64 * count).sum::<u64>()
    };
    assert_eq!(bare(), sum("rounds") * 4 + sum("winner"), "the loop and the engine fight the same fights");
    let [bare, engine] = race([&mut || _ = std::hint::black_box(bare()), &mut || drop(std::hint::black_box(duel.play()))]);
    let nanoseconds = |time: f64| time / duel.fights() as f64 * 1e9;
    println!("one duel: {:.0} ns by hand for its winner, {:.0} ns by the engine", nanoseconds(bare), nanoseconds(engine));
    at_most("engine against the loop that counts nothing", engine / bare, 2.5);
}
