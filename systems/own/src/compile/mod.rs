//! The compiler of a page: statements and expressions become a program over registers, names become places.
//!
//! Owns what names mean, the kinds of values, what may be assigned to, and every complaint about a statement. Routines and events
//! are written out where they are used, so a program has no calls, and a circle of them is refused. Start at [`compile`].

mod expressions;
pub(crate) mod names;
pub(crate) mod rolls;
mod statements;

use self::expressions::fold;
use self::names::{Meaning, Var};
use super::code::{ASKED, At, Code, FREE, Known, MYSELF, OPERATIONS_MOST, Op, REGISTERS, Register, TARGET, WITH};
use super::intern;
use super::page::{EVENTS, Page, Sort, expression};
use super::text::{ActionText, Usually, Whom};
use frame::dice::Purpose;
use frame::policy::statement::{self, Block};
use frame::policy::{Defect, Expression, Kind, NameSegment};
use frame::scenario::Complaints;

/// Groups by name, as codes of [`Members::Other`](frame::policy::Members::Other).
pub const GROUPS: [&str; 6] = ["allies", "enemies", "friends", "everybody", "fallen_allies", "fallen_enemies"];
/// Routines and events inside each other.
pub const CALLS_DEEP_MOST: usize = 32;
/// Rounds of a `repeat`.
pub const REPEATS_MOST: i64 = 1000;
/// Operations of an action, an event, a rest or a hazard, each time that it is carried out.
pub const STEPS_MOST: u64 = 10_000_000;
/// Numbers that are counted.
pub const COUNTERS_MOST: usize = 100;
/// Rounds of a fight.
pub const ROUNDS_MOST: i64 = 10_000;

const NUMBER: Kind = Kind::Integer;

/// The numbers and switches of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// By number of the book: its value.
    pub book: Vec<i64>,
    /// By ruling: the place of its word.
    pub rulings: Vec<usize>,
    /// By status: false if nobody gains it.
    pub statuses: Vec<bool>,
    /// By action: false if nobody can do it.
    pub actions: Vec<bool>,
    /// By value and part: false if it is left out.
    pub parts: Vec<Vec<bool>>,
    /// True if the programs are read by others and not carried out: then they hold also what these numbers rule out.
    pub whole: bool,
}

/// The programs of an action.
#[derive(Clone, Copy, Debug)]
pub struct ActionCode {
    /// The condition under which it can be done.
    pub when: Option<At>,
    /// Its cost.
    pub cost: Option<At>,
    /// Its statements.
    pub act: At,
}

/// A table of numbers.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Rows, each with the first number that it is for.
    pub rows: Vec<Vec<i64>>,
    /// By column: the first number that it is for; empty where there is one.
    pub columns: Vec<i64>,
}

impl Rows {
    /// The result for a number, and for another where there are columns.
    pub fn find(&self, number: i64, other: i64) -> i64 {
        let above = self.rows.partition_point(|row| row[0] <= number);
        let column = self.columns.partition_point(|column| *column <= other).saturating_sub(1);
        self.rows[above.saturating_sub(1)][column + 1]
    }
}

/// All programs of a page.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    /// The operations of all of them.
    pub code: Code,
    /// By state: the value with which it begins, its least and its greatest.
    pub states: Vec<(Known, Known, Known)>,
    /// By value.
    pub values: Vec<At>,
    /// True of one who is out.
    pub out: At,
    /// True of one who is dead.
    pub dead: Option<At>,
    /// The number of actions of a turn.
    pub actions_of_turn: Option<At>,
    /// The dice of the order.
    pub order: Option<At>,
    /// What decides between equal numbers.
    pub ties: Vec<At>,
    /// True if the order of the file decides at last, and not chance.
    pub listed_ties: bool,
    /// By action.
    pub actions: Vec<ActionCode>,
    /// By event that happens by itself.
    pub events: [Option<At>; 6],
    /// By rest.
    pub rests: Vec<At>,
    /// By hazard: its statements, and the register of the first thing that it takes.
    pub hazards: Vec<At>,
    /// The names of rolls that have streams of their own, in the order of these.
    pub names: Vec<&'static str>,
    /// By table.
    pub tables: Vec<Rows>,
    /// The numbers that are counted.
    pub counters: Vec<&'static str>,
    /// The rounds after which a fight ends.
    pub rounds_max: i64,
    /// States that conditions of being out or dead read, as bits of cells.
    pub vital: u64,
    /// True if a program reads the number of the round.
    pub reads_round: bool,
}

impl Programs {
    /// The purpose of the rolls of a name. One that is called as a common purpose has its stream; any other has one of its own,
    /// so that variants of a page share the luck of all rolls that both have.
    fn purpose(&mut self, what: &str) -> Purpose {
        if let Some(common) = Purpose::of_word(what) {
            return common;
        }
        let place = self.names.iter().position(|known| *known == what).unwrap_or_else(|| {
            self.names.push(intern::name(what));
            self.names.len() - 1
        });
        Purpose::Named { place: place as u8, name: self.names[place] }
    }
}

/// Compiles a page for these numbers. What is wrong goes to `complaints`, by paths of the page.
pub fn compile(page: &Page, numbers: &Numbers, complaints: &mut Complaints) -> Programs {
    let mut compiler = Compiler {
        page,
        numbers,
        complaints,
        programs: Programs::default(),
        vars: Vec::new(),
        next: FREE,
        inner: false,
        path: String::new(),
        rule: "",
        member: None,
        stops: Vec::new(),
        calls: Vec::new(),
        used: vec![false; page.routines.len()],
        gained: vec![false; page.statuses.len()],
        happened: vec![false; page.events.len()],
        asked: vec![false; page.decisions.len()],
        full: false,
        times: 1,
        cost: 0,
        rolled: Vec::new(),
        looked_up: Vec::new(),
    };
    compiler.page();
    let mut programs = compiler.programs;
    for roll in compiler.looked_up {
        let roll = &mut programs.code.rolls[usize::from(roll)];
        *roll = intern::looked_up(roll);
    }
    programs.code.finish();
    for (at, op) in programs.code.ops.iter().enumerate() {
        // A round that is only counted decides nothing.
        if let Op::Round { d } = op
            && !matches!(programs.code.ops.get(at + 1), Some(Op::Count { a, .. }) if a == d)
        {
            programs.reads_round = true;
        }
    }
    programs
}

/// Writes the programs of a page, one after the other.
struct Compiler<'a> {
    page: &'a Page,
    numbers: &'a Numbers,
    complaints: &'a mut Complaints,
    programs: Programs,
    vars: Vec<Var>,
    /// The next register that is free.
    next: Register,
    /// True if the program at hand is asked for its value while others are carried out.
    inner: bool,
    /// The path of the text at hand.
    path: String,
    rule: &'static str,
    /// The name of the member of a group whom the text at hand is about, where it chooses among them.
    member: Option<String>,
    /// The jumps of `stop`, by body.
    stops: Vec<Vec<usize>>,
    /// The routines and events that are being written out.
    calls: Vec<String>,
    /// Registers that hold what was rolled, each with its roll.
    rolled: Vec<(Register, u8)>,
    /// Rolls that are read off a table of the page.
    looked_up: Vec<u8>,
    used: Vec<bool>,
    gained: Vec<bool>,
    happened: Vec<bool>,
    asked: Vec<bool>,
    full: bool,
    /// How often the operation at hand is carried out, at the most.
    times: u64,
    /// The operations that the program at hand carries out, at the most.
    cost: u64,
}

impl Compiler<'_> {
    // What the page declares, one after the other.

    fn page(&mut self) {
        let page = self.page;
        self.programs.tables = page
            .tables
            .iter()
            .map(|table| Rows { rows: table.text.rows.clone(), columns: table.text.columns.clone() })
            .collect();
        for (index, value) in page.values.iter().enumerate() {
            let is = self.is(index);
            let entry = self.of_somebody(&below(page, &format!("value.{}", value.name), "is"), value.id, &is, None);
            self.programs.values.push(entry);
        }
        for state in &page.states {
            let path = format!("state.{}", state.name);
            let kind = match state.sort {
                Sort::Truth => Some(Kind::Boolean),
                _ => Some(NUMBER),
            };
            let begins = self.known(&below(page, &path, "begins"), &state.begins, kind);
            let limit = |compiler: &mut Self, key: &str, text: &Option<String>| {
                let text = text.as_deref();
                text.map_or(Known::None, |text| compiler.known(&below(page, &path, key), text, Some(NUMBER)))
            };
            let from = limit(self, "from", &state.from);
            let to = limit(self, "to", &state.to);
            self.programs.states.push((begins, from, to));
        }
        let start = self.programs.code.ops.len();
        self.programs.out = self.of_somebody("turn.out", "", &page.turn.out, Some(Kind::Boolean));
        self.programs.dead = page.turn.dead.as_ref().map(|dead| self.of_somebody("turn.dead", "", dead, Some(Kind::Boolean)));
        for op in &self.programs.code.ops[start..] {
            if let Op::Cell { cell, .. } | Op::Has { cell, .. } = op {
                self.programs.vital |= 1 << cell;
            }
        }
        self.programs.actions_of_turn =
            page.turn.actions.as_ref().map(|any| self.of_somebody("turn.actions", "", &expression(&any.0), Some(NUMBER)));
        self.programs.rounds_max = match &page.turn.rounds_max {
            None => 100,
            Some(any) => {
                let rounds = self.constant("turn.rounds_max", &expression(&any.0));
                if !(1..=ROUNDS_MOST).contains(&rounds) {
                    let complaint = self.complaints.error("turn.rounds_max", format!("a fight cannot last {rounds} rounds"));
                    complaint.help(format!("from 1 to {ROUNDS_MOST}"));
                }
                rounds.clamp(1, ROUNDS_MOST)
            }
        };
        self.order();
        for action in &page.actions {
            let code = self.action(action.name);
            self.programs.actions.push(code);
        }
        for (index, event) in page.events.iter().enumerate() {
            if let Some(own) = EVENTS.iter().position(|known| *known == event.name) {
                self.happened[index] = true;
                let at = self.body(
                    &format!("on.{}", event.name),
                    intern::name(&event.text.id),
                    &event.text.act,
                    &[("self", Meaning::Somebody(MYSELF))],
                );
                self.programs.events[own] = Some(at);
            }
        }
        for rest in &page.rests {
            let id = intern::name(&rest.text.id);
            let at = self.body(&format!("rest.{}", rest.name), id, &rest.text.act, &[("self", Meaning::Somebody(MYSELF))]);
            self.programs.rests.push(at);
        }
        for (hazard, fields) in page.hazards.iter().zip(&page.hazard_fields) {
            let mut vars = vec![("self", Meaning::Somebody(MYSELF))];
            for (index, field) in fields.iter().enumerate() {
                let register = FREE + index as u8;
                vars.push((
                    field.name,
                    match field.sort {
                        Sort::Dice => Meaning::Dice(register),
                        Sort::Truth => Meaning::Truth(register),
                        _ => Meaning::Number(register, None),
                    },
                ));
            }
            let id = intern::name(&hazard.text.id);
            let at = self.body(&format!("hazard.{}", hazard.name), id, &hazard.text.act, &vars);
            self.programs.hazards.push(at);
        }
        self.unused();
    }

    /// The expression of a value, without the parts that are left out.
    fn is(&self, value: usize) -> String {
        let kept = self.numbers.parts.get(value).filter(|kept| !self.numbers.whole && kept.contains(&false));
        let value = &self.page.values[value];
        kept.map_or_else(|| value.is.clone(), |kept| value.without(kept))
    }

    /// Warns of what nothing uses, and checks the grammar of what is written out nowhere. Where something is wrong, what uses a
    /// thing may be among what could not be read.
    fn unused(&mut self) {
        let page = self.page;
        for (routine, _) in page.routines.iter().zip(&self.used).filter(|(_, used)| !**used) {
            for defect in statement::statements(&routine.text.act).1 {
                defect.complain(&format!("routine.{}.do", routine.name), self.complaints);
            }
        }
        if self.complaints.any_error() {
            return;
        }
        for (routine, used) in page.routines.iter().zip(self.used.clone()) {
            if !used {
                let path = format!("routine.{}", routine.name);
                let warning = self.complaints.warning(path, format!("nothing uses the routine `{}`", routine.name));
                warning.help(format!("write `use {}(..)` where it happens, or leave it out", routine.name));
            }
        }
        for (event, happened) in page.events.iter().zip(self.happened.clone()) {
            if !happened {
                let path = format!("on.{}", event.name);
                let known: Vec<&str> = EVENTS.to_vec();
                let warning = self.complaints.warning(path, format!("`{}` never happens", event.name));
                warning.near(event.name, known).help(format!("write `happens {} of target` where it does", event.name));
            }
        }
        for (status, gained) in page.statuses.iter().zip(self.gained.clone()) {
            if !gained {
                let path = format!("status.{}", status.name);
                let warning = self.complaints.warning(path, format!("nobody ever gains `{}`", status.name));
                warning.help(format!("write `target gains {}` where it begins", status.name));
            }
        }
        for (decision, asked) in page.decisions.iter().zip(self.asked.clone()) {
            if !asked {
                let path = format!("decision.{}", decision.name);
                let warning = self.complaints.warning(path, format!("nobody is ever asked for `{}`", decision.name));
                warning.help(format!("write `if target asks {} {{ .. }}`", decision.name));
            }
        }
    }

    fn order(&mut self) {
        let order = &self.page.order;
        let id = intern::name(&order.id);
        if let Some(roll) = &order.roll {
            self.begin("order.roll", id, &[("self", Meaning::Somebody(MYSELF))]);
            let at = self.here();
            let (dice, defects) = statement::dice(roll);
            self.report(defects);
            if let Some(dice) = dice {
                let name = NameSegment { text: "initiative", span: 0..0 };
                if let Some((register, _)) = self.dice(roll, MYSELF, &name, &dice) {
                    self.emit(Op::Give { a: register });
                }
            }
            self.emit(Op::End);
            self.programs.order = Some(at);
        }
        let ties: Vec<&str> = order.ties.split(',').map(str::trim).filter(|tie| !tie.is_empty()).collect();
        for (index, tie) in ties.iter().enumerate() {
            match *tie {
                "random" | "listed" => {
                    self.programs.listed_ties = *tie == "listed";
                    if index + 1 < ties.len() {
                        let message = format!("behind `{tie}` nothing is left to be decided");
                        self.complaints.error("order.ties", message).help("put it last");
                    }
                }
                tie => {
                    let at = self.of_somebody("order.ties", id, tie, Some(NUMBER));
                    self.programs.ties.push(at);
                }
            }
        }
    }

    fn action(&mut self, name: &str) -> ActionCode {
        let action = self.page.actions.iter().find(|action| action.name == name).expect("it is an action of the page");
        let text = &action.text;
        let id = intern::name(&text.id);
        let mut vars = vec![("self", Meaning::Somebody(MYSELF))];
        let on = text.on();
        if on.whom != Whom::Nobody {
            vars.push(("target", Meaning::Somebody(TARGET)));
        }
        if let Some(with) = &text.with
            && let Some(kind) = self.page.records.iter().position(|record| record.name == *with)
        {
            vars.push((self.page.records[kind].name, Meaning::Thing(WITH, kind)));
        }
        let when =
            text.when.as_ref().map(|when| self.program(&format!("action.{name}.when"), id, when, Some(Kind::Boolean), &vars));
        let cost = text
            .cost
            .as_ref()
            .map(|cost| self.program(&format!("action.{name}.cost"), id, &expression(&cost.0), Some(NUMBER), &vars));
        let path = format!("action.{name}");
        let act = if on.most > 1 { self.for_each(&path, id, text, &vars) } else { self.body(&path, id, &text.act, &vars) };
        ActionCode { when, cost, act }
    }

    // Programs.

    fn here(&self) -> At {
        self.programs.code.ops.len() as At
    }

    fn emit(&mut self, op: Op) -> usize {
        if self.programs.code.ops.len() >= OPERATIONS_MOST {
            if !self.full {
                self.full = true;
                let path = self.path.clone();
                let complaint = self.complaints.error(path, "the page has become too long a program");
                complaint.help(format!("routines are written out where they are used, to {OPERATIONS_MOST} operations at most: use fewer, or shorter ones"));
            }
            return self.programs.code.ops.len() - 1;
        }
        self.cost = self.cost.saturating_add(self.times);
        // What is only read costs nothing, and numbers of the book are not known there.
        if self.cost > STEPS_MOST && !self.full && !self.numbers.whole {
            self.full = true;
            let path = self.path.clone();
            let message = format!("this could take more than {STEPS_MOST} steps each time");
            let complaint = self.complaints.error(path, message);
            complaint.help(
                "every `repeat up to` multiplies those inside of it: write smaller numbers, or do without one of them; a number \
                 that is not known before a fight counts as 1000",
            );
        }
        self.programs.code.ops.push(op);
        self.programs.code.ops.len() - 1
    }

    /// Notes that what is written from here on is carried out so many times as often; returns how often it was before.
    fn repeated(&mut self, times: u64) -> u64 {
        let before = self.times;
        self.times = before.saturating_mul(times);
        before
    }

    /// Lets a jump go on here.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        Code::retarget(&mut self.programs.code.ops[jump], here);
    }

    fn register(&mut self) -> Register {
        let end = if self.inner { REGISTERS - 1 } else { usize::from(ASKED) };
        if usize::from(self.next) >= end {
            let path = self.path.clone();
            if !self.full {
                self.full = true;
                let complaint = self.complaints.error(path, "more values are at hand at once than can be kept");
                let room = end - usize::from(if self.inner { ASKED + 1 } else { FREE });
                complaint.help(format!("at most {room}: make less of `let` and `roll` in one action, and calculate in steps"));
            }
            return self.next;
        }
        self.next += 1;
        self.next - 1
    }

    fn begin(&mut self, path: &str, rule: &'static str, vars: &[(&str, Meaning)]) {
        path.clone_into(&mut self.path);
        (self.times, self.cost) = (1, 0);
        // What has no id is told by its name: that of the second key of its path.
        let name = path.split('.').nth(usize::from(!path.starts_with("order"))).unwrap_or(path);
        self.rule = if rule.is_empty() { intern::name(name) } else { rule };
        self.vars = vars.iter().map(|(name, meaning)| Var { name: (*name).to_owned(), meaning: *meaning }).collect();
        let taken = vars.iter().map(|(_, meaning)| match meaning {
            Meaning::Somebody(register)
            | Meaning::Thing(register, _)
            | Meaning::Number(register, _)
            | Meaning::Truth(register)
            | Meaning::Dice(register) => register + 1,
        });
        self.next = taken.max().unwrap_or(FREE).max(FREE);
        self.inner = self.next > ASKED;
    }

    /// A program that gives the value of an expression of one combatant.
    fn of_somebody(&mut self, path: &str, rule: &'static str, text: &str, kind: Option<Kind>) -> At {
        self.program(path, rule, text, kind, &[("self", Meaning::Somebody(ASKED))])
    }

    /// A program that gives the value of an expression.
    fn program(&mut self, path: &str, rule: &'static str, text: &str, kind: Option<Kind>, vars: &[(&str, Meaning)]) -> At {
        self.begin(path, rule, vars);
        let at = self.here();
        let (node, defects) = statement::expression(text);
        self.report(defects);
        if let Some(understood) = node.and_then(|node| self.understand(text, &node, kind, false)) {
            let register = self.value(&understood);
            self.emit(Op::Give { a: register });
        }
        self.emit(Op::End);
        at
    }

    /// A number that is known when the page is loaded.
    fn constant(&mut self, path: &str, text: &str) -> i64 {
        self.begin(path, "", &[]);
        let (node, defects) = statement::expression(text);
        self.report(defects);
        let understood = node.and_then(|node| self.understand(text, &node, Some(NUMBER), false));
        match understood.map(|understood| fold(&understood.expression, &understood.places)) {
            Some(Expression::Constant(value)) => value,
            Some(_) => {
                self.complaints
                    .error(path, format!("`{text}` is not known before anybody fights"))
                    .help("write a number, or one of the book");
                1
            }
            None => 1,
        }
    }

    /// A number of one's own that is known at once, or the program that gives it.
    fn known(&mut self, path: &str, text: &str, kind: Option<Kind>) -> Known {
        let at = self.of_somebody(path, "", text, kind);
        match self.programs.code.ops.get(usize::from(at)..) {
            Some([Op::Set { d, k }, Op::Give { a }, ..]) if d == a => {
                let k = *k;
                self.programs.code.ops.truncate(usize::from(at));
                Known::Is(k)
            }
            _ => Known::Given(at),
        }
    }

    /// A program of statements.
    fn body(&mut self, path: &str, rule: &'static str, text: &str, vars: &[(&str, Meaning)]) -> At {
        self.begin(&format!("{path}.do"), rule, vars);
        let at = self.here();
        let block = self.statements(text);
        self.calls = vec![path.to_owned()];
        self.stops.push(Vec::new());
        self.block(text, &block);
        self.land_stops();
        self.emit(Op::Merge { site: 0 });
        self.emit(Op::End);
        at
    }

    /// The statements of a text. Where its grammar is wrong there are none: what would be missed in the rest is missing only
    /// because of that.
    fn statements<'t>(&mut self, text: &'t str) -> Block<'t> {
        let (block, defects) = statement::statements(text);
        let broken = !defects.is_empty();
        self.report(defects);
        if broken { Block::new() } else { block }
    }

    /// A program of statements that is done for each of those whom the first free register holds.
    fn for_each(&mut self, path: &str, rule: &'static str, action: &ActionText, vars: &[(&str, Meaning)]) -> At {
        self.begin(&format!("{path}.do"), rule, vars);
        let at = self.here();
        let block = self.statements(&action.act);
        let those = self.register();
        let start = self.here();
        let next = self.emit(Op::Next { d: TARGET, bits: those, to: 0 });
        // One that has gone out on the way, or has come back, is passed over.
        let before = self.next;
        let out = self.register();
        self.emit(Op::Out { d: out, who: TARGET });
        let fallen = matches!(action.on().whom, Whom::FallenAlly | Whom::FallenEnemy);
        self.emit(if fallen { Op::JumpIfNot { a: out, to: start } } else { Op::JumpIf { a: out, to: start } });
        self.next = before;
        self.calls = vec![path.to_owned()];
        self.stops.push(Vec::new());
        self.block(&action.act, &block);
        self.land_stops();
        self.emit(Op::Jump { to: start });
        self.land(next);
        self.emit(Op::Merge { site: 0 });
        self.emit(Op::End);
        at
    }

    fn land_stops(&mut self) {
        for stop in self.stops.pop().unwrap_or_default() {
            self.land(stop);
        }
    }

    fn report(&mut self, defects: impl IntoIterator<Item = Defect>) {
        for defect in defects {
            defect.complain(&self.path, self.complaints);
        }
    }

    fn wrong(&mut self, defect: Defect) {
        self.report([defect]);
    }
}

/// The path of a key of a declaration, which may stand alone.
fn below(page: &Page, path: &str, key: &str) -> String {
    let long = format!("{path}.{key}");
    if page.told.has(&long) { long } else { path.to_owned() }
}

/// The answer where no line decides.
#[must_use]
pub fn usual(page: &Page, decision: usize) -> bool {
    page.decisions[decision].text.usually == Usually::Yes
}
