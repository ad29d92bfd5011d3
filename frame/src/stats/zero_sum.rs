//! Games of two whose gains add up to nothing: what each should mix, and what that is worth.
//!
//! Owns the equilibrium of a matrix of payoffs (von Neumann 1928), found by the simplex method (Dantzig 1951) with Bland's rule against
//! going round in a circle, and what intervals of the payoffs leave open of it. The value of a game only rises with its payoffs: so it lies
//! between the values of the matrix of all lower and of all upper limits, whatever the true payoffs between them are, and a mixture that is
//! best for any of them earns at least the lower value by the upper limits. Both hold together wherever the intervals do. Start at
//! [`equilibrium`], then [`value`] and [`room`].

use super::Interval;

/// What is closer is the same: the simplex method loses some digits.
const ROUNDING: f64 = 1e-9;
/// Numbers in the table of the simplex method that are nothing.
const NOTHING: f64 = 1e-11;
/// Turns of the simplex method at the most: far more than any game of a thousand rows took. Whatever is left then shows in the gap.
const TURNS_MOST: usize = 100_000;
/// Steps of the search for an end of the room of a weight: less than a ten-millionth of all of it.
const STEPS: usize = 24;

/// The best mixtures of both players.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// What the first player gets on average, whatever the second does.
    pub value: f64,
    /// The weights of the rows.
    pub rows: Vec<f64>,
    /// The weights of the columns.
    pub columns: Vec<f64>,
    /// What the two players could still gain by leaving it, together: nothing but the error of the computation.
    pub gap: f64,
}

/// One equilibrium of a game, of which `payoffs` are the gains of the player of the rows, row by row. There may be others; all have the
/// same value.
///
/// # Panics
/// A matrix without rows or columns, or with rows of different lengths.
#[must_use]
pub fn equilibrium(payoffs: &[Vec<f64>]) -> Equilibrium {
    let (rows, columns) = (payoffs.len(), payoffs.first().map_or(0, Vec::len));
    assert!(rows > 0 && columns > 0 && payoffs.iter().all(|row| row.len() == columns), "a game has rows and columns");
    // With payoffs that are positive the value is, and the program of the second player is: as much as possible of everything, where no
    // row gets more than 1.
    let least = payoffs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let shift = 1.0 - least;
    let width = columns + rows + 1;
    let mut table: Vec<Vec<f64>> = payoffs
        .iter()
        .enumerate()
        .map(|(row, gains)| {
            let mut line = vec![0.0; width];
            line.iter_mut().zip(gains).for_each(|(place, gain)| *place = gain + shift);
            line[columns + row] = 1.0;
            line[width - 1] = 1.0;
            line
        })
        .collect();
    let mut costs: Vec<f64> = (0..width).map(|column| if column < columns { -1.0 } else { 0.0 }).collect();
    let mut basis: Vec<usize> = (columns..columns + rows).collect();
    for _ in 0..TURNS_MOST {
        let Some(enters) = costs[..width - 1].iter().position(|cost| *cost < -NOTHING) else { break };
        let ratio = |row: usize| table[row][width - 1] / table[row][enters];
        let able = (0..rows).filter(|&row| table[row][enters] > NOTHING);
        let leaves = able.min_by(|&one, &other| ratio(one).total_cmp(&ratio(other)).then(basis[one].cmp(&basis[other])));
        // There is no end only where a payoff is not positive, and all are.
        let Some(leaves) = leaves else { break };
        turn(&mut table, &mut costs, leaves, enters);
        basis[leaves] = enters;
    }
    let total = costs[width - 1];
    let mut weights = vec![0.0; columns];
    for (row, &variable) in basis.iter().enumerate().filter(|(_, variable)| **variable < columns) {
        weights[variable] = table[row][width - 1].max(0.0) / total;
    }
    let own: Vec<f64> = (0..rows).map(|row| costs[columns + row].max(0.0) / total).collect();
    let found = Equilibrium { value: 1.0 / total - shift, rows: whole(own), columns: whole(weights), gap: 0.0 };
    let gap = best_of_rows(payoffs, &found.columns) - worst_of_columns(payoffs, &found.rows);
    Equilibrium { gap, ..found }
}

/// One step of the simplex method: the variable `enters` takes the place of the one of this row.
fn turn(table: &mut [Vec<f64>], costs: &mut [f64], leaves: usize, enters: usize) {
    let pivot = table[leaves][enters];
    table[leaves].iter_mut().for_each(|number| *number /= pivot);
    let line = table[leaves].clone();
    let clear = |other: &mut [f64]| {
        let factor = other[enters];
        if factor != 0.0 {
            other.iter_mut().zip(&line).for_each(|(number, own)| *number -= factor * own);
            other[enters] = 0.0;
        }
    };
    table.iter_mut().enumerate().filter(|(row, _)| *row != leaves).for_each(|(_, other)| clear(other));
    clear(costs);
}

/// Weights that add up to 1.
fn whole(weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// What the best row gets against this mixture of columns.
fn best_of_rows(payoffs: &[Vec<f64>], columns: &[f64]) -> f64 {
    let gain = |row: &Vec<f64>| row.iter().zip(columns).map(|(gain, weight)| gain * weight).sum::<f64>();
    payoffs.iter().map(gain).fold(f64::NEG_INFINITY, f64::max)
}

/// What this mixture of rows gets against the column that is worst for it.
fn worst_of_columns(payoffs: &[Vec<f64>], rows: &[f64]) -> f64 {
    let gain = |column: usize| payoffs.iter().zip(rows).map(|(row, weight)| row[column] * weight).sum::<f64>();
    (0..payoffs[0].len()).map(gain).fold(f64::INFINITY, f64::min)
}

/// The matrix of one part of each interval.
fn part(payoffs: &[Vec<Interval>], of: impl Fn(&Interval) -> f64) -> Vec<Vec<f64>> {
    payoffs.iter().map(|row| row.iter().map(&of).collect()).collect()
}

/// The game as the second player sees it: rows and columns exchanged, gains as losses.
fn turned(payoffs: &[Vec<Interval>]) -> Vec<Vec<Interval>> {
    let seen = |one: &Interval| Interval { estimate: -one.estimate, low: -one.high, high: -one.low };
    (0..payoffs[0].len()).map(|column| payoffs.iter().map(|row| seen(&row[column])).collect()).collect()
}

/// The value of a game whose payoffs are known by intervals.
#[must_use]
pub fn value(payoffs: &[Vec<Interval>]) -> Interval {
    let [estimate, low, high] =
        [part(payoffs, |one| one.estimate), part(payoffs, |one| one.low), part(payoffs, |one| one.high)]
            .map(|payoffs| equilibrium(&payoffs).value);
    // Only rounding could lead outside.
    Interval { estimate, low: low.min(estimate), high: high.max(estimate) }
}

/// The least and the largest weight that each row may have in a mixture that is best for any payoffs within the intervals, with its weight
/// in one equilibrium of the estimates; then the same of the columns. `value` is that of the game where it is known for certain, as that of
/// a game that is the same for both players is.
#[must_use]
pub fn room(payoffs: &[Vec<Interval>], value: Option<f64>) -> [Vec<Interval>; 2] {
    let [rows, columns] = left(payoffs);
    let kept: Vec<Vec<Interval>> =
        rows.iter().map(|&row| columns.iter().map(|&column| payoffs[row][column]).collect()).collect();
    let found = equilibrium(&part(&kept, |one| one.estimate));
    let placed = |all: usize, places: &[usize], room: Vec<Interval>| {
        let mut weights = vec![Interval::around(0.0, 0.0); all];
        places.iter().zip(room).for_each(|(&place, weight)| weights[place] = weight);
        weights
    };
    [
        placed(payoffs.len(), &rows, room_of_rows(&kept, &found.rows, value)),
        placed(payoffs[0].len(), &columns, room_of_rows(&turned(&kept), &found.columns, value.map(|value| -value))),
    ]
}

/// The rows and columns that are left when again and again those are taken away that are worse than another one against all that are left,
/// whatever the payoffs within the intervals are: no best mixture has any of them.
fn left(payoffs: &[Vec<Interval>]) -> [Vec<usize>; 2] {
    let (mut rows, mut columns): (Vec<usize>, Vec<usize>) = ((0..payoffs.len()).collect(), (0..payoffs[0].len()).collect());
    loop {
        let worse_row =
            |row: usize, by: usize| columns.iter().all(|&column| payoffs[row][column].high < payoffs[by][column].low);
        let worse_column = |column: usize, by: usize| rows.iter().all(|&row| payoffs[row][by].high < payoffs[row][column].low);
        let row = rows.iter().position(|&row| rows.iter().any(|&by| worse_row(row, by)));
        let column = columns.iter().position(|&column| columns.iter().any(|&by| worse_column(column, by)));
        match (row, column) {
            (Some(row), _) => drop(rows.remove(row)),
            (None, Some(column)) => drop(columns.remove(column)),
            (None, None) => return [rows, columns],
        }
    }
}

/// The room of the weights of the rows around those that were found.
fn room_of_rows(payoffs: &[Vec<Interval>], found: &[f64], value: Option<f64>) -> Vec<Interval> {
    if let [_] = payoffs {
        return vec![Interval::around(1.0, 0.0)];
    }
    let upper = part(payoffs, |one| one.high);
    let needed = value.unwrap_or_else(|| equilibrium(&part(payoffs, |one| one.low)).value) - ROUNDING;
    let within = |row: usize| {
        // What is earned at the most, by the upper limits, with exactly this weight on the row: it rises to one height and falls again,
        // so that the weights with which it is enough lie side by side; the one that was found is among them.
        let enough = |weight: f64| {
            let others = upper.iter().enumerate().filter(|(other, _)| *other != row);
            let mixed = |other: &Vec<f64>| {
                upper[row].iter().zip(other).map(|(own, other)| weight * own + (1.0 - weight) * other).collect()
            };
            let mixed: Vec<Vec<f64>> = others.map(|(_, other)| mixed(other)).collect();
            equilibrium(&mixed).value >= needed
        };
        let end = |outer: f64| {
            if enough(outer) {
                return outer;
            }
            let (mut inside, mut outside) = (found[row], outer);
            for _ in 0..STEPS {
                let middle = f64::midpoint(inside, outside);
                if enough(middle) { inside = middle } else { outside = middle }
            }
            outside
        };
        Interval { estimate: found[row], low: end(0.0), high: end(1.0) }
    };
    (0..payoffs.len()).map(within).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::UniformNumbers;
    use super::*;

    fn exactly(payoffs: &[&[f64]]) -> Vec<Vec<Interval>> {
        payoffs.iter().map(|row| row.iter().map(|&gain| Interval::around(gain, 0.0)).collect()).collect()
    }

    fn solved(payoffs: &[&[f64]]) -> Equilibrium {
        equilibrium(&payoffs.iter().map(|row| row.to_vec()).collect::<Vec<_>>())
    }

    fn near(ours: &[f64], wanted: &[f64]) -> bool {
        ours.len() == wanted.len() && ours.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-9)
    }

    #[test]
    fn games_of_the_textbooks_come_out() {
        // Rock, paper, scissors: a third each.
        let third = [1.0 / 3.0; 3];
        let round = solved(&[&[0.5, 0.0, 1.0], &[1.0, 0.5, 0.0], &[0.0, 1.0, 0.5]]);
        assert!(near(&round.rows, &third) && near(&round.columns, &third) && (round.value - 0.5).abs() < 1e-9, "{round:?}");
        // Pennies with a bonus, by hand: 3p - (1 - p) = -2p + (1 - p), so p is 2/7 and the value 1/7.
        let pennies = solved(&[&[3.0, -2.0], &[-1.0, 1.0]]);
        assert!(near(&pennies.rows, &[2.0 / 7.0, 5.0 / 7.0]) && near(&pennies.columns, &[3.0 / 7.0, 4.0 / 7.0]), "{pennies:?}");
        assert!((pennies.value - 1.0 / 7.0).abs() < 1e-9);
        // A saddle: nobody mixes.
        let saddle = solved(&[&[0.4, 0.6], &[0.2, 0.1]]);
        assert!(near(&saddle.rows, &[1.0, 0.0]) && near(&saddle.columns, &[1.0, 0.0]) && (saddle.value - 0.4).abs() < 1e-9);
        assert!((solved(&[&[0.7]]).value - 0.7).abs() < 1e-9);
    }

    #[test]
    fn nobody_gains_by_leaving_an_equilibrium_of_any_game() {
        let mut luck = UniformNumbers::new(7);
        for _ in 0..300 {
            let (rows, columns) = (1 + (luck.uniform() * 9.0) as usize, 1 + (luck.uniform() * 9.0) as usize);
            // Few different payoffs, so that many games have ties.
            let payoffs: Vec<Vec<f64>> =
                (0..rows).map(|_| (0..columns).map(|_| (luck.uniform() * 6.0).floor() / 5.0).collect()).collect();
            let found = equilibrium(&payoffs);
            assert!(found.gap.abs() < ROUNDING, "{payoffs:?}: {found:?}");
            for weights in [&found.rows, &found.columns] {
                assert!(weights.iter().all(|weight| (0.0..=1.0 + 1e-12).contains(weight)), "{found:?}");
                assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_value_lies_between_those_of_the_limits_whatever_lies_between() {
        let mut luck = UniformNumbers::new(8);
        for _ in 0..100 {
            let mut known = Vec::new();
            let mut truth = Vec::new();
            for _ in 0..4 {
                let row: Vec<f64> = (0..4).map(|_| luck.uniform()).collect();
                known.push(row.iter().map(|&gain| Interval::around(gain, 0.05)).collect::<Vec<_>>());
                truth.push(row.iter().map(|gain| gain + 0.1 * (luck.uniform() - 0.5)).collect::<Vec<f64>>());
            }
            let (value, [rows, columns]) = (value(&known), room(&known, None));
            let true_one = equilibrium(&truth);
            assert!(value.low <= true_one.value && true_one.value <= value.high, "{value:?} {true_one:?}");
            for (room, weights) in [(rows, true_one.rows), (columns, true_one.columns)] {
                for (room, weight) in room.iter().zip(weights) {
                    assert!(room.low <= weight + 1e-6 && weight <= room.high + 1e-6, "{room:?} {weight}");
                }
            }
        }
    }

    #[test]
    fn what_is_worse_everywhere_is_in_no_mixture_and_leaves_room_for_none() {
        let known: Vec<Vec<Interval>> = [[0.5, 0.7, 0.6], [0.4, 0.6, 0.55], [0.2, 0.4, 0.3]]
            .map(|row| row.map(|gain| Interval::around(gain, 0.02)).to_vec())
            .to_vec();
        let [rows, columns] = room(&known, None);
        assert_eq!(rows.iter().map(|one| (one.low, one.high)).collect::<Vec<_>>(), [(1.0, 1.0), (0.0, 0.0), (0.0, 0.0)]);
        assert_eq!(columns.iter().map(|one| (one.low, one.high)).collect::<Vec<_>>(), [(1.0, 1.0), (0.0, 0.0), (0.0, 0.0)]);
    }

    #[test]
    fn who_beats_everybody_is_the_only_choice_of_a_game_that_is_the_same_for_both() {
        let share = |share: f64, half: f64| Interval::around(share, half);
        let known = vec![
            vec![share(0.5, 0.0), share(0.55, 0.02), share(0.9, 0.02)],
            vec![share(0.45, 0.02), share(0.5, 0.0), share(0.95, 0.02)],
            vec![share(0.1, 0.02), share(0.05, 0.02), share(0.5, 0.0)],
        ];
        let [rows, columns] = room(&known, Some(0.5));
        for weights in [rows, columns] {
            assert!(weights[0].low > 1.0 - 1e-6 && weights[1].high < 1e-6 && weights[2].high < 1e-6, "{weights:?}");
        }
    }

    #[test]
    fn a_mixture_that_is_the_only_one_has_no_room_and_equals_have_all() {
        let [rows, _] = room(&exactly(&[&[0.5, 0.0, 1.0], &[1.0, 0.5, 0.0], &[0.0, 1.0, 0.5]]), Some(0.5));
        assert!(rows.iter().all(|one| one.high - one.low < 1e-6 && (one.estimate - 1.0 / 3.0).abs() < 1e-9), "{rows:?}");
        let [rows, columns] = room(&exactly(&[&[0.5, 0.5], &[0.5, 0.5]]), None);
        assert!(rows.iter().chain(&columns).all(|one| one.low < 1e-6 && one.high > 1.0 - 1e-6), "{rows:?} {columns:?}");
    }
}
