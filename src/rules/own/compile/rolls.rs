//! Rolls of a page: dice in all their forms, as operations.
//!
//! Start at [`Compiler::dice`].

use super::super::code::{Op, PoolSpec, Register, Source};
use super::super::dice::Packed;
use super::super::intern;
use super::expressions::{Understood, shifted};
use super::names::{Declared, Origin, Place};
use super::{Compiler, NUMBER};
use crate::policy::statement::{Dice, Pool, Term};
use crate::policy::{Defect, Expression, Node, Operator, Segment, name_of};

/// The most dice that follow one which explodes.
pub const EXPLOSIONS_MOST: u8 = 50;

impl Compiler<'_> {
    /// Writes a roll; returns the registers of its sum and of the sum of its first dice.
    pub(super) fn dice(&mut self, text: &str, who: Register, name: &Segment, dice: &Dice) -> Option<(Register, Register)> {
        let roll = intern::roll(&name.text.replace('_', " "), self.rule);
        let number = match self.programs.code.rolls.iter().position(|known| std::ptr::eq(*known, roll)) {
            Some(number) => number,
            None => {
                if self.programs.code.rolls.len() >= 250 {
                    self.wrong(Defect::new(name.span.clone(), "these are too many kinds of rolls").help("at most 250"));
                    return None;
                }
                self.programs.code.rolls.push(roll);
                self.programs.code.rolls.len() - 1
            }
        };
        let roll = number as u8;
        let (sum, face) = (self.register(), self.register());
        // Numbers first: then nothing but dice stands between here and the question that is asked of them.
        let mut number = Expression::Constant(0);
        let mut places: Vec<Place> = Vec::new();
        let mut pools = Vec::new();
        let mut whole = true;
        for term in &dice.terms {
            match self.plain(text, term) {
                Some(Ok(understood)) => {
                    let moved = shifted(&understood.expression, places.len());
                    places.extend(understood.places);
                    let operator = if term.minus { Operator::Subtract } else { Operator::Add };
                    number = Expression::binary(operator, number, moved);
                }
                Some(Err(())) => whole = false,
                None => pools.push(term),
            }
        }
        if !whole {
            return None;
        }
        let number = match number {
            Expression::Constant(value) => Source::Is(value),
            other => Source::In(self.write(&other, &places, None)),
        };
        let mut written = Vec::new();
        for term in &pools {
            written.push(self.pool(text, term, who, roll)?);
        }
        self.emit(Op::Merge { site: 0 });
        self.emit(Op::Settle { length: 0 });
        let many = written.len();
        for (index, (op, term)) in written.into_iter().zip(&pools).enumerate() {
            let d = if index == 0 { face } else { self.register() };
            // Packed dice also fill the register behind, with their sum alone.
            let op = match op {
                Op::Dice { who, roll, count, faces, .. } => Op::Dice { d, who, roll, count, faces },
                Op::Pool { who, roll, pool, .. } => Op::Pool { d, who, roll, pool },
                Op::Packed { who, roll, a, .. } => {
                    let pair = self.register();
                    self.register();
                    self.emit(Op::Packed { d: pair, who, roll, a });
                    if index == 0 {
                        self.emit(Op::Copy { d: face, a: pair + 1 });
                    }
                    Op::Copy { d: if index == 0 { sum } else { d }, a: pair }
                }
                other => other,
            };
            self.emit(op);
            let (mut from, packed) = if index == 0 && matches!(op, Op::Copy { .. }) { (sum, true) } else { (d, false) };
            if let Some((operator, node)) = &term.by {
                let understood = self.understand(text, node, Some(NUMBER), false)?;
                let b = self.value(&understood);
                self.emit(Op::Calc {
                    operator: *operator,
                    d: if packed {
                        sum
                    } else if index == 0 {
                        sum
                    } else {
                        d
                    },
                    a: from,
                    b,
                });
                if index == 0 {
                    from = sum;
                }
            }
            let operator = if term.minus { Operator::Subtract } else { Operator::Add };
            if index == 0 {
                if term.minus {
                    self.emit(Op::Negate { d: sum, a: from });
                } else if from != sum && (many > 1 || number != Source::Is(0)) {
                    if many == 1
                        && let Source::Is(k) = number
                        && i32::try_from(k).is_ok()
                    {
                        self.emit(Op::CalcK { operator: Operator::Add, d: sum, a: from, k: k as i32 });
                        self.rolled(who, roll, sum);
                        self.next = face + 1;
                        return Some((sum, face));
                    }
                    self.emit(Op::Copy { d: sum, a: from });
                } else if from != sum {
                    // Nothing is added: the dice are the sum.
                    self.rolled(who, roll, face);
                    self.next = face + 1;
                    self.emit(Op::Copy { d: sum, a: face });
                    return Some((sum, face));
                }
            } else {
                self.emit(Op::Calc { operator, d: sum, a: sum, b: d });
            }
        }
        if pools.is_empty() {
            self.set(sum, 0);
            self.set(face, 0);
        }
        match number {
            Source::Is(0) => {}
            Source::Is(k) if i32::try_from(k).is_ok() => {
                self.emit(Op::CalcK { operator: Operator::Add, d: sum, a: sum, k: k as i32 });
            }
            Source::Is(_) => {}
            Source::In(b) => {
                self.emit(Op::Calc { operator: Operator::Add, d: sum, a: sum, b });
            }
        }
        self.rolled(who, roll, sum);
        self.next = face + 1;
        Some((sum, face))
    }

    pub(super) fn rolled(&mut self, who: Register, roll: u8, a: Register) {
        self.emit(Op::Rolled { who, roll, a });
    }

    /// The number that a term is, if it is no dice.
    pub(super) fn plain(&mut self, text: &str, term: &Term) -> Option<Result<Understood, ()>> {
        let Pool::Value(node) = &term.pool else { return None };
        if self.packed(text, node).is_some() {
            return None;
        }
        let Some(mut understood) = self.understand(text, node, Some(NUMBER), false) else { return Some(Err(())) };
        if let Some((operator, by)) = &term.by {
            let Some(other) = self.understand(text, by, Some(NUMBER), false) else { return Some(Err(())) };
            let moved = shifted(&other.expression, understood.places.len());
            understood.places.extend(other.places);
            understood.expression = Expression::binary(*operator, understood.expression, moved);
        }
        Some(Ok(understood))
    }

    /// The origin of dice that a name stands for.
    pub(super) fn packed(&self, text: &str, node: &Node) -> Option<Origin> {
        let known = Declared { page: self.page, numbers: self.numbers, vars: &self.vars };
        name_of(text, node, |name| if name.arguments.is_some() { None } else { known.dice(name.segments) }).flatten()
    }

    /// Writes what dice need before they are rolled, and returns the operation that rolls them.
    pub(super) fn pool(&mut self, text: &str, term: &Term, who: Register, roll: u8) -> Option<Op> {
        match &term.pool {
            Pool::Literal { count, faces } => Some(Op::Dice { d: 0, who, roll, count: *count as u8, faces: *faces as u16 }),
            Pool::Value(node) => {
                let origin = self.packed(text, node)?;
                match origin {
                    Origin::Is(packed) => {
                        let dice = Packed::of(packed);
                        if dice.plus == 0 {
                            return Some(Op::Dice { d: 0, who, roll, count: dice.count, faces: dice.faces });
                        }
                        let a = self.register();
                        self.set(a, packed);
                        Some(Op::Packed { d: 0, who, roll, a })
                    }
                    origin => {
                        let a = self.origin(origin);
                        Some(Op::Packed { d: 0, who, roll, a })
                    }
                }
            }
            pool => {
                let mut spec = PoolSpec {
                    count: Source::Is(0),
                    faces: Source::Is(0),
                    plus: Source::Is(0),
                    explodes: 0,
                    again: None,
                    counts: None,
                    keep: None,
                    advantage: None,
                };
                self.spec(text, pool, &mut spec)?;
                if self.programs.code.pools.len() >= 250 {
                    self.wrong(Defect::new(term.span.clone(), "these are too many kinds of dice").help("at most 250"));
                    return None;
                }
                self.programs.code.pools.push(spec);
                Some(Op::Pool { d: 0, who, roll, pool: (self.programs.code.pools.len() - 1) as u8 })
            }
        }
    }

    /// Fills a register with the dice of a name.
    pub(super) fn origin(&mut self, origin: Origin) -> Register {
        if let Origin::Register(register) = origin {
            return register;
        }
        let d = self.register();
        match origin {
            Origin::Is(value) => self.set(d, value),
            Origin::Stat(who, stat) => drop(self.emit(Op::Stat { d, who, stat })),
            Origin::Field(a, field) => drop(self.emit(Op::Field { d, a, field })),
            Origin::First(who, list, field) => {
                self.emit(Op::First { d, who, list });
                self.emit(Op::Field { d, a: d, field });
            }
            Origin::Register(_) => {}
        }
        d
    }

    pub(super) fn spec(&mut self, text: &str, pool: &Pool, spec: &mut PoolSpec) -> Option<()> {
        match pool {
            Pool::Literal { count, faces } => {
                (spec.count, spec.faces) = (Source::Is(*count), Source::Is(*faces));
            }
            Pool::Made { count, faces } => {
                spec.count = self.number(text, count)?;
                spec.faces = self.number(text, faces)?;
            }
            Pool::Value(node) => {
                let Some(origin) = self.packed(text, node) else {
                    let defect = Defect::new(node.span.clone(), format!("`{}` are no dice", &text[node.span.clone()]));
                    self.wrong(defect.help("dice stand here: `4d6`, `weapon.damage`, `dice(strength, 6)`"));
                    return None;
                };
                let a = self.origin(origin);
                let (count, faces, plus) = (self.register(), self.register(), self.register());
                for (d, part) in [(count, 0), (faces, 1), (plus, 2)] {
                    self.emit(Op::DiceOf { d, a, part });
                }
                (spec.count, spec.faces, spec.plus) = (Source::In(count), Source::In(faces), Source::In(plus));
            }
            Pool::Keep { highest, count, of } => {
                self.spec(text, of, spec)?;
                let count = match count {
                    Some(count) => self.number(text, count)?,
                    None => Source::Is(1),
                };
                spec.keep = Some((*highest, count));
            }
            Pool::Advantage { good, bad, of } => {
                self.spec(text, of, spec)?;
                let good = self.understand(text, good, None, false)?;
                let good = self.source(&good.expression, &good.places);
                let bad = self.understand(text, bad, None, false)?;
                let bad = self.source(&bad.expression, &bad.places);
                spec.advantage = Some((good, bad));
            }
            Pool::Exploding { once, of } => {
                self.spec(text, of, spec)?;
                spec.explodes = if *once { 1 } else { EXPLOSIONS_MOST };
            }
            Pool::Again { on, of } => {
                self.spec(text, of, spec)?;
                spec.again = Some(self.number(text, on)?);
            }
            Pool::Count { least, most, of } => {
                self.spec(text, of, spec)?;
                let least = self.number(text, least)?;
                let most = match most {
                    Some(most) => self.number(text, most)?,
                    None => Source::Is(i64::MAX),
                };
                spec.counts = Some((least, most));
            }
        }
        Some(())
    }

    pub(super) fn number(&mut self, text: &str, node: &Node) -> Option<Source> {
        let understood = self.understand(text, node, Some(NUMBER), false)?;
        Some(self.source(&understood.expression, &understood.places))
    }
}
