//! Statements of a page: what happens, as operations.
//!
//! Start at [`Compiler::block`].

use super::super::code::{Code, Op, Piece, Register, Telling, WITH};
use super::super::intern;
use super::super::measure;
use super::super::page::{RESERVED, Sort};
use super::super::text::ArenaKind;
use super::expressions::Understood;
use super::names::{Meaning, Var, kind_of};
use super::{CALLS_DEEP_MOST, COUNTERS_MOST, Compiler, GROUPS, NUMBER, REPEATS_MOST};
use frame::dice::Slot;
use frame::policy::statement::{self, Act, Block, Statement};
use frame::policy::{Defect, Expression, Kind, NameSegment, NodeForm, Operator, SyntaxNode};
use frame::scenario::Complaints;

/// A choice among a group.
pub(super) struct GroupChoice<'s, 't> {
    name: &'s NameSegment<'t>,
    group: &'s SyntaxNode<'t>,
    among: &'s Option<SyntaxNode<'t>>,
    order: &'s Option<(bool, SyntaxNode<'t>)>,
    body: &'s Block<'t>,
    otherwise: &'s Block<'t>,
}

impl Compiler<'_> {
    pub(super) fn block(&mut self, text: &str, block: &Block) {
        let (vars, next) = (self.vars.len(), self.next);
        let mut stopped = false;
        for statement in block {
            if stopped {
                let defect = Defect::new(statement.span.clone(), "this is never done: `stop` stands before it");
                self.wrong(defect.help("put it before `stop`, or leave it out"));
                break;
            }
            self.statement(text, statement);
            stopped = matches!(statement.act, Act::Stop);
        }
        self.vars.truncate(vars);
        self.next = next;
    }

    pub(super) fn name_new(&mut self, name: &NameSegment, meaning: Meaning) {
        let taken = RESERVED.contains(&name.text) || GROUPS.contains(&name.text);
        if taken {
            let defect = Defect::new(name.span.clone(), format!("`{}` means something else", name.text));
            self.wrong(defect.help(format!("give it another name, such as `{}_`", name.text)));
        }
        self.vars.push(Var { name: name.text.to_owned(), meaning });
    }

    pub(super) fn statement(&mut self, text: &str, statement: &Statement) {
        match &statement.act {
            Act::Roll { who, name, dice } => {
                let who = match who {
                    Some(node) => self.somebody(text, node),
                    None => self.own(),
                };
                // A roll that is wrong has its name all the same, so that nothing more is told of those who read it.
                let rolled = who.and_then(|who| self.dice(text, who, name, dice));
                let (register, face) = rolled.unwrap_or_else(|| (self.register(), self.register()));
                self.name_new(name, Meaning::Number(register, Some(face)));
            }
            Act::Let { name, value } => {
                let d = self.register();
                let Some(understood) = self.understand(text, value, None, true) else {
                    self.vars.push(Var { name: name.text.to_owned(), meaning: Meaning::Number(d, None) });
                    return;
                };
                let a = self.value(&understood);
                self.emit(Op::Copy { d, a });
                self.next = d + 1;
                self.holds(d, &self.rolls_in(&understood.places));
                let meaning = match understood.kind {
                    Kind::Boolean => Meaning::Truth(d),
                    Kind::Integer => Meaning::Number(d, None),
                    Kind::Word(_) => {
                        let defect = Defect::new(value.span.clone(), "a word cannot be kept");
                        self.wrong(defect.help("compare it where it is needed"));
                        Meaning::Number(d, None)
                    }
                };
                self.name_new(name, meaning);
            }
            Act::Assign { place, operator, value } => self.assign(text, place, *operator, value),
            Act::If { arms, otherwise } => self.conditional(text, arms, otherwise),
            Act::Each { name, group, among, body } => self.each(text, name, group, among.as_ref(), body),
            Act::Choose { name, group, among, order, body, otherwise } => {
                self.choose(text, &GroupChoice { name, group, among, order, body, otherwise });
            }
            Act::Repeat { most, condition, body } => self.repeat(text, most, condition.as_ref(), body),
            Act::Use { name, arguments } => self.call(text, name, arguments),
            Act::Gains { who, status, lasts } => self.gains(text, who.as_ref(), status, lasts.as_ref()),
            Act::Loses { who, status } => {
                let Some(cell) = self.status(status) else { return };
                let who = match who {
                    Some(node) => self.somebody(text, node),
                    None => self.own(),
                };
                if let Some(who) = who {
                    self.emit(Op::Lose { who, cell });
                }
            }
            Act::Moves { who, away, goal, most, near } => {
                let before = self.next;
                self.moves(text, (who.as_ref(), *away, goal), most.as_ref(), near.as_ref());
                self.next = before;
            }
            Act::Happens { event, of } => self.happens(text, event, of.as_ref()),
            Act::Count { who, name, amount } => {
                let before = self.next;
                let who = match who {
                    Some(node) => self.somebody(text, node),
                    None => self.own(),
                };
                let counter = self.counter(name);
                let a = match amount {
                    Some(amount) => {
                        self.understand(text, amount, Some(NUMBER), false).map(|understood| self.value(&understood))
                    }
                    None => {
                        let d = self.register();
                        self.set(d, 1);
                        Some(d)
                    }
                };
                if let (Some(counter), Some(a), Some(who)) = (counter, a, who) {
                    self.emit(Op::Count { who, counter, a });
                }
                self.next = before;
            }
            Act::Tell { text: sentence } => self.tell(text, sentence),
            Act::Stop => {
                let jump = self.emit(Op::Jump { to: 0 });
                if let Some(stops) = self.stops.last_mut() {
                    stops.push(jump);
                }
            }
        }
    }

    /// Writes `each NAME in GROUP where .. { }`.
    pub(super) fn each(
        &mut self,
        text: &str,
        name: &NameSegment,
        group: &SyntaxNode,
        among: Option<&SyntaxNode>,
        body: &Block,
    ) {
        let before = self.next;
        let (bits, it) = (self.register(), self.register());
        if self.group(text, group, bits) {
            let start = self.here();
            let times = self.repeated(Slot::MOST as u64);
            let next = self.emit(Op::Next { d: it, bits, to: 0 });
            let vars = self.vars.len();
            self.vars.push(Var { name: name.text.to_owned(), meaning: Meaning::Somebody(it) });
            let understood = among.and_then(|among| self.of_member(text, name, among, Kind::Boolean));
            let jumps = understood.map(|understood| self.unless(&understood.expression, &understood.places));
            self.block(text, body);
            for jump in jumps.into_iter().flatten() {
                Code::retarget(&mut self.programs.code.ops[jump], start);
            }
            self.emit(Op::Jump { to: start });
            self.times = times;
            self.land(next);
            self.vars.truncate(vars);
        }
        self.next = before;
    }

    /// Writes `repeat up to N while .. { }`.
    pub(super) fn repeat(&mut self, text: &str, most: &SyntaxNode, condition: Option<&SyntaxNode>, body: &Block) {
        let before = self.next;
        let count = self.register();
        if let Some(understood) = self.understand(text, most, Some(NUMBER), false) {
            if let Expression::Constant(times) = understood.expression
                && times > REPEATS_MOST
            {
                let defect = Defect::new(most.span.clone(), format!("{times} times are too many"));
                self.wrong(defect.help(format!("at most {REPEATS_MOST}")));
            }
            let known = match understood.expression {
                Expression::Constant(times) => times.clamp(1, REPEATS_MOST),
                _ => REPEATS_MOST,
            };
            let a = self.value(&understood);
            self.emit(Op::CalcK { operator: Operator::Least, d: count, a, k: REPEATS_MOST as i32 });
            self.next = count + 1;
            let start = self.here();
            let times = self.repeated(known as u64);
            let orders = Operator::LessOrEqual.orders().expect("it compares");
            let end = self.emit(Op::JumpOnK { orders, a: count, k: 0, to: 0 });
            let understood = condition.and_then(|condition| self.understand(text, condition, Some(Kind::Boolean), true));
            let jumps = understood.map(|understood| self.unless(&understood.expression, &understood.places));
            self.block(text, body);
            self.emit(Op::CalcK { operator: Operator::Subtract, d: count, a: count, k: 1 });
            self.emit(Op::Jump { to: start });
            self.times = times;
            self.land(end);
            jumps.into_iter().flatten().for_each(|jump| self.land(jump));
        }
        self.next = before;
    }

    /// Writes `SOMEBODY gains STATUS for N rounds`.
    pub(super) fn gains(&mut self, text: &str, who: Option<&SyntaxNode>, status: &NameSegment, lasts: Option<&SyntaxNode>) {
        let before = self.next;
        let Some(cell) = self.status(status) else { return };
        let who = match who {
            Some(node) => self.somebody(text, node),
            None => self.own(),
        };
        let Some(who) = who else { return };
        let index = usize::from(cell) - self.page.states.len();
        self.gained[index] = true;
        let there = self.numbers.whole || self.numbers.statuses.get(index).copied().unwrap_or(true);
        match lasts {
            None if !there => {}
            None => drop(self.emit(Op::GainForGood { who, cell })),
            Some(lasts) => {
                if let Some(understood) = self.understand(text, lasts, Some(NUMBER), false) {
                    let a = self.value(&understood);
                    if there {
                        self.emit(Op::Gain { who, cell, a });
                    }
                }
            }
        }
        self.next = before;
    }

    /// Writes where a combatant moves.
    fn moves(
        &mut self,
        text: &str,
        (who, away, goal): (Option<&SyntaxNode>, bool, &SyntaxNode),
        most: Option<&SyntaxNode>,
        near: Option<&SyntaxNode>,
    ) {
        let Some(arena) = &self.page.arena else {
            let defect = Defect::new(goal.span.clone(), "nobody stands anywhere, so nobody can move");
            self.wrong(defect.help("add `[arena]` to the page: a grid, or `kind = \"zones\"`"));
            return;
        };
        let beside = if arena.kind == ArenaKind::Zones { 0 } else { i64::from(arena.step) };
        let step = i64::from(arena.step);
        let who = match who {
            Some(node) => self.somebody(text, node),
            None => self.own(),
        };
        let goal = self.somebody(text, goal);
        let most = self.number_or(text, most, step);
        let near = self.number_or(text, near, beside);
        if let (Some(who), Some(goal), Some(most), Some(near)) = (who, goal, most, near) {
            self.emit(Op::Moves { who, goal, most, near, away });
        }
    }

    /// The register of a number, or of this one where none is said.
    fn number_or(&mut self, text: &str, node: Option<&SyntaxNode>, usual: i64) -> Option<Register> {
        match node {
            Some(node) => self.understand(text, node, Some(NUMBER), false).map(|understood| self.value(&understood)),
            None => {
                let d = self.register();
                self.set(d, usual);
                Some(d)
            }
        }
    }

    /// Writes an event out.
    pub(super) fn happens(&mut self, text: &str, event: &NameSegment, of: Option<&SyntaxNode>) {
        let who = match of {
            Some(node) => self.somebody(text, node),
            None => self.own(),
        };
        let Some(who) = who else { return };
        let known = || self.page.events.iter().map(|event| event.name);
        let Some(index) = known().position(|name| name == event.text) else {
            let defect = Defect::new(event.span.clone(), format!("there is no event `{}`", event.text));
            let defect = defect.advise(event.text, known());
            self.wrong(defect.help(format!("say what happens: `[on.{}]` with `do`", event.text)));
            return;
        };
        self.happened[index] = true;
        let event = &self.page.events[index];
        let vars = vec![Var { name: "self".to_owned(), meaning: Meaning::Somebody(who) }];
        self.inline(&format!("on.{}", event.name), intern::name(&event.text.id), &event.text.act, vars);
    }

    /// Writes `if .. else if .. else`.
    pub(super) fn conditional(&mut self, text: &str, arms: &[(SyntaxNode, Block)], otherwise: &Block) {
        let mut ends = Vec::new();
        for (index, (condition, body)) in arms.iter().enumerate() {
            let before = self.next;
            let understood = self.understand(text, condition, Some(Kind::Boolean), true);
            let jumps = understood.map(|understood| self.unless(&understood.expression, &understood.places));
            self.next = before;
            self.block(text, body);
            if index + 1 < arms.len() || !otherwise.is_empty() {
                ends.push(self.emit(Op::Jump { to: 0 }));
            }
            jumps.into_iter().flatten().for_each(|jump| self.land(jump));
        }
        self.block(text, otherwise);
        ends.into_iter().for_each(|end| self.land(end));
    }

    /// The register of the one whom the statements are about.
    pub(super) fn own(&self) -> Option<Register> {
        self.vars.iter().find(|var| var.name == "self").and_then(|var| match var.meaning {
            Meaning::Somebody(register) => Some(register),
            _ => None,
        })
    }

    /// The register of a combatant by name.
    pub(super) fn somebody(&mut self, text: &str, node: &SyntaxNode) -> Option<Register> {
        let named = match node.bare() {
            Some(name) => self.vars.iter().rev().find(|var| var.name == name).map(|var| var.meaning),
            None => None,
        };
        if let Some(Meaning::Somebody(register)) = named {
            return Some(register);
        }
        let people: Vec<String> =
            self.vars.iter().filter(|var| matches!(var.meaning, Meaning::Somebody(_))).map(|var| var.name.clone()).collect();
        let defect = Defect::new(node.span.clone(), format!("`{}` is nobody here", &text[node.span.clone()]));
        self.wrong(defect.advise(&text[node.span.clone()], people.iter().map(String::as_str)));
        None
    }

    pub(super) fn status(&mut self, status: &NameSegment) -> Option<u8> {
        let known = || self.page.statuses.iter().map(|status| status.name);
        if let Some(index) = known().position(|name| name == status.text) {
            return Some((self.page.states.len() + index) as u8);
        }
        let defect = Defect::new(status.span.clone(), format!("there is no status `{}`", status.text));
        let defect = defect.advise(status.text, known());
        self.wrong(defect.help(format!("declare it: `[status.{}]`", status.text)));
        None
    }

    pub(super) fn counter(&mut self, name: &NameSegment) -> Option<u8> {
        if let Some(index) = self.programs.counters.iter().position(|known| *known == name.text) {
            return Some(index as u8);
        }
        let taken = self.page.states.iter().map(|state| state.name).chain([
            "out",
            "dead",
            "out_round",
            "rounds",
            "winner",
            "actions",
            measure::loss(self.page),
        ]);
        if taken.clone().any(|taken| taken == name.text) || ["standing", "victory_rounds"].contains(&name.text) {
            let defect = Defect::new(name.span.clone(), format!("`{}` is measured already", name.text));
            self.wrong(defect.help("count it under another name"));
            return None;
        }
        if self.programs.counters.len() >= COUNTERS_MOST {
            self.wrong(
                Defect::new(name.span.clone(), "more is counted than there is room for")
                    .help(format!("at most {COUNTERS_MOST} names")),
            );
            return None;
        }
        self.programs.counters.push(intern::name(name.text));
        Some((self.programs.counters.len() - 1) as u8)
    }

    /// Fills a register with a group: `enemies`, or `target.allies`.
    pub(super) fn group(&mut self, text: &str, node: &SyntaxNode, bits: Register) -> bool {
        let NodeForm::Name { segments, arguments: None } = &node.form else {
            self.wrong(Defect::new(node.span.clone(), "this is no group").help(format!("allowed: {}", GROUPS.join(", "))));
            return false;
        };
        let (who, group) = match segments.as_slice() {
            [group] => (self.own(), group),
            [who, group] => {
                let found = self.vars.iter().rev().find(|var| var.name == who.text).map(|var| var.meaning);
                match found {
                    Some(Meaning::Somebody(register)) => (Some(register), group),
                    _ => {
                        self.wrong(Defect::new(who.span.clone(), format!("`{}` is nobody here", who.text)));
                        return false;
                    }
                }
            }
            _ => (None, &segments[0]),
        };
        match (who, GROUPS.iter().position(|known| *known == group.text)) {
            (Some(who), Some(index)) => {
                self.emit(Op::Group { d: bits, who, group: index as u8 });
                true
            }
            _ => {
                let defect = Defect::new(node.span.clone(), format!("`{}` is not a group", &text[node.span.clone()]));
                self.wrong(defect.advise(group.text, GROUPS));
                false
            }
        }
    }

    /// The meaning of what members of a group are asked, by the name of the one at hand. What says nothing about that one is a
    /// slip of the pen: it is the same for all of them.
    fn of_member(&mut self, text: &str, name: &NameSegment, node: &SyntaxNode, kind: Kind) -> Option<Understood> {
        let before = self.member.replace(name.text.to_owned());
        let understood = self.understand(text, node, Some(kind), false);
        self.member = before;
        if understood.is_some() && node.any_name(|_| true) && !node.speaks_of(name.text) {
            let (asked, one) = (&text[node.span.clone()], name.text);
            let defect = Defect::new(node.span.clone(), format!("`{asked}` says nothing about `{one}`"));
            let word = |letter: char| letter.is_alphanumeric() || letter == '_';
            let first = asked.split(|letter| !word(letter)).next().unwrap_or_default();
            let page = self.page;
            let declared = page.states.iter().map(|state| state.name).chain(page.values.iter().map(|value| value.name));
            let mut declared = declared.chain(page.stats.iter().map(|stat| stat.name)).chain(["has", "out", "dead"]);
            let own = format!("`{one}` is each of the group in turn, and a name without it is one's own");
            let help = if declared.any(|known| known == first) {
                format!("write `{one}.{asked}`: {own}")
            } else {
                format!("{own}; what is the same for all of them stands in an `if` before")
            };
            self.wrong(defect.help(help));
        }
        understood
    }

    /// Writes `choose NAME in GROUP where .. least .. { } else { }`.
    pub(super) fn choose(&mut self, text: &str, choice: &GroupChoice) {
        let GroupChoice { name, group, among, order, body, otherwise } = choice;
        let before = self.next;
        let (chosen, bits, it, left, best) =
            (self.register(), self.register(), self.register(), self.register(), self.register());
        if !self.group(text, group, bits) {
            self.next = before;
            return;
        }
        // The members that come into question, and of them those with the best value.
        self.set(left, 0);
        self.set(best, 0);
        let start = self.here();
        let times = self.repeated(Slot::MOST as u64);
        let next = self.emit(Op::Next { d: it, bits, to: 0 });
        let vars = self.vars.len();
        self.vars.push(Var { name: name.text.to_owned(), meaning: Meaning::Somebody(it) });
        let understood = among.as_ref().and_then(|among| self.of_member(text, name, among, Kind::Boolean));
        for jump in understood.map(|understood| self.unless(&understood.expression, &understood.places)).into_iter().flatten() {
            Code::retarget(&mut self.programs.code.ops[jump], start);
        }
        if let Some((most, order)) = order
            && let Some(understood) = self.of_member(text, name, order, NUMBER)
        {
            let a = self.value(&understood);
            let worse = if *most { Operator::Less } else { Operator::Greater };
            let fresh = self.emit(Op::JumpIfNot { a: left, to: 0 });
            self.emit(Op::JumpOn { orders: worse.orders().expect("it compares"), a, b: best, to: start });
            let equal = Operator::Equal.orders().expect("it compares");
            let same = self.emit(Op::JumpOn { orders: equal, a, b: best, to: 0 });
            self.land(fresh);
            self.set(left, 0);
            self.emit(Op::Copy { d: best, a });
            self.land(same);
        }
        self.emit(Op::Include { bits: left, a: it });
        self.emit(Op::Jump { to: start });
        self.times = times;
        self.land(next);
        let none = self.emit(Op::JumpIfNot { a: left, to: 0 });
        if let Some(who) = self.own() {
            self.emit(Op::Pick { d: chosen, bits: left, who });
        }
        self.vars.truncate(vars);
        self.next = chosen + 1;
        self.vars.push(Var { name: name.text.to_owned(), meaning: Meaning::Somebody(chosen) });
        self.block(text, body);
        self.vars.truncate(vars);
        let end = self.emit(Op::Jump { to: 0 });
        self.land(none);
        self.block(text, otherwise);
        self.land(end);
        self.next = before;
    }

    pub(super) fn assign(&mut self, text: &str, place: &SyntaxNode, operator: Option<Operator>, value: &SyntaxNode) {
        let NodeForm::Name { segments, arguments: None } = &place.form else {
            self.wrong(
                Defect::new(place.span.clone(), "nothing can be assigned to this")
                    .help("a state is, or what `let` and `roll` have named"),
            );
            return;
        };
        let before = self.next;
        let local = match segments.as_slice() {
            [name] => self.vars.iter().rev().find(|var| var.name == name.text).map(|var| var.meaning),
            _ => None,
        };
        match local {
            Some(Meaning::Number(d, _) | Meaning::Truth(d)) => {
                let kind = if matches!(local, Some(Meaning::Truth(_))) { Kind::Boolean } else { NUMBER };
                if let Some(understood) = self.understand(text, value, Some(kind), true) {
                    let a = self.value(&understood);
                    match operator {
                        None => drop(self.emit(Op::Copy { d, a })),
                        Some(operator) => drop(self.emit(Op::Calc { operator, d, a: d, b: a })),
                    }
                }
                self.next = before;
                return;
            }
            Some(_) => {
                let defect = Defect::new(place.span.clone(), format!("`{}` cannot be changed", &text[place.span.clone()]));
                self.wrong(defect.help("only numbers and truths are assigned to"));
                return;
            }
            None => {}
        }
        let (who, name) = match segments.as_slice() {
            [name] => (self.own(), name),
            [who, name] => {
                let found = self.vars.iter().rev().find(|var| var.name == who.text).map(|var| var.meaning);
                match found {
                    Some(Meaning::Somebody(register)) => (Some(register), name),
                    _ => {
                        let what = match who.text {
                            "book" | "rulings" => format!("`{}` never changes in a fight", &text[place.span.clone()]),
                            _ => format!("`{}` is nobody here", who.text),
                        };
                        self.wrong(Defect::new(who.span.clone(), what).help("what changes is a state: `[state]`"));
                        return;
                    }
                }
            }
            _ => (None, &segments[0]),
        };
        let cell = self.page.states.iter().position(|state| state.name == name.text);
        let (Some(who), Some(cell)) = (who, cell) else {
            let page = self.page;
            let what = if page.stats.iter().any(|stat| stat.name == name.text) {
                format!("`{}` is a stat, and stats never change", name.text)
            } else if page.values.iter().any(|value| value.name == name.text) {
                format!("`{}` is a value, which follows from others", name.text)
            } else if page.statuses.iter().any(|status| status.name == name.text) {
                format!("`{}` is a status", name.text)
            } else {
                format!("there is no state `{}`", name.text)
            };
            let mut defect = Defect::new(name.span.clone(), what);
            if page.statuses.iter().any(|status| status.name == name.text) {
                defect = defect.help(format!("write `gains {0}` or `loses {0}`", name.text));
            } else {
                defect = defect.advise(name.text, page.states.iter().map(|state| state.name));
                defect = defect.help(format!(
                    "what changes is declared in `[state]`; for a number of this block write `let {} = ..`",
                    name.text
                ));
            }
            self.wrong(defect);
            return;
        };
        let cell = cell as u8;
        let sort = self.page.states[usize::from(cell)].sort;
        let a = match sort {
            Sort::Word(list) => self.word(text, value, list, operator),
            sort => {
                let understood = self.understand(text, value, Some(kind_of(sort)), true);
                understood.map(|understood| self.value(&understood))
            }
        };
        let Some(a) = a else {
            self.next = before;
            return;
        };
        match operator {
            None => drop(self.emit(Op::Store { who, cell, a })),
            Some(operator) => {
                let d = self.register();
                self.emit(Op::Cell { d, who, cell });
                self.emit(Op::Calc { operator, d, a: d, b: a });
                self.emit(Op::Store { who, cell, a: d });
            }
        }
        self.next = before;
    }

    /// The register of a word of a list.
    pub(super) fn word(&mut self, text: &str, value: &SyntaxNode, list: usize, operator: Option<Operator>) -> Option<Register> {
        let words = &self.page.words[list];
        let written = value.bare().unwrap_or(&text[value.span.clone()]);
        match words.index(written) {
            Some(index) if operator.is_none() => {
                let d = self.register();
                self.set(d, index as i64);
                Some(d)
            }
            Some(_) => {
                self.wrong(Defect::new(value.span.clone(), "a word cannot be calculated with").help("write `=`"));
                None
            }
            None => {
                let defect = Defect::new(value.span.clone(), format!("`{written}` is no {}", words.name));
                self.wrong(defect.advise(written, words.words.iter().map(String::as_str)));
                None
            }
        }
    }

    /// Writes a routine out.
    pub(super) fn call(&mut self, text: &str, name: &NameSegment, arguments: &[SyntaxNode]) {
        let known = || self.page.routines.iter().map(|routine| routine.name);
        let Some(index) = known().position(|known| known == name.text) else {
            let defect = Defect::new(name.span.clone(), format!("there is no routine `{}`", name.text));
            let defect = defect.advise(name.text, known());
            self.wrong(defect.help(format!("declare it: `[routine.{}]` with `do`", name.text)));
            return;
        };
        self.used[index] = true;
        let routine = &self.page.routines[index];
        let takes = &routine.text.takes;
        if takes.len() != arguments.len() {
            let what = if takes.is_empty() { "nothing".to_owned() } else { takes.join(", ") };
            let message = format!(
                "`{}` takes {what}, and {} given here",
                name.text,
                if arguments.len() == 1 { "1 is".to_owned() } else { format!("{} are", arguments.len()) }
            );
            self.wrong(Defect::new(name.span.clone(), message).help(format!(
                "write `use {}({})`",
                name.text,
                takes.join(", ")
            )));
            return;
        }
        let before = self.next;
        let mut failed = false;
        let mut vars: Vec<Var> = Vec::new();
        // What is in use is in use in a routine too.
        let in_use = |meaning: Meaning| matches!(meaning, Meaning::Thing(WITH, _));
        for var in self.vars.iter().filter(|var| var.name == "self" || var.name == "target" || in_use(var.meaning)) {
            vars.push(Var { name: var.name.clone(), meaning: var.meaning });
        }
        for (takes, node) in takes.iter().zip(arguments) {
            let alias = node.bare().and_then(|name| self.vars.iter().rev().find(|var| var.name == name)).map(|var| var.meaning);
            let meaning = match alias {
                Some(meaning) => meaning,
                None => {
                    let Some(understood) = self.understand(text, node, None, true) else {
                        failed = true;
                        continue;
                    };
                    let d = self.register();
                    let a = self.value(&understood);
                    self.emit(Op::Copy { d, a });
                    self.next = d + 1;
                    self.holds(d, &self.rolls_in(&understood.places));
                    match understood.kind {
                        Kind::Boolean => Meaning::Truth(d),
                        _ => Meaning::Number(d, None),
                    }
                }
            };
            vars.push(Var { name: takes.clone(), meaning });
        }
        if !failed {
            self.inline(&format!("routine.{}", routine.name), intern::name(&routine.text.id), &routine.text.act, vars);
        }
        self.next = before;
    }

    /// Writes the statements of a routine or an event out.
    pub(super) fn inline(&mut self, path: &str, rule: &'static str, act: &str, vars: Vec<Var>) {
        if self.calls.iter().any(|call| call == path) {
            let start = self.calls.iter().position(|call| call == path).unwrap_or_default();
            let circle: Vec<&str> = self.calls[start..].iter().map(String::as_str).chain([path]).collect();
            let message = format!("this goes round in a circle: {}", circle.join(" -> "));
            let complaint = self.complaints.error(format!("{path}.do"), message);
            complaint
                .help("a routine or an event never comes back to itself; for a number of times write `repeat up to 3 { .. }`");
            return;
        }
        if self.calls.len() > CALLS_DEEP_MOST {
            let complaint = self.complaints.error(
                format!("{path}.do"),
                format!("more than {CALLS_DEEP_MOST} routines and events stand inside each other"),
            );
            complaint.help("write some of them as one");
            return;
        }
        if self.full {
            return;
        }
        let name = path.split('.').nth(1).unwrap_or(path);
        let own = if rule.is_empty() { intern::name(name) } else { rule };
        self.calls.push(path.to_owned());
        let (path, vars) = (std::mem::replace(&mut self.path, format!("{path}.do")), std::mem::replace(&mut self.vars, vars));
        let rule = std::mem::replace(&mut self.rule, own);
        let next = self.next;
        let block = self.statements(act);
        self.stops.push(Vec::new());
        self.block(act, &block);
        self.land_stops();
        self.next = next;
        (self.path, self.vars, self.rule) = (path, vars, rule);
        self.calls.pop();
    }

    pub(super) fn tell(&mut self, _text: &str, sentence: &NameSegment) {
        let before = self.next;
        let mut pieces = Vec::new();
        let mut rest = sentence.text;
        let mut at = sentence.span.start;
        while let Some((text, behind)) = rest.split_once('{') {
            if !text.is_empty() {
                pieces.push(Piece::Text(text.to_owned()));
            }
            at += text.len() + 1;
            let Some((inside, behind)) = behind.split_once('}') else {
                self.wrong(
                    Defect::new(sentence.span.clone(), "a brace in this sentence is never closed")
                        .help("for example `tell \"{target} parries\"`"),
                );
                return;
            };
            let meaning = self.vars.iter().rev().find(|var| var.name == inside.trim()).map(|var| var.meaning);
            match meaning {
                Some(Meaning::Somebody(register)) => pieces.push(Piece::Name(register)),
                Some(Meaning::Thing(register, _)) => pieces.push(Piece::Thing(register)),
                _ => {
                    let (node, defects) = statement::expression(inside);
                    let shifted = |defect: Defect| Defect { span: defect.span.start + at..defect.span.end + at, ..defect };
                    self.report(defects.into_iter().map(shifted));
                    // The text of the sentence is not that of the statements: places in it are told by the whole of it.
                    let path = self.path.clone();
                    let mut inner = Complaints::default();
                    let understood = {
                        let outer = std::mem::replace(self.complaints, std::mem::take(&mut inner));
                        let understood = node.and_then(|node| self.understand(inside, &node, None, false));
                        inner = std::mem::replace(self.complaints, outer);
                        understood
                    };
                    for complaint in inner.into_list() {
                        let within = complaint.within.map_or(sentence.span.clone(), |span| span.start + at..span.end + at);
                        let told = self.complaints.error(path.as_str(), complaint.message);
                        told.within(within);
                        told.help = complaint.help;
                    }
                    if let Some(understood) = understood {
                        pieces.push(Piece::Number(self.value(&understood)));
                    }
                }
            }
            at += inside.len() + 1;
            rest = behind;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        self.programs.code.tellings.push(Telling { pieces, rule: self.rule });
        let sentence = (self.programs.code.tellings.len() - 1) as u16;
        self.emit(Op::Tell { sentence });
        self.next = before;
    }
}
