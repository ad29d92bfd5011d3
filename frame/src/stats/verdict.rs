//! Verdicts on many outcomes with several looks: what keeps a word such as *changed* from being luck.
//!
//! Owns the looks of a verdict and the correction for many tests. A verdict may be reached at any of at most ten looks, at
//! fixed numbers of fights; each test is made at the share of its level that belongs to one look (Bonferroni), and the tests
//! of all outcomes together keep the level by Holm's procedure (Holm 1979). Start at [`looks`] and [`holm`].

use super::looks::FIRST;

/// The most looks.
pub const LOOKS_MOST: usize = 10;

/// Numbers of fights after which a verdict may be reached: doublings that end at `fights_max`, at most ten, the first of them
/// after no fewer than 4096 fights unless there is only one.
#[must_use]
pub fn looks(fights_max: u64) -> Vec<u64> {
    let half = |fights: &u64| Some(fights / 2).filter(|half| *half >= FIRST);
    let mut looks: Vec<u64> = std::iter::successors(Some(fights_max), half).take(LOOKS_MOST).collect();
    looks.reverse();
    looks
}

/// Adjusted probabilities of tests that are made together with others, in the order given: a hypothesis is rejected when
/// its adjusted probability is at most the level of the whole family. `family` counts all tests; of those not given nothing
/// is known yet, and they are taken to reject nothing.
///
/// # Panics
/// More tests than the family has.
#[must_use]
pub fn holm(chances: &[f64], family: usize) -> Vec<f64> {
    assert!(chances.len() <= family, "{} tests in a family of {family}", chances.len());
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&one, &other| chances[one].total_cmp(&chances[other]));
    let mut adjusted = vec![1.0; chances.len()];
    let mut least = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        least = least.max((family - rank) as f64 * chances[index]).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::key::mix;

    #[test]
    fn looks_double_up_to_the_last_fight_and_are_at_most_ten() {
        assert_eq!(looks(500_000), [7812, 15_625, 31_250, 62_500, 125_000, 250_000, 500_000]);
        assert_eq!((looks(8192), looks(8191), looks(1)), (vec![4096, 8192], vec![8191], vec![1]));
        let many = looks(1 << 40);
        assert_eq!((many.len(), many[0], many[9]), (10, 1 << 31, 1 << 40));
    }

    #[test]
    fn holm_agrees_with_the_example_worked_by_hand() {
        // 0.01, 0.02, 0.03, 0.04 in a family of four: 4 * 0.01, 3 * 0.02, then 2 * 0.03 and 0.04, but never less than before.
        let adjusted = holm(&[0.03, 0.01, 0.04, 0.02], 4);
        let expected = [0.06, 0.04, 0.06, 0.06];
        assert!(adjusted.iter().zip(expected).all(|(ours, worked)| (ours - worked).abs() < 1e-15), "{adjusted:?}");
        assert_eq!(holm(&[0.5, 0.6], 2), [1.0, 1.0]);
        assert_eq!(holm(&[], 0), Vec::<f64>::new());
    }

    #[test]
    fn tests_of_which_nothing_is_known_yet_can_only_help_later() {
        let now = holm(&[0.001, 0.01], 10);
        let later = holm(&[0.001, 0.01, 0.0001, 0.9], 10);
        assert!(now[0] >= later[0] && now[1] >= later[1]);
        assert_eq!(now, [0.01, 0.09]);
    }

    #[test]
    fn the_family_keeps_its_level_whatever_is_true_of_others() {
        // Twenty tests, of which five are of hypotheses that are false; the others are uniform.
        let uniform = |run: u64, test: u64| (mix(mix(run) ^ test) >> 11) as f64 / (1_u64 << 53) as f64;
        let (runs, mut wrong) = (4000, 0);
        for run in 0..runs {
            let chances: Vec<f64> = (0..20).map(|test| uniform(run, test) * if test < 5 { 1e-6 } else { 1.0 }).collect();
            let adjusted = holm(&chances, 20);
            assert!(adjusted[..5].iter().all(|chance| *chance <= 0.05));
            wrong += u32::from(adjusted[5..].iter().any(|chance| *chance <= 0.05));
        }
        // 5 sigma above 5 %; and near it, for the procedure is not wasteful.
        assert!((140..=269).contains(&wrong), "{wrong} of {runs}");
    }
}
