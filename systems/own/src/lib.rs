//! A designer's own game: a page of text with declarations and statements, compiled when it is loaded.
//!
//! Owns the sixth engine. [`text`] is what a page can say, [`page`] what it declares, [`mod@compile`] makes a program ([`code`])
//! of its statements, [`core`] reads a state by it and [`machine`] changes one, [`words`] is what scenarios can say that play by
//! it. Knows no game. Start at [`Page::read`] and [`load`].

#![forbid(unsafe_code)]

mod code;
mod compile;
mod core;
mod dice;
mod ground;
mod intern;
mod machine;
mod measure;
mod odds;
mod page;
mod starter;
mod state;
mod text;
mod words;

#[cfg(test)]
mod tests;

pub use self::core::Core;
pub use self::machine::Play;
pub use self::page::schema as page_schema;
pub use self::state::Fight;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::Value as Json;

use self::compile::{Numbers, Programs, compile};
use self::core::{ActionFacts, Deed, OrderFacts, Seen, Thing, View};
use self::dice::Packed;
use self::ground::Ground;
use self::machine::Machine;
use self::measure::heading;
use self::page::{Again, CELLS, Field, Page, Sort};
use self::state::{Body, COUNTED_ACTIONS, FOR_GOOD, Room};
use self::text::TurnOfStatus;
use self::words::{Arena, Book, Hazard, Line, Policy, Rest, Rulings, Sheet, usual};
use frame::dice::{Dice, Purpose, Roll, Slot};
use frame::door::SystemSource;
use frame::error::Failure;
use frame::fight::day::{Endangered, Sides};
use frame::fight::relations::TurnedSides;
use frame::fight::{Catalogue, Counts, Ending, LedgerRow, Offer, Progress, Slots, Stand, Table, Watch};
use frame::policy::{
    Argument, Compiler, Decision, Extreme, Frame, Kind, Measure, NamedSelector, Observable, Observer as _, Order, Prospect,
    Reach, Selector, Selectors, Slipping, Slips, Vocabulary, VocabularyEntry,
};
use frame::rules::about::{About, Parameters};
use frame::rules::answers::Answer;
use frame::rules::decisions::named_policy;
use frame::rules::declare::sided;
use frame::rules::plan::plan;
use frame::rules::profile::{Profile, Topic};
use frame::rules::questions::{Arguments, Question};
use frame::rules::{Describes, Entry, Loaded, Measures, Peek, Plays, Reference, RulesByRelations, Solves};
use frame::scenario::{Complaints, Document, Enlisted, Form, Format, Raw, Scenario, expand, hazards};

/// The types of scenarios that play by a page.
#[derive(Clone, Debug)]
pub struct Own;

impl Format for Own {
    const NAME: &'static str = "own";
    type Book = Book;
    type Rulings = Rulings;
    type Arena = Arena;
    type Sheet = Sheet;
    type Policy = Policy;
    type Rest = Rest;
    type Hazard = Hazard;
}

/// A system that is made at run time: a page of rules that has been read.
#[derive(Clone, Debug)]
pub struct OwnSystem {
    /// The page.
    pub page: Arc<Page>,
    /// What scenarios say for `system`.
    pub name: String,
    /// What it can be asked about its dice, and a scenario of two: each made when it is first asked for.
    questions: OnceLock<&'static [Question]>,
    starter: OnceLock<String>,
}

impl OwnSystem {
    fn new(page: Arc<Page>, name: &str) -> Self {
        OwnSystem { page, name: name.to_owned(), questions: OnceLock::new(), starter: OnceLock::new() }
    }

    /// The same page, for scenarios that say this for `system`.
    #[must_use]
    pub fn called(self, name: &str) -> Self {
        OwnSystem::new(self.page, name)
    }

    /// Reads the page in a file. `name` is what scenarios say for `system`.
    ///
    /// # Errors
    /// Everything that is wrong with the page, its statements included.
    pub fn read(root: Option<&Path>, path: &Path, name: &str) -> Result<Self, Failure> {
        OwnSystem::new(Page::read(root, path)?, name).sound()
    }

    /// Reads the page in a text.
    ///
    /// # Errors
    /// Everything that is wrong with the page.
    pub fn from_text(name: &str, text: &str) -> Result<Self, Failure> {
        OwnSystem::new(Page::from_text(name, text)?, name).sound()
    }

    /// The system, if the statements of its page are right by the numbers of its own book.
    fn sound(self) -> Result<Self, Failure> {
        let mut complaints = Complaints::default();
        compile(&self.page, &usual_numbers(&self.page), &mut complaints);
        if !complaints.any_error() {
            let vocabulary = vocabulary(&self.page).0;
            let _ = choices(&self.page, &vocabulary, &mut complaints);
        }
        if complaints.any_error() { Err(Failure::Scenario(self.page.told.problems(complaints))) } else { Ok(self) }
    }

    /// Warnings about the page.
    #[must_use]
    pub fn warnings(&self) -> Vec<frame::error::Problem> {
        let mut complaints = Complaints::default();
        compile(&self.page, &usual_numbers(&self.page), &mut complaints);
        self.page.told.problems(complaints)
    }

    /// The form of its scenarios.
    #[must_use]
    pub fn form(&self) -> &'static Form {
        words::scenario_form(&self.page, &self.name)
    }

    /// Checks a scenario that plays by the page.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn check(&self, raw: &Raw) -> Result<Scenario<Own>, Failure> {
        raw.check_by::<Own>(self.form(), |document, complaints| {
            let _ = self.load(document, complaints);
        })
    }

    /// Makes rules of a checked scenario.
    pub fn load(&self, document: &Document<Own>, complaints: &mut Complaints) -> Option<Loaded<RulesByRelations<Core>>> {
        RulesByRelations::load(document, complaints, |document, complaints| load(&self.page, document, complaints))
    }

    /// The parts of which policies are made.
    #[must_use]
    pub fn reference(&self) -> Reference {
        let mut decisions = vec![("action".to_owned(), "What to do. Default: the first action that is possible.".to_owned())];
        decisions.extend(self.page.decisions.iter().map(|decision| {
            let answer = if decision.text.usually == text::Usually::Yes { "yes" } else { "no" };
            let about = decision.text.about.trim_end_matches('.');
            (decision.name.to_owned(), format!("{about}. Default: {answer}."))
        }));
        let observables: Vec<VocabularyEntry> = vocabulary(&self.page).0.reference();
        let mut selectors = vec![("first", "the first of the file"), ("random", "anybody, each as likely")];
        selectors.extend(self.page.choices.iter().map(|choice| (choice.name, intern::name(&choice.text.about))));
        Reference { decisions, observables, selectors }
    }
}

impl SystemSource for OwnSystem {
    type Format = Own;
    type Rules = RulesByRelations<Core>;

    fn name(&self) -> &str {
        &self.name
    }

    fn short(&self) -> &str {
        self.page.rules
    }

    fn summary(&self) -> &str {
        &self.page.title
    }

    fn starter(&self) -> &str {
        self.starter.get_or_init(|| starter::duel(&self.page, &self.name))
    }

    fn form(&self) -> &'static Form {
        words::scenario_form(&self.page, &self.name)
    }

    fn reference(&self) -> Reference {
        OwnSystem::reference(self)
    }

    fn questions(&self) -> &[Question] {
        self.questions.get_or_init(|| odds::questions(&self.page))
    }

    fn rolls(&self) -> &[&'static Roll] {
        &[]
    }

    fn ledger(&self) -> Vec<LedgerRow> {
        let programs = compile(&self.page, &usual_numbers(&self.page), &mut Complaints::default());
        let mut ids: Vec<&str> = programs.code.rules();
        ids.sort_unstable();
        ids.dedup();
        let row = |id: &str| LedgerRow { id: id.to_owned(), kind: "rule".to_owned(), what: String::new(), silent: false };
        ids.into_iter().filter(|id| !id.is_empty()).map(row).collect()
    }

    fn load(&self, document: &Document<Own>, complaints: &mut Complaints) -> Option<Loaded<RulesByRelations<Core>>> {
        OwnSystem::load(self, document, complaints)
    }

    fn answer(&self, question: &Question, arguments: &Arguments, document: &Document<Own>) -> Result<Answer, String> {
        odds::answer(self, question, arguments, document)
    }

    fn files(&self) -> Vec<(String, String)> {
        self.page.told.files()
    }
}

/// A page of rules that a designer begins with.
pub const STARTER_RULES: &str = include_str!("../starter-rules.toml");
/// A duel by it; `PAGE` stands for the path of the page.
pub const STARTER: &str = include_str!("../starter.toml");

/// The numbers of a page where no scenario says anything.
fn usual_numbers(page: &Page) -> Numbers {
    let ruling = |ruling: &page::Named<text::RulingText>| {
        ruling.text.options.iter().position(|option| option == usual(&ruling.text)).unwrap_or_default()
    };
    Numbers {
        book: page.book.iter().map(|field| field.usual).collect(),
        rulings: page.rulings.iter().map(ruling).collect(),
        statuses: vec![true; page.statuses.len()],
        actions: vec![true; page.actions.len()],
        parts: page.values.iter().map(|value| vec![true; value.parts().len()]).collect(),
        whole: false,
    }
}

/// The numbers of a scenario.
fn numbers(page: &Page, document: &Document<Own>, complaints: &mut Complaints) -> Numbers {
    let mut numbers = usual_numbers(page);
    for (field, number) in page.book.iter().zip(&mut numbers.book) {
        if let Some(json) = document.book.0.get(field.name) {
            *number = said(page, field, json, &format!("book.{}", field.name), complaints);
        }
    }
    let [statuses, actions, parts] = page::PARTS.map(|table| document.book.0.get(table));
    let kept =
        |table: Option<&Json>, name: &str| table.and_then(|table| table.get(name)).and_then(Json::as_bool).unwrap_or(true);
    for (status, there) in page.statuses.iter().zip(&mut numbers.statuses) {
        *there = kept(statuses, status.name);
    }
    for (action, there) in page.actions.iter().zip(&mut numbers.actions) {
        *there = kept(actions, action.name);
    }
    for (value, there) in page.values.iter().zip(&mut numbers.parts) {
        let of_value = parts.and_then(|parts| parts.get(value.name));
        for (index, there) in there.iter_mut().enumerate() {
            *there = kept(of_value, &format!("part{}", index + 1));
        }
    }
    for (ruling, number) in page.rulings.iter().zip(&mut numbers.rulings) {
        let word = document.rulings.0.get(ruling.name).and_then(Json::as_str);
        if let Some(place) = word.and_then(|word| ruling.text.options.iter().position(|option| option == word)) {
            *number = place;
        }
    }
    numbers
}

/// A value of a file as a number.
fn said(page: &Page, field: &Field, json: &Json, path: &str, complaints: &mut Complaints) -> i64 {
    match (field.sort, json) {
        (Sort::Dice, Json::String(text)) => match Packed::read(text) {
            Ok(dice) => dice.packed(),
            Err(reason) => {
                complaints.error(path, reason).help("a number alone is dice too: `\"6\"` is always 6").alone();
                field.usual
            }
        },
        (Sort::Word(list), Json::String(text)) => page.words[list].index(text).map_or(field.usual, |index| index as i64),
        (Sort::Truth, Json::Bool(truth)) => i64::from(*truth),
        (Sort::Number { .. }, json) => json.as_i64().unwrap_or(field.usual),
        _ => field.usual,
    }
}

/// The names that policies can ask for, with what each of them is.
fn vocabulary(page: &Page) -> (Vocabulary, Vec<Seen>) {
    let mut observables = Vec::new();
    let mut seen = Vec::new();
    let kind = |sort: Sort| match sort {
        Sort::Truth => Kind::Boolean,
        Sort::Word(list) => Kind::Word(list),
        _ => Kind::Integer,
    };
    let mut add = |name, reach, kind, argument, about: &str, what| {
        observables.push(Observable { name, reach, kind, argument, about: intern::name(about), rules: &[] });
        seen.push(what);
    };
    for (cell, state) in (0..).zip(&page.states) {
        add(state.name, Reach::Combatant, kind(state.sort), Argument::None, &state.about, Seen::State(cell));
    }
    for (index, value) in page.values.iter().enumerate() {
        add(value.name, Reach::Combatant, Kind::Integer, Argument::None, &value.about, Seen::Value(index));
    }
    for (stat, field) in (0..).zip(&page.stats) {
        if matches!(field.sort, Sort::Number { .. } | Sort::Truth | Sort::Word(_)) {
            add(field.name, Reach::Combatant, kind(field.sort), Argument::None, &field.about, Seen::Stat(stat));
        }
    }
    if !page.statuses.is_empty() {
        add("has", Reach::Combatant, Kind::Boolean, Argument::Word(page::STATUSES), "true if it has a status", Seen::Has);
    }
    let named = |name: &str| {
        page.states.iter().any(|state| state.name == name)
            || page.values.iter().any(|value| value.name == name)
            || page.stats.iter().any(|stat| stat.name == name)
    };
    for (name, about, what) in [("out", "true if it is out", Seen::Out), ("dead", "true if it is dead", Seen::Dead)] {
        if !named(name) {
            add(name, Reach::Combatant, Kind::Boolean, Argument::None, about, what);
        }
    }
    if page.arena.is_some() {
        for (name, kind, about, what) in [
            ("distance", Kind::Integer, "how far it is from oneself", Seen::Distance),
            ("covered", Kind::Boolean, "true if there is cover between oneself and it", Seen::Covered),
            ("in_sight", Kind::Boolean, "true if there is no wall between oneself and it", Seen::Sight),
        ] {
            add(name, Reach::Combatant, kind, Argument::None, about, what);
        }
    }
    add("round", Reach::Situation, Kind::Integer, Argument::None, "the round, from 1", Seen::Round);
    add("enemies.active", Reach::Situation, Kind::Integer, Argument::None, "enemies who are not out", Seen::Enemies);
    add("allies.active", Reach::Situation, Kind::Integer, Argument::None, "others of one's side who are not out", Seen::Allies);
    add("actions.left", Reach::Situation, Kind::Integer, Argument::None, "actions that are left of the turn", Seen::Left);
    (Vocabulary::new(&observables, page.words.clone()), seen)
}

/// The named choices of a combatant.
fn choices(page: &Page, vocabulary: &Vocabulary, complaints: &mut Complaints) -> Selectors {
    type Keys = &'static [(Extreme, &'static str)];
    static KNOWN: Mutex<BTreeMap<(bool, &'static str), Keys>> = Mutex::new(BTreeMap::new());
    let mut named = vec![
        NamedSelector { name: "first", order: Order::Listed(&[]), about: "the first of the file" },
        NamedSelector { name: "random", order: Order::Random, about: "anybody, each as likely" },
    ];
    for choice in &page.choices {
        let (extreme, key, text) = match (&choice.text.least, &choice.text.most) {
            (Some(text), _) => (Extreme::Least, "least", text),
            (_, Some(text)) => (Extreme::Most, "most", text),
            _ => continue,
        };
        if let Err(defects) = Measure::new(text, vocabulary, Frame::CANDIDATE) {
            let path = format!("choice.{}.{key}", choice.name);
            defects.into_iter().for_each(|defect| defect.complain(&path, complaints));
            continue;
        }
        let text = intern::name(text);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let keys = *known.entry((extreme == Extreme::Least, text)).or_insert_with(|| Box::leak(Box::new([(extreme, text)])));
        named.push(NamedSelector { name: choice.name, order: Order::By(keys), about: intern::name(&choice.text.about) });
    }
    // Chance decides between equals, so that nobody is better or worse off for its place in the file.
    Selectors::new(&named, vocabulary).drawing_equals(true)
}

/// The sheets of all combatants as numbers.
#[derive(Default)]
struct Sheets {
    stats: Vec<i64>,
    facts: Vec<i64>,
    things: Vec<Vec<Thing>>,
}

impl Sheets {
    fn add(&mut self, page: &Page, one: &Enlisted<'_, Own>, complaints: &mut Complaints) {
        for field in &page.stats {
            let json = one.sheet.0.get(field.name);
            let path = format!("{}.{}", one.path, field.name);
            let mut things = Vec::new();
            let value = match (field.sort, json) {
                (Sort::List(kind), list) => {
                    let record = &page.records[kind];
                    for (index, element) in list.and_then(Json::as_array).into_iter().flatten().enumerate() {
                        let at = self.facts.len() as i64;
                        for known in &record.fields {
                            let path = format!("{path}[{index}].{}", known.name);
                            let value = element.get(known.name);
                            self.facts.push(value.map_or(known.usual, |json| said(page, known, json, &path, complaints)));
                        }
                        let name = element.get("name").and_then(Json::as_str).filter(|name| !name.is_empty());
                        let name = name.map_or_else(|| record.name.to_owned(), str::to_owned);
                        // A record without any number still has a place of its own.
                        if record.fields.is_empty() {
                            self.facts.push(0);
                        }
                        things.push(Thing { at, name });
                    }
                    things.first().map_or(code::NOTHING, |thing| thing.at)
                }
                (_, Some(json)) => said(page, field, json, &path, complaints),
                (_, None) => field.usual,
            };
            self.stats.push(value);
            self.things.push(things);
        }
    }
}

/// The programs of a page by the numbers of a scenario, which may be wrong for it.
fn programs_of(page: &Page, numbers: &Numbers, complaints: &mut Complaints) -> Programs {
    let mut of_page = Complaints::default();
    let programs = compile(page, numbers, &mut of_page);
    for complaint in of_page.into_list().into_iter().filter(|complaint| complaint.gravity == frame::error::Gravity::Error) {
        complaints
            .error("system", format!("with these numbers the page is wrong at `{}`: {}", complaint.path, complaint.message));
    }
    programs
}

/// The rules of a page for one scenario, for one state of affairs between its sides.
fn load(page: &Arc<Page>, document: &Document<Own>, complaints: &mut Complaints) -> Option<Loaded<Core>> {
    let enlisted = expand(document, complaints);
    let numbers = numbers(page, document, complaints);
    let programs = programs_of(page, &numbers, complaints);
    let (vocabulary, seen) = vocabulary(page);
    let selectors = choices(page, &vocabulary, complaints);
    let mut sheets = Sheets::default();
    enlisted.iter().for_each(|one| sheets.add(page, one, complaints));
    warn_of_idlers(page, &numbers, &enlisted, &sheets, complaints);
    let combatants: Vec<Entry> = enlisted.iter().map(Entry::of).collect();
    let plan = plan(document, &vocabulary, &combatants, complaints);
    let (mut policies, mut decisions) = (frame::policy::Lists::default(), Vec::new());
    decisions.resize_with(page.decisions.len(), frame::policy::Lists::default);
    for (lists, decision) in decisions.iter_mut().zip(&page.decisions) {
        lists.ask(decision.name);
    }
    let used: Vec<&str> = enlisted.iter().map(|one| named_policy(one, document, complaints)).collect();
    let facts = actions(page, &numbers);
    let mut compiler = Compiler::new(&vocabulary, complaints);
    for (index, policy) in used.iter().enumerate() {
        compiler.follow(Vec::new());
        let things = &sheets.things[index * page.stats.len()..(index + 1) * page.stats.len()];
        let read = Reading { page, things, selectors: &selectors, vocabulary: &vocabulary, name: &enlisted[index].name };
        let known = std::iter::once("action").chain(page.decisions.iter().map(|decision| decision.name));
        let text = document.policy.get(*policy);
        compiler.check_slips(policy, text, known);
        let slips = text.map(Slipping::slips).unwrap_or_default();
        let action = Decision { name: "action", frame: Frame::WITH_TARGET };
        let mut lines = compiler.list(
            action,
            policy,
            &document.policy,
            |policy: &Policy| policy.lines("action"),
            |line, path, complaints| read.deed(line, path, complaints),
            |_| Prospect::Open,
        );
        let things_for = |action: usize| facts[action].list.map_or(&[][..], |list| &things[usize::from(list)]);
        let deeds = || core::every(facts.len(), things_for);
        Slips::new(slips, action.name, deeds).into_iter().for_each(|slips| lines.slip(slips));
        policies.push(lines);
        for (decision, lists) in page.decisions.iter().zip(&mut decisions) {
            let mut lines = compiler.list(
                Decision { name: decision.name, frame: Frame::WITH_TARGET },
                policy,
                &document.policy,
                |policy: &Policy| policy.lines(decision.name),
                |line: &Line, _, _| line.act.as_deref().map(|act| act == "yes"),
                |_| Prospect::Certain,
            );
            Slips::new(slips, decision.name, || vec![true, false]).into_iter().for_each(|slips| lines.slip(slips));
            lists.push(lines);
        }
    }
    let lines = compiler.into_book();
    let hazards = read_hazards(page, document, complaints);
    let ground = Ground::read(page, document, &enlisted, complaints);
    let target = selectors.named(page.usual_target(), "system", complaints);
    if complaints.any_error() {
        return None;
    }
    let sides: Vec<String> = document.side.iter().map(|side| side.name.clone()).collect();
    let told = measure::told(page);
    let (catalogue, metrics_of_state) = measure::catalogue(page, &sides, &combatants, &told, &programs.counters);
    let lineup = plan.lineup(&enlisted, |one| one.side, sides.len());
    let random_target = intern::roll("random target", "target", Purpose::Choice);
    let tie = intern::roll("tied initiative", "order", Purpose::Initiative);
    let struck = intern::roll("struck by a hazard", "hazard", Purpose::Rest);
    let mut core = Core {
        page: Arc::clone(page),
        names: combatants.iter().map(|one| one.name.clone()).collect(),
        stats: sheets.stats,
        facts: sheets.facts,
        things: sheets.things,
        lineup,
        ground,
        morning: vec![Body([0; CELLS]); combatants.len()],
        actions: facts,
        policies,
        decisions,
        usual: (0..page.decisions.len()).map(|decision| compile::usual(page, decision)).collect(),
        target: target?,
        seen,
        hazards,
        order: OrderFacts { by: page.order.by, each: page.order.each, high: page.order.high },
        rounds_max: programs.rounds_max as u16,
        pool: pool(page),
        health: measure::health(page).map(|(cell, _)| cell),
        again: [Again::Round, Again::Turn, Again::Fight].map(|when| again(page, when)),
        statuses_end: programs.code.ops.iter().any(|op| matches!(op, code::Op::Gain { .. })),
        losing: losing(page),
        purposes: purposes(&programs, [random_target, tie], Some(struck).filter(|_| !page.hazards.is_empty())),
        random_target,
        tie,
        struck,
        catalogue,
        metrics_of_state,
        told,
        programs,
    };
    core.settle_morning();
    Some(Loaded { rules: core, sides, combatants, plan, on_defeat: document.on_defeat, lines })
}

/// The state that actions of a turn are paid from, by its place.
fn pool(page: &Page) -> Option<u8> {
    let pool = page.turn.pool.as_ref()?;
    page.states.iter().position(|state| state.name == *pool).map(|cell| cell as u8)
}

/// The states that begin anew at such a time, by their places.
fn again(page: &Page, when: Again) -> Vec<u8> {
    (0..).zip(&page.states).filter(|(_, state)| state.again == when).map(|(place, _)| place).collect()
}

/// The statuses whose holders lose their turns, by their places behind the states.
fn losing(page: &Page) -> Vec<u8> {
    let places = (page.states.len()..).zip(&page.statuses);
    places.filter(|(_, status)| status.text.turn == TurnOfStatus::Lost).map(|(place, _)| place as u8).collect()
}

/// The purposes of all rolls that can happen: those of the statements, and those of the rules around them.
fn purposes(programs: &Programs, always: [&Roll; 2], struck: Option<&Roll>) -> Vec<Purpose> {
    let mut purposes: Vec<Purpose> = Vec::new();
    for roll in programs.code.rolls.iter().copied().chain(always).chain(struck) {
        if !purposes.contains(&roll.purpose) {
            purposes.push(roll.purpose);
        }
    }
    purposes
}

/// Warns of those who can do nothing, because each action is done with something that they do not have.
fn warn_of_idlers(
    page: &Page,
    numbers: &Numbers,
    enlisted: &[Enlisted<'_, Own>],
    sheets: &Sheets,
    complaints: &mut Complaints,
) {
    let facts = actions(page, numbers);
    let mut told: Vec<&str> = Vec::new();
    for (one, things) in enlisted.iter().zip(sheets.things.chunks(page.stats.len().max(1))) {
        let lacks = |facts: &ActionFacts| facts.list.is_some_and(|list| things[usize::from(list)].is_empty());
        let idle = |facts: &ActionFacts| lacks(facts) || facts.asked && one.policy.is_none();
        if told.contains(&one.path.as_str()) || !facts.iter().all(idle) || !facts.iter().any(lacks) {
            continue;
        }
        told.push(&one.path);
        let with = page.actions.iter().find_map(|action| Some((action.name, action.text.with.as_deref()?)));
        let Some((action, with)) = with else { continue };
        let list = facts.iter().find_map(|facts| facts.list).map_or("", |list| page.stats[usize::from(list)].name);
        let message = format!("{} can do nothing: `{action}` is done with a {with}, and it has none", one.name);
        complaints.warning(one.path.as_str(), message).help(format!("give it one: `{list} = [{{ name = \"{with}\" }}]`"));
    }
}

/// What the actions of a page ask for.
fn actions(page: &Page, numbers: &Numbers) -> Vec<ActionFacts> {
    let mut counted = 0;
    let facts = |(action, allowed): (&page::Named<text::ActionText>, &bool)| {
        let list = action.text.with.as_ref().and_then(|with| {
            let kind = page.records.iter().position(|record| record.name == *with)?;
            page.stats.iter().position(|stat| stat.sort == Sort::List(kind))
        });
        let per_turn = action.text.per_turn.filter(|_| counted < COUNTED_ACTIONS).map(|most| {
            counted += 1;
            (most as u8, (counted - 1) as u8)
        });
        ActionFacts {
            on: action.text.on(),
            list: list.map(|list| list as u8),
            per_turn,
            asked: action.text.asked,
            allowed: *allowed,
        }
    };
    page.actions.iter().zip(&numbers.actions).map(facts).collect()
}

/// The hazards of a day.
fn read_hazards(page: &Page, document: &Document<Own>, complaints: &mut Complaints) -> Vec<(usize, Vec<i64>)> {
    let mut found = Vec::new();
    for (path, hazard) in hazards(document) {
        let kind = hazard.0.get("kind").and_then(Json::as_str).unwrap_or_default();
        let Some(index) = page.hazards.iter().position(|known| known.name == kind) else {
            complaints.error(path.as_str(), "the rules have no such hazard");
            continue;
        };
        let fields = &page.hazard_fields[index];
        let values = fields.iter().map(|field| {
            let json = hazard.0.get(field.name);
            json.map_or(field.usual, |json| said(page, field, json, &format!("{path}.{}", field.name), complaints))
        });
        found.push((index, values.collect()));
    }
    found
}

/// What is known where a line of a policy is read.
struct Reading<'a> {
    page: &'a Page,
    things: &'a [Vec<Thing>],
    selectors: &'a Selectors,
    vocabulary: &'a Vocabulary,
    name: &'a str,
}

impl Reading<'_> {
    /// The deed that a line means.
    fn deed(&self, line: &Line, path: &str, complaints: &mut Complaints) -> Option<Deed> {
        let act = line.act.as_deref()?;
        let action = self.page.actions.iter().position(|action| action.name == act)?;
        let text = &self.page.actions[action].text;
        if let Some(with) = &line.with {
            let path = format!("{path}.with");
            let kind = text.with.as_ref().and_then(|with| self.page.records.iter().position(|record| record.name == *with));
            let Some(kind) = kind else {
                complaints.error(path, format!("`{act}` is done with nothing")).help("leave `with` out");
                return None;
            };
            let list = self.page.stats.iter().position(|stat| stat.sort == Sort::List(kind));
            let things = list.map_or(&[][..], |list| self.things[list].as_slice());
            if !things.iter().any(|thing| thing.name == *with) {
                let known: Vec<&str> = things.iter().map(|thing| thing.name.as_str()).collect();
                let complaint =
                    complaints.error(path, format!("{} has no {} `{with}`", self.name, self.page.records[kind].name));
                complaint.near(with, known.iter().copied());
                complaint.help(if known.is_empty() {
                    "it has none at all".to_owned()
                } else {
                    format!("it has {}", known.join(", "))
                });
                return None;
            }
        }
        let selector: Option<Selector> = match line.selector() {
            None => None,
            Some(_) if matches!(text.on().whom, text::Whom::Myself | text::Whom::Nobody) => {
                complaints
                    .error(path, format!("`{act}` has no target to be chosen"))
                    .help("leave `at`, `least`, `most` and `among` out");
                return None;
            }
            Some(mut said) => {
                if said.at.is_none() && said.least.is_none() && said.most.is_none() {
                    said.at = Some(self.page.usual_target().to_owned());
                }
                Some(self.selectors.selector(&said, self.vocabulary, path, complaints)?)
            }
        };
        Some(Deed { action, with: line.with.clone(), selector })
    }
}

sided!(Core);

impl Core {
    /// Works out how everybody begins a day.
    fn settle_morning(&mut self) {
        let mut fight = self.empty();
        for who in self.lineup.all() {
            self.begin_day(&mut fight, who);
        }
        self.morning = fight.bodies;
    }

    /// A fight in which nothing has begun.
    fn empty(&self) -> Fight {
        Fight {
            bodies: self.morning.clone(),
            met: Sides::NONE,
            there: Slots::NONE,
            out: Slots::NONE,
            dead: Slots::NONE,
            queue: Vec::with_capacity(self.names.len()),
            order: Vec::with_capacity(self.names.len()),
            round: 0,
            turned: TurnedSides::default(),
            acting: None,
            left: 0,
            used: [0; COUNTED_ACTIONS],
            changed: false,
            room: Room::default(),
        }
    }

    fn begin_day(&self, fight: &mut Fight, who: Slot) {
        fight.bodies[who.index()] = Body([0; CELLS]);
        self.stand(fight, who);
        for cell in 0..self.page.states.len() {
            self.begin(fight, who, cell as u8);
        }
    }

    /// Puts a combatant where a fight begins for it.
    fn stand(&self, fight: &mut Fight, who: Slot) {
        if let Some(ground) = &self.ground {
            fight.bodies[who.index()].0[usize::from(ground.cell) % CELLS] = ground::cell(ground.starts[who.index()]);
        }
    }

    /// Finds out about all of these who is out and who is dead.
    fn muster_all(&self, fight: &mut Fight, those: Slots) {
        let mut r = [0; code::REGISTERS];
        for who in those {
            let (out, dead) = (self.is_out(fight, who, &mut r), self.is_dead(fight, who, &mut r));
            fight.out = if out { fight.out.with(who) } else { fight.out.without(who) };
            fight.dead = if dead { fight.dead.with(who) } else { fight.dead.without(who) };
        }
    }

    fn profile(&self, who: Slot) -> Profile {
        let mut profile = Profile::default();
        let fight = Fight { bodies: self.morning.clone(), ..self.empty() };
        for (cell, state) in (0..).zip(&self.page.states) {
            let value = fight.cell(i64::from(who.0), cell);
            // What nobody has yet is not among the means that one begins with.
            let topic = if value == 0 && self.health != Some(cell) { Topic::Check } else { Topic::Pool };
            profile.line(topic, heading(state.name), shown(&self.page, state.sort, value));
        }
        for (index, value) in self.page.values.iter().enumerate() {
            let number = self.asked(&fight, self.programs.values[index], who);
            profile.line(Topic::Defence, heading(value.name), number.to_string()).from(value.is.clone());
        }
        for (stat, field) in self.page.stats.iter().enumerate() {
            let value = self.stats[who.index() * self.page.stats.len() + stat];
            match field.sort {
                Sort::List(kind) => {
                    for thing in &self.things[who.index() * self.page.stats.len() + stat] {
                        let record = &self.page.records[kind];
                        let facts = record.fields.iter().enumerate().filter(|(_, field)| field.sort != Sort::Text);
                        let said = facts.map(|(index, field)| {
                            format!(
                                "{} {}",
                                heading(field.name),
                                shown(&self.page, field.sort, self.facts[thing.at as usize + index])
                            )
                        });
                        profile.line(Topic::Attack, &thing.name, said.collect::<Vec<_>>().join(", "));
                    }
                }
                sort => drop(profile.line(Topic::Check, heading(field.name), shown(&self.page, sort, value))),
            }
        }
        profile
    }
}

/// A value as it is written.
fn shown(page: &Page, sort: Sort, value: i64) -> String {
    match sort {
        Sort::Dice => {
            let Packed { count, faces, plus } = Packed::of(value);
            let dice = match (count, faces) {
                (0, _) => String::new(),
                (count, 0) => format!("{count}dF"),
                (count, faces) => format!("{count}d{faces}"),
            };
            match (dice.is_empty(), plus) {
                (true, plus) => plus.to_string(),
                (false, 0) => dice,
                (false, plus) => format!("{dice}{plus:+}"),
            }
        }
        Sort::Truth => {
            if value == 0 {
                "no".to_owned()
            } else {
                "yes".to_owned()
            }
        }
        Sort::Word(list) => page.words[list].words.get(value as usize).cloned().unwrap_or_default(),
        _ => value.to_string(),
    }
}

impl Plays for Core {
    type Fight = Fight;
    type Rest = Rest;

    fn blank(&self) -> Fight {
        Fight { room: self.ground.as_ref().map(Ground::room).unwrap_or_default(), ..self.empty() }
    }

    fn open<D: Dice, W: Watch>(&self, fight: &mut Fight, _: &mut Table<D, W>) {
        fight.bodies.copy_from_slice(&self.morning);
        (fight.met, fight.there, fight.out, fight.dead) = (Sides::NONE, Slots::NONE, Slots::NONE, Slots::NONE);
        fight.queue.clear();
        fight.order.clear();
        (fight.round, fight.turned, fight.changed) = (0, TurnedSides::default(), false);
        (fight.acting, fight.left) = (None, 0);
        self.muster_all(fight, self.lineup.all());
    }

    fn renew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, _: &mut Table<D, W>) {
        let those = self.lineup.members_of(sides);
        for who in those {
            fight.bodies[who.index()] = self.morning[who.index()];
        }
        self.muster_all(fight, those);
    }

    fn able(&self, sides: Sides, fight: &Fight) -> Sides {
        self.lineup.sides_of(self.lineup.members_of(sides).but(fight.out))
    }

    fn meet<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, _: &mut Table<D, W>) -> Option<Ending> {
        let members = self.lineup.members_of(sides);
        fight.met = sides;
        fight.there = members.but(self.lineup.arrivals.late());
        fight.queue.clear();
        fight.order.clear();
        (fight.round, fight.turned, fight.changed) = (0, TurnedSides::default(), false);
        for who in members {
            self.stand(fight, who);
            self.again[2].iter().for_each(|cell| self.begin(fight, who, *cell));
        }
        self.muster_all(fight, members);
        self.ending(fight)
    }

    #[inline]
    fn step<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        Machine::new(Play { rules: self, fight, table }).step()
    }

    fn part<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        Machine::new(Play { rules: self, fight, table }).part();
        (fight.met, fight.there, fight.round) = (Sides::NONE, Slots::NONE, 0);
        fight.queue.clear();
        fight.order.clear();
        (fight.acting, fight.left, fight.changed, fight.turned) = (None, 0, false, TurnedSides::default());
    }

    fn rest<D: Dice, W: Watch>(&self, rest: Rest, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        let those = self.lineup.members_of(sides).but(fight.dead);
        if let Some(index) = self.page.rests.iter().position(|known| known.name == rest.0) {
            Machine::new(Play { rules: self, fight, table }).rest(index, those);
        }
    }

    fn days(&self, rest: Rest) -> u16 {
        self.page.rests.iter().find(|known| known.name == rest.0).map_or(0, |rest| rest.text.days)
    }

    fn hazard<D: Dice, W: Watch>(&self, number: u16, of: Endangered, fight: &mut Fight, table: &mut Table<D, W>) {
        let those = of.struck(self.lineup.all().but(fight.dead), table, self.struck);
        Machine::new(Play { rules: self, fight, table }).hazard(usize::from(number), those);
    }

    fn read(&self, fight: &Fight, who: Slot, observable: u16, argument: i32) -> i64 {
        View { core: self, fight, about: None }.combatant(who, who, observable, argument)
    }

    fn is_alive(&self, fight: &Fight, who: Slot) -> bool {
        !fight.dead.has(who)
    }

    fn purposes(&self) -> &[Purpose] {
        &self.purposes
    }
}

impl Solves for Core {
    fn canonical(&self, fight: &mut Fight) {
        // A round that is over: what begins anew with the next one is nothing to keep.
        let over = fight.queue.is_empty();
        for who in self.lineup.all() {
            if over {
                self.again[0].iter().for_each(|cell| fight.bodies[who.index()].0[usize::from(*cell) % CELLS] = 0);
            }
        }
    }

    fn rounds_alike(&self) -> Range<u32> {
        let asked = self.programs.reads_round
            || self.policies.uses().any(|used| self.seen[usize::from(used.read.observable)] == Seen::Round);
        let asked = asked
            || self
                .decisions
                .iter()
                .any(|lists| lists.uses().any(|used| self.seen[usize::from(used.read.observable)] == Seen::Round));
        if asked { 0..0 } else { self.lineup.arrivals.rounds_alike(self.rounds_max) }
    }

    fn bytes(&self, fight: &Fight) -> usize {
        size_of::<Fight>() + fight.bodies.len() * (size_of::<Body>() + 2 * size_of::<Slot>())
    }
}

impl Measures for Core {
    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    fn measure(&self, fight: &Fight, sides: Sides, counts: &Counts, ending: Ending, values: &mut [i64]) {
        self.fill_metrics(fight, sides, counts, ending, values);
    }

    fn metrics_of_state(&self) -> usize {
        self.metrics_of_state
    }

    fn counters(&self) -> usize {
        usize::from(measure::OWN_COUNTERS) + self.programs.counters.len()
    }

    fn means(&self, who: Slot) -> Vec<String> {
        let mut means = Vec::new();
        for (action, facts) in self.actions.iter().enumerate() {
            match facts.list {
                Some(_) => means.extend(self.things_for(who, action).iter().map(|thing| thing.name.clone())),
                None => means.push(self.page.actions[action].name.to_owned()),
            }
        }
        means
    }
}

impl Describes for Core {
    fn options(&self, fight: &Fight, who: Slot) -> Vec<Offer> {
        self.options_of(fight, who)
    }

    fn main_decision(&self) -> &'static str {
        "action"
    }

    fn stand(&self, fight: &Fight, who: Slot) -> Stand {
        let less = |cell: u8| fight.cell(i64::from(who.0), cell) < self.morning[who.index()].0[usize::from(cell)].into();
        match () {
            () if fight.dead.has(who) => Stand::Dead,
            () if fight.out.has(who) => Stand::Down,
            () if !fight.there.has(who) => Stand::Away,
            () => Stand::fighting(self.health.is_some_and(less)),
        }
    }

    fn profiles(&self) -> Vec<Profile> {
        self.lineup.all().map(|who| self.profile(who)).collect()
    }

    fn parameters(&self, question: &str, about: &About) -> Result<Parameters, String> {
        self.taken(question, about)
    }
}

impl Peek for Core {
    fn peek(&self, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
        if let Some(cell) = self.page.states.iter().position(|state| state.name == name) {
            return Some(fight.cell(i64::from(who.0), cell as u8));
        }
        if let Some(status) = self.page.statuses.iter().position(|status| status.name == name) {
            let value = fight.cell(i64::from(who.0), (self.first_status() + status) as u8);
            return Some(if value == i64::from(FOR_GOOD) { -1 } else { value });
        }
        if let Some(value) = self.page.values.iter().position(|value| value.name == name) {
            return Some(self.asked(fight, self.programs.values[value], who));
        }
        match (name, &self.ground) {
            ("x", Some(ground)) => return Some(ground.at(fight, who).x.into()),
            ("y", Some(ground)) => return Some(ground.at(fight, who).y.into()),
            _ => {}
        }
        match name {
            "out" => Some(i64::from(fight.out.has(who))),
            "dead" => Some(i64::from(fight.dead.has(who))),
            _ => None,
        }
    }
}
