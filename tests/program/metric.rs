//! Metrics that a scenario defines itself: they are worked out fight by fight, and work wherever a metric does.
//!
//! Compares what is printed with the same expression asked directly. Start at [`an_own_metric_is_its_expression`].

use std::fs;

use insta::assert_snapshot;

use crate::run::{DUEL, fails, folder, runs, sparring, text};

const OWN: &str = r#"
[metric]
close_call = "winner == left and Lea.hp <= 3"
left_over = "Lea.hp + Rob.hp"
twice = "left_over * 2"
"#;

/// The answer of `ask` for this number, as a cell of its CSV.
fn asked(file: &str, show: &str) -> String {
    let here = folder(&[("duel.toml", file)]);
    let csv = runs(here.path(), &["ask", "duel.toml", "--fights", "2000", "--show", show, "--format", "csv"]);
    let line = csv.lines().find(|line| line.contains(show)).unwrap_or_else(|| panic!("{show} in {csv}"));
    line.rsplit(show).next().expect("something stands behind it").to_owned()
}

#[test]
fn an_own_metric_is_its_expression() {
    let file = format!("{DUEL}{OWN}");
    for (own, same) in [
        ("chance(close_call)", "chance(winner == left and Lea.hp <= 3)"),
        ("mean(left_over)", "mean(Lea.hp + Rob.hp)"),
        ("quantile(twice, 90)", "quantile(2 * (Lea.hp + Rob.hp), 90)"),
        ("chance(close_call and rounds > 3)", "chance((winner == left and Lea.hp <= 3) and rounds > 3)"),
    ] {
        let numbers = |cell: String| cell.trim_start_matches(['"', ',']).to_owned();
        assert_eq!(numbers(asked(&file, own)), numbers(asked(DUEL, same)), "{own}");
    }
}

#[test]
fn it_works_wherever_a_metric_does() {
    let more =
        "\n[[expect]]\nthat = \"chance(close_call)\"\nbetween = [0, 1]\n[[expect]]\nthat = \"mean(twice)\"\nat_least = 1\n";
    let here = folder(&[("duel.toml", &format!("{DUEL}{OWN}{more}"))]);
    let few = ["--fights", "500"];
    let run = runs(here.path(), &[&["run", "duel.toml", "--no-report"], &few[..]].concat());
    let own: Vec<&str> = run.lines().skip_while(|line| *line != "Own metrics").take(3).collect();
    assert_eq!(own.len(), 3, "{run}");
    assert!(own[1].contains("close call") && own[1].contains("left over, mean"), "{own:?}");
    let compared = ["compare", "duel.toml", "--set", "side.left.Lea.hp_max=14", "--no-report"];
    let compared = runs(here.path(), &[&compared[..], &few].concat());
    assert!(compared.contains("close_call"), "{compared}");
    let swept = ["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=6,9", "--no-report", "--outcome", "left_over"];
    assert!(runs(here.path(), &[&swept[..], &few].concat()).contains("left_over"));
    let found = runs(here.path(), &["replay", "duel.toml", "--find", "close_call and rounds >= 2", "--within", "300"]);
    assert!(found.lines().count() > 1, "{found}");
    let listed = runs(here.path(), &["metrics", "duel.toml", "left_over"]);
    assert!(listed.contains("left_over"), "{listed}");
    let json = |file: &str| -> f64 {
        let here = folder(&[("duel.toml", file)]);
        let run = runs(here.path(), &["run", "duel.toml", "--exact", "--no-report", "--format", "json"]);
        let value: serde_json::Value = serde_json::from_str(&run).expect("it is JSON");
        let verdict = value["expectations"].as_array().and_then(|all| all.last()?["verdict"].as_str().map(str::to_owned));
        let number = verdict.as_ref().and_then(|verdict| verdict.split(' ').find_map(|word| word.parse().ok()));
        number.unwrap_or_else(|| panic!("{verdict:?}"))
    };
    let expect = |that: &str| format!("\n[[expect]]\nthat = \"{that}\"\nbetween = [0, 100]\n");
    let own = json(&format!("{DUEL}{OWN}{}", expect("mean(twice)")));
    let direct = json(&format!("{DUEL}{OWN}{}", expect("mean(left_over)")));
    assert!((own - 2.0 * direct).abs() < 1e-3 && own > 0.0, "{own} is twice {direct}");
}

#[test]
fn it_can_be_included_and_does_not_change_what_is_played() {
    let scenario = format!("include = [\"own.toml\"]\n{DUEL}").replacen("format = 1\n", "", 1);
    let here = folder(&[
        ("duel.toml", &format!("format = 1\n{scenario}")),
        ("own.toml", &format!("format = 1\nsystem = \"vogt\"\n{OWN}")),
        ("plain.toml", DUEL),
    ]);
    let digest = |file: &str| {
        let run = runs(here.path(), &["run", file, "--fights", "100", "--no-report", "--format", "json"]);
        let value: serde_json::Value = serde_json::from_str(&run).expect("it is JSON");
        (value["digest"].clone(), run.contains("close_call"))
    };
    let ((with, told), (without, untold)) = (digest("duel.toml"), digest("plain.toml"));
    assert!(with == without && !with.is_null() && told && !untold, "{with} {without}");
}

#[test]
fn mistakes_in_own_metrics() {
    let wrong = "\n[metric]\nrounds = \"Lea.hp\"\n\"Close call\" = \"Lea.hp\"\nround_about = \"two\"\ntwo = \"round_about + 1\"\n\
                 itself = \"itself + 1\"\nmisspelt = \"Lea.hpp > 3\"\nlength = \"mean(rounds)\"\n\
                 long = \"quantile(rounds, 90)\"\nhurt = \"chance(Lea.hp < 3 and winner == \\\"left\\\") + 1\"\n\
                 part = \"share(hp)\"\nhalf = \"Lea.hp +\"\n\n[[expect]]\nthat = \"mean(close_cal)\"\nat_least = 1\n";
    let here = folder(&[("duel.toml", &format!("{DUEL}{wrong}"))]);
    let ran = sparring(here.path(), &["validate", "duel.toml"]);
    assert_eq!(ran.status.code(), Some(3));
    assert_snapshot!(text(&ran.stderr));
    fs::write(here.path().join("duel.toml"), format!("{DUEL}{}", OWN.replace("close_call", "close_call_of_lea")))
        .expect("written");
    let ran = sparring(here.path(), &["ask", "duel.toml", "--show", "chance(close_cal_of_lea)"]);
    assert!(text(&ran.stderr).contains("did you mean `close_call_of_lea`?"), "{}", text(&ran.stderr));
}

#[test]
fn what_is_made_on_request_is_found_by_a_word() {
    let here = folder(&[("duel.toml", DUEL)]);
    let week = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/vogt/week-of-siestas.toml");
    let all = runs(here.path(), &["metrics", week]);
    let requested = all.split("Made on request").nth(1).expect("there is a section");
    for pattern in [
        "end.SIDE.METRIC",
        "fight3.SIDE.METRIC",
        "before3.SIDE.METRIC",
        "after3.SIDE.METRIC",
        "part3.SIDE.METRIC",
        "HARM.by.CAUSE",
    ] {
        assert!(requested.contains(pattern), "{pattern}: {requested}");
    }
    let examples: Vec<&str> = requested.lines().map(str::trim).filter(|line| line.starts_with("mean(")).collect();
    runs(here.path(), &["ask", week, "--fights", "5", "--show", &examples.join(", ")]);
    assert!(runs(here.path(), &["metrics", "duel.toml", "cause"]).contains("HARM.by.CAUSE"));
    assert!(runs(here.path(), &["metrics", "duel.toml", "left.hp"]).contains("SIDE.METRIC"));
    fails(here.path(), &["ask", week, "--show", "mean(party.hp)"], 2, &["did you mean `end.party.hp` or `fight1.party.hp`?"]);
    fails(here.path(), &["ask", "duel.toml", "--show", "mean(Lea.health)"], 2, &["did you mean `Lea.hp`?"]);
}

#[test]
fn a_value_that_is_too_large_to_reckon_with_is_refused_by_every_verb() {
    let file = format!("{DUEL}\n[metric]\nbig = \"rounds * 3000000000\"\n\n[[expect]]\nthat = \"mean(big)\"\nat_least = 1\n");
    let here = folder(&[("duel.toml", &file)]);
    let vary = ["--vary", "side.left.Lea.hp_max=6,9"];
    let verbs: [&[&str]; 7] = [
        &["run", "duel.toml", "--no-report"],
        &["sweep", "duel.toml", "--no-report", vary[0], vary[1], "--outcome", "big"],
        &["tune", "duel.toml", "--no-report", vary[0], vary[1], "--target", "mean(big)=1..2"],
        &["compare", "duel.toml", "--no-report", "--set", "side.left.Lea.hp_max=14", "--outcome", "big"],
        &["ask", "duel.toml", "--show", "mean(big)"],
        &["bless", "duel.toml", "--because", "a test"],
        &["check", "duel.toml"],
    ];
    for verb in verbs {
        fails(here.path(), &[verb, &["--fights", "300"]].concat(), 2, &["beyond 2147483648; divide it by something"]);
    }
}
