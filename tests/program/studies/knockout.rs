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
    assert!(row("crit  ").contains("matters"), "{said}");
    assert!(row("bleeding AR  ").contains("never came up here"), "{said}");
    assert!(said.starts_with("The left wins 65 of 100 fights; none with AR mode off instead of pool per round and "), "{said}");
    assert!(said.contains("\nOf 32 ambiguities 11 matter here: "), "{said}");
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

/// Two ways to strike, of which one is better, a third that nobody can take, and a question that changes nothing.
const CHOICES: &str = r#"format = 1
rules = "choices"
title = "Choices"

[stat]
hp_max = { is = 1, from = 1, to = 9 }

[state]
hp = { begins = "hp_max", to = "hp_max" }
shouts = { begins = 0, from = 0, to = 9 }

[order]
roll = "1d20"
each = "fight"
ties = "random"

[turn]
out = "hp <= 0"

[action.poke]
do = """
if target asks shout { target.shouts = 1 }
roll hit: 1d6
if hit >= 5 { target.hp -= 1 }
"""

[action.smash]
do = """
roll hit: 1d6
if hit >= 3 { target.hp -= 1 }
"""

[decision.shout]
about = "Whether to shout."
"#;

const PAIR: &str = "format = 1\nsystem = \"page.toml\"\ntitle = \"A pair\"\n[[side]]\nname = \"left\"\n[[side.combatant]]\nname = \"Ada\"\n\
    policy = \"plain\"\n[[side]]\nname = \"right\"\n[[side.combatant]]\nname = \"Rob\"\n[policy.plain]\naction = [{ do = \"smash\" }]\n";

#[test]
fn decisions_are_made_otherwise_one_by_one_and_what_is_no_choice_is_named() {
    let folder = folder(&[("page.toml", CHOICES), ("pair.toml", PAIR)]);
    let asked = ["knockout", "pair.toml", "--of", "decisions", "--fights", "20000", "--no-report", "--format", "json"];
    let json: serde_json::Value = serde_json::from_str(&runs(folder.path(), &asked)).expect("JSON");
    let so = |name: &str| {
        let all = json["choices"].as_array().expect("choices");
        all.iter().find(|one| one["decision"] == name).unwrap_or_else(|| panic!("no {name} in {json}"))["so"].clone()
    };
    assert_eq!(so("shout"), "worth nothing", "{json}");
    let played = json["played"].as_array().expect("ways");
    let share = |decision: &str, way: &str| {
        let one = played.iter().find(|one| one["decision"] == decision && one["way"] == way);
        one.unwrap_or_else(|| panic!("no {decision} {way} in {json}"))["after"]["value"].as_f64().expect("a number")
    };
    let near = |share: f64, known: f64| (share - known).abs() < 5.0 * (known * (1.0 - known) / 20_000.0).sqrt();
    // By halves of either Ada strikes home in half of her turns: 3/4 where she begins, 1/2 where she does not.
    assert!(near(share("everything", "everything at random"), 0.625), "{json}");
    assert!(near(share("action", "at random"), 0.625) && near(share("action", "left to the rules"), 0.5), "{json}");
    let said = runs(folder.path(), &["knockout", "pair.toml", "--of", "decisions", "--fights", "20000", "--out", "out"]);
    assert!(said.starts_with("The left wins in 7"), "{said}");
    assert!(said.contains("However `shout` is decided, nothing moves here by more than 1.0 points\n"), "{said}");
}

#[test]
fn decisions_are_looked_at_alone() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let wrong = |words: &[&str], said: &str| {
        fails(folder.path(), &[&["knockout", "duel.toml", "--no-report"], words].concat(), 2, &[said]);
    };
    wrong(&["--of", "decisions", "--of", "rules"], "decisions are looked at alone");
    wrong(&["--whose", "Lea"], "--whose is for --of decisions");
    wrong(&["--improve"], "--improve is for --of decisions");
    wrong(&["--of", "decisions", "--whose", "Leo"], "no side and no combatant is called `Leo`; did you mean `Lea`?");
}
