//! Programs: conditions as they are evaluated, many times in every turn of every fight.
//!
//! Owns the machine: a flat list of operations over one running value, so that `hp <= 5` is two operations (load, compare
//! with a constant) and `and` and `or` are jumps. Only a part that is compound on both sides of an operator needs a place
//! on the stack, which has a fixed size; what needs more is refused when it is compiled. Nothing is allocated.
//! Start at [`Condition`].

use super::check::{Wanted, expression};
use super::defect::Defect;
use super::expression::{Expression, Fold};
use super::observer::{Group, Observer};
use super::operator::Operator;
use super::scope::{Frame, Of, Read, Scope};
use super::syntax::Logic;
use crate::dice::Slot;

/// Places on the stack.
const STACK: usize = 8;

/// A value that is at hand without further operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operand {
    Constant(i64),
    Read(Read),
}

/// One operation on the running value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    /// Becomes this.
    Load(Operand),
    /// Becomes: itself, operator, this.
    Apply(Operator, Operand),
    /// Is put on the stack.
    Push,
    /// Becomes: what was put on the stack, operator, itself.
    ApplyPopped(Operator),
    Not,
    Negate,
    /// Goes on at this operation when it is 0.
    SkipIfFalse(u32),
    /// Goes on at this operation when it is not 0.
    SkipIfTrue(u32),
    /// Becomes the fold of what follows, up to this operation, over a group.
    Fold(Fold, Group, u32),
}

/// A compiled expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Program {
    operations: Vec<Operation>,
}

impl Program {
    /// The program of an expression; `None` when it needs more stack than there is.
    pub fn new(expression: &Expression) -> Option<Program> {
        let mut compiler = Compiler { operations: Vec::new(), height: 0, height_max: 0 };
        compiler.emit(expression);
        (compiler.height_max <= STACK).then_some(Program { operations: compiler.operations })
    }

    fn constant(&self) -> Option<i64> {
        match self.operations.as_slice() {
            [Operation::Load(Operand::Constant(value))] => Some(*value),
            _ => None,
        }
    }

    /// The value; `it` is asked about only where a frame allowed it.
    #[inline]
    fn value<O: Observer>(&self, observer: &O, own: Slot, it: Slot) -> i64 {
        Evaluation { operations: &self.operations, observer, own }.run(0, self.operations.len(), it)
    }
}

struct Evaluation<'p, O> {
    operations: &'p [Operation],
    observer: &'p O,
    own: Slot,
}

impl<O: Observer> Evaluation<'_, O> {
    /// Runs the operations from `at` to before `end`. Calls itself for the body of a fold, and those do not nest.
    fn run(&self, mut at: usize, end: usize, it: Slot) -> i64 {
        let mut stack = [0; STACK];
        let mut height = 0;
        let mut value = 0;
        while at < end {
            let operation = self.operations[at];
            at += 1;
            match operation {
                Operation::Load(operand) => value = self.read(operand, it),
                Operation::Apply(operator, operand) => value = operator.apply(value, self.read(operand, it)),
                Operation::Push => {
                    stack[height] = value;
                    height += 1;
                }
                Operation::ApplyPopped(operator) => {
                    height -= 1;
                    value = operator.apply(stack[height], value);
                }
                Operation::Not => value = i64::from(value == 0),
                Operation::Negate => value = value.saturating_neg(),
                Operation::SkipIfFalse(target) if value == 0 => at = target as usize,
                Operation::SkipIfTrue(target) if value != 0 => at = target as usize,
                Operation::SkipIfFalse(_) | Operation::SkipIfTrue(_) => {}
                Operation::Fold(fold, group, target) => {
                    value = self.fold(fold, group, at, target as usize);
                    at = target as usize;
                }
            }
        }
        value
    }

    #[inline]
    fn read(&self, operand: Operand, it: Slot) -> i64 {
        let Read { of, observable, argument } = match operand {
            Operand::Constant(value) => return value,
            Operand::Read(read) => read,
        };
        match of {
            Of::Situation => self.observer.situation(self.own, observable, argument),
            Of::Own => self.observer.combatant(self.own, self.own, observable, argument),
            Of::It => self.observer.combatant(self.own, it, observable, argument),
            Of::Target => match self.observer.target(self.own) {
                Some(target) => self.observer.combatant(self.own, target, observable, argument),
                None => 0,
            },
        }
    }

    fn fold(&self, fold: Fold, group: Group, at: usize, end: usize) -> i64 {
        let mut members = self.observer.group(self.own, group);
        let mut values = std::iter::from_fn(|| members.take_first().map(|member| self.run(at, end, member)));
        match fold {
            Fold::Count => values.map(|value| i64::from(value != 0)).sum(),
            Fold::Any => i64::from(values.any(|value| value != 0)),
            Fold::All => i64::from(values.all(|value| value != 0)),
            Fold::Min => values.min().unwrap_or(0),
            Fold::Max => values.max().unwrap_or(0),
            Fold::Sum => values.fold(0, i64::saturating_add),
        }
    }
}

/// Writes the operations of an expression and watches how high the stack gets.
struct Compiler {
    operations: Vec<Operation>,
    height: usize,
    height_max: usize,
}

impl Compiler {
    fn emit(&mut self, expression: &Expression) {
        match expression {
            Expression::Constant(value) => self.operations.push(Operation::Load(Operand::Constant(*value))),
            Expression::Read(read) => self.operations.push(Operation::Load(Operand::Read(*read))),
            Expression::Not(operand) => {
                self.emit(operand);
                self.operations.push(Operation::Not);
            }
            Expression::Negate(operand) => {
                self.emit(operand);
                self.operations.push(Operation::Negate);
            }
            Expression::Logic(logic, left, right) => {
                self.emit(left);
                let skip = match logic {
                    Logic::And => Operation::SkipIfFalse,
                    Logic::Or => Operation::SkipIfTrue,
                };
                self.emit_skippable(skip, right);
            }
            Expression::Binary(operator, left, right) => self.emit_binary(*operator, left, right),
            Expression::Fold(fold, group, body) => {
                let outside = std::mem::take(&mut self.height);
                self.emit_skippable(|target| Operation::Fold(*fold, *group, target), body);
                self.height = outside;
            }
        }
    }

    /// `body` behind an operation that knows where it ends.
    fn emit_skippable(&mut self, operation: impl Fn(u32) -> Operation, body: &Expression) {
        let at = self.operations.len();
        self.operations.push(operation(0));
        self.emit(body);
        self.operations[at] = operation(self.operations.len() as u32);
    }

    fn emit_binary(&mut self, operator: Operator, left: &Expression, right: &Expression) {
        if let Some(operand) = at_hand(right) {
            self.emit(left);
            self.operations.push(Operation::Apply(operator, operand));
        } else if let (Some(operand), Some(mirrored)) = (at_hand(left), operator.mirrored()) {
            self.emit(right);
            self.operations.push(Operation::Apply(mirrored, operand));
        } else {
            self.emit(left);
            self.operations.push(Operation::Push);
            self.height += 1;
            self.height_max = self.height_max.max(self.height);
            self.emit(right);
            self.operations.push(Operation::ApplyPopped(operator));
            self.height -= 1;
        }
    }
}

fn at_hand(expression: &Expression) -> Option<Operand> {
    match expression {
        Expression::Constant(value) => Some(Operand::Constant(*value)),
        Expression::Read(read) => Some(Operand::Read(*read)),
        _ => None,
    }
}

/// The program and the expression of a text, or everything wrong with it.
fn compile(text: &str, scope: &dyn Scope, frame: Frame, wanted: Wanted) -> Result<(Program, Expression), Vec<Defect>> {
    let expression = expression(text, scope, frame, wanted)?;
    match Program::new(&expression) {
        Some(program) => Ok((program, expression)),
        None => {
            let defect = Defect::new(0..text.len(), "too many calculations stand inside each other");
            Err(vec![defect.help("divide the condition over several lines")])
        }
    }
}

/// A condition: true or false, for one who decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    program: Program,
    light: bool,
    /// What it means, to be joined with others and compared.
    pub(super) expression: Expression,
}

impl Condition {
    /// The condition that `text` is.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn new(text: &str, scope: &dyn Scope, frame: Frame) -> Result<Self, Vec<Defect>> {
        let (program, expression) = compile(text, scope, frame, Wanted::Truth)?;
        Ok(Condition { program, light: is_light(&expression), expression })
    }

    /// Whether it holds for `own`.
    #[inline]
    pub fn holds<O: Observer>(&self, observer: &O, own: Slot) -> bool {
        self.holds_of(observer, own, own)
    }

    /// Whether it holds for `own` about the candidate `it`.
    #[inline]
    pub fn holds_of<O: Observer>(&self, observer: &O, own: Slot, it: Slot) -> bool {
        self.program.value(observer, own, it) != 0
    }

    /// Whether it holds whatever happens.
    #[must_use]
    pub fn always(&self) -> bool {
        self.program.constant().is_some_and(|value| value != 0)
    }

    /// Whether it holds under no circumstances.
    #[must_use]
    pub fn never(&self) -> bool {
        self.program.constant() == Some(0)
    }

    /// Whether it is worked out in a few steps: it walks over no group and needs no target to be found.
    #[inline]
    pub(super) fn is_light(&self) -> bool {
        self.light
    }

    /// The condition that both hold.
    pub(super) fn and(&self, other: &Condition) -> Condition {
        let expression = Expression::logic(Logic::And, self.expression.clone(), other.expression.clone());
        let program = Program::new(&expression).expect("`and` needs no stack beyond that of its sides");
        Condition { program, light: is_light(&expression), expression }
    }
}

fn is_light(expression: &Expression) -> bool {
    !expression.folds() && !expression.reads(Of::Target)
}

/// A number that candidates or outcomes are measured by; a truth value measures 1 or 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    program: Program,
}

impl Measure {
    /// The measure that `text` is.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn new(text: &str, scope: &dyn Scope, frame: Frame) -> Result<Self, Vec<Defect>> {
        let (program, _) = compile(text, scope, frame, Wanted::Measure)?;
        Ok(Measure { program })
    }

    /// Its value for `own`.
    #[inline]
    pub fn value<O: Observer>(&self, observer: &O, own: Slot) -> i64 {
        self.value_of(observer, own, own)
    }

    /// Its value for `own` about the candidate `it`.
    #[inline]
    pub fn value_of<O: Observer>(&self, observer: &O, own: Slot, it: Slot) -> i64 {
        self.program.value(observer, own, it)
    }
}
