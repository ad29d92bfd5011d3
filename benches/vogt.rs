//! Speed of the simulator on fights of `vogt`, beside a straight loop written by hand for the same duel.
//!
//! Each workload has a checksum, so that speed is never compared between different fights; each goal is a ratio in one run on one
//! machine. `cargo bench` prints them; it fails when a checksum is wrong.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rayon::ThreadPoolBuilder;
use sparring::dice::{Dice, Purpose, Roll, Slot, Streams};
use sparring::rules::vogt::Vogt;
use sparring::rules::{Loaded, Rules, System};
use sparring::scenario::{Complaints, Raw};
use sparring::sim::{Layout, Run, Stop, Worker};

const DUEL: &str = include_str!("../scenarios/vogt/mirror-duel.toml");

fn load(text: &str) -> Loaded<<Vogt as System>::Rules> {
    let scenario = Raw::from_text("bench.toml", text, &[]).check::<Vogt>();
    let scenario = scenario.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    Vogt::load(&scenario.document, &mut Complaints::default()).expect("the scenario of the bench is sound")
}

/// The mirror duel of two clubs, as somebody would write it who only ever wants this one: HP 10, STR and DEX d6, club 1d6.
/// The same streams, so the same fights.
mod by_hand {
    use super::*;

    static INITIATIVE: Roll = Roll { purpose: Purpose::Initiative, what: "", rule: "" };
    static TIE: Roll = Roll { purpose: Purpose::Initiative, what: "", rule: "" };
    static DAMAGE: Roll = Roll { purpose: Purpose::Damage, what: "", rule: "" };

    #[derive(Clone, Copy)]
    struct Duellist {
        hp: i32,
        exhaustion: u32,
        prone: bool,
        absorbed: i32,
    }

    /// Rounds and winner of one fight.
    pub fn duel(dice: &mut Streams) -> (u32, usize) {
        let fresh = Duellist { hp: 10, exhaustion: 0, prone: false, absorbed: 0 };
        let mut both = [fresh; 2];
        for round in 1..=200 {
            both[0].absorbed = 0;
            both[1].absorbed = 0;
            let first = dice.roll(Slot(0), &INITIATIVE, 6);
            let second = dice.roll(Slot(1), &INITIATIVE, 6);
            let starts = match first.cmp(&second) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Equal => dice.roll(Slot::MASTER, &TIE, 2) as usize - 1,
            };
            for who in [starts, 1 - starts] {
                both[who].prone = false;
                let mut damage = 3;
                loop {
                    let face = dice.roll(Slot(who as u8), &DAMAGE, 6) as i32;
                    damage += face;
                    if face < 6 {
                        break;
                    }
                }
                let target = &mut both[1 - who];
                let armor = if target.prone { 0 } else { 3 };
                let soaked = (armor - target.absorbed).max(0).min(damage);
                target.absorbed += soaked;
                let lost = damage - soaked;
                if lost > 0 {
                    target.hp -= lost;
                    if target.hp <= 0 {
                        target.exhaustion += 1;
                        target.prone = true;
                        if target.exhaustion == 2 {
                            target.hp = target.hp.min(5);
                        }
                        if target.exhaustion >= 3 {
                            return (round, who);
                        }
                    }
                }
            }
        }
        (200, 2)
    }
}

fn time<T>(mut work: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut result = None;
    for _ in 0..5 {
        let start = Instant::now();
        result = Some(black_box(work()));
        best = best.min(start.elapsed().as_secs_f64());
    }
    (best, result.expect("the work was done"))
}

fn main() {
    let loaded = load(DUEL);
    let layout = Layout::new(&loaded);
    let fights = 200_000_u64;
    let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
    let (by_hand, sum) = time(|| {
        let mut dice = Streams::new(1, &identities);
        let mut sum = 0_u64;
        for fight in 0..fights {
            dice.begin(fight);
            let (rounds, winner) = by_hand::duel(&mut dice);
            sum += u64::from(rounds) * 3 + winner as u64;
        }
        sum
    });
    let (engine, tally) = time(|| Worker::new(&loaded, &layout, 1).tally(0..fights));
    let of = |metric: usize| tally.counts(metric).iter().map(|&(value, count)| value as u64 * count).sum::<u64>();
    assert_eq!(sum, of(1) * 3 + of(0), "the loop and the engine fight the same fights");
    println!(
        "by hand {:.0} ns, engine {:.0} ns, ratio {:.2}",
        by_hand / fights as f64 * 1e9,
        engine / fights as f64 * 1e9,
        engine / by_hand
    );
    let _ = (AtomicBool::new(false), ThreadPoolBuilder::new().num_threads(1).build());
    let _ = |run: Run<'_, <Vogt as System>::Rules>| (run.stop == Stop::Fights(1), run.loaded.rules.counters());
}
