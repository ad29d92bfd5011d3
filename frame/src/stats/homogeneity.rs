//! Homogeneity: whether two samples of fights have the same distribution, over labels or over integers.
//!
//! Owns Pearson's chi-square test of two rows of counts with its pooling of small cells, and the distance of two histograms as
//! a number that a designer can read. Start at [`chance_if_same`].

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Cells of which fewer than so many are expected in either row are pooled. Textbooks say 5, for tests at 5 %; tests that are
/// one of thousands look far out into the tail, where so few are not normal enough.
const EXPECTED_LEAST: f64 = 10.0;

/// The probability of rows at least as different as these if both are drawn from one distribution: Pearson's chi-square with
/// one degree of freedom less than there are cells (Pearson 1900; Agresti 2013, section 3.2). Each cell is its count before and
/// after.
///
/// Neighbours are pooled from the first cell on until at least 10 are expected in either row, so that of a histogram in
/// ascending order the tails are pooled; labels should come the most frequent first. 1 when fewer than two cells are left.
#[must_use]
pub fn chance_if_same(cells: impl IntoIterator<Item = (u64, u64)> + Clone) -> f64 {
    let total = |row: fn((u64, u64)) -> u64| cells.clone().into_iter().map(row).sum::<u64>() as f64;
    let (before, after) = (total(|cell| cell.0), total(|cell| cell.1));
    if before == 0.0 || after == 0.0 {
        return 1.0;
    }
    let share = before / (before + after);
    let least = EXPECTED_LEAST / share.min(1.0 - share);
    let pooled = pool(cells, least);
    if pooled.len() < 2 {
        return 1.0;
    }
    let distance = |observed: u64, expected: f64| (observed as f64 - expected).powi(2) / expected;
    let terms = pooled.iter().map(|&(one, other)| {
        let both = (one + other) as f64;
        distance(one, both * share) + distance(other, both * (1.0 - share))
    });
    let statistic: f64 = terms.sum();
    let freedom = (pooled.len() - 1) as f64;
    ChiSquared::new(freedom).expect("degrees of freedom are positive").sf(statistic)
}

/// Neighbouring cells put together until each has `least` counts in both rows together; a small rest goes to the last one.
fn pool(cells: impl IntoIterator<Item = (u64, u64)>, least: f64) -> Vec<(u64, u64)> {
    let mut pooled: Vec<(u64, u64)> = Vec::new();
    let mut open = (0, 0);
    for (before, after) in cells {
        open = (open.0 + before, open.1 + after);
        if (open.0 + open.1) as f64 >= least {
            pooled.push(std::mem::take(&mut open));
        }
    }
    match pooled.last_mut() {
        Some(last) => *last = (last.0 + open.0, last.1 + open.1),
        None => pooled.push(open),
    }
    pooled
}

/// The values of two histograms in ascending order, each with its count in both.
#[must_use]
pub fn aligned(before: &[(i64, u64)], after: &[(i64, u64)]) -> Vec<(i64, u64, u64)> {
    let mut all: Vec<(i64, u64, u64)> = before.iter().map(|&(value, count)| (value, count, 0)).collect();
    all.extend(after.iter().map(|&(value, count)| (value, 0, count)));
    all.sort_unstable();
    all.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            (kept.1, kept.2) = (kept.1 + next.1, kept.2 + next.2);
        }
        same
    });
    all
}

/// Returns the way by which the mass of one histogram has to be carried to make the other, per fight: the Wasserstein distance
/// of order 1, the area between both cumulative distributions, in the unit of the values. Never less than the difference of the
/// means. It describes and does not test: even of equal distributions it is not 0. 0 when either is empty.
#[must_use]
pub fn distance(before: &[(i64, u64)], after: &[(i64, u64)]) -> f64 {
    let total = |histogram: &[(i64, u64)]| histogram.iter().map(|(_, count)| count).sum::<u64>() as f64;
    let (all_before, all_after) = (total(before), total(after));
    if all_before == 0.0 || all_after == 0.0 {
        return 0.0;
    }
    let aligned = aligned(before, after);
    let (mut passed, mut area) = ((0, 0), 0.0);
    for pair in aligned.windows(2) {
        passed = (passed.0 + pair[0].1, passed.1 + pair[0].2);
        let gap = (passed.0 as f64 / all_before - passed.1 as f64 / all_after).abs();
        area += gap * pair[1].0.abs_diff(pair[0].0) as f64;
    }
    area
}

/// By how much the [`distance`] of two histograms is more than luck alone makes it, and the standard error of that.
///
/// The distance between two distributions. Any carriage of the mass of one to the other is a line over the values that rises or
/// falls by one from each to the next; the distance is the difference of its means, which has the standard error of one. That
/// the line was chosen by the samples makes the distance larger, by no more than it is on average where nothing moved: the sum
/// of the mean sizes of the normal errors of the cumulative shares.
#[must_use]
pub fn apart(before: &[(i64, u64)], after: &[(i64, u64)]) -> (f64, f64) {
    let total = |histogram: &[(i64, u64)]| histogram.iter().map(|(_, count)| count).sum::<u64>() as f64;
    let (all_before, all_after) = (total(before), total(after));
    if all_before == 0.0 || all_after == 0.0 {
        return (0.0, 0.0);
    }
    let aligned = aligned(before, after);
    let (mut passed, mut line, mut luck) = ((0, 0), 0.0, 0.0);
    let mut sums = [[0.0; 2]; 2];
    for (place, &(value, one, other)) in aligned.iter().enumerate() {
        for (sums, count) in sums.iter_mut().zip([one, other]) {
            sums[0] += count as f64 * line;
            sums[1] += count as f64 * line * line;
        }
        let Some(next) = aligned.get(place + 1) else { break };
        passed = (passed.0 + one, passed.1 + other);
        let step = next.0.abs_diff(value) as f64;
        let (share_before, share_after) = (passed.0 as f64 / all_before, passed.1 as f64 / all_after);
        line += if share_before >= share_after { step } else { -step };
        let share = (passed.0 + passed.1) as f64 / (all_before + all_after);
        let error = (share * (1.0 - share) * (1.0 / all_before + 1.0 / all_after)).sqrt();
        luck += step * error * std::f64::consts::FRAC_2_PI.sqrt();
    }
    let variance = |[sum, squares]: [f64; 2], n: f64| (squares / n - (sum / n).powi(2)).max(0.0) / n;
    let error = (variance(sums[0], all_before) + variance(sums[1], all_after)).sqrt();
    (distance(before, after) - luck, error)
}

#[cfg(test)]
mod tests {
    use super::super::enumeration::binomial;
    use super::*;
    use crate::stats::testing::UniformNumbers;

    #[test]
    fn a_table_worked_by_hand_has_its_probability() {
        // Expected 15, 20 and 25 in either row: 16/3 with two degrees of freedom, whose tail is exp(-8/3).
        let ours = chance_if_same([(10, 20), (20, 20), (30, 20)]);
        assert!((ours - (-8.0_f64 / 3.0).exp()).abs() < 1e-12, "{ours}");
        // One degree of freedom: the two-sided normal tail of 4.2444, where the exact test of another crate says 0.49.
        let ours = chance_if_same([(5300, 5000), (4700, 5000)]);
        assert!((ours / 2.19e-5 - 1.0).abs() < 0.01, "{ours}");
    }

    #[test]
    fn small_cells_are_pooled_with_their_neighbours() {
        assert_eq!(pool([(1, 1), (9, 9), (30, 30), (2, 3), (1, 0)], 20.0), [(10, 10), (33, 33)]);
        assert_eq!(pool([(1, 1)], 20.0), [(1, 1)]);
        // A tail that only one row has is no reason for alarm as long as it is small.
        assert_eq!(chance_if_same([(100, 100), (0, 9)].map(|(one, two)| (one, two))), 1.0);
        assert!(chance_if_same([(1000, 1000), (0, 40)]) < 1e-6);
    }

    #[test]
    fn nothing_to_compare_is_no_evidence() {
        assert_eq!(chance_if_same([]), 1.0);
        assert_eq!(chance_if_same([(0, 50), (0, 7)]), 1.0);
        assert_eq!(chance_if_same([(500, 100)]), 1.0);
    }

    #[test]
    fn samples_of_one_distribution_are_told_apart_as_rarely_as_stated() {
        // Rounds of a fight: uneven, with a long tail, and three times as many fights after as before.
        let (_, weights) = binomial(30, 0.15);
        let mut luck = UniformNumbers::new(1);
        let (runs, mut rejected) = (4000, [0_u32; 2]);
        for _ in 0..runs {
            let mut cells = vec![(0, 0); weights.len()];
            (0..600).for_each(|_| cells[luck.choose(&weights)].0 += 1);
            (0..1800).for_each(|_| cells[luck.choose(&weights)].1 += 1);
            let chance = chance_if_same(cells.iter().copied());
            rejected[0] += u32::from(chance <= 0.05);
            rejected[1] += u32::from(chance <= 0.001);
        }
        // 200 and 4 are expected; five standard errors.
        assert!((131..=269).contains(&rejected[0]) && rejected[1] <= 14, "{rejected:?}");
    }

    #[test]
    fn histograms_are_apart_by_no_more_than_they_are_moved() {
        // Rounds, all by a quarter of a round later on average; and not moved at all.
        let (_, weights) = binomial(30, 0.15);
        let mut luck = UniformNumbers::new(2);
        let mut rejected = [0, 0];
        for _ in 0..1000 {
            let mut drawn = |later: f64| {
                let mut counts = vec![0; weights.len() + 1];
                (0..1000).for_each(|_| counts[luck.choose(&weights) + usize::from(luck.uniform() < later)] += 1);
                (0..).zip(counts).filter(|(_, count)| *count > 0).collect::<Vec<(i64, u64)>>()
            };
            let (before, moved, same) = (drawn(0.0), drawn(0.25), drawn(0.0));
            let above = |(distance, error): (f64, f64), margin: f64| u32::from(distance - margin > 1.645 * error);
            rejected[0] += above(apart(&before, &moved), 0.25);
            rejected[1] += above(apart(&before, &same), 0.0);
        }
        // No more than 50 each, and five standard errors.
        assert!(rejected.iter().all(|&count| count <= 84), "{rejected:?}");
    }

    #[test]
    fn a_shift_of_one_round_is_a_distance_of_one() {
        let (early, late) = ([(3, 10), (4, 30)], [(4, 20), (5, 60)]);
        assert!((distance(&early, &late) - 1.0).abs() < 1e-12);
        assert_eq!((distance(&early, &early), distance(&early, &[])), (0.0, 0.0));
        // An equal mean, but spread out: half of the fights are two away.
        assert!((distance(&[(5, 7)], &[(3, 1), (5, 2), (7, 1)]) - 1.0).abs() < 1e-12);
        assert_eq!(aligned(&[(1, 2), (5, 1)], &[(0, 4), (5, 3)]), [(0, 0, 4), (1, 2, 0), (5, 1, 3)]);
    }
}
