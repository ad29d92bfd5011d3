//! A page of rules as it is understood: every declaration with its kind, its limits and its place in the file.
//!
//! Owns the reading of declarations; statements and expressions are still text here, and are compiled for each scenario by
//! [`compile`](mod@super::compile). Start at [`Page::read`].

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use schemars::generate::SchemaSettings;
use serde_json::{Value as Json, json};

use super::dice::Packed;
use super::intern;
use super::state::COUNTED_ACTIONS;
use super::text::{
    ActionText, Any, ArenaText, ChoiceText, DecisionText, EventText, HazardText, OnText, OrderText, Ordered, PageText,
    RestText, RoutineText, RulingText, StatusText, TableText, TurnText,
};
use frame::error::{Failure, nearest};
use frame::policy::statement;
use frame::policy::{NodeForm, Operator, SyntaxNode, WordList};
use frame::scenario::{Complaints, FAR, Form, Kinds, Raw, ToldPlaces};

/// The most states and statuses of a combatant together.
pub const CELLS: usize = 32;
/// The most of anything else that is declared.
pub const MOST: usize = 200;
/// The most that a hazard takes.
pub const TAKES_MOST: usize = 16;

/// The kind of a declared value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A whole number within limits.
    Number {
        /// The least.
        from: i64,
        /// The most.
        to: i64,
    },
    /// True or false.
    Truth,
    /// A word of the list of this number.
    Word(usize),
    /// Dice.
    Dice,
    /// Records of the kind of this number.
    List(usize),
    /// A text that no rule reads, such as a name.
    Text,
}

/// A declared value: of the book, of a combatant, of a record, of a hazard.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// The kind.
    pub sort: Sort,
    /// The value where nothing is said, as a number; 0 for texts and lists.
    pub usual: i64,
    /// The same as it is written.
    pub written: Json,
    /// Id of the rule.
    pub id: &'static str,
    /// The meaning.
    pub about: String,
}

/// A kind of record.
#[derive(Clone, Debug)]
pub struct Record {
    /// The name: `weapon`.
    pub name: &'static str,
    /// The keys.
    pub fields: Vec<Field>,
}

/// The time at which a state begins anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// Only when a day begins.
    Day,
    /// When a fight begins.
    Fight,
    /// When a round begins.
    Round,
    /// When one's turn begins.
    Turn,
}

/// A state: something about a combatant that changes.
#[derive(Clone, Debug)]
pub struct State {
    /// The name.
    pub name: &'static str,
    /// The kind: a number, a truth or a word.
    pub sort: Sort,
    /// The expression of the value with which it begins.
    pub begins: String,
    /// The expression of its least value; none where it has none.
    pub from: Option<String>,
    /// The expression of its greatest value.
    pub to: Option<String>,
    /// The time at which it begins anew.
    pub again: Again,
    /// Id of the rule.
    pub id: &'static str,
    /// The meaning.
    pub about: String,
}

/// A value that follows from others.
#[derive(Clone, Debug)]
pub struct Value {
    /// The name.
    pub name: &'static str,
    /// The expression.
    pub is: String,
    /// Id of the rule.
    pub id: &'static str,
    /// The meaning.
    pub about: String,
}

/// A declaration with its name.
#[derive(Clone, Debug)]
pub struct Named<T> {
    /// The name.
    pub name: &'static str,
    /// What is declared.
    pub text: T,
}

/// A page of rules.
#[derive(Debug)]
pub struct Page {
    /// The short name of the game.
    pub rules: &'static str,
    /// One line on it.
    pub title: String,
    /// Numbers.
    pub book: Vec<Field>,
    /// Switches.
    pub rulings: Vec<Named<RulingText>>,
    /// The keys of a combatant.
    pub stats: Vec<Field>,
    /// Kinds of records.
    pub records: Vec<Record>,
    /// States.
    pub states: Vec<State>,
    /// Statuses.
    pub statuses: Vec<Named<StatusText>>,
    /// Values.
    pub values: Vec<Value>,
    /// Ways to choose a combatant.
    pub choices: Vec<Named<ChoiceText>>,
    /// The place of fights.
    pub arena: Option<ArenaText>,
    /// The order.
    pub order: OrderText,
    /// The turn.
    pub turn: TurnText,
    /// Actions.
    pub actions: Vec<Named<ActionText>>,
    /// Routines.
    pub routines: Vec<Named<RoutineText>>,
    /// Events.
    pub events: Vec<Named<EventText>>,
    /// Decisions.
    pub decisions: Vec<Named<DecisionText>>,
    /// Rests.
    pub rests: Vec<Named<RestText>>,
    /// Hazards.
    pub hazards: Vec<Named<HazardText>>,
    /// What each hazard takes.
    pub hazard_fields: Vec<Vec<Field>>,
    /// Tables.
    pub tables: Vec<Named<TableText>>,
    /// Lists of words: of statuses first, then those that declarations bring.
    pub words: Vec<WordList>,
    /// The list of words of each ruling.
    pub ruling_words: Vec<usize>,
    /// The places of everything in the file.
    pub told: ToldPlaces,
}

/// Events that happen by themselves.
pub const EVENTS: [&str; 6] = ["fight_begins", "round_begins", "turn_begins", "turn_ends", "round_ends", "fight_ends"];

/// The list of the words of statuses.
pub const STATUSES: usize = 0;

/// Names that mean something of their own in expressions and statements.
pub const RESERVED: [&str; 24] = [
    "self",
    "target",
    "it",
    "book",
    "rulings",
    "round",
    "allies",
    "enemies",
    "everybody",
    "friends",
    "has",
    "min",
    "max",
    "abs",
    "if",
    "count",
    "any",
    "all",
    "sum",
    "and",
    "or",
    "not",
    "true",
    "false",
];

/// What is known of combatants where there is an arena.
pub const OF_PLACES: [&str; 4] = ["distance", "covered", "in_sight", "at"];

/// Tables of the book of every page: what can be taken out of its rules, by what it is.
pub const PARTS: [&str; 3] = ["statuses", "actions", "parts"];

/// The keys of a number, a truth, a word, dice or a list: in the book, of a combatant, of a record, of a hazard.
pub const FIELD_KEYS: [(&str, &str); 7] = [
    ("is", "The value where nothing is said: a whole number, `true` or `false`, dice, a word."),
    ("from", "The least that a scenario can say."),
    ("to", "The most that a scenario can say."),
    ("options", "The words between which it chooses, where it is a word."),
    ("list", "In `stat`: the kind of record of which it is a list."),
    ("id", "Id of the rule."),
    ("about", "The meaning."),
];

/// The keys of a state.
pub const STATE_KEYS: [(&str, &str); 7] = [
    ("begins", "What it begins with: a number, `true` or `false`, a word of `options`, or an expression."),
    ("from", "The least that it can be: a number or an expression. What goes below stays there."),
    ("to", "The most that it can be."),
    ("again", "When it begins anew: `day` (the default), `fight`, `round`, `turn` (one's own)."),
    ("options", "The words that it can be, where it is a word."),
    ("id", "Id of the rule."),
    ("about", "The meaning."),
];

/// The keys of a value.
pub const VALUE_KEYS: [(&str, &str); 3] = [("is", "The expression."), ("id", "Id of the rule."), ("about", "The meaning.")];

/// The keys that every combatant has.
pub const OF_COMBATANTS: [&str; 5] = ["name", "count", "like", "policy", "arrives"];

impl Page {
    /// Reads the page in a file, with those that it includes.
    ///
    /// # Errors
    /// Everything that is wrong with it, as far as that is seen without its statements.
    pub fn read(root: Option<&Path>, path: &Path) -> Result<Arc<Page>, Failure> {
        Page::of(&Raw::read_below(root, path, &[], &[])?)
    }

    /// The choice of a target where no line of a policy makes one.
    pub fn usual_target(&self) -> &str {
        self.turn.target.as_deref().unwrap_or("random")
    }

    /// Reads the page in a text, as if it were in a file of this name.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_text(name: &str, text: &str) -> Result<Arc<Page>, Failure> {
        Page::of(&Raw::from_text(name, text, &[]))
    }

    /// Reads the page of files that have been read.
    fn of(raw: &Raw) -> Result<Arc<Page>, Failure> {
        let mut found = None;
        let look = |text: &PageText, complaints: &mut Complaints| {
            Reading { complaints, words: Vec::new() }.page(text);
        };
        let (text, told) = raw.read_by::<PageText>(form(), look)?;
        let mut complaints = Complaints::default();
        let read = Reading { complaints: &mut complaints, words: Vec::new() }.page(&text);
        if complaints.any_error() {
            return Err(Failure::Scenario(told.problems(complaints)));
        }
        let make = found.insert(read);
        let Parts { book, rulings, stats, records, states, values, hazard_fields, words, ruling_words } = std::mem::take(make);
        let page = Page {
            rules: intern::name(&text.rules),
            title: text.title,
            book,
            rulings,
            stats,
            records,
            states,
            statuses: named(text.status),
            values,
            choices: named(text.choice),
            arena: text.arena,
            order: text.order,
            turn: text.turn,
            actions: named(text.action),
            routines: named(text.routine),
            events: named(text.on),
            decisions: named(text.decision),
            rests: named(text.rest),
            hazards: named(text.hazard),
            hazard_fields,
            tables: named(text.table),
            words,
            ruling_words,
            told,
        };
        Ok(Arc::new(page))
    }
}

/// Declarations with their names.
fn named<T>(entries: Ordered<T>) -> Vec<Named<T>> {
    entries.0.into_iter().map(|(name, text)| Named { name: intern::name(&name), text }).collect()
}

/// The JSON schema of pages of rules.
#[must_use]
pub fn schema() -> Json {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<PageText>().to_value();
    schema["title"] = json!("A page of rules for sparring");
    schema
}

/// The form of pages of rules.
fn form() -> &'static Form {
    static FORM: std::sync::OnceLock<Form> = std::sync::OnceLock::new();
    const SECTIONS: &[&str] = &[
        "book", "rulings", "stat", "record", "state", "status", "value", "choice", "arena", "order", "turn", "action",
        "routine", "on", "decision", "rest", "hazard", "table",
    ];
    let kinds = Kinds {
        sections: SECTIONS,
        merged: SECTIONS,
        labels: &["format"],
        unheard: &["rules", "title", "about"],
        patched: &[],
    };
    FORM.get_or_init(|| Form::new(schema(), Json::Null).with_kinds(kinds))
}

/// The declarations that are read by hand.
#[derive(Default)]
struct Parts {
    book: Vec<Field>,
    rulings: Vec<Named<RulingText>>,
    stats: Vec<Field>,
    records: Vec<Record>,
    states: Vec<State>,
    values: Vec<Value>,
    hazard_fields: Vec<Vec<Field>>,
    words: Vec<WordList>,
    ruling_words: Vec<usize>,
}

struct Reading<'c> {
    complaints: &'c mut Complaints,
    words: Vec<WordList>,
}

/// A declaration in its long form.
struct Long<'j> {
    is: Option<&'j Json>,
    table: Option<&'j serde_json::Map<String, Json>>,
}

impl<'j> Long<'j> {
    fn get(&self, key: &str) -> Option<&'j Json> {
        self.table.and_then(|table| table.get(key))
    }

    fn text(&self, key: &str) -> &'j str {
        self.get(key).and_then(Json::as_str).unwrap_or_default()
    }
}

impl Reading<'_> {
    /// Reads all declarations.
    fn page(mut self, text: &PageText) -> Parts {
        if let Some(letter) = text.rules.chars().find(|letter| !(letter.is_alphanumeric() || "-_".contains(*letter))) {
            let complaint = self.complaints.error("rules", format!("`{letter}` cannot stand in the short name of a game"));
            complaint.help("folders are named by it: it has letters, digits, `-` and `_`");
        }
        self.words.push(WordList::new("status", text.status.0.iter().map(|(name, _)| name.clone())));
        let mut parts = Parts { book: self.fields("book", &text.book, &[]), ..Parts::default() };
        for (name, ruling) in &text.rulings.0 {
            self.name(name, &format!("rulings.{name}"), false);
            parts.ruling_words.push(self.words.len());
            self.words.push(WordList::new(intern::name(name), ruling.options.iter().cloned()));
            if let Some(is) = ruling.is.as_ref().filter(|is| !ruling.options.contains(is)) {
                let known = ruling.options.iter().map(String::as_str);
                self.complaints.error(format!("rulings.{name}.is"), format!("`{is}` is none of the options")).near(is, known);
            }
            parts.rulings.push(Named { name: intern::name(name), text: ruling.clone() });
        }
        let kinds: Vec<&str> = text.record.0.iter().map(|(name, _)| name.as_str()).collect();
        for (name, fields) in &text.record.0 {
            self.name(name, &format!("record.{name}"), true);
            let fields = self.fields(&format!("record.{name}"), fields, &[]);
            parts.records.push(Record { name: intern::name(name), fields });
        }
        parts.stats = self.fields("stat", &text.stat, &kinds);
        for (name, any) in &text.state.0 {
            let path = format!("state.{name}");
            self.name(name, &path, true);
            parts.states.extend(self.state(name, &any.0, &path));
        }
        for (name, any) in &text.value.0 {
            let path = format!("value.{name}");
            self.name(name, &path, true);
            parts.values.extend(self.value(name, &any.0, &path));
        }
        for (name, hazard) in &text.hazard.0 {
            self.name(name, &format!("hazard.{name}"), false);
            let fields = self.fields(&format!("hazard.{name}.takes"), &hazard.takes, &[]);
            parts.hazard_fields.push(fields);
        }
        self.twins(text);
        self.taken(text);
        self.others(text, &kinds, &parts);
        parts.words = self.words;
        parts
    }

    /// Reports a name that cannot be one.
    fn name(&mut self, name: &str, path: &str, bare: bool) {
        let plain = name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
            && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        if !plain {
            let complaint = self.complaints.error(path, format!("`{name}` cannot be a name in expressions"));
            complaint.help("a name has letters, digits and `_`, and begins with a letter");
        } else if bare && RESERVED.contains(&name) {
            let complaint = self.complaints.error(path, format!("`{name}` means something else in expressions"));
            complaint.help(format!("give it another name, such as `{name}_`"));
        }
    }

    /// Reports names that mean two things.
    fn twins(&mut self, text: &PageText) {
        let mut known: Vec<(&str, &str)> = Vec::new();
        let names = text.stat.0.iter().map(|(name, _)| ("stat", name));
        let names = names.chain(text.state.0.iter().map(|(name, _)| ("state", name)));
        let names = names.chain(text.value.0.iter().map(|(name, _)| ("value", name)));
        for (section, name) in names {
            if let Some((other, _)) = known.iter().find(|(_, known)| known == name) {
                let complaint = self.complaints.error(format!("{section}.{name}"), format!("`{name}` is a {other} already"));
                complaint.help("what can be asked of a combatant has one meaning: give one of them another name");
            }
            known.push((section, name));
        }
        if text.arena.is_some() {
            for (section, name) in known.iter().filter(|(_, name)| OF_PLACES.contains(name)) {
                let complaint =
                    self.complaints.error(format!("{section}.{name}"), format!("`{name}` is known already: there is an arena"));
                complaint.help("give it another name");
            }
        }
        let both = text.status.0.iter().map(|(name, _)| name).filter(|name| OF_PLACES.contains(&name.as_str()));
        for name in both.filter(|_| text.arena.is_some()) {
            let warning = self.complaints.warning(format!("status.{name}"), format!("`{name}` is known of places too"));
            warning.help(format!(
                "`has({name})` is this status, `{name}` alone asks where somebody stands; another name is clearer"
            ));
        }
        let count = text.state.0.len() + text.status.0.len() + usize::from(text.arena.is_some());
        if count > CELLS {
            let complaint = self.complaints.error("state", format!("{count} states and statuses are too many"));
            complaint.help(format!("at most {CELLS} together"));
        }
    }

    /// Reports references to what is not declared.
    fn others(&mut self, text: &PageText, kinds: &[&str], parts: &Parts) {
        if text.action.0.is_empty() {
            self.complaints
                .error("turn", "there is no action: nobody can do anything")
                .help("add `[action.strike]` with `do = \"..\"`");
        }
        for (name, action) in &text.action.0 {
            self.name(name, &format!("action.{name}"), false);
            if let Some(with) = action.with.as_ref().filter(|with| !kinds.contains(&with.as_str())) {
                let path = format!("action.{name}.with");
                let complaint = self.complaints.unknown(path, "record", with);
                complaint.near(with, kinds.iter().copied());
                complaint.help(format!("declare it: `[record.{with}]`"));
            }
            if let Some(with) = action.with.as_deref() {
                let had = parts.stats.iter().any(|stat| match stat.sort {
                    Sort::List(kind) => parts.records.get(kind).is_some_and(|record| record.name == with),
                    _ => false,
                });
                if !had && kinds.contains(&with) {
                    let path = format!("action.{name}.with");
                    let complaint = self.complaints.error(path, format!("no combatant can have a {with}"));
                    complaint.help(format!("add to `[stat]`: `{with}s = {{ list = \"{with}\" }}`"));
                }
            }
            if action.on.read().is_none() {
                let complaint =
                    self.complaints.error(format!("action.{name}.on"), format!("nobody is meant by `{}`", action.on.0));
                let words = OnText::words();
                complaint.near(&action.on.0, words.iter().map(String::as_str));
                complaint
                    .help(format!("allowed: {}", words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")));
            }
            if action.cost.is_some() && text.turn.pool.is_none() {
                let complaint = self.complaints.error(format!("action.{name}.cost"), "there is nothing that this is paid from");
                complaint.help("name a state as `pool` of `[turn]`");
            }
        }
        if let Some(pool) = text.turn.pool.as_ref().filter(|pool| !text.state.0.iter().any(|(name, _)| name == *pool)) {
            let known = text.state.0.iter().map(|(name, _)| name.as_str());
            let complaint = self.complaints.unknown("turn.pool", "state", pool);
            complaint.near(pool, known);
            complaint.help(format!("declare it in `[state]`: `{pool} = {{ begins = 3, from = 0, again = \"turn\" }}`"));
        }
        if text.turn.pool.is_some() && text.turn.actions.is_some() {
            let complaint = self.complaints.error("turn.actions", "a turn has either a number of actions or a pool");
            complaint.help("leave one of them out");
        }
        if let Some(target) = &text.turn.target {
            let known: Vec<&str> = text.choice.0.iter().map(|(name, _)| name.as_str()).chain(["first", "random"]).collect();
            if !known.contains(&target.as_str()) {
                let message = format!("there is no way to choose called `{target}`");
                self.complaints.error("turn.target", message).near(target, known);
            }
        }
        for (name, choice) in &text.choice.0 {
            if choice.least.is_some() == choice.most.is_some() {
                let complaint =
                    self.complaints.error(format!("choice.{name}"), "somebody is chosen by exactly one of `least` and `most`");
                complaint.help("for example `least = \"it.hp\"`");
            }
        }
        for (name, _) in &text.on.0 {
            self.name(name, &format!("on.{name}"), false);
        }
        for (name, table) in &text.table.0 {
            self.name(name, &format!("table.{name}"), true);
            let width = table.columns.len().max(1) + 1;
            if let Some(index) = table.rows.iter().position(|row| row.len() != width) {
                let complaint = self.complaints.error(
                    format!("table.{name}.rows[{index}]"),
                    format!("a row of this table has {width} numbers, and here are {}", table.rows[index].len()),
                );
                complaint.help(if table.columns.is_empty() {
                    "write `[from, result]`; a table of two numbers has `columns`".to_owned()
                } else {
                    "write from which number on it holds, then a result for each of `columns`".to_owned()
                });
            }
            if !table.columns.is_sorted() {
                let complaint = self.complaints.error(format!("table.{name}.columns"), "the columns are not in their order");
                complaint.help("each number is larger than the one before");
            }
            if !table.rows.is_sorted_by_key(|row| row.first()) {
                let complaint = self.complaints.error(format!("table.{name}.rows"), "the rows are not in their order");
                complaint.help("the first number of each row is larger than that of the row before");
            }
        }
        self.limits(text);
    }

    /// Reports declarations for which there is no room.
    fn limits(&mut self, text: &PageText) {
        let sections = [
            ("book", text.book.0.len()),
            ("rulings", text.rulings.0.len()),
            ("stat", text.stat.0.len()),
            ("record", text.record.0.len()),
            ("value", text.value.0.len()),
            ("choice", text.choice.0.len()),
            ("action", text.action.0.len()),
            ("routine", text.routine.0.len()),
            ("on", text.on.0.len()),
            ("decision", text.decision.0.len()),
            ("rest", text.rest.0.len()),
            ("hazard", text.hazard.0.len()),
            ("table", text.table.0.len()),
        ];
        let records = text.record.0.iter().map(|(name, fields)| (format!("record.{name}"), fields.0.len(), MOST));
        let hazards =
            text.hazard.0.iter().map(|(name, hazard)| (format!("hazard.{name}.takes"), hazard.takes.0.len(), TAKES_MOST));
        let sections = sections.into_iter().map(|(name, count)| (name.to_owned(), count, MOST));
        for (path, count, most) in sections.chain(records).chain(hazards).filter(|(_, count, most)| count > most) {
            self.complaints.error(path, format!("these are too many: {count}")).help(format!("at most {most}"));
        }
        let counted = text.action.0.iter().filter(|(_, action)| action.per_turn.is_some());
        if let Some((name, _)) = counted.clone().nth(COUNTED_ACTIONS) {
            let message = format!("{} actions are counted by turn", counted.count());
            let complaint = self.complaints.error(format!("action.{name}.per_turn"), message);
            complaint
                .help(format!("at most {COUNTED_ACTIONS}: leave `per_turn` out where a cost or a condition says the same"));
        }
    }

    /// Reports numbers of the book that are called as its own tables are.
    fn taken(&mut self, text: &PageText) {
        for (name, _) in text.book.0.iter().filter(|(name, _)| PARTS.contains(&name.as_str())) {
            let complaint = self.complaints.error(format!("book.{name}"), format!("every book has a table `{name}`"));
            complaint.help(format!("give it another name, such as `{name}_`"));
        }
    }

    /// Reads the declarations of values of a table.
    fn fields(&mut self, path: &str, entries: &Ordered<Any>, lists: &[&str]) -> Vec<Field> {
        let mut fields = Vec::new();
        for (name, any) in &entries.0 {
            let path = format!("{path}.{name}");
            self.name(name, &path, path.starts_with("stat."));
            if path.starts_with("stat.") && OF_COMBATANTS.contains(&name.as_str()) {
                let complaint = self.complaints.error(path.as_str(), format!("every combatant has a `{name}` already"));
                complaint.help("leave it out, or give it another name");
            }
            fields.extend(self.field(name, &any.0, &path, lists));
        }
        fields
    }

    /// The long form of a declaration, with unknown keys reported.
    fn long<'j>(&mut self, json: &'j Json, path: &str, keys: &[(&str, &str)]) -> Long<'j> {
        let Json::Object(table) = json else { return Long { is: Some(json), table: None } };
        let keys: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
        for key in table.keys().filter(|key| !keys.contains(&key.as_str())) {
            let complaint = self.complaints.error(format!("{path}.{key}"), format!("unknown key `{key}`"));
            if let Some(near) = nearest(key, keys.iter().copied()) {
                complaint.help(format!("did you mean `{near}`?"));
            }
            complaint.help(format!("allowed: {}", keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")));
        }
        for key in ["id", "about"] {
            if table.get(key).is_some_and(|value| !value.is_string()) {
                self.complaints.error(format!("{path}.{key}"), format!("`{key}` must be a text in quotes"));
            }
        }
        Long { is: table.get("is"), table: Some(table) }
    }

    /// Reads the declaration of a value.
    fn field(&mut self, name: &str, json: &Json, path: &str, lists: &[&str]) -> Option<Field> {
        let long = self.long(json, path, &FIELD_KEYS);
        let field = |sort, usual, written: Json| {
            let (id, about) = (intern::name(long.text("id")), long.text("about").to_owned());
            Some(Field { name: intern::name(name), sort, usual, written, id, about })
        };
        if let Some(list) = long.get("list") {
            let kind = list.as_str().unwrap_or_default();
            if let Some(index) = lists.iter().position(|known| *known == kind) {
                return field(Sort::List(index), 0, json!([]));
            }
            let complaint = self.complaints.unknown(format!("{path}.list"), "record", kind);
            complaint.near(kind, lists.iter().copied()).help(format!("declare it: `[record.{kind}]`"));
            return None;
        }
        let Some(is) = long.is else {
            let complaint = self.complaints.error(path, format!("nothing is said of what `{name}` is"));
            complaint.help("write the value that holds where nothing else is said: `is = 10`");
            return None;
        };
        match is {
            Json::Bool(truth) => field(Sort::Truth, i64::from(*truth), is.clone()),
            Json::Number(number) if number.is_i64() => {
                let limit = |key: &str, usual: i64| long.get(key).and_then(Json::as_i64).unwrap_or(usual);
                let (from, to) = (limit("from", -FAR), limit("to", FAR));
                let number = number.as_i64().unwrap_or_default();
                for key in ["from", "to"] {
                    if long.get(key).is_some_and(|limit| !limit.is_i64()) {
                        self.complaints.error(format!("{path}.{key}"), "a limit is a whole number");
                    }
                }
                if !(from..=to).contains(&number) {
                    let complaint = self.complaints.error(path, format!("{number} is not from {from} to {to}"));
                    complaint.help("the usual value has to lie within its own limits");
                }
                field(Sort::Number { from, to }, number, is.clone())
            }
            Json::String(text) => {
                if let Some(options) = long.get("options") {
                    let words: Vec<String> =
                        options.as_array().into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect();
                    let Some(index) = words.iter().position(|word| word == text) else {
                        let complaint = self.complaints.error(path, format!("`{text}` is none of the options"));
                        complaint.near(text, words.iter().map(String::as_str));
                        return None;
                    };
                    self.words.push(WordList::new(intern::name(name), words));
                    return field(Sort::Word(self.words.len() - 1), index as i64, is.clone());
                }
                match Packed::read(text) {
                    Ok(dice) => field(Sort::Dice, dice.packed(), is.clone()),
                    // What begins with a digit was meant for dice.
                    Err(_) if path.starts_with("record.") && !text.starts_with(|letter: char| letter.is_ascii_digit()) => {
                        field(Sort::Text, 0, is.clone())
                    }
                    Err(reason) => {
                        self.complaints.error(path, reason).help("for a choice between words add `options = [\"a\", \"b\"]`");
                        None
                    }
                }
            }
            _ => {
                self.complaints.error(path, format!("`{name}` is neither a whole number nor a truth nor dice nor a word"));
                None
            }
        }
    }

    /// Reads a state.
    fn state(&mut self, name: &str, json: &Json, path: &str) -> Option<State> {
        let long = self.long(json, path, &STATE_KEYS);
        let begins = match long.table {
            Some(_) => long.get("begins"),
            None => long.is,
        };
        let Some(begins) = begins else {
            let complaint = self.complaints.error(path, format!("nothing is said of how `{name}` begins"));
            complaint.help("write its first value: `begins = 0`, or an expression: `begins = \"hp_max\"`");
            return None;
        };
        let mut sort = if begins.is_boolean() { Sort::Truth } else { Sort::Number { from: 0, to: 0 } };
        let mut begins = expression(begins);
        if let Some(options) = long.get("options") {
            let words: Vec<String> =
                options.as_array().into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect();
            match words.iter().position(|word| *word == begins) {
                Some(index) => begins = index.to_string(),
                None => {
                    let complaint =
                        self.complaints.error(format!("{path}.begins"), format!("`{begins}` is none of the options"));
                    complaint.near(&begins, words.iter().map(String::as_str));
                }
            }
            self.words.push(WordList::new(intern::name(name), words));
            sort = Sort::Word(self.words.len() - 1);
        }
        let limit = |key: &str| long.get(key).map(expression);
        let again = match long.text("again") {
            "" | "day" => Again::Day,
            "fight" => Again::Fight,
            "round" => Again::Round,
            "turn" => Again::Turn,
            other => {
                let complaint = self.complaints.error(format!("{path}.again"), format!("nothing begins anew with `{other}`"));
                complaint.near(other, ["day", "fight", "round", "turn"]).help("allowed: `day`, `fight`, `round`, `turn`");
                Again::Day
            }
        };
        let (from, to) = (limit("from"), limit("to"));
        let (id, about) = (intern::name(long.text("id")), long.text("about").to_owned());
        Some(State { name: intern::name(name), sort, begins, from, to, again, id, about })
    }

    /// Reads a value that follows from others.
    fn value(&mut self, name: &str, json: &Json, path: &str) -> Option<Value> {
        let long = self.long(json, path, &VALUE_KEYS);
        let Some(is) = long.is else {
            self.complaints.error(path, format!("nothing is said of what `{name}` is")).help("write `is = \"armor + shield\"`");
            return None;
        };
        let (id, about) = (intern::name(long.text("id")), long.text("about").to_owned());
        Some(Value { name: intern::name(name), is: expression(is), id, about })
    }
}

/// A number, a truth or a text as the text of an expression.
pub fn expression(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl Value {
    /// The terms of which it is the sum, each with its place in the text; none where it is no sum.
    #[must_use]
    pub fn parts(&self) -> Vec<Range<usize>> {
        let (Some(node), _) = statement::expression(&self.is) else { return Vec::new() };
        let mut parts = Vec::new();
        terms(&node, &mut parts);
        if parts.len() < 2 { Vec::new() } else { parts }
    }

    /// Its expression without some of its parts, each of them a 0.
    #[must_use]
    pub fn without(&self, kept: &[bool]) -> String {
        let mut text = self.is.clone();
        for (part, _) in self.parts().into_iter().zip(kept).filter(|(_, kept)| !**kept) {
            let nothing = format!("{:<1$}", "0", part.len());
            text.replace_range(part, &nothing);
        }
        text
    }
}

/// The terms of a sum.
fn terms(node: &SyntaxNode, parts: &mut Vec<Range<usize>>) {
    match &node.form {
        NodeForm::Binary(Operator::Add | Operator::Subtract, left, right) => {
            terms(left, parts);
            parts.push(right.span.clone());
        }
        _ => parts.push(node.span.clone()),
    }
}
