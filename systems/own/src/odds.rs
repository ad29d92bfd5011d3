//! Odds: every action of a page as an exact question about two combatants.
//!
//! Owns what can be said with such a question, which follows from what the statements of the action read, and the scene by which
//! it is answered: the same program as in a fight, from one roll to the next, with every outcome that comes to the same made one.
//! Start at
//! [`questions`] and [`answer`].

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Mutex;

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use super::code::{ASKED, At, Known, MYSELF, NOBODY, Op, REGISTERS, Register, TARGET, WITH};
use super::compile::{Numbers, Programs, compile};
use super::core::{Chosen, Core, Registers, View, at};
use super::dice::Packed;
use super::machine::{Hears, Machine, Play};
use super::page::{Page, Sort, expression};
use super::state::{FOR_GOOD, Fight};
use super::text::{ArenaKind, On, Whom};
use super::{OwnSystem, intern, load, shown, usual_numbers};
use frame::dice::Slot;
use frame::fight::Slots;
use frame::rules::Plays as _;
use frame::rules::about::{About, One, Parameters, choose, of};
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve, integer, tail};
use frame::rules::chances::{Chances as _, Spread};
use frame::rules::questions::{Arguments, Parameter, ParameterKind, Question, optional, parameter};
use frame::rules::trial::{Boards, ONE, OTHER, ready};
use frame::scenario::{Complaints, Document, FAR, Raw};

/// The most states between two rolls that an answer walks through.
const MOMENTS_MOST: usize = 100_000;
/// The longest list of values that is drawn.
const VALUES_MOST: i64 = 2000;
/// Words that mean something else behind a question.
const TAKEN: [&str; 12] = ["set", "charts", "in", "by", "at", "with", "at_with", "page", "given", "format", "help", "times"];

/// Of whom something is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Of {
    Myself,
    Target,
}

/// Something that is said with a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum What {
    /// A key of the record of a kind that a combatant uses.
    Field(Of, usize, u8),
    /// A number of the sheet.
    Stat(Of, u8),
    /// What a state is at first; behind the states, true if it has a status.
    Cell(Of, u8),
    /// The answer of a combatant that is asked for a decision.
    Decision(Of, u8),
    /// How far they are apart.
    Distance,
    /// The number of those it is done to.
    Others,
    /// The number of times that it is done.
    Times,
}

impl What {
    /// Its name on the command line.
    fn name(self, page: &Page) -> &'static str {
        let (of, name) = match self {
            What::Field(of, kind, field) => {
                let record = &page.records[kind];
                (of, format!("{}_{}", record.name, record.fields[usize::from(field)].name))
            }
            What::Stat(of, stat) => (of, page.stats[usize::from(stat)].name.to_owned()),
            What::Cell(of, cell) => {
                let cell = usize::from(cell);
                let status = || page.statuses[cell - page.states.len()].name;
                (of, page.states.get(cell).map_or_else(status, |state| state.name).to_owned())
            }
            What::Decision(of, decision) => (of, page.decisions[usize::from(decision)].name.to_owned()),
            What::Distance => return "distance",
            What::Others => return "others",
            What::Times => return "times",
        };
        match of {
            Of::Target => intern::name(&format!("target_{name}")),
            Of::Myself if TAKEN.contains(&name.as_str()) => intern::name(&format!("own_{name}")),
            Of::Myself => intern::name(&name),
        }
    }

    /// The parameter of a question.
    fn parameter(self, page: &Page) -> Parameter {
        let name = self.name(page);
        let whose = |of: Of, about: &str| match of {
            Of::Myself => intern::name(about),
            Of::Target => intern::name(&format!("of the target: {about}")),
        };
        let meant = |about: &str, name: &str| if about.is_empty() { name.replace('_', " ") } else { about.to_owned() };
        let of_field = |of: Of, field: &super::page::Field| {
            let about = whose(of, &meant(&field.about, field.name));
            let usual = intern::name(&shown(page, field.sort, field.usual));
            match field.sort {
                Sort::Truth => parameter(name, about, ParameterKind::Flag, if field.usual == 0 { "false" } else { "true" }),
                Sort::Word(list) => parameter(name, about, words(&page.words[list].words), usual),
                Sort::Number { from, to } => parameter(name, about, ParameterKind::Integer { least: from, most: to }, usual),
                _ => parameter(name, about, ParameterKind::Text("dice such as 2d6+1"), usual),
            }
        };
        let step = page.arena.as_ref().map_or("1", |arena| intern::name(&arena.step.to_string()));
        match self {
            What::Field(of, kind, field) => of_field(of, &page.records[kind].fields[usize::from(field)]),
            What::Stat(of, stat) => of_field(of, &page.stats[usize::from(stat)]),
            What::Cell(of, cell) => match page.states.get(usize::from(cell)) {
                Some(state) => {
                    let about = whose(of, &meant(&state.about, state.name));
                    let kind = match state.sort {
                        Sort::Truth => ParameterKind::Word(&["true", "false"]),
                        Sort::Word(list) => words(&page.words[list].words),
                        _ => ParameterKind::Integer { least: -FAR, most: FAR },
                    };
                    optional(name, about, kind, "as it begins")
                }
                None => {
                    let status = &page.statuses[usize::from(cell) - page.states.len()];
                    parameter(name, whose(of, &meant(&status.text.about, status.name)), ParameterKind::Flag, "false")
                }
            },
            What::Decision(of, decision) => {
                let decision = &page.decisions[usize::from(decision)];
                let usual = if decision.text.usually == super::text::Usually::Yes { "true" } else { "false" };
                parameter(name, whose(of, &meant(&decision.text.about, decision.name)), ParameterKind::Flag, usual)
            }
            What::Distance => {
                parameter(name, "how far they are apart", ParameterKind::Integer { least: 0, most: 100_000 }, step)
            }
            What::Others => parameter(
                name,
                "how many there are to whom it could be done",
                ParameterKind::Integer { least: 1, most: 20 },
                "3",
            ),
            What::Times => {
                parameter(name, "how often it is done, one after the other", ParameterKind::Integer { least: 1, most: 30 }, "1")
            }
        }
    }
}

/// Words as a kind of parameter.
fn words(words: &[String]) -> ParameterKind {
    static KNOWN: Mutex<BTreeMap<String, &'static [&'static str]>> = Mutex::new(BTreeMap::new());
    ParameterKind::Word(intern::kept(&KNOWN, words.iter().map(|word| intern::name(word)).collect()))
}

/// The questions of a page: one for each action.
pub fn questions(page: &Page) -> &'static [Question] {
    static QUESTIONS: Mutex<BTreeMap<String, &'static [Question]>> = Mutex::new(BTreeMap::new());
    static PARAMETERS: Mutex<BTreeMap<String, &'static [Parameter]>> = Mutex::new(BTreeMap::new());
    let programs = whole(page);
    let question = |(index, action): (usize, &super::page::Named<super::text::ActionText>)| {
        let parameters = asked(page, &programs, index).into_iter().map(|what| what.parameter(page)).collect();
        let about = match action.text.about.as_str() {
            "" => intern::name(&format!("the action `{}`", action.name)),
            about => intern::name(about),
        };
        Question { name: action.name, about, parameters: intern::kept(&PARAMETERS, parameters) }
    };
    intern::kept(&QUESTIONS, page.actions.iter().enumerate().map(question).collect())
}

/// The programs of a page with everything in them, whatever its numbers and rulings are.
fn whole(page: &Page) -> Programs {
    let mut complaints = Complaints::default();
    let programs = compile(page, &Numbers { whole: true, ..usual_numbers(page) }, &mut complaints);
    // Where there is no room for everything, there is for what the usual numbers leave.
    if complaints.any_error() { compile(page, &usual_numbers(page), &mut Complaints::default()) } else { programs }
}

/// What can be said with the question of an action: what it reads, by whom.
fn asked(page: &Page, programs: &Programs, action: usize) -> Vec<What> {
    let (on, code) = (page.actions[action].text.on(), &programs.actions[action]);
    let mut asked = read_by(page, programs, action, &[Some(code.act), code.when]);
    if on.most > 1 || on.whom == Whom::Nobody {
        asked.push(What::Others);
    }
    asked.push(What::Times);
    let mut names = BTreeSet::new();
    asked.retain(|what| names.insert(what.name(page)));
    asked
}

/// What these programs of an action read.
fn read_by(page: &Page, programs: &Programs, action: usize, places: &[Option<At>]) -> Vec<What> {
    let on = page.actions[action].text.on();
    let kind =
        page.actions[action].text.with.as_ref().and_then(|with| page.records.iter().position(|known| known.name == *with));
    let mut reading =
        Reading { page, programs, on, kind, found: BTreeSet::new(), distance: false, todo: Vec::new(), read: BTreeSet::new() };
    for &place in places.iter().flatten() {
        reading.program(place, None);
    }
    let mut known = BTreeSet::new();
    while let Some(what) = reading.todo.pop() {
        if known.insert(what) {
            reading.follow(what);
        }
    }
    let mut found: Vec<What> = reading.found.into_iter().collect();
    if reading.distance && page.arena.is_some() && on.whom != Whom::Myself {
        found.push(What::Distance);
    }
    found
}

/// The reading of programs.
struct Reading<'a> {
    page: &'a Page,
    programs: &'a Programs,
    on: On,
    kind: Option<usize>,
    found: BTreeSet<What>,
    distance: bool,
    /// Cells whose beginning and limits are still to be read.
    todo: Vec<(Of, u8)>,
    /// Programs about a combatant that have been read.
    read: BTreeSet<(At, Of)>,
}

impl Reading<'_> {
    /// Of whom a register can be.
    fn of(&self, register: Register, asked: Option<Of>) -> Vec<Of> {
        match (register, asked) {
            (ASKED, Some(of)) => vec![of],
            (MYSELF, None) => vec![Of::Myself],
            (TARGET, None) if self.on.whom == Whom::Myself => vec![Of::Myself],
            (TARGET, None) => vec![Of::Target],
            _ if self.on.whom == Whom::Myself => vec![Of::Myself],
            _ => vec![Of::Myself, Of::Target],
        }
    }

    /// Reads a program; `asked` is the one of whom it is asked, where it is about one.
    fn program(&mut self, place: At, asked: Option<Of>) {
        if asked.is_some_and(|of| !self.read.insert((place, of))) {
            return;
        }
        let mut held: BTreeMap<Register, (Vec<Of>, usize)> = BTreeMap::new();
        for op in &self.programs.code.ops[usize::from(place)..] {
            match *op {
                Op::Stat { who, stat, .. }
                    if !matches!(self.page.stats[usize::from(stat)].sort, Sort::List(_) | Sort::Text) =>
                {
                    self.found.extend(self.of(who, asked).into_iter().map(|of| What::Stat(of, stat)));
                }
                Op::First { d, who, list } => {
                    if let Sort::List(kind) = self.page.stats[usize::from(list)].sort {
                        held.insert(d, (self.of(who, asked), kind));
                    }
                }
                Op::Field { a, field, .. } => {
                    let (of, kind) = match (held.get(&a), self.kind) {
                        (Some((of, kind)), _) => (of.clone(), *kind),
                        (None, Some(kind)) => (vec![Of::Myself], kind),
                        (None, None) => continue,
                    };
                    self.found.extend(of.into_iter().map(|of| What::Field(of, kind, field)));
                }
                Op::Cell { who, cell, .. } | Op::Has { who, cell, .. } => {
                    for of in self.of(who, asked) {
                        self.found.insert(What::Cell(of, cell));
                        self.todo.push((of, cell));
                    }
                }
                Op::Store { who, cell, .. }
                | Op::Gain { who, cell, .. }
                | Op::GainForGood { who, cell }
                | Op::Lose { who, cell } => {
                    for of in self.of(who, asked) {
                        self.todo.push((of, cell));
                        if self.programs.vital >> cell & 1 == 1 {
                            self.conditions(of);
                        }
                    }
                }
                Op::Out { who, .. } | Op::Dead { who, .. } => {
                    for of in self.of(who, asked) {
                        self.conditions(of);
                    }
                }
                Op::Ask { who, decision, .. } => {
                    self.found.extend(self.of(who, asked).into_iter().map(|of| What::Decision(of, decision)));
                }
                Op::Apart { .. } | Op::Between { .. } | Op::Moves { .. } => self.distance = true,
                Op::End => return,
                _ => {}
            }
        }
    }

    /// Reads the conditions of being out and dead.
    fn conditions(&mut self, of: Of) {
        for place in std::iter::once(self.programs.out).chain(self.programs.dead) {
            self.program(place, Some(of));
        }
    }

    /// Reads with what a state begins, and its limits.
    fn follow(&mut self, (of, cell): (Of, u8)) {
        let Some((begins, from, to)) = self.programs.states.get(usize::from(cell)).copied() else { return };
        for known in [begins, from, to] {
            if let Known::Given(place) = known {
                self.program(place, Some(of));
            }
        }
    }
}

// The scene.

/// A scenario of two, or of more of the other, with these lines in their sheets.
pub fn two(system: &str, [one, other]: [&str; 2], together: bool) -> String {
    let side = |name: &str| format!("[[side]]\nname = \"{name}\"\n");
    let combatant = |name: &str, lines: &str| format!("[[side.combatant]]\nname = \"{name}\"\n{lines}");
    let head = format!("format = 1\nsystem = {system:?}\ntitle = \"two combatants\"\n{}{}", side("one"), combatant("one", one));
    if together {
        return head + &combatant("other", other) + &side("bystanders") + &combatant("bystander", "");
    }
    head + &side("other") + &combatant("other", other)
}

/// A state between two rolls.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Moment {
    fight: Fight,
    registers: Box<[i64]>,
    next: usize,
    heard: Option<i64>,
}

/// Where a program pauses between two rolls, if it does, with the registers, the fight, and the roll that was heard.
type Pause = (Option<(u16, usize)>, Registers, Fight, Option<i64>);

/// Ends of an action with the roll or the number that was heard, each with its probability.
type Ends = Vec<((Fight, Option<i64>), BigRational)>;

/// A question as it is played.
struct Scene<'a> {
    core: &'a Core,
    action: usize,
    boards: Boards<'a, Core>,
    /// States that it may still walk through.
    left: usize,
}

impl Scene<'_> {
    /// The action as it is done now; none where there is nobody to do it to, or its condition does not hold.
    fn chosen(&self, fight: &Fight) -> Option<Chosen> {
        let view = View { core: self.core, fight, about: None };
        let deed = super::core::Deed { action: self.action, with: None, selector: None };
        if fight.out.has(ONE) {
            return None;
        }
        self.core.attempt(&view, ONE, &deed, &mut |_| 0)
    }

    /// Everything that the action comes to, from a state on.
    fn ends(&mut self, from: &Fight, chosen: Chosen, hears: Hears) -> Result<Ends, String> {
        let core = self.core;
        let mut r: Registers = [0; REGISTERS];
        r[at(MYSELF)] = i64::from(ONE.0);
        r[at(TARGET)] = chosen.target.map_or(NOBODY, |target| i64::from(target.0));
        r[at(WITH)] = chosen.with;
        r[at(super::code::FREE)] = chosen.those.bits() as i64;
        let place = usize::from(core.programs.actions[self.action].act);
        let start = Moment { fight: from.clone(), registers: r.into(), next: place, heard: None };
        let mut wave: HashMap<Moment, BigRational> = HashMap::from([(start, BigRational::one())]);
        let mut ends: HashMap<(Fight, Option<i64>), BigRational> = HashMap::new();
        while !wave.is_empty() {
            self.left = self.left.checked_sub(wave.len()).ok_or_else(too_many)?;
            let mut later: HashMap<Moment, BigRational> = HashMap::new();
            for (moment, chance) in wave {
                let mut come: Vec<Pause> = Vec::new();
                let outcomes = self.boards.scene(&moment.fight, |rules, fight, table| {
                    let mut machine = Machine::new(Play { rules, fight, table });
                    machine.r.copy_from_slice(&moment.registers);
                    (machine.hears, machine.heard) = (hears, moment.heard);
                    let stop = machine.run_on::<true>(moment.next);
                    let (r, heard) = (machine.r, machine.heard);
                    come.push((stop, r, fight.clone(), heard));
                    come.len() - 1
                });
                if later.len() + outcomes.len() > self.left {
                    return Err(too_many());
                }
                for (index, part) in outcomes {
                    let (stop, mut r, fight, heard) = come[index].clone();
                    let part = part * &chance;
                    // A roll that has been heard is all that was asked for.
                    let known = matches!(hears, Hears::Roll(_)) && heard.is_some();
                    match stop.filter(|_| !known) {
                        None => *ends.entry((fight, heard)).or_insert_with(BigRational::zero) += part,
                        Some((site, next)) => {
                            let live = core.programs.code.live[usize::from(site)];
                            for (register, value) in r.iter_mut().enumerate() {
                                if live >> register & 1 == 0 {
                                    *value = 0;
                                }
                            }
                            let moment = Moment { fight, registers: r.into(), next, heard };
                            *later.entry(moment).or_insert_with(BigRational::zero) += part;
                        }
                    }
                }
            }
            wave = later;
            if wave.len() + ends.len() > self.left {
                return Err(too_many());
            }
        }
        Ok(ends.into_iter().collect())
    }
}

/// The refusal of what has too many outcomes.
fn too_many() -> String {
    format!(
        "this comes to more than {MOMENTS_MOST} states between two rolls, too many to be walked through: ask about fewer dice or \
         fewer times, or sample it with `sparring run`"
    )
}

/// Answers a question about an action.
///
/// # Errors
/// Sheets that cannot be, and more outcomes than can be walked through.
pub fn answer(
    system: &OwnSystem,
    question: &Question,
    arguments: &Arguments,
    document: &Document<super::Own>,
) -> Result<Answer, String> {
    let page = &system.page;
    let action = page.actions.iter().position(|action| action.name == question.name).ok_or("there is no such action")?;
    let on = page.actions[action].text.on();
    let programs = whole(page);
    let asked = asked(page, &programs, action);
    let said = Said::read(page, &asked, arguments)?;
    let together = matches!(on.whom, Whom::Ally | Whom::Friend | Whom::FallenAlly);
    let core = said.rules(system, together, document)?;
    let mut scene = Scene { core: &core, action, boards: Boards::new(&core), left: MOMENTS_MOST };
    let mut start = core.blank();
    scene.boards.play_on(&mut start, |rules, fight, table| {
        rules.open(fight, table);
        rules.meet(rules.lineup.sides_of(rules.lineup.all()), fight, table);
    });
    said.begin(&core, &mut start);
    let mut notes = Vec::new();
    let Some(chosen) = scene.chosen(&start) else {
        return Err(nobody(page, &programs, action, &start));
    };
    let id = &page.actions[action].text.id;
    if !id.is_empty() {
        notes.push(format!("by {id}"));
    }
    if let Some(pool) = &page.turn.pool {
        let cost = page.actions[action].text.cost.as_ref().map_or_else(|| "1".to_owned(), |cost| expression(&cost.0));
        notes.push(format!("what it costs, {cost} of {}, is not in the numbers", pool.replace('_', " ")));
    }
    let act = usize::from(core.programs.actions[action].act);
    let others = |op: &Op| match *op {
        Op::Store { who, .. } | Op::Gain { who, .. } | Op::GainForGood { who, .. } | Op::Lose { who, .. } => {
            ![MYSELF, TARGET].contains(&who)
        }
        _ => false,
    };
    if on.most == 1
        && on.whom != Whom::Nobody
        && core.programs.code.ops[act..].iter().take_while(|op| **op != Op::End).any(others)
    {
        notes.push("only these two are there: what is done to somebody else is not in the numbers".to_owned());
    }
    let labels = Labels::new(on, together);
    let ends = scene.ends(&start, chosen, Hears::Nothing)?;
    let mut answer = Answer { notes, ..Answer::new(format!("{}: what it comes to", question.about)) };
    changes(&core, &labels, &start, &ends, &mut answer);
    heard(&mut scene, &start, chosen, &mut answer)?;
    answer.tables.retain(|table| !table.rows.is_empty());
    if !answer.curves.is_empty() {
        answer.tables.push(AnswerTable::at_least("at least", "value", &answer.curves, &tail()));
    }
    if said.times > 1 {
        one_after_the_other(&mut scene, &labels, &start, said.times, &mut answer)?;
    }
    if answer.tables.is_empty() {
        answer.notes.push("nothing that is measured changes by it".to_owned());
    }
    Ok(answer)
}

/// The reason why an action cannot be done.
fn nobody(page: &Page, programs: &Programs, number: usize, fight: &Fight) -> String {
    let action = &page.actions[number];
    let on = action.text.on();
    let fallen = matches!(on.whom, Whom::FallenAlly | Whom::FallenEnemy);
    if fight.out.has(ONE) {
        return "who does it is out by these numbers".to_owned();
    }
    if !matches!(on.whom, Whom::Myself | Whom::Nobody) && fight.out.has(OTHER) != fallen {
        let is = if fallen { "is not out" } else { "is out" };
        return format!(
            "`{}` is done to somebody who {}, and by these numbers the target {is}",
            action.name,
            if fallen { "is out" } else { "is not out" }
        );
    }
    match &action.text.when {
        Some(when) => {
            let read = read_by(page, programs, number, &[programs.actions[number].when]);
            let flags: BTreeSet<String> =
                read.iter().map(|what| format!("`--{}`", what.name(page).replace('_', "-"))).collect();
            let flags = flags.into_iter().collect::<Vec<_>>().join(", ");
            let by = if flags.is_empty() { String::new() } else { format!(", by {flags}") };
            format!("by these numbers `{}` cannot be done: its condition is `{when}`{by}", action.name)
        }
        None => format!("by these numbers `{}` cannot be done: who does it has nothing to do it with", action.name),
    }
}

/// What was said with a question.
struct Said {
    sheets: [String; 2],
    cells: Vec<(Of, u8, String)>,
    policies: [String; 2],
    times: i64,
    others: i64,
    distance: Option<i64>,
}

impl Said {
    fn read(page: &Page, asked: &[What], arguments: &Arguments) -> Result<Self, String> {
        let mut said = Said {
            sheets: [String::new(), String::new()],
            cells: Vec::new(),
            policies: [String::new(), String::new()],
            times: 1,
            others: 1,
            distance: None,
        };
        let side = |of: Of| usize::from(of == Of::Target);
        let mut records: BTreeMap<(Of, usize), String> = BTreeMap::new();
        for what in asked {
            let name = what.name(page);
            let Some(value) = arguments.written(name) else { continue };
            let line = |field: &super::page::Field| match field.sort {
                Sort::Dice => {
                    Packed::read(&value).map_err(|reason| format!("`{name}`: {reason}"))?;
                    Ok(format!("{} = {value:?}", field.name))
                }
                Sort::Word(_) | Sort::Text => Ok(format!("{} = {value:?}", field.name)),
                _ => Ok::<String, String>(format!("{} = {value}", field.name)),
            };
            match *what {
                What::Stat(of, stat) => {
                    said.sheets[side(of)] += &(line(&page.stats[usize::from(stat)])? + "\n");
                }
                What::Field(of, kind, field) => {
                    let line = line(&page.records[kind].fields[usize::from(field)])?;
                    let record = records.entry((of, kind)).or_default();
                    *record += &format!("{}{line}", if record.is_empty() { "" } else { ", " });
                }
                What::Cell(of, cell) => said.cells.push((of, cell, value)),
                What::Decision(of, decision) => {
                    let answer = if value == "true" { "yes" } else { "no" };
                    let name = page.decisions[usize::from(decision)].name;
                    said.policies[side(of)] += &format!("{name} = [{{ do = \"{answer}\" }}]\n");
                }
                What::Distance => said.distance = value.parse().ok(),
                What::Others => said.others = value.parse().unwrap_or(1),
                What::Times => said.times = value.parse().unwrap_or(1),
            }
        }
        // A combatant that uses a record has one, also where nothing of it is asked.
        for (of, list) in [(Of::Myself, true), (Of::Target, false)] {
            for stat in &page.stats {
                let Sort::List(kind) = stat.sort else { continue };
                let fields = records.get(&(of, kind)).cloned();
                if let Some(fields) = fields.or_else(|| list.then(String::new)) {
                    said.sheets[side(of)] += &format!("{} = [{{ {fields} }}]\n", stat.name);
                }
            }
        }
        Ok(said)
    }

    /// The rules for the combatants that were said.
    fn rules(&self, system: &OwnSystem, together: bool, document: &Document<super::Own>) -> Result<Core, String> {
        let [mut one, mut other] = self.sheets.clone();
        let mut policies = String::new();
        for (name, sheet, lists) in [("one", &mut one, &self.policies[0]), ("other", &mut other, &self.policies[1])] {
            if !lists.is_empty() {
                *sheet += &format!("policy = \"{name}\"\n");
                policies += &format!("[policy.{name}]\n{lists}");
            }
        }
        other += &format!("count = {}\n", self.others);
        let arena = match system.page.arena.as_ref().map(|arena| arena.kind) {
            Some(ArenaKind::Grid) => "[arena]\nwidth = 200\nheight = 60\n",
            Some(ArenaKind::Zones) => "[arena]\nzones = 200\n",
            None => "",
        };
        let text = two(&system.name, [&one, &other], together) + arena + &policies;
        let checked = system.check(&Raw::from_text("odds", &text, &[])).map_err(|failure| failure.render(false))?;
        let mut asked = checked.document;
        (asked.book, asked.rulings) = (document.book.clone(), document.rulings.clone());
        let mut complaints = Complaints::default();
        let loaded = load(&system.page, &asked, &mut complaints);
        ready(loaded, complaints).map(|loaded| loaded.rules)
    }

    /// Puts states and statuses to what was said.
    fn begin(&self, core: &Core, fight: &mut Fight) {
        fight.round = 1;
        fight.acting = Some(ONE);
        let page = &core.page;
        for (of, cell, value) in &self.cells {
            let number = match page.states.get(usize::from(*cell)).map(|state| state.sort) {
                None if value == "true" => i64::from(FOR_GOOD),
                None => continue,
                Some(Sort::Word(list)) => page.words[list].index(value).unwrap_or(0) as i64,
                Some(Sort::Truth) => i64::from(value == "true"),
                Some(_) => value.parse().unwrap_or(0),
            };
            let those = match of {
                Of::Myself => Slots::only(ONE),
                Of::Target => core.lineup.members(core.lineup.side(OTHER)).without(ONE),
            };
            for who in those {
                let number = core.bounded(fight, who, *cell, number, &mut [0; REGISTERS]);
                fight.bodies[who.index()].0[usize::from(*cell) % super::page::CELLS] = number;
            }
        }
        if let Some(distance) = self.distance {
            core.stand_apart(fight, ONE, OTHER, distance);
        }
        core.muster_all(fight, core.lineup.all());
        fight.changed = false;
    }
}

/// The names of those who are there.
struct Labels(Vec<(Slot, &'static str)>);

impl Labels {
    fn new(on: On, together: bool) -> Self {
        let other = match on.whom {
            Whom::Nobody | Whom::Myself => "an enemy",
            _ => "the target",
        };
        let mut all = vec![(ONE, "who does it"), (OTHER, other)];
        if together {
            all.push((Slot(2), "an enemy"));
        }
        Labels(all)
    }
}

/// The mean, the standard deviation, the least and the most of a number, as cells.
fn summary(law: &Spread<i64>) -> [Cell; 4] {
    let mean = law.mean(|value| *value);
    let square: BigRational = law.iter().map(|(value, chance)| integer(*value) * integer(*value) * chance).sum();
    let spread = Cell::root(&(square - &mean * &mean));
    let end = |value: Option<&i64>| value.map_or_else(|| Cell::text(""), |value| Cell::Integer(*value));
    [Cell::Exact(mean), spread, end(law.keys().next()), end(law.keys().next_back())]
}

/// The curve of a number that is known to be whole.
fn curve(label: &str, law: &Spread<i64>) -> Option<Curve> {
    let (low, high) = (law.keys().next()?, law.keys().next_back()?);
    if high - low > VALUES_MOST || law.len() < 2 {
        return None;
    }
    Some(Curve { label: label.to_owned(), distribution: law.distribution(|value| *value) })
}

/// Tells what an action changes.
fn changes(core: &Core, labels: &Labels, start: &Fight, ends: &Ends, answer: &mut Answer) {
    let page = &core.page;
    let law = |value: &dyn Fn(&Fight) -> i64| ends.by(|(fight, _)| value(fight));
    let mut chances = AnswerTable::new("how likely", &["what", "probability"]);
    let mut amounts = AnswerTable::new("how much", &["what", "changes", "mean", "deviation", "least", "most"]);
    for &(who, label) in &labels.0 {
        for (what, now, set) in [
            ("goes out", start.out.has(who), &(|fight: &Fight| fight.out.has(who)) as &dyn Fn(&Fight) -> bool),
            ("dies", start.dead.has(who), &|fight: &Fight| fight.dead.has(who)),
        ] {
            let chance = law(&|fight| i64::from(set(fight) && !now)).remove(&1);
            if let Some(chance) = chance {
                chances.row([Cell::text(format!("{label} {what}")), Cell::Exact(chance)]);
            }
        }
        if let Some(chance) = law(&|fight| i64::from(start.out.has(who) && !fight.out.has(who))).remove(&1) {
            chances.row([Cell::text(format!("{label} is no longer out")), Cell::Exact(chance)]);
        }
        for (cell, state) in (0..).zip(&page.states) {
            let before = start.cell(i64::from(who.0), cell);
            let deltas = law(&|fight| fight.cell(i64::from(who.0), cell) - before);
            let stays = deltas.get(&0).cloned().unwrap_or_default();
            if stays.is_one() {
                continue;
            }
            let name = state.name.replace('_', " ");
            if matches!(state.sort, Sort::Truth | Sort::Word(_)) {
                for (delta, chance) in deltas.iter().filter(|(delta, _)| **delta != 0) {
                    let value = shown(page, state.sort, before + delta);
                    chances.row([Cell::text(format!("{name} of {label} becomes {value}")), Cell::Exact(chance.clone())]);
                }
                continue;
            }
            let (what, law) = if deltas.keys().all(|delta| *delta <= 0) {
                (format!("{name} that {label} loses"), deltas.into_iter().map(|(delta, chance)| (-delta, chance)).collect())
            } else if deltas.keys().all(|delta| *delta >= 0) {
                (format!("{name} that {label} gains"), deltas)
            } else {
                (format!("change of {name} of {label}"), deltas)
            };
            let [mean, spread, least, most] = summary(&law);
            amounts.row([Cell::text(&what), Cell::Exact(BigRational::one() - stays), mean, spread, least, most]);
            answer.curves.extend(curve(&what, &law));
        }
        for (index, status) in page.statuses.iter().enumerate() {
            let cell = (page.states.len() + index) as u8;
            let had = start.cell(i64::from(who.0), cell) != 0;
            let changed = law(&|fight| i64::from((fight.cell(i64::from(who.0), cell) != 0) != had)).remove(&1);
            if let Some(chance) = changed {
                let what = if had { "loses" } else { "gains" };
                chances.row([Cell::text(format!("{label} {what} {}", status.name.replace('_', " "))), Cell::Exact(chance)]);
            }
        }
    }
    answer.tables.extend([chances, amounts]);
}

/// Tells what is rolled and what is counted.
fn heard(scene: &mut Scene<'_>, start: &Fight, chosen: Chosen, answer: &mut Answer) -> Result<(), String> {
    let code = &scene.core.programs.code;
    let place = usize::from(scene.core.programs.actions[scene.action].act);
    let (mut rolls, mut counters): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
    for op in code.ops[place..].iter().take_while(|op| !matches!(op, Op::End)) {
        match *op {
            Op::Rolled { roll, .. } if !rolls.contains(&roll) => rolls.push(roll),
            Op::Count { counter, .. } if !counters.contains(&counter) => counters.push(counter),
            _ => {}
        }
    }
    let mut table = AnswerTable::new("rolls", &["roll", "is rolled", "mean", "deviation", "least", "most"]);
    for roll in &rolls {
        let named = code.rolls[usize::from(*roll)];
        let twin = rolls.iter().any(|other| other != roll && code.rolls[usize::from(*other)].what == named.what);
        let name = if twin { format!("{} ({})", named.what, named.rule) } else { named.what.to_owned() };
        let ends = scene.ends(start, chosen, Hears::Roll(*roll))?;
        let (chance, law) = given(&ends);
        if chance.is_zero() {
            continue;
        }
        let [mean, spread, least, most] = summary(&law);
        table.row([Cell::text(&name), Cell::Exact(chance), mean, spread, least, most]);
        answer.curves.extend(curve(&name, &law));
    }
    let mut counted = AnswerTable::new("what is counted", &["what", "at all", "mean", "deviation", "least", "most"]);
    for counter in &counters {
        let ends = scene.ends(start, chosen, Hears::Count(*counter))?;
        let law = ends.by(|(_, heard)| heard.unwrap_or(0));
        let some = law.chance(|value| *value != 0);
        let [mean, spread, least, most] = summary(&law);
        let name = scene.core.programs.counters[usize::from(*counter)].replace('_', " ");
        counted.row([Cell::text(name), Cell::Exact(some), mean, spread, least, most]);
    }
    answer.tables.extend([counted, table]);
    Ok(())
}

/// The probability that something was heard, and what it was, given that.
fn given(ends: &Ends) -> (BigRational, Spread<i64>) {
    let heard = ends.by(|(_, heard)| *heard).into_iter();
    let mut law: Spread<i64> = heard.filter_map(|(heard, chance)| Some((heard?, chance))).collect();
    let whole: BigRational = law.values().sum();
    if !whole.is_zero() {
        law.values_mut().for_each(|chance| *chance /= &whole);
    }
    (whole, law)
}

/// Tells what the action comes to, done several times.
fn one_after_the_other(
    scene: &mut Scene<'_>,
    labels: &Labels,
    start: &Fight,
    times: i64,
    answer: &mut Answer,
) -> Result<(), String> {
    let page = &scene.core.page;
    let numbers: Vec<(u8, &str)> = (0..)
        .zip(&page.states)
        .filter(|(_, state)| matches!(state.sort, Sort::Number { .. }))
        .map(|(cell, state)| (cell, state.name))
        .collect();
    let mut rows: Vec<Vec<(Fight, BigRational)>> = Vec::new();
    let mut now = vec![(start.clone(), BigRational::one())];
    for _ in 0..times {
        let mut next: HashMap<Fight, BigRational> = HashMap::new();
        for (fight, chance) in now {
            match scene.chosen(&fight) {
                Some(chosen) => {
                    for ((fight, _), part) in scene.ends(&fight, chosen, Hears::Nothing)? {
                        *next.entry(fight).or_insert_with(BigRational::zero) += part * &chance;
                    }
                }
                None => *next.entry(fight).or_insert_with(BigRational::zero) += chance,
            }
        }
        now = next.into_iter().collect();
        rows.push(now.clone());
    }
    let changes = |who: Slot, cell: u8| {
        rows.iter().flatten().any(|(fight, _)| fight.cell(i64::from(who.0), cell) != start.cell(i64::from(who.0), cell))
    };
    let mut columns = vec!["times".to_owned()];
    let mut shown: Vec<(Slot, Option<u8>)> = Vec::new();
    for &(who, label) in &labels.0 {
        if rows.iter().flatten().any(|(fight, _)| fight.out.has(who)) {
            columns.push(format!("{label} is out"));
            shown.push((who, None));
        }
        for &(cell, name) in numbers.iter().filter(|(cell, _)| changes(who, *cell)) {
            columns.push(format!("mean {} of {label}", name.replace('_', " ")));
            shown.push((who, Some(cell)));
        }
    }
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = AnswerTable::new("one after the other", &columns);
    for (index, row) in rows.iter().enumerate() {
        let value = |who: Slot, cell: Option<u8>| {
            row.mean(|fight| cell.map_or_else(|| i64::from(fight.out.has(who)), |cell| fight.cell(i64::from(who.0), cell)))
        };
        let cells = shown.iter().map(|(who, cell)| Cell::Exact(value(*who, *cell)));
        table.row(std::iter::once(Cell::Integer(index as i64 + 1)).chain(cells));
    }
    answer.tables.push(table);
    Ok(())
}

impl Core {
    /// The parameters of a question that sheets answer.
    ///
    /// # Errors
    /// A record that does not exist.
    pub(super) fn taken(&self, question: &str, about: &About) -> Result<Parameters, String> {
        let page = &self.page;
        let mut taken = Parameters::default();
        let Some(action) = page.actions.iter().position(|action| action.name == question) else { return Ok(taken) };
        let on = page.actions[action].text.on();
        let &About { by, at } = about;
        let one = |of: Of| if of == Of::Myself { Some(by) } else { at };
        let mut fight = self.empty();
        fight.met = self.lineup.sides_of(self.lineup.all());
        (fight.there, fight.round) = (self.lineup.all(), 1);
        self.muster_all(&mut fight, self.lineup.all());
        let own = page.actions[action].text.with.as_deref();
        for what in asked(page, &whole(page), action) {
            let name = what.name(page);
            match what {
                What::Field(of, kind, field) => {
                    let Some(one) = one(of) else { continue };
                    let uses = of == Of::Target || own == Some(page.records[kind].name);
                    let Some(thing) = self.thing(one, kind, uses)? else { continue };
                    let record = &page.records[kind].fields[usize::from(field)];
                    let value = typed(page, record.sort, self.facts[thing.at as usize + usize::from(field)]);
                    taken.take(name, value, of_(&thing.name, self.name(one.who)));
                }
                What::Stat(of, stat) => {
                    let Some(one) = one(of) else { continue };
                    let field = &page.stats[usize::from(stat)];
                    let value = typed(page, field.sort, self.stat(i64::from(one.who.0), stat));
                    taken.take(name, value, of_(field.name, self.name(one.who)));
                }
                What::Cell(of, cell) => {
                    let Some(one) = one(of) else { continue };
                    let value = fight.cell(i64::from(one.who.0), cell);
                    if let Some(state) = page.states.get(usize::from(cell)) {
                        taken.take(name, typed(page, state.sort, value), of_(state.name, self.name(one.who)));
                    }
                }
                What::Decision(of, decision) => {
                    let Some(one) = one(of) else { continue };
                    let other = if of == Of::Myself { at } else { Some(by) };
                    let lists = &self.decisions[usize::from(decision)];
                    let Some(lines) = lists.of(one.who) else { continue };
                    let view = View { core: self, fight: &fight, about: other.map(|other| other.who) };
                    let line = lines.first(&view, one.who, |_| true);
                    if let Some(line) = line {
                        taken.take(name, line.action, of_("policy", self.name(one.who)));
                    }
                }
                What::Distance => {
                    if let Some(at) = at {
                        let distance = self.apart(&fight, by.who, at.who);
                        taken.take(name, distance, "where they stand");
                    }
                }
                What::Others => {
                    if let Some(at) = at {
                        let candidates = self.candidates(&fight, by.who, on).len().clamp(1, 20);
                        taken.take(name, candidates, format!("those on the side of {}", self.name(at.who)));
                    }
                }
                What::Times => {}
            }
        }
        if by.with.is_some() && own.is_none() {
            return Err(format!("`{question}` is done with nothing: leave `--with` out"));
        }
        if taken.0.is_empty() {
            // Nothing is asked of sheets, and so nothing of them is missing.
            taken.take("times", 1, "once");
        }
        Ok(taken)
    }

    /// The record of a kind that a combatant uses.
    fn thing(&self, one: One<'_>, kind: usize, needed: bool) -> Result<Option<super::core::Thing>, String> {
        let stat = self.page.stats.iter().position(|stat| stat.sort == Sort::List(kind));
        let things = stat.map_or(&[][..], |stat| &self.things[one.who.index() * self.page.stats.len() + stat]);
        if things.is_empty() {
            let kind = self.page.records[kind].name;
            return if needed && one.flag == "--with" {
                Err(format!("{} has no {kind}", self.name(one.who)))
            } else {
                Ok(None)
            };
        }
        let all = things.iter().enumerate().map(|(index, thing)| (thing.name.as_str(), index));
        choose(one, all, Some(0)).map(|index| Some(things[index].clone()))
    }
}

/// The origin of a number.
fn of_(what: &str, name: &str) -> String {
    of(&what.replace('_', " "), name)
}

/// A value as it is typed behind a question.
fn typed(page: &Page, sort: Sort, value: i64) -> String {
    if sort == Sort::Truth { (value != 0).to_string() } else { shown(page, sort, value) }
}
