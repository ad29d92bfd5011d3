//! Outcomes: what of two scenarios can be compared, by name.
//!
//! Owns the choice of metrics and what each of them yields: every label of a category by its share of fights, a flag by how often
//! it is set, a moment by how often it comes, an amount by its mean; and ratios of totals by themselves. Start at [`matching`],
//! then [`Outcomes::of`].

use std::cell::OnceCell;
use std::collections::HashMap;

use super::sharpen::{FIGHTS_LEAST, OUTCOMES_MOST as SHARPENED_MOST, SELDOM};
use crate::exact::Solved;
use crate::fight::{Catalogue, Metric, NamedRatio, Scale, typed};
use crate::stats::controls::Sharper;
use crate::stats::paired::{Evidence, PairedAmounts, Pairs, Ratios};
use crate::stats::{Interval, Level};
use crate::tally::{Controls, Joint, Matching, PairedTally, Ranges};

/// Family of the conditions that the designer expects something of; their keys are the expectations' own words.
pub const EXPECTED: &str = "expected";

/// Family of metrics that say again what another one says.
pub const REPEATED: &str = "repeated";
/// Families of metrics that count attacks, each in some of the systems.
pub const ATTACKS: [&str; 2] = ["attacks", "blows"];

/// The measure of an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutcomeMeasure {
    /// The share of fights in which it happens.
    Share,
    /// The mean, in this unit.
    Mean(&'static str),
    /// The ratio of two totals, in the unit of the numerator.
    Ratio(&'static str),
}

impl OutcomeMeasure {
    /// The unit of what is no share.
    #[must_use]
    pub const fn unit(self) -> Option<&'static str> {
        match self {
            OutcomeMeasure::Share => None,
            OutcomeMeasure::Mean(unit) | OutcomeMeasure::Ratio(unit) => Some(unit),
        }
    }

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OutcomeMeasure::Share => "share",
            OutcomeMeasure::Mean(_) => "mean",
            OutcomeMeasure::Ratio(_) => "ratio",
        }
    }
}

/// Something that two scenarios are compared by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Its name: `win(ogre)`, `rounds`, `Ysolde.hp`.
    pub key: String,
    /// The outcome in words, without its owner: `HP left, mean`.
    pub label: String,
    /// The family of its metric.
    pub family: String,
    /// The measure.
    pub measure: OutcomeMeasure,
    /// Place of its metric in the matching; of a ratio its place among the ratios there.
    pub matched: usize,
    /// The index of the label, before and after; 1 for what happens or not.
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
    /// The measures before and after.
    catalogues: [Catalogue; 2],
    /// By matched metric, the indices before and after.
    indices: Vec<[usize; 2]>,
}

/// True if a metric is compared: with `all` every one, otherwise how fights end, how long they take, what headline tables show
/// and what the designer expects something of.
#[must_use]
pub fn wanted(catalogue: &Catalogue, all: bool, metric: &Metric) -> bool {
    let category = matches!(metric.scale, Scale::Category(_));
    metric.family != REPEATED
        && (all
            || category
            || own(&metric.family) == "rounds"
            || metric.family == EXPECTED
            || headlined(catalogue, &metric.family))
}

/// True if a headline table shows a family.
fn headlined(catalogue: &Catalogue, family: &String) -> bool {
    catalogue.overviews.iter().any(|overview| overview.headline && overview.families.contains(family))
}

/// Matches what is compared of two catalogues: what is [`wanted`] of either, ratios of totals by the same rule, and what is asked
/// for by its key.
pub fn matching(before: &Catalogue, after: &Catalogue, all: bool, asked: impl Fn(&str) -> bool) -> Matching {
    let metrics = |metric: &Metric| wanted(before, all, metric) || wanted(after, all, metric) || asked(&metric.key);
    let ratios = |named: &NamedRatio<'_>| {
        let family = &named.ratio.family;
        all || headlined(before, family) || headlined(after, family) || asked(&named.key)
    };
    Matching::new(before, after, metrics).with_ratios(before, after, ratios)
}

/// A family's own name, without the part of the day before it: `hp` for `fight2.hp`.
#[must_use]
pub fn own(family: &str) -> &str {
    family.rsplit_once('.').map_or(family, |(_, own)| own)
}

impl Outcomes {
    /// The outcomes of matched metrics, in the order of the catalogue before; then those of matched ratios.
    #[must_use]
    pub fn of(before: &Catalogue, after: &Catalogue, matching: &Matching) -> Self {
        let mut outcomes = Outcomes {
            both: Vec::new(),
            categories: Vec::new(),
            only_before: matching.only_before.clone(),
            only_after: matching.only_after.clone(),
            catalogues: [before.clone(), after.clone()],
            indices: matching.matched.iter().map(|matched| [matched.before, matched.after]).collect(),
        };
        for (place, matched) in matching.matched.iter().enumerate() {
            outcomes.add(place, &before.metrics[matched.before], &after.metrics[matched.after]);
        }
        let named: Vec<NamedRatio<'_>> = before.named_ratios().collect();
        for (matched, ratio) in matching.ratios.iter().enumerate() {
            let NamedRatio { key, ratio, over, .. } = &named[ratio.place];
            let unit = match before.metrics[*over].scale {
                Scale::Amount(unit) => unit,
                _ => "times",
            };
            outcomes.both.push(Outcome {
                key: key.clone(),
                label: ratio.label.clone(),
                family: ratio.family.clone(),
                measure: OutcomeMeasure::Ratio(unit),
                matched,
                labels: (0, 0),
            });
        }
        outcomes
    }

    /// The measures before and after.
    #[must_use]
    pub fn catalogues(&self) -> &[Catalogue; 2] {
        &self.catalogues
    }

    /// What makes the differences of these outcomes sharper, by the metrics of luck on both sides.
    #[must_use]
    pub fn controls(&self, luck: [Vec<usize>; 2]) -> Controls {
        let sought = |outcome: &Outcome| match outcome.measure {
            OutcomeMeasure::Share => Some((outcome.matched, Some(outcome.labels))),
            OutcomeMeasure::Mean(_) => Some((outcome.matched, None)),
            OutcomeMeasure::Ratio(_) => None,
        };
        Controls { sought: self.both.iter().filter_map(sought).take(SHARPENED_MOST).collect(), luck }
    }

    /// The place of an outcome among those whose differences are made sharper.
    fn sharpened(&self, outcome: &Outcome) -> Option<usize> {
        let place =
            self.both.iter().filter(|one| !matches!(one.measure, OutcomeMeasure::Ratio(_))).position(|one| one == outcome)?;
        (place < SHARPENED_MOST).then_some(place)
    }

    /// The difference of an outcome without what the luck of the dice explains. None where it is not asked for, where not every pair has the
    /// outcome, or where too few pairs differ for a normal interval.
    #[must_use]
    pub fn sharper(&self, outcome: &Outcome, tally: &PairedTally, evidence: &Evidence, level: Level) -> Option<Sharper> {
        let sums = tally.sums()?;
        let (up, down) = evidence.moved();
        let known = tally.fights() >= FIGHTS_LEAST && evidence.n() == tally.fights() && up + down >= SELDOM;
        sums.sharper(self.sharpened(outcome)?, level).filter(|_| known)
    }

    /// The evidence of the pairs counted so far about each outcome that both have, in their order.
    #[must_use]
    pub fn evidence(&self, tally: &PairedTally) -> Vec<Evidence> {
        let ranges: [OnceCell<Ranges<'_>>; 2] = [OnceCell::new(), OnceCell::new()];
        let range = |matched: usize| {
            let of = |side: usize| ranges[side].get_or_init(|| self.ranges(tally, side)).get(self.indices[matched][side]);
            let ([least, most], [low, high]) = (of(0)?, of(1)?);
            Some([least.min(low), most.max(high)])
        };
        self.both.iter().map(|outcome| outcome.evidence(tally, || range(outcome.matched))).collect()
    }

    /// The ranges of the metrics of one side, 0 before and 1 after, by the amounts that were counted.
    fn ranges(&self, tally: &PairedTally, side: usize) -> Ranges<'_> {
        let places: HashMap<usize, usize> = self.indices.iter().enumerate().map(|(place, of)| (of[side], place)).collect();
        Ranges::by(&self.catalogues[side], |metric| match places.get(&metric).map(|place| tally.joint(*place)) {
            Some(Joint::Shifts(shifts)) if side == 0 => shifts.before(),
            Some(Joint::Shifts(shifts)) => shifts.after(),
            _ => Vec::new(),
        })
    }

    /// The exact answer about an outcome, before and after: a share or a mean, whose limits are bounds that hold for certain.
    /// Nothing of what has to be counted or has no bounds.
    #[must_use]
    pub fn exact(&self, outcome: &Outcome, matching: &Matching, solved: [&Solved; 2]) -> [Option<Interval>; 2] {
        let category = self.categories.iter().any(|category| category.matched == outcome.matched);
        let read = |solved: &Solved, metric: usize, label: usize| {
            let read = match outcome.measure {
                OutcomeMeasure::Mean(_) => solved.mean(metric),
                OutcomeMeasure::Ratio(_) => None,
                OutcomeMeasure::Share if category => solved.share(metric, |value| usize::try_from(value) == Ok(label)),
                // An outcome that is no category happened when its value is anything but 0.
                OutcomeMeasure::Share => solved.share(metric, |value| value != 0),
            }?;
            // An unresolved rest that is negligible makes no bounds.
            Some(if solved.settled(metric) { Interval::around(read.estimate, 0.0) } else { read })
        };
        let Some(matched) = matching.matched.get(outcome.matched) else { return [None, None] };
        let (row, column) = outcome.labels;
        [read(solved[0], matched.before, row), read(solved[1], matched.after, column)]
    }

    /// Adds the outcomes of a matched metric: a share for each label that both have, a mean, or one share.
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
                let named = |name: &String| typed::share(key, name);
                for (row, name) in old.iter().enumerate() {
                    match new.iter().position(|other| other == name) {
                        Some(column) => {
                            let label = format!("{label} is {name}");
                            self.both.push(outcome(named(name), label, OutcomeMeasure::Share, (row, column)));
                        }
                        None => self.only_before.push(named(name)),
                    }
                }
                self.categories.push(Category { key: key.into(), matched, before: old.clone(), after: new.clone() });
                self.only_after.extend(new.iter().filter(|name| !old.contains(name)).map(named));
            }
            (Scale::Amount(unit), _) => {
                self.both.push(outcome(key.into(), format!("{label}, mean"), OutcomeMeasure::Mean(unit), (0, 0)));
            }
            _ => self.both.push(outcome(key.into(), label.into(), OutcomeMeasure::Share, (1, 1))),
        }
    }
}

impl Outcome {
    /// The evidence of the pairs counted so far about it; `range` knows the range of its amount.
    fn evidence(&self, tally: &PairedTally, range: impl FnOnce() -> Option<[i64; 2]>) -> Evidence {
        if let OutcomeMeasure::Ratio(_) = self.measure {
            let quotients = tally.quotients(self.matched);
            let [up, down, level] = quotients.moved();
            let (n, sums, products) = (quotients.n(), quotients.sums(), quotients.products());
            return Evidence::Ratio(Ratios { n, sums, products, up, down, level, spans: quotients.spans() });
        }
        match tally.joint(self.matched) {
            Joint::Labels(labels) => {
                let (row, column) = self.labels;
                let both = labels.count(row, column);
                let (lost, gained) = (labels.of_row(row) - both, labels.of_column(column) - both);
                Evidence::Event(Pairs { neither: labels.n() - both - lost - gained, gained, lost, both })
            }
            Joint::Shifts(shifts) => {
                Evidence::Amount(PairedAmounts::of(&shifts.before(), &shifts.after(), &shifts.difference(), range))
            }
        }
    }

    /// The first fights in which it came about only after the change, or there is more of it; then those in which it did only
    /// before, or there is less.
    #[must_use]
    pub fn examples(&self, tally: &PairedTally) -> [Vec<u64>; 2] {
        if let OutcomeMeasure::Ratio(_) = self.measure {
            return tally.quotients(self.matched).examples();
        }
        match tally.joint(self.matched) {
            Joint::Labels(labels) => labels.examples(self.labels.0, self.labels.1),
            Joint::Shifts(shifts) => shifts.examples(),
        }
    }
}
