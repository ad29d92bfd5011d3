//! Plans: the smallest set of changes with which a scenario meets everything that is expected of it.
//!
//! Owns the order in which sets of changes are tried (fewest first) and how the many are thinned out: all of a size are played with the
//! same few fights, the better half is kept and played with twice as many, and so on. What a plan does is asked of whoever plays.
//! Start at [`of_size`] and [`thin_out`].

use crate::fight::Catalogue;
use crate::stats::Level;
use crate::tally::Tally;

use super::contract::{Contract, Judged};

/// Fights of the first round.
pub const FIGHTS_FIRST: u64 = 2048;

/// Plans that are kept for the last round.
pub const KEPT: usize = 4;

/// The effect of a plan on everything that is expected.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Met {
    /// Fights it was read from.
    pub fights: u64,
    /// The distance of all numbers together from their limits; infinite where one never came up.
    pub shortfall: f64,
    /// The findings about each clause of each contract, in their order.
    pub clauses: Vec<Judged>,
}

impl Met {
    /// The result of the fights of a plan for these contracts.
    #[must_use]
    pub fn of(contracts: &[Contract], tally: &Tally, catalogue: &Catalogue, level: Level) -> Self {
        let clauses =
            contracts.iter().flat_map(|contract| contract.judge(&[Some((tally, catalogue))], level)).collect::<Vec<_>>();
        let pairs = contracts.iter().flat_map(|contract| &contract.clauses).zip(&clauses);
        let shortfall = pairs.map(|(clause, judged)| clause.shortfall(judged, tally)).sum();
        Met { fights: tally.fights(), shortfall, clauses }
    }
}

/// A set of changes: places of axes, each with the place of its new value.
pub type ChangeSet = Vec<(usize, usize)>;

/// All plans with so many changes, of axes with so many values each, in order.
#[must_use]
pub fn of_size(values: &[usize], changes: usize) -> Vec<ChangeSet> {
    fn extend(values: &[usize], from: usize, changes: usize, begun: &ChangeSet, all: &mut Vec<ChangeSet>) {
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
    extend(values, 0, changes, &ChangeSet::new(), &mut all);
    all
}

/// The player of a plan in fights 0, 1, 2 ... up to the number asked for.
pub type ChangePlayer<'a, E> = &'a mut dyn FnMut(&ChangeSet, u64) -> Result<Option<Met>, E>;

/// Of many plans those that meet all contracts by their estimates, after so many fights, the first of them being the best. Nothing
/// when it was interrupted.
///
/// # Errors
/// The failure of `play`.
pub fn thin_out<E>(mut plans: Vec<ChangeSet>, fights_max: u64, play: ChangePlayer<'_, E>) -> Result<Option<Vec<ChangeSet>>, E> {
    let mut fights = FIGHTS_FIRST.min(fights_max);
    loop {
        let last = plans.len() <= KEPT || fights >= fights_max;
        if last {
            fights = fights_max;
        }
        let mut judged = Vec::new();
        for plan in plans {
            let Some(met) = play(&plan, fights)? else { return Ok(None) };
            judged.push((met.shortfall, plan));
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
    use crate::analysis::contract::{Clause, ClauseNumber, ContractStanding, StatisticTerm, TermOperator};
    use crate::analysis::statistic::Statistic;
    use crate::analysis::testing::catalogue;

    #[test]
    fn plans_are_all_sets_of_changes_of_a_size() {
        assert_eq!(of_size(&[2, 1], 0), [ChangeSet::new()]);
        assert_eq!(of_size(&[2, 1], 1), [vec![(0, 0)], vec![(0, 1)], vec![(1, 0)]]);
        assert_eq!(of_size(&[2, 1], 2), [vec![(0, 0), (1, 0)], vec![(0, 1), (1, 0)]]);
        assert_eq!(of_size(&[2, 1], 3), [] as [ChangeSet; 0]);
    }

    #[test]
    fn the_best_plan_survives_and_bad_ones_cost_few_fights() {
        let mut spent = 0;
        let kept = thin_out::<()>(of_size(&[100], 1), 100_000, &mut |plan, fights| {
            spent += fights;
            let share = plan[0].1 as f64 / 100.0;
            Ok(Some(Met { shortfall: (0.70 - share).max(share - 0.72).max(0.0), ..Met::default() }))
        });
        let kept = kept.expect("no error").expect("not interrupted");
        let mut values: Vec<usize> = kept.iter().map(|plan| plan[0].1).collect();
        values.sort_unstable();
        assert_eq!(values, [70, 71, 72]);
        assert!(spent < 100 * 100_000 / 5, "{spent}");
    }

    #[test]
    fn what_fights_say_of_contracts_has_its_distance_from_the_limits() {
        let term = |statistic| StatisticTerm { source: 0, statistic };
        let clause = |first, against, [low, high]: [f64; 2]| {
            let number = match against {
                None => ClauseNumber::One(term(first)),
                Some(second) => ClauseNumber::Two(term(first), TermOperator::Minus, second),
            };
            Clause { what: "x".into(), number, low, high }
        };
        let contract =
            |clauses| Contract { that: String::new(), because: String::new(), if_violated: String::new(), line: 0, clauses };
        // The left wins 400 of 1,000 fights; they last 5 or 6 rounds, half of them each.
        let mut tally = Tally::new(&catalogue(), 0);
        (0..1000).for_each(|number| tally.record(&[i64::from(number >= 400), 5 + number % 2, 0, 0]));
        let (win, rounds) = (Statistic::Share(0, 0), Statistic::Mean(1));
        let of = |clause| Met::of(&[contract(vec![clause])], &tally, &catalogue(), Level::default());
        assert!((of(clause(win, None, [0.5, 0.6])).shortfall - 0.1).abs() < 1e-12);
        assert_eq!(of(clause(win, None, [0.3, 0.6])).shortfall, 0.0);
        assert_eq!(of(clause(win, None, [0.3, 0.6])).clauses[0].standing, ContractStanding::Holds);
        assert!((of(clause(rounds, None, [f64::NEG_INFINITY, 5.0])).shortfall - 1.0).abs() < 0.01, "one standard deviation");
        let against = Some(term(Statistic::Share(0, 1)));
        assert!((of(clause(win, against, [0.0, 1.0])).shortfall - 0.2).abs() < 1e-12);
        let none = Met::of(
            &[contract(vec![clause(win, None, [0.5, 0.6])])],
            &Tally::new(&catalogue(), 0),
            &catalogue(),
            Level::default(),
        );
        assert_eq!(none.shortfall, f64::INFINITY);
    }
}
