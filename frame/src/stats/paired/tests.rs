//! Paired statistics against published values, exact enumeration and simulation with fixed seeds.

use super::super::enumeration::{binomial, holds};
use super::*;
use crate::dice::key::mix;

fn event(neither: u64, gained: u64, lost: u64, both: u64) -> Evidence {
    Evidence::Event(Pairs { neither, gained, lost, both })
}

/// Evidence on an amount from the values of pairs.
fn amount(pairs: &[(i64, i64)]) -> Evidence {
    let histogram = |value: &dyn Fn(&(i64, i64)) -> i64| {
        let mut counts = std::collections::BTreeMap::new();
        pairs.iter().for_each(|pair| *counts.entry(value(pair)).or_insert(0) += 1);
        counts.into_iter().collect::<Vec<(i64, u64)>>()
    };
    Evidence::Amount(PairedAmounts::of(
        &histogram(&|pair| pair.0),
        &histogram(&|pair| pair.1),
        &histogram(&|pair| pair.1 - pair.0),
        || None,
    ))
}

/// Calls `visit` with every likely way in which `n` pairs gain, lose or keep an event, and its probability.
fn over_pairs(n: u64, gains: f64, loses: f64, mut visit: impl FnMut(Evidence, f64)) {
    let (lowest, outer) = binomial(n, gains);
    for (gained, likely) in (lowest..).zip(outer) {
        let (lowest, inner) = binomial(n - gained, loses / (1.0 - gains));
        for (lost, given) in (lowest..).zip(inner) {
            visit(event((n - gained - lost) / 2, gained, lost, (n - gained - lost).div_ceil(2)), likely * given);
        }
    }
}

fn close(ours: f64, reference: f64, tolerance: f64) -> bool {
    (ours - reference).abs() <= tolerance
}

#[test]
fn mcnemar_agrees_with_the_textbook() {
    // The usual example of 314 patients: 121 of them recover only before, 59 only after; chi-square 21.3556, one degree.
    let evidence = event(33, 59, 121, 101);
    let chi_square = 62.0_f64 * 62.0 / 180.0;
    assert!(close(chi_square, 21.3556, 1e-4));
    assert!(close(evidence.chance_if_unchanged(), 3.815e-6, 1e-8), "{}", evidence.chance_if_unchanged());
    // d = -62/314, variance (180 - 62^2/314) / 314^2.
    let difference = evidence.difference(Level::default()).expect("pairs");
    assert!(close(difference.estimate, -0.197_452_2, 1e-7));
    assert!(close(difference.half_width(), 1.959_964 * 0.041_248_86, 1e-6), "{difference:?}");
    assert_eq!(evidence.before(Level::default()).map(|share| share.estimate), Some(222.0 / 314.0));
    assert_eq!(evidence.after(Level::default()).map(|share| share.estimate), Some(160.0 / 314.0));
}

#[test]
fn the_sign_test_is_exact() {
    // 6 against 16: the exact probability of the usual example is 0.0525.
    assert!(close(event(0, 6, 16, 0).chance_if_unchanged(), 0.052_478_8, 1e-7));
    // By counting: 1 + 5 of 32 ways, doubled; and an even division is never surprising.
    assert_eq!(sign_test(1, 4), 0.375);
    assert_eq!((sign_test(3, 3), sign_test(0, 1), sign_test(0, 29)), (1.0, 1.0, 2f64.powi(-28)));
    assert_eq!(sign_test(2, 9), sign_test(9, 2));
}

#[test]
fn the_exact_test_and_the_score_test_meet_where_they_change_over() {
    for down in [5, 8, 11] {
        let (exact, score) = (sign_test(29 - down, down), event(0, 30 - down, down, 0).chance_if_unchanged());
        assert!((0.3..1.5).contains(&(score / exact)), "{down}: {score} {exact}");
    }
}

#[test]
fn the_score_test_of_a_margin_uses_the_most_likely_losses_under_it() {
    // The closed form against a search for the largest likelihood among shares of losses, with gains that exceed them by the
    // margin.
    let (up, down, n, margin) = (12_u64, 7_u64, 200_u64, 0.08);
    let likelihood = |losses: f64| {
        up as f64 * (losses + margin).ln()
            + down as f64 * losses.ln()
            + (n - up - down) as f64 * (1.0 - 2.0 * losses - margin).ln()
    };
    let shares = (1..400_000).map(|step| f64::from(step) * 1e-6);
    let best = shares.max_by(|one, other| likelihood(*one).total_cmp(&likelihood(*other))).expect("there are shares");
    let z = (200.0 * 0.08 - 12.0 + 7.0) / (200.0 * (2.0 * best + 0.08 - 0.0064)).sqrt();
    assert!(close(tango(up, down, n, margin), z, 1e-4), "{} {z}", tango(up, down, n, margin));
    // Without movement only the margin matters: the root of n margin / (1 - margin). Without a margin it is McNemar's test.
    assert!(close(tango(0, 0, 900, 0.01), (9.0_f64 / 0.99).sqrt(), 1e-12));
    assert!(close(tango(59, 121, 314, 0.0), 62.0 / 180.0_f64.sqrt(), 1e-12));
    assert_eq!(event(4, 0, 0, 4).chance_if_beyond(1.0), 0.0);
}

#[test]
fn paired_means_are_those_of_the_differences() {
    // Differences 1 2 0 -1 3: mean 1, squared deviations 10, so the standard error is the root of 10/4/5.
    let evidence = amount(&[(4, 5), (4, 6), (7, 7), (2, 1), (0, 3)]);
    let difference = evidence.difference(Level::default()).expect("pairs");
    assert_eq!((difference.estimate, evidence.n(), evidence.moved()), (1.0, 5, (3, 1)));
    // Five pairs are few: wider than the normal interval.
    assert!(difference.half_width() > 1.959_964 * 0.5_f64.sqrt(), "{difference:?}");
    // Variances apart: before (4 4 7 2 0) 6.8, after (5 6 7 1 3) 5.8; of the difference 2.5.
    assert!(close(evidence.variance_saved().expect("pairs differ"), 12.6 / 2.5, 1e-12));
    assert!(close(evidence.deviation(), 6.3_f64.sqrt(), 1e-12));
    // The normal test alone would say 0.157, the sign test of 3 to 1 says 0.625.
    assert_eq!(evidence.chance_if_unchanged(), 0.625);
}

#[test]
fn pairs_without_any_movement_leave_a_bound_and_nothing_to_be_saved() {
    let evidence = event(600, 0, 0, 400);
    let difference = evidence.difference(Level::default()).expect("pairs");
    assert!(close(difference.high, 0.003_688_879, 1e-8) && difference.low == -difference.high);
    assert_eq!((difference.estimate, evidence.chance_if_unchanged(), evidence.variance_saved()), (0.0, 1.0, None));
    let constant = amount(&[(3, 3); 50]);
    assert_eq!((constant.deviation(), constant.chance_if_unchanged(), constant.variance_saved()), (0.0, 1.0, None));
}

#[test]
fn too_few_pairs_say_nothing() {
    for nothing in [event(0, 0, 0, 0), event(0, 1, 0, 0), amount(&[]), amount(&[(1, 2)])] {
        assert_eq!((nothing.difference(Level::default()), nothing.pairs_needed(0.1, 0.05)), (None, None));
        assert_eq!((nothing.chance_if_unchanged(), nothing.chance_if_beyond(0.5)), (1.0, 1.0));
        assert!(nothing.deviation() == 0.0);
    }
}

#[test]
fn intervals_of_differences_hold_the_truth_about_as_often_as_they_say() {
    let level = Level::default();
    // Many movements and few, balanced and lopsided; the few are conservative.
    for (n, gains, loses, floor, ceiling) in [
        (2000, 0.1, 0.08, 0.945, 0.955),
        (2000, 0.02, 0.06, 0.945, 0.955),
        (2000, 0.02, 0.02, 0.945, 0.955),
        (2000, 0.004, 0.004, 0.945, 0.99),
        (2000, 0.005, 0.0005, 0.94, 0.99),
        (2000, 0.0001, 0.0001, 0.97, 1.0),
    ] {
        let mut covered = 0.0;
        over_pairs(n, gains, loses, |evidence, probability| {
            let interval = evidence.difference(level).expect("pairs");
            covered += if holds(interval, gains - loses) { probability } else { 0.0 };
        });
        assert!((floor..=ceiling).contains(&covered), "{gains} {loses}: {covered}");
    }
}

#[test]
fn no_change_is_called_one_no_more_often_than_the_level_says() {
    for (n, moves) in [(500, 0.005), (2000, 0.01), (2000, 0.1)] {
        for alpha in [0.05, 0.005, 0.0001] {
            let (mut wrong, mut right) = (0.0, 0.0);
            over_pairs(n, moves, moves, |evidence, probability| {
                wrong += if evidence.chance_if_unchanged() <= alpha { probability } else { 0.0 };
            });
            over_pairs(n, moves * 3.0, moves / 3.0, |evidence, probability| {
                right += if evidence.chance_if_unchanged() <= alpha { probability } else { 0.0 };
            });
            assert!(wrong <= alpha * 1.1, "{n} {moves} {alpha}: {wrong}");
            assert!(right > wrong * 5.0, "and a real one is: {n} {moves} {alpha}: {right}");
        }
    }
}

#[test]
fn what_moved_by_the_margin_is_called_unchanged_no_more_often_than_the_level_says() {
    let margin = 0.02;
    for (n, loses) in [(1000, 0.0), (1000, 0.01), (4000, 0.1)] {
        for alpha in [0.05, 0.005] {
            let (mut wrong, mut right) = (0.0, 0.0);
            over_pairs(n, loses + margin, loses, |evidence, probability| {
                wrong += if evidence.chance_if_beyond(margin) <= alpha { probability } else { 0.0 };
            });
            over_pairs(n, loses + margin / 10.0, loses, |evidence, probability| {
                right += if evidence.chance_if_beyond(margin) <= alpha { probability } else { 0.0 };
            });
            assert!(wrong <= alpha, "{n} {loses} {alpha}: {wrong}");
            assert!(right > 5.0 * alpha, "and what hardly moved is: {n} {loses} {alpha}: {right}");
        }
    }
    assert_eq!(event(500, 0, 0, 500).chance_if_beyond(0.0), 1.0, "nothing stays within no margin");
}

/// Pairs of skewed amounts (nothing, some, a disaster) of which one in `one_in` is drawn anew after the change, and moved by
/// `shift` where it is.
fn skewed(pairs: u64, seed: u64, one_in: u64, shift: i64) -> Evidence {
    let draw = |number: u64, what: u64| mix(mix(seed ^ (what << 32)).wrapping_add(number));
    let value = |draw: u64| match draw % 100 {
        0..55 => 0,
        55..97 => 4 + (draw / 100 % 5) as i64,
        _ => 30,
    };
    let pair = |number: u64| {
        let before = value(draw(number, 1));
        let again = draw(number, 2).is_multiple_of(one_in);
        (before, if again { value(draw(number, 3)) + shift } else { before })
    };
    amount(&(0..pairs).map(pair).collect::<Vec<_>>())
}

#[test]
fn paired_means_hold_the_truth_and_keep_their_level_in_simulation() {
    let (mut covered, mut wrong, mut runs) = (0, 0, 0);
    for seed in 0..1000 {
        let evidence = skewed(300, seed, 4, 0);
        let interval = evidence.difference(Level::default()).expect("pairs");
        covered += u32::from(holds(interval, 0.0));
        wrong += u32::from(evidence.chance_if_unchanged() <= 0.05);
        runs += 1;
    }
    // 5 sigma of a share of 0.05 in 1000 runs is 0.0345.
    assert!((916..=985).contains(&covered) && wrong <= 84, "{covered} {wrong} of {runs}");
}

#[test]
fn a_mean_that_moved_by_the_margin_is_hardly_ever_called_unchanged() {
    // One pair in two moves by 1, so that the mean moves by a half.
    let within = |margin: f64| (0..500).filter(|&seed| skewed(400, seed, 2, 1).chance_if_beyond(margin) <= 0.05).count();
    assert!(within(0.5) <= 25 + 25, "{}", within(0.5));
    assert!(within(2.5) > 450, "{}", within(2.5));
}

#[test]
fn the_planned_number_of_pairs_decides_about_as_often_as_it_should() {
    // 4 % gained, 2 % lost: a difference of two points, looked for at 1 %.
    let pilot = event(470, 40, 20, 470);
    let n = pilot.pairs_needed(0.01, 0.01).expect("foreseeable");
    // By hand, the distance from the margin: (2.326348 + 0.841621)^2 (0.06 - 0.0004) / 0.01^2 = 5981.5.
    assert_eq!(n, 5982);
    let mut decided = 0.0;
    over_pairs(n, 0.04, 0.02, |evidence, probability| {
        decided += if evidence.chance_if_within(0.01) <= 0.01 { probability } else { 0.0 };
    });
    assert!((0.78..0.83).contains(&decided), "{decided}");
    // The pairs of this pilot seem to stay within five points; (2.326348 + 0.841621)^2 0.0596 / 0.03^2 = 664.6.
    assert_eq!(pilot.pairs_needed(0.05, 0.01), Some(665));
    assert_eq!(event(500, 0, 0, 500).pairs_needed(0.0, 0.01), None, "nothing to look for");
}

#[test]
fn what_moves_by_its_margin_is_no_more_often_shown_to_move_by_it_than_stated() {
    // At the margin exactly: rare gains, rare losses beside them, and both often.
    for (n, gained, lost, margin) in
        [(200, 0.01, 0.0, 0.01), (1000, 0.003, 0.002, 0.001), (1000, 0.06, 0.05, 0.01), (4000, 0.2, 0.15, 0.05)]
    {
        let (mut claimed, mut missed) = (0.0, 0.0);
        over_pairs(n, gained, lost, |evidence, probability| {
            claimed += if evidence.chance_if_within(margin) <= 0.05 { probability } else { 0.0 };
            missed += if evidence.chance_if_within(margin / 4.0) > 0.05 { probability } else { 0.0 };
        });
        assert!(claimed < 0.055, "{n} {gained} {lost}: {claimed}");
        assert!(n < 2000 || missed < 0.01, "{n} {gained} {lost}: {missed}");
    }
    let often = amount(&[(3, 4), (3, 5), (2, 4), (5, 6), (4, 4), (4, 6), (3, 4), (2, 3), (3, 4), (5, 6)].repeat(20));
    assert!(often.chance_if_within(0.5) < 1e-6 && often.chance_if_within(1.3) > 0.9, "{often:?}");
    assert_eq!(event(10, 0, 0, 10).chance_if_within(0.0), 1.0);
}

#[test]
fn variance_saved_is_one_for_independent_sides_and_more_for_like_ones() {
    // Independent halves: 1/4 in each cell; var of the difference 1/2 = 1/4 + 1/4.
    assert_eq!(event(250, 250, 250, 250).variance_saved(), Some(1.0));
    // One pair in ten moves: 2 (1/4) / (1/10).
    assert!(close(event(450, 50, 50, 450).variance_saved().expect("pairs differ"), 5.0, 1e-12));
    assert!(event(50, 450, 450, 50).variance_saved().expect("pairs differ") < 1.0, "opposite luck costs");
}
