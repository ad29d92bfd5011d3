//! Survival: how many are left after each of several dangers in a row, where not everybody meets all of them.
//!
//! Owns the product-limit estimate (Kaplan and Meier 1958) over dangers that come one after the other, the hazard of each, and
//! their limits. The variance is Greenwood's (1926); its limits are those of Wilson for as many fights as would have the same
//! variance without anybody leaving (Rothman 1978), so that they are those of a [`proportion`] where nobody does. For a handful
//! of losses those of Garwood take over, as they do there. Start at [`survival`].

use super::proportion::{FEW, proportion, wilson_of};
use super::{Interval, Level};

/// One danger: how many met it, and how many of them did not survive it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// Those who met it: the numbers at risk.
    pub at_risk: u64,
    /// Those of them who were lost in it.
    pub lost: u64,
}

/// The effect of a danger.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Survived {
    /// The chance of being lost in it, of those who meet it.
    pub hazard: Interval,
    /// The chance of being left after it and all before it.
    pub left: Interval,
}

/// Hazards and survival, danger by danger, as far as anybody comes. Whoever is not at risk any more without being lost has
/// left: that must not depend on what would have become of it.
///
/// # Panics
/// More combatants lost than at risk.
#[must_use]
pub fn survival(dangers: &[Danger], level: Level) -> Vec<Survived> {
    // Chance of being left, Greenwood's sum, losses so far, and the limits before the last danger.
    let (mut left, mut sum, mut losses) = (1.0, 0.0, 0);
    let mut before = Interval { estimate: 1.0, low: 1.0, high: 1.0 };
    let mut survived = Vec::new();
    for danger in dangers {
        let Some(hazard) = proportion(danger.lost, danger.at_risk, level) else { break };
        let (at_risk, lost) = (danger.at_risk as f64, danger.lost as f64);
        losses += danger.lost;
        left *= 1.0 - lost / at_risk;
        let interval = if danger.lost == danger.at_risk {
            // Nobody is left, and how sure that is follows from those who met this danger alone.
            Interval { estimate: 0.0, low: 0.0, high: before.high * (1.0 - hazard.low) }
        } else {
            sum += lost / (at_risk * (at_risk - lost));
            limits(left, sum, losses, danger.at_risk, level)
        };
        survived.push(Survived { hazard, left: interval });
        before = interval;
        if danger.lost == danger.at_risk {
            break;
        }
    }
    survived
}

/// The limits of being left with this chance and Greenwood's sum, after so many losses, with so many at risk at last.
fn limits(left: f64, sum: f64, losses: u64, at_risk: u64, level: Level) -> Interval {
    if losses == 0 {
        let none = proportion(0, at_risk, level).unwrap_or(Interval { estimate: 0.0, low: 0.0, high: 1.0 });
        return Interval { estimate: 1.0, low: 1.0 - none.high, high: 1.0 };
    }
    // Variance over the square of the chance is Greenwood's sum.
    let fights = (1.0 - left) / (left * sum);
    if losses >= FEW {
        return wilson_of(left, fights, level);
    }
    // The losses as those of a Poisson distribution among as many fights as would have the same mean.
    let few = proportion(losses, ((losses as f64 / (1.0 - left)).round() as u64).max(losses), level);
    let few = few.unwrap_or(Interval { estimate: 1.0 - left, low: 0.0, high: 1.0 });
    Interval { estimate: left, low: (1.0 - few.high).min(left), high: (1.0 - few.low).max(left) }
}

#[cfg(test)]
mod tests {
    use super::super::enumeration::{binomial, holds};
    use super::*;

    fn dangers(of: &[(u64, u64)]) -> Vec<Danger> {
        of.iter().map(|&(at_risk, lost)| Danger { at_risk, lost }).collect()
    }

    #[test]
    fn where_nobody_leaves_it_is_a_proportion() {
        let level = Level::default();
        let survived = survival(&dangers(&[(1000, 200), (800, 100), (700, 350)]), level);
        for (survived, left) in survived.iter().zip([800, 700, 350]) {
            let due = proportion(left, 1000, level).expect("there are fights");
            for (ours, due) in
                [(survived.left.estimate, due.estimate), (survived.left.low, due.low), (survived.left.high, due.high)]
            {
                assert!((ours - due).abs() < 1e-12, "{survived:?} instead of {due:?}");
            }
        }
        let few = survival(&dangers(&[(1000, 3)]), level);
        let due = proportion(997, 1000, level).expect("there are fights");
        assert!((few[0].left.low - due.low).abs() < 1e-9 && (few[0].left.high - due.high).abs() < 1e-9, "{few:?} {due:?}");
    }

    #[test]
    fn estimates_agree_with_the_published_example() {
        // Freireich 1963, weeks in remission under 6-MP, as every textbook has it (Kleinbaum and Klein 2012, table 2.1).
        let weeks = [(21, 3), (17, 1), (15, 1), (12, 1), (11, 1), (7, 1), (6, 1)];
        let published = [0.857_1, 0.806_7, 0.752_9, 0.690_2, 0.627_5, 0.537_8, 0.448_2];
        let survived = survival(&dangers(&weeks), Level::default());
        for (survived, published) in survived.iter().zip(published) {
            assert!((survived.left.estimate - published).abs() < 5e-5, "{survived:?} instead of {published}");
            assert!(survived.left.low < published && published < survived.left.high);
        }
        assert_eq!(survived.len(), published.len());
    }

    #[test]
    fn limits_hold_the_truth_as_often_as_they_say() {
        // Two dangers; a third of those who survive the first one goes home. Every outcome is looked at.
        for (n, first, second) in [(200, 0.3, 0.4), (300, 0.05, 0.1), (400, 0.01, 0.02), (60, 0.5, 0.2)] {
            let truth = (1.0 - first) * (1.0 - second);
            let mut covered = 0.0;
            let (least, lost) = binomial(n, first);
            for (one, chance) in (least..).zip(lost) {
                let at_risk = (n - one) - (n - one) / 3;
                let (least, lost) = binomial(at_risk, second);
                for (other, then) in (least..).zip(lost) {
                    let survived = survival(&dangers(&[(n, one), (at_risk, other)]), Level::default());
                    if survived.last().is_some_and(|survived| holds(survived.left, truth)) {
                        covered += chance * then;
                    }
                }
            }
            assert!((0.93..=0.999).contains(&covered), "{n}, {first}, {second}: {covered}");
        }
    }

    #[test]
    fn the_end_and_the_beginning_have_limits_too() {
        let survived = survival(&dangers(&[(100, 0), (100, 100), (0, 0)]), Level::default());
        assert_eq!(survived.len(), 2);
        assert!(survived[0].left.low > 0.95 && survived[0].left.low < 1.0 && survived[0].left.high == 1.0);
        assert!(survived[1].left.estimate == 0.0 && survived[1].left.high > 0.0 && survived[1].left.high < 0.05);
    }
}
