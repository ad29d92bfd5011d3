//! Samples: the mean of a metric with an interval that allows for what has not come up yet.
//!
//! Owns [`Sample`], what the interval of a mean needs of a histogram, and the interval itself. The normal interval is right
//! where values vary; where nearly all fights have one value it is too narrow, and of no width where all have. So it is widened
//! in three ways, of which none is felt where it is good:
//!
//! 1. Its quantile is Student's (expansion of Abramowitz and Stegun 26.7.5).
//! 2. On the side of the longer tail it reaches further by what the skewness of the values says (the first term of the
//!    expansion of Cornish and Fisher, as in Johnson 1978), several times over, because the skewness of a sample falls short of
//!    the truth just when the tail did not come up; below a skewness of a twentieth of the root of the fights by nothing.
//! 3. With fewer than 50 fights outside the most frequent value, the mean is that value plus a weighted sum of rare counts
//!    above it and minus one below it. Each has the limits of Fay and Feuer 1997, which are Garwood's when all weigh the same,
//!    with one event more of the largest weight that there can be; both are combined by their squared arms (Zou and Donner 2008).
//!
//! The [`ValueBounds`] say what a value can be. No limit leaves them. Ratios of totals follow from two samples: [`ratio`]. Start at
//! [`Sample::mean`].

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::mean::{MetricTotals, Moments};
use super::{Interval, Level};

/// Below so many fights outside the most frequent value rare counts widen the interval of a mean.
const FEW: u64 = 50;

/// A mean of fewer fights than this is no number to be quoted.
pub const TOO_FEW: u64 = 10;

/// Skewness over the root of the fights that a normal interval bears.
const SKEWNESS_BORNE: f64 = 0.05;

/// By how many squared normal quantiles an interval is longer per skewness over the root of the fights: four and a half times
/// the third of Johnson 1978, by simulation of all metrics of the five duels.
const PER_SKEWNESS: f64 = 1.5;

/// The least and the most that a value can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueBounds {
    /// The least.
    pub least: i64,
    /// The most.
    pub most: i64,
}

impl ValueBounds {
    /// Both.
    #[must_use]
    pub const fn new(least: i64, most: i64) -> Self {
        ValueBounds { least, most }
    }

    /// A range that is known only by the values that came up: between its extremes and 0, and at least one away from its most
    /// frequent value, but below 0 only if it has been. No mean of what hardly varies may rest on it.
    #[must_use]
    pub fn of(histogram: &[(i64, u64)]) -> Self {
        ValueBounds::new(0, 0).with(histogram).around(histogram)
    }

    /// Returns this range with room for all values of a histogram.
    #[must_use]
    pub fn with(self, histogram: &[(i64, u64)]) -> Self {
        let seen = histogram.iter().filter(|(_, count)| *count > 0);
        seen.fold(self, |ends, (value, _)| ValueBounds::new(ends.least.min(*value), ends.most.max(*value)))
    }

    /// Returns this range with room for one on either side of a histogram's most frequent value; below 0 only if there was room
    /// below 0.
    #[must_use]
    pub fn around(self, histogram: &[(i64, u64)]) -> Self {
        let usual = usual(histogram);
        let least = if self.least >= 0 { (usual - 1).max(0) } else { usual - 1 };
        ValueBounds::new(self.least.min(least), self.most.max(usual + 1))
    }
}

/// The most frequent value; of several the smallest.
fn usual(histogram: &[(i64, u64)]) -> i64 {
    let most = |best: (i64, u64), next: &(i64, u64)| if next.1 > best.1 { *next } else { best };
    histogram.iter().fold((0, 0), most).0
}

/// Fights on one side of the most frequent value.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Tail {
    /// The number of values.
    n: u64,
    /// The sum of their distances from it.
    sum: f64,
    /// The sum of the squared distances.
    squares: f64,
    /// The largest distance that there can be.
    longest: f64,
}

impl Tail {
    /// Limits of the sum of distances that such fights have on average.
    fn limits(&self, level: Level) -> (f64, f64) {
        let tail = level.alpha() / 2.0;
        // The sum is taken to be distributed as one of its mean and variance that is a multiple of chi-square.
        let quantile = |sum: f64, squares: f64, tail: f64| {
            let freedom = 2.0 * sum * sum / squares;
            // Two degrees of freedom need no search.
            let quantile = if freedom == 2.0 {
                -2.0 * (-tail).ln_1p()
            } else {
                ChiSquared::new(freedom).expect("degrees of freedom are positive").inverse_cdf(tail)
            };
            squares / (2.0 * sum) * quantile
        };
        let low = if self.n == 0 { 0.0 } else { quantile(self.sum, self.squares, tail) };
        let (sum, squares) = (self.sum + self.longest, self.squares + self.longest * self.longest);
        (low, if sum == 0.0 { 0.0 } else { quantile(sum, squares, 1.0 - tail) })
    }
}

/// The numbers of a metric's values that the interval of a mean needs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    moments: Moments,
    skewness: f64,
    above: Tail,
    below: Tail,
    ends: ValueBounds,
}

impl Sample {
    /// Reads a histogram in ascending order. `ends` are those of its metric; where the histogram knows better, they give way.
    #[must_use]
    pub fn of(histogram: &[(i64, u64)], ends: ValueBounds) -> Self {
        let moments = Moments::of(histogram.iter().copied());
        let usual = usual(histogram);
        let ends = ends.with(histogram);
        let longest = |distance: i64| distance.max(0) as f64;
        let mut above = Tail { longest: longest(ends.most - usual), ..Tail::default() };
        let mut below = Tail { longest: longest(usual - ends.least), ..Tail::default() };
        let (average, mut squares, mut cubes) = (moments.average(), 0.0, 0.0);
        for &(value, count) in histogram {
            let (fights, distance) = (count as f64, value.abs_diff(usual) as f64);
            if distance > 0.0 {
                let tail = if value > usual { &mut above } else { &mut below };
                tail.n += count;
                tail.sum += fights * distance;
                tail.squares += fights * distance * distance;
            }
            let deviation = value as f64 - average;
            squares += fights * deviation * deviation;
            cubes += fights * deviation.powi(3);
        }
        let skewness = if squares > 0.0 { cubes * (moments.n() as f64).sqrt() / squares.powf(1.5) } else { 0.0 };
        Sample { moments, skewness, above, below, ends }
    }

    /// Reads a histogram in ascending order, of a metric whose values lie in this range. Nothing where they hardly vary and nobody
    /// knows the range: what did not come up could then be anything.
    #[must_use]
    pub fn within(histogram: &[(i64, u64)], range: Option<[i64; 2]>) -> Option<Self> {
        match range {
            Some([least, most]) => Some(Sample::of(histogram, ValueBounds::new(least, most))),
            None => Some(Sample::of(histogram, ValueBounds::of(histogram))).filter(|sample| !sample.hardly_varies()),
        }
    }

    /// Count, sum and sum of squares.
    #[must_use]
    pub fn moments(&self) -> &Moments {
        &self.moments
    }

    /// Fights outside the most frequent value.
    #[must_use]
    pub fn unusual(&self) -> u64 {
        self.above.n + self.below.n
    }

    /// True if the values hardly vary, so that an interval has to allow for what did not come up.
    #[must_use]
    pub fn hardly_varies(&self) -> bool {
        self.unusual() < FEW
    }

    /// The mean with its interval, within what is possible; none without fights.
    #[must_use]
    pub fn mean(&self, level: Level) -> Option<Interval> {
        let n = self.moments.n();
        if n == 0 {
            return None;
        }
        let (mut below, mut above) = self.moments.deviation().map_or((0.0, 0.0), |deviation| self.arms(deviation, level));
        if self.hardly_varies() {
            let (rarely_below, rarely_above) = self.rare_arms(level);
            (below, above) = (below.max(rarely_below), above.max(rarely_above));
        }
        let estimate = self.moments.average();
        let (least, most) = (self.ends.least as f64, self.ends.most as f64);
        Some(Interval { estimate, low: (estimate - below).max(least), high: (estimate + above).min(most) })
    }

    /// Returns the reach of the interval down and up where values vary.
    fn arms(&self, deviation: f64, level: Level) -> (f64, f64) {
        let root = (self.moments.n() as f64).sqrt();
        let z = level.z();
        let even = student(z, self.moments.n() - 1);
        // Rare counts know of their skewness.
        let skewness = if self.hardly_varies() { 0.0 } else { self.skewness.abs() / root };
        let longer = even + PER_SKEWNESS * z * z * (skewness - SKEWNESS_BORNE).max(0.0);
        let (below, above) = if self.skewness < 0.0 { (longer, even) } else { (even, longer) };
        (below * deviation / root, above * deviation / root)
    }

    /// Returns the reach of the interval where values hardly vary.
    fn rare_arms(&self, level: Level) -> (f64, f64) {
        let n = self.moments.n() as f64;
        let ((above_low, above_high), (below_low, below_high)) = (self.above.limits(level), self.below.limits(level));
        let down = (self.above.sum - above_low).hypot(below_high - self.below.sum);
        let up = (above_high - self.above.sum).hypot(self.below.sum - below_low);
        (down / n, up / n)
    }
}

/// The ratio of the totals of two metrics of the same fights, from their samples and the sum of their products.
///
/// It is that of [`MetricTotals::ratio`] where both vary. Where either hardly does, the arms of both means are added as if they had
/// nothing to do with each other: too wide when they have. None without fights, or when the total of the denominator is not
/// positive.
#[must_use]
pub fn ratio(numerator: &Sample, denominator: &Sample, products: i128, level: Level) -> Option<Interval> {
    let totals = MetricTotals { numerator: numerator.moments, denominator: denominator.moments, products };
    let normal = totals.ratio(level);
    if !numerator.hardly_varies() && !denominator.hardly_varies() {
        return normal;
    }
    let (over, under) = (numerator.mean(level)?, denominator.mean(level)?);
    if under.estimate <= 0.0 {
        return None;
    }
    let ratio = over.estimate / under.estimate;
    // Parts of the same whole are never more than all, and what has always been positive has no negative ratio.
    let share = totals.numerator == totals.denominator && products == totals.numerator.squares();
    let (least, most) =
        (if numerator.ends.least >= 0 { 0.0 } else { f64::NEG_INFINITY }, if share { ratio } else { f64::INFINITY });
    let [low, high] = [(over.low, under.high), (over.high, under.low)].map(|(over_end, under_end)| {
        let (of_over, of_under) = (over_end - over.estimate, ratio * (under_end - under.estimate));
        of_over.hypot(of_under) / under.estimate
    });
    let low = normal.map_or(ratio - low, |normal| normal.low.min(ratio - low));
    let high = normal.map_or(ratio + high, |normal| normal.high.max(ratio + high));
    Some(Interval { estimate: ratio, low: low.max(least), high: high.min(most) })
}

/// The quantile of Student's distribution that belongs to a normal one, for so many degrees of freedom: the first terms of
/// Abramowitz and Stegun 26.7.5. Too small below ten degrees, where rare counts rule.
pub(super) fn student(z: f64, freedom: u64) -> f64 {
    let (square, freedom) = (z * z, freedom as f64);
    let first = (square + 1.0) / 4.0;
    let second = ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    let third = (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
    z * (1.0 + (first + (second + third / freedom) / freedom) / freedom)
}

#[cfg(test)]
mod tests {
    use super::super::enumeration::holds;
    use super::super::proportion::proportion;
    use super::super::testing::UniformNumbers;
    use super::*;

    fn mean(histogram: &[(i64, u64)], ends: ValueBounds) -> Interval {
        Sample::of(histogram, ends).mean(Level::default()).expect("there are fights")
    }

    #[test]
    fn where_values_vary_the_interval_is_the_normal_one() {
        // Rounds 1 to 8, 512 times each.
        let histogram: Vec<(i64, u64)> = (1..=8).map(|rounds| (rounds, 512)).collect();
        let sample = Sample::of(&histogram, ValueBounds::of(&histogram));
        let interval = sample.mean(Level::default()).expect("fights");
        let normal = 1.959_963_984_540 * sample.moments().deviation().expect("fights") / 64.0;
        assert!((interval.half_width() / normal - 1.0).abs() < 1e-3 && interval.estimate == 4.5, "{interval:?}");
    }

    #[test]
    fn rare_events_have_the_limits_of_their_rate() {
        // Garwood's where all weigh the same: a rate times its weight.
        for events in [0, 1, 7, 29] {
            let rate = proportion(events, 2000, Level::default()).expect("fights");
            let found = mean(&[(0, 2000 - events), (1, events)], ValueBounds::new(0, 1));
            assert!((found.high - rate.high).abs() < 1e-9 && found.low <= rate.low + 1e-9, "{events}: {found:?} {rate:?}");
        }
        let none = mean(&[(0, 200)], ValueBounds::new(0, 20));
        assert!((none.high - 20.0 * 3.688_879 / 200.0).abs() < 1e-6 && none.low == 0.0, "{none:?}");
        let always = mean(&[(3, 200)], ValueBounds::new(0, 5));
        assert!((always.high - 3.0 - 2.0 * 0.018_444).abs() < 1e-4 && (3.0 - always.low - 3.0 * 0.018_444).abs() < 1e-4);
    }

    #[test]
    fn limits_of_weighted_counts_are_those_of_fay_and_feuer() {
        // Their formulas (4) and (5), for three events of weights 1, 1 and 3, the largest weight 3.
        let tail = Tail { n: 3, sum: 5.0, squares: 11.0, longest: 3.0 };
        let (low, high) = tail.limits(Level::default());
        let chi_square = |freedom: f64, tail: f64| ChiSquared::new(freedom).expect("positive").inverse_cdf(tail);
        assert!((low - 11.0 / 10.0 * chi_square(50.0 / 11.0, 0.025)).abs() < 1e-12);
        assert!((high - 20.0 / 16.0 * chi_square(128.0 / 20.0, 0.975)).abs() < 1e-12);
    }

    #[test]
    fn no_limit_leaves_what_is_possible() {
        for histogram in [vec![(0, 199), (9, 1)], vec![(0, 1)], vec![(20, 3)], vec![(0, 5), (20, 6)], vec![(19, 190), (20, 10)]]
        {
            let found = mean(&histogram, ValueBounds::new(0, 20));
            assert!(0.0 <= found.low && found.low <= found.estimate, "{histogram:?}: {found:?}");
            assert!(found.estimate <= found.high && found.high <= 20.0, "{histogram:?}: {found:?}");
        }
        let below = mean(&[(-2, 10), (0, 190)], ValueBounds::of(&[(-2, 10), (0, 190)]));
        assert!(below.low < -0.15 && below.high < 0.0, "{below:?}");
        assert_eq!(ValueBounds::of(&[(0, 7)]), ValueBounds::new(0, 1));
        assert_eq!(ValueBounds::of(&[(5, 7), (9, 1)]), ValueBounds::new(0, 9));
        assert_eq!(ValueBounds::of(&[(-5, 7)]), ValueBounds::new(-6, 0));
        assert_eq!(Sample::of(&[], ValueBounds::new(0, 0)).mean(Level::default()), None);
    }

    #[test]
    fn a_rare_disaster_is_covered_at_every_number_of_fights() {
        // Nothing, or in 0.1 % of fights 2 to 18 points; and its mirror image.
        let weights: Vec<f64> = std::iter::once(0.999).chain([0.001 / 9.0; 9]).collect();
        let (truth, level, runs) = (0.01, Level::default(), 400);
        let mut luck = UniformNumbers::new(3);
        for n in [200, 2000, 5000] {
            let mut held = [0, 0];
            for _ in 0..runs {
                let mut counts = [0_u64; 10];
                (0..n).for_each(|_| counts[luck.choose(&weights)] += 1);
                let of = |value: fn(i64) -> i64, ends| {
                    let mut histogram: Vec<(i64, u64)> =
                        (0..).zip(counts).map(|(step, count)| (value(2 * step), count)).collect();
                    histogram.sort_unstable();
                    Sample::of(&histogram, ends).mean(level).expect("fights")
                };
                held[0] += u32::from(holds(of(|value| value, ValueBounds::new(0, 20)), truth));
                held[1] += u32::from(holds(of(|value| 20 - value, ValueBounds::new(0, 20)), 20.0 - truth));
            }
            assert!(held.iter().all(|held| f64::from(*held) >= 0.95 * f64::from(runs)), "{n}: {held:?}");
        }
    }

    #[test]
    fn few_fights_of_what_varies_are_covered() {
        // Rounds of the few victories there are: 3 to 8, most of them short.
        let (values, weights) = ([3, 4, 5, 6, 7, 8], [0.35, 0.3, 0.17, 0.1, 0.05, 0.03]);
        let truth: f64 = values.iter().zip(weights).map(|(value, weight)| *value as f64 * weight).sum();
        let (mut luck, runs) = (UniformNumbers::new(4), 2000);
        for n in [2, 5, 12, 30, 60] {
            let held = (0..runs).filter(|_| {
                let mut counts = [0_u64; 6];
                (0..n).for_each(|_| counts[luck.choose(&weights)] += 1);
                let histogram: Vec<(i64, u64)> = values.into_iter().zip(counts).collect();
                holds(mean(&histogram, ValueBounds::new(0, 30)), truth)
            });
            let held = held.count();
            assert!(held as f64 >= 0.94 * f64::from(runs), "{n}: {held}");
        }
    }

    #[test]
    fn student_has_the_digits_of_the_tables() {
        let z = Level::default().z();
        for (freedom, quantile) in [(9, 2.262_157), (19, 2.093_024), (99, 1.984_217), (1_000_000, 1.959_966)] {
            assert!((student(z, freedom) - quantile).abs() < 5e-4, "{freedom}: {}", student(z, freedom));
        }
    }

    #[test]
    fn a_ratio_of_what_is_rare_to_what_is_not_is_not_certain() {
        let (blows, never) = ([(4, 1000), (5, 1000)], [(0, 2000)]);
        let [blows, never] = [&blows[..], &never].map(|histogram| Sample::of(histogram, ValueBounds::of(histogram)));
        let found = ratio(&never, &blows, 0, Level::default()).expect("fights");
        assert!(found.low == 0.0 && (found.high - 3.688_879 / 2000.0 / 4.5).abs() < 1e-6, "{found:?}");
        // All of them, every time: it may have been less, but cannot be more.
        let products = 16 * 1000 + 25 * 1000;
        let all = ratio(&blows, &blows, products, Level::default()).expect("fights");
        assert!(all.estimate == 1.0 && all.low < 1.0, "{all:?}");
    }
}
