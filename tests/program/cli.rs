//! The whole program, as people use it: scenarios, bytes, exit codes, messages.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use crate::run::{self, text};
use sparring::systems;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sparring(arguments: &[&str]) -> Output {
    run::sparring(&root(), arguments)
}

fn scenarios() -> Vec<String> {
    let mut paths = Vec::new();
    for system in systems().names() {
        let folder = fs::read_dir(root().join("scenarios").join(system)).expect("the scenarios can be listed");
        let names = folder.map(|entry| PathBuf::from(entry.expect("the entry can be read").file_name()));
        let names = names.filter(|name| name.extension().is_some_and(|end| end == "toml"));
        let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        assert!(names.len() >= 8, "{system}: {names:?}");
        paths.extend(names.into_iter().map(|name| format!("scenarios/{system}/{name}")));
    }
    paths.sort();
    paths
}

#[test]
fn every_scenario_of_the_project_runs_and_none_is_worth_a_warning() {
    for scenario in scenarios() {
        let ran = sparring(&["run", &scenario, "--fights", "500", "--no-report"]);
        assert!(ran.status.success(), "{scenario}: {}", text(&ran.stderr));
        let answer = text(&ran.stdout).lines().next().unwrap_or_default().to_owned();
        assert!(answer.contains(" beat ") || answer.contains(" won "), "{scenario}: {answer}");
        assert_eq!(text(&ran.stderr), "", "{scenario}");
    }
}

#[test]
fn results_are_the_same_bytes_for_any_threads_and_batches() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = root().join("scenarios/vogt/party-against-ogre.toml").display().to_string();
    let tally = |name: &str, more: &[&str]| {
        let mut arguments = vec!["run", &scenario, "--fights", "3000", "--out", name];
        arguments.extend(more);
        let ran = run::sparring(folder.path(), &arguments);
        assert!(ran.status.success(), "{}", text(&ran.stderr));
        fs::read(folder.path().join(name).join("tally")).expect("there is a tally")
    };
    let one = tally("one", &["--threads", "1"]);
    assert_eq!(one, tally("two", &["--threads", "2"]));
    assert_eq!(one, tally("seven", &["--threads", "7", "--batch", "77"]));
    assert_eq!(one, tally("rows", &["--rows", "rows.csv"]));
    assert_ne!(one, tally("other", &["--seed", "2"]));
}

#[test]
fn a_replay_ends_as_the_run_counted_it() {
    let found =
        sparring(&["replay", "scenarios/vogt/mirror-duel.toml", "--find", "winner == left and rounds == 5", "--within", "200"]);
    let listed = text(&found.stdout);
    let number = listed.lines().nth(1).and_then(|line| line.split_whitespace().nth(1)).expect("a fight was found").to_owned();
    let told = text(&sparring(&["replay", "scenarios/vogt/mirror-duel.toml", "--fight", &number]).stdout);
    assert!(told.contains("Round 5") && !told.contains("Round 6"), "{told}");
    assert!(told.contains("VOG-069") && told.contains("VOG-029"), "{told}");
}

#[test]
fn exact_and_sampled_answers_stand_side_by_side() {
    let exact = sparring(&["run", "scenarios/vogt/mirror-duel.toml", "--exact", "--no-report"]);
    assert!(exact.status.success(), "{}", text(&exact.stderr));
    assert!(text(&exact.stdout).contains("exact"), "{}", text(&exact.stdout));
}

#[test]
fn what_can_be_set_and_asked_is_listed() {
    for arguments in [
        &["systems"][..],
        &["book", "vogt"],
        &["rulings", "vogt"],
        &["policies", "vogt"],
        &["schema", "vogt"],
        &["odds", "vogt"],
        &["odds", "vogt", "check", "--die", "1d8", "--bonus", "2"],
        &["odds", "heimr", "challenge", "--consistency=-5..5", "--potential", "-2"],
        &["odds", "cairn-ap", "scars", "--hp", "4", "--armor", "1"],
        &["new", "--system", "vogt"],
        &["new", "--system", "cairn-ap"],
        &["--version"],
    ] {
        let ran = sparring(arguments);
        assert!(ran.status.success() && !ran.stdout.is_empty(), "{arguments:?}: {}", text(&ran.stderr));
    }
}

#[test]
fn every_question_has_a_help_with_its_parameters() {
    for system in systems().names() {
        let listed = text(&sparring(&["odds", system]).stdout);
        let questions: Vec<&str> =
            listed.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next()).collect();
        assert!(questions.len() > 2, "{listed}");
        for question in questions {
            let said = text(&sparring(&["odds", system, question, "--help"]).stdout);
            assert!(said.starts_with(&format!("{question}: ")), "{system} {question}: {said}");
            assert!(said.contains(&format!("sparring odds {system} {question}")), "{system} {question}: {said}");
        }
        let general = text(&sparring(&["odds", system, "--help"]).stdout);
        assert!(general.contains("Usage:") && general.contains("Questions"), "{general}");
    }
    let help = text(&sparring(&["odds", "--help"]).stdout);
    assert!(help.contains("Usage: sparring odds"), "{help}");
    for (system, question, unsaid) in [
        ("injury-d20", "worsening", ["--heal", "nobody"]),
        ("cairn-ap", "initiative", ["--third", "two groups"]),
        ("bdp", "water", ["--die", "as the book says"]),
    ] {
        let said = text(&sparring(&["odds", system, question, "--help"]).stdout);
        assert!(said.lines().any(|line| unsaid.iter().all(|word| line.contains(word))), "{said}");
    }
    let described = text(&sparring(&["odds", "vogt", "damage", "-h"]).stdout);
    assert!(described.contains("--resistant") && described.contains("true, false"), "{described}");
}

#[test]
fn odds_are_narrowed_to_what_is_given() {
    let asked = |more: &[&str]| sparring(&[&["odds", "injury-d20", "attack"], more].concat());
    let given = text(&asked(&["--given", "2.."]).stdout);
    assert!(given.contains("given 2 or more (exact)") && given.contains("at least, given 2 or more"), "{given}");
    assert_eq!(text(&asked(&["--given=2.."]).stdout), given);
    for (range, said) in [
        ("5..2", "`--given` is `5..2`, but it has to be the values of a curve"),
        ("90..", "asks for 90 or more, but the values of these curves are 0 to"),
    ] {
        let ran = asked(&["--given", range]);
        assert_eq!(ran.status.code(), Some(2), "{range}");
        assert!(text(&ran.stderr).contains(said), "{}", text(&ran.stderr));
    }
    let without = sparring(&["odds", "bdp", "contest", "--given", "3"]);
    assert!(text(&without.stderr).contains("this answer has none: leave it out"), "{}", text(&without.stderr));
}

#[test]
fn yes_or_no_stands_alone() {
    let asked = |more: &[&str]| {
        let ran = sparring(&[&["odds", "vogt", "damage", "--die", "1d8"], more].concat());
        assert!(ran.status.success(), "{more:?}: {}", text(&ran.stderr));
        text(&ran.stdout)
    };
    let resistant = asked(&["--resistant", "true"]);
    assert_eq!(asked(&["--resistant"]), resistant);
    assert_eq!(asked(&["--resistant", "--ar", "0"]), asked(&["--resistant=true", "--ar", "0"]));
    assert_ne!(asked(&["--resistant", "false"]), resistant);
}

#[test]
fn a_contract_about_a_difference_says_so() {
    let ran = sparring(&["run", "scenarios/vogt/two-on-one.toml", "--fights", "500", "--no-report"]);
    let said = text(&ran.stdout);
    assert!(said.contains("win(footpads) - win(knight) is "), "{said}");
}

#[test]
fn the_starter_of_new_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run::sparring(folder.path(), &["new", "--system", "vogt", "duel.toml"]).status.success());
    let again = run::sparring(folder.path(), &["new", "--system", "vogt", "duel.toml"]);
    assert_eq!(again.status.code(), Some(3), "a file is never overwritten");
    let said = "cannot write duel.toml: it exists already, and is left as it is; choose another name, or move it away first";
    assert!(text(&again.stderr).contains(said), "{}", text(&again.stderr));
    let ran = run::sparring(folder.path(), &["run", "duel.toml", "--fights", "1000"]);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    assert!(folder.path().join("reports/duel/report.html").exists());
    assert!(run::sparring(folder.path(), &["new", "--system", "bdp", "my fight.toml"]).status.success());
    let written = std::fs::read_to_string(folder.path().join("my fight.toml")).expect("it was written");
    assert!(written.contains("sparring run 'my fight.toml'\n") && !written.contains("duel.toml"), "{written}");
}

#[test]
fn bad_input_has_its_message_and_its_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("the file can be written");
    write("broken.toml", b"format = 1\nsystem = \"vogt\"\ntitle = \"x\"\nsistem = 3\n[book.defend]\nar_bonus = 999\n");
    write("bytes.toml", b"title = \"\xff\xfe\"\n");
    write("circle.toml", b"format = 1\nsystem = \"vogt\"\ntitle = \"x\"\ninclude = [\"circle.toml\"]\n");
    write("other.toml", b"format = 1\nsystem = \"chess\"\ntitle = \"x\"\n");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["run", "broken.toml"], 3, "unknown key `sistem`"),
        (&["run", "broken.toml"], 3, "999"),
        (&["run", "bytes.toml"], 3, "UTF-8"),
        (&["run", "circle.toml"], 3, "circle.toml"),
        (&["run", "other.toml"], 3, "chess"),
        (&["run", "missing.toml"], 3, "missing.toml"),
        (&["run", "."], 3, "folder"),
        (&["run", "broken.toml", "--fights", "0"], 2, "at least one fight"),
        (&["run", "broken.toml", "--fights", "1000000000000000000"], 2, "at most"),
        (&["run", "broken.toml", "--colour"], 2, "--colour"),
        (&["fight"], 2, "fight"),
        (&["odds", "vogt", "chekc"], 2, "did you mean `check`?"),
        (&["book", "vogt", "xyzzy"], 2, "no path and no meaning contains"),
    ];
    for (arguments, code, message) in cases {
        let ran = run::sparring(folder.path(), arguments);
        let said = text(&ran.stderr);
        assert_eq!(ran.status.code(), Some(*code), "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?} does not say {message}: {said}");
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    }
}

#[test]
fn an_unwritable_place_is_found_before_the_first_fight() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("taken"), "a file").expect("the file can be written");
    let scenario = root().join("scenarios/vogt/mirror-duel.toml").display().to_string();
    let ran = run::sparring(folder.path(), &["run", &scenario, "--out", "taken"]);
    assert_eq!(ran.status.code(), Some(3), "{}", text(&ran.stderr));
    assert_eq!(text(&ran.stdout), "");
    let rows = run::sparring(folder.path(), &["run", &scenario, "--no-report", "--rows", "rows.xls"]);
    assert!(!rows.status.success() && text(&rows.stderr).contains("parquet"), "{}", text(&rows.stderr));
}

#[test]
fn exact_answers_judge_what_is_expected() {
    let folder = tempfile::tempdir().expect("a folder");
    let duel = r#"format = 1
system = "vogt"
title = "A duel"
[combatant.fighter]
hp_max = 4
weapons = [{ name = "club", die = "1d6", type = "blunt" }]
[[side]]
name = "left"
combatant = [{ like = "fighter", name = "Lea" }]
[[side]]
name = "right"
combatant = [{ like = "fighter", name = "Rob" }]
[[expect]]
that = "win(left)"
symmetric = "win(right)"
[[expect]]
that = "quantile(rounds, 50)"
at_most = 1
[[expect]]
that = "mean(Lea.damage_dealt)"
at_least = 1
"#;
    fs::write(folder.path().join("duel.toml"), duel).expect("the file can be written");
    let ran = run::sparring(folder.path(), &["run", "duel.toml", "--exact", "--no-report"]);
    let said = text(&ran.stdout);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    assert!(
        said.contains("win(left): holds: win(left) - win(right) is 0.0000 points exactly, expected the same as win(right)"),
        "{said}"
    );
    assert!(said.contains("quantile(rounds, 50): broken: 3.0000 exactly, expected at most 1"), "{said}");
    assert!(said.contains("mean(Lea.damage_dealt): undecided: it is not known exactly"), "{said}");
}

#[test]
fn differences_of_exact_answers_have_no_error() {
    let compare = |more: &[&str]| {
        let given = ["compare", "scenarios/vogt/mirror-duel.toml", "--exact", "--set", "book.defend.ar_bonus=3"];
        let ran = sparring(&[&given[..], more].concat());
        assert!(ran.status.success(), "{}", text(&ran.stderr));
        text(&ran.stdout)
    };
    let solved = |set: &[&str]| -> serde_json::Value {
        let given = ["run", "scenarios/vogt/mirror-duel.toml", "--exact", "--no-report", "--format", "json"];
        serde_json::from_str(&text(&sparring(&[&given[..], set].concat()).stdout)).expect("a report")
    };
    let mean_rounds = |report: &serde_json::Value| -> f64 {
        let of_rounds = report["metrics"].as_array().into_iter().flatten().find(|metric| metric["key"] == "rounds");
        let values = of_rounds.and_then(|metric| metric["probabilities"].as_array()).expect("rounds are known");
        values.iter().map(|pair| pair[0].as_f64().unwrap_or_default() * pair[1].as_f64().unwrap_or_default()).sum()
    };
    let said = compare(&[]);
    assert!(said.contains("Every number is exact"), "{said}");
    let json: serde_json::Value = serde_json::from_str(&compare(&["--format", "json"])).expect("a comparison");
    assert_eq!((&json["exact"], &json["finished"]), (&true.into(), &true.into()));
    let rows = json["tables"].as_array().into_iter().flatten().filter_map(|table| table["rows"].as_array()).flatten();
    let [mut told, mut named] = [f64::NAN, 0.0];
    for row in rows.filter(|row| row["name"] == "rounds") {
        told = row["figures"]["difference"]["value"].as_f64().unwrap_or(f64::NAN);
        named += 1.0;
    }
    let by = mean_rounds(&solved(&["--set", "book.defend.ar_bonus=3"])) - mean_rounds(&solved(&[]));
    let unmoved = json["unmoved"].as_array().is_some_and(|keys| keys.contains(&"rounds".into()));
    assert!(unmoved && by.abs() < 1e-9 || named == 1.0 && (told - by).abs() < 1e-9, "{told} {by} {unmoved}");
    let same = sparring(&["compare", "scenarios/vogt/mirror-duel.toml", "scenarios/vogt/mirror-duel.toml", "--exact"]);
    assert!(text(&same.stdout).starts_with("Nothing moved"), "{}", text(&same.stdout));
}

/// A user who has nothing but the help finds out, in all systems, what there is.
#[test]
fn first_steps_of_the_help_work_in_every_system() {
    let help = text(&sparring(&["--help"]).stdout);
    let steps: Vec<&str> = help.lines().filter_map(|line| line.trim().strip_prefix("sparring ")?.split("  ").next()).collect();
    for verb in ["new", "sheet", "keys", "actions", "policies", "run", "metrics", "replay", "odds"] {
        assert!(steps.iter().any(|step| step.starts_with(verb)), "the help does not lead to {verb}: {steps:?}");
    }
    for system in ["vogt", "heimr", "cairn-ap", "bdp", "injury-d20"] {
        let here = tempfile::tempdir().expect("a folder");
        for step in &steps {
            let words: Vec<&str> = step.split(' ').map(|word| if word == "vogt" { system } else { word }).collect();
            let fewer: &[&str] = if words[0] == "run" { &["--fights", "20", "--no-report"] } else { &[] };
            let ran = run::sparring(here.path(), &[&words, fewer].concat());
            assert!(ran.status.success(), "{words:?}: {}", text(&ran.stderr));
            assert!(!ran.stdout.is_empty() || words[0] == "new", "{words:?} says nothing");
        }
    }
}

#[test]
fn files_of_former_shape_are_written_anew_and_good_ones_stay_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = fs::read_to_string(root().join("scenarios/cairn-ap/to-retirement.toml")).expect("a scenario");
    let good = good.replace("include = [\"../bestiary/", &format!("include = [\"{}/scenarios/bestiary/", root().display()));
    let good = good.replace("on_defeat = \"go on\"\n", "");
    let former = good.replacen("title =", "book.day.stop_on_defeat = false # never\ntitle =", 1);
    let path = folder.path().join("career.toml");
    let validate = |text: &str, more: &[&str]| {
        fs::write(&path, text).expect("the file can be written");
        let said = sparring(&[&["validate", path.to_str().expect("a name"), "--root", "/"], more].concat());
        (said.status.success(), text_of(&said), fs::read_to_string(&path).expect("the file is there"))
    };
    let (sound, said, kept) = validate(&former, &[]);
    assert!(!sound && said.contains("validate --fix") && kept == former, "{said}");
    let (sound, said, mended) = validate(&former, &["--fix"]);
    assert!(sound && said.contains("is `on_defeat = \"go on\"` now"), "{said}");
    assert!(mended.contains("# never\non_defeat = \"go on\"\n") && !mended.contains("stop_on_defeat"), "{mended}");
    let (sound, said, kept) = validate(&good, &["--fix"]);
    assert!(sound && !said.contains("now") && kept == good, "{said}");
}

fn text_of(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn what_a_policy_can_do_begins_with_lines_that_work() {
    let folder = tempfile::tempdir().expect("a folder");
    for system in ["vogt", "heimr", "cairn-ap", "bdp", "injury-d20"] {
        let all = text(&run::sparring(folder.path(), &["actions", system]).stdout);
        let lines: Vec<&str> = all.lines().skip_while(|line| *line != "[policy.bold]").take(2).collect();
        assert_eq!(lines.len(), 2, "{all}");
        let starter = text(&run::sparring(folder.path(), &["new", "--system", system]).stdout);
        std::fs::write(folder.path().join("bold.toml"), format!("{starter}\n{}\n", lines.join("\n")))
            .expect("it can be written");
        let ran = run::sparring(folder.path(), &["validate", "bold.toml"]);
        assert!(ran.status.success(), "{system}: {}", text(&ran.stderr));
        for word in ["\"attack\":", "\"wait\":"].iter().filter(|word| all.contains(**word)) {
            assert!(all.matches(word).count() <= 2, "{system}: {word} is told again and again");
        }
    }
}

#[test]
fn the_parameters_of_a_question_come_with_an_example_that_works() {
    let folder = tempfile::tempdir().expect("a folder");
    for (system, question) in
        [("vogt", "check"), ("heimr", "challenge"), ("cairn-ap", "save"), ("bdp", "save"), ("injury-d20", "check")]
    {
        let help = text(&run::sparring(folder.path(), &["odds", system, question, "--help"]).stdout);
        let example = help.lines().skip_while(|line| !line.ends_with("for example:")).nth(1);
        let words: Vec<&str> = example.unwrap_or_else(|| panic!("{help}")).split(' ').skip(1).collect();
        assert!(words.len() > 3, "{words:?}");
        let ran = run::sparring(folder.path(), &words);
        assert!(ran.status.success(), "{words:?}: {}", text(&ran.stderr));
    }
    let none = text(&run::sparring(folder.path(), &["odds", "heimr", "claims", "--help"]).stdout);
    assert!(none.contains("It takes no parameters.") && !none.contains("--in FILE"), "{none}");
}
