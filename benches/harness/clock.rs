//! Time: the best of several turns.

use std::time::Instant;

/// Turns that each measured piece gets; the best one counts, because whatever else the machine does only adds time. Many short
/// ones rather than few long ones: a busy machine leaves one of them alone.
const TURNS: usize = 30;
/// One of so many fights is played where nothing is timed.
const UNTIMED: u64 = 10;

/// The number of these fights that are played where it only matters that they are the same: few, so that a debug build can.
pub fn few(fights: u64) -> u64 {
    fights / UNTIMED
}

/// Seconds of each piece of work, taking turns so that a slow moment of the machine meets all of them.
pub fn race<const N: usize>(mut works: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..TURNS {
        for (work, best) in works.iter_mut().zip(&mut best) {
            let start = Instant::now();
            work();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    best
}

/// Nanoseconds of one of so many fights that took so many seconds.
pub fn nanoseconds(seconds: f64, fights: u64) -> f64 {
    seconds / fights as f64 * 1e9
}
