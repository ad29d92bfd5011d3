//! Paired counts: the same fights played before and after a change, and what became of each pair.
//!
//! Owns which metrics of two catalogues are the same ([`Matching`]), and the counts of pairs ([`PairedTally`]): for labels and
//! flags how many pairs went from which to which, for amounts the histograms of both sides and of their difference; ratios of
//! totals have [`Quotients`]. A pair counts only where both sides have a value. Addition is associative and commutative here
//! too, and the few fight numbers kept as examples are the smallest ones, so threads and batches never show. Start at
//! [`Matching::new`].

use serde::{Deserialize, Serialize};

use crate::fight::{ABSENT, Catalogue, Metric, NamedRatio, Scale};
use crate::stats::controls::Sums;
use crate::tally::{Histogram, Quotients, Tally};

/// The number of fights that are kept as examples of one kind of pair.
const EXAMPLES_MOST: usize = 3;

/// A metric that both catalogues have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchedMetric {
    /// Its index before the change.
    pub before: usize,
    /// Its index after the change.
    pub after: usize,
    kind: Kind,
}

/// The way in which the values of a pair are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// By label; so many there are before and after.
    Labels(usize, usize),
    /// By whether it happened.
    Event,
    /// By how much.
    Amount,
}

/// A ratio of totals that both catalogues have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchedRatio {
    /// Its place among the named ratios of the catalogue before.
    pub place: usize,
    /// Indices of the metrics of numerator and denominator before the change.
    pub before: [usize; 2],
    /// The metrics after the change.
    pub after: [usize; 2],
}

/// What makes differences sharper: the luck of the dice on both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Controls {
    /// The outcomes: each a matched metric, and of a share its labels before and after.
    pub sought: Vec<(usize, Option<(usize, usize)>)>,
    /// The metrics of luck, before and after.
    pub luck: [Vec<usize>; 2],
}

impl Controls {
    /// Adds a pair to the sums of differences.
    fn add(&self, sums: &mut Sums, matched: &[MatchedMetric], number: u64, [before, after]: [&[i64]; 2]) {
        let known = |value: i64| if value == ABSENT { 0 } else { value };
        let [one, other] = &self.luck;
        let then = one.iter().map(|&metric| known(before[metric]));
        // On both sides it is mostly the same luck: what is not says the rest.
        let moved = one.iter().zip(other).map(|(&one, &other)| known(after[other]) - known(before[one]));
        let luck: Vec<i64> = then.chain(moved).collect();
        let difference = |&(place, labels): &(usize, Option<(usize, usize)>)| {
            let MatchedMetric { before: one, after: other, kind } = matched[place];
            let (one, other) = (before[one], after[other]);
            match labels {
                _ if one == ABSENT || other == ABSENT => 0,
                None => other - one,
                Some(_) if kind == Kind::Event => i64::from(other != 0) - i64::from(one != 0),
                Some((row, column)) => i64::from(other as usize == column) - i64::from(one as usize == row),
            }
        };
        sums.add(number, self.sought.iter().map(difference), &luck);
    }
}

/// The metrics and ratios of totals that are compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Matching {
    /// Those that both sides have, in the order of the catalogue before.
    pub matched: Vec<MatchedMetric>,
    /// Ratios of totals that both sides have, in the order of the catalogue before.
    pub ratios: Vec<MatchedRatio>,
    /// Keys of what only the catalogue before has.
    pub only_before: Vec<String>,
    /// Keys of what only the catalogue after has.
    pub only_after: Vec<String>,
    /// Counts of no fight of either side, where each is counted by itself, too.
    alone: Option<Box<[Tally; 2]>>,
    /// What makes differences sharper, where that is asked for.
    controls: Option<Box<Controls>>,
}

impl Matching {
    /// Matches the wanted metrics of two catalogues by their keys. Metrics of one key that measure different things match
    /// nothing.
    pub fn new(before: &Catalogue, after: &Catalogue, wanted: impl Fn(&Metric) -> bool) -> Self {
        let mut matching = Matching::default();
        let mut taken = vec![false; after.metrics.len()];
        for (index, metric) in before.metrics.iter().enumerate().filter(|(_, metric)| wanted(metric)) {
            let found = after.index(&metric.key);
            match found.and_then(|found| Some((found, kind(&metric.scale, &after.metrics[found].scale)?))) {
                Some((found, kind)) => {
                    taken[found] = true;
                    matching.matched.push(MatchedMetric { before: index, after: found, kind });
                }
                None => matching.only_before.push(metric.key.clone()),
            }
        }
        let left = after.metrics.iter().zip(taken).filter(|(metric, taken)| !taken && wanted(metric));
        matching.only_after = left.map(|(metric, _)| metric.key.clone()).collect();
        matching
    }

    /// Matches the wanted ratios of totals of the same catalogues, too, in the same way.
    #[must_use]
    pub fn with_ratios(mut self, before: &Catalogue, after: &Catalogue, wanted: impl Fn(&NamedRatio<'_>) -> bool) -> Self {
        let mut left: Vec<NamedRatio<'_>> = after.named_ratios().collect();
        for (place, old) in before.named_ratios().enumerate().filter(|(_, ratio)| wanted(ratio)) {
            let same = |one: usize, other: usize| before.metrics[one].scale == after.metrics[other].scale;
            let found = left.iter().position(|new| {
                new.key == old.key && new.ratio == old.ratio && same(old.over, new.over) && same(old.under, new.under)
            });
            match found.map(|found| left.remove(found)) {
                Some(new) => {
                    let (before, after) = ([old.over, old.under], [new.over, new.under]);
                    self.ratios.push(MatchedRatio { place, before, after });
                }
                None => self.only_before.push(old.key),
            }
        }
        self.only_after.extend(left.into_iter().filter(wanted).map(|ratio| ratio.key));
        self
    }

    /// Makes differences sharper, too.
    #[must_use]
    pub fn with_controls(mut self, controls: Controls) -> Self {
        self.controls = Some(Box::new(controls));
        self
    }

    /// Counts each side by itself, too: all metrics of these catalogues, also where only one side has a value.
    #[must_use]
    pub fn with_each_alone(mut self, before: &Catalogue, after: &Catalogue) -> Self {
        self.alone = Some(Box::new([Tally::new(before, 0), Tally::new(after, 0)]));
        self
    }
}

/// The kind of pair that values of these scales make, if any.
fn kind(before: &Scale, after: &Scale) -> Option<Kind> {
    match (before, after) {
        (Scale::Category(before), Scale::Category(after)) => Some(Kind::Labels(before.len(), after.len())),
        (Scale::Flag, Scale::Flag) | (Scale::Moment, Scale::Moment) => Some(Kind::Event),
        (Scale::Amount(before), Scale::Amount(after)) => (before == after).then_some(Kind::Amount),
        _ => None,
    }
}

/// The smallest few fight numbers of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Earliest(Vec<u64>);

impl Earliest {
    /// Notes a pair if it is among the earliest.
    #[inline]
    pub(super) fn add(&mut self, number: u64) {
        if self.0.len() < EXAMPLES_MOST || self.0.last().is_some_and(|last| number < *last) {
            self.take(&[number]);
        }
    }

    /// Adds those of other pairs.
    pub(super) fn insert(&mut self, other: &Earliest) {
        self.take(&other.0);
    }

    /// Takes in numbers of pairs, and keeps the earliest.
    #[cold]
    fn take(&mut self, numbers: &[u64]) {
        self.0.extend_from_slice(numbers);
        self.0.sort_unstable();
        self.0.truncate(EXAMPLES_MOST);
    }

    /// Returns the numbers of the pairs, the earliest first.
    pub(super) fn numbers(&self) -> Vec<u64> {
        self.0.clone()
    }
}

/// Pairs by their label before and after.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Labels {
    columns: usize,
    /// Pairs with each label before (row) and after (column), row by row.
    counts: Vec<u64>,
    examples: Vec<Earliest>,
}

impl Labels {
    /// Counts of so many labels before and after, all 0.
    fn new(rows: usize, columns: usize) -> Self {
        Labels { columns, counts: vec![0; rows * columns], examples: vec![Earliest::default(); rows * columns] }
    }

    /// Counts a pair with its labels.
    fn add(&mut self, number: u64, row: usize, column: usize) {
        let cell = row * self.columns + column;
        self.counts[cell] += 1;
        self.examples[cell].add(number);
    }

    /// Pairs that had this label before and that one after.
    #[must_use]
    pub fn count(&self, row: usize, column: usize) -> u64 {
        self.counts[row * self.columns + column]
    }

    /// Pairs in all.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Pairs that had this label before.
    #[must_use]
    pub fn of_row(&self, row: usize) -> u64 {
        self.counts[row * self.columns..][..self.columns].iter().sum()
    }

    /// Pairs that have this label after.
    #[must_use]
    pub fn of_column(&self, column: usize) -> u64 {
        self.counts.iter().skip(column).step_by(self.columns).sum()
    }

    /// All counts: one row per label before, one column per label after.
    pub fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.counts.chunks_exact(self.columns)
    }

    /// Fights that came to have the label `column` and had not been `row`; then those that ceased to be `row`.
    #[must_use]
    pub fn examples(&self, row: usize, column: usize) -> [Vec<u64>; 2] {
        let rows = self.counts.len() / self.columns;
        let of = |cells: Vec<usize>| {
            let mut all = Earliest::default();
            cells.into_iter().for_each(|cell| all.insert(&self.examples[cell]));
            all.numbers()
        };
        let gained = (0..rows).filter(|&other| other != row).map(|other| other * self.columns + column);
        let lost = (0..self.columns).filter(|&other| other != column).map(|other| row * self.columns + other);
        [of(gained.collect()), of(lost.collect())]
    }
}

/// Pairs by their amount before and after.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Shifts {
    n: u64,
    before: Histogram,
    after: Histogram,
    difference: Histogram,
    up: Earliest,
    down: Earliest,
}

impl Shifts {
    /// Counts a pair with its values before and after.
    fn add(&mut self, number: u64, before: i64, after: i64) {
        self.n += 1;
        // Zeros are what is left when all others have been counted.
        if before != 0 {
            self.before.add(before);
        }
        if after != 0 {
            self.after.add(after);
        }
        match after - before {
            0 => {}
            difference => {
                self.difference.add(difference);
                let examples = if difference > 0 { &mut self.up } else { &mut self.down };
                examples.add(number);
            }
        }
    }

    /// Pairs in all.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Values before, in ascending order, each with its number of pairs.
    #[must_use]
    pub fn before(&self) -> Vec<(i64, u64)> {
        self.before.counts(self.n)
    }

    /// Values after.
    #[must_use]
    pub fn after(&self) -> Vec<(i64, u64)> {
        self.after.counts(self.n)
    }

    /// Values after minus before.
    #[must_use]
    pub fn difference(&self) -> Vec<(i64, u64)> {
        self.difference.counts(self.n)
    }

    /// Fights in which there is more after; then those in which there is less.
    #[must_use]
    pub fn examples(&self) -> [Vec<u64>; 2] {
        [self.up.numbers(), self.down.numbers()]
    }
}

/// The pairs of one matched metric.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Joint {
    /// Of labels, or of a flag: 0 when it did not happen, 1 when it did.
    Labels(Labels),
    /// Of an amount.
    Shifts(Box<Shifts>),
}

/// The pairs that were counted, metric by metric.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairedTally {
    fights: u64,
    joints: Vec<Joint>,
    quotients: Vec<Quotients>,
    /// Each side by itself, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    alone: Option<Box<[Tally; 2]>>,
    /// Sums of differences and of luck, where they are made sharper; no part of a comparison has them.
    #[serde(skip)]
    sums: Option<Box<Sums>>,
}

impl PairedTally {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(matching: &Matching) -> Self {
        let joint = |matched: &MatchedMetric| match matched.kind {
            Kind::Labels(before, after) => Joint::Labels(Labels::new(before, after)),
            Kind::Event => Joint::Labels(Labels::new(2, 2)),
            Kind::Amount => Joint::Shifts(Box::default()),
        };
        let quotients = vec![Quotients::default(); matching.ratios.len()];
        let joints = matching.matched.iter().map(joint).collect();
        let sums = |controls: &Controls| Box::new(Sums::new(controls.sought.len(), 2 * controls.luck[0].len()));
        let sums = matching.controls.as_deref().map(sums);
        PairedTally { fights: 0, joints, quotients, alone: matching.alone.clone(), sums }
    }

    /// Counts the fight of this number by its values before and after. `matching` is the one the tally was made for.
    #[inline]
    pub fn record(&mut self, matching: &Matching, number: u64, before: &[i64], after: &[i64]) {
        self.fights += 1;
        if let Some(alone) = &mut self.alone {
            // The metrics of luck stand behind those that are counted.
            let [one, other] = &mut **alone;
            let [width, other_width] = [one.metrics.len(), other.metrics.len()];
            one.record(&before[..width]);
            other.record(&after[..other_width]);
        }
        if let (Some(sums), Some(controls)) = (&mut self.sums, &matching.controls) {
            controls.add(sums, &matching.matched, number, [before, after]);
        }
        for (quotients, ratio) in self.quotients.iter_mut().zip(&matching.ratios) {
            let (before, after) = (ratio.before.map(|metric| before[metric]), ratio.after.map(|metric| after[metric]));
            if !before.contains(&ABSENT) && !after.contains(&ABSENT) {
                quotients.add(number, before, after);
            }
        }
        for (joint, matched) in self.joints.iter_mut().zip(&matching.matched) {
            let (before, after) = (before[matched.before], after[matched.after]);
            if before == ABSENT || after == ABSENT {
                continue;
            }
            match joint {
                Joint::Shifts(shifts) => shifts.add(number, before, after),
                Joint::Labels(labels) if matched.kind == Kind::Event => {
                    labels.add(number, usize::from(before != 0), usize::from(after != 0));
                }
                Joint::Labels(labels) => labels.add(number, before as usize, after as usize),
            }
        }
    }

    /// Adds the counts of other fights of the same comparison.
    pub fn merge(&mut self, other: &PairedTally) {
        self.fights += other.fights;
        for (mine, theirs) in self.joints.iter_mut().zip(&other.joints) {
            match (mine, theirs) {
                (Joint::Labels(mine), Joint::Labels(theirs)) => {
                    mine.counts.iter_mut().zip(&theirs.counts).for_each(|(mine, theirs)| *mine += theirs);
                    mine.examples.iter_mut().zip(&theirs.examples).for_each(|(mine, theirs)| mine.insert(theirs));
                }
                (Joint::Shifts(mine), Joint::Shifts(theirs)) => {
                    mine.n += theirs.n;
                    mine.before.merge(&theirs.before);
                    mine.after.merge(&theirs.after);
                    mine.difference.merge(&theirs.difference);
                    mine.up.insert(&theirs.up);
                    mine.down.insert(&theirs.down);
                }
                _ => unreachable!("tallies of one matching have the same joints"),
            }
        }
        self.quotients.iter_mut().zip(&other.quotients).for_each(|(mine, theirs)| mine.merge(theirs));
        if let (Some(mine), Some(theirs)) = (&mut self.alone, &other.alone) {
            mine.iter_mut().zip(&**theirs).for_each(|(mine, theirs)| mine.merge(theirs));
        }
        if let (Some(mine), Some(theirs)) = (&mut self.sums, &other.sums) {
            mine.merge(theirs);
        }
    }

    /// True if both count the same things, so that they can be added.
    #[must_use]
    pub fn is_like(&self, other: &PairedTally) -> bool {
        let alike = |(one, other): (&Joint, &Joint)| match (one, other) {
            (Joint::Labels(one), Joint::Labels(other)) => {
                (one.columns, one.counts.len(), one.examples.len()) == (other.columns, other.counts.len(), other.examples.len())
            }
            (Joint::Shifts(_), Joint::Shifts(_)) => true,
            _ => false,
        };
        let alone = match (&self.alone, &other.alone) {
            (Some(one), Some(other)) => one.iter().zip(&**other).all(|(one, other)| one.is_like(other)),
            (one, other) => one.is_none() && other.is_none(),
        };
        alone
            && (self.joints.len(), self.quotients.len()) == (other.joints.len(), other.quotients.len())
            && self.joints.iter().zip(&other.joints).all(alike)
    }

    /// The number of fights that have been played on both sides.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.fights
    }

    /// Sums of differences and of luck, where they are made sharper.
    #[must_use]
    pub fn sums(&self) -> Option<&Sums> {
        self.sums.as_deref()
    }

    /// The pairs of a matched metric, by its place in the matching.
    #[must_use]
    pub fn joint(&self, matched: usize) -> &Joint {
        &self.joints[matched]
    }

    /// The counts of each side by itself, where that was asked for.
    #[must_use]
    pub fn alone(&self) -> Option<&[Tally; 2]> {
        self.alone.as_deref()
    }

    /// The pairs of a matched ratio of totals, by its place in the matching.
    #[must_use]
    pub fn quotients(&self, matched: usize) -> &Quotients {
        &self.quotients[matched]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::{RatioOfTotals, Subject};

    fn catalogue(metrics: &[(&str, Scale)]) -> Catalogue {
        let metric = |(key, scale): &(&str, Scale)| Metric {
            key: (*key).into(),
            family: (*key).into(),
            label: (*key).into(),
            subject: Subject::Fight,
            scale: scale.clone(),
        };
        Catalogue { metrics: metrics.iter().map(metric).collect(), ..Catalogue::default() }
    }

    fn winner(labels: &[&str]) -> (&'static str, Scale) {
        ("winner", Scale::Category(labels.iter().map(|&label| label.into()).collect()))
    }

    /// Two catalogues that agree on `winner`, `dead` and `hp`.
    fn matching() -> Matching {
        let amount = Scale::Amount("HP");
        let before = [winner(&["left", "right"]), ("dead", Scale::Flag), ("gone", Scale::Flag), ("hp", amount.clone())];
        let after = [("hp", amount), winner(&["right", "left", "draw"]), ("new", Scale::Flag), ("dead", Scale::Flag)];
        Matching::new(&catalogue(&before), &catalogue(&after), |_| true)
    }

    #[test]
    fn metrics_match_by_key_wherever_they_stand_and_the_rest_is_named() {
        let matching = matching();
        let places: Vec<(usize, usize)> = matching.matched.iter().map(|matched| (matched.before, matched.after)).collect();
        assert_eq!(places, [(0, 1), (1, 3), (3, 0)]);
        assert_eq!((matching.only_before, matching.only_after), (vec!["gone".to_owned()], vec!["new".to_owned()]));
    }

    #[test]
    fn only_what_measures_the_same_matches_and_only_what_is_wanted() {
        let before = catalogue(&[("a", Scale::Flag), ("b", Scale::Amount("HP")), ("c", Scale::Flag)]);
        let after = catalogue(&[("a", Scale::Moment), ("b", Scale::Amount("rounds")), ("c", Scale::Flag)]);
        let all = Matching::new(&before, &after, |_| true);
        let two = ["a", "b"].map(str::to_owned);
        assert_eq!((all.matched.len(), &all.only_before[..], &all.only_after[..]), (1, &two[..], &two[..]));
        assert_eq!(Matching::new(&before, &after, |metric| metric.key == "a").matched, []);
    }

    #[test]
    fn ratios_match_by_key_when_they_divide_the_same_and_count_where_all_is_there() {
        let metrics =
            [("Ada.damage", Scale::Amount("HP")), ("Ada.blows", Scale::Amount("blows")), ("rounds", Scale::Amount("rounds"))];
        let ratio = |family: &str, over: &str, under: &str| RatioOfTotals {
            family: family.into(),
            label: family.into(),
            over: over.into(),
            under: under.into(),
        };
        let with = |metrics: &[(&str, Scale)], ratios: Vec<RatioOfTotals>| Catalogue { ratios, ..catalogue(metrics) };
        let (blow, round) = (ratio("per_blow", "Ada.damage", "Ada.blows"), ratio("per_round", "Ada.damage", "rounds"));
        let before = with(&metrics, vec![blow.clone(), round.clone(), ratio("pace", "Ada.blows", "rounds")]);
        let turned = [metrics[2].clone(), metrics[1].clone(), metrics[0].clone()];
        let after = with(&turned, vec![round, ratio("pace", "rounds", "Ada.blows"), blow]);
        let matching = Matching::new(&before, &after, |_| false).with_ratios(&before, &after, |_| true);
        let of = |place, before, after| MatchedRatio { place, before, after };
        assert_eq!(matching.ratios, [of(0, [0, 1], [2, 1]), of(1, [0, 2], [2, 0])]);
        assert_eq!(
            (&matching.only_before[..], &matching.only_after[..]),
            (&["Ada.pace".to_owned()][..], &["pace".to_owned()][..])
        );
        let one = Matching::new(&before, &after, |_| false).with_ratios(&before, &after, |ratio| ratio.key == "Ada.per_round");
        assert_eq!((one.ratios.len(), one.only_before.len()), (1, 0));
        let mut tally = PairedTally::new(&matching);
        tally.record(&matching, 0, &[12, 3, 4], &[4, 3, 15]);
        tally.record(&matching, 1, &[12, ABSENT, 4], &[4, 3, 15]);
        assert_eq!((tally.quotients(0).sums(), tally.quotients(1).sums()), ([12, 3, 3, 0], [24, 8, 6, 0]));
        assert!(tally.is_like(&PairedTally::new(&matching)) && !tally.is_like(&PairedTally::new(&one)));
    }

    /// Values before (winner, dead, gone, hp) and after (hp, winner, new, dead) of six fights.
    const FIGHTS: [([i64; 4], [i64; 4]); 6] = [
        ([0, 0, 9, 12], [12, 1, 9, 0]),
        ([0, 0, 9, 7], [-3, 0, 9, 1]),
        ([1, 1, 9, -2], [-2, 0, 9, 1]),
        ([0, 0, 9, 4], [4, 2, 9, 0]),
        ([0, 1, 9, ABSENT], [8, 0, 9, 1]),
        ([0, 0, 9, 0], [5, 0, 9, ABSENT]),
    ];

    fn tally(matching: &Matching, numbers: std::ops::Range<usize>) -> PairedTally {
        let mut tally = PairedTally::new(matching);
        for (number, (before, after)) in FIGHTS.iter().enumerate().take(numbers.end).skip(numbers.start) {
            tally.record(matching, number as u64, before, after);
        }
        tally
    }

    #[test]
    fn pairs_are_counted_by_what_they_were_and_became() {
        let tally = tally(&matching(), 0..6);
        let (Joint::Labels(winner), Joint::Labels(dead), Joint::Shifts(hp)) = (tally.joint(0), tally.joint(1), tally.joint(2))
        else {
            panic!("labels, a flag, an amount");
        };
        // `left` is row 0 and column 1, `right` row 1 and column 0.
        assert_eq!((winner.count(0, 1), winner.count(0, 0), winner.count(1, 0), winner.count(0, 2)), (1, 3, 1, 1));
        assert_eq!((winner.n(), winner.of_row(0), winner.of_column(0)), (6, 5, 4));
        assert_eq!(winner.examples(0, 1), [vec![], vec![1, 3, 4]]);
        assert_eq!(winner.examples(1, 0), [vec![1, 4, 5], vec![]]);
        assert_eq!((dead.count(0, 0), dead.count(0, 1), dead.count(1, 1), dead.n()), (2, 1, 2, 5), "one has no value after");
        assert_eq!(
            (hp.n(), hp.before(), hp.after()),
            (5, vec![(-2, 1), (0, 1), (4, 1), (7, 1), (12, 1)], vec![(-3, 1), (-2, 1), (4, 1), (5, 1), (12, 1)])
        );
        assert_eq!((hp.difference(), hp.examples()), (vec![(-10, 1), (0, 3), (5, 1)], [vec![5], vec![1]]));
        assert_eq!(tally.fights(), 6);
    }

    #[test]
    fn parts_add_up_to_the_whole_in_any_order() {
        let matching = matching();
        let whole = tally(&matching, 0..6);
        for cut in 0..=6 {
            let (mut late, early) = (tally(&matching, cut..6), tally(&matching, 0..cut));
            late.merge(&early);
            assert_eq!(late, whole, "{cut}");
        }
    }

    #[test]
    fn examples_are_the_smallest_numbers() {
        let mut earliest = Earliest::default();
        [50, 40, 90, 30, 60, 35].into_iter().for_each(|number| earliest.add(number));
        assert_eq!(earliest.0, [30, 35, 40]);
    }
}
