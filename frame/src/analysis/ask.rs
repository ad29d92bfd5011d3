//! Own questions: exact counts of what a designer asks, over the fights that a condition picks, group by group.
//!
//! Owns which counts each number needs and which interval it gets: shares and means as everywhere, quantiles by order statistics,
//! ratios of totals by the delta method, standard deviations by the kurtosis. Of extremes the range of the values says what is left. Fights are added one by one and forgotten; what is kept grows with the groups and the
//! values that come up, not with the fights. Start at [`Count::add`].

use std::collections::BTreeMap;

use crate::sim::{FightQuestion, Quantity, SIZE_MOST};
use crate::stats::proportion::proportion;
use crate::stats::quantile::quantile;
use crate::stats::sample::{Sample, ratio};
use crate::stats::spread::spread;
use crate::stats::{Interval, Level};
use crate::tally::Ranges;

/// A number that is asked of some fights.
#[derive(Clone, Debug)]
pub enum WantedNumber {
    /// The share of fights in which this holds.
    Chance(Quantity),
    /// The mean of this.
    Mean(Quantity),
    /// The value that so many per cent of fights do not exceed, 1 to 99.
    Quantile(Quantity, u8),
    /// The standard deviation of this.
    Spread(Quantity),
    /// The least value of this that there can be.
    Least(Quantity),
    /// The largest value of this that there can be.
    Most(Quantity),
    /// The total of the first over the total of the second.
    Ratio(Quantity, Quantity),
}

/// The question of an inquiry.
#[derive(Clone, Debug, Default)]
pub struct Inquiry {
    /// The condition of the fights that count; all without it.
    pub picked: Option<FightQuestion>,
    /// The keys that tell groups apart.
    pub by: Vec<Quantity>,
    /// The numbers.
    pub wanted: Vec<WantedNumber>,
}

impl Inquiry {
    /// True if a fight of these values counts.
    #[must_use]
    pub fn picks(&self, values: &[i64]) -> bool {
        self.picked.as_ref().is_none_or(|picked| picked.holds(values) == Some(true))
    }
}

/// Groups at the most: more are no answer to anybody.
pub const GROUPS_MOST: usize = 10_000;

/// The reason why a fight cannot be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// It would be of one group too many.
    Groups,
    /// The number with this index has a value beyond [`SIZE_MOST`].
    Size(usize),
}

/// Values of one number in the fights of one group.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Values {
    first: BTreeMap<i64, u64>,
    second: BTreeMap<i64, u64>,
    products: i128,
}

/// One group of fights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FightGroup {
    /// The number of fights.
    pub fights: u64,
    values: Vec<Values>,
}

/// Everything that was counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Fights played.
    pub fights: u64,
    /// Fights that count.
    pub picked: u64,
    /// The groups by what tells them apart; none for what a fight does not have.
    pub groups: BTreeMap<Vec<Option<i64>>, FightGroup>,
}

impl Count {
    /// Counts a fight with these values. Fights that the condition picks are asked what `happens` in them, too.
    ///
    /// # Errors
    /// Too many groups, or a value that is too large.
    pub fn add(&mut self, inquiry: &Inquiry, values: &[i64], happens: impl FnOnce() -> bool) -> Result<(), Refused> {
        self.fights += 1;
        if !inquiry.picks(values) || !happens() {
            return Ok(());
        }
        self.picked += 1;
        let key: Vec<Option<i64>> = inquiry.by.iter().map(|by| by.value(values)).collect();
        if self.groups.len() == GROUPS_MOST && !self.groups.contains_key(&key) {
            return Err(Refused::Groups);
        }
        let nothing = || FightGroup { fights: 0, values: vec![Values::default(); inquiry.wanted.len()] };
        let group = self.groups.entry(key).or_insert_with(nothing);
        group.fights += 1;
        for (index, (wanted, counts)) in inquiry.wanted.iter().zip(&mut group.values).enumerate() {
            let small =
                |value: i64| if value.unsigned_abs() <= SIZE_MOST as u64 { Ok(value) } else { Err(Refused::Size(index)) };
            match wanted {
                WantedNumber::Chance(of)
                | WantedNumber::Mean(of)
                | WantedNumber::Quantile(of, _)
                | WantedNumber::Spread(of)
                | WantedNumber::Least(of)
                | WantedNumber::Most(of) => {
                    let Some(value) = of.value(values) else { continue };
                    *counts.first.entry(small(value)?).or_default() += 1;
                }
                WantedNumber::Ratio(over, under) => {
                    let (Some(over), Some(under)) = (over.value(values), under.value(values)) else { continue };
                    let (over, under) = (small(over)?, small(under)?);
                    *counts.first.entry(over).or_default() += 1;
                    *counts.second.entry(under).or_default() += 1;
                    counts.products += i128::from(over) * i128::from(under);
                }
            }
        }
        Ok(())
    }
}

/// A number as it was counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AskedValue {
    /// Fights that it was read from.
    pub n: u64,
    /// The number of them, of a share.
    pub count: Option<u64>,
    /// True if all fights had the same value.
    pub constant: bool,
    /// Estimate and limits; none where there are too few fights.
    pub interval: Option<Interval>,
}

impl FightGroup {
    /// The number with this index, of values that lie in these ranges.
    #[must_use]
    pub fn answer(&self, wanted: &WantedNumber, index: usize, ranges: &Ranges<'_>, level: Level) -> AskedValue {
        let values = &self.values[index];
        let list = |counts: &BTreeMap<i64, u64>| counts.iter().map(|(&value, &count)| (value, count)).collect::<Vec<_>>();
        let first = list(&values.first);
        let n = first.iter().map(|(_, count)| count).sum();
        let sample = |counts: &[(i64, u64)], of: &Quantity| Sample::within(counts, ranges.span(&of.span()));
        let mut answer = AskedValue { n, count: None, constant: first.len() == 1, interval: None };
        answer.interval =
            match wanted {
                WantedNumber::Chance(_) => {
                    let count = first.iter().filter(|(value, _)| *value != 0).map(|(_, count)| count).sum();
                    answer.count = Some(count);
                    proportion(count, n, level)
                }
                WantedNumber::Mean(of) => sample(&first, of).and_then(|sample| sample.mean(level)),
                WantedNumber::Quantile(_, percent) => quantile(first, *percent, level).map(|found| {
                    let [estimate, low, high] = [found.estimate, found.low, found.high].map(|value| value as f64);
                    Interval { estimate, low, high }
                }),
                WantedNumber::Spread(_) => {
                    answer.constant = false;
                    spread(&first, level)
                }
                // One fight shows that a value can be, and no number of fights that a lesser one cannot: the rest of the range may.
                WantedNumber::Least(of) => first.first().zip(ranges.span(&of.span())).map(|(&(seen, _), [least, _])| {
                    Interval { estimate: seen as f64, low: least.min(seen) as f64, high: seen as f64 }
                }),
                WantedNumber::Most(of) => first.last().zip(ranges.span(&of.span())).map(|(&(seen, _), [_, most])| Interval {
                    estimate: seen as f64,
                    low: seen as f64,
                    high: most.max(seen) as f64,
                }),
                WantedNumber::Ratio(over, under) => {
                    answer.constant = false;
                    let second = list(&values.second);
                    let samples = sample(&first, over).zip(sample(&second, under));
                    samples.and_then(|(over, under)| ratio(&over, &under, values.products, level))
                }
            };
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::catalogue;
    use crate::tally::Tally;

    #[test]
    fn groups_are_counted_apart() {
        let wanted =
            vec![WantedNumber::Mean(Quantity::Metric(1)), WantedNumber::Ratio(Quantity::Metric(1), Quantity::Sum(vec![1, 0]))];
        let inquiry = Inquiry { picked: None, by: vec![Quantity::Metric(0)], wanted };
        let mut count = Count::default();
        let catalogue = catalogue();
        let mut tally = Tally::new(&catalogue, 0);
        (0..1000).for_each(|number| tally.record(&[number % 2, number % 10, 0, 0]));
        let ranges = Ranges::of(&catalogue, &tally);
        for number in 0..1000 {
            count.add(&inquiry, &[number % 2, number % 10], || true).expect("nothing is refused");
        }
        let even = &count.groups[&vec![Some(0)]];
        assert_eq!((count.groups.len(), even.fights), (2, 500));
        assert_eq!(
            even.answer(&inquiry.wanted[0], 0, &ranges, Level::default()).interval.expect("there are fights").estimate,
            4.0
        );
        let odd = &count.groups[&vec![Some(1)]];
        let ratio = odd.answer(&inquiry.wanted[1], 1, &ranges, Level::default()).interval.expect("there are fights").estimate;
        assert!((ratio - 5.0 / 6.0).abs() < 1e-12, "{ratio}");
    }

    #[test]
    fn extremes_leave_open_what_did_not_come_up() {
        let catalogue = catalogue();
        let mut tally = Tally::new(&catalogue, 0);
        let wanted = vec![WantedNumber::Least(Quantity::Metric(2)), WantedNumber::Most(Quantity::Metric(2))];
        let inquiry = Inquiry { picked: None, by: Vec::new(), wanted };
        let mut count = Count::default();
        // A flag that was never set.
        for _ in 0..1000 {
            tally.record(&[0, 3, 0, 5]);
            count.add(&inquiry, &[0, 3, 0, 5], || true).expect("nothing is refused");
        }
        let (ranges, group) = (Ranges::of(&catalogue, &tally), &count.groups[&Vec::new()]);
        let of = |index: usize| {
            let answer = group.answer(&inquiry.wanted[index], index, &ranges, Level::default());
            answer.interval.map(|found| [found.estimate, found.low, found.high])
        };
        assert_eq!((of(0), of(1)), (Some([0.0; 3]), Some([0.0, 0.0, 1.0])));
    }

    #[test]
    fn what_cannot_be_counted_exactly_is_refused() {
        let inquiry = Inquiry { picked: None, by: Vec::new(), wanted: vec![WantedNumber::Mean(Quantity::Metric(0))] };
        assert_eq!(Count::default().add(&inquiry, &[SIZE_MOST + 1], || true), Err(Refused::Size(0)));
    }
}
