//! Curves: how an outcome follows a number that is varied.
//!
//! Owns where a curve crosses a target beyond luck, how well that place is known, and whether a curve turns around beyond luck. Start
//! at [`crossings`] and [`turn`]; where there is no luck, at [`passages`].

use std::cmp::Ordering;

use crate::stats::apart::{less, side, together};
use crate::stats::{Interval, Level};

use super::reading::Reading;

/// A place of a curve: the number that is varied, and the outcome there.
pub type CurvePoint = (f64, Interval);

/// The place where a curve crosses a target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Crossing {
    /// The numbers on both sides of it.
    pub between: (f64, f64),
    /// The place where a straight line between them does.
    pub at: f64,
    /// From where on the interval of the outcome holds the target.
    pub low: f64,
    /// Up to where.
    pub high: f64,
}

/// The places where the curve crosses the target, from left to right. Points are in ascending order; `sides` says of each on which
/// side of the target it certainly lies. Between two neighbours among those that lie on different sides the curve crosses once;
/// whatever else its estimates do is luck. Between points everything is taken to lie on straight lines: the curve and the limits of
/// its intervals.
#[must_use]
pub fn crossings(points: &[CurvePoint], sides: &[Option<Ordering>], target: f64) -> Vec<Crossing> {
    let certain: Vec<(usize, Ordering)> =
        sides.iter().enumerate().filter_map(|(place, side)| Some((place, (*side)?))).collect();
    let mut found = Vec::new();
    for pair in certain.windows(2).filter(|pair| pair[0].1 != pair[1].1) {
        let (from, to) = (pair[0].0, pair[1].0);
        let passes = |index: &usize| {
            let (before, after) = (points[*index].1.estimate, points[index + 1].1.estimate);
            before < target && target <= after || before > target && target >= after
        };
        let all: Vec<usize> = (from..to).filter(passes).collect();
        let Some(&middle) = all.get(all.len() / 2) else { continue };
        let [(left, before), (right, after)] = [points[middle], points[middle + 1]];
        let at = meets(Dot { x: left, y: before.estimate }, Dot { x: right, y: after.estimate }, target).unwrap_or(left);
        let low = edge(points[..=middle].iter().rev().copied(), at, target).unwrap_or(left);
        let high = edge(points[middle + 1..].iter().copied(), at, target).unwrap_or(right);
        found.push(Crossing { between: (left, right), at, low, high });
    }
    found
}

/// The place where a curve whose points are solved passes a height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// This point is at the height.
    At(usize),
    /// These two points lie on different sides of it, and those between them are not known to lie on either.
    Between(usize, usize),
}

/// The places where points that are solved pass the target, from left to right, by their places. Nothing is said of what lies
/// between two points, and nothing of points whose bounds hold the target.
#[must_use]
pub fn passages(points: &[Interval], target: f64) -> Vec<Passage> {
    let (mut found, mut before): (_, Option<(usize, Ordering)>) = (Vec::new(), None);
    for (place, side) in points.iter().enumerate().filter_map(|(place, point)| Some((place, side(*point, target)?))) {
        match before {
            _ if side == Ordering::Equal => found.push(Passage::At(place)),
            Some((from, other)) if other != side && other != Ordering::Equal => found.push(Passage::Between(from, place)),
            _ => {}
        }
        before = Some((place, side));
    }
    found
}

/// Going away from a crossing: where the target leaves the interval.
fn edge(points: impl Iterator<Item = CurvePoint>, crossing: f64, target: f64) -> Option<f64> {
    // At the crossing itself limits are unknown; there they are taken to be those of the nearest point.
    let mut last: Option<CurvePoint> = None;
    for (x, interval) in points {
        let here = (x, interval);
        if interval.low > target || interval.high < target {
            let (inner, limits) = last.unwrap_or((crossing, around(target, interval)));
            let limit = |limits: Interval| if interval.low > target { limits.low } else { limits.high };
            return meets(Dot { x: inner, y: limit(limits) }, Dot { x, y: limit(interval) }, target).or(Some(inner));
        }
        last = Some(here);
    }
    None
}

/// An interval like this one, around another value.
fn around(value: f64, like: Interval) -> Interval {
    Interval { estimate: value, low: value - (like.estimate - like.low), high: value + (like.high - like.estimate) }
}

/// A point of a line.
#[derive(Clone, Copy)]
struct Dot {
    x: f64,
    y: f64,
}

/// The place where the line through two points has this height.
fn meets(from: Dot, to: Dot, height: f64) -> Option<f64> {
    let slope = to.y - from.y;
    (slope != 0.0).then(|| from.x + (to.x - from.x) * ((height - from.y) / slope).clamp(0.0, 1.0))
}

/// A curve that goes up and down: where it rises and where it falls, each from one point to another (by their places).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurveTurn {
    /// Certainly higher at the second than at the first.
    pub rise: (usize, usize),
    /// Certainly lower at the second than at the first.
    pub fall: (usize, usize),
}

/// The turn of a curve that rises somewhere and falls somewhere else, which is no luck: intervals that hold all together at the
/// level do not overlap. As all points share their luck, this errs on the side of silence. `readings` are those of one outcome
/// in order.
#[must_use]
pub fn turn(readings: &[&Reading], level: Level) -> Option<CurveTurn> {
    if readings.len() < 3 {
        return None;
    }
    let intervals: Vec<Option<Interval>> =
        readings.iter().map(|reading| reading.interval(together(level, readings.len()))).collect();
    let find = |apart: fn(Interval, Interval) -> bool| {
        let pairs = (0..intervals.len()).flat_map(|to| (0..to).rev().map(move |from| (from, to)));
        let mut pairs: Vec<(usize, usize)> = pairs
            .filter(|&(from, to)| intervals[from].zip(intervals[to]).is_some_and(|(one, other)| apart(one, other)))
            .collect();
        pairs.sort_by_key(|(from, to)| to - from);
        pairs.first().copied()
    };
    let rise = find(less)?;
    let fall = find(|one, other| less(other, one))?;
    Some(CurveTurn { rise, fall })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: &[f64], half: f64) -> Vec<CurvePoint> {
        (1..).map(f64::from).zip(values.iter().map(|&value| Interval::around(value, half))).collect()
    }

    fn crossed(points: &[CurvePoint], target: f64) -> Vec<Crossing> {
        let sides: Vec<Option<Ordering>> = points.iter().map(|(_, interval)| side(*interval, target)).collect();
        crossings(points, &sides, target)
    }

    #[test]
    fn a_line_crosses_where_it_does_and_the_place_is_known_as_well_as_its_slope_allows() {
        let found = crossed(&points(&[0.1, 0.3, 0.5, 0.7, 0.9], 0.04), 0.4);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].between, (2.0, 3.0));
        assert!((found[0].at - 2.5).abs() < 1e-9, "{found:?}");
        // A slope of 0.2 makes an error of 0.04 one of 0.2.
        assert!((found[0].low - 2.3).abs() < 1e-9 && (found[0].high - 2.7).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn wide_intervals_reach_over_points_and_cross_only_what_they_do_not_hold() {
        let found = crossed(&points(&[0.3, 0.45, 0.55, 0.7], 0.1), 0.5);
        assert!((1.0..2.0).contains(&found[0].low) && (3.0..4.0).contains(&found[0].high), "{found:?}");
        assert_eq!(crossed(&points(&[0.45, 0.55], 0.2), 0.5), []);
        // Up and down around the target is luck: once it is crossed, in the middle of it.
        let found = crossed(&points(&[0.3, 0.51, 0.49, 0.52, 0.7], 0.05), 0.5);
        assert!(found.len() == 1 && (2.0..3.0).contains(&found[0].at), "{found:?}");
        assert!(found[0].low < 2.0 && found[0].high > 3.0, "{found:?}");
        assert_eq!(crossed(&points(&[0.3, 0.51, 0.49, 0.3], 0.05), 0.5), []);
    }

    #[test]
    fn curves_cross_downwards_often_or_never() {
        assert_eq!(crossed(&points(&[0.9, 0.6, 0.4], 0.01), 0.5).len(), 1);
        assert_eq!(crossed(&points(&[0.1, 0.6, 0.4, 0.9], 0.01), 0.5).len(), 3);
        assert_eq!(crossed(&points(&[0.1, 0.2, 0.3], 0.01), 0.5), []);
        assert_eq!(crossed(&points(&[0.1, 0.5, 0.9], 0.01), 0.5).len(), 1, "a point on the target is one crossing");
    }

    #[test]
    fn points_that_are_solved_pass_a_height_between_two_of_them_or_at_one() {
        let exact = |values: &[f64]| values.iter().map(|&value| Interval::around(value, 0.0)).collect::<Vec<Interval>>();
        assert_eq!(passages(&exact(&[0.3, 0.45, 0.5001, 0.7]), 0.5), [Passage::Between(1, 2)]);
        assert_eq!(passages(&exact(&[0.3, 0.5 - 1e-13, 0.7]), 0.5), [Passage::At(1)], "the last digits are rounding");
        assert_eq!(passages(&exact(&[0.7, 0.4, 0.6]), 0.5), [Passage::Between(0, 1), Passage::Between(1, 2)]);
        assert_eq!(passages(&exact(&[0.1, 0.2]), 0.5), []);
        let mut bounds = exact(&[0.3, 0.5, 0.7]);
        bounds[1] = Interval::around(0.5, 0.01);
        assert_eq!(passages(&bounds, 0.5), [Passage::Between(0, 2)], "bounds that hold the height are on no side");
    }

    fn share(count: u64) -> Reading {
        let (key, label, family) = ("x".to_owned(), "x".to_owned(), "x".to_owned());
        Reading {
            key,
            label,
            family,
            unit: None,
            counts: vec![(0, 10_000 - count), (1, count)],
            range: None,
            totals: None,
            sharper: None,
            solved: None,
        }
    }

    #[test]
    fn only_what_is_no_luck_is_a_turn() {
        let turned = |counts: &[u64]| {
            let readings: Vec<Reading> = counts.iter().map(|&count| share(count)).collect();
            turn(&readings.iter().collect::<Vec<_>>(), Level::default())
        };
        assert_eq!(turned(&[3000, 5000, 6000, 7000]), None);
        assert_eq!(turned(&[3000, 5000, 4950, 7000]), None, "as near as luck is");
        assert_eq!(turned(&[3000, 5000, 4000, 7000]), Some(CurveTurn { rise: (0, 1), fall: (1, 2) }));
        assert_eq!(turned(&[3000, 5000]), None);
    }
}
