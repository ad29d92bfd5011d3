//! For tests: exact probabilities of everything that can be counted, so that coverage is computed and not sampled.
//!
//! Owns the binomial distribution by its recurrence, coverage of an interval at a fixed number of fights, and the miss rate
//! of a rule that stops early. Its own checks are the published coverages in the tests of [`proportion`](super::proportion).

use super::Interval;

/// Outcomes less likely than this, relative to the likeliest, are left out.
const NEGLIGIBLE: f64 = 1e-18;

/// The probabilities of a binomial distribution around its mode: `(first outcome, probability of it and of each next)`.
pub fn binomial(n: u64, p: f64) -> (u64, Vec<f64>) {
    if p == 0.0 || p == 1.0 {
        return (if p == 0.0 { 0 } else { n }, vec![1.0]);
    }
    let mode = (((n + 1) as f64 * p) as u64).min(n);
    let odds = p / (1.0 - p);
    let mut below = Vec::new();
    let mut weight = 1.0;
    for k in (0..mode).rev() {
        weight *= (k + 1) as f64 / ((n - k) as f64 * odds);
        if weight < NEGLIGIBLE {
            break;
        }
        below.push(weight);
    }
    let first = mode - below.len() as u64;
    let mut weights: Vec<f64> = below.into_iter().rev().collect();
    weights.push(1.0);
    weight = 1.0;
    for k in mode..n {
        weight *= (n - k) as f64 * odds / (k + 1) as f64;
        if weight < NEGLIGIBLE {
            break;
        }
        weights.push(weight);
    }
    let total: f64 = weights.iter().sum();
    (first, weights.into_iter().map(|weight| weight / total).collect())
}

/// The probability that the interval made from `k` events in `n` fights holds `p`.
pub fn coverage(n: u64, p: f64, interval: impl Fn(u64) -> Interval) -> f64 {
    let (first, probabilities) = binomial(n, p);
    let outcomes = (first..).zip(probabilities);
    outcomes.filter(|(k, _)| holds(interval(*k), p)).map(|(_, probability)| probability).sum()
}

/// True if the interval holds the truth.
pub fn holds(interval: Interval, truth: f64) -> bool {
    (interval.low..=interval.high).contains(&truth)
}

/// The results of a rule that stops early.
#[derive(Debug)]
pub struct Stopped {
    /// Probability that it stopped with an interval without the truth.
    pub missed: f64,
    /// Probability that it has not stopped at the last look.
    pub unfinished: f64,
    /// Fights fought on average, unfinished runs with the last look.
    pub fights: f64,
}

/// Follows every possible count of events from look to look. `stop` gives the reported interval when the rule stops with
/// `k` events in `n` fights.
pub fn stopping(p: f64, looks: impl Iterator<Item = u64>, stop: impl Fn(u64, u64) -> Option<Interval>) -> Stopped {
    let mut result = Stopped { missed: 0.0, unfinished: 1.0, fights: 0.0 };
    let (mut fought, mut first, mut open) = (0, 0, vec![1.0]);
    for look in looks {
        result.fights += result.unfinished * (look - fought) as f64;
        let (step_first, step) = binomial(look - fought, p);
        let mut next = vec![0.0; open.len() + step.len() - 1];
        for (offset, before) in open.iter().enumerate().filter(|(_, before)| **before > 0.0) {
            for (after, more) in next[offset..].iter_mut().zip(&step) {
                *after += before * more;
            }
        }
        (fought, first, open) = (look, first + step_first, next);
        for (k, probability) in (first..).zip(&mut open) {
            if *probability < NEGLIGIBLE {
                *probability = 0.0;
            } else if let Some(interval) = stop(k, look) {
                result.missed += if holds(interval, p) { 0.0 } else { *probability };
                *probability = 0.0;
            }
        }
        let kept = open.iter().position(|probability| *probability > 0.0).unwrap_or(open.len());
        open.drain(..kept);
        first += kept as u64;
        open.truncate(open.iter().rposition(|probability| *probability > 0.0).map_or(0, |last| last + 1));
        result.unfinished = open.iter().sum();
        if open.is_empty() {
            break;
        }
    }
    result
}
