//! Noise: numbers that are read off chances which are estimates themselves, without what their noise adds.
//!
//! A chance that is the share of `n` trials scatters by `p (1 - p) / n` around the truth, and whatever is counted of how far chances move
//! takes this for movement. Owns two ways out of it:
//!
//! - Squares are freed of it exactly: `p (1 - p) / (n - 1)` is an unbiased estimate of what each end of a move adds to its square
//!   ([`squared_move`]), and the product of the same move in two halves of the trials has none at all ([`crossed_move`]).
//! - A distance is not a square. Its mean at `n`, `n / 2` and `n / 4` trials is followed to endless many by the polynomial in
//!   `1 / sqrt(n)` through all three ([`without_noise`]; Richardson 1911; Quenouille 1956 in powers of `1 / n`): the power 1 is there because
//!   chances often do not move at all.
//!
//! Means and quotients of numbers that are no integers have their intervals here, too; sums are in the order of the fights, so that
//! nothing depends on threads. Start at [`Estimate`].

use super::{Interval, Level};

/// The chances of all outcomes at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The share of each outcome.
    pub shares: Vec<f64>,
    /// Trials that they are shares of, 2 at least; none where they are known.
    pub trials: Option<u32>,
}

impl Estimate {
    /// The noise of the squares, summed over all outcomes.
    fn noise(&self) -> f64 {
        let Some(trials) = self.trials else { return 0.0 };
        let each = self.shares.iter().map(|share| share * (1.0 - share));
        each.sum::<f64>() / f64::from(trials.max(2) - 1)
    }
}

/// The move of each outcome's chance.
fn moves<'e>(before: &'e Estimate, after: &'e Estimate) -> impl Iterator<Item = f64> + 'e {
    before.shares.iter().zip(&after.shares).map(|(before, after)| after - before)
}

/// The squared distance of two moments without noise: half the sum over all outcomes, so that it is the squared move of either chance where
/// there are two. Right on average; a single one may be below 0.
#[must_use]
pub fn squared_move(before: &Estimate, after: &Estimate) -> f64 {
    let squares: f64 = moves(before, after).map(|moved| moved * moved).sum();
    (squares - before.noise() - after.noise()) / 2.0
}

/// The squared distance of two moments without noise, from two estimates of each that have no trial in common.
#[must_use]
pub fn crossed_move([before, after]: [&Estimate; 2], [other_before, other_after]: [&Estimate; 2]) -> f64 {
    moves(before, after).zip(moves(other_before, other_after)).map(|(one, other)| one * other).sum::<f64>() / 2.0
}

/// The distance of two moments as estimated, noise included.
#[must_use]
pub fn distance(before: &Estimate, after: &Estimate) -> f64 {
    (moves(before, after).map(|moved| moved * moved).sum::<f64>() / 2.0).sqrt()
}

/// What a number comes to with endless many trials, from what it is with some, half as many, and a quarter of them.
#[must_use]
pub fn without_noise([all, half, quarter]: [f64; 3]) -> f64 {
    // Lagrange's polynomial through 1, the root of 2, and 2, at 0.
    let root = std::f64::consts::SQRT_2;
    2.0 * root / (root - 1.0) * all - 2.0 / ((root - 1.0) * (2.0 - root)) * half + root / (2.0 - root) * quarter
}

/// The mean of numbers with its normal interval; none for fewer than two.
#[must_use]
pub fn mean(values: &[f64], level: Level) -> Option<Interval> {
    let ones: Vec<(f64, f64)> = values.iter().map(|&value| (value, 1.0)).collect();
    quotient(&ones, level)
}

/// The quotient of two totals over the same fights with its normal interval by the delta method (Cochran 1977, section 2.11). None for fewer
/// than two fights, or where there is nothing to divide by.
#[must_use]
pub fn quotient(pairs: &[(f64, f64)], level: Level) -> Option<Interval> {
    let n = pairs.len() as f64;
    let (over, under) = pairs.iter().fold((0.0, 0.0), |(over, under), pair| (over + pair.0, under + pair.1));
    if pairs.len() < 2 || under <= 0.0 {
        return None;
    }
    let ratio = over / under;
    let squares: f64 = pairs.iter().map(|(over, under)| (over - ratio * under).powi(2)).sum();
    let deviation = (squares / (n - 1.0)).sqrt();
    Some(Interval::around(ratio, level.z() * deviation * n.sqrt() / under))
}

/// The root of a mean square; what is below 0 by luck is 0.
#[must_use]
pub fn root(square: Interval) -> Interval {
    let root = |value: f64| value.max(0.0).sqrt();
    Interval { estimate: root(square.estimate), low: root(square.low), high: root(square.high) }
}

/// A number with its interval by leaving out one of several groups of fights at a time (jackknife; Shao and Tu 1995, section 2.3). `of` is the
/// number without a group, or with all of them.
#[must_use]
pub fn jackknife(groups: usize, level: Level, of: impl Fn(Option<usize>) -> f64) -> Interval {
    let without: Vec<f64> = (0..groups).map(|group| of(Some(group))).collect();
    let count = groups.max(2) as f64;
    let middle = without.iter().sum::<f64>() / count;
    let variance = without.iter().map(|one| (one - middle).powi(2)).sum::<f64>() * (count - 1.0) / count;
    Interval::around(of(None), level.z() * variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::testing::UniformNumbers;

    /// An estimate of a chance by some trials.
    fn drawn(luck: &mut UniformNumbers, chance: f64, trials: u32) -> Estimate {
        let share = luck.binomial(u64::from(trials), chance) as f64 / f64::from(trials);
        Estimate { shares: vec![share, 1.0 - share], trials: Some(trials) }
    }

    #[test]
    fn squares_are_free_of_noise_on_average() {
        let mut luck = UniformNumbers::new(3);
        for (before, after) in [(0.5, 0.5), (0.9, 0.7), (0.02, 0.0)] {
            let (mut squares, mut crossed, mut raw, n) = (Vec::new(), Vec::new(), 0.0, 20_000);
            for _ in 0..n {
                let [one, then, other, other_then] = [before, after, before, after].map(|chance| drawn(&mut luck, chance, 16));
                squares.push(squared_move(&one, &then));
                crossed.push(crossed_move([&one, &then], [&other, &other_then]));
                raw += distance(&one, &then).powi(2) / f64::from(n);
            }
            let truth = (after - before) * (after - before);
            for values in [&squares, &crossed] {
                let mean = mean(values, Level::missing(1e-6)).expect("there are values");
                assert!(mean.low <= truth && truth <= mean.high, "{before} to {after}: {mean:?} for {truth}");
            }
            assert!(raw > truth + 5e-4, "there is noise to be taken out: {raw} for {truth}");
        }
    }

    #[test]
    fn what_is_known_has_no_noise() {
        let known = |share: f64| Estimate { shares: vec![share, 1.0 - share], trials: None };
        assert!((squared_move(&known(0.25), &known(1.0)) - 0.5625).abs() < 1e-12);
        assert!((distance(&known(0.25), &known(1.0)) - 0.75).abs() < 1e-12);
        assert_eq!(squared_move(&known(0.25), &known(0.25)), 0.0);
    }

    #[test]
    fn a_polynomial_in_the_root_of_the_trials_is_followed_to_its_end() {
        let at = |trials: f64| 3.0 + 5.0 / trials.sqrt() - 7.0 / trials;
        assert!((without_noise([at(64.0), at(32.0), at(16.0)]) - 3.0).abs() < 1e-9);
        assert!((without_noise([2.5; 3]) - 2.5).abs() < 1e-9, "what does not depend on trials stays");
    }

    #[test]
    fn a_chance_that_stands_still_moves_by_nothing_and_one_that_moves_by_what_it_does() {
        let mut luck = UniformNumbers::new(11);
        for (before, after) in [(0.5, 0.5), (0.3, 0.4), (0.5, 0.9)] {
            let truth = f64::abs(after - before);
            let values = (0..40_000).map(|_| {
                let quarters: Vec<[Estimate; 2]> =
                    (0..4).map(|_| [before, after].map(|chance| drawn(&mut luck, chance, 16))).collect();
                let level = |of: usize| {
                    let chunks = quarters.chunks(of).map(|chunk| {
                        let share = |end: usize| {
                            let share = chunk.iter().map(|one| one[end].shares[0]).sum::<f64>() / of as f64;
                            Estimate { shares: vec![share, 1.0 - share], trials: Some(16 * of as u32) }
                        };
                        distance(&share(0), &share(1))
                    });
                    chunks.sum::<f64>() * of as f64 / 4.0
                };
                without_noise([level(4), level(2), level(1)])
            });
            let found = mean(&values.collect::<Vec<_>>(), Level::missing(1e-6)).expect("there are values");
            let raw = (0.5 / 64.0_f64).sqrt() * (2.0 / std::f64::consts::PI).sqrt();
            assert!((found.estimate - truth).abs() < 0.3 * raw, "{found:?} for {truth}, where noise alone is {raw}");
        }
    }

    #[test]
    fn the_jackknife_of_a_mean_is_its_usual_interval() {
        let mut luck = UniformNumbers::new(5);
        let values: Vec<f64> = (0..400).map(|_| luck.uniform()).collect();
        let left = |group: Option<usize>| {
            let kept = values.iter().enumerate().filter(|(place, _)| group != Some(place % 400));
            let kept: Vec<f64> = kept.map(|(_, value)| *value).collect();
            kept.iter().sum::<f64>() / kept.len() as f64
        };
        let (one, other) = (jackknife(400, Level::default(), left), mean(&values, Level::default()).expect("values"));
        assert!((one.half_width() / other.half_width() - 1.0).abs() < 1e-6, "{one:?} {other:?}");
        assert_eq!(root(Interval { estimate: -0.1, low: -0.2, high: 0.09 }).high, 0.3);
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let (mut held, runs) = ([0; 2], 400);
        for seed in 0..runs {
            let mut luck = UniformNumbers::new(seed);
            let pairs: Vec<(f64, f64)> = (0..200)
                .map(|_| {
                    let length = 1.0 + (luck.uniform() * 5.0).floor();
                    (length * luck.uniform(), length)
                })
                .collect();
            let quotient = quotient(&pairs, Level::default()).expect("values");
            let mean = mean(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>(), Level::default()).expect("values");
            held[0] += usize::from(quotient.low <= 0.5 && 0.5 <= quotient.high);
            held[1] += usize::from(mean.low <= 3.0 && 3.0 <= mean.high);
        }
        assert!(held.iter().all(|&held| held as f64 > 0.92 * runs as f64), "{held:?} of {runs}");
    }
}
