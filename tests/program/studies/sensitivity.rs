//! `sparring sensitivity`, as people use it.

use crate::run::{DUEL, fails, folder, runs};

fn json(arguments: &[&str]) -> serde_json::Value {
    let folder = folder(&[("duel.toml", DUEL)]);
    let all = [&["sensitivity", "duel.toml", "--fights", "6000", "--no-report", "--format", "json"], arguments].concat();
    serde_json::from_str(&runs(folder.path(), &all)).expect("JSON")
}

#[test]
fn hit_points_help_those_who_have_them_and_have_their_exchange_rate() {
    let json = json(&["--of", "side", "--outcome", "win(left)", "--in", "side.right.Rob.hp_max"]);
    let effect = |path: &str| {
        let number = json["numbers"].as_array().expect("numbers").iter().find(|number| number["number"] == path);
        let effects = number.unwrap_or_else(|| panic!("no {path} in {json}"))["effects"].as_array().expect("effects");
        let win = effects.iter().find(|effect| effect["outcome"] == "win(left)").expect("who wins");
        ["low", "value", "high"].map(|key| win["per_one"][key].as_f64().expect("a number"))
    };
    assert!(effect("side.left.Lea.hp_max")[0] > 0.0 && effect("side.right.Rob.hp_max")[2] < 0.0, "{json}");
    let exchange = &json["exchange"][0];
    assert_eq!(exchange["in"], "side.right.Rob.hp_max");
    let rate = &exchange["rates"][0]["worth"];
    let expected = effect("side.left.Lea.hp_max")[1] / effect("side.right.Rob.hp_max")[1];
    assert!((rate["value"].as_f64().expect("a number") - expected).abs() < 1e-9, "{json}");
    assert!(rate["low"].as_f64() < rate["value"].as_f64() && rate["value"].as_f64() < rate["high"].as_f64(), "{json}");
}

#[test]
fn numbers_that_do_nothing_are_culled_and_those_that_cannot_be_moved_are_told() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let arguments = ["sensitivity", "duel.toml", "--of", "book.siesta", "--of", "side.left", "--fights", "6000", "--all"];
    let said = runs(folder.path(), &[&arguments[..], &["--out", "out"]].concat());
    assert!(said.starts_with("Of 100 fights the left wins 68 with Lea's hit points 8, 80 with 10\n"), "{said}");
    assert!(said.contains("\nwin(left), per one more: Lea's hit points +"), "{said}");
    assert!(said.contains("Numbers that do nothing here\n") && said.contains("book.siesta."), "{said}");
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("there is a page");
    assert!(page.contains("What one more does to win(left)") && page.contains("class=\"track-row\""), "{page}");
    assert!(folder.path().join("out/charts/tornado-win-left.svg").exists());
}

#[test]
fn at_the_edge_of_what_is_allowed_one_step_is_played() {
    let json = json(&["--of", "side.left.Lea.hp_max", "--set", "side.left.Lea.hp_max=1"]);
    assert_eq!(json["numbers"][0]["between"], serde_json::json!([1, 2]));
}

#[test]
fn a_step_moves_a_number_further_and_none_leaves_it_as_it_is() {
    let json = json(&["--of", "side", "--step", "side.left.Lea.hp_max=3", "--step", "side.right=none"]);
    let number = |path: &str| {
        let numbers = json["numbers"].as_array().expect("numbers");
        numbers.iter().find(|number| number["number"] == path).map(|number| number["between"].clone())
    };
    let value = number("side.left.Lea.hp_max").expect("it is moved");
    assert_eq!(value[1].as_i64().zip(value[0].as_i64()).map(|(high, low)| high - low), Some(6), "{json}");
    assert_eq!(number("side.right.Rob.hp_max"), None);
    assert!(json["idle"].as_array().is_some_and(|idle| !idle.contains(&"side.right.Rob.hp_max".into())), "{json}");
}

#[test]
fn bad_input_has_its_message_and_its_exit_code() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let cases: &[(&[&str], i32, &str)] = &[
        (&[], 2, "--of"),
        (&["--of", "boook"], 2, "sections are `book`"),
        (&["--of", "Lea"], 2, "did you mean `side.left.Lea`?"),
        (&["--of", "Lea.hp_max"], 2, "did you mean `side.left.Lea.hp_max`?"),
        (&["--of", "side.left.Lea.hp_maks"], 2, "did you mean `side.left.Lea.hp_max`?"),
        (&["--of", "side", "--in", "side.left.Leo.hp_max"], 2, "did you mean `side.left.Lea.hp_max`?"),
        (&["--of", "side", "--step", "side.left.Lea.hp_maks=2"], 2, "did you mean `side.left.Lea.hp_max`?"),
        (&["--of", "side", "--step", "side.left.Lea.hp_max=0"], 2, "a whole number from 1 on, or `none`"),
        (&["--of", "side", "--step", "side"], 2, "such as `side=2`"),
        (&["--of", "side", "--outcome", "Lea.hpp"], 2, "did you mean `Lea.hp`?"),
    ];
    for (arguments, code, message) in cases {
        let all = [&["sensitivity", "duel.toml", "--no-report", "--fights", "200"], *arguments].concat();
        fails(folder.path(), &all, *code, &[message]);
    }
}
