//! Expressions of a page: from the tree of their meaning to operations.
//!
//! Start at [`Compiler::understand`] and [`Compiler::value`].

use std::cell::{Cell, RefCell};

use super::super::code::{Compared, MYSELF, Op, Register, Source, WITH};
use super::super::page::Sort;
use super::names::Meaning;
use super::names::{FUNCTIONS, Place, Sight, Var, Whose};
use super::{CALLS_DEEP_MOST, Compiler, below};
use frame::dice::Slot;
use frame::policy::statement;
use frame::policy::{Expression, Fold, Frame, Kind, Logic, Members, Operator, Read, SyntaxNode, needed, typed};

/// An expression with the places that it reads.
pub(super) struct Understood {
    pub(super) expression: Expression,
    pub(super) places: Vec<Place>,
    pub(super) kind: Kind,
}

impl Compiler<'_> {
    /// The meaning of an expression, with everything wrong in it reported.
    pub(super) fn understand(&mut self, text: &str, node: &SyntaxNode, kind: Option<Kind>, acts: bool) -> Option<Understood> {
        let sight = Sight {
            page: self.page,
            numbers: self.numbers,
            vars: &self.vars,
            places: RefCell::default(),
            asked: RefCell::default(),
            member: self.member.as_deref(),
            acts: Cell::new(acts),
        };
        let result = match kind {
            Some(Kind::Boolean) => {
                needed(text, node, &sight, Kind::Boolean, "a condition is needed").map(|expression| (Kind::Boolean, expression))
            }
            Some(kind) => needed(text, node, &sight, kind, "a number is needed").map(|expression| (kind, expression)),
            None => typed(text, node, &sight, Frame::WITH_TARGET),
        };
        let (places, asked) = (sight.places.into_inner(), sight.asked.into_inner());
        asked.into_iter().for_each(|index| self.asked[index] = true);
        match result {
            Ok((kind, expression)) => {
                let expression = if self.numbers.whole { expression } else { fold(&expression, &places) };
                Some(Understood { expression, places, kind })
            }
            Err(defects) => {
                self.report(defects);
                None
            }
        }
    }

    /// Writes an expression; returns the register that holds its value.
    pub(super) fn value(&mut self, understood: &Understood) -> Register {
        self.write(&understood.expression, &understood.places, None)
    }

    pub(super) fn source(&mut self, expression: &Expression, places: &[Place]) -> Source {
        match expression {
            Expression::Constant(value) => Source::Is(*value),
            other => Source::In(self.write(other, places, None)),
        }
    }

    pub(super) fn set(&mut self, d: Register, value: i64) {
        match i32::try_from(value) {
            Ok(k) => drop(self.emit(Op::Set { d, k })),
            Err(_) => {
                self.programs.code.large.push(value);
                let k = (self.programs.code.large.len() - 1) as u16;
                self.emit(Op::SetLarge { d, k });
            }
        }
    }

    pub(super) fn whose(whose: Whose, it: Option<Register>) -> Register {
        match whose {
            Whose::Register(register) => register,
            Whose::It => it.unwrap_or(MYSELF),
        }
    }

    /// Writes the operations of an expression; `it` is the register of the member at hand.
    pub(super) fn write(&mut self, expression: &Expression, places: &[Place], it: Option<Register>) -> Register {
        match expression {
            Expression::Constant(value) => {
                let d = self.register();
                self.set(d, *value);
                d
            }
            Expression::Read(read) => self.read(places[usize::from(read.observable)], it),
            Expression::Not(operand) => {
                let a = self.write(operand, places, it);
                let d = self.register();
                self.emit(Op::Not { d, a });
                d
            }
            Expression::Negate(operand) => {
                let a = self.write(operand, places, it);
                let d = self.register();
                self.emit(Op::Negate { d, a });
                d
            }
            Expression::Binary(operator, left, right) => {
                if let (Operator::NotEqual, Expression::Read(read), Expression::Constant(0)) = (operator, &**left, &**right)
                    && self.is_truth(places[usize::from(read.observable)])
                {
                    return self.write(left, places, it);
                }
                let d = self.register();
                let a = self.write(left, places, it);
                match **right {
                    Expression::Constant(k) if i32::try_from(k).is_ok() => {
                        self.emit(Op::CalcK { operator: *operator, d, a, k: k as i32 });
                    }
                    _ => {
                        let b = self.write(right, places, it);
                        self.emit(Op::Calc { operator: *operator, d, a, b });
                    }
                }
                self.next = d + 1;
                d
            }
            Expression::Logic(logic, left, right) => {
                let d = self.register();
                let a = self.write(left, places, it);
                self.emit(Op::Copy { d, a });
                let jump = match logic {
                    Logic::And => self.emit(Op::JumpIfNot { a: d, to: 0 }),
                    Logic::Or => self.emit(Op::JumpIf { a: d, to: 0 }),
                };
                let b = self.write(right, places, it);
                self.emit(Op::Copy { d, a: b });
                self.land(jump);
                self.next = d + 1;
                d
            }
            Expression::Fold(how, members, body) => self.write_fold(*how, *members, body, places),
            Expression::Call(code, arguments) => self.write_call(usize::from(*code), arguments, places, it),
        }
    }

    /// True if what a place holds is 1 or 0.
    pub(super) fn is_truth(&self, place: Place) -> bool {
        match place {
            Place::Status(..) | Place::Out(_) | Place::Dead(_) | Place::Is(..) | Place::Asks(..) => true,
            Place::Covered(..) | Place::Sight(..) => true,
            Place::State(_, cell) => self.page.states[usize::from(cell)].sort == Sort::Truth,
            Place::Stat(_, stat) => self.page.stats[usize::from(stat)].sort == Sort::Truth,
            _ => false,
        }
    }

    pub(super) fn read(&mut self, place: Place, it: Option<Register>) -> Register {
        if let Place::Local(register) = place {
            return register;
        }
        let d = self.register();
        let op = match place {
            Place::Constant(value) => {
                self.set(d, value);
                return d;
            }
            Place::Local(a) => Op::Copy { d, a },
            Place::State(whose, cell) => Op::Cell { d, who: Self::whose(whose, it), cell },
            Place::Status(whose, cell) => Op::Has { d, who: Self::whose(whose, it), cell },
            Place::Stat(whose, stat) => Op::Stat { d, who: Self::whose(whose, it), stat },
            Place::First(whose, list, field) => {
                self.emit(Op::First { d, who: Self::whose(whose, it), list });
                Op::Field { d, a: d, field }
            }
            Place::Field(a, field) => Op::Field { d, a, field },
            Place::Round => Op::Round { d },
            Place::Length(group) => {
                let who = self.own().unwrap_or(MYSELF);
                self.emit(Op::Group { d, who, group: group as u8 });
                Op::Length { d, a: d }
            }
            Place::Out(whose) => Op::Out { d, who: Self::whose(whose, it) },
            Place::Dead(whose) => Op::Dead { d, who: Self::whose(whose, it) },
            Place::Is(one, other) => Op::Same { d, a: Self::whose(one, it), b: Self::whose(other, it) },
            Place::Apart(one, other) => Op::Apart { d, a: Self::whose(one, it), b: Self::whose(other, it) },
            Place::Covered(one, other) | Place::Sight(one, other) => {
                let walls = matches!(place, Place::Sight(..));
                self.emit(Op::Between { d, a: Self::whose(one, it), b: Self::whose(other, it), walls });
                if !walls {
                    self.emit(Op::Not { d, a: d });
                }
                Op::Not { d, a: d }
            }
            Place::Asks(whose, decision) => {
                Op::Ask { d, who: Self::whose(whose, it), about: self.own().unwrap_or(MYSELF), decision }
            }
            Place::Part(origin, part) => {
                let a = self.origin(origin);
                self.emit(Op::DiceOf { d, a, part });
                self.next = d + 1;
                return d;
            }
            Place::Value(whose, index) => {
                self.written_out(d, Self::whose(whose, it), index);
                return d;
            }
        };
        self.emit(op);
        d
    }

    /// Writes a value of a combatant out.
    pub(super) fn written_out(&mut self, d: Register, who: Register, index: usize) {
        let value = &self.page.values[index];
        let name = format!("value.{}", value.name);
        let circles = self.calls.contains(&name);
        if circles || self.calls.len() > CALLS_DEEP_MOST || self.full {
            let path = below(self.page, &name, "is");
            if circles {
                let circle: Vec<&str> = self.calls.iter().map(String::as_str).chain([name.as_str()]).collect();
                let message = format!("this value goes round in a circle: {}", circle.join(" -> "));
                self.complaints.error(path, message).help("a value follows from others that do not follow from it");
            } else if !self.full {
                let message = format!("more than {CALLS_DEEP_MOST} values, routines and events stand inside each other");
                self.complaints.error(path, message).help("write some of them as one");
            }
            self.set(d, 0);
            return;
        }
        self.calls.push(name.clone());
        let path = std::mem::replace(&mut self.path, below(self.page, &name, "is"));
        // A value of the one who acts reads what is in use.
        let in_use = self.vars.iter().filter(|_| who == MYSELF).filter(|var| matches!(var.meaning, Meaning::Thing(WITH, _)));
        let in_use = in_use.map(|var| Var { name: var.name.clone(), meaning: var.meaning });
        let owner = Var { name: "self".to_owned(), meaning: Meaning::Somebody(who) };
        let inside: Vec<Var> = std::iter::once(owner).chain(in_use).collect();
        let vars = std::mem::replace(&mut self.vars, inside);
        let is = self.is(index);
        let (node, defects) = statement::expression(&is);
        self.report(defects);
        if let Some(understood) = node.and_then(|node| self.understand(&is, &node, None, false)) {
            let a = self.value(&understood);
            self.emit(Op::Copy { d, a });
        }
        self.next = d + 1;
        self.vars = vars;
        self.path = path;
        self.calls.pop();
    }

    pub(super) fn write_fold(&mut self, how: Fold, members: Members, body: &Expression, places: &[Place]) -> Register {
        let Members::Other(group) = members else { return MYSELF };
        let (d, bits, it, seen) = (self.register(), self.register(), self.register(), self.register());
        let who = self.own().unwrap_or(MYSELF);
        self.emit(Op::Group { d: bits, who, group: group as u8 });
        self.set(d, i64::from(how == Fold::All));
        self.set(seen, 0);
        let start = self.here();
        let times = self.repeated(Slot::MOST as u64);
        let next = self.emit(Op::Next { d: it, bits, to: 0 });
        let a = self.write(body, places, Some(it));
        match how {
            Fold::Count => drop(self.emit(Op::Calc { operator: Operator::Add, d, a: d, b: a })),
            Fold::Sum => drop(self.emit(Op::Calc { operator: Operator::Add, d, a: d, b: a })),
            Fold::Any => drop(self.emit(Op::Calc { operator: Operator::Most, d, a: d, b: a })),
            Fold::All => drop(self.emit(Op::Calc { operator: Operator::Least, d, a: d, b: a })),
            Fold::Min | Fold::Max => {
                let first = self.emit(Op::JumpIf { a: seen, to: 0 });
                self.emit(Op::Copy { d, a });
                self.set(seen, 1);
                self.land(first);
                let operator = if how == Fold::Min { Operator::Least } else { Operator::Most };
                self.emit(Op::Calc { operator, d, a: d, b: a });
            }
        }
        self.emit(Op::Jump { to: start });
        self.times = times;
        self.land(next);
        self.next = d + 1;
        d
    }

    pub(super) fn write_call(
        &mut self,
        code: usize,
        arguments: &[Expression],
        places: &[Place],
        it: Option<Register>,
    ) -> Register {
        let d = self.register();
        match FUNCTIONS.get(code).map(|(name, ..)| *name) {
            Some("abs") => {
                let a = self.write(&arguments[0], places, it);
                self.emit(Op::Absolute { d, a });
            }
            Some("up") => {
                // Rounded up: the negative of the negative rounded down.
                let a = self.write(&arguments[0], places, it);
                let b = self.write(&arguments[1], places, it);
                self.emit(Op::Negate { d, a });
                self.emit(Op::Calc { operator: Operator::Divide, d, a: d, b });
                self.emit(Op::Negate { d, a: d });
            }
            Some(_) => {
                let a = self.write(&arguments[0], places, it);
                let jump = self.emit(Op::JumpIfNot { a, to: 0 });
                let yes = self.write(&arguments[1], places, it);
                self.emit(Op::Copy { d, a: yes });
                let end = self.emit(Op::Jump { to: 0 });
                self.land(jump);
                let no = self.write(&arguments[2], places, it);
                self.emit(Op::Copy { d, a: no });
                self.land(end);
            }
            None => {
                let table = (code - FUNCTIONS.len()) as u8;
                let read: Vec<Place> = arguments.iter().flat_map(|argument| read_by(argument, places)).collect();
                let rolls = self.rolls_in(&read);
                self.looked_up.extend(rolls);
                let a = self.write(&arguments[0], places, it);
                match arguments.get(1) {
                    Some(other) => {
                        let b = self.write(other, places, it);
                        self.emit(Op::Table2 { d, a, b, table });
                    }
                    None => drop(self.emit(Op::Table { d, a, table })),
                }
            }
        }
        self.next = d + 1;
        d
    }

    /// Writes a condition as jumps; returns those that are taken when it does not hold.
    pub(super) fn unless(&mut self, expression: &Expression, places: &[Place]) -> Vec<usize> {
        let before = self.next;
        let jumps = match expression {
            Expression::Constant(0) => vec![self.emit(Op::Jump { to: 0 })],
            Expression::Constant(_) => Vec::new(),
            Expression::Logic(Logic::And, left, right) => {
                let mut jumps = self.unless(left, places);
                jumps.extend(self.unless(right, places));
                jumps
            }
            Expression::Logic(Logic::Or, left, right) => {
                let holds = self.when(left, places);
                let jumps = self.unless(right, places);
                holds.into_iter().for_each(|jump| self.land(jump));
                jumps
            }
            Expression::Not(operand) => self.when(operand, places),
            _ => vec![self.jump(expression, places, false)],
        };
        self.next = before;
        jumps
    }

    /// Writes a condition as jumps; returns those that are taken when it holds.
    pub(super) fn when(&mut self, expression: &Expression, places: &[Place]) -> Vec<usize> {
        let before = self.next;
        let jumps = match expression {
            Expression::Constant(0) => Vec::new(),
            Expression::Constant(_) => vec![self.emit(Op::Jump { to: 0 })],
            Expression::Logic(Logic::Or, left, right) => {
                let mut jumps = self.when(left, places);
                jumps.extend(self.when(right, places));
                jumps
            }
            Expression::Logic(Logic::And, left, right) => {
                let fails = self.unless(left, places);
                let jumps = self.when(right, places);
                fails.into_iter().for_each(|jump| self.land(jump));
                jumps
            }
            Expression::Not(operand) => self.unless(operand, places),
            _ => vec![self.jump(expression, places, true)],
        };
        self.next = before;
        jumps
    }

    /// Writes one comparison as a jump that is taken when its answer is this.
    pub(super) fn jump(&mut self, expression: &Expression, places: &[Place], answer: bool) -> usize {
        if let Expression::Binary(asked, left, right) = expression
            && !matches!((asked, &**left, &**right), (Operator::NotEqual, Expression::Read(read), Expression::Constant(0)) if self.is_truth(places[usize::from(read.observable)]))
        {
            let operator = if answer { Some(*asked) } else { asked.negated() };
            if let Some(orders) = operator.and_then(Operator::orders) {
                let a = self.write(left, places, None);
                let (jump, b) = match **right {
                    Expression::Constant(known) if let Ok(k) = i16::try_from(known) => {
                        (self.emit(Op::JumpOnK { orders, a, k, to: 0 }), Source::Is(known))
                    }
                    _ => {
                        let b = self.write(right, places, None);
                        (self.emit(Op::JumpOn { orders, a, b, to: 0 }), Source::In(b))
                    }
                };
                self.compares(jump, places, [(left, Source::In(a)), (right, b)], *asked);
                return jump;
            }
        }
        let a = self.write(expression, places, None);
        if answer { self.emit(Op::JumpIf { a, to: 0 }) } else { self.emit(Op::JumpIfNot { a, to: 0 }) }
    }

    /// Keeps in mind that a roll is compared at a jump, for replays: the first of the two that holds one.
    fn compares(&mut self, jump: usize, places: &[Place], sides: [(&Expression, Source); 2], asked: Operator) {
        let [(left, first), (right, second)] = sides;
        for (expression, operator, value, with) in
            [(left, Some(asked), first, second), (right, asked.mirrored(), second, first)]
        {
            let read = read_by(expression, places);
            if let (Some(&roll), Some(operator)) = (self.rolls_in(&read).first(), operator) {
                let rolled = |register| {
                    self.vars.iter().any(|var| matches!(var.meaning, Meaning::Number(of, Some(_)) if of == register))
                };
                let as_rolled =
                    matches!((expression, &read[..]), (Expression::Read(_), [Place::Local(register)]) if rolled(*register));
                let compared = Compared { roll, as_rolled, operator, value, with };
                self.programs.code.compared.push((jump, compared));
                return;
            }
        }
    }
}

/// An expression whose places stand so much further on in a list.
pub(super) fn shifted(expression: &Expression, by: usize) -> Expression {
    let inside = |expression: &Expression| Box::new(shifted(expression, by));
    match expression {
        Expression::Constant(value) => Expression::Constant(*value),
        Expression::Read(read) => Expression::Read(Read { observable: read.observable + by as u16, ..*read }),
        Expression::Not(operand) => Expression::Not(inside(operand)),
        Expression::Negate(operand) => Expression::Negate(inside(operand)),
        Expression::Logic(logic, left, right) => Expression::Logic(*logic, inside(left), inside(right)),
        Expression::Binary(operator, left, right) => Expression::Binary(*operator, inside(left), inside(right)),
        Expression::Fold(how, members, body) => Expression::Fold(*how, *members, inside(body)),
        Expression::Call(code, arguments) => {
            Expression::Call(*code, arguments.iter().map(|argument| shifted(argument, by)).collect())
        }
    }
}

/// The places that an expression reads.
fn read_by(expression: &Expression, places: &[Place]) -> Vec<Place> {
    match expression {
        Expression::Constant(_) => Vec::new(),
        Expression::Read(read) => vec![places[usize::from(read.observable)]],
        Expression::Not(operand) | Expression::Negate(operand) | Expression::Fold(_, _, operand) => read_by(operand, places),
        Expression::Logic(_, left, right) | Expression::Binary(_, left, right) => {
            [read_by(left, places), read_by(right, places)].concat()
        }
        Expression::Call(_, arguments) => arguments.iter().flat_map(|argument| read_by(argument, places)).collect(),
    }
}

/// An expression with everything worked out that is known.
pub(super) fn fold(expression: &Expression, places: &[Place]) -> Expression {
    match expression {
        Expression::Constant(value) => Expression::Constant(*value),
        Expression::Read(read) => match places[usize::from(read.observable)] {
            Place::Constant(value) => Expression::Constant(value),
            _ => Expression::Read(*read),
        },
        Expression::Not(operand) => Expression::opposite(fold(operand, places)),
        Expression::Negate(operand) => Expression::negate(fold(operand, places)),
        Expression::Logic(logic, left, right) => Expression::logic(*logic, fold(left, places), fold(right, places)),
        Expression::Binary(operator, left, right) => {
            let (left, right) = (fold(left, places), fold(right, places));
            match (&left, operator.mirrored()) {
                // What is known stands on the right.
                (Expression::Constant(_), Some(mirrored)) => Expression::binary(mirrored, right, left),
                _ => Expression::binary(*operator, left, right),
            }
        }
        Expression::Fold(how, members, body) => Expression::fold(*how, *members, fold(body, places)),
        Expression::Call(code, arguments) => {
            let arguments: Vec<Expression> = arguments.iter().map(|argument| fold(argument, places)).collect();
            match (FUNCTIONS.get(usize::from(*code)).map(|(name, ..)| *name), arguments.as_slice()) {
                (Some("if"), [Expression::Constant(condition), yes, no]) => {
                    if *condition == 0 {
                        no.clone()
                    } else {
                        yes.clone()
                    }
                }
                _ => Expression::Call(*code, arguments),
            }
        }
    }
}
