//! The compiler of a page: statements and expressions become a program over registers, names become places.
//!
//! Owns what names mean, the kinds of values, what may be assigned to, and every complaint about a statement. Routines and events are
//! written out where they are used, so a program has no calls, and a circle of them is refused. Start at [`compile`].

use std::cell::{Cell, RefCell};

use super::code::{ASKED, At, Code, FREE, Limit, MYSELF, OPERATIONS_MOST, Op, Piece, PoolSpec, REGISTERS, Register, Source, TARGET, Telling, WITH};
use super::intern;
use super::page::{EVENTS, Field, Page, Sort, expression};
use super::text::{OrderBy, Usually};
use crate::policy::statement::{self, Act, Block, Dice, Pool, Statement, Term};
use crate::policy::{
    Defect, Expression, Fold, Form, Frame, Function, GivenValue, Kind, Logic, Members, Name, Node, Of, Operator, Read, Resolved,
    Scope, Segment, Words, name_of, needed, typed,
};
use crate::scenario::Complaints;

/// Groups by name, as codes of [`Members::Other`].
pub const GROUPS: [&str; 6] = ["allies", "enemies", "friends", "everybody", "fallen_allies", "fallen_enemies"];
/// Routines and events inside each other.
const CALLS_DEEP_MOST: usize = 32;
/// Rounds of a `repeat`.
const REPEATS_MOST: i64 = 1000;

const NUMBER: Kind = Kind::Integer;

/// The numbers and switches of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// By number of the book: its value.
    pub book: Vec<i64>,
    /// By ruling: the place of its word.
    pub rulings: Vec<usize>,
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

/// All programs of a page.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    /// The operations of all of them.
    pub code: Code,
    /// By state: the value with which it begins, its least and its greatest.
    pub states: Vec<(At, Limit, Limit)>,
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
    /// True if chance decides at last.
    pub random_ties: bool,
    /// By action.
    pub actions: Vec<ActionCode>,
    /// By event that happens by itself.
    pub events: [Option<At>; 6],
    /// By rest.
    pub rests: Vec<At>,
    /// By hazard: its statements, and the register of the first thing that it takes.
    pub hazards: Vec<At>,
    /// By table.
    pub tables: Vec<Vec<[i64; 2]>>,
    /// The numbers that are counted.
    pub counters: Vec<&'static str>,
    /// The rounds after which a fight ends.
    pub rounds_max: i64,
    /// States that conditions of being out or dead read, as bits of cells.
    pub vital: u64,
    /// States that any program reads, as bits of cells.
    pub read: u64,
    /// True if a program reads the number of the round.
    pub reads_round: bool,
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
        stops: Vec::new(),
        calls: Vec::new(),
        used: vec![false; page.routines.len()],
        gained: vec![false; page.statuses.len()],
        happened: vec![false; page.events.len()],
        asked: vec![false; page.decisions.len()],
        full: false,
    };
    compiler.page();
    let mut programs = compiler.programs;
    programs.code.finish();
    for op in &programs.code.ops {
        match op {
            Op::Cell { cell, .. } | Op::Has { cell, .. } => programs.read |= 1 << cell,
            Op::Round { .. } => programs.reads_round = true,
            _ => {}
        }
    }
    programs
}

/// The meaning of a name that stands in a program for a time.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Meaning {
    /// A combatant.
    Somebody(Register),
    /// A record of this kind.
    Thing(Register, usize),
    /// A number, and the sum of the dice alone where it was rolled.
    Number(Register, Option<Register>),
    /// True or false.
    Truth(Register),
    /// Dice, packed.
    Dice(Register),
}

/// Of whom something is read.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Whose {
    Register(Register),
    /// The member of a group at hand.
    It,
}

/// What a name reads.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Place {
    Constant(i64),
    Local(Register),
    State(Whose, u8),
    Status(Whose, u8),
    Stat(Whose, u8),
    Value(Whose, usize),
    First(Whose, u8, u8),
    Field(Register, u8),
    Round,
    Length(u16),
    Out(Whose),
    Dead(Whose),
    Is(Whose, Whose),
    Asks(Whose, u8),
    /// The number of dice, their faces, or what is added to them.
    Part(Origin, u8),
}

struct Var {
    name: String,
    meaning: Meaning,
}

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
    /// The jumps of `stop`, by body.
    stops: Vec<Vec<usize>>,
    /// The routines and events that are being written out.
    calls: Vec<String>,
    used: Vec<bool>,
    gained: Vec<bool>,
    happened: Vec<bool>,
    asked: Vec<bool>,
    full: bool,
}

/// The names that an expression sees; what it reads is kept in a list.
struct Sight<'c> {
    page: &'c Page,
    numbers: &'c Numbers,
    vars: &'c [Var],
    places: RefCell<Vec<Place>>,
    asked: RefCell<Vec<usize>>,
    /// True where a decision can be asked for.
    acts: Cell<bool>,
}

impl Sight<'_> {
    fn read(&self, place: Place, kind: Kind) -> Result<Resolved, Defect> {
        let mut places = self.places.borrow_mut();
        let index = places.iter().position(|known| *known == place).unwrap_or_else(|| {
            places.push(place);
            places.len() - 1
        });
        Ok(Resolved { read: Read { of: Of::Situation, observable: index as u16, argument: 0 }, kind })
    }

    fn var(&self, name: &str) -> Option<Meaning> {
        self.vars.iter().rev().find(|var| var.name == name).map(|var| var.meaning)
    }

    /// Whom a name means.
    fn somebody(&self, name: &str, frame: Frame) -> Option<Whose> {
        if name == "it" && frame.it {
            return Some(Whose::It);
        }
        match self.var(name) {
            Some(Meaning::Somebody(register)) => Some(Whose::Register(register)),
            _ => None,
        }
    }

    /// Everything that can be asked of a combatant, for advice.
    fn known(&self) -> Vec<&str> {
        let page = self.page;
        let names = page.states.iter().map(|state| state.name).chain(page.values.iter().map(|value| value.name));
        let stats = page.stats.iter().filter(|stat| !matches!(stat.sort, Sort::List(_))).map(|stat| stat.name);
        names.chain(stats).chain(["has", "out", "dead"]).collect()
    }

    /// What a name of a combatant reads.
    fn of(&self, whose: Whose, rest: &[Segment], name: &Name) -> Result<Resolved, Defect> {
        let page = self.page;
        let span = rest[0].span.start..rest[rest.len() - 1].span.end;
        let word = rest[0].text;
        if let [list, field] = rest {
            if let Some((stat, kind)) = self.first_of(list.text) {
                return self.field(kind, field, |index, _| Place::First(whose, stat, index));
            }
        }
        if rest.len() > 1 {
            let path = rest.iter().map(|segment| segment.text).collect::<Vec<_>>().join(".");
            return Err(Defect::new(span, format!("combatants have no `{path}`")).advise(&path, self.known()));
        }
        let given = |what: &str, example: String| match name.arguments.as_deref() {
            Some([given]) => Ok(given.clone()),
            _ => Err(Defect::new(span.clone(), format!("`{word}` asks for {what}")).help(format!("for example `{example}`"))),
        };
        match word {
            "has" => {
                let first = page.statuses.first().map_or("stunned", |status| status.name);
                let given = given("a status", format!("has({first})"))?;
                let index = match given.value {
                    GivenValue::Word(word) => page.statuses.iter().position(|status| status.name == word),
                    _ => None,
                };
                let Some(index) = index else {
                    let defect = Defect::new(given.span.clone(), format!("there is no status `{}`", given.text));
                    return Err(defect.advise(given.text, page.statuses.iter().map(|status| status.name)));
                };
                return self.read(Place::Status(whose, (page.states.len() + index) as u8), Kind::Boolean);
            }
            "is" => {
                let given = given("somebody", "is(target)".to_owned())?;
                let other = match given.value {
                    GivenValue::Word(word) => self.somebody(word, Frame::CANDIDATE),
                    _ => None,
                };
                let Some(other) = other else {
                    return Err(Defect::new(given.span.clone(), format!("`{}` is nobody here", given.text)).help("for example `it.is(target)`"));
                };
                return self.read(Place::Is(whose, other), Kind::Boolean);
            }
            "asks" => {
                let given = given("a decision", "target asks parry".to_owned())?;
                let known = || page.decisions.iter().map(|decision| decision.name);
                let Some(index) = known().position(|name| name == given.text) else {
                    return Err(Defect::new(given.span.clone(), format!("there is no decision `{}`", given.text)).advise(given.text, known()));
                };
                if !self.acts.get() {
                    return Err(Defect::new(given.span.clone(), "nobody can be asked here")
                        .help("decisions are asked for in statements: `if target asks parry { .. }`"));
                }
                self.asked.borrow_mut().push(index);
                return self.read(Place::Asks(whose, index as u8), Kind::Boolean);
            }
            _ => {}
        }
        if name.arguments.is_some() {
            let defect = Defect::new(name.span.clone(), format!("`{word}` takes nothing in parentheses"));
            return Err(defect.help(format!("write `{word}`")));
        }
        if let Some(index) = page.states.iter().position(|state| state.name == word) {
            let kind = kind_of(page.states[index].sort);
            return self.read(Place::State(whose, index as u8), kind);
        }
        if let Some(index) = page.values.iter().position(|value| value.name == word) {
            return self.read(Place::Value(whose, index), NUMBER);
        }
        if let Some(index) = page.stats.iter().position(|stat| stat.name == word) {
            let place = Place::Stat(whose, index as u8);
            return match page.stats[index].sort {
                Sort::Number { .. } | Sort::Truth | Sort::Word(_) => self.read(place, kind_of(page.stats[index].sort)),
                Sort::Dice => Err(dice_here(span, word)),
                Sort::List(kind) => {
                    let record = page.records[kind].name;
                    Err(Defect::new(span, format!("`{word}` are several"))
                        .help(format!("`{record}.NAME` is of the first of them, or of the one in use where an action says `with = \"{record}\"`")))
                }
                Sort::Text => Err(Defect::new(span, format!("`{word}` is a text, which no rule reads"))),
            };
        }
        match word {
            "out" => return self.read(Place::Out(whose), Kind::Boolean),
            "dead" => return self.read(Place::Dead(whose), Kind::Boolean),
            _ => {}
        }
        if page.statuses.iter().any(|status| status.name == word) {
            return Err(Defect::new(span, format!("`{word}` is a status")).help(format!("write `has({word})`")));
        }
        let defect = Defect::new(span, format!("there is no `{word}`"));
        Err(defect.advise(word, self.known()))
    }

    /// The stat that is a list of records of a kind, by the name of the kind.
    fn first_of(&self, kind: &str) -> Option<(u8, usize)> {
        let kind = self.page.records.iter().position(|record| record.name == kind)?;
        let stat = self.page.stats.iter().position(|stat| stat.sort == Sort::List(kind))?;
        Some((stat as u8, kind))
    }

    /// What the key of a record reads.
    fn field(&self, kind: usize, field: &Segment, place: impl Fn(u8, Sort) -> Place) -> Result<Resolved, Defect> {
        let record = &self.page.records[kind];
        let Some(index) = record.fields.iter().position(|known| known.name == field.text) else {
            let defect = Defect::new(field.span.clone(), format!("a {} has no `{}`", record.name, field.text));
            return Err(defect.advise(field.text, record.fields.iter().map(|field| field.name)));
        };
        match record.fields[index].sort {
            Sort::Dice => Err(dice_here(field.span.clone(), &format!("{}.{}", record.name, field.text))),
            Sort::Text | Sort::List(_) => Err(Defect::new(field.span.clone(), format!("`{}` is a text, which no rule reads", field.text))),
            sort => self.read(place(index as u8, sort), kind_of(sort)),
        }
    }
}

/// What is known where dice are named.
struct Known<'c> {
    page: &'c Page,
    numbers: &'c Numbers,
    vars: &'c [Var],
}

impl Known<'_> {
    fn var(&self, name: &str) -> Option<Meaning> {
        self.vars.iter().rev().find(|var| var.name == name).map(|var| var.meaning)
    }

    /// The dice of a record of a kind that somebody has first.
    fn first(&self, who: Register, kind: &str, field: &str) -> Option<Origin> {
        let kind = self.page.records.iter().position(|record| record.name == kind)?;
        let stat = self.page.stats.iter().position(|stat| stat.sort == Sort::List(kind))?;
        Some(Origin::First(who, stat as u8, dice_of(&self.page.records[kind].fields, field)? as u8))
    }

    /// The origin of dice that a name stands for; none of anything else.
    fn dice(&self, segments: &[Segment]) -> Option<Origin> {
        let page = self.page;
        let own = || match self.var("self") {
            Some(Meaning::Somebody(register)) => Some(register),
            _ => None,
        };
        match segments {
            [one] => match self.var(one.text) {
                Some(Meaning::Dice(register)) => Some(Origin::Register(register)),
                Some(_) => None,
                None => Some(Origin::Stat(own()?, dice_of(&page.stats, one.text)? as u8)),
            },
            [one, two] => match (one.text, self.var(one.text)) {
                ("book", _) => Some(Origin::Is(self.numbers.book[dice_of(&page.book, two.text)?])),
                (_, Some(Meaning::Thing(register, kind))) => {
                    Some(Origin::Field(register, dice_of(&page.records[kind].fields, two.text)? as u8))
                }
                (_, Some(Meaning::Somebody(who))) => Some(Origin::Stat(who, dice_of(&page.stats, two.text)? as u8)),
                (kind, None) => self.first(own()?, kind, two.text),
                _ => None,
            },
            [one, kind, field] => match self.var(one.text) {
                Some(Meaning::Somebody(who)) => self.first(who, kind.text, field.text),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The place of dice among declared values.
fn dice_of(fields: &[Field], name: &str) -> Option<usize> {
    fields.iter().position(|field| field.name == name && field.sort == Sort::Dice)
}

/// The parts of dice that can be asked for.
const PARTS: [&str; 3] = ["count", "faces", "plus"];

/// The defect of dice where a number is needed.
fn dice_here(span: std::ops::Range<usize>, what: &str) -> Defect {
    Defect::new(span, format!("`{what}` are dice, and a number is needed here"))
        .help(format!("roll them first: `roll damage: {what}`, and use `damage`"))
}

/// The kind of values of a sort.
fn kind_of(sort: Sort) -> Kind {
    match sort {
        Sort::Truth => Kind::Boolean,
        Sort::Word(list) => Kind::Word(list),
        _ => NUMBER,
    }
}

/// Functions beside those of the language.
const FUNCTIONS: [(&str, usize, bool); 3] = [("abs", 1, false), ("if", 3, true), ("up", 2, false)];

impl Scope for Sight<'_> {
    fn resolve(&self, name: &Name<'_>, frame: Frame) -> Result<Resolved, Defect> {
        let segments = name.segments;
        let first = segments[0].text;
        let page = self.page;
        if let ([dice @ .., part], None) = (segments, &name.arguments)
            && let Some(place) = PARTS.iter().position(|known| *known == part.text)
            && let Some(origin) = (Known { page, numbers: self.numbers, vars: self.vars }).dice(dice)
        {
            return self.read(Place::Part(origin, place as u8), NUMBER);
        }
        match (first, &segments[1..]) {
            ("book", [number]) => {
                let Some(index) = page.book.iter().position(|known| known.name == number.text) else {
                    let defect = Defect::new(number.span.clone(), format!("the book has no `{}`", number.text));
                    return Err(defect.advise(number.text, page.book.iter().map(|number| number.name)));
                };
                return match page.book[index].sort {
                    Sort::Dice => Err(dice_here(name.span.clone(), &name.path())),
                    sort => self.read(Place::Constant(self.numbers.book[index]), kind_of(sort)),
                };
            }
            ("rulings", [ruling]) => {
                let Some(index) = page.rulings.iter().position(|known| known.name == ruling.text) else {
                    let defect = Defect::new(ruling.span.clone(), format!("there is no ruling `{}`", ruling.text));
                    return Err(defect.advise(ruling.text, page.rulings.iter().map(|ruling| ruling.name)));
                };
                return self.read(Place::Constant(self.numbers.rulings[index] as i64), Kind::Word(page.ruling_words[index]));
            }
            ("round", []) => return self.read(Place::Round, NUMBER),
            (group, [active]) if active.text == "active" && GROUPS.contains(&group) => {
                let code = GROUPS.iter().position(|known| *known == group).unwrap_or_default();
                return self.read(Place::Length(code as u16), NUMBER);
            }
            (group, [what, ..]) if GROUPS.contains(&group) && self.var(group).is_none() => {
                let help = format!("of which of them? `min({group}, it.{0})`, `max`, `sum`, `count`, `any`, `all`", what.text);
                return Err(Defect::new(name.span.clone(), format!("there is no `{}`", name.path())).help(help));
            }
            _ => {}
        }
        if let Some(whose) = self.somebody(first, frame) {
            if segments.len() == 1 {
                let defect = Defect::new(segments[0].span.clone(), format!("`{first}` is a combatant: what about it?"));
                let example = self.known().first().map_or_else(String::new, |name| format!("for example `{first}.{name}`"));
                return Err(defect.help(example));
            }
            return self.of(whose, &segments[1..], name);
        }
        match (self.var(first), &segments[1..]) {
            (Some(Meaning::Number(register, _)), []) => return self.read(Place::Local(register), NUMBER),
            (Some(Meaning::Number(_, Some(face))), [part]) if part.text == "face" => return self.read(Place::Local(face), NUMBER),
            (Some(Meaning::Truth(register)), []) => return self.read(Place::Local(register), Kind::Boolean),
            (Some(Meaning::Dice(_)), []) => return Err(dice_here(name.span.clone(), first)),
            (Some(Meaning::Thing(register, kind)), [field]) => {
                return self.field(kind, field, |index, _| Place::Field(register, index));
            }
            (Some(Meaning::Thing(_, kind)), []) => {
                let record = &self.page.records[kind];
                let example = record.fields.iter().find(|field| matches!(field.sort, Sort::Number { .. }));
                let defect = Defect::new(name.span.clone(), format!("`{first}` is a thing: what about it?"));
                return Err(defect.help(format!("for example `{first}.{}`", example.map_or("NAME", |field| field.name))));
            }
            (Some(_), [part, ..]) => {
                return Err(Defect::new(part.span.clone(), format!("`{first}` has no `{}`", part.text)).help("what was rolled has its `face`: the sum of its dice alone"));
            }
            _ => {}
        }
        match first {
            "target" => {
                return Err(Defect::new(segments[0].span.clone(), "there is no `target` here").help("an action has one where its `on` is somebody"));
            }
            "it" => {
                let help = "inside `count`, `any`, `all`, `min`, `max` and `sum` `it` is each of a group in turn";
                return Err(Defect::new(segments[0].span.clone(), "`it` is nobody here").help(help));
            }
            _ => {}
        }
        if self.page.records.iter().any(|record| record.name == first) && segments.len() > 1 && self.first_of(first).is_none() {
            let defect = Defect::new(segments[0].span.clone(), format!("there is no `{first}` here"));
            return Err(defect.help(format!("an action that uses one says `with = \"{first}\"`")));
        }
        let Some(own) = self.somebody("self", frame) else {
            return Err(Defect::new(name.span.clone(), format!("there is no `{}` here", name.path())));
        };
        let told = self.of(own, segments, name);
        told.map_err(|defect| {
            let locals = self.vars.iter().map(|var| var.name.as_str()).filter(|name| *name != "self");
            let unknown = defect.message.starts_with("there is no") || defect.message.starts_with("combatants have no");
            match (unknown, crate::error::nearest(first, locals)) {
                (true, Some(near)) => {
                    Defect { help: vec![format!("did you mean `{near}`?")], ..defect }
                }
                _ => defect,
            }
        })
    }

    fn words(&self) -> &[Words] {
        &self.page.words
    }

    fn groups(&self) -> Vec<(String, Members)> {
        (0..).zip(GROUPS).map(|(code, name)| (name.to_owned(), Members::Other(code))).collect()
    }

    fn function(&self, name: &str) -> Option<Function> {
        if let Some(index) = FUNCTIONS.iter().position(|(known, ..)| *known == name) {
            let (_, takes, asks) = FUNCTIONS[index];
            return Some(Function { code: index as u16, takes, asks });
        }
        let table = self.page.tables.iter().position(|table| table.name == name)?;
        Some(Function { code: (FUNCTIONS.len() + table) as u16, takes: 1, asks: false })
    }

    fn counts_truths(&self) -> bool {
        true
    }
}

/// An expression with the places that it reads.
struct Understood {
    expression: Expression,
    places: Vec<Place>,
    kind: Kind,
}

impl<'a> Compiler<'a> {
    // What the page declares, one after the other.

    fn page(&mut self) {
        let page = self.page;
        self.programs.tables = page.tables.iter().map(|table| table.text.rows.clone()).collect();
        for value in &page.values {
            let entry = self.of_somebody(&below(page, &format!("value.{}", value.name), "is"), value.id, &value.is, None);
            self.programs.values.push(entry);
        }
        for state in &page.states {
            let path = format!("state.{}", state.name);
            let kind = match state.sort {
                Sort::Truth => Some(Kind::Boolean),
                _ => Some(NUMBER),
            };
            let begins = self.of_somebody(&below(page, &path, "begins"), state.id, &state.begins, kind);
            let from = self.limit(&below(page, &path, "from"), state.from.as_deref());
            let to = self.limit(&below(page, &path, "to"), state.to.as_deref());
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
            Some(any) => self.constant("turn.rounds_max", &expression(&any.0)).clamp(1, 10_000),
        };
        self.order();
        for action in &page.actions {
            let code = self.action(action.name);
            self.programs.actions.push(code);
        }
        for (index, event) in page.events.iter().enumerate() {
            if let Some(own) = EVENTS.iter().position(|known| *known == event.name) {
                self.happened[index] = true;
                let at = self.body(&format!("on.{}", event.name), intern::name(&event.text.id), &event.text.act, &[("self", Meaning::Somebody(MYSELF))]);
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
                vars.push((field.name, match field.sort {
                    Sort::Dice => Meaning::Dice(register),
                    Sort::Truth => Meaning::Truth(register),
                    _ => Meaning::Number(register, None),
                }));
            }
            let id = intern::name(&hazard.text.id);
            let at = self.body(&format!("hazard.{}", hazard.name), id, &hazard.text.act, &vars);
            self.programs.hazards.push(at);
        }
        self.unused();
    }

    /// Warns of what nothing uses, and checks the grammar of what is written out nowhere.
    fn unused(&mut self) {
        let page = self.page;
        for (routine, used) in page.routines.iter().zip(self.used.clone()) {
            if !used {
                let path = format!("routine.{}", routine.name);
                for defect in statement::statements(&routine.text.act).1 {
                    defect.complain(&format!("{path}.do"), self.complaints);
                }
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
                let name = Segment { text: "initiative", span: 0..0 };
                if let Some((register, _)) = self.dice(roll, MYSELF, &name, &dice) {
                    self.emit(Op::Give { a: register });
                }
            }
            self.emit(Op::End);
            self.programs.order = Some(at);
        } else if order.by == OrderBy::Combatant && !order.ties.is_empty() {
            let complaint = self.complaints.error("order.ties", "without a roll there is nothing to be equal");
            complaint.help("give the order a `roll`: `roll = \"1d20 + quickness\"`; a fixed order rolls nothing: `roll = \"quickness\"`");
        }
        let ties: Vec<&str> = order.ties.split(',').map(str::trim).filter(|tie| !tie.is_empty()).collect();
        for (index, tie) in ties.iter().enumerate() {
            match *tie {
                "random" => {
                    self.programs.random_ties = true;
                    if index + 1 < ties.len() {
                        self.complaints.error("order.ties", "behind `random` nothing is left to be decided").help("put it last");
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
        if text.on.has_target() {
            vars.push(("target", Meaning::Somebody(TARGET)));
        }
        if let Some(with) = &text.with
            && let Some(kind) = self.page.records.iter().position(|record| record.name == *with)
        {
            vars.push((self.page.records[kind].name, Meaning::Thing(WITH, kind)));
        }
        let when = text.when.as_ref().map(|when| self.program(&format!("action.{name}.when"), id, when, Some(Kind::Boolean), &vars));
        let cost = text.cost.as_ref().map(|cost| {
            self.program(&format!("action.{name}.cost"), id, &expression(&cost.0), Some(NUMBER), &vars)
        });
        let act = self.body(&format!("action.{name}"), id, &text.act, &vars);
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
        self.programs.code.ops.push(op);
        self.programs.code.ops.len() - 1
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
                complaint.help(format!("at most {end}: make less of `let` and `roll` in one action, and calculate in steps"));
            }
            return self.next;
        }
        self.next += 1;
        self.next - 1
    }

    fn begin(&mut self, path: &str, rule: &'static str, vars: &[(&str, Meaning)]) {
        path.clone_into(&mut self.path);
        self.rule = rule;
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
                self.complaints.error(path, format!("`{text}` is not known before anybody fights")).help("write a number, or one of the book");
                1
            }
            None => 1,
        }
    }

    fn limit(&mut self, path: &str, text: Option<&str>) -> Limit {
        let Some(text) = text else { return Limit::None };
        let at = self.of_somebody(path, "", text, Some(NUMBER));
        match self.programs.code.ops.get(usize::from(at)..) {
            Some([Op::Set { d, k }, Op::Give { a }, ..]) if d == a => {
                let k = *k;
                self.programs.code.ops.truncate(usize::from(at));
                Limit::Is(k)
            }
            _ => Limit::Given(at),
        }
    }

    /// A program of statements.
    fn body(&mut self, path: &str, rule: &'static str, text: &str, vars: &[(&str, Meaning)]) -> At {
        self.begin(&format!("{path}.do"), rule, vars);
        let at = self.here();
        let (block, defects) = statement::statements(text);
        self.report(defects);
        self.calls = vec![path.to_owned()];
        self.stops.push(Vec::new());
        self.block(text, &block);
        self.land_stops();
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

    // Expressions.

    /// The meaning of an expression, with everything wrong in it reported.
    fn understand(&mut self, text: &str, node: &Node, kind: Option<Kind>, acts: bool) -> Option<Understood> {
        let sight = Sight {
            page: self.page,
            numbers: self.numbers,
            vars: &self.vars,
            places: RefCell::default(),
            asked: RefCell::default(),
            acts: Cell::new(acts),
        };
        let result = match kind {
            Some(Kind::Boolean) => needed(text, node, &sight, Kind::Boolean, "a condition is needed").map(|expression| (Kind::Boolean, expression)),
            Some(kind) => needed(text, node, &sight, kind, "a number is needed").map(|expression| (kind, expression)),
            None => typed(text, node, &sight, Frame::WITH_TARGET),
        };
        let (places, asked) = (sight.places.into_inner(), sight.asked.into_inner());
        asked.into_iter().for_each(|index| self.asked[index] = true);
        match result {
            Ok((kind, expression)) => Some(Understood { expression: fold(&expression, &places), places, kind }),
            Err(defects) => {
                self.report(defects);
                None
            }
        }
    }

    /// Writes an expression; returns the register that holds its value.
    fn value(&mut self, understood: &Understood) -> Register {
        self.write(&understood.expression, &understood.places, None)
    }

    fn source(&mut self, expression: &Expression, places: &[Place]) -> Source {
        match expression {
            Expression::Constant(value) => Source::Is(*value),
            other => Source::In(self.write(other, places, None)),
        }
    }

    fn set(&mut self, d: Register, value: i64) {
        match i32::try_from(value) {
            Ok(k) => drop(self.emit(Op::Set { d, k })),
            Err(_) => {
                self.programs.code.large.push(value);
                let k = (self.programs.code.large.len() - 1) as u16;
                self.emit(Op::SetLarge { d, k });
            }
        }
    }

    fn whose(whose: Whose, it: Option<Register>) -> Register {
        match whose {
            Whose::Register(register) => register,
            Whose::It => it.unwrap_or(MYSELF),
        }
    }

    /// Writes the operations of an expression; `it` is the register of the member at hand.
    fn write(&mut self, expression: &Expression, places: &[Place], it: Option<Register>) -> Register {
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
    fn is_truth(&self, place: Place) -> bool {
        match place {
            Place::Status(..) | Place::Out(_) | Place::Dead(_) | Place::Is(..) | Place::Asks(..) => true,
            Place::State(_, cell) => self.page.states[usize::from(cell)].sort == Sort::Truth,
            Place::Stat(_, stat) => self.page.stats[usize::from(stat)].sort == Sort::Truth,
            _ => false,
        }
    }

    fn read(&mut self, place: Place, it: Option<Register>) -> Register {
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
            Place::Asks(whose, decision) => Op::Ask { d, who: Self::whose(whose, it), about: self.own().unwrap_or(MYSELF), decision },
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
    fn written_out(&mut self, d: Register, who: Register, index: usize) {
        let value = &self.page.values[index];
        let name = format!("value.{}", value.name);
        if self.calls.contains(&name) || self.calls.len() > CALLS_DEEP_MOST {
            let circle: Vec<&str> = self.calls.iter().map(String::as_str).chain([name.as_str()]).collect();
            let path = below(self.page, &name, "is");
            let message = format!("this value goes round in a circle: {}", circle.join(" -> "));
            self.complaints.error(path, message).help("a value follows from others that do not follow from it");
            self.set(d, 0);
            return;
        }
        self.calls.push(name.clone());
        let path = std::mem::replace(&mut self.path, below(self.page, &name, "is"));
        let vars = std::mem::replace(&mut self.vars, vec![Var { name: "self".to_owned(), meaning: Meaning::Somebody(who) }]);
        let (node, defects) = statement::expression(&value.is);
        self.report(defects);
        if let Some(understood) = node.and_then(|node| self.understand(&value.is, &node, None, false)) {
            let a = self.value(&understood);
            self.emit(Op::Copy { d, a });
        }
        self.next = d + 1;
        self.vars = vars;
        self.path = path;
        self.calls.pop();
    }

    fn write_fold(&mut self, how: Fold, members: Members, body: &Expression, places: &[Place]) -> Register {
        let Members::Other(group) = members else { return MYSELF };
        let (d, bits, it, seen) = (self.register(), self.register(), self.register(), self.register());
        let who = self.own().unwrap_or(MYSELF);
        self.emit(Op::Group { d: bits, who, group: group as u8 });
        self.set(d, i64::from(how == Fold::All));
        self.set(seen, 0);
        let start = self.here();
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
        self.land(next);
        self.next = d + 1;
        d
    }

    fn write_call(&mut self, code: usize, arguments: &[Expression], places: &[Place], it: Option<Register>) -> Register {
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
                let a = self.write(&arguments[0], places, it);
                self.emit(Op::Table { d, a, table: (code - FUNCTIONS.len()) as u8 });
            }
        }
        self.next = d + 1;
        d
    }

    /// Writes a condition as jumps; returns those that are taken when it does not hold.
    fn unless(&mut self, expression: &Expression, places: &[Place]) -> Vec<usize> {
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
    fn when(&mut self, expression: &Expression, places: &[Place]) -> Vec<usize> {
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
    fn jump(&mut self, expression: &Expression, places: &[Place], answer: bool) -> usize {
        if let Expression::Binary(operator, left, right) = expression
            && !matches!((operator, &**left, &**right), (Operator::NotEqual, Expression::Read(read), Expression::Constant(0)) if self.is_truth(places[usize::from(read.observable)]))
        {
            let operator = if answer { Some(*operator) } else { operator.negated() };
            if let Some(orders) = operator.and_then(Operator::orders) {
                let a = self.write(left, places, None);
                if let Expression::Constant(k) = **right
                    && let Ok(k) = i16::try_from(k)
                {
                    return self.emit(Op::JumpOnK { orders, a, k, to: 0 });
                }
                let b = self.write(right, places, None);
                return self.emit(Op::JumpOn { orders, a, b, to: 0 });
            }
        }
        let a = self.write(expression, places, None);
        if answer { self.emit(Op::JumpIf { a, to: 0 }) } else { self.emit(Op::JumpIfNot { a, to: 0 }) }
    }

    // Statements.

    fn block(&mut self, text: &str, block: &Block) {
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

    fn name_new(&mut self, name: &Segment, meaning: Meaning) {
        let taken = super::page::RESERVED.contains(&name.text) || GROUPS.contains(&name.text);
        if taken {
            let defect = Defect::new(name.span.clone(), format!("`{}` means something else", name.text));
            self.wrong(defect.help("give it another name"));
        }
        self.vars.push(Var { name: name.text.to_owned(), meaning });
    }

    fn statement(&mut self, text: &str, statement: &Statement) {
        match &statement.act {
            Act::Roll { who, name, dice } => {
                let who = match who {
                    Some(node) => self.somebody(text, node),
                    None => self.own(),
                };
                let Some(who) = who else { return };
                if let Some((register, face)) = self.dice(text, who, name, dice) {
                    self.name_new(name, Meaning::Number(register, Some(face)));
                }
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
            Act::If { arms, otherwise } => {
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
            Act::Each { name, group, among, body } => {
                let before = self.next;
                let (bits, it) = (self.register(), self.register());
                if self.group(text, group, bits) {
                    let start = self.here();
                    let next = self.emit(Op::Next { d: it, bits, to: 0 });
                    let vars = self.vars.len();
                    self.vars.push(Var { name: name.text.to_owned(), meaning: Meaning::Somebody(it) });
                    let understood = among.as_ref().and_then(|among| self.understand(text, among, Some(Kind::Boolean), false));
                    let jumps = understood.map(|understood| self.unless(&understood.expression, &understood.places));
                    self.block(text, body);
                    for jump in jumps.into_iter().flatten() {
                        Code::retarget(&mut self.programs.code.ops[jump], start);
                    }
                    self.emit(Op::Jump { to: start });
                    self.land(next);
                    self.vars.truncate(vars);
                }
                self.next = before;
            }
            Act::Choose { name, group, among, order, body, otherwise } => {
                self.choose(text, name, (group, among.as_ref(), order.as_ref()), (body, otherwise));
            }
            Act::Repeat { most, condition, body } => {
                let before = self.next;
                let count = self.register();
                if let Some(understood) = self.understand(text, most, Some(NUMBER), false) {
                    if let Expression::Constant(most) = understood.expression
                        && most > REPEATS_MOST
                    {
                        let defect = Defect::new(statement.span.clone(), format!("{most} times are too many"));
                        self.wrong(defect.help(format!("at most {REPEATS_MOST}")));
                    }
                    let a = self.value(&understood);
                    self.emit(Op::CalcK { operator: Operator::Least, d: count, a, k: REPEATS_MOST as i32 });
                    self.next = count + 1;
                    let start = self.here();
                    let orders = Operator::LessOrEqual.orders().expect("it compares");
                    let end = self.emit(Op::JumpOnK { orders, a: count, k: 0, to: 0 });
                    let understood = condition.as_ref().and_then(|condition| self.understand(text, condition, Some(Kind::Boolean), true));
                    let jumps = understood.map(|understood| self.unless(&understood.expression, &understood.places));
                    self.block(text, body);
                    self.emit(Op::CalcK { operator: Operator::Subtract, d: count, a: count, k: 1 });
                    self.emit(Op::Jump { to: start });
                    self.land(end);
                    jumps.into_iter().flatten().for_each(|jump| self.land(jump));
                }
                self.next = before;
            }
            Act::Use { name, arguments } => self.call(text, name, arguments),
            Act::Gains { who, status, lasts } => {
                let before = self.next;
                let Some(cell) = self.status(status) else { return };
                let who = match who {
                    Some(node) => self.somebody(text, node),
                    None => self.own(),
                };
                let Some(who) = who else { return };
                self.gained[usize::from(cell) - self.page.states.len()] = true;
                match lasts {
                    None => drop(self.emit(Op::GainForGood { who, cell })),
                    Some(lasts) => {
                        if let Some(understood) = self.understand(text, lasts, Some(NUMBER), false) {
                            let a = self.value(&understood);
                            self.emit(Op::Gain { who, cell, a });
                        }
                    }
                }
                self.next = before;
            }
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
            Act::Happens { event, of } => {
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
            Act::Count { name, amount } => {
                let before = self.next;
                let counter = self.counter(name);
                let a = match amount {
                    Some(amount) => self.understand(text, amount, Some(NUMBER), false).map(|understood| self.value(&understood)),
                    None => {
                        let d = self.register();
                        self.set(d, 1);
                        Some(d)
                    }
                };
                if let (Some(counter), Some(a), Some(who)) = (counter, a, self.own()) {
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

    /// The register of the one whom the statements are about.
    fn own(&self) -> Option<Register> {
        self.vars.iter().find(|var| var.name == "self").and_then(|var| match var.meaning {
            Meaning::Somebody(register) => Some(register),
            _ => None,
        })
    }

    /// The register of somebody by name.
    fn somebody(&mut self, text: &str, node: &Node) -> Option<Register> {
        let named = match node.bare() {
            Some(name) => self.vars.iter().rev().find(|var| var.name == name).map(|var| var.meaning),
            None => None,
        };
        if let Some(Meaning::Somebody(register)) = named {
            return Some(register);
        }
        let people: Vec<String> = self
            .vars
            .iter()
            .filter(|var| matches!(var.meaning, Meaning::Somebody(_)))
            .map(|var| var.name.clone())
            .collect();
        let defect = Defect::new(node.span.clone(), format!("`{}` is nobody here", &text[node.span.clone()]));
        self.wrong(defect.advise(&text[node.span.clone()], people.iter().map(String::as_str)));
        None
    }

    fn status(&mut self, status: &Segment) -> Option<u8> {
        let known = || self.page.statuses.iter().map(|status| status.name);
        if let Some(index) = known().position(|name| name == status.text) {
            return Some((self.page.states.len() + index) as u8);
        }
        let defect = Defect::new(status.span.clone(), format!("there is no status `{}`", status.text));
        let defect = defect.advise(status.text, known());
        self.wrong(defect.help(format!("declare it: `[status.{}]`", status.text)));
        None
    }

    fn counter(&mut self, name: &Segment) -> Option<u8> {
        if let Some(index) = self.programs.counters.iter().position(|known| *known == name.text) {
            return Some(index as u8);
        }
        let taken = self.page.states.iter().map(|state| state.name).chain(["out", "dead", "out_round", "rounds", "winner"]);
        if taken.clone().any(|taken| taken == name.text) {
            let defect = Defect::new(name.span.clone(), format!("`{}` is measured already", name.text));
            self.wrong(defect.help("count it under another name"));
            return None;
        }
        if self.programs.counters.len() >= 100 {
            self.wrong(Defect::new(name.span.clone(), "more is counted than there is room for").help("at most 100 names"));
            return None;
        }
        self.programs.counters.push(intern::name(name.text));
        Some((self.programs.counters.len() - 1) as u8)
    }

    /// Fills a register with a group: `enemies`, or `target.allies`.
    fn group(&mut self, text: &str, node: &Node, bits: Register) -> bool {
        let Form::Name { segments, arguments: None } = &node.form else {
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

    /// Writes `choose NAME in GROUP where .. least .. { } else { }`.
    fn choose(
        &mut self,
        text: &str,
        name: &Segment,
        (group, among, order): (&Node, Option<&Node>, Option<&(bool, Node)>),
        (body, otherwise): (&Block, &Block),
    ) {
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
        let next = self.emit(Op::Next { d: it, bits, to: 0 });
        let vars = self.vars.len();
        self.vars.push(Var { name: name.text.to_owned(), meaning: Meaning::Somebody(it) });
        let understood = among.and_then(|among| self.understand(text, among, Some(Kind::Boolean), false));
        for jump in understood.map(|understood| self.unless(&understood.expression, &understood.places)).into_iter().flatten() {
            Code::retarget(&mut self.programs.code.ops[jump], start);
        }
        if let Some((most, order)) = order
            && let Some(understood) = self.understand(text, order, Some(NUMBER), false)
        {
            let a = self.value(&understood);
            let worse = if *most { Operator::Less } else { Operator::Greater };
            let better = if *most { Operator::Greater } else { Operator::Less };
            let fresh = self.emit(Op::JumpIfNot { a: left, to: 0 });
            let jump = self.emit(Op::JumpOn { orders: worse.orders().expect("it compares"), a, b: best, to: start });
            let _ = jump;
            let equal = Operator::Equal.orders().expect("it compares");
            let same = self.emit(Op::JumpOn { orders: equal, a, b: best, to: 0 });
            let _ = better;
            self.land(fresh);
            self.set(left, 0);
            self.emit(Op::Copy { d: best, a });
            self.land(same);
        }
        self.emit(Op::Include { bits: left, a: it });
        self.emit(Op::Jump { to: start });
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

    fn assign(&mut self, text: &str, place: &Node, operator: Option<Operator>, value: &Node) {
        let Form::Name { segments, arguments: None } = &place.form else {
            self.wrong(Defect::new(place.span.clone(), "nothing can be assigned to this").help("a state is, or what `let` and `roll` have named"));
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
                defect = defect.help(format!("what changes is declared in `[state]`; for a number of this block write `let {} = ..`", name.text));
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
    fn word(&mut self, text: &str, value: &Node, list: usize, operator: Option<Operator>) -> Option<Register> {
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
    fn call(&mut self, text: &str, name: &Segment, arguments: &[Node]) {
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
            let message = format!("`{}` takes {what}, and {} given here", name.text, if arguments.len() == 1 { "1 is".to_owned() } else { format!("{} are", arguments.len()) });
            self.wrong(Defect::new(name.span.clone(), message).help(format!("write `use {}({})`", name.text, takes.join(", "))));
            return;
        }
        let before = self.next;
        let mut vars: Vec<Var> = Vec::new();
        for var in self.vars.iter().filter(|var| var.name == "self" || var.name == "target") {
            vars.push(Var { name: var.name.clone(), meaning: var.meaning });
        }
        for (takes, node) in takes.iter().zip(arguments) {
            let alias = node.bare().and_then(|name| self.vars.iter().rev().find(|var| var.name == name)).map(|var| var.meaning);
            let meaning = match alias {
                Some(meaning) => meaning,
                None => {
                    let Some(understood) = self.understand(text, node, None, true) else { continue };
                    let d = self.register();
                    let a = self.value(&understood);
                    self.emit(Op::Copy { d, a });
                    self.next = d + 1;
                    match understood.kind {
                        Kind::Boolean => Meaning::Truth(d),
                        _ => Meaning::Number(d, None),
                    }
                }
            };
            vars.push(Var { name: takes.clone(), meaning });
        }
        if vars.len() >= takes.len() {
            self.inline(&format!("routine.{}", routine.name), intern::name(&routine.text.id), &routine.text.act, vars);
        }
        self.next = before;
    }

    /// Writes the statements of a routine or an event out.
    fn inline(&mut self, path: &str, rule: &'static str, act: &str, vars: Vec<Var>) {
        if self.calls.iter().any(|call| call == path) {
            let start = self.calls.iter().position(|call| call == path).unwrap_or_default();
            let circle: Vec<&str> = self.calls[start..].iter().map(String::as_str).chain([path]).collect();
            let message = format!("this goes round in a circle: {}", circle.join(" -> "));
            let complaint = self.complaints.error(format!("{path}.do"), message);
            complaint.help("a routine or an event never comes back to itself; for a number of times write `repeat up to 3 { .. }`");
            return;
        }
        if self.calls.len() > CALLS_DEEP_MOST {
            let complaint = self.complaints.error(format!("{path}.do"), format!("more than {CALLS_DEEP_MOST} routines and events stand inside each other"));
            complaint.help("write some of them as one");
            return;
        }
        if self.full {
            return;
        }
        self.calls.push(path.to_owned());
        let (path, vars) = (std::mem::replace(&mut self.path, format!("{path}.do")), std::mem::replace(&mut self.vars, vars));
        let own = if rule.is_empty() { self.rule } else { rule };
        let rule = std::mem::replace(&mut self.rule, own);
        let next = self.next;
        let (block, defects) = statement::statements(act);
        self.report(defects);
        self.stops.push(Vec::new());
        self.block(act, &block);
        self.land_stops();
        self.next = next;
        (self.path, self.vars, self.rule) = (path, vars, rule);
        self.calls.pop();
    }

    fn tell(&mut self, _text: &str, sentence: &Segment) {
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
                self.wrong(Defect::new(sentence.span.clone(), "a brace in this sentence is never closed").help("for example `tell \"{target} parries\"`"));
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

    // Dice.

    /// Writes a roll; returns the registers of its sum and of the sum of its first dice.
    fn dice(&mut self, text: &str, who: Register, name: &Segment, dice: &Dice) -> Option<(Register, Register)> {
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
                self.emit(Op::Calc { operator: *operator, d: if packed { sum } else if index == 0 { sum } else { d }, a: from, b });
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

    fn rolled(&mut self, who: Register, roll: u8, a: Register) {
        self.emit(Op::Rolled { who, roll, a });
    }

    /// The number that a term is, if it is no dice.
    fn plain(&mut self, text: &str, term: &Term) -> Option<Result<Understood, ()>> {
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
    fn packed(&self, text: &str, node: &Node) -> Option<Origin> {
        let known = Known { page: self.page, numbers: self.numbers, vars: &self.vars };
        name_of(text, node, |name| if name.arguments.is_some() { None } else { known.dice(name.segments) }).flatten()
    }

    /// Writes what dice need before they are rolled, and returns the operation that rolls them.
    fn pool(&mut self, text: &str, term: &Term, who: Register, roll: u8) -> Option<Op> {
        match &term.pool {
            Pool::Literal { count, faces } => Some(Op::Dice { d: 0, who, roll, count: *count as u8, faces: *faces as u16 }),
            Pool::Value(node) => {
                let origin = self.packed(text, node)?;
                match origin {
                    Origin::Is(packed) => {
                        let dice = super::dice::Packed::of(packed);
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
    fn origin(&mut self, origin: Origin) -> Register {
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

    fn spec(&mut self, text: &str, pool: &Pool, spec: &mut PoolSpec) -> Option<()> {
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

    fn number(&mut self, text: &str, node: &Node) -> Option<Source> {
        let understood = self.understand(text, node, Some(NUMBER), false)?;
        Some(self.source(&understood.expression, &understood.places))
    }
}

/// The most dice that follow one which explodes.
pub const EXPLOSIONS_MOST: u8 = 50;

/// The origin of dice that a name stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Origin {
    Is(i64),
    Register(Register),
    Stat(Register, u8),
    Field(Register, u8),
    First(Register, u8, u8),
}

/// An expression whose places stand so much further on in a list.
fn shifted(expression: &Expression, by: usize) -> Expression {
    let inside = |expression: &Expression| Box::new(shifted(expression, by));
    match expression {
        Expression::Constant(value) => Expression::Constant(*value),
        Expression::Read(read) => Expression::Read(Read { observable: read.observable + by as u16, ..*read }),
        Expression::Not(operand) => Expression::Not(inside(operand)),
        Expression::Negate(operand) => Expression::Negate(inside(operand)),
        Expression::Logic(logic, left, right) => Expression::Logic(*logic, inside(left), inside(right)),
        Expression::Binary(operator, left, right) => Expression::Binary(*operator, inside(left), inside(right)),
        Expression::Fold(how, members, body) => Expression::Fold(*how, *members, inside(body)),
        Expression::Call(code, arguments) => Expression::Call(*code, arguments.iter().map(|argument| shifted(argument, by)).collect()),
    }
}

/// An expression with everything worked out that is known.
fn fold(expression: &Expression, places: &[Place]) -> Expression {
    match expression {
        Expression::Constant(value) => Expression::Constant(*value),
        Expression::Read(read) => match places[usize::from(read.observable)] {
            Place::Constant(value) => Expression::Constant(value),
            _ => Expression::Read(*read),
        },
        Expression::Not(operand) => Expression::not(fold(operand, places)),
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
                (Some("if"), [Expression::Constant(condition), yes, no]) => if *condition == 0 { no.clone() } else { yes.clone() },
                _ => Expression::Call(*code, arguments),
            }
        }
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
