//! Proportions: how often something happens, from how often it did.
//!
//! Owns the interval of a proportion and the choice of its method. Wilson's score interval (Wilson 1927; recommended by
//! Brown, Cai and DasGupta 2001) is right almost everywhere, but for a handful of events its coverage sinks to 92 %; there
//! Garwood's Poisson limits (Garwood 1936) take over. The textbook interval of Wald has no place here: it collapses at 0
//! and at 1 and misses far too often near them. Start at [`proportion`].

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{Interval, Level};

/// Events, or non-events, are few below this count.
pub const FEW: u64 = 30;

/// The way in which the interval of a proportion is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Score interval of Wilson 1927.
    Wilson,
    /// Poisson limits of Garwood 1936, for few events or few non-events; conservative.
    Garwood,
}

impl Method {
    /// Returns its name in captions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Wilson => "Wilson",
            Method::Garwood => "Garwood",
        }
    }
}

/// The method that [`proportion`] uses for `k` events in `n` fights.
#[must_use]
pub const fn method(k: u64, n: u64) -> Method {
    if k < FEW || n.saturating_sub(k) < FEW { Method::Garwood } else { Method::Wilson }
}

/// The probability of what happened in `k` of `n` fights, with limits inside `0..=1`. Without fights there is none.
/// The interval of what did *not* happen, `n - k` of `n`, is its mirror image.
///
/// For no event at all the upper limit is 3.69/n at 95 %: say "none in n; below ...".
///
/// # Panics
/// More events than fights.
#[must_use]
pub fn proportion(k: u64, n: u64, level: Level) -> Option<Interval> {
    assert!(k <= n, "{k} events in only {n} fights");
    (n > 0).then(|| match method(k, n) {
        Method::Wilson => wilson(k, n, level),
        Method::Garwood => garwood(k, n, level),
    })
}

/// Wilson's score interval, `n > 0`.
pub(super) fn wilson(k: u64, n: u64, level: Level) -> Interval {
    wilson_of(k as f64 / n as f64, n as f64, level)
}

/// Returns Wilson's interval of an estimate that is as good as that of `n` fights, `n > 0`; there need not be a whole number of
/// them.
pub(super) fn wilson_of(estimate: f64, n: f64, level: Level) -> Interval {
    let z = level.z();
    let shrinkage = 1.0 + z * z / n;
    let centre = (estimate + z * z / (2.0 * n)) / shrinkage;
    let half_width = z / shrinkage * (estimate * (1.0 - estimate) / n + z * z / (4.0 * n * n)).sqrt();
    // Exactly 0 and 1 at the ends; only rounding could lead outside.
    Interval { estimate, low: (centre - half_width).max(0.0), high: (centre + half_width).min(1.0) }
}

/// Garwood's limits on the few events, mirrored on the few non-events, `n > 0`. Where both are few, both pairs of limits
/// hold, because a binomial is less spread out than a Poisson distribution of the same mean; the narrower one is taken at
/// either end.
fn garwood(k: u64, n: u64, level: Level) -> Interval {
    let (fights, misses) = (n as f64, n - k);
    let mut interval = Interval { estimate: k as f64 / fights, low: 0.0, high: 1.0 };
    if k < FEW {
        let (low, high) = poisson_limits(k, level);
        interval.low = low / fights;
        interval.high = (high / fights).min(1.0);
    }
    if misses < FEW {
        let (low, high) = poisson_limits(misses, level);
        interval.low = interval.low.max(1.0 - high / fights);
        interval.high = interval.high.min(1.0 - low / fights);
    }
    interval
}

/// Limits of the mean of a Poisson distribution of which `k` was drawn: quantiles of chi-square with `2k` and `2k + 2`
/// degrees of freedom, halved (Garwood 1936).
pub(super) fn poisson_limits(k: u64, level: Level) -> (f64, f64) {
    let tail = level.alpha() / 2.0;
    let half_quantile = |half_freedom: u64, probability: f64| {
        let chi_square = ChiSquared::new(2.0 * half_freedom as f64).expect("degrees of freedom are positive");
        chi_square.inverse_cdf(probability) / 2.0
    };
    let low = if k == 0 { 0.0 } else { half_quantile(k, tail) };
    (low, half_quantile(k + 1, 1.0 - tail))
}

/// From how many to how many of so many fights something happens that has this share, by luck alone, at this level: what lies beyond either
/// end is no likelier than half of what the level leaves out.
#[must_use]
pub fn usual(share: f64, fights: u32, level: Level) -> [u32; 2] {
    let mut chances = vec![1.0];
    for _ in 0..fights {
        let won = std::iter::once(0.0).chain(chances.iter().map(|chance| chance * share));
        let lost = chances.iter().map(|chance| chance * (1.0 - share)).chain([0.0]);
        chances = won.zip(lost).map(|(won, lost)| won + lost).collect();
    }
    let below = |rest: &mut f64, chance: &f64| {
        *rest -= chance;
        Some(*rest >= 0.0)
    };
    let tail = level.alpha() / 2.0;
    let low = chances.iter().scan(tail, below).take_while(|within| *within).count() as u32;
    let high = chances.iter().rev().scan(tail, below).take_while(|within| *within).count() as u32;
    [low, fights - high]
}

#[cfg(test)]
mod tests {
    use super::super::enumeration::coverage;
    use super::*;

    #[test]
    fn what_luck_makes_of_a_few_fights_is_binomial() {
        // Of 1,024 ways in which ten even fights go, 1 + 10 have none or one of them won, 45 more have two.
        assert_eq!(usual(0.5, 10, Level::default()), [2, 8]);
        assert_eq!(usual(0.5, 10, Level::missing(2.0 * 12.0 / 1024.0)), [2, 8]);
        assert_eq!(usual(0.5, 10, Level::missing(2.0 * 10.0 / 1024.0)), [1, 9]);
        assert_eq!([usual(0.0, 10, Level::default()), usual(1.0, 10, Level::default())], [[0, 0], [10, 10]]);
    }

    fn close(ours: f64, published: f64, digits: i32) -> bool {
        (ours - published).abs() <= 0.500_1 * 10f64.powi(-digits)
    }

    #[test]
    fn wilson_agrees_with_the_examples_of_newcombe() {
        // Newcombe 1998 (Statistics in Medicine 17, 857), table I, method 3: score without continuity correction.
        let published = [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)];
        for (k, n, low, high) in published {
            let ours = wilson(k, n, Level::default());
            assert!(close(ours.low, low, 4) && close(ours.high, high, 4), "{k} of {n}: {ours:?}");
        }
    }

    #[test]
    fn poisson_limits_agree_with_the_published_table() {
        // Garwood 1936, 95 %, as reprinted to three or two decimals in the usual tables.
        let published = [
            (0, 0.0, 3.689, 3),
            (1, 0.025, 5.572, 3),
            (2, 0.242, 7.225, 3),
            (3, 0.619, 8.767, 3),
            (5, 1.623, 11.668, 3),
            (10, 4.795, 18.390, 3),
            (20, 12.217, 30.888, 3),
            (25, 16.18, 36.90, 2),
        ];
        for (k, low, high, digits) in published {
            let ours = poisson_limits(k, Level::default());
            assert!(close(ours.0, low, digits) && close(ours.1, high, digits), "{k}: {ours:?}");
        }
    }

    #[test]
    fn wald_has_its_published_bad_luck_and_we_do_not() {
        // Brown, Cai and DasGupta 2001, unlucky n: for p = 0.005 one more trial drops the coverage from .945 to .792.
        let z = Level::default().z();
        let wald = |k: u64, n: u64| {
            let estimate = k as f64 / n as f64;
            Interval::around(estimate, z * (estimate * (1.0 - estimate) / n as f64).sqrt())
        };
        for (n, published) in [(591, 0.945), (592, 0.792)] {
            let of_wald = coverage(n, 0.005, |k| wald(k, n));
            assert!(close(of_wald, published, 3), "{n}: {of_wald}");
            let ours = coverage(n, 0.005, |k| proportion(k, n, Level::default()).expect("fights"));
            assert!((0.95..0.99).contains(&ours), "{n}: {ours}");
        }
    }

    #[test]
    fn garwood_covers_few_events_where_wilson_does_not() {
        let (n, p) = (4096, 1.0 / 4096.0);
        let of_wilson = coverage(n, p, |k| wilson(k, n, Level::default()));
        let of_garwood = coverage(n, p, |k| garwood(k, n, Level::default()));
        assert!(of_wilson < 0.925 && (0.96..0.985).contains(&of_garwood), "{of_wilson} {of_garwood}");
    }

    #[test]
    fn coverage_stays_near_the_level_for_every_probability() {
        for (confidence, floor) in [(0.9, 0.885), (0.95, 0.94), (0.99, 0.985)] {
            let level = Level::new(confidence).expect("allowed");
            for n in [10, 59, 100, 1000, 4096] {
                // From one event in a hundred runs to as many events as not, evenly in the logarithm.
                let rarest = 0.01 / n as f64;
                let probabilities = (0..=400).map(|step| rarest * (0.5 / rarest).powf(f64::from(step) / 400.0));
                let coverages = probabilities.map(|p| coverage(n, p, |k| proportion(k, n, level).expect("fights")));
                let worst = coverages.fold(1.0, f64::min);
                // Below 60 fights Garwood's limits, which are conservative, hold throughout.
                let floor = if n < 2 * FEW { confidence } else { floor };
                assert!(worst >= floor, "{confidence} {n}: {worst}");
            }
        }
    }

    #[test]
    fn no_event_and_nothing_but_events_keep_a_bound() {
        for n in [10_u64, 4096, FEW - 1, 1 << 40] {
            let none = proportion(0, n, Level::default()).expect("fights");
            let all = proportion(n, n, Level::default()).expect("fights");
            assert_eq!((none.estimate, none.low, all.estimate, all.high), (0.0, 0.0, 1.0, 1.0));
            let bound = 3.688_879_454_114 / n as f64;
            assert!((none.high / bound - 1.0).abs() < 1e-9, "{none:?}");
            assert!((all.low - (1.0 - bound)).abs() < 1e-9, "{all:?}");
        }
        assert_eq!(proportion(0, 0, Level::default()), None);
    }

    #[test]
    fn limits_are_ordered_mirrored_and_inside_zero_and_one() {
        for n in [1, 2, 7, 29, 30, 58, 59, 60, 61, 200] {
            for k in 0..=n {
                let (ours, mirror) = (
                    proportion(k, n, Level::default()).expect("fights"),
                    proportion(n - k, n, Level::default()).expect("fights"),
                );
                assert!(0.0 <= ours.low && ours.low <= ours.estimate, "{k} of {n}: {ours:?}");
                assert!(ours.estimate <= ours.high && ours.high <= 1.0, "{k} of {n}: {ours:?}");
                assert!((ours.low - (1.0 - mirror.high)).abs() < 1e-12, "{k} of {n}: {ours:?} {mirror:?}");
            }
        }
    }

    #[test]
    fn more_events_never_lower_a_limit() {
        let n = 4096;
        let intervals: Vec<Interval> = (0..=n).map(|k| proportion(k, n, Level::default()).expect("fights")).collect();
        assert!(intervals.windows(2).all(|pair| pair[0].low <= pair[1].low && pair[0].high <= pair[1].high));
    }

    #[test]
    fn the_method_is_named_as_it_is_used() {
        assert_eq!([method(29, 4096), method(30, 4096)], [Method::Garwood, Method::Wilson]);
        assert_eq!([method(4067, 4096), method(4066, 4096)], [Method::Garwood, Method::Wilson]);
        let used = proportion(30, 4096, Level::default());
        assert_eq!(used, Some(wilson(30, 4096, Level::default())));
        assert_ne!(used, Some(garwood(30, 4096, Level::default())));
        assert_eq!([Method::Wilson.name(), Method::Garwood.name()], ["Wilson", "Garwood"]);
    }
}
