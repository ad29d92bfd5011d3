//! The pieces of a random scenario file that all systems share: names, the day, and lists that may be missing.
//!
//! Start at [`Text`].

use std::fmt;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value as Json, json};

use crate::properties::random::{Random, words};

/// The text of a scenario file.
#[derive(Clone)]
pub struct Text(pub String);

impl fmt::Debug for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "\n{}", self.0)
    }
}

/// Names of the sides; those on them are called by the side and their number.
pub const SIDES: [&str; 3] = ["one", "two", "three"];
/// A policy whose lines others include.
pub const COMMON: &str = "common";

/// The name of the combatant at this place of a side.
pub fn called(side: usize, place: usize) -> String {
    format!("{}{}", SIDES[side], place + 1)
}

/// A part of a day before its sides have names.
#[derive(Clone, Debug)]
pub enum Part {
    /// All sides but, of three, perhaps one.
    Fight(Option<Index>),
    Rest(String),
    Travel(u32),
    /// A hazard; true if it strikes one of those on its way instead of everybody.
    Hazard(Json, bool),
}

/// Random parts of a day, of which so many in relation to two fights, one travel and one hazard are rests.
pub fn part(random: &Random, rests: u32, hazards: Vec<Json>) -> BoxedStrategy<Part> {
    let kinds = words(&random.schema["$defs"]["RestKind"]);
    prop_oneof![
        2 => prop::option::of(any::<Index>()).prop_map(Part::Fight),
        rests => select(kinds).prop_map(Part::Rest),
        1 => (0..=120_u32).prop_map(Part::Travel),
        1 => (select(hazards), any::<bool>()).prop_map(|(hazard, one)| Part::Hazard(hazard, one)),
    ]
    .boxed()
}

/// A day that has at least one fight; no day at all stays none.
pub fn legs(day: &[Part], sides: usize) -> Json {
    let mut legs: Vec<Json> = Vec::new();
    let meeting = |without: Option<usize>| -> Json {
        json!({ "fight": (0..sides).filter(|side| Some(*side) != without).map(|side| SIDES[side]).collect::<Vec<_>>() })
    };
    let everybody: Vec<&str> = (0..sides).map(|side| SIDES[side]).collect();
    for (index, part) in day.iter().enumerate() {
        // Every other leg is everybody's; the others are for those whom the rules of days choose.
        let of_all = |mut leg: Json| {
            if index % 2 == 0 {
                leg["sides"] = json!(everybody);
            }
            leg
        };
        legs.push(match part {
            Part::Fight(without) => meeting(without.filter(|_| sides > 2).map(|without| without.index(sides))),
            Part::Rest(kind) => of_all(json!({ "rest": kind })),
            Part::Travel(minutes) => of_all(json!({ "travel": minutes })),
            Part::Hazard(hazard, true) => of_all(json!({ "hazard": hazard, "strikes": "one" })),
            Part::Hazard(hazard, false) => of_all(json!({ "hazard": hazard })),
        });
    }
    if !day.is_empty() && !legs.iter().any(|leg| leg["fight"].is_array()) {
        legs.push(meeting(None));
    }
    json!(legs)
}

/// The tables of a list; none when there is no list.
pub fn list<'a>(table: &'a mut Json, key: &str) -> impl Iterator<Item = &'a mut Json> {
    table.get_mut(key).and_then(Json::as_array_mut).into_iter().flatten()
}

/// The text of a file. The first of each side is there from the beginning, so that there is a fight.
pub fn text(mut file: Json) -> Text {
    for side in list(&mut file, "side") {
        if let Some(sheet) = list(side, "combatant").next().and_then(Json::as_object_mut) {
            sheet.remove("arrives");
        }
    }
    Text(toml::to_string(&file).expect("a scenario can be written as TOML"))
}

/// Scenarios of three sides, of which the third is neutral and turns on its attacker, and both others attack it.
pub fn with_bystanders(scenarios: BoxedStrategy<Text>) -> BoxedStrategy<Text> {
    let neutral = |Text(text): Text| {
        let mut file: Json = toml::from_str(&text).expect("a drawn file is TOML");
        let [one, two, three] = file["side"].as_array_mut()?.as_mut_slice() else { return None };
        (one["attacks"], two["attacks"]) = (json!([SIDES[2]]), json!([SIDES[2]]));
        (three["neutral"], three["fights_back"]) = (json!(true), json!(true));
        Some(Text(toml::to_string(&file).expect("a scenario can be written as TOML")))
    };
    scenarios.prop_filter_map("there are two sides", neutral).boxed()
}

/// Fights of three equals, each alone on its side, and of two equal pairs, out of duels of equals. Who is listed first decides nothing in
/// them: rulings that say so are left out, of those who are equal by a line one is drawn, and lines that choose the first of the file are
/// left out. Duels with places are left out.
pub fn equals(duels: BoxedStrategy<Text>) -> BoxedStrategy<[Text; 2]> {
    let more = |Text(text): Text| {
        let mut file: Json = toml::from_str(&text).expect("a drawn file is TOML");
        if file.get("arena").is_some_and(|arena| !arena.is_null()) {
            return None;
        }
        if let Some(rulings) = file.get_mut("rulings").and_then(Json::as_object_mut) {
            for key in ["initiative_tie", "initiative_final", "order_roll"] {
                rulings.remove(key);
            }
        }
        // In `heimr` they are drawn by default.
        let drawn = if file["system"] == "heimr" { "random" } else { "everywhere" };
        file["rulings"]["default_target"] = json!(drawn);
        let policies = file.get_mut("policy").and_then(Json::as_object_mut);
        for policy in policies.into_iter().flat_map(Map::values_mut).filter_map(Json::as_object_mut) {
            for key in ["target", "ally", "opponent"] {
                if let Some(lines) = policy.get_mut(key).and_then(Json::as_array_mut) {
                    lines.retain(|line| line["at"] != "first");
                }
            }
        }
        let (mut three, mut pairs) = (file.clone(), file);
        let mut third = three["side"][1].clone();
        (third["name"], third["combatant"][0]["name"]) = (json!(SIDES[2]), json!(called(2, 0)));
        three["side"].as_array_mut()?.push(third);
        for side in 0..2 {
            let members = pairs["side"][side]["combatant"].as_array_mut()?;
            let mut other = members[0].clone();
            other["name"] = json!(called(side, 1));
            members.push(other);
        }
        Some([three, pairs].map(|file| Text(toml::to_string(&file).expect("a scenario can be written as TOML"))))
    };
    duels.prop_filter_map("there are no places", more).boxed()
}

/// Indexing a table for a key that is not there makes it null, which a file cannot say.
pub fn drop_nulls(value: &mut Json) {
    match value {
        Json::Object(table) => {
            table.retain(|_, value| !value.is_null());
            table.values_mut().for_each(drop_nulls);
        }
        Json::Array(list) => list.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}
