//! `sparring knockout`, as people use it.

use crate::run::{DUEL, fails, folder, runs};

const POLICY: &str = r#"
[policy.careful]
action = [{ do = "defend", when = "hp <= 3" }, { do = "attack" }]

[policy.unused]
action = [{ do = "attack" }]
"#;

/// Lea has armor, a policy and a second weapon that she never needs.
fn duel() -> String {
    let weapon = "weapons = [{ name = \"club\", die = \"1d6\", type = \"blunt\" }]";
    let better = "armor = 2\npolicy = \"careful\"\nweapons = [{ name = \"club\", die = \"1d6\", type = \"blunt\" }, { name = \"stick\", die = \"1d4\", type = \"blunt\" }]";
    format!("{}{POLICY}", DUEL.replacen(weapon, better, 1))
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let folder = folder(&[("duel.toml", &duel())]);
    let all = [&["knockout", "duel.toml", "--fights", "8000", "--no-report", "--format", "json"], arguments].concat();
    serde_json::from_str(&runs(folder.path(), &all)).expect("JSON")
}

/// The word of what is taken away.
fn word(json: &serde_json::Value, what: &str) -> String {
    let knocked = json["knocked"].as_array().expect("things were taken away");
    let one = knocked.iter().find(|one| one["what"] == what).unwrap_or_else(|| panic!("no {what} in {json}"));
    one["word"].as_str().expect("a word").to_owned()
}

#[test]
fn armor_matters_and_a_weapon_that_is_never_drawn_does_not() {
    let json = json(&["--of", "traits", "--of", "lines"]);
    assert_eq!(word(&json, "Lea without armor 2"), "changed");
    assert_eq!(word(&json, "Lea without weapons: stick"), "identical");
    assert_eq!(word(&json, "policy.careful without action 1: defend when hp <= 3"), "changed");
    // Rob names no policy, so that the rules might choose any; they do not.
    assert_eq!(word(&json, "policy.unused without action 1: attack"), "identical");
    assert!(!json.to_string().contains("rulings."), "only what was asked for");
    let told = |what: &str| {
        let knocked = json["knocked"].as_array().expect("things were taken away");
        knocked.iter().find(|one| one["what"] == what).expect("it was taken away")["told_otherwise"].clone()
    };
    // Nobody draws the stick, so that no fight is told otherwise; what differs is not asked.
    assert_eq!(told("Lea without weapons: stick"), 0);
    assert_eq!(told("Lea without armor 2"), serde_json::Value::Null);
}

#[test]
fn ambiguities_are_divided_into_those_that_matter_and_those_that_do_not() {
    let folder = folder(&[("duel.toml", &duel())]);
    let arguments = ["knockout", "duel.toml", "--of", "rulings", "--fights", "4096", "--out", "out", "--all"];
    let said = runs(folder.path(), &arguments);
    let row = |ruling: &str| {
        let mut rows = said.lines().skip_while(|line| *line != "Which ambiguities matter here");
        rows.find(|line| line.trim_start().starts_with(ruling)).unwrap_or_else(|| panic!("no {ruling} in {said}")).to_owned()
    };
    assert!(row("rulings.crit ").contains("matters"), "{said}");
    assert!(row("rulings.bleeding_ar ").contains("never came up here"), "{said}");
    assert!(said.starts_with("The left wins 65 of 100 fights; none with rulings.ar_mode off and "), "{said}");
    assert!(said.contains("\nOf 32 ambiguities 11 matter here: rulings."), "{said}");
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("there is a page");
    assert!(page.contains("win(left) without it") && page.contains("class=\"track-row\""), "{page}");
}

#[test]
fn a_difference_below_the_margin_is_no_measurable_effect() {
    let json = json(&["--of", "traits", "--margin", "rates=60%", "--margin", "rounds=9", "--margin", "amounts=300%"]);
    assert_eq!(word(&json, "Lea without armor 2"), "unchanged");
}

#[test]
fn bad_input_has_its_message_and_its_exit_code() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let cases: &[(&[&str], i32, &str)] = &[
        (&["--of", "gear"], 2, "rulings"),
        (&["--of", "lines"], 2, "nothing in this scenario"),
        (&["--of", "traits", "--margin", "hpp=1"], 2, "did you mean `hp`?"),
        (&["--outcome", "Lea.hpp"], 2, "did you mean `Lea.hp`?"),
    ];
    for (arguments, code, message) in cases {
        let all = [&["knockout", "duel.toml", "--no-report", "--fights", "200"], *arguments].concat();
        fails(folder.path(), &all, *code, &[message]);
    }
}
