//! Fates: what becomes of each contract of a scenario by a change.
//!
//! Owns which contract before the change is which after it, and the word for the way from one standing to the other. What a contract means
//! and whether it holds is for [`contract`](super::contract). Start at [`Pacts::of`], then [`Pacts::judge`].

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Failure;
use crate::fight::Catalogue;
use crate::sim::scan::Stretch;
use crate::stats::Level;
use crate::tally::Tally;

use super::check::Checkable;
use super::contract::{Contract, ContractStanding, Judged, standing};

/// The contracts of one side, with the fights of other scenarios that they speak of: source 1 of a term is the first of these.
#[derive(Default)]
pub struct SideContracts {
    /// The contracts.
    pub contracts: Vec<Contract>,
    /// The fights of other scenarios.
    pub others: Vec<Box<dyn Checkable>>,
}

/// A contract on both sides of a change.
#[derive(Clone, PartialEq, Debug)]
pub struct Pact {
    /// Before and after; none where a side has no such contract.
    pub sides: [Option<Contract>; 2],
}

/// All contracts of a scenario and of its change.
#[derive(Default)]
pub struct Pacts {
    /// The contracts, in the order of the scenario before; then those that only the scenario after has.
    pub list: Vec<Pact>,
    /// The fights of other scenarios that the contracts of each side speak of.
    pub others: [Vec<Box<dyn Checkable>>; 2],
    /// The seed of both sides.
    pub seed: u64,
}

/// The way of a contract from its standing before a change to that after it, in the order of how much a designer wants to know of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// It held, and is broken.
    Breaks,
    /// It was undecided, and is broken.
    Falls,
    /// It held, and is undecided.
    Opens,
    /// It was broken, and holds.
    Mended,
    /// It was undecided, and holds.
    Rises,
    /// It was broken, and is undecided.
    Eases,
    /// Only the scenario after the change has it.
    New,
    /// Only the scenario before the change has it.
    Gone,
    /// It is broken on both sides.
    Broken,
    /// It is undecided on both sides.
    Open,
    /// It holds on both sides.
    Holds,
}

impl Fate {
    /// The fate by the standings before and after; none where a side has no such contract.
    #[must_use]
    pub fn of(before: Option<ContractStanding>, after: Option<ContractStanding>) -> Self {
        use ContractStanding::{Broken, Holds, Undecided};
        match (before, after) {
            (None, _) => Fate::New,
            (_, None) => Fate::Gone,
            (Some(Holds), Some(Broken)) => Fate::Breaks,
            (Some(Undecided), Some(Broken)) => Fate::Falls,
            (Some(Holds), Some(Undecided)) => Fate::Opens,
            (Some(Broken), Some(Holds)) => Fate::Mended,
            (Some(Undecided), Some(Holds)) => Fate::Rises,
            (Some(Broken), Some(Undecided)) => Fate::Eases,
            (Some(Broken), Some(Broken)) => Fate::Broken,
            (Some(Undecided), Some(Undecided)) => Fate::Open,
            (Some(Holds), Some(Holds)) => Fate::Holds,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Fate::Breaks => "breaks",
            Fate::Falls => "broken after, undecided before",
            Fate::Opens => "becomes undecided",
            Fate::Mended => "mended",
            Fate::Rises => "holds after, undecided before",
            Fate::Eases => "undecided after, broken before",
            Fate::New => "new",
            Fate::Gone => "gone",
            Fate::Broken => "broken as before",
            Fate::Open => "undecided as before",
            Fate::Holds => "holds as before",
        }
    }

    /// True if the standing is another one after the change.
    #[must_use]
    pub const fn turns(self) -> bool {
        !matches!(self, Fate::Broken | Fate::Open | Fate::Holds)
    }
}

/// What was found about a contract on both sides.
#[derive(Clone, PartialEq, Debug)]
pub struct Fated {
    /// The contract on each side that has it, with the finding about each of its clauses.
    pub sides: [Option<(Contract, Vec<Judged>)>; 2],
}

impl Fated {
    /// The contract as the last side has it.
    ///
    /// # Panics
    /// A contract that no side has, which nobody makes.
    #[must_use]
    pub fn contract(&self) -> &Contract {
        let [before, after] = &self.sides;
        &after.as_ref().or(before.as_ref()).expect("a contract stands on one side at least").0
    }

    /// The standing before and after; none where a side has no such contract.
    #[must_use]
    pub fn standings(&self) -> [Option<ContractStanding>; 2] {
        let of = |side: &Option<(Contract, Vec<Judged>)>| side.as_ref().map(|(_, judged)| standing(judged));
        [of(&self.sides[0]), of(&self.sides[1])]
    }

    /// The fate.
    #[must_use]
    pub fn fate(&self) -> Fate {
        let [before, after] = self.standings();
        Fate::of(before, after)
    }

    /// True if the fights of the scenario itself decide it.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.sides.iter().flatten().all(|(contract, _)| contract.sources().all(|source| source == 0))
    }
}

impl Pacts {
    /// The contracts of both sides; those that say the same are one.
    #[must_use]
    pub fn of(before: SideContracts, after: SideContracts, seed: u64) -> Self {
        let mut left: Vec<Option<Contract>> = after.contracts.into_iter().map(Some).collect();
        let mut list: Vec<Pact> = Vec::new();
        for contract in before.contracts {
            let same = left.iter_mut().find(|other| other.as_ref().is_some_and(|other| other.that == contract.that));
            let other = same.and_then(Option::take);
            list.push(Pact { sides: [Some(contract), other] });
        }
        list.extend(left.into_iter().flatten().map(|contract| Pact { sides: [None, Some(contract)] }));
        Pacts { list, others: [before.others, after.others], seed }
    }

    /// True if some of them speak of other scenarios.
    #[must_use]
    pub fn reach_out(&self) -> bool {
        self.others.iter().any(|others| !others.is_empty())
    }

    /// The number of clauses of both sides.
    #[must_use]
    pub fn clauses(&self) -> usize {
        self.list.iter().flat_map(|pact| pact.sides.iter().flatten()).map(|contract| contract.clauses.len()).sum()
    }

    /// Judges every contract by the fights of both sides, with intervals of this level; `others` are the counts of the fights of other
    /// scenarios, where they have been played.
    #[must_use]
    pub fn judge(&self, own: [(&Tally, &Catalogue); 2], others: &[Vec<Tally>; 2], level: Level) -> Vec<Fated> {
        let judge = |pact: &Pact| {
            let side = |side: usize| {
                let contract = pact.sides[side].as_ref()?;
                let other = |place: usize| others[side].get(place).map(|tally| (tally, self.others[side][place].catalogue()));
                let mut counted = vec![Some(own[side])];
                counted.extend((0..self.others[side].len()).map(other));
                Some((contract.clone(), contract.judge(&counted, level)))
            };
            Fated { sides: [side(0), side(1)] }
        };
        self.list.iter().map(judge).collect()
    }

    /// Plays so many fights of each other scenario that the contracts speak of. None when interrupted.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn play(&self, fights: u64, threads: Option<u16>, stop: &AtomicBool) -> Result<Option<[Vec<Tally>; 2]>, Failure> {
        let stretch = Stretch { seed: self.seed, numbers: 0..fights, digested: &[] };
        let mut counted = [Vec::new(), Vec::new()];
        let stop = || stop.load(Ordering::Relaxed);
        for (side, others) in self.others.iter().enumerate() {
            for other in others {
                let Some(scanned) = other.play(&stretch, threads, &stop)? else { return Ok(None) };
                counted[side].push(scanned.tally);
            }
        }
        Ok(Some(counted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::compare::{Compared, ComparisonRule, Contest, compare};
    use crate::analysis::contract::{Clause, ClauseNumber, StatisticTerm};
    use crate::analysis::margin::Margins;
    use crate::analysis::statistic::Statistic;
    use crate::analysis::testing::MadeUp;
    use crate::dice::key::mix;

    /// The contract that the left wins at least so often.
    fn wins(least: f64) -> Contract {
        let first = StatisticTerm { source: 0, statistic: Statistic::Share(0, 0) };
        let clause = Clause { what: "win(left)".into(), number: ClauseNumber::One(first), low: least, high: f64::INFINITY };
        let that = format!("win(left) at least {least}");
        Contract { that, because: String::new(), if_violated: String::new(), line: 0, clauses: vec![clause] }
    }

    fn held(contracts: &[Contract]) -> SideContracts {
        SideContracts { contracts: contracts.to_vec(), others: Vec::new() }
    }

    /// A comparison of fights that the left wins with these chances, with luck of each side's own.
    fn compared(seed: u64, chances: [f64; 2], pacts: &Pacts, strict: bool, fights_max: u64) -> Compared {
        let winner = |side: u64, number: u64| {
            let luck = mix(mix(seed * 2 + side) ^ number) as f64 / u64::MAX as f64;
            i64::from(luck >= chances[side as usize])
        };
        let pair = MadeUp::new(|number| [0, 1].map(|side| [winner(side, number), 3, 0, 5])).each_alone();
        let rule = ComparisonRule {
            level: Level::default(),
            fights_max,
            margins: Margins::default(),
            full: false,
            strict,
            waits_for: Vec::new(),
        };
        let contest = Contest { pair: &pair, outcomes: &pair.outcomes, same: false, pacts: Some(pacts) };
        compare(&[contest], &rule, Some(1), &AtomicBool::new(false), &mut |_| {}).expect("it is played").remove(0)
    }

    fn fates(compared: &Compared) -> Vec<Fate> {
        compared.fates.iter().map(Fated::fate).collect()
    }

    #[test]
    fn what_a_change_does_to_contracts_has_its_word() {
        let pacts = Pacts::of(held(&[0.3, 0.5, 0.9].map(wins)), held(&[0.3, 0.5, 0.95].map(wins)), 1);
        assert_eq!((pacts.list.len(), pacts.clauses()), (4, 6));
        let down = compared(1, [0.6, 0.4], &pacts, false, 16_384);
        assert_eq!(fates(&down), [Fate::Holds, Fate::Breaks, Fate::Gone, Fate::New]);
        assert_eq!(down.fates[1].standings(), [Some(ContractStanding::Holds), Some(ContractStanding::Broken)]);
        let up = compared(1, [0.4, 0.6], &pacts, false, 16_384);
        assert_eq!(fates(&up)[1], Fate::Mended);
        let few = compared(1, [0.52, 0.1], &pacts, false, 100);
        assert_eq!(fates(&few)[1], Fate::Falls, "a hundred fights decide nothing of 52 against 50");
    }

    #[test]
    fn the_order_is_that_of_what_a_designer_wants_to_know() {
        use ContractStanding::{Broken, Holds, Undecided};
        let all = [Broken, Undecided, Holds].map(Some);
        let turning = all.iter().flat_map(|before| all.map(|after| (*before, after)));
        for (before, after) in turning {
            assert_eq!(Fate::of(before, after).turns(), before != after, "{before:?} {after:?}");
        }
        assert!(Fate::Breaks < Fate::Mended && Fate::Mended < Fate::Holds);
    }

    #[test]
    fn strict_plays_until_contracts_are_decided() {
        let pacts = Pacts::of(held(&[wins(0.49)]), held(&[wins(0.49)]), 1);
        let [plain, strict] = [false, true].map(|strict| compared(3, [0.50, 0.52], &pacts, strict, 262_144));
        assert!(plain.fights <= strict.fights);
        assert_eq!(fates(&strict), [Fate::Holds]);
    }

    #[test]
    fn no_standing_is_wrong_more_often_than_the_level_leaves() {
        // The left wins exactly half of its fights on both sides: what asks for half holds, what asks for a trifle more is broken.
        let contracts = [wins(0.5), wins(0.5 + 1e-9)];
        let pacts = Pacts::of(held(&contracts), held(&contracts), 1);
        let seeds = 200;
        let wrong = (0..seeds).filter(|&seed| {
            let found = compared(seed, [0.5, 0.5], &pacts, false, 32_768);
            let [low, high] = [0, 1].map(|place| found.fates[place].standings());
            low.contains(&Some(ContractStanding::Broken)) || high.contains(&Some(ContractStanding::Holds))
        });
        let wrong = wrong.count();
        assert!(wrong <= 19, "{wrong} of {seeds}: more than 5 % and three standard deviations");
    }
}
