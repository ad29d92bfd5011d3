//! `sparring compare`, as people use it.

use std::path::{Path, PathBuf};

use crate::run::{folder, runs, sparring, text};

const DUEL: &str = r#"format = 1
system = "vogt"
title = "A duel"

[combatant.goblin]
hp_max = 6
weapons = [{ name = "knife", die = "1d4", type = "stab" }]

[[side]]
name = "left"
[[side.combatant]]
name = "Lea"
hp_max = 9
weapons = [{ name = "club", die = "1d6", type = "blunt" }]

[[side]]
name = "right"
[[side.combatant]]
like = "goblin"
name = "Rob"

[[expect]]
that = "chance(winner == left and rounds <= 4)"
at_least = 0.1

[[expect]]
that = "win(left)"
at_least = 0.5
"#;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The print of a comparison that goes well.
fn compared(folder: &Path, arguments: &[&str]) -> String {
    let ran = sparring(folder, &[&["compare"], arguments, &["--no-report"]].concat());
    assert!(ran.status.success(), "{arguments:?}: {}", text(&ran.stderr));
    text(&ran.stdout)
}

/// The word of an outcome in CSV.
fn word<'c>(csv: &'c str, outcome: &str) -> &'c str {
    let line = csv.lines().find(|line| line.split(',').nth(1) == Some(outcome));
    line.and_then(|line| line.split(',').nth(2)).unwrap_or_else(|| panic!("no {outcome} in {csv}"))
}

#[test]
fn a_scenario_compared_with_itself_says_identical() {
    let folder = folder(&[("a.toml", DUEL), ("b.toml", &DUEL.replace("A duel", "Another title"))]);
    for pair in [["a.toml", "a.toml"], ["a.toml", "b.toml"]] {
        let said = compared(folder.path(), &[&pair[..], &["--fights", "3000", "--all"]].concat());
        let opens = said.starts_with("All 2 contracts hold as before. No fight came out otherwise");
        assert!(opens && said.contains("outcomes are identical"), "{said}");
    }
}

#[test]
fn a_change_of_the_rules_is_found_whichever_way_it_is_written() {
    let stronger = DUEL.replace("hp_max = 6", "hp_max = 10");
    let files = [("a.toml", DUEL), ("b.toml", &*stronger), ("change.toml", "[combatant.goblin]\nhp_max = 10\n")];
    let folder = folder(&files);
    let csv = |arguments: &[&str]| compared(folder.path(), &[arguments, &["--fights", "4000", "--format", "csv"]].concat());
    let by_file = csv(&["a.toml", "b.toml"]);
    assert_eq!((word(&by_file, "win(left)"), word(&by_file, "rounds")), ("changed", "changed"));
    assert_eq!(word(&by_file, "chance(winner == timeout)"), "identical");
    assert_eq!(csv(&["a.toml", "--with", "change.toml"]), by_file);
    assert_eq!(csv(&["a.toml", "--set", "combatant.goblin.hp_max=10"]), by_file);
    // An expectation is compared in its own words; the winner is named once.
    assert_eq!(word(&by_file, "chance(winner == left and rounds <= 4)"), "changed");
    assert!(by_file.matches("a,win(left),").count() == 1 && !by_file.contains("expect1"), "{by_file}");
}

#[test]
fn results_are_the_same_bytes_for_any_threads() {
    let folder = folder(&[("a.toml", DUEL)]);
    let json = |threads: &str| {
        let change = ["a.toml", "--set", "side.left.Lea.hp_max=11", "--fights", "9000", "--format", "json"];
        compared(folder.path(), &[&change[..], &["--threads", threads]].concat())
    };
    let one = json("1");
    assert_eq!(one, json("2"));
    assert_eq!(one, json("7"));
}

#[test]
fn fights_that_flipped_can_be_replayed_on_both_sides() {
    let folder = folder(&[("a.toml", DUEL), ("change.toml", "[combatant.goblin]\nhp_max = 10\n")]);
    let arguments = ["a.toml", "--with", "change.toml", "--fights", "4000", "--seed", "5", "--format", "json"];
    let json: serde_json::Value = serde_json::from_str(&compared(folder.path(), &arguments)).expect("JSON");
    let outcomes = json["outcomes"].as_array().expect("outcomes");
    let right = outcomes.iter().find(|outcome| outcome["outcome"] == "win(right)").expect("there is a winner");
    let number = right["examples_up"][0].as_u64().expect("a fight flipped").to_string();
    for (side, winner) in [("before", "left"), ("after", "right")] {
        let command = json["scenarios"][0][side]["replay"].as_str().expect("a command");
        let words: Vec<&str> = command.split(' ').skip(1).chain([number.as_str()]).collect();
        let told = text(&sparring(folder.path(), &words).stdout);
        assert!(told.lines().any(|line| line.split_whitespace().eq(["winner", winner])), "{command}: {told}");
    }
}

#[test]
fn a_folder_is_compared_as_a_whole_and_files_that_are_no_scenarios_are_passed_over() {
    let other = DUEL.replace("name = \"Rob\"", "name = \"Rob\"\nhp_max = 7");
    let bestiary = "[combatant.wolf]\nhp_max = 4\n";
    let files = [("all/one.toml", DUEL), ("all/deep/two.toml", &*other), ("all/bestiary.toml", bestiary)];
    let folder = folder(&[&files[..], &[("change.toml", "[combatant.goblin]\nhp_max = 10\n")]].concat());
    let said = compared(folder.path(), &["all", "--with", "change.toml", "--fights", "4000"]);
    assert!(said.contains("2 scenarios | change.toml | n = 4,000 of each"), "{said}");
    assert!(said.contains("one: win(left)") && !said.contains("two: win(left)"), "{said}");
    assert!(said.contains("Nothing that decides outcomes differs between the two sides of two"), "{said}");
}

#[test]
fn what_cannot_be_compared_is_named_with_its_place_and_the_rest_is_not_lost() {
    let files = [("all/bad.toml", DUEL.replace("hp_max = 9", "hp_maks = 9")), ("all/good.toml", DUEL.to_owned())];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = folder(&files);
    let ran =
        sparring(folder.path(), &["compare", "all", "--set", "side.left.Lea.hp_max=11", "--fights", "2000", "--out", "out"]);
    let (said, complained) = (text(&ran.stdout), text(&ran.stderr));
    assert_eq!(ran.status.code(), Some(3), "{complained}");
    for wanted in ["all/bad.toml:\n", "unknown key `hp_maks`", "did you mean `hp_max`?", "all/bad.toml:13:1"] {
        assert!(complained.contains(wanted), "no {wanted} in {complained}");
    }
    assert!(said.contains("win(left)") && said.contains("Not compared, because of errors: all/bad.toml"), "{said}");
    assert!(folder.path().join("out/report.html").exists());
}

#[test]
fn bad_input_has_its_message_and_its_exit_code() {
    let files = [
        ("a.toml", DUEL),
        ("b.toml", DUEL),
        ("other.toml", &*DUEL.replace("\"vogt\"", "\"chess\"")),
        ("broken.toml", "[book\nx = 1\n"),
        ("unknown.toml", "[book.defend]\nar_bonsu = 3\n"),
        ("invalid.toml", "[rulings]\nar_mode = \"sometimes\"\n"),
        ("outside.toml", "[arenas]\nwidth = 3\n"),
        ("empty/readme.txt", ""),
    ];
    let folder = folder(&files);
    let cases: &[(&[&str], i32, &[&str])] = &[
        (&["a.toml"], 2, &["name two scenarios"]),
        (&["a.toml", "b.toml", "a.toml"], 2, &["name two scenarios"]),
        (&["a.toml", "other.toml"], 3, &["chess"]),
        (&["a.toml", "missing.toml"], 3, &["missing.toml", "no such file"]),
        (&["a.toml", "--with", "missing.toml"], 3, &["missing.toml", "no such file"]),
        (&["a.toml", "b.toml", "--with", "broken.toml"], 3, &["a.toml, b.toml:", "broken.toml:1:6"]),
        (&["a.toml", "--with", "unknown.toml"], 3, &["unknown.toml:2:1", "did you mean `ar_bonus`?"]),
        (&["a.toml", "--with", "invalid.toml"], 3, &["invalid.toml:2:11", "cannot be `sometimes`"]),
        (&["a.toml", "--with", "outside.toml"], 3, &["`arenas` cannot stand in a patch", "did you mean `arena`?"]),
        (&["a.toml", "--set", "book.defnd.ar_bonus=3"], 3, &["defnd"]),
        (&["a.toml", "--set", "side.left.Leo.hp_max=3"], 3, &["nothing here is called `Leo`", "did you mean `Lea`?"]),
        (&["empty", "--set", "rulings.crit=once"], 2, &["no .toml file"]),
        (&["a.toml", "b.toml", "--margin", "hpp=1"], 2, &["did you mean `hp`?"]),
        (&["a.toml", "b.toml", "--margin", "hp=1%"], 2, &["plain number"]),
        (&["a.toml", "b.toml", "--all", "--margin", "hp_per_blow=1%"], 2, &["plain number"]),
        (&["a.toml", "b.toml", "--margin", "hp_per_blow=1"], 2, &["nothing compared is called `hp_per_blow`"]),
        (&["a.toml", "b.toml", "--margin", "hp"], 2, &["rates=0.5%"]),
        (&["a.toml", "b.toml", "--level", "5"], 2, &["out of range"]),
    ];
    for (arguments, code, messages) in cases {
        let ran = sparring(folder.path(), &[&["compare"], *arguments, &["--no-report", "--fights", "500"]].concat());
        let said = text(&ran.stderr);
        assert_eq!(ran.status.code(), Some(*code), "{arguments:?}: {said}");
        for message in *messages {
            assert!(said.contains(message), "{arguments:?} does not say {message}: {said}");
        }
        assert!(!said.contains("panicked") && text(&ran.stdout).is_empty(), "{arguments:?}: {said}");
    }
}

#[test]
fn margins_and_levels_are_the_designers() {
    let folder = folder(&[("a.toml", DUEL)]);
    let change = ["a.toml", "--set", "side.left.Lea.hp_max=10", "--fights", "4000", "--format", "csv"];
    let with = |more: &[&str]| compared(folder.path(), &[&change[..], more].concat());
    assert_eq!(word(&with(&[]), "win(left)"), "changed");
    let lenient = with(&["--margin", "winner=40%", "--margin", "amounts=300%", "--margin", "rounds=9"]);
    assert_eq!([word(&lenient, "win(left)"), word(&lenient, "Lea.hp"), word(&lenient, "rounds")], ["unchanged"; 3]);
    assert_eq!(word(&with(&["--margin", "rates=40%"]), "Rob.out"), "unchanged");
    let said = compared(folder.path(), &[&change[..5], &["--level", "99%"]].concat());
    assert!(said.contains("Words: at 99 %"), "{said}");
}

#[test]
fn ratios_of_totals_are_compared_like_everything_else() {
    let folder = folder(&[("a.toml", DUEL), ("b.toml", &DUEL.replace("1d6", "1d10"))]);
    let change = ["a.toml", "b.toml", "--fights", "8000", "--all"];
    let with = |more: &[&str]| compared(folder.path(), &[&change[..], more].concat());
    let csv = with(&["--format", "csv"]);
    assert_eq!(
        [word(&csv, "Lea.damage_per_blow"), word(&csv, "Rob.damage_per_blow")],
        ["changed", "unchanged"],
        "his knife is the same"
    );
    let lenient = with(&["--margin", "damage_per_blow=3", "--format", "csv"]);
    assert_eq!([word(&lenient, "Lea.damage_per_blow"), word(&lenient, "Rob.damage_per_blow")], ["unchanged"; 2]);
    let json: serde_json::Value = serde_json::from_str(&with(&["--format", "json"])).expect("JSON");
    let outcomes = json["outcomes"].as_array().expect("outcomes");
    let ratio = outcomes.iter().find(|outcome| outcome["outcome"] == "Lea.damage_per_blow").expect("it is compared");
    assert_eq!((ratio["kind"].as_str(), ratio["unit"].as_str(), ratio["n"].as_u64()), (Some("ratio"), Some("HP"), Some(8000)));
    // 3.5 by a die of six, 5.5 by one of ten; criticals and the like move both.
    let difference = &ratio["difference"];
    let [low, high] = ["low", "high"].map(|limit| difference[limit].as_f64().expect("a number"));
    assert!(low > 1.0 && high < 4.0 && high - low < 0.5, "{difference}");
    assert!(ratio["up"].as_u64() > ratio["down"].as_u64() && ratio["examples_up"][0].is_u64(), "{ratio}");
    assert!(!compared(folder.path(), &change[..4]).contains("damage_per_blow"), "no headline table has it");
}

#[test]
fn the_command_in_the_report_makes_it_again() {
    let folder = folder(&[("a.toml", DUEL), ("change.toml", "[book.defend]\nar_bonus = 3\n")]);
    let arguments = [
        "a.toml",
        "--with",
        "change.toml",
        "--set",
        "side.left.Lea.hp_max=11",
        "--margin",
        "hp=0.5",
        "--margin",
        "rates=0.5%",
        "--fights",
        "5000",
        "--seed",
        "3",
        "--level",
        "99%",
        "--full",
        "--all",
        "--format",
        "json",
    ];
    let first = compared(folder.path(), &arguments);
    let json: serde_json::Value = serde_json::from_str(&first).expect("JSON");
    let command = json["command"].as_str().expect("a command");
    let words: Vec<&str> = command.split(' ').map(|word| word.trim_matches('\'')).skip(2).chain(["--format", "json"]).collect();
    assert_eq!(compared(folder.path(), &words), first, "{command}");
}

#[test]
fn the_scenarios_of_the_project_are_compared_in_one_go() {
    let folder = folder(&[("change.toml", "system = \"vogt\"\n[book.defend]\nar_bonus = 3\n")]);
    let scenarios = root().join("scenarios").display().to_string();
    let said = compared(folder.path(), &[&scenarios, "--with", "change.toml", "--fights", "300"]);
    for wanted in ["book.defend.ar_bonus", "two-on-one", "adventuring-day", "identical"] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    assert!(!said.contains("bestiary"), "{said}");
}

#[test]
fn the_exact_difference_of_a_day_does_not_speak_of_a_winner() {
    let side = |name: &str, hp: u32| {
        format!(
            "[[side]]\nname = \"{name}\"\n[[side.combatant]]\nname = \"of {name}\"\nhp_max = {hp}\n\
             weapons = [{{ name = \"club\", die = \"1d6\" }}]\n"
        )
    };
    let fights = "[[day]]\nfight = [\"one\", \"two\"]\n[[day]]\nfight = [\"one\", \"three\"]\n";
    let sides = [side("one", 8), side("two", 4), side("three", 4)].concat();
    let here = folder(&[("day.toml", &format!("format = 1\nsystem = \"vogt\"\ntitle = \"Two duels\"\n{sides}{fights}"))]);
    let said = runs(here.path(), &["compare", "day.toml", "--exact", "--set", "side.one.of one.hp_max=9"]);
    assert!(said.starts_with("Of ") && said.contains("are not as before.\n"), "{said}");
    assert!(said.contains("chance(fight1.winner == one)"), "{said}");
    let same = runs(here.path(), &["compare", "day.toml", "--exact", "--set", "side.one.of one.hp_max=8"]);
    assert!(same.starts_with("Nothing moved"), "{same}");
}

#[test]
fn sums_over_sides_and_moments_of_a_day_can_be_asked_for() {
    let day = DUEL.split("\n[[expect]]").next().expect("a duel").replace(
        "title = \"A duel\"\n",
        "title = \"A day\"\nday = [{ fight = [\"left\", \"right\"] }, { rest = \"siesta\" }, { fight = [\"left\", \"right\"], fresh = [\"right\"] }]\n",
    );
    let here = folder(&[("day.toml", &day)]);
    let change = ["day.toml", "--set", "side.left.Lea.hp_max=12", "--format", "csv"];
    let asked = [
        "--fights",
        "4000",
        "--outcome",
        "mean(before2.left.hp)",
        "--outcome",
        "end.left.exhaustion",
        "--outcome",
        "chance(fight2.left.hp > 3)",
    ];
    let csv = compared(here.path(), &[&change[..], &asked].concat());
    for outcome in ["before2.left.hp", "end.left.exhaustion", "chance(fight2.left.hp > 3)"] {
        assert!(csv.contains(outcome), "{outcome}: {csv}");
    }
    assert_eq!(word(&csv, "before2.left.hp"), "changed", "{csv}");
    let none =
        sparring(here.path(), &["compare", "day.toml", "--set", "side.left.Lea.hp_max=12", "--outcome", "before3.left.hp"]);
    assert!(
        !none.status.success() && text(&none.stderr).contains("nothing that is measured is called"),
        "{}",
        text(&none.stderr)
    );
}

#[test]
fn the_sentence_says_in_which_part_of_a_day_somebody_died() {
    let change = ["scenarios/injury-d20/campaign.toml", "--set", "book.degree.step=2", "--fights", "300", "--no-report"];
    let said = runs(&root(), &[&["compare"], &change[..]].concat());
    let first = said.lines().next().expect("an answer");
    assert!(first.contains("In fight 2 Raider 2 died in ") && !first.contains("fight2."), "{first}");
}
