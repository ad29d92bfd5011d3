//! Expressions: conditions whose names are resolved and whose types are right, with everything constant worked out.
//!
//! Owns the meaning of the language as a tree; [`program`](super::program) turns it into what is evaluated. Truth values
//! are the integers 1 and 0 from here on.

use super::observer::Members;
use super::operator::Operator;
use super::scope::{Of, Read};
use super::syntax::Logic;
use crate::dice::Slot;
use crate::fight::span::Span;

/// The way in which the values of a group's members become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// How many meet a condition.
    Count,
    /// True if one of them meets it.
    Any,
    /// True if all of them meet it.
    All,
    /// The smallest value.
    Min,
    /// The largest value.
    Max,
    /// The sum of all values.
    Sum,
}

impl Fold {
    /// All of them, with their names.
    pub const NAMED: [(&'static str, Fold); 6] = [
        ("count", Fold::Count),
        ("any", Fold::Any),
        ("all", Fold::All),
        ("min", Fold::Min),
        ("max", Fold::Max),
        ("sum", Fold::Sum),
    ];

    /// True if it asks a condition of every member, not a number.
    pub fn asks_condition(self) -> bool {
        matches!(self, Fold::Count | Fold::Any | Fold::All)
    }

    /// True if it gives a truth value.
    pub fn gives_truth(self) -> bool {
        matches!(self, Fold::Any | Fold::All)
    }

    /// The result when every member, however many there are, has this value; `None` when it depends on how many.
    fn of_constant(self, value: i64) -> Option<i64> {
        match self {
            Fold::Any | Fold::Count | Fold::Min | Fold::Max | Fold::Sum if value == 0 => Some(0),
            Fold::All if value != 0 => Some(1),
            _ => None,
        }
    }
}

/// A typed expression. Constants stand only alone or beside what is not constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A number, or a truth as 1 or 0.
    Constant(i64),
    /// A value that is read.
    Read(Read),
    /// The opposite truth.
    Not(Box<Expression>),
    /// The number with the other sign.
    Negate(Box<Expression>),
    /// Two truths.
    Logic(Logic, Box<Expression>, Box<Expression>),
    /// Two numbers.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// The values of the members of a group as one.
    Fold(Fold, Members, Box<Expression>),
    /// What the function of this number of a [scope](super::Scope::function) gives for these.
    Call(u16, Vec<Expression>),
}

impl Expression {
    /// What always holds.
    pub const TRUE: Expression = Expression::Constant(1);

    /// The constant of a truth: 1 or 0.
    pub fn truth(value: bool) -> Self {
        Expression::Constant(i64::from(value))
    }

    /// A truth value that is read. It is 1 or 0 from here on, whatever the observer says for true.
    pub fn read_truth(read: Read) -> Self {
        Expression::Binary(Operator::NotEqual, Box::new(Expression::Read(read)), Box::new(Expression::Constant(0)))
    }

    /// `not operand`.
    pub fn opposite(operand: Expression) -> Self {
        match operand {
            Expression::Constant(value) => Expression::truth(value == 0),
            Expression::Not(inner) => *inner,
            Expression::Binary(operator, left, right) if let Some(negated) = operator.negated() => {
                Expression::Binary(negated, left, right)
            }
            other => Expression::Not(Box::new(other)),
        }
    }

    /// `-operand`.
    pub fn negate(operand: Expression) -> Self {
        match operand {
            Expression::Constant(value) => Expression::Constant(value.saturating_neg()),
            other => Expression::Negate(Box::new(other)),
        }
    }

    /// `left and right`, `left or right`.
    pub fn logic(logic: Logic, left: Expression, right: Expression) -> Self {
        match (logic, left, right) {
            (Logic::And, Expression::Constant(0), _) | (Logic::And, _, Expression::Constant(0)) => Expression::truth(false),
            (Logic::Or, Expression::Constant(1), _) | (Logic::Or, _, Expression::Constant(1)) => Expression::TRUE,
            (_, Expression::Constant(_), other) | (_, other, Expression::Constant(_)) => other,
            (logic, left, right) => Expression::Logic(logic, Box::new(left), Box::new(right)),
        }
    }

    /// `left operator right`.
    pub fn binary(operator: Operator, left: Expression, right: Expression) -> Self {
        match (left, right) {
            (Expression::Constant(left), Expression::Constant(right)) => Expression::Constant(operator.apply(left, right)),
            (left, right) => Expression::Binary(operator, Box::new(left), Box::new(right)),
        }
    }

    /// The fold of `body` over a group.
    pub fn fold(fold: Fold, group: Members, body: Expression) -> Self {
        match body {
            Expression::Constant(value) => match fold.of_constant(value) {
                Some(result) => Expression::Constant(result),
                None => Expression::Fold(fold, group, Box::new(body)),
            },
            other => Expression::Fold(fold, group, Box::new(other)),
        }
    }

    /// True if any value in it is read of whom `reads` accepts; what a fold asks of its members counts too.
    pub fn reads(&self, of: Of) -> bool {
        match self {
            Expression::Constant(_) => false,
            Expression::Read(read) => read.of == of,
            Expression::Not(operand) | Expression::Negate(operand) | Expression::Fold(_, _, operand) => operand.reads(of),
            Expression::Logic(_, left, right) | Expression::Binary(_, left, right) => left.reads(of) || right.reads(of),
            Expression::Call(_, arguments) => arguments.iter().any(|argument| argument.reads(of)),
        }
    }

    /// What the range of its value follows from: a value that is read is the metric of its number.
    pub fn span(&self) -> Span {
        let inner = |operand: &Expression| Box::new(operand.span());
        match self {
            Expression::Constant(value) => Span::Between(*value, *value),
            Expression::Read(read) => Span::Metric(usize::from(read.observable)),
            Expression::Not(_) | Expression::Logic(..) => Span::TRUTH,
            Expression::Negate(operand) => Span::Negated(inner(operand)),
            Expression::Binary(operator, left, right) => match operator {
                Operator::Add => Span::Sum(vec![left.span(), right.span()]),
                Operator::Subtract => Span::Sum(vec![left.span(), Span::Negated(inner(right))]),
                Operator::Multiply => Span::Product(inner(left), inner(right)),
                Operator::Divide => Span::Quotient(inner(left), inner(right)),
                Operator::Remainder => Span::Remainder(inner(right)),
                Operator::Least | Operator::Most => Span::Either(vec![left.span(), right.span()]),
                _ => Span::TRUTH,
            },
            Expression::Fold(fold, _, body) => {
                let members = Span::Between(0, Slot::MOST as i64);
                match fold {
                    Fold::Any | Fold::All => Span::TRUTH,
                    Fold::Count => members,
                    Fold::Min | Fold::Max => Span::Either(vec![body.span(), Span::Between(0, 0)]),
                    Fold::Sum => Span::Product(Box::new(members), inner(body)),
                }
            }
            // Nothing is known of what a scope's function gives.
            Expression::Call(..) => Span::Between(i64::MIN, i64::MAX),
        }
    }

    /// True if it walks over a group.
    pub fn folds(&self) -> bool {
        match self {
            Expression::Constant(_) | Expression::Read(_) => false,
            Expression::Not(operand) | Expression::Negate(operand) => operand.folds(),
            Expression::Logic(_, left, right) | Expression::Binary(_, left, right) => left.folds() || right.folds(),
            Expression::Fold(..) => true,
            Expression::Call(_, arguments) => arguments.iter().any(Expression::folds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Group;

    const ALLIES: Members = Members::Seen(Group::Allies);
    const HP: Expression = Expression::Read(Read { of: Of::Own, observable: 0, argument: 0 });

    #[test]
    fn what_is_constant_is_worked_out() {
        let (yes, no) = (|| Expression::TRUE, || Expression::truth(false));
        assert_eq!(Expression::logic(Logic::And, HP, no()), no());
        assert_eq!(Expression::logic(Logic::And, yes(), HP), HP);
        assert_eq!(Expression::logic(Logic::Or, HP, no()), HP);
        assert_eq!(Expression::logic(Logic::Or, yes(), HP), yes());
        assert_eq!(Expression::opposite(Expression::opposite(HP)), HP);
        assert_eq!(Expression::negate(Expression::Constant(i64::MIN)), Expression::Constant(i64::MAX));
        assert_eq!(
            Expression::binary(Operator::Add, Expression::Constant(2), Expression::Constant(3)),
            Expression::Constant(5)
        );
    }

    #[test]
    fn a_fold_of_a_constant_is_worked_out_when_the_number_of_members_does_not_matter() {
        for (fold, value, result) in [
            (Fold::Any, 0, Some(0)),
            (Fold::Any, 1, None),
            (Fold::All, 1, Some(1)),
            (Fold::All, 0, None),
            (Fold::Count, 1, None),
            (Fold::Min, 3, None),
            (Fold::Sum, 0, Some(0)),
        ] {
            let folded = Expression::fold(fold, ALLIES, Expression::Constant(value));
            let expected = result
                .map_or_else(|| Expression::Fold(fold, ALLIES, Box::new(Expression::Constant(value))), Expression::Constant);
            assert_eq!(folded, expected, "{fold:?} of {value}");
        }
    }
}
