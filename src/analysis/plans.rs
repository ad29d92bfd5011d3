//! Plans: the smallest set of changes with which a scenario meets everything that is expected of it.
//!
//! Owns the order in which sets of changes are tried (fewest first) and how the many are thinned out: all of a size are played with the
//! same few fights, the better half is kept and played with twice as many, and so on. What a plan does is asked of whoever plays.
//! Start at [`of_size`] and [`thin_out`].

use crate::stats::mean::Moments;
use crate::stats::{Interval, Level};

use super::reading::Reading;

/// Fights of the first round.
pub const FIGHTS_FIRST: u64 = 2048;

/// Plans that are kept for the last round.
pub const KEPT: usize = 4;

/// Something that is expected of a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Contract {
    /// The statistic, as the designer wrote it.
    pub that: String,
    /// At least.
    pub low: f64,
    /// At most.
    pub high: f64,
}

impl Contract {
    /// How far the estimate lies outside: as a share, or in standard deviations of what is counted; 0 inside. Infinite where
    /// it never came up.
    #[must_use]
    pub fn shortfall(&self, reading: &Reading) -> f64 {
        let Some(interval) = reading.interval(Level::default()) else { return f64::INFINITY };
        let scale = match reading.unit {
            None => 1.0,
            Some(_) => Moments::of(reading.counts.iter().copied()).deviation().unwrap_or(1.0).max(1e-6),
        };
        (self.low - interval.estimate).max(interval.estimate - self.high).max(0.0) / scale
    }

    /// Whether the whole interval lies inside; nothing when only a part of it does.
    #[must_use]
    pub fn holds(&self, interval: Interval) -> Option<bool> {
        if interval.low >= self.low && interval.high <= self.high {
            Some(true)
        } else if interval.high < self.low || interval.low > self.high {
            Some(false)
        } else {
            None
        }
    }
}

/// A set of changes: places of axes, each with the place of its new value.
pub type Plan = Vec<(usize, usize)>;

/// All plans with so many changes, of axes with so many values each, in order.
#[must_use]
pub fn of_size(values: &[usize], changes: usize) -> Vec<Plan> {
    fn extend(values: &[usize], from: usize, changes: usize, begun: &Plan, all: &mut Vec<Plan>) {
        if changes == 0 {
            all.push(begun.clone());
            return;
        }
        for axis in from..values.len() {
            for value in 0..values[axis] {
                let begun = [&begun[..], &[(axis, value)]].concat();
                extend(values, axis + 1, changes - 1, &begun, all);
            }
        }
    }
    let mut all = Vec::new();
    extend(values, 0, changes, &Plan::new(), &mut all);
    all
}

/// What a plan does: one reading per contract, from fights 0, 1, 2 ... up to the number asked for.
pub type Player<'a, E> = &'a mut dyn FnMut(&Plan, u64) -> Result<Option<Vec<Reading>>, E>;

/// Of many plans those that meet all contracts by their estimates, after so many fights, the first of them being the best. Nothing
/// when it was interrupted.
///
/// # Errors
/// Whatever `play` fails with.
pub fn thin_out<E>(
    mut plans: Vec<Plan>,
    contracts: &[Contract],
    fights_max: u64,
    play: Player<'_, E>,
) -> Result<Option<Vec<Plan>>, E> {
    let mut fights = FIGHTS_FIRST.min(fights_max);
    loop {
        let last = plans.len() <= KEPT || fights >= fights_max;
        if last {
            fights = fights_max;
        }
        let mut judged = Vec::new();
        for plan in plans {
            let Some(readings) = play(&plan, fights)? else { return Ok(None) };
            let shortfall: f64 = contracts.iter().zip(&readings).map(|(contract, reading)| contract.shortfall(reading)).sum();
            judged.push((shortfall, plan));
        }
        // Of equals the one that the designer named first comes first.
        judged.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        if last {
            return Ok(Some(judged.into_iter().filter(|(shortfall, _)| *shortfall <= 0.0).map(|(_, plan)| plan).collect()));
        }
        let kept = judged.len().div_ceil(2).max(KEPT);
        plans = judged.into_iter().take(kept).map(|(_, plan)| plan).collect();
        fights = (fights * 2).min(fights_max);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_all_sets_of_changes_of_a_size() {
        assert_eq!(of_size(&[2, 1], 0), [Plan::new()]);
        assert_eq!(of_size(&[2, 1], 1), [vec![(0, 0)], vec![(0, 1)], vec![(1, 0)]]);
        assert_eq!(of_size(&[2, 1], 2), [vec![(0, 0), (1, 0)], vec![(0, 1), (1, 0)]]);
        assert_eq!(of_size(&[2, 1], 3), [] as [Plan; 0]);
    }

    fn share(count: u64, n: u64) -> Reading {
        let (key, label, family) = ("x".to_owned(), "x".to_owned(), "x".to_owned());
        Reading { key, label, family, unit: None, counts: vec![(0, n - count), (1, count)] }
    }

    #[test]
    fn the_best_plan_survives_and_bad_ones_cost_few_fights() {
        let contract = Contract { that: "win(left)".into(), low: 0.70, high: 0.72 };
        let plans = of_size(&[100], 1);
        let mut spent = 0;
        let kept = thin_out::<()>(plans, &[contract], 100_000, &mut |plan, fights| {
            spent += fights;
            Ok(Some(vec![share(plan[0].1 as u64 * fights / 100, fights)]))
        });
        let kept = kept.expect("no error").expect("not interrupted");
        let mut values: Vec<usize> = kept.iter().map(|plan| plan[0].1).collect();
        values.sort_unstable();
        assert_eq!(values, [70, 71, 72]);
        assert!(spent < 100 * 100_000 / 5, "{spent}");
    }

    #[test]
    fn contracts_hold_are_broken_or_neither() {
        let contract = Contract { that: "win(left)".into(), low: 0.5, high: 0.6 };
        let holds = |estimate: f64| contract.holds(Interval::around(estimate, 0.01));
        assert_eq!([holds(0.55), holds(0.7), holds(0.595)], [Some(true), Some(false), None]);
        assert!((contract.shortfall(&share(400, 1000)) - 0.1).abs() < 1e-12);
        assert_eq!(contract.shortfall(&share(0, 0)), f64::INFINITY);
    }
}
