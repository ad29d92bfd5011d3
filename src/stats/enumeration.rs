//! For tests: exact probabilities of everything that can be counted, so that coverage is computed and not sampled.
//!
//! Owns the binomial distribution by its recurrence, and coverage of an interval at a fixed number of
//! fights. Its own checks are the published coverages in the tests of [`proportion`](super::proportion).

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

/// Whether the interval holds the truth.
pub fn holds(interval: Interval, truth: f64) -> bool {
    (interval.low..=interval.high).contains(&truth)
}
