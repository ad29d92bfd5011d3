//! Every switch and every number of a book matters somewhere: with the same dice and another value, some scenario goes another
//! way.
//!
//! Owns which values are tried; the scenarios are those of the project and those in a system's `switches/`, which come to what
//! the others never come to. Start at [`Switches`].

use std::path::{Path, PathBuf};

use frame::rules::RuleSet;
use frame::scenario::{Complaints, Document, Raw, schema};
use frame::sim::{Layout, Worker};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::properties::SEED;
use crate::properties::random::words;
use crate::scenario_files::{of, within};

/// Fights of each scenario that are compared.
const FIGHTS: u64 = 10;
/// Dice and factors that are tried instead of others.
const DICE: [&str; 3] = ["1d2", "2d6", "1d20"];
const FRACTIONS: [&str; 3] = ["1/4", "1", "3"];

/// The switches of a system.
pub struct Switches {
    /// The folder of the system in `tests/library/properties`.
    pub folder: &'static str,
    /// Changes what else has to be changed with a value: the text of rulings or book, the path, and a side of the scenario.
    pub fit: fn(&mut Json, &str, &str),
}

/// The values that somebody could write instead of the one that stands there.
struct Switch {
    /// Its place below `rulings` or `book`.
    path: String,
    /// Other values; each has to matter, or, of a number, one of them.
    others: Vec<Json>,
    number: bool,
}

/// A scenario with how its first fights go.
struct Played<S: RuleSet> {
    document: Document<S>,
    values: Vec<Vec<i64>>,
}

impl Switches {
    /// Rulings that change nothing.
    pub fn idle_rulings<S: RuleSet>(&self) -> Vec<String> {
        let published = serde_json::to_value(S::Rulings::default()).expect("rulings are data");
        let mut all = Vec::new();
        switches(&schema::<S>(), "Rulings", &published, "", &mut all);
        assert_eq!(all.len(), published.as_object().expect("rulings are a table").len());
        self.idle::<S>("rulings", all)
    }

    /// Numbers, dice, factors and words of the book that change nothing. Lists and maps are not tried.
    pub fn idle_numbers<S: RuleSet>(&self) -> Vec<String> {
        let published = serde_json::to_value(S::Book::default()).expect("a book is data");
        let mut all = Vec::new();
        switches(&schema::<S>(), "Book", &published, "", &mut all);
        self.idle::<S>("book", all)
    }

    /// The switches that change nothing.
    fn idle<S: RuleSet>(&self, root: &str, switches: Vec<Switch>) -> Vec<String> {
        let mut scenarios: Vec<Played<S>> = self.scenarios::<S>().iter().map(|path| played(path)).collect();
        let mut idle = Vec::new();
        for Switch { path, others, number } in switches {
            assert!(!others.is_empty(), "{path} has no other value");
            let mut found = |value: &Json| scenarios.iter_mut().any(|played| self.matters(played, root, &path, value));
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

    /// All scenarios but the largest, those that are made for this first.
    fn scenarios<S: RuleSet>(&self) -> Vec<PathBuf> {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        let own = tests.join("library/properties").join(self.folder).join("switches");
        let rare = Path::new(env!("CARGO_MANIFEST_DIR")).join("systems").join(S::NAME).join("rolls");
        let mut files = [within(&own), within(&rare), of(S::NAME)].concat();
        files.retain(|path| !path.ends_with("crowd.toml"));
        files
    }

    /// True if a scenario goes another way with this value. One that it forbids goes no way at all.
    fn matters<S: RuleSet>(&self, played: &mut Played<S>, root: &str, path: &str, value: &Json) -> bool {
        let Played { document, values: before } = played;
        let side = document.side[0].name.clone();
        let (book, rulings) = (document.book.clone(), document.rulings.clone());
        match root {
            "book" => document.book = self.with(&book, path, value, &side),
            _ => document.rulings = self.with(&rulings, path, value, &side),
        }
        let same = values(document, FIGHTS, |number, values| before[number] == values);
        (document.book, document.rulings) = (book, rulings);
        same.is_none_or(|same| same.len() < before.len())
    }

    /// A scenario's book or rulings with another value; the published one, where it has the other already.
    fn with<T: Serialize + DeserializeOwned + Default>(&self, whole: &T, path: &str, value: &Json, side: &str) -> T {
        let data = |whole: &T| serde_json::to_value(whole).expect("what has been read is data");
        let at = |text| path.split('.').fold(text, |place: &mut Json, key| &mut place[key]);
        let (mut text, mut published) = (data(whole), data(&T::default()));
        let place = at(&mut text);
        *place = if place == value { at(&mut published).take() } else { value.clone() };
        (self.fit)(&mut text, path, side);
        serde_json::from_value(text).expect("another value is as good")
    }
}

fn played<S: RuleSet>(path: &Path) -> Played<S> {
    let raw = Raw::read(path, &[], &[]).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let document = raw.check::<S>().unwrap_or_else(|failure| panic!("{}", failure.render(false))).document;
    let values = values(&document, FIGHTS, |_, _| true);
    let values = values.unwrap_or_else(|| panic!("{} cannot be played", document.title));
    Played { document, values }
}

/// The values of the first fights, as long as they are wanted; none when it cannot be played.
fn values<S: RuleSet>(
    document: &Document<S>,
    fights: u64,
    mut wanted: impl FnMut(usize, &[i64]) -> bool,
) -> Option<Vec<Vec<i64>>> {
    let loaded = S::load(document, &mut Complaints::default())?;
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
    Some(all)
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
        let other = |words: Vec<Json>| words.into_iter().filter(|word| word != value).collect::<Vec<Json>>();
        let format = [field, definition].into_iter().find_map(|schema| schema["format"].as_str()).unwrap_or_default();
        let words = other(words(definition).into_iter().map(Json::from).collect());
        let kinds = field["type"].as_array().into_iter().flatten().chain([&field["type"]]);
        let kinds: Vec<&str> = kinds.filter_map(Json::as_str).collect();
        if !words.is_empty() {
            all.push(Switch { path, others: words, number: false });
        } else if format == "dice" {
            all.push(Switch { path, others: other(DICE.map(Json::from).to_vec()), number: true });
        } else if format == "fraction" {
            all.push(Switch { path, others: other(FRACTIONS.map(Json::from).to_vec()), number: true });
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
