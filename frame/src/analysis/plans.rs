//! Plans: the smallest set of changes with which a scenario meets everything that is expected of it.
//!
//! Owns the order in which sets of changes are tried (fewest first) and how the many are thinned out: all of a size are played with the
//! same few fights, the better half is kept and played with twice as many, and so on; what is left has to meet everything in fresh fights.
//! Start at [`ChangesPlan::play`]; the order is in [`of_size`] and [`thin_out`].

use std::ops::Range;

use crate::error::Failure;
use crate::fight::Catalogue;
use crate::sim::solo::FRESH;
use crate::stats::Level;
use crate::tally::Tally;

use super::contract::{Contract, Judged};
use super::grid::{Axis, VALUES_MOST};
use super::variant::{Listener, Underway, VariantSource};

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

/// The plan of a search for the smallest set of changes.
#[derive(Clone, PartialEq, Debug)]
pub struct ChangesPlan {
    /// The values that may be changed, and into what.
    pub axes: Vec<Axis>,
    /// The most changes at a time.
    pub changes_max: usize,
    /// Fights of each set in the last round.
    pub fights: u64,
    /// Confidence level.
    pub level: Level,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// The result of such a search.
#[derive(Clone, PartialEq, Debug)]
pub struct ChangesFound {
    /// The axes with those of their values that make a scenario and change something.
    pub axes: Vec<Axis>,
    /// The expectations.
    pub contracts: Vec<Contract>,
    /// The scenario as it is.
    pub plain: Met,
    /// The number of sets of each size that were tried, from one change on.
    pub tried: Vec<usize>,
    /// Sets that meet everything in the search, with what fresh fights say of them; the best one first.
    pub found: Vec<(ChangeSet, Met)>,
    /// Changes that make no scenario, and why.
    pub refused: Vec<(String, String)>,
    /// True if it was broken off.
    pub interrupted: bool,
}

/// What a scenario expects, and its digest as it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Expectant {
    digest: String,
    contracts: Vec<Contract>,
}

impl Expectant {
    /// What a scenario expects of itself.
    ///
    /// # Errors
    /// A scenario that cannot be read, that expects nothing, or something of other fights than its own.
    pub fn of(source: &dyn VariantSource) -> Result<Self, Failure> {
        let plain = source.variant(&[])?;
        if let Some(that) = plain.beyond.first() {
            let message = format!("only what is expected of the scenario itself can be tuned for: `{that}` needs other fights");
            return Err(Failure::Usage(message));
        }
        if plain.expected.is_empty() {
            let message =
                "the scenario expects nothing: write an [[expect]] into it, or say with --target what one value is to reach";
            return Err(Failure::Usage(message.into()));
        }
        Ok(Expectant { digest: plain.digest, contracts: plain.expected })
    }
}

impl ChangesPlan {
    /// Searches for the smallest set of changes with which everything is met that is expected.
    ///
    /// # Errors
    /// More threads than can be started; too many sets of a size; an interruption before the scenario was played as it is.
    pub fn play(
        &self,
        source: &dyn VariantSource,
        expects: Expectant,
        listener: &mut Listener<'_>,
    ) -> Result<ChangesFound, Failure> {
        let fresh = FRESH..FRESH + self.fights;
        let (axes, refused) = self.allowed(source, &expects.digest, listener);
        let Some(plain) = self.met(source, &[], fresh.clone(), listener)? else {
            return Err(Failure::Interrupted("interrupted before the scenario was played as it is: nothing is kept".into()));
        };
        let Expectant { contracts, .. } = expects;
        let (tried, found, interrupted) = (Vec::new(), Vec::new(), false);
        let mut search = ChangesFound { axes, contracts, plain, tried, found, refused, interrupted };
        let values: Vec<usize> = search.axes.iter().map(|axis| axis.values.len()).collect();
        for changes in 0..=self.changes_max.min(values.len()) {
            let mut plans = of_size(&values, changes);
            if plans.len() > VALUES_MOST {
                let message = format!("{} sets of {changes} changes are too many: {VALUES_MOST} at the most", plans.len());
                return Err(Failure::Usage(message));
            }
            // Changes that are right by themselves need not be so together.
            plans.retain(|plan| {
                // Plans that are still to be looked at are not played after an interruption.
                if listener.is_gone() {
                    return false;
                }
                let sets = sets(&search.axes, plan);
                let refused = source.variant(&sets).err().map(|failure| (sets.join(", "), failure.in_short()));
                let stays = refused.is_none();
                search.refused.extend(refused);
                stays
            });
            if listener.is_gone() {
                search.interrupted = true;
                break;
            }
            if changes > 0 {
                search.tried.push(plans.len());
            }
            let mut play = |plan: &ChangeSet, fights| self.met(source, &sets(&search.axes, plan), 0..fights, listener);
            let Some(kept) = thin_out(plans, self.fights, &mut play)? else {
                search.interrupted = true;
                break;
            };
            for plan in kept {
                match self.met(source, &sets(&search.axes, &plan), fresh.clone(), listener)? {
                    Some(met) => search.found.push((plan, met)),
                    None => search.interrupted = true,
                }
            }
            // A plan that fresh fights do not bear out was luck.
            search.found.retain(|(_, met)| met.shortfall <= 0.0);
            if !search.found.is_empty() || search.interrupted {
                break;
            }
        }
        Ok(search)
    }

    /// The axes with those of their values that make a scenario and change something; and what is wrong with the others.
    fn allowed(&self, source: &dyn VariantSource, digest: &str, listener: &Listener<'_>) -> (Vec<Axis>, Vec<(String, String)>) {
        let (mut allowed, mut refused) = (Vec::new(), Vec::new());
        for axis in &self.axes {
            let mut values = Vec::new();
            for value in (0..axis.values.len()).take_while(|_| !listener.is_gone()) {
                let set = axis.set(value);
                match source.variant(std::slice::from_ref(&set)) {
                    Ok(variant) if variant.digest == digest => {}
                    Ok(_) => values.push(axis.values[value].clone()),
                    Err(failure) => refused.push((set, failure.in_short())),
                }
            }
            allowed.push(Axis { path: axis.path.clone(), values });
        }
        (allowed, refused)
    }

    /// The effect of changes on everything that is expected, by these fights. None when it was broken off.
    fn met(
        &self,
        source: &dyn VariantSource,
        sets: &[String],
        fights: Range<u64>,
        listener: &mut Listener<'_>,
    ) -> Result<Option<Met>, Failure> {
        let variant = source.variant(sets)?;
        let at = Underway { fights: 0, needed: fights.end - fights.start, what: &sets.join(" ") };
        let tally = variant.count(fights, self.threads, at, listener)?;
        Ok(tally.map(|tally| Met::of(&variant.expected, &tally, &variant.catalogue, self.level)))
    }
}

/// The words that make the changes of a set.
fn sets(axes: &[Axis], plan: &ChangeSet) -> Vec<String> {
    plan.iter().map(|&(axis, value)| axes[axis].set(value)).collect()
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
