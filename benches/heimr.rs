//! Speed of the simulator on fights of `heimr`, beside a straight loop written by hand for the same duel.
//!
//! Each workload has a checksum, so that speed is never compared between different fights; each goal is a ratio in one run on one
//! machine. `cargo bench` prints them; it fails when a checksum is wrong.

#[path = "by_hand/heimr.rs"]
mod by_hand;
mod harness;

use by_hand::Counts;
use harness::{Workload, at_most, program, race};
use sparring::dice::Streams;
use sparring::rules::heimr::Heimr;
use sparring::tally::Tally;

fn main() {
    let duel: Workload<Heimr> = Workload::new("mirror duel", "heimr/mirror-duel.toml", 100_000);
    if duel.measures_memory() {
        return;
    }
    let party: Workload<Heimr> = Workload::new("party against brute", "heimr/party-against-brute.toml", 10_000);
    let crowd: Workload<Heimr> = Workload::new("twelve against twelve", "heimr/crowd.toml", 2_000);
    against_loops_by_hand(&duel);
    let right = [duel.report(0x868d_72c8_f66e_97b7), party.report(0), crowd.report(0)];
    duel.second_core(1.8);
    duel.memory(100_000, 10_000_000, 1.1);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/heimr/mirror-duel.toml");
    program("1,000 fights, checked and reported", &["run", path, "--fights", "1000"], 150.0);
    assert!(right.into_iter().all(|right| right), "a checksum is wrong");
}

/// The engine with all its policies and counts beside two loops: one that only wants to know who wins and when, and one that
/// counts what a run counts.
fn against_loops_by_hand(duel: &Workload<Heimr>) {
    let identities: Vec<u64> = duel.loaded.combatants.iter().map(|entry| entry.identity).collect();
    let bare = || {
        let (mut dice, mut sum) = (Streams::new(1, &identities), 0);
        for number in 0..duel.fights() {
            dice.begin(number);
            let ended = by_hand::duel::<false>(&mut dice);
            sum += ended.rounds as u64 * 3 + ended.winner as u64;
        }
        sum
    };
    let counting = || {
        let (mut dice, mut counts) = (Streams::new(1, &identities), Counts::new());
        for number in 0..duel.fights() {
            dice.begin(number);
            counts.add(&by_hand::duel::<true>(&mut dice));
        }
        counts
    };
    check(duel, &counting(), bare(), &duel.play());
    let [bare, counting, engine] =
        race([&mut || _ = std::hint::black_box(bare()), &mut || drop(std::hint::black_box(counting())), &mut || {
            drop(std::hint::black_box(duel.play()))
        }]);
    let nanoseconds = |time: f64| time / duel.fights() as f64 * 1e9;
    println!(
        "one duel: {:.0} ns by hand for its winner, {:.0} ns by hand with all its counts, {:.0} ns by the engine",
        nanoseconds(bare),
        nanoseconds(counting),
        nanoseconds(engine)
    );
    at_most("engine against the loop that counts the same", engine / counting, 2.5);
    at_most("engine against the loop that counts nothing", engine / bare, 2.5);
}

/// The loops and the engine fight the same fights and count the same.
fn check(duel: &Workload<Heimr>, counts: &Counts, bare: u64, tally: &Tally) {
    let catalogue = &duel.layout.catalogue;
    let same = |key: &str, by_hand: &[u64]| {
        let by_hand = by_hand.iter().enumerate().filter(|(_, count)| **count > 0);
        let by_hand: Vec<(i64, u64)> =
            by_hand.map(|(place, &count)| (place as i64 + i64::from(by_hand::FROM), count)).collect();
        let metric = catalogue.index(key).unwrap_or_else(|| panic!("there is a metric {key}"));
        assert_eq!(tally.counts(metric), by_hand, "{key}");
    };
    let of_fight = ["winner", "rounds", "left.victory_rounds", "right.victory_rounds", "decided_by"];
    for (key, counted) in of_fight.into_iter().zip(&counts.of_fight) {
        same(key, counted);
    }
    for (name, counted) in ["Lea", "Rob"].into_iter().zip(&counts.of_duellists) {
        for (family, counted) in by_hand::COUNTED.into_iter().zip(counted) {
            same(&format!("{name}.{family}"), counted);
        }
    }
    let sum = |metric: usize| tally.counts(metric).iter().map(|&(value, count)| value as u64 * count).sum::<u64>();
    assert_eq!(bare, sum(1) * 3 + sum(0));
}
