//! Rank: which of several entries are worse than others, go round in a circle, or can be put in one line.
//!
//! Owns what a matrix of shares says of its rows: the edge of a row over another one (is it ever better?), circles of three and more, and
//! strengths by least squares. Input are intervals that hold together (see [`apart`](super::apart)), so that everything that follows from
//! them holds together too, wherever one looked, and whether cells share their luck or not. Start at [`edge`], [`dominated`],
//! [`circles`] and [`strength`].

use std::collections::VecDeque;

use super::Interval;
use super::apart::{less, side};

/// What is closer is the same.
const ROUNDING: f64 = 1e-9;

/// Shares beyond this and its counterpart have its odds: about 1000 to 1. The odds of what never happened are not known, and one cell
/// must not outweigh all others.
const SHARE_LEAST: f64 = 0.001;

/// The mean of several intervals: as wide as they are on average, for they may share their luck.
#[must_use]
pub fn mean(of: &[Interval]) -> Interval {
    let average = |part: fn(&Interval) -> f64| of.iter().map(part).sum::<f64>() / of.len() as f64;
    Interval { estimate: average(|one| one.estimate), low: average(|one| one.low), high: average(|one| one.high) }
}

/// The largest advantage of one row over another one in any column: below 0 where it is worse in all of them.
#[must_use]
pub fn edge(one: &[Interval], other: &[Interval]) -> Interval {
    let most = |difference: fn(&Interval, &Interval) -> f64| {
        one.iter().zip(other).map(|(one, other)| difference(one, other)).fold(f64::NEG_INFINITY, f64::max)
    };
    Interval {
        estimate: most(|one, other| one.estimate - other.estimate),
        low: most(|one, other| one.low - other.high),
        high: most(|one, other| one.high - other.low),
    }
}

/// How certainly a row is dominated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Certainty {
    /// It is nowhere better, and somewhere worse: for certain.
    Certain,
    /// It is somewhere worse for certain, and nowhere better by more than the margin.
    Within,
    /// It is somewhere worse for certain and nowhere looks better, but the intervals leave more open than the margin.
    Open,
}

/// A row that another one dominates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dominated {
    /// The row.
    pub row: usize,
    /// The row that dominates it.
    pub by: usize,
    /// How certainly.
    pub certainty: Certainty,
    /// Its largest advantage in any column.
    pub edge: Interval,
    /// The column in which it is worse by most.
    pub worst: usize,
}

/// The rows that another one dominates, each by the one that does so most certainly. `margin` is the largest advantage that is none.
#[must_use]
pub fn dominated(rows: &[Vec<Interval>], margin: f64) -> Vec<Dominated> {
    let by = |row: usize, by: usize| {
        let (one, other) = (&rows[row], &rows[by]);
        let worse = one.iter().zip(other).any(|(one, other)| less(*one, *other));
        let edge = edge(one, other);
        let certainty = match () {
            () if !worse || edge.low > ROUNDING => return None,
            () if edge.high <= ROUNDING => Certainty::Certain,
            () if edge.high <= margin + ROUNDING => Certainty::Within,
            () if edge.estimate <= ROUNDING => Certainty::Open,
            () => return None,
        };
        let loss = |column: usize| other[column].estimate - one[column].estimate;
        let worst = (0..one.len()).max_by(|&one, &other| loss(one).total_cmp(&loss(other)).then(other.cmp(&one)))?;
        Some(Dominated { row, by, certainty, edge, worst })
    };
    let found = |row: usize| {
        let others = (0..rows.len()).filter(|&other| other != row).filter_map(|other| by(row, other));
        let order = |one: &Dominated, other: &Dominated| {
            one.certainty.cmp(&other.certainty).then(one.edge.high.total_cmp(&other.edge.high)).then(one.by.cmp(&other.by))
        };
        others.min_by(order)
    };
    (0..rows.len()).filter_map(found).collect()
}

/// By row: is there another one that is nowhere worse by more than `margin` and somewhere better by more: for certain, by the estimates,
/// and as far as the intervals leave it open.
#[must_use]
pub fn beaten(rows: &[Vec<Interval>], margin: f64) -> Vec<[bool; 3]> {
    let by = |row: usize, by: usize| {
        let (gain, loss) = (edge(&rows[row], &rows[by]), edge(&rows[by], &rows[row]));
        let is = |gain: f64, loss: f64| gain <= margin + ROUNDING && loss > margin + ROUNDING;
        [is(gain.high, loss.low), is(gain.estimate, loss.estimate), is(gain.low, loss.high)]
    };
    let any = |row: usize| {
        let others = (0..rows.len()).filter(|&other| other != row);
        others.map(|other| by(row, other)).fold([false; 3], |all, one| [0, 1, 2].map(|at| all[at] || one[at]))
    };
    (0..rows.len()).map(any).collect()
}

/// True for each pair of which the first beats the second for certain, by shares of which 0.5 is even.
#[must_use]
pub fn beats(shares: &[Vec<Interval>]) -> Vec<Vec<bool>> {
    let ahead = |share: &Interval| side(*share, 0.5).is_some_and(std::cmp::Ordering::is_gt);
    shares.iter().map(|row| row.iter().map(ahead).collect()).collect()
}

/// The circles of those who beat each other: all of three, or else one of the shortest. Each begins with its first member, and every
/// member beats the one behind it, the last one the first.
#[must_use]
pub fn circles(beats: &[Vec<bool>]) -> Vec<Vec<usize>> {
    let all = beats.len();
    let mut found = Vec::new();
    for first in 0..all {
        for second in (first + 1..all).filter(|&second| beats[first][second]) {
            found.extend(
                (first + 1..all)
                    .filter(|&third| beats[second][third] && beats[third][first])
                    .map(|third| vec![first, second, third]),
            );
        }
    }
    if found.is_empty() {
        found.extend((0..all).filter_map(|first| shortest(beats, first)).min_by_key(Vec::len));
    }
    found
}

/// The shortest circle through one of them.
fn shortest(beats: &[Vec<bool>], first: usize) -> Option<Vec<usize>> {
    let mut before: Vec<Option<usize>> = vec![None; beats.len()];
    let mut open = VecDeque::from([first]);
    while let Some(one) = open.pop_front() {
        for next in (0..beats.len()).filter(|&next| beats[one][next]) {
            if next == first {
                let mut circle: Vec<usize> = std::iter::successors(Some(one), |&place| before[place]).collect();
                circle.reverse();
                return Some(circle);
            }
            if before[next].is_none() {
                before[next] = Some(one);
                open.push_back(next);
            }
        }
    }
    None
}

/// The rows and columns in one line, by least squares.
#[derive(Clone, PartialEq, Debug)]
pub struct Strength {
    /// By row: the odds at which it wins against a column of middling strength, compared with those of a row of middling strength.
    pub rows: Vec<Interval>,
    /// By column, in the same way: the odds at which a middling row loses against it.
    pub columns: Vec<Interval>,
    /// The shares that the line foretells, row by row.
    pub foretold: Vec<Vec<f64>>,
    /// The part of the differences of the log odds that it explains, 0 to 1; the rest are circles, and strengths that lie only in some
    /// pairings. None where there are no differences.
    pub explained: Option<Interval>,
}

/// Strengths by least squares of the log odds of shares (HodgeRank of Jiang, Lim, Yao and Ye 2011, for a full matrix: means of rows and
/// columns). `single` are the shares with intervals each at its level, for those of the strengths; `together` the same ones with
/// intervals that hold together, for how much is explained.
#[must_use]
pub fn strength(single: &[Vec<Interval>], together: &[Vec<Interval>]) -> Strength {
    let (rows, columns) = (single.len(), single[0].len());
    let odds: Vec<Vec<Interval>> = single.iter().map(|row| row.iter().map(log_odds).collect()).collect();
    let of_row: Vec<Interval> = odds.iter().map(|row| mean(row)).collect();
    let column = |column: usize| mean(&odds.iter().map(|row| row[column]).collect::<Vec<_>>());
    let of_column: Vec<Interval> = (0..columns).map(column).collect();
    let middle = of_row.iter().map(|row| row.estimate).sum::<f64>() / rows as f64;
    let fitted = |row: usize, column: usize| of_row[row].estimate + of_column[column].estimate - middle;
    let each = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let square = |of: &dyn Fn(usize, usize) -> f64| each().map(|(row, column)| of(row, column).powi(2)).sum::<f64>().sqrt();
    let line = square(&|row, column| fitted(row, column) - middle);
    let rest = square(&|row, column| odds[row][column].estimate - fitted(row, column));
    // However far the truth lies from the estimates within the intervals, its parts lie no farther from theirs: both are projections.
    let reach = square(&|row, column| {
        let known = log_odds(&together[row][column]);
        known.reach()
    });
    let part = |line: f64, rest: f64| if line + rest > 0.0 { line * line / (line * line + rest * rest) } else { 0.0 };
    let explained = (line + rest > ROUNDING).then(|| Interval {
        estimate: part(line, rest),
        low: part((line - reach).max(0.0), rest + reach),
        high: part(line + reach, (rest - reach).max(0.0)),
    });
    let factor = |one: &Interval, turned: bool| {
        let [estimate, low, high] =
            [one.estimate, one.low, one.high].map(|odds| if turned { middle - odds } else { odds - middle }.exp());
        Interval { estimate, low: low.min(high), high: high.max(low) }
    };
    Strength {
        rows: of_row.iter().map(|row| factor(row, false)).collect(),
        columns: of_column.iter().map(|column| factor(column, true)).collect(),
        foretold: (0..rows)
            .map(|row| (0..columns).map(|column| 1.0 / (1.0 + (-fitted(row, column)).exp())).collect())
            .collect(),
        explained,
    }
}

/// The logarithm of the odds of a share.
fn log_odds(share: &Interval) -> Interval {
    let of = |share: f64| {
        let share = share.clamp(SHARE_LEAST, 1.0 - SHARE_LEAST);
        (share / (1.0 - share)).ln()
    };
    Interval { estimate: of(share.estimate), low: of(share.low), high: of(share.high) }
}

/// The probability of every one of these circles' steps, at the worst, if those who take it were even: `chances` are those of each pair,
/// corrected for all pairs together.
#[must_use]
pub fn doubt(circle: &[usize], chances: &[Vec<f64>]) -> f64 {
    let steps = circle.iter().zip(circle.iter().cycle().skip(1));
    steps.map(|(&one, &next)| chances[one][next]).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::Level;
    use super::super::score::Score;
    use super::super::testing::UniformNumbers;
    use super::super::verdict::holm;
    use super::*;

    fn around(shares: &[&[f64]], half: f64) -> Vec<Vec<Interval>> {
        shares.iter().map(|row| row.iter().map(|&share| Interval::around(share, half)).collect()).collect()
    }

    /// Fights of each of the pairs, seen from both sides, by the true shares above the diagonal.
    fn fought(truth: &dyn Fn(usize, usize) -> f64, entries: usize, n: u64, luck: &mut UniformNumbers) -> Vec<Vec<Score>> {
        let mut scores = vec![vec![Score { won: n / 2, drawn: 0, lost: n - n / 2 }; entries]; entries];
        let pairs = (0..entries).flat_map(|one| (one + 1..entries).map(move |other| (one, other)));
        for (one, other) in pairs {
            let won = luck.binomial(n, truth(one, other));
            scores[one][other] = Score { won, drawn: 0, lost: n - won };
            scores[other][one] = scores[one][other].turned();
        }
        scores
    }

    fn intervals(scores: &[Vec<Score>], level: Level) -> Vec<Vec<Interval>> {
        scores.iter().map(|row| row.iter().map(|score| score.interval(level).expect("fights")).collect()).collect()
    }

    #[test]
    fn a_row_that_is_never_better_is_dominated_as_certainly_as_the_intervals_say() {
        let shares: &[&[f64]] = &[&[0.5, 0.6, 0.7], &[0.4, 0.5, 0.65], &[0.6, 0.4, 0.3]];
        let found = dominated(&around(shares, 0.01), 0.01);
        assert_eq!(
            found.iter().map(|one| (one.row, one.by, one.certainty, one.worst)).collect::<Vec<_>>(),
            [(1, 0, Certainty::Certain, 0)]
        );
        assert!((found[0].edge.estimate + 0.05).abs() < 1e-12 && (found[0].edge.high + 0.03).abs() < 1e-12, "{found:?}");
        let at = |half: f64, margin: f64| dominated(&around(shares, half), margin).first().map(|one| one.certainty);
        assert_eq!([at(0.03, 0.02), at(0.03, 0.005), at(0.2, 0.01)], [Some(Certainty::Within), Some(Certainty::Open), None]);
        // What is solved may be equal somewhere.
        let equal: &[&[f64]] = &[&[0.5, 0.6], &[0.5, 0.5], &[0.5, 0.5]];
        let found = dominated(&around(equal, 0.0), 0.0);
        assert_eq!(
            found.iter().map(|one| (one.row, one.by, one.certainty)).collect::<Vec<_>>(),
            [(1, 0, Certainty::Certain), (2, 0, Certainty::Certain)]
        );
        let counted = |half: f64, margin: f64| {
            beaten(&around(shares, half), margin).iter().map(|one| one.map(u8::from)).collect::<Vec<_>>()
        };
        assert_eq!(counted(0.01, 0.01), [[0, 0, 0], [1, 1, 1], [0, 0, 0]]);
        assert_eq!(counted(0.04, 0.01)[1], [0, 1, 1], "so wide intervals leave it open");
        assert_eq!(counted(0.0, 0.2)[1], [0, 0, 0], "what is within the margin is the same");
    }

    #[test]
    fn rock_paper_and_scissors_go_round_and_a_ladder_does_not() {
        let round = around(&[&[0.5, 0.3, 0.7], &[0.7, 0.5, 0.3], &[0.3, 0.7, 0.5]], 0.05);
        assert_eq!(circles(&beats(&round)), [[0, 2, 1]]);
        assert!(circles(&beats(&around(&[&[0.5, 0.6, 0.7], &[0.4, 0.5, 0.6], &[0.3, 0.4, 0.5]], 0.05))).is_empty());
        // Four in a circle of which those who stand opposite are even: no circle of three, but one of four.
        let four = around(&[&[0.5, 0.7, 0.5, 0.3], &[0.3, 0.5, 0.7, 0.5], &[0.5, 0.3, 0.5, 0.7], &[0.7, 0.5, 0.3, 0.5]], 0.05);
        assert_eq!(circles(&beats(&four)), [[0, 1, 2, 3]]);
        let line = strength(&round, &round);
        assert!(line.rows.iter().all(|one| (one.estimate - 1.0).abs() < 1e-9), "{line:?}");
        let explained = line.explained.expect("there are differences");
        assert!(explained.estimate < 1e-9 && explained.high < 0.3, "a circle is no line: {explained:?}");
    }

    #[test]
    fn strengths_that_made_a_matrix_are_found_again() {
        let price = [1.0, 2.0, 4.0_f64];
        let share = |one: usize, other: usize| price[one] / (price[one] + price[other]);
        let shares: Vec<Vec<Interval>> =
            (0..3).map(|one| (0..3).map(|other| Interval::around(share(one, other), 0.01)).collect()).collect();
        let line = strength(&shares, &shares);
        for (row, found) in line.rows.iter().enumerate() {
            assert!(
                (found.estimate - price[row] / 2.0).abs() < 1e-9 && found.low < found.estimate && found.estimate < found.high
            );
            assert!(
                (line.columns[row].estimate - found.estimate).abs() < 1e-9 && line.columns[row].low < line.columns[row].high
            );
            assert!((0..3).all(|column| (line.foretold[row][column] - share(row, column)).abs() < 1e-9));
        }
        let explained = line.explained.expect("there are differences");
        assert!((explained.estimate - 1.0).abs() < 1e-9 && explained.low > 0.9 && explained.low < 1.0, "{explained:?}");
        assert_eq!(strength(&around(&[&[0.5, 0.5], &[0.5, 0.5]], 0.0), &around(&[&[0.5; 2], &[0.5; 2]], 0.0)).explained, None);
    }

    #[test]
    fn equals_are_neither_dominated_nor_in_circles_more_often_than_the_level_says() {
        let (runs, mut luck, mut wrong) = (1000, UniformNumbers::new(3), 0);
        let level = Level::default().shared(15);
        for _ in 0..runs {
            let shares = intervals(&fought(&|_, _| 0.5, 6, 1000, &mut luck), level);
            let any = dominated(&shares, 0.01).iter().any(|one| one.certainty == Certainty::Certain);
            wrong += u32::from(any || !circles(&beats(&shares)).is_empty());
        }
        // At most 5 % and five sigma; three luck-made edges have to fit together, so that there are far fewer.
        assert!(wrong <= 84, "{wrong} of {runs}");
    }

    #[test]
    fn a_pair_that_is_even_is_called_uneven_in_no_more_runs_than_the_level_says() {
        let (runs, mut luck, mut wrong) = (2000, UniformNumbers::new(4), 0);
        let level = Level::default().shared(15);
        for _ in 0..runs {
            let shares = intervals(&fought(&|_, _| 0.5, 6, 400, &mut luck), level);
            wrong += u32::from(beats(&shares).iter().flatten().any(|ahead| *ahead));
        }
        // 5 % of 2000 and five sigma; and near it, for the correction is not wasteful.
        assert!((50..=149).contains(&wrong), "{wrong} of {runs}");
    }

    #[test]
    fn the_doubt_of_a_circle_is_that_of_its_weakest_step() {
        let mut luck = UniformNumbers::new(5);
        let truth = |one: usize, other: usize| if (one, other) == (0, 2) { 0.3 } else { 0.7 };
        let scores = fought(&truth, 3, 2000, &mut luck);
        let pairs = [(0, 1), (0, 2), (1, 2)];
        let adjusted = holm(&pairs.map(|(one, other)| scores[one][other].chance_if_even()), 3);
        let mut chances = vec![vec![1.0; 3]; 3];
        for ((one, other), chance) in pairs.into_iter().zip(adjusted) {
            (chances[one][other], chances[other][one]) = (chance, chance);
        }
        let circle = &circles(&beats(&intervals(&scores, Level::default())))[0];
        assert_eq!(circle, &[0, 1, 2]);
        assert!(doubt(circle, &chances) < 1e-20);
        chances[1][2] = 0.2;
        assert_eq!(doubt(circle, &chances), 0.2);
    }
}
