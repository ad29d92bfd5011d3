//! The sheets of combatants in all five systems, and the oddities that they tell.
//!
//! Looks at what is printed; that the numbers are those of the rules is seen by changing what they are made of. Start at
//! [`of_vogt`].

use std::path::Path;

use insta::assert_snapshot;

use crate::run::{folder, runs, sparring, text};

/// A scenario that comes with the program.
fn shipped(file: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(file).display().to_string()
}

fn of(file: &str, words: &[&str]) -> String {
    let here = folder(&[]);
    runs(here.path(), &[&["sheet", &shipped(file)], words].concat())
}

#[test]
fn of_vogt() {
    assert_snapshot!(of("vogt/pyromancer-against-goblins.toml", &[]));
}

#[test]
fn of_heimr() {
    assert_snapshot!(of("heimr/one-against-six.toml", &[]));
}

#[test]
fn of_cairn_ap() {
    assert_snapshot!(of("cairn-ap/casters.toml", &[]));
}

#[test]
fn of_bdp() {
    assert_snapshot!(of("bdp/party-against-dragon.toml", &[]));
}

#[test]
fn of_injury_d20() {
    assert_snapshot!(of("injury-d20/three-heads.toml", &[]));
}

#[test]
fn as_a_document_and_for_programs() {
    assert_snapshot!(of("vogt/mirror-duel.toml", &["Lea", "--format", "markdown"]));
    let json: serde_json::Value =
        serde_json::from_str(&of("heimr/one-against-six.toml", &["--format", "json"])).expect("it is JSON");
    let told = json["combatants"].as_array().expect("a list");
    let six = told.iter().find(|told| told["combatants"].as_array().is_some_and(|all| all.len() == 6));
    assert!(six.is_some_and(|six| six["name"].as_str().is_some_and(|name| name.ends_with(" (6)"))), "equals are told once");
}

const ODD: [(&str, &str, &str); 5] = [
    ("vogt", "weapons = [{ name = \"pick\", die = \"1d7\", type = \"pierce\" }]", "resist = [\"stab\"]"),
    (
        "heimr",
        "attributes = { sta = 2 }\nabilities = { sword_and_shield = { c = 3, p = 3 }, archery = { p = 2 } }\n\
         weapons = [{ kind = \"medium\", ability = \"sword_and_shield\" }]\nshields = [{ kind = \"tower\" }]",
        "",
    ),
    ("cairn-ap", "hp_max = 4\nnatural_armor = 5", "hp_max = 4\nweapons = [{ name = \"sword\", die = \"1d7\" }]"),
    ("bdp", "slots_used = 12\npc = true", "weapons = [{ kind = \"spear\", die = \"1d5\" }]"),
    ("injury-d20", "", "weapons = [{ name = \"bow\", kind = \"bow\", hands = 2, stowed = true }]"),
];

#[test]
fn what_is_odd_is_told_by_sheet_and_validate() {
    let mut all = String::new();
    for (system, ada, bo) in ODD {
        let side = |name: &str, insides: &str| {
            format!("[[side]]\nname = \"{name} alone\"\n[[side.combatant]]\nname = \"{name}\"\n{insides}\n")
        };
        let file = format!("format = 1\nsystem = \"{system}\"\ntitle = \"Odd\"\n{}{}", side("Ada", ada), side("Bo", bo));
        let here = folder(&[("odd.toml", &file)]);
        let sheet = runs(here.path(), &["sheet", "odd.toml"]);
        let notes: Vec<&str> = sheet.lines().skip_while(|line| !line.starts_with("  note")).collect();
        assert!(!notes.is_empty(), "{system}: {sheet}");
        let validated = sparring(here.path(), &["validate", "odd.toml"]);
        assert!(validated.status.success());
        all.push_str(&format!("== {system}\n{sheet}\n{}\n", text(&validated.stderr)));
    }
    assert_snapshot!(all);
}

#[test]
fn somebody_by_another_name_is_suggested() {
    let here = folder(&[]);
    let ran = sparring(here.path(), &["sheet", &shipped("vogt/mirror-duel.toml"), "Leo"]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(text(&ran.stderr).contains("nobody is called `Leo`; did you mean `Lea`?"), "{}", text(&ran.stderr));
}

/// One question of two combatants and with their numbers typed, by system.
const ASKED: [(&str, &str, [&str; 2], &str, &str); 10] = [
    ("vogt", "vogt/mirror-duel.toml", ["Lea", "Rob"], "damage", "--die 1d6 --str 1d6 --ar 3 --hp 10"),
    (
        "heimr",
        "heimr/one-against-six.toml",
        ["Ysolde", "raider 1"],
        "attack",
        "--attack 4:8 --parry 1:4 --block none --dodge 1:1 --fatigue 1 --fatigue-against 4",
    ),
    (
        "cairn-ap",
        "cairn-ap/casters.toml",
        ["soldier 1", "Barry"],
        "attack",
        "--score 12 --die 1d8 --against 10 --object 0 --armor 0",
    ),
    (
        "bdp",
        "bdp/party-against-dragon.toml",
        ["Osric", "Hild"],
        "parry",
        "--against 1d10 --armor 3 --armor-against 2 --counter 0",
    ),
    ("injury-d20", "injury-d20/three-heads.toml", ["Gerda", "Dario"], "attack", "--bonus 6 --dv 16"),
    (
        "heimr",
        "heimr/one-against-six.toml",
        ["Ysolde", "raider 1"],
        "hits",
        "--consistency 4 --against 1 --difference 4 --fatigue 1 --fatigue-against 4",
    ),
    (
        "heimr",
        "heimr/one-against-six.toml",
        ["Ysolde", "raider 1"],
        "duel",
        "--attack 4:8 --defence 4:8 --hits 2 --attack-against 1:4 --defence-against 1:4 --hits-against 3",
    ),
    ("heimr", "heimr/one-against-six.toml", ["Ysolde", "raider 1"], "initiative", "--who 2:3,1:3 --fatigue 1"),
    (
        "cairn-ap",
        "cairn-ap/casters.toml",
        ["soldier 1", "Barry"],
        "scars",
        "--hp 4 --score 12 --die 1d8 --against 10 --object 0 --armor 0 --str 8 --dex 10 --wil 14",
    ),
    (
        "injury-d20",
        "injury-d20/three-heads.toml",
        ["Gerda", "Dario"],
        "breath",
        "--bonus 6 --dv 16 --stamina 9 --exhaustion 11 --parry 8",
    ),
];

/// The words for the origin of numbers.
const SOURCES: &str = "\nwhere the numbers come from (exact)";

#[test]
fn odds_take_their_numbers_from_two_combatants() {
    let here = folder(&[]);
    for (system, file, [by, at], question, typed) in ASKED {
        let file = shipped(file);
        let of_two = runs(here.path(), &["odds", system, question, "--in", &file, "--by", by, "--at", at]);
        let (of_two, _) = of_two.split_once(SOURCES).expect("it says where the numbers come from");
        let typed: Vec<&str> = typed.split(' ').collect();
        assert_eq!(of_two, runs(here.path(), &[&["odds", system, question], &typed[..]].concat()), "{system}");
        let over =
            runs(here.path(), &[&["odds", system, question, "--in", &file, "--by", by, "--at", at], &typed[..]].concat());
        let (over, sources) = over.split_once(SOURCES).expect("it says where the numbers come from");
        assert_eq!(of_two, over, "what is typed goes before what is taken from the file");
        assert!(sources.contains("typed"), "{sources}");
    }
    for (words, said) in [
        (vec!["damage", "--by", "Lea", "--at", "Rob"], "add `--in FILE`"),
        (vec!["damage", "--in", "FILE", "--at", "Rob"], "`--by NAME`, one of Lea, Rob"),
        (vec!["damage", "--in", "FILE", "--by", "Leo", "--at", "Rob"], "did you mean `Lea`?"),
        (vec!["damage", "--in", "FILE", "--by", "Lea", "--at-with", "sword"], "add `--at NAME`"),
        (vec!["damage", "--in", "FILE", "--by", "Lea", "--with", "bow"], "--with: there is no `bow`"),
        (vec!["check", "--in", "FILE", "--by", "Lea"], "say with what: `--with STR`; there are STR, DEX, AWR, WIL"),
        (vec!["ladder", "--in", "FILE", "--by", "Lea", "--at", "Rob"], "these are: check, contest, initiative, damage"),
    ] {
        let file = shipped("vogt/mirror-duel.toml");
        let words: Vec<&str> = words.iter().map(|word| if *word == "FILE" { file.as_str() } else { word }).collect();
        let ran = sparring(here.path(), &[&["odds", "vogt"], &words[..]].concat());
        assert_eq!(ran.status.code(), Some(2), "{words:?}");
        assert!(text(&ran.stderr).contains(said), "{}", text(&ran.stderr));
    }
}

/// Questions about checks, saves and contests: system, file, flags, rows of what is told of where the numbers come from.
const CHECKED: &[(&str, &str, &str, &[[&str; 3]])] = &[
    (
        "vogt",
        "vogt/party-against-ogre.toml",
        "contest --by Ysolde --at Gruk --with str --at-with DEX",
        &[["die", "1d8", "STR of Ysolde"], ["against", "1d4", "DEX of Gruk"]],
    ),
    ("vogt", "vogt/party-against-ogre.toml", "death --by Ysolde", &[["hp", "18", "hit points of Ysolde"]]),
    ("vogt", "vogt/party-against-ogre.toml", "encumbrance --by Ysolde --over 3", &[["over", "3", "typed"]]),
    (
        "heimr",
        "heimr/one-against-six.toml",
        "check --by Ysolde --with agility",
        &[["ability", "3:3", "agility of Ysolde"], ["fatigue", "1", "fatigue of Ysolde"], ["cr", "5", "no sheet says it"]],
    ),
    (
        "heimr",
        "heimr/one-against-six.toml",
        "check --by Ysolde --with insight",
        &[["fatigue", "0", "fatigue of Ysolde"], ["rerolls", "3", "willpower of Ysolde"]],
    ),
    (
        "heimr",
        "heimr/one-against-six.toml",
        "opposed --by Ysolde --with medium --at RAIDER --at-with agility",
        &[["initiator", "4:8", "medium of Ysolde"], ["responder", "1:1", "agility of raider 1"]],
    ),
    (
        "heimr",
        "heimr/archers.toml",
        "cluster --by Ysa --at LEVY",
        &[["fatigue", "3", "fatigue of Ysa"], ["fatigue-against", "3", "fatigue of levy 1"]],
    ),
    (
        "cairn-ap",
        "cairn-ap/casters.toml",
        "save --by Barry --with WIL",
        &[["score", "14", "WIL of Barry"], ["dc", "", "the book"]],
    ),
    (
        "cairn-ap",
        "cairn-ap/casters.toml",
        "attack --by SOLDIER --at Barry --at-with brace",
        &[["against", "8", "STR of Barry, to brace"]],
    ),
    (
        "bdp",
        "bdp/party-against-dragon.toml",
        "save --by Osric --with dex --luck advantage",
        &[["ability", "11", "DEX of Osric"], ["luck", "advantage", "typed"]],
    ),
    (
        "bdp",
        "bdp/party-against-dragon.toml",
        "gambit --by Osric --at Hild --at-with stun",
        &[["die", "1d8", "longsword of Osric"], ["back", "1d10", "maul of Hild"]],
    ),
    (
        "injury-d20",
        "injury-d20/three-heads.toml",
        "check --by Gerda --with heal",
        &[["bonus", "5", "heal of Gerda"], ["net", "0", "injuries of Gerda"]],
    ),
    (
        "injury-d20",
        "injury-d20/three-heads.toml",
        "maneuver --by Gerda --at Dario --with trip",
        &[["dv", "16", "defence value of Dario"]],
    ),
    ("injury-d20", "injury-d20/three-heads.toml", "save --by Gerda", &[["con", "2", "Constitution of Gerda"]]),
];

#[test]
fn checks_saves_and_contests_take_their_numbers_from_sheets() {
    let here = folder(&[]);
    for (system, file, asked, rows) in CHECKED {
        let file = shipped(file);
        let names = [("RAIDER", "raider 1"), ("SOLDIER", "soldier 1"), ("LEVY", "levy 1")];
        let named =
            |word: &str| names.iter().find(|(short, _)| *short == word).map_or(word.to_owned(), |(_, name)| (*name).to_owned());
        let words: Vec<String> = asked.split(' ').map(named).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = runs(here.path(), &[&["odds", system], &words[..1], &["--in", &file], &words[1..]].concat());
        let (_, sources) = said.split_once(SOURCES).expect("it says where the numbers come from");
        for [parameter, value, from] in *rows {
            let row = sources.lines().find(|line| line.split_whitespace().next() == Some(parameter));
            let row: String = row.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
            let wanted = format!("{parameter} {value} {from}").split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(row, wanted, "{system} {asked}\n{sources}");
        }
    }
}

#[test]
fn every_question_of_every_system_is_asked_of_a_scenario_or_says_why_not() {
    let here = folder(&[]);
    for (system, file, by, at) in [
        ("vogt", "vogt/party-against-ogre.toml", "Ysolde", "Gruk"),
        ("heimr", "heimr/one-against-six.toml", "Ysolde", "raider 1"),
        ("cairn-ap", "cairn-ap/casters.toml", "soldier 1", "Barry"),
        ("bdp", "bdp/party-against-dragon.toml", "Osric", "Hild"),
        ("injury-d20", "injury-d20/three-heads.toml", "Gerda", "Dario"),
    ] {
        let file = shipped(file);
        let listed = runs(here.path(), &["odds", system]);
        for question in listed.lines().skip(1).filter_map(|line| line.split_whitespace().next()) {
            let ask = |more: &[&str]| {
                sparring(here.path(), &[&["odds", system, question, "--in", &file, "--by", by, "--at", at], more].concat())
            };
            let mut more: Vec<String> = Vec::new();
            let mut ran = ask(&[]);
            // A missing argument is named in the form in which it is typed.
            while let Some((_, missing)) = text(&ran.stderr).split_once("say with what: `") {
                more.extend(missing.split('`').next().unwrap_or_default().replace('\'', "").splitn(2, ' ').map(str::to_owned));
                assert!(more.len() <= 4, "{system} {question}: {more:?}");
                ran = ask(&more.iter().map(String::as_str).collect::<Vec<_>>());
            }
            let refused = text(&ran.stderr);
            let known = ["is not about what combatants come to", "has no Magic Dice", "has no two weapons"];
            assert!(ran.status.success() || known.iter().any(|why| refused.contains(why)), "{system} {question}: {refused}");
            if ran.status.success() {
                assert!(text(&ran.stdout).contains(SOURCES), "{system} {question}");
                let help = runs(here.path(), &["odds", system, question, "--help"]);
                assert!(help.contains("`--in FILE --by NAME`"), "{help}");
            }
        }
    }
}
