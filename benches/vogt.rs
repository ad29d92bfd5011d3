//! Speed of the simulator on fights of `vogt`, beside a straight loop written by hand for the same duel.
//!
//! Each workload has a checksum, so that speed is never compared between different fights; each goal is a ratio in one run on one
//! machine. `cargo bench` prints them; it fails when a checksum is wrong.

#[path = "by_hand/vogt.rs"]
mod by_hand;
mod harness;

use by_hand::Counts;
use harness::{Workload, at_most, program, race};
use sparring::dice::Streams;
use sparring::rules::vogt::Vogt;
use sparring::tally::Tally;

fn main() {
    let duel: Workload<Vogt> = Workload::new("mirror duel", "vogt/mirror-duel.toml", 100_000);
    if duel.measures_memory() {
        return;
    }
    let party: Workload<Vogt> = Workload::new("party against ogre", "vogt/party-against-ogre.toml", 20_000);
    let crowd: Workload<Vogt> = Workload::new("twelve against twelve", "vogt/crowd.toml", 4_000);
    let right = [duel.report(0x6820_f170_909b_fee6), party.report(0x5082_1882_d61c_9d97), crowd.report(0x769e_4a65_b122_1816)];
    against_loops_by_hand(&duel);
    duel.second_core(1.8);
    duel.memory(100_000, 10_000_000, 1.1);
    program("--version", &["--version"], 30.0);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/vogt/mirror-duel.toml");
    program("1,000 fights, checked and reported", &["run", path, "--fights", "1000"], 150.0);
    assert!(right.into_iter().all(|right| right), "a checksum is wrong");
}

/// The engine with all its policies and counts beside two loops: one that only wants to know who wins and when, and one that
/// counts what a run counts.
fn against_loops_by_hand(duel: &Workload<Vogt>) {
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
fn check(duel: &Workload<Vogt>, counts: &Counts, bare: u64, tally: &Tally) {
    let catalogue = &duel.layout.catalogue;
    let same = |key: &str, by_hand: &[u64]| {
        let by_hand = by_hand.iter().enumerate().filter(|(_, count)| **count > 0);
        let by_hand: Vec<(i64, u64)> =
            by_hand.map(|(place, &count)| (place as i64 + i64::from(by_hand::FROM), count)).collect();
        let metric = catalogue.index(key).unwrap_or_else(|| panic!("there is a metric {key}"));
        assert_eq!(tally.counts(metric), by_hand, "{key}");
    };
    for (key, counted) in ["winner", "rounds", "left.victory_rounds", "right.victory_rounds"].into_iter().zip(&counts.of_fight)
    {
        same(key, counted);
    }
    for (name, counted) in ["Lea", "Rob"].into_iter().zip(&counts.of_duellists) {
        for (family, counted) in by_hand::COUNTED.into_iter().zip(counted) {
            same(&format!("{name}.{family}"), counted);
        }
    }
    let products: Vec<i128> = tally.products().map(|(_, _, product)| product).collect();
    let by_hand: Vec<i128> = (0..4).flat_map(|ratio| counts.products.map(|of| i128::from(of[ratio]))).collect();
    assert_eq!(products, by_hand);
    let sum = |metric: usize| tally.counts(metric).iter().map(|&(value, count)| value as u64 * count).sum::<u64>();
    assert_eq!(bare, sum(1) * 3 + sum(0));
}
