//! Spans: what the value of a metric that is made of others can be, by what those can be.
//!
//! Owns the arithmetic of ranges. A span is as wide as its parts allow if they had nothing to do with each other: never too narrow.
//! Start at [`Span::range`].

/// The least and the most that a value can be.
pub type Range = [i64; 2];

/// What a value is made of, as far as its range goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Span {
    /// From the first to the second.
    Between(i64, i64),
    /// The value of a metric, by its index.
    Metric(usize),
    /// Minus this.
    Negated(Box<Span>),
    /// All of these added up.
    Sum(Vec<Span>),
    /// Both multiplied.
    Product(Box<Span>, Box<Span>),
    /// The first divided by the second, rounded down; 0 where that is 0.
    Quotient(Box<Span>, Box<Span>),
    /// What is left of a division by this.
    Remainder(Box<Span>),
    /// One of these.
    Either(Vec<Span>),
}

impl Span {
    /// A truth value.
    pub const TRUTH: Span = Span::Between(0, 1);

    /// The metric where a fight has it, and else 0.
    #[must_use]
    pub fn or_nothing(metric: usize) -> Self {
        Span::Either(vec![Span::Metric(metric), Span::Between(0, 0)])
    }

    /// Its range by those of the metrics that it is made of; nothing where one of them is not known. Ends stop at those of 64 bits.
    pub fn range(&self, of: &dyn Fn(usize) -> Option<Range>) -> Option<Range> {
        let both = |one: &Span, other: &Span| Some((one.range(of)?, other.range(of)?));
        Some(match self {
            Span::Between(least, most) => [*least, *most],
            Span::Metric(metric) => of(*metric)?,
            Span::Negated(inner) => {
                let [least, most] = inner.range(of)?;
                [most.saturating_neg(), least.saturating_neg()]
            }
            Span::Sum(parts) => parts.iter().try_fold([0, 0], |[least, most]: Range, part| {
                let [low, high] = part.range(of)?;
                Some([least.saturating_add(low), most.saturating_add(high)])
            })?,
            Span::Product(one, other) => {
                let (one, other) = both(one, other)?;
                hull(corners(one, other).map(|(one, other)| one.saturating_mul(other)))
            }
            Span::Quotient(one, other) => match both(one, other)? {
                (one, other) if other[0] > 0 => hull(corners(one, other).map(|(one, other)| one.div_euclid(other))),
                ([least, most], _) => {
                    let largest = least.saturating_abs().max(most.saturating_abs());
                    [-largest, largest]
                }
            },
            Span::Remainder(divisor) => {
                let [least, most] = divisor.range(of)?;
                [least.saturating_add(1).min(0), most.saturating_sub(1).max(0)]
            }
            Span::Either(parts) => {
                hull(parts.iter().map(|part| part.range(of)).collect::<Option<Vec<_>>>()?.into_iter().flatten())
            }
        })
    }
}

/// All pairs of the ends of two ranges.
fn corners(one: Range, other: Range) -> impl Iterator<Item = (i64, i64)> {
    one.into_iter().flat_map(move |one| other.into_iter().map(move |other| (one, other)))
}

/// The range of some values; of none that of 0.
fn hull(values: impl Iterator<Item = i64>) -> Range {
    values
        .fold(None, |range: Option<Range>, value| {
            Some(range.map_or([value; 2], |[least, most]| [least.min(value), most.max(value)]))
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_holds_whatever_its_parts_can_come_to() {
        let of = |metric: usize| [Some([0, 20]), Some([-3, 5]), None][metric];
        let metric = |metric: usize| Box::new(Span::Metric(metric));
        let range = |span: Span| span.range(&of);
        assert_eq!(range(Span::Sum(vec![Span::Metric(0), Span::Negated(metric(1))])), Some([-5, 23]));
        assert_eq!(range(Span::Product(metric(0), metric(1))), Some([-60, 100]));
        assert_eq!(range(Span::Quotient(metric(1), Box::new(Span::Between(2, 4)))), Some([-2, 2]));
        assert_eq!(range(Span::Quotient(metric(0), metric(1))), Some([-20, 20]));
        assert_eq!(range(Span::Remainder(Box::new(Span::Between(7, 7)))), Some([0, 6]));
        assert_eq!(range(Span::or_nothing(1)), Some([-3, 5]));
        assert_eq!(range(Span::Sum(vec![Span::Metric(0), Span::Metric(2)])), None);
        assert_eq!(range(Span::Either(Vec::new())), Some([0, 0]));
    }
}
