//! Margins: how small a difference counts as none.
//!
//! Owns the defaults and how a designer overrides them. A margin is a decision, not an estimate: *unchanged* always means
//! *within this margin*. Start at [`Margins::of`].

use super::outcome::{Outcome, OutcomeMeasure, own};

/// Margins by kind of outcome, and by family where the designer says so.
#[derive(Clone, PartialEq, Debug)]
pub struct Margins {
    /// Of shares of fights, as a share.
    pub rates: f64,
    /// Of amounts that are counted in rounds.
    pub rounds: f64,
    /// Of all other amounts and of ratios, as a part of their standard deviation from fight to fight; but never less than that of
    /// rates, so that what is 0 or 1 is not judged more strictly as an amount than as a rate.
    pub amounts: f64,
    /// Of families by name, in the unit of the outcome; later ones go before earlier ones.
    pub families: Vec<(String, f64)>,
}

impl Default for Margins {
    /// One percentage point; a quarter of a round; a twentieth of the standard deviation.
    fn default() -> Self {
        Margins { rates: 0.01, rounds: 0.25, amounts: 0.05, families: Vec::new() }
    }
}

impl Margins {
    /// The margin of an outcome that varies from fight to fight by this standard deviation.
    #[must_use]
    pub fn of(&self, outcome: &Outcome, deviation: f64) -> f64 {
        let named = |name: &String| *name == outcome.family || name == own(&outcome.family);
        let of_family = self.families.iter().rev().find(|(name, _)| named(name)).map(|(_, margin)| *margin);
        of_family.unwrap_or(match outcome.measure {
            OutcomeMeasure::Share => self.rates,
            OutcomeMeasure::Mean("rounds") => self.rounds,
            OutcomeMeasure::Mean(_) | OutcomeMeasure::Ratio(_) => (self.amounts * deviation).max(self.rates),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(family: &str, measure: OutcomeMeasure) -> Outcome {
        Outcome { key: family.into(), label: family.into(), family: family.into(), measure, matched: 0, labels: (0, 0) }
    }

    #[test]
    fn families_go_before_kinds_and_later_ones_before_earlier_ones() {
        let families = [("hp", 1.0), ("fight2.hp", 2.0), ("hp", 3.0)];
        let margins =
            Margins { families: families.map(|(name, margin)| (name.to_owned(), margin)).to_vec(), ..Margins::default() };
        let hp = OutcomeMeasure::Mean("HP");
        assert_eq!([outcome("hp", hp), outcome("fight2.hp", hp)].map(|outcome| margins.of(&outcome, 10.0)), [3.0, 3.0]);
        assert_eq!(margins.of(&outcome("exhaustion", OutcomeMeasure::Mean("levels")), 10.0), 0.5);
        assert_eq!(margins.of(&outcome("fight1.rounds", OutcomeMeasure::Mean("rounds")), 10.0), 0.25);
        assert_eq!(margins.of(&outcome("dead", OutcomeMeasure::Share), 0.5), 0.01);
        // A ratio that counts rounds is no number of rounds.
        assert_eq!(margins.of(&outcome("rounds_per_blow", OutcomeMeasure::Ratio("rounds")), 10.0), 0.5);
    }

    #[test]
    fn rare_amounts_are_not_judged_more_strictly_than_rare_events() {
        let rolls = outcome("death_rolls", OutcomeMeasure::Mean("rolls"));
        assert_eq!(Margins::default().of(&rolls, 0.02), 0.01);
        assert_eq!(Margins { rates: 0.0, ..Margins::default() }.of(&rolls, 0.02), 0.001);
    }
}
