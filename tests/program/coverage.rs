//! `sparring coverage`, as people use it.

use crate::run::{DUEL, fails, folder, runs, sparring, text};

fn covered(arguments: &[&str]) -> serde_json::Value {
    let folder = folder(&[("duels/one.toml", DUEL), ("duels/two.toml", &DUEL.replace("hp_max = 9", "hp_max = 30"))]);
    let all = [&["coverage", "duels", "--fights", "200", "--format", "json"], arguments].concat();
    serde_json::from_str(&runs(folder.path(), &all)).expect("JSON")
}

#[test]
fn rules_are_told_by_whether_they_came_up_and_where_most() {
    let json = covered(&[]);
    let system = &json["systems"][0];
    let rule = |id: &str| {
        let rules = system["rules"].as_array().expect("rules");
        rules.iter().find(|rule| rule["rule"] == id).unwrap_or_else(|| panic!("there is no {id}")).clone()
    };
    // A round opens in every fight; nobody rests in a duel; who has the last word is told to players.
    let opens = rule("VOG-066");
    assert_eq!(
        (&opens["standing"], &opens["most"]["fights"], &opens["scenarios"]),
        (&"came up".into(), &200.into(), &2.into())
    );
    assert_eq!(rule("VOG-076")["standing"], "no day");
    assert_eq!(rule("VOG-001")["standing"], "no fight");
    assert_eq!(rule("VOG-014")["standing"], "never");
    assert!(system["came_up"].as_u64() < system["could"].as_u64(), "{system}");
}

#[test]
fn nothing_depends_on_threads_and_the_text_opens_with_the_answer() {
    assert_eq!(covered(&["--threads", "1"]), covered(&["--threads", "3"]));
    let folder = folder(&[("duel.toml", DUEL)]);
    let said = runs(folder.path(), &["coverage", "duel.toml", "--fights", "200"]);
    assert!(said.contains("rules of vogt that could be seen come up in this scenario;"), "{said}");
    assert!(said.contains("vogt: what never came up") && said.contains("act in silence"), "{said}");
}

#[test]
fn check_says_how_many_rules_come_up() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let said = runs(folder.path(), &["check", "duel.toml", "--only", "contracts"]);
    assert!(said.contains("rules of vogt that could be seen come up in this scenario"), "{said}");
}

#[test]
fn files_that_cannot_be_read_are_named_and_the_others_told() {
    let folder = folder(&[("a.toml", DUEL), ("b.toml", "format = 1\nsystem = \"vogt\"\ntitle = 3\n")]);
    let ran = sparring(folder.path(), &["coverage", "a.toml", "b.toml", "--fights", "50"]);
    let (said, failed) = (text(&ran.stdout), text(&ran.stderr));
    assert_eq!(ran.status.code(), Some(3), "{failed}");
    assert!(said.contains("rules of vogt that could be seen"), "{said}");
    assert!(failed.contains("b.toml") && failed.contains("1 of the scenarios could not be read"), "{failed}");
    fails(folder.path(), &["coverage", "c.toml"], 3, &["c.toml"]);
}
