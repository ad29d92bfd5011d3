//! The statistical tier: which metrics moved away from their baseline, by how much, and how sure that is.
//!
//! Owns which tests belong to which metric, and their words. A metric *drifts* when Holm's procedure over all metrics of all
//! scenarios rejects that it moved by less than its margin, in its statistic or in its whole distribution. It *passes* when two
//! one-sided tests show that its statistic stays within the margin. Where Holm's procedure rejects only that nothing moved, it has
//! *moved*, and whether by its margin is open. Of what headline tables do not show only drift is looked for, and what seems to
//! have moved by its margin: most of it comes up too rarely to be shown to stay. Start at [`tests`], then [`judge`].

use crate::analysis::margin::Margins;
use crate::analysis::outcome::{Outcome, OutcomeMeasure, wanted};
use crate::fight::{Catalogue, Metric, Scale, typed};
use crate::stats::contrast::{Contrast, Share, detectable};
use crate::stats::verdict::holm;
use crate::stats::{Interval, Level, homogeneity};
use crate::tally::{Recorded, Tally};

use super::BaselineVerdict;
use super::exact::BaselineMatch;

/// Counts of a metric in ascending order of its values.
type Counts = Vec<(i64, u64)>;

/// The test of one metric.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// The outcome, as margins know it.
    outcome: Outcome,
    /// Index of the metric in the catalogue.
    metric: usize,
    /// The counts of the baseline.
    before: Counts,
    read: Read,
    /// True if it has to be shown to stay within its margin.
    proved: bool,
}

/// The way in which a test reads counts.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Read {
    /// As labels by their values.
    Labels(Vec<String>),
    /// As whether it happened.
    Event,
    /// As how much.
    Amount,
    /// As the round in which it happened, where it did.
    Round,
}

/// The finding about a metric.
#[derive(Clone, PartialEq, Debug)]
pub struct MetricFinding {
    /// The key of the metric: `rounds`, `win(ogre)`.
    pub key: String,
    /// The metric in words.
    pub label: String,
    /// Share or mean, and its unit.
    pub measure: OutcomeMeasure,
    /// Both samples; of a metric of several labels, of the one that moved most.
    pub contrast: Contrast,
    /// After minus before, at the level that belongs to one look.
    pub interval: Option<Interval>,
    /// Name of the test that says whether it moved.
    pub test: &'static str,
    /// Probability of such samples if nothing moved, corrected for all tests and looks.
    pub chance: f64,
    /// The largest difference that counts as none.
    pub margin: f64,
    /// True if it has to be shown to stay within its margin.
    pub proved: bool,
    /// The verdict.
    pub word: BaselineVerdict,
    /// All labels.
    parts: Vec<Contrast>,
    /// Before any correction.
    raw: f64,
    /// Probability of such samples if it moved by less than its margin, before any correction.
    raw_within: f64,
}

/// The number of tests, and the certainty that they have to have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DriftPlan {
    /// Tests of all scenarios.
    pub family: usize,
    /// Looks at each.
    pub looks: usize,
    /// Family-wise error of the whole check, of which baselines have half.
    pub alpha: f64,
}

impl DriftPlan {
    /// The difference between two even rates that is found with 99 % when all tests stand in each other's way.
    #[must_use]
    pub fn detectable(&self, before: u64, after: u64) -> f64 {
        detectable(before, after, self.alpha / 2.0 / (self.family * self.looks).max(1) as f64, 0.99)
    }
}

/// Everything that is tested about a scenario.
#[must_use]
pub fn tests(catalogue: &Catalogue, recorded: &Recorded, matched: &BaselineMatch) -> Vec<Test> {
    let mut tests = Vec::new();
    for &(index, place) in &matched.both {
        let metric = &catalogue.metrics[index];
        let proved = wanted(catalogue, false, metric);
        let before = &recorded.metrics[place].counts;
        let test = |outcome, read, proved| Test { outcome, metric: index, before: before.clone(), read, proved };
        let (measure, read) = match &metric.scale {
            Scale::Category(labels) => (OutcomeMeasure::Share, Read::Labels(labels.clone())),
            Scale::Flag | Scale::Moment => (OutcomeMeasure::Share, Read::Event),
            Scale::Amount(unit) => (OutcomeMeasure::Mean(unit), Read::Amount),
        };
        tests.push(test(outcome(metric, "", measure), read, proved));
        if metric.scale == Scale::Moment {
            tests.push(test(outcome(metric, " (round)", OutcomeMeasure::Mean("rounds")), Read::Round, false));
        }
    }
    tests
}

/// The outcome of a metric, its key and its label extended by a suffix.
fn outcome(metric: &Metric, suffix: &str, measure: OutcomeMeasure) -> Outcome {
    Outcome {
        key: format!("{}{suffix}", metric.key),
        label: format!("{}{suffix}", metric.label),
        family: metric.family.clone(),
        measure,
        matched: 0,
        labels: (1, 1),
    }
}

impl Test {
    /// The finding by new counts.
    #[must_use]
    pub fn finding(&self, tally: &Tally, margins: &Margins) -> MetricFinding {
        let after = tally.counts(self.metric);
        let (parts, raw, test) = self.read(&after);
        let largest =
            (0..parts.len()).rev().max_by(|&one, &other| parts[one].shift().total_cmp(&parts[other].shift())).unwrap_or(0);
        let contrast = parts[largest].clone();
        let (key, label) = match &self.read {
            Read::Labels(labels) => {
                let name = labels.get(largest).map_or("", String::as_str);
                (typed::share(&self.outcome.key, name), format!("{} is {name}", self.outcome.label))
            }
            _ => (self.outcome.key.clone(), self.outcome.label.clone()),
        };
        let margin = margins.of(&self.outcome, contrast.deviation());
        // The label that moved most is one of several that could have.
        let raw_within = parts.iter().map(|part| part.chance_if_within(margin)).fold(1.0, f64::min) * parts.len() as f64;
        MetricFinding {
            key,
            label,
            measure: self.outcome.measure,
            interval: None,
            test,
            chance: 1.0,
            raw_within,
            margin,
            proved: self.proved,
            word: BaselineVerdict::Undecided,
            contrast,
            parts,
            raw,
        }
    }

    /// The contrasts of a metric, the probability of such counts if nothing moved, and by which test.
    fn read(&self, after: &Counts) -> (Vec<Contrast>, f64, &'static str) {
        let before = &self.before;
        match &self.read {
            Read::Labels(labels) => {
                let parts: Vec<Contrast> =
                    (0..labels.len() as i64).map(|label| shares(before, after, |value| value == label)).collect();
                let mut cells = homogeneity::aligned(before, after);
                cells.sort_by_key(|(value, one, other)| (std::cmp::Reverse(one + other), *value));
                let table = homogeneity::chance_if_same(cells.into_iter().map(|(_, one, other)| (one, other)));
                // A rare label is pooled with others in the table, so that each is tested by itself too.
                let alone = parts.iter().map(Contrast::chance_if_same).fold(1.0, f64::min);
                let tests = parts.len() as f64 + 1.0;
                (parts, (tests * table.min(alone)).min(1.0), "chi-square and scores")
            }
            Read::Event => {
                let contrast = shares(before, after, |value| value != 0);
                let raw = contrast.chance_if_same();
                (vec![contrast], raw, "score or exact")
            }
            Read::Amount | Read::Round => {
                let there = |counts: &Counts| {
                    let kept = counts.iter().filter(|(value, _)| self.read == Read::Amount || *value != 0);
                    kept.copied().collect::<Counts>()
                };
                let contrast = Contrast::of_amounts(&there(before), &there(after));
                let raw = contrast.chance_if_same();
                (vec![contrast], raw, "Welch and chi-square")
            }
        }
    }
}

/// The share of values that pass a test.
fn shares(before: &Counts, after: &Counts, test: impl Fn(i64) -> bool) -> Contrast {
    let of = |counts: &Counts| {
        let passed = counts.iter().filter(|(value, _)| test(*value)).map(|(_, count)| count);
        Share { events: passed.sum(), fights: counts.iter().map(|(_, count)| count).sum() }
    };
    Contrast::Shares { before: of(before), after: of(after) }
}

impl MetricFinding {
    /// True if it moved, however little.
    #[must_use]
    pub fn moved(&self, alpha: f64) -> bool {
        self.chance <= alpha / 2.0
    }

    /// The reach of the interval, compared with what would decide; 0 when it is decided.
    #[must_use]
    pub fn thinness(&self) -> f64 {
        match (self.word, self.interval) {
            (BaselineVerdict::Moved | BaselineVerdict::Undecided, Some(interval)) => {
                interval.reach() / (self.margin - interval.estimate.abs()).abs()
            }
            (BaselineVerdict::Moved | BaselineVerdict::Undecided, None) => f64::INFINITY,
            _ => 0.0,
        }
    }
}

/// Gives every finding its word, by all of them together.
pub fn judge<'f>(findings: impl Iterator<Item = &'f mut MetricFinding>, plan: &DriftPlan) {
    let mut findings: Vec<&mut MetricFinding> = findings.collect();
    let looks = plan.looks as f64;
    let corrected = |raw: fn(&MetricFinding) -> f64, findings: &[&mut MetricFinding]| {
        let chances: Vec<f64> = findings.iter().map(|finding| (looks * raw(finding)).min(1.0)).collect();
        holm(&chances, plan.family)
    };
    let if_same = corrected(|finding| finding.raw, &findings);
    let if_within = corrected(|finding| finding.raw_within, &findings);
    for (finding, (chance, if_within)) in findings.iter_mut().zip(if_same.into_iter().zip(if_within)) {
        finding.chance = chance;
        finding.interval = finding.contrast.difference(Level::missing(plan.alpha / looks));
        let (before, after) = finding.contrast.values();
        let far = (after - before).abs().max(finding.contrast.shift()) >= finding.margin;
        let within = || finding.parts.iter().all(|part| part.within(finding.margin, plan.alpha / looks));
        let moved = finding.moved(plan.alpha);
        finding.word = if if_within <= plan.alpha / 2.0 {
            BaselineVerdict::Drift
        } else if finding.proved && within() || !(finding.proved || moved && far) {
            BaselineVerdict::Pass
        } else if moved {
            BaselineVerdict::Moved
        } else {
            BaselineVerdict::Undecided
        };
    }
}
