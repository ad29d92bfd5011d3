//! Controls: a mean made sharper by numbers of the same fights whose means are known.
//!
//! How far dice fall above and below their middles has the mean 0, whatever they are rolled for and however often: each die is fair whatever
//! came before it (Doob's optional stopping). What of an outcome goes along with that luck is taken out by regression, and what is left
//! scatters less (control variates; Lavenberg and Welch 1981). The coefficients for each tenth of the fights are those of the other nine
//! (cross-fitting; Avramidis and Wilson 1993), so that the estimate has no bias at any number of fights, and the spread of what is left is that of fights
//! which the coefficients have never seen: a coefficient too many makes the interval wider and never too narrow.
//!
//! Owns the exact sums and the estimate. Which numbers serve, and which outcomes are too rare for it, is for whoever asks. Start at [`Sums`].

use super::sample::student;
use super::{Interval, Level};

/// Parts of the fights.
const FOLDS: usize = 10;
/// Fights for each control, at least.
const FIGHTS_EACH: f64 = 20.0;
/// A control of which less than this share is its own says nothing that others do not.
const OWN_LEAST: f64 = 1e-6;

/// Sums over some fights.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fold {
    n: u64,
    /// Of each outcome, and of its squares.
    outcomes: Vec<[i128; 2]>,
    /// Of each control.
    controls: Vec<i128>,
    /// Of products of two controls, row by row up to the diagonal.
    products: Vec<i128>,
    /// Of products of an outcome and a control, outcome by outcome.
    mixed: Vec<i128>,
}

impl Fold {
    fn new(outcomes: usize, controls: usize) -> Self {
        Fold {
            n: 0,
            outcomes: vec![[0; 2]; outcomes],
            controls: vec![0; controls],
            products: vec![0; controls * (controls + 1) / 2],
            mixed: vec![0; outcomes * controls],
        }
    }

    /// Adds another one `times` times: 1, or -1 to take it away.
    fn add(&mut self, other: &Fold, times: i128) {
        self.n = self.n.wrapping_add_signed(times as i64 * other.n as i64);
        let sum = |own: &mut [i128], others: &[i128]| own.iter_mut().zip(others).for_each(|(sum, part)| *sum += times * part);
        self.outcomes.iter_mut().zip(&other.outcomes).for_each(|(own, other)| sum(own, other));
        sum(&mut self.controls, &other.controls);
        sum(&mut self.products, &other.products);
        sum(&mut self.mixed, &other.mixed);
    }

    /// The covariance of two controls, times the number of fights.
    fn of_controls(&self, one: usize, other: usize) -> f64 {
        let (row, column) = (one.max(other), one.min(other));
        let product = self.products[row * (row + 1) / 2 + column] as f64;
        product - self.controls[one] as f64 * (self.controls[other] as f64 / self.n as f64)
    }

    /// The covariance of an outcome and a control, times the number of fights.
    fn of_both(&self, outcome: usize, control: usize) -> f64 {
        let product = self.mixed[outcome * self.controls.len() + control] as f64;
        product - self.outcomes[outcome][0] as f64 * (self.controls[control] as f64 / self.n as f64)
    }

    /// The coefficients of the controls by which what is left of an outcome varies least; 0 for those that say nothing of their own. The
    /// normal equations by the decomposition of Cholesky.
    fn coefficients(&self, outcome: usize, most: usize) -> Vec<f64> {
        let all = self.controls.len();
        let spread = |control: usize| self.of_controls(control, control).max(0.0);
        let explains = |control: usize| self.of_both(outcome, control).powi(2) / spread(control);
        let mut order: Vec<usize> = (0..all).filter(|&control| spread(control) > 0.0).collect();
        order.sort_by(|&one, &other| explains(other).total_cmp(&explains(one)).then(one.cmp(&other)));
        let (mut kept, mut rows, mut right): (Vec<usize>, Vec<Vec<f64>>, Vec<f64>) = (Vec::new(), Vec::new(), Vec::new());
        for control in order {
            if kept.len() == most {
                break;
            }
            let mut row: Vec<f64> = Vec::with_capacity(kept.len() + 1);
            for (place, &other) in kept.iter().enumerate() {
                let before: f64 = row.iter().zip(&rows[place]).map(|(one, other)| one * other).sum();
                row.push((self.of_controls(control, other) - before) / rows[place][place]);
            }
            let own = spread(control) - row.iter().map(|part| part * part).sum::<f64>();
            if own <= OWN_LEAST * spread(control) {
                continue;
            }
            let before: f64 = row.iter().zip(&right).map(|(one, other)| one * other).sum();
            let diagonal = own.sqrt();
            right.push((self.of_both(outcome, control) - before) / diagonal);
            row.push(diagonal);
            rows.push(row);
            kept.push(control);
        }
        let mut coefficients = vec![0.0; all];
        for place in (0..kept.len()).rev() {
            let behind: f64 = (place + 1..kept.len()).map(|later| rows[later][place] * coefficients[kept[later]]).sum();
            coefficients[kept[place]] = (right[place] - behind) / rows[place][place];
        }
        coefficients
    }

    /// The sums of what is left of an outcome, and of its squares.
    fn left(&self, outcome: usize, coefficients: &[f64]) -> [f64; 2] {
        let [sum, squares] = self.outcomes[outcome].map(|sum| sum as f64);
        let (mut left, mut left_squares) = (sum, squares);
        for (control, &coefficient) in coefficients.iter().enumerate().filter(|(_, coefficient)| **coefficient != 0.0) {
            left -= coefficient * self.controls[control] as f64;
            left_squares -= 2.0 * coefficient * self.mixed[outcome * coefficients.len() + control] as f64;
            for (other, &by) in coefficients.iter().enumerate() {
                let (row, column) = (control.max(other), control.min(other));
                left_squares += coefficient * by * self.products[row * (row + 1) / 2 + column] as f64;
            }
        }
        [left, left_squares]
    }
}

/// Sums of outcomes and of controls whose means are 0, over fights. They add up in any order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sums {
    folds: Vec<Fold>,
}

/// A mean without what its controls explain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sharper {
    /// The mean with its interval.
    pub interval: Interval,
    /// How many times as many fights would be as sure without controls.
    pub factor: f64,
}

impl Sums {
    /// Of no fights yet.
    #[must_use]
    pub fn new(outcomes: usize, controls: usize) -> Self {
        Sums { folds: vec![Fold::new(outcomes, controls); FOLDS] }
    }

    /// Adds the fight of this number.
    pub fn add(&mut self, number: u64, outcomes: impl Iterator<Item = i64> + Clone, controls: &[i64]) {
        let fold = &mut self.folds[(number % FOLDS as u64) as usize];
        fold.n += 1;
        let (mut product, mut mixed) = (fold.products.iter_mut(), fold.mixed.iter_mut());
        for (row, &control) in controls.iter().enumerate() {
            fold.controls[row] += i128::from(control);
            controls[..=row].iter().zip(&mut product).for_each(|(other, sum)| *sum += i128::from(control * other));
        }
        for (sums, outcome) in fold.outcomes.iter_mut().zip(outcomes) {
            let outcome = i128::from(outcome);
            sums[0] += outcome;
            sums[1] += outcome * outcome;
            controls.iter().zip(&mut mixed).for_each(|(control, sum)| *sum += outcome * i128::from(*control));
        }
    }

    /// Adds other fights.
    pub fn merge(&mut self, other: &Sums) {
        self.folds.iter_mut().zip(&other.folds).for_each(|(fold, other)| fold.add(other, 1));
    }

    /// The mean of an outcome without what controls explain. None where it does not vary, or there are too few fights for any control.
    #[must_use]
    pub fn sharper(&self, outcome: usize, level: Level) -> Option<Sharper> {
        let first = self.folds.first()?;
        let mut all = Fold::new(first.outcomes.len(), first.controls.len());
        self.folds.iter().for_each(|fold| all.add(fold, 1));
        let n = all.n as f64;
        let most = (n / FIGHTS_EACH) as usize;
        let [sum, squares] = all.outcomes[outcome].map(|sum| sum as f64);
        let spread = squares - sum * (sum / n);
        if most == 0 || spread <= 0.0 {
            return None;
        }
        let (mut left, mut left_squares) = (0.0, 0.0);
        for fold in &self.folds {
            let mut others = all.clone();
            others.add(fold, -1);
            let [sum, squares] = fold.left(outcome, &others.coefficients(outcome, most));
            left += sum;
            left_squares += squares;
        }
        let mean = left / n;
        let left_spread = left_squares - left * mean;
        if left_spread <= 0.0 {
            return None;
        }
        let error = (left_spread / (n - 1.0) / n).sqrt();
        Some(Sharper { interval: Interval::around(mean, student(level.z(), all.n - 1) * error), factor: spread / left_spread })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::testing::UniformNumbers;

    /// A fight of a made-up game: two dice against a border with luck that no control knows, and a third die that decides nothing. The
    /// outcomes: whether it is won, and an amount with a long tail.
    fn fight(luck: &mut UniformNumbers) -> ([i64; 2], [i64; 4]) {
        let mut die = |sides: f64| (luck.uniform() * sides) as i64 + 1;
        let [one, other, idle, hidden] = [die(20.0), die(6.0), die(8.0), die(6.0)];
        let total = one + 2 * other + 2 * hidden;
        let controls = [2 * one - 21, 2 * other - 7, 2 * idle - 9, 4 * one - 42];
        ([i64::from(total > 26), (total - 20).max(0).pow(2)], controls)
    }

    /// The true means, by all faces.
    fn truth() -> [f64; 2] {
        let faces = (1..=20).flat_map(|one| (1..=6).flat_map(move |two| (1..=6).map(move |three| one + 2 * two + 2 * three)));
        let totals: Vec<i64> = faces.collect();
        let mean = |of: &dyn Fn(i64) -> i64| totals.iter().map(|&total| of(total)).sum::<i64>() as f64 / totals.len() as f64;
        [mean(&|total| i64::from(total > 26)), mean(&|total: i64| (total - 20).max(0).pow(2))]
    }

    fn played(luck: &mut UniformNumbers, fights: u64) -> Sums {
        let mut sums = Sums::new(2, 4);
        for number in 0..fights {
            let (outcomes, controls) = fight(luck);
            sums.add(number, outcomes.into_iter(), &controls);
        }
        sums
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say_and_estimates_have_no_bias() {
        let truth = truth();
        for (fights, times, outside) in [(200, 3000, 5.0), (2000, 400, 5.0)] {
            let mut luck = UniformNumbers::new(fights);
            let (mut held, mut sums, mut squares) = ([0_u32; 2], [0.0; 2], [0.0; 2]);
            for _ in 0..times {
                let played = played(&mut luck, fights);
                for outcome in 0..2 {
                    let Sharper { interval, factor } = played.sharper(outcome, Level::default()).expect("it varies");
                    held[outcome] += u32::from(interval.low <= truth[outcome] && truth[outcome] <= interval.high);
                    sums[outcome] += interval.estimate - truth[outcome];
                    squares[outcome] += (interval.estimate - truth[outcome]).powi(2);
                    assert!(factor > 1.2, "{factor}");
                }
            }
            let times = f64::from(times);
            for outcome in 0..2 {
                let share = f64::from(held[outcome]) / times;
                let sigma = (0.95_f64 * 0.05 / times).sqrt();
                assert!((share - 0.95).abs() < outside * sigma, "{fights} fights, outcome {outcome}: {share}");
                let bias = sums[outcome] / times;
                let error = (squares[outcome] / times / times).sqrt();
                assert!(bias.abs() < 4.0 * error, "{fights} fights, outcome {outcome}: {bias} ± {error}");
            }
        }
    }

    /// A pair of fights with the same luck before and after a change: the second wins from a lower total on, and has a die of its own. The
    /// difference, and the luck before and what of it is otherwise.
    fn pair(luck: &mut UniformNumbers) -> ([i64; 1], [i64; 4]) {
        let mut die = |sides: f64| (luck.uniform() * sides) as i64 + 1;
        let [one, other, own, hidden] = [die(20.0), die(6.0), die(6.0), die(6.0)];
        let (before, after) = (one + 2 * other + 2 * hidden > 26, one + 2 * own + 2 * hidden > 24);
        ([i64::from(after) - i64::from(before)], [2 * one - 21, 2 * other - 7, 0, 2 * own - 2 * other])
    }

    /// The true mean of that difference, by all faces.
    fn truth_of_pairs() -> f64 {
        let totals = (1..=20).flat_map(|one| (1..=6).flat_map(move |two| (1..=6).map(move |three| one + 2 * two + 2 * three)));
        let totals: Vec<i64> = totals.collect();
        let over = |border: i64| totals.iter().filter(|&&total| total > border).count() as f64;
        (over(24) - over(26)) / totals.len() as f64
    }

    /// How many of so many intervals of differences hold the truth, and the mean factor.
    fn held_of_pairs(fights: u64, times: u32) -> (u32, f64) {
        let (truth, mut luck, mut held, mut factors) = (truth_of_pairs(), UniformNumbers::new(fights + 77), 0, 0.0);
        for _ in 0..times {
            let mut sums = Sums::new(1, 4);
            for number in 0..fights {
                let (outcomes, controls) = pair(&mut luck);
                sums.add(number, outcomes.into_iter(), &controls);
            }
            let Sharper { interval, factor } = sums.sharper(0, Level::default()).expect("it varies");
            held += u32::from(interval.low <= truth && truth <= interval.high);
            factors += factor;
        }
        (held, factors / f64::from(times))
    }

    #[test]
    fn differences_of_pairs_are_sharpened_where_luck_is_left_in_them() {
        for (fights, times) in [(200, 2000), (2000, 300)] {
            let (held, factor) = held_of_pairs(fights, times);
            let share = f64::from(held) / f64::from(times);
            let sigma = (0.95_f64 * 0.05 / f64::from(times)).sqrt();
            assert!((share - 0.95).abs() < 4.5 * sigma, "{fights} fights: {share}");
            assert!(factor > 1.2, "{factor}");
        }
    }

    #[test]
    fn sums_add_up_in_any_order_and_what_nobody_knows_is_not_sharpened() {
        let mut luck = UniformNumbers::new(3);
        let fights: Vec<([i64; 2], [i64; 4])> = (0..500).map(|_| fight(&mut luck)).collect();
        let (mut whole, mut parts) = (Sums::new(2, 4), [Sums::new(2, 4), Sums::new(2, 4)]);
        for (number, (outcomes, controls)) in (0..).zip(&fights) {
            whole.add(number, outcomes.iter().copied(), controls);
            parts[usize::from(number > 300)].add(number, outcomes.iter().copied(), controls);
        }
        let [mut one, other] = parts;
        one.merge(&other);
        assert_eq!(one, whole);
        let mut same = Sums::new(1, 1);
        (0..100).for_each(|number| same.add(number, [3].into_iter(), &[number as i64 % 3 - 1]));
        assert_eq!(same.sharper(0, Level::default()), None);
        let mut few = Sums::new(1, 1);
        (0..19).for_each(|number| few.add(number, [number as i64 % 2].into_iter(), &[number as i64 % 3 - 1]));
        assert_eq!(few.sharper(0, Level::default()), None);
    }

    #[test]
    fn controls_without_anything_to_say_cost_hardly_anything() {
        let mut luck = UniformNumbers::new(5);
        let mut sums = Sums::new(1, 6);
        for number in 0..4000 {
            let mut die = || (luck.uniform() * 6.0) as i64 + 1;
            let controls: Vec<i64> = (0..6).map(|_| 2 * die() - 7).collect();
            sums.add(number, [die()].into_iter(), &controls);
        }
        let factor = sums.sharper(0, Level::default()).expect("it varies").factor;
        assert!((0.99..=1.01).contains(&factor), "{factor}");
    }
}
