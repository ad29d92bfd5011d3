//! Random values of a JSON schema: whatever a system's files can say can be drawn, and what is new in a schema is drawn too.
//!
//! Owns ranges and shapes, and knows no system: what a schema cannot say (names that have to exist, dice that have to be on a
//! ladder) is given by name. Start at [`Random::of`].

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value as Json, json};

/// The draw for a definition (`Dice`) or for a key of one (`Sheet.hp_max`) instead of what the schema says. A key that
/// draws null is left out.
pub type Given = BTreeMap<&'static str, BoxedStrategy<Json>>;

/// A schema from which values are drawn.
pub struct Random {
    /// The schema.
    pub schema: Json,
    /// The draws that take the place of the schema.
    pub given: Given,
}

/// The usual dice.
pub const DICE: [&str; 9] = ["1d4", "1d6", "1d8", "1d10", "1d12", "2d6", "2d8", "2d10", "3d8"];

impl Random {
    /// A value of the definition of this name.
    pub fn of(&self, definition: &str) -> BoxedStrategy<Json> {
        match self.given.get(definition) {
            Some(given) => given.clone(),
            None => self.value(definition, &self.schema["$defs"][definition]),
        }
    }

    /// A value of a schema; `name` is what to call it.
    fn value(&self, name: &str, schema: &Json) -> BoxedStrategy<Json> {
        if let Some(definition) = schema["$ref"].as_str() {
            return self.of(definition.trim_start_matches("#/$defs/"));
        }
        if let Some(alternatives) = schema["anyOf"].as_array() {
            let alternatives: Vec<&Json> = alternatives.iter().filter(|schema| schema["type"] != "null").collect();
            assert_eq!(alternatives.len(), 1, "{name} is one thing or another");
            return self.value(name, alternatives[0]);
        }
        let words = words(schema);
        if !words.is_empty() {
            return select(words).prop_map(Json::from).boxed();
        }
        let kinds = schema["type"].as_array().into_iter().flatten().chain([&schema["type"]]);
        let kind = kinds.filter_map(Json::as_str).find(|kind| *kind != "null");
        match (kind, schema["format"].as_str()) {
            (Some("boolean"), _) => any::<bool>().prop_map(Json::from).boxed(),
            (Some("integer"), _) => integer(schema),
            (Some("string"), Some("dice")) => dice().prop_map(Json::from).boxed(),
            (Some("string"), Some("fraction")) => fraction().prop_map(Json::from).boxed(),
            (Some("string"), None) => select(vec!["one thing", "another", "a third"]).prop_map(Json::from).boxed(),
            (Some("array"), _) => prop::collection::vec(self.value(name, &schema["items"]), 0..=3).prop_map(Json::from).boxed(),
            (Some("object"), _) if schema["properties"].is_object() => self.record(name, schema),
            _ => panic!("nothing is known of {name}, which is {schema}"),
        }
    }

    /// A table: the more keys it can have, the fewer of them it has.
    fn record(&self, name: &str, schema: &Json) -> BoxedStrategy<Json> {
        let properties = schema["properties"].as_object().expect("a table has keys");
        let required = |key: &str| schema["required"].as_array().is_some_and(|keys| keys.iter().any(|known| known == key));
        let absent = (properties.len() as u32 / 4).clamp(1, 6);
        let mut fields: Vec<BoxedStrategy<Json>> = Vec::new();
        for (key, schema) in properties {
            let whole = format!("{name}.{key}");
            fields.push(match self.given.get(whole.as_str()) {
                Some(given) => given.clone(),
                None if required(key) => self.value(&whole, schema),
                None => prop_oneof![absent => Just(Json::Null), 1 => self.value(&whole, schema)].boxed(),
            });
        }
        let keys: Vec<String> = properties.keys().cloned().collect();
        let table = move |values: Vec<Json>| {
            let pairs = keys.iter().cloned().zip(values).filter(|(_, value)| !value.is_null());
            Json::Object(pairs.collect::<Map<String, Json>>())
        };
        fields.prop_map(table).boxed()
    }
}

/// Slips of policies: now and then, and in every decision.
pub fn slips() -> Given {
    let chance = prop_oneof![12 => Just(Json::Null), 1 => select(vec![0.1, 0.5, 1.0]).prop_map(Json::from)];
    Given::from([("PolicyText.slips", chance.boxed()), ("PolicyText.slips_in", Just(Json::Null).boxed())])
}

/// The lists of a policy by a schema, in its order: its keys but for those of slips.
pub fn lists(schema: &Json) -> Vec<&str> {
    let keys = schema["$defs"]["PolicyText"]["properties"].as_object().expect("a policy is a table").keys();
    keys.map(String::as_str).filter(|key| !slips().contains_key(format!("PolicyText.{key}").as_str())).collect()
}

/// The words that a schema allows.
pub fn words(schema: &Json) -> Vec<String> {
    let lists = schema["oneOf"].as_array().into_iter().flatten().chain([schema]);
    let words = lists.flat_map(|schema| schema["enum"].as_array().into_iter().flatten().chain([&schema["const"]]));
    words.filter_map(Json::as_str).map(str::to_owned).collect()
}

/// A whole number: mostly near what it is when nothing is said, sometimes anything that is allowed.
fn integer(schema: &Json) -> BoxedStrategy<Json> {
    let natural = if schema["format"] == "uint8" { 255 } else { 1000 };
    let (least, most) = (schema["minimum"].as_i64().unwrap_or(0), schema["maximum"].as_i64().unwrap_or(natural));
    let usual = schema["default"].as_i64().unwrap_or(0).clamp(least, most);
    let near = (usual - 4).max(least)..=(usual + 4).min(most);
    prop_oneof![4 => near, 1 => least..=most].prop_map(|number| json!(number)).boxed()
}

/// Dice: mostly usual ones, sometimes any.
pub fn dice() -> impl Strategy<Value = String> + Clone {
    let any = (1..=99_u8, 2..=100_u8).prop_map(|(count, sides)| format!("{count}d{sides}"));
    prop_oneof![6 => select(&DICE[..]).prop_map(str::to_owned), 1 => Just("0".to_owned()), 1 => any]
}

/// A factor: mostly a simple one, sometimes any.
fn fraction() -> impl Strategy<Value = String> {
    let any = (0..=1000_u16, 1..=1000_u16).prop_map(|(over, under)| format!("{over}/{under}"));
    prop_oneof![4 => select(vec!["1/2", "1", "2", "0", "3/4", "3/2", "1/3"]).prop_map(str::to_owned), 1 => any]
}
