//! Differences without error: what a change does to every outcome of a scenario that is solved before and after it.
//!
//! Owns the difference of two exact answers, and its bounds where one of them could not be finished. Start at [`differences`].

use crate::analysis::outcome::{Outcome, Outcomes};
use crate::exact::Solved;
use crate::stats::Interval;
use crate::tally::Matching;

/// The loss of a sum of many probabilities: below this nothing has moved.
const ROUNDING: f64 = 1e-12;

/// An outcome before and after a change. Limits are bounds that hold for certain, and one where all was followed.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The outcome that is compared.
    pub outcome: Outcome,
    /// Before the change.
    pub before: Interval,
    /// After it.
    pub after: Interval,
    /// After minus before.
    pub by: Interval,
}

impl Difference {
    /// True if it is certain that nothing moved.
    #[must_use]
    pub fn unmoved(&self) -> bool {
        let scale = self.before.high.abs().max(1.0);
        self.by.low.abs() <= ROUNDING * scale && self.by.high.abs() <= ROUNDING * scale
    }
}

/// The difference of every outcome that both answers know, and names of the others.
#[must_use]
pub fn differences(
    outcomes: &Outcomes,
    matching: &Matching,
    before: &Solved,
    after: &Solved,
) -> (Vec<Difference>, Vec<String>) {
    let (mut found, mut unknown) = (Vec::new(), Vec::new());
    for outcome in &outcomes.both {
        let [one, other] = outcomes.exact(outcome, matching, [before, after]);
        match one.zip(other) {
            Some((before, after)) => {
                found.push(Difference { outcome: outcome.clone(), before, after, by: moved(before, after) });
            }
            None => unknown.push(outcome.key.clone()),
        }
    }
    (found, unknown)
}

/// The second minus the first, however the two belong together.
#[must_use]
pub fn moved(before: Interval, after: Interval) -> Interval {
    after.minus(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::outcome::matching;
    use crate::analysis::testing::catalogue;
    use crate::exact::SolverStop;

    /// A fight that the left wins so often, in two rounds or three, as often the one as the other.
    fn solved(left: f64) -> Solved {
        let mut solved = Solved::new(vec![None; catalogue().metrics.len()]);
        solved.metrics[0].extend([(0, left), (1, 1.0 - left)]);
        solved.metrics[1].extend([(2, 0.5), (3, 0.5)]);
        solved
    }

    fn between(before: &Solved, after: &Solved) -> (Vec<Difference>, Vec<String>) {
        let catalogue = catalogue();
        let matching = matching(&catalogue, &catalogue, true, |_| false);
        let outcomes = Outcomes::of(&catalogue, &catalogue, &matching);
        differences(&outcomes, &matching, before, after)
    }

    #[test]
    fn a_difference_has_no_error_and_what_did_not_move_is_known_not_to() {
        let (found, unknown) = between(&solved(0.625), &solved(0.5));
        assert!((found[0].by.estimate + 0.125).abs() < 1e-15 && found[0].by.low == found[0].by.high, "{:?}", found[0]);
        let rounds = found.iter().find(|one| one.outcome.key == "rounds").expect("rounds are compared");
        assert!(rounds.unmoved() && !found[0].unmoved());
        assert!(!unknown.is_empty(), "what has to be counted has no exact difference");
    }

    #[test]
    fn a_difference_of_an_unfinished_answer_has_bounds() {
        let mut part = solved(0.5);
        part.metrics[0] = [(0, 0.4), (1, 0.5)].into();
        part.lose(0.1, SolverStop::Time);
        let (found, _) = between(&solved(0.625), &part);
        assert!((found[0].by.low - (0.4 - 0.625)).abs() < 1e-12 && (found[0].by.high - (0.5 - 0.625)).abs() < 1e-12);
        assert!(found.iter().all(|one| one.outcome.key != "rounds"), "nobody can bound a mean of rounds");
    }
}
