//! Mixtures: what is known without error of a part of the probability, and sampled in the rest of it.
//!
//! Owns how an interval of the sampled part becomes one of the whole: it is as much narrower as that part is smaller. Draws are
//! independent given the part that is known, so nothing but the sampled part has an error. Where not every fight has a value, two
//! numbers are sampled, how many have one and what it is: each is given half of the permitted error and the whole reaches from
//! corner to corner, which holds however the two depend on each other. Start at [`Mixture`].

use std::ops::RangeInclusive;

use super::proportion::proportion;
use super::sample::{Sample, ValueBounds};
use super::{Interval, Level};

/// A metric that is known of a part of the probability and was sampled in another.
#[derive(Clone, Debug)]
pub struct Mixture<'a> {
    /// The values of the part that is known, each with its probability, in ascending order.
    pub known: Vec<(i64, f64)>,
    /// The values that came up in the sample, each with the number of fights, in ascending order.
    pub sample: &'a [(i64, u64)],
    /// Fights of the sample, those without a value included.
    pub fights: u64,
    /// The probability of the part that they stand for.
    pub sampled: f64,
    /// The probability of what is neither known nor sampled.
    pub open: f64,
    /// True if every fight of the part that is known has a value.
    pub always: bool,
    /// The range of its values, as far as its unit tells; where values have come up outside of it, it gives way.
    pub ends: ValueBounds,
}

impl Mixture<'_> {
    /// The probability of a value that passes a test, among the fights that have one.
    #[must_use]
    pub fn share(&self, test: impl Fn(i64) -> bool, level: Level) -> Option<Interval> {
        let passed = self.known.iter().filter(|(value, _)| test(*value)).map(|(_, mass)| mass).sum();
        let count = self.sample.iter().filter(|(value, _)| test(*value)).map(|(_, count)| count).sum();
        let within = |level| proportion(count, self.there(), level);
        let interval = self.whole(passed, within, 0.0..=1.0, level)?;
        // The sum of nothing is -0.
        let within = |share: f64| share.clamp(0.0, 1.0) + 0.0;
        let Interval { estimate, low, high } = interval;
        Some(Interval { estimate: within(estimate), low: within(low), high: within(high) })
    }

    /// The mean over the fights that have a value; what is neither known nor sampled is taken to be no more unusual than what came up.
    #[must_use]
    pub fn mean(&self, level: Level) -> Option<Interval> {
        let sum = self.known.iter().map(|&(value, mass)| value as f64 * mass).sum();
        let ends = self.ends();
        let within = |level| Sample::of(self.sample, ends).mean(level);
        self.whole(sum, within, ends.least as f64..=ends.most as f64, level)
    }

    /// The smallest value that so many per cent of the fights with a value do not exceed.
    #[must_use]
    pub fn quantile(&self, percent: u8, level: Level) -> Option<Interval> {
        let mut values: Vec<i64> = self.known.iter().map(|(value, _)| *value).collect();
        values.extend(self.sample.iter().map(|(value, _)| *value));
        values.sort_unstable();
        values.dedup();
        // Sums of many small numbers are a little less than what they stand for.
        let wanted = f64::from(percent) / 100.0 - 1e-12;
        let below: Vec<(i64, Interval)> =
            values.into_iter().map(|value| Some((value, self.share(|given| given <= value, level)?))).collect::<Option<_>>()?;
        let first =
            |of: fn(&Interval) -> f64| below.iter().find(|(_, share)| of(share) >= wanted).map(|&(value, _)| value as f64);
        Some(Interval {
            estimate: first(|share| share.estimate)?,
            low: first(|share| share.high)?,
            high: first(|share| share.low)?,
        })
    }

    /// The range of all values: that of the unit, with room for what has come up.
    fn ends(&self) -> ValueBounds {
        let known = self.known.iter().filter(|(_, mass)| *mass > 0.0).map(|&(value, _)| (value, 1));
        self.ends.with(self.sample).with(&known.collect::<Vec<_>>())
    }

    /// Fights of the sample that have a value.
    fn there(&self) -> u64 {
        self.sample.iter().map(|(_, count)| count).sum()
    }

    /// A mean of the whole: `sum` is its part that is known, `within` its mean where it was sampled; no value lies outside of `ends`.
    fn whole(
        &self,
        sum: f64,
        within: impl Fn(Level) -> Option<Interval>,
        ends: RangeInclusive<f64>,
        level: Level,
    ) -> Option<Interval> {
        let (least, most) = ends.into_inner();
        let mass: f64 = self.known.iter().map(|(_, mass)| mass).sum();
        let (sampled, open) = (self.sampled, self.open);
        let of = |there: f64, mean: f64| (sum + sampled * there * mean, mass + sampled * there);
        let ratio = |(sum, mass): (f64, f64)| if mass > 0.0 { Some(sum / mass) } else { None };
        let (n, there) = (self.fights, self.there());
        if self.always && there == n && n > 0 {
            let mean = within(level)?;
            let [low, high] = [(mean.low, least), (mean.high, most)].map(|(mean, end)| {
                let (sum, mass) = of(1.0, mean);
                ratio((sum + open * end, mass + open))
            });
            return Some(Interval { estimate: ratio(of(1.0, mean.estimate))?, low: low?, high: high? });
        }
        let half = level.shared(2);
        let share = proportion(there, n, half)?;
        // The mean of the sample can be anything when no fight of it has a value.
        let mean = within(half).unwrap_or(Interval { estimate: least, low: least, high: most });
        let corner = |mean: f64, end: f64, pick: fn(f64, f64) -> f64| {
            let corners = [share.low, share.high].into_iter().filter_map(|there| {
                let (sum, mass) = of(there, mean);
                ratio((sum + open * end, mass + open))
            });
            corners.reduce(pick)
        };
        let estimate = ratio(of(share.estimate, mean.estimate))?;
        Some(Interval { estimate, low: corner(mean.low, least, f64::min)?, high: corner(mean.high, most, f64::max)? })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::UniformNumbers;
    use super::*;

    fn mixture(known: &[(i64, f64)], sample: &'static [(i64, u64)], sampled: f64) -> Mixture<'static> {
        let fights = sample.iter().map(|(_, count)| count).sum();
        Mixture { known: known.to_vec(), sample, fights, sampled, open: 0.0, always: true, ends: ValueBounds::of(sample) }
    }

    #[test]
    fn a_share_is_as_much_better_known_as_less_of_it_was_sampled() {
        let sampled = proportion(480, 1000, Level::default()).expect("there are fights");
        let mixed = mixture(&[(0, 0.45), (1, 0.45)], &[(0, 520), (1, 480)], 0.1);
        let mixed = mixed.share(|value| value == 1, Level::default()).expect("there are fights");
        for (mixed, sampled) in [(mixed.estimate, sampled.estimate), (mixed.low, sampled.low), (mixed.high, sampled.high)] {
            assert!((mixed - 0.45 - 0.1 * sampled).abs() < 1e-12, "{mixed} {sampled}");
        }
    }

    #[test]
    fn what_is_neither_known_nor_sampled_can_be_anything() {
        let open = Mixture { open: 0.05, ..mixture(&[(0, 0.425), (1, 0.425)], &[(0, 520), (1, 480)], 0.1) };
        let share = open.share(|value| value == 1, Level::default()).expect("there are fights");
        let sampled = proportion(480, 1000, Level::default()).expect("there are fights");
        assert!((share.low - 0.425 - 0.1 * sampled.low).abs() < 1e-12);
        assert!((share.high - 0.475 - 0.1 * sampled.high).abs() < 1e-12);
    }

    #[test]
    fn a_mean_and_a_quantile_are_of_both_parts() {
        let mixed = mixture(&[(2, 0.5), (4, 0.3)], &[(6, 900), (8, 100)], 0.2);
        let mean = mixed.mean(Level::default()).expect("there are fights");
        assert!((mean.estimate - (1.0 + 1.2 + 0.2 * 6.2)).abs() < 1e-12);
        assert!(mean.low < mean.estimate && mean.high - mean.low < 0.2 * 0.1, "{mean:?}");
        let quantile = |percent| mixed.quantile(percent, Level::default()).map(|found| (found.low, found.estimate, found.high));
        assert_eq!(
            [quantile(50), quantile(79), quantile(90)],
            [Some((2.0, 2.0, 2.0)), Some((4.0, 4.0, 4.0)), Some((6.0, 6.0, 6.0))]
        );
        assert_eq!(quantile(98), Some((6.0, 6.0, 8.0)));
    }

    /// Intervals of many samples hold the truth as often as they say, of a share that all fights have and of one that few have.
    #[test]
    fn intervals_hold_the_truth() {
        const SEEDS: u64 = 400;
        // Of the sampled part, 0.4 in all: 0 three times in eight, 1 once in four, no value three times in eight.
        let (weights, fights) = ([0.375, 0.25, 0.375], 2000);
        let known = [(0, 0.2), (1, 0.3)];
        let (there, ones) = (0.5 + 0.4 * 0.625, 0.3 + 0.4 * 0.25);
        let mut held = [0; 2];
        for seed in 0..SEEDS {
            let mut luck = UniformNumbers::new(seed);
            let mut counts = [0; 3];
            (0..fights).for_each(|_| counts[luck.choose(&weights)] += 1);
            let level = Level::default();
            let some = Mixture {
                known: known.to_vec(),
                sample: &[(0, counts[0]), (1, counts[1])],
                fights,
                sampled: 0.4,
                open: 0.0,
                always: false,
                ends: ValueBounds::new(0, 1),
            };
            let all = Mixture {
                known: vec![(0, 0.3), (1, 0.3)],
                sample: &[(0, counts[0] + counts[2]), (1, counts[1])],
                always: true,
                ..some.clone()
            };
            let holds =
                |share: Option<Interval>, truth: f64| share.is_some_and(|share| (share.low..=share.high).contains(&truth));
            held[0] += u64::from(holds(all.share(|value| value == 1, level), 0.3 + 0.4 * 0.25));
            held[1] += u64::from(holds(some.share(|value| value == 1, level), ones / there));
        }
        assert!((364..398).contains(&held[0]), "of {SEEDS} samples {} hold it", held[0]);
        assert!(held[1] >= 364, "of {SEEDS} samples {} hold it", held[1]);
    }

    /// What hardly ever happens is not known by a sample in which it never happened, but by the range of its unit.
    #[test]
    fn a_mean_near_never_has_the_range_of_its_unit() {
        const SEEDS: u64 = 400;
        let truth = 0.4 * 0.0005 * 40.0;
        let holds = |ends: fn(&[(i64, u64)]) -> ValueBounds| {
            let held = (0..SEEDS).filter(|seed| {
                let (mut luck, mut counts) = (UniformNumbers::new(*seed), [0; 2]);
                (0..1000).for_each(|_| counts[luck.choose(&[0.9995, 0.0005])] += 1);
                let sample: Vec<(i64, u64)> =
                    [(0, counts[0]), (40, counts[1])].into_iter().filter(|(_, count)| *count > 0).collect();
                let known = vec![(0, 0.6)];
                let mixed = Mixture {
                    known,
                    sample: &sample,
                    fights: 1000,
                    sampled: 0.4,
                    open: 0.0,
                    always: true,
                    ends: ends(&sample),
                };
                mixed.mean(Level::default()).is_some_and(|mean| (mean.low..=mean.high).contains(&truth))
            });
            held.count()
        };
        assert!(holds(|_| ValueBounds::new(0, 40)) >= 364, "by the unit");
        assert!(holds(ValueBounds::of) < 300, "the values of a sample alone do not know it");
    }
}
