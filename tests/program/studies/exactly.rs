//! `--exact` of verbs that play many variants, as people use it.

use crate::run::{DUEL, fails, folder, runs};

/// Standard output of a verb about the duel, whatever it ends with.
fn said(arguments: &[&str]) -> String {
    let folder = folder(&[("duel.toml", DUEL)]);
    runs(folder.path(), &[arguments, &["--no-report"]].concat())
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&said(&[arguments, &["--format", "json"]].concat())).expect("JSON")
}

/// The share of fights that the left wins exactly with so many hit points, as `run` has it.
fn left(hp: i64) -> f64 {
    let set = format!("side.left.Lea.hp_max={hp}");
    let csv = said(&["run", "duel.toml", "--exact", "--set", &set, "--format", "csv"]);
    let line = csv.lines().find(|line| line.starts_with("Winner,left,")).expect("the winner");
    line.split(',').nth(5).expect("a value").parse().expect("a number")
}

fn number(value: &serde_json::Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn a_threshold_lies_between_two_neighbours_that_are_solved() {
    let vary = ["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=3..13/5", "--exact"];
    let threshold = json(&vary)["thresholds"][0].clone();
    let hp = |end: &str| threshold[end]["value"].as_str().expect("a value").parse::<i64>().expect("a whole number");
    assert_eq!(hp("first"), hp("last") + 1, "{threshold}");
    for end in ["last", "first"] {
        let figure = &threshold[end]["figure"];
        assert_eq!((number(&figure["value"]), number(&figure["low"])), (left(hp(end)), number(&figure["high"])), "{threshold}");
    }
    assert!(left(hp("last")) < 0.5 && left(hp("first")) > 0.5);
    let text = said(&vary);
    let (last, first) = (hp("last"), hp("first"));
    assert!(
        text.starts_with(&format!("Lea needs {first} hit points for the left to win more than half of the fights: ")),
        "{text}"
    );
    assert!(text.contains(&format!("win(left) passes 50 % between Lea's hit points = {last} (")), "{text}");
    assert!(text.contains("Every number is exact") && !text.contains("\u{b1}"), "{text}");
    let csv = said(&[&vary[..], &["--format", "csv"]].concat());
    assert_eq!(csv.lines().filter(|line| line.contains(",solved,")).count(), csv.lines().count() - 1, "{csv}");
}

#[test]
fn the_same_fighters_are_even_at_one_value_and_a_page_says_so() {
    let same = DUEL.replace(
        "like = \"goblin\"\nname = \"Rob\"",
        "name = \"Rob\"\nhp_max = 9\nweapons = [{ name = \"club\", die = \"1d6\", type = \"blunt\" }]",
    );
    let folder = folder(&[("duel.toml", &same)]);
    let vary = ["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=8..10", "--exact", "--out", "out"];
    let text = runs(folder.path(), &vary);
    assert!(text.starts_with("Lea needs 9 hit points for the left to win exactly half of the fights\n"), "{text}");
    // Finished cells are kept, to the last digit.
    assert!(runs(folder.path(), &vary).contains("3 of 3 cells solved, 3 of them kept from before"));
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("there is a page");
    assert!(page.contains("<svg") && page.contains("win(left) is exactly 50 %") && !page.contains("seed"), "{page}");
}

#[test]
fn tuning_names_the_nearest_value_and_its_exact_outcome() {
    let vary = ["tune", "duel.toml", "--vary", "side.left.Lea.hp_max=2..30", "--exact", "--target"];
    let found = json(&[&vary[..], &["win(left)=50%"]].concat());
    let tries = found["search"].as_array().expect("what was solved");
    assert_eq!((&found["found"], &found["confirmed"]), (&"between".into(), &serde_json::json!([])), "{found}");
    for one in tries {
        let hp: i64 = one["value"].as_str().expect("a value").parse().expect("a whole number");
        assert!((number(&one["figure"]["value"]) - left(hp)).abs() < 1e-12 && one["sure"] == true, "{one}");
    }
    let text = said(&[&vary[..], &["win(left)=50%"]].concat());
    let values: Vec<&str> = found["values"].as_array().expect("two").iter().filter_map(serde_json::Value::as_str).collect();
    let nearest = values.iter().min_by(|one, other| {
        let miss = |hp: &str| (left(hp.parse().expect("a whole number")) - 0.5).abs();
        miss(one).total_cmp(&miss(other))
    });
    assert!(text.contains(&format!("is nearest to 50 % with Lea's hit points = {}: ", nearest.expect("one of two"))), "{text}");
    let inside = json(&[&vary[..], &["win(left)=0.6..0.8"]].concat());
    assert_eq!(inside["found"], "values", "{inside}");
}

#[test]
fn one_more_of_a_number_is_the_difference_of_two_exact_answers() {
    let found = json(&["sensitivity", "duel.toml", "--of", "side.left", "--exact"]);
    let effect = &found["numbers"][0]["effects"][0]["per_one"];
    let wanted = (left(10) - left(8)) / 2.0;
    assert!((number(&effect["value"]) - wanted).abs() < 1e-12 && effect["low"] == effect["high"], "{effect} and {wanted}");
    let text = said(&["sensitivity", "duel.toml", "--of", "side.left", "--exact"]);
    assert!(text.contains("points exact") && !text.contains("in every fight"), "{text}");
}

#[test]
fn what_is_too_large_has_bounds_or_says_what_to_do_instead() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let vary = ["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=3..5", "--no-report", "--exact"];
    let bounds = runs(folder.path(), &[&vary[..], &["--states", "10"]].concat());
    assert!(bounds.contains("% bounds") && bounds.contains("More of --time, --states or --memory"), "{bounds}");
    let refuses = |more: &[&str], code, message| fails(folder.path(), &[&vary[..], more].concat(), code, &[message]);
    refuses(&["--outcome", "Lea.damage_per_blow"], 2, "Lea.damage_per_blow; ask without --exact");
    refuses(&["--fights", "100"], 2, "cannot be used with");
    let tune = ["tune", "duel.toml", "--vary", "side.left.Lea.hp_max=3..5", "--exact"];
    fails(folder.path(), &tune, 2, &["needs a --target"]);
}
