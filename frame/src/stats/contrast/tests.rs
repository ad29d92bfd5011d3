//! Tests of contrasts: published values, and the probability of each of the two errors, exactly or with fixed luck.

use super::super::enumeration::binomial;
use super::super::proportion::wilson;
use super::*;
use crate::stats::testing::UniformNumbers;

/// So many events in so many fights.
fn of(events: u64, fights: u64) -> Share {
    Share { events, fights }
}

fn shares(before: Share, after: Share) -> Contrast {
    Contrast::Shares { before, after }
}

#[test]
fn differences_of_shares_agree_with_the_examples_of_newcombe() {
    // Newcombe 1998 (Statistics in Medicine 17, 873), table II, method 10: score intervals.
    let published = [
        ((48, 80), (56, 70), 0.0524, 0.3339),
        ((3, 10), (9, 10), 0.1705, 0.8090),
        ((2, 7), (6, 7), 0.0582, 0.8062),
        ((0, 29), (5, 56), -0.0381, 0.1926),
        ((0, 20), (0, 10), -0.1611, 0.2775),
        ((0, 10), (10, 10), 0.6075, 1.0),
    ];
    let level = Level::default();
    for (before, after, low, high) in published {
        let ours = difference(wilson(before.0, before.1, level), wilson(after.0, after.1, level));
        assert!((ours.low - low).abs() < 5.1e-5 && (ours.high - high).abs() < 5.1e-5, "{before:?} {after:?}: {ours:?}");
    }
}

#[test]
fn shares_have_the_probabilities_of_the_textbook() {
    // z = 0.03 / sqrt(2 * 0.515 * 0.485 / 10000), and a sample in which another crate's exact test finds nothing.
    let ours = shares(of(5000, 10_000), of(5300, 10_000)).chance_if_same();
    assert!((ours / 2.19e-5 - 1.0).abs() < 0.01, "{ours}");
    // One of ten events in one of two equal samples: twice 11 of 1024; and the same of events that nearly always happen.
    assert!((shares(of(1, 5000), of(9, 5000)).chance_if_same() - 22.0 / 1024.0).abs() < 1e-12);
    assert!((shares(of(4999, 5000), of(4991, 5000)).chance_if_same() - 22.0 / 1024.0).abs() < 1e-12);
    assert_eq!(shares(of(0, 0), of(5, 10)).chance_if_same(), 1.0);
    assert_eq!(shares(of(7, 7), of(9, 9)).chance_if_same(), 1.0);
}

#[test]
fn means_have_the_statistic_of_the_sleeping_students() {
    // Student 1908, hours of sleep gained in tenths: t = 1.8608 by Welch's test, as R prints it.
    let histogram = |mut values: Vec<i64>| {
        values.sort_unstable();
        values.into_iter().map(|value| (value, 1)).collect::<Vec<(i64, u64)>>()
    };
    let before = histogram(vec![7, -16, -2, -12, -1, 34, 37, 8, 0, 20]);
    let after = histogram(vec![19, 8, 11, 1, -1, 44, 55, 16, 46, 34]);
    let contrast = Contrast::of_amounts(&before, &after);
    let difference = contrast.difference(Level::default()).expect("ten values each");
    assert!((difference.estimate - 15.8).abs() < 1e-12);
    assert!((difference.estimate / (difference.half_width() / Level::default().z()) - 1.8608).abs() < 5e-5);
}

/// The probability of an alarm at this level when nothing moved, summed over everything that can be counted.
fn false_alarms(p: f64, before: u64, after: u64, alpha: f64) -> f64 {
    let (first, ours) = binomial(before, p);
    let (second, theirs) = binomial(after, p);
    let mut alarms = 0.0;
    for (k, likely) in (first..).zip(&ours) {
        // Alarms are at either end: the middle need not be looked at one by one.
        let alarm = |other: u64| shares(of(k, before), of(second + other, after)).chance_if_same() <= alpha;
        let last = theirs.len() as u64 - 1;
        let middle = ((k as f64 / before as f64 * after as f64) as u64).clamp(second, second + last) - second;
        let left = (0..middle).take_while(|other| alarm(*other)).count();
        let right = (middle..=last).rev().take_while(|other| alarm(*other)).count();
        let ends = theirs[..left].iter().sum::<f64>() + theirs[theirs.len() - right..].iter().sum::<f64>();
        alarms += likely * ends;
    }
    alarms
}

#[test]
fn shares_that_did_not_move_are_said_to_have_moved_as_rarely_as_stated() {
    for (p, before, after) in [(0.5, 2000, 2000), (0.5, 2000, 8000), (0.3, 3000, 12_000), (0.02, 20_000, 80_000)] {
        for alpha in [0.05, 1e-3, 1e-6] {
            let alarms = false_alarms(p, before, after, alpha);
            assert!(alarms <= 1.15 * alpha && alarms >= 0.3 * alpha, "{p} {before} {after} {alpha}: {alarms}");
        }
    }
    // The exact test errs on the safe side, however rare the event.
    for p in [0.001, 0.01, 0.1] {
        for alpha in [0.05, 1e-3, 1e-6] {
            let alarms = false_alarms(p, 1000, 4000, alpha);
            assert!(alarms <= alpha, "{p} {alpha}: {alarms}");
        }
    }
}

/// Histograms of two samples from one distribution over 0, 1, 2 ...
fn samples(luck: &mut UniformNumbers, weights: &[f64], before: u64, after: u64) -> [Vec<(i64, u64)>; 2] {
    [before, after].map(|fights| {
        let mut counts = vec![0; weights.len()];
        (0..fights).for_each(|_| counts[luck.choose(weights)] += 1);
        (0..).zip(counts).filter(|(_, count)| *count > 0).collect()
    })
}

#[test]
fn amounts_that_did_not_move_are_said_to_have_moved_as_rarely_as_stated() {
    let (_, rounds) = binomial(30, 0.2);
    // Nearly always nothing, now and then much.
    let rare: Vec<f64> = [0.985, 0.005, 0.0, 0.0, 0.004, 0.0, 0.0, 0.0, 0.0, 0.0, 0.004, 0.0, 0.0, 0.002].to_vec();
    for (seed, weights) in [(1, &rounds), (2, &rare)] {
        let mut luck = UniformNumbers::new(seed);
        let (runs, mut alarms) = (2000, [0_u32; 2]);
        for _ in 0..runs {
            let [before, after] = samples(&mut luck, weights, 500, 1500);
            let chance = Contrast::of_amounts(&before, &after).chance_if_same();
            alarms[0] += u32::from(chance <= 0.05);
            alarms[1] += u32::from(chance <= 0.001);
        }
        // At most 100 and 2, with five standard errors.
        assert!(alarms[0] <= 149 && alarms[1] <= 9, "{seed}: {alarms:?}");
        assert!(alarms[0] >= 5, "the test is not asleep: {alarms:?}");
    }
}

#[test]
fn what_moved_by_the_margin_is_shown_to_stay_within_it_as_rarely_as_stated() {
    for (p, moved) in [(0.5, 0.02), (0.005, 0.01)] {
        for direction in [1.0, -1.0] {
            let (mut wrong, runs) = (0.0, (4000, 8000));
            let (there, here) = if direction > 0.0 { (p, p + moved) } else { (p + moved, p) };
            let (first, ours) = binomial(runs.0, there);
            let (second, theirs) = binomial(runs.1, here);
            // Every third count on either side stands for its neighbours.
            for (k, likely) in (first..).zip(&ours).step_by(3) {
                for (other, probable) in (second..).zip(&theirs).step_by(3) {
                    if shares(of(k, runs.0), of(other, runs.1)).within(moved, 0.05) {
                        wrong += 9.0 * likely * probable;
                    }
                }
            }
            assert!(wrong <= 0.06, "{p} {direction}: {wrong}");
        }
    }
    let mut luck = UniformNumbers::new(3);
    let (_, slow) = binomial(30, 0.2);
    let mut wrong = 0;
    for _ in 0..1000 {
        let [before, after] = samples(&mut luck, &slow, 800, 800);
        let later: Vec<(i64, u64)> = after.iter().map(|(value, count)| (value + 1, *count)).collect();
        wrong += u32::from(Contrast::of_amounts(&before, &later).within(1.0, 0.05));
    }
    assert!(wrong <= 84, "{wrong}");
}

#[test]
fn what_did_not_move_is_shown_to_stay_within_a_margin_that_the_fights_allow() {
    assert!(shares(of(50_000, 100_000), of(200_100, 400_000)).within(0.01, 1e-3));
    assert!(!shares(of(5000, 10_000), of(20_010, 40_000)).within(0.01, 1e-3));
    assert!(!shares(of(0, 200), of(0, 200)).within(0.01, 1e-3), "nothing seen in 200 fights is no proof");
    assert!(shares(of(0, 5000), of(0, 5000)).within(0.01, 1e-3));
    let constant = |n: u64| Contrast::of_amounts(&[(3, n)], &[(3, n)]);
    assert!(constant(100).within(0.1, 1e-3));
    let rare = Contrast::of_amounts(&[(0, 499), (40, 1)], &[(0, 500)]);
    assert!(!rare.within(1.0, 1e-3), "one in 500 with forty rounds is not known well enough");
    assert!(!Contrast::of_amounts(&[], &[(1, 5)]).within(1.0, 1e-3));
    assert!(!shares(of(1, 2), of(1, 2)).within(0.0, 1e-3));
}

#[test]
fn a_change_of_shape_without_a_change_of_mean_is_found() {
    let contrast = Contrast::of_amounts(&[(4, 1000), (5, 2000), (6, 1000)], &[(3, 1000), (5, 2000), (7, 1000)]);
    assert_eq!(contrast.values(), (5.0, 5.0));
    assert!(contrast.chance_if_same() < 1e-100);
    assert!((contrast.shift() - 0.5).abs() < 1e-12);
}

#[test]
fn the_difference_that_is_found_is_found_as_often_as_stated() {
    let (before, after, alpha) = (20_000, 20_000, 1e-3);
    let found = detectable(before, after, alpha, 0.99);
    // The table of the design: 158 thousand each for one point.
    assert!((detectable(158_000, 158_000, alpha, 0.99) - 0.01).abs() < 3e-5);
    let mut luck = UniformNumbers::new(4);
    let runs = 200;
    let hits = (0..runs).filter(|_| {
        let (one, other) = (luck.binomial(before, 0.5 - found / 2.0), luck.binomial(after, 0.5 + found / 2.0));
        shares(of(one, before), of(other, after)).chance_if_same() <= alpha
    });
    assert!(hits.count() >= 191);
}
