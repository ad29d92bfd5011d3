//! The reference for designers, `docs/own-rules.md`: keys and limits are written from code, and everything else that code knows by name stands
//! in it.
//!
//! A part between `<!-- from code: NAME -->` and `<!-- end -->` is what these tests write; `INSTA_UPDATE=always` puts it there.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value as Json;

use super::bench::told_of;
use crate::code::{ASKED, FREE, OPERATIONS_MOST};
use crate::compile::names::{FUNCTIONS, PARTS};
use crate::compile::rolls::{EXPLOSIONS_MOST, KINDS_MOST};
use crate::compile::{CALLS_DEEP_MOST, COUNTERS_MOST, GROUPS, REPEATS_MOST, ROUNDS_MOST, STEPS_MOST};
use crate::machine::rounds::ACTIONS_MOST;
use crate::page::{CELLS, EVENTS, FIELD_KEYS, MOST, RESERVED, STATE_KEYS, TAKES_MOST, VALUE_KEYS, schema};
use crate::state::COUNTED_ACTIONS;
use frame::dice::Slot;
use frame::policy::DEPTH_MAX;
use frame::policy::statement::{BEGINNINGS, BLOCKS_DEEP_MAX, DICE_MOST, dice, statements};

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/own-rules.md")
}

fn document() -> String {
    std::fs::read_to_string(file()).expect("the document is there")
}

/// The part of the document behind a heading, up to the next one of its kind.
fn part(heading: &str) -> String {
    let text = document();
    let level = heading.split(' ').next().unwrap_or_default().len();
    let (_, behind) = text.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("there is no {heading}"));
    let ends = |line: &&str| line.starts_with('#') && line.split(' ').next().is_some_and(|marks| marks.len() <= level);
    behind.lines().take_while(|line| !ends(line)).collect::<Vec<_>>().join("\n")
}

/// Holds a part of the document to what code says.
#[track_caller]
fn holds(name: &str, wanted: &str) {
    let text = document();
    let begins = format!("<!-- from code: {name} -->\n");
    let start = text.find(&begins).unwrap_or_else(|| panic!("there is no part {name}")) + begins.len();
    let end = start + text[start..].find("<!-- end -->").expect("the part ends");
    if text[start..end] == *wanted {
        return;
    }
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        return std::fs::write(file(), [&text[..start], wanted, &text[end..]].concat()).expect("it can be written");
    }
    panic!("docs/own-rules.md says something else of {name} than code: INSTA_UPDATE=always writes\n{wanted}");
}

/// A meaning as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}

/// The words of an enumeration with their meaning.
fn words(of: &Json) -> String {
    let all = of["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
    let word = |word: &Json| {
        let meaning = word["description"].as_str().unwrap_or_default().trim_end_matches('.').to_owned();
        let mut letters = meaning.chars();
        let lower = letters.next().map(|first| first.to_lowercase().collect::<String>() + letters.as_str());
        format!("`{}` ({})", word["const"].as_str().unwrap_or_default(), lower.unwrap_or_default())
    };
    all.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// The rows of a table of keys, which are those of a schema.
fn rows(text: &mut String, whole: &Json, schema: &Json, path: &str) {
    for (key, value) in schema["properties"].as_object().into_iter().flatten() {
        let mut about = value["description"].as_str().unwrap_or_default().to_owned();
        let target = |value: &Json| value["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")).map(str::to_owned);
        let inner = target(value)
            .or_else(|| value["allOf"][0]["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")).map(str::to_owned));
        let named = target(&value["additionalProperties"]);
        let name = if path.is_empty() && (named.is_some() || inner.is_some() || value["type"] == "object") {
            format!("[{key}]")
        } else {
            format!("{path}{key}")
        };
        if let Some(one) = inner.as_ref().map(|name| &whole["$defs"][name]).filter(|one| one["oneOf"].is_array()) {
            let _ = write!(about, " {}.", words(one));
        }
        let _ = writeln!(text, "| `{name}` | {} |", cell(&about));
        if let Some(one) = inner.map(|name| &whole["$defs"][name]).filter(|one| one["properties"].is_object()) {
            rows(text, whole, one, &format!("[{key}] "));
        }
        if let Some(one) = named.map(|name| &whole["$defs"][name]) {
            rows(text, whole, one, &format!("[{key}.NAME] "));
        }
    }
}

#[test]
fn every_key_of_a_page_stands_in_the_reference() {
    let whole = schema();
    let mut text = "| key | says |\n| --- | --- |\n".to_owned();
    rows(&mut text, &whole, &whole, "");
    holds("keys", &text);
    let mut text = String::new();
    for (what, keys) in [
        ("A number, truth, word, dice or list (`book`, `stat`, `record`, `takes` of a hazard)", &FIELD_KEYS[..]),
        ("A state (`state`)", &STATE_KEYS[..]),
        ("A value (`value`)", &VALUE_KEYS[..]),
    ] {
        let _ = writeln!(text, "\n| {what} | says |\n| --- | --- |");
        for (key, about) in keys {
            let _ = writeln!(text, "| `{key}` | {} |", cell(about));
        }
    }
    holds("long forms", &text);
}

/// A number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let places = digits.chars().enumerate();
    places.fold(String::new(), |text, (at, digit)| {
        let comma = at > 0 && (digits.len() - at).is_multiple_of(3);
        text + if comma { "," } else { "" } + &digit.to_string()
    })
}

#[test]
fn every_limit_stands_in_the_reference() {
    let limits = [
        (CELLS as u64, "states and statuses of a page together"),
        (MOST as u64, "declarations of any other kind, and keys of a record"),
        (TAKES_MOST as u64, "things that a hazard takes"),
        (COUNTED_ACTIONS as u64, "actions with `per_turn`"),
        (COUNTERS_MOST as u64, "numbers that are counted"),
        (u64::from(ASKED - FREE), "numbers at hand at once in an action: `let`, `roll`, what is calculated"),
        (BLOCKS_DEEP_MAX as u64, "blocks inside each other"),
        (u64::from(DEPTH_MAX), "operations and parentheses of an expression inside each other"),
        (CALLS_DEEP_MOST as u64, "routines, events and values inside each other"),
        (OPERATIONS_MOST as u64, "operations of the compiled page, routines and values written out wherever they are used"),
        (REPEATS_MOST as u64, "rounds of a `repeat`"),
        (STEPS_MOST, "operations of an action, an event, a rest or a hazard each time, by the numbers of its `repeat`s"),
        (ACTIONS_MOST as u64, "actions in a turn"),
        (ROUNDS_MOST as u64, "rounds of a fight"),
        (KINDS_MOST as u64, "kinds of rolls, and of dice with rules of their own"),
        (DICE_MOST[0] as u64, "dice of one roll"),
        (DICE_MOST[1] as u64, "faces of a die"),
        (u64::from(EXPLOSIONS_MOST), "dice that follow one which explodes"),
        (Slot::MOST as u64, "combatants of a scenario"),
    ];
    let mut text = "| at most | |\n| --- | --- |\n".to_owned();
    for (number, what) in limits {
        let _ = writeln!(text, "| {} | {what} |", grouped(number));
    }
    holds("limits", &text);
}

#[test]
fn every_name_that_is_taken_stands_in_the_reference() {
    let taken = RESERVED.into_iter().chain(GROUPS.into_iter().filter(|group| !RESERVED.contains(group)));
    let names = taken.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    holds("names", &format!("{names}.\n"));
}

/// Everything in a text that stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// True if a name stands as a word in something quoted.
fn is_told(name: &str, quoted: &[&str]) -> bool {
    let word = |letter: char| letter.is_alphanumeric() || letter == '_';
    quoted.iter().any(|text| text.split(|letter| !word(letter)).any(|told| told == name))
}

#[test]
fn every_name_of_the_language_stands_in_the_reference() {
    let whole = part("## Reference");
    let quoted = quoted(&whole);
    let functions = FUNCTIONS.iter().map(|(name, ..)| *name);
    let names = BEGINNINGS.into_iter().chain(GROUPS).chain(PARTS).chain(EVENTS).chain(RESERVED).chain(functions);
    let names = names
        .chain(["rolls", "asks", "face", "is", "where", "least", "most", "while", "of", "out", "dead", "highest", "lowest"]);
    let names = names.chain(["exploding", "once", "again", "advantage", "dice"]);
    let missing: Vec<&str> = names.filter(|name| *name != "rolls" && !is_told(name, &quoted)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn what_the_reference_says_of_statements_and_dice_can_be_written() {
    let rows = |heading: &str| -> Vec<String> {
        let cells = part(heading);
        let first = cells.lines().filter(|line| line.starts_with("| `")).filter_map(|line| line.split(" | ").next());
        first.flat_map(|cell| quoted(cell).into_iter().map(str::to_owned).collect::<Vec<_>>()).collect()
    };
    let (acts, hands) = (rows("### Statements"), rows("### Dice"));
    assert!(acts.len() >= 14 && hands.len() >= 12, "{acts:?} {hands:?}");
    for act in acts {
        let written = act.replace("..", "stop").replace("GROUP", "enemies");
        let (block, defects) = statements(&written);
        assert!(!block.is_empty() && defects.is_empty(), "{act}: {defects:?}");
    }
    for hand in hands.iter().filter(|hand| !hand.starts_with("charm.")) {
        let (read, defects) = dice(hand);
        assert!(read.is_some() && defects.is_empty(), "{hand}: {defects:?}");
    }
}

#[test]
fn every_example_of_a_value_in_the_reference_is_one() {
    let examples = part("### Values");
    let examples: Vec<&str> =
        quoted(&examples).into_iter().filter(|text| text.contains(['(', '.']) && !text.starts_with('[')).collect();
    assert!(examples.len() >= 12, "{examples:?}");
    for example in examples {
        let page = format!(
            "[stat]\na = 1\nb = 2\nweapons = {{ list = \"weapon\" }}\n[record.weapon]\nto_hit = 1\n[book]\ncrit_face = 20\n[rulings]\ncrit = {{ options = [\"double\", \"nothing\"] }}\n[state]\nhp = 3\n[status.stunned]\n[table.NAME]\nrows = [[0, 1]]\n[turn]\nout = 'hp <= 0'\n[decision.parry]\n[action.act]\nwith = \"weapon\"\ndo = '''\ntarget gains stunned\nif target asks parry {{ stop }}\nroll hit: 1d20\nlet condition = hp > 2\nlet seen = {example}\n'''\n"
        );
        assert_eq!(told_of(&page), "", "{example}");
    }
}
