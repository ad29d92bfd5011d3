//! Tests of what tunings say: of known curves, and of equal values by luck alone.

use super::*;
use frame::analysis::tune::{search, tries_most};
use frame::stats::proportion::proportion;
use frame::stats::testing::UniformNumbers;
use frame::stats::verdict::looks;

/// Fights of each value at the most.
const FIGHTS: u64 = 8000;

fn origin() -> Origin {
    Origin { fights: FIGHTS, ..Origin::made_up("") }
}

/// A tuning of values of which each wins this share of its fights, as it is played.
fn tuned(shares: &[f64], low: f64, high: f64, seed: u64) -> TuneReport {
    let (target, mut luck) = (Target { low, high }, UniformNumbers::new(seed));
    let level = Level::default().shared(looks(FIGHTS).len() * tries_most(shares.len()));
    let found = |value: usize, wins: u64, fights: u64, [shown, decided]: [Level; 2]| {
        let interval = proportion(wins, fights, shown).expect("there are fights");
        let sure = target.sure(proportion(wins, fights, decided).expect("there are fights"));
        Try { value, fights, interval, side: sure.unwrap_or_else(|| target.side(interval.estimate)), sure: sure.is_some() }
    };
    let searched: Result<TuneSearch, ()> = search(shares.len(), &mut |value| {
        let (mut wins, mut fights, mut last) = (0, 0, None);
        for look in looks(FIGHTS) {
            wins += luck.binomial(look - fights, shares[value]);
            fights = look;
            last = Some(found(value, wins, fights, [level; 2]));
            if last.is_some_and(|one: Try| one.sure) {
                break;
            }
        }
        Ok(last)
    });
    let search = searched.expect("it does not fail");
    let again = again(search.found, shares.len());
    let levels = [Level::default(), apart::together(Level::default(), again.len())];
    let confirmed = again.iter().map(|&value| found(value, luck.binomial(FIGHTS, shares[value]), FIGHTS, levels)).collect();
    let axis = Axis::read(&format!("side.left.Lea.hp_max=0..{}", shares.len() - 1)).expect("an axis");
    TuneReport {
        origin: origin(),
        axis,
        outcome: "win(left)".into(),
        unit: None,
        target,
        search,
        level_of_search: level,
        confirmed,
        interrupted: false,
    }
}

#[test]
fn of_equal_values_none_is_told_to_be_the_one() {
    let (mut at_target, mut beside) = (0, 0);
    for seed in 0..200 {
        let said = tuned(&[0.5; 10], 0.5, 0.5, seed).answers().join("\n");
        at_target += u32::from(!said.starts_with("All values of Lea's hit points from 0 to 9 that were tried are too near"));
        // One half lies outside of this target, by less than is seen at once.
        let said = tuned(&[0.5; 6], 0.51, 0.6, seed).answers().join("\n");
        beside += u32::from(said.contains("brings win(left)") && !said.contains("No value"));
    }
    assert!(at_target <= 20 && beside <= 10, "{at_target} and {beside} of 200");
}

#[test]
fn the_answer_names_what_fresh_fights_bear_out() {
    let rising: Vec<f64> = (0..10).map(|value| 0.3 + 0.04 * f64::from(value)).collect();
    let said = tuned(&rising, 0.44, 0.56, 1).answers();
    assert_eq!(said[0], "Lea needs 4 to 6 hit points for the left to win 44 to 56 of 100 fights", "{said:?}");
    assert!(said[1].starts_with("Lea's hit points from 4 to 6 brings win(left) to 44 % to 56 %"), "{said:?}");
    assert!(said[2].starts_with("Beside it: Lea's hit points = 3: 4"), "{said:?}");
    // The edge of a target is where nobody is sure.
    let said = tuned(&rising, 0.46, 0.56, 1).answers().join("\n");
    assert!(said.contains("hit points") && said.contains("; 4 perhaps") && said.contains("Perhaps it does so too"), "{said}");
}

#[test]
fn a_target_between_two_values_is_no_even_fight() {
    let said = tuned(&[0.9, 0.625, 0.27, 0.1], 0.5, 0.5, 1).answers();
    let wanted = "The left wins 6";
    assert!(said[0].starts_with(wanted) && said[0].ends_with("an even fight lies between"), "{said:?}");
    assert_eq!(said[1], "No value of Lea's hit points from 0 to 3 brings win(left) to 50 %");
    assert!(said[2].starts_with("win(left) is nearest to 50 % with Lea's hit points = 1: 6"), "{said:?}");
    let said = tuned(&[0.1, 0.2, 0.3], 0.8, 0.9, 1).answers();
    assert_eq!(said[0], "No value of Lea's hit points from 0 to 2 brings win(left) to 80 % to 90 %");
    assert!(said[1].starts_with("Nearest is Lea's hit points = 2: "), "{said:?}");
}
