//! Speed of a comparison beside a run of as many fights: two sides cost two runs, and counting pairs a little more.
//!
//! The goal is a ratio in one run on one machine, which `cargo bench` prints. Both have to fight the same fights; `cargo test` looks
//! at that alone.

#[path = "harness/clock.rs"]
mod clock;
#[path = "harness/goal.rs"]
mod goal;
#[path = "harness/scenario.rs"]
mod scenario;

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clock::{few, nanoseconds, race};
use frame::analysis::outcome::matching;
use frame::rules::{Loaded, RuleSet};
use frame::sim::Worker;
use frame::sim::pair::{Audience, Pair, PlayablePair};
use frame::sim::solo::Arm;
use frame::tally::{Joint, PairedTally};
use goal::{at_most, measures};
use vogt::Vogt;

/// A comparison costs at most so many runs.
const GOAL: f64 = 2.3;
/// The scenarios, loaded.
type Duel = Loaded<<Vogt as RuleSet>::Rules>;
/// Fights of each scenario.
const FIGHTS: u64 = 20_000;

fn arm(file: &str, sets: &[String]) -> Arm<Duel> {
    let (loaded, layout) = scenario::load::<Vogt>(file, sets);
    Arm { loaded: Arc::new(loaded), layout, seed: 1 }
}

/// Keeps the winners before the change.
#[derive(Default)]
struct Winners(Vec<u64>);

impl Audience for Winners {
    fn batch(&mut self, _fights: u64) {}

    fn look(&mut self, tally: &PairedTally) -> bool {
        if let Joint::Labels(labels) = tally.joint(0) {
            self.0 = labels.rows().map(|row| row.iter().sum()).collect();
        }
        false
    }
}

fn main() {
    let change = ["book.defend.ar_bonus=3".to_owned()];
    for name in ["two-on-one", "mirror-duel", "dagger-against-greatsword"] {
        let file = format!("vogt/{name}.toml");
        compare(name, arm(&file, &[]), arm(&file, &change));
    }
}

/// Runs the first of them and compares both, which has to show the same winners.
fn compare(name: &str, before: Arm<Duel>, after: Arm<Duel>) {
    let fights = if measures() { FIGHTS } else { few(FIGHTS) };
    let catalogue = before.layout.catalogue.clone();
    let matching = matching(&catalogue, &after.layout.catalogue, false, |_| false);
    let pair = Pair { before, after, matching };
    let run = || Worker::new(&pair.before.loaded, &pair.before.layout, 1).tally(0..fights);
    let compared = || {
        let mut audience = Winners::default();
        pair.play(0, &[fights], Some(1), &AtomicBool::new(false), &mut audience).expect("one thread can be had");
        audience.0
    };
    let winners = compared();
    for (value, count) in run().counts(0) {
        assert_eq!(winners[value as usize], count, "{name}: both fight the same fights");
    }
    if measures() {
        let [run, compared] = race([&mut || drop(black_box(run())), &mut || drop(black_box(compared()))]);
        let (one, two) = (nanoseconds(run, fights), nanoseconds(compared, fights));
        at_most(&format!("{name}: {one:.0} ns a fight, {two:.0} ns a pair; runs that it costs"), compared / run, GOAL);
    }
}
