//! Scores: how the fights between two ended, draws as half.
//!
//! Owns the share of a score and its interval: a victory counts 1, a fight that nobody wins one half, a defeat nothing. Without draws it is
//! a [`proportion`]; with draws it is half the mean of what is worth 0, 1 or 2. Start at [`Score::interval`].

use serde::{Deserialize, Serialize};

use super::gamma::binomial_tails;
use super::proportion::proportion;
use super::sample::Sample;
use super::{Interval, Level};

/// The ends of some fights, seen from one of two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// Fights that it won.
    pub won: u64,
    /// Fights that nobody won.
    pub drawn: u64,
    /// Fights that the other side won.
    pub lost: u64,
}

impl Score {
    /// The number of fights.
    #[must_use]
    pub fn n(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The same fights, seen from the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        Score { won: self.lost, drawn: self.drawn, lost: self.won }
    }

    /// These fights and others.
    #[must_use]
    pub fn and(self, other: Score) -> Self {
        Score { won: self.won + other.won, drawn: self.drawn + other.drawn, lost: self.lost + other.lost }
    }

    /// The share with its interval, within 0 to 1; none without fights.
    #[must_use]
    pub fn interval(self, level: Level) -> Option<Interval> {
        if self.drawn == 0 {
            return proportion(self.won, self.n(), level);
        }
        let counts = [(0, self.lost), (1, self.drawn), (2, self.won)].into_iter().filter(|(_, fights)| *fights > 0);
        let doubled = Sample::within(&counts.collect::<Vec<_>>(), Some([0, 2]))?.mean(level)?;
        Some(Interval { estimate: doubled.estimate / 2.0, low: doubled.low / 2.0, high: doubled.high / 2.0 })
    }

    /// The probability of a score at least as far from even, if the two are: of the fights that somebody wins each wins half (sign
    /// test). 1 without such fights.
    #[must_use]
    pub fn chance_if_even(self) -> f64 {
        let decided = self.won + self.lost;
        if decided == 0 {
            return 1.0;
        }
        let (below, above) = binomial_tails(self.won, decided, 0.5);
        (2.0 * below.min(above)).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::UniformNumbers;
    use super::*;

    #[test]
    fn a_score_is_seen_from_both_sides_and_draws_are_half() {
        let score = Score { won: 500, drawn: 200, lost: 300 };
        let (one, other) =
            (score.interval(Level::default()).expect("fights"), score.turned().interval(Level::default()).expect("fights"));
        assert_eq!((one.estimate, other.estimate), (0.6, 0.4));
        assert!(
            (one.low - (1.0 - other.high)).abs() < 1e-12 && (one.high - (1.0 - other.low)).abs() < 1e-12,
            "{one:?} {other:?}"
        );
        let plain = Score { won: 600, drawn: 0, lost: 400 }.interval(Level::default());
        assert_eq!(plain, proportion(600, 1000, Level::default()));
        assert!(one.half_width() < plain.expect("fights").half_width(), "draws vary less than victories");
        assert_eq!((Score::default().interval(Level::default()), Score::default().chance_if_even()), (None, 1.0));
        assert_eq!(score.and(score.turned()).interval(Level::default()).map(|both| both.estimate), Some(0.5));
    }

    #[test]
    fn nothing_but_draws_and_hardly_anything_else_keep_an_interval() {
        let drawn = Score { won: 0, drawn: 1000, lost: 0 }.interval(Level::default()).expect("fights");
        assert!(drawn.estimate == 0.5 && drawn.low < 0.4995 && drawn.high > 0.5005, "{drawn:?}");
        let hardly = Score { won: 1, drawn: 999, lost: 0 }.interval(Level::default()).expect("fights");
        assert!(hardly.low < 0.5 && hardly.high < 0.51 && hardly.high > 0.501, "{hardly:?}");
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let (runs, mut luck, mut held) = (2000, UniformNumbers::new(45), 0);
        for _ in 0..runs {
            let mut score = Score::default();
            for _ in 0..300 {
                match luck.choose(&[0.5, 0.2, 0.3]) {
                    0 => score.won += 1,
                    1 => score.drawn += 1,
                    _ => score.lost += 1,
                }
            }
            let interval = score.interval(Level::default()).expect("fights");
            held += u32::from(interval.low <= 0.6 && 0.6 <= interval.high);
        }
        // 95 % of 2000, five sigma to both sides.
        assert!((1851..=1949).contains(&held), "{held}");
    }

    #[test]
    fn the_sign_test_agrees_with_the_table_and_passes_draws_over() {
        // Five heads of five: 2/32. Eight of ten: 2 (45 + 10 + 1) / 1024.
        let chance = |won, drawn, lost| Score { won, drawn, lost }.chance_if_even();
        assert!((chance(5, 0, 0) - 0.0625).abs() < 1e-12);
        assert!((chance(8, 77, 2) - 112.0 / 1024.0).abs() < 1e-12);
        assert_eq!(chance(5, 9, 5), 1.0);
    }
}
