//! Contracts: what a designer wants to be true of statistics, and what the fights so far say of that.
//!
//! Owns the meaning of every kind of contract: each comes down to clauses, of which each wants one number to lie within limits.
//! The number is a statistic, or the difference or quotient of two, which may come from the same fights or from those of another
//! scenario. A clause holds when its whole interval lies within the limits and is broken when the whole interval lies outside.
//! Start at [`Contract::judge`].

use std::cell::OnceCell;

use crate::exact::NEGLIGIBLE;
use crate::fight::Catalogue;
use crate::stats::mean::Moments;
use crate::stats::{Interval, Level};
use crate::tally::{Ranges, Tally};

use super::matchup::{MatrixQuestion, Total, from_both_sides};
use super::statistic::Statistic;

/// A statistic of one of the sources of fights that belong to a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatisticTerm {
    /// The index of the source.
    pub source: usize,
    /// The statistic of it.
    pub statistic: Statistic,
}

/// The operator by which a second statistic joins the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermOperator {
    /// The first minus the second.
    Minus,
    /// The first divided by the second.
    Over,
}

/// The loss of a computed number in its last digits: a limit that is missed by no more is met.
const ROUNDING: f64 = NEGLIGIBLE;

/// A match-up that something is expected of.
#[derive(Clone, PartialEq, Debug)]
pub struct Whole {
    /// What is asked of it.
    pub total: Total,
    /// Its cells, row by row: the share of the row, draws as half.
    pub cells: Vec<Vec<StatisticTerm>>,
    /// True if rows and columns are the same list.
    pub same: bool,
    /// The lists of its rows and of its columns, as they were written.
    pub lists: [Vec<String>; 2],
}

/// What a clause is about.
#[derive(Clone, PartialEq, Debug)]
pub enum ClauseNumber {
    /// A statistic.
    One(StatisticTerm),
    /// A statistic, and the operator and the one that join it.
    Two(StatisticTerm, TermOperator, StatisticTerm),
    /// What a whole match-up comes to.
    Whole(Whole),
}

impl ClauseNumber {
    /// Its terms.
    fn terms(&self) -> Vec<StatisticTerm> {
        match self {
            ClauseNumber::One(term) => vec![*term],
            ClauseNumber::Two(first, _, second) => vec![*first, *second],
            ClauseNumber::Whole(whole) => whole.cells.concat(),
        }
    }
}

/// A number that has to lie within limits.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// The words of the designer for it.
    pub what: String,
    /// The number.
    pub number: ClauseNumber,
    /// The least that is allowed; minus infinity for no limit.
    pub low: f64,
    /// The most that is allowed; infinity for no limit.
    pub high: f64,
}

/// A truth that a designer wants, and the reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Contract {
    /// As it was written: `win(party) between 0.55 and 0.7`.
    pub that: String,
    /// The reason; may be empty.
    pub because: String,
    /// The place to look at when it is not; may be empty.
    pub if_violated: String,
    /// Line of the scenario file on which it stands; 0 when that is not known.
    pub line: usize,
    /// All of these have to hold.
    pub clauses: Vec<Clause>,
}

/// The unit in which the number of a clause is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseUnit {
    /// A share of fights, in per cent.
    Share,
    /// A difference of shares, in percentage points.
    Points,
    /// As the statistic counts.
    Plain,
}

impl ClauseUnit {
    /// The factor of a number, and the unit behind it.
    #[must_use]
    pub fn scale(self) -> (f64, &'static str) {
        match self {
            ClauseUnit::Share => (100.0, " %"),
            ClauseUnit::Points => (100.0, " points"),
            ClauseUnit::Plain => (1.0, ""),
        }
    }
}

/// The standing of a clause or a contract.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ContractStanding {
    /// It is shown not to hold.
    Broken,
    /// Neither has been shown.
    Undecided,
    /// It is shown to hold.
    Holds,
}

impl ContractStanding {
    /// One word.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            ContractStanding::Broken => "broken",
            ContractStanding::Undecided => "undecided",
            ContractStanding::Holds => "holds",
        }
    }
}

/// The finding about a clause.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The number with its interval, as far as there is one.
    pub interval: Option<Interval>,
    /// The standing.
    pub standing: ContractStanding,
}

impl Contract {
    /// Judges every clause by counts, with intervals of this level. Sources that have not been played have no tally; of the others
    /// each has its catalogue.
    #[must_use]
    pub fn judge(&self, counted: &[Option<(&Tally, &Catalogue)>], level: Level) -> Vec<Judged> {
        let ranges: Vec<OnceCell<Ranges<'_>>> = vec![OnceCell::new(); counted.len()];
        let of = |term: StatisticTerm, level: Level| {
            let (tally, catalogue) = counted[term.source]?;
            let range = |metric| ranges[term.source].get_or_init(|| Ranges::of(catalogue, tally)).get(metric);
            term.statistic.interval(tally, range, level)
        };
        self.judge_by(&of, level)
    }

    /// Judges every clause by statistics with their intervals.
    pub fn judge_by(&self, of: &dyn Fn(StatisticTerm, Level) -> Option<Interval>, level: Level) -> Vec<Judged> {
        self.clauses.iter().map(|clause| clause.judge(of, level)).collect()
    }

    /// The sources whose fights it is about.
    pub fn sources(&self) -> impl Iterator<Item = usize> + '_ {
        self.clauses.iter().flat_map(|clause| clause.number.terms()).map(|term| term.source)
    }
}

/// The standing of a contract by those of its clauses: it is broken when one of them is, and holds when all of them do.
#[must_use]
pub fn standing(clauses: &[Judged]) -> ContractStanding {
    clauses.iter().map(|judged| judged.standing).min().unwrap_or(ContractStanding::Undecided)
}

impl Clause {
    /// Judges the clause by its interval: limits that are missed by rounding alone are met.
    fn judge(&self, of: &dyn Fn(StatisticTerm, Level) -> Option<Interval>, level: Level) -> Judged {
        let interval = self.interval(of, level);
        let (least, most) = (self.low - ROUNDING, self.high + ROUNDING);
        let standing = match interval {
            Some(Interval { low, high, .. }) if least <= low && high <= most => ContractStanding::Holds,
            Some(Interval { low, high, .. }) if high < least || most < low => ContractStanding::Broken,
            _ => ContractStanding::Undecided,
        };
        Judged { interval, standing }
    }

    /// The number with its interval. Where it is made of two statistics, each has an interval that misses half as often, and the
    /// number lies within whatever both allow: that holds however the two depend on each other (Bonferroni), in the same fights
    /// or in others.
    fn interval(&self, of: &dyn Fn(StatisticTerm, Level) -> Option<Interval>, level: Level) -> Option<Interval> {
        let (first, operator, second) = match &self.number {
            ClauseNumber::One(term) => return of(*term, level),
            ClauseNumber::Whole(whole) => return whole.interval(of, level),
            ClauseNumber::Two(first, operator, second) => (first, operator, second),
        };
        let (first, second) = (of(*first, level.shared(2))?, of(*second, level.shared(2))?);
        match operator {
            TermOperator::Minus => Some(Interval {
                estimate: first.estimate - second.estimate,
                low: first.low - second.high,
                high: first.high - second.low,
            }),
            TermOperator::Over if second.low <= 0.0 => None,
            TermOperator::Over => {
                let at = |first: f64, least: bool| first / if (first >= 0.0) == least { second.high } else { second.low };
                Some(Interval {
                    estimate: first.estimate / second.estimate,
                    low: at(first.low, true),
                    high: at(first.high, false),
                })
            }
        }
    }

    /// The distance of the number from its limits: as a share, or in standard deviations from fight to fight of what is
    /// counted; 0 inside, infinite where it never came up.
    #[must_use]
    pub fn shortfall(&self, judged: &Judged, tally: &Tally) -> f64 {
        /// The least deviation that counts: what hardly varies is not worth more than this.
        const DEVIATION_LEAST: f64 = 1e-6;
        let Some(interval) = judged.interval else { return f64::INFINITY };
        let scale = match self.number {
            ClauseNumber::Two(_, TermOperator::Over, _) | ClauseNumber::Whole(_) => 1.0,
            ClauseNumber::One(first) | ClauseNumber::Two(first, ..) => match first.statistic {
                Statistic::Share(..) | Statistic::Score(_) => 1.0,
                Statistic::Mean(metric) | Statistic::Quantile(metric, _) => {
                    let deviation = Moments::of(tally.counts(metric).iter().copied()).deviation();
                    deviation.unwrap_or(1.0).max(DEVIATION_LEAST)
                }
            },
        };
        (self.low - interval.estimate).max(interval.estimate - self.high).max(0.0) / scale
    }

    /// The unit in which its number is told.
    #[must_use]
    pub fn unit(&self) -> ClauseUnit {
        let share = |term: &StatisticTerm| matches!(term.statistic, Statistic::Share(..));
        match &self.number {
            ClauseNumber::One(term) if share(term) => ClauseUnit::Share,
            ClauseNumber::Two(first, TermOperator::Minus, second) if share(first) && share(second) => ClauseUnit::Points,
            ClauseNumber::Whole(Whole {
                total: Total { what: MatrixQuestion::Highest | MatrixQuestion::Lowest, .. }, ..
            }) => ClauseUnit::Share,
            _ => ClauseUnit::Plain,
        }
    }

    /// The reach of the interval, compared with how far the number is from the limit nearest to it: above 1 while nothing is
    /// decided, and the larger, the thinner the evidence.
    #[must_use]
    pub fn thinness(&self, judged: &Judged) -> f64 {
        let Some(interval) = judged.interval else { return f64::INFINITY };
        let distance = (interval.estimate - self.low).abs().min((interval.estimate - self.high).abs());
        interval.reach() / distance
    }
}

impl Whole {
    /// What it comes to, by cells whose intervals hold together (Bonferroni).
    fn interval(&self, of: &dyn Fn(StatisticTerm, Level) -> Option<Interval>, level: Level) -> Option<Interval> {
        let each = level.shared(self.cells.iter().map(Vec::len).sum());
        let row = |row: &Vec<StatisticTerm>| row.iter().map(|term| of(*term, each)).collect::<Option<Vec<_>>>();
        let cells = self.cells.iter().map(row).collect::<Option<Vec<_>>>()?;
        Some(self.total.of(&if self.same { from_both_sides(&cells) } else { cells }, self.same))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::catalogue;

    /// So many fights, of which `wins` are won by the left and all last `rounds` rounds or one more.
    fn tally(fights: u64, wins: u64, rounds: i64) -> Tally {
        let mut tally = Tally::new(&catalogue(), 0);
        (0..fights).for_each(|number| tally.record(&[i64::from(number >= wins), rounds + (number % 2) as i64, 0, 0]));
        tally
    }

    /// The share of victories of the left in one of the tallies.
    fn win(source: usize) -> StatisticTerm {
        StatisticTerm { source, statistic: Statistic::Share(0, 0) }
    }

    /// The mean number of rounds in one of the tallies.
    fn rounds(source: usize) -> StatisticTerm {
        StatisticTerm { source, statistic: Statistic::Mean(1) }
    }

    fn clause(first: StatisticTerm, second: Option<(TermOperator, StatisticTerm)>, [low, high]: [f64; 2]) -> Clause {
        let number = match second {
            Some((operator, second)) => ClauseNumber::Two(first, operator, second),
            None => ClauseNumber::One(first),
        };
        Clause { what: String::new(), number, low, high }
    }

    fn judged(clause: &Clause, tallies: &[Option<Tally>]) -> Judged {
        let catalogue = catalogue();
        let of = |term: StatisticTerm, level| {
            let tally = tallies[term.source].as_ref()?;
            term.statistic.interval(tally, |metric| Ranges::of(&catalogue, tally).get(metric), level)
        };
        clause.judge(&of, Level::default())
    }

    fn stands(clause: &Clause, tallies: &[Option<Tally>]) -> ContractStanding {
        judged(clause, tallies).standing
    }

    #[test]
    fn a_clause_holds_or_is_broken_only_when_its_whole_interval_says_so() {
        let share = |limits| clause(win(0), None, limits);
        let many = [Some(tally(10_000, 6000, 5))];
        assert_eq!(stands(&share([0.5, 0.7]), &many), ContractStanding::Holds);
        assert_eq!(stands(&share([0.61, 1.0]), &many), ContractStanding::Broken);
        assert_eq!(stands(&share([f64::NEG_INFINITY, 0.58]), &many), ContractStanding::Broken);
        assert_eq!(stands(&share([0.6, f64::INFINITY]), &many), ContractStanding::Undecided);
        assert_eq!(stands(&share([0.5, 0.7]), &[Some(tally(20, 12, 5))]), ContractStanding::Undecided);
        assert_eq!(stands(&share([0.0, 1.0]), &[None]), ContractStanding::Undecided, "no fights are no evidence");
    }

    #[test]
    fn differences_and_quotients_take_both_errors() {
        let tallies = [Some(tally(10_000, 6000, 5)), Some(tally(10_000, 5000, 10))];
        let difference = |limits| clause(win(0), Some((TermOperator::Minus, win(1))), limits);
        assert_eq!(stands(&difference([0.05, 0.15]), &tallies), ContractStanding::Holds);
        assert_eq!(stands(&difference([0.12, 1.0]), &tallies), ContractStanding::Undecided, "each is known to a point");
        assert_eq!(stands(&difference([0.15, 1.0]), &tallies), ContractStanding::Broken);
        let quotient = clause(rounds(1), Some((TermOperator::Over, rounds(0))), [1.9, 1.92]);
        let judged = judged(&quotient, &tallies);
        let interval = judged.interval.expect("rounds are known");
        assert!(
            (interval.estimate - 10.5 / 5.5).abs() < 1e-9
                && interval.low < interval.estimate
                && interval.estimate < interval.high
        );
        assert_eq!(judged.standing, ContractStanding::Holds);
        let by_nothing = clause(
            rounds(0),
            Some((TermOperator::Over, StatisticTerm { source: 0, statistic: Statistic::Mean(2) })),
            [0.0, 9.0],
        );
        assert_eq!(stands(&by_nothing, &tallies), ContractStanding::Undecided, "what may be 0 does not divide");
    }

    #[test]
    fn what_a_whole_match_up_comes_to_is_a_number_like_others() {
        let tallies = [Some(tally(10_000, 6000, 5)), Some(tally(10_000, 5000, 5))];
        let whole = |what, [low, high]: [f64; 2]| {
            let total = Total { what, columns: false, margin: 0.01 };
            let cells = vec![vec![win(0)], vec![win(1)]];
            let number = ClauseNumber::Whole(Whole { total, cells, same: false, lists: [Vec::new(), Vec::new()] });
            Clause { what: String::new(), number, low, high }
        };
        assert_eq!(stands(&whole(MatrixQuestion::Dominated, [0.0, 0.0]), &tallies), ContractStanding::Broken);
        assert_eq!(stands(&whole(MatrixQuestion::Dominated, [1.0, 1.0]), &tallies), ContractStanding::Holds);
        assert_eq!(stands(&whole(MatrixQuestion::Highest, [0.0, 0.62]), &tallies), ContractStanding::Holds);
        assert_eq!(stands(&whole(MatrixQuestion::Highest, [0.0, 0.6]), &tallies), ContractStanding::Undecided);
        assert_eq!(stands(&whole(MatrixQuestion::Lowest, [0.55, 1.0]), &tallies), ContractStanding::Broken);
        assert_eq!(
            stands(&whole(MatrixQuestion::Lowest, [0.0, 1.0]), &[None, None]),
            ContractStanding::Undecided,
            "no fights are no evidence"
        );
        let alike = [Some(tally(10_000, 5000, 5)), Some(tally(10_000, 5000, 5))];
        assert_eq!(
            stands(&whole(MatrixQuestion::Dominated, [0.0, 0.0]), &alike),
            ContractStanding::Undecided,
            "so few fights do not show it"
        );
        assert_eq!(
            [MatrixQuestion::Dominated, MatrixQuestion::Lowest].map(|what| whole(what, [0.0, 1.0]).unit()),
            [ClauseUnit::Plain, ClauseUnit::Share]
        );
    }

    #[test]
    fn a_contract_is_as_good_as_its_worst_clause() {
        let judged = |standing| Judged { interval: None, standing };
        use ContractStanding::{Broken, Holds, Undecided};
        assert_eq!(standing(&[judged(Holds), judged(Undecided)]), Undecided);
        assert_eq!(standing(&[judged(Undecided), judged(Broken), judged(Holds)]), Broken);
        assert_eq!(standing(&[judged(Holds)]), Holds);
        assert_eq!(standing(&[]), Undecided);
    }

    #[test]
    fn evidence_is_thinner_near_a_limit() {
        let tallies = [Some(tally(10_000, 6000, 5))];
        let thinness = |limits| {
            let clause = clause(win(0), None, limits);
            clause.thinness(&judged(&clause, &tallies))
        };
        assert!(thinness([0.59, 1.0]) > thinness([0.5, 1.0]) && thinness([0.5, 1.0]) < 1.0 && thinness([0.6, 1.0]) > 1.0);
    }
}
