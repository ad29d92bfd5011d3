//! `sparring chances` and the chances of a replay, as people use them.

use crate::run::{DUEL, fails, folder, runs, sparring, text};

fn json(arguments: &[&str]) -> serde_json::Value {
    let here = folder(&[("duel.toml", DUEL)]);
    let all = [&["chances", "duel.toml", "--no-report", "--format", "json"], arguments].concat();
    serde_json::from_str(&runs(here.path(), &all)).expect("JSON")
}

#[test]
fn the_numbers_of_a_duel_hold_together() {
    let json = json(&["--fights", "100"]);
    let number = |key: &str| json["numbers"][key]["number"]["value"].as_f64().unwrap_or_else(|| panic!("{key} in {json}"));
    let rounds = json["rounds"].as_array().expect("a list");
    let mean: f64 = rounds.iter().map(|round| round["fights"].as_f64().expect("a number")).sum::<f64>() / 100.0;
    assert!((number("decided") + number("dead_rounds") - mean).abs() < 0.05, "{json}");
    for key in ["swing", "decided", "dead_rounds", "comebacks", "changes", "surprise", "suspense"] {
        let [low, high] = ["low", "high"].map(|end| json["numbers"][key]["number"][end].as_f64().expect("a limit"));
        assert!(low <= number(key) && number(key) <= high, "{key}: {json}");
    }
    let sides = json["sides"].as_array().expect("a list");
    let won: f64 = sides.iter().map(|side| side["start"]["value"].as_f64().expect("a chance")).sum();
    assert!((0.9..=1.0 + 1e-9).contains(&won), "{json}");
    // The chance at the start is the share of victories.
    let share = sides[0]["won"].as_f64().expect("a count") / 100.0;
    let start = sides[0]["start"]["value"].as_f64().expect("a chance");
    assert!((share - start).abs() < 5.0 * (0.25_f64 / 100.0).sqrt(), "{share} {start}");
}

#[test]
fn bytes_do_not_depend_on_threads_and_turns_are_finer_than_rounds() {
    let once = json(&["--fights", "24", "--threads", "1"]);
    assert_eq!(json(&["--fights", "24", "--threads", "2"]), once);
    assert_eq!(json(&["--fights", "24", "--threads", "7"]), once);
    // A step of cairn-ap is a turn.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/cairn-ap/mirror-duel.toml");
    let told = |more: &[&str]| -> serde_json::Value {
        let all = [&["chances", file, "--no-report", "--format", "json", "--fights", "20"], more].concat();
        serde_json::from_str(&runs(folder(&[]).path(), &all)).expect("JSON")
    };
    let (rounds, turns) = (told(&[]), told(&["--turns"]));
    let start = |json: &serde_json::Value| json["sides"][0]["start"].clone();
    assert_eq!(start(&turns), start(&rounds), "it begins alike");
    let swing = |json: &serde_json::Value| json["numbers"]["swing"]["number"]["value"].as_f64();
    assert!(swing(&turns) < swing(&rounds), "a turn moves less than a round");
}

#[test]
fn the_page_has_the_curve_and_is_played_again() {
    let here = folder(&[("duel.toml", DUEL)]);
    let said = runs(here.path(), &["chances", "duel.toml", "--fights", "50", "--all", "--out", "out"]);
    assert!(said.starts_with("On average a fight is decided with round "), "{said}");
    for part in [
        "As it begins: the left wins ",
        "What it is like",
        "Fights to look at",
        "Round by round",
        "The chance of left",
        "dead rounds",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let page = std::fs::read_to_string(here.path().join("out/report.html")).expect("there is a page");
    for part in ["How the chance of left goes", "How long it is fought, and how long it is open", "half of the fights"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for file in ["charts/chance-left.svg", "charts/open.svg", "figures.csv", "figures.json", "report.md"] {
        assert!(here.path().join("out").join(file).exists(), "{file}");
    }
    let again = runs(here.path(), &["rerun", "out/report.html"]);
    assert!(again.contains("The same as on the page, digit by digit."), "{again}");
    let _ = runs(here.path(), &["chances", "duel.toml", "--fights", "5"]);
    assert!(here.path().join("reports/chances-duel/report.html").exists());
}

#[test]
fn a_replay_tells_chances_between_turns_and_what_turned_it() {
    let here = folder(&[("duel.toml", DUEL)]);
    let words = ["replay", "duel.toml", "--fight", "3", "--chances"];
    let said = runs(here.path(), &[&words[..], &["--out", "out"]].concat());
    assert!(said.contains("What turned it\n") && said.contains("in round ") && said.contains(" % right\n"), "{said}");
    let plain = runs(here.path(), &["replay", "duel.toml", "--fight", "3"]);
    assert!(!plain.contains(" % right") && plain.lines().all(|line| said.contains(line.trim())), "{said}");
    let page = std::fs::read_to_string(here.path().join("out/report.html")).expect("there is a page");
    assert!(
        page.contains("What turned it") && page.contains("How the chances went") && page.contains("class=\"chance\""),
        "{page}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&runs(here.path(), &[&words[..], &["--format", "json"]].concat())).expect("JSON");
    assert_eq!(json["turning_points"].as_array().map(Vec::len), Some(3), "{json}");
    let chances: Vec<f64> = json["events"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|event| event["kind"] == "chances")
        .map(|event| {
            event["sides"].as_array().expect("a list").iter().map(|side| side["chance"].as_f64().expect("a chance")).sum()
        })
        .collect();
    assert!(chances.len() > 3 && chances.iter().all(|&sum| sum <= 1.0 + 1e-9), "{chances:?}");
    let turned: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(here.path().join("out/replay.json")).expect("there is one"))
            .expect("JSON");
    assert_eq!(turned["turning_points"], json["turning_points"], "once more it is the same");
}

#[test]
fn fights_are_found_by_their_chances() {
    let here = folder(&[("duel.toml", DUEL)]);
    let within = |fights: &str, what: &str, more: &[&str]| {
        runs(here.path(), &[&["replay", "duel.toml", "--find", what, "--within", fights], more].concat())
    };
    let find = |what: &str, more: &[&str]| within("60", what, more);
    // A comeback is seldom: sixty fights have one.
    let comebacks = within("200", "comeback", &[]);
    assert!(
        comebacks.contains(" and won; ") && comebacks.contains("of the first 200 fights (seed 1): comeback\n"),
        "{comebacks}"
    );
    let shares = |text: &str| -> Vec<f64> {
        let share = |line: &str| line.split(" stood at ").nth(1)?.split(' ').next()?.parse().ok();
        text.lines().filter_map(share).collect()
    };
    assert!(shares(&comebacks).len() > 1 && shares(&comebacks).is_sorted(), "{comebacks}");
    let right = find("swing and winner == right", &["--most", "3"]);
    assert!(
        right.lines().count() <= 4
            && right.lines().filter(|line| line.contains("--fight")).all(|line| line.contains("winner right")),
        "{right}"
    );
    assert!(find("decided", &["--most", "1"]).contains("decided "));
    assert!(find("swing", &["--most", "1"]).contains(" in round "));
    let wrong = sparring(here.path(), &["replay", "duel.toml", "--find", "comeback and nobody > 3"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", text(&wrong.stderr));
}

#[test]
fn what_cannot_be_asked_is_told() {
    let here = folder(&[("duel.toml", DUEL)]);
    for (words, said) in [
        (&["chances", "duel.toml", "--continuations", "63"][..], "a multiple of 4, such as 64"),
        (&["chances", "duel.toml", "--continuations", "8"], "from 16 to "),
        (&["chances", "duel.toml", "--of", "fight2"], "there is one fight, so there is no fight 2"),
        (&["chances", "duel.toml", "--of", "first"], "write fight1, fight2 and so on"),
        (&["chances", "duel.toml", "--fights", "1e6"], "100000 fights at the most"),
        (&["replay", "duel.toml", "--fight", "1", "--chances", "--with-die", "1=2"], "cannot be used with"),
    ] {
        fails(here.path(), words, 2, &[said]);
    }
    fails(here.path(), &["chances", "nowhere.toml"], 3, &["nowhere.toml"]);
}
