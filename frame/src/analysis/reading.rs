//! Readings: the exact counts of one outcome in one variant of a scenario, or its value where the variant was solved.
//!
//! Owns what is kept of a variant when its tally is gone: enough to make every interval again, in memory and in files. Start at
//! [`readings`].

use serde::{Deserialize, Serialize};

use crate::exact::Solved;
use crate::fight::Catalogue;
use crate::stats::controls::Sharper;
use crate::stats::sample::{Sample, ratio};
use crate::stats::{Interval, Level, proportion};
use crate::tally::{Matching, Ranges, Tally};

use super::outcome::{OutcomeMeasure, Outcomes};

/// The counts of one outcome, or what was solved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reading {
    /// Its name: `win(ogre)`, `rounds`, `Ysolde.hp`.
    pub key: String,
    /// The outcome in words, without its owner.
    pub label: String,
    /// The family of its metric.
    pub family: String,
    /// The unit of a mean or a ratio; none for a share of fights.
    pub unit: Option<String>,
    /// Values in ascending order, each with its number of fights; of a share 0 and 1, of a ratio nothing.
    pub counts: Vec<(i64, u64)>,
    /// Of a mean the range of its values, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[i64; 2]>,
    /// Of a ratio of totals, what its interval needs; none where not every fight that has one of the two values has both.
    pub totals: Option<Totals>,
    /// Its share or mean without what the luck of the dice explains, where that is asked for and known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sharper: Option<Bits>,
    /// Its share or mean where the variant was solved; the limits are bounds that hold for certain, and one where all was followed.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "bits")]
    pub solved: Option<Interval>,
}

/// A mean that was made sharper, bit by bit, so that files lose none of its digits: estimate, limits and factor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bits([u64; 4]);

impl From<Sharper> for Bits {
    fn from(Sharper { interval: Interval { estimate, low, high }, factor }: Sharper) -> Self {
        Bits([estimate, low, high, factor].map(f64::to_bits))
    }
}

impl From<Bits> for Sharper {
    fn from(bits: Bits) -> Self {
        let [estimate, low, high, factor] = bits.0.map(f64::from_bits);
        Sharper { interval: Interval { estimate, low, high }, factor }
    }
}

/// The totals of two metrics of the same fights, the first to be divided by the second.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Totals {
    /// The values of both, in ascending order, each with its number of fights.
    pub counts: [Vec<(i64, u64)>; 2],
    /// The ranges of both, where they are known.
    pub ranges: [Option<[i64; 2]>; 2],
    /// The sum over all fights of both values multiplied.
    pub products: i128,
}

impl Totals {
    /// The number of fights.
    fn n(&self) -> u64 {
        self.counts[0].iter().map(|(_, count)| count).sum()
    }

    /// The ratio with its interval.
    fn interval(&self, level: Level) -> Option<Interval> {
        let [over, under] = [0, 1].map(|part| Sample::within(&self.counts[part], self.ranges[part]));
        ratio(&over?, &under?, self.products, level)
    }
}

/// Intervals in files: bit by bit, so that none of their digits is lost.
mod bits {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use crate::stats::Interval;

    /// Writes an interval as the bits of its estimate and its two limits.
    #[expect(clippy::ref_option, reason = "the caller is serde, which hands over a reference to the field")]
    pub fn serialize<S: Serializer>(interval: &Option<Interval>, to: S) -> Result<S::Ok, S::Error> {
        interval.map(|one| [one.estimate, one.low, one.high].map(f64::to_bits)).serialize(to)
    }

    /// Reads an interval back from the bits of its estimate and its two limits.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Interval>, D::Error> {
        let bits = Option::<[u64; 3]>::deserialize(from)?.map(|bits| bits.map(f64::from_bits));
        Ok(bits.map(|[estimate, low, high]| Interval { estimate, low, high }))
    }
}

impl Reading {
    /// The number of fights that have it.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.totals.as_ref().map_or_else(|| self.counts.iter().map(|(_, count)| count).sum(), Totals::n)
    }

    /// In how many fights a share happened.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts.iter().filter(|(value, _)| *value == 1).map(|(_, count)| count).sum()
    }

    /// True if it is a share, and another one is all the rest.
    #[must_use]
    pub fn makes_whole_with(&self, other: &Reading) -> bool {
        let whole = match (self.solved, other.solved) {
            (Some(one), Some(other)) => (one.low + other.high - 1.0).abs() < 1e-9 && (one.high + other.low - 1.0).abs() < 1e-9,
            _ => self.n() == other.n() && self.count() + other.count() == self.n(),
        };
        self.unit.is_none() && other.unit.is_none() && whole
    }

    /// True if a share is not known to be nothing, or it is no share.
    #[must_use]
    pub fn happens(&self) -> bool {
        match self.solved {
            Some(solved) => self.unit.is_some() || solved.high > 0.0,
            None => self.unit.is_some() || self.count() > 0,
        }
    }

    /// True if an amount was the same in all fights.
    #[must_use]
    pub fn constant(&self) -> bool {
        self.totals.is_none() && self.counts.iter().filter(|(_, count)| *count > 0).count() == 1
    }

    /// Its share, mean or ratio; none where no fight, or of a ratio fewer than two, have it.
    #[must_use]
    pub fn interval(&self, level: Level) -> Option<Interval> {
        if self.solved.is_some() {
            return self.solved;
        }
        if let Some(totals) = &self.totals {
            return totals.interval(level);
        }
        match self.unit {
            None => proportion::proportion(self.count(), self.n(), level),
            Some(_) => Sample::within(&self.counts, self.range)?.mean(level),
        }
    }
}

/// The readings by a tally of outcomes that were matched from a catalogue with itself.
#[must_use]
pub fn readings(outcomes: &Outcomes, matching: &Matching, catalogue: &Catalogue, tally: &Tally) -> Vec<Reading> {
    let ranges = Ranges::of(catalogue, tally);
    let read = |outcome: &super::outcome::Outcome| {
        let counted = || tally.counts(matching.matched[outcome.matched].before);
        let (counts, totals) = match outcome.measure {
            OutcomeMeasure::Mean(_) => (counted(), None),
            OutcomeMeasure::Ratio(_) => (Vec::new(), totals(tally, &ranges, matching.ratios[outcome.matched].before)),
            OutcomeMeasure::Share => {
                let all = counted();
                let label = outcome.labels.0 as i64;
                let category = outcomes.categories.iter().any(|category| category.matched == outcome.matched);
                // An outcome that is no category happened when its value is anything but 0.
                let hit = |value: i64| if category { value == label } else { value != 0 };
                let count = |wanted: bool| all.iter().filter(|(value, _)| hit(*value) == wanted).map(|(_, count)| count).sum();
                (vec![(0, count(false)), (1, count(true))], None)
            }
        };
        let (key, label, family) = (outcome.key.clone(), outcome.label.clone(), outcome.family.clone());
        let unit = outcome.measure.unit().map(str::to_owned);
        let range = match outcome.measure {
            OutcomeMeasure::Mean(_) => ranges.get(matching.matched[outcome.matched].before),
            _ => None,
        };
        Reading { key, label, family, unit, counts, range, totals, sharper: None, solved: None }
    };
    outcomes.both.iter().map(read).collect()
}

/// The readings by an exact answer of the same outcomes; those that it does not know are left out.
#[must_use]
pub fn solved(outcomes: &Outcomes, matching: &Matching, answer: &Solved) -> Vec<Reading> {
    let read = |outcome: &super::outcome::Outcome| {
        let [found, _] = outcomes.exact(outcome, matching, [answer, answer]);
        let (key, label, family) = (outcome.key.clone(), outcome.label.clone(), outcome.family.clone());
        let unit = outcome.measure.unit().map(str::to_owned);
        Some(Reading {
            key,
            label,
            family,
            unit,
            counts: Vec::new(),
            range: None,
            totals: None,
            sharper: None,
            solved: Some(found?),
        })
    };
    outcomes.both.iter().filter_map(read).collect()
}

/// The totals of two metrics, where the same fights have both.
fn totals(tally: &Tally, ranges: &Ranges<'_>, [over, under]: [usize; 2]) -> Option<Totals> {
    let products = tally.product(over, under)?;
    let (counts, ranges) = ([over, under].map(|metric| tally.counts(metric)), [over, under].map(|metric| ranges.get(metric)));
    (tally.n(over) == tally.n(under)).then_some(Totals { counts, ranges, products })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::outcome::matching;
    use crate::analysis::testing::catalogue;

    #[test]
    fn readings_are_what_was_counted() {
        let catalogue = catalogue();
        let matching = matching(&catalogue, &catalogue, false, |key| key == "Ada.hp_per_round");
        let outcomes = Outcomes::of(&catalogue, &catalogue, &matching);
        let mut tally = Tally::new(&catalogue, 0);
        // Winner, rounds, whether Ada is dead, her hit points.
        [[0, 3, 0, 5], [1, 4, 1, 0], [0, 5, 0, 7]].iter().for_each(|fight| tally.record(fight));
        let readings = readings(&outcomes, &matching, &catalogue, &tally);
        let of = |key: &str| readings.iter().find(|reading| reading.key == key).expect(key);
        assert_eq!([of("win(left)").count(), of("win(right)").count(), of("Ada.dead").count()], [2, 1, 1]);
        assert_eq!((of("Ada.hp").n(), of("rounds").counts.clone()), (3, vec![(3, 1), (4, 1), (5, 1)]));
        let mean = of("Ada.hp").interval(Level::default()).expect("three fights");
        assert_eq!(mean.estimate, 4.0);
        let ratio = of("Ada.hp_per_round").interval(Level::default()).expect("three fights");
        assert!(ratio.estimate == 1.0 && ratio.high > 1.0, "{ratio:?}");
        assert_eq!((of("Ada.hp_per_round").n(), of("Ada.hp_per_round").unit.as_deref()), (3, Some("HP")));
        let json = serde_json::to_string(&readings).expect("readings can be written");
        assert_eq!(serde_json::from_str::<Vec<Reading>>(&json).expect("and read"), readings);
    }
}
