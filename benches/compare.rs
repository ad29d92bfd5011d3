//! Speed of a comparison beside a run of as many fights: two sides cost two runs, and counting pairs a little more.
//!
//! The goal is a ratio in one run on one machine; the checksum sees to it that the same fights are fought. `cargo bench` prints
//! it.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use sparring::analysis::outcome::matching;
use sparring::rules::System;
use sparring::rules::vogt::Vogt;
use sparring::scenario::{Complaints, Raw};
use sparring::sim::pair::{Arm, Audience, Pair, Playable};
use sparring::sim::{Layout, Worker};
use sparring::tally::{Joint, PairedTally};

/// A comparison costs at most so many runs.
const GOAL: f64 = 2.3;

const SCENARIOS: [(&str, &str); 3] = [
    ("two-on-one", include_str!("../scenarios/vogt/two-on-one.toml")),
    ("mirror-duel", include_str!("../scenarios/vogt/mirror-duel.toml")),
    ("dagger-against-greatsword", include_str!("../scenarios/vogt/dagger-against-greatsword.toml")),
];

fn arm(text: &str, sets: &[String]) -> Arm<<Vogt as System>::Rules> {
    let scenario = Raw::from_text("bench.toml", text, sets).check::<Vogt>();
    let scenario = scenario.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let loaded = Vogt::load(&scenario.document, &mut Complaints::default()).expect("the scenario of the bench is sound");
    Arm { layout: Layout::new(&loaded), loaded, seed: 1 }
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

fn time(mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

fn main() {
    let fights = 200_000_u64;
    let change = ["book.defend.ar_bonus=3".to_owned()];
    for (name, text) in SCENARIOS {
        let (before, after) = (arm(text, &[]), arm(text, &change));
        let mut winners = Vec::new();
        let run = time(|| {
            let tally = black_box(Worker::new(&before.loaded, &before.layout, 1).tally(0..fights));
            winners = tally.counts(0);
        });
        let catalogue = before.layout.catalogue.clone();
        let matching = matching(&catalogue, &after.layout.catalogue, false, |_| false);
        let pair = Pair { before, after, matching };
        let mut audience = Winners::default();
        let compared = time(|| {
            pair.play(0, &[fights], Some(1), &AtomicBool::new(false), &mut audience).expect("one thread can be had");
        });
        for (value, count) in &winners {
            assert_eq!(audience.0[*value as usize], *count, "{name}: both fight the same fights");
        }
        let ratio = compared / run;
        let word = if ratio <= GOAL { "within" } else { "beyond" };
        println!(
            "{name}: {:.0} ns a fight, {:.0} ns a pair: {ratio:.2} runs, {word} the goal of {GOAL}",
            per(run, fights),
            per(compared, fights)
        );
    }
}

fn per(seconds: f64, fights: u64) -> f64 {
    seconds / fights as f64 * 1e9
}
