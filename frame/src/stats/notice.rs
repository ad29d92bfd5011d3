//! Noticing: how many fights it takes at a table until a difference is seen that a simulator knows.
//!
//! Owns the size of a trial of two groups of fights, each with luck of its own: half of them are played before a change, half after it. A
//! difference is seen where a two-sided test at [`MISTAKE`] shows one, and the trial is large enough where it does so with a probability of
//! [`POWER`]. Of two rates the test is that of pooled proportions (Fleiss, Levin and Paik 2003, formula 4.14 without correction of continuity),
//! of two means or ratios the normal one. No pairing: nobody rolls the same dice twice. Start at [`fights`].

use super::Level;

/// The share of trials of nothing in which a difference is seen.
pub const MISTAKE: f64 = 0.05;

/// The share of trials in which the difference is seen.
pub const POWER: f64 = 0.8;

/// How an outcome varies from fight to fight, before and after.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Varying {
    /// It happens at these rates.
    Rates([f64; 2]),
    /// It is an amount with these variances.
    Amounts([f64; 2]),
}

/// The fights of both groups together until a difference of this size is seen; an even number, 4 or more. None where there is no
/// difference.
#[must_use]
pub fn fights(difference: f64, varying: Varying) -> Option<u64> {
    let (sure, mighty) = (Level::missing(MISTAKE).z(), Level::missing(2.0 * (1.0 - POWER)).z());
    let reach = match varying {
        Varying::Rates(rates) => {
            let variance = |rate: f64| (rate * (1.0 - rate)).max(0.0);
            let pooled = variance(f64::midpoint(rates[0], rates[1]));
            sure * (2.0 * pooled).sqrt() + mighty * (variance(rates[0]) + variance(rates[1])).sqrt()
        }
        Varying::Amounts([before, after]) => (sure + mighty) * (before + after).sqrt(),
    };
    let each = (reach / difference).powi(2).ceil();
    (difference != 0.0 && each.is_finite()).then(|| 2 * (each as u64).max(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::testing::UniformNumbers;

    #[test]
    fn sizes_are_those_of_the_tables() {
        // Fleiss, Levin and Paik 2003, table A.4 without its correction: 5 % two-sided, 80 %.
        for (rates, each) in [([0.4, 0.5], 388), ([0.25, 0.4], 152), ([0.05, 0.15], 141)] {
            assert_eq!(fights(rates[1] - rates[0], Varying::Rates(rates)), Some(2 * each), "{rates:?}");
        }
        // Half a standard deviation: 63 by the normal test.
        assert_eq!(fights(0.5, Varying::Amounts([1.0, 1.0])), Some(126));
        assert_eq!(fights(-0.5, Varying::Amounts([1.0, 1.0])), Some(126));
    }

    #[test]
    fn what_is_no_difference_is_never_noticed_and_what_is_always_so_at_once() {
        assert_eq!(fights(0.0, Varying::Rates([0.3, 0.3])), None);
        assert_eq!(fights(2.0, Varying::Amounts([0.0, 0.0])), Some(4));
    }

    /// In how many of so many trials a difference of two groups is seen.
    fn seen(trials: u64, each: u64, roll: impl Fn(&mut UniformNumbers, usize) -> f64) -> u64 {
        let z = Level::missing(MISTAKE).z();
        let trial = |seed: u64| {
            let mut luck = UniformNumbers::new(seed);
            let groups: [Vec<f64>; 2] = [0, 1].map(|side| (0..each).map(|_| roll(&mut luck, side)).collect());
            let mean = |group: &[f64]| group.iter().sum::<f64>() / group.len() as f64;
            let [before, after] = [&groups[0], &groups[1]].map(|group| mean(group));
            let all = f64::midpoint(before, after);
            let square = groups.iter().flatten().map(|value| (value - all).powi(2)).sum::<f64>() / (2 * each) as f64;
            (before - after).abs() > z * (2.0 * square / each as f64).sqrt()
        };
        (0..trials).filter(|&seed| trial(seed)).count() as u64
    }

    #[test]
    fn a_table_of_that_size_sees_it_in_four_of_five_trials() {
        let trials = 2000;
        let within = |seen: u64| (seen as f64 / trials as f64 - POWER).abs() < 0.035;
        for rates in [[0.35, 0.45], [0.1, 0.2], [0.5, 0.65]] {
            let each = fights(rates[1] - rates[0], Varying::Rates(rates)).expect("a difference") / 2;
            let found = seen(trials, each, |luck, side| f64::from(u8::from(luck.uniform() < rates[side])));
            assert!(within(found), "{rates:?}: {found} of {trials}");
        }
        // Amounts from 0 to 6, and half of one more.
        let each = fights(0.5, Varying::Amounts([4.0, 4.0])).expect("a difference") / 2;
        let found = seen(trials, each, |luck, side| (luck.uniform() * 7.0).floor() + 0.5 * side as f64);
        assert!(within(found), "{found} of {trials}");
    }
}
