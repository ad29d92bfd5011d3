//! The print of the program, word for word: small fixed commands and what designers read of them.
//!
//! The folder `tests/golden` holds the files that are played, `tests/snapshots` what is printed. After a change that is meant,
//! `just update-golden` writes the new texts; read the difference before it is committed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::scenario_files;
use insta::assert_snapshot;
use serde_json::{Value as Json, json};

/// Runs the program where the golden files are, as if nobody looked on.
fn sparring(arguments: &[&str]) -> Output {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
    for variable in ["COLUMNS", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    command.args(arguments).current_dir(folder).output().expect("the program starts")
}

/// The print of a command where all goes well.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let ran = sparring(arguments);
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success() && err.is_empty(), "{arguments:?}: {err}");
    out.replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

/// Numbers with more digits than anybody reads, without the last ones: they depend on the machine's mathematics.
fn rounded(text: &str) -> String {
    let mut short = String::new();
    for piece in text.split_inclusive(|letter: char| !letter.is_ascii_digit() && letter != '.') {
        let number = piece.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        match number.parse::<f64>() {
            Ok(value) if number.len() > 10 && number.contains('.') => {
                short.push_str(&format!("{value:.8}"));
                short.push_str(&piece[number.len()..]);
            }
            _ => short.push_str(piece),
        }
    }
    short
}

/// The schema with every list and table cut short.
fn abridged(value: &Json, most: usize) -> Json {
    match value {
        Json::Array(list) => {
            let rest = list.len().saturating_sub(most);
            let mut short: Vec<Json> = list.iter().take(most).map(|one| abridged(one, most)).collect();
            if rest > 0 {
                short.push(json!(format!("and {rest} more")));
            }
            json!(short)
        }
        Json::Object(table) => table.iter().map(|(key, one)| (key.clone(), abridged(one, most))).collect(),
        value => value.clone(),
    }
}

#[test]
fn a_run_as_text() {
    assert_snapshot!(printed(&["run", "duel.toml", "--fights", "300", "--no-report", "--lines"]));
}

#[test]
fn a_run_as_json() {
    let text = printed(&["run", "duel.toml", "--fights", "300", "--no-report", "--format", "json"]);
    let json: Json = serde_json::from_str(&text).expect("the program prints JSON");
    assert_snapshot!(rounded(&format!("{:#}", abridged(&json, 2))));
}

#[test]
fn a_run_as_csv() {
    assert_snapshot!(rounded(&printed(&["run", "duel.toml", "--fights", "300", "--no-report", "--format", "csv"])));
}

#[test]
fn a_run_as_markdown() {
    assert_snapshot!(printed(&["run", "duel.toml", "--fights", "300", "--no-report", "--format", "md"]));
}

#[test]
fn a_match_up_as_text() {
    let (rows, columns) = ("side.steel.Ada.hp_max=frail: 8|hale: 14|tough: 20", "side.sparks.Bo.hp_max=12|16");
    let words = ["matchup", "duel.toml", "--rows", rows, "--columns", columns, "--fights", "600", "--no-report", "--all"];
    assert_snapshot!(printed(&words));
}

#[test]
fn a_replay() {
    assert_snapshot!(printed(&["replay", "duel.toml", "--fight", "4"]));
}

#[test]
fn a_replay_of_cairn_ap() {
    assert_snapshot!(printed(&["replay", "scar.toml", "--fight", "56"]));
}

#[test]
fn a_replay_of_bdp() {
    assert_snapshot!(printed(&["replay", "injury.toml", "--fight", "46"]));
}

#[test]
fn the_odds_of_a_blow_of_bdp() {
    assert_snapshot!(printed(&["odds", "bdp", "critical", "--die", "1d10", "--hp", "2", "--str", "9"]));
}

#[test]
fn a_replay_of_injury_d20() {
    assert_snapshot!(printed(&["replay", "limbs.toml", "--fight", "4"]));
}

#[test]
fn fights_that_are_found() {
    assert_snapshot!(printed(&[
        "replay",
        "duel.toml",
        "--find",
        "winner == sparks and Bo.hp <= 0 and rounds > 6",
        "--within",
        "300",
        "--most",
        "3"
    ]));
}

#[test]
fn the_odds_of_a_check() {
    assert_snapshot!(printed(&["odds", "vogt", "check", "--die", "1d8", "--bonus", "2"]));
}

#[test]
fn the_odds_of_initiative() {
    let asked = ["odds", "vogt", "initiative", "--die", "1d4", "--against", "1d12", "--format", "md"];
    assert_snapshot!(printed(&asked));
}

#[test]
fn all_errors_of_a_broken_file_at_once() {
    let ran = sparring(&["validate", "duel.toml", "broken.toml"]);
    assert_eq!(ran.status.code(), Some(3));
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert_snapshot!(format!("{out}\n{err}"));
}

#[test]
fn the_systems() {
    assert_snapshot!(printed(&["systems"]));
}

#[test]
fn the_book_of_vogt() {
    assert_snapshot!(printed(&["book", "vogt"]));
}

#[test]
fn the_rulings_of_vogt() {
    assert_snapshot!(printed(&["rulings", "vogt"]));
}

#[test]
fn the_policies_of_vogt() {
    assert_snapshot!(printed(&["policies", "vogt"]));
}

/// The structure of the schema; its descriptions and ranges are those of the book and the rulings.
#[test]
fn the_schema_of_vogt() {
    let schema: Json = serde_json::from_str(&printed(&["schema", "vogt"])).expect("the program prints JSON");
    let mut text = format!("{}\n{}\n{}\n", schema["$schema"], schema["title"], names(&schema));
    for (name, definition) in schema["$defs"].as_object().expect("the schema has definitions") {
        text.push_str(&format!("\n{name}: {}", names(definition)));
    }
    assert_snapshot!(text);
}

/// The keys or the words of a schema, or the notation of its texts.
fn names(schema: &Json) -> String {
    if let Some(table) = schema["properties"].as_object() {
        return table.keys().cloned().collect::<Vec<_>>().join(" ");
    }
    let alternatives = schema["oneOf"].as_array().into_iter().flatten().chain([schema]);
    let words =
        alternatives.flat_map(|one| one["enum"].as_array().into_iter().flatten().chain([&one["const"], &one["format"]]));
    words.filter_map(Json::as_str).collect::<Vec<_>>().join(" | ")
}

#[test]
fn the_help_of_every_verb() {
    // The systems grow in number; everything else about help is what it is.
    let help = |arguments: &[&str]| {
        let text = printed(arguments);
        let lines = text.lines().map(|line| line.split("[possible values: vogt").next().unwrap_or_default().trim_end());
        lines.collect::<Vec<_>>().join("\n")
    };
    let all = help(&["--help"]);
    let verbs = all.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let verbs: Vec<&str> = verbs
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|verb| *verb != "help")
        .collect();
    assert!(verbs.len() >= 10, "{verbs:?}");
    assert_snapshot!("help", all);
    for verb in verbs {
        assert_snapshot!(format!("help_{verb}"), help(&[verb, "--help"]));
    }
}

#[test]
fn the_keys_of_a_table() {
    assert_snapshot!(printed(&["keys", "vogt", "statuses"]));
}

#[test]
fn the_actions_with_a_word() {
    assert_snapshot!(printed(&["actions", "cairn-ap", "sand"]));
    assert_snapshot!(printed(&["actions", "vogt", "reevaluate"]));
}

#[test]
fn the_metrics_of_a_scenario() {
    assert_snapshot!(printed(&["metrics", "duel.toml", "rounds"]));
}

#[test]
fn the_book_is_searched_by_meaning_and_with_the_rulings() {
    assert_snapshot!(printed(&["book", "vogt", "critical"]));
    assert_snapshot!(printed(&["rulings", "vogt", "R-02"]));
}

#[test]
fn libraries_and_folders_are_validated() {
    let said = printed(&["validate", "../../scenarios/bestiary"]);
    // One of each system that is built in, and one of each shipped page of rules.
    let pages = scenario_files::within(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rules"));
    assert_eq!(said.lines().count(), sparring_systems().lines().count() + pages.len(), "{said}");
    assert!(said.lines().all(|line| line.contains(": valid (") && line.contains(", a library of ")), "{said}");
}

fn sparring_systems() -> String {
    printed(&["systems"])
}
