//! Speed of the simulator on fights of `cairn-ap`, beside a straight loop written by hand for the same duel.
//!
//! Each workload has a checksum, so that speed is never compared between different fights; each goal is a ratio in one run on one
//! machine. `cargo bench` prints them; it fails when a checksum is wrong.

#[path = "by_hand/cairn_ap.rs"]
mod by_hand;
mod harness;

use by_hand::Counts;
use harness::{Workload, at_most, program, race};
use sparring::dice::Streams;
use sparring::rules::cairn_ap::CairnAp;
use sparring::tally::Tally;

fn main() {
    let duel: Workload<CairnAp> = Workload::new("mirror duel", "cairn-ap/mirror-duel.toml", 20_000);
    if duel.measures_memory() {
        return;
    }
    let party: Workload<CairnAp> = Workload::new("party against bandits", "cairn-ap/party-against-bandits.toml", 1_000);
    let crowd: Workload<CairnAp> = Workload::new("twelve against twelve", "cairn-ap/crowd.toml", 200);
    let right = [duel.report(0xe440_974b_8704_cfb4), party.report(0x0d0f_19a0_0ae2_4ece), crowd.report(0xb663_c275_a93b_030d)];
    against_loops_by_hand(&duel);
    duel.second_core(1.8);
    duel.memory(100_000, 10_000_000, 1.1);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/cairn-ap/mirror-duel.toml");
    program("1,000 fights, checked and reported", &["run", path, "--fights", "1000"], 150.0);
    assert!(right.into_iter().all(|right| right), "a checksum is wrong");
}

/// The engine with all its policies and counts beside two loops: one that only wants to know who wins and when, and one that
/// counts what a run counts.
fn against_loops_by_hand(duel: &Workload<CairnAp>) {
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
fn check(duel: &Workload<CairnAp>, counts: &Counts, bare: u64, tally: &Tally) {
    let catalogue = &duel.layout.catalogue;
    let same = |key: &str, by_hand: &[u64]| {
        let by_hand = by_hand.iter().enumerate().filter(|(_, count)| **count > 0);
        let by_hand: Vec<(i64, u64)> = by_hand.map(|(value, &count)| (value as i64, count)).collect();
        let metric = catalogue.index(key).unwrap_or_else(|| panic!("there is a metric {key}"));
        assert_eq!(tally.counts(metric), by_hand, "{key}");
    };
    for (family, counted) in by_hand::OF_FIGHT.into_iter().zip(&counts.of_fight) {
        same(family, counted);
    }
    for (side, counted) in ["left", "right"].into_iter().zip(&counts.of_sides) {
        for (family, counted) in by_hand::OF_SIDE.into_iter().zip(counted) {
            same(&format!("{side}.{family}"), counted);
        }
    }
    for (name, counted) in ["Lea", "Rob"].into_iter().zip(&counts.of_duellists) {
        for (family, counted) in by_hand::COUNTED.into_iter().zip(counted) {
            same(&format!("{name}.{family}"), counted);
        }
    }
    let products: Vec<i128> = tally.products().map(|(_, _, product)| product).collect();
    let ratios = counts.products[0].len();
    let by_hand: Vec<i128> = (0..ratios).flat_map(|ratio| counts.products.map(|of| i128::from(of[ratio]))).collect();
    assert_eq!(products, by_hand);
    let sum = |key: &str| {
        let metric = catalogue.index(key).expect("a metric of this key");
        tally.counts(metric).iter().map(|&(value, count)| value as u64 * count).sum::<u64>()
    };
    assert_eq!(bare, sum("rounds") * 3 + sum("winner"));
}
