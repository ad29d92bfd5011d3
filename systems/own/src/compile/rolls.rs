//! Rolls of a page: dice in all their forms, as operations.
//!
//! Start at [`Compiler::dice`].

use super::super::code::{Op, PoolSpec, Register, Source};
use super::super::dice::Packed;
use super::super::intern;
use super::expressions::{Understood, shifted};
use super::names::{Declared, Origin, Place};
use super::{Compiler, NUMBER};
use frame::policy::statement::{DiceSum, DiceTerm, StatedPool};
use frame::policy::{Defect, Expression, NameSegment, Operator, SyntaxNode, name_of};

/// The most dice that follow one which explodes.
pub const EXPLOSIONS_MOST: u8 = 50;
/// The most kinds of rolls, and of dice with rules of their own.
pub const KINDS_MOST: usize = 250;

impl Compiler<'_> {
    /// Writes a roll; returns the registers of its sum and of the sum of its first dice.
    pub(super) fn dice(
        &mut self,
        text: &str,
        who: Register,
        name: &NameSegment,
        dice: &DiceSum,
    ) -> Option<(Register, Register)> {
        let roll = self.roll_named(name)?;
        let (sum, face) = (self.register(), self.register());
        self.holds(sum, &[roll]);
        self.rolled.push((face, roll));
        // Numbers first: then nothing but dice stands between here and the question that is asked of them.
        let (number, pools) = self.numbers(text, dice)?;
        let mut written = Vec::new();
        for term in pools {
            let op = self.pool(text, term, who, roll)?;
            let by = match &term.by {
                Some((operator, node)) => Some((*operator, self.understand(text, node, Some(NUMBER), false)?)),
                None => None,
            };
            let by = by.map(|(operator, understood)| (operator, self.value(&understood)));
            written.push((op, by, term.minus));
        }
        self.emit(Op::Merge { site: 0 });
        self.emit(Op::Settle { length: 0 });
        let plain = matches!(written[..], [(_, _, false)]);
        let odd = written.iter().any(|(op, by, _)| by.is_some() || matches!(op, Op::Pool { .. })) || written.len() != 1;
        for (index, (op, by, minus)) in written.into_iter().enumerate() {
            let mut total = self.thrown(op, if index == 0 { Some(face) } else { None });
            if let Some((operator, b)) = by {
                let d = self.register();
                self.emit(Op::Calc { operator, d, a: total, b });
                total = d;
            }
            match (index, minus) {
                (0, true) => drop(self.emit(Op::Negate { d: sum, a: total })),
                (0, false) => self.add(sum, total, if plain { number } else { Source::Is(0) }),
                (_, true) => drop(self.emit(Op::Calc { operator: Operator::Subtract, d: sum, a: sum, b: total })),
                (_, false) => drop(self.emit(Op::Calc { operator: Operator::Add, d: sum, a: sum, b: total })),
            }
            if index == 0 && !plain {
                self.add(sum, sum, number);
            }
        }
        if !dice.terms.iter().any(|term| self.is_thrown(text, term)) {
            self.set(face, 0);
            self.set(sum, 0);
            self.add(sum, sum, number);
        }
        self.emit(Op::Rolled { who, roll, a: sum, face, odd });
        self.next = face + 1;
        Some((sum, face))
    }

    /// True if a term is dice.
    fn is_thrown(&self, text: &str, term: &DiceTerm) -> bool {
        match &term.pool {
            StatedPool::Value(node) => self.packed(text, node).is_some(),
            _ => true,
        }
    }

    /// The number of the roll of this name by the rule at hand.
    fn roll_named(&mut self, name: &NameSegment) -> Option<u8> {
        let what = name.text.replace('_', " ");
        let purpose = self.programs.purpose(&what);
        let roll = intern::roll(&what, self.rule, purpose);
        let rolls = &mut self.programs.code.rolls;
        if let Some(number) = rolls.iter().position(|known| std::ptr::eq(*known, roll)) {
            return Some(number as u8);
        }
        if rolls.len() >= KINDS_MOST {
            self.wrong(
                Defect::new(name.span.clone(), "these are too many kinds of rolls").help(format!("at most {KINDS_MOST}")),
            );
            return None;
        }
        rolls.push(roll);
        Some((rolls.len() - 1) as u8)
    }

    /// From here on this register holds what came of these rolls; what lies behind it holds nothing any more.
    pub(super) fn holds(&mut self, register: Register, rolls: &[u8]) {
        self.rolled.retain(|(known, _)| *known < register);
        self.rolled.extend(rolls.iter().map(|&roll| (register, roll)));
    }

    /// The rolls that some places hold.
    pub(super) fn rolls_in(&self, places: &[Place]) -> Vec<u8> {
        let held = |(register, roll): &(Register, u8)| places.contains(&Place::Local(*register)).then_some(*roll);
        self.rolled.iter().filter_map(held).collect()
    }

    /// The sum of all terms that are numbers, and the terms that are dice.
    fn numbers<'d, 't>(&mut self, text: &str, dice: &'d DiceSum<'t>) -> Option<(Source, Vec<&'d DiceTerm<'t>>)> {
        let mut number = Expression::Constant(0);
        let mut places: Vec<Place> = Vec::new();
        let (mut pools, mut whole) = (Vec::new(), true);
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
        whole.then(|| (self.source(&number, &places), pools))
    }

    /// Writes the throw of dice; returns the register of their sum. The sum of the dice alone goes to `face`.
    fn thrown(&mut self, op: Op, face: Option<Register>) -> Register {
        if let Op::Packed { who, roll, a, .. } = op {
            let d = self.register();
            self.register();
            self.emit(Op::Packed { d, who, roll, a });
            if let Some(face) = face {
                self.emit(Op::Copy { d: face, a: d + 1 });
            }
            return d;
        }
        let d = face.unwrap_or_else(|| self.register());
        self.emit(match op {
            Op::Dice { who, roll, count, faces, .. } => Op::Dice { d, who, roll, count, faces },
            Op::Pool { who, roll, pool, .. } => Op::Pool { d, who, roll, pool },
            other => other,
        });
        d
    }

    /// Writes the sum of a register and a number.
    fn add(&mut self, d: Register, a: Register, number: Source) {
        match number {
            Source::Is(0) if d == a => {}
            Source::Is(0) => drop(self.emit(Op::Copy { d, a })),
            Source::Is(k) => match i32::try_from(k) {
                Ok(k) => drop(self.emit(Op::CalcK { operator: Operator::Add, d, a, k })),
                Err(_) => {
                    let b = self.register();
                    self.set(b, k);
                    self.emit(Op::Calc { operator: Operator::Add, d, a, b });
                }
            },
            Source::In(b) => drop(self.emit(Op::Calc { operator: Operator::Add, d, a, b })),
        }
    }

    /// The number that a term is, if it is no dice.
    pub(super) fn plain(&mut self, text: &str, term: &DiceTerm) -> Option<Result<Understood, ()>> {
        let StatedPool::Value(node) = &term.pool else { return None };
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
    pub(super) fn packed(&self, text: &str, node: &SyntaxNode) -> Option<Origin> {
        let known = Declared { page: self.page, numbers: self.numbers, vars: &self.vars };
        name_of(text, node, |name| if name.arguments.is_some() { None } else { known.dice(name.segments) }).flatten()
    }

    /// Writes what dice need before they are rolled, and returns the operation that rolls them.
    pub(super) fn pool(&mut self, text: &str, term: &DiceTerm, who: Register, roll: u8) -> Option<Op> {
        match &term.pool {
            StatedPool::Literal { count, faces } => {
                Some(Op::Dice { d: 0, who, roll, count: *count as u8, faces: *faces as u16 })
            }
            StatedPool::Value(node) => {
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
                if self.programs.code.pools.len() >= KINDS_MOST {
                    self.wrong(
                        Defect::new(term.span.clone(), "these are too many kinds of dice")
                            .help(format!("at most {KINDS_MOST}")),
                    );
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

    pub(super) fn spec(&mut self, text: &str, pool: &StatedPool, spec: &mut PoolSpec) -> Option<()> {
        match pool {
            StatedPool::Literal { count, faces } => {
                (spec.count, spec.faces) = (Source::Is(*count), Source::Is(*faces));
            }
            StatedPool::Made { count, faces } => {
                spec.count = self.number(text, count)?;
                spec.faces = self.number(text, faces)?;
            }
            StatedPool::Value(node) => {
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
            StatedPool::Keep { highest, count, of } => {
                self.spec(text, of, spec)?;
                let count = match count {
                    Some(count) => self.number(text, count)?,
                    None => Source::Is(1),
                };
                spec.keep = Some((*highest, count));
            }
            StatedPool::Advantage { good, bad, of } => {
                self.spec(text, of, spec)?;
                let good = self.understand(text, good, None, false)?;
                let good = self.source(&good.expression, &good.places);
                let bad = self.understand(text, bad, None, false)?;
                let bad = self.source(&bad.expression, &bad.places);
                spec.advantage = Some((good, bad));
            }
            StatedPool::Exploding { once, of } => {
                self.spec(text, of, spec)?;
                spec.explodes = if *once { 1 } else { EXPLOSIONS_MOST };
            }
            StatedPool::Again { on, of } => {
                self.spec(text, of, spec)?;
                spec.again = Some(self.number(text, on)?);
            }
            StatedPool::Count { least, most, of } => {
                self.spec(text, of, spec)?;
                if spec.explodes > 0 && spec.keep.is_some() {
                    let defect =
                        Defect::new(least.span.clone(), "dice that explode are kept by their sums, which cannot be counted");
                    self.wrong(
                        defect.help("leave `highest` or `lowest` out: all dice are counted, and those that follow them"),
                    );
                    return None;
                }
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

    pub(super) fn number(&mut self, text: &str, node: &SyntaxNode) -> Option<Source> {
        let understood = self.understand(text, node, Some(NUMBER), false)?;
        Some(self.source(&understood.expression, &understood.places))
    }
}
