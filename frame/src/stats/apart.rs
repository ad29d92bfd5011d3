//! Apart: what may be said of several numbers at once.
//!
//! Owns the one rule behind every superlative, threshold and choice: numbers are told apart, or named together. Two numbers are told
//! apart where their intervals do not overlap, and the intervals of all numbers that a sentence chooses among hold together: each has
//! its share of the level ([`Level::shared`], Bonferroni). So of numbers that are all equal a sentence names a difference no more
//! often than one interval misses, however many there are, whether they share their luck or not. Solved numbers are told apart where
//! they differ by more than rounding. Start at [`largest`], [`smallest`] and [`side`].

use std::cmp::Ordering;

use super::{Interval, Level};

/// The loss of a computed number in its last digits: numbers that are closer are the same.
const ROUNDING: f64 = 1e-9;

/// The numbers that may be the largest, or the smallest, of several.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExtremeSet {
    /// Places of those that are told apart from another one, and from none that is more extreme: one of them, or all that cannot be
    /// told apart.
    pub named: Vec<usize>,
    /// Places of those that may be as extreme, but are known too badly to be told apart from any.
    pub open: Vec<usize>,
}

/// The level of each of so many intervals that are to hold together.
#[must_use]
pub fn together(level: Level, numbers: usize) -> Level {
    level.shared(numbers.max(1))
}

/// True if the first number is certainly less than the second.
#[must_use]
pub fn less(one: Interval, other: Interval) -> bool {
    one.high + ROUNDING < other.low
}

/// The side of a height on which a number certainly lies: equal where it is known to be the height itself. Nothing where its
/// interval holds the height.
#[must_use]
pub fn side(number: Interval, height: f64) -> Option<Ordering> {
    match () {
        () if number.high + ROUNDING < height => Some(Ordering::Less),
        () if number.low > height + ROUNDING => Some(Ordering::Greater),
        () if number.high - number.low <= ROUNDING => Some(Ordering::Equal),
        () => None,
    }
}

/// The numbers that may be the largest. Nothing where no number is told apart from another one.
#[must_use]
pub fn largest(numbers: &[Interval]) -> Option<ExtremeSet> {
    let highest = numbers.iter().map(|number| number.low).fold(f64::NEG_INFINITY, f64::max);
    let lowest = numbers.iter().map(|number| number.high).fold(f64::INFINITY, f64::min);
    let mut extreme = ExtremeSet::default();
    for (place, number) in numbers.iter().enumerate().filter(|(_, number)| number.high + ROUNDING >= highest) {
        if lowest + ROUNDING < number.low { extreme.named.push(place) } else { extreme.open.push(place) }
    }
    (!extreme.named.is_empty()).then_some(extreme)
}

/// The numbers that may be the smallest. Nothing where no number is told apart from another one.
#[must_use]
pub fn smallest(numbers: &[Interval]) -> Option<ExtremeSet> {
    let turned = |number: &Interval| Interval { estimate: -number.estimate, low: -number.high, high: -number.low };
    largest(&numbers.iter().map(turned).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::super::proportion::proportion;
    use super::super::testing::UniformNumbers;
    use super::*;

    fn around(values: &[(f64, f64)]) -> Vec<Interval> {
        values.iter().map(|&(value, half)| Interval::around(value, half)).collect()
    }

    #[test]
    fn what_cannot_be_told_apart_is_named_together_or_not_at_all() {
        let numbers = around(&[(0.50, 0.02), (0.49, 0.02), (0.40, 0.02), (0.51, 0.02)]);
        assert_eq!(largest(&numbers), Some(ExtremeSet { named: vec![0, 1, 3], open: vec![] }));
        assert_eq!(smallest(&numbers), Some(ExtremeSet { named: vec![2], open: vec![] }));
        assert_eq!(largest(&numbers[..2]), None);
        assert_eq!([largest(&[]), largest(&numbers[..1])], [None, None]);
        // Three days are no reason to take the word from a fight that hundreds came to.
        let days = around(&[(0.30, 0.02), (0.60, 0.02), (0.33, 0.4)]);
        assert_eq!(smallest(&days), Some(ExtremeSet { named: vec![0], open: vec![2] }));
    }

    #[test]
    fn solved_numbers_are_apart_by_more_than_rounding() {
        let numbers = around(&[(0.5, 0.0), (0.5 + 1e-12, 0.0), (0.5 - 1e-12, 0.0)]);
        assert_eq!([largest(&numbers), smallest(&numbers)], [None, None]);
        let numbers = around(&[(0.5, 0.0), (0.500_001, 0.0)]);
        assert_eq!(largest(&numbers).map(|found| found.named), Some(vec![1]));
        assert_eq!(side(numbers[0], 0.5), Some(Ordering::Equal));
        assert_eq!(side(numbers[1], 0.5), Some(Ordering::Greater));
        assert_eq!(
            [side(Interval::around(0.49, 0.02), 0.5), side(Interval::around(0.4, 0.02), 0.5)],
            [None, Some(Ordering::Less)]
        );
    }

    #[test]
    fn of_equal_numbers_a_difference_is_named_no_more_often_than_an_interval_misses() {
        let (runs, mut named) = (2000, [0_u32; 2]);
        let mut luck = UniformNumbers::new(7);
        for _ in 0..runs {
            for (said, values) in named.iter_mut().zip([2, 20]) {
                let level = together(Level::default(), values);
                let mut share = || {
                    let wins = (0..200).filter(|_| luck.choose(&[0.5, 0.5]) == 0).count() as u64;
                    proportion(wins, 200, level).expect("there are fights")
                };
                let numbers: Vec<Interval> = (0..values).map(|_| share()).collect();
                *said += u32::from(largest(&numbers).is_some());
            }
        }
        // At most one in twenty; without the sharing of the level it would be two in three of twenty.
        assert!(named.iter().all(|named| *named <= runs / 20), "{named:?} of {runs}");
    }
}
