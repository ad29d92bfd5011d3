//! Differences of ratios against hand computation, the jackknife and simulation with fixed seeds.

use super::super::super::enumeration::holds;
use super::super::Evidence;
use super::*;
use crate::dice::key::mix;

/// Numerator and denominator before, and after.
type Pair = ([i64; 2], [i64; 2]);

fn ratios(pairs: &[Pair]) -> Ratios {
    let mut ratios = Ratios { n: 0, sums: [0; 4], products: [0; 10], up: 0, down: 0, level: 0, spans: [0; 2] };
    for (before, after) in pairs {
        let four = [before[0], before[1], after[0] - before[0], after[1] - before[1]].map(i128::from);
        ratios.n += 1;
        for one in 0..4 {
            ratios.sums[one] += four[one];
            (one..4).for_each(|other| ratios.products[PLACES[one][other]] += four[one] * four[other]);
        }
        if before != after {
            match (after[0] * before[1]).cmp(&(before[0] * after[1])) {
                std::cmp::Ordering::Greater => ratios.up += 1,
                std::cmp::Ordering::Less => ratios.down += 1,
                std::cmp::Ordering::Equal => ratios.level += 1,
            }
        }
    }
    for (place, span) in ratios.spans.iter_mut().enumerate() {
        let values = || pairs.iter().flat_map(|pair| [pair.0[place], pair.1[place]]).chain([0]);
        *span = values().max().zip(values().min()).map_or(0, |(most, least)| most.abs_diff(least));
    }
    ratios
}

fn of(pairs: &[Pair]) -> Evidence {
    Evidence::Ratio(ratios(pairs))
}

fn close(ours: f64, reference: f64, tolerance: f64) -> bool {
    (ours - reference).abs() <= tolerance * reference.abs()
}

/// Totals divided.
fn divided(pairs: &[Pair], side: fn(&Pair) -> [i64; 2]) -> f64 {
    let total = |place: usize| pairs.iter().map(|pair| side(pair)[place]).sum::<i64>() as f64;
    total(0) / total(1)
}

fn moved(pairs: &[Pair]) -> f64 {
    divided(pairs, |pair| pair.1) - divided(pairs, |pair| pair.0)
}

/// Fights of one to five rounds with damage in each and now and then a disaster, 3.2 a round. One in four goes otherwise after the
/// change, and does `more` damage in each round: a quarter of it in the ratio.
fn fights(pairs: u64, seed: u64, more: i64) -> Vec<Pair> {
    let draw = |number: u64, what: u64| mix(mix(seed ^ (what << 32)).wrapping_add(number));
    let fight = |draw: u64, more: i64| {
        let rounds = 1 + (draw % 5) as i64;
        let disaster = 12 * i64::from((draw / 100).is_multiple_of(20));
        [rounds * (2 + (draw / 10_000 % 3) as i64 + more) + disaster, rounds]
    };
    let pair = |number: u64| {
        let before = fight(draw(number, 1), 0);
        let again = draw(number, 2).is_multiple_of(4);
        (before, if again { fight(draw(number, 3), more) } else { before })
    };
    (0..pairs).map(pair).collect()
}

#[test]
fn a_difference_is_the_one_made_by_hand() {
    // Ratios 21/6 and 24/6. Residuals before: 1/2, 3, -7/2; after: 2, 2, -4. Halved differences: 3/4, -1/2, -1/4.
    let pairs = [([4, 1], [6, 1]), ([10, 2], [10, 2]), ([7, 3], [8, 3])];
    let (evidence, level) = (of(&pairs), Level::default());
    let difference = evidence.difference(level).expect("three pairs");
    assert_eq!((difference.estimate, evidence.n(), evidence.moved(), evidence.differ()), (0.5, 3, (2, 0), 2));
    assert!(close(difference.half_width(), level.z() * (0.4375_f64 / 3.0).sqrt(), 1e-12), "{difference:?}");
    assert!(close(evidence.deviation(), (f64::midpoint(21.5, 24.0) / 4.0 / 2.0).sqrt(), 1e-12));
    assert!(close(evidence.variance_saved().expect("pairs differ"), 13.0, 1e-12));
    // The normal test alone would say 0.19, the sign test of 2 to 0 says 0.5.
    assert_eq!(evidence.chance_if_unchanged(), 0.5);
    let sides = [evidence.before(level), evidence.after(level)].map(|side| side.expect("three fights"));
    assert_eq!(sides.map(|side| side.estimate), [3.5, 4.0]);
    assert!(close(sides[0].half_width(), level.z() * (21.5_f64 / 2.0 / 3.0).sqrt() / 2.0, 1e-12), "as by itself");
    assert!(close(sides[1].half_width(), level.z() * (24_f64 / 2.0 / 3.0).sqrt() / 2.0, 1e-12), "as by itself");
    // The largest numerator is 10, the largest denominator 3, the larger ratio 4, the mean denominator 2.
    assert_eq!(ratios(&pairs).span(), f64::midpoint(10.0, 4.0 * 3.0));
}

#[test]
fn the_variance_is_that_of_what_pairs_add_and_agrees_with_the_jackknife() {
    for seed in 0..20 {
        let pairs = fights(300, seed, 1);
        let (ratio, ratio_after) = (divided(&pairs, |pair| pair.0), divided(&pairs, |pair| pair.1));
        let mean = |side: fn(&Pair) -> i64| pairs.iter().map(side).sum::<i64>() as f64 / 300.0;
        let (rounds, rounds_after) = (mean(|pair| pair.0[1]), mean(|pair| pair.1[1]));
        let part = |(before, after): &Pair| {
            (after[0] as f64 - ratio_after * after[1] as f64) / rounds_after
                - (before[0] as f64 - ratio * before[1] as f64) / rounds
        };
        let variance = pairs.iter().map(|pair| part(pair).powi(2)).sum::<f64>() / 299.0;
        let ours = ratios(&pairs);
        assert!(close(ours.variance(), variance, 1e-9), "{seed}: {} {variance}", ours.variance());
        assert!(close(ours.estimate(), moved(&pairs), 1e-9), "{seed}");
        let without = |place: usize| moved(&[&pairs[..place], &pairs[place + 1..]].concat());
        let left_out: Vec<f64> = (0..300).map(without).collect();
        let middle = left_out.iter().sum::<f64>() / 300.0;
        let jackknife = left_out.iter().map(|one| (one - middle).powi(2)).sum::<f64>() * 299.0 / 300.0;
        assert!(close(variance / 300.0, jackknife, 0.03), "{seed}: {} {jackknife}", variance / 300.0);
    }
}

#[test]
fn intervals_hold_the_truth_and_tests_keep_their_level_in_simulation() {
    for (more, truth) in [(0, 0.0), (1, 0.25)] {
        let (mut covered, mut surprised) = (0, 0);
        for seed in 0..1000 {
            let evidence = of(&fights(400, seed, more));
            covered += u32::from(holds(evidence.difference(Level::default()).expect("pairs"), truth));
            surprised += u32::from(evidence.chance_if_unchanged() <= 0.05);
        }
        // 5 sigma of a share of 0.05 in 1000 runs is 0.0345.
        assert!((916..=985).contains(&covered), "{more}: {covered}");
        assert!(if more == 0 { surprised <= 84 } else { surprised > 900 }, "{more}: {surprised}");
    }
}

#[test]
fn a_ratio_that_moved_by_the_margin_is_hardly_ever_called_unchanged() {
    let within = |margin: f64| (0..500).filter(|&seed| of(&fights(400, seed, 1)).chance_if_beyond(margin) <= 0.05).count();
    assert!(within(0.25) <= 25 + 25, "{}", within(0.25));
    assert!(within(1.25) > 450, "{}", within(1.25));
}

#[test]
fn few_pairs_that_differ_are_no_less_likely_than_the_sign_test_says() {
    let with = |moved: &[Pair]| {
        let rest = (0..1000 - moved.len()).map(|number| ([3 + number as i64 % 2, 2], [3 + number as i64 % 2, 2]));
        of(&moved.iter().copied().chain(rest).collect::<Vec<Pair>>())
    };
    assert_eq!(with(&[([3, 2], [9, 2]); 5]).chance_if_unchanged(), 2.0 / 32.0);
    assert!(with(&[([3, 2], [9, 2]); 40]).chance_if_unchanged() < 1e-9, "many are judged by how much they moved");
    // A fight that had no ratio of its own moves the totals, but says nothing of up or down.
    let grown = with(&[([0, 0], [90, 3]); 5]);
    assert_eq!((grown.moved(), grown.differ(), grown.chance_if_unchanged()), ((0, 0), 5, 1.0));
    assert!(grown.estimate() > 0.2);
}

#[test]
fn pairs_without_any_movement_leave_a_bound() {
    let level = Level::default();
    let pairs: Vec<Pair> = (0..1000).map(|number| ([number % 7, 1 + number % 3], [number % 7, 1 + number % 3])).collect();
    let evidence = of(&pairs);
    let difference = evidence.difference(level).expect("pairs");
    let rounds = pairs.iter().map(|pair| pair.0[1]).sum::<i64>() as f64;
    // Garwood's upper limit of nothing.
    assert!(difference.estimate == 0.0 && close(difference.high, 3.688_879 / rounds, 1e-6), "{difference:?}");
    assert_eq!((evidence.chance_if_unchanged(), evidence.variance_saved(), evidence.differ()), (1.0, None, 0));
    assert!(evidence.chance_if_beyond(0.5) < 1e-6 && evidence.chance_if_beyond(0.001) > 0.05);
    // A ratio that never varied has no deviation either, whatever its digits.
    let always = of(&[([1, 3], [1, 3]), ([7, 21], [7, 21]), ([5, 15], [5, 15])]);
    assert_eq!(always.deviation(), 0.0);
}

#[test]
fn what_grows_alike_has_moved_but_its_ratio_has_not() {
    let doubled: Vec<Pair> = (0..100).map(|number| ([number % 7, 3], [2 * (number % 7), 6])).collect();
    let evidence = of(&doubled);
    assert_eq!((evidence.estimate(), evidence.chance_if_unchanged(), evidence.variance_saved()), (0.0, 1.0, None));
    assert!(evidence.differ() == 100 && evidence.moved() == (0, 0));
    // One more for each: the difference is one in every fight, but for what did not come up.
    let more: Vec<Pair> =
        (0..100).map(|number| ([number % 7, 1 + number % 3], [1 + number % 7 + number % 3, 1 + number % 3])).collect();
    let difference = of(&more).difference(Level::default()).expect("pairs");
    assert!(close(difference.estimate, 1.0, 1e-12) && difference.half_width() > 0.01, "{difference:?}");
}

#[test]
fn without_anything_to_divide_by_nothing_is_said() {
    let nothing = [([0, 0], [0, 0]); 50];
    let only_after = [([0, 0], [5, 1]); 50];
    let only_before = [([5, 1], [0, 0]); 50];
    for pairs in [&nothing[..], &only_after, &only_before, &[], &[([1, 1], [2, 1])]] {
        let evidence = of(pairs);
        assert_eq!((evidence.difference(Level::default()), evidence.pairs_needed(0.1, 0.05)), (None, None));
        assert_eq!((evidence.chance_if_unchanged(), evidence.chance_if_beyond(0.5)), (1.0, 1.0));
        assert_eq!((evidence.estimate(), evidence.variance_saved(), evidence.deviation()), (0.0, None, 0.0));
    }
    assert_eq!((of(&nothing).differ(), of(&only_after).differ()), (0, 50));
}

#[test]
fn a_single_movement_among_very_many_pairs_keeps_its_digits() {
    // Half of 2^30 fights 70/20, half 50/10, and one of the first kind has one more after.
    let half = 1_i128 << 29;
    let mut ratios = ratios(&[([70, 20], [70, 20]), ([50, 10], [50, 10])]);
    ratios.n *= half as u64;
    ratios.sums.iter_mut().for_each(|sum| *sum *= half);
    ratios.products.iter_mut().for_each(|product| *product *= half);
    (ratios.sums[2], ratios.up) = (1, 1);
    (ratios.products[2], ratios.products[5], ratios.products[7]) = (70, 20, 1);
    let n = ratios.n as f64;
    assert!(close(ratios.estimate(), 1.0 / 15.0 / n, 1e-12));
    assert!(close(ratios.variance(), 1.0 / 225.0 / n, 1e-8), "{}", ratios.variance() * n * 225.0);
}

#[test]
fn the_planned_number_of_pairs_decides() {
    let pilot = ratios(&fights(400, 7, 1));
    let n = Evidence::Ratio(pilot).pairs_needed(0.05, 0.0001).expect("foreseeable");
    let z = 3.719_016 + 0.841_621;
    let by_hand = z * z * pilot.variance() / (pilot.estimate() - 0.05).powi(2);
    assert!(close(n as f64, by_hand, 0.01), "{n} {by_hand}");
    let decided = (0..200).filter(|&seed| of(&fights(n, 100 + seed, 1)).chance_if_within(0.05) <= 0.0001).count();
    assert!((120..=195).contains(&decided), "{decided}");
}
