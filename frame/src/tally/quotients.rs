//! Pairs of a ratio of totals: the sums of numerator and denominator before and after a change, and of their products.
//!
//! Owns [`Quotients`]. Values after are kept as what they are more than before: most pairs do not differ, and where two large
//! totals are nearly the same no digits are lost. A pair counts only where all four values are there. Which ratio is larger, and
//! how sure that is, is for [`stats`](crate::stats).

use serde::{Deserialize, Serialize};

use super::paired::Earliest;

/// Exact sums over pairs of fights.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Quotients {
    n: u64,
    /// Of the numerator and the denominator before, and of what each is more after.
    sums: [i128; 4],
    /// Of products of these four: each with itself and with those behind it.
    products: [i128; 10],
    /// The smallest and largest numerator of either side, or 0; then denominator.
    ranges: [(i64, i64); 2],
    ups: u64,
    downs: u64,
    levels: u64,
    up: Earliest,
    down: Earliest,
}

impl Quotients {
    /// Counts a pair by its numerator and denominator on each side.
    #[inline]
    pub(super) fn add(&mut self, number: u64, before: [i64; 2], after: [i64; 2]) {
        self.n += 1;
        let [a, b] = before;
        let [more_a, more_b] = [after[0] - a, after[1] - b];
        // An event that happens to few leaves most pairs empty.
        if a | b | more_a | more_b == 0 {
            return;
        }
        for (range, values) in self.ranges.iter_mut().zip([[a, after[0]], [b, after[1]]]) {
            *range = (range.0.min(values[0]).min(values[1]), range.1.max(values[0]).max(values[1]));
        }
        let [a, b] = [a, b].map(i128::from);
        self.sums[0] += a;
        self.sums[1] += b;
        self.products[0] += a * a;
        self.products[1] += a * b;
        self.products[4] += b * b;
        if more_a | more_b != 0 {
            self.add_moved(number, [a, b], [more_a, more_b].map(i128::from));
        }
    }

    /// Adds the products of the differences of a pair.
    fn add_moved(&mut self, number: u64, [a, b]: [i128; 2], [more_a, more_b]: [i128; 2]) {
        self.sums[2] += more_a;
        self.sums[3] += more_b;
        let moved = [(2, a * more_a), (3, a * more_b), (5, b * more_a), (6, b * more_b)];
        let squared = [(7, more_a * more_a), (8, more_a * more_b), (9, more_b * more_b)];
        moved.into_iter().chain(squared).for_each(|(place, product)| self.products[place] += product);
        // a'/b' against a/b: the sign of a'b - ab' is that of this.
        match more_a * b - a * more_b {
            0 => self.levels += 1,
            1.. => {
                self.ups += 1;
                self.up.add(number);
            }
            _ => {
                self.downs += 1;
                self.down.add(number);
            }
        }
    }

    /// Adds other pairs of the same ratio.
    pub(super) fn merge(&mut self, other: &Quotients) {
        self.n += other.n;
        self.sums.iter_mut().zip(other.sums).for_each(|(mine, theirs)| *mine += theirs);
        self.products.iter_mut().zip(other.products).for_each(|(mine, theirs)| *mine += theirs);
        for (mine, theirs) in self.ranges.iter_mut().zip(other.ranges) {
            *mine = (mine.0.min(theirs.0), mine.1.max(theirs.1));
        }
        self.ups += other.ups;
        self.downs += other.downs;
        self.levels += other.levels;
        self.up.insert(&other.up);
        self.down.insert(&other.down);
    }

    /// Pairs in all.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Sums of the numerator and the denominator before, then of what each is more after.
    #[must_use]
    pub fn sums(&self) -> [i128; 4] {
        self.sums
    }

    /// Sums of products of the four values of [`sums`](Self::sums): of each with itself and with those behind it.
    #[must_use]
    pub fn products(&self) -> [i128; 10] {
        self.products
    }

    /// From the smallest to the largest value of either side, 0 among them: of the numerator, of the denominator.
    #[must_use]
    pub fn spans(&self) -> [u64; 2] {
        self.ranges.map(|(least, most)| most.abs_diff(least))
    }

    /// Pairs whose own ratio is larger after, and smaller; then those that differ without that: numerator and denominator grew
    /// alike, or one side has no ratio of its own because both of its values are 0.
    #[must_use]
    pub fn moved(&self) -> [u64; 3] {
        [self.ups, self.downs, self.levels]
    }

    /// Fights whose own ratio is larger after; then those in which it is smaller.
    #[must_use]
    pub fn examples(&self) -> [Vec<u64>; 2] {
        [self.up.numbers(), self.down.numbers()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numerator and denominator before, and after.
    const PAIRS: [([i64; 2], [i64; 2]); 7] = [
        ([6, 2], [6, 2]),
        ([6, 2], [9, 2]),
        ([4, 1], [3, 1]),
        ([0, 0], [5, 1]),
        ([3, 1], [6, 2]),
        ([0, 3], [-2, 4]),
        ([0, 0], [0, 0]),
    ];

    fn quotients(pairs: std::ops::Range<usize>) -> Quotients {
        let mut quotients = Quotients::default();
        pairs.for_each(|number| quotients.add(number as u64, PAIRS[number].0, PAIRS[number].1));
        quotients
    }

    #[test]
    fn sums_are_those_of_all_pairs() {
        let quotients = quotients(0..7);
        let four = PAIRS.map(|(before, after)| [before[0], before[1], after[0] - before[0], after[1] - before[1]]);
        let sum = |value: &dyn Fn(&[i64; 4]) -> i64| i128::from(four.iter().map(value).sum::<i64>());
        assert_eq!(quotients.sums(), [0, 1, 2, 3].map(|one| sum(&|pair| pair[one])));
        let pairs = (0..4).flat_map(|one| (one..4).map(move |other| (one, other)));
        let products: Vec<i128> = pairs.map(|(one, other)| sum(&|pair| pair[one] * pair[other])).collect();
        assert_eq!(quotients.products().to_vec(), products);
        assert_eq!((quotients.n(), quotients.spans()), (7, [11, 4]));
    }

    #[test]
    fn pairs_move_by_their_own_ratio_or_without_one() {
        let quotients = quotients(0..7);
        assert_eq!(quotients.moved(), [1, 2, 2], "the fourth has no ratio before, the fifth keeps its own");
        assert_eq!(quotients.examples(), [vec![1], vec![2, 5]]);
    }

    #[test]
    fn parts_add_up_to_the_whole_in_any_order() {
        let whole = quotients(0..7);
        for cut in 0..=7 {
            let (mut late, early) = (quotients(cut..7), quotients(0..cut));
            late.merge(&early);
            assert_eq!(late, whole, "{cut}");
        }
        let text = serde_json::to_string(&whole).expect("it can be written");
        assert_eq!(serde_json::from_str::<Quotients>(&text).expect("it can be read"), whole);
    }

    #[test]
    fn sums_beyond_sixty_four_bits_are_exact_in_files_too() {
        let mut large = Quotients::default();
        large.products[0] = i128::from(i64::MAX) * 1000;
        large.products[9] = i128::from(i64::MIN) * 1000;
        let text = serde_json::to_string(&large).expect("it can be written");
        assert_eq!(serde_json::from_str::<Quotients>(&text).expect("it can be read"), large);
    }
}
