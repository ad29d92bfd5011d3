//! Programs: conditions as they are evaluated, many times in every turn of every fight.
//!
//! Owns the machine: a flat list of operations over one running value, so that `hp <= 5` is a single test, evaluated without
//! any loop, and `and` and `or` are jumps. Only a part that is compound on both sides of an operator needs a place on the
//! stack, which has a fixed size; what needs more is refused when it is compiled. Nothing is allocated.
//! Start at [`Condition`].

use super::check::{WantedType, expression};
use super::defect::Defect;
use super::expression::{Expression, Fold};
use super::observer::{Members, Observer};
use super::operator::{Operator, Orders};
use super::scope::{Frame, Of, Read, Scope};
use super::syntax::{Logic, SHARE_HELP};
use super::uses::Use;
use crate::dice::Slot;
use crate::fight::Slots;
use crate::fight::span::Span;

/// Places on the stack.
const STACK: usize = 8;

/// A value that is at hand without further operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operand {
    Constant(i64),
    Read(Read),
}

/// A value that is read, compared with a constant: what most conditions are, or are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Test {
    read: Read,
    orders: Orders,
    constant: i64,
}

/// One operation on the running value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    /// Becomes the outcome of this.
    Test(Test),
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
    /// Passes over so many operations when it is 0.
    SkipIfFalse(u32),
    /// Passes over so many operations when it is not 0.
    SkipIfTrue(u32),
    /// Becomes the fold of the next so many operations over a group.
    Fold(Fold, Members, u32),
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

    /// Everything that is read, in the order of the operations, with the constant that a test compares it with.
    fn uses(&self) -> impl Iterator<Item = Use> {
        self.operations.iter().filter_map(|operation| match *operation {
            Operation::Test(test) => Some(Use { read: test.read, ranks: false, against: Some((test.orders, test.constant)) }),
            Operation::Load(Operand::Read(read)) | Operation::Apply(_, Operand::Read(read)) => {
                Some(Use { read, ranks: false, against: None })
            }
            _ => None,
        })
    }

    /// The value, when the whole program is one constant.
    fn constant(&self) -> Option<i64> {
        match self.operations.as_slice() {
            [Operation::Load(Operand::Constant(value))] => Some(*value),
            _ => None,
        }
    }

    /// The value; `it` is asked about only where a frame allowed it.
    #[inline]
    fn value<O: Observer>(&self, observer: &O, own: Slot, it: Slot) -> i64 {
        Evaluation { observer, own }.value(&self.operations, it)
    }
}

struct Evaluation<'o, O> {
    observer: &'o O,
    own: Slot,
}

impl<O: Observer> Evaluation<'_, O> {
    /// The value of some operations; a single test or reading needs no machine.
    #[inline]
    fn value(&self, operations: &[Operation], it: Slot) -> i64 {
        match operations {
            [Operation::Test(test)] => self.test(test, it),
            [Operation::Load(operand)] => self.operand(operand, it),
            _ => self.run(operations, it),
        }
    }

    /// Runs the operations. Comes back to itself for the body of a fold, and those do not nest. Operations are looked at
    /// where they are: to copy one costs several times what it takes to carry it out.
    #[inline(never)]
    fn run(&self, operations: &[Operation], it: Slot) -> i64 {
        let mut stack = [0; STACK];
        let (mut height, mut value, mut at) = (0, 0, 0);
        while at < operations.len() {
            let operation = &operations[at];
            at += 1;
            match operation {
                Operation::Test(test) => value = self.test(test, it),
                Operation::Load(operand) => value = self.operand(operand, it),
                Operation::Apply(operator, operand) => value = operator.apply(value, self.operand(operand, it)),
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
                Operation::SkipIfFalse(count) => at += if value == 0 { *count as usize } else { 0 },
                Operation::SkipIfTrue(count) => at += if value == 0 { 0 } else { *count as usize },
                Operation::Fold(fold, group, count) => {
                    let end = at + *count as usize;
                    value = self.fold(*fold, *group, &operations[at..end]);
                    at = end;
                }
            }
        }
        value
    }

    /// The outcome of a test: 1 or 0.
    #[inline]
    fn test(&self, test: &Test, it: Slot) -> i64 {
        test.orders.allow(self.read(&test.read, it), test.constant)
    }

    /// The value of an operand: a constant, or what is read.
    #[inline]
    fn operand(&self, operand: &Operand, it: Slot) -> i64 {
        match operand {
            Operand::Constant(value) => *value,
            Operand::Read(read) => self.read(read, it),
        }
    }

    /// Asks the observer; everything of a target is 0 where there is no target.
    #[inline]
    fn read(&self, read: &Read, it: Slot) -> i64 {
        let of = match read.of {
            Of::Situation => return self.observer.situation(self.own, read.observable, read.argument),
            Of::Own => self.own,
            Of::It => it,
            Of::Named(who) => who,
            Of::Target => match self.observer.target(self.own) {
                Some(target) => target,
                None => return 0,
            },
        };
        self.observer.combatant(self.own, of, read.observable, read.argument)
    }

    /// The value of an expression, if it is known.
    fn known(&self, expression: &Expression, it: Slot) -> Option<i64> {
        match expression {
            Expression::Constant(value) => Some(*value),
            Expression::Read(read) => self.observer.known(self.own, read).then(|| self.read(read, it)),
            Expression::Not(operand) => self.known(operand, it).map(|value| i64::from(value == 0)),
            Expression::Negate(operand) => self.known(operand, it).map(i64::saturating_neg),
            Expression::Binary(operator, left, right) => Some(operator.apply(self.known(left, it)?, self.known(right, it)?)),
            Expression::Logic(logic, left, right) => {
                let decides = |value: &i64| (*value != 0) == (*logic == Logic::Or);
                match self.known(left, it) {
                    Some(value) if decides(&value) => Some(value),
                    left => match self.known(right, it) {
                        Some(value) if decides(&value) => Some(value),
                        right => left.and(right),
                    },
                }
            }
            Expression::Fold(fold, group, body) => {
                let values: Option<Vec<i64>> = self.members(*group).map(|member| self.known(body, member)).collect();
                values.map(|values| fold_values(*fold, values.into_iter()))
            }
            Expression::Call(..) => None,
        }
    }

    /// Returns the members of a group as the one who decides sees it, or of a side.
    fn members(&self, group: Members) -> Slots {
        match group {
            Members::Seen(group) => self.observer.group(self.own, group),
            Members::Side(side) => self.observer.side(side),
            Members::Other(_) => Slots::NONE,
        }
    }

    /// Folds the values that some operations have for each member of a group.
    fn fold(&self, fold: Fold, group: Members, body: &[Operation]) -> i64 {
        let mut members = self.members(group);
        fold_values(fold, std::iter::from_fn(|| members.next().map(|member| self.value(body, member))))
    }
}

/// Folds the values of a group's members into one.
#[inline]
fn fold_values(fold: Fold, mut values: impl Iterator<Item = i64>) -> i64 {
    match fold {
        Fold::Count => values.map(|value| i64::from(value != 0)).sum(),
        Fold::Any => i64::from(values.any(|value| value != 0)),
        Fold::All => i64::from(values.all(|value| value != 0)),
        Fold::Min => values.min().unwrap_or(0),
        Fold::Max => values.max().unwrap_or(0),
        Fold::Sum => values.fold(0, i64::saturating_add),
    }
}

/// Writes the operations of an expression and watches how high the stack gets.
struct Compiler {
    operations: Vec<Operation>,
    height: usize,
    height_max: usize,
}

impl Compiler {
    /// Writes the operations of an expression, which leave its value as the running one.
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
                self.emit_counted(skip, right);
            }
            Expression::Binary(operator, left, right) => self.emit_binary(*operator, left, right),
            Expression::Fold(fold, group, body) => {
                let outside = std::mem::take(&mut self.height);
                self.emit_counted(|count| Operation::Fold(*fold, *group, count), body);
                self.height = outside;
            }
            // Functions stand only in scopes whose expressions are compiled elsewhere.
            Expression::Call(..) => self.height_max = STACK + 1,
        }
    }

    /// `body` behind an operation that is told how long it is.
    fn emit_counted(&mut self, operation: impl Fn(u32) -> Operation, body: &Expression) {
        let at = self.operations.len();
        self.operations.push(operation(0));
        self.emit(body);
        self.operations[at] = operation((self.operations.len() - at - 1) as u32);
    }

    /// Writes an operator with its sides in the shortest way: as a test, with one side at hand, or by the stack.
    fn emit_binary(&mut self, operator: Operator, left: &Expression, right: &Expression) {
        if let Some(test) = as_test(operator, left, right) {
            self.operations.push(Operation::Test(test));
        } else if let Some(operand) = at_hand(right) {
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

/// Returns an operator as a test, when it compares something read with a constant.
fn as_test(operator: Operator, left: &Expression, right: &Expression) -> Option<Test> {
    let (read, operator, constant) = match (left, right) {
        (Expression::Read(read), Expression::Constant(constant)) => (*read, operator, *constant),
        (Expression::Constant(constant), Expression::Read(read)) => (*read, operator.mirrored()?, *constant),
        _ => return None,
    };
    Some(Test { read, orders: operator.orders()?, constant })
}

/// Returns the operand of an expression that needs no operations of its own.
fn at_hand(expression: &Expression) -> Option<Operand> {
    match expression {
        Expression::Constant(value) => Some(Operand::Constant(*value)),
        Expression::Read(read) => Some(Operand::Read(*read)),
        _ => None,
    }
}

/// The defect of a share (`hp <= 30%`) with what to write instead by the names that there are.
fn share_as_written(mut defect: Defect, text: &str, scope: &dyn Scope, frame: Frame) -> Defect {
    if defect.help != [SHARE_HELP] {
        return defect;
    }
    let before = text[..defect.span.start].trim_end();
    let rest = before.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let (number, compared) = (&before[rest.len()..], rest.trim_end());
    let left = compared.trim_end_matches(['<', '>', '=', '!']);
    let sign = &compared[left.len()..];
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let left = left.trim_end();
    let name = &left[left.trim_end_matches(is_name).len()..];
    let there = |name: &str| !name.is_empty() && expression(name, scope, frame, WantedType::Measure).is_ok();
    let (percent, most) = (format!("{name}_percent"), format!("{name}_max"));
    if sign.is_empty() || number.is_empty() || name.is_empty() {
        return defect;
    }
    if there(&percent) {
        defect.help = vec![format!("write `{percent} {sign} {number}`")];
    } else if there(&most) {
        defect.help = vec![match number.strip_suffix('0') {
            Some(tenths) if !tenths.is_empty() => format!("write `{name} * 10 {sign} {most} * {tenths}`"),
            _ => format!("write `{name} * 100 {sign} {most} * {number}`"),
        }];
    }
    defect
}

/// The program and the expression of a text, or everything wrong with it.
fn compile(text: &str, scope: &dyn Scope, frame: Frame, wanted: WantedType) -> Result<(Program, Expression), Vec<Defect>> {
    let expression = expression(text, scope, frame, wanted).map_err(|defects| {
        defects.into_iter().map(|defect| share_as_written(defect, text, scope, frame)).collect::<Vec<_>>()
    })?;
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
    /// Its meaning, to be joined with others and compared.
    pub(super) expression: Expression,
}

impl Condition {
    /// The condition that `text` is.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn new(text: &str, scope: &dyn Scope, frame: Frame) -> Result<Self, Vec<Defect>> {
        let (program, expression) = compile(text, scope, frame, WantedType::Truth)?;
        Ok(Condition { program, light: is_light(&expression), expression })
    }

    /// True if it holds for `own`.
    #[inline]
    pub fn holds<O: Observer>(&self, observer: &O, own: Slot) -> bool {
        self.holds_of(observer, own, own)
    }

    /// True if it holds for `own` about the candidate `it`.
    #[inline]
    pub fn holds_of<O: Observer>(&self, observer: &O, own: Slot, it: Slot) -> bool {
        self.program.value(observer, own, it) != 0
    }

    /// Returns true if the condition holds for `own`, as far as that is known: `Observer::known` says of each value whether
    /// there is one. What is made of a value that there is not is not known either, unless the rest decides: `false and`
    /// whatever is false.
    pub fn known<O: Observer>(&self, observer: &O, own: Slot) -> Option<bool> {
        Evaluation { observer, own }.known(&self.expression, own).map(|value| value != 0)
    }

    /// Returns everything that it reads.
    pub fn uses(&self) -> impl Iterator<Item = Use> {
        self.program.uses()
    }

    /// True if it holds whatever happens.
    #[must_use]
    pub fn always(&self) -> bool {
        self.program.constant().is_some_and(|value| value != 0)
    }

    /// True if it holds under no circumstances.
    #[must_use]
    pub fn never(&self) -> bool {
        self.program.constant() == Some(0)
    }

    /// True if it is worked out in a few steps: it walks over no group and needs no target to be found.
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

/// True if an expression walks over no group and asks nothing of the target.
fn is_light(expression: &Expression) -> bool {
    !expression.folds() && !expression.reads(Of::Target)
}

/// A number that candidates or outcomes are measured by; a truth value measures 1 or 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    program: Program,
    expression: Expression,
}

impl Measure {
    /// The measure that `text` is.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn new(text: &str, scope: &dyn Scope, frame: Frame) -> Result<Self, Vec<Defect>> {
        let (program, expression) = compile(text, scope, frame, WantedType::Measure)?;
        Ok(Measure { program, expression })
    }

    /// Returns its meaning.
    pub(super) fn expression(&self) -> &Expression {
        &self.expression
    }

    /// What the range of its value follows from, where everything that it reads are metrics.
    #[must_use]
    pub fn span(&self) -> Span {
        self.expression.span()
    }

    /// Returns everything that it reads of candidates in order to rank them, and whatever else it reads.
    pub fn uses(&self) -> impl Iterator<Item = Use> {
        // Inside a fold, `it` is a member and not the candidate.
        let folds = self.program.operations.iter().any(|operation| matches!(operation, Operation::Fold(..)));
        self.program.uses().map(move |used| Use { ranks: used.read.of == Of::It && !folds, ..used })
    }

    /// Its value for `own`, as far as that is known: see [`Condition::known`].
    pub fn known<O: Observer>(&self, observer: &O, own: Slot) -> Option<i64> {
        Evaluation { observer, own }.known(&self.expression, own)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::testing::{Board, OutcomeNames, Person, vocabulary};

    fn condition(text: &str) -> Condition {
        Condition::new(text, &vocabulary(), Frame::WITH_TARGET).unwrap_or_else(|defects| panic!("{text}: {defects:?}"))
    }

    fn measured(text: &str, board: &Board) -> i64 {
        Measure::new(text, &vocabulary(), Frame::WITH_TARGET).expect("a right measure").value(board, Slot(0))
    }

    #[test]
    fn a_comparison_with_a_constant_is_a_single_test() {
        for text in
            ["hp <= 5", "5 >= hp", "hp <= 2 + 3", "prone", "not prone", "not hp < 3", "not not prone", "declared == defend"]
        {
            let operations = &condition(text).program.operations;
            assert!(matches!(operations.as_slice(), [Operation::Test(_)]), "{text}: {operations:?}");
        }
    }

    #[test]
    fn words_have_the_value_of_their_place_in_the_list() {
        let mut board = Board::of(&[1, 1]);
        board.people[0] = Person { declared: 2, statuses: 0b1000, ..Person::default() };
        board.last_order = 2;
        for text in
            ["declared == defend", "defend == declared", "declared != attack", "declared == last_order", "has('deep cut')"]
        {
            assert!(board.says(text), "{text}");
        }
        assert!(!board.says("has(bleeding)") && !board.says("declared == 'full defence'"));
    }

    #[test]
    fn one_asks_about_oneself_a_target_and_groups() {
        let board = Board { target: Some(Slot(3)), ..Board::of(&[10, 3, 20, -4, 30]) };
        for text in [
            "hp == 10 and self.hp == 10",
            "target.hp == -4",
            "min(enemies, it.hp) == -4 and max(enemies, it.hp) == 3 and sum(enemies, it.hp) == -1",
            "sum(allies, it.hp) == 50 and count(allies, it.hp >= 20) == 2",
            "any(allies, it.hp > 25) and not all(allies, it.hp > 25)",
            "all(enemies, it.hp < hp) and allies.at_or_below(20) == 1",
            "any(enemies, it.hp == target.hp)",
        ] {
            assert!(board.says(text), "{text}");
        }
    }

    #[test]
    fn of_nobody_everything_is_true_of_all_and_the_rest_is_zero() {
        let board = Board::of(&[10]);
        assert!(board.says("all(enemies, it.hp > 99) and not any(enemies, it.hp < 99) and count(enemies, it.hp < 99) == 0"));
        assert!(board.says("min(enemies, it.hp) == 0 and max(enemies, it.hp) == 0 and sum(enemies, it.hp) == 0"));
        assert!(board.says("target.hp == 0 and not target.prone"));
    }

    #[test]
    fn what_does_not_matter_is_not_asked() {
        let board = Board { target: Some(Slot(1)), ..Board::of(&[10, 3]) };
        for (text, holds, asked) in [
            ("hp > 99 and target.hp > 0", false, 1),
            ("hp == 10 or any(enemies, it.prone)", true, 1),
            ("hp > 99 and round > 0 or prone and in_reach", false, 2),
            ("true or hp > 3", true, 0),
        ] {
            board.asked.set(0);
            assert_eq!((board.says(text), board.asked.get()), (holds, asked), "{text}");
        }
        assert_eq!((board.targets_asked.get(), board.groups_asked.get()), (0, 0));
    }

    #[test]
    fn an_aggregate_stops_at_the_first_that_decides() {
        let board = Board::of(&[1, 5, 1, 5, 1, 5]);
        assert!(board.says("any(enemies, it.hp == 5)") && !board.says("all(enemies, it.hp == 1)"));
        assert_eq!(board.asked.get(), 2);
    }

    #[test]
    fn compound_sides_keep_their_order() {
        let board = Board { round: 3, ..Board::of(&[20]) };
        assert_eq!(measured("(hp - 2) - (round + 1)", &board), 14);
        assert_eq!(measured("100 / (hp - 15) % (round * 2)", &board), 2);
        assert_eq!(measured("7 - (hp * 2)", &board), -33);
    }

    #[test]
    fn constants_are_known_to_be_constant() {
        assert!(condition("1 + 1 == 2 or hp > 3").always());
        assert!(condition("prone and 2 < 1").never());
        assert!(!condition("hp == hp").always() && !condition("hp == hp").never());
    }

    #[test]
    fn what_needs_too_much_stack_is_refused() {
        let nested = |levels: usize| "(hp + 1) * (".repeat(levels) + "hp" + &")".repeat(levels) + " > 0";
        assert!(Condition::new(&nested(STACK + 1), &vocabulary(), Frame::WITH_TARGET).is_ok(), "the last sides are at hand");
        let text = nested(STACK + 2);
        let defects = Condition::new(&text, &vocabulary(), Frame::WITH_TARGET).expect_err("too deep");
        assert_eq!((defects[0].span.clone(), defects.len()), (0..text.len(), 1));
    }

    #[test]
    fn the_body_of_an_aggregate_has_a_stack_of_its_own() {
        let nested = |inside: &str| "(hp + 1) * (".repeat(STACK) + inside + &")".repeat(STACK);
        let text = nested(&format!("sum(enemies, {}) - hp", nested("it.hp - round")));
        assert_eq!(measured(&text, &Board::of(&[0, 7])), 7);
    }

    #[test]
    fn what_asks_for_groups_or_the_target_is_not_light() {
        assert!(condition("hp < 3 and enemies.active > 1").is_light());
        assert!(!condition("hp < 3 and target.prone").is_light());
        assert!(!condition("any(allies, it.hp < 3)").is_light());
    }

    #[test]
    fn a_condition_about_outcomes_is_evaluated_over_their_values() {
        let condition =
            Condition::new("winner == goblins and \"Goblin 1\".hp < 0", &OutcomeNames::new(), Frame::WITHOUT_TARGET);
        let condition = condition.expect("a right condition");
        assert!(condition.holds(&[1, 12, -3], Slot(0)));
        assert!(!condition.holds(&[0, 12, -3], Slot(0)));
    }
}
