//! Mixtures: what both sides would mix of the policies that were found for them, where what one wins the other loses.
//!
//! Owns the shares of all pairs of policies and what follows from them. Start at [`PolicyMixture::of`].

use crate::stats::proportion::proportion;
use crate::stats::zero_sum::{self, Equilibrium, equilibrium};
use crate::stats::{Interval, Level};

/// What both sides would mix of all policies that were found.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyMixture {
    /// The share that the first side wins with each of its policies against each of the other's; draws are half.
    pub payoffs: Vec<Vec<f64>>,
    /// Fights of each pair.
    pub fights: u64,
    /// The mixtures.
    pub equilibrium: Equilibrium,
}

impl PolicyMixture {
    /// The mixture by fights of each policy of the first side against each of so many of the second: whether they went as the first side
    /// wants it, then whether as the second does.
    #[must_use]
    pub fn of(went: &[Vec<bool>], columns: usize) -> Self {
        let won = |went: &[bool]| went.iter().filter(|one| **one).count() as f64 / went.len().max(1) as f64;
        let payoffs: Vec<f64> = went.chunks(2).map(|pair| f64::midpoint(won(&pair[0]), 1.0 - won(&pair[1]))).collect();
        let payoffs: Vec<Vec<f64>> = payoffs.chunks(columns).map(<[f64]>::to_vec).collect();
        let equilibrium = equilibrium(&payoffs);
        PolicyMixture { payoffs, fights: went.first().map_or(0, Vec::len) as u64, equilibrium }
    }

    /// The share of one pair, with its interval. Draws are half, which scatters less than what is won or lost.
    #[must_use]
    pub fn payoff(&self, share: f64, level: Level) -> Option<Interval> {
        proportion((share * self.fights as f64).round() as u64, self.fights, level)
    }

    /// What the first side wins of the mixture, by intervals of all pairs that hold together.
    #[must_use]
    pub fn value(&self, level: Level) -> Option<Interval> {
        let pairs = self.payoffs.iter().map(Vec::len).sum::<usize>();
        let level = level.shared(pairs.max(1));
        let of = |row: &Vec<f64>| row.iter().map(|share| self.payoff(*share, level)).collect::<Option<Vec<_>>>();
        Some(zero_sum::value(&self.payoffs.iter().map(of).collect::<Option<Vec<_>>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_that_beat_each_other_are_mixed_evenly_and_win_a_half() {
        // Each pair of policies: fights that the first side wins, and those that the second does.
        let pair = |won: u64| [(0..1000).map(|fight| fight < won).collect(), (0..1000).map(|fight| fight >= won).collect()];
        let went: Vec<Vec<bool>> = [900, 100, 100, 900].into_iter().flat_map(pair).collect();
        let mixture = PolicyMixture::of(&went, 2);
        let near = |row: &[f64], of: [f64; 2]| row.iter().zip(of).all(|(share, of)| (share - of).abs() < 1e-12);
        assert!(near(&mixture.payoffs[0], [0.9, 0.1]) && near(&mixture.payoffs[1], [0.1, 0.9]), "{mixture:?}");
        assert_eq!(mixture.fights, 1000);
        assert!(mixture.equilibrium.rows.iter().all(|weight| (weight - 0.5).abs() < 1e-9), "{mixture:?}");
        let value = mixture.value(Level::default()).expect("there are fights");
        assert!(value.low < 0.5 && value.high > 0.5 && value.high - value.low < 0.1, "{value:?}");
    }

    #[test]
    fn draws_are_half_of_a_victory() {
        let mixture = PolicyMixture::of(&[vec![false; 100], vec![false; 100]], 1);
        assert_eq!(mixture.payoffs, [[0.5]]);
        assert_eq!(PolicyMixture::of(&[vec![], vec![]], 1).value(Level::default()), None);
    }
}
