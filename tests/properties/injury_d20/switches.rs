//! Every switch and every number of the book matters somewhere: with the same dice and another value, some scenario goes another
//! way.
//!
//! Owns which values are tried; the scenarios are those of the project and those in `switches/`, which come to what the others
//! never come to. Start at [`every_ruling_changes_a_fight`].

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use sparring::rules::System;
use sparring::rules::injury_d20::InjuryD20;
use sparring::rules::injury_d20::rulings::Rulings;
use sparring::scenario::{Complaints, Document, Raw, schema};
use sparring::sim::{Layout, Worker};

use crate::SEED;
use crate::random::words;
use crate::scenario_files::{of, within};

/// Fights of each scenario that are compared.
const FIGHTS: u64 = 10;

/// What somebody could write instead of what stands there.
struct Switch {
    /// Its place below `rulings` or `book`.
    path: String,
    /// Other values; each has to matter, or, of a number, one of them.
    others: Vec<Json>,
    number: bool,
}

/// A scenario with how its first fights go.
struct Played {
    document: Document<InjuryD20>,
    values: Vec<Vec<i64>>,
}

fn played(path: &Path) -> Played {
    let raw = Raw::read(path, &[], &[]).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let document = raw.check::<InjuryD20>().unwrap_or_else(|failure| panic!("{}", failure.render(false))).document;
    let values = values(&document, FIGHTS, |_, _| true);
    Played { document, values }
}

/// The values of the first fights, as long as they are wanted.
fn values(document: &Document<InjuryD20>, fights: u64, mut wanted: impl FnMut(usize, &[i64]) -> bool) -> Vec<Vec<i64>> {
    let mut complaints = Complaints::default();
    let loaded = InjuryD20::load(document, &mut complaints);
    let said = || complaints.into_list().into_iter().map(|complaint| complaint.message).collect::<Vec<String>>().join("\n");
    let loaded = loaded.unwrap_or_else(|| panic!("{}: {}", document.title, said()));
    let layout = Layout::new(&loaded);
    let mut worker = Worker::new(&loaded, &layout, SEED);
    let mut all = Vec::new();
    for number in 0..fights {
        let values = worker.play(number);
        if !wanted(number as usize, values) {
            break;
        }
        all.push(values.to_vec());
    }
    all
}

/// All scenarios but the largest.
fn scenarios() -> Vec<Played> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/properties/injury_d20/switches");
    let rare = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rolls/injury-d20");
    let mut files = [within(&own), within(&rare), of("injury-d20")].concat();
    files.retain(|path| !path.ends_with("crowd.toml"));
    files.iter().map(|path| played(path)).collect()
}

/// A scenario's book or rulings with another value; the published one, where it has the other already.
fn with<T: Serialize + DeserializeOwned + Default>(whole: &T, path: &str, value: &Json, side: &str) -> T {
    let data = |whole: &T| serde_json::to_value(whole).expect("what has been read is data");
    let at = |text| path.split('.').fold(text, |place: &mut Json, key| &mut place[key]);
    let (mut text, mut published) = (data(whole), data(&T::default()));
    let place = at(&mut text);
    *place = if place == value { at(&mut published).take() } else { value.clone() };
    if path == "encounter.awareness" {
        text["encounter"]["hiding_side"] = json!(side);
    }
    serde_json::from_value(text).expect("another value is as good")
}

/// Whether a scenario goes another way with this value.
fn matters(Played { document, values: before }: &mut Played, root: &str, path: &str, value: &Json) -> bool {
    let side = document.side[0].name.clone();
    let (book, rulings) = (document.book.clone(), document.rulings.clone());
    match root {
        "book" => document.book = with(&book, path, value, &side),
        _ => document.rulings = with(&rulings, path, value, &side),
    }
    let same = values(document, FIGHTS, |number, values| before[number] == values);
    (document.book, document.rulings) = (book, rulings);
    same.len() < before.len()
}

/// What nothing changes.
fn idle(root: &str, switches: Vec<Switch>) -> Vec<String> {
    let mut scenarios = scenarios();
    let mut idle = Vec::new();
    for Switch { path, others, number } in switches {
        assert!(!others.is_empty(), "{path} has no other value");
        let mut found = |value: &Json| scenarios.iter_mut().any(|played| matters(played, root, &path, value));
        if number {
            if !others.iter().any(&mut found) {
                idle.push(format!("{root}.{path}"));
            }
        } else {
            let silent = others.iter().filter(|value| !found(value));
            idle.extend(silent.map(|value| format!("{root}.{path} = {value}")));
        }
    }
    idle
}

/// The switches and numbers of a definition, each with other values than those that are published.
fn switches(schema: &Json, definition: &str, published: &Json, prefix: &str, all: &mut Vec<Switch>) {
    let properties = schema["$defs"][definition]["properties"].as_object().expect("a section has fields");
    for (key, field) in properties {
        let (path, value) = (format!("{prefix}{key}"), &published[key]);
        let reference = field["$ref"].as_str().or(field["anyOf"][0]["$ref"].as_str()).unwrap_or_default();
        let name = reference.trim_start_matches("#/$defs/");
        let definition = &schema["$defs"][name];
        if definition["properties"].is_object() {
            switches(schema, name, value, &format!("{path}."), all);
            continue;
        }
        let words: Vec<Json> = words(definition).into_iter().map(Json::from).filter(|word| word != value).collect();
        let kinds = field["type"].as_array().into_iter().flatten().chain([&field["type"]]);
        let kinds: Vec<&str> = kinds.filter_map(Json::as_str).collect();
        if !words.is_empty() {
            all.push(Switch { path, others: words, number: false });
        } else if let Some(value) = value.as_bool() {
            all.push(Switch { path, others: vec![json!(!value)], number: false });
        } else if kinds.contains(&"integer") {
            let (least, most) = (field["minimum"].as_i64().unwrap_or(0), field["maximum"].as_i64().unwrap_or(i64::MAX));
            let tried = match value.as_i64() {
                Some(value) => vec![value + 1, value - 1, value + 5, value - 5],
                None => vec![0, 1, 2],
            };
            let others = tried.into_iter().filter(|other| (least..=most).contains(other)).map(Json::from).collect();
            all.push(Switch { path, others, number: true });
        }
    }
}

#[test]
fn every_ruling_changes_a_fight() {
    let published = serde_json::to_value(Rulings::default()).expect("rulings are data");
    let mut all = Vec::new();
    switches(&schema::<InjuryD20>(), "Rulings", &published, "", &mut all);
    assert_eq!(all.len(), published.as_object().expect("rulings are a table").len());
    let idle = idle("rulings", all);
    assert!(idle.is_empty(), "these change nothing: {idle:#?}");
}
