//! Outcomes: what of two scenarios can be compared, by name.
//!
//! Owns the choice of metrics and what each of them yields: every label of a category by its share of fights, a flag by how often
//! it is set, a moment by how often it comes, an amount by its mean. Start at [`wanted`], then [`Outcomes::of`].

use crate::fight::{Catalogue, Metric, Scale};
use crate::stats::paired::{Amounts, Evidence, Pairs};
use crate::tally::{Joint, Matching, PairedTally};

/// Family of the conditions that the designer expects something of; their keys are the expectations' own words.
pub const EXPECTED: &str = "expected";

/// Family of metrics that say again what another one says.
pub const REPEATED: &str = "repeated";

/// How an outcome is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The share of fights in which it happens.
    Share,
    /// The mean, in this unit.
    Mean(&'static str),
}

/// Something that two scenarios are compared by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Its name: `winner = ogre`, `rounds`, `Ysolde.hp`.
    pub key: String,
    /// What it is in words, without whose: `HP left, mean`.
    pub label: String,
    /// The family of its metric.
    pub family: String,
    /// How it is measured.
    pub measure: Measure,
    /// Place of its metric in the matching.
    pub matched: usize,
    /// Which label it is, before and after; 1 for what happens or not.
    pub labels: (usize, usize),
}

/// A metric of several labels, of which each is an outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Category {
    /// Name of the metric.
    pub key: String,
    /// Its place in the matching.
    pub matched: usize,
    /// Its labels before the change.
    pub before: Vec<String>,
    /// Its labels after the change.
    pub after: Vec<String>,
}

/// All outcomes of a pair of scenarios.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcomes {
    /// Those that both have.
    pub both: Vec<Outcome>,
    /// The metrics of several labels among them.
    pub categories: Vec<Category>,
    /// Names of those that only the scenario before has.
    pub only_before: Vec<String>,
    /// Names of those that only the scenario after has.
    pub only_after: Vec<String>,
}

/// Whether a metric is compared: with `all` every one, otherwise how fights end, how long they take, what headline tables show and
/// what the designer expects something of.
#[must_use]
pub fn wanted(catalogue: &Catalogue, all: bool, metric: &Metric) -> bool {
    let headlined =
        || catalogue.overviews.iter().any(|overview| overview.headline && overview.families.contains(&metric.family));
    let category = matches!(metric.scale, Scale::Category(_));
    metric.family != REPEATED
        && (all || category || own(&metric.family) == "rounds" || metric.family == EXPECTED || headlined())
}

/// A family's own name, without the part of the day before it: `hp` for `fight2.hp`.
#[must_use]
pub fn own(family: &str) -> &str {
    family.rsplit_once('.').map_or(family, |(_, own)| own)
}

impl Outcomes {
    /// The outcomes of matched metrics, in the order of the catalogue before.
    #[must_use]
    pub fn of(before: &Catalogue, after: &Catalogue, matching: &Matching) -> Self {
        let keys = |catalogue: &Catalogue, indices: &[usize]| {
            indices.iter().map(|&index| catalogue.metrics[index].key.clone()).collect::<Vec<String>>()
        };
        let mut outcomes = Outcomes {
            both: Vec::new(),
            categories: Vec::new(),
            only_before: keys(before, &matching.only_before),
            only_after: keys(after, &matching.only_after),
        };
        for (place, matched) in matching.matched.iter().enumerate() {
            outcomes.add(place, &before.metrics[matched.before], &after.metrics[matched.after]);
        }
        outcomes
    }

    fn add(&mut self, matched: usize, before: &Metric, after: &Metric) {
        let outcome = |key: String, label: String, measure, labels| Outcome {
            key,
            label,
            family: before.family.clone(),
            measure,
            matched,
            labels,
        };
        let (key, label) = (before.key.as_str(), before.label.as_str());
        match (&before.scale, &after.scale) {
            (Scale::Category(old), Scale::Category(new)) => {
                let named = |name: &String| format!("{key} = {name}");
                for (row, name) in old.iter().enumerate() {
                    match new.iter().position(|other| other == name) {
                        Some(column) => {
                            let label = format!("{label} is {name}");
                            self.both.push(outcome(named(name), label, Measure::Share, (row, column)));
                        }
                        None => self.only_before.push(named(name)),
                    }
                }
                self.categories.push(Category { key: key.into(), matched, before: old.clone(), after: new.clone() });
                self.only_after.extend(new.iter().filter(|name| !old.contains(name)).map(named));
            }
            (Scale::Amount(unit), _) => {
                self.both.push(outcome(key.into(), format!("{label}, mean"), Measure::Mean(unit), (0, 0)));
            }
            _ => self.both.push(outcome(key.into(), label.into(), Measure::Share, (1, 1))),
        }
    }
}

impl Outcome {
    /// What the pairs counted so far say about it.
    #[must_use]
    pub fn evidence(&self, tally: &PairedTally) -> Evidence {
        match tally.joint(self.matched) {
            Joint::Labels(labels) => {
                let (row, column) = self.labels;
                let both = labels.count(row, column);
                let (lost, gained) = (labels.of_row(row) - both, labels.of_column(column) - both);
                Evidence::Event(Pairs { neither: labels.n() - both - lost - gained, gained, lost, both })
            }
            Joint::Shifts(shifts) => Evidence::Amount(Amounts::of(&shifts.before(), &shifts.after(), &shifts.difference())),
        }
    }

    /// The first fights in which it came about only after the change, or there is more of it; then those in which it did only
    /// before, or there is less.
    #[must_use]
    pub fn examples(&self, tally: &PairedTally) -> [Vec<u64>; 2] {
        match tally.joint(self.matched) {
            Joint::Labels(labels) => labels.examples(self.labels.0, self.labels.1),
            Joint::Shifts(shifts) => shifts.examples(),
        }
    }
}
