//! Operators: what `<=` and `/` do with two integers. Every one of them has a result for every pair of integers.
//!
//! Owns the arithmetic of the language. A truth value is 1 or 0.

/// A comparison or a calculation with two integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`, rounded down.
    Divide,
    /// `%`.
    Remainder,
    /// The smaller of the two; written `min(a, b)`.
    Least,
    /// The larger of the two; written `max(a, b)`.
    Most,
}

impl Operator {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::LessOrEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterOrEqual => ">=",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::Least => "min",
            Operator::Most => "max",
        }
    }

    /// True if the result is a truth value.
    pub fn compares(self) -> bool {
        self.orders().is_some()
    }

    /// True if it asks for equality only, which words and truth values have too.
    pub fn equates(self) -> bool {
        matches!(self, Operator::Equal | Operator::NotEqual)
    }

    /// The comparison that holds where this one does not.
    pub fn negated(self) -> Option<Operator> {
        match self {
            Operator::Equal => Some(Operator::NotEqual),
            Operator::NotEqual => Some(Operator::Equal),
            Operator::Less => Some(Operator::GreaterOrEqual),
            Operator::LessOrEqual => Some(Operator::Greater),
            Operator::Greater => Some(Operator::LessOrEqual),
            Operator::GreaterOrEqual => Some(Operator::Less),
            _ => None,
        }
    }

    /// A comparison as the orders of its sides that it allows.
    pub fn orders(self) -> Option<Orders> {
        match self {
            Operator::Less => Some(Orders(0b001)),
            Operator::Equal => Some(Orders(0b010)),
            Operator::LessOrEqual => Some(Orders(0b011)),
            Operator::Greater => Some(Orders(0b100)),
            Operator::NotEqual => Some(Orders(0b101)),
            Operator::GreaterOrEqual => Some(Orders(0b110)),
            _ => None,
        }
    }

    /// The operator that gives the same result with its sides exchanged, where there is one.
    pub fn mirrored(self) -> Option<Operator> {
        match self {
            Operator::Less => Some(Operator::Greater),
            Operator::LessOrEqual => Some(Operator::GreaterOrEqual),
            Operator::Greater => Some(Operator::Less),
            Operator::GreaterOrEqual => Some(Operator::LessOrEqual),
            Operator::Equal | Operator::NotEqual | Operator::Add | Operator::Multiply | Operator::Least | Operator::Most => {
                Some(self)
            }
            Operator::Subtract | Operator::Divide | Operator::Remainder => None,
        }
    }

    /// The result. Sums and products stop at the ends of the range of 64 bits; division rounds down (towards the smaller
    /// number), the remainder has the divisor's sign, and both are 0 when the divisor is.
    #[inline]
    pub fn apply(self, left: i64, right: i64) -> i64 {
        match self {
            Operator::Equal => i64::from(left == right),
            Operator::NotEqual => i64::from(left != right),
            Operator::Less => i64::from(left < right),
            Operator::LessOrEqual => i64::from(left <= right),
            Operator::Greater => i64::from(left > right),
            Operator::GreaterOrEqual => i64::from(left >= right),
            Operator::Add => left.saturating_add(right),
            Operator::Subtract => left.saturating_sub(right),
            Operator::Multiply => left.saturating_mul(right),
            Operator::Divide => divide(left, right),
            Operator::Remainder => remainder(left, right),
            Operator::Least => left.min(right),
            Operator::Most => left.max(right),
        }
    }
}

/// Orders of two numbers: less, equal and greater are one bit each. To look one up takes no branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orders(u8);

impl Orders {
    /// 1 when the order of the two is among them, else 0.
    #[inline]
    pub fn allow(self, left: i64, right: i64) -> i64 {
        i64::from(self.0 >> (left.cmp(&right) as i8 + 1) & 1)
    }
}

/// Divides, rounded down also below 0; by 0 the result is 0.
fn divide(left: i64, right: i64) -> i64 {
    if right == 0 {
        return 0;
    }
    let quotient = left.saturating_div(right);
    let rounded_up = left.wrapping_rem(right) != 0 && (left < 0) != (right < 0);
    quotient - i64::from(rounded_up)
}

/// The rest of a division that rounds down, with the sign of `right`; by 0 the rest is 0.
fn remainder(left: i64, right: i64) -> i64 {
    if right == 0 {
        return 0;
    }
    let rest = left.wrapping_rem(right);
    if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Operator; 13] = [
        Operator::Equal,
        Operator::NotEqual,
        Operator::Less,
        Operator::LessOrEqual,
        Operator::Greater,
        Operator::GreaterOrEqual,
        Operator::Add,
        Operator::Subtract,
        Operator::Multiply,
        Operator::Divide,
        Operator::Remainder,
        Operator::Least,
        Operator::Most,
    ];
    const VALUES: [i64; 9] = [i64::MIN, i64::MIN + 1, -7, -1, 0, 1, 2, i64::MAX - 1, i64::MAX];

    #[test]
    fn division_rounds_down_and_the_remainder_fits_it() {
        for (left, right, quotient, rest) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (6, 2, 3, 0)] {
            assert_eq!((divide(left, right), remainder(left, right)), (quotient, rest), "{left} by {right}");
        }
    }

    #[test]
    fn division_by_zero_gives_zero() {
        assert_eq!((divide(9, 0), remainder(9, 0)), (0, 0));
    }

    #[test]
    fn results_stop_at_the_ends_of_the_range() {
        assert_eq!(divide(i64::MIN, -1), i64::MAX);
        assert_eq!(remainder(i64::MIN, -1), 0);
        assert_eq!(Operator::Add.apply(i64::MAX, 1), i64::MAX);
        assert_eq!(Operator::Multiply.apply(i64::MIN, 2), i64::MIN);
    }

    #[test]
    fn a_mirrored_operator_gives_the_same_with_its_sides_exchanged() {
        for operator in ALL {
            let Some(mirrored) = operator.mirrored() else { continue };
            for left in VALUES {
                for right in VALUES {
                    assert_eq!(operator.apply(left, right), mirrored.apply(right, left), "{left} {operator:?} {right}");
                }
            }
        }
    }

    #[test]
    fn negations_and_orders_agree_with_their_comparison() {
        for operator in ALL {
            assert_eq!(operator.compares(), operator.negated().is_some() && operator.orders().is_some());
            let (Some(negated), Some(orders)) = (operator.negated(), operator.orders()) else { continue };
            for left in VALUES {
                for right in VALUES {
                    let result = operator.apply(left, right);
                    assert_eq!(negated.apply(left, right), 1 - result, "not {left} {operator:?} {right}");
                    assert_eq!(orders.allow(left, right), result, "{left} {operator:?} {right}");
                }
            }
        }
    }

    #[test]
    fn every_operator_has_a_result_for_every_pair() {
        for operator in ALL {
            for left in VALUES {
                for right in VALUES {
                    let result = operator.apply(left, right);
                    assert!(!operator.compares() || result == 0 || result == 1);
                }
            }
        }
    }
}
