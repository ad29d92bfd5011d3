//! The words of a scenario that plays by a page: its types, which take whatever the page says, and its form, which says what that
//! is.
//!
//! Owns the JSON schema of such scenarios. Start at [`scenario_form`].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value as Json, json};

use super::Own;
use super::intern;
use super::page::{Field, Page, Sort};
use super::text::ArenaKind;
use frame::policy::{LineText, SelectorText, Slipping, SlipsText};
use frame::scenario::{Combatant, DICE_AND_SUMS, Form, schema};

/// Tables of a scenario whose keys are those of a page.
macro_rules! tables {
    ($($(#[doc = $about:literal])+ $table:ident;)*) => { $(
        $(#[doc = $about])+
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $table(pub Map<String, Json>);

        impl JsonSchema for $table {
            fn schema_name() -> Cow<'static, str> {
                stringify!($table).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "object", "additionalProperties": false })
            }
        }
    )* };
}

tables! {
    /// The numbers of the rules.
    Book;
    /// The switches of the rules.
    Rulings;
    /// A combatant.
    Sheet;
    /// A hazard.
    Hazard;
    /// The place of fights.
    Arena;
}

impl Combatant for Sheet {
    fn name(&self) -> &str {
        self.0.get("name").and_then(Json::as_str).unwrap_or_default()
    }

    fn count(&self) -> Option<u32> {
        self.0.get("count").and_then(Json::as_u64).map(|count| count as u32)
    }

    fn policy(&self) -> Option<&str> {
        self.0.get("policy").and_then(Json::as_str)
    }

    fn arrives(&self) -> Option<u16> {
        self.0.get("arrives").and_then(Json::as_u64).map(|round| round as u16)
    }
}

/// A kind of rest, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rest(pub &'static str);

impl Serialize for Rest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Rest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Rest(intern::name(&String::deserialize(deserializer)?)))
    }
}

impl JsonSchema for Rest {
    fn schema_name() -> Cow<'static, str> {
        "Rest".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// A line of a policy.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// What is done.
    #[serde(rename = "do", default, skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// What it is done with, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// A way to choose the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The one with the smallest value of this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<String>,
    /// The one with the largest value of this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<String>,
    /// Only those of whom this is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub among: Option<String>,
    /// The condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// The policy whose lines stand here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub include: Option<String>,
}

impl Line {
    /// The choice of its target, if it says one.
    pub fn selector(&self) -> Option<SelectorText> {
        let Line { at, least, most, among, .. } = self.clone();
        let said = at.is_some() || least.is_some() || most.is_some() || among.is_some();
        said.then_some(SelectorText { at, least, most, among, when: None, include: None })
    }
}

impl LineText for Line {
    fn when(&self) -> Option<&str> {
        self.when.as_deref()
    }

    fn include(&self) -> Option<&str> {
        self.include.as_deref()
    }

    fn acts(&self) -> bool {
        self.act.is_some()
    }

    fn summary(&self) -> String {
        let mut words = self.act.clone().unwrap_or_default();
        if let Some(with) = &self.with {
            words += &format!(" with {with}");
        }
        if let Some(selector) = self.selector() {
            words += &format!(", {}", selector.summary());
        }
        words
    }

    fn asks_of_candidates(&self) -> Vec<(&'static str, &str)> {
        let texts = [("least", &self.least), ("most", &self.most), ("among", &self.among)];
        texts.into_iter().filter_map(|(key, text)| Some((key, text.as_deref()?))).collect()
    }
}

/// A policy: lists of lines by what they decide.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Policy {
    /// The lists.
    #[serde(flatten)]
    pub lists: BTreeMap<String, Vec<Line>>,
    /// The chance with which a decision is taken at random among what is legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slips: Option<f64>,
    /// The decisions in which that happens; none for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slips_in: Vec<String>,
}

impl Policy {
    /// The lines of a decision.
    pub fn lines(&self, decision: &str) -> &[Line] {
        self.lists.get(decision).map_or(&[], Vec::as_slice)
    }
}

impl Slipping for Policy {
    fn slips(&self) -> SlipsText<'_> {
        SlipsText { chance: self.slips, within: &self.slips_in }
    }
}

impl JsonSchema for Policy {
    fn schema_name() -> Cow<'static, str> {
        "Policy".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "additionalProperties": false })
    }
}

/// The form of the scenarios that play by a page. `name` is what they say for `system`. It is made once for each text of a page.
pub fn scenario_form(page: &Page, name: &str) -> &'static Form {
    type Known = Mutex<BTreeMap<String, &'static Form>>;
    static KNOWN: std::sync::OnceLock<Known> = std::sync::OnceLock::new();
    let schema = scenario_schema(page, name);
    let mut known = KNOWN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let key = schema.to_string();
    known.entry(key).or_insert_with(|| Box::leak(Box::new(Form::new(schema, published(page)))))
}

/// The values of whatever a scenario may leave out.
fn published(page: &Page) -> Json {
    let book: Map<String, Json> = page.book.iter().map(|field| (field.name.to_owned(), field.written.clone())).collect();
    let rulings = page.rulings.iter().map(|ruling| (ruling.name.to_owned(), json!(usual(&ruling.text))));
    let mut book = book;
    for (name, properties) in parts(page) {
        book.insert(name.to_owned(), defaults(&properties));
    }
    json!({ "book": book, "rulings": rulings.collect::<Map<String, Json>>() })
}

/// What can be taken out of the rules of a page: the tables of its book that say so, each with its keys.
fn parts(page: &Page) -> Vec<(&'static str, Map<String, Json>)> {
    let flag = |about: String| json!({ "type": "boolean", "description": about, "default": true });
    let of = |name: &str, about: &str| if about.is_empty() { name.replace('_', " ") } else { about.to_owned() };
    let statuses = page.statuses.iter().map(|status| {
        let about = described(&format!("A combatant can be so: {}.", of(status.name, &status.text.about)), &status.text.id);
        (status.name.to_owned(), flag(about))
    });
    let actions = page.actions.iter().map(|action| {
        let about = described(&format!("This can be done: {}.", of(action.name, &action.text.about)), &action.text.id);
        (action.name.to_owned(), flag(about))
    });
    let values = page.values.iter().filter_map(|value| {
        let parts = value.parts();
        let part = |(index, part): (usize, std::ops::Range<usize>)| {
            let about = described(&format!("`{}` counts.", &value.is[part]), value.id);
            (format!("part{}", index + 1), flag(about))
        };
        let keys: Map<String, Json> = parts.into_iter().enumerate().map(part).collect();
        let default = defaults(&keys);
        let table = json!({
            "type": "object",
            "description": format!("The parts of `{}`.", value.name),
            "additionalProperties": false,
            "properties": keys,
            "default": default,
        });
        (!keys_of(&table).is_empty()).then(|| (value.name.to_owned(), table))
    });
    let [of_statuses, of_actions, of_values] = super::page::PARTS;
    let all = [
        (of_statuses, statuses.collect()),
        (of_actions, actions.collect()),
        (of_values, values.collect::<Map<String, Json>>()),
    ];
    all.into_iter().filter(|(_, keys)| !keys.is_empty()).collect()
}

/// The keys of the table that a schema describes.
fn keys_of(schema: &Json) -> Vec<&String> {
    schema["properties"].as_object().into_iter().flat_map(Map::keys).collect()
}

/// The defaults of the keys of a table.
fn defaults(properties: &Map<String, Json>) -> Json {
    properties.iter().map(|(key, schema)| (key.clone(), schema["default"].clone())).collect::<Map<String, Json>>().into()
}

/// The word of a ruling where nothing is said.
pub fn usual(ruling: &super::text::RulingText) -> &str {
    ruling.is.as_deref().or(ruling.options.first().map(String::as_str)).unwrap_or_default()
}

/// The JSON schema of the scenarios that play by a page.
fn scenario_schema(page: &Page, name: &str) -> Json {
    let mut whole = schema::<Own>();
    whole["title"] = json!(format!("A scenario for the rules `{}`", page.rules));
    whole["properties"]["system"]["const"] = json!(name);
    let table = |properties: Map<String, Json>, about: &str| json!({ "type": "object", "description": about, "additionalProperties": false, "properties": properties });
    let defs = &mut whole["$defs"];
    let mut book: Map<String, Json> = page.book.iter().map(|field| property(page, field)).collect();
    for (name, properties) in parts(page) {
        let default = defaults(&properties);
        let mut inner = table(properties, "What can be taken out of the rules.");
        inner["default"] = default;
        book.insert(name.to_owned(), inner);
    }
    defs["Book"] = table(book, "Numbers of the rules.");
    let rulings = page.rulings.iter().map(|ruling| {
        let about = described(&ruling.text.about, &ruling.text.id);
        let options: Vec<Json> =
            ruling.text.options.iter().map(|option| json!({ "type": "string", "const": option })).collect();
        (ruling.name.to_owned(), json!({ "oneOf": options, "description": about, "default": usual(&ruling.text) }))
    });
    defs["Rulings"] = table(rulings.collect(), "Switches of the rules.");
    for record in &page.records {
        let mut properties: Map<String, Json> = record.fields.iter().map(|field| property(page, field)).collect();
        properties.entry("name").or_insert_with(|| json!({ "type": "string", "description": "The name.", "default": "" }));
        defs[format!("a {}", record.name)] = table(properties, &format!("A {}.", record.name));
    }
    defs["Sheet"] = table(sheet(page), "A combatant.");
    defs["Arena"] = table(arena(page), "The place of fights.");
    defs["Policy"] = table(policy(page), "The decisions of a combatant.");
    defs["Rest"] = choice(page.rests.iter().map(|rest| (rest.name, described(&rest.text.about, &rest.text.id))));
    let hazards: Vec<Json> = page
        .hazards
        .iter()
        .zip(&page.hazard_fields)
        .map(|(hazard, fields)| {
            let mut properties = Map::new();
            properties.insert("kind".to_owned(), json!({ "type": "string", "const": hazard.name }));
            properties.extend(fields.iter().map(|field| property(page, field)));
            let about = described(&hazard.text.about, &hazard.text.id);
            json!({ "type": "object", "description": about, "additionalProperties": false, "properties": properties, "required": ["kind"] })
        })
        .collect();
    if !hazards.is_empty() {
        defs["Hazard"] = json!({ "oneOf": hazards });
    }
    whole
}

/// A choice between words, each with its meaning.
fn choice<'a>(words: impl Iterator<Item = (&'a str, String)>) -> Json {
    let words: Vec<Json> =
        words.map(|(word, about)| json!({ "type": "string", "const": word, "description": about })).collect();
    if words.is_empty() { json!({ "type": "string", "enum": [] }) } else { json!({ "oneOf": words }) }
}

/// A meaning with the id of its rule, as it stands in doc comments.
fn described(about: &str, id: &str) -> String {
    if id.is_empty() { about.to_owned() } else { format!("{about} [{id}]") }
}

/// The schema of a declared value.
fn property(page: &Page, field: &Field) -> (String, Json) {
    let about = described(&field.about, field.id);
    let mut schema = match field.sort {
        Sort::Number { from, to } => json!({ "type": "integer", "minimum": from, "maximum": to }),
        Sort::Truth => json!({ "type": "boolean" }),
        Sort::Word(list) => choice(page.words[list].words.iter().map(|word| (word.as_str(), String::new()))),
        Sort::Dice => json!({ "type": "string", "format": DICE_AND_SUMS }),
        Sort::Text => json!({ "type": "string" }),
        Sort::List(kind) => {
            json!({ "type": "array", "items": { "$ref": format!("#/$defs/a {}", page.records[kind].name) }, "maxItems": 50 })
        }
    };
    schema["description"] = json!(about);
    schema["default"] = field.written.clone();
    (field.name.to_owned(), schema)
}

/// The keys of the place of fights.
fn arena(page: &Page) -> Map<String, Json> {
    let mut keys = Map::new();
    let Some(arena) = &page.arena else { return keys };
    let side = |about: &str, usual: u16| json!({ "type": "integer", "minimum": 1, "maximum": 200, "description": about, "default": usual });
    let places =
        |about: &str| json!({ "type": "array", "items": place(page), "maxItems": 10_000, "description": about, "default": [] });
    if arena.kind == ArenaKind::Zones {
        keys.insert("zones".into(), side("Zones in a row.", arena.zones));
        keys.insert("cover".into(), places("Zones with cover: those in one are covered from outside."));
    } else {
        keys.insert("width".into(), side("Columns of the grid.", arena.width));
        keys.insert("height".into(), side("Rows of the grid.", arena.height));
        keys.insert("walls".into(), places("Squares that nobody enters and nobody sees through, `[column, row]` from 0."));
        keys.insert("cover".into(), places("Squares with cover: those on one or behind one are covered."));
    }
    keys
}

/// A place as it is written.
fn place(page: &Page) -> Json {
    let number = json!({ "type": "integer", "minimum": 0, "maximum": 199 });
    match page.arena.as_ref().map(|arena| arena.kind) {
        Some(ArenaKind::Grid) => json!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 }),
        _ => number,
    }
}

/// The keys of a combatant.
fn sheet(page: &Page) -> Map<String, Json> {
    let mut keys = Map::new();
    let optional = |schema: Json, about: &str| {
        let mut schema = schema;
        schema["description"] = json!(about);
        schema["default"] = Json::Null;
        schema
    };
    keys.insert("name".into(), json!({ "type": "string", "description": "The name.", "default": "" }));
    let count = json!({ "type": "integer", "minimum": 0, "maximum": 64 });
    keys.insert("count".into(), optional(count, "The number of combatants like this one."));
    let text = || json!({ "type": "string" });
    keys.insert("like".into(), optional(text(), "The combatant from which everything is taken that does not stand here."));
    keys.insert("policy".into(), optional(text(), "The name of the policy."));
    let round = json!({ "type": "integer", "minimum": 1, "maximum": 10_000 });
    keys.insert(
        "arrives".into(),
        optional(round, "The round at whose beginning it arrives. Default: it is there from the first."),
    );
    if page.arena.is_some() {
        let about = "The places where it begins, one for each of `count`. Default: the sides face each other.";
        let at = json!({ "type": "array", "items": place(page), "maxItems": 64, "description": about, "default": [] });
        keys.insert("at".into(), at);
    }
    keys.extend(page.stats.iter().map(|field| property(page, field)));
    keys
}

/// The lists of a policy.
fn policy(page: &Page) -> Map<String, Json> {
    let text = |about: &str| json!({ "type": "string", "description": about, "default": null });
    let line = |act: Json, more: &[(&str, &str)]| {
        let mut properties = Map::new();
        properties.insert("do".into(), act);
        for (key, about) in more.iter().chain(&[
            ("when", "The condition under which the line holds; without it, always."),
            ("include", "Instead of `do`: the same list of another policy stands here."),
        ]) {
            properties.insert((*key).to_owned(), text(about));
        }
        json!({ "type": "array", "items": { "type": "object", "additionalProperties": false, "properties": properties }, "default": [] })
    };
    let mut lists = Map::new();
    let mut acts = choice(page.actions.iter().map(|action| (action.name, described(&action.text.about, &action.text.id))));
    acts["description"] = json!("What is done.");
    acts["default"] = Json::Null;
    let mut action = line(
        acts,
        &[
            ("with", "The thing that is used, by its name."),
            ("at", "The target, by the name of a choice."),
            ("least", "The target with the smallest value of this: `it.hp`."),
            ("most", "The target with the largest value of this."),
            ("among", "Only targets of whom this is true."),
        ],
    );
    action["description"] = json!("What to do. Default: the first action that is possible.");
    lists.insert("action".into(), action);
    for decision in &page.decisions {
        let mut answers = choice([("yes", String::new()), ("no", String::new())].into_iter());
        answers["description"] = json!("The answer.");
        answers["default"] = Json::Null;
        let mut list = line(answers, &[]);
        list["description"] = json!(described(&decision.text.about, &decision.text.id));
        lists.insert(decision.name.to_owned(), list);
    }
    let slips = "The chance with which a decision is taken at random among what is legal, whatever its lines say: `0.1`. On the command \
                 line `--slips NAME=10%` gives it to a side, a combatant or a policy. Default: none.";
    lists.insert(
        "slips".into(),
        json!({ "type": ["number", "null"], "description": slips, "minimum": 0, "maximum": 1, "default": null }),
    );
    let within = "The decisions in which that happens, by their names. Default: all.";
    lists.insert(
        "slips_in".into(),
        json!({ "type": "array", "items": { "type": "string" }, "description": within, "default": [] }),
    );
    lists
}
